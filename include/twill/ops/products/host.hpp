// SPDX-License-Identifier: MIT
// Products on CPU threads: by a BLAS where a program has one and it suits, else by loops.
#pragma once

#include "twill/ops/products/host_blas.hpp"
#include "twill/ops/products/host_gemm.hpp"

namespace twill::inline v0::detail {

template <>
struct product_backend<host_space> {
    // Panels are packed whatever their steps: only several summed axes that are not one are copied.
    static bool reads_first(product_plan const&, bool) { return true; }
    static bool reads_second(product_plan const&, bool) { return true; }
    static bool writes(product_plan const&) { return true; }

    template <class T>
    static void copy(copy_axes const& axes, T const* from, T* to, bool conjugated) {
        index_t const inner = axes.count > 0 ? axes.extent[axes.count - 1] : 1;
        index_t const lines = inner > 0 ? axes.size() / inner : 0;
        parallel_pieces(lines, [&](index_t line) {
            T const* in = from;
            T* out = to;
            for (int d = axes.count - 2; d >= 0; --d) {
                in += line % axes.extent[d] * axes.from[d];
                out += line % axes.extent[d] * axes.to[d];
                line /= axes.extent[d];
            }
            index_t const step_in = axes.count > 0 ? axes.from[axes.count - 1] : 0;
            index_t const step_out = axes.count > 0 ? axes.to[axes.count - 1] : 0;
            for (index_t i = 0; i < inner; ++i)
                out[i * step_out] = conjugated ? conj_function{}(in[i * step_in]) : in[i * step_in];
        });
    }

    template <class T>
    static int describe(product_call<T> const& call, char* text, std::size_t size) {
        std::snprintf(
            text, size, "%s, %s, %lld of %lld x %lld x %lld",
            suits_blas(call) ? "CBLAS" : "blocked loop", type_name<T>::value,
            static_cast<long long>(call.plan.batches()), static_cast<long long>(call.plan.rows),
            static_cast<long long>(call.plan.inner), static_cast<long long>(call.plan.columns));
        return 1;
    }
    template <class T>
    static void run(product_call<T> const& call) {
        suits_blas(call) ? multiply_by_blas(call) : multiply_on_threads(call);
    }
};

}  // namespace twill::inline v0::detail
