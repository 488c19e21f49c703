// SPDX-License-Identifier: MIT
// The cheapest header of CUB that a kernel with a sum in it can do with.
#include <cub/block/block_reduce.cuh>
