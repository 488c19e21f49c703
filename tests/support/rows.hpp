// SPDX-License-Identifier: MIT
#pragma once

// Many expressions in one kernel: they become the rows of one matrix and are compared with named
// rows of expected values. A test of twenty functions costs one instantiation instead of twenty.

#include <string>
#include <utility>

#include "goldens/golden.hpp"
#include "support/testing.hpp"

namespace twill_test {

/// Calls `body` with a std::type_identity of each type of a list of the goldens.
template <class... T, class Body>
void for_list(twill::goldens::type_list<T...>, Body body) {
    (body(std::type_identity<T>{}), ...);
}

template <class Row, class E>
auto pick_row(Row const&, int, E const& last) {
    return last;
}
template <class Row, class E, class... Rest>
auto pick_row(Row const& row, int i, E const& first, Rest const&... rest) {
    return where(row == i, first, pick_row(row, i + 1, rest...));
}
/// Row i is the i-th expression; all are evaluated everywhere. The row numbers are an array of
/// 8-byte elements, which keeps a kernel over bytes from being unrolled sixteen times.
template <twill::detail::operand... E>
auto rows(E const&... expressions) {
    std::vector<std::int64_t> numbers(sizeof...(E));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<std::int64_t>(i);
    return pick_row(to_space(numbers, twill::extents(sizeof...(E), 1)), 0, expressions...);
}

template <class T>
struct expected_row {
    char const* name;
    std::vector<T> values;
    /// How far an element may be off; `exact` compares the sign of zeros as well.
    std::uint64_t ulps = exact;

    static constexpr std::uint64_t exact = std::numeric_limits<std::uint64_t>::max();
};

/// Compares each row of an expression with its expected values; a shorter row compares its
/// beginning.
template <class X>
void expect_rows(X const& x, std::vector<expected_row<element_t<X>>> const& expected) {
    using T = element_t<X>;
    std::vector<T> const all = values(x);
    auto const extents = x.shape();
    ASSERT_EQ(extents[0], static_cast<twill::index_t>(expected.size()));
    auto at = all.begin();
    for (auto const& row : expected) {
        std::vector<T> const actual(at, at + static_cast<std::ptrdiff_t>(row.values.size()));
        at += extents[1];
        EXPECT_TRUE(compare(actual, row.values, [&](T a, T b) {
            if constexpr (std::is_floating_point_v<T>)
                if (row.ulps != row.exact)
                    return ulps(a, b) <= row.ulps;
            return same(a, b);
        })) << row.name;
    }
}

}  // namespace twill_test
