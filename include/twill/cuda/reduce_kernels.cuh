// The kernels of reductions: the operand expression is fused into the load, partial results merge
// in a fixed order.
#pragma once

#include <cub/block/block_reduce.cuh>

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

inline constexpr int packets_in_flight = 4;

/// Adds the packets at elements base + scale * q of a flat operand, for q = begin, begin + step,
/// ... below end.
template <class Tree, class Reducer, int V>
__device__ __forceinline__ void accumulate_flat(Tree const& tree, index_t base, index_t scale,
                                                index_t begin, index_t end, index_t step,
                                                lane_accumulators<Reducer, V>& sums) {
    index_t q = begin;
    int pushed = 0;
    index_t i = base + q * scale;
    index_t const stride = step * scale;
    for (; q + step * (packets_in_flight - 1) < end; q += step * packets_in_flight) {
        lanes<typename Tree::value_type, V> x[packets_in_flight];
#pragma unroll
        for (int u = 0; u < packets_in_flight; ++u)
            x[u] = tree.template at<V>(packed_cursor{i + u * stride});
#pragma unroll
        for (int u = 0; u < packets_in_flight; ++u)
            sums.add(x[u]);
        i += packets_in_flight * stride;
        if ((pushed += packets_in_flight) >= lane_accumulators<Reducer, V>::run) {
            sums.flush();
            pushed = 0;
        }
    }
#pragma unroll 1
    for (; q < end; q += step, i += stride)
        sums.add(tree.template at<V>(packed_cursor{i}));
}

/// Adds packets begin, begin + step, ... below end of an output's runs.
template <class Tree, class Reducer, int V, int Rank>
__device__ __forceinline__ void accumulate_packets(Tree const& tree,
                                                   reduce_shape<Rank> const& shape,
                                                   grid_cursor<Rank>& cursor, index_t begin,
                                                   index_t end, index_t step,
                                                   lane_accumulators<Reducer, V>& sums) {
    index_t const inner = shape.extent[Rank - 1];
    int pushed = 0;
    for (index_t q = begin; q < end; q += step * packets_in_flight) {
        lanes<typename Tree::value_type, V> x[packets_in_flight];
        int last[packets_in_flight];
#pragma unroll
        for (int u = 0; u < packets_in_flight; ++u) {
            index_t packet = q + u * step;
            last[u] = 0;
            if (packet >= end)
                continue;
            if (shape.rows != 1) {
                index_t const row = packet / shape.packets;
                packet -= row * shape.packets;
                locate_axes(shape.extent, shape.kept_end, Rank - 1, row, cursor.at);
            }
            index_t const j = packet * V;
            cursor.template set_inner<V>(j, inner);
            last[u] = cursor.last;
            x[u] = tree.template at<V>(cursor);
        }
#pragma unroll
        for (int u = 0; u < packets_in_flight; ++u)
            if (last[u] > 0)
                sums.add(x[u], 0, last[u]);
        if ((pushed += packets_in_flight) >= lane_accumulators<Reducer, V>::run) {
            sums.flush();
            pushed = 0;
        }
    }
}

template <class T>
__device__ __forceinline__ T shuffle_down(T const& x, unsigned mask, int distance, int width) {
    static_assert(std::is_trivially_copyable_v<T>);
    constexpr int words = (sizeof(T) + 3) / 4;
    unsigned raw[words] = {};
    memcpy(raw, &x, sizeof(T));
    for (int w = 0; w < words; ++w)
        raw[w] = __shfl_down_sync(mask, raw[w], static_cast<unsigned>(distance), width);
    T result;
    memcpy(&result, raw, sizeof(T));
    return result;
}

/// Short runs: a group of at most 32 threads an output, several outputs a block.
template <class Tree, class Reducer, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_short_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Out, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    int const group = 1 << shape.log2_group;
    int const lane = static_cast<int>(threadIdx.x) & (group - 1);
    index_t const output = static_cast<index_t>(blockIdx.x) * (block_threads >> shape.log2_group) +
                           (threadIdx.x >> shape.log2_group);
    lane_accumulators<Reducer, V> sums;
    if (output < shape.outputs) {
        if (shape.flat) {
            accumulate_flat<Tree, Reducer, V>(tree, output * shape.reduced, V, lane, shape.packets,
                                              group, sums);
        } else {
            grid_cursor<Rank> cursor{};
            locate_axes(shape.extent, 0, shape.kept_end, output, cursor.at);
            accumulate_packets<Tree, Reducer, V>(tree, shape, cursor, lane,
                                                 shape.rows * shape.packets, group, sums);
        }
    }
    auto total = sums.total();
    for (int distance = group / 2; distance > 0; distance /= 2)
        total = Reducer::merge(total, shuffle_down(total, 0xffffffffu, distance, group));
    if (lane == 0 && output < shape.outputs)
        target.put(shape, output, 0, total);
}

template <class Reducer>
struct merge_function {
    using accumulator = typename Reducer::accumulator;
    __device__ accumulator operator()(accumulator const& a, accumulator const& b) const {
        return Reducer::merge(a, b);
    }
};

/// Long runs: a block an output, or one of its parts.
template <class Tree, class Reducer, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_long_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Out, Rank> const target) {
    using accumulator = typename Reducer::accumulator;
    using block_reduce = cub::BlockReduce<accumulator, block_threads>;
    __shared__ typename block_reduce::TempStorage scratch;
    constexpr int V = reduce_lanes<Tree, Reducer>;
    index_t const output = blockIdx.x / shape.splits;
    index_t const split = blockIdx.x - output * shape.splits;
    index_t const all = shape.rows * shape.packets;
    index_t const begin = split * shape.part;
    index_t const end = begin + shape.part < all ? begin + shape.part : all;
    lane_accumulators<Reducer, V> sums;
    if (shape.flat) {
        accumulate_flat<Tree, Reducer, V>(tree, output * shape.reduced, V, begin + threadIdx.x, end,
                                          block_threads, sums);
    } else {
        grid_cursor<Rank> cursor{};
        locate_axes(shape.extent, 0, shape.kept_end, output, cursor.at);
        accumulate_packets<Tree, Reducer, V>(tree, shape, cursor, begin + threadIdx.x, end,
                                             block_threads, sums);
    }
    accumulator const total = block_reduce(scratch).Reduce(sums.total(), merge_function<Reducer>{});
    if (threadIdx.x == 0)
        target.put(shape, output, split, total);
}

/// Merges the accumulators of threads with the same x in a block of (width x height) threads; the
/// result is valid for y = 0.
template <class Reducer>
__device__ __forceinline__ typename Reducer::accumulator merge_over_y(
    typename Reducer::accumulator value, typename Reducer::accumulator* scratch, int width,
    int height) {
    int const thread = static_cast<int>(threadIdx.x);
    scratch[thread] = value;
    __syncthreads();
    for (int half = height / 2; half > 0; half /= 2) {
        if (thread < half * width) {
            value = Reducer::merge(value, scratch[thread + half * width]);
            scratch[thread] = value;
        }
        __syncthreads();
    }
    return value;
}

/// Neighbouring outputs: a thread owns a packet of columns and some of the rows of a part.
template <class Tree, class Reducer, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_columns_kernel(__grid_constant__ Tree const tree,
                          __grid_constant__ reduce_shape<Rank> const shape,
                          __grid_constant__ reduce_target<Reducer, Out, Rank> const target) {
    using accumulator = typename Reducer::accumulator;
    __shared__ __align__(16) char scratch_bytes[block_threads * sizeof(accumulator)];
    accumulator* const scratch = reinterpret_cast<accumulator*>(scratch_bytes);
    constexpr int V = reduce_lanes<Tree, Reducer>;
    int const width = 1 << shape.log2_group;
    int const height = block_threads >> shape.log2_group;
    int const x = static_cast<int>(threadIdx.x) & (width - 1);
    int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
    index_t const chunks = (shape.packets + width - 1) >> shape.log2_group;
    index_t rest = blockIdx.x;
    index_t const chunk = rest % chunks;
    rest /= chunks;
    index_t const split = rest % shape.splits;
    index_t const outer = rest / shape.splits;

    index_t const inner = shape.extent[Rank - 1];
    index_t const j = (chunk * width + x) * V;
    lane_accumulators<Reducer, V> sums;
    int const count = inner - j < V ? static_cast<int>(inner - j) : V;
    index_t const begin = split * shape.part;
    index_t const end = begin + shape.part < shape.rows ? begin + shape.part : shape.rows;
    if (shape.flat && count > 0) {
        accumulate_flat<Tree, Reducer, V>(tree, outer * shape.rows * inner + j, inner, begin + y,
                                          end, height, sums);
    } else if (count > 0) {
        grid_cursor<Rank> cursor{};
        locate_axes(shape.extent, 0, shape.kept_end, outer, cursor.at);
        cursor.template set_inner<V>(j, inner);
        int pushed = 0;
        for (index_t row = begin + y; row < end;
             row += static_cast<index_t>(height) * packets_in_flight) {
            lanes<typename Tree::value_type, V> values[packets_in_flight];
#pragma unroll
            for (int u = 0; u < packets_in_flight; ++u) {
                index_t const at = row + static_cast<index_t>(u) * height;
                if (at >= end)
                    continue;
                locate_axes(shape.extent, shape.kept_end, shape.reduced_end, at, cursor.at);
                values[u] = tree.template at<V>(cursor);
            }
#pragma unroll
            for (int u = 0; u < packets_in_flight; ++u)
                if (row + static_cast<index_t>(u) * height < end)
                    sums.add(values[u], 0, count);
            if ((pushed += packets_in_flight) >= lane_accumulators<Reducer, V>::run) {
                sums.flush();
                pushed = 0;
            }
        }
    }
    sums.flush();
#pragma unroll
    for (int l = 0; l < V; ++l) {
        accumulator const total = merge_over_y<Reducer>(sums.level[1][l], scratch, width, height);
        if (y == 0 && l < count)
            target.put(shape, outer * inner + j + l, split, total);
    }
}

/// Merges the parts of each output.
template <class Reducer, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_finish_kernel(__grid_constant__ reduce_shape<Rank> const shape,
                         __grid_constant__ reduce_target<Reducer, Out, Rank> const target,
                         int const log2_width) {
    using accumulator = typename Reducer::accumulator;
    __shared__ __align__(16) char scratch_bytes[block_threads * sizeof(accumulator)];
    int const width = 1 << log2_width;
    int const height = block_threads >> log2_width;
    int const x = static_cast<int>(threadIdx.x) & (width - 1);
    int const y = static_cast<int>(threadIdx.x) >> log2_width;
    index_t const output = static_cast<index_t>(blockIdx.x) * width + x;
    accumulator sum = Reducer::identity();
    if (output < shape.outputs)
        for (index_t s = y; s < shape.splits; s += height)
            sum = Reducer::merge(sum, target.partial[s * shape.outputs + output]);
    sum = merge_over_y<Reducer>(sum, reinterpret_cast<accumulator*>(scratch_bytes), width, height);
    if (y == 0 && output < shape.outputs)
        target.out[output_offset(shape, output)] =
            static_cast<Out>(target.reducer.finish(sum, shape.reduced));
}

}  // namespace twill::inline v0::detail
