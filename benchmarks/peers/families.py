# SPDX-License-Identifier: MIT
"""The families of benchmarks/families: what each row is, what memory must move for it, and how a library of arrays
writes it.

A row's name is that of the case of the C++ program, without `twill/`. `families_peer.py` runs the rows with CuPy,
PyTorch, torch.compile and JAX; a library that has a better word for a row than whole-array expressions says so in its
Library class.
"""
import collections

# kind: the speed that bounds the row: "read", "write", "read_write", or None where arithmetic or the launch does.
Row = collections.namedtuple("Row", "name family inputs call bytes kind compiled")
SIZES = {"float32": 4, "float64": 8, "float16": 2, "bfloat16": 2, "uint8": 1, "int8": 1, "int64": 8, "int32": 4, "complex64": 8}
ROWS = []


def size_name(n):
    if n & (n - 1) == 0:
        return f"2^{n.bit_length() - 1}"
    if (n + 1) & n == 0:
        return size_name(n + 1) + "-1"
    return str(n)


def count(shape):
    product = 1
    for n in shape:
        product *= n
    return product


def add(family, what, shape, call, moved, kind, dtype="float32", inputs=None, compiled=True):
    """`inputs`: pairs of a shape and a type, one array of `shape` unless said. `moved`: elements of `dtype`."""
    text = size_name(shape[0]) if len(shape) == 1 else "x".join(map(str, shape))
    name = f"{what}/{text}" + ("" if dtype == "float32" else f"/{dtype}")
    inputs = [(entry if isinstance(entry[0], tuple) else (entry, dtype)) for entry in ([shape] if inputs is None else inputs)]
    ROWS.append(Row(name, family, inputs, call, moved * SIZES[dtype] if kind else None, kind, compiled))


# Rows and columns inside expressions.

def softmax(axis):
    return lambda xp, m: xp.softmax(m, axis)


def standardise(axis):
    return lambda xp, m: (m - xp.mean(m, axis, True)) / xp.std(m, axis, True)


def log_sum_exp(xp, m):
    return xp.log_sum_exp(m, 1)


row_shapes = [(16384, 16384), (16383, 16383), (262144, 1000), (2097152, 100), (8388608, 32)]
for shape in row_shapes:
    n = count(shape)
    add("rows", "softmax_rows", shape, softmax(1), 2 * n, "read_write")
    add("rows", "standardise_rows", shape, standardise(1), 2 * n, "read_write")
    add("rows", "l2_rows", shape, lambda xp, m: m / xp.sqrt(xp.sum(m * m, 1, True)), 2 * n, "read_write")
    add("rows", "log_sum_exp_rows", shape, log_sum_exp, n + shape[0], "read")
for shape in (row_shapes[0], row_shapes[1], row_shapes[3]):
    add("rows", "softmax_rows", shape, softmax(1), 2 * count(shape), "read_write", "float16")

for shape in [(16384, 16384), (16383, 16383), (262144, 1000), (1000, 262144)]:
    # Two reads and a write, for no chip holds the columns.
    add("columns", "softmax_columns", shape, softmax(0), 3 * count(shape), "read_write")
    add("columns", "standardise_columns", shape, standardise(0), 3 * count(shape), "read_write")
for shape in [(16, 4194304), (5, 16777216)]:
    add("columns", "softmax_columns", shape, softmax(0), 2 * count(shape), "read_write")
    add("columns", "standardise_columns", shape, standardise(0), 2 * count(shape), "read_write")
for shape in [(256, 1024, 1024), (255, 1023, 1023)]:
    add("columns", "sum_middle", shape, lambda xp, t: xp.sum(t, 1), count(shape), "read")
    add("columns", "max_middle", shape, lambda xp, t: xp.max(t, 1), count(shape), "read")
shape = (256, 1024, 1024)
add("columns", "sum_axes_0_2", shape, lambda xp, t: xp.sum(t, (0, 2)), count(shape), "read")
add("columns", "batch_norm", shape, standardise((0, 2)), 3 * count(shape), "read_write")

# Scans.
for shape in [(8388608, 10), (8388608, 16), (262144, 333), (16384, 16384), (8192, 16383)]:
    add("scans", "cumsum_rows", shape, lambda xp, m: xp.cumsum(m, 1), 2 * count(shape), "read_write", compiled=False)
for shape in [(16777216, 2), (16777216, 3), (8388608, 10), (1048576, 64), (16384, 16384)]:
    add("scans", "cumsum_columns", shape, lambda xp, m: xp.cumsum(m, 0), 2 * count(shape), "read_write", compiled=False)

# Reductions along an axis, and of whole arrays.

for shape in [(16384, 16384), (16383, 16383), (16777216, 16), (4194304, 7), (262144, 1001)]:
    for axis in (1, 0):
        add("axes", f"sum_axis_{axis}", shape, lambda xp, m, axis=axis: xp.sum(m, axis), count(shape), "read")
        add("axes", f"argmax_axis_{axis}", shape, lambda xp, m, axis=axis: xp.argmax(m, axis), count(shape), "read")
for dtype in ("float16", "uint8"):
    for side in (16384, 16383):
        for axis in (1, 0):
            add("axes", f"sum_axis_{axis}", (side, side), lambda xp, m, axis=axis: xp.sum(m, axis), side * side,
                "read", dtype)

large = 1 << 27
whole = {
    "sum": lambda xp, a: xp.sum(a), "dot_self": lambda xp, a: xp.sum(a * a),
    "norm": lambda xp, a: xp.sqrt(xp.sum(a * a)), "any_above": lambda xp, a: xp.any(a > 2.0),
    "argmax": lambda xp, a: xp.argmax(a, 0),
}
for what, call in whole.items():
    for n in (1000, 100000, 1000000, large - 5, large):
        add("whole", what, (n,), call, n, "read" if n >= large - 5 else None)
add("whole", "sum", (2 * large,), whole["sum"], 2 * large, "read", "int8")
add("whole", "sum", (2 * large,), whole["sum"], 2 * large, "read", "float16")
for n in (1000, 100000, 1000000, 10000000, large):
    kind = "read_write" if n >= large else None
    add("whole", "standardise_all", (n,), standardise(0), 3 * n, kind)
    add("whole", "softmax_all", (n,), softmax(0), 3 * n, kind)

# Pairs.


def forces(xp, x, y):
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    r2 = dx * dx + dy * dy + 0.01
    return xp.sum(dx / (r2 * xp.sqrt(r2)), 1), xp.sum(dy / (r2 * xp.sqrt(r2)), 1)


for n in (1000, 4096, 16384):
    add("pairs", "forces", (n,), forces, 0, None, inputs=[(n,), (n,)])
for n, m, d in [(4096, 4096, 64), (1000, 1000, 300), (10000, 10000, 3)]:
    add("pairs", "distances", (n, m, d), lambda xp, a, b: xp.distances(a, b), 0, None, inputs=[(n, d), (m, d)])
for n, m, d in [(1048576, 16, 8), (262144, 256, 16)]:
    add("pairs", "nearest", (n, m, d), lambda xp, p, c: xp.argmin(xp.distances(p, c), 1), 0, None,
        inputs=[(n, d), (m, d)])
for r, c in [(16384, 16384), (16383, 16383), (4096, 4096), (1048576, 100)]:
    kind = "read" if r * c > 1 << 25 else None
    add("pairs", "matrix_vector", (r, c), lambda xp, m, v: m @ v, r * c, kind, inputs=[(r, c), (c,)])
    add("pairs", "vector_matrix", (r, c), lambda xp, m, v: v @ m, r * c, kind, inputs=[(r, c), (r,)])

# Stencils. The border is left out: the peers make the inner part alone.


def five_points(xp, m):
    return 0.25 * (m[:-2, 1:-1] + m[2:, 1:-1] + m[1:-1, :-2] + m[1:-1, 2:])


def nine_points(xp, m):
    return (m[:-2, :-2] + m[:-2, 1:-1] + m[:-2, 2:] + m[1:-1, :-2] + m[1:-1, 1:-1] + m[1:-1, 2:] + m[2:, :-2] +
            m[2:, 1:-1] + m[2:, 2:]) * (1 / 9)


def seven_points(xp, t):
    u = t[1:-1, 1:-1, 1:-1]
    return u + 0.1 * (t[2:, 1:-1, 1:-1] + t[:-2, 1:-1, 1:-1] + t[1:-1, 2:, 1:-1] + t[1:-1, :-2, 1:-1] +
                      t[1:-1, 1:-1, 2:] + t[1:-1, 1:-1, :-2] - 6 * u)


for side in (16384, 16383, 2000):
    kind = "read_write" if side > 10000 else None
    add("stencils", "five_points", (side, side), five_points, 2 * side * side, kind)
    add("stencils", "nine_points", (side, side), nine_points, 2 * side * side, kind)
for side in (512, 250):
    add("stencils", "seven_points", (side,) * 3, seven_points, 2 * side ** 3, "read_write" if side > 500 else None)

# Layouts, types.

for dtype, shapes in {"float32": [(16384, 16384), (16383, 16383), (1000000, 100)],
                      "uint8": [(16384, 16384), (16383, 16383)], "float64": [(8192, 8192), (8191, 8191)]}.items():
    for shape in shapes:
        add("layout", "transpose", shape, lambda xp, m: xp.copy(m.T), 2 * count(shape), "read_write", dtype)
for side in (16384, 16383):
    add("layout", "add_transpose", (side, side), lambda xp, m: m + m.T, 2 * side * side, "read_write")
for shape in [(256, 1024, 1024), (255, 1023, 1023)]:
    add("layout", "permute_201", shape, lambda xp, t: xp.copy(xp.permute(t, (2, 0, 1))), 2 * count(shape), "read_write")
for shape in [(8192, 1024, 8), (65536, 341, 3)]:
    for axes in [(2, 1, 0), (0, 2, 1), (1, 0, 2)]:
        add("layout", "permute_" + "".join(map(str, axes)), shape, lambda xp, t, axes=axes: xp.copy(xp.permute(t, axes)), 2 * count(shape), "read_write")
for r, c in [(16384, 16384), (16383, 16383), (4194304, 7)]:
    add("layout", "bias_rows", (r, c), lambda xp, m, row: m + row, 2 * r * c, "read_write", inputs=[(r, c), (c,)])
    add("layout", "outer_sum", (r, c), lambda xp, column, row: column[:, None] + row, r * c, "write",
        inputs=[(r,), (c,)])

# Rows and columns beside a matrix of many widths.
broadcast = {
    "scale_by_rows": lambda xp, m, row, other, column, divisor: m * row + other,
    "divide_by_row": lambda xp, m, row, other, column, divisor: m / row,
    "normalise_by_columns": lambda xp, m, row, other, column, divisor: (m - column) / divisor,
    "exponentials_by_columns": lambda xp, m, row, other, column, divisor: xp.exp(m - column) / divisor,
    "layer_norm_applied": lambda xp, m, row, other, column, variance: (m - column) / xp.sqrt(variance + 1e-3) * row + other,
}
for dtype in ("float32", "float16"):
    for r, c in [(65536, 1024), (838860, 80), (265252, 253), (2033601, 33)]:
        for what, call in broadcast.items():
            add("broadcast", what, (r, c), call, 2 * r * c, "read_write", dtype, inputs=[(r, c), (c,), (c,), (r, 1), (r, 1)])
        add("broadcast", "outer_functions", (r, c), lambda xp, row, column: xp.sin(row) * xp.cos(column), r * c, "write",
            dtype, inputs=[(c,), (r, 1)])


def chain(xp, a, b):
    return xp.sqrt(a * a + b * b) * 0.5 + xp.sin(a)


def plus(xp, a, b):
    return a + b


def grey(xp, rgb):
    x = xp.cast(rgb, "float32")
    return xp.cast(0.299 * x[:, 0] + 0.587 * x[:, 1] + 0.114 * x[:, 2], "uint8")


large = 1 << 28
for what, call, dtype, n in [
        ("chain", chain, "float32", 1000), ("chain", chain, "float32", 1000000), ("chain", chain, "float32", large - 1),
        ("chain", chain, "float16", large), ("chain", chain, "float64", large // 2),
        ("add", plus, "float32", 1000), ("add", plus, "float32", 1000000), ("add", plus, "float32", large - 1),
        ("add", plus, "float16", large), ("add", plus, "bfloat16", large), ("add", plus, "uint8", large),
        ("add", plus, "int64", large // 2),
        ("larger_or_half", lambda xp, a, b: xp.where(a > b, a, b * 0.5), "float32", large),
        ("sigmoid_product", lambda xp, a, b: b / (1.0 + xp.exp(-a)), "float32", large)]:
    add("elementwise", what, (n,), call, 3 * n, "read_write" if n > 1 << 25 else None, dtype, inputs=[(n,), (n,)])
add("elementwise", "grey_of_rgb", (large // 4,), grey, large, "read_write", "uint8", inputs=[(large // 4, 3)])

# What moves elements.

n, shape = 1 << 26, (65536, 1024)
add("moving", "take", (n,), lambda xp, a, i: a[i], 4 * n, "read_write", inputs=[(n,), ((n,), f"int64 below {n}")])
add("moving", "take_rows", shape, lambda xp, m, i: m[i], 2 * n, "read_write",
    inputs=[shape, ((shape[0],), f"int64 below {shape[0]}")])
add("moving", "mask_read", (n,), lambda xp, a: a[a > 0.75], 3 * n // 2, "read_write", compiled=False)
add("moving", "mask_write", (n,), lambda xp, a: xp.mask_write(a, 0.75, 0.5), 3 * n // 2, "read_write")
add("moving", "concatenate", (n,), lambda xp, a, b: xp.concatenate((a, b), 0), 4 * n, "read_write", inputs=[(n,), (n,)])
add("moving", "concatenate_columns", shape, lambda xp, a, b: xp.concatenate((a, b), 1), 4 * n, "read_write",
    inputs=[shape, shape])
add("moving", "pad", shape, lambda xp, m: xp.pad_by_one(m), 2 * n, "read_write")
add("moving", "roll", shape, lambda xp, m: xp.roll(m, 17, 1), 2 * n, "read_write")

# Sorting, counting, groups: calls of the libraries, which nothing compiles.


def add_sorting(what, shape, call, moved=0, kind=None, **more):
    add("sorting", what, shape, call, moved, kind, compiled=False, **more)


add_sorting("sort", (n,), lambda xp, a: xp.sort(a))
add_sorting("sort", (n,), lambda xp, a: xp.sort(a), dtype="int64")
for length in (65536, 1024, 64):
    add_sorting("sort_rows", (n // length, length), lambda xp, a: xp.sort(a))
add_sorting("argsort", (n,), lambda xp, a: xp.argsort(a))
add_sorting("top_k_1000", (n,), lambda xp, a: xp.top_k(a, 1000))
add_sorting("top_k_100_rows", (1024, 65536), lambda xp, a: xp.top_k(a, 100))
add_sorting("searchsorted_2^20", (n,), lambda xp, s, a: xp.searchsorted(s, a),
            inputs=[((1 << 20,), "float32 sorted"), (n,)])
add_sorting("median", (n,), lambda xp, a: xp.median(a, 0))
add_sorting("median_rows", (1024, 65536), lambda xp, a: xp.median(a, 1))
add_sorting("histogram_256", (n,), lambda xp, a: xp.histogram(a, 256, 0.25, 1.25), n, "read")
add_sorting("bincount_1000000", (n,), lambda xp, k: xp.bincount(k, 1000000), inputs=[((n,), "int32 below 1000000")])
add_sorting("unique", (n,), lambda xp, k: xp.unique(k), inputs=[((n,), f"int32 below {1 << 20}")])
for groups in (1000, 1000000):
    for what in (f"group_sum_{groups}", f"group_sum_unordered_{groups}"):
        add_sorting(what, (100000000,), lambda xp, k, a, groups=groups: xp.group_sum(k, a, groups),
                    inputs=[((100000000,), f"int32 below {groups}"), (100000000,)])

# Products of matrices: sizes of the batch, rows, sums and columns.
for batch, rows, inner, columns, dtype in [
        (1, 8192, 8192, 8192, "float32"), (1, 8192, 8192, 8192, "float64"), (1, 8192, 8192, 8192, "float16"),
        (1, 8192, 8192, 8192, "bfloat16"), (512, 128, 128, 128, "float32"), (10000, 16, 16, 16, "float32"),
        (1, 4096, 64, 4096, "float32"), (1, 16383, 16383, 1, "float32")]:
    add("products", "matmul", (batch, rows, inner, columns), lambda xp, a, b: xp.matmul(a, b), 0, None, dtype,
        inputs=[((batch, rows, inner), dtype), ((batch, inner, columns), dtype)], compiled=False)

# Random numbers of each library's own generators: none of them reads anything.


def pi(n):
    def call(xp):
        x, y = xp.uniform_numbers(n), xp.uniform_numbers(n)
        return 4 * xp.share(x * x + y * y < 1)
    return call


n = 1 << 28
# The mean of what a row gives, to which the peers are held.
MEANS = {"uniform": 0.5, "normal": 0.0, "mean_of_uniform": 0.5, "pi": 3.14159265, "permutation": ((1 << 26) - 1) / 2}
add("random", "uniform", (n,), lambda xp: xp.uniform_numbers(n), n, "write", inputs=(), compiled=False)
add("random", "normal", (n,), lambda xp: xp.normal_numbers(n), n, "write", inputs=(), compiled=False)
add("random", "mean_of_uniform", (n,), lambda xp: xp.mean(xp.uniform_numbers(n), 0, False), 0, None, inputs=())
add("random", "pi", (n,), pi(n), 0, None, inputs=())
add("random", "permutation", (1 << 26,), lambda xp: xp.permutation_of(1 << 26), 1 << 26, None, inputs=(), compiled=False)

# Fourier transforms: NumPy's names are the same everywhere, their options by position.

def add_fft(what, shape, call, dtype="complex64"):
    add("fft", what, shape, call, 0, None, dtype=dtype, compiled=False)


for shape in ((1 << 26,), (1 << 20,), (1024,)):
    add_fft("fft", shape, lambda xp, a: xp.fft.fft(a))
for shape in ((4096, 4096), (6000, 10007)):
    add_fft("fft_rows", shape, lambda xp, a: xp.fft.fft(a))
for shape in ((4096, 4096), (32768, 1024)):
    add_fft("fft_columns", shape, lambda xp, a: xp.fft.fft(a, None, 0))
add_fft("fft_middle", (64, 512, 512), lambda xp, a: xp.fft.fft(a, None, 1))
add_fft("fft2", (8192, 8192), lambda xp, a: xp.fft.fft2(a))
add_fft("fftn", (256, 256, 256), lambda xp, a: xp.fft.fftn(a))
for dtype in ("float32", "float64"):
    add_fft("rfft", (1 << 26,), lambda xp, a: xp.fft.rfft(a), dtype)
add_fft("rfft2", (8192, 8192), lambda xp, a: xp.fft.rfft2(a), "float32")
add_fft("ifft", (1 << 26,), lambda xp, a: xp.fft.ifft(a))
add("fft", "irfft", (1 << 26,), lambda xp, a: xp.fft.irfft(a), 0, None, compiled=False,
    inputs=[(((1 << 25) + 1,), "complex64")])

# Solvers and decompositions. Vectors have any sign: what is compared is values, or sizes.


def add_linalg(what, shape, call, sides=None, how=" definite"):
    add("linalg", what, shape + ((sides,) if sides else ()), call, 0, None, compiled=False,
        inputs=[(shape, "float32" + how)] + ([(shape[:-1] + (sides,), "float32")] if sides else []))


for shape, sides in (((4096, 4096), 16), ((10000, 16, 16), 1), ((1000, 128, 128), 1)):
    add_linalg("solve", shape, lambda xp, a, b: xp.linalg.solve(a, b), sides)
for shape in ((10000, 16, 16), (4096, 4096)):
    add_linalg("inv", shape, lambda xp, a: xp.linalg.inv(a))
for shape in ((4096, 4096), (10000, 16, 16)):
    add_linalg("cholesky", shape, lambda xp, a: xp.linalg.cholesky(a))
for shape in ((4096, 4096), (1000, 128, 128)):
    add_linalg("qr", shape, lambda xp, a: xp.abs(xp.linalg.qr(a)[1]), how="")
for shape in ((2048, 2048), (1000, 64, 64)):
    add_linalg("eigh", shape, lambda xp, a: xp.linalg.eigh(a)[0])
for shape in ((2048, 2048), (64, 64, 64), (10000, 16, 16)):
    add_linalg("svd", shape, lambda xp, a: xp.linalg.svd(a, full_matrices=False)[1], how="")
