// SPDX-License-Identifier: MIT
// Operands that are transposed against what they are assigned to and move unchanged, of elements of
// every size: extents that end inside a tile and a word, rows that start between words on either
// side, and what stands around the target.
#include "support/both_spaces.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::extents;
using tw::full_extent;
using tw::index_t;
using tw::none;
using tw::slice;

namespace {

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
        auto const m = elements_below<T>(127, extents(rows, columns));
        agrees(turned, m);
        agrees([](auto const& a) { return transpose(a(full_extent, slice(1))); }, m);
        agrees([](auto const& a) { return transpose(a(slice(1), slice(none, -3))); }, m);
        agrees([](auto const& a) { return transpose(a(slice(none, none, -1), full_extent)); }, m);
        agrees([](auto const& a) { return transpose(a(full_extent, slice(none, none, -1))); }, m);
        agrees(
            [](auto const& a) {
                return transpose(a(slice(none, none, -1), slice(none, none, -1)));
            },
            m);
    }
    for (index_t const n : {1, 3, 17}) {
        SCOPED_TRACE(n);
        auto const m = elements_below<T>(127, extents(n, 67, 129));
        agrees([](auto const& a) { return permute(a, tw::axis<2, 0, 1>); }, m);
        agrees([](auto const& a) { return permute(a, tw::axis<0, 2, 1>); }, m);
        agrees([](auto const& a) { return permute(a, tw::axis<2, 1, 0>); }, m);
    }
    auto const four = elements_below<T>(127, extents(3, 20, 5, 70));
    agrees([](auto const& a) { return permute(a, tw::axis<0, 3, 2, 1>); }, four);
    agrees([](auto const& a) { return permute(a, tw::axis<3, 2, 1, 0>); }, four);
    agrees([](auto const& a) { return permute(a, tw::axis<2, 3, 0, 1>); }, four);
}

TEST(turned, bytes) { check<std::uint8_t>(); }
TEST(turned, shorts) { check<std::int16_t>(); }
TEST(turned, words) { check<float>(); }
TEST(turned, doubles) { check<double>(); }

}  // namespace
