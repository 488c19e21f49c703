// SPDX-License-Identifier: MIT
// Reductions over pairs: outputs that share what they are reduced over, cut into tiles.
#include <complex>
#include <limits>

#include "support/reductions.hpp"
#include "twill/complex.hpp"
#include "twill/half.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto all = tw::full_extent;
constexpr auto fresh = tw::newaxis;

template <class T>
std::vector<T> numbers(std::size_t n, double from, double step) {
    std::vector<T> x;
    for (std::size_t i = 0; i < n; ++i)
        x.push_back(static_cast<T>(from + step * static_cast<double>(i * 7919 % 1009)));
    return x;
}
std::size_t at(tw::index_t i) { return static_cast<std::size_t>(i); }

template <class T>
void distances(tw::index_t n, tw::index_t m, tw::index_t k, double tolerance) {
    SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(m) + " x " + std::to_string(k));
    auto const p = numbers<T>(at(n * k), 0.5, 0.01), q = numbers<T>(at(m * k), -0.25, 0.02);
    auto const a = to_space(p, tw::extents(n, k)), b = to_space(q, tw::extents(m, k));
    auto const got = values(sum(square(a(all, fresh, all) - b(fresh, all, all)), tw::axis<2>));
    for (tw::index_t i = 0; i < n; ++i)
        for (tw::index_t j = 0; j < m; j += 1 + j % 3) {
            double want = 0;
            for (tw::index_t l = 0; l < k; ++l) {
                double const d =
                    static_cast<double>(p[at(i * k + l)]) - static_cast<double>(q[at(j * k + l)]);
                want += d * d;
            }
            ASSERT_NEAR(static_cast<double>(got[at(i * m + j)]), want, tolerance * (1 + want))
                << i << ", " << j;
        }
}

TEST(reductions_pairs, distances) {
    distances<float>(131, 257, 37, 1e-5);
    distances<float>(8, 9, 2, 1e-5);
    distances<float>(16, 11, 1500, 1e-5);
    distances<float>(1, 300, 5, 1e-5);
    distances<float>(3, 300, 37, 1e-5);
    distances<float>(70, 2, 1001, 1e-5);
    if (on_device) {
        distances<float>(701, 803, 1001, 1e-5);
        distances<float>(2100, 2050, 3, 1e-5);
        distances<float>(1100, 1156, 40, 1e-5);
    } else {
        distances<float>(139, 203, 301, 1e-5);
        distances<float>(420, 510, 3, 1e-5);
        distances<float>(220, 289, 40, 1e-5);
    }
    distances<double>(130, 33, 19, 1e-13);
    distances<tw::float16>(40, 70, 21, 2e-2);
}

TEST(reductions_pairs, forces) {
    for (tw::index_t const n : {5, 200, 1031}) {
        auto const px = numbers<float>(at(n), 0, 0.01), py = numbers<float>(at(n), 1, -0.003);
        auto const x = to_space(px), y = to_space(py);
        auto const dx = x(fresh, all) - x(all, fresh);
        auto const dy = y(fresh, all) - y(all, fresh);
        auto const r2 = dx * dx + dy * dy + 0.01f;
        auto const inverse = r2 * sqrt(r2);
        auto const [fx, fy] =
            tw::evaluate(sum(dx / inverse, tw::axis<1>), sum(dy / inverse, tw::axis<1>));
        auto const gx = values(fx), gy = values(fy);
        for (tw::index_t i = 0; i < n; i += 3) {
            double wx = 0, wy = 0, size = 1;
            for (tw::index_t j = 0; j < n; ++j) {
                double const ex = double{px[at(j)]} - double{px[at(i)]};
                double const ey = double{py[at(j)]} - double{py[at(i)]};
                double const s = ex * ex + ey * ey + double{0.01f};
                wx += ex / (s * std::sqrt(s));
                wy += ey / (s * std::sqrt(s));
                size += std::abs(ex / (s * std::sqrt(s))) + std::abs(ey / (s * std::sqrt(s)));
            }
            ASSERT_NEAR(gx[at(i)], wx, 1e-5 * size) << i;
            ASSERT_NEAR(gy[at(i)], wy, 1e-5 * size) << i;
        }
    }
}

/// What is guessed of equal operands does not hold: other operands stand in their places.
TEST(reductions_pairs, operands_that_are_not_what_they_seem) {
    constexpr tw::index_t n = 201;
    auto const px = numbers<double>(at(n), 0, 0.01), py = numbers<double>(at(n), 1, -0.003);
    auto const x = to_space(px), y = to_space(py);
    auto const dx = x(fresh, all) - x(all, fresh);
    auto const dy = y(fresh, all) - y(all, fresh);
    auto const got = values(sum(dx * dy, tw::axis<1>));
    // The same functions of the same operands beside other numbers.
    auto const distance = abs(dx);
    auto const roots = values(sum(sqrt(distance + 1.0) * sqrt(distance + 4.0) +
                                      1.0 / (distance + 2.0) / (1.0 / (distance + 3.0)),
                                  tw::axis<1>));
    for (tw::index_t i = 0; i < n; ++i) {
        double want = 0;
        for (tw::index_t j = 0; j < n; ++j)
            want += (px[at(j)] - px[at(i)]) * (py[at(j)] - py[at(i)]);
        ASSERT_NEAR(got[at(i)], want, 1e-10) << i;
        double root = 0;
        for (tw::index_t j = 0; j < n; ++j) {
            double const d = std::abs(px[at(j)] - px[at(i)]);
            root += std::sqrt(d + 1) * std::sqrt(d + 4) + (d + 3) / (d + 2);
        }
        ASSERT_NEAR(roots[at(i)], root, 1e-9) << i;
    }
}

/// Quotients and roots at the ends of their range, where the fast way does not hold.
TEST(reductions_pairs, rare_quotients_and_roots) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    std::vector<float> x(203, 1.0f), y{3.0f, 0.0f, -0.0f, inf, -inf, 1e38f, 3e-39f, 2e-45f, 7.0f};
    float const special[] = {0.0f, -1.0f, inf, -inf, 1e-44f, 3e38f, 5e-39f, 1e20f};
    for (std::size_t i = 0; i < 8; ++i)
        x[i * 5] = special[i];
    auto const a = to_space(x), b = to_space(y);
    auto const quotient = values(max(a(all, fresh) / b, tw::axis<1>));
    auto const finite = to_space(std::vector<float>(y.begin() + 5, y.end()));
    auto const finite_quotient = values(max(a(all, fresh) / finite, tw::axis<1>));
    auto const root = values(
        max(sqrt(a(all, fresh)) + 0.0f * to_space(std::vector<float>(9, 1.0f)), tw::axis<1>));
    for (std::size_t i = 0; i < x.size(); ++i) {
        float want = -inf;
        for (std::size_t j = 5; j < y.size(); ++j)
            want = std::max(want, x[i] / y[j]);
        EXPECT_FLOAT_EQ(finite_quotient[i], want) << i << ": " << x[i];
        bool nan = false;
        for (float const d : y)
            nan = nan || std::isnan(x[i] / d);
        EXPECT_EQ(std::isnan(quotient[i]), nan) << i << ": " << x[i];
        float const s = std::sqrt(x[i]);
        if (std::isnan(s))
            EXPECT_TRUE(std::isnan(root[i])) << i;
        else
            EXPECT_FLOAT_EQ(root[i], s) << i << ": " << x[i];
    }
}

/// Sums over them are right however many there are, and NaN where one is.
TEST(reductions_pairs, sums_with_rare_quotients_and_roots) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    auto x = numbers<float>(301, 1, 0.5), y = numbers<float>(530, 2, 0.25);
    float const divisors[] = {inf, -inf, 1.5e38f, -3e38f, 1e-30f, 2e37f};
    for (std::size_t k = 0; k < 6; ++k)
        y[k * 83] = divisors[k];
    x[7] = inf, x[100] = nan, x[200] = 0.0f, x[201] = -0.0f, x[202] = 3e-39f;
    auto const a = to_space(x), b = to_space(y);
    auto const quotients = values(sum(a(all, fresh) / b, tw::axis<1>));
    // Of zeros, of what is below the normal numbers, and of infinity.
    auto const p = to_space(std::vector<float>(x)), q = to_space([&] {
                                                        auto z = numbers<float>(530, 2, 0.25);
                                                        z[5] = 0.0f, z[120] = 4e-40f, z[529] = 0.0f;
                                                        return z;
                                                    }());
    auto const roots = values(sum(sqrt(p(all, fresh) * q), tw::axis<1>));
    auto const held = values(q);
    // Inverse roots of numbers below the normal ones, and where products pass the greatest.
    auto z = numbers<float>(530, 2, 0.25);
    z[5] = inf, z[120] = 4e-40f, z[300] = 3e38f, z[528] = 2e-45f;
    auto const inverses =
        values(sum(tw::rsqrt(p(all, fresh) * to_space(z)) * p(all, fresh), tw::axis<1>));
    for (std::size_t i = 0; i < x.size(); ++i) {
        double want = 0;
        for (float const e : z)
            want += static_cast<double>(1.0f / std::sqrt(x[i] * e)) * static_cast<double>(x[i]);
        if (std::isfinite(want))
            EXPECT_NEAR(inverses[i], want, 1e-5 * std::abs(want)) << i;
        else
            EXPECT_EQ(std::isnan(inverses[i]), std::isnan(want)) << i;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        double quotient = 0, root = 0, size = 0;
        for (std::size_t j = 0; j < y.size(); ++j) {
            quotient += static_cast<double>(x[i] / y[j]);
            size += std::abs(static_cast<double>(x[i] / y[j]));
            root += std::sqrt(static_cast<double>(x[i] * held[j]));
        }
        if (std::isfinite(quotient))
            EXPECT_NEAR(quotients[i], quotient, 1e-5 * size) << i;
        else
            EXPECT_EQ(std::isnan(quotients[i]), std::isnan(quotient)) << i;
        if (std::isfinite(root))
            EXPECT_NEAR(roots[i], root, 1e-5 * root) << i;
        else
            EXPECT_EQ(std::isnan(roots[i]), std::isnan(root)) << i;
    }
}

/// Sums of operands that vary along other axes have loops of their own: none computes what another
/// one needs.
TEST(reductions_pairs, cosine_similarity) {
    tw::index_t const n = 201, m = 130, k = 33;
    auto const x = numbers<float>(at(n * k), -2, 0.1), y = numbers<float>(at(m * k), 1, -0.05);
    auto const a = to_space(x, tw::extents(n, k)), b = to_space(y, tw::extents(m, k));
    auto const p = a(all, fresh, all);
    auto const q = b(fresh, all, all);
    auto const products = sum(p * q, tw::axis<2>);
    auto const squares = sum(p * p, tw::axis<2>);
    using groups = tw::detail::types<typename decltype(products)::group>;
    static_assert(!std::is_same_v<groups, tw::detail::types<typename decltype(squares)::group>>);
    auto const got = values(products / (sqrt(squares) * sqrt(sum(q * q, tw::axis<2>))));
    for (tw::index_t i = 0; i < n; ++i)
        for (tw::index_t j = 0; j < m; ++j) {
            double both = 0, one = 0, other = 0;
            for (tw::index_t l = 0; l < k; ++l) {
                double const u = static_cast<double>(x[at(i * k + l)]);
                double const v = static_cast<double>(y[at(j * k + l)]);
                both += u * v;
                one += u * u;
                other += v * v;
            }
            ASSERT_NEAR(got[at(i * m + j)], both / std::sqrt(one * other), 1e-5) << i << ", " << j;
        }
}

/// Bodies with masses; two results of unlike terms; few bodies.
TEST(reductions_pairs, masses) {
    for (tw::index_t const n : {1, 7, 263}) {
        auto const px = numbers<float>(at(n), 0, 0.01), py = numbers<float>(at(n), 1, -0.003),
                   pm = numbers<float>(at(n), 0.5, 0.02);
        auto const x = to_space(px), y = to_space(py), m = to_space(pm);
        auto const dx = x(fresh, all) - x(all, fresh);
        auto const dy = y(fresh, all) - y(all, fresh);
        auto const r2 = dx * dx + dy * dy + 0.01f;
        auto const [turn, pull] = tw::evaluate(sum(m(fresh, all) * -dy / r2, tw::axis<1>),
                                               sum(m(fresh, all) * dx / r2, tw::axis<1>));
        auto const gx = values(turn), gy = values(pull);
        for (tw::index_t i = 0; i < n; ++i) {
            double wx = 0, wy = 0, size = 1;
            for (tw::index_t j = 0; j < n; ++j) {
                double const ex = double{px[at(j)]} - double{px[at(i)]};
                double const ey = double{py[at(j)]} - double{py[at(i)]};
                double const f = double{pm[at(j)]} / (ex * ex + ey * ey + double{0.01f});
                wx -= ey * f;
                wy += ex * f;
                size += std::abs(ey * f) + std::abs(ex * f);
            }
            ASSERT_NEAR(gx[at(i)], wx, 1e-5 * size) << i;
            ASSERT_NEAR(gy[at(i)], wy, 1e-5 * size) << i;
        }
    }
}

/// Batches, operands of size 1 along an axis, with steps and backwards, several reduced axes.
TEST(reductions_pairs, layouts) {
    auto const p = numbers<float>(3 * 21 * 10, 0, 0.01),
               q = numbers<float>(2 * 3 * 33 * 5, 1, 0.01);
    auto const a = to_space(p, tw::extents(3, 21, 10));
    auto const b = to_space(q, tw::extents(3, 33, 2 * 5));
    auto const every_second = tw::slice(tw::none, tw::none, 2);
    auto const backwards = tw::slice(tw::none, tw::none, -1);
    auto const u = a(all, all, fresh, every_second);
    auto const v = b(all, fresh, backwards, tw::slice(5, 10));
    auto const got = values(sum(abs(u - v), tw::axis<3>));
    auto const both = values(sum(abs(u - v), tw::axis<0, 3>));
    auto const one =
        values(sum(abs(a(all, tw::slice(0, 1), fresh, every_second) - v), tw::axis<3>));
    auto far = to_space(std::vector<float>(at(21 * 33 * 3), 0), tw::extents(33, 21, 3));
    tw::transpose(far) = sum(abs(u - v), tw::axis<3>);
    auto const turned = values(far);
    auto element = [&](tw::index_t k, tw::index_t i, tw::index_t j) {
        double sum = 0;
        for (tw::index_t l = 0; l < 5; ++l)
            sum += std::abs(double{p[at((k * 21 + i) * 10 + 2 * l)]} -
                            double{q[at((k * 33 + 32 - j) * 10 + 5 + l)]});
        return sum;
    };
    for (tw::index_t i = 0; i < 21; ++i)
        for (tw::index_t j = 0; j < 33; ++j) {
            double total = 0;
            for (tw::index_t k = 0; k < 3; ++k) {
                ASSERT_NEAR(got[at((k * 21 + i) * 33 + j)], element(k, i, j), 1e-4);
                ASSERT_NEAR(turned[at((j * 21 + i) * 3 + k)], element(k, i, j), 1e-4);
                ASSERT_NEAR(one[at(k * 33 + j)], element(k, 0, j), 1e-4);
                total += element(k, i, j);
            }
            ASSERT_NEAR(both[at(i * 33 + j)], total, 1e-3);
        }
}

/// Every kind of reducer, alone and together.
TEST(reductions_pairs, reducers) {
    constexpr tw::index_t n = 300, m = 517;
    auto const p = numbers<double>(at(n), 0, 0.01), q = numbers<double>(at(m), 1, 0.013);
    auto const x = to_space(p), y = to_space(q);
    auto const d = abs(x(all, fresh) - y);
    auto const [least, where, spread, close] =
        tw::evaluate(min(d, tw::axis<1>), argmin(d, tw::axis<1>), var(d, tw::axis<1>),
                     count_nonzero(d < 1.0, tw::axis<1>));
    auto const alone = values(argmin(d, tw::axis<1>));
    auto const l = values(least), s = values(spread);
    auto const w = values(where), c = values(close);
    for (tw::index_t i = 0; i < n; ++i) {
        double best = 1e300, sum = 0, squares = 0;
        tw::index_t first = 0, count = 0;
        for (tw::index_t j = 0; j < m; ++j) {
            double const v = std::abs(p[at(i)] - q[at(j)]);
            if (v < best) {
                best = v;
                first = j;
            }
            count += v < 1.0 ? 1 : 0;
            sum += v;
        }
        for (tw::index_t j = 0; j < m; ++j)
            squares += std::pow(std::abs(p[at(i)] - q[at(j)]) - sum / m, 2);
        ASSERT_EQ(l[at(i)], best) << i;
        ASSERT_EQ(w[at(i)], first) << i;
        ASSERT_EQ(alone[at(i)], first) << i;
        ASSERT_EQ(c[at(i)], count) << i;
        ASSERT_NEAR(s[at(i)], squares / m, 1e-9) << i;
    }
}

TEST(reductions_pairs, complex_products) {
    using C = tw::complex<float>;
    std::vector<C> p, q;
    for (int i = 0; i < 40 * 9; ++i)
        p.emplace_back(0.01f * static_cast<float>(i % 37), 0.5f);
    for (int i = 0; i < 50 * 9; ++i)
        q.emplace_back(1.0f, 0.02f * static_cast<float>(i % 41));
    auto const a = to_space(p, tw::extents(40, 9)), b = to_space(q, tw::extents(50, 9));
    auto const got = values(sum(a(all, fresh, all) * b, tw::axis<2>));
    for (tw::index_t i = 0; i < 40; ++i)
        for (tw::index_t j = 0; j < 50; ++j) {
            std::complex<double> want = 0;
            for (tw::index_t k = 0; k < 9; ++k)
                want += std::complex<double>(p[at(i * 9 + k)].real(), p[at(i * 9 + k)].imag()) *
                        std::complex<double>(q[at(j * 9 + k)].real(), q[at(j * 9 + k)].imag());
            ASSERT_NEAR(got[at(i * 50 + j)].real(), want.real(), 1e-4);
            ASSERT_NEAR(got[at(i * 50 + j)].imag(), want.imag(), 1e-4);
        }
}

/// Few outputs of many elements: sums by label without an operand that changes along both axes.
TEST(reductions_pairs, labels) {
    for (tw::index_t const n : {1, 7, 1003, 10007})
        for (tw::index_t const m : {1, 3, 6, 150}) {
            SCOPED_TRACE(std::to_string(n) + " labels of " + std::to_string(m));
            std::vector<float> x(at(n));
            std::vector<int> l(at(n));
            for (tw::index_t i = 0; i < n; ++i) {
                x[at(i)] = static_cast<float>(i % 13);
                l[at(i)] = static_cast<int>(i * 7919 % 101 % (m + 1));
            }
            auto const a = to_space(x);
            auto const of = to_space(l)(fresh, all) == tw::arange(m)(all, fresh);
            auto const sums = values(sum(where(of, a(fresh, all), 0.0f), tw::axis<1>));
            auto const most = values(argmax(where(of, a(fresh, all), -1.0f), tw::axis<1>));
            for (tw::index_t j = 0; j < m; ++j) {
                float total = 0, best = -2;
                tw::index_t first = 0;
                for (tw::index_t i = 0; i < n; ++i) {
                    float const here = l[at(i)] == j ? x[at(i)] : -1.0f;
                    total += l[at(i)] == j ? x[at(i)] : 0.0f;
                    first = here > best ? i : first;
                    best = std::max(best, here);
                }
                ASSERT_EQ(sums[at(j)], total) << j;
                ASSERT_EQ(most[at(j)], first) << j;
            }
        }
}

/// Sums of points by label and how many there are, as k-means wants them: few outputs, long sums.
template <class T>
void sums_by_label(tw::index_t n, tw::index_t k, tw::index_t d) {
    SCOPED_TRACE(std::to_string(n) + " points, " + std::to_string(k) + " labels, " +
                 std::to_string(d) + " dimensions");
    auto const x = numbers<T>(at(n * d), -2, 0.125);
    std::vector<std::int64_t> l;
    for (tw::index_t i = 0; i < n; ++i)
        l.push_back(i * 7919 % (k + 1));
    auto const points = to_space(x, tw::extents(n, d));
    auto const labels = to_space(l);
    auto const own = labels(all, fresh) == tw::arange(k);
    auto const sums =
        values(sum(where(own(all, all, fresh), points(all, fresh, all), T(0)), tw::axis<0>));
    auto const counted = values(sum(tw::cast<T>(own), tw::axis<0>));
    auto const best =
        values(argmax(where(own(all, all, fresh), points(all, fresh, all), T(-100)), tw::axis<0>));
    std::vector<double> want(at(k * d)), count(at(k));
    std::vector<tw::index_t> first(at(k * d));
    for (tw::index_t i = 0; i < n; ++i) {
        tw::index_t const c = l[at(i)];
        for (tw::index_t j = 0; j < d && c < k; ++j) {
            double const e = static_cast<double>(x[at(i * d + j)]);
            tw::index_t& f = first[at(c * d + j)];
            want[at(c * d + j)] += e;
            if (l[at(f)] != c || e > static_cast<double>(x[at(f * d + j)]))
                f = i;
        }
        if (c < k)
            count[at(c)] += 1;
    }
    for (std::size_t o = 0; o < want.size(); ++o) {
        ASSERT_NEAR(static_cast<double>(sums[o]), want[o], 1e-2) << o;
        ASSERT_EQ(best[o], first[o]) << o;
    }
    for (std::size_t c = 0; c < count.size(); ++c)
        ASSERT_EQ(static_cast<double>(counted[c]), count[c]) << c;
}
TEST(reductions_pairs, sums_by_label) {
    sums_by_label<float>(20011, 16, 8);
    sums_by_label<float>(20011, 5, 3);
    sums_by_label<double>(17001, 13, 9);
}

/// Products of a tall matrix with itself, in batches, with weights.
TEST(reductions_pairs, tall_products) {
    tw::index_t const b = 2, n = 17003, d = 9;
    auto const x = numbers<float>(at(b * n * d), -1, 0.0625), w = numbers<float>(at(n), 1, 0.25);
    auto const a = to_space(x, tw::extents(b, n, d));
    auto const y = to_space(w);
    auto const got = values(
        sum(y(all, fresh, fresh) * a(all, all, all, fresh) * a(all, all, fresh, all), tw::axis<1>));
    for (tw::index_t s = 0; s < b; ++s)
        for (tw::index_t i = 0; i < d; ++i)
            for (tw::index_t j = 0; j < d; ++j) {
                double want = 0, size = 0;
                for (tw::index_t k = 0; k < n; ++k) {
                    double const e = static_cast<double>(w[at(k)]) *
                                     static_cast<double>(x[at((s * n + k) * d + i)]) *
                                     static_cast<double>(x[at((s * n + k) * d + j)]);
                    want += e;
                    size += std::abs(e);
                }
                ASSERT_NEAR(got[at((s * d + i) * d + j)], want, 1e-6 * size) << s << i << j;
            }
}

/// The nearest of some centres: a reduction over pairs inside another one.
TEST(reductions_pairs, nearest) {
    for (tw::index_t const m : {1, 17, 40}) {
        constexpr tw::index_t n = 5001, k = 7;
        auto const p = numbers<float>(at(n * k), 0.5, 0.01), q = numbers<float>(at(m * k), 1, 0.02);
        auto const w = numbers<float>(at(m), 0, 0.1);
        auto const a = to_space(p, tw::extents(n, k)), b = to_space(q, tw::extents(m, k));
        auto const weight = to_space(w);
        auto const squares = square(a(all, fresh, all) - b(fresh, all, all));
        auto const plan = tw::explain(argmin(sum(squares, tw::axis<2>), tw::axis<1>));
        EXPECT_EQ(plan.kernels, 1);
        EXPECT_EQ(plan.temporaries, 0);
        auto const nearest = values(argmin(sum(squares, tw::axis<2>), tw::axis<1>));
        auto const least = values(min(sqrt(sum(squares, tw::axis<2>)) + weight, tw::axis<1>));
        for (tw::index_t i = 0; i < n; i += i < 300 ? 1 : 13) {
            float best = 1e30f, near = 1e30f;
            tw::index_t first = 0;
            for (tw::index_t j = 0; j < m; ++j) {
                float d = 0;
                for (tw::index_t l = 0; l < k; ++l)
                    d += (p[at(i * k + l)] - q[at(j * k + l)]) *
                         (p[at(i * k + l)] - q[at(j * k + l)]);
                if (d < best * (1 - 1e-5f)) {
                    best = d;
                    first = j;
                }
                near = std::min(near, std::sqrt(d) + w[at(j)]);
            }
            float d = 0;
            auto const found = nearest[at(i)];
            ASSERT_TRUE(found >= 0 && found < m);
            for (tw::index_t l = 0; l < k; ++l)
                d += (p[at(i * k + l)] - q[at(found * k + l)]) *
                     (p[at(i * k + l)] - q[at(found * k + l)]);
            ASSERT_NEAR(d, best, 1e-4f * (1 + best)) << i << ": " << found << ", not " << first;
            ASSERT_NEAR(least[at(i)], near, 1e-4f * (1 + near)) << i;
        }
    }
}

/// Of equal centres the first one; NaN is nearer than all. More dimensions than a tile has steps.
TEST(reductions_pairs, nearest_of_equal_ones) {
    constexpr tw::index_t n = 777, m = 21, k = 19;
    std::vector<float> p(at(n * k)), q(at(m * k));
    for (std::size_t i = 0; i < p.size(); ++i)
        p[i] = static_cast<float>(i * 31 % 5);
    for (std::size_t i = 0; i < q.size(); ++i)
        q[i] = static_cast<float>(i % at(7 * k) * 17 % 5);
    p[at(300 * k + 4)] = std::numeric_limits<float>::quiet_NaN();
    for (bool const nan : {false, true}) {
        if (nan)
            q[at(12 * k + 18)] = q[at(15 * k)] = std::numeric_limits<float>::quiet_NaN();
        auto const a = to_space(p, tw::extents(n, k)), b = to_space(q, tw::extents(m, k));
        auto const squares = square(a(all, fresh, all) - b(fresh, all, all));
        auto const nearest = values(argmin(sum(squares, tw::axis<2>), tw::axis<1>));
        // The same numbers, each dimension by itself in memory.
        auto const turned = tw::evaluate(transpose(a)), other = tw::evaluate(transpose(b));
        auto const beside =
            square(transpose(turned)(all, fresh, all) - transpose(other)(fresh, all, all));
        EXPECT_EQ(values(argmin(sum(beside, tw::axis<2>), tw::axis<1>)), nearest);
        for (tw::index_t i = 0; i < n; ++i) {
            float best = std::numeric_limits<float>::infinity();
            tw::index_t first = -1;
            for (tw::index_t j = 0; j < m && best == best; ++j) {
                float d = 0;
                for (tw::index_t l = 0; l < k; ++l)
                    d += (p[at(i * k + l)] - q[at(j * k + l)]) *
                         (p[at(i * k + l)] - q[at(j * k + l)]);
                if (d < best || d != d) {
                    best = d;
                    first = j;
                }
            }
            ASSERT_EQ(nearest[at(i)], first) << i << (nan ? ", NaN" : "");
        }
    }
}

/// Few outputs of many elements, whose parts merge in steps; all sums are exact.
TEST(reductions_pairs, long_sums) {
    constexpr tw::index_t n = 9, m = 60001, rows = 193, length = 20003;
    auto const digits = [](tw::index_t count, tw::index_t turn) {
        std::vector<float> x;
        for (tw::index_t i = 0; i < count; ++i)
            x.push_back(static_cast<float>(i * turn % 11 % 4));
        return x;
    };
    auto const p = digits(m * n, 7), u = digits(rows, 3), v = digits(length, 5);
    auto const a = to_space(p, tw::extents(m, n));
    auto const gram = values(sum(a(all, all, fresh) * a(all, fresh, all), tw::axis<0>));
    auto const x = to_space(u), y = to_space(v);
    auto const [sums, where] = tw::evaluate(sum(abs(x(all, fresh) - y), tw::axis<1>),
                                            argmax(abs(x(all, fresh) - y), tw::axis<1>));
    auto const lines = values(sums);
    auto const places = values(where);
    for (tw::index_t i = 0; i < n; ++i)
        for (tw::index_t j = 0; j < n; ++j) {
            float want = 0;
            for (tw::index_t k = 0; k < m; ++k)
                want += p[at(k * n + i)] * p[at(k * n + j)];
            ASSERT_EQ(gram[at(i * n + j)], want) << i << ", " << j;
        }
    for (tw::index_t i = 0; i < rows; i += 7) {
        float want = 0, most = -1;
        tw::index_t place = 0;
        for (tw::index_t k = 0; k < length; ++k) {
            float const d = std::abs(u[at(i)] - v[at(k)]);
            want += d;
            place = d > most ? k : place;
            most = std::max(d, most);
        }
        ASSERT_EQ(lines[at(i)], want) << i;
        ASSERT_EQ(places[at(i)], place) << i;
    }
}

TEST(reductions_pairs, halves_of_halves) {
    std::vector<tw::bfloat16> x, y;
    for (int j = 0; j < 7; ++j)
        x.push_back(tw::bfloat16(static_cast<float>(j)));
    for (int k = 0; k < 35; ++k)
        y.push_back(tw::bfloat16(static_cast<float>(k * 5 % 11)));
    auto const p = tw::broadcast_to(to_space(x), tw::extents(3, 5, 7));
    auto const q = to_space(y, tw::extents(5, 7));
    array<tw::bfloat16> const farthest =
        max(sum(abs(p - q(tw::newaxis)), tw::axis<2>), tw::axis<1>);
    for (auto const v : values(farthest))
        EXPECT_EQ(static_cast<float>(v), 27);
}

}  // namespace
