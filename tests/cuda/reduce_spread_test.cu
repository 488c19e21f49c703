// SPDX-License-Identifier: MIT
// Reductions of operands that are shifted against each other or lie in steps: whole arrays, rows
// and columns of every length. Elements are small integers, so that sums are exact.
#include <twill/half.hpp>
#include <twill/twill.cuh>

#include <algorithm>
#include <cmath>

#include "support/series.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

namespace {

int element(index_t i) { return static_cast<int>(i * 7919 % 31 % 5); }

/// A view of a matrix: where it begins, and its step along the rows.
struct view {
    index_t row;
    index_t column;
    index_t step = 1;
};
/// Two views of `rows` x `columns` elements of one array.
struct two_views {
    char const* what;
    view a;
    view b;
};
constexpr two_views pairs[] = {{"along rows", {0, 1}, {0, 0}},
                               {"down columns", {1, 0}, {0, 0}},
                               {"both", {0, 3}, {1, 1}},
                               {"every second column", {0, 0, 2}, {0, 1, 2}},
                               {"one alone between packets", {0, 1}, {0, 1}},
                               {"against each other", {0, 0}, {0, -1, -1}}};
constexpr index_t most_step = 2;
constexpr index_t margin = 4;

/// The statement's elements as a loop has them, row by row.
struct expected {
    index_t rows;
    index_t columns;
    std::vector<double> elements;

    double at(index_t r, index_t c) const {
        return elements[static_cast<std::size_t>(r * columns + c)];
    }
    /// f of the elements of each line along an axis; -1: of all.
    template <class F>
    std::vector<double> each(int axis, F&& f) const {
        std::vector<double> result;
        if (axis == -1)
            return {f(elements)};
        for (index_t k = 0; k < (axis == 1 ? rows : columns); ++k) {
            std::vector<double> line;
            for (index_t j = 0; j < (axis == 1 ? columns : rows); ++j)
                line.push_back(axis == 1 ? at(k, j) : at(j, k));
            result.push_back(f(line));
        }
        return result;
    }
};

template <class Result>
void is(Result const& result, std::vector<double> const& want, double tolerance = 0) {
    auto const got = values(result);
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i)
        ASSERT_NEAR(static_cast<double>(got[i]), want[i], tolerance) << "output " << i;
}

/// test(expression, what its elements are) for views of every shape.
template <class T, class Test>
void for_all_views(std::vector<index_t> const& lengths, Test&& test) {
    for (index_t const columns : lengths)
        for (index_t const rows : {1, 2, 7, 60}) {
            index_t const pitch = columns * most_step + margin;
            std::vector<T> x(static_cast<std::size_t>((rows + margin) * pitch));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = static_cast<T>(static_cast<float>(element(static_cast<index_t>(i))));
            auto const m = tw::evaluate(reshape(to_space(x), rows + margin, pitch));
            for (two_views const& p : pairs) {
                SCOPED_TRACE(std::string(p.what) + ", " + std::to_string(rows) + " x " +
                             std::to_string(columns));
                auto const first = [&](view const& v) {
                    return v.step < 0 ? columns - 1 : v.column;
                };
                auto const of = [&](view const& v) {
                    index_t const from = first(v);
                    index_t const end = from + v.step * columns;
                    return v.step > 0
                               ? m(tw::slice(v.row, v.row + rows), tw::slice(from, end, v.step))
                               : m(tw::slice(v.row, v.row + rows),
                                   tw::slice(from, tw::none, v.step));
                };
                expected want{rows, columns, {}};
                for (index_t r = 0; r < rows; ++r)
                    for (index_t c = 0; c < columns; ++c) {
                        auto const value = [&](view const& v) {
                            return element((v.row + r) * pitch + first(v) + c * v.step);
                        };
                        want.elements.push_back(value(p.a) * 2 + value(p.b));
                    }
                test(of(p.a) * T(2) + of(p.b), want);
            }
        }
}
std::vector<index_t> const all_lengths = {1,  2,  3,  5,   8,   15,  16,  17,  31,  32,
                                          33, 40, 64, 100, 127, 128, 200, 257, 500, 1030};
std::vector<index_t> const some_lengths = {1, 3, 7, 16, 31, 33, 100, 129, 515};

template <class T, class Sum = T>
void check_sums() {
    for_all_views<T>(all_lengths, [](auto const& x, expected const& want) {
        is(tw::evaluate(tw::sum<Sum>(x)), want.each(-1, sum_of));
        is(tw::evaluate(tw::sum<Sum>(x, tw::axis<1>)), want.each(1, sum_of));
        is(tw::evaluate(tw::sum<Sum>(x, tw::axis<0>)), want.each(0, sum_of));
    });
}
template <class T>
void check_places() {
    for_all_views<T>(some_lengths, [](auto const& x, expected const& want) {
        is(tw::evaluate(argmax(x)), want.each(-1, position_of));
        is(tw::evaluate(argmax(x, tw::axis<1>)), want.each(1, position_of));
        is(tw::evaluate(argmax(x, tw::axis<0>)), want.each(0, position_of));
        is(tw::evaluate(max(x, tw::axis<1>)), want.each(1, largest_of));
    });
}

TEST(reduce_spread, sums_of_float32) { check_sums<float>(); }
TEST(reduce_spread, sums_of_float16) { check_sums<tw::float16, float>(); }
TEST(reduce_spread, sums_of_float64) { check_sums<double>(); }
TEST(reduce_spread, sums_of_bytes) { check_sums<std::uint8_t, std::int64_t>(); }
TEST(reduce_spread, sums_of_int16) { check_sums<std::int16_t, std::int64_t>(); }
TEST(reduce_spread, places_in_float32) { check_places<float>(); }
TEST(reduce_spread, places_in_float16) { check_places<tw::float16>(); }
TEST(reduce_spread, places_in_bytes) { check_places<std::uint8_t>(); }

TEST(reduce_spread, variances) {
    for_all_views<float>(some_lengths, [](auto const& x, expected const& want) {
        is(tw::evaluate(var(x)), want.each(-1, variance_of), 1e-4);
        is(tw::evaluate(var(x, tw::axis<1>)), want.each(1, variance_of), 1e-4);
        is(tw::evaluate(var(x, tw::axis<0>)), want.each(0, variance_of), 1e-4);
    });
}

// Rows that are walked from the last to the first: of equal elements the first one counts.
TEST(reduce_spread, places_in_rows_backwards) {
    for (index_t const columns : {5, 40, 300})
        for (index_t const rows : {3, 40, 700}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
            index_t const pitch = columns + 1;
            std::vector<float> x(static_cast<std::size_t>(rows * pitch));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = static_cast<float>(element(static_cast<index_t>(i)));
            auto const m = tw::evaluate(reshape(to_space(x), rows, pitch));
            auto const back = m(tw::slice(tw::none, tw::none, -1), tw::full_extent);
            expected want{rows, columns, {}};
            for (index_t r = 0; r < rows; ++r)
                for (index_t c = 0; c < columns; ++c) {
                    index_t const at = (rows - 1 - r) * pitch + c;
                    want.elements.push_back(element(at + 1) + element(at));
                }
            auto const sums = back(tw::full_extent, tw::slice(1, tw::none)) +
                              back(tw::full_extent, tw::slice(0, -1));
            is(tw::evaluate(argmax(sums, tw::axis<0>)), want.each(0, position_of));
            is(tw::evaluate(argmax(sums, tw::axis<1>)), want.each(1, position_of));
            is(tw::evaluate(argmax(sums)), want.each(-1, position_of));
        }
}

// Planes of operands that lie across each other, in any number of tiles.
TEST(reduce_spread, planes_across_each_other) {
    for (index_t const planes : {1, 3, 4})
        for (index_t const side : {32, 40, 97}) {
            SCOPED_TRACE(std::to_string(planes) + " of " + std::to_string(side));
            std::vector<float> x(static_cast<std::size_t>(planes * side * side));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = static_cast<float>(element(static_cast<index_t>(i)));
            auto const t = tw::evaluate(reshape(to_space(x), planes, side, side));
            double want = 0;
            for (index_t p = 0; p < planes; ++p)
                for (index_t r = 0; r < side; ++r)
                    for (index_t c = 0; c < side; ++c)
                        want +=
                            element((p * side + r) * side + c) * element((p * side + c) * side + r);
            is(tw::evaluate(sum(t * permute(t, tw::axis<0, 2, 1>))), {want});
        }
}

// One axis, whose packets threads share out by warps.
TEST(reduce_spread, one_axis) {
    for (index_t const n : {1, 2, 5, 31, 33, 127, 128, 129, 1000, 4096, 4097, 100003}) {
        SCOPED_TRACE(n);
        std::vector<float> x(static_cast<std::size_t>(2 * n + 1));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(element(static_cast<index_t>(i)));
        auto const a = to_space(x);
        double shifted = 0;
        double stepped = 0;
        for (index_t i = 0; i < n; ++i) {
            shifted += std::abs(element(i + 1) - element(i));
            stepped += element(2 * i) * element(2 * i + 1);
        }
        is(tw::evaluate(sum(abs(a(tw::slice(1, n + 1)) - a(tw::slice(0, n))))), {shifted});
        is(tw::evaluate(sum(a(tw::slice(0, 2 * n, 2)) * a(tw::slice(1, 2 * n + 1, 2)))), {stepped});
    }
}

// Three axes, of which any are reduced: shifts along each.
TEST(reduce_spread, three_axes) {
    for (index_t const inner : {3, 20, 70, 200}) {
        SCOPED_TRACE(inner);
        index_t const planes = 5;
        index_t const rows = 11;
        std::vector<float> x(static_cast<std::size_t>((planes + 1) * (rows + 1) * (inner + 1)));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(element(static_cast<index_t>(i)));
        auto const t = tw::evaluate(reshape(to_space(x), planes + 1, rows + 1, inner + 1));
        auto const in = tw::slice(0, -1);
        auto const on = tw::slice(1, tw::none);
        auto const d = abs(t(on, in, in) - t(in, in, in)) + abs(t(in, on, in) - t(in, in, in)) +
                       abs(t(in, in, on) - t(in, in, in));
        auto const of = [&](index_t p, index_t r, index_t c) {
            return element((p * (rows + 1) + r) * (inner + 1) + c);
        };
        std::vector<double> planes_sum(static_cast<std::size_t>(planes));
        std::vector<double> rows_sum(static_cast<std::size_t>(rows));
        std::vector<double> columns_sum(static_cast<std::size_t>(inner));
        double all = 0;
        for (index_t p = 0; p < planes; ++p)
            for (index_t r = 0; r < rows; ++r)
                for (index_t c = 0; c < inner; ++c) {
                    double const y = std::abs(of(p + 1, r, c) - of(p, r, c)) +
                                     std::abs(of(p, r + 1, c) - of(p, r, c)) +
                                     std::abs(of(p, r, c + 1) - of(p, r, c));
                    planes_sum[static_cast<std::size_t>(p)] += y;
                    rows_sum[static_cast<std::size_t>(r)] += y;
                    columns_sum[static_cast<std::size_t>(c)] += y;
                    all += y;
                }
        is(tw::evaluate(sum(d)), {all});
        is(tw::evaluate(sum(d, tw::axis<1, 2>)), planes_sum);
        is(tw::evaluate(sum(d, tw::axis<0, 2>)), rows_sum);
        is(tw::evaluate(sum(d, tw::axis<0, 1>)), columns_sum);
    }
}

}  // namespace
