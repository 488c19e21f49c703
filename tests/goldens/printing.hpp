// SPDX-License-Identifier: MIT
// Printing: print_cases.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include "golden.hpp"
#include "printing_float.hpp"
#include "printing_integer.hpp"

namespace twill::goldens {

using print_cases = type_list<int32_1d_print, int32_negative_print, int64_2d_print, int32_3d_print, int8_2d_print, uint8_1d_print, uint64_1d_print,
    int32_1x1_print, int32_column_print, int32_wrapped_print, int32_4d_print, bool_1d_print, bool_2d_print, float64_1d_print, float64_mixed_print,
    float64_thirds_print, float64_pi_print, float64_nan_print, float64_inf_print, float64_only_nan_print, float64_scientific_print,
    float64_scientific_negative_print, float64_large_print, float64_large_fixed_print, float64_ratio_print, float64_small_print,
    float64_scientific_nan_print, float64_zeros_print, float64_3d_print, float64_wrapped_print, float64_denormal_print, float64_2d_thirds_print,
    float32_1d_print, float32_thirds_print, float32_2d_print, float32_scientific_print, float32_large_print, int32_empty_print, float64_empty_print,
    float32_empty_2d_print, int32_rank_0_print, float64_rank_0_print, float64_rank_0_third_print, float64_rank_0_large_print, float32_rank_0_print,
    float64_rank_0_nan_print, bool_rank_0_print, int32_1000_print, int32_1001_print, float64_1001_print, int64_2d_summary_print,
    float32_2d_summary_print, float64_tall_summary_print, int32_3d_summary_print, float64_one_row_summary_print>;

}  // namespace twill::goldens
