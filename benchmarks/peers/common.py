# SPDX-License-Identifier: MIT
"""What every peer shares: the workloads' inputs, what their results must be, and the timing.

A peer is a script that makes a Peer, adds a function a workload with `@peer.case("name")` and ends with
`peer.main()`. The function gets an Inputs and returns a call without arguments; the call's result is checked
before it is timed. A peer prints a line of JSON a workload: {"workload", "contender", "ms"}, or "reason"
in place of "ms".
"""
import argparse
import concurrent.futures
import functools
import gc
import json
import math
import os
import statistics
import sys
import time

import numpy as np

DISTANCE = dict(half_degree=0.008726645, degree=0.01745329, scale=12742.0, latitude=30.0, longitude=101.0)
COS_LATITUDE = math.cos(DISTANCE["degree"] * DISTANCE["latitude"])
SAMPLES = 1024
EPSILON = 1e-5

# In the order of the tables. Those of `CALLS` are timed by the host's clock, a call of 1024 elements each.
WORKLOADS = [
    "add", "chain", "sum", "sum_square_difference", "four_statistics", "sum_axis_1", "sum_axis_0",
    "sum_axis_1_of_2^24x16", "sum_axis_0_of_2^24x16", "sum_axis_1_of_16x2^24", "sum_axis_0_of_16x2^24",
    "add_transpose", "outer_sum", "standardise_rows", "softmax_rows", "layer_norm_rows", "cumsum",
    "meshgrid_distance_16384", "meshgrid_distance_1000", "lombscargle_float32", "lombscargle_fast",
    "lombscargle_float64", "small_add", "small_chain", "small_sum", "allocate_1MB",
]
CALLS = {"small_add", "small_chain", "small_sum", "allocate_1MB"}


def value(begin, end, seed):
    """Elements [begin, end) of input `seed`: the numbers in [0.25, 1.25) of workloads.hpp."""
    h = np.arange(begin, end, dtype=np.uint64)
    h = h.astype(np.uint32) * np.uint32(2654435761) + (h >> np.uint64(32)).astype(np.uint32)
    h += np.uint32(seed * 40503)
    h ^= h >> np.uint32(15)
    h *= np.uint32(2246822519)
    h ^= h >> np.uint32(13)
    h >>= np.uint32(8)
    return np.float32(0.25) + h.astype(np.float32) * np.float32(1 / 16777216)


class Inputs:
    """The inputs, in files that all peers map, and what is expected of the results."""

    def __init__(self, folder, side=16384):
        self.side, self.count = side, side * side
        self.folder = folder
        self.tall, self.wide = (self.count // 16, 16), (16, self.count // 16)
        self.frequencies = max(self.count // 256, 1024)
        if not os.path.exists(os.path.join(folder, "sums.npz")):
            self._make()
        self.a = np.load(os.path.join(folder, "a.npy"), mmap_mode="r")
        self.b = np.load(os.path.join(folder, "b.npy"), mmap_mode="r")
        self.sums = np.load(os.path.join(folder, "sums.npz"))

    def _make(self):
        """Both inputs in 16 blocks, with the sums of each block."""
        os.makedirs(self.folder, exist_ok=True)
        block = self.count // 16
        files = [np.lib.format.open_memmap(os.path.join(self.folder, f"{name}.npy"), "w+", np.float32, (self.count,))
                 for name in "ab"]

        def fill(k):
            part = dict(rows=0.0, shifted=0.0, squares=0.0, difference=0.0, columns=np.zeros(16), low=9.0, high=-9.0)
            for begin in range(k * block, (k + 1) * block, 1 << 18):
                end = min(begin + (1 << 18), (k + 1) * block)
                a, b = value(begin, end, 1), value(begin, end, 2)
                files[0][begin:end], files[1][begin:end] = a, b
                a, b = a.astype(np.float64), b.astype(np.float64)
                part["rows"] += a.sum()
                part["shifted"] += (a - 0.75).sum()
                part["squares"] += np.square(a - 0.75).sum()
                part["difference"] += np.square(a - b).sum()
                part["columns"] += a.reshape(-1, 16).sum(0)
                part["low"], part["high"] = min(part["low"], a.min()), max(part["high"], a.max())
            return part

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(fill, range(16)))
        for file in files:
            file.flush()
        sums = {name: np.array([part[name] for part in parts]) for name in parts[0]}
        np.savez(os.path.join(self.folder, "sums.npz"), **sums)

    @property
    def matrix(self):
        return self.a.reshape(self.side, self.side)

    @functools.cached_property
    def column(self):
        return value(0, self.side, 2)

    @functools.cached_property
    def row(self):
        return value(0, self.side, 3)

    @functools.lru_cache
    def lombscargle(self, dtype):
        """Sample times, sample values and angular frequencies."""
        j = np.arange(SAMPLES)
        x = (j + value(0, SAMPLES, 1).astype(np.float64)) / 16
        y = np.sin(3.0 * x) + value(0, SAMPLES, 2).astype(np.float64) - 0.75
        frequency = 0.01 * (1.0 + np.arange(self.frequencies) / 1024.0)
        return x.astype(dtype), y.astype(dtype), frequency.astype(dtype)

    # What is expected: a list of (from, to, elements from..to of the result) and a tolerance.

    def _pieces(self, of, count, length=1 << 14):
        length = min(length, count)
        begins = sorted({0, (count - length) // 3, count - length})
        return [(begin, begin + length, of(begin, begin + length)) for begin in begins]

    def _rows(self, of):
        return [(r * self.side, (r + 1) * self.side, of(r)) for r in (0, self.side // 3, self.side - 1)]

    def expected(self, workload):
        a, b, side, n = self.a, self.b, self.side, self.count
        m = self.matrix
        wide = (lambda r: m[r].astype(np.float64))
        sums = self.sums
        total = sums["rows"].sum()
        chain = (lambda x, y: np.sqrt(x * x + y * y) * 0.5 + np.sin(x))
        double = (lambda x: x.astype(np.float64))
        if workload == "add":
            return self._pieces(lambda i, j: a[i:j] + b[i:j], n), 1e-7
        if workload == "chain":
            return self._pieces(lambda i, j: chain(double(a[i:j]), double(b[i:j])), n), 1e-6
        if workload == "sum":
            return [(0, 1, [total])], 1e-3  # A library may add many float32 one by one.
        if workload == "sum_square_difference":
            return [(0, 1, [sums["difference"].sum()])], 1e-3
        if workload == "four_statistics":
            d = sums["shifted"].sum() / n
            deviation = math.sqrt(sums["squares"].sum() / n - d * d)
            return [(0, 4, [sums["low"].min(), sums["high"].max(), d + 0.75, deviation])], 1e-4
        if workload == "sum_axis_1":
            return self._pieces(lambda i, j: double(m[i:j]).sum(1), side, 64), 1e-5
        if workload == "sum_axis_0":
            return self._pieces(lambda i, j: double(m[:, i:j]).sum(0), side, 64), 1e-5
        if workload == "sum_axis_1_of_2^24x16":
            return self._pieces(lambda i, j: double(a[16 * i:16 * j]).reshape(-1, 16).sum(1), n // 16), 1e-5
        if workload == "sum_axis_0_of_2^24x16":
            return [(0, 16, sums["columns"].sum(0))], 1e-5
        if workload == "sum_axis_1_of_16x2^24":
            return [(0, 16, sums["rows"])], 1e-5
        if workload == "sum_axis_0_of_16x2^24":
            return self._pieces(lambda i, j: double(a.reshape(16, -1)[:, i:j]).sum(0), n // 16), 1e-5
        if workload == "add_transpose":
            return self._rows(lambda r: m[r] + m[:, r]), 1e-7
        if workload == "outer_sum":
            return self._rows(lambda r: self.column[r] + self.row), 1e-7
        if workload == "standardise_rows":
            return self._rows(lambda r: (wide(r) - wide(r).mean()) / wide(r).std()), 1e-5
        if workload == "softmax_rows":
            return self._rows(lambda r: np.exp(wide(r)) / np.exp(wide(r)).sum()), 1e-5 / side
        if workload == "layer_norm_rows":
            def layer_norm(r):
                return (wide(r) - wide(r).mean()) / np.sqrt(wide(r).var() + EPSILON) * self.column + self.row
            return self._rows(layer_norm), 1e-5
        if workload == "cumsum":
            block = n // 16
            begins = np.concatenate([[0.0], np.cumsum(sums["rows"])])
            pieces = [(k * block, k * block + 4096, begins[k] + np.cumsum(double(a[k * block:k * block + 4096])))
                      for k in (0, 5, 15)]
            return pieces + [(n - 1, n, [total])], 1e-5
        if workload.startswith("meshgrid_distance"):
            cells = side if workload.endswith("16384") else 1000
            lat, lon = np.linspace(29.0, 31.0, cells), np.linspace(99.0, 101.0, cells)
            return [(r * cells, (r + 1) * cells, distance(np, lat, lon[r])) for r in (0, cells // 3, cells - 1)], 1e-12
        if workload.startswith("lombscargle"):
            is_double = workload.endswith("64")
            x, y, frequency = (double(v) for v in self.lombscargle(np.float64 if is_double else np.float32))
            return self._pieces(lambda i, j: lombscargle(np, x, y, frequency[i:j]), self.frequencies, 32), (
                1e-10 if is_double else 2e-4)
        if workload == "small_add":
            return [(0, 1024, a[:1024] + b[:1024])], 1e-7
        if workload == "small_chain":
            return [(0, 1024, chain(double(a[:1024]), double(b[:1024])))], 1e-6
        if workload == "small_sum":
            return [(0, 1, [double(a[:1024]).sum()])], 1e-5
        if workload == "allocate_1MB":
            return [], 0
        raise KeyError(workload)


def chain(xp, a, b):
    return xp.sqrt(a * a + b * b) * 0.5 + xp.sin(a)


def distance(xp, lat, lon):
    """The distance of examples/meshgrid_distance.cpp, of arrays that broadcast."""
    d = DISTANCE
    h = (xp.square(xp.sin(d["half_degree"] * (d["latitude"] - lat))) + xp.cos(d["degree"] * lat) * COS_LATITUDE *
         xp.square(xp.sin(d["half_degree"] * (d["longitude"] - lon))))
    return d["scale"] * xp.arctan2(h, 1.0 - h)


def lombscargle(xp, x, y, frequency):
    """The normalised periodogram as whole-array code has it."""
    angle = frequency[:, None] * x
    c, s = xp.cos(angle), xp.sin(angle)
    return periodogram((y * c).sum(1), (y * s).sum(1), (c * c).sum(1), (c * s).sum(1), SAMPLES, (y * y).sum())


def periodogram(yc, ys, cc, cs, count, squares):
    """Of the sums over the samples; why it needs no tau is in examples/lombscargle.cpp."""
    ss = count - cc
    return (ss * yc * yc - 2 * cs * yc * ys + cc * ys * ys) / ((cc * ss - cs * cs) * squares)


class Absent(Exception):
    """Why a peer does not have a workload."""


class Peer:
    """`device_time(call, calls)` is the seconds that `calls` calls take on the device, `wait()` waits for the
    device, `fetch(result, begin, end)` gives elements of a result as NumPy has them, `free()` runs between
    workloads."""

    def __init__(self, contender, versions, device_time, wait, fetch, free=lambda: None):
        self.contender, self.versions = contender, versions
        self.device_time, self.wait, self.fetch, self.free = device_time, wait, fetch, free
        self.cases = []

    def case(self, *workloads, contender=None):
        """The decorated function takes the inputs and, if it serves several workloads, the workload's name."""
        def add(function):
            for workload in workloads:
                call = functools.partial(function, workload=workload) if len(workloads) > 1 else function
                self.cases.append((workload, contender or self.contender, call))
            return function
        return add

    def absent(self, reason, *workloads):
        def give_up(_):
            raise Absent(reason)
        for workload in workloads:
            self.cases.append((workload, self.contender, give_up))

    def host_time(self, call, calls):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        self.wait()
        return time.perf_counter() - begin

    def measure(self, workload, call):
        """Milliseconds a call: the median of batches, each as long as several launches."""
        on_host = workload in CALLS
        timer = self.host_time if on_host else self.device_time
        call()
        self.wait()
        once = max(timer(call, 3) / 3, 1e-7)
        calls = min(max(round((0.002 if on_host else 0.005) / once), 1), 500)
        timer(call, calls)
        batches = min(max(round(0.1 / (once * calls)), 5), 25)
        return statistics.median(timer(call, calls) / calls for _ in range(batches)) * 1e3

    def check(self, inputs, workload, result):
        pieces, tolerance = inputs.expected(workload)
        for begin, end, want in pieces:
            if isinstance(result, (tuple, list)):
                got = np.array([np.asarray(self.fetch(r, 0, 1), dtype=np.float64).reshape(()) for r in result])
            else:
                got = np.asarray(self.fetch(result, begin, end), dtype=np.float64)
            want = np.asarray(want, dtype=np.float64)
            if got.shape != want.shape:
                raise ValueError(f"the result has shape {got.shape}, not {want.shape}")
            wrong = ~(np.abs(got - want) <= tolerance * np.maximum(1.0, np.abs(want)))
            if wrong.any():
                k = int(np.argmax(wrong))
                raise ValueError(f"element {begin + k} is {got[k]:.9g}, not {want[k]:.9g}")

    def main(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--inputs", required=True, help="the folder of the inputs; made if need be")
        parser.add_argument("--side", type=int, default=16384, help="rows of the square matrix, for a quick try")
        parser.add_argument("--only", nargs="*", help="workloads")
        options, _ = parser.parse_known_args()
        inputs = Inputs(options.inputs, options.side)
        say({"versions": self.versions})
        order = {name: k for k, name in enumerate(WORKLOADS)}
        for workload, contender, make in sorted(self.cases, key=lambda case: order[case[0]]):
            if options.only and workload not in options.only:
                continue
            line = {"workload": workload, "contender": contender}
            try:
                call = make(inputs)
                self.check(inputs, workload, call())
                line["ms"] = self.measure(workload, call)
            except Absent as reason:
                line["reason"] = str(reason)
            except Exception as error:
                first = next((text for text in str(error).splitlines() if text.strip()), "")
                line["reason"] = f"{type(error).__name__}: {first}"[:200]
            say(line)
            call = make = None
            gc.collect()
            self.free()


def say(line):
    print(json.dumps(line), flush=True)


def missing(module):
    """For a module that cannot be imported: says so, as the peer's only line."""
    say({"missing": module})
    sys.exit(0)
