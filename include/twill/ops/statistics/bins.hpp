// SPDX-License-Identifier: MIT
// Bins, weights and what is counted in them.
#pragma once

#include "twill/core/count_passed.hpp"
#include "twill/expr/weights.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/statistics/groups.hpp"

namespace twill::inline v0 {

/// The interval that the bins of a histogram divide: `histogram(x, 100, range(0, 1))`.
struct value_range {
    double low;
    double high;
    bool found = false;  ///< in the elements: edges are computed in their precision, as NumPy's are
};
constexpr value_range range(double low, double high) { return {low, high}; }

/// What a histogram counts: elements (int64), their share of all by the bin's width (float64), or
/// weights (float64), as they are or as shares.
struct counted_t {};
struct density_t {};
inline constexpr density_t density{};
/// `histogram(x, 100, range(0, 1), weights(w, density))`: as shares.
template <detail::operand W>
auto weights(W const& w, density_t) {
    return weighted<detail::node_of<W>>{detail::as_node(w), true};
}

template <class Counts, class Edges>
struct histogram_result {
    Counts counts;
    Edges edges;
};
template <class Counts, class EdgesX, class EdgesY>
struct histogram2d_result {
    Counts counts;
    EdgesX x_edges;
    EdgesY y_edges;
};

namespace detail {

template <class Option>
inline constexpr bool is_weighted = false;
template <class W>
inline constexpr bool is_weighted<weighted<W>> = true;
/// What may follow the bins of a histogram, in any order.
template <class Option>
concept histogram_option = std::is_same_v<Option, counted_t> || std::is_same_v<Option, density_t> ||
                           is_weighted<Option> || std::is_same_v<Option, not_given>;
/// The weights among the options, or counted_t.
constexpr counted_t weights_among() { return {}; }
template <class O, class... Rest>
constexpr auto weights_among(O const& option, Rest const&... rest) {
    if constexpr (is_weighted<O>)
        return option;
    else
        return weights_among(rest...);
}
template <class O>
constexpr bool wants_shares(O const& option) {
    if constexpr (is_weighted<O>)
        return option.shares;
    else
        return std::is_same_v<O, density_t>;
}
template <class... O>
inline constexpr bool says_density = (std::is_same_v<O, density_t> || ...);
template <class... O>
inline constexpr bool says_weights = (is_weighted<O> || ...);

/// Edges are floats of the elements' precision, float64 for integers.
template <class T>
using edge_t = compute_t<float_result_t<T>>;

/// The bin between edges that an element is in, by a search; the last bin has its upper edge, too.
template <class E>
struct bin_by_search {
    E const* edges;
    index_t bins;
    template <class T>
    TWILL_HD constexpr index_t operator()(T element) const {
        E const x = static_cast<E>(element);
        if (bins < 1 || !(x >= edges[0] && x <= edges[bins]))
            return -1;
        return count_passed(edges + 1, bins - 1, 1, [&](E edge) { return edge <= x; });
    }
};
/// The same where bins are equally wide: what the division says is set right by the edges, as
/// NumPy's histogram does. Well inside a bin the division in E is enough, and no edge is read.
template <class E>
struct bin_by_division {
    E const* edges;
    index_t bins;
    E low;
    E high;
    double scale;  ///< bins by the width of all
    E scale_near;
    E start;   ///< scale * low
    E margin;  ///< what scale_near * x - start and the edges may be off, as a part of a bin

    using bits = std::conditional_t<sizeof(E) == 4, std::uint32_t, std::uint64_t>;
    static constexpr E whole = static_cast<E>(sizeof(E) == 4 ? 0x1p23 : 0x1p52);

    bin_by_division() = default;
    bin_by_division(E const* from, index_t count, double first, double last)
        : edges(from),
          bins(count),
          low(static_cast<E>(first)),
          high(static_cast<E>(last)),
          scale(static_cast<double>(count) / (last - first)),
          scale_near(static_cast<E>(scale)),
          start(static_cast<E>(scale * first)) {
        // The roundings of scale_near, start and their sum, of at most 2 * scale * most each; those
        // of an edge, which is between both ends.
        constexpr double unit = sizeof(E) == 4 ? 0x1p-24 : 0x1p-53;
        double const most = larger(first < 0 ? -first : first, last < 0 ? -last : last);
        margin = static_cast<E>(unit * (4.0 * static_cast<double>(count) + 16.0 * scale * most));
    }

    template <class T>
    TWILL_HD constexpr index_t operator()(T element) const {
        E const x = static_cast<E>(element);
        // Adding `whole` rounds to an integer, which then stands in the low bits: no conversion,
        // which is slow on devices. What is farther from one than `margin` is well inside a bin,
        // and so are its x in the range and the bin one of all; NaN is in none.
        E const near = x * scale_near - start;
        E const moved = near + whole;
        E const part = near - (moved - whole);
        bits const sure = __builtin_bit_cast(bits, moved) - __builtin_bit_cast(bits, whole) -
                          (__builtin_bit_cast(bits, part) >> (8 * sizeof(bits) - 1));
        if ((part < 0 ? -part : part) > margin && sure < static_cast<bits>(bins))
            return static_cast<index_t>(sure);
        if (!(x >= low && x <= high))
            return -1;
        auto bin =
            static_cast<index_t>((static_cast<double>(x) - static_cast<double>(low)) * scale);
        if (bin >= bins)
            bin = bins - 1;
        if (bin > 0 && x < edges[bin])
            return bin - 1;
        if (bin + 1 < bins && x >= edges[bin + 1])
            return bin + 1;
        return bin;
    }
};
/// NumPy's linspace: the last edge is exact. Between numbers it computes in float64, between
/// elements in their type.
template <class E>
struct edge_function {
    static constexpr char const* name = "histogram_edge";
    double low;
    double high;
    index_t bins;
    bool in_elements;
    TWILL_HD E operator()(index_t i) const {
        return in_elements ? edge<E>(i) : static_cast<E>(edge<double>(i));
    }

private:
    template <class C>
    TWILL_HD C edge(index_t i) const {
        C const first = static_cast<C>(low);
        C const last = static_cast<C>(high);
        C const width = (last - first) / static_cast<C>(bins);
        return i == bins ? last : rounded_product_plus(static_cast<C>(i), width, first);
    }
};
template <class A, class B>
struct bin_of_pair {
    A first;
    B second;
    template <class X, class Y>
    TWILL_HD constexpr index_t operator()(X x, Y y) const {
        index_t const i = first(x);
        index_t const j = second(y);
        return i < 0 || j < 0 ? -1 : i * second.bins + j;
    }
};
struct share_function {
    static constexpr char const* name = "density";
    template <class C, class E>
    TWILL_HD constexpr double operator()(C count, C total, E from, E to) const {
        return static_cast<double>(count) / static_cast<double>(to - from) /
               static_cast<double>(total);
    }
};

/// NumPy divides by one width after the other, then by the sum.
struct cell_share_function {
    static constexpr char const* name = "density";
    template <class C, class E, class F>
    TWILL_HD constexpr double operator()(C count, C total, E from, E to, F low, F high) const {
        return static_cast<double>(count) / static_cast<double>(to - from) /
               static_cast<double>(high - low) / static_cast<double>(total);
    }
};

/// Weights summed by bin.
template <class Space, class Keys, class W>
auto weights_by_bin(execution& now, Keys const& keys, W const& w, index_t bins, caller const& by) {
    static_assert(!is_complex<typename W::value_type>, "twill: weights are real numbers");
    if (w.shape(by.place) != keys.shape(by.place))
        raise<shape_error>(by.place, "twill: %s: weights of shape %s for elements of shape %s",
                           by.operation, text_of(w.shape(by.place)).text,
                           text_of(keys.shape(by.place)).text);
    if constexpr (std::is_same_v<execution_space_t<Space>, host_space>) {
        auto const values = packed<Space>(now, make_elementwise(cast_function<double>{}, w));
        auto const of = packed<Space>(now, keys);
        now.template begin<Space>(nullptr, 0, nullptr);
        return as_array(tally<Space>::sums(now, of, values, bins));
    } else {
        binned_order<Space> const binned(now, keys, bins);
        auto const values = packed<Space>(now, make_elementwise(cast_function<double>{}, w));
        return as_array(tally<Space>::reduce_runs(now, sum_reducer<double>{}, values,
                                                  binned.order.expression(),
                                                  binned.starts.expression()));
    }
}

template <class X>
constexpr auto require_countable() {
    using E = node_of<X>;
    require_sortable<E>();
    require_tally<typename E::space>();
    static_assert(is_radix_key<typename E::value_type>, "twill: bins are of real numbers");
}

}  // namespace detail

}  // namespace twill::inline v0
