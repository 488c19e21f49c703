// SPDX-License-Identifier: MIT
// The kernel of reductions of few columns, whose rows lie one behind the other.
#pragma once

#include "twill/ops/reduce/accumulate.cuh"
#include "twill/ops/reduce/columns_part.cuh"
#include "twill/ops/reduce/loaded_packets.cuh"

namespace twill::inline v0::detail {

/// Whether rows of few columns may be walked as what they are, elements one after the other: where
/// nothing counts them, and functions may be computed of what lies beside them. Costly functions
/// are not worth a kernel more.
template <class Tree, class Reducer>
inline constexpr bool has_narrow_columns =
    column_lanes<Tree, Reducer> > 1 && may_go_unread<Tree>&& terms_of<Tree> == 0 &&
    !is_located<typename Tree::value_type> && sizeof(typename Reducer::accumulator) <= 16;

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
template <int V, class Tree, class Sums>
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
            auto const value = x[u].value(tree, c);
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

/// Where column 0 of an index along the outer axes is in the result.
template <int Rank>
__device__ __forceinline__ index_t line_of(reduce_shape<Rank> const& shape, index_t outer) {
    fixed<index_t, Rank> at{};
    locate_axes(shape.extent, 0, shape.kept_end, outer, at);
    index_t offset = 0;
#pragma unroll
    for (int d = 0; d < Rank; ++d)
        offset += d < shape.kept_end ? at[d] * shape.stride[d] : 0;
    return offset;
}

/// Waits for the threads of a team, which is a block or part of a warp.
__device__ __forceinline__ void synchronize_team(int team) {
    if (team > 32)
        __syncthreads();
    else
        __syncwarp();
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
    bool const there = outer * run.inner < shape.outputs;
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
    add_narrow_columns<V>(tree, run, sums);
    sums.flush();
    accumulator* const all =
        reinterpret_cast<accumulator*>(scratch) + (threadIdx.x - run.thread) * V;
#pragma unroll
    for (int l = 0; l < V; ++l)
        all[run.thread * V + l] = sums.before[l];
    synchronize_team(run.team);
    // Groups of the team's threads merge some entries of each column, and then what groups have.
    int const entries = run.threads * V;
    int const groups = larger(run.team / run.inner, 1);
    int const group = groups > 1 ? run.thread / run.inner : 0;
    part_levels parts(shape, split, block);
    index_t const output = outer * run.inner;
    index_t const line = target.origin + line_of(shape, there ? outer : 0);
    auto const put = [&](part_levels const& at, int column, accumulator const& a) {
        if (at.left == 0)
            target.sink.put(line + column * shape.stride[Rank - 1], target.reducer, a,
                            shape.reduced);
        else
            target.partial[at.slot * shape.outputs + output + column] = a;
    };
    auto const merge_groups = [&](accumulator a, int column) {
        if (groups == 1)
            return a;
        synchronize_team(run.team);
        if (group < groups)
            all[group * run.inner + column] = a;
        synchronize_team(run.team);
        if (group == 0)
#pragma unroll 4
            for (int g = 1; g < groups; ++g)
                a = target.reducer.merge(a, all[g * run.inner + column]);
        return a;
    };
#pragma unroll 1
    for (int column = run.thread - group * run.inner; column < run.inner; column += run.team) {
        accumulator total = target.reducer.identity();
        if (group < groups)
#pragma unroll 4
            for (int j = run.entry(column) + group * run.inner; j < entries;
                 j += groups * run.inner)
                total = target.reducer.merge(total, all[j]);
        accumulator const of_all = merge_groups(total, column);
        if (group == 0 && there)
            put(parts, column, of_all);
    }
#pragma unroll 1
    while (parts.left != 0) {
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        part_levels next = parts;
        next.advance(shape);
#pragma unroll 1
        for (int column = run.thread - group * run.inner; column < run.inner; column += run.team) {
            accumulator total[1];
            merge_parts(target.reducer,
                        target.partial + parts.first * shape.outputs + output + column,
                        parts.step * shape.outputs, group,
                        group < groups ? static_cast<int>(parts.count) : 0, groups, 1, total);
            accumulator const of_all = merge_groups(total[0], column);
            if (group == 0)
                put(next, column, of_all);
        }
        parts = next;
    }
}

}  // namespace twill::inline v0::detail
