// SPDX-License-Identifier: MIT
// The kernel of scans along rows that start between packets and along few columns: a block brings
// elements that lie one behind the other to shared memory in whole packets, and takes them from
// there so; between, each line has its threads, wherever it lies.
#pragma once

#include "twill/ops/scan/shape.cuh"

namespace twill::inline v0::detail {

/// How lines are dealt out: operands lie as [outers][length][inner] in one piece, and the middle
/// axis is scanned. A tile has several whole blocks of length x inner, or a part of one.
struct scan_stage {
    index_t outers;
    index_t length;
    index_t tiles;  ///< of a line
    int inner;
    int outers_a_tile;
    int tile_length;  ///< of each of its lines
    int log2_group;   ///< threads of a line
    int each;         ///< elements of each of them
};

/// Columns side by side of which a tile may have a part: each looks back by itself.
inline constexpr int staged_columns = 32;
/// Bytes of a tile, and blocks of a multiprocessor. (On an H200 ten columns of 2^26 float32 in all
/// take 0.207 ms, in tiles of half the size 0.267, with 4 blocks 0.234; of 2^25 doubles thirteen
/// take 0.280 ms, with 6 blocks, which spill, 0.346.)
inline constexpr int staged_scan_bytes = 32 * 1024;
template <class Accumulator>
inline constexpr int staged_scan_blocks = sizeof(Accumulator) <= 4 ? 6 : 4;
template <class Accumulator>
inline constexpr int staged_scan_elements =
    staged_scan_bytes / static_cast<int>(sizeof(Accumulator));

/// Whether that is the faster way, by the middle and the last extent: rows that start between
/// packets and leave little of a tile free, and few columns, each of which looks back. (16 columns
/// of 2^24 float32 take 1.087 ms so, and 0.989 where threads have packets of them.)
inline bool suits_stage(index_t length, index_t inner, int lanes, int elements) {
    if (inner == 1) {
        index_t const tiles = divide_up(length, index_t{elements});
        return length % lanes != 0 && (tiles == 1 || divide_up(length, tiles) * 4 > elements * 3);
    }
    bool const in_packets = inner % 16 == 0 && inner % lanes == 0;
    return inner <= staged_columns && (length * inner <= elements || !in_packets);
}

/// How many threads of a warp find elements of a line's walk in one bank, where each of a line's
/// threads has `each` of its elements and the next line is that of the next column.
inline int bank_conflicts(int inner, int group, int each, int row) {
    int banks[32] = {};
    int const threads = row < 32 ? row : 32;
    int most = 0;
    for (int t = 0; t < threads; ++t) {
        int const place = t / group + t % group * each * inner;
        int& bank = banks[(place + place / row) % row * threads / row];
        most = ++bank > most ? bank : most;
    }
    return most;
}

/// Deals [outers][length][inner] out to blocks of scan_threads, `places` of them at least where
/// tiles of at most `elements` allow; `row` elements are in as many banks of shared memory.
TWILL_COLD inline scan_stage stage_scan(index_t outers, index_t length, index_t inner,
                                        index_t elements, int row, index_t places) {
    scan_stage s{outers, length, 1, static_cast<int>(inner), 1, 0, 0, 0};
    while (elements > 4096 && outers * length * inner < elements * places)
        elements /= 2;
    index_t const most = elements / inner;
    if (length <= most / 2)
        s.outers_a_tile = static_cast<int>(most / length);
    else
        s.tiles = divide_up(length, most);
    s.tile_length = static_cast<int>(divide_up(length, s.tiles));
    s.tiles = divide_up(length, index_t{s.tile_length});
    index_t const lines = s.outers_a_tile * inner;
    while (lines << (s.log2_group + 1) <= scan_threads && 1 << s.log2_group < s.tile_length)
        ++s.log2_group;
    // A few more elements a thread, where its neighbours then find theirs in other banks.
    int const group = 1 << (s.log2_group < 5 ? s.log2_group : 5);
    s.each = (s.tile_length + (1 << s.log2_group) - 1) >> s.log2_group;
    if (s.tiles > 1) {
        auto const time = [&](int each) {
            return each * (2 + bank_conflicts(s.inner, group, each, row));
        };
        int const fewest = s.each;
        for (int each = fewest + 1; each <= fewest + 2 + fewest / 4; ++each)
            s.each = time(each) < time(s.each) ? each : s.each;
    }
    return s;
}
inline index_t blocks_of(scan_stage const& s) {
    return s.tiles > 1 ? s.tiles * s.outers : divide_up(s.outers, index_t{s.outers_a_tile});
}

/// Elements in shared memory, a place in 128 bytes left free: threads whose elements lie a power of
/// two apart find them in different banks.
template <class T>
struct staged_line {
    static constexpr int row = 128 / static_cast<int>(sizeof(T));
    T* data;

    __device__ __forceinline__ T& operator[](int i) const { return data[i + i / row]; }
};

/// Elements [base, base + count) of flat operands, and where they stand in shared memory: packets
/// in packets.
struct staged_range {
    index_t base;
    int count;
    int lead;  ///< elements of the first one's packet before it

    /// each(index, place) for every whole packet, some under way together, and rest(index, place)
    /// for every other element.
    template <int V, int Together, class Each, class Rest>
    __device__ __forceinline__ void walk(Each&& each, Rest&& rest) const {
        int const thread = static_cast<int>(threadIdx.x);
        int const head = lead == 0 ? 0 : V - lead < count ? V - lead : count;
        int const packets = (count - head) / V;
        int const place = lead + head;
        for (int q = thread; q < packets; q += scan_threads * Together)
            each(base + head + q * V, place + q * V,
                 (packets - q + scan_threads - 1) / scan_threads);
        int const end = head + packets * V;
        if (V > 1 && thread < head)
            rest(base + thread, lead + thread);
        if (V > 1 && thread < count - end)
            rest(base + end + thread, lead + end + thread);
    }
};

template <class Tree, class Operator, class Sink>
__global__ void __launch_bounds__(
    scan_threads, blocks_held<staged_scan_blocks<typename Operator::accumulator>, scan_threads>)
    scan_staged_kernel(__grid_constant__ Tree const tree, __grid_constant__ scan_stage const shape,
                       __grid_constant__ Sink const out,
                       __grid_constant__ scan_board<Operator> const board) {
    using accumulator = typename Operator::accumulator;
    constexpr int V = scan_lanes<Tree, typename Sink::value_type>;
    constexpr int warps = scan_threads / 32;
    constexpr int R = 4;  // elements that a thread reads together
    constexpr int together = V * sizeof(accumulator) <= 16 ? 4 : 2;
    __shared__ __align__(
        16) char element_bytes[staged_scan_bytes + staged_scan_bytes / (128 / sizeof(accumulator)) +
                               16 * sizeof(accumulator)];
    __shared__ __align__(16) char total_bytes[(2 * staged_columns + warps) * sizeof(accumulator)];
    staged_line<accumulator> const elements{reinterpret_cast<accumulator*>(element_bytes)};
    accumulator* const line_totals = reinterpret_cast<accumulator*>(total_bytes);
    accumulator* const edges = line_totals + staged_columns;
    accumulator* const warp_totals = edges + staged_columns;
    int const thread = static_cast<int>(threadIdx.x);
    int const inner = shape.inner;
    // Of a tile: which part of a line, its first block, and how many.
    index_t tile = 0;
    index_t outer = blockIdx.x;
    int outers = 1;
    if (shape.tiles > 1) {
        tile = blockIdx.x / static_cast<unsigned>(shape.outers);
        outer -= tile * shape.outers;
    } else {
        outer *= shape.outers_a_tile;
        index_t const left = shape.outers - outer;
        outers = left < shape.outers_a_tile ? static_cast<int>(left) : shape.outers_a_tile;
    }
    index_t const from = tile * shape.tile_length;
    int const length = shape.length - from < shape.tile_length
                           ? static_cast<int>(shape.length - from)
                           : shape.tile_length;
    index_t const base = (outer * shape.length + from) * inner;
    staged_range const range{base, outers * length * inner, static_cast<int>(base & (V - 1))};
    range.walk<V, together>(
        [&](index_t i, int place, int left) {
            lanes<typename Tree::value_type, V> x[together];
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (u < left)
                    x[u] = tree.template at<V>(packed_cursor{i + u * scan_threads * V});
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (u < left)
                    for (int l = 0; l < V; ++l)
                        elements[place + u * scan_threads * V + l] =
                            static_cast<accumulator>(x[u].values[l]);
        },
        [&](index_t i, int place) {
            elements[place] =
                static_cast<accumulator>(tree.template at<1>(packed_cursor{i}).values[0]);
        });
    __syncthreads();

    int const group = 1 << shape.log2_group;
    int const width = group < 32 ? group : 32;
    int const lane = thread & (group - 1);
    int const each = shape.each;
    int const begin = lane * each < length ? lane * each : length;
    int const end = begin + each < length ? begin + each : length;
    int const lines = outers * inner;
#pragma unroll 1
    for (int first = 0; first < lines; first += scan_threads >> shape.log2_group) {
        int const line = first + (thread >> shape.log2_group);
        int const block = inner == 1 ? line : line / inner;
        int const own =
            range.lead + block * length * inner + (line - block * inner) + begin * inner;
        int const mine = line < lines ? end - begin : 0;
        // Those behind the last one repeat the first.
        auto const read = [&](int at, accumulator(&x)[R]) {
#pragma unroll
            for (int r = 0; r < R; ++r)
                x[r] = elements[own + (at + r < mine ? at + r : at) * inner];
        };
        accumulator sum{};
        // A line's only thread needs no sum of it.
        if (group > 1 || shape.tiles > 1)
#pragma unroll 1
            for (int at = 0; at < mine; at += R) {
                accumulator x[R];
                read(at, x);
#pragma unroll
                for (int r = 0; r < R; ++r)
                    if (at + r < mine)
                        sum = at + r > 0 ? Operator::combine(sum, x[r]) : x[r];
            }
        sum = scan_group<Operator>(sum, lane & (width - 1), width);
        scan_prefix<Operator> before{shuffle_up(sum, 1, width), (lane & (width - 1)) > 0};
        if (group > 32) {
            // A line has several warps, and every line of the tile has its threads.
            if (lane % 32 == 31)
                warp_totals[thread / 32] = sum;
            __syncthreads();
            int const of_line = thread / 32 - lane / 32;
            scan_prefix<Operator> ahead{{}, false};
            for (int w = 0; w < lane / 32; ++w)
                ahead.append(warp_totals[of_line + w]);
            sum = ahead.before(sum);
            if (before.any)
                ahead.append(before.value);
            before = ahead;
        }
        if (shape.tiles > 1) {
            if (mine > 0 && end == length) {
                line_totals[line] = sum;
                if (tile + 1 < shape.tiles)
                    board.publish(0, tile, outer * inner + line, sum);
            }
            __syncthreads();
            // Groups of threads look at what stands above a column each. (In a loop that takes
            // registers, and rows of 3 float32 0.220 ms in the place of 0.187.)
            int const c = thread / board.group;
            bool const looks = c < lines;
            auto const above = look_back(board, outer * inner + (looks ? c : 0), looks, tile,
                                         line_totals[looks ? c : 0]);
            if (looks && thread % board.group == 0)
                edges[c] = above.value;
            __syncthreads();
            if (tile > 0 && line < lines) {
                scan_prefix<Operator> ahead{edges[line], true};
                if (before.any)
                    ahead.append(before.value);
                before = ahead;
            }
        }
        accumulator now = before.value;
#pragma unroll 1
        for (int at = 0; at < mine; at += R) {
            accumulator x[R];
            read(at, x);
#pragma unroll
            for (int r = 0; r < R; ++r)
                if (at + r < mine) {
                    now = at + r > 0 || before.any ? Operator::combine(now, x[r]) : x[r];
                    elements[own + (at + r) * inner] = now;
                }
        }
    }
    __syncthreads();
    range.walk<V, 1>(
        [&](index_t i, int place, int) {
            lanes<accumulator, V> result;
            for (int l = 0; l < V; ++l)
                result.values[l] = elements[place + l];
            put_scanned_packet(out, i, result);
        },
        [&](index_t i, int place) {
            put_scanned(out, i, 1, lanes<accumulator, 1>{{elements[place]}}, 1);
        });
}

}  // namespace twill::inline v0::detail
