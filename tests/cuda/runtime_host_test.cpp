// SPDX-License-Identifier: MIT
// One device: how little is asked of the runtime, the order at a free, and the pool of page-locked
// memory, on a runtime that runs everything as late as it may.
#include <gtest/gtest.h>

#if !__has_include(<cuda_runtime_api.h>)
TEST(Runtime, Simulated) { GTEST_SKIP() << "no CUDA headers"; }
#else

#include <twill/device.hpp>
#include <twill/runtime.hpp>
#include <twill/twill.hpp>

#include <string>

#include "support/simulated_cuda.hpp"

namespace {

namespace tw = twill;
using device_memory = tw::detail::memory<tw::device_space>;

class Runtime : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        simulated::devices = 1;
        tw::device_array<int> const warm(tw::extents(4));
    }
    void SetUp() override {
        ASSERT_TRUE(tw::detail::single_device());
        simulated::calls.clear();
    }
    void TearDown() override {
        cudaDeviceSynchronize();
        tw::trim_pinned_memory();
        EXPECT_TRUE(simulated::events.empty());
        EXPECT_TRUE(simulated::allocated.empty());
    }
    static tw::pinned_array<int> pinned(int value, tw::index_t size = 4) {
        tw::pinned_array<int> p((tw::extents(size)));
        p = value;
        return p;
    }
};
using counts = std::map<std::string, int>;

TEST_F(Runtime, AsksNothingMoreThanWhatHasToBeDone) {
    {
        tw::device_array<int> a(tw::extents(4));
        EXPECT_EQ(simulated::calls, (counts{{"cudaMallocFromPoolAsync", 1}}));
        simulated::calls.clear();
        device_memory::order const order;
        order.reads(a.storage().get());
        order.writes(a.storage().get());
        device_memory::reads(a.storage().get());
        EXPECT_EQ(tw::current_stream().device(), 0);
        EXPECT_EQ(simulated::calls, counts());
        tw::device_array<int> const b = a;
        EXPECT_EQ(simulated::calls,
                  (counts{{"cudaMallocFromPoolAsync", 1}, {"cudaMemcpyAsync", 1}}));
        simulated::calls.clear();
        a = b;
        EXPECT_EQ(simulated::calls, (counts{{"cudaMemcpyAsync", 1}}));
        simulated::calls.clear();
        (void)tw::item(a(1));
        EXPECT_EQ(simulated::calls, (counts{{"cudaMemcpyAsync", 1}, {"cudaStreamSynchronize", 1}}));
        simulated::calls.clear();
    }
    EXPECT_EQ(simulated::calls, (counts{{"cudaFreeAsync", 2}}));
}

TEST_F(Runtime, AFreeThatCannotBeOrderedWaitsForTheReader) {
    tw::stream const reader = tw::stream::create();
    tw::pinned_array<int> result = pinned(0);
    ::testing::internal::CaptureStderr();
    {
        tw::device_array<int> const source = tw::to_device(tw::host_array<int>{5, 5, 5, 5});
        tw::stream_guard const guard(reader);
        tw::copy_async(result, source);
        simulated::failures["cudaEventRecord"] = cudaErrorUnknown;
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "twill: cudaStreamWaitEvent before memory is freed: simulated failure\n");
    tw::synchronize();  // the free
    reader.synchronize();
    EXPECT_EQ(result[0], 5);
}

TEST_F(Runtime, PinnedMemoryIsFreedWithoutWaiting) {
    tw::device_array<int> target = tw::to_device(tw::host_array<int>{1, 1, 1, 1});
    int const* first = nullptr;
    simulated::calls.clear();
    {
        tw::pinned_array<int> const source = pinned(5);
        first = source.data();
        tw::copy_async(target, source);
    }
    EXPECT_EQ(simulated::calls["cudaStreamSynchronize"] + simulated::calls["cudaEventSynchronize"] +
                  simulated::calls["cudaFreeHost"],
              0);
    EXPECT_EQ(simulated::defaults[0].todo.size(), 2u);  // the copy and the event have not run
    {
        tw::pinned_array<int> const other = pinned(6);
        EXPECT_NE(other.data(), first);
    }
    EXPECT_EQ(tw::item(target(3)), 5);
    tw::pinned_array<int> const again(tw::extents(4));
    EXPECT_EQ(again.data(), first);
    EXPECT_EQ(simulated::calls["cudaHostAlloc"], 2);
}

TEST_F(Runtime, UnusedPinnedMemoryIsForTheNextOfItsSize) {
    for (int round = 0; round < 5; ++round) {
        tw::pinned_array<int> const small = pinned(1, 1000);
        tw::pinned_array<int> const other = pinned(2, 1001);
        tw::pinned_array<int> const large = pinned(3, 100000 + round);
        EXPECT_EQ(small[999] + other[1000] + large[99999], 6);
        EXPECT_EQ(tw::to_host(small)[0], 1);
    }
    EXPECT_EQ(simulated::calls["cudaHostAlloc"], 3);
    EXPECT_EQ(simulated::calls["cudaEventRecord"], 0);  // no stream used them
    for (std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{4097},
                              std::size_t{1000000}, std::size_t{1} << 40,
                              (std::size_t{1} << 40) + 1, ~std::size_t{0} - 7}) {
        std::size_t const capacity = tw::detail::pinned_pool::capacity_for(bytes);
        EXPECT_GE(capacity, bytes);
        EXPECT_GT(capacity, 0u);
        EXPECT_LE(capacity - bytes, bytes / 4 + 4096) << bytes;
        EXPECT_EQ(tw::detail::pinned_pool::capacity_for(capacity), capacity);
    }
}

TEST_F(Runtime, PinnedMemoryIsCountedAndTrimmed) {
    tw::trim_pinned_memory();
    auto const before = tw::pinned_memory_statistics();
    EXPECT_EQ(before.used, 0u);
    EXPECT_EQ(before.reserved, 0u);
    tw::device_array<int> target = tw::to_device(tw::host_array<int>{1, 1, 1, 1});
    {
        tw::pinned_array<int> const a = pinned(1);
        tw::pinned_array<int> const b = pinned(2);
        tw::copy_async(target, b);
        EXPECT_EQ(tw::pinned_memory_statistics().used, 8192u);
    }
    EXPECT_EQ(tw::pinned_memory_statistics().used, 0u);
    EXPECT_EQ(tw::pinned_memory_statistics().reserved, 8192u);
    EXPECT_GE(tw::pinned_memory_statistics().peak, 8192u);
    tw::trim_pinned_memory();  // keeps what the copy still reads
    EXPECT_EQ(tw::pinned_memory_statistics().reserved, 4096u);
    EXPECT_EQ(tw::item(target(0)), 2);
    tw::trim_pinned_memory(4096);
    EXPECT_EQ(tw::pinned_memory_statistics().reserved, 4096u);
    tw::trim_pinned_memory();
    EXPECT_EQ(tw::pinned_memory_statistics().reserved, 0u);
}

TEST_F(Runtime, UnusedPinnedMemoryIsBounded) {
    tw::detail::pinned_pool& pool = tw::detail::the_pinned_pool;
    auto const before = std::exchange(pool.most_unused, 3 * 4096);
    {
        std::vector<tw::pinned_array<int>> many;
        for (int i = 0; i < 10; ++i)
            many.push_back(pinned(i));
    }
    EXPECT_EQ(tw::pinned_memory_statistics().reserved, 3u * 4096);
    pool.most_unused = before;
}

TEST_F(Runtime, UnusedPinnedMemoryIsGivenBackBeforeThereIsNone) {
    tw::device_array<int> target = tw::to_device(tw::host_array<int>{1, 1, 1, 1});
    {
        tw::pinned_array<int> const source = pinned(7);
        tw::copy_async(target, source);
    }
    simulated::failures["cudaHostAlloc"] = cudaErrorMemoryAllocation;
    tw::pinned_array<int> const large = pinned(1, 100000);
    EXPECT_EQ(large[99999], 1);
    EXPECT_EQ(simulated::calls["cudaFreeHost"], 1);
    EXPECT_EQ(tw::item(target(0)), 7);
}

TEST_F(Runtime, PinnedMemoryOfSeveralStreams) {
    tw::device_array<int> const source = tw::to_device(tw::host_array<int>{3, 3, 3, 3});
    std::vector<tw::device_array<int>> results;
    std::vector<tw::stream> streams;
    int const* first = nullptr;
    {
        tw::pinned_array<int> between = pinned(0);
        first = between.data();
        tw::copy_async(between, source);
        for (int i = 0; i < 9; ++i) {
            streams.push_back(tw::stream::create());
            tw::stream_guard const guard(streams.back());
            results.emplace_back(tw::extents(4));
            tw::copy_async(results.back(), between);
        }
    }
    for (auto const& s : streams) {
        EXPECT_NE(pinned(4).data(), first);
        s.synchronize();
    }
    tw::synchronize();
    EXPECT_EQ(pinned(5).data(), first);
    for (auto const& r : results)
        EXPECT_EQ(tw::to_host(r)[3], 3);
}

TEST_F(Runtime, AMemoryLimitHolds) {
    tw::synchronize();
    std::uint64_t const before = tw::memory_info().used;
    tw::set_memory_limit(before + 1000);
    EXPECT_EQ(tw::memory_info().limit, before + 1000);
    {
        tw::device_array<int> const a(tw::extents(200));
        EXPECT_EQ(tw::memory_info().used, before + 800);
        simulated::calls.clear();
        try {
            tw::device_array<int> const b(tw::extents(51));
            FAIL() << "1004 bytes of 1000";
        } catch (tw::out_of_memory const& problem) {
            EXPECT_EQ(problem.requested(), 204u);
            EXPECT_NE(std::string(problem.what()).find("set_memory_limit"), std::string::npos);
        }
        EXPECT_EQ(simulated::calls.count("cudaMallocFromPoolAsync"), 0u);
        tw::device_array<int> const c(tw::extents(50));  // to the last byte
    }
    // The device has not reached the frees yet: it is waited for, and only then.
    simulated::calls.clear();
    tw::device_array<int> const d(tw::extents(250));
    EXPECT_EQ(simulated::calls["cudaDeviceSynchronize"], 1);
    EXPECT_THROW(tw::device_array<int>(tw::extents(1)), tw::out_of_memory);
    EXPECT_THROW(tw::device_array<int>(tw::extents(1000)), tw::out_of_memory);
    EXPECT_EQ(simulated::calls["cudaDeviceSynchronize"], 2);  // no wait helps the second one
    tw::set_memory_limit(0);
    tw::device_array<int> const e(tw::extents(1000));
    tw::set_memory_limit(0.25);
    EXPECT_EQ(tw::memory_info().limit, std::uint64_t{1} << 38);
    tw::set_memory_limit_fraction(0.5);
    EXPECT_EQ(tw::memory_info().limit, std::uint64_t{1} << 39);
    tw::set_memory_limit(0);
    EXPECT_THROW(tw::set_memory_limit_fraction(0), tw::value_error);
    EXPECT_THROW(tw::set_memory_limit_fraction(1.5), tw::value_error);
}

TEST_F(Runtime, AnAllocationThatFailsIsTriedAgainOnce) {
    simulated::failures["cudaMallocFromPoolAsync"] = cudaErrorMemoryAllocation;
    simulated::calls.clear();
    {
        tw::device_array<int> const a(tw::extents(100));
        EXPECT_EQ(simulated::calls, (counts{{"cudaMallocFromPoolAsync", 2},
                                            {"cudaStreamIsCapturing", 1},
                                            {"cudaDeviceSynchronize", 1},
                                            {"cudaMemPoolTrimTo", 1}}));
    }
    simulated::failures["cudaMallocFromPoolAsync"] = cudaErrorMemoryAllocation;
    simulated::repeated["cudaMallocFromPoolAsync"] = 2;
    EXPECT_THROW(tw::device_array<int>(tw::extents(100)), tw::out_of_memory);
    // A wait would spoil a capture; more than the device has is not asked for twice.
    simulated::capturing = true;
    simulated::failures["cudaMallocFromPoolAsync"] = cudaErrorMemoryAllocation;
    simulated::calls.clear();
    EXPECT_THROW(tw::device_array<int>(tw::extents(100)), tw::out_of_memory);
    simulated::capturing = false;
    simulated::failures["cudaMallocFromPoolAsync"] = cudaErrorMemoryAllocation;
    EXPECT_THROW(tw::device_array<int>(tw::extents(tw::index_t{1} << 40)), tw::out_of_memory);
    EXPECT_EQ(simulated::calls.count("cudaDeviceSynchronize"), 0u);
}

TEST_F(Runtime, EventsStandInTheWorkOfAStream) {
    tw::stream const first = tw::stream::create();
    tw::stream const second = tw::stream::create();
    tw::event start, behind;
    EXPECT_TRUE(start.done());
    EXPECT_THROW((void)tw::elapsed(start, behind), tw::value_error);
    int at = 0;
    start.record();
    simulated::enqueue(first.handle(), [&] { at = 1; });
    behind.record(first);
    behind.hold_back(second);
    int seen = -1;
    simulated::enqueue(second.handle(), [&] { seen = at; });
    EXPECT_FALSE(behind.done());
    second.synchronize();
    EXPECT_EQ(seen, 1);
    EXPECT_TRUE(behind.done());
    EXPECT_EQ(tw::elapsed(start, behind), 0.25);
    tw::event moved = std::move(behind);
    moved.synchronize();
}

TEST_F(Runtime, WhatALibraryMakesIsTriedAgainOnce) {
    enum status { made, too_little, failed };
    int attempts = 0;
    int until = 2;
    auto const make = [&] { return ++attempts < until ? too_little : made; };
    auto const run = [&] {
        attempts = 0;
        simulated::calls.clear();
        return tw::detail::make_with_room(make, too_little);
    };
    EXPECT_EQ(run(), made);
    EXPECT_EQ(attempts, 2);
    EXPECT_EQ(simulated::calls, (counts{{"cudaStreamIsCapturing", 1},
                                        {"cudaDeviceSynchronize", 1},
                                        {"cudaMemPoolTrimTo", 1}}));
    until = 3;
    EXPECT_EQ(run(), too_little);
    EXPECT_EQ(attempts, 2);
    until = 1;
    EXPECT_EQ(run(), made);
    EXPECT_EQ(simulated::calls, counts());
    // Neither in a capture nor for another reason.
    until = 2;
    simulated::capturing = true;
    EXPECT_EQ(run(), too_little);
    simulated::capturing = false;
    EXPECT_EQ(attempts, 1);
    attempts = 0;
    EXPECT_EQ(tw::detail::make_with_room([&] { return ++attempts, failed; }, too_little), failed);
    EXPECT_EQ(attempts, 1);
}

TEST_F(Runtime, AStreamThatIsAnotherOneOnEveryThreadIsRefused) {
    try {
        (void)tw::stream::wrap(cudaStreamPerThread);
        FAIL() << "it was wrapped";
    } catch (tw::value_error const& problem) {
        std::string const text = problem.what();
        EXPECT_NE(text.find("cudaStreamPerThread"), std::string::npos) << text;
        EXPECT_NE(text.find("stream::create()"), std::string::npos) << text;
        EXPECT_NE(text.find("runtime_host_test.cpp"), std::string::npos) << text;
    }
}

TEST_F(Runtime, AStreamThatCannotBeMadeLeavesNothing) {
    simulated::failures["cudaStreamCreateWithFlags"] = cudaErrorMemoryAllocation;
    EXPECT_THROW((void)tw::stream::create(), tw::cuda_error);
    EXPECT_EQ(simulated::calls, (counts{{"cudaStreamCreateWithFlags", 1}}));
    EXPECT_TRUE(simulated::streams.empty());
}

TEST_F(Runtime, AStopwatchWithoutASecondEventLeavesNothing) {
    tw::detail::stopwatch const& clock = device_memory::clock;
    for (int const made : {0, 1, 2}) {
        tw::detail::stopwatch::state state;
        if (made < 2) {
            simulated::spared["cudaEventCreateWithFlags"] = made;
            simulated::failures["cudaEventCreateWithFlags"] = cudaErrorMemoryAllocation;
        }
        clock.start(state);
        EXPECT_EQ(clock.stop(state), made < 2 ? -1.0 : 250000.0);
        EXPECT_TRUE(simulated::events.empty());
    }
}

/// The records that streams of these tests have: what is allocated for them is never freed.
class Faults : public Runtime {
protected:
    static void SetUpTestSuite() {
        Runtime::SetUpTestSuite();
        static tw::detail::fault_record records[32];
        for (auto& record : records)
            tw::detail::give_back(&record, &tw::detail::every_default_stream.of[0]);
    }
    static tw::detail::fault_record* record_of(tw::stream const& s) {
        tw::stream_guard const guard(s);
        return tw::detail::faults<tw::device_space>::record();
    }
    /// Work that meets an index out of range.
    static void enqueue_fault(tw::stream const& s, tw::index_t value) {
        tw::detail::fault_site const site{record_of(s), "take", nullptr, 0};
        simulated::enqueue(s.handle(), [site, value] { site.note(value, 3, 0); });
    }
    template <class Waits>
    static std::string told_by(Waits const& waits) {
        try {
            waits.synchronize();
        } catch (tw::index_error const& problem) {
            return problem.what();
        }
        return "";
    }
};

TEST_F(Faults, OfAStreamThatIsDoneAreForTheNext) {
    tw::detail::fault_record const* first = nullptr;
    {
        tw::stream const s = tw::stream::create();
        first = record_of(s);
        simulated::enqueue(s.handle(), [] {});
        s.synchronize();
    }
    EXPECT_EQ(record_of(tw::stream::create()), first);
    // Nobody asks for a stream without one.
    simulated::calls.clear();
    (void)tw::stream::create();
    EXPECT_EQ(simulated::calls,
              (counts{{"cudaStreamCreateWithFlags", 1}, {"cudaStreamDestroy", 1}}));
}

TEST_F(Faults, OfAStreamThatIsNotDoneAreForNobody) {
    std::vector<tw::detail::fault_record const*> left;
    {
        tw::stream const running = tw::stream::create();
        left.push_back(record_of(running));
        simulated::enqueue(running.handle(), [] {});
    }
    {
        tw::stream const untold = tw::stream::create();
        left.push_back(record_of(untold));
        enqueue_fault(untold, 7);
        cudaStreamSynchronize(untold.handle());
    }
    {
        tw::stream const captured = tw::stream::create();
        left.push_back(record_of(captured));
        simulated::capturing = true;
        simulated::calls.clear();
    }
    EXPECT_EQ(simulated::calls.count("cudaStreamQuery"), 0u);
    simulated::capturing = false;
    for (int i = 0; i < 3; ++i) {
        tw::stream const s = tw::stream::create();
        for (auto const* one : left)
            EXPECT_NE(record_of(s), one);
        EXPECT_EQ(told_by(s), "");
    }
}

TEST_F(Faults, AnEventTellsThoseOfAStreamThatNobodyElseHas) {
    tw::event behind;
    {
        tw::stream const gone = tw::stream::create();
        enqueue_fault(gone, 7);
        behind.record(gone);
    }
    tw::stream const next = tw::stream::create();
    enqueue_fault(next, 9);
    tw::event moved = std::move(behind);
    EXPECT_NE(told_by(moved).find("index 7"), std::string::npos);
    EXPECT_EQ(told_by(moved), "");
    EXPECT_NE(told_by(next).find("index 9"), std::string::npos);
    // Recorded elsewhere, the event lets the stream go.
    EXPECT_EQ(simulated::streams.size(), 2u);
    moved.record();
    EXPECT_EQ(simulated::streams.size(), 1u);
}

TEST_F(Faults, OfAStreamThatOthersMadeAreForWhoWrapsItNext) {
    cudaStream_t handle = nullptr;
    cudaStream_t other = nullptr;
    cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    tw::detail::fault_record const* first = nullptr;
    {
        tw::stream const s = tw::stream::wrap(handle);
        first = record_of(s);
        enqueue_fault(s, 5);
    }
    EXPECT_EQ(simulated::calls.count("cudaStreamQuery"), 0u);
    EXPECT_NE(record_of(tw::stream::wrap(other)), first);
    EXPECT_NE(record_of(tw::stream::create()), first);
    {
        tw::stream const again = tw::stream::wrap(handle);
        EXPECT_EQ(record_of(again), first);
        EXPECT_NE(told_by(again).find("index 5"), std::string::npos);
    }
    EXPECT_EQ(record_of(tw::stream::wrap(handle)), first);
    cudaStreamDestroy(handle);
    cudaStreamDestroy(other);
}

}  // namespace
#endif
