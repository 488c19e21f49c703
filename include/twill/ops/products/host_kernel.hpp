// SPDX-License-Identifier: MIT
// The innermost loop of the host's matrix products: a small block of the result stays in vector
// registers while packed panels of both operands stream past (Goto and van de Geijn, Anatomy of
// High-Performance Matrix Multiplication, 2008). Compiled for several instruction sets, of which
// the program chooses one as it runs.
#pragma once

#include "twill/core/complex.hpp"
#include "twill/core/processor.hpp"
#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// How elements are computed with: as one or two planes (real and imaginary parts) of floats.
template <class T>
struct product_element {
    using real = compute_t<T>;
    static constexpr int planes = 1;
    static void split(T x, bool, real* to, index_t) { *to = static_cast<real>(x); }
    static real join(real const* from, index_t) { return *from; }
};
template <class R>
struct product_element<complex<R>> {
    using real = R;
    static constexpr int planes = 2;
    static void split(complex<R> x, bool conjugated, R* to, index_t plane) {
        to[0] = x.real();
        to[plane] = conjugated ? -x.imag() : x.imag();
    }
    static complex<R> join(R const* from, index_t plane) { return {from[0], from[plane]}; }
};

/// A block of the result: how many rows, and columns in vectors of `bytes`.
template <class T, int Bytes, int Registers>
struct product_block {
    using real = typename product_element<T>::real;
    static constexpr int planes = product_element<T>::planes;
    static constexpr int bytes = Bytes;
    static constexpr int lanes = Bytes / static_cast<int>(sizeof(real));
    static constexpr int vectors = 2 / planes;
    static constexpr int rows = Registers == 32 ? 12 : 6;
    static constexpr int columns = lanes * vectors;
    typedef real vector __attribute__((vector_size(Bytes)));
};

/// acc[i] += a[i] * b; one row for each I.
template <class Block, int... I>
TWILL_INLINED void add_products(typename Block::vector (&acc)[Block::rows][2],
                                typename Block::real const* a, typename Block::real const* b,
                                std::integer_sequence<int, I...>) {
    typename Block::vector first;
    typename Block::vector second;
    __builtin_memcpy(&first, b, sizeof(first));
    __builtin_memcpy(&second, b + Block::lanes, sizeof(second));
    if constexpr (Block::planes == 1) {
        ((acc[I][0] += first * a[I], acc[I][1] += second * a[I]), ...);
    } else {
        // (a + bi)(c + di): the planes of a column are the real and the imaginary parts.
        ((acc[I][0] += first * a[I], acc[I][1] += second * a[I]), ...);
        ((acc[I][0] -= second * a[Block::rows + I], acc[I][1] += first * a[Block::rows + I]), ...);
    }
}
template <class Block, int... I>
TWILL_INLINED void store_products(typename Block::vector const (&acc)[Block::rows][2],
                                  typename Block::real* to, std::integer_sequence<int, I...>) {
    ((__builtin_memcpy(to + (2 * I) * Block::lanes, &acc[I][0], sizeof(acc[I][0])),
      __builtin_memcpy(to + (2 * I + 1) * Block::lanes, &acc[I][1], sizeof(acc[I][1]))),
     ...);
}
/// A block's sums over `count` steps of two packed panels: row by row, two vectors each.
template <class Block>
TWILL_INLINED void multiply_panels(index_t count, typename Block::real const* a,
                                   typename Block::real const* b, typename Block::real* to) {
    using row_numbers = std::make_integer_sequence<int, Block::rows>;
    typename Block::vector acc[Block::rows][2] = {};
    for (index_t p = 0; p < count; ++p) {
        add_products<Block>(acc, a, b, row_numbers{});
        a += Block::rows * Block::planes;
        b += 2 * Block::lanes;
    }
    store_products<Block>(acc, to, row_numbers{});
}

/// What a tile of the result needs: panels of a and of b that are packed already.
template <class Real>
struct panel_pair {
    Real const* a;
    Real const* b;
    index_t count;  ///< of summed elements
};

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
template <class T>
using block_avx512 = product_block<T, 64, 32>;
template <class T>
using block_avx2 = product_block<T, 32, 16>;
template <class T>
TWILL_NOINLINE __attribute__((target("avx512f,avx512vl,avx512dq,fma"))) void multiply_avx512(
    panel_pair<typename block_avx512<T>::real> const& x, typename block_avx512<T>::real* to) {
    multiply_panels<block_avx512<T>>(x.count, x.a, x.b, to);
}
template <class T>
TWILL_NOINLINE __attribute__((target("avx2,fma"))) void multiply_avx2(
    panel_pair<typename block_avx2<T>::real> const& x, typename block_avx2<T>::real* to) {
    multiply_panels<block_avx2<T>>(x.count, x.a, x.b, to);
}
#endif
template <class T>
using block_anywhere = product_block<T, 16, 16>;
template <class T>
TWILL_NOINLINE void multiply_anywhere(panel_pair<typename block_anywhere<T>::real> const& x,
                                      typename block_anywhere<T>::real* to) {
    multiply_panels<block_anywhere<T>>(x.count, x.a, x.b, to);
}

/// The block that this processor computes fastest, and the function that does.
template <class T>
struct product_kernel {
    using real = typename product_element<T>::real;
    int rows;
    int lanes;
    void (*run)(panel_pair<real> const&, real*);

    /// Columns of a block.
    int columns() const { return lanes * (2 / product_element<T>::planes); }
    static constexpr int most_rows = 12;
    static constexpr int most_lanes = 64 / static_cast<int>(sizeof(real));

    static product_kernel chosen() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512dq"))
            return {block_avx512<T>::rows, block_avx512<T>::lanes, multiply_avx512<T>};
        if (has_avx2())
            return {block_avx2<T>::rows, block_avx2<T>::lanes, multiply_avx2<T>};
#endif
        return {block_anywhere<T>::rows, block_anywhere<T>::lanes, multiply_anywhere<T>};
    }
};

}  // namespace twill::inline v0::detail
