// SPDX-License-Identifier: MIT
#include <twill/products.hpp>

// expect first: einsum reads its letters when the program is compiled: einsum<"ij,jk->ik">(a, b)

namespace tw = twill;

tw::host_array<float> product(tw::host_array<float, 2> const& m, tw::host_array<float> const& v) {
#ifdef TWILL_MUST_FAIL
    return tw::einsum("ij,j->i", m, v);
#else
    return tw::einsum<"ij,j->i">(m, v);
#endif
}
