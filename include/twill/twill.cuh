// SPDX-License-Identifier: MIT
// twill on the device: elementwise expressions and reductions.
#pragma once

#include "twill/elementwise.cuh"
#include "twill/reduce.cuh"
