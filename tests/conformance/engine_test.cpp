// SPDX-License-Identifier: MIT
// Element-wise expressions, reductions, rows, pairs and scans over every layout, three ways.
#include "support/layouts.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::full_extent;
using tw::keepdims;
using tw::newaxis;
using tw::none;
using tw::slice;

namespace {

TEST(conformance, elementwise) {
    conforms([](auto const& x, auto const& y) { return x - y * 3; });
    conforms([](auto const& x, auto const& y) { return where(x > y, tw::floor_divide(x, y), x); });
    conforms<float>([](auto const& x, auto const& y) { return sqrt(abs(x)) * 0.5f + y; });
}

TEST(conformance, views_of_expressions) {
    conforms([](auto const& x, auto const& y) { return flip(x, axis<0>) * 2 + y; });
    conforms([](auto const& x, auto const& y) { return transpose(x - transpose(transpose(y))); });
    conforms([](auto const& x, auto const& y) {
        return (x + y)(slice(none, none, -2), slice(1, none, 3));
    });
}

TEST(conformance, reductions) {
    conforms(
        [](auto const& x, auto const& y) { return sum(x, axis<0>) + y(slice(0, 1), full_extent); });
    conforms([](auto const& x, auto const&) { return max(x, axis<1>); });
    conforms([](auto const& x, auto const&) { return argmin(x); });
}

TEST(conformance, rows) {
    conforms([](auto const& x, auto const& y) { return x - max(y, axis<1>, keepdims); });
    conforms([](auto const& x, auto const& y) { return x * 2 - sum(y, axis<0>, keepdims); });
    conforms<float>(
        [](auto const& x, auto const&) { return x / (sum(abs(x), axis<1>, keepdims) + 1.0f); });
}

TEST(conformance, pairs) {
    conforms([](auto const& x, auto const& y) {
        return sum(x(full_extent, newaxis, full_extent) * y(newaxis, full_extent, full_extent),
                   axis<2>);
    });
    conforms(
        [](auto const& x, auto const& y) { return sum(x * y(slice(0, 1), full_extent), axis<1>); });
    conforms([](auto const& x, auto const& y) {
        return argmin(
            sum(square(x(full_extent, newaxis, full_extent) - y(newaxis, full_extent, full_extent)),
                axis<2>),
            axis<1>);
    });
}

TEST(conformance, scans) {
    conforms([](auto const& x, auto const&) { return cumsum(x, axis<0>); });
    conforms([](auto const& x, auto const& y) { return cummax(x, axis<1>) - y; });
    conforms([](auto const& x, auto const&) { return cumprod(x, axis<1>); });
}

}  // namespace
