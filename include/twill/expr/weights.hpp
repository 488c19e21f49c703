// SPDX-License-Identifier: MIT
// Weights as an option of what sums or counts elements.
#pragma once

#include "twill/expr/protocol.hpp"

namespace twill::inline v0 {

/// Weights of elements, and whether what they add up to is divided by the sum of all.
template <class W>
struct weighted {
    W values;
    bool shares;
};
/// `average(m, axis<0>, weights(w))`, `histogram(x, 100, range(0, 1), weights(w))`.
template <detail::operand W>
auto weights(W const& w) {
    return weighted<detail::node_of<W>>{detail::as_node(w), false};
}

}  // namespace twill::inline v0
