// SPDX-License-Identifier: MIT
// What every benchmark shares: the formulas as a person writes them in a loop, input values, the
// check of a result, and the names `<who>/<workload>/<size>`.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "benchmark/benchmark.h"

namespace workloads {

#if defined(__CUDACC__)
#define WORKLOADS_HD __host__ __device__
#else
#define WORKLOADS_HD
#endif

/// Element i of an input: a reproducible number in [0.25, 1.25), where no function does anything
/// special.
WORKLOADS_HD inline float value(std::int64_t i, std::uint32_t seed) {
    std::uint32_t h = static_cast<std::uint32_t>(i) * 2654435761u + seed * 40503u +
                      static_cast<std::uint32_t>(i >> 32);
    h = (h ^ h >> 15) * 2246822519u;
    h ^= h >> 13;
    return 0.25f + static_cast<float>(h >> 8) * (1.0f / 16777216.0f);
}

/// sqrt(a^2 + b^2) / 2 + sin(a).
WORKLOADS_HD inline float chain(float a, float b) { return sqrtf(a * a + b * b) * 0.5f + sinf(a); }

/// The distance of the point (30, 101) from (latitude, longitude), in kilometres: the demonstration
/// that examples/meshgrid_distance.cpp explains.
struct distance {
    static constexpr double half_degree = 0.008726645;
    static constexpr double degree = 0.01745329;
    static constexpr double scale = 12742.0;
    static constexpr double latitude = 30.0;
    static constexpr double longitude = 101.0;

    WORKLOADS_HD static double at(double lat, double lon) {
        double const s = sin(half_degree * (latitude - lat));
        double const t = sin(half_degree * (longitude - lon));
        double const a = s * s + cos(degree * lat) * cos(degree * latitude) * (t * t);
        return scale * atan2(a, 1.0 - a);
    }
};

/// Says in a program's output what compiled it.
inline void name_compilers() {
#if defined(__CUDACC__)
    benchmark::AddCustomContext(
        "CUDA", std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__));
#endif
#if defined(__clang__)
    benchmark::AddCustomContext("clang++", __clang_version__);
#else
    benchmark::AddCustomContext("g++", __VERSION__);
#endif
}

/// `2^20`, or the number itself where it is no power of two.
inline std::string size_name(std::int64_t count) {
    if (count > 0 && (count & (count - 1)) == 0) {
        int bits = 0;
        while (count >> bits > 1)
            ++bits;
        return "2^" + std::to_string(bits);
    }
    if (count > 1 && ((count + 1) & count) == 0)
        return size_name(count + 1) + "-1";
    return std::to_string(count);
}
inline std::string case_name(char const* who, char const* workload, std::int64_t count) {
    return std::string(who) + "/" + workload + "/" + size_name(count);
}

/// Whether x is y up to `tolerance` relative to y (absolute below 1).
inline bool close(double x, double y, double tolerance) {
    return std::fabs(x - y) <= tolerance * std::fmax(1.0, std::fabs(y));
}

/// Compares result[i] with expected(i) for i in [from, to); fails the case at the first difference.
template <class T, class Expected>
bool check_range(benchmark::State& state, T const* result, std::int64_t from, std::int64_t to,
                 double tolerance, Expected&& expected) {
    for (std::int64_t i = from; i < to; ++i) {
        double const got = static_cast<double>(result[i - from]);
        double const want = static_cast<double>(expected(i));
        if (close(got, want, tolerance))
            continue;
        char text[160];
        std::snprintf(text, sizeof(text), "element %lld is %.9g, not %.9g",
                      static_cast<long long>(i), got, want);
        state.SkipWithError(text);
        return false;
    }
    return true;
}
/// The parts of a large result that are looked at: both ends and pieces between them.
template <class Body>
bool each_sample(std::int64_t count, Body&& body) {
    constexpr std::int64_t piece = 1 << 16, pieces = 16;
    if (count <= piece * pieces)
        return body(std::int64_t{0}, count);
    for (std::int64_t k = 0; k < pieces; ++k) {
        std::int64_t const from = (count - piece) / (pieces - 1) * k;
        if (!body(k + 1 < pieces ? from : count - piece,
                  (k + 1 < pieces ? from : count - piece) + piece))
            return false;
    }
    return true;
}

/// Bytes per second over all iterations.
inline void count_bytes(benchmark::State& state, std::int64_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes);
}

}  // namespace workloads
