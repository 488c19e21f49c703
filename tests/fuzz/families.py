# SPDX-License-Identifier: MIT
"""Random statements about indices and masks, sorts and sets, groups and counts, and statistics: nodes, their meaning, and the themes.

A node here says what it is in four parts: the header that declares it, its type and axes, its text, its value. An axis whose size
depends on data has a label that begins with "?" and no size; it stands at the top of a statement.
"""
import numpy as np

import oracle
from expressions import FAMILIES, Node, Refused, broadcast
from oracle import BOOL, F32, F64, I64, INTS, LD, U64, Throws, Value
from programs import THEMES, Skipped, kind_name, some_labels

MOST = 100000  # elements of a result


class Family:
    def __init__(self, header, infer, code, value):
        self.header, self.infer, self.code, self.value = header, infer, code, value
        self.lines = None


def family(op, header, infer, code):
    """Registers the function that gives a node's value."""
    def take(value):
        FAMILIES[op] = Family(header, infer, code, value)
        return value
    return take


def exact(*values):
    """What depends on every element is known when every element is."""
    for x in values:
        if x.bad.any() or (x.e is not None and (x.e > 0).any()):
            raise Skipped


def kid_values(node, case):
    return [oracle.stored(k.value(case)) if k.type.kind == 2 and k.op != "operand" else k.value(case) for k in node.kids]


def parts(x, f):
    return x.see(f)


def joined(type, values):
    """Rank-0 values as one of rank 1."""
    if not values:
        return Value(type, np.zeros(0))
    e = None if type.kind < 2 else np.array([x.e[()] for x in values])
    return Value(type, np.array([x.v[()] for x in values]), e, np.array([x.bad[()] for x in values]))


def axes_text(axes, keep):
    return ([] if axes is None else [f"tw::axis<{', '.join(map(str, axes))}>"]) + ["tw::keepdims"] * keep


def line_text(axis, runtime=False):
    return str(axis) if runtime else f"tw::axis<{axis}>"


# ---- indices and masks ------------------------------------------------------------------------------------------------------------

def infer_in_range(node):
    if node.kids[0].type.kind != 1:
        raise Refused
    return I64, node.kids[0].labels


@family("in range", "index", infer_in_range,
        lambda node, k: f"(tw::remainder(tw::cast<std::int64_t>({k[0]}), in.p[{node.extra[0]}]) - {node.extra[1]} * in.p[{node.extra[0]}])")
def value_in_range(node, case):
    x = oracle.cast(node.kids[0].value(case), I64)
    n = case.p[node.extra[0]]
    return Value(I64, (np.remainder(x.v, n) if n else x.v * 0) - node.extra[1] * n, bad=x.bad)


def checked_index(i, n, mode, empty):
    """The places of indices; throws where twill does, None where an axis has no elements to give."""
    if i.bad.any():
        raise Skipped
    v = i.v.astype(object)
    if mode in ("wrap", "clip"):
        if n == 0 and v.size and not empty:
            raise Throws
        if n == 0:
            return None
        return np.asarray(v % n if mode == "wrap" else np.clip(v, 0, n - 1)).astype(np.int64)
    if not empty and any(not -n <= k < n for k in v.reshape(-1)):
        raise Throws
    return np.array([k if -n <= k < n else 0 for k in v.reshape(-1)], dtype=np.int64).reshape(v.shape)


def infer_take(node):
    x, i = node.kids
    axis = node.extra[0] % max(len(x.labels), 1)
    if not x.labels or i.type.kind != 1 or (i.type is U64 and node.extra[1] != "error"):
        raise Refused
    return x.type, x.labels[:axis] + i.labels + x.labels[axis + 1:]


def code_take(node, k):
    axis, mode = node.extra
    return f"tw::take{'' if mode == 'error' else f'<tw::out_of_range::{mode}>'}({k[0]}, {k[1]}, tw::axis<{axis}>)"


@family("take", "index", infer_take, code_take)
def value_take(node, case):
    x, i = (k.value(case) for k in node.kids)
    axis, mode = node.extra[0] % x.v.ndim, node.extra[1]
    shape = x.v.shape[:axis] + i.v.shape + x.v.shape[axis + 1:]
    at = checked_index(i, x.v.shape[axis], mode, 0 in shape)
    if at is None or 0 in shape:
        return Value(x.type, np.zeros(shape))
    if np.prod(shape) > MOST:
        raise Skipped
    return parts(x, lambda a: np.take(a, at, axis))


def infer_subscript(node):
    """extra: for each axis ("full",), ("back",) reversed, ("at", slot) or ("index", which kid)."""
    x, index = node.kids[0], node.kids[1:]
    entries = node.extra
    if len(entries) != len(x.labels) or not index or any(i.type.kind != 1 for i in index):
        raise Refused
    together = broadcast(*(i.labels for i in index))
    chosen = [d for d, e in enumerate(entries) if e[0] in ("at", "index")]
    left = [(d, x.labels[d]) for d, e in enumerate(entries) if e[0] in ("full", "back")]
    neighbours = chosen == list(range(chosen[0], chosen[-1] + 1))
    first = chosen[0] if neighbours else 0
    before = tuple(label for d, label in left if d < first)
    return x.type, before + together + tuple(label for d, label in left if d >= first)


def code_subscript(node, k):
    inside = {"full": "tw::full_extent", "back": "tw::slice(tw::none, tw::none, -1)"}
    text = [inside.get(e[0]) or (f"in.p[{e[1]}]" if e[0] == "at" else k[e[1]]) for e in node.extra]
    return f"{k[0]}({', '.join(text)})"


@family("subscript", "index", infer_subscript, code_subscript)
def value_subscript(node, case):
    x, *index = (k.value(case) for k in node.kids)
    shape = np.broadcast_shapes(*(i.v.shape for i in index))
    if np.prod(shape) * x.v.size > MOST * max(1, x.v.shape[0]):
        raise Skipped
    empty = 0 in shape or 0 in x.v.shape
    at = []
    for d, e in enumerate(node.extra):
        n = x.v.shape[d]
        if e[0] == "at" and not -n <= case.p[e[1]] < n:
            raise Throws
        if e[0] == "index":
            i = index[e[1] - 1]
            if empty and any(not -n <= k < n for k in i.v.reshape(-1).tolist()):
                raise Skipped
            at.append(np.broadcast_to(checked_index(i, n, "error", 0 in shape), i.v.shape))
        else:
            at.append({"full": slice(None), "back": slice(None, None, -1)}.get(e[0], case.p[e[1]] if e[0] == "at" else None))
    return parts(x, lambda a: a[tuple(at)])


def infer_along(node):
    x, i = node.kids
    axis = node.extra
    if not x.labels or len(x.labels) != len(i.labels) or i.type.kind != 1:
        raise Refused
    rest = broadcast(x.labels[:axis] + x.labels[axis + 1:], i.labels[:axis] + i.labels[axis + 1:])
    return x.type, rest[:axis] + (i.labels[axis],) + rest[axis:]


@family("take_along_axis", "index", infer_along, lambda node, k: f"tw::take_along_axis({k[0]}, {k[1]}, tw::axis<{node.extra}>)")
def value_along(node, case):
    x, i = (k.value(case) for k in node.kids)
    axis = node.extra
    rest = np.broadcast_shapes(*(tuple(1 if d == axis else s for d, s in enumerate(a.v.shape)) for a in (x, i)))
    shape = rest[:axis] + (i.v.shape[axis],) + rest[axis + 1:]
    at = checked_index(i, x.v.shape[axis], "error", 0 in shape)
    if 0 in shape:
        return Value(x.type, np.zeros(shape))
    at = np.broadcast_to(at, shape)
    whole = rest[:axis] + (x.v.shape[axis],) + rest[axis + 1:]
    return parts(x, lambda a: np.take_along_axis(np.broadcast_to(a, whole), at, axis))


def infer_masked(node):
    x, mask = node.kids
    if x.labels != mask.labels or mask.type is not BOOL or not x.labels:
        raise Refused
    return x.type, ("?masked",)


@family("masked", "index", infer_masked, lambda node, k: f"{k[0]}({k[1]})" if not node.extra else f"tw::extract({k[1]}, {k[0]})")
def value_masked(node, case):
    x, mask = (k.value(case) for k in node.kids)
    if mask.bad.any():
        raise Skipped
    return parts(x, lambda a: a[mask.v])


def infer_rows_under(node):
    x, mask = node.kids
    axis = node.extra
    if not 0 <= axis < len(x.labels) or mask.type is not BOOL or mask.labels != (x.labels[axis],) or not x.labels[axis]:
        raise Refused
    return x.type, x.labels[:axis] + ("?rows",) + x.labels[axis + 1:]


@family("rows under", "index", infer_rows_under, lambda node, k: f"tw::compress({k[1]}, {k[0]}, tw::axis<{node.extra}>)")
def value_rows_under(node, case):
    x, mask = (k.value(case) for k in node.kids)
    if mask.bad.any():
        raise Skipped
    return parts(x, lambda a: np.compress(mask.v, a, node.extra))


def infer_where(node):
    name, axes, keep = node.extra
    x, mask = node.kids
    if mask.type is not BOOL or broadcast(x.labels, mask.labels) != x.labels or x.type.kind == 3:
        raise Refused
    plain = Node(name, (x,), (axes, keep, False))
    return plain.type, plain.labels


def code_where(node, k):
    name, axes, keep = node.extra
    more = axes_text(axes, keep)
    if name in ("min", "max"):
        more.insert(0, "tw::initial(1)")
    return f"tw::{name}({', '.join([k[0], f'tw::where({k[1]})'] + more)})"


@family("reduce under", "index", infer_where, code_where)
def value_where(node, case):
    name, axes, keep = node.extra
    x, mask = kid_values(node, case)
    m = np.broadcast_to(mask.v, x.v.shape)
    neutral = {"prod": 1, "all": 1, "min": 1, "max": 1}.get(name, 0)
    one = x.type.dtype.type(neutral) if x.type.kind < 2 else LD(neutral)
    inside = Value(x.type, np.where(m, x.v, one), None if x.e is None else np.where(m, x.e, 0.0),
                   (x.bad & m) | np.broadcast_to(mask.bad, x.v.shape))
    if name in ("min", "max"):
        where = tuple(range(x.v.ndim)) if axes is None else axes
        if any(x.v.shape[a] == 0 for a in where):
            shape = oracle.reduce("sum", inside, axes, keep).v.shape
            return Value(x.type, np.full(shape, one))
        r = oracle.reduce(name, inside, axes, keep)
        f = np.maximum if name == "max" else np.minimum
        return Value(r.type, f(r.v, one), r.e, r.bad)
    if name == "mean":
        s = oracle.reduce("sum", oracle.convert(inside, oracle.reduced_type("mean", x.type)), axes, keep)
        n = oracle.reduce("sum", Value(I64, m.astype(np.int64)), axes, keep).v
        with np.errstate(all="ignore"):
            r = s.v / n
            e = s.e / np.maximum(n, 1) + 2 * oracle.rounding(s.type, r)
        return oracle.stored(Value(s.type, r, e, s.bad))
    return oracle.reduce(name, inside, axes, keep)


def index_for(s, labels, label, mode="error"):
    """Indices with these labels for an axis with that one."""
    r = s.rng
    i = s.gen(labels, r.choice([0, 0, 1]), "int")
    if i.labels != tuple(labels) or any(n.op in ("arange", "cumsum") for n in i.nodes()):
        raise Refused
    if (mode != "error" or r.random() < 0.12) and i.type is not U64:
        return i
    slot = s.slot()
    s.slots[slot] = ("size", label)
    return Node("in range", (i,), (slot, r.choice([0, 0, 1])))


def theme_index(s):
    """Elements at indices and under masks, read in statements and written."""
    r = s.rng
    want = r.choice(["float", "int", "int", "complex", "bool"])
    labels = some_labels(s, 1, 3)
    if r.random() < 0.3:
        return written_at(s, labels, want)
    x = s.gen(labels, r.choice([0, 0, 1]), want)
    if x.labels != labels or x.op in ("arange", "full"):
        raise Refused
    axis = r.randrange(len(labels))
    of = tuple(r.sample(s.labels, r.choice([0, 1, 1, 2])))
    how = r.randrange(7)
    if how <= 1:
        mode = r.choice(["error", "error", "wrap", "clip"])
        x = Node("take", (x, index_for(s, of, labels[axis], mode)), (axis - len(labels) * (r.random() < 0.3), mode))
    elif how == 2:
        entries = [("full",) if r.random() < 0.7 else ("back",) for _ in labels]
        index = [index_for(s, of, labels[axis])]
        entries[axis] = ("index", 1)
        other = r.randrange(len(labels))
        if other != axis and r.random() < 0.5:
            index.append(index_for(s, of if r.random() < 0.7 else of[1:], labels[other]))
            entries[other] = ("index", 2)
        elif other != axis:
            slot = s.slot()
            s.slots[slot] = ("index", labels[other])
            entries[other] = ("at", slot)
        x = Node("subscript", (x, *index), tuple(entries))
    elif how == 3:
        along = labels[:axis] + (r.choice(s.labels),) + labels[axis + 1:]
        if len(set(along)) != len(along):
            raise Refused
        x = Node("take_along_axis", (x, index_for(s, along, labels[axis])), axis)
    elif how == 4:
        mask = s.gen(labels, r.choice([0, 1]), "bool")
        return plain_or_more(s, Node("masked", (x, mask), r.random() < 0.3))
    elif how == 5:
        return plain_or_more(s, Node("rows under", (x, s.gen((labels[axis],), r.choice([0, 1]), "bool")), axis))
    else:
        names = ["sum", "prod", "mean", "count_nonzero", "min", "max"] if want in ("float", "int") else ["any", "all", "count_nonzero"]
        axes = None if r.random() < 0.3 else (axis,)
        x = Node("reduce under", (x, s.gen(s.shrunk(labels), r.choice([0, 1]), "bool")), (r.choice(names), axes, r.random() < 0.2))
    if len(x.labels) > 3:
        raise Refused
    if x.labels and r.random() < 0.5 and kind_name(x.type) == want and want in ("float", "int"):
        return Node(r.choice(["+", "-", "*"]), (x, s.gen(x.labels, r.choice([0, 1]), want)))
    if x.labels and r.random() < 0.2 and want in ("float", "int"):
        return Node("sum", (x,), ((r.randrange(len(x.labels)),), False, False))
    return x


def plain_or_more(s, x):
    """Something that does not depend on how many there are."""
    if x.type.kind in (1, 2) and s.rng.random() < 0.4:
        return Node(s.rng.choice(["+", "*", "-"]), (x, s.number_for(x)))
    if x.type.kind in (1, 2) and s.rng.random() < 0.2 and len(x.labels) == 1:
        return Node("sum", (x,), (None, False, False))
    return x


def written_at(s, labels, want):
    """a(i) = v, a(mask) = v, scatter_add, put_along_axis."""
    r = s.rng
    target = s.operand(labels, want, fresh=True)
    o = target.extra
    if o.how == "broadcast" or (not o.whole() and any(e[0] == "new" for e in o.entries)) or o.how != "subscript":
        raise Refused
    if target.labels != tuple(labels) or any(u is not o and u.base is o.base for u in s.operands):
        raise Refused
    o.inline = False
    axis = r.randrange(len(labels))
    form = r.choice(["set", "set", "mask", "mask", "add", "add", "along"])
    value, update = None, "="
    if form == "mask":
        index = s.gen(labels, r.choice([0, 1]), "bool")
        if index.labels != tuple(labels):
            raise Refused
        value = s.number_for(target) if target.type.kind and r.random() < 0.4 else s.gen(labels, r.choice([0, 1]), want)
        text = f"{o.name}(%s) = %s;"
    elif form == "set":
        index = index_for(s, tuple(r.sample(s.labels, r.choice([1, 1, 2]))), labels[axis])
        value = s.number_for(target) if target.type.kind else s.operand((), want)
        update = r.choice(["=", "=", "+="]) if target.type.kind in (1, 2) else "="
        inside = ", ".join("%s" if d == axis else "tw::full_extent" for d in range(len(labels)))
        text = f"{o.name}({inside}) {update} %s;"
    elif form == "add":
        if target.type.kind not in (1, 2) or target.type in oracle.HALVES or len(labels) > 1 or target.type.bits < 32:
            raise Refused
        of = tuple(r.sample(s.labels, r.choice([1, 1, 2])))
        index, value = index_for(s, of, labels[0]), s.gen(of, r.choice([0, 1]), want)
        update = r.choice(["scatter_add", "scatter_add", "scatter_min", "scatter_max"])
        text = f"tw::{update}({o.name}, %s, %s);"
    else:
        index = Node("argsort", (Node("operand", (), s.operand(labels, "int").extra),), (axis, False, "index_t"))
        if index.labels != tuple(labels):
            raise Refused
        value = s.gen(labels, r.choice([0, 1]), want)
        text = f"tw::put_along_axis({o.name}, %s, %s, tw::axis<{axis}>);"
    if value.op != "scalar":
        if value.labels != (index.labels if form != "set" else ()):
            raise Refused
        if value.type is not target.type:
            if value.type.kind == 3 and target.type.kind < 3:
                raise Refused
            value = Node("cast", (value,), target.type)
    elif not oracle.holds(value.type, target.type) and (value.type.kind > target.type.kind):
        raise Refused
    s.target, s.kind = o, "custom"
    s.results = [target, index, value] if value.op != "scalar" else [target, index]

    def lines():
        at, v = index.code(), value.code()
        return [f"    {text % (at, v)}", f'    in.check("{o.base.name}", {o.base.name});']

    def outputs(case):
        old, i = target.value(case), index.value(case)
        if value.op == "scalar":
            v = Value(target.type, np.array(value.extra[2], dtype=target.type.dtype if target.type.kind < 2 else np.float64))
        else:
            v = oracle.stored(oracle.convert(value.value(case), target.type))
        if i.bad.any():
            raise Skipped
        base = case.values[o.base.name]
        result = base.see(np.copy)
        new = {name: None if getattr(result, name) is None else o.see(case, getattr(result, name)) for name in ("v", "e", "bad")}
        places = {"mask": lambda: i.v, "along": lambda: i.v}.get(form)
        n = old.v.shape[axis]
        empty = 0 in i.v.shape or any(size == 0 for d, size in enumerate(old.v.shape) if d != axis)
        if form in ("set", "add"):
            at = checked_index(i, n, "error", empty)
            if empty:
                return [result]
        elif places is None:
            raise Skipped
        bad = np.array(result.bad)
        new["bad"] = o.see(case, bad)
        where = lambda: tuple(at if d == axis else slice(None) for d in range(old.v.ndim))
        if form == "mask":
            for name in ("v", "e", "bad"):
                if new[name] is not None:
                    np.copyto(new[name], getattr(v, name), where=i.v)
        elif form == "along":
            for name in ("v", "e", "bad"):
                if new[name] is not None:
                    np.put_along_axis(new[name], i.v, np.broadcast_to(getattr(v, name), i.v.shape), axis)
        elif form == "set":
            if update != "=":
                v = oracle.stored(oracle.convert(oracle.binary(update[0], parts(old, lambda a: a[where()]), v, old.type), old.type))
            for name in ("v", "e", "bad"):
                if new[name] is not None:
                    new[name][where()] = getattr(v, name)
        else:
            if v.bad.any() or old.bad.any():
                raise Skipped
            if update == "scatter_add":
                if old.type.kind == 2:
                    count = np.zeros(n)
                    np.add.at(count, at, 1.0)
                    size = np.abs(old.v).astype(np.float64)
                    np.add.at(size, at, np.abs(v.v).astype(np.float64))
                    np.add.at(new["e"], at, v.e)
                    safe = np.where(np.isfinite(size), size, 0)
                    new["e"] += count * old.type.eps * safe
                    bad |= False
                    new["bad"] |= np.isfinite(size) & (size > 0.4 * old.type.limit)
                np.add.at(new["v"], at, v.v)
            else:
                f = np.minimum if update == "scatter_min" else np.maximum
                f.at(new["v"], at, v.v)
                if new["e"] is not None:
                    np.maximum.at(new["e"], at, v.e)
        result.bad = bad
        return [result]

    s.custom = lines, outputs
    return None


# ---- sorts, searches, sets --------------------------------------------------------------------------------------------------------

def order_of(v, axis, descending):
    """Stable order with NaN last."""
    if descending:
        v = ~v if v.dtype.kind in "iub" else -v
    return np.argsort(v, axis, kind="stable")


def infer_line(node):
    x = node.kids[0]
    if not x.labels or not -len(x.labels) <= node.extra[0] < len(x.labels):
        raise Refused
    return x.type, x.labels


def order_text(node):
    return [line_text(node.extra[0])] + ["tw::descending"] * node.extra[1]


@family("sort", "sort", infer_line, lambda node, k: f"tw::sort({', '.join(k + order_text(node))})")
def value_sort(node, case):
    x, = kid_values(node, case)
    axis, down = node.extra
    if x.v.dtype.kind == "c":
        exact(x)  # a rounding of real parts that are equal decides which imaginary part comes first
    order = order_of(x.v, axis, down)
    v = np.take_along_axis(x.v, order, axis)
    spread = lambda a, f: np.broadcast_to(f(a, axis=axis, keepdims=True), v.shape) if v.size else a
    return Value(x.type, v, None if x.e is None else spread(x.e, np.max), spread(x.bad, np.any))


def infer_argsort(node):
    infer_line(node)
    return (oracle.I32 if node.extra[2] != "index_t" else I64), node.kids[0].labels


@family("argsort", "sort", infer_argsort,
        lambda node, k: f"tw::argsort<{'std::int32_t' if node.extra[2] != 'index_t' else 'tw::index_t'}>({', '.join(k + order_text(node))})")
def value_argsort(node, case):
    x, = kid_values(node, case)
    axis = node.extra[0]
    order = order_of(x.v, axis, node.extra[1])
    bad = x.bad if x.e is None else x.bad | (x.e > 0)
    return Value(node.type, order, bad=np.broadcast_to(bad.any(axis, keepdims=True), order.shape) if order.size else bad)


def infer_top(node):
    infer_line(node)
    axis = node.extra[0] % len(node.kids[0].labels)
    labels = node.kids[0].labels
    return (node.kids[0].type if node.extra[3] == "values" else I64), labels[:axis] + ("?top",) + labels[axis + 1:]


@family("top_k", "sort", infer_top,
        lambda node, k: f"tw::top_k({k[0]}, in.p[{node.extra[2]}], {line_text(node.extra[0])}{'' if node.extra[1] else ', tw::ascending'}).{node.extra[3]}")
def value_top(node, case):
    x, = kid_values(node, case)
    axis, down, slot, what = node.extra
    n, k = x.v.shape[axis], case.p[slot]
    if not 0 <= k <= n:
        raise Throws
    first = lambda a: np.take(a, np.arange(k), axis)
    if what == "values":
        r = value_sort(Node("sort", node.kids, (axis, down)), case)
    else:
        r = value_argsort(Node("argsort", node.kids, (axis, down, "index_t")), case)
    return parts(r, first)


def infer_part(node):
    infer_line(node)
    return node.kids[0].type, node.kids[0].labels


def code_part(node, k):
    """The k smallest and the rest, each sorted: what partition promises."""
    axis, slot = node.extra
    rank = len(node.labels)
    cut = lambda text: "(" + ", ".join(text if d == axis else "tw::full_extent" for d in range(rank)) + ")"
    a = f"tw::partition({k[0]}, in.p[{slot}], tw::axis<{axis}>)"
    return (f"[&] {{ auto const part = {a}; return tw::evaluate(tw::concatenate(tw::axis<{axis}>, "
            f"tw::sort(part{cut(f'tw::slice(0, in.p[{slot}])')}, tw::axis<{axis}>), "
            f"tw::sort(part{cut(f'tw::slice(in.p[{slot}])')}, tw::axis<{axis}>))); }}()")


@family("partition", "sort", infer_part, code_part)
def value_part(node, case):
    x, = kid_values(node, case)
    axis, slot = node.extra
    if not 0 <= case.p[slot] < x.v.shape[axis]:
        raise Skipped
    return value_sort(Node("sort", node.kids, (axis, False)), case)


def infer_search(node):
    x, v = node.kids
    if len(x.labels) != 1 or x.type is not v.type or x.type.kind == 3 or not x.labels[0]:
        raise Refused
    return (BOOL if node.extra == "isin" else I64), v.labels


def code_search(node, k):
    if node.extra == "isin":
        return f"tw::isin({k[1]}, {k[0]})"
    return f"tw::searchsorted(tw::sort({k[0]}), {k[1]}, tw::side::{node.extra})"


@family("search", "sort", infer_search, code_search)
def value_search(node, case):
    x, v = kid_values(node, case)
    unsure = x.bad.any() or (x.e is not None and (x.e > 0).any())
    bad = v.bad | (unsure if v.e is None else unsure | (v.e > 0))
    if node.extra == "isin":
        found = np.isin(v.v, x.v)
        if v.v.dtype.kind == "f":
            found = found | (np.isnan(v.v) & np.isnan(x.v).any())
        return Value(BOOL, found.reshape(v.v.shape), bad=bad)
    return Value(I64, np.searchsorted(np.sort(x.v), v.v, node.extra), bad=bad)


def infer_unique(node):
    return (I64 if node.extra == "counts" else node.kids[0].type), ("?unique",)


@family("unique", "sort", infer_unique,
        lambda node, k: f"tw::unique({k[0]})" if node.extra == "values" else f"tw::unique_counts({k[0]}).counts")
def value_unique(node, case):
    x, = kid_values(node, case)
    exact(x)
    values, counts = np.unique(x.v, return_counts=True)
    return Value(node.type, values if node.extra == "values" else counts)


def infer_set(node):
    a, b = node.kids
    if a.type is not b.type:
        raise Refused
    return a.type, ("?set",)


@family("set", "sort", infer_set, lambda node, k: f"tw::{node.extra}({k[0]}, {k[1]})")
def value_set(node, case):
    a, b = kid_values(node, case)
    exact(a, b)
    if a.v.dtype.kind in "fc" and (np.isnan(a.v).any() or np.isnan(b.v).any()):
        raise Skipped
    return Value(node.type, getattr(np, node.extra)(a.v, b.v))


@family("by key", "sort", lambda node: (node.kids[1].type, infer_line(node)[1]),
        lambda node, k: f"std::get<1>(tw::sort_by_key({k[0]}, {k[1]}, {line_text(node.extra[0])}))")
def value_by_key(node, case):
    keys, x = kid_values(node, case)
    axis = node.extra[0]
    bad = keys.bad if keys.e is None else keys.bad | (keys.e > 0)
    order = order_of(keys.v, axis, False)
    r = parts(x, lambda a: np.take_along_axis(np.broadcast_to(a, keys.v.shape), order, axis))
    if bad.size:
        r.bad = r.bad | bad.any(axis, keepdims=True)
    return r


@family("lexsort", "sort", lambda node: (I64, node.kids[0].labels), lambda node, k: f"tw::lexsort({', '.join(k)})")
def value_lexsort(node, case):
    keys = kid_values(node, case)
    exact(*keys)
    return Value(I64, np.lexsort([k.v for k in keys]))


def line_of(s, want, depth=(0, 0, 1), low=1, high=3):
    labels = some_labels(s, low, high)
    x = s.gen(labels, s.rng.choice(depth), want)
    if x.labels != labels or x.op in ("arange", "full"):
        raise Refused
    return x


def theme_sort(s):
    """Sorts along an axis, searches, sets."""
    r = s.rng
    want = r.choice(["float", "float", "int", "int", "complex", "bool"])
    how = r.randrange(10)
    if how <= 5:
        x = line_of(s, want)
        axis = r.randrange(-len(x.labels), len(x.labels))
        down = r.random() < 0.4
        if how <= 1:
            x = Node("sort", (x,), (axis, down))
        elif how == 2:
            x = Node("argsort", (x,), (axis, down, r.choice(["index_t", "int"])))
        elif how == 3:
            slot = s.slot()
            s.slots[slot] = ("index", x.labels[axis])
            what = r.choice(["values", "indices"])
            return Node("top_k", (x,), (axis % len(x.labels), down, slot, what))
        elif how == 4:
            slot = s.slot()
            s.slots[slot] = ("within", x.labels[axis])
            return Node("partition", (x,), (axis % len(x.labels), slot))
        else:
            v = s.gen(x.labels, r.choice([0, 1]), r.choice(["float", "int", "complex"]))
            if v.labels != x.labels:
                raise Refused
            x = Node("by key", (x, v), (axis,))
        if r.random() < 0.3 and x.type.kind in (1, 2):
            x = Node(r.choice(["+", "*"]), (x, s.gen(x.labels, 0, kind_name(x.type))))
        return x
    if how == 6:
        x = line_of(s, want, high=1)
        v = s.gen(some_labels(s, 0, 2), r.choice([0, 0, 1]), want)
        if v.type is not x.type:
            v = Node("cast", (v,), x.type)
        return Node("search", (x, v), r.choice(["left", "right", "isin"]))
    if how == 7:
        return Node("unique", (line_of(s, want, (0, 0, 1)),), r.choice(["values", "counts"]))
    if how == 8:
        a, b = line_of(s, want, (0,)), line_of(s, want, (0,))
        if b.type is not a.type:
            b = Node("cast", (b,), a.type)
        return Node("set", (a, b), r.choice(["union1d", "intersect1d", "setdiff1d", "setxor1d"]))
    labels = some_labels(s, 1, 1)
    keys = [s.operand(labels, r.choice(["int", "float", "bool"])) for _ in range(r.randint(2, 3))]
    if any(k.labels != labels for k in keys):
        raise Refused
    return Node("lexsort", keys)


# ---- groups and counts ------------------------------------------------------------------------------------------------------------

GROUP_RESULTS = ("sum", "mean", "min", "max", "count", "first", "last", "prod", "any", "all")


def infer_groups(node):
    name, _ = node.extra
    v = node.kids[-1]
    if any(len(k.labels) != 1 or k.labels != v.labels or not k.labels[0] for k in node.kids):
        raise Refused
    if name == "count":
        return I64, ("?groups",)
    if name in ("first", "last"):
        return v.type, ("?groups",)
    plain = Node(name, (v,), (None, False, False))
    return plain.type, ("?groups",)


def code_groups(node, k):
    name, slot = node.extra
    keys = ", ".join(k[:-1])
    if slot is not None:
        keys = f"tw::cast<std::int64_t>({keys}), tw::below(in.p[{slot}])"
    return f"tw::group_by({keys}).{name}({'' if name == 'count' else k[-1]})"


@family("groups", "statistics", infer_groups, code_groups)
def value_groups(node, case):
    name, slot = node.extra
    *keys, v = kid_values(node, case)
    exact(*keys)
    rows = list(zip(*(k.v.tolist() for k in keys)))
    if slot is not None:
        if case.p[slot] < 0:
            raise Throws
        groups = [(g,) for g in range(case.p[slot])]
        rows = [(int(k),) for k, in rows]
    else:
        plain = lambda row: tuple((k != k, 0 if k != k else k) for k in row)
        rows = [plain(row) for row in rows]
        groups = sorted(set(rows))
    out = []
    for g in groups:
        at = np.array([i for i, row in enumerate(rows) if row == g], dtype=np.int64)
        if name == "count":
            out.append(Value(I64, np.array(len(at))))
        elif len(at) == 0 and name in ("min", "max", "first", "last"):
            nan = name in ("min", "max") and v.type.kind == 2
            out.append(Value(v.type, np.array(np.nan if nan else 0)))
        elif name in ("first", "last"):
            out.append(parts(v, lambda a: np.asarray(a[at[0 if name == "first" else -1]])))
        else:
            out.append(oracle.reduce(name, parts(v, lambda a: a[at]), None, False))
    return joined(node.type, out)


def infer_bincount(node):
    if any(k.type.kind > 1 for k in node.kids[:1]) or node.kids[0].type.kind == 3:
        raise Refused
    return (I64 if len(node.kids) == 1 else F64), ("?bins",)


def code_bincount(node, k):
    more = "" if len(k) == 1 else f", tw::weights({k[1]})"
    return f"tw::bincount({k[0]}, tw::below(in.p[{node.extra}]){more})"


@family("bincount", "statistics", infer_bincount, code_bincount)
def value_bincount(node, case):
    x, *w = kid_values(node, case)
    exact(x)
    n = case.p[node.extra]
    if n < 0:
        raise Throws
    flat = x.v.reshape(-1)
    if not w:
        return Value(I64, np.array([np.count_nonzero(flat == k) for k in range(n)], dtype=np.int64))
    w = oracle.convert(w[0], F64).see(lambda a: np.broadcast_to(a, x.v.shape).reshape(-1))
    return joined(F64, [oracle.reduce("sum", parts(w, lambda a: a[flat == k]), None, False) for k in range(n)])


def infer_histogram(node):
    x = node.kids[0]
    if x.op != "operand" or x.type not in (F32, F64, *INTS):
        raise Refused
    return I64, ("?bins",)


def code_histogram(node, k):
    how, bins, low, high = node.extra
    if how == "edges":
        return f"tw::histogram({k[0]}, tw::linspace({low}, {high}, {bins})).counts"
    return f"tw::histogram({k[0]}, {bins}, tw::range({low}, {high})).counts"


@family("histogram", "statistics", infer_histogram, code_histogram)
def value_histogram(node, case):
    _, bins, low, high = node.extra
    x = node.kids[0].extra
    raw = np.asarray(x.see(case, case.arrays[x.base.name]))
    return Value(I64, np.histogram(raw[raw == raw], bins, (low, high))[0])


def theme_groups(s):
    r = s.rng
    labels = some_labels(s, 1, 1)
    want = r.choice(["float", "float", "int", "complex", "bool"])
    how = r.randrange(4)
    if how <= 1:
        name = r.choice(GROUP_RESULTS)
        dense = r.random() < 0.4
        slot = s.slot() if dense else None
        if dense:
            s.slots[slot] = ("count", None)
        keys = [s.operand(labels, "int" if dense else r.choice(["int", "float", "bool"])) for _ in range(1 if dense else r.randint(1, 2))]
        v = s.gen(labels, r.choice([0, 1]), want)
        if v.op in ("arange", "full"):
            raise Refused
        return Node("groups", (*keys, v), (name, slot))
    if how == 2:
        slot = s.slot()
        s.slots[slot] = ("count", None)
        x = line_of(s, r.choice(["int", "int", "bool"]))
        if x.type.kind > 1:
            raise Refused
        if r.random() < 0.4:
            w = s.gen(x.labels, r.choice([0, 1]), r.choice(["float", "int"]))
            if w.labels != x.labels or w.op in ("arange", "full"):
                raise Refused
            return Node("bincount", (x, w), slot)
        return Node("bincount", (x,), slot)
    x = s.operand(some_labels(s, 1, 3), r.choice(["float", "int"]))
    low = r.choice([-2.0, 0.0, -0.3, 1.0])
    return Node("histogram", (x,), ("range", r.choice([1, 2, 7, 10, 33]), low, low + r.choice([1.0, 3.0, 0.1, 8.0])))


# ---- statistics -------------------------------------------------------------------------------------------------------------------

def reduced_labels(x, axis):
    return () if axis is None else x.labels[:axis] + x.labels[axis + 1:]


def infer_quantile(node):
    x, axis = node.kids[0], node.extra[0]
    if x.type.kind not in (1, 2) or not x.labels or (axis is not None and not 0 <= axis < len(x.labels)):
        raise Refused
    return (x.type if x.type.kind == 2 else F64), reduced_labels(x, axis)


def code_quantile(node, k):
    axis, q = node.extra
    more = "" if axis is None else f", tw::axis<{axis}>"
    return f"tw::median({k[0]}{more})" if q is None else f"tw::quantile({k[0]}, {q}{more})"


@family("quantile", "statistics", infer_quantile, code_quantile)
def value_quantile(node, case):
    x, = kid_values(node, case)
    axis, q = node.extra
    x = oracle.convert(x, node.type)
    x = parts(x, lambda a: a.reshape(-1) if axis is None else np.moveaxis(a, axis, -1))
    n = x.v.shape[-1]
    if n == 0:
        return Value(node.type, np.full(x.v.shape[:-1], np.nan))
    v = np.sort(x.v, -1)
    place = 0.5 * (n - 1) if q is None else float(q) * (n - 1)
    low = int(np.floor(place))
    high, w = min(low + 1, n - 1), place - low
    a, b = v[..., low], v[..., high]
    r = np.where(w == 0, a, a + LD(w) * (b - a))
    e = x.e.max(-1) + np.where(w == 0, 0.0, 8 * oracle.rounding(node.type, np.abs(a) + np.abs(b)))
    bad = x.bad.any(-1) | ((w != 0) & ~(np.isfinite(a) & np.isfinite(b)))
    nan = np.isnan(x.v).any(-1)
    return oracle.stored(Value(node.type, np.where(nan, np.nan, r), np.where(nan, 0, e), bad & ~(nan & ~x.bad.any(-1))))


NAN_NAMES = ("nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanargmax", "nanargmin")


def infer_nan(node):
    name, axes, keep = node.extra
    x = node.kids[0]
    if x.type.kind not in (1, 2):
        raise Refused
    plain = Node(name[3:], (x,), (axes, keep, False))
    return plain.type, plain.labels


def code_nan(node, k):
    name, axes, keep = node.extra
    more = axes_text(axes, keep)
    return f"tw::{name}({', '.join(k + more)})"


@family("nan reduction", "numeric", infer_nan, code_nan)
def value_nan(node, case):
    name, axes, keep = node.extra
    x, = kid_values(node, case)
    if x.type.kind == 1:
        return oracle.reduce(name[3:], x, axes, keep)
    nan = np.isnan(x.v)
    left = {"nansum": 0, "nanmean": 0, "nanprod": 1, "nanmax": -np.inf, "nanargmax": -np.inf}.get(name, np.inf)
    inside = Value(x.type, np.where(nan, LD(left), x.v), np.where(nan, 0, x.e), x.bad)
    none = oracle.reduce("all", Value(BOOL, nan), axes, keep).v
    if name == "nanmean":
        s = oracle.reduce("sum", inside, axes, keep)
        n = oracle.reduce("count_nonzero", Value(BOOL, ~nan), axes, keep).v
        r = s.v / np.where(n, n, 1)
        e = s.e / np.maximum(n, 1) + 2 * oracle.rounding(s.type, r)
        return oracle.stored(Value(s.type, np.where(n == 0, np.nan, r), np.where(n == 0, 0, e), s.bad))
    r = oracle.reduce(name[3:], inside, axes, keep)
    if name in ("nanmax", "nanmin"):
        return Value(r.type, np.where(none, np.nan, r.v), np.where(none, 0, r.e), r.bad)
    if name[3:6] == "arg":
        # An infinity that stands for NaN must not win over one that is there.
        best = oracle.reduce(name[6:], inside, axes, keep).v
        return Value(I64, np.where(none, -1, r.v), bad=r.bad | (np.isinf(best) & (best == left) & ~none))
    return r


def infer_diff(node):
    x, (axis, how) = node.kids[0], node.extra
    if x.type.kind not in (1, 2) or not x.labels or (how == "gradient" and x.type.kind == 1):
        raise Refused
    return x.type, x.labels[:axis] + ("?diff" if how == "diff" else x.labels[axis],) + x.labels[axis + 1:]


def code_diff(node, k):
    axis, how = node.extra
    return f"tw::diff({k[0]}, tw::axis<{axis}>)" if how == "diff" else f"tw::gradient({k[0]}, 0.5, tw::axis<{axis}>)"


@family("diff", "numeric", infer_diff, code_diff)
def value_diff(node, case):
    x, = kid_values(node, case)
    axis, how = node.extra
    n = x.v.shape[axis]
    cut = lambda y, a, b: parts(y, lambda v: np.take(v, np.arange(a, b), axis))
    if how == "diff":
        if n < 1:
            return cut(x, 0, 0)
        return oracle.stored(oracle.binary("-", cut(x, 1, n), cut(x, 0, n - 1), x.type))
    if n < 2:
        raise Throws
    ends = [oracle.binary("-", cut(x, 1, 2), cut(x, 0, 1), x.type), oracle.binary("-", cut(x, n - 1, n), cut(x, n - 2, n - 1), x.type)]
    inside = oracle.binary("-", cut(x, 2, n), cut(x, 0, n - 2), x.type)
    joined_parts = [np.concatenate([getattr(p, name) * (2 if name != "bad" and i != 1 else 1)
                                    for i, p in enumerate((ends[0], inside, ends[1]))], axis) for name in ("v", "e", "bad")]
    v, e, bad = joined_parts
    return oracle.stored(Value(x.type, v, e + np.where(e > 0, 4 * oracle.rounding(x.type, v), 0), bad.astype(bool)))


def infer_average(node):
    x, w = node.kids
    if x.type.kind != 2 or w.type is not x.type or w.labels != x.labels or x.type in oracle.HALVES:
        raise Refused
    return x.type, reduced_labels(x, node.extra)


@family("average", "numeric", infer_average,
        lambda node, k: f"tw::average({k[0]}, tw::abs({k[1]}) + 1" + (")" if node.extra is None else f", tw::axis<{node.extra}>)"))
def value_average(node, case):
    x, w = kid_values(node, case)
    w = oracle.binary("+", oracle.unary("abs", w, w.type), Value(w.type, np.array(1.0)), w.type)
    axes = None if node.extra is None else (node.extra,)
    top, low = oracle.reduce("sum", oracle.binary("*", x, w, x.type), axes, False), oracle.reduce("sum", w, axes, False)
    return oracle.binary("/", top, low, x.type)


def theme_statistics(s):
    r = s.rng
    x = line_of(s, r.choice(["float", "float", "float", "int"]))
    axis = r.randrange(len(x.labels))
    maybe = None if r.random() < 0.3 else axis
    how = r.randrange(5)
    if how == 0:
        x = Node("quantile", (x,), (maybe, r.choice([None, None, "0.25", "0.9", "1.0", "0.0", "0.5"])))
    elif how <= 2:
        axes = None if maybe is None else tuple(sorted(r.sample(range(len(x.labels)), r.randint(1, len(x.labels)))))
        x = Node("nan reduction", (x,), (r.choice(NAN_NAMES), axes, r.random() < 0.2))
    elif how == 3:
        x = Node("diff", (x,), (axis, r.choice(["diff", "gradient"])))
    else:
        w = s.gen(x.labels, 0, "float")
        if w.type is not x.type and x.type.kind == 2:
            w = Node("cast", (w,), x.type)
        x = Node("average", (x, w), maybe)
    if r.random() < 0.3 and x.type.kind in (1, 2) and not any(str(label)[0] == "?" for label in x.labels):
        x = Node(r.choice(["+", "*", "-"]), (x, s.gen(x.labels, r.choice([0, 1]), kind_name(x.type))))
    return x


THEMES.update({"index": theme_index, "sort": theme_sort, "groups": theme_groups, "statistics": theme_statistics})
