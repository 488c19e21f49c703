// SPDX-License-Identifier: MIT
// Views and generators beyond those of <twill/twill.hpp> and <twill/elementwise.cuh>, for both
// spaces: moveaxis, rot90, diagonal of any rank, split, sliding windows, bit_view, tril, geomspace,
// zeros_like, ogrid, ... Nothing here moves elements before an assignment, but for reshape and
// ravel of an expression, which evaluate it.
#pragma once

#include "twill/array/split.hpp"
#include "twill/array/windows.hpp"
#include "twill/expr/axis_views.hpp"
#include "twill/expr/grids.hpp"
#include "twill/expr/triangles.hpp"
