// SPDX-License-Identifier: MIT
// The kernel of reductions whose outputs have elements that lie near each other in memory, but not
// in runs: pools, axes between few columns. A block brings a patch of them to shared memory.
#pragma once

#include "twill/ops/reduce/tile.cuh"

namespace twill::inline v0::detail {

/// What a block keeps of a patch: values, or what they are computed of; positions are those of the
/// elements of an output, which a thread knows.
template <class Tree>
struct patch_values {
    using content = tile_content<Tree, has_one_leaf<Tree>>;
    using type = typename content::type;
    static constexpr bool known = leaf_types<Tree>::known;

    static __device__ __forceinline__ Tree const& source(Tree const& tree) { return tree; }
    template <int V>
    static __device__ __forceinline__ lanes<typename Tree::value_type, V> elements(
        Tree const& tree, lanes<type, V> const& x, int, int) {
        return content::value(tree, x);
    }
};
template <class X, int Rank, class Lie>
struct patch_values<apply_node<locate_function, X, index_node<Rank, Lie>>> {
    using tree_type = apply_node<locate_function, X, index_node<Rank, Lie>>;
    using content = tile_content<X, has_one_leaf<X>>;
    using type = typename content::type;
    static constexpr bool known = leaf_types<X>::known;

    static __device__ __forceinline__ X const& source(tree_type const& tree) {
        return get<0>(tree);
    }
    /// Elements `first`, `first + apart`, ... of an output.
    template <int V>
    static __device__ __forceinline__ lanes<typename tree_type::value_type, V> elements(
        tree_type const& tree, lanes<type, V> const& x, int first, int apart) {
        auto const values = content::value(source(tree), x);
        lanes<typename tree_type::value_type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = {values.values[l], first + l * apart};
        return result;
    }
};

/// Elements of a patch, where there is a kernel for them; 0 where there is none.
template <class Tree>
inline constexpr int patch_elements = [] {
    using values = patch_values<Tree>;
    if constexpr (!values::known || Tree::records == 0)
        return 0;
    else
        return reduce_tuning::tile_bytes / static_cast<int>(sizeof(typename values::type));
}();

/// V values to where shared memory has room for a packet of them.
template <class T, int V>
__device__ __forceinline__ void keep_packet(T* to, lanes<T, V> const& x) {
    packet<T, V> whole;
    for (int l = 0; l < V; ++l)
        whole.values[l] = x.values[l];
    constexpr int bytes = static_cast<int>(sizeof(whole));
    if constexpr (bytes == 4 || bytes == 8 || bytes % 16 == 0) {
        using word = typename device_word<bytes % 16 == 0 ? 16 : bytes>::type;
        word words[sizeof(whole) / sizeof(word)];
        memcpy(words, &whole, sizeof(whole));
        for (std::size_t w = 0; w < sizeof(whole) / sizeof(word); ++w)
            reinterpret_cast<word*>(to)[w] = words[w];
    } else {
        *reinterpret_cast<packet<T, V>*>(to) = whole;
    }
}

/// Brings a patch to shared memory: each of its lines has `length` elements, the first one of the
/// first line in place `ahead` of a packet.
template <int V, class Content, class Source, class T>
__device__ __forceinline__ void fill_patch(Source const& source, reduce_deal const& shape, T* patch,
                                           index_t start, int length, int ahead) {
    constexpr int bytes = static_cast<int>(sizeof(T)) * V;
    constexpr bool copies = copies_whole_packets<V, Content>;
    using word = typename device_word<bytes == 8 || bytes == 4 ? bytes : 16>::type;
    constexpr int together = copies ? 1 : terms_of<Source> == 0 && V * sizeof(T) <= 16 ? 4 : 2;
    int const width = 1 << shape.patch.log2_width;
    int const x = static_cast<int>(threadIdx.x) & (width - 1);
    int const lines = static_cast<int>(shape.rows);
#pragma unroll 1
    for (int line = static_cast<int>(threadIdx.x) >> shape.patch.log2_width; line < lines;
         line += block_threads >> shape.patch.log2_width) {
        index_t const from = start + line * shape.row_step;
        int const head = static_cast<int>(-from - shape.packet_start) & (V - 1);
        int const packets = larger((length - head) / V, 0);
        T* const to = patch + line * shape.patch.pitch + ahead;
        counted_cursor c = cursor_at(from, head + x * V, shape);
        T* place = to + head + x * V;
        if constexpr (copies) {
            using leaf = typename Content::leaf;
            T const* const elements = first_leaf<leaf>(source).elements() + c.i;
            for (int p = 0; p < packets - x; p += width)
                copy_async(reinterpret_cast<word*>(place + p * V),
                           reinterpret_cast<word const*>(elements + p * V));
        } else {
#pragma unroll 1
            for (int p = x; p < packets; p += width * together) {
                lanes<T, V> held[together];
#pragma unroll
                for (int u = 0; u < together; ++u) {
                    counted_cursor at = c;
                    at.i += u * width * V;
                    at.inner += u * width * V;
                    if (p + u * width < packets)
                        held[u] = Content::template load<V>(source, at);
                }
#pragma unroll
                for (int u = 0; u < together; ++u)
                    if (p + u * width < packets)
                        keep_packet(place + u * width * V, held[u]);
                c.i += together * width * V;
                c.inner += together * width * V;
                place += together * width * V;
            }
        }
        int const ends = length - packets * V;
#pragma unroll 1
        for (int t = x; t < ends; t += width) {
            int const number = t < head ? t : packets * V + t;
            if constexpr (copies && sizeof(T) >= 4)
                copy_async(to + number,
                           first_leaf<typename Content::leaf>(source).elements() + from + number);
            else
                to[number] =
                    Content::template load<1>(source, cursor_at(from, number, shape)).values[0];
        }
    }
}

/// A block's next patch.
struct patch_place {
    index_t start;  ///< of its elements
    index_t first;  ///< of its outputs
    int units;

    __device__ __forceinline__ patch_place(patch_deal const& cut, unsigned number) {
        auto const chunks = static_cast<unsigned>(cut.chunks);
        unsigned const along = chunks > 1 ? number / chunks : number;
        index_t const unit = index_t{chunks > 1 ? number - along * chunks : 0} * cut.units;
        start = along * cut.along_step + unit * cut.unit;
        first = (along * cut.line + unit) * cut.inner;
        units = static_cast<int>(smaller(cut.line - unit, index_t{cut.units}));
    }
};

/// Patch after patch: a thread, or a group of them, adds up an output's elements in shared memory
/// while the block's next patch is on its way (double buffering, where elements need not pass
/// through registers).
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<reduce_tuning::patch_blocks, block_threads>)
    reduce_patches_kernel(__grid_constant__ Tree const tree,
                          __grid_constant__ reduce_shape<Rank> const shape,
                          __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    using values = patch_values<Tree>;
    using T = typename values::type;
    using brief = short_reducer<Reducer>;
    constexpr int V = row_lanes<Tree>;
    constexpr int together = 4;
    constexpr bool ahead_of_time =
        copies_in_background && copies_whole_packets<V, typename values::content>;
    __shared__ alignas(16) char scratch[ahead_of_time ? 2 : 1][sizeof(T) * patch_elements<Tree>];
    patch_deal const& cut = shape.patch;
    auto const& reducer = brief::of(target.reducer);
    int const inner = cut.inner;
    int const log2 = shape.log2_group;
    int const group = 1 << log2;
    int const lane = static_cast<int>(threadIdx.x) & (group - 1);
    int const own = static_cast<int>(threadIdx.x) >> log2;
    int const run = cut.run;
    int const all = cut.runs * run;
    // Of a few elements a thread knows where they are.
    bool const known = cut.known;
    int const own_run = (run - lane + group - 1) >> log2;
    int const step = cut.run_step << log2;
    int offset[known_elements];
    if (known) {
        int at = 0;
        int k = 0;
#pragma unroll
        for (int e = 0; e < known_elements; ++e) {
            offset[e] = at;
            bool const end = ++k == run;
            at += end ? cut.pitch - (run - 1) * cut.run_step : cut.run_step;
            k = end ? 0 : k;
        }
    }
    using run_sums = lane_accumulators<typename brief::type, 1>;
    auto const one = [&](run_sums& sums, T const& x, int e) {
        sums.add_next(values::template elements<1>(tree, lanes<T, 1>{{x}}, e, 1));
    };
    auto const ahead_of = [&](patch_place const& place) {
        return static_cast<int>(place.start + shape.packet_start) & (V - 1);
    };
    auto const fill = [&](patch_place const& place, int buffer) {
        fill_patch<V, typename values::content>(values::source(tree), shape,
                                                reinterpret_cast<T*>(scratch[buffer]), place.start,
                                                place.units * cut.unit, ahead_of(place));
        if constexpr (ahead_of_time)
            end_copy_group();
    };
    auto const all_patches = static_cast<unsigned>(cut.patches);
    unsigned number = blockIdx.x;
    int buffer = 0;
    if (ahead_of_time && number < all_patches)
        fill(patch_place(cut, number), 0);
#pragma unroll 1
    for (; number < all_patches; number += gridDim.x) {
        patch_place const place(cut, number);
        if constexpr (ahead_of_time) {
            if (number + gridDim.x < all_patches)
                fill(patch_place(cut, number + gridDim.x), buffer ^ 1);
            else
                end_copy_group();
            wait_for_groups<1>();
        } else {
            fill(place, 0);
        }
        __syncthreads();
        int const outputs = place.units * inner;
        T const* const patch = reinterpret_cast<T const*>(scratch[buffer]) + ahead_of(place);
#pragma unroll 1
        for (int q = own; q - own < outputs; q += block_threads >> log2) {
            run_sums sums(reducer);
            if (q < outputs) {
                int const unit =
                    inner == 1
                        ? q
                        : static_cast<int>(static_cast<unsigned>(q) / static_cast<unsigned>(inner));
                T const* line = patch + unit * cut.unit + (q - unit * inner);
                if (known) {
#pragma unroll
                    for (int k = 0; k < known_elements; k += together)
                        if (k < all) {
                            T x[together];
#pragma unroll
                            for (int u = 0; u < together; ++u)
                                x[u] = k + u < all ? line[offset[k + u]] : T{};
#pragma unroll
                            for (int u = 0; u < together; ++u)
                                if (k + u < all)
                                    one(sums, x[u], k + u);
                        }
                } else {
                    int pushed = 0;
#pragma unroll 1
                    for (int k = 0; k < cut.runs; ++k, line += cut.pitch) {
                        T const* at = line + lane * cut.run_step;
                        int e = k * run + lane;
                        int left = own_run;
#pragma unroll 1
                        for (; left >= together; left -= together) {
                            T x[together];
#pragma unroll
                            for (int u = 0; u < together; ++u)
                                x[u] = at[u * step];
#pragma unroll
                            for (int u = 0; u < together; ++u)
                                one(sums, x[u], e + (u << log2));
                            at += together * step;
                            e += together << log2;
                        }
#pragma unroll 1
                        for (; left > 0; --left, at += step, e += 1 << log2)
                            one(sums, *at, e);
                        sums.added(own_run, pushed);
                    }
                }
            }
            auto const total = merge_lanes(reducer, sums.total(), 1 << log2);
            if (lane == 0 && q < outputs)
                target.template finish<output_axes::first>(shape, place.first + q,
                                                           brief::widen(total));
        }
        __syncthreads();
        buffer ^= ahead_of_time;
    }
}

}  // namespace twill::inline v0::detail
