// SPDX-License-Identifier: MIT
// Expressions of 16-bit floats: functions of every value, several operands in every place, the same
// as of float32 rounded once.
#include <bit>
#include <cmath>
#include <cstdint>

#include <twill/half.hpp>

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

using tw::index_t;

template <class T>
int bits_of(T x) {
    auto const bits = std::bit_cast<std::uint16_t>(x);
    int const size = bits & 0x7fff;
    return (bits & 0x8000) != 0 ? -size : size;
}
/// Twice, as short loops on a device take their elements one by one.
template <class T>
std::vector<T> every_value() {
    std::vector<T> all(2 * 65536);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = std::bit_cast<T>(static_cast<std::uint16_t>(i));
    return all;
}
/// The largest distance from the nearest value, in values; NaN where it should be.
template <class T, class Got, class Want>
int farthest(std::vector<T> const& x, Got const& got, Want want) {
    int most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        double const w = want(static_cast<double>(static_cast<float>(x[i])));
        float const g = static_cast<float>(got[i]);
        if (std::isnan(w) || std::isnan(g)) {
            EXPECT_EQ(std::isnan(w), std::isnan(g)) << static_cast<float>(x[i]);
            continue;
        }
        int const d = bits_of(T(static_cast<float>(w))) - bits_of(got[i]);
        most = std::max(most, d < 0 ? -d : d);
    }
    return most;
}
template <class T>
void check_functions() {
    auto const x = every_value<T>();
    auto const a = array<T>(to_space(x));
    auto of = [&](auto const& e) { return values(tw::evaluate(e)); };
    EXPECT_LE(farthest(x, of(sin(a)), [](double v) { return std::sin(v); }), 1);
    EXPECT_LE(farthest(x, of(cos(a)), [](double v) { return std::cos(v); }), 1);
    EXPECT_EQ(farthest(x, of(sqrt(a)), [](double v) { return std::sqrt(v); }), 0);
    EXPECT_LE(farthest(x, of(rsqrt(a)), [](double v) { return 1 / std::sqrt(v); }), 1);
    EXPECT_EQ(farthest(x, of(a / T(3.0f)), [](double v) { return v / 3; }), 0);
    EXPECT_EQ(farthest(x, of(T(1.0f) / a), [](double v) { return 1 / v; }), 0);
    EXPECT_TRUE(std::signbit(static_cast<float>(of(sin(a))[0x8000])));
    EXPECT_TRUE(std::signbit(static_cast<float>(of(sqrt(a))[0x8000])));
}
TEST(HalfExpressions, FunctionsOfEveryFloat16) { check_functions<tw::float16>(); }
TEST(HalfExpressions, FunctionsOfEveryBfloat16) { check_functions<tw::bfloat16>(); }

template <class T>
auto numbers(index_t count, float scale) {
    std::vector<float> x(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = (static_cast<float>(i * 7919 % 1013) / 64.0f - 7.0f) * scale;
    return array<T>(tw::cast<T>(array<float>(to_space(x))));
}
/// A statement of halves, and that of the same numbers as float32, rounded.
template <class T, class X, class Wide>
void expect_near(X const& x, Wide const& wide) {
    double const unit = std::is_same_v<T, tw::float16> ? 0x1p-10 : 0x1p-7;
    auto const got = tw::evaluate(x);
    auto const want = tw::evaluate(tw::cast<T>(wide));
    EXPECT_TRUE(tw::item(allclose(tw::cast<float>(got), tw::cast<float>(want), unit, unit * 1e-2)));
}

/// Rows that give a device enough blocks for two rows a thread.
constexpr index_t rows = on_device ? 17000 : 60;
template <class T>
void check_places() {
    constexpr index_t length = rows * 264;
    index_t const n = length + 1003;
    auto const a = numbers<T>(n, 0.5f);
    auto const b = numbers<T>(n, 0.25f);
    auto const c = numbers<float>(n, 0.125f);
    // From every place within a packet, the operands shifted against each other and backwards.
    for (index_t const first : {0, 1, 8})
        for (index_t const shift : {0, 1, 8}) {
            auto const x = a(tw::slice(first, first + length));
            auto const y = b(tw::slice(first + shift, first + shift + length));
            auto const z = flip(a)(tw::slice(first, first + length));
            auto const w = c(tw::slice(shift, shift + length));
            array<float> const wx = tw::cast<float>(x), wy = tw::cast<float>(y),
                               wz = tw::cast<float>(z);
            expect_near<T>(x * y + x, wx * wy + wx);
            expect_near<T>(where(x > y, x, y * x) - z, where(wx > wy, wx, wy * wx) - wz);
            expect_near<T>(sqrt(x * x + y * y) + sin(x), sqrt(wx * wx + wy * wy) + sin(wx));
            expect_near<T>(tw::cast<T>(x * w + y), wx * w + wy);
            array<T> into = tw::zeros<T>(length + 10);
            into(tw::slice(first, first + length)) = x * y - z;
            expect_near<T>(into(tw::slice(first, first + length)), wx * wy - wz);
        }
    // Rows: as broadcast, as slices, with a column.
    array<T, 2> const m = reshape(a(tw::slice(0, length)), rows, 264);
    array<T, 2> const k = reshape(b(tw::slice(0, length)), rows, 264);
    array<float, 2> const wm = tw::cast<float>(m), wk = tw::cast<float>(k);
    for (index_t const from : {0, 1, 8})
        for (index_t const to : {264, 256, 177}) {
            auto const cut = [&](auto const& x, index_t shift) {
                return x(tw::slice(1, rows - 1), tw::slice(from - shift, to - shift));
            };
            auto const row = [&](auto const& x) { return x(3, tw::slice(from, to)); };
            auto const column = [&](auto const& x) {
                return x(tw::slice(1, rows - 1), tw::slice(2, 3));
            };
            index_t const shift = from > 0 ? 1 : 0;
            expect_near<T>(cut(m, 0) * cut(k, 0) + cut(m, shift),
                           cut(wm, 0) * cut(wk, 0) + cut(wm, shift));
            expect_near<T>(cut(m, 0) * column(k) + row(k), cut(wm, 0) * column(wk) + row(wk));
            expect_near<T>(cut(m, 0) + row(k) * cut(m, 0), cut(wm, 0) + row(wk) * cut(wm, 0));
        }
    // A subtree that stands several times, and others that only look like it.
    auto gelu = [](auto const& x) {
        using V = typename std::decay_t<decltype(x)>::value_type;
        return x * V(0.5f) * (V(1.0f) + tanh((x + x * x * x * V(0.045f)) * V(0.75f)));
    };
    auto cube = [](auto const& x, auto const& y, auto const& z) { return (x * y + z) * y - x; };
    for (index_t const columns : {264, 256, 263, 8}) {
        array<T, 2> const x = m(tw::full_extent, tw::slice(0, columns));
        array<T, 2> const y = k(tw::full_extent, tw::slice(0, columns));
        array<T> const row = b(tw::slice(11, 11 + columns));
        array<T> const other = a(tw::slice(5, 5 + columns));
        array<T, 2> const column = k(tw::full_extent, tw::slice(4, 5));
        array<float, 2> const wx = tw::cast<float>(x), wy = tw::cast<float>(y),
                              wcolumn = tw::cast<float>(column);
        array<float> const wrow = tw::cast<float>(row), wother = tw::cast<float>(other);
        expect_near<T>(gelu(x + row), gelu(wx + wrow));
        expect_near<T>(gelu(x * column + row), gelu(wx * wcolumn + wrow));
        expect_near<T>(cube(x + row, x + other, x + row), cube(wx + wrow, wx + wother, wx + wrow));
        expect_near<T>(cube(x + row, y + row, x + row), cube(wx + wrow, wy + wrow, wx + wrow));
        expect_near<T>(cube(x * column, y * column, x * column),
                       cube(wx * wcolumn, wy * wcolumn, wx * wcolumn));
    }
}
TEST(HalfExpressions, OperandsInEveryPlaceFloat16) { check_places<tw::float16>(); }
TEST(HalfExpressions, OperandsInEveryPlaceBfloat16) { check_places<tw::bfloat16>(); }
TEST(HalfExpressions, SubtreesOfFloat32) {
    auto const m = array<float, 2>(reshape(numbers<float>(rows * 400, 0.25f), rows, 400));
    auto cube = [](auto const& x, auto const& y, auto const& z) { return (x * y + z) * y - x; };
    for (index_t const columns : {400, 377, 256, 5}) {
        array<float, 2> const x = m(tw::full_extent, tw::slice(0, columns));
        array<float, 2> const y = flip(x);
        array<float> const row = m(7, tw::slice(0, columns)), other = m(9, tw::slice(0, columns));
        array<float, 2> const column = m(tw::full_extent, tw::slice(3, 4));
        auto const check = [&](auto const& p, auto const& q, auto const& r) {
            array<float, 2> const a = p, b = q, c = r;
            array<float, 2> const got = cube(p, q, r);
            EXPECT_TRUE(tw::item(allclose(got, cube(a, b, c), 1e-5, 1e-5)));
        };
        check(x + row, x + row, x + row);
        check(x * column + row, x * column + row, x * column + row);
        check(x + row, x + other, x + row);
        check(x + row, y + row, x + row);
        check(x * column, y * column, x * column);
        check(x - column, x - column, row * x);
    }
}

}  // namespace
