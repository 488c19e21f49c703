// SPDX-License-Identifier: MIT
// Scans on CPU threads; <twill/twill.hpp> includes them too.
#pragma once

#include "twill/twill.hpp"
