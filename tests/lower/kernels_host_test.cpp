// SPDX-License-Identifier: MIT
// How many kernels a statement instantiates on the device, which its types decide.
#include <gtest/gtest.h>

#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::axis;
using tw::full_extent;
using tw::newaxis;
using tw::slice;
using tw::detail::dense;
using tw::detail::strided;

/// Flat, strided, tiled and hoisted kernels of writing x to a target that lies so.
template <class Target = dense, class X>
std::string kernels(X const& x) {
    constexpr int rank = tw::detail::rank_of<X>;
    using Tree = decltype(tw::detail::lower<rank>(tw::detail::as_node(x)));
    using loops = tw::detail::loops_of<Tree, rank, Target>;
    std::string result;
    for (auto const& [has, name] : {std::pair(loops::flat, 'f'), std::pair(loops::strided, 's'),
                                    std::pair(loops::tiled, 't'), std::pair(loops::hoisted, 'h')})
        if (has)
            result += name;
    return result;
}

class Kernels : public ::testing::Test {
protected:
    tw::host_array<float> v = tw::host_array<float>(8);
    tw::host_array<float, 2> m = tw::host_array<float, 2>(8, 8);
    tw::host_array<float, 3> t = tw::host_array<float, 3>(8, 8, 8);
};

TEST_F(Kernels, OneAxisHasOneKernel) {
    EXPECT_EQ(kernels(v + v), "f");
    EXPECT_EQ(kernels(sqrt(v * v + v) * 0.5f + sin(v)), "f");
    EXPECT_EQ(kernels<strided>(v(slice(1)) + v(slice(tw::none, -1))), "f");
    EXPECT_EQ(kernels(flip(v) + v(slice(tw::none, tw::none, 2))), "f");
    EXPECT_EQ(kernels(sin(tw::arange(8)) * v), "f");
    EXPECT_EQ(kernels(m(0) + m(full_extent, 1)), "f");
}

TEST_F(Kernels, DenseOperandsAreFlatOrStretched) {
    EXPECT_EQ(kernels(m + m), "fs");
    EXPECT_EQ(kernels(sin(m) * 2.0f), "fs");
    EXPECT_EQ(kernels(t - t * t), "fs");
}

TEST_F(Kernels, BroadcastsAreNeverFlat) {
    EXPECT_EQ(kernels(m + v), "s");
    EXPECT_EQ(kernels(v(full_extent, newaxis) + v), "s");
    EXPECT_EQ(kernels(t * m), "s");
    EXPECT_EQ(kernels(tw::eye(8, 8) * 2.0), "s");
}

TEST_F(Kernels, TilesAreForTransposes) {
    EXPECT_EQ(kernels(m + transpose(m)), "fst");
    EXPECT_EQ(kernels(permute(t, axis<2, 0, 1>)), "fst");
    EXPECT_EQ(kernels(m(slice(1), slice(1)) + m(slice(0, -1), slice(0, -1))), "fs");
    EXPECT_EQ(kernels<strided>(m + m), "fst");
    EXPECT_EQ(kernels<strided>(tw::zeros(8, 8) + 1), "fs");
}

TEST_F(Kernels, HoistedWhereACostlyTermLacksAnAxis) {
    EXPECT_EQ(kernels(sin(v) * cos(v) * m), "sh");
    EXPECT_EQ(kernels(sin(v(full_extent, newaxis)) * cos(v)), "sh");
    EXPECT_EQ(kernels(sin(m * v)), "s");
    EXPECT_EQ(kernels(sin(v) * cos(v) + transpose(m)), "sth");
    auto const [x, y] = tw::meshgrid(tw::linspace(0.0, 1.0, 8), tw::linspace(0.0, 1.0, 8));
    EXPECT_EQ(kernels(sin(x) + y), "sh");
    // One function of floats is done while memory is waited for.
    EXPECT_EQ(kernels(sin(v) * m), "s");
    EXPECT_EQ(kernels(pow(v, 1.5f) * m), "sh");
    EXPECT_EQ(kernels(tw::map([](float x) { return x + 1.0f; }, v) * m), "sh");
    // What the loop still computes costs as much.
    EXPECT_EQ(kernels(sin(exp(v) * m)), "s");
    // Along the two inner axes.
    EXPECT_EQ(kernels(sin(m) * t), "s");
}

}  // namespace
