// SPDX-License-Identifier: MIT
// Results whose number of elements depends on data, without waiting for it.
#pragma once

#include "twill/array/array.hpp"

namespace twill::inline v0 {

/// The size of a result whose number of elements depends on data. With it nothing waits: the result
/// has so many elements, those that there are no more of being T{}, and says beside them how many
/// were found, also where they are more than it holds. Throws value_error below 0.
struct capacity {
    index_t elements;

    constexpr explicit capacity(detail::integer count,
                                source_location place = source_location::current())
        : elements(count) {
        if (count < 0)
            detail::raise<value_error>(place, "twill: a capacity of %lld elements",
                                       static_cast<long long>(count));
    }
};
/// What a function with a capacity returns: `auto [values, count] = unique(x, capacity(100));`.
template <class Elements, class Space>
struct limited {
    Elements elements;
    array<index_t, 0, Space> count;  ///< how many there are, held or not
};

}  // namespace twill::inline v0
