// SPDX-License-Identifier: MIT
// Rows and columns beside arrays of every width: rows that fill whole warps or leave threads over,
// start with a packet or between two, are shorter than one; arrays that start anywhere.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <twill/half.hpp>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr tw::index_t widths[] = {1,  2,  3,  4,  5,  7,  8,   9,   12,  15,  16,   17,  20,
                                  31, 33, 40, 64, 80, 99, 100, 127, 160, 253, 1001, 1028};
constexpr tw::index_t heights[] = {1, 2, 3, 5, 33, 70};

/// Elements of an array, in sixteenths.
float element(tw::index_t i, int factor, int below) {
    return static_cast<float>(1 + i * factor % below) / 16;
}
template <class T, int Rank>
tw::host_array<T, Rank> made(tw::extents<Rank> const& shape, int factor, int below) {
    tw::host_array<T, Rank> x(shape);
    for (tw::index_t i = 0; i < x.size(); ++i)
        x.data()[i] = static_cast<T>(element(i, factor, below));
    return x;
}

/// Whether every element of a result is of(row, column), as near as T tells.
template <class T, class Of>
void expect_elements(array<T, 2> const& result, char const* what, Of&& of) {
    auto const back = to_host(result);
    tw::index_t const columns = back.shape()[1];
    float const near = sizeof(T) == 2 ? 2e-3f : 2e-6f;
    for (tw::index_t i = 0; i < back.size(); ++i) {
        float const expected = of(i / columns, i % columns);
        float const found = static_cast<float>(back.data()[i]);
        if (std::abs(found - expected) > near * (1 + std::abs(expected))) {
            ADD_FAILURE() << what << " of " << back.shape()[0] << " x " << columns << ", element "
                          << i << ": " << found << ", expected " << expected;
            return;
        }
    }
}

template <class T>
struct operands {
    tw::host_array<T> block, row, other, column, divisor;
    array<T> on_block, on_row, on_other, on_column, on_divisor;
    tw::index_t rows, columns, skipped;

    operands(tw::index_t high, tw::index_t wide, tw::index_t from)
        : block(made<T>(tw::extents<1>(high * wide + from), 7919, 113)),
          row(made<T>(tw::extents<1>(wide + from), 31, 17)),
          other(made<T>(tw::extents<1>(wide), 13, 19)),
          column(made<T>(tw::extents<1>(high), 11, 23)),
          divisor(made<T>(tw::extents<1>(high), 5, 7)),
          on_block(to_space(block)),
          on_row(to_space(row)),
          on_other(to_space(other)),
          on_column(to_space(column)),
          on_divisor(to_space(divisor)),
          rows(high),
          columns(wide),
          skipped(from) {}
    auto matrix() const {
        return tw::reshape(on_block(tw::slice(skipped, tw::none)), rows, columns);
    }
    auto along_row() const { return on_row(tw::slice(skipped, tw::none)); }
    float m(tw::index_t i, tw::index_t j) const {
        return element(skipped + i * columns + j, 7919, 113);
    }
    float a(tw::index_t j) const { return element(skipped + j, 31, 17); }
    float b(tw::index_t j) const { return element(j, 13, 19); }
    float c(tw::index_t i) const { return element(i, 11, 23); }
    float d(tw::index_t i) const { return element(i, 5, 7); }
};
template <class T, class Body>
void for_each_shape(Body&& body) {
    for (tw::index_t const columns : widths)
        for (tw::index_t const rows : heights)
            for (tw::index_t const skipped : {0, 1, 3})
                body(operands<T>(rows, columns, skipped));
}

template <class T>
class BroadcastRows : public ::testing::Test {};
using element_types = ::testing::Types<float, tw::float16>;
TYPED_TEST_SUITE(BroadcastRows, element_types);

TYPED_TEST(BroadcastRows, RowsBesideAMatrix) {
    using T = TypeParam;
    for_each_shape<T>([](operands<T> const& x) {
        array<T, 2> const scaled = x.matrix() * x.along_row() + x.on_other;
        expect_elements<T>(scaled, "m * row + row", [&](tw::index_t i, tw::index_t j) {
            return x.m(i, j) * x.a(j) + x.b(j);
        });
        array<T, 2> const divided = (x.matrix() - x.along_row()) / x.on_other;
        expect_elements<T>(divided, "(m - row) / row", [&](tw::index_t i, tw::index_t j) {
            return (x.m(i, j) - x.a(j)) / x.b(j);
        });
    });
}

TYPED_TEST(BroadcastRows, ColumnsThatAreArrays) {
    using T = TypeParam;
    for_each_shape<T>([](operands<T> const& x) {
        auto const c = tw::reshape(x.on_column, x.rows, 1);
        auto const d = tw::reshape(x.on_divisor, x.rows, 1);
        array<T, 2> const divided = (x.matrix() - c) / d;
        expect_elements<T>(divided, "(m - column) / column", [&](tw::index_t i, tw::index_t j) {
            return (x.m(i, j) - x.c(i)) / x.d(i);
        });
        array<T, 2> const normal = (x.matrix() - c) / (d + T(1)) * x.along_row() + x.on_other;
        expect_elements<T>(normal, "normalised", [&](tw::index_t i, tw::index_t j) {
            return (x.m(i, j) - x.c(i)) / (x.d(i) + 1) * x.a(j) + x.b(j);
        });
    });
}

TYPED_TEST(BroadcastRows, CostlyFunctionsInTheLoop) {
    using T = TypeParam;
    for_each_shape<T>([](operands<T> const& x) {
        array<T, 2> const softened =
            tw::exp(x.matrix() - tw::reshape(x.on_column, x.rows, 1)) / x.along_row();
        expect_elements<T>(softened, "exp(m - column) / row", [&](tw::index_t i, tw::index_t j) {
            return std::exp(x.m(i, j) - x.c(i)) / x.a(j);
        });
    });
}

TYPED_TEST(BroadcastRows, CostlyFunctionsOfRowsAndColumns) {
    using T = TypeParam;
    for_each_shape<T>([](operands<T> const& x) {
        auto const column = x.on_column(tw::full_extent, tw::newaxis);
        array<T, 2> const outer = tw::sin(x.along_row()) * tw::cos(column);
        expect_elements<T>(outer, "sin(row) * cos(column)", [&](tw::index_t i, tw::index_t j) {
            return std::sin(x.a(j)) * std::cos(x.c(i));
        });
        array<T, 2> const beside = x.matrix() * tw::exp(column) + tw::log(x.along_row());
        expect_elements<T>(beside, "m * exp(column) + log(row)", [&](tw::index_t i, tw::index_t j) {
            return x.m(i, j) * std::exp(x.c(i)) + std::log(x.a(j));
        });
    });
}

/// Numbers that quotients and what is left of them are not plain for, and random ones.
std::vector<float> numbers_of_all_sizes(int random) {
    using limits = std::numeric_limits<float>;
    std::vector<float> result{0.0f,
                              1.0f,
                              3.0f,
                              0x1p-60f,
                              0x1.fffffep59f,
                              0x1p60f,
                              0x1.fffffep-61f,
                              0x1p-126f,
                              0x1p-127f,
                              0x1.fffffep0f,
                              0x1p-102f,
                              0x1p100f,
                              limits::denorm_min(),
                              limits::max(),
                              limits::infinity(),
                              limits::quiet_NaN()};
    std::uint32_t state = 7;
    auto const next = [&] { return state = state * 1664525u + 1013904223u; };
    for (int i = 0; i < random; ++i) {
        std::uint32_t const digits = next() >> 9;
        // Of all sizes, and within 2^-60 and 2^60.
        result.push_back(std::bit_cast<float>(digits | (next() >> 24) << 23));
        result.push_back(std::bit_cast<float>(digits | (67 + (next() >> 8) % 120) << 23));
    }
    std::size_t const count = result.size();
    for (std::size_t i = 0; i < count; ++i)
        result.push_back(-result[i]);
    return result;
}

TEST(BroadcastRows, QuotientsByColumnsAreThoseOfEachElement) {
    std::vector<float> const numbers = numbers_of_all_sizes(150);
    tw::index_t const rows = static_cast<tw::index_t>(numbers.size());
    for (tw::index_t const columns : {8, 33, 64, 100, 256}) {
        tw::host_array<float, 2> x(rows, columns), y(rows, 1);
        for (tw::index_t i = 0; i < rows; ++i) {
            y(i, 0) = numbers[i];
            for (tw::index_t j = 0; j < columns; ++j)
                x(i, j) = numbers[static_cast<std::size_t>((i * 31 + j) % rows)];
        }
        array<float, 2> const m = to_space(x), column = to_space(y);
        array<float, 2> const quotients = m / column, by_negative = m / -column;
        array<float, 2> const by_number = m / -3.0f, by_least = m / 0x1p-149f;
        auto const same = [&](array<float, 2> const& result, auto&& of, char const* what) {
            auto const found = to_host(result);
            for (tw::index_t i = 0; i < rows; ++i)
                for (tw::index_t j = 0; j < columns; ++j) {
                    float const expected = of(x(i, j), y(i, 0));
                    float const got = found(i, j);
                    ASSERT_TRUE(std::isnan(expected) ? std::isnan(got)
                                                     : std::bit_cast<unsigned>(got) ==
                                                           std::bit_cast<unsigned>(expected))
                        << what << ": " << x(i, j) << " by " << y(i, 0) << " is " << got
                        << ", expected " << expected;
                }
        };
        same(quotients, [](float a, float b) { return a / b; }, "m / column");
        same(by_negative, [](float a, float b) { return a / -b; }, "m / -column");
        same(by_number, [](float a, float) { return a / -3.0f; }, "m / number");
        same(by_least, [](float a, float) { return a / 0x1p-149f; }, "m / the least number");
    }
}

TYPED_TEST(BroadcastRows, CostlyFunctionsOfColumnsThatAreArrays) {
    using T = TypeParam;
    for_each_shape<T>([](operands<T> const& x) {
        auto const c = tw::reshape(x.on_column, x.rows, 1);
        auto const d = tw::reshape(x.on_divisor, x.rows, 1);
        array<T, 2> const normal =
            (x.matrix() - c) / tw::sqrt(d + T(1)) * x.along_row() + x.on_other;
        expect_elements<T>(
            normal, "(m - column) / sqrt(column)", [&](tw::index_t i, tw::index_t j) {
                return (x.m(i, j) - x.c(i)) / std::sqrt(x.d(i) + 1) * x.a(j) + x.b(j);
            });
        array<T, 2> const weighed = tw::log(c) * x.matrix() - tw::exp(c / (d + T(1)));
        expect_elements<T>(weighed, "log(column) * m", [&](tw::index_t i, tw::index_t j) {
            return std::log(x.c(i)) * x.m(i, j) - std::exp(x.c(i) / (x.d(i) + 1));
        });
    });
}

TEST(BroadcastRows, PlanesOfRows) {
    for (tw::index_t const columns : {3, 5, 20, 33, 80, 101})
        for (tw::index_t const rows : {1, 2, 3, 7, 40})
            for (tw::index_t const planes : {1, 2, 5}) {
                auto const m =
                    to_space(made<float>(tw::extents<3>(planes, rows, columns), 7919, 53));
                auto const plane = to_space(made<float>(tw::extents<2>(rows, columns), 17, 53));
                auto const lines =
                    to_space(made<float>(tw::extents<3>(planes, 1, columns), 13, 53));
                auto const ends = to_space(made<float>(tw::extents<3>(planes, rows, 1), 5, 53));
                auto const at = [&](tw::index_t i) { return element(i, 7919, 53); };
                array<float, 3> wide = tw::zeros<float>(planes, rows + 1, columns + 3);
                auto inside = wide(tw::full_extent, tw::slice(0, rows), tw::slice(1, columns + 1));
                inside = m * lines + ends;
                array<float, 3> const apart = (m - plane) / ends;
                expect_elements<float>(tw::reshape(tw::evaluate(inside), planes * rows, columns),
                                       "into a slice", [&](tw::index_t i, tw::index_t j) {
                                           return at(i * columns + j) *
                                                      element(i / rows * columns + j, 13, 53) +
                                                  element(i, 5, 53);
                                       });
                expect_elements<float>(
                    tw::reshape(apart, planes * rows, columns), "planes",
                    [&](tw::index_t i, tw::index_t j) {
                        return (at(i * columns + j) - element(i % rows * columns + j, 17, 53)) /
                               element(i, 5, 53);
                    });
                // Nothing else was written.
                auto const all = to_host(wide);
                for (tw::index_t i = 0; i < all.size(); ++i) {
                    tw::index_t const row = i / (columns + 3) % (rows + 1);
                    tw::index_t const column = i % (columns + 3);
                    bool const outside = row == rows || column == 0 || column > columns;
                    ASSERT_TRUE(!outside || all.data()[i] == 0.0f) << i;
                }
            }
}

// An operand that the rows of a plane share, and that may have one element for all of them.
TYPED_TEST(BroadcastRows, FunctionsOfWhatPlanesShare) {
    using T = TypeParam;
    for (tw::index_t const columns : {1, 5, 33, 64, 80})
        for (tw::index_t const rows : {1, 2, 7, 40})
            for (bool const alone : {false, true}) {
                tw::index_t const planes = 3;
                tw::extents<3> const shape(planes, rows, columns);
                auto const m = to_space(made<T>(shape, 7919, 53));
                auto const ends = to_space(made<T>(tw::extents<3>(planes, rows, 1), 5, 53));
                auto const each =
                    to_space(made<T>(tw::extents<2>(planes, alone ? 1 : columns), 13, 53));
                auto const shared = each(tw::full_extent, tw::newaxis, tw::full_extent);
                array<T, 3> const result = m + tw::sqrt(ends + shared);
                array<T, 3> const divided = (m - ends) / shared;
                auto const of_plane = [&](tw::index_t i, tw::index_t j) {
                    return element(alone ? i / rows : i / rows * columns + j, 13, 53);
                };
                expect_elements<T>(tw::reshape(result, planes * rows, columns),
                                   "m + sqrt(ends + shared)", [&](tw::index_t i, tw::index_t j) {
                                       return element(i * columns + j, 7919, 53) +
                                              std::sqrt(element(i, 5, 53) + of_plane(i, j));
                                   });
                expect_elements<T>(
                    tw::reshape(divided, planes * rows, columns), "(m - ends) / shared",
                    [&](tw::index_t i, tw::index_t j) {
                        return (element(i * columns + j, 7919, 53) - element(i, 5, 53)) /
                               of_plane(i, j);
                    });
            }
}

// Loops have fewer axes than their statement, or in another order: what its types say of operands'
// axes does not hold for those.
TYPED_TEST(BroadcastRows, LoopsWithOtherAxesThanTheirStatement) {
    using T = TypeParam;
    for (tw::index_t const n : {5, 33, 64, 80, 160}) {
        auto const m = to_space(made<T>(tw::extents<2>(n, n), 7919, 53));
        auto const bias = to_space(made<T>(tw::extents<1>(n), 13, 53));
        array<T, 2> turned(n, n);
        tw::transpose(turned) = tw::transpose(m) + bias;
        expect_elements<T>(turned, "transposed with a row", [&](tw::index_t i, tw::index_t j) {
            return element(i * n + j, 7919, 53) + element(i, 13, 53);
        });
        tw::transpose(turned) = tw::transpose(m) / bias;
        expect_elements<T>(turned, "transposed, by a row", [&](tw::index_t i, tw::index_t j) {
            return element(i * n + j, 7919, 53) / element(i, 13, 53);
        });
        auto const planes = tw::reshape(m, n, 1, n);
        auto const ends = to_space(made<T>(tw::extents<3>(n, 1, 1), 5, 53));
        auto const each = to_space(made<T>(tw::extents<2>(n, n), 17, 53));
        array<T, 3> const apart =
            (planes - ends) / each(tw::full_extent, tw::newaxis, tw::full_extent);
        expect_elements<T>(tw::reshape(apart, n, n), "planes of one row",
                           [&](tw::index_t i, tw::index_t j) {
                               return (element(i * n + j, 7919, 53) - element(i, 5, 53)) /
                                      element(i * n + j, 17, 53);
                           });
    }
}

// Integers of two bytes, whose packets have as many lanes as those of float16, and doubles, which
// have two.
TEST(BroadcastRows, ColumnsOfShortsAndDoubles) {
    auto const of = [](tw::index_t i, int factor) {
        return static_cast<std::int16_t>(1 + i * factor % 101);
    };
    for (tw::index_t const columns : {1, 7, 33, 64, 80, 1000})
        for (tw::index_t const rows : {1, 3, 40}) {
            auto const filled = [&]<class T, int Rank>(T, tw::extents<Rank> const& shape,
                                                       int factor) {
                tw::host_array<T, Rank> x(shape);
                for (tw::index_t i = 0; i < x.size(); ++i)
                    x.data()[i] = of(i, factor);
                return to_space(x);
            };
            auto const m = filled(std::int16_t{}, tw::extents(rows, columns), 7919);
            auto const column = filled(std::int16_t{}, tw::extents(rows, tw::index_t{1}), 31);
            auto const other = filled(std::int16_t{}, tw::extents(rows, tw::index_t{1}), 17);
            array<std::int16_t, 2> const after = m - column, before = column - m;
            array<std::int16_t, 2> const powers =
                tw::maximum(m, tw::pow(column - other, std::int16_t{2})) / other;
            auto const d = filled(double{}, tw::extents(rows, columns), 7919);
            auto const scale = filled(double{}, tw::extents(rows, tw::index_t{1}), 31);
            array<double, 2> const normal = (d - scale) / tw::sqrt(scale);
            auto const a = to_host(after), b = to_host(before), p = to_host(powers);
            auto const n = to_host(normal);
            for (tw::index_t i = 0; i < rows; ++i)
                for (tw::index_t j = 0; j < columns; ++j) {
                    int const x = of(i * columns + j, 7919), c = of(i, 31), o = of(i, 17);
                    ASSERT_EQ(a(i, j), x - c) << rows << " x " << columns;
                    ASSERT_EQ(b(i, j), c - x) << rows << " x " << columns;
                    ASSERT_EQ(p(i, j), std::max(x, (c - o) * (c - o)) / o) << i << ", " << j;
                    ASSERT_DOUBLE_EQ(n(i, j), (x - c) / std::sqrt(static_cast<double>(c)));
                }
        }
}

}  // namespace
