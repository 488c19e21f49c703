// SPDX-License-Identifier: MIT
// Whole-row statements on the device, on 16384 rows of 16384 numbers: each row is read for its
// reductions and again for its results.
//   twill: one statement      floor: a hand-written kernel that holds the row in registers
#include "by_hand.cuh"
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;
constexpr float epsilon = 1e-5f;

constexpr int row_threads = 512;
constexpr int packets = static_cast<int>(side) / row_threads / 4;

/// The row of one block: 8 float4 a thread.
struct row {
    float4 x[packets];

    __device__ explicit row(float const* from) {
#pragma unroll
        for (int k = 0; k < packets; ++k)
            x[k] = by_hand::read(from + (k * row_threads + threadIdx.x) * 4);
    }
    template <class F>
    __device__ void each(F f) {
#pragma unroll
        for (int k = 0; k < packets; ++k)
            x[k] = {f(x[k].x), f(x[k].y), f(x[k].z), f(x[k].w)};
    }
    /// The sum, or the largest, of f(element), in every thread.
    template <class Op, class F>
    __device__ float reduce(Op op, float* warps, F f) const {
        auto const packet = [&](float4 p) { return op(op(f(p.x), f(p.y)), op(f(p.z), f(p.w))); };
        float r = packet(x[0]);
#pragma unroll
        for (int k = 1; k < packets; ++k)
            r = op(r, packet(x[k]));
        return by_hand::block_reduce<row_threads>(r, op, warps);
    }
    __device__ void store(float* to) const {
#pragma unroll
        for (int k = 0; k < packets; ++k)
            by_hand::write(to + (k * row_threads + threadIdx.x) * 4, x[k]);
    }
};

struct square_of {
    __device__ float operator()(float x) const { return x * x; }
};
struct itself {
    __device__ float operator()(float x) const { return x; }
};

/// (x - mean) / standard deviation.
__global__ void __launch_bounds__(row_threads, 2) floor_standardise(float* to, float const* m) {
    __shared__ float warps[2][32];
    int64_t const at = static_cast<int64_t>(blockIdx.x) * side;
    row r(m + at);
    float const mean = r.reduce(by_hand::add(), warps[0], itself()) / side;
    r.each([=](float x) { return x - mean; });
    float const variance = r.reduce(by_hand::add(), warps[1], square_of()) / side;
    float const scale = 1.0f / sqrtf(variance);
    r.each([=](float x) { return x * scale; });
    r.store(to + at);
}
/// exp(x - largest) / sum(exp(x - largest)).
__global__ void __launch_bounds__(row_threads, 2) floor_softmax(float* to, float const* m) {
    __shared__ float warps[2][32];
    int64_t const at = static_cast<int64_t>(blockIdx.x) * side;
    row r(m + at);
    float const largest = r.reduce(by_hand::larger(), warps[0], itself());
    r.each([=](float x) { return expf(x - largest); });
    float const scale = 1.0f / r.reduce(by_hand::add(), warps[1], itself());
    r.each([=](float x) { return x * scale; });
    r.store(to + at);
}
/// (x - mean) / sqrt(variance + epsilon) * gamma + beta.
__global__ void __launch_bounds__(row_threads, 2)
    floor_layer_norm(float* to, float const* m, float const* gamma, float const* beta) {
    __shared__ float warps[2][32];
    int64_t const at = static_cast<int64_t>(blockIdx.x) * side;
    row r(m + at);
    float const mean = r.reduce(by_hand::add(), warps[0], itself()) / side;
    r.each([=](float x) { return x - mean; });
    float const variance = r.reduce(by_hand::add(), warps[1], square_of()) / side;
    float const scale = 1.0f / sqrtf(variance + epsilon);
#pragma unroll
    for (int k = 0; k < packets; ++k) {
        int64_t const j = (k * row_threads + threadIdx.x) * 4;
        float4 const g = by_hand::read(gamma + j);
        float4 const b = by_hand::read(beta + j);
        float4 const x = r.x[k];
        by_hand::write(to + at + j, {x.x * scale * g.x + b.x, x.y * scale * g.y + b.y,
                                     x.z * scale * g.z + b.z, x.w * scale * g.w + b.w});
    }
}

/// What a loop on the host says of one row; the last row asked for is kept.
struct known_row {
    int64_t at = -1;
    double mean = 0, variance = 0, largest = 0, exponentials = 0;

    static known_row const& of(int64_t i) {
        static known_row r;
        if (r.at == i / side)
            return r;
        r = {};
        r.at = i / side;
        auto const x = [](int64_t j) {
            return static_cast<double>(workloads::value(r.at * side + j, 1));
        };
        for (int64_t j = 0; j < side; ++j) {
            r.mean += x(j) / side;
            r.largest = std::max(r.largest, x(j));
        }
        for (int64_t j = 0; j < side; ++j) {
            r.variance += (x(j) - r.mean) * (x(j) - r.mean) / side;
            r.exponentials += std::exp(x(j) - r.largest);
        }
        return r;
    }
};
double standardised(int64_t i) {
    auto const& r = known_row::of(i);
    return (workloads::value(i, 1) - r.mean) / std::sqrt(r.variance);
}
double softmax(int64_t i) {
    auto const& r = known_row::of(i);
    return std::exp(workloads::value(i, 1) - r.largest) / r.exponentials;
}
double layer_norm(int64_t i) {
    auto const& r = known_row::of(i);
    return (workloads::value(i, 1) - r.mean) / std::sqrt(r.variance + epsilon) *
               workloads::value(i % side, 2) +
           workloads::value(i % side, 3);
}

constexpr double row_error = 1e-5;

struct buffers {
    tw::device_array<float, 2> m = matrix(side, side, 1);
    tw::device_array<float, 2> c{tw::extents<2>(side, side)};
};

template <class Run>
void check_and_time(benchmark::State& state, buffers const& b, double tolerance, Run&& run,
                    double (*expected)(int64_t)) {
    run();
    if (check(state, b.c.data(), elements, tolerance, expected))
        time_by_events(state, elements * 8, run);
}

constexpr unsigned grid = static_cast<unsigned>(side);

}  // namespace

int main(int argc, char** argv) {
    add_case("twill/standardise_rows/2^28", [](benchmark::State& state) {
        buffers b;
        auto& [m, c] = b;
        check_and_time(
            state, b, row_error,
            [&] {
                c = (m - mean(m, tw::axis<1>, tw::keepdims)) / stddev(m, tw::axis<1>, tw::keepdims);
            },
            standardised);
    });
    add_case("floor/standardise_rows/2^28", [](benchmark::State& state) {
        buffers b;
        check_and_time(
            state, b, row_error,
            [&] { floor_standardise<<<grid, row_threads>>>(b.c.data(), b.m.data()); },
            standardised);
    });
    // A result is about 1 / 16384: the tolerance is absolute there.
    add_case("twill/softmax_rows/2^28", [](benchmark::State& state) {
        buffers b;
        auto& [m, c] = b;
        check_and_time(
            state, b, row_error / side,
            [&] {
                auto const e = exp(m - max(m, tw::axis<1>, tw::keepdims));
                c = e / sum(e, tw::axis<1>, tw::keepdims);
            },
            softmax);
    });
    add_case("floor/softmax_rows/2^28", [](benchmark::State& state) {
        buffers b;
        check_and_time(
            state, b, row_error / side,
            [&] { floor_softmax<<<grid, row_threads>>>(b.c.data(), b.m.data()); }, softmax);
    });
    add_case("twill/layer_norm_rows/2^28", [](benchmark::State& state) {
        buffers b;
        auto& [m, c] = b;
        auto const gamma = vector(side, 2);
        auto const beta = vector(side, 3);
        check_and_time(
            state, b, row_error,
            [&] {
                c = (m - mean(m, tw::axis<1>, tw::keepdims)) /
                        sqrt(var(m, tw::axis<1>, tw::keepdims) + epsilon) * gamma +
                    beta;
            },
            layer_norm);
    });
    add_case("floor/layer_norm_rows/2^28", [](benchmark::State& state) {
        buffers b;
        auto const gamma = vector(side, 2);
        auto const beta = vector(side, 3);
        check_and_time(
            state, b, row_error,
            [&] {
                floor_layer_norm<<<grid, row_threads>>>(b.c.data(), b.m.data(), gamma.data(),
                                                        beta.data());
            },
            layer_norm);
    });
    return device::run(argc, argv);
}
