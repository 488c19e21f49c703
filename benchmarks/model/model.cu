// SPDX-License-Identifier: MIT
// The same on the device.
#include <twill/half.hpp>
#include <twill/index.cuh>
#include <twill/scan.cuh>
#include <twill/twill.cuh>

#include "run.hpp"
