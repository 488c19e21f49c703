// SPDX-License-Identifier: MIT
// Loaded, used and unloaded by shared_main.cpp.
#include "shared.hpp"

void make_array(twill::host_array<double>& to) {
    twill::set_thread_count(4);
    to = twill::ones<double>(300000) * 2.0;
}
