// SPDX-License-Identifier: MIT
// CUB alone, as a program without an array library calls it: a sum of 2^28 elements, a sum of
// squared differences, the sums of 16384 rows.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "device.cuh"

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;

struct squared_difference {
    float const* a;
    float const* b;
    __host__ __device__ float operator()(int64_t i) const { return (a[i] - b[i]) * (a[i] - b[i]); }
};
struct row_begin {
    __host__ __device__ int64_t operator()(int64_t row) const { return row * side; }
};

double sum_of(int64_t from, int64_t count, bool differences) {
    double sum = 0;
    for (int64_t i = from; i < from + count; ++i) {
        float const x = workloads::value(i, 1);
        float const d = differences ? x - workloads::value(i, 2) : 0.0f;
        sum += static_cast<double>(differences ? d * d : x);
    }
    return sum;
}

constexpr double sum_error = 1e-5;

/// `call(temporary, its size)` twice: for the size, and with the memory.
template <class Call>
void check_and_time(benchmark::State& state, float const* result, int64_t count, int64_t bytes,
                    Call&& call, bool differences) {
    std::size_t size = 0;
    must(call(nullptr, size));
    tw::device_array<unsigned char> temporary{tw::extents<1>(static_cast<int64_t>(size))};
    auto run = [&] { must(call(temporary.data(), size)); };
    run();
    int64_t const length = elements / count;
    if (check(state, result, std::min<int64_t>(count, 64), sum_error,
              [=](int64_t i) { return sum_of(i * length, length, differences); }))
        time_by_events(state, bytes, run);
}

}  // namespace

int main(int argc, char** argv) {
    add_case("cub/sum/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float, 0> s;
        check_and_time(
            state, s.data(), 1, elements * 4,
            [&](void* temporary, std::size_t& size) {
                return cub::DeviceReduce::Sum(temporary, size, a.data(), s.data(), elements);
            },
            false);
    });
    add_case("cub/sum_square_difference/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto const b = vector(elements, 2);
        tw::device_array<float, 0> s;
        auto const terms = thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0),
                                                           squared_difference{a.data(), b.data()});
        check_and_time(
            state, s.data(), 1, elements * 8,
            [&](void* temporary, std::size_t& size) {
                return cub::DeviceReduce::Sum(temporary, size, terms, s.data(), elements);
            },
            true);
    });
    add_case("cub/sum_axis_1/2^28", [](benchmark::State& state) {
        auto const m = matrix(side, side, 1);
        tw::device_array<float> s{tw::extents<1>(side)};
        auto const begins =
            thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0), row_begin{});
        check_and_time(
            state, s.data(), side, elements * 4,
            [&](void* temporary, std::size_t& size) {
                return cub::DeviceSegmentedReduce::Sum(temporary, size, m.data(), s.data(), side,
                                                       begins, begins + 1);
            },
            false);
    });
    return device::run(argc, argv);
}
