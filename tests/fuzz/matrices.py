# SPDX-License-Identifier: MIT
"""Random linear algebra on batches of matrices. References are NumPy's in float64; how far results may be follows from the condition of
each matrix, and matrices whose condition leaves no digits are not asked for."""
import numpy as np

import oracle
from expressions import Node, Refused, broadcast
from families import exact, family, kid_values
from oracle import C64, C128, F32, F64, HALVES, Throws, Value
from programs import THEMES, Skipped

REAL = {F32: F32, F64: F64, C64: F32, C128: F64}
SLACK = 20.0


def solver_type(*kids):
    """What elements are computed in: 16-bit floats in float, integers in double."""
    types = [F32 if k.type in HALVES else F64 if k.type.kind < 2 else k.type for k in kids]
    wide = any(REAL[t] is F64 for t in types)
    if any(t.kind == 3 for t in types):
        return C128 if wide else C64
    return F64 if wide else F32


def numbers(x, t):
    """The elements in float64, as the library's solver reads them."""
    exact(x)
    if x.v.size * min(x.v.shape[-2:], default=1) > 1000000:
        raise Skipped  # costs too long
    a = x.v.astype(t.dtype).astype(np.complex128 if t.kind == 3 else np.float64)
    if not np.isfinite(a).all():
        raise Skipped
    return a


def need_square(x):
    if x.v.shape[-1] != x.v.shape[-2]:
        raise Throws


def conditions(a, t):
    """The condition of each matrix, with axes for rows and columns."""
    if 0 in a.shape:
        return np.ones(a.shape[:-2] + (1, 1))
    s = np.linalg.svd(a, compute_uv=False)
    if (s[..., -1] * 0.02 <= max(a.shape[-2:]) * t.eps * s[..., 0]).any():
        raise Skipped  # where it may be singular, it may throw
    return (s[..., 0] / s[..., -1])[..., None, None]


def lengths(a, axes=(-2, -1)):
    return np.sqrt((np.abs(a) ** 2).sum(axes, keepdims=True))


def result(t, v, e):
    v = np.asarray(v)
    return Value(t, v, np.broadcast_to(e, v.shape) + 1e-37)


def unit(a, t):
    return SLACK * max(1, *a.shape[-2:]) * t.eps


def matrices(node, square=False):
    x = node.kids[0]
    if len(x.labels) < 2 or (square and x.labels[-1] != x.labels[-2]):
        raise Refused
    return x.labels


# ---- equations --------------------------------------------------------------------------------------------------------------------------

def infer_solve(node):
    a, b = node.kids
    labels = matrices(node, True)
    if not b.labels or b.labels[-1 if len(b.labels) == 1 else -2] != labels[-1]:
        raise Refused
    sides = (0,) if len(b.labels) == 1 else b.labels[-1:]
    together = broadcast(labels[:-2], b.labels[:-2] if len(b.labels) > 1 else ()) + labels[-1:] + sides
    return solver_type(a, b), together[:-1] if len(b.labels) == 1 else together


TRIANGLE = ("lower", "transposed", "conjugated", "unit_diagonal")


def code_solve(node, k):
    how = node.extra
    if how == "solve":
        return f"tw::linalg::solve({k[0]}, {k[1]})"
    if how == "factors":
        return f"tw::linalg::lu_solve(tw::linalg::lu_factor({k[0]}), {k[1]})"
    return f"tw::linalg::solve_triangular({k[0]}, {k[1]}, {{{', '.join(f'.{n} = true' for n in TRIANGLE if n in how)}}})"


@family("solve", "linalg", infer_solve, code_solve)
def value_solve(node, case):
    t, how = node.type, node.extra
    a, b = (numbers(x, t) for x in kid_values(node, case))
    if isinstance(how, tuple):
        a = np.tril(a) if "lower" in how else np.triu(a)
        if "unit_diagonal" in how:
            a = a - a * np.eye(a.shape[-1]) + np.eye(a.shape[-1])
        if "transposed" in how:
            a = np.swapaxes(a, -1, -2).conj() if "conjugated" in how else np.swapaxes(a, -1, -2)
    cond = conditions(a, t)
    sides = b[:, None] if b.ndim == 1 else b
    x = np.linalg.solve(a, sides) if 0 not in a.shape else np.zeros(np.broadcast_shapes(a.shape[:-2], sides.shape[:-2]) + sides.shape[-2:], a.dtype)
    r = result(t, x, unit(a, t) * cond * lengths(x, (-2,)))
    return r.see(lambda v: v[..., 0]) if b.ndim == 1 else r


def infer_square(node):
    return solver_type(*node.kids), matrices(node, True)


@family("inv", "linalg", infer_square, lambda node, k: f"tw::linalg::inv({k[0]})")
def value_inv(node, case):
    x, = kid_values(node, case)
    need_square(x)
    a = numbers(x, node.type)
    cond = conditions(a, node.type)
    v = np.linalg.inv(a) if a.size else a
    return result(node.type, v, unit(a, node.type) * cond * lengths(v))


def infer_det(node):
    t = solver_type(*node.kids)
    return (REAL[t] if node.extra == "logabsdet" else t), matrices(node, True)[:-2]


@family("det", "linalg", infer_det,
        lambda node, k: f"tw::linalg::det({k[0]})" if node.extra == "det" else f"tw::evaluate(tw::linalg::slogdet({k[0]}).{node.extra})")
def value_det(node, case):
    x, = kid_values(node, case)
    t = solver_type(*node.kids)
    a = numbers(x, t)
    n = a.shape[-1]
    sign, log = np.linalg.slogdet(a)
    if node.extra == "det":
        s = np.linalg.svd(a, compute_uv=False) if a.size else np.ones(a.shape[:-2] + (n,))
        s = s + n * t.eps * s[..., :1]
        with np.errstate(all="ignore"):
            e = unit(a, t) * n * np.exp(np.log(s[..., :-1]).sum(-1)) * s[..., 0] if n else 0.0
            e = np.where(np.isnan(e), 0.0, e)  # of zeros
            path = np.log(s).clip(0).sum(-1) if n else np.zeros(a.shape[:-2])
        if (path > (60 if t.compute.digits == 24 else 600)).any():
            raise Skipped
        return result(t, sign * np.exp(log), e + 1e-30)
    cond = conditions(a, t)[..., 0, 0]
    return result(node.type, sign if node.extra == "sign" else log, unit(a, t) * (cond + np.abs(log) + n))


# ---- factors, put together again ----------------------------------------------------------------------------------------------------------

TOGETHER = {
    "qr": "auto const [q, r] = tw::linalg::qr(x); return tw::evaluate(tw::matmul(q, tw::triu(r)));",
    "complete qr": "auto const [q, r] = tw::linalg::qr(x, tw::linalg::qr_mode::complete); return tw::evaluate(tw::matmul(q, tw::triu(r)));",
    "lu": "auto const [p, l, u] = tw::linalg::lu(x); return tw::evaluate(tw::matmul(p, tw::matmul(tw::tril(l), tw::triu(u))));",
    "svd": "auto const [u, s, vh] = tw::linalg::svd(x, false); "
           "return tw::evaluate(tw::matmul(u * tw::expand_dims(s, tw::axis<-2>), vh));",
    "eigh": "auto const [w, v] = tw::linalg::eigh(x); "
            "return tw::evaluate(tw::matmul(v * tw::expand_dims(w, tw::axis<-2>), ADJOINT(v)));",
    "upper eigh": "auto const [w, v] = tw::linalg::eigh(x, true); "
                  "return tw::evaluate(tw::matmul(v * tw::expand_dims(w, tw::axis<-2>), ADJOINT(v)));",
    "cholesky": "auto const l = tw::linalg::cholesky(positive); return tw::evaluate(tw::matmul(l, ADJOINT(l)));",
    "upper cholesky": "auto const u = tw::linalg::cholesky(positive, true); return tw::evaluate(tw::matmul(ADJOINT(u), u));",
}
SQUARE = ("eigh", "upper eigh", "cholesky", "upper cholesky")


def infer_together(node):
    return solver_type(*node.kids), matrices(node, node.extra in SQUARE)


def code_together(node, k):
    text = TOGETHER[node.extra]
    for name in "vlu":
        text = text.replace(f"ADJOINT({name})", f"tw::{'conj(tw::' * (node.type.kind == 3)}matrix_transpose({name}{')' * (node.type.kind == 3)})")
    if "positive" in text:
        adjoint = f"tw::{'conj(tw::' * (node.type.kind == 3)}matrix_transpose(x{')' * (node.type.kind == 3)})"
        text = f"auto const positive = tw::evaluate(tw::matmul(x, {adjoint}) + tw::eye<{node.type.cpp}>(x.shape()[{len(node.labels) - 1}])); " + text
    return f"[&] {{ auto const x = tw::evaluate(tw::cast<{node.type.cpp}>({k[0]})); {text} }}()"


def hermitian(a, upper):
    low = np.triu(a) if upper else np.tril(a)
    diagonal = low * np.eye(a.shape[-1])
    return low + np.swapaxes(low - diagonal, -1, -2).conj() - 1j * diagonal.imag if a.dtype.kind == "c" else low + np.swapaxes(low - diagonal, -1, -2)


@family("factors", "linalg", infer_together, code_together)
def value_together(node, case):
    x, = kid_values(node, case)
    t, how = node.type, node.extra
    a = numbers(x, t)
    if how in SQUARE[:2]:
        a = hermitian(a, how[0] == "u")
    elif how in SQUARE[2:]:
        a = a @ np.swapaxes(a, -1, -2).conj() + np.eye(a.shape[-1])
    growth = max(1, *a.shape[-2:]) if how == "lu" else 1
    return result(t, a, unit(a, t) * growth * lengths(a))


# ---- numbers of matrices ------------------------------------------------------------------------------------------------------------------

def infer_values(node):
    labels = matrices(node, node.extra != "svdvals")
    if node.extra == "svdvals" and labels[-1] != labels[-2]:
        labels = labels[:-2] + ("?least",)
    else:
        labels = labels[:-1]
    return REAL[solver_type(*node.kids)], labels


@family("values", "linalg", infer_values,
        lambda node, k: f"tw::linalg::{node.extra.split()[-1]}({k[0]}{', true' * ('upper' in node.extra)})")
def value_values(node, case):
    x, = kid_values(node, case)
    a = numbers(x, solver_type(*node.kids))
    if node.extra == "svdvals":
        v = np.linalg.svd(a, compute_uv=False) if a.size else np.zeros(a.shape[:-2] + (min(a.shape[-2:]),))
    else:
        v = np.linalg.eigvalsh(hermitian(a, "upper" in node.extra)) if a.size else a.real[..., 0, :] if a.shape[-1] else np.zeros(a.shape[:-1])
    return result(node.type, v, unit(a, node.type) * lengths(a)[..., 0])


ORDERS = {"fro": "fro", "nuc": "nuc", "inf": np.inf, "one": 1, "two": 2, "minus_one": -1, "minus_two": -2, "minus_inf": -np.inf}


@family("matrix_norm", "linalg", lambda node: (REAL[solver_type(*node.kids)], matrices(node)[:-2]),
        lambda node, k: f"tw::linalg::matrix_norm({k[0]}, tw::linalg::ord::{node.extra})")
def value_norm(node, case):
    x, = kid_values(node, case)
    a = numbers(x, solver_type(*node.kids))
    if 0 in a.shape[-2:]:
        # NumPy's versions differ in the largest of none; a smallest of none is an error in all of them.
        chosen_from = {"minus_inf": a.shape[-2], "minus_one": a.shape[-1], "minus_two": 0}.get(node.extra, 1)
        if chosen_from == 0 and 0 not in a.shape[:-2]:
            raise Throws
        return result(node.type, np.zeros(a.shape[:-2]), 0.0)
    v = np.linalg.norm(a, ORDERS[node.extra], (-2, -1)) if a.size else np.zeros(a.shape[:-2])
    return result(node.type, v, unit(a, node.type) * lengths(a)[..., 0, 0] * np.sqrt(a.shape[-1]))


def infer_pinv(node):
    labels = matrices(node)
    return solver_type(*node.kids), labels[:-2] + labels[-1:] + labels[-2:-1]


@family("pinv", "linalg", infer_pinv, lambda node, k: f"tw::linalg::pinv({k[0]})")
def value_pinv(node, case):
    x, = kid_values(node, case)
    t = node.type
    a = numbers(x, t)
    cond = conditions(a, t)
    v = np.linalg.pinv(a) if a.size else np.zeros(a.shape[:-2] + a.shape[:-3:-1], a.dtype)
    return result(t, v, unit(a, t) * cond ** 2 * lengths(v))


def infer_least(node):
    a, b = node.kids
    labels = matrices(node)
    if len(b.labels) == 1:
        if b.labels[0] != labels[-2]:
            raise Refused
        return solver_type(a, b), labels[:-2] + labels[-1:]
    if len(b.labels) != len(labels) or b.labels[:-1] != labels[:-1]:
        raise Refused
    return solver_type(a, b), labels[:-2] + labels[-1:] + b.labels[-1:]


@family("lstsq", "linalg", infer_least, lambda node, k: f"tw::linalg::lstsq({k[0]}, {k[1]}).x")
def value_least(node, case):
    t = node.type
    a, b = (numbers(x, t) for x in kid_values(node, case))
    cond = conditions(a, t)
    sides = b[:, None] if b.ndim == 1 else b
    inverse = np.linalg.pinv(a) if a.size else np.zeros(a.shape[:-2] + a.shape[:-3:-1], a.dtype)
    x = inverse @ sides
    r = result(t, x, unit(a, t) * cond ** 2 * lengths(inverse) * lengths(sides, (-2,)))
    return r.see(lambda v: v[..., 0]) if b.ndim == 1 else r


# ---- the theme ----------------------------------------------------------------------------------------------------------------------------

def operand_of(s, labels, want):
    x = s.operand(labels, want) if s.rng.random() < 0.8 else s.gen(labels, 1, want)
    if x.labels != tuple(labels) or x.op in ("arange", "full"):
        raise Refused
    return x


def theme_matrices(s):
    r = s.rng
    want = r.choice(["float"] * 4 + ["int"] + ["complex"] * 2)
    batch = tuple(r.sample("kl", r.choice([0, 1, 1, 1, 2])))
    square, tall = batch + ("j", "j"), batch + ("i", "j")
    how = r.choice(["solve", "solve", "solve", "inv", "det", "factors", "factors", "factors", "values", "norm", "pinv", "lstsq"])
    if how == "solve":
        kind = r.choice(["solve", "solve", "factors", tuple(n for n in TRIANGLE if r.random() < 0.5)])
        sides = ("j",) if r.random() < 0.3 else (s.shrunk(batch) if kind == "solve" else batch) + ("j", "i")
        x = Node("solve", (operand_of(s, square, want), operand_of(s, sides, want if r.random() < 0.8 else "float")), kind)
    elif how == "inv":
        x = Node("inv", (operand_of(s, square, want),))
    elif how == "det":
        x = Node("det", (operand_of(s, square, want),), r.choice(["det", "det", "sign", "logabsdet"]))
    elif how == "factors":
        kind = r.choice(list(TOGETHER))
        x = Node("factors", (operand_of(s, square if kind in SQUARE or r.random() < 0.3 else tall, want),), kind)
    elif how == "values":
        kind = r.choice(["svdvals", "svdvals", "eigvalsh", "upper eigvalsh"])
        x = Node("values", (operand_of(s, square if kind != "svdvals" else tall, want),), kind)
    elif how == "norm":
        x = Node("matrix_norm", (operand_of(s, tall, want),), r.choice(list(ORDERS)))
    elif how == "pinv":
        x = Node("pinv", (operand_of(s, tall, want),))
    else:
        sides = ("i",) if r.random() < 0.4 else batch + ("i", "l" if "l" not in batch else "j")
        x = Node("lstsq", (operand_of(s, tall, want), operand_of(s, sides, want)))
    return x


THEMES.update({"matrices": theme_matrices})
