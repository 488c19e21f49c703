// SPDX-License-Identifier: MIT
// Counting, groups and quantiles on the device, for nvcc.
#pragma once

#include "twill/ops/statistics/bincount.hpp"
#include "twill/ops/statistics/device.cuh"
#include "twill/ops/statistics/groups.hpp"
#include "twill/ops/statistics/histogramdd.hpp"
#include "twill/ops/statistics/histograms.hpp"
#include "twill/ops/statistics/quantiles.hpp"
#include "twill/ops/statistics/unordered.hpp"
#include "twill/sort.cuh"
#include "twill/twill.cuh"
