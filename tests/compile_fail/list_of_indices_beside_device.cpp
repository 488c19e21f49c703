// SPDX-License-Identifier: MIT
#include <twill/device.hpp>
#include <twill/index.hpp>

// expect: twill: values in braces stand beside operands of the host

namespace tw = twill;

#ifdef TWILL_MUST_FAIL
auto some(tw::device_array<float> const& a) { return take(a, {0, 2}); }
#else
auto some(tw::host_array<float> const& a) { return take(a, {0, 2}); }
#endif
