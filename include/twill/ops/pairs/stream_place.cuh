// SPDX-License-Identifier: MIT
// Where the threads of a streamed reduction are: which part of every output a block has, which
// outputs a group of its threads, and where in a packet their lines start.
#pragma once

#include "twill/ops/pairs/operands.cuh"
#include "twill/ops/pairs/stream_deal.cuh"
#include "twill/ops/reduce/accumulate.cuh"

namespace twill::inline v0::detail {

/// Where accumulators go: into the results or, one of each part, into memory from which the last
/// block to finish merges them.
template <class Reducer, class Sink>
struct stream_target {
    Reducer reducer;
    Sink sink;
    typename Reducer::accumulator* partial;  ///< splits x outputs
    unsigned* counters;  ///< one for each block of a part, and for each group of parts
};

/// A block's part of every output, and which of those with that part it is.
struct stream_part {
    unsigned split;
    unsigned block;
    index_t begin;  ///< chunks
    index_t end;

    template <int Rank>
    __device__ __forceinline__ explicit stream_part(stream_shape<Rank> const& shape) {
        auto const blocks = static_cast<unsigned>(shape.blocks);
        split = blockIdx.x / blocks;
        block = blockIdx.x - split * blocks;
        index_t const all = shape.lines * shape.chunks;
        begin = split * shape.part;
        end = begin + shape.part < all ? begin + shape.part : all;
    }
};

/// Where a group of threads is among the outputs: it has R of them, `Apart` from each other.
template <int R, int Apart>
struct stream_tile {
    index_t batch;
    index_t first;  ///< output along the kept axis
    int last;       ///< which of its outputs is the last one; -1: the group has none

    template <int Rank>
    __device__ __forceinline__ stream_tile(stream_shape<Rank> const& shape, index_t outputs,
                                           index_t number) {
        bool const there = number < shape.tiles;
        number = there ? number : shape.tiles - 1;
        batch = shape.along == shape.tiles ? 0 : quotient(number, shape.along);
        if constexpr (Apart == 1) {
            first = (number - batch * shape.along) * R;
            index_t const rest = outputs - first;
            last = !there ? -1 : rest < R ? static_cast<int>(rest) - 1 : R - 1;
        } else {
            number -= batch * shape.along;
            int const beside = static_cast<int>(number) & (Apart - 1);
            first = (number - beside) * R + beside;
            index_t const rest = outputs - first;
            last = -1;
#pragma unroll
            for (int r = 0; r < R; ++r)
                last += there && rest > r * Apart;
            first = last < 0 ? 0 : first;
        }
    }
};

/// How many elements behind a packet's first one the lines of a place start.
template <axis_set Batch, int V, int Rank>
__device__ __forceinline__ int place_in_packet(stream_shape<Rank> const& shape, index_t batch,
                                               index_t line, int across) {
    index_t const start =
        shape.shift_start + pair_offset<Batch>(shape.extent, shape.shift_stride, batch);
    return static_cast<int>(start + line * shape.shift_stride[across]) & (V - 1);
}

}  // namespace twill::inline v0::detail
