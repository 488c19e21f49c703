// SPDX-License-Identifier: MIT
#include <optional>

#include "support/testing.hpp"

#include <twill/join.hpp>
#include <twill/scan.hpp>

#if defined(__CUDACC__)
#include <twill/join.cuh>
#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#endif

// Nothing dangles: expressions and views hold the blocks they read, whatever happens to the arrays.

namespace {

namespace tw = twill;
using tw::extents;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::equal;
using twill_test::to_space;
using floats = std::vector<float>;

/// Writes other values where a freed block may have been.
void reuse_memory() {
    for (int i = 0; i < 8; ++i) {
        array<float> other = to_space({-1.0f, -1.0f, -1.0f});
        other += -1.0f;
    }
}

auto twice_a_local() {
    array<float> local = to_space({1.0f, 2.0f, 3.0f});
    return local * 2.0f;
}
auto a_view_of_a_local() {
    array<float> local = to_space({1.0f, 2.0f, 3.0f});
    return local(slice(none, none, -1));
}
auto a_sum_of_a_local() {
    array<float> local = to_space({1.0f, 2.0f, 3.0f});
    return sum(local);
}
auto nested_locals() {
    array<float> local = to_space({1.0f, 2.0f, 3.0f});
    auto const doubled = local + local;
    auto const factor = 10.0f;
    return doubled * factor + twice_a_local();
}

TEST(Lifetime, AnExpressionOfALocalMayBeReturned) {
    auto e = twice_a_local();
    reuse_memory();
    EXPECT_TRUE(equal(e, {2, 4, 6}));
    auto n = nested_locals();
    reuse_memory();
    EXPECT_TRUE(equal(n, {22, 44, 66}));
}

TEST(Lifetime, AViewOfALocalMayBeReturned) {
    auto v = a_view_of_a_local();
    reuse_memory();
    EXPECT_TRUE(equal(v, {3, 2, 1}));
    v += 1.0f;
    EXPECT_TRUE(equal(v, {4, 3, 2}));
}

TEST(Lifetime, AReductionOfALocalMayBeReturned) {
    auto s = a_sum_of_a_local();
    reuse_memory();
    EXPECT_EQ(tw::item(s), 6.0f);
}

TEST(Lifetime, AViewOutlivesItsArray) {
    std::optional<array<float>> a = to_space({1.0f, 2.0f, 3.0f});
    auto tail = (*a)(slice(1));
    auto e = *a + 1.0f;
    a.reset();
    reuse_memory();
    EXPECT_TRUE(equal(tail, {2, 3}));
    EXPECT_TRUE(equal(e, {2, 3, 4}));
}

TEST(Lifetime, AViewOfATemporary) {
    auto tail = array<float>(to_space({1.0f, 2.0f, 3.0f}))(slice(1));
    auto turned = transpose(tw::evaluate(to_space(floats{1, 2, 3, 4}, extents(2, 2)) + 1.0f));
    reuse_memory();
    EXPECT_TRUE(equal(tail, {2, 3}));
    EXPECT_TRUE(equal(turned, {2, 4, 3, 5}));
    EXPECT_TRUE(equal(flip(to_space({1.0f, 2.0f}) * 3.0f), {6, 3}));
}

TEST(Lifetime, ReassigningAnArrayUnderAnExpression) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> b = to_space({10.0f, 20.0f, 30.0f});
    auto e = a + b;
    auto v = a(slice(0, 2));
    a = b * 100.0f;
    reuse_memory();
    EXPECT_TRUE(equal(a, {1000, 2000, 3000}));
    // The expression and the view hold the block that a had.
    EXPECT_TRUE(equal(e, {11, 22, 33}));
    EXPECT_TRUE(equal(v, {1, 2}));
    a = to_space({5.0f});
    EXPECT_TRUE(equal(e, {11, 22, 33}));
}

TEST(Lifetime, AssigningAnExpressionToItsOwnOperand) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto e = a * 2.0f;
    a = e;
    EXPECT_TRUE(equal(a, {2, 4, 6}));
    // The expression still reads the values it was made of.
    EXPECT_TRUE(equal(e, {2, 4, 6}));
    a = e + a;
    EXPECT_TRUE(equal(a, {4, 8, 12}));
}

TEST(Lifetime, MovingAnArrayKeepsItsViewsAlive) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto v = a(slice(1));
    auto e = a - 1.0f;
    array<float> b = std::move(a);
    b += 1.0f;
    EXPECT_TRUE(equal(v, {3, 4}));
    EXPECT_TRUE(equal(e, {1, 2, 3}));
}

// Under the address sanitizer too: nothing below may look at the freed block.
TEST(Lifetime, AViewThatWasMovedFromStillHoldsItsBlock) {
    std::optional<array<float>> a = to_space({1.0f, 2.0f, 3.0f});
    std::optional v = (*a)(slice(1));
    auto w = std::move(*v);
    std::optional x = std::move(w);
    a.reset();
    x.reset();
    reuse_memory();
    EXPECT_TRUE(equal(*v, {2, 3}));
    EXPECT_EQ(tw::item(sum(w)), 5.0f);
    w += 1.0f;
    EXPECT_TRUE(equal(*v, {3, 4}));
}

TEST(Lifetime, AnExpressionThatWasMovedFromReadsNothing) {
    array<float> other = to_space({10.0f, 20.0f, 30.0f});
    std::optional<array<float>> a = to_space({1.0f, 2.0f, 3.0f});
    auto e = *a * 2.0f;
    auto total = sum(*a) + 1.0f;
    {
        auto taken = std::move(e);
        auto taken_total = std::move(total);
        a.reset();
        EXPECT_TRUE(equal(taken, {2, 4, 6}));
        EXPECT_EQ(tw::item(taken_total), 7.0f);
    }
    reuse_memory();
    EXPECT_TRUE(equal(e, {}));
    EXPECT_TRUE(equal(e + 1.0f, {}));
    EXPECT_EQ(tw::item(total), 1.0f);
    EXPECT_THROW((void)tw::evaluate(e + other), tw::shape_error);
    e = other * 3.0f;
    EXPECT_TRUE(equal(e, {30, 60, 90}));
}

TEST(Lifetime, ARankZeroExpressionThatWasMovedFromHasNoElement) {
    std::optional<array<float, 0>> a = twill_test::rank0(4.0f);
    auto e = *a + 1.0f;
    {
        auto const taken = std::move(e);
        a.reset();
        EXPECT_EQ(tw::item(taken), 5.0f);
    }
    array<float> const one = to_space({1.0f});
    EXPECT_THROW((void)tw::item(e), tw::value_error);
    EXPECT_THROW((void)tw::evaluate(one + e), tw::value_error);
    EXPECT_THROW((void)tw::item(sum(e)), tw::value_error);
    EXPECT_THROW((void)e(tw::newaxis), tw::value_error);
    EXPECT_THROW((void)broadcast_to(e, extents(3)), tw::value_error);
}

/// What evaluating an expression that was moved from throws.
template <class E>
std::string moved_from(E e) {
    { auto const taken = std::move(e); }
    try {
        (void)tw::evaluate(e);
    } catch (tw::value_error const& problem) {
        return problem.what();
    }
    return "no value_error";
}
testing::AssertionResult is_told(std::string const& message) {
    if (message.find("was moved from and holds no elements") != std::string::npos)
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << message;
}

TEST(Lifetime, RearrangedElementsOfAnExpressionThatWasMovedFrom) {
    auto a = [] { return array<float>(to_space({1.0f, 2.0f, 3.0f})); };
    EXPECT_TRUE(is_told(moved_from(roll(a(), 1))));
    EXPECT_TRUE(is_told(moved_from(roll(a(), 1) + 1.0f)));
    EXPECT_TRUE(is_told(moved_from(sum(roll(a(), 1)))));
    EXPECT_TRUE(is_told(moved_from(flip(roll(a(), 1)))));
    EXPECT_TRUE(is_told(moved_from(concatenate(a(), a()))));
    EXPECT_TRUE(is_told(moved_from(repeat(a(), 2))));
    EXPECT_TRUE(is_told(moved_from(pad(a(), 2))));
    // Views of what is evaluated first.
    EXPECT_TRUE(is_told(moved_from(flip(cumsum(a())))));
    EXPECT_TRUE(is_told(moved_from(cumsum(a())(slice(1)) * 2.0f)));
    // Arrays without elements are none of these.
    array<float> const nothing;
    EXPECT_TRUE(equal(roll(nothing, 1), {}));
    EXPECT_TRUE(equal(concatenate(nothing, a(), nothing), {1, 2, 3}));
    EXPECT_TRUE(equal(pad(nothing, 2), {0, 0, 0, 0}));
    EXPECT_TRUE(equal(flip(cumsum(nothing)), {}));
}

TEST(Lifetime, SwappingArraysLeavesTheirViewsWithTheirBlocks) {
    array<float> a = to_space({1.0f, 2.0f});
    array<float> b = to_space({3.0f, 4.0f});
    auto v = a(slice());
    swap(a, b);
    b += 10.0f;
    EXPECT_TRUE(equal(v, {11, 12}));
    EXPECT_TRUE(equal(a, {3, 4}));
}

TEST(Recipes, SeeLaterChangesInPlace) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto doubled = a * 2.0f;
    auto total = sum(a);
    EXPECT_TRUE(equal(doubled, {2, 4, 6}));
    EXPECT_EQ(tw::item(total), 6.0f);
    a += 1.0f;
    EXPECT_TRUE(equal(doubled, {4, 6, 8}));
    EXPECT_EQ(tw::item(total), 9.0f);
    a(0) = 100.0f;
    EXPECT_TRUE(equal(doubled, {200, 6, 8}));
    EXPECT_EQ(tw::item(total), 107.0f);
}

TEST(Recipes, ADeclaredArrayIsFixed) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> doubled = a * 2.0f;
    array<float, 0> total = sum(a);
    a += 1.0f;
    EXPECT_TRUE(equal(doubled, {2, 4, 6}));
    EXPECT_EQ(tw::item(total), 6.0f);
}

TEST(Recipes, ScalarsAreTakenByValue) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    float factor = 2.0f;
    auto e = a * factor;
    factor = 50.0f;
    EXPECT_TRUE(equal(e, {2, 4, 6}));
}

}  // namespace
