// SPDX-License-Identifier: MIT
// Elementwise plans as kernels: flat, strided, tiled and hoisted. A statement has those alone that
// its types allow (loops_of), three at most, and for strided loops the broadcast kernel besides.
#pragma once

#include "twill/cuda/elementwise/broadcast_cut.cuh"
#include "twill/cuda/elementwise/hoisted_kernel.cuh"
#include "twill/cuda/elementwise/joint_kernel.cuh"
#include "twill/cuda/elementwise/permuted_kernel.cuh"
#include "twill/cuda/elementwise/tiled_kernel.cuh"
#include "twill/cuda/elementwise/turned_kernel.cuh"
#include "twill/cuda/elementwise/window_kernel.cuh"
#include "twill/cuda/runtime/speeds.hpp"

namespace twill::inline v0::detail {

template <>
struct backend<device_space> {
    static constexpr char const* space_name = "device";
    static machine_speeds const& speeds() { return device_speeds(); }
    static constexpr bool joins_results = true;

    /// What choose_kernel chooses from.
    template <class Plan>
    static constexpr loops_at_hand loops{
        .flat = Plan::loops::flat,
        .strided = Plan::loops::strided,
        .tiled = Plan::loops::tiled,
        .hoisted = Plan::loops::hoisted,
        .tile = tile_size<typename Plan::tree_type, typename Plan::out_type>,
        .tile_bytes = elementwise_tuning::shared_bytes,
        .most_tiled = max_blocks,
        .short_rows = short_rows_of<typename Plan::tree_type, typename Plan::out_type>,
        .filling = turns_words<typename Plan::tree_type, typename Plan::out_type>
                       ? elementwise_tuning::filling
                       : limits<index_t>::max,
        .short_beside = short_beside_of<typename Plan::tree_type, typename Plan::out_type>,
        .filling_beside = turns_words<typename Plan::tree_type, typename Plan::out_type>
                              ? elementwise_tuning::filling_beside
                              : limits<index_t>::max,
        .permuted = permuted_leaf<typename Plan::tree_type> + 1,
        .fewest_permuted =
            Plan::loops::tiled && has_boxes<typename Plan::tree_type, typename Plan::out_type>
                ? elementwise_tuning::fewest_permuted
                : limits<index_t>::max};
    template <class Plan>
    static bool hoists(Plan& p) {
        return p.how == strategy::strided && p.hoists();
    }

    /// Launches the kernel that was chosen.
    template <class Plan>
    static void run(Plan&& p) {
        using loops = typename Plan::loops;
        if (p.how == strategy::empty)
            return;
        if constexpr (loops::flat)
            if (!loops::strided || p.how == strategy::flat)
                return run_flat(p);
        if constexpr (loops::tiled)
            if (p.how == strategy::tiled)
                return run_tiled(p);
        if constexpr (loops::tiled && has_boxes<typename std::remove_cvref_t<Plan>::tree_type,
                                                typename std::remove_cvref_t<Plan>::out_type>)
            if (p.how == strategy::permuted)
                return run_permuted(p);
        if constexpr (loops::hoisted)
            if (p.how == strategy::hoisted)
                return run_hoisted(p);
        if constexpr (loops::strided)
            run_strided(p);
    }

    /// Writes several results of one shape, the operands of `join` in the tree, in one kernel:
    /// those that `written` has a bit for. All are computed before the first is written. True: it
    /// takes any layout.
    template <class Tree, int Rank, class... Targets>
    static bool run_together(Tree const& tree, extents<Rank> const& shape, std::uint32_t written,
                             Targets const&... to) {
        joint_launch<Tree, Rank, Targets...>{tree, {{to}...}, shape, plan_reuse(tree)}.run(written);
        return true;
    }

private:
    template <class Plan>
    static auto view_of(Plan& p, loop_records<typename Plan::tree_type> const& all, int lanes) {
        return loop_view{p.extent.values, Plan::rank, all.values, all.count, lanes};
    }

    /// Whether its kernel reads operands of one class, which are one, once.
    template <bool May, bool Subtrees, class Plan>
    static bool reads_once(Plan& p, loop_records<typename Plan::tree_type> const& all) {
        using Tree = typename Plan::tree_type;
        if constexpr (May && Subtrees)
            return are_read_once(all.values + 1, once_classes_of<Tree>.of, all.count - 1,
                                 p.extent.values, Plan::rank);
        else if constexpr (May)
            return are_read_once(all.values + 1, leaf_classes_of<Tree>.of, all.count - 1,
                                 p.extent.values, Plan::rank);
        else
            return false;
    }

    template <class Plan>
    static void run_flat(Plan& p) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        using tuning = elementwise_tuning;
        auto const all = p.records();
        flat_shape const cut =
            cut_flat(view_of(p, all, lanes_of<Tree, Out>), false, reads_flat_near<Tree, Out>);
        index_t const blocks =
            generates<Tree>
                ? smaller(cut.blocks, larger(divide_up(cut.blocks, tuning::packets_made),
                                             tuning::enough_blocks))
                : cut.blocks;
        launch(flat_kernel<Tree, Out>, blocks, block_threads, 0, p.tree, plan_reuse(p.tree),
               p.out(), cut.step, cut.size, cut.each, cut.before,
               reads_once<may_read_once<Tree>, loads_first<Tree>>(p, all));
    }

    template <class Plan>
    static void run_strided(Plan& p) {
        using Tree = typename Plan::tree_type;
        auto const all = p.records();
        launch_pieces(view_of(p, all, 1), &launch_strided<Plan>, &p);
    }
    template <class Plan>
    static void launch_strided(void* what) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        auto& p = *static_cast<Plan*>(what);
        auto const all = p.records();
        if constexpr (may_broadcast<Tree, Out, Plan::rank>) {
            broadcast_shape<Plan::rank> shape;
            index_t blocks = 0;
            std::size_t shared = 0;
            if (!reads_once<may_read_once_in_rows<Tree>, (Tree::widest > 1)>(p, all) &&
                cut_broadcast(view_of(p, all, lanes_of<Tree, Out>), rows_by_type<Tree, Plan::rank>,
                              has_longer_functions<Tree>, shape, blocks, shared))
                return launch(broadcast_kernel<Tree, Out, Plan::rank>, blocks, block_threads,
                              shared, p.tree, p.out(), shape);
        }
        if constexpr (may_window<Tree, Out, Plan::rank>) {
            constexpr auto const& leaves = window_leaves_of<Tree>;
            window_offset offsets[Tree::records] = {};
            window_frame frame{view_of(p, all, 1), leaves.staged, leaves.of, leaves.size, offsets};
            window_shape<Plan::rank> shape{};
            fixed<int, Tree::records> offset{};
            if (cut_windows(frame, shape, offset.values))
                return launch(window_kernel<Tree, Out, Plan::rank>, frame.blocks, block_threads,
                              2 * frame.shared, p.tree, plan_reuse(p.tree), p.out(), shape, offset);
        }
        grid_shape<Plan::rank> grid;
        index_t const blocks = cut_strided(view_of(p, all, lanes_of<Tree, Out>),
                                           terms_of<Tree> != 0, grid, near_reads_of<Tree, Out>);
        grid.once = reads_once<may_read_once_in_rows<Tree>, (Tree::widest > 1)>(p, all);
        if constexpr (reads_lines<Tree>)
            grid.lines = !grid.by_element && lies_in_lines(p.tree);
        if constexpr (reads_lines<Tree>)
            if (!grid.lines)
                return launch(strided_elements_kernel<Tree, Out, Plan::rank>, blocks, block_threads,
                              0, p.tree, p.out(), grid);
        launch(strided_kernel<Tree, Out, Plan::rank>, blocks, block_threads, 0, p.tree,
               plan_reuse(p.tree), p.out(), grid);
    }

    template <class Plan>
    static void run_tiled(Plan& p) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        if constexpr (turns_words<Tree, Out>)
            run_turned(p);
        else
            run_staged(p);
    }
    template <class Plan>
    static void run_turned(Plan& p) {
        using Out = typename Plan::out_type;
        constexpr int rank = Plan::rank;
        auto const all = p.records();
        bring_beside_inner(p.extent.values, rank, all.values, all.count, p.tile_axis);
        turned_shape<rank> grid{p.extent, p.stride, {}};
        constexpr int size = static_cast<int>(sizeof(Out));
        using words = turned_words<size>;
        auto const loop = view_of(p, all, words::each);
        int const staged = mark_turned<rank>(loop, only_moves<typename Plan::tree_type, Out>);
        int squares = words::log2_squares - (staged > 1 ? 1 : 0);
        index_t blocks = cut_turned<size>(loop, squares, grid.cut);
        while (blocks < elementwise_tuning::enough_tiles && squares > words::log2_fewest)
            blocks = cut_turned<size>(loop, --squares, grid.cut);
        std::size_t const shared = static_cast<std::size_t>(staged) * words::square_bytes
                                   << (grid.cut.log2_across + grid.cut.log2_along);
        classify(p.extent.values, rank, all.values, all.count, words::each,
                 grid.cut.ahead == 0 ? 0 : -1);
        auto const run = [&](auto const& tree) {
            launch(turned_kernel<std::remove_cvref_t<decltype(tree)>, Out, rank>, blocks,
                   block_threads, shared, tree, p.out(), grid);
        };
        if constexpr (only_moves<typename Plan::tree_type, Out>)
            run(p.tree.plain());
        else
            run(p.tree);
    }
    template <class Plan>
    static void run_staged(Plan& p) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        auto const all = p.records();
        tile_shape<Plan::rank> grid;
        index_t blocks = 0;
        std::size_t const shared =
            cut_tiled(view_of(p, all, tile_lanes<Tree, Out>), p.tile_axis, tile_size<Tree, Out>,
                      tile_ahead<Tree, Out>, grid, blocks);
        launch(tiled_kernel<Tree, Out, Plan::rank>, blocks, block_threads, shared, p.tree,
               plan_reuse(p.tree), p.out(), grid);
    }

    template <class Plan>
    static void run_permuted(Plan& p) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        auto const all = p.records();
        auto const loop = view_of(p, all, 1);
        box_shape<Plan::rank> shape;
        int const bytes = static_cast<int>(sizeof(box_word<Tree>));
        index_t const blocks =
            cut_boxes(loop, loops<Plan>.permuted, box_elements<Tree>, bytes,
                      processors_of_device() * elementwise_tuning::box_blocks, shape);
        std::size_t const shared = 2 * static_cast<std::size_t>(shape.bytes);
        auto const run = [&](auto const& tree) {
            launch(permuted_kernel<std::remove_cvref_t<decltype(tree)>, Out, Plan::rank>, blocks,
                   block_threads, shared, tree, p.out(), shape);
        };
        if constexpr (requires { p.tree.plain(); })
            run(p.tree.plain());
        else
            run(p.tree);
    }

    template <class Plan>
    static void run_hoisted(Plan& p) {
        auto const all = p.records();
        bring_beside_inner(p.extent.values, Plan::rank, all.values, all.count, p.tile_axis);
        launch_pieces(view_of(p, all, 1), &launch_hoisted<Plan>, &p);
    }
    template <class Plan>
    static void launch_hoisted(void* what) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        auto& p = *static_cast<Plan*>(what);
        auto const all = p.records();
        hoist_shape<Plan::rank> shape;
        index_t const blocks = cut_hoisted(
            view_of(p, all, hoisted_lanes<Tree, Out, Plan::rank>), hoisted_rows<Tree, Plan::rank>,
            ready_bytes<Tree, Plan::rank>, hoists_through<Tree, Out, Plan::rank>, shape);
        hoist_plan<Tree> hoist{p.hoisted, {}};
        place_hoisted(hoist.hoisted, hoist.places, table_of<Tree>.terms, table_of<Tree>.twin,
                      p.equal & table_of<Tree>.again, shape.columns, shape.rows);
        launch(hoisted_kernel<Tree, Out, Plan::rank>, blocks, block_threads, hoist.places.bytes,
               p.tree, p.out(), shape, hoist);
    }
};

}  // namespace twill::inline v0::detail
