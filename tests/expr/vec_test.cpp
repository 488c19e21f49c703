// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using tw::vec;
using twill_test::array;
using twill_test::equal;
using twill_test::to_space;
using vec2 = vec<float, 2>;
using vec3 = vec<float, 3>;
using vec4 = vec<double, 4>;
using int3 = vec<int, 3>;
using bool3 = vec<bool, 3>;

static_assert(std::is_trivially_copyable_v<vec3> && std::is_standard_layout_v<vec3>);
static_assert(sizeof(vec3) == 12 && alignof(vec3) == 4);
static_assert(sizeof(vec<float, 4>) == 16 && alignof(vec<float, 4>) == 16);
static_assert(sizeof(vec<double, 3>) == 24 && alignof(vec<double, 3>) == 8);
static_assert(sizeof(vec<unsigned char, 3>) == 3 && alignof(vec<unsigned char, 3>) == 1);
static_assert(std::is_convertible_v<vec3, vec<double, 3>> &&
              !std::is_convertible_v<vec<double, 3>, vec3> && !std::is_convertible_v<float, vec3>);

TEST(Vec, SingleValues) {
    constexpr vec3 a{1, 2, 3};
    constexpr vec b(4.0f, 5.0f, 6.0f);
    static_assert(a + b == vec3{5, 7, 9} && b - a == vec3(3) && -a == vec3{-1, -2, -3});
    static_assert(a * 2 == vec3{2, 4, 6} && 12.0f / a == vec3{12, 6, 4} && a != b);
    static_assert(a.y == 2 && b[2] == 6 && vec3{}.x == 0);
    static_assert(all_of(a < b) && !any_of(a >= b) &&
                  (a <= vec3{1, 1, 3}) == bool3{true, false, true});
    static_assert(dot(a, b) == 32 && cross(a, b) == vec3{-3, 6, -3});
    static_assert(vec<int, 3>(vec3{1.5f, -1.5f, 3}) == int3{1, -1, 3});
    static_assert(vec<float, 5>{1, 2, 3, 4, 5}[4] == 5);
    vec3 c = a;
    c += b;
    c *= 2;
    EXPECT_EQ(c, (vec3{10, 14, 18}));
    EXPECT_EQ(length(vec2{3, 4}), 5);
    EXPECT_EQ(normalize(vec2{3, 4}), (vec2{0.6f, 0.8f}));
    EXPECT_EQ(length(int3{2, 3, 6}), 7.0);
}

struct three_floats {
    float x, y, z;
};

TEST(Vec, ConvertsToStructsOfTheSameComponents) {
    auto const own = static_cast<three_floats>(vec3{1, 2, 3});
    EXPECT_EQ(own.z, 3);
    EXPECT_EQ(vec3(own), (vec3{1, 2, 3}));
}

TEST(Vec, IsAnElement) {
    array<vec3> p = to_space<vec3>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    array<float> m = to_space({1.0f, 2.0f, 4.0f});
    EXPECT_TRUE(equal(p + p, {{2, 4, 6}, {8, 10, 12}, {14, 16, 18}}));
    EXPECT_TRUE(equal(2.0 - p * m, {{1, 0, -1}, {-6, -8, -10}, {-26, -30, -34}}));
    EXPECT_TRUE(equal(p / vec3{1, 2, 4}, {{1, 1, 0.75f}, {4, 2.5f, 1.5f}, {7, 4, 2.25f}}));
    p += vec3{1, 0, 0} * m;
    EXPECT_TRUE(equal(p, {{2, 2, 3}, {6, 5, 6}, {11, 8, 9}}));
    p(tw::slice(1)) = vec3{1, 2, 3};
    EXPECT_TRUE(equal(-p, {{-2, -2, -3}, {-1, -2, -3}, {-1, -2, -3}}));
    p = 2.0f;
    EXPECT_TRUE(equal(p, {vec3(2), vec3(2), vec3(2)}));
    static_assert(std::is_same_v<twill_test::element_t<decltype(p * 2.0)>, vec3>);
    static_assert(
        std::is_same_v<twill_test::element_t<decltype(p * tw::zeros<double>(3))>, vec<double, 3>>);
}

TEST(Vec, LongOnesTakeEveryPath) {
    constexpr int n = 4099;
    std::vector<vec3> a;
    std::vector<vec4> b;
    std::vector<vec3> expected;
    std::vector<vec4> doubled;
    for (int i = 0; i < n; ++i) {
        auto const x = static_cast<float>(i);
        a.push_back({x, x + 1, x + 2});
        b.push_back({x, x - 1, x - 2, -x});
        expected.push_back({2 * x + 1, 2 * x + 3, 2 * x + 5});
        doubled.push_back({2.0 * x, 2.0 * x - 2, 2.0 * x - 4, -2.0 * x});
    }
    array<vec3> p = to_space(a);
    EXPECT_TRUE(equal(p + to_space(a) + 1.0f, expected));
    EXPECT_TRUE(equal(to_space(b) * 2, doubled));
    array<vec3, 2> m =
        to_space(std::vector<vec3>(a.begin(), a.begin() + 64 * 64), tw::extents(64, 64));
    array<vec3, 2> t = transpose(m) + m(0);
    EXPECT_EQ(tw::item(t, 3, 5), (vec3{5 * 64 + 3 + 5, 5 * 64 + 3 + 5 + 2, 5 * 64 + 3 + 5 + 4}));
}

TEST(Vec, IntegersWrapAndHalvesComputeInFloat) {
    array<int3> i = to_space<int3>({{2147483647, 1, -5}});
    EXPECT_TRUE(equal(i + 1, {{-2147483647 - 1, 2, -4}}));
    EXPECT_TRUE(equal(i / 0, {{0, 0, 0}}));
    EXPECT_TRUE(equal(i % 3, {{1, 1, -2}}));
    using half2 = vec<tw::float16, 2>;
    array<half2> h = to_space<half2>({{tw::float16(1.5f), tw::float16(60000.0f)}});
    h = h * 2.0f / 2.0f;
    EXPECT_EQ(static_cast<float>(tw::item(h, 0).x), 1.5f);
    EXPECT_EQ(static_cast<float>(tw::item(h, 0).y), 60000.0f);
}

TEST(Vec, ComparesByComponentsAndAsAWhole) {
    array<vec3> a = to_space<vec3>({{1, 2, 3}, {0, 5, 9}});
    array<vec3> b = to_space<vec3>({{1, 2, 3}, {1, 5, 8}});
    EXPECT_TRUE(equal(a == b, {true, false}));
    EXPECT_TRUE(equal(a != b, {false, true}));
    EXPECT_TRUE(equal(a < b, {bool3(false), {true, false, false}}));
    EXPECT_TRUE(equal(a >= vec3{0, 5, 3}, {{true, false, true}, {true, true, true}}));
    EXPECT_TRUE(equal(all_of(vec3{0, 1, 2} < a && a < 10), {true, false}));
    EXPECT_TRUE(equal(any_of(!(a <= b)), {false, true}));
}

TEST(Vec, FunctionsOfNumbersByComponent) {
    array<vec3> p = to_space<vec3>({{1, 4, 9}, {-1, 2.5f, 16}});
    EXPECT_TRUE(equal(square(p) + abs(p), {{2, 20, 90}, {2, 8.75f, 272}}));
    EXPECT_TRUE(equal(tw::maximum(p, 2), {{2, 4, 9}, {2, 2.5f, 16}}));
    EXPECT_TRUE(equal(tw::clip(p, 0, vec3{3, 3, 10}), {{1, 3, 9}, {0, 2.5f, 10}}));
    EXPECT_TRUE(equal(tw::where(component(p, 0) > 0, p, vec3{0, 0, 1}), {{1, 4, 9}, {0, 0, 1}}));
    EXPECT_TRUE(equal(tw::where(p > 3, p, 0.0f), {{0, 4, 9}, {0, 0, 16}}));
    EXPECT_TRUE(equal(tw::cast<int3>(p), {{1, 4, 9}, {-1, 2, 16}}));
    array<vec<double, 3>> wide = p;
    EXPECT_TRUE(equal(wide, {{1, 4, 9}, {-1, 2.5, 16}}));
    EXPECT_TRUE(equal(tw::zeros<vec3>(2), {vec3(0), vec3(0)}));
}

TEST(Vec, FunctionsOfWholeVectors) {
    array<vec3> a = to_space<vec3>({{1, 2, 3}, {3, 4, 0}});
    array<vec3> b = to_space<vec3>({{4, 5, 6}, {0, 0, 2}});
    EXPECT_TRUE(equal(dot(a, b), {32, 0}));
    EXPECT_TRUE(equal(dot(a, vec3{1, 0, 2}), {7, 3}));
    EXPECT_TRUE(equal(cross(a, b), {{-3, 6, -3}, {8, -6, 0}}));
    EXPECT_TRUE(equal(length(a * a), {std::sqrt(98.0f), std::sqrt(337.0f)}));
    EXPECT_TRUE(equal(normalize(b)(tw::slice(1)), {{0, 0, 1}}));
    array<float> x = to_space({1.0f, 2.0f});
    EXPECT_TRUE(equal(tw::make_vec(x, 0, x * 2), {{1, 0, 2}, {2, 0, 4}}));
}

struct turned {
    TWILL_TEST_HD vec3 operator()(vec3 v) const { return cross(vec3{0, 0, 1}, v) + v * 0.5f; }
};

TEST(Vec, UsersFunctions) {
    array<vec3> a = to_space<vec3>({{1, 2, 3}, {3, 4, 0}});
    EXPECT_TRUE(equal(tw::map(turned{}, a), {{-1.5f, 2, 1.5f}, {-2.5f, 5, 0}}));
}

}  // namespace
