# SPDX-License-Identifier: MIT
"""Expressions of a random program: trees that know their type and axes, their C++ text, and the value they must have.

Axes have labels ("i", "j", ...; 0 for an axis of size 1): an expression is well formed for every choice of the labels' sizes, so one
compiled statement runs over many shapes and layouts.
"""
import numpy as np

import oracle
from oracle import BOOL, F32, F64, I32, TYPES, Throws, Value


class Refused(Exception):
    """The library refuses such an expression when it is compiled, or the generator knows no meaning for it."""


def broadcast(*all_labels):
    rank = max(len(x) for x in all_labels)
    result = []
    for d in range(rank):
        found = {x[d - rank + len(x)] for x in all_labels if d - rank + len(x) >= 0} - {0}
        if len(found) > 1:
            raise Refused
        result.append(found.pop() if found else 0)
    return tuple(result)


ARITHMETIC = ("+", "-", "*", "/", "%", "true_divide", "floor_divide", "remainder", "maximum", "minimum", "fmax", "fmin")
FLOATS_ONLY = ("hypot", "logaddexp", "fmod")
BITWISE = ("&", "|", "^")
SHIFTS = ("<<", ">>")
INFIX = {"+", "-", "*", "/", "%", "<<", ">>", *BITWISE, *oracle.COMPARE, "&&", "||"}
FUNCTIONS = ("sqrt", "log", "exp", "sin", "cos", "atan", "tanh")
REDUCTIONS = ("sum", "prod", "max", "min", "mean", "var", "stddev", "any", "all", "count_nonzero", "argmax", "argmin", "norm")
SCANS = ("cumsum", "cumprod", "cummax", "cummin")
PADDINGS = ("constant", "edge", "reflect", "symmetric", "wrap")
REARRANGED = ("roll", "pad", "tile", "repeat", "rejoin")  # each brought back to the operand's shape
FAMILIES = {}  # by op: nodes of families.py, which say themselves what they are


def weak(s, t):
    """The type of a scalar of type s beside elements of type t."""
    return t if s.kind <= t.kind else s


class Node:
    def __init__(self, op, kids=(), extra=None):
        self.op, self.kids, self.extra = op, tuple(kids), extra
        self.type, self.labels = self.infer()
        if len(self.labels) > 4:
            raise Refused

    def with_kids(self, kids):
        return Node(self.op, kids, self.extra)

    def count(self):
        return 1 + sum(k.count() for k in self.kids)

    def nodes(self):
        yield self
        for k in self.kids:
            yield from k.nodes()

    def kid_types(self):
        """The operands' types, those of scalars beside the others."""
        kids = self.kids[1:] if self.op == "where" else self.kids
        arrays = [k.type for k in kids if k.op != "scalar"]
        if not arrays:
            raise Refused
        return [weak(k.type, arrays[0]) if k.op == "scalar" else k.type for k in kids]

    def infer(self):
        op, kids, extra = self.op, self.kids, self.extra
        if op == "operand":
            return extra.base.type, extra.labels
        if op == "scalar":
            return extra[1], ()
        if op in ("arange", "full"):
            return (oracle.I64 if op == "arange" else F32), extra[0]
        if op in FAMILIES:
            # What runs at the call runs where its operands are.
            if FAMILIES[op].header in ("sort", "statistics", "products", "fft", "linalg") and any(k.op != "scalar" and all(n.op != "operand" for n in k.nodes()) for k in kids):
                raise Refused
            return FAMILIES[op].infer(self)
        labels = broadcast(*(k.labels for k in kids))
        if op in ("cast",):
            if kids[0].type.kind == 3 and extra.kind < 3:
                raise Refused
            return extra, labels
        if op in REDUCTIONS:
            return self.infer_reduction()
        if op in SCANS:
            t = kids[0].type
            if t.kind == 3 and op in ("cummax", "cummin") or not labels:
                raise Refused
            if t is BOOL and op in ("cummax", "cummin"):
                raise Refused
            return (oracle.accumulated(t) if op in ("cumsum", "cumprod") else t), labels
        if op in REARRANGED:
            if any(k.labels != labels or k.type != kids[0].type for k in kids) or not labels:
                raise Refused
            return kids[0].type, labels
        if op in ("transpose", "permute"):
            return kids[0].type, tuple(labels[i] for i in self.order())
        if op == "flip":
            return kids[0].type, labels
        if op == "expand_dims":
            return kids[0].type, labels[:extra] + (0,) + labels[extra:]
        if op == "index":
            return kids[0].type, labels[:extra[0]] + labels[extra[0] + 1:]
        if op == "broadcast_to":
            if broadcast(labels, extra[0]) != extra[0]:
                raise Refused
            return kids[0].type, extra[0]
        types = self.kid_types()
        t = types[0]
        if op == "where":
            t = oracle.promote(*types)
        elif len(types) == 1:
            t = self.infer_unary(t)
        elif len(types) == 2:
            t = self.infer_binary(*types)
        elif op == "clip":
            if t.kind == 3 or t is BOOL:
                raise Refused
            for u in types[1:]:
                t = oracle.promote(t, u)
        if t is None:
            raise Refused
        return t, labels

    def infer_unary(self, t):
        op = self.op
        if op in ("!",):
            return BOOL
        if op in ("isnan", "isfinite"):
            if t.kind == 3:
                raise Refused
            return BOOL
        if op == "~":
            if t.kind > 1:
                raise Refused
            return t
        if t is BOOL and op not in FUNCTIONS:
            raise Refused
        if op in ("real", "imag", "conj"):
            if t.kind < 3:
                raise Refused
            return t if op == "conj" else {oracle.C64: F32, oracle.C128: F64}[t]
        if op == "abs":
            return {oracle.C64: F32, oracle.C128: F64}.get(t, t)
        if op in FUNCTIONS:
            if t.kind == 3:
                raise Refused
            return t if t.kind == 2 else F64
        if t.kind == 3 and op not in ("-", "square"):
            raise Refused
        return t

    def infer_binary(self, a, b):
        op = self.op
        if op in oracle.LOGICAL:
            return BOOL
        if op in oracle.COMPARE:
            if 3 in (a.kind, b.kind) and op not in ("==", "!="):
                raise Refused
            if max(a.kind, b.kind) > 1 and oracle.promote(a, b) is None:
                raise Refused
            return BOOL
        t = oracle.promote(a, b)
        if t is None:
            raise Refused
        if op in BITWISE:
            if t.kind > 1:
                raise Refused
            return t
        if t is BOOL:
            raise Refused
        if op in SHIFTS:
            if a.kind != 1 or b.kind != 1:
                raise Refused
            return t
        if op in FLOATS_ONLY and t.kind != 2:
            raise Refused
        if t.kind == 3 and op not in ("+", "-", "*", "/"):
            raise Refused
        if op == "true_divide" and t.kind == 1:
            return F64
        return t

    def infer_reduction(self):
        t, labels = self.kids[0].type, self.kids[0].labels
        axes, keep, _ = self.extra
        if t.kind == 3 and self.op in ("max", "min", "argmax", "argmin"):
            raise Refused
        if t is BOOL and self.op in ("var", "stddev", "norm", "max", "min", "argmax", "argmin"):
            raise Refused
        axes = tuple(range(len(labels))) if axes is None else axes
        if len({a % max(len(labels), 1) for a in axes}) != len(axes) or not all(-len(labels) <= a < len(labels) for a in axes):
            raise Refused
        axes = {a % len(labels) for a in axes}
        if keep:
            left = tuple(0 if d in axes else x for d, x in enumerate(labels))
        else:
            left = tuple(x for d, x in enumerate(labels) if d not in axes)
        return oracle.reduced_type(self.op, t), left

    def order(self):
        rank = len(self.kids[0].labels)
        return tuple(range(rank))[::-1] if self.op == "transpose" else self.extra[0]

    # ---- C++ ----
    def code(self):
        op, extra = self.op, self.extra
        if op == "operand":
            return extra.code() if extra.inline else extra.name
        if op == "scalar":
            return extra[0]
        if op == "arange":
            return f"tw::arange(in.p[{extra[1]}])"
        if op == "full":
            return f"tw::full({extents(extra[1])}, {extra[2]}f)"
        k = [x.code() for x in self.kids]
        if op in FAMILIES:
            return FAMILIES[op].code(self, k)
        if op in INFIX and len(k) == 2:
            return f"({k[0]} {op} {k[1]})"
        if op in ("-", "!", "~"):
            return f"({op}{k[0]})"
        if op == "cast":
            return f"tw::cast<{extra.cpp}>({k[0]})"
        if op in REDUCTIONS:
            axes, keep, runtime = extra
            more = []
            if axes is not None:
                inside = ", ".join(map(str, axes))
                plain = len(axes) == 1 and op not in ("norm", "max", "min")
                more.append(inside if runtime and plain else f"tw::axes({inside})" if runtime else f"tw::axis<{inside}>")
            if keep:
                more.append("tw::keepdims")
            return f"tw::{op}({', '.join(k + more)})"
        if op in SCANS:
            return f"tw::{op}({k[0]}, {extra[0]})" if extra[1] else f"tw::{op}({k[0]}, tw::axis<{extra[0]}>)"
        if op in REARRANGED:
            return self.rearranged_code(k)
        if op == "permute":
            inside = ", ".join(map(str, extra[0]))
            return f"tw::permute({k[0]}, " + (f"tw::axes({inside}))" if extra[1] else f"tw::axis<{inside}>)")
        if op in ("flip", "expand_dims"):
            return f"tw::{op}({k[0]}, tw::axis<{extra}>)"
        if op == "index":
            at = ["tw::full_extent"] * len(self.kids[0].labels)
            at[extra[0]] = f"in.p[{extra[1]}]"
            return f"{k[0]}({', '.join(at)})" if self.kids[0].op != "operand" else f"{k[0]}({', '.join(at)})"
        if op == "broadcast_to":
            return f"tw::broadcast_to({k[0]}, {extents(extra[1])})"
        return f"tw::{op}({', '.join(k)})"

    def rearranged_code(self, k):
        axis, extra = self.extra
        rank = len(self.labels)

        def along(text):
            return "(" + ", ".join(text if d == axis else "tw::full_extent" for d in range(rank)) + ")"

        if self.op == "roll":
            return f"tw::roll({k[0]}, in.p[{extra}], tw::axis<{axis}>)"
        if self.op == "repeat":
            return f"tw::repeat({k[0]}, 3, tw::axis<{axis}>)" + along("tw::slice(1, tw::none, 3)")
        if self.op == "tile":
            counts = ", ".join("3" if d == axis else "1" for d in range(rank))
            return f"tw::tile({k[0]}, {counts})" + along("tw::slice(1, tw::none, 3)")
        if self.op == "rejoin":
            parts = [k[0] + along(f"tw::slice(in.p[{extra}])"), k[1] + along(f"tw::slice(tw::none, in.p[{extra}])")]
            return f"tw::concatenate(tw::axis<{axis}>, {', '.join(parts)})"
        mode, cut = extra
        how = f"tw::padding::{mode}" + (("(false)" if self.type is BOOL else "(0)") if mode == "constant" else "")
        widths = ", ".join("{2, 3}" if d == axis else "{0, 0}" for d in range(rank))
        return f"tw::pad({k[0]}, {{{widths}}}, {how})" + along(f"tw::slice({cut}, -{5 - cut})")

    # ---- what it must be ----
    def value(self, case):
        if id(self) not in case.cache:
            case.cache[id(self)] = (self, self.evaluate(case))
        return case.cache[id(self)][1]

    def evaluate(self, case):
        op, extra = self.op, self.extra
        if op == "operand":
            return extra.value(case)
        if op == "arange":
            return Value(oracle.I64, np.arange(case.size(extra[0][0])))
        if op == "full":
            return Value(F32, np.full(case.shape(extra[0]), extra[2]))
        if op in FAMILIES:
            return FAMILIES[op].value(self, case)
        if op in REDUCTIONS:
            return oracle.reduce(op, self.kids[0].value(case), extra[0], extra[1])
        if op in SCANS:
            return oracle.scan(op, self.kids[0].value(case), extra[0])
        if op == "cast":
            return oracle.cast(self.kids[0].value(case), extra)
        if op in REARRANGED:
            return self.rearranged_value(case)
        if op in ("transpose", "permute"):
            return self.kids[0].value(case).see(lambda a: a.transpose(self.order()))
        if op == "flip":
            return self.kids[0].value(case).see(lambda a: np.flip(a, extra))
        if op == "expand_dims":
            return self.kids[0].value(case).see(lambda a: np.expand_dims(a, extra))
        if op == "index":
            x, i = self.kids[0].value(case), case.p[extra[1]]
            if not -x.v.shape[extra[0]] <= i < x.v.shape[extra[0]]:
                raise Throws
            return x.see(lambda a: np.take(a, i, axis=extra[0]))
        if op == "broadcast_to":
            return self.kids[0].value(case).see(lambda a: np.broadcast_to(a, case.shape(extra[0])))
        types = self.kid_types()
        kids = self.kids[1:] if op == "where" else self.kids
        values = [Value(t, np.array(k.extra[2], dtype=t.dtype if t.kind < 2 else np.float64)) if k.op == "scalar" else k.value(case)
                  for k, t in zip(kids, types)]
        if op == "where":
            return oracle.where(self.kids[0].value(case), *values, self.type)
        if op == "clip":
            return oracle.binary("minimum", oracle.binary("maximum", values[0], values[1], self.type), values[2], self.type)
        if len(values) == 1:
            return oracle.unary(op, values[0], self.type)
        t = oracle.promote(*types) if op in oracle.COMPARE else self.type
        return oracle.binary(op, *values, t)


    def rearranged_value(self, case):
        axis, extra = self.extra
        x = self.kids[0].value(case)
        n = x.v.shape[axis]
        if self.op == "roll":
            return x.see(lambda a: np.roll(a, case.p[extra], axis))
        every_third = np.arange(1, 3 * n, 3)
        if self.op == "repeat":
            return x
        if self.op == "tile":
            return x.see(lambda a: np.take(a, every_third % max(n, 1), axis))
        if self.op == "rejoin":
            k = case.p[extra]
            first, second = np.arange(n)[k:], np.arange(n)[:k]
            y = self.kids[1].value(case)
            result = x.see(lambda a: np.take(a, np.concatenate((first, second)), axis))
            behind = np.arange(n) >= len(first)
            behind = np.broadcast_to(behind.reshape([-1 if d == axis else 1 for d in range(x.v.ndim)]), x.v.shape)
            for part in ("v", "e", "bad"):
                if getattr(result, part) is not None:
                    other = np.take(getattr(y, part), np.concatenate((first, second)), axis)
                    setattr(result, part, np.where(behind, other, getattr(result, part)))
            return result
        mode, cut = extra
        if mode != "constant" and n == 0:
            raise Throws
        widths = [(2, 3) if d == axis else (0, 0) for d in range(x.v.ndim)]
        return x.see(lambda a: np.take(np.pad(a, widths, mode), np.arange(cut, cut + n), axis))


def extents(slots):
    return f"tw::extents<{len(slots)}>({', '.join(f'in.p[{s}]' for s in slots)})"


# ---- operands ---------------------------------------------------------------------------------------------------------------------

class Base:
    """An array that a statement reads or writes. `labels[d]`: whose size axis d has, None where the slices decide."""

    def __init__(self, name, type, rank):
        self.name, self.type, self.rank, self.operands = name, type, rank, []


class Operand:
    """A view of a base: how = "subscript" with entries ("full" | "slice" | "index" | "new", label, slot) and an order of the axes,
    or "diagonal", "reshape", "broadcast" with slots."""

    def __init__(self, name, base, labels, how, entries=(), order=None, runtime=False, slots=()):
        self.name, self.base, self.labels, self.how = name, base, tuple(labels), how
        self.entries, self.order, self.runtime, self.slots = tuple(entries), order, runtime, tuple(slots)
        self.inline = False  # whether it stands in the expression, not in a variable that holds the array's memory
        base.operands.append(self)

    def on_axes(self):
        """What stands for each axis of the base."""
        return [e for e in self.entries if e[0] != "new"]

    def whole(self):
        return self.how == "subscript" and all(e[0] == "full" for e in self.entries) and self.order is None

    def code(self):
        a = self.base.name
        if self.how == "diagonal":
            return f"tw::diagonal({a}, in.p[{self.slots[0]}])"
        if self.how == "reshape":
            return f"tw::reshape({a}, {extents(self.slots)})"
        if self.how == "broadcast":
            return f"tw::broadcast_to({a}, {extents(self.slots)})"
        text = a
        if not all(e[0] == "full" for e in self.entries):
            inside = []
            for kind, _, slot in self.entries:
                inside.append({"full": "tw::full_extent", "new": "tw::newaxis", "index": f"in.p[{slot}]"}.get(kind) or
                              f"tw::slice(in.bound({slot}), in.bound({slot + 1}), in.bound({slot + 2}))")
            text = f"{a}({', '.join(inside)})"
        if self.order is None:
            return text
        inside = ", ".join(map(str, self.order))
        if self.order == tuple(range(len(self.order)))[::-1] and not self.runtime:
            return f"tw::transpose({text})"
        return f"tw::permute({text}, " + (f"tw::axes({inside}))" if self.runtime else f"tw::axis<{inside}>)")

    def see(self, case, a):
        """The view of NumPy."""
        if self.how == "diagonal":
            view = np.diagonal(a, case.p[self.slots[0]])
            view.flags.writeable = a.flags.writeable
            return view
        if self.how == "reshape":
            return a.reshape(case.shape(self.labels))
        if self.how == "broadcast":
            return np.broadcast_to(a, case.shape(self.labels))
        at = []
        for kind, _, slot in self.entries:
            at.append({"full": slice(None), "new": None}.get(kind, 0) if kind in ("full", "new") else
                      case.p[slot] if kind == "index" else slice(*(case.bound(slot + i) for i in range(3))))
        r = a[tuple(at)] if at else a
        return r if self.order is None else r.transpose(self.order)

    def value(self, case):
        return case.values[self.base.name].see(lambda a: np.asarray(self.see(case, a)))


def scalar(text, type_name, value):
    return Node("scalar", (), (text, TYPES[type_name], value))
