// SPDX-License-Identifier: MIT
// Quantiles of lines of elements: one, of two neighbours that are looked for, or several, of lines
// that are sorted whole. Lines that leave NaN out are sorted whole too, since where a line's
// quantile is depends on how many of its elements are numbers.
#pragma once

#include <span>
#include <vector>

#include <cstring>

#include "twill/array/copy.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/sort/sorts.hpp"
#include "twill/ops/statistics/quantile_places.hpp"

namespace twill::inline v0::detail {

inline void require_share(double q, caller const& by) {
    double const whole = std::strstr(by.operation, "percentile") ? 100 : 1;
    if (!(q >= 0 && q <= 1))
        raise<value_error>(by.place, "twill: %s: %g is not between 0 and %g", by.operation,
                           q * whole, whole);
}

template <class X>
auto quantile_of_lines(X const& x, double q, quantile_method how, bool is_median,
                       caller const& by) {
    using T = typename X::value_type;
    using Space = typename X::space;
    constexpr int rank = X::rank;
    require_sortable<X>();
    static_assert(is_radix_key<T>, "twill: quantiles are of real numbers");
    extents<rank - 1> kept;
    extents<rank> const shape = x.shape(by.place);
    for (int d = 0; d + 1 < rank; ++d)
        kept[d] = shape[d];
    index_t const length = shape[rank - 1];
    require_share(q, by);
    using R = typename quantile_function<T>::result;
    execution now;
    index_leaf<rank - 1> line{0, contiguous(kept)};
    if (length == 0)
        return as_array(evaluate_fresh<R, Space>(now, make_elementwise(not_a_number<R>{}, line)));
    quantile_place const at = quantile_at(q, length, how);
    // Only floats can have a NaN, which is the last.
    index_t const last = is_floating<T> ? length - 1 : at.behind;
    auto const ranked = sorter<Space>::ranked(now, x, {at.before, at.behind, last});
    quantile_function<T> const pick{ranked.data, at, is_median};
    now.template begin<Space>(nullptr, 0, nullptr);
    return as_array(evaluate_fresh<R, Space>(now, make_elementwise(pick, line)));
}

/// A line's quantile of its first elements, which are its numbers.
template <class T>
struct nan_quantile_function {
    static constexpr char const* name = "nanquantile";
    T const* sorted;
    index_t const* numbers;  ///< how many each line has
    index_t length;
    double q;
    quantile_method how;
    bool is_mean;

    TWILL_HD T operator()(index_t line) const {
        using value = compute_t<T>;
        index_t const count = numbers[line];
        if (count == 0)
            return limits<T>::quiet_nan;
        quantile_place const at = quantile_at(q, count, how);
        T const* const first = sorted + line * length;
        return value_between<T>(at, static_cast<value>(first[at.before]),
                                static_cast<value>(first[at.behind]), is_mean);
    }
};

template <class X>
auto nan_quantile_of_lines(X const& x, double q, quantile_method how, bool is_median,
                           caller const& by) {
    using T = typename X::value_type;
    using Space = typename X::space;
    constexpr int rank = X::rank;
    if constexpr (!is_floating<T>) {
        return quantile_of_lines(x, q, how, is_median, by);
    } else {
        require_share(q, by);
        auto const sorted = sorted_values(x, axis<-1>, ascending, by);
        array<index_t, rank - 1, Space> const numbers = count_nonzero(sorted == sorted, axis<-1>);
        extents<rank> const shape = sorted.shape();
        execution now;
        nan_quantile_function<T> const pick{sorted.data(), numbers.data(), shape[rank - 1], q,
                                            how,           is_median};
        now.template begin<Space>(nullptr, 0, nullptr);
        return as_array(evaluate_fresh<T, Space>(
            now, make_elementwise(pick, index_leaf<rank - 1>{0, contiguous(numbers.shape())})));
    }
}

/// Shares of 1: a few of them in the function itself, or all in memory.
struct quantile_shares {
    static constexpr index_t most_inside = 32;
    double inside[most_inside];
    double const* elements;
    TWILL_HD constexpr double operator()(index_t i) const {
        return elements != nullptr ? elements[i] : inside[i];
    }
};
/// A line's quantile of a share; NaN for one that is none.
template <class T, bool SkipsNaN>
struct several_quantiles_function {
    static constexpr char const* name = "quantile";
    using result = float_result_t<T>;
    using value = compute_t<result>;
    T const* sorted;
    index_t const* numbers;  ///< how many each line has, where NaN is left out
    index_t length;
    quantile_shares shares;
    quantile_method how;

    TWILL_HD result operator()(index_t which, index_t line) const {
        index_t count = length;
        if constexpr (SkipsNaN)
            count = numbers[line];
        double const q = shares(which);
        if (count == 0 || !(q >= 0 && q <= 1))
            return limits<result>::quiet_nan;
        T const* const first = sorted + line * length;
        value const last = static_cast<value>(first[count - 1]);
        if (last != last)
            return static_cast<result>(last);
        quantile_place const at = quantile_at(q, count, how);
        return value_between<result>(at, static_cast<value>(first[at.before]),
                                     static_cast<value>(first[at.behind]), false);
    }
};
/// Several quantiles of each line: the result has the shares' axes before those of the lines.
template <bool SkipsNaN, class X, int Count>
auto quantiles_of_lines(X const& x, quantile_shares const& shares, extents<Count> const& wanted,
                        quantile_method how, caller const& by) {
    using T = typename X::value_type;
    using Space = typename X::space;
    constexpr int kept = X::rank - 1;
    constexpr bool skips = SkipsNaN && is_floating<T>;
    require_sortable<X>();
    static_assert(is_radix_key<T>, "twill: quantiles are of real numbers");
    auto const sorted = sorted_values(x, axis<-1>, ascending, by);
    index_t const length = sorted.shape()[kept];
    extents<Count + kept> shape;
    extents<kept> lines;
    for (int d = 0; d < kept; ++d)
        lines[d] = shape[Count + d] = sorted.shape()[d];
    for (int d = 0; d < Count; ++d)
        shape[d] = wanted[d];
    index_leaf<Count + kept> which{0, {shape, {}}};
    index_leaf<Count + kept> line{0, {shape, {}}};
    for (int d = 0; d < Count; ++d)
        which.layout.stride[d] = contiguous(wanted).stride[d];
    for (int d = 0; d < kept; ++d)
        line.layout.stride[Count + d] = contiguous(lines).stride[d];
    using function = several_quantiles_function<T, skips>;
    auto evaluated = [&](index_t const* numbers) {
        execution now;
        function const pick{sorted.data(), numbers, length, shares, how};
        now.template begin<Space>(nullptr, 0, nullptr);
        return as_array(evaluate_fresh<typename function::result, Space>(
            now, make_elementwise(pick, which, line)));
    };
    if constexpr (skips) {
        array<index_t, kept, Space> const numbers = count_nonzero(sorted == sorted, axis<-1>);
        return evaluated(numbers.data());
    } else {
        return evaluated(nullptr);
    }
}

/// The quantiles that are asked for, of lines, by what they are asked for as.
template <bool SkipsNaN, class X>
auto quantiles_by(X const& x, double q, double whole, quantile_method how, bool is_median,
                  caller const& by) {
    if constexpr (SkipsNaN)
        return nan_quantile_of_lines(x, q / whole, how, is_median, by);
    else
        return quantile_of_lines(x, q / whole, how, is_median, by);
}
template <bool SkipsNaN, class X>
auto quantiles_of_list(X const& x, double const* q, index_t count, double whole,
                       quantile_method how, caller const& by) {
    using Space = typename X::space;
    require_sortable<X>();
    for (index_t i = 0; i < count; ++i)
        require_share(q[i] / whole, by);
    quantile_shares shares{};
    if (count <= quantile_shares::most_inside) {
        for (index_t i = 0; i < count; ++i)
            shares.inside[i] = q[i] / whole;
        return quantiles_of_lines<SkipsNaN>(x, shares, extents<1>(count), how, by);
    }
    array<double, 1, Space> const all =
        bring<Space>(element_range<double const>(q, count), extents<1>(count), by.place) / whole;
    shares.elements = all.data();
    return quantiles_of_lines<SkipsNaN>(x, shares, all.shape(), how, by);
}
template <bool SkipsNaN, class X>
auto quantiles_by(X const& x, std::initializer_list<double> q, double whole, quantile_method how,
                  bool, caller const& by) {
    return quantiles_of_list<SkipsNaN>(x, q.begin(), static_cast<index_t>(q.size()), whole, how,
                                       by);
}
template <bool SkipsNaN, class X, host_range Q>
auto quantiles_by(X const& x, Q const& q, double whole, quantile_method how, bool,
                  caller const& by) {
    std::vector<double> all;
    for (auto const& each : std::span(q.data(), q.size()))
        all.push_back(static_cast<double>(each));
    return quantiles_of_list<SkipsNaN>(x, all.data(), static_cast<index_t>(all.size()), whole, how,
                                       by);
}
template <bool SkipsNaN, class X, operand Q>
auto quantiles_by(X const& x, Q const& q, double whole, quantile_method how, bool,
                  caller const& by) {
    using Space = typename X::space;
    require_sortable<X>();
    require_same_space<Space, space_of<Q>>();
    auto const all = evaluate<Space>(cast<double>(q) / whole, by.place);
    if constexpr (std::is_same_v<Space, host_space>)
        for (index_t i = 0; i < all.size(); ++i)
            require_share(all.data()[i], by);
    quantile_shares shares{};
    shares.elements = all.data();
    return quantiles_of_lines<SkipsNaN>(x, shares, all.shape(), how, by);
}

/// The elements of an operand along some axes as lines, its other axes before them.
template <class X, class Axes>
auto lines_along(X const& x, Axes const& which, caller const& by) {
    constexpr int rank = rank_of<X>;
    using traits = axes_traits<Axes, rank>;
    if constexpr (traits::count == rank) {
        (void)traits::mask(which, by);
        return flat(x);
    } else if constexpr (traits::count == 1) {
        return rearrange(as_node(x), axis_to_end(shape_of(x, by.place), one_axis<rank>(which, by)));
    } else {
        using Space = space_of<X>;
        require_space<node_of<X>>();
        constexpr int kept = rank - traits::count;
        auto const gone = traits::mask(which, by);
        auto map = forget_axes(identity_mapping(shape_of(x, by.place)));
        extents<kept + 1> shape;
        shape[kept] = 1;
        int before = 0;
        int behind = kept;
        for (int d = 0; d < rank; ++d) {
            bool const stays = (gone >> d & 1) == 0;
            if (stays)
                shape[before] = map.source[d];
            else
                shape[kept] *= map.source[d];
            map.axis[d] = stays ? before++ : behind++;
            map.shape[map.axis[d]] = map.source[d];
        }
        execution now;
        auto const all = packed<Space>(now, rearrange(as_node(x), map));
        return leaf<value_of<X>, kept + 1, Space>(all.storage, all.data, contiguous(shape));
    }
}

/// Shares of an array, an expression or a range of the standard library.
template <class Q>
concept several_shares = operand<Q> || host_range<Q>;
/// What may follow the operand and the shares, in any order.
template <class O>
concept quantile_option = axes_or_number<O> || std::is_same_v<O, keepdims_t> ||
                          std::is_same_v<O, quantile_method> || std::is_same_v<O, not_given>;

constexpr all_axes axes_among() { return {}; }
template <class O, class... Rest>
constexpr auto axes_among(O const& option, Rest const&... rest) {
    if constexpr (axes_or_number<O>)
        return as_axes(option);
    else
        return axes_among(rest...);
}
constexpr quantile_method method_among() { return quantile_method::linear; }
template <class O, class... Rest>
constexpr quantile_method method_among(O const& option, Rest const&... rest) {
    if constexpr (std::is_same_v<O, quantile_method>)
        return option;
    else
        return method_among(rest...);
}

/// Quantiles along axes among the options; `shares` (of which `whole` is 1): a number, a list or an
/// operand.
template <bool SkipsNaN = false, class X, class Q, class... O>
auto quantiles_of(caller const& by, X const& x, Q const& shares, double whole, bool is_median,
                  O const&... options) {
    static_assert((0 + ... + (axes_or_number<O> ? 1 : 0)) <= 1 &&
                      (0 + ... + (std::is_same_v<O, quantile_method> ? 1 : 0)) <= 1,
                  "twill: a quantile takes its axes once and its method once");
    return at_place(by.place, [&] {
        auto const which = axes_among(options...);
        auto result = quantiles_by<SkipsNaN>(lines_along(x, which, by), shares, whole,
                                             method_among(options...), is_median, by);
        if constexpr ((std::is_same_v<O, keepdims_t> || ...)) {
            constexpr int rank = rank_of<X>;
            using traits = axes_traits<std::remove_cvref_t<decltype(which)>, rank>;
            using Result = decltype(result);
            constexpr int before = Result::rank() - (rank - traits::count);
            auto const gone = traits::mask(which, by);
            extents<before + rank> shape;
            for (int d = 0; d < before; ++d)
                shape[d] = result.shape()[d];
            for (int d = 0, from = before; d < rank; ++d)
                shape[before + d] = (gone >> d & 1) != 0 ? 1 : result.shape()[from++];
            auto const all = result.expression();
            return as_array(
                leaf<typename Result::value_type, before + rank, typename Result::space, dense>(
                    all.storage, all.data, contiguous(shape)));
        } else {
            return result;
        }
    });
}

}  // namespace twill::inline v0::detail
