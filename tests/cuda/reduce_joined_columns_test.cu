// SPDX-License-Identifier: MIT
// Reductions whose outputs have a piece of each row, the pieces of neighbouring outputs lying side
// by side: of every length, number and start. Elements are small integers, so that sums are exact.
#include <twill/half.hpp>
#include <twill/twill.cuh>

#include <algorithm>
#include <cmath>

#include "support/series.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

namespace {

int element(index_t i) { return static_cast<int>(i * 7919 % 31 % 5); }

/// Elements of planes x rows x outputs x joined, from `start` on.
template <class T>
tw::device_array<T, 1> elements(index_t size, index_t start) {
    std::vector<T> x(static_cast<std::size_t>(size + start));
    for (index_t i = 0; i < size + start; ++i)
        x[static_cast<std::size_t>(i)] = static_cast<T>(static_cast<float>(element(i)));
    return to_space(x);
}

/// of(planes x rows x outputs x joined) along rows and the last axis, beside wanted(what an output
/// has).
template <class T, class Of, class Wanted>
void check(Of&& of, Wanted&& wanted, double tolerance = 0) {
    for (index_t const joined : {2, 3, 4, 5, 7, 8, 12, 16, 17, 49, 100, 196, 300})
        for (index_t const outputs : {1, 2, 4, 21, 64, 341, 1000})
            for (index_t const rows : {2, 3, 10, 63, 500})
                for (index_t const planes : {1, 2, 9, 200})
                    for (index_t const start : {0, 1}) {
                        index_t const size = planes * rows * outputs * joined;
                        if (size > 150000)
                            continue;
                        SCOPED_TRACE(std::to_string(planes) + " x " + std::to_string(rows) + " x " +
                                     std::to_string(outputs) + " x " + std::to_string(joined) +
                                     " from " + std::to_string(start));
                        auto const all = elements<T>(size, start);
                        auto const t = reshape(all(tw::slice(start, size + start)), planes, rows,
                                               outputs, joined);
                        auto const got = values(of(t));
                        ASSERT_EQ(got.size(), static_cast<std::size_t>(planes * outputs));
                        for (index_t p = 0; p < planes; ++p)
                            for (index_t n = 0; n < outputs; ++n) {
                                series all_of;
                                for (index_t r = 0; r < rows; ++r)
                                    for (index_t k = 0; k < joined; ++k)
                                        all_of.push_back(element(
                                            start + ((p * rows + r) * outputs + n) * joined + k));
                                ASSERT_NEAR(static_cast<double>(
                                                got[static_cast<std::size_t>(p * outputs + n)]),
                                            wanted(all_of), tolerance)
                                    << "plane " << p << ", output " << n;
                            }
                    }
}

constexpr auto pieces = tw::axis<1, 3>;

TEST(reduce_joined_columns, sums_of_float32) {
    check<float>([](auto const& t) { return tw::evaluate(sum(t, pieces)); }, sum_of);
}
TEST(reduce_joined_columns, sums_of_float64) {
    check<double>([](auto const& t) { return tw::evaluate(sum(t, pieces)); }, sum_of);
}
TEST(reduce_joined_columns, sums_of_float16) {
    check<tw::float16>([](auto const& t) { return tw::evaluate(tw::sum<float>(t, pieces)); },
                       sum_of);
}
TEST(reduce_joined_columns, largest_of_bytes) {
    check<std::uint8_t>([](auto const& t) { return tw::evaluate(max(t, pieces)); }, largest_of);
}
TEST(reduce_joined_columns, variances) {
    check<float>([](auto const& t) { return tw::evaluate(var(t, pieces)); }, variance_of, 1e-4);
}
TEST(reduce_joined_columns, axes_at_run_time) {
    check<float>([](auto const& t) { return tw::evaluate(sum(t * t + t, tw::axes(1, 3))); },
                 [](series const& x) {
                     double sum = 0;
                     for (double const e : x)
                         sum += e * e + e;
                     return sum;
                 });
}

// Positions are counted, so that each output goes its own way.
TEST(reduce_joined_columns, positions) {
    auto const all = elements<float>(64 * 21 * 5, 0);
    auto const t = reshape(all, 64, 21, 5);
    auto const got = values(tw::evaluate(argmax(t, tw::axis<0, 2>)));
    for (index_t n = 0; n < 21; ++n) {
        index_t best = 0;
        auto const at = [&](index_t i) { return element((i / 5 * 21 + n) * 5 + i % 5); };
        for (index_t i = 1; i < 320; ++i)
            if (at(i) > at(best))
                best = i;
        EXPECT_EQ(static_cast<index_t>(got[static_cast<std::size_t>(n)]), best) << n;
    }
}

// So many rows that blocks have parts of them, and so many outputs that a thread has all of its
// rows; results with steps, and the axes of a view.
TEST(reduce_joined_columns, parts_and_steps) {
    struct {
        index_t rows, outputs, joined;
    } const shapes[] = {{40000, 8, 3},  {3000, 341, 3}, {70000, 3, 4},   {20000, 1, 5},
                        {2, 400000, 2}, {2, 300001, 4}, {3, 200000, 4},  {5, 150000, 3},
                        {2, 200001, 3}, {2, 90001, 7},  {4, 150000, 12}, {2, 150001, 8}};
    for (auto const& [rows, outputs, joined] : shapes) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(outputs) + " x " +
                     std::to_string(joined));
        index_t const size = rows * outputs * joined;
        auto const all = elements<float>(size, 0);
        auto const t = reshape(all, rows, outputs, joined);
        tw::device_array<float, 2> result = tw::zeros<float>(outputs, 2);
        result(tw::full_extent, 1) = sum(t, tw::axis<0, 2>);
        auto const got = values(tw::evaluate(reshape(result, -1)));
        for (index_t n = 0; n < outputs; ++n) {
            double want = 0;
            for (index_t r = 0; r < rows; ++r)
                for (index_t k = 0; k < joined; ++k)
                    want += element((r * outputs + n) * joined + k);
            ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(2 * n)]), 0) << n;
            ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(2 * n + 1)]), want) << n;
        }
    }
}

// Of narrow elements that are computed with in wider values a thread holds fewer packets.
template <class T>
void check_wide() {
    struct {
        index_t rows, outputs, joined;
    } const shapes[] = {{2, 400000, 2}, {2, 150001, 8}, {2, 200001, 3}, {3, 400000, 4}};
    for (auto const& [rows, outputs, joined] : shapes) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(outputs) + " x " +
                     std::to_string(joined));
        auto const all = elements<T>(rows * outputs * joined, 0);
        auto const got = values(tw::evaluate(
            sum(tw::cast<double>(reshape(all, rows, outputs, joined)) * 0.5, tw::axis<0, 2>)));
        for (index_t n = 0; n < outputs; ++n) {
            double want = 0;
            for (index_t r = 0; r < rows; ++r)
                for (index_t k = 0; k < joined; ++k)
                    want += element((r * outputs + n) * joined + k);
            ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(n)]), want / 2) << n;
        }
    }
}
TEST(reduce_joined_columns, wide_values_of_float16) { check_wide<tw::float16>(); }
TEST(reduce_joined_columns, wide_values_of_bytes) { check_wide<std::uint8_t>(); }

// The pools of an image, of a view of it, and of one whose channels come last.
TEST(reduce_joined_columns, pools) {
    index_t const high = 96;
    index_t const wide = 180;
    auto const all = elements<float>(high * wide, 0);
    auto const image = reshape(all, high, wide);
    auto const check_pool = [&](auto const& x, index_t from, index_t p, index_t q) {
        SCOPED_TRACE(std::to_string(p) + " by " + std::to_string(q));
        index_t const h = x.extent(0) / p;
        index_t const w = x.extent(1) / q;
        auto const got =
            values(tw::evaluate(mean(reshape(tw::evaluate(x + 0.0f), h, p, w, q), tw::axis<1, 3>)));
        for (index_t i = 0; i < h; ++i)
            for (index_t j = 0; j < w; ++j) {
                double want = 0;
                for (index_t a = 0; a < p; ++a)
                    for (index_t b = 0; b < q; ++b)
                        want += element((i * p + a) * wide + from + j * q + b);
                ASSERT_NEAR(static_cast<double>(got[static_cast<std::size_t>(i * w + j)]),
                            want / static_cast<double>(p * q), 1e-5)
                    << i << ", " << j;
            }
    };
    for (index_t const p : {1, 2, 3, 4, 8})
        for (index_t const q : {2, 3, 4, 5, 9}) {
            check_pool(image, 0, p, q);
            if (90 % q == 0)
                check_pool(image(tw::full_extent, tw::slice(0, 90)), 0, p, q);
        }
}

// Pools of images whose channels come last, all of a view of them or some.
TEST(reduce_joined_columns, pools_of_channels) {
    for (index_t const channels : {1, 3, 4, 6, 8, 16, 33}) {
        index_t const images = 640 / channels + 1;
        index_t const size = images * 32 * 60 * channels;
        auto const all = elements<float>(size + 1, 0);
        for (index_t const start : {0, 1}) {
            SCOPED_TRACE(std::to_string(channels) + " channels from " + std::to_string(start));
            auto const x = all(tw::slice(start, size + start));
            auto const got = values(
                tw::evaluate(sum(reshape(x, images, 16, 2, 20, 3, channels), tw::axis<2, 4>)));
            ASSERT_EQ(got.size(), static_cast<std::size_t>(images * 320 * channels));
            for (index_t i = 0; i < images * 320 * channels; ++i) {
                index_t const c = i % channels;
                index_t const w = i / channels % 20;
                index_t const h = i / channels / 20;
                double want = 0;
                for (index_t a = 0; a < 2; ++a)
                    for (index_t b = 0; b < 3; ++b)
                        want += element(start + ((2 * h + a) * 60 + 3 * w + b) * channels + c);
                ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(i)]), want) << i;
            }
        }
    }
}

}  // namespace
