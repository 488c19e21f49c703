// SPDX-License-Identifier: MIT
// How a team of threads merges what it has of several outputs, and puts them.
#pragma once

#include "twill/ops/reduce/kernels.cuh"

namespace twill::inline v0::detail {

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

/// Threads that together have outputs of one place along the outer axes: a block, or part of a
/// warp. Groups of them merge some of what there is of each output, and then what groups have.
struct line_team {
    int threads;
    int thread;  ///< among them
    int lines;   ///< outputs
    int groups;  ///< 1 where there are more outputs than threads
    int group;   ///< of the thread; one that is not there has nothing to merge

    __device__ __forceinline__ line_team(int of, int own, int outputs)
        : threads(of),
          thread(own),
          lines(outputs),
          groups(larger(of / outputs, 1)),
          group(groups > 1 ? own / outputs : 0) {}

    __device__ __forceinline__ void synchronize() const {
        if (threads > 32)
            __syncthreads();
        else
            __syncwarp();
    }
};

/// Merges and puts a team's outputs, of which the first one is number `output` of all. `total`
/// merges a group's share of an output, `whole` turns all of it into what is finished, `place` says
/// where that goes; `all` is memory that the team shares, from which totals come and which is free
/// then. The last block to finish merges what parts left. Nothing is put where the team is not
/// there.
template <class Reducer, class Sink, int Rank, class Total, class Whole, class Place>
__device__ __forceinline__ void finish_lines(line_team const& team, reduce_shape<Rank> const& shape,
                                             reduce_target<Reducer, Sink, Rank> const& target,
                                             typename Reducer::accumulator* all, part_levels parts,
                                             index_t output, bool there, Total const& total,
                                             Whole const& whole, Place const& place) {
    using accumulator = typename Reducer::accumulator;
    auto const put = [&](part_levels const& at, int n, accumulator const& a) {
        if (at.left == 0)
            target.sink.put(target.origin + place(n), target.reducer, whole(a), shape.reduced);
        else
            target.partial[at.slot * shape.outputs + output + n] = a;
    };
    auto const merge_groups = [&](accumulator a, int n) {
        if (team.groups == 1)
            return a;
        team.synchronize();
        if (team.group < team.groups)
            all[team.group * team.lines + n] = a;
        team.synchronize();
        if (team.group == 0)
#pragma unroll 4
            for (int g = 1; g < team.groups; ++g)
                a = target.reducer.merge(a, all[g * team.lines + n]);
        return a;
    };
    int const first = team.thread - team.group * team.lines;
#pragma unroll 1
    for (int n = first; n < team.lines; n += team.threads) {
        accumulator const of_group =
            team.group < team.groups ? total(n) : target.reducer.identity();
        accumulator const of_all = merge_groups(of_group, n);
        if (team.group == 0 && there)
            put(parts, n, of_all);
    }
#pragma unroll 1
    while (parts.left != 0) {
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        part_levels next = parts;
        next.advance(shape);
#pragma unroll 1
        for (int n = first; n < team.lines; n += team.threads) {
            accumulator of_group[1];
            merge_parts(target.reducer, target.partial + parts.first * shape.outputs + output + n,
                        parts.step * shape.outputs, team.group,
                        team.group < team.groups ? static_cast<int>(parts.count) : 0, team.groups,
                        1, of_group);
            accumulator const of_all = merge_groups(of_group[0], n);
            if (team.group == 0)
                put(next, n, of_all);
        }
        parts = next;
    }
}

}  // namespace twill::inline v0::detail
