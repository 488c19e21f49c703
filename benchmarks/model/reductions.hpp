// SPDX-License-Identifier: MIT
#pragma once

#include "statements.hpp"

namespace model {

inline void reductions(sampler& s) {
    for (int i = 0; i < s.each(); ++i) {
        tw::extents<1> const shape(s.size());
        auto const a = numbers<float>(shape);
        auto const b = numbers<float>(shape);
        array<float, 0> one;
        s.measure("reductions", "sum(a)", sum(a), one);
        s.measure("reductions", "sum(square(a - b))", sum(square(a - b)), one);
        auto const wide = numbers<double>(shape);
        array<double, 0> one_wide;
        s.measure("reductions", "float64 sum(sin(a))", sum(sin(wide)), one_wide);
        auto const bytes = numbers<std::uint8_t>(shape);
        array<std::uint8_t, 0> one_byte;
        s.measure("reductions", "uint8 max(a)", max(bytes), one_byte);
    }
    for (int i = 0; i < s.each(); ++i) {
        auto const shape = s.matrix();
        auto const m = numbers<float>(shape);
        array<float> rows{tw::extents<1>(shape[0])};
        array<float> columns{tw::extents<1>(shape[1])};
        s.measure("reductions", "sum of rows", sum(m, tw::axis<1>), rows);
        s.measure("reductions", "sum of columns", sum(m, tw::axis<0>), columns);
        s.measure("reductions", "stddev of rows", stddev(m, tw::axis<1>), rows);
        array<index_t> where{tw::extents<1>(shape[0])};
        s.measure("reductions", "argmax of rows", argmax(m, tw::axis<1>), where);
    }
}

}  // namespace model
