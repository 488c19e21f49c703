// SPDX-License-Identifier: MIT
// A row as its threads have it: in registers, in shared memory, or read again for each step.
#pragma once

#include "twill/ops/rows/walk.cuh"

namespace twill::inline v0::detail {

/// Packets that a thread computes at a time: of rows that it keeps, where other operands do not
/// need the registers, and of others, which are loaded together.
/// (Layer norm of 16384 x 16384 float32 on an H100: 0.725 ms one at a time, 0.734 two.)
inline constexpr int kept_at_a_time = 2;
/// Elements of rows across memory. (Columns of 3 of 2^25 float16, normalised, 0.30 ms with 4 and
/// 0.35 with 2, which is faster for wider ones: softmax of 5 of 2^24 float32 0.24 and 0.27.)
template <class T>
inline constexpr int across_at_a_time = 2;
template <class Format>
inline constexpr int across_at_a_time<basic_half<Format>> = 4;
template <class Tree>
inline constexpr int loaded_at_a_time = needs_registers<Tree> ? 2 : 4;

/// Where a row is not streamed, all reductions have the same elements, which lie one behind the
/// other.
template <class Tree, int Rank, int Axes, int V, row_kind Kind, bool Results>
struct row_keeper : row_view<Tree, Rank, V, Kind == row_kind::streamed && (Axes > 1),
                             Kind == row_kind::streamed> {
    static constexpr bool Kept = Kind != row_kind::streamed;
    static constexpr bool Tiled = Kind == row_kind::tiled;
    static constexpr bool Across = Kind == row_kind::across;
    using view = row_view<Tree, Rank, V, !Kept && (Axes > 1), !Kept>;
    using range_type = typename view::range_type;
    using view::shape;
    static constexpr int U =
        !Kept   ? loaded_at_a_time<Tree>
        : Tiled ? row_tuning::tiled_at_a_time
        : (has_side_rows<Tree> && !has_common<Tree>) || has_shared_rows<Tree> || V > 4 ? 1
        : Across ? across_at_a_time<typename kept_element<Tree>::type>
                 : kept_at_a_time;
    /// Of the operand that is kept, and what a thread has of it: 16-bit floats of short rows are
    /// widened once. (Longer ones would need twice the threads: standardised rows of 1001 of 2^27
    /// float16 take 0.142 ms as they are, and 0.177 widened.)
    using element_type = std::conditional_t<Kept, typename kept_element<Tree>::type, void>;
    using kept_type =
        std::conditional_t<!Kept, char,
                           std::conditional_t<Kind == row_kind::brief || Across,
                                              kept_value<element_type>, element_type>>;
    static constexpr int Packets = Kind == row_kind::kept ? row_tuning::most_packets
                                   : Across               ? row_tuning::longest_across
                                                          : row_tuning::few_packets;

    // If kept: the packets, where the first one is and how many there are; and a single element,
    // at a place below zero without one.
    packet<kept_type, Kept && !Tiled ? Packets * V : 1> kept_packets;
    packet<kept_type, 1> kept_single;
    int first;
    int mine;
    int edge;
    bool back = false;  ///< the next walk goes backwards
    // If the block's rows are in shared memory: where, the thread's row among them, where its
    // elements are, and from which on it walks.
    row_tile tile;
    int tile_begin = 0;
    int tile_row = 0;
    int tile_at = 0;
    int turn = 0;

    explicit __device__ __forceinline__ row_keeper(row_shape<Tree, Rank> const& how) : view(how) {}

    // Rows in shared memory.

    __device__ __forceinline__ void bring_tile(char* memory) {
        tile.memory = memory;
        tile.template move<false>(shape, length(), begin());
        tile_begin = static_cast<int>(
            reinterpret_cast<char const*>(tile.row(shape, length(), begin(), 0)) - memory);
        __syncthreads();
    }
    template <class Out>
    __device__ __forceinline__ void take_tile(Out* out) {
        __syncthreads();
        out_tile<Out>().template move<true>(shape, length(), out);
    }
    /// Goes to row k of the block.
    __device__ __forceinline__ void find_in_tile(int k) {
        tile_row = k;
        first = view::lane * shape.each;
        mine = view::active ? length() - first : 0;
        mine = mine < shape.each ? mine : shape.each;
        tile_at = tile_begin + (k * length() + first) * static_cast<int>(sizeof(element_type));
        // Whole packets may be walked from another one than the first.
        if (shape.log2_turn >= 0 && mine > 0)
            turn = (k >> shape.log2_turn) * U % mine;
        // Otherwise they are computed anew each time.
        asm volatile("" : "+r"(first), "+r"(mine), "+r"(tile_at));
    }
    /// Writes values of the thread's elements, the first of which is at `inner`. Where results have
    /// the size of elements, they take their places.
    template <class Out, int Count, class X>
    __device__ __forceinline__ void put_in_tile(Out* out, int inner, X const& x) const {
        char* to = tile.memory + tile_at;
        if constexpr (sizeof(Out) != sizeof(element_type))
            to = reinterpret_cast<char*>(out_tile<Out>().row(shape, length(), out, tile_row) +
                                         first);
        write_tile<Count>(reinterpret_cast<Out*>(to) + (inner - first), shape.log2_turn >= 0, x);
    }

    // Rows in registers.

    __device__ __forceinline__ void find_kept_packets() {
        range_type const r = view::range(shape.scope[0]);
        first = r.head + view::lane * V;
        mine = view::packets_of(r);
        edge = view::lane >= r.edges ? -1 : view::lane + (view::lane < r.head ? 0 : r.count * V);
    }
    __device__ __forceinline__ void load_kept() {
        auto const* line = static_cast<element_type const*>(shape.kept);
        for (int d = 0; d < Rank - 1; ++d)
            line += view::at[d] * shape.kept_stride[d];
        index_t const step = Across ? shape.kept_stride[Rank - 1] : 1;
        each_kept([&](auto lanes, auto const& place, kept_type* own, int) {
            constexpr int L = decltype(lanes)::value;
#pragma unroll
            for (int v = 0; v < size_of(place); ++v) {
                auto const whole =
                    *reinterpret_cast<packet<element_type, L> const*>(line + place[v].inner * step);
                for (int l = 0; l < L; ++l)
                    own[v * L + l] = static_cast<kept_type>(whole.values[l]);
            }
        });
    }
    /// body(lanes, places, kept, count) for the thread's packets, some at a time, and its edge.
    /// The places behind `count` are those of the first packet once more.
    template <int Together = U, class Body>
    __device__ __forceinline__ void each_kept(Body&& body) {
        static_assert(!Kept || Tiled || Packets % Together == 0);
        if constexpr (Tiled)
            return each_in_tile(body);
        // Where rows are written the single element comes first: behind the packets its code would
        // take their registers. (Layer norm of 16384 x 16384 float32: 0.575 ms, so 0.531.)
        if constexpr (!Results)
            at_edge(body);
        int step = V << shape.log2_group;
        int inner = first;
        // Where packets are is computed anew each time, rather than held in registers.
        asm volatile("" : "+r"(step));
#pragma unroll
        for (int u = 0; u < Packets; u += Together) {
            if (u >= mine)
                break;
            row_place<Rank> place[Together];
#pragma unroll
            for (int v = 0; v < Together; ++v)
                place[v] = {view::at, inner + (u + v < mine ? v * step : 0)};
            inner += Together * step;
            body(std::integral_constant<int, V>{}, place, kept_packets.values + u * V, mine - u);
        }
        if constexpr (Results)
            at_edge(body);
    }
    template <class Body>
    __device__ __forceinline__ void at_edge(Body& body) {
        if constexpr (V > 1 && Kind == row_kind::kept)
            if (edge >= 0) {
                row_place<Rank> const place[1] = {{view::at, edge}};
                body(std::integral_constant<int, 1>{}, place, kept_single.values, 1);
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

protected:
    /// Of a row that is kept.
    __device__ __forceinline__ int length() const {
        return static_cast<int>(shape.scope[0][Rank - 1]);
    }
    template <class Place, int Count>
    static constexpr __device__ __forceinline__ int size_of(Place const (&)[Count]) {
        return Count;
    }

private:
    __device__ __forceinline__ element_type const* begin() const {
        return static_cast<element_type const*>(shape.kept);
    }
    template <class Out>
    __device__ __forceinline__ row_tile out_tile() const {
        return {tile.memory + out_tile_at<sizeof(element_type), sizeof(Out)>};
    }
    /// U elements at a time, and those that are left one by one.
    template <class Body>
    __device__ __forceinline__ void each_in_tile(Body& body) const {
        auto const* const elements = reinterpret_cast<element_type const*>(tile.memory + tile_at);
        int u = turn;
        auto const step = [&](auto size) {
            constexpr int count = decltype(size)::value;
            packet<kept_type, count> all;
            auto& own = all.values;
            read_tile(elements + u, shape.log2_turn >= 0, own);
            row_place<Rank> place[count];
#pragma unroll
            for (int v = 0; v < count; ++v)
                place[v] = {view::at, first + u + v};
            body(std::integral_constant<int, 1>{}, place, own, count);
            u += count;
        };
        int done = 0;
#pragma unroll 1
        for (; done + U <= mine; done += U) {
            step(std::integral_constant<int, U>{});
            u = u < mine ? u : 0;
        }
#pragma unroll 1
        for (; done < mine; ++done)
            step(std::integral_constant<int, 1>{});
    }
};

}  // namespace twill::inline v0::detail
