// SPDX-License-Identifier: MIT
// Sums of exponentials below their greatest, sum(exp(x - max(x))), in one pass: where a greater
// element turns up, what was summed is scaled (the online softmax of Milakov and Gimelshein, 2018).
#pragma once

#include <array>

#include "twill/eval/ready.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/operators.hpp"
#include "twill/ops/reduce/node.hpp"

namespace twill::inline v0::detail {

/// The greatest element x of those so far, and the sum of exp(element - x).
template <class A>
struct scaled_sum {
    A greatest;
    A sum;
};
/// The sum of exp(x - greatest x), of elements of a floating-point type.
template <class V>
struct exponentials_reducer {
    static constexpr char const* name = "sum of exponentials";
    static constexpr bool needs_elements = false;
    using result = V;
    using value = compute_t<V>;
    using accumulator = scaled_sum<value>;
    using core = exponentials_reducer;

    TWILL_HD static accumulator identity() { return {-limits<value>::infinity, value(0)}; }
    TWILL_HD static void add(accumulator& a, value const& x) {
        bool const greater = x > a.greatest;
        value const e = exp_function{}(-distance(a.greatest, x));
        a.sum = greater ? a.sum * e + value(1) : a.sum + e;
        a.greatest = greater ? x : a.greatest;
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        value const e = exp_function{}(-distance(a.greatest, b.greatest));
        if (b.greatest > a.greatest)
            return {b.greatest, a.sum * e + b.sum};
        return {a.greatest, a.sum + b.sum * e};
    }
    TWILL_HD value finish(accumulator const& a, index_t) const { return a.sum; }
    /// exp(x - greatest); 1 of equal infinities.
    TWILL_HD static value below(value const& x, value const& greatest) {
        return exp_function{}(x == greatest ? value(0) : x - greatest);
    }

private:
    /// |a - b|; 0 of equal infinities, NaN of NaN.
    TWILL_HD static value distance(value const& a, value const& b) {
        return a == b ? value(0) : a > b ? a - b : b - a;
    }
};
/// Both of what such a sum found.
template <class V>
struct scaled_sum_reducer : exponentials_reducer<V> {
    using result = scaled_sum<compute_t<V>>;
    TWILL_HD static result finish(result const& a, index_t) { return a; }
};
/// The sum of exp(element - other) from the one below the greatest element.
struct sum_below {
    static constexpr char const* name = "sum of exponentials";
    static constexpr bool costly = true;
    template <class A>
    TWILL_HD constexpr A operator()(scaled_sum<A> const& found, A const& other) const {
        return found.sum * exp_function{}(found.greatest - other);
    }
};
/// The greatest element that such a sum found.
template <class V>
struct exponentials_greatest_reducer : exponentials_reducer<V> {
    static constexpr char const* name = "greatest of exponentials";
    TWILL_HD typename exponentials_reducer<V>::value finish(scaled_sum<compute_t<V>> const& a,
                                                            index_t) const {
        return a.greatest;
    }
};

/// What is known of sum(exp(a - max(b))) whose reductions have the same axes: how it is had from
/// sum(exp(a - max(a))), which takes one pass.
template <class E>
struct exponentials_of {
    static constexpr bool fits = false;
};
template <class V, class A, class B, class W, class Axes, bool KeepMax, bool Keep>
struct exponentials_of<
    reduction<sum_reducer<V>,
              elementwise<exp_function,
                          elementwise<subtract, A, reduction<max_reducer<W>, B, Axes, KeepMax>>>,
              Axes, Keep>> {
    using traits = axes_traits<Axes, B::rank>;
    /// Whether the maxima stand still along the reduced axes.
    static constexpr bool still = [] {
        if constexpr (KeepMax || traits::count == B::rank)
            return true;
        else if constexpr (requires { traits::bits; })
            return traits::bits == (std::uint64_t{1} << traits::count) - 1;
        else
            return false;
    }();
    static constexpr bool fits = std::is_same_v<V, W> && is_floating<V> && A::rank == B::rank &&
                                 std::is_same_v<typename A::value_type, V> && still &&
                                 !contains_evaluation<A> && !contains_evaluation<B>;
    using value = V;
    using greatest = reduction<max_reducer<W>, B, Axes, KeepMax>;
    /// Whether both operands are leaves of one type, so that one pass may read them once.
    static constexpr bool one_leaf = fits && std::is_same_v<A, B> && leaf_in_memory<A>;

    template <class Sum>
    static A const& operand(Sum const& sum) {
        return get<0>(get<0>(sum.operand));
    }
    template <class Sum>
    static greatest const& subtracted(Sum const& sum) {
        return get<1>(get<0>(sum.operand));
    }
};

/// The first type of such sums over leaves in an expression; void if there is none.
template <class E>
constexpr auto exponentials_in();
template <class... A>
constexpr auto exponentials_among(types<A...>) {
    return (types<>{} + ... + exponentials_in<A>());
}
template <class E>
constexpr auto exponentials_in() {
    if constexpr (!contains_evaluation<E>)
        return types<>{};
    else if constexpr (exponentials_of<E>::fits)
        return std::conditional_t<exponentials_of<E>::one_leaf, types<E>, types<>>{};
    else
        return exponentials_among(operand_types<E>{});
}
template <class Sum, class... Rest>
std::type_identity<Sum> first_exponentials(types<Sum, Rest...>);

template <class Space>
struct runner<exponentials_operation, Space> {
    template <class E, class T, int Rank>
    static bool statement(execution&, E const&, target<T, Rank> const&) {
        return false;
    }
    template <class E>
    static constexpr bool prepares = [] {
        if constexpr (std::is_same_v<Space, device_space>)
            return decltype(exponentials_among(operand_types<E>{}))::count > 0;
        else
            return false;
    }();

    /// The expression with such sums of one type evaluated, and the maxima that they subtract.
    template <class E>
    static auto prepared(execution& now, E const& x) {
        using Sum =
            typename decltype(first_exponentials(exponentials_among(operand_types<E>{})))::type;
        using how = exponentials_of<Sum>;
        using Greatest = typename how::greatest;
        auto const sums = in_array<Sum>(nodes_of_group<copies_of<Sum>>(x));
        constexpr std::size_t count = std::tuple_size_v<decltype(sums)>;
        std::array<fresh<Sum>, count> sum;
        std::array<fresh<Greatest>, count> below;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t k = 0;
            while (k < i && !equal_nodes(sums[k], sums[i]))
                ++k;
            if (k < i)
                sum[i] = sum[k];
            else
                evaluate(now, sums[i], how::operand(sums[i]), how::subtracted(sums[i]), sum[i],
                         below[i]);
        }
        auto const rest = substitute<copies_of<Sum>, 0>(x, sum);
        if constexpr (count_in_group<copies_of<Greatest>, std::remove_const_t<decltype(rest)>> ==
                      0) {
            return rest;
        } else {
            auto const maxima = in_array<Greatest>(nodes_of_group<copies_of<Greatest>>(rest));
            std::array<fresh<Greatest>, std::tuple_size_v<decltype(maxima)>> greatest;
            for (std::size_t j = 0; j < greatest.size(); ++j) {
                std::size_t k = 0;
                while (k < count &&
                       (!below[k].storage || !equal_nodes(how::subtracted(sums[k]), maxima[j])))
                    ++k;
                fresh<Sum> unused;
                if (k < count)
                    greatest[j] = below[k];
                else
                    evaluate(now, sums[0], maxima[j].operand, maxima[j], unused, greatest[j]);
            }
            return substitute<copies_of<Greatest>, 0>(rest, greatest);
        }
    }

private:
    template <class N>
    using fresh = leaf<typename N::value_type, N::rank, Space, dense>;
    template <class N, class... Same>
    static auto in_array(std::tuple<Same...> const& nodes) {
        return std::apply([](auto const&... n) { return std::array<N, sizeof...(Same)>{n...}; },
                          nodes);
    }

    /// sum(exp(a - max)) along the axes of `sum`, and the maxima.
    template <class V, class E, class Axes, bool Keep, class A, class Greatest>
    static void evaluate(execution& now, reduction<sum_reducer<V>, E, Axes, Keep> const& sum,
                         A const& a, Greatest const& max,
                         leaf<V, reduction<sum_reducer<V>, E, Axes, Keep>::rank, Space, dense>& to,
                         fresh<Greatest>& below) {
        reduction<exponentials_reducer<V>, A, Axes, Keep> const own{a, sum.which, {}};
        reduction<exponentials_greatest_reducer<V>, A, Axes, Keep> const greatest{a, sum.which, {}};
        reduction<max_reducer<V>, A, Axes, Keep> const subtracted{max.operand, sum.which, {}};
        auto const results =
            joint_run<void>::template of<Space>(now, own, greatest, subtracted, max);
        to = std::get<0>(results);
        below = std::get<3>(results);
        // Of another array's maxima; of its own this is 1, or NaN where the greatest is infinite.
        to = evaluate_fresh<V, Space>(now, to * exp(std::get<1>(results) - std::get<2>(results)));
    }
};

}  // namespace twill::inline v0::detail
