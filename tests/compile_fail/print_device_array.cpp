// SPDX-License-Identifier: MIT
#include <iostream>
#include <twill/twill.hpp>

// expect: the elements of a device array are not on the host
// expect: twill::print(a), or stream << twill::to_host(a)

namespace tw = twill;

void show(tw::host_array<float> const& a) { std::cout << a; }

#ifdef TWILL_MUST_FAIL
void show(tw::device_array<float> const& a) { std::cout << a; }
#endif
