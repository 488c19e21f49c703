// SPDX-License-Identifier: MIT
// Boxes on CPU threads: each runs as an element-wise loop.
#pragma once

#include "twill/host/elementwise.hpp"
#include "twill/ops/join/evaluate.hpp"

namespace twill::inline v0::detail {

/// How many trees a tree stands for, one for each choice that a box may make.
template <class Node>
inline constexpr int variants_of = 1;
template <class... N>
inline constexpr int variants_of<choice_node<N...>> = (0 + ... + variants_of<N>);
template <class F, class... N>
inline constexpr int variants_of<apply_node<F, N...>> = (1 * ... * variants_of<N>);

/// Calls use(tree) with the tree of what a box reads: a choice inside a loop would keep it from
/// being vectorised.
template <class Node, class Use>
void with_choice(Node const& node, Use&& use) {
    use(node);
}
template <class F, class... N, class Use>
void with_choice(apply_node<F, N...> const& node, Use&& use);
template <std::size_t I = 0, class... N, class Use>
void with_choice(choice_node<N...> const& node, Use&& use) {
    if constexpr (I + 1 < sizeof...(N))
        if (node.which != static_cast<int>(I))
            return with_choice<I + 1>(node, use);
    with_choice(get<I>(node), use);
}
template <class F, class Done, class Use>
void with_choices(stored<F> const& f, Done const& done, Use& use) {
    std::apply([&](auto const&... chosen) { use(make_node(f, chosen...)); }, done);
}
template <class F, class Done, class Use, class N, class... Rest>
void with_choices(stored<F> const& f, Done const& done, Use& use, N const& next,
                  Rest const&... rest) {
    with_choice(next, [&](auto const& chosen) {
        with_choices(f, std::tuple_cat(done, std::tuple{chosen}), use, rest...);
    });
}
template <class F, class... N, class Use>
void with_choice(apply_node<F, N...> const& node, Use&& use) {
    constexpr int most_variants = 8;
    constexpr int variants = variants_of<apply_node<F, N...>>;
    if constexpr (variants == 1 || variants > most_variants)
        use(node);
    else
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            with_choices(node.function, std::tuple<>{}, use, get<I>(node)...);
        }(std::index_sequence_for<N...>{});
}

template <>
struct join_backend<host_space> {
    template <class Tree, class Out, int Rank>
    struct boxes {
        bool runs;
        int loops = 0;

        explicit boxes(bool really) : runs(really) {}
        void add(Tree const& tree, Out* data, layout<Rank> const& lie) {
            ++loops;
            if (runs)
                with_choice(tree, [&](auto const& chosen) {
                    backend<host_space>::run(make_plan<host_space>(chosen, data, lie));
                });
        }
        int finish() const { return loops; }
    };
};

}  // namespace twill::inline v0::detail
