// SPDX-License-Identifier: MIT
// Short rows that lie one behind the other and start between packets: a block brings many of each
// array to shared memory, in whole packets wherever rows begin, and its threads read there what an
// expression is computed of.
#pragma once

#include "twill/ops/pairs/operands.cuh"
#include "twill/ops/reduce/short_rows.cuh"
#include "twill/ops/rows/tile.cuh"

namespace twill::inline v0::detail {

/// Whether an operand in memory changes from row to row, and (`Inner`) along rows: one that does
/// both has rows in shared memory, one that changes along them alone is a row that all share.
/// `Frame` says which axes these are; one without axes, that every array has both.
template <class Frame, class Leaf, bool Inner>
constexpr bool changes_along() {
    if constexpr (!is_pair_memory<Leaf>)
        return false;
    else if constexpr (requires { Frame::axes.row; })
        return (pair_axes_of<Leaf> & axis_bit(Inner ? Frame::axes.inner : Frame::axes.row)) != 0;
    else
        return true;
}
template <class Frame, class Leaf>
inline constexpr bool has_row_axis = changes_along<Frame, Leaf, false>();
template <class Frame, class Leaf>
inline constexpr bool has_inner_axis = changes_along<Frame, Leaf, true>();

/// Room in shared memory: for what rows share, and behind it for the arrays' rows.
template <int Count>
struct short_rows_room {
    bool fits = false;  ///< there is a kernel
    int widest = 0;     ///< bytes of an element of arrays
    int arrays_at = 0;
    int bytes = 0;
    int shared_at[Count + 1] = {};  ///< of what rows share
    int record[Count + 1] = {};     ///< of each operand in memory, or index, its number
};
template <class Frame, class... L>
constexpr auto make_short_rows_room(types<L...>) {
    short_rows_room<static_cast<int>(sizeof...(L))> room;
    bool const streams[] = {(has_row_axis<Frame, L> && has_inner_axis<Frame, L>)..., false};
    bool const shares[] = {(!has_row_axis<Frame, L> && has_inner_axis<Frame, L>)..., false};
    int const size[] = {L::widest..., 0};
    int const records[] = {L::records..., 0};
    int const longest = static_cast<int>(short_rows_tuning::longest);
    int arrays = 0;
    int shared = 0;
    int record = 0;
    for (int k = 0; k < static_cast<int>(sizeof...(L)); ++k) {
        room.record[k] = record;
        record += records[k];
        arrays += streams[k];
        room.widest = streams[k] && size[k] > room.widest ? size[k] : room.widest;
        room.shared_at[k] = room.arrays_at;
        shared += shares[k];
        room.arrays_at += shares[k] ? (longest * size[k] + 15) / 16 * 16 : 0;
    }
    room.fits = arrays > 0 && arrays <= short_rows_tuning::most_arrays &&
                record <= short_rows_tuning::most_operands && shared <= 4 && room.widest <= 8;
    // Rows begin anywhere in a packet.
    room.bytes = room.arrays_at + short_rows_tuning::bytes + 32 * arrays;
    return room;
}
template <class Frame>
inline constexpr auto room_of_short_rows = make_short_rows_room<Frame>(typename Frame::leaves{});

/// What a thread knows of an operand in its row.
template <class Frame, class Leaf>
struct short_operand;
template <class Frame, class T, int Rank, class Lie>
struct short_operand<Frame, memory_node<T, Rank, Lie>> {
    using Leaf = memory_node<T, Rank, Lie>;
    static constexpr bool has_row = has_row_axis<Frame, Leaf>;
    static constexpr bool has_inner = has_inner_axis<Frame, Leaf>;
    T const* begin;  ///< of the block's rows or of the shared row, in shared memory; or of values
    T const* line;
    index_t step;  ///< between values of rows

    /// `array`: which of those in shared memory it is. `brought`: whether each is there.
    __device__ __forceinline__ void bring(Leaf const& leaf, char* shared, char* arrays, int array,
                                          unsigned& brought, index_t first, int rows, int length) {
        begin = leaf.elements();
        step = 0;
        if constexpr (has_row && has_inner) {
            T const* const from = begin + first * length;
            char* const to = in_tile(arrays, from);
            if ((brought >> array & 1) == 0)
                copy_tile(to, reinterpret_cast<char const*>(from),
                          rows * length * static_cast<int>(sizeof(T)));
            brought |= 1u << array;
            begin = reinterpret_cast<T const*>(to);
        } else if constexpr (has_row) {
            step = leaf.stride[Frame::axes.row];
            begin += first * step;
        } else if constexpr (has_inner) {
            int const j = static_cast<int>(threadIdx.x);
            if (j < length)
                reinterpret_cast<T*>(shared)[j] = begin[j * leaf.stride[Frame::axes.inner]];
            begin = reinterpret_cast<T const*>(shared);
        }
    }
    __device__ __forceinline__ void start(int row, int length) {
        line = begin;
        if constexpr (has_row && has_inner)
            line += row * length;
        else if constexpr (has_row)
            line += row * step;
    }
    template <int W>
    __device__ __forceinline__ lanes<typename Leaf::value_type, W> at(int j) const {
        lanes<typename Leaf::value_type, W> result;
#pragma unroll
        for (int l = 0; l < W; ++l)
            result.values[l] = widen(line[has_inner ? j + l : 0]);
        return result;
    }
};
template <class Frame, int Rank, class Lie>
struct short_operand<Frame, index_node<Rank, Lie>> {
    using Leaf = index_node<Rank, Lie>;
    index_t begin;
    index_t line;
    index_t down;
    index_t along;

    __device__ __forceinline__ void bring(Leaf const& leaf, char*, char*, int, unsigned&,
                                          index_t first, int, int) {
        down = leaf.stride[Frame::axes.row];
        along = leaf.stride[Frame::axes.inner];
        begin = leaf.start + first * down;
    }
    __device__ __forceinline__ void start(int row, int) { line = begin + row * down; }
    template <int W>
    __device__ __forceinline__ lanes<index_t, W> at(int j) const {
        lanes<index_t, W> result;
#pragma unroll
        for (int l = 0; l < W; ++l)
            result.values[l] = line + (j + l) * along;
        return result;
    }
};
template <class Frame, class T>
struct short_operand<Frame, broadcast_node<T>> {
    compute_t<T> value;

    __device__ __forceinline__ void bring(broadcast_node<T> const& leaf, char*, char*, int,
                                          unsigned&, index_t, int, int) {
        value = widen(*leaf.data);
    }
    __device__ __forceinline__ void start(int, int) {}
    template <int W>
    __device__ __forceinline__ lanes<compute_t<T>, W> at(int) const {
        lanes<compute_t<T>, W> result;
#pragma unroll
        for (int l = 0; l < W; ++l)
            result.values[l] = value;
        return result;
    }
};

/// All operands of a thread, each once.
template <class Frame, class Leaves = typename Frame::leaves>
struct short_values;
template <class Frame, class... L>
struct short_values<Frame, types<L...>> {
    using Tree = typename Frame::tree_type;
    Tree const& tree;
    std::uint64_t twins;
    distinct_operands<Tree, Frame::guessed, short_operand<Frame, L>...> all;

    __device__ __forceinline__ short_values(Tree const& t, std::uint64_t equal)
        : tree(t), twins(equal) {}
    /// Rows [first, first + rows) to shared memory.
    __device__ __forceinline__ void bring(char* memory, short_arrays const& arrays, index_t first,
                                          int rows, int length) {
        unsigned brought = 0;
        all.each(tree, [&](auto& x, auto const& leaf, auto slot) {
            constexpr int k = pair_table_of<Tree, Frame::guessed>.first[decltype(slot)::value];
            constexpr int shared = room_of_short_rows<Frame>.shared_at[k];
            constexpr int record = room_of_short_rows<Frame>.record[k];
            constexpr int behind = room_of_short_rows<Frame>.arrays_at;
            int const array = static_cast<int>(arrays.of >> 4 * (record & 15) & 15);
            x.bring(leaf, memory + shared, memory + behind + array * arrays.apart, array, brought,
                    first, rows, length);
        });
    }
    __device__ __forceinline__ void start(int row, int length) {
        all.each(tree, [&](auto& x, auto const&, auto) { x.start(row, length); });
    }
    /// The tree at elements j and behind it.
    template <int W>
    __device__ __forceinline__ lanes<typename Tree::value_type, W> at(int j) const {
        elements<W> const x{*this, j};
        pair_evaluation<Tree, W, elements<W>, Frame::guessed> evaluation(x);
        return evaluation.template at<0, 0>(tree);
    }

private:
    template <int W>
    struct elements {
        short_values const& values;
        int j;

        template <int I>
        __device__ __forceinline__ auto lanes_of() const {
            return values.all.template slot_of<I>().template at<W>(j);
        }
        __device__ __forceinline__ std::uint64_t twins() const { return values.twins; }
    };
};

}  // namespace twill::inline v0::detail
