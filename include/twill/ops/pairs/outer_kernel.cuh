// SPDX-License-Identifier: MIT
// Reductions of outer products, f(x[i], y[j]) over j: a thread has an output and walks along j, a
// packet of elements at a time.
#pragma once

#include "twill/ops/pairs/outer_stage.cuh"
#include "twill/ops/pairs/plan.hpp"
#include "twill/ops/reduce/columns_part.cuh"

namespace twill::inline v0::detail {

/// How a kernel's tree evaluates from staged operands.
template <class Tree>
struct outer_evaluation {
    using tree_type = Tree;
    static constexpr term_set unread = 0;
    static constexpr int operands = staged_operands<0, 0, Tree>;
    static __device__ __forceinline__ Tree const& node(Tree const& tree) { return tree; }
    template <int V, class Node, class Cursor>
    static __device__ __forceinline__ auto at(Tree const&, Node const& node, Cursor const& c) {
        return node.template at<V>(c);
    }
};
template <class Tree, bool All>
struct outer_evaluation<reusing_tree<Tree, All>> {
    using tree_type = Tree;
    static constexpr term_set unread = All ? reusable_terms<Tree> : 0;
    static constexpr int operands = staged_operands<unread, 0, Tree>;
    static __device__ __forceinline__ Tree const& node(reusing_tree<Tree, All> const& tree) {
        return tree.tree;
    }
    template <int V, class Node, class Cursor>
    static __device__ __forceinline__ auto at(reusing_tree<Tree, All> const& tree, Node const& node,
                                              Cursor const& c) {
        return tree.template at_node<V>(node, c);
    }
};
/// Elements that a thread evaluates together.
template <class Tree>
inline constexpr int outer_lanes = Tree::widest > 8                                             ? 1
                                   : Tree::widest <= 4 || outer_evaluation<Tree>::operands <= 4 ? 4
                                                                                                : 2;
/// Bytes of an operand's values in shared memory: a packet for each thread.
template <class Tree>
inline constexpr int staged_bytes =
    block_threads * (Tree::widest > 4 && outer_lanes<Tree> == 4 ? 32 : 16);
/// Whether the kernel below can run a tree, and is worth compiling: tiles serve what costs less.
template <class Tree, int Rank>
inline constexpr bool may_be_outer = false;
template <class Tree, int Rank>
    requires(Rank >= 2 && Tree::records >= 2 && Tree::widest <= 16 &&
             has_slow_function<typename outer_evaluation<Tree>::tree_type> &&
             all_lack_axes(
                 Rank, typename pair_leaves<typename outer_evaluation<Tree>::tree_type>::type{}))
inline constexpr bool may_be_outer<Tree, Rank> =
    outer_evaluation<Tree>::operands <= outer_tuning::operands;

/// Blocks a multiprocessor, so that registers leave room for them.
template <class Tree>
inline constexpr int outer_blocks =
    Tree::widest > 4 ? outer_tuning::blocks_wide : outer_tuning::blocks;

/// Dealt out as reduce_columns_kernel is, a column a thread. The only reduced axis is Rank - 2,
/// along which no array changes that changes along the last one.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads, blocks_held<outer_blocks<Tree>, block_threads>)
    reduce_outer_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    using evaluation = outer_evaluation<Tree>;
    constexpr int V = outer_lanes<Tree>;
    constexpr int operands = evaluation::operands > 0 ? evaluation::operands : 1;
    // Once the sums are done, the operands' memory is where they merge.
    constexpr std::size_t shared = operands * staged_bytes<Tree>;
    constexpr std::size_t scratch = sizeof(columns_scratch<Reducer>);
    __shared__ alignas(16) char staged[shared > scratch ? shared : scratch];
    columns_part const part(shape, 1);
    bool const active = part.column < shape.extent[Rank - 1];
    int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
    outer_stage<evaluation::unread, V, staged_bytes<Tree>, Rank> stage{{}, staged};
    locate_axes(shape.extent, 0, shape.kept_end, part.outer, stage.at);
    stage.at[Rank - 1] = active ? part.column : shape.extent[Rank - 1] - 1;
    constexpr int most_rows = block_threads * V;
    constexpr int unrolled = Tree::widest <= 4 ? 2 : 1;
    auto rows_from = [&](index_t first) {
        return part.end - first < most_rows ? static_cast<int>(part.end - first) : most_rows;
    };
    // Blocks start together and wait together, so all copies are under way at once.
    index_t first = part.first;
    auto stage_from = [&] {
        stage.template rows<0, 0>(evaluation::node(tree), first, rows_from(first));
    };
    stage_from();
    auto node = stage.template columns<0, 0>(evaluation::node(tree));
    lane_accumulators<Reducer, V, false> sums(target.reducer);
    while (first < part.end) {
        int const count = rows_from(first);
        wait_for_copies();
        __syncthreads();
        int const whole = count / V;
        outer_cursor cursor{static_cast<unsigned>(__cvta_generic_to_shared(staged)), y,
                            first + y * V};
        int step = part.height;
        int const run = sums.run * step;
        while (cursor.number < whole) {
            int end = whole - cursor.number < run ? whole : cursor.number + run;
            // Otherwise the compiler works both out again for every packet.
            asm("" : "+r"(end), "+r"(step));
            // The other way round, nvcc reads `number <` as a template where the user's code has a
            // function of that name.
#pragma unroll unrolled
            for (; end > cursor.number; cursor.number += step, cursor.row += step * V)
                sums.add(evaluation::template at<V>(tree, node, cursor));
            sums.flush();
        }
        if (cursor.number == whole && whole * V < count) {
            sums.add(
                evaluation::template at<V>(tree, node, outer_end_cursor{cursor, count - whole * V}),
                0, count - whole * V);
        }
        first += most_rows;
        if (first < part.end) {
            __syncthreads();
            stage_from();
        }
    }
    sums.flush();
    __syncthreads();
    finish_columns<1>(shape, target, sums.before,
                      reinterpret_cast<columns_scratch<Reducer>&>(staged));
}

}  // namespace twill::inline v0::detail
