// SPDX-License-Identifier: MIT
// Runs of operands that are shifted against each other, or lie in steps: threads side by side read
// neighbouring elements, or narrow ones in packets from any place on.
#pragma once

#include "twill/lower/near.hpp"
#include "twill/ops/reduce/loaded_packets.cuh"

namespace twill::inline v0::detail {

/// V elements in registers, as memory has them, that need not be neighbours.
template <class T, int V>
struct apart_node : loaded_leaf<T> {
    using value_type = compute_t<T>;
    T elements[V];

    template <int Lanes, class Cursor>
    __device__ __forceinline__ lanes<value_type, Lanes> at(Cursor const&) const {
        static_assert(Lanes == V);
        lanes<value_type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = widen(elements[l]);
        return result;
    }
};
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ apart_node<T, V> load_held(memory_node<T, Rank, Lie> const& node,
                                                      spread_cursor<Rank> const& c) {
    int const step = static_cast<int>(node.stride[Rank - 1]);
    T const* const from = node.elements() + (node.row(c) + c.inner * step);
    int const apart = c.apart * step;
    apart_node<T, V> result{};
#pragma unroll
    for (int l = 0; l < V; ++l)
        result.elements[l] = from[l < c.count ? l * apart : 0];
    return result;
}
/// The same where all lanes are there and operands' elements are neighbours: no lane needs an
/// address of its own.
template <int Rank>
struct whole_cursor : spread_cursor<Rank> {};
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ apart_node<T, V> load_held(memory_node<T, Rank, Lie> const& node,
                                                      whole_cursor<Rank> const& c) {
    T const* const from = node.elements() + (node.row(c) + c.inner);
    apart_node<T, V> result{};
#pragma unroll
    for (int l = 0; l < V; ++l)
        result.elements[l] = from[32 * l];
    return result;
}

/// Whether all leaves of a tree can be read at a spread_cursor, and the registers that they take.
template <class Node, int V>
inline constexpr int spread_registers = -1000;
template <class T, int Rank, class Lie, int V>
inline constexpr int spread_registers<memory_node<T, Rank, Lie>, V> =
    sizeof(T) <= 8 ? V * static_cast<int>((sizeof(T) + 3) / 4) : -1000;
template <int Rank, class Lie, int V>
inline constexpr int spread_registers<index_node<Rank, Lie>, V> = 0;
template <class T, int V>
inline constexpr int spread_registers<broadcast_node<T>, V> = 0;
template <class T, int V>
inline constexpr int spread_registers<scalar_node<T>, V> = 0;
template <class F, class... N, int V>
inline constexpr int spread_registers<apply_node<F, N...>, V> = (0 + ... + spread_registers<N, V>);

/// Elements of a thread side by side with those of others, V at a time, of trees whose operands may
/// be slices. (Of many operands there would be no registers.)
template <class Tree, int V>
inline constexpr bool has_spread =
    Tree::records > 0 && spread_registers<Tree, V> > 0 && spread_registers<Tree, V> <= 64;
template <class Tree, int V>
    requires(!Tree::has_steps)
inline constexpr bool has_spread<Tree, V> = false;

/// Whether operands of one axis are read so where they are shifted against each other. (Of two
/// bytes that was no faster.)
template <class Tree>
inline constexpr bool spreads_one_axis = Tree::widest == 4;

/// Such packets of a tree: as memory has them or, narrow ones that are neighbours, from any place.
template <class Tree, int V, bool Near>
struct spread_packet {
    leaf_packets<Tree, V, apart_node> held;

    template <class Cursor>
    __device__ __forceinline__ void load(Tree const& tree, Cursor const& c) {
        held.load(tree, c);
    }
    template <int Rank>
    __device__ __forceinline__ lanes<typename Tree::value_type, V> value(
        Tree const& tree, spread_cursor<Rank> const& c) const {
        return at_root<V>(held.in(tree), c);
    }
};
template <class Tree, int V>
struct spread_packet<Tree, V, true> {
    lanes<typename Tree::value_type, V> held;

    template <int Rank>
    __device__ __forceinline__ void load(Tree const& tree, spread_cursor<Rank> const& c) {
        held = at_root<V>(tree, near_cursor<Rank>{c});
    }
    template <int Rank>
    __device__ __forceinline__ lanes<typename Tree::value_type, V> const& value(
        Tree const&, spread_cursor<Rank> const&) const {
        return held;
    }
};
/// Whether narrow elements are read in packets from any place: bytes, and few operands of two
/// bytes. (Differences along rows of 64 of 2^26 float16 take 0.068 ms in packets, 0.079 element
/// by element; second differences, of three operands, along rows of 1000 0.107 and 0.083.)
template <class Tree, int V>
inline constexpr bool has_near =
    (Tree::widest == 1 || (Tree::widest == 2 && Tree::records <= 2)) && is_near<Tree, V>;

/// Packets that a thread has under way.
template <class Tree, int V>
inline constexpr int spread_together = spread_registers<Tree, V> <= 8    ? 4
                                       : spread_registers<Tree, V> <= 20 ? 2
                                                                         : 1;

/// What a thread has of a run that starts with element `j` of `inner`, and the first of its lanes
/// that it shall add. A packet that would end behind the run is the last one within.
template <int V, bool Near, int Rank>
__device__ __forceinline__ int put_spread(spread_cursor<Rank>& c, int j, int inner, bool there) {
    if constexpr (Near) {
        c.inner = smaller(j, inner - V);
        c.count = V;
        return there && j < inner ? j - c.inner : V;
    } else {
        int const left = (inner - j + c.apart - 1) / c.apart;
        c.inner = smaller(j, inner - 1);
        c.count = there ? larger(0, smaller(left, V)) : 0;
        return 0;
    }
}

/// As accumulate_packets, of packets whose lanes are `shape.log2_apart` apart: pieces [begin, end)
/// of an output's runs, `step` from one to the next, of which a thread has lane `lane`. Pieces are
/// counted along the run or, where there is one output, down columns of them: the rows of operands
/// that are shifted against each other are read once.
template <bool Near, class Tree, int V, int Rank, class Sums>
__device__ __forceinline__ void accumulate_spread(Tree const& tree, reduce_shape<Rank> const& shape,
                                                  index_t output, int begin, int end, int step,
                                                  int lane, Sums& sums) {
    constexpr int together = spread_together<Tree, V>;
    int const log2 = shape.log2_apart;
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    int const rows = static_cast<int>(shape.rows);
    int const pieces = static_cast<int>(shape.packets) >> log2;
    int const line = shape.down ? rows : pieces;
    int const from = Near ? lane * V : lane;  // of a piece, in elements
    spread_cursor<Rank> c{};
    c.apart = 1 << log2;
    locate_axes(shape.extent, 0, shape.kept_end, output, c.at);
    int pushed = 0;
#pragma unroll 1
    for (int p = begin; p < end;) {
        int const slow = p / line;
        int fast = p - slow * line;
        int const stop = smaller(line, fast + (end - p));
        p += (stop - fast + step - 1) / step * step;
        auto const place = [&](int u, spread_cursor<Rank>& at) {
            int const own = fast + u * step;
            if (rows != 1)
                locate_axes(shape.extent, shape.kept_end, Rank - 1, shape.down ? own : slow, at.at);
            return ((shape.down ? slow : own) << log2) * V + from;
        };
#pragma unroll 1
        for (; fast < stop; fast += together * step) {
            spread_packet<Tree, V, Near> x[together];
            int first[together];
            if constexpr (!Near)
                if (shape.whole_pieces) {
                    // The last piece of a row may begin before its own elements.
                    whole_cursor<Rank> at[together];
#pragma unroll
                    for (int u = 0; u < together; ++u) {
                        bool const there = fast + u * step < stop;
                        static_cast<spread_cursor<Rank>&>(at[u]) = c;
                        int const number = place(there ? u : 0, at[u]);
                        at[u].inner = smaller(number, inner - 32 * V + lane);
                        at[u].count = V;
                        first[u] = there ? (number - at[u].inner + 31 - lane) >> 5 : V;
                        x[u].load(tree, at[u]);
                    }
#pragma unroll
                    for (int u = 0; u < together; ++u)
                        if (first[u] < V)
                            sums.add(x[u].value(tree, at[u]), first[u], V);
                    sums.added(together, pushed);
                    continue;
                }
            spread_cursor<Rank> at[together];
#pragma unroll
            for (int u = 0; u < together; ++u) {
                bool const there = fast + u * step < stop;
                at[u] = c;
                int const number = place(there ? u : 0, at[u]);
                first[u] = put_spread<V, Near>(at[u], number, inner, there);
                x[u].load(tree, at[u]);
            }
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (first[u] < at[u].count)
                    sums.add(x[u].value(tree, at[u]), first[u], at[u].count);
            sums.added(together, pushed);
        }
    }
}

/// The same in whichever way the operands lie, of packets [begin, end) that a group of threads
/// shares; false where that is another one.
template <class Tree, int V, int Rank, class Sums>
__device__ __forceinline__ bool accumulate_unlike(Tree const& tree, reduce_shape<Rank> const& shape,
                                                  index_t output, index_t begin, index_t end,
                                                  int group, Sums& sums) {
    if constexpr (has_spread<Tree, V>) {
        if (shape.spread == spread_by::nothing)
            return false;
        int const log2 = shape.log2_apart;
        int const thread = static_cast<int>(threadIdx.x) & (group - 1);
        int const lane = thread & ((1 << log2) - 1);
        int const teams = group >> log2;
        int const team = thread >> log2;
        auto first = static_cast<int>(begin >> log2);
        auto last = static_cast<int>(end >> log2);
        // A warp of a block has pieces one behind the other.
        int step = teams;
        if (group > 32) {
            int const each = (last - first + teams - 1) / teams;
            first += team * each;
            last = smaller(last, first + each);
            step = 1;
        } else {
            first += team;
        }
        if constexpr (has_near<Tree, V>)
            if (shape.spread == spread_by::packets) {
                accumulate_spread<true, Tree, V>(tree, shape, output, first, last, step, lane,
                                                 sums);
                return true;
            }
        if (shape.spread == spread_by::elements)
            accumulate_spread<false, Tree, V>(tree, shape, output, first, last, step, lane, sums);
        return true;
    }
    return false;
}

/// Short runs, of which each thread of a group has one packet at most.
template <bool Near, class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_spread_runs(Tree const& tree,
                                                   reduce_shape<Rank> const& shape,
                                                   reduce_target<Reducer, Sink, Rank> const& target,
                                                   int group, int lane, index_t first) {
    constexpr int V = row_lanes<Tree>;
    constexpr int together = spread_together<Tree, V>;
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    typename Reducer::accumulator total[outputs_a_group];
#pragma unroll
    for (int done = 0; done < outputs_a_group; done += together) {
        spread_packet<Tree, V, Near> x[together];
        spread_cursor<Rank> at[together];
        int from[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            bool const there = first + done + u < shape.outputs;
            at[u] = {};
            at[u].apart = 1 << shape.log2_apart;
            locate_axes(shape.extent, 0, shape.kept_end, there ? first + done + u : 0, at[u].at);
            from[u] = put_spread<V, Near>(at[u], Near ? lane * V : lane, inner,
                                          there && lane < shape.packets);
            x[u].load(tree, at[u]);
        }
#pragma unroll
        for (int u = 0; u < together; ++u) {
            lane_accumulators<Reducer, V> sums(target.reducer);
            if (from[u] < at[u].count)
                sums.add(x[u].value(tree, at[u]), from[u], at[u].count);
            total[done + u] = sums.total();
        }
    }
    merge_four(target.reducer, group, lane, total,
               [&](int k, typename Reducer::accumulator const& a) {
                   if (first + k < shape.outputs)
                       target.template finish<output_axes::first>(shape, first + k, a);
               });
}

}  // namespace twill::inline v0::detail
