// SPDX-License-Identifier: MIT
// Reductions on CPU threads. Segments depend on the shape alone and merge pairwise, so the bits do
// not depend on the number of threads and the error grows with the logarithm of the length.
#pragma once

#include "twill/host/rows.hpp"

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
    template <class Tree>
    Tree const& operator()(Tree const& tree, index_t, bool) const {
        return tree;
    }
};
template <class Tree>
class slot_reader {
public:
    explicit slot_reader(slot_plan<slots_of<Tree>> const& how) : buffers_(how) {}
    /// `fresh`: not the same columns as those of the call before.
    auto operator()(Tree const& tree, index_t count, bool fresh) {
        buffers_.fill(tree, count, fresh);
        return slot_source<0, Tree, slot_table<slots_of<Tree>>>{tree, buffers_.table()};
    }

private:
    slot_buffers<Tree, chunk_elements> buffers_;
};
/// use(make) where make() gives a reader for one piece of the loop.
template <int Rank, class Plan, class Use>
void with_reader(Plan const& p, Use&& use) {
    using Tree = typename Plan::tree_type;
    if constexpr (uses_slots<Tree, Rank>) {
        auto const slots = plan_slots<Rank>(p.tree, p.extent);
        index_t const inner = p.extent[Rank - 1];
        if (saves(slots, p.outputs * p.reduced / inner, inner))
            return use([&] { return slot_reader<Tree>(slots); });
    }
    use([] { return tree_reader{}; });
}

template <>
struct reduction_backend<host_space> {
    static constexpr bool fuses_rows = true;

    template <class Tree, class Reducer, class Sink, int Rank>
    static void run(reduce_plan<Tree, Reducer, Sink, Rank> p) {
        if (p.outputs == 0)
            return;
        cache_broadcasts(p.tree);
        if (p.reduced == 0) {
            for (index_t o = 0; o < p.outputs; ++o)
                finish(p, o, p.reducer.identity());
        } else if (p.columns) {
            run_columns<Reducer, Rank>(p);
        } else if (p.split == Rank) {
            // Without a reduced axis left, the last axis of the loop is a kept one.
            run_copies<Reducer, Rank>(p);
        } else {
            with_reader<Rank>(
                p, [&](auto const& make_reader) { run_neighbours<Reducer, Rank>(p, make_reader); });
        }
    }

    template <class Plan>
    static int kernels(Plan const& p) {
        return p.outputs == 0 ? 0 : 1;
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

    /// Reduced elements lie next to each other: each output is one or several runs.
    template <class Reducer, int Rank, class Plan, class Make>
    static void run_neighbours(Plan const& p, Make const& make_reader) {
        using accumulator = typename Reducer::accumulator;
        index_t const inner = p.extent[Rank - 1];
        index_t const rows = p.reduced / inner;  // of each output
        index_t const segment_inner = std::min(inner, piece_elements);
        index_t const inner_segments = (inner + segment_inner - 1) / segment_inner;
        index_t const segment_rows =
            inner_segments > 1 ? 1 : std::max<index_t>(1, piece_elements / inner);
        index_t const segments = (rows + segment_rows - 1) / segment_rows * inner_segments;

        if (segments == 1) {
            index_t const group = std::max<index_t>(1, piece_elements / p.reduced);
            return pieces_of(
                p.outputs * p.reduced, (p.outputs + group - 1) / group, [&](index_t piece) {
                    index_t const first = piece * group;
                    index_t const last = std::min(p.outputs, first + group);
                    pairwise<Reducer> total(p.reducer);
                    auto reader = make_reader();
                    index_t current = first;
                    walk_rows<Rank>(
                        p, first * rows, last * rows, 0, inner,
                        [&](auto const& tree, index_t row, index_t, index_t n) {
                            if (row / rows != current) {
                                finish(p, current, total.total());
                                total.clear();
                                current = row / rows;
                            }
                            bool const fresh = row == first * rows || n < inner;
                            total.push(reduce_chunk(p.reducer, reader(tree, n, fresh), n));
                        });
                    finish(p, current, total.total());
                });
        }
        std::vector<accumulator> partial(static_cast<std::size_t>(p.outputs * segments));
        pieces_of(p.outputs * p.reduced, p.outputs * segments, [&](index_t piece) {
            index_t const output = piece / segments;
            index_t const segment = piece % segments;
            index_t const row = output * rows + segment / inner_segments * segment_rows;
            index_t const from = segment % inner_segments * segment_inner;
            pairwise<Reducer> total(p.reducer);
            auto reader = make_reader();
            walk_rows<Rank>(p, row, std::min((output + 1) * rows, row + segment_rows), from,
                            std::min(inner, from + segment_inner),
                            [&](auto const& tree, index_t at_row, index_t, index_t n) {
                                bool const fresh = at_row == row || n < inner;
                                total.push(reduce_chunk(p.reducer, reader(tree, n, fresh), n));
                            });
            partial[static_cast<std::size_t>(piece)] = total.total();
        });
        for (index_t output = 0; output < p.outputs; ++output) {
            pairwise<Reducer> total(p.reducer);
            for (index_t s = 0; s < segments; ++s)
                total.push(partial[static_cast<std::size_t>(output * segments + s)]);
            finish(p, output, total.total());
        }
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

    /// How a reduction over columns is cut, by its shape alone: stretches of columns and of rows
    /// that make pieces for many threads. Memory wants long stretches of a row, caches few partial
    /// results.
    struct column_cut {
        index_t width;
        index_t stretches;
        index_t height;
        index_t segments;

        column_cut(index_t rows, index_t inner, index_t outer, index_t widest, index_t run) {
            bool const cached = rows * inner * outer <= index_t{1} << 21;
            width = std::min({inner, widest, cached ? index_t{256} : widest});
            stretches = (inner + width - 1) / width;
            index_t const share =
                std::max(rows * outer * stretches / enough_columns, piece_elements / width);
            height = std::clamp<index_t>((share + run - 1) / run * run, run, 1024);
            segments = (rows + height - 1) / height;
        }
        static constexpr index_t enough_columns = 128;
    };

    /// Neighbouring outputs lie next to each other: a stretch of them accumulates row by row.
    template <class Reducer, int Rank, class Plan>
    static void run_columns(Plan const& p) {
        using accumulator = typename Reducer::accumulator;
        constexpr index_t run =
            has_runs<Reducer> ? 32 : 64;  // rows added in sequence before they merge
        index_t const inner = p.extent[p.split - 1];
        index_t const outer = p.outputs / inner;
        index_t const rows = p.reduced;
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
        using Tree = typename Plan::tree_type;
        constexpr index_t widest =
            uses_slots<Tree, Rank>
                ? chunk_of<Tree::widest>
                : std::max<index_t>(16384 / static_cast<index_t>(sizeof(running_t<Reducer>)), 1);
        column_cut const cut(rows, inner, outer, widest, run);
        index_t const pieces = outer * cut.stretches;
        bool const whole = cut.segments == 1;
        std::vector<accumulator> partial(
            static_cast<std::size_t>(whole ? 0 : pieces * cut.segments * cut.width));
        auto columns_of = [&](index_t from) { return std::min(cut.width, inner - from); };
        auto finish_columns = [&](index_t piece, accumulator const* total) {
            index_t const from = piece % cut.stretches * cut.width;
            for (index_t j = 0; j < columns_of(from); ++j)
                finish(p, piece / cut.stretches * inner + from + j, total[j]);
        };
        with_reader<Rank>(loop, [&](auto const& make_reader) {
            pieces_of(p.outputs * p.reduced, pieces * cut.segments, [&](index_t piece) {
                auto reader = make_reader();
                index_t const segment = piece % cut.segments;
                index_t const from = piece / cut.segments % cut.stretches * cut.width;
                index_t const o = piece / cut.segments / cut.stretches;
                index_t const count = columns_of(from);
                std::vector<running_t<Reducer>> current(static_cast<std::size_t>(count));
                std::vector<accumulator> own(static_cast<std::size_t>(whole ? count : 0));
                accumulator* const total = whole ? own.data() : partial.data() + piece * cut.width;
                index_t const first = o * rows + segment * cut.height;
                index_t const last = std::min((o + 1) * rows, first + cut.height);
                index_t column = 0;
                auto accumulate = [&](bool notes) {
                    std::fill(total, total + count, p.reducer.identity());
                    for (index_t row = first; row < last; row += run) {
                        walk_rows<Rank>(loop, row, std::min(last, row + run), from, from + count,
                                        [&](auto const& tree, index_t at_row, index_t, index_t n) {
                                            accumulate_row(
                                                p.reducer, reader(tree, n, at_row == first),
                                                current.data() + column, n, at_row == row, notes);
                                            column = column + n < count ? column + n : 0;
                                        });
                        for (index_t j = 0; j < count; ++j)
                            total[j] = p.reducer.merge(
                                total[j],
                                settle_run(p.reducer, current[static_cast<std::size_t>(j)]));
                    }
                };
                accumulate(false);
                if constexpr (has_runs<Reducer>)
                    if (std::any_of(total, total + count, overflows<Reducer>))
                        accumulate(true);
                if (whole)
                    finish_columns(piece, total);
            });
        });
        if (whole)
            return;
        // Segments merge pairwise.
        pieces_of(p.outputs * cut.segments, pieces, [&](index_t piece) {
            accumulator* const total = partial.data() + piece * cut.segments * cut.width;
            for (index_t step = 1; step < cut.segments; step *= 2)
                for (index_t s = 0; s + step < cut.segments; s += 2 * step)
                    merge_rows(p.reducer, total + s * cut.width, total + (s + step) * cut.width,
                               columns_of(piece % cut.stretches * cut.width));
            finish_columns(piece, total);
        });
    }

    template <class Reducer>
    static void merge_rows(Reducer const reducer, typename Reducer::accumulator* to,
                           typename Reducer::accumulator const* from, index_t count) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t j = 0; j < count; ++j)
            to[j] = reducer.merge(to[j], from[j]);
    }

    /// Adds a row to the runs of its columns, and `notes` its elements in them if asked to.
    template <class Reducer, class Tree>
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

    template <class Body>
    static void pieces_of(index_t elements, index_t pieces, Body&& body) {
        if (elements > serial_elements)
            return parallel_pieces(pieces, body);
        for (index_t piece = 0; piece < pieces; ++piece)
            body(piece);
    }
};

}  // namespace twill::inline v0::detail
