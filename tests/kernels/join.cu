// SPDX-License-Identifier: MIT
// A statement with joins in it: one kernel, whatever it reads.
// KERNELS boxes_kernel 3
// KERNELS _kernel 3
#include <twill/join.cuh>

namespace tw = twill;

void join(tw::device_array<float, 2> const& m, tw::device_array<float, 2>& u) {
    u = tw::concatenate(tw::axis<0>, m, m);
    u = tw::pad(m, 1);
    u = roll(m, 1, tw::axis<0>) + roll(m, -1, tw::axis<1>) - 2.0f * m;
}
