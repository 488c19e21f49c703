#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes by_type.hpp beside it: what NumPy 2 answers for elements of every type where they are ordered, summed up, chosen, written and padded.

    /tmp/goldens/bin/python tests/goldens/make_by_type.py      # the environment of make_goldens.py
Values are written as long double, which holds all 64-bit integers; complex numbers as their real and imaginary parts in turn. Where twill
means something else (SEMANTICS.md, lines 20 and 21: 16-bit floats are summed in float32 and rounded once), so does this script.
"""
import textwrap
from pathlib import Path

import ml_dtypes
import numpy as np

TYPES = {"bool_": "bool", "int8": "std::int8_t", "int16": "std::int16_t", "int32": "std::int32_t", "int64": "std::int64_t",
         "uint8": "std::uint8_t", "uint16": "std::uint16_t", "uint32": "std::uint32_t", "uint64": "std::uint64_t",
         "float16": "float16", "bfloat16": "bfloat16", "float32": "float", "float64": "double",
         "complex64": "complex<float>", "complex128": "complex<double>"}


def literal(v):
    if isinstance(v, (int, np.integer, bool, np.bool_)):
        return "0x%xull" % int(v) if int(v) > 2**63 - 1 else "-0x7fffffffffffffffll - 1" if int(v) == -2**63 else f"{int(v)}ll"
    v = float(v)
    return "nan" if v != v else ("-" if v < 0 else "") + "inf" if np.isinf(v) else v.hex() + "l"


def array(name, values):
    flat = np.asarray(values).ravel()
    if flat.dtype.kind == "c":
        flat = np.stack([flat.real, flat.imag], axis=1).ravel()
    text = f"static constexpr long double {name}[] = {{{', '.join(literal(v) for v in flat.tolist())}}};"
    return "\n".join(textwrap.wrap(text, 120, initial_indent="    ", subsequent_indent="        "))


def operands(name):
    """An operand of 12 elements with the type's extremes, and a small one whose sums and quantiles are exact."""
    if name == "bool_":
        x = np.array([1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0], bool)
        return x, x[:9]
    t = np.dtype(getattr(ml_dtypes, name)) if name == "bfloat16" else np.dtype(name)
    if t.kind in "iu":
        info = np.iinfo(t)
        x = np.array([3, info.max, 7, info.min, 1, 3, 0, 7, info.max - 1, 2, info.min, 5]).astype(t) if t.kind == "i" else np.array(
            [3, info.max, 7, 0, 1, 3, 0, 7, info.max - 1, 2, info.max // 2 + 1, 5], dtype=object).astype(t)
        return x, np.array([3, 1, 2, 1, 4, 2, 1, 3, 2]).astype(t)
    if t.kind == "c":
        x = np.array([1 + 2j, 1 - 2j, -3, 1 + 2j, 2j, 0, -2j, 5, complex(np.inf, 1), complex(0, -np.inf), 5, -3]).astype(t)
        return x, np.array([1, 1j, -1, 2 + 1j, 0.5, 1 - 1j, 2, -1j, 1]).astype(t)
    largest = float(ml_dtypes.finfo(t).max)
    x = np.array([1.5, np.inf, -2.25, largest, np.nan, 1.5, -np.inf, 0.25, -2.25, 0.0, -largest, 8]).astype(t)
    return x, np.array([1.5, -0.5, 2, 4, -0.25, 1, 0.5, -1.5, 3]).astype(t)


def totals(x, f):
    wide = x.astype(np.float32) if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x
    result = f(wide)
    return result.astype(x.dtype) if wide is not x else result


def main():
    out = ["// SPDX-License-Identifier: MIT", "// What NumPy answers for elements of every type: by_type<T>.",
           "// Written by make_by_type.py: change that script, not this file.", "#pragma once", "",
           "#include <cstdint>", "#include <limits>", "", "#include <twill/complex.hpp>", "#include <twill/half.hpp>", "",
           "namespace twill::goldens {", "", "inline constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();",
           "inline constexpr long double inf = std::numeric_limits<long double>::infinity();", "",
           "template <class T>", "struct by_type;", ""]
    where = np.array([4, -1, 0, 4, 7])
    for name, ctype in TYPES.items():
        x, few = operands(name)
        parts = [array("operand", x), array("few", few)]
        # NumPy's own sorts do not know where the NaN of ml_dtypes goes.
        key = x.astype(np.float32) if name == "bfloat16" else x
        order = np.argsort(key, kind="stable")
        unique, counts = np.unique(key, return_counts=True)
        parts += [array("order", order), array("sorted", x[order]), array("unique", unique), array("counts", counts)]
        parts += [array("sums", totals(few, np.cumsum)), array("products", totals(few, np.cumprod))]
        chosen = np.take(x, where)
        written = x.copy()
        np.put(written, where[1:4], few[:3])
        parts += [array("chosen", chosen), array("written", written)]
        if name != "bool_":
            added = few.copy()
            np.add.at(added, where, few[:5])
            parts.append(array("added", added))
            if few.dtype.kind != "c":
                wide = few.astype(np.float32) if few.dtype.itemsize == 2 and few.dtype.kind not in "iu" else few
                parts.append(array("quantiles", np.quantile(wide, [0, 0.25, 0.3125, 0.5, 1])))
        m = few.reshape(3, 3)
        parts += [array("constant", np.pad(m, ((1, 2), (0, 1)), constant_values=few[0])),
                  array("reflected", np.pad(m, 2, mode="reflect")), array("wrapped", np.pad(m, ((0, 3), (4, 0)), mode="wrap"))]
        out += ["template <>", f"struct by_type<{ctype}> {{", *parts, "};", ""]
    out += ["}  // namespace twill::goldens", ""]
    (Path(__file__).parent / "by_type.hpp").write_text("\n".join(out))


if __name__ == "__main__":
    main()
