// SPDX-License-Identifier: MIT
// Host arrays: sorts, counts, groups, what chooses and joins elements. Each result is compared with
// standard algorithms or a loop before it is timed; the loops are timed, too (plain).
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include <twill/index.hpp>
#include <twill/join.hpp>
#include <twill/statistics.hpp>

#include "workloads.hpp"

namespace tw = twill;
using std::int64_t;
using tw::index_t;

namespace {

constexpr int groups = 1000;

/// Inputs are rounded up to 1.25 now and then.
int key_of(float x) {
    return std::min(static_cast<int>((x - 0.25f) * static_cast<float>(groups)), groups - 1);
}

/// What all cases of a size read.
struct inputs {
    explicit inputs(int64_t count)
        : a(tw::extents(count)),
          b(tw::extents(count)),
          key(tw::extents(count)),
          place(tw::extents(count)),
          list(static_cast<std::size_t>(count)) {
        for (int64_t i = 0; i < count; ++i) {
            a[i] = workloads::value(i, 1);
            b[i] = workloads::value(i, 2);
            key[i] = key_of(b[i]);
            place[i] = static_cast<index_t>(static_cast<std::uint64_t>(i) * 2654435761u %
                                            static_cast<std::uint64_t>(count));
            list[static_cast<std::size_t>(i)] = a[i];
        }
    }
    tw::host_array<float> a;
    tw::host_array<float> b;
    tw::host_array<int> key;
    tw::host_array<index_t> place;
    std::vector<float> list;  ///< a
};
inputs const& inputs_of(int64_t count) {
    static std::vector<std::pair<int64_t, std::unique_ptr<inputs>>> made;
    for (auto const& [size, x] : made)
        if (size == count)
            return *x;
    made.emplace_back(count, std::make_unique<inputs>(count));
    return *made.back().second;
}

using numbers = std::vector<double>;
template <class A>
numbers listed(A const& x) {
    numbers result;
    for (index_t i = 0; i < x.size(); ++i)
        result.push_back(static_cast<double>(x.data()[i]));
    return result;
}
template <class A>
numbers listed(std::vector<A> const& x) {
    return numbers(x.begin(), x.end());
}

/// twill's and the plain form of one workload; both give what `listed` takes.
template <class Twill, class Plain>
void add(std::string const& name, int bits, Twill of, Plain loop, double tolerance = 0) {
    int64_t const count = int64_t{1} << bits;
    auto const add_case = [&](char const* who, auto run) {
        benchmark::RegisterBenchmark(
            workloads::case_name(who, name.c_str(), count).c_str(),
            [=](benchmark::State& state) {
                inputs const& x = inputs_of(count);
                numbers const got = listed(run(x));
                numbers const want = listed(loop(x));
                if (got.size() != want.size())
                    return state.SkipWithError("another size");
                if (!workloads::check_range(
                        state, got.data(), 0, static_cast<int64_t>(got.size()), tolerance,
                        [&](int64_t i) { return want[static_cast<std::size_t>(i)]; }))
                    return;
                for (auto _ : state)
                    benchmark::DoNotOptimize(run(x));
                workloads::count_bytes(state, count * 4);
            })
            ->UseRealTime()
            ->MinTime(0.1)
            ->Unit(benchmark::kMillisecond);
    };
    add_case("twill", of);
    add_case("plain", loop);
}

void add_cases(int bits) {
    int64_t const side = int64_t{1} << bits / 2;
    add(
        "sort", bits, [](inputs const& x) { return sort(x.a); },
        [](inputs const& x) {
            std::vector<float> s = x.list;
            std::sort(s.begin(), s.end());
            return s;
        });
    add(
        "argsort", bits, [](inputs const& x) { return argsort(x.a); },
        [](inputs const& x) {
            std::vector<index_t> order(x.list.size());
            std::iota(order.begin(), order.end(), index_t{0});
            std::stable_sort(order.begin(), order.end(), [&](index_t i, index_t j) {
                return x.list[static_cast<std::size_t>(i)] < x.list[static_cast<std::size_t>(j)];
            });
            return order;
        });
    add(
        "sort_rows", bits, [=](inputs const& x) { return sort(reshape(x.a, side, side)); },
        [=](inputs const& x) {
            std::vector<float> s = x.list;
            for (auto row = s.begin(); row != s.end(); row += side)
                std::sort(row, row + side);
            return s;
        });
    add(
        "median", bits, [](inputs const& x) { return std::vector<float>{tw::item(median(x.a))}; },
        [](inputs const& x) {
            std::vector<float> s = x.list;
            auto const middle = s.begin() + static_cast<std::ptrdiff_t>(s.size() / 2);
            std::nth_element(s.begin(), middle, s.end());
            return std::vector<float>{(*middle + *std::max_element(s.begin(), middle)) / 2};
        },
        1e-6);
    add(
        "unique", bits, [](inputs const& x) { return unique(x.key); },
        [](inputs const& x) {
            std::vector<int> s(x.key.data(), x.key.data() + x.key.size());
            std::sort(s.begin(), s.end());
            s.erase(std::unique(s.begin(), s.end()), s.end());
            return s;
        });
    add(
        "histogram_256", bits,
        [](inputs const& x) {
            auto [counts, edges] = histogram(x.a, 256, tw::range(0.25, 1.25));
            return counts;
        },
        [](inputs const& x) {
            std::vector<int64_t> counts(256);
            for (float const v : x.list)
                ++counts[std::min<std::size_t>(static_cast<std::size_t>((v - 0.25f) * 256.0f),
                                               255)];
            return counts;
        });
    add(
        "bincount_1000", bits, [](inputs const& x) { return bincount(x.key, tw::below(groups)); },
        [](inputs const& x) {
            std::vector<int64_t> counts(groups);
            for (index_t i = 0; i < x.key.size(); ++i)
                ++counts[static_cast<std::size_t>(x.key[i])];
            return counts;
        });
    add(
        "group_sum_1000", bits,
        [](inputs const& x) { return group_by(x.key, tw::below(groups)).sum(x.a); },
        [](inputs const& x) {
            std::vector<double> sums(groups);
            for (index_t i = 0; i < x.key.size(); ++i)
                sums[static_cast<std::size_t>(x.key[i])] += static_cast<double>(x.a[i]);
            return sums;
        },
        1e-4);
    add(
        "take", bits, [](inputs const& x) { return tw::host_array<float>(x.a(x.place)); },
        [](inputs const& x) {
            std::vector<float> result(x.list.size());
            for (std::size_t i = 0; i < result.size(); ++i)
                result[i] = x.list[static_cast<std::size_t>(x.place[static_cast<index_t>(i)])];
            return result;
        });
    add(
        "mask_read", bits, [](inputs const& x) { return tw::host_array<float>(x.a(x.a > 0.75f)); },
        [](inputs const& x) {
            std::vector<float> result;
            for (float const v : x.list)
                if (v > 0.75f)
                    result.push_back(v);
            return result;
        });
    add(
        "concatenate", bits,
        [](inputs const& x) { return tw::evaluate(tw::concatenate(tw::axis<0>, x.a, x.b)); },
        [](inputs const& x) {
            std::vector<float> result = x.list;
            result.insert(result.end(), x.b.data(), x.b.data() + x.b.size());
            return result;
        });
    add(
        "roll", bits, [](inputs const& x) { return tw::evaluate(tw::roll(x.a, 17)); },
        [](inputs const& x) {
            std::vector<float> result(x.list.size());
            std::rotate_copy(x.list.begin(), x.list.end() - 17, x.list.end(), result.begin());
            return result;
        });
}

}  // namespace

int main(int argc, char** argv) {
    for (int const bits : {20, 24})
        add_cases(bits);
    workloads::name_compilers();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
