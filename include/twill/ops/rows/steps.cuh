// SPDX-License-Identifier: MIT
// What a thread does with its row, step by step: it keeps it or reads it again, reduces it, and
// writes the result.
#pragma once

#include "twill/ops/rows/walk.cuh"

namespace twill::inline v0::detail {

/// Packets that a thread computes at a time: of rows that it keeps, and of others, which are loaded
/// together.
inline constexpr int kept_at_a_time = 2;
template <class Tree>
inline constexpr int loaded_at_a_time = needs_registers<Tree> ? 2 : 4;

/// `Packets` are kept by a thread, or with none, the row is read again. Where a row is kept,
/// reductions of one type are equal, and all have the same elements, which lie one behind the
/// other.
template <class Tree, int Rank, int Axes, int V, int Packets>
struct row_walk : row_view<Tree, Rank, V, Packets == 0 && (Axes > 1), Packets == 0> {
    using view = row_view<Tree, Rank, V, Packets == 0 && (Axes > 1), Packets == 0>;
    static constexpr bool Kept = Packets > 0;
    static constexpr bool Tiled = Packets == tiled_elements;
    using range_type = typename view::range_type;
    using view::shape;
    static constexpr int reductions = reductions_of<Tree>;
    static constexpr int last = reductions - 1;
    static constexpr int U = !Kept                 ? loaded_at_a_time<Tree>
                             : has_side_rows<Tree> ? 1
                                                   : kept_at_a_time;
    using kept_type = std::conditional_t<Kept, typename kept_element<Tree>::type, void>;
    using register_type = std::conditional_t<Kept, kept_type, char>;
    using term = std::conditional_t<Kept, kept_term<Tree>, void>;
    static constexpr bool keeps_term = !std::is_void_v<term>;

    typename accumulators_over<typename reduced_nodes<Tree>::type>::results results;
    row_merge<Tree, Rank, reach_of<Packets>> merging;
    // If kept: the packets, where the first one is and how many there are; and a single element,
    // at a place below zero without one.
    register_type kept[Kept && !Tiled ? Packets * V : 1];
    register_type kept_edge[1];
    int first;
    int mine;
    int edge;
    bool back = false;                  ///< the next walk goes backwards
    row_tile tile;                      ///< of rows that pass through shared memory
    register_type* tile_row = nullptr;  ///< the thread's own there

    __device__ __forceinline__ row_walk(row_shape<Tree, Rank> const& how, char* scratch)
        : view(how), merging{how, scratch, 0} {
        merging.part = view::part;
    }

    // What is kept.

    __device__ __forceinline__ void load_kept() {
        range_type const r = view::range(shape.scope[0]);
        first = r.head + view::lane * V;
        mine = view::packets_of(r);
        if constexpr (Tiled) {
            auto const* begin = static_cast<kept_type const*>(shape.kept);
            first += tile.turn<kept_type>(shape);
            tile.template move<false>(shape, length(), begin);
            __syncthreads();
            tile_row = const_cast<kept_type*>(tile.row(shape, length(), begin));
            return;
        }
        edge = view::lane >= r.edges ? -1 : view::lane + (view::lane < r.head ? 0 : r.count * V);
        auto const* line = static_cast<kept_type const*>(shape.kept);
        for (int d = 0; d < Rank - 1; ++d)
            line += view::at[d] * shape.kept_stride[d];
        each_kept([&](auto lanes, auto const& place, kept_type* own, int) {
            constexpr int L = decltype(lanes)::value;
#pragma unroll
            for (int v = 0; v < size_of(place); ++v) {
                auto const whole =
                    *reinterpret_cast<packet<kept_type, L> const*>(line + place[v].inner);
                for (int l = 0; l < L; ++l)
                    own[v * L + l] = whole.values[l];
            }
        });
    }
    /// body(lanes, places, kept, count) for the thread's packets, some at a time, and its edge.
    /// The places behind `count` are those of the first packet once more.
    template <class Body>
    __device__ __forceinline__ void each_kept(Body&& body) {
        int step = V << shape.log2_group;
        int inner = first;
        if constexpr (Tiled) {
#pragma unroll 1
            for (int u = 0; u < mine; ++u) {
                row_place<Rank> const place[1] = {{view::at, inner}};
                body(std::integral_constant<int, 1>{}, place, tile_row + inner, 1);
                inner += step;
                inner = inner < length() ? inner : view::lane;
            }
            return;
        }
        // Where packets are is computed anew each time, rather than held in registers.
        asm volatile("" : "+r"(step));
#pragma unroll
        for (int u = 0; u < Packets; u += U) {
            if (u >= mine)
                break;
            row_place<Rank> place[U];
#pragma unroll
            for (int v = 0; v < U; ++v)
                place[v] = {view::at, inner + (u + v < mine ? v * step : 0)};
            inner += U * step;
            body(std::integral_constant<int, V>{}, place, kept + u * V, mine - u);
        }
        if constexpr (V > 1 && Packets != few_kept_packets)
            if (edge >= 0) {
                row_place<Rank> const place[1] = {{view::at, edge}};
                body(std::integral_constant<int, 1>{}, place, kept_edge, 1);
            }
    }
    /// body(lanes, places, count) for those of a row that is not kept.
    template <class Body>
    __device__ __forceinline__ void each_loaded(extents<Rank> const& extent, Body&& body) const {
        range_type const r = view::range(extent);
        int const n = view::packets_of(r);
#pragma unroll 1
        for (int i = 0; i < n; i += U) {
            row_place<Rank> place[U];
#pragma unroll
            for (int v = 0; v < U; ++v) {
                int const k = i + v < n ? i + v : i;
                place[v] = view::packet(extent, r, back ? n - 1 - k : k);
            }
            body(std::integral_constant<int, V>{}, place, n - i);
        }
        if constexpr (V > 1 || Axes > 1) {  // nvcc keeps the pragma of a loop that is discarded
#pragma unroll 1
            for (index_t e = view::lane; e < r.edges; e += index_t{1} << shape.log2_group) {
                row_place<Rank> const place[1] = {view::edge(extent, r, e)};
                body(std::integral_constant<int, 1>{}, place, 1);
            }
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
    template <int First, class F, class... N>
    __device__ __forceinline__ settled_t<apply_node<F, N...>> settle(
        apply_node<F, N...> const& node) const {
        return settle_children<First>(node, std::index_sequence_for<N...>{});
    }

    // The result.

    template <class Node, class Out>
    __device__ __forceinline__ void write(Node const& ready, Out* out) {
        if constexpr (Tiled) {
            // Where elements have the size of those read, a thread's own make room for them.
            row_tile const to{tile.memory + out_tile_at<sizeof(kept_type), sizeof(Out)>};
            Out* const line = to.row(shape, length(), out);
            each_kept([&](auto, auto const& place, kept_type* own, int) {
                line[place[0].inner] = static_cast<Out>(
                    row_at(ready, state_of<1, kept_term_type>(place, own)).values[0]);
            });
            __syncthreads();
            to.template move<true>(shape, length(), out);
        } else if constexpr (Kept)
            each_kept([&](auto lanes, auto const& place, kept_type* own, int count) {
                put_row<true>(out, shape, place,
                              row_at(ready, state_of<lanes.value, kept_term_type>(place, own)),
                              count);
            });
        else
            each_loaded(shape.scope[reductions], [&](auto lanes, auto const& place, int count) {
                put_row<false>(out, shape, place,
                               row_at(ready, state_of<lanes.value, void>(place, nullptr)), count);
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
        row_state<void, Rank, 1, 1, void> const state{{{view::at, 0}}, nullptr};
        *out = static_cast<Out>(row_at(ready, state).values[0]);
    }

private:
    using kept_term_type = typename std::conditional_t<keeps_term, settled_or_void<term>,
                                                       std::type_identity<void>>::type;
    /// Of a row that is kept.
    __device__ __forceinline__ int length() const {
        return static_cast<int>(shape.scope[0][Rank - 1]);
    }
    /// Packets after which sums merge into a second level.
    static constexpr int run_packets = 128 / V;

    template <class Place, int Count>
    static constexpr __device__ __forceinline__ int size_of(Place const (&)[Count]) {
        return Count;
    }
    template <int L, class Term, int Count>
    static __device__ __forceinline__ row_state<kept_type, Rank, L, Count, Term> state_of(
        row_place<Rank> const (&place)[Count], kept_type const* own) {
        row_state<kept_type, Rank, L, Count, Term> state;
        for (int v = 0; v < Count; ++v)
            state.place[v] = place[v];
        state.kept = own;
        return state;
    }

    /// The first `count` packets of x.
    template <int L, int K, class Level, class X, int All>
    static __device__ __forceinline__ void add(Level& level, lanes<X, All> const& x, int count) {
        auto& sums = static_cast<sums_at<K>&>(level).sums;
        if constexpr (L == V) {
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
            auto const x = row_at(operand, state_of<L, void>(place, own));
            if constexpr (keeps_term && K == last)
                for (int l = 0; l < L * size_of(place); ++l)
                    own[l] = x.values[l];
            add<L, K>(level, x, count);
        });
    }
    template <int L, int K, class Level, int Count>
    static __device__ __forceinline__ void add_at(Level& level,
                                                  row_place<Rank> const (&place)[Count], int count,
                                                  std::uint64_t chosen) {
        if (chosen >> K & 1)
            add<L, K>(
                level,
                row_at(static_cast<sums_at<K>&>(level).operand, state_of<L, void>(place, nullptr)),
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
            return {row_at(result, row_state<void, Rank, 1, 1, void>{{{view::at, 0}}, nullptr})
                        .values[0]};
        } else {
            return result;
        }
    }
};

}  // namespace twill::inline v0::detail
