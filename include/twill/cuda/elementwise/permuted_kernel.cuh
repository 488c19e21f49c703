// SPDX-License-Identifier: MIT
// The kernel of boxes: an operand whose axes stand in another order than the result's, some of them
// short, passes through shared memory in boxes of several axes.
#pragma once

#include "twill/cuda/elementwise/cut.cuh"
#include "twill/cuda/elementwise/loaded.cuh"
#include "twill/lower/permuted.hpp"

namespace twill::inline v0::detail {

/// Leaves whose elements are single words of shared memory.
template <class Leaves>
inline constexpr bool are_words = false;
template <class... T, int... Rank, class... Lie>
inline constexpr bool are_words<types<memory_node<T, Rank, Lie>...>> =
    ((std::is_trivially_copyable_v<T> && alignof(T) == sizeof(T) && sizeof(T) <= 16) && ...);
/// Whether a statement has the kernel of boxes: one operand or two, a thread having registers for
/// where its elements of either are.
template <class Tree, class Out>
inline constexpr bool has_boxes =
    leaf_types<Tree>::known && are_words<typename leaf_types<Tree>::type> &&
    (Tree::records == 1 || Tree::records == 2);

/// Whether the first leaf of a tree lies as results do, as far as types tell.
template <class Node>
inline constexpr bool first_in_order = Node::in_order;
template <class F, class N, class... Rest>
inline constexpr bool first_in_order<apply_node<F, N, Rest...>> = [] {
    if constexpr (N::records == 0 && sizeof...(Rest) > 0)
        return first_in_order<apply_node<F, Rest...>>;
    else
        return first_in_order<N>;
}();
/// The number of the leaf that goes through boxes: the first one that types do not say to lie so.
template <class Tree>
inline constexpr int permuted_leaf = Tree::records == 2 && first_in_order<Tree> ? 1 : 0;

/// Words of a size: what elements of it are loaded as.
template <int Size>
using word_of_size = std::conditional_t<
    Size == 1, unsigned char,
    std::conditional_t<
        Size == 2, unsigned short,
        std::conditional_t<Size == 4, unsigned,
                           std::conditional_t<Size == 8, unsigned long long, uint4>>>>;
/// What stands for an element in shared memory, and elements of a thread.
template <class Tree>
using box_word = word_of_size<larger(Tree::widest, 4)>;
template <class Tree>
inline constexpr int box_each = Tree::widest <= 4   ? 16
                                : Tree::widest == 8 ? 8
                                                    : 4;
template <class Tree>
inline constexpr int box_elements = box_each<Tree> * block_threads;

/// How a loop is cut into boxes. Its axes stand so that the box has the last ones.
template <int Rank>
struct box_shape {
    static constexpr int digits = smaller(Rank, box_axes);
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    fixed<int, Rank> size;        ///< of a box
    fixed<int, Rank> boxes;       ///< along each axis
    fixed_divisor by_boxes[Rank];
    /// An element's number by the sizes of the box, from its last axis on, and in the operand's
    /// order, of which `axis` are the axes.
    fixed_divisor by_size[digits];
    fixed_divisor by_ordered[digits];
    int axis[digits];
    /// Bytes of shared memory from one element to the next along an axis, and those of a box.
    fixed<int, Rank> pitch;
    unsigned bytes;
    int count;       ///< elements of a box
    unsigned total;  ///< boxes
};

/// Where a box begins.
template <int Rank>
struct box_place {
    fixed<int, Rank> at;
    bool whole;  ///< all of its elements are there

    __device__ __forceinline__ box_place(box_shape<Rank> const& shape, unsigned box) : whole(true) {
#pragma unroll
        for (int d = Rank - 1; d >= 0; --d) {
            unsigned const rest = d == 0 ? 0 : shape.by_boxes[d].divide(box);
            at[d] = static_cast<int>(box - rest * static_cast<unsigned>(shape.boxes[d])) *
                    shape.size[d];
            whole = whole && at[d] + shape.size[d] <= static_cast<int>(shape.extent[d]);
            box = rest;
        }
    }
};
/// How many elements from its first an array has the element at an index.
template <int Rank>
__device__ __forceinline__ int offset_of(fixed<int, Rank> const& at,
                                         fixed<index_t, Rank> const& stride) {
    int result = 0;
#pragma unroll
    for (int d = 0; d < Rank; ++d)
        result += at[d] * static_cast<int>(stride[d]);
    return result;
}

/// The index of element e of a box.
template <int Rank>
__device__ __forceinline__ fixed<int, Rank> index_in_box(box_shape<Rank> const& shape, int e) {
    constexpr int digits = box_shape<Rank>::digits;
    fixed<int, Rank> at{};
#pragma unroll
    for (int m = 0; m < digits; ++m) {
        constexpr int last = Rank - 1;
        int const rest = shape.by_size[m].divide(e);
        at[last - m] = e - rest * shape.size[last - m];
        e = rest;
    }
    return at;
}
/// Calls f(axis, index) for each axis of a box, of element e in the operand's order.
template <int Rank, class F>
__device__ __forceinline__ void each_ordered(box_shape<Rank> const& shape, int e, F&& f) {
#pragma unroll
    for (int i = 0; i < box_shape<Rank>::digits; ++i) {
        int const rest = shape.by_ordered[i].divide(e);
        f(shape.axis[i], e - rest * shape.size[shape.axis[i]]);
        e = rest;
    }
}

/// A position whose operand `staged` is in a slot, and the other one so many elements from its
/// first.
struct box_cursor {
    void const* staged;
    char const* slot;
    int beside;
};
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       box_cursor const& c) {
    static_assert(V == 1);
    if (&node == c.staged)  // known when it is compiled
        return as_loaded(packet<T, 1>{{*reinterpret_cast<T const*>(c.slot)}});
    return as_loaded(packet<T, 1>{{node.elements()[c.beside]}});
}

/// An element of memory in the lower part of a word, in one load.
template <class Word, class T>
__device__ __forceinline__ Word load_word_as(T const* from) {
    auto const loaded = *reinterpret_cast<word_of_size<sizeof(T)> const*>(from);
    if constexpr (std::is_same_v<Word, uint4> && sizeof(T) < 16) {
        // The lower part stands for the element.
        uint4 word{};
        memcpy(&word, &loaded, sizeof(loaded));
        return word;
    } else {
        return static_cast<Word>(loaded);
    }
}

/// The compiler does not compute it again where it is used.
template <class I>
__device__ __forceinline__ void keep(I& x) {
    asm volatile("" : "+r"(x));
}
template <class T>
__device__ __forceinline__ void keep(T*& x) {
    asm volatile("" : "+l"(x));
    __builtin_assume(__isGlobal(x));
}

/// A block has a box after the other: what it reads of the next one is on its way while it writes.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads, elementwise_tuning::box_blocks)
    permuted_kernel(__grid_constant__ Tree const tree, Out* const out,
                    __grid_constant__ box_shape<Rank> const shape) {
    using word = box_word<Tree>;
    constexpr int each = box_each<Tree>;
    constexpr bool two = Tree::records == 2;
    constexpr int beside_it = two ? 1 - permuted_leaf<Tree> : 0;
    auto const& leaf = leaf_at<permuted_leaf<Tree>>(tree);
    auto const& other = leaf_at<beside_it>(tree);
    extern __shared__ __align__(16) char twill_shared[];
    int const thread = static_cast<int>(threadIdx.x);
    // Where a thread's elements are, from where a box begins.
    unsigned from[each];
    unsigned to[each];
    int beside[two ? each : 1];
    unsigned slots[each];
    unsigned all = 0;
#pragma unroll
    for (int n = 0; n < each; ++n) {
        int const element = thread + n * block_threads;
        all |= element < shape.count ? 1u << n : 0u;
        int const e = element < shape.count ? element : 0;
        from[n] = 0;
        slots[n] = 0;
        each_ordered(shape, e, [&](int d, int i) {
            from[n] += static_cast<unsigned>(i) * static_cast<unsigned>(leaf.stride[d]);
            slots[n] += static_cast<unsigned>(i * shape.pitch[d]);
        });
        auto const at = index_in_box(shape, e);
        unsigned slot = 0;
        to[n] = 0;
#pragma unroll
        for (int d = 0; d < Rank; ++d) {
            to[n] += static_cast<unsigned>(at[d]) * static_cast<unsigned>(shape.stride[d]);
            slot += static_cast<unsigned>(at[d] * shape.pitch[d]);
        }
        slots[n] |= slot << 16;
        if constexpr (two) {
            beside[n] = offset_of(at, other.stride);
            keep(beside[n]);
        }
        keep(from[n]);
        keep(to[n]);
        keep(slots[n]);
    }
    // Which of a thread's elements are there, in the operand's order.
    auto const read_of = [&](box_place<Rank> const& place) {
        if (place.whole)
            return all;
        unsigned there = 0;
#pragma unroll 1
        for (int n = 0; n < each; ++n) {
            bool inside = (all >> n & 1) != 0;
            each_ordered(shape, inside ? thread + n * block_threads : 0, [&](int d, int i) {
#pragma unroll
                for (int axis = 0; axis < Rank; ++axis)
                    inside = inside && (axis != d ||
                                        place.at[axis] + i < static_cast<int>(shape.extent[axis]));
            });
            there |= inside ? 1u << n : 0u;
        }
        return there;
    };
    word x[each];
    unsigned there = 0;
    auto const load = [&](box_place<Rank> const& place) {
        there = read_of(place);
        auto const* first = leaf.elements() + offset_of(place.at, leaf.stride);
        keep(first);
#pragma unroll
        for (int n = 0; n < each; ++n)
            if (there >> n & 1)
                x[n] = load_word_as<word>(first + from[n]);
    };
    box_place<Rank> place(shape, blockIdx.x);
    load(place);
#pragma unroll 1
    for (unsigned box = blockIdx.x, half = 0;; half ^= 1) {
        char* const staged = twill_shared + half * shape.bytes;
#pragma unroll
        for (int n = 0; n < each; ++n)
            if (there >> n & 1)
                *reinterpret_cast<word*>(staged + (slots[n] & 0xffff)) = x[n];
        __syncthreads();
        box_place<Rank> const own = place;
        box += gridDim.x;
        if (box < shape.total) {
            place = box_place<Rank>(shape, box);
            load(place);
        }
        auto const value = [&](auto const& ready) {
            return static_cast<Out>(ready.template at<1>(box_cursor{}).values[0]);
        };
        int const start = two ? offset_of(own.at, other.stride) : 0;
        if (own.whole) {
            Out* p = out + offset_of(own.at, shape.stride);
            keep(p);
            auto const loaded = [&](int n) {
                return load_leaves<1>(tree, box_cursor{&leaf, staged + (slots[n] >> 16),
                                                       two ? start + beside[two ? n : 0] : 0});
            };
            constexpr int batch = smaller(each, 8);
#pragma unroll
            for (int n = 0; n < each; n += batch)
                [&]<std::size_t... K>(std::index_sequence<K...>) {
                    decltype(loaded(0)) const ready[] = {loaded(n + static_cast<int>(K))...};
#pragma unroll
                    for (int k = 0; k < batch; ++k)
                        if (all >> (n + k) & 1)
                            p[to[n + k]] = value(ready[k]);
                }(std::make_index_sequence<static_cast<std::size_t>(batch)>{});
        } else {
#pragma unroll 1
            for (int e = thread; e < shape.count; e += block_threads) {
                auto const at = index_in_box(shape, e);
                int slot = 0;
                int offset = 0;
                bool inside = true;
#pragma unroll
                for (int d = 0; d < Rank; ++d) {
                    int const i = own.at[d] + at[d];
                    inside = inside && i < static_cast<int>(shape.extent[d]);
                    offset += i * static_cast<int>(shape.stride[d]);
                    slot += at[d] * shape.pitch[d];
                }
                if (!inside)
                    continue;
                box_cursor const c{&leaf, staged + slot,
                                   two ? start + offset_of(at, other.stride) : 0};
                out[offset] = value(load_leaves<1>(tree, c));
            }
        }
        if (box >= shape.total)
            return;
    }
}

/// Cuts a loop into boxes for the operand that passes through them. Returns the number of blocks,
/// where `resident` run together.
template <int Rank>
TWILL_COLD index_t cut_boxes(loop_view const& loop, int staged, int most, int bytes,
                             index_t resident, box_shape<Rank>& shape) {
    box_deal const box = deal_box(loop.extent, Rank, loop.operands[staged], most, bytes);
    // The box's axes last, in the output's order.
    int order[Rank];
    int used = 0;
    for (int d = 0; d < Rank; ++d) {
        bool inside = false;
        for (int m = 0; m < box.used; ++m)
            inside = inside || box.axis[m] == d;
        if (!inside)
            order[used++] = d;
    }
    for (int m = box.used - 1; m >= 0; --m)
        order[used++] = box.axis[m];
    for (int k = 0; k < loop.count; ++k)
        reorder(loop.operands[k].stride, Rank, order, Rank, 0);
    reorder(loop.extent, Rank, order, Rank, 1);
    index_t total = 1;
    for (int d = 0; d < Rank; ++d) {
        shape.extent[d] = loop.extent[d];
        shape.stride[d] = loop.operands[0].stride[d];
        int const m = Rank - 1 - d;
        shape.size[d] = m < box.used ? static_cast<int>(box.size[m]) : 1;
        shape.pitch[d] = m < box.used ? box.pitch[m] * bytes : 0;
        index_t const along = divide_up(loop.extent[d], index_t{shape.size[d]});
        shape.boxes[d] = static_cast<int>(along);
        shape.by_boxes[d] = fixed_divisor::of(along);
        total *= along;
    }
    for (int m = 0; m < box_shape<Rank>::digits; ++m) {
        shape.by_size[m] = fixed_divisor::of(m < box.used ? box.size[m] : 1);
        shape.axis[m] = m < box.used ? Rank - 1 - box.order[m] : Rank - 1 - m;
        shape.by_ordered[m] = fixed_divisor::of(m < box.used ? box.size[box.order[m]] : 1);
    }
    shape.count = box.count;
    shape.bytes = static_cast<unsigned>(box.slots * bytes);
    shape.total = static_cast<unsigned>(total);
    return smaller(total, resident);
}

}  // namespace twill::inline v0::detail
