// SPDX-License-Identifier: MIT
// explain: strategy, kernels, bytes and temporaries of an evaluation.

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
using twill_test::array;

namespace {

array<float, 2> matrix(tw::index_t rows, tw::index_t columns) {
    return array<float, 2>(tw::full(tw::extents(rows, columns), 1.0f));
}

TEST(Explain, FlatReadsEachOperandOnce) {
    array<float> const a = tw::full(tw::extents<1>(1000), 1.0f);
    array<float> const b = a;
    auto const report = tw::explain(sqrt(a * a + b * b) * 0.5f + sin(a));
    EXPECT_STREQ(report.strategy, "flat");
    EXPECT_EQ(report.kernels, 1);
    EXPECT_EQ(report.bytes_read, 8000);
    EXPECT_EQ(report.bytes_written, 4000);
    EXPECT_EQ(report.temporaries, 0);
}

TEST(Explain, ContiguousAxesMerge) {
    auto const m = matrix(30, 40);
    EXPECT_STREQ(tw::explain(m + m).strategy, "flat");
    EXPECT_STREQ(tw::explain(m(tw::slice(3, 9)) + 1.0f).strategy, "flat");
    EXPECT_STREQ(tw::explain(transpose(transpose(m)) + 1.0f).strategy, "flat");
}

TEST(Explain, BroadcastsAndSlicesAreStrided) {
    auto const m = matrix(30, 40);
    auto const report = tw::explain(m + m(0));
    EXPECT_STREQ(report.strategy, "strided");
    EXPECT_EQ(report.bytes_read, 4 * (30 * 40 + 40));
    EXPECT_STREQ(tw::explain(m(tw::full_extent, tw::slice(0, tw::none, 2)) + 1.0f).strategy,
                 "strided");
}

TEST(Explain, ATransposedOperandIsTiled) {
    auto const m = matrix(64, 64);
    auto const report = tw::explain(m + transpose(m));
    EXPECT_STREQ(report.strategy, twill_test::on_device ? "tiled" : "strided");
    EXPECT_EQ(report.kernels, 1);
    EXPECT_EQ(report.bytes_read, 4 * 64 * 64);  // both are the same elements
    EXPECT_EQ(report.temporaries, 0);
}

TEST(Explain, AReductionIsOneStepAlsoWhereItIsCut) {
    auto const m = matrix(64, 64);
    auto const report = tw::explain(sum(m, tw::axis<1>));
    EXPECT_STREQ(report.strategy, "reduce");
    EXPECT_EQ(report.kernels, 1);
    EXPECT_EQ(report.bytes_read, 4 * 64 * 64);
    EXPECT_EQ(report.bytes_written, 4 * 64);
    EXPECT_EQ(report.temporaries, 0);
    array<float> const long_one = tw::full(tw::extents<1>(1 << 22), 1.0f);
    auto const cut = tw::explain(sum(long_one));
    EXPECT_EQ(cut.kernels, 1);
    EXPECT_EQ(cut.temporaries, twill_test::on_device ? 1 : 0);
}

TEST(Explain, ReductionsInsideAnExpressionAreTemporaries) {
    auto const m = matrix(64, 48);
    auto const report = tw::explain((m - mean(m, tw::axis<1>, tw::keepdims)) /
                                    stddev(m, tw::axis<1>, tw::keepdims));
    EXPECT_STREQ(report.strategy, "row-fused") << report.text;
    EXPECT_EQ(report.kernels, 1);
    EXPECT_EQ(report.temporaries, 0);
    EXPECT_EQ(report.bytes_read, 4 * 64 * 48);
    EXPECT_EQ(report.bytes_written, 4 * 64 * 48);
    // Few long rows, an array as one row, one result a row.
    auto const wide = matrix(2, 1 << 16);
    auto const cut = tw::explain((wide - mean(wide, tw::axis<1>, tw::keepdims)) /
                                 stddev(wide, tw::axis<1>, tw::keepdims));
    EXPECT_STREQ(cut.strategy, "row-fused");
    EXPECT_EQ(cut.kernels, 1);
    auto const all = tw::explain((m - mean(m)) / stddev(m));
    EXPECT_STREQ(all.strategy, "row-fused");
    EXPECT_EQ(all.kernels, 1);
    auto const results =
        tw::explain(log(sum(exp(m - max(m, tw::axis<1>, tw::keepdims)), tw::axis<1>)));
    // On the device such a sum and its greatest element are one reduction.
    EXPECT_STREQ(results.strategy, twill_test::on_device ? "reduce" : "row-fused");
    EXPECT_EQ(results.kernels, 1);
    EXPECT_EQ(results.temporaries, 0);
    EXPECT_EQ(results.bytes_read, 4 * 64 * 48);
    EXPECT_EQ(results.bytes_written, 4 * 64);
    auto const columns = tw::explain((m - mean(m, tw::axis<0>)) / stddev(m, tw::axis<0>));
    EXPECT_STREQ(columns.strategy, "strided");
    EXPECT_EQ(columns.kernels, 2);
    EXPECT_EQ(columns.temporaries, 2);
    auto const nested = tw::explain(sum(m - mean(m), tw::axis<0>));
    EXPECT_STREQ(nested.strategy, "reduce");
    EXPECT_EQ(nested.kernels, 2);
}

TEST(Explain, NothingIsDoneForNoElements) {
    array<float> const none(tw::extents<1>(0));
    auto const report = tw::explain(none + 1.0f);
    EXPECT_STREQ(report.strategy, "empty");
    EXPECT_EQ(report.kernels, 0);
    EXPECT_EQ(report.bytes_read, 0);
}

TEST(Explain, GeneratorsReadNothing) {
    auto const report = tw::explain<twill_test::space>(tw::linspace(0.0, 1.0, 100) * 2.0);
    EXPECT_STREQ(report.strategy, "flat");
    EXPECT_EQ(report.bytes_read, 0);
    EXPECT_EQ(report.bytes_written, 800);
}

}  // namespace
