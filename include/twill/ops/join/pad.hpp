// SPDX-License-Identifier: MIT
// pad: an operand with a border around it, as a lazy expression. In a statement the operand is read
// where it stands; the interior and the borders are boxes of one launch.
#pragma once

#include "twill/ops/join/build.hpp"

namespace twill::inline v0 {

/// How many elements stand before and behind an axis.
struct pad_width {
    index_t before;
    index_t after;
    constexpr pad_width(index_t ahead, index_t behind) : before(ahead), after(behind) {}
};

/// What a border holds.
namespace padding {

/// One value, or one before each axis and another behind it: `constant(0)`, `constant(1, 2)`.
template <class T, class Behind = void>
struct constant {
    T before;
    Behind after;
    constexpr constant(T const& ahead, Behind const& behind) : before(ahead), after(behind) {}
};
template <class T>
struct constant<T, void> {
    T value;
    constexpr constant(T const& x) : value(x) {}
};
template <class T>
constant(T const&) -> constant<T>;
template <class T, class Behind>
constant(T const&, Behind const&) -> constant<T, Behind>;
/// The nearest element of the operand.
struct edge_t {};
inline constexpr edge_t edge{};
/// The operand mirrored at its first and last element, which stand once: 2 1 | 0 1 2 | 1 0.
struct reflect_t {};
inline constexpr reflect_t reflect{};
/// The operand mirrored beyond its first and last element, which stand twice: 1 0 | 0 1 2 | 2 1.
struct symmetric_t {};
inline constexpr symmetric_t symmetric{};
/// The operand from its other end: 1 2 | 0 1 2 | 0 1.
struct wrap_t {};
inline constexpr wrap_t wrap{};

}  // namespace padding

namespace detail {

template <class T>
inline constexpr bool is_constant_padding = false;
template <class T>
inline constexpr bool is_constant_padding<padding::constant<T>> = true;
template <class Mode>
concept padding_mode =
    is_constant_padding<Mode> || std::is_same_v<Mode, padding::edge_t> ||
    std::is_same_v<Mode, padding::reflect_t> || std::is_same_v<Mode, padding::symmetric_t> ||
    std::is_same_v<Mode, padding::wrap_t>;

template <class Mode>
constexpr axis_rule::way kind_of_padding() {
    using way = axis_rule::way;
    if constexpr (std::is_same_v<Mode, padding::edge_t>)
        return way::clamp;
    else if constexpr (std::is_same_v<Mode, padding::reflect_t>)
        return way::reflect;
    else if constexpr (std::is_same_v<Mode, padding::symmetric_t>)
        return way::symmetric;
    else if constexpr (std::is_same_v<Mode, padding::wrap_t>)
        return way::split;
    else
        return way::constant;
}

inline fixed<pad_width, 16> on_every_axis(pad_width const& w) {
    return {{w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w}};
}
/// Throws value_error for a negative width, and for an axis without elements that would have to be
/// continued.
template <int Rank>
void require_borders(extents<Rank> const& shape, pad_width const* widths, bool continued,
                     source_location const& place) {
    for (int d = 0; d < Rank; ++d) {
        auto const [before, after] = widths[d];
        if (before < 0 || after < 0)
            raise<value_error>(place, "twill: pad: axis %d is to grow by %lld and %lld elements", d,
                               static_cast<long long>(before), static_cast<long long>(after));
        if (continued && shape[d] == 0 && (before > 0 || after > 0))
            raise<value_error>(place, "twill: pad: axis %d of shape %s has no elements to pad with",
                               d, text_of(shape).text);
    }
}
template <int Rank>
extents<Rank> padded_shape(extents<Rank> shape, pad_width const* widths,
                           source_location const& place) {
    for (int d = 0; d < Rank; ++d)
        for (index_t const width : {widths[d].before, widths[d].after})
            shape[d] = checked_sum(shape[d], width, d, {"pad", place});
    checked_size(shape.values, Rank, place);
    return shape;
}

/// The value of a border as an element T; a compile error for what could lose something,
/// value_error for an integer that T does not hold.
template <class T, class S>
auto padding_value(S const& given, source_location const& place) {
    if constexpr (scalar<S>) {
        static_assert(converts_silently<weak_scalar_t<S, T>, T>(),
                      "twill: pad: this value does not fit the array's elements: cast one of them");
        auto const value = node_beside<T>("pad", given);
        value.fault.check(place);
        return value;
    } else {
        static_assert(std::is_same_v<S, T>, "twill: pad: a value of another type");
        return scalar_leaf<T>{given};
    }
}

template <class E, class Mode>
auto pad_node(E const& x, pad_width const* widths, Mode const& mode, source_location const& place) {
    constexpr int rank = E::rank;
    constexpr axis_rule::way how = kind_of_padding<Mode>();
    remap_rule<rank, 0> rule{"pad", x.shape(place), {}};
    require_borders(rule.shape, widths, how != axis_rule::way::constant, place);
    for (int d = 0; d < rank; ++d) {
        index_t const before = widths[d].before;
        index_t const size = rule.shape[d];
        rule.axes[d] = how == axis_rule::way::split ? axis_rule::wrap(size, before)
                                                    : axis_rule{how, before, size};
    }
    rule.shape = padded_shape(rule.shape, widths, place);
    if constexpr (how == axis_rule::way::constant)
        return make_rearrangement(rule, x,
                                  padding_value<typename E::value_type>(mode.value, place));
    else
        return make_rearrangement(rule, x);
}

}  // namespace detail

/// x with a border of widths[d].before and widths[d].after elements along axis d:
/// `pad(m, {{1, 1}, {0, 2}}, padding::reflect)`. What a border holds: `padding::constant(v)` (of 0
/// unless said), `edge`, `reflect`, `symmetric`, `wrap`, as NumPy's; borders may be wider than x.
/// Statistics, ramps and `padding::constant(before, after)`: see pad_array.hpp.
/// Lazy. Throws value_error for a negative width and where an axis without elements would have to
/// be continued.
template <detail::operand X, int Count, class Mode = padding::constant<detail::value_of<X>>>
    requires detail::padding_mode<Mode>
[[nodiscard]] auto pad(X const& x, pad_width const (&widths)[Count],
                       Mode const& mode = detail::value_of<X>(),
                       source_location place = source_location::current()) {
    static_assert(Count == detail::rank_of<X>,
                  "twill: pad takes one {before, after} for every axis, or one for all of them: "
                  "pad(x, 2), pad(x, pad_width(1, 2))");
    return detail::pad_node(detail::as_node(x), widths, mode, place);
}
/// The same border along every axis.
template <detail::operand X, class Mode = padding::constant<detail::value_of<X>>>
    requires detail::padding_mode<Mode>
[[nodiscard]] auto pad(X const& x, pad_width const& width, Mode const& mode = detail::value_of<X>(),
                       source_location place = source_location::current()) {
    return detail::pad_node(detail::as_node(x), detail::on_every_axis(width).values, mode, place);
}
template <detail::operand X, class Mode = padding::constant<detail::value_of<X>>>
    requires detail::padding_mode<Mode>
[[nodiscard]] auto pad(X const& x, detail::integer width, Mode const& mode = detail::value_of<X>(),
                       source_location place = source_location::current()) {
    return pad(x, pad_width(width, width), mode, place);
}

}  // namespace twill::inline v0
