// SPDX-License-Identifier: MIT
// The strided kernels of elementwise plans: rows of any layout.
#pragma once

#include "twill/cuda/elementwise/strided_shape.cuh"

namespace twill::inline v0::detail {

/// How a loop is cut into tiles.
template <int Rank>
struct tile_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    unsigned tiles_row;     ///< tiles along axis Rank - 2
    unsigned tiles_column;  ///< tiles along axis Rank - 1
    unsigned plane;         ///< blocks of all tiles along both
    fixed_divisor by_plane;
    fixed_divisor by_row;  ///< a block's number by the blocks of a row of tiles
    bool shifted;          ///< rows of the output start anywhere: see shifted_tile
    /// Bytes of a tile's staged operands, where a block has tiles (i, j) and (j, i); otherwise 0.
    unsigned mirrored;
};

/// A packet of a tree whose operands of one class are one.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ auto read_once(Tree const& tree, reuse_plan<Tree> const& reuse,
                                          grid_shape<Rank> const& grid,
                                          row_cursor<Rank> const& cursor) {
    constexpr int V = lanes_of<Tree, Out>;
    auto const read = [&](auto const& c) {
        if constexpr (Tree::widest > 1)
            return reuse_loaded<V>(tree, load_leaves_once<V>(tree, c), c, reuse);
        else
            return reuse_at<V>(tree, read_leaves<V>(tree, c, typename leaf_types<Tree>::type{}),
                               reuse);
    };
    if constexpr (reads_near<Tree, Out>)
        if (grid.near)
            return read(near_cursor<Rank>{cursor});
    return read(cursor);
}

/// A cursor of packets in kernels that run where every function that can read lines of memory does:
/// elsewhere strided_elements does, as two ways to read a packet take twice the registers.
template <class Tree, class Cursor>
__device__ __forceinline__ auto in_lines_of(Cursor const& at) {
    if constexpr (reads_lines<Tree>)
        return lined_cursor<Cursor>{at};
    else
        return at;
}

/// Rows that follow each other and start in different places: a thread has an aligned packet of the
/// output, whose elements may lie in several rows. Then, it repeats the expression's code for each.
template <bool Packets = true, class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_through(Tree const& tree, reuse_plan<Tree> const& reuse,
                                                Out* out, grid_shape<Rank> const& grid,
                                                unsigned block) {
    constexpr int V = lanes_of<Tree, Out>;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const size = grid.rows * inner;
    int const i =
        static_cast<int>((static_cast<index_t>(block) * block_threads + threadIdx.x) * V) -
        grid.before;
    int const first = i < 0 ? -i : 0;
    int const last = size - i < V ? size - i : V;
    if (first >= last)
        return;
    if constexpr (reads_through<Tree, Out>)
        if (inner >= V) {
            int const row = grid.by_inner.divide(i + first);
            through_cursor<Rank> cursor;
            cursor.inner = i - row * inner;
            cursor.cut = inner - cursor.inner;
            cursor.first = first;
            cursor.last = last;
            locate_row(grid, row, cursor.at);
            locate_row(grid, row + 1, cursor.next);
            return put<V>(out + i, 1,
                          reuse_loaded<V>(tree, load_leaves<V>(tree, cursor), cursor, reuse), first,
                          last, grid.stream);
        }
    if constexpr (terms_of<Tree> != 0)
        return;
    int row = grid.by_inner.divide(i + first);
    row_cursor<Rank> cursor;
    cursor.inner = i + first - row * inner;
    locate_row(grid, row, cursor.at);
    bool const whole =
        Packets && !grid.by_element && last - first == V && cursor.inner + V <= inner;
    if constexpr (may_read_once_in_rows<Tree>)
        if (whole && grid.once)
            return put<V>(out + i, 1, read_once<Tree, Out, Rank>(tree, {}, grid, cursor), 0, V);
    if constexpr (reads_near<Tree, Out> && !may_read_once_in_rows<Tree>)
        if (whole && grid.near)
            return put<V>(out + i, 1, tree.template at<V>(near_cursor<Rank>{cursor}), 0, V);
    if constexpr (Packets && !only_near<Tree, Out> && !may_read_once_in_rows<Tree>)
        if (whole)
            return put<V>(out + i, 1, tree.template at<V>(in_lines_of<Tree>(cursor)), 0, V);
    auto const take = [&](auto at) {
        constexpr int G = only_near<Tree, Out> ? few_lanes<V> : V;
#pragma unroll 1
        for (int g = 0; g < V; g += G) {
            lanes<typename Tree::value_type, G> result;
#pragma unroll
            for (int l = 0; l < G; ++l) {
                // Lanes outside read an element as well: no branch keeps loads from running ahead.
                result.values[l] = tree.template at<1>(at).values[0];
                at.inner += g + l >= first && g + l + 1 < last ? 1 : 0;
                if (at.inner == inner) {
                    at.inner = 0;
                    locate_row(grid, ++row, at.at);
                }
            }
            put<G>(out + i + g, 1, result, larger(first - g, 0), smaller(last - g, G));
        }
    };
    if constexpr ((reads_near<Tree, Out> && !only_near<Tree, Out>) || reads_across<Tree>) {
        if (grid.near)
            take(across_cursor<Rank, true, across::whole>{cursor});
        else
            take(cursor);
    } else {
        take(cursor);
    }
}

/// V elements of a row, a warp's side by side, which the output has `step` apart: `at` and `p` are
/// at the warp's first one, which may lie before the row. True: so were those of the row `height`
/// behind it.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ bool strided_across(Tree const& tree, reuse_plan<Tree> const& reuse,
                                               Out* p, grid_shape<Rank> const& grid,
                                               row_cursor<Rank> at, bool both, int height,
                                               int step) {
    constexpr int V = lanes_of<Tree, Out>;
    constexpr bool few = few_operands<Tree>;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int left = static_cast<int>(grid.extent[Rank - 1]) - at.inner;
    if (at.inner < 0) {
        left = smaller(left, 32 * V) + at.inner;
        p -= at.inner * step;
        at.inner = 0;
    }
    p += lane * step;
    if (left >= 32 * V) {
        at.inner += lane;
        across_cursor<Rank, few, across::whole> cursor{at};
        auto const first = reuse_at<V>(tree, cursor, reuse);
        if (few && both) {
            cursor.at[Rank - 2] += height;
            auto const second = reuse_at<V>(tree, cursor, reuse);
            put<V>(p + height * static_cast<int>(grid.stride[Rank - 2]), 32 * step, second, 0, V);
        }
        put<V>(p, 32 * step, first, 0, V);
        return few && both;
    }
    if (left <= 0)
        return false;
    at.inner += lane < left ? lane : left - 1;
    constexpr across part = may_go_unread<Tree> ? across::cut : across::held;
    across_cursor<Rank, few, part> const cursor{at, lane < left ? left - 1 - lane : 0};
    auto const x = reuse_at<V>(tree, cursor, reuse);
#pragma unroll
    for (int l = 0; l < V; ++l)
        if (lane + 32 * l < left)
            p[32 * l * step] = static_cast<Out>(x.values[l]);
    return false;
}

/// Functions that do not read the lines of memory that they could, and rows too short for packets:
/// element by element, a warp's side by side where a row has room for them, and a thread's under
/// way together. `Short`: only such rows, whose elements are counted through all.
template <bool Short = false, class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_elements(Tree const& tree, Out* const out,
                                                 grid_shape<Rank> const& grid, unsigned block) {
    if constexpr (!Short && terms_of<Tree> == 0)
        if (grid.through)
            return strided_through<false>(tree, {}, out, grid, block);
    constexpr int V = lanes_of<Tree, Out>;
    constexpr int G = few_lanes<V>;
    strided_position<V> place(grid, block);
    bool const counted = Short || grid.by_element;
    bool const apart = !counted && grid.log2_width >= 5;
    int const lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll 1
    for (int l = 0; place.rounds > 0 && place.row < grid.rows;) {
        lanes<typename Tree::value_type, G> x;
        Out* to[G];
#pragma unroll
        for (int g = 0; g < G; ++g) {
            row_cursor<Rank> at;
            // What is outside reads an element as well: no branch keeps loads from running ahead.
            bool there = place.row < grid.rows;
            locate_row(grid, there ? place.row : 0, at.at);
            int offset = 0;
#pragma unroll
            for (int d = 0; d < Rank - 1; ++d)
                offset += at.at[d] * static_cast<int>(grid.stride[d]);
            at.inner = place.packet;
            if (!counted) {
                at.inner -= grid.before >= 0 ? grid.before : misalignment<Out, V>(out + offset);
                at.inner += apart ? lane - lane * V + 32 * (l + g) : l + g;
                there =
                    there && at.inner >= 0 && at.inner < static_cast<int>(grid.extent[Rank - 1]);
                at.inner = there ? at.inner : 0;
            } else {
                place.advance(grid);
            }
            to[g] = there ? out + (offset + at.inner * static_cast<int>(grid.stride[Rank - 1]))
                          : nullptr;
            x.values[g] = tree.template at<1>(at).values[0];
        }
#pragma unroll
        for (int g = 0; g < G; ++g)
            if (to[g])
                *to[g] = static_cast<Out>(x.values[g]);
        if (!counted && (l += G) >= V) {
            l = 0;
            place.advance(grid);
        }
    }
}

/// A block of a strided loop: threads along the inner axis, each with one packet of two rows, taken
/// together where both are on axis Rank - 2: how operands lie is then asked once.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_block(Tree const& tree, reuse_plan<Tree> const& reuse,
                                              Out* const out, grid_shape<Rank> const& grid,
                                              unsigned block) {
    constexpr int V = lanes_of<Tree, Out>;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const step = static_cast<int>(grid.stride[Rank - 1]);
    constexpr bool by_element = terms_of<Tree> != 0;
    if constexpr (!by_element || reads_through<Tree, Out>)
        if (grid.through)
            return strided_through(tree, reuse, out, grid, block);
    if constexpr (!by_element) {
        if (grid.by_element)
            return strided_elements<true>(tree, out, grid, block);
    }
    strided_position<V, by_element> place(grid, block);
    int const height = place.height;
    [[maybe_unused]] fixed<int, Rank - 1> row{};
    if constexpr (Rank > 2)
        locate_row(grid, place.row, row);
    auto const advance = [&] {
        int const before = place.row;
        place.advance(grid);
        if constexpr (Rank > 2)
            move_row(grid, place.row, place.row - before, row);
    };
#pragma unroll 1
    for (; place.rounds > 0 && place.row < grid.rows; advance()) {
        pair_cursor<Rank> cursor;
        if constexpr (Rank > 2)
            cursor.at = row;
        else
            locate_row(grid, place.row, cursor.at);
        int offset = 0;
#pragma unroll
        for (int d = 0; d < Rank - 1; ++d)
            offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
        cursor.inner = place.packet;
        if (!by_element || !grid.by_element)
            cursor.inner -= grid.before >= 0 ? grid.before : misalignment<Out, V>(out + offset);
        Out* const p = out + (offset + cursor.inner * step);
        bool const whole =
            !(by_element && grid.by_element) && cursor.inner >= 0 && cursor.inner + V <= inner;
        [[maybe_unused]] bool const follows =
            cursor.at[Rank - 2] + height < static_cast<int>(grid.extent[Rank - 2]);
        if constexpr (reads_across<Tree>)
            if (grid.near) {
                int const lanes_before = static_cast<int>(threadIdx.x) % 32 * V;
                cursor.inner -= lanes_before;
                if (strided_across(tree, reuse, p - lanes_before * step, grid, cursor,
                                   follows && place.rounds > 1, height, step))
                    return;
                continue;
            }
        if constexpr (may_read_once_in_rows<Tree>)
            if (grid.once && whole) {
                if constexpr (Tree::widest > 1 && !has_repeats<Tree> && !hoisting<Tree, Rank>::pays)
                    if (!grid.near && grid.before >= 0 && follows && place.rounds > 1) {
                        cursor.apart = height;
                        auto const both =
                            at_root<2 * V>(load_leaves_once<2 * V>(tree, cursor), cursor);
                        put<V>(p, step, part_of<V, 0>(both), 0, V, grid.stream);
                        put<V>(p + height * static_cast<int>(grid.stride[Rank - 2]), step,
                               part_of<V, 1>(both), 0, V, grid.stream);
                        return;
                    }
                put<V>(p, step, read_once<Tree, Out, Rank>(tree, reuse, grid, cursor), 0, V,
                       grid.stream);
                continue;
            }
        if constexpr (reads_near<Tree, Out> && !may_read_once_in_rows<Tree>)
            if (grid.near && whole) {
                near_cursor<Rank> const at{cursor};
                if constexpr (loads_first<Tree>)
                    put<V>(p, step, reuse_loaded<V>(tree, load_leaves<V>(tree, at), at, reuse), 0,
                           V, grid.stream);
                else
                    put<V>(p, step, reuse_at<V>(tree, at, reuse), 0, V, grid.stream);
                continue;
            }
        // Loads of two rows are under way together. Where there is a hoisted kernel, this one has
        // what is too short for it.
        if constexpr (!has_repeats<Tree> && !hoisting<Tree, Rank>::pays &&
                      (few_operands<Tree> || !reads_across<Tree> || !Tree::has_steps) &&
                      !only_near<Tree, Out> && !may_read_once_in_rows<Tree>) {
            if (whole && grid.before >= 0 && follows && place.rounds > 1) {
                cursor.apart = height;
                auto const both = [&] {
                    if constexpr (loads_rows_first<Tree, 2 * V>)
                        return at_root<2 * V>(load_leaves<2 * V>(tree, cursor), cursor);
                    else
                        return tree.template at<2 * V>(in_lines_of<Tree>(cursor));
                }();
                put<V>(p, step, part_of<V, 0>(both), 0, V, grid.stream);
                put<V>(p + height * static_cast<int>(grid.stride[Rank - 2]), step,
                       part_of<V, 1>(both), 0, V, grid.stream);
                return;
            }
        }
        row_cursor<Rank>& one = cursor;
        if (!whole) {
#pragma unroll 1
            for (int l = 0; l < (by_element && grid.by_element ? 1 : V); ++l, ++one.inner)
                if (one.inner >= 0 && one.inner < inner)
                    p[l * step] = static_cast<Out>(tree.template at<1>(one).values[0]);
        } else if constexpr (only_near<Tree, Out> ||
                             (may_read_once_in_rows<Tree> && !loads_rows_first<Tree, V>)) {
            constexpr int G = few_lanes<V>;
#pragma unroll 1
            for (int g = 0; g < V; g += G, one.inner += G)
                put<G>(p + g * step, step, reuse_at<G>(tree, in_lines_of<Tree>(one), reuse), 0, G,
                       grid.stream);
        } else if constexpr (loads_rows_first<Tree, V>) {
            put<V>(p, step, reuse_loaded<V>(tree, load_leaves<V>(tree, one), one, reuse), 0, V,
                   grid.stream);
        } else {
            put<V>(p, step, reuse_at<V>(tree, in_lines_of<Tree>(one), reuse), 0, V, grid.stream);
        }
    }
}

/// Any layout.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  (blocks_held<blocks_of_strided<Tree, Out, Rank>, block_threads>))
    strided_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                   __grid_constant__ grid_shape<Rank> const grid) {
    strided_block(tree, reuse, out, grid, blockIdx.x);
}
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    strided_elements_kernel(__grid_constant__ Tree const tree, Out* const out,
                            __grid_constant__ grid_shape<Rank> const grid) {
    strided_elements(tree, out, grid, blockIdx.x);
}

}  // namespace twill::inline v0::detail
