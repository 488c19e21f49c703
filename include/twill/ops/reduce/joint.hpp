// SPDX-License-Identifier: MIT
// Several reductions in one pass: each operand is read once, equal operands once for all of them,
// and the accumulators of reductions that differ only at the end are shared.
#pragma once

#include <tuple>

#include "twill/ops/reduce/loop.hpp"

namespace twill::inline v0::detail {

/// The operands of several reductions, as one value.
struct join_function {
    static constexpr char const* name = "join";
    template <class... X>
    TWILL_HD constexpr children<X...> operator()(X const&... x) const {
        return make(std::index_sequence_for<X...>{}, x...);
    }

private:
    template <std::size_t... I, class... X>
    TWILL_HD static constexpr children<X...> make(std::index_sequence<I...>, X const&... x) {
        return {{x}...};
    }
};

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
    template <class X, int V>
        requires takes_packets
    TWILL_HD void add_packet(running& a, lanes<X, V> const& x) const {
        add_packets(a, x, all{});
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
    template <class X, int V, std::size_t... I>
    TWILL_HD void add_packets(running& a, lanes<X, V> const& x, std::index_sequence<I...>) const {
        (add_operand<Operand>(get<I>(reducers), get<I>(a), x), ...);
    }
    template <int K, class One, class A, class X, int V>
    TWILL_HD static void add_operand(One const& reducer, A& a, lanes<X, V> const& x) {
        if constexpr (requires { One::takes_packets; }) {
            lanes<std::remove_cvref_t<decltype(get<K>(x.values[0]))>, V> own;
            for (int l = 0; l < V; ++l)
                own.values[l] = get<K>(x.values[l]);
            reducer.add_packet(a, own);
        } else {
            for (int l = 0; l < V; ++l)
                reducer.add(a, get<K>(x.values[l]));
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

// Which operands and accumulators are shared is decided by type. Whether two leaves of one type are
// the same memory is looked at when the reductions run; those that are not run one after the other.

template <class R>
struct core_of {
    using type = R;
    static constexpr bool shared = std::is_empty_v<R>;
};
template <class R>
    requires requires { typename R::core; }
struct core_of<R> {
    using type = typename R::core;
    static constexpr bool shared = true;
};
template <class E>
inline constexpr bool is_leaf = false;
template <class T, int Rank, class Space, class Lie>
inline constexpr bool is_leaf<leaf<T, Rank, Space, Lie>> = true;

/// Which operand and which accumulator each of N reductions uses.
template <int N>
struct sharing {
    int operand[N] = {};
    int core[N] = {};
    int operands = 0;
    int cores = 0;
    /// The first reduction that uses an operand or an accumulator.
    int operand_from[N] = {};
    int core_from[N] = {};
};
template <class... R, class... E>
constexpr sharing<sizeof...(R)> share(types<R...>, types<E...>) {
    constexpr int n = sizeof...(R);
    int const operand_type[] = {position_in<E>(types<E...>{})...};
    bool const may_share_operand[] = {is_leaf<E>...};
    using cores = types<typename core_of<R>::type...>;
    int const core_type[] = {position_in<typename core_of<R>::type>(cores{})...};
    bool const may_share_core[] = {core_of<R>::shared...};
    sharing<n> s;
    for (int i = 0; i < n; ++i) {
        int k = 0;
        while (k < i && !(may_share_operand[i] && operand_type[k] == operand_type[i]))
            ++k;
        if (k == i)
            s.operand_from[s.operands] = i;
        s.operand[i] = k == i ? s.operands++ : s.operand[k];
        int c = 0;
        while (c < i &&
               !(may_share_core[i] && core_type[c] == core_type[i] && s.operand[c] == s.operand[i]))
            ++c;
        if (c == i)
            s.core_from[s.cores] = i;
        s.core[i] = c == i ? s.cores++ : s.core[c];
    }
    return s;
}

template <class T, int Rank, class Space, class Lie>
bool same_leaf(leaf<T, Rank, Space, Lie> const& a, leaf<T, Rank, Space, Lie> const& b) {
    bool same = a.data == b.data && a.layout.shape == b.layout.shape;
    for (int d = 0; d < Rank; ++d)
        same = same && a.layout.stride[d] == b.layout.stride[d];
    return same;
}
template <class A, class B>
bool same_leaf(A const&, B const&) {
    return false;
}

/// Reads nothing: every operand of the tree stands still at `valid`.
template <class Tree>
void freeze(Tree& tree, int rank, void const* valid) {
    operand_record records[Tree::records > 0 ? Tree::records : 1];
    operand_record* next = records;
    tree.collect(next);
    for (operand_record* r = records; r != next; ++r) {
        for (int d = 0; d < rank; ++d)
            r->stride[d] = 0;
        if (r->data)
            *r->data = valid;
    }
}

/// Runs reductions whose operands, free of reductions, have one rank; those over equal shapes and
/// axes in one pass.
template <class Space, class... R>
class joint_reduction {
    static constexpr int count = sizeof...(R);
    static_assert(count <= 64, "twill: at most 64 reductions run together");
    static constexpr int operand_rank = max_rank<std::remove_cvref_t<decltype(R::operand)>...>;
    static constexpr int loop = operand_rank > 0 ? operand_rank : 1;
    template <class X>
    using operand_of = std::remove_cvref_t<decltype(X::operand)>;
    static constexpr sharing<count> how =
        share(types<typename R::reducer_type...>{}, types<operand_of<R>...>{});
    using all = std::index_sequence_for<R...>;
    using results = std::tuple<leaf<typename R::value_type, R::rank, Space, dense>...>;

public:
    explicit joint_reduction(R const&... r) : reductions_(r...) {}

    /// The results, in fresh memory.
    results run() {
        require_reduction_backend<Space>();
        results to = allocate(all{});
        // Operands that a pass leaves alone read the same few bytes.
        storage_ref scratch;
        for_each_pass(
            to,
            [&] {
                if (!scratch)
                    scratch = memory<Space>::allocate(max_element_bytes);
                return scratch.get()->data;
            },
            [&](auto const& plan, std::uint64_t chosen) {
                each([&](auto index, auto const& r) {
                    if (chosen >> decltype(index)::value & 1)
                        announce_reads<Space>(r.operand);
                });
                reduction_backend<Space>::run(plan);
            });
        return to;
    }
    /// pass(plan, chosen) for the passes over the operands, each with the reductions in it as bits.
    template <class Scratch, class Pass>
    void for_each_pass(results& to, Scratch&& scratch, Pass&& pass) {
        for (std::uint64_t pending = ~std::uint64_t{0} >> (64 - count); pending;) {
            std::uint64_t const chosen = choose(pending);
            pending &= ~chosen;
            pass(plan_chosen(to, chosen, scratch, std::make_index_sequence<how.operands>{},
                             std::make_index_sequence<how.cores>{}, all{}),
                 chosen);
        }
    }

private:
    template <std::size_t... I>
    results allocate(std::index_sequence<I...>) {
        return {fresh(std::get<I>(reductions_))...};
    }
    template <class X>
    static leaf<typename X::value_type, X::rank, Space, dense> fresh(X const& r) {
        using T = typename X::value_type;
        extents<X::rank> const shape = r.shape();
        storage_ref storage = allocate_for<T, Space>(shape.values, X::rank);
        T* const data = static_cast<T*>(storage.get()->data);
        return {std::move(storage), data, contiguous(shape)};
    }

    /// The first pending reduction and those that run with it.
    std::uint64_t choose(std::uint64_t pending) {
        std::uint64_t chosen = 0;
        extents<operand_rank> shape;
        std::uint64_t mask = 0;
        for (int& o : owner_)
            o = -1;
        each([&](auto index, auto const& r) {
            constexpr int i = decltype(index)::value;
            if (!(pending >> i & 1))
                return;
            if (chosen == 0) {
                shape = r.operand.shape();
                mask = r.mask();
            } else if (r.mask() != mask || r.operand.shape() != shape) {
                return;
            }
            int& owner = owner_[how.operand[i]];
            if (owner < 0)
                owner = i;
            else if (!same_as<i>(owner))
                return;
            chosen |= std::uint64_t{1} << i;
        });
        return chosen;
    }
    template <class Body>
    void each(Body&& body) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (body(std::integral_constant<int, static_cast<int>(I)>{}, std::get<I>(reductions_)),
             ...);
        }(all{});
    }
    /// Whether operand I is the leaf that operand `other` is.
    template <int I>
    bool same_as(int other) {
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
            return ((static_cast<int>(K) == other && same_leaf(std::get<K>(reductions_).operand,
                                                               std::get<I>(reductions_).operand)) ||
                    ...);
        }(all{});
    }

    /// The loop's view of operand number D.
    template <std::size_t D, std::size_t... I>
    auto lowered(void const* valid, std::index_sequence<I...>) {
        auto tree = lower<loop>(std::get<how.operand_from[D]>(reductions_).operand);
        if (owner_[D] < 0)
            freeze(tree, loop, valid);
        auto take = [&]<std::size_t K>() {
            if constexpr (how.operand[K] == static_cast<int>(D) && is_leaf<operand_nth<K>>)
                if (owner_[D] == static_cast<int>(K))
                    tree = lower<loop>(std::get<K>(reductions_).operand);
        };
        (take.template operator()<I>(), ...);
        return tree;
    }
    template <std::size_t K>
    using operand_nth = std::tuple_element_t<K, std::tuple<operand_of<R>...>>;
    template <std::size_t K>
    using reducer_nth = std::tuple_element_t<K, std::tuple<typename R::reducer_type...>>;

    template <std::size_t C>
    auto core() const {
        constexpr std::size_t from = how.core_from[C];
        using X = reducer_nth<from>;
        if constexpr (std::is_same_v<typename core_of<X>::type, X>)
            return std::get<from>(reductions_).reducer;
        else
            return typename core_of<X>::type{};
    }

    template <class Scratch, std::size_t... D, std::size_t... C, std::size_t... I>
    auto plan_chosen(results& to, std::uint64_t chosen, Scratch&& scratch,
                     std::index_sequence<D...>, std::index_sequence<C...>,
                     std::index_sequence<I...>) {
        void const* const valid = ((owner_[D] < 0) || ...) ? scratch() : nullptr;
        reduction_loop<loop> shape{};
        each([&](auto index, auto const& r) {
            constexpr int i = decltype(index)::value;
            if (chosen >> i & 1)
                shape = loop_of(r, std::get<i>(to).layout);
        });
        using Reducer = joint_reducer<std::integer_sequence<int, how.operand[how.core_from[C]]...>,
                                      decltype(core<C>())...>;
        using Sink = several_results<finished<how.core[I], typename R::reducer_type>...>;
        auto data = [&]<std::size_t K>() {
            using T = std::remove_cvref_t<decltype(*std::get<K>(to).data)>;
            return chosen >> K & 1 ? const_cast<T*>(std::get<K>(to).data) : nullptr;
        };
        return make_reduce_plan<(R::whole && ...)>(
            make_node(stored<join_function>{}, lowered<D>(valid, all{})...),
            Reducer{{{core<C>()}...}},
            Sink{{{{std::get<I>(reductions_).reducer, data.template operator()<I>()}}...}},
            shape.extent, shape.stride, shape.mask);
    }

    static constexpr std::size_t max_element_bytes = 256;

    std::tuple<R...> reductions_;
    int owner_[how.operands] = {};
};

}  // namespace twill::inline v0::detail
