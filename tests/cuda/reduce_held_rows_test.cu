// SPDX-License-Identifier: MIT
// Rows that groups of threads and warps reduce while several packets of theirs are under way: of
// every length, one behind the other, with room between them, backwards and along two axes, and
// such as start between packets. Elements are small integers, so that sums are exact.
#include <twill/half.hpp>
#include <twill/twill.cuh>

#include <algorithm>
#include <cmath>

#include "support/series.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto everything = tw::full_extent;
constexpr auto along = tw::axis<1>;

std::vector<tw::index_t> const lengths = {1,   2,   3,   4,   7,   8,   12,  16,   24,  31,  32,
                                          33,  40,  63,  64,  65,  96,  100, 128,  136, 192, 200,
                                          256, 264, 300, 384, 512, 520, 640, 1032, 2050};

double element(tw::index_t i) { return static_cast<double>(i * 7919 % 31 % 5); }

double squares_of(series const& x) {
    double sum = 0;
    for (double const e : x)
        sum += e * e;
    return sum;
}

/// of(a view of rows) is compared with `wanted` of each row, in every layout.
template <class T, class Of, class Wanted>
void check(Of&& of, Wanted&& wanted) {
    for (tw::index_t const length : lengths)
        for (tw::index_t const rows : {1, 3, 6, 517}) {
            tw::index_t const pitch = (length + 15) / 16 * 16 + 16;
            std::vector<T> x(static_cast<std::size_t>(rows * pitch));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = static_cast<T>(static_cast<float>(element(static_cast<tw::index_t>(i))));
            auto const m = reshape(to_space(x), rows, pitch);
            auto const is = [&](auto const& result, tw::index_t start, tw::index_t step,
                                char const* layout) {
                SCOPED_TRACE(std::string(layout) + ": " + std::to_string(rows) + " x " +
                             std::to_string(length));
                auto const got = values(result);
                ASSERT_EQ(got.size(), static_cast<std::size_t>(rows));
                for (tw::index_t r = 0; r < rows; ++r) {
                    series line;
                    for (tw::index_t k = 0; k < length; ++k)
                        line.push_back(element(start + r * step + k));
                    using R = std::remove_cvref_t<decltype(got[0])>;
                    ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(r)]),
                              static_cast<double>(static_cast<R>(static_cast<float>(wanted(line)))))
                        << "row " << r;
                }
            };
            is(of(m(everything, tw::slice(0, length))), 0, pitch, "padded");
            is(of(m(everything, tw::slice(1, length + 1))), 1, pitch, "between packets");
            is(of(tw::flip(m(everything, tw::slice(0, length)), tw::axis<0>)), (rows - 1) * pitch,
               -pitch, "backwards");
            auto const packed =
                reshape(tw::evaluate(m)(tw::slice(0, rows), everything), tw::extents(rows * pitch));
            auto const close =
                reshape(tw::evaluate(packed(tw::slice(0, rows * length))), rows, length);
            is(of(close), 0, length, "packed");
        }
}

TEST(reduce_held_rows, sums_of_float32) {
    check<float>([](auto const& m) { return tw::evaluate(sum(m, along)); }, sum_of);
}
TEST(reduce_held_rows, squares_of_float32) {
    check<float>([](auto const& m) { return tw::evaluate(sum(m * m, along)); }, squares_of);
}
TEST(reduce_held_rows, sums_of_float16) {
    check<tw::float16>([](auto const& m) { return tw::evaluate(sum(m, along)); }, sum_of);
}
TEST(reduce_held_rows, squares_of_float16) {
    check<tw::float16>([](auto const& m) { return tw::evaluate(sum(m * m, along)); }, squares_of);
}
TEST(reduce_held_rows, squares_of_float64) {
    check<double>([](auto const& m) { return tw::evaluate(sum(m * m, along)); }, squares_of);
}
TEST(reduce_held_rows, squares_of_bytes) {
    check<std::uint8_t>([](auto const& m) { return tw::evaluate(sum(m * m, along)); }, squares_of);
}
TEST(reduce_held_rows, products_of_int32) {
    check<std::int32_t>([](auto const& m) { return tw::evaluate(sum(m * (m + 1), along)); },
                        [](series const& x) { return squares_of(x) + sum_of(x); });
}
TEST(reduce_held_rows, several_results_of_float16) {
    check<tw::float16>([](auto const& m) { return tw::evaluate(max(m, along) - min(m, along)); },
                       [](series const& x) {
                           return *std::max_element(x.begin(), x.end()) -
                                  *std::min_element(x.begin(), x.end());
                       });
}
TEST(reduce_held_rows, sums_of_exponentials) {
    check<float>([](auto const& m) { return tw::evaluate(rint(sum(exp2(m), along))); },
                 [](series const& x) {
                     double sum = 0;
                     for (double const e : x)
                         sum += std::exp2(e);
                     return sum;
                 });
}

// Two axes of outputs, whose rows do not lie equally far apart.
TEST(reduce_held_rows, two_axes_of_outputs) {
    for (tw::index_t const length : {4, 12, 64, 100, 132, 384}) {
        SCOPED_TRACE(length);
        tw::index_t const planes = 3;
        tw::index_t const rows = 5;
        tw::index_t const pitch = length + 4;
        std::vector<float> x(static_cast<std::size_t>(planes * (rows + 2) * pitch));
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(element(static_cast<tw::index_t>(i)));
        auto const m = reshape(to_space(x), planes, rows + 2, pitch);
        auto const v = m(everything, tw::slice(0, rows), tw::slice(0, length));
        auto const got = values(tw::evaluate(sum(v * v, tw::axis<2>)));
        for (tw::index_t p = 0; p < planes; ++p)
            for (tw::index_t r = 0; r < rows; ++r) {
                series line;
                for (tw::index_t k = 0; k < length; ++k)
                    line.push_back(element((p * (rows + 2) + r) * pitch + k));
                ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(p * rows + r)]),
                          squares_of(line));
            }
    }
}

}  // namespace
