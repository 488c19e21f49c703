// SPDX-License-Identifier: MIT
#include <twill/fft.hpp>

// expect: a number alone may be an axis or a length here

namespace tw = twill;

void transform(tw::host_array<float, 2> const& x) {
    tw::host_array<float, 2> const shifted = tw::fft::fftshift(x, 1);
#ifdef TWILL_MUST_FAIL
    auto const y = tw::fft::fft(x, 1);
#endif
}
