// SPDX-License-Identifier: MIT
// Products of vectors: vecdot, vdot, outer, kron, cross. Lazy expressions of the engine, which
// fuse; kron runs at the call.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/products/contract.hpp"

namespace twill::inline v0 {
namespace detail {

/// The operand's elements conjugated; those of real types as they are.
template <class E>
decltype(auto) conjugated(E const& x) {
    if constexpr (is_complex<typename E::value_type>)
        return make_elementwise(conj_function{}, x);
    else
        return (x);
}
/// As in_type, by value: the operand may be gone after the call.
template <class R, class E>
auto node_in_type(E const& x) {
    return in_type<R>(x);
}
/// Throws shape_error unless axis `from_end` (-1: the last) is of one size in both operands.
template <class A, class B>
void require_same_size(A const& a, B const& b, int from_end, caller const& by) {
    auto const x = a.shape(by.place);
    auto const y = b.shape(by.place);
    index_t const in_a = x[A::rank + from_end];
    index_t const in_b = y[B::rank + from_end];
    if (in_a != in_b)
        raise<shape_error>(by.place,
                           "twill: %s: operands of shapes %s and %s do not fit: they are summed "
                           "along axes of %lld and of %lld elements",
                           by.operation, text_of(x).text, text_of(y).text,
                           static_cast<long long>(in_a), static_cast<long long>(in_b));
}

/// Element `i` of the cross product of two vectors.
struct cross_element_function {
    static constexpr char const* name = "cross";
    template <class T>
    TWILL_HD constexpr T operator()(T a0, T a1, T a2, T b0, T b1, T b2, index_t i) const {
        if (i == 0)
            return difference(a1, b2, a2, b1);
        return i == 1 ? difference(a2, b0, a0, b2) : difference(a0, b1, a1, b0);
    }

private:
    template <class T>
    TWILL_HD static constexpr T difference(T a, T b, T c, T d) {
        return static_cast<T>(subtract{}(multiply{}(a, b), multiply{}(c, d)));
    }
};
/// Element k along an axis, which stays with size 1.
template <class E>
auto component_along(E const& x, int axis, index_t k, caller const& by) {
    auto map = identity_mapping(x.shape(by.place));
    map.start[axis] = k;
    map.shape[axis] = 1;
    return rearrange(x, map);
}

/// Axes of a at the even places, of b at the odd ones.
template <int Rank, int Of, bool Second>
struct kron_labels {
    static constexpr int count = Of;
    static constexpr int at(int d) { return 2 * (d + Rank - Of) + (Second ? 1 : 0); }
};
template <int Rank>
struct kron_result {
    static constexpr int count = 2 * Rank;
    static constexpr int at(int d) { return d; }
};

}  // namespace detail

/// Inner products along an axis, which counts from the end and is the last one unless `axis<-2>`
/// says otherwise: conj(a) * b summed. Other axes broadcast; the summed ones must be equal
/// (shape_error). Lazy; integers wrap in their common type, 16-bit floats are summed in float32.
template <detail::operand A, detail::operand B, int Axis = -1>
[[nodiscard]] auto vecdot(A&& a, B&& b, axis_t<Axis> along = {},
                          source_location place = source_location::current()) {
    static_assert(Axis < 0 && -Axis <= detail::rank_of<A> && -Axis <= detail::rank_of<B>,
                  "twill: vecdot's axis counts from the end, as axis<-1>, and both operands have "
                  "it");
    using R = detail::promote_t<detail::value_of<A>, detail::value_of<B>>;
    decltype(auto) x = detail::as_node(a);
    decltype(auto) y = detail::as_node(b);
    detail::require_same_size(x, y, Axis, {"vecdot", place});
    return detail::sum_of_products<R>(detail::products_of<R>(detail::conjugated(x), y), along);
}

/// conj(a) * b summed over all axes: a result of rank 0. Both have one shape (shape_error); NumPy's
/// flattens operands of different shapes, here reshape does. Lazy.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto vdot(A&& a, B&& b, source_location place = source_location::current()) {
    static_assert(detail::rank_of<A> == detail::rank_of<B>,
                  "twill: vdot takes operands of one shape: reshape(x, -1) flattens");
    using R = detail::promote_t<detail::value_of<A>, detail::value_of<B>>;
    decltype(auto) x = detail::as_node(a);
    decltype(auto) y = detail::as_node(b);
    for (int d = 1; d <= detail::rank_of<A>; ++d)
        detail::require_same_size(x, y, -d, {"vdot", place});
    return detail::sum_of_products<R>(detail::products_of<R>(detail::conjugated(x), y));
}

/// All products of the elements of two vectors, a matrix. Lazy, without memory of its own.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto outer(A&& a, B&& b, source_location place = source_location::current()) {
    static_assert(detail::rank_of<A> == 1 && detail::rank_of<B> == 1,
                  "twill: outer takes two vectors: reshape(x, -1) flattens");
    using R = detail::promote_t<detail::value_of<A>, detail::value_of<B>>;
    using detail::axis_labels;
    using all = axis_labels<0, 1>;
    return detail::products_of<R>(
        detail::aligned<axis_labels<0>, all>(detail::as_node(a), {"outer", place}),
        detail::aligned<axis_labels<1>, all>(detail::as_node(b), {"outer", place}));
}

/// The Kronecker product: every element of a times all of b, as an array whose sizes are the
/// products of theirs. Runs at the call, one kernel or loop; does not wait.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto kron(A&& a, B&& b, source_location place = source_location::current()) {
    constexpr int rank_a = detail::rank_of<A>;
    constexpr int rank_b = detail::rank_of<B>;
    constexpr int rank = rank_a > rank_b ? rank_a : rank_b;
    using R = detail::promote_t<detail::value_of<A>, detail::value_of<B>>;
    using all = detail::labels_by<detail::kron_result<rank>>;
    using first = detail::labels_by<detail::kron_labels<rank, rank_a, false>>;
    using second = detail::labels_by<detail::kron_labels<rank, rank_b, true>>;
    auto const pairs = evaluate(
        detail::products_of<R>(detail::aligned<first, all>(detail::as_node(a), {"kron", place}),
                               detail::aligned<second, all>(detail::as_node(b), {"kron", place})),
        place);
    extents<rank> shape;
    for (int d = 0; d < rank; ++d)
        shape[d] = pairs.shape()[2 * d] * pairs.shape()[2 * d + 1];
    auto const whole = pairs.expression();
    using Space = typename detail::memory_space<decltype(pairs)>::type;
    return array<R, rank, Space>(
        detail::adopt_t{},
        leaf<R, rank, Space, detail::dense>(whole.storage, whole.data, detail::contiguous(shape)));
}

/// Cross products of vectors of three elements along an axis, the last one unless `axis<0>` or an
/// integer says otherwise; other axes broadcast. Throws shape_error where there are not three
/// elements, axis_error. Lazy.
template <detail::number_operand A, detail::number_operand B,
          detail::axes_or_number Axes = axis_t<-1>>
[[nodiscard]] auto cross(A&& a, B&& b, Axes along = {},
                         source_location place = source_location::current()) {
    using R = detail::promote_t<detail::value_of<A>, detail::value_of<B>>;
    static_assert(!detail::is_boolean<R>, "twill: the cross product of bool operands");
    constexpr int rank =
        detail::rank_of<A> > detail::rank_of<B> ? detail::rank_of<A> : detail::rank_of<B>;
    detail::caller const by("cross", place);
    auto const x = detail::node_in_type<R>(detail::as_node(a));
    auto const y = detail::node_in_type<R>(detail::as_node(b));
    int const from_end = detail::one_axis<rank>(along, by) - rank;
    auto const of_x = x.shape(place);
    auto const of_y = y.shape(place);
    int const axis_x = detail::rank_of<A> + from_end;
    int const axis_y = detail::rank_of<B> + from_end;
    if (axis_x < 0 || axis_y < 0 || of_x[axis_x] != 3 || of_y[axis_y] != 3)
        detail::raise<shape_error>(
            place, "twill: cross: operands of shapes %s and %s do not have three elements each",
            detail::text_of(of_x).text, detail::text_of(of_y).text);
    extents<rank> shape;
    for (int d = 0; d < rank; ++d)
        shape[d] = d == rank + from_end ? 3 : 1;
    detail::layout<rank> position{shape, {}};
    position.stride[rank + from_end] = 1;
    auto part = [&](auto const& of, int axis, index_t k) {
        return detail::component_along(of, axis, k, by);
    };
    return detail::make_elementwise(detail::cross_element_function{}, part(x, axis_x, 0),
                                    part(x, axis_x, 1), part(x, axis_x, 2), part(y, axis_y, 0),
                                    part(y, axis_y, 1), part(y, axis_y, 2),
                                    index_leaf<rank>(0, position));
}

}  // namespace twill::inline v0
