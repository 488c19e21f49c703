// SPDX-License-Identifier: MIT
// Shapes that no memory holds: what has them may be named, sliced and counted, and is refused with
// a shape_error where it is evaluated. Also under the undefined behaviour sanitizer.
#include "support/rearranging.hpp"
#include "support/reductions.hpp"
#include "support/scans.hpp"

#include <twill/index.hpp>
#include <twill/linalg.hpp>
#include <twill/numeric.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;
using twill_test::array;
using twill_test::equal;
using twill_test::shape;
using twill_test::space;
using twill_test::to_space;

constexpr index_t big = index_t{1} << 40;

/// What evaluating `x` throws.
template <class X>
std::string refusal(X const& x) {
    try {
        (void)tw::evaluate<space>(x);
    } catch (tw::shape_error const& problem) {
        return problem.what();
    }
    return "no shape_error";
}
testing::AssertionResult names_shape(std::string const& message) {
    if (message.find("(1099511627776, 1099511627776) has more than 2^63 elements") !=
        std::string::npos)
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << message;
}

TEST(LargeShapes, ReductionsOfMoreThanAllElementsAreRefused) {
    array<float, 0> const one = twill_test::rank0(1.0f);
    auto const x = one + tw::zeros(big, 1) + tw::zeros(1, big);
    EXPECT_EQ(shape(x), (std::vector<index_t>{big, big}));
    EXPECT_TRUE(names_shape(refusal(sum(x))));
    EXPECT_TRUE(names_shape(refusal(max(x))));
    EXPECT_TRUE(names_shape(refusal(argmin(x))));
    EXPECT_TRUE(names_shape(refusal(sum(x, tw::axis<0>))));
    EXPECT_TRUE(names_shape(refusal(1.0f + mean(x, tw::keepdims))));
    EXPECT_THROW((void)tw::evaluate(sum(x), max(x)), tw::shape_error);
    EXPECT_THROW((void)tw::item(sum(x)), tw::shape_error);
    EXPECT_THROW((void)tw::explain(sum(x)), tw::shape_error);
    EXPECT_TRUE(names_shape(refusal(x)));
    EXPECT_THROW((void)tw::explain(x), tw::shape_error);
}

TEST(LargeShapes, OfMeshgridBroadcastsAndTransposes) {
    auto const [lon, lat] = tw::meshgrid(tw::arange(big), tw::arange(big));
    EXPECT_TRUE(names_shape(refusal(lon)));
    EXPECT_TRUE(names_shape(refusal(sum(lon))));
    EXPECT_TRUE(names_shape(refusal(max(transpose(lon + lat)))));
    EXPECT_TRUE(names_shape(refusal(cumsum(lon, tw::axis<0>))));
    EXPECT_TRUE(equal(lon(5, tw::slice(big - 2)), {big - 2, big - 1}));
    array<float> const a = to_space({1.0f});
    EXPECT_TRUE(names_shape(refusal(sum(a(tw::newaxis) + tw::zeros(big, 1) + tw::zeros(1, big)))));
    EXPECT_THROW((void)broadcast_to(a, extents(big, big)), tw::shape_error);
}

TEST(LargeShapes, AnEmptyAxisMakesThemEmpty) {
    array<float, 3> const none(extents(big, big, 0));
    EXPECT_EQ(none.size(), 0);
    EXPECT_TRUE(none.empty());
    EXPECT_TRUE(equal(none + none, {}));
    EXPECT_TRUE(equal(none(5, tw::slice(3, big)), {}));
    EXPECT_TRUE(equal(transpose(none) * 2.0f, {}));
    EXPECT_TRUE(equal(sum(none), {0.0f}));
    EXPECT_TRUE(equal(sum(none, tw::axis<0, 1>), {}));
    EXPECT_TRUE(equal(max(none, tw::axis<0, 1>), {}));
    EXPECT_TRUE(equal(cumsum(none, tw::axis<1>), {}));
    EXPECT_THROW((void)tw::item(max(none)), tw::shape_error);
    // The result is what no memory holds.
    EXPECT_THROW((void)tw::evaluate(sum(none, tw::axis<2>)), tw::shape_error);
}

TEST(LargeShapes, ReshapeChecksWhatIsAskedFor) {
    auto m = to_space(std::vector<float>{0, 1, 2, 3, 4, 5}, extents(2, 3));
    EXPECT_THROW((void)reshape(m, big, big), tw::shape_error);
    EXPECT_THROW((void)reshape(m, big, big, -1), tw::shape_error);
    EXPECT_THROW((void)reshape(m, big, std::numeric_limits<index_t>::lowest(), -1),
                 tw::shape_error);
    EXPECT_THROW((void)reshape(m, -2, -3), tw::shape_error);
    EXPECT_THROW((void)reshape(m, -2, -1), tw::shape_error);
    EXPECT_TRUE(equal(reshape(m, 3, -1)(0), {0, 1}));
}

TEST(LargeShapes, SumsOfLengths) {
    auto const z = tw::zeros<float>(std::numeric_limits<index_t>::max());
    auto const five = tw::zeros<float>(5);
    auto refused = [](auto const& join) {
        try {
            (void)join();
        } catch (tw::shape_error const& problem) {
            return std::string(problem.what());
        }
        return std::string("no shape_error");
    };
    auto const of_join = refused([&] { return concatenate(z, z, five); });
    EXPECT_EQ(of_join.find("twill: concatenate: axis 0 has more than 2^63 elements"), 0u)
        << of_join;
    auto const of_full = refused([&] { return convolve(five, z); });
    EXPECT_EQ(of_full.find("twill: convolve: axis 0 has more than 2^63 elements"), 0u) << of_full;
    EXPECT_NE(refused([&] { return concatenate(z, tw::zeros<float>(1)); }), "no shape_error");
    EXPECT_NE(refused([&] { return tw::correlate(z, z, tw::convolution::full); }),
              "no shape_error");
    EXPECT_NE(refused([&] { return pad(z, 1); }), "no shape_error");
    EXPECT_EQ(concatenate(z(tw::slice(5)), five).shape(), z.shape());
    EXPECT_EQ(convolve(five, z, tw::convolution::same).shape(), z.shape());
    EXPECT_EQ(convolve(z, z, tw::convolution::valid).shape(), extents(1));
    EXPECT_EQ(convolve(z(tw::slice(4)), five).shape(), z.shape());
}

TEST(LargeShapes, IndicesAndStepsBeyondEveryAxis) {
    constexpr index_t highest = std::numeric_limits<index_t>::max();
    constexpr index_t lowest = std::numeric_limits<index_t>::lowest();
    auto m = to_space(std::vector<float>{0, 1, 2, 3, 4, 5}, extents(2, 3));
    EXPECT_THROW((void)m(SIZE_MAX), tw::index_error);
    EXPECT_THROW((void)m(0, std::uint64_t{1} << 63), tw::index_error);
    EXPECT_THROW((void)(m + 1.0f)(SIZE_MAX), tw::index_error);
    EXPECT_TRUE(equal(m(tw::slice(0, SIZE_MAX), 2), {2, 5}));
    EXPECT_TRUE(equal(m(tw::slice(tw::none, tw::none, highest)), {0, 1, 2}));
    EXPECT_TRUE(equal((m + 1.0f)(tw::slice(tw::none, tw::none, lowest)), {4, 5, 6}));
    if constexpr (!twill_test::on_device) {
        array<float> a = to_space({1.0f, 2.0f});
        EXPECT_THROW((void)a[SIZE_MAX], tw::index_error);
        EXPECT_EQ(a[-1], 2.0f);
    }
    EXPECT_TRUE(equal(diagonal(m, lowest), {}));
    EXPECT_TRUE(equal(diagonal(m, highest), {}));
    EXPECT_TRUE(equal(diagonal(m, SIZE_MAX), {}));
    EXPECT_TRUE(equal(diagonal(m, SIZE_MAX, tw::axis<1, 0>), {}));
    EXPECT_TRUE(equal(tw::linalg::diagonal(m, SIZE_MAX), {}));
    EXPECT_EQ(tw::item(trace(m, SIZE_MAX)), 0.0f);
    EXPECT_EQ(tw::item(trace<double>(m, SIZE_MAX)), 0.0);
    EXPECT_EQ(tw::item(tw::linalg::trace(m, SIZE_MAX)), 0.0f);
    EXPECT_TRUE(equal(diag(m, SIZE_MAX), {}));
    EXPECT_THROW((void)diag(m(0), SIZE_MAX), tw::shape_error);
    EXPECT_THROW((void)diagflat(m, SIZE_MAX), tw::shape_error);
    auto const m3 = m(tw::newaxis);
    EXPECT_TRUE(equal(diagonal(m3, SIZE_MAX), {}));
    EXPECT_TRUE(equal(std::get<0>(tril_indices_from(m, SIZE_MAX)), {0, 0, 0, 1, 1, 1}));
    EXPECT_TRUE(equal(std::get<0>(triu_indices_from(m, SIZE_MAX)), {}));
    EXPECT_TRUE(equal(std::get<1>(tw::tril_indices(2, SIZE_MAX)), {0, 1, 0, 1}));
    EXPECT_TRUE(equal(std::get<1>(tw::triu_indices(2, SIZE_MAX, 3)), {}));
    EXPECT_THROW((void)tw::tril_indices(SIZE_MAX), tw::shape_error);
    EXPECT_EQ(shape(std::get<0>(tw::diag_indices(SIZE_MAX))), std::vector<index_t>{highest});
    EXPECT_TRUE(equal(diagonal(m, -1), {3}));
    EXPECT_TRUE(equal(diagonal(m, 2), {2}));
    EXPECT_TRUE(equal(tw::eye<int>(2, 2, lowest), {0, 0, 0, 0}));
    EXPECT_TRUE(equal(tw::eye<int>(2, 2, highest), {0, 0, 0, 0}));
    EXPECT_TRUE(equal(tw::eye<int>(2, 3, 2), {0, 0, 1, 0, 0, 0}));
}

}  // namespace
