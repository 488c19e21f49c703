// SPDX-License-Identifier: MIT
// a(i), m(full_extent, i), m(i, j): subscripts with index arrays, by NumPy's rule for the result's
// axes.
#pragma once

#include <tuple>

#include "twill/array/whole.hpp"
#include "twill/expr/map.hpp"
#include "twill/ops/index/node.hpp"

namespace twill::inline v0::detail {

template <class I>
inline constexpr bool is_mask = false;
template <operand I>
inline constexpr bool is_mask<I> = std::is_same_v<value_of<I>, bool>;
/// Integers beside index arrays count as such.
template <class I>
inline constexpr bool is_chosen = operand<I> || std::is_integral_v<I>;
template <class I>
struct index_type {
    using type = int;
};
template <operand I>
struct index_type<I> {
    using type = value_of<I>;
};
template <class I>
inline constexpr int chosen_rank = 0;
template <operand I>
inline constexpr int chosen_rank<I> = rank_of<I>;

/// The index of a subscript as a node.
template <class I>
auto index_node_of(I const& i) {
    if constexpr (operand<I>)
        return as_node(i);
    else
        return scalar_leaf<index_t>{saturated_index(i)};
}
/// The same along an axis of a known size: a number outside it throws index_error at once, also
/// where no element is asked for.
template <class I>
auto index_node_of(I const& i, index_t size, int axis) {
    if constexpr (operand<I>)
        return as_node(i);
    else
        return scalar_leaf<index_t>{checked_index(saturated_index(i), size, axis)};
}
/// The same operand with axes of one element behind its own; one number is the same everywhere.
template <int Count, class E>
auto with_axes_behind(E const& x) {
    if constexpr (Count == 0 || E::rank == 0) {
        return x;
    } else {
        auto map = mapping_by<E::rank, E::rank + Count>(x.shape(nowhere), [](int d) { return d; });
        for (int d = 0; d < Count; ++d)
            map.shape[E::rank + d] = 1;
        return rearrange(x, map);
    }
}
/// The position along an axis that stands `Behind` axes from the last.
template <int Behind>
auto whole_axis(index_t size) {
    extents<Behind + 1> shape;
    shape[0] = size;
    for (int d = 1; d <= Behind; ++d)
        shape[d] = 1;
    return axis_index_of<0>(shape);
}

/// Where the axes of a subscript go: those of the chosen ones stand together where the first of
/// them stood if no other index stands between them, and in front otherwise.
template <int Rank, class... I>
struct chosen_axes {
    static constexpr int given = sizeof...(I);
    static constexpr bool chosen[given + 1] = {is_chosen<I>..., false};
    static constexpr bool several[given + 1] = {is_ellipsis<I>..., false};
    static constexpr int count = (0 + ... + (is_chosen<I> ? 1 : 0));
    /// How many axes an ellipsis stands for, of the Rank that there are behind the others.
    static constexpr int left = Rank - (0 + ... + (is_ellipsis<I> ? 0 : 1));
    static constexpr int rank = [] {
        int result = 0;
        for (int const r : {chosen_rank<I>...})
            result = r > result ? r : result;
        return result;
    }();
    /// The index that an axis has; as many as are given where it has none.
    static constexpr int index_of(int axis) {
        int k = 0;
        for (int d = 0; k < given; ++k) {
            d += several[k] ? left : 1;
            if (axis < d)
                return k;
        }
        return k;
    }
    static constexpr bool at(int axis) { return chosen[index_of(axis)]; }
    /// The axis where the chosen ones go.
    static constexpr int first() {
        int k = 0;
        while (!chosen[k])
            ++k;
        int last = k;
        while (chosen[last])
            ++last;
        if (last - k != count)
            return 0;
        int axis = 0;
        while (index_of(axis) != k)
            ++axis;
        return axis;
    }
    /// Of an axis that nobody chose from.
    static constexpr int place(int axis) {
        int before = 0;
        for (int d = 0; d < axis; ++d)
            before += at(d) ? 0 : 1;
        return before < first() ? before : before + rank;
    }
};

/// The elements that a call names: of `from`, whose axes are those that the indices stand for and
/// whatever follows them.
template <bool Writes, class Source, class... I>
auto gather_chosen(char const* call, Source const& from, I const&... i) {
    using where = chosen_axes<Source::rank, I...>;
    constexpr int out = Source::rank - where::count + where::rank;
    constexpr axis_set whole = [] {
        axis_set result = 0;
        for (int d = 0; d < Source::rank; ++d)
            result |= where::at(d) ? axis_set{0} : axis_set{1} << d;
        return result;
    }();
    auto const shape = from.shape(nowhere);
    auto const all = std::tie(i...);
    auto index = [&]<int D>(std::integral_constant<int, D>) {
        if constexpr (where::at(D))
            return with_axes_behind<out - where::first() - where::rank>(
                index_node_of(std::get<where::index_of(D)>(all), shape[D], D));
        else
            return whole_axis<out - 1 - where::place(D)>(shape[D]);
    };
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return make_gather<Writes, out_of_range::error, whole>(
            call, from, index(std::integral_constant<int, D>{})...);
    }(std::make_integer_sequence<int, Source::rank>{});
}

/// What takes the place of an index while the others are applied.
template <class I>
auto uncut(I const& i) {
    if constexpr (is_chosen<I>)
        return full_extent;
    else
        return i;
}
template <class X, class... I>
auto elements_at_indices(X const& x, I const&... i) {
    constexpr int axes = consumed_axes<I...>;
    static_assert(axes <= rank_of<X>,
                  "twill: more indices than the array has axes (newaxis does not count)");
    if constexpr (array_like<X>) {
        auto const cut = x.through(index_mapping(x.shape(), uncut(i)...));
        using T = typename std::remove_cvref_t<decltype(cut)>::element_type;
        return gather_chosen<!std::is_const_v<T>>("a(indices)", cut.expression(), i...);
    } else {
        return gather_chosen<false>("a(indices)",
                                    rearrange(x, index_mapping(x.shape(), uncut(i)...)), i...);
    }
}

template <class X, class... I>
auto elements_at_mask(X const& x, I const&... i);

template <class X, class... I>
auto elements_at(int, X const& x, I const&... i) {
    static_assert(((!operand<I> || is_integer<typename index_type<I>::type> || is_mask<I>) && ...),
                  "twill: a subscript takes integers, slices, index arrays and masks");
    if constexpr ((is_mask<I> || ...))
        return elements_at_mask(x, i...);
    else
        return elements_at_indices(x, i...);
}
template <class X, index_tuple I>
auto elements_at(int, X const& x, I const& i) {
    return std::apply([&](auto const&... each) { return elements_at(0, x, each...); }, i);
}

}  // namespace twill::inline v0::detail
