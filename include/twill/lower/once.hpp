// SPDX-License-Identifier: MIT
// Formulas in which few arrays stand several times, such as polynomials, or an activation of x +
// bias: kernels read each, and widen its elements, once. That the leaves of one type are one array
// is known when a loop is about to run.
#pragma once

#include "twill/expr/arithmetic.hpp"
#include "twill/lower/terms.hpp"
#include "twill/lower/tree.hpp"

namespace twill::inline v0::detail {

/// The types of a tree's leaves of memory, each once; `known`: there are no others but numbers.
template <class Node>
struct leaf_types {
    using type = types<>;
    static constexpr bool known = false;
};
template <class T, int Rank, class Lie>
struct leaf_types<memory_node<T, Rank, Lie>> {
    using type = types<memory_node<T, Rank, Lie>>;
    static constexpr bool known = true;
};
template <class T>
struct leaf_types<scalar_node<T>> {
    using type = types<>;
    static constexpr bool known = true;
};
template <class T>
struct leaf_types<broadcast_node<T>> {
    using type = types<>;
    static constexpr bool known = true;
};
/// A list of different types and those of another that it lacks.
template <class... A>
constexpr types<A...> merged_types(types<A...>, types<>) {
    return {};
}
template <class... A, class B, class... Rest>
constexpr auto merged_types(types<A...>, types<B, Rest...>) {
    if constexpr ((std::is_same_v<A, B> || ...))
        return merged_types(types<A...>{}, types<Rest...>{});
    else
        return merged_types(types<A..., B>{}, types<Rest...>{});
}
template <class... Node>
struct merged_leaf_types {
    using type = types<>;
};
template <class Node, class... Rest>
struct merged_leaf_types<Node, Rest...> {
    using type = decltype(merged_types(typename leaf_types<Node>::type{},
                                       typename merged_leaf_types<Rest...>::type{}));
};
template <class F, class... N>
struct leaf_types<apply_node<F, N...>> : merged_leaf_types<N...> {
    static constexpr bool known = (leaf_types<N>::known && ...);
};

/// The first leaf of a type.
template <class Leaf, class Node>
inline constexpr bool has_leaf = std::is_same_v<Leaf, Node>;
template <class Leaf, class F, class... N>
inline constexpr bool has_leaf<Leaf, apply_node<F, N...>> = (has_leaf<Leaf, N> || ...);
template <class Leaf, std::size_t I = 0, class Node>
TWILL_INLINE_HD Leaf const& first_leaf(Node const& x) {
    if constexpr (std::is_same_v<Leaf, Node>)
        return x;
    else if constexpr (has_leaf<Leaf, std::remove_cvref_t<decltype(get<I>(x))>>)
        return first_leaf<Leaf>(get<I>(x));
    else
        return first_leaf<Leaf, I + 1>(x);
}

/// For each leaf of a tree, in order, which of its types it has.
template <class Tree>
struct leaf_classes {
    unsigned char of[Tree::records > 0 ? Tree::records : 1] = {};
    int count = 0;

    template <class Node>
    constexpr void add(std::type_identity<Node>) {
        if constexpr (Node::records == 1)
            of[count++] = position_in<Node>(typename leaf_types<Tree>::type{});
    }
    template <class F, class... N>
    constexpr void add(std::type_identity<apply_node<F, N...>>) {
        (add(std::type_identity<N>{}), ...);
    }
};
template <class Tree>
inline constexpr auto leaf_classes_of = [] {
    leaf_classes<Tree> result;
    result.add(std::type_identity<Tree>{});
    return result;
}();
/// The same where subtrees of one type are taken for one, `m + row` in an activation of it: leaves
/// in the same place of them have one class, and others each their own.
template <class Node>
inline constexpr char tag_of_subtree = 0;
template <class Tree>
struct subtree_classes : leaf_classes<Tree> {
    static constexpr int most = 32;
    using leaf_classes<Tree>::of;
    using leaf_classes<Tree>::count;
    char const* seen[most] = {};
    int first_leaf[most] = {};
    int subtrees = 0;
    unsigned char classes = 0;

    template <class Node>
    constexpr void add(std::type_identity<Node>) {
        if constexpr (Node::records == 1)
            of[count++] = classes++;
    }
    template <class F, class... N>
    constexpr void add(std::type_identity<apply_node<F, N...>>) {
        using Node = apply_node<F, N...>;
        if (repeat(&tag_of_subtree<Node>, Node::records))
            return;
        int const from = count;
        (add(std::type_identity<N>{}), ...);
        note(&tag_of_subtree<Node>, from);
    }

private:
    /// Gives the leaves of a subtree the classes of the first one of its type, if it had one.
    constexpr bool repeat(char const* tag, int leaves) {
        for (int k = 0; k < subtrees; ++k)
            if (seen[k] == tag) {
                for (int l = 0; l < leaves; ++l)
                    of[count++] = of[first_leaf[k] + l];
                return true;
            }
        return false;
    }
    constexpr void note(char const* tag, int from) {
        if (count - from < 2 || subtrees == most)
            return;
        seen[subtrees] = tag;
        first_leaf[subtrees++] = from;
    }
};
template <class Tree>
inline constexpr auto subtree_classes_of = [] {
    subtree_classes<Tree> result;
    result.add(std::type_identity<Tree>{});
    return result;
}();
/// Whether most leaves are in such subtrees.
template <class Tree>
inline constexpr bool repeats_subtrees = [] {
    if constexpr (leaf_types<Tree>::known && Tree::records >= 4 && Tree::records < 64)
        return 2 * subtree_classes_of<Tree>.classes <= Tree::records;
    return false;
}();
/// Classes of leaves that are probably one, how many there are, and the first leaf of each.
template <class Tree>
struct once_classes {
    unsigned char of[Tree::records > 0 ? Tree::records : 1] = {};
    int count = 0;
    int first[Tree::records > 0 ? Tree::records : 1] = {};
};
template <class Tree>
inline constexpr once_classes<Tree> once_classes_of = [] {
    once_classes<Tree> result;
    for (int k = 0; k < Tree::records; ++k) {
        result.of[k] =
            repeats_subtrees<Tree> ? subtree_classes_of<Tree>.of[k] : leaf_classes_of<Tree>.of[k];
        if (result.of[k] == result.count)
            result.first[result.count++] = k;
    }
    return result;
}();
/// Whether leaves of one type are one array that lies in one way along axes of more than one
/// element; `leaves`: their records, in order.
TWILL_COLD inline bool are_read_once(operand_record const* leaves, unsigned char const* type,
                                     int count, index_t const* extent, int rank) {
    for (int k = 1; k < count; ++k) {
        int first = 0;
        while (type[first] != type[k])
            ++first;
        if (*leaves[k].data != *leaves[first].data)
            return false;
        for (int d = 0; d < rank; ++d)
            if (extent[d] != 1 && leaves[k].stride[d] != leaves[first].stride[d])
                return false;
    }
    return true;
}

/// Whether a node is x * x, as its type says.
template <class Node>
inline constexpr bool is_square = false;
template <class X>
    requires(X::records >= 2)
inline constexpr bool is_square<apply_node<multiply, X, X>> = true;

/// V lanes of each leaf of a tree, read at a cursor.
template <int V, class Tree, class Cursor, class... Leaf>
TWILL_INLINE_HD once_cursor<V, Leaf...> read_leaves(Tree const& tree, Cursor const& c,
                                                    types<Leaf...>) {
    return {{first_leaf<Leaf>(tree).template at<V>(c)}...};
}

/// Whether kernels look whether leaves of one type are one array: there are so many of each, on
/// average. A few that are one cost no more than it, and what has few operands is not to be
/// compiled twice: x * x * (3 - 2 * x) of 2^28 float16 is as fast as a copy.
template <class Tree>
inline constexpr bool may_read_once =
    leaf_types<Tree>::known && Tree::records >= 4 && (Tree::widest <= 2 || terms_of<Tree> == 0) &&
    Tree::records >= (Tree::widest <= 2 ? 2 : 3) * leaf_types<Tree>::type::count;
/// The same in a loop of several axes, where leaves of all of them that have steps, slices, are
/// nearly always different ones.
template <class... Leaf>
constexpr bool have_slices(types<Leaf...>) {
    return (false || ... || (Leaf::has_steps && Leaf::may_flatten && Leaf::axes != 0));
}
template <class Tree>
inline constexpr bool may_read_once_in_rows =
    (may_read_once<Tree> || (repeats_subtrees<Tree> && Tree::widest > 1)) &&
    !have_slices(typename leaf_types<Tree>::type{});

}  // namespace twill::inline v0::detail
