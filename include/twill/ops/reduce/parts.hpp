// SPDX-License-Identifier: MIT
// Into how many parts the outputs of a reduction are cut where blocks would be too few, and how
// many of these merge at a time.
#pragma once

#include <math.h>

#include "twill/ops/reduce/scheme.hpp"

namespace twill::inline v0::detail {

/// The most blocks whose outputs are cut into parts: each has a counter (workspace.hpp).
inline constexpr index_t most_counted_blocks = 4096;

/// Cuts outputs, where there are too few blocks, into parts of `all` units, so that each
/// multiprocessor has `waves` blocks in the place of one. Parts have whole `step`s of units where
/// they have more than one.
TWILL_COLD inline void cut(reduce_deal& d, index_t all, index_t step, index_t resident,
                           index_t waves) {
    index_t const wanted = d.blocks <= most_counted_blocks ? resident * waves / d.blocks : 1;
    if (all == 0)
        return;  // elements that do not fill a packet
    index_t const most = divide_up(all, 2 * step);
    index_t const parts = wanted < 1 ? 1 : (wanted < most ? wanted : most);
    d.large = parts * d.blocks > resident ? parts / 2 : 0;
    d.part = divide_up(all, parts + d.large * (d.share - 1));
    if (d.part > step)
        d.part = divide_up(d.part, step) * step;
    if (all <= d.large * d.share * d.part) {
        d.part *= d.share;
        d.large = 0;
    }
    d.splits = d.large + divide_up(all - d.large * d.share * d.part, d.part);
}

/// Parts of an output that a thread merges one after the other, at most, where `threads` share
/// them.
inline constexpr index_t most_merged = 4;
/// Where they would be more, groups of parts merge first.
template <class Deal>
TWILL_COLD void merge_in_groups(Deal& d, index_t threads) {
    d.merged = static_cast<int>(d.splits);
    if (d.splits <= most_merged * threads)
        return;
    auto group = static_cast<index_t>(::sqrt(static_cast<double>(d.splits))) + 1;
    // Each group has a counter.
    index_t const most = most_counted_blocks / d.blocks - 1;
    if (most < 2)
        return;
    group = larger(group, divide_up(d.splits, most));
    d.merged = static_cast<int>(group);
}

/// Steps of a part of a run, where there are more parts than places for blocks.
inline constexpr index_t least_steps = 8;

/// Parts of columns merge in one block, one after the other, groups of them in one block each: no
/// more of them than takes as long as to add up a part's rows. (Standard deviations of 200 columns
/// of 12190 rows, all parts at once: 380 parts 91 us, 82 parts 30 us.)
inline void merge_as_long_as_add(reduce_deal& d, index_t height) {
    double const root = ::cbrt(static_cast<double>(d.rows));
    auto const most = static_cast<index_t>(root * root / 2) + 1;
    if (d.splits <= most)
        return;
    d.large = 0;
    d.part = divide_up(divide_up(d.rows, most), height) * height;
    d.splits = divide_up(d.rows, d.part);
}

}  // namespace twill::inline v0::detail
