// SPDX-License-Identifier: MIT
// Several results of one call of evaluate: the same values as one by one, whatever they share.
#include "support/reductions.hpp"

#include <twill/half.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

std::vector<float> waves(std::size_t n) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = 1000.0f + static_cast<float>(i * 7919 % 1009) * 0.125f;
    return x;
}

/// Within the rounding of two different orders of adding.
template <class X, class Y>
::testing::AssertionResult close(X const& actual, Y const& expected) {
    auto const want = values(expected);
    return compare(values(actual), want, [](auto a, auto b) {
        return same(a, b) || std::abs(static_cast<double>(a) - static_cast<double>(b)) <=
                                 1e-5 * std::abs(static_cast<double>(b));
    });
}

TEST(joint, four_statistics) {
    for (std::size_t const n : {1, 2, 3, 7, 100, 1023, 4096, 100003}) {
        SCOPED_TRACE(n);
        auto const a = to_space(waves(n));
        auto const [low, high, middle, spread, sample] =
            tw::evaluate(min(a), max(a), mean(a), stddev(a), var(a, tw::ddof(1)));
        EXPECT_TRUE(equal(low, values(min(a))));
        EXPECT_TRUE(equal(high, values(max(a))));
        EXPECT_TRUE(close(middle, mean(a)));
        EXPECT_TRUE(close(spread, stddev(a)));
        EXPECT_TRUE(close(sample, var(a, tw::ddof(1))));
    }
}

TEST(joint, statistics_along_axes) {
    auto const a = to_space(waves(60 * 70 * 31), tw::extents(60, 70, 31));
    auto check = [&](auto const& x, auto which) {
        auto const [low, high, middle, spread, where] =
            tw::evaluate(min(x, which), max(x, which), mean(x, which, tw::keepdims),
                         stddev(x, which), argmax(x, which));
        EXPECT_TRUE(equal(low, values(min(x, which))));
        EXPECT_TRUE(equal(high, values(max(x, which))));
        EXPECT_TRUE(close(middle, mean(x, which)));
        EXPECT_TRUE(close(spread, stddev(x, which)));
        EXPECT_TRUE(equal(where, values(argmax(x, which))));
        EXPECT_EQ(shape(middle), shape(mean(x, which, tw::keepdims)));
    };
    for (int d = 0; d < 3; ++d)
        check(a, tw::axes(d));
    auto const turned = tw::permute(a, tw::axis<2, 0, 1>);
    for (int d = 0; d < 3; ++d)
        check(turned, tw::axes(d));
    check(a(tw::slice(tw::none, tw::none, -2)), tw::axes(1));
}

TEST(joint, different_operands_over_the_same_arrays) {
    auto const a = to_space(waves(5000));
    auto const b = to_space(waves(5001))(tw::slice(1));
    auto const [product, square_sum, spread] =
        tw::evaluate(sum(a * b), sum(square(a)), stddev(a - b));
    EXPECT_TRUE(close(product, sum(a * b)));
    EXPECT_TRUE(close(square_sum, sum(square(a))));
    EXPECT_TRUE(close(spread, stddev(a - b)));
    // The same type, other memory.
    auto const [first, second] = tw::evaluate(sum(a * a), sum(a * b));
    EXPECT_TRUE(close(first, sum(a * a)));
    EXPECT_TRUE(close(second, sum(a * b)));
}

TEST(joint, leaves_of_one_type_that_are_different_memory) {
    auto const a = to_space(waves(1000));
    array<float> const b = a * 2.0f;
    array<float> const c = a(tw::slice(0, 10)) * 3.0f;
    auto const [of_a, of_b, of_c, again] = tw::evaluate(sum(a), sum(b), max(c), max(a));
    EXPECT_TRUE(close(of_a, sum(a)));
    EXPECT_TRUE(close(of_b, sum(b)));
    EXPECT_TRUE(equal(of_c, values(max(c))));
    EXPECT_TRUE(equal(again, values(max(a))));
}

TEST(joint, shapes_and_axes_that_differ) {
    auto const m = to_space(waves(40 * 30), tw::extents(40, 30));
    auto const [rows, columns, all, other] = tw::evaluate(
        sum(m, tw::axis<1>), sum(m, tw::axis<0>), sum(m), sum(m(tw::slice(0, 5)), tw::axis<1>));
    EXPECT_TRUE(close(rows, sum(m, tw::axis<1>)));
    EXPECT_TRUE(close(columns, sum(m, tw::axis<0>)));
    EXPECT_TRUE(close(all, sum(m)));
    EXPECT_TRUE(close(other, sum(m(tw::slice(0, 5)), tw::axis<1>)));
    auto const [doubled, total, index] = tw::evaluate(m * 2.0f, sum(m), argmin(m));
    EXPECT_TRUE(equal(doubled, values(m * 2.0f)));
    EXPECT_TRUE(close(total, sum(m)));
    EXPECT_TRUE(equal(index, values(argmin(m))));
}

TEST(joint, elementwise_results) {
    for (std::size_t const n : {0, 1, 3, 4, 1000, 4099}) {
        SCOPED_TRACE(n);
        auto const a = to_space(waves(n));
        auto const b = to_space(waves(n + 1))(tw::slice(1));
        auto const [sum_of, difference, wide, whole, copy] =
            tw::evaluate(a + b, a - b, tw::cast<double>(a) * b, tw::cast<int>(a), a);
        EXPECT_TRUE(equal(sum_of, values(a + b)));
        EXPECT_TRUE(equal(difference, values(a - b)));
        EXPECT_TRUE(equal(wide, values(tw::cast<double>(a) * b)));
        EXPECT_TRUE(equal(whole, values(tw::cast<int>(a))));
        EXPECT_TRUE(equal(copy, values(a)));
    }
    auto const m = to_space(waves(40 * 30), tw::extents(40, 30));
    auto const [turned, same_shape, other_shape, total] =
        tw::evaluate(transpose(m) + 1.0f, transpose(m) - 1.0f, m * 2.0f, sum(m));
    EXPECT_TRUE(equal(turned, values(transpose(m) + 1.0f)));
    EXPECT_TRUE(equal(same_shape, values(transpose(m) - 1.0f)));
    EXPECT_TRUE(equal(other_shape, values(m * 2.0f)));
    EXPECT_TRUE(close(total, sum(m)));
}

TEST(joint, empty_and_special_operands) {
    array<float, 2> const none(tw::extents(0, 3));
    auto const [s, p, m] =
        tw::evaluate(sum(none, tw::axis<0>), prod(none, tw::axis<0>), mean(none, tw::axis<0>));
    EXPECT_TRUE(equal(s, {0, 0, 0}));
    EXPECT_TRUE(equal(p, {1, 1, 1}));
    EXPECT_TRUE(equal(m, {NAN, NAN, NAN}));
    auto const [nothing, least] = tw::evaluate(sum(none, tw::axis<1>), min(none, tw::axis<1>));
    EXPECT_EQ(nothing.size(), 0);
    EXPECT_EQ(least.size(), 0);
    EXPECT_THROW((void)tw::evaluate(sum(none), max(none)), tw::shape_error);
    // One of two operands is empty.
    auto const a = to_space(waves(9), tw::extents(3, 3));
    auto const [empty, full] = tw::evaluate(sum(none), sum(a));
    EXPECT_TRUE(equal(empty, {0}));
    EXPECT_TRUE(close(full, sum(a)));
}

TEST(joint, moments_with_an_unusual_first_element) {
    for (float const first : {1e8f, INFINITY, -INFINITY, NAN}) {
        SCOPED_TRACE(first);
        auto x = waves(70000);
        x[0] = first;
        auto const a = to_space(x);
        auto const [middle, spread, low, high] = tw::evaluate(mean(a), stddev(a), min(a), max(a));
        double sum = 0, squares = 0;
        for (float v : x)
            sum += v;
        double const mean = sum / static_cast<double>(x.size());
        for (float v : x)
            squares += (v - mean) * (v - mean);
        double const deviation = std::sqrt(squares / static_cast<double>(x.size()));
        if (std::isfinite(first)) {
            EXPECT_NEAR(value(middle) / mean, 1, 1e-5);
            EXPECT_NEAR(value(spread) / deviation, 1, 1e-4);
        } else {
            EXPECT_TRUE(same(value(middle), static_cast<float>(mean)));
            EXPECT_TRUE(std::isnan(value(spread)));
        }
        EXPECT_TRUE(equal(low, {std::isnan(first) ? NAN : std::fmin(first, 1000.0f)}));
        EXPECT_TRUE(equal(high, {std::isnan(first) ? NAN : std::fmax(first, 1126.0f)}));
    }
}

struct largest_magnitude {
    template <class T>
    TWILL_TEST_HD T operator()(T a, T b) const {
        T const x = a < 0 ? -a : a;
        T const y = b < 0 ? -b : b;
        return x < y ? y : x;
    }
};
struct either {
    TWILL_TEST_HD bool operator()(bool a, bool b) const { return a || b; }
};
struct add_up {
    template <class T>
    TWILL_TEST_HD T operator()(T a, T b) const {
        return static_cast<T>(a + b);
    }
};
struct times {
    float scale;
    TWILL_TEST_HD float operator()(float a, float b) const { return a * b * scale; }
};

/// Reads a table: only indices of elements may reach it.
struct table_entry {
    float const* table;
    TWILL_TEST_HD float operator()(std::int32_t i) const { return table[i]; }
};

TEST(joint, a_users_function_sees_elements_only) {
    auto const table = to_space(waves(100));
    std::vector<std::int32_t> some, more;
    for (int i = 0; i < 40; ++i)
        (i % 4 == 0 ? some : more).push_back(i);
    auto const few = to_space(some);
    auto const many = to_space(more);
    table_entry const entry{table.data()};
    auto const [s, m] = tw::evaluate(sum(tw::map(entry, few)), sum(tw::map(entry, many)));
    EXPECT_TRUE(close(s, sum(tw::map(entry, few))));
    EXPECT_TRUE(close(m, sum(tw::map(entry, many))));
}

TEST(joint, generators_in_a_named_space) {
    auto const x = square(tw::cast<double>(tw::arange(1000)));
    auto const [total, most, all] = tw::evaluate<space>(sum(x), max(x), x);
    EXPECT_EQ(tw::item(total), 332833500.0);
    EXPECT_EQ(tw::item(most), 998001.0);
    EXPECT_TRUE(equal(all, values(x)));
    auto const a = to_space(waves(1000));
    auto const [both, mine] = tw::evaluate<space>(sum(x * a), sum(x));
    EXPECT_TRUE(close(both, sum(x * a)));
    EXPECT_EQ(tw::item(mine), 332833500.0);
}

TEST(joint, more_results_than_fit_together) {
    auto const a = to_space(std::vector<double>{1, 2, 4, 8});
    auto const all = tw::evaluate(stddev(a), stddev(a + 1), stddev(a * 2), stddev(a * a),
                                  stddev(-a), stddev(a - 1));
    EXPECT_TRUE(close(std::get<0>(all), stddev(a)));
    EXPECT_TRUE(close(std::get<3>(all), stddev(a * a)));
    EXPECT_TRUE(close(std::get<5>(all), stddev(a)));
}

TEST(joint, user_defined_reductions) {
    auto const m = to_space(std::vector<float>{1, -2, 3, -9, 5, 6}, tw::extents(2, 3));
    EXPECT_TRUE(equal(tw::reduce(m, largest_magnitude{}, 0.0f), {9}));
    EXPECT_TRUE(equal(tw::reduce(m, largest_magnitude{}, 0.0f, tw::axis<1>), {3, 9}));
    EXPECT_TRUE(equal(tw::reduce(m, largest_magnitude{}, 0.0, tw::axis<0>), {9.0, 5.0, 6.0}));
    EXPECT_TRUE(equal(tw::reduce(m * 2.0f, largest_magnitude{}, 0.0f, tw::keepdims), {18}));
    // A function with state.
    EXPECT_TRUE(equal(tw::reduce(m, times{1.0f}, 1.0f), {1620}));
    array<float> const none(tw::extents<1>(0));
    EXPECT_TRUE(equal(tw::reduce(none, largest_magnitude{}, 7.0f), {7}));
    auto const [own, built_in] = tw::evaluate(tw::reduce(m, largest_magnitude{}, 0.0f), sum(m));
    EXPECT_TRUE(equal(own, {9}));
    EXPECT_TRUE(equal(built_in, {4}));
    // A column of bools, whose accumulators are neighbours.
    auto const flags = to_space(std::vector<std::int32_t>{1, 0, 1, 1, 0, 0}, tw::extents(3, 2)) > 0;
    EXPECT_TRUE(equal(tw::reduce(flags, either{}, false, tw::axis<0>), {true, true}));
    EXPECT_TRUE(equal(tw::reduce(flags, either{}, false, tw::axis<1>), {true, true, false}));
    auto const large = to_space(waves(300000));
    EXPECT_TRUE(equal(tw::reduce(large, largest_magnitude{}, 0.0f), values(max(large))));
}

// An identity that cannot hold the elements is weak, as scalars are.
TEST(joint, identities_of_narrower_types) {
    auto const d = to_space(std::vector<double>(4, 0.25));
    EXPECT_TRUE(equal(tw::reduce(d, add_up{}, 0), {1.0}));
    auto const of_doubles = tw::reduce(d, add_up{}, 0.0f);
    EXPECT_TRUE(equal(of_doubles, {1.0}));
    EXPECT_TRUE((std::is_same_v<decltype(of_doubles)::value_type, double>));
    array<tw::float16> const halves = tw::cast<tw::float16>(d);
    auto const of_halves = tw::reduce(halves, add_up{}, 0);
    EXPECT_TRUE(equal(tw::cast<float>(of_halves), {1.0f}));
    EXPECT_TRUE((std::is_same_v<decltype(of_halves)::value_type, tw::float16>));
    auto const u = to_space(std::vector<std::uint64_t>{std::uint64_t{1} << 63, 5});
    EXPECT_TRUE(equal(tw::reduce(u, add_up{}, 0), {(std::uint64_t{1} << 63) + 5}));
    EXPECT_THROW((void)tw::reduce(u, add_up{}, -1), tw::value_error);
    auto const i = to_space(std::vector<std::int64_t>{std::int64_t{1} << 40, 5});
    EXPECT_TRUE(equal(tw::reduce(i, add_up{}, 0, tw::axis<0>), {(std::int64_t{1} << 40) + 5}));
    // One that holds them is the type to which they are converted.
    auto const pixels = to_space(std::vector<std::uint8_t>{200, 100});
    EXPECT_TRUE(equal(tw::reduce(pixels, add_up{}, 0), {300}));
    EXPECT_TRUE(equal(tw::reduce(i, add_up{}, 0.0), {1099511627781.0}));
}

}  // namespace
