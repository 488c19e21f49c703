// SPDX-License-Identifier: MIT
// take, put and their kin.
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/reduce.cuh>
#else
#include <twill/index.hpp>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::extents;
using tw::out_of_range;

namespace {

/// The same shape and elements.
template <class X, class Y>
bool agree(X const& x, Y const& y) {
    auto const a = tw::evaluate(x);
    auto const b = tw::evaluate(y);
    return a.shape() == b.shape() && values(a) == values(b);
}

TEST(Indexing, Take) {
    auto const a = to_space({10, 20, 30});
    auto const i = to_space({2, -1, 0});
    EXPECT_TRUE(equal(tw::take(a, i), {30, 30, 10}));
    EXPECT_TRUE(equal(tw::take(a * 2, i, axis<0>) + 1, {61, 61, 21}));
    auto const wild = to_space({3, -4, 7, -7, 1});
    EXPECT_TRUE(equal(tw::take<out_of_range::wrap>(a, wild), {10, 30, 20, 30, 20}));
    EXPECT_TRUE(equal(tw::take<out_of_range::clip>(a, wild), {30, 10, 30, 10, 20}));
    auto const m = counted(extents(3, 4));
    EXPECT_TRUE(equal(tw::take(m, to_space({5, -1})), {5, 11}));
    EXPECT_TRUE(equal(tw::take(transpose(m), to_space({1, 2})), {4, 8}));
    EXPECT_TRUE(equal(tw::take(m, to_space({2, 0}), axis<1>), {2, 0, 6, 4, 10, 8}));
    EXPECT_TRUE(equal(tw::take(m, to_space({2}), axis<-2>), {8, 9, 10, 11}));
    EXPECT_EQ(tw::take(m, counted(extents(2, 2)), axis<0>).shape(), extents(2, 2, 4));
    EXPECT_EQ(tw::take(m, counted(extents(2, 2)), axis<1>).shape(), extents(3, 2, 2));
    EXPECT_TRUE(equal(tw::take<out_of_range::wrap>(m, to_space({-5}), axis<1>), {3, 7, 11}));
    EXPECT_TRUE(equal(tw::take(m, rank0(1), axis<1>), {1, 5, 9}));
}

// Axes of every spelling mean the same; what is known at run time alone is permuted there and back.
TEST(Indexing, AxesAtRunTime) {
    auto const t = counted(extents(2, 3, 4));
    auto const i = to_space(std::vector<int>{2, 0, -1, 1}, extents(2, 2));
    EXPECT_EQ(tw::take(t, i, 1).shape(), extents(2, 2, 2, 4));
    EXPECT_TRUE(agree(tw::take(t, i, 1), tw::take(t, i, axis<1>)));
    EXPECT_TRUE(agree(tw::take(t, i, tw::axes(-1)), tw::take(t, i, axis<2>)));
    EXPECT_TRUE(agree(tw::take<out_of_range::wrap>(t + t, i * 5, -3),
                      tw::take<out_of_range::wrap>(t + t, i * 5, axis<0>)));
    EXPECT_TRUE(agree(tw::take(t, 2, 1), t(tw::full_extent, 2)));
    EXPECT_TRUE(agree(tw::take(t, -1, axis<2>), t(tw::ellipsis, -1)));
    EXPECT_TRUE(equal(tw::take(t, 5), {5}));
    EXPECT_THROW((void)tw::take(t, i, 3), tw::axis_error);
    auto const k = to_space(std::vector<int>{2, 0, 1, -1, 1, 2, 0, 0}, extents(2, 1, 4));
    EXPECT_TRUE(agree(tw::take_along_axis(t, k, 1), tw::take_along_axis(t, k, axis<1>)));
    EXPECT_TRUE(agree(tw::take_along_axis(t, t % 4), tw::take_along_axis(t, t % 4, axis<-1>)));
    for (int along = 0; along < 2; ++along) {
        auto m = counted(extents(2, 3));
        auto const first = along ? extents(2, 1) : extents(1, 3);
        tw::put_along_axis(
            m, tw::evaluate<typename decltype(m)::space>(tw::zeros<int>(first[0], first[1])), -7,
            along);
        EXPECT_TRUE(equal(m, along ? std::vector<int>{-7, 1, 2, -7, 4, 5}
                                   : std::vector<int>{-7, -7, -7, 3, 4, 5}));
    }
    auto const m = counted(extents(2, 3));
    EXPECT_TRUE(equal(tw::compress(to_space({true, false, true}), m, 1), {0, 2, 3, 5}));
    EXPECT_TRUE(equal(tw::compress(to_space({false, true}), m + 1, tw::axes(-2)), {4, 5, 6}));
    EXPECT_TRUE(equal(tw::compress(to_space({false, true, false, true}), m), {1, 3}));
    EXPECT_TRUE(equal(tw::remove(m, to_space({0, -1}), 1), {1, 4}));
    EXPECT_TRUE(equal(tw::remove(m, to_space({true, false}), 0), {3, 4, 5}));
    try {
        (void)tw::evaluate(tw::take(t, to_space({4}), 2));
#if defined(__CUDACC__)
        tw::synchronize();
#endif
        FAIL() << "index 4 of 4";
    } catch (tw::index_error const& e) {
        EXPECT_NE(std::string(e.what()).find("index 4 is out of range for axis 2 of size 4"),
                  std::string::npos)
            << e.what();
    }
}

TEST(Indexing, AlongAxis) {
    auto const m = counted(extents(2, 3));
    auto const k = to_space(std::vector<int>{2, 0, 1, 1}, extents(2, 2));
    EXPECT_TRUE(equal(tw::take_along_axis(m, k, axis<1>), {2, 0, 4, 4}));
    EXPECT_TRUE(
        equal(tw::take_along_axis(m, to_space(std::vector<int>{1, 0, 1}, extents(1, 3)), axis<0>),
              {3, 1, 5}));
    EXPECT_THROW((void)tw::take_along_axis(m, counted(extents(3, 2)), axis<1>), tw::shape_error);
    auto to = counted(extents(2, 3));
    tw::put_along_axis(to, k, to_space(std::vector<int>{-1, -2}, extents(2, 1)), axis<1>);
    EXPECT_TRUE(equal(to, {-1, 1, -1, 3, -2, 5}));
    tw::put_along_axis(transpose(to), to_space(std::vector<int>{0, 1}, extents(1, 2)), 50, axis<0>);
    EXPECT_TRUE(equal(to, {50, 1, -1, 3, 50, 5}));
}

TEST(Indexing, Put) {
    auto m = counted(extents(2, 3));
    tw::put(m, to_space({0, -1}), to_space({70, 80}));
    EXPECT_TRUE(equal(m, {70, 1, 2, 3, 4, 80}));
    tw::put(transpose(m), to_space({1}), 9);
    EXPECT_TRUE(equal(m, {70, 1, 2, 9, 4, 80}));
    auto line = counted(extents(5));
    tw::put(line, line(tw::slice(1, 3)), 40);
    EXPECT_TRUE(equal(line, {0, 40, 40, 3, 4}));
}

TEST(Indexing, Choose) {
    auto const x = to_space({1, 2, 3});
    EXPECT_TRUE(equal(tw::choose(to_space({true, false, true}), x, x * 10), {10, 2, 30}));
    EXPECT_TRUE(equal(tw::choose(x > 1, 0.5, 1.5), {0.5, 1.5, 1.5}));
    EXPECT_TRUE(equal(tw::choose(x - 1, {10, 20, 30}) + x, {11, 22, 33}));
    EXPECT_TRUE(equal(tw::choose<out_of_range::clip>(x, {0.5, 1.5}), {1.5, 1.5, 1.5}));
}

/// What was called stands in the message.
template <class Call>
void expect_named(char const* name, Call const& call) {
    try {
        (void)values(call());
        FAIL() << name;
    } catch (tw::error const& e) {
        EXPECT_EQ(std::string(e.what()).find(std::string("twill: ") + name + ":"), 0u) << e.what();
    }
}

TEST(Indexing, ErrorsNameSelect) {
    auto const x = to_space<std::uint8_t>({1, 2, 3});
    auto const two = to_space<std::uint8_t>({1, 2});
    expect_named("select", [&] { return tw::select(x > 1, x, x > 2, two, 0); });
    expect_named("select", [&] { return tw::select(x > 1, x, 300); });
    expect_named("piecewise", [&] { return tw::piecewise(x, x > 1, two); });
}

struct squared {
    TWILL_TEST_HD double operator()(double x) const { return x * x; }
};

TEST(Indexing, Piecewise) {
    auto const x = to_space({-2.0, -1.0, 0.0, 1.0, 2.5});
    auto const negated = [](auto const& v) { return -v; };
    auto const doubled = [](auto const& v) { return v * 2; };
    EXPECT_TRUE(equal(tw::piecewise(x, x < 0, negated, x > 0, doubled), {2.0, 1.0, 0.0, 2.0, 5.0}));
    EXPECT_TRUE(equal(tw::piecewise(x, x < 0, -1, x >= 0, 1), {-1.0, -1.0, 1.0, 1.0, 1.0}));
    // With one for what is left; numbers, functions of elements and arrays.
    EXPECT_TRUE(equal(tw::piecewise(x, x < -1, 7, squared{}), {7.0, 1.0, 0.0, 1.0, 6.25}));
    EXPECT_TRUE(equal(tw::piecewise(x, x > 0, x + 1, negated), {2.0, 1.0, -0.0, 2.0, 3.5}));
    EXPECT_TRUE(equal(tw::piecewise(x, x > 9, x, 0.5), {0.5, 0.5, 0.5, 0.5, 0.5}));
    // Of several conditions that are true the last one counts.
    EXPECT_TRUE(equal(tw::piecewise(x, x > -2, 1, x > 0, 2), {0.0, 1.0, 1.0, 2.0, 2.0}));
    // Conditions and pieces have x's shape together.
    auto const one = to_space({true});
    EXPECT_THROW(static_cast<void>(tw::piecewise(x, one, 1, 2)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::piecewise(reshape(x, 5, 1), x > 0, 1, 2)), tw::shape_error);
    EXPECT_TRUE(equal(tw::piecewise(x, one, 1, x), {1.0, 1.0, 1.0, 1.0, 1.0}));
    // Elements of x's type.
    auto const k = to_space({1, 2, 3});
    auto const short_ones = to_space<std::int16_t>({7, 8, 9});
    auto const chosen = tw::piecewise(k, k > 1, short_ones);
    static_assert(std::is_same_v<tw::detail::value_of<decltype(chosen)>, int>);
    EXPECT_TRUE(equal(chosen, {0, 8, 9}));
    // Of an expression, inside another.
    EXPECT_TRUE(equal(
        tw::piecewise(k * 2, k == 2, [](auto const& v) { return v + 5; }, 1) * 3, {3, 27, 3}));
}

}  // namespace
