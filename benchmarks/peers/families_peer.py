# SPDX-License-Identifier: MIT
"""Runs rows of families.py with one library: `families_peer.py --library torch.compile --part 0/4 --only ROW...`

First every row is run once and compared, so that all that is compiled is; then the script says {"ready": ...} and waits
for a line on its input, which may also come before all is ready: it then goes on with the rows that are. Several scripts
get ready beside each other; timed are they one after the other. A row's
function is compared with NumPy's result of float64 on a small part of the shape, and what a compiler made of it with the
same function uncompiled on all of it.
"""
import argparse
import gc
import select
import statistics
import sys
import time

import numpy as np

import common
import families

ALL = {"float32": 1e-3, "float64": 1e-6, "float16": 4e-2, "bfloat16": 1e-1, "complex64": 1e-3}


class Reference:
    """NumPy, of float64: what the others are compared with."""

    def __getattr__(self, name):
        return getattr(np, name)

    def put(self, x):
        return x

    def softmax(self, x, axis):
        e = np.exp(x - x.max(axis, keepdims=True))
        return e / e.sum(axis, keepdims=True)

    def log_sum_exp(self, x, axis):
        return np.log(np.exp(x).sum(axis))

    def sum(self, x, axis=None, keepdims=False):
        return x.sum(axis, keepdims=keepdims)

    def mean(self, x, axis, keepdims):
        return x.mean(axis, keepdims=keepdims)

    def std(self, x, axis, keepdims):
        return x.std(axis, keepdims=keepdims)

    def distances(self, a, b):
        return np.square(a[:, None] - b[None]).sum(2)

    permute = staticmethod(np.transpose)

    def cast(self, x, dtype):
        return x.astype(dtype)

    def mask_write(self, a, above, value):
        return np.where(a > above, value, a)

    def pad_by_one(self, m):
        return np.pad(m, 1)

    def top_k(self, a, k):
        return -np.sort(-a, -1)[..., :k]

    def histogram(self, a, bins, low, high):
        return np.histogram(a, bins, (low, high))[0]

    def bincount(self, k, below):
        return np.bincount(k, minlength=below)

    def group_sum(self, k, a, groups):
        return np.bincount(k, a, minlength=groups)


class CuPy(Reference):
    compiles = False

    def __init__(self, _):
        import cupy
        self.xp, self.versions = cupy, {"CuPy": cupy.__version__}
        self.start, self.stop = cupy.cuda.Event(), cupy.cuda.Event()

    def __getattr__(self, name):
        return getattr(self.xp, name)

    def put(self, x):
        return self.xp.asarray(x)

    def fetch(self, x):
        return self.xp.asnumpy(x)

    def random(self, shape, dtype):
        x = self.xp.random.random(shape, dtype=np.float64 if dtype == "float64" else np.float32)
        x += np.float32(0.25)
        return x if x.dtype == dtype else x.astype(dtype)

    def integers(self, shape, dtype, low, high):
        return self.xp.random.randint(low, high, shape, dtype=dtype)

    def seconds(self, call, calls):
        self.start.record()
        for _ in range(calls):
            call()
        self.stop.record()
        self.stop.synchronize()
        return self.xp.cuda.get_elapsed_time(self.start, self.stop) * 1e-3

    def wait(self):
        self.xp.cuda.Device().synchronize()

    def free(self):
        self.xp.get_default_memory_pool().free_all_blocks()

    def softmax(self, x, axis):
        e = self.xp.exp(x - x.max(axis, keepdims=True))
        return e / e.sum(axis, keepdims=True)

    def log_sum_exp(self, x, axis):
        most = x.max(axis, keepdims=True)
        return self.xp.log(self.xp.exp(x - most).sum(axis)) + most.squeeze(axis)

    def distances(self, a, b):
        return self.xp.square(a[:, None] - b[None]).sum(2)

    def permute(self, x, order):
        return self.xp.transpose(x, order)

    def mask_write(self, a, above, value):
        a[a > above] = value
        return a

    def pad_by_one(self, m):
        return self.xp.pad(m, 1)

    def top_k(self, a, k):
        return -self.xp.sort(self.xp.partition(-a, k, -1)[..., :k], -1)

    def histogram(self, a, bins, low, high):
        return self.xp.histogram(a, bins, (low, high))[0]

    def bincount(self, k, below):
        return self.xp.bincount(k, minlength=below)

    def group_sum(self, k, a, groups):
        return self.xp.bincount(k, a, minlength=groups)

    def generator(self):
        if "_generator" not in self.__dict__:
            self._generator = self.xp.random.default_rng(1)
        return self._generator

    def uniform_numbers(self, n):
        return self.generator().random(n, dtype=np.float32)

    def normal_numbers(self, n):
        return self.generator().standard_normal(n, dtype=np.float32)

    def permutation_of(self, n):
        return self.xp.random.permutation(n)

    def share(self, x):
        return x.mean()


class PyTorch:
    compiles = False

    def __init__(self, compiled):
        import torch
        self.torch, self.compiles, self.versions = torch, compiled, {"PyTorch": torch.__version__}
        self.start, self.stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        self.device = torch.device("cuda")
        if compiled:
            import torch._dynamo
            import torch._inductor.config
            # A row has a shape of its own, and code for it.
            torch._dynamo.config.automatic_dynamic_shapes = False
            for limit in ("recompile_limit", "accumulated_recompile_limit"):
                if hasattr(torch._dynamo.config, limit):
                    setattr(torch._dynamo.config, limit, 1000)
            torch._inductor.config.compile_threads = 1  # each part is a process already

    def __getattr__(self, name):
        return getattr(self.torch, name)

    def compiled(self, call):
        return self.torch.compile(call, dynamic=False)

    def type(self, dtype):
        return getattr(self.torch, dtype)

    def put(self, x):
        return self.torch.tensor(x, device=self.device)

    def fetch(self, x):
        return (x.float() if x.dtype == self.torch.bfloat16 else x).cpu().numpy()

    def random(self, shape, dtype):
        # Not made in the type itself, which may be slow to make or round up to 1.25.
        x = self.torch.rand(shape, device=self.device, dtype=self.type(dtype if dtype == "float64" else "float32"))
        return x.add_(0.25).to(self.type(dtype))

    def integers(self, shape, dtype, low, high):
        return self.torch.randint(low, high, shape, device=self.device, dtype=self.type(dtype))

    def seconds(self, call, calls):
        self.start.record()
        for _ in range(calls):
            call()
        self.stop.record()
        self.stop.synchronize()
        return self.start.elapsed_time(self.stop) * 1e-3

    def wait(self):
        self.torch.cuda.synchronize()

    def free(self):
        self.torch.cuda.empty_cache()

    def softmax(self, x, axis):
        return self.torch.softmax(x, axis)

    def log_sum_exp(self, x, axis):
        return self.torch.logsumexp(x, axis)

    def sum(self, x, axis=None, keepdims=False):
        return self.torch.sum(x) if axis is None else self.torch.sum(x, axis, keepdim=keepdims)

    def mean(self, x, axis, keepdims):
        return self.torch.mean(x, axis, keepdim=keepdims)

    def std(self, x, axis, keepdims):
        return self.torch.std(x, axis, correction=0, keepdim=keepdims)

    def max(self, x, axis):
        return self.torch.amax(x, axis)

    def distances(self, a, b):
        if self.compiles:
            return self.torch.square(a[:, None] - b[None]).sum(2)
        return self.torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist").square()

    def copy(self, x):
        return x.contiguous() if not x.is_contiguous() else x.clone()

    def cast(self, x, dtype):
        return x.to(self.type(dtype))

    def concatenate(self, x, axis):
        return self.torch.cat(x, axis)

    def mask_write(self, a, above, value):
        return a.masked_fill_(a > above, value)

    def pad_by_one(self, m):
        return self.torch.nn.functional.pad(m, (1, 1, 1, 1))

    def sort(self, a):
        return self.torch.sort(a).values

    def top_k(self, a, k):
        return self.torch.topk(a, k).values

    def median(self, a, axis):
        return self.torch.median(a, axis).values

    def histogram(self, a, bins, low, high):
        return self.torch.histc(a, bins, low, high)

    def bincount(self, k, below):
        return self.torch.bincount(k, minlength=below)

    def group_sum(self, k, a, groups):
        return self.torch.zeros(groups, device=self.device).index_add_(0, k, a)

    def uniform_numbers(self, n):
        return self.torch.rand(n, device=self.device)

    def normal_numbers(self, n):
        return self.torch.randn(n, device=self.device)

    def permutation_of(self, n):
        return self.torch.randperm(n, device=self.device)

    def share(self, x):
        return x.float().mean()


class Jax(Reference):
    compiles = True

    def __init__(self, _):
        import os
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax
        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")  # not TF32
        self.jax, self.xp, self.versions = jax, jax.numpy, {"JAX": jax.__version__}
        self.last = None
        self.keys = 0

    def __getattr__(self, name):
        return getattr(self.xp, name)

    def compiled(self, call):
        return self.jax.jit(call)

    def key(self):
        self.keys += 1
        return self.jax.random.key(self.keys)

    def put(self, x):
        return self.xp.asarray(x)

    def fetch(self, x):
        return np.asarray(x.astype("float32") if x.dtype == "bfloat16" else x)

    def random(self, shape, dtype):
        make = self.jax.random.uniform(self.key(), shape, "float64" if dtype == "float64" else "float32", 0.25, 1.25)
        return make.astype(dtype)

    def integers(self, shape, dtype, low, high):
        return self.jax.random.randint(self.key(), shape, low, high, dtype)

    def seconds(self, call, calls):
        begin = time.perf_counter()
        for _ in range(calls):
            self.last = call()
        self.wait()
        return time.perf_counter() - begin

    def wait(self):
        if self.last is not None:
            self.jax.block_until_ready(self.last)

    def free(self):
        self.last = None

    def softmax(self, x, axis):
        return self.jax.nn.softmax(x, axis)

    def log_sum_exp(self, x, axis):
        return self.jax.nn.logsumexp(x, axis)

    def distances(self, a, b):
        return self.xp.square(a[:, None] - b[None]).sum(2)

    def permute(self, x, order):
        return self.xp.transpose(x, order)

    def mask_write(self, a, above, value):
        return self.xp.where(a > above, value, a)

    def pad_by_one(self, m):
        return self.xp.pad(m, 1)

    def top_k(self, a, k):
        return self.jax.lax.top_k(a, k)[0]

    def histogram(self, a, bins, low, high):
        return self.xp.histogram(a, bins, (low, high))[0]

    def bincount(self, k, below):
        return self.xp.bincount(k, length=below)

    def group_sum(self, k, a, groups):
        return self.jax.ops.segment_sum(a, k, num_segments=groups)

    def uniform_numbers(self, n):
        return self.jax.random.uniform(self.key(), (n,), "float32")

    def normal_numbers(self, n):
        return self.jax.random.normal(self.key(), (n,), "float32")

    def permutation_of(self, n):
        return self.jax.random.permutation(self.key(), n)

    def share(self, x):
        return x.mean()

    def unique(self, k):
        raise common.Absent("the result's size must be known when it is compiled")


def definite(library, x):
    """A symmetric matrix of the last two axes, larger on the diagonal than everything beside it."""
    n = x.shape[-1]
    return x + x.swapaxes(-1, -2) + library.put(np.eye(n, dtype=np.float32)) * n


LIBRARIES = {"CuPy": CuPy, "PyTorch": PyTorch, "torch.compile": PyTorch, "JAX jit": Jax}


def inputs_of(library, row):
    made = []
    for shape, dtype in row.inputs:
        kind, _, how = dtype.partition(" ")
        if how.startswith("below"):
            made.append(library.integers(shape, kind, 0, int(how.split()[1])))
        elif kind in ("uint8", "int8"):
            made.append(library.integers(shape, kind, 0, 100))
        elif kind == "int64":
            made.append(library.integers(shape, kind, -(1 << 62), 1 << 62))
        else:
            x = library.random(shape, kind)
            made.append(library.sort(x) if how == "sorted" else definite(library, x) if how == "definite" else x)
    return made


def small(row):
    """The row's inputs with at most 40 along an axis; indices below stay in range of them."""
    random = np.random.default_rng(1)
    made = []
    for shape, dtype in row.inputs:
        kind, _, how = dtype.partition(" ")
        shape = tuple(min(n, 40) for n in shape)
        if how.startswith("below"):
            made.append(random.integers(0, min(40, int(how.split()[1])), shape).astype(kind))
        elif kind in ("uint8", "int8", "int64"):
            made.append(random.integers(0, 100, shape).astype(kind))
        else:
            x = (random.random(shape) + 0.25).astype("float32" if kind == "bfloat16" else kind)
            made.append(np.sort(x) if how == "sorted" else definite(Reference(), x) if how == "definite" else x)
    return made


def compare(got, want, tolerance, what):
    if not isinstance(got, (tuple, list)):
        got, want = [got], [want]
    for g, w in zip(got, want):
        g, w = np.asarray(g), np.asarray(w)
        if g.shape != w.shape:
            raise ValueError(f"{what}: shape {g.shape}, not {w.shape}")
        wrong = np.abs(g.astype(np.float64) - w.astype(np.float64)) > tolerance * np.maximum(1, np.abs(w))
        if wrong.any():
            raise ValueError(f"{what}: {wrong.mean():.2g} of the elements differ")


def fetched(library, x):
    return [library.fetch(y) for y in x] if isinstance(x, (tuple, list)) else library.fetch(x)


def check_small(library, row):
    """The function against NumPy's. Where it must be k of 40 elements or fewer it is left to the C++ program."""
    if row.family == "random":
        mean = np.mean(library.fetch(row.call(library)), dtype=np.float64)
        what = row.name.partition("/")[0]
        if abs(mean - families.MEANS[what]) > 1e-3 * max(1, families.MEANS[what]):
            raise ValueError(f"a mean of {mean}")
        return
    arrays = small(row)
    if row.family == "sorting" and any(word in row.name for word in ("top_k", "median")):
        return
    wide = [x.astype(np.float64) if x.dtype.kind == "f" else x for x in arrays]
    want = row.call(Reference(), *wide)
    dtype = row.inputs[-1][1].partition(" ")[0]
    compare(fetched(library, row.call(library, *map(library.put, arrays))), want, ALL.get(dtype, 1e-3), "small")


def part_of(library, x):
    return fetched(library, [y.reshape(-1)[-100000:] for y in (x if isinstance(x, (tuple, list)) else [x])])


def prepare(library, row):
    """A function of the row's inputs that has run and was right."""
    if library.compiles and not row.compiled and not isinstance(library, Jax):
        raise common.Absent("a call of the library: see PyTorch")
    check_small(library, row)
    inputs = inputs_of(library, row)
    call = lambda *x: row.call(library, *x)  # noqa: E731
    if not library.compiles or (isinstance(library, Jax) and row.name.startswith("mask_read")):
        call(*inputs)
        library.wait()
        return call
    fast = library.compiled(call)
    got = part_of(library, fast(*inputs))
    # Equal ones, what is written in place, and what is never the same again.
    if row.family != "random" and not row.name.startswith(("argmax", "mask_write")):
        inexact = row.inputs[-1][1].partition(" ")[0]
        compare(got, part_of(library, call(*inputs)), ALL.get(inexact, 1e-3), "compiled")
    return fast


def measure(library, row, call):
    inputs = inputs_of(library, row)
    run = lambda: call(*inputs)  # noqa: E731
    run()
    library.wait()
    once = max(library.seconds(run, 2) / 2, 1e-7)
    if once > 0.02:
        return min(once, library.seconds(run, 1)) * 1e3
    calls = min(max(round(0.004 / once), 1), 500)
    batches = min(max(round(0.04 / (once * calls)), 5), 15)
    return statistics.median(library.seconds(run, calls) / calls for _ in range(batches)) * 1e3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", required=True, choices=LIBRARIES)
    parser.add_argument("--part", default="0/1", help="k/n: every n-th row from the k-th on")
    parser.add_argument("--only", nargs="*", help="rows")
    options = parser.parse_args()
    try:
        library = LIBRARIES[options.library](options.library == "torch.compile")
    except ImportError as error:
        common.missing(f"not installed ({error})")
    common.say({"versions": library.versions})
    part, parts = map(int, options.part.split("/"))
    rows = [row for row in families.ROWS if not options.only or row.name in options.only][part::parts]
    ready = []
    for row in rows:
        if select.select([sys.stdin], [], [], 0)[0]:
            absent(options.library, row, common.Absent("not ready in time"))
            continue
        try:
            ready.append((row, prepare(library, row)))
        except Exception as error:
            absent(options.library, row, error)
        gc.collect()
        library.free()
    common.say({"ready": len(ready)})
    sys.stdin.readline()
    for row, call in ready:
        try:
            common.say({"workload": row.name, "contender": options.library, "ms": measure(library, row, call)})
        except Exception as error:
            absent(options.library, row, error)
        gc.collect()
        library.free()


def absent(contender, row, error):
    first = next((text for text in str(error).splitlines() if text.strip()), "")
    reason = first if isinstance(error, common.Absent) else f"{type(error).__name__}: {first}"
    common.say({"workload": row.name, "contender": contender, "reason": reason[:200]})


if __name__ == "__main__":
    main()
