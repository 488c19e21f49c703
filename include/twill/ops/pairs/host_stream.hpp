// SPDX-License-Identifier: MIT
// Reductions on CPU threads that stream an operand through while others lack axes: vector times
// matrix, a line of columns after the other, and matrix times vector of short rows, many at a time.
#pragma once

#include "twill/ops/pairs/host_lines.hpp"

namespace twill::inline v0::detail {

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

/// Lines of neighbouring outputs whose elements lie next to each other: so much of a row is read at
/// a time.
inline constexpr int stream_lines = 8;
/// Rows of outputs whose sums go on beside each other.
inline constexpr int pair_rows = 4;
/// Longer reduced axes are left to loops along them, where neighbours lie along them.
inline constexpr index_t most_stream_steps = 48;
/// Reduced elements that are worth a part of their own, where there are few outputs.
inline constexpr index_t stream_part_steps = index_t{1} << 14;

/// An operand for a few rows of outputs, along the one reduced axis. `Dense`: where it changes
/// along that axis, neighbours lie along it.
template <class Leaf, int Line, int Inner>
struct host_row_value {
    using value_type = typename Leaf::value_type;
    static constexpr bool moves = (pair_axes_of<Leaf> & axis_bit(Inner)) != 0;
    value_type value;

    template <bool>
    value_type at(int, index_t) const {
        return value;
    }
    template <class T>
    void load(broadcast_node<T> const& node, index_t const*, int) {
        value = widen(*node.data);
    }
};
template <class T, int Rank, class Lie, int Line, int Inner>
struct host_row_value<memory_node<T, Rank, Lie>, Line, Inner> {
    using Leaf = memory_node<T, Rank, Lie>;
    static constexpr bool moves = (pair_axes_of<Leaf> & axis_bit(Inner)) != 0;
    T const* from[pair_rows];
    index_t step;

    template <bool Dense>
    auto at(int row, index_t k) const {
        return widen(from[row][!moves ? 0 : Dense ? k : k * step]);
    }
    void load(Leaf const& node, index_t const* index, int present) {
        from[0] = node.elements();
        for (int d = 0; d < Rank; ++d)
            from[0] += d == Inner ? 0 : index[d] * node.stride[d];
        for (int r = 1; r < pair_rows; ++r)
            from[r] = from[r - 1] + (r < present ? node.stride[Line] : 0);
        step = node.stride[Inner];
    }
};
template <int Rank, class Lie, int Line, int Inner>
struct host_row_value<index_node<Rank, Lie>, Line, Inner> {
    using Leaf = index_node<Rank, Lie>;
    static constexpr bool moves = false;
    index_t from[pair_rows];
    index_t step;

    template <bool>
    index_t at(int row, index_t k) const {
        return from[row] + k * step;
    }
    void load(Leaf const& node, index_t const* index, int present) {
        from[0] = node.start;
        for (int d = 0; d < Rank; ++d)
            from[0] += d == Inner ? 0 : index[d] * node.stride[d];
        for (int r = 1; r < pair_rows; ++r)
            from[r] = from[r - 1] + (r < present ? node.stride[Line] : 0);
        step = node.stride[Inner];
    }
};
/// All of a tree's, each once.
template <class Tree, int Line, int Inner, class Leaves = typename pair_leaves<Tree>::type>
struct host_row_values;
template <class Tree, int Line, int Inner, class... L>
struct host_row_values<Tree, Line, Inner, types<L...>> {
    children<host_row_value<L, Line, Inner>...> all;

    void load(Tree const& tree, index_t const* index, int present) {
        each_pair_leaf<0>(tree, [&](auto const& leaf, auto number) {
            constexpr int i = decltype(number)::value;
            if constexpr (pair_table_of<Tree>.first[pair_table_of<Tree>.number[i]] == i)
                get<static_cast<std::size_t>(i)>(all).load(leaf, index, present);
        });
    }
    template <bool Dense, int First, class Node>
    auto value(Node const& node, int row, index_t k) const {
        if constexpr (pair_leaf_count<Node> != 0)
            return get<static_cast<std::size_t>(
                pair_table_of<Tree>.first[pair_table_of<Tree>.number[First]])>(all)
                .template at<Dense>(row, k);
        else
            return node.number;
    }
    TWILL_EXEC_CHECK_DISABLE
    template <bool Dense, int First, class F, class... N>
    auto value(apply_node<F, N...> const& node, int row, index_t k) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return widen(node.function.get()(
                value<Dense, First + pair_leaves_before<I, N...>>(get<I>(node), row, k)...));
        }(std::index_sequence_for<N...>{});
    }
};

/// How the loop of a paired plan is dealt out as a stream; its axes are known from types.
template <class Plan>
struct host_stream {
    using Tree = typename Plan::pair_tree_type;
    using Reducer = typename Plan::reducer_type;
    using accumulator = typename Reducer::accumulator;
    static constexpr int rank = Plan::rank;
    static constexpr axis_set reduced = Plan::pair_reduced;
    static constexpr stream_axes axes =
        choose_stream_axes(rank, reduced, typename pair_leaves<Tree>::type{});
    static constexpr int line = axes.row;
    static constexpr axis_set along = axis_bit(line);
    static constexpr axis_set batch = every_axis(rank) & ~reduced & ~along;
    /// Costly functions are left to loops that have vector forms of them.
    static constexpr bool fits = axes.valid() && !has_runs<Reducer> && terms_of<Tree> == 0;
    static constexpr bool has_rows = one_axis_at_most(reduced);

    Plan const& p;
    int lines = 1;   ///< that are walked along together
    index_t blocks;  ///< of lines
    index_t batches;
    index_t parts = 1;  ///< of the reduced elements
    index_t part;

    explicit host_stream(Plan const& plan) : p(plan) {
        index_t const outputs = p.pair_extent[line];
        lines = lies_along_line() ? stream_lines : 1;
        index_t const together = index_t{pair_line} * lines;
        blocks = (outputs + together - 1) / together;
        batches = p.outputs / outputs;
        // By the shape alone, so that results do not depend on the number of threads.
        if (blocks * batches < 16)
            parts = larger<index_t>(1, smaller<index_t>(64, p.reduced / stream_part_steps));
        part = (p.reduced + parts - 1) / parts;
        parts = (p.reduced + part - 1) / part;
    }
    /// Whether this is the way for a plan's shape.
    static bool suits(Plan const& p) {
        return p.paired && p.outputs > 0 && p.reduced > 0 && p.pair_extent[line] >= pair_vector &&
               (host_stream(p).lines > 1 || p.reduced <= most_stream_steps) &&
               guessed_right(p.pairs);
    }
    void run() const {
        if constexpr (has_rows)
            if (lines == 1)
                return run_rows();
        buffer<accumulator> partial(parts > 1 ? static_cast<std::size_t>(parts * p.outputs)
                                              : std::size_t{0});
        pieces_of(p.outputs * p.reduced, blocks * batches * parts, [&](index_t piece) {
            index_t const number = piece / (blocks * batches);
            walk(piece % blocks, piece / blocks % batches, number,
                 [&](index_t output, index_t at, accumulator const& a) {
                     if (parts > 1)
                         partial.data()[number * p.outputs + output] = a;
                     else
                         p.sink.put(at, p.reducer, a, p.reduced);
                 });
        });
        if (parts == 1)
            return;
        index_t index[rank] = {};
        for (index_t b = 0; b < batches; ++b) {
            set_index<batch>(index, p.pair_extent, b);
            for (index[line] = 0; index[line] < p.pair_extent[line]; ++index[line]) {
                accumulator const* const from =
                    partial.data() + (b * p.pair_extent[line] + index[line]);
                accumulator sum = from[0];
                for (index_t n = 1; n < parts; ++n)
                    sum = p.reducer.merge(sum, from[n * p.outputs]);
                p.sink.put(result_at(index), p.reducer, sum, p.reduced);
            }
        }
    }

private:
    bool lies_along_line() const {
        bool result = false;
        each_pair_leaf<0>(p.pairs, [&](auto const& leaf, auto) {
            using Leaf = std::remove_cvref_t<decltype(leaf)>;
            if constexpr (is_pair_memory<Leaf> && (pair_axes_of<Leaf> & along) != 0 &&
                          (pair_axes_of<Leaf> & reduced) != 0)
                result = result || leaf.stride[line] == 1;
        });
        return result;
    }
    index_t result_at(index_t const* index) const {
        index_t at = 0;
        for (int d = 0; d < rank; ++d)
            at += reduced >> d & 1 ? 0 : index[d] * p.pair_stride[d];
        return at;
    }
    /// Short rows, a few at a time.
    void run_rows() const {
        index_t const outputs = p.pair_extent[line];
        index_t const group = larger<index_t>(pair_line, piece_elements / p.reduced);
        index_t const groups = (outputs + group - 1) / group;
        bool dense = true;
        each_pair_leaf<0>(p.pairs, [&](auto const& leaf, auto) {
            using Leaf = std::remove_cvref_t<decltype(leaf)>;
            if constexpr (is_pair_memory<Leaf> && (pair_axes_of<Leaf> & reduced) != 0)
                dense = dense && leaf.stride[axes.inner] == 1;
        });
        pieces_of(p.outputs * p.reduced, groups * batches, [&](index_t piece) {
            index_t index[rank] = {};
            set_index<batch>(index, p.pair_extent, piece / groups);
            index[line] = piece % groups * group;
            index_t const last = smaller(outputs, index[line] + group);
            if (dense)
                walk_rows<true>(index, last);
            else
                walk_rows<false>(index, last);
        });
    }
    template <bool Dense>
    void walk_rows(index_t* index, index_t last) const {
        host_row_values<Tree, line, axes.inner> x;
        Reducer const reducer = p.reducer;
        Tree const& tree = p.pairs;
        index_t const length = p.reduced;
        for (; index[line] < last; index[line] += pair_rows) {
            int const present = static_cast<int>(smaller<index_t>(pair_rows, last - index[line]));
            x.load(tree, index, present);
            accumulator sums[pair_rows] = {reducer.identity(), reducer.identity(),
                                           reducer.identity(), reducer.identity()};
            static_assert(pair_rows == 4);
            for (index_t k = 0; k < length; ++k) {
                reducer.add(sums[0], x.template value<Dense, 0>(tree, 0, k));
                reducer.add(sums[1], x.template value<Dense, 0>(tree, 1, k));
                reducer.add(sums[2], x.template value<Dense, 0>(tree, 2, k));
                reducer.add(sums[3], x.template value<Dense, 0>(tree, 3, k));
            }
            index_t const at = result_at(index);
            for (int r = 0; r < present; ++r)
                p.sink.put(at + r * p.pair_stride[line], reducer, sums[r], length);
        }
    }
    /// Where a line of a block starts: the last of all ends with the last output, so that it is as
    /// long as the others.
    static index_t start_of(index_t first, int n, index_t outputs) {
        index_t const own = first + index_t{n} * pair_line;
        return own + pair_line <= outputs || outputs < pair_line ? own : outputs - pair_line;
    }
    /// put(output, where it goes, accumulator) for those of a block, from one part of the elements.
    template <class Put>
    void walk(index_t block, index_t batch_number, index_t number, Put&& put) const {
        index_t index[rank] = {};
        set_index<batch>(index, p.pair_extent, batch_number);
        index_t const outputs = p.pair_extent[line];
        index_t const first = block * pair_line * lines;
        index_t const last = smaller(outputs, first + index_t{pair_line} * lines);
        int const count = static_cast<int>((last - first + pair_line - 1) / pair_line);
        int const present = static_cast<int>(smaller<index_t>(pair_line, outputs));
        int const width = (present + pair_vector - 1) / pair_vector * pair_vector;
        index[line] = first;
        host_pair_values<Tree, line, 0> x;
        host_pair_sums<Reducer> sums[stream_lines];
        for (int n = 0; n < count; ++n)
            sums[n].restart(p.reducer);
        index_t const begin = number * part;
        index_t const end = smaller(p.reduced, begin + part);
        set_index<reduced>(index, p.pair_extent, begin);
        x.template load<0, reduced | along>(p.pairs, index, 1);
        for (index_t k = begin; k < end; ++k) {
            index[line] = first;
            x.template load<reduced, along>(p.pairs, index, 1);
            for (int n = 0; n < count; ++n) {
                index[line] = start_of(first, n, outputs);
                x.template load<along, 0>(p.pairs, index, present);
                x.template share<0, 0>(p.pairs, width);
                sums[n].template add<0, 0>(p.reducer, p.pairs, x, width);
            }
            next_index<reduced>(index, p.pair_extent);
        }
        for (int n = 0; n < count; ++n) {
            sums[n].finish(p.reducer);
            index_t const own = first + index_t{n} * pair_line;
            index_t const start = start_of(first, n, outputs);
            index[line] = start;
            index_t const at = result_at(index);
            for (int w = static_cast<int>(own - start); w < present; ++w)
                put(batch_number * outputs + start + w, at + w * p.pair_stride[line],
                    sums[n].total(w));
        }
    }
};

}  // namespace twill::inline v0::detail
