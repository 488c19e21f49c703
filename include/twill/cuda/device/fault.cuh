// SPDX-License-Identifier: MIT
// How a kernel notes a fault: the first one of a stream, until a call that waits has told it.
#pragma once

#include <cuda_runtime.h>

#include "twill/core/fault.hpp"

namespace twill::inline v0::detail {

/// Inline: a call would hold registers in every kernel that may need it, 60 in the place of 40 in
/// one that reads rows at indices.
static __device__ __forceinline__ void note_on_device(fault_site const site, index_t value,
                                                      index_t limit, int axis) {
    if (atomicCAS(&site.record->state, 0u, 1u) != 0)
        return;
    site.fill(value, limit, axis);
    __threadfence_system();
    *static_cast<unsigned volatile*>(&site.record->state) = 2;
}

}  // namespace twill::inline v0::detail
