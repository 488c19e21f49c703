// SPDX-License-Identifier: MIT
// Random bits and numbers of a key, by an independent implementation.
// Written by make_random.py: change that script, not this file.
#pragma once

#include <cstdint>

namespace twill::goldens::random {

inline constexpr std::uint64_t key = 0x123456789abcdefu;
inline constexpr std::uint32_t bits[] = {0xb850222eu, 0xc58cb04bu, 0x14a7a020u, 0x7a84fff9u,
    0xadca1466u, 0x523e0d85u, 0x65401425u, 0xb299da3fu, 0xf7ce299fu, 0x823ccb40u, 0x4fefe3ccu,
    0x1a8fe6b6u, 0xac3078f0u};
inline constexpr std::uint64_t bits64[] = {0xc58cb04bb850222eu, 0x7a84fff914a7a020u,
    0x523e0d85adca1466u, 0xb299da3f65401425u, 0x823ccb40f7ce299fu, 0x1a8fe6b64fefe3ccu,
    0x7fbe88a2ac3078f0u};
inline constexpr float uniform[] = {0x1.70a0440000000p-1f, 0x1.8b19600000000p-1f,
    0x1.4a7a000000000p-4f, 0x1.ea13fc0000000p-2f, 0x1.5b94280000000p-1f, 0x1.48f8340000000p-2f,
    0x1.9500500000000p-2f, 0x1.6533b40000000p-1f, 0x1.ef9c520000000p-1f, 0x1.0479960000000p-1f,
    0x1.3fbf8c0000000p-2f, 0x1.a8fe600000000p-4f, 0x1.5860f00000000p-1f};
inline constexpr double uniform64[] = {0x1.8b19609770a04p-1, 0x1.ea13ffe4529e8p-2,
    0x1.48f83616b7284p-2, 0x1.6533b47eca802p-1, 0x1.04799681ef9c5p-1, 0x1.a8fe6b64fefe0p-4,
    0x1.fefa228ab0c1ep-2};
inline constexpr float uniform_between[] = {0x1.28f0680000000p+0f, 0x1.50a6100000000p+0f,
    -0x1.8412400000000p-1f, 0x1.be3bf00000000p-2f, 0x1.095e3c0000000p+0f, -0x1.28bb200000000p-5f,
    0x1.7e01e00000000p-3f, 0x1.17cd900000000p+0f, 0x1.e76a7c0000000p+0f, 0x1.0d6cc00000000p-1f,
    -0x1.0305700000000p-4f, -0x1.60a09c0000000p-1f, 0x1.0491680000000p+0f};
inline constexpr int integers[] = {4, 4, -3, 1, 3, 0, 0, 3, 6, 2, 0, -2, 3};
inline constexpr double normal[] = {-0x1.f5ceb9d17d0eap-2, -0x1.4a9a325106792p-1,
    -0x1.5c06b7c66a86cp+0, 0x1.c8f6cc6eaf58cp+0, 0x1.2a93a092c4dc8p-2, 0x1.a930dafb6af9fp-1,
    -0x1.38f9018dd57d6p+0, -0x1.336dbbdd8c546p-1, -0x1.851ecd7ce3bd6p-3, 0x1.5c91947743fbdp-3,
    0x1.831d7dc0f96f0p+0, -0x1.9fce1351751dfp-3};
inline constexpr double exponential[] = {0x1.506d4c946cf7fp-2, 0x1.09689107d8142p-2,
    0x1.42349a821adfap+1, 0x1.794bdf6efc944p-1, 0x1.8ca12113c1586p-2, 0x1.22b08e7b400e6p+0,
    0x1.daebfde577139p-1, 0x1.70a9f0ee90df2p-2, 0x1.0a84afa808177p-5, 0x1.5a04cf66d835ep-1,
    0x1.29f7d25ea136ap+0, 0x1.22022ddd83fa5p+1, 0x1.9619c7fd26fb1p-2};
inline constexpr std::int64_t many_integers[] = {2061506249, 1254757004, 231019882, 1370357755,
    1943801241, 919865603, 838695039, 1558686536, 2771655615, 1456681514, 894080989, 297092217,
    1925905226};

}  // namespace twill::goldens::random
