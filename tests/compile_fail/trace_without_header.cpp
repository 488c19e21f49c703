// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#ifndef TWILL_MUST_FAIL
#include <twill/join.hpp>
#endif

// expect first: no matching function for call to

namespace tw = twill;

double total(tw::host_array<double, 2> const& m) { return tw::item(tw::trace(m)); }
