// What the kernels of reductions share: how a loop is dealt out, where accumulators go, and those
// of a thread.
#pragma once

#include "twill/cuda/elementwise.cuh"
#include "twill/lower/reduce_plan.hpp"

namespace twill::inline v0::detail {

/// The loop of a reduction. Axes [0, kept_end) count outputs, [kept_end, reduced_end) reduced
/// elements; in a reduction of columns the last axis counts outputs again.
template <int Rank>
struct reduce_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    int kept_end;
    int reduced_end;
    index_t outputs;
    index_t reduced;
    index_t rows;     ///< reduced elements (columns) or runs of them (rows) of an output
    index_t packets;  ///< packets of a run (rows) or of the inner kept axis (columns)
    index_t splits;   ///< parts that an output is cut into; each leaves one accumulator
    index_t part;     ///< what a part handles: packets (rows) or rows (columns)
    int log2_group;   ///< threads an output (rows) or packets a block (columns)
    bool flat;        ///< the whole operand is contiguous and aligned, in whole packets
};

/// The index along axes [low, high) of a position counted over them.
template <int Rank, class Index, int Size>
__device__ __forceinline__ void locate_axes(extents<Rank> const& extent, int low, int high,
                                            index_t position, fixed<Index, Size>& at) {
#pragma unroll
    for (int d = Size - 1; d >= 0; --d) {
        if (d < low || d >= high)
            continue;
        index_t const size = extent[d];
        if (size == 1) {
            at[d] = 0;
        } else if (d == low) {
            at[d] = position;
        } else if (static_cast<std::uint64_t>(position | size) >> 32 == 0) {
            std::uint32_t const quotient =
                static_cast<std::uint32_t>(position) / static_cast<std::uint32_t>(size);
            at[d] =
                static_cast<std::uint32_t>(position) - quotient * static_cast<std::uint32_t>(size);
            position = quotient;
        } else {
            at[d] = position % size;
            position /= size;
        }
    }
}

/// Where the result of an output goes.
template <int Rank>
__device__ __forceinline__ index_t output_offset(reduce_shape<Rank> const& shape, index_t output) {
    fixed<index_t, Rank> at{};
    if (shape.reduced_end < Rank) {
        // The last axis is the innermost kept one.
        index_t const inner = shape.extent[Rank - 1];
        at[Rank - 1] = output % inner;
        output /= inner;
    }
    locate_axes(shape.extent, 0, shape.kept_end, output, at);
    index_t offset = 0;
#pragma unroll
    for (int d = 0; d < Rank; ++d)
        if (d < shape.kept_end || d >= shape.reduced_end)
            offset += at[d] * shape.stride[d];
    return offset;
}

/// Where accumulators go: straight into the result, or beside those of the output's other parts.
template <class Reducer, class Out, int Rank>
struct reduce_target {
    Reducer reducer;
    Out* out;
    typename Reducer::accumulator* partial;  ///< splits x outputs

    __device__ __forceinline__ void put(reduce_shape<Rank> const& shape, index_t output,
                                        index_t split,
                                        typename Reducer::accumulator const& a) const {
        if (shape.splits == 1)
            out[output_offset(shape, output)] = static_cast<Out>(reducer.finish(a, shape.reduced));
        else
            partial[split * shape.outputs + output] = a;
    }
};

template <class Tree, class Reducer>
inline constexpr int reduce_lanes =
    Tree::widest >= 16 ? 1
                       : (16 / Tree::widest > (sizeof(typename Reducer::accumulator) <= 8 ? 8 : 4)
                              ? (sizeof(typename Reducer::accumulator) <= 8 ? 8 : 4)
                              : 16 / Tree::widest);

/// Accumulators of a thread's lanes. After `run` packets they merge into a second level, so that
/// the error of a long float sum grows with its logarithm and not with its length.
template <class Reducer, int V>
struct lane_accumulators {
    using accumulator = typename Reducer::accumulator;
    static constexpr int run = 64;
    accumulator level[2][V];
    int pushed = 0;

    __device__ __forceinline__ lane_accumulators() {
        for (int l = 0; l < V; ++l)
            level[0][l] = level[1][l] = Reducer::identity();
    }
    template <class T>
    __device__ __forceinline__ void add(lanes<T, V> const& x) {
        for (int l = 0; l < V; ++l)
            Reducer::add(level[0][l], x.values[l]);
    }
    template <class T>
    __device__ __forceinline__ void add(lanes<T, V> const& x, int first, int last) {
        if (first == 0 && last == V) {
            add(x);
        } else {
            for (int l = 0; l < V; ++l)
                if (l >= first && l < last)
                    Reducer::add(level[0][l], x.values[l]);
        }
    }
    __device__ __forceinline__ void flush() {
        for (int l = 0; l < V; ++l) {
            level[1][l] = Reducer::merge(level[1][l], level[0][l]);
            level[0][l] = Reducer::identity();
        }
    }
    __device__ __forceinline__ accumulator total() {
        flush();
        accumulator result = level[1][0];
        for (int l = 1; l < V; ++l)
            result = Reducer::merge(result, level[1][l]);
        return result;
    }
};

}  // namespace twill::inline v0::detail
