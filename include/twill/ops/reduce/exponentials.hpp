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
        a.greatest = greater_of(a.greatest, x);
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        value const e = exp_function{}(-distance(a.greatest, b.greatest));
        value const greatest = greater_of(a.greatest, b.greatest);
        if (b.greatest > a.greatest)
            return {greatest, a.sum * e + b.sum};
        return {greatest, a.sum + b.sum * e};
    }
    TWILL_HD value finish(accumulator const& a, index_t) const { return sum_of(a); }

protected:
    /// Beside an infinite element nothing counts: infinity times 1, or NaN where that is
    /// subtracted.
    TWILL_HD static value sum_of(accumulator const& a) {
        return a.greatest == limits<value>::infinity ? value(1) : a.sum;
    }

private:
    /// NaN of NaN.
    TWILL_HD static value greater_of(value const& a, value const& b) {
        return maximum_function{}(a, b);
    }
    /// |a - b|; 0 of equal infinities, NaN of NaN.
    TWILL_HD static value distance(value const& a, value const& b) {
        return a == b ? value(0) : a > b ? a - b : b - a;
    }
};
/// Both of what such a sum found.
template <class V>
struct scaled_sum_reducer : exponentials_reducer<V> {
    using result = scaled_sum<compute_t<V>>;
    TWILL_HD static result finish(result const& a, index_t) {
        return {a.greatest, exponentials_reducer<V>::sum_of(a)};
    }
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
struct greatest_found {
    static constexpr char const* name = "greatest of exponentials";
    template <class A>
    TWILL_HD constexpr A operator()(scaled_sum<A> const& found) const {
        return found.greatest;
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

/// Both as reductions of their own, which share what they find.
struct scaled_parts {
    template <class W, bool Keep, class A, class Axes>
    static auto greatest(A const& x, Axes const& which) {
        return reduction<exponentials_greatest_reducer<W>, A, Axes, Keep>{x, which, {}};
    }
    template <class V, bool Keep, class A, class Axes>
    static auto sum(A const& x, A const& other, Axes const& which) {
        // Of its own greatest element the factor is 1, or NaN where that is infinite.
        return reduction<exponentials_reducer<V>, A, Axes, Keep>{x, which, {}} *
               exp(greatest<V, Keep>(x, which) - greatest<V, Keep>(other, which));
    }
};
/// Both as functions of one reduction.
struct scaled_whole {
    template <class W, bool Keep, class A, class Axes>
    static auto greatest(A const& x, Axes const& which) {
        return make_elementwise(greatest_found{},
                                reduction<scaled_sum_reducer<W>, A, Axes, Keep>{x, which, {}});
    }
    template <class V, bool Keep, class A, class Axes>
    static auto sum(A const& x, A const& other, Axes const& which) {
        return make_elementwise(sum_below{},
                                reduction<scaled_sum_reducer<V>, A, Axes, Keep>{x, which, {}},
                                greatest<V, Keep>(other, which));
    }
};

/// The first sum(exp(x - max(x))) of an expression whose operands may be one array; void if there
/// is none.
template <class... A>
struct scaled_sum_among {
    using type = void;
};
template <class E>
struct scaled_sum_in : scaled_sum_among<> {};
template <class A, class... Rest>
struct scaled_sum_among<A, Rest...> {
    using own = typename scaled_sum_in<A>::type;
    using type =
        std::conditional_t<std::is_void_v<own>, typename scaled_sum_among<Rest...>::type, own>;
};
template <class F, class... A>
struct scaled_sum_in<elementwise<F, A...>> : scaled_sum_among<A...> {};
template <class Reducer, class E, class Axes, bool Keep>
    requires(exponentials_of<reduction<Reducer, E, Axes, Keep>>::one_leaf)
struct scaled_sum_in<reduction<Reducer, E, Axes, Keep>> {
    using type = reduction<Reducer, E, Axes, Keep>;
};

/// The same expression over the sums that are scaled as they grow.
template <class Sum, class Parts, class E>
auto with_scaled_sums(E const& x) {
    return x;
}
template <class Sum, class Parts, class F, class... A>
auto with_scaled_sums(elementwise<F, A...> const& x);
template <class Sum, class Parts, class W, class E, class Axes, bool Keep>
auto with_scaled_sums(reduction<max_reducer<W>, E, Axes, Keep> const& r) {
    if constexpr (std::is_same_v<E, std::remove_cvref_t<decltype(exponentials_of<Sum>::operand(
                                        std::declval<Sum const&>()))>>)
        return Parts::template greatest<W, Keep>(r.operand, r.which);
    else
        return r;
}
template <class Sum, class Parts, class V, class E, class Axes, bool Keep>
auto with_scaled_sums(reduction<sum_reducer<V>, E, Axes, Keep> const& r) {
    using how = exponentials_of<reduction<sum_reducer<V>, E, Axes, Keep>>;
    if constexpr (how::one_leaf) {
        auto const& own = how::operand(r);
        auto const& other = how::subtracted(r).operand;
        return Parts::template sum<V, Keep>(own, other, r.which);
    } else {
        return r;
    }
}
template <class Sum, class Parts, class F, class... A>
auto with_scaled_sums(elementwise<F, A...> const& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_elementwise(static_cast<F const&>(x.function.get()),
                                with_scaled_sums<Sum, Parts>(get<I>(x))...);
    }(std::index_sequence_for<A...>{});
}

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

    /// sum(exp(a - max)) along the axes of `sum`, and the maxima, which may be along other ones:
    /// only a run can tell.
    template <class V, class E, class Axes, bool Keep, class A, class Greatest>
    static void evaluate(execution& now, reduction<sum_reducer<V>, E, Axes, Keep> const& sum,
                         A const& a, Greatest const& max,
                         leaf<V, reduction<sum_reducer<V>, E, Axes, Keep>::rank, Space, dense>& to,
                         fresh<Greatest>& below) {
        if constexpr (!requires { axes_traits<Axes, A::rank>::bits; })
            if (sum.mask() != max.mask()) {
                to = evaluate_fresh<V, Space>(now, sum);
                below = evaluate_fresh<typename Greatest::value_type, Space>(now, max);
                return;
            }
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
