// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: so it has no space of its own
// expect: evaluate<twill::device_space>(x) or evaluate<twill::host_space>(x)

namespace tw = twill;

auto counted() { return tw::evaluate<tw::host_space>(tw::arange(10) * 2); }

#ifdef TWILL_MUST_FAIL
auto counted_somewhere() { return tw::evaluate(tw::arange(10) * 2); }
#endif
