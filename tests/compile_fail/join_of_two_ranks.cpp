// SPDX-License-Identifier: MIT
#include <twill/join.hpp>

// expect: arrays that are joined have the same number of axes

namespace tw = twill;

void run(tw::host_array<float, 2> const& m, tw::host_array<float> const& row) {
    tw::host_array<float, 2> taller = vstack(m, row);
#ifdef TWILL_MUST_FAIL
    tw::host_array<float, 2> wrong = concatenate(tw::axis<0>, m, row);
#endif
}
