// SPDX-License-Identifier: MIT
// Which expressions run as one loop over rows, as far as their types tell: those whose reductions
// all reduce the same last axes, or every axis, and the plan of one.
#pragma once

#include "twill/eval/execution.hpp"
#include "twill/ops/reduce/backend.hpp"
#include "twill/ops/rows/plan.hpp"

namespace twill::inline v0::detail {

/// How many axes a part of an expression reduces: none is 0; -1 where that is no loop over rows.
constexpr int same_row_axes(int a, int b) { return a == 0 ? b : (b == 0 || a == b ? a : -1); }

/// Whether axes are the last ones. Those known at run time are looked at then.
template <class Axes, int Rank>
inline constexpr bool are_last_axes = true;
template <int... A, int Rank>
inline constexpr bool are_last_axes<axis_t<A...>, Rank> =
    axes_traits<axis_t<A...>, Rank>::bits == ((std::uint64_t{1} << sizeof...(A)) - 1)
                                                 << (Rank - static_cast<int>(sizeof...(A)));

/// Of an expression over elements, in a loop of that rank: its reductions keep their axes, or leave
/// one value.
template <class E, int Loop>
inline constexpr int row_axes = -1;
template <class T, int Rank, class Space, class Lie, int Loop>
inline constexpr int row_axes<leaf<T, Rank, Space, Lie>, Loop> = 0;
template <int Rank, class Lie, int Loop>
inline constexpr int row_axes<index_leaf<Rank, Lie>, Loop> = 0;
template <class T, int Loop>
inline constexpr int row_axes<scalar_leaf<T>, Loop> = 0;
template <class... A>
struct row_axes_of_all {
    template <int Loop>
    static constexpr int elements() {
        int axes = 0;
        for (int const next : {0, row_axes<A, Loop>...})
            axes = same_row_axes(axes, next);
        return axes;
    }
};
template <class F, class... A, int Loop>
inline constexpr int row_axes<elementwise<F, A...>, Loop> =
    row_axes_of_all<A...>::template elements<Loop>();
template <class Reducer, class E, class Axes, bool Keep, int Loop>
inline constexpr int row_axes<reduction<Reducer, E, Axes, Keep>, Loop> = [] {
    if constexpr (E::rank == Loop && Loop > 0) {
        constexpr int axes = axes_traits<Axes, Loop>::count;
        if constexpr ((Keep || axes == Loop) && are_last_axes<Axes, Loop>)
            return same_row_axes(axes, row_axes<E, Loop>);
    }
    return -1;
}();

/// The same of an expression with one element a row, of that rank, over reductions that drop their
/// axes.
template <class E, int Rank>
inline constexpr int result_axes = row_axes<E, Rank>;
template <class... A>
struct result_axes_of_all {
    template <int Rank>
    static constexpr int rows() {
        int axes = 0;
        for (int const next : {0, result_axes<A, Rank>...})
            axes = same_row_axes(axes, next);
        return axes;
    }
};
template <class F, class... A, int Rank>
inline constexpr int result_axes<elementwise<F, A...>, Rank> =
    result_axes_of_all<A...>::template rows<Rank>();
template <function_of_operands E, int Rank>
inline constexpr int result_axes<E, Rank> =
    result_axes<decltype(std::declval<E const&>().as_elementwise()), Rank>;
template <class Reducer, class E, class Axes, bool Keep, int Rank>
inline constexpr int result_axes<reduction<Reducer, E, Axes, Keep>, Rank> = [] {
    if constexpr (!Keep && E::rank > Rank && E::rank == Rank + axes_traits<Axes, E::rank>::count &&
                  are_last_axes<Axes, E::rank>)
        return same_row_axes(E::rank - Rank, row_axes<E, E::rank>);
    return -1;
}();

/// Whether a reduction stands inside another one.
template <class E>
inline constexpr bool nests_reductions = false;
template <class F, class... A>
inline constexpr bool nests_reductions<elementwise<F, A...>> =
    (false || ... || nests_reductions<A>);
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool nests_reductions<reduction<Reducer, E, Axes, Keep>> = contains_evaluation<E>;
/// Whether axes of a reduction are known at run time only, and not all of them.
template <class E>
inline constexpr bool has_runtime_axes = false;
template <class F, class... A>
inline constexpr bool has_runtime_axes<elementwise<F, A...>> =
    (false || ... || has_runtime_axes<A>);
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool has_runtime_axes<reduction<Reducer, E, Axes, Keep>> = has_runtime_axes<E>;
template <class Reducer, class E, int Count, bool Keep>
inline constexpr bool has_runtime_axes<reduction<Reducer, E, runtime_axes<Count>, Keep>> =
    Count != E::rank || has_runtime_axes<E>;

template <function_of_operands E>
inline constexpr bool has_runtime_axes<E> =
    has_runtime_axes<decltype(std::declval<E const&>().as_elementwise())>;

/// The axes of a loop along which what an expression reads may differ, as far as its type tells.
template <class E, int Loop>
inline constexpr axis_set axes_read = every_axis(Loop);
template <class T, int Rank, class Space, class Lie, int Loop>
    requires(Rank <= Loop)
inline constexpr axis_set axes_read<leaf<T, Rank, Space, Lie>, Loop> =
    axes_of_lie<Lie, Rank> << (Loop - Rank);
template <int Rank, class Lie, int Loop>
    requires(Rank <= Loop)
inline constexpr axis_set axes_read<index_leaf<Rank, Lie>, Loop> =
    axes_of_lie<Lie, Rank> << (Loop - Rank);
template <class T, int Loop>
inline constexpr axis_set axes_read<scalar_leaf<T>, Loop> = 0;
template <class F, class... A, int Loop>
inline constexpr axis_set axes_read<elementwise<F, A...>, Loop> =
    (axis_set{0} | ... | axes_read<A, Loop>);
template <class Reducer, class E, class Axes, bool Keep, int Loop>
inline constexpr axis_set axes_read<reduction<Reducer, E, Axes, Keep>, Loop> = axes_read<E, Loop>;
template <function_of_operands E, int Loop>
inline constexpr axis_set axes_read<E, Loop> =
    axes_read<decltype(std::declval<E const&>().as_elementwise()), Loop>;
/// Whether a reduction in it has one value for several rows, which a loop over rows would compute
/// in each of them. `Rows`: the axes along which those of the loop differ.
template <class E, int Loop, axis_set Rows>
inline constexpr bool repeats_reductions = false;
template <class F, class... A, int Loop, axis_set Rows>
inline constexpr bool repeats_reductions<elementwise<F, A...>, Loop, Rows> =
    (false || ... || repeats_reductions<A, Loop, Rows>);
template <class Reducer, class E, class Axes, bool Keep, int Loop, axis_set Rows>
inline constexpr bool repeats_reductions<reduction<Reducer, E, Axes, Keep>, Loop, Rows> =
    (axes_read<E, Loop> & Rows) != Rows || repeats_reductions<E, Loop, Rows>;
template <function_of_operands E, int Loop, axis_set Rows>
inline constexpr bool repeats_reductions<E, Loop, Rows> =
    repeats_reductions<decltype(std::declval<E const&>().as_elementwise()), Loop, Rows>;

/// The loop over rows that an expression's type allows. What has one result a row takes part where
/// a reduction needs another's result: others read their operands once in any case.
template <class E>
struct row_statement {
    static constexpr int elements = row_axes<E, E::rank>;
    static constexpr int rows = result_axes<E, E::rank>;
    /// Whether no reduction over the last axes of a loop is worth more than one row's.
    template <int Axes, int Loop>
    static constexpr bool once = [] {
        if constexpr (Axes > 0)
            return !repeats_reductions<E, Loop, axes_read<E, Loop> & every_axis(Loop - Axes)>;
        return true;
    }();
    static constexpr bool of_elements =
        elements > 0 && (!E::needs_evaluation || nests_reductions<E>) && once<elements, E::rank>;
    static constexpr bool of_rows = !of_elements && rows > 0 &&
                                    (nests_reductions<E>) && once<rows, E::rank + rows>;
    static constexpr int axes = of_elements ? elements : of_rows ? rows : 0;
    /// Axes of the loop beyond those of the result.
    static constexpr int beyond = of_rows ? rows : 0;
};

/// Whether an expression may run as a loop over rows into a target of that rank; whether it does,
/// whatever shapes it meets.
template <class E, int Rank>
inline constexpr bool may_run_rows = [] {
    if constexpr (contains_evaluation<E> && E::rank <= Rank)
        return row_statement<E>::axes > 0 && Rank < 16;
    return false;
}();
template <class E, int Rank>
inline constexpr bool always_runs_rows = may_run_rows<E, Rank> && !has_runtime_axes<E>;

/// Whether the axes known at run time only are the last ones.
template <class E>
bool reduces_last_axes(E const&) {
    return true;
}
template <function_of_operands E>
bool reduces_last_axes(E const& x);
template <class F, class... A>
bool reduces_last_axes(elementwise<F, A...> const& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (true && ... && reduces_last_axes(get<I>(x)));
    }(std::index_sequence_for<A...>{});
}
template <class Reducer, class E, class Axes, bool Keep>
bool reduces_last_axes(reduction<Reducer, E, Axes, Keep> const& r) {
    if constexpr (has_runtime_axes<reduction<Reducer, E, Axes, Keep>>) {
        constexpr int count = axes_traits<Axes, E::rank>::count;
        return r.mask() == ((std::uint64_t{1} << count) - 1) << (E::rank - count) &&
               reduces_last_axes(r.operand);
    }
    return true;
}
template <function_of_operands E>
bool reduces_last_axes(E const& x) {
    return reduces_last_axes(x.as_elementwise());
}

/// Whether a row may be read while it, or its result, is written. Where the target has lost the
/// rows' axes, what reductions read may not be written at all, nor what is read at other indices.
template <class E, class T, int Rank>
TWILL_COLD bool rows_may_be_written(target<T, Rank> const& to, operand_row const* rows, int count) {
    if constexpr (row_statement<E>::of_rows)
        for (int k = 0; k < count; ++k)
            if ((rows[k].before || rows[k].how != reads::same_index) &&
                overlap_with(to, rows + k, 1, true) != overlap::none)
                return false;
    return overlap_with(to, rows, count, true) != overlap::inexact;
}

/// The tree of an expression broadcast to that rank.
template <class E, int Rank, bool TwoSums>
using row_lowering_of = row_lowering<Rank + row_statement<E>::beyond, row_statement<E>::axes,
                                     row_statement<E>::beyond, TwoSums>;
template <class E, int Rank, bool TwoSums>
using row_tree =
    decltype(std::declval<row_lowering_of<E, Rank, TwoSums>&>().lower(std::declval<E const&>()));
/// Whether rows that threads keep have another tree than those that they do not.
template <class E, int Rank>
inline constexpr bool has_two_row_trees =
    !std::is_same_v<row_tree<E, Rank, true>, row_tree<E, Rank, false>>;

/// A tree's last form: itself.
struct keep_tree {
    template <class Tree>
    Tree operator()(Tree const& tree) const {
        return tree;
    }
};
/// `use(plan)` with the loop over rows of an expression, broadcast to a target with elements.
/// `Prepare`: gives a tree its last form.
template <row_keeping Keeping, bool TwoSums, class T, int Rank, class E, class Use,
          class Prepare = keep_tree>
TWILL_COLD auto with_row_plan(T* data, layout<Rank> const& target, E const& x, Use&& use,
                              Prepare const& prepare = {}) {
    using how = row_statement<E>;
    constexpr int loop = Rank + how::beyond;
    row_scope scopes[64];
    row_lowering_of<E, Rank, TwoSums> lowering{scopes};
    auto const tree = prepare(lowering.lower(x));
    row_plan<std::remove_const_t<decltype(tree)>, T, loop, how::axes, how::of_rows, Keeping> plan(
        tree, data);
    for (int d = 0; d < loop; ++d) {
        plan.extent[d] = d < Rank ? target.shape[d] : 1;
        // Rows may be walked backwards, along axes that the target has lost or keeps as one
        // element.
        plan.stride[d] = d < Rank && target.shape[d] != 1 ? target.stride[d] : 0;
    }
    plan.prepare(scopes);
    return use(plan);
}

}  // namespace twill::inline v0::detail
