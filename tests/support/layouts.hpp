// SPDX-License-Identifier: MIT
#pragma once

// One expression over operands that lie in every way, three ways: fused and from evaluated
// operands, and where there is a device there and on the host. Elements are small whole numbers, so
// that every way gives the same bits.

#include <functional>
#include <random>
#include <utility>

#include "support/testing.hpp"

#include <twill/twill.hpp>
#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#endif

namespace twill_test {

/// What a statement gives: a shape and elements as text of no importance but to be compared, or
/// that it throws.
struct outcome {
    shape_vector shape;
    std::vector<double> elements;
    bool throws = false;
    friend bool operator==(outcome const& a, outcome const& b) {
        return a.throws == b.throws && a.shape == b.shape &&
               a.elements.size() == b.elements.size() &&
               std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), same<double>);
    }
};
inline std::ostream& operator<<(std::ostream& to, outcome const& x) {
    if (x.throws)
        return to << "throws";
    to << "shape " << ::testing::PrintToString(x.shape) << ":";
    for (std::size_t i = 0; i < x.elements.size() && i < 12; ++i)
        to << " " << x.elements[i];
    return to;
}
template <class F>
outcome outcome_of(F const& statement) {
    outcome result;
    try {
        auto const made = twill::to_host(twill::evaluate(statement()));
        result.shape = shape(made);
        for (auto const& x : made.elements())
            result.elements.push_back(static_cast<double>(x));
    } catch (twill::error const&) {
        result.throws = true;
    }
    return result;
}

template <class T, class Space>
using window = twill::view<T const, 2, Space>;

struct named_layout {
    char const* name;
    int number;
};
inline constexpr named_layout layouts[] = {
    {"contiguous", 0}, {"misaligned", 1}, {"reversed", 2},    {"stepped", 3},    {"transposed", 4},
    {"one row", 5},    {"one column", 6}, {"one element", 7}, {"back and up", 8}};

template <class T, class Space, class X>
window<T, Space> stretched(X const& x, twill::extents<2> const& shape) {
    auto const all = broadcast_to(x, shape);
    return {all.storage, all.data, all.layout};
}
/// A window of n rows and m columns into elements that have room for it.
template <class T, class Space>
window<T, Space> lay(twill::array<T, 2, Space> const& from, int layout, twill::index_t n,
                     twill::index_t m) {
    using twill::slice;
    twill::extents<2> const shape(n, m);
    switch (layout) {
        case 1:
            return from(slice(1, n + 1), slice(1, m + 1));
        case 2:
            return from(slice(n, 0, -1), slice(m, 0, -1));
        case 3:
            return from(slice(1, 2 * n + 1, 2), slice(0, 2 * m, 2));
        case 4:
            return transpose(from(slice(0, m), slice(1, n + 1)));
        case 5:
            return stretched<T, Space>(from(slice(1, 2), slice(0, m)), shape);
        case 6:
            return stretched<T, Space>(from(slice(0, n), slice(2, 3)), shape);
        case 7:
            return stretched<T, Space>(from(slice(2, 3), slice(3, 4)), shape);
        case 8:
            return transpose(from(slice(2 * m, 0, -2), slice(0, n)));
        default: {
            // Of a contiguous copy, which the window holds.
            twill::array<T, 2, Space> const own = from(slice(0, n), slice(0, m));
            return own(twill::full_extent, twill::full_extent);
        }
    }
}

template <class T>
twill::host_array<T, 2> base_elements(twill::index_t n, unsigned seed) {
    twill::host_array<T, 2> x(twill::extents(2 * n + 3, 2 * n + 3));
    std::mt19937 random(seed);
    for (T& e : x.elements())
        e = static_cast<T>(static_cast<int>(random() % 13) - 6);
    return x;
}

/// Compares the ways for one shape and two layouts.
template <class T, class Space, class F>
outcome conforms_on(F const& f, window<T, Space> const& x, window<T, Space> const& y) {
    using twill::full_extent;
    auto const at_once = outcome_of([&] { return f(x, y); });
    twill::array<T, 2, Space> const own_x = x, own_y = y;
    window<T, Space> const px = own_x(full_extent, full_extent);
    window<T, Space> const py = own_y(full_extent, full_extent);
    EXPECT_EQ(at_once, outcome_of([&] { return f(px, py); })) << "evaluated operands";
    twill::array<T, 2, Space> const own = x * T(2) + y;
    window<T, Space> const made = own(full_extent, full_extent);
    auto const fused = outcome_of([&] { return f(x * T(2) + y, y); });
    EXPECT_EQ(fused, outcome_of([&] { return f(made, py); })) << "an expression as the operand";
    outcome both = at_once;
    both.elements.insert(both.elements.end(), fused.elements.begin(), fused.elements.end());
    return both;
}
template <class T, class F>
void conforms_once(F const& f, int layout_x, int layout_y, twill::index_t n, twill::index_t m) {
    SCOPED_TRACE(std::string(layouts[layout_x].name) + " and " + layouts[layout_y].name + ", " +
                 std::to_string(n) + " x " + std::to_string(m));
    auto const a = base_elements<T>(n > m ? n : m, 1), b = base_elements<T>(n > m ? n : m, 2);
    auto const on_host =
        conforms_on<T, twill::host_space>(f, lay(a, layout_x, n, m), lay(b, layout_y, n, m));
#if defined(__CUDACC__)
    auto const c = twill::to_device(a), d = twill::to_device(b);
    EXPECT_EQ(on_host, (conforms_on<T, twill::device_space>(f, lay(c, layout_x, n, m),
                                                            lay(d, layout_y, n, m))))
        << "device and host";
#else
    (void)on_host;
#endif
}

/// Every layout of either operand, sizes 0 and 1, and a seeded sweep of sizes and layouts.
template <class T = int, class F>
void conforms(F const& f) {
    constexpr int count = static_cast<int>(std::size(layouts));
    for (int k = 0; k < count && !::testing::Test::HasFailure(); ++k) {
        conforms_once<T>(f, k, 0, 37, 41);
        conforms_once<T>(f, 0, k, 33, 64);
    }
    for (auto const& [n, m] : {std::pair(1, 41), {37, 1}, {1, 1}, {0, 5}, {5, 0}, {0, 0}})
        if (!::testing::Test::HasFailure())
            conforms_once<T>(f, 1, 4, n, m);
    std::mt19937 random(7);
    for (int i = 0; i < 8 && !::testing::Test::HasFailure(); ++i) {
        int const x = static_cast<int>(random() % count), y = static_cast<int>(random() % count);
        auto const n = static_cast<twill::index_t>(random() % 100);
        conforms_once<T>(f, x, y, n, static_cast<twill::index_t>(random() % 100));
    }
}

}  // namespace twill_test
