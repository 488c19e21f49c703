// SPDX-License-Identifier: MIT
// How a reduction is cut for CPU threads, and how parts merge. Nothing here is a template: the
// reducer brings functions on its accumulators (host_values.hpp), the expression one that reads
// values. Segments depend on the shape alone and merge pairwise, so the bits do not depend on the
// number of threads and the error grows with the logarithm of the length.
#pragma once

#include "twill/ops/reduce/host_pieces.hpp"

namespace twill::inline v0::detail {

TWILL_NOINLINE inline void run_neighbours(reduce_operand const& x, reduce_reader const& r,
                                          reduce_piece const& piece) {
    partial_results partial(x);
    index_t output = -1;
    r.walk.start(piece.first, piece.last, piece.from, piece.to);
    while (r.walk.next()) {
        index_t const own = piece.rows == 0 ? 0 : r.walk.row / piece.rows;
        if (own != output && output >= 0)
            x.put(x, output, 1, partial.total());
        output = own;
        for (index_t rest = r.walk.count; rest > 0;) {
            index_t const n = smaller(rest, r.at_once, partial.room() * r.chunk);
            index_t const whole = n / r.chunk;
            char* const to = partial.next();
            // A row in one step leaves its values for the next one.
            bool const fresh = r.walk.row == piece.first || n < x.inner;
            if (r.chunks) {
                index_t const chunks = (n + r.chunk - 1) / r.chunk;
                r.chunks(r.context, n, fresh, to);
                partial.enter(chunks);
                rest -= n;
                if (x.decided(to, chunks) && piece.rows == 0)
                    return void(std::memcpy(piece.total, partial.total(), x.size()));
                continue;
            }
            index_t const count = whole > 0 ? r.chunk : n;
            index_t const rows = whole > 0 ? whole : 1;
            r.enter(x, rows, count, false, fresh, to);
            partial.enter(rows);
            if (x.decided(to, rows) && piece.rows == 0)
                return void(std::memcpy(piece.total, partial.total(), x.size()));
            rest -= rows * count;
            if (rest > 0)
                r.advance(rows * count);
        }
    }
    if (piece.rows == 0)
        std::memcpy(piece.total, partial.total(), x.size());
    else if (output >= 0)
        x.put(x, output, 1, partial.total());
}

inline void run_blocks(reduce_operand const& x, reduce_reader const& r, reduce_piece const& piece) {
    index_t const most = clamped<index_t>(4096 / static_cast<index_t>(x.size()), 1, chunk_elements);
    accumulator_memory const results(static_cast<std::size_t>(most) * x.size());
    r.blocks->start(piece.first, piece.last);
    while (r.blocks->next(most)) {
        r.enter(x, r.blocks->rows, x.reduced, true, true, results.data);
        x.put(x, r.blocks->row, r.blocks->rows, results.data);
    }
}

/// Rows that are added in sequence before they merge.
inline constexpr index_t rows_of_run = 64;

inline void run_columns(reduce_operand const& x, reduce_reader const& r,
                        reduce_piece const& piece) {
    index_t const count = piece.to - piece.from;
    std::size_t bytes = 0;
    bool have_runs = false;
    auto size_of_runs = [&](reducer_part const& part) {
        return (part.columns->running_size * static_cast<std::size_t>(count) + 63) / 64 * 64;
    };
    for (int k = 0; k < x.part_count; ++k) {
        bytes += size_of_runs(x.parts[k]);
        have_runs = have_runs || x.parts[k].columns->has_runs;
    }
    accumulator_memory const memory(bytes);
    index_t const run = have_runs ? rows_of_run / 2 : rows_of_run;
    bool const blocks = r.may_block && count == x.inner && r.blocks->possible();
    bool overflows = false;
    auto accumulate = [&](bool notes) {
        for (index_t row = piece.first; row < piece.last; row += run) {
            index_t const last = smaller(piece.last, row + run);
            auto add = [&](index_t rows, index_t column, index_t n, bool fresh, bool first) {
                char* runs = memory.data;
                r.each_part(
                    x, rows * n, fresh, [&](reducer_part const& part, value_stretch const& v) {
                        part.columns->add(
                            part.reducer, v, rows, n,
                            runs + static_cast<std::size_t>(column) * part.columns->running_size,
                            first, notes);
                        runs += size_of_runs(part);
                    });
            };
            if (blocks) {
                r.blocks->start(row, last);
                while (r.blocks->next(run))
                    add(r.blocks->rows, 0, count, true, r.blocks->row == row);
            } else {
                r.blocks->return_to_origin();
                r.walk.start(row, last, piece.from, piece.to);
                index_t column = 0;
                while (r.walk.next())
                    for (index_t rest = r.walk.count; rest > 0;) {
                        index_t const n = smaller(rest, r.at_once);
                        add(1, column, n, r.walk.row == piece.first, r.walk.row == row);
                        column = column + n < count ? column + n : 0;
                        rest -= n;
                        if (rest > 0)
                            r.advance(n);
                    }
            }
            char const* runs = memory.data;
            for (int k = 0; k < x.part_count; ++k) {
                reducer_part const& part = x.parts[k];
                overflows =
                    part.columns->settle(part.reducer, runs, count, piece.total + part.offset,
                                         x.size(), row == piece.first) ||
                    overflows;
                runs += size_of_runs(part);
            }
        }
    };
    accumulate(false);
    if (overflows)
        accumulate(true);
}

TWILL_NOINLINE inline void run_piece(reduce_operand const& x, reduce_reader const& r,
                                     reduce_piece const& piece) {
    switch (piece.what) {
        case reduce_piece::kind::neighbours:
            return run_neighbours(x, r, piece);
        case reduce_piece::kind::columns:
            return run_columns(x, r, piece);
        case reduce_piece::kind::blocks:
            if (!r.chunks && r.may_block && r.blocks->possible())
                return run_blocks(x, r, piece);
            reduce_piece rows = piece;
            rows.to = x.inner;
            rows.rows = 1;
            return run_neighbours(x, r, rows);
    }
}

template <class Body>
void pieces_of(index_t elements, index_t pieces, Body&& body) {
    if (elements > serial_elements)
        return parallel_pieces(pieces, body);
    for (index_t piece = 0; piece < pieces; ++piece)
        body(piece);
}

/// Reduced elements lie next to each other, `inner` of them in a row: each output is one or several
/// runs.
TWILL_COLD inline void reduce_neighbours(reduce_operand const& x) {
    index_t const inner = x.inner;
    index_t const rows = x.reduced / inner;  // of each output
    index_t const segment_inner = smaller(inner, piece_elements);
    index_t const inner_segments = (inner + segment_inner - 1) / segment_inner;
    index_t const segment_rows =
        inner_segments > 1 ? 1 : larger<index_t>(1, piece_elements / inner);
    index_t const segments = (rows + segment_rows - 1) / segment_rows * inner_segments;

    if (segments == 1) {
        index_t const group = larger<index_t>(1, piece_elements / x.reduced);
        auto const what = rows == 1 && inner <= chunk_elements / 2 ? reduce_piece::kind::blocks
                                                                   : reduce_piece::kind::neighbours;
        return pieces_of(x.outputs * x.reduced, (x.outputs + group - 1) / group,
                         [&](index_t piece) {
                             index_t const first = piece * group;
                             index_t const last = smaller(x.outputs, first + group);
                             x.run(x, {what, first * rows, last * rows, 0, inner, rows, nullptr});
                         });
    }
    accumulator_memory const partial(static_cast<std::size_t>(x.outputs * segments) * x.size());
    auto at = [&](index_t k) { return partial.data + static_cast<std::size_t>(k) * x.size(); };
    bool decided = false;  // by a piece: those that start later need not be read
    pieces_of(x.outputs * x.reduced, x.outputs * segments, [&](index_t piece) {
        if (__atomic_load_n(&decided, __ATOMIC_RELAXED))
            return x.accumulators->identities(x.reducer, at(piece), 1);
        index_t const output = piece / segments;
        index_t const segment = piece % segments;
        index_t const row = output * rows + segment / inner_segments * segment_rows;
        index_t const from = segment % inner_segments * segment_inner;
        x.run(x, {reduce_piece::kind::neighbours, row,
                  smaller((output + 1) * rows, row + segment_rows), from,
                  smaller(inner, from + segment_inner), 0, at(piece)});
        if (x.outputs == 1 && x.decided(at(piece), 1))
            __atomic_store_n(&decided, true, __ATOMIC_RELAXED);
    });
    for (index_t output = 0; output < x.outputs; ++output) {
        x.fold(at(output * segments), segments);
        x.put(x, output, 1, at(output * segments));
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
        width = smaller(inner, widest, cached ? index_t{1024} : widest);
        stretches = (inner + width - 1) / width;
        index_t const share =
            larger(rows * outer * stretches / enough_columns, piece_elements / width);
        height = clamped<index_t>((share + run - 1) / run * run, run, 1024);
        segments = (rows + height - 1) / height;
    }
    static constexpr index_t enough_columns = 128;
};

/// Neighbouring outputs, `inner` of them in a row, lie next to each other: a stretch of at most
/// `widest` of them accumulates row by row.
inline void reduce_columns(reduce_operand const& x, index_t widest) {
    index_t const inner = x.inner;
    index_t const outer = x.outputs / inner;
    index_t const rows = x.reduced;
    column_cut const cut(rows, inner, outer, widest, rows_of_run);
    index_t const pieces = outer * cut.stretches;
    bool const whole = cut.segments == 1;
    accumulator_memory const partial(
        static_cast<std::size_t>(whole ? 0 : pieces * cut.segments * cut.width) * x.size());
    auto at = [&](index_t k) {
        return partial.data + static_cast<std::size_t>(k * cut.width) * x.size();
    };
    auto columns_of = [&](index_t from) { return smaller(cut.width, inner - from); };
    auto finish_columns = [&](index_t piece, void const* total) {
        index_t const from = piece % cut.stretches * cut.width;
        x.put(x, piece / cut.stretches * inner + from, columns_of(from), total);
    };
    pieces_of(x.outputs * x.reduced, pieces * cut.segments, [&](index_t piece) {
        index_t const segment = piece % cut.segments;
        index_t const from = piece / cut.segments % cut.stretches * cut.width;
        index_t const o = piece / cut.segments / cut.stretches;
        index_t const count = columns_of(from);
        accumulator_memory const own(static_cast<std::size_t>(whole ? count : 0) * x.size());
        char* const total = whole ? own.data : at(piece);
        index_t const first = o * rows + segment * cut.height;
        index_t const last = smaller((o + 1) * rows, first + cut.height);
        x.run(x, {reduce_piece::kind::columns, first, last, from, from + count, 0, total});
        if (whole)
            finish_columns(piece, total);
    });
    if (whole)
        return;
    // Segments merge pairwise.
    pieces_of(x.outputs * cut.segments, pieces, [&](index_t piece) {
        char* const total = at(piece * cut.segments);
        x.fold(total, cut.segments, cut.width, columns_of(piece % cut.stretches * cut.width));
        finish_columns(piece, total);
    });
}

/// Whether the elements of an output are few neighbours, at most `most`, and those of neighbouring
/// outputs are neighbours too, as in sliding windows: rows of outputs are longer.
inline bool has_short_windows(index_t const* extent, int rank, int split,
                              operand_record const* operands, int count, index_t most) {
    if (split == 0 || split == rank || extent[rank - 1] > most ||
        extent[split - 1] < larger<index_t>(64, 4 * extent[rank - 1]))
        return false;
    bool slides = false;
    for (int k = 0; k < count; ++k) {
        if (!operands[k].data || operands[k].stride[rank - 1] != 1)
            continue;
        if (operands[k].stride[split - 1] != 1)
            return false;
        slides = true;
    }
    return slides;
}

/// Moves axis `split - 1` behind the others.
inline void rotate_axes(index_t* extent, operand_record const* operands, int count, int split,
                        int rank) {
    for (int k = -1; k < count; ++k) {
        index_t* const values = k < 0 ? extent : operands[k].stride;
        index_t const moved = values[split - 1];
        for (int d = split; d < rank; ++d)
            values[d - 1] = values[d];
        values[rank - 1] = moved;
    }
}

/// Reduces an operand; `columns`: its inner axis counts outputs, of which at most `widest` are
/// handled at once. Where every axis is reduced no code for columns is compiled.
template <bool Whole>
void reduce_pieces(reduce_operand const& x, bool columns, index_t widest) {
    if constexpr (!Whole)
        if (columns)
            return reduce_columns(x, widest);
    reduce_neighbours(x);
}

}  // namespace twill::inline v0::detail
