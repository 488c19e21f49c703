# SPDX-License-Identifier: MIT
"""The host's peers on CPU threads: NumPy (--numpy), Numba's parallel loops (--numba) and pandas (--pandas). Prints what the device's
peers print; a workload is named with its size, as in `sum/2^20`."""
import argparse
import math
import statistics
import sys
import time

import common

try:
    import numpy as np
except ImportError as error:
    common.missing(f"not installed ({error})")

NUMBA = "--numba" in sys.argv
if NUMBA:
    try:
        import numba
        from numba import njit, prange
    except ImportError as error:
        common.missing(f"not installed ({error})")
PANDAS = "--pandas" in sys.argv
if PANDAS:
    try:
        import pandas
    except ImportError as error:
        common.missing(f"not installed ({error})")
CONTENDER = "Numba" if NUMBA else "pandas" if PANDAS else "NumPy"
GROUPS = 1000
HALF, DEGREE, SCALE = (common.DISTANCE[name] for name in ("half_degree", "degree", "scale"))
COS_LATITUDE = common.COS_LATITUDE


def keys_of(b):
    """The integers below GROUPS of host_sorting.cpp."""
    return np.minimum(((b - np.float32(0.25)) * np.float32(GROUPS)).astype(np.int32), GROUPS - 1)


def places_of(a):
    return (np.arange(a.size, dtype=np.uint64) * np.uint64(2654435761) % np.uint64(a.size)).astype(np.int64)


def sorting_call(workload, a, b):
    """What host_sorting.cpp measures, by NumPy; None where it is something else."""
    side, key = math.isqrt(a.size), keys_of(b)
    m, place = a.reshape(side, side), places_of(a)
    return {
        "sort": lambda: np.sort(a),
        "argsort": lambda: np.argsort(a, kind="stable"),
        "sort_rows": lambda: np.sort(m, axis=1),
        "median": lambda: np.median(a),
        "unique": lambda: np.unique(key),
        "histogram_256": lambda: np.histogram(a, 256, (0.25, 1.25))[0],
        "bincount_1000": lambda: np.bincount(key, minlength=GROUPS),
        "group_sum_1000": lambda: np.bincount(key, weights=a, minlength=GROUPS),
        "take": lambda: a[place],
        "mask_read": lambda: a[a > 0.75],
        "concatenate": lambda: np.concatenate((a, b)),
        "roll": lambda: np.roll(a, 17),
    }.get(workload)


def pandas_call(workload, a, b):
    x, key, place = pandas.Series(a), pandas.Series(keys_of(b)), places_of(a)
    calls = {
        "sort": lambda: x.sort_values(),
        "argsort": lambda: x.argsort(kind="stable"),
        "median": lambda: x.median(),
        "unique": lambda: np.sort(key.unique()),
        "bincount_1000": lambda: key.value_counts(sort=False).sort_index(),
        "group_sum_1000": lambda: x.groupby(key).sum(),
        "take": lambda: x.take(place),
        "mask_read": lambda: x[x > 0.75],
        "concatenate": lambda: pandas.concat((x, pandas.Series(b))),
    }
    if workload not in calls:
        raise common.Absent("no such call")
    return calls[workload]


def close(got, want, tolerance):
    if got.shape != want.shape or not (np.abs(got - want) <= tolerance * np.maximum(1.0, np.abs(want))).all():
        raise ValueError("a wrong result")


def numpy_call(workload, a, b):
    """A call, with out= where NumPy has it."""
    side = math.isqrt(a.size)
    m, c = a.reshape(side, side), np.empty_like(a)
    if call := sorting_call(workload, a, b):
        return call
    if workload == "add":
        return lambda: np.add(a, b, out=c)
    if workload == "chain":
        return lambda: common.chain(np, a, b)
    if workload == "sum":
        return lambda: a.sum()
    if workload == "sum_square_difference":
        return lambda: np.square(a - b).sum()
    if workload == "four_statistics":
        return lambda: np.array([a.min(), a.max(), a.mean(), a.std()])
    if workload == "sum_axis_1":
        return lambda: m.sum(axis=1)
    if workload == "sum_axis_0":
        return lambda: m.sum(axis=0)
    if workload == "standardise_rows":
        return lambda: (m - m.mean(axis=1, keepdims=True)) / m.std(axis=1, keepdims=True)
    if workload == "softmax_rows":
        def softmax():
            e = np.exp(m - m.max(axis=1, keepdims=True))
            return e / e.sum(axis=1, keepdims=True)
        return softmax
    if workload == "distance":
        return lambda: common.distance(np, *np.meshgrid(np.linspace(29.0, 31.0, side), np.linspace(99.0, 101.0, side)))
    raise KeyError(workload)


if NUMBA:
    @njit(parallel=True)
    def add(c, a, b):
        for i in prange(a.size):
            c[i] = a[i] + b[i]

    @njit(parallel=True)
    def chain(c, a, b):
        for i in prange(a.size):
            c[i] = math.sqrt(a[i] * a[i] + b[i] * b[i]) * np.float32(0.5) + math.sin(a[i])

    @njit(parallel=True)
    def total(a):
        s = 0.0
        for i in prange(a.size):
            s += a[i]
        return s

    @njit(parallel=True)
    def square_difference(a, b):
        s = 0.0
        for i in prange(a.size):
            d = a[i] - b[i]
            s += d * d
        return s

    @njit(parallel=True)
    def four(a):
        low, high, s, squares = a[0], a[0], 0.0, 0.0
        for i in prange(a.size):
            x = a[i]
            low = min(low, x)
            high = max(high, x)
            d = x - 0.75
            s += d
            squares += d * d
        mean = s / a.size
        return low, high, mean + 0.75, math.sqrt(squares / a.size - mean * mean)

    @njit(parallel=True)
    def sum_axis_1(to, m):
        for i in prange(m.shape[0]):
            s = 0.0
            for j in range(m.shape[1]):
                s += m[i, j]
            to[i] = s

    @njit(parallel=True)
    def sum_axis_0(to, m):
        """A stretch of 64 columns at a time, row by row."""
        for k in prange((m.shape[1] + 63) // 64):
            s = np.zeros(64)
            width = min(64, m.shape[1] - 64 * k)
            for i in range(m.shape[0]):
                for j in range(width):
                    s[j] += m[i, 64 * k + j]
            for j in range(width):
                to[64 * k + j] = s[j]

    @njit(parallel=True)
    def standardise(c, m):
        n = m.shape[1]
        for i in prange(m.shape[0]):
            s = 0.0
            for j in range(n):
                s += m[i, j]
            mean = s / n
            squares = 0.0
            for j in range(n):
                d = m[i, j] - mean
                squares += d * d
            scale = np.float32(1 / math.sqrt(squares / n))
            centre = np.float32(mean)
            for j in range(n):
                c[i, j] = (m[i, j] - centre) * scale

    @njit(parallel=True)
    def softmax(c, m):
        n = m.shape[1]
        for i in prange(m.shape[0]):
            largest = m[i, 0]
            for j in range(n):
                largest = max(largest, m[i, j])
            s = 0.0
            for j in range(n):
                c[i, j] = math.exp(m[i, j] - largest)
                s += c[i, j]
            scale = np.float32(1 / s)
            for j in range(n):
                c[i, j] *= scale

    @njit(parallel=True)
    def distance(d, step):
        for i in prange(d.shape[0]):
            t = math.sin(HALF * (101.0 - (99.0 + i * step)))
            for j in range(d.shape[1]):
                lat = 29.0 + j * step
                s = math.sin(HALF * (30.0 - lat))
                h = s * s + math.cos(DEGREE * lat) * COS_LATITUDE * (t * t)
                d[i, j] = SCALE * math.atan2(h, 1.0 - h)


    @njit(parallel=True)
    def in_groups(bins, key, weight, weighted):
        """A table a thread, added in their order."""
        threads = numba.get_num_threads()
        tables = np.zeros((threads, bins))
        for t in prange(threads):
            for i in range(t * key.size // threads, (t + 1) * key.size // threads):
                tables[t, key[i]] += weight[i] if weighted else 1.0
        return tables.sum(axis=0)

    @njit(parallel=True)
    def histogram(a):
        threads = numba.get_num_threads()
        tables = np.zeros((threads, 256), np.int64)
        for t in prange(threads):
            for i in range(t * a.size // threads, (t + 1) * a.size // threads):
                tables[t, min(int((a[i] - np.float32(0.25)) * np.float32(256)), 255)] += 1
        return tables.sum(axis=0)

    @njit(parallel=True)
    def take(c, a, place):
        for i in prange(a.size):
            c[i] = a[place[i]]


def numba_call(workload, a, b):
    side = math.isqrt(a.size)
    m, c = a.reshape(side, side), np.empty_like(a)
    if sorting_call(workload, a, b):
        key, place = keys_of(b), places_of(a)
        calls = {"bincount_1000": lambda: in_groups(GROUPS, key, a, False),
                 "group_sum_1000": lambda: in_groups(GROUPS, key, a, True), "histogram_256": lambda: histogram(a)}
        if workload == "take":
            def taken():
                take(c, a, place)
                return c
            return taken
        if workload not in calls:
            raise common.Absent("no parallel form")
        return calls[workload]
    if workload == "sum":
        return lambda: np.float64(total(a))
    if workload == "sum_square_difference":
        return lambda: np.float64(square_difference(a, b))
    if workload == "four_statistics":
        return lambda: np.array(four(a))
    if workload == "distance":
        to, fill = np.empty((side, side)), (lambda to: distance(to, 2.0 / (side - 1)))
    elif workload.startswith("sum_axis"):
        function = sum_axis_1 if workload == "sum_axis_1" else sum_axis_0
        to, fill = np.empty(side, np.float32), (lambda to: function(to, m))
    elif workload in ("standardise_rows", "softmax_rows"):
        function = standardise if workload == "standardise_rows" else softmax
        to, fill = c.reshape(side, side), (lambda to: function(to, m))
    else:
        function = {"add": add, "chain": chain}[workload]
        to, fill = c, (lambda to: function(to, a, b))

    def call():
        fill(to)
        return to
    return call


def expected(workload, a, b, got):
    """What is compared: some of the result, and what it must be."""
    side = math.isqrt(a.size)
    rows = slice(None, None, max(side // 4, 1))
    m = a.reshape(side, side)
    if call := sorting_call(workload, a, b):
        return got, call(), 1e-4 if workload == "group_sum_1000" else 1e-7
    if workload == "add":
        return got, a + b, 1e-7
    if workload == "chain":
        return got[:65536], common.chain(np, a[:65536].astype(float), b[:65536].astype(float)), 1e-6
    if workload == "sum":
        return got, a.sum(dtype=np.float64), 1e-5
    if workload == "sum_square_difference":
        return got, np.square(a - b, dtype=np.float64).sum(), 1e-5
    if workload == "four_statistics":
        return got, np.array([a.min(), a.max(), a.mean(dtype=float), a.std(dtype=float)]), 1e-5
    if workload == "sum_axis_1":
        return got, m.sum(1, dtype=np.float64), 1e-5
    if workload == "sum_axis_0":
        return got, m.sum(0, dtype=np.float64), 1e-4  # NumPy adds the rows one by one in float32.
    m = m[rows].astype(np.float64)
    if workload == "standardise_rows":
        return got[rows], (m - m.mean(1, keepdims=True)) / m.std(1, keepdims=True), 1e-5
    if workload == "softmax_rows":
        e = np.exp(m)
        return got[rows], e / e.sum(1, keepdims=True), 1e-5 / side
    lat, lon = np.linspace(29.0, 31.0, side), np.linspace(99.0, 101.0, side)[rows]
    return got[rows], common.distance(np, lat, lon[:, None]), 1e-12


def measure(call):
    begin = time.perf_counter()
    call()
    once = max(time.perf_counter() - begin, 1e-7)
    calls = min(max(round(0.02 / once), 1), 10000)
    times = []
    for _ in range(min(max(round(0.5 / (once * calls)), 3), 15)):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        times.append((time.perf_counter() - begin) / calls)
    return statistics.median(times) * 1e3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs")
    parser.add_argument("--only", nargs="*", required=True)
    options, _ = parser.parse_known_args()
    common.say({"versions": {"Numba": numba.__version__} if NUMBA else {"pandas": pandas.__version__} if PANDAS else
                {"NumPy": np.__version__}})
    buffers = {}
    for name in options.only:
        workload, _, size = name.partition("/2^")
        line = {"workload": name, "contender": CONTENDER}
        try:
            count = 1 << int(size)
            if count not in buffers:
                buffers[count] = common.value(0, count, 1), common.value(0, count, 2)
            a, b = buffers[count]
            call = (numba_call if NUMBA else pandas_call if PANDAS else numpy_call)(workload, a, b)
            got, want, tolerance = expected(workload, a, b, call())
            close(np.asarray(got, dtype=np.float64), np.asarray(want, dtype=np.float64), tolerance)
            line["ms"] = measure(call)
        except common.Absent as reason:
            line["reason"] = str(reason)
        except Exception as error:
            line["reason"] = f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"[:200]
        common.say(line)


if __name__ == "__main__":
    main()
