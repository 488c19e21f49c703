// SPDX-License-Identifier: MIT
#include <twill/statistics.hpp>
#include <twill/twill.hpp>

// expect first: so it has no space of its own
// expect never: include <twill/

namespace tw = twill;

auto counted() { return tw::histogram(tw::evaluate<tw::host_space>(tw::arange(10)), 3); }

#ifdef TWILL_MUST_FAIL
auto counted_somewhere() { return tw::histogram(tw::arange(10), 3); }
#endif
