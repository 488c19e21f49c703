// SPDX-License-Identifier: MIT
// Terms that vary along fewer axes than the result: computed less often, with the same values.
#include "support/terms.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class X, class Y>
auto distance(X const& lat, Y const& lon) {
    auto h = square(sin(0.008726645 * (30.0 - lat))) +
             cos(0.01745329 * lat) * 0.8660254 * square(sin(0.008726645 * (101.0 - lon)));
    return 12742.0 * atan2(h, 1.0 - h);
}

constexpr std::pair<index_t, index_t> shapes[] = {
    {1, 1},   {1, 64},  {64, 1},    {5, 3},     {4, 4},     {300, 5},   {3, 300},
    {37, 53}, {64, 64}, {40, 1030}, {1030, 40}, {257, 257}, {700, 129}, {2500, 8}};

TEST(hoisting, grids_of_either_indexing) {
    for (auto const& [rows, columns] : shapes) {
        SCOPED_TRACE(::testing::Message() << rows << " x " << columns);
        auto const x = tw::linspace(29.0, 31.0, columns);
        auto const y = tw::linspace(99.0, 101.0, rows);
        {
            auto const [lat, lon] = tw::meshgrid(x, y);
            array<double, 2> const all_lat = tw::evaluate<space>(lat);
            array<double, 2> const all_lon = tw::evaluate<space>(lon);
            array<double, 2> const result = tw::evaluate<space>(distance(lat, lon));
            EXPECT_TRUE(close(result, distance(all_lat, all_lon)));
        }
        {
            auto const [lat, lon] = tw::meshgrid<tw::indexing::ij>(x, y);
            array<double, 2> const all_lat = tw::evaluate<space>(lat);
            array<double, 2> const all_lon = tw::evaluate<space>(lon);
            EXPECT_TRUE(close(distance(lat, lon), distance(all_lat, all_lon)));
        }
    }
}

TEST(hoisting, rows_and_columns_of_arrays) {
    for_types<float, double>([](auto type) {
        using T = typename decltype(type)::type;
        for (auto const& [rows, columns] : shapes) {
            SCOPED_TRACE(::testing::Message() << rows << " x " << columns);
            auto const row = line<T>(columns, 1);
            auto const column = line<T>(rows, 2);
            auto const sines = tw::evaluate(sin(column));
            auto const cosines = tw::evaluate(cos(row));
            EXPECT_TRUE(identical(sin(column(full_extent, newaxis)) * cos(row),
                                  sines(full_extent, newaxis) * cosines));
        }
    });
    // So many short rows that tiles of them are high.
    for (index_t const columns : {5, 16}) {
        SCOPED_TRACE(columns);
        auto const row = line<float>(columns, 1);
        auto const column = line<float>(600011, 2);
        auto const sines = tw::evaluate(sin(column));
        auto const cosines = tw::evaluate(cos(row));
        EXPECT_TRUE(identical(sin(column(full_extent, newaxis)) * cos(row),
                              sines(full_extent, newaxis) * cosines));
    }
    for_types<std::int8_t, int, double>([](auto type) {
        using T = typename decltype(type)::type;
        for (auto const& [rows, columns] : shapes) {
            SCOPED_TRACE(::testing::Message() << rows << " x " << columns);
            // Shapes (n, 1) and (1, n), and a third operand that has both.
            auto const tall = numbers<T>(extents<2>(rows, 1), 3);
            auto const wide = numbers<T>(extents<2>(1, columns), 4);
            auto const both = numbers<T>(extents<2>(rows, columns), 5);
            auto const f_tall = tw::evaluate(tw::map(curve{}, tall));
            auto const f_wide = tw::evaluate(tw::map(curve{}, wide));
            // Terms of one type with different values.
            EXPECT_TRUE(identical(tw::map(curve{}, tall) * both * tw::map(curve{}, wide),
                                  f_tall * both * f_wide));
            EXPECT_TRUE(
                identical(tw::map(curve{}, wide) * tw::map(curve{}, tall), f_wide * f_tall));
        }
    });
}

TEST(hoisting, views_of_any_layout) {
    auto const base = numbers<float>(extents<2>(90, 141), 1);
    auto const row = line<float>(500, 2);
    auto const column = line<float>(500, 3);
    auto const steps = row(slice(300, 18, -2));
    auto const down = column(slice(4, 94))(full_extent, newaxis);
    auto const sines = tw::evaluate(sin(steps));
    auto const cosines = tw::evaluate(cos(down));
    array<float, 2> const expected = sines * cosines * base;
    EXPECT_TRUE(identical(sin(steps) * cos(down) * base, expected));
    // The target in the middle of a larger one: rows start at any distance from a packet boundary.
    for (index_t const shift : {0, 1, 2, 3}) {
        array<float, 2> big = tw::full(extents<2>(95, 151), -1.0f);
        big(slice(2, 92), slice(shift, 141 + shift)) = sin(steps) * cos(down) * base;
        EXPECT_TRUE(identical(big(slice(2, 92), slice(shift, 141 + shift)), expected));
        EXPECT_EQ(untouched(big), 95 * 151 - 90 * 141);
    }
    array<float, 2> even = tw::full(extents<2>(90, 282), -1.0f);
    even(full_extent, slice(0, none, 2)) = sin(steps) * cos(down) * base;
    EXPECT_TRUE(identical(even(full_extent, slice(0, none, 2)), expected));
    EXPECT_EQ(untouched(even), 90 * 141);
    array<float, 2> turned(extents<2>(141, 90));
    transpose(turned)(slice(none, none, -1)) = sin(steps) * cos(down) * base;
    EXPECT_TRUE(identical(transpose(turned)(slice(none, none, -1)), expected));
    // A transposed operand beside terms that could be hoisted.
    auto const across = tw::evaluate(transpose(base));
    EXPECT_TRUE(identical(sin(steps) * cos(down) * transpose(across), expected));
}

TEST(hoisting, more_axes) {
    for (auto const& shape : {extents<3>(5, 7, 9), extents<3>(20, 3, 70), extents<3>(3, 40, 33),
                              extents<3>(64, 5, 1), extents<3>(1, 5, 64), extents<3>(6, 1, 64)}) {
        SCOPED_TRACE(tw::detail::text_of(shape).text);
        auto const x = line<int>(shape[0], 1);
        auto const y = line<int>(shape[1], 2);
        auto const z = line<int>(shape[2], 3);
        auto const [a, b, c] = tw::meshgrid<tw::indexing::ij>(x, y, z);
        auto const p = tw::evaluate(tw::map(curve{}, x));
        auto const q = tw::evaluate(tw::map(curve{}, y));
        auto const r = tw::evaluate(tw::map(curve{}, z));
        auto const [d, e, f] = tw::meshgrid<tw::indexing::ij>(p, q, r);
        auto const full = numbers<int>(shape, 4);
        auto const fa = tw::map(curve{}, a);
        auto const fb = tw::map(curve{}, b);
        auto const fc = tw::map(curve{}, c);
        EXPECT_TRUE(identical(fa * fb * fc, d * e * f));
        EXPECT_TRUE(identical(fa + fb * fc, d + e * f));
        EXPECT_TRUE(identical(full * (fa + fc) * fb, full * (d + f) * e));
        EXPECT_TRUE(identical(full - (fa + fb) * fc, full - (d + e) * f));
        array<int, 3> turned(extents<3>(shape[1], shape[2], shape[0]));
        permute(turned, tw::axis<2, 0, 1>) = full * fa + fb * fc;
        EXPECT_TRUE(identical(permute(turned, tw::axis<2, 0, 1>), full * d + e * f));
        auto const plane = numbers<int>(extents<2>(shape[1], shape[2]), 5);
        auto const f_plane = tw::evaluate(tw::map(curve{}, plane));
        EXPECT_TRUE(identical(tw::map(curve{}, plane) * full * fc, f_plane * full * f));
    }
}

struct parabola {
    double top;
    TWILL_TEST_HD double operator()(index_t, index_t j) const {
        double const x = static_cast<double>(j);
        return top - x * x;
    }
};
TEST(hoisting, functions_of_the_user) {
    extents<2> const shape(130, 70);
    auto const by_column = tw::from_function(shape, parabola{3.0});
    auto const all = tw::evaluate<space>(by_column);
    auto const m = numbers<double>(shape, 1);
    EXPECT_TRUE(identical(m * by_column, m * all));
    EXPECT_TRUE(identical(transpose(m * by_column), transpose(m) * transpose(all)));
    array<double, 2> const twice = all * all;
    EXPECT_TRUE(identical(tw::evaluate<space>(by_column * by_column), twice));
}

TEST(hoisting, results_take_the_place_of_operands) {
    auto const row = line<float>(150, 1), column = line<float>(60, 2);
    auto const down = column(full_extent, newaxis);
    auto const sines = tw::evaluate(sin(row)), cosines = tw::evaluate(cos(column));
    auto d = numbers<float>(extents<2>(60, 150), 3);
    array<float, 2> const expected = d * sines * cosines(full_extent, newaxis);
    d = d * sin(row) * cos(down);
    EXPECT_TRUE(identical(d, expected));
    d *= sin(row);
    array<float, 2> const again = expected * sines;
    EXPECT_TRUE(identical(d, again));
    // A row and a column of the target itself.
    auto const first = tw::evaluate(sin(d(0)));
    array<float, 2> const by_first = again * first;
    d = d * sin(d(0));
    EXPECT_TRUE(identical(d, by_first));
    auto const left = tw::evaluate(exp(d(full_extent, slice(0, 1))));
    array<float, 2> const by_left = by_first * left;
    d *= exp(d(full_extent, slice(0, 1)));
    EXPECT_TRUE(identical(d, by_left));
}

TEST(hoisting, explain_tells) {
    auto const row = line<float>(150, 1), column = line<float>(60, 2);
    auto const m = numbers<float>(extents<2>(60, 150), 3);
    EXPECT_STREQ(tw::explain(sin(row) * exp(row) * m).strategy, "hoisted");
    // A function of floats costs no more than waiting for memory; a host waits for every function.
    EXPECT_STREQ(tw::explain(sin(row) * m).strategy, twill_test::on_device ? "strided" : "hoisted");
    EXPECT_STREQ(tw::explain(sin(column(full_extent, newaxis)) * cos(row)).strategy, "hoisted");
    EXPECT_STREQ(tw::explain(sin(m * row)).strategy, "strided");
    EXPECT_STREQ(tw::explain(sin(m) * row).strategy, "strided");
    EXPECT_STREQ(tw::explain(sin(m) * 2.0f).strategy, "flat");
    auto const [x, y] = tw::meshgrid(tw::linspace(0.0, 1.0, 30), tw::linspace(0.0, 1.0, 40));
    EXPECT_STREQ(tw::explain<space>(sin(x) + y).strategy, "hoisted");
    EXPECT_EQ(tw::explain<space>(sin(x) + y).kernels, 1);
    auto const [u, v] = tw::meshgrid(tw::linspace(0.0, 1.0, 7), tw::linspace(0.0, 1.0, 40));
    EXPECT_STREQ(tw::explain<space>(sin(u) + v).strategy, "hoisted");
}

}  // namespace
