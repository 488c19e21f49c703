// SPDX-License-Identifier: MIT
// sort and argsort: every element type, lines of many lengths, axes, layouts and orders.
#include <twill/complex.hpp>
#include <twill/half.hpp>

#include "support/sorts.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(sorting, numbers) {
    auto const a = to_space({3.0, -1.0, nan, 2.0, -inf, inf, -nan, 7.0});
    EXPECT_TRUE(equal(tw::sort(a), {-inf, -1, 2, 3, 7, inf, nan, nan}));
    EXPECT_TRUE(equal(tw::sort(a, tw::descending), {inf, 7, 3, 2, -1, -inf, nan, nan}));
    EXPECT_TRUE(equal(tw::argsort(a), {4, 1, 3, 0, 7, 5, 2, 6}));
    EXPECT_TRUE(equal(tw::argsort(a, tw::descending), {5, 7, 0, 3, 1, 4, 2, 6}));
    EXPECT_TRUE(equal(tw::argsort<std::int32_t>(a * 2.0), {4, 1, 3, 0, 7, 5, 2, 6}));
    EXPECT_TRUE(equal(tw::sort(to_space({true, false, true})), {false, true, true}));
    EXPECT_TRUE(equal(tw::argsort(to_space({true, false, true})), {1, 0, 2}));
    EXPECT_TRUE(equal(tw::sort(to_space({INT64_MIN, INT64_MAX, std::int64_t{0}})),
                      {INT64_MIN, 0, INT64_MAX}));
    EXPECT_TRUE(
        equal(tw::sort(to_space<std::uint8_t>({200, 3, 100}), tw::descending), {200, 100, 3}));
}

TEST(sorting, all_elements) {
    auto const m = tw::evaluate(reshape(to_space({3, 1, 2, 9, 0, 7}), 2, 3));
    EXPECT_TRUE(equal(tw::sort(m, tw::none), {0, 1, 2, 3, 7, 9}));
    EXPECT_TRUE(equal(tw::sort(m, tw::none, tw::descending), {9, 7, 3, 2, 1, 0}));
    EXPECT_TRUE(equal(tw::argsort(m, tw::none), {4, 1, 2, 0, 5, 3}));
    EXPECT_TRUE(equal(tw::argsort<std::int32_t>(m, tw::none, tw::descending), {3, 5, 0, 2, 1, 4}));
}

TEST(sorting, equal_elements_stay_in_order) {
    auto const zeros = to_space({1.0f, -0.0f, 0.0f, -0.0f, -1.0f});
    EXPECT_TRUE(equal(tw::argsort(zeros), {4, 1, 2, 3, 0}));
    EXPECT_TRUE(equal(tw::argsort(zeros, tw::descending), {0, 1, 2, 3, 4}));
    EXPECT_TRUE(equal(tw::argsort(to_space({2, 1, 2, 1, 2})), {1, 3, 0, 2, 4}));
    EXPECT_TRUE(equal(tw::argsort(to_space({2, 1, 2, 1, 2}), tw::descending), {0, 2, 4, 1, 3}));
}

TEST(sorting, zeros_of_lines_stay_in_order) {
    // On the device lines of up to 64 elements and one line do; longer ones have negative zeros
    // first.
    auto const row = std::vector<float>{1.0f, -0.0f, 0.0f, -0.0f, -1.0f};
    auto const x = to_space(row);
    auto const m = tw::evaluate(broadcast_to(x, tw::extents(40, 5)));
    EXPECT_TRUE(equal(tw::sort(m)(39), {-1.0f, -0.0f, 0.0f, -0.0f, 1.0f}));
    EXPECT_TRUE(equal(tw::sort(tw::evaluate(transpose(m)), tw::axis<0>)(tw::full_extent, 3),
                      {-1.0f, -0.0f, 0.0f, -0.0f, 1.0f}));
}

template <class T>
void check_lines(std::size_t lines, std::size_t length) {
    auto const x = mixed_values<T>(lines * length, static_cast<unsigned>(length + lines));
    auto const a = to_space(
        x, tw::extents<2>(static_cast<tw::index_t>(lines), static_cast<tw::index_t>(length)));
    for (bool const down : {false, true}) {
        auto const order = reference_order(x, length, down);
        auto const expected = reference_taken(x, order, length);
        SCOPED_TRACE(::testing::Message() << lines << " lines of " << length << ", " << down);
        if (down) {
            EXPECT_TRUE(same_numbers(tw::sort(a, tw::descending), expected));
            EXPECT_TRUE(same_numbers(tw::argsort(a, tw::descending), order));
        } else {
            EXPECT_TRUE(same_numbers(tw::sort(a), expected));
            EXPECT_TRUE(same_numbers(tw::argsort(a), order));
        }
    }
}

TEST(sorting, lines) {
    std::size_t const shapes[][2] = {{1, 1},   {3, 2},    {7, 31},  {2, 33},   {5, 100},
                                     {3, 511}, {2, 1025}, {40, 64}, {1, 5000}, {2, 20000}};
    for (auto const& s : shapes) {
        check_lines<float>(s[0], s[1]);
        check_lines<std::int64_t>(s[0], s[1]);
        check_lines<tw::bfloat16>(s[0], s[1]);
    }
    check_lines<std::int8_t>(9, 77);
    check_lines<bool>(3, 65);
}

template <class T>
void check_line(std::size_t length) {
    auto const x = mixed_values<T>(length, static_cast<unsigned>(length), 3000);
    auto const a = to_space(x);
    auto const order = reference_order(x, length);
    EXPECT_TRUE(same_numbers(tw::sort(a), reference_taken(x, order, length)));
    EXPECT_TRUE(same_numbers(tw::argsort<std::int32_t>(a),
                             std::vector<std::int32_t>(order.begin(), order.end())));
    auto const down = reference_order(x, length, true);
    EXPECT_TRUE(same_numbers(tw::sort(a, tw::descending), reference_taken(x, down, length)));
}

TEST(sorting, one_line_of_any_type) {
    for_types<std::uint16_t, std::int32_t, std::uint64_t, tw::float16, float, double>(
        [](auto type) {
            using T = typename decltype(type)::type;
            check_line<T>(1000);
            check_line<T>(150001);
        });
}

TEST(sorting, along_any_axis) {
    auto const m = to_space(std::vector<int>{6, 2, 9, 1, 7, 3}, tw::extents(2, 3));
    EXPECT_TRUE(equal(tw::sort(m), {2, 6, 9, 1, 3, 7}));
    EXPECT_TRUE(equal(tw::sort(m, tw::axis<0>), {1, 2, 3, 6, 7, 9}));
    EXPECT_TRUE(equal(tw::sort(m, 0, tw::descending), {6, 7, 9, 1, 2, 3}));
    EXPECT_TRUE(equal(tw::argsort(m, tw::axis<0>), {1, 0, 1, 0, 1, 0}));
    EXPECT_TRUE(equal(tw::sort(transpose(m)), {1, 6, 2, 7, 3, 9}));
    EXPECT_TRUE(equal(tw::sort(m(tw::full_extent, tw::slice(tw::none, tw::none, -1)) + 1),
                      {3, 7, 10, 2, 4, 8}));
    auto const t = counted(tw::extents(3, 4, 5));
    EXPECT_TRUE(equal(tw::sort(t, tw::axis<1>, tw::descending), values(flip(t, tw::axis<1>))));
    EXPECT_TRUE(equal(tw::sort(t, tw::axes(-3), tw::descending), values(flip(t, tw::axis<0>))));
    EXPECT_THROW((void)tw::sort(m, 2), tw::axis_error);
}

// An order of the user's.
struct by_last_digit {
    TWILL_TEST_HD bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

// Lines that lie apart, as many as fill vectors and some more, short and long.
template <class T>
void check_inner_axis(tw::index_t outer, tw::index_t length, tw::index_t inner) {
    SCOPED_TRACE(::testing::Message() << outer << " x " << length << " x " << inner);
    auto const x = mixed_values<T>(static_cast<std::size_t>(outer * length * inner),
                                   static_cast<unsigned>(length), 100);
    auto const a = to_space(x, tw::extents(outer, length, inner));
    auto const lines = tw::evaluate(permute(a, tw::axes(0, 2, 1)));
    EXPECT_TRUE(same_numbers(permute(tw::sort(a, tw::axis<1>), tw::axes(0, 2, 1)),
                             values(tw::sort(lines))));
    EXPECT_TRUE(
        same_numbers(permute(tw::argsort(a, tw::axis<1>, tw::descending), tw::axes(0, 2, 1)),
                     values(tw::argsort(lines, tw::descending))));
}
TEST(sorting, along_inner_axes) {
    tw::index_t const shapes[][3] = {{2, 3, 37}, {3, 17, 5}, {1, 130, 16}, {2, 1100, 19}};
    for (auto const& s : shapes) {
        check_inner_axis<float>(s[0], s[1], s[2]);
        check_inner_axis<std::int64_t>(s[0], s[1], s[2]);
    }
    check_inner_axis<std::uint8_t>(2, 70, 65);
    auto const a = to_space({31, 12, 22, 11, 9, 40});
    EXPECT_TRUE(
        equal(tw::sort(reshape(a, 3, 2), tw::axis<0>, by_last_digit{}), {31, 40, 22, 11, 9, 12}));
    EXPECT_TRUE(
        equal(tw::argsort(reshape(a, 3, 2), tw::axis<0>, by_last_digit{}), {0, 2, 1, 1, 2, 0}));
}

TEST(sorting, nothing_and_little) {
    array<float> const none(tw::extents(0));
    EXPECT_EQ(tw::sort(none).size(), 0);
    EXPECT_EQ(tw::argsort(none).size(), 0);
    array<float, 2> const lines(tw::extents(3, 0));
    EXPECT_EQ(shape(tw::sort(lines)), (shape_vector{3, 0}));
    EXPECT_EQ(shape(tw::argsort(lines, tw::axis<0>)), (shape_vector{3, 0}));
    EXPECT_TRUE(equal(tw::sort(to_space({5})), {5}));
}

TEST(sorting, in_place) {
    auto m = to_space(std::vector<int>{6, 2, 9, 1, 7, 3}, tw::extents(2, 3));
    auto const row = m(0);
    tw::sort_in_place(m(0), tw::descending);
    EXPECT_TRUE(equal(m, {9, 6, 2, 1, 7, 3}));
    tw::sort_in_place(m, tw::axis<0>);
    EXPECT_TRUE(equal(m, {1, 6, 2, 9, 7, 3}));
    EXPECT_TRUE(equal(row, {1, 6, 2}));
}

struct reading {
    int key;
    float value;
    TWILL_TEST_HD friend bool operator<(reading const& a, reading const& b) {
        return a.key < b.key;
    }
};

TEST(sorting, orders_of_the_user) {
    auto const a = to_space({31, 12, 22, 11, 9, 40});
    EXPECT_TRUE(equal(tw::sort(a, by_last_digit{}), {40, 31, 11, 12, 22, 9}));
    EXPECT_TRUE(equal(tw::argsort(a, by_last_digit{}), {5, 0, 3, 1, 2, 4}));
    auto const m = reshape(a, 2, 3);
    EXPECT_TRUE(equal(tw::sort(m, by_last_digit{}), {31, 12, 22, 40, 11, 9}));
    EXPECT_TRUE(equal(tw::argsort(m, tw::axis<0>, by_last_digit{}), {0, 0, 1, 1, 1, 0}));
    auto const readings =
        to_space(std::vector<reading>{{3, 1.0f}, {1, 2.0f}, {3, 3.0f}, {2, 4.0f}});
    auto const up = values(tw::sort(readings));
    auto const down = values(tw::sort(readings, tw::descending));
    EXPECT_EQ(up[0].value, 2.0f);
    EXPECT_EQ(up[3].value, 3.0f);
    EXPECT_EQ(down[0].value, 1.0f);
    EXPECT_EQ(down[1].value, 3.0f);
}

TEST(sorting, complex_numbers) {
    using Z = tw::complex<double>;
    std::vector<Z> const x = {{1, nan}, {2, 1},  {nan, nan}, {1, 2},
                              {nan, 0}, {1, -2}, {-0.0, 5},  {0.0, 4}};
    auto const z = to_space(x);
    EXPECT_TRUE(equal(tw::argsort(z), {7, 6, 5, 3, 1, 0, 4, 2}));
    EXPECT_TRUE(equal(tw::argsort(z, tw::descending), {1, 3, 5, 6, 7, 0, 4, 2}));
    EXPECT_TRUE(equal(real(tw::sort(z)), {0.0, -0.0, 1, 1, 2, 1, nan, nan}));
    EXPECT_TRUE(equal(tw::argsort(reshape(z, 2, 4)), {3, 1, 0, 2, 3, 2, 1, 0}));
}

TEST(sorting, equal_complex_numbers_stay_in_order) {
    using z = tw::complex<float>;
    std::vector<z> x;
    for (int i = 0; i < 1000; ++i)
        x.push_back(z(static_cast<float>(i * 7 % 5), static_cast<float>(i % 3)));
    std::vector<tw::index_t> order(x.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](tw::index_t a, tw::index_t b) {
        z const p = x[static_cast<std::size_t>(a)], q = x[static_cast<std::size_t>(b)];
        return p.real() != q.real() ? p.real() < q.real() : p.imag() < q.imag();
    });
    EXPECT_TRUE(equal(tw::argsort(to_space(x)), order));
}

TEST(sorting, several_arrays) {
    auto const keys = to_space({3, 1, 2, 1});
    auto const [k, v] = tw::sort_by_key(keys, to_space({1.0, 2.0, 3.0, 4.0}));
    EXPECT_TRUE(equal(k, {1, 1, 2, 3}));
    EXPECT_TRUE(equal(v, {2, 4, 3, 1}));
    auto const all = tw::sort_by_key(keys, keys * 10, to_space({1.0f, 2.0f, 3.0f, 4.0f}));
    EXPECT_TRUE(equal(std::get<1>(all), {10, 10, 20, 30}));
    EXPECT_TRUE(equal(std::get<2>(all), {2, 4, 3, 1}));
    auto const [keys_again, numbers] = tw::sort_by_key(keys, tw::arange(4));
    EXPECT_TRUE(equal(numbers, {1, 3, 2, 0}));
    auto const m = to_space(std::vector<int>{6, 2, 9, 1, 7, 3}, tw::extents(2, 3));
    auto const columns = tw::sort_by_key(m, m * 2, tw::axis<0>, tw::descending);
    EXPECT_TRUE(equal(std::get<1>(columns), {12, 14, 18, 2, 4, 6}));
    EXPECT_TRUE(equal(tw::lexsort(to_space({5, 6, 4, 5}), to_space({1, 0, 1, 0})), {3, 1, 2, 0}));
    EXPECT_THROW((void)tw::sort_by_key(keys, to_space({1, 2})), tw::shape_error);
    EXPECT_THROW((void)tw::lexsort(keys, to_space({1, 2})), tw::shape_error);
}

TEST(sorting, parts) {
    auto const x = mixed_values<float>(2999, 4, 500);
    auto const a = to_space(x);
    auto const order = reference_order(x, x.size());
    auto const sorted = reference_taken(x, order, x.size());
    auto const parted = values(tw::partition(a, 300));
    EXPECT_TRUE(same_number(parted[300], sorted[300]));
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_FALSE(i < 300 ? reference_before(parted[300], parted[i], false)
                             : reference_before(parted[i], parted[300], false));
    auto const places = values(tw::argpartition(a, -1));
    EXPECT_TRUE(same_number(x[static_cast<std::size_t>(places.back())], sorted.back()));
    // Many equal ones, lines of several axes, and few elements.
    auto check = [](auto const& m, std::size_t k, int axis) {
        auto const x_of = values(m);
        auto const place = values(tw::argpartition<std::int32_t>(m, k, axis));
        std::size_t const columns = static_cast<std::size_t>(m.extent(1));
        std::size_t const length = static_cast<std::size_t>(m.extent(axis));
        std::size_t const step = axis == 0 ? columns : 1;
        for (std::size_t line = 0; line < x_of.size() / length; ++line) {
            std::size_t const start = axis == 0 ? line : line * columns;
            auto at = [&](std::size_t i) {
                return x_of[start + static_cast<std::size_t>(place[start + i * step]) * step];
            };
            std::vector<bool> seen(length);
            bool ordered = true;
            for (std::size_t i = 0; i < length; ++i) {
                seen[static_cast<std::size_t>(place[start + i * step])] = true;
                ordered = ordered && (i < k ? at(i) <= at(k) : at(k) <= at(i));
            }
            EXPECT_TRUE(ordered);
            EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
        }
    };
    auto const many = to_space(mixed_values<std::int16_t>(5 * 3001, 7, 4), tw::extents(5, 3001));
    check(many, 1700, 1);
    check(many, 3, 0);
    check(tw::evaluate(transpose(many)), 2999, 0);
    check(many(tw::slice(0, 1)), 0, 1);
    check(tw::evaluate(many(tw::full_extent, tw::slice(0, 40))), 39, 1);
    EXPECT_THROW((void)tw::partition(a, 2999), tw::index_error);
    EXPECT_THROW((void)tw::argpartition(a, -3000), tw::index_error);
}

}  // namespace
