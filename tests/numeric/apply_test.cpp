// SPDX-License-Identifier: MIT
// apply_along_axis, by values of NumPy's.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif
#include <twill/numeric.hpp>

namespace tw = twill;
using tw::axis;
using tw::extents;
using namespace twill_test;

namespace {

TEST(apply_along_axis, to_numbers) {
    auto const t = counted(extents(2, 3, 4));
    auto const range = [](auto const& line) { return max(line) - min(line) + line(0); };
    EXPECT_EQ(tw::apply_along_axis(range, axis<1>, t).shape(), extents(2, 4));
    EXPECT_TRUE(equal(tw::apply_along_axis(range, axis<1>, t), {8, 9, 10, 11, 20, 21, 22, 23}));
    EXPECT_TRUE(
        equal(tw::apply_along_axis(range, 0, t), {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
    EXPECT_TRUE(equal(tw::apply_along_axis(range, tw::axes(-1), t), {3, 7, 11, 15, 19, 23}));
    EXPECT_TRUE(equal(tw::apply_along_axis(range, axis<0>, counted(extents(5))), {4}));
    // What is no element of the operand's type, once a line.
    int calls = 0;
    auto const count = [&](tw::view<int const, 1, space> const& line) {
        ++calls;
        return 0.5 * static_cast<double>(line.extent(0));
    };
    EXPECT_TRUE(equal(tw::apply_along_axis(count, axis<2>, t), {2.0, 2.0, 2.0, 2.0, 2.0, 2.0}));
    EXPECT_EQ(calls, 6);
}

TEST(apply_along_axis, to_arrays) {
    auto const t = counted(extents(2, 3, 4));
    auto const differences = [](auto const& line) { return tw::diff(line) * 10 + line(0); };
    auto const d = tw::apply_along_axis(differences, axis<1>, t);
    EXPECT_EQ(d.shape(), extents(2, 2, 4));
    EXPECT_TRUE(equal(d, {40, 41, 42, 43, 40, 41, 42, 43, 52, 53, 54, 55, 52, 53, 54, 55}));
    auto const itself = [](auto const& line) -> auto const& { return line; };
    EXPECT_EQ(values(tw::apply_along_axis(itself, axis<1>, t)), values(t + 0));
    auto const backwards = [](auto const& line) { return tw::evaluate(flip(line)); };
    EXPECT_TRUE(equal(tw::apply_along_axis(backwards, axis<0>, t), values(flip(t, axis<0>))));
    auto const table = [](auto const& line) {
        return line(tw::full_extent, tw::newaxis) * tw::arange(1, 3);
    };
    auto const m = counted(extents(2, 3));
    auto const first = tw::apply_along_axis(table, axis<0>, m);
    EXPECT_EQ(first.shape(), extents(2, 2, 3));
    EXPECT_TRUE(equal(first, {0, 1, 2, 0, 2, 4, 3, 4, 5, 6, 8, 10}));
    EXPECT_TRUE(
        equal(tw::apply_along_axis(table, axis<1>, m), {0, 0, 1, 2, 2, 4, 3, 6, 4, 8, 5, 10}));
}

TEST(apply_along_axis, of_any_layout) {
    auto const m = counted(extents(3, 4));
    auto const first = [](auto const& line) { return line(0) + sum(line) * 100; };
    EXPECT_TRUE(equal(tw::apply_along_axis(first, axis<0>, transpose(m)), {600, 2204, 3808}));
    EXPECT_TRUE(equal(tw::apply_along_axis(first, axis<1>, flip(m, axis<1>)), {603, 2207, 3811}));
    EXPECT_TRUE(equal(tw::apply_along_axis(first, axis<1>, m + 1), {1001, 2605, 4209}));
    EXPECT_TRUE(
        equal(tw::apply_along_axis(first, axis<1>, broadcast_to(to_space({1, 2}), extents(2, 2))),
              {301, 301}));
}

TEST(apply_along_axis, errors) {
    auto const m = counted(extents(3, 4));
    auto const total = [](auto const& line) { return sum(line); };
    EXPECT_THROW((void)tw::apply_along_axis(total, axis<1>, array<int, 2>(0, 3)), tw::shape_error);
    EXPECT_TRUE(equal(tw::apply_along_axis(total, axis<0>, array<int, 2>(0, 3)),
                      std::vector<std::int64_t>{0, 0, 0}));
    EXPECT_THROW((void)tw::apply_along_axis(total, 2, m), tw::axis_error);
    tw::index_t n = 0;
    auto const longer = [&](auto const& line) { return line(tw::slice(0, ++n)); };
    try {
        (void)tw::apply_along_axis(longer, axis<1>, m);
        FAIL() << "one element and two";
    } catch (tw::shape_error const& e) {
        EXPECT_NE(std::string(e.what()).find("returns shapes (1,) and (2,)"), std::string::npos);
        EXPECT_NE(std::string(e.what()).find("apply_test.cpp"), std::string::npos) << e.what();
    }
}

}  // namespace
