// SPDX-License-Identifier: MIT
// Costly functions (sin, exp, pow, ...) in a host loop. Each gets a slot: its values for one chunk
// of a row, computed in a loop of its own. Equal subexpressions share a slot, and a subexpression
// that does not change from row to row, or along a row, is computed once for a tile of rows or once
// for a row.
#pragma once

#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

/// How many costly nodes a tree has. They are numbered in post-order.
template <class Node>
inline constexpr int slots_of = 0;
template <class F, class... N>
inline constexpr int slots_of<apply_node<F, N...>> =
    (is_costly<F> ? 1 : 0) + (0 + ... + slots_of<N>);

template <std::size_t I, class... N>
constexpr int slots_before() {
    int const counts[] = {slots_of<N>..., 0};
    int sum = 0;
    for (int i = 0; i < static_cast<int>(I); ++i)
        sum += counts[i];
    return sum;
}

/// A rough price of one element, in units of about a 40th of a nanosecond: an unknown function
/// counts as costly.
template <class Node>
inline constexpr int price_of = 1;
template <class F, class... N>
inline constexpr int price_of<apply_node<F, N...>> =
    (is_costly<F> || is_unknown<F>
         ? 16 * static_cast<int>(sizeof(typename apply_node<F, N...>::value_type))
         : 1) +
    (0 + ... + price_of<N>);

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

template <class F, class... N, std::size_t... I>
auto call_slots(apply_node<F, N...> const& node, void const* const* from, index_t j,
                std::index_sequence<I...>) {
    return node.function.get()(slot_value_from(get<I>(node), from + slots_before<I, N...>(), j)...);
}
template <class F, class... N>
auto slot_value_from(apply_node<F, N...> const& node, void const* const* from, index_t j) {
    using Node = apply_node<F, N...>;
    if constexpr (slots_of<Node> == 0)
        return node.value(j);
    else if constexpr (is_costly<F>)
        return static_cast<typename Node::value_type const*>(from[slots_of<Node> - 1])[j];
    else
        return call_slots(node, from, j, std::index_sequence_for<N...>{});
}

/// A node whose first slot is `First`, with its slots' values.
template <int First, class Node, class Table>
struct slot_source {
    using value_type = typename Node::value_type;
    Node node;
    Table table;
    value_type value(index_t j) const { return slot_value_from(node, table.data + First, j); }
};

/// body(slot's number, node) for every costly node of a tree, operands first.
template <int First = 0, class Node, class Body>
void for_each_slot(Node const&, Body&&) {}
template <int First = 0, class F, class... N, class Body>
void for_each_slot(apply_node<F, N...> const& node, Body&& body) {
    using Node = apply_node<F, N...>;
    if constexpr (slots_of<Node> != 0) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (for_each_slot<First + slots_before<I, N...>()>(get<I>(node), body), ...);
        }(std::index_sequence_for<N...>{});
        if constexpr (is_costly<F>)
            body(std::integral_constant<int, First>{}, node);
    }
}

/// Whether a node's values differ along the inner axis.
template <class Node>
bool varies_inside(Node const& node) {
    if constexpr (requires { node.stride; })
        return node.stride[static_cast<int>(std::extent_v<decltype(node.stride.values)>) - 1] != 0;
    else
        return false;
}
template <class F, class... N>
bool varies_inside(apply_node<F, N...> const& node) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (false || ... || varies_inside(get<I>(node)));
    }(std::index_sequence_for<N...>{});
}

/// What is known of the slots before the loop.
template <int Slots>
struct slot_plan {
    int owner[Slots];          ///< the first slot with the same values
    bool along_rows[Slots];    ///< values differ along the inner axis
    bool between_rows[Slots];  ///< values differ from row to row

    /// Notes slot K's node, those before it being known.
    template <int K, int Rank, class Node>
    void note(Node const& node, extents<Rank> const& extent) {
        same_[K] = &same_erased<Node>;
        nodes_[K] = &node;
        owner[K] = K;
        for (int m = K - 1; m >= 0; --m)
            if (same_[m] == same_[K] && owner[m] == m && same_[K](nodes_[m], &node))
                owner[K] = m;
        along_rows[K] = varies_inside(node);
        Node copy = node;
        operand_record records[Node::records > 0 ? Node::records : 1];
        operand_record* next = records;
        copy.collect(next);
        for (operand_record* r = records; r != next; ++r)
            for (int d = 0; d < Rank - 1; ++d)
                if (extent[d] > 1 && r->stride[d] != 0)
                    between_rows[K] = true;
    }

private:
    bool (*same_[Slots])(void const*, void const*);
    void const* nodes_[Slots];
};

template <int Rank, class Tree, int Slots = slots_of<Tree>>
slot_plan<Slots> plan_slots(Tree const& tree, extents<Rank> const& extent) {
    slot_plan<Slots> result{};
    for_each_slot(tree, [&](auto first, auto const& node) {
        using Node = std::remove_cvref_t<decltype(node)>;
        result.template note<decltype(first)::value + slots_of<Node> - 1, Rank>(node, extent);
    });
    return result;
}

/// Whether some slot has the same values along every row, or in every row.
template <int Slots>
bool lacks_axes(slot_plan<Slots> const& plan, index_t rows, index_t inner) {
    for (int k = 0; k < Slots; ++k)
        if ((inner > 1 && !plan.along_rows[k]) || (rows > 1 && !plan.between_rows[k]))
            return true;
    return false;
}

template <class... T>
inline constexpr bool all_differ = true;
template <class T, class... Rest>
inline constexpr bool all_differ<T, Rest...> =
    !(std::is_same_v<T, Rest> || ...) && all_differ<Rest...>;
template <class... T>
struct type_list {};
template <class... A>
inline constexpr bool all_differ<type_list<A...>> = all_differ<A...>;
template <class... A, class... B>
type_list<A..., B...> operator+(type_list<A...>, type_list<B...>);

/// The types of a tree's costly nodes.
template <class Node>
struct costly_types {
    using type = type_list<>;
};
template <class F, class... N>
struct costly_types<apply_node<F, N...>> {
    using own = std::conditional_t<is_costly<F>, type_list<apply_node<F, N...>>, type_list<>>;
    using type = decltype((own{} + ... + typename costly_types<N>::type{}));
};

/// Whether some costly node lacks an axis of the loop, as far as its type tells.
template <class Node>
constexpr axis_set axes_of() {
    if constexpr (requires { Node::axes; })
        return Node::axes;
    else
        return ~axis_set{0};
}
template <int Rank, class Types>
inline constexpr bool some_lack_axes = false;
template <int Rank, class... Node>
inline constexpr bool some_lack_axes<Rank, type_list<Node...>> =
    (false || ... || ((axes_of<Node>() & every_axis(Rank)) != every_axis(Rank)));

/// Whether slots may save anything, as far as the types tell.
template <class Tree, int Rank>
inline constexpr bool uses_slots = slots_of<Tree> != 0 && Rank > 0 &&
                                   (some_lack_axes<Rank, typename costly_types<Tree>::type> ||
                                    !all_differ<typename costly_types<Tree>::type>);

/// The widest value of a slot, in bytes.
template <class Node>
inline constexpr std::size_t slot_width = 1;
template <class F, class... N>
inline constexpr std::size_t slot_width<apply_node<F, N...>> =
    larger(is_costly<F> ? sizeof(typename apply_node<F, N...>::value_type) : 1, slot_width<N>...);

/// Computes `count` values of a costly node from those of its operands, whose slots start at
/// `from`: one for all unless it `varies`.
template <class F, class... N>
TWILL_NOINLINE void fill_slot_from(apply_node<F, N...> const& node, void const* const* from,
                                   unsigned char* memory, index_t count, bool varies) {
    using Node = apply_node<F, N...>;
    // Copies, so that no store can change them.
    Node const own = node;
    void const* slots[slots_of<Node>];
    for (int k = 0; k < slots_of<Node>; ++k)
        slots[k] = from[k];
    auto* const to = reinterpret_cast<typename Node::value_type*>(memory);
    index_t const distinct = varies ? count : 1;
    for (index_t j = 0; j < distinct; ++j)
        to[j] = call_slots(own, slots, j, std::index_sequence_for<N...>{});
    for (index_t j = distinct; j < count; ++j)
        to[j] = to[0];
}
template <int First, class Node, class Table>
void fill_slot(Node const& node, Table const& table, unsigned char* memory, index_t count,
               bool varies) {
    fill_slot_from(node, table.data + First, memory, count, varies);
}

/// The slots of one tile of rows.
template <class Tree, index_t Chunk>
class slot_buffers {
public:
    static constexpr int slots = slots_of<Tree>;

    explicit slot_buffers(slot_plan<slots> const& how) : how_(how) {
        for (int k = 0; k < slots; ++k)
            table_.data[k] = memory_[how.owner[k]];
    }

    /// Computes what a row's chunk of `count` elements needs; `tree` stands at the chunk's first
    /// element.
    void fill(Tree const& tree, index_t count, bool first_row) {
        for_each_slot(tree, [&](auto first, auto const& node) {
            using Node = std::remove_cvref_t<decltype(node)>;
            constexpr int k = decltype(first)::value + slots_of<Node> - 1;
            if (how_.owner[k] != k || !(first_row || how_.between_rows[k]))
                return;
            fill_slot<decltype(first)::value>(node, table_, memory_[k], count, how_.along_rows[k]);
        });
    }
    slot_table<slots> const& table() const { return table_; }

private:
    slot_plan<slots> how_;
    slot_table<slots> table_;
    alignas(64) unsigned char memory_[slots][static_cast<std::size_t>(Chunk) * slot_width<Tree>];
};

}  // namespace twill::inline v0::detail
