// SPDX-License-Identifier: MIT
// Costly functions (sin, exp, pow, ...) in a host loop. Each gets a slot: its values for one chunk
// of a row, computed in a loop of its own. Equal subexpressions share a slot, and a subexpression
// that does not change from row to row, or along a row, is computed once for a tile of rows or once
// for a row.
#pragma once

#include "twill/host/slot_values.hpp"
#include "twill/host/walk.hpp"
#include "twill/lower/chunk_powers.hpp"
#include "twill/lower/chunk_quotients.hpp"
#include "twill/lower/plan.hpp"

// What a loop writes stands apart from what it reads, or is read before it is written at the same
// index, so iterations are independent.
// clang checks for it at run time; its own pragma would warn in the user's build about every loop
// that calls a function.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define TWILL_INDEPENDENT_ITERATIONS _Pragma("GCC ivdep")
#else
#define TWILL_INDEPENDENT_ITERATIONS
#endif

namespace twill::inline v0::detail {

/// A rough price of one element, in units of about a 40th of a nanosecond: an unknown function
/// counts as costly.
template <class Node>
inline constexpr int price_of = 1;
template <class F, class... N>
inline constexpr int price_of<apply_node<F, N...>> =
    (is_costly<F> || is_unknown<F>
         ? (chunk_function<F, typename apply_node<F, N...>::value_type>::known ? 5 : 16) *
               static_cast<int>(sizeof(typename apply_node<F, N...>::value_type))
     : !is_slow<F, typename apply_node<F, N...>::value_type>              ? 1
     : chunk_function<F, typename apply_node<F, N...>::value_type>::known ? 16
                                                                          : 48) +
    (0 + ... + price_of<N>);

/// Whether some function is worth more than arithmetic: a call, which no loop is vectorised over.
template <class Node>
inline constexpr bool calls_functions = false;
template <class F, class... N>
inline constexpr bool calls_functions<apply_node<F, N...>> =
    is_costly<F> || is_unknown<F> || (... || calls_functions<N>);

/// Whether a node's function takes whole chunks.
template <class Node>
inline constexpr bool runs_over_chunks = false;
template <class F, class... N>
inline constexpr bool runs_over_chunks<apply_node<F, N...>> =
    chunk_function<F, typename apply_node<F, N...>::value_type>::known;
/// Whether it takes chunks of the parts of complex numbers.
template <class Node>
inline constexpr bool runs_over_parts = false;
template <class F, class N>
    requires(is_complex<typename N::value_type>) && requires { typename F::of_parts; }
inline constexpr bool runs_over_parts<apply_node<F, N>> =
    chunk_function<typename F::of_parts, typename apply_node<F, N>::value_type>::known;
template <class F, class N>
    requires(runs_over_parts<apply_node<F, N>>)
inline constexpr bool runs_over_chunks<apply_node<F, N>> = true;
/// Functions of one number that compute many at once where it counts:
/// neighbours(first, to, count).
template <class F, class Value>
concept computes_neighbours =
    requires(F const& f, index_t i, Value* to) { f.neighbours(i, to, i); };
template <class F, int Rank, class Lie>
    requires(computes_neighbours<F, typename apply_node<F, index_node<Rank, Lie>>::value_type>)
inline constexpr bool runs_over_chunks<apply_node<F, index_node<Rank, Lie>>> = true;
template <class... Node>
constexpr bool any_runs_over_chunks(types<Node...>) {
    return (false || ... || runs_over_chunks<Node>);
}
template <class... Node>
constexpr bool any_reads_runs(types<Node...>) {
    return (false || ... || reads_runs<Node>);
}
/// Whether a host loop over a tree fills slots.
template <class Tree, int Rank>
inline constexpr bool fills_slots =
    Rank > 0 && !(reads_runs<Tree> && slots_of<Tree> == 1) &&
    (uses_slots<Tree, Rank> || any_runs_over_chunks(typename slot_types<Tree>::type{}));
/// Whether it may, where rows are long, for what stands in runs alone: they are copied, and the
/// rest of the tree is a loop over neighbours.
template <class Tree, int Rank>
inline constexpr bool may_fill_runs = !fills_slots<Tree, Rank> && !reads_runs<Tree> && Rank > 1 &&
                                      any_reads_runs(typename slot_types<Tree>::type{});
/// Elements of a row from which on that pays.
inline constexpr index_t worthy_run = 32;

/// The values of a function's operand for `count` elements from `begin` on: where they are, or
/// in `room`.
template <class Value, class Node>
Value const* operand_values_in(Node const& node, void const* const* from, index_t begin,
                               index_t count, Value* room) {
    // Blocks of a length that the compiler knows are vectorised at -O2.
    constexpr index_t block = 16;
    index_t j = 0;
    for (; j + block <= count; j += block) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < block; ++l)
            room[j + l] = static_cast<Value>(slot_value_from(node, from, begin + j + l));
    }
    for (; j < count; ++j)
        room[j] = static_cast<Value>(slot_value_from(node, from, begin + j));
    return room;
}
template <class Value, int Rank, class Lie>
Value const* operand_values_in(memory_node<Value, Rank, Lie> const& node, void const* const*,
                               index_t begin, index_t, Value*) {
    return node.elements() + begin;
}
template <class Value, class F, class N>
    requires(runs_over_parts<apply_node<F, N>>)
void compute_chunk(apply_node<F, N> const& node, void const* const* from, Value* to,
                   index_t count) {
    using Complex = typename N::value_type;
    constexpr index_t strip = 128;
    Complex room[strip];
    Value parts[2][strip];
    for (index_t done = 0; done < count; done += strip) {
        index_t const now = smaller(strip, count - done);
        Complex const* const z = operand_values_in(get<0>(node), from, done, now, room);
        for (index_t j = 0; j < now; ++j) {
            parts[F::imaginary_first ? 1 : 0][j] = z[j].real();
            parts[F::imaginary_first ? 0 : 1][j] = z[j].imag();
        }
        chunk_function<typename F::of_parts, Value>::over(to + done, parts[0], parts[1], now);
    }
}
template <class Value, class F, class N>
void compute_chunk(apply_node<F, N> const& node, void const* const* from, Value* to,
                   index_t count) {
    chunk_function<F, Value>::over(to, operand_values_in(get<0>(node), from, 0, count, to), count);
}
template <class Value, class F, class N, class M>
void compute_chunk(apply_node<F, N, M> const& node, void const* const* from, Value* to,
                   index_t count) {
    using Function = chunk_function<F, Value>;
    Value const* const x = operand_values_in(get<0>(node), from, 0, count, to);
    if constexpr (is_scalar_node<M> && requires { &Function::over_one; })
        if (Function::over_one(to, x, static_cast<Value>(get<1>(node).number), count))
            return;
    constexpr index_t strip = 128;
    Value room[strip];
    for (index_t done = 0; done < count; done += strip) {
        index_t const now = smaller(strip, count - done);
        Value const* const y = operand_values_in(get<1>(node), from + slots_of<N>, done, now, room);
        Function::over(to + done, x + done, y, now);
    }
}

/// Computes values one by one, in blocks as operand_values_in.
template <class Node, class Value>
void compute_values(Node const& node, void const* const* from, Value* to, index_t count) {
    constexpr index_t block = 16;
    index_t j = 0;
    for (; j + block <= count; j += block) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < block; ++l)
            to[j + l] = static_cast<Value>(call_slots(node.function.get(), node, from, j + l));
    }
    for (; j < count; ++j)
        to[j] = static_cast<Value>(call_slots(node.function.get(), node, from, j));
}
template <class Value, class F, int Rank, class Lie>
    requires(computes_neighbours<F, Value>)
void compute_chunk(apply_node<F, index_node<Rank, Lie>> const& node, void const* const* from,
                   Value* to, index_t count) {
    index_node<Rank, Lie> const& index = get<0>(node);
    index_t const first = index.value(0);
    if (count > 1 && index.value(1) - first == 1)
        node.function.get().neighbours(first, to, count);
    else
        compute_values(node, from, to, count);
}
/// Writes the first of `count` values into the others.
template <class Value>
void spread_value(Value* to, index_t count) {
    constexpr index_t block = 16;
    auto const value = to[0];
    index_t j = 0;
    for (; j + block <= count; j += block)
        for (index_t l = 0; l < block; ++l)
            to[j + l] = value;
    for (; j < count; ++j)
        to[j] = value;
}

/// Copies `count` values of a node that reads runs, from element `from` on; false, and nothing
/// done, where they are no neighbours.
template <class F, class... N, class Value>
bool copy_run(apply_node<F, N...> const& node, Value* to, index_t from, index_t count) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto const& counter = get<sizeof...(N) - 1>(node);
        if (counter.value(1) - counter.value(0) != 1)
            return false;
        auto const* const run = node.function.get().run(get<I>(node).value(from)...);
        if (!run)
            return false;
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(*run)>, Value>)
            move_bytes(to, run, static_cast<std::size_t>(count) * sizeof(Value));
        else
            for (index_t j = 0; j < count; ++j)
                to[j] = static_cast<Value>(widen(run[j]));
        return true;
    }(std::index_sequence_for<N...>{});
}

/// Computes `count` values of a costly node from those of its operands, whose slots start at
/// `from`: one for all unless it `varies`.
template <class Node>
TWILL_NOINLINE void fill_slot_from(void const* node, void const* const* from, unsigned char* memory,
                                   index_t count, bool varies) {
    // Copies, so that no store can change them.
    Node const own = *static_cast<Node const*>(node);
    void const* slots[slots_of<Node>];
    for (int k = 0; k < slots_of<Node>; ++k)
        slots[k] = from[k];
    auto* const to = reinterpret_cast<typename Node::value_type*>(memory);
    index_t const distinct = varies ? count : 1;
    if constexpr (reads_runs<Node> && slots_of<Node> == 1)
        if (varies && copy_run(own, to, 0, count))
            return;
    if constexpr (runs_over_chunks<Node>)
        compute_chunk(own, slots, to, distinct);
    else
        compute_values(own, slots, to, distinct);
    if (!varies)
        spread_value(to, count);
}
/// A slot's node, where its tree is not known.
struct slot_node {
    std::ptrdiff_t at;  ///< where in the tree it stands, in bytes
    int first;          ///< its first slot
    int records_from;   ///< its operands among those of the tree
    int records_to;
    int value_size;  ///< in bytes
    bool (*same)(void const*, void const*);
    void (*fill)(void const* node, void const* const* from, unsigned char* memory, index_t count,
                 bool varies);
};
template <class Node>
slot_node describe_slot(Node const* node, char const* tree, int first, int record) {
    return {reinterpret_cast<char const*>(node) - tree,
            first,
            record,
            record + Node::records,
            static_cast<int>(sizeof(typename Node::value_type)),
            &same_erased<Node>,
            &fill_slot_from<Node>};
}
inline void list_slots(std::false_type, void const*, char const*, slot_node*, int, int) {}
template <class F, class... N>
void list_slots(std::true_type, apply_node<F, N...> const* node, char const* tree, slot_node* to,
                int first, int record);
template <std::size_t... I, class... N>
void list_slots_of(children_base<std::index_sequence<I...>, N...> const& operands, char const* tree,
                   slot_node* to, int first, int record) {
    ((list_slots(std::bool_constant<slots_of<N> != 0>{}, &get<I>(operands), tree, to, first,
                 record),
      first += slots_of<N>, record += N::records),
     ...);
}
/// Notes the slots of a node in a tree that starts at `tree`.
template <class F, class... N>
void list_slots(std::true_type, apply_node<F, N...> const* node, char const* tree, slot_node* to,
                int first, int record) {
    using Node = apply_node<F, N...>;
    if constexpr (are_members<N...>) {
        using First = std::remove_cvref_t<decltype(node->first)>;
        if constexpr (slots_of<First> != 0)
            list_slots(std::true_type{}, &node->first, tree, to, first, record);
        if constexpr (sizeof...(N) == 2)
            if constexpr (slots_of<std::remove_cvref_t<decltype(node->second)>> != 0)
                list_slots(std::true_type{}, &node->second, tree, to, first + slots_of<First>,
                           record + First::records);
    } else {
        list_slots_of(*node, tree, to, first, record);
    }
    if constexpr (has_slot<Node>)
        to[first + slots_of<Node> - 1] = describe_slot(node, tree, first, record);
}

/// What is known of the slots before the loop.
template <int Slots>
struct slot_plan {
    slot_node nodes[Slots];
    int owner[Slots];              ///< the first slot with its values
    bool along_rows[Slots];        ///< values differ along the inner axis
    axis_set between_rows[Slots];  ///< the outer axes along which they differ
};

/// Finds which slots of a tree share their values, and along which axes those differ.
TWILL_COLD inline void settle_slots(slot_node const* nodes, int count, char const* tree,
                                    operand_record const* records, index_t const* extent, int rank,
                                    int* owner, bool* along, axis_set* between) {
    for (int k = 0; k < count; ++k) {
        slot_node const& own = nodes[k];
        owner[k] = k;
        for (int m = 0; m < k && owner[k] == k; ++m)
            if (nodes[m].same == own.same && owner[m] == m &&
                own.same(tree + nodes[m].at, tree + own.at))
                owner[k] = m;
        axis_set const axes = axes_of_operands(records + own.records_from,
                                               own.records_to - own.records_from, extent, rank);
        along[k] = axes >> (rank - 1) & 1;
        between[k] = axes & every_axis(rank - 1);
    }
}
/// `records`: those of the tree's operands.
template <int Rank, class Tree, int Slots = slots_of<Tree>>
TWILL_NOINLINE slot_plan<Slots> plan_slots(Tree const& tree, operand_record const* records,
                                           extents<Rank> const& extent) {
    slot_plan<Slots> result{};
    auto const* const start = reinterpret_cast<char const*>(&tree);
    list_slots(std::true_type{}, &tree, start, result.nodes, 0, 0);
    settle_slots(result.nodes, Slots, start, records, extent.values, Rank, result.owner,
                 result.along_rows, result.between_rows);
    return result;
}

/// Whether some slot has the same values along every row, or in every row.
template <int Slots>
bool lacks_axes(slot_plan<Slots> const& plan, index_t rows, index_t inner) {
    for (int k = 0; k < Slots; ++k)
        if ((inner > 1 && !plan.along_rows[k]) || (rows > 1 && plan.between_rows[k] == 0))
            return true;
    return false;
}

/// The widest value of a slot, in bytes.
template <class Node>
inline constexpr std::size_t slot_width = 1;
template <class F, class... N>
inline constexpr std::size_t slot_width<apply_node<F, N...>> =
    larger(has_slot<apply_node<F, N...>> ? sizeof(typename apply_node<F, N...>::value_type) : 1,
           slot_width<N>...);

/// Computes `count` values of every slot that a tree, which stands at them, needs in a row, those
/// of slot k into memory + k * pitch. `moved`: see strided_walk.
TWILL_NOINLINE inline void fill_slots(slot_node const* nodes, int slots, char const* tree,
                                      int const* owner, bool const* along, axis_set const* between,
                                      void const* const* table, unsigned char* memory,
                                      std::size_t pitch, index_t count, axis_set moved) {
    for (int k = 0; k < slots; ++k, memory += pitch) {
        bool const stands = moved == 0 ? !along[k] : (between[k] & moved) == 0;
        if (owner[k] == k && (moved == every_row || !stands))
            nodes[k].fill(tree + nodes[k].at, table + nodes[k].first, memory, count, along[k]);
    }
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
        fill_slots(how_.nodes, slots, reinterpret_cast<char const*>(&tree), how_.owner,
                   how_.along_rows, how_.between_rows, table_.data, memory_[0], sizeof(memory_[0]),
                   count, first_row ? every_row : every_axis(max_rank_supported));
    }
    slot_table<slots> const& table() const { return table_; }

protected:
    slot_plan<slots> how_;
    slot_table<slots> table_;

private:
    alignas(64) unsigned char memory_[slots][static_cast<std::size_t>(Chunk) * slot_width<Tree>];
};

}  // namespace twill::inline v0::detail
