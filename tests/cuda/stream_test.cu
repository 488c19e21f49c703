// SPDX-License-Identifier: MIT
// Streams: the order of work across them, and what keeps memory alive.

#include <thread>

#include "support/testing.hpp"

#include <twill/index.cuh>
#include <twill/runtime.hpp>

namespace tw = twill;

namespace {

/// Keeps a stream busy for about a millisecond or more, then adds 1.
__global__ void slow_increment(float* data, int count) {
    long long const start = clock64();
    while (clock64() - start < 3000000) {
    }
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
        data[i] += 1.0f;
}

TEST(Stream, WorkOnAnotherStreamWaitsForTheLastWrite) {
    tw::device_array<float> a = tw::zeros<float>(1000);
    tw::synchronize();
    tw::stream const first = tw::stream::create();
    tw::stream const second = tw::stream::create();
    for (int round = 0; round < 5; ++round) {
        {
            tw::stream_guard const guard(first);
            a += 0.0f;  // the block's last use is on this stream
            slow_increment<<<1, 256, 0, first.handle()>>>(a.data(), 1000);
        }
        tw::device_array<float> copy;
        {
            tw::stream_guard const guard(second);
            copy = a * 2.0f;
        }
        EXPECT_TRUE(twill_test::equal(
            copy, std::vector<float>(1000, 2.0f * (static_cast<float>(round) + 1.0f))));
    }
}

TEST(Stream, AWriteWaitsForAReaderOnAnotherStream) {
    tw::device_array<float> a = tw::ones<float>(1 << 20);
    tw::synchronize();
    tw::stream const reader = tw::stream::create();
    tw::device_array<float> sums(tw::extents<1>(1 << 20));
    {
        tw::stream_guard const guard(reader);
        sums = a + 0.0f;
        for (int i = 0; i < 50; ++i)
            sums += a;
    }
    a = 5.0f;  // on the default stream: must not overtake the 50 reads
    EXPECT_TRUE(twill_test::equal(sums, std::vector<float>(1 << 20, 51.0f)));
    EXPECT_TRUE(twill_test::equal(a(tw::slice(0, 3)), {5.0f, 5.0f, 5.0f}));
}

TEST(Stream, MemoryFreedWhileAnotherStreamReadsItIsNotReused) {
    tw::stream const reader = tw::stream::create();
    tw::device_array<float> result(tw::extents<1>(1 << 20));
    tw::synchronize();
    for (int round = 0; round < 20; ++round) {
        {
            tw::device_array<float> source = tw::full(tw::extents<1>(1 << 20), 3.0f);
            tw::stream_guard const guard(reader);
            result = source * 1.0f;
            for (int i = 0; i < 10; ++i)
                result = source * 1.0f;
        }
        tw::device_array<float> other = tw::full(tw::extents<1>(1 << 20), -1.0f);
        tw::stream_guard const guard(reader);
        EXPECT_EQ(tw::item(result(12345)), 3.0f);
    }
}

TEST(Stream, SeveralThreadsReadOneArrayOnTheirOwnStreams) {
    for (int round = 0; round < 10; ++round) {
        tw::device_array<float> a = tw::zeros<float>(1 << 16);
        slow_increment<<<1, 256>>>(a.data(), 1 << 16);
        a += 1.0f;
        std::vector<tw::device_array<float>> results(8);
        std::vector<std::thread> threads;
        for (auto& result : results)
            threads.emplace_back([&a, &result] {
                tw::stream_guard const guard(tw::stream::create());
                for (int i = 0; i < 20; ++i)
                    result = a * 2.0f;
                tw::synchronize();
            });
        for (auto& thread : threads)
            thread.join();
        a = -1.0f;
        for (auto const& result : results)
            EXPECT_TRUE(twill_test::equal(result(tw::slice(0, 2)), {4.0f, 4.0f}));
    }
}

TEST(Stream, AStreamMayBeDestroyedBeforeItsArrays) {
    tw::device_array<float> a;
    {
        tw::stream const gone = tw::stream::create();
        tw::stream_guard const guard(gone);
        a = tw::full(tw::extents<1>(100), 4.0f);
    }
    a += 1.0f;
    EXPECT_TRUE(twill_test::equal(a, std::vector<float>(100, 5.0f)));
}

TEST(Stream, GuardsNest) {
    tw::stream const s = tw::stream::create();
    cudaStream_t const before = tw::current_stream().handle();
    {
        tw::stream_guard const outer(s);
        EXPECT_EQ(tw::current_stream().handle(), s.handle());
        {
            tw::stream_guard const inner{tw::stream()};
            EXPECT_EQ(tw::current_stream().handle(), before);
        }
        EXPECT_EQ(tw::current_stream().handle(), s.handle());
    }
    EXPECT_EQ(tw::current_stream().handle(), before);
}

TEST(Stream, TheUsersOwnKernelsAreOrderedOnTheDefaultStream) {
    tw::device_array<float> a = tw::zeros<float>(64);
    slow_increment<<<1, 64>>>(a.data(), 64);
    a *= 10.0f;
    slow_increment<<<1, 64>>>(a.data(), 64);
    EXPECT_TRUE(twill_test::equal(a, std::vector<float>(64, 11.0f)));
}

TEST(Stream, AsynchronousCopiesOutliveTheirArrays) {
    tw::device_array<float> target(tw::extents<1>(1 << 20));
    {
        tw::pinned_array<float> source(tw::extents<1>(1 << 20));
        for (float& x : source)
            x = 2.5f;
        tw::copy_async(target, source);
    }
    tw::pinned_array<float> back(tw::extents<1>(1 << 20));
    tw::copy_async(back, target);
    tw::synchronize();
    EXPECT_EQ(back[0], 2.5f);
    EXPECT_EQ(back[(1 << 20) - 1], 2.5f);
}

/// What a wait finds of faults; "" without one.
template <class Waits>
std::string told_by(Waits const& waits) {
    try {
        waits.synchronize();
    } catch (tw::index_error const& problem) {
        return problem.what();
    }
    return "";
}

TEST(Stream, AnEventTellsTheFaultsOfAStreamThatIsGone) {
    tw::device_array<float> const a = tw::ones<float>(3);
    auto const seven = twill_test::to_space({7});
    auto const nine = twill_test::to_space({9});
    tw::device_array<float> busy = tw::zeros<float>(64);
    tw::synchronize();
    tw::event behind;
    {
        tw::stream_guard const guard(tw::stream::create());
        busy += 0.0f;
        slow_increment<<<1, 64, 0, tw::current_stream().handle()>>>(busy.data(), 64);
        tw::device_array<float> const bad = a(seven);
        behind.record();
    }
    busy = tw::device_array<float>();
    tw::stream const next = tw::stream::create();
    {
        tw::stream_guard const guard(next);
        tw::device_array<float> const bad = a(nine);
    }
    EXPECT_NE(told_by(next).find("index 9"), std::string::npos);
    EXPECT_NE(told_by(behind).find("index 7"), std::string::npos);
    EXPECT_EQ(told_by(next), "");
    EXPECT_EQ(told_by(behind), "");
}

TEST(Stream, TheFaultsOfAStreamThatIsGoneAreNotThoseOfTheNext) {
    tw::device_array<float> const a = tw::ones<float>(3);
    auto const bad_one = twill_test::to_space({7});
    auto const good_one = twill_test::to_space({2});
    for (int round = 0; round < 5; ++round) {
        tw::synchronize();
        {
            tw::stream_guard const guard(tw::stream::create());
            tw::device_array<float> busy = tw::zeros<float>(64);
            slow_increment<<<1, 64, 0, tw::current_stream().handle()>>>(busy.data(), 64);
            tw::device_array<float> const bad = a(bad_one);
        }
        // The first one's kernels have yet to run.
        tw::stream const next = tw::stream::create();
        tw::device_array<float> good;
        {
            tw::stream_guard const guard(next);
            good = a(good_one);
        }
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_EQ(told_by(next), "");
        EXPECT_TRUE(twill_test::equal(good, {1.0f}));
    }
}

__global__ void scale(tw::array_ref<float, 2> m, float factor) {
    int const i = static_cast<int>(blockIdx.x);
    int const j = static_cast<int>(threadIdx.x);
    m(i, j) *= factor;
}
TEST(Stream, RefGoesIntoAKernel) {
    tw::device_array<float, 2> m = tw::full(tw::extents(3, 4), 2.0f);
    auto columns = m(tw::full_extent, tw::slice(0, tw::none, 2));
    scale<<<3, 2>>>(columns.ref(), 5.0f);
    EXPECT_TRUE(twill_test::equal(m, {10, 2, 10, 2, 10, 2, 10, 2, 10, 2, 10, 2}));
}

}  // namespace
