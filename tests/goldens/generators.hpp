// SPDX-License-Identifier: MIT
// Generators (SEMANTICS lines 31, 32). A case's first `count` values are the result. arange is start + i*step and linspace
// start + i*((stop - start)/div) with the last element stop, each operation rounded: one fused multiply-add moves an
// element by at most an ulp of the largest operand. logspace is the true value at linspace's elements, rounded once.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

template <class T> struct arange_case { T start, stop, step; std::int64_t count; T values[16]; };
template <class T> struct linspace_case { T start, stop; std::int64_t num; bool endpoint; std::int64_t count; T values[16]; };
template <class T> struct logspace_case { T start, stop, base; std::int64_t num; std::int64_t count; T values[16]; };
// count is rows*columns; the ones are on diagonal k, in C order
template <class T> struct eye_case { std::int64_t rows, columns, k; std::int64_t count; T values[16]; };

inline constexpr arange_case<std::int32_t> arange_int32[] = {
    {0, 5, 1, 5, {0, 1, 2, 3, 4}},
    {5, 0, -1, 5, {5, 4, 3, 2, 1}},
    {0, 10, 3, 4, {0, 3, 6, 9}},
    {10, 0, 3, 0, {}},
    {-3, 4, 2, 4, {-3, -1, 1, 3}},
    {0, 0, 1, 0, {}},
    {0, -10, -4, 3, {0, -4, -8}},
    {2147483640, 2147483647, 2, 4, {2147483640, 2147483642, 2147483644, 2147483646}},
};

inline constexpr arange_case<std::int64_t> arange_int64[] = {
    {0, 5, 1, 5, {0, 1, 2, 3, 4}},
    {-5, 5, 3, 4, {-5, -2, 1, 4}},
    {9007199254740993ll, 9007199254741000ll, 2, 4, {9007199254740993ll, 9007199254740995ll, 9007199254740997ll, 9007199254740999ll}},
    {5, 5, -1, 0, {}},
    {0, 3298534883328ll, 1099511627776ll, 3, {0, 1099511627776ll, 2199023255552ll}},
};

inline constexpr arange_case<std::uint8_t> arange_uint8[] = {
    {0, 5, 1, 5, {0, 1, 2, 3, 4}},
    {250, 255, 2, 3, {250, 252, 254}},
    {5, 0, 1, 0, {}},
};

inline constexpr arange_case<double> arange_float64[] = {
    {0.0, 5.0, 1.0, 5, {0.0, 1.0, 2.0, 3.0, 4.0}},
    {0.0, 1.0, 0x1.999999999999ap-4, 10, {0.0, 0x1.999999999999ap-4, 0x1.999999999999ap-3, 0x1.3333333333334p-2, 0x1.999999999999ap-2, 0.5,
        0x1.3333333333334p-1, 0x1.6666666666667p-1, 0x1.999999999999ap-1, 0x1.ccccccccccccdp-1}},
    {1.0, 0x1.4cccccccccccdp+0, 0x1.999999999999ap-4, 4, {1.0, 0x1.199999999999ap+0, 0x1.3333333333333p+0, 0x1.4cccccccccccdp+0}},
    {0.0, -1.0, -0.25, 4, {0.0, -0.25, -0.5, -0.75}},
    {1.0, 0.0, 0.5, 0, {}},
    {0.5, 3.0, 0x1.6666666666666p-1, 4, {0.5, 0x1.3333333333333p+0, 0x1.e666666666666p+0, 0x1.4ccccccccccccp+1}},
    {-2.0, 2.0, 0.5, 8, {-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}},
    {29.0, 31.0, 0x1.3333333333333p-2, 7, {29.0, 0x1.d4ccccccccccdp+4, 0x1.d99999999999ap+4, 0x1.de66666666666p+4, 0x1.e333333333333p+4, 30.5,
        0x1.ecccccccccccdp+4}},
    {0x1.2a05f2p+33, 0x1.2a05f201p+33, 0.25, 8, {0x1.2a05f2p+33, 0x1.2a05f2002p+33, 0x1.2a05f2004p+33, 0x1.2a05f2006p+33, 0x1.2a05f2008p+33,
        0x1.2a05f200ap+33, 0x1.2a05f200cp+33, 0x1.2a05f200ep+33}},
};

inline constexpr arange_case<float> arange_float32[] = {
    {0.0f, 5.0f, 1.0f, 5, {0.0f, 1.0f, 2.0f, 3.0f, 4.0f}},
    {0.0f, 1.0f, 0x1.99999ap-4f, 10, {0.0f, 0x1.99999ap-4f, 0x1.99999ap-3f, 0x1.333334p-2f, 0x1.99999ap-2f, 0.5f, 0x1.333334p-1f, 0x1.666666p-1f,
        0x1.99999ap-1f, 0x1.cccccep-1f}},
    {0.0f, -1.0f, -0.25f, 4, {0.0f, -0.25f, -0.5f, -0.75f}},
    {1.0f, 0.0f, 0.5f, 0, {}},
    {0.5f, 3.0f, 0x1.666666p-1f, 4, {0.5f, 0x1.333334p+0f, 0x1.e66666p+0f, 0x1.4cccccp+1f}},
    {-2.0f, 2.0f, 0.5f, 8, {-2.0f, -1.5f, -1.0f, -0.5f, 0.0f, 0.5f, 1.0f, 1.5f}},
    {29.0f, 31.0f, 0x1.333334p-2f, 7, {29.0f, 0x1.d4ccccp+4f, 0x1.d9999ap+4f, 0x1.de6666p+4f, 0x1.e33334p+4f, 30.5f, 0x1.ecccccp+4f}},
};

inline constexpr linspace_case<double> linspace_float64[] = {
    {0.0, 1.0, 5, true, 5, {0.0, 0.25, 0.5, 0.75, 1.0}},
    {0.0, 1.0, 5, false, 5, {0.0, 0x1.999999999999ap-3, 0x1.999999999999ap-2, 0x1.3333333333334p-1, 0x1.999999999999ap-1}},
    {29.0, 31.0, 7, true, 7, {29.0, 0x1.d555555555555p+4, 0x1.daaaaaaaaaaabp+4, 30.0, 0x1.e555555555555p+4, 0x1.eaaaaaaaaaaabp+4, 31.0}},
    {99.0, 101.0, 13, true, 13, {99.0, 0x1.8caaaaaaaaaabp+6, 0x1.8d55555555555p+6, 99.5, 0x1.8eaaaaaaaaaabp+6, 0x1.8f55555555555p+6, 100.0,
        0x1.90aaaaaaaaaabp+6, 0x1.9155555555555p+6, 100.5, 0x1.92aaaaaaaaaabp+6, 0x1.9355555555555p+6, 101.0}},
    {-1.0, 1.0, 11, true, 11, {-1.0, -0x1.999999999999ap-1, -0x1.3333333333333p-1, -0x1.9999999999998p-2, -0x1.9999999999998p-3, 0.0,
        0x1.99999999999ap-3, 0x1.999999999999cp-2, 0x1.3333333333334p-1, 0x1.999999999999ap-1, 1.0}},
    {2.0, 2.0, 3, true, 3, {2.0, 2.0, 2.0}},
    {3.0, -1.0, 6, true, 6, {3.0, 0x1.199999999999ap+1, 0x1.6666666666666p+0, 0x1.333333333333p-1, -0x1.99999999999ap-3, -1.0}},
    {5.0, 9.0, 1, true, 1, {5.0}},
    {5.0, 9.0, 1, false, 1, {5.0}},
    {5.0, 9.0, 0, true, 0, {}},
    {0.0, 0x1.3333333333333p-2, 4, true, 4, {0.0, 0x1.9999999999999p-4, 0x1.9999999999999p-3, 0x1.3333333333333p-2}},
    {0x1.999999999999ap-4, 0x1.6666666666666p-1, 10, false, 10, {0x1.999999999999ap-4, 0x1.47ae147ae147bp-3, 0x1.c28f5c28f5c29p-3,
        0x1.1eb851eb851ecp-2, 0x1.5c28f5c28f5c2p-2, 0x1.999999999999ap-2, 0x1.d70a3d70a3d7p-2, 0x1.0a3d70a3d70a4p-1, 0x1.28f5c28f5c28fp-1,
        0x1.47ae147ae147bp-1}},
    {0.0, 10.0, 11, true, 11, {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0}},
    {0x1.0624dd2f1a9fcp-10, 0x1.e848p+19, 8, true, 8, {0x1.0624dd2f1a9fcp-10, 0x1.170492653ace8p+17, 0x1.17049254d880bp+18, 0x1.a286db77139a2p+18,
        0x1.1704924ca759dp+19, 0x1.5cc5b6ddc4e69p+19, 0x1.a286db6ee2734p+19, 0x1.e848p+19}},
    {4.0, 7.0, 2, true, 2, {4.0, 7.0}},
};

inline constexpr linspace_case<float> linspace_float32[] = {
    {0.0f, 1.0f, 5, true, 5, {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}},
    {0.0f, 1.0f, 5, false, 5, {0.0f, 0x1.99999ap-3f, 0x1.99999ap-2f, 0x1.333334p-1f, 0x1.99999ap-1f}},
    {29.0f, 31.0f, 7, true, 7, {29.0f, 0x1.d55556p+4f, 0x1.daaaaap+4f, 30.0f, 0x1.e55556p+4f, 0x1.eaaaaap+4f, 31.0f}},
    {99.0f, 101.0f, 13, true, 13, {99.0f, 0x1.8caaaap+6f, 0x1.8d5556p+6f, 99.5f, 0x1.8eaaaap+6f, 0x1.8f5556p+6f, 100.0f, 0x1.90aaaap+6f,
        0x1.915556p+6f, 100.5f, 0x1.92aaaap+6f, 0x1.935556p+6f, 101.0f}},
    {-1.0f, 1.0f, 11, true, 11, {-1.0f, -0x1.99999ap-1f, -0x1.333334p-1f, -0x1.999998p-2f, -0x1.999998p-3f, 0.0f, 0x1.9999ap-3f, 0x1.999998p-2f,
        0x1.333334p-1f, 0x1.99999cp-1f, 1.0f}},
    {2.0f, 2.0f, 3, true, 3, {2.0f, 2.0f, 2.0f}},
    {3.0f, -1.0f, 6, true, 6, {3.0f, 0x1.19999ap+1f, 0x1.666666p+0f, 0x1.33333p-1f, -0x1.9999ap-3f, -1.0f}},
    {5.0f, 9.0f, 1, true, 1, {5.0f}},
    {5.0f, 9.0f, 1, false, 1, {5.0f}},
    {5.0f, 9.0f, 0, true, 0, {}},
    {0.0f, 0x1.333334p-2f, 4, true, 4, {0.0f, 0x1.99999ap-4f, 0x1.99999ap-3f, 0x1.333334p-2f}},
    {0x1.99999ap-4f, 0x1.666666p-1f, 10, false, 10, {0x1.99999ap-4f, 0x1.47ae14p-3f, 0x1.c28f5cp-3f, 0x1.1eb85p-2f, 0x1.5c28f4p-2f, 0x1.999998p-2f,
        0x1.d70a3ap-2f, 0x1.0a3d7p-1f, 0x1.28f5c2p-1f, 0x1.47ae14p-1f}},
    {0.0f, 10.0f, 11, true, 11, {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 9.0f, 10.0f}},
    {0x1.0624dep-10f, 0x1.e848p+19f, 8, true, 8, {0x1.0624dep-10f, 0x1.170492p+17f, 0x1.170492p+18f, 0x1.a286dcp+18f, 0x1.170492p+19f,
        0x1.5cc5b6p+19f, 857142.875f, 0x1.e848p+19f}},
    {4.0f, 7.0f, 2, true, 2, {4.0f, 7.0f}},
};

inline constexpr logspace_case<double> logspace_float64[] = {
    {0.0, 3.0, 10.0, 4, 4, {1.0, 10.0, 100.0, 1000.0}},
    {-2.0, 2.0, 10.0, 9, 9, {0x1.47ae147ae147bp-7, 0x1.030dc4ea03a72p-5, 0x1.999999999999ap-4, 0x1.43d136248490fp-2, 1.0, 0x1.94c583ada5b53p+1, 10.0,
        0x1.f9f6e4990f227p+4, 100.0}},
    {0.0, 8.0, 2.0, 9, 9, {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0}},
    {2.0, 3.0, 10.0, 4, 4, {100.0, 0x1.aee30e5e82f7ep+7, 0x1.d028ac947891p+8, 1000.0}},
    {1.0, 0.0, 0x1.5bf0a8b145769p+1, 5, 5, {0x1.5bf0a8b145769p+1, 0x1.0ef9db467dcf8p+1, 0x1.a61298e1e069cp+0, 0x1.48b5e3c3e8186p+0, 1.0}},
    {1.0, 5.0, 10.0, 1, 1, {10.0}},
    {1.0, 5.0, 10.0, 0, 0, {}},
};

inline constexpr logspace_case<float> logspace_float32[] = {
    {0.0f, 3.0f, 10.0f, 4, 4, {1.0f, 10.0f, 100.0f, 1000.0f}},
    {-2.0f, 2.0f, 10.0f, 9, 9, {0x1.47ae14p-7f, 0x1.030dc4p-5f, 0x1.99999ap-4f, 0x1.43d136p-2f, 1.0f, 0x1.94c584p+1f, 10.0f, 0x1.f9f6e4p+4f, 100.0f}},
    {0.0f, 8.0f, 2.0f, 9, 9, {1.0f, 2.0f, 4.0f, 8.0f, 16.0f, 32.0f, 64.0f, 128.0f, 256.0f}},
    {2.0f, 3.0f, 10.0f, 4, 4, {100.0f, 0x1.aee30ap+7f, 0x1.d028b2p+8f, 1000.0f}},
    {1.0f, 0.0f, 0x1.5bf0a8p+1f, 5, 5, {0x1.5bf0a8p+1f, 0x1.0ef9dap+1f, 0x1.a61298p+0f, 0x1.48b5e4p+0f, 1.0f}},
    {1.0f, 5.0f, 10.0f, 1, 1, {10.0f}},
    {1.0f, 5.0f, 10.0f, 0, 0, {}},
};

inline constexpr eye_case<double> eye_float64[] = {
    {1, 1, 0, 1, {1.0}},
    {3, 3, 0, 9, {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}},
    {4, 4, 0, 16, {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0}},
    {2, 4, 0, 8, {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0}},
    {4, 2, 0, 8, {1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0}},
    {3, 4, 1, 12, {0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0}},
    {3, 4, -1, 12, {0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0}},
    {3, 3, 5, 9, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}},
    {3, 3, -2, 9, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0}},
    {0, 3, 0, 0, {}},
};

inline constexpr eye_case<std::int32_t> eye_int32[] = {
    {1, 1, 0, 1, {1}},
    {3, 3, 0, 9, {1, 0, 0, 0, 1, 0, 0, 0, 1}},
    {4, 4, 0, 16, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
    {2, 4, 0, 8, {1, 0, 0, 0, 0, 1, 0, 0}},
    {4, 2, 0, 8, {1, 0, 0, 1, 0, 0, 0, 0}},
    {3, 4, 1, 12, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
    {3, 4, -1, 12, {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}},
    {3, 3, 5, 9, {0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {3, 3, -2, 9, {0, 0, 0, 0, 0, 0, 1, 0, 0}},
    {0, 3, 0, 0, {}},
};

// meshgrid(x, y[, z]): x_xy is the first result with 'xy' indexing, x_ij with 'ij', ...; in C order of shape_xy and shape_ij
struct meshgrid_2_goldens {
    static constexpr double x[] = {1.0, 2.0, 3.0, 4.0}, y[] = {10.0, 20.0, 30.0};
    static constexpr std::int64_t shape_xy[] = {3, 4};
    static constexpr double x_xy[] = {1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0};
    static constexpr double y_xy[] = {10.0, 10.0, 10.0, 10.0, 20.0, 20.0, 20.0, 20.0, 30.0, 30.0, 30.0, 30.0};
    static constexpr std::int64_t shape_ij[] = {4, 3};
    static constexpr double x_ij[] = {1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0};
    static constexpr double y_ij[] = {10.0, 20.0, 30.0, 10.0, 20.0, 30.0, 10.0, 20.0, 30.0, 10.0, 20.0, 30.0};
};

struct meshgrid_3_goldens {
    static constexpr double x[] = {1.0, 2.0, 3.0, 4.0}, y[] = {10.0, 20.0, 30.0}, z[] = {100.0, 200.0};
    static constexpr std::int64_t shape_xy[] = {3, 4, 2};
    static constexpr double x_xy[] = {1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0,
        4.0, 4.0};
    static constexpr double y_xy[] = {10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 30.0, 30.0,
        30.0, 30.0, 30.0, 30.0, 30.0, 30.0};
    static constexpr double z_xy[] = {100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0,
        100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0};
    static constexpr std::int64_t shape_ij[] = {4, 3, 2};
    static constexpr double x_ij[] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0,
        4.0, 4.0};
    static constexpr double y_ij[] = {10.0, 10.0, 20.0, 20.0, 30.0, 30.0, 10.0, 10.0, 20.0, 20.0, 30.0, 30.0, 10.0, 10.0, 20.0, 20.0, 30.0, 30.0,
        10.0, 10.0, 20.0, 20.0, 30.0, 30.0};
    static constexpr double z_ij[] = {100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0,
        100.0, 200.0, 100.0, 200.0, 100.0, 200.0, 100.0, 200.0};
};

// indices(shape): one array for each axis, of that shape
struct indices_1_goldens {
    static constexpr std::int64_t shape[] = {4}, axis_0[] = {0, 1, 2, 3};
};

struct indices_2_goldens {
    static constexpr std::int64_t shape[] = {3, 4}, axis_0[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, axis_1[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
};

struct indices_3_goldens {
    static constexpr std::int64_t shape[] = {2, 3, 4}, axis_0[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    static constexpr std::int64_t axis_1[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    static constexpr std::int64_t axis_2[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
};

}  // namespace twill::goldens
