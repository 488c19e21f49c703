// SPDX-License-Identifier: MIT
// An element-wise function, a generator and a reducer outside the library, for both spaces.
#pragma once

#include <twill/extend.hpp>

namespace filters {

namespace tw = twill;

/// 0 below 0, 1 above 1, and a smooth step between.
struct smooth_step_function {
    static constexpr char const* name = "smooth_step";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        T const t = x < T(0) ? T(0) : x > T(1) ? T(1) : x;
        return t * t * (T(3) - T(2) * t);
    }
};
template <tw::array_expression X>
auto smooth_step(X&& x) {
    return tw::extend::elementwise(smooth_step_function{}, std::forward<X>(x));
}

/// 1 on the dark squares of a board, 0 on the others.
struct checker_function {
    static constexpr char const* name = "checkerboard";
    tw::index_t size;
    TWILL_HD constexpr float operator()(tw::index_t i, tw::index_t j) const {
        return (i / size + j / size) % 2 == 0 ? 0.0f : 1.0f;
    }
};
inline auto checkerboard(tw::index_t rows, tw::index_t columns, tw::index_t size) {
    return tw::extend::generator(tw::extents(rows, columns), checker_function{size});
}

/// The position of the element nearest to a number: the first of several.
template <class T>
struct nearest_reducer {
    static constexpr char const* name = "nearest";
    static constexpr bool needs_elements = true;
    using result = tw::index_t;
    struct accumulator {
        T distance;
        tw::index_t position;  ///< -1: no element yet
    };
    T wanted;

    TWILL_HD accumulator identity() const { return {T(0), -1}; }
    TWILL_HD void add(accumulator& a, tw::extend::located<T> const& x) const {
        T const d = x.value < wanted ? wanted - x.value : x.value - wanted;
        a = merge(a, {d, x.position});
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        if (a.position < 0 || b.position < 0)
            return a.position < 0 ? b : a;
        bool const first =
            a.distance < b.distance || (a.distance == b.distance && a.position < b.position);
        return first ? a : b;
    }
    TWILL_HD static tw::index_t finish(accumulator const& a, tw::index_t) { return a.position; }
};
template <tw::array_expression X, class... Options>
auto nearest(X&& x, tw::extend::value_of<X> wanted, Options... options) {
    return tw::extend::reduce_located(std::forward<X>(x),
                                      nearest_reducer<tw::extend::value_of<X>>{wanted}, options...);
}

}  // namespace filters
