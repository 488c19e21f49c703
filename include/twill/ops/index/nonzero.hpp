// SPDX-License-Identifier: MIT
// The positions of what is not zero, in C order. How many there are is known once they are counted:
// the calls that allocate their result wait for that.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/ops/index/node.hpp"

namespace twill::inline v0::detail {

/// Finds positions; completed by `twill/index.hpp` and `twill/index.cuh`.
template <class Space>
struct nonzero_backend;

template <class Space>
constexpr auto require_nonzero_backend() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(complete<nonzero_backend<Space>>,
                      "twill: this looks for what is not zero on the device: do it in a .cu file "
                      "that includes <twill/index.cuh>");
    else
        static_assert(complete<nonzero_backend<Space>>,
                      "twill: this looks for what is not zero on the host: include "
                      "<twill/index.hpp>");
}

/// The flags of a mask, one after the other.
template <class Space, class E>
auto flags_of(E const& x) {
    if constexpr (std::is_same_v<typename E::value_type, bool>)
        return contiguous_leaf(own_leaf(x));
    else
        return evaluate_fresh<bool, Space>(make_elementwise(cast_function<bool>{}, x));
}

/// The positions, in C order, of the elements that are not zero. Waits for their number.
template <class E>
leaf<index_t, 1, typename E::space, dense> positions_of(E const& x) {
    using Space = typename E::space;
    require_nonzero_backend<Space>();
    auto const flags = flags_of<Space>(x);
    index_t const size = flags.layout.shape.size();
    execution now;
    operand_row const row = flags.row(reads::same_index, false);
    now.begin<Space>(&row, 1, nullptr);
    if (now.told())
        now.note({"select", "nonzero", size == 0 ? 0 : 1, true, 0, text_of(flags.layout.shape)});
    nonzero_backend<Space> backend;
    auto result =
        now.fresh<index_t, Space>(extents<1>(size == 0 ? 0 : backend.count(flags.data, size)));
    if (result.layout.shape[0] != 0)
        backend.find(flags.data, size, const_cast<index_t*>(result.data));
    return result;
}

/// Component `axis` of the index whose position in C order is given.
struct unravelled {
    static constexpr char const* name = "unravel_index";
    index_t step;    ///< elements from one index of the axis to the next
    index_t extent;  ///< of the axis
    TWILL_HD constexpr index_t operator()(index_t position) const {
        return position / step % extent;
    }
};
/// The same; of a position that there is not, an index that no axis has.
struct checked_unravelled {
    static constexpr char const* name = "unravel_index";
    unravelled of;
    index_t size;
    template <class I>
    TWILL_HD constexpr index_t operator()(I position) const {
        index_t const p = wide_index(position);
        index_t const from_start = p < 0 ? p + size : p;
        return from_start < 0 || from_start >= size ? limits<index_t>::lowest : of(from_start);
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
            if (!element_finder<Rank, 0, Mode>::resolve(at[d], extent[d], k) || at[d] < 0)
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
