// SPDX-License-Identifier: MIT
// Counting and reductions of runs on CPU threads.
#pragma once

#include "twill/ops/sort/host.hpp"
#include "twill/ops/statistics/tally.hpp"

namespace twill::inline v0::detail {

/// Parts of a run that merge pairwise as they come, like a binary counter: which parts meet depends
/// on how many there are alone.
template <class Reducer>
class pairwise_parts {
public:
    using accumulator = typename Reducer::accumulator;

    void push(Reducer const& reducer, accumulator value) {
        int level = 0;
        for (; count_ >> level & 1; ++level)
            value = reducer.merge(levels_[level], value);
        levels_[level] = value;
        ++count_;
    }
    accumulator total(Reducer const& reducer) const {
        bool any = false;
        accumulator result = reducer.identity();
        for (int level = 0; count_ >> level != 0; ++level)
            if (count_ >> level & 1) {
                result = any ? reducer.merge(levels_[level], result) : levels_[level];
                any = true;
            }
        return result;
    }

private:
    accumulator levels_[64];
    std::uint64_t count_ = 0;
};

template <>
struct tally<host_space> {
    /// Every piece counts for itself where bins are few beside the elements.
    template <class T, class Lie, class Bin>
    static auto counts(execution& now, leaf<T, 1, host_space, Lie> const& x, index_t bins,
                       Bin const& bin) {
        auto result = now.fresh<index_t, host_space>(extents<1>(bins));
        index_t const count = x.layout.shape[0];
        index_t const pieces = std::clamp<index_t>(count / (sorted_piece + 4 * bins), 1, 64);
        index_t const each = divide_up(count, pieces);
        std::vector<index_t> own(static_cast<std::size_t>((pieces - 1) * bins));
        index_t* const to = const_cast<index_t*>(result.data);
        std::fill_n(to, bins, index_t{0});
        sort_pieces(pieces, [&](index_t piece) {
            index_t* const table = piece == 0 ? to : own.data() + (piece - 1) * bins;
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i) {
                index_t const b = bin(x.data[i]);
                if (b >= 0)
                    ++table[b];
            }
        });
        for (index_t piece = 1; piece < pieces; ++piece)
            for (index_t b = 0; b < bins; ++b)
                to[b] += own[static_cast<std::size_t>((piece - 1) * bins + b)];
        return result;
    }

    /// The sums of values by their keys, those of `bins` and more left out: a table for each piece,
    /// added in order. How many pieces there are depends on the sizes alone.
    template <class LieK, class LieV>
    static auto sums(execution& now, leaf<std::uint32_t, 1, host_space, LieK> const& keys,
                     leaf<double, 1, host_space, LieV> const& values, index_t bins) {
        auto result = now.fresh<double, host_space>(extents<1>(bins));
        index_t const count = keys.layout.shape[0];
        index_t const pieces = std::clamp<index_t>(count / (sorted_piece + 4 * bins), 1, 64);
        index_t const each = divide_up(count, pieces);
        std::vector<double> own(static_cast<std::size_t>((pieces - 1) * bins));
        double* const to = const_cast<double*>(result.data);
        std::fill_n(to, bins, 0.0);
        sort_pieces(pieces, [&](index_t piece) {
            double* const table = piece == 0 ? to : own.data() + (piece - 1) * bins;
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i)
                if (keys.data[i] < static_cast<std::uint64_t>(bins))
                    table[keys.data[i]] += values.data[i];
        });
        for (index_t piece = 1; piece < pieces; ++piece)
            for (index_t b = 0; b < bins; ++b)
                to[b] += own[static_cast<std::size_t>((piece - 1) * bins + b)];
        return result;
    }

    template <class Reducer, class V, class LieV, class LieO, class LieS>
    static auto reduce_runs(execution& now, Reducer const& reducer,
                            leaf<V, 1, host_space, LieV> const& values,
                            leaf<index_t, 1, host_space, LieO> const& order,
                            leaf<index_t, 1, host_space, LieS> const& starts) {
        using R = typename Reducer::result;
        index_t const runs = starts.layout.shape[0] - 1;
        auto result = now.fresh<R, host_space>(extents<1>(runs));
        R* const to = const_cast<R*>(result.data);
        index_t const count = runs > 0 ? starts.data[runs] : 0;
        index_t const pieces = std::clamp<index_t>((count + runs) / piece_elements, 1, 512);
        sort_pieces(pieces, [&](index_t piece) {
            // The runs that start in the piece's part of elements, empty ones by their number.
            auto first_of = [&](index_t p) {
                return p == 0 ? index_t{0}
                       : p == pieces
                           ? runs
                           : std::lower_bound(starts.data, starts.data + runs, count / pieces * p) -
                                 starts.data;
            };
            for (index_t r = first_of(piece); r < first_of(piece + 1); ++r)
                to[r] =
                    static_cast<R>(reducer.finish(reduce_run(reducer, values.data, order.data,
                                                             starts.data[r], starts.data[r + 1]),
                                                  starts.data[r + 1] - starts.data[r]));
        });
        return result;
    }

    template <class A, class V, class Lie, class LieK>
    static auto sums(execution& now, leaf<V, 1, host_space, Lie> const& values,
                     leaf<std::uint32_t, 1, host_space, LieK> const& bins, index_t keys) {
        using S = table_sum_t<A>;
        return by_key<S>(
            now, values, bins, keys, S{},
            [](V const& x) {
                return static_cast<S>(convert_value<A>(static_cast<compute_t<V>>(x)));
            },
            [](S a, S b) { return static_cast<S>(add{}(a, b)); });
    }
    template <class Form, class V, class Lie, class LieK>
    static auto least(execution& now, leaf<V, 1, host_space, Lie> const& values,
                      leaf<std::uint32_t, 1, host_space, LieK> const& bins, index_t keys) {
        using A = typename Form::entry;
        return by_key<A>(
            now, values, bins, keys, Form::none, [](V const& x) { return Form::of(x); },
            [](A a, A b) { return b < a ? b : a; });
    }

private:
    static constexpr index_t part = 64;

    /// Pieces have tables of their own, as counts() has, which are merged in order.
    template <class A, class V, class Lie, class LieK, class Of, class Merge>
    static auto by_key(execution& now, leaf<V, 1, host_space, Lie> const& values,
                       leaf<std::uint32_t, 1, host_space, LieK> const& bins, index_t keys, A none,
                       Of const& of, Merge const& merge) {
        auto result = now.fresh<A, host_space>(extents<1>(keys));
        index_t const count = bins.layout.shape[0];
        index_t const pieces = std::clamp<index_t>(count / (sorted_piece + 4 * keys), 1, 64);
        index_t const each = divide_up(count, pieces);
        std::vector<A> own(static_cast<std::size_t>((pieces - 1) * keys), none);
        A* const to = const_cast<A*>(result.data);
        std::fill_n(to, keys, none);
        sort_pieces(pieces, [&](index_t piece) {
            A* const table = piece == 0 ? to : own.data() + (piece - 1) * keys;
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i)
                if (static_cast<index_t>(bins.data[i]) < keys)
                    table[bins.data[i]] = merge(table[bins.data[i]], of(values.data[i]));
        });
        for (index_t piece = 1; piece < pieces; ++piece)
            for (index_t k = 0; k < keys; ++k)
                to[k] = merge(to[k], own[static_cast<std::size_t>((piece - 1) * keys + k)]);
        return result;
    }

    template <class Reducer, class V>
    static auto reduce_run(Reducer const& reducer, V const* values, index_t const* order,
                           index_t begin, index_t end) {
        auto one = [&](index_t i) {
            return accumulated(reducer, static_cast<compute_t<V>>(values[order[i]]));
        };
        pairwise_parts<Reducer> parts;
        // Four stretches of a part side by side: no element waits for the one before it, and
        // stretches are merged in their order.
        constexpr index_t stretch = part / 4;
        index_t i = begin;
        for (; i + part <= end; i += part) {
            typename Reducer::accumulator a = one(i);
            typename Reducer::accumulator b = one(i + stretch);
            typename Reducer::accumulator c = one(i + 2 * stretch);
            typename Reducer::accumulator d = one(i + 3 * stretch);
            for (index_t k = i + 1; k < i + stretch; ++k) {
                a = reducer.merge(a, one(k));
                b = reducer.merge(b, one(k + stretch));
                c = reducer.merge(c, one(k + 2 * stretch));
                d = reducer.merge(d, one(k + 3 * stretch));
            }
            parts.push(reducer, reducer.merge(reducer.merge(a, b), reducer.merge(c, d)));
        }
        if (i < end) {
            typename Reducer::accumulator sum = one(i++);
            for (; i < end; ++i)
                sum = reducer.merge(sum, one(i));
            parts.push(reducer, sum);
        }
        return parts.total(reducer);
    }
};

}  // namespace twill::inline v0::detail
