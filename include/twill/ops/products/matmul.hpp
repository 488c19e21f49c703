// SPDX-License-Identifier: MIT
// matmul: products of matrices, vectors and batches of them.
#pragma once

#include "twill/ops/products/contract.hpp"

namespace twill::inline v0 {

/// The matrix product, by NumPy's rules: two vectors give their inner product (rank 0), a matrix
/// and a vector a vector, operands of more axes are batches of matrices that broadcast. A lazy
/// expression; `c = alpha * matmul(a, b) + beta * c` and `c += matmul(a, b)` are one call of cuBLAS
/// or of the host's product, which reads transposed, conjugated, strided and batched views as they
/// lie (a view without a unit step in either axis is copied first, and an expression is evaluated
/// first). 16-bit floats are summed in float32; integers wrap in their common type and are exact,
/// bool gives whether any pair is true. An empty inner axis gives zeros. Throws shape_error for
/// inner sizes that differ, naming both shapes. Does not wait.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto matmul(A&& a, B&& b, precision how = precision::exact,
                          source_location place = source_location::current()) {
    constexpr int rank_a = detail::rank_of<A>;
    constexpr int rank_b = detail::rank_of<B>;
    static_assert(rank_a > 0 && rank_b > 0,
                  "twill: matmul takes operands of one axis at least: multiply by an operand of "
                  "rank 0 with *");
    return detail::contract<detail::matmul_spec<rank_a, rank_b>>("matmul", detail::as_node(a),
                                                                 detail::as_node(b), how, place);
}

}  // namespace twill::inline v0
