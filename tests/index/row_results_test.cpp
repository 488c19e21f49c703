// SPDX-License-Identifier: MIT
// Results of rows beside elements of the rows at indices: the loss of labels, in one read.
#include <cmath>
#include <sstream>

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/reduce.cuh>
#else
#include <twill/index.hpp>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::extents;
using tw::full_extent;

namespace {

constexpr auto row = tw::axis<1>;

auto log_sum_exp(array<float, 2> const& m) {
    return log(sum(exp(m - max(m, row, tw::keepdims)), row)) + max(m, row);
}
template <class E>
std::string plan_of(E const& e) {
    std::ostringstream text;
    text << tw::explain(e);
    return text.str();
}

// Rows at indices are no pairs of indices and columns: every output reads elements of its own. With
// an axis more that the rows lack, outputs share them, and they are.
template <int Rank, unsigned Index, unsigned Along>
using rows_at = tw::detail::apply_node<
    tw::detail::gather_function<float, 2, 0b10, tw::out_of_range::error, false>,
    tw::detail::memory_node<std::int64_t, Rank, tw::detail::along<Index, true>>,
    tw::detail::index_node<Rank, tw::detail::along<Along, true>>>;
static_assert(tw::detail::reads_lines<rows_at<2, 1, 2>>);
static_assert(!tw::detail::is_over_pairs<rows_at<2, 1, 2>, 2, 0b10>);
static_assert(tw::detail::reads_own_lines<rows_at<2, 1, 2>, 2>);
static_assert(!tw::detail::reads_own_lines<rows_at<3, 1, 4>, 3>);

TEST(row_results, loss_of_labels) {
    for (auto const& [n, k] : {std::pair<tw::index_t, tw::index_t>{5, 7}, {300, 101}, {3, 20000}}) {
        SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(k));
        std::vector<float> pm;
        std::vector<int> pl;
        for (tw::index_t i = 0; i < n * k; ++i)
            pm.push_back(static_cast<float>(i * 7919 % 1009) * 0.01f - 4);
        for (tw::index_t i = 0; i < n; ++i)
            pl.push_back(static_cast<int>(i * 31 % k) - (i % 2 == 0 ? 0 : static_cast<int>(k)));
        auto const m = to_space(pm, extents(n, k));
        auto const label = to_space(pl);
        auto const loss = log_sum_exp(m) - m(tw::arange(n), label);
        EXPECT_EQ(plan_of(loss).rfind("row-fused", 0), 0u) << plan_of(loss);
        EXPECT_EQ(plan_of(mean(loss)).rfind("row-fused", 0), 0u) << plan_of(mean(loss));
        auto const got = values(loss);
        double total = 0;
        for (tw::index_t i = 0; i < n; ++i) {
            float const* const own = pm.data() + i * k;
            double sum = 0;
            for (tw::index_t j = 0; j < k; ++j)
                sum += std::exp(static_cast<double>(own[j]));
            int const at = pl[static_cast<std::size_t>(i)];
            double const want = std::log(sum) - static_cast<double>(own[at < 0 ? at + k : at]);
            ASSERT_NEAR(got[static_cast<std::size_t>(i)], want, 1e-4) << i;
            total += want;
        }
        EXPECT_NEAR(tw::item(mean(loss)), total / static_cast<double>(n), 1e-4);
    }
}

/// Indices that are reductions along other axes than the rows', which run time alone knows.
TEST(row_results, indices_reduced_along_other_axes) {
    tw::index_t const n = 40;
    std::vector<float> x(static_cast<std::size_t>(n * n));
    std::vector<int> k(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<float>(i * 7919 % 101) * 0.03f;
        k[i] = static_cast<int>(i % 40 / 2 + i / 40 % 3);
    }
    auto const m = to_space(x, tw::extents(n, n));
    auto const keys = to_space(k, tw::extents(n, n));
    auto const places = tw::evaluate(max(keys, 0));
    array<float> const expected = log_sum_exp(m) - m(tw::arange(n), places);
    array<float> const together = log_sum_exp(m) - m(tw::arange(n), max(keys, 0));
    // In rows or as a reduction of its own, the sum is rounded in another order.
    EXPECT_TRUE(within_ulps(together, values(expected), 8));
}

TEST(row_results, labels_out_of_range) {
    auto const m = to_space(std::vector<float>(12, 0.5f), extents(3, 4));
    auto const label = to_space({1, 4, 0});
    try {
        (void)values(log_sum_exp(m) - m(tw::arange(3), label));
        FAIL() << "nothing was told";
    } catch (tw::index_error const& e) {
        EXPECT_NE(std::string(e.what()).find("index 4 is out of range for axis 1 of size 4"),
                  std::string::npos)
            << e.what();
    }
}

/// The place in the row is one of its results.
TEST(row_results, beside_the_greatest_element_by_its_place) {
    std::vector<float> pm;
    for (int i = 0; i < 50 * 33; ++i)
        pm.push_back(static_cast<float>(i * 7919 % 1009) * 0.01f);
    auto const m = to_space(pm, extents(50, 33));
    auto const got = values(log_sum_exp(m) - m(tw::arange(50), argmax(m, row)));
    auto const want = values(log_sum_exp(m) - max(m, row));
    for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_NEAR(got[i], want[i], 1e-5f) << i;
}

/// Elements of the target itself, from other rows.
TEST(row_results, beside_elements_of_the_target) {
    auto const m = to_space(std::vector<float>(600 * 3, 0.0f), extents(600, 3));
    std::vector<int> back;
    std::vector<float> count, want;
    for (int i = 0; i < 600; ++i) {
        back.push_back(599 - i);
        count.push_back(static_cast<float>(i));
        want.push_back(std::log(3.0f) - static_cast<float>(599 - i));
    }
    auto r = to_space(count);
    auto const from = to_space(back);
    r(full_extent) = log_sum_exp(m) - r(from);
    auto const got = values(r);
    for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_NEAR(got[i], want[i], 1e-3f) << i;
}

// A pass over both reads what it leaves alone somewhere: not in a source without elements.
TEST(RowResults, GathersOfNothingBesideOthers) {
    array<float, 2> const nothing(tw::extents(3, 0));
    auto const at = to_space(std::vector<std::int64_t>{2, 0, 1, 5});
    array<float, 2> const x = to_space(std::vector<float>{1, 2, 3, 4}, tw::extents(2, 2));
    auto const [none, some] =
        tw::evaluate(sum(tw::take<tw::out_of_range::wrap>(nothing, at, tw::axis<0>)), sum(x));
    EXPECT_EQ(tw::item(none), 0.0f);
    EXPECT_EQ(tw::item(some), 10.0f);
    auto const [clipped, all] =
        tw::evaluate(sum(tw::take<tw::out_of_range::clip>(nothing, at, tw::axis<0>)), sum(x));
    EXPECT_EQ(tw::item(clipped), 0.0f);
    EXPECT_EQ(tw::item(all), 10.0f);
}

// Columns at indices, reduced along either axis: rows that fill no line of outputs are not read.
TEST(row_results, columns_at_indices) {
    for (tw::index_t const rows : {1, 3, 5, 17, 31, 100})
        for (tw::index_t const columns : {1, 7, 20, 33}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
            std::vector<int> x(static_cast<std::size_t>(rows * columns)), at(20);
            for (std::size_t k = 0; k < x.size(); ++k)
                x[k] = static_cast<int>(k % 1013);
            for (std::size_t k = 0; k < at.size(); ++k)
                at[k] = static_cast<int>(k * 7 % static_cast<std::size_t>(columns));
            std::vector<std::int64_t> along(static_cast<std::size_t>(rows)), across(at.size());
            for (std::size_t i = 0; i < along.size(); ++i)
                for (std::size_t j = 0; j < at.size(); ++j) {
                    int const value =
                        x[i * static_cast<std::size_t>(columns) + static_cast<std::size_t>(at[j])];
                    along[i] += value;
                    across[j] += value;
                }
            auto const m = reshape(to_space(x), rows, columns);
            auto const index = to_space(at);
            EXPECT_TRUE(equal(sum(m(tw::full_extent, index), tw::axis<1>), along));
            EXPECT_TRUE(equal(sum(m(tw::full_extent, index), tw::axis<0>), across));
            auto const chosen = tw::evaluate(m(tw::full_extent, index));
            EXPECT_TRUE(equal(sum(m(tw::full_extent, index) + index, tw::axis<1>),
                              values(sum(tw::evaluate(chosen + index), tw::axis<1>))));
            // Indices that are counted, from the end, beside a matrix that is streamed through.
            array<float, 2> const x_of = tw::cast<float>(m);
            array<float> const w = x_of(0) + 1;
            std::vector<double> weighed(static_cast<std::size_t>(rows));
            for (std::size_t i = 0; i < weighed.size(); ++i)
                for (std::size_t j = 0; j < static_cast<std::size_t>(columns); ++j)
                    weighed[i] += double(x[i * static_cast<std::size_t>(columns) + j]) *
                                  double(x[j]) * double(x[j] + 1);
            EXPECT_TRUE(
                equal(sum<double>(x_of * x_of(0) * w(tw::arange(columns) - columns), tw::axis<1>),
                      weighed));
            // Beside a matrix that is streamed through.
            EXPECT_TRUE(equal(sum(m(tw::full_extent, index) * chosen, tw::axis<1>),
                              values(sum(tw::evaluate(chosen * chosen), tw::axis<1>))));
        }
}

}  // namespace
