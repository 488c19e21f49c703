// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

twill::host_array<float> add(twill::host_array<float> const& a, twill::host_array<float> const& b) {
    return a + b;
}
