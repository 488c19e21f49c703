// SPDX-License-Identifier: MIT
// Terms inside reductions that are computed once and used several times (for a row, for a column,
// for an element) are those of the right row, column and element.
#include "support/reductions.hpp"

namespace tw = twill;
using tw::index_t;
using namespace twill_test;

namespace {

/// Every element differs much from its neighbours. (With `x.number < end` in a loop with a pragma
/// nvcc takes a function of this name for a template's, so that a header may not say it.)
double number(index_t i, double phase) {
    return 0.3 + std::fmod(static_cast<double>(i) * 0.754877666 + phase, 1.0);
}
std::vector<double> numbers(index_t count, double phase) {
    std::vector<double> result;
    for (index_t i = 0; i < count; ++i)
        result.push_back(number(i, phase));
    return result;
}

struct sums {
    std::vector<double> down, across;
    double all = 0;
};
void expect_near(std::vector<double> const& actual, std::vector<double> const& expected,
                 double tolerance, char const* what) {
    ASSERT_EQ(actual.size(), expected.size()) << what;
    for (std::size_t i = 0; i < actual.size(); ++i)
        ASSERT_NEAR(actual[i], expected[i], tolerance) << what << " " << i;
}

class reduction_terms : public testing::TestWithParam<std::pair<index_t, index_t>> {};

TEST_P(reduction_terms, are_those_of_their_row_and_column) {
    auto const [rows, columns] = GetParam();
    for (double const phase : {0.0, 0.37}) {
        auto const a = numbers(columns, phase), b = numbers(columns, phase + 0.5),
                   c = numbers(rows, phase + 0.25), d = numbers(rows * columns, phase + 0.1);
        auto const row = to_space(a), other = to_space(b);
        auto const column = to_space(c, tw::extents(rows, 1));
        auto const m = to_space(d, tw::extents(rows, columns));
        // Equal terms, terms of one type over other operands, terms of rows and of columns.
        auto const f = sin(row) * cos(column) + sin(other) + exp(m) * sin(row) + cos(row) +
                       exp(column) * exp(m);
        sums expected{std::vector<double>(a.size()), std::vector<double>(c.size()), 0};
        std::vector<double> elements;
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t j = 0; j < a.size(); ++j) {
                double const x = std::sin(a[j]) * std::cos(c[i]) + std::sin(b[j]) +
                                 std::exp(d[i * a.size() + j]) * std::sin(a[j]) + std::cos(a[j]) +
                                 std::exp(c[i]) * std::exp(d[i * a.size() + j]);
                elements.push_back(x);
                expected.down[j] += x;
                expected.across[i] += x;
                expected.all += x;
            }
        double const most = 20 * static_cast<double>(rows > columns ? rows : columns);
        expect_near(values(sum(f, tw::axes(0))), expected.down, 1e-13 * most, "column");
        expect_near(values(sum(f, tw::axes(1))), expected.across, 1e-13 * most, "row");
        EXPECT_NEAR(value(sum(f)), expected.all, 1e-13 * std::abs(expected.all));
        std::vector<double> shares;
        for (std::size_t k = 0; k < elements.size(); ++k)
            shares.push_back(elements[k] / expected.across[k / a.size()]);
        expect_near(values(f / sum(f, tw::axis<1>, tw::keepdims)), shares, 1e-12, "share");
    }
}

// One and several packets, chunks, pieces; rows longer than a piece; few and many outputs; several
// blocks of rows one after the other.
INSTANTIATE_TEST_SUITE_P(
    shapes, reduction_terms,
    testing::Values(std::pair<index_t, index_t>{3, 1500}, std::pair<index_t, index_t>{300, 700},
                    std::pair<index_t, index_t>{2, 70001}, std::pair<index_t, index_t>{5001, 5},
                    std::pair<index_t, index_t>{200, 7}, std::pair<index_t, index_t>{1, 33}));

}  // namespace
