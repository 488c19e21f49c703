// SPDX-License-Identifier: MIT
// Products under the names that NumPy and the array API have for them: twill::linalg::matmul is
// twill::matmul.
#pragma once

#include "twill/ops/linalg/fit.hpp"
#include "twill/ops/linalg/tensors.hpp"
#include "twill/ops/products/chains.hpp"
#include "twill/ops/products/matmul.hpp"
#include "twill/ops/products/tensordot.hpp"
#include "twill/ops/products/vectors.hpp"

namespace twill::inline v0::linalg {

using twill::cross;
using twill::matmul;
using twill::matrix_power;
using twill::multi_dot;
using twill::outer;
using twill::tensordot;
using twill::vecdot;

}  // namespace twill::inline v0::linalg
