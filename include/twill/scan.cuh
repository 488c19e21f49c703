// SPDX-License-Identifier: MIT
// Scans on the device: cumsum, cumprod, cummax, cummin.
#pragma once

#include "twill/cuda/scan.cuh"
#include "twill/elementwise.cuh"
#include "twill/expr/scans.hpp"
