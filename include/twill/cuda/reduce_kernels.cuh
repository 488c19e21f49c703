// The kernels of reductions: the operand expression is fused into the load, partial results merge
// in a fixed order.
#pragma once

#include <cub/block/block_reduce.cuh>

#include "twill/cuda/reduce_shape.cuh"

namespace twill::inline v0::detail {

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

/// Merges the accumulators of a group of neighbouring threads; the result is valid in its first.
template <class Reducer>
__device__ __forceinline__ typename Reducer::accumulator merge_group(
    typename Reducer::accumulator value, int group) {
    for (int distance = group / 2; distance > 0; distance /= 2)
        value = Reducer::merge(value, shuffle_down(value, 0xffffffffu, distance, group));
    return value;
}

/// Short runs: a group of at most 32 threads an output, several outputs a block. Where a thread has
/// one packet of each output, the packets of several outputs are in flight together.
template <class Tree, class Reducer, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_short_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Out, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    int const group = 1 << shape.log2_group;
    int const lane = static_cast<int>(threadIdx.x) & (group - 1);
    int const groups = block_threads >> shape.log2_group;
    index_t const first = static_cast<index_t>(blockIdx.x) * groups * packets_in_flight +
                          (threadIdx.x >> shape.log2_group);
    if (shape.flat && shape.packets <= group) {
        lanes<typename Tree::value_type, V> x[packets_in_flight];
#pragma unroll
        for (int u = 0; u < packets_in_flight; ++u)
            if (first + u * groups < shape.outputs && lane < shape.packets)
                x[u] = tree.template at<V>(
                    packed_cursor{(first + u * groups) * shape.reduced + lane * V});
#pragma unroll
        for (int u = 0; u < packets_in_flight; ++u) {
            index_t const output = first + u * groups;
            auto total = Reducer::identity();
            if (output < shape.outputs && lane < shape.packets)
                for (int l = 0; l < V; ++l)
                    Reducer::add(total, x[u].values[l]);
            total = merge_group<Reducer>(total, group);
            if (lane == 0 && output < shape.outputs)
                target.put(shape, output, 0, total);
        }
        return;
    }
#pragma unroll 1
    for (int u = 0; u < packets_in_flight; ++u) {
        index_t const output = first + u * groups;
        lane_accumulators<Reducer, V> sums;
        if (output < shape.outputs) {
            grid_cursor<Rank> cursor{};
            locate_axes(shape.extent, 0, shape.kept_end, output, cursor.at);
            accumulate_packets<Tree, Reducer, V>(tree, shape, cursor, lane,
                                                 shape.rows * shape.packets, group, sums);
        }
        auto const total = merge_group<Reducer>(sums.total(), group);
        if (lane == 0 && output < shape.outputs)
            target.put(shape, output, 0, total);
    }
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
#pragma unroll 8
        for (index_t s = y; s < shape.splits; s += height)
            sum = Reducer::merge(sum, target.partial[s * shape.outputs + output]);
    sum = merge_over_y<Reducer>(sum, reinterpret_cast<accumulator*>(scratch_bytes), width, height);
    if (y == 0 && output < shape.outputs)
        target.out[output_offset(shape, output)] =
            static_cast<Out>(target.reducer.finish(sum, shape.reduced));
}

}  // namespace twill::inline v0::detail
