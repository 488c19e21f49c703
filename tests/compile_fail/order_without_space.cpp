// SPDX-License-Identifier: MIT
#include <twill/statistics.hpp>
#include <twill/twill.hpp>

// expect first: so it has no space of its own

namespace tw = twill;

auto middle() { return tw::median(tw::evaluate<tw::host_space>(tw::arange(10) * 2)); }

#ifdef TWILL_MUST_FAIL
auto middle_somewhere() { return tw::median(tw::arange(10) * 2); }
#endif
