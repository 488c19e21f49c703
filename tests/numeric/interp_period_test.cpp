// SPDX-License-Identifier: MIT
// interp with a period, against NumPy.
#include "support/reductions.hpp"
#include "support/statistics.hpp"

#include <cmath>

#include <twill/half.hpp>
#include <twill/numeric.hpp>

namespace {

namespace tw = twill;
using namespace twill_test;

TEST(interp, with_a_period) {
    auto const x = to_space({-180, -170, -185, 185, -10, -5, 0, 365});
    auto const places = to_space({190, -190, 350, -350});
    auto const heights = to_space({5, 10, 3, 4});
    EXPECT_TRUE(within(tw::interp(x, places, heights, tw::period(360)),
                       {7.5, 5.0, 8.75, 6.25, 3.0, 3.25, 3.5, 3.75}, 1e-13));
    auto const near =
        tw::interp(cast<float>(x), cast<float>(places), cast<float>(heights), tw::period(-360));
    EXPECT_TRUE(within(near, {7.5, 5.0, 8.75, 6.25, 3.0, 3.25, 3.5, 3.75}, 1e-5));
    // One number, a single place, and a generator of places.
    EXPECT_TRUE(within(tw::interp(-185, places, heights, tw::period(360)), {8.75}, 1e-13));
    EXPECT_TRUE(equal(tw::interp(to_space<double>({-1.0, 4.0, NAN}), to_space({1.0}),
                                 to_space({7.0}), tw::period(3)),
                      {7.0, 7.0, double{NAN}}));
    EXPECT_TRUE(equal(tw::interp(to_space({-0.5, 3.5, 5.0}), tw::arange(4),
                                 to_space({0.0, 10.0, 20.0, 30.0}), tw::period(4)),
                      {15.0, 15.0, 10.0}));
    // Neither the places' type nor x's limits the period.
    EXPECT_TRUE(within(tw::interp(to_space({1e6f, 2.5e8f}), to_space({0.0, 3.0}),
                                  to_space({0.0, 1.0}), tw::period(6.283185307179586)),
                       {0.108907702, 0.434470591}, 1e-7));
    EXPECT_TRUE(
        within(tw::interp(to_space({-100.0}), cast<tw::float16>(to_space({0.0f, 3600.0f, 7200.0f})),
                          to_space({0.0, 1.0, 2.0}), tw::period(86400)),
               {0.00252525252525}, 1e-12));
    EXPECT_TRUE(equal(tw::interp(to_space({0.5, 3.5}), tw::arange(4), tw::arange(4), tw::period(4)),
                      {0.5, 1.5}));
    EXPECT_THROW((void)tw::interp(x, places, heights, tw::period(0)), tw::value_error);
    EXPECT_THROW((void)tw::interp(x, places, heights, tw::period(INFINITY)), tw::value_error);
    EXPECT_THROW((void)tw::interp(x, places, x, tw::period(9)), tw::shape_error);
}

}  // namespace
