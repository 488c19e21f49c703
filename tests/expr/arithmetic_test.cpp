// SPDX-License-Identifier: MIT
#include "goldens/float_arithmetic.hpp"
#include "support/rows.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(arithmetic, floats_as_numpy) {
    for_list(tw::goldens::float_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::float_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const x = to_space(G::x);
        auto const y = to_space(G::y);
        expect_rows(rows(x + y, x - y, x * y, x / y, x % y), {{"add", to_vector(G::add)},
                                                              {"subtract", to_vector(G::subtract)},
                                                              {"multiply", to_vector(G::multiply)},
                                                              {"divide", to_vector(G::divide)},
                                                              {"modulus", to_vector(G::fmod)}});
        auto const u = to_space(G::u);
        std::vector<T> negative = to_vector(G::u);
        for (T& value : negative)
            value = -value;
        expect_rows(rows(-u, +u), {{"negative", negative}, {"positive", to_vector(G::u)}});
    });
}

TEST(arithmetic, narrow_integers_wrap_at_every_operation) {
    auto const a = to_space<std::uint8_t>({200, 1, 255});
    auto const b = to_space<std::uint8_t>({100, 255, 255});
    EXPECT_TRUE(equal((a + b) / 2, {22, 0, 127}));
    EXPECT_TRUE(equal(-a, {56, 255, 1}));
    auto const c = to_space<std::int8_t>({100, -128, 127});
    EXPECT_TRUE(equal(c * 2, {-56, 0, -2}));
    // uint16 * uint16 and int32 * int32 past the range are no undefined behaviour.
    EXPECT_TRUE(equal(square(to_space<std::uint16_t>({65535, 256})), {1, 0}));
    EXPECT_TRUE(equal(square(to_space({46341, -65536})), {-2147479015, 0}));
}

TEST(arithmetic, types_of_one_kind_meet_in_the_wider_or_the_signed_one) {
    auto const i32 = to_space<std::int32_t>({-1, 2147483647});
    auto const u32 = to_space<std::uint32_t>({1, 4294967295});
    EXPECT_TRUE(equal(i32 + u32, {0, 6442450942}));
    auto const i8 = to_space<std::int8_t>({-1, 127});
    auto const u8 = to_space<std::uint8_t>({200, 255});
    EXPECT_TRUE(equal(i8 * u8, {-200, 32385}));
    EXPECT_TRUE(equal(i8 + i32, {-2, -2147483522}));
    // An integer beside a float takes the float's type.
    EXPECT_TRUE(equal(i32 + to_space({0.5f, 1.0f}), {-0.5f, 2147483648.0f}));
    EXPECT_TRUE(equal(to_space({true, false}) + i8, {0, 127}));
    EXPECT_TRUE(equal(to_space({true, false}) * to_space({2.5f, 2.5f}), {2.5f, 0.0f}));
}

TEST(arithmetic, scalars_are_weak_inside_their_kind) {
    auto const f = to_space({1.0f, 16777216.0f});
    EXPECT_TRUE(equal(f + 1.0, {2.0f, 16777216.0f}));
    auto const i = to_space({1, -3});
    EXPECT_TRUE(equal(i * 1.5, {1.5, -4.5}));
    EXPECT_TRUE(equal(1 - i, {0, 4}));
    EXPECT_TRUE(equal(i + std::size_t{2}, {3, -1}));
    // A rank-0 array is not weak.
    EXPECT_TRUE(equal(f + rank0(1.0), {2.0, 16777217.0}));
    auto const u8 = to_space<std::uint8_t>({0, 255});
    EXPECT_TRUE(equal(u8 + 255, {255, 254}));
}

TEST(arithmetic, a_scalar_that_does_not_fit_throws) {
    auto const u8 = to_space<std::uint8_t>({0, 255});
    auto const i8 = to_space<std::int8_t>({0, 127});
    auto const i32 = to_space({1});
    auto const u64 = to_space<std::uint64_t>({1});
    EXPECT_THROW((void)(u8 + 300).shape(), tw::value_error);
    EXPECT_THROW((void)(300 + u8).shape(), tw::value_error);
    EXPECT_THROW((void)(u8 * -1).shape(), tw::value_error);
    EXPECT_THROW((void)(i8 & 128).shape(), tw::value_error);
    EXPECT_THROW((void)(i32 - 2147483648).shape(), tw::value_error);
    EXPECT_THROW((void)(u64 + -1).shape(), tw::value_error);
    EXPECT_THROW((void)(i32 + ~std::size_t{0}).shape(), tw::value_error);
    EXPECT_NO_THROW((void)(i8 + -128).shape());
    EXPECT_NO_THROW((void)(u64 + ~std::uint64_t{0}).shape());
    try {
        (void)(u8 + 300).shape();
        FAIL();
    } catch (tw::value_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("300"), std::string::npos) << problem.what();
        EXPECT_NE(std::string(problem.what()).find("uint8"), std::string::npos) << problem.what();
        EXPECT_NE(std::string(problem.what()).find("add"), std::string::npos) << problem.what();
    }
}

TEST(arithmetic, shifts_past_the_width) {
    auto const one = to_space({1, -1});
    EXPECT_TRUE(equal(one << 32, {0, 0}));
    // No element type has to hold a number of bits.
    auto const u32 = to_space<std::uint32_t>({1, 4294967295});
    EXPECT_TRUE(equal(u32 << -1, {0, 0}));
    EXPECT_TRUE(equal(u32 >> -1, {0, 0}));
    EXPECT_TRUE(equal(u32 << std::size_t{1}, {2, 4294967294}));
    auto const i8 = to_space<std::int8_t>({1, -2});
    EXPECT_TRUE(equal(i8 << 300, {0, 0}));
    EXPECT_TRUE(equal(i8 >> 300, {0, -1}));
    EXPECT_TRUE(equal(i8 >> std::int64_t{-300}, {0, -1}));
    EXPECT_TRUE(equal(to_space({true, false}) << 3, {8, 0}));
    array<std::uint32_t> shifted = u32;
    shifted <<= 4;
    EXPECT_TRUE(equal(shifted, {16, 4294967280}));
    shifted >>= -4;
    EXPECT_TRUE(equal(shifted, {0, 0}));
    EXPECT_TRUE(equal(one >> 40, {0, -1}));
    // No type has to hold both.
    auto const u64 = to_space<std::uint64_t>({1, std::uint64_t{1} << 63});
    EXPECT_TRUE(equal(u64 >> tw::arange(62, 64), {0, 1}));
    EXPECT_TRUE(equal(u64 << to_space<std::int64_t>({63, -1}), {std::uint64_t{1} << 63, 0}));
    EXPECT_TRUE(equal(one << to_space<std::uint64_t>({3, std::uint64_t{1} << 32}), {8, 0}));
    EXPECT_TRUE((std::is_same_v<decltype(one >> u64)::value_type, int>));
}

TEST(arithmetic, division_by_a_zero_scalar_does_not_trap) {
    auto const i = to_space<std::int32_t>({7, -7, std::numeric_limits<std::int32_t>::min()});
    int const low = std::numeric_limits<std::int32_t>::min();
    expect_rows(rows(i / 0, i % 0, i / -1, i % -1, floor_divide(i, 0), remainder(i, 0),
                     floor_divide(i, -1), remainder(i, -1), reciprocal(i * 0)),
                {{"i / 0", {0, 0, 0}},
                 {"i % 0", {0, 0, 0}},
                 {"i / -1", {-7, 7, low}},
                 {"i % -1", {0, 0, 0}},
                 {"floor_divide(i, 0)", {0, 0, 0}},
                 {"remainder(i, 0)", {0, 0, 0}},
                 {"floor_divide(i, -1)", {-7, 7, low}},
                 {"remainder(i, -1)", {0, 0, 0}},
                 {"reciprocal(0)", {0, 0, 0}}});
}

TEST(arithmetic, mixed_sign_comparisons_are_exact) {
    auto const i8 = to_space<std::int8_t>({-1, 0, 127});
    auto const u8 = to_space<std::uint8_t>({200, 0, 127});
    expect_rows(rows(i8<u8, i8 <= u8, i8> u8, i8 >= u8, i8 == u8, i8 != u8),
                {{"<", {true, false, false}},
                 {"<=", {true, true, true}},
                 {">", {false, false, false}},
                 {">=", {false, true, true}},
                 {"==", {false, true, true}},
                 {"!=", {true, false, false}}});
    auto const u64 = to_space<std::uint64_t>({std::uint64_t{1} << 63, ~std::uint64_t{0}, 5});
    auto const i64 = to_space<std::int64_t>({-1, -1, 5});
    expect_rows(rows(u64 > i64, u64 == i64, i64 < u64, u64 < i64),
                {{">", {true, true, false}},
                 {"==", {false, false, true}},
                 {"<", {true, true, false}},
                 {"reversed <", {false, false, false}}});
}

TEST(arithmetic, comparisons_with_scalars_give_the_mathematical_answer) {
    auto const u8 = to_space<std::uint8_t>({0, 44, 255});
    expect_rows(rows(u8<300, u8> - 1, u8 == 300, u8 == -1, u8 != 44, 44 <= u8, u8 >= 44u),
                {{"< 300", {true, true, true}},
                 {"> -1", {true, true, true}},
                 {"== 300", {false, false, false}},
                 {"== -1", {false, false, false}},
                 {"!= 44", {true, false, true}},
                 {"44 <=", {false, true, true}},
                 {">= 44u", {false, true, true}}});
    auto const f = to_space({0.5f, 1.0f, NAN});
    expect_rows(rows(f < 1, f <= 1.0, f == 1, f != 1, f > 0.75f, f >= 1),
                {{"<", {true, false, false}},
                 {"<=", {true, true, false}},
                 {"==", {false, true, false}},
                 {"!=", {true, false, true}},
                 {">", {false, true, false}},
                 {">=", {false, true, false}}});
}

TEST(arithmetic, bools_take_logical_operators_and_comparisons) {
    auto const a = to_space({false, false, true, true});
    auto const b = to_space({false, true, false, true});
    expect_rows(rows(a && b, a || b, !a, a & b, a | b, a ^ b, ~a, a == b, a < b, logical_xor(a, b)),
                {{"&&", {false, false, false, true}},
                 {"||", {false, true, true, true}},
                 {"!", {true, true, false, false}},
                 {"&", {false, false, false, true}},
                 {"|", {false, true, true, true}},
                 {"^", {false, true, true, false}},
                 {"~", {true, true, false, false}},
                 {"==", {true, false, false, true}},
                 {"<", {false, true, false, false}},
                 {"logical_xor", {false, true, true, false}}});
}

TEST(arithmetic, nan_is_true) {
    auto const x = to_space({NAN, 0.0f, -0.0f, 2.0f});
    expect_rows(rows(!x, x && true, x || false, logical_not(x), logical_xor(x, true)),
                {{"!", {false, true, true, false}},
                 {"&&", {true, false, false, true}},
                 {"||", {true, false, false, true}},
                 {"logical_not", {false, true, true, false}},
                 {"logical_xor", {false, true, true, false}}});
}

TEST(arithmetic, in_place_operators) {
    auto a = to_space({7, -7, 100});
    auto const b = to_space({2, 2, 3});
    a += b;
    EXPECT_TRUE(equal(a, {9, -5, 103}));
    a -= 1;
    EXPECT_TRUE(equal(a, {8, -6, 102}));
    a *= b;
    EXPECT_TRUE(equal(a, {16, -12, 306}));
    a /= 5;
    EXPECT_TRUE(equal(a, {3, -2, 61}));
    a %= b;
    EXPECT_TRUE(equal(a, {1, 0, 1}));
    a |= 12;
    EXPECT_TRUE(equal(a, {13, 12, 13}));
    a &= 9;
    EXPECT_TRUE(equal(a, {9, 8, 9}));
    a ^= b;
    EXPECT_TRUE(equal(a, {11, 10, 10}));
    a <<= b;
    EXPECT_TRUE(equal(a, {44, 40, 80}));
    a >>= 3;
    EXPECT_TRUE(equal(a, {5, 5, 10}));
    EXPECT_THROW(a += 2147483648, tw::value_error);
    EXPECT_TRUE(equal(a, {5, 5, 10}));
}

}  // namespace
