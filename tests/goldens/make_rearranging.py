#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes rearranging.hpp beside it: NumPy's answers for views, joins and whatever else moves elements without computing.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6
    /tmp/goldens/bin/python tests/goldens/make_rearranging.py

The operands are v = arange(7), m = arange(12).reshape(3, 4) and t = arange(24).reshape(2, 3, 4), for borders that are computed also
u = m * m % 11 - 3.
"""
import textwrap
from pathlib import Path

import numpy as np

v, m, t = np.arange(7), np.arange(12).reshape(3, 4), np.arange(24).reshape(2, 3, 4)
e = np.zeros((0, 4), int)
u = m * m % 11 - 3

CASES = {
    # views
    "moveaxis_0_2": np.moveaxis(t, 0, -1), "moveaxis_2_0": np.moveaxis(t, 2, 0), "moveaxis_two": np.moveaxis(t, (0, 1), (-1, 0)),
    "rollaxis_2": np.rollaxis(t, 2), "rollaxis_0_2": np.rollaxis(t, 0, 2), "rollaxis_0_3": np.rollaxis(t, 0, 3),
    "matrix_transpose": np.matrix_transpose(t),
    "rot90_1": np.rot90(m), "rot90_2": np.rot90(m, 2), "rot90_3": np.rot90(m, -1), "rot90_4": np.rot90(m, 4),
    "rot90_axes": np.rot90(t, 1, (2, 0)), "fliplr": np.fliplr(m), "flipud": np.flipud(t),
    "atleast_2d_v": np.atleast_2d(v), "atleast_3d_v": np.atleast_3d(v), "atleast_3d_m": np.atleast_3d(m), "atleast_3d_t": np.atleast_3d(t),
    "diagonal_t": np.diagonal(t), "diagonal_t_12": np.diagonal(t, 1, 1, 2), "diagonal_t_20": np.diagonal(t, -1, 2, 0),
    "tril": np.tril(m), "tril_1": np.tril(m, 1), "triu": np.triu(t), "triu_m1": np.triu(t, -1), "tri": np.tri(3, 5, -1, int),
    "windows_3": np.lib.stride_tricks.sliding_window_view(v, 3),
    "windows_22": np.lib.stride_tricks.sliding_window_view(m, (2, 2)),
    "windows_t": np.lib.stride_tricks.sliding_window_view(t, 2, 2),
    "split_1": np.split(m, 2, 1)[1], "array_split_0": np.array_split(v, 3)[0], "array_split_2": np.array_split(v, 3)[2],
    "split_at_0": np.split(v, [2, 5])[0], "split_at_1": np.split(v, [2, 5])[1], "split_at_2": np.split(v, [2, 5])[2],
    "unstack_1": np.unstack(t, axis=1)[2], "dsplit": np.dsplit(t, 2)[1],
    "diag_v": np.diag(v[:3]), "diag_v_1": np.diag(v[:3], 1), "diag_v_m2": np.diag(v[:3], -2), "diag_m_1": np.diag(m, 1),
    "diagflat": np.diagflat(m[:2, :2], 1), "trace": np.trace(m), "trace_t": np.trace(t, 1, 1, 2),
    # joins
    "concatenate_v": np.concatenate((v, v[:3], v[::-1])), "concatenate_0": np.concatenate((m, e, m[:1])),
    "concatenate_1": np.concatenate((m, m[:, :2]), 1), "concatenate_t": np.concatenate((t, t[:, ::-1]), -1),
    "stack_0": np.stack((v, v + 1)), "stack_1": np.stack((m, -m, m), 1), "stack_2": np.stack((m, -m), -1),
    "hstack_v": np.hstack((v, v)), "hstack_m": np.hstack((m, m)), "vstack_v": np.vstack((v, -v)), "vstack_m": np.vstack((m, m)),
    "dstack_v": np.dstack((v, -v)), "dstack_m": np.dstack((m, -m)), "column_stack": np.column_stack((v[:3], m)),
    "append_v": np.append(v, [7, 8]), "append_m": np.append(m, m[1:2], 0),
    "insert_v": np.insert(v, 2, 99), "insert_end": np.insert(v, 7, 99), "insert_m": np.insert(m, 1, v[:4], 0),
    "insert_column": np.insert(m, -1, 9, 1), "remove_v": np.delete(v, 2), "remove_last": np.delete(v, -1),
    "remove_slice": np.delete(v, slice(1, 4)), "remove_step": np.delete(v, slice(0, 7, 3)), "remove_back": np.delete(v, slice(6, 0, -2)),
    "remove_m": np.delete(m, slice(0, 2), 0), "remove_none": np.delete(m, slice(2, 2), 1),
    # the same elements at other places
    "roll_2": np.roll(v, 2), "roll_m9": np.roll(v, -9), "roll_m_0": np.roll(m, 1, 0), "roll_m_1": np.roll(m, -1, 1),
    "roll_two": np.roll(t, (1, 2), (0, 2)),
    "tile_3": np.tile(v, 3), "tile_m": np.tile(m, (2, 3)), "tile_more": np.tile(m, (2, 1, 2)), "tile_fewer": np.tile(m, 2),
    "tile_0": np.tile(v, 0), "repeat_v": np.repeat(v, 3), "repeat_m_0": np.repeat(m, 2, 0), "repeat_m_1": np.repeat(m, 3, 1),
    "roll_of_tile": np.roll(np.tile(v, 4), 3), "tile_of_roll": np.tile(np.roll(v, 3), 4), "tile_of_repeat": np.tile(np.repeat(v, 2), 3),
    "tile_and_repeat": np.tile(v, 6) + np.repeat(m[0, :3], 14), "slice_of_tile": np.tile(v, 5)[2:33:3], "back_of_tile": np.tile(v, 4)[::-1][3:26],
    "slice_of_pad": np.pad(m, 2, "reflect")[::-2, 1:], "transpose_of_pad": np.pad(m, ((1, 0), (0, 2))).T,
    "resize_more": np.resize(m, (5, 4)), "resize_less": np.resize(m, 5),
    # borders
    **{f"pad_{mode}": np.pad(v, (3, 2), mode) for mode in ("constant", "edge", "reflect", "symmetric", "wrap")},
    **{f"pad_{mode}_wide": np.pad(v[:3], (8, 7), mode) for mode in ("edge", "reflect", "symmetric", "wrap")},
    **{f"pad_{mode}_one": np.pad(v[1:2], (2, 3), mode) for mode in ("edge", "reflect", "symmetric", "wrap")},
    **{f"pad_{mode}_m": np.pad(m, ((1, 2), (3, 0)), mode) for mode in ("constant", "edge", "reflect", "symmetric", "wrap")},
    **{f"pad_{mode}_m": np.pad(u, ((1, 2), (3, 0)), mode) for mode in ("maximum", "mean", "median", "minimum", "linear_ramp")},
    **{f"pad_{mode}_t": np.pad(t * t % 7, 1, mode) for mode in ("maximum", "mean", "median", "minimum")},
    **{f"pad_{mode}_some": np.pad(u, ((2, 1), (1, 2)), mode, stat_length=((2, 3), (2, 3))) for mode in ("maximum", "mean", "median", "minimum")},
    "pad_mean_many": np.pad(u, 1, "mean", stat_length=99), "pad_ramp": np.pad(v, (4, 3), "linear_ramp", end_values=(5, -4)),
    "pad_ramp_t": np.pad(t - 9, ((1, 2), (0, 3), (2, 1)), "linear_ramp", end_values=2),
    "pad_value": np.pad(t, 1, constant_values=-5), "pad_empty": np.pad(e, ((1, 1), (0, 0))),
}


def main():
    lines = ["// SPDX-License-Identifier: MIT",
             "// What NumPy makes of v = arange(7), m = arange(12).reshape(3, 4), t = arange(24).reshape(2, 3, 4) and u = m * m % 11 - 3 by moving",
             "// elements, and by borders that are computed.",
             "// Written by make_rearranging.py: change that script, not this file.", "#pragma once", "", "#include <vector>", "",
             "namespace twill::goldens {", "", "struct rearranged_case {", "    std::vector<long> shape;", "    std::vector<int> values;", "};", ""]
    for name, x in CASES.items():
        x = np.asarray(x)
        text = f"inline rearranged_case const {name}{{{{{', '.join(map(str, x.shape))}}}, {{{', '.join(map(str, x.ravel()))}}}}};"
        lines += textwrap.wrap(text, 150, subsequent_indent="    ", break_on_hyphens=False)
    lines += ["", "}  // namespace twill::goldens"]
    assert len(lines) < 400
    Path(__file__).with_name("rearranging.hpp").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
