// SPDX-License-Identifier: MIT
// Short runs that start and end between packets: they pass through shared memory.
#pragma once

#include "twill/lower/once.hpp"
#include "twill/ops/reduce/flat_runs.cuh"
#include "twill/ops/reduce/short_rows.cuh"

namespace twill::inline v0::detail {

/// Whether an index counts in a node.
template <class Node>
inline constexpr bool has_indices = false;
template <int Rank, class Lie>
inline constexpr bool has_indices<index_node<Rank, Lie>> = true;
template <class F, class... N>
inline constexpr bool has_indices<apply_node<F, N...>> = (false || ... || has_indices<N>);

/// Whether an expression reads one array, whose elements device code can hold as they are (those of
/// std::complex it cannot), and where they are narrower than the values.
template <class X, class Leaves = typename leaf_types<X>::type>
inline constexpr bool has_one_leaf = false;
template <class X, class T, int Rank, class Lie>
inline constexpr bool has_one_leaf<X, types<memory_node<T, Rank, Lie>>> =
    X::records == 1 && leaf_types<X>::known && sizeof(T) <= sizeof(typename X::value_type) &&
    (std::is_same_v<T, compute_t<T>> || std::is_trivially_default_constructible_v<T>);
template <class X, class Leaves = typename leaf_types<X>::type>
inline constexpr bool has_narrow_leaf = false;
template <class X, class T, int Rank, class Lie>
inline constexpr bool has_narrow_leaf<X, types<memory_node<T, Rank, Lie>>> =
    has_one_leaf<X> && sizeof(T) < sizeof(typename X::value_type);

/// What a block keeps in shared memory of an expression's elements: their values or (`Raw`) those
/// of the one array that it reads.
template <class X, bool Raw = has_narrow_leaf<X>>
struct tile_content {
    static constexpr bool raw = false;
    using type = typename X::value_type;

    template <int V>
    static __device__ __forceinline__ lanes<type, V> load(X const& x, counted_cursor const& c) {
        return x.template at<V>(c);
    }
    template <int V>
    static __device__ __forceinline__ lanes<type, V> const& value(X const&,
                                                                  lanes<type, V> const& kept) {
        return kept;
    }
};
template <class X>
struct tile_content<X, true> {
    template <class T, int Rank, class Lie>
    static T element_of(types<memory_node<T, Rank, Lie>>);
    template <class Leaf>
    static Leaf first_of(types<Leaf>);
    static constexpr bool raw = true;
    using leaf = decltype(first_of(typename leaf_types<X>::type{}));
    using type = decltype(element_of(typename leaf_types<X>::type{}));

    template <int V>
    static __device__ __forceinline__ lanes<type, V> load(X const& x, counted_cursor const& c) {
        packet<type, V> const raw =
            *reinterpret_cast<packet<type, V> const*>(first_leaf<leaf>(x).elements() + c.i);
        lanes<type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = raw.values[l];
        return result;
    }
    template <int V>
    static __device__ __forceinline__ lanes<typename X::value_type, V> value(
        X const& x, lanes<type, V> const& kept) {
        once_cursor<V, leaf> c;
        for (int l = 0; l < V; ++l)
            c.values.values[l] = widen(kept.values[l]);
        return x.template at<V>(c);
    }
};

/// Whether packets of an array's elements go to shared memory without passing through registers.
template <int V, class Content>
inline constexpr bool copies_whole_packets = [] {
    constexpr int bytes = static_cast<int>(sizeof(typename Content::type)) * V;
    return Content::raw && (V > 1 || alignof(typename Content::type) == bytes) &&
           (bytes == 4 || bytes == 8 || bytes == 16);
}();

/// What of an expression is computed as it is taken from shared memory: of one array, where
/// functions cost little or its elements are narrower.
template <class X>
using run_content = tile_content<X, has_one_leaf<X> && (has_narrow_leaf<X> || terms_of<X> == 0)>;

/// What short runs that pass through shared memory have there: what their elements are computed of
/// or, `with_positions`, located ones, where other indices count besides.
template <class Tree>
struct tile_values {
    static constexpr bool with_positions = is_located<typename Tree::value_type>;
    using content = run_content<Tree>;
    using type =
        std::conditional_t<with_positions, typename Tree::value_type, typename content::type>;

    static __device__ __forceinline__ Tree const& source(Tree const& tree) { return tree; }
    /// Elements j and behind it of the run that starts at element `base`, of which x is kept.
    template <int V>
    static __device__ __forceinline__ lanes<typename Tree::value_type, V> elements(
        Tree const& tree, reduce_deal const&, index_t, int, lanes<type, V> const& x) {
        if constexpr (with_positions)
            return x;
        else
            return content::value(tree, x);
    }
};
template <class X, int Rank, class Lie>
    requires(!has_indices<X>)
struct tile_values<apply_node<locate_function, X, index_node<Rank, Lie>>> {
    using tree_type = apply_node<locate_function, X, index_node<Rank, Lie>>;
    static constexpr bool with_positions = false;
    using content = run_content<X>;
    using type = typename content::type;

    static __device__ __forceinline__ X const& source(tree_type const& tree) {
        return get<0>(tree);
    }
    template <int V>
    static __device__ __forceinline__ lanes<typename tree_type::value_type, V> elements(
        tree_type const& tree, reduce_deal const& shape, index_t base, int j,
        lanes<type, V> const& x) {
        auto const values = content::value(source(tree), x);
        auto const positions = get<1>(tree).template at<V>(cursor_at(base, j, shape));
        lanes<typename tree_type::value_type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = {values.values[l], positions.values[l]};
        return result;
    }
};

/// Whether a block asks for its next tile before it adds up one.
template <class Tree, class Reducer>
inline constexpr bool tiles_ahead =
    !tile_values<Tree>::with_positions && sizeof(typename Reducer::accumulator) <= 128 &&
    copies_whole_packets<row_lanes<Tree>, typename tile_values<Tree>::content>;
/// That takes a second buffer; older devices wait for each copy anyway.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr bool copies_in_background = false;
#else
inline constexpr bool copies_in_background = true;
#endif

/// Elements of short runs that a block keeps in shared memory: of wide ones, those of several
/// reductions, more bytes, as there would be few runs of them and many threads to each.
template <class Tree, class Reducer>
inline constexpr int tile_elements = [] {
    constexpr int bytes = static_cast<int>(sizeof(typename tile_values<Tree>::type));
    constexpr bool wide = bytes > 8 && bytes <= 64 && !tiles_ahead<Tree, Reducer> &&
                          sizeof(typename Reducer::accumulator) <= 128;
    return larger(1, (wide ? 2 : 1) * reduce_tuning::tile_bytes / bytes);
}();

/// V elements from `at` on in shared memory, all of which are there. Narrow ones come as words, of
/// which one more than theirs may be read.
template <int V, class T>
__device__ __forceinline__ lanes<T, V> read_run(T const* tile, int at) {
    lanes<T, V> x;
    if constexpr (sizeof(T) < 4 && 4 % sizeof(T) == 0 && sizeof(T) * V % 4 == 0) {
        constexpr int count = sizeof(T) * V / 4;
        constexpr unsigned each = 4 / sizeof(T);
        auto const* const from =
            reinterpret_cast<unsigned const*>(tile) + static_cast<unsigned>(at) / each;
        unsigned const shift = (static_cast<unsigned>(at) % each) * (32 / each);
        unsigned word[count + 1];
#pragma unroll
        for (int w = 0; w <= count; ++w)
            word[w] = from[w];
#pragma unroll
        for (int w = 0; w < count; ++w)
            word[w] = __funnelshift_r(word[w], word[w + 1], shift);
        memcpy(&x, word, sizeof(x));
    } else {
        for (int l = 0; l < V; ++l)
            x.values[l] = tile[at + l];
    }
    return x;
}

/// Brings `count` elements from `from` on, where a packet begins, to shared memory.
template <int V, class Content, class Source, class T>
__device__ __forceinline__ void fill_tile(Source const& source, reduce_deal const& shape, T* tile,
                                          index_t from, int count) {
    // All that a thread has, where registers allow it and functions cost little.
    constexpr int words = V * static_cast<int>(sizeof(T)) / 4;
    constexpr int together = words <= 4 && (Content::raw || terms_of<Source> == 0) ? 4 : 2;
    int const thread = static_cast<int>(threadIdx.x);
    int const packets = count / V;
    for (int q = thread; q < packets; q += block_threads * together) {
        lanes<T, V> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (q + u * block_threads < packets)
                x[u] = Content::template load<V>(
                    source, cursor_at(from, (q + u * block_threads) * V, shape));
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (q + u * block_threads < packets) {
                packet<T, V> whole;
                for (int l = 0; l < V; ++l)
                    whole.values[l] = x[u].values[l];
                *reinterpret_cast<packet<T, V>*>(tile + (q + u * block_threads) * V) = whole;
            }
    }
    if (int const rest = packets * V + thread; rest < count)
        tile[rest] = Content::template load<1>(source, cursor_at(from, rest, shape)).values[0];
}
/// The same without passing through registers: they are there after wait_for_groups().
template <int V, class Content, class Source, class T>
__device__ __forceinline__ void copy_tile(Source const& source, T* tile, index_t from, int count) {
    using word = typename device_word<static_cast<int>(sizeof(T)) * V>::type;
    T const* const elements = first_leaf<typename Content::leaf>(source).elements() + from;
    int const thread = static_cast<int>(threadIdx.x);
    int const packets = count / V;
#pragma unroll 4
    for (int q = thread; q < packets; q += block_threads)
        copy_async<true>(reinterpret_cast<word*>(tile) + q,
                         reinterpret_cast<word const*>(elements) + q);
    if (int const rest = packets * V + thread; rest < count)
        tile[rest] = elements[rest];
    end_copy_group();
}
/// The same of elements with their positions, which begin again in each run: one by one.
template <class Tree>
__device__ __forceinline__ void fill_tile_singly(Tree const& tree, reduce_deal const& shape,
                                                 typename Tree::value_type* tile, index_t from,
                                                 int count) {
    constexpr int together = 4;
    int const inner = static_cast<int>(shape.reduced);
    int const over = block_threads % inner;
    int const thread = static_cast<int>(threadIdx.x);
    int column = thread % inner;
    for (int j = thread; j < count; j += block_threads * together) {
        typename Tree::value_type x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            int const at = j + u * block_threads;
            if (at < count)
                x[u] =
                    tree.template at<1>(cursor_at(from + (at - column), column, shape)).values[0];
            column += over;
            column -= column >= inner ? inner : 0;
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (j + u * block_threads < count)
                tile[j + u * block_threads] = x[u];
    }
}

/// Runs of at most so many elements, which a block has in shared memory, each in one thread.
template <class Tree, class Reducer, class Sink, int Rank, class T>
__device__ __forceinline__ void reduce_few(Tree const& tree, reduce_shape<Rank> const& shape,
                                           reduce_target<Reducer, Sink, Rank> const& target,
                                           T const* tile, index_t first, int rows) {
    using values = tile_values<Tree>;
    using brief = short_reducer<Reducer>;
    auto const& reducer = brief::of(target.reducer);
    int const inner = static_cast<int>(shape.reduced);
#pragma unroll 1
    for (int row = static_cast<int>(threadIdx.x); row < rows; row += block_threads) {
        index_t const base = (first + row) * inner;
        T const* const run = tile + row * inner;
        auto const element = [&](int j, T const& x) {
            return values::template elements<1>(tree, shape, base, j, lanes<T, 1>{{x}});
        };
        T x[few_elements];
#pragma unroll
        for (int j = 0; j < few_elements; ++j)
            if (j < inner)
                x[j] = run[j];
        int const middle = inner / 2;
        auto sum =
            start_run(reducer, element(0, x[0]).values[0], element(middle, run[middle]).values[0],
                      element(inner - 1, run[inner - 1]).values[0]);
#pragma unroll
        for (int j = 0; j < few_elements; ++j)
            if (j < inner) {
                if constexpr (requires { requires brief::type::takes_packets; })
                    reducer.template add_packet<true>(sum, element(j, x[j]));
                else
                    reducer.add(sum, element(j, x[j]).values[0]);
            }
        target.template finish<output_axes::first>(shape, first + row,
                                                   brief::widen(settle_run(reducer, sum)));
    }
}

/// The elements of a tile's runs.
template <class Tree, class T>
struct tile_runs {
    using values = tile_values<Tree>;
    Tree const& tree;
    reduce_deal const& shape;
    T const* tile;
    index_t first;  ///< of its runs
    int row = 0;
    int length = 0;

    __device__ __forceinline__ void start(int r, int inner) {
        row = r;
        length = inner;
    }
    template <int W>
    __device__ __forceinline__ lanes<typename Tree::value_type, W> at(int j) const {
        return values::template elements<W>(tree, shape, (first + row) * length, j,
                                            read_run<W>(tile, row * length + j));
    }
};

/// Short runs of operands that lie alike, starting and ending between packets: a block brings
/// neighbouring ones to shared memory in whole packets, time and again.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_tile(Tree const& tree, reduce_shape<Rank> const& shape,
                                            reduce_target<Reducer, Sink, Rank> const& target) {
    using values = tile_values<Tree>;
    using T = typename values::type;
    constexpr int V = row_lanes<Tree>;
    constexpr bool ahead = tiles_ahead<Tree, Reducer>;
    constexpr bool early = ahead && copies_in_background;
    // Words of narrow elements may reach beyond the last one.
    __shared__ alignas(
        16) char scratch[early ? 2 : 1][sizeof(T) * tile_elements<Tree, Reducer> + 16];
    int const inner = static_cast<int>(shape.reduced);
    index_t const step = static_cast<index_t>(gridDim.x) * shape.tile_rows;
    index_t first = static_cast<index_t>(blockIdx.x) * shape.tile_rows;
    auto const rows_from = [&](index_t row) {
        return static_cast<int>(smaller(shape.outputs - row, index_t{shape.tile_rows}));
    };
    auto const fill = [&](index_t row, int half) {
        T* const tile = reinterpret_cast<T*>(scratch[half]);
        int const count = rows_from(row) * inner;
        if constexpr (values::with_positions)
            fill_tile_singly(tree, shape, tile, row * inner, count);
        else if constexpr (ahead)
            copy_tile<V, typename values::content>(values::source(tree), tile, row * inner, count);
        else
            fill_tile<V, typename values::content>(values::source(tree), shape, tile, row * inner,
                                                   count);
    };
    auto const reduce = [&](int half) {
        T const* const tile = reinterpret_cast<T const*>(scratch[half]);
        if (shape.log2_group == 0 && inner <= few_elements)
            return reduce_few(tree, shape, target, tile, first, rows_from(first));
        using brief = short_reducer<Reducer>;
        constexpr int together = sizeof(T) == 1 ? 8 : sizeof(T) <= 8 ? 4 : 1;
        constexpr int unit = sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1;
        tile_runs<Tree, T> runs{tree, shape, tile, first};
        reduce_short_rows<together, unit>(
            runs, brief::of(target.reducer), shape.log2_group, inner, rows_from(first),
            [&](int row, typename brief::type::accumulator const& a) {
                target.template finish<output_axes::first>(shape, first + row, brief::widen(a));
            });
    };
    if constexpr (ahead) {
        int half = 0;
        if (early)
            fill(first, 0);
#pragma unroll 1
        for (; first < shape.outputs; first += step, half ^= early) {
            if (!early)
                fill(first, 0);
            else if (first + step < shape.outputs)
                fill(first + step, half ^ 1);
            else
                end_copy_group();
            wait_for_groups<early>();
            __syncthreads();
            reduce(half);
            __syncthreads();
        }
    } else {
        fill(first, 0);
        __syncthreads();
        reduce(0);
    }
}

}  // namespace twill::inline v0::detail
