// SPDX-License-Identifier: MIT
// Reductions of short rows of several arrays, on the device as on the host.
#include <twill/half.hpp>
#include <twill/twill.hpp>

#include <twill/twill.cuh>

#include "support/both_spaces.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// formula(rows, others) of two arrays, the second of which may be the first, on both spaces.
template <class A, class B = A, class F>
void same_on_both(F const& formula, double tolerance = 0) {
    for (tw::index_t const length :
         {1, 2, 3, 5, 7, 9, 15, 17, 30, 33, 63, 67, 100, 129, 150, 201, 255, 257, 333, 513, 601})
        for (auto const& [rows, before] :
             {std::pair{1, 0}, std::pair{67, 1}, std::pair{2003, 0}, std::pair{2003, 3}}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length) + " behind " +
                         std::to_string(before));
            auto const a = small_numbers<A>(rows * length + before, rows);
            auto const b = small_numbers<B>(rows * length + before, rows + 3);
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
                        ASSERT_NEAR(static_cast<double>(got.elements()[i]),
                                    static_cast<double>(want.elements()[i]), tolerance)
                            << "row " << i;
            };
            compare(formula(part(a), part(b)), formula(part(there), part(other)));
            if constexpr (std::is_same_v<A, B>)
                compare(formula(part(a), part(a)), formula(part(there), part(there)));
        }
}

auto const product = [](auto const& a, auto const& b) { return sum(a * b, tw::axis<1>); };
/// Of float16, products and sums of float32.
auto const wide = [](auto const& x) { return tw::cast<float>(x); };

TEST(reduce_arrays, sums_of_products) {
    same_on_both<std::int16_t>(product);
    same_on_both<std::uint8_t>(product);
    same_on_both<tw::float16>(product);
    // These come as values.
    same_on_both<float>(product);
    same_on_both<std::uint8_t, float>(product);
}
TEST(reduce_arrays, of_two_sizes) { same_on_both<std::uint8_t, std::int16_t>(product); }
TEST(reduce_arrays, greatest) {
    same_on_both<std::int16_t>(
        [](auto const& a, auto const& b) { return max(abs(a - b), tw::axis<1>); });
}
TEST(reduce_arrays, functions_of_several_sums) {
    same_on_both<tw::float16>([](auto const& a, auto const& b) {
        auto const x = wide(a), y = wide(b);
        return sum(x * y, tw::axis<1>) / (sum(x * x, tw::axis<1>) + sum(y * y, tw::axis<1>) + 1.0f);
    });
}
TEST(reduce_arrays, variances) {
    same_on_both<tw::float16>(
        [](auto const& a, auto const& b) { return var(wide(a) - 2.0f * wide(b), tw::axis<1>); },
        1e-4);
}
TEST(reduce_arrays, quotients) {
    same_on_both<tw::float16>(
        [](auto const& a, auto const& b) {
            return sum(wide(a) / (wide(b) * wide(b) + 1.0f), tw::axis<1>);
        },
        1e-3);
}
template <class T>
tw::host_array<T, 2> matrix(tw::index_t rows, tw::index_t columns, tw::index_t seed) {
    return tw::reshape(small_numbers<T>(rows * columns, seed), rows, columns);
}
TEST(reduce_arrays, several_results_of_many_arrays) {
    using T = std::int16_t;
    auto const a = matrix<T>(3001, 33, 1), b = matrix<T>(3001, 33, 5), c = matrix<T>(3001, 33, 9);
    auto const x = tw::to_device(a), y = tw::to_device(b), z = tw::to_device(c);
    tw::host_array<T, 0> s;
    s() = 2;
    auto const t = tw::to_device(s);
    auto const [sums, greatest] =
        tw::evaluate(sum(x * y + z * t, tw::axis<1>), max(x - y * z, tw::axis<1>));
    EXPECT_EQ(values(sums), values(tw::evaluate(sum(a * b + c * s, tw::axis<1>))));
    EXPECT_EQ(values(greatest), values(tw::evaluate(max(a - b * c, tw::axis<1>))));
    EXPECT_EQ(values(tw::evaluate(sum(x * y + x * z + t, tw::axis<1>))),
              values(tw::evaluate(sum(a * b + a * c + s, tw::axis<1>))));
}
TEST(reduce_arrays, more_arrays_than_have_room) {
    using T = std::uint8_t;
    std::vector<tw::host_array<T, 2>> host;
    std::vector<tw::device_array<T, 2>> device;
    for (int k = 0; k < 9; ++k) {
        host.push_back(matrix<T>(2003, 9, k));
        device.push_back(tw::to_device(host.back()));
    }
    auto const eight = [](auto const& m) {
        return sum(m[0] + m[1] * m[2] + m[3] + m[4] * m[5] + m[6] + m[7], tw::axis<1>);
    };
    auto const nine = [](auto const& m) {
        return sum(m[0] + m[1] * m[2] + m[3] + m[4] * m[5] + m[6] + m[7] * m[8], tw::axis<1>);
    };
    EXPECT_EQ(values(tw::evaluate(eight(device))), values(tw::evaluate(eight(host))));
    EXPECT_EQ(values(tw::evaluate(nine(device))), values(tw::evaluate(nine(host))));
}
TEST(reduce_arrays, over_two_axes_behind_one) {
    using T = std::int16_t;
    tw::host_array<T, 3> const a = tw::reshape(small_numbers<T>(501 * 3 * 7, 1), 501, 3, 7);
    tw::host_array<T, 3> const b = tw::reshape(small_numbers<T>(501 * 3 * 7, 5), 501, 3, 7);
    auto const x = tw::to_device(a), y = tw::to_device(b);
    EXPECT_EQ(values(tw::evaluate(sum(x * y, tw::axis<1, 2>))),
              values(tw::evaluate(sum(a * b, tw::axis<1, 2>))));
    EXPECT_EQ(values(tw::evaluate(sum(x * y, tw::axis<2>))),
              values(tw::evaluate(sum(a * b, tw::axis<2>))));
}

}  // namespace
