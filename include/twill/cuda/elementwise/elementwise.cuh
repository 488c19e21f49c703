// SPDX-License-Identifier: MIT
// Elementwise plans as kernels: flat, strided and tiled, and hoisted for trees with costly
// functions.
#pragma once

#include "twill/cuda/elementwise/hoisted_kernel.cuh"
#include "twill/cuda/elementwise/joint_kernel.cuh"
#include "twill/cuda/elementwise/tiled_kernel.cuh"

namespace twill::inline v0::detail {

template <>
struct backend<device_space> {
    static constexpr char const* space_name = "device";
    static constexpr bool joins_results = true;

    template <class Tree, class Out, int Rank>
    static void run(plan<Tree, Out, Rank>&& p) {
        if (p.how == strategy::empty)
            return;
        if (p.how == strategy::flat)
            return run_flat(p);
        if constexpr (Rank >= 2)
            if (p.how == strategy::tiled && run_tiled(p))
                return;
        if constexpr (Rank >= 2 && terms_of<Tree> != 0)
            if (suits_hoisting(p) && (p.how == strategy::hoisted || plan_reuse(p.tree).equal != 0))
                return run_hoisted(p);
        if constexpr (Rank >= 1)
            run_strided(p);
    }
    /// What run makes of a plan's strategy.
    template <class Tree, class Out, int Rank>
    static strategy strategy_of(plan<Tree, Out, Rank> p) {
        if constexpr (Rank >= 2 && terms_of<Tree> != 0)
            if (p.how == strategy::hoisted && !suits_hoisting(p))
                return strategy::strided;
        return p.how;
    }

    /// Writes several fresh results, the operands of `join` in the plan's tree, in one kernel;
    /// false, and nothing done, where the loop is not contiguous.
    template <class Tree, class Out, int Rank, class... Outs>
    static bool run_together(plan<Tree, Out, Rank> p, Outs*... out) {
        if (p.how == strategy::empty)
            return true;
        if (p.how != strategy::flat)
            return false;
        constexpr int V = joint_lanes<Tree, Outs...>;
        index_t const size = p.extent.size();
        bool packed = true;
        if constexpr (Rank > 0) {
            auto const all = p.records();
            packed = classify(p.extent.values, Rank, all.values, all.count, V, 0);
        }
        launch(joint_flat_kernel<V, Tree, children<Outs*...>>, divide_up(size, block_threads * V),
               block_threads, 0, p.tree, children<Outs*...>{{out}...}, size, packed);
        return true;
    }

private:
    /// Loops of at most so many elements have an element a thread.
    static constexpr index_t short_loop = index_t{1} << 16;

    template <class Tree, class Out, int Rank>
    static void run_flat(plan<Tree, Out, Rank>& p) {
        constexpr int V = lanes_of<Tree, Out>;
        index_t const size = p.extent.size();
        int const each = size <= short_loop ? 1 : V;
        if (each != V) {  // an element a thread: alignment and equal terms are not looked at
            index_t const blocks = divide_up(size, block_threads);
            if constexpr (terms_of<Tree> != 0)
                launch(short_kernel<Tree, Out>, blocks, block_threads, 0, p.tree, p.out(),
                       static_cast<int>(size));
            else
                launch(flat_kernel<Tree, Out>, blocks, block_threads, 0, p.tree, {}, p.out(), size,
                       each, 0, false);
            return;
        }
        int const before = misalignment<Out, V>(p.out());
        bool packed = true;
        if constexpr (Rank > 0) {
            auto const all = p.records();
            packed = classify(p.extent.values, Rank, all.values, all.count, V, before) &&
                     packet_offset(all.values[0], V, before) == 0;
        }
        launch(flat_kernel<Tree, Out>, divide_up(size + before, block_threads * each),
               block_threads, 0, p.tree, plan_reuse(p.tree), p.out(), size, each, before, packed);
    }

    /// How far before every row of the output the first packet starts, in elements; -1 where rows
    /// differ in it.
    template <int V, class Tree, class Out, int Rank>
    static int packet_start(plan<Tree, Out, Rank>& p) {
        if (p.stride[Rank - 1] != 1)
            return 0;
        auto const all = p.records();
        return rows_agree(p.extent.values, Rank, all.values[0], V) ? misalignment<Out, V>(p.out())
                                                                   : -1;
    }
    /// Not where rows are so short that most of their packets are cut.
    template <class Tree, class Out, int Rank>
    static bool suits_hoisting(plan<Tree, Out, Rank> p) {
        constexpr int V = hoisted_lanes<Tree, Out>;
        return p.extent[Rank - 1] >= 4 * V || packet_start<V>(p) >= 0;
    }

    template <class Tree, class Out, int Rank>
    static void run_strided(plan<Tree, Out, Rank> p) {
        constexpr int V = lanes_of<Tree, Out>;
        auto const all = p.records();
        if (!fits_32_bits(p.extent.values, Rank, all.values, all.count) ||
            p.extent.size() >= max_blocks)
            return halve(p, [](auto const& half) { run_strided(half); });
        index_t const rows = p.extent.size() / p.extent[Rank - 1];
        int const before = packet_start<V>(p);
        index_t const packets = divide_up(p.extent[Rank - 1] + (before >= 0 ? before : V - 1), V);
        if (before < 0 && p.extent[Rank - 1] < 4 * V && in_one_piece(p)) {
            int const ahead = misalignment<Out, V>(p.out());
            classify(p.extent.values, Rank, all.values, all.count, V, -1);
            grid_shape<Rank> const grid{p.extent, p.stride, static_cast<int>(rows), 1, 0, true,
                                        ahead,    false};
            return launch(strided_kernel<Tree, Out, Rank>,
                          divide_up(p.extent.size() + ahead, block_threads * V), block_threads, 0,
                          p.tree, plan_reuse(p.tree), p.out(), grid);
        }
        grid_shape<Rank> grid{
            p.extent, p.stride,  static_cast<int>(rows), 1, log2_ceiling(packets, 8), false,
            before,   streams(p)};
        grid.chunks = static_cast<int>(divide_up(packets, index_t{1} << grid.log2_width));
        index_t const rows_a_block = 2 * (block_threads >> grid.log2_width);
        classify(p.extent.values, Rank, all.values, all.count, V, before);
        launch(strided_kernel<Tree, Out, Rank>, grid.chunks * divide_up(rows, rows_a_block),
               block_threads, 0, p.tree, plan_reuse(p.tree), p.out(), grid);
    }

    template <class Tree, class Out, int Rank>
    static void run_hoisted(plan<Tree, Out, Rank> p) {
        constexpr int V = hoisted_lanes<Tree, Out>;
        constexpr auto const& table = table_of<Tree>;
        auto const all = p.records();
        if (p.tile_axis >= 0)
            bring_beside_inner(p.extent.values, Rank, all.values, all.count, p.tile_axis);
        p.tile_axis = -1;
        index_t const inner = p.extent[Rank - 1];
        index_t const rows = p.extent[Rank - 2];
        if (!fits_32_bits(p.extent.values, Rank, all.values, all.count) ||
            p.extent.size() >= max_blocks) {
            return halve(p, [](auto const& half) {
                suits_hoisting(half) ? run_hoisted(half) : run_strided(half);
            });
        }
        int const before = packet_start<V>(p);
        index_t const packets = divide_up(inner + (before >= 0 ? before : V - 1), V);
        int const log2_width = log2_ceiling(packets, hoisted_log2_width<Tree>);
        index_t const strips = divide_up(packets, index_t{1} << log2_width);
        index_t const outer = p.extent.size() / (inner * rows);
        index_t const height = block_threads >> log2_width;
        // Tiles as high as pays, and enough of them to keep a device busy.
        constexpr index_t highest = sizeof(Out) <= 4 ? 128 : 256;
        constexpr index_t tiles = 512;
        index_t const step = hoisted_rows<Tree> * height;
        index_t const steps = divide_up(rows * strips * outer, step * tiles);
        index_t const most = step < highest ? highest : step;
        index_t const wanted = step * steps < most ? step * steps : most;
        index_t const tile_rows =
            divide_up(divide_up(rows, divide_up(rows, wanted)), height) * height;
        hoist_shape<Rank> const shape{p.extent,
                                      p.stride,
                                      static_cast<unsigned>(strips),
                                      static_cast<unsigned>(divide_up(rows, tile_rows)),
                                      static_cast<int>(tile_rows),
                                      (V << log2_width) + (before >= 0 ? 0 : V),
                                      log2_width,
                                      before,
                                      streams(p)};
        term_set const equal = equal_terms<table.again | table.companions>(p.tree);
        hoist_plan<Tree> hoist{
            p.find_hoisted(all, equal & reusable_terms<Tree>, Rank - 2), 0, 0, {}, {}};
        place_hoisted(hoist.hoisted, hoist.places, table.terms, table.twin, equal & table.again,
                      shape.columns, shape.rows, 32 * 1024);
        hoist.ready = hoist.hoisted.all();
        hoist.packets = before >= 0 ? hoist.hoisted.columns : 0;
        if constexpr (has_repeats<Tree>)
            hoist.reuse.equal = still_equal(equal & reusable_terms<Tree>, hoist.hoisted,
                                            table.terms, table.twin, hoist.terms);
        classify(p.extent.values, Rank, all.values, all.count, V, before);
        bool const usual = hoist.ready == usual_hoisting<Tree>::ready &&
                           hoist.reuse.equal == usual_hoisting<Tree>::equal && before >= 0;
        launch(
            usual ? hoisted_kernel<true, Tree, Out, Rank> : hoisted_kernel<false, Tree, Out, Rank>,
            strips * shape.groups * outer, block_threads, hoist.places.bytes, p.tree, p.out(),
            shape, hoist);
    }

    /// Whether the output is larger than caches are and the operands, which are broadcast, smaller:
    /// then it need not stay in the cache.
    template <class Plan>
    static bool streams(Plan& p) {
        using Out = typename Plan::out_type;
        if (p.extent.size() < (index_t{1} << 26) / static_cast<index_t>(sizeof(Out)))
            return false;
        auto const all = p.records();
        for (int k = 1; k < all.count; ++k) {
            bool broadcast = !all.values[k].data;
            for (int d = 0; d < Plan::rank; ++d)
                broadcast = broadcast || (p.extent[d] > 1 && all.values[k].stride[d] == 0);
            if (!broadcast)
                return false;
        }
        return true;
    }

    /// Whether the output's elements lie one after the other.
    template <class Plan>
    static bool in_one_piece(Plan const& p) {
        index_t step = 1;
        for (int d = Plan::rank - 1; d >= 0; --d) {
            if (p.extent[d] != 1 && p.stride[d] != step)
                return false;
            step *= p.extent[d];
        }
        return true;
    }

    /// Runs the two halves of a loop that is too large for one launch.
    template <class Plan, class Run>
    static void halve(Plan const& p, Run&& run_half) {
        // The axis along which some operand reaches farthest.
        int longest = 0;
        index_t reach = -1;
        Plan copy = p;
        auto const operands = copy.records();
        for (int d = 0; d < Plan::rank; ++d)
            for (int k = 0; k < operands.count; ++k) {
                index_t const step =
                    operands.values[k].data ? magnitude(operands.values[k].stride[d]) : 0;
                index_t const far = (p.extent[d] - 1) * (step > 1 ? step : 1);
                if (far > reach) {
                    reach = far;
                    longest = d;
                }
            }
        index_t const middle = p.extent[longest] / 2;
        Plan lower_half = p;
        lower_half.extent[longest] = middle;
        run_half(lower_half);
        Plan upper_half = p;
        upper_half.extent[longest] -= middle;
        auto const all = upper_half.records();
        for (int k = 0; k < all.count; ++k)
            shift(all.values[k], middle * all.values[k].stride[longest]);
        run_half(upper_half);
    }

    /// False where the staged operands do not fit into shared memory.
    template <class Tree, class Out, int Rank>
    static bool run_tiled(plan<Tree, Out, Rank> p) {
        constexpr int size = tile_size<Tree, Out>;
        auto const all = p.records();
        if (!fits_32_bits(p.extent.values, Rank, all.values, all.count) ||
            p.extent.size() >= max_blocks)
            return false;
        bring_beside_inner(p.extent.values, Rank, all.values, all.count, p.tile_axis);
        constexpr std::size_t most = 48 * 1024;
        std::size_t shared = 0;
        for (int k = 1; k < all.count; ++k) {
            operand_record const& operand = all.values[k];
            bool const staged = operand.data && operand.stride[Rank - 2] == 1 &&
                                operand.stride[Rank - 1] != 0 && operand.stride[Rank - 1] != 1;
            if (!staged)
                continue;
            std::size_t const bytes = (static_cast<std::size_t>(size) * (size + 1) *
                                           static_cast<std::size_t>(operand.element_size) +
                                       15) /
                                      16 * 16;
            if (shared + bytes > most)
                break;  // the rest is read as it lies
            *operand.tile = static_cast<unsigned>(shared);
            shared += bytes;
        }
        if (shared == 0)
            return false;
        constexpr int V = tile_lanes<Tree, Out>;
        bool const agree = p.stride[Rank - 1] == 1 &&
                           rows_agree(p.extent.values, Rank, all.values[0], V) &&
                           packet_offset(all.values[0], V, 0) == 0;
        classify(p.extent.values, Rank, all.values, all.count, V, agree ? 0 : -1);
        index_t const rows = divide_up(p.extent[Rank - 2], size);
        index_t const columns = divide_up(p.extent[Rank - 1], size);
        index_t const outer = p.extent.size() / (p.extent[Rank - 2] * p.extent[Rank - 1]);
        bool const mirrored = rows == columns && 2 * shared <= most;
        if (mirrored)
            find_mirrored(p, all);
        tile_shape<Rank> const grid{p.extent, p.stride, static_cast<unsigned>(rows),
                                    static_cast<unsigned>(columns),
                                    mirrored ? static_cast<unsigned>(shared) : 0};
        index_t const blocks =
            mirrored ? divide_up(rows, 2) * (divide_up(rows, 2) * 2 + 1) : rows * columns;
        launch(tiled_kernel<Tree, Out, Rank>, blocks * outer, block_threads,
               mirrored ? 2 * shared : shared, p.tree, plan_reuse(p.tree), p.out(), grid);
        return true;
    }

    /// Marks the operands that are the transpose of a staged one.
    template <class Plan, class Records>
    static void find_mirrored(Plan const&, Records const& all) {
        constexpr int rank = Plan::rank;
        auto staged = [](operand_record const& o) { return o.data && *o.tile != not_staged; };
        for (int k = 1; k < all.count; ++k) {
            operand_record const& direct = all.values[k];
            if (!direct.data || staged(direct))
                continue;
            for (int j = 1; j < all.count; ++j) {
                operand_record const& other = all.values[j];
                if (!staged(other) || (*other.tile & staged_as_mirror) ||
                    *other.data != *direct.data || other.element_size != direct.element_size ||
                    other.stride[rank - 1] != direct.stride[rank - 2] ||
                    other.stride[rank - 2] != direct.stride[rank - 1])
                    continue;
                bool same = true;
                for (int d = 0; d < rank - 2; ++d)
                    same = same && other.stride[d] == direct.stride[d];
                if (same) {
                    *direct.tile = *other.tile | staged_as_mirror;
                    break;
                }
            }
        }
    }
};

}  // namespace twill::inline v0::detail
