// SPDX-License-Identifier: MIT
// How reductions are dealt out on a device: every packet to one part, flat operands recognised.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "twill/ops/reduce/deal.hpp"

namespace tw = twill;
using tw::detail::operand_record;
using tw::detail::reduce_deal;
using tw::detail::reduce_kernels;
using tw::detail::reduce_scheme;

namespace {

/// A loop over one array in C order, reduced from axis `split` on.
struct loop {
    std::vector<tw::index_t> extent;
    std::vector<tw::index_t> of_output;
    std::vector<tw::index_t> placed_output;  ///< where it is not all zeros
    std::vector<tw::index_t> of_array;
    void const* data = nullptr;
    tw::detail::access how = tw::detail::access::any;
    reduce_deal deal;
    std::vector<tw::index_t> step;

    explicit loop(std::vector<tw::index_t> shape) : extent(std::move(shape)) {}

    /// `placed`: of_array says how the array lies.
    reduce_scheme run(int split, bool columns, reduce_kernels const& with, bool placed = false) {
        int const rank = static_cast<int>(extent.size());
        tw::index_t next = 1;
        if (!placed)
            of_array.assign(extent.size(), 0);
        of_output = placed_output;
        of_output.resize(extent.size(), 0);
        step.assign(extent.size(), 0);
        for (int d = rank - 1; d >= 0; --d) {
            auto const i = static_cast<std::size_t>(d);
            if (!placed)
                of_array[i] = extent[i] == 1 ? 0 : next;  // as an axis of one element is lowered
            next *= extent[i];
            (d < split ? deal.outputs : deal.reduced) *= extent[i];
        }
        operand_record const operands[] = {
            {of_output.data(), nullptr, nullptr, 0, nullptr, nullptr, true},
            {of_array.data(), &data, nullptr, 4, nullptr, &how, false}};
        return deal_out(deal, with, false, 132 * 2048, columns, extent.data(), rank, split,
                        operands, 2, step.data());
    }
};
constexpr reduce_kernels whole{.row_lanes = 4,
                               .column_lanes = 4,
                               .in_flight = 4,
                               .flat_blocks = 6,
                               .rows_blocks = 4,
                               .column_blocks = 4,
                               .tile_elements = 4096,
                               .tiles_ahead = false,
                               .array_widest = 0,
                               .tile_counts = false,
                               .cuts = false,
                               .cut_packets = 64,
                               .several = false,
                               .narrow_sums = true,
                               .short_packets = 64,
                               .pairs_from = 9,
                               .warp_packets = 512,
                               .outer_lanes = 0,
                               .row_waves = 1,
                               .narrow_columns = false,
                               .wide_sums = false,
                               .patch_elements = 0,
                               .patch_blocks = 0,
                               .patch_bytes = 0,
                               .joined_units = 0,
                               .whole = true,
                               .tiles = false,
                               .spread = false,
                               .near = false,
                               .spread_columns = false,
                               .near_columns = false,
                               .only_flat = true};
constexpr reduce_kernels axes{.row_lanes = 4,
                              .column_lanes = 4,
                              .in_flight = 4,
                              .flat_blocks = 6,
                              .rows_blocks = 4,
                              .column_blocks = 4,
                              .tile_elements = 4096,
                              .tiles_ahead = false,
                              .array_widest = 0,
                              .tile_counts = false,
                              .cuts = false,
                              .cut_packets = 64,
                              .several = false,
                              .narrow_sums = true,
                              .short_packets = 64,
                              .pairs_from = 9,
                              .warp_packets = 512,
                              .outer_lanes = 0,
                              .row_waves = 4,
                              .narrow_columns = true,
                              .wide_sums = false,
                              .patch_elements = 0,
                              .patch_blocks = 0,
                              .patch_bytes = 0,
                              .joined_units = 2,
                              .whole = false,
                              .tiles = false,
                              .spread = false,
                              .near = false,
                              .spread_columns = false,
                              .near_columns = false,
                              .only_flat = false};

/// Whether the parts are all of `all` packets or rows, and none empty.
void covers(reduce_deal const& d, tw::index_t all) {
    EXPECT_GE(d.splits, 1);
    if (d.splits == 1)
        return;
    auto start = [&](tw::index_t split) {
        tw::index_t const larger = split < d.large ? split : d.large;
        return (split + larger * (d.share - 1)) * d.part;
    };
    EXPECT_GE(start(d.splits), all);
    EXPECT_LT(start(d.splits - 1), all);
    EXPECT_LE(d.blocks * d.splits, tw::index_t{1} << 31);
}

TEST(reduce_deal, parts_of_one_run_have_every_packet) {
    for (tw::index_t n : {1, 2, 3, 4, 5, 1000, 10000, 100003, 1 << 20, 123456789}) {
        SCOPED_TRACE(n);
        loop x({n});
        EXPECT_EQ(x.run(0, false, whole), reduce_scheme::flat_rows);
        EXPECT_EQ(x.deal.packets, n / 4);
        covers(x.deal, x.deal.packets);
    }
    loop none({0});
    EXPECT_EQ(none.run(0, false, whole), reduce_scheme::flat_rows);
    EXPECT_EQ(none.deal.splits, 1);
}

// Arrays that begin in one place are one, and each has room for the block's rows behind any place
// in a packet.
TEST(reduce_deal, short_rows_of_several_arrays) {
    using tw::detail::short_arrays;
    using tuning = tw::detail::short_rows_tuning;
    alignas(16) static char memory[256];
    std::array<void const*, 11> place{};
    std::array<tw::index_t, 2> stride{};
    auto const find = [&](std::vector<int> const& at, tw::index_t length, tw::index_t wanted,
                          short_arrays& arrays, int& rows) {
        std::vector<operand_record> operands;
        for (int p : at) {
            std::size_t const k = operands.size();
            place[k] = memory + (p < 0 ? 0 : p);
            operands.push_back(
                {stride.data(), p < 0 ? nullptr : &place[k], nullptr, 2, nullptr, nullptr, false});
        }
        std::uint64_t streams = 0;
        for (std::size_t k = 1; k < at.size(); ++k)
            streams |= std::uint64_t{at[k] >= 0} << k;
        return find_short_arrays(arrays, rows, 2, 8, length, wanted, operands.data(), streams,
                                 static_cast<int>(at.size()));
    };
    for (tw::index_t length : {1, 3, 33, 100, 500})
        for (tw::index_t wanted : {1, 300, 100000}) {
            SCOPED_TRACE(std::to_string(length) + ", " + std::to_string(wanted) + " wanted");
            short_arrays one, two;
            int of_one = 0, of_two = 0;
            ASSERT_TRUE(find({0, 32, 32, 32}, length, wanted, one, of_one));
            ASSERT_TRUE(find({0, 32, 64, 32, -1, 64}, length, wanted, two, of_two));
            EXPECT_EQ(one.of, 0u);
            EXPECT_EQ(two.of, 0x10010u);
            EXPECT_GE(of_one, of_two);
            EXPECT_GE(of_two, 1);
            EXPECT_EQ(two.apart % 16, 0);
            EXPECT_LE(of_two * length * 2 + 16, two.apart);
            EXPECT_LE(2 * two.apart, tuning::bytes + 2 * 32);
            EXPECT_TRUE(of_two >= wanted || (of_two + 8) * length * 2 * 2 > tuning::bytes ||
                        of_two % 8 == 0);
        }
    short_arrays arrays;
    int rows = 0;
    EXPECT_FALSE(find({0, 32, 64}, 5000, 100, arrays, rows));
    EXPECT_FALSE(find({0, -1}, 5, 100, arrays, rows));
    EXPECT_TRUE(find({0, 2, 4, 6, 8, 10, 12, 14, 16}, 5, 100, arrays, rows));
    EXPECT_EQ(arrays.of, 0x76543210u);
    EXPECT_FALSE(find({0, 2, 4, 6, 8, 10, 12, 14, 16, 18}, 5, 100, arrays, rows));
}

// What does not fit leaves nothing behind for the kernels that have it instead.
TEST(reduce_deal, rows_too_long_for_shared_memory_are_no_tiles) {
    for (int array_widest : {0, 4}) {
        reduce_kernels with = axes;
        with.array_widest = array_widest;
        with.cut_packets = 1000;
        for (tw::index_t columns : {1025, 1027, 2050, 3001}) {
            SCOPED_TRACE(columns);
            loop along({20000, columns});
            along.run(1, false, with);
            EXPECT_EQ(along.deal.tile_rows, 0);
        }
        loop along({20000, 101});
        along.run(1, false, with);
        EXPECT_GE(along.deal.tile_rows, 4);
    }
}

TEST(reduce_deal, rows_and_columns) {
    for (tw::index_t rows : {1, 3, 100, 16384, 1 << 24})
        for (tw::index_t columns : {1, 2, 7, 16, 100, 511, 512, 513, 16384}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
            loop along({rows, columns});
            auto const how = along.run(1, false, axes);
            EXPECT_TRUE(how == reduce_scheme::rows || how == reduce_scheme::flat_rows);

            if (along.deal.tile_rows > 0) {
                EXPECT_LE(along.deal.tile_rows * columns, 4096);
                EXPECT_EQ(along.deal.tile_rows % 4, 0);
                EXPECT_GE(along.deal.blocks * along.deal.tile_rows, rows);
                continue;
            }
            if (along.deal.warp_runs > 0) {
                EXPECT_TRUE(along.deal.flat);
                EXPECT_GE(along.deal.blocks * 8 * along.deal.warp_runs, rows);
                EXPECT_GE(along.deal.packets * 4, columns - 3);
                continue;
            }
            // What is behind the last packet is added by itself where operands are flat.
            EXPECT_GE(along.deal.packets * 4,
                      how == reduce_scheme::flat_rows ? columns - 3 : columns);
            // The sum over the first axis: the loop has the kept one first.
            loop down({columns, rows});
            EXPECT_EQ(down.run(1, true, axes), reduce_scheme::columns);
            covers(down.deal, down.deal.rows);
            EXPECT_EQ(down.extent[0], rows);
        }
}

// Columns of rows that start between packets: a thread's rows all start at the same place of one,
// and blocks share a packet with the next.
TEST(reduce_deal, columns_of_rows_that_start_between_packets) {
    for (tw::index_t rows : {1, 3, 100, 16383, 1 << 24})
        for (tw::index_t columns : {5, 7, 33, 101, 255, 1001, 16383}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
            // The array has the reduced axis first; the loop has it last.
            loop down({columns, rows});
            down.of_array = {1, columns};
            bool const narrow = columns <= 64 && rows > 1;
            ASSERT_EQ(down.run(1, true, axes, true),
                      narrow ? reduce_scheme::narrow_columns : reduce_scheme::shifted_columns);
            reduce_deal const& d = down.deal;
            EXPECT_TRUE(d.flat);
            EXPECT_FALSE(d.whole_packets);
            EXPECT_EQ(d.shared_packets(), 1);
            if (narrow) {
                EXPECT_EQ(d.blocks, 1);
                EXPECT_EQ(d.period * 4 % columns, 0);
                EXPECT_GE(d.packets * 4, rows * columns);
                covers(d, d.packets);
                continue;
            }
            tw::index_t const width = tw::index_t{1} << d.log2_group;
            EXPECT_EQ(tw::detail::reduce_threads / width % 4, 0);
            EXPECT_EQ(tw::detail::reduce_threads / width * d.row_step % 4, 0);
            EXPECT_GE(d.blocks * (width - 1) * 4, columns);
            EXPECT_LT((d.blocks - 1) * (width - 1) * 4, columns);
            covers(d, d.rows);
        }
}

// Rows of few columns in many planes: a team has a plane's, and its threads whole periods of
// columns.
TEST(reduce_deal, teams_have_planes_of_rows_of_few_columns) {
    for (tw::index_t planes : {2, 100, 65536})
        for (tw::index_t rows : {2, 3, 40, 341, 50000})
            for (tw::index_t columns : {1, 3, 5, 12, 31, 50, 100, 257}) {
                SCOPED_TRACE(std::to_string(planes) + " x " + std::to_string(rows) + " x " +
                             std::to_string(columns));
                loop down({planes, columns, rows});
                down.of_array = {rows * columns, 1, columns};
                bool const narrow = down.run(2, true, axes, true) == reduce_scheme::narrow_columns;
                reduce_deal const& d = down.deal;
                EXPECT_TRUE(narrow || columns != 3 || rows < 40);
                EXPECT_TRUE(!narrow || columns != 257);
                if (!narrow)
                    continue;
                tw::index_t const team = tw::index_t{1} << d.log2_group;
                EXPECT_LE(d.period, team);
                EXPECT_EQ(d.period * 4 % columns, 0);
                EXPECT_GE(d.packets * 4, rows * columns + 3);
                EXPECT_GE(d.blocks * (256 / team), planes);
                covers(d, d.packets);
                if (team < 256) {
                    EXPECT_EQ(d.splits, 1);
                    EXPECT_EQ(d.part, d.packets);
                }
            }
}

// Operands that lie in steps, or start anywhere: pieces of rows, of which threads side by side have
// neighbours.
TEST(reduce_deal, rows_are_spread_among_threads) {
    reduce_kernels with = axes;
    with.spread = true;
    for (tw::index_t rows : {1, 7, 10000})
        for (tw::index_t columns : {1, 3, 31, 100, 127, 128, 129, 1000, 20000})
            for (tw::index_t step : {1, 2}) {
                SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " by " +
                             std::to_string(step));
                loop along({rows, columns});
                along.of_array = {columns * step + 5, step};
                along.run(1, false, with, true);
                reduce_deal const& d = along.deal;
                if (d.spread == tw::detail::spread_by::nothing) {
                    // Neighbours that all start, or lie, alike are read in packets.
                    EXPECT_TRUE(d.flat || columns == 1 || rows == 1 || (columns + 5) % 4 == 0);
                    EXPECT_TRUE(step == 1 || columns == 1);
                    continue;
                }
                EXPECT_EQ(d.spread, tw::detail::spread_by::elements);
                EXPECT_EQ(d.packets % (tw::index_t{1} << d.log2_apart), 0);
                EXPECT_GE(d.packets * 4, columns);
                EXPECT_LT((d.packets - (tw::index_t{1} << d.log2_apart)) * 4, columns);
                EXPECT_EQ(d.whole_pieces, step == 1 && columns >= 128);
                covers(d, d.packets);
            }
}

// Broadcast operands may have more pieces than 32 bits count: pairs of many points.
TEST(reduce_deal, pieces_that_32_bits_do_not_count) {
    reduce_kernels with = whole;
    with.only_flat = false;
    with.spread = true;
    for (tw::index_t const points : {1000, 50000}) {
        loop pairs({points, points, 3});
        pairs.of_array = {3, 0, 1};
        pairs.run(0, false, with, true);
        EXPECT_EQ(pairs.deal.spread, points == 1000 ? tw::detail::spread_by::elements
                                                    : tw::detail::spread_by::nothing);
        covers(pairs.deal, pairs.deal.rows * pairs.deal.packets);
    }
}

// Too long for a group of threads with a packet each, too short for a block: a warp each, if they
// are many. Those that start between packets pass through shared memory while they are short.
TEST(reduce_deal, many_rows_of_middling_length_have_a_warp_each) {
    auto runs = [](tw::index_t rows, tw::index_t columns) {
        loop along({rows, columns});
        along.run(1, false, axes);
        return along.deal.warp_runs;
    };
    EXPECT_EQ(runs(1 << 18, 1000), 4);
    EXPECT_EQ(runs(1 << 18, 1001), 4);
    EXPECT_EQ(runs(1 << 18, 2048), 4);
    EXPECT_EQ(runs(8448, 1000), 1);
    EXPECT_EQ(runs(1 << 18, 256), 0);
    EXPECT_EQ(runs(1 << 18, 260), 4);
    EXPECT_EQ(runs(1 << 18, 133), 0);
    EXPECT_EQ(runs(1 << 18, 2052), 0);
}

// Parts of columns merge one after the other, groups of them first: there are no more of them than
// takes as long as the rows of each, and each group has a counter of its own.
TEST(reduce_deal, parts_of_columns_merge_as_long_as_they_add) {
    for (tw::index_t rows : {1000, 12190, 300000}) {
        SCOPED_TRACE(rows);
        loop x({200, rows});
        x.of_array = {1, 200};
        EXPECT_EQ(x.run(1, true, axes, true), reduce_scheme::columns);
        reduce_deal const& d = x.deal;
        EXPECT_GT(d.splits, 1);
        EXPECT_LE((d.splits - 1) * (d.splits - 1) * (d.splits - 1) * 8, rows * rows);
        covers(d, rows);
        tw::index_t const height = tw::detail::reduce_threads >> d.log2_group;
        tw::index_t const groups = (d.splits + d.merged - 1) / d.merged;
        if (d.splits > tw::detail::most_merged * height) {
            EXPECT_LE((d.merged + groups) * (d.merged + groups), 5 * d.splits + 20);
        }
        EXPECT_LE(d.blocks * (1 + groups), tw::detail::most_counted_blocks);
    }
}
TEST(reduce_deal, few_parts_merge_at_once) {
    for (tw::index_t size : {1 << 20, 1 << 22, 1 << 28}) {
        SCOPED_TRACE(size);
        loop x({size});
        EXPECT_EQ(x.run(0, false, whole), reduce_scheme::flat_rows);
        reduce_deal const& d = x.deal;
        tw::index_t const few = tw::detail::most_merged * tw::detail::reduce_threads;
        EXPECT_EQ(d.merged == d.splits, d.splits <= few);
        // Where there are more of them than places, parts are long.
        EXPECT_TRUE(d.splits <= 132 * whole.flat_blocks ||
                    d.part >= tw::detail::least_steps / 4 * tw::detail::reduce_threads)
            << d.splits << " parts of " << d.part;
    }
}

// Of one output, rows of 32 elements and more of operands that lie across each other.
TEST(reduce_deal, tiles_of_operands_across_each_other) {
    auto deal = [](tw::index_t high, tw::index_t wide, bool across) {
        void const* data = nullptr;
        tw::detail::access how = tw::detail::access::any;
        tw::index_t extent[] = {high, wide};
        tw::index_t none[] = {0, 0};
        tw::index_t along[] = {wide + 4, 1};
        tw::index_t down[] = {across ? 1 : wide + 4, across ? high : 1};
        tw::index_t step[2] = {};
        operand_record const operands[] = {{none, nullptr, nullptr, 0, nullptr, nullptr, true},
                                           {along, &data, nullptr, 4, nullptr, &how, false},
                                           {down, &data, nullptr, 4, nullptr, &how, false}};
        reduce_kernels with = whole;
        with.only_flat = false;
        with.tiles = true;
        reduce_deal d;
        d.reduced = high * wide;
        (void)deal_out(d, with, false, 132 * 2048, false, extent, 2, 0, operands, 3, step);
        return d;
    };
    auto const d = deal(700, 1001, true);
    EXPECT_TRUE(d.tiled);
    EXPECT_EQ(d.rows, 22);
    EXPECT_EQ(d.packets, 32);
    covers(d, 22 * 32);
    EXPECT_FALSE(deal(700, 1001, false).tiled);
    EXPECT_FALSE(deal(31, 1001, true).tiled);
    EXPECT_FALSE(deal(700, 31, true).tiled);
}

// Indices choose rows of memory: what counts along those says where neighbours are, whichever axis
// is reduced, and not where the indices lie.
TEST(reduce_deal, lines_at_indices) {
    auto columns = [](std::uint64_t reduced, bool lines) {
        void const* data = nullptr;
        tw::index_t start = 0;
        tw::detail::access how = tw::detail::access::any;
        tw::index_t extent[] = {5000, 64};
        tw::index_t none[] = {0, 0};
        tw::index_t indices[] = {1, 0};
        tw::index_t along[] = {0, 1};
        operand_record const operands[] = {{none, nullptr, nullptr, 0, nullptr, nullptr, true},
                                           {indices, &data, nullptr, 8, nullptr, &how, false},
                                           {along, nullptr, &start, 0, nullptr, nullptr, true}};
        tw::detail::reduction_order order;
        prepare_reduction(extent, 2, reduced, operands, 3, lines, order);
        return order.columns;
    };
    EXPECT_FALSE(columns(0b10, true));
    EXPECT_TRUE(columns(0b01, true));
    EXPECT_TRUE(columns(0b10, false));
    EXPECT_FALSE(columns(0b01, false));
}

// Blocks of an image: a thread has an output where they are small, and neighbours are many.
TEST(reduce_deal, small_blocks_are_columns) {
    auto columns = [](tw::index_t blocks, tw::index_t high, tw::index_t wide) {
        void const* data = nullptr;
        tw::detail::access how = tw::detail::access::any;
        tw::index_t extent[] = {50, high, blocks, wide};
        tw::index_t none[] = {0, 0, 0, 0};
        tw::index_t image[] = {high * blocks * wide, blocks * wide, wide, 1};
        operand_record const operands[] = {{none, nullptr, nullptr, 0, nullptr, nullptr, true},
                                           {image, &data, nullptr, 4, nullptr, &how, false}};
        tw::detail::reduction_order order;
        prepare_reduction(extent, 4, 0b1010, operands, 2, false, order);
        return order.columns;
    };
    EXPECT_TRUE(columns(100, 2, 2));
    EXPECT_TRUE(columns(100, 3, 5));
    EXPECT_FALSE(columns(100, 32, 32));
    EXPECT_FALSE(columns(31, 2, 2));
}

/// Sums along rows, or columns, of a matrix.
reduce_deal deal_of(tw::index_t rows, tw::index_t columns, bool down = false) {
    loop x(down ? std::vector<tw::index_t>{columns, rows}
                : std::vector<tw::index_t>{rows, columns});
    if (down)
        x.of_array = {1, columns};
    x.run(1, down, axes, down);
    return x.deal;
}

// Few runs are a warp's where blocks would wait for each other, and a block's where they are long.
TEST(reduce_deal, middling_rows_have_warps) {
    EXPECT_EQ(deal_of(4069, 816).warp_runs, 1);
    EXPECT_EQ(deal_of(40000, 816).warp_runs, 4);
    EXPECT_EQ(deal_of(1000, 1000).warp_runs, 1);
    EXPECT_EQ(deal_of(1000, 2400).warp_runs, 0);
    EXPECT_EQ(deal_of(100, 816).warp_runs, 0);
}
// Up to 64 packets are a group's of 32 threads at most, which have two where that pays.
TEST(reduce_deal, short_rows_in_pairs_of_packets) {
    for (tw::index_t const columns : {132, 192, 256}) {
        reduce_deal const d = deal_of(100000, columns);
        EXPECT_EQ(d.warp_runs, 0) << columns;
        EXPECT_EQ(d.log2_group, 5) << columns;
        EXPECT_TRUE(d.flat) << columns;
    }
    EXPECT_EQ(deal_of(100000, 260).warp_runs, 4);
    EXPECT_EQ(deal_of(100000, 40).log2_group, 3);  // 10 packets: 5 pairs
    EXPECT_EQ(deal_of(100000, 32).log2_group, 3);  // 8 packets
    EXPECT_EQ(deal_of(100, 40).log2_group, 4);     // few outputs: a packet each
}
// Columns of few rows keep wide blocks, those of middling arrays have narrow ones.
TEST(reduce_deal, middling_columns_have_narrow_blocks) {
    EXPECT_EQ(deal_of(4069, 816, true).log2_group, 3);
    EXPECT_EQ(deal_of(16384, 16384, true).log2_group, 6);
    for (tw::index_t const rows : {1, 2, 4, 8, 16})
        EXPECT_EQ(deal_of(rows, (1 << 19) / rows, true).log2_group, 6) << rows;
}

/// Of rows of padded matrices the distance is told, so that short ones are read as those that lie
/// one behind the other are.
TEST(reduce_deal, rows_with_room_between_them) {
    alignas(16) static char const memory[16] = {};
    loop padded({100000, 64});
    padded.data = memory;
    padded.of_array = {80, 1};
    EXPECT_EQ(padded.run(1, false, axes, true), reduce_scheme::rows);
    EXPECT_TRUE(padded.deal.flat);
    EXPECT_EQ(padded.deal.run_step, 80);
    loop backwards({100000, 64});
    backwards.data = memory;
    backwards.of_array = {-80, 1};
    EXPECT_EQ(backwards.run(1, false, axes, true), reduce_scheme::rows);
    EXPECT_TRUE(backwards.deal.flat);
    EXPECT_EQ(backwards.deal.run_step, -80);
    // Two axes of outputs have no such number.
    loop planes({100, 1000, 64});
    planes.data = memory;
    planes.of_array = {96000, 80, 1};
    EXPECT_EQ(planes.run(2, false, axes, true), reduce_scheme::rows);
    EXPECT_FALSE(planes.deal.flat);
    EXPECT_EQ(planes.deal.run_step, 0);
    loop packed({100000, 64});
    packed.data = memory;
    EXPECT_EQ(packed.run(1, false, axes), reduce_scheme::rows);
    EXPECT_EQ(packed.deal.run_step, 64);
}

/// Short rows that start between packets: by groups with a packet each where there is a kernel for
/// them and nearly all threads have one, or they cannot pass through shared memory.
TEST(reduce_deal, short_rows_between_packets) {
    alignas(16) static char const memory[32] = {};
    auto with = axes;
    with.cuts = true;
    with.narrow_sums = true;
    auto const is_cut = [&](tw::index_t length, tw::index_t pitch, int offset) {
        loop rows({100000, length});
        rows.data = memory + offset;
        rows.of_array = {pitch, 1};
        EXPECT_EQ(rows.run(1, false, with, true), reduce_scheme::rows);
        return rows.deal.flat && rows.deal.tile_rows == 0 && rows.deal.warp_runs == 0;
    };
    EXPECT_TRUE(is_cut(127, 127, 0));  // 31 packets
    EXPECT_FALSE(is_cut(77, 77, 0));   // 19: tiles
    EXPECT_TRUE(is_cut(77, 81, 0));    // not one behind the other
    EXPECT_TRUE(is_cut(64, 64, 4));    // nor from a packet on
    EXPECT_TRUE(is_cut(8, 80, 4));
    EXPECT_FALSE(is_cut(7, 80, 4));     // perhaps without a packet
    EXPECT_FALSE(is_cut(132, 160, 4));  // a warp each
    with.narrow_sums = false;
    EXPECT_FALSE(is_cut(127, 127, 0));
    EXPECT_TRUE(is_cut(77, 81, 0));
    with.cuts = false;
    EXPECT_FALSE(is_cut(77, 81, 0));
}

/// Outputs that have a piece of each row: blocks have whole outputs, of which a thread has columns.
TEST(reduce_deal, pieces_side_by_side) {
    alignas(16) static char const memory[32] = {};
    auto const dealt = [](tw::index_t rows, tw::index_t outputs, tw::index_t joined, int offset) {
        loop pieces({outputs, rows, joined});
        pieces.data = memory + offset;
        pieces.of_array = {joined, outputs * joined, 1};
        auto const how = pieces.run(1, false, axes, true);
        EXPECT_EQ(how, reduce_scheme::joined_columns);
        EXPECT_EQ(pieces.extent, (std::vector<tw::index_t>{rows, 1, outputs * joined}));
        EXPECT_EQ(pieces.deal.joined, joined);
        EXPECT_EQ(pieces.deal.own_columns % joined, 0);
        EXPECT_EQ(pieces.deal.rows, rows);
        EXPECT_EQ(pieces.deal.outputs, outputs);
        return pieces.deal;
    };
    auto const many = dealt(65536, 341, 3, 0);  // rows of 1023 start between packets
    EXPECT_FALSE(many.whole_packets);
    EXPECT_EQ(many.own_columns, 1023);
    EXPECT_EQ(many.blocks, 1);
    EXPECT_GT(many.splits, 132);
    EXPECT_EQ(dealt(4096, 1001, 17, 0).own_columns, 1020);
    EXPECT_EQ(dealt(8192, 1024, 8, 0).own_columns, 1024);
    EXPECT_EQ(dealt(8192, 1024, 8, 0).blocks, 8);
    EXPECT_FALSE(dealt(8192, 1024, 8, 4).whole_packets);
    // Few rows: a thread has all of the fewest outputs that are whole packets, or of one output.
    auto const pairs = dealt(2, 8388608, 2, 0);
    EXPECT_EQ(pairs.own_columns, 4);
    EXPECT_EQ(pairs.units, 2);
    EXPECT_EQ(pairs.all_packets, 8388608 / 2);
    EXPECT_EQ(pairs.blocks, 8388608 / 2 / 2 / 256);
    auto const threes = dealt(3, 1000000, 3, 0);
    EXPECT_EQ(threes.own_columns, 12);
    EXPECT_EQ(threes.all_packets, 250000);
    EXPECT_EQ(threes.units, 1);
    auto const between = dealt(3, 1000001, 3, 0);
    EXPECT_EQ(between.own_columns, 3);
    EXPECT_EQ(between.all_packets, 1000001);
    EXPECT_FALSE(between.whole_packets);
    auto const pairs_between = dealt(2, 1000001, 3, 0);
    EXPECT_EQ(pairs_between.units, 1);
    EXPECT_EQ(pairs_between.blocks, 3907);
}
/// Where that is not the way, the loop is as before.
TEST(reduce_deal, pieces_that_are_not_joined) {
    alignas(16) static char const memory[32] = {};
    loop lines({64, 4096, 64});  // a line of memory each, of many rows
    lines.data = memory;
    lines.of_array = {64, 4096, 1};
    EXPECT_NE(lines.run(1, false, axes, true), reduce_scheme::joined_columns);
    EXPECT_EQ(lines.extent, (std::vector<tw::index_t>{64, 4096, 64}));
    EXPECT_EQ(lines.of_array, (std::vector<tw::index_t>{64, 4096, 1}));
    EXPECT_EQ(lines.deal.joined, 1);
    loop apart({341, 4096, 3});  // outputs' pieces do not follow each other
    apart.data = memory;
    apart.of_array = {4, 341 * 4, 1};
    EXPECT_NE(apart.run(1, false, axes, true), reduce_scheme::joined_columns);
    EXPECT_EQ(apart.extent, (std::vector<tw::index_t>{341, 4096, 3}));
}
/// What a kernel that brings patches to shared memory reads for each output: all of its elements,
/// each once, none of them beside the patch.
void patches_cover(loop& l, int split, reduce_kernels const& with) {
    auto const rank = l.extent.size();
    auto const kept = static_cast<std::size_t>(split);
    ASSERT_EQ(l.run(split, true, with, true), reduce_scheme::patches);
    auto const& d = l.deal;
    auto const& cut = d.patch;
    std::vector<tw::index_t> found;  // of every output, the sum of where its elements are
    std::vector<tw::index_t> counts(static_cast<std::size_t>(d.outputs));
    found.resize(counts.size());
    for (tw::index_t number = 0; number < cut.patches; ++number) {
        tw::index_t const along = number / cut.chunks;
        tw::index_t const unit = number % cut.chunks * cut.units;
        tw::index_t const units = std::min<tw::index_t>(cut.units, cut.line - unit);
        tw::index_t const start = along * cut.along_step + unit * cut.unit;
        int const ahead = static_cast<int>(start + d.packet_start) & (with.row_lanes - 1);
        std::vector<tw::index_t> memory(static_cast<std::size_t>(with.patch_elements), -1);
        for (tw::index_t line = 0; line < d.rows; ++line)
            for (tw::index_t e = 0; e < units * cut.unit; ++e) {
                tw::index_t const from = start + line * d.row_step + e;
                tw::index_t const to = line * cut.pitch + ahead + e;
                ASSERT_LT(to, with.patch_elements);
                // Packets lie in shared memory as in the array's.
                ASSERT_EQ((to - from - d.packet_start) % with.row_lanes, 0);
                ASSERT_EQ(memory[static_cast<std::size_t>(to)], -1);
                memory[static_cast<std::size_t>(to)] = from;
            }
        for (tw::index_t q = 0; q < units * cut.inner; ++q)
            for (int k = 0; k < cut.runs; ++k)
                for (int e = 0; e < cut.run; ++e) {
                    tw::index_t const at = ahead + q / cut.inner * cut.unit + q % cut.inner +
                                           k * cut.pitch + e * cut.run_step;
                    auto const o =
                        static_cast<std::size_t>((along * cut.line + unit) * cut.inner + q);
                    ASSERT_GE(memory[static_cast<std::size_t>(at)], 0);
                    found[o] += memory[static_cast<std::size_t>(at)];
                    ++counts[o];
                }
    }
    for (std::size_t o = 0; o < counts.size(); ++o) {
        auto rest = static_cast<tw::index_t>(o);
        tw::index_t first = 0;
        for (std::size_t a = kept; a-- > 0; rest /= l.extent[a])
            first += rest % l.extent[a] * l.of_array[a];
        tw::index_t want = first * d.reduced;
        for (std::size_t a = kept; a < rank; ++a)
            want += d.reduced / l.extent[a] * l.of_array[a] * (l.extent[a] * (l.extent[a] - 1) / 2);
        ASSERT_EQ(counts[o], d.reduced) << o;
        ASSERT_EQ(found[o], want) << o;
    }
}
TEST(reduce_deal, patches) {
    alignas(16) static char const memory[32] = {};
    reduce_kernels with = axes;
    with.patch_elements = 4096;
    with.patch_bytes = 4;
    with.patch_blocks = 4;
    for (int const offset : {0, 4}) {
        // planes x inner, run: elements of few columns, of more than a patch's, of a slice.
        for (auto const& [planes, run, inner] : {std::array<tw::index_t, 3>{6001, 27, 9},
                                                 {80001, 2, 7},
                                                 {200, 100, 66},
                                                 {6, 20, 9001}}) {
            loop l({planes, inner, run});
            l.data = memory + offset;
            l.of_array = {run * inner, 1, inner};
            patches_cover(l, 2, with);
        }
        loop slice({4500, 9, 27});
        slice.data = memory + offset;
        slice.of_array = {30 * 11, 1, 11};
        patches_cover(slice, 2, with);
        // high x wide (x channels), rows, columns: pools, of lines that start between packets.
        for (auto const& [high, wide, rows, columns] :
             {std::array<tw::index_t, 4>{601, 551, 2, 2}, {334, 401, 3, 3}}) {
            loop l({high, wide, rows, columns});
            l.data = memory + offset;
            l.of_array = {rows * wide * columns, columns, wide * columns, 1};
            patches_cover(l, 2, with);
        }
        loop colours({400, 201, 3, 2, 2});
        colours.data = memory + offset;
        colours.of_array = {2 * 201 * 2 * 3, 2 * 3, 1, 201 * 2 * 3, 3};
        patches_cover(colours, 3, with);
    }
    // Rows of whole packets are read as such, but few rows of pieces that are too long for a
    // thread.
    loop whole({60000, 8, 27});
    whole.data = memory;
    whole.of_array = {27 * 8, 1, 8};
    EXPECT_NE(whole.run(2, true, with, true), reduce_scheme::patches);
    loop pieces({200, 300, 2, 64});
    pieces.data = memory;
    pieces.of_array = {2 * 300 * 64, 64, 300 * 64, 1};
    patches_cover(pieces, 2, with);
    // What counts an output's elements does so as a thread comes by them, or there is another way.
    auto const counted = [&](std::vector<tw::index_t> of_index) {
        tw::index_t extent[] = {5003, 9, 27};
        tw::index_t of_output[] = {9, 1, 0};
        tw::index_t of_array[] = {27 * 9, 1, 9};
        void const* data = memory;
        tw::index_t origin = 0;
        auto how = tw::detail::access::any;
        operand_record const operands[] = {
            {of_output, nullptr, nullptr, 0, nullptr, nullptr, true},
            {of_array, &data, nullptr, 4, nullptr, &how, false},
            {of_index.data(), nullptr, &origin, 0, nullptr, nullptr, true}};
        reduce_deal deal;
        deal.outputs = 5003 * 9;
        deal.reduced = 27;
        tw::index_t step[3] = {};
        return deal_out(deal, with, false, 132 * 2048, true, extent, 3, 2, operands, 3, step);
    };
    EXPECT_EQ(counted({0, 0, 1}), reduce_scheme::patches);
    EXPECT_NE(counted({0, 0, -1}), reduce_scheme::patches);
    EXPECT_NE(counted({0, 0, 2}), reduce_scheme::patches);
    // Planes of few columns and many rows are a run of elements, many rows of a matrix columns.
    loop long_planes({2000, 3, 1000});
    long_planes.data = memory;
    long_planes.of_array = {3000, 1, 3};
    EXPECT_EQ(long_planes.run(2, true, with, true), reduce_scheme::narrow_columns);
    loop matrix({3001, 2000});
    matrix.data = memory;
    matrix.of_array = {1, 3001};
    EXPECT_NE(matrix.run(1, true, with, true), reduce_scheme::patches);
}
/// Pools of images whose channels come last.
TEST(reduce_deal, pools_of_channels) {
    alignas(16) static char const memory[32] = {};
    auto const dealt = [](tw::index_t channels) {
        // 64 images of 512 x 512 in blocks of 2 x 2.
        loop pool({64 * 256, 256, channels, 2, 2});
        pool.data = memory;
        pool.of_array = {1024 * channels, 2 * channels, 1, 512 * channels, channels};
        EXPECT_EQ(pool.run(3, true, axes, true), reduce_scheme::joined_columns);
        EXPECT_EQ(pool.extent, (std::vector<tw::index_t>{64 * 256, 256, 2, 2, channels}));
        EXPECT_EQ(pool.deal.rows, 2);
        EXPECT_EQ(pool.deal.joined, 2);
        EXPECT_EQ(pool.deal.row_step, 512 * channels);
        EXPECT_EQ(pool.deal.piece_step, channels);
        return pool.deal;
    };
    EXPECT_TRUE(dealt(64).whole_packets);
    EXPECT_EQ(dealt(64).all_packets, 64 * 256 * 256 * 16);
    EXPECT_FALSE(dealt(3).whole_packets);
    EXPECT_EQ(dealt(3).all_packets, 64 * 256 * 256 * 3);
}

}  // namespace
