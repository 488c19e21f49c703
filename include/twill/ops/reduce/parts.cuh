// SPDX-License-Identifier: MIT
// How the blocks that have parts of an output find out which of them merges.
#pragma once

#include "twill/ops/reduce/scheme.hpp"

namespace twill::inline v0::detail {

/// Whether the calling block is the last of `parts` that come here with this counter, which is zero
/// before and after. What each wrote before, it then sees (threadFenceReduction in CUDA's samples).
__device__ __forceinline__ bool is_last_part(unsigned* counter, index_t parts) {
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) {
        auto const highest = static_cast<unsigned>(parts - 1);
        __threadfence();
        last = atomicInc(counter, highest) == highest;
        __threadfence();
    }
    __syncthreads();
    return last;
}

/// How a block's part of an output merges with the others: the last block of a group to finish
/// merges the group's, the last of these what groups have; where parts are few, all are one group.
struct part_levels {
    int left;   ///< merges to come
    int slot;   ///< where the block's own part stands
    int first;  ///< of the parts that merge next,
    int step;   ///< the distance from one to the next
    int count;
    unsigned counter;
    unsigned block;

    template <class Deal>
    __device__ __forceinline__ part_levels(Deal const& shape, index_t split, unsigned among_blocks)
        : slot(static_cast<int>(split)), step(1), block(among_blocks) {
        int const splits = static_cast<int>(shape.splits);
        left = splits == 1 ? 0 : shape.merged == splits ? 1 : 2;
        int const group = left == 2 ? slot / shape.merged : 0;
        first = group * shape.merged;
        count = splits - first < shape.merged ? splits - first : shape.merged;
        counter = left == 2 ? static_cast<unsigned>(shape.blocks) +
                                  block * static_cast<unsigned>(groups(shape)) +
                                  static_cast<unsigned>(group)
                            : block;
    }
    /// After a merge.
    template <class Deal>
    __device__ __forceinline__ void advance(Deal const& shape) {
        --left;
        slot = first;
        first = 0;
        step = shape.merged;
        count = groups(shape);
        counter = block;
    }

private:
    template <class Deal>
    static __device__ __forceinline__ int groups(Deal const& shape) {
        return (static_cast<int>(shape.splits) + shape.merged - 1) / shape.merged;
    }
};

}  // namespace twill::inline v0::detail
