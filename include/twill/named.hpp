// SPDX-License-Identifier: MIT
// Opt-in beside twill.hpp and twill.cuh: the operators as functions for generic code (add, equal,
// less, ...) and NumPy's other names of functions (arcsin, absolute, ...).
#pragma once

#include "twill/expr/named.hpp"
