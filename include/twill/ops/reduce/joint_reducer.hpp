// SPDX-License-Identifier: MIT
// Reducers side by side, and where their results go.
#pragma once

#include "twill/ops/reduce/plan.hpp"

namespace twill::inline v0::detail {

/// Reducers side by side, reducer i over operand Operand[i].
template <class Operands, class... R>
struct joint_reducer;
template <int... Operand, class... R>
struct joint_reducer<std::integer_sequence<int, Operand...>, R...> {
    static constexpr char const* name = "joint";
    static constexpr bool needs_elements = false;
    static constexpr bool merges_exactly = (detail::merges_exactly<R> && ...);
    using accumulator = children<typename R::accumulator...>;
    using running =
        std::conditional_t<(has_runs<R> || ...), children<running_t<R>...>, accumulator>;

    children<R...> reducers;

    TWILL_HD accumulator identity() const { return identities(all{}); }
    template <class X>
    TWILL_HD running start(X const& a, X const& b, X const& c) const {
        return starts(a, b, c, all{});
    }
    template <class X>
    TWILL_HD void add(running& a, X const& x) const {
        adds(a, x, all{});
    }
    /// Whether some reducer takes the elements of a packet together: see device_reducers.cuh.
    static constexpr bool takes_packets = (false || ... || requires { R::takes_packets; });
    template <bool Next, class X, int V>
        requires takes_packets
    TWILL_HD void add_packet(running& a, lanes<X, V> const& x) const {
        add_packets<Next>(a, x, all{});
    }
    /// Whether some reducer takes the packets at hand together.
    static constexpr bool takes_several_packets =
        (false || ... || requires { R::takes_several_packets; });
    template <int V, int Count, class X>
        requires takes_several_packets
    TWILL_HD void add_several(running& a, lanes<X, V> const (&x)[Count]) const {
        adds_several(a, x, all{});
    }
    static constexpr bool takes_next = (false || ... || requires { R::takes_next; });
    template <class X>
        requires takes_next
    TWILL_HD void add_next(running& a, X const& x) const {
        add_nexts(a, x, all{});
    }
    static bool overflows(accumulator const& a) { return any_overflows(a, all{}); }
    template <class X>
    static void note(running& a, X const& x) {
        notes(a, x, all{});
    }
    TWILL_HD accumulator settle(running const& a) const { return settles(a, all{}); }
    TWILL_HD accumulator merge(accumulator const& a, accumulator const& b) const {
        return merges(a, b, all{});
    }

private:
    using all = std::index_sequence_for<R...>;
    template <std::size_t... I>
    TWILL_HD accumulator identities(std::index_sequence<I...>) const {
        return {{get<I>(reducers).identity()}...};
    }
    template <class X, std::size_t... I>
    TWILL_HD running starts(X const& a, X const& b, X const& c, std::index_sequence<I...>) const {
        return {
            {start_run(get<I>(reducers), get<Operand>(a), get<Operand>(b), get<Operand>(c))}...};
    }
    template <class X, std::size_t... I>
    TWILL_HD void adds(running& a, X const& x, std::index_sequence<I...>) const {
        (get<I>(reducers).add(get<I>(a), get<Operand>(x)), ...);
    }
    template <class X, std::size_t... I>
    TWILL_HD void add_nexts(running& a, X const& x, std::index_sequence<I...>) const {
        (add_next_operand(get<I>(reducers), get<I>(a), get<Operand>(x)), ...);
    }
    template <class One, class A, class X>
    TWILL_HD static void add_next_operand(One const& reducer, A& a, X const& x) {
        if constexpr (requires { One::takes_next; })
            reducer.add_next(a, x);
        else
            reducer.add(a, x);
    }
    template <bool Next, class X, int V, std::size_t... I>
    TWILL_HD void add_packets(running& a, lanes<X, V> const& x, std::index_sequence<I...>) const {
        (add_operand<Next, Operand>(get<I>(reducers), get<I>(a), x), ...);
    }
    template <bool Next, int K, class One, class A, class X, int V>
    TWILL_HD static void add_operand(One const& reducer, A& a, lanes<X, V> const& x) {
        if constexpr (requires { One::takes_packets; }) {
            lanes<std::remove_cvref_t<decltype(get<K>(x.values[0]))>, V> own;
            for (int l = 0; l < V; ++l)
                own.values[l] = get<K>(x.values[l]);
            reducer.template add_packet<Next>(a, own);
        } else {
            for (int l = 0; l < V; ++l)
                reducer.add(a, get<K>(x.values[l]));
        }
    }
    template <class X, int V, int Count, std::size_t... I>
    TWILL_HD void adds_several(running& a, lanes<X, V> const (&x)[Count],
                               std::index_sequence<I...>) const {
        (add_several_of<Operand>(get<I>(reducers), get<I>(a), x), ...);
    }
    template <int K, class One, class A, class X, int V, int Count>
    TWILL_HD static void add_several_of(One const& reducer, A& a, lanes<X, V> const (&x)[Count]) {
        if constexpr (requires { requires One::takes_several_packets; }) {
            lanes<std::remove_cvref_t<decltype(get<K>(x[0].values[0]))>, V> own[Count];
            for (int u = 0; u < Count; ++u)
                for (int l = 0; l < V; ++l)
                    own[u].values[l] = get<K>(x[u].values[l]);
            reducer.template add_several<V, Count>(a, own);
        } else {
            for (int u = 0; u < Count; ++u)
                add_operand<true, K>(reducer, a, x[u]);
        }
    }
    template <std::size_t... I>
    static bool any_overflows(accumulator const& a, std::index_sequence<I...>) {
        return (false || ... || detail::overflows<R>(get<I>(a)));
    }
    template <class X, std::size_t... I>
    static void notes(running& a, X const& x, std::index_sequence<I...>) {
        (note_element<R>(get<I>(a), get<Operand>(x)), ...);
    }
    template <std::size_t... I>
    TWILL_HD accumulator settles(running const& a, std::index_sequence<I...>) const {
        return {{settle_run(get<I>(reducers), get<I>(a))}...};
    }
    template <std::size_t... I>
    TWILL_HD accumulator merges(accumulator const& a, accumulator const& b,
                                std::index_sequence<I...>) const {
        return {{get<I>(reducers).merge(get<I>(a), get<I>(b))}...};
    }
};

/// One of several results: what finishes accumulator `Core`, and where it goes; nowhere if null.
template <int Core, class Reducer>
struct finished {
    static constexpr int core = Core;
    using out = typename Reducer::result;
    Reducer reducer;
    out* data;
};
template <class... Finished>
struct several_results {
    children<Finished...> results;

    template <class Reducer>
    TWILL_HD void put(index_t at, Reducer const&, typename Reducer::accumulator const& a,
                      index_t count) const {
        put_all(at, a, count, std::index_sequence_for<Finished...>{});
    }

private:
    template <class A, std::size_t... I>
    TWILL_HD void put_all(index_t at, A const& a, index_t count, std::index_sequence<I...>) const {
        (put_one(get<I>(results), at, a, count), ...);
    }
    template <class F, class A>
    TWILL_HD static void put_one(F const& to, index_t at, A const& a, index_t count) {
        if (to.data)
            to.data[at] = static_cast<typename F::out>(to.reducer.finish(get<F::core>(a), count));
    }
};

/// Where several results go: each into an array of its own.
struct results_apart {
    template <class... Finished>
    several_results<Finished...> sink(several_results<Finished...> const& all) const {
        return all;
    }
};

}  // namespace twill::inline v0::detail
