// SPDX-License-Identifier: MIT
// Scans on the device: cumsum, cumprod, cummax, cummin.
#pragma once

#include "twill/elementwise.cuh"
#include "twill/ops/scan/device.cuh"
#include "twill/ops/scan/scans.hpp"
