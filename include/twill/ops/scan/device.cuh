// SPDX-License-Identifier: MIT
// Scans on the device: how lines are dealt to threads. It depends on the shape and the device
// alone, and partial results merge in a fixed order, so the bits are the same on every run of a
// device.
#pragma once

#include "twill/ops/scan/columns.cuh"
#include "twill/ops/scan/evaluate.hpp"
#include "twill/ops/scan/staged.cuh"

namespace twill::inline v0::detail {

template <>
struct scan_backend<device_space> {
    template <class Tree, class Operator, class Out, int Rank, class Sink>
    static void run(scan_plan<Tree, Operator, Out, Rank, Sink> p) {
        scan_shape<Rank> shape{};
        scan_stage stage{};
        switch (arrange(p, shape, stage)) {
            case scheme::nothing:
                return;
            case scheme::staged:
                if constexpr (may_stage<Tree, Operator, Out, Rank>)
                    with_board<Operator>(
                        shape, blocks_of(stage) / stage.tiles, looks_at_column(stage.inner),
                        [&](auto const& board, index_t blocks) {
                            launch(scan_staged_kernel<Tree, Operator, Sink>, blocks, scan_threads,
                                   0, p.tree, stage, p.sink(), board);
                        });
                return;
            case scheme::rows:
                return run_rows(p, shape);
            case scheme::row_tiles:
                return with_board<Operator>(
                    shape, shape.lines, 32, [&](auto const& board, index_t blocks) {
                        launch(scan_tiles_kernel<Tree, Operator, Sink, Rank>, blocks, scan_threads,
                               0, p.tree, shape, p.sink(), board);
                    });
            case scheme::columns:
                if constexpr (Rank >= 2)
                    launch(scan_columns_kernel<Tree, Operator, Sink, Rank>,
                           divide_up(shape.lines / shape.extent[Rank - 1] * shape.packets,
                                     scan_threads),
                           scan_threads, 0, p.tree, shape, p.sink());
                return;
            case scheme::column_tiles:
                if constexpr (Rank >= 2)
                    with_board<Operator>(
                        shape,
                        shape.lines / shape.extent[Rank - 1] *
                            divide_up(shape.packets, index_t{1} << shape.log2_group),
                        group_of((shape.flat ? scan_lanes<Tree, Out> : 1) << shape.log2_group),
                        [&](auto const& board, index_t blocks) {
                            launch(shape.flat
                                       ? scan_column_tiles_kernel<false, Tree, Operator, Sink, Rank>
                                       : scan_column_tiles_kernel<true, Tree, Operator, Sink, Rank>,
                                   blocks, scan_threads, 0, p.tree, shape, p.sink(), board);
                        });
                return;
        }
    }

    /// How many allocations `run` makes besides the result.
    template <class Tree, class Operator, class Out, int Rank, class Sink>
    static int temporaries(scan_plan<Tree, Operator, Out, Rank, Sink> p) {
        scan_shape<Rank> shape{};
        scan_stage stage{};
        return arrange(p, shape, stage) != scheme::nothing && shape.tiles > 1 ? 1 : 0;
    }

private:
    enum class scheme { nothing, staged, rows, row_tiles, columns, column_tiles };

    /// Whether there may be rows that start between packets, or few columns.
    template <class Tree, class Operator, class Out, int Rank>
    static constexpr bool may_stage = Rank >= 2 && sizeof(typename Operator::accumulator) <= 16;

    template <class Tree, class Operator, class Out, int Rank, class Sink>
    static scheme arrange(scan_plan<Tree, Operator, Out, Rank, Sink>& p, scan_shape<Rank>& shape,
                          scan_stage& stage) {
        if (p.empty())
            return scheme::nothing;
        constexpr int V = scan_lanes<Tree, Out>;
        constexpr int P = scan_packets<typename Operator::accumulator, V>;
        shape = {p.extent, p.stride, p.length, p.lines, divide_up(p.extent[Rank - 1], V),
                 1,        0,        false};
        if constexpr (may_stage<Tree, Operator, Out, Rank>) {
            index_t const inner = p.columns ? p.extent[Rank - 1] : 1;
            constexpr int elements = staged_scan_elements<typename Operator::accumulator>;
            if (suits_stage(p.length, inner, V, elements) && lies_in_packets<V>(p)) {
                stage = stage_scan(p.lines / inner, p.length, inner, elements,
                                   staged_line<typename Operator::accumulator>::row,
                                   resident_threads() / 2048);
                shape.tiles = stage.tiles;
                return scheme::staged;
            }
        }
        shape.flat = in_one_piece<V>(p);
        if (p.columns) {
            if (shape.lines / shape.extent[Rank - 1] * shape.packets >= resident_threads() / 4 ||
                shape.length <= P)
                return scheme::columns;
            constexpr int single = single_column_rows<typename Operator::accumulator>;
            if (!shape.flat)
                shape.packets = p.extent[Rank - 1];
            shape.log2_group =
                shape.flat ? column_group<V>(shape.packets) : column_group<1>(shape.packets);
            shape.tiles = divide_up(shape.length, index_t{scan_threads >> shape.log2_group} *
                                                      (shape.flat ? P : single));
            return scheme::column_tiles;
        }
        shape.log2_group = log2_ceiling(shape.packets, 5);
        if (shape.packets <= 32 * P || shape.lines * 32 >= resident_threads() / 2)
            return scheme::rows;
        shape.tiles = divide_up(shape.packets, scan_threads * P);
        return scheme::row_tiles;
    }

    /// Threads that look at what stands before a column of a staged tile. (With 32 for each of
    /// eight columns 0.29 ms in the place of 0.23.)
    static int looks_at_column(int columns) { return columns <= 4 ? 32 : columns <= 16 ? 16 : 8; }
    /// The same of a tile of packets.
    static int group_of(int columns) {
        return columns * 32 <= scan_threads ? 32 : 1 << (8 - log2_ceiling(columns, 8));
    }
    /// Packets a tile side by side, as a power of two: up to 32 elements.
    template <int V>
    static int column_group(index_t packets) {
        int bits = 0;
        while ((V << bits) * 2 <= 32 && 1 << bits < packets)
            ++bits;
        return bits;
    }

    /// Whether all operands and the output lie in one piece, whose first element begins a packet.
    template <int V, class Plan>
    static bool lies_in_packets(Plan& p) {
        auto const all = p.records();
        for (int k = 0; k < all.count; ++k) {
            operand_record const& x = all.values[k];
            index_t step = x.data ? 1 : x.stride[Plan::rank - 1];
            for (int d = Plan::rank - 1; d >= 0; --d) {
                if (p.extent[d] != 1 && x.stride[d] != step)
                    return false;
                step *= p.extent[d];
            }
            if (x.data && packet_offset(x, V, 0) != 0)
                return false;
        }
        return true;
    }

    /// Notes how operands lie along the last axis; whether the whole operand is contiguous, aligned
    /// and in whole packets (of one row the last may be cut).
    template <int V, class Plan>
    static bool in_one_piece(Plan& p) {
        auto const all = p.records();
        index_t const* const extent = p.extent.values;
        constexpr int last = Plan::rank - 1;
        bool const packs = classify(extent, Plan::rank, all.values, all.count, V, 0);
        if (!packs || (extent[last] % V != 0 && (p.columns || p.lines != 1)))
            return false;
        for (int k = 1; k < all.count; ++k) {
            index_t step = all.values[k].stride[last];
            for (int d = last - 1; d >= 0; --d) {
                step *= extent[d + 1];
                if (extent[d] != 1 && all.values[k].stride[d] != step)
                    return false;
            }
        }
        return true;
    }

    template <class Tree, class Operator, class Out, int Rank, class Sink>
    static void run_rows(scan_plan<Tree, Operator, Out, Rank, Sink> const& p,
                         scan_shape<Rank> const& shape) {
        constexpr int V = scan_lanes<Tree, Out>;
        constexpr int P = scan_packets<typename Operator::accumulator, V>;
        index_t const groups = scan_threads >> shape.log2_group;
        int const run = scan_row_packets<P>(shape.packets);
        index_t const rows = shape.packets <= index_t{1} << shape.log2_group ? groups * P
                             : run > 0                                       ? groups * (P / run)
                                                                             : groups;
        launch(scan_rows_kernel<Tree, Operator, Sink, Rank>, divide_up(shape.lines, rows),
               scan_threads, 0, p.tree, shape, p.sink());
    }

    /// The memory through which the tiles of a line speak, all zero; `across` tiles stand side by
    /// side.
    template <class Operator, int Rank, class Launch>
    static void with_board(scan_shape<Rank> const& shape, index_t across, int group,
                           Launch&& launch_tiles) {
        scan_board<Operator> board{nullptr, shape.lines, shape.tiles, group};
        if (shape.tiles == 1)
            return launch_tiles(board, across);
        std::size_t const bytes = board.bytes();
        storage_ref const scratch = memory<device_space>::allocate(bytes);
        void* const data = scratch.get()->data;
        check(cudaMemsetAsync(data, 0, bytes, handle_of(this_thread().stream)), "cudaMemsetAsync");
        board.entries = static_cast<unsigned long long*>(data);
        launch_tiles(board, across * shape.tiles);
    }
};

}  // namespace twill::inline v0::detail
