// SPDX-License-Identifier: MIT
#include <twill/index.hpp>
#include <twill/twill.hpp>

// expect: this number is a count, a position or a shift: an integer

namespace tw = twill;

auto places(tw::host_array<float> const& a) { return flatnonzero(a > 0.0f, tw::capacity(2)); }

#ifdef TWILL_MUST_FAIL
auto some_places(tw::host_array<float> const& a) {
    return flatnonzero(a > 0.0f, tw::capacity(2.5));
}
#endif
