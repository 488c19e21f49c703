// SPDX-License-Identifier: MIT
// What is copied before a product, for a library that reads and writes matrices by rows or by
// columns only and conjugates transposed ones only, as the device's does.
#include "support/products.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

struct strict_space {};

}  // namespace

template <>
struct twill::detail::memory<strict_space> : twill::detail::memory<twill::host_space> {};
template <>
struct twill::detail::product_backend<strict_space>
    : twill::detail::product_backend<twill::host_space> {
    static bool reads(matrix_steps const& m, index_t rows, index_t columns, matrix_order result,
                      bool conjugated) {
        return lies_in(m, opposite_of(result), rows, columns) ||
               (!conjugated && lies_in(m, result, rows, columns));
    }
    static bool reads_first(product_plan const& plan, bool conjugated) {
        return reads(plan.a, plan.rows, plan.inner, plan.order_c(), conjugated);
    }
    static bool reads_second(product_plan const& plan, bool conjugated) {
        return reads(plan.b, plan.inner, plan.columns, plan.order_c(), conjugated);
    }
    static bool writes(product_plan const& plan) { return plan.order_c() != matrix_order::other; }
    template <class T>
    static void run(product_call<T> const& call) {
        EXPECT_TRUE(call.plan.inner_is_one);
        EXPECT_TRUE(reads_first(call.plan, call.conjugate_a));
        EXPECT_TRUE(reads_second(call.plan, call.conjugate_b));
        EXPECT_TRUE(writes(call.plan));
        multiply_on_threads(call);
    }
};

namespace {

using T = tw::complex<float>;
using operand = twill::detail::labelled_row;

/// An array of three axes named `labels`, which lie in memory in the order `lies`.
template <class Labels>
struct lying {
    std::vector<index_t> extent;
    std::vector<index_t> stride;
    std::vector<T> elements;
    lying(std::vector<index_t> const& sizes, std::vector<int> const& lies, index_t pad,
          index_t seed)
        : extent(sizes), stride(3) {
        index_t step = 1;
        for (std::size_t d = 3; d-- > 0;) {
            auto const axis = static_cast<std::size_t>(lies[d]);
            stride[axis] = step;
            step *= extent[axis] + (d == 0 ? 0 : pad);
        }
        for (index_t i = 0; i < step; ++i)
            elements.push_back(whole_number<T>(i, seed));
    }
    T at(index_t i, index_t j, index_t k) const {
        return elements[static_cast<std::size_t>(i * stride[0] + j * stride[1] + k * stride[2])];
    }
    operand row() const {
        return {{nullptr, elements.data(), extent.data(), stride.data(), 3,
                 static_cast<int>(sizeof(T)), tw::detail::reads::memory, false},
                tw::detail::label_list_of<Labels>};
    }
};

// i, j, p, q of the result c(i, j) = sum of a(i, p, q) b(q, p, j).
using labels_a = tw::detail::axis_labels<0, 2, 3>;
using labels_b = tw::detail::axis_labels<3, 2, 1>;
using labels_c = tw::detail::axis_labels<0, 1>;

TEST(product_plan, two_summed_axes_in_every_order) {
    std::vector<std::vector<int>> const orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                  {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    constexpr index_t rows = 2, columns = 3, p = 4, q = 5;
    for (int turn = 0; turn < 6 * 6 * 4 * 4 * 2; ++turn) {
        auto pick = [rest = turn](int count) mutable {
            int const one = rest % count;
            rest /= count;
            return static_cast<std::size_t>(one);
        };
        lying<labels_a> const a({rows, p, q}, orders[pick(6)], pick(2), 1);
        lying<labels_b> const b({q, p, columns}, orders[pick(6)], pick(2), 2);
        bool const conjugate_a = pick(2) != 0;
        bool const conjugate_b = pick(2) != 0;
        bool const turned = pick(2) != 0;
        std::vector<T> c(rows * columns);
        index_t const extent[] = {rows, columns};
        index_t const stride[] = {turned ? 1 : columns, turned ? rows : 1};
        tw::detail::execution now;
        tw::detail::run_product<strict_space, T>(
            now, a.row(), b.row(),
            {{nullptr, c.data(), extent, stride, 2, static_cast<int>(sizeof(T)),
              tw::detail::reads::memory, false},
             tw::detail::label_list_of<labels_c>},
            conjugate_a, conjugate_b, tw::precision::exact, T(1), T(0));
        for (index_t i = 0; i < rows; ++i)
            for (index_t j = 0; j < columns; ++j) {
                T sum = 0;
                for (index_t k = 0; k < p; ++k)
                    for (index_t l = 0; l < q; ++l) {
                        T const x = a.at(i, k, l), y = b.at(l, k, j);
                        sum += (conjugate_a ? tw::conj(x) : x) * (conjugate_b ? tw::conj(y) : y);
                    }
                ASSERT_EQ(c[static_cast<std::size_t>(i * stride[0] + j * stride[1])], sum) << turn;
            }
    }
}

}  // namespace
