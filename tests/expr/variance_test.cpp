// SPDX-License-Identifier: MIT
// Variances far from zero, of squares that overflow, and of infinite elements: the same on every
// path (rows, columns, everything at once, several reductions together, inside expressions).
#include "support/reductions.hpp"

#include <twill/complex.hpp>

#include <functional>

namespace tw = twill;
using namespace twill_test;

namespace {

using c32 = tw::complex<float>;

/// In (-1, 1), the same on every machine.
double noise(std::size_t i) {
    std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    return static_cast<double>(static_cast<std::int64_t>(x ^ (x >> 32))) * 0x1p-63;
}

/// The variance of every row by every path, named.
template <class T>
std::vector<std::pair<char const*, std::vector<float>>> variances(std::vector<T> const& row,
                                                                  std::size_t rows) {
    std::size_t const n = row.size();
    std::vector<T> all, turned;
    for (std::size_t i = 0; i < rows; ++i)
        all.insert(all.end(), row.begin(), row.end());
    for (std::size_t j = 0; j < n; ++j)
        turned.insert(turned.end(), rows, row[j]);
    auto const m = to_space(all, tw::extents(rows, n));
    auto const t = to_space(turned, tw::extents(n, rows));
    auto const fused = values(abs(m) * 0.0f + var(m, tw::axis<1>, tw::keepdims));
    std::vector<float> inside;
    for (std::size_t i = 0; i < rows; ++i)
        inside.push_back(fused[i * n]);
    auto const [mu, spread] = tw::evaluate(mean(m, tw::axes(1)), stddev(m, tw::axes(1)));
    EXPECT_EQ(mu.size(), static_cast<tw::index_t>(rows));
    auto together = values(spread);
    for (float& x : together)
        x *= x;
    return {{"rows", values(var(m, tw::axes(1)))},
            {"columns", values(var(t, tw::axes(0)))},
            {"turned columns", values(var(transpose(t), tw::axes(1)))},
            {"everything", values(var(m))},
            {"together", together},
            {"inside an expression", inside}};
}

/// NumPy's formula in float64.
double reference(std::vector<c32> const& x) {
    using wide = tw::complex<double>;
    double const n = static_cast<double>(x.size());
    wide mean(0.0, 0.0);
    for (c32 const v : x)
        mean += wide(v) / n;
    double total = 0;
    for (c32 const v : x) {
        wide const d = wide(v) - mean;
        total += d.real() * d.real() + d.imag() * d.imag();
    }
    return total / n;
}

TEST(variance, of_complex_data_far_from_zero) {
    for (std::size_t const n : {std::size_t{700}, std::size_t{40000}})
        for (double const far : {1e4, 1e6}) {
            std::vector<c32> row;
            for (std::size_t i = 0; i < n; ++i)
                row.push_back(c32(static_cast<float>(far + noise(2 * i)),
                                  static_cast<float>(-3 * far + noise(2 * i + 1))));
            double const expected = reference(row);
            for (auto const& [path, actual] : variances(row, n < 1000 ? 40 : 3))
                for (float const x : actual)
                    ASSERT_NEAR(static_cast<double>(x) / expected, 1.0, 1e-4)
                        << path << ", " << n << " elements around " << far;
        }
}

TEST(variance, of_complex_data_whose_first_element_lies_elsewhere) {
    std::vector<c32> row;
    for (std::size_t i = 0; i < 3000; ++i)
        row.push_back(c32(static_cast<float>(1e4 + noise(2 * i)),
                          static_cast<float>(1e4 + noise(2 * i + 1))));
    row[0] = c32(1e8f, 1e4f);
    double const expected = reference(row);
    for (auto const& [path, actual] : variances(row, 3))
        for (float const x : actual)
            ASSERT_NEAR(static_cast<double>(x) / expected, 1.0, 1e-4) << path;
}

/// Some with few elements, some with several chunks.
template <class T>
std::vector<std::vector<T>> alternating(T even, T odd) {
    std::vector<std::vector<T>> result;
    for (std::size_t const n : {2u, 5u, 70u, 5000u}) {
        result.emplace_back();
        for (std::size_t i = 0; i < n; ++i)
            result.back().push_back(i % 2 ? odd : even);
    }
    return result;
}

template <class T>
void expect_all(std::vector<T> const& row, std::function<bool(float)> const& is, char const* what) {
    for (auto const& [path, actual] : variances(row, 5))
        for (float const x : actual)
            ASSERT_TRUE(is(x)) << path << " of " << row.size() << " " << what << ": " << x;
}
bool is_infinite(float x) { return x == INFINITY; }
bool is_nan(float x) { return std::isnan(x); }

TEST(variance, squares_that_overflow_are_infinite) {
    for (auto const& row : alternating(1e20f, -1e20f))
        expect_all(row, is_infinite, "float");
    expect_all(std::vector<float>{3e38f, -3e38f}, is_infinite, "elements near the greatest float");
    for (auto const& row : alternating(c32(1.0f, 1e20f), c32(1.0f, -1e20f)))
        expect_all(row, is_infinite, "complex");
    EXPECT_TRUE(equal(stddev(to_space({1e200, -1e200, 0.0})), {double{INFINITY}}));
    // What does not overflow stays a number.
    for (auto const& row : alternating(1e16f, -1e16f))
        expect_all(row, [](float x) { return x > 0.9e32f && x < 1.1e32f; }, "large");
}

TEST(variance, of_infinite_elements_is_nan) {
    for (float const bad : {INFINITY, -INFINITY, NAN})
        for (std::size_t const at : {std::size_t{0}, std::size_t{37}, std::size_t{4999}}) {
            auto row = alternating(1e20f, -1e20f).back();
            row[at] = bad;
            expect_all(row, is_nan, "float with an infinity among large ones");
            auto small = alternating(1.0f, 2.0f).back();
            small[at] = bad;
            expect_all(small, is_nan, "float with an infinity");
        }
    auto row = alternating(c32(1.0f, 1.0f), c32(1.0f, -1.0f)).back();
    row[4321] = c32(1.0f, INFINITY);
    expect_all(row, is_nan, "complex with an infinity");
    expect_all(std::vector<float>(7, INFINITY), is_nan, "infinities");
    expect_all(std::vector<float>{INFINITY}, is_nan, "infinity");
}

TEST(variance, in_a_type_that_is_named) {
    auto const x = to_space<std::uint8_t>({1, 2, 3, 6});
    auto const mask = x > 1;
    static_assert(
        std::is_same_v<decltype(tw::evaluate(tw::stddev<float>(mask)))::value_type, float>);
    EXPECT_TRUE(within_ulps(tw::stddev<double>(mask), {std::sqrt(0.1875)}, 2));
    EXPECT_TRUE(equal(tw::var<float>(x), {3.5f}));
    EXPECT_TRUE(equal(tw::var<float>(x, tw::axis<0>, tw::ddof(2)), {7.0f}));
}

}  // namespace
