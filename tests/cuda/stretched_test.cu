// SPDX-License-Identifier: MIT
// Reductions over pairs of arrays that have one element along an axis along which their types have
// several: a row of a matrix, what keepdims left, views that are stretched.
#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/twill.cuh>

#include <cmath>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

namespace {

double element(index_t i) { return static_cast<double>(i * 7919 % 31 % 7 + 1); }
template <class T>
tw::device_array<T, 1> numbers(index_t size) {
    std::vector<T> x(static_cast<std::size_t>(size));
    for (index_t i = 0; i < size; ++i)
        x[static_cast<std::size_t>(i)] = static_cast<T>(static_cast<float>(element(i)));
    return to_space(x);
}

/// Sums of v(i) * a(i, j) * b(i, j) along either axis, a and b having one row or one column or all
/// of them.
template <class T>
void check() {
    for (index_t const rows : {1, 2, 17, 64, 257, 1000})
        for (index_t const columns : {1, 2, 31, 64, 100, 255})
            for (int const which : {0, 1, 2, 3}) {
                SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ", " +
                             std::to_string(which));
                index_t const high = which & 1 ? 1 : rows;
                index_t const wide = which & 2 ? 1 : columns;
                auto const along = numbers<T>(rows);
                auto const across = numbers<T>(columns);
                auto const part = tw::evaluate(reshape(numbers<T>(high * wide), high, wide));
                auto const all = tw::evaluate(reshape(numbers<T>(rows * columns), rows, columns));
                auto const at = [&](index_t i, index_t j) {
                    return element((high == 1 ? 0 : i) * wide + (wide == 1 ? 0 : j));
                };
                auto const down = values(tw::evaluate(tw::sum<double>(
                    along(tw::full_extent, tw::newaxis) * part * all, tw::axis<0>)));
                auto const over =
                    values(tw::evaluate(tw::sum<double>(across * part * all, tw::axis<1>)));
                auto const alone = values(tw::evaluate(tw::sum<double>(
                    along(tw::full_extent, tw::newaxis) * across * part, tw::axis<1>)));
                for (index_t j = 0; j < columns; ++j) {
                    double want = 0;
                    for (index_t i = 0; i < rows; ++i)
                        want += element(i) * at(i, j) * element(i * columns + j);
                    ASSERT_EQ(static_cast<double>(down[static_cast<std::size_t>(j)]), want) << j;
                }
                for (index_t i = 0; i < rows; ++i) {
                    double want = 0;
                    double products = 0;
                    for (index_t j = 0; j < columns; ++j) {
                        want += element(j) * at(i, j) * element(i * columns + j);
                        products += element(i) * element(j) * at(i, j);
                    }
                    ASSERT_EQ(static_cast<double>(over[static_cast<std::size_t>(i)]), want) << i;
                    ASSERT_EQ(static_cast<double>(alone[static_cast<std::size_t>(i)]), products)
                        << i;
                }
            }
}

TEST(stretched, sums_of_float32) { check<float>(); }
TEST(stretched, sums_of_float64) { check<double>(); }
TEST(stretched, sums_of_int16) { check<std::int16_t>(); }

TEST(stretched, one_element) {
    auto const one = numbers<double>(1);
    for (index_t const rows : {7, 17, 129})
        for (index_t const columns : {3, 16, 32, 158}) {
            auto const got = values(
                tw::evaluate(norm(tw::broadcast_to(one, tw::extents(rows, columns)), tw::axis<1>)));
            for (auto const x : got)
                EXPECT_NEAR(static_cast<double>(x), std::sqrt(static_cast<double>(columns)), 1e-12);
        }
}
TEST(stretched, positions_beside_others) {
    auto const one = numbers<std::int64_t>(1);
    for (index_t const last : {7, 8, 33}) {
        auto const numbers_of = numbers<std::uint32_t>(9 * 5 * 4 * last);
        auto const x = tw::evaluate(reshape(numbers_of, 9, 5, 4, last));
        auto const y = tw::broadcast_to(one, tw::extents(5, 4, 1));
        auto const got = values(tw::evaluate(argmax(y * x, tw::axis<2, 3>)));
        for (index_t i = 0; i < 45; ++i) {
            index_t best = 0;
            for (index_t k = 1; k < 4 * last; ++k)
                if (element(i * 4 * last + k) > element(i * 4 * last + best))
                    best = k;
            EXPECT_EQ(static_cast<index_t>(got[static_cast<std::size_t>(i)]), best) << i;
        }
    }
}
TEST(stretched, complex_numbers) {
    tw::device_array<tw::complex<float>, 3> a(17, 1, 1);
    tw::device_array<tw::complex<float>, 4> b(16, 1, 1, 2);
    a = tw::complex<float>(1, 1);
    b = tw::complex<float>(2, 1);
    auto const got = values(tw::evaluate(real(sum(
        a(tw::newaxis, tw::full_extent, tw::full_extent, tw::full_extent) * b, tw::axis<2, 3>))));
    ASSERT_EQ(got.size(), std::size_t{272});
    for (auto const x : got)
        EXPECT_EQ(static_cast<double>(x), 2);
}

}  // namespace
