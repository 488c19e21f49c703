// SPDX-License-Identifier: MIT
// Scans without NaN, and scans that begin with the value of no elements.
#include "goldens/numeric.hpp"
#include "support/testing.hpp"

#include <twill/numeric.hpp>
#if defined(__CUDACC__)
#include <twill/scan.cuh>
#endif

namespace tw = twill;
namespace g = tw::goldens::numeric;
using namespace twill_test;

namespace {

TEST(numeric_scans, without_nan) {
    EXPECT_TRUE(equal(nancumsum(to_space<double>({1.0, NAN, 2.0})), {1.0, 1.0, 3.0}));
    EXPECT_TRUE(equal(nancumprod(to_space<double>({NAN, 3.0, NAN, 2.0})), {1.0, 3.0, 3.0, 6.0}));
    auto const x = to_space({16777216.0f, NAN, 1.0f});
    EXPECT_TRUE(equal(tw::nancumsum<double>(x), {16777216.0, 16777216.0, 16777217.0}));
    EXPECT_TRUE(equal(tw::nancumprod<double>(x), {16777216.0, 16777216.0, 16777216.0}));
    try {
        (void)nancumsum(x, 5).shape();
        ADD_FAILURE();
    } catch (tw::axis_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("nancumsum: axis 5"), std::string::npos);
    }
}

TEST(numeric_scans, unwrap) {
    auto const m = to_space(to_vector(g::wrapped), tw::extents(3, 9));
    auto near = [](auto const& x, auto const& expected) {
        return compare(values(x), to_vector(expected),
                       [](double a, double b) { return std::abs(a - b) <= 1e-13; });
    };
    EXPECT_TRUE(near(tw::unwrap(m), g::unwrap));
    EXPECT_TRUE(near(tw::unwrap(m, tw::axis<0>), g::unwrap_0));
    EXPECT_TRUE(near(tw::unwrap(m, -1, 4.0), g::unwrap_period));
    EXPECT_TRUE(near(tw::unwrap(m, 1, 2 * 3.14159265358979323846, 4.5), g::unwrap_jump));
    EXPECT_TRUE(near(transpose(tw::unwrap(transpose(m), 0)), g::unwrap));
    // A jump of exactly half a period keeps its direction.
    EXPECT_TRUE(near(tw::unwrap(to_space({0, 2, 0, -2, -8, 0}), 0, 4.0), g::unwrap_half));
    EXPECT_TRUE(equal(tw::unwrap(to_space({7.0f})), {7.0f}));
    EXPECT_TRUE(equal(tw::unwrap(m(tw::slice(0, 0), tw::full_extent), 0), {}));
    EXPECT_THROW((void)tw::unwrap(m, 2), tw::axis_error);
}

TEST(numeric_scans, with_the_initial_value) {
    auto const a = to_space({3, 1, 4});
    EXPECT_TRUE(equal(cumsum(a, tw::include_initial), {0, 3, 4, 8}));
    EXPECT_TRUE(equal(cumsum(a * 2, tw::include_initial) + 1, {1, 7, 9, 17}));
    EXPECT_TRUE(equal(cumprod(a, tw::include_initial), {1, 3, 3, 12}));
    EXPECT_TRUE(equal(cumsum(to_space(std::vector<int>{}), tw::include_initial), {0}));
    auto const m = counted(tw::extents(2, 3));
    EXPECT_EQ(shape(cumsum(m, tw::include_initial, tw::axis<0>)), (shape_vector{3, 3}));
    EXPECT_TRUE(equal(cumsum(m, tw::include_initial, 0), {0, 0, 0, 0, 1, 2, 3, 5, 7}));
    EXPECT_TRUE(equal(cumsum(m, tw::include_initial, 1), {0, 0, 1, 3, 0, 3, 7, 12}));
    EXPECT_THROW((void)evaluate(cumsum(m, tw::include_initial, 2)), tw::axis_error);
    // Into what it is made of.
    array<std::int64_t> own = tw::cast<std::int64_t>(to_space({5, 6, 7, 8}));
    own = cumsum(own(tw::slice(0, 3)), tw::include_initial);
    EXPECT_TRUE(equal(own, {0, 5, 11, 18}));
    own(tw::slice(tw::none, tw::none, -1)) = cumsum(own(tw::slice(1)), tw::include_initial);
    EXPECT_TRUE(equal(own, {34, 16, 5, 0}));
}

TEST(numeric_scans, options_in_any_order) {
    auto const m = to_space(std::vector<int>{1, 2, 3, 4}, tw::extents(2, 2));
    std::vector<std::int64_t> const sums = {0, 1, 3, 0, 3, 7};
    EXPECT_TRUE(equal(cumsum(m, tw::axis<1>, tw::include_initial), sums));
    EXPECT_TRUE(equal(cumsum(m, tw::include_initial, 1), sums));
    EXPECT_TRUE(equal(cumprod(m, tw::axis<1>, tw::include_initial), {1, 1, 2, 1, 3, 12}));
    EXPECT_TRUE(equal(tw::cumsum<float>(m, tw::include_initial, tw::axis<1>),
                      {0.0f, 1.0f, 3.0f, 0.0f, 3.0f, 7.0f}));
}

}  // namespace
