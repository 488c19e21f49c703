// SPDX-License-Identifier: MIT
// What types say of how elements lie: along which axes they may differ, and in which order. The
// kernels of a statement are chosen by it when it is compiled.
#pragma once

#include "twill/core/config.hpp"

namespace twill::inline v0::detail {

/// Bit d stands for axis d.
using axis_set = std::uint32_t;
constexpr axis_set every_axis(int rank) { return (axis_set{1} << rank) - 1; }

struct strided {};  ///< in any way
struct dense {};    ///< one after the other, in C order: an array's own
/// Elements differ along `Axes` at most. `Ordered`: among them strides fall in size from axis to
/// axis, as in C order, so that no later axis is the slower one.
template <axis_set Axes, bool Ordered>
struct along {};

template <class Lie, int Rank>
inline constexpr axis_set axes_of_lie = every_axis(Rank);
template <axis_set Axes, bool Ordered, int Rank>
inline constexpr axis_set axes_of_lie<along<Axes, Ordered>, Rank> = Axes;

constexpr bool one_axis_at_most(axis_set axes) { return (axes & (axes - 1)) == 0; }
template <class Lie, int Rank>
inline constexpr bool is_ordered = Rank <= 1;
template <int Rank>
inline constexpr bool is_ordered<dense, Rank> = true;
template <axis_set Axes, bool Ordered, int Rank>
inline constexpr bool is_ordered<along<Axes, Ordered>, Rank> = Ordered;

template <axis_set Axes, bool Ordered, int Rank>
struct known_lie {
    using type = along<Axes, Ordered || one_axis_at_most(Axes)>;
};
// Where nothing more is known than of any view.
template <axis_set Axes, bool Ordered, int Rank>
    requires(Axes == every_axis(Rank) && (!Ordered || Rank <= 1))
struct known_lie<Axes, Ordered, Rank> {
    using type = strided;
};

/// How a mapping's axes meet, where its type does not say it.
struct any_axes {};
/// Axis i of the source becomes axis Axis[i] of the view, or none (-1).
template <int... Axis>
struct axes_onto {
    static constexpr int axis[] = {Axis..., -1};
};

struct mapped_axes {
    axis_set axes;
    bool ordered;
};
/// Axes of an operand that broadcasts to the source of a mapping, as axes of the view. `lost`: how
/// many axes of the source it lacks.
constexpr mapped_axes map_axes(mapped_axes from, int rank, int lost, int const* onto) {
    mapped_axes result{0, from.ordered};
    int last = 0;
    for (int d = 0; d < rank; ++d) {
        int const to = onto[d + lost];
        if (to < 0 || (from.axes >> d & 1) == 0)
            continue;
        result.axes |= axis_set{1} << to;
        result.ordered = result.ordered && to >= last;
        last = to;
    }
    return result;
}
/// How an operand of rank Rank lies, seen through a mapping from a shape of rank In to one of Out.
template <class Lie, int Rank, int In, int Out, class Axes>
struct mapped_lie {
    using type = strided;
};
template <class Lie, int Rank, int In, int Out, int... Axis>
struct mapped_lie<Lie, Rank, In, Out, axes_onto<Axis...>> {
    static constexpr mapped_axes result = map_axes({axes_of_lie<Lie, Rank>, is_ordered<Lie, Rank>},
                                                   Rank, In - Rank, axes_onto<Axis...>::axis);
    using type = typename known_lie<result.axes, result.ordered, Out>::type;
};

}  // namespace twill::inline v0::detail
