// SPDX-License-Identifier: MIT
// Distributions of whole vectors, along the last axis: Dirichlet, multinomial and normal.
#pragma once

#include "twill/array/array.hpp"
#include "twill/array/evaluate.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/random/rejection.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/scan/scans.hpp"

namespace twill::inline v0 {
namespace detail {

/// What factors a covariance: <twill/linalg.hpp> and `.cuh` have it.
template <class Space>
struct covariance_solver;

/// Throws where the means of vectors of n are others, or a factor is of others.
inline void require_means(index_t means, index_t n, source_location const& place) {
    if (means != n)
        raise<shape_error>(place,
                           "twill: random::multivariate_normal: %lld means along the last axis, "
                           "and covariances of %lld numbers",
                           static_cast<long long>(means), static_cast<long long>(n));
}

struct dirichlet_call {
    static constexpr char const* name = "random::dirichlet";
};

}  // namespace detail

namespace random {

/// Shares that add up to 1 along the last axis of `shape`: gamma numbers of the parameters `alpha`
/// (which broadcast against the shape) over their sum. Lazy; parameters far below 1 lose nothing,
/// because the gamma numbers stay logarithms until the largest is known. Throws shape_error where
/// the last axis has no elements.
template <class T = float, int Rank, detail::random_parameter A>
    requires(Rank > 0)
auto dirichlet(key k, extents<Rank> const& shape, A&& alpha,
               source_location place = source_location::current()) {
    if (shape[Rank - 1] == 0)
        detail::raise<shape_error>(place,
                                   "twill: random::dirichlet: no shares along the last axis");
    auto const logs =
        detail::log_gammas<T, detail::dirichlet_call>(k, shape, place, std::forward<A>(alpha));
    auto const shares = exp(logs - max(logs, axis<Rank - 1>, keepdims));
    return shares / sum(shares, axis<Rank - 1>, keepdims);
}

/// How often each of p's categories comes up in n trials, `count` times over: an array of shape
/// (count, p.size()) of int64, whose rows add up to n. p is of rank 1 and counts up to a factor.
/// Runs at the call, one launch a category, and does not wait. With <twill/scan.hpp> or `.cuh`.
/// Throws value_error for a negative n, on the host for probabilities that are negative or not
/// finite too (on the device negative ones and NaN count as 0), and shape_error where p is empty.
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
    auto const given = evaluate(fmax(cast<double>(p), 0.0));
    if constexpr (std::is_same_v<Space, host_space>)
        if (!item(all(cast<double>(p) >= 0.0 && cast<double>(p) <= detail::limits<double>::max)))
            detail::raise_range(place, "multinomial: probabilities are finite and not negative");
    // Of the largest: the sum of large ones is finite.
    auto const largest = max(given, keepdims);
    auto const shares = evaluate(where(largest > 0.0, given / largest, 0.0));
    auto const rest = evaluate(flip(cumsum(flip(shares, axis<0>), axis<0>), axis<0>));
    auto const of_rest = where(rest > 0.0, minimum(shares / rest, 1.0), 0.0);
    array<std::int64_t, 2, Space> result(count.value, categories);
    array<std::int64_t, 1, Space> left = full(extents<1>(count.value), std::int64_t{n.value});
    for (index_t j = 0; j < categories; ++j) {
        if (j + 1 == categories)
            result(full_extent, j) = left;
        else
            result(full_extent, j) =
                binomial(fold_in(k, static_cast<std::uint64_t>(j)), extents<1>(count.value), left,
                         of_rest(slice(j, j + 1)), place);
        left -= result(full_extent, j);
    }
    return result;
}

template <class L>
struct factor_t {
    L values;
};
/// Beside random::multivariate_normal: l with l l^T = the covariance, (n, m), in the place of the
/// covariance; of a covariance that is singular, say, or for many calls.
template <detail::operand L>
    requires(detail::rank_of<L> == 2)
auto factor(L&& l) {
    return factor_t<detail::node_of<L>>{detail::as_node(std::forward<L>(l))};
}

/// Vectors of normal numbers, mean + l z with independent z: an expression of the axes of `shape`
/// and, last, of vectors of n numbers. `mean` is (n), or broadcasts against the result but along
/// its last axis. One product of matrices; with <twill/products.hpp> or `.cuh`. Throws shape_error
/// for means that are not n.
template <class T = float, int Rank, detail::operand M, class L>
[[nodiscard]] auto multivariate_normal(key k, extents<Rank> const& shape, M&& mean,
                                       factor_t<L> const& l,
                                       source_location place = source_location::current()) {
    static_assert(detail::is_floating<T>, "twill: random numbers of this distribution are floats");
    static_assert(detail::rank_of<M> > 0,
                  "twill: random::multivariate_normal: the mean is a vector");
    auto const sizes = l.values.shape(place);
    detail::require_means(detail::as_node(mean).shape(place)[detail::rank_of<M> - 1], sizes[0],
                          place);
    extents<Rank + 1> all;
    for (int d = 0; d < Rank; ++d)
        all[d] = shape[d];
    all[Rank] = sizes[1];
    return matmul(normal<T>(k, all, 0.0, 1.0, place), cast<T>(transpose(l.values))) +
           cast<T>(std::forward<M>(mean));
}
/// The same by the covariance, (n, n), symmetric and positive definite, of which the lower triangle
/// is read and which is factored at the call (linalg::cholesky). With <twill/linalg.hpp> or `.cuh`.
/// Throws shape_error, and linalg_error for a matrix that is not positive definite, on the device
/// from the next call that waits.
template <class T = float, int Rank, detail::operand M, detail::operand C>
    requires(detail::rank_of<C> == 2)
[[nodiscard]] auto multivariate_normal(key k, extents<Rank> const& shape, M&& mean,
                                       C const& covariance,
                                       source_location place = source_location::current()) {
    using solver = detail::covariance_solver<typename detail::node_of<C>::space>;
    static_assert(detail::complete<solver>,
                  "twill: random::multivariate_normal factors its covariance: include "
                  "<twill/linalg.hpp>, with nvcc <twill/linalg.cuh>, or give random::factor(l)");
    return multivariate_normal<T>(k, shape, std::forward<M>(mean),
                                  factor(solver::lower(covariance, place)), place);
}

}  // namespace random
}  // namespace twill::inline v0
