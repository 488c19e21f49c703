# SPDX-License-Identifier: MIT
"""Random products: matmul, dot, tensordot, einsum and their kin, all of which are sums of products over axes with letters."""
import string

import numpy as np

import oracle
from expressions import Node, Refused, broadcast, scalar
from families import family, kid_values
from oracle import BOOL, CLD, HALVES, Throws, Value, promote
from programs import THEMES, Skipped, kind_name


def common_type(kids):
    t = kids[0].type
    for k in kids[1:]:
        t = promote(t, k.type)
        if t is None:
            raise Refused
    return t


def spread_sizes(text, values):
    """The sizes of the letters of "ab,bc->ac" (no ellipsis); None where twill throws: axes of one letter are equal, or of size 1 where
    they are not summed. Of three operands and more all are equal or in the result."""
    inputs, result = text.split("->")
    sizes = {}
    for letters, x in zip(inputs.split(","), values):
        own = {}
        for letter, n in zip(letters, x.v.shape):
            if own.setdefault(letter, n) != n:
                return None
        for letter, n in own.items():
            m = sizes.setdefault(letter, n)
            if n != m and (letter not in result or 1 not in (n, m)):
                return None
            sizes[letter] = n if m == 1 else m
    return sizes


def sum_of_products(text, shape, *parts):
    # NumPy's einsum writes past a result of no elements (2.4, complex numbers of long double).
    return np.einsum(text, *parts) if all(a.size for a in parts) else np.zeros(shape, parts[0].dtype)


def contract(text, values, t, steps=1):
    """The sum of products in type t. `steps`: how often a result on the way is rounded to 16 bits."""
    sizes = spread_sizes(text, values)
    if sizes is None:
        raise Throws
    if np.prod([max(1, n) for n in sizes.values()]) > 3000000:
        raise Skipped
    inputs, result = text.split("->")
    inputs = inputs.split(",")
    # Each letter once in an operand, which has all of its elements: then letters of one size are left.
    values = [oracle.convert(x, t) for x in values]
    lined = []
    for i, x in enumerate(values):
        own = "".join(dict.fromkeys(inputs[i]))
        whole = tuple(sizes[c] for c in own)
        lined.append(x.see(lambda a: np.broadcast_to(sum_of_products(f"{inputs[i]}->{own}", whole, a), whole)))
        inputs[i] = own
    values = lined
    text = ",".join(inputs) + "->" + result

    shape = tuple(sizes[c] for c in result)

    def summed(parts):
        return sum_of_products(text, shape, *parts)

    bad = np.zeros(shape, bool)
    for i, x in enumerate(values):
        if x.bad.any():
            ones = [np.ones(y.v.shape) for y in values]
            ones[i] = x.bad.astype(np.float64)
            bad = bad | (summed(ones) > 0)
    if t is BOOL:
        return Value(t, summed([x.v.astype(np.float64) for x in values]) > 0, bad=bad)
    if t.kind == 1:
        return Value(t, summed([x.v for x in values]), bad=bad)
    v = summed([x.v for x in values])
    size = [np.abs(x.v).astype(np.float64) for x in values]
    total = summed(size)
    e = np.zeros(shape)
    for i, x in enumerate(values):
        if x.e.any():
            e = e + summed([x.e if k == i else size[k] + y.e for k, y in enumerate(values)])
    count = max(1, int(np.prod([n for c, n in sizes.items() if c not in result])))
    eighths = all((np.isfinite(x.v) & (x.v * 8 == rint(x.v * 8)) & (x.e == 0)).all() for x in values)
    exact = eighths & (total * 8.0 ** len(values) < 2.0 ** t.compute.digits) & (t not in HALVES or steps == 1)
    tiny = 1.5e-45 if t.compute.digits == 24 else 5e-324
    e = e + np.where(exact, 0.0, (count + 4 * len(values)) * (t.eps * total * (4 if t.kind == 3 else 1) + len(values) * tiny))
    finite = np.isfinite(total)
    bad = bad | (finite & (total > 0.5 * t.compute.limit))
    # Infinities: sums of two operands are what they are in any order, unless an error decides about a sign.
    if not finite.all() and (t.kind == 3 or len(values) > 2 or any(x.e.any() for x in values) or alone(inputs, result)):
        bad = bad | ~finite
    if t in HALVES and steps > 1:
        e = e + steps * t.stored_eps * total + 1e-6
        most = float(np.prod([np.abs(x.v[np.isfinite(x.v)]).max(initial=1.0) for x in values])) * count
        bad = bad | (most > 0.5 * t.limit)
    return oracle.stored(Value(t, v, e, bad))


def rint(v):
    return np.rint(v.real) + 1j * np.rint(v.imag) if v.dtype == CLD else np.rint(v)


def alone(inputs, result):
    """Whether an operand is summed before it is multiplied."""
    return any(c not in result and sum(c in other for other in inputs) == 1 for c in "".join(inputs))


# ---- matmul and its kin ---------------------------------------------------------------------------------------------------------------

def letters_of(node):
    """The text of a product as an einsum's, and the axes of its result."""
    name, extra = node.extra
    a, b = (len(k.labels) for k in node.kids)
    x, y = string.ascii_lowercase[:a], string.ascii_uppercase[:b]
    if name in ("dot", "inner") and 0 in (a, b):
        return f"{x},{y}->{x}{y}"
    if name == "matmul":
        if 0 in (a, b):
            raise Refused
        most = max(a, b) - 2
        batch = string.ascii_lowercase[:max(most, 0)]
        first = "k" if a == 1 else batch[len(batch) - a + 2:] + "ik"
        second = "k" if b == 1 else batch[len(batch) - b + 2:] + "kj"
        return f"{first},{second}->{batch}{'i' * (a > 1)}{'j' * (b > 1)}"
    if name == "vecdot":
        if max(a, b) > 4 or min(a, b) < -extra:
            raise Refused
        all_of = string.ascii_lowercase[:max(a, b)]
        left = all_of[:len(all_of) + extra] + all_of[len(all_of) + extra + 1:]
        return f"{all_of[len(all_of) - a:]},{all_of[len(all_of) - b:]}->{left}"
    if name == "vdot":
        if a != b:
            raise Refused
        return f"{x},{x}->"
    if name == "outer":
        if (a, b) != (1, 1):
            raise Refused
        return "a,A->aA"
    if name == "tensordot":
        first, second = extra if isinstance(extra, tuple) else (tuple(range(a - extra, a)), tuple(range(extra)))
        first, second = [i % max(a, 1) for i in first], [i % max(b, 1) for i in second]
        if len(first) > min(a, b) or len(set(first)) != len(first) or len(set(second)) != len(second):
            raise Refused
    else:
        first, second = [a - 1], [b - 1 if name == "inner" or b == 1 else b - 2]
    y = list(y)
    for i, j in zip(first, second):
        y[j] = x[i]
    return f"{x},{''.join(y)}->" + "".join(c for c in x if c not in y) + "".join(c for c in y if c not in x)


def result_labels(text, kids):
    labels = {}
    inputs, result = text.split("->")
    for letters, k in zip(inputs.split(","), kids):
        for c, label in zip(letters, k.labels):
            labels[c] = labels.get(c) or label
    return tuple(labels[c] for c in result)


def infer_product(node):
    t = common_type(node.kids)
    return t, result_labels(letters_of(node), node.kids)


def code_product(node, k):
    name, extra = node.extra
    if name == "tensordot" and isinstance(extra, tuple):
        first, second = (f"tw::axis<{', '.join(map(str, e))}>" for e in extra)
        return f"tw::tensordot({k[0]}, {first}, {k[1]}, {second})"
    if name == "tensordot":
        return f"tw::tensordot<{extra}>({k[0]}, {k[1]})"
    return f"tw::{name}({', '.join(k)}" + (f", tw::axis<{extra}>)" if name == "vecdot" else ")")


@family("product", "products", infer_product, code_product)
def value_product(node, case):
    x, y = kid_values(node, case)
    if node.extra[0] in ("vecdot", "vdot") and x.type.kind == 3:
        x = oracle.unary("conj", x, x.type)
    return contract(letters_of(node), [x, y], node.type)


def infer_kron(node):
    a, b = (k.labels for k in node.kids)
    if max(len(a), len(b)) > 3:
        raise Refused
    rank = max(len(a), len(b))
    return common_type(node.kids), tuple("?" + str(d) for d in range(rank))


@family("kron", "products", infer_kron, lambda node, k: f"tw::kron({k[0]}, {k[1]})")
def value_kron(node, case):
    x, y = kid_values(node, case)
    rank = len(node.labels)
    x, y = (z.see(lambda a: a.reshape((1,) * (rank - a.ndim) + a.shape)) for z in (x, y))
    a, b = string.ascii_lowercase[:rank], string.ascii_uppercase[:rank]
    r = contract(f"{a},{b}->" + "".join(p + q for p, q in zip(a, b)), [x, y], node.type)
    return r.see(lambda v: v.reshape([m * n for m, n in zip(x.v.shape, y.v.shape)]))


def infer_cross(node):
    a, b = node.kids
    if a.type is BOOL or b.type is BOOL or common_type(node.kids) is BOOL:
        raise Refused
    rank = max(len(a.labels), len(b.labels))
    axis = node.extra - rank
    if -axis > min(len(a.labels), len(b.labels)):
        raise Refused
    return common_type(node.kids), broadcast(a.labels, b.labels)


@family("cross", "products", infer_cross, lambda node, k: f"tw::cross({k[0]}, {k[1]}, tw::axis<{node.extra}>)")
def value_cross(node, case):
    x, y = kid_values(node, case)
    t = node.type
    axis = node.extra - len(node.labels)
    if x.v.shape[axis] != 3 or y.v.shape[axis] != 3:
        raise Throws
    part = lambda z, k: z.see(lambda a: np.take(a, [k], axis))
    rows = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        rows.append(oracle.binary("-", oracle.binary("*", part(x, j), part(y, k), t), oracle.binary("*", part(x, k), part(y, j), t), t))
    join = lambda name: None if getattr(rows[0], name) is None else np.concatenate([getattr(r, name) for r in rows], axis)
    return oracle.stored(Value(t, join("v"), join("e"), join("bad")))


def infer_power(node):
    x = node.kids[0]
    if len(x.labels) < 2 or x.labels[-1] != x.labels[-2]:
        raise Refused
    return x.type, x.labels


@family("matrix_power", "products", infer_power, lambda node, k: f"tw::matrix_power({k[0]}, {node.extra})")
def value_power(node, case):
    x, = kid_values(node, case)
    if node.extra == 0:
        one = np.eye(x.v.shape[-1], dtype=x.v.dtype)
        return Value(node.type, np.broadcast_to(one, x.v.shape))
    batch = string.ascii_lowercase[:x.v.ndim - 2]
    r = x
    for _ in range(node.extra - 1):
        r = contract(f"{batch}xy,{batch}yz->{batch}xz", [r, x], node.type)
    # twill squares, whose errors add up in another order.
    return r if r.e is None else Value(r.type, r.v, 2 * r.e, r.bad)


def infer_chain(node):
    if any(k.type is not node.kids[0].type for k in node.kids):
        raise Refused
    last = len(node.kids) - 1
    for i, k in enumerate(node.kids):
        if len(k.labels) != 2 and not (len(k.labels) == 1 and i in (0, last)):
            raise Refused
    return node.kids[0].type, result_labels(chain_letters(node), node.kids)


def chain_letters(node):
    inner = string.ascii_lowercase[:len(node.kids) + 1]
    parts = [inner[i:i + 2] for i in range(len(node.kids))]
    result = inner[0] + inner[-1]
    if len(node.kids[0].labels) == 1:
        parts[0], result = parts[0][1:], result[1:]
    if len(node.kids[-1].labels) == 1:
        parts[-1], result = parts[-1][:-1], result[:-1]
    return ",".join(parts) + "->" + result


@family("multi_dot", "products", infer_chain, lambda node, k: f"tw::multi_dot({', '.join(k)})")
def value_chain(node, case):
    values = kid_values(node, case)
    text = chain_letters(node)
    sizes = {}
    for letters, x in zip(text.split("->")[0].split(","), values):
        for c, n in zip(letters, x.v.shape):
            if sizes.setdefault(c, n) != n:
                raise Throws
    return contract(text, values, node.type, len(values))


# ---- einsum -----------------------------------------------------------------------------------------------------------------------------

def infer_einsum(node):
    plain = without_ellipsis(node.extra, [len(k.labels) for k in node.kids])
    t = common_type(node.kids)
    if len(node.kids) > 2:
        # Sizes of axes with one letter are equal, or those of the result alone differ.
        inputs, result = plain.split("->")
        seen = {}
        for letters, k in zip(inputs.split(","), node.kids):
            for c, label in zip(letters, k.labels):
                if seen.setdefault(c, label) != label and c not in result:
                    raise Refused
    return t, result_labels(plain, node.kids)


def without_ellipsis(text, ranks):
    """Capitals from Q on stand for the axes of ellipses, named from the right; an arrow is put in where there is none."""
    names = "TSRQ"
    inputs, _, result = text.replace(" ", "").partition("->")
    most, parts = 0, []
    for part, rank in zip(inputs.split(","), ranks):
        axes = rank - len(part.replace("...", ""))
        most = max(most, axes)
        parts.append(part.replace("...", names[:axes][::-1]))
    everything = "".join(parts)
    if "->" in text:
        result = result.replace("...", names[:most][::-1])
    else:
        result = names[:most][::-1] + "".join(sorted(c for c in set(everything) if everything.count(c) == 1 and c not in names[:most]))
    return ",".join(parts) + "->" + result


@family("einsum", "products", infer_einsum, lambda node, k: f'tw::einsum<"{node.extra}">({", ".join(k)})')
def value_einsum(node, case):
    values = kid_values(node, case)
    return contract(without_ellipsis(node.extra, [x.v.ndim for x in values]), values, node.type, max(1, len(values)))


# ---- themes -----------------------------------------------------------------------------------------------------------------------------

def factor(s, labels, want):
    """An operand or a small expression with these labels; some axes of them may have size 1."""
    r = s.rng
    x = s.gen(labels, r.choice([0, 0, 0, 1]), want)
    if len(x.labels) != len(labels) or x.op in ("arange", "full"):
        raise Refused
    return x


def wanted(s):
    return s.rng.choice(["float", "float", "float", "int", "complex", "bool"])


def second_want(s, want):
    return want if s.rng.random() < 0.85 else s.rng.choice(["float", "int"])


def random_product(s, want):
    r = s.rng
    name = r.choice(["matmul"] * 6 + ["dot", "inner", "tensordot", "tensordot", "vecdot", "vdot", "outer", "cross", "kron", "matrix_power", "multi_dot"])
    other = second_want(s, want)
    batch = tuple(r.sample(["k", "l"], r.choice([0, 0, 1, 1, 2])))
    if name == "matmul":
        a = ("j",) if r.random() < 0.15 else s.shrunk(batch) + ("i", "j")
        n = "i" if r.random() < 0.15 else "k" if "k" not in batch else "i"
        b = ("j",) if r.random() < 0.15 else s.shrunk(batch) + ("j", n)
        if r.random() < 0.04:
            b = b[:-2] + ("i",) + b[-1:]  # throws, where the sizes differ
        return Node("product", (factor(s, a, want), factor(s, b, other)), (name, None))
    if name in ("dot", "inner"):
        a = tuple(r.sample("ikl", r.choice([0, 1, 1])))
        b = tuple(x for x in r.sample("ikl", r.choice([0, 1, 1])) if x not in a)
        a = a + ("j",)
        b = b[:-1] + ("j",) + b[-1:] if name == "dot" else b + ("j",)
        if r.random() < 0.1:
            a = ()
        return Node("product", (factor(s, a, want), factor(s, b, other)), (name, None))
    if name == "tensordot":
        n = r.choice([0, 1, 1, 2])
        summed = r.sample("ij", n)
        a, b = r.choice([(("k",), ("l",)), ((), ("l",)), (("k",), ()), ((), ())])
        if r.random() < 0.4:
            return Node("product", (factor(s, a + tuple(summed), want), factor(s, tuple(summed) + b, other)), (name, n))
        a, b = (tuple(r.sample(x + tuple(summed), len(x) + n)) for x in (a, b))
        axes = tuple(tuple(x.index(c) - (len(x) if r.random() < 0.3 else 0) for c in summed) for x in (a, b))
        if not n:
            raise Refused
        return Node("product", (factor(s, a, want), factor(s, b, other)), (name, axes))
    if name == "vecdot":
        labels = tuple(s.labels[:r.choice([1, 2, 2, 3])])
        axis = -r.randint(1, len(labels))
        other_labels = labels if r.random() < 0.7 else labels[len(labels) - r.randint(-axis, len(labels)):]
        return Node("product", (factor(s, labels, want), factor(s, other_labels, other)), (name, axis))
    if name == "vdot":
        labels = tuple(s.labels[:r.choice([1, 1, 2, 3])])
        return Node("product", (factor(s, labels, want), factor(s, labels, other)), (name, None))
    if name == "outer":
        return Node("product", (factor(s, ("i",), want), factor(s, ("j",), other)), (name, None))
    if name == "kron":
        labels = r.choice([("i", "j"), ("i",), ("i", "j")]), r.choice([("k", "l"), ("k",)])
        return Node("kron", (factor(s, labels[0], want), factor(s, labels[1], other)))
    if name == "cross":
        if want == "bool":
            raise Refused
        labels = tuple(r.sample(["i", "j"], r.choice([0, 1, 2])))
        axis = r.randint(0, len(labels))
        labels = labels[:axis] + ("three",) + labels[axis:]
        s.fixed["three"] = 3
        return Node("cross", (factor(s, labels, want), factor(s, labels, want)), axis)
    if name == "matrix_power":
        if want == "bool" and r.random() < 0.5:
            raise Refused
        return Node("matrix_power", (factor(s, batch + ("j", "j"), want),), r.choice([0, 1, 2, 2, 3, 4]))
    inner = list("ijkl")
    chain = [tuple(inner[i:i + 2]) for i in range(r.choice([2, 3, 3]))]
    if r.random() < 0.3:
        chain[0] = chain[0][1:]
    if r.random() < 0.3:
        chain[-1] = chain[-1][:1]
    return Node("multi_dot", tuple(factor(s, x, want) for x in chain))


def random_einsum(s, want):
    r = s.rng
    labels = ["i", "j", "k", "l"]
    r.shuffle(labels)
    ellipsis = tuple(labels[:r.choice([0, 0, 1, 2])])
    free = labels[len(ellipsis):]
    names = dict(zip(r.sample("abcdefgxyzABCDE", len(free)), free))
    operands = r.choice([1, 1, 2, 2, 2, 2, 3, 3, 4])
    parts, kids, used, has_ellipsis = [], [], [], False
    for i in range(operands):
        letters = r.sample(sorted(names), min(len(names), r.choice([0, 1, 1, 2, 2, 2, 3])))
        if letters and r.random() < 0.1:
            letters.insert(r.randint(0, len(letters)), r.choice(letters))
        axes = [names[c] for c in letters]
        if ellipsis and r.random() < 0.8 and "".join(letters).__len__() < 4:
            at = r.randint(0, len(letters))
            kept = s.shrunk(ellipsis)
            parts.append("".join(letters[:at]) + "..." + "".join(letters[at:]))
            axes[at:at] = kept
            has_ellipsis = True
        else:
            parts.append("".join(letters))
        if len(axes) > 4:
            raise Refused
        used += letters
        kids.append(factor(s, tuple(axes), want if i == 0 else second_want(s, want)))
    text = r.choice([",", ", "] if operands > 1 else [","]).join(parts)
    if r.random() < 0.8:
        result = [c for c in dict.fromkeys(used) if r.random() < 0.6]
        r.shuffle(result)
        if has_ellipsis:
            result.insert(r.randint(0, len(result)), "...")
        text += r.choice(["->", " -> "]) + "".join(result)
    return Node("einsum", tuple(kids), text)


def theme_products(s):
    return around(s, random_product(s, wanted(s)))


def theme_einsum(s):
    return around(s, random_einsum(s, wanted(s)))


def around(s, x):
    """The product alone, in a larger expression, or written into memory that may be its operands'."""
    r = s.rng
    if any(str(label)[0] == "?" for label in x.labels):
        return x
    want = kind_name(x.type)
    form = r.random()
    if form < 0.35 and x.type is not BOOL:
        y = x
        if r.random() < 0.5:
            y = Node("*", (s.number_for(x), x) if r.random() < 0.5 else (x, s.number_for(x)))
        if len(x.labels) < 3 or r.random() < 0.5:
            c = s.gen(x.labels, r.choice([0, 0, 1]), want)
            if r.random() < 0.4 and c.type.kind:
                c = Node("*", (scalar("2", "i32", 2), c))
            y = Node(r.choice(["+", "-"]), (y, c) if r.random() < 0.7 else (c, y))
        return y
    if form < 0.45 and len(x.labels) > 1:
        return Node("transpose", (x,), (tuple(range(len(x.labels)))[::-1], False))
    if form < 0.52 and x.labels and x.type.kind in (1, 2):
        return Node(r.choice(["sum", "max"]), (x,), ((r.randrange(len(x.labels)),), False, False))
    if form < 0.8 and all(x.labels) and len(set(x.labels)) == len(x.labels):
        return written(s, x, want)
    return x


def written(s, x, want):
    """c = a b, c += a b, c = alpha a b + beta c, where c may share memory with a and b."""
    r = s.rng
    base = s.sliceable(len(x.labels), want) if r.random() < 0.5 else None
    target = s.operand(x.labels, want, base, fresh=True)
    o = target.extra
    if o.how == "broadcast" or (not o.whole() and any(e[0] == "new" for e in o.entries)) or o.how != "subscript":
        raise Refused
    if target.labels != x.labels:
        raise Refused
    t = target.type
    if t.kind and r.random() < 0.6:
        if r.random() < 0.5:
            x = Node("*", (s.number_for(x), x))
        if r.random() < 0.6:
            c = target if r.random() < 0.5 else Node("*", (scalar("3", "i32", 3), target))
            x = Node(r.choice(["+", "-"]), (x, c) if r.random() < 0.6 else (c, x))
    s.target, o.inline = o, False
    s.update = r.choice(["=", "=", "+=", "-="]) if t.kind else "="
    s.kind = "assign" if o.whole() and s.update == "=" else "into"
    made = x.type if s.update == "=" else promote(x.type, t)
    if made is None or not oracle.holds(made, t):
        if x.type.kind == 3 and t.kind < 3:
            raise Refused
        x = Node("cast", (x,), t)
    s.results = [x]
    return None


THEMES.update({"products": theme_products, "einsum": theme_einsum})
