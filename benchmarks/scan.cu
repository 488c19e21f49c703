// SPDX-License-Identifier: MIT
// Scans on the device, over 2^28 elements or 16384 x 16384.
//   twill: one statement      cub: cub::DeviceScan over raw pointers      copy: cudaMemcpyAsync
#include "device.cuh"

#include <cub/device/device_scan.cuh>
#include <twill/scan.cuh>

using namespace device;

namespace {

constexpr int64_t side = 16384;
constexpr int64_t elements = side * side;
/// float sums of up to 2^28 numbers near 1, in a tree.
constexpr double sum_error = 1e-5;

/// The sum of the elements at index first, first + step, ..., for positions that are asked for in
/// rising order, from a loop on the host.
class running_sum {
public:
    template <class Value>
    double at(int64_t first, int64_t step, int64_t last, Value&& value) {
        if (first != first_ || last < next_ - step) {
            first_ = next_ = first;
            sum_ = 0;
        }
        for (; next_ <= last; next_ += step)
            sum_ += value(next_);
        return sum_;
    }

private:
    int64_t first_ = -1, next_ = 0;
    double sum_ = 0;
};

double element(int64_t i) { return static_cast<double>(workloads::value(i, 1)); }
double squared(int64_t i) { return element(i) * element(i); }
double above(int64_t i) { return workloads::value(i, 1) > 0.75f ? 1 : 0; }

/// `rows` x `columns`, scanned along an axis by `run`.
template <class T, class Run>
void check_and_time(benchmark::State& state, T const* result, int64_t rows, int64_t columns,
                    int axis, int64_t bytes, Run&& run, double (*value)(int64_t) = element) {
    run();
    int64_t const samples = rows == 1 ? elements : std::min<int64_t>(rows * columns, 1 << 18);
    // Down a column there is a sum for each of the columns.
    std::vector<double> sums(static_cast<std::size_t>(axis == 0 ? columns : 1));
    running_sum line;
    auto want = [&](int64_t i) {
        if (axis == 0)
            return sums[static_cast<std::size_t>(i % columns)] += value(i);
        return line.at(i / columns * columns, 1, i, value);
    };
    bool const good = axis == 0 ? [&] {
        std::vector<T> sample(static_cast<std::size_t>(samples));
        must(cudaMemcpy(sample.data(), result, sample.size() * sizeof(T), cudaMemcpyDeviceToHost));
        return workloads::check_range(state, sample.data(), 0, samples, sum_error, want);
    }()
                                : check(state, result, samples, sum_error, want);
    if (good)
        time_by_events(state, bytes, run);
}

/// cumsum of a float32 matrix of 2^28 elements along an axis.
void add_matrix(std::string const& name, int64_t rows, int axis) {
    add_case(name, [rows, axis](benchmark::State& state) {
        int64_t const columns = elements / rows;
        auto const m = matrix(rows, columns, 1);
        tw::device_array<float, 2> s(tw::extents<2>(rows, columns));
        check_and_time(state, s.data(), rows, columns, axis, elements * 8, [&] {
            if (axis == 0)
                s = cumsum(m, tw::axis<0>);
            else
                s = cumsum(m, tw::axis<1>);
        });
    });
}

}  // namespace

int main(int argc, char** argv) {
    add_copy(elements);
    add_case("twill/cumsum/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float> s{tw::extents<1>(elements)};
        check_and_time(state, s.data(), 1, elements, 1, elements * 8, [&] { s = cumsum(a); });
    });
    add_case("cub/cumsum/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float> s{tw::extents<1>(elements)};
        std::size_t bytes = 0;
        must(cub::DeviceScan::InclusiveSum(nullptr, bytes, a.data(), s.data(), elements));
        tw::device_array<char> scratch{tw::extents<1>(bytes)};
        check_and_time(state, s.data(), 1, elements, 1, elements * 8, [&] {
            must(
                cub::DeviceScan::InclusiveSum(scratch.data(), bytes, a.data(), s.data(), elements));
        });
    });
    add_case("twill/cumsum_square/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float> s{tw::extents<1>(elements)};
        check_and_time(
            state, s.data(), 1, elements, 1, elements * 8, [&] { s = cumsum(square(a)); }, squared);
    });
    add_case("twill/cumsum_mask/2^28", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<tw::index_t> s{tw::extents<1>(elements)};
        check_and_time(
            state, s.data(), 1, elements, 1, elements * 12, [&] { s = cumsum(a > 0.75f); }, above);
    });
    for (int const axis : {0, 1}) {
        std::string const along = "_axis_" + std::to_string(axis);
        add_matrix("twill/cumsum" + along + "/2^28", side, axis);
        add_matrix("twill/cumsum" + along + "_of_2^24_x_16/2^28", int64_t{1} << 24, axis);
        add_matrix("twill/cumsum" + along + "_of_16_x_2^24/2^28", 16, axis);
        add_matrix("twill/cumsum" + along + "_of_2^18_x_1024/2^28", int64_t{1} << 18, axis);
    }
    add_case("twill/cumsum/2^10", [](benchmark::State& state) {
        auto const a = vector(1024, 1);
        tw::device_array<float> s{tw::extents<1>(1024)};
        time_by_events(state, 1024 * 8, [&] { s = cumsum(a); });
    });
    add_case("twill/cumsum/2^20", [](benchmark::State& state) {
        auto const a = vector(1 << 20, 1);
        tw::device_array<float> s{tw::extents<1>(1 << 20)};
        time_by_events(state, (1 << 20) * 8, [&] { s = cumsum(a); });
    });
    add_case("cub/cumsum/2^20", [](benchmark::State& state) {
        auto const a = vector(1 << 20, 1);
        tw::device_array<float> s{tw::extents<1>(1 << 20)};
        std::size_t bytes = 0;
        must(cub::DeviceScan::InclusiveSum(nullptr, bytes, a.data(), s.data(), 1 << 20));
        tw::device_array<char> scratch{tw::extents<1>(bytes)};
        time_by_events(state, (1 << 20) * 8, [&] {
            must(cub::DeviceScan::InclusiveSum(scratch.data(), bytes, a.data(), s.data(), 1 << 20));
        });
    });
    return device::run(argc, argv);
}
