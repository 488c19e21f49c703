// The hoisted kernel of elementwise plans: terms that do not change from row to row, or along a
// row, are computed once for a tile and stay in shared memory.
#pragma once

#include "twill/cuda/elementwise_kernels.cuh"

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

/// Elements a thread takes of a row, at most 8: rows that are 8 apart then start at the same
/// distance from a packet boundary.
template <class Tree, class Out>
inline constexpr int hoisted_lanes = lanes_of<Tree, Out> < 8 ? lanes_of<Tree, Out> : 8;
inline constexpr int hoisted_log2_width = 5;
static_assert(block_threads >> hoisted_log2_width == 8);

/// A packet of each of two rows, hoisted terms being ready in shared memory. Lanes beyond the ends
/// of a row stand for its outermost elements. `Usual`: see usual_hoisting.
template <class Tree, int Rank, bool Usual>
struct hoisted_cursor {
    static constexpr bool ready_terms = true;
    static constexpr bool usual = Usual;
    static constexpr int rows = 2;

    hoist_plan<Tree> const& plan;
    unsigned shared;  ///< an address in shared memory
    row_cursor<Rank> at;
    int apart;   ///< from the first to the second row
    int row;     ///< in the tile
    int column;  ///< of the first lane, in the tile
    int first;   ///< lanes [first, last) are in the row
    int last;

    __device__ __forceinline__ bool is_ready(int k) const {
        return ((Usual ? usual_hoisting<Tree>::ready : plan.ready) >> k & 1) != 0;
    }
    template <class T, int Lanes>
    __device__ __forceinline__ lanes<T, Lanes> ready(int k) const {
        constexpr int V = Lanes / rows;
        T const* const values =
            static_cast<T const*>(__cvta_shared_to_generic(shared + plan.places.offset[k]));
        if (plan.packets >> k & 1) {
            lanes<T, V> const x = load_packet<V>(values + column);
            return join(x, x);
        }
        if (plan.hoisted.rows >> k & 1)
            return join(load_broadcast<V>(values + row), load_broadcast<V>(values + row + apart));
        lanes<T, V> const x = load_lanes<V>(values + column, 1, V);
        return join(x, x);
    }
    /// A node without terms.
    template <int Lanes, class Node>
    __device__ __forceinline__ lanes<typename Node::value_type, Lanes> leaf(
        Node const& node) const {
        constexpr int V = Lanes / rows;
        if constexpr (Node::records == 0) {
            return node.template at<Lanes>(at);
        } else {
            row_cursor<Rank> second = at;
            second.at[Rank - 2] += apart;
            if (first == 0 && last == V)
                return join(node.template at<V>(at), node.template at<V>(second));
            return join(inside<V>(node, at), inside<V>(node, second));
        }
    }

private:
    template <int V, class Node>
    __device__ __forceinline__ lanes<typename Node::value_type, V> inside(
        Node const& node, row_cursor<Rank> c) const {
        int const start = c.inner;
        lanes<typename Node::value_type, V> result;
#pragma unroll
        for (int l = 0; l < V; ++l) {
            c.inner = start + (l < first ? first : (l < last ? l : last - 1));
            result.values[l] = node.template at<1>(c).values[0];
        }
        return result;
    }
    template <class T, int V>
    __device__ __forceinline__ static lanes<T, rows * V> join(lanes<T, V> const& a,
                                                              lanes<T, V> const& b) {
        lanes<T, rows * V> result;
#pragma unroll
        for (int l = 0; l < V; ++l) {
            result.values[l] = a.values[l];
            result.values[V + l] = b.values[l];
        }
        return result;
    }
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
requires(terms_of<apply_node<F, N...>> != 0) __device__ __forceinline__ lanes <
    typename apply_node<F, N...>::value_type,
1 > fill(apply_node<F, N...> const& node, Cursor const& c, fill_job const& job, bool);

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
requires(terms_of<apply_node<F, N...>> != 0) __device__ __forceinline__ lanes <
    typename apply_node<F, N...>::value_type,
1 > fill(apply_node<F, N...> const& node, Cursor const& c, fill_job const& job, bool) {
    return fill_term<First>(node, c, job, std::index_sequence_for<N...>{});
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
        int const from = is_column ? j : j - column_jobs;
        int const number = from / parts;
        int const i = (from - number * parts) * 32 + static_cast<int>(threadIdx.x) % 32;
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
        fill<0>(tree, cursor,
                fill_job{term, plan.places.fill_from[fill_number],
                         shared + plan.places.offset[term], i},
                false);
    }
}

/// Part number `Part` of V lanes.
template <int V, int Part, class T, int Lanes>
__device__ __forceinline__ lanes<T, V> part(lanes<T, Lanes> const& x) {
    lanes<T, V> result;
#pragma unroll
    for (int l = 0; l < V; ++l)
        result.values[l] = x.values[Part * V + l];
    return result;
}

/// The rows of a tile.
template <bool Usual, class Tree, class Out, int Rank>
__device__ __forceinline__ void hoisted_tile(Tree const& tree, Out* out,
                                             hoist_shape<Rank> const& shape,
                                             hoist_plan<Tree> const& plan,
                                             row_cursor<Rank> const& origin, int rows,
                                             int strip_start, unsigned shared) {
    constexpr int V = hoisted_lanes<Tree, Out>;
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    int const step = static_cast<int>(shape.stride[Rank - 1]);
    int const row_step = static_cast<int>(shape.stride[Rank - 2]);
    int offset = 0;
#pragma unroll
    for (int d = 0; d < Rank - 1; ++d)
        offset += origin.at[d] * static_cast<int>(shape.stride[d]);
    int const height = block_threads >> shape.log2_width;
    int const packet =
        strip_start + (static_cast<int>(threadIdx.x) & ((1 << shape.log2_width) - 1)) * V;
#pragma unroll 1
    for (int row = static_cast<int>(threadIdx.x) >> shape.log2_width; row < rows;
         row += 2 * height) {
        bool const two = row + height < rows;
        hoisted_cursor<Tree, Rank, Usual> cursor{plan, shared, origin, two ? height : 0, row};
        int const line = offset + row * row_step;
        int const start =
            packet - (shape.before >= 0 ? shape.before : misalignment<Out, V>(out + line));
        cursor.at.at[Rank - 2] += row;
        cursor.at.inner = start;
        cursor.column = start - origin.inner;
        cursor.first = start < 0 ? -start : 0;
        cursor.last = inner - start < V ? inner - start : V;
        if (cursor.first >= cursor.last)
            continue;
        auto const result = reuse_at<2 * V>(tree, cursor, plan.reuse);
        Out* const target = out + (line + start * step);
        put<V>(target, step, part<V, 0>(result), cursor.first, cursor.last, shape.stream);
        if (two)
            put<V>(target + height * row_step, step, part<V, 1>(result), cursor.first, cursor.last,
                   shape.stream);
    }
}

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads, 4)
    hoisted_kernel(__grid_constant__ Tree const tree, Out* const out,
                   __grid_constant__ hoist_shape<Rank> const shape,
                   __grid_constant__ hoist_plan<Tree> const plan) {
    constexpr int V = hoisted_lanes<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    unsigned const tile = blockIdx.x / shape.strips;
    unsigned const strip = blockIdx.x - tile * shape.strips;
    unsigned rest = tile / shape.groups;
    row_cursor<Rank> origin;
    origin.at[Rank - 2] = static_cast<int>(tile - rest * shape.groups) * shape.rows;
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        unsigned const size = static_cast<unsigned>(shape.extent[d]);
        unsigned const quotient = size == 1 ? rest : rest / size;
        origin.at[d] = static_cast<int>(rest - quotient * size);
        rest = quotient;
    }
    int const margin = shape.before >= 0 ? shape.before : V;
    int const strip_start = static_cast<int>(strip << shape.log2_width) * V;
    origin.inner = strip_start - margin;
    int const rows_left = static_cast<int>(shape.extent[Rank - 2]) - origin.at[Rank - 2];
    int const rows = rows_left < shape.rows ? rows_left : shape.rows;
    fill_tile(tree, shape, plan, origin, rows, twill_shared);
    __syncthreads();

    // Otherwise the compiler works the address out again at every use.
    unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(twill_shared));
    asm("" : "+r"(shared));
    if (plan.ready == usual_hoisting<Tree>::ready &&
        plan.reuse.equal == usual_hoisting<Tree>::equal)
        hoisted_tile<true>(tree, out, shape, plan, origin, rows, strip_start, shared);
    else
        hoisted_tile<false>(tree, out, shape, plan, origin, rows, strip_start, shared);
}

}  // namespace twill::inline v0::detail
