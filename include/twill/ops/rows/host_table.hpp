// SPDX-License-Identifier: MIT
// What an expression brings to the host's loops over rows (host_block.hpp), which are no templates:
// where its reductions and costly functions stand in the tree, and functions that read the values
// of an operand and write results.
#pragma once

#include "twill/host/elementwise.hpp"
#include "twill/ops/reduce/host_pieces.hpp"
#include "twill/ops/rows/run.hpp"

namespace twill::inline v0::detail {

// What host loops ask of a node.
template <class R, class N>
inline constexpr int slots_of<reduced_node<R, N>> = slots_of<N>;
template <class R, class N>
inline constexpr std::size_t slot_width<reduced_node<R, N>> = slot_width<N>;
template <class T, int Rank>
inline constexpr bool may_have_broadcasts<shared_row<T, Rank>> = false;
template <class T, int Rank>
inline constexpr bool may_have_broadcasts<row_constant<T, Rank>> = false;
template <class T, int Rank>
inline constexpr bool may_have_broadcasts<side_row<T, Rank>> = false;
template <class R, class N>
inline constexpr bool may_have_broadcasts<reduced_node<R, N>> = may_have_broadcasts<N>;
template <class R, class N>
void cache_broadcasts(reduced_node<R, N>& node) {
    if constexpr (may_have_broadcasts<N>)
        cache_broadcasts(node.operand);
}

/// A reduction over rows, where its tree is not known. Positions in the tree are in bytes.
struct row_reduction {
    std::ptrdiff_t operand;
    std::ptrdiff_t reducer;
    std::ptrdiff_t result;
    int result_size;
    // What is inside it, of all that the tree has, up to the reduction itself:
    int first_slot;
    int end_slot;
    int first_record;
    int end_record;
    int first_reduction;
    accumulator_functions const* accumulators;
    rows_function reduce;
    int value_size;  ///< bytes of a value of the operand
    bool at_hand;    ///< they stand in memory as they are used
    /// The values of the operand, whose slots start at `from`, for `count` elements: where they
    /// are, or in `room`.
    value_stretch (*values)(void const* operand, void const* const* from, index_t count,
                            void* room);
    void (*finish)(void const* reducer, void const* sum, index_t count, void* result);
};

template <class Reducer>
void finish_row(void const* reducer, void const* sum, index_t count, void* result) {
    using accumulator = typename Reducer::accumulator;
    using value = compute_t<typename Reducer::result>;
    *static_cast<value*>(result) = static_cast<value>(
        static_cast<Reducer const*>(reducer)->finish(*static_cast<accumulator const*>(sum), count));
}

/// Whether a node's values stand in memory as they are used.
template <class Node>
inline constexpr bool stands_in_memory = false;
template <class Node>
    requires requires(Node const& node) { node.elements(); }
inline constexpr bool stands_in_memory<Node> =
    std::is_same_v<decltype(std::declval<Node const&>().elements()),
                   typename Node::value_type const*>;

template <class Node>
value_stretch row_values(void const* operand, void const* const* from, index_t count, void* room) {
    using value = typename Node::value_type;
    auto const& node = *static_cast<Node const*>(operand);
    if constexpr (is_located<value>) {
        auto const& position = get<1>(node);
        constexpr int rank = static_cast<int>(std::extent_v<decltype(position.stride.values)>);
        using values = std::remove_cvref_t<decltype(get<0>(node))>;
        void const* const data = row_values<values>(&get<0>(node), from, count, room).data;
        return {data, position.start, position.stride[rank - 1], 0};
    } else if constexpr (stands_in_memory<Node>) {
        return {node.elements(), 0, 0, 0};
    } else if constexpr (has_slot<Node>) {
        return {from[slots_of<Node> - 1], 0, 0, 0};
    } else {
        // Copies, so that no store can change them.
        Node const own = node;
        void const* slots[slots_of<Node> > 0 ? slots_of<Node> : 1] = {};
        for (int k = 0; k < slots_of<Node>; ++k)
            slots[k] = from[k];
        return {operand_values_in(own, slots, 0, count, static_cast<value*>(room)), 0, 0, 0};
    }
}
/// The values that a reducer takes of a node; of those with positions, without.
template <class Node>
struct row_element {
    using type = typename Node::value_type;
    static constexpr bool at_hand = stands_in_memory<Node>;
};
template <class N, class Position>
struct row_element<apply_node<locate_function, N, Position>> : row_element<N> {};

/// Lists the slots and reductions of a tree in the order of their numbers.
struct row_lister {
    char const* tree;
    slot_node* slots;
    row_reduction* reductions;
    int slot = 0;
    int record = 0;
    int reduction = 0;

    template <class Node>
    void list(Node const&) {
        record += Node::records;
    }
    template <class F, class... N>
    void list(apply_node<F, N...> const& node) {
        if constexpr (slots_of<apply_node<F, N...>> + reductions_of<apply_node<F, N...>> == 0) {
            record += apply_node<F, N...>::records;
        } else {
            [[maybe_unused]] int const first_slot = slot;
            [[maybe_unused]] int const first_record = record;
            if constexpr (!are_members<N...>) {
                list_operands(node);
            } else {
                list(node.first);
                if constexpr (sizeof...(N) == 2)
                    list(node.second);
            }
            if constexpr (has_slot<apply_node<F, N...>>)
                slots[slot++] = describe_slot(&node, tree, first_slot, first_record);
        }
    }
    template <class R, class N>
    void list(reduced_node<R, N> const& node) {
        [[maybe_unused]] int const first_slot = slot;
        [[maybe_unused]] int const first_record = record;
        [[maybe_unused]] int const first_reduction = reduction;
        list(node.operand);
        reductions[reduction++] = {place_of(&node.operand),
                                   place_of(&node.reducer),
                                   place_of(&node.result),
                                   static_cast<int>(sizeof(node.result)),
                                   first_slot,
                                   slot,
                                   first_record,
                                   record,
                                   first_reduction,
                                   &accumulators_of<adds_as_t<R>>,
                                   &reduce_rows<adds_as_t<R>, typename row_element<N>::type>,
                                   static_cast<int>(sizeof(typename row_element<N>::type)),
                                   row_element<N>::at_hand,
                                   &row_values<N>,
                                   &finish_row<R>};
    }

private:
    template <std::size_t... I, class... N>
    void list_operands(children_base<std::index_sequence<I...>, N...> const& operands) {
        (list(get<I>(operands)), ...);
    }
    std::ptrdiff_t place_of(void const* part) const {
        return static_cast<char const*>(part) - tree;
    }
};

/// The widest value that a reduction of a tree takes, in bytes.
template <class Node>
inline constexpr int widest_row_value = 1;
template <class F, class... N>
inline constexpr int widest_row_value<apply_node<F, N...>> = larger(1, widest_row_value<N>...);
template <class R, class N>
inline constexpr int widest_row_value<reduced_node<R, N>> =
    larger(static_cast<int>(sizeof(typename row_element<N>::type)), widest_row_value<N>);

}  // namespace twill::inline v0::detail
