// SPDX-License-Identifier: MIT
// Random statements of a few types: shapes, layouts and contents vary while the program runs. Each
// is timed and held against the time that explain states; a line of comma-separated values each.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace model {

namespace tw = twill;
using tw::index_t;

#if defined(__CUDACC__)
using space = tw::device_space;
inline constexpr double most_elements = 1 << 26;
#else
using space = tw::host_space;
inline constexpr double most_elements = 1 << 24;
#endif
template <class T, int Rank = 1>
using array = tw::array<T, Rank, space>;

/// Seconds of `calls` calls.
template <class Statement>
double time_calls(int calls, Statement&& statement) {
#if defined(__CUDACC__)
    static cudaEvent_t events[2] = {};
    if (!events[0])
        for (cudaEvent_t& e : events)
            cudaEventCreate(&e);
    cudaEventRecord(events[0]);
    for (int i = 0; i < calls; ++i)
        statement();
    cudaEventRecord(events[1]);
    if (cudaEventSynchronize(events[1]) != cudaSuccess) {
        std::fprintf(stderr, "a kernel failed\n");
        std::exit(1);
    }
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, events[0], events[1]);
    return 1e-3 * static_cast<double>(milliseconds);
#else
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
        statement();
    std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
    return time.count();
#endif
}
/// The median of batches of about a millisecond.
template <class Statement>
double median_time(Statement&& statement) {
    statement();
    double const once = std::max(time_calls(3, statement) / 3, 1e-7);
    int const calls = static_cast<int>(std::clamp(1e-3 / once, 1.0, 300.0));
    std::vector<double> times(once > 0.02 ? 3 : 7);
    for (double& t : times)
        t = time_calls(calls, statement) / calls;
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
}

class sampler {
public:
    explicit sampler(unsigned seed, int each) : random_(seed), each_(each) {}

    /// How many statements there are of each type.
    int each() const { return each_; }
    index_t between(index_t low, index_t high) {
        return std::uniform_int_distribution<index_t>(low, high)(random_);
    }
    /// A size, as likely between 2^10 and 2^11 as between 2^25 and 2^26; every other one is odd.
    index_t size(double low = 1 << 10, double high = most_elements) {
        double const exponent =
            std::uniform_real_distribution<double>(std::log2(low), std::log2(high))(random_);
        auto const n = static_cast<index_t>(std::exp2(exponent));
        return between(0, 1) ? n : std::max<index_t>(n / 16 * 16, 16);
    }
    /// Rows and columns.
    tw::extents<2> matrix(double low = 1 << 10, double high = most_elements) {
        index_t const n = size(low, high);
        index_t const columns = size(2, static_cast<double>(n) / 2);
        return {std::max<index_t>(n / columns, 1), columns};
    }

    /// Times to = x, and prints what explain says of it.
    template <class X, class To>
    void measure(char const* family, char const* statement, X const& x, To&& to) {
        tw::explanation const report = tw::explain(x);
        double const seconds = median_time([&] { to = x; });
        std::string const line(report.text, std::string(report.text).find('\n'));
        std::string shape = line.substr(0, line.find(": "));
        std::replace(shape.begin(), shape.end(), ',', ' ');
        std::printf("%s,%s,%s,%lld,%lld,%d,%s,%.3f,%.3f\n", family, statement, shape.c_str(),
                    static_cast<long long>(report.bytes_read),
                    static_cast<long long>(report.bytes_written), report.kernels, report.limit,
                    1e6 * report.seconds, 1e6 * seconds);
        std::fflush(stdout);
    }

private:
    std::mt19937 random_;
    int each_;
};

/// Numbers between 0.1 and 1, in no order.
template <class T, int Rank>
array<T, Rank> numbers(tw::extents<Rank> const& shape) {
    auto const i = tw::arange(0, shape.size());
    array<T> const flat = tw::cast<T>((i * 7919 % 1009 + 112) * (1.0 / 1121));
    return reshape(flat, shape);
}

void elementwise(sampler& s);
void layouts(sampler& s);
void reductions(sampler& s);
void rows(sampler& s);
void others(sampler& s);

}  // namespace model
