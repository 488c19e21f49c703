// SPDX-License-Identifier: MIT
#include <twill/index.hpp>
#ifndef TWILL_MUST_FAIL
#include <twill/sort.hpp>
#endif

// expect: insert at several indices sorts them: include <twill/sort.hpp>

namespace tw = twill;

auto longer(tw::host_array<float> const& a, tw::host_array<int> const& i) {
    return insert(a, i, 1.0f);
}
