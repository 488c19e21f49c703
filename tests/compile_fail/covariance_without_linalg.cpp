// SPDX-License-Identifier: MIT
#include <twill/products.hpp>
#include <twill/random.hpp>
#include <twill/twill.hpp>

// expect: random::multivariate_normal factors its covariance: include <twill/linalg.hpp>

namespace tw = twill;

void draw(tw::host_array<double> const& mean, tw::host_array<double, 2> const& matrix) {
    tw::random::key const k(7);
    tw::host_array<float, 2> a =
        tw::random::multivariate_normal(k, tw::extents(10), mean, tw::random::factor(matrix));
#ifdef TWILL_MUST_FAIL
    a = tw::random::multivariate_normal(k, tw::extents(10), mean, matrix);
#endif
}
