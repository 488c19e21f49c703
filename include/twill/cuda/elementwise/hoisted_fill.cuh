// SPDX-License-Identifier: MIT
// The terms of a hoisted loop's tile: how tiles are cut, and how their terms get into shared
// memory.
#pragma once

#include "twill/cuda/elementwise/cut.cuh"

namespace twill::inline v0::detail {

/// What the kernel knows of hoisted terms.
template <class Tree>
struct hoist_plan {
    static constexpr int terms = term_table<Tree>::set_count;

    hoisted_set hoisted;
    hoist_places<terms> places;
};

/// How a hoisted loop is cut into tiles: a block has one.
template <int Rank>
struct hoist_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    unsigned strips;              ///< tiles along the inner axis
    unsigned groups;              ///< tiles along axis Rank - 2
    fixed_divisor by_strips;
    fixed_divisor by_groups;
    int rows;        ///< of a tile
    int columns;     ///< of a tile, with those before its first packet
    int log2_width;  ///< threads along the inner axis
    int before;   ///< elements from the packet boundary before a row to the row; -1: differs from
                  ///< row to row
    bool stream;  ///< the output is large and the operands are small
};

/// Cuts a loop of which a thread takes `together` rows at a time, and whose terms take `bytes` for
/// a row and a column.
template <int Rank>
TWILL_COLD index_t cut_hoisted(loop_view const& loop, int together, int bytes,
                               hoist_shape<Rank>& shape) {
    using tuning = elementwise_tuning;
    int const V = loop.lanes;
    // Where rows start at different distances from a packet boundary, packets start with the row.
    int const start = packet_start(loop);
    shape.before = start;
    index_t const inner = loop.extent[Rank - 1];
    index_t const rows = loop.extent[Rank - 2];
    index_t const packets = divide_up(inner + (start > 0 ? start : 0), V);
    shape.log2_width = log2_ceiling(packets, together == 2 ? 5 : 6);
    index_t const strips = divide_up(packets, index_t{1} << shape.log2_width);
    index_t const outer = loop.size() / (inner * rows);
    index_t const height = block_threads >> shape.log2_width;
    shape.columns = V << shape.log2_width;
    // Tiles as high as pays, and enough of them to keep a device busy.
    index_t const room = index_t{tuning::hoisted_bytes} / larger(bytes, 1) - shape.columns - 64;
    index_t const lowest =
        loop.operands[0].element_size <= 4 ? tuning::hoisted_rows : tuning::hoisted_rows_wide;
    index_t const highest =
        inner <= (start < 0 ? tuning::hoisted_short_rows : tuning::hoisted_short_packets)
            ? larger(lowest, smaller(tuning::hoisted_elements / inner, room))
            : lowest;
    index_t const step = together * height;
    index_t const tiles = highest == lowest ? tuning::hoisted_tiles : tuning::hoisted_short_tiles;
    index_t const steps = divide_up(rows * strips * outer, step * tiles);
    index_t const most = step < highest ? highest : step;
    index_t const wanted = step * steps < most ? step * steps : most;
    index_t const tile_rows = divide_up(divide_up(rows, divide_up(rows, wanted)), height) * height;
    for (int d = 0; d < Rank; ++d) {
        shape.extent[d] = loop.extent[d];
        shape.stride[d] = loop.operands[0].stride[d];
    }
    shape.strips = static_cast<unsigned>(strips);
    shape.groups = static_cast<unsigned>(divide_up(rows, tile_rows));
    shape.by_strips = fixed_divisor::of(strips);
    shape.by_groups = fixed_divisor::of(shape.groups);
    shape.rows = static_cast<int>(tile_rows);
    static_assert(512 * most_hoisted_bytes <= tuning::hoisted_bytes);
    shape.stream = streams(loop);
    classify(loop, start);
    return strips * shape.groups * outer;
}

/// A term to compute, and where a thread's value goes.
struct fill_job {
    int term;
    char* values;
    int index;
};

/// Computes the job's term at a cursor.
template <class Tree, int First, int Rank, class Node>
__device__ __forceinline__ void fill(Node const&, row_cursor<Rank> const&, fill_job const&) {}
template <class Tree, int First, int Rank, class F, class... N>
    requires(terms_of<apply_node<F, N...>> != 0)
__device__ __forceinline__ void fill(apply_node<F, N...> const& node, row_cursor<Rank> const& c,
                                     fill_job const& job) {
    using Node = apply_node<F, N...>;
    constexpr int k = First + terms_of<Node> - 1;
    if constexpr ((hoisting<Tree, Rank>::ready & term_bit<k>) != 0) {
        if (k == job.term)
            reinterpret_cast<typename Node::value_type*>(job.values)[job.index] =
                node.template at<1>(c).values[0];
    } else if constexpr ((hoisting<Tree, Rank>::equal & term_bit<k>) == 0) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (fill<Tree, First + terms_before<I, N...>>(get<I>(node), c, job), ...);
        }(std::index_sequence_for<N...>{});
    }
}

/// Computes a tile's hoisted terms, a warp 32 values of one of them at a time. `origin` is the
/// tile's first element, which may lie before the row.
template <class Tree, int Rank>
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
        fill<Tree, 0>(tree, cursor, {term, shared + plan.places.offset[term], i});
    }
}

}  // namespace twill::inline v0::detail
