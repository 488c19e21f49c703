// SPDX-License-Identifier: MIT
// Every kernel of the device beside the host's loops, at sizes that end inside a packet, a tile or
// a block: the same expressions over the same elements, which are exact in every order.
#include "support/testing.hpp"

#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#include <twill/twill.hpp>

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::newaxis;
using tw::none;
using tw::slice;

namespace {

/// Small whole numbers that do not repeat in any power of two.
template <class T, int Rank>
tw::host_array<T, Rank> elements(extents<Rank> const& shape, tw::index_t seed = 0) {
    tw::host_array<T, Rank> x(shape);
    tw::index_t i = seed;
    for (T& e : x.elements()) {
        e = static_cast<T>(static_cast<int>(i * 7919 % 101 % 13) - 6);
        ++i;
    }
    return x;
}

template <class E>
std::vector<element_t<E>> values_on_host(E const& x) {
    auto const made = tw::evaluate<tw::host_space>(x);
    return {made.elements().begin(), made.elements().end()};
}

/// What an expression gives on the device and on the host.
template <class F, class... X>
void same_on_both(F const& expression, X const&... x) {
    EXPECT_TRUE(equal(expression(tw::to_device(x)...), values_on_host(expression(x...))));
}
TEST(strategies, flat) {
    for (tw::index_t const n : {1, 3, 4, 5, 31, 257, 100003}) {
        SCOPED_TRACE(n);
        same_on_both([](auto const& a, auto const& b) { return a * 3 + b; },
                     elements<int>(extents(n)), elements<int>(extents(n), 5));
    }
    // Operands that are not aligned to each other.
    same_on_both([](auto const& a) { return a(slice(1)) - a(slice(none, -1)); },
                 elements<int>(extents(4099)));
}

TEST(strategies, strided) {
    for (tw::index_t const n : {1, 5, 33, 64, 130}) {
        SCOPED_TRACE(n);
        auto const m = elements<int>(extents(65, n));
        same_on_both([](auto const& a, auto const& b) { return a(slice(1), full_extent) + b; }, m,
                     elements<int>(extents(n), 3));
        same_on_both(
            [](auto const& a, auto const& b) {
                return a(full_extent, slice(1, none, 2)) * 2 -
                       b(slice(none, none, -1), slice(1, none, 2));
            },
            m, elements<int>(extents(65, n), 3));
    }
}

TEST(strategies, tiled) {
    for (tw::index_t const n : {1, 31, 65, 200}) {
        SCOPED_TRACE(n);
        same_on_both([](auto const& a) { return a - 2 * transpose(a); },
                     elements<int>(extents(n, n)));
        same_on_both([](auto const& a, auto const& b) { return transpose(a) + b; },
                     elements<int>(extents(n, 77)), elements<int>(extents(77, n), 9));
    }
}

// Tiles of bytes are larger, and rows of odd lengths begin between their packets.
TEST(strategies, tiled_bytes) {
    using byte = std::uint8_t;
    for (tw::index_t const n : {1, 31, 127, 128, 129, 260, 391}) {
        SCOPED_TRACE(n);
        same_on_both([](auto const& a) { return transpose(a); }, elements<byte>(extents(n, n)));
        same_on_both([](auto const& a) { return a + transpose(a); }, elements<byte>(extents(n, n)));
        for (tw::index_t const rows : {77, 132, 259}) {
            auto const m = elements<byte>(extents(n, rows));
            same_on_both([](auto const& a) { return transpose(a); }, m);
            same_on_both([](auto const& a, auto const& b) { return transpose(a) * b; }, m,
                         elements<byte>(extents(rows, n), 9));
            same_on_both([](auto const& a) { return transpose(a(full_extent, slice(1))); }, m);
            same_on_both([](auto const& a) { return tw::cast<float>(transpose(a)); }, m);
        }
        same_on_both([](auto const& a) { return permute(a, tw::axis<2, 0, 1>); },
                     elements<byte>(extents(5, n, 130)));
    }
}

TEST(strategies, reduce) {
    for (tw::index_t const n : {1, 7, 1001, 1000003}) {
        SCOPED_TRACE(n);
        auto const v = elements<float>(extents(n));
        same_on_both([](auto const& a) { return sum(a); }, v);
        same_on_both([](auto const& a) { return argmax(a); }, v);
        same_on_both([](auto const& a) { return max(a); }, v);
    }
    auto v = elements<float>(extents(100003));
    v[100002] = NAN;
    same_on_both([](auto const& a) { return max(a); }, v);
    for (auto const& shape : {extents(3, 70001), extents(70001, 3), extents(513, 515)}) {
        SCOPED_TRACE(shape[0]);
        auto const m = elements<float>(shape);
        same_on_both([](auto const& a) { return sum(a, axis<1>); }, m);
        same_on_both([](auto const& a) { return sum(a, axis<0>); }, m);
    }
}

TEST(strategies, rows) {
    for (tw::index_t const n : {1, 5, 33, 127, 1000, 5001, 40001}) {
        SCOPED_TRACE(n);
        auto const m = elements<float>(extents(7, n));
        same_on_both([](auto const& a) { return a - sum(a, axis<1>, tw::keepdims); }, m);
        same_on_both([](auto const& a) { return a * 2.0f - max(a, axis<1>, tw::keepdims); }, m);
    }
}

TEST(strategies, scan) {
    for (tw::index_t const n : {1, 6, 129, 1000, 70001, 1000003}) {
        SCOPED_TRACE(n);
        auto const m = elements<float>(extents(3, n));
        same_on_both([](auto const& a) { return cumsum(a, axis<1>); }, m);
    }
    // Many rows, of several steps of a warp each.
    same_on_both([](auto const& a) { return cumsum(a, axis<1>); },
                 elements<float>(extents(6007, 1207)));
    same_on_both([](auto const& a) { return cumsum(a, axis<0>); },
                 elements<float>(extents(5003, 37)));
}

}  // namespace
