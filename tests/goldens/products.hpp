// SPDX-License-Identifier: MIT
// What NumPy answers for the functions of <twill/products.hpp>.
// Written by make_products.py: change that script, not this file.
#pragma once

#include <vector>

namespace twill::goldens::products {

/// A result: its shape and its elements in C order, complex ones as pairs.
struct answer {
    std::vector<long> shape;
    std::vector<double> elements;
};

inline const answer einsum_ellipsis_batch{{3, 2, 3, 5}, {5, 0, -2, -4, -6, -30, -6, 2, 10, 18, -25, 8, 6, 4,
    2, -3, -1, -3, 0, 29, 7, 1, -8, -12, 36, -6, -6, -8, -4, 14, -2, 4, 10, -11, -5, 0, -2, -4, 3, 2, 3, 5, 7,
    0, 4, -2, -26, 18, 10, 2, -1, -5, -4, -2, 0, 1, 10, -12, -8, -4, 7, 3, -1, -8, -10, 40, -10, -6, -4, 4,
    -14, -6, 2, 10, 14, 6, 6, 6, 6, -21, 23, 11, -1, -13, -7, 6, 0, -6, -12, 36}};
inline const answer einsum_ellipsis_one{{3, 3, 5}, {5, 0, -2, -4, -6, -30, -6, 2, 10, 18, -25, 8, 6, 4, 2, 0,
    -6, -4, -2, 0, 1, 6, 0, -6, -12, 46, -4, -4, -4, -4, 4, -12, -6, 0, 6, 5, 0, -2, -4, -6, -26, 2, 4, 6,
    8}};
inline const answer einsum_ellipsis_stretched{{2, 3, 3, 5}, {5, 0, -2, -4, -6, -30, -6, 2, 10, 18, -25, 8, 6,
    4, 2, -3, -1, -3, 0, 29, 7, 1, -8, -12, 36, -6, -6, -8, -4, 14, -2, 4, 10, -11, -5, 0, -2, -4, 3, 2, 3, 5,
    7, 0, 4, -28, 18, 10, 2, -6, 0, -6, -4, -2, 0, 38, -9, -5, -1, 3, 0, -4, -9, -9, 14, -6, -2, 2, 2, -12,
    -6, 2, 12, 18, -28, 4, 4, 4, 4, 7, 6, -6, -18, 24, 16, 1, -5, -11, 10, 1}};
inline const answer einsum_ellipsis_behind{{3, 4, 3, 2}, {-3, -4, -6, 0, -4, 0, 3, -1, 3, -12, 8, 0, 1, 1, 9,
    16, 4, 0, -2, 4, -9, 4, 0, 0, 6, -16, 6, 0, 2, 8, -6, -4, -3, -3, -4, -6, -2, 4, -9, 4, -2, 0, 4, 16, 9,
    1, 0, 4, 12, 12, 2, 0, 6, -16, -12, 3, -1, 3, -12, 12, -4, -3, -3, -4, -6, 0, 8, -12, 3, -1, 0, -8}};
inline const answer einsum_ellipsis_implied{{3, 2}, {-13, -4, -4, 10, 26, -10}};
inline const answer einsum_ellipsis_turned{{4, 3, 2, 3}, {1, 2, 3, -4, -3, -2, 0, 1, 2, 4, -4, -2, -1, 0, 2,
    3, 4, -3, -1, 0, 1, 3, 4, -4, -2, -1, 1, 2, 3, -4, -3, -2, 0, 1, 2, 4, -3, -2, -1, 1, 2, 4, -4, -3, -1, 0,
    1, 3, 4, -4, -2, -1, 1, 2, 4, -4, -2, -1, 0, 2, 3, 4, -3, -2, -1, 1, 2, 4, -4, -3, -1, 0}};
inline const answer einsum_ellipsis_empty{{3}, {-3, -4, -6}};
inline const answer einsum_ellipsis_diagonal{{3, 2, 3}, {1, 0, -1, -1, -2, -3, -3, -4, 4, 4, 3, 2, 2, 1, 0, 0,
    -1, -2}};
inline const answer einsum_ellipsis_of_size_1{{3, 2, 3, 4}, {-3, 4, 2, 0, 3, -4, -2, 0, 9, -12, -6, 0, -12,
    16, 8, 0, -6, 8, 4, 0, 0, 0, 0, 0, -2, -4, 3, 1, 2, 4, -3, -1, 6, 12, -9, -3, -8, -16, 12, 4, -4, -8, 6,
    2, 0, 0, 0, 0, -1, -3, 4, 3, 1, 3, -4, -3, 3, 9, -12, -9, -4, -12, 16, 12, -2, -6, 8, 6, 0, 0, 0, 0}};
inline const answer einsum_ellipsis_sum{{3, 2}, {-3, 6, -3, -2, 0, 0}};
inline const answer einsum_ellipsis_three{{3, 2}, {70, -60, 10, 47, -24, -21}};
inline const answer einsum_product{{3, 5}, {5, 0, -2, -4, -6, -30, -6, 2, 10, 18, -25, 8, 6, 4, 2}};
inline const answer einsum_transposed{{5, 3}, {5, -30, -25, 0, -6, 8, -2, 2, 6, -4, 10, 4, -6, 18, 2}};
inline const answer einsum_both_transposed{{3, 5}, {9, -23, -18, 7, 2, 3, -19, -24, 5, 10, 15, 13, 9, -20,
    -4}};
inline const answer einsum_batch{{3, 3, 5}, {5, 0, -2, -4, -6, -30, -6, 2, 10, 18, -25, 8, 6, 4, 2, -3, -1,
    -3, 0, 29, 7, 1, -8, -12, 36, -6, -6, -8, -4, 14, -2, 4, 10, -11, -5, 0, -2, -4, 3, 2, 3, 5, 7, 0, 4}};
inline const answer einsum_batch_inside{{3, 5, 3}, {10, 8, 7, 2, -20, 7, 5, -5, 1, -24, 18, -20, -1, 7, 2, 1,
    2, -5, -24, 14, 14, 11, -13, -6, -2, 3, -1, -24, 18, 12, -6, 0, -3, 18, 4, 17, -15, 5, -11, -8, 5, -9, 16,
    9, 11}};
inline const answer einsum_shared_matrix{{3, 3, 5}, {5, 0, -2, -4, -6, -30, -6, 2, 10, 18, -25, 8, 6, 4, 2, 0,
    -6, -4, -2, 0, 1, 6, 0, -6, -12, 46, -4, -4, -4, -4, 4, -12, -6, 0, 6, 5, 0, -2, -4, -6, -26, 2, 4, 6,
    8}};
inline const answer einsum_vector{{3}, {-13, -10, -7}};
inline const answer einsum_left_vector{{4}, {2, 17, -13, -10}};
inline const answer einsum_inner{{}, {-13}};
inline const answer einsum_outer{{3, 4}, {-3, 4, 2, 0, 3, -4, -2, 0, 9, -12, -6, 0}};
inline const answer einsum_implied{{3, 5}, {-24, 0, -6, 18, 15, 19, -10, 1, -25, -18, 21, -6, -3, -24, -24}};
inline const answer einsum_implied_capital{{2, 4}, {2, 17, -13, -10, -16, 8, 14, 2}};
inline const answer einsum_elements{{3, 4}, {-3, -4, -6, 0, -4, 0, -6, -4, -3, -3, -4, -6}};
inline const answer einsum_elements_turned{{3, 4}, {-3, 0, -9, -12, 8, 0, -2, -16, 6, -4, 1, -6}};
inline const answer einsum_rows{{3}, {-13, -14, -16}};
inline const answer einsum_everything{{}, {-43}};
inline const answer einsum_diagonal{{3}, {1, 2, 3}};
inline const answer einsum_trace{{}, {6}};
inline const answer einsum_sum_of_columns{{4}, {6, 0, -6, -2}};
inline const answer einsum_turned{{5, 3, 4}, {1, 0, -1, -1, -2, -2, -3, -3, -4, -4, 4, 4, -1, -2, -2, -3, -4,
    -4, 4, 4, 3, 3, 2, 2, -3, -4, -4, 4, 4, 3, 2, 2, 1, 1, 0, 0, 4, 3, 3, 2, 2, 1, 1, 0, -1, -1, -2, -2, 2, 1,
    1, 0, 0, -1, -1, -2, -2, -3, -4, -4}};
inline const answer einsum_sum_inside{{3, 5}, {-1, -8, -7, 12, 4, -10, 0, 11, 4, -4, 0, 10, 2, -6, -13}};
inline const answer einsum_two_summed{{3, 2}, {58, 1, -32, -32, 45, -42}};
inline const answer einsum_two_summed_turned{{2, 3}, {-7, -23, -15, 3, -19, -17}};
inline const answer einsum_own_letter_summed{{3, 5}, {1, 2, -6, 4, -4, -4, -8, 24, -16, 16, 1, 2, -6, 4, -4}};
inline const answer einsum_diagonal_of_one{{3, 5}, {5, 0, -2, -4, -6, 1, 6, 0, -6, -12, -26, 2, 4, 6, 8}};
inline const answer einsum_three{{3, 2}, {-16, -2, 20, 32, -44, -34}};
inline const answer einsum_three_in_one{{4, 5, 2}, {46, 44, 23, -15, 9, -5, -5, 5, -19, 15, 18, 4, 1, 3, -1,
    1, -3, -1, -5, -3, -10, -36, -21, 21, -11, 7, -1, -7, 9, -21, -80, -72, 38, 42, 18, 14, -2, -14, -22,
    -42}};
inline const answer einsum_three_and_vector{{}, {-60}};
inline const answer einsum_four{{3}, {-60, -112, -214}};
inline const answer einsum_rows_apart{{4, 3, 2}, {11, 14, -4, -22, 15, -15, 12, 16, -4, -16, 16, -12, 15, 12,
    17, -16, -10, 26, -5, -18, 15, -14, -10, 26}};
inline const answer einsum_columns_apart{{2, 3, 5}, {13, -20, -5, 12, -22, -14, 8, -2, -10, 12, -11, 6, 1,
    -12, 6, 20, 13, -7, -8, 13, 12, -20, 6, -2, -14, 14, -13, -1, 4, -11}};
inline const answer einsum_batch_and_own{{5, 2, 3}, {1, -12, 8, -36, 3, -4, -8, -6, -2, 13, 1, -4, -4, -2,
    -12, 9, 1, -4, 0, 7, 23, 5, -4, -4, 4, 4, 18, 1, -15, -5}};
inline const answer einsum_five{{3}, {140, 120, 100}};
inline const answer einsum_eight{{2}, {0, -20496}};
inline const answer tensordot_2{{2, 5}, {3, 4, 10, 21, -26, 1, -11, -18, -20, 28}};
inline const answer tensordot_1{{2, 3, 3}, {-24, 19, 21, 0, -10, -6, -6, 1, -3, 18, -25, -24, 15, -18, -24,
    12, 12, 14}};
inline const answer tensordot_0{{2, 2, 3}, {-3, 4, 2, 3, -4, -2, 9, -12, -6, -12, 16, 8}};
inline const answer tensordot_axes{{3, 5}, {-14, -9, 58, -5, -5, -18, 4, 22, -1, 21, -28, 1, -5, 0, 50}};
inline const answer tensordot_crossed{{2, 2}, {-23, -27, 4, -22}};
inline const answer dot_of_many{{2, 3, 2, 3}, {-24, 19, 21, 7, 9, -20, 0, -10, -6, 2, 6, -4, -6, 1, -3, 7, 3,
    -8, 18, -25, -24, 5, 6, 17, 15, -18, -24, 9, 3, 15, 12, 12, 14, -24, -22, 14}};
inline const answer dot_vector{{2, 3}, {-13, -10, -7, 26, 29, -2}};
inline const answer inner_of_many{{2, 3, 5}, {-13, -3, 2, 27, -8, -10, -14, -22, -8, 24, -7, -15, -16, -3, 16,
    26, -2, -4, -14, -6, 29, -4, -1, -13, -10, -2, 34, 36, -2, -20}};
inline const answer vecdot{{2, 3}, {-13, -14, -16, 26, -4, 36}};
inline const answer vecdot_complex{{3}, {-23, 30, -23, -30, -8, 0}};
inline const answer vecdot_axis{{2, 4}, {-10, -7, -16, -10, -16, -7, -7, -8}};
inline const answer vdot_complex{{}, {-83, 12}};
inline const answer outer{{3, 4}, {-3, 4, 2, 0, 3, -4, -2, 0, 9, -12, -6, 0}};
inline const answer kron{{6, 6}, {-3, 4, 3, -4, 9, -12, 2, 0, -2, 0, -6, 0, -2, -4, 2, 4, 6, 12, -12, 16, -6,
    8, 0, 0, 8, 0, 4, 0, 0, 0, -8, -16, -4, -8, 0, 0}};
inline const answer kron_vector{{2, 12}, {-3, 4, 2, 0, 3, -4, -2, 0, 9, -12, -6, 0, -12, 16, 8, 0, -6, 8, 4,
    0, 0, 0, 0, 0}};
inline const answer cross{{5, 3}, {10, 7, 1, 4, -8, 22, -20, -5, -20, 6, 4, 1, 2, 5, -7}};
inline const answer cross_axis{{3, 4}, {4, 4, -5, -10, -8, 1, 10, -12, 4, 4, -5, 4}};
inline const answer matrix_power_5{{3, 3}, {2025, 1377, -2187, 2268, 1620, -1944, -4050, -3240, 4131}};
inline const answer matrix_power_batch{{2, 3, 3}, {63, 63, -45, 36, 36, -72, -126, -72, 117, 10, 32, -56, -72,
    2, 104, 72, -112, 26}};
inline const answer multi_dot{{2, 2}, {68, -258, 98, -242}};
inline const answer multi_dot_vectors{{}, {-74}};
inline const answer matmul_batches{{2, 5, 3, 2}, {13, 20, -14, 12, -11, 14, -20, 13, 8, -20, 6, -13, -5, -7,
    -2, 6, 1, -1, 12, -8, -10, -2, -12, 4, -22, 13, 12, -14, 6, -11, 13, -21, 13, -20, -4, -22, 20, 16, 21,
    19, -16, -2, -11, -9, -8, -14, 16, 16, 14, -11, 10, -5, -4, 14, 24, 13, 22, 13, -20, -4}};
inline const answer matmul_complex{{2, 2}, {9, -7, 18, 14, -27, -16, 27, -22}};

}  // namespace twill::goldens::products
