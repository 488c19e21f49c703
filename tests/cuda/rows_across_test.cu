// SPDX-License-Identifier: MIT
// Expressions with reductions of one axis that is not the last, over which a thread has a short row
// across memory: the same values as on the host, whatever lies beside, and one launch.
#include <twill/half.hpp>
#include <twill/twill.cuh>
#include <twill/twill.hpp>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

using tw::index_t;

template <class T, int Rank>
tw::host_array<T, Rank> numbers(tw::extents<Rank> const& shape, int seed = 7919) {
    tw::host_array<T, Rank> x(shape);
    index_t k = 0;
    for (T& value : x.elements()) {
        value = static_cast<T>(static_cast<float>(k * seed % 1013) / 128.0f - 3.0f);
        ++k;
    }
    return x;
}

/// of(x) on the device beside the same of float64 on the host.
template <class T, int Rank, class Of>
void check(tw::extents<Rank> const& shape, double tolerance, Of&& of) {
    SCOPED_TRACE(testing::PrintToString(std::vector<index_t>(shape.values, shape.values + Rank)));
    auto const x = numbers<T>(shape);
    tw::host_array<double, Rank> const wide = tw::cast<double>(x);
    tw::host_array<double, Rank> const want = of(wide);
    auto const on_device = tw::to_device(x);
    tw::device_array<T, Rank> const result = tw::cast<T>(of(on_device));
    tw::host_array<T, Rank> const got = tw::to_host(result);
    ASSERT_EQ(got.size(), want.size());
    for (index_t i = 0; i < got.size(); ++i) {
        double a = 0;
        if constexpr (std::is_same_v<T, double>)
            a = got.data()[i];
        else
            a = static_cast<double>(static_cast<float>(got.data()[i]));
        double const b = want.data()[i];
        ASSERT_TRUE(std::abs(a - b) <= tolerance * (1 + std::abs(b)))
            << i << ": " << a << ", " << b;
    }
}

bool close(auto const& a, auto const& b, double relative, double absolute) {
    return tw::item(allclose(a, b, relative, absolute));
}

auto const softmax_of_first = [](auto const& x) {
    auto const e = exp(x - max(x, tw::axis<0>));
    return e / sum(e, tw::axis<0>);
};
auto const standardised_middle = [](auto const& x) {
    return (x - mean(x, tw::axis<1>, tw::keepdims)) / (stddev(x, tw::axis<1>, tw::keepdims) + 1);
};

TEST(rows_across, every_length_of_the_first_axis) {
    for (index_t length = 1; length <= 18; ++length)
        for (index_t const columns : {1, 2, 31, 257, 5000})
            check<float>(tw::extents(length, columns), 2e-6, softmax_of_first);
}
TEST(rows_across, channels_of_images) {
    for (auto const& shape :
         {tw::extents(1, 3, 1, 1), tw::extents(2, 3, 5, 7), tw::extents(3, 16, 33, 31),
          tw::extents(5, 17, 8, 9), tw::extents(70000, 2, 1, 3), tw::extents(1, 4, 1, 300)})
        check<float>(shape, 3e-6, standardised_middle);
}
TEST(rows_across, element_types) {
    auto const shape = tw::extents(6, 4, 1003);
    check<double>(shape, 1e-14, standardised_middle);
    check<tw::float16>(shape, 2e-3, standardised_middle);
    check<tw::bfloat16>(shape, 2e-2, standardised_middle);
}
TEST(rows_across, positions_and_results_of_several_reductions) {
    check<float>(tw::extents(9, 777), 1e-6, [](auto const& x) {
        auto const place = tw::cast<double>(argmax(x, tw::axis<0>));
        return tw::cast<double>((x - min(x, tw::axis<0>)) /
                                (max(x, tw::axis<0>) - min(x, tw::axis<0>) + 1)) +
               place;
    });
}
TEST(rows_across, a_formula_of_two_arrays) {
    auto const shape = tw::extents(5, 4001);
    auto const a = numbers<float>(shape);
    auto const b = numbers<float>(shape, 104729);
    auto of = [](auto const& x, auto const& y) {
        auto const s = where(y > 0.0f, x * 0.25f, -1e9f);
        auto const e = exp(s - max(s, tw::axis<0>));
        return e / sum(e, tw::axis<0>) * y;
    };
    tw::host_array<float, 2> const want = of(a, b);
    tw::device_array<float, 2> const got = of(tw::to_device(a), tw::to_device(b));
    EXPECT_TRUE(close(tw::to_host(got), want, 1e-5, 1e-6));
}
TEST(rows_across, operands_that_broadcast) {
    auto const shape = tw::extents(3, 4, 501);
    auto const a = numbers<float>(shape);
    auto const columns = numbers<float>(tw::extents(501));
    auto const channels = numbers<float>(tw::extents(4, 1));
    auto of = [](auto const& x, auto const& row, auto const& channel) {
        auto const y = x * channel + row;
        return (y - mean(y, tw::axis<1>, tw::keepdims)) * channel + row;
    };
    tw::host_array<float, 3> const want = of(a, columns, channels);
    tw::device_array<float, 3> const got =
        of(tw::to_device(a), tw::to_device(columns), tw::to_device(channels));
    EXPECT_TRUE(close(tw::to_host(got), want, 1e-5, 1e-5));
}
TEST(rows_across, views_on_both_sides) {
    auto const whole = numbers<float>(tw::extents(8, 2 * 333));
    auto const from = [](auto const& x) { return flip(x(tw::slice(1, 7), tw::slice(3, 303))); };
    auto const of = [](auto const& x) { return x / (sum(abs(x), tw::axis<0>) + 1.0f); };
    tw::host_array<float, 2> const want = of(from(whole));
    auto const on_device = tw::to_device(whole);
    tw::device_array<float, 2> wide(12, 601);
    wide = -1.0f;
    auto target = wide(tw::slice(0, 12, 2), tw::slice(1, 601, 2));
    target = of(from(on_device));
    tw::host_array<float, 2> const got = tw::to_host(target);
    EXPECT_TRUE(close(got, want, 1e-6, 1e-6));
    EXPECT_EQ(tw::item(count_nonzero(wide == -1.0f)), 12 * 601 - 6 * 300);
}
TEST(rows_across, into_their_own_operand) {
    for (index_t const length : {3, 16, 17}) {
        auto const x = numbers<float>(tw::extents(length, 1000));
        tw::host_array<float, 2> want = x / (sum(abs(x), tw::axis<0>) + 1.0f);
        auto a = tw::to_device(x);
        a = a / (sum(abs(a), tw::axis<0>) + 1.0f);
        EXPECT_TRUE(close(tw::to_host(a), want, 1e-6, 1e-6)) << length;
        // Shifted against its operand: read as if before.
        auto b = tw::to_device(x);
        tw::host_array<float, 2> const left = x(tw::full_extent, tw::slice(0, 999));
        want = left / (sum(abs(left), tw::axis<0>) + 1.0f);
        auto const source = b(tw::full_extent, tw::slice(0, 999));
        b(tw::full_extent, tw::slice(1, 1000)) = source / (sum(abs(source), tw::axis<0>) + 1.0f);
        EXPECT_TRUE(close(tw::to_host(b)(tw::full_extent, tw::slice(1, 1000)), want, 1e-6, 1e-6))
            << length;
    }
}
TEST(rows_across, one_launch_that_reads_once) {
    tw::device_array<float, 2> const few(5, 4000);
    tw::device_array<float, 2> const many(50, 4000);
    auto const told = tw::explain(softmax_of_first(few));
    EXPECT_STREQ(told.strategy, "row-fused");
    EXPECT_EQ(told.kernels, 1);
    EXPECT_EQ(told.bytes_read, 5 * 4000 * 4);
    EXPECT_EQ(told.temporaries, 0);
    EXPECT_STRNE(tw::explain(softmax_of_first(many)).strategy, "row-fused");
}

}  // namespace
