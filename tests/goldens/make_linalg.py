#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes linalg.hpp beside it: what the functions of <twill/linalg.hpp> must give for matrices that are known by name.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6 scipy==1.17.1 mpmath==1.3.0
    /tmp/goldens/bin/python tests/goldens/make_linalg.py

Most of these matrices are ill-conditioned, of deficient rank or graded, where NumPy's own answers are rounded: values are
computed by mpmath with 80 digits of the very float64 elements, and NumPy's and SciPy's must agree with them within the
bounds that the test uses (the script fails otherwise). Matrices are integers or one division an element (element() here,
element_of() in tests/linalg/goldens_test.cpp), so that both languages make the same bits.
"""
import textwrap
from pathlib import Path

import mpmath as mp
import numpy as np
import scipy.linalg

mp.mp.dps = 80
EPS = np.finfo(np.float64).eps


def whole(k, seed):
    return (k + seed) * (k + 13) * 7 % 1009 % 19 - 9


def element(name, i, j, n, m):
    """Element (i, j) of the n x m matrix of a name."""
    if name == "whole":
        return float(whole(i * m + j, 1))
    if name == "hilbert":
        return 1.0 / (i + j + 1)
    if name == "pascal":
        return float(scipy.special.comb(i + j, i, exact=True))
    if name == "frank":  # eigenvalues in pairs of reciprocals, the small ones ill-conditioned
        return float(m - max(i, j)) if j >= i - 1 else 0.0
    if name == "least":  # min(i, j): determinant 1, eigenvalues 1 / (4 sin^2)
        return float(min(i, j) + 1)
    if name == "graded":  # columns and rows from 1 to 2^-40
        return float(whole(i * m + j, 2) + (5 if i == j else 0)) / 2.0 ** ((20 * (i + j)) // (n - 1 if n > 1 else 1))
    if name == "scaled":  # columns from 1 to 2^-36
        return float(whole(i * m + j, 2) + (5 if i == j else 0)) / 2.0 ** (6 * j)
    if name == "low_rank":  # of rank 3
        return float(sum(whole(i * 3 + k, 1) * whole(k * m + j, 2) for k in range(3)))
    if name == "wilkinson":  # pairs of nearly equal eigenvalues
        return float(abs(i - n // 2)) if i == j else (1.0 if abs(i - j) == 1 else 0.0)
    if name == "jordan":  # one eigenvector
        return 2.0 if i == j else (1.0 if j == i + 1 else 0.0)
    if name == "zero_column":
        return 0.0 if j == m // 2 else float(whole(i * m + j, 3) + (7 if i == j else 0))
    if name == "ones":
        return 1.0
    if name == "zeros":
        return 0.0
    raise ValueError(name)


def numbers(values):
    return "{" + ", ".join(repr(float(v)) if abs(float(v)) != np.inf else ("-" if float(v) < 0 else "") + "HUGE_VAL" for v in values) + "}"


def near(what, mine, exact, bound):
    mine, exact = np.asarray(mine, dtype=complex), np.asarray(exact, dtype=complex)
    worst = np.max(np.abs(mine - exact), initial=0.0)
    if not worst <= bound:
        raise SystemExit(f"{what}: NumPy is {worst} away, {bound} is allowed")


def matched(mine, exact):
    """The values of `exact` in the order that `mine` has them in."""
    left = list(exact)
    return [left.pop(int(np.argmin([abs(complex(v) - complex(w)) for w in left]))) for v in mine]


entries = []


def case(name, n, m=None, asks=""):
    m = n if m is None else m
    a = np.array([[element(name, i, j, n, m) for j in range(m)] for i in range(n)])
    x = mp.matrix(a.tolist())
    label = f"{name} {n} x {m}"
    k = min(n, m)
    size = max(n, m)
    tall = x if n >= m else x.T
    s = mp.svd_r(tall, compute_uv=False)
    s = sorted((abs(v) for v in s), reverse=True)
    exact_rank = sum(1 for v in s if v > mp.mpf(10) ** -60 * max(s[0], 1))
    smallest = s[exact_rank - 1] if exact_rank else mp.mpf(1)
    # Of what is not 0; that of a pseudo-inverse.
    condition = float(s[0] / smallest) if exact_rank else 1.0
    near(label + " svd", np.linalg.svd(a, compute_uv=False), [float(v) for v in s], 8 * size * EPS * float(s[0]))
    rank = int(np.linalg.matrix_rank(a))
    if exact_rank == k:
        assert rank == int(sum(v > size * EPS * s[0] for v in s)), label
    entry = dict(name=f'"{name}"', rows=n, columns=m, condition=repr(condition), rank=rank, singular=numbers(s))
    if "d" in asks:
        det = mp.det(x) if exact_rank == k else mp.mpf(0)
        entry["has_det"] = "true"
        entry["det"] = repr(float(det))
        entry["sign"] = repr(float(mp.sign(det)))
        entry["logabsdet"] = repr(float(mp.log(abs(det)))) if det != 0 else "-HUGE_VAL"
        if det != 0:
            near(label + " det", np.linalg.det(a) / float(det), 1, 8 * n * EPS * condition)
            near(label + " slogdet", np.linalg.slogdet(a).logabsdet, float(mp.log(abs(det))), 8 * n * EPS * condition)
    if "s" in asks:
        b = mp.matrix([1] * n)
        solution = mp.lu_solve(x, b)
        values = [float(v) for v in solution]
        entry["solution"] = numbers(values)
        near(label + " solve", np.linalg.solve(a, np.ones(n)), values, 8 * n * EPS * condition * np.max(np.abs(values)))
    if "i" in asks:
        # The pseudo-inverse of what has full rank is a solution of the normal equations.
        inverse = x ** -1 if n == m else ((x.T * x) ** -1 * x.T if n > m else x.T * (x * x.T) ** -1)
        values = [float(v) for v in inverse]
        entry["inverse"] = numbers(values)
        bound = 8 * size * EPS * condition * np.max(np.abs(values))
        near(label + " pinv", np.linalg.pinv(a, rcond=size * EPS).ravel(), values, bound)
    if "h" in asks:
        values = sorted(mp.eigsy(x, eigvals_only=True))
        entry["eigenvalues"] = numbers(v for w in values for v in (w, 0))
        entry["eigen_condition"] = "1.0"
        near(label + " eigvalsh", np.linalg.eigvalsh(a), [float(v) for v in values], 8 * n * EPS * float(s[0]))
    if "e" in asks:
        values, left, right = mp.eig(x, left=True, right=True)
        worst = mp.mpf(1)
        for p in range(n):
            y, z = left[p, :], right[:, p]
            worst = max(worst, mp.norm(y) * mp.norm(z) / abs((y * z)[0]))
        values = sorted(values, key=lambda v: (mp.re(v), mp.im(v)))
        entry["eigenvalues"] = numbers(v for w in values for v in (mp.re(w), mp.chop(mp.im(w), mp.mpf(10) ** -60)))
        entry["eigen_condition"] = repr(float(worst))
        found = np.linalg.eigvals(a)
        near(label + " eigvals", found, [complex(v) for v in matched(found, values)], 8 * n * EPS * float(s[0]) * float(worst))
    if "x" in asks:
        result = mp.expm(x / 8)
        values = [float(v) for v in result]
        entry["exponential"] = numbers(values)
        near(label + " expm", scipy.linalg.expm(a / 8).ravel(), values, 1e-13 * np.max(np.abs(values)))
    if "l" in asks:
        # Least squares beside NumPy's rule of what counts; from the singular vectors.
        u, t, v = mp.svd_r(tall)
        if n < m:
            u, v = v.T, u.T
        b = mp.matrix([i % 3 - 1 for i in range(n)])
        y = mp.matrix(m, 1)
        for p in range(k):
            if t[p] > mp.mpf(10) ** -60 * max(s[0], 1):
                along = (u[:, p].T * b)[0] / t[p]
                for j in range(m):
                    y[j] += along * v[p, j]
        left = b - x * y
        values = [float(w) for w in y]
        entry["least_squares"] = numbers(values)
        entry["residual"] = repr(float((left.T * left)[0]))
        right = np.array([i % 3 - 1 for i in range(n)], dtype=float)
        near(label + " lstsq", np.linalg.lstsq(a, right, rcond=size * EPS)[0], values, 8 * size * EPS * condition * (np.max(np.abs(values)) + condition * float(mp.norm(left) / max(s[0], 1))))
    fields = ", ".join(f".{key} = {value}" for key, value in entry.items())
    entries.extend(textwrap.wrap("    {" + fields + "},", 118, subsequent_indent="     ", break_on_hyphens=False, break_long_words=False))


# d: determinants, s: solve with ones, i: inverse or pseudo-inverse, h: eigenvalues of a symmetric one, e: of another,
# x: exponential of an eighth, l: least squares.
case("whole", 5, asks="dsiexl")
case("whole", 40, asks="dse")
case("hilbert", 8, asks="dsihl")
case("hilbert", 40, asks="h")
case("pascal", 9, asks="dsih")
case("frank", 9, asks="dsiex")
case("frank", 12, asks="de")
case("least", 35, asks="dsih")
case("graded", 7, asks="dsi")
case("graded", 36, asks="d")
case("scaled", 7, asks="d")
case("wilkinson", 21, asks="dsh")
case("jordan", 6, asks="dsix")
case("low_rank", 9, 6, asks="l")
case("low_rank", 40, asks="dl")
case("low_rank", 6, 9, asks="l")
case("hilbert", 9, 4, asks="il")
case("hilbert", 4, 9, asks="il")
case("whole", 40, 34, asks="l")
case("zero_column", 34, asks="d")
case("zero_column", 50, asks="d")
case("ones", 33, asks="dh")
case("zeros", 3, asks="dhxl")

header = """// SPDX-License-Identifier: MIT
// What linear algebra must give for matrices that are known by name.
// Written by make_linalg.py, which says what is in them: change that script, not this file.
#pragma once

#include <cmath>
#include <vector>

namespace twill::goldens::linalg {

/// A matrix, and what is known of it; what was not asked for is empty.
struct problem {
    char const* name;
    long rows;
    long columns;
    double condition;  ///< the largest singular value over the smallest that is not 0
    long rank;         ///< as NumPy counts it
    std::vector<double> singular = {};
    bool has_det = false;
    double det = 0;
    double sign = 0;
    double logabsdet = 0;
    std::vector<double> solution = {};     ///< of ones
    std::vector<double> inverse = {};      ///< or the pseudo-inverse
    std::vector<double> eigenvalues = {};  ///< real and imaginary parts in turn
    double eigen_condition = 0;            ///< of the worst eigenvalue
    std::vector<double> exponential = {};  ///< of an eighth of it
    std::vector<double> least_squares = {};
    double residual = 0;
};

inline const problem problems[] = {
"""
Path(__file__).with_name("linalg.hpp").write_text(header + "\n".join(entries) + "\n};\n\n}  // namespace twill::goldens::linalg\n")
