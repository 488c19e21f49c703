// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: linalg::vector_norm(m, 1, axis<1>)
// expect first: linalg::matrix_norm(m, linalg::ord::one)
// expect never: several axes of a reduction

namespace tw = twill;

tw::host_array<float> lengths(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return norm(m, 1, tw::axis<1>);
#else
    return norm(m, tw::axis<1>);
#endif
}
