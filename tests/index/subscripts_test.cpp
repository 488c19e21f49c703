// SPDX-License-Identifier: MIT
// a(indices) and a(mask), read and written: NumPy's rule for the axes, what happens out of range.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/join.cuh>
#include <twill/reduce.cuh>
#else
#include <twill/index.hpp>
#include <twill/join.hpp>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;

namespace {

/// Runs a statement, and waits where that is what tells of faults.
template <class Body>
std::string fault_of(Body&& body) {
    try {
        body();
#if defined(__CUDACC__)
        tw::synchronize();
#endif
    } catch (tw::index_error const& e) {
        return e.what();
    }
    return "";
}
bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

TEST(Subscripts, OfOneAxis) {
    auto const a = to_space({10, 20, 30, 40, 50});
    auto const i = to_space({4, 0, -1, 2});
    EXPECT_TRUE(equal(a(i), {50, 10, 50, 30}));
    EXPECT_TRUE(equal(a(i) * 2 + i, {104, 20, 99, 62}));
    EXPECT_TRUE(equal(a(slice(none, none, -1))(i), {10, 50, 10, 30}));
    EXPECT_TRUE(equal(a(i % 2), {10, 10, 50, 10}));
    EXPECT_TRUE(equal((a + 1)(i), {51, 11, 51, 31}));
    EXPECT_TRUE(equal(a(i)(slice(1, 3)), {10, 50}));
    EXPECT_TRUE(equal(a(to_space<std::uint8_t>({3, 1})), {40, 20}));
    EXPECT_TRUE(equal(a(to_space<std::int64_t>({-5, 3})), {10, 40}));
    array<int, 2> const table = a(to_space(std::vector<int>{0, 1, 2, 3}, extents(2, 2)));
    EXPECT_TRUE(equal(table, {10, 20, 30, 40}));
    EXPECT_EQ(a(to_space(std::vector<int>{})).shape(), extents(0));
    EXPECT_STREQ(tw::explain(a(i) * 2).strategy, "flat");
    EXPECT_EQ(tw::explain(a(i) * 2).kernels, 1);
}

TEST(Subscripts, AxesGoWhereNumPyPutsThem) {
    auto const t = counted(extents(2, 3, 4));
    auto const i = to_space({1, 0});
    auto const j = to_space({2, 0, 1});
    EXPECT_EQ(t(full_extent, full_extent, j).shape(), extents(2, 3, 3));
    EXPECT_TRUE(equal(t(full_extent, 0, j), {2, 0, 1, 14, 12, 13}));
    EXPECT_EQ(t(i).shape(), extents(2, 3, 4));
    EXPECT_TRUE(equal(t(i, full_extent, 1), {13, 17, 21, 1, 5, 9}));
    // Neighbours stand where the first of them stood; others in front.
    EXPECT_EQ(t(full_extent, j, j).shape(), extents(2, 3));
    EXPECT_TRUE(equal(t(full_extent, j, j), {10, 0, 5, 22, 12, 17}));
    EXPECT_EQ(t(i, full_extent, to_space({3, 2})).shape(), extents(2, 3));
    EXPECT_TRUE(equal(t(i, full_extent, to_space({3, 2})), {15, 19, 23, 2, 6, 10}));
    EXPECT_EQ(t(0, full_extent, j).shape(), extents(3, 3));
    EXPECT_TRUE(equal(t(0, slice(0, 2), j), {2, 6, 0, 4, 1, 5}));
    // They broadcast together.
    auto const rows = to_space(std::vector<int>{0, 1}, extents(2, 1));
    EXPECT_EQ(t(rows, j).shape(), extents(2, 3, 4));
    EXPECT_TRUE(equal(t(rows, j)(1, 2), {16, 17, 18, 19}));
    EXPECT_TRUE(equal(t(rows, j, tw::newaxis, 3)(1, full_extent, 0), {23, 15, 19}));
    EXPECT_TRUE(equal(t(tw::ellipsis, j), values(t(full_extent, full_extent, j))));
    EXPECT_TRUE(equal(t(i, tw::ellipsis, 1), {13, 17, 21, 1, 5, 9}));
    EXPECT_TRUE(equal(t(1, tw::ellipsis, j)(0), {14, 18, 22}));
    EXPECT_THROW((void)tw::evaluate(t(i, j)), tw::shape_error);
    // Views of them, and reductions.
    EXPECT_TRUE(equal(transpose(t(full_extent, 1, j)), {6, 18, 4, 16, 5, 17}));
    EXPECT_TRUE(equal(sum(t(i), tw::axis<0>)(0), {12, 14, 16, 18}));
    EXPECT_TRUE(equal(sum(t(full_extent, j, 0), tw::axis<1>), {12, 48}));
}

TEST(Subscripts, InsideOfWhatRearranges) {
    auto const a = to_space({10, 20, 30});
    auto const i = to_space({2, 0});
    EXPECT_TRUE(equal(concatenate(tw::axis<0>, a(i), a), {30, 10, 10, 20, 30}));
    EXPECT_TRUE(equal(roll(a(i) + 1, 1) * 2, {22, 62}));
    EXPECT_TRUE(equal(roll(a, 1)(i), {20, 30}));
}

TEST(Subscripts, Written) {
    auto a = to_space({1.0f, 2.0f, 3.0f, 4.0f, 5.0f});
    auto const i = to_space({4, 0, -2});
    a(i) = to_space({10.0f, 20.0f, 30.0f});
    EXPECT_TRUE(equal(a, {20, 2, 3, 30, 10}));
    a(i) = 0.0f;
    EXPECT_TRUE(equal(a, {0, 2, 3, 0, 0}));
    a(i) += 1.0f;
    a(i) *= a(to_space({1, 2, 1}));
    EXPECT_TRUE(equal(a, {3, 2, 3, 2, 2}));
    // What is read is read before anything is written.
    auto const back = to_space({4, 3, 2, 1, 0});
    a = a(back);
    EXPECT_TRUE(equal(a, {2, 2, 3, 2, 3}));
    a(full_extent) = a(back);
    EXPECT_TRUE(equal(a, {3, 2, 3, 2, 2}));
    a(back) = a * 2.0f;
    EXPECT_TRUE(equal(a, {4, 4, 6, 4, 6}));
    auto k = to_space({1, 2, 0});
    k(k) = k * 10;
    EXPECT_TRUE(equal(k, {0, 10, 20}));
    auto m = counted(extents(3, 4));
    m(full_extent, to_space({0, -1})) = to_space({-1, -2});
    m(to_space({1}), slice(1, 3)) += 100;
    EXPECT_TRUE(equal(m, {-1, 1, 2, -2, -1, 105, 106, -2, -1, 9, 10, -2}));
    m(slice(none, none, 2))(to_space({1}), to_space({1})) = 7;
    EXPECT_EQ(tw::item(m, 2, 1), 7);
    EXPECT_TRUE(equal(a(argmax(a)), {6}));
}

TEST(Subscripts, WhatOneCallGaveForSeveralAxes) {
    auto m = counted(extents(3, 3));
    EXPECT_TRUE(equal(m(tw::nonzero(m > 5)), {6, 7, 8}));
    EXPECT_TRUE(equal(m(tw::unravel_index(argmax(m), m.shape())), {8}));
    m(tw::tril_indices(3, -1)) = 0;
    EXPECT_TRUE(equal(m, {0, 1, 2, 0, 4, 5, 0, 0, 8}));
    transpose(m)(tw::diag_indices_from(m)) += 10;
    EXPECT_TRUE(equal((m + 1)(tw::triu_indices(3)), {11, 2, 3, 15, 6, 19}));
    auto const t = counted(extents(2, 3, 3));
    EXPECT_TRUE(
        equal(t(tw::ix_(to_space({1}), to_space({2, 0}), to_space({0, 1}))), {15, 16, 9, 10}));
    EXPECT_TRUE(equal(t(0)(std::pair(to_space({1}), to_space({-1}))), {5}));
    EXPECT_TRUE(has(fault_of([&] { m(std::array{to_space({5}), to_space({0})}) = 1; }), "5"));
}
TEST(Subscripts, OutOfRangeIsToldAndTouchesNothing) {
    auto a = to_space({1.0f, 2.0f, 3.0f});
    auto const bad = to_space({1, 3, -3});
    array<float> r = a;
    std::string text = fault_of([&] { r(full_extent) = a(bad); });
    EXPECT_TRUE(has(text, "a(indices): index 3 is out of range for axis 0 of size 3")) << text;
    EXPECT_TRUE(has(text, "subscripts_test.cpp")) << text;
    if constexpr (on_device) {
        EXPECT_TRUE(equal(r, {2, 0, 1}));
    }
    // Told once.
    EXPECT_EQ(fault_of([&] { (void)tw::item(a, 0); }), "");
    text = fault_of([&] { a(bad) = 9.0f; });
    EXPECT_TRUE(has(text, "index 3 is out of range")) << text;
    EXPECT_TRUE(equal(a, {9, 9, 3}));
    auto const m = counted(extents(2, 3));
    text = fault_of([&] { (void)tw::evaluate(m(full_extent, to_space({0, -4})) * 2); });
    EXPECT_TRUE(has(text, "index -4 is out of range for axis 1 of size 3")) << text;
    text = fault_of([&] { (void)tw::evaluate(sum(m(to_space({0, 2})))); });
    EXPECT_TRUE(has(text, "index 2 is out of range for axis 0 of size 2")) << text;
    text =
        fault_of([&] { (void)tw::evaluate(a(to_space<std::uint64_t>({0xffffffffffffffffull}))); });
    EXPECT_TRUE(has(text, "index 9223372036854775807 is out of range")) << text;
    text = fault_of([&] { (void)tw::evaluate(a(slice(0, 0))(to_space({0}))); });
    EXPECT_TRUE(has(text, "of size 0")) << text;
    // An owner keeps its elements on the host.
    if constexpr (!on_device) {
        r = a;
        EXPECT_THROW(r = a(bad), tw::index_error);
        EXPECT_TRUE(equal(r, {9, 9, 3}));
    }
}

TEST(Subscripts, ANumberOutsideItsAxisIsToldAtOnce) {
    array<float, 2> nothing(3, 0);
    auto const i = to_space({0, 1});
    array<int> const none_of_them(0);
    EXPECT_THROW((void)nothing(i, 0), tw::index_error);
    EXPECT_THROW((void)nothing(none_of_them, 0), tw::index_error);
    EXPECT_THROW((void)nothing(none_of_them, -1), tw::index_error);
    EXPECT_THROW((void)nothing(3, none_of_them), tw::index_error);
    EXPECT_EQ(shape(nothing(-3, none_of_them)), (shape_vector{0}));
    array<float, 2> m(3, 2);
    try {
        (void)m(i, 2);
        ADD_FAILURE();
    } catch (tw::index_error const& e) {
        EXPECT_TRUE(has(e.what(), "index 2 is out of range for axis 1 of size 2")) << e.what();
        EXPECT_TRUE(has(e.what(), "subscripts_test.cpp")) << e.what();
    }
}

#if defined(__CUDACC__)
TEST(Subscripts, TheNextCallThatWaitsForTheStreamTells) {
    auto const a = to_space({1.0f, 2.0f, 3.0f});
    auto const i = to_space({7});
    array<float> r = a(i);  // line
    try {
        (void)tw::to_host(a);
        FAIL() << "nothing was told";
    } catch (tw::index_error const& e) {
        EXPECT_TRUE(has(e.what(), "in the statement at")) << e.what();
    }
    // Another stream's faults are its own.
    auto const other = tw::stream::create();
    {
        tw::stream_guard const guard(other);
        array<float> s = a(i);
    }
    EXPECT_EQ(fault_of([&] { tw::synchronize(); }), "");
    EXPECT_THROW(other.synchronize(), tw::index_error);
    other.synchronize();
}
#endif

TEST(Masks, Read) {
    auto const a = to_space({1, -2, 3, -4, 5});
    EXPECT_TRUE(equal(a(a > 0), {1, 3, 5}));
    EXPECT_TRUE(equal(a(a < 0) * 2, {-4, -8}));
    EXPECT_TRUE(equal(sum(a(a > 0)), {9}));
    array<int> const none_of_them = a(a > 9);
    EXPECT_EQ(none_of_them.size(), 0);
    auto const m = counted(extents(3, 4));
    EXPECT_TRUE(equal(m(m % 2 == 1), {1, 3, 5, 7, 9, 11}));
    EXPECT_TRUE(equal(transpose(m)(transpose(m) > 7), {8, 9, 10, 11}));
    EXPECT_TRUE(equal((m * 2)(m > 9), {20, 22}));
    EXPECT_TRUE(equal(m(m(full_extent, 0) > 3), {4, 5, 6, 7, 8, 9, 10, 11}));
    EXPECT_TRUE(equal(m(full_extent, m(0) > 1), {2, 3, 6, 7, 10, 11}));
    EXPECT_THROW((void)tw::evaluate(m(full_extent, to_space<bool>({true, false}))),
                 tw::shape_error);
    EXPECT_THROW((void)tw::evaluate(a(to_space<bool>({true, false}))), tw::shape_error);
}

TEST(Masks, OfReductions) {
    auto const m = to_space(std::vector<float>{1, -2, 3, -4, 5, -6}, extents(2, 3));
    EXPECT_TRUE(equal(sum(m, tw::where(m > 0.0f)), {9}));
    EXPECT_TRUE(equal(mean(m, tw::where(m > 0.0f), tw::axis<1>), {2, 5}));
    EXPECT_TRUE(equal(prod(m, tw::where(m < 0.0f), tw::axis<0>), {-4, -2, -6}));
    EXPECT_TRUE(equal(min(m, tw::where(m > 0.0f), tw::initial(4), tw::axis<0>), {1, 4, 3}));
    EXPECT_TRUE(equal(max(m, tw::where(m > 9.0f), tw::initial(-1.0f)), {-1}));
    EXPECT_TRUE(equal(count_nonzero(m, tw::where(m > 0.0f), tw::axis<1>), {2, 1}));
    EXPECT_TRUE(equal(all(m > 0.0f, tw::where(m > -3.0f), tw::axis<1>), {false, true}));
    EXPECT_TRUE(equal(any(m > 4.0f, tw::where(to_space<bool>({true, false, true})), tw::axis<1>),
                      {false, false}));
    EXPECT_TRUE(std::isnan(tw::item(mean(m, tw::where(m > 9.0f)))));
    EXPECT_TRUE(equal(tw::select(m > 4.0f, 10.0f, m > 0.0f, m, 0.0f), {1, 0, 3, 0, 10, 0}));
}

TEST(Masks, Written) {
    auto a = to_space({1, -2, 3, -4, 5});
    a(a < 0) = 0;
    EXPECT_TRUE(equal(a, {1, 0, 3, 0, 5}));
    a(a == 0) = to_space({7, 8});
    EXPECT_TRUE(equal(a, {1, 7, 3, 8, 5}));
    a(a > 6) += 1;
    EXPECT_TRUE(equal(a, {1, 8, 3, 9, 5}));
    a(a > 6) = a * 10;
    EXPECT_TRUE(equal(a, {1, 80, 3, 90, 5}));
    EXPECT_THROW(a(a > 6) = to_space({1, 2, 3}), tw::shape_error);
    auto m = counted(extents(2, 3));
    m(m > 3) = -1;
    m(full_extent, to_space<bool>({true, false, false})) = 9;
    EXPECT_TRUE(equal(m, {9, 1, 2, 9, -1, -1}));
    transpose(m)(transpose(m) < 0) = to_space({20, 30});
    EXPECT_TRUE(equal(m, {9, 1, 2, 9, 20, 30}));
}

#if !defined(__CUDACC__)
TEST(Subscripts, InBraces) {
    auto m = counted(extents(4, 3));
    EXPECT_TRUE(equal(m({2, 0}), {6, 7, 8, 0, 1, 2}));
    EXPECT_TRUE(equal(m({-1}), {9, 10, 11}));
    EXPECT_TRUE(equal(m({0, 2}, {1, 1}), {1, 7}));
    EXPECT_TRUE(equal(m(full_extent, {2, 0}), {2, 0, 5, 3, 8, 6, 11, 9}));
    EXPECT_TRUE(equal(m(tw::slice(1, 3), {1}), {4, 7}));
    EXPECT_TRUE(equal(m({true, false, false, true}), {0, 1, 2, 9, 10, 11}));
    EXPECT_TRUE(equal(to_space({5, 6, 7})({false, true, true}), {6, 7}));
    m({0, 1}) = m({1, 0});
    EXPECT_TRUE(equal(m(tw::slice(0, 2)), {3, 4, 5, 0, 1, 2}));
    auto const& still = m;
    tw::view<int, 2, tw::host_space> const v = m;
    EXPECT_TRUE(equal(still({0, 3}), {3, 4, 5, 9, 10, 11}));
    v({3, 2}, {0, 0}) = 50;
    EXPECT_TRUE(equal(v(full_extent, {0}), {3, 0, 50, 50}));
    EXPECT_THROW((void)tw::evaluate(m({0, 4})), tw::index_error);
    // Beside an integer.
    EXPECT_TRUE(equal(still(1, {2, 0}), values(evaluate(still(1)({2, 0})))));
    EXPECT_TRUE(equal(m({1, 0}, -1), {still(1, 2), still(0, 2)}));
    auto t = counted(extents(2, 3, 4));
    EXPECT_TRUE(equal(t(1, {0, 2}, {1, 3}), {13, 23}));
    EXPECT_TRUE(equal(t(full_extent, {0, 2}, {1, 3}), {1, 11, 13, 23}));
    EXPECT_TRUE(equal(t()(0, {0, 2}, {1, 3}), {1, 11}));
    t(1, {0, 2}, {1, 3}) = -1;
    EXPECT_EQ(t(1, 2, 3), -1);
    EXPECT_EQ(t(1, 0, 1), -1);
}
#endif

}  // namespace
