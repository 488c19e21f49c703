// SPDX-License-Identifier: MIT
// Nodes from operands and scalars: where a scalar takes its type.
#pragma once

#include "twill/expr/conversion.hpp"
#include "twill/expr/node.hpp"

namespace twill::inline v0::detail {

/// A scalar as a leaf of type T; an integer that does not fit is told at evaluation (value_error).
template <class T, class S>
constexpr scalar_leaf<T> weak_leaf(char const* operation, S value) {
    using C = canonical_t<S>;
    if constexpr (is_integer<C> && is_integer<T>) {
        T const narrow = static_cast<T>(value);
        bool const same = static_cast<C>(narrow) == static_cast<C>(value) &&
                          (is_negative(narrow) == is_negative(static_cast<C>(value)));
        if (!same)
            return {narrow, {operation, static_cast<std::int64_t>(value), std::is_signed_v<C>}};
        return {narrow};
    } else {
        return {static_cast<T>(value)};
    }
}

/// Says of a range or a C array that it is no operand.
template <class R>
constexpr auto refuse_range() {
    constexpr bool is_c_array = std::is_array_v<std::remove_cvref_t<R>>;
    static_assert(is_c_array,
                  "twill: a range of another library stands beside an array: copy it into one "
                  "first, with to_device(range) or host_array<T>(range)");
    static_assert(!is_c_array,
                  "twill: a C array stands beside an array: copy it into one first, with "
                  "host_array<T>(std::span(x))");
}

/// The operand or scalar `x` as a node beside elements of type Beside.
template <class Beside, class X>
constexpr decltype(auto) node_beside(char const* operation, X&& x) {
    if constexpr (operand<X>) {
        return as_node(std::forward<X>(x));
    } else if constexpr (foreign_elements<X>) {
        refuse_range<X>();
        return scalar_leaf<Beside>{};
    } else {
        using S = std::remove_cvref_t<X>;
        return weak_leaf<weak_scalar_t<S, Beside>>(operation, static_cast<S>(x));
    }
}

template <class X>
struct element_type {
    using type = std::remove_cvref_t<X>;
};
template <operand X>
struct element_type<X> {
    using type = value_of<X>;
};

template <host_range X>
struct element_type<X> {
    using type = range_element<X>;
};
template <class X>
    requires std::is_array_v<std::remove_cvref_t<X>>
struct element_type<X> {
    using type = std::remove_cv_t<std::remove_all_extents_t<std::remove_cvref_t<X>>>;
};

/// Whether elements of type T can be computed: std::complex is, as twill's complex, which may be
/// declared only.
template <class T>
inline constexpr bool is_computable = complete<canonical_t<T>>;
/// The operand among two values: what is given back where one is refused, so that nothing but the
/// sentence is reported.
template <class A, class B>
constexpr auto operand_among(A&& a, B&& b) {
    if constexpr (operand<A>)
        return as_node(std::forward<A>(a));
    else
        return as_node(std::forward<B>(b));
}
template <class A, class B>
constexpr auto refuse_elements(A&& a, B&& b) {
    static_assert(always_false<A>,
                  "twill: std::complex is computed as twill's complex, which is only declared "
                  "here: include <twill/complex.hpp>");
    return operand_among(std::forward<A>(a), std::forward<B>(b));
}

struct modulus;
struct fmod_function;
struct remainder_function;
struct floor_divide_function;
/// Whether F is of numbers that have a remainder.
template <class F>
inline constexpr bool is_remainder =
    std::is_same_v<F, modulus> || std::is_same_v<F, fmod_function> ||
    std::is_same_v<F, remainder_function> || std::is_same_v<F, floor_divide_function>;
template <class A, class B>
constexpr auto refuse_remainder(A&& a, B&& b) {
    static_assert(always_false<A>,
                  "twill: complex numbers have no remainder: of their parts take real(z) % 2, and "
                  "so for fmod, remainder and floor_divide");
    return operand_among(std::forward<A>(a), std::forward<B>(b));
}

/// A function of numbers that is called with vectors; completed by `twill/vec.hpp`.
template <class F>
struct by_component;
/// What computes `f` of elements of these types: f itself, but for vectors.
template <class... T, class F>
constexpr auto function_for(F const& f) {
    if constexpr (!(is_vector<T> || ...))
        return f;
    else if constexpr (std::is_empty_v<stored<F>>)
        return by_component<F>{};
    else
        return by_component<F>{{f}};
}

// Nodes over one or two operands are made in place: an operand that is an array becomes a leaf
// where it stays, nothing is moved, and a program has one function an operator to compile.

/// What computes F of elements of types T..., as a node holds it.
template <class F, class... T>
using stored_function_for = decltype(function_for<T...>(F{}));
template <class F, class... T>
constexpr auto store_function() {
    using Own = stored_function_for<F, T...>;
    if constexpr (std::is_empty_v<stored<Own>>)
        return stored<Own>{};
    else
        return stored<Own>{function_for<T...>(F{})};
}

template <class F, class A>
constexpr auto unary(A&& a) {
    using T = typename element_type<A>::type;
    if constexpr (!is_computable<T>) {
        return refuse_elements(a, a);
    } else {
        using Node = elementwise<stored_function_for<F, T>, node_of<A>>;
        return Node{{as_node(std::forward<A>(a))}, {}, store_function<F, T>()};
    }
}

/// The right operand of F. A number of bits that a shift counts need not fit into the elements'
/// type: any that is negative or beyond every width is 64.
template <class F, class B>
constexpr decltype(auto) right_operand(B&& b) {
    using S = canonical_t<std::remove_cvref_t<B>>;
    if constexpr (requires { F::counts_bits; } && is_integer<S>) {
        S const count = static_cast<S>(b);
        return is_negative(count) || count > S{64} ? S{64} : count;
    } else {
        return std::forward<B>(b);
    }
}

/// What a program's operators call. `Beside`: the types that scalars stand beside, the other
/// operand's unless they are said.
template <class F, class BesideA = void, class BesideB = void, class A, class B>
constexpr auto binary(A&& a, B&& b) {
    using TA = typename element_type<A>::type;
    using TB = typename element_type<B>::type;
    if constexpr (!is_computable<TA> || !is_computable<TB>) {
        return refuse_elements(a, b);
    } else if constexpr (is_remainder<F> &&
                         (is_complex<canonical_t<TA>> || is_complex<canonical_t<TB>>)) {
        return refuse_remainder(std::forward<A>(a), std::forward<B>(b));
    } else {
        using ForA = std::conditional_t<std::is_void_v<BesideA>, TB, BesideA>;
        using ForB = std::conditional_t<std::is_void_v<BesideB>, TA, BesideB>;
        using NodeA = std::remove_cvref_t<decltype(node_beside<ForA>(F::name, std::forward<A>(a)))>;
        using NodeB = std::remove_cvref_t<decltype(node_beside<ForB>(
            F::name, right_operand<F>(std::forward<B>(b))))>;
        using Node = elementwise<stored_function_for<F, TA, TB>, NodeA, NodeB>;
        return Node{{node_beside<ForA>(F::name, std::forward<A>(a)),
                     node_beside<ForB>(F::name, right_operand<F>(std::forward<B>(b)))},
                    {},
                    store_function<F, TA, TB>()};
    }
}

/// Comparisons keep an integer scalar's own type beside integers: the answer is the mathematical
/// one.
template <class F, class A, class B>
constexpr auto comparison(A&& a, B&& b) {
    using TA = canonical_t<typename element_type<A>::type>;
    using TB = canonical_t<typename element_type<B>::type>;
    if constexpr (compares_as_integers<TA, TB>)
        return binary<F, TA, TB>(std::forward<A>(a), std::forward<B>(b));
    else
        return binary<F>(std::forward<A>(a), std::forward<B>(b));
}

/// Whether an operand is an ordering itself: `a < x` in `a < x < b`.
template <class X>
inline constexpr bool is_ordering = false;
template <class F, class... A>
inline constexpr bool is_ordering<elementwise<F, A...>> =
    std::is_same_v<F, less> || std::is_same_v<F, less_equal> || std::is_same_v<F, greater> ||
    std::is_same_v<F, greater_equal>;
/// As comparison, for < and its kin.
template <class F, class A, class B>
constexpr auto ordering(A&& a, B&& b) {
    static_assert(
        (!is_ordering<std::remove_cvref_t<A>> || is_boolean<typename element_type<B>::type>) &&
            (!is_ordering<std::remove_cvref_t<B>> || is_boolean<typename element_type<A>::type>),
        "twill: a < x < b compares the bools of a < x with b: write (a < x) & (x < b)");
    return comparison<F>(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace twill::inline v0::detail
