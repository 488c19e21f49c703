// SPDX-License-Identifier: MIT
// The node of what looks things up: every element is a function of elements at its index and of
// operands that it reads anywhere. Those are brought into memory first; the function then runs in
// the loops and kernels of element-wise expressions.
#pragma once

#include "twill/array/ref.hpp"
#include "twill/eval/run.hpp"
#include "twill/expr/build.hpp"
#include "twill/expr/generators.hpp"

namespace twill::inline v0 {
namespace detail {

/// f(table..., x...) with the tables as array_refs.
template <class F, class... Table>
struct bound_lookup {
    static constexpr char const* name = F::name;
    F function;
    children<Table...> tables;
    template <class... X>
    TWILL_HD auto operator()(X const&... x) const {
        return call(std::index_sequence_for<Table...>{}, x...);
    }
    static constexpr bool in_packets = detail::in_packets<F>;
    template <int V, class... X>
    TWILL_INLINE_HD auto packet(lanes<X, V> const&... x) const {
        return call_packet<V>(std::index_sequence_for<Table...>{}, x...);
    }
    /// Whether the function computes many elements at once from their first index on.
    static constexpr bool over_chunks = requires(F const& f, Table const&... table, index_t i) {
        f.neighbours(table..., i, static_cast<compute_t<decltype(f(table..., i))>*>(nullptr), i);
    };
    template <class R>
        requires requires(F const& f, Table const&... table, R* to, index_t i) {
            f.neighbours(table..., i, to, i);
        }
    void neighbours(index_t first, R* to, index_t count) const {
        call_neighbours(std::index_sequence_for<Table...>{}, first, to, count);
    }

private:
    template <int V, std::size_t... I, class... X>
    TWILL_INLINE_HD auto call_packet(std::index_sequence<I...>, lanes<X, V> const&... x) const {
        return function.template packet<V>(get<I>(tables)..., x...);
    }
    template <std::size_t... I, class R>
    void call_neighbours(std::index_sequence<I...>, index_t first, R* to, index_t count) const {
        function.neighbours(get<I>(tables)..., first, to, count);
    }
    template <std::size_t... I, class... X>
    TWILL_HD auto call(std::index_sequence<I...>, X const&... x) const {
        return function(get<I>(tables)..., x...);
    }
};

struct lookup_operation {
    template <class Space>
    struct in {
        template <class E, class T, int Rank>
        static void run(execution& now, E const& x, target<T, Rank> const& to) {
            run_loop<Space, strided>(now, x.loop(), to);
        }
    };
};

template <class E>
using lookup_table = array_ref<typename E::value_type const, E::rank>;

}  // namespace detail

template <class F, class Here, class Tables>
struct lookup;
/// F of elements of X... at an index, and of Table... in memory.
template <class F, class... X, class... Table>
struct TWILL_NODISCARD lookup<F, detail::types<X...>, detail::types<Table...>>
    : detail::subscripts<lookup<F, detail::types<X...>, detail::types<Table...>>> {
    using twill_node = void;
    using value_type =
        decltype(std::declval<F const&>()(std::declval<detail::lookup_table<Table> const&>()...,
                                          std::declval<typename X::value_type const&>()...));
    using space = detail::merged_space_t<typename X::space..., typename Table::space...>;
    static constexpr int rank = detail::max_rank<X...>;
    using operands = detail::types<X..., Table...>;
    using functions = detail::types<F>;
    static constexpr bool needs_evaluation = true;
    using operation = detail::lookup_operation;
    static constexpr detail::reads how(int k) {
        return k < static_cast<int>(sizeof...(X)) ? detail::reads::same_index
                                                  : detail::reads::memory;
    }

    F function;
    detail::children<X..., Table...> parts;

    lookup(F const& f, detail::children<X..., Table...> const& operands_then_tables)
        : function(f), parts(operands_then_tables) {}

    extents<rank> shape(source_location place = source_location::current()) const {
        return elements(std::index_sequence_for<X...>{}).shape(place);
    }
    template <class G>
    decltype(auto) apply(G&& g) const {
        return parts.apply(g);
    }
    template <class... B>
    auto with(B const&... all) const {
        return remade(detail::children<B...>{{all}...}, std::index_sequence_for<X...>{},
                      std::index_sequence_for<Table...>{});
    }
    /// The expression that computes it, once the tables are in memory.
    auto loop() const {
        return bound(std::index_sequence_for<X...>{}, std::index_sequence_for<Table...>{});
    }

private:
    template <std::size_t... I>
    auto elements(std::index_sequence<I...>) const {
        return detail::make_elementwise(first_function{}, detail::get<I>(parts)...);
    }
    struct first_function {
        static constexpr char const* name = F::name;
        template <class A, class... B>
        TWILL_HD constexpr A operator()(A const& a, B const&...) const {
            return a;
        }
    };
    template <class All, std::size_t... I, std::size_t... J>
    auto remade(All const& all, std::index_sequence<I...>, std::index_sequence<J...>) const {
        return lookup<
            F, detail::types<std::remove_cvref_t<decltype(detail::get<I>(all))>...>,
            detail::types<std::remove_cvref_t<decltype(detail::get<sizeof...(I) + J>(all))>...>>(
            function, all);
    }
    template <std::size_t... I, std::size_t... J>
    auto bound(std::index_sequence<I...>, std::index_sequence<J...>) const {
        using Bound = detail::bound_lookup<F, detail::lookup_table<Table>...>;
        return detail::make_elementwise(
            Bound{function, {{ref(detail::get<sizeof...(I) + J>(parts))}...}},
            detail::get<I>(parts)...);
    }
    template <class L>
    static detail::lookup_table<L> ref(L const& x) {
        return {x.data, x.layout};
    }
};

namespace detail {

/// From the nodes of the elements and of the tables, in this order.
template <class F, class... X, class... Table, class... Nodes>
auto make_lookup(F const& f, types<X...>, types<Table...>, Nodes const&... nodes) {
    return lookup<F, types<X...>, types<Table...>>(f, children<Nodes...>{{nodes}...});
}

/// f of the index of every element of a shape, and of tables.
template <class F, int Rank, class... Table>
auto lookup_at_indices(F const& f, extents<Rank> const& shape, Table const&... tables) {
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
        return make_lookup(
            f, types<std::remove_cvref_t<decltype(axis_index_of<static_cast<int>(D)>(shape))>...>{},
            types<Table...>{}, axis_index_of<static_cast<int>(D)>(shape)..., tables...);
    }(std::make_index_sequence<Rank>{});
}

}  // namespace detail
}  // namespace twill::inline v0
