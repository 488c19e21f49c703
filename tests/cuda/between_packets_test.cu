// SPDX-License-Identifier: MIT
// Operands whose packets start anywhere: slices shifted against each other, rows and transposes of
// odd lengths, rows that are taken. Each result is compared with a loop.
#include <twill/index.cuh>
#include <twill/twill.cuh>

#include <array>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;
using tw::slice;

namespace {

template <class T>
T element(index_t i) {
    return static_cast<T>(i * 7919 % 23);
}

/// of(matrix) is compared with want(i, j), for shapes whose rows start at any place of a packet.
template <class T, class Of, class Want>
void check(Of&& of, Want&& want) {
    for (auto const& [rows, columns] :
         {std::pair<index_t, index_t>{9, 11}, {64, 129}, {130, 131}, {33, 1027}, {257, 260}}) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        std::vector<T> x(static_cast<std::size_t>(rows * columns));
        for (index_t i = 0; i < rows * columns; ++i)
            x[static_cast<std::size_t>(i)] = element<T>(i);
        auto const result = tw::evaluate(of(reshape(to_space(x), rows, columns)));
        auto const got = values(result);
        index_t const width = result.extent(1);
        auto const at = [rows = rows, columns = columns](index_t i, index_t j) {
            return static_cast<int>(element<T>((i < 0 ? i + rows : i) * columns + j));
        };
        for (index_t k = 0; k < result.size(); ++k)
            ASSERT_EQ(static_cast<int>(got[static_cast<std::size_t>(k)]),
                      want(at, k / width, k % width))
                << k / width << ", " << k % width;
    }
}

std::vector<float> vector_of(index_t count) {
    std::vector<float> x(static_cast<std::size_t>(count));
    for (index_t i = 0; i < count; ++i)
        x[static_cast<std::size_t>(i)] = static_cast<float>(element<int>(i));
    return x;
}

template <class T>
void check_shifted() {
    auto const shifted = [](auto const& m, int i, int j) {
        return m(slice(i, m.extent(0) - 2 + i), slice(j, m.extent(1) - 2 + j));
    };
    check<T>([&](auto const& m) { return tw::cast<T>(shifted(m, 0, 1) + shifted(m, 2, 0)); },
             [](auto at, index_t i, index_t j) { return at(i, j + 1) + at(i + 2, j); });
    check<T>(
        [&](auto const& m) {
            return tw::cast<T>(shifted(m, 0, 1) + shifted(m, 2, 1) + shifted(m, 1, 0) +
                               shifted(m, 1, 2));
        },
        [](auto at, index_t i, index_t j) {
            return at(i, j + 1) + at(i + 2, j + 1) + at(i + 1, j) + at(i + 1, j + 2);
        });
    check<T>(
        [](auto const& m) {
            return tw::cast<T>(m(slice(1), slice(3)) + m(0)(slice(1, -2)) +
                               m(tw::full_extent, 5)(slice(1), tw::newaxis));
        },
        [](auto at, index_t i, index_t j) {
            return at(i + 1, j + 3) + at(0, j + 1) + at(i + 1, 5);
        });
}
TEST(between_packets, shifted_floats) { check_shifted<float>(); }
TEST(between_packets, shifted_bytes) { check_shifted<std::uint8_t>(); }

// Planes that are shifted as well: the last ones have fewer planes and rows than a block takes.
template <class T>
void check_shifted_planes() {
    auto const in = slice(1, -1);
    auto const up = slice(2, tw::none);
    auto const down = slice(0, -2);
    for (auto const& [planes, rows, columns] :
         {std::array<index_t, 3>{5, 6, 37}, {131, 133, 130}, {61, 260, 131}}) {
        SCOPED_TRACE(std::to_string(planes) + " x " + std::to_string(rows));
        std::vector<T> x(static_cast<std::size_t>(planes * rows * columns));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = element<T>(static_cast<index_t>(i));
        auto const u = reshape(to_space(x), planes, rows, columns);
        tw::array<T, 3, space> result(tw::extents(planes - 2, rows - 2, columns - 2));
        result = tw::cast<T>(u(up, in, in) + u(down, in, in) + u(in, up, in) + u(in, down, in) +
                             u(in, in, up) + u(in, in, down));
        auto const got = values(result);
        std::size_t k = 0;
        for (index_t p = 1; p < planes - 1; ++p)
            for (index_t i = 1; i < rows - 1; ++i)
                for (index_t j = 1; j < columns - 1; ++j, ++k) {
                    auto const at = [&, rows = rows, columns = columns](index_t a, index_t b,
                                                                        index_t c) {
                        return static_cast<int>(element<T>((a * rows + b) * columns + c));
                    };
                    int const want = at(p + 1, i, j) + at(p - 1, i, j) + at(p, i + 1, j) +
                                     at(p, i - 1, j) + at(p, i, j + 1) + at(p, i, j - 1);
                    ASSERT_EQ(static_cast<int>(got[k]), want) << p << ", " << i << ", " << j;
                }
    }
}
TEST(between_packets, shifted_planes_of_floats) { check_shifted_planes<float>(); }
TEST(between_packets, shifted_planes_of_bytes) { check_shifted_planes<std::uint8_t>(); }

template <class T>
void check_transposed() {
    check<T>([](auto const& m) { return transpose(m); },
             [](auto at, index_t i, index_t j) { return at(j, i); });
    check<T>([](auto const& m) { return transpose(m(slice(1), slice(2))); },
             [](auto at, index_t i, index_t j) { return at(j + 1, i + 2); });
}
TEST(between_packets, transposed_floats) { check_transposed<float>(); }
TEST(between_packets, transposed_doubles) { check_transposed<double>(); }
TEST(between_packets, transposed_bytes) { check_transposed<std::uint8_t>(); }

TEST(between_packets, bytes_beside_each_other) {
    check<std::uint8_t>(
        [](auto const& m) {
            auto const all = reshape(m, m.size());
            return reshape(
                tw::evaluate(tw::cast<std::uint8_t>(all(slice(1)) + all(slice(tw::none, -1)))), 1,
                m.size() - 1);
        },
        [](auto at, index_t, index_t j) { return at(0, j) + at(0, j + 1); });
}
// Rows that follow each other, of every short length and some longer ones.
TEST(between_packets, columns_beside_rows) {
    auto const check_length = [](index_t length, index_t rows) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length));
        auto const column = to_space(vector_of(rows));
        auto const row = to_space(vector_of(length));
        tw::device_array<float, 2> const sums = column(tw::full_extent, tw::newaxis) + row;
        tw::device_array<float, 2> const scaled = sums * row - 1.0f;
        auto const got = values(sums);
        auto const times = values(scaled);
        for (index_t k = 0; k < rows * length; ++k) {
            auto const sum =
                static_cast<float>(element<int>(k / length) + element<int>(k % length));
            ASSERT_EQ(got[static_cast<std::size_t>(k)], sum) << k;
            ASSERT_EQ(times[static_cast<std::size_t>(k)],
                      sum * static_cast<float>(element<int>(k % length)) - 1.0f)
                << k;
        }
    };
    for (index_t length = 1; length < 70; ++length)
        check_length(length, 70000 / length + 1);
    for (index_t const length : {127, 1001, 4097, 65537})
        check_length(length, 200000 / length + 2);
}

TEST(between_packets, taken_rows) {
    std::vector<index_t> const rows{3, -1, 0, 3, 2, -2, 5};
    auto const index = to_space(rows);
    auto const taken = [&](auto at, index_t i, index_t j) {
        return at(rows[static_cast<std::size_t>(i)], j);
    };
    check<float>([&](auto const& m) { return m(index); }, taken);
    check<std::uint8_t>([&](auto const& m) { return m(index); }, taken);
    check<float>([&](auto const& m) { return m(index)(tw::full_extent, slice(3)); },
                 [&](auto at, index_t i, index_t j) { return taken(at, i, j + 3); });
}

}  // namespace
