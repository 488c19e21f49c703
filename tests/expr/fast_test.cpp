// SPDX-License-Identifier: MIT
// The fast functions: near the ordinary ones, and those for all types but float32.
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class X, class Y>
::testing::AssertionResult within(X const& actual, Y const& expected, double tolerance) {
    return compare(values(actual), values(expected), [tolerance](auto a, auto b) {
        return std::abs(static_cast<double>(a) - static_cast<double>(b)) <=
               tolerance * std::fmax(1.0, std::abs(static_cast<double>(b)));
    });
}

TEST(fast, is_near_the_ordinary_function) {
    auto const x = tw::evaluate<space>(tw::linspace(-3.1f, 3.1f, 1001));
    auto const positive = tw::evaluate<space>(tw::linspace(0.01f, 50.0f, 1001));
    EXPECT_TRUE(within(tw::fast::sin(x), sin(x), 1e-6));
    EXPECT_TRUE(within(tw::fast::cos(x), cos(x), 1e-6));
    EXPECT_TRUE(within(tw::fast::tan(x * 0.4f), tan(x * 0.4f), 1e-5));
    EXPECT_TRUE(within(tw::fast::exp(x), exp(x), 1e-6));
    EXPECT_TRUE(within(tw::fast::log(positive), log(positive), 1e-6));
    EXPECT_TRUE(within(tw::fast::log2(positive), log2(positive), 1e-6));
    EXPECT_TRUE(within(tw::fast::log10(positive), log10(positive), 1e-6));
    EXPECT_TRUE(within(tw::fast::divide(x, positive), x / positive, 1e-6));
    EXPECT_TRUE(within(tw::fast::divide(1, positive), 1 / positive, 1e-6));
}

TEST(fast, other_types_are_computed_as_ever) {
    auto const x = tw::evaluate<space>(tw::linspace(-3.1, 3.1, 101));
    EXPECT_TRUE(equal(tw::fast::sin(x), values(sin(x))));
    EXPECT_TRUE(equal(tw::fast::exp(x), values(exp(x))));
    EXPECT_TRUE(equal(tw::fast::divide(x, 3), values(x / 3)));
    auto const n = to_space({1, 2, 3});
    EXPECT_TRUE(equal(tw::fast::log(n), values(log(n))));
    static_assert(std::is_same_v<element_t<decltype(tw::fast::cos(n))>, double>);
}

}  // namespace
