// SPDX-License-Identifier: MIT
// The terms of a hoisted loop's tile: how tiles are cut, and how their terms get into shared
// memory.
#pragma once

#include "twill/cuda/elementwise/elementwise_kernels.cuh"

namespace twill::inline v0::detail {

/// What the kernel knows of hoisted terms.
template <class Tree>
struct hoist_plan {
    static constexpr int terms = term_table<Tree>::set_count;

    hoisted_set hoisted;
    term_set ready;    ///< hoisted terms
    term_set packets;  ///< hoisted terms of columns, where packets are aligned
    reuse_plan<Tree> reuse;
    hoist_places<terms> places;
};

/// How a hoisted loop is cut into tiles: a block has one.
template <int Rank>
struct hoist_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    unsigned strips;              ///< tiles along the inner axis
    unsigned groups;              ///< tiles along axis Rank - 2
    int rows;                     ///< of a tile
    int columns;                  ///< of a tile, with those before its first packet
    int log2_width;               ///< threads along the inner axis
    int before;   ///< elements from the packet boundary before a row to the row; -1: differs from
                  ///< row to row
    bool stream;  ///< the output is large and the operands are small
};

/// A term to compute, and where a thread's value goes.
struct fill_job {
    int term;
    int first;  ///< the first term inside it
    char* values;
    int index;
};

/// The value at a cursor of a node inside the job's term; of others, anything.
template <int First, class Node, class Cursor>
__device__ __forceinline__ lanes<typename Node::value_type, 1> fill(Node const& node,
                                                                    Cursor const& c,
                                                                    fill_job const&, bool inside) {
    if (inside)
        return node.template at<1>(c);
    return {};
}
template <int First, class F, class... N, class Cursor>
    requires(terms_of<apply_node<F, N...>> != 0)
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, 1> fill(
    apply_node<F, N...> const& node, Cursor const& c, fill_job const& job, bool);

template <int First, class F, class... N, class Cursor, std::size_t... I>
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, 1> fill_term(
    apply_node<F, N...> const& node, Cursor const& c, fill_job const& job,
    std::index_sequence<I...>) {
    using Node = apply_node<F, N...>;
    constexpr int k = First + terms_of<Node> - 1;
    if (job.term < First || job.first > k)
        return {};
    bool const inside = k <= job.term;
    children<lanes<typename N::value_type, 1>...> const x{
        {fill<First + terms_before<I, N...>>(get<I>(node), c, job, inside)}...};
    if (!inside)
        return {};
    lanes<typename Node::value_type, 1> const result = node.template combine<1>(get<I>(x)...);
    if (k == job.term)
        reinterpret_cast<typename Node::value_type*>(job.values)[job.index] = result.values[0];
    return result;
}
template <int First, class F, class... N, class Cursor>
    requires(terms_of<apply_node<F, N...>> != 0)
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, 1> fill(
    apply_node<F, N...> const& node, Cursor const& c, fill_job const& job, bool) {
    return fill_term<First>(node, c, job, std::index_sequence_for<N...>{});
}

/// The same in the usual outcome, of which nothing but the terms asked for is compiled.
template <class Tree, int First, class Node, class Cursor>
__device__ __forceinline__ void fill_usual(Node const&, Cursor const&, fill_job const&) {}
template <class Tree, int First, class F, class... N, class Cursor>
    requires(terms_of<apply_node<F, N...>> != 0)
__device__ __forceinline__ void fill_usual(apply_node<F, N...> const& node, Cursor const& c,
                                           fill_job const& job) {
    using Node = apply_node<F, N...>;
    constexpr int k = First + terms_of<Node> - 1;
    if constexpr ((usual_hoisting<Tree>::ready & term_bit<k>) != 0) {
        if (k == job.term)
            reinterpret_cast<typename Node::value_type*>(job.values)[job.index] =
                node.template at<1>(c).values[0];
    } else if constexpr ((usual_hoisting<Tree>::equal & term_bit<k>) == 0) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (fill_usual<Tree, First + terms_before<I, N...>>(get<I>(node), c, job), ...);
        }(std::index_sequence_for<N...>{});
    }
}

/// Computes a tile's hoisted terms, a warp 32 values of one of them at a time. `origin` is the
/// tile's first element, which may lie before the row.
template <bool Usual, class Tree, int Rank>
__device__ __forceinline__ void fill_tile(Tree const& tree, hoist_shape<Rank> const& shape,
                                          hoist_plan<Tree> const& plan,
                                          row_cursor<Rank> const& origin, int rows, char* shared) {
    int const column_parts = (shape.columns + 31) / 32;
    int const row_parts = (rows + 31) / 32;
    int const column_jobs = plan.places.column_fills * column_parts;
    int const jobs = column_jobs + plan.places.row_fills * row_parts;
#pragma unroll 1
    for (int j = static_cast<int>(threadIdx.x) / 32; j < jobs; j += block_threads / 32) {
        bool const is_column = j < column_jobs;
        int const parts = is_column ? column_parts : row_parts;
        int part = is_column ? j : j - column_jobs;
        int number = 0;
        // There are few terms: that is shorter than a division.
        for (; part >= parts; part -= parts)
            ++number;
        int const i = part * 32 + static_cast<int>(threadIdx.x) % 32;
        row_cursor<Rank> cursor = origin;
        bool exists;
        if (is_column) {
            int const last = static_cast<int>(shape.extent[Rank - 1]) - 1;
            int const at = cursor.inner + i;
            cursor.inner = at < 0 ? 0 : (at < last ? at : last);
            exists = i < shape.columns;
        } else {
            cursor.at[Rank - 2] += i;
            cursor.inner = 0;
            exists = i < rows;
        }
        if (!exists)
            continue;
        int const fill_number = is_column ? number : number + plan.places.column_fills;
        int const term = plan.places.fill[fill_number];
        fill_job const job{term, plan.places.fill_from[fill_number],
                           shared + plan.places.offset[term], i};
        if constexpr (Usual)
            fill_usual<Tree, 0>(tree, cursor, job);
        else
            fill<0>(tree, cursor, job, false);
    }
}

}  // namespace twill::inline v0::detail
