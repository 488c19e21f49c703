// SPDX-License-Identifier: MIT
// Reductions over pairs whose operands are not what kernels take them for, and those of many.
#include <cmath>

#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto all = tw::full_extent;
constexpr auto fresh = tw::newaxis;

std::size_t at(tw::index_t i) { return static_cast<std::size_t>(i); }

std::vector<float> numbers(tw::index_t n, double from, double step) {
    std::vector<float> x;
    for (tw::index_t i = 0; i < n; ++i)
        x.push_back(static_cast<float>(from + step * static_cast<double>(i * 7919 % 1009)));
    return x;
}
/// Sums of `term(i, j)` over j < m, with what their terms weigh.
template <class Term>
void expect_sums(std::vector<float> const& got, tw::index_t m, Term term) {
    for (std::size_t i = 0; i < got.size(); i += 1 + i % 3) {
        double want = 0, weight = 1;
        for (tw::index_t j = 0; j < m; ++j) {
            double const x = term(static_cast<tw::index_t>(i), j);
            want += x;
            weight += std::abs(x);
        }
        ASSERT_NEAR(static_cast<double>(got[i]), want, 1e-5 * weight) << i;
    }
}

TEST(pair_operands, factors_of_one_type) {
    for (tw::index_t const n : {5, 40, 1031}) {
        SCOPED_TRACE(n);
        auto const px = numbers(n, 0, 0.01), py = numbers(n, 1, -0.003);
        auto const x = to_space(px), y = to_space(py);
        auto const dx = x(fresh, all) - x(all, fresh);
        auto const dy = y(fresh, all) - y(all, fresh);
        auto difference = [](std::vector<float> const& p, tw::index_t i, tw::index_t j) {
            return static_cast<double>(p[at(j)]) - static_cast<double>(p[at(i)]);
        };
        expect_sums(values(sum(dx * dy, tw::axis<1>)), n,
                    [&](auto i, auto j) { return difference(px, i, j) * difference(py, i, j); });
        auto const [near, both] = tw::evaluate(sum(exp(-dx * dx) * exp(-dy * dy), tw::axis<1>),
                                               sum(exp(-dx * dx) / (dy * dy + 1.0f), tw::axis<1>));
        auto near_x = [&](auto i, auto j) { return std::exp(-std::pow(difference(px, i, j), 2)); };
        expect_sums(values(near), n, [&](auto i, auto j) {
            return near_x(i, j) * std::exp(-std::pow(difference(py, i, j), 2));
        });
        expect_sums(values(both), n, [&](auto i, auto j) {
            return near_x(i, j) / (std::pow(difference(py, i, j), 2) + 1);
        });
    }
}

/// Three results of 27 operands each, seven of which differ.
TEST(pair_operands, forces_in_three_dimensions) {
    for (tw::index_t const n : {7, 300, 1400}) {
        SCOPED_TRACE(n);
        std::vector<float> const p[] = {numbers(n, 0, 0.01), numbers(n, 1, -0.003),
                                        numbers(n, 2, 0.02), numbers(n, 0.5, 0.001)};
        auto const x = to_space(p[0]), y = to_space(p[1]), z = to_space(p[2]), m = to_space(p[3]);
        auto const dx = x(fresh, all) - x(all, fresh);
        auto const dy = y(fresh, all) - y(all, fresh);
        auto const dz = z(fresh, all) - z(all, fresh);
        auto const r2 = dx * dx + dy * dy + dz * dz + 0.01f;
        auto const pull = m(fresh, all) / (r2 * sqrt(r2));
        auto const [fx, fy, fz] = tw::evaluate(
            sum(dx * pull, tw::axis<1>), sum(dy * pull, tw::axis<1>), sum(dz * pull, tw::axis<1>));
        std::vector<float> const got[] = {values(fx), values(fy), values(fz)};
        for (std::size_t d = 0; d < 3; ++d) {
            SCOPED_TRACE(d);
            std::vector<float> some(got[d].begin(), got[d].begin() + (n < 40 ? n : 40));
            expect_sums(some, n, [&](auto i, auto j) {
                double square = 0.01, own = 0;
                for (std::size_t e = 0; e < 3; ++e) {
                    double const along =
                        static_cast<double>(p[e][at(j)]) - static_cast<double>(p[e][at(i)]);
                    square += along * along;
                    own = e == d ? along : own;
                }
                return static_cast<double>(p[3][at(j)]) * own / (square * std::sqrt(square));
            });
        }
    }
}

/// Sums of products of rows without their means, and of columns.
TEST(pair_operands, streams) {
    for (auto const& [rows, columns] : {std::pair<tw::index_t, tw::index_t>{3, 70}, {130, 1001}}) {
        SCOPED_TRACE(rows);
        auto const pa = numbers(rows * columns, 0, 0.01), pb = numbers(rows * columns, 1, -0.003);
        auto const pr = numbers(rows, 3, 0.01), ps = numbers(rows, -1, 0.02);
        auto const a = to_space(pa, tw::extents(rows, columns));
        auto const b = to_space(pb, tw::extents(rows, columns));
        auto const r = to_space(pr), s = to_space(ps);
        auto const product = (a - r(all, fresh)) * (b - s(all, fresh));
        auto of = [&, columns = columns](auto i, auto j) {
            auto const k = at(i * columns + j);
            return (static_cast<double>(pa[k]) - static_cast<double>(pr[at(i)])) *
                   (static_cast<double>(pb[k]) - static_cast<double>(ps[at(i)]));
        };
        expect_sums(values(sum(product, tw::axis<1>)), columns, of);
        expect_sums(values(sum(product, tw::axis<0>)), rows,
                    [&](auto i, auto j) { return of(j, i); });
    }
}

/// Functions of the inner reduction beside operands of one type.
TEST(pair_operands, around_an_inner_reduction) {
    constexpr tw::index_t n = 1500, m = 21, dimensions = 3;
    auto const pp = numbers(n * dimensions, 0, 0.01), pc = numbers(m * dimensions, 1, -0.003);
    auto const pu = numbers(m, 1, 0.01), pv = numbers(m, 2, 0.05);
    auto const p = to_space(pp, tw::extents(n, dimensions));
    auto const c = to_space(pc, tw::extents(m, dimensions));
    auto const u = to_space(pu), v = to_space(pv);
    auto const squares = sum(square(p(all, fresh, all) - c(fresh, all, all)), tw::axis<2>);
    auto const pairs = tw::evaluate(squares);
    std::vector<float> const got[] = {
        values(max(sqrt(squares + u) * sqrt(squares + v), tw::axis<1>)),
        values(max(sqrt(pairs + u) * sqrt(pairs + v), tw::axis<1>))};
    for (std::size_t i = 0; i < got[0].size(); ++i)
        ASSERT_NEAR(got[0][i], got[1][i], 1e-5f * got[1][i]) << i;
}

}  // namespace
