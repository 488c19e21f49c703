// SPDX-License-Identifier: MIT
// Integers of one and two bytes, which kernels take out of words of memory, convert, divide and
// combine four at a time; and formulas of one array, which they read once. Each result is that of
// the host.
#include <twill/half.hpp>
#include <twill/twill.cuh>
#include <twill/twill.hpp>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;
using tw::slice;

namespace {

/// The same bits, NaN aside.
template <class T>
bool alike(T a, T b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0 ||
           (static_cast<double>(a) != static_cast<double>(a) &&
            static_cast<double>(b) != static_cast<double>(b));
}
/// of(arrays...) on the device and on the host.
template <class Of, class... T>
void check(Of&& of, tw::host_array<T> const&... x) {
    auto const got = tw::to_host(tw::evaluate(of(tw::to_device(x)...)));
    auto const want = tw::evaluate(of(x...));
    ASSERT_EQ(got.size(), want.size());
    for (index_t i = 0; i < want.size(); ++i)
        ASSERT_TRUE(alike(got[i], want[i]))
            << i << ": " << static_cast<double>(got[i]) << ", " << static_cast<double>(want[i]);
}

/// `size` values, and three elements more, so that a slice of them starts between two packets.
template <class T, class Value>
tw::host_array<T> made(index_t size, Value&& value) {
    tw::host_array<T> x(tw::extents<1>(size + 3));
    for (index_t i = 0; i < size + 3; ++i)
        x[i] = value(i % size);
    return x;
}
/// All values of a type of one or two bytes, twice.
template <class T>
tw::host_array<T> all_values() {
    return made<T>(index_t{1} << 17, [](index_t i) { return static_cast<T>(i); });
}
/// All pairs of bytes.
template <class T>
tw::host_array<T> firsts() {
    return made<T>(index_t{1} << 16, [](index_t i) { return static_cast<T>(i); });
}
template <class T>
tw::host_array<T> seconds() {
    return made<T>(index_t{1} << 16, [](index_t i) { return static_cast<T>(i >> 8); });
}

template <class T>
void check_widened() {
    auto const x = all_values<T>();
    check([](auto const& a) { return tw::cast<float>(a); }, x);
    check([](auto const& a) { return tw::cast<float>(a(slice(3))) * 0.5f; }, x);
    check([](auto const& a) { return a * 0.25f; }, x);
    check([](auto const& a) { return 3.0f - a(slice(1)); }, x);
    check([](auto const& a) { return tw::cast<tw::float16>(a); }, x);
    check([](auto const& a) { return tw::cast<T>(tw::cast<float>(a) * 0.5f); }, x);
    check([](auto const& a) { return a(slice(1)) > 7; }, x);
    check([](auto const& a) { return tw::where(a > 7, a, T(9)); }, x);
}
TEST(narrow, widened) {
    for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t>(
        [](auto of) { check_widened<typename decltype(of)::type>(); });
}

/// Bits of every exponent and sign, infinities and NaN among them.
tw::host_array<float> many_floats() {
    return made<float>(index_t{1} << 18, [](index_t i) {
        return __builtin_bit_cast(float, static_cast<std::uint32_t>(i) * 16411u);
    });
}
template <class To>
void check_narrowed() {
    check([](auto const& a) { return tw::cast<To>(a); }, many_floats());
    check([](auto const& a) { return tw::cast<To>(a); }, made<float>(1 << 18, [](index_t i) {
              return static_cast<float>(i - (1 << 17)) * 0.625f;
          }));
}
TEST(narrow, narrowed) {
    for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
              std::int64_t>([](auto to) { check_narrowed<typename decltype(to)::type>(); });
}

TEST(narrow, greater_and_smaller_floats) {
    float const infinity = std::numeric_limits<float>::infinity();
    float const nan = std::numeric_limits<float>::quiet_NaN();
    float const values[] = {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, nan, -nan, 1e-45f};
    auto const x = made<float>(1 << 17, [&](index_t i) { return values[i % 9]; });
    auto const y = made<float>(1 << 17, [&](index_t i) { return values[i / 9 % 9]; });
    check([](auto const& a, auto const& b) { return maximum(a, b); }, x, y);
    check([](auto const& a, auto const& b) { return minimum(a, b); }, x, y);
    check([](auto const& a, auto const& b) { return clip(a, b, 0.5f); }, x, y);
    check([](auto const& a) { return clip(a, -0.0f, 0.0f); }, x);
}

template <class T>
void check_quotients(tw::host_array<T> const& x, tw::host_array<T> const& y) {
    check([](auto const& a, auto const& b) { return a / b; }, x, y);
    check([](auto const& a, auto const& b) { return a % b; }, x, y);
    check([](auto const& a, auto const& b) { return floor_divide(a, b); }, x, y);
    check([](auto const& a, auto const& b) { return remainder(a, b); }, x, y);
    for (int divisor : {0, 1, 2, 3, 7, 10, 127}) {
        check([&](auto const& a) { return a / static_cast<T>(divisor); }, x);
        check([&](auto const& a) { return a % static_cast<T>(divisor); }, x);
    }
    if constexpr (std::is_signed_v<T>)
        check([](auto const& a) { return a / T(-1); }, x);
}
TEST(narrow, quotients_of_bytes) {
    check_quotients(firsts<std::uint8_t>(), seconds<std::uint8_t>());
    check_quotients(firsts<std::int8_t>(), seconds<std::int8_t>());
}
/// Divisors of every length, and numbers beside their multiples.
template <class T>
void check_long_quotients() {
    using U = std::make_unsigned_t<T>;
    auto const divisor = [](index_t i) {
        auto const bits = static_cast<std::uint32_t>(i) * 2654435761u;
        return static_cast<U>(bits >> i % 32);
    };
    auto const y = made<T>(1 << 18, [&](index_t i) { return static_cast<T>(divisor(i)); });
    auto const x = made<T>(1 << 18, [&](index_t i) {
        auto const times = static_cast<std::uint64_t>(i) * 40503u;
        auto const near = static_cast<std::uint64_t>(divisor(i)) * times;
        return static_cast<T>(near + static_cast<std::uint64_t>(i % 3) - 1);
    });
    check_quotients(x, y);
    check_quotients(y, x);
}
TEST(narrow, quotients) {
    for_types<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::int64_t>(
        [](auto of) { check_long_quotients<typename decltype(of)::type>(); });
}

template <class T>
void check_bytes() {
    auto const x = firsts<T>();
    auto const y = seconds<T>();
    check([](auto const& a, auto const& b) { return a + b; }, x, y);
    check([](auto const& a, auto const& b) { return a - b; }, x, y);
    check([](auto const& a, auto const& b) { return (a & b) - (a | b) + (a ^ b); }, x, y);
    check([](auto const& a, auto const& b) { return maximum(a, b) - minimum(a, b); }, x, y);
    check([](auto const& a, auto const& b) { return where(a > b, a - b, b - a); }, x, y);
    check([](auto const& a, auto const& b) { return (a + b) / T(2) + (T(100) - a) * b; }, x, y);
    check([](auto const& a, auto const& b) { return maximum(a + T(77), b - T(3)) == 5; }, x, y);
    check([](auto const& a, auto const& b) { return a(slice(1)) + b(slice(0, -1)) + a(slice(1)); },
          x, y);
    check([](auto const& a, auto const& b) { return tw::cast<float>(a - b) * 0.5f; }, x, y);
    check([](auto const& a, auto const& b) { return tw::cast<std::int16_t>(a + b) + a; }, x, y);
}
TEST(narrow, bytes) {
    check_bytes<std::uint8_t>();
    check_bytes<std::int8_t>();
}
/// Rows of images, shifted against each other.
TEST(narrow, rolled_bytes) {
    for (auto const& [rows, columns] :
         {std::pair<index_t, index_t>{130, 257}, {64, 640}, {300, 33}, {9, 5}}) {
        auto const x = reshape(firsts<std::uint8_t>()(slice(0, rows * columns)), rows, columns);
        auto const sum = [](auto const& m) {
            auto const part = [&](int i, int j) {
                return m(slice(1 + i, m.extent(0) - 1 + i), slice(1 + j, m.extent(1) - 1 + j));
            };
            return part(-1, 0) + part(1, 0) + part(0, -1) + part(0, 1) + part(0, 0);
        };
        auto const got = tw::to_host(tw::evaluate(sum(tw::to_device(x))));
        auto const want = tw::evaluate(sum(x));
        ASSERT_TRUE(tw::item(tw::all(got == want))) << rows << " x " << columns;
    }
}

/// Images whose channels lie beside each other.
TEST(narrow, channels_of_bytes) {
    for (auto const& [rows, columns] : {std::pair<index_t, index_t>{31, 129}, {40, 400}, {9, 5}}) {
        auto const x =
            reshape(firsts<std::uint8_t>()(slice(0, rows * columns * 4)), rows, columns, 4);
        auto const mix = [](auto const& m) {
            auto const channel = [&](int k) {
                return tw::cast<std::uint16_t>(m(slice(1), slice(0, -1), k));
            };
            return tw::cast<std::uint8_t>(
                (channel(0) * 77 + channel(1) * 100 + channel(2) * 29 + channel(3) * 50) >> 8);
        };
        auto const got = tw::to_host(tw::evaluate(mix(tw::to_device(x))));
        auto const want = tw::evaluate(mix(x));
        ASSERT_TRUE(tw::item(tw::all(got == want))) << rows << " x " << columns;
    }
}

template <class T>
void check_formulas() {
    auto const formula = [](auto const& a) {
        return 1.0f + a * (2.0f + a * (3.0f - a * (0.5f + a * (a + 0.25f))));
    };
    auto const mixed = [](auto const& a, auto const& b) { return a * b + a * (b + a); };
    for (index_t size : {index_t{5}, index_t{70000}, index_t{100003}}) {
        auto const x = made<T>(size, [](index_t i) { return T(static_cast<float>(i % 5)); });
        auto const y = made<T>(size, [](index_t i) { return T(static_cast<float>(i % 7)); });
        check(formula, x);
        check([&](auto const& a) { return formula(a(slice(1))); }, x);
        check([&](auto const& a) { return formula(a(slice(tw::none, tw::none, -1))); }, x);
        check(mixed, x, x);
        check(mixed, x, y);
        check(mixed, x,
              made<float>(size, [](index_t i) { return 0.5f * static_cast<float>(i % 3); }));
        // One place, different steps; one array, different places.
        check([&](auto const& a) { return mixed(a(slice(0, 3)), a(slice(0, 6, 2))); }, x);
        check([&](auto const& a) { return mixed(a(slice(1)), a(slice(0, -1))); }, x);
    }
}
TEST(narrow, formulas_of_one_array) {
    check_formulas<float>();
    check_formulas<double>();
    check_formulas<tw::float16>();
}

template <class T>
void check_formulas_of_rows() {
    auto const formula = [](auto const& v) { return v * v * (v + 2.0f) + v - 0.5f * v * v; };
    for (auto const& [rows, columns] : {std::pair{3, 5}, {17, 64}, {33, 1000}, {40, 1001}}) {
        auto const matrix = [&, rows = rows, columns = columns](int period) {
            auto const x = made<T>(rows * columns, [&](index_t i) {
                return T(0.25f * static_cast<float>(i % period));
            });
            return tw::evaluate(reshape(x(slice(0, rows * columns)), rows, columns));
        };
        auto const x = matrix(7), y = matrix(3);
        auto const b = made<T>(columns, [](index_t i) { return T(0.25f * float(i % 5)); });
        auto const rows_agree = [&](auto const& of) {
            auto const dx = tw::to_device(x), dy = tw::to_device(y);
            auto const db = tw::to_device(b);
            for (index_t from = 0; from < 3; ++from) {
                auto const row = slice(from, from + b.size() - 3);
                auto const got = tw::to_host(tw::evaluate(of(dx, dy, db(row), db(slice(0, -3)))));
                auto const want = tw::evaluate(of(x, y, b(row), b(slice(0, -3))));
                for (index_t i = 0; i < want.size(); ++i)
                    ASSERT_TRUE(alike(got.data()[i], want.data()[i])) << from << ", " << i;
            }
        };
        // One matrix and one row; two matrices; two rows, which are one where `from` is 0.
        rows_agree(
            [&](auto const& u, auto const&, auto const& r, auto const&) { return formula(u + r); });
        rows_agree([&](auto const& u, auto const& v, auto const& r, auto const&) {
            return (u + r) * (u - r) + v * r;
        });
        rows_agree([&](auto const& u, auto const&, auto const& r, auto const& q) {
            return (u + r) * (u - q) + u * r - q * u;
        });
    }
}
TEST(narrow, formulas_of_rows) {
    check_formulas_of_rows<float>();
    check_formulas_of_rows<tw::float16>();
}

}  // namespace
