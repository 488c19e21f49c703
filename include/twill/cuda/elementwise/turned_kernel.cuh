// SPDX-License-Identifier: MIT
// The tiled kernel where an operand alone is assigned, which is transposed against the output:
// elements are moved as words, of which each has several where they are narrow.
#pragma once

#include "twill/cuda/elementwise/cut.cuh"

namespace twill::inline v0::detail {

/// Whether a loop moves elements of one operand unchanged, of a size that gains by it. Transposes,
/// in the place of the kernel for any expression: uint8 16384^2 0.152 ms (0.242), 16383^2 0.222
/// (0.453); float16 0.273 (0.318), 0.352 (0.574); float64 8192^2 0.263 (0.273), 8191 x 8193 0.274
/// (0.363). Elements of four bytes gained nothing: float32 16383^2 0.678 (0.666).
template <class Tree, class Out>
inline constexpr bool only_moves = false;
template <class T, int Rank, class Lie>
inline constexpr bool only_moves<memory_node<T, Rank, Lie>, T> =
    std::is_trivially_copyable_v<T> && alignof(T) == sizeof(T) &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 8);

/// The words of a tile.
template <class T>
struct turned_words {
    using word = std::conditional_t<sizeof(T) == 1, unsigned, unsigned long long>;
    static constexpr int each = static_cast<int>(sizeof(word) / sizeof(T));  ///< elements of one
    /// Squares of each x each elements of a tile, and words of it along either axis where both are
    /// long, as powers of two.
    static constexpr int log2_squares = sizeof(T) == 2 ? 10 : 11;
    static constexpr int log2_across = 5;
    static constexpr int log2_along = log2_squares - log2_across;
    static constexpr std::size_t square_bytes = sizeof(word) * each;
    /// Elements of a sector of memory.
    static constexpr int ahead = 32 / static_cast<int>(sizeof(T));
    /// Squares whose words a thread loads together.
    static constexpr int batch = 4 / each;
};

/// How two axes of a loop are cut into tiles. Lines of a tile lie along the operand's own
/// contiguous axis, which is axis Rank - 2 of the loop.
struct turned_cut {
    unsigned tiles_row;      ///< along axis Rank - 2
    unsigned tiles_column;   ///< along axis Rank - 1
    fixed_divisor by_plane;  ///< a block's number by all tiles along both
    fixed_divisor by_column;
    int log2_across;  ///< words of a tile along axis Rank - 2
    int log2_along;   ///< and along axis Rank - 1
    /// Elements by which a tile starts ahead of what it writes, where rows of the output start
    /// anywhere: what it writes of each starts and ends at a boundary of so many, a power of two.
    /// 0 where they do not.
    int ahead;
};
template <int Rank>
struct turned_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    turned_cut cut;
};

/// Returns the number of blocks.
template <class T>
TWILL_COLD inline index_t cut_turned(loop_view const& loop, turned_cut& cut) {
    using words = turned_words<T>;
    constexpr int each = words::each;
    constexpr int most = log2_ceiling(block_threads, 16);
    index_t const lines = loop.extent[loop.rank - 2];
    index_t const inner = loop.inner();
    // Rows that one tile has need no more than whole words.
    int const boundary = inner + each <= index_t{each} << words::log2_along ? each : words::ahead;
    bool const agree = rows_agree(loop.extent, loop.rank, loop.operands[0], boundary) &&
                       packet_offset(loop.operands[0], boundary, 0) == 0;
    cut.ahead = agree ? 0 : boundary;
    int const most_across = log2_ceiling(divide_up(lines, each), most);
    int const most_along = log2_ceiling(divide_up(inner + cut.ahead, each), most);
    cut.log2_along = smaller(words::log2_squares - smaller(words::log2_across, most_across),
                             smaller(words::log2_along, most_along));
    cut.log2_across = smaller(words::log2_squares - cut.log2_along, most_across);
    cut.log2_along = smaller(words::log2_squares - cut.log2_across, most_along);
    index_t const apart = (index_t{each} << cut.log2_along) - cut.ahead;
    cut.tiles_row = static_cast<unsigned>(divide_up(lines, index_t{each} << cut.log2_across));
    cut.tiles_column =
        static_cast<unsigned>(divide_up(inner + (cut.ahead > 0 ? cut.ahead - 1 : 0), apart));
    index_t const plane = index_t{cut.tiles_row} * cut.tiles_column;
    cut.by_plane = fixed_divisor::of(plane);
    cut.by_column = fixed_divisor::of(cut.tiles_column);
    return loop.size() / (lines * inner) * plane;
}

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
__device__ __forceinline__ typename turned_words<T>::word load_word(T const* p, int left) {
    using word = typename turned_words<T>::word;
    constexpr int each = turned_words<T>::each;
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

/// A block has a tile. Word w of line l stands in shared memory (w + l / each) places on, for the
/// banks: threads of a warp that store it are each at another line, those that read it at one.
template <class T, int Rank>
__global__ void __launch_bounds__(block_threads)
    turned_kernel(__grid_constant__ memory_node<T, Rank> const operand, T* const out,
                  __grid_constant__ turned_shape<Rank> const grid) {
    using words = turned_words<T>;
    using word = typename words::word;
    constexpr int each = words::each;
    constexpr int batch = words::batch;
    extern __shared__ __align__(16) char twill_shared[];
    word* const tile = reinterpret_cast<word*>(twill_shared);
    unsigned outer = Rank == 2 ? 0 : grid.cut.by_plane.divide(blockIdx.x);
    unsigned const block = blockIdx.x - outer * (grid.cut.tiles_row * grid.cut.tiles_column);
    int const row = static_cast<int>(grid.cut.by_column.divide(block));
    int const column = static_cast<int>(block) - row * static_cast<int>(grid.cut.tiles_column);
    int const across = grid.cut.log2_across;
    int const along = grid.cut.log2_along;
    int const ahead = grid.cut.ahead;
    int const start = column * ((each << along) - ahead);
    int const line0 = row * (each << across);
    int const column0 = start - ahead;
    unsigned const step = static_cast<unsigned>(operand.stride[Rank - 1]);
    int row_step = static_cast<int>(grid.stride[Rank - 2]);
    int const lines = static_cast<int>(grid.extent[Rank - 2]);
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    // Wraps where elements that there are not would lie.
    unsigned from = static_cast<unsigned>(line0) + static_cast<unsigned>(column0) * step;
    int to = line0 * row_step;
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        unsigned const extent = static_cast<unsigned>(grid.extent[d]);
        unsigned const rest = d == 0 ? 0 : outer / extent;
        int const at = static_cast<int>(outer - rest * extent);
        outer = rest;
        from += static_cast<unsigned>(at) * static_cast<unsigned>(operand.stride[d]);
        to += at * static_cast<int>(grid.stride[d]);
    }
    int const thread = static_cast<int>(threadIdx.x);
    unsigned const mask = (1u << along) - 1;
    {
        unsigned const l = threadIdx.x & ((1u << across) - 1);
        unsigned w = threadIdx.x >> across;
        unsigned const height = block_threads >> across;
        int const left = lines - line0 - static_cast<int>(l) * each;
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
                        w < 1u << along && static_cast<unsigned>(column0) + w * each + e <
                                               static_cast<unsigned>(inner);
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
    __syncthreads();
    int const w = thread & static_cast<int>(mask);
    int const end = smaller(lines - line0, each << across);
    int const height = block_threads >> along;
    if (w >= (1 << along) - ahead / each)
        return;
    if (int const at = column0 + w * each; ahead == 0 && at + each <= inner) {
        T* p = out + (to + (thread >> along) * row_step + at);
        row_step *= height;
#pragma unroll 8
        for (int l = thread >> along; l < end; l += height, p += row_step)
            *reinterpret_cast<word*>(p) =
                tile[(l << along) +
                     ((static_cast<unsigned>(w) + static_cast<unsigned>(l / each)) & mask)];
        return;
    }
#pragma unroll 4
    for (int l = thread >> along; l < end; l += height) {
        T* const p = out + (to + l * row_step);
        // From the boundary before the first element that is this tile's own.
        unsigned const start_at =
            static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(p + start) / sizeof(T));
        int const q =
            w * each +
            (ahead > 0 ? ahead - static_cast<int>(start_at & static_cast<unsigned>(ahead - 1)) : 0);
        unsigned const place = static_cast<unsigned>(q / each + l / each);
        word x = tile[(l << along) + (place & mask)];
        if (each > 1)
            x = later_word(x, tile[(l << along) + ((place + 1) & mask)],
                           q % each * 8 * static_cast<int>(sizeof(T)));
        int const at = column0 + q;
        if (at >= 0 && at + each <= inner) {
            *reinterpret_cast<word*>(p + at) = x;
        } else {
            T values[each];
            memcpy(values, &x, sizeof(x));
#pragma unroll
            for (int e = 0; e < each; ++e)
                if (at + e >= 0 && at + e < inner)
                    p[at + e] = values[e];
        }
    }
}

}  // namespace twill::inline v0::detail
