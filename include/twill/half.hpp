// SPDX-License-Identifier: MIT
// Opt-in: float16 and bfloat16 as elements of arrays. Include it beside twill.hpp or twill.cuh, in
// any order.
#pragma once

#include "twill/core/half.hpp"
