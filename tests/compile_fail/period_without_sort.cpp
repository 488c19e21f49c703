// SPDX-License-Identifier: MIT
#include <twill/numeric.hpp>
#include <twill/twill.hpp>
#ifndef TWILL_MUST_FAIL
#include <twill/sort.hpp>
#endif

// expect first: interp with a period sorts the places: include <twill/sort.hpp>

namespace tw = twill;

auto heights(tw::host_array<double> const& x, tw::host_array<double> const& y) {
    return tw::evaluate(tw::interp(0.5, x, y, tw::period(1)));
}
