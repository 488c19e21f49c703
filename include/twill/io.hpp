// SPDX-License-Identifier: MIT
// Opt-in beside twill.hpp: arrays from and to files: .npy and .npz of NumPy, and CSV.
#pragma once

#include "twill/io/csv.hpp"
#include "twill/io/npy.hpp"
#include "twill/io/npz.hpp"
