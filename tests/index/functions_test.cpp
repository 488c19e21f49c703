// SPDX-License-Identifier: MIT
// take, put, compress, nonzero and their kin.
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

/// The same shape and elements.
template <class X, class Y>
bool agree(X const& x, Y const& y) {
    auto const a = tw::evaluate(x);
    auto const b = tw::evaluate(y);
    return a.shape() == b.shape() && values(a) == values(b);
}

TEST(Indexing, Take) {
    auto const a = to_space({10, 20, 30});
    auto const i = to_space({2, -1, 0});
    EXPECT_TRUE(equal(tw::take(a, i), {30, 30, 10}));
    EXPECT_TRUE(equal(tw::take(a * 2, i, axis<0>) + 1, {61, 61, 21}));
    auto const wild = to_space({3, -4, 7, -7, 1});
    EXPECT_TRUE(equal(tw::take<out_of_range::wrap>(a, wild), {10, 30, 20, 30, 20}));
    EXPECT_TRUE(equal(tw::take<out_of_range::clip>(a, wild), {30, 10, 30, 10, 20}));
    auto const m = counted(extents(3, 4));
    EXPECT_TRUE(equal(tw::take(m, to_space({5, -1})), {5, 11}));
    EXPECT_TRUE(equal(tw::take(transpose(m), to_space({1, 2})), {4, 8}));
    EXPECT_TRUE(equal(tw::take(m, to_space({2, 0}), axis<1>), {2, 0, 6, 4, 10, 8}));
    EXPECT_TRUE(equal(tw::take(m, to_space({2}), axis<-2>), {8, 9, 10, 11}));
    EXPECT_EQ(tw::take(m, counted(extents(2, 2)), axis<0>).shape(), extents(2, 2, 4));
    EXPECT_EQ(tw::take(m, counted(extents(2, 2)), axis<1>).shape(), extents(3, 2, 2));
    EXPECT_TRUE(equal(tw::take<out_of_range::wrap>(m, to_space({-5}), axis<1>), {3, 7, 11}));
    EXPECT_TRUE(equal(tw::take(m, rank0(1), axis<1>), {1, 5, 9}));
}

/// Rows of a matrix, whole and from its second column on, of any length.
template <class T>
void check_rows() {
    std::vector<int> const chosen{7, 0, -1, 7, 3, 28, -29, 15};
    auto const i = to_space(chosen);
    for (tw::index_t const columns : {1, 2, 5, 16, 33, 64, 130})
        for (tw::index_t const from : {0, 1}) {
            array<T, 2> const m(tw::cast<T>(counted(extents(29, columns + from)) % 100));
            std::vector<T> expected;
            for (int const r : chosen)
                for (tw::index_t c = from; c < columns + from; ++c)
                    expected.push_back(
                        static_cast<T>(((r < 0 ? r + 29 : r) * (columns + from) + c) % 100));
            auto const some = m(tw::full_extent, tw::slice(from, tw::none));
            EXPECT_TRUE(equal(some(i), expected)) << columns << " from " << from;
            EXPECT_TRUE(agree(tw::sum(some(i), axis<1>), tw::sum(array<T, 2>(some(i)), axis<1>)));
            array<T, 2> const chosen = some(i);
            EXPECT_TRUE(agree(tw::sum(some(i), axis<0>), tw::sum(chosen, axis<0>)));
            EXPECT_TRUE(agree(tw::max(some(i), axis<1>), tw::max(chosen, axis<1>)));
            EXPECT_TRUE(agree(tw::sum(some(i) * chosen + chosen, axis<1>),
                              tw::sum(chosen * chosen + chosen, axis<1>)));
            EXPECT_TRUE(agree(some(i) * chosen + chosen, chosen * chosen + chosen));
            EXPECT_TRUE(agree(transpose(some(i)), transpose(array<T, 2>(some(i)))));
            EXPECT_TRUE(agree(m(tw::full_extent, tw::slice(tw::none, tw::none, -1))(i),
                              flip(array<T, 2>(m(i)), axis<1>)));
        }
}
TEST(Indexing, WholeRows) {
    check_rows<std::uint8_t>();
    check_rows<std::int16_t>();
    check_rows<float>();
    check_rows<double>();
}

// So many that a thread of a device has several.
TEST(Indexing, ManyRows) {
    for (tw::index_t const columns : {64, 101}) {
        tw::index_t const rows = 300, chosen = 7001;
        array<float, 2> const m =
            tw::reshape(tw::arange<float>(static_cast<float>(rows * columns)), rows, columns);
        array<int> const i = tw::cast<int>(tw::arange(chosen) * 37 % rows);
        array<tw::index_t> const k = tw::arange(chosen) * 53 % rows;
        std::vector<float> at_i, sums;
        for (tw::index_t r = 0; r < chosen; ++r)
            for (tw::index_t c = 0; c < columns; ++c) {
                at_i.push_back(static_cast<float>(r * 37 % rows * columns + c));
                sums.push_back(at_i.back() * 2 + static_cast<float>(r * 53 % rows * columns + c));
            }
        EXPECT_TRUE(equal(m(i), at_i)) << columns;
        EXPECT_TRUE(equal(m(i) * 2.0f + m(k), sums)) << columns;
        // Beside what counts columns, and rows.
        std::vector<float> counted(at_i);
        for (std::size_t p = 0; p < counted.size(); ++p)
            counted[p] += static_cast<float>(p % static_cast<std::size_t>(columns)) +
                          2 * static_cast<float>(p / static_cast<std::size_t>(columns));
        auto const along = tw::arange<float>(static_cast<float>(columns));
        auto const down = tw::arange<float>(static_cast<float>(chosen));
        EXPECT_TRUE(equal(m(i) + along + 2 * expand_dims(down, 1), counted)) << columns;
        // Backwards, and as another type.
        std::vector<double> turned(at_i.size());
        for (std::size_t p = 0; p < at_i.size(); ++p) {
            auto const c = p % static_cast<std::size_t>(columns);
            turned[p - c + static_cast<std::size_t>(columns) - 1 - c] = at_i[p];
        }
        EXPECT_TRUE(equal(tw::cast<double>(flip(m(i), axis<1>)), turned)) << columns;
        array<int> beyond = i;
        beyond(tw::slice(5000, 5001)) = static_cast<int>(rows);
        EXPECT_THROW((void)values(m(beyond) * 2.0f + 1.0f), tw::index_error) << columns;
    }
}

// Beside each other, by wide indices, rows longer than what a host's thread computes at a time.
TEST(Indexing, LongRowsOfBytes) {
    using wide = std::int64_t;
    array<std::uint8_t, 2> const m =
        tw::cast<std::uint8_t>(tw::reshape(tw::arange(50000), 50, 1000) % 251);
    array<std::uint8_t, 2> const p =
        tw::cast<std::uint8_t>(tw::reshape(tw::arange(50000), 50, 1000) % 241);
    array<wide> const i = tw::arange(20) * 7 % 50;
    array<wide> const j = tw::arange(20) * 11 % 50;
    array<std::uint8_t, 2> const both = m(i) + p(j);
    array<std::uint64_t> const sums = sum(m(i), axis<1>);
    for (tw::index_t r = 0; r < 20; ++r) {
        array<std::uint8_t> const expected = m(r * 7 % 50) + p(r * 11 % 50);
        EXPECT_TRUE(tw::item(tw::array_equal(both(r), expected))) << r;
        EXPECT_EQ(tw::item(sums(r)), tw::item(sum(m(r * 7 % 50)))) << r;
    }
    EXPECT_EQ(tw::item(sum(m(i))), tw::item(sum(sums)));
}

// Axes of every spelling mean the same; what is known at run time alone is permuted there and back.
TEST(Indexing, AxesAtRunTime) {
    auto const t = counted(extents(2, 3, 4));
    auto const i = to_space(std::vector<int>{2, 0, -1, 1}, extents(2, 2));
    EXPECT_EQ(tw::take(t, i, 1).shape(), extents(2, 2, 2, 4));
    EXPECT_TRUE(agree(tw::take(t, i, 1), tw::take(t, i, axis<1>)));
    EXPECT_TRUE(agree(tw::take(t, i, tw::axes(-1)), tw::take(t, i, axis<2>)));
    EXPECT_TRUE(agree(tw::take<out_of_range::wrap>(t + t, i * 5, -3),
                      tw::take<out_of_range::wrap>(t + t, i * 5, axis<0>)));
    EXPECT_TRUE(agree(tw::take(t, 2, 1), t(tw::full_extent, 2)));
    EXPECT_TRUE(agree(tw::take(t, -1, axis<2>), t(tw::ellipsis, -1)));
    EXPECT_TRUE(equal(tw::take(t, 5), {5}));
    EXPECT_THROW((void)tw::take(t, i, 3), tw::axis_error);
    auto const k = to_space(std::vector<int>{2, 0, 1, -1, 1, 2, 0, 0}, extents(2, 1, 4));
    EXPECT_TRUE(agree(tw::take_along_axis(t, k, 1), tw::take_along_axis(t, k, axis<1>)));
    EXPECT_TRUE(agree(tw::take_along_axis(t, t % 4), tw::take_along_axis(t, t % 4, axis<-1>)));
    for (int along = 0; along < 2; ++along) {
        auto m = counted(extents(2, 3));
        auto const first = along ? extents(2, 1) : extents(1, 3);
        tw::put_along_axis(
            m, tw::evaluate<typename decltype(m)::space>(tw::zeros<int>(first[0], first[1])), -7,
            along);
        EXPECT_TRUE(equal(m, along ? std::vector<int>{-7, 1, 2, -7, 4, 5}
                                   : std::vector<int>{-7, -7, -7, 3, 4, 5}));
    }
    auto const m = counted(extents(2, 3));
    EXPECT_TRUE(equal(tw::compress(to_space({true, false, true}), m, 1), {0, 2, 3, 5}));
    EXPECT_TRUE(equal(tw::compress(to_space({false, true}), m + 1, tw::axes(-2)), {4, 5, 6}));
    EXPECT_TRUE(equal(tw::compress(to_space({false, true, false, true}), m), {1, 3}));
    EXPECT_TRUE(equal(tw::remove(m, to_space({0, -1}), 1), {1, 4}));
    EXPECT_TRUE(equal(tw::remove(m, to_space({true, false}), 0), {3, 4, 5}));
    try {
        (void)tw::evaluate(tw::take(t, to_space({4}), 2));
#if defined(__CUDACC__)
        tw::synchronize();
#endif
        FAIL() << "index 4 of 4";
    } catch (tw::index_error const& e) {
        EXPECT_NE(std::string(e.what()).find("index 4 is out of range for axis 2 of size 4"),
                  std::string::npos)
            << e.what();
    }
}

TEST(Indexing, AlongAxis) {
    auto const m = counted(extents(2, 3));
    auto const k = to_space(std::vector<int>{2, 0, 1, 1}, extents(2, 2));
    EXPECT_TRUE(equal(tw::take_along_axis(m, k, axis<1>), {2, 0, 4, 4}));
    EXPECT_TRUE(
        equal(tw::take_along_axis(m, to_space(std::vector<int>{1, 0, 1}, extents(1, 3)), axis<0>),
              {3, 1, 5}));
    EXPECT_THROW((void)tw::take_along_axis(m, counted(extents(3, 2)), axis<1>), tw::shape_error);
    auto to = counted(extents(2, 3));
    tw::put_along_axis(to, k, to_space(std::vector<int>{-1, -2}, extents(2, 1)), axis<1>);
    EXPECT_TRUE(equal(to, {-1, 1, -1, 3, -2, 5}));
    tw::put_along_axis(transpose(to), to_space(std::vector<int>{0, 1}, extents(1, 2)), 50, axis<0>);
    EXPECT_TRUE(equal(to, {50, 1, -1, 3, 50, 5}));
}

TEST(Indexing, Put) {
    auto m = counted(extents(2, 3));
    tw::put(m, to_space({0, -1}), to_space({70, 80}));
    EXPECT_TRUE(equal(m, {70, 1, 2, 3, 4, 80}));
    tw::put(transpose(m), to_space({1}), 9);
    EXPECT_TRUE(equal(m, {70, 1, 2, 9, 4, 80}));
    auto line = counted(extents(5));
    tw::put(line, line(tw::slice(1, 3)), 40);
    EXPECT_TRUE(equal(line, {0, 40, 40, 3, 4}));
}

/// Many values into few elements: every one counts.
template <class T>
void scatter_of(T expected_sum) {
    int const n = 1000;
    std::vector<int> at;
    std::vector<T> given;
    for (int i = 0; i < n; ++i) {
        at.push_back(i % 3 * 2);
        given.push_back(static_cast<T>(static_cast<float>(i % 5)));
    }
    auto const i = to_space(at);
    auto const v = to_space(given);
    auto const start = to_space<T>({T(1), T(1), T(1), T(1), T(1), T(1)});
    auto sums = start;
    tw::scatter_add(sums, i, v);
    tw::scatter_add(sums, to_space({5, 5}), to_space<T>({T(2), T(3)}));
    auto const got = values(sums);
    EXPECT_EQ(got[0], expected_sum);
    EXPECT_EQ(got[1], T(1));
    EXPECT_EQ(got[5], T(6));
}

TEST(Indexing, Scatter) {
    // 334 values at 0: those of i = 0, 3, ...: the digits 0, 3, 1, 4, 2 in turn.
    scatter_of<float>(1 + 668);
    scatter_of<double>(1 + 668);
    scatter_of<std::int32_t>(1 + 668);
    scatter_of<std::int64_t>(1 + 668);
    scatter_of<std::int16_t>(1 + 668);
    scatter_of<std::uint8_t>(static_cast<std::uint8_t>(669 & 255));
    scatter_of<tw::float16>(tw::float16(669.0f));
    auto z = to_space<tw::complex<float>>({{1, 1}, {2, 2}});
    tw::scatter_add(z, to_space({1, 1}), tw::complex<float>(1, -1));
    EXPECT_TRUE(equal(z, {{1, 1}, {4, 0}}));
    auto a = to_space({5.0f, 5.0f, 5.0f});
    tw::scatter_min(a, to_space({0, 0, 1}), to_space({3.0f, 4.0f, 9.0f}));
    EXPECT_TRUE(equal(a, {3, 5, 5}));
    tw::scatter_max(a, to_space({0, 0, 2}), to_space({7.0f, 4.0f, 1.0f}));
    EXPECT_TRUE(equal(a, {7, 5, 5}));
    auto m = counted(extents(2, 2));
    tw::scatter_add(ravel(m), to_space({1, 1, 3}), 10);
    EXPECT_TRUE(equal(m, {0, 21, 2, 13}));
}

// Of several axes as NumPy's add.at: along the first one, or at any indices.
TEST(Indexing, ScatterAtSubscripts) {
    auto m = counted(extents(2, 3));
    tw::scatter_add(transpose(m), to_space({1, 1, -1}), to_space({10, 100}));
    EXPECT_TRUE(equal(m, {0, 21, 12, 3, 204, 105}));
    tw::scatter_add(m(to_space({0, 0, 1}), to_space({0, 0, 2})), to_space({1, 2, 3}));
    EXPECT_TRUE(equal(m, {3, 21, 12, 3, 204, 108}));
    tw::scatter_max(m(tw::full_extent, to_space({0, 1})), 50);
    EXPECT_TRUE(equal(m, {50, 50, 12, 50, 204, 108}));
    tw::scatter_min(m(tw::ellipsis, to_space({2, 2})), to_space({-1, 7}));
    EXPECT_TRUE(equal(m, {50, 50, -1, 50, 204, -1}));
    tw::scatter_add(m, to_space({0, 0, 1}), to_space({1, 1, 2}), 4);
    EXPECT_TRUE(equal(m, {50, 58, -1, 50, 204, 3}));
    EXPECT_THROW(
        {
            tw::scatter_add(m, to_space({0, 2}), to_space({1, 1}), to_space({1, 1}));
            (void)values(m);
        },
        tw::index_error);
}

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
        EXPECT_NE(text.find("functions_test.cpp:"), std::string::npos) << text;
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
