// SPDX-License-Identifier: MIT
// The numbers that element-wise kernels and reductions were tuned with, and what was measured: on a
// Hopper card (compute capability 9.0, H200), by which other architectures go too.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0::detail {

struct elementwise_tuning {
    /// Threads of every block.
    static constexpr int block_threads = 256;
    /// Loops of at most so many elements have an element a thread: with packets, few blocks would
    /// do all the work.
    static constexpr index_t short_loop = index_t{1} << 16;
    /// Rows of fewer elements that start in different places are walked element by element: every
    /// warp would be on two rows, and have the code for whole packets and for others. Of 2^26
    /// float32 in rows of 17, outer sums take 0.12 ms in the place of 0.31, differences of
    /// neighbours 0.23 and 0.37, m - row 0.139 and 0.179, of 101 0.12 and 0.18, 0.19 and 0.26,
    /// 0.139 and 0.169. Shorter rows that follow each other have packets of the output all the same
    /// (outer sums of rows of 7: 0.099, a warp's elements side by side 0.124).
    static constexpr index_t shortest_row = 128;
    /// Packets of such shorter rows, and of those in loops of costly functions.
    static constexpr int fewest_packets = 4;
    /// Threads along a row, as a power of two, at most: all of a block.
    static constexpr int strided_log2_width = 8;
    /// Rows of a thread, at most, where several operands are shifted against each other, and blocks
    /// that there should be at least.
    static constexpr int most_rounds = 8;
    static constexpr index_t enough_blocks = 1024;
    /// Rows that may be channels of an interleaved operand; from there on tiles are.
    static constexpr int most_channels = 16;
    /// Rows shorter than this are not tiled: of so many bytes where elements are turned in words,
    /// of so many elements where they are not. Transposes of 2^26 float32 elements to rows of 17
    /// took 0.42 ms in tiles and take 0.16, of 48 0.178 and 0.169, of 64 0.133 and 0.160; of 2^27
    /// uint8 to rows of 17 0.226 and 0.157, of 40 0.206 and 0.119, of 65 0.23 and 0.49.
    static constexpr index_t short_rows = 64;
    /// The same where an operand lies as the result does, of one, two and eight bytes: a +
    /// transpose(b) of 2^27 uint8 in rows of 17 0.37 and 0.28, of 33 0.316 and 0.314, of 63 0.31
    /// and 0.34; of float16 in rows of 65 0.41 and 0.34, of 101 0.28 and 0.40; of 2^25 float64 in
    /// rows of 17 0.35 and 0.19, of 100 0.22 and 0.20.
    static constexpr index_t short_beside_bytes = 33;
    static constexpr index_t short_beside_shorts = 80;
    static constexpr index_t short_beside_wide = 100;
    /// Moves of 8 bytes: 2^25 float64 to rows of 17 0.170 and 0.144, of 31 0.141 and 0.163.
    static constexpr index_t short_moves = 25;
    /// Tiles of words are full of rows of such multiples: uint8 to rows of 16 0.075 and 0.089, of
    /// 24 0.155 and 0.113, a + transpose(b) of 20 0.184 and 0.237.
    static constexpr index_t filling = 16;
    static constexpr index_t filling_beside = 4;
    /// Tiles of words that there should be at least; below that they are smaller.
    static constexpr index_t enough_tiles = 528;
    /// Elements of a loop that goes in boxes, at least, and blocks of them on a multiprocessor.
    static constexpr index_t fewest_permuted = index_t{1} << 17;
    static constexpr int box_blocks = 2;
    /// Tiles of a stencil that there should be at least, and blocks of them on a multiprocessor.
    static constexpr index_t enough_windows = 264;
    static constexpr int window_blocks = 4;
    /// Shifted reads of an element from where windows are worth it. Sobel's operator (12 reads, 8
    /// different ones) on 8192 x 8192 float32 takes 2.74 times as long as a copy without windows,
    /// 1.55 with them, in rows that begin between packets 1.89; 25 points 2.72 and 2.20; but nine
    /// points 1.48 and 1.54, five 1.25 and 1.56. Float16: Sobel 5.3 and 3.4, 25 points 5.4 and 4.5,
    /// seven points of 512 x 512 x 256 8.4 and 2.9.
    static constexpr int window_reads = 12;
    /// The same along three axes of elements of up to 2 bytes; of fewer there is no kernel.
    static constexpr int fewest_window_reads = 7;
    /// Packets of a thread that makes its elements, where there are enough_blocks for fewer.
    static constexpr index_t packets_made = 8;
    /// Blocks on a multiprocessor, for trees whose leaves may turn out to be one: a polynomial of
    /// degree 10 over 2^28 float16 takes 0.302 ms with 5, 0.336 with 4 and 0.544 with 2; read ten
    /// times it took 0.839. A sum of products of seven such arrays 0.342, with 6 0.440.
    static constexpr int once_blocks = 5;
    /// For trees of 16-bit floats that load all operands before they compute, without functions
    /// that need registers: tanh's GELU of 2^28 float16 takes 0.326 ms, as the compiler likes
    /// 0.349; with a sine in it such a tree takes 0.535 in the place of 0.485.
    static constexpr int loading_blocks = 8;
    /// And for many operands of bytes that are shifted against each other: the game of life by
    /// eight rolls of 2^28 bytes takes 1.37 ms with 4, 1.47 with 3, 1.40 with 6, 1.79 with 2.
    static constexpr int near_blocks = 4;
    /// Rows of 16-bit floats whose formula has one subtree several times: the GELU of m + row (2^28
    /// float16) takes 0.432 ms with 5, 0.468 with 4; x = m * column + row, a polynomial of degree 3
    /// of x, 0.314 with 6, 0.334 with 5, 0.368 with 4; with a logarithm in it 0.70 with 4, 0.75
    /// with 5, 1.1 with 6. More than three operands with quotients or roots: (m - column) /
    /// sqrt(column + 1e-3) * row + row of 2^26 takes 1.72 times as long as a copy, 1.73 with
    /// 4, 2.03 with 6.
    static constexpr int once_blocks_in_rows = 5;
    static constexpr int once_blocks_of_cheap = 6;
    /// Two or three operands of 4 bytes, some of which are stretched: column + row of 16384 x 16384
    /// float32 takes 0.236 ms, with 5 blocks 0.240, m / row of 2^25 in rows of 1000 1.01
    /// times as long as a copy, with 5 1.06. Not where a block looks for its box first:
    /// roll(m, 1) + roll(m, -1) - 2 * m of 2^26 took 0.214 ms in the place of 0.165.
    static constexpr int few_blocks = 6;
    /// Others of two or three operands, divisions among them: m / row of 2^25 float32 in rows of 64
    /// takes 0.068 ms, as the compiler likes 0.074, of 2^26 float16 0.076 and 0.081. With
    /// few_blocks (m - row) / row of float16 takes 0.133 in the place of 0.089, but costly
    /// functions of two operands gain: exp(m - row) of 2^26 float16 in rows of 1000 0.078, as the
    /// compiler likes 0.095. Of 8 bytes: (m - column) * row of 2^24 float64 1.03 times as long as a
    /// copy, as the compiler likes 1.10, with 6 1.41.
    static constexpr int row_blocks = 5;
    /// Lines of memory at indices: m(i) of 65536 rows of 1024 float32 takes 0.133 ms with 8, 0.148
    /// with 6, 0.181 with registers for 4; m(i) - m(k) * a spills with 8 and takes 0.215 with 6 in
    /// the place of 0.264; rows of 8192 bytes 0.043 with 5, 0.058 with 6.
    static constexpr int line_blocks = 8;
    static constexpr int line_blocks_several = 6;
    static constexpr int line_blocks_narrow = 5;
    /// An output larger than this does not stay in the cache if its operands are small: beyond half
    /// the second-level cache.
    static constexpr index_t streamed_bytes = index_t{1} << 26;

    /// Operands that are broadcast, in shared memory: packets under way beside the one that is
    /// computed (with 4 the same; (m + row) * column of 2^26 float16 with the next one in registers
    /// takes 1.27 times as long as a copy, so 1.04).
    static constexpr int broadcast_stages = 3;
    /// Packets of a loop, in blocks' threads, from which on that is faster: below, blocks are short
    /// for what they begin with.
    static constexpr index_t broadcast_packets = 2048;
    /// Packets of a thread, where there are enough_blocks: (m - column) / column of 2^26 float32 in
    /// rows of 253 takes 1.02 times as long as a copy, with 12 1.05; and of more operands with
    /// quotients or roots: (m - column) / sqrt(column + 1e-3) * row + row 1.27, with 6 1.36.
    static constexpr index_t broadcast_each = 6;
    static constexpr index_t broadcast_most = 12;
    /// Packets that a block may put together of rows, and those for which a thread should have
    /// another one to compute: m / row of 2^26 float16 in rows of 1023 takes 1.14 times as long as
    /// a copy with 16, 1.33 with 6, in other kernels 1.28.
    static constexpr index_t broadcast_filled = 2048;
    static constexpr index_t broadcast_filled_each = 96;

    /// Registers for what a thread loads of rows before it computes.
    static constexpr int loaded_words = 40;

    /// Shared memory that a block may have without asking.
    static constexpr std::size_t shared_bytes = 48 * 1024;

    /// Shared memory for the terms of a hoisted tile, so that four blocks fit a multiprocessor.
    static constexpr unsigned hoisted_bytes = 32 * 1024;
    /// Rows of a hoisted tile at most, for results of 4 bytes and for wider ones: beyond it the
    /// share of the terms is small.
    static constexpr index_t hoisted_rows = 128;
    static constexpr index_t hoisted_rows_wide = 256;
    /// Elements of a tile of short rows, which is higher: sin(column) * cos(row) of 2^28 float32
    /// takes 0.585 ms in rows of 10, with 128 rows a tile 0.846, of 16 0.298 and 0.464.
    static constexpr index_t hoisted_elements = 16384;
    /// Rows as short as that, where they start between packets and where they do not: 0.577 ms and
    /// 0.535 of 25, 0.287 and 0.314 of 32, 0.281 and 0.275 of 48.
    static constexpr index_t hoisted_short_rows = 20;
    static constexpr index_t hoisted_short_packets = 40;
    /// Elements of a tile of whole rows that start in different places, at least.
    static constexpr int through_elements = 4096;
    /// Tiles that keep a device busy.
    static constexpr index_t hoisted_tiles = 512;
    /// Of short rows.
    static constexpr index_t hoisted_short_tiles = 2112;
};

/// Blocks of 256 threads that should fit on a multiprocessor of 2048, and what they do.
struct reduce_tuning {
    /// Bytes of each operand that a thread has on their way.
    static constexpr int bytes_in_flight = 64;
    /// Registers for the values of several reductions that a thread has at a time.
    static constexpr int value_registers = 32;
    /// Whole runs of flat operands: sum of 2^28 float32 0.240 ms with 6 blocks, 0.242 with 8; of
    /// 2^28 int8 0.071 ms with 5, 0.076 with 6.
    static constexpr int flat_blocks = 6;
    static constexpr int flat_blocks_bytes = 5;
    /// Several runs, which also keep where they are: rows of 16384 0.237 ms with 5, 0.240 with 6.
    static constexpr int flat_blocks_runs = 5;
    /// Several operands: sum(a * b) of 2^27 0.241 ms with 4, 0.255 with 3.
    static constexpr int flat_blocks_operands = 4;
    /// Costly functions of operands of up to 4 bytes: sum(a * log(a)) of 2^26 float32 on an H100
    /// 0.096 ms with 4, 0.122 with 3.
    static constexpr int flat_blocks_costly = 4;
    /// More of them, and what is computed of them, need the registers of fewer blocks.
    static constexpr int few_terms = 6;
    /// Accumulators of more than 8 bytes, as registers allow, and of more than 32.
    static constexpr int flat_blocks_wide = 4;
    static constexpr int fewest_blocks = 3;
    /// Costly functions of doubles: they would spill.
    static constexpr int costly_blocks = 2;
    /// Runs in any layout, and those with wide accumulators or many lanes. Sums of m * log(m) over
    /// rows of 1000 float32 (2^26 in all) on an H100 take 0.160 ms with registers for 2; masked
    /// means of rows of 100 (a sum and a count) on an H200 0.148, for 3 0.181, but argmax of rows
    /// of 1001 0.093, for 3 0.077.
    static constexpr int rows_blocks = 4;
    static constexpr int rows_blocks_wide = 3;
    /// Columns whose accumulators take up to 16 and 64 bytes a thread, and more: with one place too
    /// many promised, argmax over axis 0 of 16384 x 16384 takes 0.291 ms in the place of 0.265.
    static constexpr int column_blocks = 4;
    static constexpr int column_blocks_wide = 3;
    static constexpr int column_blocks_widest = 2;
    /// Shared memory in which a block's columns merge.
    static constexpr int column_scratch = 32 * 1024;
    /// Parts of several outputs' runs for each block that fits, at most: sums of 16 rows of 2^24
    /// float32 on an H200 take 0.236 ms, with one 0.239. One output, and wide accumulators, have
    /// one: with four, sums of 2^26 float32 on an H100 take 0.1005 ms in the place of 0.0928, of a
    /// * log(a) 0.118 of 0.096, those of 2^28 on an H200 0.240 of 0.236.
    static constexpr int row_waves = 4;
    /// Packets of a run that a warp reduces alone, at most. Sums of rows of 3000 float32, 2^28 in
    /// all: 0.252 ms a warp each, 0.316 a block each, of 8192 0.248 and 0.239. Positions take
    /// longer to merge: of 4096 0.299 and 0.451, of 8192 0.280 and 0.329. Of 16-bit floats a block
    /// is faster early: of 8192 0.131, and 0.196 a warp each.
    static constexpr int warp_packets(int lanes, std::size_t accumulator_bytes) {
        return lanes > 4 ? 512 : accumulator_bytes > 8 ? 2048 : 1024;
    }
    /// Packets of the longest run that starts between packets and that no warp has alone, one
    /// behind the other. `several`: sums of several operands; `pooled`: positions, deviations, and
    /// wide sums of one. (Sums of exponentials of rows of 201 / 257 of 2^26 float32: 0.119 / 0.098
    /// ms a warp each, 0.118 / 0.132 as tiles; positions of 201 / 257 0.167 / 0.136 and 0.098 /
    /// 0.122; cosines of rows of 333 of 2^27 float16 0.30 and 0.40.)
    static constexpr int cut_packets(int lanes, bool several, bool pooled) {
        return pooled ? (lanes > 4 ? 59 : 64) : several && lanes > 4 ? 32 : 55;
    }
    /// Packets of a run from which on a thread has two of it, and a warp more runs. Of rows of 40
    /// float32, 2^26 in all, sums take 0.068 ms, and 0.077 with one each, standard deviations 0.093
    /// and 0.134, positions 0.082 and 0.113; sums of rows of 16 0.080 and 0.070, positions of rows
    /// of 16 doubles, 2^24 in all, 0.067 and 0.049.
    static constexpr int pairs_from(bool wide_positions, std::size_t accumulator_bytes) {
        return wide_positions ? 33 : accumulator_bytes <= 4 ? 9 : 5;
    }
    /// Short runs, or a patch, that a block keeps in shared memory; of wide values twice as much.
    static constexpr int tile_bytes = 16 * 1024;
    /// Blocks that each bring the next patch while they add up one. Sums over axis 1 of 276168 x 27
    /// x 9 float32 take 0.082 ms with registers for 4, 0.097 for 6.
    static constexpr int patch_blocks = 4;
};

/// Reductions over pairs, in tiles. `weight` is that of an element beside an addition
/// (pair_weight), `bytes` those of an accumulator.
struct pair_tuning {
    /// Tiles of one axis: rows of a thread, and steps whose operands it loads together. Forces of
    /// 16384 bodies, both coordinates: 0.192 ms, with registers for 4 blocks 0.189, for 5 0.207.
    static constexpr int flat_threads = 128;
    static constexpr int flat_blocks = 3;
    static constexpr int flat_steps = 256;
    static constexpr int flat_rows(int weight, int bytes) {
        return bytes > 32 ? 1 : bytes > 8 || weight > 120 ? 2 : 4;
    }
    static constexpr int flat_together(int weight, int operands) {
        return weight > 120 || operands > most_held_operands ? 1 : 4;
    }
    static constexpr int most_held_operands = 24;

    /// Tiles of two axes: outputs of a thread. Distances of 4096 x 4096 in 64 dimensions 0.105 ms
    /// with 8 x 8 and two blocks; with one, registers being free, 0.130.
    static constexpr int tile_width = 16;
    static constexpr int tile_blocks = 2;
    static constexpr int tile_steps = 16;
    static constexpr int tile_outputs(int weight, int bytes) {
        if (weight > 24)
            return bytes <= 16 ? 8 : 4;
        return bytes <= 4    ? (weight <= 8 ? 64 : 16)
               : bytes <= 8  ? 32
               : bytes <= 16 ? 16
               : bytes <= 32 ? 8
                             : 4;
    }

    /// Smaller tiles, where those would leave most of a device idle: distances of 256 x 256 in 100
    /// dimensions 0.0109 ms, in the others 0.0243; of 1536 x 1536 0.036 and 0.041.
    static constexpr int small_outputs = 16;
    static constexpr int small_steps = 32;
    static constexpr index_t fewest_small_steps = 32;
    /// What a step of a block takes of a multiprocessor's time (of 64 outputs a thread, and of a
    /// small tile), how many steps its start and its end take, and in steps of a small tile what
    /// merging parts takes.
    static constexpr index_t tile_time = 23;
    static constexpr index_t small_time = 8;
    static constexpr index_t tile_ends = 12;
    static constexpr index_t small_ends = 24;
    static constexpr index_t tile_merging = 330;
    static constexpr index_t small_merging = 70;

    /// Nested ones: a thread has whole rows, so that what it finds in a tile needs no merging. The
    /// nearest of 16 centres for 2^20 points in 8 dimensions: 0.029 ms, with 32 outputs a thread
    /// and 6 blocks 0.032, with 4 threads a row 0.116.
    static constexpr int nested_threads = 128;
    static constexpr int nested_blocks(int outputs) { return outputs > 32 ? 4 : 6; }
    static constexpr int nested_steps = 16;
    static constexpr int nested_outputs(int weight, int bytes) {
        return weight > 24 || bytes > 8 ? 8 : weight > 8 || bytes > 4 ? 32 : 64;
    }

    /// Bytes of a buffer, of which there are two: one is filled while the other is used. A single
    /// step may take a little more.
    static constexpr int staged_bytes = 22 * 1024;
    static constexpr int most_staged_bytes = 24 * 1024;
    /// Elements between two merges into the second level of accumulators.
    static constexpr int run = 64;
    static constexpr int long_run = 256;

    /// Tiles pay from so many outputs and reduced elements on.
    static constexpr index_t fewest_rows = 192;
    static constexpr index_t fewest_steps = 8;
    /// Few pairs in few tiles of one axis leave most of a device idle, and their parts are to be
    /// merged: forces of 1000 bodies take 0.0110 ms, a group of threads an output 0.0057; of 3000
    /// bodies 0.0181 and 0.0209.
    static constexpr index_t few_tiles = 8;
    static constexpr index_t few_pairs = index_t{5} << 20;
    static constexpr index_t fewest_lines = 8;
    /// Too few tiles are cut into parts of at least so many steps, until their blocks fill the
    /// device once, or (flat) up to so many times where that takes less time: a block's start and
    /// its end take as long as so many steps.
    static constexpr index_t fewest_flat_steps = 32;
    static constexpr index_t fewest_tile_steps = 128;
    static constexpr index_t flat_waves = 3;
    static constexpr index_t block_steps = 24;
    /// Parts of an output that one block merges; of more, the last blocks of several merge what
    /// those leave.
    static constexpr unsigned merged = 16;
    /// Few outputs of long sums, a thread all of a small tile: where tiles of a block would have
    /// less than a quarter of their outputs, from so many reduced elements on; steps of a thread in
    /// one part. Products of 10^6 x 8 with itself: 0.034 ms, in tiles of a block 1.75; sums of 2^20
    /// points in 8 dimensions by 16 labels 0.052, a group of threads a sum 0.274.
    static constexpr int few_blocks = 2;
    static constexpr index_t least_part = 4;
    static constexpr index_t fewest_long_steps = 4096;
    static constexpr index_t fewest_few_steps = 4;
    /// Nested ones: columns of a part, blocks of a place one after the other, and columns that take
    /// as long as a block's start and its end. Where rows are not enough for all multiprocessors, a
    /// tile has this part of its rows at least, or pairs of a row are so few. The nearest of 8192
    /// points for each of them in 2 dimensions takes 0.049 ms, in 16 dimensions 0.144, by way of
    /// distances in memory 0.156 and 0.217.
    static constexpr index_t fewest_columns = 64;
    static constexpr index_t nested_waves = 3;
    static constexpr index_t block_columns = 32;
    static constexpr index_t least_nested_part = 2;
    static constexpr index_t small_rows = 4096;
    /// Of nested ones, which count columns in 32 bits.
    static constexpr index_t most_columns = index_t{1} << 30;
};

/// Reductions of outer products of costly functions, a thread an output.
struct outer_tuning {
    /// Operands in shared memory, at most.
    static constexpr int operands = 8;
    /// Blocks on a multiprocessor, for operands of up to 4 bytes and of more.
    static constexpr int blocks = 6;
    static constexpr int blocks_wide = 3;
};

/// Streamed reductions: matrix times vector and the like.
struct stream_tuning {
    /// Shorter reduced axes are left to the kernel for any layout.
    static constexpr index_t shortest = 4;
    /// Outputs (rows) or steps (columns) whose packets a thread has under way together: four of 16
    /// bytes. What they share is read once for all of them, a quarter as often.
    static constexpr int together(int accumulator_bytes, int element_bytes) {
        return accumulator_bytes <= 16 && element_bytes <= 16 ? (element_bytes == 1 ? 2 : 4) : 1;
    }
    /// Blocks on a multiprocessor, as registers allow: matrix times vector of 2^28 float16 takes
    /// 0.236 ms with 4, which spills; two sums over rows of 256 float32, 2^26 in all, one of them
    /// beside a vector, 0.198 with 4 and 0.089 with 2.
    static constexpr int blocks(int weight, int accumulator_bytes, int element_bytes,
                                bool several_sums) {
        return accumulator_bytes > 8 || several_sums || element_bytes > (weight > 24 ? 4 : 8) ? 2
               : weight > 24 || element_bytes < 4                                             ? 3
                                                                                              : 4;
    }
    /// The same of rows that start between packets, which need more registers.
    static constexpr int shifted_blocks(int blocks, bool several_sums) {
        return blocks > 2 || !several_sums ? blocks - 1 : blocks;
    }
    /// Where each operand is held for itself, so many have registers for packets of several
    /// outputs, and of one.
    static constexpr int most_plain_operands = 5;
    static constexpr int most_packed_operands = 24;
    /// Packets of an output that a warp takes, at most, in the place of a block.
    static constexpr index_t warp_packets = 16;
    /// Columns: parts of an output for a row of a block's threads, at most, however short they are.
    static constexpr int merged_parts = 4;
    /// Steps that are worth a block of their own.
    static constexpr index_t fewest_chunks = 4;
    /// Blocks in the place of each that fits, so that multiprocessors are done together.
    static constexpr index_t waves = 4;
};

}  // namespace twill::inline v0::detail
