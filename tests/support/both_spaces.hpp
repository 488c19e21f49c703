// SPDX-License-Identifier: MIT
// Formulas that give the same on the device and on the host.
#pragma once

#include "support/testing.hpp"

#include <twill/twill.hpp>

namespace twill_test {

/// Whole numbers below a bound, on the host.
template <class T, int Rank>
twill::host_array<T, Rank> elements_below(int bound, twill::extents<Rank> const& shape) {
    twill::host_array<T, Rank> x(shape);
    twill::index_t i = 0;
    for (T& e : x.elements())
        e = static_cast<T>(static_cast<int>(i++ * 7919 % 251 % bound));
    return x;
}

/// Small whole numbers of both signs, so that sums of their products are exact.
template <class T>
twill::host_array<T> small_numbers(twill::index_t count, twill::index_t seed) {
    twill::host_array<T> x{twill::extents(count)};
    for (T& e : x.elements())
        e = T(static_cast<float>(++seed * 7919 % 101 % 7) - (std::is_unsigned_v<T> ? 0.0f : 3.0f));
    return x;
}

/// A formula of an array on the device and on the host, and the same assigned to the middle of an
/// array of ones.
template <class F, class X>
void agrees(F const& formula, X const& x) {
    using twill::slice;
    auto const on_host = twill::evaluate(formula(x));
    using T = typename std::remove_cvref_t<decltype(on_host)>::value_type;
    auto const given = twill::to_device(x);
    auto const expected = on_host.elements();
    EXPECT_TRUE(equal(formula(given), std::vector<T>(expected.begin(), expected.end())));
    if constexpr (std::is_same_v<X, twill::host_array<typename X::value_type, 2>>) {
        auto const shape = on_host.shape();
        twill::host_array<T, 2> framed =
            twill::full(twill::extents(shape[0] + 2, shape[1] + 3), T(1));
        twill::device_array<T, 2> target = twill::to_device(framed);
        auto const inside = [](auto& a) { return a(slice(1, -1), slice(1, -2)); };
        inside(framed) = formula(x);
        inside(target) = formula(given);
        auto const all = framed.elements();
        EXPECT_TRUE(equal(target, std::vector<T>(all.begin(), all.end())));
    }
}

}  // namespace twill_test
