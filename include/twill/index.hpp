// SPDX-License-Identifier: MIT
// Index arrays and masks on any compiler: a(indices), a(mask), take, put, nonzero and their kin,
// evaluated on CPU threads. <twill/index.cuh> adds the device.
#pragma once

#include "twill/ops/index/choose.hpp"
#include "twill/ops/index/edit.hpp"
#include "twill/ops/index/found.hpp"
#include "twill/ops/index/host.hpp"
#include "twill/ops/index/indexing.hpp"
#include "twill/ops/index/triangles.hpp"
#include "twill/ops/index/where.hpp"
#include "twill/twill.hpp"
