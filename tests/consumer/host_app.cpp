// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

#include <cstdio>

int main() {
    twill::host_array<float> const a{1, 2, 3};
    twill::host_array<float> const c = a + a;
    if (c.size() != 3 || c(0) != 2.0f || c(2) != 6.0f) {
        std::puts("wrong sum");
        return 1;
    }
    std::puts("host_app: ok");
    return 0;
}
