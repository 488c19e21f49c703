// SPDX-License-Identifier: MIT
// Reductions over pairs on CPU threads: the inner loop runs over neighbouring outputs, whose
// operands lie in lines of their own; operands along the reduced axes are one value for all of
// them.
#pragma once

#include "twill/ops/pairs/plan.hpp"
#include "twill/ops/reduce/host_loops.hpp"

namespace twill::inline v0::detail {

/// Neighbouring outputs that are computed together.
inline constexpr int pair_line = 64;
/// Elements along the reduced axes between two merges of the sums.
inline constexpr int pair_run = 128;

/// The values of an operand for a line of outputs: one for each where it changes along `Line`, and
/// one for all of them otherwise. What changes along the reduced axes too is kept for all of them.
template <class Leaf, int Line, axis_set Reduced>
struct host_pair_value {
    using value_type = typename Leaf::value_type;
    static constexpr bool is_line = (pair_axes_of<Leaf> & axis_bit(Line)) != 0;
    static constexpr bool is_kept = is_line && (pair_axes_of<Leaf> & Reduced) != 0;
    static constexpr int count = is_line ? pair_line : 1;
    struct nothing {};
    std::conditional_t<is_kept, buffer<value_type>, nothing> kept;
    value_type values[is_kept ? 1 : count];
    value_type const* line = nullptr;

    value_type at(int w) const {
        if constexpr (is_kept)
            return line[w];
        else
            return values[is_line ? w : 0];
    }
    /// At an index, and what follows along the line.
    void load(Leaf const& leaf, index_t const* index, int present) {
        read(leaf, index, present, values);
    }
    template <class T, int Rank, class Lie>
    static void read(memory_node<T, Rank, Lie> const& node, index_t const* index, int present,
                     value_type* to) {
        T const* from = node.elements();
        for (int d = 0; d < Rank; ++d)
            from += index[d] * node.stride[d];
        index_t const step = is_line ? node.stride[Line] : 0;
        for (int w = 0; w < count; ++w)
            to[w] = widen(from[(w < present ? w : present - 1) * step]);
    }
    template <int Rank, class Lie>
    static void read(index_node<Rank, Lie> const& node, index_t const* index, int, value_type* to) {
        index_t from = node.start;
        for (int d = 0; d < Rank; ++d)
            from += index[d] * node.stride[d];
        for (int w = 0; w < count; ++w)
            to[w] = from + w * node.stride[Line];
    }
    template <class T>
    static void read(broadcast_node<T> const& node, index_t const*, int, value_type* to) {
        to[0] = widen(*node.data);
    }
};

template <class Tree, int Line, axis_set Reduced, class Leaves = typename pair_leaves<Tree>::type>
struct host_pair_values;
template <class Tree, int Line, axis_set Reduced, class... L>
struct host_pair_values<Tree, Line, Reduced, types<L...>> {
    children<host_pair_value<L, Line, Reduced>...> all;

    /// f(values, operand) for each distinct operand.
    template <class F>
    void each(Tree const& tree, F&& f) {
        each_pair_leaf<0>(tree, [&](auto const& leaf, auto number) {
            constexpr int i = decltype(number)::value;
            if constexpr (pair_table_of<Tree>.first[pair_table_of<Tree>.number[i]] == i)
                f(get<static_cast<std::size_t>(i)>(all), leaf);
        });
    }
    /// Loads the operands that change along an axis of `changed` (or any operands), but along none
    /// of `without`.
    template <axis_set Changed, axis_set Without>
    void load(Tree const& tree, index_t const* index, int present) {
        each(tree, [&](auto& values, auto const& leaf) {
            constexpr axis_set axes = pair_axes_of<std::remove_cvref_t<decltype(leaf)>>;
            if constexpr ((Changed == 0 || (axes & Changed) != 0) && (axes & Without) == 0 &&
                          !std::remove_cvref_t<decltype(values)>::is_kept)
                values.load(leaf, index, present);
        });
    }
    template <int First, class Node>
    auto value(Node const& node, int w) const {
        if constexpr (pair_leaf_count<Node> != 0)
            return get<static_cast<std::size_t>(
                pair_table_of<Tree>.first[pair_table_of<Tree>.number[First]])>(all)
                .at(w);
        else
            return node.number;
    }
    TWILL_EXEC_CHECK_DISABLE
    template <int First, class F, class... N>
    auto value(apply_node<F, N...> const& node, int w) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return widen(node.function.get()(
                value<First + pair_leaves_before<I, N...>>(get<I>(node), w)...));
        }(std::index_sequence_for<N...>{});
    }
};

/// Steps an index over the axes of a set, the last one fastest.
template <axis_set Axes, int Rank>
void next_index(index_t* index, extents<Rank> const& extent) {
    for (int d = Rank - 1; d >= 0; --d) {
        if (!(Axes >> d & 1))
            continue;
        if (++index[d] < extent[d])
            return;
        index[d] = 0;
    }
}
template <axis_set Axes, int Rank>
void set_index(index_t* index, extents<Rank> const& extent, index_t position) {
    for (int d = Rank - 1; d >= 0; --d) {
        if (!(Axes >> d & 1))
            continue;
        index[d] = position % extent[d];
        position /= extent[d];
    }
}

/// The accumulators of a line of outputs.
template <class Reducer>
struct host_pair_sums {
    using accumulator = typename Reducer::accumulator;
    Reducer const& reducer;
    accumulator now[pair_line];
    accumulator before[pair_line];
    int filled = 0;

    explicit host_pair_sums(Reducer const& r) : reducer(r) { restart(); }
    void restart() {
        for (int w = 0; w < pair_line; ++w)
            now[w] = before[w] = reducer.identity();
        filled = 0;
    }
    template <class Tree, class Values>
    void add(Tree const& tree, Values const& x) {
        TWILL_INDEPENDENT_ITERATIONS
        for (int w = 0; w < pair_line; ++w)
            reducer.add(now[w], x.template value<0>(tree, w));
        if (++filled == pair_run)
            flush();
    }
    void flush() {
        for (int w = 0; w < pair_line; ++w) {
            before[w] = reducer.merge(before[w], now[w]);
            now[w] = reducer.identity();
        }
        filled = 0;
    }
};

/// The sums of lines of outputs along axis `Line`, one line after the other along axis `Other` (-1:
/// there is one).
template <class Tree, class Reducer, int Rank, axis_set Reduced, int Line, int Other>
struct host_pair_loop {
    Tree const& tree;
    extents<Rank> const& extent;
    index_t reduced;
    index_t index[Rank] = {};
    int present = pair_line;  ///< outputs in the line
    host_pair_values<Tree, Line, Reduced> x;
    host_pair_sums<Reducer> sums;

    host_pair_loop(Tree const& t, Reducer const& reducer, extents<Rank> const& e, index_t count)
        : tree(t), extent(e), reduced(count), sums(reducer) {}

    /// To a line whose index but for the reduced axes is set.
    void start() {
        index_t const rest = extent[Line] - index[Line];
        present = static_cast<int>(rest < pair_line ? rest : pair_line);
        x.template load<0, Reduced>(tree, index, present);
        for (index_t k = 0; k < reduced; ++k) {
            x.each(tree, [&](auto& values, auto const& leaf) {
                if constexpr (std::remove_cvref_t<decltype(values)>::is_kept) {
                    auto const most = static_cast<std::size_t>(reduced * pair_line);
                    if (values.kept.size() < most)
                        values.kept = decltype(values.kept)(most);
                    values.read(leaf, index, present, values.kept.data() + k * pair_line);
                }
            });
            next_index<Reduced>(index, extent);
        }
    }
    /// The sums at position `other` of the other axis.
    void compute(index_t other) {
        if constexpr (Other >= 0) {
            index[Other] = other;
            x.template load<axis_bit(Other), Reduced>(tree, index, present);
        }
        sums.restart();
        for (index_t k = 0; k < reduced; ++k) {
            x.template load<Reduced, 0>(tree, index, present);
            x.each(tree, [&](auto& values, auto const&) {
                if constexpr (std::remove_cvref_t<decltype(values)>::is_kept)
                    values.line = values.kept.data() + k * pair_line;
            });
            sums.add(tree, x);
            next_index<Reduced>(index, extent);
        }
        sums.flush();
    }
};
/// What a line keeps of its operands should stay in a cache.
inline constexpr index_t most_kept_steps = 1024;

template <>
struct pair_backend<host_space> {
    template <class Plan>
    using policy = pair_loop<typename Plan::pair_tree_type, typename Plan::reducer_type, Plan::rank,
                             Plan::pair_reduced>;
    /// Several costly functions are better kept in slots, which other loops do.
    template <class Policy>
    static constexpr bool has_loop =
        Policy::axes.valid() && !has_runs<typename Policy::reducer_type> &&
        terms_of<typename Policy::tree_type> < 2;

    template <class Plan>
    static constexpr bool always = false;

    template <class Plan>
    static bool run(Plan const& p) {
        if (kernels(p) == 0)
            return false;
        using Policy = policy<Plan>;
        if constexpr (has_loop<Policy>) {
            // Neighbouring results follow each other where there are two axes.
            constexpr int line = Policy::flat ? Policy::axes.row : Policy::axes.column;
            constexpr int other = Policy::flat ? -1 : Policy::axes.row;
            index_t const lines = (p.pair_extent[line] + pair_line - 1) / pair_line;
            index_t const rows = other < 0 ? 1 : p.pair_extent[other < 0 ? 0 : other];
            index_t const row_pieces = (rows + pair_line - 1) / pair_line;
            index_t const batches = p.outputs / p.pair_extent[line] / rows;
            pieces_of(p.outputs * p.reduced, lines * row_pieces * batches, [&](index_t piece) {
                host_pair_loop<typename Policy::tree_type, typename Policy::reducer_type,
                               Policy::rank, Policy::axes.reduced, line, other>
                    loop(p.pairs, p.reducer, p.pair_extent, p.reduced);
                set_index<Policy::batch>(loop.index, p.pair_extent, piece / (lines * row_pieces));
                loop.index[line] = piece % lines * pair_line;
                index_t const first = piece / lines % row_pieces * pair_line;
                if constexpr (other >= 0)
                    loop.index[other] = first;
                loop.start();
                for (index_t row = first; row < smaller(rows, first + pair_line); ++row) {
                    loop.compute(row);
                    index_t at = 0;
                    for (int d = 0; d < Policy::rank; ++d)
                        at += loop.index[d] * p.pair_stride[d];
                    for (int w = 0; w < loop.present; ++w)
                        p.sink.put(at + w * p.pair_stride[line], p.reducer, loop.sums.before[w],
                                   p.reduced);
                }
            });
        }
        return true;
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        using Policy = policy<Plan>;
        if constexpr (has_loop<Policy>) {
            constexpr int line = Policy::flat ? Policy::axes.row : Policy::axes.column;
            return p.paired && p.outputs > 0 && p.reduced > 0 &&
                           p.pair_extent[line] >= pair_line / 4 &&
                           (Policy::flat || p.reduced <= most_kept_steps) && guessed_right(p.pairs)
                       ? 1
                       : 0;
        } else {
            return 0;
        }
    }
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }
};

}  // namespace twill::inline v0::detail
