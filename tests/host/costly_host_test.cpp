// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <twill/complex.hpp>
#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;

template <class E>
auto plan_of(E const& x) {
    static double nowhere;
    auto const shape = x.shape();
    auto plan = tw::detail::make_plan<tw::host_space>(tw::detail::lower<E::rank>(x), &nowhere,
                                                      tw::detail::contiguous(shape));
    auto const all = plan.records();
    return tw::detail::plan_slots<E::rank>(plan.tree, all.values + 1, plan.extent);
}

TEST(Costly, EqualSubexpressionsShareASlot) {
    tw::host_array<double> const a = {1, 2, 3}, b = {4, 5, 6};
    auto const h = sin(a) + cos(b);
    auto const slots = plan_of(atan2(h, 1.0 - h));
    // sin(a), cos(b), the same again, atan2
    EXPECT_EQ(slots.owner[0], 0);
    EXPECT_EQ(slots.owner[1], 1);
    EXPECT_EQ(slots.owner[2], 0);
    EXPECT_EQ(slots.owner[3], 1);
    EXPECT_EQ(slots.owner[4], 4);
}

TEST(Costly, OtherOperandsDoNot) {
    tw::host_array<double> const a = {1, 2, 3}, b = {4, 5, 6};
    auto const slots = plan_of(sin(a) + sin(b) + sin(a * 2.0) + sin(a * 3.0) + sin(a * 2.0));
    for (int k = 0; k < 4; ++k)
        EXPECT_EQ(slots.owner[k], k);
    EXPECT_EQ(slots.owner[4], 2);
    auto const whole = plan_of(sin(a(tw::slice(0, 2))) + sin(a(tw::slice(1, 3))));
    EXPECT_EQ(whole.owner[1], 1);
}

TEST(Costly, KnowsAlongWhichAxesValuesDiffer) {
    auto const [x, y] = tw::meshgrid(tw::linspace(0.0, 1.0, 30), tw::linspace(0.0, 2.0, 20));
    auto const slots = plan_of(sin(x) + sin(y) + sin(x * y));
    EXPECT_TRUE(slots.along_rows[0] && !slots.between_rows[0]);
    EXPECT_TRUE(!slots.along_rows[1] && slots.between_rows[1]);
    EXPECT_TRUE(slots.along_rows[2] && slots.between_rows[2]);
    EXPECT_TRUE(tw::detail::lacks_axes(slots, 20, 30));
    tw::host_array<double> const a = {1, 2, 3};
    EXPECT_FALSE(tw::detail::lacks_axes(plan_of(sin(a) * 2.0), 1, 3));
}

/// The values are those of a loop at every shape: less and more than a chunk, a tile, a piece.
class CostlyShapes : public ::testing::TestWithParam<std::pair<index_t, index_t>> {};

TEST_P(CostlyShapes, ValuesAreThoseOfALoop) {
    auto const [rows, columns] = GetParam();
    auto number = [](index_t i, index_t j) {
        return 0.25 + static_cast<double>((i * 7919 + j * 104729) % 1000) * 1e-3;
    };
    tw::host_array<double, 2> a(extents<2>(rows, columns));
    tw::host_array<double> row{extents<1>(columns)};
    tw::host_array<double> column{extents<1>(rows)};
    for (index_t i = 0; i < rows; ++i) {
        column[i] = 0.2 + static_cast<double>(i) * 1e-3;
        for (index_t j = 0; j < columns; ++j)
            a(i, j) = number(i, j);
    }
    for (index_t j = 0; j < columns; ++j)
        row[j] = 0.1 + static_cast<double>(j) * 1e-4;

    auto const h = sin(row) * cos(column(tw::full_extent, tw::newaxis)) + a;
    tw::host_array<double, 2> const straight = atan2(h, 1.0 - h) + exp(row);
    tw::host_array<double, 2> turned(extents<2>(columns, rows));
    transpose(turned)(tw::full_extent, tw::slice(tw::none, tw::none, -1)) =
        atan2(h, 1.0 - h) + exp(row);
    auto in_place = a;
    in_place = exp(in_place) * 2.0 - exp(in_place);

    double worst = 0;
    auto differ = [&](double value, double expected) {
        worst = std::fmax(worst, std::fabs(value - expected) / std::fmax(1.0, std::fabs(expected)));
    };
    for (index_t i = 0; i < rows; ++i) {
        for (index_t j = 0; j < columns; ++j) {
            double const x = std::sin(row[j]) * std::cos(column[i]) + number(i, j);
            double const expected = std::atan2(x, 1.0 - x) + std::exp(row[j]);
            differ(straight(i, j), expected);
            differ(turned(columns - 1 - j, i), expected);
            differ(in_place(i, j), std::exp(number(i, j)));
        }
    }
    EXPECT_LE(worst, 4e-15);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, CostlyShapes,
    ::testing::Values(std::pair<index_t, index_t>{1, 1}, std::pair<index_t, index_t>{1, 700},
                      std::pair<index_t, index_t>{700, 1}, std::pair<index_t, index_t>{33, 513},
                      std::pair<index_t, index_t>{513, 1025}, std::pair<index_t, index_t>{1000, 40},
                      std::pair<index_t, index_t>{2, 40000}, std::pair<index_t, index_t>{0, 5}));

/// f of arrays of any length, the ends of registers included, is within 4 units in the last place
/// of f of each number; NaN, infinities and the signs of zeros are the same.
template <class T, class... X, class F>
void expect_numbers(char const* name, F f, X const&... second) {
    T const infinity = std::numeric_limits<T>::infinity();
    T const some[] = {0,      T(-0.0),  1,       -1,      infinity,    -infinity,
                      T(NAN), T(1e-40), T(-2.5), 3.5,     T(0.49),     T(1e30),
                      -150,   700,      T(-0.5), T(88.8), T(12345.678)};
    for (index_t const n : {1, 3, 7, 8, 9, 17, 600}) {
        tw::host_array<T> x{extents<1>(n)};
        for (index_t i = 0; i < n; ++i)
            x[i] = some[i % std::ssize(some)];
        tw::host_array<T> const y = f(x, second...);
        for (index_t i = 0; i < n; ++i) {
            T const expected = f(x[i], second...);
            bool const close = std::fabs(y[i] - expected) <=
                               4 * std::numeric_limits<T>::epsilon() * std::fabs(expected) +
                                   4 * std::numeric_limits<T>::denorm_min();
            bool const same = std::isnan(expected)
                                  ? std::isnan(y[i])
                                  : (y[i] == expected || (close && expected != 0)) &&
                                        std::signbit(y[i]) == std::signbit(expected);
            ASSERT_TRUE(same) << name << '(' << x[i] << ") = " << y[i] << ", not " << expected;
        }
    }
}
template <class T>
void expect_functions() {
#define EXPECT_NUMBERS(name) expect_numbers<T>(#name, [](auto const& x) { return tw::name(x); })
    EXPECT_NUMBERS(sin), EXPECT_NUMBERS(cos), EXPECT_NUMBERS(tan), EXPECT_NUMBERS(asin);
    EXPECT_NUMBERS(acos), EXPECT_NUMBERS(atan), EXPECT_NUMBERS(sinh), EXPECT_NUMBERS(cosh);
    EXPECT_NUMBERS(tanh), EXPECT_NUMBERS(exp), EXPECT_NUMBERS(expm1), EXPECT_NUMBERS(log);
    EXPECT_NUMBERS(log1p), EXPECT_NUMBERS(log2), EXPECT_NUMBERS(erf), EXPECT_NUMBERS(erfc);
    EXPECT_NUMBERS(cbrt), EXPECT_NUMBERS(log10);
    EXPECT_NUMBERS(sqrt), EXPECT_NUMBERS(floor), EXPECT_NUMBERS(ceil), EXPECT_NUMBERS(trunc);
#undef EXPECT_NUMBERS
    for (T const y : {T(0), T(0.5), T(-1), T(3), T(NAN), T(INFINITY)}) {
        expect_numbers<T>("pow", [](auto const& x, T power) { return tw::pow(x, power); }, y);
        expect_numbers<T>("atan2", [](auto const& x, T z) { return tw::atan2(x, z); }, y);
        expect_numbers<T>("hypot", [](auto const& x, T z) { return tw::hypot(x, z); }, y);
    }
}
TEST(Costly, ChunksHaveTheValuesOfNumbers) {
    expect_functions<float>();
    expect_functions<double>();
}
TEST(Costly, PowersThatAreWholeAreExact) {
    tw::host_array<double> const x = tw::arange<double>(0.0, 101.0);
    EXPECT_TRUE(tw::item(tw::all(pow(x, 3.0) == x * x * x)));
    EXPECT_TRUE(tw::item(tw::all(pow(x * x, 0.5) == x)));
    EXPECT_TRUE(tw::item(tw::all(log2(exp2(x)) == x)));
}
template <class T>
void expect_whole_powers() {
    tw::host_array<T> const positive = tw::arange<T>(1.0, 301.0) / T(16);
    tw::host_array<T> const negative = -positive;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    tw::host_array<T> const odd = {T(0), -T(0), infinity, -infinity, T(NAN), T(-1)};
    for (T y : {T(4), T(5), T(-2), T(-3), T(7), T(0), T(1)}) {
        tw::host_array<T> const expected = pow(positive, y);
        bool const flips = std::fmod(y, T(2)) != 0;
        EXPECT_TRUE(tw::item(tw::all(pow(negative, y) == (flips ? T(-1) : T(1)) * expected))) << y;
        tw::host_array<T> const found = pow(odd, y);
        for (index_t i = 0; i < 6; ++i) {
            T const one = std::pow(odd[i], y);
            EXPECT_TRUE(found[i] == one || (std::isnan(found[i]) && std::isnan(one)))
                << y << " " << i;
            EXPECT_TRUE(std::isnan(one) || std::signbit(found[i]) == std::signbit(one))
                << y << " " << i;
        }
    }
}
template <class T>
void expect_no_powers() {
    tw::host_array<T> const negative = -tw::arange<T>(1.0, 301.0);
    EXPECT_TRUE(tw::item(tw::all(isnan(pow(negative, T(2.5))))));
    EXPECT_TRUE(tw::item(tw::all(isnan(pow(negative, T(-0.25))))));
}
TEST(Costly, PowersOfNegativeNumbers) {
    expect_no_powers<float>();
    expect_no_powers<double>();
    expect_whole_powers<float>();
    expect_whole_powers<double>();
}

template <class T>
void expect_exact_roots_and_logarithms() {
    tw::host_array<T> const x = tw::arange<T>(-101.0, 101.0);
    EXPECT_TRUE(tw::item(tw::all(cbrt(x * x * x) == x)));
    EXPECT_TRUE(tw::item(tw::all(cbrt(x * x * x / T(512)) == x / T(8))));
    tw::host_array<T> powers(31L);
    T power = 1;
    for (index_t i = 0; i < 31; ++i, power *= T(10))
        powers[i] = power;
    index_t const exact = sizeof(T) == 8 ? 23 : 11;
    for (index_t i = 0; i < exact; ++i)
        EXPECT_EQ(evaluate(log10(powers))[i], static_cast<T>(i));
    // The smallest numbers there are, zeros and what is not finite.
    constexpr T least = std::numeric_limits<T>::denorm_min();
    tw::host_array<T> const odd = {least,       -least * 5,   T(0),  -T(0),
                                   T(INFINITY), -T(INFINITY), T(NAN)};
    tw::host_array<T> const root = cbrt(odd);
    for (index_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(root[i] / std::cbrt(odd[i]) == root[i] / std::cbrt(odd[i])
                        ? root[i] / std::cbrt(odd[i])
                        : T(1),
                    T(1), 4 * std::numeric_limits<T>::epsilon());
        EXPECT_EQ(std::signbit(root[i]), std::signbit(odd[i]));
    }
    EXPECT_EQ(root[2], T(0));
    EXPECT_EQ(root[4], T(INFINITY));
    EXPECT_TRUE(std::isnan(root[6]));
}
TEST(Costly, RootsAndLogarithmsThatAreShortAreExact) {
    expect_exact_roots_and_logarithms<float>();
    expect_exact_roots_and_logarithms<double>();
}

template <class T>
void expect_moduli_and_angles() {
    constexpr T inf = std::numeric_limits<T>::infinity();
    T const parts[] = {T(0),
                       -T(0),
                       T(3),
                       T(-4),
                       inf,
                       -inf,
                       T(NAN),
                       std::numeric_limits<T>::max(),
                       std::numeric_limits<T>::denorm_min()};
    tw::host_array<tw::complex<T>> z(index_t{9 * 9 * 8});
    for (index_t i = 0; i < z.size(); ++i)
        z[i] = {parts[i % 9], parts[i / 9 % 9]};
    tw::host_array<T> const modulus = abs(z), angle = arg(z), turned = abs(-z);
    auto near = [](T a, T b) {
        return a == b || (std::isnan(a) && std::isnan(b)) ||
               std::abs(a - b) <= 4 * std::numeric_limits<T>::epsilon() * std::abs(b);
    };
    for (index_t i = 0; i < z.size(); ++i) {
        T const x = z[i].real(), y = z[i].imag();
        EXPECT_TRUE(near(modulus[i], std::hypot(x, y))) << x << ' ' << y << ' ' << modulus[i];
        EXPECT_TRUE(near(turned[i], std::hypot(x, y))) << x << ' ' << y;
        EXPECT_TRUE(near(angle[i], std::atan2(y, x))) << x << ' ' << y << ' ' << angle[i];
        EXPECT_TRUE(std::isnan(y) || std::signbit(angle[i]) == std::signbit(y) || x != x);
    }
}
TEST(Costly, ModuliAndAnglesOfChunks) {
    expect_moduli_and_angles<float>();
    expect_moduli_and_angles<double>();
}

TEST(Costly, RankZeroAndRepeatedOperands) {
    tw::host_array<double, 0> const s = sin(tw::sum(tw::host_array<double>{1, 2})) + 1.0;
    EXPECT_DOUBLE_EQ(tw::item(s), std::sin(3.0) + 1.0);
    tw::host_array<double> const a = {1, 2, 3};
    tw::host_array<double, 0> const one = sin(sum(a)) + sin(sum(a));
    EXPECT_DOUBLE_EQ(tw::item(one), 2 * std::sin(6.0));
}

/// The bits of one statement each: operands that are targets, stretched along an axis, more than a
/// chunk.
TEST(Costly, OfSeveralResults) {
    for (index_t const n : {1, 7, 511, 513, 70011}) {
        tw::host_array<double> const a = tw::arange<double>(n) * 1e-3 - 1.0;
        tw::host_array<double> u = a, v = a * 2.0, w(n);
        tw::host_array<float> f(n);
        auto const c = cos(u);
        auto const s = sin(u);
        tw::host_array<double> const turned = c * v - s * 2.0, other = c * 2.0 + s * v;
        tw::host_array<double> const power = pow(c + 2.0, 2.5);
        tw::host_array<float> const narrow = tw::cast<float>(exp(v) * s);
        tw::assign(tw::tie(u, v, f, w), c * v - s * 2.0, c * 2.0 + s * v,
                   tw::cast<float>(exp(v) * s), pow(c + 2.0, 2.5));
        EXPECT_TRUE(tw::item(array_equal(u, turned))) << n;
        EXPECT_TRUE(tw::item(array_equal(v, other))) << n;
        EXPECT_TRUE(tw::item(array_equal(f, narrow))) << n;
        EXPECT_TRUE(tw::item(array_equal(w, power))) << n;
        // The whole value is a function's, and of the other target.
        tw::host_array<double> const sine = sin(v), wave = cos(u);
        tw::assign(tw::tie(u, v), sin(v), cos(u));
        EXPECT_TRUE(tw::item(array_equal(u, sine))) << n;
        EXPECT_TRUE(tw::item(array_equal(v, wave))) << n;
    }
    for (auto const shape : {extents(5, 700), extents(700, 5), extents(40, 1)}) {
        tw::host_array<float, 2> m = tw::ones<float>(shape), k(shape);
        tw::host_array<float> const row = tw::arange<float>(shape[1]);
        tw::host_array<float> const column = tw::arange<float>(shape[0]);
        auto const down = column(tw::full_extent, tw::newaxis);
        tw::host_array<float, 2> const first = m * cos(row) + exp(-down), second = m * exp(-down);
        tw::assign(tw::tie(m, k), m * cos(row) + exp(-down), m * exp(-down));
        EXPECT_TRUE(tw::item(array_equal(m, first)));
        EXPECT_TRUE(tw::item(array_equal(k, second)));
    }
    tw::host_array<double, 0> x = tw::full(extents<0>(), 0.5), y = x * 2.0;
    tw::assign(tw::tie(x, y), sin(y), cos(x));
    EXPECT_EQ(tw::item(x), std::sin(1.0));
    EXPECT_EQ(tw::item(y), std::cos(0.5));
}

/// What all rows of a reduction share has the bits of stored rows, whatever the threads.
TEST(Costly, RowsThatReductionsShare) {
    for (index_t const n : {511, 513, 3000, 20000, 70001}) {
        tw::host_array<float, 3> m(3, 5, n);
        m = reshape(tw::arange<float>(m.size()) % 1001.0f, m.shape()) * 1e-3f;
        tw::host_array<float> const row = tw::arange<float>(n) * 1e-2f;
        tw::host_array<float, 2> const five =
            row * tw::arange<float>(5)(tw::full_extent, tw::newaxis);
        tw::host_array<float> const wave = cos(sin(row));
        tw::host_array<double> const power = exp(tw::cast<double>(row) * -0.1);
        tw::host_array<float, 2> const fives = sin(five);
        auto const x = m * cos(sin(row)) + sin(five) + exp(m);
        auto const stored = m * wave + fives + exp(m);
        for (int const threads : {1, 4}) {
            tw::set_thread_count(threads);
            EXPECT_TRUE(tw::item(array_equal(sum(x, tw::axis<2>), sum(stored, tw::axis<2>)))) << n;
            EXPECT_TRUE(tw::item(array_equal(max(x, tw::axis<1, 2>), max(stored, tw::axis<1, 2>))));
            EXPECT_EQ(tw::item(sum(x)), tw::item(sum(stored))) << n;
            EXPECT_EQ(tw::item(argmax(m * cos(sin(row)))), tw::item(argmax(m * wave))) << n;
            EXPECT_EQ(tw::item(sum(m * exp(tw::cast<double>(row) * -0.1))),
                      tw::item(sum(m * power)));
            auto const [a, b] = tw::evaluate(sum(m * cos(sin(row)), tw::axis<2>),
                                             var(m * cos(sin(row)), tw::axis<2>));
            EXPECT_TRUE(tw::item(array_equal(a, sum(m * wave, tw::axis<2>)))) << n;
            EXPECT_TRUE(tw::item(array_equal(b, var(m * wave, tw::axis<2>)))) << n;
        }
        tw::set_thread_count(0);
    }
}

template <class T>
void expect_powers_of_each() {
    T const inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    T const parts[] = {0, -T(0), 1, -1, T(0.5), -3, T(1e-30), T(1e30), inf, -inf, nan};
    // Whole blocks of elements, and what is left of them.
    for (index_t const n : {1, 31, 32, 33, 200}) {
        tw::host_array<tw::complex<T>> z(n);
        for (index_t i = 0; i < n; ++i)
            z(i) = {parts[i % 11], parts[i / 11 % 11]};
        for (int const exponent : {-99, -4, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 10, 99, 100}) {
            tw::host_array<tw::complex<T>> const powers = pow(z, exponent);
            tw::host_array<tw::complex<T>> in_place = z;
            in_place = pow(in_place, exponent);
            for (index_t i = 0; i < n; ++i) {
                tw::complex<T> const expected =
                    pow(tw::complex<T>(z(i)), tw::complex<T>(T(exponent)));
                for (tw::complex<T> const found : {powers(i), in_place(i)}) {
                    auto const same = [](T a, T b) {
                        return (std::isnan(a) && std::isnan(b)) ||
                               (a == b && std::signbit(a) == std::signbit(b));
                    };
                    ASSERT_TRUE(same(found.real(), expected.real()) &&
                                same(found.imag(), expected.imag()))
                        << "(" << z(i).real() << ", " << z(i).imag() << ") to " << exponent << ": ("
                        << found.real() << ", " << found.imag() << "), expected ("
                        << expected.real() << ", " << expected.imag() << ")";
                }
            }
        }
    }
}
TEST(Costly, WholePowersOfComplexNumbersAreThoseOfEach) {
    expect_powers_of_each<float>();
    expect_powers_of_each<double>();
}

}  // namespace
