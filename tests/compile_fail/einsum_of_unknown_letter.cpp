// SPDX-License-Identifier: MIT
#include <twill/products.hpp>

// expect: einsum: a letter of the result stands in no operand

namespace tw = twill;

tw::host_array<float> product(tw::host_array<float, 2> const& m, tw::host_array<float> const& v) {
#ifdef TWILL_MUST_FAIL
    return tw::einsum<"ij,j->k">(m, v);
#else
    return tw::einsum<"ij,j->i">(m, v);
#endif
}
