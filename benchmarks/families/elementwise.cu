// SPDX-License-Identifier: MIT
// Element-wise expressions over sizes and types.
#include "cases.cuh"

using namespace families;

namespace {

template <class T>
double in(int64_t i, unsigned seed) {
    return static_cast<double>(static_cast<float>(input<T>(i, seed)));
}

/// Of two vectors; want(a, b) of their elements.
template <class T, class F>
void add(char const* what, std::vector<int64_t> const& sizes, double tolerance, F of,
         double (*want)(double, double)) {
    for (int64_t const n : sizes)
        add_case(name_of<T>(what, {n}), [=](benchmark::State& state) {
            auto const a = make<T>(tw::extents(n), 1);
            auto const b = make<T>(tw::extents(n), 2);
            auto result = tw::evaluate(of(a, b));
            if (check_elements(state, result, tolerance,
                               [=](int64_t i) { return want(in<T>(i, 1), in<T>(i, 2)); }))
                time(state, n * 3 * static_cast<int64_t>(sizeof(T)), [&] { result = of(a, b); });
        });
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int64_t large = int64_t{1} << 28;
    auto const chain_of = [](auto const& a, auto const& b) {
        using T = typename std::decay_t<decltype(a)>::value_type;
        return sqrt(a * a + b * b) * T(0.5f) + sin(a);
    };
    auto const chain_is = [](double a, double b) {
        return std::sqrt(a * a + b * b) * 0.5 + std::sin(a);
    };
    add<float>("chain", {1000, 1000000, large - 1}, 1e-5, chain_of, chain_is);
    add<tw::float16>("chain", {large}, 4e-3, chain_of, chain_is);
    add<double>("chain", {large / 2}, 1e-6, chain_of, chain_is);
    auto const add_of = [](auto const& a, auto const& b) { return a + b; };
    auto const add_is = [](double a, double b) { return a + b; };
    add<float>("add", {1000, 1000000, large - 1}, 1e-6, add_of, add_is);
    add<tw::float16>("add", {large}, 1e-3, add_of, add_is);
    add<tw::bfloat16>("add", {large}, 1e-2, add_of, add_is);
    add<std::uint8_t>("add", {large}, 0, add_of, add_is);
    add<std::int64_t>("add", {large / 2}, 0, add_of, add_is);
    add<float>(
        "larger_or_half", {large}, 1e-6,
        [](auto const& a, auto const& b) { return where(a > b, a, b * 0.5f); },
        [](double a, double b) { return a > b ? a : b * 0.5; });
    add<float>(
        "sigmoid_product", {large}, 1e-5,
        [](auto const& a, auto const& b) { return b / (1.0f + exp(-a)); },
        [](double a, double b) { return b / (1.0 + std::exp(-a)); });
    add_case(name_of<std::uint8_t>("grey_of_rgb", {large / 4}), [=](benchmark::State& state) {
        int64_t const pixels = large / 4;
        auto const rgb = make<std::uint8_t>(tw::extents(pixels, 3), 1);
        tw::device_array<std::uint8_t> grey{tw::extents(pixels)};
        auto run = [&] {
            auto const of = [&](int k) { return tw::cast<float>(rgb(everything, k)); };
            grey = tw::cast<std::uint8_t>(0.299f * of(0) + 0.587f * of(1) + 0.114f * of(2));
        };
        run();
        if (check_elements(state, grey, 1e-9, [](int64_t i) {
                auto const of = [=](int64_t k) {
                    return static_cast<float>(input<std::uint8_t>(i * 3 + k, 1));
                };
                return std::floor(static_cast<double>(
                    std::fma(0.114f, of(2), std::fma(0.299f, of(0), 0.587f * of(1)))));
            }))
            time(state, pixels * 4, run);
    });
    return device::run(argc, argv);
}
