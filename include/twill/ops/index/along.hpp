// SPDX-License-Identifier: MIT
// Elements chosen by indices along one axis, which may be known at run time alone: that axis is
// then brought to the front first, and the result's axes go back to where they belong.
#pragma once

#include "twill/ops/index/selection.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0::detail {

template <class X>
concept index_operand = operand<X> && is_integer<value_of<X>>;
template <class X>
concept mask_operand = operand<X> && std::is_same_v<value_of<X>, bool>;
/// Indices: an operand of integers, or one integer.
template <class X>
concept index_argument = index_operand<X> || axis_number<X>;

// Gives an operand back, so that nothing but the sentence is reported.
template <class I, class X>
constexpr auto refuse_indices(X const& x) {
    static_assert(always_false<I>,
                  "twill: indices are integers, or arrays of integers (of a std::vector: "
                  "host_array<int>(indices), to_device(indices)); a mask stands in "
                  "x(mask), compress(mask, x, axis<0>) and putmask(x, mask, values)");
    return as_node(x);
}

/// x with an axis in front of the others.
template <class E>
auto with_axis_in_front(E const& x, int axis) {
    constexpr int rank = E::rank;
    auto map = forget_axes(mapping_by<rank, rank>(x.shape(nowhere), [](int d) { return d; }));
    for (int d = 0; d < rank; ++d) {
        map.axis[d] = d == axis ? 0 : d < axis ? d + 1 : d;
        map.shape[map.axis[d]] = map.source[d];
    }
    return rearrange(x, map);
}
/// x with the first `Count` axes in front of what is then axis `axis`.
template <int Count, class E>
auto with_first_axes_at(E const& x, int axis) {
    constexpr int rank = E::rank;
    auto map = forget_axes(mapping_by<rank, rank>(x.shape(nowhere), [](int d) { return d; }));
    for (int d = 0; d < rank; ++d) {
        map.axis[d] = d < Count ? axis + d : d - Count < axis ? d - Count : d;
        map.shape[map.axis[d]] = map.source[d];
    }
    return rearrange(x, map);
}

/// gather_chosen with a mode, and an index for one axis.
template <bool Writes, out_of_range Mode, int Axis, class Source, class I>
auto gather_along(char const* call, Source const& from, I const& i) {
    constexpr int behind = Source::rank - 1 - Axis;
    constexpr axis_set whole = every_axis(Source::rank) & ~(axis_set{1} << Axis);
    auto const shape = from.shape(nowhere);
    auto index = [&]<int D>(std::integral_constant<int, D>) {
        if constexpr (D == Axis)
            return with_axes_behind<behind>(i);
        else
            return whole_axis<Source::rank - 1 - D + (D < Axis ? I::rank - 1 : 0)>(shape[D]);
    };
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return make_gather<Writes, Mode, whole>(call, from,
                                                index(std::integral_constant<int, D>{})...);
    }(std::make_integer_sequence<int, Source::rank>{});
}
/// The same along an axis of any spelling, to be read.
template <out_of_range Mode, class Source, class I, class Axes>
auto gather_by_axis(char const* call, Source const& from, I const& i, Axes along,
                    source_location const& place) {
    if constexpr (axes_are_known<Axes>) {
        return gather_along<false, Mode, known_axis_of<Axes, Source::rank>()>(call, from, i);
    } else {
        int const axis = one_axis<Source::rank>(along, {call, place});
        auto chosen = gather_along<false, Mode, 0>(call, with_axis_in_front(from, axis), i);
        chosen.first_axis = axis;
        return with_first_axes_at<I::rank>(chosen, axis);
    }
}

/// One index for every element along an axis, the others standing still.
template <bool Writes, out_of_range Mode, int Axis, class Source, class I>
auto gather_beside(char const* call, Source const& from, I const& i, source_location const& place) {
    static_assert(Source::rank == I::rank,
                  "twill: take_along_axis and put_along_axis take as many axes of indices as the "
                  "array has");
    constexpr axis_set whole = every_axis(Source::rank) & ~(axis_set{1} << Axis);
    auto const shape = from.shape(place);
    auto const given = i.shape(place);
    for (int d = 0; d < Source::rank; ++d)
        if (d != Axis && given[d] != shape[d] && given[d] != 1 && shape[d] != 1)
            raise<shape_error>(place, "twill: %s: indices of shape %s beside an array of shape %s",
                               call, text_of(given).text, text_of(shape).text);
    auto index = [&]<int D>(std::integral_constant<int, D>) {
        if constexpr (D == Axis)
            return i;
        else
            return whole_axis<Source::rank - 1 - D>(shape[D]);
    };
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return make_gather<Writes, Mode, whole>(call, from,
                                                index(std::integral_constant<int, D>{})...);
    }(std::make_integer_sequence<int, Source::rank>{});
}
/// The same along an axis of any spelling, to be read.
template <out_of_range Mode, class Source, class I, class Axes>
auto gather_beside_by_axis(char const* call, Source const& from, I const& i, Axes along,
                           source_location const& place) {
    if constexpr (axes_are_known<Axes>) {
        return gather_beside<false, Mode, known_axis_of<Axes, Source::rank>()>(call, from, i,
                                                                               place);
    } else {
        int const axis = one_axis<Source::rank>(along, {call, place});
        auto chosen = gather_beside<false, Mode, 0>(call, with_axis_in_front(from, axis),
                                                    with_axis_in_front(i, axis), place);
        chosen.first_axis = axis;
        return with_first_axes_at<1>(chosen, axis);
    }
}
template <int Rank, int Axis = 0, class Use>
void at_one_of(int axis, Use& use) {
    if (axis == Axis)
        use(std::integral_constant<int, Axis>{});
    else if constexpr (Axis + 1 < Rank)
        at_one_of<Rank, Axis + 1>(axis, use);
}
/// Calls use with an axis of any spelling as a constant.
template <int Rank, class Axes, class Use>
void at_known_axis(Axes along, caller const& by, Use&& use) {
    if constexpr (axes_are_known<Axes>)
        use(std::integral_constant<int, known_axis_of<Axes, Rank>()>{});
    else
        at_one_of<Rank>(one_axis<Rank>(along, by), use);
}

}  // namespace twill::inline v0::detail
