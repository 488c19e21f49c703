// SPDX-License-Identifier: MIT
// Values that are the same along an axis of a loop, of what is dear to make: random numbers,
// elements at indices, remainders, functions of the user's.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <twill/half.hpp>
#include <twill/index.hpp>
#include <twill/random.hpp>
#include <twill/twill.hpp>
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::index_t;
using tw::newaxis;

template <class T, int Rank>
void expect_same(tw::host_array<T, Rank> const& a, tw::host_array<T, Rank> const& b,
                 char const* what) {
    ASSERT_EQ(a.shape(), b.shape()) << what;
    auto const at = std::mismatch(a.data(), a.data() + a.size(), b.data());
    EXPECT_TRUE(at.first == a.data() + a.size())
        << what << ", element " << at.first - a.data() << ": " << testing::PrintToString(*at.first)
        << " and " << testing::PrintToString(*at.second);
}

/// Counts its calls.
struct counted {
    static inline std::atomic<index_t> calls = 0;
    template <class T>
    T operator()(T x) const {
        ++calls;
        return x * x + T(1);
    }
    static index_t since_last() { return calls.exchange(0); }
};

/// An expression over one axis, as a row, as a column and turned round, beside what it is stored.
template <class T, class Make>
void expect_as_stored(char const* what, Make make) {
    for (auto const& [rows, columns] :
         {std::pair<index_t, index_t>{1, 1}, {7, 5}, {3, 1300}, {1300, 3}, {70, 530}}) {
        SCOPED_TRACE(what);
        SCOPED_TRACE(rows);
        auto const row = make(columns);
        auto const column = make(rows);
        tw::host_array<T> const row_stored = row, column_stored = column;
        tw::host_array<T, 2> const some =
            reshape(tw::host_array<T>(tw::arange<T>(rows * columns)), extents(rows, columns));
        auto down = [](auto const& x) { return x(full_extent, newaxis); };
        using result = tw::host_array<T, 2>;
        expect_same(result(some + row), result(some + row_stored), "row");
        expect_same(result(some + down(column)), result(some + down(column_stored)), "column");
        expect_same(result(row - down(column)), result(row_stored - down(column_stored)), "both");
        expect_same(tw::host_array<T, 3>(some(newaxis) + down(down(row))),
                    tw::host_array<T, 3>(some(newaxis) + down(down(row_stored))), "outer");
        auto const back = tw::slice(tw::none, tw::none, -1),
                   every_third = tw::slice(0, tw::none, 3);
        expect_same(tw::host_array<T>(row(back) + T(0)), tw::host_array<T>(row_stored(back) + T(0)),
                    "backwards");
        expect_same(tw::host_array<T>(column(every_third) + T(0)),
                    tw::host_array<T>(column_stored(every_third) + T(0)), "every third");
        expect_same(tw::host_array<T>(max(some - row, tw::axis<1>)),
                    tw::host_array<T>(max(some - row_stored, tw::axis<1>)), "greatest of rows");
        expect_same(tw::host_array<T>(max(some - down(column), tw::axis<0>)),
                    tw::host_array<T>(max(some - down(column_stored), tw::axis<0>)),
                    "greatest of columns");
        expect_same(result(some - down(max(row - down(column), tw::axis<1>))),
                    result(some - down(max(row_stored - down(column_stored), tw::axis<1>))),
                    "rows");
    }
}

template <class T>
class StretchedNumbers : public ::testing::Test {};
using number_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(StretchedNumbers, number_types);

TYPED_TEST(StretchedNumbers, AreAsStored) {
    using T = TypeParam;
    tw::random::key const k(11);
    expect_as_stored<T>("normal", [&](index_t n) { return tw::random::normal<T>(k, extents(n)); });
    expect_as_stored<T>("integers", [&](index_t n) {
        return tw::cast<T>(tw::random::integers<int>(k, extents(n), -5, 700));
    });
    expect_as_stored<T>("remainder",
                        [](index_t n) { return tw::cast<T>(tw::arange(n) % index_t{7}); });
}
TEST(Stretched, IndicesAndFunctionsAreAsStored) {
    expect_as_stored<float>("gather", [](index_t n) {
        tw::host_array<float> const from = tw::arange<float>(2 * n);
        tw::host_array<int> const at = tw::cast<int>(tw::arange(n) * index_t{2});
        return from(at);
    });
    expect_as_stored<float>("function",
                            [](index_t n) { return tw::map(counted{}, tw::arange<float>(n)); });
}

TEST(Stretched, DrawsOfEveryDistributionDoNotDependOnTheStep) {
    tw::random::key const k(5);
    auto expect = [](char const* what, auto const& x) {
        using T = typename std::remove_cvref_t<decltype(x)>::value_type;
        tw::host_array<T> const stored = x;
        for (index_t const step : {-1, 2, 3, 5, -7, 64}) {
            auto const some = tw::slice(tw::none, tw::none, step);
            tw::host_array<T> const taken = x(some), wanted = stored(some);
            expect_same(taken, wanted, what);
        }
    };
    extents const shape(331);
    expect("bits", tw::random::bits(k, shape));
    expect("bits of 64", tw::random::bits<std::uint64_t>(k, shape));
    expect("uniform", tw::random::uniform<float>(k, shape, -2.0, 3.0));
    expect("exponential", tw::random::exponential<double>(k, shape));
    expect("normal of half", tw::random::normal<tw::bfloat16>(k, shape));
    expect("normal", tw::random::normal<double>(k, shape, 3.0, 2.0));
    // Two words in three are drawn anew.
    expect("integers", tw::random::integers<std::uint32_t>(k, shape, 0, 0xaaaaaaab));
    expect("bernoulli", tw::random::bernoulli(k, shape, 0.25));
    expect("gumbel", tw::random::gumbel<float>(k, shape));
}

TEST(Stretched, FunctionsAreCalledOnceForEveryElementOfTheirOperand) {
    auto const threads = tw::thread_count();
    tw::set_thread_count(1);
    tw::host_array<float> const few = tw::arange<float>(6), many = tw::arange<float>(40);
    tw::host_array<float, 2> const grid = tw::zeros(6, 40);
    counted::since_last();
    tw::host_array<float, 2> both = grid + map(counted{}, many);
    EXPECT_EQ(counted::since_last(), 40);
    EXPECT_EQ(both(5, 39), 1522.0f);
    both = grid + map(counted{}, few)(full_extent, newaxis);
    EXPECT_EQ(counted::since_last(), 6);
    EXPECT_EQ(both(5, 39), 26.0f);
    // Neither along rows nor from one row to the next, but for every seventh one.
    tw::host_array<float, 3> const block = tw::zeros(6, 7, 30);
    tw::host_array<float, 3> const faces =
        block + map(counted{}, few)(full_extent, newaxis, newaxis);
    EXPECT_EQ(counted::since_last(), 6);
    EXPECT_EQ(faces(4, 6, 29), 17.0f);
    tw::host_array<float, 3> const lines =
        block + map(counted{}, many(tw::slice(0, 7)))(full_extent, newaxis) +
        map(counted{}, few)(full_extent, newaxis, newaxis);
    EXPECT_EQ(counted::since_last(), 6 * 7 + 6);
    EXPECT_EQ(lines(5, 6, 29), 26.0f + 37.0f);
    // One value for the whole loop.
    tw::host_array<float, 0> one;
    one = 3.0f;
    tw::host_array<float> const flat = many + map(counted{}, one);
    EXPECT_EQ(counted::since_last(), 1);
    EXPECT_EQ(flat(39), 49.0f);
    // Where every element has its own, as many as there are.
    both = map(counted{}, grid) + 1.0f;
    EXPECT_EQ(counted::since_last(), 240);
    // Long rows, in tiles of some rows each.
    tw::host_array<float> const row = tw::ones(1000);
    tw::host_array<float, 2> const large = tw::zeros(1000, 1000);
    tw::host_array<float, 2> const sums = large + map(counted{}, row);
    EXPECT_LE(counted::since_last(), 1000 * 1000 / 32);
    EXPECT_EQ(sums(999, 999), 2.0f);
    tw::set_thread_count(threads);
}

TEST(Stretched, WhatAFunctionThrowsReachesTheCaller) {
    tw::host_array<float> const few = tw::arange<float>(6);
    tw::host_array<float, 2> const grid = tw::zeros(6, 400);
    auto const no_fives = [](float x) {
        if (x == 5.0f)
            throw std::runtime_error("five");
        return x;
    };
    tw::host_array<float, 2> to = tw::ones(6, 400);
    EXPECT_THROW(to = grid + map(no_fives, few)(full_extent, newaxis), std::runtime_error);
    EXPECT_EQ(to(0, 0), 1.0f);
}

TEST(Stretched, IndicesOutOfRangeAreFound) {
    tw::host_array<float> const from = tw::arange<float>(6);
    tw::host_array<int> const at = {0, 3, 6};
    tw::host_array<float, 2> const grid = tw::zeros(50, 3);
    tw::host_array<float, 2> to;
    EXPECT_THROW(to = grid + from(at), tw::index_error);
}

TEST(Stretched, ValuesOfOddSizesHaveTheirPlaces) {
    // A slot of 12 bytes beside one of 8.
    tw::host_array<float> const few = tw::arange<float>(5);
    tw::host_array<double> const row = tw::arange<double>(3);
    auto const three = [](float x) { return tw::vec<float, 3>(x, x + 1, x + 2); };
    auto const last = [](tw::vec<float, 3> const& v, double x) {
        return static_cast<double>(v[2]) + x;
    };
    tw::host_array<double, 2> const sums =
        tw::map(last, tw::map(three, few)(full_extent, newaxis), sqrt(row));
    for (index_t i = 0; i < 5; ++i)
        for (index_t j = 0; j < 3; ++j)
            EXPECT_EQ(sums(i, j), static_cast<double>(i + 2) + std::sqrt(static_cast<double>(j)));
}

TEST(Stretched, RowsOfWideElementsAreReducedInSeveralSteps) {
    // A step has 256 of these.
    using wide = tw::vec<double, 16>;
    tw::host_array<double> const row = exp(0.01 * tw::arange<double>(300));
    tw::host_array<wide, 2> m(5, 300);
    for (index_t r = 0; r < 5; ++r)
        for (index_t i = 0; i < 300; ++i)
            m(r, i) = wide(static_cast<double>(r + i % 5));
    auto const lazy = exp(0.01 * tw::arange<double>(300));
    tw::host_array<wide> const sums = sum(lazy(newaxis) * m, tw::axis<1>);
    tw::host_array<wide> const stored = sum(row(newaxis) * m, tw::axis<1>);
    for (index_t r = 0; r < 5; ++r)
        EXPECT_NEAR(sums(r)[3], stored(r)[3], 1e-9 * stored(r)[3]);
    EXPECT_NEAR(tw::item(sum(lazy(newaxis) * m))[3], tw::item(sum(row(newaxis) * m))[3], 1e-4);
}

/// An array of one element beside a long one, in pieces of several threads.
TEST(Stretched, OneElementBesideManyPieces) {
    index_t const count = (index_t{1} << 21) + 7;
    tw::host_array<float> x = tw::arange<float>(count) % 1000;
    tw::host_array<float> const one = tw::full<float>(1, 3.0f), other = tw::full<float>(1, 0.5f);
    tw::host_array<float> const result = (x - one) * other + one / (x + one);
    x += one;
    for (index_t i = 0; i < count; ++i) {
        float const was = static_cast<float>(i % 1000);
        ASSERT_FLOAT_EQ(result.data()[i], (was - 3) * 0.5f + 3 / (was + 3)) << i;
        ASSERT_EQ(x.data()[i], was + 3) << i;
    }
}

}  // namespace
