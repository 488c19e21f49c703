// SPDX-License-Identifier: MIT
// Sums over either axis of matrices of 2^28 elements that are very tall or very wide: 2^24 x 16 and
// 16 x 2^24.
//   twill: one statement      floor: a hand-written kernel that reads the matrix once
#include "by_hand.cuh"
#include "device.cuh"

using namespace device;
using by_hand::plus;
using by_hand::read;

namespace {

constexpr int64_t few = 16;
constexpr int64_t many = int64_t{1} << 24;
constexpr int64_t elements = few * many;

/// The sums of rows of 16 elements. Four neighbouring threads share a row, a warp reads eight rows
/// at a time and writes the sums of 32 rows together.
__global__ void short_rows(float* to, float const* m) {
    int const lane = static_cast<int>(threadIdx.x % 32);
    int64_t const first = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32 * 32;
    float4 x[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        x[k] = read(m + (first + 8 * k) * few + lane * 4);
    float mine = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float sum = x[k].x + x[k].y + (x[k].z + x[k].w);
        sum += __shfl_xor_sync(~0u, sum, 1);
        sum += __shfl_xor_sync(~0u, sum, 2);
        if (lane % 4 == k)
            mine = sum;
    }
    to[first + lane % 4 * 8 + lane / 4] = mine;
}
/// The sums of 16 columns over each block's stretch of rows: a thread keeps to four columns.
__global__ void narrow_columns(float* to, float const* m, int64_t rows_a_block) {
    __shared__ float4 parts[8][4];
    float const* const from = m + static_cast<int64_t>(blockIdx.x) * rows_a_block * few;
    float4 sum{};
#pragma unroll 8
    for (int64_t i = threadIdx.x * 4; i < rows_a_block * few; i += 256 * 4)
        sum = plus(sum, read(from + i));
    for (int step = 16; step >= 4; step /= 2)
        sum = plus(sum, {__shfl_xor_sync(~0u, sum.x, step), __shfl_xor_sync(~0u, sum.y, step),
                         __shfl_xor_sync(~0u, sum.z, step), __shfl_xor_sync(~0u, sum.w, step)});
    if (threadIdx.x % 32 < 4)
        parts[threadIdx.x / 32][threadIdx.x % 4] = sum;
    __syncthreads();
    if (threadIdx.x < 4) {
        sum = {};
        for (int k = 0; k < 8; ++k)
            sum = plus(sum, parts[k][threadIdx.x]);
        by_hand::write(to + static_cast<int64_t>(blockIdx.x) * few + threadIdx.x * 4, sum);
    }
}

/// The sum of `count` inputs from `from` on, `step` apart.
double line(int64_t from, int64_t count, int64_t step) {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i)
        sum += static_cast<double>(workloads::value(from + i * step, 1));
    return sum;
}

/// A float's rounding over a tree of up to 2^24 numbers.
constexpr double sum_error = 1e-5;

struct workload {
    char const* name;
    int64_t rows, columns;
    int axis;
    int64_t results() const { return axis == 0 ? columns : rows; }
    /// Result i.
    double expected(int64_t i) const {
        return axis == 0 ? line(i, rows, columns) : line(i * columns, columns, 1);
    }
};

template <class Run>
void check_and_time(benchmark::State& state, workload const& w, float const* result, Run&& run) {
    run();
    auto expected = [&](int64_t i) { return w.expected(i); };
    // Long sums take the host long: a few results stand for all.
    int64_t const looked_at = w.results() == few ? 4 : w.results();
    if (check(state, result, looked_at, sum_error, expected))
        time_by_events(state, (elements + w.results()) * 4, run);
}

template <int Axis>
void add_twill(workload const& w) {
    add_case(std::string("twill/") + w.name + "/2^28", [w](benchmark::State& state) {
        auto const m = matrix(w.rows, w.columns, 1);
        tw::device_array<float> s{tw::extents<1>(w.results())};
        check_and_time(state, w, s.data(), [&] { s = sum(m, tw::axis<Axis>); });
    });
}
/// `run(to, partial, m)`; partial has space for 2^16 numbers.
template <class Run>
void add_floor(workload const& w, Run run) {
    add_case(std::string("floor/") + w.name + "/2^28", [w, run](benchmark::State& state) {
        auto const m = matrix(w.rows, w.columns, 1);
        tw::device_array<float> s{tw::extents<1>(w.results())};
        tw::device_array<float> partial{tw::extents<1>(1 << 16)};
        check_and_time(state, w, s.data(), [&] { run(s.data(), partial.data(), m.data()); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    workload const tall_1{"sum_axis_1_of_2^24x16", many, few, 1};
    workload const tall_0{"sum_axis_0_of_2^24x16", many, few, 0};
    workload const wide_1{"sum_axis_1_of_16x2^24", few, many, 1};
    workload const wide_0{"sum_axis_0_of_16x2^24", few, many, 0};
    add_twill<1>(tall_1);
    add_floor(tall_1, [](float* to, float*, float const* m) {
        short_rows<<<blocks(many), threads>>>(to, m);
    });
    add_twill<0>(tall_0);
    add_floor(tall_0, [](float* to, float* partial, float const* m) {
        constexpr int parts = 1024;
        narrow_columns<<<parts, 256>>>(partial, m, many / parts);
        narrow_columns<<<1, 256>>>(to, partial, parts);
    });
    add_twill<1>(wide_1);
    add_floor(wide_1, [](float* to, float* partial, float const* m) {
        constexpr int parts = 8192;
        by_hand::sum_stretches<<<parts, 512>>>(partial, m, nullptr, elements / parts);
        by_hand::sum_stretches<<<few, 512>>>(to, partial, nullptr, parts / few);
    });
    add_twill<0>(wide_0);
    add_floor(wide_0, [](float* to, float*, float const* m) {
        by_hand::sum_columns<16><<<blocks(many, 4), threads>>>(to, m, many, few);
    });
    return device::run(argc, argv);
}
