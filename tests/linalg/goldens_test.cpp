// SPDX-License-Identifier: MIT
// Linear algebra against values computed with 80 digits: ill-conditioned, graded, singular and
// defective matrices, one and several, within what rounding an element of the matrix does.
#include <algorithm>
#include <string_view>

#include "goldens/linalg.hpp"
#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using twill::goldens::linalg::problem;
using namespace twill_test;

namespace {

double whole(index_t k, index_t seed) {
    return static_cast<double>((k + seed) * (k + 13) * 7 % 1009 % 19 - 9);
}
/// As element() in goldens/make_linalg.py.
double element_of(std::string_view name, index_t i, index_t j, index_t n, index_t m) {
    index_t const k = i * m + j;
    if (name == "whole")
        return whole(k, 1);
    if (name == "hilbert")
        return 1.0 / static_cast<double>(i + j + 1);
    if (name == "pascal") {
        double result = 1;
        for (index_t d = 1; d <= i; ++d)
            result = result * static_cast<double>(j + d) / static_cast<double>(d);
        return result;
    }
    if (name == "frank")
        return j >= i - 1 ? static_cast<double>(m - std::max(i, j)) : 0.0;
    if (name == "least")
        return static_cast<double>(std::min(i, j) + 1);
    if (name == "graded")
        return std::ldexp(whole(k, 2) + (i == j ? 5.0 : 0.0),
                          -static_cast<int>(20 * (i + j) / (n - 1)));
    if (name == "scaled")
        return std::ldexp(whole(k, 2) + (i == j ? 5.0 : 0.0), -static_cast<int>(6 * j));
    if (name == "low_rank") {
        double sum = 0;
        for (index_t d = 0; d < 3; ++d)
            sum += whole(i * 3 + d, 1) * whole(d * m + j, 2);
        return sum;
    }
    if (name == "wilkinson")
        return i == j ? std::fabs(static_cast<double>(i - n / 2))
                      : (std::abs(i - j) == 1 ? 1.0 : 0.0);
    if (name == "jordan")
        return i == j ? 2.0 : (j == i + 1 ? 1.0 : 0.0);
    if (name == "zero_column")
        return j == m / 2 ? 0.0 : whole(k, 3) + (i == j ? 7.0 : 0.0);
    return name == "ones" ? 1.0 : 0.0;
}

/// `count` copies of a problem's matrix: one takes other ways than several.
batch matrices_of(problem const& p, index_t count) {
    return mapped(batch::of(count, p.rows, p.columns), [&](number, index_t, index_t i, index_t j) {
        return number(element_of(p.name, i, j, p.rows, p.columns));
    });
}
/// Known values for each of `count` matrices.
batch each_of(std::vector<double> const& values, index_t count, index_t rows, index_t columns) {
    return mapped(batch::of(count, rows, columns), [&](number, index_t, index_t i, index_t j) {
        return number(values[static_cast<std::size_t>(i * columns + j)]);
    });
}
template <class X>
batch rows_of(X const& x, index_t count, index_t n) {
    batch result{count, 1, n, {}};
    for (auto const& v : values(x))
        result.elements.push_back(widen(v));
    return result;
}
double largest_of(std::vector<double> const& values) {
    double result = 0;
    for (double const v : values)
        result = std::max(result, std::fabs(v));
    return result;
}

/// What is asked of every problem, by elements of T that hold its matrix exactly.
template <class T>
struct asked {
    problem const& p;
    index_t count;
    array<T, 3> a;
    double size;
    double rounding;  ///< of the matrix, as a part of its norm
    double first;     ///< the largest singular value

    asked(problem const& which, index_t how_many)
        : p(which),
          count(how_many),
          a(array_of<T>(matrices_of(which, how_many))),
          size(static_cast<double>(std::max(which.rows, which.columns))),
          rounding(16 * size * roundoff<T>()),
          first(which.singular[0]) {}
    /// Whether anything is left of results that the condition spoils.
    bool is_told() const { return rounding * p.condition < 0.01; }

    void singular_values() const {
        std::size_t at = 0;
        index_t const k = std::min(p.rows, p.columns);
        EXPECT_TRUE(close(rows_of(la::svdvals(a), count, k), each_of(p.singular, count, 1, k),
                          rounding * first));
        // Rotations on the device keep the digits of the small ones, too.
        if (on_device && std::string_view(p.name) == "scaled") {
            for (auto const& s : values(la::svdvals(a)))
                EXPECT_NEAR(s / p.singular[at++ % p.singular.size()], 1, 100 * roundoff<T>());
        }
        bool const is_full = p.singular.back() > rounding * first;
        if (is_full || (is_told() && p.singular.back() < 1e-30)) {
            for (auto const rank : values(la::matrix_rank(a)))
                EXPECT_EQ(rank, p.rank);
        }
        if (is_full && is_told()) {
            for (double const c : values(tw::cast<double>(la::cond(a))))
                EXPECT_NEAR(c / p.condition, 1, rounding * p.condition);
        }
    }
    void determinants() const {
        auto const det = values(la::det(a));
        auto const [signs, logarithms] = la::slogdet(a);
        auto const sign = values(signs);
        auto const logarithm = values(logarithms);
        // A singular matrix keeps what its norm rounds to.
        double most = 0;
        for (double const s : p.singular)
            most += std::log(std::max(s, rounding * first));
        for (std::size_t i = 0; i < det.size(); ++i) {
            if (p.det != 0 && is_told()) {
                if (std::fabs(p.det) < 1e30) {
                    EXPECT_NEAR(static_cast<double>(det[i]) / p.det, 1, rounding * p.condition);
                }
                EXPECT_EQ(static_cast<double>(sign[i]), p.sign);
                EXPECT_NEAR(static_cast<double>(logarithm[i]), p.logabsdet,
                            rounding * (p.condition + std::fabs(p.logabsdet)));
            } else if (p.det == 0) {
                EXPECT_LE(static_cast<double>(logarithm[i]), most);
                // Elimination meets a column of zeros without any rounding.
                if (std::string_view(p.name) != "low_rank") {
                    EXPECT_EQ(det[i], T(0));
                    EXPECT_EQ(sign[i], T(0));
                    EXPECT_EQ(logarithm[i], -HUGE_VAL);
                }
            }
        }
    }
    void solutions() const {
        auto const x = batch_of(la::solve(a, tw::evaluate<space>(tw::ones<T>(count, p.rows, 1))));
        EXPECT_TRUE(close(x, each_of(p.solution, count, p.rows, 1),
                          rounding * p.condition * largest_of(p.solution)));
    }
    void inverses() const {
        auto const expected = each_of(p.inverse, count, p.columns, p.rows);
        double const bound = rounding * p.condition * largest_of(p.inverse);
        EXPECT_TRUE(close(batch_of(la::pinv(a)), expected, bound));
        if (p.rows == p.columns) {
            EXPECT_TRUE(close(batch_of(la::inv(a)), expected, bound));
        }
    }
    void least_squares() const {
        auto const sides =
            mapped(batch::of(count, p.rows, 1), [](number, index_t, index_t i, index_t) {
                return number(static_cast<double>(i % 3 - 1));
            });
        auto const found = la::lstsq(a, array_of<T>(sides));
        double const x = largest_of(p.least_squares);
        double const left = std::sqrt(p.residual) / std::max(first, 1.0);
        EXPECT_TRUE(close(batch_of(found.x), each_of(p.least_squares, count, p.columns, 1),
                          rounding * p.condition * (x + p.condition * left)));
        for (auto const r : values(found.residuals))
            EXPECT_NEAR(std::sqrt(static_cast<double>(r)), std::sqrt(p.residual),
                        rounding * (std::sqrt(size) + size * first * x) * 2);
    }
    /// Each known value has one near it that no other has.
    void eigenvalues() const {
        bool const is_symmetric = p.eigen_condition == 1;
        std::vector<number> found;
        if (is_symmetric) {
            for (auto const w : values(la::eigvalsh(a)))
                found.push_back(widen(w));
        } else {
            for (auto const w : values(la::eigvals(a)))
                found.push_back(widen(w));
        }
        double const bound = rounding * first * p.eigen_condition;
        std::size_t const n = found.size() / static_cast<std::size_t>(count);
        for (std::size_t from = 0; from < found.size(); from += n)
            for (std::size_t k = 0; k < n; ++k) {
                number const known(p.eigenvalues[2 * k], p.eigenvalues[2 * k + 1]);
                auto const begin = found.begin() + static_cast<std::ptrdiff_t>(from + k);
                auto const end = found.begin() + static_cast<std::ptrdiff_t>(from + n);
                // Real ones rise.
                auto const nearest =
                    is_symmetric ? begin : std::min_element(begin, end, [&](number x, number y) {
                        return std::abs(x - known) < std::abs(y - known);
                    });
                EXPECT_LE(std::abs(*nearest - known), bound);
                std::iter_swap(begin, nearest);
            }
    }
    void exponentials() const {
        auto const x = batch_of(la::expm(a * static_cast<T>(0.125)));
        EXPECT_TRUE(close(x, each_of(p.exponential, count, p.rows, p.rows),
                          1000 * roundoff<T>() * largest_of(p.exponential)));
    }
    void everything() const {
        SCOPED_TRACE(::testing::Message() << count << " of " << p.name << " " << p.rows << " x "
                                          << p.columns << (sizeof(T) == 4 ? " float" : ""));
        singular_values();
        if (p.has_det)
            determinants();
        if (!p.solution.empty() && is_told())
            solutions();
        if (!p.inverse.empty() && is_told())
            inverses();
        if (!p.least_squares.empty() && is_told())
            least_squares();
        if (!p.eigenvalues.empty() && rounding * p.eigen_condition < 0.01)
            eigenvalues();
        if (!p.exponential.empty())
            exponentials();
    }
};

TEST(linalg_goldens, double_precision) {
    for (problem const& p : twill::goldens::linalg::problems)
        for (index_t const count : {1, 3})
            asked<double>(p, count).everything();
}

TEST(linalg_goldens, single_precision) {
    for (problem const& p : twill::goldens::linalg::problems)
        for (index_t const count : {1, 3})
            if (std::string_view(p.name) != "hilbert" && std::string_view(p.name) != "graded")
                asked<float>(p, count).everything();
}

}  // namespace
