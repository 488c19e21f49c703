// SPDX-License-Identifier: MIT
// Functions of one reduction and numbers: the same values as in steps, and on the device one launch
// without a temporary.
#include <cmath>

#include "support/reduced_functions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

using tw::index_t;

/// of(a reduction in memory) where the statement was of(the reduction).
template <class Reduction, class Of>
void check(Reduction const& r, Of&& of) {
    auto const got = tw::evaluate(of(r));
    auto const in_memory = tw::evaluate(r);
    auto const want = tw::evaluate(of(in_memory));
    EXPECT_EQ(values(got), values(want));
    if constexpr (on_device) {
        // Long reductions of few results take memory for their parts in any case.
        auto const told = tw::explain(of(r));
        auto const alone = tw::explain(r);
        EXPECT_EQ(told.kernels, alone.kernels);
        EXPECT_EQ(told.temporaries, alone.temporaries);
    }
}

auto const root = [](auto const& x) { return sqrt(x * 0.5f + 1.0f); };
auto const chosen = [](auto const& x) { return where(x > 3.0f, 2.5f, -1.0f); };

TEST(FunctionsOfReductions, RowsAndColumnsOfAnyLength) {
    for (auto const& shape :
         {tw::extents(1, 1), tw::extents(7, 3), tw::extents(300, 10), tw::extents(5, 100),
          tw::extents(40, 333), tw::extents(2, 20000), tw::extents(20000, 2)}) {
        SCOPED_TRACE(std::to_string(shape[0]) + " x " + std::to_string(shape[1]));
        auto const m = matrix(shape[0], shape[1]);
        check(mean(m * m, tw::axis<1>), root);
        check(sum(abs(m), tw::axis<0>), root);
        check(max(m, tw::axis<1>), chosen);
        check(stddev(m, tw::axis<0>), chosen);
    }
}
TEST(FunctionsOfReductions, PositionsAndCounts) {
    for (index_t const columns : {3, 100, 333, 5000}) {
        auto const m = matrix(77, columns);
        check(argmax(m, tw::axis<1>), [](auto const& x) { return tw::cast<int>(x) * 2; });
        check(argmin(m, tw::axis<0>), [](auto const& x) { return tw::cast<float>(x); });
        check(count_nonzero(m > 1.0f, tw::axis<1>),
              [](auto const& x) { return tw::cast<float>(x) / 100.0f; });
        check(any(m > 8.5f, tw::axis<1>), [](auto const& x) { return !x; });
    }
}
TEST(FunctionsOfReductions, OfAllElements) {
    for (index_t const count : {1, 1000, 300000}) {
        auto const a = array<float>(to_space(numbers(count)));
        check(sum(a * a), root);
        check(max(a), chosen);
        check(mean(a), [](auto const& x) { return tw::cast<int>(round(x)) - 3; });
    }
    EXPECT_EQ(tw::item(sqrt(sum(array<float>(tw::full(tw::extents(4), 2.0f)) * 8.0f))), 8.0f);
}
TEST(FunctionsOfReductions, EmptyOnes) {
    auto const m = array<float, 2>(tw::zeros(3, 0));
    EXPECT_EQ(values(tw::evaluate(sum(m, tw::axis<1>) + 2.0f)), std::vector<float>(3, 2.0f));
    EXPECT_TRUE(std::isnan(values(tw::evaluate(-mean(m, tw::axis<1>)))[1]));
    EXPECT_EQ(tw::evaluate(sqrt(sum(m, tw::axis<0>))).size(), 0);
    EXPECT_THROW((void)tw::evaluate(-max(m, tw::axis<1>)), tw::shape_error);
}
TEST(FunctionsOfReductions, IntoTheirOperandAndAsOtherTypes) {
    auto m = matrix(50, 50);
    auto const want = values(tw::evaluate(root(sum(m * m, tw::axis<1>))));
    m(3) = root(sum(m * m, tw::axis<1>));
    EXPECT_EQ(values(m(3)), want);
    auto n = matrix(50, 50);
    n(tw::full_extent, 7) = root(sum(n * n, tw::axis<1>));
    EXPECT_EQ(values(n(tw::full_extent, 7)), want);
    array<double> wide(tw::extents(50));
    wide = root(sum(matrix(50, 50) * matrix(50, 50), tw::axis<1>));
    EXPECT_EQ(values(wide), std::vector<double>(want.begin(), want.end()));
}

// Reductions of one type over different arrays run one after the other: what the second does not
// need is another array then, of whatever type and layout.
TEST(FunctionsOfReductions, SeveralOverDifferentArrays) {
    for (auto const& shape : {tw::extents(30, 100), tw::extents(1000, 3), tw::extents(3, 5000)}) {
        SCOPED_TRACE(std::to_string(shape[0]) + " x " + std::to_string(shape[1]));
        auto const a = matrix(shape[0], shape[1]);
        auto const b = array<float, 2>(flip(a) * 0.5f);
        auto const narrow = array<std::uint8_t, 2>(tw::cast<std::uint8_t>(abs(a)));
        auto cosine = [](auto const& x, auto const& y) {
            return sum(x * y, tw::axis<1>) / (norm(x, tw::axis<1>) * norm(y, tw::axis<1>) + 1.0f);
        };
        array<float> const product = sum(a * b, tw::axis<1>);
        array<float> const of_a = norm(a, tw::axis<1>);
        array<float> const of_b = norm(b, tw::axis<1>);
        EXPECT_TRUE(tw::item(allclose(cosine(a, b), product / (of_a * of_b + 1.0f), 1e-5, 1e-5)));
        array<float, 2> const wide = tw::full(tw::extents(shape[0], shape[1] + 3), 2.0f);
        auto const view = wide(tw::full_extent, tw::slice(2, shape[1] + 2));
        EXPECT_TRUE(tw::item(
            allclose(cosine(a, view) * norm(view, tw::axis<1>),
                     cosine(a, array<float, 2>(view)) * norm(array<float, 2>(view), tw::axis<1>),
                     1e-5, 1e-5)));
        array<float> const mixed = sum(a * tw::cast<float>(narrow), tw::axis<1>) +
                                   max(a, tw::axis<1>) - max(b, tw::axis<1>) +
                                   tw::cast<float>(sum(narrow, tw::axis<1>));
        array<float> const first = sum(a * tw::cast<float>(narrow), tw::axis<1>);
        array<float> const second = max(a, tw::axis<1>);
        array<float> const third = max(b, tw::axis<1>);
        array<float> const fourth = tw::cast<float>(sum(narrow, tw::axis<1>));
        EXPECT_TRUE(tw::item(allclose(mixed, first + second - third + fourth, 1e-5, 1e-4)));
    }
}

// Sums of arrays without elements, wherever the axis of length 0 is, inside an expression of
// others.
template <class Y>
void beside_nothing(Y const& y) {
    SCOPED_TRACE(y.shape()[0]);
    auto const m = matrix(2, 3);
    array<float, 2> const less = m - sum(y);
    EXPECT_EQ(values(less), values(m));
    array<float, 2> const more = m + sum(y * 2.0f + 1.0f) * 3.0f;
    EXPECT_EQ(values(more), values(m));
    array<float, 2> const nan = m - mean(y);
    for (float const x : values(nan))
        EXPECT_TRUE(std::isnan(x));
}
TEST(FunctionsOfReductions, OfNothingBesideElements) {
    beside_nothing(array<float>(tw::extents(0)));
    beside_nothing(array<float, 2>(tw::extents(0, 3)));
    beside_nothing(array<float, 2>(tw::extents(3, 0)));
    beside_nothing(array<float, 3>(tw::extents(0, 3, 0)));
    beside_nothing(array<float, 3>(tw::extents(2, 0, 3)));
    auto const v = array<float>(to_space(numbers(2)));
    array<float, 3> const z(tw::extents(2, 0, 3));
    EXPECT_EQ(values(tw::evaluate(v - sum(z, tw::axes(1, 2)))), values(v));
}

}  // namespace
