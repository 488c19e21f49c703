# SPDX-License-Identifier: MIT
"""PyTorch, eager; with --compiled, the same through torch.compile."""
import sys

import common

try:
    import torch
except ImportError as error:
    common.missing(f"not installed ({error})")
if not torch.cuda.is_available():
    common.missing("PyTorch sees no GPU")

COMPILED = "--compiled" in sys.argv


def device_time(call, calls):
    start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(calls):
        call()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop) * 1e-3


def free():
    torch._dynamo.reset()
    torch.cuda.empty_cache()


peer = common.Peer("torch.compile" if COMPILED else "PyTorch", {"PyTorch": torch.__version__}, device_time,
                   torch.cuda.synchronize, lambda r, begin, end: r.reshape(-1)[begin:end].cpu().numpy(), free)
if not COMPILED:
    torch._dynamo = type("", (), {"reset": staticmethod(lambda: None)})
device = torch.device("cuda")


def put(x):
    return torch.tensor(x, device=device)


def vectors(inputs, workload=""):
    small = workload.startswith("small")
    return put(inputs.a[:1024] if small else inputs.a), put(inputs.b[:1024] if small else inputs.b)


def matrix(inputs, shape=None):
    return put(inputs.a).reshape(shape or (inputs.side, inputs.side))


def run(function, *arguments):
    """A call of the function: torch.compile takes it whole."""
    if COMPILED:
        function = torch.compile(function)
    return lambda: function(*arguments)


@peer.case("add", "small_add")
def _(inputs, workload):
    a, b = vectors(inputs, workload)
    if COMPILED:
        return run(lambda a, b: a + b, a, b)
    c = torch.empty_like(a)
    return lambda: torch.add(a, b, out=c)


@peer.case("chain", "small_chain")
def _(inputs, workload):
    return run(lambda a, b: common.chain(torch, a, b), *vectors(inputs, workload))


@peer.case("sum", "small_sum")
def _(inputs, workload):
    return run(lambda a: a.sum(), vectors(inputs, workload)[0])


@peer.case("sum_square_difference")
def _(inputs):
    return run(lambda a, b: torch.square(a - b).sum(), *vectors(inputs))


@peer.case("four_statistics")
def _(inputs):
    return run(lambda a: (a.min(), a.max(), a.mean(), a.std(correction=0)), vectors(inputs)[0])


def axis_sum(shape, axis):
    return lambda inputs: run(lambda m: m.sum(axis), matrix(inputs, shape(inputs)))


for axis in (0, 1):
    peer.case(f"sum_axis_{axis}")(axis_sum(lambda inputs: (inputs.side, inputs.side), axis))
    peer.case(f"sum_axis_{axis}_of_2^24x16")(axis_sum(lambda inputs: inputs.tall, axis))
    peer.case(f"sum_axis_{axis}_of_16x2^24")(axis_sum(lambda inputs: inputs.wide, axis))


@peer.case("add_transpose")
def _(inputs):
    m = matrix(inputs)
    if COMPILED:
        return run(lambda m: m + m.T, m)
    c = torch.empty_like(m)
    return lambda: torch.add(m, m.T, out=c)


@peer.case("outer_sum")
def _(inputs):
    column, row = put(inputs.column), put(inputs.row)
    if COMPILED:
        return run(lambda column, row: column[:, None] + row, column, row)
    c = torch.empty((inputs.side, inputs.side), device=device)
    return lambda: torch.add(column[:, None], row, out=c)


@peer.case("standardise_rows")
def _(inputs):
    return run(lambda m: (m - m.mean(1, keepdim=True)) / m.std(1, keepdim=True, correction=0), matrix(inputs))


@peer.case("softmax_rows")
def _(inputs):
    return run(lambda m: torch.softmax(m, 1), matrix(inputs))


@peer.case("layer_norm_rows")
def _(inputs):
    return run(lambda m, gamma, beta: torch.nn.functional.layer_norm(m, m.shape[1:], gamma, beta, common.EPSILON),
               matrix(inputs), put(inputs.column), put(inputs.row))


@peer.case("cumsum")
def _(inputs):
    a, _ = vectors(inputs)
    if COMPILED:
        return run(lambda a: a.cumsum(0), a)
    c = torch.empty_like(a)
    return lambda: torch.cumsum(a, 0, out=c)


@peer.case("meshgrid_distance_16384", "meshgrid_distance_1000")
def _(inputs, workload):
    cells = inputs.side if workload.endswith("16384") else 1000

    def whole():
        lat = torch.linspace(29.0, 31.0, cells, dtype=torch.float64, device=device)
        lon = torch.linspace(99.0, 101.0, cells, dtype=torch.float64, device=device)
        return common.distance(torch, *torch.meshgrid(lat, lon, indexing="xy"))
    return run(whole)


@peer.case("lombscargle_float32", "lombscargle_float64")
def _(inputs, workload):
    def by_products(x, y, frequency):
        angle = frequency[:, None] * x
        c, s = torch.cos(angle), torch.sin(angle)
        return common.periodogram(c @ y, s @ y, (c * c).sum(1), (c * s).sum(1), common.SAMPLES, y @ y)

    arguments = [put(x) for x in inputs.lombscargle(workload[-7:])]
    return run(lambda *x: common.lombscargle(torch, *x), *arguments) if COMPILED else run(by_products, *arguments)


peer.absent("no hardware sine", "lombscargle_fast")
if COMPILED:
    peer.absent("nothing to compile: PyTorch's allocator", "allocate_1MB")
else:
    @peer.case("allocate_1MB")
    def _(inputs):
        def call():
            torch.empty(1 << 18, device=device)
        return call


if __name__ == "__main__":
    peer.main()
