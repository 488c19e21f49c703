// SPDX-License-Identifier: MIT
#include <twill/complex.hpp>
#include <twill/twill.hpp>

// expect first: complex numbers have no order: argmax and argmin take argmax(abs(z))

namespace tw = twill;

auto place(tw::host_array<tw::complex<float>> const& z) {
#ifdef TWILL_MUST_FAIL
    return tw::item(tw::argmax(z));
#else
    return tw::item(tw::argmax(tw::abs(z)));
#endif
}
