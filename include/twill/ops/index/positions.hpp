// SPDX-License-Identifier: MIT
// Positions in C order and indices along each axis, as functions of each other.
#pragma once

#include "twill/ops/index/node.hpp"

namespace twill::inline v0::detail {

/// An index from the end as one from the start.
struct from_start_function {
    static constexpr char const* name = "index";
    index_t size;
    template <class I>
    TWILL_HD constexpr index_t operator()(I i) const {
        index_t const at = wide_index(i);
        return at < 0 ? at + size : at;
    }
};
/// Component `axis` of the index whose position in C order is given.
struct unravelled {
    static constexpr char const* name = "unravel_index";
    index_t step;    ///< elements from one index of the axis to the next
    index_t extent;  ///< of the axis
    TWILL_HD constexpr index_t operator()(index_t position) const {
        return position / step % extent;
    }
};
/// The same; of a position that there is not, an index that no axis has. `FromEnd`: negative
/// positions count from the end, else there are none.
template <out_of_range Mode, bool FromEnd>
struct checked_unravelled {
    static constexpr char const* name = "unravel_index";
    unravelled of;
    index_t size;
    template <class I>
    TWILL_HD constexpr index_t operator()(I position) const {
        index_t at = 0;
        index_t const given = wide_index(position);
        bool const there =
            (FromEnd || given >= 0) && element_finder<1, 0, Mode>::resolve(given, size, at);
        return there ? of(at) : limits<index_t>::lowest;
    }
};
/// The position in C order of an index for every axis.
template <int Rank, out_of_range Mode>
struct ravelled {
    static constexpr char const* name = "ravel_multi_index";
    fixed<index_t, Rank> extent;
    template <class... I>
    TWILL_HD constexpr index_t operator()(I... index) const {
        index_t const at[] = {wide_index(index)...};
        index_t position = 0;
        for (int d = 0; d < Rank; ++d) {
            index_t k = 0;
            bool const negative = Mode == out_of_range::error && at[d] < 0;
            if (negative || !element_finder<Rank, 0, Mode>::resolve(at[d], extent[d], k))
                return limits<index_t>::lowest;
            position = position * extent[d] + k;
        }
        return position;
    }
};
template <int Rank>
unravelled unravelling(extents<Rank> const& shape, int axis) {
    index_t step = 1;
    for (int d = axis + 1; d < Rank; ++d)
        step *= shape[d];
    return {step > 0 ? step : 1, shape[axis] > 0 ? shape[axis] : 1};
}

}  // namespace twill::inline v0::detail
