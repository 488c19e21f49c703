// SPDX-License-Identifier: MIT
// A user's program, compiled with the headers as part of the user's own code: they must not warn.
#include <twill/twill.hpp>

#include <cstdio>

namespace tw = twill;

struct squared_distance {
    float operator()(float x, float y) const { return x * x + y * y; }
};

int main() {
    tw::host_array<float> a{1, 2, 3}, b{4, 5, 6};
    tw::host_array<float> c = sqrt(a * a + b * b) * 0.5f + sin(a);
    c(tw::slice(tw::none, tw::none, 2)) += map(squared_distance{}, a, b)(tw::slice(0, 2));
    tw::host_array<float, 2> m = tw::ones(3, 3);
    m(tw::full_extent, 1) = c;
    m = (m - mean(m, tw::axis<1>, tw::keepdims)) / (1.0f + max(m, tw::axis<1>, tw::keepdims));
    m += transpose(m);
    tw::print(m);
    tw::print(c > 3.0f);
    float total = 0;
    for (int i = 0; i < 3; ++i)
        total += c[i] + m(i, i);
    std::printf("%g %g\n", static_cast<double>(total), static_cast<double>(tw::item(sum(c))));
    return 0;
}
