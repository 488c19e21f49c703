// SPDX-License-Identifier: MIT
#include <twill/products.hpp>

// expect: matmul takes operands of one axis at least

namespace tw = twill;

auto product(tw::host_array<float, 2> const& m, tw::host_array<float, 0> const& x) {
#ifdef TWILL_MUST_FAIL
    return tw::evaluate(tw::matmul(m, x));
#else
    return tw::evaluate(m * x);
#endif
}
