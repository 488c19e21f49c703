# SPDX-License-Identifier: MIT
"""Random programs: statements over arrays, the cases they run over, and the files that a program is made of."""
import random
import struct

import numpy as np

import oracle
from expressions import (ARITHMETIC, BITWISE, FAMILIES, FLOATS_ONLY, FUNCTIONS, PADDINGS, REARRANGED, SCANS, SHIFTS, Base, Node, Operand, Refused, broadcast, scalar)
from oracle import BOOL, C64, C128, F16, F32, F64, I32, I64, INTS, TYPES, U64, Throws, Value, promote

NONE = -(1 << 63)


class Skipped(Exception):
    """What a case must give is not known."""


class Statement:
    """One statement over operands with labelled axes. `kind`: "new", "joint", "assign" (to an array), "into" (a view) or
    "custom": lines of text and the values that their checks compare with."""

    def __init__(self, seed, number, themes=None):
        self.seed, self.number = seed, number
        self.bases, self.operands, self.slots, self.equal = [], [], [], []
        self.rng = random.Random(f"{seed}/{number}")
        r = self.rng
        self.float = r.choice([F32, F32, F32, F64, F64] + oracle.HALVES)
        self.int = r.choice(INTS)
        self.complex = r.choice([C64, C128])
        self.labels, self.fixed = list("ijkl"), {}
        self.target = self.update = None
        more = random.Random(f"{seed}/{number}/more")
        self.explained, self.twice = more.random() < 0.1, more.random() < 0.5
        self.rearranges = more.random() < 0.12
        family = more.choice(OF_FAMILIES) if more.random() < 0.25 else None
        while True:
            try:
                self.theme = r.choice(themes) if themes else family or ("rearrange" if self.rearranges else r.choice(ENGINE))
                self.bases, self.operands, self.slots, self.equal = [], [], [], []
                self.target = self.update = self.held = None
                self.kind, self.results, self.custom = "new", None, None
                made = THEMES[self.theme](self)
                if made is not None:
                    self.results = made if isinstance(made, list) else [made]
                    self.kind = "joint" if len(self.results) > 1 else "new"
                if 1 < sum(x.count() for x in self.results) <= 40 and len(self.operands) <= 8 and \
                        all(any(n.op == "operand" for n in x.nodes()) for x in self.results):
                    return
            except Refused:
                pass

    # ---- making ----
    def slot(self, n=1):
        first = len(self.slots)
        self.slots += [None] * n
        return first

    def size_slots(self, labels):
        first = self.slot(len(labels))
        for i, x in enumerate(labels):
            self.slots[first + i] = ("size", x)
        return tuple(range(first, first + len(labels)))

    def type_for(self, want):
        r = self.rng
        if want == "any":
            want = r.choice(["float", "float", "int", "bool", "complex"])
        if want == "float":
            return self.float if r.random() < 0.85 else r.choice([F32, F64])
        if want == "int":
            return self.int if r.random() < 0.7 else r.choice(INTS)
        return BOOL if want == "bool" else self.complex

    def operand(self, labels, want, base=None, fresh=False):
        """A leaf with these labels, or the same with some axes of size 1 when it is reused."""
        r = self.rng
        if not fresh and base is None and r.random() < 0.5:
            known = [o for o in self.operands if o.labels == tuple(labels) and (want == "any" or kind_name(o.base.type) == want)]
            if known:
                return Node("operand", (), r.choice(known))
        if not fresh and base is None and r.random() < 0.3:
            base = self.sliceable(len(labels), want)
        name = f"x{len(self.operands)}"
        if base is not None:
            entries, order = [], list(range(len(labels)))
            for d in range(base.rank):
                entries.append(("slice", labels[d], self.slot(3)))
            o = Operand(name, base, labels, "subscript", entries)
        else:
            o = self.new_operand(name, labels, self.type_for(want))
        o.inline = r.random() < 0.5
        self.operands.append(o)
        return Node("operand", (), o)

    def sliceable(self, rank, want):
        known = [b for b in self.bases if b.rank == rank and rank > 0 and (want == "any" or kind_name(b.type) == want) and
                 all(o.how == "subscript" and all(e[0] == "slice" for e in o.on_axes()) for o in b.operands)]
        return self.rng.choice(known) if known else None

    def new_base(self, type, rank):
        if rank > 4:
            raise Refused
        self.bases.append(Base(f"a{len(self.bases)}", type, rank))
        return self.bases[-1]

    def new_operand(self, name, labels, type):
        r, rank = self.rng, len(labels)
        how = r.random()
        if how < 0.45:
            return Operand(name, self.new_base(type, rank), labels, "subscript", [("full", x, None) for x in labels])
        if how < 0.5 and rank == 1 and labels[0]:
            return Operand(name, self.new_base(type, 2), labels, "diagonal", slots=(self.slot(),))
        if how < 0.56 and rank:
            return Operand(name, self.new_base(type, r.randint(1, 3)), labels, "reshape", slots=self.size_slots(labels))
        if how < 0.62 and rank and any(labels):
            return Operand(name, self.new_base(type, r.randint(0, rank)), labels, "broadcast", slots=self.size_slots(labels))
        order = tuple(r.sample(range(rank), rank)) if how < 0.8 and rank > 1 else None
        if order == tuple(range(rank)):
            order = None
        inner = [None] * rank
        for i, x in enumerate(labels):
            inner[order[i] if order else i] = x
        entries = []
        slices = r.random() < 0.6
        for x in inner:
            if r.random() < 0.06:
                entries.append(("index", None, self.slot()))
            if x == 0 and r.random() < 0.6:
                entries.append(("new", 0, None))
            elif slices and r.random() < 0.8:
                entries.append(("slice", x, self.slot(3)))
            else:
                entries.append(("full", x, None))
        used = sum(e[0] != "new" for e in entries)
        return Operand(name, self.new_base(type, used), labels, "subscript", entries, order, r.random() < 0.3)

    def shrunk(self, labels):
        """Labels that broadcast to these."""
        r = self.rng
        out = [x if r.random() < 0.82 else 0 for x in labels]
        while out and out[0] == 0 and r.random() < 0.7:
            out.pop(0)
        return tuple(out)

    def number_for(self, node):
        r, t = self.rng, node.type
        if t.kind == 2 or (t.kind == 1 and r.random() < 0.15):
            v = r.choice([0.5, 1.0, 1.5, 2.0, -0.25, 3.0, -2.0])
            return scalar(*((repr(v) + "f", "f32", v) if r.random() < 0.6 else (repr(v), "f64", v)))
        if t.kind == 3:
            return scalar("1.5", "f64", 1.5)
        v = r.choice([1, 2, 3, 5, 7]) if not t.signed else r.choice([1, 2, 3, 5, -1, -3])
        return scalar(str(v), "i32", v)

    def leaf(self, labels, want):
        if self.rng.random() < 0.06:
            if want == "int" and len(labels) > 0 and labels[-1]:
                slots = self.size_slots(labels[-1:])
                return Node("arange", (), (labels[-1:], slots[0]))
            if want == "float" and labels:
                return Node("full", (), (tuple(labels), self.size_slots(labels), self.rng.choice([0.5, 2.0, -1.5])))
        return self.operand(self.shrunk(labels) if self.rng.random() < 0.35 else tuple(labels), want)

    def kid(self, labels, d, want):
        return self.gen(labels if self.rng.random() < 0.7 else self.shrunk(labels), d, want)

    def gen(self, labels, d, want="any"):
        """An expression that broadcasts to these labels."""
        for _ in range(20):
            try:
                return self.try_gen(tuple(labels), d, want)
            except Refused:
                pass
        return self.leaf(labels, want)

    def try_gen(self, labels, d, want):
        r = self.rng
        if d <= 0 or r.random() < 0.12:
            return self.leaf(labels, want)
        if want == "any":
            want = r.choice(["float", "float", "float", "int", "int", "bool", "complex"])
        roll = r.random()
        if roll < 0.08:
            return self.seen(labels, d, want)
        if roll < 0.2:
            return self.reduction(labels, d, want)
        if roll < 0.27:
            return Node("where", (self.kid(labels, d - 2, "bool"), self.kid(labels, d - 1, want), self.kid(labels, d - 1, want)))
        if roll < 0.31 and labels and want in ("float", "int"):
            x = self.gen(labels, d - 1, want)
            if x.labels:
                return Node(r.choice(SCANS), (x,), (r.randrange(-len(x.labels), len(x.labels)), r.random() < 0.4))
        if roll < 0.36 and want != "complex":
            to = {"float": r.choice([F32, F64, self.float]), "int": r.choice(INTS), "bool": BOOL}[want]
            return Node("cast", (self.kid(labels, d - 1, r.choice(["float", "int", "bool"])),), to)
        if want == "bool":
            op = r.choice(list(oracle.COMPARE) * 2 + ["&&", "||", "&", "|", "^", "!", "isnan", "logical_xor"])
            of = "bool" if op in ("&", "|", "^") else r.choice(["float", "float", "int", "bool"])
            x = self.kid(labels, d - 1, of)
            if op in ("!", "isnan"):
                return Node(op, (x,))
            return Node(op, (x, self.number_for(x) if r.random() < 0.3 and op in oracle.COMPARE and x.type.kind in (1, 2)
                             else self.kid(labels, d - 1, of)))
        x = self.kid(labels, d - 1, want)
        if r.random() < 0.3:
            op = {"float": r.choice(FUNCTIONS + ("-", "abs", "square", "sign", "floor", "ceil", "trunc", "rint")),
                  "int": r.choice(["-", "abs", "square", "sign", "~", "floor"]),
                  "complex": r.choice(["-", "conj", "square"])}[want]
            if op in ("sqrt", "log"):
                x = Node("+", (Node("abs", (x,)), scalar("0.5f", "f32", 0.5)))
            if op == "exp":
                x = Node("-", (Node("abs", (x,)),))
            return Node(op, (x,))
        if r.random() < 0.05 and want in ("float", "int"):
            low, high = ("-2.0f", "1.5f") if want == "float" else ("1", "4")
            t = "f32" if want == "float" else "i32"
            return Node("clip", (x, scalar(low, t, -2.0 if want == "float" else 1), scalar(high, t, 1.5 if want == "float" else 4)))
        op = {"float": r.choice(("+", "-", "*", "/") * 4 + ARITHMETIC + FLOATS_ONLY[:2]),
              "int": r.choice(("+", "-", "*") * 3 + ARITHMETIC + BITWISE + SHIFTS),
              "complex": r.choice(["+", "-", "*", "/"])}[want]
        y = self.number_for(x) if r.random() < 0.25 and op not in FLOATS_ONLY else self.kid(labels, d - 1, want if r.random() < 0.8 or want == "complex"
                                                                                          else r.choice(["int", "float"]))
        if op == "/" and want == "float" and y.op != "scalar" and r.random() < 0.7:
            y = Node("+", (Node("abs", (y,)), scalar("1.0f", "f32", 1.0)))
        pair = (x, y) if y.op != "scalar" or r.random() < 0.7 else (y, x)
        node = Node(op, pair)
        if want == "int" and node.type.kind == 2:
            node = Node("cast", (node,), I32)
        return node

    def seen(self, labels, d, want):
        """A view of an expression."""
        r = self.rng
        how = r.choice(["transpose", "permute", "flip", "expand_dims", "index", "broadcast_to"])
        if how in ("transpose", "permute") and len(labels) > 1:
            order = tuple(range(len(labels)))[::-1] if how == "transpose" else tuple(r.sample(range(len(labels)), len(labels)))
            inner = [None] * len(labels)
            for i, x in enumerate(labels):
                inner[order[i]] = x
            x = self.gen(tuple(inner), d - 1, want)
            if len(x.labels) != len(labels):
                raise Refused
            return Node(how, (x,), (order, r.random() < 0.4))
        if how == "flip" and labels:
            x = self.gen(labels, d - 1, want)
            return Node("flip", (x,), r.randrange(-len(x.labels), 0)) if x.labels else x
        if how == "expand_dims" and 0 in labels:
            at = r.choice([i for i, x in enumerate(labels) if x == 0])
            x = self.gen(labels[:at] + labels[at + 1:], d - 1, want)
            if len(x.labels) != len(labels) - 1:
                raise Refused
            return Node("expand_dims", (x,), at)
        if how == "index" and len(labels) < 4:
            at, inner = r.randint(0, len(labels)), r.choice(self.labels)
            x = self.gen(labels[:at] + (inner,) + labels[at:], d - 1, want)
            if len(x.labels) != len(labels) + 1 or x.op == "operand":
                raise Refused
            slot = self.slot()
            self.slots[slot] = ("index", x.labels[at])
            return Node("index", (x,), (at, slot))
        if how == "broadcast_to" and labels and all(labels):
            return Node("broadcast_to", (self.gen(self.shrunk(labels), d - 1, want),), (labels, self.size_slots(labels)))
        raise Refused

    def rearranged(self, x, op=None):
        """x with its elements at other places."""
        r = self.rng
        if not x.labels or x.op in ("arange", "full", "scalar"):
            raise Refused
        op, axis = op or r.choice(REARRANGED), r.randrange(len(x.labels))
        if op == "pad":
            return Node(op, (x,), (axis, (r.choice(PADDINGS), r.randint(0, 4))))
        if op in ("tile", "repeat"):
            return Node(op, (x,), (axis, None))
        slot = self.slot()
        self.slots[slot] = ("index", x.labels[axis])
        y = self.operand(x.labels, kind_name(x.type)) if op == "rejoin" else None
        if y is not None and y.type != x.type:
            y = Node("cast", (y,), x.type)
        if op == "rejoin" and y.op == "operand" and x.op == "operand" and r.random() < 0.5:
            y = x
        return Node(op, (x, y) if y else (x,), (axis, slot))

    def reduction(self, labels, d, want, names=None):
        r = self.rng
        names = names or {"float": ["sum", "mean", "max", "min", "var", "stddev", "norm", "prod", "sum", "mean", "max"],
                          "int": ["sum", "max", "min", "prod", "count_nonzero", "argmax", "argmin"], "bool": ["any", "all", "max"],
                          "complex": ["sum", "mean", "prod"]}[want]
        name = r.choice(names)
        of = r.choice(["float", "int"]) if name in ("argmax", "argmin", "count_nonzero") else \
            "bool" if want == "bool" and r.random() < 0.6 else want
        free = [x for x in self.labels if x not in labels]
        how = r.random()
        runtime = r.random() < 0.3
        if how < 0.15:  # one result
            inner = tuple(r.sample(self.labels, r.randint(0, 3)))
            return Node(name, (self.gen(inner, d - 1, of),), (None, r.random() < 0.2, False))
        if how < 0.6 and labels:  # keepdims
            n = len(labels)
            axes = sorted(r.sample(range(n), r.randint(1, min(n, 2)))) if r.random() < 0.5 else list(range(n - r.randint(1, min(2, n)), n))
            inner = list(labels)
            for a in axes:
                if inner[a] == 0 or r.random() < 0.1:
                    inner[a] = r.choice(self.labels)
            x = self.gen(tuple(inner), d - 1, of)
            if len(x.labels) != n:
                raise Refused
            return Node(name, (x,), (tuple(a - n if r.random() < 0.4 else a for a in axes), True, runtime))
        count = r.randint(1, 2)
        if len(labels) + count > 4 or len(free) < count:
            raise Refused
        inner, axes = list(labels), []
        place = r.choice(["last", "last", "first", "any"])
        for x in r.sample(free, count):
            at = len(inner) if place == "last" else 0 if place == "first" else r.randint(0, len(inner))
            inner.insert(at, x)
        axes = tuple(i for i, x in enumerate(inner) if x not in labels)
        x = self.gen(tuple(inner), d - 1, of)
        if len(x.labels) != len(inner):
            raise Refused
        return Node(name, (x,), (tuple(a - len(inner) if r.random() < 0.3 else a for a in axes), False, runtime))

    # ---- text ----
    def used(self):
        nodes = [n for x in self.results + [self.held] * bool(self.held) for n in x.nodes() if n.op == "operand"]
        operands = {n.extra.name for n in nodes} | ({self.target.name} if self.target else set())
        return [o for o in self.operands if o.name in operands]

    def code(self):
        bases = {o.base.name for o in self.used()}
        lines = [f"void s{self.number}(fuzz::input& in) {{"]
        for b in self.bases:
            if b.name in bases:
                lines.append(f"    auto {b.name} = in.read<{b.type.cpp}, {b.rank}>();")
        for o in self.used():
            if o is self.target and o.whole():
                lines.append(f"    auto& {o.name} = {o.base.name};")
            elif o.inline:
                pass
            elif o.whole():
                lines.append(f"    auto const& {o.name} = {o.base.name};")
            else:
                lines.append(f"    auto {o.name} = {o.code()};")
        if self.kind == "new":
            x = self.results[0]
            if self.explained and self.theme not in OF_FAMILIES:
                lines.append(f"    in.explained(tw::explain({top(x.code())}));")
            lines.append(f"    fuzz::array<{x.type.cpp}, {len(x.labels)}> r0 = {top(x.code())};")
            lines.append('    in.check("r0", r0);')
            if self.twice:
                lines.append(f"    r0 = {top(x.code())};")
                lines.append("    in.check_again(r0);")
        elif self.kind == "joint":
            names = [f"r{i}" for i in range(len(self.results))]
            lines.append(f"    auto [{', '.join(names)}] = tw::evaluate({', '.join(top(x.code()) for x in self.results)});")
            lines += [f'    in.check<{x.type.cpp}, {len(x.labels)}>("{n}", {n});' for n, x in zip(names, self.results)]
        elif self.kind == "custom":
            lines += self.custom[0]()
        else:
            if self.held:
                lines.append(f"    auto const held = {top(self.held.code())};")
            lines.append(f"    {self.target.name} {self.update} {top(self.results[0].code())};")
            lines.append(f'    in.check("{self.target.base.name}", {self.target.base.name});')
            if self.held:
                lines.append(f"    fuzz::array<{self.held.type.cpp}, {len(self.held.labels)}> h = held;")
                lines.append('    in.check("held", h);')
        return "\n".join(lines + ["}"])

    def expect(self, case):
        """The values that the statement's checks compare with."""
        if self.kind == "custom":
            return self.custom[1](case)
        made = self.expect_results(case)
        if self.held:
            if self.kind == "into" or self.update != "=":
                # It reads what has been written; an array that is assigned leaves its old elements to who holds them.
                case.values[self.target.base.name] = made[0]
                case.cache.clear()
            made.append(oracle.stored(self.held.value(case)))
        return made

    def expect_results(self, case):
        if self.kind in ("new", "joint"):
            return [oracle.stored(x.value(case)) for x in self.results]
        x, t = self.results[0].value(case), self.target.base.type
        old = self.target.value(case)
        if self.update != "=":
            y = Node(self.update[0], (Node("operand", (), self.target), self.results[0]))
            x = y.value(case)
        x = oracle.stored(oracle.convert(x, t))
        base = case.values[self.target.base.name]
        if self.kind == "assign" and self.update == "=":
            return [x]
        try:
            np.broadcast_to(x.v, old.v.shape)
        except ValueError:
            raise Throws
        result = base.see(np.copy)
        self.target.see(case, result.v)[...] = x.v
        bad = np.array(result.bad)
        self.target.see(case, bad)[...] = x.bad
        result.bad = bad
        if result.e is not None:
            self.target.see(case, result.e)[...] = x.e
        return [result]


def top(text):
    return text[1:-1] if text.startswith("(") and balanced(text[1:-1]) else text


def balanced(text):
    depth = 0
    for c in text:
        depth += {"(": 1, ")": -1}.get(c, 0)
        if depth < 0:
            return False
    return True


def kind_name(t):
    return ("bool", "int", "float", "complex")[t.kind]


# ---- themes: what a statement is about --------------------------------------------------------------------------------------------

def some_labels(s, low=0, high=3):
    return tuple(s.labels[:s.rng.choice([n for n in (0, 1, 1, 2, 2, 2, 3, 3, 4) if low <= n <= high])])


def theme_elementwise(s):
    return s.gen(some_labels(s, 0, 4), s.rng.randint(1, 4))


def theme_reduction(s):
    return s.reduction(some_labels(s, 0, 2), s.rng.randint(1, 3), s.rng.choice(["float", "float", "int", "bool", "complex"]))


def theme_arg(s):
    x = s.reduction(some_labels(s, 0, 2), 2, "int", ["argmax", "argmin"])
    return x if s.rng.random() < 0.5 else [x, s.reduction(x.labels, 1, "float")]


def theme_joint(s):
    r = s.rng
    x = s.gen(some_labels(s, 1, 3), r.randint(0, 2), r.choice(["float", "float", "int"]))
    if not x.labels:
        raise Refused
    axes = None if r.random() < 0.4 else tuple(sorted(r.sample(range(len(x.labels)), r.randint(1, len(x.labels)))))
    names = r.sample(["sum", "mean", "max", "min", "var", "stddev", "prod", "argmax", "argmin", "count_nonzero", "norm", "any"], r.randint(2, 4))
    out = [Node(n, (x,), (axes, r.random() < 0.2, False)) for n in names]
    if r.random() < 0.3:
        out.append(s.gen(x.labels, 1))
    if r.random() < 0.3:
        out.append(Node("sum", (s.gen(x.labels, 1, "float"),), (None, False, False)))
    return out


def theme_rows(s):
    """Reductions that a larger expression keeps: softmax and its kin, over trailing, leading or all axes."""
    r = s.rng
    labels = some_labels(s, 1, 3)
    n = len(labels)
    x = s.gen(labels, r.randint(0, 2), "float")
    if len(x.labels) != n or x.type.kind != 2:
        raise Refused
    where = r.random()
    axes = (-1,) if where < 0.45 else (0,) if where < 0.65 else None if where < 0.75 else \
        tuple(range(-r.randint(1, n), 0)) if where < 0.9 else (r.randrange(n),)
    keep = axes is not None or r.random() < 0.3

    def red(name, y, k=True):
        return Node(name, (y,), (axes, keep and k, False))

    one = scalar("1.0f", "f32", 1.0)
    centred = Node("-", (x, red("max", x)))
    form = r.randrange(10)
    if form == 0:
        e = Node("exp", (centred,))
        out = Node("/", (e, red("sum", e)))
    elif form == 1:
        out = Node("/", (Node("-", (x, red("mean", x))), Node("+", (red("stddev", x), one))))
    elif form == 2:
        out = Node("-", (centred, Node("log", (red("sum", Node("exp", (centred,))),))))
    elif form == 3:
        out = Node("log", (red("sum", Node("exp", (centred,)), False),))
    elif form == 4:
        out = Node("/", (Node("-", (x, red("mean", x))), Node("sqrt", (Node("+", (red("var", x), one)),))))
        g = s.leaf(x.labels[-1:], "float")
        out = Node("*", (out, g))
    elif form == 5:
        out = Node("/", (x, Node("+", (red("norm", x), one))))
    elif form == 6:
        out = Node("where", (Node("==", (x, red("max", x))), x, s.leaf(x.labels, "float")))
    elif form == 7:
        out = Node("<", (x, red("mean", x)))
        out = Node("count_nonzero", (out,), (axes, False, False))
    elif form == 8:
        out = Node("-", (red("max", x, False), red("min", x, False)))
    else:
        y = s.leaf(labels, "float")
        if len(y.labels) != n:
            raise Refused
        out = Node("+", (Node("*", (x, red("sum", Node("*", (x, y))))), red("max", y)))
    if r.random() < 0.4:
        out = Node(r.choice(["*", "+", "-"]), (out, s.leaf(out.labels, "float")))
    return [out, s.leaf(out.labels, "float"), red("sum", x, False)] if r.random() < 0.12 else out


def theme_pairs(s):
    """A reduction over axes that no operand has alone."""
    r = s.rng
    want = r.choice(["float", "float", "float", "int"])
    form = r.randrange(4)
    if form == 0:  # all pairs of points
        a, b = s.operand(("i", 0, "k"), want), s.operand((0, "j", "k"), want)
        d = Node("-", (a, b))
        inner = Node("sum", (Node("square" if r.random() < 0.7 else "abs", (d,)),), ((2,), False, False))
        if r.random() < 0.5:
            return inner
        return Node(r.choice(["min", "max", "argmin", "argmax", "sum"]), (inner,), ((1,), False, False))
    if form == 1:  # matrix-vector, matrix-matrix
        a, x = s.operand(("i", "j"), want), s.operand(("j",), want)
        y = Node("sum", (Node("*", (a, x)),), ((r.choice([1, -1]),), False, r.random() < 0.3))
        return Node("+", (y, s.leaf(("i",), want))) if r.random() < 0.5 else y
    a, b = s.operand(("i", 0), want), s.operand((0, "j"), want)
    w = s.operand(("j",), want)
    m = Node(r.choice(["*", "-", "+", "maximum"]), (a, b))
    if want == "float" and r.random() < 0.5:
        m = Node("*", (w, Node("exp", (Node("-", (Node("abs", (m,)),)),))))
    elif r.random() < 0.5:
        m = Node(r.choice(["<", ">="]), (m, w))
        return Node("count_nonzero", (m,), ((r.choice([0, 1]),), False, False))
    names = ["sum", "max", "min", "mean", "argmin", "argmax"] if form == 2 else ["sum", "max"]
    out = Node(r.choice(names), (m,), ((r.choice([0, 1]),), False, False))
    if form == 3:
        return [out, Node("mean", (m,), ((out.labels == ("i",)) * 1 or 0,) and ((1,) if out.labels == ("i",) else (0,), False, False))]
    return out


def theme_scan(s):
    r = s.rng
    labels = some_labels(s, 1, 3)
    x = s.gen(labels, r.randint(0, 2), r.choice(["float", "float", "int", "int", "complex", "bool"]))
    if not x.labels:
        raise Refused
    y = Node(r.choice(SCANS), (x,), (r.randrange(-len(x.labels), len(x.labels)), r.random() < 0.4))
    if r.random() < 0.4 and y.type.kind in (1, 2):
        y = Node(r.choice(["+", "-", "*"]), (y, s.leaf(y.labels, kind_name(y.type))))
    return y


def theme_rearrange(s):
    """Joins, rolls, tiles and borders, in statements and inside each other."""
    r = s.rng
    labels = some_labels(s, 1, 3)
    want = r.choice(["float", "int", "int", "complex", "bool"])
    x = s.gen(labels, r.choice([0, 0, 1]), want)
    for _ in range(r.choice([1, 1, 2, 3])):
        x = s.rearranged(x)
    if r.random() < 0.6 and want in ("float", "int"):
        other = s.gen(x.labels, r.choice([0, 1]), want)
        if r.random() < 0.6:
            other = s.rearranged(other)
        x = Node(r.choice(["+", "-", "*"]), (x, other))
    if r.random() < 0.15 and len(x.labels) > 1:
        order = tuple(r.sample(range(len(x.labels)), len(x.labels)))
        x = Node("permute", (x,), (order, False))
    if r.random() < 0.15 and want in ("float", "int"):
        return Node("sum", (x,), ((r.randrange(len(x.labels)),), False, False))
    return x


def theme_update(s):
    """A view or an array on the left that may also stand on the right."""
    r = s.rng
    want = r.choice(["float", "float", "int", "int", "complex", "bool"])
    labels = some_labels(s, 0, 3)
    t = s.type_for(want)
    if labels and r.random() < 0.65:  # shifted slices of one array
        base = s.new_base(t, len(labels))
        target = s.operand(labels, want, base)
        for _ in range(r.randint(0, 2)):
            s.operand(labels, want, base)
        if r.random() < 0.3:
            s.operand(labels[:-1] + (0,), want, base)
    elif len(labels) == 2 and r.random() < 0.6:  # a square matrix and its transpose
        base = s.new_base(t, 2)
        s.equal.append(("i", "j"))
        target = Operand("x0", base, labels, "subscript", [("full", "i", None), ("full", "j", None)])
        s.operands.append(target)
        s.operands.append(Operand("x1", base, labels, "subscript", [("full", "j", None), ("full", "i", None)], (1, 0)))
        target = Node("operand", (), target)
    else:
        target = s.operand(labels, want, fresh=True)
        if target.extra.how == "broadcast" or target.extra.whole() is False and any(e[0] == "new" for e in target.extra.entries):
            raise Refused
    t = target.type
    x = s.gen(labels, r.randint(1, 2), want)
    if r.random() < 0.6:
        others = [Node("operand", (), o) for o in s.operands if o.base is target.extra.base]
        x = Node(r.choice(["+", "-", "*"]) if t is not BOOL else r.choice(["&", "|", "^"]), (x, r.choice(others)))
    if x.labels and s.rearranges:
        x = s.rearranged(x)
    s.target = target.extra
    s.target.inline = False
    if r.random() < 0.35:
        held = s.gen(labels, r.randint(1, 2), want)
        if held.op not in ("operand", "arange", "full") and any(n.op == "operand" for n in held.nodes()):
            s.held = held
    s.update = r.choice(["=", "=", "+=", "-=", "*="]) if t is not BOOL else "="
    if target.extra.whole() and s.update == "=":
        s.kind = "assign"
        if x.labels != target.labels:
            x = Node("+" if t is not BOOL else "|", (x, target))
            if len(x.labels) != len(target.labels):
                raise Refused
    else:
        s.kind = "into"
        if broadcast(x.labels, labels) != tuple(labels):
            raise Refused
    made = x.type
    if s.update != "=":
        made = promote(made, t)
    if made is None or not (oracle.holds(made, t)):
        if x.type.kind == 3 and t.kind < 3:
            raise Refused
        x = Node("cast", (x,), t)
    s.results = [x]


THEMES = {"elementwise": theme_elementwise, "reduction": theme_reduction, "arg": theme_arg, "joint": theme_joint, "rows": theme_rows,
          "pairs": theme_pairs, "scan": theme_scan, "update": theme_update, "rearrange": theme_rearrange}
ENGINE = list(THEMES)[:-1]
OF_FAMILIES = ["index", "sort", "groups", "statistics"]  # in families.py


# ---- cases: sizes, layouts and contents -------------------------------------------------------------------------------------------

class Case:
    def __init__(self, s, number, most=20000):
        self.s, self.number, self.cache = s, number, {}
        self.rng = r = random.Random(f"{s.seed}/{s.number}/{number}")
        self.np = np.random.default_rng(r.getrandbits(64))
        self.sizes = dict(s.fixed)
        mode = r.random()
        for x in s.labels:
            self.sizes[x] = r.choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17]) if mode < 0.5 else r.choice([2, 3, 5, 7, 8, 13, 31, 32, 33])
        if mode > 0.7:
            for x in s.labels:
                self.sizes[x] = r.choice([1, 1, 2, 3])
            self.sizes[r.choice(s.labels[:2])] = r.choice([63, 64, 65, 127, 129, 255, 257, 513, 1000, 1023, 1025, 2049])
        if mode > 0.95:
            self.sizes[r.choice(s.labels[:2])] = r.choice([4097, 10007])
        if most > 200000 and mode > 0.8:
            for x in s.labels:
                self.sizes[x] = r.choice([1, 2, 3, 5])
            self.sizes[r.choice(s.labels[:2])] = r.choice([16385, 65537, 100003, 262147, 1000003])
            self.sizes[r.choice(s.labels[:2])] = r.choice([1, 2, 4, 7, 130])
        for a, b in s.equal:
            self.sizes[b] = self.sizes[a]
        # The axes together, and those of any array of which several views are seen, for which a label may stand twice.
        while np.prod([max(1, x) for x in self.sizes.values()]) > most or any(self.at_least(b) > 8 * most for b in s.bases):
            big = max(self.sizes, key=self.sizes.get)
            self.sizes[big] = self.sizes[big] // 2 + 1
            for a, b in s.equal:
                self.sizes[a] = self.sizes[b] = min(self.sizes[a], self.sizes[b])
        self.sizes.update(s.fixed)
        self.large = np.prod([max(1, x) for x in self.sizes.values()]) > 100000
        self.p = [0] * len(s.slots)
        for i, x in enumerate(s.slots):
            if x and x[0] == "size":
                self.p[i] = self.size(x[1])
            elif x and x[0] == "count":
                self.p[i] = r.choice([0, 1, 3, 6, 10, 40])
            elif x and x[0] == "within":
                self.p[i] = r.randrange(self.size(x[1])) if self.size(x[1]) else 0
            elif x:
                n = self.size(x[1])
                self.p[i] = r.randrange(-n, n) if n else 0
        self.values, self.arrays = {}, {}
        for b in s.bases:
            a = self.contents(b.type, self.lay_out(b))
            self.arrays[b.name] = a
            self.values[b.name] = Value(b.type, a if b.type.kind < 2 else a.astype(oracle.CLD if b.type.kind == 3 else oracle.LD))

    def size(self, label):
        return 1 if label == 0 else self.sizes[label]

    def shape(self, labels):
        return tuple(self.size(x) for x in labels)

    def bound(self, slot):
        return None if self.p[slot] == NONE else self.p[slot]

    def at_least(self, b):
        """How many elements a base has whose views take steps of 1."""
        if any(o.how != "subscript" for o in b.operands):
            return 0
        return np.prod([max(1, *(self.size(e[1]) for e in axis if e[0] != "index"), 1) for axis in zip(*(o.on_axes() for o in b.operands))])

    def lay_out(self, b):
        """The base's shape, and the slices of its views."""
        r, o = self.rng, b.operands[0]
        if o.how == "diagonal":
            n = self.size(o.labels[0])
            k = r.randint(-3, 3)
            self.p[o.slots[0]] = k
            more = [0, r.randint(0, 2)]
            r.shuffle(more)
            return (n + max(0, -k) + more[0], n + max(0, k) + more[1])
        if o.how == "reshape":
            shape = list(self.shape(o.labels))
            if r.random() < 0.3:
                i = r.randrange(len(shape))
                if np.prod(shape[:i] + shape[i + 1:]) > 0:
                    self.p[o.slots[i]] = -1
            while len(shape) > b.rank:
                i = r.randrange(len(shape) - 1)
                shape[i:i + 2] = [shape[i] * shape[i + 1]]
            while len(shape) < b.rank:
                shape.insert(r.randint(0, len(shape)), 1)
            return tuple(shape)
        if o.how == "broadcast":
            shape = self.shape(o.labels)
            return tuple(x if r.random() < 0.5 else 1 for x in shape[len(shape) - b.rank:])
        shape = []
        for d in range(b.rank):
            uses = [u.on_axes()[d] for u in b.operands]
            full = [u for u in uses if u[0] == "full"]
            steps = {}
            need = 1 if any(u[0] == "index" for u in uses) else 0
            for i, (kind, label, _) in enumerate(uses):
                if kind == "slice":
                    steps[i] = r.choice([1, 1, 1, -1, 2, 3, -2])
                    if self.large:
                        steps[i] = 1 if steps[i] > 0 else -1
                    n = self.size(label)
                    need = max(need, (n - 1) * abs(steps[i]) + 1 if n else 0)
            size = self.size(full[0][1]) if full else need + r.choice([0, 0, 1, 1, 2, 5])
            for i, (kind, label, slot) in enumerate(uses):
                if kind == "index":
                    self.p[slot] = r.randrange(-size, size)
                elif kind == "slice":
                    self.set_slice(slot, self.size(label), steps[i], size)
            shape.append(size)
        return tuple(shape)

    def set_slice(self, slot, n, step, size):
        r = self.rng
        if n == 0:
            at = r.randint(0, size)
            self.p[slot:slot + 3] = [at, at, abs(step)]
            return
        span = (n - 1) * abs(step) + 1
        low = r.choice([0, size - span, r.randint(0, size - span)])
        high = low + span - 1
        if step > 0:
            start = low if r.random() < 0.6 or low == 0 else low - size
            stop = high + 1 if high + 1 < size else r.choice([NONE, size, size + 10])
            if low == 0 and r.random() < 0.5:
                start = r.choice([NONE, -size - 4])
        else:
            start = high if r.random() < 0.6 else high - size
            if high == size - 1 and r.random() < 0.5:
                start = r.choice([NONE, size + 6])
            stop = low - 1 if low else r.choice([NONE, -size - 1, -size - 9])
        self.p[slot:slot + 3] = [start, stop, NONE if step == 1 and r.random() < 0.5 else step]

    def contents(self, t, shape):
        g, r = self.np, self.rng
        if t is BOOL:
            return g.random(shape) < r.choice([0.5, 0.5, 0.05, 0.95])
        if t.kind == 1:
            i = np.iinfo(t.dtype)
            if r.random() < 0.6:
                return g.integers(-5 if t.signed else 0, 9, shape).astype(t.dtype)
            return g.integers(i.min, i.max, shape, dtype=t.dtype, endpoint=True)
        mode = r.random()
        if mode < 0.5:
            a = g.integers(-40, 41, shape) / 8
        elif mode < 0.8 or t.kind == 3:
            a = g.standard_normal(shape) * r.choice([1, 1, 3, 0.1])
        else:
            a = np.where(g.random(shape) < r.choice([0.02, 0.2]), g.choice([np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-3, 300.0, -9e3], shape),
                         g.standard_normal(shape))
        if t.kind == 3:
            a = a + 1j * (g.integers(-40, 41, shape) / 8)
        return np.asarray(a).astype(t.dtype)


def pack(case):
    """The bytes of a case, and which share of its elements can be checked."""
    s = case.s
    try:
        expected, throws = s.expect(case), 0
    except Throws:
        expected, throws = [], 1
    out = [struct.pack("<4q", s.number, case.number, throws, len(case.p)), struct.pack(f"<{len(case.p)}q", *case.p)]
    names = {o.base.name for o in s.used()}
    for b in s.bases:
        if b.name in names:
            a = case.arrays[b.name]
            out += [struct.pack(f"<{a.ndim}q", *a.shape), np.ascontiguousarray(a).tobytes()]
    known = total = 0
    for x in expected:
        v = np.ascontiguousarray(x.v)
        record = np.zeros(v.size, dtype=[("bits", "<i8"), ("re", "<f8"), ("im", "<f8"), ("tol", "<f8")])
        flat = x.v.reshape(-1)
        if x.type.kind < 2:
            record["bits"] = flat.astype(np.uint64).view(np.int64) if x.type is U64 else flat.astype(np.int64)
        else:
            record["re"] = flat.real.astype(np.float64)
            if x.type.kind == 3:
                record["im"] = flat.imag.astype(np.float64)
            e = x.e.reshape(-1)
            record["tol"] = np.where(e > 0, e + 3e-16 * np.where(np.isfinite(record["re"]), np.abs(flat).astype(np.float64), 0), 0.0)
        record["tol"][x.bad.reshape(-1)] = -1.0
        known += int((~x.bad).sum())
        total += x.bad.size
        out += [struct.pack(f"<{x.v.ndim}q", *x.v.shape), struct.pack("<q", v.size), record.tobytes()]
    body = b"".join(out)
    return struct.pack("<q", len(body)) + body, known, total, throws


def source(statements):
    families = {FAMILIES[n.op].header for s in statements for x in s.results for n in x.nodes() if n.op in FAMILIES}
    if any(s.kind == "custom" for s in statements):
        families.add("index")
    if any(n.op == "partition" for s in statements for x in s.results for n in x.nodes()):
        families.add("join")
    lines = ['#include "fuzz/support.hpp"']
    for name in sorted(families):
        lines += [f"#include <twill/{name}.hpp>"]
        if name != "numeric":
            lines += ["#if defined(__CUDACC__)", f"#include <twill/{name}.cuh>", "#endif"]
    lines += ["", "namespace tw = twill;", ""]
    lines += [s.code() + "\n" for s in statements]
    most = max(s.number for s in statements) + 1
    table = ["nullptr"] * most
    for s in statements:
        table[s.number] = f"s{s.number}"
    lines.append("int main(int, char** arguments) {")
    lines.append(f"    fuzz::statement_function const statements[] = {{{', '.join(table)}}};")
    lines.append("    return fuzz::run(arguments, statements);")
    lines.append("}")
    return "\n".join(lines) + "\n"
