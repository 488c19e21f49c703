// SPDX-License-Identifier: MIT
// Elements of every type, where they are ordered, summed up, chosen, written and padded, against
// NumPy (tests/goldens/make_by_type.py). On the device these run by the types' sizes; the tests of
// each family hold them to the host.
#include "goldens/by_type.hpp"
#include "support/testing.hpp"

#include <twill/index.hpp>
#include <twill/join.hpp>
#include <twill/scan.hpp>
#include <twill/statistics.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T, std::size_t N>
tw::host_array<T> made_of(long double const (&numbers)[N]) {
    constexpr std::size_t parts = tw::detail::is_complex<T> ? 2 : 1;
    tw::host_array<T> result(N / parts);
    for (std::size_t i = 0; i < N / parts; ++i) {
        T& to = result.data()[i];
        if constexpr (tw::detail::is_complex<T>)
            to = T(static_cast<typename T::value_type>(numbers[2 * i]),
                   static_cast<typename T::value_type>(numbers[2 * i + 1]));
        else if constexpr (std::is_arithmetic_v<T>)
            to = static_cast<T>(numbers[i]);
        else
            to = T(static_cast<float>(numbers[i]));
    }
    return result;
}
/// The same numbers; NaN is equal to NaN.
template <class X, std::size_t N>
::testing::AssertionResult is(X const& x, long double const (&expected)[N]) {
    using T = tw::detail::value_of<X>;
    auto const a = tw::evaluate(x);
    auto const b = made_of<T>(expected);
    if (a.size() != b.size())
        return ::testing::AssertionFailure() << a.size() << " elements instead of " << b.size();
    for (tw::index_t i = 0; i < a.size(); ++i) {
        T const p = a.data()[i], q = b.data()[i];
        if (!(p == q || (p != p && q != q)))
            return ::testing::AssertionFailure() << "element " << i << " differs";
    }
    return ::testing::AssertionSuccess();
}

template <class T>
class EveryType : public ::testing::Test {};
using all_types =
    ::testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                     std::uint16_t, std::uint32_t, std::uint64_t, tw::float16, tw::bfloat16, float,
                     double, tw::complex<float>, tw::complex<double>>;
TYPED_TEST_SUITE(EveryType, all_types);

TYPED_TEST(EveryType, IsOrdered) {
    using G = tw::goldens::by_type<TypeParam>;
    auto const x = made_of<TypeParam>(G::operand);
    EXPECT_TRUE(is(tw::sort(x), G::sorted));
    EXPECT_TRUE(is(tw::argsort(x), G::order));
    auto const u = tw::unique_counts(x);
    EXPECT_TRUE(is(u.values, G::unique));
    EXPECT_TRUE(is(u.counts, G::counts));
    if constexpr (requires { G::quantiles; }) {
        EXPECT_TRUE(
            is(tw::quantile(made_of<TypeParam>(G::few), {0, 0.25, 0.3125, 0.5, 1}), G::quantiles));
    }
}

TYPED_TEST(EveryType, IsSummedUp) {
    using G = tw::goldens::by_type<TypeParam>;
    auto const few = made_of<TypeParam>(G::few);
    EXPECT_TRUE(is(tw::cumsum(few), G::sums));
    EXPECT_TRUE(is(tw::cumprod(few), G::products));
}

TYPED_TEST(EveryType, IsChosenAndWritten) {
    using G = tw::goldens::by_type<TypeParam>;
    auto x = made_of<TypeParam>(G::operand);
    auto few = made_of<TypeParam>(G::few);
    tw::host_array<std::int16_t> const where{4, -1, 0, 4, 7};
    EXPECT_TRUE(is(x(where), G::chosen));
    EXPECT_TRUE(is(tw::take(x, where), G::chosen));
    tw::put(x, where(tw::slice(1, 4)), few(tw::slice(0, 3)));
    EXPECT_TRUE(is(x, G::written));
    if constexpr (requires { G::added; }) {
        auto const values = tw::evaluate(few(tw::slice(0, 5)));
        tw::scatter_add(few, where, values);
        EXPECT_TRUE(is(few, G::added));
    }
}

TYPED_TEST(EveryType, IsPadded) {
    using G = tw::goldens::by_type<TypeParam>;
    auto const few = made_of<TypeParam>(G::few);
    auto const m = tw::reshape(few, 3, 3);
    EXPECT_TRUE(is(tw::pad(m, {{1, 2}, {0, 1}}, tw::padding::constant(few(0))), G::constant));
    EXPECT_TRUE(is(tw::pad(m, 2, tw::padding::reflect), G::reflected));
    EXPECT_TRUE(is(tw::pad(m, {{0, 3}, {4, 0}}, tw::padding::wrap), G::wrapped));
}

TEST(histograms, edges_in_braces) {
    tw::host_array<double> const x{0.5, 1, 2, 3, 7, 9};
    auto const found = tw::histogram(x, {0, 2, 4, 8});
    EXPECT_EQ(twill_test::values(found.counts), (std::vector<tw::index_t>{2, 2, 1}));
    EXPECT_EQ(twill_test::values(found.edges), (std::vector<double>{0, 2, 4, 8}));
}

}  // namespace
