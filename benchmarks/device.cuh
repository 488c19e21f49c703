// SPDX-License-Identifier: MIT
// What the device benchmarks share: inputs made on the device, samples of results brought back,
// timing by events on the default stream and by the host's clock, and the names of the cases.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include <twill/twill.cuh>

#include "workloads.hpp"

namespace device {

namespace tw = twill;
using std::int64_t;

inline void must(cudaError_t code) {
    if (code == cudaSuccess)
        return;
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(code));
    std::exit(1);
}

static __global__ void fill_kernel(float* to, int64_t count, unsigned seed) {
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = workloads::value(i, seed);
}

inline constexpr int threads = 256;
/// Blocks so that each thread takes `each` elements.
inline unsigned blocks(int64_t count, int each = 1) {
    int64_t const per_block = int64_t{threads} * each;
    return static_cast<unsigned>((count + per_block - 1) / per_block);
}

inline void fill(float* to, int64_t count, unsigned seed) {
    fill_kernel<<<blocks(count), threads>>>(to, count, seed);
    must(cudaGetLastError());
}
inline tw::device_array<float> vector(int64_t count, unsigned seed) {
    tw::device_array<float> x{tw::extents<1>(count)};
    fill(x.data(), count, seed);
    return x;
}
inline tw::device_array<float, 2> matrix(int64_t rows, int64_t columns, unsigned seed) {
    tw::device_array<float, 2> x{tw::extents<2>(rows, columns)};
    fill(x.data(), rows * columns, seed);
    return x;
}

/// Compares samples of device memory with expected(i).
template <class T, class Expected>
bool check(benchmark::State& state, T const* result, int64_t count, double tolerance,
           Expected&& expected) {
    return workloads::each_sample(count, [&](int64_t from, int64_t to) {
        std::vector<T> sample(static_cast<std::size_t>(to - from));
        must(cudaMemcpy(sample.data(), result + from, sample.size() * sizeof(T),
                        cudaMemcpyDeviceToHost));
        return workloads::check_range(state, sample.data(), from, to, tolerance, expected);
    });
}

/// The median of batches as one iteration's time. `time(calls)` is the seconds that so many calls
/// take; a batch is about `batch_seconds` long, and all of them about `total_seconds`.
template <class Time>
void report_median(benchmark::State& state, int64_t bytes, double batch_seconds,
                   double total_seconds, Time&& time) {
    double const once = std::max(time(3) / 3, 1e-7);
    int const calls = static_cast<int>(std::clamp(batch_seconds / once, 1.0, 500.0));
    auto const batches =
        static_cast<std::size_t>(std::clamp(total_seconds / (once * calls), 5.0, 51.0));
    time(calls);
    for (auto _ : state) {
        std::vector<double> times(batches);
        for (double& t : times)
            t = time(calls) / calls;
        auto const middle = times.begin() + static_cast<std::ptrdiff_t>(batches / 2);
        std::nth_element(times.begin(), middle, times.end());
        state.SetIterationTime(*middle);
    }
    workloads::count_bytes(state, bytes);
}

/// Time on the device between two events, per call. Several calls stand between them, so that what
/// a launch costs the host is hidden behind the call before it. `seconds`: of all repetitions.
template <class Run>
void time_by_events(benchmark::State& state, int64_t bytes, Run&& run, double seconds = 0.1) {
    cudaEvent_t start, stop;
    must(cudaEventCreate(&start));
    must(cudaEventCreate(&stop));
    report_median(state, bytes, 0.005, seconds, [&](int calls) {
        must(cudaEventRecord(start));
        for (int i = 0; i < calls; ++i)
            run();
        must(cudaEventRecord(stop));
        must(cudaEventSynchronize(stop));
        float milliseconds = 0;
        must(cudaEventElapsedTime(&milliseconds, start, stop));
        return static_cast<double>(milliseconds) * 1e-3;
    });
    must(cudaEventDestroy(start));
    must(cudaEventDestroy(stop));
}

/// Time on the host's clock, per call of a batch that is waited for once.
template <class Run>
void time_by_clock(benchmark::State& state, int64_t bytes, Run&& run) {
    must(cudaDeviceSynchronize());
    report_median(state, bytes, 0.002, 0.1, [&](int calls) {
        auto const start = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i)
            run();
        must(cudaDeviceSynchronize());
        std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
        return time.count();
    });
}

/// A case of time_by_events or time_by_clock, which repeat the work themselves.
template <class Body>
void add_case(std::string const& name, Body body) {
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(1);
}

/// The copy that the others are compared with: cudaMemcpyAsync from device to device.
inline void add_copy(int64_t count) {
    add_case(workloads::case_name("copy", "memcpy", count), [count](benchmark::State& state) {
        auto const a = vector(count, 1);
        tw::device_array<float> b{tw::extents<1>(count)};
        auto const bytes = static_cast<std::size_t>(count) * sizeof(float);
        auto run = [&] {
            must(cudaMemcpyAsync(b.data(), a.data(), bytes, cudaMemcpyDeviceToDevice));
        };
        run();
        if (!check(state, b.data(), count, 0, [](int64_t i) { return workloads::value(i, 1); }))
            return;
        time_by_events(state, count * 8, run);
    });
}

inline int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    if (tw::device_count() == 0) {
        std::printf("no GPU: nothing is measured\n");
        return 0;
    }
    cudaDeviceProp properties{};
    must(cudaGetDeviceProperties(&properties, 0));
    benchmark::AddCustomContext("device", properties.name);
    workloads::name_compilers();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

}  // namespace device
