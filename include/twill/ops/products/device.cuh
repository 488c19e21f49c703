// SPDX-License-Identifier: MIT
// Products on the device: calls of cuBLAS, which reads matrices in either order. A result in rows
// is computed as the transpose of one in columns, as cuBLAS wants it.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/products/cublas.cuh"
#include "twill/ops/products/evaluate.hpp"

namespace twill::inline v0::detail {

/// Copies elements from some steps to others, conjugated where that is asked for.
template <class T>
__global__ void copy_for_product_kernel(copy_axes axes, index_t count, T const* from, T* to,
                                        bool conjugated) {
    index_t const threads = static_cast<index_t>(gridDim.x) * blockDim.x;
    for (index_t i = static_cast<index_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += threads) {
        index_t rest = i;
        index_t in = 0;
        index_t out = 0;
        for (int d = axes.count - 1; d >= 0; --d) {
            index_t const index = rest % axes.extent[d];
            rest /= axes.extent[d];
            in += index * axes.from[d];
            out += index * axes.to[d];
        }
        T const x = from[in];
        to[out] = conjugated ? conj_function{}(x) : x;
    }
}

/// How a call reads a factor of the result: as op(X) with X in columns.
struct cublas_factor {
    cublasOperation_t read;
    index_t leading;
};
/// A matrix whose op(X) is wanted, seen from a result that lies in `result` order; a matrix that
/// lies in the same order is read as it is, another one is transposed, and conjugated on the way.
inline cublas_factor factor_of(matrix_steps const& m, index_t rows, index_t columns,
                               matrix_order result, bool conjugated) {
    if (!conjugated && lies_in(m, result, rows, columns))
        return {CUBLAS_OP_N, leading_dimension(m, result, rows, columns)};
    return {conjugated ? CUBLAS_OP_C : CUBLAS_OP_T,
            leading_dimension(m, opposite_of(result), rows, columns)};
}

template <>
struct product_backend<device_space> {
    static bool reads_first(product_plan const& plan, bool conjugated) {
        return plan.inner == 0 || reads(plan.a, plan.rows, plan.inner, plan.order_c(), conjugated);
    }
    static bool reads_second(product_plan const& plan, bool conjugated) {
        return plan.inner == 0 ||
               reads(plan.b, plan.inner, plan.columns, plan.order_c(), conjugated);
    }
    static bool writes(product_plan const& plan) { return plan.order_c() != matrix_order::other; }

    template <class T>
    static void copy(copy_axes const& axes, T const* from, T* to, bool conjugated) {
        index_t const count = axes.size();
        if (count == 0)
            return;
        index_t const blocks = (count + 255) / 256;
        launch(copy_for_product_kernel<T>, blocks < 65536 ? blocks : 65536, 256, 0, axes, count,
               from, to, conjugated);
    }

    template <class T>
    static int describe(product_call<T> const& call, char* text, std::size_t size) {
        product_plan const& plan = call.plan;
        contraction_axis const inner = longest_of(plan.batch);
        index_t const calls = plan.batches() / inner.extent;
        std::snprintf(text, size, "%s, %s%s, %lld of %lld x %lld x %lld",
                      inner.extent == 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx",
                      type_name<T>::value, call.how == precision::tf32 ? " by TF32" : "",
                      static_cast<long long>(inner.extent), static_cast<long long>(plan.rows),
                      static_cast<long long>(plan.inner), static_cast<long long>(plan.columns));
        return static_cast<int>(calls);
    }

    template <class T>
    static void run(product_call<T> const& call) {
        cublas_scope const cublas;
        axis_group outer = call.plan.batch;
        contraction_axis const together = outer.take_longest();
        index_t calls = 1;
        for (int d = 0; d < outer.count; ++d)
            calls *= outer.axes[d].extent;
        for (index_t i = 0; i < calls; ++i)
            run_batch(cublas.get(), call, together, batch_offsets(outer, i));
    }

private:
    static contraction_axis longest_of(axis_group batch) { return batch.take_longest(); }
    static bool reads(matrix_steps const& m, index_t rows, index_t columns, matrix_order result,
                      bool conjugated) {
        return lies_in(m, opposite_of(result), rows, columns) ||
               (!conjugated && lies_in(m, result, rows, columns));
    }
    template <class T>
    static void run_batch(cublasHandle_t cublas, product_call<T> const& call,
                          contraction_axis const& batch, batch_offsets const& at) {
        product_plan const& plan = call.plan;
        matrix_order const order = plan.order_c();
        library_type const type = library_type_of<T>(call.how);
        T* const c = call.c + at.c;
        index_t const leading = leading_dimension(plan.c, order, plan.rows, plan.columns);
        // The factors in the order of the result's columns.
        bool const swapped = order == matrix_order::rows;
        index_t const m = swapped ? plan.columns : plan.rows;
        index_t const n = swapped ? plan.rows : plan.columns;
        T const* x = call.a + at.a;
        T const* y = call.b + at.b;
        cublas_factor of_x = {CUBLAS_OP_N, m};
        cublas_factor of_y = {CUBLAS_OP_N, 1};
        compute_t<T> alpha = call.alpha;
        index_t inner = plan.inner;
        index_t step_x = batch.a;
        index_t step_y = batch.b;
        if (inner == 0) {
            // Nothing to sum: beta * c, with factors that are not read.
            alpha = compute_t<T>(0);
            inner = 1;
            x = y = c;
            step_x = step_y = 0;
        } else {
            of_x = factor_of(plan.a, plan.rows, plan.inner, order, call.conjugate_a);
            of_y = factor_of(plan.b, plan.inner, plan.columns, order, call.conjugate_b);
            if (swapped) {
                std::swap(x, y);
                std::swap(of_x, of_y);
                std::swap(step_x, step_y);
            }
        }
        if (batch.extent == 1)
            check(cublasGemmEx_64(cublas, of_x.read, of_y.read, m, n, inner, &alpha, x, type.data,
                                  of_x.leading, y, type.data, of_y.leading, &call.beta, c,
                                  type.data, leading, type.compute, CUBLAS_GEMM_DEFAULT),
                  "cublasGemmEx");
        else
            check(cublasGemmStridedBatchedEx_64(
                      cublas, of_x.read, of_y.read, m, n, inner, &alpha, x, type.data, of_x.leading,
                      step_x, y, type.data, of_y.leading, step_y, &call.beta, c, type.data, leading,
                      batch.c, batch.extent, type.compute, CUBLAS_GEMM_DEFAULT),
                  "cublasGemmStridedBatchedEx");
    }
};

}  // namespace twill::inline v0::detail
