// SPDX-License-Identifier: MIT
// cuFFT's plans: kept within limits, shared by streams and threads, with memory from twill's pool.
#include <thread>

#include "fft/reference.hpp"

namespace fft = twill::fft;
namespace tw = twill;
using namespace twill_test;

namespace {

using z = tw::complex<float>;

TEST(FftPlans, AreKeptWithinLimits) {
    auto const cache = fft::plan_cache();
    cache.clear();
    EXPECT_EQ(cache.size(), 0);
    EXPECT_EQ(cache.bytes(), 0u);
    auto const plans = cache.limit();
    cache.limit(3);
    for (tw::index_t n = 20; n < 30; ++n) {
        auto const x = noisy<z>(tw::extents(n));
        EXPECT_TRUE(near(fft::fft(x), complex_sums(numbers_of(x), {0}, false)));
        EXPECT_LE(cache.size(), 3);
    }
    EXPECT_EQ(cache.size(), 3);
    cache.limit(1);
    EXPECT_EQ(cache.size(), 1);
    cache.limit(0);
    EXPECT_EQ(cache.size(), 0);
    auto const x = noisy<z>(tw::extents(21));
    EXPECT_TRUE(near(fft::fft(x), complex_sums(numbers_of(x), {0}, false)));
    EXPECT_EQ(cache.size(), 0);
    EXPECT_THROW(cache.limit(-1), tw::value_error);
    cache.limit(plans);
    (void)fft::fft(x);
    (void)fft::fft(x);
    EXPECT_EQ(cache.size(), 1) << "one plan for equal layouts";
    cache.limit(plans, 0);
    EXPECT_LE(cache.size(), 1);
    cache.limit(plans, std::size_t{1} << 30);
}

TEST(FftPlans, WorkAreasGoBackToThePool) {
    // Bluestein's algorithm needs an area.
    auto const x = noisy<z>(tw::extents(64, 10007));
    tw::device_array<z, 2> y = fft::fft(x);
    tw::synchronize();
    auto const before = tw::memory_info().used;
    for (int i = 0; i < 5; ++i)
        y = fft::fft(x);
    tw::synchronize();
    EXPECT_EQ(tw::memory_info().used, before);
}

TEST(FftPlans, ThreadsAndStreamsShareThem) {
    fft::plan_cache().clear();
    std::vector<numbers> expected;
    std::vector<tw::host_array<z, 2>> from;
    for (int k = 0; k < 4; ++k) {
        auto const x = noisy<z>(tw::extents(32, 211 + 10 * (k % 2)), k);
        from.push_back(tw::to_host(x));
        expected.push_back(complex_sums(numbers_of(x), {1}, false));
    }
    std::vector<std::thread> threads;
    std::vector<int> failed(8);
    for (std::size_t t = 0; t < failed.size(); ++t)
        threads.emplace_back([&, t] {
            tw::stream const own = tw::stream::create();
            tw::stream_guard const guard(own);
            for (std::size_t round = 0; round < 20; ++round) {
                std::size_t const k = (t + round) % from.size();
                auto const x = tw::to_device(from[k]);
                tw::device_array<z, 2> y = fft::fft(x);
                for (int again = 0; again < 3; ++again)
                    y = fft::fft(fft::ifft(y));
                if (round == 10 && t == 3)
                    fft::plan_cache().clear();
                numbers const got = numbers_of(y);
                double distance = 0;
                double length = 0;
                for (std::size_t i = 0; i < got.elements.size(); ++i) {
                    distance += std::norm(got.elements[i] - expected[k].elements[i]);
                    length += std::norm(expected[k].elements[i]);
                }
                failed[t] += std::sqrt(distance / length) < 1e-5 ? 0 : 1;
            }
        });
    for (std::thread& one : threads)
        one.join();
    EXPECT_EQ(failed, std::vector<int>(failed.size()));
}

TEST(FftPlans, AStreamsResultIsOrderedForAnother) {
    tw::stream const first = tw::stream::create();
    auto const x = noisy<z>(tw::extents(1 << 20), 3);
    for (int round = 0; round < 5; ++round) {
        tw::device_array<z> back;
        {
            tw::stream_guard const guard(first);
            back = fft::ifft(fft::fft(x));
        }
        // On the default stream, and what was read is gone at once.
        tw::device_array<float> const distance = tw::abs(back - x);
        back = tw::device_array<z>();
        for (float const d : tw::to_host(distance).elements())
            ASSERT_LT(d, 1e-5f);
    }
}

TEST(FftPlans, ACaptureNeedsAPlan) {
    fft::plan_cache().clear();
    tw::stream const own = tw::stream::create();
    tw::stream_guard const guard(own);
    auto const x = noisy<z>(tw::extents(240));
    tw::synchronize();
    ASSERT_EQ(cudaStreamBeginCapture(own.handle(), cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_THROW((void)fft::fft(x), tw::value_error);
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(own.handle(), &graph), cudaSuccess);
    if (graph)
        cudaGraphDestroy(graph);
    EXPECT_TRUE(near(fft::fft(x), complex_sums(numbers_of(x), {0}, false)));
}

TEST(FftPlans, ManyLinesInTheMiddle) {
    auto const x = noisy<z>(tw::extents(70, 16, 90));
    EXPECT_TRUE(near(fft::fft(x, tw::axis<1>), complex_sums(numbers_of(x), {1}, false)));
    EXPECT_TRUE(
        near(fft::ifft(x, tw::axis<1>), times(complex_sums(numbers_of(x), {1}, true), 1 / 16.0)));
    auto const r = noisy<float>(tw::extents(70, 16, 90));
    EXPECT_TRUE(near(fft::ihfft(r, tw::axis<1>, fft::norm::forward),
                     half_of(complex_sums(numbers_of(r), {1}, true), 1)));
    EXPECT_TRUE(near(fft::irfft(fft::rfft(r, tw::axis<1>), tw::axis<1>), numbers_of(r)));
    auto const backwards = flip(x);
    EXPECT_TRUE(
        near(fft::fft(backwards, tw::axis<1>), complex_sums(numbers_of(backwards), {1}, false)));
}

}  // namespace
