// SPDX-License-Identifier: MIT
// evaluate: an expression as an array where it stands, or several in as few passes as possible.
#pragma once

#include <tuple>

#include "twill/array/array.hpp"

namespace twill::inline v0 {
namespace detail {

template <class E>
constexpr void require_space() {
    require_some_space<typename E::space>();
}

/// The memory space of an operand: that of its leaf, or where an expression runs.
template <class X>
struct memory_space {
    using type = space_of<X>;
};
template <array_like X>
struct memory_space<X> {
    using type = typename std::remove_cvref_t<X>::space;
};

/// Some of several expressions: those that have the kind of the first one that has any, as far as
/// their state fits.
template <std::size_t N>
struct selection {
    bool chosen[N] = {};

    constexpr std::size_t before(std::size_t i) const {
        std::size_t n = 0;
        for (std::size_t k = 0; k < i; ++k)
            n += chosen[k] ? 1 : 0;
        return n;
    }
    /// The last of all where there is none: some compilers ask before they discard the answer.
    constexpr std::size_t nth(std::size_t n) const {
        std::size_t i = 0;
        while (i + 1 < N && (!chosen[i] || before(i) != n))
            ++i;
        return i;
    }
};
template <class... Kind>
constexpr selection<sizeof...(Kind)> select_alike(types<Kind...>, std::size_t const* bytes) {
    constexpr std::size_t n = sizeof...(Kind);
    int const kind[] = {position_in<Kind>(types<Kind...>{})...};
    bool const none[] = {std::is_void_v<Kind>...};
    selection<n> result;
    std::size_t first = 0;
    while (first < n && none[first])
        ++first;
    std::size_t sum = 0;
    for (std::size_t i = first; i < n; ++i) {
        if (kind[i] != kind[first] || sum + bytes[i] > most_group_bytes)
            continue;
        sum += bytes[i];
        result.chosen[i] = true;
    }
    if (result.before(n) < 2)
        return {};
    return result;
}

/// The space that was named, with which the expression's own must agree; or its own, none being
/// named.
template <class Named, class X>
struct space_in {
    using type = typename merge_spaces<Named, space_of<X>>::type;
    static_assert(std::is_same_v<type, Named>,
                  "twill: evaluate<Space>: an operand lies in the other space");
};
template <class X>
struct space_in<void, X> {
    using type = space_of<X>;
};

/// What must agree for nodes that need evaluation, or for elementwise expressions, to run together;
/// void for others.
template <class Named, class X, class Space = typename space_in<Named, X>::type>
using joint_node_kind = std::conditional_t<!std::is_void_v<group_of<node_of<X>>>,
                                           types<Space, group_of<node_of<X>>>, void>;
template <class Named, class X, class Space = typename space_in<Named, X>::type>
using joint_elementwise_kind =
    std::conditional_t<backend<Space>::joins_results && !contains_evaluation<node_of<X>>,
                       types<Space, std::integral_constant<int, rank_of<X>>>, void>;

/// Nodes of one group, as a tuple of arrays.
template <class Space, class... N>
auto evaluate_group(execution& now, N const&... x) {
    [[maybe_unused]] fault_scope<execution_space_t<Space>, (may_fault<N> || ...)> const faults;
    auto results = run_together<Space>(now, x...);
    if constexpr ((may_fault<N> || ...))
        now.throw_fault<execution_space_t<Space>>();
    return std::apply(
        [](auto&... fresh) {
            return std::tuple{
                array<typename N::value_type, N::rank, Space>(adopt_t{}, std::move(fresh))...};
        },
        results);
}

/// Expressions of one rank that need nothing evaluated: in one loop where their shapes are equal.
template <class Space, class... E>
auto write_together(execution& now, E const&... x) {
    require_backend<Space>();
    std::tuple results{array<typename E::value_type, E::rank, Space>(x.shape())...};
    return std::apply(
        [&](auto&... to) {
            constexpr int rank = max_rank<E...>;
            auto const tree = make_node(stored<join_function>{}, lower<rank>(x)...);
            operand_table<(0 + ... + count_rows<E>())> table;
            (table.add(x, reads::same_index, false), ...);
            now.begin<Space>(table.rows, table.count, nullptr);
            extents<rank> const shapes[] = {to.shape()...};
            index_t const bytes[] = {static_cast<index_t>(to.nbytes())...};
            std::uint32_t left = (std::uint32_t{1} << sizeof...(E)) - 1;
            for (std::size_t i = 0; i < sizeof...(E); ++i) {
                std::uint32_t alike = 0;
                index_t written = 0;
                for (std::size_t k = i; k < sizeof...(E); ++k)
                    if ((left >> k & 1) != 0 && shapes[k] == shapes[i]) {
                        alike |= std::uint32_t{1} << k;
                        written += bytes[k];
                    }
                left &= ~alike;
                if (alike == 0)
                    continue;
                if (now.told())
                    now.note_loop(name_of(strategy::flat), "joint", true, written, shapes[i].values,
                                  rank, sum_of_weights(types<E...>{}));
                backend<Space>::run_together(tree, shapes[i], alike,
                                             joint_target<typename E::value_type, rank>{
                                                 to.data(), contiguous(to.shape()).stride}...);
            }
            return std::tuple{std::move(to)...};
        },
        results);
}

/// Which of several expressions run together.
template <class Named, class... X>
struct joint_selection {
    static constexpr std::size_t bytes[] = {group_of_node<node_of<X>>::bytes...};
    static constexpr auto nodes = select_alike(types<joint_node_kind<Named, X>...>{}, bytes);
    static constexpr auto loops = select_alike(types<joint_elementwise_kind<Named, X>...>{}, bytes);
};
/// Some of which do, and others do not.
template <class Named, class... X>
auto evaluate_mixed(X const&... x) {
    static constexpr auto nodes = joint_selection<Named, X...>::nodes;
    static constexpr auto loops = joint_selection<Named, X...>::loops;
    auto const all = std::tie(x...);
    execution now;
    auto grouped = [&]<std::size_t... K>(std::index_sequence<K...>) {
        if constexpr (sizeof...(K) == 0) {
            return std::tuple<>{};
        } else {
            using Space =
                typename space_in<Named,
                                  std::tuple_element_t<nodes.nth(0), std::tuple<X...>>>::type;
            return evaluate_group<Space>(
                now, ready_operands<Space>(now, as_node(std::get<nodes.nth(K)>(all)))...);
        }
    }(std::make_index_sequence<nodes.before(sizeof...(X))>{});
    auto written = [&]<std::size_t... K>(std::index_sequence<K...>) {
        if constexpr (sizeof...(K) == 0) {
            return std::tuple<>{};
        } else {
            using Space =
                typename space_in<Named,
                                  std::tuple_element_t<loops.nth(0), std::tuple<X...>>>::type;
            return write_together<Space>(now, as_node(std::get<loops.nth(K)>(all))...);
        }
    }(std::make_index_sequence<loops.before(sizeof...(X))>{});
    auto result = [&]<std::size_t I>() {
        if constexpr (nodes.chosen[I])
            return std::move(std::get<nodes.before(I)>(grouped));
        else if constexpr (loops.chosen[I])
            return std::move(std::get<loops.before(I)>(written));
        else if constexpr (std::is_void_v<Named>)
            return evaluate(std::get<I>(all), nowhere);
        else
            return evaluate<Named>(std::get<I>(all), nowhere);
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::tuple { result.template operator()<I>()... };
    }(std::index_sequence_for<X...>{});
}

template <class Named, class... X>
auto evaluate_several(X const&... x);
/// Where a shared node is among several, all are evaluated before what reads them.
template <class Named, class... X>
    requires(any_shared<node_of<X>...>)
auto evaluate_several(X const&... x) {
    return with_shared_ready(as_node(x)...).apply([](auto const&... ready) {
        return evaluate_several<Named>(ready...);
    });
}
template <class Named, class... X>
    requires(std::is_void_v<Named> && !any_shared<node_of<X>...> &&
             (std::is_same_v<space_of<X>, no_space> || ...))
auto evaluate_several(X const&... x) {
    (require_space<node_of<X>>(), ...);
    // Nothing but the sentence is reported.
    return std::tuple{array<value_of<X>, rank_of<X>, host_space>(shape_of(x, nowhere))...};
}
template <class Named, class... X>
auto evaluate_several(X const&... x) {
    (require_callable<typename space_in<Named, X>::type, node_of<X>>(), ...);
    constexpr auto nodes = joint_selection<Named, X...>::nodes;
    constexpr auto loops = joint_selection<Named, X...>::loops;
    constexpr std::size_t count = sizeof...(X);
    using First = std::tuple_element_t<0, std::tuple<X...>>;
    using Space = typename space_in<Named, First>::type;
    if constexpr (nodes.before(count) == count) {
        execution now;
        return evaluate_group<Space>(now, ready_operands<Space>(now, as_node(x))...);
    } else if constexpr (loops.before(count) == count) {
        execution now;
        return write_together<Space>(now, as_node(x)...);
    } else if constexpr (nodes.before(count) + loops.before(count) > 0) {
        return evaluate_mixed<Named>(x...);
    } else if constexpr (std::is_void_v<Named>) {
        return std::tuple{evaluate(x, nowhere)...};
    } else {
        return std::tuple{evaluate<Named>(x, nowhere)...};
    }
}

/// The first of some arguments. A table of pointers: std::tie of eight is forty functions to g++.
template <class Named, class... X, std::size_t... I>
auto evaluate_given(std::index_sequence<I...>, void const* const* x) {
    return evaluate_several<Named>(
        *static_cast<std::tuple_element_t<I, std::tuple<X...>> const*>(x[I])...);
}

}  // namespace detail

/// The elements as an array in the expression's own space: one kernel or loop, then a plain array.
template <detail::operand X>
[[nodiscard]] auto evaluate(X const& x, source_location place = source_location::current()) {
    detail::require_space<detail::node_of<X>>();
    using Space = typename detail::memory_space<X>::type;
    // Nothing but the sentence is reported.
    using Some = std::conditional_t<std::is_same_v<Space, detail::no_space>, host_space, Space>;
    return array<detail::value_of<X>, detail::rank_of<X>, Some>(detail::as_node(x), place);
}
/// The same in a named space, for generators: `evaluate<device_space>(arange(10))`.
template <class Space, detail::operand X>
    requires(std::is_same_v<Space, host_space> || std::is_same_v<Space, device_space> ||
             std::is_same_v<Space, pinned_space>)
[[nodiscard]] auto evaluate(X const& x, source_location place = source_location::current()) {
    using Merged =
        typename detail::merge_spaces<detail::execution_space_t<Space>, detail::space_of<X>>::type;
    static_assert(std::is_same_v<Merged, detail::execution_space_t<Space>>);
    return array<detail::value_of<X>, detail::rank_of<X>, Space>(detail::as_node(x), place);
}
/// Several expressions, as a tuple of arrays. Reductions of operands of one rank along the same
/// axes run in one pass where the operands' shapes are equal, and on the device so do elementwise
/// expressions of equal shapes over contiguous operands: every operand is read once.
template <detail::operand A, detail::operand B, detail::given_or_not C = detail::not_given,
          detail::given_or_not D = detail::not_given, detail::given_or_not E = detail::not_given,
          detail::given_or_not F = detail::not_given, detail::given_or_not G = detail::not_given,
          detail::given_or_not H = detail::not_given>
[[nodiscard]] auto evaluate(A const& a, B const& b, C const& c = {}, D const& d = {},
                            E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        void const* const all[] = {&a, &b, &c, &d, &e, &f, &g, &h};
        return detail::evaluate_given<void, A, B, C, D, E, F, G, H>(
            detail::count_given<A, B, C, D, E, F, G, H>{}, all);
    });
}
template <detail::operand A, detail::operand B, detail::operand C, detail::operand D,
          detail::operand E, detail::operand F, detail::operand G, detail::operand H,
          detail::operand I, detail::given_or_not J = detail::not_given,
          detail::given_or_not K = detail::not_given, detail::given_or_not L = detail::not_given,
          detail::given_or_not M = detail::not_given, detail::given_or_not N = detail::not_given,
          detail::given_or_not O = detail::not_given, detail::given_or_not P = detail::not_given>
[[nodiscard]] auto evaluate(A const& a, B const& b, C const& c, D const& d, E const& e, F const& f,
                            G const& g, H const& h, I const& i, J const& j = {}, K const& k = {},
                            L const& l = {}, M const& m = {}, N const& n = {}, O const& o = {},
                            P const& p = {}, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        void const* const all[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, &m, &n, &o, &p};
        return detail::evaluate_given<void, A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>(
            detail::count_given<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>{}, all);
    });
}
/// Up to eight in a named space, for generators: `evaluate<device_space>(mean(x), mean(square(x)))`
/// of random numbers x, in one pass.
template <class Space, detail::operand A, detail::operand B,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
    requires(std::is_same_v<Space, host_space> || std::is_same_v<Space, device_space>)
[[nodiscard]] auto evaluate(A const& a, B const& b, C const& c = {}, D const& d = {},
                            E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        void const* const all[] = {&a, &b, &c, &d, &e, &f, &g, &h};
        return detail::evaluate_given<Space, A, B, C, D, E, F, G, H>(
            detail::count_given<A, B, C, D, E, F, G, H>{}, all);
    });
}
/// The same of any number of expressions: `evaluate(source_location::current(), a, b, ...)`.
template <detail::operand... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto evaluate(source_location place, X const&... x) {
    return detail::at_place(place, [&] { return detail::evaluate_several<void>(x...); });
}
template <detail::operand... X>
    requires(sizeof...(X) > 16)
auto evaluate(X const&...) {
    static_assert(detail::always_false<X...>,
                  "twill: more than sixteen expressions do not know their place in your code: say "
                  "evaluate(twill::source_location::current(), a, b, ...)");
}

}  // namespace twill::inline v0
