// SPDX-License-Identifier: MIT
// What a call costs the host: statements on 1024 elements and temporaries, on the host's clock over
// a batch of calls that is waited for once.
//   twill: one statement      raw: a hand-written kernel or CUDA call of the same
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t count = 1024;

__global__ void add_kernel(float* c, float const* a, float const* b, int n) {
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        c[i] = a[i] + b[i];
}
__global__ void chain_kernel(float* c, float const* a, float const* b, int n) {
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        c[i] = workloads::chain(a[i], b[i]);
}
__global__ void sum_kernel(float* to, float const* a) {
    __shared__ float warps[32];
    float x = a[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = warps[threadIdx.x];
        for (int step = 16; step > 0; step /= 2)
            x += __shfl_down_sync(~0u, x, step);
        if (threadIdx.x == 0)
            *to = x;
    }
}

float added(int64_t i) { return workloads::value(i, 1) + workloads::value(i, 2); }
float chained(int64_t i) {
    return workloads::chain(workloads::value(i, 1), workloads::value(i, 2));
}
double total(int64_t) {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i)
        sum += static_cast<double>(workloads::value(i, 1));
    return sum;
}

struct buffers {
    tw::device_array<float> a, b, c;
    tw::device_array<float, 0> s;
    buffers() : a(vector(count, 1)), b(vector(count, 2)), c(tw::extents<1>(count)) {}
};

}  // namespace

int main(int argc, char** argv) {
    int const n = static_cast<int>(count);
    unsigned const grid = blocks(count);
    add_case("twill/add/2^10/call", [](benchmark::State& state) {
        buffers m;
        auto run = [&] { m.c = m.a + m.b; };
        run();
        if (check(state, m.c.data(), count, 0, added))
            time_by_clock(state, count * 12, run);
    });
    add_case("raw/add/2^10/call", [=](benchmark::State& state) {
        buffers m;
        auto run = [&] { add_kernel<<<grid, threads>>>(m.c.data(), m.a.data(), m.b.data(), n); };
        run();
        if (check(state, m.c.data(), count, 0, added))
            time_by_clock(state, count * 12, run);
    });
    add_case("twill/chain/2^10/call", [](benchmark::State& state) {
        buffers m;
        auto run = [&] { m.c = sqrt(m.a * m.a + m.b * m.b) * 0.5f + sin(m.a); };
        run();
        if (check(state, m.c.data(), count, 1e-6, chained))
            time_by_clock(state, count * 12, run);
    });
    add_case("raw/chain/2^10/call", [=](benchmark::State& state) {
        buffers m;
        auto run = [&] { chain_kernel<<<grid, threads>>>(m.c.data(), m.a.data(), m.b.data(), n); };
        run();
        if (check(state, m.c.data(), count, 1e-6, chained))
            time_by_clock(state, count * 12, run);
    });
    add_case("twill/sum/2^10/call", [](benchmark::State& state) {
        buffers m;
        auto run = [&] { m.s = sum(m.a); };
        run();
        if (check(state, m.s.data(), 1, 1e-5, total))
            time_by_clock(state, count * 4, run);
    });
    add_case("raw/sum/2^10/call", [=](benchmark::State& state) {
        buffers m;
        auto run = [&] { sum_kernel<<<1, 1024>>>(m.s.data(), m.a.data()); };
        run();
        if (check(state, m.s.data(), 1, 1e-5, total))
            time_by_clock(state, count * 4, run);
    });
    // A temporary of 1 MB: made and destroyed.
    add_case("twill/allocate/1MB/call", [](benchmark::State& state) {
        time_by_clock(state, 0, [] {
            tw::device_array<float> const x{tw::extents<1>(1 << 18)};
            benchmark::DoNotOptimize(x.data());
        });
    });
    add_case("raw/allocate/1MB/call", [](benchmark::State& state) {
        // Without it the pool gives its memory back whenever the batch is waited for.
        cudaMemPool_t pool;
        must(cudaDeviceGetDefaultMemPool(&pool, 0));
        std::uint64_t keep = ~std::uint64_t{0};
        must(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
        time_by_clock(state, 0, [] {
            void* x = nullptr;
            must(cudaMallocAsync(&x, std::size_t{1} << 20, nullptr));
            benchmark::DoNotOptimize(x);
            must(cudaFreeAsync(x, nullptr));
        });
    });
    return device::run(argc, argv);
}
