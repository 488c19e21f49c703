// SPDX-License-Identifier: MIT
// The numbers that element-wise kernels were tuned with, and what was measured: on a Hopper card
// (compute capability 9.0, H200), by which other architectures go too.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0::detail {

struct elementwise_tuning {
    /// Threads of every block.
    static constexpr int block_threads = 256;
    /// Loops of at most so many elements have an element a thread: with packets, few blocks would
    /// do all the work.
    static constexpr index_t short_loop = index_t{1} << 16;
    /// Rows shorter than so many packets that start in different places are walked element by
    /// element.
    static constexpr int fewest_packets = 4;
    /// Threads along a row, as a power of two, at most: all of a block.
    static constexpr int strided_log2_width = 8;
    /// An output larger than this does not stay in the cache if its operands are small: beyond half
    /// the second-level cache.
    static constexpr index_t streamed_bytes = index_t{1} << 26;

    /// Shared memory that a block may have without asking.
    static constexpr std::size_t shared_bytes = 48 * 1024;

    /// Shared memory for the terms of a hoisted tile, so that four blocks fit a multiprocessor.
    static constexpr unsigned hoisted_bytes = 32 * 1024;
    /// Rows of a hoisted tile at most, for results of 4 bytes and for wider ones: beyond it the
    /// share of the terms is small.
    static constexpr index_t hoisted_rows = 128;
    static constexpr index_t hoisted_rows_wide = 256;
    /// Tiles that keep a device busy.
    static constexpr index_t hoisted_tiles = 512;
};

}  // namespace twill::inline v0::detail
