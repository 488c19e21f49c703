// SPDX-License-Identifier: MIT
// tensordot, dot and inner: sums of products over chosen axes of two operands.
#pragma once

#include "twill/ops/products/contract.hpp"

namespace twill::inline v0 {
namespace detail {

/// Where an axis stands in a list; -1 if it does not.
constexpr int place_among(int const* list, int count, int axis) {
    for (int k = 0; k < count; ++k)
        if (list[k] == axis)
            return k;
    return -1;
}
/// Which axes of two operands are summed: labels of the first are its axes, those of the second
/// follow them.
template <int RankA, int RankB, class AxesA, class AxesB>
struct tensordot_spec;
template <int RankA, int RankB, int... I, int... J>
struct tensordot_spec<RankA, RankB, axis_t<I...>, axis_t<J...>> {
    static_assert(sizeof...(I) == sizeof...(J),
                  "twill: tensordot sums as many axes of one operand as of the other");
    static constexpr int count = static_cast<int>(sizeof...(I));
    static_assert(axes_traits<axis_t<I...>, RankA>::count == count &&
                  axes_traits<axis_t<J...>, RankB>::bits + 1 > 0);
    static constexpr int in_a[count + 1] = {(I < 0 ? I + RankA : I)..., -1};
    static constexpr int in_b[count + 1] = {(J < 0 ? J + RankB : J)..., -1};

    struct first_list {
        static constexpr int count = RankA;
        static constexpr int at(int d) { return d; }
    };
    struct second_list {
        static constexpr int count = RankB;
        static constexpr int at(int d) {
            int const k = place_among(in_b, tensordot_spec::count, d);
            return k < 0 ? RankA + d : in_a[k];
        }
    };
    struct result_list {
        static constexpr int count = RankA + RankB - 2 * tensordot_spec::count;
        static constexpr int at(int i) {
            for (int d = 0; d < RankA; ++d)
                if (place_among(in_a, tensordot_spec::count, d) < 0 && i-- == 0)
                    return d;
            for (int d = 0; d < RankB; ++d)
                if (place_among(in_b, tensordot_spec::count, d) < 0 && i-- == 0)
                    return RankA + d;
            return -1;
        }
    };
    using first = labels_by<first_list>;
    using second = labels_by<second_list>;
    using result = labels_by<result_list>;
};

template <int... I>
constexpr auto first_axes_of(std::integer_sequence<int, I...>) -> axis_t<I...>;
template <int Count>
using first_axes = decltype(first_axes_of(axis_numbers<Count>{}));

template <class AxesA, class AxesB, class A, class B>
auto tensordot_with(char const* name, A const& a, B const& b, precision how,
                    source_location const& place) {
    return contract<tensordot_spec<A::rank, B::rank, AxesA, AxesB>>(name, a, b, how, place);
}

}  // namespace detail

/// Sums of products over the axes `axes_a` of a and `axes_b` of b, in pairs: `tensordot(a, axis<0,
/// 2>, b, axis<1, 0>)`. The result has a's other axes and then b's. A lazy expression, one matrix
/// product where axes merge, of operands copied first where they do not; without axes to sum an
/// element-wise product. Types and sums are matmul's. Throws shape_error for sizes that differ.
template <detail::operand A, int... I, detail::operand B, int... J>
[[nodiscard]] auto tensordot(A&& a, axis_t<I...>, B&& b, axis_t<J...>,
                             precision how = precision::exact,
                             source_location place = source_location::current()) {
    return detail::tensordot_with<axis_t<I...>, axis_t<J...>>("tensordot", detail::as_node(a),
                                                              detail::as_node(b), how, place);
}
// How many axes, as NumPy takes it.
template <detail::operand A, detail::operand B, detail::axis_number Count>
auto tensordot(A&& a, B&&, Count) {
    static_assert(detail::always_false<A>,
                  "twill: how many axes tensordot sums is part of the result's type: say "
                  "tensordot<1>(a, b)");
    return detail::as_node(std::forward<A>(a));
}
/// The same over the last N axes of a and the first N of b: `tensordot<2>(a, b)`; over one axis of
/// matrices it is their product, over none the outer product.
template <int N = 2, detail::operand A, detail::operand B>
[[nodiscard]] auto tensordot(A&& a, B&& b, precision how = precision::exact,
                             source_location place = source_location::current()) {
    static_assert(N >= 0 && N <= detail::rank_of<A> && N <= detail::rank_of<B>,
                  "twill: tensordot sums more axes than an operand has");
    return detail::tensordot_with<detail::last_axes<detail::rank_of<A>, N>, detail::first_axes<N>>(
        "tensordot", detail::as_node(a), detail::as_node(b), how, place);
}

/// NumPy's dot: the inner product of two vectors, the product of two matrices, of more axes sums
/// over the last axis of a and the last but one of b, without batches; beside an operand of rank 0
/// the product of elements. Lazy; types, sums and errors are matmul's.
template <detail::number_operand A, detail::number_operand B>
[[nodiscard]] auto dot(A&& a, B&& b, precision how = precision::exact,
                       source_location place = source_location::current()) {
    constexpr int rank_a = detail::rank_of<A>;
    constexpr int rank_b = detail::rank_of<B>;
    if constexpr (rank_a == 0 || rank_b == 0)
        return detail::tensordot_with<axis_t<>, axis_t<>>("dot", detail::as_node(a),
                                                          detail::as_node(b), how, place);
    else
        return detail::tensordot_with<axis_t<-1>, axis_t<(rank_b == 1 ? -1 : -2)>>(
            "dot", detail::as_node(a), detail::as_node(b), how, place);
}
/// NumPy's inner: sums over the last axes of both; beside an operand of rank 0 the product of
/// elements. Lazy; types, sums and errors are matmul's.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto inner(A&& a, B&& b, precision how = precision::exact,
                         source_location place = source_location::current()) {
    if constexpr (detail::rank_of<A> == 0 || detail::rank_of<B> == 0)
        return detail::tensordot_with<axis_t<>, axis_t<>>("inner", detail::as_node(a),
                                                          detail::as_node(b), how, place);
    else
        return detail::tensordot_with<axis_t<-1>, axis_t<-1>>("inner", detail::as_node(a),
                                                              detail::as_node(b), how, place);
}

}  // namespace twill::inline v0
