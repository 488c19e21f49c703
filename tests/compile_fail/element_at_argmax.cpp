// SPDX-License-Identifier: MIT
#include <twill/index.hpp>
#include <twill/twill.hpp>

// expect first: reading an element needs a named copy

namespace tw = twill;

double greatest(tw::host_array<double> const& a) {
#ifdef TWILL_MUST_FAIL
    return a(argmax(a));
#else
    return tw::item(a(argmax(a)));
#endif
}
