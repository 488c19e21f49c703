// SPDX-License-Identifier: MIT
// What a reducer does with values that stand next to each other in memory, and with its
// accumulators: functions that know a reducer and an element type but no expression, so that each
// is compiled once for all statements of a program.
#pragma once

#include <new>

#include "twill/ops/reduce/host_chunk.hpp"

namespace twill::inline v0::detail {

/// Values of an operand. Those of an arg-reduction have positions: `position` for the first one,
/// `step` more for the next one, `row_step` more in the next row.
struct value_stretch {
    void const* data;
    index_t position;
    index_t step;
    index_t row_step;
};

/// What is known of a reducer's accumulators where the reducer is not known.
struct accumulator_functions {
    std::size_t size;
    void (*identities)(void const* reducer, void* to, index_t count);
    /// Merges accumulators 0, 1, ... `count - 1` pairwise into the first, for each of `width`
    /// neighbours; `apart` from one to the next.
    void (*fold)(void const* reducer, void* all, index_t count, index_t apart, index_t width);
    /// Whether more elements change nothing; null where they always may.
    bool (*decided)(void const* accumulator);
};
template <class Reducer>
void put_identities(void const* reducer, void* to, index_t count) {
    auto* const all = static_cast<typename Reducer::accumulator*>(to);
    for (index_t j = 0; j < count; ++j)
        all[j] = static_cast<Reducer const*>(reducer)->identity();
}
template <class Reducer>
void fold_accumulators(void const* by, void* to, index_t count, index_t apart, index_t width) {
    Reducer const reducer = *static_cast<Reducer const*>(by);
    auto* const all = static_cast<typename Reducer::accumulator*>(to);
    for (index_t reach = 1; reach < count; reach *= 2)
        for (index_t s = 0; s + reach < count; s += 2 * reach) {
            auto* const left = all + s * apart;
            auto const* const right = left + reach * apart;
            TWILL_INDEPENDENT_ITERATIONS
            for (index_t j = 0; j < width; ++j)
                left[j] = reducer.merge(left[j], right[j]);
        }
}
template <class Reducer>
inline constexpr bool may_be_decided = false;
template <class V>
inline constexpr bool may_be_decided<any_reducer<V>> = true;
template <class V>
inline constexpr bool may_be_decided<all_reducer<V>> = true;
template <class Reducer>
bool is_decided(void const* accumulator) {
    return *static_cast<typename Reducer::accumulator const*>(accumulator) != Reducer::identity();
}
template <class Reducer>
constexpr auto decision_of() -> bool (*)(void const*) {
    if constexpr (may_be_decided<Reducer>)
        return is_decided<Reducer>;
    else
        return nullptr;
}
template <class Reducer>
inline constexpr accumulator_functions accumulators_of = {
    sizeof(typename Reducer::accumulator), put_identities<Reducer>, fold_accumulators<Reducer>,
    decision_of<Reducer>()};

/// The reducer whose loops a reducer has: a mean is a sum until it is finished.
template <class Reducer>
struct adds_as {
    using type = Reducer;
};
template <class V>
    requires std::is_same_v<typename mean_reducer<V>::accumulator,
                            typename sum_reducer<V>::accumulator>
struct adds_as<mean_reducer<V>> {
    using type = sum_reducer<V>;
};
template <class Reducer>
using adds_as_t = typename adds_as<Reducer>::type;

/// Rows of `count` values into one accumulator each, `apart` bytes from one to the next.
using rows_function = void (*)(void const* reducer, value_stretch const& values, index_t rows,
                               index_t count, char* to, std::size_t apart);
template <class Reducer, class X>
void reduce_rows(void const* by, value_stretch const& values, index_t rows, index_t count, char* to,
                 std::size_t apart) {
    using accumulator = typename Reducer::accumulator;
    Reducer const reducer = *static_cast<Reducer const*>(by);
    auto const* x = static_cast<X const*>(values.data);
    index_t position = values.position;
    for (; rows > 0; --rows, x += count, position += values.row_step, to += apart) {
        // In place: a copy of what was just written in parts would wait for the stores.
        if constexpr (is_arg_reducer<Reducer>)
            ::new (to) accumulator(reduce_located<Reducer>(x, count, position, values.step));
        else if constexpr (adds_located<Reducer, X>)
            ::new (to) accumulator(
                reduce_chunk(reducer, located_values<X>{x, position, values.step}, count));
        else
            ::new (to) accumulator(reduce_chunk(reducer, value_source<X>{x}, count));
    }
}

/// What a reducer does with columns.
struct column_functions {
    std::size_t running_size;
    bool has_runs;
    /// Adds rows of `count` values to the runs of their columns; `first`: the runs start; `notes`:
    /// elements are noted.
    void (*add)(void const* reducer, value_stretch const& values, index_t rows, index_t count,
                void* runs, bool first, bool notes);
    /// What runs come to, merged into what is there unless `first`; `apart` bytes from one to the
    /// next. Whether one overflows.
    bool (*settle)(void const* reducer, void const* runs, index_t count, char* to,
                   std::size_t apart, bool first);
};

/// Adds a row to the runs of its columns: blocks of a length that the compiler knows are vectorised
/// by every g++.
template <class Reducer, class X>
TWILL_AVX2 TWILL_NOINLINE void add_row_in_blocks(Reducer const reducer, X const* x, index_t count,
                                                 running_t<Reducer>* to) {
    constexpr index_t block = 16;
    for (index_t j = 0; j + block <= count; j += block) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < block; ++l)
            reducer.add(to[j + l], x[j + l]);
    }
}
template <class Reducer, class X>
void add_row(Reducer const reducer, X const* x, index_t count, running_t<Reducer>* to) {
    index_t j = 0;
    if (may_run_avx2()) {
        add_row_in_blocks(reducer, x, count, to);
        j = count / 16 * 16;
    }
    for (; j < count; ++j)
        reducer.add(to[j], x[j]);
}
template <class Reducer, class X>
    requires(is_extremum<Reducer> && std::is_arithmetic_v<X> &&
             std::is_same_v<X, typename Reducer::accumulator>)
void add_row(Reducer const, X const* x, index_t count, X* to) {
    index_t j = 0;
    if (may_run_avx2()) {
        constexpr index_t lanes = 32 / sizeof(X);
        better_columns<Reducer::greatest>(to, x, count);
        j = count / lanes * lanes;
    }
    for (; j < count; ++j)
        Reducer::add(to[j], x[j]);
}

/// Rows of an arg-reduction's values, at least one register of them.
template <class Reducer, class X>
void add_located_rows(Reducer const reducer, X const* x, value_stretch const& values, index_t rows,
                      index_t count, running_t<Reducer>* to) {
    X best[located_columns];
    integer_beside<X> where[located_columns];
    locate_columns<Reducer::greatest>(x, rows, count, values.row_step < 0, best, where);
    for (index_t j = 0; j < count; ++j)
        reducer.add(to[j],
                    {best[j], values.position + where[j] * values.row_step + j * values.step});
}

template <class Reducer, class X>
void add_rows(void const* by, value_stretch const& values, index_t rows, index_t count, void* runs,
              bool first, bool notes) {
    Reducer const reducer = *static_cast<Reducer const*>(by);
    auto* const to = static_cast<running_t<Reducer>*>(runs);
    auto const* x = static_cast<X const*>(values.data);
    for (index_t j = 0; first && j < count; ++j) {
        if constexpr (has_runs<Reducer>)
            to[j] = reducer.start(x[j], x[j], x[j]);
        else
            to[j] = reducer.identity();
    }
    if constexpr (is_arg_reducer<Reducer> && std::is_arithmetic_v<X> && !std::is_same_v<X, bool>)
        if (rows >= 4 && rows <= located_rows && takes_vectors<X>(count) &&
            count <= located_columns)
            return add_located_rows(reducer, x, values, rows, count, to);
    for (index_t row = 0; row < rows; ++row, x += count) {
        if constexpr (is_arg_reducer<Reducer> || adds_located<Reducer, X>) {
            for (index_t j = 0; j < count; ++j) {
                // Most are behind the best one; that is told in less time than which of two is.
                if constexpr (is_arg_reducer<Reducer>)
                    if (to[j].position >= 0 &&
                        (Reducer::greatest ? x[j] < to[j].value : x[j] > to[j].value))
                        continue;
                reducer.add(to[j],
                            {x[j], values.position + row * values.row_step + j * values.step});
            }
        } else {
            add_row(reducer, x, count, to);
            if (notes)
                for (index_t j = 0; j < count; ++j)
                    note_element<Reducer>(to[j], x[j]);
        }
    }
}
template <class Reducer>
bool settle_columns(void const* by, void const* runs, index_t count, char* to, std::size_t apart,
                    bool first) {
    Reducer const reducer = *static_cast<Reducer const*>(by);
    auto const* const from = static_cast<running_t<Reducer> const*>(runs);
    bool any = false;
    for (index_t j = 0; j < count; ++j, to += apart) {
        auto& total = *reinterpret_cast<typename Reducer::accumulator*>(to);
        if (first)
            ::new (to) typename Reducer::accumulator(settle_run(reducer, from[j]));
        else
            total = reducer.merge(total, settle_run(reducer, from[j]));
        any = any || overflows<Reducer>(total);
    }
    return any;
}
template <class Reducer, class X>
inline constexpr column_functions columns_of = {sizeof(running_t<Reducer>), has_runs<Reducer>,
                                                add_rows<Reducer, X>, settle_columns<Reducer>};

/// One of the reducers that run together: a reducer alone, or a part of a joint one.
struct reducer_part {
    void const* reducer;
    int operand;         ///< whose values it takes
    std::size_t offset;  ///< of its accumulator in the joint one
    rows_function rows;
    column_functions const* columns;  ///< null where every axis is reduced
};

}  // namespace twill::inline v0::detail
