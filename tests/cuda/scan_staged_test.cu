// SPDX-License-Identifier: MIT
// Scans of few columns and of rows that start between packets, whose tiles pass through shared
// memory: tiles that end within a line, at its end and beyond, and what they leave to others.
#include <twill/half.hpp>
#include <twill/scan.cuh>
#include <twill/twill.cuh>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

using tw::index_t;

/// Small numbers, so that sums are exact in any type that holds them.
template <class T>
std::vector<T> digits_of(index_t count) {
    std::vector<T> x(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<T>(i * 7919 % 5);
    return x;
}

/// combine(before, x) along the middle axis.
template <class Sum, class T, class Combine>
std::vector<Sum> scanned(std::vector<T> const& x, tw::extents<3> const& shape, Combine&& combine) {
    std::vector<Sum> result(x.size());
    index_t const inner = shape[2];
    for (index_t i = 0; i < shape.size(); ++i) {
        auto const at = static_cast<std::size_t>(i);
        Sum const own = static_cast<Sum>(x[at]);
        result[at] = i / inner % shape[1] == 0
                         ? own
                         : combine(result[static_cast<std::size_t>(i - inner)], own);
    }
    return result;
}

std::vector<tw::extents<3>> const shapes = {
    tw::extents(1, 1, 2),       tw::extents(1, 5, 3),     tw::extents(1, 4095, 2),
    tw::extents(1, 4097, 1),    tw::extents(1, 10000, 2), tw::extents(1, 100000, 3),
    tw::extents(1, 70001, 4),   tw::extents(1, 30011, 5), tw::extents(1, 20003, 7),
    tw::extents(1, 20000, 8),   tw::extents(2, 9001, 10), tw::extents(3, 5003, 15),
    tw::extents(5, 777, 16),    tw::extents(700, 3, 31),  tw::extents(7, 129, 32),
    tw::extents(9, 250, 33),    tw::extents(1, 9001, 33), tw::extents(2, 4099, 70),
    tw::extents(1000, 5, 3),    tw::extents(4099, 10, 1), tw::extents(300, 333, 1),
    tw::extents(130, 1001, 1),  tw::extents(31, 4099, 1), tw::extents(17, 16383, 1),
    tw::extents(3, 100003, 1),  tw::extents(257, 31, 1),  tw::extents(5, 2047, 2),
    tw::extents(1, 3000001, 3), tw::extents(64, 4095, 1)};

template <class T, class Sum>
void check_sums() {
    for (auto const& shape : shapes) {
        SCOPED_TRACE(testing::PrintToString(std::vector<index_t>(shape.values, shape.values + 3)));
        auto const x = digits_of<T>(shape.size());
        auto const a = reshape(to_space(x), shape[0], shape[1], shape[2]);
        auto const want = scanned<Sum>(x, shape, [](Sum p, Sum q) { return p + q; });
        ASSERT_TRUE(values(tw::cumsum(a, tw::axis<1>)) == want);
    }
}

TEST(scan_staged, sums_of_int) { check_sums<std::int32_t, std::int64_t>(); }
TEST(scan_staged, sums_of_bytes) { check_sums<std::uint8_t, std::uint64_t>(); }
TEST(scan_staged, sums_of_float) { check_sums<float, float>(); }
TEST(scan_staged, sums_of_double) { check_sums<double, double>(); }

TEST(scan_staged, greatest_so_far_and_products) {
    for (auto const& shape : shapes) {
        SCOPED_TRACE(testing::PrintToString(std::vector<index_t>(shape.values, shape.values + 3)));
        std::vector<float> x(static_cast<std::size_t>(shape.size()));
        for (std::size_t i = 0; i < x.size(); ++i)  // negative: nothing may be taken for a 0
            x[i] = -1.0f - static_cast<float>(i * 7919 % 1013);
        auto const a = reshape(to_space(x), shape[0], shape[1], shape[2]);
        ASSERT_TRUE(values(tw::cummax(a, tw::axis<1>)) ==
                    scanned<float>(x, shape, [](float p, float q) { return p > q ? p : q; }));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = i % 3 == 0 ? -1.0f : 1.0f;
        auto const b = reshape(to_space(x), shape[0], shape[1], shape[2]);
        ASSERT_TRUE(values(tw::cumprod(b, tw::axis<1>)) ==
                    scanned<float>(x, shape, [](float p, float q) { return p * q; }));
    }
}
TEST(scan_staged, computed_operands_and_targets_in_place) {
    for (auto const& shape : {tw::extents(1, 20003, 3), tw::extents(77, 333, 1)}) {
        auto const x = digits_of<float>(shape.size());
        auto a = tw::device_array<float, 3>(reshape(to_space(x), shape[0], shape[1], shape[2]));
        auto doubled = x;
        for (float& value : doubled)
            value = value * 2 + 1;
        auto const want = scanned<float>(doubled, shape, [](float p, float q) { return p + q; });
        EXPECT_TRUE(values(tw::cumsum(a * 2.0f + 1.0f, tw::axis<1>)) == want);
        a = tw::cumsum(a * 2.0f + 1.0f, tw::axis<1>);
        EXPECT_TRUE(values(a) == want);
    }
}
TEST(scan_staged, halves_in_float) {
    for (auto const& shape : {tw::extents(1, 5001, 3), tw::extents(90, 37, 1)}) {
        std::vector<tw::float16> x(static_cast<std::size_t>(shape.size()));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<tw::float16>(i % 7 == 0 ? 0.25f : 0.0f);
        auto const a = reshape(to_space(x), shape[0], shape[1], shape[2]);
        auto const got = values(tw::cumsum<float>(a, tw::axis<1>));
        EXPECT_TRUE(got == scanned<float>(x, shape, [](float p, float q) { return p + q; }));
    }
}
TEST(scan_staged, views_have_their_own_ways) {
    auto const shape = tw::extents(4, 1001, 6);
    auto const x = digits_of<std::int32_t>(shape.size());
    auto const a = tw::device_array<std::int32_t, 3>(reshape(to_space(x), 4, 1001, 6));
    auto const part = a(tw::full_extent, tw::full_extent, tw::slice(1, 4));
    tw::device_array<std::int32_t, 3> const copied = part;
    EXPECT_TRUE(values(tw::cumsum(part, tw::axis<1>)) == values(tw::cumsum(copied, tw::axis<1>)));
    auto const from_one = reshape(a, 4 * 1001 * 6)(tw::slice(1, 24001));
    tw::device_array<std::int32_t> const flat = from_one;
    EXPECT_TRUE(values(tw::cumsum(reshape(from_one, 8000, 3), tw::axis<0>)) ==
                values(tw::cumsum(reshape(flat, 8000, 3), tw::axis<0>)));
}

}  // namespace
