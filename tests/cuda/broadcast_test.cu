// SPDX-License-Identifier: MIT
// Loops long enough for the kernel that has rows and columns in shared memory, beside the host's
// loops: rows of every length from a packet's elements on, outputs and operands that start
// anywhere, and operands of several types. Each result is compared element by element.
#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/twill.hpp>

#include <twill/twill.cuh>

#include "support/broadcasts.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::extents;
using tw::full_extent;
using tw::index_t;
using tw::newaxis;
using tw::slice;

namespace {

/// Formulas of rows and columns over matrices of `width` columns.
template <class T>
void check_width(index_t width) {
    SCOPED_TRACE(width);
    index_t const rows = enough(16 / static_cast<int>(sizeof(T))) / width + 1;
    auto const m = elements<T>(extents(rows, width));
    auto const row = elements<T>(extents(width), 3);
    auto const other = elements<T>(extents(width), 4);
    auto const column = elements<T>(extents(rows, 1), 5);
    auto const by = elements<T>(extents(rows, 1), 6);
    same_on_both([](auto const& x, auto const& r, auto const& s) { return x / r + s; }, m, row,
                 other);
    if (sizeof(T) != 4 || width % 4 != 0)
        same_on_both([](auto const& x, auto const& c) { return x / c; }, m, column);
    same_on_both([](auto const& x, auto const& c, auto const& d) { return (x - c) / d; }, m, column,
                 by);
    same_on_both([](auto const& x, auto const& c, auto const& d, auto const& r,
                    auto const& s) { return (x - c) / (d + r) / r + s; },
                 m, column, by, row, other);
}
TEST(broadcast, rows_of_floats) {
    for (index_t const width : {4, 5, 33, 80, 253, 257, 1000, 1019, 1028})
        check_width<float>(width);
}
TEST(broadcast, rows_of_halves) {
    for (index_t const width : {8, 9, 33, 80, 254, 1000, 1023, 2056})
        check_width<tw::float16>(width);
}
TEST(broadcast, rows_of_doubles) {
    for (index_t const width : {2, 3, 7, 64, 253, 514, 1001})
        check_width<double>(width);
}
TEST(broadcast, rows_of_shorts) {
    for (index_t const width : {9, 100, 253})
        check_width<std::int16_t>(width);
}
// Rows and columns alone: nothing lies as the output does.
template <class T>
void check_outer(index_t width) {
    SCOPED_TRACE(width);
    index_t const rows = enough(16 / static_cast<int>(sizeof(T))) / width + 1;
    same_on_both([](auto const& r, auto const& c) { return r + c(full_extent, newaxis); },
                 elements<T>(extents(width)), elements<T>(extents(rows), 5));
}
TEST(broadcast, rows_beside_columns) {
    for (index_t const width : {9, 253, 1001}) {
        check_outer<tw::float16>(width);
        check_outer<double>(width);
    }
}
TEST(broadcast, rows_of_complex_numbers) {
    for (index_t const width : {3, 253}) {
        SCOPED_TRACE(width);
        using T = tw::complex<float>;
        index_t const rows = enough(2) / width + 1;
        same_on_both([](auto const& x, auto const& c, auto const& r) { return (x + r) - c; },
                     elements<T>(extents(rows, width)), elements<T>(extents(rows, 1), 5),
                     elements<T>(extents(width), 3));
    }
}

// Packets have as many elements of each operand as the widest one has.
TEST(broadcast, operands_of_several_types) {
    for (index_t const width : {64, 253}) {
        SCOPED_TRACE(width);
        index_t const rows = enough(4) / width + 1;
        same_on_both(
            [](auto const& x, auto const& c, auto const& r, auto const& s) {
                return (x - c) / (r + s);
            },
            elements<tw::float16>(extents(rows, width)), elements<float>(extents(rows, 1), 5),
            elements<std::uint8_t>(extents(width), 3), elements<std::int16_t>(extents(width), 4));
    }
}

// The output, rows and columns start anywhere, rows lie some way apart or backwards, columns
// between other elements; each operand that lies as the output does starts where it does.
template <class T>
void check_starts() {
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    for (index_t const width : {64, 253})
        for (index_t const first : {0, 1, 3}) {
            SCOPED_TRACE(std::to_string(width) + " from " + std::to_string(first));
            index_t const rows = enough(lanes) / width + 1;
            auto const all = elements<T>(extents(rows * width + first));
            auto const long_row = elements<T>(extents(2 * width + 8), 3);
            auto const side = elements<T>(extents(rows, 3), 5);
            auto const run = [&](auto const& x, auto const& row, auto const& columns) {
                auto out = tw::evaluate(x + T(1.0f));
                auto matrix = reshape(out(slice(first)), rows, width);
                auto const m = reshape(x(slice(first)), rows, width);
                auto const c = columns(full_extent, slice(1, 2));
                matrix = (m - c) / row(slice(first, first + width)) +
                         row(slice(2 * width, width, -1)) * row(slice(1, 2 * width + 1, 2));
                // In its own place: packets are read ahead of those that are written.
                matrix = (matrix + c) / columns(full_extent, slice(2)) - row(slice(3, width + 3));
                return out;
            };
            auto const got =
                tw::to_host(run(tw::to_device(all), tw::to_device(long_row), tw::to_device(side)));
            EXPECT_TRUE(equal(got, values(run(all, long_row, side))));
        }
}
TEST(broadcast, floats_that_start_anywhere) { check_starts<float>(); }
TEST(broadcast, halves_that_start_anywhere) { check_starts<tw::float16>(); }
TEST(broadcast, doubles_that_start_anywhere) { check_starts<double>(); }

// A loop's axes may be others than those of its statement: what types take for a row is a column of
// it, or has one element.
TEST(broadcast, rows_by_type_alone) {
    for (index_t const width : {64, 253}) {
        SCOPED_TRACE(width);
        index_t const rows = enough(4) / width + 1;
        auto const m = elements<float>(extents(rows, width));
        auto const column = elements<float>(extents(rows, 1), 5);
        auto const one = elements<float>(extents(1), 3);
        same_on_both([](auto const& x, auto const& c, auto const& v) { return (x - c) / v; }, m,
                     column, one);
        auto const long_row = elements<float>(extents(rows), 3);
        auto const run = [&](auto const& x, auto const& row) {
            auto out = tw::evaluate(x + 1.0f);
            transpose(out) = transpose(x) / row - row;
            return out;
        };
        auto const got = tw::to_host(run(tw::to_device(m), tw::to_device(long_row)));
        EXPECT_TRUE(equal(got, values(run(m, long_row))));
    }
}

// Elements of a column change along any of the axes before the last; rows are the same in all
// planes.
TEST(broadcast, more_axes) {
    for (index_t const width : {49, 64, 196}) {
        SCOPED_TRACE(width);
        index_t const channels = 12;
        index_t const planes = enough(4) / (channels * width) + 1;
        auto const x = elements<float>(extents(planes, channels, width));
        auto const gain = elements<float>(extents(channels), 3);
        auto const offset = elements<float>(extents(1, channels, 1), 4);
        auto const plane = elements<float>(extents(planes, 1, 1), 5);
        auto const row = elements<float>(extents(width), 6);
        same_on_both([](auto const& a, auto const& g, auto const& o, auto const& p,
                        auto const& r) { return (a - o) / g(full_extent, newaxis) / r + p; },
                     x, gain, offset, plane, row);
        auto const other = [](auto const& a, auto const& r) {
            return tw::evaluate(transpose(transpose(a) / r));
        };
        auto const planes_row = elements<float>(extents(planes), 7);
        EXPECT_TRUE(equal(tw::to_host(other(tw::to_device(x), tw::to_device(planes_row))),
                          values(other(x, planes_row))));
    }
}

/// One of the library's tests of functions that a user may write.
struct between {
    template <class T>
    TWILL_HD T operator()(T x, T low, T high) const {
        return x < low ? low : x > high ? high : x;
    }
};
TEST(broadcast, functions_and_numbers) {
    for (index_t const width : {64, 253}) {
        SCOPED_TRACE(width);
        index_t const rows = enough(4) / width + 1;
        auto const m = elements<float>(extents(rows, width));
        auto const low = elements<float>(extents(rows, 1), 5);
        auto const high = elements<float>(extents(width), 3);
        same_on_both(
            [](auto const& x, auto const& l, auto const& h, auto const& number) {
                return sqrt(tw::map(between{}, x, l, h) * 2.0f) / (number + l);
            },
            m, low, high, elements<float>(extents<0>{}, 2));
        same_on_both(
            [](auto const& x, auto const& l, auto const& h) {
                return tw::cast<std::uint8_t>(where(x < h, x / 3.0f, l));
            },
            m, low, high);
    }
}

// NaN, infinities and zeros of both signs in the place of any element.
TEST(broadcast, special_values) {
    index_t const width = 253;
    index_t const rows = enough(4) / width + 1;
    auto m = elements<float>(extents(rows, width));
    auto column = elements<float>(extents(rows, 1), 5);
    float const special[] = {0.0f, -0.0f, INFINITY, -INFINITY, 1e-40f, -3e38f, 1.0f};
    index_t k = 0;
    for (float& x : m.elements())
        if (++k % 5 == 0)
            x = special[k / 5 % 7];
    for (float& x : column.elements())
        if (++k % 3 == 0)
            x = special[k / 3 % 7];
    for (index_t const columns : {width, width - 1}) {
        SCOPED_TRACE(columns);
        auto const part = tw::evaluate(m(full_extent, slice(0, columns)));
        auto const got = tw::to_host(
            tw::evaluate((tw::to_device(part) + tw::to_device(column)) / tw::to_device(column)));
        auto const want = tw::evaluate((part + column) / column);
        for (index_t i = 0; i < got.size(); ++i) {
            float const a = got.elements()[static_cast<std::size_t>(i)];
            float const b = want.elements()[static_cast<std::size_t>(i)];
            ASSERT_TRUE((a != a && b != b) || std::memcmp(&a, &b, sizeof(a)) == 0)
                << i << ": " << a << ", not " << b;
        }
    }
}

}  // namespace
