// SPDX-License-Identifier: MIT
#include <twill/scan.hpp>
#include <twill/twill.hpp>

// expect: accumulate takes a function without state

namespace tw = twill;

auto running(tw::host_array<int> const& x, int least) {
#ifdef TWILL_MUST_FAIL
    return tw::evaluate(tw::accumulate(x, [least](int a, int b) { return a + b + least; }));
#else
    return tw::evaluate(tw::accumulate(x, [](int a, int b) { return a > b ? a : b; }) + least);
#endif
}
