// SPDX-License-Identifier: MIT
// Reductions: the cases and reduction_goldens<Case, Axes...>.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include "golden.hpp"
#include "reductions_float.hpp"
#include "reductions_integer.hpp"

namespace twill::goldens {

using reduction_cases = type_list<reduction_goldens<int8_2d>, reduction_goldens<int8_2d, 0>, reduction_goldens<int8_2d, 1>,
    reduction_goldens<uint8_2d>, reduction_goldens<uint8_2d, 0>, reduction_goldens<uint8_2d, 1>, reduction_goldens<int32_3d>,
    reduction_goldens<int32_3d, 0>, reduction_goldens<int32_3d, 1>, reduction_goldens<int32_3d, 2>, reduction_goldens<int32_3d, 0, 1>,
    reduction_goldens<int32_3d, 0, 2>, reduction_goldens<int32_3d, 1, 2>, reduction_goldens<bool_2d>, reduction_goldens<bool_2d, 0>,
    reduction_goldens<bool_2d, 1>, reduction_goldens<float32_2d>, reduction_goldens<float32_2d, 0>, reduction_goldens<float32_2d, 1>,
    reduction_goldens<float32_3d>, reduction_goldens<float32_3d, 0>, reduction_goldens<float32_3d, 1>, reduction_goldens<float32_3d, 2>,
    reduction_goldens<float32_3d, 0, 1>, reduction_goldens<float32_3d, 0, 2>, reduction_goldens<float32_3d, 1, 2>, reduction_goldens<float32_nan_2d>,
    reduction_goldens<float32_nan_2d, 0>, reduction_goldens<float32_nan_2d, 1>, reduction_goldens<float64_2d>, reduction_goldens<float64_2d, 0>,
    reduction_goldens<float64_2d, 1>, reduction_goldens<float64_3d>, reduction_goldens<float64_3d, 0>, reduction_goldens<float64_3d, 1>,
    reduction_goldens<float64_3d, 2>, reduction_goldens<float64_3d, 0, 1>, reduction_goldens<float64_3d, 0, 2>, reduction_goldens<float64_3d, 1, 2>,
    reduction_goldens<float64_nan_3d>, reduction_goldens<float64_nan_3d, 0>, reduction_goldens<float64_nan_3d, 1>, reduction_goldens<float64_nan_3d,
    2>, reduction_goldens<float64_nan_3d, 0, 1>, reduction_goldens<float64_nan_3d, 0, 2>, reduction_goldens<float64_nan_3d, 1, 2>>;

}  // namespace twill::goldens
