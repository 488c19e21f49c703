// SPDX-License-Identifier: MIT
// What NumPy makes of index arrays, masks and reductions over masks.
// Written by make_indexing.py, which says what the operands are: change that script, not this file.
#pragma once

#include <vector>

namespace twill::goldens::indexing {

struct indexed_case {
    std::vector<long> shape;
    std::vector<double> values;
};

inline indexed_case const at_last{{2, 3, 3}, {2, 0, 1, 6, 4, 5, 10, 8, 9, 14, 12, 13, 18, 16, 17, 22, 20, 21}};
inline indexed_case const at_number{{2, 3}, {2, 0, 1, 14, 12, 13}};
inline indexed_case const at_first{{2, 3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
inline indexed_case const at_apart{{2, 3}, {13, 17, 21, 1, 5, 9}};
inline indexed_case const at_neighbours{{2, 3}, {10, 0, 5, 22, 12, 17}};
inline indexed_case const at_ellipsis{{2, 3, 3}, {2, 0, 1, 6, 4, 5, 10, 8, 9, 14, 12, 13, 18, 16, 17, 22, 20, 21}};
inline indexed_case const at_before_ellipsis{{2, 3}, {13, 17, 21, 1, 5, 9}};
inline indexed_case const at_around_ellipsis{{3, 3}, {14, 18, 22, 12, 16, 20, 13, 17, 21}};
inline indexed_case const at_slice{{3, 2}, {2, 6, 0, 4, 1, 5}};
inline indexed_case const at_broadcast{{2, 3, 4}, {20, 21, 22, 23, 12, 13, 14, 15, 16, 17, 18, 19, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7}};
inline indexed_case const at_newaxis{{2, 3, 1}, {23, 15, 19, 11, 3, 7}};
inline indexed_case const at_back{{2, 3}, {22, 14, 18, 10, 2, 6}};
inline indexed_case const at_two{{2, 2, 3}, {6, 4, 5, 2, 0, 1, 18, 16, 17, 14, 12, 13}};
inline indexed_case const set_columns{{3, 4}, {-1, 1, 2, -2, -1, 5, 6, -2, -1, 9, 10, -2}};
inline indexed_case const add_columns{{3, 4}, {5, 1, 2, 8, 9, 5, 6, 12, 13, 9, 10, 16}};
inline indexed_case const modulus_rows{{3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3}};
inline indexed_case const shift_part{{3, 4}, {0, 1, 2, 3, 4, 20, 6, 28, 8, 36, 10, 44}};
inline indexed_case const xor_ellipsis{{2, 3, 4}, {3, 2, 1, 3, 7, 6, 5, 7, 11, 10, 9, 11, 15, 14, 13, 15, 19, 18, 17, 19, 23, 22, 21, 23}};
inline indexed_case const set_pairs{{2, 3, 4}, {-2, 1, 2, 3, 4, -3, 6, 7, 8, 9, -1, 11, -5, 13, 14, 15, 16, -6, 18, 19, 20, 21, -4, 23}};
inline indexed_case const mask_all{{4}, {0, 3, 6, 9}};
inline indexed_case const mask_back{{2}, {6, 0}};
inline indexed_case const mask_rows{{2, 4}, {0, 1, 2, 3, 8, 9, 10, 11}};
inline indexed_case const mask_columns{{3, 2}, {0, 3, 4, 7, 8, 11}};
inline indexed_case const mask_two{{4, 4}, {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};
inline indexed_case const mask_inner{{2, 3}, {0, 5, 10, 12, 17, 22}};
inline indexed_case const mask_ellipsis{{2, 3, 2}, {0, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23}};
inline indexed_case const mask_first{{1, 3}, {12, 16, 20}};
inline indexed_case const mask_none{{0}, {}};
inline indexed_case const mask_and_index{{2}, {1, 8}};
inline indexed_case const mask_set{{3, 4}, {-1, 1, 2, -1, 4, 5, -1, 7, 8, -1, 10, 11}};
inline indexed_case const mask_set_each{{3, 4}, {-1, 1, 2, -2, 4, 5, -3, 7, 8, -4, 10, 11}};
inline indexed_case const mask_add{{3, 4}, {10, 1, 2, 13, 4, 5, 16, 7, 8, 19, 10, 11}};
inline indexed_case const mask_and{{3, 4}, {0, 1, 2, 3, 4, 4, 6, 6, 0, 0, 2, 2}};
inline indexed_case const mask_set_rows{{3, 4}, {4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7}};
inline indexed_case const mask_set_inner{{2, 3, 4}, {0, 1, 2, 3, 4, 0, 6, 7, 8, 9, 0, 11, 0, 13, 14, 15, 16, 0, 18, 19, 20, 21, 0, 23}};
inline indexed_case const take_flat{{2}, {5, 11}};
inline indexed_case const take_1{{3, 3}, {2, 0, 1, 6, 4, 5, 10, 8, 9}};
inline indexed_case const take_wrap{{3, 3}, {1, 3, 2, 5, 7, 6, 9, 11, 10}};
inline indexed_case const take_clip{{3, 3}, {3, 0, 2, 7, 4, 6, 11, 8, 10}};
inline indexed_case const along_1{{3, 2}, {2, 0, 5, 5, 11, 11}};
inline indexed_case const along_0{{1, 4}, {8, 1, 6, 7}};
inline indexed_case const put{{3, 4}, {70, 1, 2, 3, 4, 90, 6, 7, 8, 9, 10, 80}};
inline indexed_case const put_wrap{{3, 4}, {0, 70, 2, 3, 4, 5, 6, 7, 8, 9, 80, 11}};
inline indexed_case const put_clip{{3, 4}, {80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 70}};
inline indexed_case const put_along{{3, 4}, {-1, 1, -1, 3, 4, -2, -2, 7, 8, 9, 10, -3}};
inline indexed_case const putmask{{3, 4}, {-1, 1, 2, -4, 4, 5, -2, 7, 8, -5, 10, 11}};
inline indexed_case const putmask_number{{3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0}};
inline indexed_case const place{{3, 4}, {-1, 1, -2, 3, -3, 5, -4, 7, -1, 9, -2, 11}};
inline indexed_case const mesh{{2, 2}, {7, 4, 3, 0}};
inline indexed_case const mesh_mask{{2, 2}, {0, 3, 8, 11}};
inline indexed_case const add_at{{7}, {0, 71, 2, 3, 4, 5, 36}};
inline indexed_case const minimum_at{{7}, {0, 1, 2, 3, 4, 3, 6}};
inline indexed_case const maximum_at{{7}, {9, 1, 2, 3, 4, 13, 6}};
inline indexed_case const compress_0{{2, 4}, {0, 1, 2, 3, 8, 9, 10, 11}};
inline indexed_case const compress_short{{3, 1}, {1, 5, 9}};
inline indexed_case const extract{{3}, {2, 12, 22}};
inline indexed_case const flatnonzero{{8}, {1, 2, 4, 5, 7, 8, 10, 11}};
inline indexed_case const nonzero{{3, 5}, {0, 0, 0, 1, 1, 0, 1, 2, 0, 2, 0, 1, 2, 3, 0}};
inline indexed_case const argwhere{{5, 3}, {0, 0, 0, 0, 1, 1, 0, 2, 2, 1, 0, 3, 1, 2, 0}};
inline indexed_case const argwhere_none{{0, 3}, {}};
inline indexed_case const choose{{3, 4}, {0, 10, 20, 30, 0, 1, 2, 3, -1, -1, -1, -1}};
inline indexed_case const choose_wrap{{3}, {0, 1, 6}};
inline indexed_case const choose_clip{{3}, {4, 1, 6}};
inline indexed_case const select{{3, 4}, {0, 5, -2, 5, -4, 5, -6, 5, -8, 90, 100, 110}};
inline indexed_case const unravel{{3, 3}, {1, 0, 1, 1, 0, 2, 1, 0, 3}};
inline indexed_case const ravel{{2}, {5, 0}};
inline indexed_case const tril_indices{{2, 10}, {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3}};
inline indexed_case const tril_wide{{2, 9}, {0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 1, 0, 1, 2, 0, 1, 2, 3}};
inline indexed_case const tril_tall{{2, 5}, {2, 3, 3, 4, 4, 0, 0, 1, 0, 1}};
inline indexed_case const triu_indices{{2, 10}, {0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 0, 1, 2, 3, 1, 2, 3, 2, 3, 3}};
inline indexed_case const triu_wide{{2, 9}, {0, 0, 0, 0, 1, 1, 1, 2, 2, 1, 2, 3, 4, 2, 3, 4, 3, 4}};
inline indexed_case const triu_tall{{2, 7}, {0, 0, 1, 1, 2, 2, 3, 0, 1, 0, 1, 0, 1, 1}};
inline indexed_case const tril_from{{2, 3}, {1, 2, 2, 0, 0, 1}};
inline indexed_case const triu_from{{2, 3}, {0, 0, 1, 2, 3, 3}};
inline indexed_case const diag_indices{{3, 3}, {0, 1, 2, 0, 1, 2, 0, 1, 2}};
inline indexed_case const mask_indices{{2, 3}, {0, 0, 1, 1, 2, 2}};
inline indexed_case const repeat_counts{{7}, {1, 2, 2, 4, 4, 4, 6}};
inline indexed_case const repeat_0{{3, 4}, {0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11}};
inline indexed_case const repeat_none{{0}, {}};
inline indexed_case const insert_several{{11}, {0, 10, 30, 1, 2, 3, 4, 5, 40, 6, 20}};
inline indexed_case const insert_rows{{5, 4}, {9, 9, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 9, 9, 9, 9}};
inline indexed_case const insert_columns{{3, 6}, {0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10, 11}};
inline indexed_case const delete_several{{5}, {1, 2, 3, 4, 5}};
inline indexed_case const delete_columns{{3, 2}, {0, 2, 4, 6, 8, 10}};
inline indexed_case const delete_mask{{2, 4}, {0, 1, 2, 3, 8, 9, 10, 11}};
inline indexed_case const sum_all{{}, {14}};
inline indexed_case const sum_0{{4}, {1, 5, 3, 5}};
inline indexed_case const sum_1{{3, 1}, {7, 5, 2}};
inline indexed_case const sum_rows{{4}, {-9, 5, -3, 0}};
inline indexed_case const sum_initial{{3}, {17, 15, 12}};
inline indexed_case const prod_0{{4}, {1, 6, -4, 0}};
inline indexed_case const prod_initial{{3}, {200, 0, -120}};
inline indexed_case const mean_all{{}, {2}};
inline indexed_case const mean_1{{3}, {3.5, 1.6666666666666667, 1}};
inline indexed_case const mean_ints{{3}, {2, 6, 10}};
inline indexed_case const var_all{{}, {4}};
inline indexed_case const var_0{{4}, {0, 0.25, 6.25, 6.25}};
inline indexed_case const var_1{{3, 1}, {4.5, 4.333333333333333, 8}};
inline indexed_case const std_1{{3}, {1.5, 1.699673171197595, 2}};
inline indexed_case const std_ddof{{}, {2.3664319132398464}};
inline indexed_case const min_1{{3}, {2, 0, -1}};
inline indexed_case const max_0{{4}, {-4, -3, -2, -4}};
inline indexed_case const min_initial{{4}, {-5, -3, -3, -5}};
inline indexed_case const max_initial{{4}, {7, 7, 7, 7}};
inline indexed_case const any_1{{3}, {1, 0, 0}};
inline indexed_case const all_0{{4}, {1, 1, 0, 0}};
inline indexed_case const count_1{{3}, {2, 2, 2}};

}  // namespace twill::goldens::indexing
