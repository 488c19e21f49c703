// SPDX-License-Identifier: MIT
// Formulas of operands that are transposed against the result, of elements of one and two bytes:
// extents that end inside a tile and a word, rows that start between words, several such operands,
// and what stands around the target.
#include "support/both_spaces.hpp"

#include <twill/half.hpp>

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
    for (auto const& [rows, columns] : {std::pair<index_t, index_t>{16, 16},
                                        {17, 4099},
                                        {3001, 19},
                                        {64, 64},
                                        {127, 130},
                                        {255, 513},
                                        {300, 776},
                                        {1000, 33}}) {
        SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes, " + std::to_string(rows) + " x " +
                     std::to_string(columns));
        auto const m = elements_below<T>(11, extents(rows, columns));
        agrees([](auto const& a) { return transpose(a) * T(2) + T(1); }, m);
        // Beside one that lies as the result does, and a row and a column.
        agrees(
            [](auto const& a) {
                auto const shape = a.shape();
                return transpose(a) * T(3) - reshape(a, shape[1], shape[0]);
            },
            m);
        agrees([](auto const& a) { return transpose(a) + a(full_extent, 3); }, m);
        agrees([](auto const& a) { return transpose(a + a(5) * T(2)); }, m);
        // Several that are turned; more than a block stages.
        agrees(
            [](auto const& a) {
                return transpose(a) * transpose(a(slice(none, none, -1), full_extent));
            },
            m);
        agrees(
            [](auto const& a) {
                auto const flipped = a(slice(none, none, -1), slice(none, none, -1));
                return transpose(a) + transpose(a(full_extent, slice(none, none, -1))) +
                       transpose(flipped) * T(2) +
                       transpose(a(slice(none, none, -1), full_extent)) * T(3);
            },
            m);
        agrees([](auto const& a) { return transpose(a(full_extent, slice(1))) + T(1); }, m);
        if constexpr (sizeof(T) == 1)
            agrees([](auto const& a) { return transpose(a) > T(4); }, m);
    }
    for (index_t const n : {1, 3, 17}) {
        SCOPED_TRACE(n);
        auto const m = elements_below<T>(11, extents(n, 67, 129));
        agrees([](auto const& a) { return permute(a, tw::axis<2, 0, 1>) + T(1); }, m);
        agrees([](auto const& a) { return permute(a, tw::axis<0, 2, 1>) * T(2); }, m);
        agrees(
            [](auto const& a) {
                auto const shape = a.shape();
                return permute(a, tw::axis<2, 1, 0>) + reshape(a, shape[2], shape[1], shape[0]);
            },
            m);
    }
}

TEST(turned_formulas, bytes) { check<std::uint8_t>(); }
TEST(turned_formulas, shorts) { check<std::int16_t>(); }
TEST(turned_formulas, halves) { check<tw::float16>(); }

// Loops that are no squares, of which a square of tiles has all.
TEST(turned_formulas, beside_its_transpose) {
    auto const m = elements_below<float>(11, extents(1010, 1010));
    agrees(
        [](auto const& a) {
            return a(slice(0, 1000), full_extent) + transpose(a(full_extent, slice(0, 1000)));
        },
        m);
}

// Into their operand.
TEST(turned_formulas, in_place) {
    auto const x = elements_below<std::uint8_t>(11, extents(301, 301));
    auto on_host = tw::host_array<std::uint8_t, 2>(x);
    auto on_device = tw::to_device(x);
    on_host = on_host + transpose(on_host) * std::uint8_t(3);
    on_device = on_device + transpose(on_device) * std::uint8_t(3);
    auto const all = on_host.elements();
    EXPECT_TRUE(equal(on_device, std::vector<std::uint8_t>(all.begin(), all.end())));
}

}  // namespace
