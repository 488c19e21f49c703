// SPDX-License-Identifier: MIT
// Opt-in beside twill.cuh: products of matrices and their kin on the device, by cuBLAS, for nvcc.
#pragma once

#include "twill/ops/products/chains.hpp"
#include "twill/ops/products/device.cuh"
#include "twill/ops/products/einsum.hpp"
#include "twill/ops/products/matmul.hpp"
#include "twill/ops/products/tensordot.hpp"
#include "twill/ops/products/vectors.hpp"
#include "twill/twill.cuh"
