// SPDX-License-Identifier: MIT
#pragma once

#include "statements.hpp"

namespace model {

inline void rows(sampler& s) {
    using tw::axis;
    using tw::keepdims;
    for (int i = 0; i < s.each(); ++i) {
        auto const shape = s.matrix();
        auto const m = numbers<float>(shape);
        array<float, 2> to(shape);
        auto const top = max(m, axis<1>, keepdims);
        s.measure("rows", "softmax", exp(m - top) / sum(exp(m - top), axis<1>, keepdims), to);
        s.measure("rows", "standardise",
                  (m - mean(m, axis<1>, keepdims)) / stddev(m, axis<1>, keepdims), to);
        array<float> each{tw::extents<1>(shape[0])};
        s.measure("rows", "log-sum-exp", log(sum(exp(m - top), axis<1>)) + max(m, axis<1>), each);
        s.measure("rows", "standardise columns", (m - mean(m, axis<0>)) / stddev(m, axis<0>), to);
        s.measure("rows", "divided by its largest", m / max(m), to);
    }
}

}  // namespace model
