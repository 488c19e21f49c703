// SPDX-License-Identifier: MIT
// What an expression costs at each point of its loop, for estimates of time. Costly functions have
// the weights by which kernels decide what to compute once (work_of_function).
#pragma once

#include "twill/expr/arithmetic.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/rounding.hpp"
#include "twill/lower/terms.hpp"

namespace twill::inline v0::detail {

/// Instructions at one point, as sums of these, 16 bits each: a number is cheap to compile.
using point_weight = std::uint64_t;
inline constexpr int singles_at = 0;   ///< on values of up to 4 bytes
inline constexpr int doubles_at = 16;  ///< on wider ones
/// Of costly functions: these two are counted apart, for they may be computed once for a row.
inline constexpr int costly_singles_at = 32;
inline constexpr int costly_doubles_at = 48;
constexpr double instructions(point_weight w, int at) {
    return static_cast<double>(w >> at & 0xffff);
}

/// Of functions that are not costly; of a user's own nothing is known: a few instructions.
template <class F>
inline constexpr int weight_of_cheap = is_unknown<F> ? 8 : 1;
// Quotients and roots round correctly, in several steps.
template <>
inline constexpr int weight_of_cheap<divide> = 9;
template <>
inline constexpr int weight_of_cheap<true_divide_function> = 9;
template <>
inline constexpr int weight_of_cheap<reciprocal_function> = 9;
template <>
inline constexpr int weight_of_cheap<sqrt_function> = 9;
template <>
inline constexpr int weight_of_cheap<rsqrt_function> = 9;
/// How often exponentials fit into what costly functions take: they are little more than an
/// instruction of the hardware, at a quarter of the rate or less.
template <class F>
inline constexpr int times_cheaper = 1;
template <>
inline constexpr int times_cheaper<exp_function> = 2;
template <>
inline constexpr int times_cheaper<exp2_function> = 2;

/// What values of type V count with: instructions for each, and where.
struct counted_as {
    int times;
    int at;
    int costly_at;
};
template <class V>
inline constexpr counted_as counts_as =
    sizeof(V) / (is_complex<V> ? 2 : 1) <= 4
        ? counted_as{is_complex<V> ? 4 : 1, singles_at, costly_singles_at}
    : is_complex<V>  ? counted_as{4, doubles_at, costly_doubles_at}
    : is_floating<V> ? counted_as{1, doubles_at, costly_doubles_at}
                     // Integers of 8 bytes take a few instructions of 4.
                     : counted_as{3, singles_at, costly_singles_at};

/// Of a function whose results have type T. The table of costly ones counts instructions of doubles
/// as two, as there are half as many units.
template <class F, class V, int Operands>
inline constexpr point_weight weight_of_function =
    is_costly<F> ? point_weight{work_of_function<F, V, Operands> / times_cheaper<F> /
                                (counts_as<V>.at == doubles_at ? 2 : 1)}
                       << counts_as<V>.costly_at
                 : point_weight{weight_of_cheap<F> * counts_as<V>.times} << counts_as<V>.at;

template <class E>
constexpr point_weight find_weight();
/// Of an expression, reductions inside it included.
template <class E>
inline constexpr point_weight weight_of = find_weight<E>();
// Read, and packed ones unpacked.
template <class T, int Rank, class Space, class Lie>
inline constexpr point_weight weight_of<leaf<T, Rank, Space, Lie>> =
    point_weight{Rank == 0       ? 0
                 : sizeof(T) < 4 ? 2
                                 : 1}
    << singles_at;
template <class F, class... A>
inline constexpr point_weight weight_of<elementwise<F, A...>> =
    (weight_of_function<F, compute_t<typename elementwise<F, A...>::value_type>, sizeof...(A)> +
     ... + weight_of<A>);

/// What an expression computes from the results of its reductions.
template <class E>
inline constexpr point_weight weight_outside = E::needs_evaluation ? point_weight{0} : weight_of<E>;
template <class F, class... A>
inline constexpr point_weight weight_outside<elementwise<F, A...>> =
    (weight_of_function<F, compute_t<typename elementwise<F, A...>::value_type>, sizeof...(A)> +
     ... + weight_outside<A>);

template <class... A>
constexpr point_weight sum_of_weights(types<A...>) {
    return (point_weight{0} + ... + weight_of<A>);
}
template <class T, int Operands, class... F>
constexpr point_weight sum_of_functions(types<F...>) {
    return (point_weight{0} + ... + weight_of_function<F, compute_t<T>, Operands>);
}
/// Of what is neither.
template <class E>
constexpr point_weight find_weight() {
    using operands = operand_types<E>;
    point_weight own =
        sum_of_weights(operands{}) +
        sum_of_functions<typename E::value_type, operands::count>(typename E::functions{});
    // What finds an operand's elements itself: offsets, and whether they are in range.
    if constexpr (operands::count > 0)
        if (E::how(0) == reads::memory)
            own += point_weight{8 * (operands::count - 1)} << singles_at;
    return own;
}

}  // namespace twill::inline v0::detail
