// SPDX-License-Identifier: MIT
// Sorts, counts and statistics over every layout, three ways.
#include "support/layouts.hpp"

#include <twill/numeric.hpp>
#include <twill/statistics.hpp>
#if defined(__CUDACC__)
#include <twill/statistics.cuh>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::full_extent;

namespace {

TEST(conformance, sorted) {
    conforms([](auto const& x, auto const&) { return tw::sort(x, axis<0>); });
    conforms([](auto const& x, auto const&) { return tw::argsort(x, axis<1>, tw::descending); });
    conforms([](auto const& x, auto const&) { return tw::unique_counts(x).counts; });
}

TEST(conformance, counted) {
    conforms([](auto const& x, auto const&) { return tw::bincount(abs(x), tw::below(20)); });
    conforms(
        [](auto const& x, auto const&) { return tw::histogram(x, 5, tw::range(-4, 4)).counts; });
    conforms([](auto const& x, auto const&) { return tw::median(x, axis<0>); });
}

TEST(conformance, differences) {
    conforms([](auto const& x, auto const& y) { return diff(x, axis<0>) + y(0); });
    conforms<float>([](auto const& x, auto const&) { return nansum(x / x, axis<1>); });
    conforms<double>([](auto const& x, auto const&) { return gradient(x, 0.5, axis<1>); });
}

}  // namespace
