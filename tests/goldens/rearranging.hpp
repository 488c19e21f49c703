// SPDX-License-Identifier: MIT
// What NumPy makes of v = arange(7), m = arange(12).reshape(3, 4), t = arange(24).reshape(2, 3, 4) and u = m * m % 11 - 3 by moving
// elements, and by borders that are computed.
// Written by make_rearranging.py: change that script, not this file.
#pragma once

#include <vector>

namespace twill::goldens {

struct rearranged_case {
    std::vector<long> shape;
    std::vector<int> values;
};

inline rearranged_case const moveaxis_0_2{{3, 4, 2}, {0, 12, 1, 13, 2, 14, 3, 15, 4, 16, 5, 17, 6, 18, 7, 19, 8, 20, 9, 21, 10, 22, 11, 23}};
inline rearranged_case const moveaxis_2_0{{4, 2, 3}, {0, 4, 8, 12, 16, 20, 1, 5, 9, 13, 17, 21, 2, 6, 10, 14, 18, 22, 3, 7, 11, 15, 19, 23}};
inline rearranged_case const moveaxis_two{{3, 4, 2}, {0, 12, 1, 13, 2, 14, 3, 15, 4, 16, 5, 17, 6, 18, 7, 19, 8, 20, 9, 21, 10, 22, 11, 23}};
inline rearranged_case const rollaxis_2{{4, 2, 3}, {0, 4, 8, 12, 16, 20, 1, 5, 9, 13, 17, 21, 2, 6, 10, 14, 18, 22, 3, 7, 11, 15, 19, 23}};
inline rearranged_case const rollaxis_0_2{{3, 2, 4}, {0, 1, 2, 3, 12, 13, 14, 15, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 20, 21, 22, 23}};
inline rearranged_case const rollaxis_0_3{{3, 4, 2}, {0, 12, 1, 13, 2, 14, 3, 15, 4, 16, 5, 17, 6, 18, 7, 19, 8, 20, 9, 21, 10, 22, 11, 23}};
inline rearranged_case const matrix_transpose{{2, 4, 3}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 12, 16, 20, 13, 17, 21, 14, 18, 22, 15, 19, 23}};
inline rearranged_case const rot90_1{{4, 3}, {3, 7, 11, 2, 6, 10, 1, 5, 9, 0, 4, 8}};
inline rearranged_case const rot90_2{{3, 4}, {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}};
inline rearranged_case const rot90_3{{4, 3}, {8, 4, 0, 9, 5, 1, 10, 6, 2, 11, 7, 3}};
inline rearranged_case const rot90_4{{3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline rearranged_case const rot90_axes{{4, 3, 2}, {12, 0, 16, 4, 20, 8, 13, 1, 17, 5, 21, 9, 14, 2, 18, 6, 22, 10, 15, 3, 19, 7, 23, 11}};
inline rearranged_case const fliplr{{3, 4}, {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8}};
inline rearranged_case const flipud{{2, 3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline rearranged_case const atleast_2d_v{{1, 7}, {0, 1, 2, 3, 4, 5, 6}};
inline rearranged_case const atleast_3d_v{{1, 7, 1}, {0, 1, 2, 3, 4, 5, 6}};
inline rearranged_case const atleast_3d_m{{3, 4, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline rearranged_case const atleast_3d_t{{2, 3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};
inline rearranged_case const diagonal_t{{4, 2}, {0, 16, 1, 17, 2, 18, 3, 19}};
inline rearranged_case const diagonal_t_12{{2, 3}, {1, 6, 11, 13, 18, 23}};
inline rearranged_case const diagonal_t_20{{3, 2}, {1, 14, 5, 18, 9, 22}};
inline rearranged_case const tril{{3, 4}, {0, 0, 0, 0, 4, 5, 0, 0, 8, 9, 10, 0}};
inline rearranged_case const tril_1{{3, 4}, {0, 1, 0, 0, 4, 5, 6, 0, 8, 9, 10, 11}};
inline rearranged_case const triu{{2, 3, 4}, {0, 1, 2, 3, 0, 5, 6, 7, 0, 0, 10, 11, 12, 13, 14, 15, 0, 17, 18, 19, 0, 0, 22, 23}};
inline rearranged_case const triu_m1{{2, 3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 21, 22, 23}};
inline rearranged_case const tri{{3, 5}, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0}};
inline rearranged_case const windows_3{{5, 3}, {0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 5, 6}};
inline rearranged_case const windows_22{{2, 3, 2, 2}, {0, 1, 4, 5, 1, 2, 5, 6, 2, 3, 6, 7, 4, 5, 8, 9, 5, 6, 9, 10, 6, 7, 10, 11}};
inline rearranged_case const windows_t{{2, 3, 3, 2}, {0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 9, 10, 10, 11, 12, 13, 13, 14, 14, 15, 16, 17, 17, 18,
    18, 19, 20, 21, 21, 22, 22, 23}};
inline rearranged_case const split_1{{3, 2}, {2, 3, 6, 7, 10, 11}};
inline rearranged_case const array_split_0{{3}, {0, 1, 2}};
inline rearranged_case const array_split_2{{2}, {5, 6}};
inline rearranged_case const split_at_0{{2}, {0, 1}};
inline rearranged_case const split_at_1{{3}, {2, 3, 4}};
inline rearranged_case const split_at_2{{2}, {5, 6}};
inline rearranged_case const unstack_1{{2, 4}, {8, 9, 10, 11, 20, 21, 22, 23}};
inline rearranged_case const dsplit{{2, 3, 2}, {2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23}};
inline rearranged_case const diag_v{{3, 3}, {0, 0, 0, 0, 1, 0, 0, 0, 2}};
inline rearranged_case const diag_v_1{{4, 4}, {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0}};
inline rearranged_case const diag_v_m2{{5, 5}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0}};
inline rearranged_case const diag_m_1{{3}, {1, 6, 11}};
inline rearranged_case const diagflat{{5, 5}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}};
inline rearranged_case const trace{{}, {15}};
inline rearranged_case const trace_t{{2}, {18, 54}};
inline rearranged_case const concatenate_v{{17}, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 6, 5, 4, 3, 2, 1, 0}};
inline rearranged_case const concatenate_0{{4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3}};
inline rearranged_case const concatenate_1{{3, 6}, {0, 1, 2, 3, 0, 1, 4, 5, 6, 7, 4, 5, 8, 9, 10, 11, 8, 9}};
inline rearranged_case const concatenate_t{{2, 3, 8}, {0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15, 20,
    21, 22, 23, 16, 17, 18, 19, 16, 17, 18, 19, 20, 21, 22, 23, 12, 13, 14, 15}};
inline rearranged_case const stack_0{{2, 7}, {0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 7}};
inline rearranged_case const stack_1{{3, 3, 4}, {0, 1, 2, 3, 0, -1, -2, -3, 0, 1, 2, 3, 4, 5, 6, 7, -4, -5, -6, -7, 4, 5, 6, 7, 8, 9, 10, 11, -8, -9,
    -10, -11, 8, 9, 10, 11}};
inline rearranged_case const stack_2{{3, 4, 2}, {0, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, 11, -11}};
inline rearranged_case const hstack_v{{14}, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6}};
inline rearranged_case const hstack_m{{3, 8}, {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11}};
inline rearranged_case const vstack_v{{2, 7}, {0, 1, 2, 3, 4, 5, 6, 0, -1, -2, -3, -4, -5, -6}};
inline rearranged_case const vstack_m{{6, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline rearranged_case const dstack_v{{1, 7, 2}, {0, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6}};
inline rearranged_case const dstack_m{{3, 4, 2}, {0, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, 11, -11}};
inline rearranged_case const column_stack{{3, 5}, {0, 0, 1, 2, 3, 1, 4, 5, 6, 7, 2, 8, 9, 10, 11}};
inline rearranged_case const append_v{{9}, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
inline rearranged_case const append_m{{4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 4, 5, 6, 7}};
inline rearranged_case const insert_v{{8}, {0, 1, 99, 2, 3, 4, 5, 6}};
inline rearranged_case const insert_end{{8}, {0, 1, 2, 3, 4, 5, 6, 99}};
inline rearranged_case const insert_m{{4, 4}, {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline rearranged_case const insert_column{{3, 5}, {0, 1, 2, 9, 3, 4, 5, 6, 9, 7, 8, 9, 10, 9, 11}};
inline rearranged_case const remove_v{{6}, {0, 1, 3, 4, 5, 6}};
inline rearranged_case const remove_last{{6}, {0, 1, 2, 3, 4, 5}};
inline rearranged_case const remove_slice{{4}, {0, 4, 5, 6}};
inline rearranged_case const remove_step{{4}, {1, 2, 4, 5}};
inline rearranged_case const remove_back{{4}, {0, 1, 3, 5}};
inline rearranged_case const remove_m{{1, 4}, {8, 9, 10, 11}};
inline rearranged_case const remove_none{{3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline rearranged_case const roll_2{{7}, {5, 6, 0, 1, 2, 3, 4}};
inline rearranged_case const roll_m9{{7}, {2, 3, 4, 5, 6, 0, 1}};
inline rearranged_case const roll_m_0{{3, 4}, {8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7}};
inline rearranged_case const roll_m_1{{3, 4}, {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8}};
inline rearranged_case const roll_two{{2, 3, 4}, {14, 15, 12, 13, 18, 19, 16, 17, 22, 23, 20, 21, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9}};
inline rearranged_case const tile_3{{21}, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6}};
inline rearranged_case const tile_m{{6, 12}, {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11, 8,
    9, 10, 11, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11}};
inline rearranged_case const tile_more{{2, 3, 8}, {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11, 0, 1, 2, 3, 0, 1, 2, 3,
    4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11}};
inline rearranged_case const tile_fewer{{3, 8}, {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11}};
inline rearranged_case const tile_0{{0}, {}};
inline rearranged_case const repeat_v{{21}, {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6}};
inline rearranged_case const repeat_m_0{{6, 4}, {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11, 8, 9, 10, 11}};
inline rearranged_case const repeat_m_1{{3, 12}, {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10,
    10, 11, 11, 11}};
inline rearranged_case const roll_of_tile{{28}, {4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3}};
inline rearranged_case const tile_of_roll{{28}, {4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3}};
inline rearranged_case const tile_of_repeat{{42}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 0, 0, 1, 1, 2,
    2, 3, 3, 4, 4, 5, 5, 6, 6}};
inline rearranged_case const tile_and_repeat{{42}, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6,
    7, 8, 2, 3, 4, 5, 6, 7, 8}};
inline rearranged_case const slice_of_tile{{11}, {2, 5, 1, 4, 0, 3, 6, 2, 5, 1, 4}};
inline rearranged_case const back_of_tile{{23}, {3, 2, 1, 0, 6, 5, 4, 3, 2, 1, 0, 6, 5, 4, 3, 2, 1, 0, 6, 5, 4, 3, 2}};
inline rearranged_case const slice_of_pad{{4, 7}, {1, 0, 1, 2, 3, 2, 1, 9, 8, 9, 10, 11, 10, 9, 1, 0, 1, 2, 3, 2, 1, 9, 8, 9, 10, 11, 10, 9}};
inline rearranged_case const transpose_of_pad{{6, 4}, {0, 0, 4, 8, 0, 1, 5, 9, 0, 2, 6, 10, 0, 3, 7, 11, 0, 0, 0, 0, 0, 0, 0, 0}};
inline rearranged_case const resize_more{{5, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7}};
inline rearranged_case const resize_less{{5}, {0, 1, 2, 3, 4}};
inline rearranged_case const pad_constant{{12}, {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0}};
inline rearranged_case const pad_edge{{12}, {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6}};
inline rearranged_case const pad_reflect{{12}, {3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 5, 4}};
inline rearranged_case const pad_symmetric{{12}, {2, 1, 0, 0, 1, 2, 3, 4, 5, 6, 6, 5}};
inline rearranged_case const pad_wrap{{12}, {4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1}};
inline rearranged_case const pad_edge_wide{{18}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2}};
inline rearranged_case const pad_reflect_wide{{18}, {0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1}};
inline rearranged_case const pad_symmetric_wide{{18}, {1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2}};
inline rearranged_case const pad_wrap_wide{{18}, {1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0}};
inline rearranged_case const pad_edge_one{{6}, {1, 1, 1, 1, 1, 1}};
inline rearranged_case const pad_reflect_one{{6}, {1, 1, 1, 1, 1, 1}};
inline rearranged_case const pad_symmetric_one{{6}, {1, 1, 1, 1, 1, 1}};
inline rearranged_case const pad_wrap_one{{6}, {1, 1, 1, 1, 1, 1}};
inline rearranged_case const pad_constant_m{{6, 7}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 4, 5, 6, 7, 0, 0, 0, 8, 9, 10, 11, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
inline rearranged_case const pad_edge_m{{6, 7}, {0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 8, 8, 8, 9, 10, 11, 8, 8, 8, 8, 9,
    10, 11, 8, 8, 8, 8, 9, 10, 11}};
inline rearranged_case const pad_reflect_m{{6, 7}, {7, 6, 5, 4, 5, 6, 7, 3, 2, 1, 0, 1, 2, 3, 7, 6, 5, 4, 5, 6, 7, 11, 10, 9, 8, 9, 10, 11, 7, 6, 5,
    4, 5, 6, 7, 3, 2, 1, 0, 1, 2, 3}};
inline rearranged_case const pad_symmetric_m{{6, 7}, {2, 1, 0, 0, 1, 2, 3, 2, 1, 0, 0, 1, 2, 3, 6, 5, 4, 4, 5, 6, 7, 10, 9, 8, 8, 9, 10, 11, 10, 9, 8,
    8, 9, 10, 11, 6, 5, 4, 4, 5, 6, 7}};
inline rearranged_case const pad_wrap_m{{6, 7}, {9, 10, 11, 8, 9, 10, 11, 1, 2, 3, 0, 1, 2, 3, 5, 6, 7, 4, 5, 6, 7, 9, 10, 11, 8, 9, 10, 11, 1, 2, 3,
    0, 1, 2, 3, 5, 6, 7, 4, 5, 6, 7}};
inline rearranged_case const pad_maximum_m{{6, 7}, {6, 6, 6, 6, 1, 1, 6, 6, 6, 6, -3, -2, 1, 6, 2, 2, 2, 2, 0, 0, 2, 6, 6, 6, 6, 1, -2, -3, 6, 6, 6,
    6, 1, 1, 6, 6, 6, 6, 6, 1, 1, 6}};
inline rearranged_case const pad_mean_m{{6, 7}, {1, 1, 1, 2, 0, 0, 2, 0, 0, 0, -3, -2, 1, 6, 1, 1, 1, 2, 0, 0, 2, 0, 0, 0, 6, 1, -2, -3, 1, 1, 1, 2,
    0, 0, 2, 1, 1, 1, 2, 0, 0, 2}};
inline rearranged_case const pad_median_m{{6, 7}, {1, 1, 1, 2, 0, 0, 2, 0, 0, 0, -3, -2, 1, 6, 1, 1, 1, 2, 0, 0, 2, 0, 0, 0, 6, 1, -2, -3, 1, 1, 1, 2,
    0, 0, 2, 1, 1, 1, 2, 0, 0, 2}};
inline rearranged_case const pad_minimum_m{{6, 7}, {-3, -3, -3, -3, -2, -2, -3, -3, -3, -3, -3, -2, 1, 6, 0, 0, 0, 2, 0, 0, 2, -3, -3, -3, 6, 1, -2,
    -3, -3, -3, -3, -3, -2, -2, -3, -3, -3, -3, -3, -2, -2, -3}};
inline rearranged_case const pad_linear_ramp_m{{6, 7}, {0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -3, -2, 1, 6, 0, 0, 1, 2, 0, 0, 2, 0, 2, 4, 6, 1, -2, -3, 0,
    1, 2, 3, 0, -1, -2, 0, 0, 0, 0, 0, 0, 0}};
inline rearranged_case const pad_maximum_t{{4, 5, 6}, {4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 2, 4, 4, 4, 4, 2, 4, 4, 4, 1, 4, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2,
    4, 4, 2, 4, 4, 0, 1, 4, 2, 4, 4, 2, 4, 1, 0, 4, 4, 1, 4, 2, 2, 4, 4, 2, 4, 4, 2, 4, 4, 4, 2, 2, 4, 4, 4, 4, 1, 0, 1, 4, 4, 4, 2, 2, 4, 4, 4, 1, 0,
    1, 4, 4, 4, 4, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 2, 4, 4, 4, 4, 2, 4, 4, 4, 1, 4, 2, 4, 4, 4, 4, 4, 4, 4, 4}};
inline rearranged_case const pad_mean_t{{4, 5, 6}, {2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 3,
    2, 1, 2, 2, 0, 1, 4, 2, 2, 2, 2, 4, 1, 0, 2, 2, 1, 4, 2, 2, 2, 2, 1, 3, 2, 1, 2, 2, 3, 1, 1, 3, 2, 2, 4, 1, 0, 1, 2, 3, 4, 2, 2, 4, 3, 2, 1, 0, 1,
    4, 2, 2, 3, 1, 1, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2}};
inline rearranged_case const pad_median_t{{4, 5, 6}, {2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1,
    4, 2, 2, 2, 2, 0, 1, 4, 2, 2, 2, 2, 4, 1, 0, 2, 2, 1, 4, 2, 2, 2, 2, 1, 4, 2, 2, 2, 2, 4, 1, 1, 4, 2, 1, 4, 1, 0, 1, 1, 3, 4, 2, 2, 4, 3, 1, 1, 0,
    1, 4, 1, 2, 4, 1, 1, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 1, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2}};
inline rearranged_case const pad_minimum_t{{4, 5, 6}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 1, 0, 0, 0, 1, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 0, 0, 0, 0, 1, 4, 2, 0, 0, 2, 4, 1, 0, 0, 1, 1, 4, 2, 2, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 4, 1, 0, 1, 0, 2, 4, 2, 2, 4, 2, 0, 1, 0,
    1, 4, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 1, 0, 0, 0, 1, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0}};
inline rearranged_case const pad_maximum_some{{6, 7}, {2, 2, 0, 1, 6, 6, 6, 2, 2, 0, 1, 6, 6, 6, -2, -3, -2, 1, 6, 6, 6, 2, 2, 0, 0, 2, 2, 2, 6, 6, 1,
    -2, -3, 1, 1, 6, 6, 1, 1, 6, 6, 6}};
inline rearranged_case const pad_mean_some{{6, 7}, {0, 0, -1, 0, 4, 1, 1, 0, 0, -1, 0, 4, 1, 1, -2, -3, -2, 1, 6, 2, 2, 1, 2, 0, 0, 2, 1, 1, 4, 6, 1,
    -2, -3, -1, -1, 1, 2, 0, 0, 2, 1, 1}};
inline rearranged_case const pad_median_some{{6, 7}, {0, 0, -1, 0, 4, 0, 0, 0, 0, -1, 0, 4, 0, 0, -2, -3, -2, 1, 6, 1, 1, 1, 2, 0, 0, 2, 0, 0, 4, 6,
    1, -2, -3, -2, -2, 1, 2, 0, 0, 2, 0, 0}};
inline rearranged_case const pad_minimum_some{{6, 7}, {-3, -3, -2, 0, 2, -2, -2, -3, -3, -2, 0, 2, -2, -2, -3, -3, -2, 1, 6, -2, -2, 0, 2, 0, 0, 2, 0,
    0, 1, 6, 1, -2, -3, -3, -3, -3, -3, -2, -2, -3, -3, -3}};
inline rearranged_case const pad_mean_many{{5, 6}, {1, 2, 0, 0, 2, 1, 0, -3, -2, 1, 6, 0, 1, 2, 0, 0, 2, 1, 0, 6, 1, -2, -3, 0, 1, 2, 0, 0, 2, 1}};
inline rearranged_case const pad_ramp{{14}, {5, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 2, -1, -4}};
inline rearranged_case const pad_ramp_t{{5, 6, 7}, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, -4, -9, -8, -7, -6, 2, 2, -2, -5, -4, -3, -2, 2, 2, 0, -1, 0, 1, 2, 2, 2, 1, 0, 0, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 3, 4, 5, 6, 2, 2, 4, 7, 8, 9, 10, 2, 2, 6, 11, 12, 13, 14, 2, 2, 5, 8, 8, 9, 10, 2, 2, 3, 5, 5, 5, 6, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 3, 3, 4, 2, 2, 3, 4, 5, 5, 6, 2, 2, 4, 6, 7, 7, 8, 2, 2, 3, 4, 5, 5, 6, 2, 2, 2, 3, 3, 3, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}};
inline rearranged_case const pad_value{{4, 5, 6}, {-5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5,
    -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, 0, 1, 2, 3, -5, -5, 4, 5, 6, 7, -5, -5, 8, 9, 10, 11, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5,
    -5, -5, -5, 12, 13, 14, 15, -5, -5, 16, 17, 18, 19, -5, -5, 20, 21, 22, 23, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5,
    -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5}};
inline rearranged_case const pad_empty{{2, 4}, {0, 0, 0, 0, 0, 0, 0, 0}};

}  // namespace twill::goldens
