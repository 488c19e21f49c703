// SPDX-License-Identifier: MIT
// Fourier transforms on the device (namespace twill::fft), for nvcc. Links cuFFT: CMake's target
// twill::fft, or -lcufft.
#pragma once

#include "twill/complex.hpp"
#include "twill/elementwise.cuh"
#include "twill/ops/fft/device.cuh"
#include "twill/ops/fft/frequencies.hpp"
#include "twill/ops/fft/into.hpp"
#include "twill/ops/fft/transforms.hpp"
#include "twill/ops/join/device.cuh"
