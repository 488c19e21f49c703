// SPDX-License-Identifier: MIT
// A reduction over pairs inside another one: operands beside it are read as far as they go.
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(nested_lines, read_no_more_than_there_is) {
    for (tw::index_t const outputs : {16, 17, 48, 64, 80}) {
        // What lies behind the outputs' own factors is marked.
        tw::host_array<float, 1> memory = tw::full(tw::extents(outputs + 64), -1.0f);
        memory(tw::slice(0, outputs)) = tw::arange(outputs) + 1.0f;
        tw::host_array<float, 2> const points = tw::ones<float>(tw::extents(outputs, 2));
        tw::host_array<float, 2> const centres = tw::full(tw::extents(5, 2), 3.0f);
        int beyond = 0;
        auto const noted = tw::map(
            [&beyond](float x) {
                beyond += x < 0.0f;
                return x;
            },
            memory(tw::slice(0, outputs)));
        auto const nearest = min(sum(square(points(tw::full_extent, tw::newaxis, tw::full_extent) -
                                            centres(tw::newaxis, tw::full_extent, tw::full_extent)),
                                     tw::axis<2>) *
                                     noted(tw::full_extent, tw::newaxis),
                                 tw::axis<1>);
        tw::host_array<float, 1> const result = nearest;
        EXPECT_EQ(beyond, 0) << outputs;
        for (tw::index_t i = 0; i < outputs; ++i)
            EXPECT_EQ(tw::item(result, i), 8.0f * static_cast<float>(i + 1)) << outputs;
    }
}

}  // namespace
