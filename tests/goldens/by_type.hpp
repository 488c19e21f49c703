// SPDX-License-Identifier: MIT
// What NumPy answers for elements of every type: by_type<T>.
// Written by make_by_type.py: change that script, not this file.
#pragma once

#include <cstdint>
#include <limits>

#include <twill/complex.hpp>
#include <twill/half.hpp>

namespace twill::goldens {

inline constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
inline constexpr long double inf = std::numeric_limits<long double>::infinity();

template <class T>
struct by_type;

template <>
struct by_type<bool> {
    static constexpr long double operand[] = {1ll, 0ll, 0ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 0ll, 1ll, 0ll};
    static constexpr long double few[] = {1ll, 0ll, 0ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll};
    static constexpr long double order[] = {1ll, 2ll, 5ll, 8ll, 9ll, 11ll, 0ll, 3ll, 4ll, 6ll, 7ll, 10ll};
    static constexpr long double sorted[] = {0ll, 0ll, 0ll, 0ll, 0ll, 0ll, 1ll, 1ll, 1ll, 1ll, 1ll, 1ll};
    static constexpr long double unique[] = {0ll, 1ll};
    static constexpr long double counts[] = {6ll, 6ll};
    static constexpr long double sums[] = {1ll, 1ll, 1ll, 2ll, 3ll, 3ll, 4ll, 5ll, 5ll};
    static constexpr long double products[] = {1ll, 0ll, 0ll, 0ll, 0ll, 0ll, 0ll, 0ll, 0ll};
    static constexpr long double chosen[] = {1ll, 0ll, 1ll, 1ll, 1ll};
    static constexpr long double written[] = {0ll, 0ll, 0ll, 1ll, 0ll, 0ll, 1ll, 1ll, 0ll, 0ll, 1ll, 1ll};
    static constexpr long double constant[] = {1ll, 1ll, 1ll, 1ll, 1ll, 0ll, 0ll, 1ll, 1ll, 1ll, 0ll, 1ll, 1ll, 1ll,
        0ll, 1ll, 1ll, 1ll, 1ll, 1ll, 1ll, 1ll, 1ll, 1ll};
    static constexpr long double reflected[] = {0ll, 1ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 1ll, 1ll, 1ll, 0ll, 1ll, 1ll,
        0ll, 0ll, 1ll, 0ll, 0ll, 0ll, 1ll, 0ll, 1ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 1ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll,
        1ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 0ll, 1ll, 0ll, 0ll, 0ll, 1ll};
    static constexpr long double wrapped[] = {0ll, 1ll, 0ll, 0ll, 1ll, 0ll, 0ll, 0ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 0ll,
        1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 0ll, 1ll, 0ll, 0ll, 1ll, 0ll, 0ll, 0ll, 1ll, 1ll, 0ll, 1ll, 1ll, 0ll, 0ll, 1ll,
        1ll, 0ll, 1ll, 1ll, 0ll};
};

template <>
struct by_type<std::int8_t> {
    static constexpr long double operand[] = {3ll, 127ll, 7ll, -128ll, 1ll, 3ll, 0ll, 7ll, 126ll, 2ll, -128ll, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 10ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 8ll, 1ll};
    static constexpr long double sorted[] = {-128ll, -128ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll, 126ll, 127ll};
    static constexpr long double unique[] = {-128ll, 0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 126ll, 127ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 127ll, 7ll, -128ll, 2ll, 3ll, 0ll, 7ll, 126ll, 2ll, -128ll, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::int16_t> {
    static constexpr long double operand[] = {3ll, 32767ll, 7ll, -32768ll, 1ll, 3ll, 0ll, 7ll, 32766ll, 2ll, -32768ll,
        5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 10ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 8ll, 1ll};
    static constexpr long double sorted[] = {-32768ll, -32768ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll, 32766ll,
        32767ll};
    static constexpr long double unique[] = {-32768ll, 0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 32766ll, 32767ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 32767ll, 7ll, -32768ll, 2ll, 3ll, 0ll, 7ll, 32766ll, 2ll, -32768ll,
        3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::int32_t> {
    static constexpr long double operand[] = {3ll, 2147483647ll, 7ll, -2147483648ll, 1ll, 3ll, 0ll, 7ll, 2147483646ll,
        2ll, -2147483648ll, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 10ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 8ll, 1ll};
    static constexpr long double sorted[] = {-2147483648ll, -2147483648ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll,
        2147483646ll, 2147483647ll};
    static constexpr long double unique[] = {-2147483648ll, 0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 2147483646ll, 2147483647ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 2147483647ll, 7ll, -2147483648ll, 2ll, 3ll, 0ll, 7ll, 2147483646ll,
        2ll, -2147483648ll, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::int64_t> {
    static constexpr long double operand[] = {3ll, 9223372036854775807ll, 7ll, -0x7fffffffffffffffll - 1, 1ll, 3ll, 0ll,
        7ll, 9223372036854775806ll, 2ll, -0x7fffffffffffffffll - 1, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 10ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 8ll, 1ll};
    static constexpr long double sorted[] = {-0x7fffffffffffffffll - 1, -0x7fffffffffffffffll - 1, 0ll, 1ll, 2ll, 3ll,
        3ll, 5ll, 7ll, 7ll, 9223372036854775806ll, 9223372036854775807ll};
    static constexpr long double unique[] = {-0x7fffffffffffffffll - 1, 0ll, 1ll, 2ll, 3ll, 5ll, 7ll,
        9223372036854775806ll, 9223372036854775807ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 9223372036854775807ll, 7ll, -0x7fffffffffffffffll - 1, 2ll, 3ll, 0ll,
        7ll, 9223372036854775806ll, 2ll, -0x7fffffffffffffffll - 1, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::uint8_t> {
    static constexpr long double operand[] = {3ll, 255ll, 7ll, 0ll, 1ll, 3ll, 0ll, 7ll, 254ll, 2ll, 128ll, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 10ll, 8ll, 1ll};
    static constexpr long double sorted[] = {0ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll, 128ll, 254ll, 255ll};
    static constexpr long double unique[] = {0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 128ll, 254ll, 255ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 255ll, 7ll, 0ll, 2ll, 3ll, 0ll, 7ll, 254ll, 2ll, 128ll, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::uint16_t> {
    static constexpr long double operand[] = {3ll, 65535ll, 7ll, 0ll, 1ll, 3ll, 0ll, 7ll, 65534ll, 2ll, 32768ll, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 10ll, 8ll, 1ll};
    static constexpr long double sorted[] = {0ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll, 32768ll, 65534ll, 65535ll};
    static constexpr long double unique[] = {0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 32768ll, 65534ll, 65535ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 65535ll, 7ll, 0ll, 2ll, 3ll, 0ll, 7ll, 65534ll, 2ll, 32768ll, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::uint32_t> {
    static constexpr long double operand[] = {3ll, 4294967295ll, 7ll, 0ll, 1ll, 3ll, 0ll, 7ll, 4294967294ll, 2ll,
        2147483648ll, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 10ll, 8ll, 1ll};
    static constexpr long double sorted[] = {0ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll, 2147483648ll, 4294967294ll,
        4294967295ll};
    static constexpr long double unique[] = {0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 2147483648ll, 4294967294ll, 4294967295ll};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 4294967295ll, 7ll, 0ll, 2ll, 3ll, 0ll, 7ll, 4294967294ll, 2ll,
        2147483648ll, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<std::uint64_t> {
    static constexpr long double operand[] = {3ll, 0xffffffffffffffffull, 7ll, 0ll, 1ll, 3ll, 0ll, 7ll,
        0xfffffffffffffffeull, 2ll, 0x8000000000000000ull, 5ll};
    static constexpr long double few[] = {3ll, 1ll, 2ll, 1ll, 4ll, 2ll, 1ll, 3ll, 2ll};
    static constexpr long double order[] = {3ll, 6ll, 4ll, 9ll, 0ll, 5ll, 11ll, 2ll, 7ll, 10ll, 8ll, 1ll};
    static constexpr long double sorted[] = {0ll, 0ll, 1ll, 2ll, 3ll, 3ll, 5ll, 7ll, 7ll, 0x8000000000000000ull,
        0xfffffffffffffffeull, 0xffffffffffffffffull};
    static constexpr long double unique[] = {0ll, 1ll, 2ll, 3ll, 5ll, 7ll, 0x8000000000000000ull, 0xfffffffffffffffeull,
        0xffffffffffffffffull};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 2ll, 1ll, 2ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {3ll, 4ll, 6ll, 7ll, 11ll, 13ll, 14ll, 17ll, 19ll};
    static constexpr long double products[] = {3ll, 3ll, 6ll, 6ll, 24ll, 48ll, 48ll, 144ll, 288ll};
    static constexpr long double chosen[] = {1ll, 5ll, 3ll, 1ll, 7ll};
    static constexpr long double written[] = {1ll, 0xffffffffffffffffull, 7ll, 0ll, 2ll, 3ll, 0ll, 7ll,
        0xfffffffffffffffeull, 2ll, 0x8000000000000000ull, 3ll};
    static constexpr long double added[] = {5ll, 1ll, 2ll, 1ll, 8ll, 2ll, 1ll, 7ll, 3ll};
    static constexpr long double quantiles[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {3ll, 3ll, 3ll, 3ll, 3ll, 1ll, 2ll, 3ll, 1ll, 4ll, 2ll, 3ll, 1ll, 3ll,
        2ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll, 3ll};
    static constexpr long double reflected[] = {2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll,
        2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll, 2ll, 4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 3ll, 1ll, 3ll, 2ll, 3ll, 1ll, 2ll,
        4ll, 1ll, 4ll, 2ll, 4ll, 1ll, 2ll, 1ll, 3ll, 1ll, 2ll, 1ll, 3ll};
    static constexpr long double wrapped[] = {2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll,
        1ll, 3ll, 2ll, 1ll, 3ll, 2ll, 2ll, 3ll, 1ll, 2ll, 3ll, 1ll, 2ll, 2ll, 1ll, 4ll, 2ll, 1ll, 4ll, 2ll, 2ll, 1ll,
        3ll, 2ll, 1ll, 3ll, 2ll};
};

template <>
struct by_type<float16> {
    static constexpr long double operand[] = {0x1.8000000000000p+0l, inf, -0x1.2000000000000p+1l,
        0x1.ffc0000000000p+15l, nan, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l, -0x1.2000000000000p+1l,
        0x0.0p+0l, -0x1.ffc0000000000p+15l, 0x1.0000000000000p+3l};
    static constexpr long double few[] = {0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
    static constexpr long double order[] = {6ll, 10ll, 2ll, 8ll, 9ll, 7ll, 0ll, 5ll, 11ll, 3ll, 1ll, 4ll};
    static constexpr long double sorted[] = {-inf, -0x1.ffc0000000000p+15l, -0x1.2000000000000p+1l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+3l, 0x1.ffc0000000000p+15l, inf, nan};
    static constexpr long double unique[] = {-inf, -0x1.ffc0000000000p+15l, -0x1.2000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.0000000000000p+3l, 0x1.ffc0000000000p+15l, inf, nan};
    static constexpr long double counts[] = {1ll, 1ll, 2ll, 1ll, 1ll, 2ll, 1ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {0x1.8000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.c000000000000p+2l, 0x1.b000000000000p+2l, 0x1.f000000000000p+2l, 0x1.0800000000000p+3l,
        0x1.b000000000000p+2l, 0x1.3800000000000p+3l};
    static constexpr long double products[] = {0x1.8000000000000p+0l, -0x1.8000000000000p-1l, -0x1.8000000000000p+0l,
        -0x1.8000000000000p+2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p-1l,
        -0x1.2000000000000p+0l, -0x1.b000000000000p+1l};
    static constexpr long double chosen[] = {nan, 0x1.0000000000000p+3l, 0x1.8000000000000p+0l, nan,
        0x1.0000000000000p-2l};
    static constexpr long double written[] = {-0x1.0000000000000p-1l, inf, -0x1.2000000000000p+1l,
        0x1.ffc0000000000p+15l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, -0x1.ffc0000000000p+15l, 0x1.8000000000000p+0l};
    static constexpr long double added[] = {0x1.c000000000000p+1l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, 0x1.5000000000000p+2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.c000000000000p+0l, 0x1.4000000000000p+1l};
    static constexpr long double quantiles[] = {-0x1.8000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p-3l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l};
    static constexpr long double reflected[] = {0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l};
    static constexpr long double wrapped[] = {0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l,
        -0x1.0000000000000p-1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+1l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
};

template <>
struct by_type<bfloat16> {
    static constexpr long double operand[] = {0x1.8000000000000p+0l, inf, -0x1.2000000000000p+1l,
        0x1.fe00000000000p+127l, nan, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l, -0x1.2000000000000p+1l,
        0x0.0p+0l, -0x1.fe00000000000p+127l, 0x1.0000000000000p+3l};
    static constexpr long double few[] = {0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
    static constexpr long double order[] = {6ll, 10ll, 2ll, 8ll, 9ll, 7ll, 0ll, 5ll, 11ll, 3ll, 1ll, 4ll};
    static constexpr long double sorted[] = {-inf, -0x1.fe00000000000p+127l, -0x1.2000000000000p+1l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+3l, 0x1.fe00000000000p+127l, inf, nan};
    static constexpr long double unique[] = {-inf, -0x1.fe00000000000p+127l, -0x1.2000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.0000000000000p+3l, 0x1.fe00000000000p+127l, inf, nan};
    static constexpr long double counts[] = {1ll, 1ll, 2ll, 1ll, 1ll, 2ll, 1ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {0x1.8000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.c000000000000p+2l, 0x1.b000000000000p+2l, 0x1.f000000000000p+2l, 0x1.0800000000000p+3l,
        0x1.b000000000000p+2l, 0x1.3800000000000p+3l};
    static constexpr long double products[] = {0x1.8000000000000p+0l, -0x1.8000000000000p-1l, -0x1.8000000000000p+0l,
        -0x1.8000000000000p+2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p-1l,
        -0x1.2000000000000p+0l, -0x1.b000000000000p+1l};
    static constexpr long double chosen[] = {nan, 0x1.0000000000000p+3l, 0x1.8000000000000p+0l, nan,
        0x1.0000000000000p-2l};
    static constexpr long double written[] = {-0x1.0000000000000p-1l, inf, -0x1.2000000000000p+1l,
        0x1.fe00000000000p+127l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, -0x1.fe00000000000p+127l, 0x1.8000000000000p+0l};
    static constexpr long double added[] = {0x1.c000000000000p+1l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, 0x1.5000000000000p+2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.c000000000000p+0l, 0x1.4000000000000p+1l};
    static constexpr long double quantiles[] = {-0x1.8000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p-3l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l};
    static constexpr long double reflected[] = {0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l};
    static constexpr long double wrapped[] = {0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l,
        -0x1.0000000000000p-1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+1l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
};

template <>
struct by_type<float> {
    static constexpr long double operand[] = {0x1.8000000000000p+0l, inf, -0x1.2000000000000p+1l,
        0x1.fffffe0000000p+127l, nan, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l, -0x1.2000000000000p+1l,
        0x0.0p+0l, -0x1.fffffe0000000p+127l, 0x1.0000000000000p+3l};
    static constexpr long double few[] = {0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
    static constexpr long double order[] = {6ll, 10ll, 2ll, 8ll, 9ll, 7ll, 0ll, 5ll, 11ll, 3ll, 1ll, 4ll};
    static constexpr long double sorted[] = {-inf, -0x1.fffffe0000000p+127l, -0x1.2000000000000p+1l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+3l, 0x1.fffffe0000000p+127l, inf, nan};
    static constexpr long double unique[] = {-inf, -0x1.fffffe0000000p+127l, -0x1.2000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.0000000000000p+3l, 0x1.fffffe0000000p+127l, inf, nan};
    static constexpr long double counts[] = {1ll, 1ll, 2ll, 1ll, 1ll, 2ll, 1ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {0x1.8000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.c000000000000p+2l, 0x1.b000000000000p+2l, 0x1.f000000000000p+2l, 0x1.0800000000000p+3l,
        0x1.b000000000000p+2l, 0x1.3800000000000p+3l};
    static constexpr long double products[] = {0x1.8000000000000p+0l, -0x1.8000000000000p-1l, -0x1.8000000000000p+0l,
        -0x1.8000000000000p+2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p-1l,
        -0x1.2000000000000p+0l, -0x1.b000000000000p+1l};
    static constexpr long double chosen[] = {nan, 0x1.0000000000000p+3l, 0x1.8000000000000p+0l, nan,
        0x1.0000000000000p-2l};
    static constexpr long double written[] = {-0x1.0000000000000p-1l, inf, -0x1.2000000000000p+1l,
        0x1.fffffe0000000p+127l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, -0x1.fffffe0000000p+127l, 0x1.8000000000000p+0l};
    static constexpr long double added[] = {0x1.c000000000000p+1l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, 0x1.5000000000000p+2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.c000000000000p+0l, 0x1.4000000000000p+1l};
    static constexpr long double quantiles[] = {-0x1.8000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p-3l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l};
    static constexpr long double reflected[] = {0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l};
    static constexpr long double wrapped[] = {0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l,
        -0x1.0000000000000p-1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+1l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
};

template <>
struct by_type<double> {
    static constexpr long double operand[] = {0x1.8000000000000p+0l, inf, -0x1.2000000000000p+1l,
        0x1.fffffffffffffp+1023l, nan, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l, -0x1.2000000000000p+1l,
        0x0.0p+0l, -0x1.fffffffffffffp+1023l, 0x1.0000000000000p+3l};
    static constexpr long double few[] = {0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
    static constexpr long double order[] = {6ll, 10ll, 2ll, 8ll, 9ll, 7ll, 0ll, 5ll, 11ll, 3ll, 1ll, 4ll};
    static constexpr long double sorted[] = {-inf, -0x1.fffffffffffffp+1023l, -0x1.2000000000000p+1l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.0000000000000p+3l, 0x1.fffffffffffffp+1023l, inf, nan};
    static constexpr long double unique[] = {-inf, -0x1.fffffffffffffp+1023l, -0x1.2000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p-2l, 0x1.8000000000000p+0l, 0x1.0000000000000p+3l, 0x1.fffffffffffffp+1023l, inf, nan};
    static constexpr long double counts[] = {1ll, 1ll, 2ll, 1ll, 1ll, 2ll, 1ll, 1ll, 1ll, 1ll};
    static constexpr long double sums[] = {0x1.8000000000000p+0l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.c000000000000p+2l, 0x1.b000000000000p+2l, 0x1.f000000000000p+2l, 0x1.0800000000000p+3l,
        0x1.b000000000000p+2l, 0x1.3800000000000p+3l};
    static constexpr long double products[] = {0x1.8000000000000p+0l, -0x1.8000000000000p-1l, -0x1.8000000000000p+0l,
        -0x1.8000000000000p+2l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p-1l,
        -0x1.2000000000000p+0l, -0x1.b000000000000p+1l};
    static constexpr long double chosen[] = {nan, 0x1.0000000000000p+3l, 0x1.8000000000000p+0l, nan,
        0x1.0000000000000p-2l};
    static constexpr long double written[] = {-0x1.0000000000000p-1l, inf, -0x1.2000000000000p+1l,
        0x1.fffffffffffffp+1023l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -inf, 0x1.0000000000000p-2l,
        -0x1.2000000000000p+1l, 0x0.0p+0l, -0x1.fffffffffffffp+1023l, 0x1.8000000000000p+0l};
    static constexpr long double added[] = {0x1.c000000000000p+1l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+2l, 0x1.5000000000000p+2l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.c000000000000p+0l, 0x1.4000000000000p+1l};
    static constexpr long double quantiles[] = {-0x1.8000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p-3l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l};
    static constexpr long double constant[] = {0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l, 0x1.8000000000000p+0l,
        0x1.8000000000000p+0l};
    static constexpr long double reflected[] = {0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+2l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, -0x1.8000000000000p+0l, 0x1.0000000000000p-1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, -0x1.0000000000000p-2l, 0x1.0000000000000p+2l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p-1l, 0x1.8000000000000p+0l};
    static constexpr long double wrapped[] = {0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p-1l,
        -0x1.8000000000000p+0l, 0x1.8000000000000p+1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l,
        -0x1.0000000000000p-1l, 0x1.0000000000000p+1l, 0x1.8000000000000p+0l, -0x1.0000000000000p-1l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+2l, -0x1.0000000000000p-2l, 0x1.0000000000000p+0l,
        0x1.8000000000000p+1l, 0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l,
        0x1.0000000000000p-1l, -0x1.8000000000000p+0l, 0x1.8000000000000p+1l};
};

template <>
struct by_type<complex<float>> {
    static constexpr long double operand[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+1l, -0x1.8000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+1l,
        0x1.4000000000000p+2l, 0x0.0p+0l, inf, 0x1.0000000000000p+0l, 0x0.0p+0l, -inf, 0x1.4000000000000p+2l, 0x0.0p+0l,
        -0x1.8000000000000p+1l, 0x0.0p+0l};
    static constexpr long double few[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double order[] = {2ll, 11ll, 9ll, 6ll, 5ll, 4ll, 1ll, 0ll, 3ll, 7ll, 10ll, 8ll};
    static constexpr long double sorted[] = {-0x1.8000000000000p+1l, 0x0.0p+0l, -0x1.8000000000000p+1l, 0x0.0p+0l,
        0x0.0p+0l, -inf, -0x0.0p+0l, -0x1.0000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.4000000000000p+2l, 0x0.0p+0l, 0x1.4000000000000p+2l,
        0x0.0p+0l, inf, 0x1.0000000000000p+0l};
    static constexpr long double unique[] = {-0x1.8000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, -inf, -0x0.0p+0l,
        -0x1.0000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.4000000000000p+2l, 0x0.0p+0l, inf,
        0x1.0000000000000p+0l};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 1ll, 1ll, 1ll, 2ll, 2ll, 1ll};
    static constexpr long double sums[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+1l,
        0x1.4000000000000p+1l, 0x1.0000000000000p+1l, 0x1.c000000000000p+1l, 0x1.0000000000000p+0l,
        0x1.6000000000000p+2l, 0x1.0000000000000p+0l, 0x1.6000000000000p+2l, 0x0.0p+0l, 0x1.a000000000000p+2l,
        0x0.0p+0l};
    static constexpr long double products[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+1l, 0x1.0000000000000p-1l,
        -0x1.0000000000000p+0l, -0x1.0000000000000p-1l, -0x1.8000000000000p+0l, -0x1.0000000000000p+0l,
        -0x1.8000000000000p+1l, -0x1.8000000000000p+1l, 0x1.0000000000000p+0l, -0x1.8000000000000p+1l,
        0x1.0000000000000p+0l};
    static constexpr long double chosen[] = {0x0.0p+0l, 0x1.0000000000000p+1l, -0x1.8000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.4000000000000p+2l,
        0x0.0p+0l};
    static constexpr long double written[] = {0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+1l, -0x1.8000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+1l,
        0x1.4000000000000p+2l, 0x0.0p+0l, inf, 0x1.0000000000000p+0l, 0x0.0p+0l, -inf, 0x1.4000000000000p+2l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double added[] = {0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.c000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p-1l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l};
    static constexpr long double constant[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double reflected[] = {0x1.0000000000000p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l,
        0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double wrapped[] = {-0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
};

template <>
struct by_type<complex<double>> {
    static constexpr long double operand[] = {0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+1l, -0x1.8000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+1l,
        0x1.4000000000000p+2l, 0x0.0p+0l, inf, 0x1.0000000000000p+0l, 0x0.0p+0l, -inf, 0x1.4000000000000p+2l, 0x0.0p+0l,
        -0x1.8000000000000p+1l, 0x0.0p+0l};
    static constexpr long double few[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double order[] = {2ll, 11ll, 9ll, 6ll, 5ll, 4ll, 1ll, 0ll, 3ll, 7ll, 10ll, 8ll};
    static constexpr long double sorted[] = {-0x1.8000000000000p+1l, 0x0.0p+0l, -0x1.8000000000000p+1l, 0x0.0p+0l,
        0x0.0p+0l, -inf, -0x0.0p+0l, -0x1.0000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.4000000000000p+2l, 0x0.0p+0l, 0x1.4000000000000p+2l,
        0x0.0p+0l, inf, 0x1.0000000000000p+0l};
    static constexpr long double unique[] = {-0x1.8000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, -inf, -0x0.0p+0l,
        -0x1.0000000000000p+1l, 0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.4000000000000p+2l, 0x0.0p+0l, inf,
        0x1.0000000000000p+0l};
    static constexpr long double counts[] = {2ll, 1ll, 1ll, 1ll, 1ll, 1ll, 2ll, 2ll, 1ll};
    static constexpr long double sums[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+1l,
        0x1.4000000000000p+1l, 0x1.0000000000000p+1l, 0x1.c000000000000p+1l, 0x1.0000000000000p+0l,
        0x1.6000000000000p+2l, 0x1.0000000000000p+0l, 0x1.6000000000000p+2l, 0x0.0p+0l, 0x1.a000000000000p+2l,
        0x0.0p+0l};
    static constexpr long double products[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+1l, 0x1.0000000000000p-1l,
        -0x1.0000000000000p+0l, -0x1.0000000000000p-1l, -0x1.8000000000000p+0l, -0x1.0000000000000p+0l,
        -0x1.8000000000000p+1l, -0x1.8000000000000p+1l, 0x1.0000000000000p+0l, -0x1.8000000000000p+1l,
        0x1.0000000000000p+0l};
    static constexpr long double chosen[] = {0x0.0p+0l, 0x1.0000000000000p+1l, -0x1.8000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.4000000000000p+2l,
        0x0.0p+0l};
    static constexpr long double written[] = {0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+1l, -0x1.8000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+1l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+1l,
        0x1.4000000000000p+2l, 0x0.0p+0l, inf, 0x1.0000000000000p+0l, 0x0.0p+0l, -inf, 0x1.4000000000000p+2l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double added[] = {0x0.0p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.c000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l,
        0x1.0000000000000p-1l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l};
    static constexpr long double constant[] = {0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double reflected[] = {0x1.0000000000000p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p+1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l,
        0x0.0p+0l, 0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
    static constexpr long double wrapped[] = {-0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l,
        0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l,
        0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, 0x1.0000000000000p+1l, 0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l,
        0x0.0p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+0l, -0x1.0000000000000p+0l,
        0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l, 0x1.0000000000000p+0l,
        -0x1.0000000000000p+0l, 0x1.0000000000000p+1l, 0x1.0000000000000p+0l, 0x1.0000000000000p-1l, 0x0.0p+0l,
        0x1.0000000000000p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l, 0x1.0000000000000p+1l,
        0x0.0p+0l, -0x0.0p+0l, -0x1.0000000000000p+0l, 0x1.0000000000000p+0l, 0x0.0p+0l};
};

}  // namespace twill::goldens
