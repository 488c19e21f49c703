// SPDX-License-Identifier: MIT
// lstsq, pinv, matrix_rank, cond and norms: what defines them, and values of NumPy's.
#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

/// Moore's and Penrose's four conditions.
template <class T>
void check_pinv(batch const& a) {
    SCOPED_TRACE(::testing::Message() << a.count << " of " << a.rows << " x " << a.columns);
    auto const p = batch_of(la::pinv(array_of<T>(a)));
    double const bound = 200.0 * roundoff<T>() * (1 + largest(p)) * (1 + largest(a));
    auto const ap = times(a, p), pa = times(p, a);
    EXPECT_TRUE(close(times(ap, a), a, bound));
    EXPECT_TRUE(close(times(pa, p), p, bound * (1 + largest(p))));
    EXPECT_TRUE(close(adjoint(ap), ap, bound));
    EXPECT_TRUE(close(adjoint(pa), pa, bound));
}

TEST(linalg_derived, pinv) {
    for_types<float, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        check_pinv<T>(random_batch<T>(1, 1, 1, 1));
        check_pinv<T>(random_batch<T>(4, 7, 4, 2));
        check_pinv<T>(random_batch<T>(4, 4, 7, 3));
        check_pinv<T>(times(random_batch<T>(2, 8, 2, 4), random_batch<T>(2, 2, 6, 5)));
    });
    EXPECT_EQ(largest(batch_of(la::pinv(array_of<double>(batch::of(2, 3, 2))))), 0.0);
    EXPECT_EQ(shape(la::pinv(array<double, 3>(tw::extents(2, 3, 0)))), (shape_vector{2, 0, 3}));
}

TEST(linalg_derived, ranks) {
    auto const a = times(random_batch<double>(3, 9, 4, 6), random_batch<double>(3, 4, 12, 7));
    EXPECT_TRUE(equal(la::matrix_rank(array_of<double>(a)), {4, 4, 4}));
    EXPECT_EQ(value(la::matrix_rank(tw::evaluate<space>(tw::zeros(3, 3)))), 0);
    auto const spread = to_space(std::vector<double>{1, 0, 0, 1e-9}, tw::extents(2, 2));
    EXPECT_EQ(value(la::matrix_rank(spread)), 2);
    EXPECT_EQ(value(la::matrix_rank(spread, 1e-6)), 1);
}

TEST(linalg_derived, polynomials_through_points) {
    auto const x = tw::evaluate<space>(tw::arange(9.0) - 4.0);
    auto const cubic = la::polyfit(x, x * x * x - 2.0 * x + 0.5, 3);
    EXPECT_TRUE(close(batch_of(cubic(tw::newaxis)), {1, 1, 4, {1, 0, -2, 0.5}}, 1e-13));
    // Of each column, of integers and a generator.
    array<int, 2> const y = tw::cast<int>(x(tw::full_extent, tw::newaxis) * to_space({1.0, 3.0}));
    auto const lines = la::polyfit(tw::arange(9), y, 1);
    EXPECT_TRUE(close(batch_of(lines), {1, 2, 2, {1, 3, -4, -12}}, 1e-13));
    // A mean; a degree that points do not settle is the shortest solution.
    EXPECT_NEAR(values(la::polyfit(x, x * 0.0 + 7.0, 0))[0], 7.0, 1e-13);
    // Where polynomials are zero.
    auto const found = values(la::roots(to_space({2.0, -12.0, 22.0, -12.0})));
    ASSERT_EQ(found.size(), 3u);
    for (double const wanted : {1.0, 2.0, 3.0}) {
        double nearest = 1.0;
        for (auto const& z : found)
            nearest = std::min(nearest, std::abs(z.real() - wanted) + std::abs(z.imag()));
        EXPECT_LT(nearest, 1e-12) << wanted;
    }
    for (auto const& z : values(la::roots(to_space({1, 0, 1}))))
        EXPECT_LT(std::abs(z.real()) + std::abs(std::abs(z.imag()) - 1.0), 1e-12);
    EXPECT_EQ(la::roots(to_space({5.0f})).size(), 0);
#if !defined(__CUDACC__)
    EXPECT_EQ(values(la::roots({2.0, -12.0, 22.0, -12.0})), found);
    EXPECT_EQ(values(la::roots({2, -12, 22, -12})), found);
    EXPECT_EQ(values(la::roots({2, -12.0, 22, -12})), found);
#endif
    EXPECT_THROW((void)la::roots(to_space(std::vector<float>{})), tw::shape_error);
    if constexpr (!on_device) {
        EXPECT_THROW((void)la::roots(to_space({0.0, 1.0, 2.0})), tw::value_error);
    }
    EXPECT_NEAR(values(la::polyfit(to_space({2.0f}), to_space({6.0f}), 1))[0], 1.5f, 1e-5);
    // Powers whose squares overflow.
    auto const far = to_space({1e5f, 2e5f, 3e5f, 4e5f, 5e5f});
    EXPECT_NEAR(values(la::polyfit(far, square(square(far)), 4))[0], 1.0f, 1e-2);
    array<double> const nothing(tw::extents(0));
    EXPECT_THROW((void)la::polyfit(nothing, nothing, 1), tw::shape_error);
    EXPECT_THROW((void)la::polyfit(x, x, -1), tw::value_error);
    EXPECT_THROW((void)la::polyfit(x, to_space({1.0, 2.0}), 1), tw::shape_error);
}

// Generators beside operands of a space.
TEST(linalg_derived, generators_as_matrices) {
    auto const q = to_space({1.0, 2.0, 3.0});
    EXPECT_TRUE(equal(la::solve(tw::eye(3), q), {1.0, 2.0, 3.0}));
    EXPECT_TRUE(equal(la::solve_triangular(tw::eye(3) * 2.0, q), {0.5, 1.0, 1.5}));
    EXPECT_NEAR(values(la::lstsq(tw::eye(3), q).x)[2], 3.0, 1e-14);
}

TEST(linalg_derived, least_squares) {
    // A line through four points (NumPy's example): 1.0 x - 0.95.
    auto const a = to_space(std::vector<double>{0, 1, 1, 1, 2, 1, 3, 1}, tw::extents(4, 2));
    auto const y = to_space({-1.0, 0.2, 0.9, 2.1});
    auto const [x, residuals, rank, s] = la::lstsq(a, y);
    EXPECT_TRUE(close(batch_of(x(tw::newaxis)), {1, 1, 2, {1.0, -0.95}}, 1e-14));
    EXPECT_NEAR(value(residuals), 0.05, 1e-14);
    EXPECT_EQ(value(rank), 2);
    EXPECT_NEAR(values(s)[0], 4.10003045, 1e-8);
    // The normal equations hold, of least length where the rank is not full.
    for_types<double, tw::complex<float>>([](auto type) {
        using T = typename decltype(type)::type;
        for (auto const& m : {random_batch<T>(3, 8, 5, 8), random_batch<T>(3, 5, 8, 9),
                              times(random_batch<T>(3, 8, 2, 1), random_batch<T>(3, 2, 6, 2))}) {
            auto const b = random_batch<T>(3, m.rows, 2, 10);
            auto const found = la::lstsq(array_of<T>(m), array_of<T>(b));
            auto const solution = batch_of(found.x);
            auto const left = mapped(
                times(m, solution),
                [&](number v, index_t k, index_t i, index_t j) { return v - b.at(k, i, j); });
            double const bound = 200.0 * roundoff<T>() * (1 + largest(solution));
            EXPECT_LT(largest(times(adjoint(m), left)), bound);
            auto const p = batch_of(la::pinv(array_of<T>(m)));
            EXPECT_TRUE(close(times(times(p, m), solution), solution, bound * (1 + largest(p))));
            auto const squares = values(found.residuals);
            EXPECT_NEAR(
                squares[0],
                std::norm(left.at(0, 0, 0)) +
                    [&] {
                        double sum = 0;
                        for (index_t i = 1; i < m.rows; ++i)
                            sum += std::norm(left.at(0, i, 0));
                        return sum;
                    }(),
                bound);
        }
    });
    EXPECT_TRUE(contains(
        thrown<tw::shape_error>([&] { static_cast<void>(la::lstsq(a, to_space({1.0, 2.0}))); }),
        "lstsq: matrices of shape (4, 2) and right sides of shape (2,)"));
}

TEST(linalg_derived, norms) {
    using la::ord;
    auto const a = to_space(std::vector<double>{-4, -3, -2, -1, 0, 1, 2, 3, 4}, tw::extents(3, 3));
    double const expected[] = {
        7.745966692414834, 9.797958971132712, 9.0, 7.0, 7.348469228349534, 2.0, 6.0};
    ord const orders[] = {ord::fro, ord::nuc,       ord::inf,      ord::one,
                          ord::two, ord::minus_inf, ord::minus_one};
    for (int i = 0; i < 7; ++i)
        EXPECT_NEAR(value(la::matrix_norm(a, orders[i])), expected[i], 1e-13) << i;
    EXPECT_NEAR(value(la::norm(a, ord::minus_two)), 0.0, 1e-15);
    EXPECT_EQ(shape(la::matrix_norm(tw::evaluate<space>(tw::ones(5, 2, 3)))), (shape_vector{5}));
    // Without elements: 0, but for the smallest of none.
    array<double, 2> const no_rows(0, 3);
    array<double, 2> const no_columns(3, 0);
    for (la::ord const order : orders) {
        if (order == la::ord::minus_inf)
            EXPECT_THROW((void)la::matrix_norm(no_rows, order), tw::shape_error);
        else
            EXPECT_EQ(value(la::matrix_norm(no_rows, order)), 0.0);
        if (order == la::ord::minus_one)
            EXPECT_THROW((void)la::matrix_norm(no_columns, order), tw::shape_error);
        else
            EXPECT_EQ(value(la::matrix_norm(no_columns, order)), 0.0);
    }
    EXPECT_THROW((void)la::matrix_norm(no_columns, la::ord::minus_two), tw::shape_error);
    auto const v = to_space({3.0f, -4.0f, 0.0f});
    EXPECT_EQ(value(la::vector_norm(v, 2)), 5.0f);
    EXPECT_EQ(value(la::vector_norm(v, 1)), 7.0f);
    EXPECT_EQ(value(la::vector_norm(v, 0)), 2.0f);
    EXPECT_EQ(value(la::vector_norm(v, HUGE_VAL)), 4.0f);
    EXPECT_EQ(value(la::vector_norm(v, -HUGE_VAL)), 0.0f);
    EXPECT_EQ(value(la::vector_norm(array<float>(tw::extents(0)), HUGE_VAL)), 0.0f);
    EXPECT_TRUE(equal(la::vector_norm(array<float, 2>(tw::extents(2, 0)), HUGE_VAL, tw::axis<1>),
                      {0.0f, 0.0f}));
    EXPECT_NEAR(value(la::vector_norm(v, 3)), std::cbrt(91.0f), 1e-6);
    EXPECT_TRUE(equal(la::vector_norm(a, 1, tw::axis<1>), {9, 2, 9}));
}

TEST(linalg_derived, powers_of_inverses) {
    auto const a =
        to_space(std::vector<double>{2, 1, 1, 1}, tw::extents(2, 2));  // its determinant is 1
    auto const near = [](auto const& x, std::vector<double> const& expected) {
        return compare(values(x), expected,
                       [](double u, double v) { return std::abs(u - v) < 1e-12; });
    };
    EXPECT_TRUE(near(la::matrix_power(a, -1), {1, -1, -1, 2}));
    EXPECT_TRUE(near(la::matrix_power(a, -3), {5, -8, -8, 13}));
    EXPECT_TRUE(near(la::matrix_power(a, 2), {5, 3, 3, 2}));
    EXPECT_TRUE(near(la::matrix_power(a, 0), {1, 0, 0, 1}));
    auto const turn = to_space(std::vector<double>{0, 1, -1, 0}, tw::extents(2, 2));
    EXPECT_TRUE(
        near(la::matrix_power(turn, std::numeric_limits<std::int64_t>::min()), {1, 0, 0, 1}));
    // Of one name with the products', also where both are in sight.
    using namespace twill::linalg;
    EXPECT_TRUE(near(matrix_power(a, -2), {2, -3, -3, 5}));
    EXPECT_THROW((void)la::matrix_power(tw::cast<int>(a), -2), tw::value_error);
}

TEST(linalg_derived, condition) {
    using la::ord;
    auto const a = to_space(std::vector<double>{1, 0, -1, 0, 1, 0, 1, 0, 1}, tw::extents(3, 3));
    EXPECT_NEAR(value(la::cond(a)), 1.4142135623730951, 1e-14);
    EXPECT_NEAR(value(la::cond(a, ord::fro)), 3.1622776601683795, 1e-14);
    EXPECT_NEAR(value(la::cond(a, ord::inf)), 2.0, 1e-14);
    EXPECT_NEAR(value(la::cond(a, ord::minus_two)), 0.7071067811865475, 1e-14);
    EXPECT_NEAR(value(la::cond(a, ord::minus_one)), 1.0, 1e-14);
    auto const singular = tw::evaluate<space>(tw::ones<double>(2, 2));
    EXPECT_GT(value(la::cond(singular)), 1e15);
    EXPECT_EQ(value(la::cond(tw::evaluate<space>(tw::zeros<double>(2, 2)))),
              std::numeric_limits<double>::infinity());
}

}  // namespace
