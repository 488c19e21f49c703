// SPDX-License-Identifier: MIT
// Random statements, estimated and measured; model.py runs this and makes the table and the chart.
#include <twill/half.hpp>
#include <twill/index.hpp>
#include <twill/twill.hpp>

#include "run.hpp"
