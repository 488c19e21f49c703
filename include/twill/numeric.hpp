// SPDX-License-Identifier: MIT
// Opt-in beside twill.hpp and twill.cuh: reductions without NaN, differences, gradient, interp,
// convolve, cov, windows, and element-wise functions beyond those of twill.hpp.
#pragma once

#include "twill/ops/numeric/apply.hpp"
#include "twill/ops/numeric/bessel.hpp"
#include "twill/ops/numeric/bits.hpp"
#include "twill/ops/numeric/covariance.hpp"
#include "twill/ops/numeric/differences.hpp"
#include "twill/ops/numeric/elementwise.hpp"
#include "twill/ops/numeric/gradient.hpp"
#include "twill/ops/numeric/initial.hpp"
#include "twill/ops/numeric/interp.hpp"
#include "twill/ops/numeric/nan.hpp"
#include "twill/ops/numeric/nan_where.hpp"
#include "twill/ops/numeric/sequences.hpp"
#include "twill/ops/numeric/signal.hpp"
#include "twill/ops/numeric/windows.hpp"
