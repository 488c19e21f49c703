// SPDX-License-Identifier: MIT
// Reductions that stream an operand through while others lack axes: matrix times vector and kin.
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/reductions.hpp"
#include "twill/half.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto all = tw::full_extent;
constexpr auto fresh = tw::newaxis;
std::size_t at(tw::index_t i) { return static_cast<std::size_t>(i); }

template <class T>
std::vector<T> numbers(tw::index_t n, double from, double step) {
    std::vector<T> x;
    for (tw::index_t i = 0; i < n; ++i)
        x.push_back(static_cast<T>(from + step * static_cast<double>(i * 7919 % 101)));
    return x;
}

/// m[i, k] * v[k] over k and w[i] * m[i, k] over i.
template <class T>
void products(tw::index_t rows, tw::index_t columns, double tolerance, double scale = 1) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    auto const m = numbers<T>(rows * columns, -3 * scale, 0.25 * scale),
               v = numbers<T>(columns, -1, 0.5), w = numbers<T>(rows, 2, -0.25);
    auto const a = to_space(m, tw::extents(rows, columns));
    auto const x = to_space(v), y = to_space(w);
    auto const by_row = values(sum(a * x, tw::axis<1>));
    auto const by_column = values(sum(y(all, fresh) * a, tw::axis<0>));
    ASSERT_EQ(by_row.size(), at(rows));
    std::vector<double> down(at(columns)), size(at(columns));
    for (tw::index_t i = 0; i < rows; ++i) {
        double across = 0, across_size = 1;
        for (tw::index_t k = 0; k < columns; ++k) {
            auto const e = static_cast<double>(m[at(i * columns + k)]);
            double const p = e * static_cast<double>(v[at(k)]);
            double const q = e * static_cast<double>(w[at(i)]);
            across += p;
            across_size += std::abs(p);
            down[at(k)] += q;
            size[at(k)] += std::abs(q);
        }
        ASSERT_NEAR(static_cast<double>(by_row[at(i)]), across, tolerance * across_size) << i;
    }
    for (tw::index_t k = 0; k < columns; ++k)
        ASSERT_NEAR(static_cast<double>(by_column[at(k)]), down[at(k)],
                    tolerance * (1 + size[at(k)]))
            << k;
}

TEST(reductions_streams, matrix_and_vector) {
    constexpr tw::index_t times = on_device ? 10 : 1;
    tw::index_t const shapes[][2] = {{1, 5},     {4, 4},
                                     {5, 1},     {0, 3},
                                     {3, 0},     {6, 7},
                                     {37, 100},  {130, 33},
                                     {9, 5000},  {1031, 257},
                                     {64, 64},   {128, 96},
                                     {5, 70001}, {15000 * times, 70},
                                     {700, 101}, {3000, 27},
                                     {2000, 17}, {14000 * times + 1, 131}};
    for (auto const& s : shapes)
        products<float>(s[0], s[1], 1e-6);
    products<double>(131, 1030, 1e-15);
    products<tw::float16>(70, 1029, 2e-3, 0.0625);
    products<tw::float16>(64, 1024, 2e-3, 0.0625);
    products<std::int32_t>(40, 333, 0);
}

TEST(reductions_streams, layouts) {
    tw::index_t const n = 93, k = 1210;
    auto const m = numbers<float>(n * k, -3, 0.25), v = numbers<float>(k, -1, 0.5);
    auto const a = to_space(m, tw::extents(n, k));
    auto const x = to_space(v);
    auto check = [&](std::vector<float> const& got, tw::index_t first, tw::index_t step) {
        for (tw::index_t i = 0; i < n; ++i) {
            double want = 0;
            for (tw::index_t j = first; 0 <= j && j < k; j += step)
                want += static_cast<double>(m[at(i * k + j)]) * static_cast<double>(v[at(j)]);
            ASSERT_NEAR(got[at(i)], want, 1e-2) << i;
        }
    };
    // Every second element, backwards, from the third on; and columns of the transposed matrix.
    auto const product = [](auto const& p, auto const& q) { return sum(p * q, tw::axis<1>); };
    check(values(product(a(all, tw::slice(0, tw::none, 2)), x(tw::slice(0, tw::none, 2)))), 0, 2);
    check(values(product(a(all, tw::slice(tw::none, tw::none, -1)),
                         x(tw::slice(tw::none, tw::none, -1)))),
          k - 1, -1);
    check(values(product(a(all, tw::slice(3)), x(tw::slice(3)))), 3, 1);
    // Columns that start or end inside a packet, in rows of whole ones or not; every sum is exact.
    for (tw::index_t const pitch : {1208, 1207}) {
        auto const held = to_space(numbers<float>(n * pitch, -3, 0.25), tw::extents(n, pitch));
        auto const w = to_space(numbers<float>(n, -1, 0.5));
        auto const hm = values(held), hw = values(w);
        for (tw::index_t const wide : {1, 3, 17, 30, 101, 129, 1027, 1201}) {
            tw::index_t const from = wide % 3;
            auto const part = held(all, tw::slice(from, from + wide));
            auto const down = values(sum(w(all, fresh) * part, tw::axis<0>));
            for (tw::index_t j = 0; j < wide; ++j) {
                float want = 0;
                for (tw::index_t i = 0; i < n; ++i)
                    want += hw[at(i)] * hm[at(i * pitch + from + j)];
                ASSERT_EQ(down[at(j)], want) << pitch << ", " << wide << ": " << j;
            }
        }
    }
    auto const turned = evaluate(transpose(a));
    check(values(product(transpose(turned), x)), 0, 1);
    check(values(sum(turned * x(all, fresh), tw::axis<0>)), 0, 1);
}

/// q odd: rows start between packets, and batches at other places of them.
void batches(tw::index_t q) {
    SCOPED_TRACE(q);
    tw::index_t const n = 5, p = 37;
    auto const t = numbers<double>(n * p * q, -3, 0.25), u = numbers<double>(p * q, -1, 0.5);
    auto const a = to_space(t, tw::extents(n, p, q));
    auto const b = to_space(u, tw::extents(p, q));
    auto const v = to_space(numbers<double>(q, 1, 0.5)), w = to_space(numbers<double>(p, 1, 0.5));
    auto const hv = numbers<double>(q, 1, 0.5), hw = numbers<double>(p, 1, 0.5);
    auto const last = values(sum(a * v, tw::axis<2>));
    auto const middle = values(sum(a * w(all, fresh), tw::axis<1>));
    auto const two = values(sum(a * b, tw::axis<1, 2>));
    auto const first = values(sum(square(a - b), tw::axis<0>));
    for (tw::index_t i = 0; i < n; ++i) {
        double all_of = 0;
        std::vector<double> down(at(q));
        for (tw::index_t j = 0; j < p; ++j) {
            double across = 0;
            for (tw::index_t k = 0; k < q; ++k) {
                double const e = t[at((i * p + j) * q + k)];
                across += e * hv[at(k)];
                down[at(k)] += e * hw[at(j)];
                all_of += e * u[at(j * q + k)];
            }
            ASSERT_NEAR(last[at(i * p + j)], across, 1e-9) << i << ", " << j;
        }
        ASSERT_NEAR(two[at(i)], all_of, 1e-8) << i;
        for (tw::index_t k = 0; k < q; ++k)
            ASSERT_NEAR(middle[at(i * q + k)], down[at(k)], 1e-9) << i << ", " << k;
    }
    for (tw::index_t j = 0; j < p * q; ++j) {
        double want = 0;
        for (tw::index_t i = 0; i < n; ++i)
            want += std::pow(t[at(i * p * q + j)] - u[at(j)], 2);
        ASSERT_NEAR(first[at(j)], want, 1e-9) << j;
    }
}
TEST(reductions_streams, batches) {
    batches(130);
    batches(131);
}

/// Several results in one pass, reducers of all kinds, values that are equal and NaN.
TEST(reductions_streams, reducers) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (tw::index_t const k : {3, 64, 1023, 4100}) {
        SCOPED_TRACE(k);
        tw::index_t const n = 21;
        auto m = numbers<float>(n * k, -3, 0.25);
        auto const v = numbers<float>(k, -1, 0.5), w = numbers<float>(n, 0, 0.125);
        m[at(2 * k + k / 2)] = nan;
        auto const a = to_space(m, tw::extents(n, k));
        auto const x = to_space(v), y = to_space(w);
        auto const e = a * x + y(all, fresh);
        auto const [most, where] = tw::evaluate(max(e, tw::axis<1>), argmin(e, tw::axis<1>));
        auto const spread = tw::evaluate(var(a - x, tw::axis<1>));
        auto const got = values(most);
        auto const place = values(where);
        auto const vars = values(spread);
        for (tw::index_t i = 0; i < n; ++i) {
            float best = -std::numeric_limits<float>::infinity();
            float least = -best;
            tw::index_t position = 0;
            double mean = 0, deviations = 0;
            for (tw::index_t j = 0; j < k; ++j) {
                // What the device contracts differs in its last bit, but these are exact.
                float const z = m[at(i * k + j)] * v[at(j)] + w[at(i)];
                best = z > best || z != z || best != best ? z + (best != best ? best : 0.0f) : best;
                if (!(least != least) && (z < least || z != z)) {
                    least = z;
                    position = j;
                }
                mean += static_cast<double>(m[at(i * k + j)] - v[at(j)]) / static_cast<double>(k);
            }
            for (tw::index_t j = 0; j < k; ++j)
                deviations += std::pow(m[at(i * k + j)] - v[at(j)] - mean, 2);
            ASSERT_EQ(place[at(i)], position) << i;
            if (i == 2) {
                ASSERT_TRUE(std::isnan(got[2]) && std::isnan(vars[2]));
                continue;
            }
            ASSERT_EQ(got[at(i)], best) << i;
            ASSERT_NEAR(vars[at(i)], deviations / static_cast<double>(k), 1e-3) << i;
        }
    }
}

/// Log-sum-exp of rows and columns: a value of each row's or column's own.
TEST(reductions_streams, values_of_their_own) {
    tw::index_t const n = 67, k = 515;
    auto const m = numbers<float>(n * k, -3, 0.05);
    auto const a = to_space(m, tw::extents(n, k));
    auto const top = tw::evaluate(max(a, tw::axis<1>)), left = tw::evaluate(max(a, tw::axis<0>));
    auto const rows = values(sum(exp(a - top(all, fresh)), tw::axis<1>));
    auto const columns = values(sum(exp(a - left), tw::axis<0>));
    auto const tops = values(top), lefts = values(left);
    std::vector<double> down(at(k));
    for (tw::index_t i = 0; i < n; ++i) {
        double across = 0;
        for (tw::index_t j = 0; j < k; ++j) {
            auto const e = static_cast<double>(m[at(i * k + j)]);
            across += std::exp(e - static_cast<double>(tops[at(i)]));
            down[at(j)] += std::exp(e - static_cast<double>(lefts[at(j)]));
        }
        ASSERT_NEAR(rows[at(i)], across, 1e-5 * across) << i;
    }
    for (tw::index_t j = 0; j < k; ++j)
        ASSERT_NEAR(columns[at(j)], down[at(j)], 1e-5 * down[at(j)]) << j;
}

// What lacks an axis of one element changes along the next one.
TEST(reductions_streams, an_axis_of_one_element_that_an_operand_lacks) {
    std::vector<float> x(17 * 40), y(17 * 40), want(17);
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<float>(i % 13);
        y[i] = static_cast<float>(i % 7);
        want[i / 40] += x[i] * y[i];
    }
    auto const a = to_space(x, tw::extents(1, 17, 8, 5));
    auto const b = to_space(y, tw::extents(17, 8, 5));
    EXPECT_EQ(values(sum(a * b, tw::axis<2, 3>)), want);
}

}  // namespace
