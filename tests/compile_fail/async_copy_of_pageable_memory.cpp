// SPDX-License-Identifier: MIT
#include <twill/device.hpp>
#include <twill/twill.hpp>

// expect: an asynchronous copy needs pinned host memory: twill::pinned_array

namespace tw = twill;

void send(tw::device_array<float>& to, tw::pinned_array<float> const& pinned,
          tw::host_array<float> const& pageable) {
#ifdef TWILL_MUST_FAIL
    tw::copy_async(to, pageable);
#else
    tw::copy(to, pageable);
    tw::copy_async(to, pinned);
#endif
}
