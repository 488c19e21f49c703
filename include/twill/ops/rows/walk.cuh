// SPDX-License-Identifier: MIT
// A row under the hands of its threads: where its packets lie, and the merging of what they reduce,
// over a warp, a block, a cluster of blocks or the blocks of a grid.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/reduce/device_reducers.cuh"
#include "twill/ops/reduce/shape.cuh"
#include "twill/ops/rows/tile.cuh"
#include "twill/ops/rows/values.cuh"

namespace twill::inline v0::detail {

/// Threads of a block that has a row or a part of one; smaller rows share blocks.
inline constexpr int row_threads = 512;
/// Whether costly functions of doubles need more registers than twice as many threads have.
template <class Tree>
inline constexpr bool needs_registers = Tree::widest > 4 && terms_of<Tree> != 0;
/// What may have a row: part of a warp, threads of a block or of a cluster, or blocks of the grid.
enum class row_reach { warp, cluster, grid };
template <row_kind Kind>
inline constexpr row_reach reach_of = Kind == row_kind::streamed ? row_reach::grid
                                      : Kind == row_kind::kept   ? row_reach::cluster
                                                                 : row_reach::warp;
/// Threads of a block whose rows are part of a warp's.
inline constexpr int short_row_threads = row_tuning::short_row_threads;
/// Elements of a packet of short rows: 16 bytes of what is computed of them, so that more rows of
/// 16-bit floats are whole packets.
template <class Tree, class Out>
inline constexpr int brief_lanes = [] {
    using value = kept_value<typename kept_element<Tree>::type>;
    constexpr int all = lanes_of<Tree, Out>;
    if constexpr (std::is_void_v<value>)
        return all;
    else
        return larger(1, smaller(all, 16 / static_cast<int>(sizeof(value))));
}();
template <class Tree, class Out, row_kind Kind>
inline constexpr int walk_lanes = Kind == row_kind::tiled || Kind == row_kind::across ? 1
                                  : Kind == row_kind::brief ? brief_lanes<Tree, Out>
                                                            : lanes_of<Tree, Out>;
/// Threads that a block with a row of its own may have where they keep it.
template <class Tree>
inline constexpr int kept_row_threads = needs_registers<Tree> ? row_threads : 2 * row_threads;

template <class List>
struct accumulators_over;
template <class... Node>
struct accumulators_over<types<Node...>> {
    using results = children<typename Node::value_type...>;
    /// Of one accumulator in memory.
    static constexpr std::size_t bytes = [] {
        std::size_t most = 16;
        for (std::size_t size :
             {sizeof(typename device_reducer<typename Node::reducer_type>::type::accumulator)...})
            most = (size + 15) / 16 * 16 > most ? (size + 15) / 16 * 16 : most;
        return most;
    }();
};

/// How rows are dealt out.
template <class Tree, int Rank>
struct row_shape : row_layout_of<Tree, Rank>, row_dealt {
    using kept_type = typename kept_element<Tree>::type;
    static constexpr int reductions = reductions_of<Tree>;

    fixed<index_t, Rank> start_step;  ///< what each step along a kept axis adds to `start`
    fixed<index_t, Rank> kept_stride;
};

/// Until all blocks that have a part of a row are here; what they wrote is visible then. All of
/// them run at the same time. The counter's highest bit changes when the last one comes.
__device__ __forceinline__ void synchronize_row(unsigned* counter, int blocks, int block,
                                                bool waits) {
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned const mine = block == 0 ? 0x80000000u - static_cast<unsigned>(blocks - 1) : 1u;
        __threadfence();
        unsigned const before = atomicAdd(counter, mine);
        while (waits && ((before ^ *static_cast<unsigned volatile*>(counter)) & 0x80000000u) == 0) {
        }
        __threadfence();
    }
    __syncthreads();
}

/// What another block wrote, from the cache that all share.
template <class T>
__device__ __forceinline__ T load_fresh(char const* p) {
    words<T> all{T{}};
    for (int w = 0; w < words<T>::count; ++w)
        all.raw[w] = __ldcg(reinterpret_cast<unsigned const*>(p) + w);
    return all.value();
}
template <class T>
__device__ __forceinline__ void store_words(char* p, T const& x) {
    words<T> const all(x);
    for (int w = 0; w < words<T>::count; ++w)
        __stcg(reinterpret_cast<unsigned*>(p) + w, all.raw[w]);
}

/// A walk over a row: its whole packets that these threads have, and single elements before and
/// behind those.
template <bool Lines>
struct row_range {
    index_t packets;  ///< of a line along the innermost axis
    index_t begin;
    int count;
    int head;
    int tail;
    std::conditional_t<Lines, index_t, int> edges;
};

/// A row of a group of threads, or the part of it that the block has. `Lines`: it may be several
/// lines along the innermost axis. `Blocks`: several may have it.
template <class Tree, int Rank, int V, bool Lines, bool Blocks>
struct row_view {
    using range_type = row_range<Lines>;

    row_shape<Tree, Rank> const& shape;
    int lane;
    int part;             ///< of the row, where several blocks have it
    bool active = false;  ///< has a row
    fixed<index_t, Rank - 1> at{};
    int start = 0;  ///< where in a packet the row starts

    __device__ __forceinline__ explicit row_view(row_shape<Tree, Rank> const& how)
        : shape(how),
          lane(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) &
               ((1 << how.log2_group) - 1)),
          part(Blocks && how.blocks > 1 ? static_cast<int>(blockIdx.x) % how.blocks : 0) {}

    __device__ __forceinline__ void go_to(index_t row) {
        active = row < shape.rows;
        locate_axes(shape.scope[shape.reductions], 0, shape.split, active ? row : 0, at);
        index_t first = shape.start;
        for (int d = 0; d < Rank - 1; ++d)
            if (d < shape.split)
                first += at[d] * shape.start_step[d];
        start = static_cast<int>(first & (V - 1));
    }
    __device__ __forceinline__ range_type range(extents<Rank> const& extent) const {
        range_type r;
        index_t const inner = extent[Rank - 1];
        index_t lines = active ? 1 : 0;
        if constexpr (Lines)
            for (int d = 0; d < Rank - 1; ++d)
                if (d >= shape.split)
                    lines *= extent[d];
        r.head = (V - start) & (V - 1);
        r.head = inner < r.head ? static_cast<int>(inner) : r.head;
        r.packets = (inner - r.head) / V;
        r.tail = static_cast<int>(inner - r.head - r.packets * V);
        r.begin = 0;
        index_t count = r.packets * lines;
        r.edges = (r.head + r.tail) * static_cast<decltype(r.edges)>(lines);
        if (Blocks && shape.blocks > 1) {
            index_t const share = ((count + shape.blocks - 1) / shape.blocks + 31) / 32 * 32;
            r.begin = part * share;
            index_t const left = count - r.begin;
            count = left < 0 ? 0 : left < share ? left : share;
            r.edges = part == 0 ? r.edges : 0;
        }
        // What a block has of a row fits into memory: fewer than 2^31 packets.
        r.count = static_cast<int>(count);
        return r;
    }
    /// How many packets of a range the thread has, and where its packet i and edge i are.
    __device__ __forceinline__ int packets_of(range_type const& r) const {
        return (r.count - lane + (1 << shape.log2_group) - 1) >> shape.log2_group;
    }
    __device__ __forceinline__ row_place<Rank> packet(extents<Rank> const& extent,
                                                      range_type const& r, int i) const {
        row_place<Rank> place{at, 0};
        index_t packet = r.begin + (lane + (i << shape.log2_group));
        if constexpr (Lines)
            if (shape.split < Rank - 1) {
                index_t const line = r.packets == 0 ? 0 : packet / r.packets;
                packet -= line * r.packets;
                locate_axes(extent, shape.split, Rank - 1, line, place.at);
            }
        place.inner = r.head + packet * V;
        return place;
    }
    __device__ __forceinline__ row_place<Rank> edge(extents<Rank> const& extent,
                                                    range_type const& r, index_t e) const {
        row_place<Rank> place{at, e};
        if constexpr (Lines)
            if (shape.split < Rank - 1) {
                index_t const line = e / (r.head + r.tail);
                place.inner -= line * (r.head + r.tail);
                locate_axes(extent, shape.split, Rank - 1, line, place.at);
            }
        if (place.inner >= r.head)
            place.inner += r.packets * V;
        return place;
    }
};

/// Merges what the threads of a row have of several reductions.
template <class Tree, int Rank, row_reach Reach>
struct row_merge {
    static constexpr bool Blocks = Reach == row_reach::grid;
    static constexpr int reductions = reductions_of<Tree>;
    using list = accumulators_over<typename reduced_nodes<Tree>::type>;
    /// Of shared memory, which threads of one warp do not need.
    static constexpr std::size_t scratch_bytes =
        Reach == row_reach::warp ? 16 : reductions * 33 * list::bytes;

    row_shape<Tree, Rank> const& shape;
    char* scratch;
    int part;
    int turn = 0;

    __device__ __forceinline__ char* of_warp(int k, int warp) const {
        return scratch + (k * 33 + warp) * list::bytes;
    }
    __device__ __forceinline__ char* of_block(int k, unsigned block) const {
        return shape.partial +
               (static_cast<std::size_t>((turn & 1) * reductions + k) * gridDim.x + block) *
                   list::bytes;
    }
    __device__ __forceinline__ unsigned* counter() const {
        return shape.counters + static_cast<int>(blockIdx.x) / shape.blocks;
    }

    /// `Sums`: has total_of<K>() and reducer_of<K>().
    template <int... K, class Sums>
    __device__ __forceinline__ void run(Sums& sums, std::integer_sequence<int, K...>) {
        int const group = 1 << shape.log2_group;
        int const block = static_cast<int>(blockDim.x);
        if constexpr (Reach == row_reach::warp) {
            if (group > 1)
                narrow<K...>(sums, group);
            return;
        }
        bool const several = Blocks && shape.blocks > 1;
        // Through shared memory; then through the cluster's, or global memory and once more.
        int const steps = several ? 4 : group <= 32 ? 1 : group <= block ? 2 : 3;
        int const width = group < 32 ? group : 32;
#pragma unroll 1
        for (int step = 1;; ++step) {
            narrow<K...>(sums, width);
            if (step == steps)
                break;
            (publish<K>(sums, step, several), ...);
            if (step != 2)
                __syncthreads();
            else if (several)
                synchronize_row(counter(), shape.blocks, part, true);
            else if constexpr (!Blocks)
                synchronize_cluster();
            (gather<K>(sums, step, several), ...);
        }
        if (several)
            ++turn;
    }
    /// Leaves the row's counter at zero.
    __device__ __forceinline__ void end() {
        if (turn & 1)
            synchronize_row(counter(), shape.blocks, part, false);
    }

private:
    /// Whether a reducer has its own way to merge what threads have.
    template <int K, class Sums>
    static constexpr bool merges_at_once = takes_several_packets<
        std::remove_cvref_t<decltype(std::declval<Sums&>().template reducer_of<K>())>>;
    /// Whether reduction K takes the result of one like it.
    template <int K>
    __device__ __forceinline__ bool is_copy() const {
        return Blocks && first_alike<Tree, K> != K && (shape.equal >> K & 1);
    }
    template <int K, class Sums>
    static __device__ __forceinline__ void merge(Sums& sums, int distance, int width) {
        auto& a = sums.template total_of<K>();
        a = sums.template reducer_of<K>().merge(a, shuffle_down(a, distance, width));
    }
    template <int K, class Sums>
    static __device__ __forceinline__ void spread(Sums& sums, int width) {
        auto& a = sums.template total_of<K>();
        a = shuffle_from(a, 0, width);
    }
    template <int K, class Sums>
    __device__ __forceinline__ void narrow_at_once(Sums& sums, int width) const {
        if (is_copy<K>())
            return;
        auto const& reducer = sums.template reducer_of<K>();
        auto a = sums.template total_of<K>();
        if constexpr (merges_at_once<K, Sums>) {
            reducer.merge_all(a, width);
        } else {
#pragma unroll
            for (int distance = 16; distance > 0; distance /= 2)
                if (distance < width)
                    a = reducer.merge(a, shuffle_down(a, distance, width));
            a = shuffle_from(a, 0, width);
        }
        sums.template total_of<K>() = a;
    }
    /// As merge_lanes, and all receive the results. Rows that are read again merge seldom, and have
    /// the code for it once.
    template <int... K, class Sums>
    __device__ __forceinline__ void narrow(Sums& sums, int width) const {
        if constexpr (Blocks && !(false || ... || merges_at_once<K, Sums>)) {
#pragma unroll 1
            for (int distance = width / 2; distance > 0; distance /= 2)
                (merge<K>(sums, distance, width), ...);
            (spread<K>(sums, width), ...);
        } else {
            (narrow_at_once<K>(sums, width), ...);
        }
    }
    template <int K, class Sums>
    __device__ __forceinline__ void publish(Sums& sums, int step, bool several) {
        if (is_copy<K>())
            return;
        auto const& a = sums.template total_of<K>();
        using accumulator = std::remove_cvref_t<decltype(a)>;
        if (step != 2) {
            if (threadIdx.x % 32 == 0)
                *reinterpret_cast<accumulator*>(of_warp(K, static_cast<int>(threadIdx.x) / 32)) = a;
        } else if (threadIdx.x == 0) {
            if (several)
                store_words(of_block(K, blockIdx.x), a);
            else
                *reinterpret_cast<accumulator*>(of_warp(K, 32)) = a;
        }
    }
    template <int K, class Sums>
    __device__ __forceinline__ void gather(Sums& sums, int step, bool several) {
        if (is_copy<K>())
            return;
        auto& a = sums.template total_of<K>();
        using accumulator = std::remove_cvref_t<decltype(a)>;
        int const thread = static_cast<int>(threadIdx.x);
        int const lane = thread % 32;
        int const block = static_cast<int>(blockDim.x);
        a = sums.template reducer_of<K>().identity();
        if (step != 2) {
            if (lane < block / 32)
                a = *reinterpret_cast<accumulator const*>(of_warp(K, lane));
        } else if (several) {
            if (thread < shape.blocks)
                a = load_fresh<accumulator>(
                    of_block(K, blockIdx.x - static_cast<unsigned>(part - thread)));
        } else if (lane < (1 << shape.log2_group) / block) {
            a = read_cluster(reinterpret_cast<accumulator const*>(of_warp(K, 32)),
                             static_cast<unsigned>(lane));
        }
    }
};

}  // namespace twill::inline v0::detail
