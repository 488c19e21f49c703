// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: no integer type holds both int64 and uint64
// expect: twill::cast<std::int64_t>(x)

namespace tw = twill;

auto add(tw::host_array<std::int64_t> const& a, tw::host_array<std::uint64_t> const& b) {
#ifdef TWILL_MUST_FAIL
    return a + b;
#else
    return a + tw::cast<std::int64_t>(b);
#endif
}
