#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes fft.hpp beside it: what numpy.fft makes of small operands.

    python3 -m venv /tmp/goldens && /tmp/goldens/bin/pip install numpy==2.4.6
    /tmp/goldens/bin/python tests/goldens/make_fft.py

The operands are z, 3 x 4 x 5 complex numbers with (7 i mod 11) - 5 and (5 i mod 13) - 6 as the parts of number i in C order,
and r, as many real ones with (3 i mod 7) - 3.
"""
import textwrap
from pathlib import Path

import numpy as np
from numpy import fft

i = np.arange(60)
z = ((i * 7 % 11 - 5) + 1j * (i * 5 % 13 - 6)).reshape(3, 4, 5)
r = (i * 3 % 7 - 3).astype(float).reshape(3, 4, 5)

CASES = {
    "fft_last": fft.fft(z), "fft_first_7": fft.fft(z, 7, axis=0), "fft_middle_ortho": fft.fft(z, axis=1, norm="ortho"),
    "fft_real": fft.fft(r), "fft_cut": fft.fft(z, 3), "ifft_last": fft.ifft(z), "ifft_middle_forward": fft.ifft(z, axis=1, norm="forward"),
    "rfft_last": fft.rfft(r), "rfft_first": fft.rfft(r, axis=0), "rfft_8_forward": fft.rfft(r, 8, norm="forward"),
    "irfft_last": fft.irfft(z), "irfft_7": fft.irfft(z, 7), "irfft_12_middle": fft.irfft(z, 12, axis=1), "irfft_real": fft.irfft(r),
    "hfft_last": fft.hfft(z), "hfft_9_ortho": fft.hfft(z, 9, norm="ortho"), "ihfft_last": fft.ihfft(r), "ihfft_forward": fft.ihfft(r, norm="forward"),
    "fft2_last": fft.fft2(z), "fft2_first_axes": fft.fft2(z, axes=(0, 1)), "ifft2_ortho": fft.ifft2(z, norm="ortho"),
    "rfft2_last": fft.rfft2(r), "rfft2_turned": fft.rfft2(r, axes=(2, 0)), "irfft2_last": fft.irfft2(z), "irfft2_odd": fft.irfft2(z, s=(4, 7), axes=(1, 2)),
    "fftn_all": fft.fftn(z), "fftn_apart": fft.fftn(z, axes=(0, 2)), "fftn_lengths": fft.fftn(z, s=(2, 6), axes=(2, 0)), "ifftn_all": fft.ifftn(z),
    "rfftn_all": fft.rfftn(r), "rfftn_ortho": fft.rfftn(r, norm="ortho"), "irfftn_all": fft.irfftn(z), "irfftn_lengths": fft.irfftn(z, s=(3, 5, 9), axes=(0, 1, 2)),
    "fftfreq_7": fft.fftfreq(7, 0.1), "fftfreq_8": fft.fftfreq(8), "rfftfreq_7": fft.rfftfreq(7, 2.0), "rfftfreq_8": fft.rfftfreq(8),
    "fftshift_all": fft.fftshift(r), "fftshift_first": fft.fftshift(r, axes=0), "ifftshift_all": fft.ifftshift(r), "ifftshift_two": fft.ifftshift(r, axes=(0, 2)),
}


def case(name, x):
    parts = np.stack([np.real(x), np.imag(x)], axis=-1).ravel()
    shape = ", ".join(map(str, x.shape))
    values = ", ".join(f"{v:.16g}" for v in parts + 0.0)
    return "\n".join(textwrap.wrap(f"inline fft_case const {name}{{{{{shape}}}, {{{values}}}}};", 160, subsequent_indent="    ", break_on_hyphens=False))


text = f"""// SPDX-License-Identifier: MIT
// What numpy.fft makes of small operands.
// Written by make_fft.py, which says what the operands are: change that script, not this file.
#pragma once

#include <vector>

namespace twill::goldens::fft {{

/// Real and imaginary parts in turn.
struct fft_case {{
    std::vector<long> shape;
    std::vector<double> parts;
}};

{chr(10).join(case(name, x) for name, x in CASES.items())}

}}  // namespace twill::goldens::fft
"""
Path(__file__).with_name("fft.hpp").write_text(text)
