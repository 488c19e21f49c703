// SPDX-License-Identifier: MIT
// Rows and columns that are broadcast over an output in one piece. What lies as the output does is
// copied to shared memory some packets ahead; what is broadcast has been put there for a block: the
// elements of columns, and those of rows once for every distance from a row's first element at
// which packets may start.
#pragma once

#include "twill/cuda/elementwise/broadcast_shape.cuh"

namespace twill::inline v0::detail {

/// V elements of a packet, or one for each row in the place of them (`one`).
template <class T, int V, bool Even>
struct spread_node : loaded_leaf<T> {
    using value_type = compute_t<T>;
    static constexpr bool in_words = loaded_node<T, V>::in_words;
    static constexpr int values_alone = Even ? 1 : V > 2 ? 2 : 0;

    loaded_node<T, V> elements;
    packet<T, Even ? 1 : 2> alone;
    bool one;

    template <int Lanes, class Cursor>
    __device__ __forceinline__ lanes<value_type, Lanes> at(Cursor const& c) const {
        if constexpr (Lanes < V) {
            lanes<value_type, Lanes> result;
#pragma unroll
            for (int r = 0; r < Lanes; ++r)
                result.values[r] = widen(alone.values[r]);
            return result;
        } else {
            packet<T, V> repeated;
#pragma unroll
            for (int l = 0; l < V; ++l) {
                if constexpr (Even)
                    repeated.values[l] = alone.values[0];
                else
                    repeated.values[l] = l < c.cut ? alone.values[0] : alone.values[1];
            }
            auto const all = as_loaded(repeated);
            loaded_node<T, V> chosen = elements;
#pragma unroll
            for (int w = 0; w < loaded_node<T, V>::count; ++w)
                chosen.bits.values[w] = one ? all.bits.values[w] : chosen.bits.values[w];
            return chosen.template at<V>(c);
        }
    }
};

/// Where in shared memory a packet's operands are.
struct even_cursor {
    int slot;    ///< of what was copied ahead
    int packet;  ///< of rows
    int row;     ///< of columns
};
/// Lanes from `cut` on are in the next row.
struct uneven_cursor : even_cursor {
    int cut;
};

/// What a thread fills in of a table whose elements have as many bytes as T: a column's element, or
/// a packet of a row.
template <int V, class T, int Rank>
__device__ __forceinline__ void fill_table(broadcast_shape<Rank> const& shape,
                                           broadcast_table<Rank> const& table, int job,
                                           int first_row, int strip, char* shared) {
    T const* const from = static_cast<T const*>(table.data);
    T* const to = reinterpret_cast<T*>(shared + table.place);
    if (table.column) {
        int row = first_row + job < shape.rows ? first_row + job : shape.rows - 1;
        int offset = 0;
#pragma unroll
        for (int d = Rank - 2; d > 0; --d) {
            int const quotient = shape.by_extent[d].divide(row);
            offset += (row - quotient * static_cast<int>(shape.extent[d])) * table.stride[d];
            row = quotient;
        }
        to[job] = from[offset + row * table.stride[0]];
        return;
    }
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    int j;
    if (shape.even) {
        j = (strip * shape.width + job - shape.by_width.divide(job) * shape.width) * V;
        j = j < shape.line ? j : 0;
    } else {
        int const distance = shape.by_pitch.divide(job);
        j = (job - distance * shape.pitch) * V + distance;
    }
    j -= shape.by_last.divide(j) * inner;
    packet<T, V> elements;
#pragma unroll
    for (int l = 0; l < V; ++l, ++j) {
        if (j >= inner)
            j -= inner;
        elements.values[l] = from[j * table.stride[Rank - 1]];
    }
    reinterpret_cast<decltype(loaded_node<T, V>::bits)*>(to)[job] = as_loaded(elements).bits;
}
/// Fills a block's tables. Which operand one is of is not known to the compiler: code for each
/// would be longer than that of the packets.
template <class Tree, int V, int Rank>
__device__ __forceinline__ void fill_tables(broadcast_shape<Rank> const& shape, int first_row,
                                            int strip, char* shared) {
#pragma unroll 1
    for (int e = static_cast<int>(threadIdx.x); e < shape.jobs; e += block_threads) {
        int k = 0;
        int job = e;
#pragma unroll 1
        while (job >= shape.tables[k].count)
            job -= shape.tables[k++].count;
        broadcast_table<Rank> const& table = shape.tables[k];
        auto const fill = [&]<class T>(T) {
            if constexpr (sizeof(T) >= narrowest<Tree> && sizeof(T) <= Tree::widest)
                if (table.bytes == sizeof(T))
                    fill_table<V, T>(shape, table, job, first_row, strip, shared);
        };
        fill(std::uint8_t{});
        fill(std::uint16_t{});
        fill(std::uint32_t{});
        fill(std::uint64_t{});
    }
}

/// Starts to copy a thread's packets of aligned rows, which are at `column`.
template <int V, class Node>
__device__ __forceinline__ void copy_rows(Node const&, int, char*) {}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ void copy_rows(memory_node<T, Rank, Lie> const& node, int column,
                                          char* shared) {
    using word = typename device_word<static_cast<int>(sizeof(T)) * V>::type;
    if (node.how == access::unit)
        copy_async(reinterpret_cast<word*>(shared + node.tile) + threadIdx.x,
                   reinterpret_cast<word const*>(node.elements() + column));
}
template <int V, class F, class... N>
__device__ __forceinline__ void copy_rows(apply_node<F, N...> const& node, int column,
                                          char* shared) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (copy_rows<V>(detail::get<I>(node), column, shared), ...);
    }(std::index_sequence_for<N...>{});
}
/// Starts to copy the packet at element i of the operands that lie as the output does.
template <int V, class Node>
__device__ __forceinline__ void copy_packets(Node const&, int, int, char*) {}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ void copy_packets(memory_node<T, Rank, Lie> const& node, int i, int slot,
                                             char* shared) {
    using word = typename device_word<static_cast<int>(sizeof(T)) * V>::type;
    if (node.how == access::packets)
        copy_async<true>(reinterpret_cast<word*>(shared + node.tile) + slot,
                         reinterpret_cast<word const*>(node.elements() + i));
}
template <int V, class F, class... N>
__device__ __forceinline__ void copy_packets(apply_node<F, N...> const& node, int i, int slot,
                                             char* shared) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (copy_packets<V>(detail::get<I>(node), i, slot, shared), ...);
    }(std::index_sequence_for<N...>{});
}

/// A tree whose leaves are a packet's.
template <int V, bool Even, class Node, class Cursor>
__device__ __forceinline__ Node const& spread(Node const& node, char const*, Cursor const&) {
    return node;
}
template <int V, bool Even, class T, int Rank, class Lie, class Cursor>
__device__ __forceinline__ auto spread(memory_node<T, Rank, Lie> const& node, char const* shared,
                                       Cursor const& c) {
    T const* const table = reinterpret_cast<T const*>(shared + node.tile);
    int const place = node.how == access::packets ? c.slot : c.packet;
    if constexpr (!may_be_column<memory_node<T, Rank, Lie>, Rank>) {
        return load_elements<V>(table + place * V);
    } else {
        spread_node<T, V, Even> result{{}, {}, {}, node.how == access::broadcast};
        if (result.one) {
            result.alone.values[0] = table[c.row];
            if constexpr (!Even)
                result.alone.values[1] = table[c.row + 1];
        } else {
            result.elements = load_elements<V>(table + place * V);
        }
        return result;
    }
}
template <int V, bool Even, class F, class... N, class Cursor>
__device__ __forceinline__ auto spread(apply_node<F, N...> const& node, char const* shared,
                                       Cursor const& c) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return apply_node<
            F, std::remove_cvref_t<decltype(spread<V, Even>(detail::get<I>(node), shared, c))>...>{
            {{spread<V, Even>(detail::get<I>(node), shared, c)}...}, node.function};
    }(std::index_sequence_for<N...>{});
}

inline constexpr int broadcast_stages = elementwise_tuning::broadcast_stages;

/// The packets of a thread, `apart`: those behind the one that is computed are under way.
template <int V, class Tree>
struct copies_ahead {
    static constexpr int stages = broadcast_stages;
    static constexpr int slots = stages * block_threads;

    Tree const& tree;
    char* shared;
    int next;
    int apart;
    unsigned limit;  ///< the last element that starts one to be copied
    int slot = static_cast<int>(threadIdx.x);

    /// `last`: the last element that starts a whole packet; others are not copied.
    __device__ __forceinline__ copies_ahead(Tree const& of, char* to, int i, int by, int each,
                                            int last)
        : tree(of),
          shared(to),
          next(i),
          apart(by),
          limit(static_cast<unsigned>(smaller(last, i + (each - 1) * by))) {
#pragma unroll 1
        for (int at = slot; at < slots - block_threads; at += block_threads)
            copy(at);
    }
    /// Waits for the first one and starts to copy another; where it is.
    __device__ __forceinline__ int take() {
        int const taken = slot;
        copy(slot >= block_threads ? slot - block_threads : slot + slots - block_threads);
        slot += slot < slots - block_threads ? block_threads : block_threads - slots;
        wait_for_groups<stages - 1>();
        return taken;
    }

private:
    __device__ __forceinline__ void copy(int to) {
        if (static_cast<unsigned>(next) <= limit)
            copy_packets<V>(tree, next, to, shared);
        end_copy_group();
        next += apart;
    }
};

/// Element i of the output, which is in a packet at an end.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void broadcast_element(Tree const& tree, Out* const out,
                                                  broadcast_shape<Rank> const& shape, int i) {
    row_cursor<Rank> at;
    int row = shape.by_last.divide(i);
    at.inner = i - row * static_cast<int>(shape.extent[Rank - 1]);
#pragma unroll
    for (int d = Rank - 2; d > 0; --d) {
        int const quotient = shape.by_extent[d].divide(row);
        at.at[d] = row - quotient * static_cast<int>(shape.extent[d]);
        row = quotient;
    }
    at.at[0] = row;
    out[i] = static_cast<Out>(tree.template at<1>(at).values[0]);
}

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  (blocks_held<elementwise_tuning::row_blocks, block_threads>))
    broadcast_kernel(__grid_constant__ Tree const tree, Out* const out,
                     __grid_constant__ broadcast_shape<Rank> const shape) {
    constexpr int V = lanes_of<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    int const thread = static_cast<int>(threadIdx.x);
    int const block = static_cast<int>(blockIdx.x);
    int const inner = shape.line;
    int const last = shape.size - V;
    int first_row, apart, i;
    int strip = 0, column = 0, row = 0;
    if (shape.even) {
        int const group = shape.by_strips.divide(block);
        row = shape.by_width.divide(thread);
        strip = block - group * shape.strips;
        column = (strip * shape.width + thread - row * shape.width) * V;
        first_row = group * shape.table_rows;
        apart = shape.height * inner;
        bool const there = row < shape.height && column < inner;
        i = there ? (first_row + row) * inner + column : shape.size;
        if (there)
            copy_rows<V>(tree, column, twill_shared);
    } else {
        apart = block_threads * V;
        i = block * apart * shape.each - shape.before;
        first_row = shape.by_inner.divide(larger(i, 0));
        i += thread * V;
    }
    copies_ahead<V, Tree> ahead(tree, twill_shared, i, apart, shape.each, last);
    fill_tables<Tree, V>(shape, first_row, strip, twill_shared);
    __syncthreads();
    if (shape.even) {
        int n = 0;
#pragma unroll 1
        for (; n < shape.each && i <= last; ++n, i += apart, row += shape.height) {
            even_cursor const c{ahead.take(), thread, row};
            put_packet<V>(out + i, at_root<V>(spread<V, true>(tree, twill_shared, c), c),
                          shape.stream);
        }
        // Of several short rows, the last ones may end within a packet.
        if (n < shape.each)
#pragma unroll 1
            for (int l = i; l < shape.size; ++l)
                broadcast_element(tree, out, shape, l);
        return;
    }
#pragma unroll 1
    for (int n = 0; n < shape.each; ++n, i += apart) {
        int const slot = ahead.take();
        if (static_cast<unsigned>(i) <= static_cast<unsigned>(last)) {
            row = shape.by_inner.divide(i);
            column = i - row * inner;
            uneven_cursor const c{{slot, column % V * shape.pitch + column / V, row - first_row},
                                  inner - column};
            put_packet<V>(out + i, at_root<V>(spread<V, false>(tree, twill_shared, c), c),
                          shape.stream);
        } else {
#pragma unroll 1
            for (int l = larger(i, 0); l < smaller(i + V, shape.size); ++l)
                broadcast_element(tree, out, shape, l);
        }
    }
}

}  // namespace twill::inline v0::detail
