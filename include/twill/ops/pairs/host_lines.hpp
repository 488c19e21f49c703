// SPDX-License-Identifier: MIT
// A line of neighbouring outputs of a reduction over pairs on CPU threads: the values of operands
// there, the terms that several of its results share, and the accumulators. Inner loops run over
// outputs, so that compilers vectorise them.
#pragma once

#include "twill/ops/pairs/plan.hpp"
#include "twill/ops/reduce/host_loops.hpp"

namespace twill::inline v0::detail {

/// Neighbouring outputs that are computed together, and those of a vectorised loop: lines that end
/// earlier are rounded up to so many.
inline constexpr int pair_line = 64;
inline constexpr int pair_vector = 16;
/// Elements along the reduced axes between two merges of the sums.
inline constexpr int pair_run = 128;

/// body(w) for the outputs of a line.
template <class Body>
void each_of_line(int width, Body&& body) {
    for (int first = 0; first < width; first += pair_vector) {
        TWILL_INDEPENDENT_ITERATIONS
        for (int w = first; w < first + pair_vector; ++w)
            body(w);
    }
}

/// The values of an operand for a line of outputs: one for each where it changes along `Line`, and
/// one for all of them otherwise. What changes along `Kept` axes too is kept for all of them.
template <class Leaf, int Line, axis_set Kept>
struct host_pair_value {
    using value_type = typename Leaf::value_type;
    static constexpr bool is_line = (pair_axes_of<Leaf> & axis_bit(Line)) != 0;
    static constexpr bool is_kept = is_line && (pair_axes_of<Leaf> & Kept) != 0;
    static constexpr int count = is_line ? pair_line : 1;
    struct nothing {};
    std::conditional_t<is_kept, buffer<value_type>, nothing> kept;
    value_type values[is_kept ? 1 : count];
    value_type const* line = nullptr;  ///< elsewhere, or `values`

    value_type at(int w) const {
        if constexpr (is_line)
            return line[w];
        else
            return values[0];
    }
    /// At an index, and what follows along the line.
    void load(Leaf const& leaf, index_t const* index, int present) {
        if constexpr (is_line) {
            line = present % pair_vector == 0 ? in_memory(leaf, index) : nullptr;
            if (line)
                return;
            line = values;
        }
        read(leaf, index, present, values);
    }
    template <class T, int Rank, class Lie>
    static T const* first_of(memory_node<T, Rank, Lie> const& node, index_t const* index) {
        T const* from = node.elements();
        for (int d = 0; d < Rank; ++d)
            from += index[d] * node.stride[d];
        return from;
    }
    /// The elements themselves, if they lie next to each other.
    template <class T, int Rank, class Lie>
    static value_type const* in_memory(memory_node<T, Rank, Lie> const& node,
                                       index_t const* index) {
        if constexpr (std::is_same_v<T, value_type>)
            return node.stride[Line] == 1 ? first_of(node, index) : nullptr;
        else
            return nullptr;
    }
    template <class Node>
    static value_type const* in_memory(Node const&, index_t const*) {
        return nullptr;
    }
    template <class T, int Rank, class Lie>
    static void read(memory_node<T, Rank, Lie> const& node, index_t const* index, int present,
                     value_type* to) {
        T const* const from = first_of(node, index);
        index_t const step = is_line ? node.stride[Line] : 0;
        int const read = is_line ? present : 1;
        for (int w = 0; w < read; ++w)
            to[w] = widen(from[w * step]);
        for (int w = read; w < count; ++w)
            to[w] = to[read - 1];
    }
    template <int Rank, class Lie>
    static void read(index_node<Rank, Lie> const& node, index_t const* index, int present,
                     value_type* to) {
        index_t from = node.start;
        for (int d = 0; d < Rank; ++d)
            from += index[d] * node.stride[d];
        // Those that are not there are the last one again: functions of theirs may read memory.
        for (int w = 0; w < count; ++w)
            to[w] = from + (w < present ? w : present - 1) * node.stride[Line];
    }
    template <class T>
    static void read(broadcast_node<T> const& node, index_t const*, int, value_type* to) {
        to[0] = widen(*node.data);
    }
};

/// The values of a term along a line, if a later one takes them.
template <class T>
struct host_line {
    T values[pair_line];
};
struct no_line {};
template <bool Asked, class Term>
struct host_term {
    using type = std::conditional_t<Asked, host_line<typename Term::value_type>, no_line>;
};
/// Quotients are left to the processor.
template <bool Asked, class Node>
struct host_term<Asked, pair_reciprocal<Node>> {
    using type = no_line;
};
template <class Tree, class Sequence, class Terms>
struct host_terms_base;
template <class Tree, int... I, class... T>
struct host_terms_base<Tree, std::integer_sequence<int, I...>, types<T...>> {
    using type = children<typename host_term<pair_term_table_of<Tree>.asked[I], T>::type...>;
};
template <class Tree>
using host_terms =
    typename host_terms_base<Tree, std::make_integer_sequence<int, pair_term_count<Tree>>,
                             typename pair_terms<Tree>::type>::type;

template <class Tree, int Line, axis_set Kept, class Leaves = typename pair_leaves<Tree>::type>
struct host_pair_values;
template <class Tree, int Line, axis_set Kept, class... L>
struct host_pair_values<Tree, Line, Kept, types<L...>> {
    children<host_pair_value<L, Line, Kept>...> all;
    host_terms<Tree> terms;

    /// f(values, operand) for each distinct operand.
    template <class F>
    void each(Tree const& tree, F&& f) {
        each_pair_leaf<0>(tree, [&](auto const& leaf, auto number) {
            constexpr int i = decltype(number)::value;
            if constexpr (pair_table_of<Tree>.first[pair_table_of<Tree>.number[i]] == i)
                f(get<static_cast<std::size_t>(i)>(all), leaf);
        });
    }
    /// Loads the operands that change along an axis of `Changed` (or any operands), but along none
    /// of `Without`.
    template <axis_set Changed, axis_set Without>
    void load(Tree const& tree, index_t const* index, int present) {
        each(tree, [&](auto& values, auto const& leaf) {
            constexpr axis_set axes = pair_axes_of<std::remove_cvref_t<decltype(leaf)>>;
            if constexpr ((Changed == 0 || (axes & Changed) != 0) && (axes & Without) == 0 &&
                          !std::remove_cvref_t<decltype(values)>::is_kept)
                values.load(leaf, index, present);
        });
    }
    /// Computes the terms that are asked for again, once the operands are there. First and Term:
    /// how many operands and terms come before a node.
    template <int First, int Term, class Node>
    void share(Node const&, int) {}
    template <int First, int Term, class F, class... N>
    void share(apply_node<F, N...> const& node, int width) {
        using Node = apply_node<F, N...>;
        constexpr bool has_terms = pair_term_count<Node> != 0;
        constexpr int k = has_terms ? Term + pair_term_count<Node> - 1 : 0;
        if constexpr (has_terms &&
                      (!is_pair_term<F, N...> || pair_term_table_of<Tree>.twin[k] == k)) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                (share<First + pair_leaves_before<I, N...>, Term + pair_terms_before<I, N...>>(
                     get<I>(node), width),
                 ...);
            }(std::index_sequence_for<N...>{});
            if constexpr (is_pair_term<F, N...> && pair_term_table_of<Tree>.asked[k]) {
                auto& line = get<static_cast<std::size_t>(k)>(terms).values;
                each_of_line(width, [&](int w) { line[w] = compute<First, Term>(node, w); });
            }
        }
    }
    template <int First, int Term, class Node>
    auto value(Node const& node, int w) const {
        if constexpr (pair_leaf_count<Node> != 0)
            return get<static_cast<std::size_t>(
                pair_table_of<Tree>.first[pair_table_of<Tree>.number[First]])>(all)
                .at(w);
        else
            return node.number;
    }
    template <int First, int Term, class F, class... N>
    auto value(apply_node<F, N...> const& node, int w) const {
        constexpr int k = Term + pair_term_count<apply_node<F, N...>> - 1;
        if constexpr (is_pair_term<F, N...>) {
            constexpr int twin = pair_term_table_of<Tree>.twin[k];
            if constexpr (pair_term_table_of<Tree>.asked[twin])
                return get<static_cast<std::size_t>(twin)>(terms).values[w];
            else
                return compute<First, Term>(node, w);
        } else {
            return compute<First, Term>(node, w);
        }
    }

private:
    TWILL_EXEC_CHECK_DISABLE
    template <int First, int Term, class F, class... N>
    auto compute(apply_node<F, N...> const& node, int w) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return widen(node.function.get()(
                value<First + pair_leaves_before<I, N...>, Term + pair_terms_before<I, N...>>(
                    get<I>(node), w)...));
        }(std::index_sequence_for<N...>{});
    }
};

/// The accumulators of a line of outputs.
template <class Reducer>
struct host_pair_sums {
    using accumulator = typename Reducer::accumulator;
    accumulator now[pair_line];
    accumulator before[pair_line];
    int filled;
    bool merged;

    void restart(Reducer const& reducer) {
        for (auto& a : now)
            a = reducer.identity();
        filled = 0;
        merged = false;
    }
    template <int First, int Term, class Node, class Values>
    void add(Reducer const& reducer, Node const& node, Values const& x, int width) {
        each_of_line(width,
                     [&](int w) { reducer.add(now[w], x.template value<First, Term>(node, w)); });
        if (++filled == pair_run)
            flush(reducer);
    }
    void finish(Reducer const& reducer) {
        if (merged && filled > 0)
            flush(reducer);
    }
    accumulator total(int w) const { return merged ? before[w] : now[w]; }

private:
    void flush(Reducer const& reducer) {
        for (int w = 0; w < pair_line; ++w) {
            before[w] = merged ? reducer.merge(before[w], now[w]) : now[w];
            now[w] = reducer.identity();
        }
        filled = 0;
        merged = true;
    }
};
/// Of several reductions: a line for each.
template <int... Operand, class... R>
struct host_pair_sums<joint_reducer<std::integer_sequence<int, Operand...>, R...>> {
    using Reducer = joint_reducer<std::integer_sequence<int, Operand...>, R...>;
    using accumulator = typename Reducer::accumulator;
    children<host_pair_sums<R>...> all;

    void restart(Reducer const& reducer) {
        each([&](auto index, auto& sums) {
            sums.restart(get<decltype(index)::value>(reducer.reducers));
        });
    }
    template <int First, int Term, class... N, class Values>
    void add(Reducer const& reducer, apply_node<join_function, N...> const& node, Values const& x,
             int width) {
        constexpr std::size_t operand[] = {static_cast<std::size_t>(Operand)...};
        each([&](auto index, auto& sums) {
            constexpr std::size_t k = operand[decltype(index)::value];
            sums.template add<First + pair_leaves_before<k, N...>,
                              Term + pair_terms_before<k, N...>>(
                get<decltype(index)::value>(reducer.reducers), get<k>(node), x, width);
        });
    }
    void finish(Reducer const& reducer) {
        each([&](auto index, auto& sums) {
            sums.finish(get<decltype(index)::value>(reducer.reducers));
        });
    }
    accumulator total(int w) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return accumulator{{get<I>(all).total(w)}...};
        }(std::index_sequence_for<R...>{});
    }

private:
    template <class Body>
    void each(Body&& body) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (body(std::integral_constant<std::size_t, I>{}, get<I>(all)), ...);
        }(std::index_sequence_for<R...>{});
    }
};

}  // namespace twill::inline v0::detail
