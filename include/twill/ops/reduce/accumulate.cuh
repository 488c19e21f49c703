// SPDX-License-Identifier: MIT
// How a thread walks over its share of a reduction's operands: so many packets under way together.
#pragma once

#include "twill/cuda/elementwise/loaded.cuh"
#include "twill/cuda/elementwise/reuse.cuh"
#include "twill/ops/reduce/shape.cuh"

namespace twill::inline v0::detail {

/// Packets of V elements that a thread loads before it adds them: so many bytes must be on their
/// way that memory is busy. Many costly functions keep a thread busy enough, and need its
/// registers, as do the values of several reductions (positions are counted as they are added).
template <class Tree, int V>
inline constexpr int packets_in_flight = [] {
    constexpr std::size_t bytes = sizeof(typename Tree::value_type);
    constexpr int registers = V * static_cast<int>((bytes + 3) / 4);
    constexpr int most =
        reduce_tuning::bytes_in_flight / (V * Tree::widest >= 16 || bytes > 4 ? 16 : 8);
    if (bytes > 8 && !is_located<typename Tree::value_type> &&
        most * registers > reduce_tuning::value_registers)
        return registers > reduce_tuning::value_registers
                   ? 1
                   : reduce_tuning::value_registers / registers;
    return terms_of<Tree> > 6 ? 1 : most;
}();

/// The same of operands in any layout, whose elements may come one by one: they take the registers
/// of what is loaded.
template <class Tree, int V>
inline constexpr int packets_held = [] {
    constexpr int registers = V * ((static_cast<int>(sizeof(typename Tree::value_type)) + 3) / 4);
    constexpr int most = registers <= 12 ? 4 : registers <= 24 ? 2 : 1;
    return packets_in_flight<Tree, V> < most ? packets_in_flight<Tree, V> : most;
}();

/// Adds the packets at elements base + scale * q of a flat operand, for q = begin, begin + step,
/// ... below end. Cursor `c` is at the first one; indices count `counts` from one q to the next.
template <class Tree, int V, class Cursor, class Sums>
__device__ __forceinline__ void accumulate_flat(Tree const& tree, Cursor c, index_t scale,
                                                index_t counts, index_t begin, index_t end,
                                                index_t step, Sums& sums) {
    constexpr int together = packets_in_flight<Tree, V>;
    index_t q = begin;
    int pushed = 0;
    c.i += q * scale;
    c.inner += q * counts;
    index_t const stride = step * scale;
    index_t const apart = step * counts;
    for (; q + step * (together - 1) < end; q += step * together) {
        lanes<typename Tree::value_type, V> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            Cursor at = c;
            at.i += u * stride;
            at.inner += u * apart;
            x[u] = tree.template at<V>(at);
        }
        sums.add_next(x);
        c.i += together * stride;
        c.inner += together * apart;
        sums.added(together, pushed);
    }
#pragma unroll 1
    for (; q < end; q += step, c.i += stride, c.inner += apart)
        sums.add_next(tree.template at<V>(c));
}

/// The same of operands of one axis that have steps or lie unlike.
template <class Tree, int V, class Sums>
__device__ __forceinline__ void accumulate_steps(Tree const& tree, index_t begin, index_t end,
                                                 Sums& sums) {
    if constexpr (has_one_axis<Tree> && !is_one_array<Tree>) {
        int pushed = 0;
#pragma unroll 1
        for (index_t q = begin; q < end; q += block_threads) {
            sums.add_next(tree.template at<V>(full_cursor{q * V}));
            sums.added(1, pushed);
        }
    }
}

/// A quotient, in 32 bits where that will do: 64-bit division is some hundred instructions.
__device__ __forceinline__ index_t quotient(index_t a, index_t b) {
    if (static_cast<std::uint64_t>(a | b) >> 32 == 0)
        return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
    return a / b;
}

/// The same of a block's share of an output's runs, which lie `row_step` elements apart.
template <class Tree, int V, class Sums>
__device__ __forceinline__ void accumulate_runs(Tree const& tree, reduce_deal const& shape,
                                                counted_cursor c, index_t begin, index_t end,
                                                Sums& sums) {
    constexpr int together = packets_in_flight<Tree, V>;
    constexpr int step = block_threads;
    if (begin >= end)
        return;
    // From packet to packet, and what is more where that leads into the next run.
    int const packets = shape.row_step == 0 ? 1 : static_cast<int>(shape.packets);
    int const runs_a_step = shape.row_step == 0 ? 0 : step / packets;
    int const packets_a_step = shape.row_step == 0 ? 0 : step - runs_a_step * packets;
    index_t const on =
        shape.row_step == 0 ? index_t{step} * V : runs_a_step * shape.row_step + packets_a_step * V;
    index_t const over = shape.row_step - index_t{packets} * V;
    int packet = 0;
    c.inner += begin * V;
    if (shape.row_step == 0) {
        c.i += begin * V;
    } else {
        index_t const run = quotient(begin, packets);
        packet = static_cast<int>(begin - run * packets);
        c.i += run * shape.row_step + packet * V;
    }
    int pushed = 0;
    auto next = [&] {
        c.i += on;
        c.inner += step * V;
        packet += packets_a_step;
        if (packet >= packets) {
            packet -= packets;
            c.i += over;
        }
    };
    index_t q = begin;
    for (; q + step * (together - 1) < end; q += step * together) {
        lanes<typename Tree::value_type, V> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            x[u] = tree.template at<V>(c);
            next();
        }
        sums.add_next(x);
        sums.added(together, pushed);
    }
#pragma unroll 1
    for (; q < end; q += step, next())
        sums.add_next(tree.template at<V>(c));
}

/// Reads a packet of the row that the cursor is on, the first of which is cut where rows start
/// between two packets; returns how many of its lanes are in the row.
template <class Tree, int V, int Rank>
__device__ __forceinline__ int read_cut_packet(Tree const& tree, reduce_shape<Rank> const& shape,
                                               grid_cursor<Rank>& cursor, index_t packet,
                                               lanes<typename Tree::value_type, V>& x) {
    int const ahead = shape.template ahead<V>(cursor.at);
    index_t const j = packet * V - ahead;
    cursor.template set_inner<V>(j < 0 ? 0 : j, shape.extent[Rank - 1]);
    cursor.count = j < 0 && cursor.count > V - ahead ? V - ahead : cursor.count;
    int const last = cursor.count;
    if (V == 1 || last > 0)
        x = tree.template at<V>(cursor);
    return last;
}

/// Adds packets begin, begin + step, ... below end of an output's runs. Where runs start between
/// two packets, their first packet is cut, and the others are aligned.
template <class Tree, int V, int Rank, class Sums>
__device__ __forceinline__ void accumulate_packets(Tree const& tree,
                                                   reduce_shape<Rank> const& shape,
                                                   grid_cursor<Rank>& cursor, index_t begin,
                                                   index_t end, index_t step, Sums& sums) {
    constexpr int together = packets_held<Tree, V> < 2 ? 1 : 2;
    if (begin >= end)
        return;
    index_t row = 0;
    index_t packet = begin;
    index_t rows_a_step = 0;
    index_t packets_a_step = step;
    if (shape.rows != 1) {
        row = quotient(begin, shape.packets);
        packet -= row * shape.packets;
        rows_a_step = quotient(step, shape.packets);
        packets_a_step -= rows_a_step * shape.packets;
    }
    int pushed = 0;
    for (index_t q = begin; q < end; q += step * together) {
        lanes<typename Tree::value_type, V> x[together];
        int last[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            last[u] = 0;
            if (q + u * step >= end)
                continue;
            if (shape.rows != 1)
                locate_axes(shape.extent, shape.kept_end, Rank - 1, row, cursor.at);
            last[u] = read_cut_packet<Tree, V>(tree, shape, cursor, packet, x[u]);
            packet += packets_a_step;
            row += rows_a_step;
            if (packet >= shape.packets) {
                packet -= shape.packets;
                ++row;
            }
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (last[u] > 0)
                sums.add(x[u], 0, last[u]);
        sums.added(together, pushed);
    }
}

/// Whether one output's rows may be read in tiles: operands can lie across each other.
template <bool Whole, class Tree, int Rank>
inline constexpr bool may_tile = Whole && Rank >= 2 && Tree::records >= 2 && !is_one_run<Tree>;

/// Whether what a thread needs of two tiles is loaded before any of it is computed.
template <class Tree, int V>
inline constexpr bool loads_tiles = leaf_types<Tree>::known && packets_held<Tree, V> >= 2 &&
                                    (Tree::widest == 2 || Tree::widest == 4 || Tree::widest == 8) &&
                                    Tree::records * Tree::widest * V <= 64;

/// The same of tiles [begin, end) of one output's rows and packets. A warp has as many rows as
/// there are elements in a sector of memory, 8 at least, so that sectors are read as a whole
/// whichever of the two axes an operand's neighbours lie along.
template <class Tree, int V, int Rank, class Sums>
__device__ __forceinline__ void accumulate_tiles(Tree const& tree, reduce_shape<Rank> const& shape,
                                                 grid_cursor<Rank>& cursor, index_t begin,
                                                 index_t end, Sums& sums) {
    constexpr int together = packets_held<Tree, V> < 2 ? 1 : 2;
    constexpr int high_of_warp = Tree::widest > 2 ? 8 : 32 / Tree::widest;
    constexpr int across = tile_high / high_of_warp;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    int const row = lane % high_of_warp + warp % across * high_of_warp;
    int const packet = lane / high_of_warp + warp / across * (32 / high_of_warp);
    index_t const high = shape.extent[Rank - 2];
    index_t const inner = shape.extent[Rank - 1];
    index_t const tiles = (high + tile_high - 1) / tile_high;
    int pushed = 0;
    for (index_t q = begin; q < end; q += together) {
        if constexpr (loads_tiles<Tree, V>)
            if (shape.small) {
                bool all = true;
                auto const loaded = [&](int u) {
                    auto const number = static_cast<int>(q + u < end ? q + u : q);
                    int const strip = number / static_cast<int>(shape.packets);
                    int const outer = strip / static_cast<int>(tiles);
                    row_cursor<Rank> at{};
                    locate_axes(shape.extent, 0, Rank - 2, outer, at.at);
                    int const i = (strip - outer * static_cast<int>(tiles)) * tile_high + row;
                    int const j =
                        ((number - strip * static_cast<int>(shape.packets)) * tile_wide + packet) *
                        V;
                    bool const there = q + u < end && i < high && j + V <= inner;
                    all = all && there;
                    at.at[Rank - 2] = there ? i : 0;
                    at.inner = there ? j : 0;
                    return load_leaves<V>(tree, at);
                };
                decltype(loaded(0)) const x[2] = {loaded(0), loaded(1)};
                if (all) {
                    for (int u = 0; u < 2; ++u)
                        sums.add(at_root<V>(x[u], row_cursor<Rank>{}));
                    sums.added(2, pushed);
                    continue;
                }
            }
        lanes<typename Tree::value_type, V> x[together];
        int last[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            last[u] = 0;
            index_t const strip = quotient(q + u, shape.packets);
            index_t const outer = quotient(strip, tiles);
            index_t const i = (strip - outer * tiles) * tile_high + row;
            index_t const j = ((q + u - strip * shape.packets) * tile_wide + packet) * V;
            if (q + u >= end || i >= high || j >= inner)
                continue;
            locate_axes(shape.extent, 0, Rank - 2, outer, cursor.at);
            cursor.at[Rank - 2] = i;
            cursor.template set_inner<V>(j, inner);
            last[u] = cursor.count;
            x[u] = tree.template at<V>(cursor);
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (last[u] > 0)
                sums.add(x[u], 0, last[u]);
        sums.added(together, pushed);
    }
}

}  // namespace twill::inline v0::detail
