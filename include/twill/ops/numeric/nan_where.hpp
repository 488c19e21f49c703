// SPDX-License-Identifier: MIT
// Reductions without NaN over a mask, and such as begin with a value, with the options of
// `sum(x, where(mask), initial(v))` in any order.
#pragma once

#include "twill/ops/index/options.hpp"
#include "twill/ops/numeric/nan.hpp"

namespace twill::inline v0 {
namespace detail {

template <class V>
V nan_of() {
    return V(limits<typename element<V>::real>::quiet_nan);
}
/// Elements that may be NaN, and are where a mask is false.
template <class X, class Mask>
auto numbers_under(X const& x, masked_by<Mask> const& by) {
    using V = std::conditional_t<may_be_nan<value_of<X>>, value_of<X>, double>;
    return chosen_or(as_stored<V>(as_node(x)), by, nan_of<V>());
}

/// Whether results are computed in a wider type, and rounded once.
template <class V>
inline constexpr bool rounds_at_the_end = !std::is_same_v<V, compute_t<V>>;

/// Each takes the options in order: a mask, an initial value, degrees of freedom, axes.
struct nansum_of {
    template <class X, class Mask, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, Rest const&... rest) {
        return call(chosen_or(x, by, value_of<X>{}), rest...);
    }
    template <class X, class T, class... Rest>
    static auto call(X const& x, initial_value<T> const& from, Rest const&... rest) {
        using V = value_of<X>;
        if constexpr (rounds_at_the_end<V>)
            return as_stored<V>(nansum<compute_t<V>>(x, rest...) + from.value);
        else
            return nansum(x, rest...) + from.value;
    }
    template <class X, class... Rest>
    static auto call(X const& x, Rest const&... rest) {
        return nansum(x, rest...);
    }
};
struct nanprod_of {
    template <class X, class Mask, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, Rest const&... rest) {
        return call(chosen_or(x, by, value_of<X>(1)), rest...);
    }
    template <class X, class T, class... Rest>
    static auto call(X const& x, initial_value<T> const& from, Rest const&... rest) {
        using V = value_of<X>;
        if constexpr (rounds_at_the_end<V>)
            return as_stored<V>(nanprod<compute_t<V>>(x, rest...) * from.value);
        else
            return nanprod(x, rest...) * from.value;
    }
    template <class X, class... Rest>
    static auto call(X const& x, Rest const&... rest) {
        return nanprod(x, rest...);
    }
};
template <bool Greatest>
struct nan_extremum_of {
    static constexpr char const* name = Greatest ? "nanmax" : "nanmin";
    using better = std::conditional_t<Greatest, fmax_function, fmin_function>;
    template <class X, class Mask, class T, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, initial_value<T> const& from,
                     Rest const&... rest) {
        return call(chosen_or(x, by, first_value<value_of<X>>(from)), from, rest...);
    }
    template <class X, class Mask, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, Rest const&... rest) {
        static_assert(may_be_nan<value_of<X>>,
                      "twill: nanmin and nanmax over a mask need the value of no elements where "
                      "that cannot be NaN: nanmax(x, where(mask), initial(value))");
        if constexpr (may_be_nan<value_of<X>>) {
            auto const chosen = numbers_under(x, by);
            if constexpr (Greatest)
                return nanmax(chosen, rest...);
            else
                return nanmin(chosen, rest...);
        } else {
            return as_node(x);
        }
    }
    template <class X, class T, class... Rest>
    static auto call(X const& x, initial_value<T> const& from, Rest const&... rest) {
        return reduce(x, better{}, first_value<value_of<X>>(from), options_of(name, rest)...);
    }
};
/// These have a value of no elements already.
template <class... Options>
constexpr void refuse_initial() {
    static_assert(always_false<Options...>,
                  "twill: nanmean, nanvar and nanstd take no initial value: they are NaN of no "
                  "elements");
}
struct nanmean_of {
    template <class X, class Mask, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, Rest const&... rest) {
        return nanmean(numbers_under(x, by), rest...);
    }
    template <class X, class T, class... Rest>
    static auto call(X const& x, initial_value<T> const&, Rest const&...) {
        refuse_initial<X, T>();
        return as_node(x);
    }
};
struct nanvar_of {
    template <class X, class Mask, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, Rest const&... rest) {
        return nanvar(numbers_under(x, by), rest...);
    }
    template <class X, class T, class... Rest>
    static auto call(X const& x, initial_value<T> const&, Rest const&...) {
        refuse_initial<X, T>();
        return as_node(x);
    }
};
struct nanstd_of {
    template <class X, class Mask, class... Rest>
    static auto call(X const& x, masked_by<Mask> const& by, Rest const&... rest) {
        return nanstd(numbers_under(x, by), rest...);
    }
    template <class X, class T, class... Rest>
    static auto call(X const& x, initial_value<T> const&, Rest const&...) {
        refuse_initial<X, T>();
        return as_node(x);
    }
};
template <class Function, class X, class... Options>
auto call_ordered(X const& x, Options const&... options) {
    return with_ordered([&](auto const&... ordered) { return Function::call(x, ordered...); },
                        options...);
}

}  // namespace detail

/// Sum and product of the elements under a mask that are not NaN, of none 0 and 1, and such as
/// begin with a value: `nansum(x, where(x > 0), initial(10), axis<1>)`.
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nansum(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nansum_of>(x, options...);
}
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanprod(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nanprod_of>(x, options...);
}
/// The same in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nansum(X const& x, Options const&... options) {
    return detail::as_stored<detail::canonical_t<T>>(
        nansum(detail::converted<T>(detail::without_nan<0>(x)), options...));
}
template <class T, detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanprod(X const& x, Options const&... options) {
    return detail::as_stored<detail::canonical_t<T>>(
        nanprod(detail::converted<T>(detail::without_nan<1>(x)), options...));
}
/// The greatest and the smallest of the elements under a mask that are not NaN, and of an initial
/// value: NaN, or the initial value, of none. Over a mask integers need one.
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanmax(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nan_extremum_of<true>>(x, options...);
}
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanmin(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nan_extremum_of<false>>(x, options...);
}
/// Mean, variance and standard deviation of the elements under a mask that are not NaN, in float64
/// for integers; NaN of none. `nanvar(x, where(mask), ddof(1), axis<0>)`.
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanmean(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nanmean_of>(x, options...);
}
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanvar(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nanvar_of>(x, options...);
}
template <detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto nanstd(X const& x, Options const&... options) {
    return detail::call_ordered<detail::nanstd_of>(x, options...);
}

}  // namespace twill::inline v0
