// SPDX-License-Identifier: MIT
// expm, tensorsolve, tensorinv, block_diag, toeplitz, vander and diagonals.
#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

TEST(linalg_tensors, exponentials) {
    // Of a diagonal, of a nilpotent matrix, of a rotation: closed forms.
    auto const diagonal = to_space(std::vector<double>{1, 0, 0, -20}, tw::extents(2, 2));
    EXPECT_TRUE(close(batch_of(la::expm(diagonal)),
                      {1, 2, 2, {std::exp(1.0), 0, 0, std::exp(-20.0)}}, 1e-14));
    auto const step = to_space(std::vector<double>{0, 1, 0, 0, 0, 1, 0, 0, 0}, tw::extents(3, 3));
    EXPECT_TRUE(close(batch_of(la::expm(step)), {1, 3, 3, {1, 1, 0.5, 0, 1, 1, 0, 0, 1}}, 1e-15));
    for (double const angle : {0.1, 3.0, 40.0}) {
        auto const turn = to_space(std::vector<double>{0, -angle, angle, 0}, tw::extents(2, 2));
        double const c = std::cos(angle), s = std::sin(angle);
        EXPECT_TRUE(close(batch_of(la::expm(turn)), {1, 2, 2, {c, -s, s, c}}, 1e-13)) << angle;
    }
    // Matrices of a batch that are squared a different number of times; exp(a) exp(-a) = 1.
    for_types<float, tw::complex<double>>([](auto type) {
        using T = typename decltype(type)::type;
        auto a = mapped(random_batch<T>(4, 6, 6, 3), [](number x, index_t m, index_t, index_t) {
            return widen(narrow<T>(x * static_cast<double>(m * m + 1) * 0.2));
        });
        auto const there = batch_of(la::expm(array_of<T>(a)));
        auto const back = batch_of(la::expm(array_of<T>(a) * T(-1)));
        EXPECT_TRUE(close(times(there, back), identity(4, 6),
                          50 * roundoff<T>() * (1 + largest(there)) * (1 + largest(back))));
    });
    EXPECT_EQ(shape(la::expm(array<double, 3>(tw::extents(2, 0, 0)))), (shape_vector{2, 0, 0}));
}

// What is large beside the eigenvalues does not count: these would lose them by being halved often.
TEST(linalg_tensors, exponentials_far_from_normal) {
    for_types<float, double>([](auto type) {
        using T = typename decltype(type)::type;
        T const large = sizeof(T) == 4 ? T(1e30f) : T(1e300);
        // Of a batch one is nilpotent, and one is halved.
        auto const steps =
            to_space(std::vector<T>{0, large, 0, 0, 0, 40, -40, 0}, tw::extents(2, 2, 2));
        auto const e = values(la::expm(steps));
        EXPECT_EQ(std::vector<T>(e.begin(), e.begin() + 4), (std::vector<T>{1, large, 0, 1}));
        EXPECT_NEAR(e[4], std::cos(40.0), 100 * roundoff<T>());
        EXPECT_NEAR(e[5], std::sin(40.0), 100 * roundoff<T>());
        auto const twisted =
            values(la::expm(to_space(std::vector<T>{1, large, 0, -1}, tw::extents(2, 2))));
        EXPECT_NEAR(twisted[0], std::exp(1.0), 20 * roundoff<T>());
        EXPECT_NEAR(twisted[1] / large, std::sinh(1.0), 20 * roundoff<T>());
        EXPECT_EQ(twisted[2], T(0));
        EXPECT_NEAR(twisted[3], std::exp(-1.0), 20 * roundoff<T>());
        // Powers overflow.
        auto const decay =
            values(la::expm(to_space(std::vector<T>{-large, 0, 0, -large}, tw::extents(2, 2))));
        EXPECT_EQ(decay, (std::vector<T>{0, 0, 0, 0}));
    });
}

TEST(linalg_tensors, equations_of_tensors) {
    auto const numbers = random_batch<double>(1, 24, 24, 5);
    auto const a = reshape(tw::evaluate(array_of<double>(numbers)(0)), tw::extents(6, 4, 2, 3, 4));
    auto const b = array_of<double>(random_batch<double>(1, 6, 4, 6));
    auto const sides = tw::evaluate(b(0));
    auto const x = la::tensorsolve(a, sides);
    EXPECT_EQ(shape(x), (shape_vector{2, 3, 4}));
    auto const line = batch_of(reshape(x, tw::extents(24, 1)));
    EXPECT_TRUE(close(times(numbers, line), batch_of(reshape(sides, tw::extents(24, 1))), 1e-11));
    auto const inverse = la::tensorinv(a);
    EXPECT_EQ(shape(inverse), (shape_vector{2, 3, 4, 6, 4}));
    EXPECT_TRUE(close(times(batch_of(reshape(inverse, tw::extents(24, 24))), numbers),
                      identity(1, 24), 1e-11));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] {
                             static_cast<void>(
                                 la::tensorsolve(a, tw::evaluate(sides(tw::slice(1)))));
                         }),
                         "tensorsolve: matrices of shape (6, 4, 2, 3, 4)"));
    EXPECT_TRUE(contains(thrown<tw::shape_error>([&] { static_cast<void>(la::tensorinv<1>(a)); }),
                         "tensorinv: the first 1 axes of shape (6, 4, 2, 3, 4) have 6 elements"));
}

TEST(linalg_tensors, matrices_made_of_others) {
    auto const a = to_space(std::vector<int>{1, 2, 3, 4}, tw::extents(2, 2));
    auto const b = to_space(std::vector<double>{5.5, 6, 7}, tw::extents(1, 3));
    EXPECT_TRUE(equal(la::block_diag(a, b), {1, 2, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 5.5, 6, 7}));
    auto const joined = la::block_diag(to_space(std::vector<int>{-1}, tw::extents(1, 1)),
                                       to_space(std::vector<std::uint32_t>{1}, tw::extents(1, 1)));
    EXPECT_TRUE(equal(joined, std::vector<std::int64_t>{-1, 0, 0, 1}));
    EXPECT_TRUE(equal(la::toeplitz(to_space({1, 2, 3}), to_space({1, 4, 5, 6})),
                      {1, 4, 5, 6, 2, 1, 4, 5, 3, 2, 1, 4}));
    using C = tw::complex<double>;
    EXPECT_TRUE(
        equal(la::toeplitz(to_space<C>({{1, 0}, {0, 2}})), {C(1, 0), C(0, -2), C(0, 2), C(1, 0)}));
    auto const x = to_space({1, 2, 3, 5});
    EXPECT_TRUE(equal(la::vander(x, 3), {1, 1, 1, 4, 2, 1, 9, 3, 1, 25, 5, 1}));
    EXPECT_TRUE(equal(la::vander(x, 3, true), {1, 1, 1, 1, 2, 4, 1, 3, 9, 1, 5, 25}));
    EXPECT_EQ(shape(la::vander(x)), (shape_vector{4, 4}));
    // Integers in 64 bits.
    EXPECT_TRUE(equal(la::vander(to_space({100, 2}), 6),
                      std::vector<std::int64_t>{10000000000, 100000000, 1000000, 10000, 100, 1, 32,
                                                16, 8, 4, 2, 1}));
    static_assert(
        std::is_same_v<
            tw::detail::value_of<decltype(la::vander(to_space(std::vector<std::uint8_t>{2}), 3))>,
            std::int64_t>);
    static_assert(
        std::is_same_v<tw::detail::value_of<decltype(la::vander(to_space({2.0f}), 3))>, float>);
    auto const m = tw::evaluate(reshape(tw::evaluate<space>(tw::arange(12)), tw::extents(2, 2, 3)));
    EXPECT_TRUE(equal(la::diagonal(m), {0, 4, 6, 10}));
    EXPECT_TRUE(equal(la::diagonal(m, 1), {1, 5, 7, 11}));
    EXPECT_TRUE(equal(la::trace(m), {4, 16}));
}

}  // namespace
