// SPDX-License-Identifier: MIT
// Hoisted tiles of whole rows that follow each other and start in different places: a thread has
// aligned packets of the output, whose lanes may lie in two rows.
#pragma once

#include "twill/cuda/elementwise/hoisted_fill.cuh"

namespace twill::inline v0::detail {

/// Such a packet, hoisted terms being ready in shared memory.
template <class Tree, int Rank, int V>
struct hoisted_through_cursor {
    static constexpr bool ready_terms = true;
    static constexpr term_set equal_terms = hoisting<Tree, Rank>::equal;

    hoist_plan<Tree> const& plan;
    unsigned shared;  ///< an address in shared memory
    through_cursor<Rank> at;
    int row;       ///< in the tile
    int next_row;  ///< that of lanes from at.cut on

    __device__ __forceinline__ static constexpr bool is_ready(int k) {
        return (hoisting<Tree, Rank>::ready >> k & 1) != 0;
    }
    template <class T, int, int K>
    __device__ __forceinline__ lanes<T, V> ready() const {
        auto const* const values =
            static_cast<T const*>(__cvta_shared_to_generic(shared + plan.places.offset[K]));
        lanes<T, V> result;
        if ((plan.hoisted.rows >> K & 1) != 0) {
            T const x = values[row];
            T const y = values[next_row];
            for (int l = 0; l < V; ++l)
                result.values[l] = l < at.cut ? x : y;
        } else {
            for (int l = 0; l < V; ++l) {
                int const column = l < at.cut ? at.inner + l : l - at.cut;
                result.values[l] = values[column < 0 ? 0 : column];
            }
        }
        return result;
    }
    /// A node without terms.
    template <int, class Node>
    __device__ __forceinline__ lanes<typename Node::value_type, V> leaf(Node const& node) const {
        if constexpr (Node::records == 0)
            return node.template at<V>(static_cast<row_cursor<Rank> const&>(at));
        else
            return load_leaves<V>(node, at).template at<V>(at);
    }
};

/// Whether a tree can be read so. Where costly functions stay in the loop they take the time.
template <class Tree, class Out, int Rank>
inline constexpr bool hoists_through =
    leaf_types<Tree>::known && hoisted_rows<Tree, Rank> == 2 &&
    hoisted_lanes<Tree, Out, Rank> > 1 && packs<Out, hoisted_lanes<Tree, Out, Rank>>;

/// The rows of a tile, whose first element is out[0].
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void hoisted_through_tile(Tree const& tree, Out* out,
                                                     hoist_shape<Rank> const& shape,
                                                     hoist_plan<Tree> const& plan,
                                                     row_cursor<Rank> const& origin, int rows,
                                                     unsigned shared) {
    constexpr int V = hoisted_lanes<Tree, Out, Rank>;
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    int const size = rows * inner;
    int const ahead = misalignment<Out, V>(out);
    hoisted_through_cursor<Tree, Rank, V> cursor{plan, shared, {}, 0, 0};
    cursor.at.at = origin.at;
    cursor.at.next = origin.at;
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x) * V - ahead; i < size; i += block_threads * V) {
        through_cursor<Rank>& at = cursor.at;
        at.first = i < 0 ? -i : 0;
        at.last = size - i < V ? size - i : V;
        cursor.row = shape.by_inner.divide(i + at.first);
        cursor.next_row = cursor.row + 1 < rows ? cursor.row + 1 : cursor.row;
        at.at[Rank - 2] = origin.at[Rank - 2] + cursor.row;
        at.next[Rank - 2] = at.at[Rank - 2] + 1;
        at.inner = i - cursor.row * inner;
        at.cut = inner - at.inner;
        put<V>(out + i, 1, reuse_at<V>(tree, cursor, {}), at.first, at.last, shape.stream);
    }
}

}  // namespace twill::inline v0::detail
