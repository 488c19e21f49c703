// SPDX-License-Identifier: MIT
// The inner node of an expression: a function object over operands that broadcast together.
#pragma once

#include "twill/expr/leaf.hpp"

namespace twill::inline v0 {
template <class F, class... A>
struct elementwise;

namespace detail {

/// The values of several expressions as one, which one loop computes.
struct join_function {
    static constexpr char const* name = "join";
    template <class... X>
    TWILL_HD constexpr children<X...> operator()(X const&... x) const {
        return make(std::index_sequence_for<X...>{}, x...);
    }

private:
    template <std::size_t... I, class... X>
    TWILL_HD static constexpr children<X...> make(std::index_sequence<I...>, X const&... x) {
        return {{x}...};
    }
};

/// Function objects without state are made where they are called, never stored.
template <class F, bool Stateless = std::is_empty_v<F> && std::is_default_constructible_v<F>>
struct stored {
    F function;
    TWILL_HD constexpr F const& get() const { return function; }
};
template <class F>
struct stored<F, true> {
    TWILL_EXEC_CHECK_DISABLE
    TWILL_HD constexpr F get() const { return F{}; }
};

template <class F>
constexpr char const* name_of() {
    if constexpr (requires { F::name; })
        return F::name;
    else
        return "map";
}

template <class... A>
inline constexpr int max_rank = 0;
template <class A, class... Rest>
inline constexpr int max_rank<A, Rest...> =
    A::rank > max_rank<Rest...> ? A::rank : max_rank<Rest...>;

template <class F, class... A>
constexpr elementwise<F, std::remove_cvref_t<A>...> make_elementwise(F const& f, A&&... a);

/// Whether the shape of an expression is found from its operand_table (expr/row_shapes.hpp): it has
/// several functions of operands in memory and of numbers that always fit.
template <class E>
constexpr bool has_shape_of_rows();
template <class E>
extents<E::rank> shape_of_rows(E const& x, source_location const& place);

}  // namespace detail

/// A function object over operands that broadcast together.
template <class F, class... A>
struct TWILL_NODISCARD elementwise : detail::children<A...>,
                                     detail::subscripts<elementwise<F, A...>> {
    using twill_node = void;
    using value_type = detail::canonical_t<std::remove_cvref_t<decltype(std::declval<F const&>()(
        std::declval<detail::canonical_t<typename A::value_type>>()...))>>;
    using space = detail::merged_space_t<typename A::space...>;
    static constexpr int rank = detail::max_rank<A...>;
    using operands = detail::types<A...>;
    using functions = detail::types<F>;
    static constexpr bool needs_evaluation = false;
    static constexpr detail::reads how(int) { return detail::reads::same_index; }
    static_assert(!std::is_void_v<value_type>,
                  "twill: the function of this expression returns nothing: let it return the "
                  "element that it computes");
    static_assert(std::is_void_v<value_type> || detail::complete<value_type>,
                  "twill: the elements of this expression are only declared here: for std::complex "
                  "and complex<T> include <twill/complex.hpp>, for float16 and bfloat16 "
                  "<twill/half.hpp>");

    detail::stored<F> function;

    template <class... B>
    auto with(B&&... b) const {
        return detail::make_elementwise(static_cast<F const&>(function.get()),
                                        std::forward<B>(b)...);
    }

    bool same_step(elementwise const& other) const {
        if constexpr (std::is_empty_v<detail::stored<F>>)
            return true;
        else
            return detail::same_bytes(function, other.function);
    }

    /// The broadcast shape; throws shape_error naming the function and the operands' shapes.
    extents<rank> shape(source_location place = source_location::current()) const {
        if constexpr (detail::has_shape_of_rows<elementwise>())
            return detail::shape_of_rows(*this, place);
        else if constexpr (sizeof...(A) == 1)
            return detail::get<0>(*this).shape(place);
        else if constexpr (detail::are_members<A...>)
            return detail::broadcast_shapes<rank>(
                {detail::name_of<F>(), place}, this->first.shape(place), this->second.shape(place));
        else
            return shape_of(place, std::index_sequence_for<A...>{});
    }

    /// `if (a == b)` has no single answer, and a rank-0 expression is not a number by itself.
    template <detail::scalar B>
        requires(std::is_same_v<B, bool> || rank == 0)
    explicit(rank != 0) operator B() const {
        static_assert(
            !std::is_same_v<B, bool> || rank != 0,
            "twill: reading the one value needs a named copy: item(array_equal(a, b)), if "
            "(item(max(a) > 1))");
        static_assert(!std::is_same_v<B, bool> || rank == 0,
                      "twill: an expression of arrays is not one bool: use item(all(a == b)), "
                      "item(any(a == b)) or "
                      "item(array_equal(a, b))");
        static_assert(std::is_same_v<B, bool>,
                      "twill: reading the value needs a named copy: twill::item(x); into an "
                      "element of an array, on both spaces: y(slice(i, i + 1)) = x");
        return B{};
    }

    // A generator, or a slice of one, has no elements of its own.
    template <class V>
        requires(!std::is_same_v<V, elementwise>) && detail::operand_or_scalar<V>
    elementwise& operator=(V const&) {
        return detail::refuse_assignment<V>(*this);
    }

private:
    template <std::size_t... I>
    extents<rank> shape_of(source_location const& place, std::index_sequence<I...>) const {
        return detail::broadcast_shapes<rank>({detail::name_of<F>(), place},
                                              detail::get<I>(*this).shape(place)...);
    }
};

namespace detail {

template <class F, class... A>
constexpr elementwise<F, std::remove_cvref_t<A>...> make_elementwise(F const& f, A&&... a) {
    using Node = elementwise<F, std::remove_cvref_t<A>...>;
    if constexpr (std::is_empty_v<stored<F>>)
        return Node{{{std::forward<A>(a)}...}, {}, {}};
    else
        return Node{{{std::forward<A>(a)}...}, {}, {f}};
}

}  // namespace detail
}  // namespace twill::inline v0
