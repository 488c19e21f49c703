// SPDX-License-Identifier: MIT
// The operators as functions.
#include "support/rows.hpp"

#include <twill/named.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(named, are_the_operators) {
    auto const a = to_space({7, -8, 0, 5});
    auto const b = to_space({2, 3, 4, 0});
    expect_rows(
        rows(tw::add(a, b), tw::subtract(a, 1), tw::multiply(a, b), tw::divide(a, b),
             tw::left_shift(a, b), tw::right_shift(a, 1), tw::negative(a), tw::positive(a),
             tw::invert(a), tw::bitwise_not(a), tw::bitwise_invert(a), tw::bitwise_left_shift(a, b),
             tw::bitwise_right_shift(a, 1), tw::mod(a, b), tw::absolute(a)),
        {{"add", {9, -5, 4, 5}},
         {"subtract", {6, -9, -1, 4}},
         {"multiply", {14, -24, 0, 0}},
         {"divide", {3, -2, 0, 0}},
         {"left_shift", {28, -64, 0, 5}},
         {"right_shift", {3, -4, 0, 2}},
         {"negative", {-7, 8, 0, -5}},
         {"positive", {7, -8, 0, 5}},
         {"invert", {-8, 7, -1, -6}},
         {"bitwise_not", {-8, 7, -1, -6}},
         {"bitwise_invert", {-8, 7, -1, -6}},
         {"bitwise_left_shift", {28, -64, 0, 5}},
         {"bitwise_right_shift", {3, -4, 0, 2}},
         {"mod", {1, 1, 0, 0}},
         {"absolute", {7, 8, 0, 5}}});
}

TEST(named, comparisons) {
    auto const a = to_space({1, 2, 3});
    expect_rows(rows(tw::equal(a, 2), tw::not_equal(a, 2), tw::less(a, 2), tw::less_equal(a, 2),
                     tw::greater(a, 2), tw::greater_equal(a, 2), tw::logical_not(a - 2),
                     tw::logical_and(a, a - 2), tw::logical_or(a - 2, a - 2)),
                {{"equal", {false, true, false}},
                 {"not_equal", {true, false, true}},
                 {"less", {true, false, false}},
                 {"less_equal", {true, true, false}},
                 {"greater", {false, false, true}},
                 {"greater_equal", {false, true, true}},
                 {"logical_not", {false, true, false}},
                 {"logical_and", {true, false, true}},
                 {"logical_or", {true, false, true}}});
    // Exact between signs, as the operators.
    EXPECT_TRUE(
        equal(tw::less(to_space<std::int8_t>({-1}), to_space<std::uint8_t>({200})), {true}));
}

TEST(named, other_names) {
    auto const x = to_space({0.0, 0.5, 1.0});
    expect_rows(rows(tw::arcsin(x) - asin(x), tw::arccos(x) - acos(x), tw::arctan(x) - atan(x),
                     tw::arcsinh(x) - asinh(x), tw::arccosh(x + 1) - acosh(x + 1),
                     tw::arctanh(x * 0.5) - atanh(x * 0.5), tw::arctan2(x, 2.0) - atan2(x, 2.0),
                     tw::fix(-x * 3), tw::degrees(x) - rad2deg(x), tw::radians(x) - deg2rad(x)),
                {{"arcsin", {0, 0, 0}, 0},
                 {"arccos", {0, 0, 0}, 0},
                 {"arctan", {0, 0, 0}, 0},
                 {"arcsinh", {0, 0, 0}, 0},
                 {"arccosh", {0, 0, 0}, 0},
                 {"arctanh", {0, 0, 0}, 0},
                 {"arctan2", {0, 0, 0}, 0},
                 {"fix", {-0.0, -1, -3}},
                 {"degrees", {0, 0, 0}, 0},
                 {"radians", {0, 0, 0}, 0}});
}

}  // namespace
