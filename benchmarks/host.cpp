// SPDX-License-Identifier: MIT
// The host space against loops: the plain one of a single thread and the same with OpenMP.
//   twill: host arrays, one expression a statement      openmp, plain: hand-written loops
// Every case checks its result first. The buffers of one size are shared by its cases.
#include <array>

#include <twill/twill.hpp>

#include "workloads.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace tw = twill;
using std::int64_t;

namespace {

// The loops stand in functions of their own, so that the benchmark's loop is not merged into them.
#define LOOP __attribute__((noinline))

enum class threads { one, all };

template <threads Threads, class Body>
inline void loop(int64_t count, Body const& body) {
    if constexpr (Threads == threads::one) {
        for (int64_t i = 0; i < count; ++i)
            body(i);
    } else {
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < count; ++i)
            body(i);
    }
}

template <threads Threads>
LOOP void add(float* c, float const* a, float const* b, int64_t count) {
    loop<Threads>(count, [=](int64_t i) { c[i] = a[i] + b[i]; });
}
template <threads Threads>
LOOP void add_to(float* b, float const* a, int64_t count) {
    loop<Threads>(count, [=](int64_t i) { b[i] += a[i]; });
}
template <threads Threads>
LOOP void chain(float* c, float const* a, float const* b, int64_t count) {
    loop<Threads>(count, [=](int64_t i) { c[i] = workloads::chain(a[i], b[i]); });
}
/// The grid is computed in the loop: row i has the longitude, column j the latitude.
template <threads Threads>
LOOP void distance(double* d, int64_t side) {
    double const step = 2.0 / static_cast<double>(side - 1);
    loop<Threads>(side, [=](int64_t i) {
        double const lon = 99.0 + static_cast<double>(i) * step;
        for (int64_t j = 0; j < side; ++j)
            d[i * side + j] = workloads::distance::at(29.0 + static_cast<double>(j) * step, lon);
    });
}

// Sums are kept in double: one float would lose its digits long before 2^26 elements.
template <threads Threads>
LOOP double sum_loop(float const* a, int64_t count) {
    double s = 0;
    if constexpr (Threads == threads::one) {
#pragma omp simd reduction(+ : s)
        for (int64_t i = 0; i < count; ++i)
            s += static_cast<double>(a[i]);
    } else {
#pragma omp parallel for simd reduction(+ : s) schedule(static)
        for (int64_t i = 0; i < count; ++i)
            s += static_cast<double>(a[i]);
    }
    return s;
}
template <threads Threads>
LOOP double square_difference_loop(float const* a, float const* b, int64_t count) {
    double s = 0;
    if constexpr (Threads == threads::one) {
#pragma omp simd reduction(+ : s)
        for (int64_t i = 0; i < count; ++i)
            s += static_cast<double>((a[i] - b[i]) * (a[i] - b[i]));
    } else {
#pragma omp parallel for simd reduction(+ : s) schedule(static)
        for (int64_t i = 0; i < count; ++i)
            s += static_cast<double>((a[i] - b[i]) * (a[i] - b[i]));
    }
    return s;
}
struct statistics {
    float low, high;
    double mean, deviation;
};
/// One pass: the least, the largest and the sums of x - pivot and of its square.
template <threads Threads>
LOOP statistics statistics_loop(float const* a, int64_t count) {
    float const pivot = a[0];
    float low = pivot, high = pivot;
    double sum = 0, squares = 0;
    auto body = [&](int64_t i, float& l, float& h, double& s, double& q) {
        l = a[i] < l ? a[i] : l;
        h = a[i] > h ? a[i] : h;
        double const d = static_cast<double>(a[i] - pivot);
        s += d;
        q += d * d;
    };
    if constexpr (Threads == threads::one) {
#pragma omp simd reduction(min : low) reduction(max : high) reduction(+ : sum, squares)
        for (int64_t i = 0; i < count; ++i)
            body(i, low, high, sum, squares);
    } else {
#pragma omp parallel for simd reduction(min : low) reduction(max : high) \
    reduction(+ : sum, squares) schedule(static)
        for (int64_t i = 0; i < count; ++i)
            body(i, low, high, sum, squares);
    }
    double const n = static_cast<double>(count), d = sum / n;
    return {low, high, static_cast<double>(pivot) + d, std::sqrt(squares / n - d * d)};
}
template <threads Threads>
LOOP void sum_rows(float* to, float const* m, int64_t side) {
    loop<Threads>(side, [=](int64_t i) {
        to[i] = static_cast<float>(sum_loop<threads::one>(m + i * side, side));
    });
}
/// A stretch of columns at a time, so that its sums stay in the cache.
template <threads Threads>
LOOP void sum_columns(float* to, float const* m, int64_t side) {
    constexpr int64_t width = 64;
    loop<Threads>(side / width, [=](int64_t k) {
        double s[width] = {};
        for (int64_t i = 0; i < side; ++i)
            for (int64_t j = 0; j < width; ++j)
                s[j] += static_cast<double>(m[i * side + k * width + j]);
        for (int64_t j = 0; j < width; ++j)
            to[k * width + j] = static_cast<float>(s[j]);
    });
}
template <threads Threads>
LOOP void standardise(float* c, float const* m, int64_t side) {
    loop<Threads>(side, [=](int64_t i) {
        float const* const row = m + i * side;
        auto const s = statistics_loop<threads::one>(row, side);
        float const mean = static_cast<float>(s.mean);
        float const scale = static_cast<float>(1.0 / s.deviation);
        for (int64_t j = 0; j < side; ++j)
            c[i * side + j] = (row[j] - mean) * scale;
    });
}
template <threads Threads>
LOOP void softmax(float* c, float const* m, int64_t side) {
    loop<Threads>(side, [=](int64_t i) {
        float const* const row = m + i * side;
        float* const to = c + i * side;
        float largest = row[0];
        for (int64_t j = 1; j < side; ++j)
            largest = row[j] > largest ? row[j] : largest;
        for (int64_t j = 0; j < side; ++j)
            to[j] = expf(row[j] - largest);
        float const scale = static_cast<float>(1.0 / sum_loop<threads::one>(to, side));
        for (int64_t j = 0; j < side; ++j)
            to[j] *= scale;
    });
}

/// A float's worth of what was asked for, so that a single wrong element is noticed.
constexpr double float_error = 1e-6;

struct flat_buffers {
    tw::host_array<float> a, b, c;
    explicit flat_buffers(int64_t n)
        : a(tw::extents(n)),
          b(tw::extents(n)),
          c(tw::evaluate<tw::host_space>(tw::zeros<float>(n))) {
        for (int64_t i = 0; i < n; ++i) {
            a[i] = workloads::value(i, 1);
            b[i] = workloads::value(i, 2);
        }
    }
};

template <class T, class Expected>
bool check(benchmark::State& state, T const* result, int64_t n, double tolerance,
           Expected&& expected) {
    return workloads::each_sample(n, [&](int64_t from, int64_t to) {
        return workloads::check_range(state, result + from, from, to, tolerance, expected);
    });
}

enum class who { twill, openmp, plain };
constexpr char const* name_of(who w) {
    return w == who::twill ? "twill" : w == who::openmp ? "openmp" : "plain";
}

template <who Who>
void run_add(benchmark::State& state, int64_t n) {
    flat_buffers m(n);
    auto run = [&] {
        if constexpr (Who == who::twill)
            m.c = m.a + m.b;
        else
            add<Who == who::openmp ? threads::all : threads::one>(m.c.data(), m.a.data(),
                                                                  m.b.data(), n);
        benchmark::ClobberMemory();
    };
    run();
    float const* const a = m.a.data();
    float const* const b = m.b.data();
    if (!check(state, m.c.data(), n, 0, [&](int64_t i) { return a[i] + b[i]; }))
        return;
    for (auto _ : state)
        run();
    workloads::count_bytes(state, n * 12);
}

template <who Who>
void run_add_to(benchmark::State& state, int64_t n) {
    flat_buffers m(n);
    auto run = [&] {
        if constexpr (Who == who::twill)
            m.c += m.a;
        else
            add_to<Who == who::openmp ? threads::all : threads::one>(m.c.data(), m.a.data(), n);
        benchmark::ClobberMemory();
    };
    run();
    float const* const a = m.a.data();
    if (!check(state, m.c.data(), n, 0, [&](int64_t i) { return a[i]; }))
        return;
    for (auto _ : state)
        run();
    workloads::count_bytes(state, n * 12);
}

template <who Who>
void run_chain(benchmark::State& state, int64_t n) {
    flat_buffers m(n);
    auto run = [&] {
        if constexpr (Who == who::twill)
            m.c = sqrt(m.a * m.a + m.b * m.b) * 0.5f + sin(m.a);
        else
            chain<Who == who::openmp ? threads::all : threads::one>(m.c.data(), m.a.data(),
                                                                    m.b.data(), n);
        benchmark::ClobberMemory();
    };
    run();
    float const* const a = m.a.data();
    float const* const b = m.b.data();
    if (!check(state, m.c.data(), n, float_error,
               [&](int64_t i) { return workloads::chain(a[i], b[i]); }))
        return;
    for (auto _ : state)
        run();
    workloads::count_bytes(state, n * 12);
}

template <who Who>
void run_distance(benchmark::State& state, int64_t side) {
    using D = workloads::distance;
    tw::host_array<double, 2> d = tw::evaluate<tw::host_space>(tw::zeros<double>(side, side));
    auto run = [&] {
        if constexpr (Who == who::twill) {
            auto [lat, lon] =
                tw::meshgrid(tw::linspace(29.0, 31.0, side), tw::linspace(99.0, 101.0, side));
            auto h = square(sin(D::half_degree * (D::latitude - lat))) +
                     cos(D::degree * lat) * std::cos(D::degree * D::latitude) *
                         square(sin(D::half_degree * (D::longitude - lon)));
            d = D::scale * atan2(h, 1.0 - h);
        } else {
            distance<Who == who::openmp ? threads::all : threads::one>(d.data(), side);
        }
        benchmark::ClobberMemory();
    };
    run();
    double const step = 2.0 / static_cast<double>(side - 1);
    if (!check(state, d.data(), side * side, 1e-12, [&](int64_t i) {
            return D::at(29.0 + static_cast<double>(i % side) * step,
                         99.0 + static_cast<double>(i / side) * step);
        }))
        return;
    for (auto _ : state)
        run();
    workloads::count_bytes(state, side * side * 8);
}

template <who Who>
constexpr threads threads_of = Who == who::openmp ? threads::all : threads::one;

/// One or more numbers from all of a, or of a and b: `run(buffers)` gives them, `want(buffers)`
/// says what they must be.
template <class Run, class Want>
void run_reduction(benchmark::State& state, int64_t n, int64_t bytes, Run&& run, Want&& want) {
    flat_buffers m(n);
    std::array<double, 4> const got = run(m), expected = want(m);
    if (!workloads::check_range(state, got.data(), 0, 4, 1e-5,
                                [&](int64_t i) { return expected[static_cast<std::size_t>(i)]; }))
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(run(m));
    workloads::count_bytes(state, bytes);
}
template <who Who>
void run_sum(benchmark::State& state, int64_t n) {
    tw::host_array<float, 0> s;
    run_reduction(
        state, n, n * 4,
        [&](flat_buffers& m) -> std::array<double, 4> {
            if constexpr (Who == who::twill) {
                s = sum(m.a);
                return {static_cast<double>(tw::item(s))};
            } else {
                return {sum_loop<threads_of<Who>>(m.a.data(), n)};
            }
        },
        [=](flat_buffers& m) -> std::array<double, 4> {
            double sum = 0;
            for (int64_t i = 0; i < n; ++i)
                sum += static_cast<double>(m.a[i]);
            return {sum};
        });
}
template <who Who>
void run_square_difference(benchmark::State& state, int64_t n) {
    tw::host_array<float, 0> s;
    run_reduction(
        state, n, n * 8,
        [&](flat_buffers& m) -> std::array<double, 4> {
            if constexpr (Who == who::twill) {
                s = sum(square(m.a - m.b));
                return {static_cast<double>(tw::item(s))};
            } else {
                return {square_difference_loop<threads_of<Who>>(m.a.data(), m.b.data(), n)};
            }
        },
        [=](flat_buffers& m) -> std::array<double, 4> {
            double sum = 0;
            for (int64_t i = 0; i < n; ++i)
                sum += static_cast<double>((m.a[i] - m.b[i]) * (m.a[i] - m.b[i]));
            return {sum};
        });
}
template <who Who>
void run_statistics(benchmark::State& state, int64_t n) {
    run_reduction(
        state, n, n * 4,
        [=](flat_buffers& m) -> std::array<double, 4> {
            if constexpr (Who == who::twill) {
                auto const [low, high, middle, deviation] =
                    tw::evaluate(min(m.a), max(m.a), mean(m.a), stddev(m.a));
                return {static_cast<double>(tw::item(low)), static_cast<double>(tw::item(high)),
                        static_cast<double>(tw::item(middle)),
                        static_cast<double>(tw::item(deviation))};
            } else {
                auto const s = statistics_loop<threads_of<Who>>(m.a.data(), n);
                return {static_cast<double>(s.low), static_cast<double>(s.high), s.mean,
                        s.deviation};
            }
        },
        [=](flat_buffers& m) -> std::array<double, 4> {
            double low = 9, high = -9, sum = 0, squares = 0;
            for (int64_t i = 0; i < n; ++i) {
                double const x = static_cast<double>(m.a[i]);
                low = std::min(low, x);
                high = std::max(high, x);
                sum += x;
                squares += x * x;
            }
            double const mean = sum / static_cast<double>(n);
            return {low, high, mean, std::sqrt(squares / static_cast<double>(n) - mean * mean)};
        });
}

/// What a loop says of one line of a matrix.
struct line {
    double sum = 0, squares = 0, largest = -1e9, exponentials = 0;
    line(float const* from, int64_t count, int64_t step) {
        for (int64_t i = 0; i < count; ++i) {
            double const x = static_cast<double>(from[i * step]);
            sum += x;
            squares += x * x;
            largest = std::max(largest, x);
            exponentials += std::exp(x);
        }
    }
};

enum class rows { sum_axis_1, sum_axis_0, standardise, softmax };
template <who Who, rows Rows>
void run_rows(benchmark::State& state, int64_t side) {
    constexpr bool whole = Rows == rows::standardise || Rows == rows::softmax;
    flat_buffers flat(side * side);
    tw::host_array<float, 2> const m(reshape(flat.a, side, side));
    tw::host_array<float, 2> c = tw::evaluate<tw::host_space>(tw::zeros<float>(side, side));
    tw::host_array<float> s = tw::evaluate<tw::host_space>(tw::zeros<float>(side));
    auto run = [&] {
        if constexpr (Who != who::twill) {
            constexpr threads t = threads_of<Who>;
            if constexpr (Rows == rows::sum_axis_1)
                sum_rows<t>(s.data(), m.data(), side);
            else if constexpr (Rows == rows::sum_axis_0)
                sum_columns<t>(s.data(), m.data(), side);
            else if constexpr (Rows == rows::standardise)
                standardise<t>(c.data(), m.data(), side);
            else
                softmax<t>(c.data(), m.data(), side);
        } else if constexpr (Rows == rows::sum_axis_1) {
            s = sum(m, tw::axis<1>);
        } else if constexpr (Rows == rows::sum_axis_0) {
            s = sum(m, tw::axis<0>);
        } else if constexpr (Rows == rows::standardise) {
            c = (m - mean(m, tw::axis<1>, tw::keepdims)) / stddev(m, tw::axis<1>, tw::keepdims);
        } else {
            auto const e = exp(m - max(m, tw::axis<1>, tw::keepdims));
            c = e / sum(e, tw::axis<1>, tw::keepdims);
        }
        benchmark::ClobberMemory();
    };
    run();
    double const n = static_cast<double>(side);
    if constexpr (whole) {
        // Three rows.
        for (int64_t const i : {int64_t{0}, side / 3, side - 1}) {
            float const* const row = m.data() + i * side;
            line const l(row, side, 1);
            double const mean = l.sum / n, deviation = std::sqrt(l.squares / n - mean * mean);
            auto expected = [&](int64_t j) {
                double const x = static_cast<double>(row[j]);
                return Rows == rows::softmax ? std::exp(x) / l.exponentials
                                             : (x - mean) / deviation;
            };
            if (!workloads::check_range(state, c.data() + i * side, 0, side,
                                        Rows == rows::softmax ? 1e-5 / n : 1e-5, expected))
                return;
        }
    } else {
        auto expected = [&](int64_t i) {
            return Rows == rows::sum_axis_1 ? line(m.data() + i * side, side, 1).sum
                                            : line(m.data() + i, side, side).sum;
        };
        if (!workloads::check_range(state, s.data(), 0, 64, 1e-5, expected))
            return;
    }
    for (auto _ : state)
        run();
    workloads::count_bytes(state, side * side * (whole ? 8 : 4));
}

template <who Who>
void add_cases() {
    auto add_case = [](char const* workload, int64_t n, auto run, int64_t argument) {
        benchmark::RegisterBenchmark(
            workloads::case_name(name_of(Who), workload, n).c_str(),
            [run, argument](benchmark::State& state) { run(state, argument); })
            ->UseRealTime()
            ->MinTime(0.1)
            ->Unit(n < 100000 ? benchmark::kMicrosecond : benchmark::kMillisecond);
    };
    for (int64_t const bits : {10, 20, 26}) {
        int64_t const n = int64_t{1} << bits;
        add_case("add", n, run_add<Who>, n);
        add_case("add_to", n, run_add_to<Who>, n);
        add_case("chain", n, run_chain<Who>, n);
        add_case("distance", n, run_distance<Who>, int64_t{1} << bits / 2);
    }
    for (int const bits : {20, 26}) {
        int64_t const n = int64_t{1} << bits;
        add_case("sum", n, run_sum<Who>, n);
        add_case("sum_square_difference", n, run_square_difference<Who>, n);
        add_case("four_statistics", n, run_statistics<Who>, n);
    }
    for (int const bits : {20, 24}) {
        int64_t const n = int64_t{1} << bits, side = int64_t{1} << bits / 2;
        add_case("sum_axis_1", n, run_rows<Who, rows::sum_axis_1>, side);
        add_case("sum_axis_0", n, run_rows<Who, rows::sum_axis_0>, side);
        add_case("standardise_rows", n, run_rows<Who, rows::standardise>, side);
        add_case("softmax_rows", n, run_rows<Who, rows::softmax>, side);
    }
}

}  // namespace

int main(int argc, char** argv) {
    add_cases<who::twill>();
#if defined(_OPENMP)
    add_cases<who::openmp>();
    benchmark::AddCustomContext("openmp threads", std::to_string(omp_get_max_threads()));
#endif
    add_cases<who::plain>();
    benchmark::AddCustomContext("twill threads", std::to_string(tw::thread_count()));
    workloads::name_compilers();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
