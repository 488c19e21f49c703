// SPDX-License-Identifier: MIT
// twill for any C++20 compiler: arrays, expressions, generators, reductions, scans, and their
// evaluation on CPU threads.
#pragma once

#include "twill/array/assign_several.hpp"
#include "twill/array/copy.hpp"
#include "twill/array/print.hpp"
#include "twill/eval/explain.hpp"
#include "twill/expr/fast.hpp"
#include "twill/expr/generators.hpp"
#include "twill/expr/map.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/math_of_ranges.hpp"
#include "twill/expr/number_math.hpp"
#include "twill/expr/number_math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"
#include "twill/host/elementwise.hpp"
#include "twill/ops/reduce/closeness.hpp"
#include "twill/ops/reduce/host.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/rows/host.hpp"
#include "twill/ops/scan/host.hpp"
#include "twill/ops/scan/scans.hpp"
