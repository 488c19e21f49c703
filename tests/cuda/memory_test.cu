// SPDX-License-Identifier: MIT
// Device memory: the pool, running out of it, devices, and arrays beyond 2^31 elements.

#include <thread>

#include "support/testing.hpp"

#include <twill/reduce.cuh>

namespace tw = twill;

namespace {

TEST(Memory, ThePoolCountsWhatArraysUse) {
    tw::synchronize();
    auto const before = tw::memory_pool_statistics();
    {
        tw::device_array<float> a(tw::extents<1>(1 << 20));
        EXPECT_GE(tw::memory_pool_statistics().used, before.used + (1 << 22));
    }
    tw::synchronize();
    EXPECT_EQ(tw::memory_pool_statistics().used, before.used);
    EXPECT_GE(tw::memory_pool_statistics().peak, before.used + (1 << 22));
    tw::trim_memory_pool();
    EXPECT_LE(tw::memory_pool_statistics().reserved,
              tw::memory_pool_statistics().peak + (64u << 20));
}

TEST(Memory, RunningOutSaysWhatWasAskedAndLeavesEverythingUsable) {
    tw::device_array<float> a = tw::ones<float>(100);
    try {
        tw::device_array<float> huge(tw::extents<1>(tw::index_t{1} << 42));
        FAIL() << "16 TiB were allocated";
    } catch (tw::out_of_memory const& problem) {
        EXPECT_EQ(problem.requested(), std::size_t{1} << 44);
        std::string const text = problem.what();
        EXPECT_NE(text.find("17592186044416 bytes"), std::string::npos) << text;
        EXPECT_NE(text.find("the pool uses"), std::string::npos) << text;
        EXPECT_NE(text.find("memory_test.cu"), std::string::npos) << text;
    }
    a += 1.0f;
    EXPECT_TRUE(twill_test::equal(a, std::vector<float>(100, 2.0f)));
}

TEST(Memory, AFailedAssignmentChangesNothing) {
    tw::device_array<float> a = tw::ones<float>(100);
    auto const data = a.data();
    auto const huge = tw::full(tw::extents<1>(tw::index_t{1} << 42), 1.0f);
    EXPECT_THROW(a = huge, tw::out_of_memory);
    EXPECT_EQ(a.data(), data);
    EXPECT_EQ(a.size(), 100);
}

TEST(Memory, AnUnknownDeviceIsAnError) {
    EXPECT_GE(tw::device_count(), 1);
    EXPECT_THROW(tw::select_device(tw::device_count()), tw::device_error);
    EXPECT_THROW(tw::select_device(-1), tw::device_error);
    int const before = tw::current_device();
    {
        tw::device_guard const guard(before);
        EXPECT_EQ(tw::current_device(), before);
    }
    EXPECT_EQ(tw::current_device(), before);
}

TEST(Memory, AnArrayOfAnotherDeviceIsAnError) {
    if (tw::device_count() < 2)
        GTEST_SKIP() << "one CUDA device";
    tw::device_array<float> a = tw::ones<float>(10);
    tw::device_guard const guard(1);
    EXPECT_THROW(tw::device_array<float> b = a + 1.0f, tw::device_error);
}

/// Keeps a stream busy for some milliseconds.
__global__ void wait_a_while() {
    long long const start = clock64();
    while (clock64() - start < 30000000) {
    }
}

tw::pinned_array<int> pinned(int value, tw::index_t n) {
    tw::pinned_array<int> result((tw::extents<1>(n)));
    for (int& x : result)
        x = value;
    return result;
}

TEST(PinnedMemory, IsFreedWithoutWaitingAndNotReusedTooEarly) {
    tw::index_t const n = 1 << 18;
    tw::stream_guard const guard(tw::stream::create());
    tw::device_array<int> target = tw::zeros<int>(n);
    for (int round = 1; round <= 5; ++round) {
        tw::synchronize();
        {
            tw::pinned_array<int> const source = pinned(round, n);
            wait_a_while<<<1, 1, 0, tw::current_stream().handle()>>>();
            tw::copy_async(target, source);
        }
        EXPECT_EQ(cudaStreamQuery(tw::current_stream().handle()), cudaErrorNotReady);
        tw::pinned_array<int> const other = pinned(-round, n);
        EXPECT_EQ(tw::item(target(0)), round);
        EXPECT_EQ(tw::item(target(n - 1)), round);
    }
}

TEST(PinnedMemory, IsCountedReusedAndTrimmed) {
    tw::synchronize();
    tw::trim_pinned_memory();
    auto const before = tw::pinned_memory_statistics();
    int const* data = nullptr;
    {
        tw::pinned_array<int> const a(tw::extents<1>(100000));
        data = a.data();
        EXPECT_GE(tw::pinned_memory_statistics().used, before.used + 400000);
    }
    EXPECT_EQ(tw::pinned_memory_statistics().used, before.used);
    EXPECT_GE(tw::pinned_memory_statistics().reserved, before.used + 400000);
    {
        tw::pinned_array<int> const again(tw::extents<1>(100000));
        EXPECT_EQ(again.data(), data);
    }
    tw::trim_pinned_memory();
    EXPECT_EQ(tw::pinned_memory_statistics().reserved, before.used);
}

TEST(PinnedMemory, SeveralThreadsAtOnce) {
    bool right[4] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&right, t] {
            tw::stream_guard const guard(tw::stream::create());
            right[t] = true;
            for (int round = 0; round < 200; ++round) {
                tw::index_t const n = 1000 + 500 * (round % 3);
                tw::pinned_array<int> there = pinned(1000 * t + round, n);
                tw::pinned_array<int> back((tw::extents<1>(n)));
                {
                    tw::device_array<int> a((tw::extents<1>(n)));
                    tw::copy_async(a, there);
                    there = tw::pinned_array<int>();  // freed at once
                    tw::copy_async(back, a);
                }
                tw::synchronize();
                right[t] = right[t] && back[0] == 1000 * t + round && back[n - 1] == back[0];
            }
        });
    for (auto& thread : threads)
        thread.join();
    for (bool one : right)
        EXPECT_TRUE(one);
}

TEST(Memory, MoreThan2To31Elements) {
    tw::index_t const n = (tw::index_t{1} << 31) + 12345;
    auto const free_bytes = [] {
        std::size_t free = 0, total = 0;
        cudaMemGetInfo(&free, &total);
        return free;
    }();
    if (free_bytes < (std::size_t{12} << 30))
        GTEST_SKIP() << "not enough device memory";
    using byte = std::uint8_t;
    tw::device_array<byte> a = tw::cast<byte>(tw::arange<tw::index_t>(n));
    EXPECT_EQ(tw::item(a(n - 1)), static_cast<byte>(n - 1));
    EXPECT_EQ(tw::item(a(-1)), static_cast<byte>(n - 1));
    std::uint64_t expected = 0;
    for (tw::index_t i = 0; i < n % 256; ++i)
        expected += static_cast<std::uint64_t>(i);
    expected += static_cast<std::uint64_t>(n / 256) * (255 * 128);
    EXPECT_EQ(tw::item(sum(a)), expected);
    EXPECT_EQ(tw::item(argmax(a)), 255);

    // Flat, strided over one axis beyond 2^31, two axes, and misaligned.
    tw::device_array<byte> b = a + byte{1};
    EXPECT_EQ(tw::item(b(n - 1)), static_cast<byte>(n));
    b(tw::slice(tw::none, tw::none, -1)) = a;
    EXPECT_EQ(tw::item(b(0)), static_cast<byte>(n - 1));
    EXPECT_EQ(tw::item(b(n - 1)), 0);
    EXPECT_EQ(tw::item(b(n - 1 - 1000)), static_cast<byte>(1000));
    b(tw::slice(1)) = a(tw::slice(tw::none, -1));
    EXPECT_EQ(tw::item(b(n - 1)), static_cast<byte>(n - 2));
    EXPECT_EQ(tw::item(sum(b(tw::slice(1)))), expected - static_cast<byte>(n - 1));

    tw::index_t const rows = tw::index_t{1} << 30;
    auto const pairs = reshape(a(tw::slice(0, 2 * rows)), rows, 2);
    auto target = reshape(b(tw::slice(0, 2 * rows)), rows, 2);
    target = pairs(tw::full_extent, tw::slice(tw::none, tw::none, -1));
    EXPECT_EQ(tw::item(target(rows - 1, 0)), 255);
    EXPECT_EQ(tw::item(target(rows - 1, 1)), 254);
    tw::device_array<std::uint64_t> const columns = sum(pairs, tw::axis<0>);
    EXPECT_EQ(tw::item(columns(0)), (std::uint64_t{1} << 23) * (127 * 128));
    EXPECT_EQ(tw::item(columns(1)), (std::uint64_t{1} << 23) * (128 * 128));
}

TEST(Memory, StridesBeyond2To31) {
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    if (free < (std::size_t{16} << 30))
        GTEST_SKIP() << "not enough device memory";
    tw::device_array<std::int8_t, 2> m(tw::extents(4, 3000000000));
    m(tw::full_extent, 0) = tw::cast<std::int8_t>(tw::arange<int>(1, 5));
    m(tw::full_extent, -1) = tw::cast<std::int8_t>(tw::arange<int>(11, 15));
    tw::device_array<std::int8_t> const first = m(tw::full_extent, 0) + std::int8_t{0};
    EXPECT_TRUE(twill_test::equal(first, {1, 2, 3, 4}));
    EXPECT_TRUE(twill_test::equal(m(tw::slice(tw::none, tw::none, -1), -1), {14, 13, 12, 11}));
    tw::device_array<std::int8_t, 2> const some =
        m(tw::full_extent, tw::slice(0, tw::none, 2999999999)) * std::int8_t{2};
    EXPECT_TRUE(twill_test::equal(some, {2, 22, 4, 24, 6, 26, 8, 28}));
}

TEST(Memory, TheResultOfAReductionIsTheSameBitsEveryTime) {
    tw::device_array<float> const a = sin(tw::cast<float>(tw::arange<int>(10'000'019)));
    float const first = tw::item(sum(a));
    for (int i = 0; i < 20; ++i) {
        float const again = tw::item(sum(a));
        EXPECT_EQ(std::memcmp(&first, &again, sizeof(float)), 0);
    }
}

}  // namespace
