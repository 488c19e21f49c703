// SPDX-License-Identifier: MIT
// What the types of leaves say of how elements lie.
#include <gtest/gtest.h>

#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::axis;
using tw::full_extent;
using tw::newaxis;
using tw::slice;
using tw::detail::along;
using tw::detail::dense;
using tw::detail::strided;

template <class T, int Rank, class Space, class Lie>
Lie lie_of(tw::leaf<T, Rank, Space, Lie> const&) {
    return {};
}
template <int Rank, class Lie>
Lie lie_of(tw::index_leaf<Rank, Lie> const&) {
    return {};
}
template <class F, class A>
auto lie_of(tw::elementwise<F, A> const& x) {
    return lie_of(get<0>(x));
}
template <class Lie, class X>
bool lies(X const& x) {
    return std::is_same_v<decltype(lie_of(tw::detail::as_node(x))), Lie>;
}

TEST(Lie, OfAnArrayIsDense) {
    tw::host_array<float, 2> const m(2, 3);
    EXPECT_TRUE(lies<dense>(m));
    EXPECT_TRUE(lies<strided>(m()));
}

TEST(Lie, OfASliceKeepsTheOrderOfTheAxes) {
    tw::host_array<float, 3> const t(2, 3, 4);
    EXPECT_TRUE((lies<along<0b111, true>>(t(slice(0, 2), full_extent, slice(0, 4, 2)))));
    EXPECT_TRUE((lies<along<0b11, true>>(t(full_extent, 1))));
    EXPECT_TRUE(lies<strided>(t(1, 2)));
    EXPECT_TRUE(lies<strided>(t(1)(slice(1))(full_extent, 1)));
    EXPECT_TRUE((lies<along<0b11, true>>(flip(t(0)))));
}

TEST(Lie, LacksTheAxesOfNewaxisAndBroadcasts) {
    tw::host_array<float> const v(4);
    EXPECT_TRUE((lies<along<0b01, true>>(v(full_extent, newaxis))));
    EXPECT_TRUE((lies<along<0b10, true>>(v(newaxis, full_extent))));
    EXPECT_TRUE((lies<along<0b10, true>>(broadcast_to(v, tw::extents(3, 4)))));
    EXPECT_TRUE((lies<along<0b100, true>>(expand_dims(v(newaxis), axis<0>))));
    EXPECT_TRUE((lies<along<0b01, true>>(transpose(v(newaxis)))));
    EXPECT_TRUE(lies<strided>(squeeze(v(newaxis), axis<0>)));
}

TEST(Lie, OfATransposeIsOutOfOrder) {
    tw::host_array<float, 3> const t(2, 3, 4);
    EXPECT_TRUE(lies<strided>(transpose(t)));
    EXPECT_TRUE((lies<along<0b111, true>>(permute(t, axis<0, 1, 2>))));
    EXPECT_TRUE(lies<strided>(permute(t, axis<2, 0, 1>)));
    EXPECT_TRUE(lies<strided>(permute(t, tw::axes(0, 1, 2))));
    EXPECT_TRUE((lies<along<0b101, false>>(transpose(t)(full_extent, newaxis, 0))));
    EXPECT_TRUE(lies<strided>(transpose(transpose(t(0)))));
}

TEST(Lie, OfGenerators) {
    EXPECT_TRUE(lies<strided>(tw::arange(5)));
    EXPECT_TRUE((lies<along<0b01, true>>(tw::arange(5)(full_extent, newaxis))));
    EXPECT_TRUE((lies<along<0, true>>(tw::zeros(2, 3))));
    auto const [x, y] = tw::meshgrid(tw::arange(3), tw::arange(4));
    EXPECT_TRUE((lies<along<0b10, true>>(x)));
    EXPECT_TRUE((lies<along<0b01, true>>(y)));
    auto const [i, j, k] = tw::indices(tw::extents(2, 3, 4));
    EXPECT_TRUE((lies<along<0b001, true>>(i)));
    EXPECT_TRUE((lies<along<0b010, true>>(j)));
    EXPECT_TRUE((lies<along<0b100, true>>(k)));
}

TEST(Lie, IsForgottenByFunctionsOfViews) {
    tw::host_array<float, 2> m(2, 3);
    auto const rows = [](tw::host_view<float const, 2> v) { return v.extent(0); };
    EXPECT_EQ(rows(m(slice(0, 1))), 1);
    EXPECT_EQ(rows(m), 2);
    tw::host_view<float, 2> const all = m(slice(0, 2));
    EXPECT_EQ(all.data(), m.data());
}

}  // namespace
