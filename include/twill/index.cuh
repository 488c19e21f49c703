// SPDX-License-Identifier: MIT
// Index arrays and masks on the device: a(indices), a(mask), take, put, nonzero and their kin.
#pragma once

#include "twill/elementwise.cuh"
#include "twill/ops/index/choose.hpp"
#include "twill/ops/index/device.cuh"
#include "twill/ops/index/edit.hpp"
#include "twill/ops/index/found.hpp"
#include "twill/ops/index/indexing.hpp"
#include "twill/ops/index/triangles.hpp"
#include "twill/ops/index/where.hpp"
