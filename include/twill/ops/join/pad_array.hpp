// SPDX-License-Identifier: MIT
// pad where a border is computed from the operand or left alone: an array, made at the call. The
// elements are copied once; then borders are written axis by axis, those of earlier axes being
// elements like any others for later ones, as in numpy.pad.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/array/view.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/ops/join/pad.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace padding {

/// One number for each line of elements that meets a border: of all of them, or of those next to
/// the border, `maximum(3)`, `maximum(3, 5)` (before and after an axis; value_error below 1).
template <class Statistic>
struct statistic {
    index_t before = detail::limits<index_t>::max;
    index_t after = detail::limits<index_t>::max;
    constexpr statistic operator()(detail::integer length) const { return {length, length}; }
    constexpr statistic operator()(detail::integer ahead, detail::integer behind) const {
        return {ahead, behind};
    }
};
/// Numbers from an end value outside to the element at the border, evenly spaced:
/// `linear_ramp(5)`, `linear_ramp(5, -4)` (before and after an axis), 0 unless said.
struct linear_ramp_t {
    double before = 0;
    double after = 0;
    constexpr linear_ramp_t operator()(double end) const { return {end, end}; }
    constexpr linear_ramp_t operator()(double ahead, double behind) const {
        return {ahead, behind};
    }
};
inline constexpr linear_ramp_t linear_ramp{};
/// Nothing: the elements of the borders are not set.
struct empty_t {};
inline constexpr empty_t empty{};

}  // namespace padding

namespace detail {

struct border_maximum {
    template <class X, class Axes>
    static auto of(X const& x, Axes along) {
        return evaluate(max(x, along, keepdims));
    }
};
struct border_minimum {
    template <class X, class Axes>
    static auto of(X const& x, Axes along) {
        return evaluate(min(x, along, keepdims));
    }
};
struct border_mean {
    template <class X, class Axes>
    static auto of(X const& x, Axes along) {
        return evaluate(mean(x, along, keepdims));
    }
};
struct border_median {
    template <class X, class Axes>
    static auto of(X const& x, Axes along) {
        // Found by the operand's namespace once its header is there.
        constexpr bool known = requires { median(x, along, keepdims); };
        static_assert(known,
                      "twill: padding::median sorts: include <twill/statistics.hpp>, on the device "
                      "<twill/statistics.cuh>");
        if constexpr (known)
            return median(x, along, keepdims);
        else
            return x;
    }
};

template <class Mode>
inline constexpr bool is_statistic_padding = false;
template <class S>
inline constexpr bool is_statistic_padding<padding::statistic<S>> = true;
template <class Mode>
inline constexpr bool is_two_sided_padding = false;
template <class T, class Behind>
inline constexpr bool is_two_sided_padding<padding::constant<T, Behind>> = !std::is_void_v<Behind>;
/// What pad makes an array for.
template <class Mode>
concept array_padding_mode =
    is_statistic_padding<Mode> || is_two_sided_padding<Mode> ||
    std::is_same_v<Mode, padding::linear_ramp_t> || std::is_same_v<Mode, padding::empty_t>;
/// Whether borders continue the operand, which must have elements then.
template <class Mode>
inline constexpr bool continues_operand =
    !is_two_sided_padding<Mode> && !std::is_same_v<Mode, padding::empty_t>;

/// A statistic as an element: integers are rounded to even, as NumPy has them.
template <class T, class S>
auto as_elements(S const& s) {
    if constexpr (is_integer<T>)
        return cast<T>(rint(s));
    else
        return cast<T>(s);
}

/// linspace from an end value to an element, without that: end + i * ((element - end) / count). The
/// product is rounded on the device, too, so that the integers below are the same.
struct ramp_function {
    static constexpr char const* name = "linear_ramp";
    double end;
    double count;
    template <class T>
    TWILL_HD auto operator()(T edge, index_t i) const {
        if constexpr (is_complex<T>) {
            using R = typename T::value_type;
            return T{static_cast<R>(between(end, edge.real(), i)),
                     static_cast<R>(between(0, edge.imag(), i))};
        } else if constexpr (is_floating<T>) {
            return between(end, edge, i);
        } else {
            return ::floor(between(end, edge, i));
        }
    }

private:
    template <class T>
    TWILL_HD double between(double from, T edge, index_t i) const {
        double const step = (static_cast<double>(edge) - from) / count;
        return rounded_product_plus(static_cast<double>(i), step, from);
    }
};

/// The result of pad while its borders are written.
template <class T, int Rank, class Space>
struct padded_array {
    array<T, Rank, Space> elements;
    extents<Rank> inside;
    pad_width const* widths;
    source_location place;

    padded_array(extents<Rank> const& shape, pad_width const* borders, source_location const& where)
        : elements(padded_shape(shape, borders, where)),
          inside(shape),
          widths(borders),
          place(where) {}

    /// All of the axes before `axis`, the inside of those behind, and [from, from + count) of it.
    auto part(int axis, index_t from, index_t count) {
        auto map = identity_mapping(elements.shape());
        for (int d = axis; d < Rank; ++d) {
            map.start[d] = d == axis ? from : widths[d].before;
            map.shape[d] = d == axis ? count : inside[d];
        }
        return elements.through(map);
    }
    auto part_before(int axis) { return part(axis, 0, widths[axis].before); }
    auto part_after(int axis) {
        return part(axis, widths[axis].before + inside[axis], widths[axis].after);
    }

    void write_borders(int, padding::empty_t) {}
    template <class A, class B>
    void write_borders(int axis, padding::constant<A, B> const& mode) {
        part_before(axis) = padding_value<T>(mode.before, place);
        part_after(axis) = padding_value<T>(mode.after, place);
    }
    template <class S>
    void write_borders(int axis, padding::statistic<S> const& mode) {
        auto const [before, after] = widths[axis];
        index_t const first = widths[axis].before;
        index_t const size = inside[axis];
        index_t const ahead = counted_elements(mode.before, size);
        index_t const behind = counted_elements(mode.after, size);
        bool const shared = ahead == size && behind == size;
        if (before > 0 || shared) {
            auto const s = S::of(part(axis, first, ahead), axes(axis));
            if (before > 0)
                part_before(axis) = as_elements<T>(s);
            if (shared && after > 0)
                part_after(axis) = as_elements<T>(s);
        }
        if (after > 0 && !shared)
            part_after(axis) =
                as_elements<T>(S::of(part(axis, first + size - behind, behind), axes(axis)));
    }
    void write_borders(int axis, padding::linear_ramp_t const& mode) {
        auto const [before, after] = widths[axis];
        index_t const first = widths[axis].before;
        if (before > 0)
            part_before(axis) = ramp(axis, mode.before, before, first, true);
        if (after > 0)
            part_after(axis) = ramp(axis, mode.after, after, first + inside[axis] - 1, false);
    }

private:
    index_t counted_elements(index_t length, index_t size) const {
        if (length < 1)
            raise<value_error>(place,
                               "twill: pad: a border from the %lld elements next to it: 1 or more "
                               "are needed",
                               static_cast<long long>(length));
        return length < size ? length : size;
    }
    auto ramp(int axis, double end, index_t count, index_t edge, bool rising) {
        // How far each element is from the outer end.
        layout<Rank> lie{part(axis, 0, count).shape(), {}};
        lie.stride[axis] = rising ? 1 : -1;
        index_leaf<Rank> const at{rising ? 0 : count - 1, lie};
        return make_elementwise(cast_function<T>{},
                                make_elementwise(ramp_function{end, static_cast<double>(count)},
                                                 as_node(part(axis, edge, 1)), at));
    }
};

template <class E, class Mode>
auto pad_into_array(E const& x, pad_width const* widths, Mode const& mode,
                    source_location const& place) {
    using Space = typename E::space;
    static_assert(E::rank > 0, "twill: pad: an array of rank 0 has no border");
    require_some_space<Space>();
    return at_place(place, [&] {
        constexpr int rank = E::rank;
        auto const shape = x.shape(place);
        require_borders(shape, widths, continues_operand<Mode>, place);
        padded_array<typename E::value_type, rank, Space> result(shape, widths, place);
        result.part(0, widths[0].before, shape[0]) = x;
        for (int d = 0; d < rank; ++d)
            if (widths[d].before > 0 || widths[d].after > 0)
                result.write_borders(d, mode);
        return std::move(result.elements);
    });
}

}  // namespace detail

namespace padding {
inline constexpr statistic<detail::border_maximum> maximum{};
inline constexpr statistic<detail::border_mean> mean{};
inline constexpr statistic<detail::border_median> median{};
inline constexpr statistic<detail::border_minimum> minimum{};
}  // namespace padding

/// x with borders that are computed from it: `padding::maximum`, `mean`, `median` (with
/// `<twill/statistics.hpp>`), `minimum`, of all elements of a line or of those next to a border,
/// `pad(m, 2, padding::mean(3))`; `padding::linear_ramp(end)`; of two values,
/// `padding::constant(before, after)`; or that are not set, `padding::empty`. An array, computed at
/// the call axis by axis as numpy.pad does; integers take the mean and the median rounded to even,
/// the ramp rounded down. Lengths or ends that differ between axes: one call for each axis. Does
/// not wait. Throws value_error for a negative width, a length below 1, and where an axis without
/// elements would have to be continued.
template <detail::operand X, int Count, class Mode>
    requires detail::array_padding_mode<Mode>
[[nodiscard]] auto pad(X const& x, pad_width const (&widths)[Count], Mode const& mode,
                       source_location place = source_location::current()) {
    static_assert(Count == detail::rank_of<X>,
                  "twill: pad takes one {before, after} for every axis, or one for all of them: "
                  "pad(x, 2), pad(x, pad_width(1, 2))");
    return detail::pad_into_array(detail::as_node(x), widths, mode, place);
}
/// The same border along every axis.
template <detail::operand X, class Mode>
    requires detail::array_padding_mode<Mode>
[[nodiscard]] auto pad(X const& x, pad_width const& width, Mode const& mode,
                       source_location place = source_location::current()) {
    return detail::pad_into_array(detail::as_node(x), detail::on_every_axis(width).values, mode,
                                  place);
}
template <detail::operand X, class Mode>
    requires detail::array_padding_mode<Mode>
[[nodiscard]] auto pad(X const& x, detail::integer width, Mode const& mode,
                       source_location place = source_location::current()) {
    return pad(x, pad_width(width, width), mode, place);
}

}  // namespace twill::inline v0
