// SPDX-License-Identifier: MIT
// One chunk of a reduction's operand on a CPU thread: a few neighbouring elements in several lanes,
// each loop simple enough for the compiler to vectorise.
#pragma once

#include "twill/host/elementwise.hpp"
#include "twill/ops/reduce/plan.hpp"

namespace twill::inline v0::detail {

/// Merges accumulators pairwise as they come, like a binary counter.
template <class Reducer>
class pairwise {
public:
    using accumulator = typename Reducer::accumulator;

    explicit pairwise(Reducer const& reducer) : reducer_(reducer) {}
    void push(accumulator value) {
        int level = 0;
        for (; count_ >> level & 1; ++level)
            value = reducer_.merge(levels_[level], value);
        levels_[level] = value;
        ++count_;
    }
    accumulator total() const {
        accumulator result = reducer_.identity();
        bool first = true;
        for (int level = 0; level < 64; ++level) {
            if (!(count_ >> level & 1))
                continue;
            result = first ? levels_[level] : reducer_.merge(levels_[level], result);
            first = false;
        }
        return result;
    }
    void clear() { count_ = 0; }

private:
    Reducer const& reducer_;
    accumulator levels_[64];
    std::uint64_t count_ = 0;
};

// Where a reduction finds the values of a chunk: a node of the tree, or a node whose costly
// functions have left their values in slots.

template <std::size_t I, class F, class... N>
auto const& operand_of_source(apply_node<F, N...> const& node) {
    return get<I>(node);
}
template <std::size_t I, int First, class F, class... N, class Table>
auto operand_of_source(slot_source<First, apply_node<F, N...>, Table> const& source) {
    auto const& operand = get<I>(source.node);
    return slot_source<First + slots_before<I, N...>(), std::remove_cvref_t<decltype(operand)>,
                       Table>{operand, source.table};
}

/// The values of a chunk, at least one, as neighbours in memory: where they stand, or computed into
/// `buffer`.
template <class Source>
typename Source::value_type const* chunk_values(Source const& source, index_t count,
                                                typename Source::value_type* buffer) {
    index_t j = 0;
    do
        buffer[j] = source.value(j);
    while (++j < count);
    return buffer;
}
template <class T, int Rank, class Lie>
    requires std::is_same_v<T, compute_t<T>>
T const* chunk_values(memory_node<T, Rank, Lie> const& node, index_t, T*) {
    return node.elements();
}

/// How many accumulators of a type a chunk goes into.
template <class T>
inline constexpr int lane_count = sizeof(T) <= 8 ? 16 : (sizeof(T) <= 16 ? 8 : 4);

/// The same of plain values in loops that do more than add: so many that g++ keeps the loop over
/// them, which it vectorises.
inline constexpr int lanes_of_values = 32;

/// The lanes merged pairwise.
template <int Width, class T, class Merge>
T merge_lanes(T (&lane)[Width], Merge&& merge) {
    for (int half = Width / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l)
            lane[l] = merge(lane[l], lane[l + half]);
    return lane[0];
}

/// A chunk of at most chunk_elements elements, at least one.
template <class Reducer, class Source>
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    using accumulator = typename Reducer::accumulator;
    constexpr int width = lane_count<accumulator>;
    accumulator lane[width];
    for (int l = 0; l < width; ++l)
        lane[l] = reducer.identity();
    index_t i = 0;
    for (; i + width <= count; i += width)
        for (int l = 0; l < width; ++l)
            reducer.add(lane[l], source.value(i + l));
    for (int l = 0; i < count; ++i, ++l)
        reducer.add(lane[l], source.value(i));
    return merge_lanes(lane, [&](auto const& a, auto const& b) { return reducer.merge(a, b); });
}

/// The least or the greatest. Comparing alone is fast; NaN and the order of the zeros are looked at
/// besides.
template <class Reducer, class Source>
    requires(is_floating<typename Reducer::accumulator> && requires { Reducer::greatest; })
typename Reducer::accumulator reduce_chunk(Reducer const, Source const source, index_t count) {
    using value = typename Reducer::accumulator;
    value buffer[chunk_elements];
    value const* const x = chunk_values(source, count, buffer);
    constexpr int width = lanes_of_values;
    if (count < width) {
        value best = x[0];
        for (index_t j = 1; j < count; ++j)
            Reducer::add(best, x[j]);
        return best;
    }
    // Flags as wide as the values, in a loop of their own: every g++ vectorises both then.
    using flag = std::conditional_t<sizeof(value) == 8, std::int64_t, std::int32_t>;
    value lane[width];
    flag strange[width] = {};
    for (int l = 0; l < width; ++l)
        lane[l] = x[0];
    auto better = [](value a, value b) {
        if constexpr (Reducer::greatest)
            return a > b ? a : b;
        else
            return a < b ? a : b;
    };
    index_t i = 0;
    for (; i + width <= count; i += width) {
        for (int l = 0; l < width; ++l) {
            value const v = x[i + l];
            lane[l] = better(v, lane[l]);
        }
        for (int l = 0; l < width; ++l)
            strange[l] |= x[i + l] != x[i + l];
    }
    for (int l = 0; i < count; ++i, ++l) {
        lane[l] = better(x[i], lane[l]);
        strange[l] |= x[i] != x[i];
    }
    if (merge_lanes(strange, [](flag a, flag b) { return a | b; }))
        for (i = 0; i < count; ++i)
            if (x[i] != x[i])
                return x[i];
    value const best = merge_lanes(lane, better);
    if (best != value(0))
        return best;
    // The sign bit of a zero: one that is not set wins in a maximum, one that is in a minimum.
    bool wins = false;
    for (i = 0; i < count; ++i)
        wins |= x[i] == value(0) && sign_bit(x[i]) != Reducer::greatest;
    return wins == Reducer::greatest ? value(0) : -value(0);
}

/// What a run comes to. Where it overflows its elements are noted: others need no second look.
template <class Reducer, class X>
typename Reducer::accumulator settle_elements(running_t<Reducer>& run, X const* x, index_t count) {
    auto const result = Reducer::settle(run);
    if (!Reducer::overflows(result))
        return result;
    for (index_t i = 0; i < count; ++i)
        Reducer::note(run, x[i]);
    return Reducer::settle(run);
}

/// A run of shifted sums with one pivot.
template <class Reducer, class Source>
    requires(has_runs<Reducer> && is_number<typename Source::value_type> &&
             !is_complex<typename Source::value_type>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    using value = typename Reducer::value;
    typename Source::value_type buffer[chunk_elements];
    auto const* const x = chunk_values(source, count, buffer);
    running_t<Reducer> run = reducer.start(x[0], x[count / 2], x[count - 1]);
    constexpr int width = lanes_of_values;
    value sum[width] = {};
    value squares[width] = {};
    value const pivot = run.pivot;
    auto enter = [&](index_t i, int l) {
        value const v = static_cast<value>(x[i]) - pivot;
        sum[l] += v;
        squares[l] += v * v;
    };
    index_t i = 0;
    for (; i + width <= count; i += width)
        for (int l = 0; l < width; ++l)
            enter(i + l, l);
    for (int l = 0; i < count; ++i, ++l)
        enter(i, l);
    auto add = [](value a, value b) { return a + b; };
    run.count = static_cast<value>(count);
    run.sum = merge_lanes(sum, add);
    run.squares = merge_lanes(squares, add);
    return settle_elements<Reducer>(run, x, count);
}
template <class Reducer, class Source>
    requires(has_runs<Reducer> && is_complex<typename Source::value_type>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    using value = typename Reducer::value;
    typename Source::value_type buffer[chunk_elements];
    auto const* const x = chunk_values(source, count, buffer);
    running_t<Reducer> run = reducer.start(x[0], x[count / 2], x[count - 1]);
    constexpr int width = lanes_of_values;
    value real[width] = {};
    value imaginary[width] = {};
    value squares[width] = {};
    value const pivot_real = run.pivot.real();
    value const pivot_imaginary = run.pivot.imag();
    auto enter = [&](index_t i, int l) {
        value const v = x[i].real() - pivot_real;
        value const w = x[i].imag() - pivot_imaginary;
        real[l] += v;
        imaginary[l] += w;
        squares[l] += v * v + w * w;
    };
    index_t i = 0;
    for (; i + width <= count; i += width)
        for (int l = 0; l < width; ++l)
            enter(i + l, l);
    for (int l = 0; i < count; ++i, ++l)
        enter(i, l);
    auto add = [](value a, value b) { return a + b; };
    run.count = static_cast<value>(count);
    run.sum = {merge_lanes(real, add), merge_lanes(imaginary, add)};
    run.squares = merge_lanes(squares, add);
    return settle_elements<Reducer>(run, x, count);
}
template <class Reducer, class Source>
    requires(has_runs<Reducer> && is_vector<typename Source::value_type>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    typename Source::value_type buffer[chunk_elements];
    auto const* const x = chunk_values(source, count, buffer);
    running_t<Reducer> run = reducer.start(x[0], x[count / 2], x[count - 1]);
    for (index_t i = 0; i < count; ++i)
        reducer.add(run, x[i]);
    auto const result = reducer.settle(run);
    if (!Reducer::overflows(result))
        return result;
    for (index_t i = 0; i < count; ++i)
        Reducer::note(run, x[i]);
    return reducer.settle(run);
}

template <class Operands, class... R>
struct joint_reducer;
/// Reducers side by side: one after the other, while the chunk is in the nearest cache.
template <int... Operand, class... R, class Source>
typename joint_reducer<std::integer_sequence<int, Operand...>, R...>::accumulator reduce_chunk(
    joint_reducer<std::integer_sequence<int, Operand...>, R...> const reducer, Source const source,
    index_t count) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return typename joint_reducer<std::integer_sequence<int, Operand...>, R...>::accumulator{
            {reduce_chunk(get<I>(reducer.reducers), operand_of_source<Operand>(source), count)}...};
    }(std::index_sequence_for<R...>{});
}

}  // namespace twill::inline v0::detail
