// SPDX-License-Identifier: MIT
// Linear algebra on the device, in namespace twill::linalg, for nvcc. Link CMake's twill::linalg,
// which brings cuBLAS and cuSOLVER.
#pragma once

#include "twill/complex.hpp"
#include "twill/elementwise.cuh"
#include "twill/ops/linalg/device_spectral.cuh"
#include "twill/ops/linalg/names.hpp"
#include "twill/products.cuh"
#include "twill/reduce.cuh"
