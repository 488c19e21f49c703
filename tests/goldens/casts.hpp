// SPDX-License-Identifier: MIT
// cast_goldens<From, To>: cast<To>(from[i]) is to[i]. Float to integer truncates, saturates and gives 0 of nan; integer to
// narrower integer wraps; nonzero is true (SEMANTICS line 9); to float rounds half to even. half_goldens: the bits of a
// float rounded to 16 bits; a nan is any nan.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

template <class From, class To> struct cast_types { using from_type = From; using to_type = To; };
template <class From, class To> struct cast_goldens;

template <> struct cast_goldens<float, std::int8_t> : cast_types<float, std::int8_t> {
    static constexpr float from[] = {0.0f, -0.0f, 0.5f, -0.5f, 0x1.fae148p-1f, -0x1.fae148p-1f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -0x1.f9999ap+2f,
        100.75f, nan32, inf32, -inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1p-149f, -0x1p-149f, -129.0f, -128.5f, -128.0f, -127.5f, -127.0f,
        -0x1.000002p+7f, -0x1.fffffep+6f, 126.0f, 126.5f, 127.0f, 127.5f, 128.0f, 0x1.fbfffep+6f, 0x1.fc0002p+6f};
    static constexpr std::int8_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 127, -128, 127, -128, 0, 0, -128, -128, -128, -127, -127,
        -128, -127, 126, 126, 127, 127, 127, 126, 127};
};

template <> struct cast_goldens<float, std::uint8_t> : cast_types<float, std::uint8_t> {
    static constexpr float from[] = {0.0f, -0.0f, 0.5f, -0.5f, 0x1.fae148p-1f, -0x1.fae148p-1f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -0x1.f9999ap+2f,
        100.75f, nan32, inf32, -inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1p-149f, -0x1p-149f, 254.0f, 254.5f, 255.0f, 255.5f, 256.0f,
        0x1.fdfffep+7f, 0x1.fe0002p+7f};
    static constexpr std::uint8_t to[] = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 100, 0, 255, 0, 255, 0, 0, 0, 254, 254, 255, 255, 255, 254, 255};
};

template <> struct cast_goldens<float, std::int32_t> : cast_types<float, std::int32_t> {
    static constexpr float from[] = {0.0f, -0.0f, 0.5f, -0.5f, 0x1.fae148p-1f, -0x1.fae148p-1f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -0x1.f9999ap+2f,
        100.75f, nan32, inf32, -inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1p-149f, -0x1p-149f, -0x1p+31f, -0x1.000002p+31f, -0x1.fffffep+30f,
        0x1p+31f, 0x1.fffffep+30f, 0x1.000002p+31f};
    static constexpr std::int32_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 2147483647, -2147483647 - 1, 2147483647, -2147483647 - 1, 0,
        0, -2147483647 - 1, -2147483647 - 1, -2147483520, 2147483647, 2147483520, 2147483647};
};

template <> struct cast_goldens<float, std::uint32_t> : cast_types<float, std::uint32_t> {
    static constexpr float from[] = {0.0f, -0.0f, 0.5f, -0.5f, 0x1.fae148p-1f, -0x1.fae148p-1f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -0x1.f9999ap+2f,
        100.75f, nan32, inf32, -inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1p-149f, -0x1p-149f, 0x1p+32f, 0x1.fffffep+31f, 0x1.000002p+32f};
    static constexpr std::uint32_t to[] = {0u, 0u, 0u, 0u, 0u, 0u, 1u, 0u, 1u, 0u, 2u, 0u, 100u, 0u, 4294967295u, 0u, 4294967295u, 0u, 0u, 0u,
        4294967295u, 4294967040u, 4294967295u};
};

template <> struct cast_goldens<float, std::int64_t> : cast_types<float, std::int64_t> {
    static constexpr float from[] = {0.0f, -0.0f, 0.5f, -0.5f, 0x1.fae148p-1f, -0x1.fae148p-1f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -0x1.f9999ap+2f,
        100.75f, nan32, inf32, -inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1p-149f, -0x1p-149f, -0x1p+63f, -0x1.000002p+63f, -0x1.fffffep+62f,
        0x1p+63f, 0x1.fffffep+62f, 0x1.000002p+63f};
    static constexpr std::int64_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 9223372036854775807ll, -9223372036854775807ll - 1,
        9223372036854775807ll, -9223372036854775807ll - 1, 0, 0, -9223372036854775807ll - 1, -9223372036854775807ll - 1, -9223371487098961920ll,
        9223372036854775807ll, 9223371487098961920ll, 9223372036854775807ll};
};

template <> struct cast_goldens<float, std::uint64_t> : cast_types<float, std::uint64_t> {
    static constexpr float from[] = {0.0f, -0.0f, 0.5f, -0.5f, 0x1.fae148p-1f, -0x1.fae148p-1f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -0x1.f9999ap+2f,
        100.75f, nan32, inf32, -inf32, 0x1.fffffep+127f, -0x1.fffffep+127f, 0x1p-149f, -0x1p-149f, 0x1p+64f, 0x1.fffffep+63f, 0x1.000002p+64f};
    static constexpr std::uint64_t to[] = {0ull, 0ull, 0ull, 0ull, 0ull, 0ull, 1ull, 0ull, 1ull, 0ull, 2ull, 0ull, 100ull, 0ull,
        18446744073709551615ull, 0ull, 18446744073709551615ull, 0ull, 0ull, 0ull, 18446744073709551615ull, 18446742974197923840ull,
        18446744073709551615ull};
};

template <> struct cast_goldens<double, std::int8_t> : cast_types<double, std::int8_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, -129.0, -128.5, -128.0, -127.5, -127.0, -0x1.0000000000001p+7, -0x1.fffffffffffffp+6, 126.0, 126.5, 127.0, 127.5,
        128.0, 0x1.fbfffffffffffp+6, 0x1.fc00000000001p+6};
    static constexpr std::int8_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 127, -128, 127, -128, 0, 0, -128, -128, -128, -127, -127,
        -128, -127, 126, 126, 127, 127, 127, 126, 127};
};

template <> struct cast_goldens<double, std::uint8_t> : cast_types<double, std::uint8_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, 254.0, 254.5, 255.0, 255.5, 256.0, 0x1.fdfffffffffffp+7, 0x1.fe00000000001p+7};
    static constexpr std::uint8_t to[] = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 100, 0, 255, 0, 255, 0, 0, 0, 254, 254, 255, 255, 255, 254, 255};
};

template <> struct cast_goldens<double, std::int16_t> : cast_types<double, std::int16_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, -32769.0, -32768.5, -32768.0, -32767.5, -32767.0, -0x1.0000000000001p+15, -0x1.fffffffffffffp+14, 32766.0, 32766.5,
        32767.0, 32767.5, 32768.0, 0x1.fffbfffffffffp+14, 0x1.fffc000000001p+14};
    static constexpr std::int16_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 32767, -32768, 32767, -32768, 0, 0, -32768, -32768, -32768,
        -32767, -32767, -32768, -32767, 32766, 32766, 32767, 32767, 32767, 32766, 32767};
};

template <> struct cast_goldens<double, std::uint16_t> : cast_types<double, std::uint16_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, 65534.0, 65534.5, 65535.0, 65535.5, 65536.0, 0x1.fffdfffffffffp+15, 0x1.fffe000000001p+15};
    static constexpr std::uint16_t to[] = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 100, 0, 65535, 0, 65535, 0, 0, 0, 65534, 65534, 65535, 65535, 65535,
        65534, 65535};
};

template <> struct cast_goldens<double, std::int32_t> : cast_types<double, std::int32_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, -0x1.00000002p+31, -0x1.00000001p+31, -0x1p+31, -0x1.fffffffep+30, -0x1.fffffffcp+30, -0x1.0000000000001p+31,
        -0x1.fffffffffffffp+30, 0x1.fffffff8p+30, 0x1.fffffffap+30, 0x1.fffffffcp+30, 0x1.fffffffep+30, 0x1p+31, 0x1.fffffffbfffffp+30,
        0x1.fffffffc00001p+30};
    static constexpr std::int32_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 2147483647, -2147483647 - 1, 2147483647, -2147483647 - 1, 0,
        0, -2147483647 - 1, -2147483647 - 1, -2147483647 - 1, -2147483647, -2147483647, -2147483647 - 1, -2147483647, 2147483646, 2147483646,
        2147483647, 2147483647, 2147483647, 2147483646, 2147483647};
};

template <> struct cast_goldens<double, std::uint32_t> : cast_types<double, std::uint32_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, 0x1.fffffffcp+31, 0x1.fffffffdp+31, 0x1.fffffffep+31, 0x1.ffffffffp+31, 0x1p+32, 0x1.fffffffdfffffp+31,
        0x1.fffffffe00001p+31};
    static constexpr std::uint32_t to[] = {0u, 0u, 0u, 0u, 0u, 0u, 1u, 0u, 1u, 0u, 2u, 0u, 100u, 0u, 4294967295u, 0u, 4294967295u, 0u, 0u, 0u,
        4294967294u, 4294967294u, 4294967295u, 4294967295u, 4294967295u, 4294967294u, 4294967295u};
};

template <> struct cast_goldens<double, std::int64_t> : cast_types<double, std::int64_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, -0x1p+63, -0x1.0000000000001p+63, -0x1.fffffffffffffp+62, 0x1p+63, 0x1.fffffffffffffp+62, 0x1.0000000000001p+63};
    static constexpr std::int64_t to[] = {0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -7, 100, 0, 9223372036854775807ll, -9223372036854775807ll - 1,
        9223372036854775807ll, -9223372036854775807ll - 1, 0, 0, -9223372036854775807ll - 1, -9223372036854775807ll - 1, -9223372036854774784ll,
        9223372036854775807ll, 9223372036854774784ll, 9223372036854775807ll};
};

template <> struct cast_goldens<double, std::uint64_t> : cast_types<double, std::uint64_t> {
    static constexpr double from[] = {0.0, -0.0, 0.5, -0.5, 0x1.fae147ae147aep-1, -0x1.fae147ae147aep-1, 1.0, -1.0, 1.5, -1.5, 2.5,
        -0x1.f99999999999ap+2, 100.75, nan64, inf64, -inf64, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 0x0.0000000000001p-1022,
        -0x0.0000000000001p-1022, 0x1p+64, 0x1.fffffffffffffp+63, 0x1.0000000000001p+64};
    static constexpr std::uint64_t to[] = {0ull, 0ull, 0ull, 0ull, 0ull, 0ull, 1ull, 0ull, 1ull, 0ull, 2ull, 0ull, 100ull, 0ull,
        18446744073709551615ull, 0ull, 18446744073709551615ull, 0ull, 0ull, 0ull, 18446744073709551615ull, 18446744073709549568ull,
        18446744073709551615ull};
};

template <> struct cast_goldens<std::int64_t, std::int8_t> : cast_types<std::int64_t, std::int8_t> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, 1168292777925226617ll, -2753572477555220291ll,
        -6420333527010719234ll, 2764631736531839518ll};
    static constexpr std::int8_t to[] = {0, 1, -1, 2, 127, -128, -56, -1, 0, 1, 44, -128, 127, -1, 0, -1, 0, 112, -64, 0, -1, -2, 121, -67, -2, 30};
};

template <> struct cast_goldens<std::int64_t, std::uint8_t> : cast_types<std::int64_t, std::uint8_t> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, 5988806991101106983ll, -9041694254816378037ll, 361554826580045112ll,
        6669320818482765959ll};
    static constexpr std::uint8_t to[] = {0, 1, 255, 2, 127, 128, 200, 255, 0, 1, 44, 128, 127, 255, 0, 255, 0, 112, 192, 0, 255, 254, 39, 75, 56,
        135};
};

template <> struct cast_goldens<std::int64_t, std::int16_t> : cast_types<std::int64_t, std::int16_t> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, -32768, -32769, -7658890237264917624ll, -3606320749461089003ll,
        -300620937909284540ll, 6103837013433403025ll};
    static constexpr std::int16_t to[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, -32768, -1, 0, 4464, 25536, 0, -1, -2,
        -32768, 32767, 2952, 21781, 20804, 18065};
};

template <> struct cast_goldens<std::int64_t, std::int32_t> : cast_types<std::int64_t, std::int32_t> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, -2147483648ll, 2147483647, 2147483648ll, -2147483649ll,
        5062770045162893544ll, -3523347724950039269ll, 3919170130548957673ll, -682555170217964880ll};
    static constexpr std::int32_t to[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000, 0,
        -1, -2, -2147483647 - 1, 2147483647, -2147483647 - 1, 2147483647, 1231827176, 1647056155, 363930089, 1670204080};
};

template <> struct cast_goldens<std::int64_t, std::uint32_t> : cast_types<std::int64_t, std::uint32_t> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, 4294967295ll, 4294967296ll, 8707963619506718279ll,
        7695802755964763550ll, -4360890425440976158ll, -8315470128752638130ll};
    static constexpr std::uint32_t to[] = {0u, 1u, 4294967295u, 2u, 127u, 128u, 200u, 255u, 256u, 257u, 300u, 4294967168u, 4294967167u, 32767u,
        32768u, 65535u, 65536u, 70000u, 4294927296u, 0u, 4294967295u, 4294967294u, 4294967295u, 0u, 1907951175u, 448822686u, 1462780642u,
        2740176718u};
};

template <> struct cast_goldens<std::int64_t, std::uint64_t> : cast_types<std::int64_t, std::uint64_t> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, 3148884988128661284ll, 1048536068252641948ll,
        -3224325686640617051ll, -3121667909022493583ll};
    static constexpr std::uint64_t to[] = {0ull, 1ull, 18446744073709551615ull, 2ull, 127ull, 128ull, 200ull, 255ull, 256ull, 257ull, 300ull,
        18446744073709551488ull, 18446744073709551487ull, 32767ull, 32768ull, 65535ull, 65536ull, 70000ull, 18446744073709511616ull,
        9223372036854775808ull, 9223372036854775807ull, 9223372036854775806ull, 3148884988128661284ull, 1048536068252641948ull,
        15222418387068934565ull, 15325076164687058033ull};
};

template <> struct cast_goldens<std::int32_t, std::int8_t> : cast_types<std::int32_t, std::int8_t> {
    static constexpr std::int32_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -2147483647 - 1, 2147483647, 2147483646, -331662985, 1930270792, 1520005600, -1308591721};
    static constexpr std::int8_t to[] = {0, 1, -1, 2, 127, -128, -56, -1, 0, 1, 44, -128, 127, -1, 0, -1, 0, 112, -64, 0, -1, -2, 119, 72, -32, -105};
};

template <> struct cast_goldens<std::int32_t, std::uint8_t> : cast_types<std::int32_t, std::uint8_t> {
    static constexpr std::int32_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -2147483647 - 1, 2147483647, 2147483646, 421465996, 1476687462, 2095107807, 946845483};
    static constexpr std::uint8_t to[] = {0, 1, 255, 2, 127, 128, 200, 255, 0, 1, 44, 128, 127, 255, 0, 255, 0, 112, 192, 0, 255, 254, 140, 102, 223,
        43};
};

template <> struct cast_goldens<std::int32_t, std::int16_t> : cast_types<std::int32_t, std::int16_t> {
    static constexpr std::int32_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -2147483647 - 1, 2147483647, 2147483646, -32768, -32769, 947579275, -377035108, -14540412, -1509218544};
    static constexpr std::int16_t to[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, -32768, -1, 0, 4464, 25536, 0, -1, -2,
        -32768, 32767, -5749, -6500, 8580, 10000};
};

template <> struct cast_goldens<std::int32_t, std::uint32_t> : cast_types<std::int32_t, std::uint32_t> {
    static constexpr std::int32_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, 32768, 65535, 65536, 70000, -40000,
        -2147483647 - 1, 2147483647, 2147483646, -2041103759, -332198353, -845035997, 1403588048};
    static constexpr std::uint32_t to[] = {0u, 1u, 4294967295u, 2u, 127u, 128u, 200u, 255u, 256u, 257u, 300u, 4294967168u, 4294967167u, 32767u,
        32768u, 65535u, 65536u, 70000u, 4294927296u, 2147483648u, 2147483647u, 2147483646u, 2253863537u, 3962768943u, 3449931299u, 1403588048u};
};

template <> struct cast_goldens<std::int16_t, std::uint8_t> : cast_types<std::int16_t, std::uint8_t> {
    static constexpr std::int16_t from[] = {0, 1, -1, 2, 127, 128, 200, 255, 256, 257, 300, -128, -129, 32767, -32768, 32766, 3461, -17576, -20829,
        442};
    static constexpr std::uint8_t to[] = {0, 1, 255, 2, 127, 128, 200, 255, 0, 1, 44, 128, 127, 255, 0, 254, 133, 88, 163, 186};
};

template <> struct cast_goldens<std::int8_t, std::uint8_t> : cast_types<std::int8_t, std::uint8_t> {
    static constexpr std::int8_t from[] = {0, 1, -1, 2, 127, -128, 126, -103, 97, -95, -39};
    static constexpr std::uint8_t to[] = {0, 1, 255, 2, 127, 128, 126, 153, 97, 161, 217};
};

template <> struct cast_goldens<std::uint8_t, std::int8_t> : cast_types<std::uint8_t, std::int8_t> {
    static constexpr std::uint8_t from[] = {0, 1, 2, 127, 128, 200, 255, 254, 12, 28, 108, 106};
    static constexpr std::int8_t to[] = {0, 1, 2, 127, -128, -56, -1, -2, 12, 28, 108, 106};
};

template <> struct cast_goldens<std::int8_t, std::uint64_t> : cast_types<std::int8_t, std::uint64_t> {
    static constexpr std::int8_t from[] = {0, 1, -1, 2, 127, -128, 126, -78, -76, -42, -112};
    static constexpr std::uint64_t to[] = {0ull, 1ull, 18446744073709551615ull, 2ull, 127ull, 18446744073709551488ull, 126ull,
        18446744073709551538ull, 18446744073709551540ull, 18446744073709551574ull, 18446744073709551504ull};
};

template <> struct cast_goldens<std::uint32_t, std::int32_t> : cast_types<std::uint32_t, std::int32_t> {
    static constexpr std::uint32_t from[] = {0u, 1u, 2u, 127u, 128u, 200u, 255u, 256u, 257u, 300u, 32767u, 32768u, 65535u, 65536u, 70000u,
        4294967295u, 4294967294u, 2147483647u, 2147483648u, 2393976717u, 1776414097u, 2997897348u, 3674665637u};
    static constexpr std::int32_t to[] = {0, 1, 2, 127, 128, 200, 255, 256, 257, 300, 32767, 32768, 65535, 65536, 70000, -1, -2, 2147483647,
        -2147483647 - 1, -1900990579, 1776414097, -1297069948, -620301659};
};

template <> struct cast_goldens<std::uint64_t, std::int64_t> : cast_types<std::uint64_t, std::int64_t> {
    static constexpr std::uint64_t from[] = {0ull, 1ull, 2ull, 127ull, 128ull, 200ull, 255ull, 256ull, 257ull, 300ull, 32767ull, 32768ull, 65535ull,
        65536ull, 70000ull, 18446744073709551615ull, 18446744073709551614ull, 9223372036854775807ull, 9223372036854775808ull, 9758615449256914396ull,
        3263261422855000873ull, 13539561279488831519ull, 1710968716325325227ull};
    static constexpr std::int64_t to[] = {0, 1, 2, 127, 128, 200, 255, 256, 257, 300, 32767, 32768, 65535, 65536, 70000, -1, -2,
        9223372036854775807ll, -9223372036854775807ll - 1, -8688128624452637220ll, 3263261422855000873ll, -4907182794220720097ll,
        1710968716325325227ll};
};

template <> struct cast_goldens<std::uint64_t, std::int32_t> : cast_types<std::uint64_t, std::int32_t> {
    static constexpr std::uint64_t from[] = {0ull, 1ull, 2ull, 127ull, 128ull, 200ull, 255ull, 256ull, 257ull, 300ull, 32767ull, 32768ull, 65535ull,
        65536ull, 70000ull, 18446744073709551615ull, 18446744073709551614ull, 2147483647ull, 2147483648ull, 12955393002813502405ull,
        9959044921515970744ull, 15834995932271679156ull, 18078558144911194032ull};
    static constexpr std::int32_t to[] = {0, 1, 2, 127, 128, 200, 255, 256, 257, 300, 32767, 32768, 65535, 65536, 70000, -1, -2, 2147483647,
        -2147483647 - 1, -1572359227, 1092489400, 718214836, 917321648};
};

template <> struct cast_goldens<std::uint64_t, std::uint8_t> : cast_types<std::uint64_t, std::uint8_t> {
    static constexpr std::uint64_t from[] = {0ull, 1ull, 2ull, 127ull, 128ull, 200ull, 255ull, 256ull, 257ull, 300ull, 32767ull, 32768ull, 65535ull,
        65536ull, 70000ull, 18446744073709551615ull, 18446744073709551614ull, 10313048092355897013ull, 1194769797983295288ull, 3551542220816487132ull,
        9937707144623991355ull};
    static constexpr std::uint8_t to[] = {0, 1, 2, 127, 128, 200, 255, 0, 1, 44, 255, 0, 255, 0, 112, 255, 254, 181, 56, 220, 59};
};

template <> struct cast_goldens<std::int32_t, float> : cast_types<std::int32_t, float> {
    static constexpr std::int32_t from[] = {0, 1, -1, 16777216, 16777217, 16777219, -16777217, -2147483647 - 1, 2147483647, 2147483646, 123456789};
    static constexpr float to[] = {0.0f, 1.0f, -1.0f, 0x1p+24f, 0x1p+24f, 0x1.000004p+24f, -0x1p+24f, -0x1p+31f, 0x1p+31f, 0x1p+31f, 0x1.d6f346p+26f};
};

template <> struct cast_goldens<std::int64_t, float> : cast_types<std::int64_t, float> {
    static constexpr std::int64_t from[] = {0, 1, -1, 16777216, 16777217, 16777219, -16777217, 9007199254740993ll, 9007199254740995ll,
        -9007199254740993ll, -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, 123456789, 4611686293305294849ll};
    static constexpr float to[] = {0.0f, 1.0f, -1.0f, 0x1p+24f, 0x1p+24f, 0x1.000004p+24f, -0x1p+24f, 0x1p+53f, 0x1p+53f, -0x1p+53f, -0x1p+63f,
        0x1p+63f, 0x1p+63f, 0x1.d6f346p+26f, 0x1.000002p+62f};
};

template <> struct cast_goldens<std::int64_t, double> : cast_types<std::int64_t, double> {
    static constexpr std::int64_t from[] = {0, 1, -1, 16777216, 16777217, 16777219, -16777217, 9007199254740993ll, 9007199254740995ll,
        -9007199254740993ll, -9223372036854775807ll - 1, 9223372036854775807ll, 9223372036854775806ll, 123456789, 4611686293305294849ll};
    static constexpr double to[] = {0.0, 1.0, -1.0, 0x1p+24, 0x1.000001p+24, 0x1.000003p+24, -0x1.000001p+24, 0x1p+53, 0x1.0000000000002p+53,
        -0x1p+53, -0x1p+63, 0x1p+63, 0x1p+63, 0x1.d6f3454p+26, 0x1.000001p+62};
};

template <> struct cast_goldens<std::uint64_t, float> : cast_types<std::uint64_t, float> {
    static constexpr std::uint64_t from[] = {0ull, 1ull, 16777216ull, 16777217ull, 16777219ull, 9007199254740993ull, 9007199254740995ull,
        18446744073709551615ull, 18446744073709551614ull, 123456789ull, 9223372036854776833ull, 4611686293305294849ull};
    static constexpr float to[] = {0.0f, 1.0f, 0x1p+24f, 0x1p+24f, 0x1.000004p+24f, 0x1p+53f, 0x1p+53f, 0x1p+64f, 0x1p+64f, 0x1.d6f346p+26f, 0x1p+63f,
        0x1.000002p+62f};
};

template <> struct cast_goldens<std::uint64_t, double> : cast_types<std::uint64_t, double> {
    static constexpr std::uint64_t from[] = {0ull, 1ull, 16777216ull, 16777217ull, 16777219ull, 9007199254740993ull, 9007199254740995ull,
        18446744073709551615ull, 18446744073709551614ull, 123456789ull, 9223372036854776833ull, 4611686293305294849ull};
    static constexpr double to[] = {0.0, 1.0, 0x1p+24, 0x1.000001p+24, 0x1.000003p+24, 0x1p+53, 0x1.0000000000002p+53, 0x1p+64, 0x1p+64,
        0x1.d6f3454p+26, 0x1.0000000000001p+63, 0x1.000001p+62};
};

template <> struct cast_goldens<double, float> : cast_types<double, float> {
    static constexpr double from[] = {0.0, -0.0, 0x1.999999999999ap-4, -0x1.5555555555555p-2, 0x1.2a05f2p+33, nan64, inf64, -inf64, 0x1.fffffep+127,
        0x1.fffffe55e63b3p+127, 0x1.00068cb8b4395p+128, -0x1.7e43c8800759cp+996, 0x1.16c262777579cp-133, 0x1.244ce242c5561p-153,
        -0x1.56e1fc2f8f359p-997, 0x1p-126, 0x1.000001p+0, 0x1.000003p+0, 0x1p-150, 0x1.8p-150};
    static constexpr float to[] = {0.0f, -0.0f, 0x1.99999ap-4f, -0x1.555556p-2f, 0x1.2a05f2p+33f, nan32, inf32, -inf32, 0x1.fffffep+127f,
        0x1.fffffep+127f, inf32, -inf32, 0x1.16c2p-133f, 0.0f, -0.0f, 0x1p-126f, 1.0f, 0x1.000004p+0f, 0.0f, 0x1p-149f};
};

template <> struct cast_goldens<float, bool> : cast_types<float, bool> {
    static constexpr float from[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, nan32, inf32, -inf32, 0x1p-149f, -0x1p-149f, 0x1.fffffep+127f};
    static constexpr bool to[] = {false, false, true, true, true, true, true, true, true, true, true};
};

template <> struct cast_goldens<double, bool> : cast_types<double, bool> {
    static constexpr double from[] = {0.0, -0.0, 1.0, -1.0, 0.5, nan64, inf64, -inf64, 0x0.0000000000001p-1022, -0x0.0000000000001p-1022,
        0x1.fffffffffffffp+1023};
    static constexpr bool to[] = {false, false, true, true, true, true, true, true, true, true, true};
};

template <> struct cast_goldens<std::int8_t, bool> : cast_types<std::int8_t, bool> {
    static constexpr std::int8_t from[] = {0, 1, -1, 2, -128, 127};
    static constexpr bool to[] = {false, true, true, true, true, true};
};

template <> struct cast_goldens<std::uint8_t, bool> : cast_types<std::uint8_t, bool> {
    static constexpr std::uint8_t from[] = {0, 1, 2, 255};
    static constexpr bool to[] = {false, true, true, true};
};

template <> struct cast_goldens<std::int32_t, bool> : cast_types<std::int32_t, bool> {
    static constexpr std::int32_t from[] = {0, 1, -1, 2, 256, 65536, -2147483647 - 1, 2147483647};
    static constexpr bool to[] = {false, true, true, true, true, true, true, true};
};

template <> struct cast_goldens<std::int64_t, bool> : cast_types<std::int64_t, bool> {
    static constexpr std::int64_t from[] = {0, 1, -1, 2, 256, 65536, 4294967296ll, -9223372036854775807ll - 1, 9223372036854775807ll};
    static constexpr bool to[] = {false, true, true, true, true, true, true, true, true};
};

template <> struct cast_goldens<bool, std::uint8_t> : cast_types<bool, std::uint8_t> {
    static constexpr bool from[] = {false, true};
    static constexpr std::uint8_t to[] = {0, 1};
};

template <> struct cast_goldens<bool, std::int32_t> : cast_types<bool, std::int32_t> {
    static constexpr bool from[] = {false, true};
    static constexpr std::int32_t to[] = {0, 1};
};

template <> struct cast_goldens<bool, float> : cast_types<bool, float> {
    static constexpr bool from[] = {false, true};
    static constexpr float to[] = {0.0f, 1.0f};
};

template <> struct cast_goldens<bool, double> : cast_types<bool, double> {
    static constexpr bool from[] = {false, true};
    static constexpr double to[] = {0.0, 1.0};
};

struct half_goldens {
    static constexpr float from[] = {0.0f, -0.0f, 1.0f, -1.0f, 0x1.99999ap-4f, 0x1.555556p-2f, 65504.0f, 65519.0f, 65520.0f, 0x1.e848p+19f,
        -0x1.93e594p+99f, 0x1.fffffep+127f, 0x1p-149f, 0x1.16c2p-133f, 0x1p-14f, 0x1p-24f, 0x1p-25f, 0x1.8p-25f, 0x1.4f8b58p-17f, -0x1.01b2b2p-24f,
        0x1.002p+0f, 0x1.006p+0f, 0x1.01p+0f, 0x1.03p+0f, inf32, -inf32, nan32, -0x1.1fd908p+5f, -0x1.569138p+6f, 0x1.715d1ep+6f, 0x1.cc064ap+3f,
        -0x1.5e614ap+6f, -0x1.60b364p+3f, 0x1.781a08p+4f, -0x1.3fc52ep+6f};
    static constexpr std::uint16_t float16_bits[] = {0, 32768, 15360, 48128, 11878, 13653, 31743, 31743, 31744, 31744, 64512, 31744, 0, 0, 1024, 1, 0,
        1, 168, 32769, 15360, 15362, 15364, 15372, 31744, 64512, 32256, 53375, 54618, 21957, 19248, 54650, 51587, 19936, 54527};
    static constexpr std::uint16_t bfloat16_bits[] = {0, 32768, 16256, 49024, 15821, 16043, 18304, 18304, 18304, 18804, 61770, 32640, 0, 1, 14464,
        13184, 13056, 13120, 14120, 45953, 16256, 16256, 16256, 16258, 32640, 65408, 32704, 49680, 49835, 17081, 16742, 49839, 49456, 16828, 49824};
};

using cast_cases = type_list<cast_goldens<float, std::int8_t>, cast_goldens<float, std::uint8_t>, cast_goldens<float, std::int32_t>,
    cast_goldens<float, std::uint32_t>, cast_goldens<float, std::int64_t>, cast_goldens<float, std::uint64_t>, cast_goldens<double, std::int8_t>,
    cast_goldens<double, std::uint8_t>, cast_goldens<double, std::int16_t>, cast_goldens<double, std::uint16_t>, cast_goldens<double, std::int32_t>,
    cast_goldens<double, std::uint32_t>, cast_goldens<double, std::int64_t>, cast_goldens<double, std::uint64_t>, cast_goldens<std::int64_t,
    std::int8_t>, cast_goldens<std::int64_t, std::uint8_t>, cast_goldens<std::int64_t, std::int16_t>, cast_goldens<std::int64_t, std::int32_t>,
    cast_goldens<std::int64_t, std::uint32_t>, cast_goldens<std::int64_t, std::uint64_t>, cast_goldens<std::int32_t, std::int8_t>,
    cast_goldens<std::int32_t, std::uint8_t>, cast_goldens<std::int32_t, std::int16_t>, cast_goldens<std::int32_t, std::uint32_t>,
    cast_goldens<std::int16_t, std::uint8_t>, cast_goldens<std::int8_t, std::uint8_t>, cast_goldens<std::uint8_t, std::int8_t>,
    cast_goldens<std::int8_t, std::uint64_t>, cast_goldens<std::uint32_t, std::int32_t>, cast_goldens<std::uint64_t, std::int64_t>,
    cast_goldens<std::uint64_t, std::int32_t>, cast_goldens<std::uint64_t, std::uint8_t>, cast_goldens<std::int32_t, float>,
    cast_goldens<std::int64_t, float>, cast_goldens<std::int64_t, double>, cast_goldens<std::uint64_t, float>, cast_goldens<std::uint64_t, double>,
    cast_goldens<double, float>, cast_goldens<float, bool>, cast_goldens<double, bool>, cast_goldens<std::int8_t, bool>, cast_goldens<std::uint8_t,
    bool>, cast_goldens<std::int32_t, bool>, cast_goldens<std::int64_t, bool>, cast_goldens<bool, std::uint8_t>, cast_goldens<bool, std::int32_t>,
    cast_goldens<bool, float>, cast_goldens<bool, double>>;

}  // namespace twill::goldens
