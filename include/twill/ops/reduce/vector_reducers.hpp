// SPDX-License-Identifier: MIT
// Reductions of vectors: component by component, each with the reducer that numbers have.
#pragma once

#include "twill/expr/vector_functions.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace detail {

/// N of a reducer's accumulators side by side.
template <class A, int N>
struct accumulators {
    A parts[N];
};

/// A reducer of numbers over each component of vectors.
template <class R, int N>
struct vector_reducer : stored<R> {
    static constexpr char const* name = R::name;
    static constexpr bool needs_elements = R::needs_elements;
    using result = vec<typename R::result, N>;
    using accumulator = accumulators<typename R::accumulator, N>;
    using running = accumulators<running_t<R>, N>;

    TWILL_HD accumulator identity() const { return identities(all{}); }
    template <class V>
    TWILL_HD running start(V const& a, V const& b, V const& c) const {
        return starts(a, b, c, all{});
    }
    template <class V>
    TWILL_HD void add(running& a, V const& v) const {
        adds(a, v, all{});
    }
    static bool overflows(accumulator const& a) { return any_overflows(a, all{}); }
    template <class V>
    static void note(running& a, V const& v) {
        notes(a, v, all{});
    }
    TWILL_HD accumulator settle(running const& a) const { return settles(a, all{}); }
    TWILL_HD accumulator merge(accumulator const& a, accumulator const& b) const {
        return merges(a, b, all{});
    }
    TWILL_HD result finish(accumulator const& a, index_t count) const {
        return finishes(a, count, all{});
    }

private:
    using all = std::make_integer_sequence<int, N>;
    template <int... K>
    TWILL_HD accumulator identities(std::integer_sequence<int, K...>) const {
        return {{(static_cast<void>(K), this->get().identity())...}};
    }
    template <class V, int... K>
    TWILL_HD running starts(V const& a, V const& b, V const& c,
                            std::integer_sequence<int, K...>) const {
        return {{start_run(this->get(), a[K], b[K], c[K])...}};
    }
    template <class V, int... K>
    TWILL_HD void adds(running& a, V const& v, std::integer_sequence<int, K...>) const {
        (this->get().add(a.parts[K], v[K]), ...);
    }
    template <int... K>
    static bool any_overflows(accumulator const& a, std::integer_sequence<int, K...>) {
        return (detail::overflows<R>(a.parts[K]) || ...);
    }
    template <class V, int... K>
    static void notes(running& a, V const& v, std::integer_sequence<int, K...>) {
        (note_element<R>(a.parts[K], v[K]), ...);
    }
    template <int... K>
    TWILL_HD accumulator settles(running const& a, std::integer_sequence<int, K...>) const {
        return {{settle_run(this->get(), a.parts[K])...}};
    }
    template <int... K>
    TWILL_HD accumulator merges(accumulator const& a, accumulator const& b,
                                std::integer_sequence<int, K...>) const {
        return {{this->get().merge(a.parts[K], b.parts[K])...}};
    }
    template <int... K>
    TWILL_HD result finishes(accumulator const& a, index_t count,
                             std::integer_sequence<int, K...>) const {
        return result(static_cast<typename R::result>(this->get().finish(a.parts[K], count))...);
    }
};

/// Reduces vectors with the reducer `Reducer` of their components' type.
template <template <class> class Reducer, class X, class... Options>
auto reduce_vectors(X&& x, Options... options) {
    using V = value_of<X>;
    return reduce_with(std::forward<X>(x),
                       vector_reducer<Reducer<component_t<V>>, vector_size<V>>{}, options...);
}
template <class T>
using component_sum = sum_reducer<T>;
template <class T>
using component_product = product_reducer<T>;

template <bool Root, class X, class... Options>
auto vector_variance(X&& x, double lost, Options... options) {
    using V = value_of<X>;
    using R = variance_reducer<component_t<V>, Root>;
    return reduce_with(std::forward<X>(x), vector_reducer<R, vector_size<V>>{{R{lost}}},
                       options...);
}

}  // namespace detail

/// The sum of vectors, component by component, as that of numbers.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto sum(X&& x, Options... options) {
    return detail::reduce_vectors<detail::component_sum>(std::forward<X>(x), options...);
}
/// The product, component by component.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto prod(X&& x, Options... options) {
    return detail::reduce_vectors<detail::component_product>(std::forward<X>(x), options...);
}
/// The greatest of each component: with min, the bounding box.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto max(X&& x, Options... options) {
    return detail::reduce_vectors<detail::max_reducer>(std::forward<X>(x), options...);
}
/// The smallest of each component.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto min(X&& x, Options... options) {
    return detail::reduce_vectors<detail::min_reducer>(std::forward<X>(x), options...);
}
/// The mean, component by component; in float64 for integers.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto mean(X&& x, Options... options) {
    return detail::reduce_vectors<detail::mean_reducer>(std::forward<X>(x), options...);
}
/// The variance of each component.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto var(X&& x, Options... options) {
    return detail::vector_variance<false>(std::forward<X>(x), 0, options...);
}
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto var(X&& x, ddof lost, Options... options) {
    return detail::vector_variance<false>(std::forward<X>(x), lost.value, options...);
}
/// The standard deviation of each component.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto stddev(X&& x, Options... options) {
    return detail::vector_variance<true>(std::forward<X>(x), 0, options...);
}
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto stddev(X&& x, ddof lost, Options... options) {
    return detail::vector_variance<true>(std::forward<X>(x), lost.value, options...);
}
/// Whether every component of every vec<bool, N> is true.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto all(X&& x, Options... options) {
    return all(all_of(std::forward<X>(x)), options...);
}
/// Whether any component of any vec<bool, N> is.
template <detail::vector_operand X, class... Options>
    requires detail::reduction_options<Options...>
auto any(X&& x, Options... options) {
    return any(any_of(std::forward<X>(x)), options...);
}

}  // namespace twill::inline v0
