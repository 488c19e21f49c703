// SPDX-License-Identifier: MIT
// Joining and rearranging on CPU threads: concatenate, stack, insert, roll, tile, repeat, pad,
// diag, and all of <twill/rearrange.hpp>.
#pragma once

#include "twill/ops/join/concatenate.hpp"
#include "twill/ops/join/diagonals.hpp"
#include "twill/ops/join/host.hpp"
#include "twill/ops/join/pad.hpp"
#include "twill/ops/join/pad_array.hpp"
#include "twill/ops/join/parts.hpp"
#include "twill/ops/join/repeat.hpp"
#include "twill/rearrange.hpp"
#include "twill/twill.hpp"
