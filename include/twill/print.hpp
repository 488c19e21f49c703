// SPDX-License-Identifier: MIT
// Opt-in beside twill.cuh: print(a) for arrays of any space, and << for host ones. twill.hpp has it
// already.
#pragma once

#include "twill/array/print.hpp"
