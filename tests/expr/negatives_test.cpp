// SPDX-License-Identifier: MIT
// Negatives and sums of integers that reductions and comparisons take before they are written:
// ptxas is known to get some of them wrong.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// Negatives whose greatest or smallest is asked for, in packets and beside their positions; every
/// element in turn is the one that is found.
TEST(negatives, extremes_of_negatives) {
    for (std::size_t const count : {4, 8, 12, 36, 4100})
        for (std::size_t const best : {0, 1, 2, 3}) {
            SCOPED_TRACE(std::to_string(count) + ", " + std::to_string(best));
            std::vector<std::int32_t> x(count);
            for (std::size_t i = 0; i < count; ++i)
                x[i] = static_cast<std::int32_t>(i * 7919 % 1000) - 500;
            x[best] = -2000;
            x[(best + 1) % 4] = 3000;
            auto const a = to_space(x);
            EXPECT_EQ(tw::item(max(-a)), 2000);
            EXPECT_EQ(tw::item(min(-a)), -3000);
            EXPECT_EQ(tw::item(argmax(-a)), static_cast<tw::index_t>(best));
            auto const m = to_space(x, tw::extents(static_cast<tw::index_t>(count) / 4, 4));
            auto const rows = values(max(-m, tw::axis<1>));
            auto const columns = values(min(-m, tw::axis<0>));
            auto const [greatest, place] =
                tw::evaluate(max(-m, tw::axis<1>), argmin(-m, tw::axis<1>));
            EXPECT_EQ(rows[0], 2000);
            EXPECT_EQ(values(greatest)[0], 2000);
            EXPECT_EQ(values(place)[0], static_cast<tw::index_t>((best + 1) % 4));
            EXPECT_EQ(columns[(best + 1) % 4], -3000);
            EXPECT_EQ(values(maximum(maximum(-a, -a(tw::slice(tw::none, tw::none, -1))),
                                     0 * a - 5000))[best],
                      std::max(2000, -x[count - 1 - best]));
        }
}

/// Sums of 16 bits that are 0 only because they wrap.
TEST(negatives, sums_that_wrap_to_zero) {
    std::vector<std::uint16_t> const x = {32768, 1, 0, 65535, 32768, 5, 32768, 7},
                                     y = {32768, 65535, 0, 1, 1, 65531, 32768, 7};
    auto const a = to_space(x), b = to_space(y);
    EXPECT_EQ(tw::item(count_nonzero(a + a)), 4);
    EXPECT_EQ(tw::item(count_nonzero(a + b)), 2);
    EXPECT_EQ(values(a + b == 0),
              (std::vector<bool>{true, true, true, true, false, true, true, false}));
    EXPECT_EQ(tw::item(any(a + to_space(y) == 1)), false);
    std::vector<std::int16_t> const z = {-32768, 1, 16384};
    auto const c = to_space(z);
    EXPECT_EQ(tw::item(count_nonzero(c + c)), 2);
}

}  // namespace
