// SPDX-License-Identifier: MIT
// Joining and rearranging on the device: concatenate, stack, insert, roll, tile, repeat, pad, diag,
// and all of <twill/rearrange.hpp>.
#pragma once

#include "twill/elementwise.cuh"
#include "twill/ops/join/concatenate.hpp"
#include "twill/ops/join/device.cuh"
#include "twill/ops/join/diagonals.hpp"
#include "twill/ops/join/pad.hpp"
#include "twill/ops/join/pad_array.hpp"
#include "twill/ops/join/parts.hpp"
#include "twill/ops/join/repeat.hpp"
#include "twill/rearrange.hpp"
