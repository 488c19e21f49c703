// SPDX-License-Identifier: MIT
// Lines of numbers sorted in registers: lengths around theirs, few different values, all orders
// that there were, NaN and zeros of both signs, on one thread and on several.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <twill/sort.hpp>
#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::index_t;

template <class T>
class SortedInRegisters : public ::testing::Test {};
using numbers =
    ::testing::Types<float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(SortedInRegisters, numbers);

/// `kind` of numbers: any bits, few, rising, falling, all alike, the greatest among small ones.
template <class T>
tw::host_array<T> made(index_t count, int kind, std::mt19937_64& random) {
    tw::host_array<T> x{tw::extents<1>(count)};
    for (index_t i = 0; i < count; ++i) {
        std::uint64_t const any = random();
        T value{};
        std::memcpy(&value, &any, sizeof(value));
        if (kind == 1)
            value = static_cast<T>(any % 3);
        else if (kind == 2)
            value = static_cast<T>(i);
        else if (kind == 3)
            value = static_cast<T>(count - i);
        else if (kind == 4)
            value = T(7);
        else if (kind == 5)
            value = any % 2 ? std::numeric_limits<T>::max() : static_cast<T>(any / 2 % 100);
        else if (kind == 6)
            value = any % 5 == 0 ? std::numeric_limits<T>::lowest() : static_cast<T>(any / 8 % 9);
        // Those have a test of their own.
        if constexpr (std::is_floating_point_v<T>)
            value = value == T(0) ? T(0) : value;
        x.data()[i] = value;
    }
    return x;
}
template <class T, class Order>
void expect_sorted(tw::host_array<T> const& x, Order order, char const* what) {
    auto const before = [](T a, T b) {
        if (a != a || b != b)
            return a == a && b != b;
        return std::is_same_v<Order, tw::ascending_t> ? a < b : b < a;
    };
    std::vector<T> expected(x.data(), x.data() + x.size());
    std::stable_sort(expected.begin(), expected.end(), before);
    tw::host_array<T> const sorted = tw::sort(x, order);
    for (index_t i = 0; i < x.size(); ++i) {
        T const a = sorted.data()[i];
        T const b = expected[static_cast<std::size_t>(i)];
        bool const same = (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
        ASSERT_TRUE(same) << what << ", element " << i << " of " << x.size();
    }
}

TYPED_TEST(SortedInRegisters, EveryLengthAndKind) {
    std::mt19937_64 random(7);
    for (index_t count = 0; count < 700; count += count < 140 ? 1 : 29)
        for (int kind = 0; kind < 7; ++kind) {
            auto const x = made<TypeParam>(count, kind, random);
            expect_sorted(x, tw::ascending, "ascending");
            expect_sorted(x, tw::descending, "descending");
        }
}

TYPED_TEST(SortedInRegisters, LongOnesOnSeveralThreads) {
    std::mt19937_64 random(8);
    int const threads = tw::thread_count();
    for (int const used : {1, 3}) {
        tw::set_thread_count(used);
        for (index_t const count : {5000, 140001})
            for (int const kind : {0, 1, 5})
                expect_sorted(made<TypeParam>(count, kind, random), tw::ascending, "long");
    }
    tw::set_thread_count(threads);
}

TYPED_TEST(SortedInRegisters, PartsAroundAnElement) {
    std::mt19937_64 random(10);
    for (index_t const count : {1025, 3000, 20001})
        for (int kind = 1; kind < 7; ++kind)
            for (index_t const k : {index_t{0}, count / 3, count - 1}) {
                auto const x = made<TypeParam>(count, kind, random);
                tw::host_array<TypeParam> const parted = tw::partition(x, k);
                std::vector<TypeParam> all(x.data(), x.data() + count);
                std::vector<TypeParam> found(parted.data(), parted.data() + count);
                std::sort(all.begin(), all.end());
                auto const middle = found.begin() + k;
                ASSERT_EQ(*middle, all[static_cast<std::size_t>(k)]);
                ASSERT_TRUE(
                    std::all_of(found.begin(), middle, [&](auto v) { return v <= *middle; }));
                ASSERT_TRUE(std::all_of(middle, found.end(), [&](auto v) { return v >= *middle; }));
                std::sort(found.begin(), found.end());
                ASSERT_EQ(found, all);
            }
}

/// Smaller elements come first, then equal ones, then greater ones, each in their order. NaN is the
/// greatest of all, and zeros are equal.
template <class I, class T>
void expect_places(tw::host_array<T> const& x, index_t k) {
    auto const before = [](T a, T b) { return a == a && (b != b || a < b); };
    std::vector<T> all(x.data(), x.data() + x.size());
    std::nth_element(all.begin(), all.begin() + k, all.end(), before);
    T const middle = all[static_cast<std::size_t>(k)];
    std::vector<I> want;
    for (int part = 0; part < 3; ++part)
        for (index_t i = 0; i < x.size(); ++i) {
            T const value = x.data()[i];
            if (part == (before(value, middle) ? 0 : before(middle, value) ? 2 : 1))
                want.push_back(static_cast<I>(i));
        }
    tw::host_array<I> const places = tw::argpartition<I>(x, k);
    ASSERT_EQ(std::vector<I>(places.data(), places.data() + places.size()), want);
}
TYPED_TEST(SortedInRegisters, PlacesAroundAnElement) {
    std::mt19937_64 random(11);
    for (index_t const count : {1025, 1040, 3001, 20000})
        for (int kind = 0; kind < 7; ++kind)
            for (index_t const k : {index_t{0}, count / 3, count - 1}) {
                auto const x = made<TypeParam>(count, kind, random);
                expect_places<std::int32_t>(x, k);
                expect_places<index_t>(x, k);
            }
}

TEST(SortedInRegisters, ZerosStayWhereTheyAreAmongZeros) {
    tw::host_array<double> x{tw::extents<1>(1000)};
    for (index_t i = 0; i < x.size(); ++i)
        x.data()[i] = i % 3 == 0 ? (i % 2 ? -0.0 : 0.0) : static_cast<double>(i % 7) - 3.0;
    expect_sorted(x, tw::ascending, "ascending");
    expect_sorted(x, tw::descending, "descending");
    for (index_t const k : {300, 500, 700})
        expect_places<index_t>(x, k);
}

TEST(SortedInRegisters, RowsAndWhatIsMadeOfSorts) {
    std::mt19937_64 random(9);
    tw::host_array<double> const x = made<double>(6000, 1, random);
    tw::host_array<double, 2> const m = reshape(x, 3, 2000);
    tw::host_array<double, 2> const sorted = tw::sort(m);
    for (index_t row = 0; row < 3; ++row)
        EXPECT_TRUE(std::is_sorted(sorted.data() + row * 2000, sorted.data() + (row + 1) * 2000));
    EXPECT_EQ(tw::unique(x).size(), 3);
}

}  // namespace
