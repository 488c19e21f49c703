// SPDX-License-Identifier: MIT
// How a contraction of two operands becomes calls of a matrix product (GEMM): which of their axes
// are rows, columns and summed ones, what merges into one stride, and what is left for a batch.
// Nothing here is a template over the operands.
#pragma once

#include <initializer_list>

#include "twill/expr/protocol.hpp"

namespace twill::inline v0::detail {

/// The names of an operand's axes, as numbers: axes of two operands that have the same one are one
/// axis of the contraction.
template <int... Label>
struct axis_labels {
    static constexpr int count = static_cast<int>(sizeof...(Label));
    static constexpr int of[sizeof...(Label) + 1] = {Label..., -1};

    /// One list behind another.
    template <int... More>
    friend constexpr axis_labels<Label..., More...> operator+(axis_labels, axis_labels<More...>) {
        return {};
    }
};

/// The same without its type.
struct label_list {
    int const* of;
    int count;
    constexpr int position(int label) const {
        for (int d = 0; d < count; ++d)
            if (of[d] == label)
                return d;
        return -1;
    }
    constexpr bool has(int label) const { return position(label) >= 0; }
};
template <class Labels>
inline constexpr label_list label_list_of{Labels::of, Labels::count};

/// An operand or a result: its elements and the names of its axes.
struct labelled_row {
    operand_row row;
    label_list labels;

    index_t extent(int label) const {
        int const d = labels.position(label);
        return d < 0 ? 1 : row.extent[d];
    }
    /// 0 where the operand lacks the axis or is stretched along it.
    index_t stride(int label) const {
        int const d = labels.position(label);
        return d < 0 || row.extent[d] == 1 ? 0 : row.stride[d];
    }
};

/// An operand of which only its shape is known.
inline labelled_row shape_row(index_t const* extent, label_list const& labels) {
    return {{nullptr, nullptr, extent, nullptr, labels.count, 0, reads::memory, false}, labels};
}

/// A matrix in memory: steps between its rows and between its columns, in elements.
struct matrix_steps {
    index_t row = 0;
    index_t column = 0;
};

/// What a BLAS calls the order of a matrix; `other` must be copied for it.
enum class matrix_order { rows, columns, other };

/// Whether a matrix can be read in an order; one of a single row or column in both perhaps.
inline bool lies_in(matrix_steps const& m, matrix_order order, index_t rows, index_t columns) {
    if (order == matrix_order::rows)
        return (columns == 1 || m.column == 1) && (rows == 1 || m.row >= columns);
    return (rows == 1 || m.row == 1) && (columns == 1 || m.column >= rows);
}
inline matrix_order matrix_order_of(matrix_steps const& m, index_t rows, index_t columns) {
    for (matrix_order const order : {matrix_order::rows, matrix_order::columns})
        if (lies_in(m, order, rows, columns))
            return order;
    return matrix_order::other;
}
constexpr matrix_order opposite_of(matrix_order order) {
    return order == matrix_order::rows ? matrix_order::columns : matrix_order::rows;
}
/// The leading dimension of such a matrix: from a line to the next.
inline index_t leading_dimension(matrix_steps const& m, matrix_order order, index_t rows,
                                 index_t columns) {
    bool const by_rows = order == matrix_order::rows;
    index_t const lines = by_rows ? rows : columns;
    index_t const length = by_rows ? columns : rows;
    index_t const step = by_rows ? m.row : m.column;
    return lines == 1 || step < length ? (length > 0 ? length : 1) : step;
}

/// An axis of a contraction and its steps in the operands and in the result.
struct contraction_axis {
    index_t extent;
    index_t a;
    index_t b;
    index_t c;
};

/// Axes of one kind.
struct axis_group {
    static constexpr int most = 32;
    contraction_axis axes[most];
    int count = 0;

    void add(contraction_axis const& axis) {
        if (axis.extent != 1)
            axes[count++] = axis;
    }
    /// Largest steps first, of what `step` picks; then neighbours that are one axis become one.
    void merge(index_t contraction_axis::*step) {
        for (int i = 1; i < count; ++i) {
            contraction_axis const moved = axes[i];
            int k = i;
            for (; k > 0 && axes[k - 1].*step < moved.*step; --k)
                axes[k] = axes[k - 1];
            axes[k] = moved;
        }
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            contraction_axis const& next = axes[i];
            if (kept > 0) {
                contraction_axis& last = axes[kept - 1];
                if (last.a == next.a * next.extent && last.b == next.b * next.extent &&
                    last.c == next.c * next.extent) {
                    last = {last.extent * next.extent, next.a, next.b, next.c};
                    continue;
                }
            }
            axes[kept++] = next;
        }
        count = kept;
    }
    /// The axis along which the result's elements lie side by side; `count` if there is none.
    int side_by_side() const {
        int d = 0;
        while (d < count && axes[d].c != 1)
            ++d;
        return d;
    }
    int longest() const {
        int best = 0;
        for (int i = 1; i < count; ++i)
            if (axes[i].extent > axes[best].extent)
                best = i;
        return best;
    }
    /// Takes an axis out; one of extent 1 if there is none.
    contraction_axis take(int d) {
        if (d >= count)
            return {1, 0, 0, 0};
        contraction_axis const taken = axes[d];
        for (int i = d + 1; i < count; ++i)
            axes[i - 1] = axes[i];
        --count;
        return taken;
    }
    contraction_axis take_longest() { return take(longest()); }
    /// For a matrix one of whose axes has steps of 1: that axis if it is here, else the longest.
    contraction_axis take_for_matrix() {
        int const near = side_by_side();
        return take(near < count ? near : longest());
    }
};

/// c(rows, columns) = a(rows, inner) times b(inner, columns), for every index of the batch.
struct product_plan {
    index_t rows = 1;
    index_t inner = 1;
    index_t columns = 1;
    matrix_steps a;
    matrix_steps b;
    matrix_steps c;
    axis_group batch;
    /// Whether the summed axes are one step in both operands: otherwise one has to be copied first.
    bool inner_is_one = true;

    matrix_order order_c() const { return matrix_order_of(c, rows, columns); }
    index_t batches() const {
        index_t count = 1;
        for (int d = 0; d < batch.count; ++d)
            count *= batch.axes[d].extent;
        return count;
    }
};

/// Where matrix `index` of a batch begins.
struct batch_offsets {
    index_t a = 0;
    index_t b = 0;
    index_t c = 0;
    batch_offsets(axis_group const& batch, index_t index) {
        for (int d = batch.count - 1; d >= 0; --d) {
            contraction_axis const& axis = batch.axes[d];
            index_t const i = index % axis.extent;
            index /= axis.extent;
            a += i * axis.a;
            b += i * axis.b;
            c += i * axis.c;
        }
    }
};

/// What an axis of the result is.
enum class axis_kind { batch, rows, columns };
inline axis_kind kind_of_axis(labelled_row const& a, labelled_row const& b, int label,
                              index_t extent) {
    bool const in_a = a.labels.has(label) && a.extent(label) == extent;
    bool const in_b = b.labels.has(label) && b.extent(label) == extent;
    return in_a && in_b ? axis_kind::batch : in_b ? axis_kind::columns : axis_kind::rows;
}

/// An axis of the result that one operand lacks or is stretched along is a row or a column: a batch
/// of matrices times one matrix is then one product of more rows.
inline product_plan plan_product(labelled_row const& a, labelled_row const& b,
                                 labelled_row const& c) {
    axis_group rows;
    axis_group columns;
    axis_group inner;
    product_plan plan;
    for (int d = 0; d < c.labels.count; ++d) {
        int const label = c.labels.of[d];
        axis_kind const kind = kind_of_axis(a, b, label, c.row.extent[d]);
        (kind == axis_kind::batch     ? plan.batch
         : kind == axis_kind::columns ? columns
                                      : rows)
            .add({c.row.extent[d], a.stride(label), b.stride(label), c.stride(label)});
    }
    for (int d = 0; d < a.labels.count; ++d) {
        int const label = a.labels.of[d];
        if (!c.labels.has(label))
            inner.add({a.row.extent[d], a.stride(label), b.stride(label), 0});
    }
    rows.merge(&contraction_axis::c);
    columns.merge(&contraction_axis::c);
    inner.merge(&contraction_axis::a);
    contraction_axis const row = rows.take_for_matrix();
    contraction_axis const column = columns.take_for_matrix();
    contraction_axis const sum = inner.take_longest();
    plan.inner_is_one = inner.count == 0;
    plan.rows = row.extent;
    plan.columns = column.extent;
    plan.inner = sum.extent;
    for (int d = 0; d < inner.count; ++d)
        plan.inner *= inner.axes[d].extent;
    plan.inner_is_one = plan.inner_is_one || plan.inner == 0;
    plan.a = {row.a, sum.a};
    plan.b = {sum.b, column.b};
    plan.c = {row.c, column.c};
    for (int d = 0; d < rows.count; ++d)
        plan.batch.add(rows.axes[d]);
    for (int d = 0; d < columns.count; ++d)
        plan.batch.add(columns.axes[d]);
    plan.batch.merge(&contraction_axis::c);
    return plan;
}

/// Whether an operand's own summed axes are one step, in the order in which they lie.
inline bool sums_in_one_step(labelled_row const& x, label_list const& result) {
    axis_group inner;
    for (int d = 0; d < x.labels.count; ++d)
        if (!result.has(x.labels.of[d]))
            inner.add({x.row.extent[d], x.row.stride[d], 0, 0});
    inner.merge(&contraction_axis::a);
    return inner.count <= 1;
}

/// The result's shape. Axes that are summed must be equal, those of a batch may be stretched from
/// 1. Throws shape_error.
inline void contraction_shape(caller const& by, labelled_row const& a, labelled_row const& b,
                              label_list const& result, index_t* shape) {
    auto refuse = [&](index_t in_a, index_t in_b, bool summed) {
        raise<shape_error>(by.place,
                           "twill: %s: operands of shapes %s and %s do not fit: %s of %lld and of "
                           "%lld elements",
                           by.operation, shape_text(a.row.extent, a.row.rank).text,
                           shape_text(b.row.extent, b.row.rank).text,
                           summed ? "they are summed along axes" : "they have axes in common",
                           static_cast<long long>(in_a), static_cast<long long>(in_b));
    };
    for (int d = 0; d < result.count; ++d) {
        int const label = result.of[d];
        index_t const in_a = a.extent(label);
        index_t const in_b = b.extent(label);
        if (in_a != in_b && in_a != 1 && in_b != 1)
            refuse(in_a, in_b, false);
        shape[d] = in_a == 1 ? in_b : in_a;
    }
    for (int d = 0; d < a.labels.count; ++d) {
        int const label = a.labels.of[d];
        if (!result.has(label) && a.row.extent[d] != b.extent(label))
            refuse(a.row.extent[d], b.extent(label), true);
    }
}

}  // namespace twill::inline v0::detail
