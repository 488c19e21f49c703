// SPDX-License-Identifier: MIT
// The shape of an expression of several functions, by code that is compiled once: from the shapes
// of its operands in memory, as its table lists them. What the expression is to do with them is
// constant data, which is looked at where they do not broadcast.
#pragma once

#include "twill/expr/traverse.hpp"

namespace twill::inline v0::detail {

/// In post-order: the next operand in memory, a number, or a function of those before.
struct shape_step {
    static constexpr int row = 0;
    static constexpr int number = -1;
    int operands;           ///< of a function, or one of these
    char const* operation;  ///< of a function
};

template <class E>
inline constexpr bool is_shaped_by_rows = false;
template <class T, int Rank, class Space, class Lie>
inline constexpr bool is_shaped_by_rows<leaf<T, Rank, Space, Lie>> = Rank > 0;
template <class T>
inline constexpr bool is_shaped_by_rows<scalar_leaf<T>> = !is_integer<T>;
template <class F, class... A>
inline constexpr bool is_shaped_by_rows<elementwise<F, A...>> = (... && is_shaped_by_rows<A>);

template <class E>
inline constexpr int node_count = 1;
template <class F, class... A>
inline constexpr int node_count<elementwise<F, A...>> = (1 + ... + node_count<A>);

template <class E>
constexpr bool has_shape_of_rows() {
    if constexpr (is_shaped_by_rows<E>)
        return node_count<E> > 3;
    else
        return false;
}

template <class E>
struct shape_steps {
    shape_step values[node_count<E>] = {};
    int count = 0;

    constexpr shape_steps() { add(std::type_identity<E>{}); }

private:
    template <class T, int Rank, class Space, class Lie>
    constexpr void add(std::type_identity<leaf<T, Rank, Space, Lie>>) {
        values[count++] = {shape_step::row, nullptr};
    }
    template <class T>
    constexpr void add(std::type_identity<scalar_leaf<T>>) {
        add_number();
    }
    constexpr void add_number() { values[count++] = {shape_step::number, nullptr}; }
    // Beside numbers alone an operand keeps its shape.
    template <class F, class... A>
    constexpr void add(std::type_identity<elementwise<F, A...>>) {
        constexpr bool broadcasts = (0 + ... + (A::rank > 0 ? 1 : 0)) > 1;
        ((A::rank > 0 ? add(std::type_identity<A>{}) : broadcasts ? add_number() : void()), ...);
        if constexpr (broadcasts)
            values[count++] = {static_cast<int>(sizeof...(A)), name_of<F>()};
    }
};
template <class E>
inline constexpr shape_steps<E> shape_steps_of{};

/// Throws shape_error for the first function whose operands do not broadcast.
TWILL_COLD inline void find_broadcast_error(shape_step const* steps, int count,
                                            operand_row const* next, index_t rank,
                                            source_location const& place) {
    // The shapes that are there, as on a stack, and memory for the results of functions.
    static_assert(sizeof(shape_values) == 2 * sizeof(index_t));
    buffer<index_t> memory(static_cast<std::size_t>(count * (rank + 2)));
    index_t* const results = memory.data() + 2 * index_t{count};
    auto* end = reinterpret_cast<shape_values*>(memory.data());
    for (int k = 0; k < count; ++k) {
        shape_step const& step = steps[k];
        if (step.operands == shape_step::row) {
            *end++ = {next->extent, next->rank};
            ++next;
        } else if (step.operands == shape_step::number) {
            *end++ = {nullptr, 0};
        } else {
            index_t* const result = results + k * rank;
            end -= step.operands;
            int own = 0;
            for (int i = 0; i < step.operands; ++i)
                own = larger(own, end[i].rank);
            broadcast_all({step.operation, place}, end, step.operands, result, own);
            *end++ = {result, own};
        }
    }
}
/// What all operands have together is what the functions make of them, in whatever order.
TWILL_NOINLINE inline void broadcast_rows(shape_step const* steps, int count,
                                          operand_row const* rows, int row_count, index_t* result,
                                          int rank, source_location const& place) {
    for (int d = 0; d < rank; ++d)
        result[d] = 1;
    for (int k = 0; k < row_count; ++k)
        if (!broadcast_axes(result, rank, rows[k].extent, rows[k].rank))
            return find_broadcast_error(steps, count, rows, rank, place);
}

template <class E>
extents<E::rank> shape_of_rows(E const& x, source_location const& place) {
    auto const table = operands_of(x);
    extents<E::rank> result;
    broadcast_rows(shape_steps_of<E>.values, shape_steps_of<E>.count, table.rows, table.count,
                   result.values, E::rank, place);
    return result;
}

}  // namespace twill::inline v0::detail
