// SPDX-License-Identifier: MIT
// Products under the names that NumPy and the array API have for them: twill::linalg::matmul is
// twill::matmul. Powers are also those of inverses.
#pragma once

#include "twill/ops/linalg/fit.hpp"
#include "twill/ops/linalg/tensors.hpp"
#include "twill/ops/products/chains.hpp"
#include "twill/ops/products/matmul.hpp"
#include "twill/ops/products/tensordot.hpp"
#include "twill/ops/products/vectors.hpp"

namespace twill::inline v0::detail {

template <class A>
concept solved_as_is = std::is_same_v<solver_t<value_of<A>>, value_of<A>>;

}  // namespace twill::inline v0::detail

namespace twill::inline v0::linalg {

using twill::cross;
using twill::matmul;
using twill::matrix_power;
using twill::multi_dot;
using twill::outer;
using twill::tensordot;
using twill::vecdot;

/// a times itself n times, as twill::matrix_power; of negative n the inverse times itself: of
/// elements that matrices are inverted in, float, double and complex of them. Throws shape_error,
/// and for negative n linalg_error as inv() does.
template <twill::detail::operand A>
    requires twill::detail::solved_as_is<A>
[[nodiscard]] auto matrix_power(A const& a, std::int64_t n,
                                source_location place = source_location::current()) {
    if (n >= 0)
        return twill::matrix_power(a, n, place);
    if (n == twill::detail::limits<std::int64_t>::lowest)
        return twill::matrix_power(matrix_power(a, n / 2, place), 2, place);
    return twill::matrix_power(inv(a, place), -n, place);
}

}  // namespace twill::inline v0::linalg
