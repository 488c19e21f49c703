// SPDX-License-Identifier: MIT
// What a thread of a streamed reduction holds of its operands: R x V values of those that change
// along both axes, V or R of those that lack one.
#pragma once

#include "twill/ops/pairs/stream_deal.cuh"
#include "twill/ops/pairs/tile_kernel.cuh"

namespace twill::inline v0::detail {

/// Whether several reductions are done at once.
template <class Tree>
inline constexpr bool has_several_values = false;
template <class... N>
inline constexpr bool has_several_values<apply_node<join_function, N...>> = sizeof...(N) > 1;

/// What the kernels of a statement are made of: `Tree` reduced over the axes `Reduced` of a loop of
/// Rank.
/// `Guessed`: operands that are taken for the same one are read once, otherwise each is read for
/// itself. `Any`: whether or not something streams. Of many operands a thread has one output at a
/// time, of more one element: there would be no registers.
template <class Tree, class Reducer, int Rank, axis_set Reduced, bool Guessed, bool Any>
struct stream_policy {
    static constexpr bool guessed = Guessed;
    using tree_type = Tree;
    using reducer_type = Reducer;
    using leaves = typename pair_leaves<Tree>::type;
    static constexpr int rank = Rank;
    static constexpr stream_axes axes = choose_stream_axes(Rank, Reduced, leaves{}, Any);
    static constexpr axis_set batch = ((axis_set{1} << Rank) - 1) & ~Reduced & ~axis_bit(axes.row);
    /// The reduced axes but the inner one.
    static constexpr axis_set others = Reduced & ~axis_bit(axes.inner);
    static constexpr int bytes = static_cast<int>(sizeof(running_t<Reducer>));
    static constexpr int operands = Guessed && !Any ? 1 : pair_table_of<Tree, Guessed>.slots;
    static constexpr bool single = operands > stream_tuning::most_packed_operands;
    static constexpr int row_lanes = single ? 1 : detail::row_lanes<Tree>;
    static constexpr int column_lanes = single ? 1 : detail::column_lanes<Tree, Reducer>;
    static constexpr bool shifts = Guessed && !Any && row_lanes > 1;
    /// Operands in C order have neighbours along the last axis.
    static constexpr bool has_columns = !Any && !(Tree::in_order && axes.inner == Rank - 1);
    static constexpr int together = operands > stream_tuning::most_plain_operands
                                        ? 1
                                        : stream_tuning::together(bytes, Tree::widest);
    static constexpr int blocks = operands > stream_tuning::most_plain_operands
                                      ? 2
                                      : stream_tuning::blocks(pair_weight<Tree>, bytes,
                                                              Tree::widest,
                                                              has_several_values<Tree>);
    static constexpr int shifted_blocks =
        stream_tuning::shifted_blocks(blocks, has_several_values<Tree>);
    static constexpr bool fits = axes.valid() && pair_leaf_count<Tree> <= most_pair_operands &&
                                 bytes <= 64 && Tree::widest <= 64;
};

/// Where a thread is: value r of V along axis A is at index a + r * a_step, value l of V along axis
/// B at b + l * b_step.
struct stream_at {
    index_t a;
    index_t b;
    int a_step;
    int b_step;
    int last;     ///< the last of R values that are in the loop
    int count;    ///< how many of V are, or the first one behind them
    int first;    ///< and the first of those: packets may begin before the loop
    bool packed;  ///< all V values of an operand along B are a packet

    /// The value of those in the loop that stands for value l.
    __device__ __forceinline__ int lane(int l) const {
        return l < first ? first : l < count ? l : count - 1;
    }
};

/// Columns: A is the reduced axis and B the kept one, otherwise it is the other way round.
template <class Policy, stream_way Way>
struct stream_frame {
    static constexpr bool down = Way == stream_way::columns;
    /// Packets begin before their lines.
    static constexpr bool shifted = Way == stream_way::shifted_rows;
    static constexpr int a = down ? Policy::axes.inner : Policy::axes.row;
    static constexpr int b = down ? Policy::axes.row : Policy::axes.inner;
    static constexpr int lanes = down ? Policy::column_lanes : Policy::row_lanes;
    static constexpr axis_set moving = axis_bit(Policy::axes.inner);
};

/// V elements as they lie in memory: narrow ones do not take a register each.
template <class T, int V>
struct held_packet {
    static constexpr bool narrow = sizeof(T) < 4 && sizeof(T) * V % 4 == 0;
    static constexpr int count = narrow ? static_cast<int>(sizeof(T)) * V / 4 : V;
    using whole = packet<std::conditional_t<narrow, unsigned, T>, count>;
    whole held;

    __device__ __forceinline__ void load(T const* from) {
        held = *reinterpret_cast<whole const*>(from);
    }
    __device__ __forceinline__ void set(T const (&x)[V]) { memcpy(held.values, x, sizeof(x)); }
    __device__ __forceinline__ void get(T (&x)[V]) const { memcpy(x, held.values, sizeof(x)); }
};

template <class Policy, stream_way Way, class Leaf>
struct stream_operand;
template <class Policy, stream_way Way, class T, int Rank, class Lie>
struct stream_operand<Policy, Way, memory_node<T, Rank, Lie>> {
    using Leaf = memory_node<T, Rank, Lie>;
    using frame = stream_frame<Policy, Way>;
    static constexpr bool moves = (Leaf::axes & frame::moving) != 0;
    static constexpr bool has_a = (Leaf::axes & axis_bit(frame::a)) != 0;
    static constexpr bool has_b = (Leaf::axes & axis_bit(frame::b)) != 0;
    static constexpr int R = has_a ? Policy::together : 1;
    static constexpr int V = has_b ? frame::lanes : 1;
    T const* batch;
    T const* line;  ///< where it is along the axis that a thread does not walk
    held_packet<T, V> held[R];

    __device__ __forceinline__ void place(Leaf const& leaf, stream_shape<Rank> const& shape,
                                          index_t number) {
        line = batch =
            leaf.elements() + pair_offset<Policy::batch>(shape.extent, leaf.stride, number);
    }
    __device__ __forceinline__ void start(Leaf const& leaf, stream_shape<Rank> const& shape,
                                          index_t number, stream_at const& at) {
        line = batch;
        if constexpr ((Leaf::axes & Policy::others) != 0)
            line += pair_offset<Policy::others>(shape.extent, leaf.stride, number);
        if constexpr (frame::down)
            line += along_b(leaf, at);
        else
            line += along_a(leaf, at);
        if constexpr (!moves)
            load<false>(leaf, at);
    }
    template <bool Full>
    __device__ __forceinline__ void step(Leaf const& leaf, stream_at const& at) {
        if constexpr (moves)
            load<Full>(leaf, at);
    }
    __device__ __forceinline__ lanes<typename Leaf::value_type, frame::lanes> at(
        int r, stream_at const&) const {
        lanes<typename Leaf::value_type, frame::lanes> result;
        packet<T, V> x;
        held[R == 1 ? 0 : r].get(x.values);
#pragma unroll
        for (int l = 0; l < frame::lanes; ++l)
            result.values[l] = widen(x.values[V == 1 ? 0 : l]);
        return result;
    }

private:
    __device__ __forceinline__ static index_t along_a(Leaf const& leaf, stream_at const& at) {
        if constexpr (has_a)
            return at.a * leaf.stride[frame::a];
        return 0;
    }
    __device__ __forceinline__ static index_t along_b(Leaf const& leaf, stream_at const& at) {
        if constexpr (has_a && has_b)
            return frame::shifted || at.packed ? at.b : at.b * leaf.stride[frame::b];
        else if constexpr (has_b)
            return at.b * leaf.stride[frame::b];
        return 0;
    }
    /// `Full`: all R x V values are in the loop, or what else lies in their packets may be read.
    template <bool Full>
    __device__ __forceinline__ void load(Leaf const& leaf, stream_at const& at) {
        // Beside shifted packets: values before and behind the line are none of the operand's.
        constexpr bool beside = frame::shifted && !has_a;
        T const* const from = line + (frame::down ? along_a(leaf, at) : along_b(leaf, at));
        index_t down = 0;
        if constexpr (has_a)
            down = at.a_step * leaf.stride[frame::a];
        // The next address is an addition, not a product.
        asm("" : "+l"(down));
#pragma unroll
        for (int r = 0; r < R; ++r) {
            T const* const p = from + (Full || r < at.last ? r : at.last) * down;
            if constexpr (Full && packs<T, V> && !beside) {
                if (frame::shifted || at.packed) {
                    held[r].load(p);
                    continue;
                }
            }
            packet<T, V> all;
            auto& x = all.values;
            index_t const step = V > 1 ? at.b_step * leaf.stride[frame::b] : 0;
            if (V > 1 && !frame::shifted && step == 32 && !at.packed) {
                // Addresses that differ by constants.
#pragma unroll
                for (int l = 0; l < V; ++l)
                    if (Full || l < at.count)
                        x[l] = p[l * 32];
#pragma unroll
                for (int l = 1; l < V; ++l)
                    if (!Full && l >= at.count)
                        x[l] = x[0];
            } else {
#pragma unroll
                for (int l = 0; l < V; ++l)
                    x[l] = p[(Full && !beside ? l : at.lane(l)) * step];
            }
            held[r].set(x);
        }
    }
};
template <class Policy, stream_way Way, int Rank, class Lie>
struct stream_operand<Policy, Way, index_node<Rank, Lie>> {
    using Leaf = index_node<Rank, Lie>;
    using frame = stream_frame<Policy, Way>;
    index_t batch;
    index_t line;
    index_t a_stride;
    index_t b_stride;

    __device__ __forceinline__ void place(Leaf const& leaf, stream_shape<Rank> const& shape,
                                          index_t number) {
        line = batch = leaf.start + pair_offset<Policy::batch>(shape.extent, leaf.stride, number);
        a_stride = leaf.stride[frame::a];
        b_stride = leaf.stride[frame::b];
    }
    __device__ __forceinline__ void start(Leaf const& leaf, stream_shape<Rank> const& shape,
                                          index_t number, stream_at const&) {
        if constexpr ((Leaf::axes & Policy::others) != 0)
            line = batch + pair_offset<Policy::others>(shape.extent, leaf.stride, number);
    }
    template <bool>
    __device__ __forceinline__ void step(Leaf const&, stream_at const&) {}
    __device__ __forceinline__ lanes<index_t, frame::lanes> at(int r, stream_at const& at) const {
        lanes<index_t, frame::lanes> result;
        index_t const from =
            line + at.b * b_stride + (at.a + (r < at.last ? r : at.last) * at.a_step) * a_stride;
#pragma unroll
        for (int l = 0; l < frame::lanes; ++l)
            result.values[l] = from + index_t{lane(at, l)} * at.b_step * b_stride;
        return result;
    }

private:
    // A lane that any other of the loop stands for where none may begin before it: fewer registers.
    __device__ __forceinline__ static int lane(stream_at const& at, int l) {
        if constexpr (frame::shifted || frame::down)
            return at.lane(l);
        else
            return l < at.count ? l : 0;
    }
};
template <class Policy, stream_way Way, class T>
struct stream_operand<Policy, Way, broadcast_node<T>> {
    using Leaf = broadcast_node<T>;
    compute_t<T> value;

    template <class Shape>
    __device__ __forceinline__ void place(Leaf const& leaf, Shape const&, index_t) {
        value = widen(*leaf.data);
    }
    template <class Shape>
    __device__ __forceinline__ void start(Leaf const&, Shape const&, index_t, stream_at const&) {}
    template <bool>
    __device__ __forceinline__ void step(Leaf const&, stream_at const&) {}
    __device__ __forceinline__ auto at(int, stream_at const&) const {
        lanes<compute_t<T>, stream_frame<Policy, Way>::lanes> result;
#pragma unroll
        for (int l = 0; l < stream_frame<Policy, Way>::lanes; ++l)
            result.values[l] = value;
        return result;
    }
};

/// All operands of a thread, each once.
template <class Policy, stream_way Way, class Leaves = typename Policy::leaves>
struct stream_values;
template <class Policy, stream_way Way, class... L>
struct stream_values<Policy, Way, types<L...>> {
    using Tree = typename Policy::tree_type;
    static constexpr int V = stream_frame<Policy, Way>::lanes;
    Tree const& tree;
    stream_shape<Policy::rank> const& shape;
    distinct_operands<Tree, Policy::guessed, stream_operand<Policy, Way, L>...> all;

    __device__ __forceinline__ stream_values(Tree const& t, stream_shape<Policy::rank> const& s)
        : tree(t), shape(s) {}
    /// To a place over the kept axes but the walked one.
    __device__ __forceinline__ void place(index_t batch) {
        all.each(tree, [&](auto& x, auto const& leaf, auto) { x.place(leaf, shape, batch); });
    }
    /// To a line over the reduced axes but the inner one.
    __device__ __forceinline__ void start(index_t line, stream_at const& at) {
        all.each(tree, [&](auto& x, auto const& leaf, auto) { x.start(leaf, shape, line, at); });
    }
    /// `full`: all R x V values are in the loop.
    __device__ __forceinline__ void step(stream_at const& at, bool full) {
        if (full)
            all.each(tree,
                     [&](auto& x, auto const& leaf, auto) { x.template step<true>(leaf, at); });
        else
            all.each(tree,
                     [&](auto& x, auto const& leaf, auto) { x.template step<false>(leaf, at); });
    }
    /// The tree at value r of R.
    __device__ __forceinline__ lanes<typename Tree::value_type, V> at(int r,
                                                                      stream_at const& at) const {
        row_of_values const x{*this, r, at};
        pair_evaluation<Tree, V, row_of_values, Policy::guessed> evaluation(x);
        return evaluation.template at<0, 0>(tree);
    }

private:
    struct row_of_values {
        stream_values const& values;
        int r;
        stream_at const& at;

        template <int I>
        __device__ __forceinline__ auto lanes_of() const {
            return values.all.template slot_of<I>().at(r, at);
        }
        __device__ __forceinline__ std::uint64_t twins() const { return values.shape.twins; }
    };
};

}  // namespace twill::inline v0::detail
