// SPDX-License-Identifier: MIT
// What NumPy answers (tests/goldens/make_sorting_goldens.py).
#include "goldens/numeric.hpp"
#include "goldens/sorting.hpp"
#include "support/statistics.hpp"

#include <twill/numeric.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
class sorting_of : public ::testing::Test {};
using sorted_types =
    ::testing::Types<bool, std::int8_t, std::uint16_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(sorting_of, sorted_types);

TYPED_TEST(sorting_of, lines) {
    using G = tw::goldens::sorting_goldens<TypeParam>;
    auto const x = to_space(G::operand);
    EXPECT_TRUE(equal(tw::argsort(x), to_vector(G::order)));
    EXPECT_TRUE(equal(tw::sort(x), to_vector(G::sorted)));
    auto const m = tw::evaluate(reshape(x(tw::slice(0, 18)), 3, 6));
    EXPECT_TRUE(equal(tw::argsort(m, tw::axis<0>), to_vector(G::order_0)));
    EXPECT_TRUE(equal(tw::argsort(m, tw::axis<1>), to_vector(G::order_1)));
    auto const third = tw::evaluate<space>(tw::arange(x.size()) % tw::index_t{3});
    EXPECT_TRUE(equal(tw::lexsort(x, third), to_vector(G::by_third)));
}

TYPED_TEST(sorting_of, distinct_elements) {
    using G = tw::goldens::sorting_goldens<TypeParam>;
    auto const x = to_space(G::operand);
    auto const u = tw::unique_all(x);
    EXPECT_TRUE(same_numbers(u.values, to_vector(G::unique)));
    EXPECT_TRUE(same_numbers(tw::unique(x), to_vector(G::unique)));
    EXPECT_TRUE(equal(u.indices, to_vector(G::unique_index)));
    EXPECT_TRUE(equal(u.inverse_indices, to_vector(G::unique_inverse)));
    EXPECT_TRUE(equal(u.counts, to_vector(G::unique_count)));
    EXPECT_TRUE(equal(tw::unique_counts(x).counts, to_vector(G::unique_count)));
    EXPECT_TRUE(equal(tw::searchsorted(to_space(G::among), x), to_vector(G::left)));
    EXPECT_TRUE(
        equal(tw::searchsorted(to_space(G::among), x, tw::side::right), to_vector(G::right)));
    EXPECT_TRUE(same_numbers(tw::intersect1d(x(tw::slice(0, 12)), to_space(G::other)),
                             to_vector(G::common)));
}

/// -9, or 0 where there is no sign.
template <class T>
constexpr T lowest() {
    return std::is_unsigned_v<T> ? T(0) : static_cast<T>(-9);
}

template <class T>
class statistics_of : public ::testing::Test {};
using counted_types = ::testing::Types<std::int8_t, std::uint16_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(statistics_of, counted_types);

TYPED_TEST(statistics_of, sets) {
    using G = tw::goldens::sorting_goldens<TypeParam>;
    auto const x = to_space(G::some);
    auto const other = to_space(G::other);
    EXPECT_TRUE(same_numbers(tw::union1d(x, other), to_vector(G::united)));
    EXPECT_TRUE(same_numbers(tw::setdiff1d(x, other), to_vector(G::without_other)));
    EXPECT_TRUE(same_numbers(tw::setxor1d(x, other), to_vector(G::in_one)));
    EXPECT_TRUE(equal(tw::isin(x, other), to_vector(G::in_other)));
}

TYPED_TEST(statistics_of, quantiles) {
    using G = tw::goldens::sorting_goldens<TypeParam>;
    using method = tw::quantile_method;
    auto const x = to_space(G::finite);
    double const shares[] = {0.0, 0.1, 0.25, 0.5, 0.77, 1.0};
    auto check = [&](method how, auto const& expected) {
        for (std::size_t i = 0; i < 6; ++i)
            EXPECT_LE(ulps(value(tw::quantile(x, shares[i], how)), expected[i]), 1u)
                << static_cast<int>(how) << " " << shares[i];
    };
    check(method::linear, G::quantile_linear);
    EXPECT_LE(ulps(value(tw::median(x)), G::middle[0]), 1u);
    EXPECT_LE(ulps(value(tw::percentile(x, 30)), G::percentile_30[0]), 1u);
    EXPECT_EQ(value(tw::ptp(tw::clip(x, lowest<TypeParam>(), TypeParam(9)))), G::width[0]);
    EXPECT_TRUE(equal(tw::digitize(x, to_space(G::edges)), to_vector(G::bins)));
    if constexpr (std::is_integral_v<TypeParam>) {
        EXPECT_TRUE(equal(tw::bincount(to_space(G::numbered)), to_vector(G::counts)));
    }
    check(method::lower, G::quantile_lower);
    check(method::higher, G::quantile_higher);
    check(method::nearest, G::quantile_nearest);
    check(method::midpoint, G::quantile_midpoint);
    check(method::inverted_cdf, G::quantile_inverted_cdf);
    check(method::hazen, G::quantile_hazen);
    check(method::weibull, G::quantile_weibull);
    EXPECT_EQ(value(tw::median(x)), G::quantile_linear[3]);
}

TYPED_TEST(statistics_of, histograms) {
    using G = tw::goldens::sorting_goldens<TypeParam>;
    auto const x = to_space(G::finite);
    auto const h = tw::histogram(x, 7, tw::range(-5, 6.5));
    EXPECT_TRUE(equal(h.counts, to_vector(G::histogram)));
    EXPECT_TRUE(equal(h.edges, to_vector(G::edges)));
    auto const w = tw::arange(x.size()) * 0.5;
    EXPECT_TRUE(equal(tw::histogram(x, 7, tw::range(-5, 6.5), tw::weights(w)).counts,
                      to_vector(G::weighted)));
    EXPECT_TRUE(within_ulps(tw::histogram(x, 7, tw::range(-5, 6.5), tw::density).counts,
                            to_vector(G::density), 2));
}

TEST(nan_quantiles, as_numpy) {
    namespace g = tw::goldens::numeric;
    auto const m = to_space(to_vector(g::holes), tw::extents(4, 7));
    EXPECT_TRUE(within_ulps(tw::nanmedian(m, tw::axis<1>), to_vector(g::nanmedian), 1));
    EXPECT_TRUE(within_ulps(tw::nanmedian(m, 0), to_vector(g::nanmedian_0), 1));
    EXPECT_TRUE(within_ulps(tw::nanmedian(m), to_vector(g::nanmedian_all), 1));
    auto const two = m(tw::slice(0, 2), tw::full_extent);
    EXPECT_TRUE(within_ulps(tw::nanquantile(two, 0.3, tw::axis<1>), to_vector(g::nanquantile), 2));
    EXPECT_TRUE(within_ulps(tw::nanquantile(two, 0.3, 1, tw::quantile_method::hazen),
                            to_vector(g::nanquantile_hazen), 2));
    EXPECT_TRUE(within_ulps(tw::nanpercentile(two, 90), to_vector(g::nanpercentile), 2));
    EXPECT_TRUE(equal(tw::nanmedian(to_space({3, 1, 2, 8})), {2.5}));
    EXPECT_TRUE(equal(tw::nanmedian(to_space(std::vector<float>{})), {NAN}));
    EXPECT_THROW((void)tw::nanquantile(m, 1.5), tw::value_error);
    EXPECT_THROW((void)tw::nanmedian(m, 2), tw::axis_error);
}

}  // namespace
