// SPDX-License-Identifier: MIT
// Float arithmetic: float_goldens<float> and <double>.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include "float_arithmetic_32.hpp"
#include "float_arithmetic_64.hpp"
#include "golden.hpp"

namespace twill::goldens {

using float_types = type_list<float, double>;

}  // namespace twill::goldens
