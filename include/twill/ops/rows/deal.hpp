// SPDX-License-Identifier: MIT
// How rows are dealt to threads, blocks and clusters; no template, and no device code.
#pragma once

#include "twill/core/types.hpp"
#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

/// Which kernel has rows: it reads them again for every reduction that needs another's result; its
/// threads keep them, short ones with a kernel of their own; they pass through shared memory; each
/// thread keeps one whose elements lie apart, and its neighbours those beside it.
enum class row_kind { streamed, brief, kept, tiled, across };

/// What dealing out rows needs to know, and what comes of it. It depends on the shape and the
/// device alone, so the bits are the same on every run of a device.
struct row_dealing {
    index_t rows;
    index_t packets;         ///< of the longest walk over a row
    index_t edges;           ///< single elements of a row, at most
    int block_threads;       ///< of a whole block, a power of two
    index_t processors = 1;  ///< of the device
    bool clusters = false;   ///< the device has them, and the kernel is compiled for them
    index_t resident = 0;    ///< blocks that can wait for each other
    // Filled in:
    int log2_group = 0;
    int blocks = 1;
    index_t together = 0;
    index_t grid = 0;
    unsigned threads = 0;
    unsigned cluster = 1;
    row_kind kind = row_kind::streamed;  ///< of the kernel that runs

    index_t group() const { return index_t{1} << log2_group; }
};

/// What a kernel is told of it, where it does not depend on the rank.
/// (No member leaves room behind it: nvcc 13.0 places a base that does otherwise than g++.)
struct row_dealt {
    int log2_group = 0;  ///< threads of a block or a cluster on a row
    int blocks = 1;      ///< on a row, each of which has a part of it
    int together = 0;    ///< rows worked at the same time, where several blocks have one
    // Of rows that pass through shared memory:
    int each = 0;   ///< elements of a row that a thread has
    int times = 1;  ///< rows that it has, one after the other
    /// A thread's walk over its packets begins one further for so many rows, as a power of two, so
    /// that threads beside it find theirs in other banks; below zero where there are none.
    int log2_turn = 0;
    char* partial = nullptr;       ///< two accumulators for each block and reduction
    unsigned* counters = nullptr;  ///< one for each row at a time, zero before and after
    index_t start = 0;             ///< where in a packet the first row starts
    bool aligned = false;        ///< packets of the output are aligned where those of operands are
    void const* kept = nullptr;  ///< what threads keep, in packets where the output has them
};

/// Measured on one H200.
struct row_tuning {
    static constexpr int log2_most_cluster = 3;
    /// Packets of 16 bytes that a thread keeps: of short whole rows, and of others. Fewer leave
    /// registers for more threads: rows of 32 float32 take 0.532 ms (2^28 elements), and 0.573 with
    /// four packets a thread.
    static constexpr int few_packets = 2;
    static constexpr int most_packets = 8;
    /// Rows that are read once in any case, and not written: the packets from which on a small
    /// block that does not keep its row is faster, where a multiprocessor has so many rows at
    /// least, and its threads, where it has twice as many and otherwise. (Log-sum-exp of 2^28
    /// float32 in rows of 65536 / 32768 / 16384: 0.266 / 0.272 / 0.278 ms, kept 0.434 / 0.322 /
    /// 0.286; 8192 kept 0.257. Of 1024 rows of 65536 float64 0.286, kept 0.523.)
    static constexpr index_t longest_kept_result = 2048;
    static constexpr index_t once_rows = 4;
    static constexpr int once_threads = 64;
    static constexpr int once_threads_of_few = 128;
    /// A warp each has rows of so many packets, where a multiprocessor has so many: rows of 16384
    /// float32 0.266 ms in the place of 0.282, but of 32768 0.285 and 0.278.
    static constexpr index_t longest_of_warp = 4096;
    static constexpr index_t warp_rows = 32;
    /// What a wave of blocks costs beside its packets, in packets of each thread, where blocks have
    /// whole rows and where they wait for each other.
    static constexpr index_t wave_packets = 4;
    static constexpr index_t joint_wave_packets = 12;
    static constexpr unsigned short_row_threads = 256;
    /// Rows that pass through shared memory: elements that a thread has room for, at least, and
    /// those that it computes at a time, bytes and elements that it has at most, of a row or of
    /// several, and threads of a block. Standardised rows of 3 / 9 / 33 of 2^26 float32 take 0.268
    /// / 0.179 / 0.179 ms; with 16 elements of a row at most, and what is left over computed as
    /// four, 0.328 / 0.216 / 0.241.
    static constexpr int tiled_elements = 16;
    static constexpr int tiled_at_a_time = 4;
    static constexpr int tiled_bytes = 128;
    static constexpr int most_tiled = 32;
    static constexpr int tiled_threads = 256;
    /// Packets of the longest ones, written or not: layer norm of rows of 55 / 63 / 67 of 2^26
    /// float32 takes 0.178 / 0.175 / 0.183 ms so, kept by threads 0.245 / 0.212 / 0.188, of 107 of
    /// 2^27 float16 0.22 and 0.35. Of whole packets (float32, 2^27 elements): log-sum-exp of 16
    /// 0.175 in the place of 0.234, of 32 0.175 in the place of 0.162.
    static constexpr index_t longest_tiled = 15;
    static constexpr index_t longest_whole_tiled_result = 4;
    /// Rows across memory: elements of the longest, and blocks of a multiprocessor.
    static constexpr int longest_across = 16;
    static constexpr int across_blocks = 4;
    /// Threads of blocks that have several rows.
    static constexpr unsigned sharing_threads = 128;
};

constexpr index_t divided_up(index_t a, index_t b) { return (a + b - 1) / b; }
/// The power of two that is not below x.
constexpr int log2_not_below(index_t x) {
    int result = 0;
    while ((index_t{1} << result) < x)
        ++result;
    return result;
}

/// Groups of threads of one block, or whole blocks, that have a row each.
inline void deal_groups(row_dealing& x, int log2_group,
                        unsigned sharing = row_tuning::sharing_threads) {
    x.log2_group = log2_group;
    x.threads = log2_group > 5 ? 1u << log2_group : sharing;
    x.grid = divided_up(x.rows << log2_group, x.threads);
}
/// `blocks` of whole blocks on each row.
inline void deal_blocks(row_dealing& x, index_t blocks) {
    x.log2_group = log2_not_below(x.block_threads);
    x.threads = static_cast<unsigned>(x.block_threads);
    x.blocks = static_cast<int>(blocks);
    x.together = x.resident / blocks < x.rows ? x.resident / blocks : x.rows;
    x.together = x.together < 4096 ? x.together : 4096;
    x.grid = blocks * x.together;
}

/// Short whole rows that threads of a warp keep; false where they are none.
TWILL_COLD inline bool deal_brief_rows(row_dealing& x) {
    index_t const few = row_tuning::few_packets;
    if (x.edges != 0 || x.packets > 32 * few)
        return false;
    // Neighbouring threads have whole sectors of memory.
    int const least = x.packets > 1 ? 1 : 0;
    int const log2_group = log2_not_below(divided_up(x.packets, few));
    x.kind = row_kind::brief;
    deal_groups(x, log2_group < least ? least : log2_group, row_tuning::short_row_threads);
    return true;
}

/// Whether rows that are read once in any case are better not kept, but a small block's each.
inline bool suits_small_blocks(row_dealing const& x) {
    return x.packets > row_tuning::longest_kept_result &&
           x.rows >= row_tuning::once_rows * x.processors;
}
/// Threads of such a block; a warp is one of several in a block.
inline int small_block_threads(row_dealing const& x) {
    if (x.rows < 2 * row_tuning::once_rows * x.processors)
        return row_tuning::once_threads_of_few;
    bool const warps =
        x.packets <= row_tuning::longest_of_warp && x.rows >= row_tuning::warp_rows * x.processors;
    return warps ? 32 : row_tuning::once_threads;
}
/// Rows that are kept in blocks of up to `most_threads` or in clusters; false where they do not
/// fit.
TWILL_COLD inline bool deal_kept_rows(row_dealing& x, int most_threads) {
    index_t const block = x.block_threads < most_threads ? x.block_threads : most_threads;
    if (x.edges > block)
        return false;
    // As many packets a thread as keep the device busy: threads have more to do besides.
    index_t const busy = x.processors * block * 2;
    index_t const few = row_tuning::few_packets;
    index_t const most = row_tuning::most_packets;
    index_t each = divided_up(x.rows * x.packets, busy);
    each = each < few ? few : each < most ? each : most;
    // Each edge has a thread; neighbouring threads have whole sectors of memory.
    index_t const fewest_threads = x.packets > 1 ? 2 : 1;
    int const least = log2_not_below(x.edges > fewest_threads ? x.edges : fewest_threads);
    int log2_group = log2_not_below(divided_up(x.packets, each));
    log2_group = log2_group < least ? least : log2_group;
    x.kind = row_kind::kept;
    if (index_t{1} << log2_group <= most_threads) {
        deal_groups(x, log2_group);
        return true;
    }
    if (x.clusters && x.packets <= (block << row_tuning::log2_most_cluster) * most) {
        int const log2_block = log2_not_below(block);
        int const most_log2 = log2_block + row_tuning::log2_most_cluster;
        x.log2_group = log2_group < most_log2 ? log2_group : most_log2;
        x.threads = static_cast<unsigned>(block);
        x.cluster = 1u << (x.log2_group - log2_block);
        x.grid = x.rows * x.cluster;
        return true;
    }
    if (x.packets > most_threads * most) {
        x.kind = row_kind::streamed;
        return false;
    }
    deal_groups(x, log2_not_below(most_threads));
    return true;
}

/// Whether rows that pass through shared memory are faster than those that threads read in packets
/// of `lanes` elements, and what lies before and behind them one by one.
constexpr bool suits_tiles(index_t length, int lanes, bool results) {
    index_t const packets = length / lanes;
    if (length % lanes == 0)
        return results && packets <= row_tuning::longest_whole_tiled_result;
    return packets <= row_tuning::longest_tiled;
}

/// Rows of `length` elements, `bytes` each, which lie one behind the other and pass through shared
/// memory; false where they are too long for a warp. `whole`: packets of those that a thread
/// computes at a time begin where the first row does, in every array. A thread has room for `room`
/// elements.
TWILL_COLD inline bool deal_tiled_rows(row_dealing& x, row_dealt& dealt, index_t length, int bytes,
                                       int room, bool whole) {
    int const most = row_tuning::tiled_elements;
    constexpr index_t together = row_tuning::tiled_at_a_time;
    if (length == 0 || length > index_t{32} * most)
        return false;
    index_t const busy = x.processors * x.block_threads * 2;
    index_t wanted = divided_up(x.rows * length, busy);
    wanted = wanted < together ? together : wanted < room ? wanted : room;
    int const threads = log2_not_below(divided_up(length, wanted));
    int const log2_group = threads < 5 ? threads : 5;
    index_t each = divided_up(length, index_t{1} << log2_group);
    whole = whole && length % together == 0;
    each = whole ? divided_up(each, together) * together : each;
    dealt.each = static_cast<int>(each);
    dealt.times = wanted / each > 1 ? static_cast<int>(wanted / each) : 1;
    x.log2_group = log2_group;
    x.threads = row_tuning::tiled_threads;
    x.grid = divided_up(x.rows, (index_t{row_tuning::tiled_threads} >> x.log2_group) * dealt.times);
    x.kind = row_kind::tiled;
    // The greatest power of two, up to the 128 bytes of all banks, in which rows are a whole number
    // of steps.
    dealt.log2_turn = whole ? 7 : -1;
    while (dealt.log2_turn > 0 && length * bytes % (256 >> dealt.log2_turn) == 0)
        --dealt.log2_turn;
    return true;
}

/// Rows of any length, which are read again for each step.
TWILL_COLD inline void deal_any_rows(row_dealing& x) {
    index_t const block = x.block_threads;
    int log2_group = log2_not_below(divided_up(x.packets > x.edges ? x.packets : x.edges, 4));
    if (index_t{1} << log2_group < block)
        return deal_groups(x, log2_group);
    index_t const limit = x.resident < block ? x.resident : block;
    if (limit < 2 || x.packets < block * 4 || block <= row_tuning::once_threads_of_few)
        return deal_groups(x, log2_not_below(block));
    // Blocks that are left without a row in the last wave are the more the more rows a wave has.
    index_t const useful = divided_up(x.packets, block * 4);
    index_t const most = limit < useful ? limit : useful;
    index_t wanted = 1;
    index_t least = 0;
    auto consider = [&](index_t blocks) {
        if (blocks < 1 || blocks > most)
            return;
        index_t const besides =
            blocks > 1 ? row_tuning::joint_wave_packets : row_tuning::wave_packets;
        index_t const waves = divided_up(x.rows, x.resident / blocks);
        index_t const cost = waves * (divided_up(x.packets, blocks) + besides * block);
        if (least == 0 || cost < least) {
            least = cost;
            wanted = blocks;
        }
    };
    for (index_t blocks = 1; blocks <= most; blocks *= 2)
        consider(blocks);
    consider(limit / x.rows < most ? limit / x.rows : most);
    if (wanted < 2)
        return deal_groups(x, log2_not_below(block));
    deal_blocks(x, wanted);
}

}  // namespace twill::inline v0::detail
