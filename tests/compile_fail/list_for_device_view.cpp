// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: elements of a device array are written by a named copy: v =
// to_device(host_array<T>{...})

namespace tw = twill;

void set(tw::host_view<float> v, [[maybe_unused]] tw::device_view<float> d) {
    v = {1.0f, 2.0f};
#ifdef TWILL_MUST_FAIL
    d = {1.0f, 2.0f};
#endif
}
