#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the golden headers beside it: what NumPy 2 answers, and where twill differs on purpose what SEMANTICS.md says.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6 mpmath
    /tmp/goldens/bin/python tests/goldens/make_goldens.py

The output depends on this file alone (fixed seeds, exact rounding), so `git diff` is empty after a run that changes nothing.
Integer and exactly rounded results are NumPy's own. Functions that libraries round differently (exp, power, sums, ...) are computed by
mpmath or with rationals and rounded once to the type, so a test states its bound in ulps of the true value. 'line N' is SEMANTICS.md's.
"""
import ctypes
import math
import random
import textwrap
from fractions import Fraction
from itertools import product
from pathlib import Path

import mpmath
import numpy as np

HERE = Path(__file__).resolve().parent
WIDTH = 150
np.seterr(all="ignore")
mpmath.mp.prec = 300
INF, NAN = math.inf, math.nan


# ---- types and exact rounding -----------------------------------------------------------------------------------------------------

class Int:
    def __init__(self, bits, signed):
        self.bits, self.signed = bits, signed
        self.name = ("int" if signed else "uint") + str(bits)
        self.ctype = f"std::{self.name}_t"
        self.min = -(1 << bits - 1) if signed else 0
        self.max = (1 << bits - 1) - 1 if signed else (1 << bits) - 1
        self.dtype = np.dtype(self.name)

    def wrap(self, v):
        v &= (1 << self.bits) - 1
        return v - (1 << self.bits) if self.signed and v > self.max else v

    def literal(self, v):
        assert self.min <= v <= self.max, (self.name, v)
        suffix = {(32, False): "u", (64, True): "ll", (64, False): "ull"}.get((self.bits, self.signed), "")
        if self.bits >= 32 and self.signed and v == self.min:
            return f"{v + 1}{suffix} - 1"
        return f"{v}{suffix if abs(v) > 0x7fffffff or not self.signed else ''}"


class Float:
    def __init__(self, bits, precision, max_exponent, ctype):
        self.bits, self.precision, self.max_exponent, self.ctype = bits, precision, max_exponent, ctype
        self.min_exponent = 1 - max_exponent
        self.name = f"float{bits}"
        self.dtype = np.dtype(self.name)
        self.denormal = math.ldexp(1.0, self.min_exponent - precision + 1)
        self.tiny = math.ldexp(1.0, self.min_exponent)
        self.max = math.ldexp(2.0 - math.ldexp(1.0, 1 - precision), max_exponent)

    def round(self, value):
        """The nearest value of the type, half to even, from a float, a Fraction or an mpf. The result is a Python float."""
        if isinstance(value, mpmath.mpf):
            if value == 0 or not mpmath.isfinite(value):
                return float(value)
            sign, man, exponent, count = value._mpf_
            if exponent + count > 3000:
                return -INF if sign else INF
            if exponent + count < -3000:
                return -0.0 if sign else 0.0
            value = Fraction(-int(man) if sign else int(man)) * Fraction(2) ** exponent
        elif isinstance(value, float) and (value == 0 or not math.isfinite(value)):
            return value
        value = Fraction(value)
        a = abs(value)
        if a == 0:
            return 0.0
        e = a.numerator.bit_length() - a.denominator.bit_length()
        e -= a < Fraction(2) ** e
        q = max(e, self.min_exponent) - self.precision + 1
        n = round(a / Fraction(2) ** q)
        if n.bit_length() + q > self.max_exponent + 1:
            return INF if value > 0 else -INF
        return math.copysign(math.ldexp(n, q), -1 if value < 0 else 1)

    def literal(self, v):
        v = float(v)
        suffix = "f" if self.bits == 32 else ""
        if math.isnan(v):
            return f"nan{self.bits}"
        if math.isinf(v):
            return ("-" if v < 0 else "") + f"inf{self.bits}"
        if abs(v) < 1e6 and v * 8 == int(v * 8):
            return repr(v) + suffix
        mantissa, exponent = v.hex().split("p")
        return mantissa.rstrip("0").rstrip(".") + "p" + exponent + suffix


class Bool:
    name, ctype, dtype = "bool", "bool", np.dtype("bool")

    @staticmethod
    def literal(v):
        return "true" if v else "false"


I8, I16, I32, I64 = (Int(b, True) for b in (8, 16, 32, 64))
U8, U16, U32, U64 = (Int(b, False) for b in (8, 16, 32, 64))
F32, F64 = Float(32, 24, 127, "float"), Float(64, 53, 1023, "double")
BOOL = Bool()


def same(a, b):
    """Equal, with nan equal to nan and the zeros told apart."""
    return (a != a and b != b) or (a == b and math.copysign(1, a) == math.copysign(1, b))


# ---- writing ----------------------------------------------------------------------------------------------------------------------

class Header:
    def __init__(self, name, what, includes=("<cstdint>", '"golden.hpp"')):
        self.path = HERE / name
        self.lines = [f"// {line}" for line in textwrap.wrap(what, 120)]
        self.lines += ["// Written by make_goldens.py: change that script, not this file.", "#pragma once", ""]
        self.lines += [f"#include {i}" for i in includes] + ["", "namespace twill::goldens {", ""]

    def add(self, text="", indent=0):
        self.lines.append((" " * indent + text).rstrip())

    def fill(self, text, indent=4):
        self.lines += textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4),
                                    break_long_words=False, break_on_hyphens=False)

    def arrays(self, kind, **members):
        """static constexpr members of one struct; several that fit share a declaration."""
        texts = [f"{n}[] = {{{', '.join(kind.literal(v) for v in values)}}}" for n, values in members.items()]
        line = ""
        for t in texts:
            if line and len(line) + len(t) > WIDTH - 30:
                self.fill(f"static constexpr {kind.ctype} {line};")
                line = ""
            line += (", " if line else "") + t
        self.fill(f"static constexpr {kind.ctype} {line};")

    def open(self, head):
        self.add(f"{head} {{")

    def close(self, blank=True):
        self.add("};")
        if blank:
            self.add()

    def type_list(self, name, types):
        self.fill(f"using {name} = type_list<{', '.join(types)}>;", 0)
        self.add()

    def write(self):
        self.lines.append("}  // namespace twill::goldens")
        text = "// SPDX-License-Identifier: MIT\n" + "\n".join(self.lines) + "\n"
        assert text.count("\n") <= 400, f"{self.path.name} has {text.count(chr(10))} lines"
        self.path.write_text(text)


def golden():
    h = Header("golden.hpp", "What the golden headers share.", ["<limits>"])
    h.add("template <class... T> struct type_list {};")
    h.add()
    for t in (F32, F64):
        h.add(f"inline constexpr {t.ctype} nan{t.bits} = std::numeric_limits<{t.ctype}>::quiet_NaN();")
        h.add(f"inline constexpr {t.ctype} inf{t.bits} = std::numeric_limits<{t.ctype}>::infinity();")
    h.add()
    h.write()


# ---- integers ---------------------------------------------------------------------------------------------------------------------

def c_divide(t, x, y):     # line 10: truncating (differs); line 11: x/0 = 0, MIN/-1 = MIN
    if y == 0:
        return 0
    q = abs(x) // abs(y)
    return t.wrap(-q if (x < 0) != (y < 0) else q)


def c_modulus(t, x, y):    # line 10: the dividend's sign (differs); line 11: x%0 = 0
    return 0 if y == 0 else x - y * (-(abs(x) // abs(y)) if (x < 0) != (y < 0) else abs(x) // abs(y))


def integer_power(t, x, y):  # line 15: a negative exponent gives 0, 1 and -1 excepted (differs: NumPy throws)
    if y >= 0:
        return t.wrap(pow(x, y, 1 << t.bits))
    return {1: 1, -1: -1 if y % 2 else 1}.get(x, 0)


def left_shift(t, x, n):   # line 12
    return t.wrap(x << n) if 0 <= n < t.bits else 0


def right_shift(t, x, n):  # line 12
    return x >> n if 0 <= n < t.bits else (-1 if x < 0 else 0)


def integer_struct(h, t):
    r = random.Random(t.name)
    if t.signed:
        edges = [0, 1, -1, t.min, t.max]
        more = [(7, 2), (7, -2), (-7, 2), (-7, -2), (6, -3), (100, 2), (100, 100)]
        shift_x, counts = [1, -1, t.max, t.min, 85], [0, 1, t.bits - 1, t.bits, t.bits + 8, -1, t.min]
        bases, exponents = [0, 1, -1, 2, -3, 10, t.max, t.min], [0, 1, 2, 7, -1, -2]
    else:
        edges = [0, 1, 2, t.max, t.max // 2 + 1]
        more = [(7, 2), (2, 7), (6, 3), (200, 100), (100, 200), (t.max, 3), (t.max - 1, t.max)]
        shift_x, counts = [1, t.max, t.max // 2 + 1, 85], [0, 1, t.bits - 1, t.bits, t.bits + 8, t.max]
        bases, exponents = [0, 1, 2, 3, 10, 200, t.max, t.max // 2 + 1], [0, 1, 2, 7, 63, 64]
    pairs = list(product(edges, edges)) + more
    pairs += [(r.randint(t.min, t.max), r.randint(t.min, t.max) >> (t.bits // 2 if i % 2 else 0)) for i in range(8)]
    x, y = zip(*pairs)
    sx, sn = zip(*product(shift_x, counts))
    pb, pe = zip(*product(bases, exponents))
    nx, ny, nsx, nsn, npb, npe = (np.array(a, t.dtype) for a in (x, y, sx, sn, pb, pe))

    def checked(expected, numpy_result):
        assert list(expected) == numpy_result.tolist(), t.name
        return list(expected)

    h.open(f"template <> struct integer_goldens<{t.ctype}>")
    h.arrays(t, x=x)
    h.arrays(t, y=y)
    h.arrays(t, add=checked([t.wrap(a + b) for a, b in pairs], nx + ny))
    h.arrays(t, subtract=checked([t.wrap(a - b) for a, b in pairs], nx - ny))
    h.arrays(t, multiply=checked([t.wrap(a * b) for a, b in pairs], nx * ny))
    h.arrays(t, divide=[c_divide(t, a, b) for a, b in pairs])
    h.arrays(t, modulus=[c_modulus(t, a, b) for a, b in pairs])
    h.arrays(t, floor_divide=checked([t.wrap(a // b) if b else 0 for a, b in pairs], nx // ny))
    h.arrays(t, remainder=checked([a % b if b else 0 for a, b in pairs], nx % ny))
    h.arrays(t, minimum=checked([min(p) for p in pairs], np.minimum(nx, ny)))
    h.arrays(t, maximum=checked([max(p) for p in pairs], np.maximum(nx, ny)))
    h.arrays(t, bitwise_and=checked([a & b for a, b in pairs], nx & ny))
    h.arrays(t, bitwise_or=checked([a | b for a, b in pairs], nx | ny))
    h.arrays(t, bitwise_xor=checked([a ^ b for a, b in pairs], nx ^ ny))
    h.add("// of x alone", 4)
    h.arrays(t, invert=checked([t.wrap(~a) for a in x], ~nx))
    h.arrays(t, negative=checked([t.wrap(-a) for a in x], np.negative(nx)))
    h.arrays(t, absolute=checked([t.wrap(abs(a)) for a in x], np.abs(nx)))
    h.add("// of shift_x and shift_count: counts past the width, negative ones included", 4)
    h.arrays(t, shift_x=sx)
    h.arrays(t, shift_count=sn)
    h.arrays(t, left_shift=checked([left_shift(t, a, n) for a, n in zip(sx, sn)], nsx << nsn))
    h.arrays(t, right_shift=checked([right_shift(t, a, n) for a, n in zip(sx, sn)], nsx >> nsn))
    h.add("// base to exponent; a negative exponent gives 0, of 1 and -1 excepted", 4)
    h.arrays(t, base=pb)
    h.arrays(t, exponent=pe)
    power = [integer_power(t, a, n) for a, n in zip(pb, pe)]
    for p, a, n in zip(power, npb, npe):
        assert n < 0 or p == np.power(a, n)
    h.arrays(t, power=power)
    h.close()


def integer_arithmetic():
    members = ("add subtract multiply divide modulus floor_divide remainder minimum maximum bitwise_and/or/xor of x and y; "
               "divide and modulus are C++'s, floor_divide and remainder NumPy's (SEMANTICS lines 1, 2, 10-12, 15).")
    for name, types in (("signed", (I8, I16, I32, I64)), ("unsigned", (U8, U16, U32, U64))):
        h = Header(f"integer_{name}.hpp", f"Integer arithmetic of the {name} types: {members}")
        h.add("template <class T> struct integer_goldens;")
        h.add()
        for t in types:
            integer_struct(h, t)
        h.write()
    h = Header("integer_arithmetic.hpp", "Integer arithmetic: integer_goldens<T> for the eight integer types.",
               ["<cstdint>", '"golden.hpp"', '"integer_signed.hpp"', '"integer_unsigned.hpp"'])
    h.type_list("integer_types", [t.ctype for t in (I8, I16, I32, I64, U8, U16, U32, U64)])
    h.write()


# ---- floats: exactly rounded operations and two-argument functions ----------------------------------------------------------------

libm = ctypes.CDLL("libm.so.6")


def c_function(name, *args):
    f = getattr(libm, name)
    f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double] * len(args)
    return f(*args)


def ordered_maximum(x, y):  # line 17: nan from either side, -0.0 below +0.0 (NumPy gives either zero)
    if x != x or y != y:
        return NAN
    return max(x, y, key=lambda v: (v, math.copysign(1, v)))


def ordered_minimum(x, y):
    return -ordered_maximum(-x, -y)


def ignoring_nan(f):
    return lambda x, y: y if x != x else x if y != y else f(x, y)


def rounded(t, exact, special, *args):
    """exact(mpf...) rounded once for finite non-zero arguments, special(...) for the others and where exact is no real number."""
    if all(math.isfinite(a) and a != 0 for a in args):
        try:
            v = exact(*(mpmath.mpf(a) for a in args))
            if isinstance(v, mpmath.mpf) and mpmath.isfinite(v):
                return t.round(v)
        except (ValueError, ZeroDivisionError):
            pass
    return t.round(special(*args))


def mp_logaddexp(x, y):
    return max(x, y) + mpmath.log1p(mpmath.exp(min(x, y) - max(x, y)))


def special_logaddexp(x, y):
    if x == y:
        return x if math.isinf(x) else float(np.log(2))  # the other equal pair here is of zeros
    if x != x or y != y:
        return NAN
    if math.isinf(x) or math.isinf(y):
        return max(x, y)
    return float(mp_logaddexp(mpmath.mpf(x), mpmath.mpf(y)))  # one of them is a zero


def float_struct(h, t):
    r = random.Random(t.name)
    f = t.round
    edges = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN]
    d, tiny, big = t.denormal, t.tiny, t.max
    pairs = list(product(edges, edges))
    pairs += [(2.5, INF), (-2.5, INF), (2.5, -INF), (-2.5, -INF), (INF, 2.5), (-INF, 2.5), (INF, -2.5), (0.5, INF), (0.5, -INF),
              (NAN, 2.5), (2.5, NAN), (2.5, 0.0), (-2.5, 0.0), (2.5, -0.0), (0.0, 2.5), (-0.0, 2.5), (0.0, -2.5), (-0.0, -2.5),
              (-INF, 3.0), (-INF, -3.0), (-0.0, -3.0), (1.0, 0.1), (-1.0, 0.1), (5.5, 2.0), (-5.5, 2.0), (5.5, -2.0), (-5.5, -2.0),
              (6.0, -3.0), (-6.0, 3.0), (-8.0, 1 / 3), (-8.0, 3.0), (-2.0, -3.0), (2.0, 0.5), (2.0, -1.0), (3.0, 4.0), (10.0, 10.0),
              (1000.0, 1000.0), (-1000.0, -1000.0), (1000.0, -1000.0), (0.25, 1e-20), (-1e-20, 3.0),
              (d, d), (d, -d), (d, 2.0), (3 * d, 0.5), (-d, 1.0), (1.0, d), (tiny - d, tiny), (tiny, 2.0), (tiny, -tiny), (tiny, tiny),
              (big, big), (big, -big), (big, 2.0), (-big, 0.5), (big, d), (d, big), (big, 1.0), (1.0, big), (big, tiny)]
    pairs += [(r.uniform(-10, 10), r.uniform(-10, 10)) for _ in range(8)]
    pairs += [(r.uniform(0, 10) * 10.0 ** r.randint(-12, 12), r.uniform(-1, 1) * 10.0 ** r.randint(-3, 1)) for _ in range(8)]
    pairs = [(f(a), f(b)) for a, b in pairs]
    nx, ny = (np.array(v, t.dtype) for v in zip(*pairs))

    h.open(f"template <> struct float_goldens<{t.ctype}>")
    h.arrays(t, x=nx)
    h.arrays(t, y=ny)
    h.add("// exactly rounded", 4)
    for name in "add subtract multiply divide remainder floor_divide fmod copysign".split():
        result = getattr(np, name)(nx, ny)
        assert result.dtype == t.dtype
        h.arrays(t, **{name: result})
    for name, function in (("maximum", ordered_maximum), ("minimum", ordered_minimum),
                           ("fmax", ignoring_nan(ordered_maximum)), ("fmin", ignoring_nan(ordered_minimum))):
        result = [function(a, b) for a, b in pairs]
        assert np.array_equal(np.array(result, t.dtype), getattr(np, name)(nx, ny), equal_nan=True)
        if name == "fmax":
            h.add("// the sign of a zero is ours: a test compares with ==", 4)
        h.arrays(t, **{name: result})
    h.add("// the true value rounded once: a test allows some ulps", 4)
    mp = mpmath
    for name, exact, special in (("hypot", mp.hypot, lambda a, b: c_function("hypot", a, b)),
                                 ("atan2", mp.atan2, lambda a, b: c_function("atan2", a, b)),
                                 ("power", mp.power, lambda a, b: c_function("pow", a, b)),
                                 ("logaddexp", mp_logaddexp, special_logaddexp)):
        result = [rounded(t, exact, special, a, b) for a, b in pairs]
        for a, b, v, n in zip(nx, ny, result, getattr(np, name)(nx, ny)):
            assert (v != v and n != n) or v == n or abs(v - n) <= 8 * np.spacing(np.abs(n)), (name, a, b, v, n)
        h.arrays(t, **{name: result})

    u = [0.0, -0.0, INF, -INF, NAN, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.5, -2.5, 3.5, 0.49999997, 0.75, -0.75, 1.25, -3.0, 1 / 3, 100.0,
         2.0 ** 23 - 0.5, 2.0 ** 23 + 1, -(2.0 ** 22 + 0.5), 2.0 ** 31, 2.0 ** 52 - 0.5, 2.0 ** 53, 1e10, -1e20, math.pi, -math.e,
         d, -d, tiny, tiny - d, -tiny, big, -big, math.sqrt(big), math.sqrt(tiny)]
    u = [f(v) for v in u + [r.uniform(-1000, 1000) for _ in range(10)]]
    nu = np.array(u, t.dtype)
    h.add("// of u alone, exactly rounded; round is rint", 4)
    h.arrays(t, u=u)
    for name in "sign rint floor ceil trunc absolute square reciprocal sqrt".split():
        result = getattr(np, name)(nu)
        assert result.dtype == t.dtype
        h.arrays(t, **{name: result})
    for name in "signbit isnan isinf isfinite".split():
        h.arrays(BOOL, **{name: getattr(np, name)(nu)})
    assert same(np.sign(t.dtype.type(-0.0)), 0.0) and same(np.rint(t.dtype.type(-0.5)), -0.0)
    h.close()


def float_arithmetic():
    for t in (F32, F64):
        h = Header(f"float_arithmetic_{t.bits}.hpp", f"Float arithmetic: float_goldens<{t.ctype}>, two-argument operations of x and y and "
                   "one-argument ones of u (SEMANTICS lines 14-18).")
        h.add("template <class T> struct float_goldens;")
        h.add()
        float_struct(h, t)
        h.write()
    h = Header("float_arithmetic.hpp", "Float arithmetic: float_goldens<float> and <double>.",
               ['"float_arithmetic_32.hpp"', '"float_arithmetic_64.hpp"', '"golden.hpp"'])
    h.type_list("float_types", ["float", "double"])
    h.write()


# ---- float functions of one argument ----------------------------------------------------------------------------------------------

def float_functions():
    h = Header("float_functions.hpp", "Float functions of one argument. Every x is a float32 value, so both types can be tested; y is "
               "the true float64 value rounded once, and a float test rounds it again (beyond the range of float that is an infinity).")
    mp = mpmath

    def libm_of(name):
        return lambda v: c_function(name, v)

    def special_rsqrt(v):
        return NAN if v != v or v < 0 else math.copysign(INF, v) if v == 0 else 0.0

    def log_gamma(v):
        return mp.log(abs(mp.gamma(v)))

    zeros, infinities = [0.0, -0.0], [INF, -INF, NAN]
    small = [1e-20, -1e-20, 1e-5, -1e-3]
    denormals = [F32.denormal, 1e-40]

    def span(lo, hi, n):
        return [("u", lo, hi, n)]

    def decades(lo, hi, n):
        return [("d", lo, hi, n)]

    positive = denormals + [0.5, 1.0, 2.0, 10.0, 1 - 2.0 ** -24, 1 + 2.0 ** -23, F32.max] + span(0.05, 20, 14) + decades(-37, 38, 14)
    near_zero = zeros + small + infinities
    trig = near_zero + [1e5, -1e10, 1e30] + span(-7, 7, 22) + span(-1000, 1000, 8)
    unit = near_zero + [1.0, -1.0, 0.5, -0.5, 1.5, -2.0, 1 - 2.0 ** -24, -1 + 2.0 ** -24] + span(-1, 1, 24)
    specs = [
        ("cbrt", mp.cbrt, near_zero + denormals + [8.0, -8.0, 27.0, F32.max] + span(-30, 30, 16) + decades(-37, 38, 14)),
        ("rsqrt", lambda v: 1 / mp.sqrt(v), zeros + infinities + [-1.0, 4.0] + positive),
        ("exp", mp.exp, near_zero + [1.0, -1.0, 88.0, 89.0, -87.0, -100.0, 709.0, 710.0, -745.0, -800.0] + span(-20, 20, 26)),
        ("exp2", lambda v: mp.power(2, v), near_zero + [1.0, -1.0, 10.0, 127.0, 128.0, -149.0, -160.0, 1024.0, -1074.0, -1100.0]
         + span(-30, 30, 26)),
        ("expm1", mp.expm1, near_zero + [1.0, -1.0, 88.0, 89.0, -50.0, 710.0] + span(-1, 1, 14) + span(-20, 20, 14)),
        ("log", mp.log, zeros + infinities + [-1.0] + positive),
        ("log1p", mp.log1p, near_zero + denormals + [-1.0, -2.0, -0.5, 1.0, -1 + 2.0 ** -24, F32.max] + span(-0.9, 2, 18)
         + decades(-6, 38, 10)),
        ("log2", lambda v: mp.log(v, 2), zeros + infinities + [-1.0, 1024.0] + positive),
        ("log10", mp.log10, zeros + infinities + [-1.0, 1000.0] + positive),
        ("sin", mp.sin, trig), ("cos", mp.cos, trig), ("tan", mp.tan, trig),
        ("asin", mp.asin, unit), ("acos", mp.acos, unit),
        ("atan", mp.atan, near_zero + [1.0, -1.0, F32.max] + span(-5, 5, 20) + decades(-8, 9, 10)),
        ("sinh", mp.sinh, near_zero + [88.0, 90.0, -90.0, 710.0, 711.0] + span(-1, 1, 12) + span(-20, 20, 16)),
        ("cosh", mp.cosh, near_zero + [88.0, 90.0, -90.0, 710.0, 711.0] + span(-1, 1, 12) + span(-20, 20, 16)),
        ("tanh", mp.tanh, near_zero + [9.0, -9.5, 20.0, -100.0] + span(-1, 1, 14) + span(-6, 6, 14)),
        ("asinh", mp.asinh, near_zero + [1.0, -1.0, F32.max] + span(-5, 5, 18) + decades(-8, 30, 12)),
        ("acosh", mp.acosh, infinities + [1.0, 0.5, -2.0, 1 + 2.0 ** -23, 1.0001, F32.max] + span(1, 10, 20) + decades(1, 30, 10)),
        ("atanh", mp.atanh, unit),
        ("erf", mp.erf, near_zero + [1.0, -1.0, 4.0, -6.0, 30.0] + span(-3, 3, 28)),
        ("tgamma", mp.gamma, zeros + infinities + [-1.0, -2.0, 0.5, 1.0, 2.0, 5.0, 11.0, 35.0, 36.0, 171.0, 172.0, -0.5, -1.5, -2.5, 1e-5]
         + span(0.01, 6, 14) + span(6, 34, 10)),
        ("lgamma", log_gamma, zeros + infinities + [-1.0, -2.0, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0, 1e10, -0.5, -1.5, 1e-5]
         + span(0.01, 0.8, 6) + span(2.2, 30, 18) + decades(2, 30, 4)),
        ("deg2rad", lambda v: v * mp.pi / 180, near_zero + [1.0, 30.0, 45.0, 90.0, 180.0, -180.0, 360.0] + span(-720, 720, 26)),
        ("rad2deg", lambda v: v * 180 / mp.pi, near_zero + [1.0, -1.0, math.pi, math.pi / 2] + span(-13, 13, 28)),
    ]
    special = {"rsqrt": special_rsqrt, "deg2rad": lambda v: v, "rad2deg": lambda v: v}
    for name, exact, points in specs:
        r = random.Random(name)
        x = []
        for p in points:
            if not isinstance(p, tuple):
                x.append(F32.round(p))
            elif p[0] == "u":
                x += [F32.round(r.uniform(p[1], p[2])) for _ in range(p[3])]
            else:
                x += [F32.round(10.0 ** r.uniform(p[1], p[2])) for _ in range(p[3])]
        y = [rounded(F64, exact, special.get(name) or libm_of(name), v) for v in x]
        if name not in special:
            for a, b in zip(x, y):
                c = c_function(name, a)
                assert (b != b and c != c) or b == c or abs(b - c) <= 8 * np.spacing(abs(c)), (name, a, b, c)
        h.open(f"struct {name}_goldens")
        h.arrays(F64, x=x)
        h.arrays(F64, y=y)
        h.close()
    h.type_list("function_cases", [f"{s[0]}_goldens" for s in specs])
    h.write()


# ---- casts ------------------------------------------------------------------------------------------------------------------------

def casts():
    h = Header("casts.hpp", "cast_goldens<From, To>: cast<To>(from[i]) is to[i]. Float to integer truncates, saturates and gives 0 of nan; integer "
               "to narrower integer wraps; nonzero is true (SEMANTICS line 9); to float rounds half to even. half_goldens: the bits of a "
               "float rounded to 16 bits; a nan is any nan.")

    def float_inputs(f, t):
        v = [0.0, -0.0, 0.5, -0.5, 0.99, -0.99, 1.0, -1.0, 1.5, -1.5, 2.5, -7.9, 100.75, NAN, INF, -INF, f.max, -f.max, f.denormal, -f.denormal]
        for limit in (t.min, t.max):
            v += [float(limit) + k for k in (-1.0, -0.5, 0.0, 0.5, 1.0)]
            v += [float(np.nextafter(f.dtype.type(f.round(float(limit))), f.dtype.type(s))) for s in (-INF, INF)]
        return list(dict.fromkeys(f.literal(f.round(a)) for a in v)), [f.round(a) for a in v]

    def saturate(t, v):  # line 9 (differs)
        return 0 if v != v else t.max if v >= t.max else t.min if v <= t.min else int(v)

    def integer_inputs(s, t):
        v = [0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000, s.min, s.max, s.max - 1,
             t.min, t.max, t.max + 1, t.min - 1]
        r = random.Random(s.name + t.name)
        v += [r.randint(s.min, s.max) for _ in range(4)]
        return list(dict.fromkeys(a for a in v if s.min <= a <= s.max))

    cases = []

    def case(s, t, source, target):
        h.open(f"template <> struct cast_goldens<{s.ctype}, {t.ctype}> : cast_types<{s.ctype}, {t.ctype}>")
        h.arrays(s, **{"from": source})
        h.arrays(t, to=target)
        h.close()
        cases.append(f"cast_goldens<{s.ctype}, {t.ctype}>")

    h.add("template <class From, class To> struct cast_types { using from_type = From; using to_type = To; };")
    h.add("template <class From, class To> struct cast_goldens;")
    h.add()
    for s in (F32, F64):
        for t in (I8, U8, I16, U16, I32, U32, I64, U64):
            if s is F32 and t in (I16, U16):
                continue
            literals, values = float_inputs(s, t)
            source = [next(v for v in values if s.literal(v) == text) for text in literals]
            case(s, t, source, [saturate(t, v) for v in source])
    for s, t in ((I64, I8), (I64, U8), (I64, I16), (I64, I32), (I64, U32), (I64, U64), (I32, I8), (I32, U8), (I32, I16), (I32, U32),
                 (I16, U8), (I8, U8), (U8, I8), (I8, U64), (U32, I32), (U64, I64), (U64, I32), (U64, U8)):
        source = integer_inputs(s, t)
        target = [t.wrap(v) for v in source]
        assert target == np.array(source, s.dtype).astype(t.dtype).tolist()
        case(s, t, source, target)
    for s, t in ((I32, F32), (I64, F32), (I64, F64), (U64, F32), (U64, F64)):
        source = [v for v in (0, 1, -1, 16777216, 16777217, 16777219, -16777217, 2 ** 53 + 1, 2 ** 53 + 3, -(2 ** 53) - 1, s.min, s.max,
                              s.max - 1, 123456789, 2 ** 63 + 1025, 2 ** 62 + 2 ** 38 + 1) if s.min <= v <= s.max]
        target = [t.round(Fraction(v)) for v in source]
        assert target == np.array(source, s.dtype).astype(t.dtype).tolist()
        case(s, t, list(dict.fromkeys(source)), [t.round(Fraction(v)) for v in dict.fromkeys(source)])
    source = [0.0, -0.0, 0.1, -1 / 3, 1e10, NAN, INF, -INF, F32.max, F32.max * 1.00000001, F32.max * 1.0001, -1e300, 1e-40, 1e-46, -1e-300, F32.tiny,
              1 + 2.0 ** -24, 1 + 3 * 2.0 ** -24, 2.0 ** -150, 1.5 * 2.0 ** -150]
    case(F64, F32, source, [F32.round(v) for v in source])
    for s in (F32, F64):
        source = [0.0, -0.0, 1.0, -1.0, 0.5, NAN, INF, -INF, s.denormal, -s.denormal, s.max]
        case(s, BOOL, source, [v != 0 for v in source])
    for s in (I8, U8, I32, I64):
        source = [v for v in (0, 1, -1, 2, 256, 65536, 2 ** 32, s.min, s.max) if s.min <= v <= s.max]
        case(s, BOOL, list(dict.fromkeys(source)), [v != 0 for v in dict.fromkeys(source)])
    for t in (U8, I32, F32, F64):
        case(BOOL, t, [False, True], [0, 1])

    f16 = Float(16, 11, 15, "")
    r = random.Random("half")
    source = [0.0, -0.0, 1.0, -1.0, 0.1, 1 / 3, 65504.0, 65519.0, 65520.0, 1e6, -1e30, F32.max, F32.denormal, 1e-40, 2.0 ** -14, 2.0 ** -24, 2.0 ** -25,
              1.5 * 2.0 ** -25, 1e-5, -6e-8, 1 + 2.0 ** -11, 1 + 3 * 2.0 ** -11, 1 + 2.0 ** -8, 1 + 3 * 2.0 ** -8, INF, -INF, NAN]
    source = [F32.round(v) for v in source + [r.uniform(-100, 100) for _ in range(8)]]
    half = [int(np.array(v, np.float16).view(np.uint16)) for v in source]
    for v, bits in zip(source, half):
        assert same(f16.round(v), float(np.array(bits, np.uint16).view(np.float16)))
    bf16 = Float.__new__(Float)
    bf16.precision, bf16.max_exponent, bf16.min_exponent = 8, 127, -126
    brain = [0x7fc0 if v != v else int(np.array(bf16.round(v), np.float32).view(np.uint32)) >> 16 for v in source]
    h.open("struct half_goldens")
    h.arrays(F32, **{"from": source})
    h.arrays(U16, float16_bits=half)
    h.arrays(U16, bfloat16_bits=brain)
    h.close()
    h.type_list("cast_cases", cases)
    h.write()


# ---- reductions -------------------------------------------------------------------------------------------------------------------

def lanes(a, axes):
    """The slices that a reduction over axes sees, each flat in C order, in the C order of the result."""
    axes = tuple(axes) or tuple(range(a.ndim))
    kept = [i for i in range(a.ndim) if i not in axes]
    b = a.transpose(kept + list(axes)).reshape(int(np.prod([a.shape[i] for i in kept], dtype=int)), -1)
    return list(b)


def exact_moments(lane, ddof):
    v = [Fraction(x.item()) for x in lane]
    mean = sum(v) / len(v)
    return mean, sum((x - mean) ** 2 for x in v) / (len(v) - ddof) if len(v) > ddof else None


def root(q):
    return mpmath.sqrt(mpmath.mpf(q.numerator) / mpmath.mpf(q.denominator))


def reduce_lane(t, ft, lane):
    """Every reduction of one lane; ft is the type of mean, var, stddev and norm."""
    out = {}
    values = lane.tolist()
    finite = isinstance(t, (Int, Bool)) or bool(np.isfinite(lane).all())
    if isinstance(t, Float):
        if finite:
            out["sum"] = t.round(sum(map(Fraction, values)))
            out["prod"] = t.round(math.prod(map(Fraction, values)))
        else:
            out["sum"], out["prod"] = float(lane.sum()), float(lane.prod())
        out["min"], out["max"] = values[0], values[0]
        for v in values:
            out["min"], out["max"] = ordered_minimum(out["min"], v), ordered_maximum(out["max"], v)
        assert out["min"] != out["min"] or out["min"] == lane.min()
    else:
        st = U64 if isinstance(t, Int) and not t.signed else I64   # line 20
        out["sum"], out["prod"] = st.wrap(sum(values)), st.wrap(math.prod(values))
        assert out["sum"] == lane.sum() and out["prod"] == lane.prod() and lane.sum().dtype == st.dtype
        out["min"], out["max"] = lane.min(), lane.max()
    if finite:
        mean, var = exact_moments(lane, 0)
        _, var1 = exact_moments(lane, 1)
        out |= {"mean": ft.round(mean), "var": ft.round(var), "stddev": ft.round(root(var)),
                "var_ddof1": NAN if var1 is None else ft.round(var1), "norm": ft.round(root(sum(Fraction(v) ** 2 for v in values)))}
        assert math.isclose(out["var"], lane.astype(np.float64).var(), rel_tol=1e-6, abs_tol=1e-12)
    else:
        out |= {"mean": lane.mean(), "var": lane.var(), "stddev": lane.std(), "var_ddof1": lane.var(ddof=1) if len(lane) > 1 else NAN, "norm": np.linalg.norm(lane)}
    out |= {"any": lane.any(), "all": lane.all(), "count_nonzero": np.count_nonzero(lane), "argmin": lane.argmin(), "argmax": lane.argmax()}
    return out


def nan_reduce_lane(t, lane):
    kept = lane[~np.isnan(lane)]
    index = np.flatnonzero(~np.isnan(lane))
    if not len(kept):  # line 26; arg* differs: NumPy throws
        return {"nansum": 0.0, "nanprod": 1.0} | dict.fromkeys(("nanmin", "nanmax", "nanmean", "nanvar", "nanstd"), NAN) | {
            "nanargmin": -1, "nanargmax": -1}
    r = reduce_lane(t, t, kept)
    return {"nansum": r["sum"], "nanprod": r["prod"], "nanmin": r["min"], "nanmax": r["max"], "nanmean": r["mean"], "nanvar": r["var"],
            "nanstd": r["stddev"], "nanargmin": index[r["argmin"]], "nanargmax": index[r["argmax"]]}


def reductions():
    what = ("A case (int8_2d, ...) has value_type, shape and x in C order. reduction_goldens<Case, Axes...> has the results over those axes "
            "(none: all of them) in C order of the result; sums are 64 bits wide for integers, means are double for them. Floats are the "
            "true value rounded once. argmin and argmax over two axes count in C order inside those two (NumPy has no such thing).")
    n = Header("nan_reductions.hpp", "The nan family (SEMANTICS line 26): nan_reduction_goldens<Case, Axes...>, of the cases of reductions.hpp "
               "that hold a nan. All-nan: sum 0, prod 1, the rest nan, arg* -1.", ["<cstdint>", '"golden.hpp"', '"reductions.hpp"'])
    headers = {kind: Header(f"reductions_{kind}.hpp", f"Reductions of {kind} arrays (SEMANTICS lines 17, 19-26). {what}")
               for kind in ("integer", "float")}
    for h in headers.values():
        h.add("template <class Case, int... Axes> struct reduction_goldens;")
        h.add()
    r = random.Random("reductions")

    def floats(t, shape, special=()):
        a = np.array([t.round(round(r.gauss(0, 3), 3)) for _ in range(math.prod(shape))], t.dtype).reshape(shape)
        for index, v in special:
            a[index] = v
        return a

    i8 = np.array([[100, 100, 100, -7], [-128, 5, 0, 5], [3, -1, 127, -128]], np.int8)
    u8 = np.array([[200, 100, 0], [255, 255, 1], [7, 0, 255], [3, 200, 0]], np.uint8)
    i32 = np.array([r.choice([r.randint(-9, 9), r.randint(-2 ** 31, 2 ** 31 - 1)]) for _ in range(24)], np.int32).reshape(2, 3, 4)
    b = np.array([[1, 0, 1, 1, 0], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]], np.bool_)
    cases = [("int8_2d", I8, i8), ("uint8_2d", U8, u8), ("int32_3d", I32, i32), ("bool_2d", BOOL, b),
             ("float32_2d", F32, floats(F32, (3, 5))), ("float32_3d", F32, floats(F32, (2, 3, 2))),
             ("float32_nan_2d", F32, floats(F32, (3, 4), [((0, 1), NAN), ((0, 3), NAN), ((2, 1), INF)])),
             ("float64_2d", F64, floats(F64, (4, 1), [((2, 0), 1e8)])), ("float64_3d", F64, floats(F64, (2, 3, 2))),
             ("float64_nan_3d", F64, floats(F64, (2, 2, 3), [((0, 1), NAN), ((1, 0, 1), NAN), ((1, 1, 1), NAN), ((1, 1, 2), -INF)]))]
    n.add("template <class Case, int... Axes> struct nan_reduction_goldens;")
    n.add()
    names, nan_names = [], []
    for name, t, a in cases:
        integral = not isinstance(t, Float)
        ft = F64 if integral else t
        st = t if not integral else U64 if t is U8 else I64
        h = headers["integer" if integral else "float"]
        h.open(f"struct {name}")
        h.add(f"using value_type = {t.ctype};  using sum_type = {st.ctype};  using mean_type = {ft.ctype};", 4)
        h.fill(f"static constexpr int rank = {a.ndim};")
        h.arrays(I64, shape=a.shape)
        h.arrays(t, x=a.ravel().tolist())
        h.close()
        for axes in [(), (0,), (1,)] + ([(2,), (0, 1), (0, 2), (1, 2)] if a.ndim == 3 else []):
            arguments = ", ".join([name, *map(str, axes)])
            results = [reduce_lane(t, ft, lane) for lane in lanes(a, axes)]
            if len(axes) == 1:
                for op in ("argmin", "argmax", "any", "count_nonzero"):
                    flat = np.atleast_1d(getattr(np, op)(a, axis=axes[0])).ravel()
                    assert flat.tolist() == [q[op] for q in results], (name, axes, op)
            h.open(f"template <> struct reduction_goldens<{arguments}>")
            h.arrays(st, **{op: [q[op] for q in results] for op in ("sum", "prod")})
            h.arrays(t, **{op: [q[op] for q in results] for op in ("min", "max")})
            h.arrays(ft, **{op: [q[op] for q in results] for op in ("mean", "var", "stddev", "var_ddof1", "norm")})
            h.arrays(BOOL, **{op: [q[op] for q in results] for op in ("any", "all")})
            h.arrays(I64, **{op: [q[op] for q in results] for op in ("count_nonzero", "argmin", "argmax")})
            h.close(blank=False)
            names.append(f"reduction_goldens<{arguments}>")
            if "nan" in name:
                results = [nan_reduce_lane(t, lane) for lane in lanes(a, axes)]
                n.open(f"template <> struct nan_reduction_goldens<{arguments}>")
                n.arrays(t, **{op: [q[op] for q in results] for op in
                               ("nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd")})
                n.arrays(I64, **{op: [q[op] for q in results] for op in ("nanargmin", "nanargmax")})
                n.close(blank=False)
                nan_names.append(f"nan_reduction_goldens<{arguments}>")
        h.add()
    h.add("// min and max order -0.0 below +0.0 (line 17); no argmin, which sees a tie")
    h.open("struct signed_zero_goldens")
    h.arrays(F64, x=[0.0, -0.0, 0.0], min=[-0.0], max=[0.0])
    h.close()
    for header in headers.values():
        header.write()
    h = Header("reductions.hpp", "Reductions: the cases and reduction_goldens<Case, Axes...>.",
               ['"golden.hpp"', '"reductions_float.hpp"', '"reductions_integer.hpp"'])
    h.type_list("reduction_cases", names)
    h.write()
    n.type_list("nan_reduction_cases", nan_names)
    n.write()


# ---- generators -------------------------------------------------------------------------------------------------------------------

def generators():
    h = Header("generators.hpp", "Generators (SEMANTICS lines 31, 32). A case's first `count` values are the result. arange is start + i*step and "
               "linspace start + i*((stop - start)/div) with the last element stop, each operation rounded: one fused multiply-add moves an "
               "element by at most an ulp of the largest operand. logspace is the true value at linspace's elements, rounded once.")
    limit = 16

    def case_array(kind, t, name, rows):
        h.add(f"inline constexpr {kind}<{t.ctype}> {name}[] = {{")
        for fields, values in rows:
            assert len(values) <= limit
            h.fill("{" + ", ".join(fields) + f", {len(values)}, {{" + ", ".join(t.literal(v) for v in values) + "}},")
        h.close()

    h.add(f"template <class T> struct arange_case {{ T start, stop, step; std::int64_t count; T values[{limit}]; }};")
    h.add(f"template <class T> struct linspace_case {{ T start, stop; std::int64_t num; bool endpoint; std::int64_t count; T values[{limit}]; }};")
    h.add(f"template <class T> struct logspace_case {{ T start, stop, base; std::int64_t num; std::int64_t count; T values[{limit}]; }};")
    h.add("// count is rows*columns; the ones are on diagonal k, in C order")
    h.add(f"template <class T> struct eye_case {{ std::int64_t rows, columns, k; std::int64_t count; T values[{limit}]; }};")
    h.add()

    def arange(t, start, stop, step):
        if isinstance(t, Int):
            values = list(range(start, stop, step))
            assert values == np.arange(start, stop, step, t.dtype).tolist()
        else:
            start, stop, step = map(t.round, (start, stop, step))
            s = t.dtype.type
            count = max(0, math.ceil((stop - start) / step))
            assert count == max(0, math.ceil((s(stop) - s(start)) / s(step)))
            values = [float(s(start) + s(i) * s(step)) for i in range(count)]
            assert len(np.arange(start, stop, step)) == count and np.allclose(values, np.arange(start, stop, step), rtol=1e-6, atol=1e-6)
        return [t.literal(v) for v in (start, stop, step)], values

    rows = {
        I32: [(0, 5, 1), (5, 0, -1), (0, 10, 3), (10, 0, 3), (-3, 4, 2), (0, 0, 1), (0, -10, -4), (2 ** 31 - 8, 2 ** 31 - 1, 2)],
        I64: [(0, 5, 1), (-5, 5, 3), (2 ** 53 + 1, 2 ** 53 + 8, 2), (5, 5, -1), (0, 3 * 2 ** 40, 2 ** 40)],
        U8: [(0, 5, 1), (250, 255, 2), (5, 0, 1)],
        F64: [(0, 5, 1), (0, 1, 0.1), (1, 1.3, 0.1), (0, -1, -0.25), (1, 0, 0.5), (0.5, 3, 0.7), (-2, 2, 0.5), (29, 31, 0.3), (1e10, 1e10 + 2, 0.25)],
        F32: [(0, 5, 1), (0, 1, 0.1), (0, -1, -0.25), (1, 0, 0.5), (0.5, 3, 0.7), (-2, 2, 0.5), (29, 31, 0.3)],
    }
    for t, cases in rows.items():
        case_array("arange_case", t, f"arange_{t.name}", [arange(t, *c) for c in cases])

    def linspace(t, start, stop, num, endpoint):
        s = t.dtype.type
        start, stop = s(start), s(stop)
        div = num - 1 if endpoint else num
        step = (stop - start) / s(div) if div > 0 else s(0)
        values = [start + s(i) * step for i in range(num)]
        if endpoint and num > 1:
            values[-1] = stop
        reference = np.linspace(float(start), float(stop), num, endpoint)
        scale = max(abs(start), abs(stop))
        assert len(reference) == num and all(abs(float(a) - b) <= 2 * np.spacing(scale) for a, b in zip(values, reference))
        if t is F64:
            assert values == reference.tolist()
        return [float(v) for v in values]

    for t in (F64, F32):
        rows = []
        for start, stop, num, endpoint in [(0, 1, 5, True), (0, 1, 5, False), (29, 31, 7, True), (99, 101, 13, True), (-1, 1, 11, True), (2, 2, 3, True),
                                           (3, -1, 6, True), (5, 9, 1, True), (5, 9, 1, False), (5, 9, 0, True), (0, 0.3, 4, True), (0.1, 0.7, 10, False),
                                           (0, 10, 11, True), (1e-3, 1e6, 8, True), (4, 7, 2, True)]:
            start, stop = t.round(float(start)), t.round(float(stop))
            rows.append(([t.literal(start), t.literal(stop), str(num), BOOL.literal(endpoint)], linspace(t, start, stop, num, endpoint)))
        case_array("linspace_case", t, f"linspace_{t.name}", rows)
    for t in (F64, F32):
        rows = []
        for start, stop, base, num in [(0, 3, 10, 4), (-2, 2, 10, 9), (0, 8, 2, 9), (2, 3, 10, 4), (1, 0, math.e, 5), (1, 5, 10, 1), (1, 5, 10, 0)]:
            start, stop, base = (t.round(float(v)) for v in (start, stop, base))
            values = [t.round(mpmath.power(base, mpmath.mpf(v))) for v in linspace(t, start, stop, num, True)]
            assert np.allclose(values, np.logspace(start, stop, num, base=base), rtol=1e-5)
            rows.append(([t.literal(start), t.literal(stop), t.literal(base), str(num)], values))
        case_array("logspace_case", t, f"logspace_{t.name}", rows)
    for t in (F64, I32):
        rows = [([str(n), str(m), str(k)], np.eye(n, m, k, t.dtype).ravel().tolist())
                for n, m, k in [(1, 1, 0), (3, 3, 0), (4, 4, 0), (2, 4, 0), (4, 2, 0), (3, 4, 1), (3, 4, -1), (3, 3, 5), (3, 3, -2), (0, 3, 0)]]
        case_array("eye_case", t, f"eye_{t.name}", rows)

    vectors = {"x": [1.0, 2.0, 3.0, 4.0], "y": [10.0, 20.0, 30.0], "z": [100.0, 200.0]}
    h.add("// meshgrid(x, y[, z]): x_xy is the first result with 'xy' indexing, x_ij with 'ij', ...; in C order of shape_xy and shape_ij")
    for names in ("xy", "xyz"):
        inputs = [np.array(vectors[v]) for v in names]
        h.open(f"struct meshgrid_{len(names)}_goldens")
        h.arrays(F64, **{v: vectors[v] for v in names})
        for indexing in ("xy", "ij"):
            grids = np.meshgrid(*inputs, indexing=indexing)
            h.arrays(I64, **{f"shape_{indexing}": grids[0].shape})
            h.arrays(F64, **{f"{v}_{indexing}": g.ravel() for v, g in zip(names, grids)})
        h.close()
    h.add("// indices(shape): one array for each axis, of that shape")
    for shape in ((4,), (3, 4), (2, 3, 4)):
        h.open(f"struct indices_{len(shape)}_goldens")
        h.arrays(I64, shape=shape, **{f"axis_{i}": g.ravel() for i, g in enumerate(np.indices(shape))})
        h.close()
    h.write()


# ---- printing ---------------------------------------------------------------------------------------------------------------------

def printing():
    headers = {kind: Header(f"printing_{kind}.hpp", f"Printing of {kind} arrays (SEMANTICS line 38): text is str() of the NumPy array of that "
                            "type and shape with the default print options; twill adds a tail with shape and type. value(i) is element i "
                            "in C order.", ["<array>", "<cstddef>", "<cstdint>", '"golden.hpp"']) for kind in ("integer", "float")}
    names = []
    pi_values = [math.pi * 10.0 ** k for k in (-1, 0, 1)]
    nan_row = [[1.0, NAN, -2.5], [INF, -INF, 0.125]]
    cases = [
        ("int32_1d", I32, [1, 2, 3]), ("int32_negative", I32, [-1, 20, -300, 4]), ("int64_2d", I64, [[1, -2, 3], [100, 5, -60000]]),
        ("int32_3d", I32, np.arange(24).reshape(2, 3, 4)), ("int8_2d", I8, [[-128, 127], [0, 5]]), ("uint8_1d", U8, [0, 9, 255]),
        ("uint64_1d", U64, [0, 2 ** 64 - 1]), ("int32_1x1", I32, [[7]]), ("int32_column", I32, [[1], [20], [300]]),
        ("int32_wrapped", I32, np.arange(30) * 1001), ("int32_4d", I32, np.arange(8).reshape(2, 1, 2, 2)),
        ("bool_1d", BOOL, [True, False, True]), ("bool_2d", BOOL, [[True, False], [False, False]]),
        ("float64_1d", F64, [1.0, 2.0, 3.0]), ("float64_mixed", F64, [1.5, -0.25, 100.0]), ("float64_thirds", F64, [1 / 3, 0.1, 2 / 3]),
        ("float64_pi", F64, pi_values), ("float64_nan", F64, [1.0, NAN, 3.5]), ("float64_inf", F64, nan_row), ("float64_only_nan", F64, [NAN, INF, -INF]),
        ("float64_scientific", F64, [1e10, 1e-5, 1.0]), ("float64_scientific_negative", F64, [[-1.5e300, 2.25e-300], [0.0, 123456.789]]),
        ("float64_large", F64, [1e8, 1.0]), ("float64_large_fixed", F64, [99999999.0, 2e7]), ("float64_ratio", F64, [0.001, 1000.5]),
        ("float64_small", F64, [0.00012, 0.00099]), ("float64_scientific_nan", F64, [1e-10, NAN, -INF]), ("float64_zeros", F64, [0.0, -0.0]),
        ("float64_3d", F64, np.arange(12).reshape(2, 2, 3) / 4), ("float64_wrapped", F64, np.arange(20) / 8 - 1),
        ("float64_denormal", F64, [5e-324, 1.7976931348623157e308]), ("float64_2d_thirds", F64, np.arange(6).reshape(2, 3) / 3),
        ("float32_1d", F32, [0.1, 0.2, 0.5]), ("float32_thirds", F32, [1 / 3, 2 / 3, 1e-3]), ("float32_2d", F32, [[1.1, 2.2], [-3.3, 4e4]]),
        ("float32_scientific", F32, [1e-10, 3.4028235e38]), ("float32_large", F32, [16777216.0, 0.5]),
        ("int32_empty", I32, []), ("float64_empty", F64, np.zeros((0, 3))), ("float32_empty_2d", F32, np.zeros((2, 0))),
        ("int32_rank_0", I32, 42), ("float64_rank_0", F64, -2.5), ("float64_rank_0_third", F64, 1 / 3), ("float64_rank_0_large", F64, 1e20),
        ("float32_rank_0", F32, 0.1), ("float64_rank_0_nan", F64, NAN), ("bool_rank_0", BOOL, True),
        # (shape, start, step): element i is start + i*step
        ("int32_1000", I32, ((1000,), 0, 0)), ("int32_1001", I32, ((1001,), 0, 1)), ("float64_1001", F64, ((1001,), -1.5, 0.5)),
        ("int64_2d_summary", I64, ((40, 40), -3, 7)), ("float32_2d_summary", F32, ((4, 300), 0, 0.25)), ("float64_tall_summary", F64, ((600, 2), 0, 1)),
        ("int32_3d_summary", I32, ((8, 5, 30), 0, 1)), ("float64_one_row_summary", F64, ((1, 1200), 0, 1)),
    ]
    for name, t, data in cases:
        formula = isinstance(data, tuple)
        if formula:
            shape, start, step = data
            a = (start + np.arange(math.prod(shape)) * step).astype(t.dtype).reshape(shape)
        else:
            a = np.array(data, t.dtype)
        text = str(a)
        if name == "int32_1000":  # 1000 elements are not summarised; all zero to keep it short
            assert "..." not in text
        h = headers["float" if isinstance(t, Float) else "integer"]
        h.open(f"struct {name}_print")
        h.add(f"using value_type = {t.ctype};", 4)
        h.add(f"static constexpr std::array<std::int64_t, {a.ndim}> shape = {{{', '.join(map(str, a.shape))}}};", 4)
        if formula:
            h.add(f"static constexpr {t.ctype} value(std::int64_t i) {{ return {t.literal(start)} + "
                  f"static_cast<{t.ctype}>(i) * {t.literal(step)}; }}", 4)
        else:
            h.fill(f"static constexpr std::array<{t.ctype}, {a.size}> values = {{{', '.join(t.literal(v) for v in a.ravel().tolist())}}};")
            h.add(f"static constexpr {t.ctype} value(std::int64_t i) {{ return values[static_cast<std::size_t>(i)]; }}" if a.size else
                  f"static constexpr {t.ctype} value(std::int64_t) {{ return {{}}; }}", 4)
        h.add(f'static constexpr const char* text = R"({text})";', 4)
        h.close()
        names.append(f"{name}_print")
    for header in headers.values():
        header.write()
    h = Header("printing.hpp", "Printing: print_cases.", ['"golden.hpp"', '"printing_float.hpp"', '"printing_integer.hpp"'])
    h.type_list("print_cases", names)
    h.write()


if __name__ == "__main__":
    for write in (golden, integer_arithmetic, float_arithmetic, float_functions, casts, reductions, generators, printing):
        write()
