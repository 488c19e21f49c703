// SPDX-License-Identifier: MIT
// svd, svdvals, eigh, eigvalsh, eig and eigvals: products of the factors, orthogonality, order,
// deficient ranks, repeated eigenvalues.
#include <array>

#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

template <class V>
bool falls(V const& s, index_t count, index_t k) {
    auto const all = values(s);
    for (index_t m = 0; m < count; ++m)
        for (index_t i = 1; i < k; ++i)
            if (!(all[static_cast<std::size_t>(m * k + i)] <=
                  all[static_cast<std::size_t>(m * k + i - 1)]))
                return false;
    return true;
}

template <class T>
void check_svd(batch const& a, double size = 1) {
    SCOPED_TRACE(::testing::Message() << a.count << " of " << a.rows << " x " << a.columns);
    auto const x = array_of<T>(a);
    index_t const k = std::min(a.rows, a.columns);
    double const bound = 16.0 * static_cast<double>(a.rows + a.columns) * roundoff<T>();
    auto const alone = la::svdvals(x);
    EXPECT_EQ(shape(alone), (shape_vector{a.count, k}));
    for (bool const full : {false, true}) {
        auto const [u, s, vh] = la::svd(x, full);
        index_t const left = full ? a.rows : k, right = full ? a.columns : k;
        EXPECT_EQ(shape(u), (shape_vector{a.count, a.rows, left}));
        EXPECT_EQ(shape(vh), (shape_vector{a.count, right, a.columns}));
        EXPECT_TRUE(falls(s, a.count, k));
        auto const bu = batch_of(u), bv = batch_of(vh);
        EXPECT_TRUE(
            close(times(times(bu, diagonal_of(s, a.count, left, right)), bv), a, bound * size));
        EXPECT_TRUE(close(times(adjoint(bu), bu), identity(a.count, left), bound));
        EXPECT_TRUE(close(times(bv, adjoint(bv)), identity(a.count, right), bound));
        EXPECT_TRUE(
            close(diagonal_of(s, a.count, k, k), diagonal_of(alone, a.count, k, k), bound * size));
    }
}

TEST(linalg_spectral, svd) {
    for_types<float, double, tw::complex<float>, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        std::array<index_t, 3> const sizes[] = {{1, 1, 1},   {4, 5, 5},     {3, 9, 4},
                                                {3, 4, 9},   {1, 60, 35},   {1, 35, 60},
                                                {2, 50, 40}, {1, 140, 130}, {1, 170, 20}};
        for (auto const& s : sizes)
            check_svd<T>(random_batch<T>(s[0], s[1], s[2], static_cast<unsigned>(s[1])));
    });
}

TEST(linalg_spectral, svd_of_batches) {
    for_types<float, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        for (auto const& s :
             {std::array<index_t, 3>{40, 7, 7}, {33, 16, 3}, {2, 50, 64}, {2, 200, 2}})
            check_svd<T>(random_batch<T>(s[0], s[1], s[2], static_cast<unsigned>(s[2])));
    });
    // More than shared memory holds; as much as need not be asked for, but for the kernel's own.
    if (on_device) {
        check_svd<double>(random_batch<double>(3, 57, 47, 1));
        check_svd<tw::complex<double>>(random_batch<tw::complex<double>>(16, 92, 90, 1));
    }
}

TEST(linalg_spectral, svd_of_any_size_of_elements) {
    for (double const factor : {1e-300, 1e-160, 1e160, 1e300}) {
        auto const a = mapped(random_batch<double>(2, 12, 9, 3),
                              [&](number x, index_t, index_t, index_t) { return x * factor; });
        check_svd<double>(a, factor);
    }
    // Columns of sizes whose squares are beyond double.
    auto const spread =
        mapped(random_batch<double>(2, 9, 6, 4), [](number x, index_t, index_t, index_t j) {
            return x * std::pow(10.0, 60.0 * (static_cast<double>(j) - 3.0));
        });
    check_svd<double>(spread, largest(spread));
}

TEST(linalg_spectral, svd_of_what_is_no_number) {
    auto a = random_batch<double>(3, 6, 5, 3);
    a.at(1, 2, 2) = NAN;
    auto const x = array_of<double>(a);
    EXPECT_TRUE(contains(thrown<la::linalg_error>([&] { static_cast<void>(la::svd(x)); }),
                         "svd: no convergence for the matrix 1 of the batch"));
    EXPECT_EQ(thrown<la::linalg_error>([&] { static_cast<void>(la::svd(x(0))); }), "");
}

TEST(linalg_spectral, eigenvalues_of_what_is_no_number) {
    if constexpr (!on_device) {
        for (double const bad : {double(NAN), HUGE_VAL}) {
            auto a = random_batch<double>(3, 5, 5, 3);
            a.at(1, 3, 2) = bad;
            auto const x = array_of<double>(a);
            auto expect = [](char const* message, auto const& call) {
                EXPECT_TRUE(contains(thrown<la::linalg_error>(call), message)) << message;
            };
            expect("eigvals: no convergence for the matrix 1 of the batch",
                   [&] { static_cast<void>(la::eigvals(x)); });
            expect("eig: no", [&] { static_cast<void>(la::eig(x)); });
            expect("eigvalsh: no", [&] { static_cast<void>(la::eigvalsh(x)); });
            expect("eigh: no", [&] { static_cast<void>(la::eigh(x)); });
            expect("svdvals: no", [&] { static_cast<void>(la::svdvals(x)); });
            // It is in the lower triangle.
            EXPECT_EQ(thrown<la::linalg_error>([&] { static_cast<void>(la::eigvalsh(x, true)); }),
                      "");
        }
        auto z = random_batch<tw::complex<double>>(1, 4, 4, 3);
        z.at(0, 0, 2) = number(0, NAN);
        auto const x = array_of<tw::complex<double>>(z);
        EXPECT_THROW(static_cast<void>(la::eigvals(x)), la::linalg_error);
        EXPECT_THROW(static_cast<void>(la::eigvalsh(x, true)), la::linalg_error);
        EXPECT_NO_THROW(static_cast<void>(la::eigvalsh(x)));
    }
}

TEST(linalg_spectral, svd_of_deficient_rank) {
    for (index_t const n : {8, 50}) {
        auto const left = random_batch<double>(2, n, 3, 5);
        auto const right = random_batch<double>(2, 3, n - 2, 6);
        auto const a = times(left, right);
        check_svd<double>(a, largest(a));
        auto const s = values(la::svdvals(array_of<double>(a)));
        EXPECT_GT(s[2], 1e-3);
        EXPECT_LT(s[3], 1e-12);
    }
    check_svd<double>(batch::of(2, 4, 3));
    // Columns of zeros, equal ones, and more rows than the rank has.
    check_svd<float>(mapped(random_batch<float>(3, 40, 20, 7),
                            [](number x, index_t, index_t i, index_t j) {
                                return j % 3 == 0   ? number(0)
                                       : j % 3 == 1 ? x
                                                    : number(static_cast<double>(i % 4));
                            }),
                     4);
}

template <class T>
void check_eigh(batch const& a, double size = 1) {
    SCOPED_TRACE(::testing::Message() << a.count << " of " << a.rows);
    index_t const n = a.rows;
    double const bound = 16.0 * static_cast<double>(n) * roundoff<T>();
    for (bool const upper : {false, true}) {
        auto const x = array_of<T>(mapped(a, [&](number v, index_t, index_t i, index_t j) {
            return (upper ? j >= i : j <= i) ? v : number(7);
        }));
        auto const [w, v] = la::eigh(x, upper);
        auto const vectors = batch_of(v);
        auto const spectrum = diagonal_of(w, a.count, n, n);
        EXPECT_TRUE(close(times(a, vectors), times(vectors, spectrum), bound * size));
        EXPECT_TRUE(close(times(adjoint(vectors), vectors), identity(a.count, n), bound));
        auto const rising = values(w);
        for (index_t m = 0; m < a.count; ++m)
            for (index_t i = 1; i < n; ++i)
                EXPECT_GE(rising[static_cast<std::size_t>(m * n + i)],
                          rising[static_cast<std::size_t>(m * n + i - 1)]);
        EXPECT_TRUE(
            close(diagonal_of(la::eigvalsh(x, upper), a.count, n, n), spectrum, bound * size));
    }
}

TEST(linalg_spectral, eigh) {
    for_types<float, double, tw::complex<float>, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        for (auto const& s : {std::array<index_t, 2>{1, 1}, {9, 6}, {3, 32}, {3, 45}, {1, 70}})
            check_eigh<T>(
                hermitian(random_batch<T>(s[0], s[1], s[1], static_cast<unsigned>(s[1]))));
    });
    // Repeated eigenvalues.
    check_eigh<double>(identity(3, 10));
    auto const left = random_batch<double>(2, 12, 2, 1);
    auto const low = times(left, adjoint(left));
    check_eigh<double>(low, largest(low));
}

template <class T>
void check_eig(batch const& a) {
    SCOPED_TRACE(::testing::Message() << a.count << " of " << a.rows);
    index_t const n = a.rows;
    double const bound = 200.0 * static_cast<double>(n) * roundoff<T>();
    auto const x = array_of<T>(a);
    auto const [w, v] = la::eig(x);
    auto const vectors = batch_of(v);
    EXPECT_TRUE(close(times(a, vectors), times(vectors, diagonal_of(w, a.count, n, n)), bound));
    auto const lengths = times(adjoint(vectors), vectors);
    for (index_t m = 0; m < a.count; ++m)
        for (index_t i = 0; i < n; ++i)
            EXPECT_NEAR(lengths.at(m, i, i).real(), 1.0, bound);
    // Each value is one of those that come without vectors.
    auto const all = values(w), alone = values(la::eigvals(x));
    for (auto const& one : all) {
        double nearest = HUGE_VAL;
        for (auto const& other : alone)
            nearest = std::min(nearest, std::abs(widen(one) - widen(other)));
        EXPECT_LT(nearest, 1e3 * bound);
    }
}

TEST(linalg_spectral, eig) {
    for_types<float, double, tw::complex<float>, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        check_eig<T>(random_batch<T>(1, 1, 1, 1));
        check_eig<T>(random_batch<T>(3, 8, 8, 2));
        check_eig<T>(random_batch<T>(1, 40, 40, 3));
    });
    // A rotation by a right angle.
    auto const turn = to_space(std::vector<double>{0, -1, 1, 0}, tw::extents(2, 2));
    auto const w = values(la::eigvals(turn));
    EXPECT_NEAR(std::fabs(w[0].imag()), 1.0, 1e-15);
    EXPECT_EQ(w[0].imag(), -w[1].imag());
}

TEST(linalg_spectral, nothing_to_decompose) {
    using matrices = array<double, 3>;
    auto const [u, s, vh] = la::svd(matrices(tw::extents(2, 3, 0)));
    EXPECT_TRUE(close(batch_of(u), identity(2, 3), 0));
    EXPECT_EQ(shape(s), (shape_vector{2, 0}));
    EXPECT_EQ(shape(vh), (shape_vector{2, 0, 0}));
    EXPECT_EQ(shape(la::svdvals(matrices(tw::extents(0, 3, 2)))), (shape_vector{0, 2}));
    EXPECT_EQ(shape(la::eigh(matrices(tw::extents(2, 0, 0))).eigenvectors),
              (shape_vector{2, 0, 0}));
    EXPECT_EQ(shape(la::eigvals(matrices(tw::extents(0, 4, 4)))), (shape_vector{0, 4}));
}

TEST(linalg_spectral, matrices_that_are_not_square) {
    auto const a = tw::evaluate<space>(tw::ones(3, 4));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] { static_cast<void>(la::eigh(a)); }),
                         "eigh: the matrices of shape (3, 4) are not square"));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] { static_cast<void>(la::eigvals(a)); }),
                         "eigvals: the matrices of shape (3, 4) are not square"));
}

}  // namespace
