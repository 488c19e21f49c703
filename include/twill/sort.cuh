// SPDX-License-Identifier: MIT
// Sorting, searching and sets on the device, for nvcc.
#pragma once

#include "twill/elementwise.cuh"
#include "twill/ops/sort/device.cuh"
#include "twill/ops/sort/distinct_lines.hpp"
#include "twill/ops/sort/search.cuh"
#include "twill/ops/sort/search.hpp"
#include "twill/ops/sort/sets.hpp"
#include "twill/ops/sort/sorts.hpp"
#include "twill/ops/sort/top.hpp"
