// SPDX-License-Identifier: MIT
// Float arithmetic: float_goldens<float>, two-argument operations of x and y and one-argument ones of u (SEMANTICS lines
// 14-18).
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

template <class T> struct float_goldens;

template <> struct float_goldens<float> {
    static constexpr float x[] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, 1.0f, 1.0f, 1.0f, 1.0f,
        1.0f, 1.0f, 1.0f, -1.0f, -1.0f, -1.0f, -1.0f, -1.0f, -1.0f, -1.0f, inf32, inf32, inf32, inf32, inf32, inf32, inf32, -inf32, -inf32, -inf32,
        -inf32, -inf32, -inf32, -inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 2.5f, -2.5f, 2.5f, -2.5f, inf32, -inf32, inf32, 0.5f, 0.5f,
        nan32, 2.5f, 2.5f, -2.5f, 2.5f, 0.0f, -0.0f, 0.0f, -0.0f, -inf32, -inf32, -0.0f, 1.0f, -1.0f, 5.5f, -5.5f, 5.5f, -5.5f, 6.0f, -6.0f, -8.0f,
        -8.0f, -2.0f, 2.0f, 2.0f, 3.0f, 10.0f, 1000.0f, -1000.0f, 1000.0f, 0.25f, -0x1.79ca1p-67f, 0x1p-149f, 0x1p-149f, 0x1p-149f, 0x1.8p-148f,
        -0x1p-149f, 1.0f, 0x1.fffffcp-127f, 0x1p-126f, 0x1p-126f, 0x1p-126f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, -0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1p-149f, 0x1.fffffep+127f, 1.0f, 0x1.fffffep+127f, -0x1.7f972cp+2f, -0x1.59f322p+2f, 0x1.37fb7ap+2f, -0x1.75b74ep+1f,
        -0x1.62c79ap-3f, 0x1.15ef8p+3f, -0x1.16ab3cp+3f, 0x1.762d88p+1f, 0x1.b25accp+21f, 0x1.3aaa04p-21f, 0x1.fe1296p-38f, 0x1.5eb60cp-43f,
        0x1.b3abap+2f, 0x1.68449p-13f, 0x1.4193e6p-31f, 0x1.095576p-31f};
    static constexpr float y[] = {0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f,
        -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f,
        1.0f, -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, inf32, inf32, -inf32, -inf32, 2.5f, 2.5f, -2.5f, inf32,
        -inf32, 2.5f, nan32, 0.0f, 0.0f, -0.0f, 2.5f, 2.5f, -2.5f, -2.5f, 3.0f, -3.0f, -3.0f, 0x1.99999ap-4f, 0x1.99999ap-4f, 2.0f, 2.0f, -2.0f,
        -2.0f, -3.0f, 3.0f, 0x1.555556p-2f, 3.0f, -3.0f, 0.5f, -1.0f, 4.0f, 10.0f, 1000.0f, -1000.0f, -1000.0f, 0x1.79ca1p-67f, 3.0f, 0x1p-149f,
        -0x1p-149f, 2.0f, 0.5f, 1.0f, 0x1p-149f, 0x1p-126f, 2.0f, -0x1p-126f, 0x1p-126f, 0x1.fffffep+127f, -0x1.fffffep+127f, 2.0f, 0.5f, 0x1p-149f,
        0x1.fffffep+127f, 1.0f, 0x1.fffffep+127f, 0x1p-126f, -0x1.1a6722p+3f, 0x1.139bc6p+1f, 0x1.05fcc8p+3f, 0x1.13e776p-2f, -0x1.cb169p-2f,
        0x1.62313cp+1f, 0x1.21a54ep+3f, 0x1.0060dep+3f, -0x1.41878p+2f, -0x1.c5f654p-12f, -0x1.08012ap-7f, -0x1.ea0744p-11f, 0x1.ba328ep-8f,
        0x1.9ce3p-11f, -0x1.51a13cp-10f, -0x1.2a6a82p+3f};
    // exactly rounded
    static constexpr float add[] = {0.0f, 0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 1.0f, 1.0f, 2.0f,
        0.0f, inf32, -inf32, nan32, -1.0f, -1.0f, 0.0f, -2.0f, inf32, -inf32, nan32, inf32, inf32, inf32, inf32, inf32, nan32, nan32, -inf32, -inf32,
        -inf32, -inf32, nan32, -inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, inf32, inf32, -inf32, -inf32, inf32, -inf32, inf32,
        inf32, -inf32, nan32, nan32, 2.5f, -2.5f, 2.5f, 2.5f, 2.5f, -2.5f, -2.5f, -inf32, -inf32, -3.0f, 0x1.19999ap+0f, -0x1.ccccccp-1f, 7.5f, -3.5f,
        3.5f, -7.5f, 3.0f, -3.0f, -0x1.eaaaaap+2f, -5.0f, -5.0f, 2.5f, 1.0f, 7.0f, 20.0f, 2000.0f, -2000.0f, 0.0f, 0.25f, 3.0f, 0x1p-148f, 0.0f, 2.0f,
        0.5f, 1.0f, 1.0f, 0x1.fffffep-126f, 2.0f, 0.0f, 0x1p-125f, inf32, 0.0f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, -0x1.da32b8p+3f, -0x1.a04a7ep+1f, 0x1.a1fa84p+3f, -0x1.533a6p+1f,
        -0x1.3e3d2ep-1f, 0x1.6e7bdp+3f, 0x1.5f424p-2f, 0x1.5dec4p+3f, 0x1.b25aa4p+21f, -0x1.c558fep-12f, -0x1.08012ap-7f, -0x1.ea0744p-11f,
        0x1.b41a2cp+2f, 0x1.f6f424p-11f, -0x1.51a132p-10f, -0x1.2a6a82p+3f};
    static constexpr float subtract[] = {0.0f, 0.0f, -1.0f, 1.0f, -inf32, inf32, nan32, -0.0f, 0.0f, -1.0f, 1.0f, -inf32, inf32, nan32, 1.0f, 1.0f,
        0.0f, 2.0f, -inf32, inf32, nan32, -1.0f, -1.0f, -2.0f, 0.0f, -inf32, inf32, nan32, inf32, inf32, inf32, inf32, nan32, inf32, nan32, -inf32,
        -inf32, -inf32, -inf32, -inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, -inf32, -inf32, inf32, inf32, inf32, -inf32,
        inf32, -inf32, inf32, nan32, nan32, 2.5f, -2.5f, 2.5f, -2.5f, -2.5f, 2.5f, 2.5f, -inf32, -inf32, 3.0f, 0x1.ccccccp-1f, -0x1.19999ap+0f, 3.5f,
        -7.5f, 7.5f, -3.5f, 9.0f, -9.0f, -0x1.0aaaaap+3f, -11.0f, 1.0f, 1.5f, 3.0f, -1.0f, 0.0f, 0.0f, 0.0f, 2000.0f, 0.25f, -3.0f, 0.0f, 0x1p-148f,
        -2.0f, -0.5f, -1.0f, 1.0f, -0x1p-149f, -2.0f, 0x1p-125f, 0.0f, 0.0f, inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+127f,
        -0x1.fffffep+127f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.6a6e3p+1f, -0x1.e3c104p+2f, -0x1.a7fc2cp+1f, -0x1.98343cp+1f,
        0x1.19b2c4p-2f, 0x1.7ac662p+2f, -0x1.1c2844p+4f, -0x1.45aaf8p+2f, 0x1.b25af4p+21f, 0x1.c693aap-12f, 0x1.08012ap-7f, 0x1.ea0744p-11f,
        0x1.b33d14p+2f, -0x1.42d1dcp-11f, 0x1.51a146p-10f, 0x1.2a6a82p+3f};
    static constexpr float multiply[] = {0.0f, -0.0f, 0.0f, -0.0f, nan32, nan32, nan32, -0.0f, 0.0f, -0.0f, 0.0f, nan32, nan32, nan32, 0.0f, -0.0f,
        1.0f, -1.0f, inf32, -inf32, nan32, -0.0f, 0.0f, -1.0f, 1.0f, -inf32, inf32, nan32, nan32, nan32, inf32, -inf32, inf32, -inf32, nan32, nan32,
        nan32, -inf32, inf32, -inf32, inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, inf32, -inf32, -inf32, inf32, inf32, -inf32,
        -inf32, inf32, -inf32, nan32, nan32, 0.0f, -0.0f, -0.0f, 0.0f, -0.0f, -0.0f, 0.0f, -inf32, inf32, 0.0f, 0x1.99999ap-4f, -0x1.99999ap-4f,
        11.0f, -11.0f, -11.0f, 11.0f, -18.0f, -18.0f, -0x1.555556p+1f, -24.0f, 6.0f, 1.0f, -2.0f, 12.0f, 100.0f, 0x1.e848p+19f, 0x1.e848p+19f,
        -0x1.e848p+19f, 0x1.79ca1p-69f, -0x1.1b578cp-65f, 0.0f, -0.0f, 0x1p-148f, 0x1p-148f, -0x1p-149f, 0x1p-149f, 0.0f, 0x1p-125f, -0.0f, 0.0f,
        inf32, -inf32, inf32, -0x1.fffffep+126f, 0x1.fffffep-22f, 0x1.fffffep-22f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+1f, 0x1.a7271p+5f,
        -0x1.7472bp+3f, 0x1.3f4772p+5f, -0x1.92c5cep-1f, 0x1.3e1d92p-4f, 0x1.808aa2p+4f, -0x1.3b4b4p+6f, 0x1.76bb1ep+4f, -0x1.10c4ep+24f,
        -0x1.16fedp-32f, -0x1.0702bep-44f, -0x1.4fa934p-53f, 0x1.78462ep-5f, 0x1.2286e6p-23f, -0x1.a81e3cp-41f, -0x1.354bep-28f};
    static constexpr float divide[] = {nan32, nan32, 0.0f, -0.0f, 0.0f, -0.0f, nan32, nan32, nan32, -0.0f, 0.0f, -0.0f, 0.0f, nan32, inf32, -inf32,
        1.0f, -1.0f, 0.0f, -0.0f, nan32, -inf32, inf32, -1.0f, 1.0f, -0.0f, 0.0f, nan32, inf32, -inf32, inf32, -inf32, nan32, nan32, nan32, -inf32,
        inf32, -inf32, inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 0.0f, -0.0f, -0.0f, 0.0f, inf32, -inf32, -inf32,
        0.0f, -0.0f, nan32, nan32, inf32, -inf32, -inf32, 0.0f, -0.0f, -0.0f, 0.0f, -inf32, inf32, 0.0f, 10.0f, -10.0f, 2.75f, -2.75f, -2.75f, 2.75f,
        -2.0f, -2.0f, -24.0f, -0x1.555556p+1f, 0x1.555556p-1f, 4.0f, -2.0f, 0.75f, 1.0f, 1.0f, 1.0f, -1.0f, 0x1.5af1d8p+64f, -0x1.f7b816p-69f, 1.0f,
        -1.0f, 0.0f, 0x1.8p-147f, -0x1p-149f, inf32, 0x1.fffffcp-1f, 0x1p-127f, -1.0f, 1.0f, 1.0f, -1.0f, 0x1.fffffep+126f, -inf32, inf32, 0.0f,
        0x1.fffffep+127f, 0x1p-128f, inf32, 0x1.5bba2ep-1f, -0x1.415634p+1f, 0x1.30da32p-1f, -0x1.5ac16ep+3f, 0x1.8bab68p-2f, 0x1.91c482p+1f,
        -0x1.ec98b4p-1f, 0x1.75a028p-2f, -708261.875f, -0x1.62e49ep-10f, -0x1.ee9b7ap-31f, -0x1.6e6fa4p-33f, 0x1.f8714ep+9f, 0x1.bebffep-3f,
        -0x1.e7a862p-22f, -0x1.c73d7p-35f};
    static constexpr float remainder[] = {nan32, nan32, 0.0f, -0.0f, 0.0f, -0.0f, nan32, nan32, nan32, 0.0f, -0.0f, 0.0f, -0.0f, nan32, nan32, nan32,
        0.0f, -0.0f, 1.0f, -inf32, nan32, nan32, nan32, 0.0f, -0.0f, inf32, -1.0f, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32,
        nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 2.5f, inf32, -inf32, -2.5f, nan32, nan32, nan32,
        0.5f, -inf32, nan32, nan32, nan32, nan32, nan32, 0.0f, 0.0f, -0.0f, -0.0f, nan32, nan32, -0.0f, 0x1.999996p-4f, 0x1p-26f, 1.5f, 0.5f, -0.5f,
        -1.5f, -0.0f, 0.0f, 0x1p-22f, 1.0f, -2.0f, 0.0f, -0.0f, 3.0f, 0.0f, 0.0f, -0.0f, -0.0f, 0x1.7f83p-68f, 3.0f, 0.0f, -0.0f, 0x1p-149f,
        0x1.8p-148f, 1.0f, 0.0f, 0x1.fffffcp-127f, 0x1p-126f, -0.0f, 0.0f, 0.0f, -0.0f, 0.0f, 0.0f, 0.0f, 0x1p-149f, 0.0f, 1.0f, 0.0f,
        -0x1.7f972cp+2f, 0x1.0dda1cp+0f, 0x1.37fb7ap+2f, 0x1.69bd1p-5f, -0x1.62c79ap-3f, 0x1.89526p-2f, 0x1.5f424p-2f, 0x1.762d88p+1f, -0x1.36e8p-1f,
        -0x1.c558fep-12f, -0x1.08012ap-7f, -0x1.ea0744p-11f, 0x1.8770ep-8f, 0x1.68449p-13f, -0x1.51a132p-10f, -0x1.2a6a82p+3f};
    static constexpr float floor_divide[] = {nan32, nan32, 0.0f, -0.0f, 0.0f, -0.0f, nan32, nan32, nan32, -0.0f, 0.0f, -0.0f, 0.0f, nan32, inf32,
        -inf32, 1.0f, -1.0f, 0.0f, -1.0f, nan32, -inf32, inf32, -1.0f, 1.0f, -1.0f, 0.0f, nan32, inf32, -inf32, nan32, nan32, nan32, nan32, nan32,
        -inf32, inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 0.0f, -1.0f, -1.0f, 0.0f, nan32, nan32,
        nan32, 0.0f, -1.0f, nan32, nan32, inf32, -inf32, -inf32, 0.0f, -0.0f, -0.0f, 0.0f, nan32, nan32, 0.0f, 9.0f, -10.0f, 2.0f, -3.0f, -3.0f, 2.0f,
        -2.0f, -2.0f, -24.0f, -3.0f, 0.0f, 4.0f, -2.0f, 0.0f, 1.0f, 1.0f, 1.0f, -1.0f, 0x1.5af1d8p+64f, -1.0f, 1.0f, -1.0f, 0.0f, 0.0f, -1.0f, inf32,
        0.0f, 0.0f, -1.0f, 1.0f, 1.0f, -1.0f, 0x1.fffffep+126f, -inf32, inf32, 0.0f, 0x1.fffffep+127f, 0.0f, inf32, 0.0f, -3.0f, 0.0f, -11.0f, 0.0f,
        3.0f, -1.0f, 0.0f, -708262.0f, -1.0f, -1.0f, -1.0f, 1008.0f, 0.0f, -1.0f, -1.0f};
    static constexpr float fmod[] = {nan32, nan32, 0.0f, 0.0f, 0.0f, 0.0f, nan32, nan32, nan32, -0.0f, -0.0f, -0.0f, -0.0f, nan32, nan32, nan32, 0.0f,
        0.0f, 1.0f, 1.0f, nan32, nan32, nan32, -0.0f, -0.0f, -1.0f, -1.0f, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32,
        nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 2.5f, -2.5f, 2.5f, -2.5f, nan32, nan32, nan32, 0.5f, 0.5f,
        nan32, nan32, nan32, nan32, nan32, 0.0f, -0.0f, 0.0f, -0.0f, nan32, nan32, -0.0f, 0x1.999996p-4f, -0x1.999996p-4f, 1.5f, -1.5f, 1.5f, -1.5f,
        0.0f, -0.0f, -0x1.555546p-2f, -2.0f, -2.0f, 0.0f, 0.0f, 3.0f, 0.0f, 0.0f, -0.0f, 0.0f, 0x1.7f83p-68f, -0x1.79ca1p-67f, 0.0f, 0.0f, 0x1p-149f,
        0x1.8p-148f, -0x1p-149f, 0.0f, 0x1.fffffcp-127f, 0x1p-126f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -0.0f, 0.0f, 0x1p-149f, 0.0f, 1.0f, 0.0f,
        -0x1.7f972cp+2f, -0x1.195d7p+0f, 0x1.37fb7ap+2f, -0x1.cd5fa8p-3f, -0x1.62c79ap-3f, 0x1.89526p-2f, -0x1.16ab3cp+3f, 0x1.762d88p+1f,
        0x1.1aaa8p+2f, 0x1.3aaa04p-21f, 0x1.fe1296p-38f, 0x1.5eb60cp-43f, 0x1.8770ep-8f, 0x1.68449p-13f, 0x1.4193e6p-31f, 0x1.095576p-31f};
    static constexpr float copysign[] = {0.0f, -0.0f, 0.0f, -0.0f, 0.0f, -0.0f, 0.0f, 0.0f, -0.0f, 0.0f, -0.0f, 0.0f, -0.0f, 0.0f, 1.0f, -1.0f, 1.0f,
        -1.0f, 1.0f, -1.0f, 1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, inf32, -inf32, inf32, -inf32, inf32, -inf32, inf32, inf32, -inf32,
        inf32, -inf32, inf32, -inf32, inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 2.5f, 2.5f, -2.5f, -2.5f, inf32, inf32, -inf32, 0.5f,
        -0.5f, nan32, 2.5f, 2.5f, 2.5f, -2.5f, 0.0f, 0.0f, -0.0f, -0.0f, inf32, -inf32, -0.0f, 1.0f, 1.0f, 5.5f, 5.5f, -5.5f, -5.5f, -6.0f, 6.0f,
        8.0f, 8.0f, -2.0f, 2.0f, -2.0f, 3.0f, 10.0f, 1000.0f, -1000.0f, -1000.0f, 0.25f, 0x1.79ca1p-67f, 0x1p-149f, -0x1p-149f, 0x1p-149f,
        0x1.8p-148f, 0x1p-149f, 1.0f, 0x1.fffffcp-127f, 0x1p-126f, -0x1p-126f, 0x1p-126f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1.fffffep+127f, 0x1p-149f, 0x1.fffffep+127f, 1.0f, 0x1.fffffep+127f, -0x1.7f972cp+2f, 0x1.59f322p+2f, 0x1.37fb7ap+2f,
        0x1.75b74ep+1f, -0x1.62c79ap-3f, 0x1.15ef8p+3f, 0x1.16ab3cp+3f, 0x1.762d88p+1f, -0x1.b25accp+21f, -0x1.3aaa04p-21f, -0x1.fe1296p-38f,
        -0x1.5eb60cp-43f, 0x1.b3abap+2f, 0x1.68449p-13f, -0x1.4193e6p-31f, -0x1.095576p-31f};
    static constexpr float maximum[] = {0.0f, 0.0f, 1.0f, 0.0f, inf32, 0.0f, nan32, 0.0f, -0.0f, 1.0f, -0.0f, inf32, -0.0f, nan32, 1.0f, 1.0f, 1.0f,
        1.0f, inf32, 1.0f, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -1.0f, nan32, inf32, inf32, inf32, inf32, inf32, inf32, nan32, 0.0f, -0.0f, 1.0f,
        -1.0f, inf32, -inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, inf32, inf32, 2.5f, -2.5f, inf32, 2.5f, inf32, inf32, 0.5f,
        nan32, nan32, 2.5f, 0.0f, 2.5f, 2.5f, 2.5f, 0.0f, -0.0f, 3.0f, -3.0f, -0.0f, 1.0f, 0x1.99999ap-4f, 5.5f, 2.0f, 5.5f, -2.0f, 6.0f, 3.0f,
        0x1.555556p-2f, 3.0f, -2.0f, 2.0f, 2.0f, 4.0f, 10.0f, 1000.0f, -1000.0f, 1000.0f, 0.25f, 3.0f, 0x1p-149f, 0x1p-149f, 2.0f, 0.5f, 1.0f, 1.0f,
        0x1p-126f, 2.0f, 0x1p-126f, 0x1p-126f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0.5f, 0x1.fffffep+127f, 0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, -0x1.7f972cp+2f, 0x1.139bc6p+1f, 0x1.05fcc8p+3f, 0x1.13e776p-2f, -0x1.62c79ap-3f,
        0x1.15ef8p+3f, 0x1.21a54ep+3f, 0x1.0060dep+3f, 0x1.b25accp+21f, 0x1.3aaa04p-21f, 0x1.fe1296p-38f, 0x1.5eb60cp-43f, 0x1.b3abap+2f,
        0x1.9ce3p-11f, 0x1.4193e6p-31f, 0x1.095576p-31f};
    static constexpr float minimum[] = {0.0f, -0.0f, 0.0f, -1.0f, 0.0f, -inf32, nan32, -0.0f, -0.0f, -0.0f, -1.0f, -0.0f, -inf32, nan32, 0.0f, -0.0f,
        1.0f, -1.0f, 1.0f, -inf32, nan32, -1.0f, -1.0f, -1.0f, -1.0f, -1.0f, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, -inf32,
        -inf32, -inf32, -inf32, -inf32, -inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 2.5f, -2.5f, -inf32, -inf32, 2.5f, -inf32,
        -2.5f, 0.5f, -inf32, nan32, nan32, 0.0f, -2.5f, -0.0f, 0.0f, -0.0f, -2.5f, -2.5f, -inf32, -inf32, -3.0f, 0x1.99999ap-4f, -1.0f, 2.0f, -5.5f,
        -2.0f, -5.5f, -3.0f, -6.0f, -8.0f, -8.0f, -3.0f, 0.5f, -1.0f, 3.0f, 10.0f, 1000.0f, -1000.0f, -1000.0f, 0x1.79ca1p-67f, -0x1.79ca1p-67f,
        0x1p-149f, -0x1p-149f, 0x1p-149f, 0x1.8p-148f, -0x1p-149f, 0x1p-149f, 0x1.fffffcp-127f, 0x1p-126f, -0x1p-126f, 0x1p-126f, 0x1.fffffep+127f,
        -0x1.fffffep+127f, 2.0f, -0x1.fffffep+127f, 0x1p-149f, 0x1p-149f, 1.0f, 1.0f, 0x1p-126f, -0x1.1a6722p+3f, -0x1.59f322p+2f, 0x1.37fb7ap+2f,
        -0x1.75b74ep+1f, -0x1.cb169p-2f, 0x1.62313cp+1f, -0x1.16ab3cp+3f, 0x1.762d88p+1f, -0x1.41878p+2f, -0x1.c5f654p-12f, -0x1.08012ap-7f,
        -0x1.ea0744p-11f, 0x1.ba328ep-8f, 0x1.68449p-13f, -0x1.51a13cp-10f, -0x1.2a6a82p+3f};
    // the sign of a zero is ours: a test compares with ==
    static constexpr float fmax[] = {0.0f, 0.0f, 1.0f, 0.0f, inf32, 0.0f, 0.0f, 0.0f, -0.0f, 1.0f, -0.0f, inf32, -0.0f, -0.0f, 1.0f, 1.0f, 1.0f, 1.0f,
        inf32, 1.0f, 1.0f, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -1.0f, -1.0f, inf32, inf32, inf32, inf32, inf32, inf32, inf32, 0.0f, -0.0f, 1.0f, -1.0f,
        inf32, -inf32, -inf32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, inf32, inf32, 2.5f, -2.5f, inf32, 2.5f, inf32, inf32, 0.5f, 2.5f, 2.5f,
        2.5f, 0.0f, 2.5f, 2.5f, 2.5f, 0.0f, -0.0f, 3.0f, -3.0f, -0.0f, 1.0f, 0x1.99999ap-4f, 5.5f, 2.0f, 5.5f, -2.0f, 6.0f, 3.0f, 0x1.555556p-2f,
        3.0f, -2.0f, 2.0f, 2.0f, 4.0f, 10.0f, 1000.0f, -1000.0f, 1000.0f, 0.25f, 3.0f, 0x1p-149f, 0x1p-149f, 2.0f, 0.5f, 1.0f, 1.0f, 0x1p-126f, 2.0f,
        0x1p-126f, 0x1p-126f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0.5f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1.fffffep+127f, -0x1.7f972cp+2f, 0x1.139bc6p+1f, 0x1.05fcc8p+3f, 0x1.13e776p-2f, -0x1.62c79ap-3f, 0x1.15ef8p+3f,
        0x1.21a54ep+3f, 0x1.0060dep+3f, 0x1.b25accp+21f, 0x1.3aaa04p-21f, 0x1.fe1296p-38f, 0x1.5eb60cp-43f, 0x1.b3abap+2f, 0x1.9ce3p-11f,
        0x1.4193e6p-31f, 0x1.095576p-31f};
    static constexpr float fmin[] = {0.0f, -0.0f, 0.0f, -1.0f, 0.0f, -inf32, 0.0f, -0.0f, -0.0f, -0.0f, -1.0f, -0.0f, -inf32, -0.0f, 0.0f, -0.0f,
        1.0f, -1.0f, 1.0f, -inf32, 1.0f, -1.0f, -1.0f, -1.0f, -1.0f, -1.0f, -inf32, -1.0f, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, inf32, -inf32,
        -inf32, -inf32, -inf32, -inf32, -inf32, -inf32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, 2.5f, -2.5f, -inf32, -inf32, 2.5f, -inf32,
        -2.5f, 0.5f, -inf32, 2.5f, 2.5f, 0.0f, -2.5f, -0.0f, 0.0f, -0.0f, -2.5f, -2.5f, -inf32, -inf32, -3.0f, 0x1.99999ap-4f, -1.0f, 2.0f, -5.5f,
        -2.0f, -5.5f, -3.0f, -6.0f, -8.0f, -8.0f, -3.0f, 0.5f, -1.0f, 3.0f, 10.0f, 1000.0f, -1000.0f, -1000.0f, 0x1.79ca1p-67f, -0x1.79ca1p-67f,
        0x1p-149f, -0x1p-149f, 0x1p-149f, 0x1.8p-148f, -0x1p-149f, 0x1p-149f, 0x1.fffffcp-127f, 0x1p-126f, -0x1p-126f, 0x1p-126f, 0x1.fffffep+127f,
        -0x1.fffffep+127f, 2.0f, -0x1.fffffep+127f, 0x1p-149f, 0x1p-149f, 1.0f, 1.0f, 0x1p-126f, -0x1.1a6722p+3f, -0x1.59f322p+2f, 0x1.37fb7ap+2f,
        -0x1.75b74ep+1f, -0x1.cb169p-2f, 0x1.62313cp+1f, -0x1.16ab3cp+3f, 0x1.762d88p+1f, -0x1.41878p+2f, -0x1.c5f654p-12f, -0x1.08012ap-7f,
        -0x1.ea0744p-11f, 0x1.ba328ep-8f, 0x1.68449p-13f, -0x1.51a13cp-10f, -0x1.2a6a82p+3f};
    // the true value rounded once: a test allows some ulps
    static constexpr float hypot[] = {0.0f, 0.0f, 1.0f, 1.0f, inf32, inf32, nan32, 0.0f, 0.0f, 1.0f, 1.0f, inf32, inf32, nan32, 1.0f, 1.0f,
        0x1.6a09e6p+0f, 0x1.6a09e6p+0f, inf32, inf32, nan32, 1.0f, 1.0f, 0x1.6a09e6p+0f, 0x1.6a09e6p+0f, inf32, inf32, nan32, inf32, inf32, inf32,
        inf32, inf32, inf32, inf32, inf32, inf32, inf32, inf32, inf32, inf32, inf32, nan32, nan32, nan32, nan32, inf32, inf32, nan32, inf32, inf32,
        inf32, inf32, inf32, inf32, inf32, inf32, inf32, nan32, nan32, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f, inf32, inf32, 3.0f, 0x1.0146dep+0f,
        0x1.0146dep+0f, 0x1.768ce6p+2f, 0x1.768ce6p+2f, 0x1.768ce6p+2f, 0x1.768ce6p+2f, 0x1.ad5336p+2f, 0x1.ad5336p+2f, 0x1.0038dep+3f,
        0x1.11687ap+3f, 0x1.cd82b4p+1f, 0x1.07e0f6p+1f, 0x1.1e377ap+1f, 5.0f, 0x1.c48c6p+3f, 0x1.618dacp+10f, 0x1.618dacp+10f, 0x1.618dacp+10f, 0.25f,
        3.0f, 0x1p-149f, 0x1p-149f, 2.0f, 0.5f, 1.0f, 1.0f, 0x1.6a09e4p-126f, 2.0f, 0x1.6a09e6p-126f, 0x1.6a09e6p-126f, inf32, inf32,
        0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.555ff8p+3f,
        0x1.7462c8p+2f, 0x1.30e93p+3f, 0x1.774dd4p+1f, 0x1.ec2afp-2f, 0x1.23b338p+3f, 0x1.91ef1ep+3f, 0x1.10e93ap+3f, 0x1.b25accp+21f, 0x1.c5f67p-12f,
        0x1.08012ap-7f, 0x1.ea0744p-11f, 0x1.b3abaep+2f, 0x1.a6989cp-11f, 0x1.51a13cp-10f, 0x1.2a6a82p+3f};
    static constexpr float atan2[] = {0.0f, 0x1.921fb6p+1f, 0.0f, 0x1.921fb6p+1f, 0.0f, 0x1.921fb6p+1f, nan32, -0.0f, -0x1.921fb6p+1f, -0.0f,
        -0x1.921fb6p+1f, -0.0f, -0x1.921fb6p+1f, nan32, 0x1.921fb6p+0f, 0x1.921fb6p+0f, 0x1.921fb6p-1f, 0x1.2d97c8p+1f, 0.0f, 0x1.921fb6p+1f, nan32,
        -0x1.921fb6p+0f, -0x1.921fb6p+0f, -0x1.921fb6p-1f, -0x1.2d97c8p+1f, -0.0f, -0x1.921fb6p+1f, nan32, 0x1.921fb6p+0f, 0x1.921fb6p+0f,
        0x1.921fb6p+0f, 0x1.921fb6p+0f, 0x1.921fb6p-1f, 0x1.2d97c8p+1f, nan32, -0x1.921fb6p+0f, -0x1.921fb6p+0f, -0x1.921fb6p+0f, -0x1.921fb6p+0f,
        -0x1.921fb6p-1f, -0x1.2d97c8p+1f, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, 0.0f, -0.0f, 0x1.921fb6p+1f, -0x1.921fb6p+1f,
        0x1.921fb6p+0f, -0x1.921fb6p+0f, 0x1.921fb6p+0f, 0.0f, 0x1.921fb6p+1f, nan32, nan32, 0x1.921fb6p+0f, -0x1.921fb6p+0f, 0x1.921fb6p+0f, 0.0f,
        -0.0f, 0x1.921fb6p+1f, -0x1.921fb6p+1f, -0x1.921fb6p+0f, -0x1.921fb6p+0f, -0x1.921fb6p+1f, 0x1.789bd2p+0f, -0x1.789bd2p+0f, 0x1.38d6a6p+0f,
        -0x1.38d6a6p+0f, 0x1.eb68c4p+0f, -0x1.eb68c4p+0f, 0x1.0468a8p+1f, -0x1.1b6e1ap+0f, -0x1.87769ep+0f, -0x1.36475p+0f, -0x1.46dc0ap+1f,
        0x1.5368cap+0f, 0x1.0468a8p+1f, 0x1.4978fap-1f, 0x1.921fb6p-1f, 0x1.921fb6p-1f, -0x1.2d97c8p+1f, 0x1.2d97c8p+1f, 0x1.921fb6p+0f,
        -0x1.f7b816p-69f, 0x1.921fb6p-1f, 0x1.2d97c8p+1f, 0.0f, 0x1.8p-147f, -0x1p-149f, 0x1.921fb6p+0f, 0x1.921fb4p-1f, 0x1p-127f, 0x1.2d97c8p+1f,
        0x1.921fb6p-1f, 0x1.921fb6p-1f, 0x1.2d97c8p+1f, 0x1.921fb6p+0f, -0x1.921fb6p+0f, 0x1.921fb6p+0f, 0.0f, 0x1.921fb6p+0f, 0x1p-128f,
        0x1.921fb6p+0f, -0x1.45c25ep+1f, -0x1.3114e8p+0f, 0x1.12f70ep-1f, -0x1.7a90dep+0f, -0x1.62ed5cp+1f, 0x1.432abep+0f, -0x1.883c68p-1f,
        0x1.664172p-2f, 0x1.921fccp+0f, 0x1.91f358p+1f, 0x1.921fb6p+1f, 0x1.921fb6p+1f, 0x1.91decp+0f, 0x1.b7dc06p-3f, 0x1.921fb2p+1f,
        0x1.921fb6p+1f};
    static constexpr float power[] = {1.0f, 1.0f, 0.0f, inf32, 0.0f, inf32, nan32, 1.0f, 1.0f, -0.0f, -inf32, 0.0f, inf32, nan32, 1.0f, 1.0f, 1.0f,
        1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, -1.0f, -1.0f, 1.0f, 1.0f, nan32, 1.0f, 1.0f, inf32, 0.0f, inf32, 0.0f, nan32, 1.0f, 1.0f, -inf32, -0.0f,
        inf32, 0.0f, nan32, 1.0f, 1.0f, nan32, nan32, nan32, nan32, nan32, inf32, inf32, 0.0f, 0.0f, inf32, inf32, 0.0f, 0.0f, inf32, nan32, nan32,
        1.0f, 1.0f, 1.0f, 0.0f, 0.0f, inf32, inf32, -inf32, -0.0f, -inf32, 1.0f, nan32, 30.25f, 30.25f, 0x1.0ecf56p-5f, 0x1.0ecf56p-5f,
        0x1.2f684cp-8f, -216.0f, nan32, -512.0f, -0.125f, 0x1.6a09e6p+0f, 0.5f, 81.0f, 0x1.2a05f2p+33f, inf32, 0.0f, 0.0f, 1.0f, -0.0f, 1.0f, 1.0f,
        0.0f, 0x1.3988e2p-74f, -0x1p-149f, 1.0f, 1.0f, 0.0f, 1.0f, 1.0f, inf32, 0.0f, inf32, nan32, 1.0f, 0.0f, 0x1.fffffep+127f, 1.0f, 1.0f, nan32,
        nan32, 0x1.a2d03ap+18f, nan32, nan32, 0x1.8c0fd6p+8f, nan32, 0x1.518be8p+12f, 0x1.964748p-110f, 0x1.019868p+0f, 0x1.3ac496p+0f,
        0x1.072786p+0f, 0x1.0355a6p+0f, 0x1.fc8432p-1f, 0x1.071b4p+0f, inf32};
    static constexpr float logaddexp[] = {0x1.62e43p-1f, 0x1.62e43p-1f, 0x1.5031eap+0f, 0x1.40c7acp-2f, inf32, 0.0f, nan32, 0x1.62e43p-1f,
        0x1.62e43p-1f, 0x1.5031eap+0f, 0x1.40c7acp-2f, inf32, -0.0f, nan32, 0x1.5031eap+0f, 0x1.5031eap+0f, 0x1.b17218p+0f, 0x1.207e5ap+0f, inf32,
        1.0f, nan32, 0x1.40c7acp-2f, 0x1.40c7acp-2f, 0x1.207e5ap+0f, -0x1.3a37ap-2f, inf32, -1.0f, nan32, inf32, inf32, inf32, inf32, inf32, inf32,
        nan32, 0.0f, -0.0f, 1.0f, -1.0f, inf32, -inf32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, nan32, inf32, inf32, 2.5f, -2.5f, inf32,
        2.5f, inf32, inf32, 0.5f, nan32, nan32, 0x1.4a191p+1f, 0x1.4321e2p-4f, 0x1.4a191p+1f, 0x1.4a191p+1f, 0x1.4a191p+1f, 0x1.4321e2p-4f,
        0x1.4321e2p-4f, 3.0f, -3.0f, 0x1.8e071p-5f, 0x1.5755dcp+0f, 0x1.8ca1a2p-2f, 0x1.61e76ep+2f, 0x1.00121ep+1f, 0x1.60091p+2f, -0x1.f86246p+0f,
        0x1.800206p+2f, 0x1.80040cp+1f, 0x1.559456p-2f, 0x1.80008cp+1f, -0x1.afce16p+0f, 0x1.19c7eap+1f, 0x1.06381cp+1f, 0x1.140c7ap+2f,
        0x1.562e42p+3f, 0x1.f458bap+9f, -0x1.f3a746p+9f, 1000.0f, 0x1.a6e188p-1f, 0x1.86381cp+1f, 0x1.62e43p-1f, 0x1.62e43p-1f, 0x1.103f2ep+1f,
        0x1.f2ba38p-1f, 0x1.5031eap+0f, 0x1.5031eap+0f, 0x1.62e43p-1f, 0x1.103f2ep+1f, 0x1.62e43p-1f, 0x1.62e43p-1f, 0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1.fffffep+127f, 0.5f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f, 0x1.fffffep+127f,
        -0x1.7bed1ep+2f, 0x1.13acdcp+1f, 0x1.0721e8p+3f, 0x1.3d418cp-2f, 0x1.91333ap-2f, 0x1.16058p+3f, 0x1.21a54ep+3f, 0x1.00933cp+3f,
        0x1.b25accp+21f, 0x1.62c7dcp-1f, 0x1.60d53ep-1f, 0x1.62a6f2p-1f, 0x1.b3bddap+2f, 0x1.63231p-1f, 0x1.628fcep-1f, 0x1.75ca8cp-14f};
    // of u alone, exactly rounded; round is rint
    static constexpr float u[] = {0.0f, -0.0f, inf32, -inf32, nan32, 0.5f, -0.5f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -2.5f, 3.5f, 0x1.fffffep-2f, 0.75f,
        -0.75f, 1.25f, -3.0f, 0x1.555556p-2f, 100.0f, 0x1.fffffep+22f, 0x1.000002p+23f, -0x1.000002p+22f, 0x1p+31f, 0x1p+52f, 0x1p+53f,
        0x1.2a05f2p+33f, -0x1.5af1d8p+66f, 0x1.921fb6p+1f, -0x1.5bf0a8p+1f, 0x1p-149f, -0x1p-149f, 0x1p-126f, 0x1.fffffcp-127f, -0x1p-126f,
        0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+63f, 0x1p-63f, 0x1.c76db8p+9f, 0x1.409cb6p+8f, 0x1.620ad6p+9f, -0x1.9ffd02p+7f,
        -0x1.ebfd72p+9f, -0x1.65a0acp+9f, -0x1.a76656p+9f, 0x1.cdb96cp+9f, -0x1.bb692ep+9f, 0x1.720fdcp+8f};
    static constexpr float sign[] = {0.0f, 0.0f, 1.0f, -1.0f, nan32, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, 1.0f, 1.0f, -1.0f,
        1.0f, -1.0f, 1.0f, 1.0f, 1.0f, 1.0f, -1.0f, 1.0f, 1.0f, 1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f,
        1.0f, 1.0f, 1.0f, 1.0f, -1.0f, -1.0f, -1.0f, -1.0f, 1.0f, -1.0f, 1.0f};
    static constexpr float rint[] = {0.0f, -0.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, 2.0f, -2.0f, 2.0f, -2.0f, 4.0f, 0.0f, 1.0f, -1.0f,
        1.0f, -3.0f, 0.0f, 100.0f, 0x1p+23f, 0x1.000002p+23f, -0x1p+22f, 0x1p+31f, 0x1p+52f, 0x1p+53f, 0x1.2a05f2p+33f, -0x1.5af1d8p+66f, 3.0f, -3.0f,
        0.0f, -0.0f, 0.0f, 0.0f, -0.0f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+63f, 0.0f, 911.0f, 321.0f, 708.0f, -208.0f, -984.0f, -715.0f,
        -847.0f, 923.0f, -887.0f, 370.0f};
    static constexpr float floor[] = {0.0f, -0.0f, inf32, -inf32, nan32, 0.0f, -1.0f, 1.0f, -1.0f, 1.0f, -2.0f, 2.0f, -3.0f, 3.0f, 0.0f, 0.0f, -1.0f,
        1.0f, -3.0f, 0.0f, 100.0f, 0x1.fffffcp+22f, 0x1.000002p+23f, -0x1.000004p+22f, 0x1p+31f, 0x1p+52f, 0x1p+53f, 0x1.2a05f2p+33f,
        -0x1.5af1d8p+66f, 3.0f, -3.0f, 0.0f, -1.0f, 0.0f, 0.0f, -1.0f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+63f, 0.0f, 910.0f, 320.0f,
        708.0f, -208.0f, -984.0f, -716.0f, -847.0f, 923.0f, -887.0f, 370.0f};
    static constexpr float ceil[] = {0.0f, -0.0f, inf32, -inf32, nan32, 1.0f, -0.0f, 1.0f, -1.0f, 2.0f, -1.0f, 3.0f, -2.0f, 4.0f, 1.0f, 1.0f, -0.0f,
        2.0f, -3.0f, 1.0f, 100.0f, 0x1p+23f, 0x1.000002p+23f, -0x1p+22f, 0x1p+31f, 0x1p+52f, 0x1p+53f, 0x1.2a05f2p+33f, -0x1.5af1d8p+66f, 4.0f, -2.0f,
        1.0f, -0.0f, 1.0f, 1.0f, -0.0f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+63f, 1.0f, 911.0f, 321.0f, 709.0f, -207.0f, -983.0f, -715.0f,
        -846.0f, 924.0f, -886.0f, 371.0f};
    static constexpr float trunc[] = {0.0f, -0.0f, inf32, -inf32, nan32, 0.0f, -0.0f, 1.0f, -1.0f, 1.0f, -1.0f, 2.0f, -2.0f, 3.0f, 0.0f, 0.0f, -0.0f,
        1.0f, -3.0f, 0.0f, 100.0f, 0x1.fffffcp+22f, 0x1.000002p+23f, -0x1p+22f, 0x1p+31f, 0x1p+52f, 0x1p+53f, 0x1.2a05f2p+33f, -0x1.5af1d8p+66f, 3.0f,
        -2.0f, 0.0f, -0.0f, 0.0f, 0.0f, -0.0f, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1.fffffep+63f, 0.0f, 910.0f, 320.0f, 708.0f, -207.0f, -983.0f,
        -715.0f, -846.0f, 923.0f, -886.0f, 370.0f};
    static constexpr float absolute[] = {0.0f, 0.0f, inf32, inf32, nan32, 0.5f, 0.5f, 1.0f, 1.0f, 1.5f, 1.5f, 2.5f, 2.5f, 3.5f, 0x1.fffffep-2f, 0.75f,
        0.75f, 1.25f, 3.0f, 0x1.555556p-2f, 100.0f, 0x1.fffffep+22f, 0x1.000002p+23f, 0x1.000002p+22f, 0x1p+31f, 0x1p+52f, 0x1p+53f, 0x1.2a05f2p+33f,
        0x1.5af1d8p+66f, 0x1.921fb6p+1f, 0x1.5bf0a8p+1f, 0x1p-149f, 0x1p-149f, 0x1p-126f, 0x1.fffffcp-127f, 0x1p-126f, 0x1.fffffep+127f,
        0x1.fffffep+127f, 0x1.fffffep+63f, 0x1p-63f, 0x1.c76db8p+9f, 0x1.409cb6p+8f, 0x1.620ad6p+9f, 0x1.9ffd02p+7f, 0x1.ebfd72p+9f, 0x1.65a0acp+9f,
        0x1.a76656p+9f, 0x1.cdb96cp+9f, 0x1.bb692ep+9f, 0x1.720fdcp+8f};
    static constexpr float square[] = {0.0f, 0.0f, inf32, inf32, nan32, 0.25f, 0.25f, 1.0f, 1.0f, 2.25f, 2.25f, 6.25f, 6.25f, 12.25f, 0x1.fffffcp-3f,
        0x1.2p-1f, 0x1.2p-1f, 0x1.9p+0f, 9.0f, 0x1.c71c74p-4f, 10000.0f, 0x1.fffffcp+45f, 0x1.000004p+46f, 0x1.000004p+44f, 0x1p+62f, 0x1p+104f,
        0x1p+106f, 0x1.5af1d8p+66f, inf32, 0x1.3bd3cep+3f, 0x1.d8e64ap+2f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, inf32, inf32, 0x1.fffffcp+127f, 0x1p-126f,
        0x1.951b9ap+19f, 0x1.918826p+16f, 501383.875f, 0x1.51fb24p+15f, 968216.75f, 0x1.f39984p+18f, 717069.375f, 0x1.a062aap+19f, 786452.75f,
        0x1.0b78ecp+17f};
    static constexpr float reciprocal[] = {inf32, -inf32, 0.0f, -0.0f, nan32, 2.0f, -2.0f, 1.0f, -1.0f, 0x1.555556p-1f, -0x1.555556p-1f,
        0x1.99999ap-2f, -0x1.99999ap-2f, 0x1.24924ap-2f, 0x1.000002p+1f, 0x1.555556p+0f, -0x1.555556p+0f, 0x1.99999ap-1f, -0x1.555556p-2f, 3.0f,
        0x1.47ae14p-7f, 0x1.000002p-23f, 0x1.fffffcp-24f, -0x1.fffffcp-23f, 0x1p-31f, 0x1p-52f, 0x1p-53f, 0x1.b7cdfep-34f, -0x1.79ca1p-67f,
        0x1.45f306p-2f, -0x1.78b564p-2f, inf32, -inf32, 0x1p+126f, 0x1.000002p+126f, -0x1p+126f, 0x1p-128f, -0x1p-128f, 0x1.000002p-64f, 0x1p+63f,
        0x1.1fcc9ap-10f, 0x1.98d164p-9f, 0x1.723732p-10f, -0x1.3b15f6p-8f, -0x1.0a6972p-10f, -0x1.6e810ep-10f, -0x1.359202p-10f, 0x1.1be002p-10f,
        -0x1.279974p-10f, 0x1.623078p-9f};
    static constexpr float sqrt[] = {0.0f, -0.0f, inf32, nan32, nan32, 0x1.6a09e6p-1f, nan32, 1.0f, nan32, 0x1.3988e2p+0f, nan32, 0x1.94c584p+0f,
        nan32, 0x1.deeea2p+0f, 0x1.6a09e6p-1f, 0x1.bb67aep-1f, nan32, 0x1.1e377ap+0f, nan32, 0x1.279a74p-1f, 10.0f, 0x1.6a09e6p+11f, 0x1.6a09e8p+11f,
        nan32, 0x1.6a09e6p+15f, 0x1p+26f, 0x1.6a09e6p+26f, 100000.0f, nan32, 0x1.c5bf8ap+0f, nan32, 0x1.6a09e6p-75f, nan32, 0x1p-63f, 0x1.fffffep-64f,
        nan32, 0x1.fffffep+63f, nan32, 0x1.fffffep+31f, 0x1.6a09e6p-32f, 0x1.e2e2f6p+4f, 0x1.1e7d86p+4f, 0x1.a9c1fcp+4f, nan32, nan32, nan32, nan32,
        0x1.e63678p+4f, nan32, 0x1.33cabap+4f};
    static constexpr bool signbit[] = {false, true, false, true, false, false, true, false, true, false, true, false, true, false, false, false, true,
        false, true, false, false, false, false, true, false, false, false, false, true, false, true, false, true, false, false, true, false, true,
        false, false, false, false, false, true, true, true, true, false, true, false};
    static constexpr bool isnan[] = {false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false,
        false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
        false, false, false, false, false, false, false, false, false, false, false, false, false, false};
    static constexpr bool isinf[] = {false, false, true, true, false, false, false, false, false, false, false, false, false, false, false, false,
        false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
        false, false, false, false, false, false, false, false, false, false, false, false, false, false};
    static constexpr bool isfinite[] = {true, true, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true, true,
        true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
        true, true, true, true, true, true, true, true, true};
};

}  // namespace twill::goldens
