// SPDX-License-Identifier: MIT
// Dirichlet and multinomial numbers.
#include "support/testing.hpp"

#include <twill/random.hpp>
#if defined(__CUDACC__)
#include <twill/scan.cuh>
#include <twill/twill.cuh>
#endif

namespace tw = twill;
namespace rnd = tw::random;
using namespace twill_test;

namespace {

TEST(random_vectors, dirichlet) {
    constexpr int rows = 20000;
    std::vector<double> const alpha = {0.5, 2.0, 7.5};
    array<double, 2> const made =
        rnd::dirichlet<double>(rnd::key(3), tw::extents(rows, 3), to_space(alpha));
    auto const x = values(made);
    double mean[3] = {}, squares[3] = {};
    for (std::size_t i = 0; i < x.size(); i += 3) {
        EXPECT_NEAR(x[i] + x[i + 1] + x[i + 2], 1.0, 1e-12);
        for (std::size_t j = 0; j < 3; ++j) {
            mean[j] += x[i + j] / rows;
            squares[j] += x[i + j] * x[i + j] / rows;
        }
    }
    for (std::size_t j = 0; j < 3; ++j) {
        double const m = alpha[j] / 10, variance = m * (1 - m) / 11;
        EXPECT_NEAR(mean[j], m, 5 * std::sqrt(variance / rows));
        EXPECT_NEAR(squares[j] - mean[j] * mean[j], variance, 0.1 * variance);
    }
    // So small that gamma numbers would all be 0: one share is all of it, and none is NaN.
    array<float, 2> const extreme = rnd::dirichlet(rnd::key(3), tw::extents(50, 4), 1e-3);
    auto const shares = values(extreme);
    for (std::size_t i = 0; i < shares.size(); i += 4)
        EXPECT_NEAR(shares[i] + shares[i + 1] + shares[i + 2] + shares[i + 3], 1.0f, 1e-5f);
}

template <class Call>
void expect_named(char const* name, Call const& call) {
    try {
        (void)values(call());
        FAIL() << name << " of two parameters in three places";
    } catch (tw::shape_error const& e) {
        EXPECT_EQ(std::string(e.what()).find(std::string("twill: ") + name + ":"), 0u) << e.what();
    }
}

TEST(random_vectors, errors_name_what_was_called) {
    auto const two = to_space({1.0f, 2.0f});
    tw::extents const three(3);
    expect_named("random::beta", [&] { return rnd::beta(rnd::key(1), three, two, 1.0f); });
    expect_named("random::dirichlet", [&] { return rnd::dirichlet(rnd::key(1), three, two); });
}

TEST(random_vectors, dirichlet_of_no_shares) {
    EXPECT_THROW((void)rnd::dirichlet(rnd::key(3), tw::extents(3, 0), 1.0f), tw::shape_error);
    array<float, 2> const none = rnd::dirichlet(rnd::key(3), tw::extents(0, 3), 1.0f);
    EXPECT_EQ(none.size(), 0);
}

TEST(random_vectors, multinomial) {
    auto const p = to_space({1.0f, 0.0f, 3.0f, 4.0f});
    auto const made = rnd::multinomial(rnd::key(8), 5000, 100, p);
    auto const x = values(made);
    ASSERT_EQ(x.size(), 20000u);
    double mean[4] = {};
    for (std::size_t i = 0; i < x.size(); i += 4) {
        EXPECT_EQ(x[i] + x[i + 1] + x[i + 2] + x[i + 3], 100);
        for (std::size_t j = 0; j < 4; ++j)
            mean[j] += double(x[i + j]) / 5000;
    }
    EXPECT_NEAR(mean[0], 12.5, 0.3);
    EXPECT_EQ(mean[1], 0);
    EXPECT_NEAR(mean[2], 37.5, 0.4);
    EXPECT_NEAR(mean[3], 50, 0.4);
    EXPECT_EQ(shape(rnd::multinomial(rnd::key(8), 0, 100, p)), (shape_vector{0, 4}));
    EXPECT_TRUE(equal(rnd::multinomial(rnd::key(8), 1, 7, to_space({2.0f})), {std::int64_t{7}}));
    // Probabilities count up to a factor, though their sum be infinite.
    auto const huge = rnd::multinomial(rnd::key(8), 2, 100, to_space({1e308, 1e308, 1e308}));
    auto const ones = rnd::multinomial(rnd::key(8), 2, 100, to_space({1.0, 1.0, 1.0}));
    EXPECT_TRUE(tw::item(tw::array_equal(huge, ones)));
    // Nothing is left for those at the end; of no probabilities at all the last has every trial.
    using row = std::vector<std::int64_t>;
    EXPECT_TRUE(equal(rnd::multinomial(rnd::key(8), 2, 10, to_space({1.0, 0.0, 0.0})),
                      row{10, 0, 0, 10, 0, 0}));
    EXPECT_TRUE(equal(rnd::multinomial(rnd::key(8), 1, 10, to_space({0.0, 2.0, 0.0, 0.0, 0.0})),
                      row{0, 10, 0, 0, 0}));
    EXPECT_TRUE(equal(rnd::multinomial(rnd::key(8), 1, 5, to_space({0.0, 0.0})), row{0, 5}));
    // Numbers of trials that no double tells apart.
    std::int64_t const odd = (std::int64_t{1} << 53) + 1;
    EXPECT_TRUE(equal(rnd::multinomial(rnd::key(8), 1, odd, to_space({1.0, 0.0})), row{odd, 0}));
    EXPECT_THROW((void)rnd::multinomial(rnd::key(8), 2, -1, p), tw::value_error);
    // Probabilities without sense: an error on the host, 0 on the device, which would have to wait.
    for (double const bad : {-0.5, double{NAN}}) {
        auto const wrong = to_space({1.0, bad, 0.0});
        if constexpr (on_device)
            EXPECT_TRUE(equal(rnd::multinomial(rnd::key(8), 1, 10, wrong), row{10, 0, 0}));
        else
            EXPECT_THROW((void)rnd::multinomial(rnd::key(8), 1, 10, wrong), tw::value_error);
    }
    EXPECT_THROW((void)rnd::multinomial(rnd::key(8), 2, 5, to_space(std::vector<float>{})),
                 tw::shape_error);
}

}  // namespace
