// SPDX-License-Identifier: MIT
// Two devices: the order of work across them, copies between them, and what is current.

#include <thread>

#include "support/testing.hpp"

#include <twill/reduce.cuh>
#include <twill/scan.cuh>

namespace tw = twill;

namespace {

constexpr tw::index_t size = 1 << 18;

/// Keeps a stream busy for some milliseconds, then adds 1.
__global__ void slow_increment(int* data, tw::index_t count) {
    long long const start = clock64();
    while (clock64() - start < 10000000) {
    }
    for (tw::index_t i = static_cast<tw::index_t>(threadIdx.x); i < count; i += blockDim.x)
        data[i] += 1;
}

class Devices : public ::testing::Test {
protected:
    void SetUp() override {
        if (tw::device_count() < 2)
            GTEST_SKIP() << "one CUDA device; this test needs two";
        tw::select_device(0);
    }
    void TearDown() override { tw::select_device(0); }

    static tw::device_array<int> on(int device, int value, tw::index_t n = size) {
        tw::device_guard const guard(device);
        tw::device_array<int> result = tw::full(tw::extents<1>(n), value);
        return result;
    }
    /// Adds 1 on the array's own device, which takes some milliseconds.
    static void increment_slowly(tw::device_array<int>& a, int device) {
        tw::device_guard const guard(device);
        a += 0;
        slow_increment<<<1, 256>>>(a.data(), a.size());
    }
    static tw::pinned_array<int> pinned(int value) {
        tw::pinned_array<int> result((tw::extents<1>(size)));
        for (int& x : result)
            x = value;
        return result;
    }
    /// The first, the last and one in the middle are this value.
    static ::testing::AssertionResult filled(tw::host_array<int> const& h, int value) {
        if (h.size() != size)
            return ::testing::AssertionFailure() << h.size() << " elements";
        for (tw::index_t i : {tw::index_t{0}, size / 2, size - 1})
            if (h[i] != value)
                return ::testing::AssertionFailure()
                       << "[" << i << "] is " << h[i] << " instead of " << value;
        return ::testing::AssertionSuccess();
    }
};

TEST_F(Devices, APinnedBlockWrittenOnOneIsReadOnTheOther) {
    tw::device_array<int> source = on(0, 0);
    tw::device_array<int> target = on(1, -1);
    tw::pinned_array<int> between = pinned(-2);
    for (int round = 1; round <= 20; ++round) {
        increment_slowly(source, 0);
        tw::copy_async(between, source);
        {
            tw::device_guard const guard(1);
            tw::copy_async(target, between);
        }
        EXPECT_TRUE(filled(tw::to_host(target), round));
    }
}

TEST_F(Devices, PinnedMemoryLivesUntilBothDevicesAreDone) {
    tw::device_array<int> a = on(0, 0);
    tw::device_array<int> b = on(1, 0);
    for (int round = 1; round <= 5; ++round) {
        increment_slowly(a, 0);
        increment_slowly(b, 1);
        {
            tw::pinned_array<int> source = pinned(10 * round);
            tw::copy_async(a, source);
            tw::device_guard const guard(1);
            tw::copy_async(b, source);
        }
        tw::pinned_array<int> other = pinned(-1);
        EXPECT_TRUE(filled(tw::to_host(b), 10 * round));
        EXPECT_TRUE(filled(tw::to_host(a), 10 * round));
    }
}

TEST_F(Devices, ToHostCopiesFromTheOtherDevice) {
    tw::device_array<int> a = on(1, 4);
    increment_slowly(a, 1);
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_TRUE(filled(tw::to_host(a), 5));
    tw::device_array<int, 2> m = [] {
        tw::device_guard const guard(1);
        return twill_test::counted(tw::extents(2, 3));
    }();
    EXPECT_TRUE(twill_test::equal(m(1, tw::full_extent), {3, 4, 5}));
    EXPECT_TRUE(twill_test::equal(m(tw::full_extent, 1), {1, 4}));
    EXPECT_TRUE(twill_test::equal(transpose(m), {0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(tw::item(m(1, 2)), 5);
    EXPECT_EQ(tw::item(m, -1, 0), 3);
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_EQ(tw::current_stream().device(), 0);
}

TEST_F(Devices, AnExpressionIsEvaluatedWhereItsDeviceIsCurrent) {
    tw::device_array<int> const a = on(1, 4);
    try {
        (void)tw::to_host(a + 1);
        FAIL() << "evaluated on another device";
    } catch (tw::device_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("select_device(1)"), std::string::npos)
            << problem.what();
    }
    EXPECT_THROW((void)tw::item(sum(a)), tw::device_error);
    tw::device_guard const guard(1);
    EXPECT_EQ(tw::item(sum(a)), 4 * size);
}

// docs/how-it-runs.md: device and stream are the thread's.
TEST_F(Devices, AnOperandOfAnotherDeviceIsAnErrorInEveryStatement) {
    tw::device_array<int> const a = on(1, 4);
    tw::device_array<int> const b = on(0, 3);
    tw::device_array<int> own = on(0, 9);
    tw::device_array<int> theirs = on(1, 9);
    auto const index = on(1, 2);
    auto refused = [&](char const* what, auto const& statement) {
        try {
            statement();
            ADD_FAILURE() << what << " took an operand of another device";
        } catch (tw::device_error const& problem) {
            std::string const text = problem.what();
            EXPECT_NE(text.find("device 1"), std::string::npos) << what << ": " << text;
            EXPECT_NE(text.find("device 0"), std::string::npos) << what << ": " << text;
        }
    };
    refused("an expression of both", [&] { own = a + b; });
    refused("an operand of the other one", [&] { own = a * 2; });
    refused("a compound assignment", [&] { own += a; });
    refused("a view", [&] { own(tw::slice(1, 5)) = a(tw::slice(0, 4)); });
    refused("a target of the other one", [&] { theirs(tw::full_extent) = b + 1; });
    refused("a reduction", [&] { (void)tw::item(sum(a * b)); });
    refused("a reduction inside", [&] { own = b - max(a); });
    refused("several results", [&] { (void)tw::evaluate(b + 1, sum(a)); });
    refused("a scan", [&] { (void)tw::evaluate(cumsum(a)); });
    refused("several targets", [&] { tw::assign(tw::tie(own, theirs), b, b + 1); });
    EXPECT_TRUE(filled(tw::to_host(own), 9));
    EXPECT_TRUE(filled(tw::to_host(theirs), 9));
    // What is current decides, not where the thread began.
    tw::device_guard const guard(1);
    refused("after a change", [&] { own += b; });
    theirs = a + index;
    EXPECT_TRUE(filled(tw::to_host(theirs), 6));
}

TEST_F(Devices, CopiesGoBothWaysWhicheverIsCurrent) {
    int expected = 0;
    for (int current : {0, 1})
        for (int from : {0, 1}) {
            tw::device_array<int> target = on(1 - from, -1);
            ++expected;
            {
                tw::device_array<int> source = on(from, expected - 1);
                increment_slowly(source, from);
                tw::device_guard const guard(current);
                tw::copy(target, source);
            }
            tw::device_array<int> const reused = on(from, -7);
            tw::device_guard const guard(current);
            EXPECT_TRUE(filled(tw::to_host(target), expected))
                << from << " to " << 1 - from << " while " << current;
        }
}

TEST_F(Devices, StridedViewsAreCopiedBetweenDevices) {
    for (int current : {0, 1}) {
        tw::device_array<int, 2> a = twill_test::counted(tw::extents(2, 3));
        tw::device_array<int, 2> b = [] {
            tw::device_guard const guard(1);
            return tw::evaluate<tw::device_space>(tw::full(tw::extents(4, 3), -1));
        }();
        {
            tw::device_guard const guard(current);
            tw::copy(b(tw::slice(0, tw::none, 2), tw::full_extent),
                     a(tw::full_extent, tw::slice(tw::none, tw::none, -1)));
        }
        EXPECT_TRUE(twill_test::equal(b, {2, 1, 0, -1, -1, -1, 5, 4, 3, -1, -1, -1}));
        {
            tw::device_guard const guard(current);
            tw::copy(transpose(a), b(tw::slice(0, 3), tw::slice(0, 2)));
            // Within one device, whichever is current.
            tw::copy(b(3, tw::full_extent), b(0, tw::full_extent));
        }
        EXPECT_TRUE(twill_test::equal(a, {2, -1, 5, 1, -1, 4}));
        EXPECT_TRUE(twill_test::equal(b(3, tw::full_extent), {2, 1, 0}));
        tw::select_device(0);
    }
}

TEST_F(Devices, ACopyOfAnArrayIsMadeOnTheCurrentDevice) {
    tw::device_array<int> a = on(1, 3);
    tw::device_array<int> b = a;
    b += 1;  // device 0
    EXPECT_TRUE(filled(tw::to_host(b), 4));
    a = b;
    EXPECT_TRUE(filled(tw::to_host(a), 4));
    tw::device_array<int> c = tw::to_device(a);
    c += 1;
    EXPECT_TRUE(filled(tw::to_host(c), 5));
    tw::device_guard const guard(1);
    a += 5;
    EXPECT_TRUE(filled(tw::to_host(a), 9));
}

TEST_F(Devices, MemoryFreedWhileTheOtherDeviceReadsItIsNotReused) {
    tw::device_array<int> target = on(1, 0);
    for (int round = 1; round <= 10; ++round) {
        increment_slowly(target, 1);
        {
            tw::device_array<int> const source = on(0, round);
            tw::copy(target, source);  // behind the slow kernel of device 1
        }
        tw::device_array<int> const other = on(0, -round);
        EXPECT_TRUE(filled(tw::to_host(target), round));
    }
}

TEST_F(Devices, AWriteWaitsForTheOtherDevicesRead) {
    tw::device_array<int> target = on(1, 0);
    tw::device_array<int> source = on(0, 5);
    increment_slowly(target, 1);
    tw::copy(target, source);
    source = -1;
    EXPECT_TRUE(filled(tw::to_host(target), 5));
    EXPECT_TRUE(filled(tw::to_host(source), -1));
}

TEST_F(Devices, WaitingForTheCurrentStreamWaitsForACopyOfTheOtherDevice) {
    tw::device_array<int> a = on(1, 0);
    tw::pinned_array<int> back = pinned(-1);
    for (int round = 1; round <= 5; ++round) {
        increment_slowly(a, 1);
        tw::copy_async(back, a);
        tw::synchronize();
        EXPECT_EQ(back[0], round);
        EXPECT_EQ(back[size - 1], round);
    }
}

TEST_F(Devices, SelectDeviceChangesTheStreamToo) {
    {
        tw::stream_guard const guard(tw::stream::create());
        tw::select_device(1);
        EXPECT_EQ(tw::current_stream().device(), 1);
        tw::device_array<int> a = tw::full(tw::extents<1>(size), 2);  // failed on the old stream
        a += 1;
        EXPECT_TRUE(filled(tw::to_host(a), 3));
    }
    EXPECT_EQ(tw::current_device(), 0);
    tw::stream const there = [] {
        tw::device_guard const guard(1);
        return tw::stream::create();
    }();
    tw::device_array<int> b;
    {
        tw::stream_guard const guard(there);
        EXPECT_EQ(tw::current_device(), 1);
        b = tw::full(tw::extents<1>(size), 6);
    }
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_TRUE(filled(tw::to_host(b), 6));
}

TEST_F(Devices, AStreamOfAnotherDeviceThanTheCurrentOneIsAnError) {
    tw::stream_guard const guard(tw::stream::create());
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    EXPECT_THROW(tw::device_array<int>(tw::extents<1>(4)), tw::device_error);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(tw::device_array<int>(tw::extents<1>(4)).size(), 4);
}

TEST_F(Devices, AssigningToAnEmptyArrayOfTheOtherDeviceDoesNothing) {
    tw::device_array<int> none = on(1, 0, 0);
    tw::device_array<int> const here = on(0, 0, 0);
    EXPECT_NO_THROW(none += 1);
    EXPECT_NO_THROW(none(tw::full_extent) = here);
    EXPECT_NO_THROW(tw::copy(none, here));
    EXPECT_EQ(tw::to_host(none).size(), 0);
}

TEST_F(Devices, AThreadForEach) {
    tw::pinned_array<int> const shared = pinned(7);
    bool right[4] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            tw::select_device(t % 2);
            tw::stream_guard const guard(tw::stream::create());
            right[t] = true;
            for (int round = 0; round < 50; ++round) {
                tw::device_array<int> a((tw::extents<1>(size)));
                tw::copy_async(a, shared);
                a += round;
                tw::pinned_array<int> back((tw::extents<1>(size)));
                tw::copy_async(back, a);
                tw::synchronize();
                right[t] = right[t] && back[0] == 7 + round && back[size - 1] == 7 + round;
            }
        });
    for (auto& thread : threads)
        thread.join();
    for (bool one : right)
        EXPECT_TRUE(one);
}

}  // namespace
