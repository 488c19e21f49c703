// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using tw::vec;
using twill_test::array;
using twill_test::equal;
using twill_test::to_space;
using vec3 = vec<float, 3>;

std::vector<vec3> points(int n) {
    std::vector<vec3> p;
    for (int i = 0; i < n; ++i)
        p.push_back({static_cast<float>(i), static_cast<float>(n - i), static_cast<float>(i % 7)});
    return p;
}

TEST(VecReductions, OfAll) {
    constexpr int n = 3001;
    array<vec3> p = to_space(points(n));
    vec3 total(0);
    for (int i = 0; i < n; ++i)
        total += vec3{0, 0, static_cast<float>(i % 7)};
    EXPECT_EQ(tw::item(sum(p)).z, total.z);
    EXPECT_NEAR(tw::item(mean(p)).x, 1500, 1e-3);
    EXPECT_EQ(tw::item(max(p)), (vec3{n - 1, n, 6}));
    EXPECT_EQ(tw::item(min(p)), (vec3{0, 1, 0}));
    EXPECT_NEAR(tw::item(stddev(p)).y, 866.3140, 1e-2);
    EXPECT_TRUE(tw::item(all(p <= vec3{n, n, 6})));
    EXPECT_FALSE(tw::item(all(p <= vec3{n, n, 5})));
    EXPECT_TRUE(tw::item(any(p > vec3{n, n, 5})));
}

TEST(VecReductions, AlongAxes) {
    array<vec3, 2> m = to_space(points(600), tw::extents(200, 3));
    array<vec3> rows = sum(m, tw::axis<1>);
    EXPECT_EQ(tw::item(rows, 2), (vec3{21, 3 * 600 - 21, 6 + 0 + 1}));
    array<vec3> columns = max(m, tw::axis<0>);
    EXPECT_TRUE(equal(columns, {{597, 600, 6}, {598, 599, 6}, {599, 598, 6}}));
    array<vec3, 2> centred = m - mean(m, tw::axis<1>, tw::keepdims);
    EXPECT_EQ(tw::item(centred, 5, 0).x, -1);
    EXPECT_EQ(tw::item(centred, 5, 2).y, -1);
    EXPECT_EQ(tw::item(sum(centred)).x, 0);
}

TEST(VecReductions, ShortAndJoint) {
    array<vec3> p = to_space<vec3>({{1, 2, 3}, {5, 2, 7}});
    auto [low, high, centre] = tw::evaluate(min(p), max(p), mean(p));
    EXPECT_EQ(tw::item(low), (vec3{1, 2, 3}));
    EXPECT_EQ(tw::item(high), (vec3{5, 2, 7}));
    EXPECT_EQ(tw::item(centre), (vec3{3, 2, 5}));
    EXPECT_EQ(tw::item(var(p, tw::ddof(1))), (vec3{8, 0, 8}));
    using int3 = vec<std::int8_t, 3>;
    array<int3> i = to_space<int3>({{100, 1, -100}, {100, 2, -100}});
    EXPECT_EQ(tw::item(sum(i)), (vec<std::int64_t, 3>{200, 3, -200}));
    EXPECT_EQ(tw::item(mean(i)), (vec<double, 3>{100, 1.5, -100}));
}

}  // namespace
