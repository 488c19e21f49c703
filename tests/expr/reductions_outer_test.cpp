// SPDX-License-Identifier: MIT
// Reductions of outer products: many outputs that share what they are reduced over.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
std::vector<T> numbers(std::size_t n, double step) {
    std::vector<T> x;
    for (std::size_t i = 0; i < n; ++i)
        x.push_back(static_cast<T>(0.5 + step * static_cast<double>(i)));
    return x;
}

template <class T>
void sums_over(std::size_t outputs, std::size_t length, double tolerance) {
    SCOPED_TRACE(std::to_string(outputs) + " x " + std::to_string(length));
    auto const f = numbers<T>(outputs, 1e-4);
    auto const t = numbers<T>(length, 0.03);
    auto const y = numbers<T>(length, -0.01);
    auto const freq = to_space(f), time = to_space(t), weight = to_space(y);
    auto const angle = freq(tw::full_extent, tw::newaxis) * time;
    auto const c = cos(angle);
    auto const s = sin(angle);
    auto const [yc, ys, cc, cs, most] =
        tw::evaluate(sum(weight * c, tw::axis<1>), sum(weight * s, tw::axis<1>),
                     sum(c * c, tw::axis<1>), sum(c * s, tw::axis<1>), max(angle, tw::axis<1>));
    auto const got_yc = values(yc), got_ys = values(ys), got_cc = values(cc), got_cs = values(cs),
               got_most = values(most);
    auto const alone = values(sum(weight * c, tw::axis<1>));
    auto const across = values(sum(transpose(weight * c), tw::axis<0>));
    for (std::size_t i = 0; i < outputs; i += i < 10 || i + 10 > outputs ? 1 : 97) {
        double want[4] = {};
        for (std::size_t j = 0; j < length; ++j) {
            double const a = static_cast<double>(static_cast<T>(f[i] * t[j]));
            want[0] += y[j] * std::cos(a);
            want[1] += y[j] * std::sin(a);
            want[2] += std::cos(a) * std::cos(a);
            want[3] += std::cos(a) * std::sin(a);
        }
        double const n = static_cast<double>(length);
        ASSERT_NEAR(got_yc[i], want[0], tolerance * n) << i;
        ASSERT_NEAR(got_ys[i], want[1], tolerance * n) << i;
        ASSERT_NEAR(got_cc[i], want[2], tolerance * n) << i;
        ASSERT_NEAR(got_cs[i], want[3], tolerance * n) << i;
        ASSERT_NEAR(alone[i], want[0], tolerance * n) << i;
        ASSERT_NEAR(across[i], want[0], tolerance * n) << i;
        ASSERT_EQ(got_most[i], f[i] * t[length - 1]) << i;
    }
}

TEST(reductions_outer, periodogram_sums) {
    for (std::size_t const outputs : {4096, 5001, 20003})
        sums_over<float>(outputs, 130, 1e-5);
    sums_over<double>(4099, 77, 1e-12);
    sums_over<float>(4096, 1, 1e-5);
    sums_over<float>(100, 130, 1e-5);
}

/// Sums of two weights times the cosine and the sine of an angle, and of the cosine's square.
constexpr std::size_t outputs = on_device ? 4100 : 700;

template <class Cosine, class Sine>
void sums_of_weights(std::size_t length, bool same_weights, Cosine cosine, Sine sine) {
    SCOPED_TRACE(std::to_string(length) + (same_weights ? " same" : " different"));
    auto const f = numbers<float>(outputs, 1e-4);
    auto const t = numbers<float>(length, 0.003);
    auto const y = numbers<float>(length, -0.01);
    auto const z = same_weights ? y : numbers<float>(length, 0.02);
    auto const freq = to_space(f), time = to_space(t), weight = to_space(y), other = to_space(z);
    auto const angle = freq(tw::full_extent, tw::newaxis) * time;
    auto const c = cosine(angle);
    auto const s = sine(angle);
    auto const [yc, zs, cc] = tw::evaluate(sum(weight * c, tw::axis<1>),
                                           sum((same_weights ? weight : other) * s, tw::axis<1>),
                                           sum(c * c, tw::axis<1>));
    auto const got_yc = values(yc), got_zs = values(zs), got_cc = values(cc);
    for (std::size_t i = 0; i < outputs; i += 101) {
        double want[3] = {}, size[3] = {};
        for (std::size_t j = 0; j < length; ++j) {
            double const a = static_cast<double>(f[i] * t[j]);
            double const x[3] = {y[j] * std::cos(a), z[j] * std::sin(a), std::cos(a) * std::cos(a)};
            for (int k = 0; k < 3; ++k) {
                want[k] += x[k];
                size[k] += std::abs(x[k]);
            }
        }
        EXPECT_NEAR(got_yc[i], want[0], 1e-5 * (size[0] + 1)) << i;
        EXPECT_NEAR(got_zs[i], want[1], 1e-5 * (size[1] + 1)) << i;
        EXPECT_NEAR(got_cc[i], want[2], 1e-5 * (size[2] + 1)) << i;
    }
}
/// The first result has a cosine that comes with the sine, at the place of what the second reads.
template <class Cosine, class Sine>
void sums_beside_a_companion(std::size_t length, Cosine cosine, Sine sine) {
    SCOPED_TRACE(length);
    auto const f = numbers<float>(outputs, 1e-4);
    auto const t = numbers<float>(length, 0.003);
    auto const freq = to_space(f), time = to_space(t);
    auto const angle = freq(tw::full_extent, tw::newaxis) * time;
    auto const [sc, sa] = tw::evaluate(sum(sine(angle) * cosine(angle), tw::axis<1>),
                                       sum(sine(angle) * abs(angle), tw::axis<1>));
    auto const got_sc = values(sc), got_sa = values(sa);
    for (std::size_t i = 0; i < outputs; i += 101) {
        double want[2] = {}, size[2] = {};
        for (std::size_t j = 0; j < length; ++j) {
            double const a = static_cast<double>(f[i] * t[j]);
            double const x[2] = {std::sin(a) * std::cos(a), std::sin(a) * std::abs(a)};
            for (int k = 0; k < 2; ++k) {
                want[k] += x[k];
                size[k] += std::abs(x[k]);
            }
        }
        EXPECT_NEAR(got_sc[i], want[0], 1e-5 * (size[0] + 1)) << i;
        EXPECT_NEAR(got_sa[i], want[1], 1e-5 * (size[1] + 1)) << i;
    }
}
TEST(reductions_outer, operands_that_results_share_or_do_not) {
    auto const cosine = [](auto const& x) { return cos(x); };
    auto const sine = [](auto const& x) { return sin(x); };
    auto const fast_cosine = [](auto const& x) { return tw::fast::cos(x); };
    auto const fast_sine = [](auto const& x) { return tw::fast::sin(x); };
    for (std::size_t const length : {5, 1001, 4100}) {
        sums_beside_a_companion(length, cosine, sine);
        sums_beside_a_companion(length, fast_cosine, fast_sine);
        for (bool const same_weights : {true, false}) {
            sums_of_weights(length, same_weights, cosine, sine);
            sums_of_weights(length, same_weights, fast_cosine, fast_sine);
        }
    }
}

TEST(reductions_outer, generators_and_other_reductions) {
    auto const i = tw::cast<float>(tw::arange<tw::index_t>(6000));
    auto const x = to_space(numbers<float>(50, 1.0));
    auto const nearest = abs(i(tw::full_extent, tw::newaxis) - x * 100.0f);
    auto const where = values(argmin(nearest, tw::axis<1>));
    auto const spread = values(var(nearest, tw::axis<1>));
    for (std::size_t k = 0; k < 6000; k += 37) {
        double best = 1e30, sum = 0, squares = 0;
        std::int64_t at = -1;
        for (std::size_t j = 0; j < 50; ++j) {
            double const d =
                std::abs(static_cast<double>(k) - (0.5 + static_cast<double>(j)) * 100);
            if (d < best) {
                best = d;
                at = static_cast<std::int64_t>(j);
            }
            sum += d;
            squares += d * d;
        }
        EXPECT_EQ(where[k], at) << k;
        EXPECT_NEAR(spread[k], squares / 50 - sum / 50 * (sum / 50), 1e-4 * squares / 50) << k;
    }
}

TEST(reductions_outer, batches) {
    // (batch, output, element): the batch changes both operands.
    auto const f = to_space(numbers<float>(3 * 4200, 1e-3), tw::extents(3, 4200));
    auto const t = to_space(numbers<float>(3 * 20, 0.1), tw::extents(3, 20));
    auto const product = f(tw::full_extent, tw::full_extent, tw::newaxis) *
                         t(tw::full_extent, tw::newaxis, tw::full_extent);
    auto const got = values(sum(product, tw::axis<2>));
    auto const fv = values(f), tv = values(t);
    for (std::size_t b = 0; b < 3; ++b) {
        double total = 0;
        for (std::size_t j = 0; j < 20; ++j)
            total += tv[b * 20 + j];
        for (std::size_t k = 0; k < 4200; k += 41)
            EXPECT_NEAR(got[b * 4200 + k] / (total * fv[b * 4200 + k]), 1, 1e-5) << b << " " << k;
    }
}

}  // namespace
