// SPDX-License-Identifier: MIT
#include <twill/twill.cuh>

#include "black_scholes.hpp"

int main() { price<tw::device_space>(1000000); }
