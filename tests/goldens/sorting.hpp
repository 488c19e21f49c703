// SPDX-License-Identifier: MIT
// What NumPy answers for sorts, searches, sets and statistics: sorting_goldens<T>.
// Written by make_sorting_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

template <class T> struct sorting_goldens;

template <> struct sorting_goldens<std::int8_t> {
    static constexpr std::int8_t operand[] = {-6, -9, -1, 2, 5, 8, 1, 0, -7, -8, 1, 1, 3, 4, 0, 0, -1, -5, 7, 6, 3, -5, 0, 3, -5, 7, 0, -6,
        7, -9, 127, -128, 0, -9, 0, 3, 3, -5, 0, 1, -7, 8, -1};
    static constexpr std::int64_t order[] = {31, 1, 29, 33, 9, 8, 40, 0, 27, 17, 21, 24, 37, 2, 16, 42, 7, 14, 15, 22, 26, 32, 34, 38, 6,
        10, 11, 39, 3, 12, 20, 23, 35, 36, 13, 4, 19, 18, 25, 28, 5, 41, 30};
    static constexpr std::int64_t order_0[] = {0, 0, 1, 1, 2, 2, 1, 1, 0, 2, 1, 1, 2, 2, 2, 0, 0, 0};
    static constexpr std::int64_t order_1[] = {1, 0, 2, 3, 4, 5, 3, 2, 1, 0, 4, 5, 5, 4, 2, 3, 0, 1};
    static constexpr std::int8_t sorted[] = {-128, -9, -9, -9, -8, -7, -7, -6, -6, -5, -5, -5, -5, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
        1, 1, 2, 3, 3, 3, 3, 3, 4, 5, 6, 7, 7, 7, 8, 8, 127};
    static constexpr std::int8_t unique[] = {-128, -9, -8, -7, -6, -5, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 127};
    static constexpr std::int64_t unique_index[] = {31, 1, 9, 8, 0, 17, 2, 7, 6, 3, 12, 13, 4, 19, 18, 5, 30};
    static constexpr std::int64_t unique_inverse[] = {4, 1, 6, 9, 12, 15, 8, 7, 3, 2, 8, 8, 10, 11, 7, 7, 6, 5, 14, 13, 10, 5, 7, 10, 5, 14,
        7, 4, 14, 1, 16, 0, 7, 1, 7, 10, 10, 5, 7, 8, 3, 15, 6};
    static constexpr std::int64_t unique_count[] = {1, 3, 1, 2, 2, 4, 3, 8, 4, 1, 5, 1, 1, 1, 3, 2, 1};
    static constexpr std::int8_t among[] = {-128, -9, -8, -7, -6, -5, -5, -1, 0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 6, 7, 8, 127};
    static constexpr std::int64_t left[] = {4, 1, 7, 14, 18, 20, 12, 8, 3, 2, 12, 12, 15, 17, 8, 8, 7, 5, 19, 18, 15, 5, 8, 15, 5, 19, 8, 4,
        19, 1, 21, 0, 8, 1, 8, 15, 15, 5, 8, 12, 3, 20, 7};
    static constexpr std::int64_t right[] = {5, 2, 8, 15, 18, 21, 14, 12, 4, 3, 14, 14, 17, 18, 12, 12, 8, 7, 20, 19, 17, 7, 12, 17, 7, 20,
        12, 5, 20, 2, 22, 1, 12, 2, 12, 17, 17, 7, 12, 14, 4, 21, 8};
    static constexpr std::int8_t other[] = {7, 1, 3, -5, 127, 3, 0, 6};
    static constexpr std::int8_t common[] = {0, 1};
    static constexpr std::int64_t by_third[] = {33, 9, 0, 27, 21, 24, 42, 15, 6, 39, 3, 12, 36, 18, 30, 31, 1, 40, 37, 16, 7, 22, 34, 10,
        13, 4, 19, 25, 28, 29, 8, 17, 2, 14, 26, 32, 38, 11, 20, 23, 35, 5, 41};
    static constexpr std::int8_t some[] = {-6, -9, -1, 2, 5, 8, 1, 0, -7, -8, 1, 1};
    static constexpr std::int8_t united[] = {-9, -8, -7, -6, -5, -1, 0, 1, 2, 3, 5, 6, 7, 8, 127};
    static constexpr std::int8_t without_other[] = {-9, -8, -7, -6, -1, 2, 5, 8};
    static constexpr std::int8_t in_one[] = {-9, -8, -7, -6, -5, -1, 2, 3, 5, 6, 7, 8, 127};
    static constexpr bool in_other[] = {false, false, false, false, false, false, true, true, false, false, true, true};
    static constexpr std::int8_t finite[] = {-6, -9, -1, 2, 5, 8, 1, 0, -7, -8, 1, 1, 3, 4, 0, 0, -1, -5, 7, 6, 3, -5, 0, 3, -5, 7, 0, -6,
        7, -9, 127, -128, 0, -9, 0, 3, 3, -5, 0, 1, -7, 8, -1};
    static constexpr double quantile_linear[] = {-0x1.0000000000000p+7, -0x1.f333333333333p+2, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_lower[] = {-0x1.0000000000000p+7, -0x1.0000000000000p+3, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_higher[] = {-0x1.0000000000000p+7, -0x1.c000000000000p+2, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_nearest[] = {-0x1.0000000000000p+7, -0x1.0000000000000p+3, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_midpoint[] = {-0x1.0000000000000p+7, -0x1.e000000000000p+2, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_inverted_cdf[] = {-0x1.0000000000000p+7, -0x1.0000000000000p+3, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_hazen[] = {-0x1.0000000000000p+7, -0x1.0666666666666p+3, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr double quantile_weibull[] = {-0x1.0000000000000p+7, -0x1.1333333333334p+3, -0x1.4000000000000p+2, 0x0.0p+0,
        0x1.8000000000000p+1, 0x1.fc00000000000p+6};
    static constexpr std::int64_t histogram[] = {4, 0, 3, 12, 6, 1, 2};
    static constexpr double edges[] = {-0x1.4000000000000p+2, -0x1.adb6db6db6db7p+1, -0x1.b6db6db6db6dcp+0, -0x1.2492492492480p-4,
        0x1.9249249249248p+0, 0x1.9b6db6db6db6cp+1, 0x1.36db6db6db6dcp+2, 0x1.a000000000000p+2};
    static constexpr std::int64_t bins[] = {0, 0, 3, 5, 7, 8, 4, 4, 0, 0, 4, 4, 5, 6, 4, 4, 3, 1, 8, 7, 5, 1, 4, 5, 1, 8, 4, 0, 8, 0, 8, 0,
        4, 0, 4, 5, 5, 1, 4, 4, 0, 8, 3};
    static constexpr std::int8_t width[] = {18};
    static constexpr double middle[] = {0x0.0p+0};
    static constexpr double percentile_30[] = {-0x1.4ccccccccccd0p+1};
    static constexpr std::int8_t numbered[] = {6, 9, 1, 2, 5, 8, 1, 0, 7, 8, 1, 1, 3, 4, 0, 0, 1, 5, 7, 6, 3, 5, 0, 3, 5, 7, 0, 6, 7, 9, 6,
        7, 0, 9, 0, 3, 3, 5, 0, 1, 7, 8, 1};
    static constexpr std::int64_t counts[] = {8, 7, 1, 5, 1, 5, 4, 6, 3, 3};
    static constexpr double weighted[] = {0x1.8c00000000000p+5, 0x0.0p+0, 0x1.e000000000000p+4, 0x1.fc00000000000p+6, 0x1.0200000000000p+6,
        0x1.a000000000000p+2, 0x1.7000000000000p+3};
    static constexpr double density[] = {0x1.642c8590b2165p-4, 0x0.0p+0, 0x1.0b21642c8590ap-4, 0x1.0b21642c8590dp-2, 0x1.0b21642c8590dp-3,
        0x1.642c8590b215fp-6, 0x1.642c8590b2166p-5};
};
template <> struct sorting_goldens<std::uint16_t> {
    static constexpr std::uint16_t operand[] = {6, 2, 0, 7, 6, 7, 5, 1, 2, 0, 0, 0, 6, 7, 6, 5, 8, 5, 3, 3, 2, 2, 8, 3, 7, 7, 1, 7, 8, 8,
        65535, 0, 0, 8, 1, 3, 2, 5, 6, 0, 2, 7, 0};
    static constexpr std::int64_t order[] = {2, 9, 10, 11, 31, 32, 39, 42, 7, 26, 34, 1, 8, 20, 21, 36, 40, 18, 19, 23, 35, 6, 15, 17, 37,
        0, 4, 12, 14, 38, 3, 5, 13, 24, 25, 27, 41, 16, 22, 28, 29, 33, 30};
    static constexpr std::int64_t order_0[] = {1, 1, 0, 1, 1, 1, 0, 0, 1, 2, 0, 2, 2, 2, 2, 0, 2, 0};
    static constexpr std::int64_t order_1[] = {2, 1, 0, 4, 3, 5, 3, 4, 5, 1, 2, 0, 3, 5, 0, 2, 1, 4};
    static constexpr std::uint16_t sorted[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7,
        7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 65535};
    static constexpr std::uint16_t unique[] = {0, 1, 2, 3, 5, 6, 7, 8, 65535};
    static constexpr std::int64_t unique_index[] = {2, 7, 1, 18, 6, 0, 3, 16, 30};
    static constexpr std::int64_t unique_inverse[] = {5, 2, 0, 6, 5, 6, 4, 1, 2, 0, 0, 0, 5, 6, 5, 4, 7, 4, 3, 3, 2, 2, 7, 3, 6, 6, 1, 6, 7,
        7, 8, 0, 0, 7, 1, 3, 2, 4, 5, 0, 2, 6, 0};
    static constexpr std::int64_t unique_count[] = {8, 3, 6, 4, 4, 5, 7, 5, 1};
    static constexpr std::uint16_t among[] = {0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 65535};
    static constexpr std::int64_t left[] = {13, 6, 0, 15, 13, 15, 11, 4, 6, 0, 0, 0, 13, 15, 13, 11, 19, 11, 9, 9, 6, 6, 19, 9, 15, 15, 4,
        15, 19, 19, 21, 0, 0, 19, 4, 9, 6, 11, 13, 0, 6, 15, 0};
    static constexpr std::int64_t right[] = {15, 9, 4, 19, 15, 19, 13, 6, 9, 4, 4, 4, 15, 19, 15, 13, 21, 13, 11, 11, 9, 9, 21, 11, 19, 19,
        6, 19, 21, 21, 22, 4, 4, 21, 6, 11, 9, 13, 15, 4, 9, 19, 4};
    static constexpr std::uint16_t other[] = {8, 65535, 3, 6, 2, 3, 2, 3};
    static constexpr std::uint16_t common[] = {2, 6};
    static constexpr std::int64_t by_third[] = {9, 39, 42, 21, 36, 18, 6, 15, 0, 12, 3, 24, 27, 33, 30, 10, 31, 7, 34, 1, 40, 19, 37, 4, 13,
        25, 16, 22, 28, 2, 11, 32, 26, 8, 20, 23, 35, 17, 14, 38, 5, 41, 29};
    static constexpr std::uint16_t some[] = {6, 2, 0, 7, 6, 7, 5, 1, 2, 0, 0, 0};
    static constexpr std::uint16_t united[] = {0, 1, 2, 3, 5, 6, 7, 8, 65535};
    static constexpr std::uint16_t without_other[] = {0, 1, 5, 7};
    static constexpr std::uint16_t in_one[] = {0, 1, 3, 5, 7, 8, 65535};
    static constexpr bool in_other[] = {true, true, false, false, true, false, false, false, true, false, false, false};
    static constexpr std::uint16_t finite[] = {6, 2, 0, 7, 6, 7, 5, 1, 2, 0, 0, 0, 6, 7, 6, 5, 8, 5, 3, 3, 2, 2, 8, 3, 7, 7, 1, 7, 8, 8, 0,
        0, 8, 1, 3, 2, 5, 6, 0, 2, 7, 0};
    static constexpr double quantile_linear[] = {0x0.0p+0, 0x0.0p+0, 0x1.4000000000000p+0, 0x1.0000000000000p+2, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_lower[] = {0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0, 0x1.8000000000000p+1, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_higher[] = {0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+1, 0x1.4000000000000p+2, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_nearest[] = {0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0, 0x1.8000000000000p+1, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_midpoint[] = {0x0.0p+0, 0x0.0p+0, 0x1.8000000000000p+0, 0x1.0000000000000p+2, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_inverted_cdf[] = {0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0, 0x1.8000000000000p+1, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_hazen[] = {0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0, 0x1.0000000000000p+2, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr double quantile_weibull[] = {0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0, 0x1.0000000000000p+2, 0x1.c000000000000p+2,
        0x1.0000000000000p+3};
    static constexpr std::int64_t histogram[] = {0, 0, 0, 11, 10, 0, 9};
    static constexpr double edges[] = {-0x1.4000000000000p+2, -0x1.adb6db6db6db7p+1, -0x1.b6db6db6db6dcp+0, -0x1.2492492492480p-4,
        0x1.9249249249248p+0, 0x1.9b6db6db6db6cp+1, 0x1.36db6db6db6dcp+2, 0x1.a000000000000p+2};
    static constexpr std::int64_t bins[] = {7, 5, 4, 8, 7, 8, 7, 4, 5, 4, 4, 4, 7, 8, 7, 7, 8, 7, 5, 5, 5, 5, 8, 5, 8, 8, 4, 8, 8, 8, 4, 4,
        8, 4, 5, 5, 7, 7, 4, 5, 8, 4};
    static constexpr std::uint16_t width[] = {8};
    static constexpr double middle[] = {0x1.0000000000000p+2};
    static constexpr double percentile_30[] = {0x1.0000000000000p+1};
    static constexpr std::uint16_t numbered[] = {6, 2, 0, 7, 6, 7, 5, 1, 2, 0, 0, 0, 6, 7, 6, 5, 8, 5, 3, 3, 2, 2, 8, 3, 7, 7, 1, 7, 8, 8,
        0, 0, 8, 1, 3, 2, 5, 6, 0, 2, 7, 0};
    static constexpr std::int64_t counts[] = {8, 3, 6, 4, 0, 4, 5, 7, 5};
    static constexpr double weighted[] = {0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x1.dc00000000000p+6, 0x1.b400000000000p+6, 0x0.0p+0,
        0x1.1a00000000000p+6};
    static constexpr double density[] = {0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x1.c91700bdf59ccp-3, 0x1.9f89467e251a2p-3, 0x0.0p+0,
        0x1.75fb8c3e54979p-3};
};
template <> struct sorting_goldens<std::int64_t> {
    static constexpr std::int64_t operand[] = {6, 3, 5, -1, 0, -7, 2, -1, 7, -3, 7, -1, 6, 5, 0, -8, 0, -1, -9, -3, 6, 6, -9, -3, -5, -7, 6,
        3, -5, 5, 9223372036854775807ll, -9223372036854775807ll - 1, 0, 5, 6, -3, 6, -1, 0, -1, 7, -7, 5};
    static constexpr std::int64_t order[] = {31, 18, 22, 15, 5, 25, 41, 24, 28, 9, 19, 23, 35, 3, 7, 11, 17, 37, 39, 4, 14, 16, 32, 38, 6,
        1, 27, 2, 13, 29, 33, 42, 0, 12, 20, 21, 26, 34, 36, 8, 10, 40, 30};
    static constexpr std::int64_t order_0[] = {1, 1, 2, 2, 0, 0, 0, 0, 0, 1, 2, 1, 2, 2, 1, 0, 1, 2};
    static constexpr std::int64_t order_1[] = {5, 3, 4, 1, 2, 0, 3, 1, 5, 0, 2, 4, 3, 5, 2, 4, 1, 0};
    static constexpr std::int64_t sorted[] = {-9223372036854775807ll - 1, -9, -9, -8, -7, -7, -7, -5, -5, -3, -3, -3, -3, -1, -1, -1, -1,
        -1, -1, 0, 0, 0, 0, 0, 2, 3, 3, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 9223372036854775807ll};
    static constexpr std::int64_t unique[] = {-9223372036854775807ll - 1, -9, -8, -7, -5, -3, -1, 0, 2, 3, 5, 6, 7, 9223372036854775807ll};
    static constexpr std::int64_t unique_index[] = {31, 18, 15, 5, 24, 9, 3, 4, 6, 1, 2, 0, 8, 30};
    static constexpr std::int64_t unique_inverse[] = {11, 9, 10, 6, 7, 3, 8, 6, 12, 5, 12, 6, 11, 10, 7, 2, 7, 6, 1, 5, 11, 11, 1, 5, 4, 3,
        11, 9, 4, 10, 13, 0, 7, 10, 11, 5, 11, 6, 7, 6, 12, 3, 10};
    static constexpr std::int64_t unique_count[] = {1, 2, 1, 3, 2, 4, 6, 5, 1, 2, 5, 7, 3, 1};
    static constexpr std::int64_t among[] = {-9223372036854775807ll - 1, -9, -7, -7, -5, -3, -3, -1, -1, -1, 0, 0, 2, 3, 5, 5, 6, 6, 6, 6,
        7, 9223372036854775807ll};
    static constexpr std::int64_t left[] = {16, 13, 14, 7, 10, 2, 12, 7, 20, 5, 20, 7, 16, 14, 10, 2, 10, 7, 1, 5, 16, 16, 1, 5, 4, 2, 16,
        13, 4, 14, 21, 0, 10, 14, 16, 5, 16, 7, 10, 7, 20, 2, 14};
    static constexpr std::int64_t right[] = {20, 14, 16, 10, 12, 4, 13, 10, 21, 7, 21, 10, 20, 16, 12, 2, 12, 10, 2, 7, 20, 20, 2, 7, 5, 4,
        20, 14, 5, 16, 22, 1, 12, 16, 20, 7, 20, 10, 12, 10, 21, 4, 16};
    static constexpr std::int64_t other[] = {0, 7, 0, -3, -9, 6, 6, 2};
    static constexpr std::int64_t common[] = {-3, 0, 2, 6, 7};
    static constexpr std::int64_t by_third[] = {18, 15, 24, 9, 3, 39, 6, 27, 33, 42, 0, 12, 21, 36, 30, 31, 22, 25, 28, 19, 7, 37, 4, 16, 1,
        13, 34, 10, 40, 5, 41, 23, 35, 11, 17, 14, 32, 38, 2, 29, 20, 26, 8};
    static constexpr std::int64_t some[] = {6, 3, 5, -1, 0, -7, 2, -1, 7, -3, 7, -1};
    static constexpr std::int64_t united[] = {-9, -7, -3, -1, 0, 2, 3, 5, 6, 7};
    static constexpr std::int64_t without_other[] = {-7, -1, 3, 5};
    static constexpr std::int64_t in_one[] = {-9, -7, -1, 3, 5};
    static constexpr bool in_other[] = {true, false, false, false, true, false, true, false, true, true, true, false};
    static constexpr std::int64_t finite[] = {6, 3, 5, -1, 0, -7, 2, -1, 7, -3, 7, -1, 6, 5, 0, -8, 0, -1, -9, -3, 6, 6, -9, -3, -5, -7, 6,
        3, -5, 5, 0, 5, 6, -3, 6, -1, 0, -1, 7, -7, 5};
    static constexpr double quantile_linear[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.7333333333334p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_lower[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.4000000000000p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_higher[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.8000000000000p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_nearest[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.8000000000000p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_midpoint[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.6000000000000p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_inverted_cdf[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.8000000000000p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_hazen[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.8000000000000p+2, 0x1.c000000000000p+2};
    static constexpr double quantile_weibull[] = {-0x1.2000000000000p+3, -0x1.c000000000000p+2, -0x1.8000000000000p+1, 0x0.0p+0,
        0x1.8000000000000p+2, 0x1.c000000000000p+2};
    static constexpr std::int64_t histogram[] = {2, 4, 6, 5, 3, 0, 12};
    static constexpr double edges[] = {-0x1.4000000000000p+2, -0x1.adb6db6db6db7p+1, -0x1.b6db6db6db6dcp+0, -0x1.2492492492480p-4,
        0x1.9249249249248p+0, 0x1.9b6db6db6db6cp+1, 0x1.36db6db6db6dcp+2, 0x1.a000000000000p+2};
    static constexpr std::int64_t bins[] = {7, 5, 7, 3, 4, 0, 5, 3, 8, 2, 8, 3, 7, 7, 4, 0, 4, 3, 0, 2, 7, 7, 0, 2, 1, 0, 7, 5, 1, 7, 4, 7,
        7, 2, 7, 3, 4, 3, 8, 0, 7};
    static constexpr std::int64_t width[] = {16};
    static constexpr double middle[] = {0x0.0p+0};
    static constexpr double percentile_30[] = {-0x1.0000000000000p+0};
    static constexpr std::int64_t numbered[] = {6, 3, 5, 1, 0, 7, 2, 1, 7, 3, 7, 1, 6, 5, 0, 8, 0, 1, 9, 3, 6, 6, 9, 3, 5, 7, 6, 3, 5, 5, 0,
        5, 6, 3, 6, 1, 0, 1, 7, 7, 5};
    static constexpr std::int64_t counts[] = {5, 6, 1, 6, 0, 7, 7, 6, 1, 2};
    static constexpr double weighted[] = {0x1.a000000000000p+4, 0x1.5000000000000p+5, 0x1.b800000000000p+5, 0x1.9000000000000p+5,
        0x1.1000000000000p+4, 0x0.0p+0, 0x1.0400000000000p+7};
    static constexpr double density[] = {0x1.37a6f4de9bd38p-5, 0x1.37a6f4de9bd38p-4, 0x1.d37a6f4de9bd2p-4, 0x1.8590b21642c88p-4,
        0x1.d37a6f4de9bd6p-5, 0x0.0p+0, 0x1.d37a6f4de9bd6p-3};
};
template <> struct sorting_goldens<float> {
    static constexpr float operand[] = {-0x1.928f5c0000000p+2f, 0x1.1c28f60000000p+2f, -0x0.0p+0f, 0x1.7ae1480000000p+0f,
        -0x1.7ae1480000000p+2f, 0x1.928f5c0000000p+2f, 0x0.0p+0f, 0x1.7ae1480000000p-1f, -0x1.7ae1480000000p-1f, -0x1.d9999a0000000p+0f,
        -0x1.7ae1480000000p-1f, -0x1.aa3d700000000p+1f, 0x1.1c28f60000000p+0f, 0x1.1c28f60000000p+2f, -0x1.7ae1480000000p+1f,
        -0x1.1c28f60000000p+0f, nan32, nan32, -0x1.047ae20000000p+2f, -0x0.0p+0f, 0x1.047ae20000000p+2f, 0x1.4b851e0000000p+1f,
        0x1.fffffe0000000p+127f, -0x1.1c28f60000000p+2f, -0x1.33d70a0000000p+2f, 0x1.4b851e0000000p+2f, 0x0.0p+0f, 0x1.0000000000000p-126f,
        0x1.928f5c0000000p+2f, -0x1.aa3d700000000p+1f, -inf32, inf32, -0x1.d9999a0000000p+0f, -0x1.aa3d700000000p+1f};
    static constexpr std::int64_t order[] = {30, 0, 4, 24, 23, 18, 11, 29, 33, 14, 9, 32, 15, 8, 10, 2, 6, 19, 26, 27, 7, 12, 3, 21, 20, 1,
        13, 25, 5, 28, 22, 31, 16, 17};
    static constexpr std::int64_t order_0[] = {0, 1, 2, 1, 0, 1, 1, 0, 1, 2, 1, 0, 2, 2, 0, 0, 2, 2};
    static constexpr std::int64_t order_1[] = {0, 4, 2, 3, 1, 5, 5, 3, 2, 4, 0, 1, 2, 3, 0, 1, 4, 5};
    static constexpr float sorted[] = {-inf32, -0x1.928f5c0000000p+2f, -0x1.7ae1480000000p+2f, -0x1.33d70a0000000p+2f,
        -0x1.1c28f60000000p+2f, -0x1.047ae20000000p+2f, -0x1.aa3d700000000p+1f, -0x1.aa3d700000000p+1f, -0x1.aa3d700000000p+1f,
        -0x1.7ae1480000000p+1f, -0x1.d9999a0000000p+0f, -0x1.d9999a0000000p+0f, -0x1.1c28f60000000p+0f, -0x1.7ae1480000000p-1f,
        -0x1.7ae1480000000p-1f, -0x0.0p+0f, 0x0.0p+0f, -0x0.0p+0f, 0x0.0p+0f, 0x1.0000000000000p-126f, 0x1.7ae1480000000p-1f,
        0x1.1c28f60000000p+0f, 0x1.7ae1480000000p+0f, 0x1.4b851e0000000p+1f, 0x1.047ae20000000p+2f, 0x1.1c28f60000000p+2f,
        0x1.1c28f60000000p+2f, 0x1.4b851e0000000p+2f, 0x1.928f5c0000000p+2f, 0x1.928f5c0000000p+2f, 0x1.fffffe0000000p+127f, inf32, nan32,
        nan32};
    static constexpr float unique[] = {-inf32, -0x1.928f5c0000000p+2f, -0x1.7ae1480000000p+2f, -0x1.33d70a0000000p+2f,
        -0x1.1c28f60000000p+2f, -0x1.047ae20000000p+2f, -0x1.aa3d700000000p+1f, -0x1.7ae1480000000p+1f, -0x1.d9999a0000000p+0f,
        -0x1.1c28f60000000p+0f, -0x1.7ae1480000000p-1f, -0x0.0p+0f, 0x1.0000000000000p-126f, 0x1.7ae1480000000p-1f, 0x1.1c28f60000000p+0f,
        0x1.7ae1480000000p+0f, 0x1.4b851e0000000p+1f, 0x1.047ae20000000p+2f, 0x1.1c28f60000000p+2f, 0x1.4b851e0000000p+2f,
        0x1.928f5c0000000p+2f, 0x1.fffffe0000000p+127f, inf32, nan32};
    static constexpr std::int64_t unique_index[] = {30, 0, 4, 24, 23, 18, 11, 14, 9, 15, 8, 2, 27, 7, 12, 3, 21, 20, 1, 25, 5, 22, 31, 16};
    static constexpr std::int64_t unique_inverse[] = {1, 18, 11, 15, 2, 20, 11, 13, 10, 8, 10, 6, 14, 18, 7, 9, 23, 23, 5, 11, 17, 16, 21,
        4, 3, 19, 11, 12, 20, 6, 0, 22, 8, 6};
    static constexpr std::int64_t unique_count[] = {1, 1, 1, 1, 1, 1, 3, 1, 2, 1, 2, 4, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 2};
    static constexpr float among[] = {-inf32, -0x1.7ae1480000000p+2f, -0x1.1c28f60000000p+2f, -0x1.aa3d700000000p+1f,
        -0x1.aa3d700000000p+1f, -0x1.d9999a0000000p+0f, -0x1.1c28f60000000p+0f, -0x1.7ae1480000000p-1f, -0x0.0p+0f, 0x0.0p+0f,
        0x1.7ae1480000000p-1f, 0x1.7ae1480000000p+0f, 0x1.047ae20000000p+2f, 0x1.1c28f60000000p+2f, 0x1.928f5c0000000p+2f,
        0x1.fffffe0000000p+127f, nan32};
    static constexpr std::int64_t left[] = {1, 13, 8, 11, 1, 14, 8, 10, 7, 5, 7, 3, 11, 13, 5, 6, 16, 16, 3, 8, 12, 12, 15, 2, 2, 14, 8, 10,
        14, 3, 0, 16, 5, 3};
    static constexpr std::int64_t right[] = {1, 14, 10, 12, 2, 15, 10, 11, 8, 6, 8, 5, 11, 14, 5, 7, 17, 17, 3, 10, 13, 12, 16, 3, 2, 14,
        10, 10, 15, 5, 1, 16, 6, 5};
    static constexpr float other[] = {0x1.928f5c0000000p+2f, inf32, -0x1.7ae1480000000p+2f, 0x1.928f5c0000000p+2f, -0x1.1c28f60000000p+0f,
        -0x1.33d70a0000000p+2f, 0x1.1c28f60000000p+2f, -0x1.d9999a0000000p+0f};
    static constexpr float common[] = {-0x1.7ae1480000000p+2f, -0x1.d9999a0000000p+0f, 0x1.1c28f60000000p+2f, 0x1.928f5c0000000p+2f};
    static constexpr std::int64_t by_third[] = {30, 0, 24, 18, 33, 9, 15, 6, 27, 12, 3, 21, 4, 10, 19, 7, 1, 13, 25, 28, 22, 31, 16, 23, 11,
        29, 14, 32, 8, 2, 26, 20, 5, 17};
    static constexpr float some[] = {-0x1.928f5c0000000p+2f, 0x1.1c28f60000000p+2f, -0x0.0p+0f, 0x1.7ae1480000000p+0f,
        -0x1.7ae1480000000p+2f, 0x1.928f5c0000000p+2f, 0x0.0p+0f, 0x1.7ae1480000000p-1f, -0x1.7ae1480000000p-1f, -0x1.d9999a0000000p+0f,
        -0x1.7ae1480000000p-1f, -0x1.aa3d700000000p+1f};
    static constexpr float united[] = {-0x1.928f5c0000000p+2f, -0x1.7ae1480000000p+2f, -0x1.33d70a0000000p+2f, -0x1.aa3d700000000p+1f,
        -0x1.d9999a0000000p+0f, -0x1.1c28f60000000p+0f, -0x1.7ae1480000000p-1f, 0x0.0p+0f, 0x1.7ae1480000000p-1f, 0x1.7ae1480000000p+0f,
        0x1.1c28f60000000p+2f, 0x1.928f5c0000000p+2f, inf32};
    static constexpr float without_other[] = {-0x1.928f5c0000000p+2f, -0x1.aa3d700000000p+1f, -0x1.7ae1480000000p-1f, 0x0.0p+0f,
        0x1.7ae1480000000p-1f, 0x1.7ae1480000000p+0f};
    static constexpr float in_one[] = {-0x1.928f5c0000000p+2f, -0x1.33d70a0000000p+2f, -0x1.aa3d700000000p+1f, -0x1.1c28f60000000p+0f,
        -0x1.7ae1480000000p-1f, 0x0.0p+0f, 0x1.7ae1480000000p-1f, 0x1.7ae1480000000p+0f, inf32};
    static constexpr bool in_other[] = {false, true, false, false, true, true, false, false, false, true, false, false};
    static constexpr float finite[] = {-0x1.928f5c0000000p+2f, 0x1.1c28f60000000p+2f, -0x0.0p+0f, 0x1.7ae1480000000p+0f,
        -0x1.7ae1480000000p+2f, 0x1.928f5c0000000p+2f, 0x0.0p+0f, 0x1.7ae1480000000p-1f, -0x1.7ae1480000000p-1f, -0x1.d9999a0000000p+0f,
        -0x1.7ae1480000000p-1f, -0x1.aa3d700000000p+1f, 0x1.1c28f60000000p+0f, 0x1.1c28f60000000p+2f, -0x1.7ae1480000000p+1f,
        -0x1.1c28f60000000p+0f, -0x1.047ae20000000p+2f, -0x0.0p+0f, 0x1.047ae20000000p+2f, 0x1.4b851e0000000p+1f, -0x1.1c28f60000000p+2f,
        -0x1.33d70a0000000p+2f, 0x1.4b851e0000000p+2f, 0x0.0p+0f, 0x1.0000000000000p-126f, 0x1.928f5c0000000p+2f, -0x1.aa3d700000000p+1f,
        -0x1.d9999a0000000p+0f, -0x1.aa3d700000000p+1f};
    static constexpr float quantile_linear[] = {-0x1.928f5c0000000p+2f, -0x1.20e5600000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.0d013a0000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_lower[] = {-0x1.928f5c0000000p+2f, -0x1.33d70a0000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.7ae1480000000p+0f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_higher[] = {-0x1.928f5c0000000p+2f, -0x1.1c28f60000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.4b851e0000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_nearest[] = {-0x1.928f5c0000000p+2f, -0x1.1c28f60000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.4b851e0000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_midpoint[] = {-0x1.928f5c0000000p+2f, -0x1.2800000000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.047ae00000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_inverted_cdf[] = {-0x1.928f5c0000000p+2f, -0x1.33d70a0000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.4b851e0000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_hazen[] = {-0x1.928f5c0000000p+2f, -0x1.2a5e360000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.335dcc0000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr float quantile_weibull[] = {-0x1.928f5c0000000p+2f, -0x1.33d70a0000000p+2f, -0x1.aa3d700000000p+1f, 0x0.0p+0f,
        0x1.5e76c80000000p+1f, 0x1.928f5c0000000p+2f};
    static constexpr std::int64_t histogram[] = {3, 6, 3, 8, 1, 3, 3};
    static constexpr float edges[] = {-0x1.4000000000000p+2f, -0x1.adb6dc0000000p+1f, -0x1.b6db6e0000000p+0f, -0x1.24924a0000000p-4f,
        0x1.9249240000000p+0f, 0x1.9b6db60000000p+1f, 0x1.36db6e0000000p+2f, 0x1.a000000000000p+2f};
    static constexpr std::int64_t bins[] = {0, 6, 4, 4, 0, 7, 4, 4, 3, 2, 3, 2, 4, 6, 2, 3, 1, 4, 6, 5, 1, 1, 7, 4, 4, 7, 2, 2, 2};
    static constexpr float width[] = {0x1.928f5c0000000p+3f};
    static constexpr float middle[] = {0x0.0p+0f};
    static constexpr float percentile_30[] = {-0x1.420c4a0000000p+1f};
    static constexpr double weighted[] = {0x1.c800000000000p+4, 0x1.cc00000000000p+5, 0x1.0800000000000p+4, 0x1.7800000000000p+5,
        0x1.3000000000000p+3, 0x1.0000000000000p+4, 0x1.a000000000000p+4};
    static constexpr double density[] = {0x1.15062fbf79caap-4, 0x1.15062e6e3a9c5p-3, 0x1.15062e6e3a9c5p-4, 0x1.715d94ff4d0e4p-3,
        0x1.715d94ff4d0e4p-6, 0x1.15062d1cfb714p-4, 0x1.15062fbf79caap-4};
};
template <> struct sorting_goldens<double> {
    static constexpr double operand[] = {0x1.fffffffffffffp+1023, 0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1, -0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
        0x0.0p+0, -0x1.d99999999999ap+0, -0x0.0p+0, -0x1.c1eb851eb851fp+2, 0x1.0000000000000p-1022, nan64, -0x1.33d70a3d70a3dp+2,
        0x1.7ae147ae147aep+0, 0x0.0p+0, -0x1.aa3d70a3d70a4p+2, 0x1.d99999999999ap+0, 0x1.6333333333333p+2, 0x1.7ae147ae147aep+0, inf64,
        nan64, -0x1.d99999999999ap+0, 0x1.d99999999999ap+0, 0x1.928f5c28f5c29p+2, -inf64, 0x1.d99999999999ap+0, -0x1.7ae147ae147aep-1,
        -0x1.7ae147ae147aep-1, 0x1.7ae147ae147aep-2, 0x1.33d70a3d70a3dp+2, 0x1.7ae147ae147aep+2, 0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1,
        0x1.928f5c28f5c29p+2};
    static constexpr std::int64_t order[] = {24, 9, 15, 12, 7, 21, 26, 27, 3, 4, 5, 6, 8, 14, 10, 28, 1, 31, 13, 18, 16, 22, 25, 2, 32, 29,
        17, 30, 23, 33, 0, 19, 11, 20};
    static constexpr std::int64_t order_0[] = {2, 1, 1, 1, 0, 0, 1, 0, 2, 2, 1, 2, 0, 2, 0, 0, 2, 1};
    static constexpr std::int64_t order_1[] = {3, 4, 5, 1, 2, 0, 3, 1, 0, 2, 4, 5, 3, 0, 2, 1, 4, 5};
    static constexpr double sorted[] = {-inf64, -0x1.c1eb851eb851fp+2, -0x1.aa3d70a3d70a4p+2, -0x1.33d70a3d70a3dp+2, -0x1.d99999999999ap+0,
        -0x1.d99999999999ap+0, -0x1.7ae147ae147aep-1, -0x1.7ae147ae147aep-1, -0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0, -0x0.0p+0, 0x0.0p+0,
        0x1.0000000000000p-1022, 0x1.7ae147ae147aep-2, 0x1.1c28f5c28f5c2p+0, 0x1.1c28f5c28f5c2p+0, 0x1.7ae147ae147aep+0,
        0x1.7ae147ae147aep+0, 0x1.d99999999999ap+0, 0x1.d99999999999ap+0, 0x1.d99999999999ap+0, 0x1.d99999999999ap+1, 0x1.d99999999999ap+1,
        0x1.33d70a3d70a3dp+2, 0x1.6333333333333p+2, 0x1.7ae147ae147aep+2, 0x1.928f5c28f5c29p+2, 0x1.928f5c28f5c29p+2,
        0x1.fffffffffffffp+1023, inf64, nan64, nan64};
    static constexpr double unique[] = {-inf64, -0x1.c1eb851eb851fp+2, -0x1.aa3d70a3d70a4p+2, -0x1.33d70a3d70a3dp+2, -0x1.d99999999999ap+0,
        -0x1.7ae147ae147aep-1, -0x0.0p+0, 0x1.0000000000000p-1022, 0x1.7ae147ae147aep-2, 0x1.1c28f5c28f5c2p+0, 0x1.7ae147ae147aep+0,
        0x1.d99999999999ap+0, 0x1.d99999999999ap+1, 0x1.33d70a3d70a3dp+2, 0x1.6333333333333p+2, 0x1.7ae147ae147aep+2, 0x1.928f5c28f5c29p+2,
        0x1.fffffffffffffp+1023, inf64, nan64};
    static constexpr std::int64_t unique_index[] = {24, 9, 15, 12, 7, 26, 3, 10, 28, 1, 13, 16, 2, 29, 17, 30, 23, 0, 19, 11};
    static constexpr std::int64_t unique_inverse[] = {17, 9, 12, 6, 6, 6, 6, 4, 6, 1, 7, 19, 3, 10, 6, 2, 11, 14, 10, 18, 19, 4, 11, 16, 0,
        11, 5, 5, 8, 13, 15, 9, 12, 16};
    static constexpr std::int64_t unique_count[] = {1, 1, 1, 1, 2, 2, 6, 1, 1, 2, 2, 3, 2, 1, 1, 1, 2, 1, 1, 2};
    static constexpr double among[] = {-inf64, -0x1.aa3d70a3d70a4p+2, -0x1.d99999999999ap+0, -0x1.7ae147ae147aep-1, 0x0.0p+0, 0x0.0p+0,
        -0x0.0p+0, 0x1.0000000000000p-1022, 0x1.1c28f5c28f5c2p+0, 0x1.7ae147ae147aep+0, 0x1.d99999999999ap+0, 0x1.d99999999999ap+0,
        0x1.d99999999999ap+1, 0x1.6333333333333p+2, 0x1.928f5c28f5c29p+2, 0x1.fffffffffffffp+1023, nan64};
    static constexpr std::int64_t left[] = {15, 8, 12, 4, 4, 4, 4, 2, 4, 1, 7, 16, 2, 9, 4, 1, 10, 13, 9, 16, 16, 2, 10, 14, 0, 10, 3, 3, 8,
        13, 14, 8, 12, 14};
    static constexpr std::int64_t right[] = {16, 9, 13, 7, 7, 7, 7, 3, 7, 1, 8, 17, 2, 10, 7, 2, 12, 14, 10, 16, 17, 3, 12, 15, 1, 12, 4, 4,
        8, 13, 14, 9, 13, 15};
    static constexpr double other[] = {inf64, 0x0.0p+0, -0x1.7ae147ae147aep-1, 0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1,
        0x1.7ae147ae147aep+0, -0x1.7ae147ae147aep-1, 0x0.0p+0};
    static constexpr double common[] = {0x0.0p+0, 0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1};
    static constexpr std::int64_t by_third[] = {24, 9, 15, 12, 21, 27, 3, 6, 18, 30, 33, 0, 7, 4, 10, 28, 1, 31, 13, 16, 22, 25, 19, 26, 5,
        8, 14, 2, 32, 29, 17, 23, 11, 20};
    static constexpr double some[] = {0x1.fffffffffffffp+1023, 0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1, -0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
        0x0.0p+0, -0x1.d99999999999ap+0, -0x0.0p+0, -0x1.c1eb851eb851fp+2, 0x1.0000000000000p-1022, -0x1.33d70a3d70a3dp+2};
    static constexpr double united[] = {-0x1.c1eb851eb851fp+2, -0x1.33d70a3d70a3dp+2, -0x1.d99999999999ap+0, -0x1.7ae147ae147aep-1,
        0x0.0p+0, 0x1.0000000000000p-1022, 0x1.1c28f5c28f5c2p+0, 0x1.7ae147ae147aep+0, 0x1.d99999999999ap+1, 0x1.fffffffffffffp+1023,
        inf64};
    static constexpr double without_other[] = {-0x1.c1eb851eb851fp+2, -0x1.33d70a3d70a3dp+2, -0x1.d99999999999ap+0, 0x1.0000000000000p-1022,
        0x1.fffffffffffffp+1023};
    static constexpr double in_one[] = {-0x1.c1eb851eb851fp+2, -0x1.33d70a3d70a3dp+2, -0x1.d99999999999ap+0, -0x1.7ae147ae147aep-1,
        0x1.0000000000000p-1022, 0x1.7ae147ae147aep+0, 0x1.fffffffffffffp+1023, inf64};
    static constexpr bool in_other[] = {false, true, true, true, true, true, true, false, true, false, false, false};
    static constexpr double finite[] = {0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1, -0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
        -0x1.d99999999999ap+0, -0x0.0p+0, -0x1.c1eb851eb851fp+2, 0x1.0000000000000p-1022, -0x1.33d70a3d70a3dp+2, 0x1.7ae147ae147aep+0,
        0x0.0p+0, -0x1.aa3d70a3d70a4p+2, 0x1.d99999999999ap+0, 0x1.6333333333333p+2, 0x1.7ae147ae147aep+0, -0x1.d99999999999ap+0,
        0x1.d99999999999ap+0, 0x1.928f5c28f5c29p+2, 0x1.d99999999999ap+0, -0x1.7ae147ae147aep-1, -0x1.7ae147ae147aep-1,
        0x1.7ae147ae147aep-2, 0x1.33d70a3d70a3dp+2, 0x1.7ae147ae147aep+2, 0x1.1c28f5c28f5c2p+0, 0x1.d99999999999ap+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_linear[] = {-0x1.c1eb851eb851fp+2, -0x1.389374bc6a7eep+1, 0x0.0p+0, 0x1.7ae147ae147aep-2,
        0x1.716872b020c54p+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_lower[] = {-0x1.c1eb851eb851fp+2, -0x1.33d70a3d70a3dp+2, 0x0.0p+0, 0x1.7ae147ae147aep-2,
        0x1.d99999999999ap+0, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_higher[] = {-0x1.c1eb851eb851fp+2, -0x1.d99999999999ap+0, 0x0.0p+0, 0x1.7ae147ae147aep-2,
        0x1.d99999999999ap+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_nearest[] = {-0x1.c1eb851eb851fp+2, -0x1.d99999999999ap+0, 0x0.0p+0, 0x1.7ae147ae147aep-2,
        0x1.d99999999999ap+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_midpoint[] = {-0x1.c1eb851eb851fp+2, -0x1.aa3d70a3d70a4p+1, 0x0.0p+0, 0x1.7ae147ae147aep-2,
        0x1.6333333333334p+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_inverted_cdf[] = {-0x1.c1eb851eb851fp+2, -0x1.33d70a3d70a3dp+2, 0x0.0p+0, 0x1.7ae147ae147aep-2,
        0x1.d99999999999ap+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_hazen[] = {-0x1.c1eb851eb851fp+2, -0x1.d020c49ba5e32p+1, -0x1.7ae147ae147aep-3, 0x1.7ae147ae147aep-2,
        0x1.b15810624dd37p+1, 0x1.928f5c28f5c29p+2};
    static constexpr double quantile_weibull[] = {-0x1.c1eb851eb851fp+2, -0x1.33d70a3d70a3cp+2, -0x1.7ae147ae147aep-2, 0x1.7ae147ae147aep-2,
        0x1.d99999999999ap+1, 0x1.928f5c28f5c29p+2};
    static constexpr std::int64_t histogram[] = {1, 2, 2, 12, 3, 3, 4};
    static constexpr double edges[] = {-0x1.4000000000000p+2, -0x1.adb6db6db6db7p+1, -0x1.b6db6db6db6dcp+0, -0x1.2492492492480p-4,
        0x1.9249249249248p+0, 0x1.9b6db6db6db6cp+1, 0x1.36db6db6db6dcp+2, 0x1.a000000000000p+2};
    static constexpr std::int64_t bins[] = {4, 6, 4, 4, 4, 4, 2, 4, 0, 4, 1, 4, 4, 0, 5, 7, 4, 2, 5, 7, 5, 3, 3, 4, 6, 7, 4, 6, 7};
    static constexpr double width[] = {0x1.aa3d70a3d70a4p+3};
    static constexpr double middle[] = {0x1.7ae147ae147aep-2};
    static constexpr double percentile_30[] = {0x0.0p+0};
    static constexpr double weighted[] = {0x1.4000000000000p+2, 0x1.7000000000000p+3, 0x1.5800000000000p+4, 0x1.d800000000000p+5,
        0x1.a000000000000p+4, 0x1.a000000000000p+4, 0x1.5c00000000000p+5};
    static constexpr double density[] = {0x1.715d93fe59de4p-6, 0x1.715d93fe59de4p-5, 0x1.715d93fe59de1p-5, 0x1.15062efec366cp-2,
        0x1.15062efec366cp-4, 0x1.15062efec3667p-4, 0x1.715d93fe59de5p-4};
};
template <> struct sorting_goldens<bool> {
    static constexpr bool operand[] = {false, true, true, false, false, false, false, false, false, false, false, true, true, true, false,
        false, false, false, true};
    static constexpr std::int64_t order[] = {0, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17, 1, 2, 11, 12, 13, 18};
    static constexpr std::int64_t order_0[] = {0, 1, 1, 0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 2, 0, 2, 2, 1};
    static constexpr std::int64_t order_1[] = {0, 3, 4, 5, 1, 2, 0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 0, 1};
    static constexpr bool sorted[] = {false, false, false, false, false, false, false, false, false, false, false, false, false, true, true,
        true, true, true, true};
    static constexpr bool unique[] = {false, true};
    static constexpr std::int64_t unique_index[] = {0, 1};
    static constexpr std::int64_t unique_inverse[] = {0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1};
    static constexpr std::int64_t unique_count[] = {13, 6};
    static constexpr bool among[] = {false, false, false, false, false, false, false, true, true, true};
    static constexpr std::int64_t left[] = {0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 0, 0, 0, 0, 7};
    static constexpr std::int64_t right[] = {7, 10, 10, 7, 7, 7, 7, 7, 7, 7, 7, 10, 10, 10, 7, 7, 7, 7, 10};
    static constexpr bool other[] = {true, true, false, false, false, false, false, false};
    static constexpr bool common[] = {false, true};
    static constexpr std::int64_t by_third[] = {0, 3, 6, 9, 15, 12, 18, 4, 7, 10, 16, 1, 13, 5, 8, 14, 17, 2, 11};
};

}  // namespace twill::goldens
