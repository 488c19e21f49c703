// SPDX-License-Identifier: MIT
// shared(e): a subexpression that several results read, computed once for all of them.
#pragma once

#include "twill/expr/equal.hpp"

namespace twill::inline v0 {
namespace detail {

/// shared_node is evaluated as its operand is.
struct shared_operation {};

TWILL_SHARED inline constinit index_t last_shared_id = 0;

}  // namespace detail

/// What shared() returns: its operand, written to memory once a statement.
template <class E>
struct TWILL_NODISCARD shared_node : detail::subscripts<shared_node<E>> {
    using twill_node = void;
    using value_type = typename E::value_type;
    using space = typename E::space;
    static constexpr int rank = E::rank;
    using operands = detail::types<E>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = true;
    using operation = detail::shared_operation;
    static constexpr detail::reads how(int) { return detail::reads::same_index; }

    E operand;
    index_t id;  ///< the same in all copies

    shared_node(E const& x, index_t number) : operand(x), id(number) {}
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(operand);
    }
    template <class X>
    shared_node<X> with(X const& x) const {
        return {x, id};
    }
    bool same_node(shared_node const& other) const { return id == other.id; }
    extents<rank> shape(source_location place = source_location::current()) const {
        return operand.shape(place);
    }
};

namespace detail {

template <class E>
inline constexpr bool is_shared = false;
template <class E>
inline constexpr bool is_shared<shared_node<E>> = true;

}  // namespace detail

/// Names an expression that is computed once in a statement that reads it several times, also by
/// several results: `auto r = shared(sqrt(x * x + y * y)); auto [u, v] = evaluate(x / r, y / r);`
/// It is written to memory and read from there, on both spaces; without it an expression that
/// stands in two results is computed in each. In each statement it has the values of that moment,
/// as every expression. Copies nothing and runs nothing itself.
template <detail::operand X>
[[nodiscard]] auto shared(X&& x) {
    static_assert(
        !std::is_same_v<detail::space_of<X>, detail::no_space>,
        "twill: shared(x) of generators and numbers alone has no space to be computed in: "
        "use evaluate<space>(x)");
    return shared_node<detail::node_of<X>>(
        detail::as_node(std::forward<X>(x)),
        __atomic_add_fetch(&detail::last_shared_id, index_t{1}, __ATOMIC_RELAXED));
}

}  // namespace twill::inline v0
