// SPDX-License-Identifier: MIT
// Several elementwise results in one pass over their operands.
#pragma once

#include "twill/host/walk.hpp"

namespace twill::inline v0::detail {

template <class Tree, class Out>
void compute_run(Tree const tree, Out* to, index_t from, index_t count) {
    for (index_t i = 0; i < count; ++i)
        to[i] = static_cast<Out>(tree.value(from + i));
}

/// `count` elements of result I and of those behind it, the operands of `join`. A result is an
/// operand perhaps, at the same index: none is written before all are computed.
template <std::size_t I, class Join, class Out, class... Rest>
void compute_together(Join const& join, index_t from, index_t count, Out* out, Rest*... rest) {
    if constexpr (sizeof...(Rest) == 0) {
        compute_run(get<I>(join), out + from, from, count);
    } else {
        Out computed[chunk_of<static_cast<int>(sizeof(Out))>];
        compute_run(get<I>(join), computed, from, count);
        compute_together<I + 1>(join, from, count, rest...);
        for (index_t i = 0; i < count; ++i)
            out[from + i] = computed[i];
    }
}

/// Elements [from, to) of every operand of `join`.
template <class Join, class... Out>
void together_loop(Join const join, index_t from, index_t to, Out*... out) {
    constexpr index_t chunk = smaller(chunk_of<static_cast<int>(sizeof(Out))>...);
    for (; from < to; from += chunk)
        compute_together<0>(join, from, smaller(chunk, to - from), out...);
}

}  // namespace twill::inline v0::detail
