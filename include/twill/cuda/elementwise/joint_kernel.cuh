// SPDX-License-Identifier: MIT
// Several elementwise results in one kernel: all of them are computed before the first is written.
#pragma once

#include "twill/cuda/elementwise/cut.cuh"

namespace twill::inline v0::detail {

template <class... Targets>
inline constexpr int widest_target = 1;
template <class T, class... Rest>
inline constexpr int widest_target<T, Rest...> =
    larger(static_cast<int>(sizeof(typename T::element)), widest_target<Rest...>);
template <class Tree, class... Targets>
inline constexpr int joint_lanes = larger(1, 16 / larger(Tree::widest, widest_target<Targets...>));

/// The results of V neighbouring elements.
template <class Tree, int V>
struct joint_values;
template <class F, class... N, int V>
struct joint_values<apply_node<F, N...>, V> {
    using Tree = apply_node<F, N...>;
    children<lanes<typename N::value_type, V>...> values;
    std::conditional_t<has_repeats<Tree>, kept_terms<Tree, V>, nothing_kept> kept;

    template <std::size_t I, class Target, class Cursor>
    __device__ __forceinline__ void compute(Tree const& tree, Target const& to, Cursor const& c,
                                            reuse_plan<Tree> const& reuse) {
        if (to.data)
            get<I>(values) =
                evaluate<Tree, terms_before<I, N...>, V>(get<I>(tree), c, kept, reuse.equal);
    }
};

/// V elements at a cursor; `offset(strides)` is where they go.
template <int V, class Tree, class Cursor, class Offset, std::size_t... I, class... Targets>
__device__ __forceinline__ void put_results(
    Tree const& tree, reuse_plan<Tree> const& reuse,
    children_base<std::index_sequence<I...>, Targets...> const& to, Cursor const& c,
    Offset&& offset) {
    joint_values<Tree, V> x;
    (x.template compute<I>(tree, get<I>(to), c, reuse), ...);
    auto write = [&](auto const& target, auto const& values) {
        constexpr int rank = sizeof(target.stride) / sizeof(index_t);
        if (target.data)
            put<V>(target.at(offset(target.stride)), target.stride[rank - 1], values, 0, V);
    };
    (write(get<I>(to), get<I>(x.values)), ...);
}

/// As flat_kernel; the operands of the tree are the results, `to` their targets.
template <int V, class Tree, class Targets, int Rank>
__global__ void __launch_bounds__(block_threads)
    joint_flat_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse,
                      __grid_constant__ Targets const to, index_t const size, int const before) {
    index_t const i = (static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) * V - before;
    constexpr int inner = Rank > 0 ? Rank - 1 : 0;
    auto put_at = [&](auto lanes_at_once, index_t at) {
        put_results<decltype(lanes_at_once)::value>(
            tree, reuse, to, full_cursor{at},
            [&](auto const& stride) { return at * stride[inner]; });
    };
    if (i >= 0 && i + V <= size) {
        put_at(std::integral_constant<int, V>{}, i);
    } else {
#pragma unroll 1
        for (index_t l = i < 0 ? 0 : i; l < i + V && l < size; ++l) {
            index_t at = l;  // as in flat_kernel
            asm("" : "+l"(at));
            put_at(std::integral_constant<int, 1>{}, at);
        }
    }
}

/// As strided_kernel, a row at a time.
template <int V, class Tree, class Targets, int Rank>
__global__ void __launch_bounds__(block_threads)
    joint_strided_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse,
                         __grid_constant__ Targets const to,
                         __grid_constant__ grid_shape<Rank> const grid) {
    strided_position<V> place(grid, blockIdx.x);
#pragma unroll 1
    for (; place.rounds > 0 && place.row < grid.rows; place.advance(grid)) {
        row_cursor<Rank> cursor;
        locate_row(grid, place.row, cursor.at);
        auto put_at = [&](auto lanes_at_once) {
            put_results<decltype(lanes_at_once)::value>(
                tree, reuse, to, cursor, [&](auto const& stride) {
                    int offset = cursor.inner * static_cast<int>(stride[Rank - 1]);
                    for (int d = 0; d < Rank - 1; ++d)
                        offset += cursor.at[d] * static_cast<int>(stride[d]);
                    return offset;
                });
        };
        cursor.inner = place.packet;
        if (!grid.by_element && grid.before > 0)
            cursor.inner -= grid.before;
        int const inner = static_cast<int>(grid.extent[Rank - 1]);
        if (!grid.by_element && cursor.inner >= 0 && cursor.inner + V <= inner) {
            put_at(std::integral_constant<int, V>{});
        } else {
#pragma unroll 1
            for (int l = 0; l < (grid.by_element ? 1 : V); ++l, ++cursor.inner)
                if (cursor.inner >= 0 && cursor.inner < inner)
                    put_at(std::integral_constant<int, 1>{});
        }
    }
}

/// Launches the loop of several results.
template <class Tree, int Rank, class... Targets>
struct joint_launch {
    static constexpr int V = joint_lanes<Tree, Targets...>;
    static constexpr int most_records = Tree::records + static_cast<int>(sizeof...(Targets));

    Tree tree;
    children<Targets...> to;
    extents<Rank> extent;
    reuse_plan<Tree> reuse;
    operand_record records[most_records] = {};
    int count = 0;
    unsigned unused_tile = not_staged;
    access unused_access = access::any;

    /// `written`: results that are, bit i standing for result i.
    void run(std::uint32_t written) {
        if (written == 0 || extent.size() == 0)
            return;
        collect(written, std::index_sequence_for<Targets...>{});
        int const used = canonicalise(extent.values, Rank, records, count);
        loop_view const loop{extent.values, Rank, records, count, V};
        constexpr bool may_be_flat = Rank < 2 || Tree::may_flatten;
        if constexpr (may_be_flat)
            if (Rank < 2 || used <= 1) {
                flat_shape const cut = cut_flat(loop, true);
                return launch(joint_flat_kernel<V, Tree, children<Targets...>, Rank>, cut.blocks,
                              block_threads, 0, tree, reuse, to, cut.size, cut.before);
            }
        if constexpr (Rank >= 2)
            launch_pieces(
                loop,
                [](void* what) {
                    auto& self = *static_cast<joint_launch*>(what);
                    grid_shape<Rank> grid;
                    index_t const blocks = cut_strided(
                        loop_view{self.extent.values, Rank, self.records, self.count, V}, true,
                        grid);
                    launch(joint_strided_kernel<V, Tree, children<Targets...>, Rank>, blocks,
                           block_threads, 0, self.tree, self.reuse, self.to, grid);
                },
                this);
    }

private:
    template <std::size_t... I>
    void collect(std::uint32_t written, std::index_sequence<I...>) {
        auto add = [&](auto& target, std::size_t i) {
            using T = std::remove_reference_t<decltype(target)>;
            if (written >> i & 1)
                records[count++] = {target.stride.values,
                                    &target.data,
                                    nullptr,
                                    static_cast<int>(sizeof(typename T::element)),
                                    &unused_tile,
                                    &unused_access,
                                    false};
            else
                target.data = nullptr;
        };
        (add(get<I>(to), I), ...);
        auto add_operands = [&](auto& node, std::size_t i) {
            operand_record* next = records + count;
            if (written >> i & 1)
                node.collect(next);
            count = static_cast<int>(next - records);
        };
        (add_operands(get<I>(tree), I), ...);
        // A result that is not computed has no terms for others.
        if constexpr (has_repeats<Tree>)
            if (written != (std::uint32_t{1} << sizeof...(Targets)) - 1)
                reuse.equal = 0;
    }
};

}  // namespace twill::inline v0::detail
