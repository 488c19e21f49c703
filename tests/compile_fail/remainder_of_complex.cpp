// SPDX-License-Identifier: MIT
#include <twill/complex.hpp>
#include <twill/twill.hpp>

// expect first: complex numbers have no remainder: of their parts take real(z) % 2
// expect never: fmod(

namespace tw = twill;

tw::host_array<float> rest(tw::host_array<tw::complex<float>> const& z) {
#ifdef TWILL_MUST_FAIL
    return real(z % 2);
#else
    return real(z) % 2;
#endif
}
