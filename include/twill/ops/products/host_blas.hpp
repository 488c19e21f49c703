// SPDX-License-Identifier: MIT
// A BLAS that the host's products may use: a program that is built with one registers it
// (host_cblas.hpp), others have the library's own loops. Known at run time, so that no function's
// body depends on how a file is compiled.
#pragma once

#include "twill/ops/products/evaluate.hpp"

namespace twill::inline v0::detail {

/// How a BLAS reads a factor.
enum class blas_read { as_it_is, transposed, conjugate_transposed };
/// One product of a BLAS: c = alpha * op(a) op(b) + beta * c, all stored by rows or all by columns.
struct blas_product {
    bool by_rows;
    blas_read read_a;
    blas_read read_b;
    int rows;
    int columns;
    int inner;
    void const* a;
    int leading_a;
    void const* b;
    int leading_b;
    void* c;
    int leading_c;
};
/// A function for each type that a BLAS knows; null where there is no BLAS.
struct blas_functions {
    void (*of_float)(blas_product const&, float, float);
    void (*of_double)(blas_product const&, double, double);
    void (*of_complex_float)(blas_product const&, complex<float>, complex<float>);
    void (*of_complex_double)(blas_product const&, complex<double>, complex<double>);

    template <class T>
    auto of() const {
        if constexpr (std::is_same_v<T, float>)
            return of_float;
        else if constexpr (std::is_same_v<T, double>)
            return of_double;
        else if constexpr (std::is_same_v<T, complex<float>>)
            return of_complex_float;
        else
            return of_complex_double;
    }
};
TWILL_SHARED inline constinit blas_functions host_blas{};

/// Multiplications of one matrix of a batch from which on a call of a BLAS is worth it.
inline constexpr index_t least_for_blas = index_t{1} << 15;

/// Whether a factor can be read where the result lies in an order, see reads() of the device.
inline bool blas_reads(matrix_steps const& m, index_t rows, index_t columns, matrix_order result,
                       bool conjugated) {
    return lies_in(m, opposite_of(result), rows, columns) ||
           (!conjugated && lies_in(m, result, rows, columns));
}
struct blas_factor {
    blas_read read;
    index_t leading;
};
inline blas_factor blas_factor_of(matrix_steps const& m, index_t rows, index_t columns,
                                  matrix_order result, bool conjugated) {
    if (!conjugated && lies_in(m, result, rows, columns))
        return {blas_read::as_it_is, leading_dimension(m, result, rows, columns)};
    return {conjugated ? blas_read::conjugate_transposed : blas_read::transposed,
            leading_dimension(m, opposite_of(result), rows, columns)};
}

/// Whether a product is a BLAS's: there is one, it reads every matrix as it lies, and its 32-bit
/// sizes suffice.
template <class T>
bool suits_blas(product_call<T> const& call) {
    if constexpr (sizeof(T) < 4) {
        return false;
    } else {
        constexpr index_t most = 0x7fffffff;
        product_plan const& p = call.plan;
        matrix_order const order = p.order_c();
        if (!host_blas.of<T>() || order == matrix_order::other || p.inner == 0 || p.rows == 1 ||
            p.columns == 1 || (p.batches() > 1 && p.rows * p.columns * p.inner < least_for_blas) ||
            !blas_reads(p.a, p.rows, p.inner, order, call.conjugate_a) ||
            !blas_reads(p.b, p.inner, p.columns, order, call.conjugate_b))
            return false;
        return p.rows <= most && p.columns <= most && p.inner <= most &&
               blas_factor_of(p.a, p.rows, p.inner, order, call.conjugate_a).leading <= most &&
               blas_factor_of(p.b, p.inner, p.columns, order, call.conjugate_b).leading <= most &&
               leading_dimension(p.c, order, p.rows, p.columns) <= most;
    }
}
template <class T>
void multiply_by_blas(product_call<T> const& call) {
    if constexpr (sizeof(T) >= 4) {
        product_plan const& p = call.plan;
        matrix_order const order = p.order_c();
        auto const a = blas_factor_of(p.a, p.rows, p.inner, order, call.conjugate_a);
        auto const b = blas_factor_of(p.b, p.inner, p.columns, order, call.conjugate_b);
        for (index_t i = 0; i < p.batches(); ++i) {
            batch_offsets const at(p.batch, i);
            host_blas.of<T>()(
                {order == matrix_order::rows, a.read, b.read, static_cast<int>(p.rows),
                 static_cast<int>(p.columns), static_cast<int>(p.inner), call.a + at.a,
                 static_cast<int>(a.leading), call.b + at.b, static_cast<int>(b.leading),
                 call.c + at.c, static_cast<int>(leading_dimension(p.c, order, p.rows, p.columns))},
                call.alpha, call.beta);
        }
    }
}

}  // namespace twill::inline v0::detail
