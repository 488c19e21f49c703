// SPDX-License-Identifier: MIT
// What the kernels of reductions share: how a loop is dealt out, where accumulators go, and those
// of a thread.
#pragma once

#include "twill/cuda/device/tuning.cuh"
#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/reduce/deal.hpp"
#include "twill/ops/reduce/parts.cuh"
#include "twill/ops/reduce/plan.hpp"
#include "twill/ops/reduce/reducers.hpp"

namespace twill::inline v0::detail {

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

/// The loop of a reduction. Axes [0, kept_end) count outputs, [kept_end, reduced_end) reduced
/// elements; in a reduction of columns the last axis counts outputs again.
template <int Rank>
struct reduce_shape : reduce_deal {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;         ///< of the output
    fixed<index_t, Rank> packet_stride;  ///< of the operand whose packets count

    /// How many elements of a run's first packet lie before the run.
    template <int V>
    __device__ __forceinline__ int ahead(fixed<index_t, Rank - 1> const& at) const {
        if (V == 1 || packet_start < 0)
            return 0;
        int offset = packet_start;
#pragma unroll
        for (int d = 0; d < Rank - 1; ++d)
            offset += static_cast<int>(at[d]) * static_cast<int>(packet_stride[d]);
        return offset & (V - 1);
    }
    /// Where flat operands have the first element at index `output` of the kept axes but the last
    /// of columns.
    __device__ __forceinline__ index_t start_of(index_t output) const {
        if (contiguous)
            return output * packet_stride[kept_end > 0 ? kept_end - 1 : 0];
        fixed<index_t, Rank> at{};
        locate_axes(extent, 0, kept_end, output, at);
        index_t start = 0;
#pragma unroll
        for (int d = 0; d < Rank; ++d)
            start += d < kept_end ? at[d] * packet_stride[d] : 0;
        return start;
    }
};

/// What a part handles of `all` packets or rows.
struct part_range {
    index_t begin;
    index_t end;

    __device__ __forceinline__ part_range(reduce_deal const& shape, index_t split, index_t all) {
        begin = start(shape, split, all);
        end = start(shape, split + 1, all);
    }

private:
    __device__ __forceinline__ static index_t start(reduce_deal const& shape, index_t split,
                                                    index_t all) {
        index_t const larger = split < shape.large ? split : shape.large;
        index_t const result = (split + larger * (shape.share - 1)) * shape.part;
        return result < all ? result : all;
    }
};

/// The share of a block in a reduction of long rows: an output's packets, or a part of them.
struct rows_part {
    unsigned split;
    unsigned output;
    index_t begin;
    index_t end;

    __device__ __forceinline__ explicit rows_part(reduce_deal const& shape) {
        auto const blocks = static_cast<unsigned>(shape.blocks);
        split = blockIdx.x / blocks;
        output = blockIdx.x - split * blocks;
        part_range const part(shape, split, shape.rows * shape.packets);
        begin = part.begin;
        end = part.end;
    }
};

/// Along which axes outputs are counted: there is one; the first ones, as rows have them; or that
/// is asked, where the last one may count them besides, as in columns.
enum class output_axes { none, first, any };

/// Where the result of an output goes.
template <output_axes Axes, int Rank>
__device__ __forceinline__ index_t output_offset(reduce_shape<Rank> const& shape, index_t output) {
    if constexpr (Axes == output_axes::none)
        return 0;
    if (Axes == output_axes::first && shape.output_step != 0)
        return output * shape.output_step;
    // With more axes that was slower: rows of 512 float32, 2^27 in all along three axes, took
    // 0.147 ms in the place of 0.131.
    constexpr bool leading = Axes == output_axes::first && Rank <= 2;
    constexpr int counted = leading ? Rank - 1 : Rank;
    fixed<index_t, counted> at{};
    if constexpr (!leading)
        if (shape.reduced_end < Rank) {
            // The last axis is the innermost kept one, often the only one.
            index_t const inner = shape.extent[Rank - 1];
            index_t const outer = output < inner ? 0 : output / inner;
            at[Rank - 1] = output - outer * inner;
            output = outer;
        }
    locate_axes(shape.extent, 0, shape.kept_end, output, at);
    index_t offset = 0;
#pragma unroll
    for (int d = 0; d < counted; ++d)
        if (d < shape.kept_end || d >= shape.reduced_end)
            offset += at[d] * shape.stride[d];
    return offset;
}

/// Where accumulators go: into the result or, one of each part of an output, into memory from which
/// the last block to finish merges them.
template <class Reducer, class Sink, int Rank>
struct reduce_target {
    using accumulator = typename Reducer::accumulator;
    Reducer reducer;
    Sink sink;
    index_t origin;
    accumulator* partial;  ///< splits x outputs
    unsigned* counters;    ///< one for each block of a part, and for each group of parts

    template <output_axes Axes>
    __device__ __forceinline__ void finish(reduce_shape<Rank> const& shape, index_t output,
                                           accumulator const& a) const {
        sink.put(origin + output_offset<Axes>(shape, output), reducer, a, shape.reduced);
    }
    /// Neighbouring outputs [output, output + count).
    template <int V>
    __device__ __forceinline__ void finish_packet(reduce_shape<Rank> const& shape, index_t output,
                                                  accumulator const (&a)[V], int count) const {
        if constexpr (V > 1 && requires { sink.data; }) {
            index_t const at = origin + output_offset<output_axes::any>(shape, output);
            if (shape.stride[Rank - 1] == 1 && count == V && is_aligned<V>(sink.data + at)) {
                using Out = std::remove_pointer_t<decltype(sink.data)>;
                lanes<Out, V> finished;
                for (int l = 0; l < V; ++l)
                    finished.values[l] = static_cast<Out>(reducer.finish(a[l], shape.reduced));
                return detail::put_packet<V>(sink.data + at, finished);
            }
        }
#pragma unroll
        for (int l = 0; l < V; ++l)
            if (l < count)
                finish<output_axes::any>(shape, output + l, a[l]);
    }
};

/// A position in flat operands, and what indices count there: `i` with those of other outputs, or
/// `inner` within an output. In columns all lanes have one index.
struct counted_cursor : packed_cursor {
    struct zeros {
        __device__ __forceinline__ int operator[](int) const { return 0; }
    };
    index_t inner;
    zeros at;
};
struct counted_column_cursor : counted_cursor {
    static constexpr int count = 1;
};

/// Whether the type of a tree says that a loop over all its elements is contiguous and starts with
/// a packet: there is one array, read from its first element to its last. (Of two, one may have a
/// single element, which is stretched.)
template <class Tree>
inline constexpr bool is_one_array = Tree::records == 0;
template <class T, int Rank>
inline constexpr bool is_one_array<memory_node<T, Rank, dense>> = true;
template <class F, class... N>
inline constexpr bool is_one_array<apply_node<F, N...>> =
    (0 + ... + N::records) == 1 && (is_one_array<N> && ...);
template <class X, class Lie>
inline constexpr bool is_one_array<apply_node<locate_function, X, index_node<1, Lie>>> =
    X::records == 1 && is_one_array<X>;

/// Whether all arrays of a tree have one axis, and no index counts along it.
template <class Tree>
inline constexpr bool has_one_axis = Tree::records == 0;
template <class T, class Lie>
inline constexpr bool has_one_axis<memory_node<T, 1, Lie>> = true;
template <class F, class... N>
inline constexpr bool has_one_axis<apply_node<F, N...>> = (has_one_axis<N> && ...);
template <class Tree, bool All>
inline constexpr bool has_one_axis<reusing_tree<Tree, All>> = has_one_axis<Tree>;
/// Whether the kernel for flat operands is the only one that a whole reduction needs.
template <class Tree>
inline constexpr bool is_one_run = is_one_array<Tree> || has_one_axis<Tree>;

/// Elements of a packet along a run: 16 bytes of them, but for bytes that are computed with.
template <class Tree>
inline constexpr int row_lanes =
    Tree::widest == 1 ? (sizeof(typename Tree::value_type) <= 4 && terms_of<Tree> == 0 ? 16 : 8)
    : Tree::widest == 2 || Tree::widest == 4 || Tree::widest == 8 ? 16 / Tree::widest
                                                                  : 1;
/// Elements of a packet that belong to neighbouring outputs: each has an accumulator.
template <class Tree, class Reducer>
inline constexpr int column_lanes =
    row_lanes<Tree> < (sizeof(typename Reducer::accumulator) <= 8 ? 8 : 4)
        ? row_lanes<Tree>
        : (sizeof(typename Reducer::accumulator) <= 8 ? 8 : 4);

/// The reducer that takes the place of R where runs are short.
template <class R>
struct short_reducer {
    using type = R;
    static __device__ __forceinline__ R const& of(R const& reducer) { return reducer; }
    template <class A>
    static __device__ __forceinline__ A const& widen(A const& a) {
        return a;
    }
};

/// What a thread sums a run of elements in.
template <class Reducer, bool Narrow>
struct lane_run {
    using type = running_t<Reducer>;
};
template <class Reducer>
struct lane_run<Reducer, true> {
    using type = typename Reducer::narrow;
};

/// Whether that is narrower in every kernel for columns.
template <class Reducer>
inline constexpr bool narrow_pays = requires { requires Reducer::narrow_pays; };

/// Whether a reducer takes the packets at hand together, which are in registers then.
template <class Reducer>
inline constexpr bool takes_several_packets = requires { requires Reducer::takes_several_packets; };

/// The accumulator of a thread, whose lanes are of one output, or (`Columns`) those of its lanes,
/// each an output. After `run` packets they merge into a second level, so that the error of a long
/// float sum does not grow with its length.
template <class Reducer, int V, bool Columns = false, bool Narrow = narrow_pays<Reducer>>
struct lane_accumulators {
    using accumulator = typename Reducer::accumulator;
    static constexpr int count = Columns ? V : 1;
    /// Columns may have a narrower sum of some rows.
    static constexpr bool narrow = Columns && Narrow && requires { typename Reducer::narrow; };
    /// One level is enough where merging does not round.
    static constexpr bool levels = narrow || !merges_exactly<Reducer>;
    static constexpr int run = narrow ? 1024 : Columns ? (has_runs<Reducer> ? 32 : 64) : 128 / V;
    Reducer const& reducer;
    typename lane_run<Reducer, narrow>::type now[count];
    accumulator before[count];
    bool open = false;

    __device__ __forceinline__ explicit lane_accumulators(Reducer const& r) : reducer(r) {
        for (int l = 0; l < count; ++l)
            before[l] = reducer.identity();
        clear();
    }
    /// Takes a run that was started elsewhere.
    __device__ __forceinline__ void start_at(running_t<Reducer> const& run)
        requires(!Columns && has_runs<Reducer>)
    {
        now[0] = run;
        open = true;
    }
    template <class T>
    __device__ __forceinline__ void add(lanes<T, V> const& x) {
        add(x, 0, V);
    }
    /// A packet behind all that were added so far, in C order.
    template <class T>
    __device__ __forceinline__ void add_next(lanes<T, V> const& x) {
        start(x, 0, V);
        add_started<true>(x);
    }
    /// Several packets: whether a run is open is asked once.
    template <class T, int Count>
    __device__ __forceinline__ void add_next(lanes<T, V> const (&x)[Count]) {
        start(x[0], 0, V);
        if constexpr (!Columns && takes_several_packets<Reducer>) {
            reducer.template add_several<V, Count>(now[0], x);
        } else {
#pragma unroll
            for (int u = 0; u < Count; ++u)
                add_started<true>(x[u]);
        }
    }
    template <class T>
    __device__ __forceinline__ void add(lanes<T, V> const& x, int first, int last) {
        start(x, first, last);
        if (first == 0 && last == V)
            return add_started<false>(x);
        for (int l = 0; l < V; ++l)
            if (l >= first && l < last) {
                if constexpr (narrow)
                    now[l] += static_cast<typename Reducer::narrow>(x.values[l]);
                else
                    reducer.add(now[Columns ? l : 0], x.values[l]);
            }
    }
    /// `packets` were added, and `since_flush` before them.
    __device__ __forceinline__ void added(int packets, int& since_flush) {
        if constexpr (levels)
            if ((since_flush += packets) >= run) {
                flush();
                since_flush = 0;
            }
    }
    __device__ __forceinline__ void flush() {
        if (has_runs<Reducer> && !open)
            return;
        for (int l = 0; l < count; ++l)
            if constexpr (narrow)
                reducer.add(before[l], now[l]);
            else
                before[l] = reducer.merge(before[l], settle_run(reducer, now[l]));
        clear();
        open = false;
    }
    __device__ __forceinline__ accumulator total()
        requires(!Columns)
    {
        flush();
        return before[0];
    }

private:
    __device__ __forceinline__ void clear() {
        for (int l = 0; l < count; ++l)
            if constexpr (narrow)
                now[l] = 0;
            else if constexpr (!has_runs<Reducer>)
                now[l] = reducer.identity();
    }
    template <bool Next, class T>
    __device__ __forceinline__ void add_started(lanes<T, V> const& x) {
        if constexpr (narrow) {
            reducer.add_columns(now, x);
        } else if constexpr (!Columns && requires { requires Reducer::takes_packets; }) {
            reducer.template add_packet<Next>(now[0], x);
        } else {
            for (int l = 0; l < V; ++l)
                if constexpr (Next && requires { requires Reducer::takes_next; })
                    reducer.add_next(now[Columns ? l : 0], x.values[l]);
                else
                    reducer.add(now[Columns ? l : 0], x.values[l]);
        }
    }
    /// Starts the runs near elements of this packet.
    template <class T>
    __device__ __forceinline__ void start(lanes<T, V> const& x, int first, int last) {
        if constexpr (has_runs<Reducer>) {
            if (open)
                return;
            T near = x.values[V - 1];
            for (int l = V - 1; l >= 0; --l)
                near = l >= first ? x.values[l] : near;
            if constexpr (Columns) {
                for (int l = 0; l < V; ++l) {
                    T const own = l >= first && l < last ? x.values[l] : near;
                    now[l] = reducer.start(own, own, own);
                }
            } else {
                constexpr int middle = V / 2;
                now[0] =
                    reducer.start(near, first <= middle && middle < last ? x.values[middle] : near,
                                  last == V ? x.values[V - 1] : near);
            }
            open = true;
        }
    }
};

}  // namespace twill::inline v0::detail
