// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using tw::vec;
using twill_test::array;
using twill_test::equal;
using twill_test::to_space;
using vec3 = vec<float, 3>;

struct particle {
    vec<float, 2> position;
    float mass;
    std::int32_t id;
    bool operator==(particle const&) const = default;
};
struct uneven {
    double weight;
    float a, b, c;
};

TEST(Components, AreViewsThatWrite) {
    array<vec3> p = to_space<vec3>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    component(p, 1) += 2.0f;
    EXPECT_TRUE(equal(p, {{1, 4, 3}, {4, 7, 6}, {7, 10, 9}}));
    component(p, -1) = component(p, 0);
    EXPECT_TRUE(equal(p, {{1, 4, 1}, {4, 7, 4}, {7, 10, 7}}));
    component(p, 0) = length(p) * 0.0f + 1.0f;
    EXPECT_TRUE(equal(p, {{1, 4, 1}, {1, 7, 4}, {1, 10, 7}}));
    component(p(tw::slice(tw::none, tw::none, -1)), 2) = to_space({1.0f, 2.0f, 3.0f});
    EXPECT_TRUE(equal(p, {{1, 4, 3}, {1, 7, 2}, {1, 10, 1}}));
    p = p * component(p, 2);
    EXPECT_TRUE(equal(p, {{3, 12, 9}, {2, 14, 4}, {1, 10, 1}}));
}

TEST(Components, OfWhatMayOnlyBeRead) {
    array<vec3> const p = to_space<vec3>({{1, 2, 3}, {4, 5, 6}});
    auto const y = component(p, 1);
    static_assert(std::is_const_v<typename decltype(y)::element_type>);
    EXPECT_TRUE(equal(y, {2, 5}));
    EXPECT_TRUE(equal(component(p * 2, 2), {6, 12}));
    EXPECT_TRUE(equal(tw::component<-1>(p), {3, 6}));
    EXPECT_TRUE(equal(tw::component<1>(p * 2), {4, 10}));
    EXPECT_THROW((void)component(p, 3), tw::index_error);
    EXPECT_THROW((void)component(p * 2, -4), tw::index_error);
    auto const kept = component(array<vec3>(p), 0);
    EXPECT_TRUE(equal(kept, {1, 4}));
}

TEST(Components, AllOfThemAsOneAxisMore) {
    array<vec3> p = to_space<vec3>({{1, 2, 3}, {4, 5, 6}});
    auto all = components(p);
    EXPECT_EQ(all.shape(), tw::extents(2, 3));
    EXPECT_TRUE(equal(components(p * 2.0f), {2, 4, 6, 8, 10, 12}));
    EXPECT_TRUE(equal(components(p * p)(1), {16, 25, 36}));
    EXPECT_TRUE(all.is_contiguous());
    all(tw::full_extent, tw::slice(1)) = 0.0f;
    EXPECT_TRUE(equal(p, {{1, 0, 0}, {4, 0, 0}}));
    array<vec3, 2> none(0, 4);
    EXPECT_EQ(components(none).size(), 0);
    EXPECT_EQ(component(none, 1).shape(), tw::extents(0, 4));
}

TEST(Components, OfComplexNumbers) {
    array<tw::complex<double>> z = to_space<tw::complex<double>>({{1, 2}, {3, 4}});
    component(z, 1) *= -1.0;
    EXPECT_TRUE(equal(z, {{1, -2}, {3, -4}}));
}

TEST(Members, AreViewsThatWrite) {
    array<particle> p = to_space<particle>({{{1, 2}, 10, 1}, {{4, 5}, 20, 2}});
    tw::member(p, &particle::mass) *= 2.0f;
    tw::member(p, &particle::id) = 7;
    component(tw::member(p, &particle::position), 1) = 0.0f;
    EXPECT_TRUE(equal(p, {{{1, 0}, 20, 7}, {{4, 0}, 40, 7}}));
    auto const mass = tw::member(p(tw::slice(1)), &particle::mass);
    EXPECT_TRUE(equal(mass, {40}));
    array<uneven> u(3);
    tw::member(u, &uneven::b) = 1.0f;
    tw::member(u, &uneven::weight) = tw::arange(3.0);
    EXPECT_TRUE(equal(tw::member(u, &uneven::b) * tw::member(u, &uneven::weight), {0, 1, 2}));
}

}  // namespace
