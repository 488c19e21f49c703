// SPDX-License-Identifier: MIT
// Families of workloads over ranges of shapes and types: a program a family, a table of cases each.
// A case's name is twill/<what>/<shape>[/<type>], as in peers/families.py, which says what must be
// moved and has the peers' form. Every result is compared with a loop before it is timed.
#pragma once

#include <memory>
#include <random>
#include <thread>

#include <twill/half.hpp>

#include "../device.cuh"

namespace families {

using namespace device;
using tw::index_t;

inline constexpr auto everything = tw::full_extent;

/// Element i of input `seed`, in any type: floats as workloads::value, integers 0 to 100.
template <class T>
WORKLOADS_HD T input(int64_t i, unsigned seed) {
    float const x = workloads::value(i, seed);
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>((x - 0.25f) * 101.0f);
    else
        return static_cast<T>(x);
}
template <class T>
__global__ void input_kernel(T* to, int64_t count, unsigned seed) {
    int64_t const i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = input<T>(i, seed);
}
template <class T, int Rank>
tw::device_array<T, Rank> make(tw::extents<Rank> const& shape, unsigned seed) {
    tw::device_array<T, Rank> x{shape};
    input_kernel<<<blocks(x.size()), threads>>>(x.data(), x.size(), seed);
    must(cudaGetLastError());
    return x;
}

template <class T>
std::string type_suffix() {
    if constexpr (std::is_same_v<T, float>)
        return "";
    else if constexpr (std::is_same_v<T, double>)
        return "/float64";
    else if constexpr (std::is_same_v<T, tw::float16>)
        return "/float16";
    else if constexpr (std::is_same_v<T, tw::bfloat16>)
        return "/bfloat16";
    else if constexpr (std::is_integral_v<T>)
        return std::string(std::is_unsigned_v<T> ? "/uint" : "/int") +
               std::to_string(sizeof(T) * 8);
    else
        return "/complex64";
}
/// `twill/softmax_rows/2097152x100/float16`; an array of one axis has its size as a power of two.
template <class T>
std::string name_of(std::string const& what, std::initializer_list<int64_t> shape) {
    std::string text;
    for (int64_t const n : shape)
        text += shape.size() == 1 ? workloads::size_name(n)
                                  : (text.empty() ? "" : "x") + std::to_string(n);
    return "twill/" + what + "/" + text + type_suffix<T>();
}

using numbers = std::vector<double>;

/// f(from, to, piece) for pieces of [0, count), by a thread each: a whole array of 2^27 elements
/// takes one thread a second a function.
template <class F>
void in_pieces(std::size_t count, F&& f) {
    std::size_t const pieces =
        count < 100000 ? 1 : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < pieces; ++k)
        threads.emplace_back(
            [&f, k, from = count * k / pieces, to = count * (k + 1) / pieces] { f(from, to, k); });
    for (std::thread& one : threads)
        one.join();
}
/// The sum of f(element).
template <class F>
double sum_by(std::vector<double> const& x, F&& f) {
    std::vector<double> parts(x.size() < 100000 ? 1 : 1024);
    in_pieces(x.size(), [&](std::size_t from, std::size_t to, std::size_t piece) {
        double sum = 0;
        for (std::size_t k = from; k < to; ++k)
            sum += f(x[k]);
        parts[piece % parts.size()] += sum;
    });
    double sum = 0;
    for (double const part : parts)
        sum += part;
    return sum;
}
/// f(element) in the place of each.
template <class F>
void change(numbers& x, F&& f) {
    in_pieces(x.size(), [&](std::size_t from, std::size_t to, std::size_t) {
        for (std::size_t k = from; k < to; ++k)
            x[k] = f(x[k]);
    });
}

/// Lines of an array in C order: element k of line (o, i) is number (o * length + k) * inner + i.
struct lines {
    int64_t outer;
    int64_t length;
    int64_t inner;
};
/// A line of input `seed`. The last long one is kept: cases of one shape follow each other.
template <class T>
numbers const& line_of(lines const& all, int64_t o, int64_t i, unsigned seed) {
    static numbers line;
    static lines of{};
    static int64_t at[3] = {};
    int64_t const now[3] = {o, i, seed};
    if (of.length == all.length && of.inner == all.inner && std::equal(at, at + 3, now))
        return line;
    of = all;
    std::copy(now, now + 3, at);
    line.resize(static_cast<std::size_t>(all.length));
    in_pieces(line.size(), [&](std::size_t from, std::size_t to, std::size_t) {
        for (std::size_t k = from; k < to; ++k)
            line[k] = static_cast<double>(static_cast<float>(
                input<T>((o * all.length + static_cast<int64_t>(k)) * all.inner + i, seed)));
    });
    return line;
}

/// The numbers of lines that are looked at: both ends, and some between them.
inline std::vector<int64_t> sample_of(int64_t count, int most) {
    std::vector<int64_t> chosen{0, count - 1};
    std::mt19937_64 any(static_cast<unsigned long long>(count));
    while (static_cast<int64_t>(chosen.size()) < std::min<int64_t>(most, count))
        chosen.push_back(static_cast<int64_t>(any() % static_cast<unsigned long long>(count)));
    return chosen;
}

inline bool agree(benchmark::State& state, int64_t element, double got, double want,
                  double tolerance) {
    if (workloads::close(got, want, tolerance))
        return true;
    char text[160];
    std::snprintf(text, sizeof(text), "element %lld is %.9g, not %.9g",
                  static_cast<long long>(element), got, want);
    state.SkipWithError(text);
    return false;
}
template <class R>
double as_double(R x) {
    if constexpr (std::is_same_v<R, tw::float16> || std::is_same_v<R, tw::bfloat16>)
        return static_cast<double>(static_cast<float>(x));
    else
        return static_cast<double>(x);
}

/// Whether lines of the result are what `want` says of lines (o, i): as many numbers as the result
/// has along them.
template <class R, int Rank, class Want>
bool check_lines(benchmark::State& state, tw::device_array<R, Rank> const& result, lines const& all,
                 double tolerance, Want&& want) {
    int64_t const length = result.size() / (all.outer * all.inner);
    std::unique_ptr<R[]> const got(new R[static_cast<std::size_t>(length)]);
    for (int64_t const line : sample_of(all.outer * all.inner, 9)) {
        int64_t const o = line / all.inner;
        int64_t const i = line % all.inner;
        int64_t const first = o * length * all.inner + i;
        auto const bytes = static_cast<std::size_t>(length) * sizeof(R);
        if (all.inner == 1)
            must(cudaMemcpy(got.get(), result.data() + first, bytes, cudaMemcpyDeviceToHost));
        else
            must(cudaMemcpy2D(got.get(), sizeof(R), result.data() + first,
                              static_cast<std::size_t>(all.inner) * sizeof(R), sizeof(R),
                              static_cast<std::size_t>(length), cudaMemcpyDeviceToHost));
        numbers const expected = want(o, i);
        for (int64_t k = 0; k < length; ++k)
            if (!agree(state, first + k * all.inner, as_double(got[k]),
                       expected[static_cast<std::size_t>(k)], tolerance))
                return false;
    }
    return true;
}
/// Whether elements of the result are what `want` says of their numbers.
template <class R, int Rank, class Want>
bool check_elements(benchmark::State& state, tw::device_array<R, Rank> const& result,
                    double tolerance, Want&& want, int most = 200) {
    for (int64_t const i : sample_of(result.size(), most)) {
        R got;
        must(cudaMemcpy(&got, result.data() + i, sizeof(R), cudaMemcpyDeviceToHost));
        if (!agree(state, i, as_double(got), want(i), tolerance))
            return false;
    }
    return true;
}

/// The work of a case whose result is right. There are many of them, so it is short.
template <class Run>
void time(benchmark::State& state, int64_t bytes, Run&& run) {
    time_by_events(state, bytes, run, 0.04);
}

/// What of(m) makes of a matrix or a vector of T is right if its lines are want(line of m).
template <class T, int Rank, class F>
void add_lines(std::string const& what, std::initializer_list<int64_t> shape,
               tw::extents<Rank> const& extents, lines const& all, double tolerance, F of,
               numbers (*want)(numbers const&)) {
    add_case(name_of<T>(what, shape), [=](benchmark::State& state) {
        auto const m = make<T>(extents, 1);
        auto result = tw::evaluate(of(m));
        if (check_lines(state, result, all, tolerance,
                        [&](int64_t o, int64_t i) { return want(line_of<T>(all, o, i, 1)); }))
            time(state, (m.size() + (result.size() == m.size() ? m.size() : 0)) * sizeof(T),
                 [&] { result = of(m); });
    });
}

// What lines become, as a person writes it in loops.

inline double total(numbers const& x) {
    return sum_by(x, [](double v) { return v; });
}
inline numbers softmax(numbers const& x) {
    double const most = *std::max_element(x.begin(), x.end());
    numbers result(x);
    change(result, [most](double v) { return std::exp(v - most); });
    double const sum = total(result);
    change(result, [sum](double v) { return v / sum; });
    return result;
}
inline numbers standardised(numbers const& x) {
    auto const count = static_cast<double>(x.size());
    double const mean = total(x) / count;
    double const deviation =
        std::sqrt(sum_by(x, [mean](double v) { return (v - mean) * (v - mean); }) / count);
    numbers result(x);
    change(result, [=](double v) { return (v - mean) / deviation; });
    return result;
}
inline double root_of_squares(numbers const& x) {
    return std::sqrt(sum_by(x, [](double v) { return v * v; }));
}
inline numbers of_unit_length(numbers const& x) {
    double const norm = root_of_squares(x);
    numbers result(x);
    change(result, [norm](double v) { return v / norm; });
    return result;
}
inline numbers log_sum_exp(numbers const& x) {
    double sum = 0;
    for (double const v : x)
        sum += std::exp(v);
    return {std::log(sum)};
}
inline numbers sum_of(numbers const& x) { return {total(x)}; }
inline numbers largest_of(numbers const& x) { return {*std::max_element(x.begin(), x.end())}; }
inline numbers largest_at(numbers const& x) {
    return {static_cast<double>(std::max_element(x.begin(), x.end()) - x.begin())};
}

}  // namespace families
