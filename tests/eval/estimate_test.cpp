// SPDX-License-Identifier: MIT
// What explain says of time: the bytes that memory moves, what expressions weigh, what limits them.

#include <twill/half.hpp>

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#else
#include <twill/index.hpp>
#endif

namespace tw = twill;
namespace detail = tw::detail;
using tw::index_t;
using twill_test::array;

namespace {

template <int Rank>
double moved(index_t const (&extent)[Rank], index_t const (&stride)[Rank], int size, int sector) {
    return detail::moved_bytes(extent, stride, Rank, size, sector);
}

TEST(Estimate, MemoryMovesWholeSectors) {
    EXPECT_EQ(moved({1000}, {1}, 4, 32), 4000);
    EXPECT_EQ(moved({1000}, {-1}, 4, 32), 4000);
    EXPECT_EQ(moved({10, 1000}, {1000, 1}, 4, 32), 40000);
    EXPECT_EQ(moved({1000, 10}, {1, 1000}, 4, 32), 40000);  // a transpose
    EXPECT_EQ(moved({1000}, {2}, 4, 32), 8000);
    EXPECT_EQ(moved({1000}, {100}, 4, 32), 32000);
    EXPECT_EQ(moved({1000}, {100}, 4, 64), 64000);
    // Rows of 8 elements, each a sector of its own; of 7, which begin anywhere.
    EXPECT_EQ(moved({10, 8}, {64, 1}, 4, 32), 320);
    EXPECT_EQ(moved({10, 7}, {64, 1}, 4, 32), 10 * (28 + 28));
    // What is stretched is there once.
    EXPECT_EQ(moved({10, 1000}, {0, 1}, 4, 32), 4000);
    EXPECT_EQ(moved({1000, 10}, {0, 0}, 4, 32), 4);
}

template <class E>
detail::point_weight weight_of(E const&) {
    return detail::weight_of<detail::node_of<E>>;
}
double of(detail::point_weight w, int at) { return detail::instructions(w, at); }

TEST(Estimate, FunctionsHaveWeights) {
    array<float> const a = tw::full(tw::extents<1>(10), 1.0f);
    array<double> const d = tw::full(tw::extents<1>(10), 1.0);
    EXPECT_EQ(of(weight_of(a + a), detail::singles_at), 3);
    EXPECT_GT(of(weight_of(a / a), detail::singles_at), of(weight_of(a + a), detail::singles_at));
    EXPECT_EQ(of(weight_of(a + a), detail::doubles_at), 0);
    EXPECT_EQ(of(weight_of(d + d), detail::doubles_at), 1);
    EXPECT_GT(of(weight_of(sin(a)), detail::costly_singles_at), 10);
    EXPECT_EQ(of(weight_of(sin(a)), detail::costly_doubles_at), 0);
    EXPECT_GT(of(weight_of(sin(d)), detail::costly_doubles_at), 10);
    EXPECT_EQ(weight_of(sum(sin(a) * a)) >> detail::costly_singles_at,
              weight_of(sin(a)) >> detail::costly_singles_at);
}

/// 1 GB/s, 1000 instructions a microsecond, 5 us from a start to the next.
constexpr detail::machine_speeds slow{.memory = 1e9,
                                      .cache = 4e9,
                                      .cache_bytes = 1e4,
                                      .singles = 1e9,
                                      .doubles = 0.5e9,
                                      .latency = 1e-6,
                                      .meeting = 2e-6,
                                      .launch = 5e-6};
constexpr detail::step_work adding{100000, detail::point_weight{2} << detail::singles_at};

TEST(Estimate, TheSlowestOfMemoryArithmeticAndLaunchesCounts) {
    auto const by_memory = detail::estimate_time(slow, 1e6, 1e6, adding, 1, false, false);
    EXPECT_STREQ(by_memory.limit, "memory");
    EXPECT_NEAR(by_memory.seconds, 1001e-6, 1e-9);
    auto const from_cache = detail::estimate_time(slow, 8e3, 8e3, {}, 1, false, false);
    EXPECT_STREQ(from_cache.limit, "launch");
    EXPECT_NEAR(from_cache.seconds, 5e-6, 1e-9);
    auto const by_arithmetic = detail::estimate_time(slow, 1e5, 1e5, adding, 1, false, false);
    EXPECT_STREQ(by_arithmetic.limit, "arithmetic");
    EXPECT_NEAR(by_arithmetic.seconds, 401e-6, 1e-9);
    auto const merged = detail::estimate_time(slow, 1e6, 1e6, adding, 1, false, true);
    EXPECT_NEAR(merged.seconds - by_memory.seconds, 2e-6, 1e-12);
    auto const unknown = detail::estimate_time({}, 1e6, 1e6, adding, 1, false, false);
    EXPECT_EQ(unknown.seconds, 0);
    EXPECT_STREQ(unknown.limit, "");
}

TEST(Estimate, OneThreadDoesWhatIsNotWorthSeveral) {
    detail::machine_speeds host = slow;
    host.alone = 0.25;
    host.launch = 0;
    auto const small = detail::estimate_time(host, 1000, 1000, {}, 1, false, false);
    EXPECT_NEAR(small.seconds, 1e-6, 1e-12);  // from the cache
    auto const large = detail::estimate_time(host, 1e6, 1e6, {}, 1, false, false);
    EXPECT_NEAR(large.seconds, 1001e-6, 1e-9);
}

TEST(Estimate, ExplainStatesTimeAndLimit) {
    array<float> const a = tw::full(tw::extents<1>(1 << 24), 0.5f);
    auto const add = tw::explain(a + 1.0f);
    EXPECT_STREQ(add.limit, "memory");
    EXPECT_GT(add.seconds, 0);
    EXPECT_NE(std::string(add.text).find(" us, limited by memory\n"), std::string::npos);
    auto const costly = tw::explain(pow(pow(pow(pow(a, a), sin(a)), cos(a)), tan(a + 1.0f)) +
                                    pow(pow(pow(a, sinh(a)), atan(a)), log(a)));
    EXPECT_STREQ(costly.limit, "arithmetic");
    EXPECT_GT(costly.seconds, add.seconds);
    auto const none = tw::explain(a(tw::slice(0, 0)) + 1.0f);
    EXPECT_EQ(none.seconds, 0);
    EXPECT_STREQ(none.limit, "");
    if (twill_test::on_device) {
        auto const tiny = tw::explain(a(tw::slice(0, 100)) + 1.0f);
        EXPECT_STREQ(tiny.limit, "launch");
        EXPECT_LT(tiny.seconds, add.seconds);
    }
}

TEST(Estimate, StepsAddUp) {
    array<float, 2> const m = tw::full(tw::extents<2>(2000, 3000), 0.5f);
    auto const both = tw::explain((m - mean(m, tw::axis<0>)) / stddev(m, tw::axis<0>));
    EXPECT_EQ(both.kernels, 2);
    auto const first = tw::explain(mean(m, tw::axis<0>));
    EXPECT_GT(both.seconds, first.seconds);
    std::string const text = both.text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(Estimate, BytesOfGatheredElements) {
    array<float> const a = tw::full(tw::extents<1>(100000), 0.5f);
    array<std::int32_t> const at = tw::full(tw::extents<1>(100), 7);
    auto const few = tw::explain(a(at) + 1.0f);
    EXPECT_EQ(few.bytes_read, 100 * 4 + 100 * 4);
    EXPECT_EQ(few.bytes_written, 100 * 4);
    array<std::int32_t> const often = tw::full(tw::extents<1>(1000000), 7);
    EXPECT_EQ(tw::explain(a(often) + 1.0f).bytes_read, 100000 * 4 + 1000000 * 4);
    EXPECT_EQ(tw::explain(sum(a(at))).bytes_read, 100 * 4 + 100 * 4);
    array<float> const none(tw::extents<1>(0));
    EXPECT_EQ(tw::explain(none(at) + 1.0f).bytes_read, 100 * 4);
}

TEST(Estimate, BytesOfPairsRowsAndScans) {
    array<float, 2> const x = tw::full(tw::extents<2>(300, 8), 0.5f);
    array<float, 2> const y = tw::full(tw::extents<2>(200, 8), 0.5f);
    auto const distances =
        tw::explain(sum(square(x(tw::full_extent, tw::newaxis) - y), tw::axis<2>));
    EXPECT_EQ(distances.bytes_read, 4 * (300 * 8 + 200 * 8));
    EXPECT_EQ(distances.bytes_written, 4 * 300 * 200);
    array<float> const a = tw::full(tw::extents<1>(5000), 0.5f);
    auto const scanned = tw::explain(cumsum(a));
    EXPECT_EQ(scanned.bytes_read, 4 * 5000);
    EXPECT_EQ(scanned.bytes_written, 4 * 5000);
}

}  // namespace
