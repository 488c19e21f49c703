// SPDX-License-Identifier: MIT
#include <twill/twill.cuh>
