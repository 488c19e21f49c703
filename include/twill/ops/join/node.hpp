// SPDX-License-Identifier: MIT
// The node of everything whose elements are those of its operands at other places: concatenate,
// roll, tile, repeat, pad. A rule says which operand and where.
#pragma once

#include "twill/expr/rearrange.hpp"
#include "twill/ops/join/boxes.hpp"

namespace twill::inline v0 {
namespace detail {

struct join_operation {};

template <class T, class... Rest>
struct first_type {
    using type = T;
};

/// Operands one after the other along an axis.
template <int Rank, int Count>
struct concatenate_rule {
    static constexpr int rank = Rank;
    static constexpr int unfolds = 0;
    static constexpr bool interleaves = true;
    /// Elements of one operand in a row, beyond which a box for each is as good.
    static constexpr index_t most_interleaved = 32;
    static constexpr char const* name = "concatenate";

    extents<Rank> shape;
    int axis;
    fixed<index_t, Count + 1> bounds;  ///< where each operand begins

    /// Which operand a box reads, and the lines of its index. Asks for a cut where it is several.
    int follow(index_line const* from, box_loop& loop, index_line* to) const {
        for (int d = 0; d < Rank; ++d)
            to[d] = from[d];
        auto const [low, high] = loop.range_of(from[axis]);
        int k = 0;
        while (k + 1 < Count && bounds[k + 1] <= low)
            ++k;
        if (high >= bounds[k + 1])
            loop.separate(from[axis], bounds[k + 1]);
        to[axis].start -= bounds[k];
        return k;
    }
};

/// One operand, whose index along every axis follows by a rule; elsewhere the second operand.
/// `Unfolds`: how many axes of the result may be runs of whole periods.
template <int Rank, int Unfolds>
struct remap_rule {
    static constexpr int rank = Rank;
    static constexpr int unfolds = Unfolds;
    static constexpr bool interleaves = false;

    char const* name;
    extents<Rank> shape;
    fixed<axis_rule, Rank> axes;

    int follow(index_line const* from, box_loop& loop, index_line* to) const {
        for (int d = 0; d < Rank; ++d)
            if (!axes[d].follow(from[d], loop, to[d]))
                return 1;
        return 0;
    }
};

}  // namespace detail

/// Elements of the operands as a rule says. Inside a statement it moves nothing: the statement runs
/// in boxes, in each of which the operands are read where they stand.
template <class Rule, class... E>
struct TWILL_NODISCARD rearrangement : detail::children<E...>,
                                       detail::subscripts<rearrangement<Rule, E...>> {
    using twill_node = void;
    using rule_type = Rule;
    using value_type = typename detail::first_type<E...>::type::value_type;
    using space = detail::merged_space_t<typename E::space...>;
    static constexpr int rank = Rule::rank;
    using operands = detail::types<E...>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = true;
    static constexpr bool reads_in_statement = true;
    using operation = detail::join_operation;
    using claimants = detail::types<detail::join_operation>;
    static constexpr detail::reads how(int) { return detail::reads::any_index; }
    static_assert((std::is_same_v<value_type, typename E::value_type> && ...));

    Rule rule;

    extents<rank> shape(source_location = source_location::current()) const { return rule.shape; }
    bool same_step(rearrangement const& other) const {
        return detail::same_bytes(rule, other.rule);
    }
    template <class... B>
    auto with(B&&... b) const {
        return rearrangement<Rule, std::remove_cvref_t<B>...>{{{std::forward<B>(b)}...}, {}, rule};
    }
};

namespace detail {

template <class Rule, class... E>
auto make_rearrangement(Rule const& rule, E&&... operands) {
    return rearrangement<Rule, std::remove_cvref_t<E>...>{
        {{std::forward<E>(operands)}...}, {}, rule};
}

template <class E>
inline constexpr bool is_rearrangement = false;
template <class Rule, class... E>
inline constexpr bool is_rearrangement<rearrangement<Rule, E...>> = true;
template <class E>
inline constexpr bool is_elementwise = false;
template <class F, class... A>
inline constexpr bool is_elementwise<elementwise<F, A...>> = true;

/// Whether the walk over boxes knows a node: others are evaluated first.
template <class E>
inline constexpr bool runs_in_boxes =
    operand_types<E>::count == 0 || is_elementwise<E> || is_rearranged<E> || is_rearrangement<E>;

template <class E>
constexpr int unfolds_in();
template <class... A>
constexpr int sum_of_unfolds(types<A...>) {
    return (0 + ... + unfolds_in<A>());
}
/// How many axes a loop over the expression may need besides those of its shape.
template <class E>
constexpr int unfolds_in() {
    if constexpr (is_rearrangement<E>)
        return E::rule_type::unfolds + sum_of_unfolds(operand_types<E>{});
    else if constexpr (runs_in_boxes<E>)
        return sum_of_unfolds(operand_types<E>{});
    else
        return 0;
}

template <class E>
constexpr bool has_rearrangement_in();
/// Whether an expression has such nodes that nothing else evaluates before.
template <class E>
inline constexpr bool has_rearrangement = has_rearrangement_in<E>();
template <class... A>
constexpr bool any_has_rearrangement(types<A...>) {
    return (false || ... || has_rearrangement<A>);
}
template <class E>
constexpr bool has_rearrangement_in() {
    return is_rearrangement<E> || (runs_in_boxes<E> && any_has_rearrangement(operand_types<E>{}));
}

template <class E>
constexpr bool all_run_in_boxes();
template <class... A>
constexpr bool all_of_them_run_in_boxes(types<A...>) {
    return (true && ... && all_run_in_boxes<A>());
}
/// Whether a statement can run in boxes once what else it has to evaluate is in memory.
template <class E>
constexpr bool all_run_in_boxes() {
    if constexpr (runs_in_boxes<E>)
        return all_of_them_run_in_boxes(operand_types<E>{});
    else
        return true;
}

}  // namespace detail
}  // namespace twill::inline v0
