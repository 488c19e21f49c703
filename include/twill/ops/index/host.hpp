// SPDX-License-Identifier: MIT
// Writes at indices and the search for what is not zero, on the host.
#pragma once

#include <vector>

#include "twill/host/elementwise.hpp"
#include "twill/ops/index/nonzero.hpp"
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
                            for (index_t j = 0; j < n; ++j)
                                write(sink, tree.value(j));
                        });
    }

private:
    template <class Sink, class Values>
    static void write(Sink const& sink, Values const& values) {
        auto* const to = sink.template find<false>(values);
        if (!to)
            return;
        if constexpr (Sink::put::counts_repeats)
            *to = Sink::put::of(*to, Sink::value_of(values));
        else
            *to = Sink::value_of(values);
    }
};

/// Counts the pieces of a mask first, so that each piece knows where its positions go.
template <>
struct nonzero_backend<host_space> {
    index_t count(bool const* flags, index_t size) {
        index_t const pieces = divide_up(size, piece);
        before_.assign(static_cast<std::size_t>(pieces) + 1, 0);
        each_piece(size, pieces, [&](index_t p, index_t from, index_t to) {
            index_t n = 0;
            for (index_t i = from; i < to; ++i)
                n += flags[i] ? 1 : 0;
            before_[static_cast<std::size_t>(p) + 1] = n;
        });
        for (std::size_t p = 1; p < before_.size(); ++p)
            before_[p] += before_[p - 1];
        return before_.back();
    }
    void find(bool const* flags, index_t size, index_t* to) const {
        each_piece(size, divide_up(size, piece), [&](index_t p, index_t from, index_t last) {
            index_t* next = to + before_[static_cast<std::size_t>(p)];
            for (index_t i = from; i < last; ++i)
                if (flags[i])
                    *next++ = i;
        });
    }

private:
    static constexpr index_t piece = index_t{1} << 16;
    template <class Body>
    static void each_piece(index_t size, index_t pieces, Body&& body) {
        parallel_pieces(
            pieces, [&](index_t p) { body(p, p * piece, std::min(size, (p + 1) * piece)); },
            pieces < 8 ? effort::small : effort::large);
    }
    std::vector<index_t> before_;
};

}  // namespace twill::inline v0::detail
