// SPDX-License-Identifier: MIT
// Which axes a reduction or a rearrangement speaks of.
#pragma once

#include "twill/shape/layout.hpp"

namespace twill::inline v0 {

/// Axes known at compile time; `axis<1>`, `axis<0, -1>`. Negative ones count from the end.
template <int... Axes>
struct axis_t {};
template <int... Axes>
inline constexpr axis_t<Axes...> axis{};

/// Axes known at run time; how many there are is known at compile time.
template <int Count>
struct runtime_axes {
    index_t values[Count];
    char const* operation = nullptr;  ///< that an error names, if others compute it
};
/// `axes(i, j)`: checked at evaluation, axis_error names the rank.
template <class... I>
    requires(sizeof...(I) > 0 && (std::is_integral_v<I> && ...))
constexpr runtime_axes<static_cast<int>(sizeof...(I))> axes(I... values) {
    return {{detail::saturated_index(values)...}};
}

/// Leaves reduced axes in the result with size 1.
struct keepdims_t {};
inline constexpr keepdims_t keepdims{};

namespace detail {

/// Every axis.
struct all_axes {};

template <class Axes, int Rank>
struct axes_traits;
template <int Rank>
struct axes_traits<all_axes, Rank> {
    static constexpr int count = Rank;
    static std::uint64_t mask(all_axes, caller const&) { return (std::uint64_t{1} << Rank) - 1; }
};
template <int... Axes, int Rank>
struct axes_traits<axis_t<Axes...>, Rank> {
    static constexpr int count = static_cast<int>(sizeof...(Axes));
    static_assert(((Axes >= -Rank && Axes < Rank) && ...),
                  "twill: axis<...> names an axis outside the array's rank");
    static constexpr std::uint64_t bits =
        (std::uint64_t{0} | ... | (std::uint64_t{1} << ((Axes + Rank) % (Rank > 0 ? Rank : 1))));
    static_assert(__builtin_popcountll(bits) == count, "twill: axis<...> names an axis twice");
    static std::uint64_t mask(axis_t<Axes...>, caller const&) { return bits; }
};
template <int Count, int Rank>
struct axes_traits<runtime_axes<Count>, Rank> {
    static constexpr int count = Count;
    static_assert(Count <= Rank, "twill: more axes than the array has");
    static std::uint64_t mask(runtime_axes<Count> const& axes, caller const& from) {
        caller const by{axes.operation ? axes.operation : from.operation, from.place};
        std::uint64_t bits = 0;
        for (int i = 0; i < Count; ++i) {
            std::uint64_t const bit = std::uint64_t{1} << normalise_axis(axes.values[i], Rank, by);
            if (bits & bit)
                raise<axis_error>(by.place, "twill: %s: axis %lld is given twice", by.operation,
                                  static_cast<long long>(axes.values[i]));
            bits |= bit;
        }
        return bits;
    }
};

template <class T>
inline constexpr bool is_axes = false;
template <int... Axes>
inline constexpr bool is_axes<axis_t<Axes...>> = true;
template <int Count>
inline constexpr bool is_axes<runtime_axes<Count>> = true;

/// Whether they are known at compile time.
template <class T>
inline constexpr bool axes_are_known = false;
template <int... Axes>
inline constexpr bool axes_are_known<axis_t<Axes...>> = true;
/// One axis that is known, counted from the start; anything else is a compile error.
template <class Axes, int Rank>
constexpr int known_axis_of() {
    using traits = axes_traits<Axes, Rank>;
    static_assert(traits::count == 1, "twill: this takes one axis");
    int axis = 0;
    while ((traits::bits >> axis & 1) == 0)
        ++axis;
    return axis;
}
/// The axes as they are given, negative ones too.
template <int... I>
constexpr runtime_axes<static_cast<int>(sizeof...(I))> list_of_axes(axis_t<I...>) {
    return {{I...}};
}
template <int Count>
constexpr runtime_axes<Count> list_of_axes(runtime_axes<Count> const& list) {
    return list;
}

/// One axis as a plain integer: `sum(m, 1)` is `sum(m, axes(1))`. A bool is none.
template <class T>
concept axis_number = std::is_integral_v<T> && !std::is_same_v<T, bool>;
/// Axes of any spelling.
template <class T>
concept axes_or_number = is_axes<T> || axis_number<T>;
/// What follows the operand of a reduction, and of a scan.
template <class... Options>
concept reduction_arguments =
    ((axes_or_number<Options> || std::is_same_v<Options, keepdims_t>) && ...) &&
    sizeof...(Options) <= 2 && (0 + ... + (axes_or_number<Options> ? 1 : 0)) <= 1;
/// What one writes who has NumPy's ways or those of another library in mind.
template <class... Options>
concept mistaken_arguments = !reduction_arguments<Options...> &&
                             ((axes_or_number<Options> || std::is_same_v<Options, keepdims_t> ||
                               std::is_same_v<Options, bool>) &&
                              ...);
template <class... Options>
concept scan_arguments = (axes_or_number<Options> && ...);

template <class Axes>
constexpr auto as_axes(Axes which) {
    if constexpr (axis_number<Axes>)
        return axes(which);
    else
        return which;
}

/// The options of an operation that others compute: errors name the outermost one.
template <class Option>
constexpr auto options_of(char const* operation, Option option) {
    if constexpr (axis_number<Option>) {
        return runtime_axes<1>{{saturated_index(option)}, operation};
    } else {
        if constexpr (is_axes<Option> && requires { option.operation; })
            option.operation = option.operation ? option.operation : operation;
        return option;
    }
}

/// One axis of a rank, spelled in any way; throws axis_error.
template <int Rank, class Axes>
int one_axis(Axes which, caller const& by) {
    using traits = axes_traits<decltype(as_axes(which)), Rank>;
    static_assert(traits::count == 1, "twill: this runs along exactly one axis");
    return __builtin_ctzll(traits::mask(as_axes(which), by));
}

}  // namespace detail
}  // namespace twill::inline v0
