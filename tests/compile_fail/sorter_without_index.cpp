// SPDX-License-Identifier: MIT
#include <twill/sort.hpp>
#ifndef TWILL_MUST_FAIL
#include <twill/index.hpp>
#endif

// expect first: a search by sorter(order) takes elements by their index: include <twill/index.hpp>

namespace tw = twill;

auto found(tw::host_array<float> const& x) {
    return tw::evaluate(tw::searchsorted(x, 2.0f, tw::sorter(tw::argsort(x))));
}
