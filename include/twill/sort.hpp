// SPDX-License-Identifier: MIT
// Sorting, searching and sets on CPU threads; any C++20 compiler.
#pragma once

#include "twill/ops/sort/distinct_lines.hpp"
#include "twill/ops/sort/host.hpp"
#include "twill/ops/sort/search.hpp"
#include "twill/ops/sort/sets.hpp"
#include "twill/ops/sort/sorts.hpp"
#include "twill/ops/sort/top.hpp"
#include "twill/twill.hpp"
