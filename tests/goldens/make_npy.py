#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes npy/ beside it: files as NumPy writes them, for the tests of <twill/io.hpp>.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6
    /tmp/goldens/bin/python tests/goldens/make_npy.py

The bytes depend on this file alone. Element i of an array in C order is i + 0.5 (i of integers), but where that is said.
"""
import io
import zipfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent / "npy"
HERE.mkdir(exist_ok=True)


def counted(shape, dtype):
    return (np.arange(np.prod(shape, dtype=int)).reshape(shape) + (0.5 if np.dtype(dtype).kind in "fc" else 0)).astype(dtype)


np.save(HERE / "float32.npy", counted((2, 3), "<f4"))
np.save(HERE / "float64_fortran.npy", np.asfortranarray(counted((2, 3, 4), "<f8")))
np.save(HERE / "int32_big.npy", counted((5,), ">i4"))
np.save(HERE / "complex64_big.npy", counted((3,), ">c8") * (1 + 2j))
np.save(HERE / "float16.npy", counted((4,), "<f2"))
np.save(HERE / "bool.npy", np.array([True, False, True]))
np.save(HERE / "uint8.npy", counted((7,), "u1"))
np.save(HERE / "scalar.npy", np.int64(-7))
np.save(HERE / "empty.npy", np.zeros((0, 3), "<f8"))
with open(HERE / "version2.npy", "wb") as f:
    np.lib.format.write_array(f, counted((3,), "<f8"), version=(2, 0))
np.save(HERE / "structured.npy", np.zeros(2, [("a", "<i4"), ("b", "<f8")]))
np.save(HERE / "object.npy", np.array([None, 1], dtype=object), allow_pickle=True)
np.save(HERE / "text.npy", np.array(["abc", "de"]))


def archive(name, compression):
    """As numpy.savez, with the same time in every run."""
    with zipfile.ZipFile(HERE / name, "w", compression) as z:
        for key, value in (("weights", counted((2, 2), "<f4")), ("count", np.int64(3))):
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, np.asanyarray(value))
            with z.open(zipfile.ZipInfo(key + ".npy"), "w", force_zip64=True) as member:
                member.write(buffer.getvalue())


archive("stored.npz", zipfile.ZIP_STORED)
with zipfile.ZipFile(HERE / "compressed.npz", "w", zipfile.ZIP_DEFLATED) as z:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.zeros(100))
    z.writestr(zipfile.ZipInfo("zeros.npy"), buffer.getvalue(), zipfile.ZIP_DEFLATED)
