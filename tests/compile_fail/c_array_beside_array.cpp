// SPDX-License-Identifier: MIT
#include <span>

#include <twill/twill.hpp>

// expect first: a C array stands beside an array
// expect first: host_array<T>(std::span(x))

namespace tw = twill;

void add(tw::host_array<float>& a) {
    float const x[] = {1.0f, 2.0f, 3.0f};
#ifdef TWILL_MUST_FAIL
    a = a + x;
#else
    a = a + tw::host_array<float>(std::span(x));
#endif
}
