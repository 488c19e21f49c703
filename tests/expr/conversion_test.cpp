// SPDX-License-Identifier: MIT
// Casts, and what an assignment converts by itself.
#include "goldens/casts.hpp"
#include "support/rows.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(conversion, casts_as_specified) {
    for_list(tw::goldens::cast_cases{}, [](auto type) {
        using Case = typename decltype(type)::type;
        using From = typename Case::from_type;
        using To = typename Case::to_type;
        SCOPED_TRACE(std::string(tw::detail::type_name<From>::value) + " to " +
                     tw::detail::type_name<To>::value);
        EXPECT_TRUE(equal(tw::cast<To>(to_space(Case::from)), to_vector(Case::to)));
    });
}

TEST(conversion, a_cast_has_the_type_it_names) {
    auto const x = to_space({300.7f, -1.5f, NAN});
    static_assert(std::is_same_v<element_t<decltype(tw::cast<std::uint8_t>(x))>, std::uint8_t>);
    static_assert(std::is_same_v<element_t<decltype(tw::cast<long long>(x))>, std::int64_t>);
    // Inside a larger expression the cast value is what counts.
    EXPECT_TRUE(equal(tw::cast<std::uint8_t>(x) + 1, {0, 1, 1}));
}

TEST(conversion, assignment_widens_the_kind) {
    auto const i8 = to_space<std::int8_t>({-128, 127});
    auto const flags = to_space({true, false});
    array<std::int32_t> i32 = i8 + i8;
    EXPECT_TRUE(equal(i32, {0, -2}));  // the sum wrapped in int8 before
    array<std::int16_t> i16(i8);
    EXPECT_TRUE(equal(i16, {-128, 127}));
    array<std::int16_t> from_unsigned(to_space<std::uint8_t>({0, 255}));
    EXPECT_TRUE(equal(from_unsigned, {0, 255}));
    array<float> f(i32);
    EXPECT_TRUE(equal(f, {0.0f, -2.0f}));
    f = flags;
    EXPECT_TRUE(equal(f, {1.0f, 0.0f}));
    i32 = flags;
    EXPECT_TRUE(equal(i32, {1, 0}));
}

TEST(conversion, assignment_rounds_between_floats) {
    auto const d = to_space<double>({0.1, 1e300, 16777217.0, NAN});
    array<float> f(d);
    EXPECT_TRUE(equal(f, {0.1f, INFINITY, 16777216.0f, NAN}));
    array<double> back(f);
    EXPECT_TRUE(equal(back, {static_cast<double>(0.1f), INFINITY, 16777216.0, NAN}));
    f(tw::slice(0, 2)) = d(tw::slice(2, 4));
    EXPECT_TRUE(equal(f, {16777216.0f, NAN, 16777216.0f, NAN}));
}

TEST(conversion, assigned_scalars_are_weak) {
    auto f = to_space({1.0f, 2.0f});
    f = 0.1;
    EXPECT_TRUE(equal(f, {0.1f, 0.1f}));
    f = 3;
    EXPECT_TRUE(equal(f, {3.0f, 3.0f}));
    auto u8 = to_space<std::uint8_t>({1, 2});
    u8 = 255;
    EXPECT_TRUE(equal(u8, {255, 255}));
    EXPECT_THROW(u8 = 256, tw::value_error);
    EXPECT_THROW(u8 = -1, tw::value_error);
    EXPECT_THROW(u8(tw::slice(0, 1)) = 256, tw::value_error);
    EXPECT_TRUE(equal(u8, {255, 255}));
}

}  // namespace
