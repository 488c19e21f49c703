// SPDX-License-Identifier: MIT
// Reductions of more than 2^31 elements: whole, of rows, of columns, few and many outputs,
// positions beyond 2^31, fused operands.
#include <twill/twill.cuh>

#include "support/large.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr tw::index_t huge = (tw::index_t{1} << 32) + 7;

TEST(reduce_large, whole) {
    TWILL_SKIP_BELOW_GIGABYTES(24);
    array<std::uint8_t> a = tw::full(tw::extents(huge), std::uint8_t{1});
    EXPECT_EQ(tw::item(sum(a)), static_cast<std::uint64_t>(huge));
    EXPECT_EQ(tw::item(sum(a(tw::slice(1, tw::none, 2)))), static_cast<std::uint64_t>(huge / 2));
    a(huge - 3) = std::uint8_t{9};
    EXPECT_EQ(tw::item(argmax(a)), huge - 3);
    EXPECT_EQ(tw::item(max(a)), 9);
    auto const [low, high, total] = tw::evaluate(min(a), max(a), sum(a));
    EXPECT_EQ(tw::item(low), 1);
    EXPECT_EQ(tw::item(high), 9);
    EXPECT_EQ(tw::item(total), static_cast<std::uint64_t>(huge + 8));
    // The operand is made in the kernel.
    auto const odd = tw::cast<std::uint8_t>(tw::arange(tw::index_t{0}, huge) & tw::index_t{1});
    EXPECT_EQ(tw::item(count_nonzero(tw::cast<std::uint8_t>(a + odd) == std::uint8_t{2})),
              huge / 2);
}

TEST(reduce_large, along_an_axis) {
    TWILL_SKIP_BELOW_GIGABYTES(24);
    for (auto const& shape :
         {tw::extents(3, 1 << 30), tw::extents(1 << 30, 3), tw::extents(1 << 16, (1 << 15) + 8),
          tw::extents((1 << 15) + 8, 1 << 16)}) {
        SCOPED_TRACE(std::to_string(shape[0]) + " x " + std::to_string(shape[1]));
        array<std::uint8_t, 2> m = tw::full(shape, std::uint8_t{1});
        m(-1, -1) = std::uint8_t{5};
        array<std::uint64_t> const down = sum(m, tw::axis<0>);
        EXPECT_EQ(tw::item(down, -1), static_cast<std::uint64_t>(shape[0] + 4));
        EXPECT_TRUE(tw::item(all(down(tw::slice(0, -1)) == static_cast<std::uint64_t>(shape[0]))));
        array<std::uint64_t> const along = sum(m, tw::axis<1>);
        EXPECT_EQ(tw::item(along, -1), static_cast<std::uint64_t>(shape[1] + 4));
        EXPECT_TRUE(tw::item(all(along(tw::slice(0, -1)) == static_cast<std::uint64_t>(shape[1]))));
        array<std::uint8_t> const most = max(m, tw::axis<0>);
        EXPECT_EQ(tw::item(most, -1), 5);
        EXPECT_EQ(tw::item(sum(transpose(m))), static_cast<std::uint64_t>(shape.size() + 4));
    }
}

// Rows that are dealt to groups of threads because they are many.
TEST(reduce_large, many_rows_of_a_few_thousand_bytes) {
    TWILL_SKIP_BELOW_GIGABYTES(2);
    for (tw::index_t const length : {513, 1000, 1001, 2002, 4001}) {
        SCOPED_TRACE(length);
        tw::index_t const rows = (tw::index_t{1} << 27) / length;
        array<int> line(tw::extents(rows * length));
        line = tw::cast<int>(tw::arange(rows * length) * 7919 % 65521);
        auto const m = reshape(line, rows, length);
        array<int, 2> const turned = transpose(m);
        auto check = [&](auto const& along, auto const& down) {
            EXPECT_TRUE(tw::item(all(along == down)));
        };
        check(sum(m, tw::axis<1>), sum(turned, tw::axis<0>));
        check(argmax(m, tw::axis<1>), argmax(turned, tw::axis<0>));
        auto const inside = tw::slice(1, -2);
        check(sum(m(tw::full_extent, inside), tw::axis<1>), sum(turned(inside), tw::axis<0>));
        check(max(abs(m - m(0)), tw::axis<1>),
              max(abs(turned - turned(tw::full_extent, tw::slice(0, 1))), tw::axis<0>));
    }
}

TEST(reduce_large, rows_inside_an_expression) {
    TWILL_SKIP_BELOW_GIGABYTES(24);
    auto const shape = tw::extents(1 << 16, (1 << 15) + 8);
    array<std::uint8_t, 2> const m = tw::full(shape, std::uint8_t{3});
    array<std::uint8_t, 2> const rest = m - max(m, tw::axis<1>, tw::keepdims);
    EXPECT_EQ(tw::item(count_nonzero(rest)), 0);
}

}  // namespace
