// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: the element type is only declared here: for complex<T> include <twill/complex.hpp>

namespace tw = twill;

#ifdef TWILL_MUST_FAIL
auto make() { return tw::zeros<tw::complex<float>>(3); }
#else
auto make() { return tw::zeros<float>(3); }
#endif
