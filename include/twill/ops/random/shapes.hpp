// SPDX-License-Identifier: MIT
// Shapes in braces, `gamma<float>(k, {3, 4}, 2.0)`, of the distributions that are asked for most.
#pragma once

#include "twill/ops/random/rejection.hpp"

namespace twill::inline v0::random {

template <class T = float, int Rank>
auto exponential(key k, index_t const (&shape)[Rank], double scale = 1.0,
                 source_location place = source_location::current()) {
    return exponential<T>(k, detail::extents_of(shape), scale, place);
}
template <int Rank>
auto bernoulli(key k, index_t const (&shape)[Rank], double p = 0.5,
               source_location place = source_location::current()) {
    return bernoulli(k, detail::extents_of(shape), p, place);
}
template <class T = float, int Rank, detail::random_parameter A,
          detail::random_parameter S = double>
auto gamma(key k, index_t const (&shape)[Rank], A&& a, S&& scale = 1.0,
           source_location place = source_location::current()) {
    return gamma<T>(k, detail::extents_of(shape), std::forward<A>(a), std::forward<S>(scale),
                    place);
}
template <class T = float, int Rank, detail::random_parameter A, detail::random_parameter B>
auto beta(key k, index_t const (&shape)[Rank], A&& a, B&& b,
          source_location place = source_location::current()) {
    return beta<T>(k, detail::extents_of(shape), std::forward<A>(a), std::forward<B>(b), place);
}
template <int Rank, detail::random_parameter M>
auto poisson(key k, index_t const (&shape)[Rank], M&& mean,
             source_location place = source_location::current()) {
    return poisson(k, detail::extents_of(shape), std::forward<M>(mean), place);
}
template <int Rank, detail::random_parameter N, detail::random_parameter P>
auto binomial(key k, index_t const (&shape)[Rank], N&& n, P&& p,
              source_location place = source_location::current()) {
    return binomial(k, detail::extents_of(shape), std::forward<N>(n), std::forward<P>(p), place);
}

}  // namespace twill::inline v0::random
