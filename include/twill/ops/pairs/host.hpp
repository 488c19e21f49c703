// SPDX-License-Identifier: MIT
// Reductions over pairs on CPU threads: the inner loop runs over neighbouring outputs, whose
// operands lie in lines of their own; operands along the reduced axes are one value for all of
// them.
#pragma once

#include "twill/ops/pairs/host_stream.hpp"

namespace twill::inline v0::detail {

/// The sums of lines of outputs along axis `Line`, one line after the other along axis `Other` (-1:
/// there is one).
template <class Tree, class Reducer, int Rank, axis_set Reduced, int Line, int Other>
struct host_pair_loop {
    Tree const& tree;
    Reducer const& reducer;
    extents<Rank> const& extent;
    index_t reduced;
    index_t index[Rank] = {};
    int present = pair_line;  ///< outputs in the line
    int width = pair_line;    ///< of its vectors
    host_pair_values<Tree, Line, Reduced> x;
    host_pair_sums<Reducer> sums;

    host_pair_loop(Tree const& t, Reducer const& r, extents<Rank> const& e, index_t count)
        : tree(t), reducer(r), extent(e), reduced(count) {}

    /// To a line whose index but for the reduced axes is set.
    void start() {
        index_t const rest = extent[Line] - index[Line];
        present = static_cast<int>(rest < pair_line ? rest : pair_line);
        width = (present + pair_vector - 1) / pair_vector * pair_vector;
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
        sums.restart(reducer);
        for (index_t k = 0; k < reduced; ++k) {
            x.template load<Reduced, 0>(tree, index, present);
            x.each(tree, [&](auto& values, auto const&) {
                if constexpr (std::remove_cvref_t<decltype(values)>::is_kept)
                    values.line = values.kept.data() + k * pair_line;
            });
            x.template share<0, 0>(tree, width);
            sums.template add<0, 0>(reducer, tree, x, width);
            next_index<Reduced>(index, extent);
        }
        sums.finish(reducer);
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
        if constexpr (!has_loop<Policy> && host_stream<Plan>::fits)
            host_stream<Plan>(p).run();
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
                        p.sink.put(at + w * p.pair_stride[line], p.reducer, loop.sums.total(w),
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
        } else if constexpr (host_stream<Plan>::fits) {
            return host_stream<Plan>::suits(p) ? 1 : 0;
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
