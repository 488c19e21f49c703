// SPDX-License-Identifier: MIT
#pragma once

// For tests of statistics: the same calls on either space.

#include "support/sorts.hpp"

#if defined(__CUDACC__)
#include <twill/statistics.cuh>
#else
#include <twill/statistics.hpp>
#endif
