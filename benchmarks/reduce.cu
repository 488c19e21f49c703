// Reductions on the device, over 2^28 elements or 16384 x 16384.
//   twill: one statement      floor: a hand-written kernel that reads the operands once      copy:
//   cudaMemcpyAsync
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;

__device__ float block_sum(float x) {
    __shared__ float warps[32];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = x;
    __syncthreads();
    x = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0.0f;
    if (threadIdx.x < 32)
        for (int step = 16; step > 0; step /= 2)
            x += __shfl_down_sync(~0u, x, step);
    return x;
}
__device__ float4 read(float const* p) { return *reinterpret_cast<float4 const*>(p); }

/// Each block sums one stretch of `length` elements, four loads of 16 bytes in flight a thread.
/// Only a or a - b squared.
__global__ void floor_sum(float* to, float const* a, float const* b, int64_t length) {
    int64_t const from = static_cast<int64_t>(blockIdx.x) * length;
    float sum = 0;
    for (int64_t i = threadIdx.x * 4; i < length; i += int64_t{blockDim.x} * 16) {
        float4 x[4] = {};
        for (int k = 0; k < 4; ++k) {
            int64_t const j = i + int64_t{blockDim.x} * 4 * k;
            if (j >= length)
                continue;
            x[k] = read(a + from + j);
            if (b) {
                float4 const y = read(b + from + j);
                float4 const d{x[k].x - y.x, x[k].y - y.y, x[k].z - y.z, x[k].w - y.w};
                x[k] = {d.x * d.x, d.y * d.y, d.z * d.z, d.w * d.w};
            }
        }
        for (int k = 0; k < 4; ++k)
            sum += x[k].x + x[k].y + (x[k].z + x[k].w);
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        to[blockIdx.x] = sum;
}
/// Each thread adds four columns over its block's share of the rows.
__global__ void floor_columns(float* to, float const* m, int64_t width, int64_t rows_a_block) {
    int64_t const column = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    int64_t const first = static_cast<int64_t>(blockIdx.y) * rows_a_block;
    float4 sum{};
#pragma unroll 8
    for (int64_t row = first; row < first + rows_a_block; ++row) {
        float4 const x = read(m + row * width + column);
        sum = {sum.x + x.x, sum.y + x.y, sum.z + x.z, sum.w + x.w};
    }
    *reinterpret_cast<float4*>(to + static_cast<int64_t>(blockIdx.y) * width + column) = sum;
}

double at(int64_t i) { return static_cast<double>(workloads::value(i, 1)); }

struct moments {
    double sum = 0, squares = 0, difference = 0, low = 1e9, high = -1e9;
};
/// What the results must be, from a loop on the host.
moments const& expected() {
    static moments const known = [] {
        moments m;
        for (int64_t i = 0; i < elements; ++i) {
            double const x = at(i);
            double const d = static_cast<double>(workloads::value(i, 1) - workloads::value(i, 2));
            m.sum += x;
            m.squares += x * x;
            m.difference += d * d;
            m.low = std::min(m.low, x);
            m.high = std::max(m.high, x);
        }
        return m;
    }();
    return known;
}
double row_sum(int64_t row) {
    double sum = 0;
    for (int64_t j = 0; j < side; ++j)
        sum += at(row * side + j);
    return sum;
}
double column_sum(int64_t column) {
    double sum = 0;
    for (int64_t i = 0; i < side; ++i)
        sum += at(i * side + column);
    return sum;
}

/// float sums of 2^28 numbers near 1, in a tree.
constexpr double sum_error = 1e-5;

template <class Run, class Expected>
void check_and_time(benchmark::State& state, float const* result, int64_t count, int64_t bytes,
                    Run&& run, Expected&& want) {
    run();
    if (check(state, result, std::min<int64_t>(count, 64), sum_error, want))
        time_by_events(state, bytes, run);
}

}  // namespace

int main(int argc, char** argv) {
    add_copy(elements);
    add_case("twill/sum/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float, 0> s;
        check_and_time(
            state, s.data(), 1, elements * 4, [&] { s = sum(a); },
            [](int64_t) { return expected().sum; });
    });
    add_case("twill/sum_square_difference/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto const b = vector(elements, 2);
        tw::device_array<float, 0> s;
        check_and_time(
            state, s.data(), 1, elements * 8, [&] { s = sum(square(a - b)); },
            [](int64_t) { return expected().difference; });
    });
    for (bool const both : {false, true}) {
        add_case(both ? "floor/sum_square_difference/2^28" : "floor/sum/2^28",
                 [both](benchmark::State& state) {
                     auto const a = vector(elements, 1);
                     auto const b = vector(both ? elements : 4, 2);
                     constexpr int parts = 4096;
                     tw::device_array<float> partial{tw::extents<1>(parts)};
                     tw::device_array<float, 0> s;
                     float const* const second = both ? b.data() : nullptr;
                     check_and_time(
                         state, s.data(), 1, elements * (both ? 8 : 4),
                         [&] {
                             floor_sum<<<parts, 512>>>(partial.data(), a.data(), second,
                                                       elements / parts);
                             floor_sum<<<1, 512>>>(s.data(), partial.data(), nullptr, parts);
                         },
                         [both](int64_t) { return both ? expected().difference : expected().sum; });
                 });
    }
    // The statistics read what sum reads: its floor is theirs.
    add_case("twill/min_max_mean_std/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto run = [&] { return tw::evaluate(min(a), max(a), mean(a), stddev(a)); };
        auto const [low, high, middle, deviation] = run();
        moments const& m = expected();
        double const n = static_cast<double>(elements);
        double const want[] = {m.low, m.high, m.sum / n,
                               std::sqrt(m.squares / n - m.sum / n * (m.sum / n))};
        double const got[] = {tw::item(low), tw::item(high), tw::item(middle), tw::item(deviation)};
        if (workloads::check_range(state, got, 0, 4, sum_error, [&](int64_t i) { return want[i]; }))
            time_by_events(state, elements * 4, run);
    });
    add_case("twill/sum_axis_1/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        tw::device_array<float> s{tw::extents<1>(side)};
        check_and_time(
            state, s.data(), side, elements * 4, [&] { s = sum(m, tw::axis<1>); }, row_sum);
    });
    add_case("floor/sum_axis_1/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        tw::device_array<float> s{tw::extents<1>(side)};
        check_and_time(
            state, s.data(), side, elements * 4,
            [&] {
                floor_sum<<<static_cast<unsigned>(side), 512>>>(s.data(), m.data(), nullptr, side);
            },
            row_sum);
    });
    add_case("twill/sum_axis_0/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        tw::device_array<float> s{tw::extents<1>(side)};
        check_and_time(
            state, s.data(), side, elements * 4, [&] { s = sum(m, tw::axis<0>); }, column_sum);
    });
    add_case("floor/sum_axis_0/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        constexpr int parts = 128;
        tw::device_array<float, 2> partial(tw::extents<2>(parts, side));
        tw::device_array<float> s{tw::extents<1>(side)};
        unsigned const across = static_cast<unsigned>(side / (4 * threads));
        check_and_time(
            state, s.data(), side, elements * 4,
            [&] {
                floor_columns<<<dim3(across, parts), threads>>>(partial.data(), m.data(), side,
                                                                side / parts);
                floor_columns<<<dim3(across, 1), threads>>>(s.data(), partial.data(), side, parts);
            },
            column_sum);
    });
    return device::run(argc, argv);
}
