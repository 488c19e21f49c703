// SPDX-License-Identifier: MIT
// One chunk of a reduction's operand on a CPU thread: a few neighbouring elements in several lanes,
// each loop simple enough for the compiler to vectorise.
#pragma once

#include "twill/host/elementwise.hpp"
#include "twill/ops/reduce/deviations.hpp"
#include "twill/ops/reduce/host_extrema.hpp"
#include "twill/ops/reduce/pairwise.hpp"
#include "twill/ops/reduce/plan.hpp"
#include "twill/ops/reduce/reducers.hpp"

namespace twill::inline v0::detail {

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

/// Values that stand in memory.
template <class X>
struct value_source {
    using value_type = X;
    X const* values;
    X value(index_t j) const { return values[j]; }
};

/// The values of a chunk as neighbours in memory: where they stand, or computed into `buffer`.
template <class Source>
typename Source::value_type const* chunk_values(Source const source, index_t count,
                                                typename Source::value_type* buffer) {
    contiguous_loop(source, buffer, 0, count);
    return buffer;
}
template <class T, int Rank, class Lie>
    requires std::is_same_v<T, compute_t<T>>
T const* chunk_values(memory_node<T, Rank, Lie> const& node, index_t, T*) {
    return node.elements();
}
template <class X>
X const* chunk_values(value_source<X> const& source, index_t, X*) {
    return source.values;
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

/// Chunks of fewer elements go into few accumulators: merging many would cost more than it saves.
inline constexpr index_t short_chunk = 64;

template <int Width, class Reducer, class Source>
TWILL_INLINED typename Reducer::accumulator reduce_lanes(Reducer const& reducer,
                                                         Source const& source, index_t count) {
    typename Reducer::accumulator lane[Width];
    for (int l = 0; l < Width; ++l)
        lane[l] = reducer.identity();
    index_t i = 0;
    for (; i + Width <= count; i += Width)
        for (int l = 0; l < Width; ++l)
            reducer.add(lane[l], source.value(i + l));
    for (int l = 0; i < count; ++i, ++l)
        reducer.add(lane[l], source.value(i));
    return merge_lanes(lane, [&](auto const& a, auto const& b) { return reducer.merge(a, b); });
}
template <int Width, class Reducer, class Source>
TWILL_AVX2 TWILL_NOINLINE typename Reducer::accumulator reduce_lanes_avx2(Reducer const& reducer,
                                                                          Source const& source,
                                                                          index_t count) {
    return reduce_lanes<Width>(reducer, source, count);
}
/// For processors without AVX2.
template <int Width, class Reducer, class Source>
TWILL_COLD typename Reducer::accumulator reduce_lanes_in_turn(Reducer const& reducer,
                                                              Source const& source, index_t count) {
    typename Reducer::accumulator lane[Width];
    for (int l = 0; l < Width; ++l)
        lane[l] = reducer.identity();
    for (index_t i = 0; i < count; ++i)
        reducer.add(lane[i % Width], source.value(i));
    return merge_lanes(lane, [&](auto const& a, auto const& b) { return reducer.merge(a, b); });
}
/// A chunk of at most chunk_elements elements, at least one.
template <class Reducer, class Source>
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    using accumulator = typename Reducer::accumulator;
    if (count < 8) {
        accumulator a = reducer.identity();
        for (index_t j = 0; j < count; ++j)
            reducer.add(a, source.value(j));
        return a;
    }
    if (count < short_chunk)
        return reduce_lanes<4>(reducer, source, count);
    constexpr int width = lane_count<accumulator>;
    if (may_run_avx2())
        return reduce_lanes_avx2<width>(reducer, source, count);
    return reduce_lanes_in_turn<width>(reducer, source, count);
}

/// Flags are bytes of 0 and 1: any, all and their number are joined as such.
template <class Reducer>
inline constexpr bool joins_flags = false;
template <class V>
inline constexpr bool joins_flags<any_reducer<V>> = true;
template <class V>
inline constexpr bool joins_flags<all_reducer<V>> = true;
template <class V>
inline constexpr bool joins_flags<count_nonzero_reducer<V>> = true;
template <class Reducer, class Source>
    requires(joins_flags<Reducer> && std::is_same_v<typename Source::value_type, bool>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    static_assert(chunk_elements / lanes_of_values < 255);
    bool buffer[chunk_elements];
    using byte = unsigned char;
    auto const* const x = reinterpret_cast<byte const*>(chunk_values(source, count, buffer));
    byte lane[lanes_of_values];
    for (int l = 0; l < lanes_of_values; ++l)
        lane[l] = static_cast<byte>(reducer.identity());
    auto join = [](byte a, byte b) { return static_cast<byte>(Reducer::merge(a, b)); };
    index_t i = 0;
    for (; i + lanes_of_values <= count; i += lanes_of_values)
        for (int l = 0; l < lanes_of_values; ++l)
            lane[l] = join(lane[l], x[i + l]);
    for (int l = 0; i < count; ++i, ++l)
        lane[l] = join(lane[l], x[i]);
    auto result = reducer.identity();
    for (int l = 0; l < lanes_of_values; ++l)
        result = Reducer::merge(result, lane[l]);
    return result;
}

/// The least or the greatest. Comparing alone is fast; NaN and the order of the zeros are looked at
/// besides.
template <class Reducer, class Source>
    requires(is_extremum<Reducer> &&
             (is_floating<typename Reducer::accumulator> ||
              (is_integer<typename Reducer::accumulator> &&
               std::is_same_v<typename Source::value_type, typename Reducer::accumulator>)))
typename Reducer::accumulator reduce_chunk(Reducer const, Source const source, index_t count) {
    using value = typename Reducer::accumulator;
    value buffer[chunk_elements];
    // A chunk has elements, which compilers that warn of unset ones cannot see.
    if (count <= 0)
        __builtin_unreachable();
    value const* const x = chunk_values(source, count, buffer);
    auto const best = best_of<Reducer::greatest>(x, count);
    if constexpr (!is_floating<value>) {
        return best.value;
    } else {
        if (best.strange)
            for (index_t i = 0; i < count; ++i)
                if (x[i] != x[i])
                    return x[i];
        if (best.value != value(0))
            return best.value;
        // The zero that wins: in a maximum the one without a sign.
        bool wins = false;
        if (takes_vectors<value>(count))
            wins = any_zero<!Reducer::greatest>(x, count);
        else
            for (index_t i = 0; i < count; ++i)
                wins |= x[i] == value(0) && sign_bit(x[i]) != Reducer::greatest;
        return wins == Reducer::greatest ? value(0) : -value(0);
    }
}

template <class Reducer>
inline constexpr bool is_arg_reducer = false;
template <class V, bool Greatest>
inline constexpr bool is_arg_reducer<arg_reducer<V, Greatest>> = true;

/// A reducer of a program's own that takes elements with their positions.
template <class Reducer, class X>
inline constexpr bool adds_located =
    !is_arg_reducer<Reducer> &&
    !requires(Reducer const& reducer, running_t<Reducer>& a, X const& x) { reducer.add(a, x); };
template <class X>
struct located_values {
    using value_type = located<X>;
    X const* x;
    index_t position;
    index_t step;
    value_type value(index_t j) const { return {x[j], position + j * step}; }
};

template <class Reducer, class Source>
    requires is_arg_reducer<Reducer>
typename Reducer::accumulator reduce_chunk(Reducer const, Source const source, index_t count) {
    typename Reducer::value buffer[chunk_elements];
    auto const values = operand_of_source<0>(source);
    auto const positions = operand_of_source<1>(source);
    index_t const position = positions.value(0);
    return reduce_located<Reducer>(chunk_values(values, count, buffer), count, position,
                                   positions.value(1) - position);
}

/// What a run comes to. Where it overflows its elements are noted: others need no second look.
template <class Reducer, class X>
typename Reducer::accumulator settle_elements(Reducer const& reducer, running_t<Reducer>& run,
                                              X const* x, index_t count) {
    auto const result = reducer.settle(run);
    if (!Reducer::overflows(result))
        return result;
    for (index_t i = 0; i < count; ++i)
        Reducer::note(run, x[i]);
    return reducer.settle(run);
}

/// A run of shifted sums with one pivot.
template <class Reducer, class X>
typename Reducer::accumulator reduce_short_run(Reducer const& reducer, X const* x, index_t count) {
    running_t<Reducer> run = reducer.start(x[0], x[count / 2], x[count - 1]);
    for (index_t j = 0; j < count; ++j)
        reducer.add(run, x[j]);
    return settle_elements(reducer, run, x, count);
}
template <class Reducer, class Source>
    requires(has_runs<Reducer> && is_number<typename Source::value_type> &&
             !is_complex<typename Source::value_type>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    using value = typename Reducer::value;
    typename Source::value_type buffer[chunk_elements];
    auto const* const x = chunk_values(source, count, buffer);
    if (count < lanes_of_values)
        return reduce_short_run(reducer, x, count);
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
    return settle_elements(reducer, run, x, count);
}
template <class Reducer, class Source>
    requires(has_runs<Reducer> && is_complex<typename Source::value_type>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    using value = typename Reducer::value;
    typename Source::value_type buffer[chunk_elements];
    auto const* const x = chunk_values(source, count, buffer);
    if (count < lanes_of_values)
        return reduce_short_run(reducer, x, count);
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
    return settle_elements(reducer, run, x, count);
}
template <class Reducer, class Source>
    requires(has_runs<Reducer> && is_vector<typename Source::value_type>)
typename Reducer::accumulator reduce_chunk(Reducer const reducer, Source const source,
                                           index_t count) {
    typename Source::value_type buffer[chunk_elements];
    return reduce_short_run(reducer, chunk_values(source, count, buffer), count);
}

/// Deviations and their squares, in lanes of their own.
template <class V, class Source>
TWILL_INLINED deviation_sums<V, V> deviation_lanes(Source const& source, index_t count) {
    constexpr int width = lanes_of_values;
    V apart[width] = {};
    V squares[width] = {};
    index_t i = 0;
    for (; i + width <= count; i += width)
        for (int l = 0; l < width; ++l) {
            V const x = source.value(i + l);
            apart[l] += x;
            squares[l] += x * x;
        }
    for (int l = 0; i < count; ++i, ++l) {
        V const x = source.value(i);
        apart[l] += x;
        squares[l] += x * x;
    }
    auto add = [](V a, V b) { return a + b; };
    return {merge_lanes(apart, add), merge_lanes(squares, add)};
}
template <class V, class Source>
TWILL_AVX2 TWILL_NOINLINE deviation_sums<V, V> deviation_lanes_avx2(Source const& source,
                                                                    index_t count) {
    return deviation_lanes<V>(source, count);
}
template <class V, class Source>
    requires is_floating<V>
deviation_sums<V, V> reduce_chunk(deviation_reducer<V> const, Source const source, index_t count) {
    return may_run_avx2() ? deviation_lanes_avx2<V>(source, count)
                          : deviation_lanes<V>(source, count);
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
