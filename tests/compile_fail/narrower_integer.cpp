// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a narrower integer or another sign

namespace tw = twill;

void assign(tw::host_array<std::int64_t>& wide, tw::host_array<std::int32_t>& narrow) {
    wide = narrow + 1;
#ifdef TWILL_MUST_FAIL
    narrow = wide + 1;
#endif
}
