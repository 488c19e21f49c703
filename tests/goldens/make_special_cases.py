#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes special_cases.hpp beside it: the statements of the Python array API standard (2024.12) about special values of element-wise
functions of real numbers, each applied to every sample that it speaks of.

    python3 tests/goldens/make_special_cases.py

A statement is "when: result", of two operands "when, when: result"; `when` is a class of samples, `result` a value, x or y. Statements
that contradict each other are an error, and so is one that speaks of no sample. Where the standard leaves a choice to match Python
(quotients of infinities), SEMANTICS 14 has taken it.
"""
import math
from pathlib import Path

NAN, INF = math.nan, math.inf
ONE = [NAN, -NAN, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.5, -2.5, 3.0, -3.0, 1e30, -1e30, INF, -INF]
TWO = [NAN, -NAN, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, INF, -INF]


def negative(v):
    return math.copysign(1, v) < 0


finite = math.isfinite
CLASSES = {
    "any": lambda v: True, "nan": lambda v: v != v, "nan+": lambda v: v != v and not negative(v), "nan-": lambda v: v != v and negative(v),
    "number": lambda v: v == v, "inf": lambda v: v == INF, "-inf": lambda v: v == -INF, "+-inf": lambda v: abs(v) == INF,
    "+0": lambda v: v == 0 and not negative(v), "-0": lambda v: v == 0 and negative(v), "0": lambda v: v == 0,
    ">0": lambda v: v > 0, "<0": lambda v: v < 0, "!=0": lambda v: v != 0, "finite": finite, "+fin": lambda v: finite(v) and v > 0,
    "-fin": lambda v: finite(v) and v < 0, "fin!=0": lambda v: finite(v) and v != 0, "1": lambda v: v == 1, "-1": lambda v: v == -1,
    ">1": lambda v: v > 1, "<1": lambda v: v < 1, "<-1": lambda v: v < -1, "!=1": lambda v: v != 1, "whole": lambda v: finite(v) and v == int(v),
    "half": lambda v: finite(v) and abs(v) < 1e6 and v * 2 % 2 == 1, "|>1|": lambda v: abs(v) > 1, "|<1|": lambda v: abs(v) < 1,
    "|1|": lambda v: abs(v) == 1, "odd>0": lambda v: finite(v) and v > 0 and v % 2 == 1, "odd<0": lambda v: finite(v) and v < 0 and v % 2 == 1,
    "not odd>0": lambda v: v > 0 and not (finite(v) and v % 2 == 1), "not odd<0": lambda v: v < 0 and not (finite(v) and v % 2 == 1),
    "fraction": lambda v: finite(v) and v != int(v), "not nan nor 0": lambda v: v == v and v != 0, "nan or finite": lambda v: v != v or finite(v),
}
VALUES = {"nan": NAN, "inf": INF, "-inf": -INF, "+0": 0.0, "-0": -0.0, "1": 1.0, "-1": -1.0, "pi": math.pi, "-pi": -math.pi,
          "pi/2": math.pi / 2, "-pi/2": -math.pi / 2, "pi/4": math.pi / 4, "-pi/4": -math.pi / 4, "3pi/4": 0.75 * math.pi,
          "-3pi/4": -0.75 * math.pi, "true": 1.0, "false": 0.0}
TREND = "nan: nan; +0: +0; -0: -0; inf: inf; -inf: -inf"
ROUNDED = "whole: x; inf: inf; -inf: -inf; +0: +0; -0: -0; nan: nan"
LOGARITHM = "nan: nan; <0: nan; 0: -inf; 1: +0; inf: inf"
WAVE = "nan: nan; +0: +0; -0: -0; +-inf: nan"
UNARY = {
    "abs": "nan: nan; -0: +0; -inf: inf; +0: +0; inf: inf", "acos": "nan: nan; >1: nan; <-1: nan; 1: +0",
    "acosh": "nan: nan; <1: nan; 1: +0; inf: inf", "asin": "nan: nan; >1: nan; <-1: nan; +0: +0; -0: -0", "asinh": TREND,
    "atan": "nan: nan; +0: +0; -0: -0; inf: pi/2; -inf: -pi/2", "atanh": "nan: nan; <-1: nan; >1: nan; -1: -inf; 1: inf; +0: +0; -0: -0",
    "ceil": ROUNDED, "cos": "nan: nan; 0: 1; +-inf: nan", "cosh": "nan: nan; 0: 1; inf: inf; -inf: inf",
    "exp": "nan: nan; 0: 1; inf: inf; -inf: +0", "expm1": "nan: nan; +0: +0; -0: -0; inf: inf; -inf: -1", "floor": ROUNDED,
    "isfinite": "+-inf: false; nan: false; finite: true", "isinf": "+-inf: true; finite: false; nan: false", "isnan": "nan: true; number: false",
    "log": LOGARITHM, "log1p": "nan: nan; <-1: nan; -1: -inf; -0: -0; +0: +0; inf: inf", "log2": LOGARITHM, "log10": LOGARITHM,
    "round": ROUNDED + "; half: even", "sign": "<0: -1; 0: +0; >0: 1; nan: nan",
    "signbit": "+0: false; -0: true; inf: false; -inf: true; +fin: false; -fin: true; nan+: false; nan-: true", "sin": WAVE, "sinh": TREND,
    "sqrt": "nan: nan; <0: nan; +0: +0; -0: -0; inf: inf", "tan": WAVE, "tanh": "nan: nan; +0: +0; -0: -0; inf: 1; -inf: -1", "trunc": ROUNDED,
}
NANS = "nan, any: nan; any, nan: nan; "
QUOTIENT = NANS + ("+-inf, +-inf: nan; 0, 0: nan; +0, >0: +0; -0, >0: -0; +0, <0: -0; -0, <0: +0; >0, +0: inf; >0, -0: -inf; <0, +0: -inf; "
                   "<0, -0: inf; ")
BINARY = {
    "add": NANS + "inf, -inf: nan; -inf, inf: nan; inf, inf: inf; -inf, -inf: -inf; inf, finite: inf; -inf, finite: -inf; finite, inf: inf; "
                  "finite, -inf: -inf; -0, -0: -0; -0, +0: +0; +0, -0: +0; +0, +0: +0; 0, fin!=0: y; fin!=0, 0: x; fin!=0, fin!=0: +0 if -x",
    "atan2": NANS + ">0, 0: pi/2; +0, >0: +0; +0, +0: +0; +0, -0: pi; +0, <0: pi; -0, >0: -0; -0, +0: -0; -0, -0: -pi; -0, <0: -pi; "
                    "<0, 0: -pi/2; +fin, inf: +0; +fin, -inf: pi; -fin, inf: -0; -fin, -inf: -pi; inf, finite: pi/2; -inf, finite: -pi/2; "
                    "inf, inf: pi/4; inf, -inf: 3pi/4; -inf, inf: -pi/4; -inf, -inf: -3pi/4",
    "copysign": "any, <0: -|x|; any, -0: -|x|; any, +0: |x|; any, >0: |x|; any, nan-: -|x|; any, nan+: |x|",
    "divide": QUOTIENT + "inf, +fin: inf; inf, -fin: -inf; -inf, +fin: -inf; -inf, -fin: inf; +fin, inf: +0; +fin, -inf: -0; -fin, inf: -0; "
                         "-fin, -inf: +0",
    "equal": "nan, any: false; any, nan: false; inf, inf: true; -inf, -inf: true; 0, 0: true; finite, finite: true if x",
    "floor_divide": QUOTIENT + "inf, fin!=0: nan; -inf, fin!=0: nan; +fin, inf: +0; +fin, -inf: -1; -fin, inf: -1; -fin, -inf: +0",
    "hypot": "+-inf, any: inf; any, +-inf: inf; 0, number: |y|; number, 0: |x|; nan or finite, nan: nan; nan, nan or finite: nan",
    "logaddexp": NANS + "inf, number: inf; number, inf: inf",
    "multiply": NANS + "+-inf, 0: nan; 0, +-inf: nan; inf, >0: inf; inf, <0: -inf; -inf, >0: -inf; -inf, <0: inf; >0, inf: inf; >0, -inf: -inf; "
                       "<0, inf: -inf; <0, -inf: inf",
    "nextafter": NANS + "-0, +0: +0; +0, -0: -0",
    "not_equal": "nan, any: true; any, nan: true; inf, -inf: true; -inf, inf: true; finite, finite: true unless x",
    "pow": "!=1, nan: nan if not 1; any, 0: 1; nan, !=0: nan; |>1|, inf: inf; |>1|, -inf: +0; |1|, +-inf: 1; 1, number: 1; |<1|, inf: +0; "
           "|<1|, -inf: inf; inf, >0: inf; inf, <0: +0; -inf, odd>0: -inf; -inf, not odd>0: inf; -inf, odd<0: -0; -inf, not odd<0: +0; "
           "+0, >0: +0; +0, <0: inf; -0, odd>0: -0; -0, not odd>0: +0; -0, odd<0: -inf; -0, not odd<0: inf; -fin, fraction: nan",
    "remainder": NANS + "+-inf, +-inf: nan; 0, 0: nan; 0, >0: +0; 0, <0: -0; >0, 0: nan; <0, 0: nan; +-inf, fin!=0: nan; +fin, inf: x; "
                        "+fin, -inf: y; -fin, inf: y; -fin, -inf: x",
    "maximum": NANS[:-2], "minimum": NANS[:-2],
    # Whether the result has the sign bit, where it is a number.
    "copysign_sign": "any, <0: true; any, -0: true; any, +0: false; any, >0: false; any, nan-: true; any, nan+: false",
    "divide_sign": "+fin, +fin: false; -fin, -fin: false; +fin, -fin: true; -fin, +fin: true",
    "multiply_sign": ">0, >0: false; <0, <0: false; >0, <0: true; <0, >0: true; +0, +fin: false; -0, +fin: true; +0, -fin: true; -0, -fin: false",
}
BINARY["subtract"] = BINARY["add"]  # of x and -y
BINARY["floor_divide_sign"] = BINARY["divide_sign"]


def result(text, x, y):
    """None where the statement does not speak of these after all."""
    if text == "+0 if -x":
        return 0.0 if y == -x else None
    if text in ("true if x", "true unless x"):
        return float((x == y) == (text == "true if x")) if (x == y) == (text == "true if x") else None
    if text == "nan if not 1":
        return NAN
    if text == "even":
        return math.copysign(float(round(x)), x)
    return {"x": x, "y": y, "|x|": abs(x), "-|x|": -abs(x), "|y|": y if y is None else abs(y)}.get(text, VALUES.get(text))


def same(a, b):
    return (a != a and b != b) or (a == b and negative(a) == negative(b))


def answers(name, statements, samples):
    out = [None] * len(samples)
    for statement in statements.split(";"):
        when, then = (part.strip() for part in statement.split(":"))
        classes = [CLASSES[c.strip()] for c in when.split(",")]
        assert then in VALUES or result(then, 1.5, -1.5) is not None or then.startswith("true") or then == "+0 if -x", (name, statement)
        spoken = False
        for i, sample in enumerate(samples):
            if all(c(v) for c, v in zip(classes, sample)):
                r = result(then, *(sample if len(sample) == 2 else (sample[0], None)))
                if r is None:
                    continue
                spoken = True
                if name == "subtract":
                    pass
                assert out[i] is None or same(out[i], r), (name, statement, sample, out[i], r)
                out[i] = r
        assert spoken, (name, statement)
    return out


def literal(v):
    if v is None:
        return "unstated"
    if v != v:
        return "-nan64" if negative(v) else "nan64"
    if abs(v) == INF:
        return "inf64" if v > 0 else "-inf64"
    return repr(v)


def emit(out, name, values):
    line = f"inline constexpr double {name}[] = {{"
    for i, v in enumerate(values):
        text = literal(v) + (", " if i + 1 < len(values) else "};")
        if len(line) + len(text) > 110:
            out.append(line.rstrip())
            line = "    "
        line += text
    out.append(line)


def main():
    out = ["// SPDX-License-Identifier: MIT", "// What the Python array API standard (2024.12) states of special values; unstated where it states nothing.",
           "// Written by make_special_cases.py: change that script, not this file.", "#pragma once", "", '#include "golden.hpp"', "",
           "namespace twill::goldens::special {", "", "inline constexpr double unstated = 4242.4242;", ""]
    emit(out, "one", ONE)
    for name, statements in UNARY.items():
        emit(out, name + "_of", answers(name, statements, [(v,) for v in ONE]))
    pairs = [(a, b) for a in TWO for b in TWO]
    emit(out, "first", [a for a, _ in pairs])
    emit(out, "second", [b for _, b in pairs])
    for name, statements in BINARY.items():
        flip = -1 if name == "subtract" else 1
        found = answers(name, statements, [(a, flip * b) for a, b in pairs])
        emit(out, name + "_of", found)
    out += ["", "}  // namespace twill::goldens::special", ""]
    Path(__file__).with_name("special_cases.hpp").write_text("\n".join(out))


if __name__ == "__main__":
    main()
