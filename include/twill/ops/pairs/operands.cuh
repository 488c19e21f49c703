// SPDX-License-Identifier: MIT
// What a thread of a tile holds of its operands, and how those along the reduced axes get into
// shared memory.
#pragma once

#include "twill/cuda/device/access.cuh"
#include "twill/ops/pairs/evaluate.cuh"
#include "twill/ops/pairs/tile_cut.cuh"

namespace twill::inline v0::detail {

/// How far an index over the axes of a set leads.
template <axis_set Axes, int Rank>
__device__ __forceinline__ index_t pair_offset(extents<Rank> const& extent,
                                               fixed<index_t, Rank> const& stride,
                                               index_t position) {
    index_t result = 0;
#pragma unroll
    for (int d = Rank - 1; d >= 0; --d) {
        if (!(Axes >> d & 1))
            continue;
        if ((Axes & ((axis_set{1} << d) - 1)) == 0) {
            result += position * stride[d];
        } else {
            index_t const next = position / extent[d];
            result += (position - next * extent[d]) * stride[d];
            position = next;
        }
    }
    return result;
}

/// A thread's place.
template <class Policy>
struct pair_place {
    static constexpr pair_cut cut = Policy::cut;
    /// Rows and columns come in groups of neighbours, that one access loads.
    static constexpr int row_group = Policy::flat ? 1 : cut.rows < 4 ? cut.rows : 4;
    static constexpr int column_group = cut.columns < 4 ? cut.columns : 4;
    int row_thread;
    int column_thread;
    index_t batch;
    index_t first_row;  ///< of the tile
    index_t first_column;

    __device__ __forceinline__ int row(int i) const {
        return row_thread * row_group + i % row_group +
               i / row_group * (row_group * cut.row_threads);
    }
    __device__ __forceinline__ int column(int j) const {
        return column_thread * column_group + j % column_group +
               j / column_group * (column_group * cut.column_threads);
    }
};
__device__ __forceinline__ index_t pair_clamp(index_t x, index_t extent) {
    return x < extent ? x : extent - 1;
}

/// What a thread holds of an operand: values along its rows or its columns, of one group of steps.
template <class Policy, class Leaf>
struct pair_values;
template <class Policy, class T, int Rank, class Lie>
struct pair_values<Policy, memory_node<T, Rank, Lie>> {
    using Leaf = memory_node<T, Rank, Lie>;
    using value_type = typename Leaf::value_type;
    static constexpr pair_cut cut = Policy::cut;
    static constexpr int along = Policy::template along<Leaf>;
    static constexpr bool staged = (along & along_reduced) != 0;
    static constexpr int lines = along & along_rows      ? cut.rows
                                 : along & along_columns ? cut.columns
                                                         : 1;
    value_type v[lines * (staged ? cut.together : 1)];

    __device__ __forceinline__ value_type at(int i, int j, int u) const {
        int const line = along & along_rows ? i : along & along_columns ? j : 0;
        return v[staged ? line * cut.together + u : line];
    }
    /// What does not change along the reduced axes.
    __device__ __forceinline__ void start(Leaf const& leaf, pair_shape<Rank> const& shape,
                                          pair_place<Policy> const& place) {
        if constexpr (!staged) {
            T const* const from = leaf.elements() + pair_offset<Policy::batch>(
                                                        shape.extent, leaf.stride, place.batch);
#pragma unroll
            for (int l = 0; l < lines; ++l) {
                index_t at = 0;
                if constexpr (along & along_rows)
                    at =
                        pair_clamp(place.first_row + place.row(l), shape.extent[Policy::axes.row]) *
                        leaf.stride[Policy::axes.row];
                if constexpr (along & along_columns)
                    at = pair_clamp(place.first_column + place.column(l),
                                    shape.extent[Policy::axes.column]) *
                         leaf.stride[Policy::axes.column];
                v[l] = widen(from[at]);
            }
        }
    }
    /// Copies steps [first, first + count) to shared memory. A thread's elements there are the same
    /// distance apart; here, those of neighbouring threads are neighbours.
    __device__ __forceinline__ static void stage(Leaf const& leaf, pair_shape<Rank> const& shape,
                                                 pair_place<Policy> const& place, char* shared,
                                                 index_t first, int count) {
        if constexpr (staged) {
            auto* const to = reinterpret_cast<value_type*>(shared);
            T const* const from = leaf.elements() + pair_offset<Policy::batch>(
                                                        shape.extent, leaf.stride, place.batch);
            int const thread = static_cast<int>(threadIdx.x);
            auto step = [&](int k) {
                return pair_offset<Policy::axes.reduced>(shape.extent, leaf.stride, first + k);
            };
            if constexpr ((along & (along_rows | along_columns)) == 0) {
#pragma unroll 1
                for (int k = thread; k < count; k += Policy::threads)
                    copy(to + k, from + step(k));
            } else {
                constexpr bool rows = (along & along_rows) != 0;
                constexpr int axis = rows ? Policy::axes.row : Policy::axes.column;
                constexpr int width = rows ? Policy::block_rows : Policy::block_columns;
                constexpr int pitch = rows ? Policy::row_pitch : Policy::column_pitch;
                index_t const start = rows ? place.first_row : place.first_column;
                index_t const rest = shape.extent[axis] - start;
                // Few steps leave room for the columns of several tiles, one behind the other.
                constexpr bool grouped = Policy::nested && !rows;
                int const lines =
                    grouped ? width << (Policy::log2_steps - shape.log2_steps) : width;
                // Lines beyond the last one are as it is.
                int const last = rest < lines ? static_cast<int>(rest) - 1 : lines - 1;
                T const* const tile = from + start * leaf.stride[axis];
                // Strides have 32 bits: see has_short_strides.
                int line_stride = static_cast<int>(leaf.stride[axis]);
                // Registers are for the sums, not for addresses from stage to stage.
                asm volatile("" : "+r"(line_stride));
                if (leaf.stride[Policy::last_reduced] == 1) {
                    // Few steps are staged by as few threads, each for more lines: some copies at a
                    // time, without a branch between them.
                    int const log2_steps = Policy::nested ? shape.log2_steps : Policy::log2_steps;
                    int const together = Policy::threads >> log2_steps;
                    constexpr int together_of_all =
                        Policy::threads > cut.steps ? Policy::threads / cut.steps : 1;
                    int const k = thread & ((1 << log2_steps) - 1);
                    int const line = thread >> log2_steps;
                    if (k >= count || line >= lines)
                        return;
                    if constexpr (!Policy::nested) {
                        copy_apart<(width + together_of_all - 1) / together_of_all,
                                   together_of_all>(to + (k * pitch + line), tile + step(k),
                                                    line_stride, line, last);
                    } else {
                        constexpr int copies = grouped                                   ? 2
                                               : width * cut.steps / Policy::threads < 4 ? 1
                                               : Policy::log2_steps == 0                 ? 2
                                                                                         : 4;
                        T const* const at = tile + step(k);
#pragma unroll 1
                        for (int first = line; first < lines; first += copies * together)
#pragma unroll
                            for (int u = 0; u < copies; ++u) {
                                int const l = first + u * together;
                                int const own = l < last ? l : last;
                                if constexpr (grouped) {
                                    if (l < lines)
                                        copy(to + ((((l / width) << log2_steps) + k) * pitch +
                                                   l % width),
                                             at + static_cast<index_t>(own) * line_stride);
                                } else {
                                    copy(to + (k * pitch + l),
                                         at + static_cast<index_t>(own) * line_stride);
                                }
                            }
                    }
                } else if constexpr (Policy::one_reduced && width <= Policy::threads && !grouped) {
                    constexpr int together = Policy::threads / width;
                    int const line = thread % width;
                    int const k = thread / width;
                    int const own = line < last ? line : last;
                    copy_apart<(cut.steps + together - 1) / together, together, pitch>(
                        to + (k * pitch + line),
                        tile + static_cast<index_t>(own) * line_stride + step(0),
                        static_cast<int>(leaf.stride[Policy::last_reduced]), k, count - 1);
                } else {
                    // Steps beyond the last one are as it is.
#pragma unroll 1
                    for (int e = thread; e < width * cut.steps; e += Policy::threads) {
                        int line = e % width;
                        int k = e / width;
                        int const step_of = k * pitch + line;
                        if constexpr (grouped) {
                            line += (k >> shape.log2_steps) * width;
                            k &= (1 << shape.log2_steps) - 1;
                        }
                        copy(to + step_of,
                             tile + static_cast<index_t>(line < last ? line : last) * line_stride +
                                 step(k < count ? k : count - 1));
                    }
                }
            }
        }
    }
    /// Loads `Count` steps from step k on; of columns, behind so many steps of tiles before theirs.
    template <int Count>
    __device__ __forceinline__ void load(Leaf const&, pair_shape<Rank> const&,
                                         pair_place<Policy> const& place, char const* shared,
                                         index_t, int k, int skipped) {
        if constexpr (staged) {
            auto const* const from = reinterpret_cast<value_type const*>(shared);
            if constexpr ((along & (along_rows | along_columns)) == 0) {
                auto const x = load_packet<Count>(from + k);
#pragma unroll
                for (int u = 0; u < Count; ++u)
                    v[u] = x.values[u];
            } else {
                constexpr bool rows = (along & along_rows) != 0;
                constexpr int pitch = rows ? Policy::row_pitch : Policy::column_pitch;
                constexpr int group = rows ? place.row_group : place.column_group;
#pragma unroll
                for (int u = 0; u < Count; ++u)
#pragma unroll
                    for (int g = 0; g < lines / group; ++g) {
                        auto const x = load_packet<group>(
                            from + (rows ? k + u : skipped + k + u) * pitch +
                            (rows ? place.row(g * group) : place.column(g * group)));
#pragma unroll
                        for (int l = 0; l < group; ++l)
                            v[(g * group + l) * cut.together + u] = x.values[l];
                    }
            }
        }
    }

private:
    /// Copies lines or steps `first`, first + Apart, ..., `Count` of them, which are `Pitch`
    /// elements apart there and `stride` here, from where line 0 is. Those beyond the last one are
    /// as one before it.
    template <int Count, int Apart, int Pitch = 1>
    __device__ __forceinline__ static void copy_apart(value_type* to, T const* from, int stride,
                                                      int first, int last) {
        index_t step = static_cast<index_t>(stride) * Apart;
        // The next address is an addition, not a product.
        asm("" : "+l"(step));
        from += static_cast<index_t>(first < last ? first : last) * stride;
#pragma unroll
        for (int u = 0; u < Count; ++u) {
            copy(to + u * Apart * Pitch, from);
            from += first + (u + 1) * Apart <= last ? step : 0;
        }
    }
    __device__ __forceinline__ static void copy(value_type* to, T const* from) {
        if constexpr (std::is_same_v<value_type, T>)
            copy_async(to, from);
        else
            *to = widen(*from);
    }
};
template <class Policy, int Rank, class Lie>
struct pair_values<Policy, index_node<Rank, Lie>> {
    using Leaf = index_node<Rank, Lie>;
    static constexpr int along = Policy::template along<Leaf>;
    index_t base;
    index_t row_step;
    index_t column_step;
    index_t last_row;  ///< of those there are; others are as it is: functions of theirs may read
    index_t last_column;
    index_t v[Policy::cut.together];
    pair_place<Policy> const* place;

    __device__ __forceinline__ index_t at(int i, int j, int u) const {
        index_t result = base;
        if constexpr (along & along_rows)
            result += smaller<index_t>(place->row(i), last_row) * row_step;
        if constexpr (along & along_columns)
            result += smaller<index_t>(place->column(j), last_column) * column_step;
        if constexpr (along & along_reduced)
            result += v[u];
        return result;
    }
    __device__ __forceinline__ void start(Leaf const& leaf, pair_shape<Rank> const& shape,
                                          pair_place<Policy> const& p) {
        place = &p;
        base = leaf.start + pair_offset<Policy::batch>(shape.extent, leaf.stride, p.batch);
        row_step = leaf.stride[Policy::axes.row];
        base += p.first_row * row_step;
        last_row = shape.extent[Policy::axes.row] - 1 - p.first_row;
        column_step = 0;
        last_column = 0;
        if constexpr (!Policy::flat) {
            column_step = leaf.stride[Policy::axes.column];
            base += p.first_column * column_step;
            last_column = shape.extent[Policy::axes.column] - 1 - p.first_column;
        }
    }
    __device__ __forceinline__ static void stage(Leaf const&, pair_shape<Rank> const&,
                                                 pair_place<Policy> const&, char*, index_t, int) {}
    template <int Count>
    __device__ __forceinline__ void load(Leaf const& leaf, pair_shape<Rank> const& shape,
                                         pair_place<Policy> const&, char const*, index_t first,
                                         int k, int) {
        if constexpr (along & along_reduced) {
#pragma unroll
            for (int u = 0; u < Count; ++u)
                v[u] = pair_offset<Policy::axes.reduced>(shape.extent, leaf.stride, first + k + u);
        }
    }
};
template <class Policy, class T>
struct pair_values<Policy, broadcast_node<T>> {
    using Leaf = broadcast_node<T>;
    compute_t<T> value;

    __device__ __forceinline__ compute_t<T> at(int, int, int) const { return value; }
    __device__ __forceinline__ void start(Leaf const& leaf, pair_shape<Policy::rank> const&,
                                          pair_place<Policy> const&) {
        value = widen(*leaf.data);
    }
    __device__ __forceinline__ static void stage(Leaf const&, pair_shape<Policy::rank> const&,
                                                 pair_place<Policy> const&, char*, index_t, int) {}
    template <int>
    __device__ __forceinline__ void load(Leaf const&, pair_shape<Policy::rank> const&,
                                         pair_place<Policy> const&, char const*, index_t, int,
                                         int) {}
};

/// What a thread holds of a tree's operands, one for each slot.
template <class Tree, bool Guessed, class... Held>
struct distinct_operands {
    /// Operands that stand in another one's slot hold nothing.
    struct nothing {};
    template <int I, class H>
    using held_of = std::conditional_t<
        pair_table_of<Tree, Guessed>.first[pair_table_of<Tree, Guessed>.number[I]] == I, H,
        nothing>;
    template <class Sequence>
    struct holder;
    template <int... I>
    struct holder<std::integer_sequence<int, I...>> {
        using type = children<held_of<I, Held>...>;
    };
    typename holder<std::make_integer_sequence<int, static_cast<int>(sizeof...(Held))>>::type all;

    template <int I>
    __device__ __forceinline__ auto const& slot_of() const {
        return get<static_cast<std::size_t>(
            pair_table_of<Tree, Guessed>.first[pair_table_of<Tree, Guessed>.number[I]])>(all);
    }
    /// f(held, leaf, constant number of the slot) for each slot.
    template <class F>
    __device__ __forceinline__ void each(Tree const& tree, F&& f) {
        each_pair_leaf<0>(tree, [&](auto const& leaf, auto index) {
            constexpr int i = decltype(index)::value;
            constexpr int slot = pair_table_of<Tree, Guessed>.number[i];
            if constexpr (pair_table_of<Tree, Guessed>.first[slot] == i)
                f(get<static_cast<std::size_t>(i)>(all), leaf, std::integral_constant<int, slot>{});
        });
    }
};
/// The same of a tile: f(values, leaf, where its elements are staged).
template <class Policy, class Leaves>
struct pair_operands;
template <class Policy, class... L>
struct pair_operands<Policy, types<L...>>
    : distinct_operands<typename Policy::tree_type, Policy::guessed, pair_values<Policy, L>...> {
    using base =
        distinct_operands<typename Policy::tree_type, Policy::guessed, pair_values<Policy, L>...>;
    template <class F>
    __device__ __forceinline__ void each(typename Policy::tree_type const& tree, F&& f) {
        base::each(tree, [&](auto& values, auto const& leaf, auto slot) {
            f(values, leaf,
              std::integral_constant<int, Policy::template offset<decltype(slot)::value>>{});
        });
    }
};

/// The operands at neighbours: all rows of the thread, or all columns at one of its rows.
template <class Policy, class Operands>
struct pair_neighbours {
    static constexpr int width = Policy::flat ? Policy::cut.rows : Policy::cut.columns;
    Operands const& x;
    pair_shape<Policy::rank> const& shape;
    int row;
    int step;

    __device__ __forceinline__ std::uint64_t twins() const { return shape.twins; }

    template <int I>
    __device__ __forceinline__ auto lanes_of() const {
        auto const& values = x.template slot_of<I>();
        lanes<decltype(values.at(0, 0, 0)), width> result;
#pragma unroll
        for (int l = 0; l < width; ++l)
            result.values[l] = Policy::flat ? values.at(l, 0, step) : values.at(row, l, step);
        return result;
    }
};

}  // namespace twill::inline v0::detail
