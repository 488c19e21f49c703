// SPDX-License-Identifier: MIT
// What the kernels of scans share: how a loop is dealt out, scans inside a group of threads, and
// how the parts of a line that different blocks handle learn what stands before them.
#pragma once

#include "twill/cuda/device/access.cuh"
#include "twill/cuda/device/groups.cuh"
#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/scan/function_of.hpp"

namespace twill::inline v0::detail {

inline constexpr int scan_threads = 256;

/// The loop of a scan. Rows: axes [0, Rank - 1) count lines, the last one is scanned. Columns: axes
/// [0, Rank - 2) and the last one count lines, the last but one is scanned.
template <int Rank>
struct scan_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    index_t length;
    index_t lines;
    index_t packets;  ///< along the last axis; columns where a thread has one
    index_t tiles;    ///< parts that a line is cut into, each of another block
    int log2_group;   ///< threads a line (rows), `packets` a block (columns)
    bool flat;        ///< the whole operand is contiguous and aligned, in whole packets
};

template <class T>
inline constexpr int scan_words = words<T>::count;

/// Elements of a packet.
template <class Tree, class Out>
constexpr int scan_lanes_of() {
    constexpr int widest =
        Tree::widest > static_cast<int>(sizeof(Out)) ? Tree::widest : static_cast<int>(sizeof(Out));
    return widest > 8 ? 1 : (widest > 4 ? 2 : (widest > 2 ? 4 : 8));
}
template <class Tree, class Out>
inline constexpr int scan_lanes = scan_lanes_of<Tree, Out>();

/// Registers of a thread for its elements.
inline constexpr int scan_registers = 32;
/// Packets of a thread.
template <class Accumulator, int V>
inline constexpr int scan_packets =
    larger(1, scan_registers / larger(4, V* scan_words<Accumulator>));

/// Rows of a thread that has one column. (Running sums down 8191 x 8191 float32 take 0.221 ms,
/// 0.239 with half as many.)
template <class Accumulator>
inline constexpr int single_column_rows = larger(1, scan_registers / scan_words<Accumulator>);

/// Packets of a thread on a row that a warp has together with others: 2 or 4, so that each has
/// P / 2 or P / 4 rows; 0 where it has one, or P is no multiple of them. (Sums along rows of 192
/// float32, 2^26 in all, take 0.160 ms, one row after the other 0.355.)
template <int P>
TWILL_HD constexpr int scan_row_packets(index_t packets) {
    int const run = packets <= 32 || packets > 128 ? 0 : packets <= 64 ? 2 : 4;
    return run > 0 && P % run == 0 && P > run ? run : 0;
}

/// V results, of which the first `count` are there, `step` apart from the one at `at` on.
template <class Out, class A, int V>
__device__ __forceinline__ void put_scanned(scan_result<Out> const& to, index_t at, index_t step,
                                            lanes<A, V> const& x, int count) {
    put<V>(to.data + at, step, x, 0, count);
}
/// V results next to each other, where a packet begins.
template <class Out, class A, int V>
__device__ __forceinline__ void put_scanned_packet(scan_result<Out> const& to, index_t at,
                                                   lanes<A, V> const& x) {
    put_packet<V>(to.data + at, x);
}

/// What functions of a scan are computed of.
template <class A, int V>
struct scanned_lanes {
    lanes<A, V> const& x;
    index_t at;  ///< in the arrays beside the scan
    index_t step;
    int count;
};
template <class T, class A, int V>
__device__ __forceinline__ lanes<compute_t<T>, V> value_beside(scanned_value<T> const&,
                                                               scanned_lanes<A, V> const& here) {
    lanes<compute_t<T>, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = widen(static_cast<T>(here.x.values[l]));
    return result;
}
template <class T, class A, int V>
__device__ __forceinline__ lanes<compute_t<T>, V> value_beside(element_beside<T> const& node,
                                                               scanned_lanes<A, V> const& here) {
    packet<T, V> loaded{};
    T const* const from = node.data + here.at;
    bool in_packet = false;
    if constexpr (packs<T, V>)
        in_packet = here.step == 1 && here.count == V && is_aligned<V>(from);
    if (in_packet)
        loaded = *reinterpret_cast<packet<T, V> const*>(from);
    else
        for (int l = 0; l < V; ++l)
            if (l < here.count)
                loaded.values[l] = from[l * here.step];
    lanes<compute_t<T>, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = widen(loaded.values[l]);
    return result;
}
template <class T, class A, int V>
__device__ __forceinline__ auto value_beside(scalar_node<T> const& node,
                                             scanned_lanes<A, V> const&) {
    lanes<typename scalar_node<T>::value_type, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = node.number;
    return result;
}
TWILL_EXEC_CHECK_DISABLE
template <class F, class... N, class A, int V>
__device__ __forceinline__ auto value_beside(apply_node<F, N...> const& node,
                                             scanned_lanes<A, V> const& here) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return node.template combine<V>(value_beside(get<I>(node), here)...);
    }(std::index_sequence_for<N...>{});
}
template <class Out, class Tree, class A, int V>
__device__ __forceinline__ void put_scanned(scan_function<Out, Tree> const& to, index_t at,
                                            index_t step, lanes<A, V> const& x, int count) {
    put<V>(to.data + at, step,
           value_beside(to.tree, scanned_lanes<A, V>{x, to.shift + at, step, count}), 0, count);
}
template <class Out, class Tree, class A, int V>
__device__ __forceinline__ void put_scanned_packet(scan_function<Out, Tree> const& to, index_t at,
                                                   lanes<A, V> const& x) {
    put_packet<V>(to.data + at, value_beside(to.tree, scanned_lanes<A, V>{x, to.shift + at, 1, V}));
}

/// The index of a line along the first `Axes` axes.
template <int Axes, int Rank>
__device__ __forceinline__ void locate_line(extents<Rank> const& extent, index_t line,
                                            fixed<index_t, Rank - 1>& at) {
#pragma unroll
    for (int d = Axes - 1; d > 0; --d) {
        index_t const size = extent[d];
        index_t quotient;
        if (size == 1)
            quotient = line;
        else if (static_cast<std::uint64_t>(line | size) >> 32 == 0)
            quotient = static_cast<std::uint32_t>(line) / static_cast<std::uint32_t>(size);
        else
            quotient = line / size;
        at[d] = line - quotient * size;
        line = quotient;
    }
    if (Axes > 0)
        at[0] = line;
}
/// Where a line starts in the output.
template <int Axes, int Rank>
__device__ __forceinline__ index_t line_offset(scan_shape<Rank> const& shape,
                                               fixed<index_t, Rank - 1> const& at) {
    index_t offset = 0;
#pragma unroll
    for (int d = 0; d < Axes; ++d)
        offset += at[d] * shape.stride[d];
    return offset;
}

/// Scans over a group of neighbouring threads; all threads of the warp call it.
template <class Operator>
__device__ __forceinline__ typename Operator::accumulator scan_group(
    typename Operator::accumulator x, int lane, int group) {
    for (int distance = 1; distance < group; distance *= 2) {
        auto const before = shuffle_up(x, distance, group);
        if (lane >= distance)
            x = Operator::combine(before, x);
    }
    return x;
}

/// What a thread, a warp or a block knows of the elements before it: perhaps nothing.
template <class Operator>
struct scan_prefix {
    using accumulator = typename Operator::accumulator;
    accumulator value;
    bool any;

    __device__ __forceinline__ void append(accumulator const& x) {
        value = any ? Operator::combine(value, x) : x;
        any = true;
    }
    __device__ __forceinline__ accumulator before(accumulator const& x) const {
        return any ? Operator::combine(value, x) : x;
    }
};

/// The P packets of a thread.
template <class Operator, int V, int P>
struct scan_values {
    using accumulator = typename Operator::accumulator;
    static constexpr int packets = P;
    accumulator x[P][V];
    accumulator ahead[P];  ///< what stands before the packet in its run
    accumulator total;     ///< of the last run of a group's packets

    template <class T>
    __device__ __forceinline__ void set(int p, lanes<T, V> const& from) {
        for (int l = 0; l < V; ++l)
            x[p][l] = static_cast<accumulator>(from.values[l]);
    }
    /// Each packet belongs to another line: its run is that of the group's packets p. Nothing
    /// stands ahead of lane 0.
    __device__ __forceinline__ void scan_apart(int lane, int group) {
#pragma unroll
        for (int p = 0; p < P; ++p)
            ahead[p] = shuffle_up(scan_packet(p, lane, group), 1, group);
    }
    /// Packet p of lane l stands at p % Run * group + l of a run: every `Run` packets are one.
    /// Nothing stands ahead of its first packet of lane 0.
    template <int Run = P>
    __device__ __forceinline__ void scan_together(int lane, int group) {
        accumulator sums[P];
#pragma unroll
        for (int p = 0; p < P; ++p)
            sums[p] = scan_packet(p, lane, group);
#pragma unroll
        for (int p = 0; p < P; ++p) {
            ahead[p] = shuffle_up(sums[p], 1, group);
            sums[p] = shuffle_from(sums[p], group - 1, group);
            if (p % Run > 0)
                ahead[p] = lane > 0 ? Operator::combine(total, ahead[p]) : total;
            total = p % Run > 0 ? Operator::combine(total, sums[p]) : sums[p];
        }
    }
    /// Packet p behind `ahead`, where `follows`, and what stands before the run.
    __device__ __forceinline__ lanes<accumulator, V> finish(int p, scan_prefix<Operator> prefix,
                                                            bool follows) const {
        if (follows)
            prefix.append(ahead[p]);
        lanes<accumulator, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = prefix.before(x[p][l]);
        return result;
    }
    /// The same in place.
    __device__ __forceinline__ void settle(int p, scan_prefix<Operator> const& prefix,
                                           bool follows) {
        lanes<accumulator, V> const result = finish(p, prefix, follows);
        for (int l = 0; l < V; ++l)
            x[p][l] = result.values[l];
    }

private:
    __device__ __forceinline__ accumulator scan_packet(int p, int lane, int group) {
        for (int l = 1; l < V; ++l)
            x[p][l] = Operator::combine(x[p][l - 1], x[p][l]);
        return scan_group<Operator>(x[p][V - 1], lane, group);
    }
};

/// Where the tiles of lines leave what they add up to: accumulators as words of 64 bits, half of
/// each a mark that it has been written, so that one store publishes a word without a fence. All
/// marks are 0 at first. `group` tiles make a group, as many of these a large one. Level 0 has the
/// total of each tile, level 1 that of each group, level 2 all up to the end of each large one.
template <class Operator>
struct scan_board {
    using accumulator = typename Operator::accumulator;
    static constexpr int words = scan_words<accumulator>;

    unsigned long long* entries;
    index_t lines;
    index_t tiles;  ///< of a line
    int group;

    std::size_t bytes() const {
        index_t const groups = divide_up(tiles, group);
        return byte_count((tiles + groups + divide_up(groups, group)) * lines,
                          sizeof(unsigned long long) * words);
    }
    __device__ __forceinline__ unsigned long long* entry(int level, index_t index,
                                                         index_t line) const {
        index_t const groups = (tiles + group - 1) / group;
        index_t const first = level == 0 ? 0 : (level == 1 ? tiles : tiles + groups);
        return entries + ((first + index) * lines + line) * words;
    }
    __device__ __forceinline__ void publish(int level, index_t index, index_t line,
                                            accumulator const& value) const {
        unsigned raw[words] = {};
        memcpy(raw, &value, sizeof(value));
        unsigned long long* const to = entry(level, index, line);
        for (int w = 0; w < words; ++w)
            asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to + w),
                         "l"(raw[w] | 1ull << 32)
                         : "memory");
    }
    /// Whether the entry is there; `value` receives it.
    __device__ __forceinline__ bool poll(unsigned long long const* from, accumulator& value) const {
        unsigned raw[words];
        bool all = true;
        for (int w = 0; w < words; ++w) {
            unsigned long long word;
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                         : "=l"(word)
                         : "l"(from + w)
                         : "memory");
            raw[w] = static_cast<unsigned>(word);
            all = all && word >> 32 != 0;
        }
        memcpy(&value, raw, sizeof(value));
        return all;
    }
};

/// What stands before a tile, whose `total` is published already; valid in all of the board.group
/// neighbouring threads that look at the same line; whole warps call it. Publishes what later tiles
/// need of the tiles before. A tile merges what stands before its large group, the groups before
/// its own, and the tiles before it, always in this order: the bits do not depend on who came
/// first. Blocks start in the order of their tiles, so whoever waits for a tile waits for one that
/// runs; CUB's scans rest on that too.
template <class Operator>
__device__ __forceinline__ scan_prefix<Operator> look_back(
    scan_board<Operator> const& board, index_t line, bool inside, index_t tile,
    typename Operator::accumulator const& total) {
    using accumulator = typename Operator::accumulator;
    int const size = board.group;
    int const lane = static_cast<int>(threadIdx.x) & (size - 1);
    index_t const group = tile / size;
    index_t const large = group / size;
    int const tiles_before = static_cast<int>(tile - group * size);
    int const groups_before = static_cast<int>(group - large * size);
    accumulator a{}, b{}, c{};
    unsigned long long const* const entry_a = board.entry(0, group * size + lane, line);
    unsigned long long const* const entry_b = board.entry(1, large * size + lane, line);
    unsigned long long const* const entry_c = board.entry(2, large - 1, line);
    bool has_a = !inside || lane >= tiles_before;
    bool has_b = !inside || lane >= groups_before;
    bool has_c = !inside || large == 0;
    auto look = [&] {
        if (!has_a)
            has_a = board.poll(entry_a, a);
        if (!has_b)
            has_b = board.poll(entry_b, b);
        if (!has_c)
            has_c = board.poll(entry_c, c);
    };
    do {
        look();
    } while (!__all_sync(0xffffffffu, has_a));
    scan_prefix<Operator> in_group{{}, tiles_before > 0};
    a = scan_group<Operator>(a, lane, size);
    if (in_group.any)
        in_group.value = shuffle_from(a, tiles_before - 1, size);
    accumulator const group_total = in_group.before(total);
    bool const closes = inside && lane == 0 && tiles_before == size - 1 && tile + 1 < board.tiles;
    if (closes)
        board.publish(1, group, line, group_total);
    while (!__all_sync(0xffffffffu, has_b && has_c))
        look();
    scan_prefix<Operator> result{c, large > 0};
    b = scan_group<Operator>(b, lane, size);
    if (groups_before > 0)
        result.append(shuffle_from(b, groups_before - 1, size));
    if (closes && groups_before == size - 1)
        board.publish(2, large, line, result.before(group_total));
    if (in_group.any)
        result.append(in_group.value);
    return result;
}

}  // namespace twill::inline v0::detail
