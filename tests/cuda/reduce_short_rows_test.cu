// SPDX-License-Identifier: MIT
// Positions in many short rows, which start at any place in a packet: the first of equal ones, NaN
// before all.
#include <twill/twill.cuh>

#include <algorithm>
#include <cmath>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

std::vector<tw::index_t> const lengths = {1,  2,  3,   4,   5,   7,   8,   15,  16,  17,
                                          33, 64, 100, 127, 130, 132, 192, 256, 260, 513};

/// of(length, elements) is compared with first(a row) for several lengths and numbers of rows.
template <class T, class Of, class Before>
void check(Of&& of, Before&& before) {
    for (tw::index_t const length : lengths)
        for (tw::index_t const rows : {1, 2, 63, 5003}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length));
            std::vector<T> x(static_cast<std::size_t>(rows * length));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = static_cast<T>(i * 7919 % 13);
            // Of floats, zeros of both signs.
            if constexpr (std::is_signed_v<T>)
                for (std::size_t i = 0; i < x.size(); i += 3)
                    x[i] = static_cast<T>(-x[i]);
            if constexpr (std::is_floating_point_v<T>)
                for (std::size_t i = 5; i < x.size(); i += 91)
                    x[i] = std::numeric_limits<T>::quiet_NaN();
            auto const got = of(reshape(to_space(x), rows, length));
            for (tw::index_t r = 0; r < rows; ++r) {
                auto const row = x.begin() + r * length;
                tw::index_t want = 0;
                for (tw::index_t k = 1; k < length; ++k)
                    if (before(row[k], row[want]))
                        want = k;
                ASSERT_EQ(got[static_cast<std::size_t>(r)], want) << "row " << r;
            }
        }
}

TEST(reduce_short_rows, positions_of_the_greatest_float) {
    check<float>([](auto const& m) { return values(argmax(m, tw::axis<1>)); },
                 [](float a, float b) { return a > b || (std::isnan(a) && !std::isnan(b)); });
}
TEST(reduce_short_rows, positions_of_the_smallest_double) {
    check<double>([](auto const& m) { return values(argmin(m, tw::axis<1>)); },
                  [](double a, double b) { return a < b || (std::isnan(a) && !std::isnan(b)); });
}
TEST(reduce_short_rows, positions_of_the_smallest_float) {
    check<float>([](auto const& m) { return values(argmin(m, tw::axis<1>)); },
                 [](float a, float b) { return a < b || (std::isnan(a) && !std::isnan(b)); });
}
TEST(reduce_short_rows, positions_of_the_greatest_integer) {
    check<std::int32_t>([](auto const& m) { return values(argmax(m, tw::axis<1>)); },
                        [](int a, int b) { return a > b; });
}
TEST(reduce_short_rows, positions_of_the_smallest_byte) {
    check<std::uint8_t>([](auto const& m) { return values(argmin(m, tw::axis<1>)); },
                        [](int a, int b) { return a < b; });
}

// Far from zero beside their deviations; rows with an infinite element and with NaN are NaN, those
// whose squares overflow infinite.
TEST(reduce_short_rows, variances) {
    for (tw::index_t const length :
         {2, 3, 5, 8, 12, 33, 64, 100, 128, 130, 136, 252, 256, 260, 333, 1000, 3001})
        for (tw::index_t const rows : {1, 6, 1003}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length));
            std::vector<float> x(static_cast<std::size_t>(rows * length));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = 1000.0f + static_cast<float>(i * 7919 % 1013) / 64.0f;
            // The first element is no measure for the others.
            for (tw::index_t r = 0; r < rows; r += 2)
                x[static_cast<std::size_t>(r * length)] = -5000.0f;
            auto const at = [&](tw::index_t r, tw::index_t k) -> float& {
                return x[static_cast<std::size_t>(r * length + k % length)];
            };
            if (rows > 5) {
                at(3, 7) = std::numeric_limits<float>::infinity();
                at(4, 9) = std::numeric_limits<float>::quiet_NaN();
                at(5, 1) = 1e20f;
            }
            auto const m = tw::device_array<float, 2>(reshape(to_space(x), rows, length));
            auto const got = values(var(m, tw::axis<1>));
            auto const roots = values(stddev(m + 1.0f, tw::axis<1>));
            for (tw::index_t r = 0; r < rows; ++r) {
                auto const g = static_cast<std::size_t>(r);
                double mean = 0;
                for (tw::index_t k = 0; k < length; ++k)
                    mean += static_cast<double>(at(r, k)) / static_cast<double>(length);
                double want = 0;
                for (tw::index_t k = 0; k < length; ++k)
                    want += (at(r, k) - mean) * (at(r, k) - mean) / static_cast<double>(length);
                if (rows > 5 && (r == 3 || r == 4)) {
                    EXPECT_TRUE(std::isnan(got[g]) && std::isnan(roots[g])) << "row " << r;
                } else if (rows > 5 && r == 5) {
                    EXPECT_TRUE(std::isinf(got[g])) << "row " << r;
                } else {
                    EXPECT_NEAR(got[g], want, want * 1e-4) << "row " << r;
                    EXPECT_NEAR(roots[g], std::sqrt(want), std::sqrt(want) * 1e-4) << "row " << r;
                }
            }
        }
}

// Outliers where a warp's first threads look cost no digits of the others.
TEST(reduce_short_rows, variances_beside_outliers) {
    for (tw::index_t const length : {132, 512, 2048, 8192}) {
        SCOPED_TRACE(length);
        tw::index_t const rows = 203;
        std::vector<float> x(static_cast<std::size_t>(rows * length));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = 999.0f + static_cast<float>(i * 7919 % 1013) / 512.0f;
        for (tw::index_t r = 0; r < rows; ++r)
            for (tw::index_t const k : {0, 62, 127})
                x[static_cast<std::size_t>(r * length + k)] = 0.0f;
        auto const got = values(
            var(tw::device_array<float, 2>(reshape(to_space(x), rows, length)), tw::axis<1>));
        for (tw::index_t r = 0; r < rows; ++r) {
            double mean = 0;
            for (tw::index_t k = 0; k < length; ++k)
                mean += static_cast<double>(x[static_cast<std::size_t>(r * length + k)]) /
                        static_cast<double>(length);
            double want = 0;
            for (tw::index_t k = 0; k < length; ++k) {
                double const away = x[static_cast<std::size_t>(r * length + k)] - mean;
                want += away * away / static_cast<double>(length);
            }
            EXPECT_NEAR(got[static_cast<std::size_t>(r)], want, want * 1e-5) << "row " << r;
        }
    }
}

// So many that a warp has four of them, the last one fewer, and so few that each has one.
TEST(reduce_short_rows, rows_of_warps) {
    std::vector<std::pair<tw::index_t, tw::index_t>> shapes;
    for (tw::index_t const rows : {40003, 3001})
        for (tw::index_t const length : {144, 256, 268, 271, 600})
            shapes.emplace_back(rows, length);
    // Threads of smaller groups that have two packets of a row.
    for (tw::index_t const length : {20, 36, 60, 100, 128})
        shapes.emplace_back(70001, length);
    for (auto const& [rows, length] : shapes) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length));
        std::vector<float> x(static_cast<std::size_t>(rows * length));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(i * 7919 % 1013);
        auto const m = tw::device_array<float, 2>(reshape(to_space(x), rows, length));
        auto const sums = values(sum(m, tw::axis<1>));
        auto const most = values(max(m, tw::axis<1>));
        auto const places = values(argmax(m, tw::axis<1>));
        auto const spread = values(var(m, tw::axis<1>));
        auto const of_half =
            values(argmin(m(tw::full_extent, tw::slice(0, length / 8 * 4)), tw::axis<1>));
        for (tw::index_t r = 0; r < rows; ++r) {
            auto const row = x.begin() + r * length;
            auto const g = static_cast<std::size_t>(r);
            double total = 0;
            double squares = 0;
            for (tw::index_t k = 0; k < length; ++k) {
                total += row[k];
                squares += double{row[k]} * row[k];
            }
            auto const greatest = std::max_element(row, row + length);
            double const mean = total / static_cast<double>(length);
            double const want = squares / static_cast<double>(length) - mean * mean;
            ASSERT_EQ(sums[g], total) << "row " << r;  // exact: whole numbers
            ASSERT_EQ(most[g], *greatest) << "row " << r;
            ASSERT_EQ(places[g], greatest - row) << "row " << r;
            ASSERT_NEAR(spread[g], want, want * 1e-5) << "row " << r;
            ASSERT_EQ(of_half[g], std::min_element(row, row + length / 8 * 4) - row) << "row " << r;
        }
    }
}

// A few elements each, written side by side, backwards, some apart and into columns.
TEST(reduce_short_rows, sums_into_outputs_in_any_order) {
    for (tw::index_t const length : {1, 2, 3, 5, 7, 8, 9, 12}) {
        SCOPED_TRACE(length);
        std::vector<float> x(static_cast<std::size_t>(7 * 301 * length));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(i * 7919 % 1013) - 500;
        auto const a = reshape(to_space(x), 7, 301, length);
        std::vector<float> want(7 * 301);
        for (std::size_t r = 0; r < want.size(); ++r)
            for (std::size_t k = 0; k < static_cast<std::size_t>(length); ++k)
                want[r] += x[r * static_cast<std::size_t>(length) + k];  // exact: whole numbers

        tw::device_array<float, 2> whole(7, 301);
        whole = sum(a, tw::axis<2>);
        EXPECT_EQ(values(whole), want);
        whole = 0;
        flip(whole) = sum(a, tw::axis<2>);
        EXPECT_EQ(values(flip(whole)), want);
        tw::device_array<float, 2> wide(7, 602);
        wide = 0;
        wide(tw::full_extent, tw::slice(1, 602, 2)) = sum(a, tw::axis<2>);
        EXPECT_EQ(values(wide(tw::full_extent, tw::slice(1, 602, 2))), want);
        EXPECT_EQ(item(sum(abs(wide(tw::full_extent, tw::slice(0, 602, 2))))), 0);
        tw::device_array<float, 2> turned(301, 7);
        transpose(turned) = sum(a, tw::axis<2>);
        EXPECT_EQ(values(transpose(turned)), want);
    }
}

// What a block keeps in shared memory: elements of an operand beside repeated functions of numbers,
// located values of what is computed, values of several operands, three bytes together.
TEST(reduce_short_rows, what_tiles_keep) {
    for (tw::index_t const length : {5, 9, 33, 100}) {
        SCOPED_TRACE(length);
        tw::index_t const rows = 5003;
        std::vector<float> x(static_cast<std::size_t>(rows * length));
        std::vector<std::uint8_t> bytes(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            bytes[i] = static_cast<std::uint8_t>(i * 7919 % 251);
            x[i] = static_cast<float>(bytes[i]) / 64.0f - 2.0f;
        }
        auto const a = tw::device_array<float, 2>(reshape(to_space(x), rows, length));
        auto const b = tw::device_array<float, 2>(-a);
        auto const u = tw::device_array<std::uint8_t, 2>(reshape(to_space(bytes), rows, length));
        tw::device_array<float, 0> const s = sum(a(0)) * 0.0f + 0.5f;

        tw::device_array<float, 2> const computed = sin(a) + cos(a);
        EXPECT_EQ(values(argmax(sin(a) + cos(a), tw::axis<1>)),
                  values(argmax(computed, tw::axis<1>)));
        tw::device_array<float, 2> const scaled = tw::cast<float>(u) * exp(s) + exp(s);
        auto const close = [](auto const& got, auto const& want) {
            return item(allclose(got, want, 1e-5, 1e-5));
        };
        EXPECT_TRUE(close(sum(tw::cast<float>(u) * exp(s) + exp(s), tw::axis<1>),
                          sum(scaled, tw::axis<1>)));
        tw::device_array<std::int64_t> const first = count_nonzero(a > 1.0f, tw::axis<1>);
        tw::device_array<std::int64_t> const second = count_nonzero(b > 0.5f, tw::axis<1>);
        tw::device_array<std::int64_t> const third = count_nonzero(a < -1.0f, tw::axis<1>);
        EXPECT_EQ(
            values(count_nonzero(a > 1.0f, tw::axis<1>) +
                   count_nonzero(b > 0.5f, tw::axis<1>) * count_nonzero(a < -1.0f, tw::axis<1>)),
            values(first + second * third));
    }
}

}  // namespace
