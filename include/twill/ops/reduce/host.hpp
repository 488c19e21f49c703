// SPDX-License-Identifier: MIT
// Reductions on CPU threads: what each expression brings to the loops of host_loops.hpp.
#pragma once

#include "twill/ops/pairs/nested_host.hpp"
#include "twill/ops/reduce/host_loops.hpp"
#include "twill/ops/reduce/host_slots.hpp"
#include "twill/ops/reduce/joint.hpp"

namespace twill::inline v0::detail {

/// Whether a node's values stand in memory as they are used.
template <class Node>
inline constexpr bool at_hand = false;
template <class T, int Rank, class Lie>
inline constexpr bool at_hand<memory_node<T, Rank, Lie>> = std::is_same_v<T, compute_t<T>>;
template <class N, class Position>
inline constexpr bool at_hand<apply_node<locate_function, N, Position>> = at_hand<N>;
template <class... N>
inline constexpr bool at_hand<apply_node<join_function, N...>> = (at_hand<N> && ...);

/// Which of a tree's records, counted from `First`, are positions of an arg-reduction, as bits.
template <class Node>
constexpr std::uint64_t positions_in(int) {
    return 0;
}
template <class Node>
    requires(is_located<typename Node::value_type>)
constexpr std::uint64_t positions_in(int first) {
    int const at = first + Node::records - 1;
    return at < 64 ? std::uint64_t{1} << at : 0;
}

template <class Node>
Node const& node_behind(Node const& node) {
    return node;
}
template <int First, class Node, class Table>
Node node_behind(slot_source<First, Node, Table> const& source) {
    return source.node;
}

/// What an operand of a reducer looks like in a loop: its type of element, and how its values are
/// had.
template <class Source>
struct operand_values {
    using element = typename Source::value_type;
    static value_stretch read(Source const& source, index_t count, void* buffer) {
        return {chunk_values(source, count, static_cast<element*>(buffer)), 0, 0, 0};
    }
};
template <class Source>
    requires is_located<typename Source::value_type>
struct operand_values<Source> {
    using element = decltype(Source::value_type::value);
    static value_stretch read(Source const& source, index_t count, void* buffer) {
        auto const position = node_behind(operand_of_source<1>(source));
        constexpr int rank = static_cast<int>(std::extent_v<decltype(position.stride.values)>);
        return {chunk_values(operand_of_source<0>(source), count, static_cast<element*>(buffer)),
                position.start, position.stride[rank - 1],
                rank > 1 ? position.stride[rank > 1 ? rank - 2 : 0] : 0};
    }
};

/// The parts of a reducer, each with the operand that it takes: R... over Operand... of a join, or
/// one over the tree itself.
template <class Reducer>
struct reducer_parts {
    static constexpr int count = 1;
    static constexpr bool joint = false;
    template <class Source, class Use>
    static void each(Reducer const& reducer, Use&& use) {
        use.template operator()<Reducer, typename operand_values<Source>::element>(&reducer, 0, 0);
    }
};
template <int... Operand, class... R>
struct reducer_parts<joint_reducer<std::integer_sequence<int, Operand...>, R...>> {
    using Reducer = joint_reducer<std::integer_sequence<int, Operand...>, R...>;
    static constexpr int count = sizeof...(R);
    static constexpr bool joint = true;
    template <class Source, class Use>
    static void each(Reducer const& reducer, Use&& use) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            typename Reducer::accumulator const a = reducer.identity();
            (use.template operator()<
                 R, typename operand_values<std::remove_cvref_t<decltype(operand_of_source<Operand>(
                        std::declval<Source const&>()))>>::element>(
                 &get<I>(reducer.reducers), Operand,
                 static_cast<std::size_t>(reinterpret_cast<char const*>(&get<I>(a)) -
                                          reinterpret_cast<char const*>(&a))),
             ...);
        }(std::index_sequence_for<R...>{});
    }
};

/// The widest element that the values of a tree's operands are copied as.
template <class Source>
inline constexpr int widest_value = sizeof(typename operand_values<Source>::element);
template <class... N>
inline constexpr int widest_value<apply_node<join_function, N...>> = larger(widest_value<N>...);

/// How one thread reads the operand of a plan: a copy of it, whose operands move along.
template <class Plan>
class operand_reader {
public:
    using Tree = typename Plan::tree_type;
    using Reducer = typename Plan::reducer_type;
    using accumulator = typename Reducer::accumulator;
    static constexpr int rank = Plan::rank;
    /// A slot lasts for a chunk: of rows that are longer, functions that are merely slow would be
    /// computed in every row, and not as fast as in the loop.
    static constexpr bool has_slots = always_keeps<Tree> && fills_slots<Tree, rank>;
    static constexpr bool computes = !at_hand<Tree>;
    /// A total of computed values: they go into accumulators at once.
    static constexpr bool fuses = Plan::whole && computes;
    static constexpr int element = Tree::widest;
    static constexpr int value_bytes = widest_value<Tree>;
    static constexpr index_t chunk = chunk_of<(element > value_bytes ? element : value_bytes)>;
    static constexpr int count = Tree::records + 1;
    static constexpr bool may_stop = may_go_unread<Tree>;

    static void run(reduce_operand const& x, reduce_piece const& piece) {
        auto const& plan = *static_cast<Plan const*>(x.loop);
        operand_reader self(plan, x.slots, piece);
        auto const all = self.plan_.records();
        self.records_ = all.values;
        alignas(64) char buffers[chunk > 1 && count > 1 ? (count - 1) * chunk * element : 1];
        walked_operand rows[count];
        index_t const* const extent = self.plan_.extent.values;
        strided_walk walk(extent, rank, all.values, count, rows, buffers, chunk, element);
        reduce_reader reader{&self,      walk,    nullptr, may_block(plan, x.slots),
                             all.values, count,   rank,    chunk,
                             chunk,      nullptr, nullptr, nullptr};
        if constexpr (!has_slots && (fuses || !computes))
            reader.at_once = chunk * partial_results::some;
        // The best of many is found as fast as that of a few, and is the same.
        if constexpr (!has_slots && !computes && is_extremum<Reducer>)
            reader.chunk = reader.at_once = piece_elements;
        if constexpr (fuses) {
            reader.chunks = chunks;
        } else {
            reader.values = values;
            if constexpr (has_slots)
                reader.prepare = prepare;
        }
        if constexpr (Plan::whole) {
            run_neighbours(x, reader, piece);
        } else {
            loop_origin origin[count];
            row_blocks blocks(extent, rank, plan.split == rank ? 0 : x.inner, all.values, count,
                              positions_in<Tree>(1), origin, buffers, chunk, element);
            blocks.keep_origin();
            reader.blocks = &blocks;
            run_piece(x, reader, piece);
        }
    }

private:
    struct no_slots {
        no_slots(void const*, index_t, index_t) {}
    };
    using all_slots = reduction_slots<Tree, rank>;

    operand_reader(Plan const& plan, void const* slots, reduce_piece const& piece)
        : plan_(plan), slots_(slots, piece.from, piece.to) {}

    /// Slots that save work from row to row or along a row would lose that in a block; of what is
    /// one value for all there is little.
    static bool may_block(Plan const& plan, void const* slots) {
        if constexpr (has_slots) {
            auto const& how = static_cast<all_slots const*>(slots)->how;
            for (int k = 0; k < slots_of<Tree>; ++k)
                if (plan.split != rank && how.along_rows[k] != (how.between_rows[k] != 0))
                    return false;
        }
        return true;
    }
    /// What values are read from.
    auto source() const {
        if constexpr (has_slots)
            return slot_source<0, Tree, slot_table<slots_of<Tree>>>{plan_.tree, slots_.table()};
        else
            return plan_.tree;
    }
    static void prepare(void* context, index_t n, bool fresh) {
        auto& self = *static_cast<operand_reader*>(context);
        self.slots_.fill(self.plan_.tree, n, fresh);
    }
    static value_stretch values(void* context, int operand, index_t n) {
        auto& self = *static_cast<operand_reader*>(context);
        auto const from = self.source();
        if constexpr (!reducer_parts<Reducer>::joint)
            return operand_values<std::remove_cvref_t<decltype(from)>>::read(from, n, self.values_);
        else
            return self.read_one(from, self.plan_.tree, operand, n);
    }
    /// The values of one operand of a join.
    template <class Source, class... N>
    value_stretch read_one(Source const& from, apply_node<join_function, N...> const&, int operand,
                           index_t n) {
        value_stretch result{};
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            auto read = [&]<std::size_t K>() {
                auto const own = operand_of_source<K>(from);
                result = operand_values<std::remove_cvref_t<decltype(own)>>::read(own, n, values_);
            };
            ((operand == static_cast<int>(I) ? read.template operator()<I>() : void()), ...);
        }(std::index_sequence_for<N...>{});
        return result;
    }
    static void chunks(void* context, index_t n, bool fresh, char* to) {
        auto& self = *static_cast<operand_reader*>(context);
        for (; n > 0; n -= chunk, to += sizeof(accumulator)) {
            index_t const now = smaller(n, chunk);
            if constexpr (has_slots)
                self.slots_.fill(self.plan_.tree, now, fresh);
            *reinterpret_cast<accumulator*>(to) =
                reduce_chunk(self.plan_.reducer, self.source(), now);
            for (int k = 1; k < count; ++k)
                shift(self.records_[k], now * self.records_[k].stride[rank - 1]);
        }
    }

    Plan plan_;
    operand_record const* records_ = nullptr;
    std::conditional_t<has_slots, kept_slots<Tree, rank>, no_slots> slots_;
    alignas(64) char values_[computes && !fuses ? chunk * value_bytes : 1];
};

template <>
struct reduction_backend<host_space> {
    template <class Plan>
    static void run(Plan p) {
        using Tree = typename Plan::tree_type;
        using Reducer = typename Plan::reducer_type;
        using Reader = operand_reader<Plan>;
        constexpr int rank = Plan::rank;
        if (p.outputs == 0)
            return;
        cache_broadcasts(p.tree);
        Plan loop = p;
        bool columns = !Plan::whole && p.columns;
        if constexpr (!Plan::whole)
            if (!columns) {
                constexpr index_t most = has_runs<Reducer> ? 64 : 256;
                auto const all = loop.records();
                columns = has_short_windows(loop.extent.values, rank, p.split, all.values + 1,
                                            all.count - 1, most);
            }
        // The last kept axis becomes the loop's inner one.
        if constexpr (!Plan::whole)
            if (columns) {
                auto const all = loop.records();
                rotate_axes(loop.extent.values, all.values, all.count, p.split, rank);
            }
        reducer_part parts[reducer_parts<Reducer>::count];
        // Without a reduced axis left, the last one counts outputs.
        index_t const inner = loop.split == rank && !columns ? 1 : loop.extent[rank - 1];
        reduce_operand x{&p.reducer,
                         &accumulators_of<adds_as_t<Reducer>>,
                         parts,
                         0,
                         p.outputs,
                         p.reduced,
                         inner,
                         &loop,
                         nullptr,
                         Reader::run,
                         &p,
                         put<Plan>,
                         Reader::may_stop};
        if (p.reduced == 0) {
            auto const none = p.reducer.identity();
            for (index_t o = 0; o < p.outputs; ++o)
                x.put(x, o, 1, &none);
            return;
        }
        if constexpr (!Reader::fuses)
            reducer_parts<Reducer>::template each<Tree>(
                p.reducer, [&]<class R, class X>(R const* own, int operand, std::size_t offset) {
                    reducer_part& part = parts[x.part_count++];
                    part = {own, operand, offset, reduce_rows<adds_as_t<R>, X>, nullptr};
                    if constexpr (!Plan::whole)
                        part.columns = &columns_of<adds_as_t<R>, X>;
                });
        // What stands in slots from row to row is a chunk; otherwise the sums fit the nearest
        // cache.
        constexpr index_t cached = larger(16384 / index_t{sizeof(running_t<Reducer>)}, 1);
        constexpr index_t widest = Reader::has_slots ? Reader::chunk : cached;
        if constexpr (Reader::has_slots) {
            auto const all = loop.records();
            using kept = reduction_slots<Tree, rank>;
            kept slots{plan_slots<rank>(loop.tree, all.values + 1, loop.extent)};
            if constexpr (kept::may_share)
                if (!columns && inner > chunk_elements && inner <= kept::longest_row &&
                    x.outputs * x.reduced > inner)
                    slots.share_rows(loop, inner);
            x.slots = &slots;
            reduce_pieces<Plan::whole>(x, columns, widest);
        } else {
            reduce_pieces<Plan::whole>(x, columns, widest);
        }
    }

    template <class Plan>
    static int kernels(Plan const& p) {
        return p.outputs == 0 ? 0 : 1;
    }
    /// Accumulators of chunks are not counted.
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }

private:
    /// Finishes outputs that follow each other along the last kept axis.
    template <class Plan>
    static void put(reduce_operand const& of, index_t first, index_t count, void const* all) {
        auto const& p = *static_cast<Plan const*>(of.results);
        auto const* const sums = static_cast<typename Plan::reducer_type::accumulator const*>(all);
        auto const sink = p.sink;
        auto const reducer = p.reducer;
        index_t const at =
            p.origin + offset_of_output(first, p.extent.values, p.stride.values, p.split);
        index_t const step = p.split > 0 ? p.stride[p.split - 1] : 0;
        index_t const reduced = p.reduced;
        for (index_t j = 0; j < count; ++j)
            sink.put(at + j * step, reducer, sums[j], reduced);
    }
};

}  // namespace twill::inline v0::detail
