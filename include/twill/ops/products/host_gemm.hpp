// SPDX-License-Identifier: MIT
// The host's matrix products: tiles of the result are shared between threads; each packs the panels
// of its operands, whatever their steps, and multiplies them block by block. No sum is split
// between threads, so that the bits do not depend on their number.
#pragma once

#include "twill/host/pool.hpp"
#include "twill/ops/products/evaluate.hpp"
#include "twill/ops/products/host_kernel.hpp"
#include "twill/ops/products/host_vector.hpp"

namespace twill::inline v0::detail {

/// Elements of a matrix from some place on.
template <class T>
struct matrix_part {
    T const* data;
    matrix_steps step;
    bool conjugated;
};

/// Packs lines of `m`, `width` at a time, for the kernel: for each of `count` steps along the sums
/// the elements of `width` neighbouring lines, plane by plane. Lines that are not there are 0.
template <class T>
void pack_panels(T const* data, index_t line_step, index_t sum_step, bool conjugated, index_t lines,
                 index_t count, int width, typename product_element<T>::real* to) {
    using element = product_element<T>;
    using real = typename element::real;
    index_t const stride = index_t{width} * element::planes;
    for (index_t first = 0; first < lines; first += width, to += stride * count) {
        int const used = static_cast<int>(lines - first < width ? lines - first : width);
        T const* const from = data + first * line_step;
        if (used < width)
            for (index_t i = 0; i < stride * count; ++i)
                to[i] = real(0);
        if (line_step == 1) {
            for (index_t p = 0; p < count; ++p) {
                if constexpr (std::is_same_v<T, real>)
                    std::memcpy(to + p * stride, from + p * sum_step,
                                static_cast<std::size_t>(used) * sizeof(T));
                else
                    for (int i = 0; i < used; ++i)
                        element::split(from[p * sum_step + i], conjugated, to + p * stride + i,
                                       width);
            }
        } else {
            for (int i = 0; i < used; ++i)
                for (index_t p = 0; p < count; ++p)
                    element::split(from[i * line_step + p * sum_step], conjugated,
                                   to + p * stride + i, width);
        }
    }
}

/// How a product is cut into pieces for threads.
template <class T>
struct product_cut {
    using real = typename product_element<T>::real;
    static constexpr int planes = product_element<T>::planes;
    /// Panels of both operands stay in a core's own cache, some 512 KB.
    static constexpr index_t most_rows = 192 / planes;
    static constexpr index_t most_columns = 1536 / (static_cast<index_t>(sizeof(real)) * planes);
    static constexpr index_t most_sums = 256;
    /// Multiplications that are worth a thread's attention.
    static constexpr index_t worth_a_piece = index_t{1} << 16;

    product_kernel<T> kernel = product_kernel<T>::chosen();
    index_t rows;
    index_t columns;
    index_t row_tiles;
    index_t column_tiles;
    index_t batches;
    index_t batches_a_piece = 1;

    explicit product_cut(product_plan const& plan) : batches(plan.batches()) {
        rows = tile(plan.rows, most_rows, kernel.rows);
        columns = tile(plan.columns, most_columns, kernel.columns());
        index_t const wanted = index_t{2} * thread_pool::instance().size();
        while (pieces_of(plan) < wanted && rows * columns * plan.inner > 4 * worth_a_piece &&
               (rows > kernel.rows || columns > kernel.columns())) {
            if (rows * 2 > columns && rows > kernel.rows)
                rows = tile(rows / 2, most_rows, kernel.rows);
            else
                columns = tile(columns / 2, most_columns, kernel.columns());
        }
        row_tiles = (plan.rows + rows - 1) / rows;
        column_tiles = (plan.columns + columns - 1) / columns;
        if (row_tiles * column_tiles == 1) {
            index_t const work = plan.rows * plan.columns * (plan.inner + 1);
            index_t const together = worth_a_piece / (work > 0 ? work : 1);
            batches_a_piece = together < 1 ? 1 : together > batches ? batches : together;
        }
    }
    index_t pieces() const {
        return row_tiles * column_tiles * ((batches + batches_a_piece - 1) / batches_a_piece);
    }

private:
    static index_t tile(index_t wanted, index_t most, int block) {
        index_t const size = wanted < most ? wanted : most;
        index_t const blocks = (size + block - 1) / block;
        return (blocks > 0 ? blocks : 1) * block;
    }
    index_t pieces_of(product_plan const& plan) const {
        return ((plan.rows + rows - 1) / rows) * ((plan.columns + columns - 1) / columns) * batches;
    }
};

/// One thread's work on a product.
template <class T>
class product_piece {
    using element = product_element<T>;
    using real = typename element::real;
    static constexpr int planes = element::planes;
    using number = compute_t<T>;

public:
    product_piece(product_call<T> const& call, product_cut<T> const& cut)
        : call_(call), cut_(cut), held_(memory<host_space>::allocate(bytes())) {
        a_ = static_cast<real*>(held_.get()->data);
        b_ = a_ + cut.rows * sums() * planes;
        sums_ = b_ + cut.columns * sums() * planes;
    }

    /// The tile of a piece in one matrix of the batch.
    void run(T const* a, T const* b, T* c, index_t row, index_t column) {
        product_plan const& plan = call_.plan;
        index_t const rows = least(cut_.rows, plan.rows - row);
        index_t const columns = least(cut_.columns, plan.columns - column);
        a += row * plan.a.row;
        b += column * plan.b.column;
        c += row * plan.c.row + column * plan.c.column;
        for (index_t from = 0; from == 0 || from < plan.inner; from += most_sums) {
            index_t const count = least(most_sums, plan.inner - from);
            pack_panels(a + from * plan.a.column, plan.a.row, plan.a.column, call_.conjugate_a,
                        rows, count, cut_.kernel.rows, a_);
            pack_panels(b + from * plan.b.row, plan.b.column, plan.b.row, call_.conjugate_b,
                        columns, count, cut_.kernel.columns(), b_);
            bool const last = from + most_sums >= plan.inner;
            multiply_tile(rows, columns, count, c, from == 0, last);
        }
    }

private:
    static constexpr index_t most_sums = product_cut<T>::most_sums;
    static constexpr bool is_narrow = sizeof(T) < sizeof(real);
    static index_t least(index_t x, index_t y) { return x < y ? x : y; }
    index_t sums() const { return least(most_sums, call_.plan.inner); }
    std::size_t bytes() const {
        // 16-bit results are summed beside the panels, so that they are rounded once.
        index_t const kept = is_narrow ? cut_.rows * cut_.columns : 0;
        return sizeof(real) *
               static_cast<std::size_t>((cut_.rows + cut_.columns) * sums() * planes + kept);
    }
    void multiply_tile(index_t rows, index_t columns, index_t count, T* c, bool first, bool last) {
        int const high = cut_.kernel.rows;
        int const wide = cut_.kernel.columns();
        alignas(64) real block[product_kernel<T>::most_rows * 2 * product_kernel<T>::most_lanes];
        for (index_t j = 0; j < columns; j += wide)
            for (index_t i = 0; i < rows; i += high) {
                cut_.kernel.run({a_ + i * count * planes, b_ + j * count * planes, count}, block);
                int const used_rows = static_cast<int>(least(high, rows - i));
                int const used_columns = static_cast<int>(least(wide, columns - j));
                for (int r = 0; r < used_rows; ++r) {
                    real const* const from = block + r * 2 * cut_.kernel.lanes;
                    if constexpr (is_narrow)
                        keep_row(from, used_columns, sums_ + (i + r) * cut_.columns + j,
                                 at(c, i + r, j), first, last);
                    else
                        store_row(from, used_columns, at(c, i + r, j), first);
                }
            }
    }
    T* at(T* c, index_t row, index_t column) const {
        return c + row * call_.plan.c.row + column * call_.plan.c.column;
    }
    void store_row(real const* from, int count, T* to, bool first) const {
        index_t const step = call_.plan.c.column;
        bool const adds = !first || call_.beta != number(0);
        number const beta = first ? call_.beta : number(1);
        if constexpr (std::is_same_v<T, real>)
            if (step == 1)
                return scale_into(from, count, to, call_.alpha, adds ? beta : number(0));
        if (!adds && call_.alpha == number(1)) {
            for (int k = 0; k < count; ++k)
                to[k * step] = element::join(from + k, cut_.kernel.lanes);
        } else if (!adds) {
            for (int k = 0; k < count; ++k)
                to[k * step] = call_.alpha * element::join(from + k, cut_.kernel.lanes);
        } else {
            for (int k = 0; k < count; ++k)
                to[k * step] =
                    call_.alpha * element::join(from + k, cut_.kernel.lanes) + beta * to[k * step];
        }
    }
    void keep_row(real const* from, int count, real* kept, T* to, bool first, bool last) const {
        for (int k = 0; k < count; ++k)
            kept[k] = first ? from[k] : kept[k] + from[k];
        if (!last)
            return;
        index_t const step = call_.plan.c.column;
        for (int k = 0; k < count; ++k) {
            real const sum = call_.alpha * kept[k];
            to[k * step] = static_cast<T>(
                call_.beta == real(0) ? sum : sum + call_.beta * static_cast<real>(to[k * step]));
        }
    }

    product_call<T> const& call_;
    product_cut<T> const& cut_;
    storage_ref held_;
    real* a_;
    real* b_;
    real* sums_;
};

/// c = alpha * a b + beta * c on CPU threads.
template <class T>
void multiply_on_threads(product_call<T> const& call) {
    if constexpr (std::is_same_v<T, typename product_element<T>::real>) {
        vector_product<T> const of_vector(call);
        if (of_vector.fits())
            return of_vector.run();
    }
    product_cut<T> const cut(call.plan);
    index_t const tiles = cut.row_tiles * cut.column_tiles;
    parallel_pieces(cut.pieces(), [&](index_t piece) {
        product_piece<T> work(call, cut);
        index_t const group = piece / tiles;
        index_t const row = piece % tiles / cut.column_tiles * cut.rows;
        index_t const column = piece % tiles % cut.column_tiles * cut.columns;
        index_t const first = group * cut.batches_a_piece;
        for (index_t i = first; i < first + cut.batches_a_piece && i < cut.batches; ++i) {
            batch_offsets const at(call.plan.batch, i);
            work.run(call.a + at.a, call.b + at.b, call.c + at.c, row, column);
        }
    });
}

}  // namespace twill::inline v0::detail
