// SPDX-License-Identifier: MIT
#include <complex>

#include <twill/twill.hpp>

// expect first: std::complex is computed as twill's complex
// expect first: include <twill/complex.hpp>

namespace tw = twill;

auto turn(tw::host_array<double> const& x) {
#ifdef TWILL_MUST_FAIL
    return x * std::complex<double>(0.0, 1.0);
#else
    return x * 2.0;
#endif
}
