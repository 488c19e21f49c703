// SPDX-License-Identifier: MIT
// Reductions on the device, built on CUB.
#pragma once

#include "twill/cuda/reduce.cuh"
#include "twill/elementwise.cuh"
#include "twill/expr/closeness.hpp"
#include "twill/expr/reductions.hpp"
