// SPDX-License-Identifier: MIT
// Scans: what they mean, their types and axes, inside expressions, and as the value of an
// assignment.
#include <stdexcept>
#include <twill/complex.hpp>
#include <twill/half.hpp>

#include "support/scans.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
template <class X>
using scanned_type = tw::detail::value_of<decltype(cumsum(std::declval<X>()))>;

TEST(scans, of_a_vector) {
    auto const a = to_space({1.0, 2.0, 3.0, 4.0});
    EXPECT_TRUE(equal(cumsum(a), {1, 3, 6, 10}));
    EXPECT_TRUE(equal(cumprod(a), {1, 2, 6, 24}));
    auto const b = to_space({3, -1, 4, 1, -5, 9, 2});
    EXPECT_TRUE(equal(cummax(b), {3, 3, 4, 4, 4, 9, 9}));
    EXPECT_TRUE(equal(cummin(b), {3, -1, -1, -1, -5, -5, -5}));
    EXPECT_TRUE(equal(cumsum(b, tw::axis<0>), {3, 2, 6, 7, 2, 11, 13}));
    EXPECT_TRUE(equal(cumsum(to_space({7.0f})), {7.0f}));
}

struct exclusive_or {
    template <class T>
    TWILL_TEST_HD T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};
/// Associative, and not commutative.
struct later {
    TWILL_TEST_HD int operator()(int a, int b) const { return b != 0 ? b : a; }
};
TEST(scans, of_functions) {
    auto const bytes = to_space<std::uint8_t>({1, 3, 7, 255});
    EXPECT_TRUE(
        equal(tw::accumulate(bytes, exclusive_or{}), std::vector<std::uint8_t>{1, 2, 5, 250}));
    // The last element so far that is not 0.
    for (tw::index_t const rows : {1, 3})
        for (tw::index_t const columns : {5, 1000, 40000}) {
            array<int, 2> const m =
                tw::reshape(tw::cast<int>(where(tw::arange(rows * columns) % 7 == 3,
                                                tw::arange(rows * columns), 0)),
                            rows, columns);
            auto const given = values(m);
            std::vector<int> along(given), down(given);
            for (std::size_t i = 0; i < given.size(); ++i) {
                if (i % std::size_t(columns) != 0 && along[i] == 0)
                    along[i] = along[i - 1];
                if (i >= std::size_t(columns) && down[i] == 0)
                    down[i] = down[i - std::size_t(columns)];
            }
            EXPECT_TRUE(equal(tw::accumulate(m, later{}, 1), along));
            EXPECT_TRUE(equal(tw::accumulate(m, later{}, tw::axis<0>), down));
        }
    EXPECT_TRUE(equal(tw::accumulate(to_space({true, false, true}), exclusive_or{}) || false,
                      {true, true, false}));
}

#if !defined(__CUDACC__)
struct refusing {
    int operator()(int a, int b) const {
        if (b == 13)
            throw std::runtime_error("13");
        return a + b;
    }
};
// What is assigned keeps its elements where the function throws.
TEST(scans, of_functions_that_throw) {
    array<int> x = tw::arange(20);
    EXPECT_THROW((x = tw::accumulate(x, refusing{})), std::runtime_error);
    EXPECT_TRUE(equal(x, values(tw::evaluate<space>(tw::arange(20)))));
    array<int, 2> m = tw::reshape(tw::arange(20), 10, 2);
    EXPECT_THROW((m = tw::accumulate(m, refusing{}, 0)), std::runtime_error);
    EXPECT_TRUE(equal(m, values(tw::evaluate<space>(tw::arange(20)))));
}
#endif

TEST(scans, narrow_integers_accumulate_in_64_bits) {
    static_assert(std::is_same_v<scanned_type<array<bool>>, std::int64_t>);
    static_assert(std::is_same_v<scanned_type<array<std::int8_t>>, std::int64_t>);
    static_assert(std::is_same_v<scanned_type<array<std::uint16_t>>, std::uint64_t>);
    static_assert(std::is_same_v<scanned_type<array<float>>, float>);
    static_assert(std::is_same_v<scanned_type<array<tw::float16>>, tw::float16>);
    EXPECT_TRUE(equal(cumsum(to_space<std::int8_t>({100, 100, 100})), {100, 200, 300}));
    EXPECT_TRUE(equal(cumprod(to_space<std::uint8_t>({200, 200, 200})), {200, 40000, 8000000}));
    EXPECT_TRUE(equal(cumsum(to_space({1, 5, 2, 7}) > 3), {0, 1, 1, 2}));
    // In 64 bits they wrap.
    EXPECT_TRUE(equal(cumsum(to_space<std::int64_t>({INT64_MAX, 1})), {INT64_MAX, INT64_MIN}));
    EXPECT_TRUE(equal(cummax(to_space<std::int8_t>({-3, 5, 1})), {-3, 5, 5}));
    EXPECT_TRUE(equal(cummax(to_space({1, 5, 2, 7}) > 3), {false, true, true, true}));
}

TEST(scans, a_result_type_can_be_asked_for) {
    auto const x = to_space<std::uint8_t>({200, 100});
    EXPECT_TRUE(equal(tw::cumsum<std::uint8_t>(x), {200, 44}));
    EXPECT_TRUE(equal(tw::cumprod<float>(x), {200.0f, 20000.0f}));
    EXPECT_TRUE(equal(tw::cumsum<double>(to_space({16777216.0f, 1.0f})), {16777216.0, 16777217.0}));
    EXPECT_TRUE(equal(tw::cumsum<int>(to_space({1.9, 2.9, -3.9}), tw::axis<0>), {1, 3, 0}));
}

TEST(scans, short_floats_accumulate_in_float32) {
    // 2048 + 1 is not a float16, 2050 is.
    array<tw::float16> const x =
        tw::cast<tw::float16>(to_space({2048.0f, 1.0f, 1.0f, 60000.0f, -60000.0f}));
    EXPECT_TRUE(equal(tw::cast<float>(cumsum(x)), {2048, 2048, 2050, 62048, 2050}));
    EXPECT_TRUE(equal(tw::cast<float>(cummax(x)), {2048, 2048, 2048, 60000, 60000}));
}

TEST(scans, special_values) {
    auto const x = to_space({1.0, nan, 3.0, -inf});
    EXPECT_TRUE(equal(cummax(x), {1, nan, nan, nan}));
    EXPECT_TRUE(equal(cummin(x), {1, nan, nan, nan}));
    EXPECT_TRUE(equal(cumsum(x), {1, nan, nan, nan}));
    auto const y = to_space({-inf, -2.0, inf, 5.0});
    EXPECT_TRUE(equal(cummax(y), {-inf, -2, inf, inf}));
    EXPECT_TRUE(equal(cumsum(y), {-inf, -inf, nan, nan}));
    auto const zeros = to_space({-0.0, -0.0, 0.0, -0.0});
    EXPECT_TRUE(equal(cumsum(zeros), {-0.0, -0.0, 0.0, 0.0}));
    EXPECT_TRUE(equal(cummax(zeros), {-0.0, -0.0, 0.0, 0.0}));
    EXPECT_TRUE(equal(cummin(to_space({0.0, -0.0, 0.0})), {0.0, -0.0, -0.0}));
}

TEST(scans, of_complex_numbers) {
    using Z = tw::complex<double>;
    tw::host_array<Z> host(tw::extents(4));
    host[0] = {1, 2}, host[1] = {0, 1}, host[2] = {inf, 0}, host[3] = {2, 0};
    auto const z = to_space(host);
    EXPECT_TRUE(equal(real(cumsum(z)), {1, 1, inf, inf}));
    EXPECT_TRUE(equal(imag(cumsum(z)), {2, 3, 3, 3}));
    EXPECT_TRUE(equal(real(cumprod(z(tw::slice(0, 2)))), {1, -2}));
    // The first element is not multiplied by anything.
    EXPECT_TRUE(equal(imag(cumprod(z(tw::slice(2)))), {0, nan}));
}

TEST(scans, along_each_axis) {
    auto const m = to_space(std::vector<int>{1, 2, 3, 4, 5, 6}, tw::extents(2, 3));
    EXPECT_TRUE(equal(cumsum(m, tw::axis<0>), {1, 2, 3, 5, 7, 9}));
    EXPECT_TRUE(equal(cumsum(m, tw::axis<1>), {1, 3, 6, 4, 9, 15}));
    EXPECT_TRUE(equal(cumsum(m, tw::axis<-1>), {1, 3, 6, 4, 9, 15}));
    EXPECT_TRUE(equal(cumsum(m, tw::axes(-2)), {1, 2, 3, 5, 7, 9}));
    EXPECT_EQ(shape(cumsum(m, tw::axes(1))), (shape_vector{2, 3}));
    EXPECT_TRUE(equal(cumsum(reshape(m, -1)), {1, 3, 6, 10, 15, 21}));
    for (int const axis : {2, -3, 100}) {
        try {
            (void)values(cumprod(m, tw::axes(axis)));
            FAIL() << axis;
        } catch (tw::axis_error const& problem) {
            std::string const what = problem.what();
            EXPECT_NE(what.find(std::to_string(axis)), std::string::npos) << what;
            EXPECT_NE(what.find("rank 2"), std::string::npos) << what;
            EXPECT_NE(what.find("cumprod"), std::string::npos) << what;
        }
    }
    // A wrong axis leaves the target as it was.
    array<std::int64_t, 2> kept = cumsum(m, tw::axis<0>);
    EXPECT_THROW(kept = cumsum(m, tw::axes(7)), tw::axis_error);
    EXPECT_TRUE(equal(kept, {1, 2, 3, 5, 7, 9}));
}

TEST(scans, of_no_elements) {
    array<double> const none(tw::extents(0));
    EXPECT_EQ(shape(cumsum(none)), shape_vector{0});
    EXPECT_TRUE(equal(cumsum(none), {}));
    EXPECT_TRUE(equal(cummax(none), {}));
    array<float, 2> const wide(tw::extents(0, 3)), high(tw::extents(3, 0));
    for (int const axis : {0, 1}) {
        EXPECT_TRUE(equal(cummin(wide, tw::axes(axis)), {}));
        EXPECT_TRUE(equal(cumprod(high, tw::axes(axis)), {}));
        EXPECT_EQ(shape(cumprod(high, tw::axes(axis))), (shape_vector{3, 0}));
    }
    array<double> target = to_space({1.0});
    target = cumsum(none);
    EXPECT_EQ(target.size(), 0);
}

TEST(scans, inside_expressions) {
    auto const a = to_space({1.0, 2.0, 3.0, 4.0});
    auto const b = to_space({4.0, 3.0, 2.0, 1.0});
    EXPECT_TRUE(equal(a - cumsum(b), {-3, -5, -6, -6}));
    EXPECT_TRUE(equal(cumsum(square(a) + b * 0.5), {3, 8.5, 18.5, 35}));
    EXPECT_TRUE(equal(cumsum(cumsum(a)), {1, 4, 10, 20}));
    EXPECT_TRUE(equal(cumsum(a) / sum(a), {0.1, 0.3, 0.6, 1}));
    EXPECT_TRUE(within_ulps(cumsum(a / sum(a)) * 10.0, {1, 3, 6, 10}, 2));
    EXPECT_EQ(value(sum(cumsum(a))), 20.0);
    EXPECT_EQ(value(max(cumsum(a) - cumprod(b))), -3.0);
    auto const m = to_space(std::vector<int>{1, 2, 3, 4, 5, 6}, tw::extents(2, 3));
    EXPECT_TRUE(equal(sum(cumsum(m, tw::axis<0>), tw::axis<1>), {6, 21}));
    EXPECT_TRUE(equal(cumsum(sum(m, tw::axis<0>)), {5, 12, 21}));
    // An integral image.
    EXPECT_TRUE(equal(cumsum(cumsum(m, tw::axis<0>), tw::axis<1>), {1, 3, 6, 5, 12, 21}));
    // Generators alone.
    EXPECT_TRUE(equal(cumsum(tw::arange(1, 6)), {1, 3, 6, 10, 15}));
    // A recipe reads the values of that moment.
    array<double> changing = a;
    auto const total = cumsum(changing);
    changing += 1;
    EXPECT_TRUE(equal(total, {2, 5, 9, 14}));
}

TEST(scans, views_of_them) {
    auto const a = to_space({1.0, 2.0, 3.0, 4.0});
    EXPECT_TRUE(equal(cumsum(a)(tw::slice(tw::none, tw::none, -1)), {10, 6, 3, 1}));
    EXPECT_TRUE(equal(cumsum(a)(tw::slice(1, tw::none, 2)) + 1.0, {4, 11}));
    EXPECT_EQ(tw::item(cumsum(a)(-1)), 10.0);
    auto const m = to_space(std::vector<int>{1, 2, 3, 4, 5, 6}, tw::extents(2, 3));
    EXPECT_TRUE(equal(transpose(cumsum(m, tw::axis<1>)), {1, 4, 3, 9, 6, 15}));
    EXPECT_TRUE(equal(cumsum(m, tw::axis<1>)(tw::full_extent, -1), {6, 15}));
    EXPECT_TRUE(equal(cumsum(m(tw::full_extent, 1)), {2, 7}));
    EXPECT_TRUE(equal(flip(cumsum(flip(a, tw::axis<0>)), tw::axis<0>), {10, 9, 7, 4}));
}

TEST(scans, results_are_assigned_and_accumulated) {
    auto const b = to_space({1.0f, 2.0f, 3.0f});
    array<double> wide = cumsum(b);
    EXPECT_TRUE(equal(wide, {1, 3, 6}));
    wide += cumsum(b);
    EXPECT_TRUE(equal(wide, {2, 6, 12}));
    auto six = to_space({0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f});
    six(tw::slice(1, tw::none, 2)) = cumsum(b);
    EXPECT_TRUE(equal(six, {0, 1, 0, 3, 0, 6}));
    six(tw::slice(tw::none, tw::none, -2)) = cumprod(b);
    EXPECT_TRUE(equal(six, {0, 6, 0, 2, 0, 1}));
    auto m = to_space(std::vector<float>{0, 0, 0, 0, 0, 0}, tw::extents(2, 3));
    m(tw::full_extent) = cumsum(b);
    EXPECT_TRUE(equal(m, {1, 3, 6, 1, 3, 6}));
    m(1) = cummax(b);
    EXPECT_TRUE(equal(m, {1, 3, 6, 1, 2, 3}));
    auto [sums, greatest_so_far] = tw::evaluate(cumsum(b), cummax(b));
    EXPECT_TRUE(equal(sums, {1, 3, 6}));
    EXPECT_TRUE(equal(greatest_so_far, {1, 2, 3}));
    EXPECT_THROW(six(tw::slice(0, 2)) = cumsum(b), tw::shape_error);
}

TEST(scans, in_place_the_right_side_is_read_first) {
    auto a = to_space({1.0, 2.0, 3.0, 4.0});
    auto const* const data = a.data();
    a = cumsum(a);
    EXPECT_TRUE(equal(a, {1, 3, 6, 10}));
    EXPECT_EQ(a.data(), data);
    a = cumsum(a * 2.0 - a);
    EXPECT_TRUE(equal(a, {1, 4, 10, 20}));
    a(tw::slice(1)) = cumsum(a(tw::slice(tw::none, -1)));
    EXPECT_TRUE(equal(a, {1, 1, 5, 15}));
    a(tw::full_extent) = cumsum(a(tw::slice(tw::none, tw::none, -1)));
    EXPECT_TRUE(equal(a, {15, 20, 21, 22}));
    a = cumsum(a - a(0));
    EXPECT_TRUE(equal(a, {0, 5, 11, 18}));
    auto m = to_space(std::vector<int>{1, 2, 3, 4}, tw::extents(2, 2));
    m = tw::cast<int>(cumsum(transpose(m), tw::axis<0>));
    EXPECT_TRUE(equal(m, {1, 3, 3, 7}));
    auto big = to_space(digits<std::int64_t>(200000));
    auto const expected = scanned<std::int64_t>(values(big), tw::extents(1, 1, 200000), 2, plus{});
    big = cumsum(big);
    EXPECT_TRUE(equal(big, expected));
}

TEST(scans, explained) {
    auto const a = to_space(std::vector<float>(1000, 1.0f));
    auto const alone = tw::explain(cumsum(a * 2.0f));
    EXPECT_STREQ(alone.strategy, "scan");
    EXPECT_EQ(alone.kernels, 1);
    EXPECT_EQ(alone.bytes_read, 4000);
    EXPECT_EQ(alone.bytes_written, 4000);
    EXPECT_EQ(alone.temporaries, 0);
    auto const inside = tw::explain(a - cumsum(a));
    EXPECT_STREQ(inside.strategy, on_device ? "scan" : "flat");
    EXPECT_EQ(inside.kernels, on_device ? 1 : 2);
    EXPECT_EQ(inside.temporaries, on_device ? 0 : 1);
    EXPECT_NE(std::string(inside.c_str()).find("scan (cumsum) -> (1000,)"), std::string::npos)
        << inside.text;
    array<float> const long_one = tw::ones<float>(1 << 20);
    EXPECT_EQ(tw::explain(cumsum(long_one)).temporaries, on_device ? 1 : 0);
    EXPECT_EQ(tw::explain(cumsum(array<float>(tw::extents(0)))).kernels, 0);
}

}  // namespace
