// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: the sizes of an array are integers

namespace tw = twill;

auto made() { return tw::host_array<float, 2>(2, 3); }

#ifdef TWILL_MUST_FAIL
auto made_of_a_fraction() { return tw::host_array<float, 2>(2, 2.5); }
#endif
