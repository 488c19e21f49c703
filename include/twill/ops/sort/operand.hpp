// SPDX-License-Identifier: MIT
// What a sort works on: an operand whose axis stands last, as lines of elements.
#pragma once

#include "twill/array/capacity.hpp"
#include "twill/array/evaluate.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/expr/map.hpp"
#include "twill/ops/sort/order.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0::detail {

/// Sorts in a space; completed by `twill/sort.hpp` and `twill/sort.cuh`.
///   values(now, x, order)             the lines of x, each in order, as a fresh leaf
///   indices<I>(now, x, order)         where their elements stand in x, equal ones in x's order
///   positions(now, count, wanted, e)  the i below count for which wanted(i), rising, and with e
///                                     count itself behind them; waits
///   positions_within(now, n, wanted, m)  the first m of them, n where there are fewer, and how
///   many
///                                     there are; does not wait on the device
///   by_small_keys(now, keys, bits)    the order of uint32 keys of so many bits, and they in order
///   scatter(now, to, from, count)     result[to[i]] = from[i]; `to` is a permutation
///   ranked(now, x, ranks)             the elements of three rising ranks of each line
///   distinct(now, x)                  the distinct elements of a line in order; waits
///   top<I>(now, x, k, order)          the first k of each line in order, and where they stand
template <class Space>
struct sorter;

template <class Order, class Keys>
struct ordered_keys {
    Order order;
    Keys keys;
};

template <class Space>
constexpr auto require_sorter() {
    require_some_space<Space>();
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<sorter<Space>, Space>,
                      "twill: this sorts on the device: do it in a .cu file that includes "
                      "<twill/sort.cuh>");
    else
        static_assert(provided<sorter<Space>, Space>,
                      "twill: this sorts on the host: include <twill/sort.hpp>");
}

/// The last axis of a shape and how many lines along it there are.
struct line_counts {
    index_t lines = 1;
    index_t length = 1;
    template <int Rank>
    explicit line_counts(extents<Rank> const& shape) : length(shape[Rank - 1]) {
        for (int d = 0; d + 1 < Rank; ++d)
            lines *= shape[d];
    }
    index_t size() const { return lines * length; }
};

template <class Axes, int Rank>
inline constexpr bool is_last_axis = Rank == 1;
template <int Axis, int Rank>
inline constexpr bool is_last_axis<axis_t<Axis>, Rank> = Axis == -1 || Axis == Rank - 1;

/// Axis k onto the last place, those behind it one forward; or back again.
template <int Rank>
mapping<Rank, Rank> axis_to_end(extents<Rank> const& shape, int k) {
    auto map = forget_axes(identity_mapping(shape));
    // g++ warns of an axis below the first, which there is not.
    if (k < 0)
        __builtin_unreachable();
    for (int d = 0; d < Rank; ++d) {
        map.axis[d] = d < k ? d : (d == k ? Rank - 1 : d - 1);
        map.shape[map.axis[d]] = shape[d];
    }
    return map;
}
template <int Rank>
mapping<Rank, Rank> axis_from_end(extents<Rank> const& shape, int k) {
    auto map = forget_axes(identity_mapping(shape));
    for (int d = 0; d < Rank; ++d) {
        map.axis[d] = d < k ? d : (d == Rank - 1 ? k : d + 1);
        map.shape[map.axis[d]] = shape[d];
    }
    return map;
}

template <class T, int Rank, class Space>
array<T, Rank, Space> put_axis_back(array<T, Rank, Space>&& x, int k) {
    auto const map = axis_from_end(x.shape(), k);
    return array<T, Rank, Space>(rearrange(x.expression(), map), nowhere);
}

/// f(x) where the axis is the last one; otherwise f of x seen with it there, and the result's axis
/// is moved back.
template <class E, class Axes, class F>
auto with_axis_last(E const& x, Axes const& which, caller const& by, F&& f) {
    constexpr int rank = E::rank;
    static_assert(rank > 0, "twill: this runs along an axis, and the operand has rank 0");
    int const k = one_axis<rank>(which, by);
    if constexpr (!is_last_axis<Axes, rank>) {
        if (k != rank - 1)
            return put_axis_back(f(rearrange(x, axis_to_end(x.shape(by.place), k))), k);
    }
    return f(x);
}

/// Which line an index belongs to, as a value.
template <int Rank>
index_leaf<Rank> line_index(extents<Rank> const& shape) {
    index_leaf<Rank> result{0, {shape, {}}};
    index_t step = 1;
    for (int d = Rank - 2; d >= 0; --d) {
        result.layout.stride[d] = step;
        step *= shape[d];
    }
    return result;
}
/// The index along the last axis.
template <int Rank>
index_leaf<Rank> column_index(extents<Rank> const& shape) {
    index_leaf<Rank> result{0, {shape, {}}};
    result.layout.stride[Rank - 1] = 1;
    return result;
}

/// The leaf as an array's.
template <class T, int Rank, class Space>
array<T, Rank, Space> as_array(leaf<T, Rank, Space, dense>&& fresh) {
    return array<T, Rank, Space>(adopt_t{}, std::move(fresh));
}
/// Elements in C order without gaps: a leaf that has them already is not copied.
template <class Space, class E>
auto packed(execution& now, E const& x) {
    using T = typename E::value_type;
    using result = leaf<T, E::rank, Space, strided>;
    if constexpr (leaf_in_memory<E>)
        if (is_contiguous(x.layout))
            return result(x.storage, x.data, x.layout);
    return result(evaluate_fresh<T, Space>(now, x));
}

/// An operand, computed first in `Space` where it has no space of its own.
template <class Space, class X>
decltype(auto) in_space(X const& x) {
    if constexpr (std::is_same_v<space_of<X>, no_space> && !std::is_same_v<Space, no_space>)
        return array<value_of<X>, rank_of<X>, Space>(x);
    else
        return (x);
}

/// All elements of an operand as one line.
template <class X>
auto flat(X const& x) {
    decltype(auto) node = as_node(x);
    if constexpr (rank_of<X> == 1) {
        return node_of<X>(node);
    } else {
        using Space = space_of<X>;
        require_space<node_of<X>>();
        execution now;
        auto const all = packed<Space>(now, node);
        return leaf<value_of<X>, 1, Space>(all.storage, all.data,
                                           contiguous(extents<1>(all.layout.shape.size())));
    }
}

/// An element of a line of other elements: from[line * length + index].
template <class T>
struct line_element_function {
    static constexpr char const* name = "take";
    T const* from;
    index_t length;
    template <class I>
    TWILL_HD constexpr T operator()(I index, index_t line) const {
        return from[line * length + static_cast<index_t>(index)];
    }
};
/// The elements of the lines of x that stand at `index`, an expression over as many lines.
template <class Space, class E, class I>
auto take_from_lines(execution& now, E const& x, I const& index) {
    using T = typename E::value_type;
    auto const from = packed<Space>(now, x);
    operand_row const row = from.row(reads::memory, false);
    now.begin<Space>(&row, 1, nullptr);
    auto result = evaluate_fresh<T, Space>(
        now, make_elementwise(line_element_function<T>{from.data, line_counts(x.shape()).length},
                              index, line_index(index.shape())));
    return result;
}

/// Whether an element of a sorted line is the first of its value.
template <class T>
struct starts_run {
    T const* sorted;
    TWILL_HD constexpr bool operator()(index_t i) const {
        return i == 0 || !is_same_value(sorted[i - 1], sorted[i]);
    }
};
/// The distinct elements of a sorted leaf.
template <class Space, class Leaf>
auto distinct_of_sorted(execution& now, Leaf const& sorted) {
    using T = typename Leaf::value_type;
    auto const starts =
        sorter<Space>::positions(now, sorted.layout.shape[0], starts_run<T>{sorted.data});
    return as_array(take_from_lines<Space>(now, sorted, starts.expression()));
}

}  // namespace twill::inline v0::detail
