// SPDX-License-Identifier: MIT
// Remainders, rounded quotients and powers of whole chunks: the bits of one element alone, at every
// place of a register, whatever stands beside it.
#include "support/testing.hpp"

namespace tw = twill;
using twill::index_t;

namespace {

template <class T>
class WholeQuotients : public testing::Test {};
using integers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(WholeQuotients, integers);

/// Small and large ones, and those whose quotients are close to whole numbers.
template <class T>
std::vector<T> whole_numbers() {
    using limits = std::numeric_limits<T>;
    std::vector<T> all;
    for (int i = 0; i < 12; ++i) {
        all.push_back(static_cast<T>(limits::min() + i));
        all.push_back(static_cast<T>(limits::max() - i));
        all.push_back(static_cast<T>(limits::max() / 2 + i));
        all.push_back(static_cast<T>(i - (std::is_signed_v<T> ? 6 : 0)));
        all.push_back(static_cast<T>(limits::max() / (i + 2)));
        all.push_back(static_cast<T>(i * i * 131 + 46341));
    }
    return all;
}

TYPED_TEST(WholeQuotients, AreThoseOfOneElement) {
    using T = TypeParam;
    auto const all = whole_numbers<T>();
    auto const n = static_cast<index_t>(all.size());
    for (index_t const shift : {0, 3}) {
        tw::host_array<T> x(n * n + shift), y(n * n + shift);
        for (index_t i = 0; i < x.size(); ++i) {
            index_t const k = i < shift ? 0 : i - shift;
            x(i) = all[static_cast<std::size_t>(k / n)];
            y(i) = all[static_cast<std::size_t>(k % n)];
        }
        tw::host_array<T> const quotient = x / y, rest = x % y, below = tw::floor_divide(x, y),
                                floored = tw::remainder(x, y), seventh = x / T(7), odd = x % T(2);
        tw::host_array<T> const squares = tw::pow(x, 2), cubes = tw::pow(x, 3);
        for (index_t i = 0; i < x.size(); ++i) {
            T const a = x(i), b = y(i);
            ASSERT_EQ(quotient(i), tw::detail::divide{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(rest(i), tw::detail::modulus{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(below(i), tw::detail::floor_divide_function{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(floored(i), tw::detail::remainder_function{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(seventh(i), static_cast<T>(a / 7)) << +a;
            ASSERT_EQ(odd(i), static_cast<T>(a % 2)) << +a;
            ASSERT_EQ(squares(i), tw::detail::multiply{}(a, a)) << +a;
            ASSERT_EQ(cubes(i), tw::detail::multiply{}(tw::detail::multiply{}(a, a), a)) << +a;
        }
    }
}

/// By one divisor, in another loop.
TYPED_TEST(WholeQuotients, OfOneDivisorAreThoseOfOneElement) {
    using T = TypeParam;
    auto const all = whole_numbers<T>();
    tw::host_array<T> const x(all);
    for (T const b : all) {
        tw::host_array<T> const quotient = x / b, rest = x % b, below = tw::floor_divide(x, b),
                                floored = tw::remainder(x, b), truncated = tw::fmod(x + T(1), b);
        for (index_t i = 0; i < x.size(); ++i) {
            T const a = x(i);
            ASSERT_EQ(quotient(i), tw::detail::divide{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(rest(i), tw::detail::modulus{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(below(i), tw::detail::floor_divide_function{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(floored(i), tw::detail::remainder_function{}(a, b)) << +a << ' ' << +b;
            ASSERT_EQ(truncated(i), tw::detail::modulus{}(tw::detail::add{}(a, T(1)), b)) << +a;
        }
    }
}

template <class T>
class Quotients : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Quotients, floats);

template <class T>
std::vector<T> numbers() {
    using limits = std::numeric_limits<T>;
    std::vector<T> result{0,
                          1,
                          T(0.1),
                          T(0.5),
                          T(2),
                          T(2.5),
                          T(3),
                          T(7),
                          T(1e-5),
                          T(1e10),
                          T(16777215),
                          T(16777217),
                          T(9007199254740991),
                          limits::max(),
                          limits::min(),
                          limits::min() / 3,
                          limits::denorm_min(),
                          limits::infinity(),
                          limits::quiet_NaN(),
                          std::nextafter(T(3), T(0)),
                          std::nextafter(T(3), T(4)),
                          T(1) / 3};
    for (int i = 1; i < 25; ++i)
        result.push_back(std::ldexp(T(1) + T(i * i % 97) / 89, 3 * i - 36));
    for (std::size_t i = 0, n = result.size(); i < n; ++i)
        result.push_back(-result[i]);
    return result;
}
template <class T>
bool same(T a, T b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}

/// Each pair of numbers, `shift` places from the beginning of a register.
template <class T, class Expression, class Function>
void expect_each(Expression expression, Function function) {
    auto const all = numbers<T>();
    auto const n = static_cast<index_t>(all.size());
    for (index_t const shift : {0, 3}) {
        tw::host_array<T> x(n * n + shift), y(n * n + shift);
        for (index_t i = 0; i < x.size(); ++i) {
            index_t const k = i < shift ? 0 : i - shift;
            x(i) = all[static_cast<std::size_t>(k / n)];
            y(i) = all[static_cast<std::size_t>(k % n)];
        }
        tw::host_array<T> const got = expression(x, y);
        for (index_t i = 0; i < x.size(); ++i) {
            T const want = function(x(i), y(i));
            ASSERT_TRUE(same(T(got(i)), want))
                << x(i) << ' ' << y(i) << ": " << got(i) << ", not " << want;
        }
    }
}

TYPED_TEST(Quotients, RestsAreThoseOfTheCLibrary) {
    using T = TypeParam;
    expect_each<T>([](auto const& x, auto const& y) { return x % y; },
                   [](T x, T y) { return std::fmod(x, y); });
    expect_each<T>([](auto const& x, auto const& y) { return tw::fmod(x, y); },
                   [](T x, T y) { return std::fmod(x, y); });
}
TYPED_TEST(Quotients, FlooredOnesAreThoseOfOneElement) {
    using T = TypeParam;
    expect_each<T>([](auto const& x, auto const& y) { return tw::remainder(x, y); },
                   tw::detail::remainder_function{});
    expect_each<T>([](auto const& x, auto const& y) { return tw::floor_divide(x, y); },
                   tw::detail::floor_divide_function{});
}
TYPED_TEST(Quotients, QuotientAndRestMakeTheWhole) {
    // q * y + r == x, with r between 0 and y, for numbers where all of it is exact.
    using T = TypeParam;
    index_t const n = 1003;
    tw::host_array<T> x(n), y(n);
    for (index_t i = 0; i < n; ++i) {
        x(i) = static_cast<T>((i * 7919) % 4001 - 2000);
        y(i) = static_cast<T>(i % 2 ? i % 37 + 1 : -(i % 41) - 1);
    }
    tw::host_array<T> const q = tw::floor_divide(x, y), r = tw::remainder(x, y);
    for (index_t i = 0; i < n; ++i) {
        ASSERT_EQ(q(i) * y(i) + r(i), x(i)) << i;
        ASSERT_EQ(q(i), std::floor(x(i) / y(i))) << i;
    }
}

TYPED_TEST(Quotients, PowersThatNeedNoLogarithm) {
    using T = TypeParam;
    auto const all = numbers<T>();
    auto const n = static_cast<index_t>(all.size());
    tw::host_array<T> x(n);
    for (index_t i = 0; i < n; ++i)
        x(i) = all[static_cast<std::size_t>(i)];
    auto expect = [&](T exponent, auto function) {
        tw::host_array<T> const by_one = tw::pow(x, exponent);
        // Beside other exponents, in every place of a register.
        for (index_t at = 0; at < n; ++at) {
            tw::host_array<T> y(n);
            y = T(1.7);
            y(at) = exponent;
            tw::host_array<T> const mixed = tw::pow(x, y);
            ASSERT_TRUE(same(T(mixed(at)), function(T(x(at))))) << x(at) << ' ' << exponent;
            ASSERT_TRUE(same(T(by_one(at)), function(T(x(at))))) << x(at) << ' ' << exponent;
            ASSERT_TRUE(same(T(tw::pow(T(x(at)), exponent)), function(T(x(at)))));
        }
    };
    expect(T(2), [](T v) { return v * v; });
    expect(T(3), [](T v) { return v * v * v; });
    expect(T(-1), [](T v) { return 1 / v; });
    expect(T(0.5), [](T v) { return std::pow(v, T(0.5)); });
    // Whole exponents are converted.
    tw::host_array<T> const squares = tw::pow(x, 2);
    for (index_t i = 0; i < n; ++i)
        ASSERT_TRUE(same(T(squares(i)), T(x(i) * x(i))));
}

}  // namespace
