// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: an operand's element type is not a number
// expect: twill::map with a function object for your own types

namespace tw = twill;

struct pair {
    float x, y;
};
struct norm_of {
    float operator()(pair p) const { return p.x * p.x + p.y * p.y; }
};

tw::host_array<float> norms(tw::host_array<pair> const& a, tw::host_array<float> const& b) {
#ifdef TWILL_MUST_FAIL
    return a + b;
#else
    return tw::map(norm_of{}, a) + b;
#endif
}
