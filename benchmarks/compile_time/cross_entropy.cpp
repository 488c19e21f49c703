// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

#include "cross_entropy.hpp"

int main() { learn<tw::host_space>(4096, 1000); }
