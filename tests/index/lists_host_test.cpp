// SPDX-License-Identifier: MIT
// Indices and values in braces.
#include "support/testing.hpp"

#include <twill/index.hpp>
#include <twill/join.hpp>
#include <twill/numeric.hpp>
#include <twill/rearrange.hpp>
#include <twill/sort.hpp>
#include <twill/statistics.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

tw::host_array<int> const line{10, 11, 12, 13, 14};
tw::host_array<int, 2> const table{{1, 2, 3}, {4, 5, 6}};

TEST(lists, elements) {
    EXPECT_TRUE(equal(take(line, {0, -1, 0}), {10, 14, 10}));
    EXPECT_TRUE(equal(take(line, {3}), {13}));
    EXPECT_TRUE(equal(take(table, {2, 0}, tw::axis<1>), {3, 1, 6, 4}));
    EXPECT_TRUE(equal(take(table, {5, 0}), {6, 1}));
    EXPECT_TRUE(equal(tw::take<tw::out_of_range::wrap>(line, {5, 6}, 0), {10, 11}));
    EXPECT_THROW((void)values(take(line, {5})), tw::index_error);
    // The list is gone when the expression is evaluated.
    auto const later = take(line * 2, {1, 2}) + 1;
    EXPECT_TRUE(equal(later, {23, 25}));
}

TEST(lists, removed_and_inserted) {
    EXPECT_TRUE(equal(remove(line, {1, 3}), {10, 12, 14}));
    EXPECT_TRUE(equal(remove(line, {0, -1, 0}), {11, 12, 13}));
    EXPECT_TRUE(equal(remove(line, {2}), {10, 11, 13, 14}));
    EXPECT_TRUE(equal(remove(table, {0, 2}, tw::axis<1>), {2, 5}));
    EXPECT_TRUE(equal(remove(line, tw::slice(1, 3)), {10, 13, 14}));
    EXPECT_TRUE(equal(insert(line, {1, 5}, 0), {10, 0, 11, 12, 13, 14, 0}));
    EXPECT_TRUE(equal(insert(line, {2}, 7), {10, 11, 7, 12, 13, 14}));
    EXPECT_TRUE(equal(insert(line, {1, 5}, {7, 8}), {10, 7, 11, 12, 13, 14, 8}));
    EXPECT_TRUE(equal(append(line, {7, 8}), {10, 11, 12, 13, 14, 7, 8}));
    EXPECT_TRUE(equal(insert(table, {1, 3}, 0, tw::axis<1>), {1, 0, 2, 3, 0, 4, 0, 5, 6, 0}));
}

TEST(lists, joined_and_tiled) {
    EXPECT_TRUE(equal(concatenate(line, {7, 8}), {10, 11, 12, 13, 14, 7, 8}));
    EXPECT_TRUE(equal(tw::concatenate({7, 8}, line * 2), {7, 8, 20, 22, 24, 26, 28}));
    tw::host_array<float> const f{1, 2};
    EXPECT_TRUE(equal(concatenate(f, {0.5f}), {1.0f, 2.0f, 0.5f}));
    EXPECT_TRUE(equal(diff(tw::concatenate({0}, line)), {10, 1, 1, 1, 1}));
    auto const tiled = tile(table, {2, 1});
    EXPECT_EQ(tiled.shape(), tw::extents(4, 3));
    EXPECT_TRUE(equal(tiled, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(tile(line, {2, 3}).shape(), tw::extents(2, 15));
    EXPECT_TRUE(equal(tile(table(0), {2}), {1, 2, 3, 1, 2, 3}));
    EXPECT_THROW((void)tile(line, {-1}), tw::value_error);
}

TEST(lists, repeated) {
    EXPECT_TRUE(equal(repeat(line, {1, 0, 2, 0, 1}), {10, 12, 12, 14}));
    EXPECT_TRUE(equal(repeat(table, {1, 0, 2}, tw::axis<1>), {1, 3, 3, 4, 6, 6}));
    EXPECT_TRUE(equal(repeat(table, {0, 2}, 0), {4, 5, 6, 4, 5, 6}));
    EXPECT_THROW((void)repeat(line, {1, 2}), tw::shape_error);
}

TEST(lists, written) {
    tw::host_array<int> x = line;
    tw::host_array<int> const i{4, 0};
    x(i) = {1, 2};
    EXPECT_TRUE(equal(x, {2, 11, 12, 13, 1}));
    x(x > 11) = {5, 6};
    EXPECT_TRUE(equal(x, {2, 11, 5, 6, 1}));
    EXPECT_THROW((x(i) = {1, 2, 3}), tw::shape_error);
    // With the statement's place.
    try {
        x(x > 0) = {1, 2};
        FAIL();
    } catch (tw::shape_error const& e) {
        EXPECT_NE(std::string(e.what()).find("lists_host_test.cpp"), std::string::npos) << e.what();
    }
    // As a number, and as what stands in the braces.
    x(i) = {3};
    x(x < 4) = {4};
    EXPECT_TRUE(equal(x, {4, 11, 5, 6, 4}));
    x(argmax(x)) = {0};
    x(i) = {take(line, {1, 2})};
    EXPECT_TRUE(equal(x, {12, 0, 5, 6, 11}));
    tw::host_array<float> f = line;
    int const seven = 7;
    f(i) = {seven};
    f(f > 11.0f) = {1.5, 2.5};
    EXPECT_TRUE(equal(f, {7.0f, 11.0f, 1.5f, 2.5f, 7.0f}));
    // Of as many values as there are elements, not the ones that stand at the places chosen.
    tw::host_array<int> two{10, 20};
    EXPECT_THROW((two(two > 15) = {1, 2}), tw::shape_error);
    EXPECT_THROW((x(x > 100) = {1, 2}), tw::shape_error);
}

TEST(lists, sets_and_edges) {
    EXPECT_TRUE(equal(intersect1d(line, {14, 11, 9}), {11, 14}));
    EXPECT_TRUE(equal(setdiff1d(line, {14, 11, 9}), {10, 12, 13}));
    EXPECT_TRUE(equal(union1d(line, {14, 9}), {9, 10, 11, 12, 13, 14}));
    EXPECT_TRUE(equal(setxor1d(line, {14, 9}), {9, 10, 11, 12, 13}));
    EXPECT_TRUE(equal(isin(line, {11, 14, 99}), {false, true, false, false, true}));
    EXPECT_TRUE(equal(not_in(table, {1, 6}), {false, true, true, true, true, false}));
    EXPECT_TRUE(equal(searchsorted(line, {10, 15, 12}), std::vector<tw::index_t>{0, 5, 2}));
    EXPECT_TRUE(
        equal(searchsorted(line, {10, 12}, tw::side::right), std::vector<tw::index_t>{1, 3}));
    EXPECT_TRUE(equal(digitize(line, {10.5, 13}), std::vector<tw::index_t>{0, 1, 1, 2, 2}));
}

TEST(lists, beside_whole_axes) {
    tw::host_array<int, 2> m = table;
    auto const& still = m;
    EXPECT_TRUE(equal(m({1, 0}, tw::full_extent), {4, 5, 6, 1, 2, 3}));
    EXPECT_TRUE(equal(still({1}, tw::slice(1, 3)), {5, 6}));
    EXPECT_TRUE(equal(transpose(m)({2, 0}, tw::full_extent), {3, 6, 1, 4}));
    EXPECT_TRUE(equal(m(tw::ix_({1, 0}, {2, 0})), {6, 4, 3, 1}));
    m({1, 0}, tw::slice(0, 1)) = 9;
    EXPECT_TRUE(equal(m, {9, 2, 3, 9, 5, 6}));
    EXPECT_THROW((void)values(m({0, 2}, tw::full_extent)), tw::index_error);
    tw::host_array<int, 3> const t = reshape(tw::arange(12), 2, 3, 2);
    EXPECT_TRUE(equal(t({1}, tw::full_extent, tw::full_extent), {6, 7, 8, 9, 10, 11}));
    EXPECT_TRUE(equal(t({1, 0}, tw::slice(1, 2), tw::full_extent), {8, 9, 2, 3}));
    EXPECT_TRUE(equal(t(tw::full_extent, tw::slice(0, 2), {1, 0}), {1, 0, 3, 2, 7, 6, 9, 8}));
    EXPECT_TRUE(equal(permute(t, tw::axis<2, 1, 0>)(tw::full_extent, tw::full_extent, {1}),
                      {6, 8, 10, 7, 9, 11}));
}

TEST(lists, of_positions_and_numbers) {
    tw::host_array<double> x{1, 2, 3, 4};
    put(x, {0, -1}, 7.0);
    EXPECT_TRUE(equal(x, {7, 2, 3, 7}));
    put(x, {1, 2}, {20.0, 30.0});
    EXPECT_TRUE(equal(x, {7, 20, 30, 7}));
    scatter_add(x, {0, 1, 0}, 1.0);
    EXPECT_TRUE(equal(x, {9, 21, 30, 7}));
    EXPECT_THROW(put(x, {4}, 0.0), tw::index_error);
    EXPECT_EQ(tw::item(average(x, {1, 0, 0, 3})), 7.5);
    EXPECT_TRUE(equal(tw::searchsorted({8.0, 20.5, 30.0}, x), {1, 2, 2, 0}));
    EXPECT_TRUE(equal(tw::searchsorted({7, 30}, x, tw::side::right), {1, 1, 2, 1}));
    tw::host_array<double> const places{0, 1, 2, 3};
    EXPECT_TRUE(equal(tw::interp({0.5, 9.0}, places, x, -1, -2), {15, -2}));
}

TEST(lists, places_of_a_partition) {
    tw::host_array<int> const mixed{5, 1, 4, 2, 3};
    EXPECT_TRUE(equal(partition(mixed, {1, 3}), {1, 2, 3, 4, 5}));
    EXPECT_TRUE(equal(partition(table * -1, {0, -1}, 0), {-4, -5, -6, -1, -2, -3}));
    EXPECT_THROW((void)partition(mixed, {1, 5}), tw::index_error);
}

TEST(lists, parts) {
    auto const parts = tw::split(line, {1, 3});
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_TRUE(equal(parts[0], {10}));
    EXPECT_TRUE(equal(parts[1], {11, 12}));
    EXPECT_TRUE(equal(parts[2], {13, 14}));
    auto const columns = tw::array_split(table, {2}, tw::axis<1>);
    ASSERT_EQ(columns.size(), 2u);
    EXPECT_TRUE(equal(columns[1], {3, 6}));
    auto const [row, column] = tw::unravel_index({4, 2}, table.shape());
    EXPECT_TRUE(equal(row, std::vector<tw::index_t>{1, 0}));
    EXPECT_TRUE(equal(column, std::vector<tw::index_t>{1, 2}));
}

}  // namespace
