// SPDX-License-Identifier: MIT
// Vectors beyond a packet of 16 bytes, and accumulators beyond what a block's threads can keep in
// shared memory: each kind of kernel over them.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#endif
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using tw::axis;
using tw::index_t;
using tw::vec;
using twill_test::array;
using twill_test::to_space;

constexpr index_t rows = 70, columns = 37;

template <int N>
double component(index_t i, index_t j, int k) {
    return static_cast<double>((i * 5 + j * 3 + k) % 11);
}
template <int N>
array<vec<double, N>, 2> table() {
    tw::host_array<vec<double, N>, 2> m(rows, columns);
    for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j)
            for (int k = 0; k < N; ++k)
                m(i, j)[k] = component<N>(i, j, k);
    return to_space(m);
}
/// Sums and variances over one of the axes, of line `at`.
template <int N>
void expect_line(vec<double, N> const& sum, vec<double, N> const& variance, index_t at,
                 bool along_rows) {
    index_t const count = along_rows ? columns : rows;
    for (int k = 0; k < N; ++k) {
        double total = 0, squares = 0;
        for (index_t i = 0; i < count; ++i) {
            double const x = along_rows ? component<N>(at, i, k) : component<N>(i, at, k);
            total += x;
            squares += x * x;
        }
        double const n = static_cast<double>(count);
        ASSERT_EQ(sum[k], total) << at << ' ' << k;
        ASSERT_NEAR(variance[k], squares / n - total / n * (total / n), 1e-9) << at << ' ' << k;
    }
}

TEST(LargeVectors, OverRowsAndColumns) {
    auto const m = table<8>();
    using column = array<vec<double, 8>>;
    auto const sums = tw::to_host(column(sum(m, axis<1>)));
    auto const spreads = tw::to_host(column(var(m, axis<1>)));
    for (index_t i = 0; i < rows; ++i)
        expect_line<8>(sums(i), spreads(i), i, true);
    auto const over = tw::to_host(column(sum(m, axis<0>)));
    auto const spread = tw::to_host(column(var(m, axis<0>)));
    for (index_t j = 0; j < columns; ++j)
        expect_line<8>(over(j), spread(j), j, false);
}

TEST(LargeVectors, RowsAndTheirReductionsInOneStatement) {
    auto const m = table<3>();
    array<vec<double, 3>, 2> const centred = m - mean(m, axis<1>, tw::keepdims);
    array<vec<double, 3>, 2> const scaled =
        (m - mean(m, axis<1>, tw::keepdims)) / stddev(m, axis<1>, tw::keepdims);
    auto const means = tw::to_host(array<vec<double, 3>>(mean(m, axis<1>)));
    auto const spreads = tw::to_host(array<vec<double, 3>>(stddev(m, axis<1>)));
    auto const got = tw::to_host(centred), also = tw::to_host(scaled);
    for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j)
            for (int k = 0; k < 3; ++k) {
                double const want = component<3>(i, j, k) - means(i)[k];
                ASSERT_NEAR(got(i, j)[k], want, 1e-12) << i << ' ' << j;
                ASSERT_NEAR(also(i, j)[k], want / spreads(i)[k], 1e-12) << i << ' ' << j;
            }
}

template <int N>
void check_scan() {
    auto const m = table<N>();
    array<vec<double, N>, 2> const along = cumsum(m, axis<1>);
    auto const got = tw::to_host(along);
    for (index_t i = 0; i < rows; i += i % 23 < 4 ? 1 : 19)
        for (int k = 0; k < N; ++k) {
            double total = 0;
            for (index_t j = 0; j < columns; ++j) {
                total += component<N>(i, j, k);
                ASSERT_EQ(got(i, j)[k], total) << i << ' ' << j << ' ' << k;
            }
        }
}
// Of three, a thread of a device has five elements: no whole number of pairs.
TEST(LargeVectors, Scans) {
    check_scan<17>();
    check_scan<3>();
}

}  // namespace
