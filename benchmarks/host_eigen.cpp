// SPDX-License-Identifier: MIT
// Eigen's arrays on the host, one thread, on the workloads of host.cpp.
#include <Eigen/Core>

#include "workloads.hpp"

using std::int64_t;

namespace {

using vector = Eigen::ArrayXf;
using matrix = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using grid = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct buffers {
    vector a, b, c;
    explicit buffers(int64_t n) : a(n), b(n), c(n) {
        for (int64_t i = 0; i < n; ++i) {
            a[i] = workloads::value(i, 1);
            b[i] = workloads::value(i, 2);
        }
        // Nobody else could change these otherwise, and a sum would leave the loop that is timed.
        benchmark::DoNotOptimize(a.data());
        benchmark::DoNotOptimize(b.data());
    }
};
matrix square_matrix(int64_t n) {
    auto const side = static_cast<int64_t>(std::lround(std::sqrt(static_cast<double>(n))));
    matrix m(side, side);
    for (int64_t i = 0; i < n; ++i)
        m.data()[i] = workloads::value(i, 1);
    benchmark::DoNotOptimize(m.data());
    return m;
}

template <class Run>
void time(benchmark::State& state, int64_t bytes, Run&& run) {
    for (auto _ : state) {
        run();
        benchmark::ClobberMemory();
    }
    workloads::count_bytes(state, bytes);
}
/// Runs, compares `count` results and times.
template <class T, class Run, class Expected>
void check_and_time(benchmark::State& state, T const* result, int64_t count, double tolerance,
                    int64_t bytes, Run&& run, Expected&& expected) {
    run();
    // Nor see the result: computing it again would be left out.
    benchmark::DoNotOptimize(result);
    if (workloads::each_sample(count, [&](int64_t from, int64_t to) {
            return workloads::check_range(state, result + from, from, to, tolerance, expected);
        }))
        time(state, bytes, run);
}

constexpr double float_error = 1e-6;
/// Eigen adds floats in a few lanes: 2^26 of them lose digits.
constexpr double sum_error = 3e-2;

void add(benchmark::State& state, int64_t n) {
    buffers m(n);
    check_and_time(
        state, m.c.data(), n, 0, n * 12, [&] { m.c = m.a + m.b; },
        [&](int64_t i) { return m.a[i] + m.b[i]; });
}
void chain(benchmark::State& state, int64_t n) {
    buffers m(n);
    check_and_time(
        state, m.c.data(), n, float_error, n * 12,
        [&] { m.c = (m.a * m.a + m.b * m.b).sqrt() * 0.5f + m.a.sin(); },
        [&](int64_t i) { return workloads::chain(m.a[i], m.b[i]); });
}
void sum(benchmark::State& state, int64_t n) {
    buffers m(n);
    float s = 0;
    double const want = m.a.cast<double>().sum();
    check_and_time(
        state, &s, 1, sum_error, n * 4, [&] { s = m.a.sum(); }, [=](int64_t) { return want; });
}
void sum_square_difference(benchmark::State& state, int64_t n) {
    buffers m(n);
    float s = 0;
    double const want = (m.a - m.b).cast<double>().square().sum();
    check_and_time(
        state, &s, 1, sum_error, n * 8, [&] { s = (m.a - m.b).square().sum(); },
        [=](int64_t) { return want; });
}
void four_statistics(benchmark::State& state, int64_t n) {
    buffers m(n);
    float s[4] = {};
    double const mean = m.a.cast<double>().mean();
    double const want[] = {m.a.minCoeff(), m.a.maxCoeff(), mean,
                           std::sqrt((m.a.cast<double>() - mean).square().mean())};
    check_and_time(
        state, s, 4, sum_error, n * 4,
        [&] {
            s[0] = m.a.minCoeff();
            s[1] = m.a.maxCoeff();
            s[2] = m.a.mean();
            s[3] = std::sqrt((m.a - s[2]).square().mean());
        },
        [&](int64_t i) { return want[i]; });
}
void sum_axis_1(benchmark::State& state, int64_t n) {
    matrix const m = square_matrix(n);
    vector s(m.rows());
    vector const want = m.cast<double>().rowwise().sum().cast<float>();
    check_and_time(
        state, s.data(), m.rows(), sum_error, n * 4, [&] { s = m.rowwise().sum(); },
        [&](int64_t i) { return want[i]; });
}
void sum_axis_0(benchmark::State& state, int64_t n) {
    matrix const m = square_matrix(n);
    Eigen::Array<float, 1, Eigen::Dynamic> s(m.cols());
    vector const want = m.cast<double>().colwise().sum().cast<float>();
    check_and_time(
        state, s.data(), m.cols(), sum_error, n * 4, [&] { s = m.colwise().sum(); },
        [&](int64_t i) { return want[i]; });
}
void standardise_rows(benchmark::State& state, int64_t n) {
    matrix const m = square_matrix(n);
    matrix c(m.rows(), m.cols());
    grid const exact = m.cast<double>();
    grid const centred = exact.colwise() - exact.rowwise().mean();
    grid const want = centred.colwise() / centred.square().rowwise().mean().sqrt();
    check_and_time(
        state, c.data(), n, 1e-4, n * 8,
        [&] {
            c = m.colwise() - m.rowwise().mean();
            c.colwise() /= c.square().rowwise().mean().sqrt().eval();
        },
        [&](int64_t i) { return want.data()[i]; });
}
void softmax_rows(benchmark::State& state, int64_t n) {
    matrix const m = square_matrix(n);
    matrix c(m.rows(), m.cols());
    grid const e = m.cast<double>().exp();
    grid const want = e.colwise() / e.rowwise().sum();
    check_and_time(
        state, c.data(), n, 1e-4 / static_cast<double>(m.cols()), n * 8,
        [&] {
            c = (m.colwise() - m.rowwise().maxCoeff()).exp();
            c.colwise() /= c.rowwise().sum().eval();
        },
        [&](int64_t i) { return want.data()[i]; });
}
/// Eigen 3.4 has no atan2 of arrays: the ratio is positive, so atan is the same.
void distance(benchmark::State& state, int64_t n) {
    using D = workloads::distance;
    auto const side = static_cast<int64_t>(std::lround(std::sqrt(static_cast<double>(n))));
    grid d(side, side);
    double const step = 2.0 / static_cast<double>(side - 1);
    check_and_time(
        state, d.data(), n, 1e-12, n * 8,
        [&] {
            Eigen::Array<double, 1, Eigen::Dynamic> const lat =
                Eigen::Array<double, 1, Eigen::Dynamic>::LinSpaced(side, 29.0, 31.0);
            Eigen::ArrayXd const lon = Eigen::ArrayXd::LinSpaced(side, 99.0, 101.0);
            Eigen::Array<double, 1, Eigen::Dynamic> const squared =
                (D::half_degree * (D::latitude - lat)).sin().square();
            Eigen::Array<double, 1, Eigen::Dynamic> const scaled =
                (D::degree * lat).cos() * std::cos(D::degree * D::latitude);
            Eigen::ArrayXd const across = (D::half_degree * (D::longitude - lon)).sin().square();
            d = (across.matrix() * scaled.matrix()).array().rowwise() + squared;
            d = D::scale * (d / (1.0 - d)).atan();
        },
        [=](int64_t i) {
            return D::at(29.0 + static_cast<double>(i % side) * step,
                         99.0 + static_cast<double>(i / side) * step);
        });
}

void add_case(char const* workload, void (*run)(benchmark::State&, int64_t),
              std::initializer_list<int> sizes) {
    for (int const bits : sizes) {
        int64_t const n = int64_t{1} << bits;
        benchmark::RegisterBenchmark(workloads::case_name("eigen", workload, n).c_str(),
                                     [run, n](benchmark::State& state) { run(state, n); })
            ->UseRealTime()
            ->MinTime(0.1)
            ->Unit(n < 100000 ? benchmark::kMicrosecond : benchmark::kMillisecond);
    }
}

}  // namespace

int main(int argc, char** argv) {
    Eigen::setNbThreads(1);
    add_case("add", add, {10, 20, 26});
    add_case("chain", chain, {10, 20, 26});
    add_case("sum", sum, {20, 26});
    add_case("sum_square_difference", sum_square_difference, {20, 26});
    add_case("four_statistics", four_statistics, {20, 26});
    add_case("sum_axis_1", sum_axis_1, {20, 24});
    add_case("sum_axis_0", sum_axis_0, {20, 24});
    add_case("standardise_rows", standardise_rows, {20, 24});
    add_case("softmax_rows", softmax_rows, {20, 24});
    add_case("distance", distance, {10, 20, 26});
    workloads::name_compilers();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
