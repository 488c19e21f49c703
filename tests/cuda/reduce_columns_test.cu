// SPDX-License-Identifier: MIT
// Reductions that keep the last axis, where rows start at any place in a packet: odd rows, slices,
// axes in the middle. Every element and every output, against a loop.
#include <twill/twill.cuh>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

int element(tw::index_t i) { return static_cast<int>(i * 7919 % 113); }

/// Columns [from, from + columns) of an array of `pitch` columns that starts `skipped` elements
/// into its block, reduced along the middle axis.
struct slab {
    tw::index_t outer, rows, columns, from, pitch, skipped;
};

template <class T>
auto make(slab const& s) {
    tw::index_t const size = s.outer * s.rows * s.pitch;
    array<T> all = tw::cast<T>(tw::arange(size + s.skipped) * 7919 % 113);
    auto const x = reshape(all(tw::slice(s.skipped, tw::none)), s.outer, s.rows, s.pitch);
    return x(tw::full_extent, tw::full_extent, tw::slice(s.from, s.from + s.columns));
}

/// of(output, its elements) for every output.
template <class Check>
void for_each_output(slab const& s, Check&& check) {
    std::vector<int> line(static_cast<std::size_t>(s.rows));
    for (tw::index_t o = 0; o < s.outer; ++o)
        for (tw::index_t c = 0; c < s.columns; ++c) {
            for (tw::index_t r = 0; r < s.rows; ++r)
                line[static_cast<std::size_t>(r)] =
                    element(s.skipped + (o * s.rows + r) * s.pitch + s.from + c);
            if (!check(static_cast<std::size_t>(o * s.columns + c), line))
                return;
        }
}

std::vector<slab> const slabs = {
    {1, 1, 7, 0, 7, 0},         {1, 3, 5, 0, 5, 1},          {1, 1000, 7, 0, 7, 0},
    {1, 513, 1023, 0, 1023, 0}, {1, 513, 1023, 0, 1023, 3},  {1, 300, 1021, 2, 1024, 0},
    {1, 301, 255, 0, 255, 2},   {1, 70, 33333, 0, 33333, 1}, {1, 4001, 251, 1, 253, 0},
    {5, 127, 255, 0, 255, 0},   {40, 33, 67, 0, 67, 1},      {300, 9, 1022, 1, 1025, 0},
    {3, 1025, 510, 0, 510, 0},  {7, 64, 256, 0, 256, 1},     {2, 2, 253, 0, 253, 0},
    {46000, 2, 9, 0, 9, 1},     {34000, 3, 16, 0, 16, 0},    {1, 100003, 3, 0, 3, 0},
    {1, 40001, 7, 0, 7, 0},     {1, 5003, 63, 0, 63, 0},     {1, 9999, 41, 0, 41, 0},
};
std::string name(slab const& s) {
    return std::to_string(s.outer) + " x " + std::to_string(s.rows) + " x " +
           std::to_string(s.columns) + " of " + std::to_string(s.pitch) + " from " +
           std::to_string(s.from) + ", " + std::to_string(s.skipped) + " skipped";
}

template <class T>
void sums() {
    for (slab const& s : slabs) {
        SCOPED_TRACE(name(s));
        auto const x = make<T>(s);
        auto const got = values(sum(x, tw::axis<1>));
        for_each_output(s, [&](std::size_t o, std::vector<int> const& line) {
            int want = 0;
            for (int const v : line)
                want += v;
            EXPECT_EQ(static_cast<double>(got[o]), want) << "output " << o;
            return static_cast<double>(got[o]) == want;
        });
    }
}
TEST(reduce_columns, sums_of_floats) { sums<float>(); }
TEST(reduce_columns, sums_of_bytes) { sums<std::uint8_t>(); }

// The first of equal ones wins, also where a row comes element by element.
TEST(reduce_columns, positions) {
    for (slab const& s : slabs) {
        SCOPED_TRACE(name(s));
        auto const got = values(argmax(make<float>(s), tw::axis<1>));
        for_each_output(s, [&](std::size_t o, std::vector<int> const& line) {
            auto const want = std::max_element(line.begin(), line.end()) - line.begin();
            EXPECT_EQ(got[o], want) << "output " << o;
            return got[o] == want;
        });
    }
}

// Two operands, and accumulators that start near an element.
TEST(reduce_columns, deviations_of_a_difference) {
    for (slab const& s : slabs) {
        SCOPED_TRACE(name(s));
        auto const x = make<float>(s);
        auto const got = values(var(x - make<float>(s) * 3.0f + 1000.0f, tw::axis<1>));
        for_each_output(s, [&](std::size_t o, std::vector<int> const& line) {
            double mean = 0;
            for (int const v : line)
                mean += v;
            mean /= static_cast<double>(line.size());
            double want = 0;
            for (int const v : line)
                want += 4 * (v - mean) * (v - mean);
            want /= static_cast<double>(line.size());
            EXPECT_NEAR(got[o], want, 1e-4 * want + 1e-3) << "output " << o;
            return std::abs(got[o] - want) <= 1e-4 * want + 1e-3;
        });
    }
}

// No kernel for columns is compiled where the last axis is known to be reduced; it may have one
// element.
TEST(reduce_columns, none_where_the_last_axis_is_reduced) {
    auto const counted = [](tw::index_t n) {
        array<float> a = tw::cast<float>(tw::arange(n) % 113);
        return a;
    };
    for (tw::index_t const rows : {1, 3, 1000, 70001}) {
        auto const one = counted(rows);
        array<float, 2> const m = reshape(one, rows, 1);
        EXPECT_EQ(values(sum(m, tw::axis<1>)), values(one));
        EXPECT_EQ(values(argmax(m, tw::axis<1>)),
                  std::vector<tw::index_t>(static_cast<std::size_t>(rows)));
        array<float, 3> const t = reshape(counted(rows * 7), rows, 7, 1);
        array<float, 2> const flat = reshape(counted(rows * 7), rows, 7);
        EXPECT_EQ(values(sum(t, tw::axis<0, 2>)), values(sum(flat, tw::axes(0))));
        EXPECT_EQ(values(max(t, tw::axis<2>)), values(t));
    }
    array<float, 3> const none(tw::extents(3, 0, 1));
    EXPECT_EQ(values(sum(none, tw::axis<1, 2>)), std::vector<float>(3));
}

}  // namespace
