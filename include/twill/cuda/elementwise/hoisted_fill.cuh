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

/// Whether costly functions stay in the loop: it is then as long as their code times the elements
/// that a thread takes together, which should stay in the instruction cache.
template <class Tree, int Rank, int First, class Sequence, class... N>
inline constexpr bool has_busy_operand = false;
template <class Tree, int Rank, int First, class Node>
inline constexpr bool is_busy = false;
template <class Tree, int Rank, int First, std::size_t... I, class... N>
inline constexpr bool has_busy_operand<Tree, Rank, First, std::index_sequence<I...>, N...> =
    (false || ... || is_busy<Tree, Rank, First + terms_before<I, N...>, N>);
template <class Tree, int Rank, int First, class F, class... N>
    requires(terms_of<apply_node<F, N...>> != 0)
inline constexpr bool is_busy<Tree, Rank, First, apply_node<F, N...>> =
    ((hoisting<Tree, Rank>::ready | hoisting<Tree, Rank>::equal) &
     term_bit<First + terms_of<apply_node<F, N...>> - 1>) == 0 &&
    (is_costly<F> || is_unknown<F> ||
     has_busy_operand<Tree, Rank, First, std::index_sequence_for<N...>, N...>);

/// Bytes of a value of each term that is ready.
template <class Tree, int Rank>
inline constexpr int ready_bytes = [] {
    int sum = 0;
    for (int k = 0; k < term_table<Tree>::set_count; ++k)
        sum += (hoisting<Tree, Rank>::ready >> k & 1) != 0 ? table_of<Tree>.terms[k].bytes : 0;
    return sum;
}();

/// Rows that a thread takes together.
template <class Tree, int Rank>
inline constexpr int hoisted_rows = is_busy<Tree, Rank, 0, Tree> ? 1 : 2;
/// Elements a thread takes of a row. Two rows together are at least 8 apart, so that they start at
/// the same distance from a packet boundary.
template <class Tree, class Out, int Rank>
inline constexpr int hoisted_lanes =
    smaller(lanes_of<Tree, Out>,
            hoisted_rows<Tree, Rank> == 2 ? 8 : larger(1, 8 / static_cast<int>(sizeof(Out))));

/// How a hoisted loop is cut into tiles: a block has one.
template <int Rank>
struct hoist_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    unsigned strips;              ///< tiles along the inner axis
    unsigned groups;              ///< tiles along axis Rank - 2
    fixed_divisor by_strips;
    fixed_divisor by_groups;
    int rows;      ///< of a tile
    int columns;   ///< of a tile, with those before its first packet
    int width;     ///< threads along the inner axis
    int before;    ///< elements from the packet boundary before a row to the row; -1: differs from
                   ///< row to row
    bool stream;   ///< the output is large and the operands are small
    bool through;  ///< tiles of whole rows, of which packets of the output are counted
    fixed_divisor by_inner;  ///< an element's number by a row's elements, if so
};

/// Cuts a loop of which a thread takes `together` rows at a time, and whose terms take `bytes` for
/// a row and a column. `through`: tiles may have whole rows that start in different places.
template <int Rank>
TWILL_COLD index_t cut_hoisted(loop_view const& loop, int together, int bytes, bool through,
                               hoist_shape<Rank>& shape) {
    using tuning = elementwise_tuning;
    int const V = loop.lanes;
    // Where rows start at different distances from a packet boundary, packets start with the row.
    int const start = packet_start(loop);
    shape.before = start;
    index_t const inner = loop.extent[Rank - 1];
    index_t const rows = loop.extent[Rank - 2];
    index_t const packets = divide_up(inner + (start > 0 ? start : 0), V);
    index_t const outer = loop.size() / (inner * rows);
    for (int d = 0; d < Rank; ++d) {
        shape.extent[d] = loop.extent[d];
        shape.stride[d] = loop.operands[0].stride[d];
    }
    shape.stream = streams(loop);
    classify(loop, start);
    index_t const most_rows = index_t{tuning::hoisted_bytes} / larger(bytes, 1) - inner - 64;
    shape.through = through && start < 0 && shape.stride[Rank - 2] == inner && inner >= V &&
                    most_rows >= inner && most_rows > 0;
    if (shape.through) {
        index_t const pays = larger(divide_up(index_t{tuning::through_elements}, inner),
                                    rows * outer / tuning::hoisted_short_tiles);
        index_t const highest =
            smaller(larger(tuning::hoisted_elements / inner, index_t{1}), most_rows);
        index_t const tile_rows =
            divide_up(rows, divide_up(rows, smaller(smaller(pays, highest), rows)));
        shape.width = 1;
        shape.columns = static_cast<int>(inner);
        shape.strips = 1;
        shape.rows = static_cast<int>(tile_rows);
        shape.groups = static_cast<unsigned>(divide_up(rows, tile_rows));
        shape.by_strips = fixed_divisor::of(1);
        shape.by_groups = fixed_divisor::of(shape.groups);
        shape.by_inner = fixed_divisor::of(inner);
        return shape.groups * outer;
    }
    int const log2_widest = together == 2 ? 5 : 6;
    // Few threads have no packet. Rows that start in different places are a power of two apart
    // where a thread has two of them, and a warp puts its packets together.
    index_t const even = divide_up(packets, divide_up(packets, index_t{1} << log2_widest));
    index_t const width = start < 0 ? index_t{1} << log2_ceiling(packets, log2_widest) : even;
    index_t const strips = divide_up(packets, width);
    index_t const height = block_threads / width;
    shape.width = static_cast<int>(width);
    shape.columns = V * shape.width;
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
    shape.strips = static_cast<unsigned>(strips);
    shape.groups = static_cast<unsigned>(divide_up(rows, tile_rows));
    shape.by_strips = fixed_divisor::of(strips);
    shape.by_groups = fixed_divisor::of(shape.groups);
    shape.rows = static_cast<int>(tile_rows);
    static_assert(512 * most_hoisted_bytes <= tuning::hoisted_bytes);
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
