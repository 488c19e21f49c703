// SPDX-License-Identifier: MIT
// What the golden headers share.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <limits>

namespace twill::goldens {

template <class... T> struct type_list {};

inline constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
inline constexpr float inf32 = std::numeric_limits<float>::infinity();
inline constexpr double nan64 = std::numeric_limits<double>::quiet_NaN();
inline constexpr double inf64 = std::numeric_limits<double>::infinity();

}  // namespace twill::goldens
