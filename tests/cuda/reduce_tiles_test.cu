// SPDX-License-Identifier: MIT
// Whole reductions of operands that lie across each other, read in tiles: integers, whose sums are
// the same in any order, against a stored transpose. And those of small blocks.
#include <twill/twill.cuh>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
array<T, 2> make(tw::index_t rows, tw::index_t columns, tw::index_t step) {
    return tw::cast<T>(tw::reshape(tw::arange(rows * columns) * step % 113, rows, columns));
}

template <class T>
void across(tw::index_t rows, tw::index_t columns) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    auto const a = make<T>(rows, columns, 7919);
    auto const b = make<T>(columns, rows, 104729);
    array<T, 2> const stored = transpose(b);
    using wide = std::int64_t;
    EXPECT_EQ(tw::item(sum(tw::cast<wide>(a) * tw::cast<wide>(transpose(b)))),
              tw::item(sum(tw::cast<wide>(a) * tw::cast<wide>(stored))));
    EXPECT_EQ(tw::item(max(a - transpose(b))), tw::item(max(a - stored)));
    EXPECT_EQ(tw::item(argmin(a + transpose(b))), tw::item(argmin(a + stored)));
    auto const part = tw::slice(1, -1);
    EXPECT_EQ(
        tw::item(sum(tw::cast<wide>(a(part, part)) * tw::cast<wide>(transpose(b)(part, part)))),
        tw::item(sum(tw::cast<wide>(a(part, part)) * tw::cast<wide>(stored(part, part)))));
}

TEST(reduce_tiles, every_size_of_an_edge) {
    for (tw::index_t rows : {32, 33, 64, 100, 1001})
        for (tw::index_t columns : {32, 35, 63, 128, 257, 999}) {
            across<float>(rows, columns);
            across<double>(rows, columns);
        }
}
TEST(reduce_tiles, narrow_types) {
    across<std::int16_t>(100, 1000);
    across<std::int8_t>(257, 300);
}

TEST(reduce_tiles, behind_other_axes) {
    array<std::int64_t, 3> const a = tw::reshape(tw::arange(5 * 70 * 90) * 31 % 1009, 5, 70, 90);
    array<std::int64_t, 3> const b = tw::reshape(tw::arange(5 * 70 * 90) * 17 % 997, 5, 90, 70);
    array<std::int64_t, 3> const stored = tw::swapaxes(b, 1, 2);
    EXPECT_EQ(tw::item(sum(a * tw::swapaxes(b, 1, 2))), tw::item(sum(a * stored)));
    EXPECT_TRUE(tw::item(all(tw::swapaxes(b, 1, 2) == stored)));
}

// Small blocks of two axes: the largest of a block, against slices.
template <class T>
void pool(tw::index_t rows, tw::index_t columns, tw::index_t high, tw::index_t wide) {
    SCOPED_TRACE(std::to_string(high) + " x " + std::to_string(wide));
    array<T, 2> const x = make<T>(rows * high, columns * wide, 7919);
    array<T, 2> expected = x(tw::slice(0, tw::none, high), tw::slice(0, tw::none, wide));
    for (tw::index_t i = 0; i < high; ++i)
        for (tw::index_t j = 0; j < wide; ++j)
            expected = tw::maximum(expected,
                                   x(tw::slice(i, tw::none, high), tw::slice(j, tw::none, wide)));
    auto const blocks = tw::reshape(x, rows, high, columns, wide);
    EXPECT_TRUE(tw::item(tw::array_equal(max(blocks, tw::axis<1, 3>), expected)));
    EXPECT_TRUE(tw::item(tw::array_equal(max(blocks, tw::axes(1, 3)), expected)));
}
TEST(reduce_blocks, pooling) {
    for (tw::index_t columns : {31, 32, 33, 500})
        for (tw::index_t high : {1, 2, 3, 9})
            for (tw::index_t wide : {2, 3, 8}) {
                pool<float>(70, columns, high, wide);
                pool<std::uint8_t>(70, columns, high, wide);
            }
}

}  // namespace
