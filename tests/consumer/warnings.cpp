// SPDX-License-Identifier: MIT
// A user's program, compiled with the headers as part of the user's own code: they must not warn.
#include <twill/complex.hpp>
#include <twill/extend.hpp>
#include <twill/fft.hpp>
#include <twill/half.hpp>
#include <twill/index.hpp>
#include <twill/io.hpp>
#include <twill/join.hpp>
#include <twill/linalg.hpp>
#include <twill/named.hpp>
#include <twill/numeric.hpp>
#include <twill/print.hpp>
#include <twill/products.hpp>
#include <twill/random.hpp>
#include <twill/rearrange.hpp>
#include <twill/scan.hpp>
#include <twill/sort.hpp>
#include <twill/statistics.hpp>
#include <twill/twill.hpp>
#include <twill/vec.hpp>

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
    b = c(c > 3.0f);
    c = tw::sort(tw::concatenate(cumsum(a), b, tw::diff(a)));
    m = tw::matmul(m, roll(m, 1, tw::axis<0>)) + where(m > 1.0f, m, 0.5f);
    a += cast<float>(tw::bincount(tw::host_array<int>{0, 2, 2}));
    float total = 0;
    for (int i = 0; i < 3; ++i)
        total += c[i] + m(i, i);
    std::printf("%g %g\n", static_cast<double>(total), static_cast<double>(tw::item(sum(c))));
    return 0;
}
