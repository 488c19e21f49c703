// SPDX-License-Identifier: MIT
// Several elementwise results in one pass over their operands.
#pragma once

#include "twill/host/blocks.hpp"
#include "twill/host/loop.hpp"

namespace twill::inline v0::detail {

/// The operands of `join`, each with the memory that it goes to.
template <class Join, class First, class... Rest>
struct joint_tree : Join {
    /// Elements of every result that are computed before any is written.
    static constexpr index_t chunk = chunk_of<larger(Join::widest, static_cast<int>(sizeof(First)),
                                                     static_cast<int>(sizeof(Rest))...)>;
    void* targets[1 + sizeof...(Rest)];
    bool apart;  ///< no operand lies in a target
};

/// Whether some operand of a loop reads among `bytes` bytes.
TWILL_COLD inline bool reads_among(void const* memory, index_t bytes, index_t const* extent,
                                   int rank, operand_record const* operands, int count) {
    auto const* const first = static_cast<char const*>(memory);
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data)
            continue;
        auto const* low = static_cast<char const*>(*x.data);
        auto const* high = low + x.element_size;
        for (int d = 0; d < rank; ++d) {
            index_t const reach = (extent[d] - 1) * x.stride[d] * x.element_size;
            (reach < 0 ? low : high) += reach;
        }
        if (low < first + bytes && first < high)
            return true;
    }
    return false;
}

/// A node's elements from `from` on, its slots' values in a table.
template <class Node, int FirstSlot, bool Slots>
struct joint_source {
    using value_type = typename Node::value_type;
    Node node;
    void const* const* table;
    index_t from;
    value_type value(index_t j) const {
        if constexpr (Slots)
            return slot_value_from(node, table + FirstSlot, from + j);
        else
            return node.value(from + j);
    }
};
template <class Node, int FirstSlot>
inline constexpr bool calls_functions<joint_source<Node, FirstSlot, false>> = calls_functions<Node>;

/// `count` elements of result I and of those behind it, from `at` of the targets on. A result is
/// an operand perhaps, at the same index: then none is written before all are computed.
template <bool Slots, std::size_t I, int FirstSlot, class Tree, class Out, class... Rest>
void compute_together(Tree const& tree, void const* const* table, index_t from, index_t count,
                      index_t at, Out const*, Rest const*... rest) {
    using Node = std::remove_cvref_t<decltype(get<I>(tree))>;
    joint_source<Node, FirstSlot, Slots> const source{get<I>(tree), table, from};
    Out* const to = static_cast<Out*>(tree.targets[I]) + at;
    if constexpr (sizeof...(Rest) == 0) {
        contiguous_loop(source, to, 0, count);
    } else {
        auto const go_on = [&] {
            compute_together<Slots, I + 1, FirstSlot + slots_of<Node>>(tree, table, from, count, at,
                                                                       rest...);
        };
        if constexpr (Slots && has_slot<Node>) {
            // Its slot has been computed.
            go_on();
            contiguous_loop(source, to, 0, count);
        } else {
            Out computed[Tree::chunk];
            contiguous_loop(source, tree.apart ? to : computed, 0, count);
            go_on();
            if (!tree.apart)
                std::memcpy(static_cast<void*>(to), computed,
                            static_cast<std::size_t>(count) * sizeof(Out));
        }
    }
}

/// A write_function of a joint_tree: `to` lies in the first target.
template <class Tree, bool Slots>
void write_joint(void const* tree, void const* const* table, void* to, index_t count) {
    [&]<class Join, class First, class... Rest>(joint_tree<Join, First, Rest...> const& own) {
        index_t const at = static_cast<First*>(to) - static_cast<First*>(own.targets[0]);
        for (index_t from = 0; from < count; from += Tree::chunk)
            compute_together<Slots, 0, 0>(own, table, from, smaller(Tree::chunk, count - from),
                                          at + from, static_cast<First const*>(nullptr),
                                          static_cast<Rest const*>(nullptr)...);
    }(*static_cast<Tree const*>(tree));
}

}  // namespace twill::inline v0::detail
