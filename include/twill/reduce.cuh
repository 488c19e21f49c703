// SPDX-License-Identifier: MIT
// Reductions on the device.
#pragma once

#include "twill/elementwise.cuh"
#include "twill/ops/reduce/closeness.hpp"
#include "twill/ops/reduce/device.cuh"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/rows/across.cuh"
