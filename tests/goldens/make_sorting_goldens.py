#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sorting.hpp beside it: what NumPy 2 answers for sorts, searches, sets and statistics (SEMANTICS.md, lines 26 and 35).

    /tmp/goldens/bin/python tests/goldens/make_sorting_goldens.py      # the environment of make_goldens.py
"""
import textwrap
from pathlib import Path

import numpy as np

SEED = 20261122
TYPES = {"int8": "std::int8_t", "uint16": "std::uint16_t", "int64": "std::int64_t", "float32": "float", "float64": "double",
         "bool": "bool"}


def literal(v):
    if isinstance(v, (bool, np.bool_)):
        return "true" if v else "false"
    if isinstance(v, np.floating):
        suffix, bits = ("f", 32) if v.dtype == np.float32 else ("", 64)
        if np.isnan(v):
            return f"nan{bits}"
        if np.isinf(v):
            return ("-" if v < 0 else "") + f"inf{bits}"
        return float(v).hex() + suffix
    if int(v) == -2**63:
        return f"{int(v) + 1}ll - 1"
    return str(int(v)) + ("ll" if abs(int(v)) > 0x7fffffff else "")


def array(name, values):
    values = np.asarray(values)
    ctype = TYPES[str(values.dtype)]
    text = f"static constexpr {ctype} {name}[] = {{{', '.join(literal(v) for v in values.ravel())}}};"
    return "\n".join(textwrap.wrap(text, 140, initial_indent="    ", subsequent_indent="        "))


def operands(rng):
    for name in ("int8", "uint16", "int64"):
        t = np.dtype(name)
        info = np.iinfo(t)
        few = rng.integers(max(info.min, -9), 9, 30).astype(t)
        yield name, np.concatenate([few, [t.type(info.max), t.type(info.min), t.type(0)], few[::-3]]).astype(t)
    for name in ("float32", "float64"):
        t = np.dtype(name)
        x = (rng.integers(-20, 20, 24) * 0.37).astype(t)
        special = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf, np.nan, -0.0, np.finfo(t).tiny, np.finfo(t).max, 0.0], t)
        yield name, rng.permutation(np.concatenate([x, special])).astype(t)
    yield "bool", rng.integers(0, 2, 19).astype(bool)


def main():
    rng = np.random.default_rng(SEED)
    out = ["// SPDX-License-Identifier: MIT", "// What NumPy answers for sorts, searches, sets and statistics: sorting_goldens<T>.",
           "// Written by make_sorting_goldens.py: change that script, not this file.", "#pragma once", "",
           "#include <cstdint>", '#include "golden.hpp"', "", "namespace twill::goldens {", "",
           "template <class T> struct sorting_goldens;", ""]
    for name, x in operands(rng):
        out.append(f"template <> struct sorting_goldens<{TYPES[name]}> {{")
        out.append(array("operand", x))
        out.append(array("order", np.argsort(x, kind="stable").astype(np.int64)))
        two = x[:18].reshape(3, 6)
        out.append(array("order_0", np.argsort(two, axis=0, kind="stable").astype(np.int64)))
        out.append(array("order_1", np.argsort(two, axis=1, kind="stable").astype(np.int64)))
        out.append(array("sorted", x[np.argsort(x, kind="stable")]))
        values, index, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
        for n, v in (("unique", values), ("unique_index", index), ("unique_inverse", inverse), ("unique_count", counts)):
            out.append(array(n, v if n == "unique" else v.astype(np.int64)))
        among = np.sort(x)[::2]
        out.append(array("among", among))
        out.append(array("left", np.searchsorted(among, x, "left").astype(np.int64)))
        out.append(array("right", np.searchsorted(among, x, "right").astype(np.int64)))
        # NaN is a member of twill's sets (differs).
        numbers = x[x == x]
        other = rng.permutation(numbers)[:8]
        out.append(array("other", other))
        out.append(array("common", np.intersect1d(x[:12], other)))
        out.append(array("by_third", np.lexsort((x, np.arange(len(x)) % 3)).astype(np.int64)))
        if name != "bool":
            some = numbers[:12]
            out.append(array("some", some))
            for n, f in (("united", np.union1d), ("without_other", np.setdiff1d), ("in_one", np.setxor1d), ("in_other", np.isin)):
                out.append(array(n, f(some, other)))
            finite = x[np.isfinite(x) & (np.abs(x.astype(np.float64)) < 1e3)]
            out.append(array("finite", finite))
            for method in ("linear", "lower", "higher", "nearest", "midpoint", "inverted_cdf", "hazen", "weibull"):
                shares = [0.0, 0.1, 0.25, 0.5, 0.77, 1.0]
                # Integers in float64, as NumPy interpolates them; their own elements are converted.
                out.append(array(f"quantile_{method}", np.array([np.quantile(finite.astype(np.float64) if name[0] != "f" else finite,
                                                                             q, method=method) for q in shares])))
            counts, edges = np.histogram(finite, 7, range=(-5, 6.5))
            out.append(array("histogram", counts.astype(np.int64)))
            out.append(array("edges", edges))
            out.append(array("bins", np.digitize(finite, edges).astype(np.int64)))
            out.append(array("width", np.array([np.ptp(np.clip(finite, -9, 9))])))
            wide = finite.astype(np.float64) if name[0] != "f" else finite
            out.append(array("middle", np.array([np.median(finite)]).astype(wide.dtype)))
            out.append(array("percentile_30", np.array([np.percentile(wide, 30)])))
            if name[0] != "f":
                numbered = np.abs(finite.astype(np.int64)) % 11
                out.append(array("numbered", numbered.astype(finite.dtype)))
                out.append(array("counts", np.bincount(numbered).astype(np.int64)))
            weights = np.arange(len(finite)) * 0.5
            out.append(array("weighted", np.histogram(finite, 7, range=(-5, 6.5), weights=weights)[0]))
            out.append(array("density", np.histogram(finite, 7, range=(-5, 6.5), density=True)[0]))
        out.append("};")
    out += ["", "}  // namespace twill::goldens", ""]
    Path(__file__).with_name("sorting.hpp").write_text("\n".join(out))


if __name__ == "__main__":
    main()
