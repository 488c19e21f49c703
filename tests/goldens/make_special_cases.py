#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes special_cases.hpp and special_cases_complex.hpp beside it: the statements of the Python array API standard (2024.12) about
special values of element-wise functions of real and of complex numbers, each applied to every sample that it speaks of.

    python3 tests/goldens/make_special_cases.py

A statement is "when: result", of two operands "when, when: result"; `when` is a class of samples, `result` a value, x or y. Statements
that contradict each other are an error, and so is one that speaks of no sample. Where the standard leaves a choice to match Python
(quotients of infinities), SEMANTICS 14 has taken it.

Of complex numbers "real, imaginary: real imaginary"; ? before a value: its sign is not stated. The standard states these for one
quadrant or half plane, and says which symmetry gives the rest: `conjugate`, and `odd` or `even`.
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


PARTS = [NAN, 0.0, -0.0, 0.5, 1.0, -1.0, -1.25, INF, -INF]
CLASSES |= {"fin>=0": lambda v: finite(v) and not negative(v), "!=0 or nan": lambda v: v != 0}
NANS_OF_COMPLEX = "nan, nan: nan nan"
COMPLEX = {
    "acos": ("conjugate", "0, +0: pi/2 -0; 0, nan: pi/2 nan; finite, inf: pi/2 -inf; fin!=0, nan: nan nan; -inf, +fin: pi -inf; "
             "inf, +fin: +0 -inf; -inf, inf: 3pi/4 -inf; inf, inf: pi/4 -inf; +-inf, nan: nan ?inf; nan, finite: nan nan; nan, inf: nan -inf"),
    "acosh": ("conjugate", "0, +0: +0 pi/2; finite, inf: inf pi/2; fin!=0, nan: nan nan; +0, nan: nan ?pi/2; -inf, +fin: inf pi; "
              "inf, +fin: inf +0; -inf, inf: inf 3pi/4; inf, inf: inf pi/4; +-inf, nan: inf nan; nan, finite: nan nan; nan, inf: inf nan"),
    "asinh": ("conjugate odd", "+0, +0: +0 +0; +fin, inf: inf pi/2; fin>=0, nan: nan nan; inf, +fin: inf +0; inf, inf: inf pi/4; "
              "inf, nan: inf nan; nan, +0: nan +0; nan, fin!=0: nan nan; nan, inf: ?inf nan"),
    "atanh": ("conjugate odd", "+0, +0: +0 +0; +0, nan: +0 nan; 1, +0: inf +0; +fin, inf: +0 pi/2; +fin, nan: nan nan; inf, +fin: +0 pi/2; "
              "inf, inf: +0 pi/2; inf, nan: +0 nan; nan, finite: nan nan; nan, inf: ?+0 pi/2"),
    "cosh": ("conjugate even", "+0, +0: 1 +0; +0, inf: nan ?+0; +0, nan: nan ?+0; +fin, inf: nan nan; +fin, nan: nan nan; inf, +0: inf +0; "
             "inf, +fin: inf*cis; inf, inf: ?inf nan; inf, nan: inf nan; nan, +0: nan ?+0; nan, fin!=0: nan nan"),
    "exp": ("conjugate", "0, +0: 1 +0; finite, inf: nan nan; finite, nan: nan nan; inf, +0: inf +0; -inf, fin>=0: 0*cis; inf, +fin: inf*cis; "
            "-inf, inf: ?+0 ?+0; inf, inf: ?inf nan; -inf, nan: ?+0 ?+0; inf, nan: ?inf nan; nan, +0: nan +0; nan, !=0 or nan: nan nan"),
    "expm1": ("conjugate", "0, +0: ?+0 +0; finite, inf: nan nan; finite, nan: nan nan; inf, +0: inf +0; -inf, fin>=0: 0*cis-1; inf, +fin: inf*cis; "
              "-inf, inf: -1 ?+0; inf, inf: ?inf nan; -inf, nan: -1 ?+0; inf, nan: ?inf nan; nan, +0: nan +0; nan, !=0 or nan: nan nan"),
    "log": ("conjugate", "-0, +0: -inf pi; +0, +0: -inf +0; finite, inf: inf pi/2; finite, nan: nan nan; -inf, +fin: inf pi; inf, +fin: inf +0; "
            "-inf, inf: inf 3pi/4; inf, inf: inf pi/4; +-inf, nan: inf nan; nan, finite: nan nan; nan, inf: inf nan"),
    "log1p": ("conjugate", "-1, +0: -inf +0; finite, inf: inf pi/2; finite, nan: nan nan; -inf, +fin: inf pi; inf, +fin: inf +0; "
              "-inf, inf: inf 3pi/4; inf, inf: inf pi/4; +-inf, nan: inf nan; nan, finite: nan nan; nan, inf: inf nan"),
    "sign": ("", "0, 0: +0 +0; nan, any: nan nan; any, nan: nan nan"),
    "sinh": ("conjugate odd", "+0, +0: +0 +0; +0, inf: ?+0 nan; +0, nan: ?+0 nan; +fin, inf: nan nan; +fin, nan: nan nan; inf, +0: inf +0; "
             "inf, +fin: inf*cis; inf, inf: ?inf nan; inf, nan: ?inf nan; nan, +0: nan +0; nan, fin!=0: nan nan"),
    "sqrt": ("conjugate", "0, +0: +0 +0; any, inf: inf inf; finite, nan: nan nan; -inf, +fin: +0 inf; inf, +fin: inf +0; -inf, nan: nan ?inf; "
             "inf, nan: inf nan; nan, nan or finite: nan nan"),
    # That the imaginary part of tanh(inf + iy) is +0 holds in the first quadrant of y alone in C, whose sign is that of sin(2y).
    "tanh": ("conjugate odd", "+0, +0: +0 +0; +fin, inf: nan nan; +0, inf: +0 nan; +fin, nan: nan nan; +0, nan: +0 nan; inf, +fin: 1 +0; "
             "inf, inf: 1 ?+0; inf, nan: 1 ?+0; nan, +0: nan +0; nan, fin!=0: nan nan"),
}
# sin(z) = -i sinh(iz) and so on, as the standard defines them.
TURNED = {"asin": "asinh", "atan": "atanh", "cos": "cosh", "sin": "sinh", "tan": "tanh"}


class Part:
    """A real or imaginary part; `either`: of either sign."""

    def __init__(self, value, either=False):
        self.value, self.either = value, either

    def __neg__(self):
        return self if self.value != self.value else Part(-self.value, self.either)

    def agrees(self, other):
        return same(self.value, other.value) or (self.either or other.either) and abs(self.value) == abs(other.value)


def parts(text, y):
    if text in ("inf*cis", "0*cis", "0*cis-1"):
        cosine, sine = math.cos(y), math.sin(y)
        scale = INF if text == "inf*cis" else 0.0
        return Part(-1.0 if text == "0*cis-1" else math.copysign(scale, cosine)), Part(math.copysign(scale, sine))
    return tuple(Part(VALUES[word.lstrip("?")], word.startswith("?")) for word in text.split())


def stated_complex(name, x, y):
    """The two parts of the result, or None."""
    if name in TURNED:
        found = stated_complex(TURNED[name], -y, x)
        if found is None or name == "cos":
            return found
        return found[1], -found[0]
    if name in ("log2", "log10"):
        found = stated_complex("log", x, y)
        return found and (found[0], Part(found[1].value / math.log(int(name[3:])), found[1].either))
    symmetry, statements = COMPLEX[name]
    mirrored = ("odd" in symmetry or "even" in symmetry) and negative(x) and x == x
    if mirrored:
        x, y = -x, -y
    below = "conjugate" in symmetry and negative(y) and y == y
    if below:
        y = -y
    found = None
    for statement in (statements + "; " + NANS_OF_COMPLEX).split(";"):
        when, then = (part.strip() for part in statement.split(":"))
        of_x, of_y = (CLASSES[c.strip()] for c in when.split(","))
        if of_x(x) and of_y(y):
            r = parts(then, y)
            assert found is None or all(a.agrees(b) for a, b in zip(found, r)), (name, statement, x, y)
            found = r
    if found and below:
        found = found[0], -found[1]
    if found and mirrored and "odd" in symmetry:
        found = -found[0], -found[1]
    return found


def emit_complex():
    out = ["// SPDX-License-Identifier: MIT", "// What the Python array API standard (2024.12) states of special values of functions of complex numbers.",
           "// Written by make_special_cases.py: change that script, not this file.", "#pragma once", "", '#include "golden.hpp"', "",
           "namespace twill::goldens::special {", "", "/// f(x + iy) = real + i imag; `either` & 1: the real part is of either sign, & 2: the imaginary.",
           "struct complex_case {", "    double x, y, real, imag;", "    int either = 0;", "};", ""]
    emit(out, "parts", PARTS)
    for name in sorted([*COMPLEX, *TURNED, "log2", "log10"]):
        cases = []
        for x in PARTS:
            for y in PARTS:
                found = stated_complex(name, x, y)
                if found:
                    either = found[0].either + 2 * found[1].either
                    numbers = [literal(v) for v in (x, y, found[0].value, found[1].value)] + ([str(either)] if either else [])
                    cases.append("{" + ", ".join(numbers) + "}")
        line = f"inline constexpr complex_case {name}_of_complex[] = {{"
        for i, case in enumerate(cases):
            text = case + (", " if i + 1 < len(cases) else "};")
            if len(line) + len(text) > 110:
                out.append(line.rstrip())
                line = "    "
            line += text
        out.append(line)
    out += ["", "}  // namespace twill::goldens::special", ""]
    Path(__file__).with_name("special_cases_complex.hpp").write_text("\n".join(out))


LETTERS = {}  # of values, as literals


def letter(v):
    key = "unstated" if v is None else literal(v)
    if key not in LETTERS:
        LETTERS[key] = {"unstated": ".", "nan64": "n", "-nan64": "N", "inf64": "i", "-inf64": "I", "0.0": "0", "-0.0": "o", "1.0": "1", "-1.0": "l"}.get(
            key) or next(c for c in "abcdefghjkmpqrstuvwxyzABCDEFGHJK" if c not in LETTERS.values())
    return LETTERS[key]


def emit_letters(out, name, values):
    text = "".join(letter(v) for v in values)
    lines = [text[k:k + 90] for k in range(0, len(text), 90)]
    out.append(f"inline constexpr char {name}[] =" + "".join(f'\n    "{line}"' for line in lines) + ";")


def main():
    emit_complex()
    out = ["// SPDX-License-Identifier: MIT", "// What the Python array API standard (2024.12) states of special values; unstated where it states nothing.",
           "// Written by make_special_cases.py: change that script, not this file.", "#pragma once", "", '#include "golden.hpp"', "",
           "namespace twill::goldens::special {", "", "// Results are letters, one for each sample; `results` says which are what.",
           "inline constexpr double unstated = 4242.4242;", ""]
    emit(out, "one", ONE)
    for name, statements in UNARY.items():
        emit_letters(out, name + "_of", answers(name, statements, [(v,) for v in ONE]))
    pairs = [(a, b) for a in TWO for b in TWO]
    emit(out, "first", [a for a, _ in pairs])
    emit(out, "second", [b for _, b in pairs])
    for name, statements in BINARY.items():
        flip = -1 if name == "subtract" else 1
        found = answers(name, statements, [(a, flip * b) for a, b in pairs])
        emit_letters(out, name + "_of", found)
    out += ["", "struct result_of {", "    char letter;", "    double value;", "};", "inline constexpr result_of results[] = {"]
    out += [f"    {{'{c}', {key}}}," for key, c in LETTERS.items()] + ["};"]
    out += ["", "}  // namespace twill::goldens::special", ""]
    Path(__file__).with_name("special_cases.hpp").write_text("\n".join(out))


if __name__ == "__main__":
    main()
