// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: device and pinned arrays need the CUDA runtime: include <twill/device.hpp>

namespace tw = twill;

void pass(tw::device_array<float> const&);

tw::host_array<float> make() { return tw::host_array<float>(tw::extents(3)); }

#ifdef TWILL_MUST_FAIL
tw::device_array<float> make_on_device() { return tw::device_array<float>(tw::extents(3)); }
#endif
