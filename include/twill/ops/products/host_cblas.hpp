// SPDX-License-Identifier: MIT
// Registers CBLAS for the host's products, where TWILL_HAS_CBLAS says that it is linked.
#pragma once

#ifdef TWILL_HAS_CBLAS
#include <cblas.h>

#include "twill/ops/products/host_blas.hpp"

namespace twill::inline v0::detail {

struct cblas_products {
    static CBLAS_TRANSPOSE read(blas_read how) {
        return how == blas_read::as_it_is     ? CblasNoTrans
               : how == blas_read::transposed ? CblasTrans
                                              : CblasConjTrans;
    }
    static auto order(blas_product const& p) { return p.by_rows ? CblasRowMajor : CblasColMajor; }

    static void of_float(blas_product const& p, float alpha, float beta) {
        cblas_sgemm(order(p), read(p.read_a), read(p.read_b), p.rows, p.columns, p.inner, alpha,
                    static_cast<float const*>(p.a), p.leading_a, static_cast<float const*>(p.b),
                    p.leading_b, beta, static_cast<float*>(p.c), p.leading_c);
    }
    static void of_double(blas_product const& p, double alpha, double beta) {
        cblas_dgemm(order(p), read(p.read_a), read(p.read_b), p.rows, p.columns, p.inner, alpha,
                    static_cast<double const*>(p.a), p.leading_a, static_cast<double const*>(p.b),
                    p.leading_b, beta, static_cast<double*>(p.c), p.leading_c);
    }
    static void of_complex_float(blas_product const& p, complex<float> alpha, complex<float> beta) {
        cblas_cgemm(order(p), read(p.read_a), read(p.read_b), p.rows, p.columns, p.inner, &alpha,
                    p.a, p.leading_a, p.b, p.leading_b, &beta, p.c, p.leading_c);
    }
    static void of_complex_double(blas_product const& p, complex<double> alpha,
                                  complex<double> beta) {
        cblas_zgemm(order(p), read(p.read_a), read(p.read_b), p.rows, p.columns, p.inner, &alpha,
                    p.a, p.leading_a, p.b, p.leading_b, &beta, p.c, p.leading_c);
    }
    /// True; done before main().
    static bool enter() {
        host_blas = {of_float, of_double, of_complex_float, of_complex_double};
        return true;
    }
    static inline bool const entered = enter();
};

}  // namespace twill::inline v0::detail
#endif
