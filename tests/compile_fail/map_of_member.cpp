// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a pointer to a member is no function of elements: write a function object

namespace tw = twill;

struct point {
    float x;
    float y;
};

tw::host_array<float> of(tw::host_array<point> const& points) {
#ifdef TWILL_MUST_FAIL
    return tw::map(&point::x, points);
#else
    return tw::map([](point p) { return p.x; }, points);
#endif
}
