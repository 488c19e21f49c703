// SPDX-License-Identifier: MIT
// Device arrays and elementwise expressions for nvcc. Light: no CUB, and none of the heavy standard
// headers. Reductions are in <twill/reduce.cuh>, both together in <twill/twill.cuh>.
#pragma once

#include "twill/array/assign_several.hpp"
#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/device.hpp"
#include "twill/eval/explain.hpp"
#include "twill/expr/fast.hpp"
#include "twill/expr/generators.hpp"
#include "twill/expr/map.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/math_of_ranges.hpp"
#include "twill/expr/number_math.hpp"
#include "twill/expr/number_math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"
#include "twill/ops/names.hpp"
