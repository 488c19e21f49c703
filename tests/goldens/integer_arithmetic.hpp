// SPDX-License-Identifier: MIT
// Integer arithmetic: integer_goldens<T> for the eight integer types.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"
#include "integer_signed.hpp"
#include "integer_unsigned.hpp"

namespace twill::goldens {

using integer_types = type_list<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

}  // namespace twill::goldens
