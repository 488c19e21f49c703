// SPDX-License-Identifier: MIT
// A program of the size that users write: softmax, the loss of its rows and the loss's gradient.
// Compiled for a space by cross_entropy.cu and cross_entropy.cpp.
#include <cstdio>

namespace tw = twill;

template <class Space>
void learn(tw::index_t samples, tw::index_t classes) {
    using matrix = tw::array<float, 2, Space>;
    auto const sample = tw::linspace(0.0f, 3.0f, samples)(tw::full_extent, tw::newaxis);
    matrix const logits = tw::evaluate<Space>(sin(sample) * tw::linspace(-1.0f, 1.0f, classes));
    auto const label = tw::arange(samples)(tw::full_extent, tw::newaxis) % classes;
    matrix const target = tw::evaluate<Space>(tw::cast<float>(label == tw::arange(classes)));
    auto const shifted = logits - max(logits, tw::axis<1>, tw::keepdims);
    auto const total = sum(exp(shifted), tw::axis<1>, tw::keepdims);
    matrix const likelihood = exp(shifted) / total;
    tw::array<float, 1, Space> const loss = -sum(target * (shifted - log(total)), tw::axis<1>);
    matrix const gradient = (likelihood - target) / static_cast<float>(samples);
    std::printf("%g %g %g\n", static_cast<double>(tw::item(mean(loss))),
                static_cast<double>(tw::item(norm(gradient))),
                static_cast<double>(tw::item(max(likelihood))));
}
