// SPDX-License-Identifier: MIT
// Linear algebra on CPU threads, in namespace twill::linalg; any C++20 compiler. Link CMake's
// twill::linalg, which finds LAPACKE or Eigen.
#pragma once

#include "twill/complex.hpp"
#include "twill/ops/linalg/host.hpp"
#include "twill/ops/linalg/names.hpp"
#include "twill/products.hpp"
#include "twill/twill.hpp"
