// SPDX-License-Identifier: MIT
#include <twill/products.hpp>

// expect: einsum: the result lacks the ellipsis of the operands

namespace tw = twill;

tw::host_array<float> product(tw::host_array<float, 2> const& m, tw::host_array<float> const& v) {
#ifdef TWILL_MUST_FAIL
    return tw::einsum<"...j,j->">(m, v);
#else
    return tw::einsum<"...j,j->...">(m, v);
#endif
}
