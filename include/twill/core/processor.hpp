// SPDX-License-Identifier: MIT
// What the processor that a program runs on can do beyond what it was compiled for.
#pragma once

#include "twill/core/config.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
/// Before a function: compiled for AVX2, to be called where has_avx2(). No fused multiply-add: the
/// same bits as from any other processor.
#define TWILL_AVX2 __attribute__((target("avx2")))
#else
#define TWILL_AVX2
#endif
// clang passes registers of 64 bytes in memory unless the whole file is compiled for AVX-512.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__) && \
    (!defined(__clang__) || defined(__AVX512F__))
/// For AVX-512, where has_avx512(): for calls of functions alone, as g++ may fuse arithmetic there.
#define TWILL_AVX512 __attribute__((target("avx512f")))
#endif

namespace twill::inline v0::detail {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
/// Whether functions marked TWILL_AVX512 may be called, and the C library has its own for it.
inline bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
}
/// Whether functions marked TWILL_AVX2 may be called: where the mark means nothing, too.
inline bool may_run_avx2() { return has_avx2(); }
#else
inline bool may_run_avx2() { return true; }
#endif

}  // namespace twill::inline v0::detail
