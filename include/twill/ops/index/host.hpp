// SPDX-License-Identifier: MIT
// Writes at indices and the search for what is not zero, on the host.
#pragma once

#include <cstring>
#include <vector>

#include "twill/host/elementwise.hpp"
#include "twill/ops/index/marks.hpp"
#include "twill/ops/index/scatter.hpp"

namespace twill::inline v0::detail {

/// In the indices' order: of values for one element the last one stays.
template <>
struct scatter_backend<host_space> {
    template <class Plan, class Sink>
    static void run(Plan p, Sink const& sink) {
        constexpr int rank = Plan::rank;
        cache_broadcasts(p.tree);
        index_t const inner = p.extent[rank - 1];
        walk_rows<rank>(p, 0, p.extent.size() / inner, 0, inner,
                        [&](auto const& tree, index_t, index_t, index_t n) {
                            for (index_t j = 0; j < n; j += block)
                                write(sink, tree, j, smaller(block, n - j));
                        });
    }

private:
    static constexpr index_t block = 32;

    /// All places first: memory is asked for them together, not for one after the other.
    template <class Sink, class Tree>
    static void write(Sink const& sink, Tree const& tree, index_t first, index_t count) {
        using T = typename Sink::element;
        T* to[block];
        for (index_t k = 0; k < count; ++k) {
            to[k] = sink.template find<false>(tree.value(first + k));
            __builtin_prefetch(to[k], 1);
        }
        for (index_t k = 0; k < count; ++k) {
            if (!to[k])
                continue;
            T const value = Sink::value_of(tree.value(first + k));
            if constexpr (Sink::put::counts_repeats)
                *to[k] = Sink::put::of(*to[k], value);
            else
                *to[k] = value;
        }
    }
};

/// Counts the pieces of a condition first, so that each piece knows where its values go.
template <>
struct marks<host_space> {
    template <class E, int Rank>
    void mark(execution& now, E const& ready, extents<Rank> const& shape) {
        if constexpr (leaf_in_memory<E>) {
            if (is_contiguous(ready.layout))
                hold(ready.storage, ready.data);
        }
        if (!flags_ && shape.size() > 0) {
            auto const made = evaluate_fresh<bool, host_space>(now, ready);
            hold(made.storage, made.data);
        }
        index_t const pieces = divide_up(shape.size(), piece);
        before_.assign(static_cast<std::size_t>(pieces) + 1, 0);
        each_piece(shape.size(), [&](index_t p, index_t from, index_t to) {
            index_t n = 0;
            for (; from + 8 <= to; from += 8)
                n += static_cast<index_t>(word_of(flags_ + from) * each_byte >> 56);
            for (; from < to; ++from)
                n += flags_[from] ? 1 : 0;
            before_[static_cast<std::size_t>(p) + 1] = n;
        });
        for (std::size_t p = 1; p < before_.size(); ++p)
            before_[p] += before_[p - 1];
    }
    index_t count() const { return before_.back(); }
    void count_to(index_t* total) const { *total = count(); }
    template <class Plan, class T>
    void write(Plan p, T* to, index_t step, index_t most) const {
        constexpr int rank = Plan::rank;
        cache_broadcasts(p.tree);
        index_t const inner = p.extent[rank - 1];
        each_piece(p.extent.size(), [&](index_t number, index_t from, index_t last) {
            index_t next = before_[static_cast<std::size_t>(number)];
            index_t const end = smaller(before_[static_cast<std::size_t>(number) + 1], most);
            auto some = [&](auto const& tree, index_t, index_t at, index_t count) {
                next = write_some(tree, flags_ + at, count, to, step, next, end);
            };
            // The end of a row, whole rows, the beginning of one.
            while (from < last && next < end) {
                index_t const row = from / inner;
                index_t const column = from - row * inner;
                index_t const rows =
                    column == 0 && last - from >= inner ? (last - from) / inner : 1;
                index_t const stop = smaller(inner, column + last - from);
                walk_rows<rank>(p, row, row + rows, column, stop, some);
                from += rows * (stop - column);
            }
        });
    }

private:
    static constexpr index_t piece = index_t{1} << 16;
    static constexpr index_t block = 256;
    static constexpr std::uint64_t each_byte = 0x0101010101010101;

    /// Eight flags, a byte each.
    static std::uint64_t word_of(bool const* flags) {
        std::uint64_t word = 0;
        std::memcpy(&word, flags, sizeof(word));
        return word;
    }
    void hold(storage_ref const& storage, bool const* flags) {
        held_ = storage;
        flags_ = flags;
    }
    /// Writes the values where flags are set, until `end` of them are there; how many there are
    /// now.
    template <class Tree, class T>
    static index_t write_some(Tree const& tree, bool const* flags, index_t count, T* to,
                              index_t step, index_t next, index_t end) {
        // A value that is read and no more is written even where the next one will stand on it.
        if constexpr (!requires { tree.function; }) {
            index_t j = 0;
            for (; j + 8 <= count && next + 8 <= end; j += 8) {
                if (word_of(flags + j) == 0)
                    continue;
                for (index_t k = j; k < j + 8; ++k) {
                    to[next * step] = static_cast<T>(tree.value(k));
                    next += flags[k] ? 1 : 0;
                }
            }
            for (; j < count && next < end; ++j)
                if (flags[j])
                    to[next++ * step] = static_cast<T>(tree.value(j));
            return next;
        } else {
            std::uint16_t at[block];
            for (index_t first = 0; first < count && next < end; first += block) {
                index_t const some = smaller(block, count - first);
                index_t chosen = 0;
                for (index_t j = 0; j < some; ++j) {
                    at[chosen] = static_cast<std::uint16_t>(j);
                    chosen += flags[first + j] ? 1 : 0;
                }
                chosen = smaller(chosen, end - next);
                for (index_t k = 0; k < chosen; ++k)
                    to[(next + k) * step] = static_cast<T>(tree.value(first + at[k]));
                next += chosen;
            }
            return next;
        }
    }
    template <class Body>
    static void each_piece(index_t size, Body&& body) {
        index_t const pieces = divide_up(size, piece);
        parallel_pieces(
            pieces, [&](index_t p) { body(p, p * piece, smaller(size, (p + 1) * piece)); },
            pieces < 8 ? effort::small : effort::large);
    }

    storage_ref held_;
    bool const* flags_ = nullptr;
    std::vector<index_t> before_ = {0};
};

}  // namespace twill::inline v0::detail
