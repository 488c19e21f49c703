// SPDX-License-Identifier: MIT
#pragma once

#include "statements.hpp"

namespace model {

template <class T, class Make>
void flat_statements(sampler& s, char const* name, Make make) {
    for (int i = 0; i < s.each(); ++i) {
        tw::extents<1> const shape(s.size());
        auto const a = numbers<T>(shape);
        auto const b = numbers<T>(shape);
        auto const x = make(a, b);
        array<typename decltype(x)::value_type> to(shape);
        s.measure("elementwise", name, x, to);
    }
}

inline void elementwise(sampler& s) {
    flat_statements<float>(s, "float32 a + b", [](auto& a, auto& b) { return a + b; });
    flat_statements<float>(s, "float32 sqrt(a*a + b*b)/2 + sin(a)",
                           [](auto& a, auto& b) { return sqrt(a * a + b * b) * 0.5f + sin(a); });
    flat_statements<float>(s, "float32 pow(a b) + log(a)*exp(b)",
                           [](auto& a, auto& b) { return pow(a, b) + log(a) * exp(b); });
    flat_statements<float>(s, "float32 a / b", [](auto& a, auto& b) { return a / b; });
    flat_statements<double>(s, "float64 a*b + a", [](auto& a, auto& b) { return a * b + a; });
    flat_statements<double>(s, "float64 sin(a) + exp(b)",
                            [](auto& a, auto& b) { return sin(a) + exp(b); });
    flat_statements<double>(s, "float64 atan2(a b)*tanh(a)",
                            [](auto& a, auto& b) { return atan2(a, b) * tanh(a); });
    flat_statements<tw::float16>(s, "float16 a*b + a", [](auto& a, auto& b) { return a * b + a; });
    flat_statements<std::uint8_t>(s, "uint8 maximum(a b)",
                                  [](auto& a, auto& b) { return maximum(a, b); });
    flat_statements<float>(s, "float32 a > b", [](auto& a, auto& b) { return a > b; });
}

}  // namespace model
