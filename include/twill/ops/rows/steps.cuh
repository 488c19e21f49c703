// SPDX-License-Identifier: MIT
// What a thread does with its row, step by step: it keeps it or reads it again, reduces it, and
// writes the result.
#pragma once

#include "twill/ops/rows/keep.cuh"

namespace twill::inline v0::detail {

/// Where a row is not streamed, reductions of one type are equal.
template <class Tree, int Rank, int Axes, int V, row_kind Kind, bool Results>
struct row_walk : row_keeper<Tree, Rank, Axes, V, Kind, Results> {
    using keeper = row_keeper<Tree, Rank, Axes, V, Kind, Results>;
    using view = typename keeper::view;
    using element_type = typename keeper::element_type;
    using kept_type = typename keeper::kept_type;
    using keeper::Across;
    using keeper::back;
    using keeper::each_kept;
    using keeper::each_loaded;
    using keeper::Kept;
    using keeper::shape;
    using keeper::Tiled;
    using keeper::U;
    static constexpr int reductions = reductions_of<Tree>;
    static constexpr int last = reductions - 1;
    /// There is room for its values where those are what threads have of elements.
    using term = std::conditional_t<std::is_same_v<kept_type, kept_value<element_type>>,
                                    kept_term<Tree>, void>;
    static constexpr bool keeps_term = !std::is_void_v<term>;

    typename accumulators_over<typename reduced_nodes<Tree>::type>::results results;
    row_merge<Tree, Rank, reach_of<Kind>> merging;

    __device__ __forceinline__ row_walk(row_shape<Tree, Rank> const& how, char* scratch)
        : keeper(how), merging{how, scratch, 0} {
        merging.part = view::part;
    }

    /// Loads what the thread keeps, or computes it.
    __device__ __forceinline__ void keep(Tree const& tree) {
        keeper::find_kept_packets();
        if constexpr (has_common<Tree>) {
            auto const formula = settle<0>(first_common(tree).operand);
            constexpr int bytes = std::remove_cvref_t<decltype(formula)>::bytes_read;
            constexpr int most = V > 4 ? 1 : bytes <= 6 ? 4 : kept_at_a_time;
            constexpr int together = smaller(most, keeper::Packets);
            keeper::template each_kept<together>(
                [&](auto lanes, auto const& place, kept_type* own, int) {
                    auto const x =
                        at_places<lanes.value, nothing_of_row, void>(formula, place, nullptr);
                    for (int l = 0; l < lanes.value * keeper::size_of(place); ++l)
                        own[l] = x.values[l];
                });
        } else {
            keeper::load_kept();
        }
    }

    // Reductions.

    template <int K>
    using node_at = std::remove_cvref_t<decltype(reduction_at<K>(std::declval<Tree const&>()))>;
    /// Reducers stand apart: a reference from an object into itself would keep it out of registers.
    template <int K>
    struct reducer_at {
        typename device_reducer<typename node_at<K>::reducer_type>::type reducer;
    };
    template <int K>
    struct sums_at {
        using reducer_type = decltype(reducer_at<K>::reducer);
        lane_accumulators<reducer_type, V> sums;
        settled_t<typename node_at<K>::operand_type> operand;
        typename reducer_type::accumulator total;
    };
    template <int... K>
    struct level_reducers : reducer_at<K>... {};
    template <int... K>
    struct level_sums : sums_at<K>... {
        level_reducers<K...> const& reducers;

        __device__ __forceinline__ level_sums(row_walk const& walk, Tree const& tree,
                                              level_reducers<K...> const& r)
            : sums_at<K>{lane_accumulators<decltype(reducer_at<K>::reducer), V>(
                             static_cast<reducer_at<K> const&>(r).reducer),
                         walk.template settle<first_inside<Tree, K>>(reduction_at<K>(tree).operand),
                         {}}...,
              reducers(r) {}
        template <int I>
        __device__ __forceinline__ auto& total_of() {
            return static_cast<sums_at<I>&>(*this).total;
        }
        template <int I>
        __device__ __forceinline__ auto const& reducer_of() const {
            return static_cast<reducer_at<I> const&>(reducers).reducer;
        }
    };

    /// Fills the results of the reductions that lie at a depth, K...; those inside them are there.
    template <int... K>
    __device__ __forceinline__ void reduce(Tree const& tree, int depth,
                                           std::integer_sequence<int, K...> all) {
        level_reducers<K...> const reducers{{to_device_reducer(reduction_at<K>(tree).reducer)}...};
        level_sums<K...> level(*this, tree, reducers);
        if constexpr (Kept)
            (add_kept<K>(level), ...);
        else
            add_passes<K...>(level, depth);
        ((static_cast<sums_at<K>&>(level).total = static_cast<sums_at<K>&>(level).sums.total()),
         ...);
        if constexpr (!Across)
            merging.run(level, all);
        (finish<K>(tree, level), ...);
        if constexpr (!Kept)
            (copy_equal<K>(), ...);
    }

    /// A node with the results of its reductions, which are there.
    template <int First, class Node>
    __device__ __forceinline__ Node const& settle(Node const& node) const {
        return node;
    }
    template <int First, class T>
    __device__ __forceinline__ row_value<row_constant<T, Rank>> settle(
        row_constant<T, Rank> const& node) const {
        return {widen(*line_of(static_cast<memory_node<T, Rank> const&>(node), view::at))};
    }
    template <int First, class T>
    __device__ __forceinline__ row_value<broadcast_node<T>> settle(
        broadcast_node<T> const& node) const {
        return {widen(*node.data)};
    }
    template <int First, class R, class N>
    __device__ __forceinline__ row_value<reduced_node<R, N>> settle(
        reduced_node<R, N> const&) const {
        constexpr int k = First + reductions_of<N>;
        return {get < Kept ? first_alike<Tree, k> : k > (results)};
    }
    template <int First, class N>
    __device__ __forceinline__ settled_t<common_node<N>> settle(common_node<N> const& node) const {
        return {settle<First>(node.operand)};
    }
    template <int First, class F, class... N>
    __device__ __forceinline__ settled_t<apply_node<F, N...>> settle(
        apply_node<F, N...> const& node) const {
        return settle_children<First>(node, std::index_sequence_for<N...>{});
    }

    // The result.

    template <class Node, class Out>
    __device__ __forceinline__ void write(Node const& ready, Out* out) {
        using rounds = typename rounds_to<Out>::type;
        if constexpr (Tiled) {
            each_kept([&](auto, auto const& place, kept_type* own, int) {
                keeper::template put_in_tile<Out, count_of<decltype(place)>>(
                    out, static_cast<int>(place[0].inner),
                    at<1, kept_term_type, rounds>(ready, place, own).values);
            });
        } else if constexpr (Kept)
            each_kept([&](auto lanes, auto const& place, kept_type* own, int count) {
                put_row<!Across>(out, shape, place,
                                 at<lanes.value, kept_term_type, rounds>(ready, place, own), count);
            });
        else
            each_loaded(shape.scope[reductions], [&](auto lanes, auto const& place, int count) {
                put_row<false>(out, shape, place,
                               at<lanes.value, void, rounds>(ready, place, nullptr), count);
            });
    }
    /// The one value of the row.
    template <class Node, class Out>
    __device__ __forceinline__ void write_result(Node const& ready, Out* out) const {
        if (!view::active || view::lane != 0 || view::part != 0)
            return;
        for (int d = 0; d < Rank - 1; ++d)
            if (d < shape.split)
                out += view::at[d] * shape.stride[d];
        row_state<nothing_of_row, Rank, 1, 1, void> const state{{{view::at, 0}}, nullptr};
        *out = static_cast<Out>(row_at(ready, state).values[0]);
    }

private:
    using kept_term_type = typename std::conditional_t<keeps_term, settled_or_void<term>,
                                                       std::type_identity<void>>::type;
    template <class Places>
    static constexpr int count_of =
        static_cast<int>(std::extent_v<std::remove_reference_t<Places>>);
    /// Packets after which sums merge into a second level.
    static constexpr int run_packets = 128 / V;

    /// A settled node at places; `own`: what the thread keeps there, Term's values if there is one.
    template <int L, class Term, class Rounds = void, class Node, int Count>
    static __device__ __forceinline__ auto at(Node const& node,
                                              row_place<Rank> const (&place)[Count],
                                              kept_type const* own) {
        return at_places<
            L, kept_as<element_type, kept_type, Rounds, Tiled && has_common<Tree>, Across>, Term>(
            node, place, own);
    }
    template <int L, class K, class Term, class Node, int Count>
    static __device__ __forceinline__ auto at_places(Node const& node,
                                                     row_place<Rank> const (&place)[Count],
                                                     typename K::own const* own) {
        row_state<K, Rank, L, Count, Term> state;
        for (int v = 0; v < Count; ++v)
            state.place[v] = place[v];
        state.kept = own;
        return row_at(node, state);
    }

    /// The first `count` packets of x.
    template <int L, int K, class Level, class X, int All>
    static __device__ __forceinline__ void add(Level& level, lanes<X, All> const& x, int count) {
        auto& sums = static_cast<sums_at<K>&>(level).sums;
        if constexpr (L == V && takes_several_packets<typename sums_at<K>::reducer_type>) {
            lanes<X, V> packets[All / V];
            for (int v = 0; v < All / V; ++v)
                packets[v] = packet_of<V>(x, v);
            sums_at<K>::reducer_type::add_several(sums.now[0], packets, count);
        } else if constexpr (L == V) {
#pragma unroll
            for (int v = 0; v < All / V; ++v)
                if (v < count)
                    sums.add(packet_of<V>(x, v));
        } else {
            lanes<X, V> all;
            for (int l = 0; l < V; ++l)
                all.values[l] = x.values[0];
            sums.add(all, 0, 1);
        }
    }
    template <int K, class Level>
    __device__ __forceinline__ void add_kept(Level& level) {
        auto const& operand = static_cast<sums_at<K>&>(level).operand;
        each_kept([&](auto lanes, auto const& place, kept_type* own, int count) {
            constexpr int L = decltype(lanes)::value;
            auto const x = at<L, void>(operand, place, own);
            if constexpr (keeps_term && K == last) {
                for (int l = 0; l < L * keeper::size_of(place); ++l)
                    own[l] = x.values[l];
                if constexpr (Tiled)
                    keeper::template put_in_tile<element_type, count_of<decltype(place)>>(
                        nullptr, static_cast<int>(place[0].inner), own);
            }
            add<L, K>(level, x, count);
        });
    }
    template <int L, int K, class Level, int Count>
    static __device__ __forceinline__ void add_at(Level& level,
                                                  row_place<Rank> const (&place)[Count], int count,
                                                  std::uint64_t chosen) {
        if (chosen >> K & 1)
            add<L, K>(level, at<L, void>(static_cast<sums_at<K>&>(level).operand, place, nullptr),
                      count);
    }
    template <int K, class Level>
    static __device__ __forceinline__ void flush(Level& level, std::uint64_t chosen) {
        if (chosen >> K & 1)
            static_cast<sums_at<K>&>(level).sums.flush();
    }
    /// One walk for each of the shapes that their operands have; nearly always there is one.
    template <int... K, class Level>
    __device__ __forceinline__ void add_passes(Level& level, int depth) {
#pragma unroll 1
        for (int p = shape.first_pass[depth]; p < shape.first_pass[depth + 1]; ++p) {
            std::uint64_t const chosen = shape.pass[p].reductions;
            int pushed = 0;
            each_loaded(shape.scope[shape.pass[p].scope],
                        [&](auto lanes, auto const& place, int count) {
                            constexpr int L = decltype(lanes)::value;
                            (add_at<L, K>(level, place, count, chosen), ...);
                            if ((pushed += U) >= run_packets) {
                                (flush<K>(level, chosen), ...);
                                pushed = 0;
                            }
                        });
        }
        back = !back;
    }
    template <int K>
    __device__ __forceinline__ bool is_copy() const {
        return first_alike<Tree, K> != K && (shape.equal >> K & 1);
    }
    template <int K>
    __device__ __forceinline__ void copy_equal() {
        if (is_copy<K>())
            get<K>(results) = get<first_alike<Tree, K>>(results);
    }
    template <int K, class Level>
    __device__ __forceinline__ void finish(Tree const& tree, Level const& level) {
        extents<Rank> const& extent = shape.scope[K];
        index_t count = extent[Rank - 1];
        if constexpr (Axes > 1)
            for (int d = 0; d < Rank - 1; ++d)
                if (d >= shape.split)
                    count *= extent[d];
        get<K>(results) =
            static_cast<typename node_at<K>::value_type>(reduction_at<K>(tree).reducer.finish(
                static_cast<sums_at<K> const&>(level).total, count));
    }

    template <int First, class F, class... N, std::size_t... I>
    __device__ __forceinline__ settled_t<apply_node<F, N...>> settle_children(
        apply_node<F, N...> const& node, std::index_sequence<I...>) const {
        using settled_node = settled_t<apply_node<F, N...>>;
        apply_node<F, settled_t<N>...> const result{
            {{settle<First + reductions_before<I, N...>>(get<I>(node))}...}, node.function};
        if constexpr (requires { &settled_node::reciprocal; }) {
            return {get<0>(result), get<1>(result).value};
        } else if constexpr (settled<apply_node<F, N...>>::for_row) {
            // A thread without a row has no results that a user's function may see.
            if (!view::active)
                return {};
            return {row_at(result,
                           row_state<nothing_of_row, Rank, 1, 1, void>{{{view::at, 0}}, nullptr})
                        .values[0]};
        } else {
            return result;
        }
    }
};

}  // namespace twill::inline v0::detail
