// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: the element type is only declared here: for complex<T> include <twill/complex.hpp>

namespace tw = twill;

tw::host_array<float> make() { return tw::host_array<float>(3); }

#ifdef TWILL_MUST_FAIL
tw::host_array<tw::complex<float>> make_complex() { return tw::host_array<tw::complex<float>>(3); }
#endif
