// SPDX-License-Identifier: MIT
// Scans on CPU threads. How lines are cut depends on the shape alone and partial results merge
// pairwise, so the bits do not depend on the number of threads.
#pragma once

#include "twill/host/elementwise.hpp"
#include "twill/ops/scan/evaluate.hpp"

namespace twill::inline v0::detail {

/// What stands before the next run of a line: runs merge pairwise as they come, like a binary
/// counter.
template <class Operator>
class scan_carry {
public:
    using accumulator = typename Operator::accumulator;

    void clear() { count_ = 0; }
    bool any() const { return count_ != 0; }
    void push(accumulator value) {
        int level = 0;
        for (; count_ >> level & 1; ++level)
            value = Operator::combine(levels_[level], value);
        levels_[level] = value;
        ++count_;
    }
    /// Only where there is any.
    accumulator total() const {
        int level = 0;
        while (!(count_ >> level & 1))
            ++level;
        accumulator result = levels_[level];
        for (++level; count_ >> level != 0; ++level)
            if (count_ >> level & 1)
                result = Operator::combine(levels_[level], result);
        return result;
    }

private:
    accumulator levels_[64];
    std::uint64_t count_ = 0;
};

/// Elements that are scanned on their own before what stands ahead of them is added.
inline constexpr index_t scan_run = 64;
/// Parts of a run that are scanned side by side, since each step of one waits for the step before.
inline constexpr index_t scan_part = scan_run / 4;

/// Scans neighbours into `to`: a whole run in parts that each start anew.
template <class Operator, class Tree>
void scan_elements(Tree const tree, index_t from, index_t count,
                   typename Operator::accumulator* to) {
    using accumulator = typename Operator::accumulator;
    for (index_t j = 0; j < count; ++j)
        to[j] = static_cast<accumulator>(tree.value(from + j));
    if (count == scan_run) {
        accumulator a = to[0], b = to[scan_part], c = to[2 * scan_part], d = to[3 * scan_part];
        for (index_t j = 1; j < scan_part; ++j) {
            to[j] = a = Operator::combine(a, to[j]);
            to[scan_part + j] = b = Operator::combine(b, to[scan_part + j]);
            to[2 * scan_part + j] = c = Operator::combine(c, to[2 * scan_part + j]);
            to[3 * scan_part + j] = d = Operator::combine(d, to[3 * scan_part + j]);
        }
    } else {
        for (index_t j = 1; j < count; ++j)
            to[j] = Operator::combine(to[j - 1], to[j]);
    }
}
/// What neighbours add up to, in several lanes, so that the compiler vectorises; a user's function
/// may tell them apart.
template <class Operator, class Tree>
typename Operator::accumulator total_of_elements(Tree const tree, index_t count) {
    using accumulator = typename Operator::accumulator;
    constexpr index_t width = requires { Operator::keeps_order; } ? 1 : 16;
    accumulator lane[width] = {};
    index_t const used = smaller(width, count);
    for (index_t l = 0; l < used; ++l)
        lane[l] = static_cast<accumulator>(tree.value(l));
    index_t i = width;
    for (; i + width <= count; i += width)
        for (index_t l = 0; l < width; ++l)
            lane[l] = Operator::combine(lane[l], static_cast<accumulator>(tree.value(i + l)));
    for (index_t l = 0; i + l < count; ++l)
        lane[l] = Operator::combine(lane[l], static_cast<accumulator>(tree.value(i + l)));
    accumulator result = lane[0];
    for (index_t l = 1; l < used; ++l)
        result = Operator::combine(result, lane[l]);
    return result;
}

template <>
struct scan_backend<host_space> {
    template <class Tree, class Operator, class Out, int Rank>
    static void run(scan_plan<Tree, Operator, Out, Rank> p) {
        if (p.empty())
            return;
        cache_broadcasts(p.tree);
        if constexpr (Rank >= 2)
            if (p.columns)
                return run_columns<Operator, Rank>(p);
        run_rows<Operator, Rank>(p);
    }
    /// Allocations of device memory besides the result.
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }

private:
    /// With fewer lines (or chunks of columns) than this, lines are cut.
    static constexpr index_t enough_pieces = 64;

    template <class Operator, int Rank, class Plan>
    static void run_rows(Plan const& p) {
        using accumulator = typename Operator::accumulator;
        index_t const whole = p.lines >= enough_pieces ? p.length : piece_elements;
        index_t const segments = (p.length + whole - 1) / whole;
        if (segments == 1) {
            index_t const group = larger<index_t>(1, piece_elements / p.length);
            return pieces_of(p, (p.lines + group - 1) / group, [&](index_t piece) {
                index_t const first = piece * group;
                scan_rows<Operator, Rank>(p, first, smaller(p.lines, first + group), 0, p.length,
                                          nullptr);
            });
        }
        // The total of each segment, then what stands before each, then the segments.
        buffer<accumulator> const before(static_cast<std::size_t>(p.lines * segments));
        auto at = [&](index_t line, index_t segment) -> accumulator& {
            return before[static_cast<std::size_t>(line * segments + segment)];
        };
        pieces_of(p, p.lines * (segments - 1), [&](index_t piece) {
            index_t const line = piece / (segments - 1);
            index_t const segment = piece % (segments - 1);
            scan_carry<Operator> carry;
            walk_rows<Rank>(p, line, line + 1, segment * whole, (segment + 1) * whole,
                            [&](auto const& tree, index_t, index_t, index_t count) {
                                carry.push(total_of_elements<Operator>(tree, count));
                            });
            at(line, segment + 1) = carry.total();
        });
        for (index_t line = 0; line < p.lines; ++line) {
            scan_carry<Operator> carry;
            for (index_t segment = 1; segment < segments; ++segment) {
                carry.push(at(line, segment));
                at(line, segment) = carry.total();
            }
        }
        pieces_of(p, p.lines * segments, [&](index_t piece) {
            index_t const line = piece / segments;
            index_t const segment = piece % segments;
            scan_rows<Operator, Rank>(p, line, line + 1, segment * whole,
                                      smaller(p.length, (segment + 1) * whole),
                                      segment > 0 ? &at(line, segment) : nullptr);
        });
    }

    /// Scans elements [from, to) of lines [first, last), behind `ahead` where there is one.
    template <class Operator, int Rank, class Plan>
    static void scan_rows(Plan const& p, index_t first, index_t last, index_t from, index_t to,
                          typename Operator::accumulator const* ahead) {
        using accumulator = typename Operator::accumulator;
        scan_carry<Operator> carry;
        index_t current = first;
        index_t const step = p.stride[Rank - 1];
        walk_rows<Rank>(p, first, last, from, to,
                        [&](auto const& tree, index_t line, index_t at, index_t count) {
                            if (line != current) {
                                carry.clear();
                                current = line;
                            }
                            accumulator run[scan_run];
                            for (index_t j = 0; j < count; j += scan_run) {
                                index_t const n = smaller(scan_run, count - j);
                                scan_elements<Operator>(tree, j, n, run);
                                accumulator before{};
                                bool any = carry.any();
                                if (any)
                                    before = carry.total();
                                if (ahead)
                                    before = any ? Operator::combine(*ahead, before) : *ahead;
                                any = any || ahead;
                                accumulator total{};
                                index_t const part = n == scan_run ? scan_part : n;
                                for (index_t k = 0; k < n; k += part) {
                                    bool const behind = any || k > 0;
                                    accumulator const edge =
                                        k == 0 ? before
                                               : (any ? Operator::combine(before, total) : total);
                                    write_row<Operator>(
                                        run + k, behind, [&](index_t) { return edge; },
                                        p.out() + at + (j + k) * step, step, part);
                                    accumulator const end = run[k + part - 1];
                                    total = k == 0 ? end : Operator::combine(total, end);
                                }
                                carry.push(total);
                            }
                        });
    }

    /// What stands above the next row of a chunk of columns: the rows since the last run, those
    /// since the last segment, and all before.
    template <class Operator>
    struct column_carry {
        using accumulator = typename Operator::accumulator;
        accumulator run[chunk_elements];
        accumulator segment[chunk_elements];
        accumulator before[chunk_elements];
        accumulator ahead[chunk_elements];
        bool any_ahead = false;
        index_t rows = 0;

        /// `first += second`, or `first = second` where it is the first.
        static void merge(accumulator* first, accumulator const* second, index_t count, bool any) {
            for (index_t j = 0; j < count; ++j)
                first[j] = any ? Operator::combine(first[j], second[j]) : second[j];
        }
        /// Before a row that starts a run of scan_run rows.
        void close(index_t count) {
            merge(segment, run, count, rows % segment_rows != scan_run);
            if (rows % segment_rows == 0) {
                merge(ahead, segment, count, any_ahead);
                any_ahead = true;
                merge(before, ahead, count, false);
            } else if (any_ahead) {
                for (index_t j = 0; j < count; ++j)
                    before[j] = Operator::combine(ahead[j], segment[j]);
            } else {
                merge(before, segment, count, false);
            }
        }
    };
    static constexpr index_t segment_rows = 1024;

    template <class Operator, int Rank, class Plan>
    static void run_columns(Plan const& p) {
        using accumulator = typename Operator::accumulator;
        index_t const inner = p.extent[Rank - 1];
        index_t const outer = p.lines / inner;
        // What walk_rows hands out at a time, so that a carry belongs to the same columns.
        constexpr index_t chunk = chunk_of<larger(
            Plan::tree_type::widest, static_cast<int>(sizeof(typename Plan::out_type)))>;
        index_t const chunks = (inner + chunk - 1) / chunk;
        index_t const whole = outer * chunks >= enough_pieces ? p.length : segment_rows;
        index_t const segments = (p.length + whole - 1) / whole;
        // before[segment - 1][line]: the total of all rows before a segment.
        buffer<accumulator> const before(static_cast<std::size_t>((segments - 1) * p.lines));
        auto segment_of = [&](index_t piece, auto writes) {
            index_t const segment = piece / (outer * chunks);
            index_t const o = piece / chunks % outer;
            index_t const from = piece % chunks * chunk;
            index_t const count = smaller(chunk, inner - from);
            auto totals = [&](index_t of) {
                return before.data() + of * p.lines + o * inner + from;
            };
            scan_columns<Operator, Rank, decltype(writes)::value>(
                p, o * p.length + segment * whole,
                o * p.length + smaller(p.length, (segment + 1) * whole), from, count,
                !decltype(writes)::value ? totals(segment)
                : segment > 0            ? totals(segment - 1)
                                         : nullptr);
        };
        pieces_of(p, (segments - 1) * outer * chunks,
                  [&](index_t piece) { segment_of(piece, std::false_type{}); });
        if (segments > 2)
            pieces_of(p, outer * chunks, [&](index_t piece) {
                index_t const from = piece / chunks * inner + piece % chunks * chunk;
                index_t const to = smaller((piece / chunks + 1) * inner, from + chunk);
                for (index_t line = from; line < to; ++line) {
                    scan_carry<Operator> carry;
                    for (index_t segment = 0; segment < segments - 1; ++segment) {
                        accumulator& total =
                            before[static_cast<std::size_t>(segment * p.lines + line)];
                        carry.push(total);
                        total = carry.total();
                    }
                }
            });
        pieces_of(p, segments * outer * chunks,
                  [&](index_t piece) { segment_of(piece, std::true_type{}); });
    }

    /// Scans rows [first, last) of `count` columns from `from` on, behind what `edge` has; without
    /// `Writes` the totals go there.
    template <class Operator, int Rank, bool Writes, class Plan>
    static void scan_columns(Plan const& p, index_t first, index_t last, index_t from,
                             index_t count, typename Operator::accumulator* edge) {
        column_carry<Operator> carry;
        if (Writes && edge) {
            carry.merge(carry.ahead, edge, count, false);
            carry.merge(carry.before, edge, count, false);
            carry.any_ahead = true;
        }
        index_t const step = p.stride[Rank - 1];
        walk_rows<Rank>(p, first, last, from, from + count,
                        [&](auto const& tree, index_t row, index_t at, index_t n) {
                            carry.rows = row - first;
                            bool const starts = carry.rows % scan_run == 0;
                            if (starts && carry.rows > 0)
                                carry.close(n);
                            add_row<Operator>(tree, carry.run, n, starts);
                            if constexpr (Writes)
                                write_row<Operator>(
                                    carry.run, carry.any_ahead || carry.rows >= scan_run,
                                    [&](index_t k) { return carry.before[k]; }, p.out() + at, step,
                                    n);
                        });
        if constexpr (!Writes) {
            // Every segment but the last has all its rows: whole runs.
            carry.rows = last - first;
            carry.close(count);
            for (index_t j = 0; j < count; ++j)
                edge[j] = carry.before[j];
        }
    }

    template <class Operator, class Tree>
    static void add_row(Tree const tree, typename Operator::accumulator* run, index_t count,
                        bool starts) {
        using accumulator = typename Operator::accumulator;
        if (starts) {
            TWILL_INDEPENDENT_ITERATIONS
            for (index_t j = 0; j < count; ++j)
                run[j] = static_cast<accumulator>(tree.value(j));
        } else {
            TWILL_INDEPENDENT_ITERATIONS
            for (index_t j = 0; j < count; ++j)
                run[j] = Operator::combine(run[j], static_cast<accumulator>(tree.value(j)));
        }
    }
    /// Writes neighbours behind before(j), where there is `any`.
    template <class Operator, class Before, class Out>
    static void write_row(typename Operator::accumulator const* run, bool any, Before&& before,
                          Out* out, index_t step, index_t count) {
        if (!any) {
            for (index_t j = 0; j < count; ++j)
                out[j * step] = static_cast<Out>(run[j]);
        } else if (step == 1) {
            TWILL_INDEPENDENT_ITERATIONS
            for (index_t j = 0; j < count; ++j)
                out[j] = static_cast<Out>(Operator::combine(before(j), run[j]));
        } else {
            for (index_t j = 0; j < count; ++j)
                out[j * step] = static_cast<Out>(Operator::combine(before(j), run[j]));
        }
    }

    template <class Plan, class Body>
    static void pieces_of(Plan const& p, index_t pieces, Body&& body) {
        if (p.lines * p.length > serial_elements)
            return parallel_pieces(pieces, body);
        for (index_t piece = 0; piece < pieces; ++piece)
            body(piece);
    }
};

}  // namespace twill::inline v0::detail
