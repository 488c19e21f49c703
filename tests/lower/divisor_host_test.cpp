// SPDX-License-Identifier: MIT
// Quotients by numbers known before, at the multiples of each and beside them.
#include <gtest/gtest.h>

#include "twill/lower/divisor.hpp"

namespace tw = twill;
using tw::detail::fixed_divisor;

namespace {

constexpr unsigned most = 0x7fffffff;

void check(unsigned by) {
    fixed_divisor const d = fixed_divisor::of(by);
    auto const right = [&](unsigned x) { return d.divide(x) == x / by; };
    for (unsigned x : {0u, 1u, by - 1, by, most - 1, most, most / by * by, most / by * by - 1})
        ASSERT_TRUE(right(x & most)) << (x & most) << " / " << by;
    unsigned x = by;
    for (int k = 0; k < 40; ++k) {
        x = (x * 1664525u + 1013904223u) & most;
        unsigned const multiple = x / by * by;
        ASSERT_TRUE(right(x) && right(multiple)) << x << " / " << by;
        ASSERT_TRUE(multiple == 0 || right(multiple - 1)) << multiple << " - 1, / " << by;
    }
}

TEST(fixed_divisor, small_ones) {
    for (unsigned by = 1; by < 70000; ++by)
        check(by);
}
TEST(fixed_divisor, large_ones) {
    for (int bit = 16; bit < 31; ++bit)
        for (unsigned by : {(1u << bit) - 1, 1u << bit, (1u << bit) + 1})
            check(by);
    check(most - 1);
    check(most);
    for (unsigned by = 70000; by < most - 104729 * 7; by += 104729 * 7)
        check(by);
}

}  // namespace
