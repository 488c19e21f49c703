// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a device array is filled by a named copy: to_device(host_array<T>{...})

namespace tw = twill;

auto values() { return tw::host_array<float>{1.0f, 2.0f}; }

#ifdef TWILL_MUST_FAIL
auto device_values() { return tw::device_array<float>{1.0f, 2.0f}; }
#endif
