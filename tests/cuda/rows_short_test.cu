// SPDX-License-Identifier: MIT
// Expressions over short rows that pass through shared memory, on the device as on the host.
#include <twill/half.hpp>
#include <twill/twill.hpp>

#include <twill/twill.cuh>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
tw::host_array<T> numbers(tw::index_t count) {
    tw::host_array<T> x{tw::extents(count)};
    tw::index_t i = 0;
    for (T& e : x.elements())
        e = T(static_cast<float>(++i * 7919 % 1013) / 256.0f);
    return x;
}

/// formula(rows) on both spaces, to within `tolerance` of the host's; what lies around the results
/// stays as it is.
template <class T, class F>
void near_on_both(F const& formula, double tolerance) {
    for (tw::index_t const length : {1,  2,  3,  5,  6,  7,  9,  11, 15, 17, 18, 21, 31,
                                     32, 33, 34, 36, 39, 47, 49, 63, 65, 66, 95, 99, 127})
        for (auto const& [rows, before] :
             {std::pair{3, 0}, std::pair{67, 1}, std::pair{20'011, 0}, std::pair{20'011, 3}}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length) + " behind " +
                         std::to_string(before));
            auto const all = numbers<T>(rows * length + before);
            auto const there = tw::to_device(all);
            auto const part = [&](auto const& x) {
                return tw::reshape(x(tw::slice(before, tw::none)), rows, length);
            };
            using Out = element_t<decltype(formula(part(all)))>;
            tw::host_array<Out> want = tw::full(tw::extents(rows * length + before + 5), Out(7.0f));
            tw::device_array<Out> got = tw::to_device(want);
            auto const inside = [&](auto& x) {
                return tw::reshape(x(tw::slice(before, -5)), rows, length);
            };
            inside(want) = formula(part(all));
            inside(got) = formula(part(there));
            auto const back = tw::to_host(got);
            for (std::size_t i = 0; i < want.elements().size(); ++i)
                ASSERT_NEAR(static_cast<double>(back.elements()[i]),
                            static_cast<double>(want.elements()[i]), tolerance)
                    << "element " << i;
        }
}

auto const standardised = [](auto const& m) {
    return (m - mean(m, tw::axis<1>, tw::keepdims)) /
           sqrt(var(m, tw::axis<1>, tw::keepdims) + 0.5f);
};
auto const soft = [](auto const& m) {
    auto const e = exp(m - max(m, tw::axis<1>, tw::keepdims));
    return e / sum(e, tw::axis<1>, tw::keepdims);
};

TEST(rows_short, standardised) { near_on_both<float>(standardised, 1e-5); }
TEST(rows_short, standardised_halves) {
    near_on_both<tw::float16>(
        [](auto const& m) { return tw::cast<tw::float16>(standardised(tw::cast<float>(m))); },
        4e-3);
}
TEST(rows_short, softmax) { near_on_both<float>(soft, 1e-6); }
TEST(rows_short, normalised_doubles_of_floats) {
    near_on_both<float>(
        [](auto const& m) {
            auto const x = tw::cast<double>(m) + 1.0;
            return x / sqrt(sum(x * x, tw::axis<1>, tw::keepdims));
        },
        1e-7);
}

}  // namespace
