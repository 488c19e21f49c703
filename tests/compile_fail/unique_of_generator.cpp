// SPDX-License-Identifier: MIT
#include <twill/sort.hpp>
#include <twill/twill.hpp>

// expect first: so it has no space of its own
// expect never: include <twill/

namespace tw = twill;

auto distinct() { return tw::unique(tw::evaluate<tw::host_space>(tw::arange(10) / 2)); }

#ifdef TWILL_MUST_FAIL
auto distinct_somewhere() { return tw::unique(tw::arange(10) / 2); }
#endif
