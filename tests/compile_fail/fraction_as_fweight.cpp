// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

#include <twill/numeric.hpp>

// expect: twill: fweights say how often an observation occurs: integers

namespace tw = twill;

auto spread(tw::host_array<float, 2> const& m, tw::host_array<float> const& w) {
#ifdef TWILL_MUST_FAIL
    return evaluate(cov(m, tw::fweights(w)));
#else
    return evaluate(cov(m, tw::aweights(w)));
#endif
}
