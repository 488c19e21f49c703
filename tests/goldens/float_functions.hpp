// SPDX-License-Identifier: MIT
// Float functions of one argument. Every x is a float32 value, so both types can be tested; y is the true float64 value
// rounded once, and a float test rounds it again (beyond the range of float that is an infinity).
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

struct cbrt_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 0x1p-149,
        0x1.16c2p-133, 8.0, -8.0, 27.0, 0x1.fffffep+127, -0x1.659df4p+2, -0x1.519f1ep+2, 0x1.8ef306p+3, -0x1.610abcp+4, 0x1.6e4e02p+3, -0x1.7481cp+2,
        0x1.22542ap+1, -0x1.4ec578p+4, -0x1.5e979cp+0, -0x1.7b39a6p+2, -0x1.0b3ce4p+3, 0x1.733bfep+4, -0x1.870c44p+3, 0x1.802c24p+4, 0x1.1d332ep+4,
        -0x1.52cap+4, 0x1.26de84p+115, 0x1.6e8032p+68, 8799.875, 0x1.5c0d9p-32, 0x1.5e580cp+59, 0x1.be9152p-110, 0x1.bf23e6p+118, 0x1.ca00e8p+93,
        0x1.f78ep-65, 0x1.2097fap-23, 0x1.197198p+25, 0x1.46f7dep+2, 0x1.240c3ap+52, 0x1.b3acbcp-107};
    static constexpr double y[] = {0.0, -0.0, 0x1.cea94c63aaf98p-23, -0x1.cea94c63aaf97p-23, 0x1.60fb8a24912e6p-6, -0x1.99999a0666665p-4, inf64,
        -inf64, nan64, 0x1.428a2f98d728bp-50, 0x1.a2138f315919bp-45, 2.0, -2.0, 3.0, 0x1.965fe9cc61958p+42, -0x1.c6468a50a52cfp+0,
        -0x1.bda5614392c5bp+0, 0x1.28cd25c5115d5p+1, -0x1.6703bac1429b3p+1, 0x1.20797b158b24ap+1, -0x1.cc7eaab205d1fp+0, 0x1.505b4c624136fp+0,
        -0x1.60b6199edcc5dp+1, -0x1.1c4a191cf6e3ap+0, -0x1.cf3f29f74385fp+0, -0x1.03b1438ee3b81p+1, 0x1.6d140bc0c1d6p+1, -0x1.26d42f0727993p+1,
        0x1.714569ac87a03p+1, 0x1.4e5d3c660be89p+1, -0x1.621de183e163cp+1, 0x1.5219dab36d863p+38, 0x1.ca01a73a97e71p+22, 0x1.4a53fc958912fp+4,
        0x1.6550bf746ffa7p-11, 0x1.c32cc023e6848p+19, 0x1.8444ca742a206p-37, 0x1.846f40e71efd7p+39, 0x1.36c70b2a37144p+31, 0x1.9420bf6aeee08p-22,
        0x1.4faf6b6c5d123p-8, 0x1.4ce3ca7abb0cdp+8, 0x1.b8e894e986fd4p+0, 0x1.5104e82f8c259p+17, 0x1.8115f3114afe1p-36};
};

struct rsqrt_goldens {
    static constexpr double x[] = {0.0, -0.0, inf64, -inf64, nan64, -1.0, 4.0, 0x1p-149, 0x1.16c2p-133, 0.5, 1.0, 2.0, 10.0, 0x1.fffffep-1,
        0x1.000002p+0, 0x1.fffffep+127, 0x1.2e3d68p+3, 0x1.191bp+4, 0x1.ef56c2p+3, 0x1.b0bedep+1, 0x1.00576ep+3, 0x1.d1b226p-4, 0x1.357824p+4,
        0x1.b19e3ap+2, 0x1.2c7d42p+3, 0x1.fd2d3ap+2, 0x1.29cafep+4, 0x1.0f7992p+4, 0x1.1c5bf6p+1, 0x1.2ae3dep+4, 0x1.5044f8p-91, 0x1.84c4a8p-90,
        0x1.06c82p-59, 0x1.e5feeep+31, 0x1.0bfa54p+44, 0x1.5ef71cp+104, 0x1.59e8dep+7, 0x1.c3665cp+9, 0x1.0a6d7ap-19, 0x1.21a9b8p+118, 0x1.69e9c8p-77,
        0x1.7d8742p+105, 0x1.17e6aap-64, 0x1.592112p+28};
    static constexpr double y[] = {inf64, -inf64, 0.0, nan64, nan64, nan64, 0.5, 0x1.6a09e667f3bcdp+74, 0x1.5af214d20ce28p+66, 0x1.6a09e667f3bcdp+0,
        1.0, 0x1.6a09e667f3bcdp-1, 0x1.43d136248490fp-2, 0x1.0000008000006p+0, 0x1.fffffe000003p-1, 0x1.0000008000006p-64, 0x1.4d32096a3133ep-2,
        0x1.e89a20cc61dfcp-3, 0x1.04450faddee9dp-2, 0x1.16751275e9e17p-1, 0x1.69cc23c27d4b2p-2, 0x1.7b9c67b7ba66cp+1, 0x1.d1ac50be00108p-3,
        0x1.8966d73cdf4d4p-2, 0x1.4e2a239b9955bp-2, 0x1.6b0a8030f051p-2, 0x1.dab6fb4dadd23p-3, 0x1.f13170b2144b8p-3, 0x1.5782f1f923456p-1,
        0x1.d9d7b9bbb570bp-3, 0x1.3be2fb2c12c0bp+45, 0x1.9f7985f490e09p+44, 0x1.65562390ca3d6p+29, 0x1.06c27899ffde6p-16, 0x1.f46d3e2aab2bap-23,
        0x1.b5473b1638b89p-53, 0x1.37742b54bb0efp-4, 0x1.10a4973e45c14p-5, 0x1.62e2121d2adbdp+9, 0x1.e154a1347ba46p-60, 0x1.307d62a1bf6c5p+38,
        0x1.288f2dd917352p-53, 0x1.e9a6f5665bdd8p+31, 0x1.b8f5bc6571f14p-15};
};

struct exp_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 88.0,
        89.0, -87.0, -100.0, 709.0, 710.0, -745.0, -800.0, 0x1.dabe48p+3, 0x1.3be6p+4, -0x1.0d5e66p+2, -0x1.bdb13cp+3, 0x1.cc2f16p+3, 0x1.7312b8p+2,
        -0x1.ee6456p+1, -0x1.95ab1ap+2, -0x1.f3a794p+3, -0x1.d2ecfap+1, -0x1.44dc74p+3, 0x1.1e409cp+3, -0x1.5e4c8cp+3, 0x1.5b954p+3, -0x1.39333cp+3,
        -0x1.978d6ap+1, 0x1.68244ap+3, 0x1.c3a508p+3, 0x1.0b7e56p+3, -0x1.4752b8p+3, 0x1.226d4ep+2, 0x1.b2b6dap+2, -0x1.1035e2p+4, 0x1.6125f4p+2,
        -0x1.8f3a62p+1, 0x1.e413ccp+3};
    static constexpr double y[] = {1.0, 1.0, 1.0, 1.0, 0x1.0000a7c5e2f9dp+0, 0x1.ff7cfe568951ep-1, inf64, 0.0, nan64, 0x1.5bf0a8b145769p+1,
        0x1.78b56362cef38p-2, 0x1.f1056dc7bf22dp+126, 0x1.51c2cc3433801p+128, 0x1.666d0dad2961dp-126, 0x1.a8c1f14e2af5dp-145, 0x1.d422d2be5dc9bp+1022,
        inf64, 0x0.0000000000001p-1022, 0.0, 0x1.529927dde3ac3p+21, 0x1.66101bb2e7bb6p+28, 0x1.e7071a0cf9e9ap-7, 0x1.dfce7faf60383p-21,
        0x1.ada793d14d429p+20, 0x1.49a5384c67627p+8, 0x1.585682506be19p-6, 0x1.cf29f6f082e91p-10, 0x1.63709fc156d61p-23, 0x1.aac091dcb5f4cp-6,
        0x1.472b0e483418ap-15, 0x1.df86a974a1c08p+12, 0x1.2781779e10aeep-16, 0x1.977556ba8f945p+15, 0x1.d702c1b8a7bdbp-15, 0x1.534f052fb095bp-5,
        0x1.2da53d3b792aep+16, 0x1.490605aa3028bp+20, 0x1.0ad286a600368p+12, 0x1.2ef0dd147a4d4p-15, 0x1.75fc2b6a17eb5p+6, 0x1.bd878572bf2a6p+9,
        0x1.5ef86e1a0bc79p-25, 0x1.f23e4d987ef11p+7, 0x1.6a1bccb273905p-5, 0x1.c546e4e4367a5p+21};
};

struct exp2_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 10.0,
        127.0, 128.0, -149.0, -160.0, 1024.0, -1074.0, -1100.0, 0x1.4f3fd6p+4, -0x1.77eb3cp-2, -0x1.41039p+4, 0x1.03fb02p+4, -0x1.bf9284p+4,
        0x1.026484p+4, -0x1.22b984p+4, -0x1.a38a14p+1, -0x1.5bf1dp+4, -0x1.3a1c62p+1, 0x1.486fa2p+1, -0x1.b3e156p+4, 0x1.34cab2p+2, -0x1.0903fap+2,
        0x1.b5b9d4p+1, -0x1.1eb8bep+3, 0x1.04bfbcp+4, 0x1.7df8dap+4, -0x1.9cdbf2p+4, 0x1.dd02ccp+4, 0x1.d2fabep+4, -0x1.fc28cap+3, -0x1.1ba866p+4,
        -0x1.43ec2ep+3, 0x1.1710e6p+4, 0x1.b03016p+4};
    static constexpr double y[] = {1.0, 1.0, 1.0, 1.0, 0x1.0000744a8c119p+0, 0x1.ffa52de5d3b8fp-1, inf64, 0.0, nan64, 2.0, 0.5, 1024.0, 0x1p+127,
        0x1p+128, 0x1p-149, 0x1p-160, inf64, 0x0.0000000000001p-1022, 0.0, 0x1.ef9e391a83534p+20, 0x1.8cf8b5d885ab2p-1, 0x1.e9ff54d4b30ffp-21,
        0x1.302e108f29191p+16, 0x1.04c989e318926p-28, 0x1.1bf58f76bb28ep+16, 0x1.c6fed17f684d8p-19, 0x1.a65d9b1499b74p-4, 0x1.312b37a64ff8ep-22,
        0x1.75c53e40e0153p-3, 0x1.7af61891bdccbp+2, 0x1.b0c765cf9edc7p-28, 0x1.c578fba92f2efp+4, 0x1.d05ed456db2a6p-5, 0x1.567239e702525p+3,
        0x1.07300f94d465ep-9, 0x1.3a7a14e02068fp+16, 0x1.d4f03e7b1e561p+23, 0x1.2550662e61501p-26, 0x1.c1d03b01cd8f1p+29, 0x1.234547100dd77p+29,
        0x1.1635493aa1166p-16, 0x1.34fbd641b8f24p-18, 0x1.d64b4b2de38b3p-11, 0x1.5baea7c49a44p+17, 0x1.0217773e7304fp+27};
};

struct expm1_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 88.0,
        89.0, -50.0, 710.0, -0x1.655fc6p-2, 0x1.d02312p-1, 0x1.a19392p-4, 0x1.970cdp-2, -0x1.1f1b52p-1, 0x1.7699bep-1, -0x1.b2347p-2, 0x1.8b797ap-2,
        0x1.8d30dcp-2, 0x1.dce6b8p-3, -0x1.44063cp-1, -0x1.e4cd08p-3, -0x1.e251cep-1, 0x1.a28652p-8, 0x1.99ddfp-4, 0x1.a14e94p+3, 0x1.0434f2p+2,
        -0x1.5a325cp+2, 0x1.794dbcp+2, 0x1.6a7c4cp-1, -0x1.20a626p-2, 0x1.14b3bep+4, 0x1.4f276ap+2, 0x1.a705ecp+2, 0x1.d00892p+3, -0x1.0e1ccp+4,
        -0x1.d87f5ep+1, 0x1.da9e82p+3};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8bc5f3970f2p-17, -0x1.060352ed5c35ap-10, inf64, -1.0, nan64,
        0x1.b7e151628aed3p+0, -0x1.43a54e4e98864p-1, 0x1.f1056dc7bf22dp+126, 0x1.51c2cc3433801p+128, -1.0, inf64, -0x1.2dad15367074p-2,
        0x1.79c69043137a5p+0, 0x1.b79aa025574aap-4, 0x1.f3d442b31616ep-2, -0x1.b786073929c67p-2, 0x1.1417ed1f75a1p+0, -0x1.61e389559f922p-2,
        0x1.e2b34f01a0907p-2, 0x1.e53a5a5a801b5p-2, 0x1.0c800b761edaep-2, -0x1.e02efe95b239dp-2, -0x1.afb12904f57eep-3, -0x1.38677a864a2f6p-1,
        0x1.a3dd2a314b1e8p-8, 0x1.af133a48a20f3p-4, 0x1.c20de1d884dafp+18, 0x1.ca75dae012ed6p+5, -0x1.fdb57f248f303p-1, 0x1.6a59e062f9bdfp+8,
        0x1.07a6995bf3ae9p+0, -0x1.f71167f78bc01p-3, 0x1.ee7d818c81af2p+24, 0x1.76209b064097ep+7, 0x1.72a4c8221d79ap+9, 0x1.e4941ac6a7254p+20,
        -0x1.fffffe6fd9c29p-1, -0x1.f33b67febc6e1p-1, 0x1.5149931d7815bp+21};
};

struct log_goldens {
    static constexpr double x[] = {0.0, -0.0, inf64, -inf64, nan64, -1.0, 0x1p-149, 0x1.16c2p-133, 0.5, 1.0, 2.0, 10.0, 0x1.fffffep-1, 0x1.000002p+0,
        0x1.fffffep+127, 0x1.51e944p+0, 0x1.32a814p+3, 0x1.8784bap+3, 0x1.363e68p+4, 0x1.2c3ffcp+3, 0x1.98485ep+3, 0x1.c10ddap+1, 0x1.49098p+1,
        0x1.6e19bap-1, 0x1.c36868p+3, 0x1.f6f108p+3, 0x1.1c2e66p+4, 0x1.f4b02ap+3, 0x1.1fd688p+4, 0x1.9cb06p+94, 0x1.9476f2p-94, 0x1.5ff214p+122,
        0x1.250d5ep+69, 0x1.01849cp+60, 0x1.ba7848p+83, 0x1.50b3d4p-79, 0x1.636c04p-32, 0x1.931ef4p+80, 0x1.dfd538p+42, 0x1.39aa06p-104,
        0x1.0637dp+60, 0x1.c9ce54p+72, 0x1.288feep+73};
    static constexpr double y[] = {-inf64, -inf64, inf64, nan64, nan64, nan64, -0x1.9d1d9fccf477p+6, -0x1.7069e413e07ap+6, -0x1.62e42fefa39efp-1, 0.0,
        0x1.62e42fefa39efp-1, 0x1.26bb1bbb55516p+1, -0x1.0000008000005p-24, 0x1.fffffe000002bp-24, 0x1.62e42feba39efp+6, 0x1.1c44a9950a15bp-2,
        0x1.21476f36c32fap+1, 0x1.408ccbee8c3dfp+1, 0x1.7b7d9247dfc1fp+1, 0x1.1e93994472ab5p+1, 0x1.45eaaa0e1d1ffp+1, 0x1.414f17fab34e2p+0,
        0x1.e3665aa7638ap-1, -0x1.57777d5c852e3p-2, 0x1.52c4f23de61e3p+1, 0x1.609b415900ff8p+1, 0x1.70424e4ea588ep+1, 0x1.60081c711a892p+1,
        0x1.71e5441a05764p+1, 0x1.06888d5ad1ba5p+6, -0x1.02cb35fc425dep+6, 0x1.53876debbcacp+6, 0x1.7fb2d97377b2dp+5, 0x1.4cc208a24dceep+5,
        0x1.d0a095e035b51p+5, -0x1.b3e078a2df8bbp+5, -0x1.5da42c96f1a22p+4, 0x1.bf3f25a82db3ap+5, 0x1.dbd8d9bd5324p+4, -0x1.1f896199f53ebp+6,
        0x1.4ce7133ea1921p+5, 0x1.93e725c42bb47p+5, 0x1.95f97ec186ba8p+5};
};

struct log1p_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 0x1p-149,
        0x1.16c2p-133, -1.0, -2.0, -0.5, 1.0, -0x1.fffffep-1, 0x1.fffffep+127, 0x1.164196p-1, -0x1.cabf78p-3, 0x1.e640a2p+0, 0x1.e8077ep-1,
        -0x1.5c2432p-2, 0x1.bf655ep-9, 0x1.4fce54p+0, -0x1.81abbcp-1, -0x1.1fde2ap-1, 0x1.c6aefep-3, -0x1.b7c47ep-2, 0x1.d097dap-1, 0x1.a891c2p-1,
        -0x1.0eb4dp-3, 0x1.1cd6cp+0, 0x1.87f54p+0, -0x1.27376p-2, 0x1.420d32p-3, 0x1.61f872p-11, 0x1.230072p+87, 0x1.0097acp+23, 0x1.a53f6ep+52,
        0x1.3f629cp+21, 0x1.8032aep+92, 0x1.528ac6p+48, 0x1.c4d13ep-13, 0x1.8fcc28p+68, 0x1.4f8108p+98};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8aea0cb0ff9p-17, -0x1.064671aa949f2p-10, inf64, nan64, nan64,
        0x1p-149, 0x1.16c2p-133, -inf64, nan64, -0x1.62e42fefa39efp-1, 0x1.62e42fefa39efp-1, -0x1.0a2b23f3bab73p+4, 0x1.62e42feba39efp+6,
        0x1.bc73086739c28p-2, -0x1.03afc4f7cf5c3p-2, 0x1.1083dbbfecce2p+0, 0x1.56c3735baa10ep-1, -0x1.a975a952ad655p-2, 0x1.bea256cb13b97p-9,
        0x1.ad0e846386127p-1, -0x1.664149d8d0548p+0, -0x1.a6f518f396539p-1, 0x1.9a9fad971ba7cp-3, -0x1.1f520ccebdd46p-1, 0x1.4a9f289440772p-1,
        0x1.35323eb8e48b1p-1, -0x1.22594d4c4738fp-3, 0x1.7ef282533736bp-1, 0x1.db77cf2ad0fdfp-1, -0x1.5c41d22dbb8e5p-2, 0x1.2b1b363f4a4b7p-3,
        0x1.61d9de9424a07p-11, 0x1.e374a59d3da16p+5, 0x1.fe3af50cc68e9p+3, 0x1.2455654f18f47p+5, 0x1.d8dfbc964738ap+3, 0x1.00b3bbcf74a53p+6,
        0x1.0c677f399aeb5p+5, 0x1.c4c4baa7d2fb6p-13, 0x1.7ca36865b8323p+5, 0x1.10cba74135ce2p+6};
};

struct log2_goldens {
    static constexpr double x[] = {0.0, -0.0, inf64, -inf64, nan64, -1.0, 1024.0, 0x1p-149, 0x1.16c2p-133, 0.5, 1.0, 2.0, 10.0, 0x1.fffffep-1,
        0x1.000002p+0, 0x1.fffffep+127, 0x1.0b322cp+1, 0x1.09d10ap+4, 0x1.42a8f4p-1, 0x1.e80ea4p+3, 0x1.11ab66p+3, 0x1.c6f2dp-1, 0x1.5438dp+3,
        0x1.4d263ap+0, 0x1.0b11a4p+4, 0x1.6aa89ap+2, 0x1.76bf14p+3, 0x1.6dcc5ep+3, 0x1.0cc86cp+4, 0x1.320f2cp+4, 0x1.65d484p-2, 0x1.49622p+92,
        0x1.01faecp+64, 0x1.8c19b6p-60, 0x1.030ec4p+50, 0x1.b37a1ep+16, 0x1.51963cp-10, 0x1.0907d6p-34, 0x1.2ba978p+117, 0x1.68a89cp+78,
        0x1.5715c8p-57, 0x1.7f6d9cp-28, 0x1.7e8eb2p+107, 0x1.f9f0ecp+42};
    static constexpr double y[] = {-inf64, -inf64, inf64, nan64, nan64, nan64, 10.0, -149.0, -0x1.09c11763ab996p+7, -1.0, 0.0, 1.0,
        0x1.a934f0979a371p+1, -0x1.7154770b626b8p-24, 0x1.715474e163bb8p-23, 0x1.fffffffa3aae2p+6, 0x1.0fcf24ce8a435p+0, 0x1.037970e39c0e8p+2,
        -0x1.550ee2a980802p-1, 0x1.f727f0e152052p+1, 0x1.8c53434933723p+1, -0x1.5d0ff7a4a98d5p-3, 0x1.b485c4d211694p+1, 0x1.8525501388c8bp-2,
        0x1.03e88aafa0526p+2, 0x1.4050e12f03b3bp+1, 0x1.c65ee3c519693p+1, 0x1.c1e864d22b46p+1, 0x1.047fc13bdad25p+2, 0x1.107d9eb410d8ep+2,
        -0x1.8451853ad7895p+0, 0x1.717459bf023bap+6, 0x1.000b621436491p+6, -0x1.daf65410e3858p+5, 0x1.902314cf261edp+5, 0x1.0c4363fdbc2bdp+4,
        -0x1.333a735dee985p+3, -0x1.0f9991a42d59bp+5, 0x1.d4e8a51797ceap+6, 0x1.39fa5b9f59498p+6, -0x1.c49ee0e7b2f69p+5, -0x1.b6accccee54b5p+4,
        0x1.ae5170f3407bap+6, 0x1.57dcd3af93ea3p+5};
};

struct log10_goldens {
    static constexpr double x[] = {0.0, -0.0, inf64, -inf64, nan64, -1.0, 1000.0, 0x1p-149, 0x1.16c2p-133, 0.5, 1.0, 2.0, 10.0, 0x1.fffffep-1,
        0x1.000002p+0, 0x1.fffffep+127, 0x1.beca1cp+2, 0x1.22789ap+2, 0x1.845bfcp+3, 0x1.cd843cp+3, 0x1.86c18ap+2, 0x1.01a2fcp+3, 0x1.db22bp+3,
        0x1.61010cp+2, 0x1.46ce02p-1, 0x1.b2e8fcp+3, 0x1.34218p+4, 0x1.c0613ep+2, 0x1.b4fc3p+2, 0x1.16afb2p-4, 0x1.2b636ep+26, 0x1.0c12d2p+77,
        0x1.370fe6p-25, 0x1.3c8084p-87, 0x1.5b9c66p+15, 0x1.9a44a4p+79, 0x1.028296p+14, 0x1.8cdce4p+37, 0x1.e6a352p-56, 0x1.523108p+87,
        0x1.42b426p+67, 0x1.3931cep+78, 0x1.6dc25ep-120, 0x1.14b13ap+51};
    static constexpr double y[] = {-inf64, -inf64, inf64, nan64, nan64, nan64, 3.0, -0x1.66d3e7bd9a403p+5, -0x1.4000013a2d73ep+5,
        -0x1.34413509f79ffp-2, 0.0, 0x1.34413509f79ffp-2, 1.0, -0x1.bcb7b230ca2a2p-26, 0x1.bcb7af95b6a1ep-25, 0x1.344135067e309p+5,
        0x1.b016ac0d8fb53p-1, 0x1.505834a0ee8ffp-1, 0x1.1586832f2207cp+0, 0x1.28b6ab00f1364p+0, 0x1.924aa363b4df1p-1, 0x1.cfcc93dd08c5fp-1,
        0x1.2bf266ba9414fp+0, 0x1.7bb2f6cd40a02p-1, -0x1.8f5289286752dp-3, 0x1.221ca3d152904p+0, 0x1.48dc8ae5c2p+0, 0x1.b0e0ef48ad882p-1,
        0x1.ab279f14a1e43p-1, -0x1.2ad085f6d3814p+0, 0x1.f943fde379d32p+2, 0x1.73306df4dcf8fp+4, -0x1.dc3baecff3bbcp+2, -0x1.a18f3ff6b759ep+4,
        0x1.297dcd85d8237p+2, 0x1.7fc776ffeba86p+4, 0x1.0dfe7bfe24eedp+2, 0x1.6a8328160de21p+3, -0x1.0942695432812p+4, 0x1.a4f7f0cd82cfp+4,
        0x1.44502c81e56fbp+4, 0x1.79162ce092d72p+4, -0x1.1fbfc87e7246p+5, 0x1.ec5c7649f2431p+3};
};

struct sin_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 100000.0,
        -0x1.2a05f2p+33, 0x1.93e594p+99, -0x1.3f5958p+2, -0x1.beb9dep+1, -0x1.3fcfd2p+1, 0x1.1fe01cp+2, 0x1.f8507ep-1, 0x1.5b1e3p+2, 0x1.518a02p+1,
        -0x1.60ed64p+2, 0x1.02f26cp+1, -0x1.6152cp+2, 0x1.77e4bp+2, -0x1.6e83ecp+1, 0x1.761d0cp+1, -0x1.a26582p-1, -0x1.e3c232p-1, -0x1.4e7f16p+2,
        0x1.6328dp-3, -0x1.55e4cap-2, 0x1.341f0cp+1, 0x1.1ff026p+0, -0x1.eb56bp-3, -0x1.30be5cp+1, -0x1.a1edf4p+9, -0x1.ae8306p+9, -0x1.47b246p+3,
        0x1.5f9634p+8, 0x1.68c1d8p+7, 0x1.5b1232p+8, -0x1.44754cp+9, 0x1.6a2984p+9};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b57ffe7fb1p-17, -0x1.0624db22fdff9p-10, nan64, nan64, nan64,
        0x1.24daa9c527e96p-5, 0x1.f334c7896a4e3p-2, -0x1.95135fcc7c53cp-1, 0x1.ec6bce6dd1314p-1, 0x1.5da3ee295b3c5p-2, -0x1.3305405d223a8p-1,
        -0x1.f448ce3d578cp-1, 0x1.aaa1d99c8b5fbp-1, -0x1.83d66a50877c8p-1, 0x1.ef08353a198acp-2, 0x1.63f111b9a08c6p-1, 0x1.cc8827f6a0038p-1,
        0x1.61a8753a1d596p-1, -0x1.98098a3ef8e64p-2, -0x1.193549951dae9p-2, 0x1.bc9915570851ap-3, -0x1.755c4352046dfp-1, -0x1.9eed3e3e15888p-1,
        0x1.bdcfeba4e134ep-1, 0x1.6161c6c797257p-3, -0x1.4f93ac591d071p-2, 0x1.571c5ff3190e7p-1, 0x1.cde858515cc05p-1, -0x1.e6a3884fa0d5ap-3,
        -0x1.6104b4d1da81bp-1, -0x1.8d90235cb93fp-3, -0x1.cd61302531a29p-3, 0x1.74da67394c863p-1, -0x1.12c1de888eca8p-2, -0x1.ee65cf476cde4p-1,
        0x1.fe90638bd7a99p-1, -0x1.f7f4a5e532adbp-1, 0x1.f70d3b800ccb5p-1};
};

struct cos_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 100000.0,
        -0x1.2a05f2p+33, 0x1.93e594p+99, -0x1.be1494p+1, 0x1.7c847cp+2, -0x1.62245cp+0, 0x1.7dcee6p+1, -0x1.d86e4cp+1, -0x1.479638p+2, 0x1.1a2de6p-1,
        -0x1.88d814p+2, -0x1.8a5f54p+0, 0x1.13ce9ap+2, -0x1.68f974p+2, 0x1.b66f8ep+2, -0x1.29dd4ep+2, 0x1.e60c3p+1, -0x1.955328p+2, 0x1.614edp+0,
        -0x1.7b1894p+2, -0x1.ab5b46p-3, -0x1.e77ffap+1, -0x1.73e9ap+2, 0x1.f2692p+0, 0x1.f7a9eap+1, 0x1.03d418p+6, 0x1.d189b4p+9, 0x1.07b4fap+8,
        0x1.0734d4p+6, 0x1.a06966p+8, -0x1.184086p+7, -0x1.0d2b2ep+9, 0x1.3fe81cp+9};
    static constexpr double y[] = {1.0, 1.0, 1.0, 1.0, 0x1.ffffffff920c8p-1, 0x1.ffffef39085cp-1, nan64, nan64, nan64, -0x1.ffac3841b3da7p-1,
        0x1.bf098901c931ap-1, -0x1.3924432ee4d87p-1, -0x1.e21af3d28d0b8p-1, 0x1.e319541672fbbp-1, 0x1.7d9c74029b232p-3, -0x1.f9908ee1c043ep-1,
        -0x1.b4afd90f00eefp-1, 0x1.948fc8236b84ap-2, 0x1.b430824a94816p-1, 0x1.faa0937189525p-1, 0x1.f004e945f0644p-6, -0x1.91806da62727p-2,
        0x1.99c425b4d390ep-1, 0x1.afc70a93b39ap-1, -0x1.dcf7e1850c2acp-5, -0x1.95d61d9d9c009p-1, 0x1.ff5c184a72417p-1, 0x1.842a6312f9fe8p-3,
        0x1.df36a188c1123p-1, 0x1.f4e4b08980a69p-1, -0x1.9244c2ece8658p-1, 0x1.c801a560a0a1ep-1, -0x1.7821587941d8bp-2, -0x1.672c815e3c995p-1,
        -0x1.0d90d7430162cp-1, 0x1.94cebf5a61114p-2, 0x1.f716c2e5b2966p-1, -0x1.f875314b31ed5p-1, -0x1.33703f73262edp-3, -0x1.471df59340bdap-2,
        -0x1.b986eae4655bcp-2, 0x1.ea41d5cd6ea8bp-2};
};

struct tan_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 100000.0,
        -0x1.2a05f2p+33, 0x1.93e594p+99, 0x1.546ae4p+2, 0x1.c0dfeap+1, -0x1.4805bep+2, 0x1.90cb9cp-4, 0x1.42713ep+2, 0x1.260efcp+2, 0x1.7a3a1cp+2,
        0x1.48d25ep+0, 0x1.a2f532p+2, 0x1.375c76p+1, 0x1.a5fce2p+1, 0x1.a95a72p+2, 0x1.41dcd6p+1, -0x1.b0647ep+2, 0x1.f1762ep+0, 0x1.fb41d2p+1,
        -0x1.8dbafp+0, 0x1.38bb4ap+2, -0x1.4aa83ap+2, 0x1.433872p+2, 0x1.cc5e88p+1, 0x1.7ecb88p-1, 0x1.28653p+8, 0x1.41aec8p+9, -0x1.e37806p+9,
        -0x1.a54592p+1, -0x1.e99ccp+9, 0x1.7ed3dep+9, -0x1.c25cfap+9, 0x1.a4e26p+6};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58003009dp-17, -0x1.0624e3ba042c3p-10, nan64, nan64, nan64,
        -0x1.250a9d503313dp-5, 0x1.1de000f443f5p-1, 0x1.4b28751fb4afp+0, -0x1.70eae4766049ep+0, 0x1.87934fb719d3p-2, 0x1.242208318a1cfp+1,
        0x1.921455baabe68p-4, -0x1.7ae9b4d14b91ap+1, 0x1.0e907c8bbfb2cp+3, -0x1.912b484e14e4cp-2, 0x1.b2be0b148f84dp+1, 0x1.13bb35d148508p-2,
        -0x1.b7436c18b870ap-1, 0x1.40664e1d74eb7p-3, 0x1.84e6a1e6facbcp-2, -0x1.72fdbc66021eep-1, -0x1.05fafb07708abp-1, -0x1.47aa6d8c50483p+1,
        0x1.131ab2007e52bp+0, -0x1.d21544128f3d4p+5, -0x1.6c01a40ac9af3p+2, 0x1.0635e28d3fc6ap+1, -0x1.6c3ef8fba2854p+1, 0x1.f50831f10d115p-2,
        0x1.dabb4a5d85645p-1, 0x1.e57fdd6b09befp+0, -0x1.8e330ff1452a3p-1, 0x1.9804a3ebd97f6p-1, -0x1.34ac1dac2b08ap-3, 0x1.67bb0af580f99p+0,
        -0x1.3e42b7bb023cbp+0, 0x1.49cb8644555d2p+0, 0x1.66eefc3ebde98p+5};
};

struct asin_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 0.5,
        -0.5, 1.5, -2.0, 0x1.fffffep-1, -0x1.fffffep-1, -0x1.06dd9ap-1, -0x1.be1b78p-4, -0x1.9e1ddcp-2, -0x1.b8465ep-1, 0x1.9dfa48p-1, -0x1.be49aap-1,
        0x1.9f34f6p-1, -0x1.3efeaap-2, 0x1.1fb53ap-2, -0x1.42b496p-1, 0x1.fd9d86p-4, 0x1.e0105p-4, -0x1.8747f4p-1, -0x1.71b0c4p-2, -0x1.1906ep-1,
        -0x1.2e26fap-3, 0x1.899fd2p-2, -0x1.42e9f4p-1, -0x1.0c4b48p-1, -0x1.06c9eep-1, -0x1.5a859cp-1, 0x1.9cfa1p-3, 0x1.a3200ep-2, -0x1.73c18p-1};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58001804fp-17, -0x1.0624e0dd02188p-10, nan64, nan64, nan64,
        0x1.921fb54442d18p+0, -0x1.921fb54442d18p+0, 0x1.0c152382d7366p-1, -0x1.0c152382d7366p-1, nan64, nan64, 0x1.920914a5da6f9p+0,
        -0x1.920914a5da6f9p+0, -0x1.140be0e2ff5cfp-1, -0x1.befe7695bf974p-4, -0x1.aa53964af3d81p-2, -0x1.08fc1d79f5536p+0, 0x1.e224658c259bp-1,
        -0x1.0efe7a64ec581p+0, 0x1.e43cafc63115cp-1, -0x1.4464b83a74176p-2, 0x1.23a267ed5a857p-2, -0x1.5d247c05fdd22p-1, 0x1.fef079df46834p-4,
        0x1.e12b6d9840acap-4, -0x1.bd5aab192d76cp-1, -0x1.7a3b883c538a2p-2, -0x1.297c09f444905p-1, -0x1.2f425f94333b3p-3, 0x1.94069929e538cp-2,
        -0x1.5d693d2c472adp-1, -0x1.1a655a2078899p-1, -0x1.13f4f4b696935p-1, -0x1.7c9ff56409576p-1, 0x1.9fd3fb5f68228p-3, 0x1.afcf358cc6a6cp-2,
        -0x1.a00eadaca2df3p-1};
};

struct acos_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 0.5,
        -0.5, 1.5, -2.0, 0x1.fffffep-1, -0x1.fffffep-1, 0x1.b156cp-1, -0x1.6ebecep-1, 0x1.54abe6p-5, -0x1.0850e8p-3, -0x1.80f538p-2, 0x1.7a974cp-1,
        -0x1.6ee57cp-1, 0x1.c1741cp-1, -0x1.4a17f4p-2, 0x1.9420d4p-1, -0x1.d47efap-2, 0x1.d9074ap-2, -0x1.d8f5e2p-2, 0x1.d94b5ap-3, 0x1.027294p-1,
        0x1.6222eap-1, 0x1.72debp-5, 0x1.486426p-1, -0x1.06ed64p-4, 0x1.7a9ebcp-1, 0x1.7f4ffep-1, 0x1.377182p-3, 0x1.0eb6e8p-3, 0x1.20d064p-1};
    static constexpr double y[] = {0x1.921fb54442d18p+0, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+0, 0x1.921f0d7e96d18p+0,
        0x1.92613e7c7a121p+0, nan64, nan64, nan64, 0.0, 0x1.921fb54442d18p+1, 0x1.0c152382d7366p+0, 0x1.0c152382d7366p+1, nan64, nan64,
        0x1.6a09e6861f3abp-12, 0x1.921464f50ea09p+1, 0x1.1f93abe359aeep-1, 0x1.2f4498e364167p+1, 0x1.87798cd342563p+0, 0x1.b3417acf7281ep+0,
        0x1.f4c9addeaa43fp+0, 0x1.7a25297a3ad28p-1, 0x1.2f527545bfcf4p+1, 0x1.ff73bb1d14a64p-2, 0x1.e625d36cb611bp+0, 0x1.527ca19edfbb9p-1,
        0x1.05e32ed6f0dc3p+1, 0x1.1732682a100ecp+0, 0x1.06840d2c7a61p+1, 0x1.566c20ff97fdap+0, 0x1.0aaacdb3d43eep+0, 0x1.9d2e4c960fd9p-1,
        0x1.8687bc1239e03p+0, 0x1.bfbd0210e2bfdp-1, 0x1.a291707d5ac4ap+0, 0x1.7a1a1d2db8a5fp-1, 0x1.73140448bf06dp-1, 0x1.6b0ab39172186p+0,
        0x1.702f6aba06ad1p+0, 0x1.f163f39262223p-1};
};

struct atan_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0,
        0x1.fffffep+127, -0x1.ae7054p+0, -0x1.8ec0e4p+1, -0x1.1aba38p+2, -0x1.5fd74cp-2, 0x1.afef2cp+1, -0x1.59889p-1, 0x1.831ae2p-4, -0x1.ff1702p+1,
        -0x1.29f84ep+2, -0x1.e8ecf8p-1, -0x1.171a78p-1, -0x1.93dc8ep-1, 0x1.39055ap+1, 0x1.361dfp+1, -0x1.f32e04p+1, 0x1.114c46p+0, 0x1.06a2d4p+0,
        -0x1.d0ea3ap+0, -0x1.4971a6p-1, 0x1.f84d9ap+1, 0x1.c4defcp-8, 0x1.873088p-22, 0x1.08f062p+26, 0x1.56f228p-1, 0x1.6a8c5ap-25, 0x1.e7e2b4p+2,
        0x1.5bb1aep+8, 0x1.4347ccp+21, 0x1.1f6ec4p+28, 0x1.b7b996p-5};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b57ffcff63p-17, -0x1.0624d845fc33ep-10, 0x1.921fb54442d18p+0,
        -0x1.921fb54442d18p+0, nan64, 0x1.921fb54442d18p-1, -0x1.921fb54442d18p-1, 0x1.921fb54442d18p+0, -0x1.08c4bd60d04d5p+0, -0x1.429b90993f60ap+0,
        -0x1.59226efe9afabp+0, -0x1.52e6724a5fdddp-2, 0x1.485efd598b06cp+0, -0x1.2ff440428a979p-1, 0x1.81f569394e5c9p-4, -0x1.534d546263436p+0,
        -0x1.5bf61a6fdb74cp+0, -0x1.8652a3e084064p-1, -0x1.ff11eb39ad1ffp-2, -0x1.55f2f9af18059p-1, 0x1.2ec08a0ba21d4p+0, 0x1.2de9d4e2ca3ebp+0,
        -0x1.51dd5b3820bc2p+0, 0x1.a2d9bcc8a2b99p-1, 0x1.98acb535e2e92p-1, -0x1.114543dca2079p+0, -0x1.24bcdeac1cae5p-1, 0x1.527da620fceaap+0,
        0x1.c4dd239991b91p-8, 0x1.873087ffffedp-22, 0x1.921fb5066b9cap+0, 0x1.2e2c0ffb5e5a5p-1, 0x1.6a8c59ffffffcp-25, 0x1.70bb9d6bab00bp+0,
        0x1.9163389693725p+0, 0x1.921faeee7c8c1p+0, 0x1.921fb53602be5p+0, 0x1.b74da88d60da1p-5};
};

struct sinh_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 88.0, 90.0, -90.0,
        710.0, 711.0, -0x1.34641ep-1, 0x1.e9a97cp-1, 0x1.eed8p-1, 0x1.5edc78p-1, -0x1.c680fep-2, 0x1.359e1p-3, 0x1.a605bep-1, -0x1.cd4c3cp-2,
        0x1.cd5672p-3, 0x1.a00456p-1, 0x1.08eab4p-5, -0x1.715f6p-1, 0x1.555ed4p+3, 0x1.3abf1p+1, 0x1.f2c15ap+2, 0x1.875558p+3, 0x1.8526f6p+2,
        -0x1.1baaaap+4, 0x1.0912f8p+1, -0x1.b19bc6p+3, 0x1.385074p+4, 0x1.f230ccp+1, -0x1.903508p+3, 0x1.2cd902p+3, -0x1.f45d72p+3, -0x1.f3229ep+3,
        -0x1.00dd3p+4, 0x1.f250fap+3};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58001804fp-17, -0x1.0624e0dd02054p-10, inf64, -inf64, nan64,
        0x1.f1056dc7bf22dp+125, 0x1.cb108ffbec164p+128, -0x1.cb108ffbec164p+128, 0x1.3e21a464507f9p+1023, inf64, -0x1.47612735f956fp-1,
        0x1.1be5d52b20ae3p+0, 0x1.1fc7fd0623935p+0, 0x1.7af9624bc7285p-1, -0x1.d59322eae64a4p-2, 0x1.36cc563c667ffp-3, 0x1.d775bdf3398a9p-1,
        -0x1.dd0f303c5398bp-2, 0x1.d13fcc7ab5f17p-3, 0x1.cf54146d161cap-1, 0x1.08f6863784ae5p-5, -0x1.9241ecc5fed21p-1, 0x1.4f8ee6a5e9b02p+14,
        0x1.736d206fc920bp+2, 0x1.2ef6703cab256p+10, 0x1.8fc067c84fb94p+16, 0x1.b53f2d2ad4003p+7, -0x1.7e17cd046d6f5p+24, 0x1.f392813d8f9ecp+1,
        -0x1.76853a3580c35p+18, 0x1.1e33bdf56021dp+27, 0x1.87f3b5e7de596p+4, -0x1.07c000e109ed8p+17, 0x1.7a53443d9a6adp+12, -0x1.7909c4113ee8ep+21,
        -0x1.6ad2b24aca2e3p+21, -0x1.1e3ab1af08557p+22, 0x1.61a7e6be51947p+21};
};

struct cosh_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 88.0, 90.0, -90.0,
        710.0, 711.0, -0x1.56d136p-5, 0x1.983148p-2, -0x1.1713f4p-2, -0x1.e1c5fcp-1, -0x1.3099bep-1, 0x1.8dd226p-2, 0x1.082a1ap-2, 0x1.bc1368p-1,
        -0x1.1b4c3cp-1, 0x1.b867bap-1, -0x1.fb050cp-1, 0x1.c862fep-5, -0x1.bdce2ep+2, 0x1.30d992p+4, -0x1.916d14p+3, -0x1.51e3d8p+1, 0x1.9e2c8ap+1,
        0x1.301ebap+4, 0x1.02f26cp+4, 0x1.c8d1ccp+2, -0x1.82a4fcp+2, 0x1.70dedcp+3, -0x1.7d3dfap+2, 0x1.1fe05cp+4, 0x1.0a8aeap+3, -0x1.2d4ce4p+4,
        0x1.26d7aap+3, 0x1.14ba3cp+3};
    static constexpr double y[] = {1.0, 1.0, 1.0, 1.0, 0x1.0000000036f9cp+0, 0x1.000008637be97p+0, inf64, inf64, nan64, 0x1.f1056dc7bf22dp+125,
        0x1.cb108ffbec164p+128, 0x1.cb108ffbec164p+128, 0x1.3e21a464507f9p+1023, inf64, 0x1.00396499c5578p+0, 0x1.149c39b614cbcp+0,
        0x1.0990fe32c0d99p+0, 0x1.79f21bcfaa01cp+0, 0x1.2ea7d0dd2e58bp+0, 0x1.1390304981458p+0, 0x1.0890d5ce9ac94p+0, 0x1.667b018400f7ap+0,
        0x1.2832c8f4aebd6p+0, 0x1.64b0cd5a98514p+0, 0x1.881ef111016cap+0, 0x1.0065bad601c85p+0, 0x1.08eab217db847p+9, 0x1.66ffe6e52085fp+26,
        0x1.11fd90b502cbp+17, 0x1.c29a00dd18382p+2, 0x1.976e08dce0fcep+3, 0x1.56fdc7d710193p+26, 0x1.4606abeddd61fp+22, 0x1.3aaa7496cc834p+9,
        0x1.a473317b9d87fp+7, 0x1.8c3e25eb92ed6p+15, 0x1.826a7d61b3605p+7, 0x1.f1174dbff7bbbp+24, 0x1.0302b06d335f9p+11, 0x1.1f929c68035cdp+26,
        0x1.39975a1c9917ap+12, 0x1.64138789b2c2bp+11};
};

struct tanh_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 9.0, -9.5, 20.0,
        -100.0, -0x1.9803f2p-1, -0x1.6a9b04p-7, 0x1.36a37ap-3, 0x1.9d6f5ap-1, -0x1.18069p-1, -0x1.4ed78ap-1, -0x1.25742ep-4, 0x1.418554p-3,
        0x1.0dd14cp-2, 0x1.bd1506p-2, 0x1.2a0584p-2, -0x1.611906p-2, 0x1.096dc6p-9, 0x1.1b6326p-1, -0x1.3890e6p+0, -0x1.c9e0eap+1, -0x1.359e54p+2,
        -0x1.3df44ep+1, -0x1.bd5a38p-1, 0x1.ccecc8p+1, -0x1.7ef82ap-5, 0x1.730716p+0, 0x1.1c11dep+0, -0x1.3d676p+2, 0x1.2df3acp+2, -0x1.eafe3p+0,
        0x1.cabe84p+0, 0x1.da8712p+0};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b57ffcff63p-17, -0x1.0624d845fc20bp-10, 1.0, -1.0, nan64,
        0x1.fffffefa59d78p-1, -0x1.ffffff9fbea41p-1, 1.0, -1.0, -0x1.531960be2c673p-1, -0x1.6a973a11af6d9p-7, 0x1.34472f2c6bfbep-3,
        0x1.561ec11b90bd2p-1, -0x1.fe2b4de0b998ep-2, -0x1.261107285f0dfp-1, -0x1.24f3e8b466761p-4, 0x1.3ee7b63df701p-3, 0x1.07bdea865fa29p-2,
        0x1.a3057295b47c3p-2, 0x1.21e1ffbc93bd7p-2, -0x1.53bcf31faa28dp-2, 0x1.096dae38bc1fp-9, 0x1.019a824080872p-1, -0x1.ae0c46ea47e95p-1,
        -0x1.ff334e6005fe9p-1, -0x1.ffef89eb5a208p-1, -0x1.f8eceab748f34p-1, -0x1.670f1df7c6b32p-1, 0x1.ff3cd0691f5f6p-1, -0x1.7eb0cdfaba586p-5,
        0x1.ca86ccd444f6dp-1, 0x1.9b9dbc3b08a24p-1, -0x1.fff317efabaa1p-1, 0x1.ffeb152edd5c2p-1, -0x1.ea5ddb9b9f8f1p-1, 0x1.e455ec337e26ep-1,
        0x1.e777d268a64e4p-1};
};

struct asinh_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0,
        0x1.fffffep+127, -0x1.443d04p+1, 0x1.6dd6eep-2, 0x1.0f8af4p+2, -0x1.6085cep+1, 0x1.b0c3e8p+1, -0x1.6fe6e8p+0, -0x1.0a4402p+2, 0x1.138dap+1,
        0x1.ed6402p+0, -0x1.d628eep+1, 0x1.b7711cp+0, -0x1.0f0b96p-2, -0x1.9fdaacp+1, 0x1.f19f72p+0, -0x1.525fp+0, -0x1.029ca2p+1, 0x1.0fecd8p+1,
        -0x1.f51ae2p+0, 0x1.37ff4cp+29, 0x1.9444d6p+3, 0x1.2b76fcp+42, 0x1.1601c6p-17, 0x1.3eef7ep-17, 0x1.8cee14p+87, 0x1.0abf32p+87, 0x1.e2d77ap+13,
        0x1.fb2f86p+51, 0x1.ce2d62p+54, 0x1.b22fb8p+46, 0x1.04dd06p+2};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b57ffe7fb1p-17, -0x1.0624db22fe12cp-10, inf64, -inf64, nan64,
        0x1.c34366179d427p-1, -0x1.c34366179d427p-1, 0x1.65a9f84b82e63p+6, -0x1.a8d24cfdc0985p+0, 0x1.66790837ee59ap-2, 0x1.13746db034748p+1,
        -0x1.bcd814e5f943ep+0, 0x1.eeb833e7e4ecdp+0, -0x1.28cc5aabae29fp+0, -0x1.1102d3c3fdce8p+1, 0x1.828b31f01f18ep+0, 0x1.6920106745581p+0,
        -0x1.019093c644bf4p+1, 0x1.4f2728ef544f2p+0, -0x1.0bf9df85fdb33p-2, -0x1.e4f3463247625p+0, 0x1.6b115dfbe89c7p+0, -0x1.177663543a3a9p+0,
        -0x1.73e5b5751427bp+0, 0x1.7f785d64dafa9p+0, -0x1.6ca80a413c528p+0, 0x1.4fe02f093194fp+4, 0x1.9d932f51bc3c2p+1, 0x1.df64f57396d8p+4,
        0x1.1601c5fff256dp-17, 0x1.3eef7dffeb5fbp-17, 0x1.eb7bf9717b603p+5, 0x1.e84dfa07c0e24p+5, 0x1.4ad594d8b26c1p+3, 0x1.25d19e776736bp+5,
        0x1.35b5ff6338aafp+5, 0x1.08d986b712c19p+5, 0x1.0e7620d7d9223p+1};
};

struct acosh_goldens {
    static constexpr double x[] = {inf64, -inf64, nan64, 1.0, 0.5, -2.0, 0x1.000002p+0, 0x1.00068ep+0, 0x1.fffffep+127, 0x1.2c5522p+3, 0x1.37af64p+3,
        0x1.23f0cep+3, 0x1.10ef78p+3, 0x1.5ed332p+0, 0x1.a30a5ap+1, 0x1.ddc0bcp+2, 0x1.1221a4p+3, 0x1.e42c1ep+0, 0x1.2fdcc2p+3, 0x1.305ecap+2,
        0x1.0b4a12p+3, 0x1.bdf82p+2, 0x1.7b8ebcp+2, 0x1.1425d4p+3, 0x1.0be196p+3, 0x1.19999ap+2, 0x1.db2dd4p+0, 0x1.28b52cp+3, 0x1.11a37ap+2,
        775618.75, 0x1.8e9976p+75, 0x1.50169ap+54, 0x1.19b054p+71, 0x1.b87f6cp+45, 0x1.01d846p+67, 0x1.a825a4p+28, 0x1.ea4cd6p+6, 0x1.1aa81ep+46,
        0x1.cd9168p+59};
    static constexpr double y[] = {inf64, nan64, nan64, 0.0, nan64, nan64, 0x1.ffffffaaaaaadp-12, 0x1.cf71af8b310dfp-7, 0x1.65a9f84b82e63p+6,
        0x1.76f842ddc41e8p+1, 0x1.7bbec2f6be257p+1, 0x1.7352263a509e3p+1, 0x1.6aa60a1f2b572p+1, 0x1.ac1a54da899b2p-1, 0x1.dada81bcc802fp+0,
        0x1.59739dd652dd4p+1, 0x1.6b364db585d7dp+1, 0x1.4075774db72bap+0, 0x1.78794d3fc2327p+1, 0x1.1ee1dca3bedacp+1, 0x1.67f43705d7ca6p+1,
        0x1.508dbabc2cca3p+1, 0x1.3ba8af997072cp+1, 0x1.6c2815de01095p+1, 0x1.683d3778b4034p+1, 0x1.14aeaf5c59011p+1, 0x1.3ac86eb348cb7p+0,
        0x1.75680eb234496p+1, 0x1.10e8e4b3e4794p+1, 0x1.c82562794015bp+3, 0x1.a8f9c8f48e093p+5, 0x1.33298e85d051dp+5, 0x1.90048d2e59904p+5,
        0x1.036b842a7064dp+5, 0x1.792127923c2f6p+5, 0x1.49b2e05341a8bp+4, 0x1.601e5fe1b65adp+2, 0x1.056a70e6f7217p+5, 0x1.516d1f8364779p+5};
};

struct atanh_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 0.5,
        -0.5, 1.5, -2.0, 0x1.fffffep-1, -0x1.fffffep-1, -0x1.1dff9p-2, 0x1.86fce2p-1, -0x1.4635a6p-1, 0x1.20a0eep-1, 0x1.76e688p-3, 0x1.8c1012p-4,
        -0x1.ea3d0ap-2, -0x1.856c24p-2, -0x1.d508p-2, 0x1.2a973ap-1, 0x1.43e4a2p-4, 0x1.a7b8ap-4, -0x1.98921cp-4, -0x1.6913dap-1, -0x1.a8267ep-3,
        0x1.356bdcp-1, 0x1.198e96p-1, 0x1.22e2d4p-3, 0x1.75f9c4p-2, -0x1.bd44e4p-1, -0x1.64cebep-1, -0x1.2d6ed4p-1, -0x1.1729b6p-1, -0x1.797998p-1};
    static constexpr double y[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58003009dp-17, -0x1.0624e3ba043f6p-10, nan64, nan64, nan64,
        inf64, -inf64, 0x1.193ea7aad030bp-1, -0x1.193ea7aad030bp-1, nan64, nan64, 0x1.1542456b37d43p+3, -0x1.1542456b37d43p+3, -0x1.25cdb28656a47p-2,
        0x1.0141b67afb61ep+0, -0x1.81b3bc4c0394p-1, 0x1.46ccbbe80bfc4p-1, 0x1.7b2ca520ee63ap-3, 0x1.8d4ddb96eb673p-4, -0x1.0aef9c6a6a9fdp-1,
        -0x1.9a03bc57faf9cp-2, -0x1.fab3a822ebea5p-2, 0x1.55a52aaab8af6p-1, 0x1.44921ba946fa8p-4, 0x1.a93e10977380ep-4, -0x1.99ef17997a88ep-4,
        -0x1.c1589a3ef68fdp-1, -0x1.ae602a01200dbp-3, 0x1.66605c2bb4b0cp-1, 0x1.3c8caf912367bp-1, 0x1.24ddbc54426b3p-3, 0x1.881318052a56ep-2,
        -0x1.54ead4e7380f7p+0, -0x1.b8f2dfa8f2111p-1, -0x1.59f93b0695903p-1, -0x1.39215783fbfdap-1, -0x1.e38db6d445ffbp-1};
};

struct erf_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0, 4.0,
        -6.0, 30.0, -0x1.661a64p+0, 0x1.f73abp-1, -0x1.334948p+1, -0x1.2947dp+1, 0x1.60511cp+0, -0x1.f2c55ep+0, 0x1.529dep-1, 0x1.6df8dcp+1,
        0x1.467a9cp-1, 0x1.1dcb5ap+1, -0x1.4437bap+1, 0x1.2a81cep+1, 0x1.e023f6p+0, -0x1.9daf08p+0, -0x1.bc9178p-2, -0x1.3d1a86p+0, -0x1.f136cep-1,
        -0x1.2e9dbp+1, 0x1.2ecd9ap+1, 0x1.6a73bcp+0, -0x1.81327ap+0, 0x1.a3954cp-2, -0x1.321658p-1, 0x1.6cc77ep+0, -0x1.327c7ep+0, 0x1.4498fcp+1,
        -0x1.64fa5ap+1, -0x1.c04f1ep+0};
    static constexpr double y[] = {0.0, -0.0, 0x1.aa4a221f4e076p-67, -0x1.aa4a221f4e076p-67, 0x1.7a9f07aae5ddbp-17, -0x1.27cc38f08a271p-10, 1.0, -1.0,
        nan64, 0x1.af767a741088bp-1, -0x1.af767a741088bp-1, 0x1.ffffff7b91176p-1, -1.0, 1.0, -0x1.e779b6bdc7018p-1, 0x1.abc26027c981p-1,
        -0x1.ffa611932a09ap-1, -0x1.ff7a19a6ef2edp-1, 0x1.e59222e72b9bep-1, -0x1.fcff863e81504p-1, 0x1.4cfd2b668f0abp-1, 0x1.fff918bd9f39ep-1,
        0x1.4401bf305b7bfp-1, 0x1.ff2f81c95c25dp-1, -0x1.ffd354a63a2cdp-1, 0x1.ff8065ea72643p-1, 0x1.fbe887f20a4a6p-1, -0x1.f495ba416b7b9p-1,
        -0x1.d7d449d4d98bep-2, -0x1.d7229fa1ef426p-1, -0x1.a92568b1a1714p-1, -0x1.ff938d6bb841ep-1, 0x1.ff945b9dd6b5ap-1, 0x1.e8d47082edcbep-1,
        -0x1.eeedb91306313p-1, 0x1.c03c4209f3e8dp-2, -0x1.344c14fea74e4p-1, 0x1.e9873fd5bf62ap-1, -0x1.d1b2a79737501p-1, 0x1.ffd40b0fbfb08p-1,
        -0x1.fff58020bed4p-1, -0x1.f9355ccbf10b7p-1};
};

struct tgamma_goldens {
    static constexpr double x[] = {0.0, -0.0, inf64, -inf64, nan64, -1.0, -2.0, 0.5, 1.0, 2.0, 5.0, 11.0, 35.0, 36.0, 171.0, 172.0, -0.5, -1.5, -2.5,
        0x1.4f8b58p-17, 0x1.caa88cp-1, 0x1.2f7d26p+0, 0x1.bf8338p-6, 0x1.8d498ap+1, 0x1.cc1db8p+1, 0x1.66de1ap+1, 0x1.b48292p+0, 0x1.b27446p+0,
        0x1.64b826p+2, 0x1.434872p+2, 0x1.4cf97ep+2, 0x1.8ecba8p-2, 0x1.05085ap+0, 0x1.bf8088p+1, 0x1.b15a4cp+3, 0x1.bfc1a6p+3, 0x1.fed95p+4,
        0x1.0f6d96p+5, 0x1.087caep+3, 0x1.189ffp+3, 0x1.e58684p+3, 0x1.aab74cp+4, 0x1.3d23cp+4, 0x1.e23856p+2};
    static constexpr double y[] = {inf64, -inf64, inf64, nan64, nan64, nan64, nan64, 0x1.c5bf891b4ef6bp+0, 1.0, 1.0, 24.0, 0x1.baf8p+21,
        0x1.bc3789a33df96p+127, 0x1.e5dcbe8a8bc8cp+132, 0x1.4ab7864418639p+1019, inf64, -0x1.c5bf891b4ef6bp+1, 0x1.2e7fb0bcdf4f2p+1,
        -0x1.e3ff812e32183p-1, 0x1.869f6ce1ccdcp+16, 0x1.1270551a8cde9p+0, 0x1.d823b8a1d4584p-1, 0x1.207bb4f000ea9p+5, 0x1.1a53e2b60da71p+1,
        0x1.d8e7291444c74p+1, 0x1.ae80b16ce237fp+0, 0x1.d1b98097ac8cfp-1, 0x1.d0f128e87155cp-1, 0x1.d7d1be4f9501cp+5, 0x1.9ef6c24750632p+4,
        0x1.05ba95adf134ep+5, 0x1.23d2866d7a59p+1, 0x1.fa61e6e981b11p-1, 0x1.a791839a492bbp+1, 0x1.c69105fdb52afp+30, 0x1.6be117eaa866fp+32,
        0x1.3c547a9d848c9p+112, 0x1.454a435898107p+122, 0x1.0e0f30c8869ffp+13, 0x1.81dee10666777p+14, 0x1.01f29f134a937p+37, 0x1.c50b92eb7b5ebp+86,
        0x1.fca40b99c0ad8p+55, 0x1.f489fe097253dp+10};
};

struct lgamma_goldens {
    static constexpr double x[] = {0.0, -0.0, inf64, -inf64, nan64, -1.0, -2.0, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0, 0x1.2a05f2p+33, -0.5, -1.5,
        0x1.4f8b58p-17, 0x1.61e7d4p-2, 0x1.572dap-2, 0x1.fc0c14p-2, 0x1.2180fcp-1, 0x1.29c8acp-2, 0x1.e0fe58p-2, 0x1.13f3acp+4, 0x1.168feap+4,
        0x1.d6cc78p+3, 0x1.08e79cp+4, 0x1.33e566p+4, 0x1.105974p+4, 0x1.a03f44p+3, 0x1.3e4f8ep+3, 0x1.c86858p+4, 0x1.e91fap+2, 0x1.6b3006p+2,
        0x1.bd8f4p+4, 0x1.ba3298p+1, 0x1.6127ccp+2, 0x1.352a3ep+4, 0x1.879fbep+1, 0x1.1e4222p+4, 0x1.d8480cp+4, 0x1.ebf056p+81, 0x1.9b37c6p+55,
        0x1.99f6f4p+16, 0x1.29d60cp+14};
    static constexpr double y[] = {inf64, inf64, inf64, inf64, nan64, inf64, inf64, 0x1.250d048e7a1bdp-1, 0.0, 0.0, 0x1.62e42fefa39efp-1,
        0x1.99a8921a7f7cfp+3, 0x1.67225b4879462p+8, 0x1.9a43710f467c1p+37, 0x1.43f89a3f0edd6p+0, 0x1.b858151820f86p-1, 0x1.7069d69cdecd5p+3,
        0x1.e53a669ef0462p-1, 0x1.f5a79432198bfp-1, 0x1.28f3514898bdbp-1, 0x1.d09d624097452p-2, 0x1.20e7888f4475ap+0, 0x1.44b10c4a1d47bp-1,
        0x1.f5dbb4ead7e75p+4, 0x1.fd3a4d49a3fe3p+4, 0x1.86cd3d4a5b97ap+4, 0x1.d6f4494e8d035p+4, 0x1.28dc4a16f6938p+5, 0x1.ebbac7fb4680cp+4,
        0x1.401b8b6f3263p+4, 0x1.95dc0372ddcc3p+3, 0x1.09375fbeb861bp+6, 0x1.f40d80a14a402p+2, 0x1.0f845d6aa0fbcp+2, 0x1.0035b5de21efbp+6,
        0x1.26bc170a41545p+0, 0x1.fe53d2f24b372p+1, 0x1.2ab8af78e65e7p+5, 0x1.7f637478f43dp-1, 0x1.098cf957356d6p+5, 0x1.168365605739p+6,
        0x1.ace500525c419p+87, 0x1.e324992874b16p+60, 0x1.0e9b8398d2f0ap+20, 0x1.49ace74bc948ap+17};
};

struct deg2rad_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, 30.0, 45.0,
        90.0, 180.0, -180.0, 360.0, 0x1.e476fep+7, 0x1.bfbc9ap+5, -0x1.5a1dap+8, 0x1.481636p+5, 0x1.2d428ep+6, 0x1.241b34p+7, 0x1.db057ap+8,
        0x1.590b66p+8, 0x1.3fafe4p+9, 0x1.37e3a6p+8, 0x1.7baeaap+7, 0x1.d608b4p+7, -0x1.6b8866p+8, 0x1.d598e6p+7, -0x1.9a6458p+8, 0x1.62b9bcp+9,
        -0x1.0aee4ap+7, -0x1.1b66fap+6, 0x1.30f832p+7, 0x1.b365c2p+7, 0x1.337bf6p+5, 0x1.dba08ep+8, 0x1.6521a6p+7, -0x1.202218p+8, 0x1.ef79ecp+8,
        0x1.2344bap+6};
    static constexpr double y[] = {0.0, -0.0, 0x1.a5fea50bc28dep-73, -0x1.a5fea50bc28dep-73, 0x1.76ce7ce848665p-23, -0x1.24d152faea14ap-16, inf64,
        -inf64, nan64, 0x1.1df46a2529d39p-6, 0x1.0c152382d7366p-1, 0x1.921fb54442d18p-1, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1,
        -0x1.921fb54442d18p+1, 0x1.921fb54442d18p+2, 0x1.0e938187d8c31p+2, 0x1.f42070d9df2d8p-1, -0x1.829d6edf0314fp+2, 0x1.6e79f7524b2c8p-1,
        0x1.5082b86ea2a32p+0, 0x1.46492bef3b304p+1, 0x1.094d4f7fc0f59p+3, 0x1.816b1e7c0741cp+2, 0x1.651809068d0f5p+3, 0x1.5c623619c1983p+2,
        0x1.a81bf32978ab5p+1, 0x1.068439c9b34afp+2, -0x1.9611ee4a7858p+2, 0x1.0645c83f59877p+2, -0x1.ca6987c4fffdfp+2, 0x1.8c3b726796a51p+3,
        -0x1.2a2a222df2b17p+1, -0x1.3c9037fa0fb3dp+0, 0x1.54a77aacb267p+1, 0x1.e657fa7e3f2c3p+1, 0x1.577692826f038p-1, 0x1.09a3ec296f5b3p+3,
        0x1.8eeb6df3fef28p+1, -0x1.41d90caed1f11p+2, 0x1.14b9e4b0aca59p+3, 0x1.455999580589ap+0};
};

struct rad2deg_goldens {
    static constexpr double x[] = {0.0, -0.0, 0x1.79ca1p-67, -0x1.79ca1p-67, 0x1.4f8b58p-17, -0x1.0624dep-10, inf64, -inf64, nan64, 1.0, -1.0,
        0x1.921fb6p+1, 0x1.921fb6p+0, 0x1.d6decap+2, 0x1.5cde96p+3, 0x1.0c662ap+3, -0x1.2f7b8cp+3, -0x1.c0326ep-3, 0x1.e13afep+2, 0x1.9d3398p+3,
        0x1.0529e4p+2, 0x1.7ed0dcp+2, 0x1.17f9dap+3, 0x1.ea3d5ep+1, -0x1.159558p+2, 0x1.2f195cp+1, 0x1.6e4b4p+3, 0x1.0c5b62p+3, 0x1.ecd0ccp+2,
        -0x1.ca1082p-2, -0x1.98d684p+0, -0x1.003ec8p-2, 0x1.648a3cp+1, -0x1.83f6cep+2, 0x1.2227eap-1, -0x1.e334fap+1, 0x1.b71da8p+2, 0x1.8b2668p-3,
        -0x1.a53aaep+1, -0x1.fd3f8cp+2, -0x1.3619ap+3};
    static constexpr double y[] = {0.0, -0.0, 0x1.5236ee673be82p-61, -0x1.5236ee673be82p-61, 0x1.2c65177074408p-11, -0x1.d55df6dcaad6dp-5, inf64,
        -inf64, nan64, 0x1.ca5dc1a63c1f8p+5, -0x1.ca5dc1a63c1f8p+5, 0x1.680000a8129b7p+7, 0x1.680000a8129b7p+6, 0x1.a58b84418dab9p+8,
        0x1.3852fe8f6bad3p+9, 0x1.e091134890f23p+8, -0x1.0fb116f588f78p+9, -0x1.913f2f1382722p+3, 0x1.aed1e4701e61ep+8, 0x1.71ead11f370bcp+9,
        0x1.d39c97adff63cp+7, 0x1.56b6ee85fb995p+8, 0x1.f54b89915d1e6p+8, 0x1.b6e2aaa6e065dp+7, -0x1.f102d8aacf603p+7, 0x1.0f59300aadfe7p+7,
        0x1.47ec63756b091p+9, 0x1.e07dc585c129fp+8, 0x1.b93104cdc476fp+8, -0x1.9a14a5898f254p+4, -0x1.6e02c1ac94511p+6, -0x1.cace2a7461abfp+3,
        0x1.3f30f1a1c44d9p+7, -0x1.5b52d156ea3a9p+8, 0x1.03c2d65041b86p+5, -0x1.b096df83c428p+7, 0x1.891df0404401fp+8, 0x1.61c1b6f62a0e8p+3,
        -0x1.791aa01ffd143p+7, -0x1.c7e718e2b9ad2p+8, -0x1.159db510e788fp+9};
};

using function_cases = type_list<cbrt_goldens, rsqrt_goldens, exp_goldens, exp2_goldens, expm1_goldens, log_goldens, log1p_goldens, log2_goldens,
    log10_goldens, sin_goldens, cos_goldens, tan_goldens, asin_goldens, acos_goldens, atan_goldens, sinh_goldens, cosh_goldens, tanh_goldens,
    asinh_goldens, acosh_goldens, atanh_goldens, erf_goldens, tgamma_goldens, lgamma_goldens, deg2rad_goldens, rad2deg_goldens>;

}  // namespace twill::goldens
