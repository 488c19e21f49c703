// SPDX-License-Identifier: MIT
// A program of the size that users write: prices of options, two results of one loop, three
// reductions. Compiled for a space by black_scholes.cu and black_scholes.cpp.
#include <cstdio>

namespace tw = twill;

template <class X>
auto normal_distribution(X const& x) {
    return 0.5f * erfc(x * -0.70710678f);
}

template <class Space>
void price(tw::index_t count) {
    using vector = tw::array<float, 1, Space>;
    vector const spot = tw::evaluate<Space>(tw::linspace(50.0f, 150.0f, count));
    vector const strike = tw::evaluate<Space>(tw::linspace(60.0f, 140.0f, count));
    vector const years = tw::evaluate<Space>(tw::linspace(0.1f, 2.0f, count));
    float const rate = 0.02f, volatility = 0.3f;
    auto const root = volatility * sqrt(years);
    auto const d1 = (log(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / root;
    auto const d2 = d1 - root;
    auto const discounted = strike * exp(-rate * years);
    auto [call, put] =
        tw::evaluate(spot * normal_distribution(d1) - discounted * normal_distribution(d2),
                     discounted * normal_distribution(-d2) - spot * normal_distribution(-d1));
    float const error = tw::item(max(abs(call - put - spot + discounted)));
    auto [mean_call, mean_put] = tw::evaluate(mean(call), mean(put));
    std::printf("%g %g %g %g\n", static_cast<double>(error),
                static_cast<double>(tw::item(mean_call)), static_cast<double>(tw::item(mean_put)),
                static_cast<double>(tw::item(sum(call))));
}
