// SPDX-License-Identifier: MIT
#include <twill/twill.cuh>

#include "cross_entropy.hpp"

int main() { learn<tw::device_space>(4096, 1000); }
