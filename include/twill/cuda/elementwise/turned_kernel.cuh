// SPDX-License-Identifier: MIT
// The tiled kernel of elements that all have one narrow size: those of operands that are transposed
// against the output are staged as words of several elements, which are turned on the way.
#pragma once

#include "twill/cuda/elementwise/loaded.cuh"
#include "twill/cuda/elementwise/turned_shape.cuh"

namespace twill::inline v0::detail {

/// The word that begins some bits behind the start of a word, which another one follows.
__device__ __forceinline__ unsigned later_word(unsigned first, unsigned second, int bits) {
    return __funnelshift_r(first, second, bits);
}
__device__ __forceinline__ unsigned long long later_word(unsigned long long first,
                                                         unsigned long long second, int bits) {
    unsigned const x[] = {static_cast<unsigned>(first), static_cast<unsigned>(first >> 32),
                          static_cast<unsigned>(second), static_cast<unsigned>(second >> 32)};
    bool const far = bits >= 32;
    unsigned const a = far ? x[1] : x[0];
    unsigned const b = far ? x[2] : x[1];
    unsigned const c = far ? x[3] : x[2];
    return __funnelshift_r(a, b, bits) |
           static_cast<unsigned long long>(__funnelshift_r(b, c, bits)) << 32;
}

/// Elements of one word of memory from any place on, of which `left` are there.
template <class T>
__device__ __forceinline__ auto load_word(T const* p, int left) {
    using words = turned_words<sizeof(T)>;
    using word = typename words::word;
    constexpr int each = words::each;
    if constexpr (each == 1) {
        return left > 0 ? *reinterpret_cast<word const*>(p) : 0;
    } else {
        int const before = static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(T) % each);
        word const* const from = reinterpret_cast<word const*>(p - before);
        word const first = left > 0 ? from[0] : 0;
        word const second = before != 0 && left > each - before ? from[1] : 0;
        return later_word(first, second, before * 8 * static_cast<int>(sizeof(T)));
    }
}
/// Element l of word k becomes element k of word l.
__device__ __forceinline__ void turn_square(unsigned (&x)[4]) {
    unsigned const a = __byte_perm(x[0], x[1], 0x5140);
    unsigned const b = __byte_perm(x[2], x[3], 0x5140);
    unsigned const c = __byte_perm(x[0], x[1], 0x7362);
    unsigned const d = __byte_perm(x[2], x[3], 0x7362);
    x[0] = __byte_perm(a, b, 0x5410);
    x[1] = __byte_perm(a, b, 0x7632);
    x[2] = __byte_perm(c, d, 0x5410);
    x[3] = __byte_perm(c, d, 0x7632);
}
__device__ __forceinline__ void turn_square(unsigned (&x)[2]) {
    unsigned const a = x[0];
    x[0] = __byte_perm(a, x[1], 0x5410);
    x[1] = __byte_perm(a, x[1], 0x7632);
}
__device__ __forceinline__ void turn_square(unsigned long long (&x)[4]) {
    unsigned long long y[4];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        unsigned lower[2] = {static_cast<unsigned>(x[0] >> 32 * h),
                             static_cast<unsigned>(x[1] >> 32 * h)};
        unsigned upper[2] = {static_cast<unsigned>(x[2] >> 32 * h),
                             static_cast<unsigned>(x[3] >> 32 * h)};
        turn_square(lower);
        turn_square(upper);
#pragma unroll
        for (int e = 0; e < 2; ++e)
            y[2 * h + e] = lower[e] | static_cast<unsigned long long>(upper[e]) << 32;
    }
#pragma unroll
    for (int e = 0; e < 4; ++e)
        x[e] = y[e];
}
template <class W>
__device__ __forceinline__ void turn_square(W (&)[1]) {}

/// A tile of a block and where it stands. Word w of line l stands in shared memory (w + l / each)
/// places on, for the banks: threads of a warp that store it are each at another line, those that
/// read it at one.
template <int Size, int Rank>
struct turned_tile {
    using words = turned_words<Size>;
    using word = typename words::word;
    static constexpr int each = words::each;

    turned_cut const& cut;
    fixed<int, Rank> at;  ///< the first element; along axis Rank - 1 maybe ahead of the loop's
    int lines;            ///< of the loop, along axis Rank - 2
    int inner;            ///< and elements along axis Rank - 1

    /// Where a staged operand's words begin.
    __device__ __forceinline__ unsigned offset(unsigned which) const {
        return which * each << (cut.log2_across + cut.log2_along);
    }

    /// Elements of an operand, whose contiguous axis is Rank - 2.
    template <class T, class Lie>
    __device__ __forceinline__ void stage(memory_node<T, Rank, Lie> const& operand,
                                          word* tile) const {
        constexpr int batch = words::batch;
        int const across = cut.log2_across;
        int const along = cut.log2_along;
        unsigned const step = static_cast<unsigned>(operand.stride[Rank - 1]);
        unsigned const column0 = static_cast<unsigned>(at[Rank - 1]);
        unsigned const mask = (1u << along) - 1;
        // Wraps where elements that there are not would lie.
        unsigned from = static_cast<unsigned>(at[Rank - 2]) + column0 * step;
#pragma unroll
        for (int d = 0; d < Rank - 2; ++d)
            from += static_cast<unsigned>(at[d]) * static_cast<unsigned>(operand.stride[d]);
        unsigned const l = threadIdx.x & ((1u << across) - 1);
        unsigned w = threadIdx.x >> across;
        unsigned const height = block_threads >> across;
        int const left = lines - at[Rank - 2] - static_cast<int>(l) * each;
        word* const line = tile + (l * each << along);
        from += l * each + w * each * step;
#pragma unroll 1
        while (w < 1u << along) {
            word x[batch][each];
            unsigned const w0 = w;
#pragma unroll
            for (int k = 0; k < batch; ++k, w += height) {
#pragma unroll
                for (unsigned e = 0; e < each; ++e) {
                    bool const there =
                        w < 1u << along && column0 + w * each + e < static_cast<unsigned>(inner);
                    x[k][e] = load_word(operand.elements() + static_cast<int>(from + e * step),
                                        there ? left : 0);
                }
                from += height * each * step;
            }
            w = w0;
#pragma unroll
            for (int k = 0; k < batch; ++k, w += height) {
                turn_square(x[k]);
                if (w < 1u << along)
#pragma unroll
                    for (unsigned e = 0; e < each; ++e)
                        line[(e << along) + ((w + l) & mask)] = x[k][e];
            }
        }
    }
    /// Elements of a line from a place on; `Whole`: which is a word's where rows agree.
    template <bool Whole>
    __device__ __forceinline__ word at_place(word const* tile, unsigned line,
                                             unsigned place) const {
        unsigned const mask = (1u << cut.log2_along) - 1;
        unsigned const w = place / each + line / each;
        word const* const words_of_line = tile + (line << cut.log2_along);
        word const x = words_of_line[w & mask];
        if (each == 1 || (Whole && cut.ahead == 0))
            return x;
        return later_word(x, words_of_line[(w + 1) & mask],
                          static_cast<int>(place % each) * 8 * Size);
    }
};

/// A position of a loop whose staged operands are read out of a tile.
template <int Size, int Rank, class Out>
struct turned_cursor : row_cursor<Rank> {
    turned_tile<Size, Rank> const& tile;
    typename turned_words<Size>::word const* staged;
    Out* row;        ///< of the output
    unsigned line;   ///< of the tile
    unsigned place;  ///< of the line
};
template <int V, class T, int Rank, class Lie, int Size, class Out>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       turned_cursor<Size, Rank, Out> const& c) {
    if (node.tile == not_staged)
        return load_leaf<V>(node, static_cast<row_cursor<Rank> const&>(c)).row(0);
    auto const word = c.tile.template at_place<V == turned_words<Size>::each>(
        c.staged + c.tile.offset(node.tile), c.line, c.place);
    packet<T, V> elements;
    memcpy(&elements, &word, sizeof(elements));
    return as_loaded(elements);
}

/// All operands that are staged.
template <int Size, int Rank, class T, class Lie>
__device__ __forceinline__ void stage_turned(memory_node<T, Rank, Lie> const& node,
                                             turned_tile<Size, Rank> const& tile,
                                             typename turned_words<Size>::word* shared) {
    if (node.tile != not_staged)
        tile.stage(node, shared + tile.offset(node.tile));
}
template <int Size, int Rank, class Node>
__device__ __forceinline__ void stage_turned(Node const&, turned_tile<Size, Rank> const&,
                                             typename turned_words<Size>::word*) {}
template <int Size, int Rank, class F, class... N>
__device__ __forceinline__ void stage_turned(apply_node<F, N...> const& node,
                                             turned_tile<Size, Rank> const& tile,
                                             typename turned_words<Size>::word* shared) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (stage_turned<Size, Rank>(get<I>(node), tile, shared), ...);
    }(std::index_sequence_for<N...>{});
}

/// A block has a tile.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    turned_kernel(__grid_constant__ Tree const tree, Out* const out,
                  __grid_constant__ turned_shape<Rank> const grid) {
    constexpr int size = static_cast<int>(sizeof(Out));
    using word = typename turned_words<size>::word;
    constexpr int each = turned_words<size>::each;
    constexpr bool moves = only_moves<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    word* const shared = reinterpret_cast<word*>(twill_shared);
    unsigned outer = Rank == 2 ? 0 : grid.cut.by_plane.divide(blockIdx.x);
    unsigned const block = blockIdx.x - outer * (grid.cut.tiles_row * grid.cut.tiles_column);
    int const row = static_cast<int>(grid.cut.by_column.divide(block));
    int const column = static_cast<int>(block) - row * static_cast<int>(grid.cut.tiles_column);
    int const along = grid.cut.log2_along;
    int const ahead = grid.cut.ahead;
    int const start = column * ((each << along) - ahead);
    int row_step = static_cast<int>(grid.stride[Rank - 2]);
    turned_tile<size, Rank> tile{grid.cut,
                                 {},
                                 static_cast<int>(grid.extent[Rank - 2]),
                                 static_cast<int>(grid.extent[Rank - 1])};
    int const inner = tile.inner;
    int const line0 = row * (each << grid.cut.log2_across);
    int const column0 = start - ahead;
    tile.at[Rank - 2] = line0;
    tile.at[Rank - 1] = column0;
    int to = line0 * row_step;
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        unsigned const extent = static_cast<unsigned>(grid.extent[d]);
        unsigned const rest = d == 0 ? 0 : outer / extent;
        tile.at[d] = static_cast<int>(outer - rest * extent);
        outer = rest;
        to += tile.at[d] * static_cast<int>(grid.stride[d]);
    }
    stage_turned<size, Rank>(tree, tile, shared);
    __syncthreads();
    int const thread = static_cast<int>(threadIdx.x);
    int const end = smaller(tile.lines - line0, each << grid.cut.log2_across);
    int const height = block_threads >> along;
    int const own = (1 << along) - ahead / each;  // words of a line that are this tile's
    int const w = thread & ((1 << along) - 1);
    // Word w from the boundary before the first element of a row that is this tile's own.
    auto const place_in = [&](Out const* row, int word_of_line) {
        auto const start_at =
            static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(row + start) / sizeof(Out));
        return static_cast<unsigned>(word_of_line * each) +
               (ahead > 0
                    ? static_cast<unsigned>(ahead) - (start_at & static_cast<unsigned>(ahead - 1))
                    : 0u);
    };
    if constexpr (moves) {
        if (w >= own)
            return;
        if (int const at = column0 + w * each; ahead == 0 && at + each <= inner) {
            unsigned const mask = (1u << along) - 1;
            Out* p = out + (to + (thread >> along) * row_step + at);
            row_step *= height;
#pragma unroll 8
            for (int l = thread >> along; l < end; l += height, p += row_step)
                *reinterpret_cast<word*>(p) =
                    shared[(l << along) +
                           ((static_cast<unsigned>(w) + static_cast<unsigned>(l / each)) & mask)];
            return;
        }
#pragma unroll 4
        for (int l = thread >> along; l < end; l += height) {
            Out* const p = out + (to + l * row_step);
            unsigned const place = place_in(p, w);
            int const at = column0 + static_cast<int>(place);
            word const x = tile.template at_place<true>(shared, static_cast<unsigned>(l), place);
            if (at >= 0 && at + each <= inner) {
                *reinterpret_cast<word*>(p + at) = x;
            } else {
                Out values[each];
                memcpy(values, &x, sizeof(x));
#pragma unroll
                for (int e = 0; e < each; ++e)
                    if (at + e >= 0 && at + e < inner)
                        p[at + e] = values[e];
            }
        }
    } else {
        auto const cursor_at = [&](int l, int word_of_line) {
            Out* const p = out + (to + l * row_step);
            turned_cursor<size, Rank, Out> c{
                {}, tile, shared, p, static_cast<unsigned>(l), place_in(p, word_of_line)};
#pragma unroll
            for (int d = 0; d < Rank - 2; ++d)
                c.at[d] = tile.at[d];
            c.at[Rank - 2] = line0 + l;
            c.inner = column0 + static_cast<int>(c.place);
            return c;
        };
        // Words from `whole` on, before `part`, lie in the row in all lines; others at its ends,
        // before `last`, in some of them or in parts.
        int const least = column0 + (ahead > 0 ? 1 : 0);
        int const most = least + larger(ahead - 1, 0);
        int const whole = least < 0 ? (each - 1 - least) / each : 0;
        int const part = larger(whole, smaller(own, inner >= most ? (inner - most) / each : 0));
        int const last = larger(part, smaller(own, (inner - least + each - 1) / each));
        // What several words, or the elements of one at the end of a row, need is under way
        // together.
        if (w >= whole && w < part) {
            constexpr int batch = 4;
#pragma unroll 1
            for (int l = thread >> along; l < end; l += batch * height) {
                Out* p[batch];
                auto const loaded = [&](int k) {
                    auto const c = cursor_at(smaller(l + k * height, end - 1), w);
                    p[k] = c.row + c.inner;
                    return load_leaves<each>(tree, c);
                };
                decltype(loaded(0)) const x[batch] = {loaded(0), loaded(1), loaded(2), loaded(3)};
#pragma unroll
                for (int k = 0; k < batch; ++k)
                    if (l + k * height < end)
                        put_packet<each>(p[k], x[k].template at<each>(row_cursor<Rank>{}));
            }
        }
        // All threads have such words, whichever lines they are of.
        int const ends = whole + last - part;
#pragma unroll 1
        for (int n = thread; n < ends * end; n += block_threads) {
            int const l = n / ends;
            int const k = n - l * ends;
            auto const first = cursor_at(l, k < whole ? k : part + k - whole);
            // Elements outside are those at the end: no branch keeps loads from running ahead.
            auto const loaded = [&](int e) {
                auto c = first;
                c.inner = larger(0, smaller(first.inner + e, inner - 1));
                c.place += static_cast<unsigned>(c.inner - first.inner);
                return load_leaves<1>(tree, c);
            };
            static_assert(each == 4);
            decltype(loaded(0)) const x[each] = {loaded(0), loaded(1), loaded(2), loaded(3)};
#pragma unroll
            for (int e = 0; e < each; ++e)
                if (int const at = first.inner + e; at >= 0 && at < inner)
                    first.row[at] =
                        static_cast<Out>(x[e].template at<1>(row_cursor<Rank>{}).values[0]);
        }
    }
}

}  // namespace twill::inline v0::detail
