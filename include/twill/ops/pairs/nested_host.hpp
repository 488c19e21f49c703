// SPDX-License-Identifier: MIT
// A reduction over pairs inside another one on CPU threads: a line of outputs walks along the axis
// that the outer one reduces.
#pragma once

#include "twill/ops/pairs/host.hpp"
#include "twill/ops/pairs/nested.hpp"

namespace twill::inline v0::detail {

/// The outer accumulators of a line.
template <class Outer, class Tree>
struct outer_line {
    typename Outer::accumulator totals[pair_line];

    outer_line(Outer const& outer, index_t) {
        for (auto& total : totals)
            total = outer.identity();
    }
    /// The elements at a column, behind all before it, of the first `width` outputs.
    template <class Values>
    void add(Outer const& outer, Tree const& tree, index_t, Values const& x, int width) {
        each_of_line(width, [&](int w) { outer.add(totals[w], x.template at<0>(tree, w)); });
    }
    auto const& total(int w) const { return totals[w]; }
};
/// Which column is best: numbers of one size, so that the compiler vectorises. Of equal elements
/// the first one stays. Positions change along the reduced axis alone: see with_positions.
template <class V, bool Greatest, class X, class I>
struct outer_line<arg_reducer<V, Greatest>, apply_node<locate_function, X, I>> {
    using Outer = arg_reducer<V, Greatest>;
    using Tree = apply_node<locate_function, X, I>;
    using value = typename Outer::value;
    using number = std::conditional_t<sizeof(value) <= 4, std::int32_t, std::int64_t>;
    value best[pair_line];
    number step[pair_line];
    buffer<index_t> positions;

    outer_line(Outer const&, index_t columns) {
        positions = buffer<index_t>(static_cast<std::size_t>(columns));
    }
    template <class Values>
    void add(Outer const&, Tree const& tree, index_t column, Values const& x, int width) {
        value found[pair_line];
        each_of_line(width, [&](int w) {
            found[w] = static_cast<value>(x.template at<0>(get<0>(tree), w));
        });
        positions.data()[column] = x.template at<pair_leaf_count<X>>(get<1>(tree), 0);
        auto const now = static_cast<number>(column);
        if (column == 0) {
            each_of_line(width, [&](int w) {
                best[w] = found[w];
                step[w] = now;
            });
            return;
        }
        each_of_line(width, [&](int w) {
            value const a = best[w];
            value const b = found[w];
            // Once it is NaN it stays.
            bool const wins = (Greatest ? !(b <= a) : !(b >= a)) && (!is_floating<value> || a == a);
            best[w] = wins ? b : a;
            step[w] = wins ? now : step[w];
        });
    }
    located<value> total(int w) const { return {best[w], positions.data()[step[w]]}; }
};

template <>
struct nested_backend<host_space> {
    template <class Plan>
    static void run(Plan const& p) {
        using Nested = typename Plan::nested;
        using Inner = typename Plan::inner_type::reducer_type;
        using Outer = typename Plan::outer_type;
        constexpr int rank = Nested::rank;
        constexpr int line = Nested::axes.row;
        constexpr int column = Nested::column;
        constexpr axis_set batch =
            every_axis(rank) & ~Nested::reduced & ~axis_bit(line) & ~axis_bit(column);
        if constexpr (can_run<Plan>) {
            index_t const reduced = count_along<Nested::reduced>(p.pair_extent);
            index_t const batches = count_along<batch>(p.pair_extent);
            index_t const columns = p.pair_extent[column];
            index_t const lines = (p.pair_extent[line] + pair_line - 1) / pair_line;
            pieces_of(p.pair_extent[line] * batches * columns * reduced, lines * batches,
                      [&](index_t piece) {
                          host_pair_loop<typename Nested::tree, Inner, rank, Nested::reduced, line,
                                         column>
                              loop(p.tree, p.inner, p.pair_extent, reduced);
                          set_index<batch>(loop.index, p.pair_extent, piece / lines);
                          loop.index[line] = piece % lines * pair_line;
                          loop.start();
                          outer_line<Outer, typename Nested::outer_tree> line_of(p.outer, columns);
                          outer_values<Nested> around;
                          for (index_t j = 0; j < columns; ++j) {
                              loop.compute(j);
                              around.load(p.outer_tree, loop.index, loop.present);
                              for (int w = 0; w < pair_line; ++w)
                                  around.inner[w] = static_cast<compute_t<typename Inner::result>>(
                                      p.inner.finish(loop.sums.total(w), reduced));
                              line_of.add(p.outer, p.outer_tree, j, around, loop.width);
                          }
                          index_t at = 0;
                          for (int d = 0; d < rank; ++d)
                              at += loop.index[d] * p.pair_stride[d];
                          for (int w = 0; w < loop.present; ++w)
                              p.sink.put(at + w * p.pair_stride[line], p.outer, line_of.total(w),
                                         columns);
                      });
        }
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        using Nested = typename Plan::nested;
        return can_run<Plan> && p.pair_extent.size() > 0 &&
                       p.pair_extent[Nested::axes.row] >= pair_line / 4 &&
                       count_along<Nested::reduced>(p.pair_extent) <= most_kept_steps &&
                       guessed_right(p.tree)
                   ? 1
                   : 0;
    }
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }

private:
    template <class Plan>
    static constexpr bool can_run =
        !has_runs<typename Plan::inner_type::reducer_type> && !has_runs<typename Plan::outer_type>;
    template <axis_set Axes, int Rank>
    static index_t count_along(extents<Rank> const& extent) {
        index_t result = 1;
        for (int d = 0; d < Rank; ++d)
            result *= Axes >> d & 1 ? extent[d] : 1;
        return result;
    }

    /// The outer tree's operands for a line, at one column; and the inner values.
    template <class Nested>
    struct outer_values {
        using Tree = typename Nested::outer_tree;
        using T = typename Nested::inner::value_type;
        static constexpr int outer_of(int axis) {
            int result = 0;
            for (int d = 0; d < axis; ++d)
                result += Nested::reduced >> d & 1 ? 0 : 1;
            return result;
        }
        static constexpr int line = outer_of(Nested::axes.row);
        compute_t<T> inner[pair_line];
        template <class L>
        struct of_leaf : host_pair_value<L, line, 0> {};
        template <class U>
        struct of_leaf<inner_value<U>> {};
        template <class Leaves>
        struct holder;
        template <class... L>
        struct holder<types<L...>> {
            using type = children<of_leaf<L>...>;
        };
        typename holder<typename pair_leaves<Tree>::type>::type all;

        void load(Tree const& tree, index_t const* index, int present) {
            index_t at[Nested::outer_rank];
            int out = 0;
            for (int d = 0; d < Nested::rank; ++d)
                if (!(Nested::reduced >> d & 1))
                    at[out++] = index[d];
            each_pair_leaf<0>(tree, [&](auto const& leaf, auto number) {
                auto& values = get<static_cast<std::size_t>(decltype(number)::value)>(all);
                if constexpr (requires { values.load(leaf, at, present); })
                    values.load(leaf, at, present);
            });
        }
        /// A node of the tree; First: operands before it.
        template <int First, class Node>
        auto at(Node const& node, int w) const {
            if constexpr (pair_leaf_count<Node> == 0)
                return node.number;
            else if constexpr (std::is_same_v<Node, inner_value<T>>)
                return inner[w];
            else
                return get<static_cast<std::size_t>(First)>(all).at(w);
        }
        TWILL_EXEC_CHECK_DISABLE
        template <int First, class F, class... N>
        auto at(apply_node<F, N...> const& node, int w) const {
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return widen(node.function.get()(
                    at<First + pair_leaves_before<I, N...>>(get<I>(node), w)...));
            }(std::index_sequence_for<N...>{});
        }
    };
};

}  // namespace twill::inline v0::detail
