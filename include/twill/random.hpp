// SPDX-License-Identifier: MIT
// Opt-in beside twill.hpp and twill.cuh: random numbers as expressions, from keys.
#pragma once

#include "twill/ops/random/chunks.hpp"
#include "twill/ops/random/distributions.hpp"
#include "twill/ops/random/rejection.hpp"
#include "twill/ops/random/shaped.hpp"
