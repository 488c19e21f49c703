// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

#include "black_scholes.hpp"

int main() { price<tw::host_space>(1000000); }
