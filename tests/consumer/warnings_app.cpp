// SPDX-License-Identifier: MIT
// What a user's warnings see of our headers: built with many of them, as errors, and optimised.
#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/print.hpp>
#include <twill/twill.hpp>

#include <sstream>

namespace tw = twill;

int main() {
    tw::host_array<float, 2> const m{{1, 2, 3}, {4, 5, 6}};
    tw::host_array<float, 2> const rows =
        (m - mean(m, tw::axis<1>, tw::keepdims)) / stddev(m, tw::axis<1>, tw::keepdims);
    tw::host_array<float> edge(m(0, tw::slice(1)));
    edge(tw::slice(1)) += edge(tw::slice(tw::none, -1));
    std::ostringstream text;
    text << rows << edge << tw::explain(m + m);
    return text.str().empty() || tw::item(sum(edge)) != 7.0f;
}
