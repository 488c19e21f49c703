// SPDX-License-Identifier: MIT
// Opt-in: vec<T, N>, short vectors as elements of arrays, and views of a component of each or of a
// struct's member. Include it beside twill.hpp or twill.cuh, in any order.
#pragma once

#include "twill/array/components.hpp"
#include "twill/ops/reduce/vector_reducers.hpp"
