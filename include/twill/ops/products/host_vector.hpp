// SPDX-License-Identifier: MIT
// The host's products of a matrix and a vector: every element of the matrix is read once, so that
// nothing is packed. Lines are shared between threads, their sums never.
#pragma once

#include "twill/host/pool.hpp"
#include "twill/ops/products/evaluate.hpp"

namespace twill::inline v0::detail {

/// Elements that instructions of every processor take together.
template <class T>
struct sixteen_bytes {
    typedef T type __attribute__((vector_size(16)));
    static constexpr int lanes = 16 / static_cast<int>(sizeof(T));
};

/// to[i] = alpha * from[i] + beta * to[i]; what beta = 0 multiplies is not read.
template <class T>
void scale_into(T const* from, index_t count, T* to, T alpha, T beta) {
    using vector = typename sixteen_bytes<T>::type;
    constexpr int lanes = sixteen_bytes<T>::lanes;
    index_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        vector x;
        __builtin_memcpy(&x, from + i, sizeof(x));
        x *= alpha;
        if (beta != T(0)) {
            vector y;
            __builtin_memcpy(&y, to + i, sizeof(y));
            x += y * beta;
        }
        __builtin_memcpy(to + i, &x, sizeof(x));
    }
    for (; i < count; ++i)
        to[i] = beta == T(0) ? alpha * from[i] : alpha * from[i] + beta * to[i];
}

/// The sum of the products of two runs of elements, in four vectors of partial sums.
template <class T>
T dot_of_runs(T const* a, T const* b, index_t count) {
    using vector = typename sixteen_bytes<T>::type;
    constexpr int lanes = sixteen_bytes<T>::lanes;
    constexpr index_t step = index_t{4} * lanes;
    vector sums[4] = {};
    index_t i = 0;
    for (; i + step <= count; i += step) {
        vector x[4];
        vector y[4];
        __builtin_memcpy(x, a + i, sizeof(x));
        __builtin_memcpy(y, b + i, sizeof(y));
        sums[0] += x[0] * y[0];
        sums[1] += x[1] * y[1];
        sums[2] += x[2] * y[2];
        sums[3] += x[3] * y[3];
    }
    vector const sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    T result = T(0);
    for (int k = 0; k < lanes; ++k)
        result += sum[k];
    for (; i < count; ++i)
        result += a[i] * b[i];
    return result;
}
/// sums[i] += a[i] * x0 + b[i] * x1.
template <class T>
void add_two_lines(T const* a, T x0, T const* b, T x1, index_t count, T* sums) {
    using vector = typename sixteen_bytes<T>::type;
    constexpr int lanes = sixteen_bytes<T>::lanes;
    index_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        vector u;
        vector v;
        vector s;
        __builtin_memcpy(&u, a + i, sizeof(u));
        __builtin_memcpy(&v, b + i, sizeof(v));
        __builtin_memcpy(&s, sums + i, sizeof(s));
        s += u * x0 + v * x1;
        __builtin_memcpy(sums + i, &s, sizeof(s));
    }
    for (; i < count; ++i)
        sums[i] += a[i] * x0 + b[i] * x1;
}

/// A matrix times a vector, whichever of the two operands is the vector.
template <class T>
struct vector_product {
    product_call<T> const& call;
    T const* matrix;
    T const* vector;
    index_t lines;
    index_t line_step;
    index_t sum_step;
    index_t vector_step;
    index_t result_step;

    explicit vector_product(product_call<T> const& x) : call(x) {
        product_plan const& plan = x.plan;
        bool const is_second = plan.columns == 1;
        matrix = is_second ? x.a : x.b;
        vector = is_second ? x.b : x.a;
        lines = is_second ? plan.rows : plan.columns;
        line_step = is_second ? plan.a.row : plan.b.column;
        sum_step = is_second ? plan.a.column : plan.b.row;
        vector_step = is_second ? plan.b.row : plan.a.column;
        result_step = is_second ? plan.c.row : plan.c.column;
    }
    /// Whether lines, or what is summed, lie side by side.
    bool fits() const {
        return (call.plan.rows == 1 || call.plan.columns == 1) && (sum_step == 1 || line_step == 1);
    }
    void run() const {
        index_t const sums = call.plan.inner;
        index_t const at_least = sum_step == 1 ? 1 : most_lines / 4;
        index_t const worth = (index_t{1} << 16) / (sums > 0 ? sums : 1);
        index_t chunk = worth < at_least ? at_least : worth > most_lines ? most_lines : worth;
        chunk = chunk < lines ? chunk : lines;
        index_t const chunks = (lines + chunk - 1) / chunk;
        index_t const batches = call.plan.batches();
        index_t const small =
            batches * lines * (sums + 1) < (index_t{1} << 15) ? chunks * batches : 1;
        parallel_pieces((chunks * batches + small - 1) / small, [&](index_t piece) {
            for (index_t i = piece * small; i < (piece + 1) * small && i < chunks * batches; ++i)
                run_chunk(i / chunks, i % chunks * chunk, chunk);
        });
    }

private:
    static constexpr index_t most_lines = 1024;

    void run_chunk(index_t batch, index_t first, index_t chunk) const {
        index_t const count = chunk < lines - first ? chunk : lines - first;
        batch_offsets const at(call.plan.batch, batch);
        bool const is_second = call.plan.columns == 1;
        // The vector is the second operand, or else the first.
        T const* const m = matrix + (is_second ? at.a : at.b) + first * line_step;
        T const* const x = vector + (is_second ? at.b : at.a);
        T* const y = call.c + at.c + first * result_step;
        T sums[most_lines];
        if (sum_step == 1 && vector_step == 1) {
            for (index_t i = 0; i < count; ++i)
                sums[i] = dot_of_runs(m + i * line_step, x, call.plan.inner);
        } else if (line_step == 1) {
            add_lines(m, x, count, sums);
        } else {
            for (index_t i = 0; i < count; ++i) {
                sums[i] = T(0);
                for (index_t p = 0; p < call.plan.inner; ++p)
                    sums[i] += m[i * line_step + p] * x[p * vector_step];
            }
        }
        if (result_step == 1)
            return scale_into(sums, count, y, call.alpha, call.beta);
        for (index_t i = 0; i < count; ++i)
            scale_into(sums + i, 1, y + i * result_step, call.alpha, call.beta);
    }
    void add_lines(T const* m, T const* x, index_t count, T* sums) const {
        index_t const inner = call.plan.inner;
        // Two lines at a time; the first one alone where their number is odd.
        index_t const alone = inner % 2;
        for (index_t i = 0; i < count; ++i)
            sums[i] = alone ? T(0) + m[i] * x[0] : T(0);
        for (index_t p = alone; p < inner; p += 2)
            add_two_lines(m + p * sum_step, x[p * vector_step], m + (p + 1) * sum_step,
                          x[(p + 1) * vector_step], count, sums);
    }
};

}  // namespace twill::inline v0::detail
