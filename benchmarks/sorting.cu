// SPDX-License-Identifier: MIT
// Sorts, searches, counts and groups on the device, over 2^26 elements.
//   twill: one call      floor: cub::DeviceRadixSort over raw pointers      copy: cudaMemcpyAsync
#include "device.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <twill/statistics.cuh>

using namespace device;

namespace {

constexpr int64_t elements = int64_t{1} << 26;
constexpr int64_t lines = 1024;

/// Whether samples of neighbours in lines of `length` are in order.
bool in_order(benchmark::State& state, float const* result, int64_t length) {
    return workloads::each_sample(elements, [&](int64_t from, int64_t to) {
        std::vector<float> sample(static_cast<std::size_t>(to - from));
        must(cudaMemcpy(sample.data(), result + from, sample.size() * sizeof(float),
                        cudaMemcpyDeviceToHost));
        for (std::size_t i = 1; i < sample.size(); ++i)
            if ((from + static_cast<int64_t>(i)) % length != 0 && sample[i] < sample[i - 1]) {
                state.SkipWithError("not in order");
                return false;
            }
        return true;
    });
}

/// A call over 2^26 numbers.
template <class Run>
void add_call(std::string const& name, Run run) {
    add_case(name, [run](benchmark::State& state) {
        auto const a = vector(elements, 1);
        time_by_events(state, elements * 4, [&] { run(a); });
    });
}
/// A call over as many integers below a number, and numbers beside them.
template <class Run>
void add_keyed(std::string const& name, int below, Run run) {
    add_case(name, [run, below](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<int> const keys =
            tw::cast<int>(vector(elements, 2) * static_cast<float>(below - 1));
        time_by_events(state, elements * 8, [&] { run(keys, a); });
    });
}

void add_sorts() {
    add_case("twill/sort/2^26", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float> s = sort(a);
        if (in_order(state, s.data(), elements))
            time_by_events(state, elements * 8, [&] { s = sort(a); });
    });
    add_case("floor/sort/2^26", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        tw::device_array<float> s{tw::extents<1>(elements)};
        std::size_t bytes = 0;
        must(cub::DeviceRadixSort::SortKeys(nullptr, bytes, a.data(), s.data(), elements));
        tw::device_array<char> scratch{tw::extents<1>(bytes)};
        time_by_events(state, elements * 8, [&] {
            must(cub::DeviceRadixSort::SortKeys(scratch.data(), bytes, a.data(), s.data(),
                                                elements));
        });
    });
    add_call("twill/argsort/2^26", [](auto const& a) { (void)argsort(a); });
    add_call("twill/argsort_int32/2^26", [](auto const& a) { (void)tw::argsort<int>(a); });
    for (int64_t const length : {int64_t{64}, int64_t{1024}, elements / lines}) {
        add_case("twill/sort_lines_of_" + std::to_string(length) + "/2^26",
                 [length](benchmark::State& state) {
                     auto const m = matrix(elements / length, length, 1);
                     tw::device_array<float, 2> s = sort(m);
                     if (in_order(state, s.data(), length))
                         time_by_events(state, elements * 8, [&] { s = sort(m); });
                 });
    }
    add_call("twill/top_k_1000/2^26", [](auto const& a) { (void)top_k(a, 1000); });
    add_case("twill/top_k_100_of_lines/2^26", [](benchmark::State& state) {
        auto const m = matrix(lines, elements / lines, 1);
        time_by_events(state, elements * 4, [&] { (void)top_k(m, 100); });
    });
}

void add_statistics() {
    add_call("twill/median/2^26", [](auto const& a) { (void)median(a); });
    add_case("twill/median_of_lines/2^26", [](benchmark::State& state) {
        auto const m = matrix(lines, elements / lines, 1);
        time_by_events(state, elements * 4, [&] { (void)median(m, tw::axis<1>); });
    });
    add_call("twill/histogram_256/2^26",
             [](auto const& a) { (void)histogram(a, 256, tw::range(0, 1)); });
    constexpr int many = 1 << 20;
    add_keyed("twill/unique_of_2^20/2^26", many,
              [](auto const& k, auto const&) { (void)unique(k); });
    add_keyed("twill/bincount_2^20/2^26", many,
              [](auto const& k, auto const&) { (void)bincount(k, tw::below(many)); });
    for (int const groups : {1000, many}) {
        std::string const name = std::to_string(groups) + "/2^26";
        add_keyed("twill/group_sum_" + name, groups, [groups](auto const& k, auto const& a) {
            (void)group_by(k, tw::below(groups)).sum(a);
        });
        add_keyed("twill/group_sum_unordered_" + name, groups,
                  [groups](auto const& k, auto const& a) {
                      (void)group_by(k, tw::below(groups), tw::unordered).sum(a);
                  });
    }
    add_case("twill/searchsorted_in_2^20/2^26", [](benchmark::State& state) {
        auto const a = vector(elements, 1);
        auto const sorted = sort(vector(many, 2));
        tw::device_array<tw::index_t> where{tw::extents<1>(elements)};
        time_by_events(state, elements * 12, [&] { where = searchsorted(sorted, a); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    add_copy(elements);
    add_sorts();
    add_statistics();
    return device::run(argc, argv);
}
