// SPDX-License-Identifier: MIT
// Pairs, scans, elements at indices, joined arrays.
#pragma once

#include "statements.hpp"

namespace model {

inline void others(sampler& s) {
    using tw::axis;
    using tw::full_extent;
    using tw::newaxis;
    for (int i = 0; i < s.each(); ++i) {
        index_t const n = s.size(64, 4096);
        index_t const k = s.size(16, 4096);
        index_t const depth = s.between(2, 128);
        auto const x = numbers<float>(tw::extents<2>(n, depth));
        auto const y = numbers<float>(tw::extents<2>(k, depth));
        array<float, 2> distances{tw::extents<2>(n, k)};
        s.measure("pairs", "distances", sum(square(x(full_extent, newaxis) - y), axis<2>),
                  distances);
        auto const p = numbers<float>(tw::extents<1>(n));
        auto const q = numbers<float>(tw::extents<1>(k));
        array<float> forces{tw::extents<1>(n)};
        auto const d = p(full_extent, newaxis) - q;
        s.measure("pairs", "forces", sum(d / (d * d + 0.1f), axis<1>), forces);
        auto const shape = s.matrix();
        auto const m = numbers<float>(shape);
        auto const v = numbers<float>(tw::extents<1>(shape[1]));
        array<float> product{tw::extents<1>(shape[0])};
        s.measure("pairs", "matrix times vector", sum(m * v, axis<1>), product);
    }
    for (int i = 0; i < s.each(); ++i) {
        tw::extents<1> const shape(s.size());
        auto const a = numbers<float>(shape);
        array<float> to(shape);
        s.measure("scans", "cumsum", cumsum(a), to);
        auto const rectangle = s.matrix();
        auto const m = numbers<float>(rectangle);
        array<float, 2> lines(rectangle);
        s.measure("scans", "cumsum of rows", cumsum(m, axis<1>), lines);
        auto const source = numbers<float>(tw::extents<1>(s.size()));
        index_t const stride = s.between(0, 1) ? 7919 : 1;
        array<std::int32_t> const at =
            tw::cast<std::int32_t>(tw::arange(0, shape.size()) * stride % source.size());
        s.measure("indices", stride == 1 ? "in order" : "far apart", source(at) + 1.0f, to);
    }
}

}  // namespace model
