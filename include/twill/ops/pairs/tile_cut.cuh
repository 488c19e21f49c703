// SPDX-License-Identifier: MIT
// How a tile of a reduction over pairs is cut for a block of threads, how much a thread holds, and
// which shapes it suits.
#pragma once

#include "twill/cuda/device/tuning.cuh"
#include "twill/ops/pairs/plan.hpp"

namespace twill::inline v0::detail {

/// How a statement's tile is cut for a block of threads.
struct pair_cut {
    int rows;         ///< of a thread
    int columns;      ///< of a thread
    int row_threads;  ///< of a block
    int column_threads;
    int steps;     ///< along the reduced axes that are staged at a time
    int together;  ///< steps that are evaluated together

    constexpr int threads() const { return row_threads * column_threads; }
    constexpr int log2_steps() const {
        int k = 0;
        while (1 << k < steps)
            ++k;
        return k;
    }
    constexpr int block_rows() const { return rows * row_threads; }
    constexpr int block_columns() const { return columns * column_threads; }
    /// Elements between the lines of what is staged.
    constexpr int row_pitch() const { return block_rows() + 4; }
    constexpr int column_pitch() const { return block_columns() + 4; }
};
constexpr int power_of_two_below(int x) {
    int p = 1;
    while (2 * p <= x)
        p *= 2;
    return p;
}

/// Elements of an operand that are staged for one step.
constexpr int staged_elements(pair_cut const& cut, int along) {
    if (!(along & along_reduced))
        return 0;
    return along & along_rows ? cut.row_pitch() : along & along_columns ? cut.column_pitch() : 1;
}

/// What a statement's kernel is made of. `Guessed`: operands that are taken for the same one are
/// staged once; otherwise each of them is, whatever it is. `Small`: tiles of two axes have fewer
/// outputs, for loops whose tiles would leave most of a device idle.
template <class Tree, class Reducer, int Rank, axis_set Reduced, bool Guessed = true,
          int Column = -1, bool Small = false>
struct pair_policy : pair_loop<Tree, Reducer, Rank, Reduced, Column> {
    using loop = pair_loop<Tree, Reducer, Rank, Reduced, Column>;
    static constexpr bool guessed = Guessed;
    static constexpr bool small = Small;
    using loop::axes;
    using loop::flat;
    using loop::nested;
    using typename loop::leaves;
    using tuning = pair_tuning;
    template <class Leaf>
    static constexpr int along = loop::template along<Leaf>;
    /// Bytes of what is staged for one step of one operand.
    template <class Leaf>
    static constexpr int staged_bytes(pair_cut const& c) {
        return is_pair_memory<Leaf> ? staged_elements(c, along<Leaf>) *
                                          static_cast<int>(sizeof(typename Leaf::value_type))
                                    : 0;
    }
    template <class... L>
    static constexpr int step_bytes(pair_cut const& c, types<L...>) {
        constexpr auto const& t = pair_table_of<Tree, Guessed>;
        int const bytes[] = {staged_bytes<L>(c)..., 0};
        int sum = 0;
        for (int s = 0; s < t.slots; ++s)
            sum += bytes[t.first[s]];
        return sum;
    }
    static constexpr pair_cut make_cut() {
        constexpr int bytes = static_cast<int>(sizeof(running_t<Reducer>));
        constexpr int weight = pair_weight<Tree>;
        pair_cut c{};
        c.together = 1;
        if (flat) {
            c.rows = tuning::flat_rows(weight, bytes);
            c.columns = 1;
            c.row_threads = tuning::flat_threads;
            c.column_threads = 1;
            c.together = tuning::flat_together(weight, pair_table_of<Tree, Guessed>.slots);
        } else if (nested) {
            int const outputs = tuning::nested_outputs(weight, bytes);
            c.columns = outputs > 8 ? 16 : 4;
            c.rows = outputs / c.columns;
            c.row_threads = tuning::nested_threads;
            c.column_threads = 1;
        } else {
            int const most = tuning::tile_outputs(weight, bytes);
            int const outputs =
                Small && most > tuning::small_outputs ? tuning::small_outputs : most;
            c.rows = outputs >= 64 ? 8 : outputs >= 16 ? 4 : 2;
            c.columns = outputs / c.rows;
            c.row_threads = c.column_threads = tuning::tile_width;
        }
        int const one = step_bytes(c, leaves{});
        int const wanted = flat     ? tuning::flat_steps
                           : nested ? tuning::nested_steps
                           : Small  ? tuning::small_steps
                                    : tuning::tile_steps;
        int const most = one > 0 ? tuning::staged_bytes / one : wanted;
        c.steps = power_of_two_below(most < 1 ? 1 : most < wanted ? most : wanted);
        if (c.together > c.steps)
            c.together = c.steps;
        return c;
    }
    static constexpr pair_cut cut = make_cut();
    static constexpr int stage_bytes = step_bytes(cut, leaves{}) * cut.steps;
    static constexpr bool fits = axes.valid() && stage_bytes <= tuning::most_staged_bytes &&
                                 pair_table_of<Tree>.count <= most_pair_operands &&
                                 sizeof(running_t<Reducer>) <= 64;

    /// Where the elements of slot S are staged.
    template <class... L>
    static constexpr int offset_in(int slot, types<L...>) {
        int const bytes[] = {staged_bytes<L>(cut)..., 0};
        int sum = 0;
        for (int s = 0; s < slot; ++s)
            sum += (bytes[pair_table_of<Tree, Guessed>.first[s]] * cut.steps + 15) / 16 * 16;
        return sum;
    }
    static constexpr int shared_bytes = offset_in(pair_table_of<Tree, Guessed>.slots, leaves{});
    template <int Slot>
    static constexpr int offset = offset_in(Slot, leaves{});
    // As numbers, which kernels may read.
    static constexpr int threads = cut.threads();
    static constexpr int log2_steps = cut.log2_steps();
    static constexpr int blocks = flat     ? tuning::flat_blocks
                                  : nested ? tuning::nested_blocks(cut.rows * cut.columns)
                                           : tuning::tile_blocks;  ///< on a multiprocessor
    static constexpr int block_rows = cut.block_rows();
    static constexpr int block_columns = cut.block_columns();
    static constexpr int row_pitch = cut.row_pitch();
    static constexpr int column_pitch = cut.column_pitch();
    static constexpr bool one_reduced = one_axis_at_most(Reduced);
    /// The reduced axis along which neighbours lie.
    static constexpr int last_reduced = [] {
        int d = Rank - 1;
        while (d > 0 && !(Reduced >> d & 1))
            --d;
        return d;
    }();
};

/// The loop of a reduction over pairs.
template <int Rank>
struct pair_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the results; 0 along reduced axes
    index_t origin;
    index_t outputs;
    index_t reduced;
    index_t part;  ///< of the reduced elements, in one of `splits` parts
    index_t splits;
    index_t row_tiles;
    index_t column_tiles;
    index_t tiles;        ///< over the batch too
    int log2_steps;       ///< of those that are staged at a time
    std::uint64_t twins;  ///< where nothing is guessed
};

/// How often parts of an output are merged, so many at a time at most: each has a counter.
TWILL_HD constexpr unsigned pair_merges(unsigned parts, unsigned together) {
    unsigned merges = 0;
    while (parts > 1) {
        parts = (parts + together - 1) / together;
        merges += parts;
    }
    return merges;
}

/// Whether operands' strides fit 32 bits, as the kernels' addresses need.
template <class Tree>
bool has_short_strides(Tree const& tree) {
    bool fits = true;
    each_pair_leaf<0>(tree, [&](auto const& leaf, auto) {
        if constexpr (is_pair_memory<std::remove_cvref_t<decltype(leaf)>>)
            for (index_t const step : leaf.stride.values)
                fits = fits && step == static_cast<std::int32_t>(step);
    });
    return fits;
}
/// A tile of outputs pays from a few of them on.
template <class Policy, int Rank>
bool suits_tiles(pair_shape<Rank> const& s) {
    index_t const rows = s.extent[Policy::axes.row];
    if constexpr (Policy::flat)
        return rows >= pair_tuning::fewest_rows && s.reduced >= pair_tuning::fewest_steps &&
               (s.tiles > pair_tuning::few_tiles || s.outputs * s.reduced > pair_tuning::few_pairs);
    else
        return rows >= pair_tuning::fewest_lines &&
               s.extent[Policy::axes.column] >= pair_tuning::fewest_lines && s.reduced >= 2;
}
/// The loop of a paired plan, cut into tiles.
template <class Policy, class Plan>
pair_shape<Policy::rank> pair_shape_of(Plan const& p) {
    pair_shape<Policy::rank> s{p.pair_extent, p.pair_stride, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0};
    index_t batch = 1;
    for (int d = 0; d < Policy::rank; ++d) {
        (Policy::axes.reduced >> d & 1 ? s.reduced : s.outputs) *= s.extent[d];
        batch *= Policy::batch >> d & 1 ? s.extent[d] : 1;
    }
    s.part = s.reduced;
    // At least two: four copies of a thread are then no more than the lines of a tile.
    s.log2_steps = Policy::log2_steps > 0 ? 1 : 0;
    while (s.log2_steps < Policy::log2_steps && (index_t{1} << s.log2_steps) < s.reduced)
        ++s.log2_steps;
    s.row_tiles = (s.extent[Policy::axes.row] + Policy::block_rows - 1) / Policy::block_rows;
    if constexpr (!Policy::flat)
        s.column_tiles =
            (s.extent[Policy::axes.column] + Policy::block_columns - 1) / Policy::block_columns;
    s.tiles = s.row_tiles * s.column_tiles * batch;
    return s;
}

}  // namespace twill::inline v0::detail
