// SPDX-License-Identifier: MIT
// The element types of expressions: nothing is evaluated here but the shapes of types.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class A, class B, class Expected>
constexpr bool promotes() {
    return std::is_same_v<tw::promote_t<A, B>, Expected> &&
           std::is_same_v<tw::promote_t<B, A>, Expected>;
}

// An array of T in an unevaluated expression.
template <class T>
array<T> const& of();
template <class T>
array<T, 0> const& of_rank0();

#define TWILL_TEST_TYPE(expression, ...) \
    static_assert(std::is_same_v<element_t<decltype(expression)>, __VA_ARGS__>)

TEST(types, one_kind_takes_the_wider_type) {
    static_assert(promotes<u8, u8, u8>());
    static_assert(promotes<u8, u16, u16>());
    static_assert(promotes<i8, i64, i64>());
    static_assert(promotes<float, double, double>());
    static_assert(promotes<bool, bool, bool>());
    static_assert(promotes<long long, i64, i64>());
    static_assert(promotes<unsigned long long, std::size_t, u64>());
    static_assert(promotes<char, signed char, i8>() || std::is_unsigned_v<char>);
    TWILL_TEST_TYPE(of<u8>() + of<u8>(), u8);
    TWILL_TEST_TYPE(-of<u8>(), u8);
    TWILL_TEST_TYPE(~of<i16>(), i16);
    TWILL_TEST_TYPE(of<i8>() << of<i8>(), i8);
    TWILL_TEST_TYPE(square(of<i16>()), i16);
    TWILL_TEST_TYPE(of<float>() + of<double>(), double);
}

TEST(types, mixed_signs_take_the_signed_type_that_holds_both) {
    static_assert(promotes<i8, u8, i16>());
    static_assert(promotes<i16, u8, i16>());
    static_assert(promotes<i8, u16, i32>());
    static_assert(promotes<i32, u32, i64>());
    static_assert(promotes<i64, u32, i64>());
    static_assert(promotes<i64, u8, i64>());
    static_assert(promotes<i8, u32, i64>());
    TWILL_TEST_TYPE(of<i32>() * of<u32>(), i64);
    TWILL_TEST_TYPE(of<i8>() & of<u8>(), i16);
}

TEST(types, higher_kinds_win) {
    static_assert(promotes<i32, float, float>());
    static_assert(promotes<i64, float, float>());
    static_assert(promotes<u64, double, double>());
    static_assert(promotes<bool, i8, i8>());
    static_assert(promotes<bool, u64, u64>());
    static_assert(promotes<bool, float, float>());
    TWILL_TEST_TYPE(of<i64>() / of<float>(), float);
    TWILL_TEST_TYPE(of<bool>() + of<u8>(), u8);
    TWILL_TEST_TYPE(of<bool>() * of<double>(), double);
}

TEST(types, scalars_are_weak_inside_their_kind) {
    TWILL_TEST_TYPE(of<float>() + 1.0, float);
    TWILL_TEST_TYPE(1.0 - of<float>(), float);
    TWILL_TEST_TYPE(of<float>() * 2, float);
    TWILL_TEST_TYPE(of<u8>() + 1, u8);
    TWILL_TEST_TYPE(of<u8>() + std::size_t{1}, u8);
    TWILL_TEST_TYPE(of<i64>() + 1u, i64);
    TWILL_TEST_TYPE(of<u64>() + 1, u64);
    TWILL_TEST_TYPE(of<i32>() * 1.5, double);
    TWILL_TEST_TYPE(of<i32>() * 1.5f, float);
    TWILL_TEST_TYPE(of<i32>() + true, i32);
    TWILL_TEST_TYPE(of<bool>() + 1, i32);
    TWILL_TEST_TYPE(of<bool>() * 0.5f, float);
    TWILL_TEST_TYPE(pow(of<float>(), 2), float);
    TWILL_TEST_TYPE(maximum(of<u8>(), 3), u8);
    TWILL_TEST_TYPE(clip(of<float>(), 0, 1.0), float);
    TWILL_TEST_TYPE(where(of<bool>(), of<float>(), 0.0), float);
    TWILL_TEST_TYPE(where(of<bool>(), 1, of<i8>()), i8);
    TWILL_TEST_TYPE(where(of<bool>(), 1, 0.5f), float);
    // A rank-0 array is not weak.
    TWILL_TEST_TYPE(of<float>() + sum(of<double>()), double);
    TWILL_TEST_TYPE(of<i8>() + of_rank0<i32>(), i32);
}

TEST(types, functions) {
    TWILL_TEST_TYPE(sin(of<float>()), float);
    TWILL_TEST_TYPE(sin(of<i8>()), double);
    TWILL_TEST_TYPE(sqrt(of<bool>()), double);
    TWILL_TEST_TYPE(exp(of<u64>()), double);
    TWILL_TEST_TYPE(deg2rad(of<i16>()), double);
    TWILL_TEST_TYPE(hypot(of<i32>(), of<float>()), float);
    TWILL_TEST_TYPE(atan2(of<i32>(), of<u8>()), double);
    TWILL_TEST_TYPE(true_divide(of<i32>(), of<i32>()), double);
    TWILL_TEST_TYPE(true_divide(of<float>(), of<i64>()), float);
    TWILL_TEST_TYPE(true_divide(of<u64>(), of<i64>()), double);
    TWILL_TEST_TYPE(of<i32>() / of<i32>(), i32);
    TWILL_TEST_TYPE(floor_divide(of<i8>(), of<u8>()), i16);
    TWILL_TEST_TYPE(remainder(of<u8>(), of<u8>()), u8);
    TWILL_TEST_TYPE(floor(of<i8>()), i8);
    TWILL_TEST_TYPE(round(of<u32>()), u32);
    TWILL_TEST_TYPE(trunc(of<float>()), float);
    TWILL_TEST_TYPE(abs(of<i8>()), i8);
    TWILL_TEST_TYPE(sign(of<u8>()), u8);
    TWILL_TEST_TYPE(pow(of<i32>(), of<i32>()), i32);
    TWILL_TEST_TYPE(isnan(of<i32>()), bool);
    TWILL_TEST_TYPE(tw::cast<float>(of<double>()), float);
    TWILL_TEST_TYPE(tw::cast<unsigned long long>(of<double>()), u64);
}

TEST(types, comparisons_and_logic_give_bool) {
    TWILL_TEST_TYPE(of<i32>() < of<u64>(), bool);
    TWILL_TEST_TYPE(of<u8>() == 300, bool);
    TWILL_TEST_TYPE(of<float>() && of<i8>(), bool);
    TWILL_TEST_TYPE(!of<double>(), bool);
    TWILL_TEST_TYPE(of<bool>() | of<bool>(), bool);
    TWILL_TEST_TYPE(~of<bool>(), bool);
    TWILL_TEST_TYPE(isclose(of<float>(), 1.0), bool);
}

TEST(types, reductions) {
    TWILL_TEST_TYPE(sum(of<i8>()), i64);
    TWILL_TEST_TYPE(sum(of<bool>()), i64);
    TWILL_TEST_TYPE(sum(of<u8>()), u64);
    TWILL_TEST_TYPE(prod(of<u32>()), u64);
    TWILL_TEST_TYPE(sum(of<float>()), float);
    TWILL_TEST_TYPE(sum<i32>(of<i8>()), i32);
    TWILL_TEST_TYPE(sum<double>(of<float>()), double);
    TWILL_TEST_TYPE(max(of<i8>()), i8);
    TWILL_TEST_TYPE(mean(of<i32>()), double);
    TWILL_TEST_TYPE(var(of<bool>()), double);
    TWILL_TEST_TYPE(stddev(of<float>()), float);
    TWILL_TEST_TYPE(norm(of<u8>()), double);
    TWILL_TEST_TYPE(any(of<float>()), bool);
    TWILL_TEST_TYPE(count_nonzero(of<float>()), i64);
    TWILL_TEST_TYPE(argmax(of<u8>()), i64);
}

TEST(types, generators) {
    TWILL_TEST_TYPE(tw::arange(5), i32);
    TWILL_TEST_TYPE(tw::arange(std::int64_t{5}), i64);
    TWILL_TEST_TYPE(tw::arange(0, std::int64_t{5}), i64);
    TWILL_TEST_TYPE(tw::arange(0.0f, 1.0f, 0.5f), float);
    TWILL_TEST_TYPE(tw::arange(1, 1.3, 0.1), double);
    TWILL_TEST_TYPE(tw::arange<float>(0, 5), float);
    TWILL_TEST_TYPE(tw::linspace(0, 1, 5), double);
    TWILL_TEST_TYPE(tw::linspace(0.0f, 1.0f, 5), float);
    TWILL_TEST_TYPE(tw::zeros(3), float);
    TWILL_TEST_TYPE(tw::ones<i8>(3), i8);
    TWILL_TEST_TYPE(tw::full(tw::extents(3), 2.0), double);
    TWILL_TEST_TYPE(tw::eye(3), double);
    TWILL_TEST_TYPE(std::get<0>(tw::indices(tw::extents(2, 3))), i64);
}

// Assignments that keep every value or only round need no cast.
template <class From, class To>
constexpr bool silent = tw::detail::converts_silently<From, To>();

TEST(types, what_an_assignment_converts) {
    static_assert(silent<bool, i8> && silent<bool, float> && silent<i8, i16> && silent<u8, i16>);
    static_assert(silent<u32, i64> && silent<i64, float> && silent<u64, float> &&
                  silent<i32, double>);
    static_assert(silent<float, double> && silent<double, float>);
    static_assert(!silent<float, i32> && !silent<double, i64> && !silent<float, bool> &&
                  !silent<i8, bool>);
    static_assert(!silent<i64, i32> && !silent<i32, u32> && !silent<u32, i32> && !silent<u64, i64>);
    static_assert(!silent<i8, u64> && !silent<u16, u8>);
}

}  // namespace
