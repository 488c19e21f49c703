# SPDX-License-Identifier: MIT
"""Numba for CUDA: kernels as a user writes them in Python, without tuning; vectorize and reduce where Numba has
them."""
import math
import operator

import numpy as np

import common

# numba-cuda asks for it; NumPy 2.5 has it no more.
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack
try:
    from numba import cuda, float32, float64, vectorize
    import numba
except ImportError as error:
    common.missing(f"not installed ({error})")
if not cuda.is_available():
    common.missing("numba.cuda sees no GPU")


def device_time(call, calls):
    start, stop = cuda.event(), cuda.event()
    start.record()
    for _ in range(calls):
        call()
    stop.record()
    stop.synchronize()
    return cuda.event_elapsed_time(start, stop) * 1e-3


def fetch(result, begin, end):
    return result.reshape(result.size)[begin:end].copy_to_host()


versions = {"Numba": numba.__version__}
try:
    import numba_cuda
    versions["numba-cuda"] = numba_cuda.__version__
except ImportError:
    pass
peer = common.Peer("Numba CUDA", versions, device_time, cuda.synchronize, fetch)

THREADS = 256


def blocks(count):
    return (count + THREADS - 1) // THREADS


@vectorize(["float32(float32, float32)"], target="cuda")
def add(a, b):
    return a + b


@vectorize(["float32(float32, float32)"], target="cuda")
def chain(a, b):
    return math.sqrt(a * a + b * b) * np.float32(0.5) + math.sin(a)


total = cuda.reduce(lambda a, b: a + b)


@cuda.jit
def zero(to):
    i = cuda.grid(1)
    if i < to.size:
        to[i] = 0


def block_reduction(combine):
    """What the threads of a block have, combined, to all of them."""
    @cuda.jit(device=True)
    def reduce(x, shared):
        t = cuda.threadIdx.x
        cuda.syncthreads()
        shared[t] = x
        step = THREADS // 2
        while step > 0:
            cuda.syncthreads()
            if t < step:
                shared[t] = combine(shared[t], shared[t + step])
            step //= 2
        cuda.syncthreads()
        return shared[0]
    return reduce


block_sum = block_reduction(operator.add)
block_max = block_reduction(max)


@cuda.jit
def square_difference_kernel(to, a, b):
    shared = cuda.shared.array(THREADS, float32)
    s = float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        d = a[i] - b[i]
        s += d * d
    s = block_sum(s, shared)
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(to, 0, s)


@cuda.jit
def statistics_begin(to, a):
    to[0] = a[0]
    to[1] = a[0]
    to[2] = 0
    to[3] = 0


@cuda.jit
def statistics_kernel(to, a):
    shared = cuda.shared.array(THREADS, float32)
    pivot = a[0]
    low = pivot
    high = pivot
    s = float32(0)
    squares = float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        x = a[i]
        low = min(low, x)
        high = max(high, x)
        d = x - pivot
        s += d
        squares += d * d
    low = -block_max(-low, shared)
    high = block_max(high, shared)
    s = block_sum(s, shared)
    squares = block_sum(squares, shared)
    if cuda.threadIdx.x == 0:
        cuda.atomic.min(to, 0, low)
        cuda.atomic.max(to, 1, high)
        cuda.atomic.add(to, 2, s)
        cuda.atomic.add(to, 3, squares)


@cuda.jit
def statistics_end(to, a):
    mean = to[2] / a.size
    to[2] = a[0] + mean
    to[3] = math.sqrt(to[3] / a.size - mean * mean)


@cuda.jit
def row_sums(to, m):
    """A block a row."""
    shared = cuda.shared.array(THREADS, float32)
    r = cuda.blockIdx.x
    s = float32(0)
    for j in range(cuda.threadIdx.x, m.shape[1], THREADS):
        s += m[r, j]
    s = block_sum(s, shared)
    if cuda.threadIdx.x == 0:
        to[r] = s


@cuda.jit
def short_row_sums(to, m):
    """A thread a row."""
    r = cuda.grid(1)
    if r < m.shape[0]:
        s = float32(0)
        for j in range(m.shape[1]):
            s += m[r, j]
        to[r] = s


@cuda.jit
def split_row_sums(to, m):
    """Several blocks a row."""
    shared = cuda.shared.array(THREADS, float32)
    r = cuda.blockIdx.y
    s = float32(0)
    for j in range(cuda.grid(1), m.shape[1], cuda.gridsize(1)):
        s += m[r, j]
    s = block_sum(s, shared)
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(to, r, s)


@cuda.jit
def column_sums(to, m, rows_a_block):
    """A thread a column and stretch of rows."""
    j = cuda.grid(1)
    first = cuda.blockIdx.y * rows_a_block
    if j < m.shape[1]:
        s = float32(0)
        for r in range(first, min(first + rows_a_block, m.shape[0])):
            s += m[r, j]
        cuda.atomic.add(to, j, s)


@cuda.jit
def narrow_column_sums(to, m):
    """Neighbouring threads take the 16 columns; each keeps to its own."""
    shared = cuda.shared.array(16, float32)
    i = cuda.grid(1)
    if cuda.threadIdx.x < 16:
        shared[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    j = i % 16
    s = float32(0)
    for r in range(i // 16, m.shape[0], cuda.gridsize(1) // 16):
        s += m[r, j]
    cuda.atomic.add(shared, j, s)
    cuda.syncthreads()
    if cuda.threadIdx.x < 16:
        cuda.atomic.add(to, cuda.threadIdx.x, shared[cuda.threadIdx.x])


@cuda.jit
def add_transpose_kernel(c, m):
    """A tile of 32 x 32, turned in shared memory."""
    tile = cuda.shared.array((32, 33), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.blockIdx.x * 32, cuda.blockIdx.y * 32
    for k in range(y, 32, 8):
        tile[k, x] = m[column + k, row + x]
    cuda.syncthreads()
    for k in range(y, 32, 8):
        c[row + k, column + x] = m[row + k, column + x] + tile[x, k]


@cuda.jit
def outer_kernel(c, column, row):
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = column[i] + row[j]


@cuda.jit
def normalise_rows(c, m, gamma, beta, epsilon, affine):
    """A block a row: three reads of the row."""
    shared = cuda.shared.array(THREADS, float32)
    r = cuda.blockIdx.x
    n = m.shape[1]
    s = float32(0)
    for j in range(cuda.threadIdx.x, n, THREADS):
        s += m[r, j]
    mean = float32(block_sum(s, shared) / n)
    s = float32(0)
    for j in range(cuda.threadIdx.x, n, THREADS):
        d = m[r, j] - mean
        s += d * d
    scale = float32(1 / math.sqrt(block_sum(s, shared) / n + epsilon))
    for j in range(cuda.threadIdx.x, n, THREADS):
        z = (m[r, j] - mean) * scale
        c[r, j] = z * gamma[j] + beta[j] if affine else z


@cuda.jit
def softmax_kernel(c, m):
    shared = cuda.shared.array(THREADS, float32)
    r = cuda.blockIdx.x
    n = m.shape[1]
    largest = m[r, 0]
    for j in range(cuda.threadIdx.x, n, THREADS):
        largest = max(largest, m[r, j])
    largest = block_max(largest, shared)
    s = float32(0)
    for j in range(cuda.threadIdx.x, n, THREADS):
        s += math.exp(m[r, j] - largest)
    scale = float32(1) / block_sum(s, shared)
    for j in range(cuda.threadIdx.x, n, THREADS):
        c[r, j] = math.exp(m[r, j] - largest) * scale


HALF, DEGREE, SCALE = (common.DISTANCE[name] for name in ("half_degree", "degree", "scale"))
COS_LATITUDE = common.COS_LATITUDE


@cuda.jit
def distance_kernel(d, step):
    j, i = cuda.grid(2)
    if i < d.shape[0] and j < d.shape[1]:
        lat = 29.0 + j * step
        lon = 99.0 + i * step
        s = math.sin(HALF * (30.0 - lat))
        t = math.sin(HALF * (101.0 - lon))
        h = s * s + math.cos(DEGREE * lat) * COS_LATITUDE * (t * t)
        d[i, j] = SCALE * math.atan2(h, 1.0 - h)


periodogram = cuda.jit(device=True)(common.periodogram)


def periodogram_kernel(kind, **options):
    samples = common.SAMPLES

    @cuda.jit(**options)
    def kernel(to, x, y, frequency, squares):
        xs = cuda.shared.array(samples, kind)
        ys = cuda.shared.array(samples, kind)
        for j in range(cuda.threadIdx.x, samples, cuda.blockDim.x):
            xs[j] = x[j]
            ys[j] = y[j]
        cuda.syncthreads()
        i = cuda.grid(1)
        if i >= frequency.size:
            return
        f = frequency[i]
        yc = kind(0)
        yt = kind(0)
        cc = kind(0)
        cs = kind(0)
        for j in range(samples):
            angle = f * xs[j]
            c = math.cos(angle)
            s = math.sin(angle)
            yc += ys[j] * c
            yt += ys[j] * s
            cc += c * c
            cs += c * s
        to[i] = periodogram(yc, yt, cc, cs, kind(samples), squares)
    return kernel


put = cuda.to_device


def empty_like(x):
    return cuda.device_array(x.shape, x.dtype)


def vectors(inputs, workload=""):
    small = workload.startswith("small")
    return put(inputs.a[:1024] if small else inputs.a), put(inputs.b[:1024] if small else inputs.b)


@peer.case("add", "small_add", "chain", "small_chain")
def _(inputs, workload):
    a, b = vectors(inputs, workload)
    c = empty_like(a)
    function = add if workload.endswith("add") else chain

    def call():
        function(a, b, out=c)
        return c
    return call


@peer.case("sum", "small_sum")
def _(inputs, workload):
    a = put(inputs.a[:1024] if workload.startswith("small") else inputs.a)
    s = cuda.device_array(1, np.float32)

    def call():
        total(a, res=s)
        return s
    return call


def with_result(shape, launch, start=None):
    """A call that launches into a result of its own, zeroed first if the kernel adds to it."""
    to = cuda.device_array(shape, np.float32)

    def call():
        if start:
            start(to)
        launch(to)
        return to
    return call


def clear(to):
    zero[blocks(to.size), THREADS](to)


MANY = 2048


@peer.case("sum_square_difference")
def _(inputs):
    a, b = vectors(inputs)
    return with_result(1, lambda to: square_difference_kernel[MANY, THREADS](to, a, b), clear)


@peer.case("four_statistics")
def _(inputs):
    a = put(inputs.a)

    def launch(to):
        statistics_begin[1, 1](to, a)
        statistics_kernel[MANY, THREADS](to, a)
        statistics_end[1, 1](to, a)
    return with_result(4, launch)


def matrix(inputs, shape=None):
    return put(inputs.a.reshape(shape or (inputs.side, inputs.side)))


@peer.case("sum_axis_1")
def _(inputs):
    m = matrix(inputs)
    return with_result(inputs.side, lambda to: row_sums[inputs.side, THREADS](to, m))


@peer.case("sum_axis_0", "sum_axis_0_of_16x2^24")
def _(inputs, workload):
    m = matrix(inputs, inputs.wide if "16x" in workload else None)
    rows = min(m.shape[0], 128)
    grid = blocks(m.shape[1]), m.shape[0] // rows
    return with_result(m.shape[1], lambda to: column_sums[grid, THREADS](to, m, rows), clear)


@peer.case("sum_axis_1_of_2^24x16")
def _(inputs):
    m = matrix(inputs, inputs.tall)
    return with_result(m.shape[0], lambda to: short_row_sums[blocks(m.shape[0]), THREADS](to, m))


@peer.case("sum_axis_0_of_2^24x16")
def _(inputs):
    m = matrix(inputs, inputs.tall)
    return with_result(16, lambda to: narrow_column_sums[MANY, THREADS](to, m), clear)


@peer.case("sum_axis_1_of_16x2^24")
def _(inputs):
    m = matrix(inputs, inputs.wide)
    return with_result(16, lambda to: split_row_sums[(MANY // 16, 16), THREADS](to, m), clear)


@peer.case("add_transpose")
def _(inputs):
    m = matrix(inputs)
    tiles = inputs.side // 32
    return with_result(m.shape, lambda to: add_transpose_kernel[(tiles, tiles), (32, 8)](to, m))


@peer.case("outer_sum")
def _(inputs):
    column, row = put(inputs.column), put(inputs.row)
    shape = inputs.side, inputs.side
    return with_result(shape, lambda to: outer_kernel[(blocks(inputs.side), inputs.side), THREADS](to, column, row))


@peer.case("standardise_rows", "layer_norm_rows")
def _(inputs, workload):
    m, gamma, beta = matrix(inputs), put(inputs.column), put(inputs.row)
    affine = workload == "layer_norm_rows"
    epsilon = np.float32(common.EPSILON if affine else 0)
    return with_result(
        m.shape, lambda to: normalise_rows[inputs.side, THREADS](to, m, gamma, beta, epsilon, affine))


@peer.case("softmax_rows")
def _(inputs):
    m = matrix(inputs)
    return with_result(m.shape, lambda to: softmax_kernel[inputs.side, THREADS](to, m))


@peer.case("meshgrid_distance_16384", "meshgrid_distance_1000")
def _(inputs, workload):
    cells = inputs.side if workload.endswith("16384") else 1000
    d = cuda.device_array((cells, cells), np.float64)

    def call():
        distance_kernel[(blocks(cells), cells), THREADS](d, 2.0 / (cells - 1))
        return d
    return call


@peer.case("lombscargle_float32", "lombscargle_float64", "lombscargle_fast")
def _(inputs, workload):
    double = workload.endswith("64")
    kernel = periodogram_kernel(float64 if double else float32, fastmath=workload.endswith("fast"))
    x, y, frequency = inputs.lombscargle("float64" if double else "float32")
    squares = np.square(y.astype(np.float64)).sum().astype(x.dtype)
    x, y, frequency = put(x), put(y), put(frequency)
    to = empty_like(frequency)

    def call():
        kernel[blocks(frequency.size), THREADS](to, x, y, frequency, squares)
        return to
    return call


@peer.case("allocate_1MB")
def _(inputs):
    def call():
        cuda.device_array(1 << 18, np.float32)
    return call


peer.absent("numba.cuda has no scan", "cumsum")

if __name__ == "__main__":
    peer.main()
