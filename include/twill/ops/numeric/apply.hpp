// SPDX-License-Identifier: MIT
// apply_along_axis: a function of whole lines, called for one after the other.
#pragma once

#include <utility>

#include "twill/array/evaluate.hpp"
#include "twill/array/whole.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T>
inline constexpr int rank_or_none = 0;
template <operand T>
inline constexpr int rank_or_none<T> = rank_of<T>;

/// The results of a function of every line along an axis, which stand where the line did.
template <class F, class T, int Rank, class Space>
auto applied_along(F& f, int axis, view<T const, Rank, Space> const& x,
                   source_location const& place) {
    using Line = view<T const, 1, Space>;
    using R = std::remove_cvref_t<decltype(f(std::declval<Line const&>()))>;
    static_assert(!std::is_void_v<R>,
                  "twill: apply_along_axis: the function returns nothing: let it return an array, "
                  "an expression or a number");
    using V = canonical_t<typename element_type<R>::type>;
    constexpr int inner = rank_or_none<R>;
    constexpr int rank = Rank - 1 + inner;
    auto const shape = x.shape();
    index_t lines = 1;
    layout<1> line;
    for (int d = 0; d < Rank; ++d)
        if (d != axis)
            lines *= shape[d];
    line.shape[0] = shape[axis];
    line.stride[0] = x.stride(axis);
    if (lines == 0)
        raise<shape_error>(place, "twill: apply_along_axis: shape %s has no lines along axis %d",
                           text_of(shape).text, axis);
    array<V, rank, Space> result;
    layout<inner> part;
    index_t step[Rank] = {};  // of the result along x's axes
    index_t at[Rank] = {};
    for (index_t n = 0; n < lines; ++n) {
        index_t from = 0;
        for (int d = 0; d < Rank; ++d)
            from += x.empty() ? 0 : at[d] * x.stride(d);
        Line const here(x.storage(), x.data() + from, line);
        auto const& value = f(here);
        extents<inner> own;
        if constexpr (operand<R>)
            own = as_node(value).shape(place);
        if (n == 0) {
            extents<rank> whole;
            for (int d = 0; d < rank; ++d)
                whole[d] = d < axis           ? shape[d]
                           : d < axis + inner ? own[d - axis]
                                              : shape[d - inner + 1];
            result = array<V, rank, Space>(whole, place);
            part.shape = own;
            auto const all = as_view(result);
            for (int d = 0; d < inner; ++d)
                part.stride[d] = all.stride(axis + d);
            for (int d = 0; d < Rank; ++d)
                step[d] = d == axis ? 0 : all.stride(d < axis ? d : d - 1 + inner);
        } else if (!(own == part.shape)) {
            raise<shape_error>(place,
                               "twill: apply_along_axis: the function returns shapes %s and %s",
                               text_of(part.shape).text, text_of(own).text);
        }
        auto const all = as_view(result);
        index_t to = 0;
        for (int d = 0; d < Rank; ++d)
            to += result.empty() ? 0 : at[d] * step[d];
        view<V, inner, Space> target(all.storage(), all.data() + to, part);
        if constexpr (operand<R>)
            target.assign_value(value);
        else if constexpr (std::is_same_v<Space, device_space>)
            target.assign_value(scalar_leaf<V>{static_cast<V>(value)});
        else
            *target.data() = static_cast<V>(value);
        for (int d = Rank - 1; d >= 0; --d) {
            if (d == axis)
                continue;
            if (++at[d] < shape[d])
                break;
            at[d] = 0;
        }
    }
    return result;
}

}  // namespace detail

/// A function of whole lines: f of every line along an axis of x, a `host_view<T const>` or
/// `device_view<T const>`, by `apply_along_axis(f, axis<1>, m)`. What f returns, a number or an
/// array or expression of any rank, always of one shape, stands in that axis's place. For what no
/// statement over an axis says: f is called on the host for one line after the other, so that on
/// the device each costs launches of its own. An array; nothing waits that f does not wait for.
/// Throws axis_error, and shape_error where there are no lines or shapes differ.
template <class F, detail::axes_or_number Axes, detail::operand X>
[[nodiscard]] auto apply_along_axis(F&& f, Axes along, X const& x,
                                    source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(rank > 0, "twill: apply_along_axis: this has rank 0 and no lines");
    int const axis = detail::one_axis<rank>(along, {"apply_along_axis", place});
    return detail::at_place(place, [&] {
        if constexpr (detail::viewed<X const>) {
            auto const whole = detail::as_view(x);
            using Whole = std::remove_cvref_t<decltype(whole)>;
            return detail::applied_along<F, typename Whole::value_type, rank,
                                         typename Whole::space>(f, axis, whole, place);
        } else {
            return apply_along_axis(f, along, evaluate(x, place), place);
        }
    });
}

}  // namespace twill::inline v0
