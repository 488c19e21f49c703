// SPDX-License-Identifier: MIT
// Reductions on the device, over 2^28 elements or 16384 x 16384.
//   twill: one statement      floor: a hand-written kernel that reads the operands once      copy:
//   cudaMemcpyAsync
#include "by_hand.cuh"
#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;

using by_hand::block_reduce;
using by_hand::read;
using by_hand::sum_columns;
using by_hand::sum_stretches;

/// The least, the largest and, of x - pivot, the sum and the sum of squares. The pivot is the first
/// element: numbers near it lose nothing when they are squared.
struct statistics {
    float low, high, sum, squares;
};
__device__ statistics merge(statistics a, statistics b) {
    return {fminf(a.low, b.low), fmaxf(a.high, b.high), a.sum + b.sum, a.squares + b.squares};
}
__device__ statistics block_merge(statistics s) {
    __shared__ float warps[4][32];
    s.low = block_reduce<512>(s.low, by_hand::smaller(), warps[0]);
    s.high = block_reduce<512>(s.high, by_hand::larger(), warps[1]);
    s.sum = block_reduce<512>(s.sum, by_hand::add(), warps[2]);
    s.squares = block_reduce<512>(s.squares, by_hand::add(), warps[3]);
    return s;
}
__global__ void floor_statistics(statistics* to, float const* a, int64_t length) {
    float const* const from = a + static_cast<int64_t>(blockIdx.x) * length;
    float const pivot = a[0];
    statistics s{pivot, pivot, 0, 0};
    for (int64_t i = threadIdx.x * 4; i < length; i += int64_t{blockDim.x} * 16) {
        float4 x[4];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            x[k] = read(from + i + int64_t{blockDim.x} * 4 * k);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            for (float const y : {x[k].x, x[k].y, x[k].z, x[k].w}) {
                float const d = y - pivot;
                s = {fminf(s.low, y), fmaxf(s.high, y), s.sum + d, fmaf(d, d, s.squares)};
            }
        }
    }
    s = block_merge(s);
    if (threadIdx.x == 0)
        to[blockIdx.x] = s;
}
/// The four statistics from the blocks' parts: least, largest, mean, standard deviation.
__global__ void floor_finish(float* to, statistics const* parts, int count, float const* a,
                             double n) {
    statistics s = parts[threadIdx.x];
    for (int i = static_cast<int>(threadIdx.x + blockDim.x); i < count;
         i += static_cast<int>(blockDim.x))
        s = merge(s, parts[i]);
    s = block_merge(s);
    if (threadIdx.x > 0)
        return;
    double const d = static_cast<double>(s.sum) / n;
    to[0] = s.low;
    to[1] = s.high;
    to[2] = static_cast<float>(a[0] + d);
    to[3] = static_cast<float>(sqrt(s.squares / n - d * d));
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
                     constexpr int parts = 8192;
                     tw::device_array<float> partial{tw::extents<1>(parts)};
                     tw::device_array<float, 0> s;
                     float const* const second = both ? b.data() : nullptr;
                     check_and_time(
                         state, s.data(), 1, elements * (both ? 8 : 4),
                         [&] {
                             sum_stretches<<<parts, 512>>>(partial.data(), a.data(), second,
                                                           elements / parts);
                             sum_stretches<<<1, 512>>>(s.data(), partial.data(), nullptr, parts);
                         },
                         [both](int64_t) { return both ? expected().difference : expected().sum; });
                 });
    }
    auto wanted_statistics = [](int64_t i) {
        moments const& m = expected();
        double const n = static_cast<double>(elements);
        double const want[] = {m.low, m.high, m.sum / n,
                               std::sqrt(m.squares / n - m.sum / n * (m.sum / n))};
        return want[i];
    };
    add_case("twill/min_max_mean_std/2^28", [=](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto run = [&] { return tw::evaluate(min(a), max(a), mean(a), stddev(a)); };
        auto const [low, high, middle, deviation] = run();
        double const got[] = {tw::item(low), tw::item(high), tw::item(middle), tw::item(deviation)};
        if (workloads::check_range(state, got, 0, 4, sum_error, wanted_statistics))
            time_by_events(state, elements * 4, run);
    });
    add_case("floor/min_max_mean_std/2^28", [=](benchmark::State& state) {
        auto const a = vector(elements, 1);
        constexpr int parts = 8192;
        tw::device_array<float> partial{tw::extents<1>(parts * 4)};
        tw::device_array<float> result{tw::extents<1>(4)};
        auto* const to = reinterpret_cast<statistics*>(partial.data());
        check_and_time(
            state, result.data(), 4, elements * 4,
            [&] {
                floor_statistics<<<parts, 512>>>(to, a.data(), elements / parts);
                floor_finish<<<1, 512>>>(result.data(), to, parts, a.data(),
                                         static_cast<double>(elements));
            },
            wanted_statistics);
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
                sum_stretches<<<static_cast<unsigned>(side), 512>>>(s.data(), m.data(), nullptr,
                                                                    side);
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
        constexpr int parts = 32;
        tw::device_array<float, 2> partial(tw::extents<2>(parts, side));
        tw::device_array<float> s{tw::extents<1>(side)};
        dim3 const grid(static_cast<unsigned>(side / 4 / 128), parts);
        check_and_time(
            state, s.data(), side, elements * 4,
            [&] {
                sum_columns<16><<<grid, 128>>>(partial.data(), m.data(), side, side / parts);
                by_hand::sum_32_rows<<<side / 32, dim3(32, 8)>>>(s.data(), partial.data(), side);
            },
            column_sum);
    });
    return device::run(argc, argv);
}
