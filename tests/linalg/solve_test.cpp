// SPDX-License-Identifier: MIT
// solve, inv, det, slogdet and solve_triangular: residuals over sizes and types, layouts, batches,
// singular and empty matrices.
#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

/// |a x - b| is a few roundings of the sums it is made of.
template <class T>
void check_systems(index_t count, index_t n, index_t k) {
    SCOPED_TRACE(::testing::Message() << count << " of " << n << " with " << k);
    auto const a = random_batch<T>(count, n, n, static_cast<unsigned>(n + count));
    auto const b = random_batch<T>(count, n, k, static_cast<unsigned>(n + k + 7));
    auto const x = batch_of(la::solve(array_of<T>(a), array_of<T>(b)));
    // Random matrices grow their inverse now and then: the bound has the solution's size.
    double const bound = 40.0 * static_cast<double>(n) * roundoff<T>() * (1.0 + largest(x));
    EXPECT_TRUE(close(times(a, x), b, bound));
    auto const inverse = batch_of(la::inv(array_of<T>(a)));
    double const of_inverse =
        40.0 * static_cast<double>(n) * roundoff<T>() * (1.0 + largest(inverse));
    EXPECT_TRUE(close(times(a, inverse), identity(count, n), of_inverse));
}

TEST(linalg_solve, residuals) {
    for_types<float, double, tw::complex<float>, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        check_systems<T>(1, 1, 1);
        check_systems<T>(3, 5, 2);
        check_systems<T>(70, 16, 1);
        check_systems<T>(5, 32, 3);
        check_systems<T>(4, 33, 5);
        check_systems<T>(1, 60, 4);
    });
}

TEST(linalg_solve, vectors_batches_and_one_matrix) {
    auto const a = random_batch<double>(6, 7, 7, 3);
    auto const m = array_of<double>(a);
    auto const b = random_batch<double>(6, 7, 4, 4);
    auto const sides = array_of<double>(b);
    // A vector, for every matrix.
    auto const v = tw::evaluate(sides(0, tw::full_extent, 1));
    auto const x = la::solve(m, v);
    EXPECT_EQ(shape(x), (shape_vector{6, 7}));
    for (index_t i = 0; i < 6; ++i)
        EXPECT_TRUE(close(batch_of(la::solve(m(i), v)(tw::newaxis)),
                          batch_of(x(tw::slice(i, i + 1))), 1e-12));
    // One matrix, for every right side.
    auto const y = la::solve(m(2), sides);
    EXPECT_EQ(shape(y), (shape_vector{6, 7, 4}));
    auto const single = batch_of(m(tw::slice(2, 3)));
    auto all = batch::of(6, 7, 7);
    for (index_t i = 0; i < 6; ++i)
        for (index_t j = 0; j < 49; ++j)
            all.elements[static_cast<std::size_t>(i * 49 + j)] =
                single.elements[static_cast<std::size_t>(j)];
    EXPECT_TRUE(close(times(all, batch_of(y)), b, 1e-12));
    // Batches that broadcast.
    auto const grid = la::solve(reshape(m, tw::extents(2, 3, 7, 7)), sides(tw::slice(0, 3)));
    EXPECT_EQ(shape(grid), (shape_vector{2, 3, 7, 4}));
    EXPECT_TRUE(
        close(batch_of(grid(1, 2)), batch_of(la::solve(m(5), tw::evaluate(sides(2)))), 1e-12));
}

TEST(linalg_solve, layouts_and_expressions) {
    auto const a = array_of<float>(random_batch<float>(3, 9, 9, 5));
    auto const b = array_of<float>(random_batch<float>(3, 9, 9, 6));
    auto const expected = la::solve(tw::evaluate(matrix_transpose(a) + 2.0f), b);
    auto const kept = values(a);
    EXPECT_TRUE(
        close(batch_of(la::solve(matrix_transpose(a) + 2.0f, b)), batch_of(expected), 1e-4));
    auto const reversed = tw::slice(tw::none, tw::none, -1);
    auto const turned = tw::evaluate(a(tw::full_extent, reversed, reversed));
    EXPECT_TRUE(close(batch_of(la::inv(a(tw::full_extent, reversed, reversed))),
                      batch_of(la::inv(turned)), 1e-4));
    EXPECT_EQ(values(a), kept);
    // Integers are solved in double, 16-bit floats in float.
    auto const whole = to_space(std::vector<int>{2, 1, 1, 3}, tw::extents(2, 2));
    auto const x = la::solve(whole, to_space(std::vector<int>{3, 5}));
    static_assert(std::is_same_v<decltype(x)::value_type, double>);
    EXPECT_TRUE(within_ulps(x, {0.8, 1.4}, 4));
}

TEST(linalg_solve, determinants) {
    for (index_t n : {1, 2, 3, 8, 40}) {
        auto const a = random_batch<double>(5, n, n, static_cast<unsigned>(n));
        auto const m = array_of<double>(a);
        auto const d = values(la::det(m));
        auto const [sign, logarithm] = la::slogdet(m);
        auto const s = values(sign), l = values(logarithm);
        ASSERT_EQ(d.size(), 5u);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_EQ(std::fabs(s[i]), 1.0);
            EXPECT_NEAR(s[i] * std::exp(l[i]), d[i], 1e-12 * std::fabs(d[i]));
        }
        // det(a b) = det(a) det(b)
        auto const other = random_batch<double>(5, n, n, static_cast<unsigned>(n + 99));
        auto const of_other = values(la::det(array_of<double>(other)));
        auto const product = values(la::det(array_of<double>(times(a, other))));
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_NEAR(product[i], d[i] * of_other[i], 1e-9 * std::fabs(product[i]) + 1e-12);
    }
    EXPECT_EQ(value(la::det(to_space(std::vector<double>{0, 2, 3, 0}, tw::extents(2, 2)))), -6.0);
    auto const singular = to_space(std::vector<double>{1, 2, 2, 4}, tw::extents(2, 2));
    EXPECT_EQ(value(la::det(singular)), 0.0);
    auto const [sign, logarithm] = la::slogdet(singular);
    EXPECT_EQ(value(sign), 0.0);
    EXPECT_FALSE(std::signbit(value(sign)));
    EXPECT_EQ(value(logarithm), -HUGE_VAL);
    // Other pivots that overflow together change nothing; one matrix and several, of all sizes.
    for (index_t n : {3, 40, 200})
        for (index_t count : {1, 2}) {
            auto const wide = mapped(random_batch<double>(count, n, n, 9),
                                     [&](number x, index_t m, index_t i, index_t j) {
                                         x = i == j ? x + 9.0 : x;
                                         return m == 0 && j == n / 3 ? number(0) : x * 1e200;
                                     });
            EXPECT_EQ(values(la::det(array_of<double>(wide)))[0], 0.0);
        }
    // Beyond the range of double.
    auto const large = la::slogdet(tw::evaluate<space>(tw::eye(400) * 1e-3));
    EXPECT_NEAR(value(large.logabsdet), 400 * std::log(1e-3), 1e-9);
    auto const turn = to_space(std::vector<tw::complex<double>>{{0, 2}}, tw::extents(1, 1));
    EXPECT_EQ(value(la::slogdet(turn).sign), tw::complex<double>(0, 1));
}

TEST(linalg_solve, triangles) {
    for_types<float, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        for (index_t count : {1, 4}) {
            index_t const n = 11;
            auto a = mapped(
                random_batch<T>(count, n, n, 8),
                [](number x, index_t, index_t i, index_t j) { return i == j ? x + 3.0 : x; });
            auto const b = random_batch<T>(count, n, 3, 9);
            for (bool const lower : {false, true})
                for (int const op : {0, 1, 2})
                    for (bool const unit : {false, true}) {
                        auto const x = batch_of(la::solve_triangular(
                            array_of<T>(a), array_of<T>(b), {lower, op != 0, op == 2, unit}));
                        auto m = mapped(a, [&](number v, index_t, index_t i, index_t j) {
                            bool const inside = lower ? j <= i : j >= i;
                            return i == j && unit ? number(1) : inside ? v : number(0);
                        });
                        if (op != 0)
                            m = adjoint(m);
                        if (op == 1)
                            m = mapped(m, [](number v, index_t, index_t, index_t) {
                                return std::conj(v);
                            });
                        EXPECT_TRUE(close(times(m, x), b, 100 * roundoff<T>() * (1 + largest(x))))
                            << lower << op << unit;
                    }
        }
    });
}

TEST(linalg_solve, singular_matrices) {
    auto a = random_batch<double>(6, 4, 4, 12);
    for (index_t j = 0; j < 4; ++j)
        a.at(3, 2, j) = 0;
    auto const m = array_of<double>(a);
    auto const b = tw::evaluate<space>(tw::ones(4));
    auto const text = thrown<la::linalg_error>([&] { static_cast<void>(la::solve(m, b)); });
    EXPECT_TRUE(contains(text, "solve: the matrix 3 of the batch is singular")) << text;
    EXPECT_TRUE(contains(text, "solve_test.cpp")) << text;
    EXPECT_TRUE(contains(thrown<la::linalg_error>([&] { static_cast<void>(la::inv(m(3))); }),
                         "inv: the matrix is singular: pivot 2 is 0"));
    // Larger than what own kernels do, one and several.
    for (index_t count : {1, 3}) {
        auto large = random_batch<double>(count, 50, 50, 13);
        for (index_t j = 0; j < 50; ++j)
            large.at(count - 1, j, 7) = 0;
        auto const x = array_of<double>(large);
        EXPECT_NE(thrown<la::linalg_error>([&] { static_cast<void>(la::inv(x)); }), "");
    }
    auto triangle = mapped(a, [](number x, index_t k, index_t i, index_t j) {
        return k == 3 && i == 2 && j == 2 ? number(0) : x + 1.0;
    });
    auto const upper = array_of<double>(triangle);
    EXPECT_TRUE(contains(
        thrown<la::linalg_error>([&] { static_cast<void>(la::solve_triangular(upper, b)); }),
        "solve_triangular: the matrix 3 of the batch is singular: pivot 2 is 0"));
    // What was noted is told once, and the next call is as any other.
    EXPECT_EQ(thrown<la::linalg_error>([&] { static_cast<void>(la::solve(m(0), b)); }), "");
}

TEST(linalg_solve, ill_conditioned) {
    // Hilbert's matrix: the residual stays small whatever the condition.
    index_t const n = 12;
    auto h = batch::of(1, n, n);
    for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j)
            h.at(0, i, j) = 1.0 / static_cast<double>(i + j + 1);
    auto const b = random_batch<double>(1, n, 1, 1);
    auto const x = batch_of(la::solve(array_of<double>(h), array_of<double>(b)));
    EXPECT_GT(largest(x), 1e6);
    EXPECT_TRUE(close(times(h, x), b, 1e-13 * largest(x)));
}

TEST(linalg_solve, nothing_to_solve) {
    using matrices = array<double, 3>;
    EXPECT_EQ(shape(la::solve(matrices(tw::extents(0, 3, 3)), matrices(tw::extents(0, 3, 2)))),
              (shape_vector{0, 3, 2}));
    EXPECT_EQ(shape(la::solve(matrices(tw::extents(2, 0, 0)), matrices(tw::extents(2, 0, 5)))),
              (shape_vector{2, 0, 5}));
    EXPECT_EQ(shape(la::solve(matrices(tw::extents(2, 3, 3)), matrices(tw::extents(2, 3, 0)))),
              (shape_vector{2, 3, 0}));
    EXPECT_EQ(shape(la::inv(matrices(tw::extents(4, 0, 0)))), (shape_vector{4, 0, 0}));
    EXPECT_TRUE(equal(la::det(matrices(tw::extents(2, 0, 0))), {1.0, 1.0}));
    EXPECT_TRUE(equal(la::slogdet(matrices(tw::extents(1, 0, 0))).logabsdet, {0.0}));
}

TEST(linalg_solve, shapes_that_do_not_fit) {
    auto const a = tw::evaluate<space>(tw::ones(3, 4));
    auto const b = tw::evaluate<space>(tw::ones(5));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] { static_cast<void>(la::inv(a)); }),
                         "inv: the matrices of shape (3, 4) are not square"));
    auto const square = tw::evaluate<space>(tw::eye(4));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] { static_cast<void>(la::solve(square, b)); }),
                         "solve: matrices of shape (4, 4) and right sides of shape (5,)"));
    auto const many = tw::evaluate<space>(tw::ones(3, 4, 4));
    auto const others = tw::evaluate<space>(tw::ones(2, 4, 1));
    EXPECT_TRUE(
        contains(thrown<tw::shape_error>([&] { static_cast<void>(la::solve(many, others)); }),
                 "the batches of the shapes (3, 4, 4) and (2, 4, 1) do not broadcast together"));
}

}  // namespace
