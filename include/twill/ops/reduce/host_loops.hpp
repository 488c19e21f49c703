// SPDX-License-Identifier: MIT
// How a reduction is cut for CPU threads, and how parts merge. It knows the reducer but not the
// expression, which brings functions for the accumulators of chunks: so it is compiled once for
// each reducer of a program. Segments depend on the shape alone and merge pairwise, so the bits do
// not depend on the number of threads and the error grows with the logarithm of the length.
#pragma once

#include "twill/ops/reduce/host_chunk.hpp"

namespace twill::inline v0::detail {

/// A piece of a reduction over columns: `count` columns from `from` on, in rows [first, last).
template <class Reducer>
struct column_piece {
    Reducer const& reducer;
    index_t first;
    index_t last;
    index_t from;
    index_t count;
    running_t<Reducer>* current;           ///< one for each column
    typename Reducer::accumulator* total;  ///< merged into, a run of rows at a time
    bool notes;                            ///< elements are noted: the sums overflow

    /// Rows that are added in sequence before they merge.
    static constexpr index_t run = has_runs<Reducer> ? 32 : 64;

    void merge_run() const {
        for (index_t j = 0; j < count; ++j)
            total[j] = reducer.merge(total[j], settle_run(reducer, current[j]));
    }
};

/// Outputs made of `rows` rows each, which follow each other; with rows = 0, one total of all rows.
template <class Reducer>
struct output_rows {
    index_t rows;
    pairwise<Reducer> total;
    index_t current = -1;
};

/// The operand of a reduction, and where results go.
template <class Reducer>
struct reduce_operand {
    using accumulator = typename Reducer::accumulator;

    Reducer const& reducer;
    index_t outputs;
    index_t reduced;  ///< elements of each output
    void const* plan;
    void const* slots;  ///< how values of costly functions are kept, null where they are not
    /// Enters the chunks of rows [first, last) between `from` and `to`; finishes the outputs that
    /// end.
    void (*chunks)(reduce_operand const&, index_t first, index_t last, index_t from, index_t to,
                   output_rows<Reducer>&);
    void (*columns)(reduce_operand const&, column_piece<Reducer> const&);
    void const* results;
    void (*put)(reduce_operand const&, index_t output, accumulator const&);

    void finish(index_t output, accumulator const& a) const { put(*this, output, a); }
    /// Enters a chunk, which may be all of its row.
    TWILL_NOINLINE void enter(output_rows<Reducer>& to, index_t row, bool whole,
                              accumulator const& chunk) const {
        if (whole && to.rows == 1)
            return finish(row, chunk);
        if (to.rows != 0 && to.current != row / to.rows) {
            finish_current(to);
            to.current = row / to.rows;
        }
        to.total.push(chunk);
    }
    void finish_current(output_rows<Reducer>& to) const {
        if (to.current >= 0)
            put(*this, to.current, to.total.total());
        to.total.clear();
    }
};

template <class Body>
void pieces_of(index_t elements, index_t pieces, Body&& body) {
    if (elements > serial_elements)
        return parallel_pieces(pieces, body);
    for (index_t piece = 0; piece < pieces; ++piece)
        body(piece);
}

/// Reduced elements lie next to each other, `inner` of them in a row: each output is one or several
/// runs.
template <class Reducer>
void reduce_neighbours(reduce_operand<Reducer> const& x, index_t inner) {
    using accumulator = typename Reducer::accumulator;
    index_t const rows = x.reduced / inner;  // of each output
    index_t const segment_inner = std::min(inner, piece_elements);
    index_t const inner_segments = (inner + segment_inner - 1) / segment_inner;
    index_t const segment_rows =
        inner_segments > 1 ? 1 : std::max<index_t>(1, piece_elements / inner);
    index_t const segments = (rows + segment_rows - 1) / segment_rows * inner_segments;

    if (segments == 1) {
        index_t const group = std::max<index_t>(1, piece_elements / x.reduced);
        return pieces_of(x.outputs * x.reduced, (x.outputs + group - 1) / group,
                         [&](index_t piece) {
                             index_t const first = piece * group;
                             index_t const last = std::min(x.outputs, first + group);
                             output_rows<Reducer> to{rows, pairwise<Reducer>(x.reducer)};
                             x.chunks(x, first * rows, last * rows, 0, inner, to);
                             x.finish_current(to);
                         });
    }
    std::vector<accumulator> partial(static_cast<std::size_t>(x.outputs * segments));
    pieces_of(x.outputs * x.reduced, x.outputs * segments, [&](index_t piece) {
        index_t const output = piece / segments;
        index_t const segment = piece % segments;
        index_t const row = output * rows + segment / inner_segments * segment_rows;
        index_t const from = segment % inner_segments * segment_inner;
        output_rows<Reducer> to{0, pairwise<Reducer>(x.reducer)};
        x.chunks(x, row, std::min((output + 1) * rows, row + segment_rows), from,
                 std::min(inner, from + segment_inner), to);
        partial[static_cast<std::size_t>(piece)] = to.total.total();
    });
    for (index_t output = 0; output < x.outputs; ++output) {
        pairwise<Reducer> total(x.reducer);
        for (index_t s = 0; s < segments; ++s)
            total.push(partial[static_cast<std::size_t>(output * segments + s)]);
        x.finish(output, total.total());
    }
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

template <class Reducer>
void merge_rows(Reducer const reducer, typename Reducer::accumulator* to,
                typename Reducer::accumulator const* from, index_t count) {
    TWILL_INDEPENDENT_ITERATIONS
    for (index_t j = 0; j < count; ++j)
        to[j] = reducer.merge(to[j], from[j]);
}

/// Neighbouring outputs, `inner` of them in a row, lie next to each other: a stretch of at most
/// `widest` of them accumulates row by row.
template <class Reducer>
void reduce_columns(reduce_operand<Reducer> const& x, index_t inner, index_t widest) {
    using accumulator = typename Reducer::accumulator;
    index_t const outer = x.outputs / inner;
    index_t const rows = x.reduced;
    column_cut const cut(rows, inner, outer, widest, column_piece<Reducer>::run);
    index_t const pieces = outer * cut.stretches;
    bool const whole = cut.segments == 1;
    std::vector<accumulator> partial(
        static_cast<std::size_t>(whole ? 0 : pieces * cut.segments * cut.width));
    auto columns_of = [&](index_t from) { return std::min(cut.width, inner - from); };
    auto finish_columns = [&](index_t piece, accumulator const* total) {
        index_t const from = piece % cut.stretches * cut.width;
        for (index_t j = 0; j < columns_of(from); ++j)
            x.finish(piece / cut.stretches * inner + from + j, total[j]);
    };
    pieces_of(x.outputs * x.reduced, pieces * cut.segments, [&](index_t piece) {
        index_t const segment = piece % cut.segments;
        index_t const from = piece / cut.segments % cut.stretches * cut.width;
        index_t const o = piece / cut.segments / cut.stretches;
        index_t const count = columns_of(from);
        std::vector<running_t<Reducer>> current(static_cast<std::size_t>(count));
        std::vector<accumulator> own(static_cast<std::size_t>(whole ? count : 0));
        accumulator* const total = whole ? own.data() : partial.data() + piece * cut.width;
        index_t const first = o * rows + segment * cut.height;
        index_t const last = std::min((o + 1) * rows, first + cut.height);
        auto accumulate = [&](bool notes) {
            std::fill(total, total + count, x.reducer.identity());
            x.columns(x, {x.reducer, first, last, from, count, current.data(), total, notes});
        };
        accumulate(false);
        if constexpr (has_runs<Reducer>)
            if (std::any_of(total, total + count, overflows<Reducer>))
                accumulate(true);
        if (whole)
            finish_columns(piece, total);
    });
    if (whole)
        return;
    // Segments merge pairwise.
    pieces_of(x.outputs * cut.segments, pieces, [&](index_t piece) {
        accumulator* const total = partial.data() + piece * cut.segments * cut.width;
        for (index_t step = 1; step < cut.segments; step *= 2)
            for (index_t s = 0; s + step < cut.segments; s += 2 * step)
                merge_rows(x.reducer, total + s * cut.width, total + (s + step) * cut.width,
                           columns_of(piece % cut.stretches * cut.width));
        finish_columns(piece, total);
    });
}

}  // namespace twill::inline v0::detail
