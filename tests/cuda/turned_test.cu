// SPDX-License-Identifier: MIT
// Operands that are transposed against what they are assigned to and move unchanged, of elements of
// every size: extents that end inside a tile and a word, rows that start between words on either
// side, and what stands around the target.
#include "support/testing.hpp"

#include <twill/twill.hpp>

namespace tw = twill;
using namespace twill_test;
using tw::extents;
using tw::full_extent;
using tw::index_t;
using tw::none;
using tw::slice;

namespace {

template <class T, int Rank>
tw::host_array<T, Rank> elements(extents<Rank> const& shape) {
    tw::host_array<T, Rank> x(shape);
    index_t i = 0;
    for (T& e : x.elements())
        e = static_cast<T>(static_cast<int>(i++ * 7919 % 251 % 127));
    return x;
}

/// An expression of an array on the device and on the host, and the same assigned to the middle of
/// an array of ones.
template <class F, class X>
void moves(F const& expression, X const& x) {
    using T = typename X::value_type;
    auto const on_host = tw::evaluate(expression(x));
    auto const given = tw::to_device(x);
    auto const expected = on_host.elements();
    std::vector<T> const want(expected.begin(), expected.end());
    EXPECT_TRUE(equal(expression(given), want));
    if constexpr (std::is_same_v<X, tw::host_array<T, 2>>) {
        auto const shape = on_host.shape();
        tw::host_array<T, 2> framed = tw::full(extents(shape[0] + 2, shape[1] + 3), T{1});
        tw::device_array<T, 2> target = tw::to_device(framed);
        auto const inside = [](auto& a) { return a(slice(1, -1), slice(1, -2)); };
        inside(framed) = expression(x);
        inside(target) = expression(given);
        auto const all = framed.elements();
        EXPECT_TRUE(equal(target, std::vector<T>(all.begin(), all.end())));
    }
}

template <class T>
void check() {
    auto const turned = [](auto const& a) { return transpose(a); };
    for (auto const& [rows, columns] : {std::pair<index_t, index_t>{16, 16},
                                        {17, 4099},
                                        {3001, 19},
                                        {64, 64},
                                        {127, 130},
                                        {256, 512},
                                        {255, 513},
                                        {301, 777},
                                        {1000, 33},
                                        {48, 1024},
                                        {131, 64}}) {
        SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes, " + std::to_string(rows) + " x " +
                     std::to_string(columns));
        auto const m = elements<T>(extents(rows, columns));
        moves(turned, m);
        moves([](auto const& a) { return transpose(a(full_extent, slice(1))); }, m);
        moves([](auto const& a) { return transpose(a(slice(1), slice(none, -3))); }, m);
        moves([](auto const& a) { return transpose(a(slice(none, none, -1), full_extent)); }, m);
        moves([](auto const& a) { return transpose(a(full_extent, slice(none, none, -1))); }, m);
    }
    for (index_t const n : {1, 3, 17}) {
        SCOPED_TRACE(n);
        auto const m = elements<T>(extents(n, 67, 129));
        moves([](auto const& a) { return permute(a, tw::axis<2, 0, 1>); }, m);
        moves([](auto const& a) { return permute(a, tw::axis<0, 2, 1>); }, m);
        moves([](auto const& a) { return permute(a, tw::axis<2, 1, 0>); }, m);
    }
    auto const four = elements<T>(extents(3, 20, 5, 70));
    moves([](auto const& a) { return permute(a, tw::axis<0, 3, 2, 1>); }, four);
    moves([](auto const& a) { return permute(a, tw::axis<3, 2, 1, 0>); }, four);
    moves([](auto const& a) { return permute(a, tw::axis<2, 3, 0, 1>); }, four);
}

TEST(turned, bytes) { check<std::uint8_t>(); }
TEST(turned, shorts) { check<std::int16_t>(); }
TEST(turned, words) { check<float>(); }
TEST(turned, doubles) { check<double>(); }

}  // namespace
