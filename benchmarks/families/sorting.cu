// SPDX-License-Identifier: MIT
// Sorts, searches, counts and groups.
//   twill: one call      cub: the same by CUB over raw pointers, its scratch memory kept
#include "cases.cuh"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <twill/statistics.cuh>

using namespace families;

namespace {

constexpr int64_t elements = int64_t{1} << 26;
constexpr int64_t many_keys = 100'000'000;

/// An integer from 0 to below - 1, from all over the range.
WORKLOADS_HD int key(int64_t i, int below) {
    // value() is rounded up to 1.25 now and then.
    int const k = static_cast<int>((workloads::value(i, 2) - 0.25f) * static_cast<float>(below));
    return k < below ? k : below - 1;
}
__global__ void key_kernel(int* to, int64_t count, int below) {
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = key(i, below);
}
tw::device_array<int> keys(int64_t count, int below) {
    tw::device_array<int> x{tw::extents(count)};
    key_kernel<<<blocks(count), threads>>>(x.data(), count, below);
    must(cudaGetLastError());
    return x;
}
/// Integers of 64 bits, half of them negative.
WORKLOADS_HD int64_t wide(int64_t i) {
    return static_cast<int64_t>(static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u);
}
__global__ void wide_kernel(int64_t* to, int64_t count) {
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = wide(i);
}

template <class T>
T fetch(T const* from) {
    T x;
    must(cudaMemcpy(&x, from, sizeof(x), cudaMemcpyDeviceToHost));
    return x;
}

/// Whether `got(p)` is what stands at place p of each line of `length` when it is sorted: no more
/// than p elements are smaller, and more than p are not greater.
template <class T, class Got, class Element>
bool check_ranks(benchmark::State& state, int64_t rows, int64_t length, Got&& got,
                 Element&& element) {
    for (int64_t const row : sample_of(rows, 3))
        for (int64_t const p : sample_of(length, length > 1000000 ? 3 : 9)) {
            T const x = got(row * length + p);
            int64_t below = 0;
            int64_t equal = 0;
            for (int64_t k = 0; k < length; ++k) {
                T const y = element(row * length + k);
                below += y < x;
                equal += y == x;
            }
            if (below <= p && p < below + equal)
                continue;
            state.SkipWithError("not the element of that rank");
            return false;
        }
    return true;
}
float in(int64_t i) { return workloads::value(i, 1); }

void add_sort_rows(char const* what, std::initializer_list<int64_t> shape, int64_t rows,
                   int64_t length) {
    add_case(name_of<float>(what, shape), [=](benchmark::State& state) {
        auto const m = make<float>(tw::extents(rows, length), 1);
        tw::device_array<float, 2> s = sort(m);
        if (check_ranks<float>(
                state, rows, length, [&](int64_t i) { return fetch(s.data() + i); }, in))
            time(state, elements * 8, [&] { s = sort(m); });
    });
}

void add_sorts() {
    add_sort_rows("sort", {elements}, 1, elements);
    for (int64_t const length : {int64_t{65536}, int64_t{1024}, int64_t{64}})
        add_sort_rows("sort_rows", {elements / length, length}, elements / length, length);
    add_case("cub/sort/2^26", [](benchmark::State& state) {
        auto const a = make<float>(tw::extents(elements), 1);
        tw::device_array<float> s{tw::extents(elements)};
        std::size_t bytes = 0;
        must(cub::DeviceRadixSort::SortKeys(nullptr, bytes, a.data(), s.data(), elements));
        tw::device_array<char> scratch{tw::extents(static_cast<int64_t>(bytes))};
        time(state, elements * 8, [&] {
            must(cub::DeviceRadixSort::SortKeys(scratch.data(), bytes, a.data(), s.data(),
                                                elements));
        });
    });
    add_case(name_of<int64_t>("sort", {elements}), [](benchmark::State& state) {
        tw::device_array<int64_t> a{tw::extents(elements)};
        wide_kernel<<<blocks(elements), threads>>>(a.data(), elements);
        tw::device_array<int64_t> s = sort(a);
        if (check_ranks<int64_t>(
                state, 1, elements, [&](int64_t i) { return fetch(s.data() + i); }, wide))
            time(state, elements * 16, [&] { s = sort(a); });
    });
    add_case(name_of<float>("argsort", {elements}), [](benchmark::State& state) {
        auto const a = make<float>(tw::extents(elements), 1);
        tw::device_array<index_t> s = argsort(a);
        if (check_ranks<float>(
                state, 1, elements, [&](int64_t i) { return in(fetch(s.data() + i)); }, in))
            time(state, elements * 12, [&] { s = argsort(a); });
    });
    auto const add_top = [](char const* what, std::initializer_list<int64_t> shape, int64_t rows,
                            int64_t count) {
        add_case(name_of<float>(what, shape), [=](benchmark::State& state) {
            int64_t const length = elements / rows;
            auto const m = make<float>(tw::extents(rows, length), 1);
            auto [best, at] = top_k(m, count);
            for (int64_t const row : sample_of(rows, 3)) {
                float const last = fetch(best.data() + row * count + count - 1);
                int64_t greater = 0;
                for (int64_t k = 0; k < length; ++k)
                    greater += in(row * length + k) > last;
                if (greater >= count ||
                    in(row * length + fetch(at.data() + row * count + count - 1)) != last)
                    return state.SkipWithError("not the greatest");
            }
            time(state, elements * 4, [&] { (void)top_k(m, count); });
        });
    };
    add_top("top_k_1000", {elements}, 1, 1000);
    add_top("top_k_100_rows", {1024, 65536}, 1024, 100);
    add_case(name_of<float>("searchsorted_2^20", {elements}), [](benchmark::State& state) {
        constexpr int64_t count = 1 << 20;
        auto const a = make<float>(tw::extents(elements), 1);
        auto const sorted = sort(make<float>(tw::extents(count), 2));
        tw::device_array<index_t> where = searchsorted(sorted, a);
        for (int64_t const i : sample_of(elements, 5)) {
            int64_t below = 0;
            for (int64_t k = 0; k < count; ++k)
                below += workloads::value(k, 2) < in(i);
            if (fetch(where.data() + i) != below)
                return state.SkipWithError("not its place");
        }
        time(state, elements * 12, [&] { where = searchsorted(sorted, a); });
    });
}

void add_statistics() {
    add_case(name_of<float>("median", {elements}), [](benchmark::State& state) {
        auto const a = make<float>(tw::extents(elements), 1);
        float const got = tw::item(median(a));
        int64_t below = 0;
        for (int64_t k = 0; k < elements; ++k)
            below += in(k) < got;
        if (std::abs(below - elements / 2) > 16)  // equal elements stand beside it
            return state.SkipWithError("not the median");
        time(state, elements * 4, [&] { (void)median(a); });
    });
    add_case(name_of<float>("median_rows", {1024, 65536}), [](benchmark::State& state) {
        auto const m = make<float>(tw::extents(1024, 65536), 1);
        auto const result = median(m, tw::axis<1>);
        bool const right =
            check_lines(state, result, {1024, 65536, 1}, 1e-6, [](int64_t o, int64_t) {
                numbers x = line_of<float>({1024, 65536, 1}, o, 0, 1);
                std::sort(x.begin(), x.end());
                return numbers{(x[32767] + x[32768]) / 2};
            });
        if (right)
            time(state, elements * 4, [&] { (void)median(m, tw::axis<1>); });
    });
    add_case(name_of<float>("histogram_256", {elements}), [](benchmark::State& state) {
        auto const a = make<float>(tw::extents(elements), 1);
        auto run = [&] { return histogram(a, 256, tw::range(0.25, 1.25)); };
        auto const [got, edges] = run();
        numbers counts(256);
        for (int64_t k = 0; k < elements; ++k)
            // 1.25 is in the last bin.
            ++counts[std::min<std::size_t>(static_cast<std::size_t>((in(k)-0.25f) * 256.0f), 255)];
        for (int64_t bin = 0; bin < 256; ++bin)
            if (!agree(state, bin, static_cast<double>(fetch(got.data() + bin)),
                       counts[static_cast<std::size_t>(bin)], 0))
                return;
        time(state, elements * 4, [&] { (void)run(); });
    });
    add_case("cub/histogram_256/2^26", [](benchmark::State& state) {
        auto const a = make<float>(tw::extents(elements), 1);
        tw::device_array<int> counts{tw::extents(256)};
        std::size_t bytes = 0;
        auto call = [&](void* scratch) {
            must(cub::DeviceHistogram::HistogramEven(scratch, bytes, a.data(), counts.data(), 257,
                                                     0.25f, 1.25f, elements));
        };
        call(nullptr);
        tw::device_array<char> scratch{tw::extents(static_cast<int64_t>(bytes))};
        time(state, elements * 4, [&] { call(scratch.data()); });
    });
    add_case(name_of<float>("bincount_1000000", {elements}), [](benchmark::State& state) {
        constexpr int below = 1000000;
        auto const k = keys(elements, below);
        auto const result = bincount(k, tw::below(below));
        numbers counts(below);
        for (int64_t i = 0; i < elements; ++i)
            ++counts[static_cast<std::size_t>(key(i, below))];
        if (check_elements(state, result, 0,
                           [&](int64_t i) { return counts[static_cast<std::size_t>(i)]; }))
            time(state, elements * 4, [&] { (void)bincount(k, tw::below(below)); });
    });
    add_case(name_of<float>("unique", {elements}), [](benchmark::State& state) {
        constexpr int below = 1 << 20;
        auto const k = keys(elements, below);
        auto const result = unique(k);
        std::vector<char> seen(below);
        for (int64_t i = 0; i < elements; ++i)
            seen[static_cast<std::size_t>(key(i, below))] = 1;
        numbers wanted;
        for (int x = 0; x < below; ++x)
            if (seen[static_cast<std::size_t>(x)])
                wanted.push_back(x);
        if (!agree(state, -1, static_cast<double>(result.size()),
                   static_cast<double>(wanted.size()), 0) ||
            !check_elements(state, result, 0,
                            [&](int64_t i) { return wanted[static_cast<std::size_t>(i)]; }))
            return;
        time(state, elements * 4, [&] { (void)unique(k); });
    });
    // In any order, as peers do it, or the same bits on every run.
    auto const add_groups = [](std::string const& name, int groups, auto sum_of) {
        add_case(
            name_of<float>(name + std::to_string(groups), {many_keys}),
            [=](benchmark::State& state) {
                auto const k = keys(many_keys, groups);
                auto const a = make<float>(tw::extents(many_keys), 1);
                numbers sums(static_cast<std::size_t>(groups));
                for (int64_t i = 0; i < many_keys; ++i)
                    sums[static_cast<std::size_t>(key(i, groups))] += static_cast<double>(in(i));
                if (check_elements(state, sum_of(k, a), 1e-4,
                                   [&](int64_t i) { return sums[static_cast<std::size_t>(i)]; }))
                    time(state, many_keys * 8, [&] { (void)sum_of(k, a); });
            });
    };
    for (int const groups : {1000, 1000000}) {
        add_groups("group_sum_", groups, [=](auto const& k, auto const& a) {
            return group_by(k, tw::below(groups)).sum(a);
        });
        add_groups("group_sum_unordered_", groups, [=](auto const& k, auto const& a) {
            return group_by(k, tw::below(groups), tw::unordered).sum(a);
        });
    }
}

}  // namespace

int main(int argc, char** argv) {
    add_sorts();
    add_statistics();
    return device::run(argc, argv);
}
