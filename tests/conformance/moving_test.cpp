// SPDX-License-Identifier: MIT
// What moves, joins and chooses elements, over every layout, three ways.
#include "support/layouts.hpp"

#include <twill/index.hpp>
#include <twill/join.hpp>
#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/join.cuh>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::full_extent;
using tw::slice;

namespace {

TEST(conformance, joined) {
    conforms([](auto const& x, auto const& y) { return tw::concatenate(axis<0>, x, y, x); });
    conforms([](auto const& x, auto const& y) { return tw::roll(x, 3, axis<1>) - y; });
    conforms([](auto const& x, auto const&) {
        return tw::pad(x, {{2, 1}, {0, 3}}, tw::padding::reflect);
    });
}

TEST(conformance, chosen) {
    // Indices that are within the axis, where it has elements.
    conforms([](auto const& x, auto const& y) {
        auto const i = tw::remainder(y(full_extent, slice(0, 1)),
                                     std::max<int>(1, static_cast<int>(x.shape()[1])));
        return tw::take(x, i, axis<1>);
    });
    conforms([](auto const& x, auto const& y) { return tw::extract(x > y, x); });
    conforms([](auto const& x, auto const& y) {
        auto const i = tw::remainder(y, std::max<int>(1, static_cast<int>(x.shape()[0])));
        return tw::take_along_axis(x, i, axis<0>) + y;
    });
}

}  // namespace
