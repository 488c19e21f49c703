// SPDX-License-Identifier: MIT
// twill for any C++20 compiler: arrays, expressions, generators, reductions, scans, and their
// evaluation on CPU threads.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/array/print.hpp"
#include "twill/eval/explain.hpp"
#include "twill/expr/closeness.hpp"
#include "twill/expr/fast.hpp"
#include "twill/expr/generators.hpp"
#include "twill/expr/map.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/number_math.hpp"
#include "twill/expr/number_math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/reductions.hpp"
#include "twill/expr/scans.hpp"
#include "twill/expr/views.hpp"
#include "twill/host/elementwise.hpp"
#include "twill/host/reduce.hpp"
#include "twill/host/scan.hpp"
