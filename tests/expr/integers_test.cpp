// SPDX-License-Identifier: MIT
// Integer operators of every type against NumPy.
#include "goldens/integer_arithmetic.hpp"
#include "support/rows.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(integers, integers_of_every_type_as_numpy) {
    for_list(tw::goldens::integer_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::integer_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const x = to_space(G::x);
        auto const y = to_space(G::y);
        // Few at a time: a statement of fifteen takes nvcc minutes.
        expect_rows(rows(x + y, x - y, x * y, ~x, -x), {{"add", to_vector(G::add)},
                                                        {"subtract", to_vector(G::subtract)},
                                                        {"multiply", to_vector(G::multiply)},
                                                        {"invert", to_vector(G::invert)},
                                                        {"negative", to_vector(G::negative)}});
        expect_rows(rows(x / y, x % y, floor_divide(x, y), remainder(x, y)),
                    {{"divide", to_vector(G::divide)},
                     {"modulus", to_vector(G::modulus)},
                     {"floor_divide", to_vector(G::floor_divide)},
                     {"remainder", to_vector(G::remainder)}});
        expect_rows(rows(minimum(x, y), maximum(x, y), x & y, x | y, x ^ y, abs(x)),
                    {{"minimum", to_vector(G::minimum)},
                     {"maximum", to_vector(G::maximum)},
                     {"bitwise_and", to_vector(G::bitwise_and)},
                     {"bitwise_or", to_vector(G::bitwise_or)},
                     {"bitwise_xor", to_vector(G::bitwise_xor)},
                     {"absolute", to_vector(G::absolute)}});
    });
}

TEST(integers, shifts_past_the_width_and_integer_powers) {
    for_list(tw::goldens::integer_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::integer_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const x = to_space(G::shift_x);
        auto const by = to_space(G::shift_count);
        expect_rows(rows(x << by, x >> by), {{"left_shift", to_vector(G::left_shift)},
                                             {"right_shift", to_vector(G::right_shift)}});
        auto const base = to_space(G::base);
        auto const exponent = to_space(G::exponent);
        expect_rows(rows(pow(base, exponent), power(base, exponent)),
                    {{"pow", to_vector(G::power)}, {"power", to_vector(G::power)}});
    });
}

/// What wraps is cut to its type before it is widened, compared or converted in the same kernel.
TEST(integers, results_that_wrap_and_are_used_wider) {
    using narrow = tw::goldens::type_list<std::int8_t, std::int16_t, std::uint16_t>;
    for_list(narrow{}, [](auto type) {
        using T = typename decltype(type)::type;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        T const least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
        std::vector<T> const values{least, T(least + 1), T(-1),           0,
                                    1,     77,           T(greatest - 1), greatest};
        auto const x = to_space(values);
        auto const wider = [](auto const& result) {
            auto const floating = tw::cast<std::int64_t>(tw::cast<float>(result));
            auto const below = tw::cast<std::int64_t>(result < T(0));
            return tw::cast<std::int64_t>(result) * 2 + floating + below * 1'000'000;
        };
        auto const expected = [&](auto of_one) {
            std::vector<std::int64_t> of_all;
            for (T const each : values) {
                std::int64_t const cut = static_cast<T>(of_one(std::int64_t{each}));
                of_all.push_back(cut * std::int64_t{3} + (cut < 0 ? 1'000'000 : 0));
            }
            return of_all;
        };
        using wide = std::int64_t;
        expect_rows(rows(wider(-x), wider(abs(x)), wider(x + greatest), wider(least - x),
                         wider(x * T(3)), wider(x << T(3)), wider(~x)),
                    {{"negative", expected([](wide v) { return -v; })},
                     {"abs", expected([](wide v) { return v < 0 ? -v : v; })},
                     {"add", expected([=](wide v) { return v + greatest; })},
                     {"subtract", expected([=](wide v) { return least - v; })},
                     {"multiply", expected([](wide v) { return v * 3; })},
                     {"left_shift", expected([](wide v) { return v * 8; })},
                     {"invert", expected([](wide v) { return ~v; })}});
    });
}

/// Quotients next to whole numbers, of every type, with the ends of its range on either side.
TEST(integers, quotients_that_are_almost_whole) {
    for_list(tw::goldens::integer_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        std::vector<T> x, y, quotient, rest, divided;
        auto add = [&](T a, T b) {
            bool const wraps = std::is_signed_v<T> && b == static_cast<T>(-1);
            x.push_back(a);
            y.push_back(b);
            divided.push_back(b == 0 ? T{0} : a);
            quotient.push_back(b == 0 ? T{0}
                               : wraps
                                   ? static_cast<T>(-static_cast<Wide>(a))
                                   : static_cast<T>(static_cast<Wide>(a) / static_cast<Wide>(b)));
            rest.push_back(b == 0 || wraps
                               ? T{0}
                               : static_cast<T>(static_cast<Wide>(a) % static_cast<Wide>(b)));
        };
        constexpr T least = std::numeric_limits<T>::min();
        constexpr T greatest = std::numeric_limits<T>::max();
        for (int shift = 0; shift < 8 * static_cast<int>(sizeof(T)); ++shift)
            for (int near = -1; near < 3; ++near) {
                T const b =
                    static_cast<T>((std::uint64_t{1} << shift) + static_cast<std::uint64_t>(near));
                T const whole = static_cast<T>(b == 0 ? greatest : greatest / b * b);
                for (int step = -1; step < 2; ++step)
                    add(static_cast<T>(static_cast<std::uint64_t>(whole) +
                                       static_cast<std::uint64_t>(step)),
                        b);
                add(static_cast<T>(least + 1), b);
                add(greatest, b);
                if (b != static_cast<T>(-1))
                    add(least, b);
            }
        auto const a = to_space(x);
        auto const b = to_space(y);
        EXPECT_TRUE(equal(a / b, quotient));
        EXPECT_TRUE(equal(a % b, rest));
        EXPECT_TRUE(equal(floor_divide(a, b) * b + remainder(a, b), divided));
    });
}

}  // namespace
