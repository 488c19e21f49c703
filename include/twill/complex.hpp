// SPDX-License-Identifier: MIT
// Opt-in: complex numbers as elements of arrays. Include it beside twill.hpp or twill.cuh, in any
// order.
#pragma once

#include "twill/array/complex_parts.hpp"
#include "twill/ops/reduce/complex_variance.hpp"
