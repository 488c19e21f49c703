// SPDX-License-Identifier: MIT
// Reductions of short rows of several arrays, on the device as on the host.
#include <twill/half.hpp>
#include <twill/twill.hpp>

#include <twill/twill.cuh>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// Small whole numbers, so that sums and products are exact; both signs.
template <class T>
tw::host_array<T> numbers(tw::index_t count, tw::index_t seed) {
    tw::host_array<T> x{tw::extents(count)};
    for (T& e : x.elements())
        e = T(static_cast<float>(++seed * 7919 % 101 % 7) - (std::is_unsigned_v<T> ? 0.0f : 3.0f));
    return x;
}

/// formula(rows, others) of two arrays, the second of which may be the first, on both spaces.
template <class A, class B = A, class F>
void same_on_both(F const& formula, double tolerance = 0) {
    for (tw::index_t const length :
         {1, 2, 3, 5, 7, 9, 15, 17, 30, 33, 63, 67, 100, 129, 150, 201, 255, 257, 333, 513, 601})
        for (auto const& [rows, before] :
             {std::pair{1, 0}, std::pair{67, 1}, std::pair{2003, 0}, std::pair{2003, 3}}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length) + " behind " +
                         std::to_string(before));
            auto const a = numbers<A>(rows * length + before, rows);
            auto const b = numbers<B>(rows * length + before, rows + 3);
            auto const part = [&](auto const& x) {
                return tw::reshape(x(tw::slice(before, tw::none)), rows, length);
            };
            auto const there = tw::to_device(a);
            auto const other = tw::to_device(b);
            auto const compare = [&](auto const& wanted, auto const& on_device) {
                auto const want = tw::evaluate(wanted);
                auto const got = tw::to_host(tw::evaluate(on_device));
                ASSERT_EQ(got.shape(), want.shape());
                for (std::size_t i = 0; i < want.elements().size(); ++i)
                    if (tolerance == 0)
                        ASSERT_TRUE(same(got.elements()[i], want.elements()[i])) << "row " << i;
                    else
                        ASSERT_NEAR(got.elements()[i], want.elements()[i], tolerance)
                            << "row " << i;
            };
            compare(formula(part(a), part(b)), formula(part(there), part(other)));
            if constexpr (std::is_same_v<A, B>)
                compare(formula(part(a), part(a)), formula(part(there), part(there)));
        }
}

auto const product = [](auto const& a, auto const& b) { return sum(a * b, tw::axis<1>); };
auto const three_sums = [](auto const& a, auto const& b) {
    return sum(a * b, tw::axis<1>) / (sum(a * a, tw::axis<1>) + sum(b * b, tw::axis<1>) + 1);
};

TEST(reduce_arrays, sums_of_floats) { same_on_both<float>(product); }
TEST(reduce_arrays, sums_of_doubles) { same_on_both<double>(product); }
TEST(reduce_arrays, sums_of_bytes) { same_on_both<std::uint8_t>(product); }
TEST(reduce_arrays, sums_of_16_bits) { same_on_both<std::int16_t>(product); }
TEST(reduce_arrays, sums_of_types_of_several_sizes) {
    same_on_both<std::uint8_t, float>(product);
    same_on_both<double, std::int16_t>(product);
}
TEST(reduce_arrays, greatest) {
    same_on_both<float>([](auto const& a, auto const& b) { return max(abs(a - b), tw::axis<1>); });
}
TEST(reduce_arrays, functions_of_several_sums) { same_on_both<float>(three_sums); }
TEST(reduce_arrays, variances) {
    same_on_both<float>([](auto const& a, auto const& b) { return var(a - 2.0f * b, tw::axis<1>); },
                        1e-4);
}
TEST(reduce_arrays, several_results) {
    tw::host_array<float, 2> const a = tw::reshape(numbers<float>(3001 * 33, 1), 3001, 33);
    tw::host_array<float, 2> const b = tw::reshape(numbers<float>(3001 * 33, 5), 3001, 33);
    auto const x = tw::to_device(a), y = tw::to_device(b);
    auto const [sums, greatest] = tw::evaluate(sum(x * y, tw::axis<1>), max(x - y, tw::axis<1>));
    EXPECT_EQ(values(sums), values(tw::evaluate(sum(a * b, tw::axis<1>))));
    EXPECT_EQ(values(greatest), values(tw::evaluate(max(a - b, tw::axis<1>))));
}
TEST(reduce_arrays, halves) {
    using tw::float16;
    same_on_both<float16>([](auto const& a, auto const& b) {
        return sum(tw::cast<float>(a) * tw::cast<float>(b), tw::axis<1>);
    });
}
TEST(reduce_arrays, over_two_axes_behind_one) {
    tw::host_array<float, 3> const a = tw::reshape(numbers<float>(501 * 3 * 7, 1), 501, 3, 7);
    tw::host_array<float, 3> const b = tw::reshape(numbers<float>(501 * 3 * 7, 5), 501, 3, 7);
    auto const x = tw::to_device(a), y = tw::to_device(b);
    EXPECT_EQ(values(tw::evaluate(sum(x * y, tw::axis<1, 2>))),
              values(tw::evaluate(sum(a * b, tw::axis<1, 2>))));
    EXPECT_EQ(values(tw::evaluate(sum(x * y, tw::axis<2>))),
              values(tw::evaluate(sum(a * b, tw::axis<2>))));
}

}  // namespace
