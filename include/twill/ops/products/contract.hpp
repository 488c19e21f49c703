// SPDX-License-Identifier: MIT
// A sum of products of two operands whose axes have names: as one node for a BLAS, or, where
// nothing is left for matrices and where elements are integers, as the engine's own expressions.
#pragma once

#include "twill/expr/axis_views.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"
#include "twill/ops/products/evaluate.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0::detail {

/// Operands of numbers: dot and cross of vec elements are other functions.
template <class X>
concept number_operand = operand<X> && !is_vector<value_of<X>>;

template <class A, class B>
constexpr auto require_product_types() {
    static_assert(is_number<A> && is_number<B>,
                  "twill: products are of numbers: an operand's elements are of another type");
}

/// Sums of products along axes, without them along all, as an expression: `any` of `and` for bool,
/// else of R.
template <class R, class P, class... Axes>
auto sum_of_products(P const& products, Axes... along) {
    if constexpr (is_boolean<R>)
        return any(products, along...);
    else if constexpr (is_integer<R>)
        return sum<R>(products, along...);
    else
        return sum(products, along...);
}
/// Products element by element in R.
template <class R, class A, class B>
auto products_of(A const& a, B const& b) {
    if constexpr (is_boolean<R>)
        return a && b;
    else
        return make_elementwise(multiply{}, in_type<R>(a), in_type<R>(b));
}

/// A list of labels from a function object of a position.
template <class List, int... I>
constexpr auto labels_from(std::integer_sequence<int, I...>) -> axis_labels<List::at(I)...>;
template <class List>
using labels_by = decltype(labels_from<List>(axis_numbers<List::count>{}));

/// Those of A and then of B that are in neither the result nor, for those of B, in A: summed axes.
template <class A, class B, class C>
constexpr bool is_summed_label(int k) {
    return k < A::count ? !label_list_of<C>.has(A::of[k])
                        : !label_list_of<C>.has(B::of[k - A::count]) &&
                              !label_list_of<A>.has(B::of[k - A::count]);
}
template <class A, class B, class C>
struct summed_labels {
    static constexpr int count = [] {
        int n = 0;
        for (int k = 0; k < A::count + B::count; ++k)
            n += is_summed_label<A, B, C>(k) ? 1 : 0;
        return n;
    }();
    static constexpr int at(int i) {
        int k = 0;
        for (;; ++k)
            if (is_summed_label<A, B, C>(k) && i-- == 0)
                break;
        return k < A::count ? A::of[k] : B::of[k - A::count];
    }
};
/// Sizes of axes that an operand names twice must agree: what is read is their diagonal.
template <class Labels>
void require_diagonal(index_t const* extent, caller const& by) {
    for (int d = 0; d < Labels::count; ++d) {
        int const first = label_list_of<Labels>.position(Labels::of[d]);
        if (extent[d] != extent[first])
            raise<shape_error>(
                by.place,
                "twill: %s: an operand of shape %s names axes of %lld and of %lld elements alike",
                by.operation, shape_text(extent, Labels::count).text,
                static_cast<long long>(extent[first]), static_cast<long long>(extent[d]));
    }
}

template <class Labels, class Onto, int... D>
constexpr auto places_of(std::integer_sequence<int, D...>)
    -> axes_onto<label_list_of<Onto>.position(Labels::of[D])...>;
/// An operand with one axis for each label of `Onto`, in their order; of size 1 where it lacks
/// the axis, a diagonal where it has it twice.
template <class Labels, class Onto, class E>
auto aligned(E const& x, caller const& by) {
    static_assert(Labels::count == E::rank);
    if constexpr (std::is_same_v<Labels, Onto>) {
        return x;
    } else {
        auto const source = x.shape(by.place);
        require_diagonal<Labels>(source.values, by);
        using onto = decltype(places_of<Labels, Onto>(axis_numbers<Labels::count>{}));
        auto map = mapping_onto<E::rank, Onto::count>(source, onto{});
        for (int d = 0; d < Onto::count; ++d)
            if (!label_list_of<Labels>.has(Onto::of[d]))
                map.shape[d] = 1;
        return rearrange(x, map);
    }
}

template <int Rank, int Count, int... I>
constexpr auto last_axes_of(std::integer_sequence<int, I...>) -> axis_t<(Rank - Count + I)...>;
/// The last axes of a rank.
template <int Rank, int Count>
using last_axes = decltype(last_axes_of<Rank, Count>(axis_numbers<Count>{}));

/// A sum of products as an expression of the engine.
template <class R, class Spec, class A, class B>
auto contract_by_elements(A const& a, B const& b, caller const& by) {
    using first = typename Spec::first;
    using second = typename Spec::second;
    using result = typename Spec::result;
    using summed = labels_by<summed_labels<first, second, result>>;
    using all = decltype(result{} + summed{});
    auto const products = products_of<R>(aligned<first, all>(a, by), aligned<second, all>(b, by));
    if constexpr (summed::count == 0)
        return products;
    else
        return sum_of_products<R>(products, last_axes<all::count, summed::count>{});
}

/// Whether an operand has an axis of the result that the other one lacks: a matrix's rows or
/// columns.
template <class Mine, class Other, class Result>
inline constexpr bool has_own_axis = [] {
    for (int d = 0; d < Mine::count; ++d)
        if (label_list_of<Result>.has(Mine::of[d]) && !label_list_of<Other>.has(Mine::of[d]))
            return true;
    return false;
}();

/// The sum of the products of two operands over the axes that the result does not name: every
/// operand names an axis once, and each axis is in the result or in both operands. Throws
/// shape_error.
template <class Spec, class A, class B>
auto contract(char const* name, A const& a, B const& b, precision how,
              source_location const& place) {
    require_product_types<typename A::value_type, typename B::value_type>();
    using R = detail::promote_t<typename A::value_type, typename B::value_type>;
    using first = typename Spec::first;
    using second = typename Spec::second;
    using result = typename Spec::result;
    constexpr bool sums = summed_labels<first, second, result>::count > 0;
    constexpr bool has_matrix =
        has_own_axis<first, second, result> || has_own_axis<second, first, result>;
    if constexpr (is_blas_type<R> && sums && has_matrix) {
        return contract_matrices<Spec>(name, a, b, how, place);
    } else {
        auto const of_a = a.shape(place);
        auto const of_b = b.shape(place);
        extents<result::count> shape;
        contraction_shape(caller(name, place), shape_row(of_a.values, label_list_of<first>),
                          shape_row(of_b.values, label_list_of<second>), label_list_of<result>,
                          shape.values);
        return contract_by_elements<R, Spec>(a, b, caller(name, place));
    }
}

}  // namespace twill::inline v0::detail
