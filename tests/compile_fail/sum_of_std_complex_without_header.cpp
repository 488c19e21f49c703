// SPDX-License-Identifier: MIT
#include <complex>

#include <twill/twill.hpp>

// expect first: std::complex is computed as twill's complex
// expect first: include <twill/complex.hpp>

namespace tw = twill;

auto total(tw::host_array<std::complex<float>> const& z) {
#ifdef TWILL_MUST_FAIL
    return tw::item(tw::sum(z));
#else
    return z.size();
#endif
}
