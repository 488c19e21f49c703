// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace {

namespace tw = twill;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::to_space;

TEST(AssignSeveral, ReadsAllBeforeItWritesAny) {
    array<int> u = to_space({1, 2, 3}), v = to_space({10, 20, 30});
    tw::assign(tw::tie(u, v), u + v, u - v);
    EXPECT_TRUE(equal(u, {11, 22, 33}));
    EXPECT_TRUE(equal(v, {-9, -18, -27}));
    tw::assign(tw::tie(u, v), v, u);
    EXPECT_TRUE(equal(u, {-9, -18, -27}));
    EXPECT_TRUE(equal(v, {11, 22, 33}));
}

TEST(AssignSeveral, LongOnes) {
    constexpr int n = 300007;
    array<float> x = tw::arange<float>(n), y = x + 1.0f;
    array<double> z(n);
    tw::assign(tw::tie(x, y, z), y * 2.0f, x, tw::cast<double>(x) + y);
    EXPECT_TRUE(tw::item(array_equal(x, (tw::arange<float>(n) + 1.0f) * 2.0f)));
    EXPECT_TRUE(tw::item(array_equal(y, tw::arange<float>(n))));
    EXPECT_TRUE(tw::item(array_equal(z, tw::arange<double>(n) * 2.0 + 1.0)));
}

TEST(AssignSeveral, TargetsThatOverlapOperandsElsewhere) {
    array<int> a = counted(tw::extents(8)), b = counted(tw::extents(7));
    tw::assign(tw::tie(a(slice(1)), b), a(slice(none, -1)) + 10, a(slice(1)) * b);
    EXPECT_TRUE(equal(a, {0, 10, 11, 12, 13, 14, 15, 16}));
    EXPECT_TRUE(equal(b, {0, 2, 6, 12, 20, 30, 42}));
    tw::assign(tw::tie(a(slice(0, 4)), a(slice(4))), a(slice(4)), a(slice(0, 4)));
    EXPECT_TRUE(equal(a, {13, 14, 15, 16, 0, 10, 11, 12}));
    // The last of targets that meet wins.
    tw::assign(tw::tie(a, a), 1, 2);
    EXPECT_TRUE(equal(a, std::vector<int>(8, 2)));
}

TEST(AssignSeveral, ShapesBroadcastAndViewsAreWritten) {
    array<int, 2> m = counted(tw::extents(3, 4)), t(4, 3);
    array<int> row = to_space({1, 2, 3, 4});
    tw::assign(tw::tie(m, t, row), row, transpose(m), 7);
    EXPECT_TRUE(equal(m, {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
    EXPECT_TRUE(equal(t, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
    EXPECT_TRUE(equal(row, {7, 7, 7, 7}));
    tw::assign(tw::tie(m(0), m(tw::full_extent, 1)), m(1) + 1, m(tw::full_extent, 0) - 1);
    EXPECT_TRUE(equal(m, {2, 0, 4, 5, 1, 0, 3, 4, 1, 0, 3, 4}));
    EXPECT_THROW(tw::assign(tw::tie(m, row), t, 0), tw::shape_error);
    try {
        tw::assign(tw::tie(row, m), tw::ones<int>(5), 0);
        ADD_FAILURE();
    } catch (tw::shape_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("assign"), std::string::npos) << problem.what();
        EXPECT_NE(std::string(problem.what()).find("assign_several_test.cpp:"), std::string::npos);
    }
}

TEST(AssignSeveral, InteriorsOfMatrices) {
    array<int, 2> p = counted(tw::extents(4, 5)), q = p * 10;
    auto inside = [](array<int, 2>& m) { return m(slice(1, 3), slice(1, 4)); };
    tw::assign(tw::tie(inside(p), inside(q)), inside(q) - inside(p),
               inside(p) + to_space({1, 2, 3}));
    EXPECT_TRUE(equal(inside(p), {54, 63, 72, 99, 108, 117}));
    EXPECT_TRUE(equal(inside(q), {7, 9, 11, 12, 14, 16}));
    EXPECT_EQ(tw::item(p, 1, 0), 5);
    EXPECT_EQ(tw::item(q, 2, 4), 140);
    tw::assign(tw::tie(transpose(p), q(slice(none, none, -1))(tw::full_extent, slice(0, 4))),
               transpose(q), q(slice(none, none, -1))(tw::full_extent, slice(0, 4)) + 1);
    EXPECT_EQ(tw::item(p, 0, 3), 30);
    EXPECT_EQ(tw::item(q, 0, 3), 31);
    EXPECT_EQ(tw::item(q, 0, 4), 40);
}

TEST(AssignSeveral, ValuesWithReductions) {
    array<float> x = to_space({1.0f, 2.0f, 6.0f}), y(3);
    tw::assign(tw::tie(x, y), x - mean(x), x / sum(x));
    EXPECT_TRUE(equal(x, {-2, -1, 3}));
    EXPECT_TRUE(twill_test::within_ulps(y, {1 / 9.0f, 2 / 9.0f, 6 / 9.0f}, 2));
}

}  // namespace
