#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes numeric.hpp beside it: what NumPy 2 answers for the functions of <twill/numeric.hpp>.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6
    /tmp/goldens/bin/python tests/goldens/make_numeric.py

Functions are computed in float64, so a test states its bound in units of the last place of that. The output depends on
this file alone.
"""
import textwrap
from pathlib import Path

import numpy as np

np.seterr(all="ignore")
INF, NAN = np.inf, np.nan
out = []


def literal(v):
    if isinstance(v, (bool, np.bool_)):
        return "true" if v else "false"
    if isinstance(v, (int, np.integer)):
        return f"{int(v)}" if v != -(1 << 63) else "-9223372036854775807 - 1"
    v = float(v)
    if v != v:
        return "nan64"
    if v in (INF, -INF):
        return "inf64" if v > 0 else "-inf64"
    return repr(v) if not v.is_integer() or abs(v) > 1e15 or str(v) == "-0.0" else f"{v:.0f}."


CTYPES = {"f": "double", "i": "std::int64_t", "b": "bool"}


def emit(name, values, ctype=None):
    values = np.asarray(values)
    ctype = ctype or {"int32": "std::int32_t", "uint8": "std::uint8_t"}.get(str(values.dtype)) or CTYPES[values.dtype.kind]
    line = f"inline constexpr {ctype} {name}[] = {{{', '.join(literal(v) for v in values.ravel())}}};"
    out.extend(textwrap.wrap(line, 110, subsequent_indent="    "))


x = np.array([0.0, -0.0, 0.5, -0.5, 1.0, 1.5, -2.0, 2.5, 3.25, -7.75, 1e-9, 123456.7, INF, -INF, NAN, 1e300, 5e-324])
y = np.array([1.0, -2.0, 0.0, 0.5, NAN, -1.5, 2.0, INF, -3.0, 7.75, -1e-9, 0.25, INF, 1.0, 1.0, -INF, 0.0])
emit("x", x)
emit("y", y)
emit("heaviside", np.heaviside(x, y))
emit("nextafter", np.nextafter(x, y))
emit("logaddexp2", np.logaddexp2(x, y))
emit("frexp_fraction", np.frexp(x)[0])
emit("frexp_exponent", np.where(np.isfinite(x), np.frexp(x)[1], 0).astype(np.int32))
emit("modf_fraction", np.modf(x)[0])
emit("modf_whole", np.modf(x)[1])
emit("nan_to_num", np.nan_to_num(x))
emit("nan_to_num_given", np.nan_to_num(x, nan=-1, posinf=8, neginf=9))
emit("round_2", np.round(x[:-2], 2))
emit("round_minus_1", np.round(x, -1))
s = np.array([0.0, 0.1, -0.25, 0.5, 0.75, 1.0, -1.3, 2.5, 17.125, 100.0])
emit("sinc_x", s)
emit("sinc", np.where((s != 0) & (s == np.round(s)), 0.0, np.sinc(s)))
i = np.array([0, 12, -18, 35, 7, -128, 2147483647, -2147483648], dtype=np.int32)
j = np.array([0, 18, 24, 0, -21, 64, 6, -2147483648], dtype=np.int32)
emit("i", i, "std::int32_t")
emit("j", j, "std::int32_t")
emit("gcd", np.gcd(i[:-1], j[:-1]), "std::int32_t")
emit("lcm", np.lcm(i[:-2], j[:-2]), "std::int32_t")
emit("bit_count", np.bitwise_count(i))
emit("round_i", np.array([0, 10, -20, 40, 10, -130, 2147483650 - (1 << 32), -2147483650 + (1 << 32)], dtype=np.int64).astype(np.int32), "std::int32_t")

rng = np.random.default_rng(7)
m = np.round(rng.normal(size=(4, 7)) * 4, 3)
emit("m", m)
v = np.array([0.0, 0.5, 1.5, 1.75, 3.0, 4.5, 5.0])
w = np.array([1.0, 0.0, 2.5, -0.5, 3.0, 1.25, 0.125])
emit("v", v)
emit("w", w)
emit("diff", np.diff(m))
emit("diff_0", np.diff(m, axis=0))
emit("diff_3", np.diff(m, 3))
emit("trapezoid", np.trapezoid(m, dx=0.5))
emit("trapezoid_0", np.trapezoid(m, axis=0))
emit("trapezoid_x", np.trapezoid(m, v))
emit("trapezoid_x0", np.trapezoid(m, np.array([0.0, 1.0, 3.0, 3.5]), axis=0))
emit("gradient", np.gradient(m, 0.5, axis=1))
emit("gradient_0", np.gradient(m, axis=0))
emit("gradient_ends", np.gradient(m, 2.0, axis=1, edge_order=2))
emit("gradient_x", np.gradient(m, v, axis=1))
emit("gradient_x_ends", np.gradient(m, v, axis=1, edge_order=2))
emit("gradient_y", np.gradient(m, np.array([0.0, 1.0, 3.0, 3.5]), axis=0))
emit("gradient_ends_0", np.gradient(m, 2.0, axis=0, edge_order=2))
emit("average", np.average(m, axis=1, weights=w))
emit("average_0", np.average(m, axis=0, weights=w[[0, 2, 4, 5]]))
emit("average_full", np.average(m, weights=np.abs(m)))
emit("cov", np.cov(m))
emit("cov_0", np.cov(m, ddof=0))
emit("cov_two", np.cov(m[0], m[1]))
emit("corrcoef", np.corrcoef(m))
often = np.array([3, 1, 0, 2, 1, 4, 1])
worth = np.array([0.5, 1.25, 2.0, 0.0, 0.75, 1.5, 3.0])
emit("often", often)
emit("worth", worth)
emit("cov_often", np.cov(m, fweights=often))
emit("cov_worth", np.cov(m, aweights=worth))
emit("cov_both", np.cov(m, fweights=often, aweights=worth))
emit("cov_both_0", np.cov(m, fweights=often, aweights=worth, ddof=0))
emit("cov_both_2", np.cov(m, fweights=often, aweights=worth, ddof=2))
emit("cov_two_both", np.cov(m[0], m[1], fweights=often, aweights=worth))
turned = np.cov(m[:2] + 1j * m[2:], fweights=often, aweights=worth)
emit("cov_turned_real", turned.real)
emit("cov_turned_imag", turned.imag)
emit("var_both", np.cov(m[0], fweights=often, aweights=worth))
at = np.array([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0, 4.5, 4.75, 5.0, 5.5, NAN, INF])
emit("at", at)
emit("interp", np.interp(at, v, w))
emit("interp_ends", np.interp(at, v, w, left=-9, right=99))
short = np.array([1.0, -2.0, 0.5])
even = np.array([1.0, 3.0, -0.5, 0.25])
emit("short_", short)
emit("even", even)
for mode in ("full", "same", "valid"):
    emit(f"convolve_{mode}", np.convolve(w, short, mode))
    emit(f"convolve_even_{mode}", np.convolve(even, w, mode))
    emit(f"correlate_{mode}", np.correlate(w, short, mode))
    emit(f"correlate_even_{mode}", np.correlate(even, w, mode))
z = np.array([0.0, -0.5, 1.0, 3.75, -7.75, 8.25, 19.99, 20.0, 20.01, -45.0, 300.0, 709.0, NAN])
emit("i0_x", z)
emit("i0", np.i0(z))
rng = np.random.default_rng(11)
for n in (1, 2, 7, 8):
    for window in (np.bartlett, np.blackman, np.hamming, np.hanning):
        emit(f"{window.__name__}_{n}", window(n))
    emit(f"kaiser_{n}", np.kaiser(n, 8.6))
phase = np.round(np.cumsum(rng.normal(size=(3, 9)) * 3, axis=1), 3)
wrapped = np.remainder(phase + np.pi, 2 * np.pi) - np.pi
emit("wrapped", wrapped)
emit("unwrap", np.unwrap(wrapped))
emit("unwrap_0", np.unwrap(wrapped, axis=0))
emit("unwrap_period", np.unwrap(wrapped, period=4.0))
emit("unwrap_jump", np.unwrap(wrapped, discont=4.5))
emit("unwrap_half", np.unwrap(np.array([0.0, 2.0, 0.0, -2.0, -8.0, 0.0]), period=4))
emit("ediff1d", np.ediff1d(m))
holes = np.where(rng.random((4, 7)) < 0.3, NAN, np.round(rng.normal(size=(4, 7)), 3))
holes[2] = NAN
holes[3, 2] = INF
emit("holes", holes)
emit("nanmedian", np.nanmedian(holes, axis=1))
emit("nanmedian_0", np.nanmedian(holes, axis=0))
emit("nanmedian_all", np.nanmedian(holes))
emit("nanquantile", np.nanquantile(holes[:2], 0.3, axis=1))
emit("nanquantile_hazen", np.nanquantile(holes[:2], 0.3, axis=1, method="hazen"))
emit("nanpercentile", np.nanpercentile(holes[:2], 90))

rng = np.random.default_rng(13)
points = np.round(rng.normal(size=(40, 3)) * [1, 3, 0.5], 3)
points[5] = [-2, 3, 1]
mass = np.round(rng.random(40) * 4) / 4
emit("points", points)
emit("mass", mass)
box = [(-2, 2), (-4, 3), (-1, 1)]
cells, grid = np.histogramdd(points, (4, 3, 2), box)
emit("cells", cells.astype(np.int64))
emit("grid_0", grid[0])
emit("grid_1", grid[1])
emit("grid_2", grid[2])
emit("cells_mass", np.histogramdd(points, (4, 3, 2), box, weights=mass)[0])
emit("cells_density", np.histogramdd(points, (4, 3, 2), box, density=True)[0])
emit("cells_mass_density", np.histogramdd(points, (4, 3, 2), box, weights=mass, density=True)[0])
cells, grid = np.histogramdd(points, (2, 3, 4))
emit("cells_own", cells.astype(np.int64))
emit("grid_own_1", grid[1])
emit("cells_of_edges", np.histogramdd(points, ([-1, 0, 3], [-9, 0.5, 1], [-1, 0, 0.25]), density=True)[0])

text = """// SPDX-License-Identifier: MIT
// What NumPy answers for the functions of <twill/numeric.hpp>.
// Written by make_numeric.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens::numeric {

""" + "\n".join(out) + "\n\n}  // namespace twill::goldens::numeric\n"
Path(__file__).with_name("numeric.hpp").write_text(text)
