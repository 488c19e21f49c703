// SPDX-License-Identifier: MIT
// Trees whose operands in memory are loaded before anything is computed: 16-bit floats are widened
// where they are used, so that no load waits for another.
#pragma once

#include "twill/cuda/device/tuning.cuh"
#include "twill/cuda/elementwise/reuse.cuh"
#include "twill/lower/once.hpp"

namespace twill::inline v0::detail {

/// What trees ask of a leaf, of elements that are in registers.
template <class T>
struct loaded_leaf {
    static constexpr int records = 0;
    static constexpr int widest = static_cast<int>(sizeof(T));
    static constexpr int bytes_read = static_cast<int>(sizeof(T));
    static constexpr axis_set axes = 0;
    static constexpr bool may_flatten = true;
    static constexpr bool in_order = true;
    static constexpr bool has_steps = false;
};
/// V neighbouring elements in registers, as memory has them.
template <class T, int V>
struct loaded_node : loaded_leaf<T> {
    using value_type = compute_t<T>;

    /// Packets as words: the compiler takes elements of 16 bits apart where they are loaded.
    static constexpr bool in_whole_words = packs<T, V> && sizeof(T) * V % 4 == 0;
    using element_type = std::conditional_t<in_whole_words, unsigned, T>;
    static constexpr int count =
        static_cast<int>(sizeof(T)) * V / static_cast<int>(sizeof(element_type));
    static constexpr bool in_words = in_whole_words && is_integer<T> && sizeof(T) <= 2;
    packet<element_type, count> bits;

    template <int Lanes, class Cursor>
    __device__ __forceinline__ lanes<value_type, Lanes> at(Cursor const&) const {
        static_assert(Lanes == V);
        auto const elements = __builtin_bit_cast(packet<T, V>, bits);
        lanes<value_type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = widen(elements.values[l]);
        return result;
    }
};

template <int V, class T>
__device__ __forceinline__ loaded_node<T, V> as_loaded(packet<T, V> const& elements) {
    return {{}, __builtin_bit_cast(decltype(loaded_node<T, V>::bits), elements)};
}

/// Whether an operand is looked at for having one element for each row: not where its type has the
/// last axis alone, as rows have. (It is right without: the loop's axes may be others than types
/// know.)
template <class Node, int Rank>
inline constexpr bool may_be_column = (Node::axes & every_axis(Rank - 1)) != 0;

/// The same of `Rows` rows, whose lanes follow each other, or of an operand that has one element in
/// the place of V (`one`). It is repeated where it is used, and stands in registers of its own:
/// otherwise a branch would wait for memory before the next operand is loaded. As many lanes as
/// rows are values that stand for a row each.
template <class T, int V, int Rows, bool Column>
struct loaded_rows : loaded_leaf<T> {
    using value_type = compute_t<T>;
    static constexpr bool in_words = loaded_node<T, V>::in_words;
    static constexpr int values_alone = Column && V > 1 ? Rows : 0;

    loaded_node<T, V> rows[Rows];
    packet<T, Rows> alone;
    bool one;

    /// The elements of a row, whether it has one or V.
    __device__ __forceinline__ loaded_node<T, V> row(int r) const {
        loaded_node<T, V> elements = rows[r];
        packet<T, V> repeated;
        for (int l = 0; l < V; ++l)
            repeated.values[l] = alone.values[r];
        auto const all = as_loaded(repeated);
#pragma unroll
        for (int w = 0; w < loaded_node<T, V>::count; ++w)
            elements.bits.values[w] = one ? all.bits.values[w] : elements.bits.values[w];
        return elements;
    }
    template <int Lanes, class Cursor>
    __device__ __forceinline__ lanes<value_type, Lanes> at(Cursor const& c) const {
        static_assert(Lanes == V * Rows || (Lanes == Rows && values_alone > 0));
        lanes<value_type, Lanes> result;
        if constexpr (Lanes < V * Rows) {
#pragma unroll
            for (int r = 0; r < Rows; ++r)
                result.values[r] = widen(alone.values[r]);
        } else {
#pragma unroll
            for (int r = 0; r < Rows; ++r) {
                auto const x = row(r).template at<V>(c);
#pragma unroll
                for (int l = 0; l < V; ++l)
                    result.values[r * V + l] = x.values[l];
            }
        }
        return result;
    }
};

/// V elements whose lanes from `cut` on are in the next row, of which an operand may have `one`.
template <class T, int V>
struct loaded_through : loaded_node<T, V> {
    static constexpr int values_alone = V > 2 ? 2 : 0;
    bool one;

    template <int Lanes, class Cursor>
    __device__ __forceinline__ auto at(Cursor const& c) const {
        if constexpr (V > 2 && Lanes == 2) {
            auto const elements = __builtin_bit_cast(packet<T, V>, this->bits);
            return lanes<compute_t<T>, 2>{widen(elements.values[0]), widen(elements.values[V - 1])};
        } else {
            return loaded_node<T, V>::template at<Lanes>(c);
        }
    }
};

/// V elements of memory that lie in a packet, or apart.
template <int V, class T>
__device__ __forceinline__ loaded_node<T, V> load_elements(T const* from) {
    return {{}, *reinterpret_cast<decltype(loaded_node<T, V>::bits) const*>(from)};
}
template <int V, class T>
__device__ __forceinline__ loaded_node<T, V> load_elements(T const* from, index_t step) {
    packet<T, V> elements;
    for (int l = 0; l < V; ++l)
        elements.values[l] = from[l * step];
    return as_loaded(elements);
}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       full_cursor const& c) {
    if (node.how == access::packets)
        return load_elements<V>(node.elements() + c.i);
    index_t const step = node.stride[Rank - 1];
    return load_elements<V>(node.elements() + c.i * step, step);
}
/// Rows that start at elements line[r] of an operand, from element `inner` on.
template <int V, int Rows, class T, int Rank, class Lie>
__device__ __forceinline__ auto load_rows(memory_node<T, Rank, Lie> const& node,
                                          int const (&line)[Rows], int inner) {
    T const* const from = node.elements();
    loaded_rows<T, V, Rows, may_be_column<memory_node<T, Rank, Lie>, Rank>> result{};
    result.one = node.how == access::broadcast;
    bool in_packets = node.how == access::packets;
    if (node.how == access::unit) {
        in_packets = true;
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            in_packets = in_packets && is_aligned<V>(from + (line[r] + inner));
    }
    if (result.one)
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            result.alone.values[r] = load_with_neighbours(from + line[r]);
    if (in_packets) {
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            result.rows[r] = load_elements<V>(from + (line[r] + inner));
    } else if (!result.one) {
        int const step = static_cast<int>(node.stride[Rank - 1]);
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            result.rows[r] = load_elements<V>(from + (line[r] + inner * step), step);
    }
    return result;
}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ auto load_leaf(memory_node<T, Rank, Lie> const& node,
                                          row_cursor<Rank> const& c) {
    return load_rows<V, 1>(node, {node.row(c)}, c.inner);
}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       near_cursor<Rank> const& c) {
    bool const one = node.how == access::broadcast;
    return as_loaded(packet_between<V>(node.elements() + (node.row(c) + (one ? 0 : c.inner)), one));
}
/// Lanes of two rows: a packet where those follow each other in the operand, which then lies as the
/// output does. Others come one by one: two packets of which to take some lanes were slower (2^25
/// float32 in rows of 33 times a row plus another 0.108 ms, one by one 0.073).
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ auto load_leaf(memory_node<T, Rank, Lie> const& node,
                                          through_cursor<Rank> const& c) {
    bool const one = node.how == access::broadcast;
    auto const loaded = [&](loaded_node<T, V> const& elements) {
        if constexpr (may_be_column<memory_node<T, Rank, Lie>, Rank>)
            return loaded_through<T, V>{elements, one};
        else
            return elements;
    };
    int const step = one ? 0 : static_cast<int>(node.stride[Rank - 1]);
    row_cursor<Rank> behind;
    behind.at = c.next;
    T const* const from = node.elements();
    // From here on lanes lie, if they are in the row, and if they are in the next one.
    int const here = node.row(c) + c.inner * step;
    int const there = node.row(behind) - c.cut * step;
    bool const whole = c.first == 0 && c.last == V;
    if (packs<T, V> && here == there && step == 1 && whole && is_aligned<V>(from + here))
        return loaded(load_elements<V>(from + here));
    packet<T, V> elements;
    if (whole) {
        for (int l = 0; l < V; ++l)
            elements.values[l] =
                load_with_neighbours(from + ((l < c.cut ? here : there) + l * step));
    } else {
        for (int l = 0; l < V; ++l) {
            int const lane = l < c.first ? c.first : l < c.last ? l : c.last - 1;
            elements.values[l] = from[(lane < c.cut ? here : there) + lane * step];
        }
    }
    return loaded(as_loaded(elements));
}
/// Both rows, each with half of the lanes. (Types do not tell what both have in common: the axes of
/// a loop may be fewer than those of the statement, and in another order.)
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ auto load_leaf(memory_node<T, Rank, Lie> const& node,
                                          pair_cursor<Rank> const& c) {
    int const line = node.row(c);
    return load_rows<V / 2, 2>(
        node, {line, line + c.apart * static_cast<int>(node.stride[Rank - 2])}, c.inner);
}
/// The tree with every leaf of memory loaded.
template <int V, class Node, class Cursor>
__device__ __forceinline__ Node const& load_leaves(Node const& node, Cursor const&) {
    return node;
}
template <int V, class T, int Rank, class Lie, class Cursor>
__device__ __forceinline__ auto load_leaves(memory_node<T, Rank, Lie> const& node,
                                            Cursor const& c) {
    return load_leaf<V>(node, c);
}
template <int V, class F, class... N, class Cursor>
__device__ __forceinline__ auto load_leaves(apply_node<F, N...> const& node, Cursor const& c) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return apply_node<
            F, std::remove_cvref_t<decltype(load_leaves<V>(detail::get<I>(node), c))>...>{
            {{load_leaves<V>(detail::get<I>(node), c)}...}, node.function};
    }(std::index_sequence_for<N...>{});
}

// Where leaves of one class are one array, it is loaded once for all of them: see once.hpp.

/// Leaf number K of a tree.
template <int K, class Node>
__device__ __forceinline__ Node const& leaf_at(Node const& node) {
    return node;
}
template <int K, std::size_t I = 0, class F, class... N>
__device__ __forceinline__ auto const& leaf_at(apply_node<F, N...> const& node) {
    constexpr int own = std::remove_cvref_t<decltype(detail::get<I>(node))>::records;
    if constexpr (K < own)
        return leaf_at<K>(detail::get<I>(node));
    else
        return leaf_at<K - own, I + 1>(node);
}
/// The tree with leaves that are loaded: leaf number k is number Of[k] of them. First: how many
/// come before the node.
template <auto const& Of, int First, class Node, class Leaves>
__device__ __forceinline__ Node const& with_loaded(Node const& node, Leaves const&) {
    return node;
}
template <auto const& Of, int First, class T, int Rank, class Lie, class Leaves>
__device__ __forceinline__ auto with_loaded(memory_node<T, Rank, Lie> const&,
                                            Leaves const& leaves) {
    return detail::get<static_cast<std::size_t>(Of[First])>(leaves);
}
template <std::size_t I, class... N>
inline constexpr int records_before = sum_before(I, {N::records..., 0});
template <auto const& Of, int First, class F, class... N, class Leaves>
__device__ __forceinline__ auto with_loaded(apply_node<F, N...> const& node, Leaves const& leaves) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return apply_node<
            F, std::remove_cvref_t<decltype(with_loaded<Of, First + records_before<I, N...>>(
                   detail::get<I>(node), leaves))>...>{
            {{with_loaded<Of, First + records_before<I, N...>>(detail::get<I>(node), leaves)}...},
            node.function};
    }(std::index_sequence_for<N...>{});
}
/// The tree at a cursor, whose leaves of one class are one.
template <int V, class Tree, class Cursor>
__device__ __forceinline__ auto load_leaves_once(Tree const& tree, Cursor const& c) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
        children<decltype(load_leaf<V>(leaf_at<once_classes_of<Tree>.first[K]>(tree), c))...> const
            leaves{{load_leaf<V>(leaf_at<once_classes_of<Tree>.first[K]>(tree), c)}...};
        return with_loaded<once_classes_of<Tree>.of, 0>(tree, leaves);
    }(std::make_index_sequence<static_cast<std::size_t>(once_classes_of<Tree>.count)>{});
}

/// Whether some leaf has 16-bit floats.
template <class Node>
inline constexpr bool has_half_leaf = false;
template <class Format, int Rank, class Lie>
inline constexpr bool has_half_leaf<memory_node<basic_half<Format>, Rank, Lie>> = true;
template <class F, class... N>
inline constexpr bool has_half_leaf<apply_node<F, N...>> = (false || ... || has_half_leaf<N>);
/// Whether a thread loads all that it needs before it computes: there are several operands, and
/// registers for them.
template <class Tree>
inline constexpr bool loads_first =
    has_half_leaf<Tree> && leaf_types<Tree>::known && Tree::records >= 2 && Tree::records <= 8;

/// Whether it does in rows, `V` elements of each operand at a time: where one operand's layout is
/// asked before the next one is read, what is computed of the first has waited for it. (Eight
/// elements of each of 6 operands compile in 9 s, of 7 in 22, of 8 in more than 80.)
template <class Tree, int V>
inline constexpr bool loads_rows_first =
    leaf_types<Tree>::known && Tree::records >= 2 && Tree::records * V <= 48 &&
    (Tree::widest == 2 || Tree::widest == 4 || Tree::widest == 8) &&
    Tree::records * Tree::widest * V <= 4 * elementwise_tuning::loaded_words;

/// Whether a thread that loads first has few registers besides: few operands, and costly functions
/// that say so.
template <class Node>
inline constexpr bool has_light_functions = true;
template <class F, class... N>
inline constexpr bool has_light_functions<apply_node<F, N...>> =
    !is_unknown<F> && (!is_costly<F> || requires { F::takes_few_registers; }) &&
    (true && ... && has_light_functions<N>);
template <class Tree>
inline constexpr bool takes_few_registers = has_light_functions<Tree> && Tree::records <= 6;

/// A tree whose leaves are loaded, at their cursor.
template <int V, class Ready, class Cursor>
__device__ __forceinline__ auto at_root(Ready const& ready, Cursor const& c) {
    if constexpr (requires { ready.template at_root<V>(c); })
        return ready.template at_root<V>(c);
    else
        return ready.template at<V>(c);
}

/// reuse_at, of a tree whose leaves are loaded: `ready`.
template <int V, class Tree, class Ready, class Cursor>
__device__ __forceinline__ lanes<typename Tree::value_type, V> reuse_loaded(
    Tree const&, Ready const& ready, Cursor const& c, reuse_plan<Tree> const& reuse) {
    if constexpr (has_repeats<Tree>) {
        kept_terms<Tree, V> kept;
        return evaluate<Tree, 0, V>(ready, c, kept, reuse.equal);
    } else {
        return at_root<V>(ready, c);
    }
}

}  // namespace twill::inline v0::detail
