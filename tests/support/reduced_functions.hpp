// SPDX-License-Identifier: MIT
// What tests of functions of reductions have in common.
#pragma once

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace twill_test {

inline std::vector<float> numbers(twill::index_t count) {
    std::vector<float> x(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i * 7919 % 1013) / 64.0f - 7.0f;
    return x;
}
inline array<float, 2> matrix(twill::index_t rows, twill::index_t columns) {
    return array<float, 2>(reshape(to_space(numbers(rows * columns)), rows, columns));
}
template <class A, class B>
bool near(A const& a, B const& b) {
    return twill::item(allclose(a, b, 1e-5, 1e-5));
}
template <class E>
void expect_one_launch(E const& x) {
    if constexpr (on_device) {
        auto const told = twill::explain(x);
        EXPECT_EQ(told.kernels, 1) << told;
        EXPECT_LE(told.temporaries, 1) << told;  // for parts of few long ones
    }
}

}  // namespace twill_test
