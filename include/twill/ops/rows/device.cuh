// SPDX-License-Identifier: MIT
// Loops over rows on the device: how many threads, or blocks, have a row, and whether they keep it.
#pragma once

#include "twill/cuda/runtime/workspace.hpp"
#include "twill/ops/rows/deal.hpp"
#include "twill/ops/rows/kernel.cuh"
#include "twill/ops/rows/run.hpp"

namespace twill::inline v0::detail {

inline index_t ask_for_resident_blocks(int, void const* kernel) {
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, row_threads, 0),
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return index_t{blocks} * processors_of_device();
}
/// Blocks of a kernel that fit on the current device at once; the device lets them wait for each
/// other.
template <auto Kernel>
index_t resident_blocks() {
    static index_t cached[max_devices] = {};
    return known_of_device(cached, ask_for_resident_blocks, reinterpret_cast<void const*>(Kernel));
}
/// What dealing out rows asks of a kernel.
struct row_kernel_facts {
    index_t (*resident)() = nullptr;
    bool (*has_clusters)() = nullptr;
};
template <auto Kernel>
inline constexpr row_kernel_facts facts_of{resident_blocks<Kernel>, has_hopper_code<Kernel>};

/// Notes for every operand whether its packets are aligned where those of `leader` are, which may
/// differ from row to row. There is none where packets are of no use.
TWILL_COLD inline void align_rows(index_t const* extent, int rank, int split,
                                  operand_record const* operands, int count, int lanes,
                                  operand_record const*& leader) {
    leader = nullptr;
    auto lane = [&](operand_record const& x) {
        auto const address = reinterpret_cast<std::uintptr_t>(*x.data);
        return static_cast<index_t>(address / static_cast<unsigned>(x.element_size)) % lanes;
    };
    auto whole = [](operand_record const& x) {
        return reinterpret_cast<std::uintptr_t>(*x.data) % static_cast<unsigned>(x.element_size) ==
               0;
    };
    for (int k = 1; k <= count && split >= 0 && !leader; ++k) {
        operand_record const& x = operands[k % count];  // the output last
        bool fits = x.data && x.stride[rank - 1] == 1 && whole(x);
        // The lines of a row start alike.
        for (int d = split; d < rank - 1; ++d)
            fits = fits && (extent[d] == 1 || x.stride[d] % lanes == 0);
        if (fits)
            leader = &x;
    }
    for (int k = 0; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data)
            continue;
        *x.how = access::any;
        if (!leader || x.stride[rank - 1] != 1 || !whole(x))
            continue;
        bool agrees = lane(x) == lane(*leader);
        for (int d = 0; d < rank - 1; ++d)
            agrees = agrees && (extent[d] == 1 || (x.stride[d] - leader->stride[d]) % lanes == 0);
        if (agrees)
            *x.how = access::packets;
    }
}

/// Finds the array that threads keep, marks the operands that may be it and are; null where those
/// that surely are differ, or others of every axis have no packets where it has.
TWILL_COLD inline operand_record const* find_kept(operand_record const* operands, int count,
                                                  int rank, record_keeping const* how) {
    auto same = [&](operand_record const& a, operand_record const& b) {
        bool equal = *a.data == *b.data;
        for (int d = 0; d < rank; ++d)
            equal = equal && a.stride[d] == b.stride[d];
        return equal;
    };
    operand_record const* kept = nullptr;
    for (record_keeping const wanted : {record_keeping::always, record_keeping::maybe})
        for (int k = 0; k < count; ++k) {
            if (how[k] != wanted)
                continue;
            if (!kept)
                kept = operands + k;
            else if (wanted == record_keeping::always && !same(*kept, operands[k]))
                return nullptr;
        }
    for (int k = 0; k < count; ++k) {
        if (how[k] == record_keeping::never)
            continue;
        if (*operands[k].how != access::packets)
            return nullptr;
        if (how[k] == record_keeping::maybe)
            *operands[k].tile = same(*kept, operands[k]) ? 0 : not_staged;
    }
    return kept;
}

/// Whether elements of one size begin at the same place of packets.
inline bool in_same_place(operand_record const& a, operand_record const& b) {
    auto const apart =
        reinterpret_cast<std::uintptr_t>(*a.data) - reinterpret_cast<std::uintptr_t>(*b.data);
    return a.element_size != b.element_size || apart % 16 == 0;
}

/// Whether the first element begins a packet of those that are computed at a time in a tile.
inline bool in_tile_packets(operand_record const& x) {
    unsigned const bytes = static_cast<unsigned>(x.element_size * row_tuning::tiled_at_a_time);
    return reinterpret_cast<std::uintptr_t>(*x.data) % (bytes < 16 ? bytes : 16) == 0;
}

/// A loop over rows that is about to be dealt out, and its kernels.
struct row_arrangement {
    row_table table;
    int lanes;
    bool results;
    row_kernel_facts any = {};             ///< of any rows, where that may be
    row_kernel_facts keeping_kernel = {};  ///< of rows that threads keep, likewise
    record_keeping const* how_kept = nullptr;
    int kept_threads = row_threads;  ///< of a block
    int brief_lanes = 0;             ///< of the packets of short rows, where they have a kernel
    int tiled = 0;                   ///< bytes of an element that may pass through shared memory
    int tile_room = 0;               ///< elements of a thread there
    bool once = false;               ///< reads rows once also where threads do not keep them
};
/// Whether elements that lie in packets of one do so behind each other, row by row.
inline bool follow_rows(row_frame const& f, index_t const* stride) {
    return lies_in_order(f.extent, 0, f.rank, stride, 1);
}
TWILL_COLD inline row_dealing arrange_for_device(row_arrangement const& now, row_dealt& dealt,
                                                 index_t* start_step, index_t* kept_stride) {
    row_table const& t = now.table;
    row_frame const& f = t.frame;
    int const inner = f.rank - 1;
    operand_record const* leader = nullptr;
    row_dealing how{t.rows, 1, 0, row_threads, processors_of_device()};
    bool same_elements = true;
    for (int s = 0; s <= t.reductions; ++s)
        same_elements = same_elements && ((now.results && s == t.reductions) || t.same_scope(s, 0));
    auto keep = [&](operand_record const& operand) {
        dealt.kept = *operand.data;
        for (int d = 0; d < f.rank; ++d)
            kept_stride[d] = operand.stride[d];
    };
    auto measure = [&](int V) {
        align_rows(f.extent, f.rank, f.regular ? f.split : -1, f.operands, f.count, V, leader);
        bool starts_whole = true;  // every row begins with a packet
        if (leader) {
            auto const address = reinterpret_cast<std::uintptr_t>(*leader->data);
            dealt.start =
                static_cast<index_t>(address / static_cast<unsigned>(leader->element_size)) % V;
            starts_whole = dealt.start == 0;
            for (int d = 0; d < f.split; ++d) {
                start_step[d] = leader->stride[d];
                starts_whole = starts_whole && (f.extent[d] == 1 || leader->stride[d] % V == 0);
            }
        }
        dealt.aligned = leader && *f.operands[0].how == access::packets;
        how.packets = 1;
        how.edges = 0;
        for (int s = 0; s <= t.reductions; ++s) {
            index_t const* const extent = t.scope + s * f.rank;
            index_t const line = extent[inner];
            index_t lines = line == 0 ? 0 : 1;
            for (int d = f.split; d < inner; ++d)
                lines *= extent[d];
            index_t const packets = line / V * lines;
            // Rows that do not all start with a packet have one or two fewer.
            index_t const edges = (leader && !starts_whole ? 2 * V - 2 : line % V) * lines;
            how.packets = packets > how.packets ? packets : how.packets;
            how.edges = edges > how.edges ? edges : how.edges;
        }
    };
    bool const may_keep = now.how_kept && same_elements && f.split == inner;
    auto kept_operand = [&] {
        return find_kept(f.operands + 1, f.count - 1, f.rank, now.how_kept);
    };
    // What is kept lies in packets of the output too, where that has any.
    auto deal_brief = [&] {
        auto const* const operand = dealt.aligned ? kept_operand() : nullptr;
        if (!operand || !deal_brief_rows(how))
            return false;
        keep(*operand);
        dealt.log2_group = how.log2_group;
        return true;
    };
    if (may_keep && now.brief_lanes != 0 && now.brief_lanes != now.lanes) {
        measure(now.brief_lanes);
        if (deal_brief())
            return how;
    }
    if (may_keep && now.tiled != 0) {
        align_rows(f.extent, f.rank, f.split, f.operands, f.count, 1, leader);
        auto const* operand = kept_operand();
        if (operand && suits_tiles(f.extent[inner], now.lanes, now.results) &&
            follow_rows(f, operand->stride) &&
            (now.results ||
             (follow_rows(f, f.operands[0].stride) && in_same_place(*operand, f.operands[0]))) &&
            deal_tiled_rows(
                how, dealt, f.extent[inner], now.tiled, now.tile_room,
                in_tile_packets(*operand) && (now.results || in_tile_packets(f.operands[0])))) {
            keep(*operand);
            dealt.log2_group = how.log2_group;
            return how;
        }
    }
    measure(now.lanes);
    if (may_keep && now.brief_lanes == now.lanes && deal_brief())
        return how;
    if (may_keep && (now.results || dealt.aligned)) {
        auto const* operand = kept_operand();
        how.clusters = now.keeping_kernel.has_clusters();
        if (operand && !(now.once && suits_small_blocks(how)) &&
            deal_kept_rows(how, now.kept_threads))
            keep(*operand);
    }
    if (!dealt.kept && now.any.resident) {
        how.resident = now.any.resident();
        if (now.once && suits_small_blocks(how))
            how.block_threads = small_block_threads(how);
        deal_any_rows(how);
    }
    dealt.log2_group = how.log2_group;
    dealt.blocks = how.blocks;
    dealt.together = static_cast<int>(how.together);
    return how;
}

template <class Plan, row_kind Kind>
inline constexpr auto* row_kernel_of = row_kernel<typename Plan::tree_type, typename Plan::out_type,
                                                  Plan::rank, Plan::axes, Plan::results, Kind>;
/// Whether its rows may pass through shared memory: there is more than one, and a thread has room.
template <class Plan>
inline constexpr int row_tile_room = tile_room <
                                     sizeof(typename kept_element<typename Plan::tree_type>::type),
                     Plan::results ? 0 : sizeof(typename Plan::out_type) > ;
template <class Plan>
inline constexpr bool may_tile_rows =
    Plan::axes < Plan::rank && row_tile_room<Plan> >= row_tuning::tiled_elements;
/// Whether short ones have a kernel. Those that are not written are faster where threads have more
/// to do.
template <class Plan>
inline constexpr bool has_brief_rows = !Plan::results && (Plan::axes < Plan::rank);
/// Whether there is an operand that threads may keep.
template <class Plan>
inline constexpr bool may_keep_rows =
    Plan::keeping != row_keeping::not_at_all &&
    !std::is_void_v<typename kept_element<typename Plan::tree_type>::type>;

/// Whether rows that threads do not keep are read once, too, and none is written.
template <class E, int Rank>
inline constexpr bool reads_once =
    row_statement<E>::of_rows && depth_of<row_tree<E, Rank, false>> == 1;

/// A loop over rows that is dealt out: what its kernel takes.
template <class Plan>
struct row_launch {
    Plan& plan;
    row_shape<typename Plan::tree_type, Plan::rank> shape;
    row_dealing how;
};

/// Memory through which blocks merge what they have of rows, `bytes` for each of two accumulators
/// of a block, where several have one; how blocks stand to each other is said in `attribute`, which
/// is null where they need not know.
TWILL_COLD inline launch_workspace prepare_blocks(row_dealing const& how, row_dealt& dealt,
                                                  std::size_t bytes,
                                                  cudaLaunchAttribute*& attribute) {
    launch_workspace room;
    if (how.blocks > 1) {
        room = take_workspace(byte_count(2 * how.grid, bytes));
        dealt.partial = static_cast<char*>(room.parts);
        dealt.counters = room.counters;
        attribute->id = cudaLaunchAttributeCooperative;
        attribute->val.cooperative = 1;
    } else if (how.cluster > 1) {
        attribute->id = cudaLaunchAttributeClusterDimension;
        attribute->val.clusterDim = {how.cluster, 1, 1};
    } else {
        attribute = nullptr;
    }
    return room;
}

/// The last form of a tree whose rows threads may keep.
struct find_formula {
    template <class Tree>
    auto operator()(Tree const& tree) const {
        return as_kept(tree);
    }
};

template <>
struct row_backend<device_space> {
    template <class T, int Rank, class E, class Use>
    static void with_plan(T* data, layout<Rank> const& target, E const& x, Use&& use) {
        if constexpr (has_two_row_trees<E, Rank>) {
            bool const kept = with_row_plan<row_keeping::must, true>(
                data, target, x,
                [&](auto& plan) {
                    if constexpr (may_keep_rows<std::remove_cvref_t<decltype(plan)>>) {
                        auto const ready = dealt(plan, reads_once<E, Rank>);
                        if (ready.how.kind != row_kind::streamed) {
                            use(ready);
                            return true;
                        }
                    }
                    return false;
                },
                find_formula{});
            if (!kept)
                with_row_plan<row_keeping::not_at_all, false>(
                    data, target, x, [&](auto& plan) { use(dealt(plan, reads_once<E, Rank>)); });
        } else {
            with_row_plan<row_keeping::may, true>(
                data, target, x, [&](auto& plan) { use(dealt(plan)); }, find_formula{});
        }
    }
    /// How many blocks of memory `run` takes besides the result.
    template <class Plan>
    static int temporaries(row_launch<Plan> const& x) {
        return x.how.blocks > 1 ? 1 : 0;
    }
    /// How often it reads its operands: once where threads keep rows, otherwise for every level of
    /// reductions and for the elements of the result.
    template <class Plan>
    static int reads(row_launch<Plan> const& x) {
        return x.how.kind != row_kind::streamed ? 1 : Plan::depth + (Plan::results ? 0 : 1);
    }
    template <class Plan>
    TWILL_COLD static void run(row_launch<Plan> const& x) {
        using merge = row_merge<typename Plan::tree_type, Plan::rank, row_reach::grid>;
        auto shape = x.shape;
        cudaLaunchAttribute how{};
        cudaLaunchAttribute* attribute = &how;
        launch_workspace const room =
            prepare_blocks(x.how, shape, Plan::reductions * merge::list::bytes, attribute);
        launch_as(attribute, kernel_of<Plan>(x.how.kind), x.how.grid, x.how.threads, 0, x.plan.tree,
                  x.plan.out(), shape);
    }

private:
    template <class Plan>
    static auto* kernel_of(row_kind kind) {
        if constexpr (may_keep_rows<Plan>) {
            if constexpr (may_tile_rows<Plan>)
                if (kind == row_kind::tiled)
                    return row_kernel_of<Plan, row_kind::tiled>;
            if constexpr (has_brief_rows<Plan>)
                if (kind == row_kind::brief)
                    return row_kernel_of<Plan, row_kind::brief>;
            if (Plan::keeping == row_keeping::must || kind == row_kind::kept)
                return row_kernel_of<Plan, row_kind::kept>;
        }
        if constexpr (Plan::keeping != row_keeping::must)
            return row_kernel_of<Plan, row_kind::streamed>;
    }
    template <class Plan>
    TWILL_COLD static row_launch<Plan> dealt(Plan& p, bool once = false) {
        row_launch<Plan> result{p, {}, {}};
        auto& shape = result.shape;
        using Tree = typename Plan::tree_type;
        static_cast<typename Plan::layout_type&>(shape) = p;
        auto const all = p.records();
        row_arrangement now{p.table(nullptr, all), lanes_of<Tree, typename Plan::out_type>,
                            Plan::results};
        now.once = once;
        if constexpr (Plan::keeping != row_keeping::must)
            now.any = facts_of<row_kernel_of<Plan, row_kind::streamed>>;
        if constexpr (may_keep_rows<Plan>)
            if (keeps_one_of_each<Plan::reductions>(p.equal, p.tree)) {
                now.keeping_kernel = facts_of<row_kernel_of<Plan, row_kind::kept>>;
                now.how_kept = kept_records<Tree>.how;
                now.kept_threads = kept_row_threads<Tree>;
                if constexpr (has_brief_rows<Plan>)
                    now.brief_lanes = brief_lanes<Tree, typename Plan::out_type>;
                if constexpr (may_tile_rows<Plan>) {
                    now.tiled = sizeof(typename kept_element<Tree>::type);
                    now.tile_room = row_tile_room<Plan>;
                }
            }
        result.how =
            arrange_for_device(now, shape, shape.start_step.values, shape.kept_stride.values);
        return result;
    }
};

}  // namespace twill::inline v0::detail
