// SPDX-License-Identifier: MIT
// Expressions with reductions of rows, evaluated a block of rows at a time: against loops, with
// rows of every length around blocks and chunks, costly functions that are kept, and whatever
// number of threads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <twill/complex.hpp>
#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::host_array;
using tw::index_t;

constexpr auto rows = tw::axis<-1>;

host_array<float, 2> waves(index_t count, index_t length) {
    host_array<float, 2> x{extents(count, length)};
    for (index_t i = 0; i < count * length; ++i)
        x.data()[i] = static_cast<float>((i * 7919 + i / 13) % 1009) * 0.003f;
    return x;
}
template <class X>
auto softmaxed(X const& x) {
    auto const e = exp(x - max(x, rows, tw::keepdims));
    return e / sum(e, rows, tw::keepdims);
}
/// Two costly functions of the row, one of them twice, one inside another, one of a column alone
/// and one of a reduction alone.
template <class X>
auto mixed(X const& x) {
    auto const e = exp(x * 0.25f);
    auto const first = exp(0.25f * x(tw::full_extent, tw::slice(0, 1)));
    return sin(e) * sum(e, rows, tw::keepdims) + first * max(sin(e), rows, tw::keepdims) +
           log(sum(e + first, rows, tw::keepdims));
}

template <class Expression, class Loop>
void expect_rows(index_t count, index_t length, Expression&& expression, Loop&& loop) {
    SCOPED_TRACE(std::to_string(count) + " x " + std::to_string(length));
    auto const x = waves(count, length);
    if (length > 1) {
        EXPECT_STREQ(tw::explain(expression(x)).strategy, "row-fused");
    }
    host_array<float, 2> const got = expression(x);
    std::vector<double> row(static_cast<std::size_t>(length)), want(row);
    for (index_t i = 0; i < count; ++i) {
        for (index_t j = 0; j < length; ++j)
            row[static_cast<std::size_t>(j)] = static_cast<double>(x(i, j));
        loop(row, want);
        for (index_t j = 0; j < length; ++j) {
            double const expected = want[static_cast<std::size_t>(j)];
            ASSERT_NEAR(static_cast<double>(got(i, j)), expected,
                        2e-5 * std::fmax(1e-2, std::abs(expected)))
                << i << ", " << j;
        }
    }
}
void softmax_loop(std::vector<double> const& x, std::vector<double>& to) {
    double most = x[0], total = 0;
    for (double v : x)
        most = std::fmax(most, v);
    for (double v : x)
        total += std::exp(v - most);
    for (std::size_t j = 0; j < x.size(); ++j)
        to[j] = std::exp(x[j] - most) / total;
}
void mixed_loop(std::vector<double> const& x, std::vector<double>& to) {
    double total = 0, shifted = 0, most = -1;
    double const first = std::exp(0.25 * x[0]);
    for (double v : x) {
        total += std::exp(0.25 * v);
        shifted += std::exp(0.25 * v) + first;
        most = std::fmax(most, std::sin(std::exp(0.25 * v)));
    }
    for (std::size_t j = 0; j < x.size(); ++j)
        to[j] = std::sin(std::exp(0.25 * x[j])) * total + first * most + std::log(shifted);
}

TEST(row_blocks, every_length) {
    for (auto const& [count, length] : {std::pair<index_t, index_t>{3000, 1},
                                        {2000, 3},
                                        {700, 31},
                                        {300, 100},
                                        {64, 511},
                                        {65, 512},
                                        {66, 513},
                                        {100, 1024},
                                        {70, 1500},
                                        {70, 4096},
                                        {67, 4097},
                                        {64, 20000}}) {
        expect_rows(count, length, [](auto const& x) { return softmaxed(x); }, softmax_loop);
        expect_rows(count, length, [](auto const& x) { return mixed(x); }, mixed_loop);
    }
}

TEST(row_blocks, steps_and_stretched_operands) {
    auto const x = waves(80, 1800);
    auto const part = x(tw::slice(79, tw::none, -1), tw::slice(0, tw::none, 3));
    host_array<float, 2> const packed = part * 1.0f;
    host_array<float, 2> target = tw::full(extents(80, 1200), -1.0f);
    target(tw::full_extent, tw::slice(0, tw::none, 2)) = softmaxed(part);
    host_array<float, 2> const want = softmaxed(packed);
    for (index_t i = 0; i < 80; ++i)
        for (index_t j = 0; j < 600; ++j) {
            ASSERT_EQ(target(i, 2 * j), want(i, j));
            ASSERT_EQ(target(i, 2 * j + 1), -1.0f);
        }
    // In place.
    auto y = waves(80, 600);
    host_array<float, 2> const out_of_place = softmaxed(y);
    y = softmaxed(y);
    EXPECT_EQ(std::memcmp(y.data(), out_of_place.data(), 80 * 600 * sizeof(float)), 0);
}

TEST(row_blocks, wide_elements_and_their_chunks) {
    host_array<tw::complex<double>, 2> z{extents(70, 1300)};
    for (index_t i = 0; i < z.size(); ++i)
        z.data()[i] = {static_cast<double>(i % 11), static_cast<double>(i % 7)};
    host_array<tw::complex<double>, 2> const got =
        exp(z * 0.01) / sum(exp(z * 0.01), rows, tw::keepdims);
    host_array<tw::complex<double>, 2> const e = exp(z * 0.01);
    host_array<tw::complex<double>, 2> const total = sum(e, rows, tw::keepdims);
    host_array<tw::complex<double>, 2> const want = e / total;
    for (index_t i = 0; i < z.size(); ++i) {
        ASSERT_NEAR(got.data()[i].real(), want.data()[i].real(), 1e-12);
        ASSERT_NEAR(got.data()[i].imag(), want.data()[i].imag(), 1e-12);
    }
}

TEST(row_blocks, do_not_depend_on_the_threads) {
    auto const x = waves(700, 300);
    int const before = tw::thread_count();
    tw::set_thread_count(1);
    host_array<float, 2> const one = softmaxed(x);
    for (int const threads : {2, 5}) {
        tw::set_thread_count(threads);
        host_array<float, 2> const several = softmaxed(x);
        EXPECT_EQ(std::memcmp(one.data(), several.data(), 700 * 300 * sizeof(float)), 0) << threads;
    }
    tw::set_thread_count(before);
}

TEST(row_blocks, a_users_exception_reaches_the_caller) {
    auto x = waves(300, 300);
    host_array<float, 2> const before = x;
    x(299, 7) = -1;
    auto const checked = tw::map(
        [](float v) {
            if (v < 0)
                throw std::runtime_error("negative");
            return v;
        },
        x);
    host_array<float, 2> y = before;
    EXPECT_THROW(y = checked / sum(checked, rows, tw::keepdims), std::runtime_error);
    EXPECT_EQ(std::memcmp(y.data(), before.data(), 300 * 300 * sizeof(float)), 0);
}

// The operands of two reductions lie along different axes of a row.
TEST(rows, of_which_operands_have_different_axes) {
    host_array<float, 3> a(3, 5, 1), b(3, 1, 4);
    a(tw::full_extent) = tw::cast<float>(tw::arange(5))(tw::newaxis, tw::full_extent, tw::newaxis);
    b(tw::full_extent) = 0.5f * tw::cast<float>(tw::arange(4));
    host_array<float, 3> const got =
        a * sum(exp(a), tw::axis<1, 2>, tw::keepdims) / sum(exp(b), tw::axis<1, 2>, tw::keepdims);
    double of_a = 0, of_b = 0;
    for (int i = 0; i < 5; ++i)
        of_a += std::exp(i);
    for (int j = 0; j < 4; ++j)
        of_b += std::exp(0.5 * j);
    for (index_t row = 0; row < 3; ++row)
        for (index_t i = 0; i < 5; ++i)
            EXPECT_NEAR(static_cast<double>(got(row, i, 0)), static_cast<double>(i) * of_a / of_b,
                        1e-4);
}

// Loops of arithmetic run in blocks, and what is left of a row one by one.
TEST(blocks_of_elements, every_length) {
    for (index_t n = 0; n < 70; ++n) {
        host_array<float> a(n), c(n);
        host_array<bool> q(n);
        host_array<int, 2> m(3, n + 2), r(3, n);
        for (index_t i = 0; i < n; ++i)
            a(i) = static_cast<float>(i);
        m(tw::full_extent) = tw::cast<int>(tw::arange(n + 2));
        c = a * 2.0f + 1.0f;
        q = a == 3.0f || (a > 5.0f && a < 40.0f);
        r = m(tw::full_extent, tw::slice(1, n + 1)) - 1;
        for (index_t i = 0; i < n; ++i) {
            EXPECT_EQ(c(i), 2.0f * static_cast<float>(i) + 1.0f) << n;
            EXPECT_EQ(q(i), i == 3 || (i > 5 && i < 40)) << n;
            EXPECT_EQ(r(2, i), static_cast<int>(i)) << n;
        }
    }
}

/// A reduction that several rows share is made once, not in the loop over them.
TEST(rows, reductions_that_rows_share) {
    tw::host_array<double, 2> a(40, 8), b(30, 8);
    a = reshape(tw::arange<double>(a.size()), a.shape());
    b = reshape(tw::arange<double>(b.size()) * 0.5, b.shape());
    auto const left = a(tw::full_extent, tw::newaxis);
    auto const right = b(tw::newaxis, tw::full_extent);
    auto const pairs = left - sum(right * right, tw::axis<2>, tw::keepdims);
    auto const sums = sum(square(pairs), tw::axis<2>);
    static_assert(tw::detail::row_statement<tw::detail::node_of<decltype(pairs)>>::axes == 0);
    static_assert(tw::detail::row_statement<tw::detail::node_of<decltype(sums)>>::axes == 0);
    auto const own = (left - right) / sum(left * right, tw::axis<2>, tw::keepdims);
    static_assert(tw::detail::row_statement<tw::detail::node_of<decltype(own)>>::axes == 1);
    tw::host_array<double, 3> const shared = sum(right * right, tw::axis<2>, tw::keepdims);
    tw::host_array<double, 3> const each = pairs;
    tw::host_array<double, 2> const totals = sums;
    EXPECT_TRUE(tw::item(array_equal(each, left - shared)));
    EXPECT_TRUE(tw::item(array_equal(totals, sum(square(left - shared), tw::axis<2>))));
}

}  // namespace
