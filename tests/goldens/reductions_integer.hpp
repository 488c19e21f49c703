// SPDX-License-Identifier: MIT
// Reductions of integer arrays (SEMANTICS lines 17, 19-26). A case (int8_2d, ...) has value_type, shape and x in C order.
// reduction_goldens<Case, Axes...> has the results over those axes (none: all of them) in C order of the result; sums are
// 64 bits wide for integers, means are double for them. Floats are the true value rounded once. argmin and argmax over two
// axes count in C order inside those two (NumPy has no such thing).
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

template <class Case, int... Axes> struct reduction_goldens;

struct int8_2d {
    using value_type = std::int8_t;  using sum_type = std::int64_t;  using mean_type = double;
    static constexpr int rank = 2;
    static constexpr std::int64_t shape[] = {3, 4};
    static constexpr std::int8_t x[] = {100, 100, 100, -7, -128, 5, 0, 5, 3, -1, 127, -128};
};

template <> struct reduction_goldens<int8_2d> {
    static constexpr std::int64_t sum[] = {176}, prod[] = {0};
    static constexpr std::int8_t min[] = {-128}, max[] = {127};
    static constexpr double mean[] = {0x1.d555555555555p+3}, var[] = {0x1.8e0b8e38e38e4p+12}, stddev[] = {0x1.3f3793b96962ep+6};
    static constexpr double var_ddof1[] = {0x1.b23b26c9b26cap+12}, norm[] = {0x1.19147ecc0b881p+8};
    static constexpr bool any[] = {true}, all[] = {false};
    static constexpr std::int64_t count_nonzero[] = {11}, argmin[] = {4}, argmax[] = {10};
};
template <> struct reduction_goldens<int8_2d, 0> {
    static constexpr std::int64_t sum[] = {-25, 104, 227, -130}, prod[] = {-38400, -500, 0, 4480};
    static constexpr std::int8_t min[] = {-128, -1, 0, -128}, max[] = {100, 100, 127, 5};
    static constexpr double mean[] = {-0x1.0aaaaaaaaaaabp+3, 0x1.1555555555555p+5, 0x1.2eaaaaaaaaaabp+6, -0x1.5aaaaaaaaaaabp+5};
    static constexpr double var[] = {0x1.10c1c71c71c72p+13, 0x1.0b871c71c71c7p+11, 0x1.75071c71c71c7p+11, 0x1.c3071c71c71c7p+11};
    static constexpr double stddev[] = {0x1.75b32769440afp+6, 0x1.7219ac63c82e3p+5, 0x1.b506374852dc8p+5, 0x1.e08c3ef2d6b42p+5};
    static constexpr double var_ddof1[] = {0x1.9922aaaaaaaabp+13, 0x1.914aaaaaaaaabp+11, 0x1.17c5555555555p+12, 0x1.5245555555555p+12};
    static constexpr double norm[] = {0x1.44eb1f9ff841ap+7, 0x1.90850898fb1f1p+6, 0x1.434a12743d9c1p+7, 0x1.0093d550a9cedp+7};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, false, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 2, 3}, argmin[] = {1, 2, 1, 2}, argmax[] = {0, 0, 2, 1};
};
template <> struct reduction_goldens<int8_2d, 1> {
    static constexpr std::int64_t sum[] = {293, -118, 1}, prod[] = {-7000000, 0, 48768};
    static constexpr std::int8_t min[] = {-7, -128, -128}, max[] = {100, 5, 127};
    static constexpr double mean[] = {73.25, -29.5, 0.25}, var[] = {0x1.0c56p+11, 3238.25, 0x1.fc2bp+12};
    static constexpr double stddev[] = {0x1.72a8abe39d016p+5, 0x1.c73eb799318cp+5, 0x1.68ae69a9506fcp+6};
    static constexpr double var_ddof1[] = {2862.25, 0x1.0ddaaaaaaaaabp+12, 0x1.52c7555555555p+13};
    static constexpr double norm[] = {0x1.5ab165059ac74p+7, 0x1.0063ec7f9d686p+7, 0x1.68aec482f179fp+7};
    static constexpr bool any[] = {true, true, true}, all[] = {true, false, true};
    static constexpr std::int64_t count_nonzero[] = {4, 3, 4}, argmin[] = {3, 0, 3}, argmax[] = {0, 1, 2};
};

struct uint8_2d {
    using value_type = std::uint8_t;  using sum_type = std::uint64_t;  using mean_type = double;
    static constexpr int rank = 2;
    static constexpr std::int64_t shape[] = {4, 3};
    static constexpr std::uint8_t x[] = {200, 100, 0, 255, 255, 1, 7, 0, 255, 3, 200, 0};
};

template <> struct reduction_goldens<uint8_2d> {
    static constexpr std::uint64_t sum[] = {1276ull}, prod[] = {0ull};
    static constexpr std::uint8_t min[] = {0}, max[] = {255};
    static constexpr double mean[] = {0x1.a955555555555p+6}, var[] = {0x1.85331c71c71c7p+13}, stddev[] = {0x1.be659d6ec44e5p+6};
    static constexpr double var_ddof1[] = {0x1.a894d9364d936p+13}, norm[] = {0x1.0afd5cfda0331p+9};
    static constexpr bool any[] = {true}, all[] = {false};
    static constexpr std::int64_t count_nonzero[] = {9}, argmin[] = {2}, argmax[] = {3};
};
template <> struct reduction_goldens<uint8_2d, 0> {
    static constexpr std::uint64_t sum[] = {465ull, 555ull, 256ull}, prod[] = {1071000ull, 0ull, 0ull};
    static constexpr std::uint8_t min[] = {3, 0, 0}, max[] = {255, 255, 255};
    static constexpr double mean[] = {116.25, 138.75, 64.0}, var[] = {0x1.8ea58p+13, 0x1.29058p+13, 12160.5};
    static constexpr double stddev[] = {0x1.c3c832ed60c55p+6, 0x1.85f7cb669eb8ep+6, 0x1.b9193fb66b8aap+6};
    static constexpr double var_ddof1[] = {0x1.09c3aaaaaaaabp+14, 0x1.8c07555555555p+13, 16214.0};
    static constexpr double norm[] = {0x1.442a42c654591p+8, 0x1.5327427249fadp+8, 0x1.fe010100c03fap+7};
    static constexpr bool any[] = {true, true, true}, all[] = {true, false, false};
    static constexpr std::int64_t count_nonzero[] = {4, 3, 2}, argmin[] = {3, 2, 0}, argmax[] = {1, 1, 2};
};
template <> struct reduction_goldens<uint8_2d, 1> {
    static constexpr std::uint64_t sum[] = {300ull, 511ull, 262ull, 203ull}, prod[] = {0ull, 65025ull, 0ull, 0ull};
    static constexpr std::uint8_t min[] = {0, 1, 0, 0}, max[] = {200, 255, 255, 200};
    static constexpr double mean[] = {100.0, 0x1.54aaaaaaaaaabp+7, 0x1.5d55555555555p+6, 0x1.0eaaaaaaaaaabp+6};
    static constexpr double var[] = {0x1.a0aaaaaaaaaabp+12, 0x1.c0071c71c71c7p+13, 0x1.b781c71c71c72p+13, 0x1.11ac71c71c71cp+13};
    static constexpr double stddev[] = {0x1.46993ff89829p+6, 0x1.def26e242fc71p+6, 0x1.da5ee5d15dd63p+6, 0x1.7653c68cf63e2p+6};
    static constexpr double var_ddof1[] = {10000.0, 0x1.5005555555555p+14, 0x1.49a1555555555p+14, 0x1.9a82aaaaaaaabp+13};
    static constexpr double norm[] = {0x1.bf36ae31d6e46p+7, 0x1.68a0375ed7478p+8, 0x1.fe312ed214d5dp+7, 0x1.900b84f441e83p+7};
    static constexpr bool any[] = {true, true, true, true}, all[] = {false, true, false, false};
    static constexpr std::int64_t count_nonzero[] = {2, 3, 2, 2}, argmin[] = {2, 2, 1, 2}, argmax[] = {0, 0, 2, 1};
};

struct int32_3d {
    using value_type = std::int32_t;  using sum_type = std::int64_t;  using mean_type = double;
    static constexpr int rank = 3;
    static constexpr std::int64_t shape[] = {2, 3, 4};
    static constexpr std::int32_t x[] = {1845576431, 3, -1, -9, -8, 2007548025, 5, 5, -1995981346, -9, -300695260, 1, -6, -661099767, -1797598627, 4,
        -1377166545, 6, -1462565051, 1116111650, -3, -1078923325, 2, -502050830};
};

template <> struct reduction_goldens<int32_3d> {
    static constexpr std::int64_t sum[] = {-4206844655ll}, prod[] = {3343487235948584960ll};
    static constexpr std::int32_t min[] = {-1995981346}, max[] = {2007548025};
    static constexpr double mean[] = {-0x1.4e54793eaaaabp+27}, var[] = {0x1.8727d335f3c19p+59}, stddev[] = {0x1.bf8467a49cdcfp+29};
    static constexpr double var_ddof1[] = {0x1.98298e7b149d7p+59}, norm[] = {0x1.16c936ff53c44p+32};
    static constexpr bool any[] = {true}, all[] = {true};
    static constexpr std::int64_t count_nonzero[] = {24}, argmin[] = {8}, argmax[] = {5};
};
template <> struct reduction_goldens<int32_3d, 0> {
    static constexpr std::int64_t sum[] = {1845576425, -661099764, -1797598628, -5, -1377166553, 2007548031, -1462565046, 1116111655, -1995981349,
        -1078923334, -300695258, -502050829};
    static constexpr std::int64_t prod[] = {-11073458586ll, -1983299301, 1797598627, -36, 11017332360ll, 12045288150ll, -7312825255ll, 5580558250ll,
        5987944038ll, 9710309925ll, -601390520, -502050830};
    static constexpr std::int32_t min[] = {-6, -661099767, -1797598627, -9, -1377166545, 6, -1462565051, 5, -1995981346, -1078923325, -300695260,
        -502050830};
    static constexpr std::int32_t max[] = {1845576431, 3, -1, 4, -8, 2007548025, 5, 1116111650, -3, -9, 2, 1};
    static constexpr double mean[] = {0x1.b8050ba4p+29, -0x1.3b3ca7ap+28, -0x1.ac94b69p+29, -2.5, -0x1.48579364p+29, 0x1.dea301fcp+29,
        -0x1.5cb3e2d8p+29, 0x1.0a1a0c9cp+29, -0x1.dbe10894p+29, -0x1.013c4118p+29, -0x1.1ec3edap+27, -0x1.decb00dp+27};
    static constexpr double var[] = {0x1.7a28ac611b69fp+59, 0x1.842e5358f7811p+56, 0x1.66c0cc5d27b2dp+59, 42.25, 0x1.a5208701970a6p+58,
        0x1.bf7291408ce5ap+59, 0x1.daf98f8f3b49p+58, 0x1.149a2487982b1p+58, 0x1.ba4e6da6092p+59, 0x1.027a085011e8bp+58, 0x1.413a5d74c0488p+54,
        0x1.bfbd5c3d5e507p+55};
    static constexpr double stddev[] = {0x1.b8050bd4p+29, 0x1.3b3ca7dp+28, 0x1.ac94b688p+29, 6.5, 0x1.48579324p+29, 0x1.dea301ccp+29, 0x1.5cb3e3p+29,
        0x1.0a1a0c74p+29, 0x1.dbe1087cp+29, 0x1.013c40dp+29, 0x1.1ec3edep+27, 0x1.decb00fp+27};
    static constexpr double var_ddof1[] = {0x1.7a28ac611b69fp+60, 0x1.842e5358f7811p+57, 0x1.66c0cc5d27b2dp+60, 84.5, 0x1.a5208701970a6p+59,
        0x1.bf7291408ce5ap+60, 0x1.daf98f8f3b49p+59, 0x1.149a2487982b1p+59, 0x1.ba4e6da6092p+60, 0x1.027a085011e8bp+59, 0x1.413a5d74c0488p+55,
        0x1.bfbd5c3d5e507p+56};
    static constexpr double norm[] = {0x1.b8050bbcp+30, 0x1.3b3ca7b8p+29, 0x1.ac94b68cp+30, 0x1.3b29d7d635662p+3, 0x1.48579344p+30, 0x1.dea301e4p+30,
        0x1.5cb3e2ecp+30, 0x1.0a1a0c88p+30, 0x1.dbe10888p+30, 0x1.013c40f4p+30, 0x1.1ec3edcp+28, 0x1.decb00ep+28};
    static constexpr bool any[] = {true, true, true, true, true, true, true, true, true, true, true, true};
    static constexpr bool all[] = {true, true, true, true, true, true, true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, argmin[] = {1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1};
    static constexpr std::int64_t argmax[] = {0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0};
};
template <> struct reduction_goldens<int32_3d, 1> {
    static constexpr std::int64_t sum[] = {-150404923, 2007548019, -300695256, -3, -1377166554, -1740023086, -3260163676ll, 614060824};
    static constexpr std::int64_t prod[] = {-7423599116273054224ll, -54203796675ll, 1503476300, -45, -24788997810ll, 4279655752610191650ll,
        5258209855151569954ll, -2241379121020678000ll};
    static constexpr std::int32_t min[] = {-1995981346, -9, -300695260, -9, -1377166545, -1078923325, -1797598627, -502050830};
    static constexpr std::int32_t max[] = {1845576431, 2007548025, 5, 5, -3, 6, 2, 1116111650};
    static constexpr double mean[] = {-0x1.7e7fdf2aaaaabp+25, 0x1.3f175688p+29, -0x1.7e5a92p+26, -1.0, -0x1.b5ca19ep+28, -0x1.1491b87aaaaabp+29,
        -0x1.0318332555555p+30, 0x1.8668cbaaaaaabp+27};
    static constexpr double var[] = {0x1.1135986aff394p+61, 0x1.8dbb2c036e0fep+59, 0x1.1d8936a0aaeb4p+54, 0x1.1555555555555p+5, 0x1.7655cd76ab378p+58,
        0x1.5e79e789afe7bp+57, 0x1.0e88d1dc9fb62p+59, 0x1.9636de2501764p+58};
    static constexpr double stddev[] = {0x1.76027602b772p+30, 0x1.c3435780d5a61p+29, 0x1.0e5d6e3c644dp+27, 0x1.78d26149296afp+2,
        0x1.35905b28973c4p+29, 0x1.a79bab65c9788p+28, 0x1.742c98c23211ep+29, 0x1.4279e502abc14p+29};
    static constexpr double var_ddof1[] = {0x1.99d064a07ed5dp+61, 0x1.2a4c6102928bfp+60, 0x1.ac4dd1f10060dp+54, 52.0, 0x1.18c05a190069ap+59,
        0x1.06db6da743edcp+58, 0x1.95cd3acaef913p+59, 0x1.30a9269bc118bp+59};
    static constexpr double norm[] = {0x1.44113413cf0b8p+31, 0x1.dea301e4p+30, 0x1.1ec3edc000001p+28, 0x1.4b02b4f7c0a88p+3, 0x1.48579344p+30,
        0x1.2daf43c7144fdp+30, 0x1.144230a8578ap+31, 0x1.23c8aa30b5bf1p+30};
    static constexpr bool any[] = {true, true, true, true, true, true, true, true}, all[] = {true, true, true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {3, 3, 3, 3, 3, 3, 3, 3}, argmin[] = {2, 2, 2, 0, 1, 2, 0, 2}, argmax[] = {0, 1, 1, 1, 2, 1, 2,
        1};
};
template <> struct reduction_goldens<int32_3d, 2> {
    static constexpr std::int64_t sum[] = {1845576424, 2007548027, -2296676614ll, -2458698396ll, -1723619940, -1580974156};
    static constexpr std::int64_t prod[] = {49830563637ll, -401509605000ll, -5401639168115579640ll, 8372079344157825416ll, 8464428947805691460ll,
        -3250046104935658500ll};
    static constexpr std::int32_t min[] = {-9, -8, -1995981346, -1797598627, -1462565051, -1078923325};
    static constexpr std::int32_t max[] = {1845576431, 2007548025, 1, 4, 1116111650, 2};
    static constexpr double mean[] = {0x1.b8050bap+28, 0x1.dea301ecp+28, -0x1.11c9020cp+29, -0x1.25198538p+29, -0x1.9af1699p+28, -0x1.78ef013p+28};
    static constexpr double var[] = {0x1.1b9e8135ec57fp+59, 0x1.4f95ed0e53dc5p+59, 0x1.31f1168cd8b8bp+59, 0x1.def9c011b0d09p+58,
        0x1.f7e4d875a697fp+59, 0x1.5f63eee8964d3p+57};
    static constexpr double stddev[] = {0x1.7d1178af91f71p+29, 0x1.9e82f7118f491p+29, 0x1.8bc7cc877a4cdp+29, 0x1.5e2b0d7803947p+29,
        0x1.fbee487d553ccp+29, 0x1.a82902302493ep+28};
    static constexpr double var_ddof1[] = {0x1.7a28ac47e5caap+59, 0x1.bf7291686fd07p+59, 0x1.97ec1e1120f65p+59, 0x1.3f512ab675e06p+59,
        0x1.4fede5a3c4655p+60, 0x1.d4853e8b7311ap+57};
    static constexpr double norm[] = {0x1.b8050bbcp+30, 0x1.dea301e4p+30, 0x1.e13fb7ffd8a66p+30, 0x1.c8a5442c6973bp+30, 0x1.11f54820021c5p+31,
        0x1.1bb89ebddc95bp+30};
    static constexpr bool any[] = {true, true, true, true, true, true}, all[] = {true, true, true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {4, 4, 4, 4, 4, 4}, argmin[] = {3, 0, 0, 2, 2, 1}, argmax[] = {0, 1, 3, 3, 3, 2};
};
template <> struct reduction_goldens<int32_3d, 0, 1> {
    static constexpr std::int64_t sum[] = {-1527571477, 267524933, -3560858932ll, 614060821};
    static constexpr std::int64_t prod[] = {7760523434682724128ll, 7303136702697194266ll, -1275751901370085864ll, 8628340077382751920ll};
    static constexpr std::int32_t min[] = {-1995981346, -1078923325, -1797598627, -502050830}, max[] = {1845576431, 2007548025, 5, 1116111650};
    static constexpr double mean[] = {-0x1.e59a15c555555p+27, 0x1.542cf06aaaaabp+25, -0x1.1afddc4555555p+29, 0x1.8668cb8aaaaabp+26};
    static constexpr double var[] = {0x1.49489a67be0f3p+60, 0x1.9fec3c6053fc7p+59, 0x1.ef8aeef1a4374p+58, 0x1.a8d1f9e39f2d8p+57};
    static constexpr double stddev[] = {0x1.2256b9d4e755dp+30, 0x1.cd77bd91bbbap+29, 0x1.642c30a725efep+29, 0x1.d260a26adb839p+28};
    static constexpr double var_ddof1[] = {0x1.8b23ec7c7dabep+60, 0x1.f31b7ba6cb2eep+59, 0x1.29535c2a95bacp+59, 0x1.fdc8c5778bd03p+57};
    static constexpr double norm[] = {0x1.6b4771250bfbdp+31, 0x1.1ae3cf954865p+31, 0x1.16930c710c40cp+31, 0x1.23c8aa30b5bf1p+30};
    static constexpr bool any[] = {true, true, true, true}, all[] = {true, true, true, true};
    static constexpr std::int64_t count_nonzero[] = {6, 6, 6, 6}, argmin[] = {2, 5, 3, 5}, argmax[] = {0, 1, 1, 4};
};
template <> struct reduction_goldens<int32_3d, 0, 2> {
    static constexpr std::int64_t sum[] = {-613121972, 283928087, -3877650770ll};
    static constexpr std::int64_t prod[] = {1530208239091433768ll, 6880937797888046048ll, -4463515242478253088ll};
    static constexpr std::int32_t min[] = {-1797598627, -1462565051, -1995981346}, max[] = {1845576431, 2007548025, 2};
    static constexpr double mean[] = {-0x1.245bfdap+26, 0x1.0ec6617p+25, -0x1.ce4082a4p+28};
    static constexpr double var[] = {0x1.861bdd8871a75p+59, 0x1.022b92033d4f1p+60, 0x1.90e5e0c18b839p+58};
    static constexpr double stddev[] = {0x1.beeb0464f87f3p+29, 0x1.011532edfe12bp+30, 0x1.405be64e66a24p+29};
    static constexpr double var_ddof1[] = {0x1.bdd6b409a6761p+59, 0x1.270d392846114p+60, 0x1.ca2b4a01c4041p+58};
    static constexpr double norm[] = {0x1.3d12d3a138c79p+31, 0x1.6bc45228f952fp+31, 0x1.1754292521a8p+31};
    static constexpr bool any[] = {true, true, true}, all[] = {true, true, true};
    static constexpr std::int64_t count_nonzero[] = {8, 8, 8}, argmin[] = {6, 6, 0}, argmax[] = {0, 1, 6};
};
template <> struct reduction_goldens<int32_3d, 1, 2> {
    static constexpr std::int64_t sum[] = {1556447837, -5763292492ll}, prod[] = {1639019962512303808ll, -1660154040432025728ll};
    static constexpr std::int32_t min[] = {-1995981346, -1797598627}, max[] = {2007548025, 1116111650};
    static constexpr double mean[] = {0x1.eec80c9aaaaabp+26, -0x1.ca067c6555555p+28}, var[] = {0x1.a2834369bbdd4p+59, 0x1.192e73839a992p+59};
    static constexpr double stddev[] = {0x1.cee6fc3c319adp+29, 0x1.7b6d548bdae8fp+29}, var_ddof1[] = {0x1.c88f3244ccf16p+59, 0x1.32be4f784b8fcp+59};
    static constexpr double norm[] = {0x1.94728ca378a4cp+31, 0x1.7fcee9f2f1687p+31};
    static constexpr bool any[] = {true, true}, all[] = {true, true};
    static constexpr std::int64_t count_nonzero[] = {12, 12}, argmin[] = {8, 2}, argmax[] = {5, 7};
};

struct bool_2d {
    using value_type = bool;  using sum_type = std::int64_t;  using mean_type = double;
    static constexpr int rank = 2;
    static constexpr std::int64_t shape[] = {3, 5};
    static constexpr bool x[] = {true, false, true, true, false, false, false, false, false, false, true, true, true, true, true};
};

template <> struct reduction_goldens<bool_2d> {
    static constexpr std::int64_t sum[] = {8}, prod[] = {0};
    static constexpr bool min[] = {false}, max[] = {true};
    static constexpr double mean[] = {0x1.1111111111111p-1}, var[] = {0x1.fdb97530eca86p-3}, stddev[] = {0x1.fedc678f7baf9p-2};
    static constexpr double var_ddof1[] = {0x1.1111111111111p-2}, norm[] = {0x1.6a09e667f3bcdp+1};
    static constexpr bool any[] = {true}, all[] = {false};
    static constexpr std::int64_t count_nonzero[] = {8}, argmin[] = {1}, argmax[] = {0};
};
template <> struct reduction_goldens<bool_2d, 0> {
    static constexpr std::int64_t sum[] = {2, 1, 2, 2, 1}, prod[] = {0, 0, 0, 0, 0};
    static constexpr bool min[] = {false, false, false, false, false}, max[] = {true, true, true, true, true};
    static constexpr double mean[] = {0x1.5555555555555p-1, 0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p-1, 0x1.5555555555555p-2};
    static constexpr double var[] = {0x1.c71c71c71c71cp-3, 0x1.c71c71c71c71cp-3, 0x1.c71c71c71c71cp-3, 0x1.c71c71c71c71cp-3, 0x1.c71c71c71c71cp-3};
    static constexpr double stddev[] = {0x1.e2b7dddfefa66p-2, 0x1.e2b7dddfefa66p-2, 0x1.e2b7dddfefa66p-2, 0x1.e2b7dddfefa66p-2, 0x1.e2b7dddfefa66p-2};
    static constexpr double var_ddof1[] = {0x1.5555555555555p-2, 0x1.5555555555555p-2, 0x1.5555555555555p-2, 0x1.5555555555555p-2,
        0x1.5555555555555p-2};
    static constexpr double norm[] = {0x1.6a09e667f3bcdp+0, 1.0, 0x1.6a09e667f3bcdp+0, 0x1.6a09e667f3bcdp+0, 1.0};
    static constexpr bool any[] = {true, true, true, true, true}, all[] = {false, false, false, false, false};
    static constexpr std::int64_t count_nonzero[] = {2, 1, 2, 2, 1}, argmin[] = {1, 0, 1, 1, 0}, argmax[] = {0, 2, 0, 0, 2};
};
template <> struct reduction_goldens<bool_2d, 1> {
    static constexpr std::int64_t sum[] = {3, 0, 5}, prod[] = {0, 0, 1};
    static constexpr bool min[] = {false, false, true}, max[] = {true, false, true};
    static constexpr double mean[] = {0x1.3333333333333p-1, 0.0, 1.0}, var[] = {0x1.eb851eb851eb8p-3, 0.0, 0.0};
    static constexpr double stddev[] = {0x1.f5a7cecdb684ap-2, 0.0, 0.0}, var_ddof1[] = {0x1.3333333333333p-2, 0.0, 0.0};
    static constexpr double norm[] = {0x1.bb67ae8584caap+0, 0.0, 0x1.1e3779b97f4a8p+1};
    static constexpr bool any[] = {true, false, true}, all[] = {false, false, true};
    static constexpr std::int64_t count_nonzero[] = {3, 0, 5}, argmin[] = {1, 0, 0}, argmax[] = {0, 0, 0};
};

}  // namespace twill::goldens
