// SPDX-License-Identifier: MIT
// Opt-in, for any C++20 compiler with the CUDA runtime: events and the time between them, what a
// device is, and what its memory holds. Kernels of one's own: <twill/launch.cuh>.
#pragma once

#include "twill/cuda/runtime/device_info.hpp"
#include "twill/cuda/runtime/device_pool.hpp"
#include "twill/cuda/runtime/event.hpp"
