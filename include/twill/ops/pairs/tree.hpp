// SPDX-License-Identifier: MIT
// The tree of a reduction over pairs: operands that each lack some of the axes of the loop, as
// their types say. Every operand has a number, and operands that are the same one by guess share
// it; whether they are is looked at before the loop runs.
#pragma once

#include "twill/expr/arithmetic.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/lower/terms.hpp"

namespace twill::inline v0::detail {

constexpr axis_set axis_bit(int axis) { return axis < 0 ? 0 : axis_set{1} << axis; }

/// The operands of a tree, in order.
template <class Node>
struct pair_leaves {
    using type = types<>;
};
template <class T, int Rank, class Lie>
struct pair_leaves<memory_node<T, Rank, Lie>> {
    using type = types<memory_node<T, Rank, Lie>>;
};
template <int Rank, class Lie>
struct pair_leaves<index_node<Rank, Lie>> {
    using type = types<index_node<Rank, Lie>>;
};
template <class T>
struct pair_leaves<broadcast_node<T>> {
    using type = types<broadcast_node<T>>;
};
template <class F, class... N>
struct pair_leaves<apply_node<F, N...>> {
    using type = decltype((types<>{} + ... + typename pair_leaves<N>::type{}));
};
template <class... T>
constexpr int length(types<T...>) {
    return static_cast<int>(sizeof...(T));
}
/// Kernels of trees with more operands, each counted as often as it stands there, would take too
/// long to compile.
inline constexpr int most_pair_operands = 250;
template <class Node>
inline constexpr int pair_leaf_count = length(typename pair_leaves<Node>::type{});
template <std::size_t I, class... N>
inline constexpr int pair_leaves_before = sum_before(I, {pair_leaf_count<N>..., 0});

// Which operands are the same one is guessed from the tree: those of one type are, but not where
// they stand side by side under a function other than a product (`dx * dx + dy * dy`), or are
// factors themselves (`mass * dx`). The first of several results is guessed to be about the first
// of such terms, and so on (`dx / r`, `dy / r`).

/// What a function costs beside an addition, roughly in instructions.
template <class F>
inline constexpr int pair_cost = is_fast<F>                      ? 8
                                 : is_costly<F> || is_unknown<F> ? 24
                                                                 : 1;
template <>
inline constexpr int pair_cost<divide> = 8;
template <>
inline constexpr int pair_cost<sqrt_function> = 8;
template <>
inline constexpr int pair_cost<rsqrt_function> = 8;
template <class Node>
inline constexpr int pair_weight = 0;
template <class F, class... N>
inline constexpr int pair_weight<apply_node<F, N...>> = (pair_cost<F> + ... + pair_weight<N>);

/// Functions whose code goes one way whatever the operand is. Others are better a thread an output:
/// sums of sines over 16384 x 16384 take 0.275 ms so and 0.320 in tiles, of exp(-d * d) 0.152 and
/// 0.118.
template <class F>
inline constexpr bool goes_one_way = is_fast<F>;
template <>
inline constexpr bool goes_one_way<exp_function> = true;
template <>
inline constexpr bool goes_one_way<exp2_function> = true;
template <>
inline constexpr bool goes_one_way<log_function> = true;
template <class Node>
inline constexpr bool goes_many_ways = false;
template <class F, class... N>
inline constexpr bool goes_many_ways<apply_node<F, N...>> =
    ((is_costly<F> || is_unknown<F>) &&
     (!goes_one_way<F> || is_complex<typename apply_node<F, N...>::value_type>)) ||
    (false || ... || goes_many_ways<N>);

/// The operands of a chain of one function, `a + b + c`.
template <class F, class Node>
struct pair_chain {
    using type = types<Node>;
};
template <class F, class... N>
struct pair_chain<F, apply_node<F, N...>> {
    using type = decltype((types<>{} + ... + typename pair_chain<F, N>::type{}));
};

template <class T, class... All>
constexpr int count_in(types<All...>) {
    return (0 + ... + (std::is_same_v<T, All> ? 1 : 0));
}

template <class Node>
inline constexpr bool is_product_node = false;
template <class A, class B>
inline constexpr bool is_product_node<apply_node<multiply, A, B>> = true;
template <class A, class B>
inline constexpr bool is_product_node<apply_node<divide, A, B>> = true;

struct pair_guess {
    int* type;       ///< of each operand, its number in the list of types
    unsigned* mark;  ///< equal marks of one type: the same operand
    int next = 0;
};
constexpr unsigned mark_of(unsigned mark, int n) {
    return mark * 1000003u + static_cast<unsigned>(n) + 1u;
}

template <class Node>
struct pair_marker {
    template <class All>
    static constexpr void mark(All all, pair_guess& g, unsigned mark, int, bool = false) {
        if constexpr (pair_leaf_count<Node> == 1) {
            g.type[g.next] = position_in<Node>(all);
            g.mark[g.next++] = mark;
        }
    }
};
template <class F, class... N>
struct pair_marker<apply_node<F, N...>> {
    using Node = apply_node<F, N...>;
    /// `result`: which of the results of one type that run together the node is a light part of, -1
    /// for what weighs more: that is the same in all of them. `root`: it is the result itself, or
    /// one of its factors.
    template <class All>
    static constexpr void mark(All all, pair_guess& g, unsigned mark, int result,
                               bool root = false) {
        if constexpr (std::is_same_v<F, join_function>) {
            int seen[64] = {};
            (one_result<N>(all, g, seen[position_in<N>(types<N...>{}) % 64]++), ...);
        } else {
            if (!root && result >= 0 && pair_weight<Node> > 3) {
                result = -1;
                mark = 0;
            }
            int seen[64] = {};
            if constexpr (sizeof...(N) > 1)
                chain(all, g, mark, result, root, typename pair_chain<F, Node>::type{}, seen);
            else
                (pair_marker<N>::mark(all, g, mark, result), ...);
        }
    }

private:
    static constexpr bool is_product = std::is_same_v<F, multiply> || std::is_same_v<F, divide>;

    template <class R, class All>
    static constexpr void one_result(All all, pair_guess& g, int number) {
        pair_marker<R>::mark(all, g, mark_of(0, number), number, true);
    }
    template <class All, class... C>
    static constexpr void chain(All all, pair_guess& g, unsigned mark, int result, bool root,
                                types<C...> operands, int* seen) {
        (one<C>(all, g, mark, result, root, operands, seen), ...);
    }
    template <class C, class All, class... Others>
    static constexpr void one(All all, pair_guess& g, unsigned mark, int result, bool root,
                              types<Others...>, int* seen) {
        constexpr int at = position_in<C>(types<Others...>{});
        int& before = seen[at < 64 ? at : 63];
        if constexpr (is_product && std::is_same_v<types<C>, typename pair_leaves<C>::type>) {
            // A factor: mass * (x - y), not x * (x - y); and y * cos(f * x), not x * cos(f * x).
            mark = result >= 0 ? mark_of(0, 1000 + before++) : mark_of(mark, 2000 + before++);
        } else if constexpr (!std::is_same_v<F, multiply> && count_in<C>(types<Others...>{}) > 1) {
            mark = mark_of(mark, before++);
            result = -1;
        }
        pair_marker<C>::mark(all, g, mark, result, root && is_product && is_product_node<C>);
    }
};

/// The operands of a tree by number.
template <class Tree>
struct pair_table {
    static constexpr int count = pair_leaf_count<Tree>;
    int number[count + 1] = {};  ///< of each operand as it stands in the tree: its slot
    int first[count + 1] = {};   ///< the first operand of each slot
    int slots = 0;
};
/// `Shared` false: nothing is guessed.
template <class Tree, bool Shared>
constexpr pair_table<Tree> make_pair_table() {
    pair_table<Tree> t;
    int type[t.count + 1] = {};
    unsigned mark[t.count + 1] = {};
    pair_guess g{type, mark};
    pair_marker<Tree>::mark(typename pair_leaves<Tree>::type{}, g, mark_of(0, 0), 0, true);
    for (int i = 0; i < t.count; ++i) {
        int k = 0;
        while (k < i && !(Shared && type[k] == type[i] && mark[k] == mark[i]))
            ++k;
        if (k == i)
            t.first[t.slots] = i;
        t.number[i] = k == i ? t.slots++ : t.number[k];
    }
    return t;
}
template <class Tree, bool Shared = true>
inline constexpr pair_table<Tree> pair_table_of = make_pair_table<Tree, Shared>();

/// Calls f(node, constant number) for the operands of a tree.
TWILL_EXEC_CHECK_DISABLE
template <int First, class Node, class F>
TWILL_INLINE_HD void each_pair_leaf(Node const& node, F&& f) {
    if constexpr (pair_leaf_count<Node> != 0)
        f(node, std::integral_constant<int, First>{});
}
TWILL_EXEC_CHECK_DISABLE
template <int First, class F0, class... N, class F>
TWILL_INLINE_HD void each_pair_leaf(apply_node<F0, N...> const& node, F&& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (each_pair_leaf<First + pair_leaves_before<I, N...>>(get<I>(node), f), ...);
    }(std::index_sequence_for<N...>{});
}
/// Whether the operands that share a slot are the same.
template <class Tree>
bool shares_rightly(Tree const& tree) {
    constexpr auto const& t = pair_table_of<Tree>;
    bool right = true;
    if constexpr (t.slots < t.count) {
        void const* first[t.slots + 1] = {};
        each_pair_leaf<0>(tree, [&](auto const& node, auto index) {
            constexpr int i = decltype(index)::value;
            using Node = std::remove_cvref_t<decltype(node)>;
            if constexpr (pair_table_of<Tree>.first[pair_table_of<Tree>.number[i]] == i)
                first[pair_table_of<Tree>.number[i]] = &node;
            else
                right = right &&
                        same_node(*static_cast<Node const*>(first[pair_table_of<Tree>.number[i]]),
                                  node);
        });
    }
    return right;
}

}  // namespace twill::inline v0::detail
