// SPDX-License-Identifier: MIT
// An operation outside the library: the median of a window that runs along an axis. Includes
// nothing but twill's public headers.
#pragma once

#include <twill/extend.hpp>

#include <algorithm>

namespace filters {

namespace tw = twill;

/// Evaluates running medians; in<Space> is completed for each space below and in
/// running_median.cuh.
struct running_median_operation {
    template <class Space>
    struct in;
};

/// At each place the median of the `2 * half + 1` elements around it along `axis`, as far as there
/// are any; of an even number the lower one.
template <class E>
struct running_median_node : tw::extend::subscripts<running_median_node<E>> {
    using twill_node = void;
    using value_type = typename E::value_type;
    using space = typename E::space;
    static constexpr int rank = E::rank;
    using operands = tw::extend::types<E>;
    using functions = tw::extend::types<>;
    static constexpr bool needs_evaluation = true;
    using operation = running_median_operation;
    /// Of an expression the operation gets the elements: each is read many times.
    static constexpr tw::extend::reads how(int) { return tw::extend::reads::memory; }

    E operand;
    int axis;
    int half;

    running_median_node(E const& x, int along, int half_window)
        : operand(x), axis(along), half(half_window) {}

    tw::extents<rank> shape(tw::source_location place = tw::source_location::current()) const {
        return operand.shape(place);
    }
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(operand);
    }
    template <class X>
    running_median_node<X> with(X const& x) const {
        return {x, axis, half};
    }
};

inline constexpr int most_half = 7;

template <tw::array_expression X>
auto running_median(X&& x, int axis, int half) {
    using E = tw::extend::node_of<X>;
    if (axis < 0 || axis >= E::rank)
        throw tw::axis_error("running_median: the operand has no such axis");
    if (half < 0 || half > most_half)
        throw tw::value_error("running_median: half a window of 0 to 7 elements");
    return running_median_node<E>(tw::extend::as_node(std::forward<X>(x)), axis, half);
}

/// The median of a window of a line, of which `stride` elements apart `length` are.
template <class T>
TWILL_HD T median_at(T const* line, tw::index_t stride, tw::index_t length, tw::index_t at,
                     int half) {
    T sorted[2 * most_half + 1];
    int count = 0;
    tw::index_t const last = at + half < length ? at + half : length - 1;
    for (tw::index_t i = at > half ? at - half : 0; i <= last; ++i) {
        T const x = line[i * stride];
        int k = count++;
        for (; k > 0 && x < sorted[k - 1]; --k)
            sorted[k] = sorted[k - 1];
        sorted[k] = x;
    }
    return sorted[(count - 1) / 2];
}

/// One result: element number `i`, in C order, of the target.
template <class T, class Out, int Rank>
TWILL_HD void median_into(tw::array_ref<T const, Rank> x, tw::array_ref<Out, Rank> to, int axis,
                          int half, tw::index_t i) {
    tw::index_t from = 0;
    tw::index_t out = 0;
    tw::index_t along = 0;
    for (int d = Rank - 1; d >= 0; --d) {
        tw::index_t const k = i % to.extent(d);
        i /= to.extent(d);
        out += k * to.stride(d);
        if (d == axis)
            along = k;
        else
            from += k * x.stride(d);
    }
    to.data()[out] =
        static_cast<Out>(median_at(x.data() + from, x.stride(axis), x.extent(axis), along, half));
}

template <>
struct running_median_operation::in<tw::host_space> {
    template <class E, class T, int Rank>
    static void run(tw::extend::execution& now, running_median_node<E> const& x,
                    tw::extend::target<T, Rank> const& to) {
        if (now.only_tells(to, "running median", ""))
            return;
        auto const in = tw::extend::ref_of(x.operand);
        auto const out = tw::extend::ref_of(to);
        constexpr tw::index_t most = 1024;
        tw::extend::parallel((out.size() + most - 1) / most, [&](tw::index_t piece) {
            tw::index_t const last = std::min(out.size(), (piece + 1) * most);
            for (tw::index_t i = piece * most; i < last; ++i)
                median_into(in, out, x.axis, x.half, i);
        });
    }
};

}  // namespace filters
