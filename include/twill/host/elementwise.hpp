// SPDX-License-Identifier: MIT
// Elementwise plans on CPU threads: every layout becomes a run of contiguous loops that the
// compiler vectorises.
#pragma once

#include "twill/host/costly.hpp"
#include "twill/host/pool.hpp"
#include "twill/host/together.hpp"
#include "twill/host/walk.hpp"

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

/// Blocks of a length that the compiler knows are vectorised at -O2, by every g++. The tree is a
/// local copy, so that no store can change it.
template <class Tree, class Out>
TWILL_AVX2 TWILL_NOINLINE void loop_in_blocks(Tree const tree, Out* out, index_t from, index_t to) {
    constexpr index_t block = 16;
    index_t i = from;
    for (; i + block <= to; i += block) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < block; ++l)
            out[i + l] = static_cast<Out>(tree.value(i + l));
    }
    for (; i < to; ++i)
        out[i] = static_cast<Out>(tree.value(i));
}
/// The contiguous loop.
template <class Tree, class Out>
TWILL_NOINLINE void contiguous_loop(Tree const tree, Out* out, index_t from, index_t to) {
    if constexpr (!calls_functions<Tree>)
        if (may_run_avx2())
            return loop_in_blocks(tree, out, from, to);
    for (index_t i = from; i < to; ++i)
        out[i] = static_cast<Out>(tree.value(i));
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

/// Writes a chunk of a row: `loop(to)` computes it into contiguous memory.
template <int Rank, class Plan, class Loop>
void write_chunk(Plan const& p, index_t at, index_t count, Loop&& loop) {
    using Out = typename Plan::out_type;
    Out* const out = p.out() + at;
    index_t const step = p.stride[Rank - 1];
    constexpr index_t most = chunk_of<static_cast<int>(sizeof(Out))>;
    if constexpr (most == 1) {
        loop(out);
    } else {
        if (step == 1)
            return loop(out);
        Out buffer[most];
        loop(buffer);
        scatter(out, step, buffer, count);
    }
}

/// Makes operands of a flat loop that are one element stretched over it as long as it is; what is
/// returned holds their elements.
TWILL_NOINLINE inline buffer<std::max_align_t> spread_operands(operand_record const* operands,
                                                               int count, int rank, index_t size) {
    constexpr index_t unit = sizeof(std::max_align_t);
    auto units = [&](operand_record const& x) {
        bool const one = x.data && size > 1 && x.stride[rank - 1] == 0;
        return one ? (size * x.element_size + unit - 1) / unit : 0;
    };
    index_t total = 0;
    for (int k = 1; k < count; ++k)
        total += units(operands[k]);
    if (total == 0)
        return {};
    buffer<std::max_align_t> memory(static_cast<std::size_t>(total));
    std::max_align_t* next = memory.data();
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (index_t const taken = units(x)) {
            pack(next, static_cast<char const*>(*x.data), 0, size, x.element_size);
            *x.data = next;
            next += taken;
        }
    }
    return memory;
}

/// How a loop is cut: pieces of a length that is worth a thread's attention, none where one thread
/// is faster. Elements do not depend on each other, so the cut may.
struct division {
    index_t elements;
    effort how;
    bool serial;
};
TWILL_NOINLINE inline division divide_loop(index_t size, int price) {
    constexpr index_t cheapest_piece = index_t{1} << 16;  // prices: about two microseconds
    constexpr index_t cheapest_loop = index_t{1} << 16;
    constexpr index_t cheap_loop = index_t{1} << 19;
    index_t const threads = thread_pool::instance().size();
    if (size >= cheap_loop)
        return {clamped(size / (8 * threads), piece_elements, 8 * piece_elements), effort::large,
                false};
    index_t const total = size * price;
    index_t const pieces = smaller(4 * threads, total / cheapest_piece);
    if (total < cheapest_loop || pieces < 2)
        return {size, effort::small, true};
    return {smaller(piece_elements, (size + pieces - 1) / pieces),
            total < cheap_loop ? effort::small : effort::large, false};
}

template <>
struct backend<host_space> {
    /// Several results are written one after the other.
    static constexpr bool joins_results = false;
    static constexpr char const* space_name = "host";

    /// What choose_kernel chooses from: rows are packed, whatever their steps.
    template <class Plan>
    static constexpr loops_at_hand loops{
        .strided = Plan::rank > 0 && (Plan::rank > 1 || Plan::tree_type::has_steps ||
                                      !std::is_same_v<typename Plan::target_type, dense>),
        .hoisted = uses_slots<typename Plan::tree_type, Plan::rank>};
    /// Whether some slot's values differ along fewer axes than the loop has.
    template <class Plan>
    static bool hoists(Plan const& p) {
        return lacks_axes(plan_slots<Plan::rank>(p.tree, p.extent),
                          p.extent.size() / p.extent[Plan::rank - 1], p.extent[Plan::rank - 1]);
    }

    template <class Tree, class Out, int Rank, class Target>
    static void run(plan<Tree, Out, Rank, Target> p) {
        if (p.how == strategy::empty)
            return;
        if constexpr (copies_elements<Tree, Out>) {
            auto const all = p.records();
            return element_copy(p.extent.values, Rank, all.values).run();
        }
        cache_broadcasts(p.tree);
        index_t const size = p.extent.size();
        division const cut = divide_loop(size, price_of<Tree> + 1);
        if constexpr (fills_slots<Tree, Rank>) {
            auto const slots = plan_slots<Rank>(p.tree, p.extent);
            return run_tiles<Rank>(p, size, cut, slots);
        } else {
            if constexpr (loops<plan<Tree, Out, Rank, Target>>.strided)
                if (p.how != strategy::flat)
                    return run_rows<Rank>(p, size, cut);
            auto const all = p.records();
            auto const spread = spread_operands(all.values, all.count, Rank, size);
            Out* const out = p.out();
            if (cut.serial)
                return contiguous_loop(p.tree, out, 0, size);
            parallel_pieces((size + cut.elements - 1) / cut.elements,
                            [&](index_t piece) {
                                index_t const from = piece * cut.elements;
                                contiguous_loop(p.tree, out, from,
                                                smaller(size, from + cut.elements));
                            },
                            cut.how);
        }
    }

    /// Writes several results of one shape, the operands of `join` in the tree, in one pass; false,
    /// and nothing done, where the loop is not contiguous.
    template <class Tree, int Rank, class First, class... Rest>
    static bool run_together(Tree const& tree, extents<Rank> const& shape, std::uint32_t,
                             First const& first, Rest const&... rest) {
        layout<Rank> const lie{shape, first.stride};
        if (!is_contiguous(lie) || !(is_contiguous(layout<Rank>{shape, rest.stride}) && ...))
            return false;
        plan<Tree, typename First::element, Rank, strided> p{tree, first.at(0), lie.shape,
                                                             lie.stride};
        p.prepare({});
        if (p.how == strategy::empty)
            return true;
        if (p.how != strategy::flat)
            return false;
        cache_broadcasts(p.tree);
        index_t const size = p.extent.size();
        division const cut = divide_loop(size, price_of<Tree> + 1);
        auto run_piece = [&](index_t from, index_t to) {
            together_loop(p.tree, from, to, first.at(0), rest.at(0)...);
        };
        if (cut.serial)
            run_piece(0, size);
        else
            parallel_pieces((size + cut.elements - 1) / cut.elements,
                            [&](index_t piece) {
                                index_t const from = piece * cut.elements;
                                run_piece(from, smaller(size, from + cut.elements));
                            },
                            cut.how);
        return true;
    }

private:
    template <int Rank, class Plan>
    static void run_rows(Plan p, index_t size, division const& cut) {
        auto const all = p.records();
        row_order const order = arrange_rows(p.extent.values, Rank, all.values, all.count);
        index_t const inner = p.extent[Rank - 1];
        index_t const rows = size / inner;
        auto part = [&](index_t first, index_t last, index_t from, index_t to) {
            for (index_t next; first < last; first = next) {
                next = smaller(last, first + order.rows);
                for (index_t at = from; at < to; at += order.width)
                    walk_rows<Rank>(p, first, next, at, smaller(to, at + order.width),
                                    [&](auto const& tree, index_t, index_t place, index_t n) {
                                        write_chunk<Rank>(p, place, n, [&](auto* out) {
                                            contiguous_loop(tree, out, 0, n);
                                        });
                                    });
            }
        };
        if (cut.serial)
            return part(0, rows, 0, inner);
        // Rows of one group stay together.
        index_t const unit = order.rows <= rows ? order.rows : 1;
        if (inner >= cut.elements) {
            index_t const across = divide_up(inner, cut.elements);
            return parallel_pieces(
                divide_up(rows, unit) * across,
                [&](index_t piece) {
                    index_t const first = piece / across * unit;
                    index_t const from = piece % across * cut.elements;
                    part(first, smaller(rows, first + unit), from,
                         smaller(inner, from + cut.elements));
                },
                cut.how);
        }
        index_t const rows_a_piece = larger<index_t>(cut.elements / inner / unit, 1) * unit;
        parallel_pieces(
            divide_up(rows, rows_a_piece),
            [&](index_t piece) {
                part(piece * rows_a_piece, smaller(rows, (piece + 1) * rows_a_piece), 0, inner);
            },
            cut.how);
    }

    /// With costly functions: tiles of several rows of one chunk.
    template <int Rank, class Plan, class Slots>
    static void run_tiles(Plan const& p, index_t size, division const& cut, Slots const& slots) {
        using Tree = typename Plan::tree_type;
        index_t const inner = p.extent[Rank - 1];
        index_t const rows = size / inner;
        constexpr int element =
            larger(Tree::widest, static_cast<int>(sizeof(typename Plan::out_type)));
        index_t const width = smaller(inner, chunk_of<element>, cut.elements);
        index_t const across = (inner + width - 1) / width;
        index_t const height = clamped<index_t>(cut.elements / width, 1, rows);
        auto tile = [&](index_t piece) {
            index_t const first = piece / across * height;
            index_t const from = piece % across * width;
            slot_buffers<Tree, chunk_elements> buffers(slots);
            walk_rows<Rank>(
                p, first, smaller(rows, first + height), from, smaller(inner, from + width),
                [&](Tree const& tree, index_t row, index_t at, index_t n) {
                    buffers.fill(tree, n, row == first);
                    write_chunk<Rank>(p, at, n, [&](auto* out) {
                        contiguous_loop(
                            slot_source<0, Tree, slot_table<slots_of<Tree>>>{tree, buffers.table()},
                            out, 0, n);
                    });
                });
        };
        index_t const tiles = (rows + height - 1) / height * across;
        if (!cut.serial)
            return parallel_pieces(tiles, tile, cut.how);
        for (index_t piece = 0; piece < tiles; ++piece)
            tile(piece);
    }
};

}  // namespace twill::inline v0::detail
