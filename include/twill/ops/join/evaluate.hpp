// SPDX-License-Identifier: MIT
// How the engine evaluates what is rearranged: a statement whole, in boxes.
#pragma once

#include "twill/eval/ready.hpp"
#include "twill/ops/join/lowering.hpp"

namespace twill::inline v0::detail {

/// Runs the boxes of a statement, which `boxes<Tree, Out, Rank>` takes one by one:
///   boxes(bool runs)         false: they are only counted
///   add(tree, data, layout)  one more
///   finish()                 after the last; returns how many kernels or loops they took
/// Completed by `twill/join.hpp` and `twill/join.cuh`.
template <class Space>
struct join_backend;

template <class Space>
constexpr auto require_join_backend() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<join_backend<Space>, Space>,
                      "twill: this rearranges (concatenate, roll, tile, repeat, pad) on the "
                      "device: do it in a .cu file that includes <twill/join.cuh>");
    else
        static_assert(provided<join_backend<Space>, Space>,
                      "twill: this rearranges (concatenate, roll, tile, repeat, pad) on the host: "
                      "include <twill/join.hpp> and <twill/twill.hpp>");
}

template <class E>
constexpr bool waits_for_others();
template <class... A>
constexpr bool any_waits_for_others(types<A...>) {
    return (false || ... || waits_for_others<A>());
}
/// Whether something else has to be in memory before a statement can run in boxes.
template <class E>
constexpr bool waits_for_others() {
    if constexpr (runs_in_boxes<E>)
        return any_waits_for_others(operand_types<E>{});
    else
        return true;
}
template <class Key>
inline constexpr bool is_of_rearrangements = false;
template <class E>
inline constexpr bool is_of_rearrangements<copies_of<E>> = is_rearrangement<E>;
template <class... Key>
constexpr auto keys_of_others(types<Key...>) {
    return (types<>{} + ... + std::conditional_t<is_of_rearrangements<Key>, types<>, types<Key>>{});
}
/// What several nodes that a statement waits for have in common; see joint_key.
template <class E>
using joint_key_of_others =
    typename decltype(first_joint<E>(keys_of_others(keys_among(operand_types<E>{}))))::type;

/// The statement over what its boxes can read.
template <class Space, class E>
decltype(auto) make_ready_for_boxes(execution& now, E const& x) {
    if constexpr (!waits_for_others<E>()) {
        return (x);
    } else if constexpr (!runs_in_boxes<E> && !E::needs_evaluation) {
        return evaluate_inside<Space>(now, x);
    } else if constexpr (!runs_in_boxes<E>) {
        return make_ready<Space>(now, x);
    } else if constexpr (!std::is_void_v<joint_key_of_others<E>>) {
        using Key = joint_key_of_others<E>;
        auto const results = std::apply(
            [&](auto const&... n) { return joint_run<Key>::template of<Space>(now, n...); },
            nodes_of_group<Key>(x));
        auto const substituted = substitute<Key, 0>(x, results);
        auto ready = make_ready_for_boxes<Space>(now, substituted);
        return ready;
    } else {
        return transform(x, [&](auto const& operand, auto) -> decltype(auto) {
            return make_ready_for_boxes<Space>(now, operand);
        });
    }
}

/// The name of an expression's first rearrangement, for explain.
template <class E>
char const* name_of_rearrangement(E const& x) {
    if constexpr (is_rearrangement<E>) {
        return x.rule.name;
    } else {
        char const* name = nullptr;
        for_each_operand(x, [&](auto const& operand) {
            if constexpr (has_rearrangement<std::remove_cvref_t<decltype(operand)>>)
                name = name ? name : name_of_rearrangement(operand);
        });
        return name;
    }
}

/// The axes of a loop over an expression: two at least, as its kernel has rows.
template <class E>
constexpr int box_rank(int rank) {
    int const wanted = rank + unfolds_in<E>();
    return wanted < 2 ? 2 : (wanted < max_rank_supported ? wanted : max_rank_supported);
}

template <class Space>
struct runner<join_operation, Space> {
    /// Operands are ready and do not overlap the target.
    template <class E, class T, int Rank>
    static void run(execution& now, E const& x, target<T, Rank> const& to) {
        require_join_backend<Space>();
        constexpr int loop = box_rank<E>(Rank);
        if (now.told()) {
            char what[64];
            int boxes = 0;
            int const kernels = run_boxes<loop>(x, to, false, boxes);
            std::snprintf(what, sizeof(what), "%s, %d box%s", name_of_rearrangement(x), boxes,
                          boxes == 1 ? "" : "es");
            if (now.note({"boxes", what, kernels, true, to.bytes(), text_of(to.lie.shape)}))
                return;
        }
        int boxes = 0;
        run_boxes<loop>(x, to, true, boxes);
    }
    /// See surely_claimed.
    template <class E, int Rank>
    static constexpr bool takes = has_rearrangement<E> && all_run_in_boxes<E>() && E::rank == Rank;
    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        if constexpr (takes<E, Rank>) {
            if (!to.is_fresh) {
                auto const all = operands_of(x);
                if (!may_be_read_while_written(all.rows, all.count, to.written()))
                    return false;
            }
            decltype(auto) ready = make_ready_for_boxes<Space>(now, x);
            auto const table = operands_of(ready);
            now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
            run(now, ready, to);
            return true;
        }
        return false;
    }

private:
    template <int Loop, class E, class T, int Rank>
    static int run_boxes(E const& x, target<T, Rank> const& to, bool runs, int& count) {
        using Tree =
            decltype(std::declval<box_lowering<Loop>&>()(x, std::declval<index_line const*>()));
        typename join_backend<Space>::template boxes<Tree, T, Loop> all(runs);
        each_box<Loop>(x, to.data, to.lie, [&](Tree const& tree, T* data, layout<Loop> const& lie) {
            all.add(tree, data, lie);
            ++count;
        });
        return all.finish();
    }
};

}  // namespace twill::inline v0::detail
