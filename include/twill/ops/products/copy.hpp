// SPDX-License-Identifier: MIT
// Operands and results of products that the library at hand cannot take as they lie: copied into C
// order, or back.
#pragma once

#include "twill/ops/products/plan.hpp"

namespace twill::inline v0::detail {

/// The axes of a copy, and their steps on both sides.
struct copy_axes {
    static constexpr int most = 16;
    int count = 0;
    index_t extent[most] = {};
    index_t from[most] = {};
    index_t to[most] = {};

    index_t size() const {
        index_t product = 1;
        for (int d = 0; d < count; ++d)
            product *= extent[d];
        return product;
    }
    /// Back to where the elements came from.
    copy_axes reversed() const {
        copy_axes back = *this;
        for (int d = 0; d < count; ++d) {
            back.from[d] = to[d];
            back.to[d] = from[d];
        }
        return back;
    }
    void add(index_t length, index_t step) {
        extent[count] = length;
        from[count] = step;
        ++count;
    }
    /// Fills `to` with the steps of C order.
    void settle() {
        index_t step = 1;
        for (int d = count - 1; d >= 0; --d) {
            to[d] = step;
            step *= extent[d];
        }
    }
};

/// Labels of summed axes in an order.
struct label_order {
    int of[copy_axes::most];
    int count;
    label_list list() const { return {of, count}; }
};
/// An operand's summed axes, those with the largest steps first.
inline label_order sums_by_step(labelled_row const& x, label_list const& result) {
    label_order order{{}, 0};
    for (int d = 0; d < x.labels.count; ++d) {
        int const label = x.labels.of[d];
        if (result.has(label))
            continue;
        int k = order.count++;
        for (; k > 0 && x.stride(order.of[k - 1]) < x.stride(label); --k)
            order.of[k] = order.of[k - 1];
        order.of[k] = label;
    }
    return order;
}

/// The result's axes in an order that a BLAS can write: those of the batch, rows, columns.
inline label_order matrices_last(labelled_row const& a, labelled_row const& b,
                                 labelled_row const& c) {
    label_order order{{}, 0};
    for (axis_kind const kind : {axis_kind::batch, axis_kind::rows, axis_kind::columns})
        for (int d = 0; d < c.labels.count; ++d)
            if (kind_of_axis(a, b, c.labels.of[d], c.row.extent[d]) == kind)
                order.of[order.count++] = c.labels.of[d];
    return order;
}

/// An operand that is copied into C order: how, and what it is then. Points into itself.
struct packed_row {
    copy_axes axes;
    int labels[copy_axes::most] = {};
    labelled_row row = {};

    packed_row() = default;
    packed_row(packed_row const&) = delete;
    packed_row& operator=(packed_row const&) = delete;

    /// Axes that are in the result in its order, then the summed ones in that of `sums`.
    void take(labelled_row const& x, label_list const& result, label_list const& sums) {
        for (int d = 0; d < result.count; ++d)
            add(x, result.of[d]);
        for (int d = 0; d < sums.count; ++d)
            if (!result.has(sums.of[d]))
                add(x, sums.of[d]);
        axes.settle();
        row.row = x.row;
        row.row.extent = axes.extent;
        row.row.stride = axes.to;
        row.row.rank = axes.count;
        row.labels = {labels, axes.count};
    }

private:
    void add(labelled_row const& x, int label) {
        int const d = x.labels.position(label);
        if (d < 0)
            return;
        labels[axes.count] = label;
        axes.add(x.row.extent[d], x.row.stride[d]);
    }
};

}  // namespace twill::inline v0::detail
