// Reductions of outer products, f(x[i], y[j]) over j: a thread has a packet of neighbouring outputs
// and walks along j; its operands come from the nearest cache.
#pragma once

#include "twill/cuda/reduce_kernels.cuh"

namespace twill::inline v0::detail {

/// Rows in flight: one of costly functions keeps a thread busy.
template <class Tree>
inline constexpr int rows_together = terms_of<Tree> == 0 ? 4 : 1;

/// Dealt out as reduce_columns_kernel is, all lanes of a packet having a column: the last packet
/// moves back, its first columns being computed twice. The only reduced axis is Rank - 2, along
/// which no operand changes that changes along the last one, and every operand spans less than 2^31
/// elements.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_outer_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    constexpr int together = rows_together<Tree>;
    __shared__ columns_scratch<Reducer> scratch;
    columns_part part(shape, V);
    index_t const inner = shape.extent[Rank - 1];
    bool const active = part.column < inner;
    if (part.column > inner - V)
        part.column = inner - V;
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    if (active) {
        row_cursor<Rank> cursor;
        locate_axes(shape.extent, 0, shape.kept_end, part.outer, cursor.at);
        cursor.inner = static_cast<int>(part.column);
        int const end = static_cast<int>(part.end);
        int pushed = 0;
        int row = static_cast<int>(part.begin);
#pragma unroll 1
        for (; row + (together - 1) * part.height < end; row += together * part.height) {
            lanes<typename Tree::value_type, V> x[together];
#pragma unroll
            for (int u = 0; u < together; ++u) {
                cursor.at[Rank - 2] = row + u * part.height;
                x[u] = tree.template at<V>(cursor);
            }
#pragma unroll
            for (int u = 0; u < together; ++u)
                sums.add(x[u]);
            if ((pushed += together) >= sums.run) {
                sums.flush();
                pushed = 0;
            }
        }
        if constexpr (together > 1) {
#pragma unroll 1
            for (; row < end; row += part.height) {
                cursor.at[Rank - 2] = row;
                sums.add(tree.template at<V>(cursor));
            }
        }
    }
    finish_columns<V>(shape, target, part, active ? V : 0, sums, scratch);
}

}  // namespace twill::inline v0::detail
