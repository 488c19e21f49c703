// SPDX-License-Identifier: MIT
// Random numbers: stored, and inside a mean, which then reads no memory.
//   twill: one statement      library: cuRAND's Philox 4x32-10, which stores what it makes
#include "cases.cuh"

#include <curand.h>
#include <twill/random.hpp>

using namespace families;

namespace {

constexpr int64_t elements = int64_t{1} << 28;

void must_make(curandStatus_t status) {
    if (status != CURAND_STATUS_SUCCESS)
        throw std::runtime_error("cuRAND: " + std::to_string(static_cast<int>(status)));
}
struct generator {
    curandGenerator_t handle = nullptr;
    generator() {
        must_make(curandCreateGenerator(&handle, CURAND_RNG_PSEUDO_PHILOX4_32_10));
        must_make(curandSetStream(handle, tw::current_stream().handle()));
    }
    generator(generator const&) = delete;
    ~generator() { curandDestroyGenerator(handle); }
};

/// Mean, variance and kurtosis, each to six of its standard deviations.
template <class X>
bool check_moments(benchmark::State& state, X const& x, double mean, double variance,
                   double kurtosis) {
    double const n = static_cast<double>(x.size());
    auto const from_mean = tw::cast<double>(x) - mean;
    double const m1 = tw::item(tw::mean(from_mean));
    double const m2 = tw::item(tw::mean(square(from_mean)));
    double const m4 = tw::item(tw::mean(square(square(from_mean))));
    bool const good = std::abs(m1) < 6 * std::sqrt(variance / n) &&
                      std::abs(m2 - variance) < 6 * variance * std::sqrt((kurtosis - 1) / n) &&
                      std::abs(m4 / (variance * variance) - kurtosis) < 60 / std::sqrt(n);
    if (!good)
        state.SkipWithError("not the moments of the distribution");
    return good;
}

/// A statement that stores its numbers, and cuRAND's call.
template <class Make, class Call>
void add_stored(char const* what, double mean, double variance, double kurtosis, Make make_numbers,
                Call call) {
    add_case(name_of<float>(what, {elements}), [=](benchmark::State& state) {
        tw::device_array<float> a{tw::extents(elements)};
        tw::random::key const key(7);
        a = make_numbers(key, a.shape());
        if (check_moments(state, a, mean, variance, kurtosis))
            time(state, elements * 4, [&] { a = make_numbers(key, a.shape()); });
    });
    add_case("library/" + std::string(what) + "/2^28", [=](benchmark::State& state) {
        tw::device_array<float> a{tw::extents(elements)};
        generator const g;
        must_make(call(g.handle, a.data()));
        if (check_moments(state, a, mean, variance, kurtosis))
            time(state, elements * 4, [&] { must_make(call(g.handle, a.data())); });
    });
}

/// A mean of numbers that are made on the way.
template <class Statement>
void add_mean(char const* what, double wanted, double deviation, Statement statement) {
    add_case(name_of<float>(what, {elements}), [=](benchmark::State& state) {
        tw::device_array<double, 0> result = statement();
        double const error = 6 * deviation / std::sqrt(static_cast<double>(elements));
        if (std::abs(tw::item(result) - wanted) > error)
            return state.SkipWithError("not the mean");
        time(state, 0, [&] { result = statement(); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    add_stored(
        "uniform", 0.5, 1.0 / 12, 1.8,
        [](tw::random::key k, auto const& shape) { return tw::random::uniform<float>(k, shape); },
        [](curandGenerator_t g, float* to) { return curandGenerateUniform(g, to, elements); });
    add_stored(
        "normal", 0, 1, 3,
        [](tw::random::key k, auto const& shape) { return tw::random::normal<float>(k, shape); },
        [](curandGenerator_t g, float* to) { return curandGenerateNormal(g, to, elements, 0, 1); });
    add_mean("mean_of_uniform", 0.5, std::sqrt(1.0 / 12), [] {
        return tw::evaluate<tw::device_space>(tw::mean<double>(
            tw::random::uniform<float>(tw::random::key(7), tw::extents(elements))));
    });
    add_mean("pi", 3.14159265358979, 1.65, [] {
        auto const [first, second] = tw::random::split(tw::random::key(7));
        auto const x = tw::random::uniform<float>(first, tw::extents(elements));
        auto const y = tw::random::uniform<float>(second, tw::extents(elements));
        return tw::evaluate<tw::device_space>(4.0 * tw::mean<double>(square(x) + square(y) < 1.0f));
    });
    add_case("twill/permutation/2^26", [](benchmark::State& state) {
        constexpr int64_t count = elements / 4;
        tw::device_array<int64_t> p{tw::extents(count)};
        p = tw::random::permutation(tw::random::key(7), count);
        tw::host_array<int64_t> const all = tw::to_host(p);
        std::vector<char> seen(count);
        for (int64_t i = 0; i < count; ++i)
            seen[static_cast<std::size_t>(all.data()[i])] = 1;
        if (std::count(seen.begin(), seen.end(), 1) != count)
            return state.SkipWithError("not a permutation");
        time(state, count * 8, [&] { p = tw::random::permutation(tw::random::key(7), count); });
    });
    return device::run(argc, argv);
}
