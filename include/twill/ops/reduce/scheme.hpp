// SPDX-License-Identifier: MIT
// What the kernels of reductions are told of a loop, and what they tell of themselves.
#pragma once

#include "twill/ops/reduce/plan.hpp"

namespace twill::inline v0::detail {

/// How operands that are shifted against each other, or lie in steps, are read: not in a way of
/// their own; element by element, threads side by side; or in packets that start anywhere.
enum class spread_by { nothing, elements, packets };

/// Runs in shared memory that a thread adds up without a loop.
inline constexpr int few_elements = 8;
/// Elements of an output in a patch that a thread has, up to which it knows where each is.
inline constexpr int known_elements = 16;

/// Patches of elements that pass through shared memory, `rows` lines each. A line has `units` one
/// behind the other, of which each has elements of `inner` neighbouring outputs: `runs` of `run`.
struct patch_deal {
    int units = 0;
    int unit = 0;  ///< elements of a line in a unit
    int inner = 1;
    int pitch = 0;  ///< from one line of a patch to the next, in shared memory, and from run to run
    int runs = 1;
    int run = 1;
    int run_step = 1;        ///< between elements of a run, in shared memory
    bool known = false;      ///< a thread has `known_elements` of an output at most
    int log2_width = 0;      ///< threads that bring one line
    index_t line = 0;        ///< units of all patches along a line of memory
    index_t chunks = 1;      ///< patches along it
    index_t along_step = 0;  ///< from one such line to the next
    index_t patches = 0;     ///< in all
};

/// Short rows beside a vector, or of several arrays, that pass through shared memory as they are.
struct short_rows_tuning {
    /// Elements of the longest beside a vector, and of whole packets.
    static constexpr index_t longest = 64;
    static constexpr index_t longest_whole = 4;
    /// Bytes of all arrays in shared memory, how many there may be, and how many operands.
    static constexpr int bytes = 16384;
    static constexpr int most_arrays = 8;
    static constexpr int most_operands = 16;
    /// Blocks on a multiprocessor.
    static constexpr int blocks = 6;
};

/// Which array each operand is of those that a block has rows of in shared memory.
struct short_arrays {
    std::uint64_t of = 0;  ///< four bits for each
    int apart = 0;         ///< bytes from one to the next
};

/// What a kernel takes of the loop, but for its extents.
struct reduce_deal {
    int kept_end = 0;     ///< axes [0, kept_end) count outputs
    int reduced_end = 0;  ///< axes [kept_end, reduced_end) count reduced elements
    index_t outputs = 1;
    index_t reduced = 1;
    index_t rows = 1;     ///< reduced elements (columns) or runs of them (rows) of an output
    index_t packets = 1;  ///< of a run (rows), of the inner kept axis (columns)
    index_t splits = 1;   ///< parts that an output is cut into; each leaves one accumulator
    /// Multiprocessors are done at different times with large parts, the first ones; the small ones
    /// that follow even that out.
    index_t large = 0;  ///< how many large ones
    index_t share = 1;  ///< small parts in a large one
    index_t part = 0;   ///< what one of the others handles: packets or rows
    int merged = 1;  ///< parts that merge together, and then those of all such groups; all: at once
    index_t blocks = 1;       ///< that together have one part of every output
    int log2_group = 8;       ///< threads an output (rows) or packets a block (columns)
    index_t row_step = 0;     ///< flat: from one run to the next
    index_t run_step = 0;     ///< flat rows: from one output's to the next one's; 0: no such number
    index_t output_step = 0;  ///< rows: from one output to the next; 0: found axis by axis
    int tile_rows = 0;        ///< short runs of a block that pass through shared memory
    short_arrays arrays;      ///< there, where they are those of several
    int warp_runs = 0;        ///< flat: runs of a warp that are longer than it has threads
    bool flat = false;        ///< arrays lie alike: see lie_flat
    bool whole_packets = false;  ///< flat: runs (rows of columns) start and end with packets
    bool contiguous = false;     ///< flat: the outputs' elements, one after the other
    int packet_start = -1;       ///< where operands start in a packet: flat ones, or the widest one
                                 ///< whose runs do not all start with a packet; -1 if all do
    bool tiled = false;          ///< one output, whose rows and packets are those of tiles
    bool small = false;          ///< tiled: 32 bits hold every index and offset
    bool stepped = false;        ///< one axis, along which arrays have steps or lie unlike
    spread_by spread = spread_by::nothing;  ///< where arrays do not lie alike
    int joined = 1;                         ///< columns: neighbours that are one output's
    int own_columns = 0;          ///< joined: of a block or, all rows of them, of a thread
    int units = 1;                ///< joined: how often a thread has so many
    index_t piece_step = 1;       ///< joined: between elements of an output in a row
    int period = 1;               ///< narrow columns: packets after which columns come again
    int log2_apart = 0;           ///< spread: threads side by side
    bool whole_pieces = false;    ///< spread: by warps, all operands' elements being neighbours
    bool down = false;            ///< spread: pieces of runs are counted down columns of them
    bool counts_outputs = false;  ///< flat: indices count every element, not those of an output
    patch_deal patch;
    index_t all_packets = 0;  ///< columns: if a thread has all rows of a packet, over all axes

    /// Packets of columns that blocks next to each other both read: where rows start between
    /// packets, the first packet of a block may begin before its columns, so that one more is
    /// needed.
    TWILL_HD constexpr int shared_packets() const { return flat && !whole_packets ? 1 : 0; }
};

/// What the kernels of an expression fix when they are compiled.
struct reduce_kernels {
    int row_lanes;      ///< elements of a packet along a run
    int column_lanes;   ///< and of one whose elements belong to neighbouring outputs; 0: no kernel
    int in_flight;      ///< packets that a thread loads together
    int flat_blocks;    ///< blocks of the kernel for flat operands on a multiprocessor
    int rows_blocks;    ///< of that for runs in any layout
    int column_blocks;  ///< of that for columns
    int tile_elements;  ///< what a block keeps in shared memory of short runs
    bool tiles_ahead;   ///< a block brings the next ones while it adds up some
    int array_widest;   ///< arrays come there as they are, with elements of at most so many bytes
    bool tile_counts;   ///< elements come there one by one, with their positions
    bool cuts;          ///< short runs that start between packets may be read where they lie
    int cut_packets;   ///< of a run that starts between packets and that no warp has alone, at most
    bool several;      ///< operands, of which some may be one
    bool narrow_sums;  ///< accumulators take four bytes at most
    int short_packets;    ///< of a run that a warp reduces together with three others, at most
    int pairs_from;       ///< packets of a run from which on a thread has two of it
    int warp_packets;     ///< of a run that a warp reduces alone, at most
    int outer_lanes;      ///< of the kernel for outer products; 0 where there is none
    int row_waves;        ///< parts of several outputs' runs for each of those blocks, at most
    bool narrow_columns;  ///< rows of few columns may be walked as one run
    bool wide_sums;       ///< accumulators take more than eight bytes
    int patch_elements;   ///< of a patch in shared memory; 0 where there is no kernel for them
    int patch_blocks;     ///< on a multiprocessor
    int patch_bytes;      ///< of each
    int joined_units;     ///< neighbouring columns may be one output's, units of a thread; 0: no
    bool whole;           ///< every axis is reduced
    bool tiles;           ///< rows of one output may be read in tiles
    bool spread;          ///< elements of a thread may be spread among those of others
    bool near;            ///< narrow ones may come in packets from any place
    bool spread_columns;  ///< the same of columns
    bool near_columns;
    bool only_flat;  ///< no kernel but the one for flat operands, or for steps along one axis
};

enum class reduce_scheme {
    nothing,
    columns,
    shifted_columns,
    spread_columns,
    narrow_columns,
    joined_columns,
    patches,
    outer_product,
    rows,
    flat_rows
};

}  // namespace twill::inline v0::detail
