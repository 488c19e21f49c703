// SPDX-License-Identifier: MIT
// Elementwise plans on CPU threads: every layout becomes a run of contiguous loops that the
// compiler vectorises.
#pragma once

#include "twill/host/blocks.hpp"
#include "twill/host/loop.hpp"
#include "twill/host/speeds.hpp"
#include "twill/host/together.hpp"

namespace twill::inline v0::detail {

/// Reads the rank-0 arrays of a tree once: the loop's stores could alias them.
/// Whether a tree has any; not of nodes that this header does not know.
template <class Node>
inline constexpr bool may_have_broadcasts = true;
template <class T, int Rank, class Lie>
inline constexpr bool may_have_broadcasts<memory_node<T, Rank, Lie>> = false;
template <int Rank, class Lie>
inline constexpr bool may_have_broadcasts<index_node<Rank, Lie>> = false;
template <class T>
inline constexpr bool may_have_broadcasts<scalar_node<T>> = false;
template <class F, class... N>
inline constexpr bool may_have_broadcasts<apply_node<F, N...>> =
    (false || ... || may_have_broadcasts<N>);

template <class Node>
void cache_broadcasts(Node&) {}
template <class T>
void cache_broadcasts(broadcast_node<T>& node) {
    if constexpr (!is_large_element<T>)
        node.cached = widen(*node.data);
}
template <class F, class... N>
void cache_broadcasts(apply_node<F, N...>& node) {
    if constexpr (may_have_broadcasts<apply_node<F, N...>>)
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (cache_broadcasts(get<I>(node)), ...);
        }(std::index_sequence_for<N...>{});
}

/// Whether a statement copies elements as they are.
template <class Tree, class Out>
inline constexpr bool copies_elements = false;
template <class T, int Rank, class Lie>
inline constexpr bool copies_elements<memory_node<T, Rank, Lie>, T> = Rank > 0;

/// One large element in every place.
template <class T>
    requires is_large_element<T>
void contiguous_loop(broadcast_node<T> const& tree, T* out, index_t from, index_t to) {
    for (index_t i = from; i < to; ++i)
        std::memmove(static_cast<void*>(out + i), tree.data, sizeof(T));
}

/// A write_function: elements of a tree, or with `Slots` from the values of its slots.
template <class Tree, class Out, bool Slots>
void write_values(void const* tree, [[maybe_unused]] void const* const* from, void* to,
                  index_t count) {
    auto const& own = *static_cast<Tree const*>(tree);
    auto* const out = static_cast<Out*>(to);
    if constexpr (Slots) {
        slot_table<slots_of<Tree>> table;
        for (int k = 0; k < slots_of<Tree>; ++k)
            table.data[k] = from[k];
        contiguous_loop(slot_source<0, Tree, slot_table<slots_of<Tree>>>{own, table}, out, 0,
                        count);
    } else {
        contiguous_loop(own, out, 0, count);
    }
}
template <>
struct backend<host_space> {
    /// Several results are written one after the other.
    static constexpr bool joins_results = false;
    static constexpr char const* space_name = "host";
    static machine_speeds const& speeds() { return host_speeds(); }

    /// What choose_kernel chooses from: rows are packed, whatever their steps.
    template <class Plan>
    static constexpr loops_at_hand loops{
        .strided = Plan::rank > 0 && (Plan::rank > 1 || Plan::tree_type::has_steps ||
                                      !std::is_same_v<typename Plan::target_type, dense>),
        .hoisted = uses_slots<typename Plan::tree_type, Plan::rank>};
    /// Whether some slot's values differ along fewer axes than the loop has.
    template <class Plan>
    static bool hoists(Plan& p) {
        auto const all = p.records();
        return lacks_axes(plan_slots<Plan::rank>(p.tree, all.values + 1, p.extent),
                          p.extent.size() / p.extent[Plan::rank - 1], p.extent[Plan::rank - 1]);
    }

    template <class Tree, class Out, int Rank, class Target>
    static void run(plan<Tree, Out, Rank, Target>&& p) {
        if (p.how == strategy::empty)
            return;
        if constexpr (copies_elements<Tree, Out>) {
            auto const all = p.records();
            return element_copy(p.extent.values, Rank, all.values).run();
        }
        cache_broadcasts(p.tree);
        auto all = p.records();
        constexpr int price = price_of<Tree> + 1;
        auto loop = [&](auto write) {
            return host_loop{
                {reinterpret_cast<char*>(&p.tree), sizeof(Tree), all.values, all.count},
                p.extent.values,
                Rank,
                chunk_of<larger(Tree::widest, static_cast<int>(sizeof(Out)))>,
                Tree::widest,
                price,
                reinterpret_cast<char*>(p.out()),
                write,
                run_with_own_tree<Tree, run_strided_piece, host_loop, loop_piece>()};
        };
        auto fill_slots = [&]<class T>(T const& tree) {
            auto const slots = plan_slots<Rank>(tree, all.values + 1, p.extent);
            host_loop x = loop(write_values<T, Out, true>);
            x.slots = host_slots_of<T>(slots);
            run_tiles_of_loop(x);
        };
        if constexpr (fills_slots<Tree, Rank>) {
            fill_slots(p.tree);
        } else {
            if constexpr (may_fill_runs<Tree, Rank>)
                if (p.extent[Rank - 1] >= worthy_run)
                    return fill_slots(p.tree);
            constexpr auto write = write_values<Tree, Out, false>;
            if constexpr (loops<plan<Tree, Out, Rank, Target>>.strided)
                if (p.how != strategy::flat) {
                    host_loop x = loop(write);
                    return run_rows_of_loop(x);
                }
            index_t const size = p.extent.size();
            division const cut = divide_loop(size, price);
            auto const spread =
                spread_operands(all.values, all.count, Rank, smaller(size, cut.elements));
            if (cut.serial)
                return write(&p.tree, nullptr, p.out(), size);
            host_loop x = loop(write);
            x.run = run_with_own_tree<Tree, run_flat_piece, host_loop, loop_piece>();
            run_flat_pieces(x, size, cut);
        }
    }

    /// Writes several results of one shape, the operands of `join` in the tree, in one pass; false,
    /// and nothing done, where the targets are not contiguous, or without slots any operand.
    template <class Join, int Rank, class First, class... Rest>
    static bool run_together(Join const& join, extents<Rank> const& shape, std::uint32_t,
                             First const& first, Rest const&... rest) {
        using Tree = joint_tree<Join, typename First::element, typename Rest::element...>;
        constexpr bool has_slots = fills_slots<Join, Rank>;
        layout<Rank> const lie{shape, first.stride};
        if (!is_contiguous(lie) || !(is_contiguous(layout<Rank>{shape, rest.stride}) && ...))
            return false;
        plan<Tree, typename First::element, Rank, strided> p{
            {join, {first.at(0), rest.at(0)...}, false}, first.at(0), lie.shape, lie.stride};
        p.prepare({});
        if (p.how == strategy::empty)
            return true;
        if (!has_slots && p.how != strategy::flat)
            return false;
        cache_broadcasts(static_cast<Join&>(p.tree));
        auto all = p.records();
        auto const among = [&]<class Out>(joint_target<Out, Rank> const& to) {
            return reads_among(to.data, shape.size() * static_cast<index_t>(sizeof(Out)),
                               p.extent.values, Rank, all.values, all.count);
        };
        p.tree.apart = !(among(first) || ... || among(rest));
        host_loop x{{reinterpret_cast<char*>(&p.tree), sizeof(Tree), all.values, all.count},
                    p.extent.values,
                    Rank,
                    Tree::chunk,
                    Tree::widest,
                    price_of<Join> + 1,
                    static_cast<char*>(const_cast<void*>(p.target)),
                    write_joint<Tree, has_slots>,
                    nullptr};
        if constexpr (has_slots) {
            // Of a single element too: what is written goes to the targets.
            p.stride[Rank - 1] = 1;
            x.run = run_with_own_tree<Tree, run_strided_piece, host_loop, loop_piece>();
            auto const slots =
                plan_slots<Rank>(static_cast<Join const&>(p.tree), all.values + 1, p.extent);
            x.slots = host_slots_of<Join>(slots);
            run_tiles_of_loop(x);
        } else {
            index_t const size = p.extent.size();
            division const cut = divide_loop(size, x.price);
            if (cut.serial) {
                x.write(&p.tree, nullptr, x.out, size);
            } else {
                x.run = run_with_own_tree<Tree, run_flat_piece, host_loop, loop_piece>();
                run_flat_pieces(x, size, cut);
            }
        }
        return true;
    }
};

}  // namespace twill::inline v0::detail
