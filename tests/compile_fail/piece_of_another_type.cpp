// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect first: piecewise gives elements of x's type, which this piece does not fit: cast x first

namespace tw = twill;

tw::host_array<double> halved(tw::host_array<int> const& x) {
    auto const half = [](auto const& v) { return v * 0.5; };
#ifdef TWILL_MUST_FAIL
    return piecewise(x, x > 0, half);
#else
    return piecewise(tw::cast<double>(x), x > 0, half);
#endif
}
