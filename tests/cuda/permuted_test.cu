// SPDX-License-Identifier: MIT
// Operands whose axes stand in another order than the result's, some of them short: they go through
// shared memory in boxes of several axes, of which those at the ends are smaller.
#include "support/both_spaces.hpp"

#include <twill/complex.hpp>

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;

namespace {

/// The strategy of a formula of an array on the device.
template <class F, class X>
std::string strategy_of(F const& formula, X const& x) {
    auto const given = tw::to_device(x);
    return tw::explain(formula(given)).strategy;
}
template <class F, class X>
void agrees_permuted(F const& formula, X const& x) {
    EXPECT_EQ(strategy_of(formula, x), "permuted");
    agrees(formula, x);
}

template <class T>
void check() {
    auto const reversed = [](auto const& a) { return permute(a, axis<2, 1, 0>); };
    agrees_permuted(reversed, elements_below<T>(127, extents(301, 130, 5)));
    agrees_permuted(reversed, elements_below<T>(127, extents(4099, 17, 3)));
    agrees_permuted(reversed, elements_below<T>(127, extents(3, 211, 257)));
    agrees_permuted(reversed, elements_below<T>(127, extents(9, 1001, 15)));
    auto const swapped = [](auto const& a) { return permute(a, axis<1, 0, 2>); };
    agrees_permuted(swapped, elements_below<T>(127, extents(1021, 67, 3)));
    auto const four = elements_below<T>(127, extents(7, 11, 13, 200));
    agrees_permuted([](auto const& a) { return permute(a, axis<3, 2, 1, 0>); }, four);
    agrees([](auto const& a) { return permute(a, axis<0, 3, 1, 2>); }, four);
    agrees([](auto const& a) { return permute(a, axis<2, 3, 0, 1>); }, four);
    auto const small = elements_below<T>(127, extents(20001, 3, 7));
    agrees([](auto const& a) { return permute(a, axis<0, 2, 1>); }, small);
    // More axes of two elements than a box has.
    agrees_permuted([](auto const& a) { return permute(a, axis<6, 5, 4, 3, 2, 1, 0>); },
                    elements_below<T>(127, extents(2, 3, 2, 2, 3, 2, 1000)));
    // Parts of an array.
    agrees_permuted(
        [](auto const& a) {
            return permute(a(slice(1, -2), full_extent, slice(none, 4)), axis<2, 1, 0>);
        },
        elements_below<T>(127, extents(400, 130, 5)));
}

// Blocks have one box after the other.
TEST(permuted, several_boxes_of_a_block) {
    auto const x = elements_below<float>(127, extents(1021, 1001, 5));
    agrees_permuted([](auto const& a) { return permute(a, axis<2, 1, 0>); }, x);
    agrees_permuted([](auto const& a) { return permute(a, axis<2, 1, 0>) * 2.0f; }, x);
}

TEST(permuted, bytes) { check<std::uint8_t>(); }
TEST(permuted, shorts) { check<std::int16_t>(); }
TEST(permuted, words) { check<float>(); }
TEST(permuted, doubles) { check<double>(); }
TEST(permuted, of_sixteen_bytes) {
    agrees_permuted([](auto const& a) { return permute(a, axis<2, 1, 0>); },
                    elements_below<tw::complex<double>>(127, extents(301, 130, 5)));
}

TEST(permuted, to_short_and_out_of_short_rows) {
    auto const turned = [](auto const& a) { return transpose(a); };
    agrees_permuted(turned, elements_below<float>(127, extents(20011, 10)));
    agrees_permuted(turned, elements_below<float>(127, extents(17, 9001)));
    agrees_permuted(turned, elements_below<double>(127, extents(20011, 10)));
    agrees_permuted(turned, elements_below<std::uint8_t>(127, extents(20011, 10)));
    agrees_permuted(turned, elements_below<std::uint8_t>(127, extents(31, 9001)));
}

// The axes of a target that runs otherwise, and what stands around it.
TEST(permuted, into_a_part) {
    auto const x = elements_below<float>(127, extents(301, 130, 5));
    tw::host_array<float, 3> on_host = full(extents(7, 132, 309), 1.0f);
    tw::device_array<float, 3> on_device = tw::to_device(on_host);
    auto const inside = [](auto& a) { return a(slice(1, -1), slice(none, -2), slice(3, -5)); };
    inside(on_host) = permute(x, axis<2, 1, 0>);
    inside(on_device) = permute(tw::to_device(x), axis<2, 1, 0>);
    auto const all = on_host.elements();
    EXPECT_TRUE(equal(on_device, std::vector<float>(all.begin(), all.end())));
}

TEST(permuted, formulas) {
    auto const x = elements_below<std::uint8_t>(127, extents(301, 130, 5));
    agrees_permuted([](auto const& a) { return permute(a, axis<2, 1, 0>) * 2 + 1; }, x);
    agrees_permuted([](auto const& a) { return cast<float>(permute(a, axis<2, 1, 0>)); }, x);
    auto const y = elements_below<float>(11, extents(301, 130, 5));
    agrees_permuted(
        [](auto const& a) {
            return permute(a, axis<2, 1, 0>) -
                   permute(a(slice(0, 1), full_extent, full_extent), axis<2, 1, 0>);
        },
        y);
    // Two operands that go through boxes, of which one does.
    agrees_permuted(
        [](auto const& a) { return permute(a, axis<2, 1, 0>) * permute(a + 1.0f, axis<2, 1, 0>); },
        y);
    auto const cube = elements_below<float>(11, extents(70, 70, 70));
    agrees([](auto const& a) { return a + permute(a, axis<2, 1, 0>); }, cube);
}

TEST(permuted, in_place) {
    auto const x = elements_below<float>(11, extents(12, 1300, 12));
    auto on_host = tw::host_array<float, 3>(x);
    auto on_device = tw::to_device(x);
    on_host = permute(on_host, axis<2, 1, 0>) + on_host;
    on_device = permute(on_device, axis<2, 1, 0>) + on_device;
    auto const all = on_host.elements();
    EXPECT_TRUE(equal(on_device, std::vector<float>(all.begin(), all.end())));
}

}  // namespace
