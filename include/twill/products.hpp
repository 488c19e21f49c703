// SPDX-License-Identifier: MIT
// Opt-in beside twill.hpp: products of matrices and their kin on CPU threads; any C++20 compiler.
#pragma once

#include "twill/ops/products/chains.hpp"
#include "twill/ops/products/einsum.hpp"
#include "twill/ops/products/host.hpp"
#include "twill/ops/products/host_cblas.hpp"
#include "twill/ops/products/matmul.hpp"
#include "twill/ops/products/tensordot.hpp"
#include "twill/ops/products/vectors.hpp"
#include "twill/twill.hpp"
