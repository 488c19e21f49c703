#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes products.hpp beside it: what NumPy 2 answers for the functions of <twill/products.hpp>.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6
    /tmp/goldens/bin/python tests/goldens/make_products.py

Operands are small whole numbers (whole_number in tests/support/products.hpp), so that every result is exact. The output
depends on this file alone.
"""
import textwrap
from pathlib import Path

import numpy as np

out = []


def whole(seed, *shape):
    k = np.arange(int(np.prod(shape)), dtype=np.int64)
    return ((k * 7 + seed * 5 + k // 11) % 9 - 4).reshape(shape).astype(np.float64)


def whole_complex(seed, *shape):
    k = np.arange(int(np.prod(shape)), dtype=np.int64)
    at = lambda k: (k * 7 + seed * 5 + k // 11) % 9 - 4
    return (at(k) + 1j * at(k + 3)).reshape(shape)


def emit(name, value):
    value = np.asarray(value)
    numbers = value.ravel()
    if value.dtype.kind == "c":
        numbers = np.stack([numbers.real, numbers.imag], -1).ravel()
    shape = ", ".join(str(n) for n in value.shape)
    text = ", ".join(f"{int(v)}" for v in numbers)
    line = f"inline const answer {name}{{{{{shape}}}, {{{text}}}}};"
    out.extend(textwrap.wrap(line, 110, subsequent_indent="    "))


# Letters, and the sizes of the axes that they name; every operand k has the seed k + 1.
sizes = dict(i=3, j=4, k=5, l=2, b=3, A=2)
einsums = {
    "product": "ij,jk->ik", "transposed": "ij,jk->ki", "both_transposed": "ji,kj->ik", "batch": "bij,bjk->bik",
    "batch_inside": "ijb,jkb->bki", "shared_matrix": "bij,jk->bik", "vector": "ij,j->i", "left_vector": "i,ij->j",
    "inner": "i,i->", "outer": "i,j->ij", "implied": "kj,ji", "implied_capital": "Ai,ij", "elements": "ij,ij->ij",
    "elements_turned": "ij,ji->ij", "rows": "ij,ij->i", "everything": "ij,ij->", "diagonal": "ii->i", "trace": "ii",
    "sum_of_columns": "ij->j", "turned": "ijk->kij", "sum_inside": "ijk->ik", "two_summed": "ijk,jkl->il",
    "two_summed_turned": "ikj,jlk->li", "own_letter_summed": "ij,kl->ik", "diagonal_of_one": "iij,jk->ik",
    "three": "ij,jk,kl->il", "three_in_one": "ij,ik,il->jkl", "three_and_vector": "i,ij,jk,k->", "four": "bi,ij,jk,bk->b",
    "rows_apart": "ijk,kl->jil", "columns_apart": "ij,kjl->lik", "batch_and_own": "bijA,bjk->kAb",
}
# Axes that have no letter are those of b, A, or of size 1: the shapes say which.
ellipses = {
    "ellipsis_batch": ("...ij,...jk->...ik", "bAij", "bAjk"), "ellipsis_one": ("...ij,jk->...ik", "bij", "jk"),
    "ellipsis_stretched": ("...ij,...jk->...ik", "Abij", "bjk"), "ellipsis_behind": ("i...,j...->ij...", "ibA", "jbA"),
    "ellipsis_implied": ("...i,...i", "bAi", "Ai"), "ellipsis_turned": ("...ij->j...i", "bAij"), "ellipsis_empty": ("i...,i->i...", "i", "i"),
    "ellipsis_diagonal": ("ii...->...i", "iibA"), "ellipsis_of_size_1": ("...i,...j->...ij", "1Ai", "b1j"), "ellipsis_sum": ("...i->...", "bAi"),
    "ellipsis_three": ("...i,ij,...j->...", "bAi", "ij", "Aj"),
}
for name, (text, *shapes) in ellipses.items():
    emit("einsum_" + name, np.einsum(text, *(whole(n + 1, *(sizes.get(c, 1) for c in term)) for n, term in enumerate(shapes))))
einsums["five"] = "ij,jk,kl,lA,A->i"
einsums["eight"] = "i,ij,j,jk,k,kl,l,A->A"
for name, text in einsums.items():
    terms = text.split("->")[0].split(",")
    operands = [whole(n + 1, *(sizes[c] for c in term)) for n, term in enumerate(terms)]
    emit("einsum_" + name, np.einsum(text, *operands))

a, b = whole(1, 2, 3, 4), whole(2, 3, 4, 5)
emit("tensordot_2", np.tensordot(a, b, 2))
emit("tensordot_1", np.tensordot(a, whole(2, 4, 3), 1))
emit("tensordot_0", np.tensordot(whole(1, 2, 2), whole(2, 3), 0))
emit("tensordot_axes", np.tensordot(a, whole(2, 4, 5, 2), axes=([0, 2], [2, 0])))
emit("tensordot_crossed", np.tensordot(a, whole(2, 4, 3, 2), axes=([1, 2], [1, 0])))
emit("dot_of_many", np.dot(a, whole(2, 2, 4, 3)))
emit("dot_vector", np.dot(a, whole(2, 4)))
emit("inner_of_many", np.inner(a, whole(2, 5, 4)))
emit("vecdot", np.vecdot(a, whole(2, 3, 4)))
emit("vecdot_complex", np.vecdot(whole_complex(1, 3, 4), whole_complex(2, 4)))
emit("vecdot_axis", np.vecdot(a, whole(2, 2, 3, 4), axis=-2))
emit("vdot_complex", np.vdot(whole_complex(1, 3, 4), whole_complex(2, 3, 4)))
emit("outer", np.outer(whole(1, 3), whole(2, 4)))
emit("kron", np.kron(whole(1, 2, 3), whole(2, 3, 2)))
emit("kron_vector", np.kron(whole(1, 2, 3), whole(2, 4)))
emit("cross", np.cross(whole(1, 5, 3), whole(2, 3)))
emit("cross_axis", np.cross(whole(1, 3, 4), whole(2, 3, 4), axis=0))
emit("matrix_power_5", np.linalg.matrix_power(whole(1, 3, 3), 5))
emit("matrix_power_batch", np.linalg.matrix_power(whole(1, 2, 3, 3), 3))
emit("multi_dot", np.linalg.multi_dot([whole(1, 2, 5), whole(2, 5, 3), whole(3, 3, 4), whole(4, 4, 2)]))
emit("multi_dot_vectors", np.linalg.multi_dot([whole(1, 5), whole(2, 5, 3), whole(3, 3)]))
emit("matmul_batches", whole(1, 2, 1, 3, 4) @ whole(2, 5, 4, 2))
emit("matmul_complex", whole_complex(1, 2, 3) @ whole_complex(2, 3, 2))

header = """// SPDX-License-Identifier: MIT
// What NumPy answers for the functions of <twill/products.hpp>.
// Written by make_products.py: change that script, not this file.
#pragma once

#include <vector>

namespace twill::goldens::products {

/// A result: its shape and its elements in C order, complex ones as pairs.
struct answer {
    std::vector<long> shape;
    std::vector<double> elements;
};

"""
text = header + "\n".join(out) + "\n\n}  // namespace twill::goldens::products\n"
Path(__file__).with_name("products.hpp").write_text(text)
