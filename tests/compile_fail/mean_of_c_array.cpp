// SPDX-License-Identifier: MIT
#include <span>

#include <twill/twill.hpp>

// expect first: a C array is no operand
// expect first: host_array<T>(std::span(x))

namespace tw = twill;

float average() {
    float const x[] = {1.0f, 2.0f, 3.0f};
#ifdef TWILL_MUST_FAIL
    return tw::item(tw::mean(x, tw::axis<0>));
#else
    return tw::item(tw::mean(tw::host_array<float>(std::span(x)), tw::axis<0>));
#endif
}
