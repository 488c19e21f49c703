// SPDX-License-Identifier: MIT
// Reductions: sum, prod, min, max, mean, var, stddev, any, all, count_nonzero, argmin, argmax,
// norm. Each returns a lazy expression that broadcasts in larger ones; nothing is copied to the
// host. Over all axes the result has rank 0: `item(sum(a))` reads it. Axes: none for all, `axis<0,
// -1>`, or at run time (axis_error) `axes(i, j)` or one plain integer; `keepdims` leaves reduced
// axes with size 1.
// Results are the same bits on every run, whatever the number of threads.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/ops/reduce/evaluate.hpp"
#include "twill/ops/reduce/mistakes.hpp"

namespace twill::inline v0 {
namespace detail {

/// What elements are reduced as: those of std::complex as twill's.
template <class X>
using reduced_of = canonical_t<value_of<X>>;

/// Whether a user's function reduces elements of type T in the type S of its identity: what is no
/// number is, and a number that holds them. Others are weak: 0 beside doubles is 0.0.
template <class T, class S>
constexpr bool identity_holds() {
    if constexpr (!std::is_arithmetic_v<S> || is_boolean<S>)
        return true;
    else if constexpr (is_integer<T> && is_integer<S>)
        return holds_every_value<T, S>();
    else if constexpr (is_floating<T> && is_floating<S>)
        return sizeof(T) <= sizeof(S);
    else
        return kind_of<T> == kind::other || kind_of<T> <= kind_of<S>;
}
/// The type in which a user's function reduces the elements of X, with an identity of type S.
template <class X, class S>
using accumulated_t =
    typename std::conditional_t<identity_holds<reduced_of<X>, canonical_t<S>>(),
                                std::type_identity<canonical_t<S>>,
                                decltype(weak_scalar<canonical_t<S>, reduced_of<X>>())>::type;
/// The identity as the value of accumulators R; value_error for an integer that R does not hold.
template <class R, class S>
compute_t<R> neutral_value(S const& identity, source_location const& place) {
    if constexpr (is_integer<R> && is_integer<canonical_t<S>>) {
        auto const number = weak_leaf<R>("reduce", identity);
        number.fault.check(place);
        return number.value;
    } else {
        return static_cast<compute_t<R>>(identity);
    }
}

/// `keepdims_t` among the options?
template <class... Options>
inline constexpr bool keeps = (false || ... || std::is_same_v<Options, keepdims_t>);
/// As reduction_arguments, and a better match than the names that tell of this header.
template <class... Options>
concept reduction_options = reduction_arguments<Options...> && true;

constexpr all_axes pick_axes() { return {}; }
template <class Axes, class... Rest>
constexpr auto pick_axes(Axes which, Rest...) {
    return as_axes(which);
}
template <class... Rest>
constexpr auto pick_axes(keepdims_t, Rest... rest) {
    return pick_axes(rest...);
}

template <class Reducer, class X, class... Options>
auto reduce_with(X&& x, Reducer const& reducer, Options... options) {
    return make_reduction<Reducer, keeps<Options...>>(as_node(std::forward<X>(x)),
                                                      pick_axes(options...), reducer);
}

/// The position of each element among the reduced ones, in C order.
template <class E, class Axes>
auto with_positions(E const& x, Axes const& which, caller const& by) {
    extents<E::rank> const shape = x.shape(by.place);
    std::uint64_t const bits = axes_traits<Axes, E::rank>::mask(which, by);
    index_leaf<E::rank> position{0, {shape, {}}};
    index_t step = 1;
    for (int d = E::rank - 1; d >= 0; --d) {
        if (!(bits >> d & 1))
            continue;
        position.layout.stride[d] = step;
        step = wrapping_product(step, shape[d]);
    }
    return make_elementwise(locate_function{}, x, position);
}

/// As reduce_with, of each element together with its position.
template <class Reducer, class X, class... Options>
auto reduce_located(source_location const& place, X&& x, Reducer const& reducer,
                    Options... options) {
    auto const which = pick_axes(options...);
    return make_reduction<Reducer, keeps<Options...>>(
        with_positions(as_node(std::forward<X>(x)), which, {Reducer::name, place}), which, reducer);
}

template <class T, class X>
auto converted(X&& x) {
    return make_elementwise(cast_function<canonical_t<T>>{}, as_node(std::forward<X>(x)));
}

template <bool Greatest, class X, class... Options>
auto arg_reduction(source_location const& place, X&& x, Options... options) {
    static_assert(!is_complex<reduced_of<X>>,
                  "twill: complex numbers have no order: argmax and argmin take argmax(abs(z)) or "
                  "argmax(real(z))");
    return reduce_located(place, std::forward<X>(x), arg_reducer<reduced_of<X>, Greatest>{},
                          options...);
}

}  // namespace detail

/// Sum. bool and narrow integers accumulate in 64 bits; floats stay within c * log2(n) * eps *
/// sum|x|. Empty: 0.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto sum(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::sum_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// Sum in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto sum(X&& x, Options... options) {
    return detail::reduce_with(detail::converted<T>(std::forward<X>(x)),
                               detail::sum_reducer<detail::canonical_t<T>, true>{}, options...);
}
/// Product. bool and narrow integers accumulate in 64 bits. Empty: 1.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto prod(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::product_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// Product in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto prod(X&& x, Options... options) {
    return detail::reduce_with(detail::converted<T>(std::forward<X>(x)),
                               detail::product_reducer<detail::canonical_t<T>, true>{}, options...);
}
// What one writes who looks for the greater of two elements.
template <class A, class B>
    requires detail::binary_operands<A, B> && (!detail::axis_number<std::remove_cvref_t<B>>)
[[nodiscard]] auto max(A&& a, B&&) {
    static_assert(detail::always_false<A, B>,
                  "twill: max(x) is the greatest element of one array; the greater of two, element "
                  "by element, is maximum(a, b)");
    return std::forward<A>(a);
}
template <class A, class B>
    requires detail::binary_operands<A, B> && (!detail::axis_number<std::remove_cvref_t<B>>)
[[nodiscard]] auto min(A&& a, B&&) {
    static_assert(detail::always_false<A, B>,
                  "twill: min(x) is the smallest element of one array; the smaller of two, element "
                  "by element, is minimum(a, b)");
    return std::forward<A>(a);
}
// The same with an integer, which names an axis where there are several.
template <detail::operand A, class B>
    requires(detail::rank_of<A> < 2 && detail::axis_number<std::remove_cvref_t<B>>)
[[nodiscard]] auto max(A&& a, B&&) {
    static_assert(detail::always_false<A, B>,
                  "twill: the greater of two is maximum(a, b); the greatest of a vector is max(a)");
    return std::forward<A>(a);
}
template <detail::operand A, class B>
    requires(detail::rank_of<A> < 2 && detail::axis_number<std::remove_cvref_t<B>>)
[[nodiscard]] auto min(A&& a, B&&) {
    static_assert(detail::always_false<A, B>,
                  "twill: the smaller of two is minimum(a, b); the smallest of a vector is min(a)");
    return std::forward<A>(a);
}
/// Greatest element; NaN propagates, -0.0 is below +0.0. Throws shape_error for no elements.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto max(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::max_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// Smallest element; NaN propagates, -0.0 is below +0.0. Throws shape_error for no elements.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto min(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::min_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// Arithmetic mean, in float64 for integers. Empty: NaN.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto mean(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::mean_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// The same in T: each element is converted first.
template <class T, detail::operand X, class... Options>
[[nodiscard]] auto max(X&& x, Options... options) {
    return max(detail::converted<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
[[nodiscard]] auto min(X&& x, Options... options) {
    return min(detail::converted<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
[[nodiscard]] auto mean(X&& x, Options... options) {
    return mean(detail::converted<T>(std::forward<X>(x)), options...);
}

/// Variance around the mean, divided by n - ddof; in one stable pass. NaN where n - ddof <= 0.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto var(X&& x, Options... options) {
    return detail::reduce_with(
        std::forward<X>(x), detail::variance_reducer<detail::reduced_of<X>, false>{}, options...);
}
/// Square root of the variance.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto stddev(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x),
                               detail::variance_reducer<detail::reduced_of<X>, true>{}, options...);
}
/// Degrees of freedom that var and stddev leave out: `var(x, ddof(1), axis<0>)`.
struct ddof {
    double value;
    constexpr explicit ddof(double lost) : value(lost) {}
};
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto var(X&& x, ddof lost, Options... options) {
    return detail::reduce_with(std::forward<X>(x),
                               detail::variance_reducer<detail::reduced_of<X>, false>{lost.value},
                               options...);
}
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto stddev(X&& x, ddof lost, Options... options) {
    return detail::reduce_with(std::forward<X>(x),
                               detail::variance_reducer<detail::reduced_of<X>, true>{lost.value},
                               options...);
}

// The same with it behind other options, `var(x, axis<0>, ddof(1))`.
template <detail::operand X, class First, class... Rest>
    requires(detail::reduction_arguments<First> && (std::is_same_v<Rest, ddof> || ...))
[[nodiscard]] auto var(X&& x, First first, Rest... rest) {
    return var(std::forward<X>(x), rest..., first);
}
template <detail::operand X, class First, class... Rest>
    requires(detail::reduction_arguments<First> && (std::is_same_v<Rest, ddof> || ...))
[[nodiscard]] auto stddev(X&& x, First first, Rest... rest) {
    return stddev(std::forward<X>(x), rest..., first);
}

/// Variance and its square root in T: each element is converted first.
template <class T, detail::operand X, class... Options>
[[nodiscard]] auto var(X&& x, Options... options) {
    return var(detail::converted<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
[[nodiscard]] auto stddev(X&& x, Options... options) {
    return stddev(detail::converted<T>(std::forward<X>(x)), options...);
}

/// Whether any element is true (NaN is). Empty: false.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto any(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::any_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// Whether every element is true. Empty: true.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto all(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x), detail::all_reducer<detail::reduced_of<X>>{},
                               options...);
}
/// How many elements are not zero, as int64.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto count_nonzero(X&& x, Options... options) {
    return detail::reduce_with(std::forward<X>(x),
                               detail::count_nonzero_reducer<detail::reduced_of<X>>{}, options...);
}
/// Euclidean norm: sqrt(sum |x|^2), real also for complex elements.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto norm(X&& x, Options... options) {
    if constexpr ((detail::axis_number<Options> || ...))
        return detail::refuse_order(std::forward<X>(x));
    else
        return detail::reduce_with(std::forward<X>(x),
                                   detail::norm_reducer<detail::reduced_of<X>>{}, options...);
}

/// Reduces with a function of two elements, `T function(T, T)`, T being identity's type, to which
/// elements are converted, or the elements' type beside a number that cannot hold them, as 0 beside
/// doubles (value_error where they cannot hold it either). The function must be associative and
/// commutative and leave the other element as it is beside `identity`, which is also the result of
/// no elements. On the device it must be a `__host__ __device__` function object.
template <detail::operand X, class F, class T, class... Options>
    requires detail::reduction_options<Options...>
[[nodiscard]] auto reduce(X&& x, F function, T const& identity, Options... options) {
    using R = detail::accumulated_t<X, T>;
    static_assert(
        std::is_trivially_copyable_v<R> && std::is_default_constructible_v<R> && sizeof(R) <= 128,
        "twill: reduce keeps values of the identity's type in registers: it must be "
        "trivially copyable, default constructible and of at most 128 bytes");
    using Reducer = detail::user_reducer<F, R>;
    using Value = detail::compute_t<R>;
    Value const neutral = detail::neutral_value<R>(identity, detail::nowhere);
    static_assert(
        requires { static_cast<R>(function(neutral, neutral)); },
        "twill: reduce needs a function of two values of the identity's type (of the elements' "
        "type beside a number that cannot hold them)");
    if constexpr (!detail::accepts_function<detail::space_of<X>, F>())
        return detail::reduce_with(
            std::forward<X>(x),
            detail::user_reducer<detail::refused_function<Value>, R>{{}, neutral}, options...);
    else if constexpr (std::is_empty_v<detail::stored<F>>)
        return detail::reduce_with(std::forward<X>(x), Reducer{{}, neutral}, options...);
    else
        return detail::reduce_with(std::forward<X>(x), Reducer{{function}, neutral}, options...);
}

/// Position of the greatest element in C order among the reduced ones, int64: the first NaN, else
/// the first tie.
template <detail::operand X>
[[nodiscard]] auto argmax(X&& x, source_location place = source_location::current()) {
    return detail::arg_reduction<true>(place, std::forward<X>(x));
}
template <detail::operand X, class A>
    requires detail::reduction_options<A>
[[nodiscard]] auto argmax(X&& x, A option, source_location place = source_location::current()) {
    return detail::arg_reduction<true>(place, std::forward<X>(x), option);
}
template <detail::operand X, class A, class B>
    requires detail::reduction_options<A, B>
[[nodiscard]] auto argmax(X&& x, A first, B second,
                          source_location place = source_location::current()) {
    return detail::arg_reduction<true>(place, std::forward<X>(x), first, second);
}
/// Position of the smallest element in C order among the reduced ones, int64: the first NaN, else
/// the first tie.
template <detail::operand X>
[[nodiscard]] auto argmin(X&& x, source_location place = source_location::current()) {
    return detail::arg_reduction<false>(place, std::forward<X>(x));
}
template <detail::operand X, class A>
    requires detail::reduction_options<A>
[[nodiscard]] auto argmin(X&& x, A option, source_location place = source_location::current()) {
    return detail::arg_reduction<false>(place, std::forward<X>(x), option);
}
template <detail::operand X, class A, class B>
    requires detail::reduction_options<A, B>
[[nodiscard]] auto argmin(X&& x, A first, B second,
                          source_location place = source_location::current()) {
    return detail::arg_reduction<false>(place, std::forward<X>(x), first, second);
}

}  // namespace twill::inline v0
