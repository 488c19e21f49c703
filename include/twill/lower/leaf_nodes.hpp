// SPDX-License-Identifier: MIT
// The leaves of the kernel's view of an expression: memory, numbers and indices. A cursor says
// which elements are asked for.
#pragma once

#include "twill/expr/rearrange.hpp"
#include "twill/lower/cursors.hpp"
#include "twill/lower/words.hpp"

namespace twill::inline v0::detail {

/// How an operand lies along the inner axis.
enum class access : int {
    any,        ///< some stride
    broadcast,  ///< stride 0
    unit,       ///< stride 1; whether a packet is aligned is looked at where it is loaded
    packets,    ///< stride 1 and every full packet aligned
};

/// What code that is not a template needs to know of an operand: where its strides stand, and what
/// to move when the loop's origin moves.
struct operand_record {
    index_t* stride;
    void const** data;  ///< null for an index
    index_t* start;     ///< null for memory
    int element_size;   ///< 0 for an index
    unsigned* tile;     ///< where a staged operand's offset in shared memory goes
    access* how;        ///< how memory lies along the inner axis
    bool flattens;      ///< an index may have any stride in a flat loop
};

/// The records of a loop: its output's first, then those of every operand of the tree.
template <class Tree>
struct loop_records {
    static constexpr int count = Tree::records + 1;
    operand_record values[count];

    loop_records(operand_record const& output, Tree& tree) : values{output} {
        if constexpr (count > 4) {
            collect_apart(tree, values + 1);
        } else {
            operand_record* next = values + 1;
            tree.collect(next);
        }
    }

private:
    // A statement asks several times, and each time is a store for every field of every operand.
    TWILL_NOINLINE static void collect_apart(Tree& tree, operand_record* next) {
        tree.collect(next);
    }
};

inline constexpr unsigned not_staged = ~0u;
/// Beside an operand's offset: it is the transpose of the operand that is staged there.
inline constexpr unsigned staged_as_mirror = 1u << 31;

template <class T, int Rank, class Lie = strided>
struct memory_node {
    using value_type = compute_t<T>;
    static constexpr int records = 1;
    static constexpr int widest = static_cast<int>(sizeof(T));
    static constexpr int bytes_read = static_cast<int>(sizeof(T));
    static constexpr axis_set axes = axes_of_lie<Lie, Rank>;
    static constexpr bool may_flatten = axes == 0 || axes == every_axis(Rank);
    static constexpr bool in_order = is_ordered<Lie, Rank>;
    static constexpr bool has_steps = !std::is_same_v<Lie, dense>;
    static constexpr bool in_words = is_integer<T> && sizeof(T) <= 2;

    void const* data;
    fixed<index_t, Rank> stride;
    unsigned tile = not_staged;
    access how = access::any;

    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(packed_cursor const& c) const {
        return load_packet<V>(elements() + c.i);
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(full_cursor const& c) const {
        if constexpr (packs<T, V>)
            if (how == access::packets)
                return load_packet<V>(elements() + c.i);
        index_t const step = stride[Rank - 1];
        return load_lanes<V>(elements() + c.i * step, step, V);
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(near_full_cursor const& c) const {
        return load_between<V>(elements() + c.i);
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> const& at(once_read<V, memory_node> const& c) const {
        return c.values;
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(grid_cursor<Rank> const& c) const {
        T const* line = elements();
        for (int d = 0; d < Rank - 1; ++d)
            line += c.at[d] * stride[d];
        if (how == access::broadcast)
            return load_broadcast<V>(line);
        if constexpr (packs<T, V>) {
            bool const full = c.count == V;
            if (full &&
                (how == access::packets || (how == access::unit && is_aligned<V>(line + c.inner))))
                return load_packet<V>(line + c.inner);
        }
        index_t const step = how == access::any ? stride[Rank - 1] : 1;
        return load_lanes<V>(line + c.inner * step, step, c.count);
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(row_cursor<Rank> const& c) const {
        int const line = row(c);
        if constexpr (packs<T, V>) {
            T const* const p = elements() + (line + c.inner);
            if (how == access::packets || (how == access::unit && is_aligned<V>(p)))
                return load_packet<V>(p);
        }
        if (how == access::broadcast)
            return load_column<V>(elements() + line);
        int const step = static_cast<int>(stride[Rank - 1]);
        return load_lanes<V>(elements() + (line + c.inner * step), step, V);
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(near_cursor<Rank> const& c) const {
        bool const one = how == access::broadcast;
        return load_between<V>(elements() + (row(c) + (one ? 0 : c.inner)), one);
    }
    template <int V, bool Stretched, across Part>
    TWILL_INLINE_HD lanes<value_type, V> at(across_cursor<Rank, Stretched, Part> const& c) const {
        bool const one = Stretched && how == access::broadcast;
        T const* const p = elements() + (row(c) + (one ? 0 : c.inner));
        lanes<value_type, V> result;
        for (int l = 0; l < V; ++l) {
            int const j = Part != across::held || 32 * l < c.room ? 32 * l : c.room;
            if (Part == across::cut && 32 * l > c.room)
                result.values[l] = value_type{};
            else
                result.values[l] = widen(p[one ? 0 : j]);
        }
        return result;
    }
    template <int W>
    TWILL_INLINE_HD lanes<value_type, W> at(pair_cursor<Rank> const& c) const {
        constexpr int V = W / 2;
        int const line = row(c);
        int const next = line + c.apart * static_cast<int>(stride[Rank - 2]);
        if constexpr (packs<T, V>) {
            T const* const p = elements() + (line + c.inner);
            T const* const q = elements() + (next + c.inner);
            if (how == access::packets ||
                (how == access::unit && is_aligned<V>(p) && is_aligned<V>(q)))
                return join_lanes(load_packet<V>(p), load_packet<V>(q));
        }
        if (how == access::broadcast)
            return join_lanes(load_column<V>(elements() + line), load_column<V>(elements() + next));
        int const step = static_cast<int>(stride[Rank - 1]);
        return join_lanes(load_lanes<V>(elements() + (line + c.inner * step), step, V),
                          load_lanes<V>(elements() + (next + c.inner * step), step, V));
    }
    template <int V>
    TWILL_INLINE_HD lanes<value_type, V> at(tile_cursor<Rank> const& c) const {
        if (tile == not_staged)
            return at<V>(static_cast<row_cursor<Rank> const&>(c));
        if (tile & staged_as_mirror)
            return load_lanes<V>(reinterpret_cast<T const*>(c.mirror + (tile & ~staged_as_mirror)) +
                                     (c.row * c.pitch + c.column),
                                 1, V);
        T const* staged = reinterpret_cast<T const*>(c.staged + tile);
        return load_lanes<V>(staged + (c.column * c.pitch + c.row), c.pitch, V);
    }
    /// Where the line of the inner axis that the cursor is on starts.
    TWILL_INLINE_HD int row(row_cursor<Rank> const& c) const {
        int offset = 0;
        for (int d = 0; d < Rank - 1; ++d)
            offset += c.at[d] * static_cast<int>(stride[d]);
        return offset;
    }
    TWILL_INLINE_HD T const* elements() const { return static_cast<T const*>(data); }
    value_type value(index_t j) const { return widen(elements()[j]); }

    /// What its type says may be forgotten.
    memory_node<T, Rank> plain() const { return {data, stride, tile, how}; }

    void collect(operand_record*& next) {
        *next++ = {stride.values, &data, nullptr, static_cast<int>(sizeof(T)), &tile, &how, false};
    }
};

/// What trees ask of a node that stands for a value which a loop has at hand.
struct value_at_hand {
    static constexpr int records = 0;
    static constexpr int widest = 1;
    static constexpr int bytes_read = 0;
    static constexpr axis_set axes = 0;
    static constexpr bool may_flatten = true;
    static constexpr bool in_order = true;
};

/// Elements that host loops copy where they stand: as values they might not fit a thread's stack.
template <class T>
inline constexpr bool is_large_element = sizeof(T) > 4096;

/// A rank-0 array: one value for the whole loop.
template <class T>
struct broadcast_node {
    using value_type = compute_t<T>;
    static constexpr int records = 0;
    static constexpr int widest = 1;
    static constexpr int bytes_read = 0;
    static constexpr axis_set axes = 0;
    static constexpr bool may_flatten = true;
    static constexpr bool in_order = true;
    static constexpr bool has_steps = false;

    T const* data;
    /// Read once before a host loop, which may write anywhere.
    struct nothing {};
    std::conditional_t<is_large_element<T>, nothing, value_type> cached = {};

    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<value_type, V> at(Cursor const&) const {
        return load_broadcast<V>(data);
    }
    value_type value(index_t) const {
        if constexpr (is_large_element<T>)
            return *data;
        else
            return cached;
    }
    void collect(operand_record*&) {}
};

template <class T>
struct scalar_node {
    using value_type = compute_t<T>;
    static constexpr int records = 0;
    static constexpr int widest = 1;
    static constexpr int bytes_read = 0;
    static constexpr axis_set axes = 0;
    static constexpr bool may_flatten = true;
    static constexpr bool in_order = true;
    static constexpr bool has_steps = false;

    value_type number;

    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<value_type, V> at(Cursor const&) const {
        lanes<value_type, V> result{};
        for (int l = 0; l < V; ++l)
            result.values[l] = number;
        return result;
    }
    value_type value(index_t) const { return number; }
    void collect(operand_record*&) {}
};

template <int Rank, class Lie = strided>
struct index_node {
    using value_type = index_t;
    static constexpr int records = 1;
    static constexpr int widest = 1;
    static constexpr int bytes_read = 0;
    static constexpr axis_set axes = axes_of_lie<Lie, Rank>;
    static constexpr bool may_flatten = axes == 0 || Rank == 1 || std::is_same_v<Lie, dense>;
    static constexpr bool in_order = true;
    static constexpr bool has_steps = false;

    index_t start;
    fixed<index_t, Rank> stride;

    template <int V>
    TWILL_INLINE_HD lanes<index_t, V> at(packed_cursor const& c) const {
        return count<V>(start + c.i * stride[Rank - 1]);
    }
    template <int V>
    TWILL_INLINE_HD lanes<index_t, V> at(full_cursor const& c) const {
        return count<V>(start + c.i * stride[Rank - 1]);
    }
    template <int V>
    TWILL_INLINE_HD lanes<index_t, V> at(near_full_cursor const& c) const {
        return at<V>(full_cursor{c.i});
    }
    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<index_t, V> at(Cursor const& c) const {
        index_t from = start + c.inner * stride[Rank - 1];
        for (int d = 0; d < Rank - 1; ++d)
            from += c.at[d] * stride[d];
        lanes<index_t, V> result = count<V>(from);
        if constexpr (requires { c.count; })
            for (int l = 1; l < V; ++l)
                result.values[l] = l < c.count ? result.values[l] : from;
        return result;
    }
    template <int W>
    TWILL_INLINE_HD lanes<index_t, W> at(pair_cursor<Rank> const& c) const {
        index_t from = start + c.inner * stride[Rank - 1];
        for (int d = 0; d < Rank - 1; ++d)
            from += c.at[d] * stride[d];
        return join_lanes(count<W / 2>(from), count<W / 2>(from + c.apart * stride[Rank - 2]));
    }
    template <int V>
    TWILL_INLINE_HD lanes<index_t, V> at(spread_cursor<Rank> const& c) const {
        lanes<index_t, V> result;
        for (int l = 0; l < V; ++l) {
            row_cursor<Rank> own = c;
            own.inner += l < c.count ? l * c.apart : 0;
            result.values[l] = at<1>(own).values[0];
        }
        return result;
    }
    // Which of the others a cursor takes does not depend on what functions read.
    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<index_t, V> at(lined_cursor<Cursor> const& c) const {
        return at<V>(static_cast<Cursor const&>(c));
    }
    template <int V>
    TWILL_INLINE_HD lanes<index_t, V> count(index_t from) const {
        return count_lanes<V>(from, std::make_index_sequence<V>{});
    }
    template <int V, std::size_t... L>
    TWILL_INLINE_HD lanes<index_t, V> count_lanes(index_t from, std::index_sequence<L...>) const {
        return {{(from + static_cast<index_t>(L) * stride[Rank - 1])...}};
    }
    index_t value(index_t j) const { return start + j * stride[Rank - 1]; }

    void collect(operand_record*& next) {
        *next++ = {stride.values, nullptr, &start, 0, nullptr, nullptr, true};
    }
};
/// Rank 0: the index is one number.
template <class Lie>
struct index_node<0, Lie> : scalar_node<index_t> {};

}  // namespace twill::inline v0::detail
