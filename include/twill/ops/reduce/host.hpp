// SPDX-License-Identifier: MIT
// Reductions on CPU threads: what each expression brings to the loops of reduce_loops.hpp.
#pragma once

#include "twill/ops/pairs/nested_host.hpp"
#include "twill/ops/reduce/host_loops.hpp"
#include "twill/ops/rows/host.hpp"

namespace twill::inline v0::detail {

/// An empty run near elements i, j and k.
template <class Reducer, class Tree>
running_t<Reducer> start_at(Reducer const& reducer, Tree const& tree, index_t i, index_t j,
                            index_t k) {
    if constexpr (has_runs<Reducer>)
        return reducer.start(tree.value(i), tree.value(j), tree.value(k));
    else
        return reducer.identity();
}

// How a loop over rows reads its chunks: in the tree itself, or in slots, each of which is computed
// as seldom as possible.

struct tree_reader {
    explicit tree_reader(void const*) {}
    template <class Tree>
    Tree const& operator()(Tree const& tree, index_t, bool) const {
        return tree;
    }
};
template <class Tree>
class slot_reader {
public:
    explicit slot_reader(void const* slots)
        : buffers_(*static_cast<slot_plan<slots_of<Tree>> const*>(slots)) {}
    /// `fresh`: not the same columns as those of the call before.
    auto operator()(Tree const& tree, index_t count, bool fresh) {
        buffers_.fill(tree, count, fresh);
        return slot_source<0, Tree, slot_table<slots_of<Tree>>>{tree, buffers_.table()};
    }

private:
    slot_buffers<Tree, chunk_elements> buffers_;
};

/// The functions of a reduce_operand for one expression.
template <class Plan, class Reader>
struct operand_functions {
    using Reducer = typename Plan::reducer_type;
    using operand = reduce_operand<Reducer>;
    using accumulator = typename Reducer::accumulator;

    static void chunks(operand const& x, index_t first, index_t last, index_t from, index_t to,
                       output_rows<Reducer>& outputs) {
        auto const& p = *static_cast<Plan const*>(x.plan);
        index_t const inner = p.extent[Plan::rank - 1];
        Reader reader(x.slots);
        Reducer const reducer = x.reducer;
        walk_rows<Plan::rank>(
            p, first, last, from, to, [&](auto const& tree, index_t row, index_t, index_t n) {
                bool const fresh = row == first || n < inner;
                auto const chunk = reduce_chunk(reducer, reader(tree, n, fresh), n);
                if (sizeof(accumulator) <= 16 && outputs.rows == 0)
                    return outputs.total.push(chunk);
                x.enter(outputs, row, n == inner, chunk);
            });
    }
    static void columns(operand const& x, column_piece<Reducer> const& piece) {
        auto const& p = *static_cast<Plan const*>(x.plan);
        Reader reader(x.slots);
        index_t column = 0;
        for (index_t row = piece.first; row < piece.last; row += piece.run) {
            walk_rows<Plan::rank>(
                p, row, std::min(piece.last, row + piece.run), piece.from, piece.from + piece.count,
                [&](auto const& tree, index_t at_row, index_t, index_t n) {
                    accumulate_row(x.reducer, reader(tree, n, at_row == piece.first),
                                   piece.current + column, n, at_row == row, piece.notes);
                    column = column + n < piece.count ? column + n : 0;
                });
            piece.merge_run();
        }
    }

private:
    /// Adds a row to the runs of its columns, and `notes` its elements in them if asked to.
    template <class Tree>
    static void accumulate_row(Reducer const reducer, Tree const tree, running_t<Reducer>* to,
                               index_t count, bool first, bool notes) {
        if (first)
            for (index_t j = 0; j < count; ++j)
                to[j] = start_at(reducer, tree, j, j, j);
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t j = 0; j < count; ++j)
            reducer.add(to[j], tree.value(j));
        if (notes)
            for (index_t j = 0; j < count; ++j)
                note_element<Reducer>(to[j], tree.value(j));
    }
};

template <>
struct reduction_backend<host_space> {
    static constexpr bool fuses_rows = true;

    template <class Plan>
    static void run(Plan p) {
        using Reducer = typename Plan::reducer_type;
        constexpr int rank = Plan::rank;
        if (p.outputs == 0)
            return;
        cache_broadcasts(p.tree);
        if (p.reduced == 0) {
            for (index_t o = 0; o < p.outputs; ++o)
                finish(p, o, p.reducer.identity());
            return;
        }
        if constexpr (!Plan::whole) {
            if (p.columns)
                return run_columns<rank>(p);
            // Without a reduced axis left, the last axis of the loop is a kept one.
            if (p.split == rank)
                return run_copies<Reducer, rank>(p);
        }
        with_operand(p, p, [&](auto const& x) { reduce_neighbours(x, p.extent[rank - 1]); });
    }

    template <class Plan>
    static int kernels(Plan const& p) {
        return p.outputs == 0 ? 0 : 1;
    }
    /// Accumulators of chunks are not counted.
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }

    /// Whether run_rows is the way.
    template <class Plan>
    static bool takes_rows(Plan const& p) {
        return rows_stay_cached(p);
    }
    template <class Tree, class Out, int Rank>
    static void run_rows(row_plan<Tree, Out, Rank> p) {
        cache_broadcasts(p.tree);
        run_row_blocks(p);
    }

private:
    template <class Plan, class Accumulator>
    static void finish(Plan const& p, index_t output, Accumulator const& a) {
        p.sink.put(p.output_offset(output), p.reducer, a, p.reduced);
    }

    /// use(x) for the operand of `loop`, which is `p` or has its axes in another order.
    template <class Plan, class Use>
    static void with_operand(Plan const& p, Plan const& loop, Use&& use) {
        using Tree = typename Plan::tree_type;
        using Reducer = typename Plan::reducer_type;
        reduce_operand<Reducer> x{p.reducer,
                                  p.outputs,
                                  p.reduced,
                                  &loop,
                                  nullptr,
                                  nullptr,
                                  nullptr,
                                  &p,
                                  [](reduce_operand<Reducer> const& of, index_t output,
                                     typename Reducer::accumulator const& a) {
                                      finish(*static_cast<Plan const*>(of.results), output, a);
                                  }};
        auto with_functions = [&](auto functions) {
            x.chunks = functions.chunks;
            if constexpr (!Plan::whole)
                x.columns = functions.columns;
            use(x);
        };
        if constexpr (uses_slots<Tree, Plan::rank>) {
            auto const slots = plan_slots<Plan::rank>(loop.tree, loop.extent);
            index_t const inner = loop.extent[Plan::rank - 1];
            if (saves(slots, p.outputs * p.reduced / inner, inner)) {
                x.slots = &slots;
                return with_functions(operand_functions<Plan, slot_reader<Tree>>{});
            }
        }
        with_functions(operand_functions<Plan, tree_reader>{});
    }

    /// Every reduced axis has size 1: each output is made of one element.
    template <class Reducer, int Rank, class Plan>
    static void run_copies(Plan const& p) {
        walk_rows<Rank>(p, 0, p.outputs / p.extent[Rank - 1], 0, p.extent[Rank - 1],
                        [&](auto const& tree, index_t, index_t at, index_t n) {
                            for (index_t j = 0; j < n; ++j) {
                                auto run = start_at(p.reducer, tree, j, j, j);
                                p.reducer.add(run, tree.value(j));
                                note_element<Reducer>(run, tree.value(j));
                                p.sink.put(p.origin + at + j * p.stride[Rank - 1], p.reducer,
                                           settle_run(p.reducer, run), 1);
                            }
                        });
    }

    /// Neighbouring outputs lie next to each other.
    template <int Rank, class Plan>
    static void run_columns(Plan const& p) {
        using Tree = typename Plan::tree_type;
        using Reducer = typename Plan::reducer_type;
        // The last kept axis becomes the loop's inner one.
        Plan loop = p;
        auto const all = loop.records();
        auto rotate = [&](index_t* values) {
            std::rotate(values + p.split - 1, values + p.split, values + Rank);
        };
        rotate(loop.extent.values);
        for (int k = 0; k < all.count; ++k)
            rotate(all.values[k].stride);
        // What stands in slots from row to row is a chunk; otherwise the sums fit the nearest
        // cache.
        constexpr index_t widest =
            uses_slots<Tree, Rank>
                ? chunk_of<Tree::widest>
                : std::max<index_t>(16384 / static_cast<index_t>(sizeof(running_t<Reducer>)), 1);
        with_operand(p, loop,
                     [&](auto const& x) { reduce_columns(x, p.extent[p.split - 1], widest); });
    }
};

}  // namespace twill::inline v0::detail
