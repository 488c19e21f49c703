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
        expect_rows(rows(x + y, x - y, x * y, x / y, x % y, floor_divide(x, y), remainder(x, y),
                         minimum(x, y), maximum(x, y), x & y, x | y, x ^ y, ~x, -x, abs(x)),
                    {{"add", to_vector(G::add)},
                     {"subtract", to_vector(G::subtract)},
                     {"multiply", to_vector(G::multiply)},
                     {"divide", to_vector(G::divide)},
                     {"modulus", to_vector(G::modulus)},
                     {"floor_divide", to_vector(G::floor_divide)},
                     {"remainder", to_vector(G::remainder)},
                     {"minimum", to_vector(G::minimum)},
                     {"maximum", to_vector(G::maximum)},
                     {"bitwise_and", to_vector(G::bitwise_and)},
                     {"bitwise_or", to_vector(G::bitwise_or)},
                     {"bitwise_xor", to_vector(G::bitwise_xor)},
                     {"invert", to_vector(G::invert)},
                     {"negative", to_vector(G::negative)},
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

}  // namespace
