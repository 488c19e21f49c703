// SPDX-License-Identifier: MIT
// Device and pinned arrays for any C++20 compiler with the CUDA runtime: hold, copy, move, pass,
// to_device, to_host. Evaluating device expressions needs nvcc: <twill/twill.cuh>.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/cuda/runtime/memory.hpp"
