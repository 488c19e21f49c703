// SPDX-License-Identifier: MIT
// Compiled for older devices only, never run: their multiprocessors hold fewer threads, and ptxas
// takes no launch bounds beyond that.
#include <twill/twill.cuh>

namespace tw = twill;

void whole(tw::device_array<float, 0>& s, tw::device_array<float> const& a) { s = sum(a); }
void outer_product(tw::device_array<float>& s, tw::device_array<float> const& x,
                   tw::device_array<float> const& y) {
    s = sum(square(x(tw::full_extent, tw::newaxis) - y), tw::axis<1>);
}
void standardised(tw::device_array<float, 2>& s, tw::device_array<float, 2> const& m,
                  tw::device_array<float, 2> const& mean, tw::device_array<float> const& row) {
    s = (m - mean) / row;
}
void softmax(tw::device_array<float, 2>& s, tw::device_array<float, 2> const& m) {
    auto const e = exp(m - max(m, tw::axis<1>, tw::keepdims));
    s = e / sum(e, tw::axis<1>, tw::keepdims);
}
void product(tw::device_array<float>& s, tw::device_array<float, 2> const& m,
             tw::device_array<float> const& row) {
    s = sum(m * row, tw::axis<1>);
}
