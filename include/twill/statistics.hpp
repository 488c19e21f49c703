// SPDX-License-Identifier: MIT
// Counting, groups and quantiles on CPU threads; any C++20 compiler.
#pragma once

#include "twill/ops/statistics/bincount.hpp"
#include "twill/ops/statistics/groups.hpp"
#include "twill/ops/statistics/histogramdd.hpp"
#include "twill/ops/statistics/histograms.hpp"
#include "twill/ops/statistics/host.hpp"
#include "twill/ops/statistics/quantiles.hpp"
#include "twill/ops/statistics/unordered.hpp"
#include "twill/sort.hpp"
