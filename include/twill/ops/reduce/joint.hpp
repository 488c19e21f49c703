// SPDX-License-Identifier: MIT
// Several reductions in one pass: each operand is read once, equal operands once for all of them,
// and the accumulators of reductions that differ only at the end are shared.
#pragma once

#include <cstring>
#include <tuple>

#include "twill/eval/ready.hpp"
#include "twill/ops/reduce/backend.hpp"
#include "twill/ops/reduce/joint_reducer.hpp"
#include "twill/ops/reduce/loop.hpp"

namespace twill::inline v0::detail {

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

/// An array that a pass reads in any case, from its first element to its last.
struct read_anyway {
    void const* data = nullptr;
    index_t const* stride = nullptr;
    int element_size = 0;
};
/// Reads nothing more: operands of the tree are that array, where there is one of elements as
/// large, so that all of them lie alike; others stand still at `valid`.
template <class Tree>
void freeze(Tree& tree, int rank, void const* valid, read_anyway const& array) {
    operand_record records[Tree::records > 0 ? Tree::records : 1];
    operand_record* next = records;
    tree.collect(next);
    for (operand_record* r = records; r != next; ++r) {
        // A whole share of its elements begins where these do.
        bool const fits =
            r->data && array.data && array.element_size % r->element_size == 0 &&
            reinterpret_cast<std::uintptr_t>(array.data) % static_cast<unsigned>(r->element_size) ==
                0;
        for (int d = 0; d < rank; ++d)
            r->stride[d] = fits ? array.stride[d] : 0;
        if (r->data)
            *r->data = fits ? array.data : valid;
    }
}

/// Runs reductions whose operands, free of reductions, have one rank; those over equal shapes and
/// axes in one pass. `End`: where results go.
template <class Space, class End, class... R>
class joint_reduction {
    static constexpr int count = sizeof...(R);
    static_assert(count <= 64, "twill: at most 64 reductions run together");
    static constexpr int operand_rank = max_rank<std::remove_cvref_t<decltype(R::operand)>...>;
    static constexpr int loop = operand_rank > 0 ? operand_rank : 1;
    template <class X>
    using operand_of = std::remove_cvref_t<decltype(X::operand)>;
    template <class X>
    static constexpr axis_set known_axes_of =
        known_axes<decltype(X::which), operand_of<X>::rank> << (loop - operand_of<X>::rank);
    static constexpr sharing<count> how =
        share(types<typename R::reducer_type...>{}, types<operand_of<R>...>{});
    using all = std::index_sequence_for<R...>;

public:
    using results = std::tuple<leaf<typename R::value_type, R::rank, Space, dense>...>;

    /// Of reductions that outlive it.
    explicit joint_reduction(End const& end, R const&... r) : reductions_{&r...}, end_(end) {}

    /// Into memory that no operand has: a pass is a step.
    void run(execution& now, results& to) {
        require_reduction_backend<Space>();
        // Operands that a pass leaves alone read the same few bytes.
        storage_ref scratch;
        for_each_pass(
            to,
            [&](std::size_t bytes) -> void const* {
                if (now.record)
                    return reinterpret_cast<void const*>(std::uintptr_t{1} << 43);
                if (!scratch) {
                    scratch = memory<Space>::allocate(bytes);
                    if constexpr (std::is_same_v<Space, host_space>)
                        std::memset(scratch.get()->data, 0, bytes);
                }
                return scratch.get()->data;
            },
            [&](auto const& plan, std::uint64_t chosen) {
                pass_reads const read = reads_of(chosen, all{});
                now.begin<Space>(read.rows, read.count, nullptr);
                using backend = pairs_or<Space, reduction_backend<Space>>;
                if (!now.told() ||
                    !note(now, backend::kernels(plan), backend::temporaries(plan), chosen, to))
                    backend::run(plan);
            });
    }
    /// One result of all, which `End` makes, into a target; false where they do not run in one
    /// pass, or read what it writes.
    template <class T, int Rank>
    bool run_as_one(execution& now, target<T, Rank> const& to) {
        require_reduction_backend<Space>();
        constexpr std::uint64_t every = ~std::uint64_t{0} >> (64 - count);
        if (choose(every) != every)
            return false;
        pass_reads const read = reads_of(every, all{});
        if (overlap_with(to, read.rows, read.count, true) != overlap::none)
            return false;
        End end = end_;
        end.out = to.data;
        auto const plan = plan_pass(
            end, [&](auto, auto const& r) { return loop_of(r, to.lie); },
            [](auto index) {
                return static_cast<typename nth<decltype(index)::value>::value_type*>(nullptr);
            },
            every, nullptr, std::make_index_sequence<how.operands>{},
            std::make_index_sequence<how.cores>{}, all{});
        now.begin<Space>(read.rows, read.count, to.is_fresh ? nullptr : to.storage);
        using backend = pairs_or<Space, reduction_backend<Space>>;
        if (!now.told() || !note(now, backend::kernels(plan), backend::temporaries(plan), every,
                                 to.bytes(), text_of(to.lie.shape)))
            backend::run(plan);
        return true;
    }

private:
    template <std::size_t I>
    using nth = std::tuple_element_t<I, std::tuple<R...>>;
    template <std::size_t I>
    nth<I> const& at() const {
        return *static_cast<nth<I> const*>(reductions_[I]);
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
    using pass_reads = operand_table<sum_of_rows(types<operand_of<R>...>{})>;
    /// What a pass over the chosen reductions reads.
    template <std::size_t... I>
    pass_reads reads_of(std::uint64_t chosen, std::index_sequence<I...>) const {
        pass_reads table;
        ((chosen >> I & 1 ? table.add(at<I>().operand, reads::any_index, false) : void()), ...);
        return table;
    }
    TWILL_COLD bool note(execution& now, int kernels, int scratch, std::uint64_t chosen,
                         results const& to) {
        index_t bytes = 0;
        shape_text shape = text_of(extents<0>());
        each([&](auto index, auto const&) {
            constexpr int i = decltype(index)::value;
            if (chosen >> i & 1) {
                bytes += target_of(std::get<i>(to)).bytes();
                shape = text_of(std::get<i>(to).layout.shape);
            }
        });
        return note(now, kernels, scratch, chosen, bytes, shape);
    }
    TWILL_COLD bool note(execution& now, int kernels, int scratch, std::uint64_t chosen,
                         index_t bytes, shape_text const& shape) {
        char what[160] = "";
        step s{"reduce", what, kernels, false, bytes, shape, scratch > 0 ? 1 : 0};
        each([&](auto index, auto const& r) {
            constexpr int i = decltype(index)::value;
            if (!(chosen >> i & 1))
                return;
            s.reads_operands = s.reads_operands || r.operand.shape().size() != 0;
            index_t const points = r.operand.shape().size();
            s.work.points = s.work.points < points ? points : s.work.points;
            s.work.each += weight_of<std::remove_cvref_t<decltype(r)>>;
            std::size_t const used = std::strlen(what);
            std::snprintf(what + used, sizeof(what) - used, "%s%s", used > 0 ? ", " : "",
                          std::remove_cvref_t<decltype(r)>::reducer_type::name);
        });
        return now.note(s);
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
            (body(std::integral_constant<int, static_cast<int>(I)>{}, at<I>()), ...);
        }(all{});
    }
    /// Whether operand I is the leaf that operand `other` is.
    template <int I>
    bool same_as(int other) {
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
            return ((static_cast<int>(K) == other && same_leaf(at<K>().operand, at<I>().operand)) ||
                    ...);
        }(all{});
    }

    /// The loop's view of operand number D.
    template <std::size_t D, std::size_t... I>
    auto lowered(void const* valid, read_anyway const& array, std::index_sequence<I...>) {
        auto tree = lower<loop>(at<how.operand_from[D]>().operand);
        if (owner_[D] < 0)
            freeze(tree, loop, valid, array);
        auto take = [&]<std::size_t K>() {
            if constexpr (how.operand[K] == static_cast<int>(D) && is_leaf<operand_nth<K>>)
                if (owner_[D] == static_cast<int>(K))
                    tree = lower<loop>(at<K>().operand);
        };
        (take.template operator()<I>(), ...);
        return tree;
    }
    /// The array that is operand number D of a pass, if it lies in one piece; `stride` receives its
    /// strides.
    template <std::size_t D>
    void find_array(read_anyway& array, index_t (&stride)[loop], extents<loop> const& shape) {
        using E = operand_nth<static_cast<std::size_t>(how.operand_from[D])>;
        if constexpr (is_leaf<E> && E::rank == loop) {
            if (owner_[D] < 0 || array.data)
                return;
            auto tree = lowered<D>(nullptr, {}, all{});
            operand_record record[1];
            operand_record* next = record;
            tree.collect(next);
            index_t step = 1;
            for (int d = loop - 1; d >= 0; --d) {
                if (shape[d] != 1 && record->stride[d] != step)
                    return;
                stride[d] = record->stride[d];
                step *= shape[d];
            }
            array = {*record->data, stride, record->element_size};
        }
    }
    template <std::size_t K>
    using operand_nth = operand_of<nth<K>>;
    template <std::size_t K>
    using reducer_nth = typename nth<K>::reducer_type;

    template <std::size_t C>
    auto core() const {
        constexpr std::size_t from = how.core_from[C];
        using X = reducer_nth<from>;
        if constexpr (std::is_same_v<typename core_of<X>::type, X>)
            return at<from>().reducer;
        else
            return typename core_of<X>::type{};
    }

    template <class Scratch, std::size_t... D, std::size_t... C, std::size_t... I>
    auto plan_chosen(results& to, std::uint64_t chosen, Scratch&& scratch,
                     std::index_sequence<D...>, std::index_sequence<C...>,
                     std::index_sequence<I...>) {
        // An index may be wider than what a tree calls its widest operand.
        constexpr int widest = larger(8, decltype(lowered<D>(nullptr, {}, all{}))::widest...);
        void const* const valid =
            ((owner_[D] < 0) || ...) ? scratch(static_cast<std::size_t>(widest)) : nullptr;
        return plan_pass(
            end_,
            [&](auto index, auto const& r) {
                return loop_of(r, std::get<decltype(index)::value>(to).layout);
            },
            [&](auto index) {
                constexpr std::size_t k = decltype(index)::value;
                using T = std::remove_cvref_t<decltype(*std::get<k>(to).data)>;
                return chosen >> k & 1 ? const_cast<T*>(std::get<k>(to).data) : nullptr;
            },
            chosen, valid, std::index_sequence<D...>{}, std::index_sequence<C...>{},
            std::index_sequence<I...>{});
    }
    /// `loop_into(index, r)`: the loop of a chosen reduction; `data(index)`: where its result goes.
    template <class Loop, class Data, std::size_t... D, std::size_t... C, std::size_t... I>
    auto plan_pass(End const& end, Loop&& loop_into, Data&& data, std::uint64_t chosen,
                   void const* valid, std::index_sequence<D...>, std::index_sequence<C...>,
                   std::index_sequence<I...>) {
        reduction_loop<loop> shape{};
        each([&](auto index, auto const& r) {
            if (chosen >> decltype(index)::value & 1)
                shape = loop_into(index, r);
        });
        // On the device the way that all operands lie decides how fast a pass is.
        read_anyway array;
        index_t stride[loop];
        if constexpr (std::is_same_v<Space, device_space>)
            if (valid)
                (find_array<D>(array, stride, shape.extent), ...);
        using Reducer = joint_reducer<std::integer_sequence<int, how.operand[how.core_from[C]]...>,
                                      decltype(core<C>())...>;
        auto const tree = make_node(stored<join_function>{}, lowered<D>(valid, array, all{})...);
        using Tree = std::remove_const_t<decltype(tree)>;
        constexpr axis_set reduced =
            (known_axes_of<R> | ...) == (known_axes_of<R> & ...) ? (known_axes_of<R> & ...) : 0;
        auto const plan = make_reduce_plan<what_is_reduced<Tree, loop, (R::whole && ...), reduced>>(
            tree, Reducer{{{core<C>()}...}},
            end.template sink<finished<how.core[I], typename R::reducer_type>...>(
                {{{at<I>().reducer, data(std::integral_constant<std::size_t, I>{})}...}}),
            shape.extent, shape.stride, shape.mask);
        if constexpr (is_over_pairs<Tree, loop, reduced>)
            return paired_plan<std::remove_const_t<decltype(plan)>, Tree, reduced>{
                plan, tree, shape.extent, shape.stride,
                chosen == ~std::uint64_t{0} >> (64 - count)};
        else
            return plan;
    }

    void const* reductions_[count];  // not a tuple, which costs g++ a dozen functions for each
    int owner_[how.operands] = {};
    End end_;
};

}  // namespace twill::inline v0::detail
