// SPDX-License-Identifier: MIT
// Strides over extents, and the arithmetic of views: slices, transposes, reshapes. No memory here.
#pragma once

#include "twill/shape/extents.hpp"
#include "twill/shape/lie.hpp"

namespace twill::inline v0::detail {

/// Extents and strides (in elements).
template <int Rank>
struct layout {
    extents<Rank> shape;
    fixed<index_t, Rank> stride = {};
};

/// Row-major strides.
template <int Rank>
constexpr layout<Rank> contiguous(extents<Rank> const& shape) {
    layout<Rank> result{shape, {}};
    index_t step = 1;
    for (int axis = Rank - 1; axis >= 0; --axis) {
        result.stride[axis] = step;
        step = wrapping_product(step, shape[axis] > 0 ? shape[axis] : 1);
    }
    return result;
}

/// Whether elements lie one after the other in C order.
template <int Rank>
constexpr bool is_contiguous(layout<Rank> const& l) {
    if (has_empty_axis(l.shape))
        return true;
    index_t step = 1;
    for (int axis = Rank - 1; axis >= 0; --axis) {
        if (l.shape[axis] != 1 && l.stride[axis] != step)
            return false;
        step = wrapping_product(step, l.shape[axis]);
    }
    return true;
}

/// How a view of rank Out reads a source of rank In: source axis d is read at start[d] + step[d] *
/// i, i being the view's index along axis[d] (-1: at start[d] alone). `Axes` says what is known of
/// axis[] when it is compiled.
template <int In, int Out, class Axes = any_axes>
struct mapping {
    extents<In> source;
    extents<Out> shape;
    fixed<index_t, In> start = {};
    fixed<index_t, In> step = {};
    fixed<int, In> axis = {};
};

/// The layout that `map` gives an operand broadcast to the map's source shape; `offset` receives
/// the element offset of its first element.
template <int Rank, int In, int Out, class Axes>
constexpr layout<Out> map_layout(layout<Rank> const& operand, mapping<In, Out, Axes> const& map,
                                 index_t& offset) {
    static_assert(Rank <= In);
    layout<Out> result{map.shape, {}};
    offset = 0;
    // Nothing is read where there is nothing; the strides of such a shape may have wrapped.
    if (has_empty_axis(operand.shape))
        return result;
    for (int d = 0; d < Rank; ++d) {
        int const s = d + In - Rank;
        bool const stretched = operand.shape[d] == 1;
        if (stretched)
            continue;
        offset += map.start[s] * operand.stride[d];
        if (map.axis[s] >= 0)
            result.stride[map.axis[s]] += map.step[s] * operand.stride[d];
    }
    return result;
}

/// Every axis as it is, onto the one that the type says.
template <int In, int Out, int... Axis>
constexpr mapping<In, Out, axes_onto<Axis...>> mapping_onto(extents<In> const& source,
                                                            axes_onto<Axis...>) {
    mapping<In, Out, axes_onto<Axis...>> result{source, {}, {}, {}, {{Axis...}}};
    for (int d = 0; d < In; ++d) {
        result.step[d] = 1;
        if (result.axis[d] >= 0)
            result.shape[result.axis[d]] = source[d];
    }
    return result;
}
/// The same, nothing of it being known when it is compiled.
template <int In, int Out, class Axes>
constexpr mapping<In, Out> forget_axes(mapping<In, Out, Axes> const& map) {
    return {map.source, map.shape, map.start, map.step, map.axis};
}
/// From a function of an axis: where it goes.
template <int In, int Out, class Place>
constexpr auto mapping_by(extents<In> const& source, Place) {
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return mapping_onto<In, Out>(source, axes_onto<Place{}(D)...>{});
    }(std::make_integer_sequence<int, In>{});
}
/// Every axis onto itself.
template <int Rank>
constexpr auto identity_mapping(extents<Rank> const& shape) {
    return mapping_by<Rank, Rank>(shape, [](int d) { return d; });
}

/// A negative axis counts from the end; throws axis_error outside the rank.
inline int normalise_axis(index_t axis, int rank, caller const& by) {
    if (axis < -rank || axis >= rank)
        raise<axis_error>(by.place, "twill: %s: axis %lld is out of range for rank %d",
                          by.operation, static_cast<long long>(axis), rank);
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

/// Strides of a reshape that needs no copy; false where it would need one.
inline bool reshape_strides(index_t const* shape, index_t const* stride, int rank,
                            index_t const* target, int target_rank, index_t* result) {
    index_t const total = checked_size(shape, rank);
    if (total == 0) {
        for (int i = 0; i < target_rank; ++i)
            result[i] = 1;
        return true;
    }
    int d = 0;
    int t = 0;
    while (t < target_rank) {
        while (d < rank && shape[d] == 1)
            ++d;
        if (target[t] == 1) {
            result[t++] = 1;
            continue;
        }
        if (d >= rank)
            return false;
        // Grow both sides until the products agree, then check that the source group is contiguous
        // inside.
        int const t0 = t;
        int d_last = d;
        index_t source_product = shape[d];
        index_t target_product = target[t];
        while (source_product != target_product) {
            if (source_product < target_product) {
                int next = d_last + 1;
                while (next < rank && shape[next] == 1)
                    ++next;
                if (next >= rank)
                    return false;
                if (stride[d_last] != stride[next] * shape[next])
                    return false;
                source_product *= shape[next];
                d_last = next;
            } else {
                if (t + 1 >= target_rank)
                    return false;
                target_product *= target[++t];
            }
        }
        index_t step = stride[d_last];
        for (int i = t; i >= t0; --i) {
            result[i] = step;
            step *= target[i];
        }
        d = d_last + 1;
        ++t;
    }
    return true;
}

}  // namespace twill::inline v0::detail
