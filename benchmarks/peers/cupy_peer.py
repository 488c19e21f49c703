# SPDX-License-Identifier: MIT
"""CuPy as its user writes it, and what `cupy.fuse` makes of the elementwise statements."""
import common

try:
    import cupy as cp
    import cupyx.scipy.signal
    import cupyx.scipy.special
except ImportError as error:
    common.missing(f"not installed ({error})")


def device_time(call, calls):
    start, stop = cp.cuda.Event(), cp.cuda.Event()
    start.record()
    for _ in range(calls):
        call()
    stop.record()
    stop.synchronize()
    return cp.cuda.get_elapsed_time(start, stop) * 1e-3


peer = common.Peer("CuPy", {"CuPy": cp.__version__}, device_time, cp.cuda.runtime.deviceSynchronize,
                   lambda r, begin, end: cp.asnumpy(r.reshape(-1)[begin:end]),
                   lambda: cp.get_default_memory_pool().free_all_blocks())
FUSE = "CuPy fuse"


def vectors(inputs, workload=""):
    small = workload.startswith("small")
    return cp.asarray(inputs.a[:1024] if small else inputs.a), cp.asarray(inputs.b[:1024] if small else inputs.b)


def matrix(inputs, shape=None):
    return cp.asarray(inputs.a).reshape(shape or (inputs.side, inputs.side))


@peer.case("add", "small_add")
def _(inputs, workload):
    a, b = vectors(inputs, workload)
    c = cp.empty_like(a)
    return lambda: cp.add(a, b, out=c)


@peer.case("chain", "small_chain")
def _(inputs, workload):
    a, b = vectors(inputs, workload)
    return lambda: common.chain(cp, a, b)


@peer.case("chain", "small_chain", contender=FUSE)
def _(inputs, workload):
    a, b = vectors(inputs, workload)
    fused = cp.fuse(kernel_name="chain")(lambda a, b: common.chain(cp, a, b))
    return lambda: fused(a, b)


@peer.case("sum", "small_sum")
def _(inputs, workload):
    a, _ = vectors(inputs, workload)
    s = cp.empty((), cp.float32)
    return lambda: cp.sum(a, out=s)


@peer.case("sum_square_difference")
def _(inputs):
    a, b = vectors(inputs)
    return lambda: cp.square(a - b).sum()


@peer.case("sum_square_difference", contender=FUSE)
def _(inputs):
    a, b = vectors(inputs)
    fused = cp.fuse(kernel_name="sum_square_difference")(lambda a, b: cp.sum(cp.square(a - b)))
    return lambda: fused(a, b)


@peer.case("four_statistics")
def _(inputs):
    a, _ = vectors(inputs)
    return lambda: (a.min(), a.max(), a.mean(), a.std())


def axis_sum(shape, axis):
    def make(inputs):
        m = matrix(inputs, shape(inputs))
        s = cp.empty(m.shape[1 - axis], cp.float32)
        return lambda: cp.sum(m, axis=axis, out=s)
    return make


for axis in (0, 1):
    peer.case(f"sum_axis_{axis}")(axis_sum(lambda inputs: (inputs.side, inputs.side), axis))
    peer.case(f"sum_axis_{axis}_of_2^24x16")(axis_sum(lambda inputs: inputs.tall, axis))
    peer.case(f"sum_axis_{axis}_of_16x2^24")(axis_sum(lambda inputs: inputs.wide, axis))


@peer.case("add_transpose")
def _(inputs):
    m = matrix(inputs)
    c = cp.empty_like(m)
    return lambda: cp.add(m, m.T, out=c)


@peer.case("outer_sum")
def _(inputs):
    column, row = cp.asarray(inputs.column), cp.asarray(inputs.row)
    c = cp.empty((inputs.side, inputs.side), cp.float32)
    return lambda: cp.add(column[:, None], row, out=c)


@peer.case("standardise_rows")
def _(inputs):
    m = matrix(inputs)
    return lambda: (m - m.mean(axis=1, keepdims=True)) / m.std(axis=1, keepdims=True)


@peer.case("softmax_rows")
def _(inputs):
    m = matrix(inputs)
    return lambda: cupyx.scipy.special.softmax(m, axis=1)


@peer.case("layer_norm_rows")
def _(inputs):
    m, gamma, beta = matrix(inputs), cp.asarray(inputs.column), cp.asarray(inputs.row)
    return lambda: ((m - m.mean(axis=1, keepdims=True)) / cp.sqrt(m.var(axis=1, keepdims=True) + common.EPSILON) *
                    gamma + beta)


@peer.case("cumsum")
def _(inputs):
    a, _ = vectors(inputs)
    c = cp.empty_like(a)
    return lambda: cp.cumsum(a, out=c)


def grid(cells):
    return cp.meshgrid(cp.linspace(29.0, 31.0, cells), cp.linspace(99.0, 101.0, cells))


@peer.case("meshgrid_distance_16384", "meshgrid_distance_1000")
def _(inputs, workload):
    cells = inputs.side if workload.endswith("16384") else 1000
    return lambda: common.distance(cp, *grid(cells))


@peer.case("meshgrid_distance_16384", "meshgrid_distance_1000", contender=FUSE)
def _(inputs, workload):
    cells = inputs.side if workload.endswith("16384") else 1000
    fused = cp.fuse(kernel_name="distance")(lambda lat, lon: common.distance(cp, lat, lon))
    return lambda: fused(*grid(cells))


@peer.case("lombscargle_float32", "lombscargle_float64")
def _(inputs, workload):
    # It computes in float64 whatever its inputs are.
    x, y, frequency = map(cp.asarray, inputs.lombscargle(workload[-7:]))
    return lambda: cupyx.scipy.signal.lombscargle(x, y, frequency, normalize=True)


peer.absent("no periodogram with the hardware's sine", "lombscargle_fast")


@peer.case("allocate_1MB")
def _(inputs):
    def call():
        cp.empty(1 << 18, cp.float32)
    return call


if __name__ == "__main__":
    peer.main()
