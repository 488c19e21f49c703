// SPDX-License-Identifier: MIT
// Reductions whose operands' types say that they are over pairs: the plan of the reduction, and
// beside it the loop as it was written, which tiles are cut from.
#pragma once

#include "twill/ops/pairs/stream.hpp"
#include "twill/ops/pairs/terms.hpp"
#include "twill/ops/reduce/node.hpp"
#include "twill/shape/lie.hpp"

namespace twill::inline v0::detail {

/// Whether an operand in memory lacks an axis of the loop.
template <class... L>
constexpr bool lacks_axes(int rank, types<L...>) {
    return (false || ... || (is_pair_memory<L> && pair_axes_of<L> != every_axis(rank)));
}

/// Whether all of them do.
template <class... L>
constexpr bool all_lack_axes(int rank, types<L...>) {
    return lacks_axes(rank, types<L...>{}) &&
           (true && ... && (!is_pair_memory<L> || pair_axes_of<L> != every_axis(rank)));
}

/// The axes that a reduction names when it is compiled; none where it does not.
template <class Axes, int Rank>
inline constexpr axis_set known_axes = 0;
template <int... Axes, int Rank>
inline constexpr axis_set known_axes<axis_t<Axes...>, Rank> =
    static_cast<axis_set>(axes_traits<axis_t<Axes...>, Rank>::bits);

/// Whether indices choose a line for each output, so that no two share an element that is read.
template <class Node, int Rank>
inline constexpr bool reads_own_lines = false;
template <class F, class... N, int Rank>
inline constexpr bool reads_own_lines<apply_node<F, N...>, Rank> =
    (reads_lines_at<F> && apply_node<F, N...>::axes == every_axis(Rank)) ||
    (false || ... || reads_own_lines<N, Rank>);

/// Whether the kernels of pairs may suit a tree reduced over axes known when it is compiled.
template <class Tree, int Rank, axis_set Reduced>
constexpr bool find_pairs() {
    if constexpr (Rank < 2 || Reduced == 0 || Reduced == every_axis(Rank) ||
                  reads_own_lines<Tree, Rank> ||
                  !lacks_axes(Rank, typename pair_leaves<Tree>::type{}))
        return false;
    else
        return choose_pair_axes<typename pair_leaves<Tree>::type>(Rank, Reduced).valid() ||
               choose_stream_axes(Rank, Reduced, typename pair_leaves<Tree>::type{}).valid();
}
template <class Tree, int Rank, axis_set Reduced>
inline constexpr bool is_over_pairs = find_pairs<Tree, Rank, Reduced>();

/// A plan, and the loop before its axes were brought into another order. `Reduced`: the axes that
/// are, by type.
template <class Plan, class Tree, axis_set Reduced>
struct paired_plan : Plan {
    using pair_tree_type = Tree;
    static constexpr axis_set pair_reduced = Reduced;

    Tree pairs;
    extents<Plan::rank> pair_extent;
    fixed<index_t, Plan::rank> pair_stride;
    bool paired;  ///< all operands take part
};
template <class Plan>
inline constexpr bool is_paired = false;
template <class Plan, class Tree, axis_set Reduced>
inline constexpr bool is_paired<paired_plan<Plan, Tree, Reduced>> = true;

/// Completed for each space: `run(plan)` runs a paired plan, or returns false where the shape suits
/// another way better; `kernels(plan)` says how many kernels it would launch, 0 where it would not,
/// `temporaries(plan)` how many blocks of memory it takes.
/// `always<Plan>`: it does so whatever the shape.
template <class Space>
struct pair_backend {
    template <class Plan>
    static constexpr bool always = false;
    template <class Plan>
    static bool run(Plan const&) {
        return false;
    }
    template <class Plan>
    static int kernels(Plan const&) {
        return 0;
    }
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }
};

template <class Space, class Plan>
inline constexpr bool always_pairs = false;
template <class Space, class Plan>
    requires is_paired<Plan>
inline constexpr bool always_pairs<Space, Plan> = pair_backend<Space>::template always<Plan>;

/// A space's way of running reductions: over pairs where that suits, and `Backend` elsewhere.
template <class Space, class Backend>
struct pairs_or {
    template <class Plan>
    static void run(Plan const& p) {
        if constexpr (is_paired<Plan>)
            if (pair_backend<Space>::run(p))
                return;
        if constexpr (!always_pairs<Space, Plan>)
            Backend::run(p);
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        if constexpr (is_paired<Plan>)
            if (int const count = pair_backend<Space>::kernels(p))
                return count;
        if constexpr (always_pairs<Space, Plan>)
            return 0;
        else
            return Backend::kernels(p);
    }
    template <class Plan>
    static int temporaries(Plan const& p) {
        if constexpr (is_paired<Plan>)
            if (pair_backend<Space>::kernels(p) > 0)
                return pair_backend<Space>::temporaries(p);
        if constexpr (always_pairs<Space, Plan>)
            return 0;
        else
            return Backend::temporaries(p);
    }
};

}  // namespace twill::inline v0::detail
