#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes indexing.hpp beside it: NumPy's answers for index arrays, masks and reductions over masks.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6
    /tmp/goldens/bin/python tests/goldens/make_indexing.py

The operands are v = arange(7), m = arange(12).reshape(3, 4), t = arange(24).reshape(2, 3, 4), i = [1, 0], j = [2, 0, 1],
far = [9, -9, 2] and x = m * 7 % 11 - 5 as float64.
"""
import textwrap
from pathlib import Path

import numpy as np

v, m, t = np.arange(7), np.arange(12).reshape(3, 4), np.arange(24).reshape(2, 3, 4)
i, j, far = np.array([1, 0]), np.array([2, 0, 1]), np.array([9, -9, 2])
x = (m * 7 % 11 - 5).astype(float)
chosen = x > -2
rows = np.array([True, False, True])


def after(a, change):
    a = a.copy()
    change(a)
    return a


def assigned(a, index, value):
    return after(a, lambda b: b.__setitem__(index, value))


def combined(a, index, function, value):
    return after(a, lambda b: b.__setitem__(index, function(b[index], value)))


CASES = {
    # subscripts
    "at_last": t[:, :, j], "at_number": t[:, 0, j], "at_first": t[i], "at_apart": t[i, :, 1], "at_neighbours": t[:, j, j],
    "at_ellipsis": t[..., j], "at_before_ellipsis": t[i, ..., 1], "at_around_ellipsis": t[1, ..., j], "at_slice": t[0, 0:2, j],
    "at_broadcast": t[i[:, None], j], "at_newaxis": t[i[:, None], j, None, 3], "at_back": t[::-1, :, ::2][:, j, 1], "at_two": t[:, i, :][..., j],
    # written
    "set_columns": assigned(m, (slice(None), [0, -1]), [[-1, -2]]), "add_columns": combined(m, (slice(None), [0, -1]), np.add, 5),
    "modulus_rows": combined(m, ([0, 2],), np.mod, 4), "shift_part": combined(m, (slice(1, None), [1, 3]), np.left_shift, 2),
    "xor_ellipsis": combined(t, (Ellipsis, j), np.bitwise_xor, 3), "set_pairs": assigned(t, (slice(None), j, j), [[-1, -2, -3], [-4, -5, -6]]),
    # masks
    "mask_all": m[m % 3 == 0], "mask_back": m[::-1, ::2][m[::-1, ::2] % 3 == 0], "mask_rows": m[rows], "mask_columns": m[:, m[0] % 3 == 0],
    "mask_two": t[t[:, :, 0] > 7], "mask_inner": t[:, m % 5 == 0], "mask_ellipsis": t[..., m[0] % 3 == 0], "mask_first": t[[False, True], ..., 0],
    "mask_none": m[m < 0], "mask_and_index": m[rows, i],
    "mask_set": assigned(m, m % 3 == 0, -1), "mask_set_each": assigned(m, m % 3 == 0, [-1, -2, -3, -4]), "mask_add": combined(m, m % 3 == 0, np.add, 10),
    "mask_and": combined(m, m > 4, np.bitwise_and, 6), "mask_set_rows": assigned(m, rows, m[1]), "mask_set_inner": assigned(t, (slice(None), m % 5 == 0), 0),
    # by name
    "take_flat": np.take(m, [5, -1]), "take_1": np.take(m, j, 1), "take_wrap": np.take(m, far, 1, mode="wrap"), "take_clip": np.take(m, np.clip(far, 0, 3), 1),
    "along_1": np.take_along_axis(m, np.array([[2, 0], [1, 1], [-1, 3]]), 1), "along_0": np.take_along_axis(m, np.array([[2, 0, 1, 1]]), 0),
    "put": after(m, lambda a: np.put(a, [0, -1, 5], [70, 80, 90])), "put_wrap": after(m, lambda a: np.put(a, [13, -14], [70, 80], mode="wrap")),
    "put_clip": after(m, lambda a: np.put(a, [99, -14], [70, 80], mode="clip")),
    "put_along": after(m, lambda a: np.put_along_axis(a, np.array([[2, 0], [1, 2], [-1, 3]]), np.array([[-1], [-2], [-3]]), 1)),
    "putmask": after(m, lambda a: np.putmask(a, m % 3 == 0, [-1, -2, -3, -4, -5])), "putmask_number": after(m, lambda a: np.putmask(a, m > 7, 0)),
    "place": after(m, lambda a: np.place(a, m % 2 == 0, [-1, -2, -3, -4])), "mesh": t[0][np.ix_(i, [3, 0])], "mesh_mask": m[np.ix_(rows, m[0] % 3 == 0)],
    "add_at": after(v, lambda a: np.add.at(a, [1, 1, -1, 1], [10, 20, 30, 40])), "minimum_at": after(v, lambda a: np.minimum.at(a, [5, 5, 6], [4, 3, 9])),
    "maximum_at": after(v, lambda a: np.maximum.at(a, [5, 5, 0], [4, 13, 9])),
    "compress_0": np.compress(rows, m, 0), "compress_short": np.compress([False, True], m, 1), "extract": np.extract(m % 5 == 1, m * 2),
    "flatnonzero": np.flatnonzero(m % 3), "nonzero": np.stack(np.nonzero(t % 5 == 0)), "argwhere": np.argwhere(t % 5 == 0), "argwhere_none": np.argwhere(t < 0),
    "choose": np.choose(j[:, None], (m[0], -1, v[:4] * 10)), "choose_wrap": np.choose(far, (v[:3], -1, v[4:]), mode="wrap"),
    "choose_clip": np.choose(far, (v[:3], -1, v[4:]), mode="clip"), "select": np.select([m > 8, m % 2 == 0], [m * 10, -m], 5),
    "unravel": np.stack(np.unravel_index([17, 0, 23], (2, 3, 4))), "ravel": np.ravel_multi_index((i, j[:2]), (2, 3)),
    "tril_indices": np.stack(np.tril_indices(4)), "tril_wide": np.stack(np.tril_indices(3, 1, 5)), "tril_tall": np.stack(np.tril_indices(5, -2, 2)),
    "triu_indices": np.stack(np.triu_indices(4)), "triu_wide": np.stack(np.triu_indices(3, 1, 5)), "triu_tall": np.stack(np.triu_indices(5, -2, 2)),
    "tril_from": np.stack(np.tril_indices_from(m, -1)), "triu_from": np.stack(np.triu_indices_from(m, 2)), "diag_indices": np.stack(np.diag_indices(3, 3)),
    "mask_indices": np.stack(np.mask_indices(3, np.triu, 1)),
    # several places of an axis
    "repeat_counts": np.repeat(v, [0, 1, 2, 0, 3, 0, 1]), "repeat_0": np.repeat(m, [2, 0, 1], 0), "repeat_none": np.repeat(v, [0] * 7),
    "insert_several": np.insert(v, [1, 7, 1, -1], [10, 20, 30, 40]), "insert_rows": np.insert(m, [3, 0], 9, 0),
    "insert_columns": np.insert(m, [1, 1], m[:, :2], 1), "delete_several": np.delete(v, [0, -1, 0]), "delete_columns": np.delete(m, [1, 3], 1),
    "delete_mask": np.delete(m, ~rows, 0),
    # reductions over a mask
    "sum_all": np.sum(x, where=chosen), "sum_0": np.sum(x, 0, where=chosen), "sum_1": np.sum(x, 1, where=chosen, keepdims=True),
    "sum_rows": np.sum(x, 0, where=rows[:, None]), "sum_initial": np.sum(x, 1, where=chosen, initial=10), "prod_0": np.prod(x, 0, where=chosen),
    "prod_initial": np.prod(x, 1, initial=2), "mean_all": np.mean(x, where=chosen), "mean_1": np.mean(x, 1, where=chosen),
    "mean_ints": np.mean(m, 1, where=m % 2 == 1), "var_all": np.var(x, where=chosen), "var_0": np.var(x, 0, where=chosen),
    "var_1": np.var(x, 1, where=chosen, ddof=1, keepdims=True), "std_1": np.std(x, 1, where=chosen), "std_ddof": np.std(x, where=chosen, ddof=2),
    "min_1": np.min(x, 1, where=chosen, initial=3), "max_0": np.max(x, 0, where=~chosen, initial=-4), "min_initial": np.min(x, 0, initial=-3),
    "max_initial": np.max(x[:0], 0, initial=7), "any_1": np.any(x > 4, 1, where=chosen), "all_0": np.all(x > 0, 0, where=chosen),
    "count_1": np.sum((x != 0) & chosen, 1),
}


def number(value):
    value = value.item()
    return repr(int(value)) if value == int(value) else repr(value)


def main():
    lines = ["// SPDX-License-Identifier: MIT", "// What NumPy makes of index arrays, masks and reductions over masks.",
             "// Written by make_indexing.py, which says what the operands are: change that script, not this file.", "#pragma once", "", "#include <vector>", "",
             "namespace twill::goldens::indexing {", "", "struct indexed_case {", "    std::vector<long> shape;", "    std::vector<double> values;", "};", ""]
    for name, a in CASES.items():
        a = np.asarray(a)
        text = f"inline indexed_case const {name}{{{{{', '.join(map(str, a.shape))}}}, {{{', '.join(map(number, a.ravel()))}}}}};"
        lines += textwrap.wrap(text, 150, subsequent_indent="    ", break_on_hyphens=False)
    lines += ["", "}  // namespace twill::goldens::indexing"]
    assert len(lines) < 400
    Path(__file__).with_name("indexing.hpp").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
