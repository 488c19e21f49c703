// SPDX-License-Identifier: MIT
// Reductions of float arrays (SEMANTICS lines 17, 19-26). A case (int8_2d, ...) has value_type, shape and x in C order.
// reduction_goldens<Case, Axes...> has the results over those axes (none: all of them) in C order of the result; sums are
// 64 bits wide for integers, means are double for them. Floats are the true value rounded once. argmin and argmax over two
// axes count in C order inside those two (NumPy has no such thing).
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

template <class Case, int... Axes> struct reduction_goldens;

struct float32_2d {
    using value_type = float;  using sum_type = float;  using mean_type = float;
    static constexpr int rank = 2;
    static constexpr std::int64_t shape[] = {3, 5};
    static constexpr float x[] = {-0x1.f9374cp+1f, 0x1.2926eap+2f, 0x1.024dd2p+0f, -0x1.ba5e36p-3f, -0x1.77ef9ep+2f, 0x1.3a7efap+1f, 0x1.0a3d7p+1f,
        0x1.a56042p+0f, 0x1.59581p+2f, -0x1.fd2f1ap+1f, 0x1.30c49cp+1f, -0x1.658106p+2f, -0x1.f18938p+1f, -0x1.66e978p+1f, 0x1.9872bp+1f};
};

template <> struct reduction_goldens<float32_2d> {
    static constexpr float sum[] = {-0x1.be978ep+1f}, prod[] = {-0x1.de68bap+20f};
    static constexpr float min[] = {-0x1.77ef9ep+2f}, max[] = {0x1.59581p+2f};
    static constexpr float mean[] = {-0x1.dc5d64p-3f}, var[] = {0x1.aa864ep+3f}, stddev[] = {0x1.d34fe6p+1f}, var_ddof1[] = {0x1.c8fd9cp+3f};
    static constexpr float norm[] = {0x1.c563fp+3f};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {15}, argmin[] = {4}, argmax[] = {8};
};
template <> struct reduction_goldens<float32_2d, 0> {
    static constexpr float sum[] = {0x1.c83128p-1f, 0x1.23127p+0f, -0x1.3b645cp+0f, 0x1.3020c4p+1f, -0x1.aa4dd4p+2f};
    static constexpr float prod[] = {-0x1.717254p+4f, -0x1.af925ap+5f, -0x1.9d284ap+2f, 0x1.a2532ap+1f, 0x1.2a40e4p+6f};
    static constexpr float min[] = {-0x1.f9374cp+1f, -0x1.658106p+2f, -0x1.f18938p+1f, -0x1.66e978p+1f, -0x1.77ef9ep+2f};
    static constexpr float max[] = {0x1.3a7efap+1f, 0x1.2926eap+2f, 0x1.a56042p+0f, 0x1.59581p+2f, 0x1.9872bp+1f};
    static constexpr float mean[] = {0x1.3020c6p-2f, 0x1.841896p-2f, -0x1.a485dp-2f, 0x1.958106p-1f, -0x1.1c33e2p+1f};
    static constexpr float var[] = {0x1.203724p+3f, 0x1.2e2ac4p+4f, 0x1.870b78p+2f, 0x1.76decep+3f, 0x1.e7b15cp+3f};
    static constexpr float stddev[] = {0x1.8024cp+1f, 0x1.162094p+2f, 0x1.3c65ccp+1f, 0x1.b61a3p+1f, 0x1.f3b2dap+1f};
    static constexpr float var_ddof1[] = {0x1.b052b6p+3f, 0x1.c54026p+4f, 0x1.25489ap+3f, 0x1.19271ap+4f, 0x1.6dc504p+4f};
    static constexpr float norm[] = {0x1.4e4d9ep+2f, 0x1.e38f1ep+2f, 0x1.15c3a2p+2f, 0x1.856ed6p+2f, 0x1.f1d908p+2f};
    static constexpr bool any[] = {true, true, true, true, true}, all[] = {true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 3, 3, 3}, argmin[] = {0, 2, 2, 2, 0}, argmax[] = {1, 0, 1, 1, 2};
};
template <> struct reduction_goldens<float32_2d, 1> {
    static constexpr float sum[] = {-0x1.18a3d8p+2f, 0x1.e676c8p+2f, -0x1.ad1eb8p+2f}, prod[] = {-0x1.775fdap+4f, -0x1.692196p+7f, -0x1.ce9286p+8f};
    static constexpr float min[] = {-0x1.77ef9ep+2f, -0x1.fd2f1ap+1f, -0x1.658106p+2f}, max[] = {0x1.2926eap+2f, 0x1.59581p+2f, 0x1.9872bp+1f};
    static constexpr float mean[] = {-0x1.c10626p-1f, 0x1.852bd4p+0f, -0x1.574bc6p+0f}, var[] = {0x1.b8b2f6p+3f, 0x1.295622p+3f, 0x1.869f72p+3f};
    static constexpr float stddev[] = {0x1.db037cp+1f, 0x1.862cb8p+1f, 0x1.bf365cp+1f};
    static constexpr float var_ddof1[] = {0x1.136fdap+4f, 0x1.73abacp+3f, 0x1.e8474ep+3f}, norm[] = {0x1.10dadap+3f, 0x1.e777bcp+2f, 0x1.0bc806p+3f};
    static constexpr bool any[] = {true, true, true}, all[] = {true, true, true};
    static constexpr std::int64_t count_nonzero[] = {5, 5, 5}, argmin[] = {4, 4, 1}, argmax[] = {1, 3, 4};
};

struct float32_3d {
    using value_type = float;  using sum_type = float;  using mean_type = float;
    static constexpr int rank = 3;
    static constexpr std::int64_t shape[] = {2, 3, 2};
    static constexpr float x[] = {-0x1.bf7ceep+1f, 0x1.6978d4p-2f, 0x1.8e978ep+0f, 0x1.676c8cp-2f, -0x1.c81062p+1f, -0x1.70a3d8p-3f, 0x1.866666p+1f,
        0x1.d41894p+1f, -0x1.4d0e56p+1f, -0x1.dc28f6p+0f, -0x1.a20c4ap+0f, 0x1.44fdf4p+2f};
};

template <> struct reduction_goldens<float32_3d> {
    static constexpr float sum[] = {0x1.6c8b46p-1f}, prod[] = {0x1.833e56p+7f};
    static constexpr float min[] = {-0x1.c81062p+1f}, max[] = {0x1.44fdf4p+2f};
    static constexpr float mean[] = {0x1.e60f08p-5f}, var[] = {0x1.da563p+2f}, stddev[] = {0x1.5c77e6p+1f}, var_ddof1[] = {0x1.02baa6p+3f};
    static constexpr float norm[] = {0x1.2ddaa6p+3f};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {12}, argmin[] = {4}, argmax[] = {11};
};
template <> struct reduction_goldens<float32_3d, 0> {
    static constexpr float sum[] = {-0x1.c8b44p-2f, 0x1.00a3d8p+2f, -0x1.0b851ep+0f, -0x1.824dd4p+0f, -0x1.4c8b44p+2f, 0x1.3978d6p+2f};
    static constexpr float prod[] = {-0x1.5535a8p+3f, 0x1.4a79ccp+0f, -0x1.0348bap+2f, -0x1.4e43acp-1f, 0x1.746052p+2f, -0x1.d3fd0ep-1f};
    static constexpr float min[] = {-0x1.bf7ceep+1f, 0x1.6978d4p-2f, -0x1.4d0e56p+1f, -0x1.dc28f6p+0f, -0x1.c81062p+1f, -0x1.70a3d8p-3f};
    static constexpr float max[] = {0x1.866666p+1f, 0x1.d41894p+1f, 0x1.8e978ep+0f, 0x1.676c8cp-2f, -0x1.a20c4ap+0f, 0x1.44fdf4p+2f};
    static constexpr float mean[] = {-0x1.c8b44p-3f, 0x1.00a3d8p+1f, -0x1.0b851ep-1f, -0x1.824dd4p-1f, -0x1.4c8b44p+1f, 0x1.3978d6p+1f};
    static constexpr float var[] = {0x1.56cd0ap+3f, 0x1.5d5348p+1f, 0x1.14c1aap+2f, 0x1.38dd88p+0f, 0x1.dcc984p-1f, 0x1.ba5854p+2f};
    static constexpr float stddev[] = {0x1.a2f1aap+1f, 0x1.a6e97ap+0f, 0x1.0a2d0ep+1f, 0x1.1b020cp+0f, 0x1.ee147ap-1f, 0x1.508312p+1f};
    static constexpr float var_ddof1[] = {0x1.56cd0ap+4f, 0x1.5d5348p+2f, 0x1.14c1aap+3f, 0x1.38dd88p+1f, 0x1.dcc984p+0f, 0x1.ba5854p+3f};
    static constexpr float norm[] = {0x1.28ecc8p+2f, 0x1.d6458ep+1f, 0x1.84216p+1f, 0x1.e4906ep+0f, 0x1.f5aebcp+1f, 0x1.453234p+2f};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2}, argmin[] = {0, 0, 1, 1, 0, 0}, argmax[] = {1, 1, 0, 0, 1, 1};
};
template <> struct reduction_goldens<float32_3d, 1> {
    static constexpr float sum[] = {-0x1.6020c4p+2f, 0x1.0c49bap-1f, -0x1.2f5c2ap+0f, 6.875f};
    static constexpr float prod[] = {0x1.364f6p+4f, -0x1.6d67a2p-6f, 0x1.9eb576p+3f, -0x1.145344p+5f};
    static constexpr float min[] = {-0x1.c81062p+1f, -0x1.70a3d8p-3f, -0x1.4d0e56p+1f, -0x1.dc28f6p+0f};
    static constexpr float max[] = {0x1.8e978ep+0f, 0x1.6978d4p-2f, 0x1.866666p+1f, 0x1.44fdf4p+2f};
    static constexpr float mean[] = {-0x1.d58106p+0f, 0x1.65b7a2p-3f, -0x1.947ae2p-2f, 0x1.255556p+1f};
    static constexpr float var[] = {0x1.700318p+2f, 0x1.019e12p-4f, 0x1.85cadap+2f, 0x1.1e8cf8p+3f};
    static constexpr float stddev[] = {0x1.32f032p+1f, 0x1.00ceb6p-2f, 0x1.3be3fcp+1f, 0x1.7f0856p+1f};
    static constexpr float var_ddof1[] = {0x1.140252p+3f, 0x1.826d1cp-4f, 0x1.245822p+3f, 0x1.add376p+3f};
    static constexpr float norm[] = {0x1.4ea60cp+2f, 0x1.0f06cap-1f, 0x1.150d1cp+2f, 0x1.a1d076p+2f};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 3, 3}, argmin[] = {2, 2, 1, 1}, argmax[] = {1, 0, 0, 2};
};
template <> struct reduction_goldens<float32_3d, 2> {
    static constexpr float sum[] = {-0x1.924dd4p+1f, 0x1.e872bp+0f, -0x1.df1aap+1f, 0x1.ad3f7cp+2f, -0x1.1d9168p+2f, 0x1.b8f5c4p+1f};
    static constexpr float prod[] = {-0x1.3bed3p+0f, 0x1.17cfc6p-1f, 0x1.485db8p-1f, 0x1.64ec56p+3f, 0x1.35bdfap+2f, -0x1.095b22p+3f};
    static constexpr float min[] = {-0x1.bf7ceep+1f, 0x1.676c8cp-2f, -0x1.c81062p+1f, 0x1.866666p+1f, -0x1.4d0e56p+1f, -0x1.a20c4ap+0f};
    static constexpr float max[] = {0x1.6978d4p-2f, 0x1.8e978ep+0f, -0x1.70a3d8p-3f, 0x1.d41894p+1f, -0x1.dc28f6p+0f, 0x1.44fdf4p+2f};
    static constexpr float mean[] = {-0x1.924dd4p+0f, 0x1.e872bp-1f, -0x1.df1aap+0f, 0x1.ad3f7cp+1f, -0x1.1d9168p+1f, 0x1.b8f5c4p+0f};
    static constexpr float var[] = {0x1.da12dap+1f, 0x1.7455ecp-2f, 0x1.6e3ae4p+1f, 0x1.794abcp-4f, 0x1.19e386p-3f, 0x1.684cd8p+3f};
    static constexpr float stddev[] = {0x1.ecac08p+0f, 0x1.34bc6cp-1f, 0x1.b10624p+0f, 0x1.36c8b8p-2f, 0x1.7be76cp-2f, 0x1.ad8106p+1f};
    static constexpr float var_ddof1[] = {0x1.da12dap+2f, 0x1.7455ecp-1f, 0x1.6e3ae4p+2f, 0x1.794abcp-3f, 0x1.19e386p-2f, 0x1.684cd8p+4f};
    static constexpr float norm[] = {0x1.c1c36ep+1f, 0x1.989844p+0f, 0x1.c8a546p+1f, 0x1.30c3c2p+2f, 0x1.996668p+1f, 0x1.55622p+2f};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2}, argmin[] = {0, 1, 0, 0, 0, 0}, argmax[] = {1, 0, 1, 1, 1, 1};
};
template <> struct reduction_goldens<float32_3d, 0, 1> {
    static constexpr float sum[] = {-0x1.abf7dp+2f, 0x1.d98938p+2f}, prod[] = {0x1.f6b054p+7f, 0x1.8a6a96p-1f};
    static constexpr float min[] = {-0x1.c81062p+1f, -0x1.dc28f6p+0f}, max[] = {0x1.866666p+1f, 0x1.44fdf4p+2f};
    static constexpr float mean[] = {-0x1.1d4fep+0f, 0x1.3bb0dp+0f}, var[] = {0x1.9c08a4p+2f, 0x1.684534p+2f};
    static constexpr float stddev[] = {0x1.44c72p+1f, 0x1.2fb15p+1f}, var_ddof1[] = {0x1.ee70c6p+2f, 0x1.b0530cp+2f};
    static constexpr float norm[] = {0x1.b27348p+2f, 0x1.a32f8p+2f};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6}, argmin[] = {2, 4}, argmax[] = {3, 5};
};
template <> struct reduction_goldens<float32_3d, 0, 2> {
    static constexpr float sum[] = {0x1.c83126p+1f, -0x1.46e978p+1f, -0x1.3126e4p-2f}, prod[] = {-0x1.b87982p+3f, 0x1.528d6ep+1f, -0x1.545de8p+2f};
    static constexpr float min[] = {-0x1.bf7ceep+1f, -0x1.4d0e56p+1f, -0x1.c81062p+1f}, max[] = {0x1.d41894p+1f, 0x1.8e978ep+0f, 0x1.44fdf4p+2f};
    static constexpr float mean[] = {0x1.c83126p-1f, -0x1.46e978p-1f, -0x1.3126e4p-4f}, var[] = {0x1.fd8e56p+2f, 0x1.64b1fap+1f, 0x1.494376p+3f};
    static constexpr float stddev[] = {0x1.692c6ep+1f, 0x1.ab5994p+0f, 0x1.9a96a8p+1f};
    static constexpr float var_ddof1[] = {0x1.53b43ap+3f, 0x1.db97f6p+1f, 0x1.b7049ep+3f}, norm[] = {0x1.7ac094p+2f, 0x1.c98b12p+1f, 0x1.9ab302p+2f};
    static constexpr bool any[] = {true, true, true}, all[] = {true, true, true};
    static constexpr std::int64_t count_nonzero[] = {4, 4, 4}, argmin[] = {0, 2, 0}, argmax[] = {3, 0, 3};
};
template <> struct reduction_goldens<float32_3d, 1, 2> {
    static constexpr float sum[] = {-0x1.3e978ep+2f, 0x1.6c28f6p+2f}, prod[] = {-0x1.baecccp-2f, -0x1.bfa288p+8f};
    static constexpr float min[] = {-0x1.c81062p+1f, -0x1.4d0e56p+1f}, max[] = {0x1.8e978ep+0f, 0x1.44fdf4p+2f};
    static constexpr float mean[] = {-0x1.a8ca12p-1f, 0x1.e58bf2p-1f}, var[] = {0x1.f5262ap+1f, 0x1.2a7806p+3f};
    static constexpr float stddev[] = {0x1.fa8ba6p+0f, 0x1.86eabcp+1f}, var_ddof1[] = {0x1.2cb08p+2f, 0x1.6629a2p+3f};
    static constexpr float norm[] = {0x1.505beep+2f, 0x1.f5530cp+2f};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6}, argmin[] = {4, 2}, argmax[] = {2, 5};
};

struct float32_nan_2d {
    using value_type = float;  using sum_type = float;  using mean_type = float;
    static constexpr int rank = 2;
    static constexpr std::int64_t shape[] = {3, 4};
    static constexpr float x[] = {0x1.23d70ap-2f, nan32, 0x1.1126eap+1f, nan32, -0x1.0e5604p-1f, 0x1.872b02p-3f, 0x1.60418ap-2f, -0x1.c24dd2p+0f,
        0x1.08b43ap+0f, inf32, 0x1.d7cedap+1f, -0x1.a9fbe8p-6f};
};

template <> struct reduction_goldens<float32_nan_2d> {
    static constexpr float sum[] = {nan32}, prod[] = {nan32};
    static constexpr float min[] = {nan32}, max[] = {nan32};
    static constexpr float mean[] = {nan32}, var[] = {nan32}, stddev[] = {nan32}, var_ddof1[] = {nan32}, norm[] = {nan32};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {12}, argmin[] = {1}, argmax[] = {1};
};
template <> struct reduction_goldens<float32_nan_2d, 0> {
    static constexpr float sum[] = {0x1.94fdf4p-1f, nan32, 0x1.8a7efap+2f, nan32}, prod[] = {-0x1.3ea948p-3f, nan32, 0x1.5a5a36p+1f, nan32};
    static constexpr float min[] = {-0x1.0e5604p-1f, nan32, 0x1.60418ap-2f, nan32}, max[] = {0x1.08b43ap+0f, nan32, 0x1.d7cedap+1f, nan32};
    static constexpr float mean[] = {0x1.0dfea4p-2f, nan32, 0x1.06ff52p+1f, nan32}, var[] = {0x1.a0a212p-2f, nan32, 0x1.dd591cp+0f, nan32};
    static constexpr float stddev[] = {0x1.4695e2p-1f, nan32, 0x1.5d92ap+0f, nan32}, var_ddof1[] = {0x1.38798ep-1f, nan32, 0x1.6602d6p+1f, nan32};
    static constexpr float norm[] = {0x1.320ac6p+0f, nan32, 0x1.117986p+2f, nan32};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 3, 3}, argmin[] = {1, 0, 1, 0}, argmax[] = {2, 0, 2, 0};
};
template <> struct reduction_goldens<float32_nan_2d, 1> {
    static constexpr float sum[] = {nan32, -0x1.c08312p+0f, inf32}, prod[] = {nan32, 0x1.f3e5ecp-5f, -inf32};
    static constexpr float min[] = {nan32, -0x1.c24dd2p+0f, -0x1.a9fbe8p-6f}, max[] = {nan32, 0x1.60418ap-2f, inf32};
    static constexpr float mean[] = {nan32, -0x1.c08312p-2f, inf32}, var[] = {nan32, 0x1.6151b4p-1f, nan32};
    static constexpr float stddev[] = {nan32, 0x1.a9529cp-1f, nan32}, var_ddof1[] = {nan32, 0x1.d7179ap-1f, nan32};
    static constexpr float norm[] = {nan32, 0x1.e0d288p+0f, inf32};
    static constexpr bool any[] = {true, true, true}, all[] = {true, true, true};
    static constexpr std::int64_t count_nonzero[] = {4, 4, 4}, argmin[] = {1, 3, 3}, argmax[] = {1, 2, 1};
};

struct float64_2d {
    using value_type = double;  using sum_type = double;  using mean_type = double;
    static constexpr int rank = 2;
    static constexpr std::int64_t shape[] = {4, 1};
    static constexpr double x[] = {-0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2};
};

template <> struct reduction_goldens<float64_2d> {
    static constexpr double sum[] = {0x1.7d78408e56042p+26}, prod[] = {-0x1.700455bffffffp+30};
    static constexpr double min[] = {-0x1.12e147ae147aep+2}, max[] = {0x1.7d784p+26};
    static constexpr double mean[] = {0x1.7d78408e56042p+24}, var[] = {0x1.aa535cd2ff935p+50}, stddev[] = {0x1.4a5ccaef21ae1p+25};
    static constexpr double var_ddof1[] = {0x1.1c379337550cep+51}, norm[] = {0x1.7d78400000012p+26};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {4}, argmin[] = {0}, argmax[] = {2};
};
template <> struct reduction_goldens<float64_2d, 0> {
    static constexpr double sum[] = {0x1.7d78408e56042p+26}, prod[] = {-0x1.700455bffffffp+30};
    static constexpr double min[] = {-0x1.12e147ae147aep+2}, max[] = {0x1.7d784p+26};
    static constexpr double mean[] = {0x1.7d78408e56042p+24}, var[] = {0x1.aa535cd2ff935p+50}, stddev[] = {0x1.4a5ccaef21ae1p+25};
    static constexpr double var_ddof1[] = {0x1.1c379337550cep+51}, norm[] = {0x1.7d78400000012p+26};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {4}, argmin[] = {0}, argmax[] = {2};
};
template <> struct reduction_goldens<float64_2d, 1> {
    static constexpr double sum[] = {-0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2};
    static constexpr double prod[] = {-0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2};
    static constexpr double min[] = {-0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2};
    static constexpr double max[] = {-0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2};
    static constexpr double mean[] = {-0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2}, var[] = {0.0, 0.0, 0.0, 0.0};
    static constexpr double stddev[] = {0.0, 0.0, 0.0, 0.0}, var_ddof1[] = {nan64, nan64, nan64, nan64};
    static constexpr double norm[] = {0x1.12e147ae147aep+2, 0x1.374bc6a7ef9dbp-1, 0x1.7d784p+26, 0x1.7a4dd2f1a9fbep+2};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {1, 1, 1, 1}, argmin[] = {0, 0, 0, 0}, argmax[] = {0, 0, 0, 0};
};

struct float64_3d {
    using value_type = double;  using sum_type = double;  using mean_type = double;
    static constexpr int rank = 3;
    static constexpr std::int64_t shape[] = {2, 3, 2};
    static constexpr double x[] = {0x1.a9fbe76c8b439p-4, -0x1.247ae147ae148p+1, -0x1.3db22d0e56042p+1, -0x1.08b4395810625p+2, -0x1.66a7ef9db22d1p+2,
        0x1.4ba5e353f7ceep+1, 0x1.b20c49ba5e354p+1, -0x1.02d0e56041893p+0, 0x1.1a9fbe76c8b44p-4, -0x1.0ac083126e979p-1, 0x1.bc28f5c28f5c3p+1,
        -0x1.396872b020c4ap+2};
};

template <> struct reduction_goldens<float64_3d> {
    static constexpr double sum[] = {-0x1.69f3b645a1cacp+3}, prod[] = {-0x1.28b95a16a0d29p+6};
    static constexpr double min[] = {-0x1.66a7ef9db22d1p+2}, max[] = {0x1.bc28f5c28f5c3p+1};
    static constexpr double mean[] = {-0x1.e29a485cd7b9p-1}, var[] = {0x1.1765cb057c28fp+3}, stddev[] = {0x1.7a38bb6b275bcp+1};
    static constexpr double var_ddof1[] = {0x1.30cc234bcd43fp+3}, norm[] = {0x1.57cfa974957a9p+3};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {12}, argmin[] = {4}, argmax[] = {10};
};
template <> struct reduction_goldens<float64_3d, 0> {
    static constexpr double sum[] = {0x1.bf5c28f5c28f6p+1, -0x1.a5e353f7ced92p+1, -0x1.34dd2f1a9fbe8p+1, -0x1.2a0c49ba5e354p+2, -0x1.1126e978d4fdfp+1,
        -0x1.272b020c49ba6p+1};
    static constexpr double prod[] = {0x1.6920c069e7fb2p-2, 0x1.27b280f12c27ap+1, -0x1.5ebc83a96d4c4p-3, 0x1.13d25247cb70bp+1, -0x1.372253111f0c4p+4,
        -0x1.960522ea0fd3cp+3};
    static constexpr double min[] = {0x1.a9fbe76c8b439p-4, -0x1.247ae147ae148p+1, -0x1.3db22d0e56042p+1, -0x1.08b4395810625p+2, -0x1.66a7ef9db22d1p+2,
        -0x1.396872b020c4ap+2};
    static constexpr double max[] = {0x1.b20c49ba5e354p+1, -0x1.02d0e56041893p+0, 0x1.1a9fbe76c8b44p-4, -0x1.0ac083126e979p-1, 0x1.bc28f5c28f5c3p+1,
        0x1.4ba5e353f7ceep+1};
    static constexpr double mean[] = {0x1.bf5c28f5c28f6p+0, -0x1.a5e353f7ced92p+0, -0x1.34dd2f1a9fbe8p+0, -0x1.2a0c49ba5e354p+1,
        -0x1.1126e978d4fdfp+0, -0x1.272b020c49ba6p+0};
    static constexpr double var[] = {0x1.59bd640e9d51bp+1, 0x1.9f81e8a2ec28ep-2, 0x1.a07c88e79aae8p+0, 0x1.a22ee631f8a09p+1, 0x1.4959934efcbd6p+4,
        0x1.c08fa7a85015dp+3};
    static constexpr double stddev[] = {0x1.a4bc6a7ef9db2p+0, 0x1.4624dd2f1a9fdp-1, 0x1.46872b020c49cp+0, 0x1.ceb851eb851ecp+0, 0x1.225e353f7ced9p+2,
        0x1.df3b645a1cac1p+1};
    static constexpr double var_ddof1[] = {0x1.59bd640e9d51bp+2, 0x1.9f81e8a2ec28ep-1, 0x1.a07c88e79aae8p+1, 0x1.a22ee631f8a09p+2,
        0x1.4959934efcbd6p+5, 0x1.c08fa7a85015dp+4};
    static constexpr double norm[] = {0x1.b24088d1557c3p+1, 0x1.3fd46177b47e6p+1, 0x1.3dd199100b5c7p+1, 0x1.0acbbd5ce7d3p+2, 0x1.a5d874c65de72p+2,
        0x1.6292bf0462a4dp+2};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2}, argmin[] = {0, 0, 0, 0, 0, 1}, argmax[] = {1, 1, 1, 1, 1, 0};
};
template <> struct reduction_goldens<float64_3d, 1> {
    static constexpr double sum[] = {-0x1.fed916872b021p+2, -0x1.ea3d70a3d70a4p+1, 0x1.bb851eb851eb9p+2, -0x1.9b74bc6a7ef9ep+2};
    static constexpr double prod[] = {0x1.72510e43175f8p+0, 0x1.87ca6bbebfeedp+4, 0x1.9fb24a957a7b3p-1, -0x1.4a29d5cb67e1bp+1};
    static constexpr double min[] = {-0x1.66a7ef9db22d1p+2, -0x1.08b4395810625p+2, 0x1.1a9fbe76c8b44p-4, -0x1.396872b020c4ap+2};
    static constexpr double max[] = {0x1.a9fbe76c8b439p-4, 0x1.4ba5e353f7ceep+1, 0x1.bc28f5c28f5c3p+1, -0x1.0ac083126e979p-1};
    static constexpr double mean[] = {-0x1.5490b9af72016p+1, -0x1.46d3a06d3a06dp+0, 0x1.27ae147ae147bp+1, -0x1.124dd2f1a9fbfp+1};
    static constexpr double var[] = {0x1.5c8e1323e10f5p+2, 0x1.019d565e0a5f8p+3, 0x1.418bdbfa1fa4ap+1, 0x1.ea87f9ed4fb29p+1};
    static constexpr double stddev[] = {0x1.2ab6cb011e471p+1, 0x1.6b2db6db6da92p+1, 0x1.95bf93771c011p+0, 0x1.f5268f98b33acp+0};
    static constexpr double var_ddof1[] = {0x1.056a8e5ae8cb8p+3, 0x1.826c018d0f8f4p+3, 0x1.e251c9f72f76fp+1, 0x1.6fe5fb71fbc5fp+2};
    static constexpr double norm[] = {0x1.8850a8903b5fp+2, 0x1.58e4e41d8f555p+2, 0x1.368b9f2f004f9p+2, 0x1.41bffa15a4eafp+2};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 3, 3}, argmin[] = {2, 1, 1, 2}, argmax[] = {0, 2, 2, 1};
};
template <> struct reduction_goldens<float64_3d, 2> {
    static constexpr double sum[] = {-0x1.172b020c49ba6p+1, -0x1.a78d4fdf3b646p+2, -0x1.81a9fbe76c8b4p+1, 0x1.30a3d70a3d70ap+1, -0x1.ced916872b021p-2,
        -0x1.6d4fdf3b645a2p+0};
    static constexpr double prod[] = {-0x1.e6afcce1c5825p-3, 0x1.487f66e86c659p+3, -0x1.d0a38b8ae31d8p+3, -0x1.b6d29131ec0b5p+1,
        -0x1.267e846a5d6bfp-5, -0x1.0fe1a60d4562fp+4};
    static constexpr double min[] = {-0x1.247ae147ae148p+1, -0x1.08b4395810625p+2, -0x1.66a7ef9db22d1p+2, -0x1.02d0e56041893p+0,
        -0x1.0ac083126e979p-1, -0x1.396872b020c4ap+2};
    static constexpr double max[] = {0x1.a9fbe76c8b439p-4, -0x1.3db22d0e56042p+1, 0x1.4ba5e353f7ceep+1, 0x1.b20c49ba5e354p+1, 0x1.1a9fbe76c8b44p-4,
        0x1.bc28f5c28f5c3p+1};
    static constexpr double mean[] = {-0x1.172b020c49ba6p+0, -0x1.a78d4fdf3b646p+1, -0x1.81a9fbe76c8b4p+0, 0x1.30a3d70a3d70ap+0,
        -0x1.ced916872b021p-3, -0x1.6d4fdf3b645a2p-1};
    static constexpr double var[] = {0x1.6d44bf4cb1898p+0, 0x1.5e2bf11f926c7p-1, 0x1.0ca1d14e3bcd4p+4, 0x1.360aaa7ded6bap+2, 0x1.6474538ef34d7p-4,
        0x1.1806d97b30f8dp+4};
    static constexpr double stddev[] = {0x1.31cac083126eap+0, 0x1.a76c8b439581p-1, 0x1.063d70a3d70a4p+2, 0x1.19ba5e353f7cfp+1, 0x1.2e147ae147ae2p-2,
        0x1.0bbe76c8b4396p+2};
    static constexpr double var_ddof1[] = {0x1.6d44bf4cb1898p+1, 0x1.5e2bf11f926c7p+0, 0x1.0ca1d14e3bcd4p+5, 0x1.360aaa7ded6bap+3,
        0x1.6474538ef34d7p-3, 0x1.1806d97b30f8dp+5};
    static constexpr double norm[] = {0x1.24c864a8d4f5ap+1, 0x1.34b55baa3b7e9p+2, 0x1.8b22941819ee1p+2, 0x1.c4eda8d17e6b8p+1, 0x1.0d14ca1e86f25p-1,
        0x1.801d5cd15aad4p+2};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2}, argmin[] = {1, 1, 0, 1, 1, 1}, argmax[] = {0, 0, 1, 0, 0, 0};
};
template <> struct reduction_goldens<float64_3d, 0, 1> {
    static constexpr double sum[] = {-0x1.0d4fdf3b645a2p+0, -0x1.4849ba5e353f8p+3}, prod[] = {0x1.2ca9a72f2b01cp+0, -0x1.f94af581dd1b9p+5};
    static constexpr double min[] = {-0x1.66a7ef9db22d1p+2, -0x1.396872b020c4ap+2}, max[] = {0x1.bc28f5c28f5c3p+1, 0x1.4ba5e353f7ceep+1};
    static constexpr double mean[] = {-0x1.671529a485cd8p-3, -0x1.b5b7a32846ff5p+0}, var[] = {0x1.44fe04419643ep+3, 0x1.88418434c5633p+2};
    static constexpr double stddev[] = {0x1.97eaacc7a8db9p+1, 0x1.3ce3217e85ec8p+1}, var_ddof1[] = {0x1.85fd9eb51ab7dp+3, 0x1.d6b5050c20109p+2};
    static constexpr double norm[] = {0x1.f45974bfcb0aep+2, 0x1.d7ac290dccf5bp+2};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6}, argmin[] = {2, 5}, argmax[] = {5, 2};
};
template <> struct reduction_goldens<float64_3d, 0, 2> {
    static constexpr double sum[] = {0x1.978d4fdf3b644p-3, -0x1.c47ae147ae148p+2, -0x1.1c28f5c28f5c2p+2};
    static constexpr double prod[] = {0x1.a1208c646a495p-1, -0x1.79e4a8cdc0934p-2, 0x1.ed76add7ce379p+7};
    static constexpr double min[] = {-0x1.247ae147ae148p+1, -0x1.08b4395810625p+2, -0x1.66a7ef9db22d1p+2};
    static constexpr double max[] = {0x1.b20c49ba5e354p+1, 0x1.1a9fbe76c8b44p-4, 0x1.bc28f5c28f5c3p+1};
    static constexpr double mean[] = {0x1.978d4fdf3b644p-5, -0x1.c47ae147ae148p+0, -0x1.1c28f5c28f5c2p+0};
    static constexpr double var[] = {0x1.1be3e9a6f826fp+2, 0x1.617f5c6c11a12p+1, 0x1.14d84662bae04p+4};
    static constexpr double stddev[] = {0x1.0d95af2b9533bp+1, 0x1.a96e17575cc74p+0, 0x1.0a37edcb664dp+2};
    static constexpr double var_ddof1[] = {0x1.7a8537894ade9p+2, 0x1.d7547b3ac22c2p+1, 0x1.71205dd8f92bp+4};
    static constexpr double norm[] = {0x1.0da8ef815d309p+2, 0x1.36890e3a9d27cp+2, 0x1.1388b0d2410f1p+3};
    static constexpr bool any[] = {true, true, true}, all[] = {true, true, true};
    static constexpr std::int64_t count_nonzero[] = {4, 4, 4}, argmin[] = {1, 1, 0}, argmax[] = {2, 2, 2};
};
template <> struct reduction_goldens<float64_3d, 1, 2> {
    static constexpr double sum[] = {-0x1.79fbe76c8b43ap+3, 0x1.0083126e978d6p-1}, prod[] = {0x1.1b5f4e4cc432fp+5, -0x1.0c0fe16e22791p+1};
    static constexpr double min[] = {-0x1.66a7ef9db22d1p+2, -0x1.396872b020c4ap+2}, max[] = {0x1.4ba5e353f7ceep+1, 0x1.bc28f5c28f5c3p+1};
    static constexpr double mean[] = {-0x1.f7fa89e60f04dp+0, 0x1.5604189374bc7p-4}, var[] = {0x1.ce8a1520c9bc1p+2, 0x1.0424b310f24fp+3};
    static constexpr double stddev[] = {0x1.581b8fb00f9bcp+1, 0x1.6cf4ead64acb9p+1}, var_ddof1[] = {0x1.15860cad45d74p+3, 0x1.382c0a1455f86p+3};
    static constexpr double norm[] = {0x1.052e756901321p+3, 0x1.bf2ba55457029p+2};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6}, argmin[] = {4, 5}, argmax[] = {5, 4};
};

struct float64_nan_3d {
    using value_type = double;  using sum_type = double;  using mean_type = double;
    static constexpr int rank = 3;
    static constexpr std::int64_t shape[] = {2, 2, 3};
    static constexpr double x[] = {0x1.3ae147ae147aep+0, -0x1.10e5604189375p-1, 0x1.4a9fbe76c8b44p+2, nan64, nan64, nan64, 0x1.aac083126e979p+1,
        nan64, -0x1.84189374bc6a8p+0, 0x1.c5a1cac083127p+1, nan64, -inf64};
};

template <> struct reduction_goldens<float64_nan_3d> {
    static constexpr double sum[] = {nan64}, prod[] = {nan64};
    static constexpr double min[] = {nan64}, max[] = {nan64};
    static constexpr double mean[] = {nan64}, var[] = {nan64}, stddev[] = {nan64}, var_ddof1[] = {nan64}, norm[] = {nan64};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {12}, argmin[] = {3}, argmax[] = {3};
};
template <> struct reduction_goldens<float64_nan_3d, 0> {
    static constexpr double sum[] = {0x1.24189374bc6a8p+2, nan64, 0x1.d333333333334p+1, nan64, nan64, nan64};
    static constexpr double prod[] = {0x1.0673d5bab2181p+2, nan64, -0x1.f539da16616b6p+2, nan64, nan64, nan64};
    static constexpr double min[] = {0x1.3ae147ae147aep+0, nan64, -0x1.84189374bc6a8p+0, nan64, nan64, nan64};
    static constexpr double max[] = {0x1.aac083126e979p+1, nan64, 0x1.4a9fbe76c8b44p+2, nan64, nan64, nan64};
    static constexpr double mean[] = {0x1.24189374bc6a8p+1, nan64, 0x1.d333333333334p+0, nan64, nan64, nan64};
    static constexpr double var[] = {0x1.1b50f40e5a35ep+0, nan64, 0x1.653167ec7863dp+3, nan64, nan64, nan64};
    static constexpr double stddev[] = {0x1.0d4fdf3b645a2p+0, nan64, 0x1.aba5e353f7ceep+1, nan64, nan64, nan64};
    static constexpr double var_ddof1[] = {0x1.1b50f40e5a35ep+1, nan64, 0x1.653167ec7863dp+4, nan64, nan64, nan64};
    static constexpr double norm[] = {0x1.c6de217c8487p+1, nan64, 0x1.5890f45cff53dp+2, nan64, nan64, nan64};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2}, argmin[] = {0, 1, 1, 0, 0, 0}, argmax[] = {1, 1, 0, 0, 0, 0};
};
template <> struct reduction_goldens<float64_nan_3d, 1> {
    static constexpr double sum[] = {nan64, nan64, nan64, 0x1.b83126e978d5p+2, nan64, -inf64};
    static constexpr double prod[] = {nan64, nan64, nan64, 0x1.7a1a2e7f6f4bfp+3, nan64, inf64};
    static constexpr double min[] = {nan64, nan64, nan64, 0x1.aac083126e979p+1, nan64, -inf64};
    static constexpr double max[] = {nan64, nan64, nan64, 0x1.c5a1cac083127p+1, nan64, -0x1.84189374bc6a8p+0};
    static constexpr double mean[] = {nan64, nan64, nan64, 0x1.b83126e978d5p+1, nan64, -inf64};
    static constexpr double var[] = {nan64, nan64, nan64, 0x1.694467381d7dap-7, nan64, nan64};
    static constexpr double stddev[] = {nan64, nan64, nan64, 0x1.ae147ae147aep-4, nan64, nan64};
    static constexpr double var_ddof1[] = {nan64, nan64, nan64, 0x1.694467381d7dap-6, nan64, nan64};
    static constexpr double norm[] = {nan64, nan64, nan64, 0x1.3768654ccadbp+2, nan64, inf64};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2}, argmin[] = {1, 1, 1, 0, 0, 1}, argmax[] = {1, 1, 1, 1, 0, 0};
};
template <> struct reduction_goldens<float64_nan_3d, 2> {
    static constexpr double sum[] = {0x1.773b645a1cac1p+2, nan64, nan64, nan64}, prod[] = {-0x1.b181f0858e9fdp+1, nan64, nan64, nan64};
    static constexpr double min[] = {-0x1.10e5604189375p-1, nan64, nan64, nan64}, max[] = {0x1.4a9fbe76c8b44p+2, nan64, nan64, nan64};
    static constexpr double mean[] = {0x1.f44f3078263acp+0, nan64, nan64, nan64}, var[] = {0x1.6b3a3ce2f73a4p+2, nan64, nan64, nan64};
    static constexpr double stddev[] = {0x1.30efbb1ca7fbbp+1, nan64, nan64, nan64}, var_ddof1[] = {0x1.106badaa396bbp+3, nan64, nan64, nan64};
    static constexpr double norm[] = {0x1.5592e7f5b9a6dp+2, nan64, nan64, nan64};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 3, 3}, argmin[] = {1, 0, 1, 1}, argmax[] = {2, 0, 1, 1};
};
template <> struct reduction_goldens<float64_nan_3d, 0, 1> {
    static constexpr double sum[] = {nan64, nan64, nan64}, prod[] = {nan64, nan64, nan64};
    static constexpr double min[] = {nan64, nan64, nan64}, max[] = {nan64, nan64, nan64};
    static constexpr double mean[] = {nan64, nan64, nan64}, var[] = {nan64, nan64, nan64}, stddev[] = {nan64, nan64, nan64};
    static constexpr double var_ddof1[] = {nan64, nan64, nan64}, norm[] = {nan64, nan64, nan64};
    static constexpr bool any[] = {true, true, true}, all[] = {true, true, true};
    static constexpr std::int64_t count_nonzero[] = {4, 4, 4}, argmin[] = {1, 1, 1}, argmax[] = {1, 1, 1};
};
template <> struct reduction_goldens<float64_nan_3d, 0, 2> {
    static constexpr double sum[] = {nan64, nan64}, prod[] = {nan64, nan64};
    static constexpr double min[] = {nan64, nan64}, max[] = {nan64, nan64};
    static constexpr double mean[] = {nan64, nan64}, var[] = {nan64, nan64}, stddev[] = {nan64, nan64}, var_ddof1[] = {nan64, nan64};
    static constexpr double norm[] = {nan64, nan64};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6}, argmin[] = {4, 0}, argmax[] = {4, 0};
};
template <> struct reduction_goldens<float64_nan_3d, 1, 2> {
    static constexpr double sum[] = {nan64, nan64}, prod[] = {nan64, nan64};
    static constexpr double min[] = {nan64, nan64}, max[] = {nan64, nan64};
    static constexpr double mean[] = {nan64, nan64}, var[] = {nan64, nan64}, stddev[] = {nan64, nan64}, var_ddof1[] = {nan64, nan64};
    static constexpr double norm[] = {nan64, nan64};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6}, argmin[] = {3, 1}, argmax[] = {3, 1};
};

// min and max order -0.0 below +0.0 (line 17); no argmin, which sees a tie
struct signed_zero_goldens {
    static constexpr double x[] = {0.0, -0.0, 0.0}, min[] = {-0.0}, max[] = {0.0};
};

}  // namespace twill::goldens
