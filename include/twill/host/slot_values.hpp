// SPDX-License-Identifier: MIT
// The values of a tree whose costly nodes have been computed for a chunk: those are read from their
// slots.
#pragma once

#include "twill/lower/plan.hpp"
#include "twill/lower/slots.hpp"

namespace twill::inline v0::detail {

/// Where the values of each slot are.
template <int Slots>
struct slot_table {
    void const* data[Slots > 0 ? Slots : 1];
};

/// Element j of a node whose slots' values start at `from`: nodes of one type share the code.
template <class Node>
auto slot_value_from(Node const& node, void const* const*, index_t j) {
    return node.value(j);
}
template <class F, class... N>
auto slot_value_from(apply_node<F, N...> const& node, void const* const* from, index_t j);

template <class F, std::size_t... I, class... N>
auto call_slots(F const& f, children_base<std::index_sequence<I...>, N...> const& operands,
                void const* const* from, index_t j) {
    return f(slot_value_from(get<I>(operands),
                             from + std::integral_constant<int, slots_before<I, N...>()>::value,
                             j)...);
}
template <class F, class... N>
auto slot_value_from(apply_node<F, N...> const& node, void const* const* from, index_t j) {
    using Node = apply_node<F, N...>;
    if constexpr (slots_of<Node> == 0)
        return node.value(j);
    else if constexpr (has_slot<Node>)
        return static_cast<typename Node::value_type const*>(from[slots_of<Node> - 1])[j];
    else if constexpr (!are_members<N...>)
        return static_cast<typename Node::value_type>(
            call_slots(node.function.get(), node, from, j));
    else if constexpr (sizeof...(N) == 1)
        return static_cast<typename Node::value_type>(
            node.function.get()(slot_value_from(node.first, from, j)));
    else
        return static_cast<typename Node::value_type>(node.function.get()(
            slot_value_from(node.first, from, j),
            slot_value_from(node.second, from + slots_of<std::remove_cvref_t<decltype(node.first)>>,
                            j)));
}

/// A node whose first slot is `First`, with its slots' values.
template <int First, class Node, class Table>
struct slot_source {
    using value_type = typename Node::value_type;
    Node node;
    Table table;
    value_type value(index_t j) const { return slot_value_from(node, table.data + First, j); }
};

}  // namespace twill::inline v0::detail
