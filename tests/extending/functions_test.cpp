// SPDX-License-Identifier: MIT
// Functions, generators and reducers of a program's own.

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

#include "extending/functions.hpp"

namespace tw = twill;
using filters::checkerboard;
using filters::nearest;
using filters::smooth_step;
using twill_test::array;
using twill_test::to_space;

namespace {

template <class X>
auto values(X const& x) {
    auto const host = tw::to_host(reshape(tw::evaluate<twill_test::space>(x), -1));
    return std::vector<typename decltype(host)::value_type>(host.begin(), host.end());
}
using floats = std::vector<float>;
using indices = std::vector<tw::index_t>;

TEST(OwnFunction, InExpressionsInPlaceAndExplained) {
    auto x = to_space({-1.0f, 0.25f, 0.5f, 2.0f});
    EXPECT_EQ(values(smooth_step(x)), (floats{0, 0.15625f, 0.5f, 1}));
    EXPECT_EQ(values(1.0f - smooth_step(x * 2.0f)(tw::slice(1, 3))), (floats{0.5f, 0}));
    auto const report = tw::explain(smooth_step(x) + x);
    EXPECT_STREQ(report.strategy, "flat");
    EXPECT_EQ(report.kernels, 1);
    EXPECT_EQ(report.bytes_read, 16);
    x(tw::slice(1, tw::none)) = smooth_step(x(tw::slice(0, -1)));
    EXPECT_EQ(values(x), (floats{-1, 0, 0.15625f, 0.5f}));
    x = smooth_step(x);
    EXPECT_EQ(values(x)[3], 0.5f);
    auto const [a, b] = tw::evaluate(smooth_step(x), x + x);
    EXPECT_EQ(values(a), values(smooth_step(x)));
    EXPECT_EQ(values(b), values(x * 2.0f));
    EXPECT_THROW((void)tw::evaluate(smooth_step(x) + to_space({1.0f, 2.0f, 3.0f})),
                 tw::shape_error);
}

TEST(OwnGenerator, HasNoMemoryAndFuses) {
    EXPECT_EQ(values(checkerboard(2, 4, 2)), (floats{0, 0, 1, 1, 0, 0, 1, 1}));
    EXPECT_EQ(values(transpose(checkerboard(4, 2, 1))(1)), (floats{1, 0, 1, 0}));
    auto const m = tw::evaluate<twill_test::space>(tw::full(tw::extents(30, 50), 2.0f));
    auto const report = tw::explain(m * checkerboard(30, 50, 3));
    EXPECT_EQ(report.kernels, 1);
    EXPECT_EQ(report.bytes_read, 4 * 30 * 50);
    EXPECT_EQ(tw::item(sum(m * checkerboard(30, 50, 1))), 1500.0f);
}

TEST(OwnReducer, HasItsOwnState) {
    auto const x = to_space({4.0f, 9.0f, 1.0f, 6.0f, 4.0f});
    EXPECT_EQ(tw::item(nearest(x, 5.0f)), 0);
    EXPECT_EQ(tw::item(nearest(x * 2.0f, 13.0f)), 3);
    array<float> const ramp = tw::arange<float>(100000);
    EXPECT_EQ(tw::item(nearest(ramp, 77777.2f)), 77777);
    EXPECT_EQ(tw::item(nearest(ramp * 0.0f, 1.0f)), 0);
    auto const m = reshape(ramp, 100, 1000);
    indices const middle(100, 499);
    EXPECT_EQ(values(nearest(m - m(tw::full_extent, tw::slice(0, 1)), 499.25f, tw::axis<1>)),
              middle);
    EXPECT_EQ(values(nearest(m, 50100.0f, tw::axis<0>))[100], 50);
    // In an expression, beside others of its kind, and in explain.
    EXPECT_EQ(tw::item(nearest(x, 5.0f) + nearest(x, 8.0f)), 1);
    auto const [a, b, c] = tw::evaluate(nearest(x, 6.0f), sum(x), nearest(x, 0.0f));
    EXPECT_EQ(tw::item(a), 3);
    EXPECT_EQ(tw::item(b), 24.0f);
    EXPECT_EQ(tw::item(c), 2);
    EXPECT_STREQ(tw::explain(nearest(x, 5.0f)).strategy, "reduce");
    EXPECT_THROW((void)tw::item(nearest(array<float>(0), 5.0f)), tw::shape_error);
}

TEST(Extending, AReductionOfPositionsKnowsItsPlace) {
    auto const x = to_space({1.0f, 2.0f, 3.0f});
    try {
        (void)tw::extend::reduce_located(x, filters::nearest_reducer<float>{2.0f}, tw::axes(3));
        FAIL() << "an axis that there is not";
    } catch (tw::axis_error const& e) {
        EXPECT_NE(std::string(e.what()).find("functions_test.cpp"), std::string::npos) << e.what();
    }
}

}  // namespace
