// SPDX-License-Identifier: MIT
// Two examples' work on the device: b += a, and the distance of a grid of points in float64,
// its grid generated in the kernel.
//   twill: one statement      raw: a hand-written kernel that computes everything for every point
//   floor: one that computes what varies along one axis once per tile
#include <twill/twill.hpp>

#include "device.cuh"

using namespace device;
using D = workloads::distance;

namespace {

__global__ void distance_kernel(double* d, int64_t side, double step) {
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    d[i] = D::at(29.0 + static_cast<double>(i % side) * step,
                 99.0 + static_cast<double>(i / side) * step);
}
/// A thread takes one column of the tile and keeps what that column's latitude gives; the rows'
/// terms are in shared memory.
__global__ void distance_tiles(double* d, int64_t side, double step, int tile_rows) {
    __shared__ double across[64];
    int64_t const j = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    int64_t const first = static_cast<int64_t>(blockIdx.y) * tile_rows;
    if (static_cast<int>(threadIdx.x) < tile_rows) {
        double const t =
            sin(D::half_degree *
                (D::longitude - (99.0 + static_cast<double>(first + threadIdx.x) * step)));
        across[threadIdx.x] = t * t;
    }
    double const lat = 29.0 + static_cast<double>(j) * step;
    double const s = sin(D::half_degree * (D::latitude - lat));
    double const squared = s * s;
    double const scaled = cos(D::degree * lat) * cos(D::degree * D::latitude);
    __syncthreads();
    if (j >= side)
        return;
    for (int y = 0; y < tile_rows && first + y < side; ++y) {
        double const a = squared + scaled * across[y];
        d[(first + y) * side + j] = D::scale * atan2(a, 1.0 - a);
    }
}
__global__ void add_to_kernel(float* b, float const* a, int64_t count) {
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        b[i] += a[i];
}

void add_distance(int64_t side) {
    double const step = 2.0 / static_cast<double>(side - 1);
    auto expected = [=](int64_t i) {
        return D::at(29.0 + static_cast<double>(i % side) * step,
                     99.0 + static_cast<double>(i / side) * step);
    };
    add_case(workloads::case_name("twill", "distance", side * side), [=](benchmark::State& state) {
        tw::device_array<double, 2> d(tw::extents<2>(side, side));
        auto run = [&] {
            auto [lat, lon] =
                tw::meshgrid(tw::linspace(29.0, 31.0, side), tw::linspace(99.0, 101.0, side));
            auto h = square(sin(D::half_degree * (D::latitude - lat))) +
                     cos(D::degree * lat) * std::cos(D::degree * D::latitude) *
                         square(sin(D::half_degree * (D::longitude - lon)));
            d = D::scale * atan2(h, 1.0 - h);
        };
        run();
        if (check(state, d.data(), side * side, 1e-12, expected))
            time_by_events(state, side * side * 8, run);
    });
    add_case(workloads::case_name("floor", "distance", side * side), [=](benchmark::State& state) {
        tw::device_array<double, 2> d(tw::extents<2>(side, side));
        int const tile_rows = side > 4096 ? 64 : 8;
        auto const down = static_cast<unsigned>((side + tile_rows - 1) / tile_rows);
        auto run = [&] {
            distance_tiles<<<dim3(blocks(side), down), threads>>>(d.data(), side, step, tile_rows);
        };
        run();
        if (check(state, d.data(), side * side, 1e-12, expected))
            time_by_events(state, side * side * 8, run);
    });
    add_case(workloads::case_name("raw", "distance", side * side), [=](benchmark::State& state) {
        tw::device_array<double, 2> d(tw::extents<2>(side, side));
        auto run = [&] { distance_kernel<<<blocks(side * side), threads>>>(d.data(), side, step); };
        run();
        if (check(state, d.data(), side * side, 1e-12, expected))
            time_by_events(state, side * side * 8, run);
    });
}

/// b += a with everything that a program pays once: both copies in, the call, the copy out.
void add_whole_program(int64_t n) {
    add_case(
        workloads::case_name("twill", "add_to", n) + "/with_copies", [n](benchmark::State& state) {
            tw::pinned_array<float> const from_a = tw::to_pinned(vector(n, 1));
            tw::pinned_array<float> const from_b = tw::to_pinned(vector(n, 2));
            tw::pinned_array<float> back{tw::extents<1>(n)};
            tw::device_array<float> a{tw::extents<1>(n)};
            tw::device_array<float> b{tw::extents<1>(n)};
            auto run = [&] {
                tw::copy_async(a, from_a);
                tw::copy_async(b, from_b);
                b += a;
                tw::copy_async(back, b);
            };
            run();
            if (check(state, b.data(), n, 0,
                      [](int64_t i) { return workloads::value(i, 1) + workloads::value(i, 2); }))
                time_by_events(state, n * 12, run);
        });
    add_case(
        workloads::case_name("raw", "add_to", n) + "/with_copies", [n](benchmark::State& state) {
            tw::pinned_array<float> const from_a = tw::to_pinned(vector(n, 1));
            tw::pinned_array<float> const from_b = tw::to_pinned(vector(n, 2));
            tw::pinned_array<float> back{tw::extents<1>(n)};
            tw::device_array<float> a{tw::extents<1>(n)};
            tw::device_array<float> b{tw::extents<1>(n)};
            auto const bytes = static_cast<std::size_t>(n) * sizeof(float);
            auto run = [&] {
                must(cudaMemcpyAsync(a.data(), from_a.data(), bytes, cudaMemcpyHostToDevice));
                must(cudaMemcpyAsync(b.data(), from_b.data(), bytes, cudaMemcpyHostToDevice));
                add_to_kernel<<<blocks(n), threads>>>(b.data(), a.data(), n);
                must(cudaMemcpyAsync(back.data(), b.data(), bytes, cudaMemcpyDeviceToHost));
            };
            run();
            if (check(state, b.data(), n, 0,
                      [](int64_t i) { return workloads::value(i, 1) + workloads::value(i, 2); }))
                time_by_events(state, n * 12, run);
        });
}

}  // namespace

int main(int argc, char** argv) {
    for (int64_t const side : {32, 1000, 1024, 16384})
        add_distance(side);
    add_whole_program(int64_t{1} << 20);
    return device::run(argc, argv);
}
