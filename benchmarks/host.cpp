// The host space against loops: the plain one of a single thread and the same with OpenMP.
//   twill: host arrays, one expression a statement      openmp, plain: hand-written loops
// Every case checks its result first. The buffers of one size are shared by its cases.
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
void add_cases() {
    auto add_case = [](char const* workload, int64_t n, auto run, int64_t argument) {
        benchmark::RegisterBenchmark(
            workloads::case_name(name_of(Who), workload, n).c_str(),
            [run, argument](benchmark::State& state) { run(state, argument); })
            ->UseRealTime()
            ->Unit(n < 100000 ? benchmark::kMicrosecond : benchmark::kMillisecond);
    };
    for (int64_t const bits : {10, 20, 26}) {
        int64_t const n = int64_t{1} << bits;
        add_case("add", n, run_add<Who>, n);
        add_case("add_to", n, run_add_to<Who>, n);
        add_case("chain", n, run_chain<Who>, n);
        add_case("distance", n, run_distance<Who>, int64_t{1} << bits / 2);
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
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
