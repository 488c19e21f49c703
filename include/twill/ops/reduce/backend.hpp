// SPDX-License-Identifier: MIT
// The part of a space that runs reductions.
#pragma once

#include "twill/core/space.hpp"

namespace twill::inline v0::detail {

/// Runs plans of reductions; completed by `twill/twill.hpp` and `twill/reduce.cuh`.
template <class Space>
struct reduction_backend;

template <class Space>
constexpr auto require_reduction_backend() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<reduction_backend<Space>, Space>,
                      "twill: this evaluates a reduction on the device: do it in a .cu file that "
                      "includes <twill/twill.cuh> or <twill/reduce.cuh>");
    else
        static_assert(provided<reduction_backend<Space>, Space>,
                      "twill: this evaluates a reduction on the host: include <twill/twill.hpp>");
}

}  // namespace twill::inline v0::detail
