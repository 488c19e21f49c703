// SPDX-License-Identifier: MIT
#include <twill/statistics.hpp>
#include <twill/twill.hpp>

// expect first: so it has no space of its own
// expect never: include <twill/

namespace tw = twill;

auto grouped() { return tw::group_by(tw::evaluate<tw::host_space>(tw::arange(10) % 3)); }

#ifdef TWILL_MUST_FAIL
auto grouped_somewhere() { return tw::group_by(tw::arange(10) % 3); }
#endif
