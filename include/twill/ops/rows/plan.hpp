// SPDX-License-Identifier: MIT
// Expressions that contain reductions of trailing axes (a softmax, a standardisation), as one loop
// over rows: a tree in which reductions are nodes, numbered with their operands first.
#pragma once

#include "twill/lower/terms.hpp"
#include "twill/ops/reduce/node.hpp"
#include "twill/ops/reduce/plan.hpp"

namespace twill::inline v0::detail {

/// A reduction of the row that the loop is on.
template <class Reducer, class N>
struct reduced_node {
    using reducer_type = Reducer;
    using operand_type = N;
    using value_type = compute_t<typename Reducer::result>;
    static constexpr int records = N::records;
    static constexpr int widest = N::widest;
    static constexpr int bytes_read = N::bytes_read;

    N operand;
    Reducer reducer;
    /// Of the row that a host loop is on.
    value_type result = {};

    value_type value(index_t) const { return result; }
    void collect(operand_record*& next) { operand.collect(next); }
};

template <class Node>
inline constexpr int reductions_of = 0;
template <class F, class... N>
inline constexpr int reductions_of<apply_node<F, N...>> = (0 + ... + reductions_of<N>);
template <class R, class N>
inline constexpr int reductions_of<reduced_node<R, N>> = reductions_of<N> + 1;

/// How many reductions the children before child I have. (Device code may read constants, but not
/// call constexpr functions.)
template <std::size_t I, class... N>
constexpr int count_reductions() {
    int const counts[] = {reductions_of<N>..., 0};
    int sum = 0;
    for (int i = 0; i < static_cast<int>(I); ++i)
        sum += counts[i];
    return sum;
}
template <std::size_t I, class... N>
inline constexpr int reductions_before = count_reductions<I, N...>();

/// An operand of lower rank than the loop: the same for all rows, so never what a thread keeps.
template <class T, int Rank>
struct shared_row : memory_node<T, Rank> {};
// A row is at hand, so a variance takes two plain sums: the mean's, which a mean in the expression
// shares, and that of the squared deviations.

struct squared_deviation {
    static constexpr char const* name = "squared deviation";
    template <class X, class M>
    TWILL_HD constexpr M operator()(X const& x, M const& mean) const {
        M const d = static_cast<M>(x) - mean;
        return d * d;
    }
};
template <class V, bool Root>
struct deviations_reducer {
    static constexpr char const* name = Root ? "stddev" : "var";
    using result = float_result_t<V>;
    using accumulator = compute_t<result>;
    double degrees_of_freedom_lost = 0;

    TWILL_HD static accumulator identity() { return 0; }
    TWILL_HD static void add(accumulator& a, accumulator const& x) { a = a + x; }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) { return a + b; }
    TWILL_HD accumulator finish(accumulator const& a, index_t count) const {
        // NaN comes of infinite elements.
        accumulator const noted = a == a ? static_cast<accumulator>(count) : a;
        return variance_reducer<V, Root>{degrees_of_freedom_lost}.finish({noted, 0, 0, a}, count);
    }
};

template <class N, class Reducer>
reduced_node<Reducer, N> lower_reduction(N const& operand, Reducer const& reducer) {
    return {operand, reducer};
}
template <class N, class V, bool Root>
    requires(!is_complex<V>)
auto lower_reduction(N const& operand, variance_reducer<V, Root> const& reducer) {
    auto const deviation = make_node(stored<squared_deviation>{}, operand,
                                     lower_reduction(operand, mean_reducer<V>{}));
    return reduced_node<deviations_reducer<V, Root>, std::remove_cvref_t<decltype(deviation)>>{
        deviation, {reducer.degrees_of_freedom_lost}};
}

/// As lower, with reductions.
template <int Loop, class E>
auto lower_rows(E const& x) {
    return lower<Loop>(x);
}
template <int Loop, class T, int Rank, class Space, class Lie>
    requires(Rank > 0 && Rank < Loop)
shared_row<T, Loop> lower_rows(leaf<T, Rank, Space, Lie> const& x) {
    return {lower<Loop>(x).plain()};
}
template <int Loop, class Reducer, class E, class Axes, bool Keep>
auto lower_rows(reduction<Reducer, E, Axes, Keep> const& r);
template <int Loop, class F, class... A>
auto lower_rows(elementwise<F, A...> const& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_node(x.function, lower_rows<Loop>(get<I>(x))...);
    }(std::index_sequence_for<A...>{});
}
template <int Loop, class Reducer, class E, class Axes, bool Keep>
auto lower_rows(reduction<Reducer, E, Axes, Keep> const& r) {
    return lower_reduction(lower_rows<Loop>(r.operand), r.reducer);
}

template <class R, class N>
bool same_node(reduced_node<R, N> const& a, reduced_node<R, N> const& b) {
    if constexpr (!std::is_empty_v<R>)
        if (!same_bytes(a.reducer, b.reducer))
            return false;
    return same_node(a.operand, b.operand);
}

/// The nodes of a tree's reductions, in the order of their numbers.
template <class Node>
struct reduced_nodes {
    using type = types<>;
};
template <class F, class... N>
struct reduced_nodes<apply_node<F, N...>> {
    using type = decltype((types<>{} + ... + typename reduced_nodes<N>::type{}));
};
template <class R, class N>
struct reduced_nodes<reduced_node<R, N>> {
    using type = decltype(typename reduced_nodes<N>::type{} + types<reduced_node<R, N>>{});
};

/// For every reduction, the first one of its type.
template <int N>
struct first_of_type {
    int values[N > 0 ? N : 1];
};
template <class... Node>
constexpr first_of_type<sizeof...(Node)> first_of_each_type(types<Node...>) {
    return {{position_in<Node>(types<Node...>{})...}};
}
template <class Tree>
inline constexpr auto first_alike = first_of_each_type(typename reduced_nodes<Tree>::type{});

/// body(its number, node) for every reduction of a tree, those of its operand first.
template <int First = 0, class Node, class Body>
void for_each_reduction(Node const&, Body&&) {}
template <int First = 0, class F, class... N, class Body>
void for_each_reduction(apply_node<F, N...> const& node, Body&& body);
template <int First = 0, class R, class N, class Body>
void for_each_reduction(reduced_node<R, N> const& node, Body&& body);
template <int First, class Body, class F, class... N, std::size_t... I>
void for_each_child(apply_node<F, N...> const& node, Body&& body, std::index_sequence<I...>) {
    (for_each_reduction<First + reductions_before<I, N...>>(get<I>(node), body), ...);
}
template <int First, class F, class... N, class Body>
void for_each_reduction(apply_node<F, N...> const& node, Body&& body) {
    for_each_child<First>(node, body, std::index_sequence_for<N...>{});
}
template <int First, class R, class N, class Body>
void for_each_reduction(reduced_node<R, N> const& node, Body&& body) {
    for_each_reduction<First>(node.operand, body);
    body(std::integral_constant<int, First + reductions_of<N>>{}, node);
}

/// The type of the first operand in memory that has all axes of the loop: the one that threads
/// keep.
template <class Node>
struct kept_element {
    using type = void;
};
template <class T, int Rank, class Lie>
struct kept_element<memory_node<T, Rank, Lie>> {
    using type = T;
};
template <class R, class N>
struct kept_element<reduced_node<R, N>> : kept_element<N> {};
template <class F, class N, class... Rest>
struct kept_element<apply_node<F, N, Rest...>> {
    using first = typename kept_element<N>::type;
    using type =
        typename std::conditional_t<std::is_void_v<first>, kept_element<apply_node<F, Rest...>>,
                                    kept_element<N>>::type;
};

/// body(node) for every operand that could be kept.
template <class T, class Node, class Body>
void for_each_kept(Node const&, Body&&) {}
template <class T, int Rank, class Body, class Lie>
void for_each_kept(memory_node<T, Rank, Lie> const& node, Body&& body) {
    body(node);
}
template <class T, class R, class N, class Body>
void for_each_kept(reduced_node<R, N> const& node, Body&& body) {
    for_each_kept<T>(node.operand, body);
}
template <class T, class F, class... N, class Body>
void for_each_kept(apply_node<F, N...> const& node, Body&& body) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (for_each_kept<T>(get<I>(node), body), ...);
    }(std::index_sequence_for<N...>{});
}

/// Whether a tree whose reductions are done needs operands of type T that have all axes, except
/// inside terms of type Term.
template <class T, class Term, class Node>
inline constexpr bool needs_kept = false;
template <class T, class Term, int Rank, class Lie>
inline constexpr bool needs_kept<T, Term, memory_node<T, Rank, Lie>> = true;
template <class T, class Term, class F, class... N>
inline constexpr bool needs_kept<T, Term, apply_node<F, N...>> =
    !std::is_same_v<Term, apply_node<F, N...>> && (false || ... || needs_kept<T, Term, N>);

/// The costly operand of the last reduction, exp(x - max) in a softmax, where the result needs what
/// threads keep of type T inside that term alone: then they keep its values from there on. Void
/// elsewhere.
template <class T, class Tree, class Reductions>
struct keepable_term {
    using type = void;
};
template <class T, class Tree, class... Node>
    requires(sizeof...(Node) > 0)
struct keepable_term<T, Tree, types<Node...>> {
    static constexpr int last = sizeof...(Node) - 1;
    template <class Last, class Term = typename Last::operand_type>
    static std::conditional_t<terms_of<Term> != 0 && std::is_same_v<typename Term::value_type, T> &&
                                  first_alike<Tree>.values[last] == last &&
                                  !needs_kept<T, Term, Tree>,
                              std::type_identity<Term>, std::type_identity<void>>
        choose(std::type_identity<Last>);
    using type = typename decltype((std::type_identity<void>{}, ...,
                                    choose(std::type_identity<Node>{})))::type;
};
/// Whether all terms of that type in a tree, outside reductions, equal `term`.
template <class Term, class Node>
bool same_terms(Term const&, Node const&) {
    return true;
}
template <class Term, class F, class... N>
bool same_terms(Term const& term, apply_node<F, N...> const& node) {
    if constexpr (std::is_same_v<Term, apply_node<F, N...>>) {
        return same_node(term, node);
    } else {
        auto const of_children = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (true && ... && same_terms(term, get<I>(node)));
        };
        return of_children(std::index_sequence_for<N...>{});
    }
}
template <class Term, class Tree>
bool keeps_term(Tree const& tree) {
    bool result = false;
    if constexpr (!std::is_void_v<Term>)
        for_each_reduction(tree, [&](auto number, auto const& node) {
            if constexpr (number() == reductions_of<Tree> - 1)
                result = same_terms(node.operand, tree);
        });
    return result;
}

/// The reductions whose result is that of the first one of their type, as bits.
template <class Tree>
std::uint64_t equal_reductions(Tree const& tree) {
    constexpr int count = reductions_of<Tree>;
    static_assert(count <= 64, "twill: an expression has at most 64 reductions");
    void const* nodes[count] = {};
    std::uint64_t equal = 0;
    for_each_reduction(tree, [&](auto number, auto const& node) {
        using Node = std::remove_cvref_t<decltype(node)>;
        constexpr int k = decltype(number)::value;
        constexpr int first = first_alike<Tree>.values[k];
        nodes[k] = &node;
        if (first != k && same_node(*static_cast<Node const*>(nodes[first]), node))
            equal |= std::uint64_t{1} << k;
    });
    return equal;
}

template <class Tree, class Out, int Rank>
struct row_plan {
    using tree_type = Tree;
    using out_type = Out;
    static constexpr int rank = Rank;

    Tree tree;
    void const* target;
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    unsigned unused_tile = not_staged;
    access out_access = access::any;
    index_t rows = 1;
    index_t length = 1;  ///< of a row

    loop_records<Tree> records() {
        return {{stride.values, &target, nullptr, static_cast<int>(sizeof(Out)), &unused_tile,
                 &out_access, false},
                tree};
    }
    Out* out() const { return static_cast<Out*>(const_cast<void*>(target)); }

    /// False where rows cannot be walked as one axis.
    bool prepare(std::uint64_t mask) {
        for (int d = 0; d < Rank; ++d)
            (mask >> d & 1 ? length : rows) *= extent[d];
        loop_records<Tree> const all = records();
        canonicalise_reduction(extent.values, Rank, mask, all.values, all.count);
        return extent[Rank - 1] == length;
    }
};

}  // namespace twill::inline v0::detail
