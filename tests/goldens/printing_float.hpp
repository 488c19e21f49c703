// SPDX-License-Identifier: MIT
// Printing of float arrays (SEMANTICS line 38): text is str() of the NumPy array of that type and shape with the default
// print options; twill adds a tail with shape and type. value(i) is element i in C order.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

struct float64_1d_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {1.0, 2.0, 3.0};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1. 2. 3.])";
};

struct float64_mixed_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {1.5, -0.25, 100.0};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([  1.5   -0.25 100.  ])";
};

struct float64_thirds_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {0x1.5555555555555p-2, 0x1.999999999999ap-4, 0x1.5555555555555p-1};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([0.33333333 0.1        0.66666667])";
};

struct float64_pi_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {0x1.41b2f769cf0ep-2, 0x1.921fb54442d18p+1, 0x1.f6a7a2955385ep+4};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([ 0.31415927  3.14159265 31.41592654])";
};

struct float64_nan_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {1.0, nan64, 3.5};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.  nan 3.5])";
};

struct float64_inf_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 2> shape = {2, 3};
    static constexpr std::array<double, 6> values = {1.0, nan64, -2.5, inf64, -inf64, 0.125};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[ 1.       nan -2.5  ]
 [   inf   -inf  0.125]])";
};

struct float64_only_nan_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {nan64, inf64, -inf64};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([ nan  inf -inf])";
};

struct float64_scientific_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {0x1.2a05f2p+33, 0x1.4f8b588e368f1p-17, 1.0};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.e+10 1.e-05 1.e+00])";
};

struct float64_scientific_negative_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 2> shape = {2, 2};
    static constexpr std::array<double, 4> values = {-0x1.1eb2d66005835p+997, 0x1.81be3bb5811c4p-996, 0.0, 0x1.e240c9fbe76c9p+16};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[-1.50000000e+300  2.25000000e-300]
 [ 0.00000000e+000  1.23456789e+005]])";
};

struct float64_large_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<double, 2> values = {0x1.7d784p+26, 1.0};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.e+08 1.e+00])";
};

struct float64_large_fixed_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<double, 2> values = {0x1.7d783fcp+26, 0x1.312dp+24};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([99999999. 20000000.])";
};

struct float64_ratio_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<double, 2> values = {0x1.0624dd2f1a9fcp-10, 1000.5};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.0000e-03 1.0005e+03])";
};

struct float64_small_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<double, 2> values = {0x1.f75104d551d69p-14, 0x1.0385c67dfe32ap-10};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([0.00012 0.00099])";
};

struct float64_scientific_nan_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<double, 3> values = {0x1.b7cdfd9d7bdbbp-34, nan64, -inf64};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.e-10    nan   -inf])";
};

struct float64_zeros_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<double, 2> values = {0.0, -0.0};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([ 0. -0.])";
};

struct float64_3d_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 3> shape = {2, 2, 3};
    static constexpr std::array<double, 12> values = {0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[[0.   0.25 0.5 ]
  [0.75 1.   1.25]]

 [[1.5  1.75 2.  ]
  [2.25 2.5  2.75]]])";
};

struct float64_wrapped_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {20};
    static constexpr std::array<double, 20> values = {-1.0, -0.875, -0.75, -0.625, -0.5, -0.375, -0.25, -0.125, 0.0, 0.125, 0.25, 0.375, 0.5, 0.625,
        0.75, 0.875, 1.0, 1.125, 1.25, 1.375};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([-1.    -0.875 -0.75  -0.625 -0.5   -0.375 -0.25  -0.125  0.     0.125
  0.25   0.375  0.5    0.625  0.75   0.875  1.     1.125  1.25   1.375])";
};

struct float64_denormal_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<double, 2> values = {0x0.0000000000001p-1022, 0x1.fffffffffffffp+1023};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([4.94065646e-324 1.79769313e+308])";
};

struct float64_2d_thirds_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 2> shape = {2, 3};
    static constexpr std::array<double, 6> values = {0.0, 0x1.5555555555555p-2, 0x1.5555555555555p-1, 1.0, 0x1.5555555555555p+0,
        0x1.aaaaaaaaaaaabp+0};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[0.         0.33333333 0.66666667]
 [1.         1.33333333 1.66666667]])";
};

struct float32_1d_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<float, 3> values = {0x1.99999ap-4f, 0x1.99999ap-3f, 0.5f};
    static constexpr float value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([0.1 0.2 0.5])";
};

struct float32_thirds_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<float, 3> values = {0x1.555556p-2f, 0x1.555556p-1f, 0x1.0624dep-10f};
    static constexpr float value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([0.33333334 0.6666667  0.001     ])";
};

struct float32_2d_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 2> shape = {2, 2};
    static constexpr std::array<float, 4> values = {0x1.19999ap+0f, 0x1.19999ap+1f, -0x1.a66666p+1f, 40000.0f};
    static constexpr float value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[ 1.1e+00  2.2e+00]
 [-3.3e+00  4.0e+04]])";
};

struct float32_scientific_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<float, 2> values = {0x1.b7cdfep-34f, 0x1.fffffep+127f};
    static constexpr float value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.0000000e-10 3.4028235e+38])";
};

struct float32_large_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<float, 2> values = {0x1p+24f, 0.5f};
    static constexpr float value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1.6777216e+07 5.0000000e-01])";
};

struct float64_empty_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 2> shape = {0, 3};
    static constexpr std::array<double, 0> values = {};
    static constexpr double value(std::int64_t) { return {}; }
    static constexpr const char* text = R"([])";
};

struct float32_empty_2d_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 2> shape = {2, 0};
    static constexpr std::array<float, 0> values = {};
    static constexpr float value(std::int64_t) { return {}; }
    static constexpr const char* text = R"([])";
};

struct float64_rank_0_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<double, 1> values = {-2.5};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(-2.5)";
};

struct float64_rank_0_third_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<double, 1> values = {0x1.5555555555555p-2};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(0.3333333333333333)";
};

struct float64_rank_0_large_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<double, 1> values = {0x1.5af1d78b58c4p+66};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(1e+20)";
};

struct float32_rank_0_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<float, 1> values = {0x1.99999ap-4f};
    static constexpr float value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(0.1)";
};

struct float64_rank_0_nan_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<double, 1> values = {nan64};
    static constexpr double value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(nan)";
};

struct float64_1001_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 1> shape = {1001};
    static constexpr double value(std::int64_t i) { return -1.5 + static_cast<double>(i) * 0.5; }
    static constexpr const char* text = R"([ -1.5  -1.   -0.5 ... 497.5 498.  498.5])";
};

struct float32_2d_summary_print {
    using value_type = float;
    static constexpr std::array<std::int64_t, 2> shape = {4, 300};
    static constexpr float value(std::int64_t i) { return 0.0f + static_cast<float>(i) * 0.25f; }
    static constexpr const char* text = R"([[0.0000e+00 2.5000e-01 5.0000e-01 ... 7.4250e+01 7.4500e+01 7.4750e+01]
 [7.5000e+01 7.5250e+01 7.5500e+01 ... 1.4925e+02 1.4950e+02 1.4975e+02]
 [1.5000e+02 1.5025e+02 1.5050e+02 ... 2.2425e+02 2.2450e+02 2.2475e+02]
 [2.2500e+02 2.2525e+02 2.2550e+02 ... 2.9925e+02 2.9950e+02 2.9975e+02]])";
};

struct float64_tall_summary_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 2> shape = {600, 2};
    static constexpr double value(std::int64_t i) { return 0.0 + static_cast<double>(i) * 1.0; }
    static constexpr const char* text = R"([[0.000e+00 1.000e+00]
 [2.000e+00 3.000e+00]
 [4.000e+00 5.000e+00]
 ...
 [1.194e+03 1.195e+03]
 [1.196e+03 1.197e+03]
 [1.198e+03 1.199e+03]])";
};

struct float64_one_row_summary_print {
    using value_type = double;
    static constexpr std::array<std::int64_t, 2> shape = {1, 1200};
    static constexpr double value(std::int64_t i) { return 0.0 + static_cast<double>(i) * 1.0; }
    static constexpr const char* text = R"([[0.000e+00 1.000e+00 2.000e+00 ... 1.197e+03 1.198e+03 1.199e+03]])";
};

}  // namespace twill::goldens
