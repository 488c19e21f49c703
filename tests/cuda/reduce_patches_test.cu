// SPDX-License-Identifier: MIT
// Reductions whose outputs have elements near each other in memory, but not in runs: middle axes
// between few columns, small pools. Elements are small integers, so that sums are exact.
#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/twill.cuh>

#include <array>

#include "support/series.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

namespace {

int element(index_t i) {
    static std::vector<std::uint8_t> const all = [] {
        std::vector<std::uint8_t> x(1 << 21);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<std::uint8_t>(i * 7919 % 1031 % 23);
        return x;
    }();
    return all[static_cast<std::size_t>(i)];
}

template <class T>
tw::device_array<T, 1> elements(index_t size) {
    std::vector<T> x(static_cast<std::size_t>(size));
    for (index_t i = 0; i < size; ++i)
        x[static_cast<std::size_t>(i)] = static_cast<T>(static_cast<float>(element(i)));
    return to_space(x);
}

/// planes x run x inner.
using planes_shape = std::array<index_t, 3>;

/// of(planes x run x inner from element `start` on) beside wanted(what an output has).
template <class T, class Of, class Wanted>
void check_planes(planes_shape const& shape, index_t start, Of&& of, Wanted&& wanted,
                  double tolerance = 0) {
    auto const [planes, run, inner] = shape;
    SCOPED_TRACE(std::to_string(planes) + " x " + std::to_string(run) + " x " +
                 std::to_string(inner) + " from " + std::to_string(start));
    index_t const size = planes * run * inner;
    auto const all = elements<T>(size + start);
    auto const got = values(of(reshape(all(tw::slice(start, size + start)), planes, run, inner)));
    ASSERT_EQ(got.size(), static_cast<std::size_t>(planes * inner));
    index_t wrong = 0;
    index_t last = 0;
    series all_of(static_cast<std::size_t>(run));
    for (index_t o = 0; o < planes * inner; ++o) {
        for (index_t k = 0; k < run; ++k)
            all_of[static_cast<std::size_t>(k)] =
                element(start + (o / inner * run + k) * inner + o % inner);
        if (!(std::abs(static_cast<double>(got[static_cast<std::size_t>(o)]) - wanted(all_of)) <=
              tolerance)) {
            ++wrong;
            last = o;
        }
    }
    EXPECT_EQ(wrong, 0) << "of " << got.size() << ", the last one " << last;
}
/// One plane in a patch, many of them, planes of two patches, lines of many rows and few; results
/// that follow each other and a last patch with few.
planes_shape const shapes[] = {{60001, 2, 9},  {5003, 27, 9},  {40000, 5, 7}, {1203, 63, 17},
                               {200, 100, 66}, {5, 20, 12001}, {600, 15, 131}};

template <class T, class Of, class Wanted>
void check(Of&& of, Wanted&& wanted, double tolerance = 0) {
    for (planes_shape const& shape : shapes)
        for (index_t const start : {0, 1})
            check_planes<T>(shape, start, of, wanted, tolerance);
}
TEST(reduce_patches, sums) {
    check<float>([](auto const& t) { return tw::evaluate(sum(t, tw::axis<1>)); }, sum_of);
}
TEST(reduce_patches, sums_of_float16) {
    check<tw::float16>([](auto const& t) { return tw::evaluate(tw::sum<float>(t, tw::axis<1>)); },
                       sum_of);
}
TEST(reduce_patches, sums_of_float64_at_run_time) {
    check<double>([](auto const& t) { return tw::evaluate(sum(t, tw::axes(1))); }, sum_of);
}
TEST(reduce_patches, largest_of_bytes) {
    check<std::uint8_t>([](auto const& t) { return tw::evaluate(max(t, tw::axis<1>)); },
                        largest_of);
}
TEST(reduce_patches, deviations) {
    check<float>([](auto const& t) { return tw::evaluate(var(t, tw::axis<1>)); }, variance_of,
                 1e-4);
}
TEST(reduce_patches, positions) {
    check<float>([](auto const& t) { return tw::evaluate(argmax(t, tw::axis<1>)); }, position_of);
}
TEST(reduce_patches, positions_of_bytes) {
    check<std::uint8_t>([](auto const& t) { return tw::evaluate(argmax(t, tw::axis<1>)); },
                        position_of);
}
TEST(reduce_patches, positions_of_float64) {
    check<double>([](auto const& t) { return tw::evaluate(argmax(t, tw::axis<1>)); }, position_of);
}
TEST(reduce_patches, complex_numbers) {
    using number = tw::complex<double>;
    check<float>(
        [](auto const& t) {
            return tw::evaluate(tw::real(sum(tw::cast<number>(t) * number{2, 1}, tw::axis<1>)));
        },
        [](series const& x) { return 2 * sum_of(x); });
    auto const z = to_space(std::vector<number>(27 * 9 * 7000, number{1, -2}));
    for (number const s : values(tw::evaluate(sum(tw::reshape(z, 7000, 27, 9), tw::axis<1>))))
        ASSERT_EQ(s, (number{27, -54}));
}
// What is computed of several operands is in shared memory, of one its elements are.
TEST(reduce_patches, of_several_operands) {
    check<float>(
        [](auto const& t) {
            auto const u = tw::evaluate(t + 1.0f);
            return tw::evaluate(sum(t * u, tw::axis<1>));
        },
        [](series const& x) {
            double sum = 0;
            for (double const e : x)
                sum += e * (e + 1);
            return sum;
        });
}
TEST(reduce_patches, functions_of_narrow_elements) {
    check<std::int16_t>(
        [](auto const& t) { return tw::evaluate(sum(tw::cast<float>(t) * t, tw::axis<1>)); },
        [](series const& x) {
            double sum = 0;
            for (double const e : x)
                sum += e * e;
            return sum;
        });
}
TEST(reduce_patches, several_results) {
    for (planes_shape const& shape : shapes) {
        auto const [planes, run, inner] = shape;
        auto const all = elements<float>(planes * run * inner);
        auto const t = reshape(all, planes, run, inner);
        auto const [low, high] = tw::evaluate(min(t, tw::axis<1>), max(t, tw::axis<1>));
        EXPECT_EQ(values(low), values(tw::evaluate(min(t, tw::axis<1>))));
        check_planes<float>(shape, 0, [&](auto const&) { return high; }, largest_of);
    }
}
// NaN wins, and the first of them.
TEST(reduce_patches, not_a_number) {
    std::vector<float> x(7000 * 27 * 9);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(element(static_cast<index_t>(i)));
    float const nan = std::numeric_limits<float>::quiet_NaN();
    x[3 * 243 + 5 * 9 + 2] = nan;
    x[3 * 243 + 7 * 9 + 2] = nan;
    auto const t = to_space(x);
    auto const at = values(tw::evaluate(argmin(reshape(t, 7000, 27, 9), tw::axis<1>)));
    auto const high = values(tw::evaluate(max(reshape(t, 7000, 27, 9), tw::axis<1>)));
    for (std::size_t o = 0; o < at.size(); ++o)
        EXPECT_EQ(std::isnan(high[o]), o == 3 * 9 + 2);
    EXPECT_EQ(at[3 * 9 + 2], 5);
}

// Positions count elements in C order, whichever way an array lies.
TEST(reduce_patches, positions_of_views) {
    index_t const planes = 5003;
    auto const all = elements<float>(planes * 27 * 9);
    auto const t = reshape(all, planes, 27, 9);
    auto const every = tw::full_extent;
    auto const got = values(
        tw::evaluate(argmax(t(every, tw::slice(tw::none, tw::none, -1), every), tw::axis<1>)));
    auto const low = values(tw::evaluate(argmin(flip(t, tw::axis<1>), tw::axis<1>)));
    index_t wrong = 0;
    for (index_t o = 0; o < planes * 9; ++o) {
        series high_of;
        series low_of;
        for (index_t k = 0; k < 27; ++k) {
            high_of.push_back(element((o / 9 * 27 + 26 - k) * 9 + o % 9));
            low_of.push_back(-high_of.back());
        }
        wrong += static_cast<double>(got[static_cast<std::size_t>(o)]) != position_of(high_of);
        wrong += static_cast<double>(low[static_cast<std::size_t>(o)]) != position_of(low_of);
    }
    EXPECT_EQ(wrong, 0);
    // Rows and columns of pools have changed places.
    auto const image = reshape(elements<float>(401 * 2 * 801 * 2), 401, 2, 801, 2);
    auto const turned =
        values(tw::evaluate(argmax(permute(image, tw::axis<2, 3, 0, 1>), tw::axis<1, 3>)));
    wrong = 0;
    for (index_t w = 0; w < 801; ++w)
        for (index_t h = 0; h < 401; ++h) {
            series all_of;
            for (index_t k = 0; k < 4; ++k)
                all_of.push_back(element(((h * 2 + k % 2) * 801 + w) * 2 + k / 2));
            wrong += static_cast<double>(turned[static_cast<std::size_t>(w * 401 + h)]) !=
                     position_of(all_of);
        }
    EXPECT_EQ(wrong, 0);
}

// Pools, whose outputs have a few lines; results with steps, columns of a view.
TEST(reduce_patches, pools) {
    struct {
        index_t high, rows, wide, columns, channels;
    } const pools[] = {{401, 2, 801, 2, 1}, {333, 3, 555, 3, 1},  {401, 2, 333, 5, 1},
                       {300, 2, 301, 2, 3}, {257, 3, 201, 3, 3},  {100, 2, 70, 64, 1},
                       {64, 8, 100, 40, 1}, {1201, 2, 7, 100, 1}, {303, 2, 203, 3, 2}};
    for (auto const& [high, rows, wide, columns, channels] : pools) {
        SCOPED_TRACE(std::to_string(high) + " x " + std::to_string(rows) + " by " +
                     std::to_string(wide) + " x " + std::to_string(columns) + " of " +
                     std::to_string(channels));
        index_t const line = wide * columns * channels;
        auto const all = elements<float>(high * rows * line);
        auto const t = reshape(all, high, rows, wide, columns, channels);
        tw::device_array<float, 4> result = tw::zeros<float>(high, wide, channels, 2);
        result(tw::full_extent, tw::full_extent, tw::full_extent, 1) = sum(t, tw::axis<1, 3>);
        auto const got = values(tw::evaluate(reshape(result, -1)));
        auto const spread = values(tw::evaluate(var(t, tw::axis<1, 3>)));
        auto const at = values(tw::evaluate(argmax(t, tw::axis<1, 3>)));
        index_t wrong = 0;
        series all_of(static_cast<std::size_t>(rows * columns));
        for (index_t o = 0; o < high * wide * channels; ++o) {
            index_t const w = o / channels % wide;
            index_t const h = o / channels / wide;
            for (index_t k = 0; k < rows * columns; ++k)
                all_of[static_cast<std::size_t>(k)] =
                    element((h * rows + k / columns) * line +
                            (w * columns + k % columns) * channels + o % channels);
            auto const n = static_cast<std::size_t>(o);
            bool const right =
                got[2 * n] == 0.0f && static_cast<double>(got[2 * n + 1]) == sum_of(all_of) &&
                std::abs(static_cast<double>(spread[n]) - variance_of(all_of)) <= 1e-4 &&
                static_cast<double>(at[n]) == position_of(all_of);
            wrong += !right;
        }
        EXPECT_EQ(wrong, 0);
    }
}
// Of slices, whose planes lie apart.
TEST(reduce_patches, slices) {
    index_t const planes = 5000;
    auto const all = elements<float>(planes * 30 * 11);
    auto const t = reshape(all, planes, 30, 11);
    auto const check_slice = [&](auto const& part, index_t run, index_t inner, index_t from) {
        auto const got = values(tw::evaluate(sum(part, tw::axis<1>)));
        index_t wrong = 0;
        for (index_t o = 0; o < planes * inner; ++o) {
            double want = 0;
            for (index_t k = 0; k < run; ++k)
                want += element((o / inner * 30 + k) * 11 + o % inner + from);
            wrong += static_cast<double>(got[static_cast<std::size_t>(o)]) != want;
        }
        EXPECT_EQ(wrong, 0);
    };
    auto const every = tw::full_extent;
    check_slice(t(every, tw::slice(0, 27), every), 27, 11, 0);
    check_slice(t(every, every, tw::slice(1, 10)), 30, 9, 1);
    check_slice(t(every, tw::slice(3, 20), tw::slice(2, 11)), 17, 9, 35);
}

}  // namespace
