# SPDX-License-Identifier: MIT
"""What an expression of twill must give: values in more digits than it computes with, and how far from them it may be.

Integers and bools are NumPy's own, wrapped to their type. Floats are computed in long double; `e` bounds the rounding of every
operation on the way, so a test needs no tolerance of its own, and is 0 where each operation is exact (small multiples of 1/64).
`bad` marks elements that cannot be predicted: a comparison of two values closer than their errors, an intermediate that may overflow.
The meaning of each operation is SEMANTICS.md's: where that differs from NumPy, so does this file.
"""
import numpy as np

try:
    import ml_dtypes
except ImportError:  # bfloat16 is left out then
    ml_dtypes = None

LD, CLD = np.longdouble, np.clongdouble
np.seterr(all="ignore")


class Throws(Exception):
    """The statement must throw a twill::error."""


class Type:
    def __init__(self, name, cpp, kind, dtype, bits, digits=0, limit=0.0, compute=None):
        self.name, self.cpp, self.kind, self.dtype, self.bits = name, cpp, kind, np.dtype(dtype), bits
        self.signed = kind == 1 and name[0] == "i"
        self.digits, self.limit = digits, limit
        self.compute = compute or self  # 16-bit floats compute in float32

    def __repr__(self):
        return self.name

    @property
    def eps(self):
        return 2.0 ** (1 - self.compute.digits)

    @property
    def stored_eps(self):
        return 2.0 ** (1 - self.digits)


BOOL = Type("bool", "bool", 0, bool, 8)
INTS = [Type(f"{'iu'[u]}{b}", f"std::{'u' * u}int{b}_t", 1, f"{'u' * u}int{b}", b) for b in (8, 16, 32, 64) for u in (0, 1)]
F32 = Type("f32", "float", 2, "float32", 32, 24, 3.4e38)
F64 = Type("f64", "double", 2, "float64", 64, 53, 1.79e308)
F16 = Type("f16", "twill::float16", 2, "float16", 16, 11, 65504.0, F32)
BF16 = Type("bf16", "twill::bfloat16", 2, ml_dtypes.bfloat16, 16, 8, 3.38e38, F32) if ml_dtypes else None
C64 = Type("c64", "twill::complex<float>", 3, "complex64", 64, 24, 3.4e38)
C128 = Type("c128", "twill::complex<double>", 3, "complex128", 128, 53, 1.79e308)
HALVES = [F16, BF16 or F16]  # of one length, so that a seed gives the same statements everywhere
TYPES = {t.name: t for t in [BOOL, *INTS, F16, BF16 or F16, F32, F64, C64, C128]}
I32, I64, U64 = TYPES["i32"], TYPES["i64"], TYPES["u64"]


def promote(a, b):
    """The type of an operation on two arrays, None where twill refuses it."""
    if a is b:
        return a
    if a.kind < b.kind:
        a, b = b, a
    if a.kind == 3:
        return C128 if F64 in (a, b) or C128 in (a, b) else C64
    if a.kind == 2:
        if b.kind < 2:
            return a
        if a.bits == b.bits:
            return None  # float16 with bfloat16: not asked
        return a if a.bits > b.bits else b
    if b.kind == 0 or a.signed == b.signed:
        return a if b.kind == 0 or a.bits >= b.bits else b
    s, u = (a, b) if a.signed else (b, a)
    bits = max(s.bits, 2 * u.bits)
    return TYPES.get(f"i{bits}")


def holds(source, target):
    """Whether an assignment converts without a cast."""
    if source is target:
        return True
    if source.kind == target.kind == 1:
        return target.bits >= source.bits if source.signed == target.signed else target.signed and target.bits > source.bits
    return source.kind <= target.kind


class Value:
    """Elements of a type, a bound of their errors (floats), and which cannot be predicted."""

    def __init__(self, type, v, e=None, bad=None):
        self.type, self.v = type, np.asarray(v)
        if type.kind >= 2:
            self.v = self.v.astype(CLD if type.kind == 3 else LD, copy=False)
            e = np.zeros(self.v.shape) if e is None else np.asarray(e, dtype=np.float64)
            size = np.abs(self.v)
            finite = np.isfinite(size)
            e = np.where(finite, e, 0.0)
            beyond = (finite & (size + e > 0.99 * type.compute.limit)) | ~np.isfinite(e)
            bad = beyond if bad is None else bad | beyond
            e = np.where(np.isfinite(e), e, 0.0)
        else:
            self.v = self.v.astype(type.dtype, copy=False)
        self.e = e
        self.bad = np.zeros(self.v.shape, bool) if bad is None else np.broadcast_to(bad, self.v.shape)

    def see(self, f):
        """The same function of indices applied to every part."""
        result = Value.__new__(Value)
        result.type, result.v, result.bad = self.type, f(self.v), f(self.bad)
        result.e = None if self.e is None else f(self.e)
        return result


def rounding(t, v):
    return t.eps * np.abs(v).astype(np.float64) + (1.5e-45 if t.compute.digits == 24 else 5e-324)


def exactly(t, v, *errors):
    """Where no operand has an error and the result has so few digits that it has none either."""
    if t.kind == 3:
        return exactly_real(t, v.real) & exactly_real(t, v.imag) & np.all([np.broadcast_to(e == 0, v.shape) for e in errors], axis=0)
    return exactly_real(t, v) & np.all([np.broadcast_to(e == 0, v.shape) for e in errors], axis=0)


def exactly_real(t, v):
    w = v * 64
    return ~np.isfinite(v) | ((w == np.rint(w)) & (np.abs(w) < 2.0 ** t.compute.digits))


def times(a, b):
    return np.where((a == 0) | (b == 0), 0.0, a * b).astype(np.float64)


def convert(x, t):
    """As an operand of an operation in type t: no rounding to 16 bits, as a fused expression has none."""
    s = x.type
    if s is t:
        return x
    if t.kind == 0:
        return Value(BOOL, x.v != 0, bad=x.bad if x.e is None else x.bad | ((x.e > 0) & (np.abs(x.v) <= x.e)))
    if t.kind == 1:
        return cast_int(x, t)
    v = x.v.astype(CLD if t.kind == 3 else LD)
    if s.kind < 2:
        exact = np.abs(v) < 2.0 ** t.compute.digits
        return Value(t, v, np.where(exact, 0.0, rounding(t, v)), x.bad)
    if s.compute.digits > t.compute.digits:
        w = v.astype(np.complex64 if t.kind == 3 else np.float32).astype(v.dtype)
        return Value(t, v, x.e + np.where(w == v, 0.0, rounding(t, v)), x.bad)
    return Value(t, v, x.e, x.bad)


def cast_int(x, t):
    if x.type.kind < 2:
        return Value(t, x.v.astype(t.dtype), bad=x.bad)
    v, e = x.v, x.e
    low, high = (LD(int(f(np.iinfo(t.dtype)))) for f in (lambda i: i.min, lambda i: i.max))
    whole = np.clip(np.where(np.isnan(v), 0, np.trunc(v)), low, high)
    down, up = (np.clip(np.trunc(v + s * e), low, high) for s in (-1, 1))
    out = np.zeros(v.shape, t.dtype)
    flat = out.reshape(-1)
    for i, w in enumerate(whole.reshape(-1)):
        flat[i] = int(w)
    return Value(t, out, bad=x.bad | ((e > 0) & (down != up)))


def cast(x, t):
    r = convert(x, t)
    return stored(r) if t in HALVES and x.type is not t else r


def stored(x):
    """As elements in memory, or as the result of a reduction: 16-bit floats have rounded."""
    t = x.type
    if t not in HALVES:
        return x
    w = x.v.astype(np.float32).astype(t.dtype).astype(LD)
    size = np.abs(x.v)
    beyond = np.isfinite(size) & (size + x.e > 0.99 * t.limit)
    e = x.e + np.where((w == x.v) & (x.e == 0), 0.0, t.stored_eps * (size + x.e) + 2e-7 * (t is F16))
    return Value(t, x.v, e, x.bad | beyond)


# ---- element by element -----------------------------------------------------------------------------------------------------------

def integer_binary(op, a, b, t):
    bits, zero = t.bits, t.dtype.type(0)
    if op == "+": return a + b
    if op == "-": return a - b
    if op == "*": return a * b
    if op == "/": return np.floor_divide(a - np.fmod(a, b), b)
    if op == "%": return np.fmod(a, b)
    if op == "floor_divide": return np.floor_divide(a, b)
    if op == "remainder": return np.remainder(a, b)
    if op == "&": return a & b
    if op == "|": return a | b
    if op == "^": return a ^ b
    if op in ("maximum", "fmax"): return np.maximum(a, b)
    if op in ("minimum", "fmin"): return np.minimum(a, b)
    past = (b < 0) | (b >= bits) if t.signed else b >= bits
    count = np.where(past, zero, b).astype(t.dtype)
    if op == "<<": return np.where(past, zero, np.left_shift(a, count)).astype(t.dtype)
    if op == ">>": return np.where(past, np.where(a < 0, -1, 0) if t.signed else zero, np.right_shift(a, count)).astype(t.dtype)
    raise KeyError(op)


COMPARE = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal}
LOGICAL = {"&&": np.logical_and, "||": np.logical_or, "logical_xor": np.logical_xor}


def binary(op, x, y, t):
    """t: the type of the result, or for comparisons the type in which they are made."""
    if op in LOGICAL:
        a, b = convert(x, BOOL), convert(y, BOOL)
        return Value(BOOL, LOGICAL[op](a.v, b.v), bad=a.bad | b.bad)
    if op in COMPARE:
        if x.type.kind < 2 and y.type.kind < 2:
            return Value(BOOL, COMPARE[op](x.v, y.v), bad=x.bad | y.bad)
        a, b = convert(x, t), convert(y, t)
        e = a.e + b.e
        return Value(BOOL, COMPARE[op](a.v, b.v), bad=a.bad | b.bad | ((e > 0) & (np.abs(a.v - b.v) <= e)))
    a, b = convert(x, t), convert(y, t)
    bad = a.bad | b.bad
    if t.kind < 2:
        return Value(t, integer_binary(op, a.v, b.v, t), bad=bad)
    A, B, ea, eb = np.abs(a.v).astype(np.float64), np.abs(b.v).astype(np.float64), a.e, b.e
    if op in "+-":
        v = a.v + b.v if op == "+" else a.v - b.v
        e = ea + eb
    elif op == "*":
        v = a.v * b.v
        # Next to nothing times infinity is NaN, or an infinity of either sign.
        bad = bad | ((ea > 0) & (A <= ea) & ~np.isfinite(B)) | ((eb > 0) & (B <= eb) & ~np.isfinite(A))
        e = times(A, eb) + times(B, ea) + ea * eb
    elif op in ("/", "true_divide"):
        v = a.v / b.v
        least = B - eb
        bad = bad | ((eb > 0) & (least <= 0)) | ((ea > 0) & (A <= ea) & (B == 0))
        if t.kind == 3:
            bad = bad | (B == 0)
        e = np.where(ea + eb > 0, (ea + times(np.abs(v).astype(np.float64), eb)) / np.where(least > 0, least, 1.0), 0.0)
        e = e + (7 * rounding(t, v) if t.kind == 3 else 0.0)
    elif op in ("maximum", "minimum", "fmax", "fmin"):
        v = getattr(np, op)(a.v, b.v)
        return Value(t, v, np.broadcast_to(np.maximum(ea, eb), v.shape), bad)
    elif op == "hypot":
        v = np.hypot(a.v, b.v)
        return Value(t, v, ea + eb + 4 * rounding(t, v), bad)
    elif op == "logaddexp":
        v = np.logaddexp(a.v, b.v)
        return Value(t, v, ea + eb + 4 * rounding(t, v) + 4 * t.eps, bad)
    elif op in ("%", "fmod"):
        v = np.fmod(a.v, b.v)
        return Value(t, v, np.zeros(v.shape), bad | (ea + eb > 0))
    elif op == "remainder":
        v = np.remainder(a.v, b.v)
        return Value(t, v, np.broadcast_to(rounding(t, B), v.shape), bad | (ea + eb > 0))
    elif op == "floor_divide":
        v = np.floor_divide(a.v, b.v)
        return Value(t, v, rounding(t, v) * (np.abs(v) >= 2.0 ** t.compute.digits), bad | (ea + eb > 0))
    else:
        raise KeyError(op)
    return Value(t, v, e + np.where(exactly(t, v, ea, eb), 0.0, rounding(t, v)), bad)


WHOLE = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint}
SMOOTH = {  # the function and how much an error in its operand may grow
    "sin": (np.sin, lambda v, x, e: e), "cos": (np.cos, lambda v, x, e: e), "atan": (np.arctan, lambda v, x, e: e),
    "tanh": (np.tanh, lambda v, x, e: e), "exp": (np.exp, lambda v, x, e: np.abs(v) * np.expm1(e)),
    "erf": (None, lambda v, x, e: 1.2 * e),
}


def unary(op, x, t):
    if op == "!":
        a = convert(x, BOOL)
        return Value(BOOL, ~a.v, bad=a.bad)
    if op in ("isnan", "isfinite"):
        if x.type.kind < 2:
            return Value(BOOL, np.full(x.v.shape, op == "isfinite"), bad=x.bad)
        return Value(BOOL, getattr(np, op)(x.v), bad=x.bad)
    if op in ("real", "imag"):
        return Value(t, getattr(x.v, op), x.e, x.bad)
    if op == "conj":
        return Value(t, np.conj(x.v), x.e, x.bad)
    if op == "abs" and x.type.kind == 3:
        v = np.abs(x.v)
        return Value(t, v, x.e + 4 * rounding(t, v), x.bad)
    a = convert(x, t)
    if t.kind < 2:
        v = a.v
        f = {"-": lambda: -v, "abs": lambda: np.abs(v), "~": lambda: ~v, "square": lambda: v * v, "sign": lambda: np.sign(v),
             "floor": lambda: v, "ceil": lambda: v, "trunc": lambda: v, "rint": lambda: v}[op]
        return Value(t, f(), bad=a.bad)
    if op == "square":
        return binary("*", a, a, t)
    if op in ("-", "abs"):
        return Value(t, -a.v if op == "-" else np.abs(a.v), a.e, a.bad)
    if op == "sign":
        return Value(t, np.sign(a.v), np.zeros(a.v.shape), a.bad | ((a.e > 0) & (np.abs(a.v) <= a.e)))
    if op in WHOLE:
        f = WHOLE[op]
        return Value(t, f(a.v), np.zeros(a.v.shape), a.bad | ((a.e > 0) & (f(a.v - a.e) != f(a.v + a.e))))
    if op in ("sqrt", "log"):
        low = a.v - a.e
        v = getattr(np, op)(a.v)
        bad = a.bad | ((a.e > 0) & (low <= 0))
        safe = np.where(low > 0, low, 1)
        e = a.e / (2 * np.sqrt(safe)) if op == "sqrt" else a.e / safe
        return Value(t, v, np.where(a.e > 0, e, 0.0).astype(np.float64) + 4 * rounding(t, v), bad)
    f, grow = SMOOTH[op]
    v = f(a.v)
    e = np.where(a.e > 0, grow(v, a.v, a.e), 0.0).astype(np.float64)
    return Value(t, v, e + 4 * rounding(t, v), a.bad | (a.e > 1))


def where(c, x, y, t):
    c, a, b = convert(c, BOOL), convert(x, t), convert(y, t)
    e = None if t.kind < 2 else np.where(c.v, a.e, b.e)
    return Value(t, np.where(c.v, a.v, b.v), e, c.bad | np.where(c.v, a.bad, b.bad))


# ---- reductions and scans ---------------------------------------------------------------------------------------------------------

def accumulated(t):
    """The type of a sum."""
    return t if t.kind >= 2 else (U64 if t.kind == 1 and not t.signed else I64)


def reduced_type(name, t):
    if name in ("argmax", "argmin", "count_nonzero"):
        return I64
    if name in ("any", "all"):
        return BOOL
    if name in ("sum", "prod"):
        return accumulated(t)
    if name in ("max", "min"):
        return t
    if name in ("var", "stddev", "norm"):
        return {C64: F32, C128: F64}.get(t, t if t.kind == 2 else F64)
    return t if t.kind >= 2 else F64  # mean


def reduce(name, x, axes, keep):
    """axes: a tuple, () for none, None for all."""
    shape = x.v.shape
    axes = tuple(range(len(shape))) if axes is None else tuple(a % len(shape) for a in axes)
    t = reduced_type(name, x.type)
    n = int(np.prod([shape[a] for a in axes], dtype=np.int64))
    left = tuple(1 if d in axes else s for d, s in enumerate(shape)) if keep else tuple(s for d, s in enumerate(shape) if d not in axes)
    order = [d for d in range(len(shape)) if d not in axes] + sorted(axes)
    rows = x.see(lambda a: a.transpose(order).reshape([s for d, s in enumerate(shape) if d not in axes] + [n]))
    r = reduce_rows(name, rows, n, t)
    return r.see(lambda a: a.reshape(left))


def reduce_rows(name, x, n, t):
    v, e, bad = x.v, x.e, x.bad
    any_bad = bad.any(-1)
    if name in ("max", "min", "argmax", "argmin"):
        if n == 0:
            if all(v.shape[:-1]):
                raise Throws
            return Value(t, np.zeros(v.shape[:-1]))
        if name[:3] != "arg":
            r = (np.max if name == "max" else np.min)(v, -1)
            return stored(Value(t, r, None if e is None else e.max(-1), any_bad))
        index = (np.argmax if name == "argmax" else np.argmin)(v, -1)
        if e is not None:
            best = np.take_along_axis(v, index[..., None], -1)
            near = np.abs(v - best) <= e + np.take_along_axis(e, index[..., None], -1)
            any_bad = any_bad | ((near.sum(-1) > 1) & e.any(-1))
        return Value(t, index, bad=any_bad)
    if name in ("any", "all", "count_nonzero"):
        truth = convert(x, BOOL)
        f = {"any": np.any, "all": np.all, "count_nonzero": np.count_nonzero}[name]
        return Value(t, f(truth.v, axis=-1), bad=truth.bad.any(-1))
    if t.kind == 1:
        return Value(t, (np.sum if name == "sum" else np.prod)(v.astype(t.dtype), -1, dtype=t.dtype), bad=any_bad)
    if x.type.kind < 2:
        x = convert(x, t)
        v, e = x.v, x.e
    size = np.abs(v).astype(np.float64)
    total = size.sum(-1)
    any_bad = any_bad | (np.isfinite(total) & (total > 0.5 * t.compute.limit))
    steps = 4 * np.log2(n + 2) + 4
    if name in ("sum", "mean"):
        r = v.sum(-1)
        # Elements that are small multiples of 1/64 add up without rounding in any order.
        exact = exactly(x.type, v, e).all(-1) & (total * 64 < 2.0 ** t.compute.digits)
        error = e.sum(-1) + np.where(exact, 0.0, steps * t.eps * total)
        if name == "mean":
            r = r / LD(n) if n else r * np.nan
            error = error / max(n, 1) + 2 * rounding(t, r)
        return stored(Value(t, r, error, any_bad))
    if name == "prod":
        r = v.prod(-1)
        tiny = (e > 0) & (size <= 2 * e)
        relative = np.where(size > 0, e / np.where(size > 0, size, 1), 0.0).sum(-1)
        path = np.abs(np.log2(np.where((size > 0) & np.isfinite(size), size, 1))).sum(-1)
        limit = 100 if t.compute.digits == 24 else 900
        return stored(Value(t, r, np.abs(r).astype(np.float64) * (2 * relative + (n + 4) * t.eps * (4 if t.kind == 3 else 1)),
                            any_bad | tiny.any(-1) | (path > limit) | (relative > 0.2)))
    if name == "norm":
        r = np.sqrt((np.abs(v) ** 2).sum(-1))
        any_bad = any_bad | (np.isfinite(r) & (r > 0.5 * float(np.sqrt(t.compute.limit))))
        error = np.sqrt((e ** 2).sum(-1)) + steps * t.eps * r.astype(np.float64) + (1e-22 if t.compute.digits == 24 else 1e-160)
        return stored(Value(t, r, error, any_bad))
    # var, stddev
    if n == 0:
        return Value(t, np.full(v.shape[:-1], np.nan))
    m = v.mean(-1, keepdims=True)
    d = np.abs(v - m)
    r = (d ** 2).mean(-1)
    spread = np.sqrt(r).astype(np.float64)
    most = size.max(-1)
    moved = e.max(-1) * 2 + 4 * t.eps * most
    error = 2 * moved * spread + moved ** 2 + 4 * steps * t.eps * r.astype(np.float64) + 4 * rounding(t, r)
    any_bad = any_bad | (np.isfinite(most) & (most > 0.01 * float(np.sqrt(t.compute.limit / max(n, 1)))))
    r = Value(t, r, error, any_bad)
    if name == "stddev":
        low = np.maximum(r.v - r.e, 0)
        root = np.sqrt(r.v)
        grown = np.maximum(np.sqrt(r.v + r.e) - root, root - np.sqrt(low)).astype(np.float64)
        r = Value(t, root, grown + 4 * rounding(t, root), r.bad)
    return stored(r)


def scan(name, x, axis):
    t = accumulated(x.type) if name in ("cumsum", "cumprod") else x.type
    if name in ("cummax", "cummin"):
        f = np.maximum if name == "cummax" else np.minimum
        e = None if x.e is None else np.maximum.accumulate(x.e, axis)
        return stored(Value(t, f.accumulate(x.v, axis), e, np.logical_or.accumulate(x.bad, axis)))
    bad = np.logical_or.accumulate(x.bad, axis)
    if t.kind == 1:
        f = np.cumsum if name == "cumsum" else np.cumprod
        return Value(t, f(x.v.astype(t.dtype), axis, dtype=t.dtype), bad=bad)
    v, e, size = x.v, x.e, np.abs(x.v).astype(np.float64)
    n = v.shape[axis]
    steps = 4 * np.log2(n + 2) + 8
    if name == "cumsum":
        total = np.cumsum(size, axis)
        exact = np.logical_and.accumulate(exactly(x.type, v, e), axis) & (total * 64 < 2.0 ** t.compute.digits)
        bad = bad | (np.isfinite(total) & (total > 0.5 * t.compute.limit))
        return stored(Value(t, np.cumsum(v, axis), np.cumsum(e, axis) + np.where(exact, 0.0, steps * t.eps * total), bad))
    r = np.cumprod(v, axis)
    relative = np.cumsum(np.where(size > 0, e / np.where(size > 0, size, 1), 0.0), axis)
    path = np.cumsum(np.abs(np.log2(np.where((size > 0) & np.isfinite(size), size, 1))), axis)
    tiny = np.logical_or.accumulate((e > 0) & (size <= 2 * e), axis)
    count = np.cumsum(np.ones(v.shape), axis)
    return stored(Value(t, r, np.abs(r).astype(np.float64) * (2 * relative + (count + 4) * t.eps * (4 if t.kind == 3 else 1)),
                        bad | tiny | (path > (100 if t.compute.digits == 24 else 900)) | (relative > 0.2)))
