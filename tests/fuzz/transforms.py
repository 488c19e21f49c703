# SPDX-License-Identifier: MIT
"""Random Fourier transforms: kinds, axes, lengths, factors, into memory that there is; and shifts."""
import numpy as np

import oracle
from expressions import Node, Refused
from families import family, kid_values
from oracle import C64, C128, CLD, F32, F64, HALVES, LD, Throws, Value
from programs import THEMES, kind_name, some_labels

# Each name: whether its operand and its result are complex, and which direction NumPy's factor goes by.
KINDS = {"fft": "cc", "ifft": "cc", "rfft": "rc", "irfft": "cr", "hfft": "cr", "ihfft": "rc"}
SEVERAL = {"2": 2, "n": 0}  # how many axes unless said; 0: all


def named(name):
    """The transform along one axis, and how many axes its kind takes unless said."""
    return (name[:-1], SEVERAL[name[-1]]) if name[-1] in SEVERAL else (name, 1)


def real_type(t):
    return F32 if t in (F32, C64) or t in HALVES else F64


def axes_of(node):
    _, axes, _, lengths, _ = node.extra
    rank = len(node.kids[0].labels)
    count = named(node.extra[0])[1] or (len(lengths) if lengths else rank)
    axes = tuple(range(rank - count, rank)) if axes is None else tuple(a % rank for a in axes)
    if not axes or axes[0] < 0 or len(set(axes)) != len(axes) or (lengths and len(lengths) != len(axes)):
        raise Refused
    return axes


def infer_transform(node):
    x = node.kids[0]
    kind = KINDS[named(node.extra[0])[0]]
    if not x.labels or (kind == "rc" and x.type.kind == 3):
        raise Refused
    axes = axes_of(node)
    labels = list(x.labels)
    for i, a in enumerate(axes):
        if node.extra[3] or (i + 1 == len(axes) and kind != "cc"):
            labels[a] = "?points"
    real = real_type(x.type)
    return (real if kind == "cr" else {F32: C64, F64: C128}[real]), tuple(labels)


def options_text(axes, runtime, lengths, norm):
    inside = ", ".join(map(str, axes or ()))
    out = [] if axes is None else [f"tw::axes({inside})" if runtime else f"tw::axis<{inside}>"]
    if lengths:
        out.append(f"tw::fft::length({', '.join(str(n) if n == -1 else f'in.p[{n}]' for n in lengths)})")
    return out + ([f"tw::fft::norm::{norm}"] if norm else [])


@family("transform", "fft", infer_transform,
        lambda node, k: f"tw::fft::{node.extra[0]}({', '.join(k + options_text(*node.extra[1:]))})")
def value_transform(node, case):
    x, = kid_values(node, case)
    _, _, _, lengths, norm = node.extra
    lengths = [n if n == -1 else case.p[n] for n in lengths] if lengths else None
    return transformed(x, node.extra[0], axes_of(node), lengths, norm, node.type)


def transformed(x, name, axes, lengths, norm, t):
    one = named(name)[0]
    kind = KINDS[one]
    x = oracle.convert(x, {"c": {F32: C64, F64: C128}[real_type(x.type)], "r": real_type(x.type)}[kind[0]])
    points = [x.v.shape[a] if not lengths or lengths[i] == -1 else lengths[i] for i, a in enumerate(axes)]
    if kind == "cr" and (not lengths or lengths[-1] == -1):
        points[-1] = 2 * (points[-1] - 1)
    if any(n < 1 for n in points):
        raise Throws
    for i, (a, n) in enumerate(zip(axes, points)):
        x = x.see(lambda v: with_size(v, a, n // 2 + 1 if kind == "cr" and i + 1 == len(axes) else n))
    # NumPy's transforms of long double are of long double.
    v = x.v.astype(LD if kind == "rc" else CLD)
    f = np.fft
    inverse = one[0] == "i"
    with np.errstate(all="ignore"):
        if kind == "cc":
            for a in axes:
                v = (f.ifft if inverse else f.fft)(v, axis=a, norm=norm)
        elif kind == "rc":
            v = getattr(f, one)(v, axis=axes[-1], norm=norm)
            for a in axes[:-1]:
                v = f.fft(v, axis=a, norm=norm)
        else:
            for a in axes[:-1]:
                v = f.ifft(v, axis=a, norm=norm)
            v = getattr(f, one)(v, points[-1], axis=axes[-1], norm=norm)
    n = float(np.prod(points))
    scale = {None: 1 / n if inverse else 1, "backward": 1 / n if inverse else 1, "ortho": n ** -0.5, "forward": 1 if inverse else 1 / n}[norm]
    size = np.abs(x.v).astype(np.float64)
    fits = np.isfinite(size)
    size = np.where(fits, size, 0)
    total = scale * 2 * size.sum(axes, keepdims=True)
    root = np.sqrt((size ** 2).sum(axes, keepdims=True))
    e = scale * (16 * t.eps * (np.log2(n) + 2) * root + 2 * x.e.sum(axes, keepdims=True)) + 3e-45 * n * (t.compute.digits == 24)
    bad = (x.bad | ~fits).any(axes, keepdims=True) | (total > 0.5 * t.limit) | (2 * size.sum(axes, keepdims=True) > 0.5 * t.limit)
    bad = bad | (root > 0.5 * t.limit)
    # Zeros stay zeros.
    e = np.where(size.any(axes, keepdims=True) | (e > 3e-45 * n), e, 0.0)
    return Value(t, np.where(np.broadcast_to(bad, v.shape), 0, v), np.broadcast_to(e, v.shape), np.broadcast_to(bad, v.shape))


def with_size(a, axis, n):
    """Cut off, or filled up with zeros."""
    a = np.take(a, np.arange(min(n, a.shape[axis])), axis)
    return np.pad(a, [(0, n - a.shape[axis] if d == axis else 0) for d in range(a.ndim)])


@family("shift", "fft", lambda node: (node.kids[0].type, node.kids[0].labels),
        lambda node, k: f"tw::fft::{node.extra[0]}({k[0]}" + ("" if node.extra[1] is None else f", tw::axis<{', '.join(map(str, node.extra[1]))}>") + ")")
def value_shift(node, case):
    x, = kid_values(node, case)
    name, axes = node.extra
    return x.see(lambda a: getattr(np.fft, name)(a, axes) if a.ndim else a)


def random_options(s, rank, count):
    """Axes, or None; whether they are told at run time; and the factor."""
    r = s.rng
    axes = None
    if r.random() < 0.7 or count > rank:
        count = r.randint(1, rank) if count != 1 else 1
        axes = tuple(a - rank * (r.random() < 0.4) for a in r.sample(range(rank), count))
    return axes, r.random() < 0.4, r.choice([None, None, "ortho", "forward", "backward"])


def theme_transform(s):
    r = s.rng
    if r.random() < 0.12:
        return shifted(s)
    if r.random() < 0.2:
        return written(s)
    name = r.choice(list(KINDS))
    want = {"c": ["complex", "complex", "complex", "float", "int"], "r": ["float", "float", "int", "bool"]}[KINDS[name][0]]
    x = s.gen(some_labels(s, 1, 4), r.choice([0, 0, 0, 1]), r.choice(want))
    if x.op in ("arange", "full") or not x.labels:
        raise Refused
    if name[0] != "h" and name[:2] != "ih" and r.random() < 0.5:
        name += r.choice("2n")
    rank = len(x.labels)
    axes, runtime, norm = random_options(s, rank, named(name)[1])
    lengths = None
    if r.random() < 0.3:
        count = len(axes) if axes else named(name)[1] or r.randint(1, rank)
        lengths = tuple(-1 if r.random() < 0.2 else s.slot() for _ in range(count))
        for n in lengths:
            if n != -1:
                s.slots[n] = ("count", None)
    x = Node("transform", (x,), (name, axes, runtime, lengths, norm))
    if any(str(label)[0] == "?" for label in x.labels):
        return x
    if r.random() < 0.3:
        return Node(r.choice(["+", "*", "-"]), (x, s.gen(x.labels, r.choice([0, 1]), kind_name(x.type))))
    if r.random() < 0.2:
        return shifted(s, x)
    return x


def shifted(s, x=None):
    r = s.rng
    if x is None:
        x = s.gen(some_labels(s, 1, 3), r.choice([0, 1]), r.choice(["float", "int", "complex", "bool"]))
    if not x.labels or x.op in ("arange", "full"):
        raise Refused
    axes = None if r.random() < 0.4 else tuple(r.sample(range(len(x.labels)), r.randint(1, len(x.labels))))
    return Node("shift", (x,), (r.choice(["fftshift", "ifftshift"]), axes))


def written(s):
    """fft::into of complex numbers: the operand may lie in the same memory."""
    r = s.rng
    labels = some_labels(s, 1, 3)
    target = s.operand(labels, "complex", fresh=True)
    o = target.extra
    if o.how != "subscript" or any(e[0] == "new" for e in o.entries):
        raise Refused
    o.inline = False
    share = s.sliceable(len(labels), "complex") if r.random() < 0.5 else None
    x = s.operand(labels, "complex", share) if share or r.random() < 0.5 else s.gen(labels, 1, "complex")
    if x.labels != labels or x.type is not target.type:
        raise Refused
    axes, runtime, norm = random_options(s, len(labels), 1)
    if axes is not None and r.random() < 0.3:
        axes = tuple(r.sample(range(len(labels)), r.randint(1, len(labels))))
    inverse = r.random() < 0.5
    more = options_text(axes, runtime, None, norm) + ["tw::fft::inverse"] * inverse
    r.shuffle(more)
    s.target, s.kind, s.results = o, "custom", [target, Node("transform", (x,), ("ifft" if inverse else "fft", None, False, None, None))]

    def lines():
        return [f"    tw::fft::into({', '.join([o.name, x.code()] + more)});", f'    in.check("{o.base.name}", {o.base.name});']

    def outputs(case):
        value = oracle.stored(x.value(case)) if x.op != "operand" else x.value(case)
        which = (len(labels) - 1,) if axes is None else tuple(a % len(labels) for a in axes)
        new = transformed(value, "ifftn" if inverse else "fftn", which, None, norm, target.type)
        result = case.values[o.base.name].see(np.copy)
        for name in ("v", "e", "bad"):
            o.see(case, getattr(result, name))[...] = getattr(new, name)
        return [result]

    s.custom = lines, outputs
    return None


THEMES.update({"transforms": theme_transform})
