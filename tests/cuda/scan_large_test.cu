// SPDX-License-Identifier: MIT
// Scans of more than 2^31 elements.
#include <twill/scan.cuh>
#include <twill/twill.cuh>

#include "support/large.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(scan_large, more_than_2_31_elements) {
    TWILL_SKIP_BELOW_GIGABYTES(16);
    tw::index_t const n = (tw::index_t{1} << 32) + 5;
    array<std::uint8_t> const ones = tw::full(tw::extents(n), std::uint8_t{1});
    array<std::uint8_t> sums = tw::cumsum<std::uint8_t>(ones);
    auto const expected = tw::cast<std::uint8_t>(tw::arange(tw::index_t{1}, n + 1));
    EXPECT_TRUE(tw::item(all(sums == expected)));
    sums = tw::cumsum<std::uint8_t>(sums(tw::slice(1)));
    EXPECT_EQ(sums.size(), n - 1);
    EXPECT_EQ(tw::item(sums(-1)), 14);  // 2 + 3 + ... + 2^32 + 5, in 8 bits
}
TEST(scan_large, more_than_2_31_elements_in_rows_and_columns) {
    TWILL_SKIP_BELOW_GIGABYTES(16);
    for (auto const& shape : {tw::extents(3, 1 << 30), tw::extents(1 << 30, 3)}) {
        array<std::uint8_t, 2> const ones = tw::full(shape, std::uint8_t{1});
        array<std::uint8_t, 2> sums = tw::cumsum<std::uint8_t>(ones, tw::axis<0>);
        auto const down = tw::cast<std::uint8_t>(tw::arange(tw::index_t{1}, shape[0] + 1));
        EXPECT_TRUE(tw::item(all(sums == down(tw::full_extent, tw::newaxis))));
        sums = tw::cumsum<std::uint8_t>(ones, tw::axis<1>);
        auto const along = tw::cast<std::uint8_t>(tw::arange(tw::index_t{1}, shape[1] + 1));
        EXPECT_TRUE(tw::item(all(sums == along)));
    }
}

}  // namespace
