// SPDX-License-Identifier: MIT
// What the Python array API standard (2024.12) states of special values; unstated where it states nothing.
// Written by make_special_cases.py: change that script, not this file.
#pragma once

#include "golden.hpp"

namespace twill::goldens::special {

// Results are letters, one for each sample; `results` says which are what.
inline constexpr double unstated = 4242.4242;

inline constexpr double one[] = {nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.5, -2.5, 3.0,
    -3.0, 1e+30, -1e+30, inf64, -inf64};
inline constexpr char abs_of[] =
    "nn00............ii";
inline constexpr char acos_of[] =
    "nn....0.nnnnnnnnnn";
inline constexpr char acosh_of[] =
    "nnnnnn0n.n.n.n.nin";
inline constexpr char asin_of[] =
    "nn0o....nnnnnnnnnn";
inline constexpr char asinh_of[] =
    "nn0o............iI";
inline constexpr char atan_of[] =
    "nn0o............ab";
inline constexpr char atanh_of[] =
    "nn0o..iInnnnnnnnnn";
inline constexpr char ceil_of[] =
    "nn0o..1l....cdefiI";
inline constexpr char cos_of[] =
    "nn11............nn";
inline constexpr char cosh_of[] =
    "nn11............ii";
inline constexpr char exp_of[] =
    "nn11............i0";
inline constexpr char expm1_of[] =
    "nn0o............il";
inline constexpr char floor_of[] =
    "nn0o..1l....cdefiI";
inline constexpr char isfinite_of[] =
    "001111111111111100";
inline constexpr char isinf_of[] =
    "000000000000000011";
inline constexpr char isnan_of[] =
    "110000000000000000";
inline constexpr char log_of[] =
    "nnII.n0n.n.n.n.nin";
inline constexpr char log1p_of[] =
    "nn0o...I.n.n.n.nin";
inline constexpr char log2_of[] =
    "nnII.n0n.n.n.n.nin";
inline constexpr char log10_of[] =
    "nnII.n0n.n.n.n.nin";
inline constexpr char round_of[] =
    "nn0o0o1lghghcdefiI";
inline constexpr char sign_of[] =
    "nn001l1l1l1l1l1l1l";
inline constexpr char signbit_of[] =
    "010101010101010101";
inline constexpr char sin_of[] =
    "nn0o............nn";
inline constexpr char sinh_of[] =
    "nn0o............iI";
inline constexpr char sqrt_of[] =
    "nn0o.n.n.n.n.n.nin";
inline constexpr char tan_of[] =
    "nn0o............nn";
inline constexpr char tanh_of[] =
    "nn0o............1l";
inline constexpr char trunc_of[] =
    "nn0o..1l....cdefiI";
inline constexpr double first[] = {nan64, nan64, nan64, nan64, nan64, nan64, nan64, nan64, nan64, nan64,
    nan64, nan64, nan64, nan64, nan64, -nan64, -nan64, -nan64, -nan64, -nan64, -nan64, -nan64, -nan64,
    -nan64, -nan64, -nan64, -nan64, -nan64, -nan64, -nan64, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0,
    -0.0, -0.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5,
    -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
    1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0,
    -1.0, -1.0, -1.0, -1.0, -1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0,
    -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, 3.0, 3.0, 3.0,
    3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0,
    -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5,
    2.5, 2.5, 2.5, 2.5, inf64, inf64, inf64, inf64, inf64, inf64, inf64, inf64, inf64, inf64, inf64, inf64,
    inf64, inf64, inf64, -inf64, -inf64, -inf64, -inf64, -inf64, -inf64, -inf64, -inf64, -inf64, -inf64,
    -inf64, -inf64, -inf64, -inf64, -inf64};
inline constexpr double second[] = {nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0,
    2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64,
    -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64,
    -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0,
    -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5,
    -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0,
    -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0,
    -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0,
    -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5,
    inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64,
    nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64,
    0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5,
    -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64, nan64, -nan64, 0.0, -0.0, 0.5, -0.5, 1.0,
    -1.0, 2.0, -2.0, 3.0, -3.0, 2.5, inf64, -inf64};
inline constexpr char add_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn00jk1lghcdmiInn0ojk1lghcdmiInnjj.0.......iInnkk0........iI"
    "nn11...0.....iInnll..0......iInngg.....0...iInnhh....0....iInncc.......0.iInndd......0..iI"
    "nnmm.........iInniiiiiiiiiiiinnnIIIIIIIIIIInI";
inline constexpr char atan2_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn0p0p0p0p0p00pnnoqoqoqoqoqooqnnaa.........0pnnbb.........oq"
    "nnaa.........0pnnbb.........oqnnaa.........0pnnbb.........oqnnaa.........0pnnbb.........oq"
    "nnaa.........0pnnaaaaaaaaaaarsnnbbbbbbbbbbbtu";
inline constexpr char copysign_of[] =
    "nNnNnNnNnNnNnnNnNnNnNnNnNnNnnN0o0o0o0o0o0o00o0o0o0o0o0o0o00ojkjkjkjkjkjkjjkjkjkjkjkjkjkjjk"
    "1l1l1l1l1l1l11l1l1l1l1l1l1l11lghghghghghghgghghghghghghghgghcdcdcdcdcdcdccdcdcdcdcdcdcdccd"
    "mvmvmvmvmvmvmmviIiIiIiIiIiIiiIiIiIiIiIiIiIiiI";
inline constexpr char divide_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn0o0o0o0o00onnnno0o0o0o0oo0nniI.........0onnIi.........o0"
    "nniI.........0onnIi.........o0nniI.........0onnIi.........o0nniI.........0onnIi.........o0"
    "nniI.........0onniIiIiIiIiIinnnnIiIiIiIiIiInn";
inline constexpr char equal_of[] =
    "0000000000000000000000000000000011...........0011...........00..1..........00...1........."
    "00....1........00.....1.......00......1......00.......1.....00........1....00.........1..."
    "00..........1..00...........1.00............1";
inline constexpr char floor_divide_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn0o0o0o0o00onnnno0o0o0o0oo0nniI.........0lnnIi.........l0"
    "nniI.........0lnnIi.........l0nniI.........0lnnIi.........l0nniI.........0lnnIi.........l0"
    "nniI.........0lnniInnnnnnnnnnnnnIinnnnnnnnnnn";
inline constexpr char hypot_of[] =
    "nnnnnnnnnnnnniinnnnnnnnnnnnniinn00jj11ggccmiinn00jj11ggccmiinnjj.........iinnjj.........ii"
    "nn11.........iinn11.........iinngg.........iinngg.........iinncc.........iinncc.........ii"
    "nnmm.........iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii";
inline constexpr char logaddexp_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...........i.nn...........i.nn...........i.nn...........i."
    "nn...........i.nn...........i.nn...........i.nn...........i.nn...........i.nn...........i."
    "nn...........i.nniiiiiiiiiiiiinn...........i.";
inline constexpr char multiply_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn...........nnnn...........nnnn...........iInn...........Ii"
    "nn...........iInn...........Iinn...........iInn...........Iinn...........iInn...........Ii"
    "nn...........iInnnniIiIiIiIiiInnnnIiIiIiIiIIi";
inline constexpr char nextafter_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.o...........nn0............nn.............nn............."
    "nn.............nn.............nn.............nn.............nn.............nn............."
    "nn.............nn.............nn.............";
inline constexpr char not_equal_of[] =
    "11111111111111111111111111111111..111111111..11..111111111..1111.11111111..11111.1111111.."
    "111111.111111..1111111.11111..11111111.1111..111111111.111..1111111111.11..11111111111.1.."
    "111111111111...11............111...........1.";
inline constexpr char pow_of[] =
    "nn11nnnnnnnnnnnnn11nnnnnnnnnnnnn110i0i0i0i00inn110ioI0ioI00inn11.........0inn11nn......n0i"
    "..1111111111111nn11nn......n11nn11.........i0nn11nn......ni0nn11.........i0nn11nn......ni0"
    "nn11.........i0nn11i0i0i0i0ii0nn11i0Ioi0Ioii0";
inline constexpr char remainder_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn0o0o0o0o00onnnn0o0o0o0o00onnnn.........jInnnn.........ik"
    "nnnn.........1Innnn.........ilnnnn.........gInnnn.........ihnnnn.........cInnnn.........id"
    "nnnn.........mInnnnnnnnnnnnnnnnnnnnnnnnnnnnnn";
inline constexpr char maximum_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.............nn.............nn.............nn............."
    "nn.............nn.............nn.............nn.............nn.............nn............."
    "nn.............nn.............nn.............";
inline constexpr char minimum_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.............nn.............nn.............nn............."
    "nn.............nn.............nn.............nn.............nn.............nn............."
    "nn.............nn.............nn.............";
inline constexpr char copysign_sign_of[] =
    "010101010101001010101010101001010101010101001010101010101001010101010101001010101010101001"
    "010101010101001010101010101001010101010101001010101010101001010101010101001010101010101001"
    "010101010101001010101010101001010101010101001";
inline constexpr char divide_sign_of[] =
    "................................................................010101010......101010101.."
    "....010101010......101010101......010101010......101010101......010101010......101010101.."
    "....010101010................................";
inline constexpr char multiply_sign_of[] =
    "..................................010101010......101010101......01010101001....10101010110"
    "....01010101001....10101010110....01010101001....10101010110....01010101001....10101010110"
    "....01010101001....01010101001....10101010110";
inline constexpr char subtract_of[] =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn00kjl1hgdcvIinno0kjl1hgdcvIinnjj0........Iinnkk.0.......Ii"
    "nn11..0......Iinnll...0.....Iinngg....0....Iinnhh.....0...Iinncc......0..Iinndd.......0.Ii"
    "nnmm........0IinniiiiiiiiiiininnIIIIIIIIIIIIn";
inline constexpr char floor_divide_sign_of[] =
    "................................................................010101010......101010101.."
    "....010101010......101010101......010101010......101010101......010101010......101010101.."
    "....010101010................................";

struct result_of {
    char letter;
    double value;
};
inline constexpr result_of results[] = {
    {'n', nan64},
    {'0', 0.0},
    {'.', unstated},
    {'i', inf64},
    {'o', -0.0},
    {'I', -inf64},
    {'a', 1.5707963267948966},
    {'b', -1.5707963267948966},
    {'1', 1.0},
    {'l', -1.0},
    {'c', 3.0},
    {'d', -3.0},
    {'e', 1e+30},
    {'f', -1e+30},
    {'g', 2.0},
    {'h', -2.0},
    {'j', 0.5},
    {'k', -0.5},
    {'m', 2.5},
    {'p', 3.141592653589793},
    {'q', -3.141592653589793},
    {'r', 0.7853981633974483},
    {'s', 2.356194490192345},
    {'t', -0.7853981633974483},
    {'u', -2.356194490192345},
    {'N', -nan64},
    {'v', -2.5},
};

}  // namespace twill::goldens::special
