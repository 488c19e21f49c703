// SPDX-License-Identifier: MIT
// Fourier transforms on CPU threads (namespace twill::fft); any C++20 compiler. Needs the header
// pocketfft_hdronly.h, which CMake's target twill::fft finds, or FFTW.
#pragma once

#include "twill/complex.hpp"
#include "twill/ops/fft/frequencies.hpp"
#include "twill/ops/fft/host.hpp"
#include "twill/ops/fft/host_fftw.hpp"
#include "twill/ops/fft/into.hpp"
#include "twill/ops/fft/transforms.hpp"
#include "twill/ops/join/host.hpp"
#include "twill/twill.hpp"
