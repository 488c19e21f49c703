// SPDX-License-Identifier: MIT
// Opt-in: launches of kernels of one's own, which know arrays and name the limit that was broken.
#pragma once

#include "twill/ops/launch/launch.cuh"
#include "twill/runtime.hpp"
