// SPDX-License-Identifier: MIT
// The node of a contraction: matmul, tensordot, einsum of two operands.
#pragma once

#include "twill/expr/complex_operands.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/expr/rearrange.hpp"
#include "twill/ops/products/plan.hpp"

namespace twill::inline v0 {

/// How products of float32 and complex64 elements are computed on the device. The host always
/// computes exact ones.
enum class precision {
    exact,  ///< products and sums in the elements' precision; of 16-bit floats in float32
    tf32,   ///< factors rounded to 11 significant bits, sums in float32 (tensor cores)
};

namespace detail {

struct products_operation {};

/// The types whose products a BLAS computes.
template <class T>
inline constexpr bool is_blas_type = is_floating<T> || is_complex<T>;

/// A name of axes for each rank: those of a batch from the right, then rows, sums, columns.
struct matmul_labels {
    static constexpr int row = 100;
    static constexpr int sum = 101;
    static constexpr int column = 102;

    template <int Rank, int... D>
    static constexpr auto first(std::integer_sequence<int, D...>)
        -> axis_labels<(D == Rank - 1   ? sum
                        : D == Rank - 2 ? row
                                        : Rank - 3 - D)...>;
    template <int Rank, int... D>
    static constexpr auto second(std::integer_sequence<int, D...>)
        -> axis_labels<(Rank == 1       ? sum
                        : D == Rank - 1 ? column
                        : D == Rank - 2 ? sum
                                        : Rank - 3 - D)...>;
    template <int Batch, bool Rows, bool Columns, int... D>
    static constexpr auto result(std::integer_sequence<int, D...>)
        -> axis_labels<(D < Batch            ? Batch - 1 - D
                        : D == Batch && Rows ? row
                                             : column)...>;
};
template <int Rank>
using axis_numbers = std::make_integer_sequence<int, Rank>;
constexpr int batch_axes(int rank) { return rank > 2 ? rank - 2 : 0; }
/// The labels of matmul's operands and of its result, by NumPy's rules.
template <int A, int B>
struct matmul_spec {
    static constexpr int batch = batch_axes(A) > batch_axes(B) ? batch_axes(A) : batch_axes(B);
    static constexpr int rank = batch + (A > 1) + (B > 1);
    using first = decltype(matmul_labels::first<A>(axis_numbers<A>{}));
    using second = decltype(matmul_labels::second<B>(axis_numbers<B>{}));
    using result = decltype(matmul_labels::result<batch, (A > 1), (B > 1)>(axis_numbers<rank>{}));
};

}  // namespace detail

/// The sum of the products of two operands' elements over the axes that `Spec` does not name in its
/// result. `Spec` has the axes' labels: first, second, result.
template <class A, class B, class Spec>
struct TWILL_NODISCARD contraction : detail::subscripts<contraction<A, B, Spec>> {
    static_assert(std::is_same_v<typename A::value_type, typename B::value_type>);
    using twill_node = void;
    using value_type = typename A::value_type;
    using space = detail::merged_space_t<typename A::space, typename B::space>;
    static constexpr int rank = Spec::result::count;
    using operands = detail::types<A, B>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = true;
    using operation = detail::products_operation;
    using claimants = detail::types<detail::products_operation>;
    using spec = Spec;
    static constexpr detail::reads how(int) { return detail::reads::memory; }

    /// What is not in the operands' elements.
    struct options {
        char const* name;
        bool conjugate_first;
        bool conjugate_second;
        precision how;
    };
    A first;
    B second;
    options set;

    contraction(A const& a, B const& b, options const& o) : first(a), second(b), set(o) {}

    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(first, second);
    }
    template <class X, class Y>
    contraction<X, Y, Spec> with(X const& x, Y const& y) const {
        using other = typename contraction<X, Y, Spec>::options;
        return {x, y, other{set.name, set.conjugate_first, set.conjugate_second, set.how}};
    }
    bool same_step(contraction const& other) const {
        return set.conjugate_first == other.set.conjugate_first &&
               set.conjugate_second == other.set.conjugate_second && set.how == other.set.how;
    }
    /// Throws shape_error naming the operation, both shapes and the sizes that differ.
    extents<rank> shape(source_location place = source_location::current()) const {
        auto const a = first.shape(place);
        auto const b = second.shape(place);
        extents<rank> result;
        detail::contraction_shape(detail::caller(set.name, place),
                                  labelled<typename Spec::first>(a),
                                  labelled<typename Spec::second>(b),
                                  detail::label_list_of<typename Spec::result>, result.values);
        return result;
    }

private:
    template <class Labels, int Rank>
    static detail::labelled_row labelled(extents<Rank> const& shape) {
        static_assert(Labels::count == Rank);
        return detail::shape_row(shape.values, detail::label_list_of<Labels>);
    }
};

namespace detail {

template <class E>
inline constexpr bool is_contraction = false;
template <class A, class B, class Spec>
inline constexpr bool is_contraction<contraction<A, B, Spec>> = true;

/// What is conjugated under a node, and whether it is: a BLAS conjugates a transposed operand as it
/// reads it.
template <class E>
E const& without_conjugate(E const& x, bool&) {
    return x;
}
template <class E>
E const& without_conjugate(elementwise<conj_function, E> const& x, bool& conjugated) {
    conjugated = is_complex<typename E::value_type>;
    return get<0>(x);
}

/// The operand with elements of another type.
template <class R, class E>
decltype(auto) in_type(E const& x) {
    if constexpr (std::is_same_v<typename E::value_type, R>)
        return (x);
    else
        return make_elementwise(cast_function<R>{}, x);
}

template <class Spec, class A, class B>
auto contract_matrices(char const* name, A const& a, B const& b, precision how,
                       source_location const& place) {
    using R = promote_t<typename A::value_type, typename B::value_type>;
    bool conjugate_a = false;
    bool conjugate_b = false;
    decltype(auto) x = in_type<R>(without_conjugate(a, conjugate_a));
    decltype(auto) y = in_type<R>(without_conjugate(b, conjugate_b));
    using Node =
        contraction<std::remove_cvref_t<decltype(x)>, std::remove_cvref_t<decltype(y)>, Spec>;
    Node const node(x, y, typename Node::options{name, conjugate_a, conjugate_b, how});
    node.shape(place);
    return node;
}

}  // namespace detail
}  // namespace twill::inline v0
