// SPDX-License-Identifier: MIT
// Generators. NumPy rounds after the product and after the sum; a device may contract both into one
// rounding, which moves an element by at most one ulp of the greater of the two operands.
#include "goldens/generators.hpp"

#include <algorithm>

#include <twill/half.hpp>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class Case>
auto expected_of(Case const& c) {
    return std::vector(c.values, c.values + c.count);
}

/// start + i * step within one rounding of the greatest number on the way.
template <class X>
::testing::AssertionResult one_rounding(X const& x, std::vector<element_t<X>> const& expected) {
    using T = element_t<X>;
    if constexpr (std::is_integral_v<T>) {
        return equal(x, expected);
    } else {
        T largest = 0;
        for (T const value : expected)
            largest = std::max(largest, std::abs(value));
        T const tolerance = on_device ? largest * std::numeric_limits<T>::epsilon() : T(0);
        return compare(values(x), expected,
                       [tolerance](T a, T b) { return std::abs(a - b) <= tolerance; });
    }
}

template <class T, std::size_t N>
void check_arange(tw::goldens::arange_case<T> const (&cases)[N]) {
    for (auto const& c : cases) {
        SCOPED_TRACE(text(c.start) + ", " + text(c.stop) + ", " + text(c.step));
        EXPECT_TRUE(one_rounding(tw::arange(c.start, c.stop, c.step), expected_of(c)));
    }
}
TEST(generators, arange_as_numpy) {
    check_arange(tw::goldens::arange_int32);
    check_arange(tw::goldens::arange_int64);
    check_arange(tw::goldens::arange_uint8);
    check_arange(tw::goldens::arange_float64);
    check_arange(tw::goldens::arange_float32);
}

TEST(generators, arange_counts_and_fails) {
    EXPECT_EQ(shape(tw::arange(1, 1.3, 0.1)), std::vector<tw::index_t>{4});
    EXPECT_EQ(shape(tw::arange(5, 0)), std::vector<tw::index_t>{0});
    EXPECT_EQ(shape(tw::arange(-3)), std::vector<tw::index_t>{0});
    EXPECT_THROW((void)tw::arange(0, 5, 0), tw::value_error);
    EXPECT_THROW((void)tw::arange(0.0, 5.0, 0.0), tw::value_error);
    EXPECT_THROW((void)tw::arange(0.0, 5.0, std::nan("")), tw::value_error);
    EXPECT_THROW((void)tw::arange(0.0, double{INFINITY}, 1.0), tw::value_error);
    EXPECT_TRUE(equal(tw::arange<float>(3), {0.0f, 1.0f, 2.0f}));
    EXPECT_TRUE(equal(tw::arange(std::int8_t{-2}, std::int8_t{2}), {-2, -1, 0, 1}));
    // Counting does not go through float64: 2^62 + 1 elements less than the range's end.
    std::int64_t const big = (std::int64_t{1} << 62) + 1;
    EXPECT_EQ(tw::arange(std::int64_t{0}, big, std::int64_t{1}).shape()[0], big);
}

TEST(generators, sizes_in_braces) {
    int const rows = 2;
    EXPECT_TRUE(equal(tw::evaluate<space>(tw::full({rows, 3}, 7)), {7, 7, 7, 7, 7, 7}));
    EXPECT_EQ(tw::zeros({2, 3}).shape(), tw::extents(2, 3));
    EXPECT_EQ(tw::ones<int>({4}).shape(), tw::extents(4));
    EXPECT_EQ(tw::full({4}, 1.0).shape(), tw::extents(4));
    auto const a = to_space({1, 2, 3, 4, 5, 6});
    EXPECT_EQ(tw::reshape(a, {rows, -1}).shape(), tw::extents(2, 3));
    EXPECT_EQ(tw::reshape(tw::arange(6), {3, 2}).shape(), tw::extents(3, 2));
    EXPECT_EQ(tw::broadcast_to(a, {2, 6}).shape(), tw::extents(2, 6));
    EXPECT_THROW((void)tw::reshape(a, {4, 2}), tw::shape_error);
}
TEST(generators, ends_of_two_types) {
    std::vector<int> const v(5);
    auto const range = tw::arange(0, v.size());
    static_assert(std::is_same_v<decltype(range)::value_type, std::int64_t>);
    EXPECT_TRUE(equal(range, {0, 1, 2, 3, 4}));
    auto const counted = tw::arange(v.size());
    static_assert(std::is_same_v<decltype(counted)::value_type, std::int64_t>);
    EXPECT_TRUE(equal(counted, {0, 1, 2, 3, 4}));
    EXPECT_TRUE(equal(tw::arange(v.size(), -1, -2), {5, 3, 1}));
    EXPECT_TRUE(equal(tw::arange(0, v.size(), 2.5), {0.0, 2.5}));
    EXPECT_TRUE(equal(tw::arange<float>(1, v.size(), std::size_t{3}), {1.0f, 4.0f}));
    EXPECT_TRUE(
        equal(tw::arange<std::uint64_t>(~std::uint64_t{0} - 2, ~std::uint64_t{0}, std::uint64_t{1}),
              {~std::uint64_t{0} - 2, ~std::uint64_t{0} - 1}));
    EXPECT_TRUE(equal(tw::linspace(0, v.size(), 3), {0.0, 2.5, 5.0}));
    auto const chosen = where(to_space({true, false}), -1, v.size());
    static_assert(std::is_same_v<decltype(chosen)::value_type, std::int64_t>);
    EXPECT_TRUE(equal(chosen, {-1, 5}));
    EXPECT_THROW((void)values(where(to_space({true}), 0, ~std::uint64_t{0})), tw::value_error);
}

TEST(generators, arange_holds_what_it_is_asked_for) {
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::lowest();
    constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    EXPECT_THROW((void)tw::arange(lowest, highest), tw::value_error);
    EXPECT_THROW((void)tw::arange(std::numeric_limits<std::uint64_t>::max()), tw::value_error);
    std::uint64_t const beyond = (std::uint64_t{1} << 63) + 5;
    EXPECT_TRUE(
        equal(tw::arange<std::uint64_t>(beyond, beyond + 3), {beyond, beyond + 1, beyond + 2}));
    EXPECT_THROW((void)tw::arange(beyond, beyond + 3), tw::value_error);
    EXPECT_THROW((void)tw::arange(beyond, 0, -1), tw::value_error);
    EXPECT_EQ(tw::arange(beyond, 7).shape()[0], 0);
    EXPECT_EQ(tw::arange(lowest, highest, std::int64_t{3}).shape()[0], 6148914691236517205);
    EXPECT_EQ(tw::arange(highest, lowest, lowest).shape()[0], 2);
    EXPECT_TRUE(equal(tw::arange(highest - 2, highest), {highest - 2, highest - 1}));
    // The stop is no element.
    EXPECT_EQ(values(tw::arange<std::int8_t>(128)).back(), 127);
    EXPECT_EQ(values(tw::arange<std::uint8_t>(256)).back(), 255);
    EXPECT_THROW((void)tw::arange<std::int8_t>(129), tw::value_error);
    EXPECT_THROW((void)tw::arange<std::int8_t>(300), tw::value_error);
    EXPECT_THROW((void)tw::arange<std::uint8_t>(-1, 3), tw::value_error);
    EXPECT_TRUE(equal(tw::arange<std::uint8_t>(3, -1, -1), {3, 2, 1, 0}));
    EXPECT_TRUE(equal(tw::arange<std::uint8_t>(300, 0), {}));
    // Floats that an integer type cannot hold, and those it can.
    EXPECT_THROW((void)tw::arange<int>(1e300, 1e301, 1e300), tw::value_error);
    EXPECT_THROW((void)tw::arange<int>(0.0, 1e10, 1e9), tw::value_error);
    EXPECT_THROW((void)tw::arange<std::int64_t>(0x1p63, 0x1p64, 0x1p62), tw::value_error);
    EXPECT_TRUE(equal(tw::arange<std::int64_t>(-0x1p63, 0.0, 0x1p62), {lowest, lowest / 2}));
    EXPECT_TRUE(equal(tw::arange<int>(0.0, 3e9, 2147483647.0), {0, 2147483647}));
    EXPECT_THROW((void)tw::arange<float>(0.0, 1e39, 5e38), tw::value_error);
    EXPECT_TRUE(equal(tw::arange<int>(7.5, 8.0, 1e300), {7}));
    try {
        (void)tw::arange<std::int8_t>(300);
    } catch (tw::value_error const& problem) {
        EXPECT_NE(std::string(problem.what())
                      .find("arange: the last element 299 does not fit into "
                            "int8 elements"),
                  std::string::npos)
            << problem.what();
    }
}

template <class T, std::size_t N>
void check_linspace(tw::goldens::linspace_case<T> const (&cases)[N]) {
    for (auto const& c : cases) {
        SCOPED_TRACE(text(c.start) + ", " + text(c.stop) + ", " + text(c.num));
        auto const x = tw::linspace(c.start, c.stop, c.num, c.endpoint);
        EXPECT_TRUE(one_rounding(x, expected_of(c)));
        if (c.endpoint && c.num > 1) {
            EXPECT_EQ(values(x).back(), c.stop);
        }
    }
}
// NumPy rounds down.
TEST(generators, linspace_of_integers) {
    EXPECT_TRUE(equal(tw::linspace<int>(0, 10, 5), {0, 2, 5, 7, 10}));
    EXPECT_TRUE(equal(tw::linspace<std::int64_t>(-3, 2, 4), {-3, -2, 0, 2}));
    EXPECT_TRUE(equal(tw::linspace<std::uint8_t>(0.0, 255.0, 3, false), {0, 85, 170}));
    static_assert(std::is_same_v<decltype(tw::linspace<int>(0, 10, 5))::value_type, int>);
    static_assert(std::is_same_v<decltype(tw::logspace<int>(0, 2, 3))::value_type, double>);
}
TEST(generators, linspace_as_numpy) {
    check_linspace(tw::goldens::linspace_float64);
    check_linspace(tw::goldens::linspace_float32);
    EXPECT_TRUE(equal(tw::linspace(0, 2, 3), {0.0, 1.0, 2.0}));
    EXPECT_TRUE(equal(tw::linspace(3.0, 4.0, 1), {3.0}));
    EXPECT_TRUE(equal(tw::linspace(3.0, 4.0, 0), {}));
    // What the type does not hold is infinite, the start is not.
    float const infinity = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(equal(tw::linspace<float>(0.0, 1e300, 3), {0.0f, infinity, infinity}));
    EXPECT_TRUE(equal(tw::linspace<float>(2.0, -1e300, 2, false), {2.0f, -infinity}));
    // A range that is wider than the type holds.
    EXPECT_TRUE(equal(tw::linspace(-3e38f, 3e38f, 3), {-3e38f, 0.0f, 3e38f}));
    EXPECT_TRUE(within_ulps(tw::linspace(-3e38f, 3e38f, 4), {-3e38f, -1e38f, 1e38f, 3e38f}, 2));
    EXPECT_TRUE(
        equal(tw::linspace(-0x1p127f, 0x1p127f, 4, false), {-0x1p127f, -0x1p126f, 0.0f, 0x1p126f}));
    EXPECT_TRUE(equal(tw::linspace(-1e308, 1e308, 5), {-1e308, -5e307, 0.0, 5e307, 1e308}));
    // The step of 16-bit floats comes of the ends as they are given.
    EXPECT_TRUE(equal(tw::cast<float>(tw::linspace<tw::float16>(-0.1, 0.1, 3)),
                      {-0.099975586f, 0.0f, 0.099975586f}));
    EXPECT_TRUE(
        equal(tw::cast<float>(tw::linspace<tw::float16>(0, 1e5, 3)), {0.0f, 49984.0f, infinity}));
    EXPECT_THROW((void)tw::linspace(0.0, 1.0, -1), tw::value_error);
}

// base^x of exponents one rounding off is exponent * ln(base) ulps off, and the power itself has 2
// (double) or 4 (float).
template <class T, std::size_t N>
void check_logspace(tw::goldens::logspace_case<T> const (&cases)[N]) {
    for (auto const& c : cases) {
        SCOPED_TRACE(text(c.start) + ", " + text(c.stop) + ", " + text(c.base));
        auto const x = tw::logspace(c.start, c.stop, c.num, true, static_cast<double>(c.base));
        EXPECT_TRUE(within_ulps(x, expected_of(c), on_device ? 16 : 4));
    }
}
TEST(generators, logspace_as_numpy) {
    check_logspace(tw::goldens::logspace_float64);
    check_logspace(tw::goldens::logspace_float32);
}

TEST(generators, eye_as_numpy) {
    for (auto const& c : tw::goldens::eye_float64) {
        SCOPED_TRACE(text(c.rows) + ", " + text(c.columns) + ", " + text(c.k));
        auto const x = tw::eye(c.rows, c.columns, c.k);
        EXPECT_TRUE(equal(x, expected_of(c)));
        EXPECT_EQ(shape(x), (std::vector<tw::index_t>{c.rows, c.columns}));
    }
    EXPECT_TRUE(equal(tw::eye<int>(2), {1, 0, 0, 1}));
}

TEST(generators, constants) {
    EXPECT_TRUE(equal(tw::full(tw::extents(2, 2), 2.5f), {2.5f, 2.5f, 2.5f, 2.5f}));
    EXPECT_TRUE(equal(tw::zeros(2), {0.0f, 0.0f}));
    EXPECT_TRUE(equal(tw::ones<std::int16_t>(1, 3), {1, 1, 1}));
    EXPECT_TRUE(equal(tw::zeros<double>(tw::extents(0, 3)), {}));
    EXPECT_THROW((void)tw::zeros(-1), tw::shape_error);
    EXPECT_THROW((void)tw::ones(std::int64_t{1} << 40, std::int64_t{1} << 40), tw::shape_error);
}

TEST(generators, meshgrid_as_numpy) {
    using G = tw::goldens::meshgrid_2_goldens;
    auto const x = to_space(G::x);
    auto const y = to_space(G::y);
    auto const [x_xy, y_xy] = tw::meshgrid(x, y);
    EXPECT_EQ(shape(x_xy), to_vector(G::shape_xy));
    EXPECT_EQ(shape(y_xy), to_vector(G::shape_xy));
    EXPECT_TRUE(equal(x_xy, to_vector(G::x_xy)));
    EXPECT_TRUE(equal(y_xy, to_vector(G::y_xy)));
    auto const [x_ij, y_ij] = tw::meshgrid<tw::indexing::ij>(x, y);
    EXPECT_EQ(shape(x_ij), to_vector(G::shape_ij));
    EXPECT_TRUE(equal(x_ij, to_vector(G::x_ij)));
    EXPECT_TRUE(equal(y_ij, to_vector(G::y_ij)));
}
TEST(generators, meshgrid_of_three) {
    using G = tw::goldens::meshgrid_3_goldens;
    auto const x = to_space(G::x);
    auto const y = to_space(G::y);
    auto const z = to_space(G::z);
    auto const [x_xy, y_xy, z_xy] = tw::meshgrid(x, y, z);
    EXPECT_EQ(shape(z_xy), to_vector(G::shape_xy));
    EXPECT_TRUE(equal(x_xy, to_vector(G::x_xy)));
    EXPECT_TRUE(equal(y_xy, to_vector(G::y_xy)));
    EXPECT_TRUE(equal(z_xy, to_vector(G::z_xy)));
    auto const [x_ij, y_ij, z_ij] = tw::meshgrid<tw::indexing::ij>(x, y, z);
    EXPECT_EQ(shape(z_ij), to_vector(G::shape_ij));
    EXPECT_TRUE(equal(x_ij, to_vector(G::x_ij)));
    EXPECT_TRUE(equal(y_ij, to_vector(G::y_ij)));
    EXPECT_TRUE(equal(z_ij, to_vector(G::z_ij)));
}
TEST(generators, meshgrid_of_generators_fuses) {
    auto const [lon, lat] = tw::meshgrid(tw::arange(3.0), tw::arange(0.0, 20.0, 10.0));
    EXPECT_TRUE(equal(lon + lat, {0, 1, 2, 10, 11, 12}));
    EXPECT_TRUE(equal(lon + lat + to_space({100.0, 200.0, 300.0}), {100, 201, 302, 110, 211, 312}));
}

TEST(generators, indices_as_numpy) {
    auto const [i] = tw::indices(tw::extents(4));
    auto const [row, column] = tw::indices(2, 3);
    EXPECT_TRUE(equal(row * 10 + column, {0, 1, 2, 10, 11, 12}));
    auto const [same_row, same_column] = tw::indices({2, 3});
    EXPECT_TRUE(equal(same_row * 10 + same_column, values(row * 10 + column)));
    EXPECT_TRUE(equal(i, to_vector(tw::goldens::indices_1_goldens::axis_0)));
    using G = tw::goldens::indices_3_goldens;
    auto const [a, b, c] = tw::indices(tw::extents(2, 3, 4));
    EXPECT_EQ(shape(b), to_vector(G::shape));
    EXPECT_TRUE(equal(a, to_vector(G::axis_0)));
    EXPECT_TRUE(equal(b, to_vector(G::axis_1)));
    EXPECT_TRUE(equal(c, to_vector(G::axis_2)));
}

TEST(generators, join_arrays_and_are_sliced) {
    auto const x = to_space({10, 20, 30});
    EXPECT_TRUE(equal(x + tw::arange(3), {10, 21, 32}));
    EXPECT_TRUE(equal(tw::arange(10)(tw::slice(8, 2, -2)), {8, 6, 4}));
    EXPECT_TRUE(equal(tw::full(tw::extents(2, 1), 5) + x, {15, 25, 35, 15, 25, 35}));
    EXPECT_TRUE(equal(tw::linspace(0.0f, 1.0f, 3) * 2, {0.0f, 1.0f, 2.0f}));
    EXPECT_TRUE(equal(tw::full(2, 2.5) + to_space({1.0, 2.0}), {3.5, 4.5}));
}

// What is computed from positions takes another shape without an array in between.
TEST(generators, reshape_lazily) {
    array<std::int64_t, 2> const m = tw::reshape(tw::arange(12) * 2 + 1, 3, -1);
    EXPECT_EQ(m.shape(), tw::extents(3, 4));
    EXPECT_TRUE(equal(m, {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23}));
    EXPECT_TRUE(equal(m + tw::reshape(tw::arange(12), m.shape()),
                      {1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34}));
    array<double, 3> const wide =
        tw::reshape(tw::linspace(0.0, 7.0, 8) + tw::zeros<double>(3, 8), 3, 2, 4);
    for (int k = 0; k < 3; ++k)
        EXPECT_TRUE(equal(wide(k, 1), {4.0, 5.0, 6.0, 7.0}));
    EXPECT_TRUE(equal(tw::evaluate<space>(tw::ravel(tw::ones<int>(2, 2))), {1, 1, 1, 1}));
    // Rows and columns of an identity are no one axis.
    EXPECT_THROW((void)tw::ravel(tw::eye<float>(3)), tw::shape_error);
    EXPECT_THROW((void)tw::reshape(tw::arange(12), 5, 2), tw::shape_error);
}

}  // namespace
