// SPDX-License-Identifier: MIT
// Expressions with reductions of the last axes as trees in which reductions are nodes, numbered
// with their operands first.
#pragma once

#include "twill/lower/terms.hpp"
#include "twill/ops/reduce/exponentials.hpp"
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
    static constexpr axis_set axes = ~axis_set{0};  ///< types do not tell

    N operand;
    Reducer reducer;
    /// Of the row that a host loop is on.
    value_type result = {};

    value_type value(index_t) const { return result; }
    void collect(operand_record*& next) { operand.collect(next); }
};

/// A formula whose values threads of a device keep: see common.hpp.
template <class N>
struct common_node {
    using operand_type = N;
    using value_type = typename N::value_type;
    static constexpr int records = N::records;
    static constexpr int widest = N::widest;
    static constexpr int bytes_read = N::bytes_read;
    static constexpr axis_set axes = N::axes;

    N operand;

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
inline constexpr int reductions_before = sum_before(I, {reductions_of<N>..., 0});

/// How many reductions lie inside each other.
template <class Node>
inline constexpr int depth_of = 0;
template <class F, class... N>
inline constexpr int depth_of<apply_node<F, N...>> = [] {
    int depth = 0;
    for (int const d : {0, depth_of<N>...})
        depth = d > depth ? d : depth;
    return depth;
}();
template <class R, class N>
inline constexpr int depth_of<reduced_node<R, N>> = depth_of<N> + 1;

// Operands that threads never keep.

/// An operand of lower rank than the loop: the same for all rows.
template <class T, int Rank>
struct shared_row : memory_node<T, Rank> {};
/// One that does not change along a row, as its type says.
template <class T, int Rank>
struct row_constant : memory_node<T, Rank> {};
/// One that a function takes together with another that has all axes, target * log(likelihood): it
/// may be another array than the one that threads keep. What stands alone among values of the row,
/// (m - mean(m)) / stddev(m), nearly always is that one.
template <class T, int Rank>
struct side_row : memory_node<T, Rank> {};

// Where a row is at hand, a variance takes two plain sums: the mean's, which a mean in the
// expression shares, and that of the squared deviations.

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
template <class Reducer>
inline constexpr bool takes_two_sums = false;
template <class V, bool Root>
inline constexpr bool takes_two_sums<variance_reducer<V, Root>> = !is_complex<V>;

/// The extents of a reduction's operand along the rows' axes, which stand last.
struct row_scope {
    index_t extent[16];
};

/// Whether an operand has all axes of a loop, of which `Row` are a row's.
template <class E, int Loop, axis_set Row>
inline constexpr bool has_every_axis = false;
template <class T, class Space, class Lie, int Loop, axis_set Row>
inline constexpr bool has_every_axis<leaf<T, Loop, Space, Lie>, Loop, Row> =
    (axes_of_lie<Lie, Loop> & Row) != 0;
template <class F, class... A, int Loop, axis_set Row>
inline constexpr bool has_every_axis<elementwise<F, A...>, Loop, Row> =
    (false || ... || has_every_axis<A, Loop, Row>);

/// A node that is a function of its operands at the same index, beside memory that it reads
/// anywhere, can say so: elements chosen by indices.
template <class E>
concept function_of_operands = requires(E const& x) { x.as_elementwise(); };

/// Lowers an expression into a loop of rank `Loop`, the last `Axes` of which are a row's. `Beyond`
/// of them are none of the result. `TwoSums`: a variance takes them, which is the shorter way where
/// a row is at hand; where each would be another read of memory, it is one pass of moments.
/// `Across`: the one axis of a row, where that is not the last; in the tree it is.
template <int Loop, int Axes, int Beyond, bool TwoSums, int Across = -1>
struct row_lowering {
    row_scope* scopes;  ///< one for each reduction
    int next = 0;

    /// Where axis d of the loop is in the tree.
    static constexpr int place_of(int d) {
        return Across < 0 || d < Across ? d : d == Across ? Loop - 1 : d - 1;
    }

    /// One element a row, or with nothing beyond, every element.
    template <class E>
    auto lower(E const& x) {
        using sum = typename scaled_sum_in<E>::type;
        if constexpr (!TwoSums && !std::is_void_v<sum> &&
                      std::is_same_v<typename E::space, device_space>)
            return at<Beyond, true>(with_scaled_sums<sum, scaled_whole>(x));
        else
            return at<Beyond, true>(x);
    }

private:
    static constexpr axis_set of_row = Across < 0 ? every_axis(Loop) & ~every_axis(Loop - Axes)
                                                  : axis_set{1} << (Across < 0 ? 0 : Across);

    template <int Shift, bool Alone, class T, int Rank, class Space, class Lie>
    auto at(leaf<T, Rank, Space, Lie> const& x) {
        constexpr axis_set axes = Rank == 0 ? 0 : axes_of_lie<Lie, Rank> << (Loop - Shift - Rank);
        if constexpr (Rank == 0)
            return detail::lower<Loop>(x);
        else if constexpr ((axes & of_row) == 0)
            return row_constant<T, Loop>{{x.data, shifted<Shift>(x.layout)}};
        else if constexpr (Rank == Loop && Alone)
            return memory_node<T, Loop>{x.data, shifted<Shift>(x.layout)};
        else if constexpr (Rank == Loop)
            return side_row<T, Loop>{{x.data, shifted<Shift>(x.layout)}};
        else
            return shared_row<T, Loop>{{x.data, shifted<Shift>(x.layout)}};
    }
    template <int Shift, bool Alone, int Rank, class Lie>
    index_node<Loop> at(index_leaf<Rank, Lie> const& x) {
        return {x.start, shifted<Shift>(x.layout)};
    }
    template <int Shift, bool Alone, class T>
    auto at(scalar_leaf<T> const& x) {
        return detail::lower<Loop>(x);
    }
    template <int Shift, bool Alone, function_of_operands E>
    auto at(E const& x) {
        return at<Shift, Alone>(x.as_elementwise());
    }
    template <int Shift, bool Alone, class F, class... A>
    auto at(elementwise<F, A...> const& x) {
        constexpr bool one = Alone && (0 + ... + (has_every_axis<A, Loop, of_row> ? 1 : 0)) == 1;
        // Braces, so that operands are numbered in order.
        if constexpr (!are_members<A...>) {
            return over<Shift, one>(x, std::index_sequence_for<A...>{});
        } else if constexpr (sizeof...(A) == 1) {
            using node = apply_node<F, decltype(at<Shift, one>(x.first))>;
            return node{{at<Shift, one>(x.first)}, x.function};
        } else {
            using node = apply_node<F, decltype(at<Shift, one>(x.first)),
                                    decltype(at<Shift, one>(x.second))>;
            return node{{at<Shift, one>(x.first), at<Shift, one>(x.second)}, x.function};
        }
    }
    template <int Shift, bool Alone, class F, class... A, std::size_t... I>
    auto over(elementwise<F, A...> const& x, std::index_sequence<I...>) {
        // Braces, so that operands are numbered in order.
        using node = apply_node<F, decltype(at<Shift, Alone>(get<I>(x)))...>;
        return node{{{at<Shift, Alone>(get<I>(x))}...}, x.function};
    }
    template <int Shift, bool Alone, class Reducer, class E, class Which, bool Keep>
    auto at(reduction<Reducer, E, Which, Keep> const& r) {
        using exponentials = exponentials_of<reduction<Reducer, E, Which, Keep>>;
        if constexpr (!TwoSums && exponentials::fits &&
                      std::is_same_v<typename E::space, device_space>)
            return in_one_pass<typename exponentials::value>(exponentials::operand(r),
                                                             exponentials::subtracted(r).operand);
        else
            return reduced(r);
    }
    template <class Reducer, class E, class Which, bool Keep>
    auto reduced(reduction<Reducer, E, Which, Keep> const& r) {
        int const first = next;
        auto const operand = at<0, true>(r.operand);
        int const inside = next - first;
        if constexpr (TwoSums && takes_two_sums<Reducer>) {
            // The operand stands twice in the tree.
            for (int k = 0; k < inside; ++k)
                scopes[next++] = scopes[first + k];
            note(r.operand);
            note(r.operand);
            return two_sums(operand, r.reducer);
        } else {
            note(r.operand);
            return reduced_node<Reducer, std::remove_cvref_t<decltype(operand)>>{operand,
                                                                                 r.reducer};
        }
    }
    /// The extents of a reduction's operand.
    template <class E>
    void note(E const& operand) {
        extents<E::rank> const shape = operand.shape();
        for (int d = 0; d < Axes; ++d)
            scopes[next].extent[d] = shape[Across < 0 ? E::rank - Axes + d : Across];
        ++next;
    }
    /// sum(exp(a - max(b))), which is sum(exp(a - max(a))) scaled.
    template <class V, class A, class B>
    auto in_one_pass(A const& a, B const& b) {
        auto const own = at<0, true>(a);
        auto const other = at<0, true>(b);
        using own_node = std::remove_const_t<decltype(own)>;
        using other_node = std::remove_const_t<decltype(other)>;
        note(a);
        note(b);
        return make_node(stored<sum_below>{},
                         reduced_node<scaled_sum_reducer<V>, own_node>{own, {}},
                         reduced_node<max_reducer<V>, other_node>{other, {}});
    }
    template <class N, class V, bool Root>
    static auto two_sums(N const& operand, variance_reducer<V, Root> const& reducer) {
        auto const deviation = make_node(stored<squared_deviation>{}, operand,
                                         reduced_node<mean_reducer<V>, N>{operand, {}});
        return reduced_node<deviations_reducer<V, Root>, std::remove_cvref_t<decltype(deviation)>>{
            deviation, {reducer.degrees_of_freedom_lost}};
    }
    template <int Shift, int Rank>
    static fixed<index_t, Loop> shifted(layout<Rank> const& operand) {
        fixed<index_t, Loop> result{};
        for (int d = 0; d < Rank; ++d)
            result[place_of(d + Loop - Shift - Rank)] =
                operand.shape[d] == 1 ? 0 : operand.stride[d];
        return result;
    }
};

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

/// What the types of a tree's reductions tell: the first one of each type, how deep each lies, and
/// the first one inside it.
template <int N>
struct reduction_table {
    int first_alike[N > 0 ? N : 1];
    int depth[N > 0 ? N : 1];
    int inside[N > 0 ? N : 1];
};
template <class... Node>
constexpr reduction_table<sizeof...(Node)> make_reduction_table(types<Node...>) {
    return {{position_in<Node>(types<Node...>{})...},
            {depth_of<Node>...},
            {reductions_of<typename Node::operand_type>...}};
}
template <class Tree>
inline constexpr auto reductions_in = make_reduction_table(typename reduced_nodes<Tree>::type{});
template <class Tree, int K>
inline constexpr int first_alike = reductions_in<Tree>.first_alike[K];
/// The number of the first reduction inside reduction K.
template <class Tree, int K>
inline constexpr int first_inside = K - reductions_in<Tree>.inside[K];

/// Reduction K of a tree whose first one has number First.
template <int K, int First = 0, class R, class N>
TWILL_HD constexpr auto const& reduction_at(reduced_node<R, N> const& node) {
    if constexpr (K == First + reductions_of<N>)
        return node;
    else
        return reduction_at<K, First>(node.operand);
}
template <int K, int First = 0, std::size_t I = 0, class F, class... N>
TWILL_HD constexpr auto const& reduction_at(apply_node<F, N...> const& node) {
    if constexpr (K >= First + reductions_before<I + 1, N...>)
        return reduction_at<K, First, I + 1>(node);
    else
        return reduction_at<K, First + reductions_before<I, N...>>(get<I>(node));
}

/// The reductions whose result is that of the first one of their type, as bits.
template <class Tree>
std::uint64_t equal_reductions(Tree const& tree) {
    std::uint64_t equal = 0;
    [&]<std::size_t... K>(std::index_sequence<K...>) {
        auto note = [&]<int Number>(std::integral_constant<int, Number>) {
            constexpr int first = first_alike<Tree, Number>;
            if constexpr (first != Number)
                if (same_node(reduction_at<first>(tree), reduction_at<Number>(tree)))
                    equal |= std::uint64_t{1} << Number;
        };
        (note(std::integral_constant<int, static_cast<int>(K)>{}), ...);
    }(std::make_index_sequence<reductions_of<Tree>>{});
    return equal;
}

}  // namespace twill::inline v0::detail
