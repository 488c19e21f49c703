// SPDX-License-Identifier: MIT
// Opt-in beside twill.hpp and twill.cuh: random numbers as expressions, from keys (namespace
// twill::random). `shuffle` and `choice` take elements: index.hpp or index.cuh beside it.
#pragma once

#include "twill/ops/random/chunks.hpp"
#include "twill/ops/random/distributions.hpp"
#include "twill/ops/random/generator.hpp"
#include "twill/ops/random/permutation.hpp"
#include "twill/ops/random/rejection.hpp"
#include "twill/ops/random/shaped.hpp"
#include "twill/ops/random/shapes.hpp"
#include "twill/ops/random/vectors.hpp"
