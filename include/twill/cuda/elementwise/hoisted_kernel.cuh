// SPDX-License-Identifier: MIT
// The hoisted kernel of elementwise plans: terms that do not change from row to row, or along a
// row, are computed once for a tile and stay in shared memory.
#pragma once

#include "twill/cuda/elementwise/hoisted_through.cuh"

namespace twill::inline v0::detail {

/// A packet of each of one or two rows, hoisted terms being ready in shared memory. Lanes beyond
/// the ends of a row stand for its outermost elements.
template <class Tree, int Rank, int Lanes>
struct hoisted_cursor {
    static constexpr bool ready_terms = true;
    static constexpr int rows = hoisted_rows<Tree, Rank>;
    static constexpr int V = Lanes / rows;
    static constexpr term_set equal_terms = hoisting<Tree, Rank>::equal;
    /// Where that takes few registers a thread has the terms' values there.
    static constexpr bool keeps = ready_bytes<Tree, Rank> * Lanes <= 64;
    using kept_values = term_values<Tree, Lanes, keeps ? hoisting<Tree, Rank>::ready : 0>;

    hoist_plan<Tree> const& plan;
    unsigned shared;  ///< an address in shared memory
    row_cursor<Rank> at;
    int apart = 0;   ///< from the first to the second row
    int row = 0;     ///< in the tile
    int column = 0;  ///< of the first lane, in the tile
    int first = 0;   ///< lanes [first, last) are in the row
    int last = 0;
    kept_values kept = {};
    unsigned from[term_table<Tree>::set_count] = {};  ///< where the values of each term are

    __device__ __forceinline__ hoisted_cursor(hoist_plan<Tree> const& how, unsigned terms,
                                              row_cursor<Rank> const& origin)
        : plan(how), shared(terms), at(origin) {
        kept_values::each([&](auto term) {
            constexpr int k = decltype(term)::value;
            from[k] = shared + plan.places.offset[k];
            // Otherwise the compiler reads the offset again for every row.
            asm("" : "+r"(from[k]));
        });
    }

    __device__ __forceinline__ static constexpr bool is_ready(int k) {
        return (hoisting<Tree, Rank>::ready >> k & 1) != 0;
    }
    template <class T, int, int K>
    __device__ __forceinline__ lanes<T, Lanes> ready() const {
        if constexpr (keeps && is_ready(K))
            return kept.template at<K>();
        else
            return is_of_rows(K) ? of_rows<T>(values<T, K>()) : of_columns<T, K>();
    }
    /// A node without terms.
    template <int, class Node>
    __device__ __forceinline__ lanes<typename Node::value_type, Lanes> leaf(
        Node const& node) const {
        if constexpr (Node::records == 0) {
            return node.template at<Lanes>(at);
        } else {
            if (first == 0 && last == V)
                return join([&](int r) { return node.template at<V>(row_number(r)); });
            return join([&](int r) { return inside(node, row_number(r)); });
        }
    }
    /// Values of columns, once they are in shared memory.
    __device__ __forceinline__ void keep_columns() {
        kept_values::each([&](auto term) {
            constexpr int k = decltype(term)::value;
            using T = std::remove_cvref_t<decltype(kept.template at<k>().values[0])>;
            if (!is_of_rows(k))
                kept.template at<k>() = of_columns<T, k>();
        });
    }
    /// Values of the rows that the cursor is on.
    __device__ __forceinline__ void keep_rows() {
        kept_values::each([&](auto term) {
            constexpr int k = decltype(term)::value;
            using T = std::remove_cvref_t<decltype(kept.template at<k>().values[0])>;
            if (is_of_rows(k))
                kept.template at<k>() =
                    of_rows<T>(static_cast<T const*>(__cvta_shared_to_generic(from[k])));
        });
    }

private:
    __device__ __forceinline__ bool is_of_rows(int k) const {
        return (plan.hoisted.rows >> k & 1) != 0;
    }
    template <class T, int K>
    __device__ __forceinline__ T const* values() const {
        return static_cast<T const*>(__cvta_shared_to_generic(shared + plan.places.offset[K]));
    }
    template <class T>
    __device__ __forceinline__ lanes<T, Lanes> of_rows(T const* values) const {
        return join([&](int r) { return load_broadcast<V>(values + row + r * apart); });
    }
    template <class T, int K>
    __device__ __forceinline__ lanes<T, Lanes> of_columns() const {
        lanes<T, V> const x = load_packet<V>(values<T, K>() + column);
        return join([&](int) { return x; });
    }
    template <class Node>
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
    __device__ __forceinline__ row_cursor<Rank> row_number(int r) const {
        row_cursor<Rank> result = at;
        result.at[Rank - 2] += r * apart;
        return result;
    }
    /// The lanes of each row one after the other.
    template <class Packet>
    __device__ __forceinline__ static auto join(Packet&& packet) {
        if constexpr (rows == 1)
            return packet(0);
        else
            return join_lanes(packet(0), packet(1));
    }
};

/// The rows of a tile.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void hoisted_tile(Tree const& tree, Out* out,
                                             hoist_shape<Rank> const& shape,
                                             hoist_plan<Tree> const& plan,
                                             row_cursor<Rank> const& origin, int rows,
                                             int strip_start, unsigned shared) {
    constexpr int V = hoisted_lanes<Tree, Out, Rank>;
    constexpr int together = hoisted_rows<Tree, Rank>;
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    int const step = static_cast<int>(shape.stride[Rank - 1]);
    int const row_step = static_cast<int>(shape.stride[Rank - 2]);
    int offset = 0;
#pragma unroll
    for (int d = 0; d < Rank - 1; ++d)
        offset += origin.at[d] * static_cast<int>(shape.stride[d]);
    int const height = block_threads / shape.width;
    int const own_row = static_cast<int>(threadIdx.x) / shape.width;
    hoisted_cursor<Tree, Rank, together * V> cursor(plan, shared, origin);
    int const start = strip_start - (shape.before > 0 ? shape.before : 0) +
                      (static_cast<int>(threadIdx.x) - own_row * shape.width) * V;
    cursor.at.inner = start;
    cursor.column = start - origin.inner;
    cursor.first = start < 0 ? -start : 0;
    cursor.last = inner - start < V ? inner - start : V;
    if (cursor.first >= cursor.last || own_row >= height)
        return;
    cursor.keep_columns();
    // Rows start in different places, and a warp is on one of them.
    int const warp_start = start - static_cast<int>(threadIdx.x) % 32 * V;
    bool const along = shape.before < 0 && shape.width % 32 == 0 && warp_start + 32 * V <= inner;
    int row = own_row;
    Out* line = out + offset + index_t{row} * row_step + start * step;
    int between = together * height;
    index_t line_step = index_t{between} * row_step;
    // Otherwise the compiler works them out again for every row.
    asm("" : "+r"(between), "+l"(line_step));
    // One row's code behind the other's: 3 % less time for atan2 of doubles, the registers suffice.
    constexpr int unrolled = together == 1 ? 4 : 1;
#pragma unroll unrolled
    for (; row < rows; row += between, line += line_step) {
        bool const two = together == 2 && row + height < rows;
        cursor.apart = two ? height : 0;
        cursor.row = row;
        cursor.at.at[Rank - 2] = origin.at[Rank - 2] + row;
        cursor.keep_rows();
        auto const result = reuse_at<together * V>(tree, cursor, {});
        int const first = V == 1 ? 0 : cursor.first;
        int const last = V == 1 ? 1 : cursor.last;
        auto store = [&](Out* to, lanes<typename Tree::value_type, V> const& x) {
            if (V > 1 && along)
                put_along_warp<V>(to, x, shape.stream);
            else
                put<V>(to, step, x, first, last, shape.stream);
        };
        store(line, part_of<V, 0>(result));
        if constexpr (together == 2)
            if (two)
                store(line + height * row_step, part_of<V, 1>(result));
    }
}

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads, 4)
    hoisted_kernel(__grid_constant__ Tree const tree, Out* const out,
                   __grid_constant__ hoist_shape<Rank> const shape,
                   __grid_constant__ hoist_plan<Tree> const plan) {
    extern __shared__ __align__(16) char twill_shared[];
    unsigned const tile = shape.by_strips.divide(blockIdx.x);
    unsigned const strip = blockIdx.x - tile * shape.strips;
    unsigned rest = Rank == 2 ? 0 : shape.by_groups.divide(tile);
    row_cursor<Rank> origin;
    origin.at[Rank - 2] = static_cast<int>(tile - rest * shape.groups) * shape.rows;
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        unsigned const size = static_cast<unsigned>(shape.extent[d]);
        unsigned const quotient = d == 0 ? 0 : size == 1 ? rest : rest / size;
        origin.at[d] = static_cast<int>(rest - quotient * size);
        rest = quotient;
    }
    int const strip_start = static_cast<int>(strip) * shape.columns;
    origin.inner = strip_start - (shape.before > 0 ? shape.before : 0);
    int const rows_left = static_cast<int>(shape.extent[Rank - 2]) - origin.at[Rank - 2];
    int const rows = rows_left < shape.rows ? rows_left : shape.rows;
    fill_tile(tree, shape, plan, origin, rows, twill_shared);
    __syncthreads();

    // Otherwise the compiler works the address out again at every use.
    unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(twill_shared));
    asm("" : "+r"(shared));
    if constexpr (hoists_through<Tree, Out, Rank>)
        if (shape.through) {
            index_t offset = 0;
#pragma unroll
            for (int d = 0; d < Rank - 1; ++d)
                offset += origin.at[d] * shape.stride[d];
            return hoisted_through_tile(tree, out + offset, shape, plan, origin, rows, shared);
        }
    hoisted_tile(tree, out, shape, plan, origin, rows, strip_start, shared);
}

}  // namespace twill::inline v0::detail
