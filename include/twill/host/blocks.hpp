// SPDX-License-Identifier: MIT
// Contiguous loops over the elements of a tree.
#pragma once

#include "twill/host/costly.hpp"

namespace twill::inline v0::detail {

/// Blocks of a length that the compiler knows are vectorised at -O2, by every g++. The tree is a
/// local copy, so that no store can change it.
template <class Tree, class Out>
TWILL_AVX2 TWILL_NOINLINE void loop_in_blocks(Tree const tree, Out* out, index_t from, index_t to) {
    constexpr index_t block = 16;
    index_t i = from;
    for (; i + block <= to; i += block) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < block; ++l)
            out[i + l] = static_cast<Out>(tree.value(i + l));
    }
    for (; i < to; ++i)
        out[i] = static_cast<Out>(tree.value(i));
}
/// The contiguous loop.
template <class Tree, class Out>
void contiguous_loop(Tree const& shared, Out* out, index_t from, index_t to) {
    if constexpr (!calls_functions<Tree>)
        if (may_run_avx2())
            return loop_in_blocks(shared, out, from, to);
    Tree const tree = shared;
    for (index_t i = from; i < to; ++i)
        out[i] = static_cast<Out>(tree.value(i));
}

}  // namespace twill::inline v0::detail
