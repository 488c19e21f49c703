// SPDX-License-Identifier: MIT
// Masks and positions: nonzero, compress, extract and their kin; no elements.
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/reduce.cuh>
#else
#include <twill/index.hpp>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::extents;
using tw::out_of_range;

namespace {

// What is wrong is said with the line.
TEST(Indexing, MasksThatDoNotFit) {
    auto m = counted(extents(2, 3));
    auto const mask = to_space({true, false});
    auto message = [](auto&& body) -> std::string {
        try {
            body();
        } catch (tw::shape_error const& e) {
            return e.what();
        }
        return "";
    };
    for (std::string const& text :
         {message([&] { (void)tw::evaluate(m(tw::full_extent, mask)); }),
          message([&] { m(tw::full_extent, mask) = 1; }), message([&] { m(m(0) > 1) = 1; }),
          message([&] { (void)m(transpose(m) > 0); })}) {
        EXPECT_NE(text.find("a mask of shape"), std::string::npos) << text;
        EXPECT_NE(text.find("masks_test.cpp:"), std::string::npos) << text;
    }
}

// a(mask) has the subscripts of any operand, and compound assignments take what assignments do.
TEST(Indexing, SelectionsAreOperands) {
    auto a = to_space({5, -1, 4, -2, 3});
    EXPECT_EQ(tw::item(a(a > 0)(-1)), 3);
    EXPECT_TRUE(equal(a(a > 0)(tw::slice(tw::none, tw::none, -1)), {3, 4, 5}));
    EXPECT_TRUE(equal(a(a > 0)(to_space({2, 0})), {3, 5}));
    EXPECT_EQ(a(a > 0)(tw::newaxis).shape(), extents(1, 3));
    a(a > 0) *= a;
    EXPECT_TRUE(equal(a, {25, -1, 16, -2, 9}));
    a(a < 0) -= to_space({10, 20});
    EXPECT_TRUE(equal(a, {25, -11, 16, -22, 9}));
    auto m = counted(extents(2, 2));
    m(m > 1) += m;
    EXPECT_TRUE(equal(m, {0, 1, 4, 6}));
    EXPECT_THROW((m(m > 1) += to_space({1, 2, 3})), tw::shape_error);
    EXPECT_TRUE(equal(m, {0, 1, 4, 6}));
}

TEST(Indexing, Nonzero) {
    auto const m = to_space(std::vector<float>{0, 1, std::nanf(""), 0, 0, -2}, extents(2, 3));
    EXPECT_TRUE(equal(tw::flatnonzero(m), {1, 2, 5}));
    auto const [rows, columns] = tw::nonzero(m);
    EXPECT_TRUE(equal(rows, {0, 0, 1}));
    EXPECT_TRUE(equal(columns, {1, 2, 2}));
    EXPECT_TRUE(equal(tw::argwhere(m), {0, 1, 0, 2, 1, 2}));
    EXPECT_EQ(tw::argwhere(m * 0.0f == 5.0f).shape(), extents(0, 2));
    // Sizes around a tile's and a piece's.
    for (int const n : {1, 15, 16, 17, 4095, 4096, 4097, 70000, 300001}) {
        std::vector<int> elements;
        std::vector<tw::index_t> expected;
        for (int i = 0; i < n; ++i) {
            elements.push_back(i * 7 % 3 == 0 ? 0 : i);
            if (elements.back() != 0)
                expected.push_back(i);
        }
        auto const x = to_space(elements);
        EXPECT_EQ(values(tw::flatnonzero(x)), expected) << n;
        array<bool> const flags = x(tw::slice(n > 1 ? 1 : 0, tw::none)) != 0;
        for (tw::index_t& i : expected)
            i -= n > 1 ? 1 : 0;
        EXPECT_EQ(values(tw::flatnonzero(flags)), expected) << n;
        EXPECT_EQ(values(x(x != 0)).size(), expected.size());
    }
}

// Of elements of three and five bytes.
struct rgb {
    unsigned char r, g, b;
};
struct five {
    unsigned char part[5];
};
struct is_red {
    TWILL_TEST_HD bool operator()(rgb x) const { return x.r > x.g; }
    TWILL_TEST_HD bool operator()(five x) const { return x.part[4] != 0; }
};
TEST(Indexing, NonzeroOfOddSizes) {
    for (int const n : {5, 4097, 70000}) {
        std::vector<rgb> pixels;
        std::vector<five> others;
        std::vector<tw::index_t> expected;
        for (int i = 0; i < n; ++i) {
            auto const red = static_cast<unsigned char>(i * 7 % 5 == 0);
            pixels.push_back({red, 0, 1});
            others.push_back({{1, 1, 1, 1, red}});
            if (red != 0)
                expected.push_back(i);
        }
        EXPECT_EQ(values(tw::flatnonzero(map(is_red{}, to_space(pixels)))), expected) << n;
        EXPECT_EQ(values(tw::flatnonzero(map(is_red{}, to_space(others)))), expected) << n;
    }
}

TEST(Indexing, Compress) {
    auto const m = counted(extents(3, 4));
    EXPECT_TRUE(equal(tw::compress(to_space<bool>({true, false, true}), m, axis<0>),
                      {0, 1, 2, 3, 8, 9, 10, 11}));
    EXPECT_TRUE(equal(tw::compress(m(0) > 1, m, axis<1>), {2, 3, 6, 7, 10, 11}));
    EXPECT_TRUE(equal(tw::compress(to_space<bool>({false, true}), m, axis<1>), {1, 5, 9}));
    EXPECT_TRUE(equal(tw::extract(m > 8, m), {9, 10, 11}));
    EXPECT_TRUE(equal(tw::extract(transpose(m) > 8, transpose(m)), {9, 10, 11}));
}

TEST(Indexing, PositionsAndIndices) {
    auto const [i, j] = tw::unravel_index(to_space({7, 0, -1, 12}), extents(3, 4));
    tw::index_t const none = std::numeric_limits<tw::index_t>::lowest();
    EXPECT_EQ(values(i), (std::vector<tw::index_t>{1, 0, none, none}));
    EXPECT_EQ(values(j), (std::vector<tw::index_t>{3, 0, none, none}));
    auto const rows = to_space({1, 2, 0}), columns = to_space({3, 0, 5});
    EXPECT_EQ(values(tw::ravel_multi_index(extents(3, 4), rows, 3))[0], 7);
    EXPECT_EQ(tw::item(tw::evaluate<space>(tw::ravel_multi_index(extents(3, 4), 2, 1))), 9);
    EXPECT_EQ(values(tw::ravel_multi_index(extents(3, 4), rows, columns))[0], 7);
    EXPECT_LT(values(tw::ravel_multi_index(extents(3, 4), rows, columns))[2], -100);
    EXPECT_TRUE(
        equal(tw::ravel_multi_index<out_of_range::wrap>(extents(3, 4), rows, columns), {7, 8, 1}));
    EXPECT_TRUE(
        equal(tw::ravel_multi_index<out_of_range::clip>(extents(3, 4), rows, columns), {7, 8, 3}));
    EXPECT_EQ(values(tw::ravel_multi_index(std::tuple{rows, 3}, extents(3, 4)))[0], 7);
    auto const m = counted(extents(3, 4));
    EXPECT_TRUE(equal(tw::ravel_multi_index(tw::nonzero(m % 3 == 0), m.shape()), {0, 3, 6, 9}));
    EXPECT_TRUE(
        equal(tw::ravel_multi_index<out_of_range::wrap>(std::tuple{rows, columns}, extents(3, 4)),
              {7, 8, 1}));
    auto const up = to_space({-1, 5}), left = to_space({0, -1});
    for (tw::index_t const position : values(tw::ravel_multi_index(extents(3, 4), up, left)))
        EXPECT_LT(position, -100);
    EXPECT_TRUE(equal(tw::ravel_multi_index<out_of_range::wrap>(extents(3, 4), up, left), {8, 11}));
    EXPECT_TRUE(equal(tw::ravel_multi_index<out_of_range::clip>(extents(3, 4), up, left), {0, 8}));
}

TEST(Indexing, MasksWithoutValues) {
    auto x = to_space({1, 2, 3});
    array<int> const none(extents(0));
    tw::putmask(x, x > 1, none);
    EXPECT_TRUE(equal(x, {1, 2, 3}));
    EXPECT_THROW(tw::place(x, x > 1, none), tw::value_error);
    EXPECT_TRUE(equal(x, {1, 2, 3}));
    array<int> empty(extents(0));
    tw::place(empty, empty > 1, none);
    EXPECT_EQ(empty.size(), 0);
}

TEST(Indexing, PlacesANumber) {
    auto x = to_space({1, 2, 3});
    tw::place(x, x > 1, 7);
    EXPECT_TRUE(equal(x, {1, 7, 7}));
    tw::place(x(tw::slice(tw::none, tw::none, 2)), to_space({false, true}), -1);
    EXPECT_TRUE(equal(x, {1, 7, -1}));
    EXPECT_THROW(tw::place(x, to_space({true}), 0), tw::shape_error);
}

// Every index is out of range where there are no elements, which no kernel need find.
TEST(Indexing, OfNoElements) {
    array<float> a(extents(0));
    array<float, 2> m(3, 0);
    auto const i = to_space({0, 1});
    EXPECT_THROW(a(i) += 1.0f, tw::index_error);
    EXPECT_THROW(a(i) = 1.0f, tw::index_error);
    EXPECT_THROW(m(i, i) = 1.0f, tw::index_error);
    EXPECT_THROW(scatter_add(a, i, 1.0f), tw::index_error);
    // By wrap and clip each index would mean an element.
    auto const deep = to_space({5, -7});
    EXPECT_THROW((void)values(tw::take<out_of_range::wrap>(a, deep)), tw::index_error);
    EXPECT_THROW((void)values(tw::take<out_of_range::clip>(a, deep, axis<0>)), tw::index_error);
    EXPECT_THROW((void)values(tw::take<out_of_range::clip>(m + 1.0f, deep, 1)), tw::index_error);
    EXPECT_THROW((void)values(tw::take<out_of_range::wrap>(m, 3, axis<1>)), tw::index_error);
    EXPECT_THROW((void)values(sum(tw::take<out_of_range::wrap>(m, deep))), tw::index_error);
    EXPECT_THROW(
        (void)values(tw::take_along_axis<out_of_range::wrap>(m, tw::zeros<int>(3, 2) + deep)),
        tw::index_error);
    EXPECT_THROW(tw::put<out_of_range::wrap>(a, deep, 1.0f), tw::index_error);
    EXPECT_THROW(tw::put<out_of_range::clip>(m, deep, 1.0f), tw::index_error);
    EXPECT_EQ(tw::evaluate(tw::take<out_of_range::wrap>(m, deep, axis<0>)).shape(), extents(2, 0));
    array<int> const no_index(extents(0));
    EXPECT_EQ(tw::evaluate(tw::take<out_of_range::wrap>(a, no_index)).size(), 0);
    EXPECT_EQ(tw::evaluate(tw::take<out_of_range::clip>(m, no_index, axis<1>)).shape(),
              extents(3, 0));
    tw::put<out_of_range::clip>(m, no_index, 1.0f);
    a(array<int>(extents(0))) += 1.0f;
    m(i) += 1.0f;
    EXPECT_EQ(values(a).size(), 0u);
}

}  // namespace
