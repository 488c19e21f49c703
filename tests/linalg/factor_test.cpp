// SPDX-License-Identifier: MIT
// cholesky, lu, lu_factor, lu_solve and qr: products of the factors, their shapes and structure.
#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

batch conjugate(batch const& a) {
    return mapped(a, [](number x, index_t, index_t, index_t) { return std::conj(x); });
}
batch triangle(batch const& a, bool lower) {
    return mapped(a, [&](number x, index_t, index_t i, index_t j) {
        return (lower ? j <= i : j >= i) ? x : number(0);
    });
}

template <class T>
void check_cholesky(index_t count, index_t n) {
    SCOPED_TRACE(::testing::Message() << count << " of " << n);
    auto const a = definite(random_batch<T>(count, n, n, static_cast<unsigned>(n)));
    double const bound = 8.0 * static_cast<double>(n) * roundoff<T>() * largest(a);
    // The other triangle is not read.
    auto other = [&](bool lower) {
        return array_of<T>(mapped(a, [&](number x, index_t, index_t i, index_t j) {
            return (lower ? j <= i : j >= i) ? x : number(NAN);
        }));
    };
    auto const l = batch_of(la::cholesky(other(true)));
    EXPECT_TRUE(close(l, triangle(l, true), 0));
    EXPECT_TRUE(close(times(l, adjoint(l)), a, bound));
    auto const u = batch_of(la::cholesky(other(false), true));
    EXPECT_TRUE(close(u, triangle(u, false), 0));
    EXPECT_TRUE(close(times(adjoint(u), u), a, bound));
}

TEST(linalg_factor, cholesky) {
    for_types<float, double, tw::complex<float>, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        check_cholesky<T>(1, 1);
        check_cholesky<T>(9, 6);
        check_cholesky<T>(3, 32);
        check_cholesky<T>(3, 45);
        check_cholesky<T>(1, 70);
    });
}

TEST(linalg_factor, not_positive_definite) {
    for (index_t n : {5, 40}) {
        for (index_t count : {1, 4}) {
            auto a = definite(random_batch<double>(count, n, n, 2));
            a.at(count - 1, 2, 2) = -1;
            auto const x = array_of<double>(a);
            auto const text = thrown<la::linalg_error>([&] { static_cast<void>(la::cholesky(x)); });
            EXPECT_TRUE(contains(text, count == 1 ? "cholesky: the matrix is not positive definite"
                                                  : "cholesky: the matrix 3 of the batch is not"))
                << text;
            EXPECT_TRUE(contains(text, "its first 3 rows and columns are not")) << text;
        }
    }
    auto const flat = tw::evaluate<space>(tw::ones(2, 3));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] { static_cast<void>(la::cholesky(flat)); }),
                         "cholesky: the matrices of shape (2, 3) are not square"));
}

template <class T>
void check_lu(batch const& a) {
    index_t const count = a.count, m = a.rows, n = a.columns;
    SCOPED_TRACE(::testing::Message() << count << " of " << m << " x " << n);
    auto const [p, l, u] = la::lu(array_of<T>(a));
    index_t const k = std::min(m, n);
    EXPECT_EQ(shape(p), (shape_vector{count, m, m}));
    EXPECT_EQ(shape(l), (shape_vector{count, m, k}));
    EXPECT_EQ(shape(u), (shape_vector{count, k, n}));
    auto const low = batch_of(l), up = batch_of(u), permutation = batch_of(p);
    EXPECT_TRUE(close(low, triangle(low, true), 0));
    EXPECT_TRUE(close(up, triangle(up, false), 0));
    EXPECT_LE(largest(low), 1.5);
    EXPECT_TRUE(close(times(permutation, adjoint(permutation)), identity(count, m), 0));
    EXPECT_TRUE(close(times(permutation, times(low, up)), a,
                      8.0 * static_cast<double>(k) * roundoff<T>() * std::max(1.0, largest(up))));
}

template <class T>
void check_lu(index_t count, index_t m, index_t n) {
    check_lu<T>(random_batch<T>(count, m, n, static_cast<unsigned>(m + 3 * n)));
}

TEST(linalg_factor, lu) {
    for_types<float, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        check_lu<T>(1, 1, 1);
        check_lu<T>(6, 7, 7);
        check_lu<T>(3, 40, 40);
        check_lu<T>(2, 9, 4);
        check_lu<T>(2, 4, 9);
        check_lu<T>(1, 65, 65);
    });
    // A singular matrix has factors.
    auto const zeros = array_of<double>(batch::of(2, 3, 3));
    EXPECT_EQ(largest(batch_of(la::lu(zeros).u)), 0.0);
    for (index_t const n : {20, 45, 90})
        for (index_t const count : {1, 6})
            check_lu<double>(mapped(random_batch<double>(count, n, n, 6),
                                    [&](number x, index_t, index_t, index_t j) {
                                        return j == n / 3 || j == n - 2 ? number(0) : x;
                                    }));
}

TEST(linalg_factor, lu_factor_and_lu_solve) {
    for_types<float, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        for (index_t const n : {6, 40})
            for (index_t const count : {1, 3}) {
                auto const a = random_batch<T>(count, n, n, 4);
                auto const b = random_batch<T>(count, n, 3, 5);
                auto const factors = la::lu_factor(array_of<T>(a));
                EXPECT_EQ(shape(factors.pivots), (shape_vector{count, n}));
                auto const x = batch_of(la::lu_solve(factors, array_of<T>(b)));
                double const bound =
                    40.0 * static_cast<double>(n) * roundoff<T>() * (1 + largest(x));
                EXPECT_TRUE(close(times(a, x), b, bound));
                auto const y = batch_of(la::lu_solve(factors, array_of<T>(b), true));
                EXPECT_TRUE(
                    close(times(conjugate(adjoint(a)), y), b,
                          40.0 * static_cast<double>(n) * roundoff<T>() * (1 + largest(y))));
            }
    });
    // SciPy's example: pivots from 0 on.
    auto const a = to_space(std::vector<double>{2, 5, 8, 7, 5, 2, 2, 8, 7, 5, 6, 6, 5, 4, 4, 8},
                            tw::extents(4, 4));
    EXPECT_TRUE(equal(la::lu_factor(a).pivots, {2, 2, 3, 3}));
}

template <class T>
void check_qr(index_t count, index_t m, index_t n, double size = 1) {
    SCOPED_TRACE(::testing::Message() << count << " of " << m << " x " << n);
    auto const a = mapped(random_batch<T>(count, m, n, static_cast<unsigned>(m + 3 * n)),
                          [&](number x, index_t, index_t, index_t) { return x * size; });
    for (auto const mode : {la::qr_mode::reduced, la::qr_mode::complete}) {
        auto const [q, r] = la::qr(array_of<T>(a), mode);
        index_t const k = mode == la::qr_mode::complete ? m : std::min(m, n);
        EXPECT_EQ(shape(q), (shape_vector{count, m, k}));
        EXPECT_EQ(shape(r), (shape_vector{count, k, n}));
        auto const left = batch_of(q), right = batch_of(r);
        double const bound = 8.0 * static_cast<double>(m + n) * roundoff<T>();
        EXPECT_TRUE(close(right, triangle(right, false), 0));
        EXPECT_TRUE(close(times(left, right), a, bound * size));
        EXPECT_TRUE(close(times(adjoint(left), left), identity(count, k), bound));
    }
}

TEST(linalg_factor, qr) {
    for_types<float, double, tw::complex<float>, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        check_qr<T>(1, 1, 1);
        check_qr<T>(5, 6, 6);
        check_qr<T>(3, 9, 4);
        check_qr<T>(3, 4, 9);
        check_qr<T>(1, 70, 33);
        check_qr<T>(1, 20, 50);
        check_qr<T>(4, 45, 60);
        check_qr<T>(4, 60, 45);
    });
    check_qr<double>(4, 60, 45, 1e-300);
    check_qr<double>(4, 60, 45, 1e300);
    // More than shared memory holds.
    if (on_device)
        check_qr<float>(17, 260, 250);
    // Of deficient rank.
    auto a = random_batch<double>(2, 6, 4, 3);
    for (index_t i = 0; i < 6; ++i)
        a.at(1, i, 2) = a.at(1, i, 0);
    auto const [q, r] = la::qr(array_of<double>(a));
    EXPECT_TRUE(close(times(batch_of(q), batch_of(r)), a, 1e-14));
    EXPECT_LT(std::abs(batch_of(r).at(1, 2, 2)), 1e-14);
}

TEST(linalg_factor, nothing_to_factor) {
    using matrices = array<double, 3>;
    EXPECT_EQ(shape(la::cholesky(matrices(tw::extents(2, 0, 0)))), (shape_vector{2, 0, 0}));
    EXPECT_EQ(shape(la::lu(matrices(tw::extents(0, 3, 2))).l), (shape_vector{0, 3, 2}));
    auto const [q, r] = la::qr(matrices(tw::extents(2, 3, 0)), la::qr_mode::complete);
    EXPECT_TRUE(close(batch_of(q), identity(2, 3), 0));
    EXPECT_EQ(shape(r), (shape_vector{2, 3, 0}));
    EXPECT_EQ(shape(la::qr(matrices(tw::extents(0, 3, 2))).q), (shape_vector{0, 3, 2}));
}

}  // namespace
