// SPDX-License-Identifier: MIT
#include <twill/fft.hpp>
#include <twill/twill.hpp>

// expect first: this expression has only generators and scalars, so it has no space of its own
// expect never: incomplete type

namespace tw = twill;

#ifdef TWILL_MUST_FAIL
tw::host_array<tw::complex<double>> transformed() { return tw::fft::fft(tw::arange(6)); }
#else
auto transformed() { return tw::fft::fftfreq(6); }
#endif
