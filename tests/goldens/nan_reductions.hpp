// SPDX-License-Identifier: MIT
// The nan family (SEMANTICS line 26): nan_reduction_goldens<Case, Axes...>, of the cases of reductions.hpp that hold a
// nan. All-nan: sum 0, prod 1, the rest nan, arg* -1.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"
#include "reductions.hpp"

namespace twill::goldens {

template <class Case, int... Axes> struct nan_reduction_goldens;

template <> struct nan_reduction_goldens<float32_nan_2d> {
    static constexpr float nansum[] = {inf32}, nanprod[] = {-inf32}, nanmin[] = {-0x1.c24dd2p+0f}, nanmax[] = {inf32}, nanmean[] = {inf32};
    static constexpr float nanvar[] = {nan32}, nanstd[] = {nan32};
    static constexpr std::int64_t nanargmin[] = {7}, nanargmax[] = {9};
};
template <> struct nan_reduction_goldens<float32_nan_2d, 0> {
    static constexpr float nansum[] = {0x1.94fdf4p-1f, inf32, 0x1.8a7efap+2f, -0x1.c8f5c2p+0f};
    static constexpr float nanprod[] = {-0x1.3ea948p-3f, inf32, 0x1.5a5a36p+1f, 0x1.76a726p-5f};
    static constexpr float nanmin[] = {-0x1.0e5604p-1f, 0x1.872b02p-3f, 0x1.60418ap-2f, -0x1.c24dd2p+0f};
    static constexpr float nanmax[] = {0x1.08b43ap+0f, inf32, 0x1.d7cedap+1f, -0x1.a9fbe8p-6f};
    static constexpr float nanmean[] = {0x1.0dfea4p-2f, inf32, 0x1.06ff52p+1f, -0x1.c8f5c2p-1f};
    static constexpr float nanvar[] = {0x1.a0a212p-2f, nan32, 0x1.dd591cp+0f, 0x1.806bc4p-1f};
    static constexpr float nanstd[] = {0x1.4695e2p-1f, nan32, 0x1.5d92ap+0f, 0x1.bba5e2p-1f};
    static constexpr std::int64_t nanargmin[] = {1, 1, 1, 1}, nanargmax[] = {2, 2, 2, 2};
};
template <> struct nan_reduction_goldens<float32_nan_2d, 1> {
    static constexpr float nansum[] = {0x1.35a1ccp+1f, -0x1.c08312p+0f, inf32}, nanprod[] = {0x1.3764aep-1f, 0x1.f3e5ecp-5f, -inf32};
    static constexpr float nanmin[] = {0x1.23d70ap-2f, -0x1.c24dd2p+0f, -0x1.a9fbe8p-6f}, nanmax[] = {0x1.1126eap+1f, 0x1.60418ap-2f, inf32};
    static constexpr float nanmean[] = {0x1.35a1ccp+0f, -0x1.c08312p-2f, inf32}, nanvar[] = {0x1.b59b48p-1f, 0x1.6151b4p-1f, nan32};
    static constexpr float nanstd[] = {0x1.d95812p-1f, 0x1.a9529cp-1f, nan32};
    static constexpr std::int64_t nanargmin[] = {0, 3, 3}, nanargmax[] = {2, 2, 1};
};
template <> struct nan_reduction_goldens<float64_nan_3d> {
    static constexpr double nansum[] = {-inf64}, nanprod[] = {-inf64}, nanmin[] = {-inf64}, nanmax[] = {0x1.4a9fbe76c8b44p+2}, nanmean[] = {-inf64};
    static constexpr double nanvar[] = {nan64}, nanstd[] = {nan64};
    static constexpr std::int64_t nanargmin[] = {11}, nanargmax[] = {2};
};
template <> struct nan_reduction_goldens<float64_nan_3d, 0> {
    static constexpr double nansum[] = {0x1.24189374bc6a8p+2, -0x1.10e5604189375p-1, 0x1.d333333333334p+1, 0x1.c5a1cac083127p+1, 0.0, -inf64};
    static constexpr double nanprod[] = {0x1.0673d5bab2181p+2, -0x1.10e5604189375p-1, -0x1.f539da16616b6p+2, 0x1.c5a1cac083127p+1, 1.0, -inf64};
    static constexpr double nanmin[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, -0x1.84189374bc6a8p+0, 0x1.c5a1cac083127p+1, nan64, -inf64};
    static constexpr double nanmax[] = {0x1.aac083126e979p+1, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, 0x1.c5a1cac083127p+1, nan64, -inf64};
    static constexpr double nanmean[] = {0x1.24189374bc6a8p+1, -0x1.10e5604189375p-1, 0x1.d333333333334p+0, 0x1.c5a1cac083127p+1, nan64, -inf64};
    static constexpr double nanvar[] = {0x1.1b50f40e5a35ep+0, 0.0, 0x1.653167ec7863dp+3, 0.0, nan64, nan64};
    static constexpr double nanstd[] = {0x1.0d4fdf3b645a2p+0, 0.0, 0x1.aba5e353f7ceep+1, 0.0, nan64, nan64};
    static constexpr std::int64_t nanargmin[] = {0, 0, 1, 1, -1, 1}, nanargmax[] = {1, 0, 0, 1, -1, 1};
};
template <> struct nan_reduction_goldens<float64_nan_3d, 1> {
    static constexpr double nansum[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, 0x1.b83126e978d5p+2, 0.0, -inf64};
    static constexpr double nanprod[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, 0x1.7a1a2e7f6f4bfp+3, 1.0, inf64};
    static constexpr double nanmin[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, 0x1.aac083126e979p+1, nan64, -inf64};
    static constexpr double nanmax[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, 0x1.c5a1cac083127p+1, nan64,
        -0x1.84189374bc6a8p+0};
    static constexpr double nanmean[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, 0x1.b83126e978d5p+1, nan64, -inf64};
    static constexpr double nanvar[] = {0.0, 0.0, 0.0, 0x1.694467381d7dap-7, nan64, nan64};
    static constexpr double nanstd[] = {0.0, 0.0, 0.0, 0x1.ae147ae147aep-4, nan64, nan64};
    static constexpr std::int64_t nanargmin[] = {0, 0, 0, 0, -1, 1}, nanargmax[] = {0, 0, 0, 1, -1, 0};
};
template <> struct nan_reduction_goldens<float64_nan_3d, 2> {
    static constexpr double nansum[] = {0x1.773b645a1cac1p+2, 0.0, 0x1.d16872b020c4ap+0, -inf64};
    static constexpr double nanprod[] = {-0x1.b181f0858e9fdp+1, 1.0, -0x1.437a5f41aef7p+2, -inf64};
    static constexpr double nanmin[] = {-0x1.10e5604189375p-1, nan64, -0x1.84189374bc6a8p+0, -inf64};
    static constexpr double nanmax[] = {0x1.4a9fbe76c8b44p+2, nan64, 0x1.aac083126e979p+1, 0x1.c5a1cac083127p+1};
    static constexpr double nanmean[] = {0x1.f44f3078263acp+0, nan64, 0x1.d16872b020c4ap-1, -inf64};
    static constexpr double nanvar[] = {0x1.6b3a3ce2f73a4p+2, nan64, 0x1.785c28f5c28f6p+2, nan64};
    static constexpr double nanstd[] = {0x1.30efbb1ca7fbbp+1, nan64, 0x1.3666666666666p+1, nan64};
    static constexpr std::int64_t nanargmin[] = {1, -1, 2, 2}, nanargmax[] = {2, -1, 0, 0};
};
template <> struct nan_reduction_goldens<float64_nan_3d, 0, 1> {
    static constexpr double nansum[] = {0x1.0374bc6a7ef9ep+3, -0x1.10e5604189375p-1, -inf64};
    static constexpr double nanprod[] = {0x1.d110d7e98b747p+3, -0x1.10e5604189375p-1, inf64};
    static constexpr double nanmin[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, -inf64};
    static constexpr double nanmax[] = {0x1.c5a1cac083127p+1, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2};
    static constexpr double nanmean[] = {0x1.59f0fb38a94d2p+1, -0x1.10e5604189375p-1, -inf64}, nanvar[] = {0x1.177b31e7624a9p+0, 0.0, nan64};
    static constexpr double nanstd[] = {0x1.0b7baabebc76bp+0, 0.0, nan64};
    static constexpr std::int64_t nanargmin[] = {0, 0, 3}, nanargmax[] = {3, 0, 0};
};
template <> struct nan_reduction_goldens<float64_nan_3d, 0, 2> {
    static constexpr double nansum[] = {0x1.eb95810624dd3p+2, -inf64}, nanprod[] = {0x1.11e315d9ca90ep+4, -inf64};
    static constexpr double nanmin[] = {-0x1.84189374bc6a8p+0, -inf64}, nanmax[] = {0x1.4a9fbe76c8b44p+2, 0x1.c5a1cac083127p+1};
    static constexpr double nanmean[] = {0x1.894467381d7dcp+0, -inf64}, nanvar[] = {0x1.8143c3793c012p+2, nan64};
    static constexpr double nanstd[] = {0x1.3a0cf279511bbp+1, nan64};
    static constexpr std::int64_t nanargmin[] = {5, 5}, nanargmax[] = {2, 3};
};
template <> struct nan_reduction_goldens<float64_nan_3d, 1, 2> {
    static constexpr double nansum[] = {0x1.773b645a1cac1p+2, -inf64}, nanprod[] = {-0x1.b181f0858e9fdp+1, inf64};
    static constexpr double nanmin[] = {-0x1.10e5604189375p-1, -inf64}, nanmax[] = {0x1.4a9fbe76c8b44p+2, 0x1.c5a1cac083127p+1};
    static constexpr double nanmean[] = {0x1.f44f3078263acp+0, -inf64}, nanvar[] = {0x1.6b3a3ce2f73a4p+2, nan64};
    static constexpr double nanstd[] = {0x1.30efbb1ca7fbbp+1, nan64};
    static constexpr std::int64_t nanargmin[] = {1, 5}, nanargmax[] = {2, 3};
};
using nan_reduction_cases = type_list<nan_reduction_goldens<float32_nan_2d>, nan_reduction_goldens<float32_nan_2d, 0>,
    nan_reduction_goldens<float32_nan_2d, 1>, nan_reduction_goldens<float64_nan_3d>, nan_reduction_goldens<float64_nan_3d, 0>,
    nan_reduction_goldens<float64_nan_3d, 1>, nan_reduction_goldens<float64_nan_3d, 2>, nan_reduction_goldens<float64_nan_3d, 0, 1>,
    nan_reduction_goldens<float64_nan_3d, 0, 2>, nan_reduction_goldens<float64_nan_3d, 1, 2>>;

}  // namespace twill::goldens
