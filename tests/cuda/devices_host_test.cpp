// SPDX-License-Identifier: MIT
// Two devices: the order of work, copies, and what is current, on a runtime that runs everything as
// late as it may. devices_test.cu has the same on real devices.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#if !__has_include(<cuda_runtime_api.h>)
TEST(Devices, Simulated) { GTEST_SKIP() << "no CUDA headers"; }
#else

#include <twill/device.hpp>
#include <twill/twill.hpp>

#include "support/simulated_cuda.hpp"

namespace {

namespace tw = twill;

class Devices : public ::testing::Test {
protected:
    static void SetUpTestSuite() { simulated::devices = 2; }
    void SetUp() override {
        ASSERT_FALSE(tw::detail::single_device());
        tw::select_device(0);
    }
    void TearDown() override {
        for (int d : {1, 0}) {
            tw::select_device(d);
            cudaDeviceSynchronize();
        }
        EXPECT_EQ(tw::detail::this_thread().stream, nullptr);
        EXPECT_TRUE(simulated::failures.empty());
        tw::trim_pinned_memory();
        EXPECT_TRUE(simulated::events.empty());
        EXPECT_TRUE(simulated::allocated.empty());
    }
    static tw::device_array<int> on(int device, int value, tw::index_t size = 4) {
        tw::device_guard const guard(device);
        tw::host_array<int> h((tw::extents(size)));
        h = value;
        return tw::to_device(h);
    }
    static tw::pinned_array<int> pinned(int value) {
        tw::pinned_array<int> p(tw::extents(4));
        p = value;
        return p;
    }
    static bool all(tw::host_array<int> const& h, int value) {
        for (int x : h)
            if (x != value)
                return false;
        return h.size() == 4;
    }
};

TEST_F(Devices, APinnedBlockWrittenOnOneIsReadOnTheOther) {
    tw::device_array<int> const source = on(0, 7);
    tw::device_array<int> target = on(1, 1);
    tw::pinned_array<int> between = pinned(3);
    tw::copy_async(between, source);
    {
        tw::device_guard const guard(1);
        tw::copy_async(target, between);
        EXPECT_TRUE(all(tw::to_host(target), 7));
    }
}

TEST_F(Devices, APinnedBlockReadOnOneIsWrittenOnTheOther) {
    tw::device_array<int> target = on(0, 1);
    tw::device_array<int> const source = on(1, 9);
    tw::pinned_array<int> between = pinned(3);
    tw::copy_async(target, between);
    {
        tw::device_guard const guard(1);
        tw::copy_async(between, source);
        tw::synchronize();  // the copy on device 0 must have been before
    }
    EXPECT_TRUE(all(tw::to_host(target), 3));
    EXPECT_EQ(between[0], 9);
}

TEST_F(Devices, PinnedMemoryIsNotReusedWhileEitherDeviceUsesIt) {
    tw::device_array<int> a = on(0, 1);
    tw::device_array<int> b = on(1, 1);
    int const* first = nullptr;
    {
        tw::pinned_array<int> source = pinned(5);
        first = source.data();
        tw::copy_async(a, source);
        tw::device_guard const guard(1);
        tw::copy_async(b, source);
    }
    cudaDeviceSynchronize();  // device 0 is done, device 1 is not
    {
        tw::pinned_array<int> other = pinned(6);
        EXPECT_NE(other.data(), first);
    }
    EXPECT_TRUE(all(tw::to_host(b), 5));
    EXPECT_TRUE(all(tw::to_host(a), 5));
    tw::pinned_array<int> const again(tw::extents(4));
    EXPECT_EQ(again.data(), first);
}

TEST_F(Devices, ToHostCopiesFromEitherDevice) {
    tw::device_array<int> const a = on(1, 8);
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_TRUE(all(tw::to_host(a), 8));
    EXPECT_EQ(tw::item(a(2)), 8);
    EXPECT_EQ(tw::to_pinned(a)[3], 8);
    EXPECT_EQ(tw::current_device(), 0);
}

TEST_F(Devices, ToHostWaitsForTheOtherDevicesStream) {
    tw::device_guard const guard(1);
    tw::stream const s = tw::stream::create();
    tw::device_array<int> a = on(1, 1);
    tw::pinned_array<int> const source = pinned(4);
    {
        tw::stream_guard const busy(s);
        tw::copy_async(a, source);
    }
    tw::device_guard const elsewhere(0);
    EXPECT_TRUE(all(tw::to_host(a), 4));
}

TEST_F(Devices, CopiesGoBothWaysWhicheverIsCurrent) {
    for (int current : {0, 1})
        for (int from : {0, 1}) {
            tw::device_array<int> target = on(1 - from, 0);
            tw::pinned_array<int> const late = pinned(10 * current + from + 1);
            {
                tw::device_array<int> source = on(from, -1);
                tw::device_guard const guard(current);
                tw::copy_async(source, late);  // not done yet when the next copy is asked for
                tw::copy(target, source);
            }  // and the source is freed at once
            tw::device_guard const guard(current);
            EXPECT_TRUE(all(tw::to_host(target), 10 * current + from + 1))
                << from << " " << current;
        }
    EXPECT_GT(simulated::calls["cudaMemcpyPeerAsync"], 0);
}

TEST_F(Devices, ACopyOntoTheOtherDeviceComesBeforeWritesThatFollow) {
    tw::device_array<int> target = on(1, 0);
    tw::device_array<int> source = on(0, 5);
    tw::pinned_array<int> const later = pinned(6);
    tw::copy(target, source);
    tw::copy_async(source, later);  // must wait for the copy, which runs on device 1
    tw::synchronize();
    EXPECT_TRUE(all(tw::to_host(target), 5));
    EXPECT_TRUE(all(tw::to_host(source), 6));
}

TEST_F(Devices, WaitingForTheCurrentStreamWaitsForACopyOfTheOtherDevice) {
    tw::device_array<int> a = on(1, 5);
    tw::pinned_array<int> back = pinned(0);
    tw::copy_async(back, a);
    tw::synchronize();
    EXPECT_EQ(back[3], 5);
    {
        tw::stream_guard const guard(tw::stream::create());
        tw::pinned_array<int> const source = pinned(6);
        tw::copy_async(a, source);
        tw::copy_async(back, a);
        tw::synchronize();
        EXPECT_EQ(back[0], 6);
    }
    // Memory without a block: only the current stream can say what was before.
    tw::device_array<int> b = on(0, 0);
    tw::pinned_array<int> const late = pinned(7);
    tw::copy_async(b, late);
    tw::detail::device_transfer::run(a.storage().get(), a.data(), nullptr, b.data(), 16);
    EXPECT_EQ(tw::item(a(2)), 7);
}

TEST_F(Devices, AssignmentsAndCopiesOfOwnersCrossDevices) {
    tw::device_array<int> a = on(1, 3);
    tw::device_array<int> const b = a;  // a copy is made where it is asked for
    EXPECT_EQ(b.storage().get()->device, 0);
    EXPECT_TRUE(all(tw::to_host(b), 3));
    tw::device_array<int> const c = on(0, 4);
    a = c;
    EXPECT_EQ(a.storage().get()->device, 1);
    EXPECT_TRUE(all(tw::to_host(a), 4));
    tw::device_array<int> const d = tw::to_device(a);
    EXPECT_EQ(d.storage().get()->device, 0);
    EXPECT_TRUE(all(tw::to_host(d), 4));
}

TEST_F(Devices, MemoryOfTheUsersOwn) {
    tw::device_array<int> const a = on(1, 3);
    tw::device_array<int> const b = on(0, 0);
    auto const there = tw::wrap<tw::device_space>(const_cast<int*>(a.data()), tw::extents(4));
    EXPECT_EQ(tw::item(there(2)), 3);
}

TEST_F(Devices, AnEmptyArrayOfAnotherDeviceTakesNothing) {
    tw::device_array<int> none = on(1, 0, 0);
    tw::device_array<int> const empty = on(0, 0, 0);
    tw::copy(none, empty);
    tw::copy(none, tw::host_array<int>());
    EXPECT_EQ(tw::to_host(none).size(), 0);
}

TEST_F(Devices, MemoryFreedWhileTheOtherDeviceReadsIt) {
    tw::device_array<int> target = on(1, 0);
    {
        tw::device_array<int> const source = on(0, 5);
        tw::copy(target, source);  // on device 1
    }
    tw::synchronize();  // the free, on device 0, waits for it
    EXPECT_TRUE(all(tw::to_host(target), 5));
}

TEST_F(Devices, AFailedWaitAtTheFreeIsReportedAndWaitedFor) {
    tw::device_array<int> target = on(1, 0);
    for (char const* call :
         {"cudaStreamWaitEvent", "cudaEventRecord", "cudaEventCreateWithFlags"}) {
        ::testing::internal::CaptureStderr();
        {
            tw::device_array<int> source = on(0, 5);
            tw::copy(target, source);
            simulated::failures[call] = cudaErrorUnknown;
        }
        std::string const said = ::testing::internal::GetCapturedStderr();
        EXPECT_NE(said.find("twill: "), std::string::npos) << call;
        EXPECT_NE(said.find("before memory is freed: simulated failure"), std::string::npos)
            << said;
        cudaDeviceSynchronize();
        EXPECT_TRUE(all(tw::to_host(target), 5)) << call;
    }
    ::testing::internal::CaptureStderr();
    {
        tw::device_array<int> source = on(0, 6);
        tw::copy(target, source);
        simulated::failures["cudaStreamWaitEvent"] = cudaErrorUnknown;
        simulated::failures["cudaStreamSynchronize"] = cudaErrorUnknown;
    }
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("cudaStreamSynchronize"),
              std::string::npos);
    cudaDeviceSynchronize();
    EXPECT_TRUE(all(tw::to_host(target), 6));
}

TEST_F(Devices, AFailedEventOfAPinnedBlockIsReportedAndWaitedFor) {
    tw::device_array<int> target = on(0, 0);
    ::testing::internal::CaptureStderr();
    {
        tw::pinned_array<int> const source = pinned(5);
        tw::copy_async(target, source);
        simulated::failures["cudaEventRecord"] = cudaErrorUnknown;
    }
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("pinned memory is freed"),
              std::string::npos);
    tw::pinned_array<int> const next = pinned(6);
    EXPECT_TRUE(all(tw::to_host(target), 5));
}

TEST_F(Devices, SelectDeviceChangesTheStreamToo) {
    tw::stream const s = tw::stream::create();
    EXPECT_EQ(s.device(), 0);
    {
        tw::stream_guard const guard(s);
        tw::select_device(0);
        EXPECT_EQ(tw::current_stream().handle(), s.handle());
        tw::select_device(1);
        EXPECT_EQ(tw::current_stream().device(), 1);
        EXPECT_EQ(tw::current_stream().handle(), cudaStreamLegacy);
        tw::device_array<int> a(tw::extents(4));
        EXPECT_EQ(a.storage().get()->device, 1);
    }
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_EQ(tw::current_stream().device(), 0);
}

TEST_F(Devices, DeviceAndStreamAreTheThreads) {
    tw::stream const own = tw::stream::create();
    tw::stream_guard const guard(own);
    std::thread([&] {
        EXPECT_EQ(tw::current_device(), 0);
        EXPECT_NE(tw::current_stream().handle(), own.handle());
        tw::select_device(1);
    }).join();
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_EQ(tw::current_stream().handle(), own.handle());
}

TEST_F(Devices, AnOperandOfAnotherDeviceIsAnErrorThatNamesBoth) {
    // What a statement does first with every operand, and with what it writes.
    tw::device_array<int> const there = on(1, 5);
    tw::detail::block* const block = there.storage().get();
    using memory = tw::detail::memory<tw::device_space>;
    for (bool const writes : {false, true}) {
        try {
            writes ? memory::writes(block) : memory::reads(block);
            FAIL() << "used on another device";
        } catch (tw::device_error const& problem) {
            std::string const text = problem.what();
            EXPECT_NE(text.find("array of device 1"), std::string::npos) << text;
            EXPECT_NE(text.find("device 0 is current"), std::string::npos) << text;
        }
    }
    tw::device_guard const guard(1);
    EXPECT_NO_THROW(memory::reads(block));
    EXPECT_NO_THROW(memory::writes(block));
}

TEST_F(Devices, DeviceGuardsBringBackDeviceAndStream) {
    tw::stream const s = tw::stream::create();
    tw::stream_guard const outer(s);
    {
        tw::device_guard const guard(1);
        EXPECT_EQ(tw::current_device(), 1);
        EXPECT_EQ(tw::current_stream().device(), 1);
        {
            tw::device_guard const same(1);
            EXPECT_EQ(tw::current_stream().device(), 1);
        }
    }
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_EQ(tw::current_stream().handle(), s.handle());
    EXPECT_THROW(tw::device_guard(2), tw::device_error);
    EXPECT_EQ(tw::current_stream().handle(), s.handle());
}

TEST_F(Devices, AStreamGuardMakesItsStreamsDeviceCurrent) {
    tw::stream const s = [] {
        tw::device_guard const guard(1);
        return tw::stream::create();
    }();
    EXPECT_EQ(s.device(), 1);
    {
        tw::stream_guard const guard(s);
        EXPECT_EQ(tw::current_device(), 1);
        tw::device_array<int> a(tw::extents(4));
        EXPECT_EQ(a.storage().get()->device, 1);
        EXPECT_EQ(tw::current_stream().handle(), s.handle());
    }
    EXPECT_EQ(tw::current_device(), 0);
    EXPECT_EQ(tw::current_stream().device(), 0);
}

TEST_F(Devices, TheUsersOwnSetDeviceIsFollowed) {
    cudaSetDevice(1);
    EXPECT_EQ(tw::current_stream().device(), 1);
    EXPECT_EQ(tw::device_array<int>(tw::extents(4)).storage().get()->device, 1);
    tw::stream_guard const guard(tw::stream::create());
    cudaSetDevice(0);
    try {
        tw::device_array<int> const a(tw::extents(4));
        FAIL() << "a stream of device 1 was used for device 0";
    } catch (tw::device_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("stream belongs to device 1, but device 0"),
                  std::string::npos)
            << problem.what();
    }
}

TEST_F(Devices, StreamsKeepTheirDeviceThroughCopiesAndMoves) {
    tw::stream a = [] {
        tw::device_guard const guard(1);
        return tw::stream();
    }();
    EXPECT_EQ(a.device(), 1);
    tw::stream const b = std::move(a);
    EXPECT_EQ(b.device(), 1);
    EXPECT_EQ(a.device(), 1);
    a.synchronize();
    a = tw::stream::create();
    EXPECT_EQ(a.device(), 0);
    EXPECT_EQ(tw::stream::wrap(nullptr).handle(), cudaStreamLegacy);
    EXPECT_EQ(tw::stream::wrap(a.handle()).device(), 0);
}

TEST_F(Devices, ManyStreamsReadOneBlock) {
    tw::device_array<int> const source = on(0, 5);
    std::vector<tw::pinned_array<int>> results;
    std::vector<tw::stream> streams;
    for (int i = 0; i < 10; ++i) {
        tw::device_guard const guard(i % 2);
        streams.push_back(tw::stream::create());
        tw::stream_guard const on(streams.back());
        results.push_back(pinned(0));
        tw::copy_async(results.back(), source);
    }
    tw::device_array<int> target = source;
    tw::copy(const_cast<tw::device_array<int>&>(source), tw::host_array<int>{1, 1, 1, 1});
    for (auto const& s : streams)
        s.synchronize();
    tw::synchronize();
    for (auto const& r : results)
        EXPECT_EQ(r[0], 5);
    EXPECT_TRUE(all(tw::to_host(target), 5));
    EXPECT_TRUE(all(tw::to_host(source), 1));
}

}  // namespace
#endif
