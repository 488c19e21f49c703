// SPDX-License-Identifier: MIT
#include <twill/products.hpp>

// expect: einsum: an operand has as many axes as it has letters

namespace tw = twill;

tw::host_array<float> product(tw::host_array<float, 2> const& m, tw::host_array<float> const& v) {
#ifdef TWILL_MUST_FAIL
    return tw::einsum<"ijk,k->i">(m, v);
#else
    return tw::einsum<"ij,j->i">(m, v);
#endif
}
