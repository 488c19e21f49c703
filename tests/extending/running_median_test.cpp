// SPDX-License-Identifier: MIT
// An operation of a program's own does what the library's do: in expressions, several at once, over
// aliases and overlaps, on other streams, in explain.

#include <algorithm>

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>

#include "extending/running_median.cuh"
#else
#include "extending/running_median.hpp"
#endif

namespace tw = twill;
using filters::running_median;
using twill_test::array;
using twill_test::to_space;

namespace {

tw::host_array<float> noise(tw::index_t n) {
    tw::host_array<float> x(n);
    unsigned state = 7;
    for (tw::index_t i = 0; i < n; ++i)
        x(i) = static_cast<float>((state = state * 1664525u + 1013904223u) >> 20);
    return x;
}
std::vector<float> expected(std::vector<float> const& x, int half) {
    std::vector<float> result;
    int const n = static_cast<int>(x.size());
    for (int i = 0; i < n; ++i) {
        std::vector<float> window(x.begin() + std::max(0, i - half),
                                  x.begin() + std::min(n, i + half + 1));
        std::sort(window.begin(), window.end());
        result.push_back(window[(window.size() - 1) / 2]);
    }
    return result;
}
template <class X>
std::vector<float> values(X const& x) {
    tw::host_array<float, 1> const host = tw::to_host(reshape(tw::evaluate(x), -1));
    return {host.begin(), host.end()};
}

TEST(RunningMedian, AloneAndInsideExpressions) {
    for (tw::index_t n : {1, 2, 5, 1000, 5001}) {
        auto const host = noise(n);
        auto const x = to_space(host);
        auto const median = expected({host.begin(), host.end()}, 3);
        EXPECT_EQ(values(running_median(x, 0, 3)), median);
        // Its operand and what surrounds it are expressions; both are evaluated around it.
        array<float> const twice = running_median(x + x, 0, 3) - x;
        auto const got = values(twice);
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_EQ(got[i], 2 * median[i] - host(static_cast<tw::index_t>(i)));
        EXPECT_EQ(tw::item(sum(running_median(x, 0, 3) == running_median(x * 1.0f, 0, 3))), n);
        EXPECT_EQ(values(running_median(running_median(x, 0, 3), 0, 2)), expected(median, 2));
    }
    EXPECT_EQ(values(running_median(array<float>(0), 0, 3)), std::vector<float>{});
}

TEST(RunningMedian, AlongEitherAxisAndThroughViews) {
    auto const x = to_space(noise(12 * 7));
    auto const m = reshape(x, 12, 7);
    auto const down = running_median(m, 0, 2);
    EXPECT_EQ(values(down), values(transpose(running_median(transpose(m), 1, 2))));
    EXPECT_EQ(values(down(tw::slice(2, 9, 3), 4)),
              values(tw::evaluate(down)(tw::slice(2, 9, 3), 4)));
    EXPECT_EQ(values(down - mean(down, tw::axis<0>)),
              values(tw::evaluate(down) - mean(tw::evaluate(down), tw::axis<0>)));
    EXPECT_EQ(values(running_median(m + tw::arange(7), 0, 2)),
              values(running_median(tw::evaluate(m + tw::arange(7)), 0, 2)));
}

TEST(RunningMedian, SeveralTogether) {
    auto const x = to_space(noise(300));
    auto const [a, b, c] = tw::evaluate(running_median(x, 0, 1), x + 1.0f, running_median(x, 0, 5));
    EXPECT_EQ(values(a), values(running_median(x, 0, 1)));
    EXPECT_EQ(values(b), values(x + 1.0f));
    EXPECT_EQ(values(c), values(running_median(x, 0, 5)));
}

TEST(RunningMedian, AsIfTheRightSideWereReadFirst) {
    auto const original = to_space(noise(257));
    auto const median = values(running_median(original, 0, 2));
    array<float> x = original;
    x = running_median(x, 0, 2);
    EXPECT_EQ(values(x), median);
    x = original;
    x(tw::full_extent) = running_median(x, 0, 2);
    EXPECT_EQ(values(x), median);
    x = original;
    x(tw::slice(1, tw::none)) = running_median(x(tw::slice(0, -1)), 0, 2);
    EXPECT_EQ(values(x(tw::slice(1, tw::none))),
              values(running_median(original(tw::slice(0, -1)), 0, 2)));
    x = original;
    x += running_median(x, 0, 2);
    EXPECT_EQ(values(x - original), median);
    // Into a strided view of other memory there is no need for a temporary.
    array<float, 2> pairs = tw::full(tw::extents(257, 2), -1.0f);
    pairs(tw::full_extent, 1) = running_median(original, 0, 2);
    EXPECT_EQ(values(pairs(tw::full_extent, 1)), median);
    EXPECT_EQ(values(pairs(tw::full_extent, 0)), std::vector<float>(257, -1.0f));
}

TEST(RunningMedian, NothingItReadsGoesAway) {
    auto make = [] {
        auto const x = to_space(noise(40));
        return running_median(x, 0, 2);
    };
    EXPECT_EQ(values(make()), values(running_median(to_space(noise(40)), 0, 2)));
}

TEST(RunningMedian, ErrorsNameTheOperandsAndTheLine) {
    auto const x = to_space(noise(40));
    EXPECT_THROW(running_median(x, 1, 2), tw::axis_error);
    array<float, 2> m(3, 5);
    EXPECT_THROW(m(tw::full_extent) = running_median(x, 0, 2), tw::shape_error);
}

TEST(RunningMedian, Explained) {
    auto const x = to_space(noise(1000));
    auto const alone = tw::explain(running_median(x, 0, 2));
    EXPECT_STREQ(alone.strategy, "running median");
    EXPECT_EQ(alone.kernels, 1);
    EXPECT_EQ(alone.bytes_read, 4000);
    EXPECT_EQ(alone.bytes_written, 4000);
    EXPECT_EQ(alone.temporaries, 0);
    auto const inside = tw::explain(running_median(x * 2.0f, 0, 2) + x);
    EXPECT_STREQ(inside.strategy, "flat") << inside.text;
    EXPECT_EQ(inside.kernels, 3) << inside.text;
    EXPECT_EQ(inside.temporaries, 2);
}

#if defined(__CUDACC__)
TEST(RunningMedian, OnAnotherStream) {
    auto const host = noise(1 << 20);
    array<float> x = tw::to_device(host);
    array<float> y;
    auto const other = tw::stream::create();
    {
        tw::stream_guard const guard(other);
        y = running_median(x + 0.0f, 0, 7);
    }
    // The next write to x waits for the other stream's reads, the next read of y for its writes.
    x = 0.0f;
    EXPECT_EQ(values(y), values(running_median(tw::to_device(host), 0, 7)));
}
#endif

}  // namespace
