// SPDX-License-Identifier: MIT
// Distributions of whole vectors, along the last axis: Dirichlet and multinomial.
#pragma once

#include "twill/array/array.hpp"
#include "twill/array/evaluate.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/random/rejection.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/scan/scans.hpp"

namespace twill::inline v0::random {

/// Shares that add up to 1 along the last axis of `shape`: gamma numbers of the parameters `alpha`
/// (which broadcast against the shape) over their sum. Lazy; parameters far below 1 lose nothing,
/// because the gamma numbers stay logarithms until the largest is known.
template <class T = float, int Rank, detail::random_parameter A>
    requires(Rank > 0)
auto dirichlet(key k, extents<Rank> const& shape, A&& alpha,
               source_location place = source_location::current()) {
    auto const logs = detail::log_gammas<T>(k, shape, place, std::forward<A>(alpha));
    auto const shares = exp(logs - max(logs, axis<Rank - 1>, keepdims));
    return shares / sum(shares, axis<Rank - 1>, keepdims);
}

/// How often each of p's categories comes up in n trials, `count` times over: an array of shape
/// (count, p.size()) of int64, whose rows add up to n. p is of rank 1 and counts up to a factor.
/// Runs at the call, one launch a category, and does not wait. With <twill/scan.hpp> or `.cuh`.
/// Throws value_error for a negative n and shape_error where p is empty.
template <detail::operand P>
    requires(detail::rank_of<P> == 1)
[[nodiscard]] auto multinomial(key k, detail::integer count, detail::integer n, P const& p,
                               source_location place = source_location::current()) {
    using Space = typename detail::node_of<P>::space;
    detail::checked_count(count, {"random::multinomial", place});
    detail::checked_count(n, {"random::multinomial", place});
    index_t const categories = detail::as_node(p).shape(place)[0];
    if (categories == 0)
        detail::raise<shape_error>(place, "twill: random::multinomial: no probabilities");
    // Each category's share of what it and those after it have.
    auto const shares = evaluate(cast<double>(p));
    auto const rest = evaluate(flip(cumsum(flip(shares, axis<0>), axis<0>), axis<0>));
    array<std::int64_t, 2, Space> result(count.value, categories);
    array<std::int64_t, 1, Space> left = full(extents<1>(count.value), std::int64_t{n.value});
    for (index_t j = 0; j < categories; ++j) {
        auto const of_rest = shares(slice(j, j + 1)) / rest(slice(j, j + 1));
        if (j + 1 == categories)
            result(full_extent, j) = left;
        else
            result(full_extent, j) = binomial(fold_in(k, static_cast<std::uint64_t>(j)),
                                              extents<1>(count.value), left, of_rest, place);
        left -= result(full_extent, j);
    }
    return result;
}

}  // namespace twill::inline v0::random
