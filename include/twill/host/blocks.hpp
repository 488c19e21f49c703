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
template <class Tree, class Out>
TWILL_INLINED void loop_one_by_one(Tree const tree, Out* out, index_t from, index_t to) {
    for (index_t i = from; i < to; ++i)
        out[i] = static_cast<Out>(tree.value(i));
}
/// For processors without AVX2.
template <class Tree, class Out>
TWILL_COLD void loop_without_avx2(Tree const& tree, Out* out, index_t from, index_t to) {
    loop_one_by_one(tree, out, from, to);
}
/// The contiguous loop.
template <class Tree, class Out>
void contiguous_loop(Tree const& tree, Out* out, index_t from, index_t to) {
    if constexpr (reads_runs<Tree>)
        if (from < to && copy_run(tree, out + from, from, to - from))
            return;
    if constexpr (calls_functions<Tree>)
        loop_one_by_one(tree, out, from, to);
    else if (may_run_avx2())
        loop_in_blocks(tree, out, from, to);
    else
        loop_without_avx2(tree, out, from, to);
}

}  // namespace twill::inline v0::detail
