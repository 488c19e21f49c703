// SPDX-License-Identifier: MIT
// The kernel of reductions of few columns, whose rows lie one behind the other.
#pragma once

#include "twill/ops/reduce/accumulate.cuh"
#include "twill/ops/reduce/columns_part.cuh"
#include "twill/ops/reduce/loaded_packets.cuh"

namespace twill::inline v0::detail {

/// What is computed of rows that are walked as a run of elements. Positions count those of the run,
/// which come in the order of rows.
template <class Tree>
struct narrow_values {
    using type = Tree;
    static __device__ __forceinline__ Tree const& of(Tree const& tree) { return tree; }
};
template <class X, int Rank, class Lie>
struct narrow_values<apply_node<locate_function, X, index_node<Rank, Lie>>> {
    using type = X;
    static __device__ __forceinline__ X const& of(
        apply_node<locate_function, X, index_node<Rank, Lie>> const& tree) {
        return get<0>(tree);
    }
};

/// Whether rows of few columns may be walked as what they are, elements one after the other: where
/// nothing else counts them, and functions may be computed of what lies beside them. Costly
/// functions are not worth a kernel more.
template <class Tree, class Reducer>
inline constexpr bool has_narrow_columns =
    column_lanes<Tree, Reducer> > 1 &&
    may_go_unread<typename narrow_values<Tree>::type>&& terms_of<Tree> == 0 &&
    sizeof(typename Reducer::accumulator) <= 16;

/// The rows of one place along the outer axes, a run of elements, as a team of threads has them: a
/// thread's packets are whole periods of columns apart, so that each of its lanes stays in a
/// column.
struct narrow_run {
    index_t start;   ///< of the first packet, which may begin before the run
    int ahead;       ///< by so many elements
    index_t length;  ///< of the run, in elements
    index_t begin;   ///< packets of the team
    index_t end;
    int team;
    int thread;   ///< of the team
    int threads;  ///< that have packets
    int inner;
    int phase;  ///< the column of the team's first element

    /// Entry j of the team's lanes is in column (phase + j) % inner: the first one in a column.
    __device__ __forceinline__ int entry(int column) const {
        return column >= phase ? column - phase : column - phase + inner;
    }
};

/// What the threads of a team have of its columns.
template <class Element, int V, class Tree, class Sums>
__device__ __forceinline__ void add_narrow_columns(Tree const& tree, narrow_run const& run,
                                                   Sums& sums) {
    constexpr int together = leaf_packets<Tree, V>::bytes > 32
                                 ? smaller(2, packets_in_flight<Tree, V>)
                                 : packets_in_flight<Tree, V>;
    if (run.thread >= run.threads || run.begin + run.thread >= run.end)
        return;
    int pushed = 0;
    counted_column_cursor c{};
    c.i = run.start + (run.begin + run.thread) * V;
    auto const left = static_cast<int>(run.end - run.begin) - run.thread;
    index_t element = (run.begin + run.thread) * V - run.ahead;
#pragma unroll 1
    for (int q = 0; q < left; q += run.threads * together) {
        held_values<Tree, V, 64> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            // What is not there is read elsewhere, so that no load stands in a branch.
            counted_column_cursor at = c;
            at.i += q + u * run.threads < left ? index_t{u} * run.threads * V : 0;
            x[u].load(tree, at);
        }
#pragma unroll
        for (int u = 0; u < together; ++u) {
            index_t const first = element + index_t{u} * run.threads * V;
            if (q + u * run.threads >= left)
                continue;
            auto const value = [&] {
                auto const computed = x[u].value(tree, c);
                if constexpr (is_located<Element>) {
                    lanes<Element, V> result;
                    for (int l = 0; l < V; ++l)
                        result.values[l] = {
                            static_cast<decltype(Element::value)>(computed.values[l]), first + l};
                    return result;
                } else {
                    return computed;
                }
            }();
            if (first >= 0 && first + V <= run.length)
                sums.add_next(value);
            else
                sums.add(value, first < 0 ? static_cast<int>(-first) : 0,
                         run.length - first < V ? static_cast<int>(run.length - first) : V);
        }
        sums.added(together, pushed);
        c.i += index_t{run.threads} * together * V;
        element += index_t{run.threads} * together * V;
    }
}

/// Rows of few columns, one behind the other. A team of threads has those of one place along the
/// outer axes: part of a warp, or a block, which may have a part of them.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<column_blocks<Tree, Reducer>, block_threads>)
    reduce_narrow_columns_kernel(
        __grid_constant__ Tree const tree, __grid_constant__ reduce_shape<Rank> const shape,
        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = column_lanes<Tree, Reducer>;
    using accumulator = typename Reducer::accumulator;
    __shared__ alignas(16) char scratch[block_threads * V * sizeof(accumulator)];
    int const log2 = shape.log2_group;
    narrow_run run;
    run.team = 1 << log2;
    run.thread = static_cast<int>(threadIdx.x) & (run.team - 1);
    run.inner = static_cast<int>(shape.extent[Rank - 1]);
    run.threads = run.team / shape.period * shape.period;
    run.length = shape.rows * run.inner;
    auto const blocks = static_cast<unsigned>(shape.blocks);
    unsigned const split = shape.splits > 1 ? blockIdx.x / blocks : 0;
    unsigned const block = blockIdx.x - split * blocks;
    index_t const outer =
        (static_cast<index_t>(block) * block_threads + static_cast<int>(threadIdx.x)) >> log2;
    bool const there = outer * run.inner < shape.outputs * shape.joined;
    index_t const first = (there ? outer : 0) * run.length;
    run.ahead = static_cast<int>(shape.packet_start + first) & (V - 1);
    run.start = first - run.ahead;
    part_range const part(shape, split, shape.packets);
    run.begin = part.begin;
    index_t const packets = (run.length + run.ahead + V - 1) / V;
    run.end = !there ? part.begin : part.end < packets ? part.end : packets;
    index_t const before = part.begin * V + index_t{V} * run.inner - run.ahead;
    run.phase = static_cast<int>(before - quotient(before, run.inner) * run.inner);
    lane_accumulators<Reducer, V, true, true> sums(target.reducer);
    add_narrow_columns<typename Tree::value_type, V>(narrow_values<Tree>::of(tree), run, sums);
    sums.flush();
    accumulator* const all =
        reinterpret_cast<accumulator*>(scratch) + (threadIdx.x - run.thread) * V;
#pragma unroll
    for (int l = 0; l < V; ++l)
        all[run.thread * V + l] = sums.before[l];
    int const entries = run.threads * V;
    int const joined = shape.joined;
    line_team const team(run.team, run.thread, run.inner / joined);
    team.synchronize();
    // Groups merge some of the entries of each of an output's columns.
    auto const total = [&](int n) {
        accumulator a = target.reducer.identity();
#pragma unroll 1
        for (int column = n * joined; column < (n + 1) * joined; ++column)
#pragma unroll 4
            for (int j = run.entry(column) + team.group * run.inner; j < entries;
                 j += team.groups * run.inner)
                a = target.reducer.merge(a, all[j]);
        return a;
    };
    index_t const line = line_of(shape, there ? outer : 0);
    auto const place = [&](int n) { return line + n * shape.stride[Rank - 1]; };
    auto const whole = [&](accumulator a) {
        if constexpr (is_located<typename Tree::value_type>)
            a.position = quotient(a.position, run.inner);
        return a;
    };
    finish_lines(team, shape, target, all, part_levels(shape, split, block), outer * team.lines,
                 there, total, whole, place);
}

}  // namespace twill::inline v0::detail
