// SPDX-License-Identifier: MIT
// Elementwise expressions that contain reductions: of trailing axes, which run in one loop over
// rows, and of others, which are evaluated first. The values are those of loops in float64.
#include "support/reductions.hpp"
#include "twill/half.hpp"

#include <algorithm>

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto rows = tw::axis<-1>;

std::vector<float> waves(std::size_t n, float offset = 0) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = offset + static_cast<float>((i * 7919 + i / 13) % 1009) * 0.003f;
    return x;
}

/// x with `each(row, length)` applied in place to every row, in float64.
template <class Each>
std::vector<double> by_rows(std::vector<float> const& x, std::size_t length, Each&& each) {
    std::vector<double> result(x.begin(), x.end());
    for (std::size_t i = 0; i < x.size(); i += length)
        each(result.data() + i, length);
    return result;
}
void standardise(double* row, std::size_t n) {
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < n; ++i)
        mean += row[i] / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i)
        squares += (row[i] - mean) * (row[i] - mean);
    for (std::size_t i = 0; i < n; ++i)
        row[i] = (row[i] - mean) / std::sqrt(squares / static_cast<double>(n));
}
void softmax(double* row, std::size_t n) {
    double most = -INFINITY, sum = 0;
    for (std::size_t i = 0; i < n; ++i)
        most = std::fmax(most, row[i]);
    for (std::size_t i = 0; i < n; ++i)
        sum += std::exp(row[i] - most);
    for (std::size_t i = 0; i < n; ++i)
        row[i] = std::exp(row[i] - most) / sum;
}

template <class X>
auto standardised(X const& x) {
    return (x - mean(x, rows, tw::keepdims)) / stddev(x, rows, tw::keepdims);
}
template <class X>
auto softmaxed(X const& x) {
    auto const e = exp(x - max(x, rows, tw::keepdims));
    return e / sum(e, rows, tw::keepdims);
}

template <class X>
::testing::AssertionResult near(X const& actual, std::vector<double> const& expected,
                                double tolerance = 2e-5) {
    auto const got = values(actual);
    if (got.size() != expected.size())
        return ::testing::AssertionFailure() << got.size() << " elements";
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(std::abs(static_cast<double>(got[i]) - expected[i]) <=
              tolerance * std::fmax(1e-3, std::abs(expected[i]))))
            return ::testing::AssertionFailure()
                   << "[" << i << "] is " << got[i] << ", not " << expected[i];
    return ::testing::AssertionSuccess();
}

template <class X>
std::vector<double> doubles(X const& x) {
    auto const v = values(x);
    return std::vector<double>(v.begin(), v.end());
}

TEST(row_fusion, every_length) {
    for (std::size_t const n :
         {1,   2,   3,   4,   5,   7,   8,   16,   31,   32,   33,   64,   100,  127,  128, 129,
          255, 256, 257, 260, 511, 512, 513, 1000, 1001, 1024, 1028, 2048, 3001, 4096, 4100}) {
        SCOPED_TRACE(n);
        std::size_t const count = n < 100 ? 517 : 61;
        auto const x = waves(count * n);
        auto const a = to_space(x, tw::extents(count, n));
        EXPECT_TRUE(near(softmaxed(a), by_rows(x, n, softmax)));
        if (n > 2) {
            EXPECT_TRUE(near(standardised(a), by_rows(x, n, standardise), 1e-3));
        }
    }
}

TEST(row_fusion, long_rows) {
    for (std::size_t const n : {16384, 20000, 32768, 32772, 65536, 65537}) {
        for (std::size_t const count : {3, on_device ? 130 : 9}) {
            SCOPED_TRACE(std::to_string(count) + " x " + std::to_string(n));
            auto const x = waves(count * n);
            auto const a = to_space(x, tw::extents(count, n));
            EXPECT_TRUE(near(softmaxed(a), by_rows(x, n, softmax), 1e-4));
            EXPECT_TRUE(near(standardised(a), by_rows(x, n, standardise), 1e-3));
        }
    }
}

TEST(row_fusion, layouts) {
    auto const x = waves(12 * 6 * 40);
    for (auto const& [layout, operand] : layouts_of(x, tw::extents(12, 6, 40))) {
        SCOPED_TRACE(layout);
        EXPECT_TRUE(near(softmaxed(operand), by_rows(x, 40, softmax)));
        auto const e = exp(operand - max(operand, tw::axis<1, 2>, tw::keepdims));
        EXPECT_TRUE(near(e / sum(e, tw::axis<1, 2>, tw::keepdims), by_rows(x, 240, softmax)));
    }
    // Rows that start anywhere, in the operand and in the target.
    auto const m = to_space(waves(50 * 131), tw::extents(50, 131));
    auto const part = m(tw::full_extent, tw::slice(3, 103));
    array<float, 2> const packed = part + 0.0f;
    auto const want = by_rows(values(packed), 100, softmax);
    EXPECT_TRUE(near(softmaxed(part), want));
    array<float, 2> target = tw::full(tw::extents(50, 131), -1.0f);
    target(tw::full_extent, tw::slice(5, 105)) = softmaxed(part);
    EXPECT_TRUE(near(target(tw::full_extent, tw::slice(5, 105)), want));
    EXPECT_EQ(value(sum(target(tw::full_extent, tw::slice(0, 5)))), -250.0f);
    EXPECT_EQ(value(sum(target(tw::full_extent, tw::slice(105)))), -26.0f * 50);
}

// A softmax's exponential is the last reduction's operand and part of the result: the expressions
// here need it twice, beside the operand itself, or another one of the same type.
TEST(row_fusion, costly_terms_of_the_last_reduction) {
    for (std::size_t const n : {40, 130, 256, 1024, 3000, 20000}) {
        SCOPED_TRACE(n);
        std::size_t const count = 20;
        auto const x = waves(count * n);
        auto const m = to_space(x, tw::extents(count, n));
        auto const top = max(m, tw::axis<1>, tw::keepdims);
        auto const e = exp(m - top);
        auto const total = sum(e, tw::axis<1>, tw::keepdims);
        auto const p = by_rows(x, n, softmax);
        std::vector<double> twice, beside, other, flat;
        for (std::size_t i = 0; i < count; ++i) {
            double highest = -1e30, exponentials = 0;
            for (std::size_t j = 0; j < n; ++j)
                highest = std::fmax(highest, x[i * n + j]);
            for (std::size_t j = 0; j < n; ++j)
                exponentials += std::exp(x[i * n + j] - highest);
            for (std::size_t j = 0; j < n; ++j) {
                double const v = x[i * n + j];
                twice.push_back(p[i * n + j] * (1 + exponentials));
                beside.push_back(p[i * n + j] + v);
                other.push_back(std::exp(v - 2) / exponentials);
                flat.push_back(p[i * n + j] * exponentials + exponentials);
            }
        }
        EXPECT_TRUE(near(e / total + e, twice));
        EXPECT_TRUE(near(e / total + m, beside));
        // Of one type with e where `two` is a row's value: a number for each row.
        auto const two = 0.0f * top + 2.0f;
        EXPECT_TRUE(near(exp(m - two) / total, other));
        EXPECT_TRUE(near(e + total, flat));
        auto const least = min(m, tw::axis<1>, tw::keepdims);
        auto const low = exp(m - least);
        EXPECT_TRUE(near((low / total) * exp(least - top), p));
    }
}

TEST(row_fusion, in_place_and_overlapping) {
    auto const x = waves(40 * 256);
    auto a = to_space(x, tw::extents(40, 256));
    a = softmaxed(a);
    EXPECT_TRUE(near(a, by_rows(x, 256, softmax)));
    // A shifted operand inside a reduction is read before it is overwritten.
    auto b = to_space(x, tw::extents(40, 256));
    array<float, 2> const copy = b + 0.0f;
    auto const below = tw::slice(0, 39);
    auto const above = tw::slice(1);
    b(below) = b(below) - mean(b(above), rows, tw::keepdims);
    array<float, 2> const want = copy(below) - mean(copy(above), rows, tw::keepdims);
    EXPECT_TRUE(equal(b(below), values(want)));
    b += sum(b, rows, tw::keepdims) * 0.0f + 1.0f;
    EXPECT_TRUE(near(b(below), doubles(want + 1.0f)));
}

TEST(row_fusion, operands_beside_the_rows) {
    std::size_t const n = 192;
    auto const x = waves(33 * n);
    auto const y = waves(33 * n, 5);
    auto const a = to_space(x, tw::extents(33, n));
    auto const b = to_space(y, tw::extents(33, n));
    auto const scale = to_space(waves(n, 1));
    auto const shift = to_space(waves(n, -2));
    auto const column = to_space(waves(33, 3), tw::extents(33, 1));
    array<float, 2> const s = standardised(a);
    EXPECT_TRUE(near(standardised(a) * scale + shift, doubles(s * scale + shift), 1e-3));
    EXPECT_TRUE(near(standardised(a) * column, doubles(s * column), 1e-3));
    array<float, 2> const both = a + b;
    EXPECT_TRUE(near(softmaxed(a + b), by_rows(values(both), n, softmax)));
    // Two softmaxes: reductions of one type over different memory.
    array<float, 2> const of_a = softmaxed(a), of_b = softmaxed(b);
    EXPECT_TRUE(near(softmaxed(a) + softmaxed(b), doubles(of_a + of_b)));
    // A reduction of a reduction's expression, a scalar, an index, a rank-0 array.
    auto const centred = a - mean(a, rows, tw::keepdims);
    array<float, 2> const centre = centred;
    array<float, 2> const unit = centre / norm(centre, rows, tw::keepdims);
    EXPECT_TRUE(near(centred / norm(centred, rows, tw::keepdims), doubles(unit)));
    auto const position = tw::cast<float>(std::get<1>(tw::indices(tw::extents(33, n))));
    array<float, 2> const weighted = a * position;
    array<float, 2> const weights = sum(weighted, rows, tw::keepdims) + a * 0.0f;
    EXPECT_TRUE(near(sum(a * position, rows, tw::keepdims) + a * rank0(0.0f), doubles(weights)));
    auto const best = argmax(a, rows, tw::keepdims);
    EXPECT_TRUE(equal(tw::cast<std::int64_t>(a * 0.0f) + best,
                      values(tw::broadcast_to(tw::evaluate(best), tw::extents(33, n)))));
}

TEST(row_fusion, element_types) {
    for_types<double, std::int32_t>([](auto type) {
        using T = typename decltype(type)::type;
        std::vector<T> x;
        std::vector<float> same_in_float;
        for (int i = 0; i < 21 * 96; ++i) {
            x.push_back(static_cast<T>(i * 37 % 11));
            same_in_float.push_back(static_cast<float>(x.back()));
        }
        auto const a = to_space(x, tw::extents(21, 96));
        EXPECT_TRUE(near(softmaxed(a), by_rows(same_in_float, 96, softmax)));
        EXPECT_TRUE(near(standardised(a), by_rows(same_in_float, 96, standardise), 1e-6));
    });
}

// Computed in float32 and rounded once: at most a fiftieth further off than the nearest number.
TEST(row_fusion, short_floats) {
    for_types<tw::float16, tw::bfloat16>([](auto type) {
        using T = typename decltype(type)::type;
        double const half_a_step = std::numeric_limits<T>::digits == 11 ? 0x1p-11 : 0x1p-8;
        for (std::size_t const n : {3, 10, 64, 100, 800, 3000}) {
            SCOPED_TRACE(n);
            auto const x = waves(70 * n);
            array<T, 2> const a = tw::cast<T>(to_space(x, tw::extents(70, n)) * 4.0f);
            auto const exact = by_rows(values(array<float, 2>(tw::cast<float>(a))), n, softmax);
            auto const got = values(array<float, 2>(tw::cast<float>(tw::evaluate(softmaxed(a)))));
            for (std::size_t i = 0; i < got.size(); ++i)
                ASSERT_NEAR(got[i], exact[i], 1.02 * half_a_step * exact[i] + 0x1.02p-25) << i;
            // Exponentials that are subnormal floats have quotients that are not.
            array<float, 2> const low = tw::full(tw::extents(70, n), -92.0f);
            array<T, 2> const parts = tw::cast<T>(exp(low) / sum(exp(low), rows, tw::keepdims));
            double const part = 1.0 / static_cast<double>(n);
            for (auto const p : values(array<float, 2>(tw::cast<float>(parts))))
                ASSERT_NEAR(p, part, 1.02 * half_a_step * part);
        }
    });
}

// So many that a thread of a device has several, with operands of all rows that start anywhere.
TEST(row_fusion, many_short_rows) {
    for (int const n : {2, 3, 7, 12, 33, 100}) {
        SCOPED_TRACE(n);
        int const count = 1200000 / n + 1;
        std::vector<std::int32_t> x(static_cast<std::size_t>(count) * static_cast<std::size_t>(n));
        std::vector<std::int32_t> want(x.size()), weights(static_cast<std::size_t>(n) + 1);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<std::int32_t>((i * 7919 + i / 13) % 1009);
        for (std::size_t j = 0; j < weights.size(); ++j)
            weights[j] = static_cast<std::int32_t>(j) - 1;
        auto const length = static_cast<std::size_t>(n);
        for (std::size_t i = 0; i < x.size(); i += length) {
            std::int32_t const most = *std::max_element(x.data() + i, x.data() + i + length);
            for (std::size_t j = 0; j < length; ++j)
                want[i + j] = (x[i + j] - most) * weights[j + 1];
        }
        auto const a = to_space(x, tw::extents(count, n));
        auto const w = to_space(weights);
        EXPECT_TRUE(equal((a - max(a, rows, tw::keepdims)) * w(tw::slice(1)), want));
    }
}

TEST(row_fusion, not_a_number_and_infinity_stay_in_their_row) {
    auto x = waves(4 * 64);
    x[5] = NAN;
    x[64 + 7] = INFINITY;
    auto const a = to_space(x, tw::extents(4, 64));
    auto const got = values(standardised(a));
    auto const want = by_rows(x, 64, standardise);
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (i < 128) {
            EXPECT_TRUE(std::isnan(got[i])) << i;
        } else {
            EXPECT_NEAR(got[i], want[i], 1e-4) << i;
        }
    }
}

TEST(row_fusion, divisions_by_a_value_of_the_row_are_exact) {
    float const special[] = {0.0f,   -0.0f, 1e-40f, -3e-45f, 1e38f, 3.4e38f, 1e-30f, 7.0f,
                             -1e30f, 1.0f,  3.0f,   1e-10f,  -2.5f, 1e19f,   0.1f,   -1e-19f};
    for (std::size_t const length : {7, 64, 1028}) {
        std::vector<float> x;
        for (int row = 0; row < 9; ++row) {
            float const largest[] = {7.0f,   1e38f,    1e-40f,        0.0f, 3.0f,
                                     1e-19f, INFINITY, std::nanf(""), 1e19f};
            for (std::size_t j = 0; j < length; ++j)
                x.push_back(std::fmin(special[(j * 5 + j / 16) % 16] * (1 + 1e-3f * float(j % 7)),
                                      largest[row]));
            x[x.size() - 1 - length / 2] = largest[row];
        }
        auto const m = to_space(x, tw::extents(9, length));
        auto const by = tw::evaluate(max(m, rows, tw::keepdims));
        array<float, 2> const fused = m / max(m, rows, tw::keepdims);
        EXPECT_TRUE(twill_test::equal(fused, values(m / by))) << length;
    }
}

TEST(row_fusion, a_shared_operand_inside_a_kept_term) {
    auto const x = waves(6 * 4096), b = waves(4096, -1);
    auto const m = to_space(x, tw::extents(6, 4096));
    auto const bias = to_space(b);
    std::vector<float> sum(x);
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += b[i % 4096];
    auto const e = exp(m + bias - max(m + bias, rows, tw::keepdims));
    EXPECT_TRUE(near(e / tw::sum(e, rows, tw::keepdims), by_rows(sum, 4096, softmax)));
}

TEST(row_fusion, masked_rows) {
    for (std::size_t const n : {3, 10, 33, 256, 1000, 4096, 20000}) {
        SCOPED_TRACE(n);
        std::size_t const count = 12;
        auto x = waves(count * n);
        auto const m = to_space(x, tw::extents(count, n));
        array<bool, 2> const mask = m < 1.5f;
        auto const e = tw::where(mask, m * 0.5f, -1e9f);
        for (float& v : x)
            v = v < 1.5f ? v * 0.5f : -1e9f;
        EXPECT_TRUE(near(softmaxed(e), by_rows(x, n, softmax)));
        // What is kept as a term is needed besides, or the mask is.
        array<float, 2> const p = softmaxed(e);
        EXPECT_TRUE(near(softmaxed(e) + m, doubles(p + m)));
        EXPECT_TRUE(near(tw::where(mask, softmaxed(e), 7.0f), doubles(tw::where(mask, p, 7.0f))));
    }
}

TEST(row_fusion, a_kept_term_beside_one_with_another_divisor) {
    auto const x = waves(6 * 1024), b = waves(1024, -1);
    auto const m = to_space(x, tw::extents(6, 1024));
    auto const v = to_space(b);
    auto const peak = max(m, rows, tw::keepdims);
    auto const middle = mean(m, rows, tw::keepdims) + 2.0f;
    auto const e = exp(v / peak);
    array<float, 2> const fused = exp(v / middle) * (e / tw::sum(e, rows, tw::keepdims));
    std::vector<double> want;
    for (std::size_t row = 0; row < 6; ++row) {
        double most = x[row * 1024], sum = 0, total = 0;
        for (std::size_t j = 0; j < 1024; ++j) {
            most = std::max<double>(most, x[row * 1024 + j]);
            sum += x[row * 1024 + j];
        }
        for (float const value : b)
            total += std::exp(value / most);
        for (float const value : b)
            want.push_back(std::exp(value / (sum / 1024 + 2)) * std::exp(value / most) / total);
    }
    EXPECT_TRUE(near(fused, want));
}

// The exponentials of other axes are summed in the pass that finds their greatest.
TEST(row_fusion, softmax_of_other_axes) {
    constexpr tw::axis_t<0> down{};
    for (auto const& [n, count] :
         {std::pair<std::size_t, std::size_t>{1, 7}, {300, 33}, {70, 128}}) {
        SCOPED_TRACE(n);
        auto x = waves(n * count), y = waves(n * count, 2);
        x[0] = -INFINITY;
        x[count - 1] = n > 1 ? 80.0f : 1.0f;
        auto const m = to_space(x, tw::extents(n, count));
        auto const other = to_space(y, tw::extents(n, count));
        array<float, 2> const lines = transpose(m), others = transpose(other);
        std::vector<double> const want = by_rows(values(lines), n, softmax);
        auto const softmax_of = [&](auto const& top) {
            return exp(m - top) / sum(exp(m - top), down);
        };
        array<float, 2> const got = transpose(tw::evaluate(softmax_of(max(m, down))));
        array<float, 2> const kept =
            transpose(tw::evaluate(softmax_of(max(m, down, tw::keepdims))));
        // Less than another array's greatest: the same but for rounding.
        array<float, 2> const beside = transpose(tw::evaluate(softmax_of(max(other, down))));
        array<float> const logs = log(sum(exp(m - max(m, down)), down)) + max(m, down);
        auto const columns = values(got);
        for (std::size_t i = n; i < count * n; ++i)  // the first one holds an infinity, see below
            EXPECT_NEAR(columns[i], want[i], 1e-5) << i;
        EXPECT_TRUE(equal(kept(tw::slice(1)), values(got(tw::slice(1)))));
        array<float, 2> const rest = abs(beside - got);
        EXPECT_LT(value(max(rest(tw::slice(1)))), 1e-5f);
        array<float> const by_lines =
            log(sum(exp(lines - max(lines, rows, tw::keepdims)), rows)) + max(lines, rows);
        auto const above = values(logs), beneath = values(by_lines);
        for (std::size_t i = 1; i < count; ++i)
            EXPECT_NEAR(above[i], beneath[i], 1e-4) << i;
    }
}
TEST(row_fusion, infinities_among_exponentials) {
    constexpr tw::axis_t<0> down{};
    // Of columns: nothing but -inf, one +inf, NaN, and a column that others' greatest scales.
    std::vector<float> const x{-INFINITY, 1, 2, 0, -INFINITY, INFINITY, NAN, 1};
    auto const m = to_space(x, tw::extents(2, 4));
    auto const sums = values(tw::evaluate(sum(exp(m - max(m, down)), down) + 0.0f * max(m(0))));
    EXPECT_TRUE(std::isnan(sums[0]) && std::isnan(sums[1]) && std::isnan(sums[2]));
    EXPECT_NEAR(sums[3], 1 + std::exp(-1.0f), 1e-6);
    auto const other = to_space(std::vector<float>{0, 0, 0, 2, 1, 1, 1, 1}, tw::extents(2, 4));
    auto const scaled = values(tw::evaluate(1.0f * sum(exp(m - max(other, down)), down)));
    EXPECT_EQ(scaled[0], 0.0f);
    EXPECT_EQ(scaled[1], INFINITY);
    EXPECT_TRUE(std::isnan(scaled[2]));
    EXPECT_NEAR(scaled[3], std::exp(-2.0f) + std::exp(-1.0f), 1e-6);
}

TEST(row_fusion, other_axes_are_evaluated_first) {
    auto const x = waves(30 * 20);
    auto const m = to_space(x, tw::extents(30, 20));
    array<float> const mu = mean(m, tw::axis<0>);
    array<float> const sigma = stddev(m, tw::axis<0>);
    EXPECT_TRUE(
        near((m - mean(m, tw::axis<0>)) / stddev(m, tw::axis<0>), doubles((m - mu) / sigma), 1e-4));
    EXPECT_TRUE(near((m - mean(m)) / stddev(m),
                     doubles((m - tw::evaluate(mean(m))) / tw::evaluate(stddev(m))), 1e-4));
    array<float, 2> const both =
        m - mean(m, rows, tw::keepdims) - mean(m, tw::axis<0>, tw::keepdims);
    array<float, 2> const by_row = m - tw::evaluate(mean(m, rows, tw::keepdims));
    EXPECT_TRUE(near(both, doubles(by_row - mu), 1e-4));
    array<float, 2> const none(tw::extents(0, 5));
    EXPECT_EQ(values(softmaxed(none)).size(), 0u);
    array<float, 2> const no_columns(tw::extents(5, 0));
    EXPECT_EQ(values(standardised(no_columns)).size(), 0u);
}

}  // namespace
