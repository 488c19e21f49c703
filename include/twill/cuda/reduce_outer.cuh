// Reductions of outer products, f(x[i], y[j]) over j: a thread has an output and walks along j, a
// packet of elements at a time. Operands along j come from shared memory, those along the outputs
// as copies of the thread's value; so the loop need not ask which operand is which.
#pragma once

#include "twill/cuda/reduce_kernels.cuh"

namespace twill::inline v0::detail {

/// A packet of reduced elements; the output is the thread's.
struct outer_cursor {
    unsigned staged;  ///< an address in shared memory
    int number;       ///< in the staged rows
    index_t row;      ///< its first element
    int ahead;        ///< the packet so many after that one is meant
};
/// One that has only `count` elements.
struct outer_end_cursor : outer_cursor {
    int count;
};

inline constexpr int most_staged_operands = 8;

/// `Kept`: operands along the outputs stay in registers, and what comes from shared memory is
/// loaded into registers of its own. Otherwise, and where a packet has less than 16 bytes, both are
/// loaded where they are used: a loop of many instructions, which loads do not hold up, is then
/// scheduled better.
template <class T, int V, bool Kept>
struct staged_memory {
    using value_type = compute_t<T>;
    static constexpr int packet_bytes = V * static_cast<int>(sizeof(value_type));
    static constexpr bool is_kept = Kept && packet_bytes % 16 == 0;
    int start;
    int step;  ///< in bytes; 0: one value for all rows
    lanes<value_type, is_kept ? V : 1> kept;
    unsigned from;  ///< the address of what a cursor is at

    /// Loads the values at a cursor, where they change; with `ahead` from 0 upwards.
    __device__ __forceinline__ void fetch(outer_cursor const& c) {
        if constexpr (is_kept) {
            if (c.ahead == 0) {
                from = address(c, c.number);
                // Otherwise the compiler works it out for every packet.
                asm("" : "+r"(from));
            }
            load_if(step != 0, kept, from + static_cast<unsigned>(c.ahead * packet_bytes));
        }
    }
    template <int>
    __device__ __forceinline__ lanes<value_type, V> at(outer_cursor const& c) const {
        if constexpr (is_kept)
            return kept;
        else
            return load_packet<V>(static_cast<value_type const*>(
                __cvta_shared_to_generic(address(c, c.number + c.ahead))));
    }

private:
    __device__ __forceinline__ unsigned address(outer_cursor const& c, int number) const {
        return c.staged + static_cast<unsigned>(start + number * step);
    }
};
struct staged_index {
    using value_type = index_t;
    index_t start;
    index_t step;

    template <int V>
    __device__ __forceinline__ lanes<index_t, V> at(outer_cursor const& c) const {
        return count<V>(c.row + c.ahead * V, V);
    }
    template <int V>
    __device__ __forceinline__ lanes<index_t, V> at(outer_end_cursor const& c) const {
        return count<V>(c.row + c.ahead * V, c.count);
    }

private:
    template <int V>
    __device__ __forceinline__ lanes<index_t, V> count(index_t row, int last) const {
        lanes<index_t, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = start + (row + (l < last ? l : 0)) * step;
        return result;
    }
};

/// Whether the node that ends at term K is one of `Unread`, which the kernel does not evaluate.
template <term_set Unread, int First, class Node>
inline constexpr bool is_unread = terms_of<Node> != 0 &&
                                  (Unread & term_bit<First + terms_of<Node> - 1>) != 0;

/// The arrays among a node's operands that are read.
template <term_set Unread, int First, class Node>
inline constexpr int staged_operands = 0;
template <term_set Unread, int First, class T, int Rank>
inline constexpr int staged_operands<Unread, First, memory_node<T, Rank>> = 1;
/// Those of the first Count operands of a node.
template <term_set Unread, int First, std::size_t Count, class Sequence, class... N>
inline constexpr int staged_before = 0;
template <term_set Unread, int First, std::size_t Count, std::size_t... I, class... N>
inline constexpr int staged_before<Unread, First, Count, std::index_sequence<I...>, N...> =
    (0 + ... + (I < Count ? staged_operands<Unread, First + terms_before<I, N...>, N> : 0));
template <term_set Unread, int First, class F, class... N>
inline constexpr int staged_operands<Unread, First, apply_node<F, N...>> =
    is_unread<Unread, First, apply_node<F, N...>>
        ? 0
        : staged_before<Unread, First, sizeof...(N), std::index_sequence_for<N...>, N...>;

/// Puts operands into shared memory, `Bytes` of each. The only reduced axis is Rank - 2, the
/// outputs lie along the last one.
template <term_set Unread, int V, int Bytes, bool Kept, int Rank>
struct outer_stage {
    fixed<index_t, Rank> at;  ///< the thread's output; row 0
    char* staged;

    /// The node with its operands staged, the values along the outputs being there.
    template <int First, int Number, class T>
    __device__ __forceinline__ staged_memory<T, V, Kept> columns(
        memory_node<T, Rank> const& node) const {
        using value_type = compute_t<T>;
        using staged_type = staged_memory<T, V, Kept>;
        constexpr int bytes = staged_type::packet_bytes;
        if (node.stride[Rank - 2] != 0)
            return {Number * Bytes, bytes, {}, 0};
        T const* const element = origin(node) + at[Rank - 1] * node.stride[Rank - 1];
        if constexpr (staged_type::is_kept) {
            return {0, 0, load_broadcast<V>(element), 0};
        } else {
            value_type const value = widen(*element);
            auto* const own =
                reinterpret_cast<value_type*>(staged + Number * Bytes) + threadIdx.x * V;
            for (int l = 0; l < V; ++l)
                own[l] = value;
            return {Number * Bytes + static_cast<int>(threadIdx.x) * bytes, 0, {}, 0};
        }
    }
    template <int First, int Number>
    __device__ __forceinline__ staged_index columns(index_node<Rank> const& node) const {
        index_t start = node.start;
        for (int d = 0; d < Rank; ++d)
            start += at[d] * node.stride[d];
        return {start, node.stride[Rank - 2]};
    }
    template <int First, int Number, class T>
    __device__ __forceinline__ scalar_node<compute_t<T>> columns(
        broadcast_node<T> const& node) const {
        return {widen(*node.data)};
    }
    template <int First, int Number, class T>
    __device__ __forceinline__ scalar_node<T> columns(scalar_node<T> const& node) const {
        return node;
    }
    template <int First, int Number, class F, class... N>
    __device__ __forceinline__ auto columns(apply_node<F, N...> const& node) const {
        return children_columns<First, Number>(node, std::index_sequence_for<N...>{});
    }

    /// Copies elements [first, first + rows) of the operands along the reduced axis, and behind
    /// them the last one up to a whole packet: they are there after wait_for_copies().
    template <int First, int Number, class Node>
    __device__ __forceinline__ void rows(Node const&, index_t, int) const {}
    template <int First, int Number, class T>
    __device__ __forceinline__ void rows(memory_node<T, Rank> const& node, index_t first,
                                         int count) const {
        using value_type = compute_t<T>;
        index_t const step = node.stride[Rank - 2];
        if (step == 0)
            return;
        T const* const line = origin(node) + first * step;
        auto* const values = reinterpret_cast<value_type*>(staged + Number * Bytes);
        int copied = 0;
        if constexpr (std::is_same_v<value_type, T> && sizeof(T) < 16) {
            constexpr int together = 16 / static_cast<int>(sizeof(T));
            using whole = packet<T, together>;
            if (step == 1 && is_aligned<together>(line)) {
                copied = count / together * together;
#pragma unroll 1
                for (int i = static_cast<int>(threadIdx.x) * together; i < copied;
                     i += block_threads * together)
                    copy_async(reinterpret_cast<whole*>(values + i),
                               reinterpret_cast<whole const*>(line + i));
            }
        }
#pragma unroll 1
        for (int i = copied + static_cast<int>(threadIdx.x); i < (count + V - 1) / V * V;
             i += block_threads) {
            T const* const from = line + (i < count ? i : count - 1) * step;
            if constexpr (std::is_same_v<value_type, T>)
                copy_async(values + i, from);
            else
                values[i] = widen(*from);
        }
    }
    template <int First, int Number, class F, class... N>
    __device__ __forceinline__ void rows(apply_node<F, N...> const& node, index_t first,
                                         int count) const {
        if constexpr (!is_unread<Unread, First, apply_node<F, N...>>)
            children_rows<First, Number>(node, first, count, std::index_sequence_for<N...>{});
    }

private:
    /// Element 0 of the last two axes.
    template <class T>
    __device__ __forceinline__ T const* origin(memory_node<T, Rank> const& node) const {
        T const* result = node.elements();
        for (int d = 0; d < Rank - 2; ++d)
            result += at[d] * node.stride[d];
        return result;
    }
    template <int First, int Number, class F, class... N, std::size_t... I>
    __device__ __forceinline__ auto children_columns(apply_node<F, N...> const& node,
                                                     std::index_sequence<I...>) const {
        return with_children(
            node.function,
            child_columns<First + terms_before<I, N...>,
                          Number +
                              staged_before<Unread, First, I, std::index_sequence_for<N...>, N...>>(
                get<I>(node))...);
    }
    template <int First, int Number, class Node>
    __device__ __forceinline__ auto child_columns(Node const& node) const {
        using staged_type = decltype(this->template columns<First, Number>(node));
        if constexpr (is_unread<Unread, First, Node>)
            return staged_type{};
        else
            return columns<First, Number>(node);
    }
    template <class F, class... N>
    __device__ __forceinline__ static apply_node<F, N...> with_children(stored<F> const& f,
                                                                        N const&... nodes) {
        return {{{nodes}...}, f};
    }
    template <int First, int Number, class F, class... N, std::size_t... I>
    __device__ __forceinline__ void children_rows(apply_node<F, N...> const& node, index_t first,
                                                  int count, std::index_sequence<I...>) const {
        (rows<First + terms_before<I, N...>,
              Number + staged_before<Unread, First, I, std::index_sequence_for<N...>, N...>>(
             get<I>(node), first, count),
         ...);
    }
};

/// Loads what a node's operands are at a cursor.
template <term_set Unread, int First, class Node>
__device__ __forceinline__ void fetch(Node&, outer_cursor const&) {}
template <term_set Unread, int First, class T, int V, bool Kept>
__device__ __forceinline__ void fetch(staged_memory<T, V, Kept>& node, outer_cursor const& c) {
    node.fetch(c);
}
template <term_set Unread, int First, class F, class... N>
__device__ __forceinline__ void fetch(apply_node<F, N...>& node, outer_cursor const& c) {
    if constexpr (!is_unread<Unread, First, apply_node<F, N...>>)
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (fetch<Unread, First + terms_before<I, N...>>(get<I>(node), c), ...);
        }
    (std::index_sequence_for<N...>{});
}

/// How a kernel's tree evaluates from staged operands.
template <class Tree>
struct outer_evaluation {
    static constexpr term_set unread = 0;
    static constexpr bool slow = has_slow_function<Tree>;
    static constexpr int operands = staged_operands<0, 0, Tree>;
    static __device__ __forceinline__ Tree const& node(Tree const& tree) { return tree; }
    template <int V, class Node, class Cursor>
    static __device__ __forceinline__ auto at(Tree const&, Node const& node, Cursor const& c) {
        return node.template at<V>(c);
    }
};
template <class Tree, bool All>
struct outer_evaluation<reusing_tree<Tree, All>> {
    static constexpr term_set unread = All ? reusable_terms<Tree> : 0;
    static constexpr bool slow = has_slow_function<Tree>;
    static constexpr int operands = staged_operands<unread, 0, Tree>;
    static __device__ __forceinline__ Tree const& node(reusing_tree<Tree, All> const& tree) {
        return tree.tree;
    }
    template <int V, class Node, class Cursor>
    static __device__ __forceinline__ auto at(reusing_tree<Tree, All> const& tree, Node const& node,
                                              Cursor const& c) {
        return tree.template at_node<V>(node, c);
    }
};
/// Elements that a thread evaluates together.
template <class Tree>
inline constexpr int outer_lanes = Tree::widest > 8                                             ? 1
                                   : Tree::widest <= 4 || outer_evaluation<Tree>::operands <= 4 ? 4
                                                                                                : 2;
/// Bytes of an operand's values in shared memory: a packet for each thread.
template <class Tree>
inline constexpr int staged_bytes = block_threads*(Tree::widest > 4 && outer_lanes<Tree> == 4 ? 32
                                                                                              : 16);
/// Whether the kernel below can run a tree.
template <class Tree, int Rank>
inline constexpr bool may_be_outer = false;
template <class Tree, int Rank>
requires(Rank >= 2 && Tree::records >= 2) inline constexpr bool may_be_outer<Tree, Rank> =
    outer_evaluation<Tree>::operands <= most_staged_operands;

/// Blocks a multiprocessor, so that registers leave room for them.
template <class Tree>
inline constexpr int outer_blocks = Tree::widest > 4 ? 3 : 6;

/// Dealt out as reduce_columns_kernel is, a column a thread. The only reduced axis is Rank - 2,
/// along which no array changes that changes along the last one.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads, outer_blocks<Tree>)
    reduce_outer_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    using evaluation = outer_evaluation<Tree>;
    constexpr int V = outer_lanes<Tree>;
    constexpr bool slow = evaluation::slow;
    constexpr int operands = evaluation::operands > 0 ? evaluation::operands : 1;
    __shared__ alignas(16) char staged[operands * staged_bytes<Tree>];
    __shared__ columns_scratch<Reducer> scratch;
    let_next_start();
    columns_part const part(shape, 1);
    bool const active = part.column < shape.extent[Rank - 1];
    int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
    outer_stage<evaluation::unread, V, staged_bytes<Tree>, !slow, Rank> stage{{}, staged};
    locate_axes(shape.extent, 0, shape.kept_end, part.outer, stage.at);
    stage.at[Rank - 1] = active ? part.column : shape.extent[Rank - 1] - 1;
    constexpr int most_rows = block_threads * V;
    // A thread takes a few packets in a row: their addresses differ by constants.
    constexpr int together = slow ? 1 : 4;
    constexpr int unrolled = slow && Tree::widest <= 4 ? 2 : 1;
    auto rows_from = [&](index_t first) {
        return part.end - first < most_rows ? static_cast<int>(part.end - first) : most_rows;
    };
    // Blocks start together and wait together, so all copies are under way at once.
    index_t first = part.first;
    stage.template rows<0, 0>(evaluation::node(tree), first, rows_from(first));
    auto node = stage.template columns<0, 0>(evaluation::node(tree));
    lane_accumulators<Reducer, V, false> sums(target.reducer);
    while (first < part.end) {
        int const count = rows_from(first);
        wait_for_copies();
        __syncthreads();
        int const whole = count / V;
        outer_cursor cursor{static_cast<unsigned>(__cvta_generic_to_shared(staged)), 0, 0, 0};
        auto start_at = [&](int number) {
            cursor.number = number;
            cursor.row = first + number * V;
        };
        auto add_packets = [&](int stop, auto at_once) {
            constexpr int packets = decltype(at_once)::value;
            int step = part.height * packets;
            int const run = sums.run / packets * step;
            while (cursor.number < stop) {
                int end = stop - cursor.number < run ? stop : cursor.number + run;
                // Otherwise the compiler works both out again for every packet.
                asm("" : "+r"(end), "+r"(step));
#pragma unroll unrolled
                for (; cursor.number < end; cursor.number += step) {
#pragma unroll
                    for (int k = 0; k < packets; ++k) {
                        cursor.ahead = k;
                        fetch<evaluation::unread, 0>(node, cursor);
                        sums.add(evaluation::template at<V>(tree, node, cursor));
                    }
                    cursor.ahead = 0;
                    cursor.row += step * V;
                }
                sums.flush();
            }
        };
        int const grouped = whole / together * together;
        start_at(y * together);
        add_packets(grouped, std::integral_constant<int, together>{});
        if constexpr (together > 1) {
            start_at(grouped + y);
            add_packets(whole, std::integral_constant<int, 1>{});
        }
        if (cursor.number == whole && whole * V < count) {
            fetch<evaluation::unread, 0>(node, cursor);
            sums.add(
                evaluation::template at<V>(tree, node, outer_end_cursor{cursor, count - whole * V}),
                0, count - whole * V);
        }
        first += most_rows;
        if (first < part.end) {
            __syncthreads();
            stage.template rows<0, 0>(evaluation::node(tree), first, rows_from(first));
        }
    }
    sums.flush();
    finish_columns<1>(shape, target, part, active ? 1 : 0, sums.before, scratch);
}

}  // namespace twill::inline v0::detail
