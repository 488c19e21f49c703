# SPDX-License-Identifier: MIT
"""JAX, each workload one jitted function. JAX has no events: the time is the host's clock over a batch of calls
that are dispatched without waiting and waited for once, so that the device is never idle between them."""
import os
import time

import common

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    common.missing(f"not installed ({error})")
jax.config.update("jax_enable_x64", True)
if jax.default_backend() != "gpu" and not os.environ.get("PEERS_ANY_DEVICE"):
    common.missing("JAX sees no GPU")

last = None


def device_time(call, calls):
    begin = time.perf_counter()
    for _ in range(calls):
        result = call()
    jax.block_until_ready(result)
    return time.perf_counter() - begin


def wait():
    if last is not None:
        jax.block_until_ready(last)


peer = common.Peer("JAX jit", {"JAX": jax.__version__}, device_time, wait,
                   lambda r, begin, end: jax.device_get(r.reshape(-1)[begin:end]))


def run(function, *arguments):
    function = jax.jit(function)
    arguments = [jnp.asarray(x) for x in arguments]

    def call():
        global last
        last = function(*arguments)
        return last
    return call


def vectors(inputs, workload=""):
    small = workload.startswith("small")
    return (inputs.a[:1024], inputs.b[:1024]) if small else (inputs.a, inputs.b)


@peer.case("add", "small_add")
def _(inputs, workload):
    return run(lambda a, b: a + b, *vectors(inputs, workload))


@peer.case("chain", "small_chain")
def _(inputs, workload):
    return run(lambda a, b: common.chain(jnp, a, b), *vectors(inputs, workload))


@peer.case("sum", "small_sum")
def _(inputs, workload):
    return run(jnp.sum, vectors(inputs, workload)[0])


@peer.case("sum_square_difference")
def _(inputs):
    return run(lambda a, b: jnp.square(a - b).sum(), *vectors(inputs))


@peer.case("four_statistics")
def _(inputs):
    return run(lambda a: (a.min(), a.max(), a.mean(), a.std()), inputs.a)


def axis_sum(shape, axis):
    return lambda inputs: run(lambda m: m.sum(axis), inputs.a.reshape(shape(inputs)))


for axis in (0, 1):
    peer.case(f"sum_axis_{axis}")(axis_sum(lambda inputs: (inputs.side, inputs.side), axis))
    peer.case(f"sum_axis_{axis}_of_2^24x16")(axis_sum(lambda inputs: inputs.tall, axis))
    peer.case(f"sum_axis_{axis}_of_16x2^24")(axis_sum(lambda inputs: inputs.wide, axis))


@peer.case("add_transpose")
def _(inputs):
    return run(lambda m: m + m.T, inputs.matrix)


@peer.case("outer_sum")
def _(inputs):
    return run(lambda column, row: column[:, None] + row, inputs.column, inputs.row)


@peer.case("standardise_rows")
def _(inputs):
    return run(lambda m: (m - m.mean(1, keepdims=True)) / m.std(1, keepdims=True), inputs.matrix)


@peer.case("softmax_rows")
def _(inputs):
    return run(lambda m: jax.nn.softmax(m, axis=1), inputs.matrix)


@peer.case("layer_norm_rows")
def _(inputs):
    return run(lambda m, gamma, beta: (m - m.mean(1, keepdims=True)) /
               jnp.sqrt(m.var(1, keepdims=True) + common.EPSILON) * gamma + beta,
               inputs.matrix, inputs.column, inputs.row)


@peer.case("cumsum")
def _(inputs):
    return run(jnp.cumsum, inputs.a)


@peer.case("meshgrid_distance_16384", "meshgrid_distance_1000")
def _(inputs, workload):
    cells = inputs.side if workload.endswith("16384") else 1000

    # The grid's ends are arguments: of constants alone the compiler would compute the result.
    def whole(south, north, west, east):
        return common.distance(jnp, *jnp.meshgrid(jnp.linspace(south, north, cells), jnp.linspace(west, east, cells)))
    return run(whole, 29.0, 31.0, 99.0, 101.0)


@peer.case("lombscargle_float32", "lombscargle_float64")
def _(inputs, workload):
    return run(lambda *x: common.lombscargle(jnp, *x), *inputs.lombscargle(workload[-7:]))


peer.absent("no hardware sine", "lombscargle_fast")
peer.absent("no array without a fill", "allocate_1MB")

if __name__ == "__main__":
    peer.main()
