// SPDX-License-Identifier: MIT
// Short runs of several operands of 8 or 16 bits that start and end between packets: arrays pass
// through shared memory as they are, each once.
#pragma once

#include "twill/ops/pairs/short_rows.cuh"
#include "twill/ops/reduce/tile.cuh"

namespace twill::inline v0::detail {

template <class Tree>
struct arrays_frame {
    static constexpr bool guessed = false;
    using tree_type = Tree;
    using leaves = typename pair_leaves<Tree>::type;
};
/// Whether an operand has every axis of the loop, as its type says.
template <class Leaf>
inline constexpr bool lies_along_all = true;
template <class T, int Rank, class Lie>
inline constexpr bool lies_along_all<memory_node<T, Rank, Lie>> =
    memory_node<T, Rank, Lie>::axes == every_axis(Rank);
template <class... L>
constexpr bool lie_along_all(types<L...>) {
    return (true && ... && lies_along_all<L>);
}
/// Whether arrays come to shared memory in the place of values: those are several times as wide,
/// and computed once for each time that they are read. (Weighted means of rows of 9 / 33 / 150 of
/// 2^27 float16 take 0.20 / 0.20 / 0.22 ms so, with values 0.32 / 0.39 / 0.48; of float32 0.16 /
/// 0.18 / 0.20 and 0.15 / 0.18 / 0.17.)
template <class Tree>
inline constexpr bool has_several_arrays = [] {
    if constexpr (leaf_types<Tree>::known && Tree::widest < 4 && terms_of<Tree> == 0 &&
                  !has_one_leaf<Tree> && pair_leaf_count<Tree> >= 2)
        return lie_along_all(typename pair_leaves<Tree>::type{}) &&
               room_of_short_rows<arrays_frame<Tree>>.fits;
    return false;
}();

template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_arrays(Tree const& tree, reduce_shape<Rank> const& shape,
                                              reduce_target<Reducer, Sink, Rank> const& target) {
    using brief = short_reducer<Reducer>;
    using accumulator = typename brief::type::accumulator;
    __shared__ alignas(16) char memory[room_of_short_rows<arrays_frame<Tree>>.bytes];
    int const length = static_cast<int>(shape.reduced);
    index_t const first = static_cast<index_t>(blockIdx.x) * shape.tile_rows;
    int const rows = static_cast<int>(smaller(shape.outputs - first, index_t{shape.tile_rows}));
    short_values<arrays_frame<Tree>> values(tree, 0);
    values.bring(memory, shape.arrays, first, rows, length);
    __syncthreads();
    reduce_short_rows<4, 1>(values, brief::of(target.reducer), shape.log2_group, length, rows,
                            [&](int row, accumulator const& a) {
                                target.template finish<output_axes::first>(shape, first + row,
                                                                           brief::widen(a));
                            });
}

}  // namespace twill::inline v0::detail
