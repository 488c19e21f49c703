// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect: copying host data to the device is a named call: to_device(range)

namespace tw = twill;

auto values(std::vector<float> const& v) { return tw::host_array<float>(v); }

#ifdef TWILL_MUST_FAIL
auto device_values(std::vector<float> const& v) { return tw::device_array<float>(v); }
#endif
