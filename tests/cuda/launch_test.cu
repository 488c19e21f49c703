// SPDX-License-Identifier: MIT
// Kernels of a program's own: arguments, order, and the limits that errors name.
#include "support/testing.hpp"

#include <twill/launch.cuh>
#include <twill/reduce.cuh>

namespace tw = twill;
using namespace twill_test;

namespace {

__global__ void scale_kernel(tw::array_ref<float, 1> to, tw::array_ref<float const, 1> from,
                             float factor) {
    tw::index_t const i = static_cast<tw::index_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < to.extent(0))
        to(i) = factor * from(i);
}
__global__ void shared_kernel(tw::array_ref<float, 1> to, int last) {
    extern __shared__ float memory[];
    memory[last] = 5.0f;
    __syncthreads();
    to(0) = memory[last];
}
__global__ void own_shared_kernel(tw::array_ref<float, 1> to, int last) {
    extern __shared__ float memory[];
    __shared__ float own[2560];
    own[threadIdx.x] = 2.0f;
    memory[last] = 5.0f;
    __syncthreads();
    to(0) = memory[last] + own[0];
}
__global__ void __launch_bounds__(128) small_kernel(tw::array_ref<int, 1> to) { to(0) = 1; }
__global__ void spin_kernel(long long cycles) {
    long long const start = clock64();
    while (clock64() - start < cycles) {
    }
}

template <class F>
std::string refusal(F f) {
    try {
        f();
    } catch (tw::value_error const& problem) {
        return problem.what();
    }
    return "";
}

TEST(Launch, TakesArraysViewsAndNumbers) {
    array<float> const a = tw::cast<float>(tw::arange(1000));
    array<float> b = tw::zeros<float>(1000);
    tw::launch(scale_kernel, tw::blocks_for(b.size(), 256), 256, 0, b, a, 2);
    EXPECT_EQ(tw::item(b(999)), 1998.0f);
    tw::launch(scale_kernel, {1, 1, 1}, {32, 1}, 0, b(tw::slice(0, 20, 2)), a.ref(), 1.0);
    EXPECT_TRUE(equal(b(tw::slice(0, 4)), {0.0f, 2.0f, 1.0f, 6.0f}));
    tw::launch(scale_kernel, 0, 256, 0, b, a, 7);  // no blocks, no launch
    EXPECT_EQ(tw::item(b(0)), 0.0f);
    tw::synchronize();
}

TEST(Launch, IsOrderedWithOtherStreams) {
    tw::stream const other = tw::stream::create();
    array<float> a = tw::zeros<float>(1 << 20), b = tw::zeros<float>(1 << 20);
    {
        tw::stream_guard const guard(other);
        tw::launch(spin_kernel, 1, 1, 0, 20000000);
        a += 1.0f;
    }
    tw::launch(scale_kernel, tw::blocks_for(b.size(), 256), 256, 0, b, a, 3.0f);
    EXPECT_EQ(tw::item(min(b)), 3.0f);
    EXPECT_EQ(tw::item(max(b)), 3.0f);
}

TEST(Launch, MuchSharedMemoryIsAskedFor) {
    array<float> a = tw::zeros<float>(1);
    auto const most = tw::device_info().shared_per_block;
    tw::launch(shared_kernel, 1, 32, static_cast<std::size_t>(most), a,
               static_cast<int>(most / 4 - 1));
    EXPECT_EQ(tw::item(a(0)), 5.0f);
    // Less than 48 KiB, and with the kernel's own more.
    tw::launch(own_shared_kernel, 1, 32, 45 * 1024, a, 45 * 256 - 1);
    EXPECT_EQ(tw::item(a(0)), 7.0f);
}

TEST(Launch, ErrorsNameTheLimitThatWasBroken) {
    array<float> a = tw::zeros<float>(4);
    array<int> n = tw::zeros<int>(1);
    auto has = [](std::string const& text, char const* words) {
        return text.find(words) != std::string::npos &&
                       text.find("launch_test.cu") != std::string::npos
                   ? ::testing::AssertionSuccess()
                   : ::testing::AssertionFailure() << text;
    };
    using tw::launch;
    EXPECT_TRUE(
        has(refusal([&] { launch(scale_kernel, tw::index_t{1} << 50, 256, 0, a, a, 1); }),
            "1125899906842624 blocks along x; the device's limit for a grid is 2147483647"));
    EXPECT_TRUE(has(refusal([&] { launch(scale_kernel, {1, 65536}, 256, 0, a, a, 1); }),
                    "65536 blocks along y; the device's limit for a grid is 65535"));
    EXPECT_TRUE(has(refusal([&] { launch(scale_kernel, 1, 2048, 0, a, a, 1); }),
                    "2048 threads along x; the device's limit for a block is 1024"));
    EXPECT_TRUE(has(refusal([&] { launch(scale_kernel, 1, {64, 32}, 0, a, a, 1); }),
                    "a block of 64 x 32 x 1 threads"));
    EXPECT_TRUE(has(refusal([&] { launch(scale_kernel, -1, 32, 0, a, a, 1); }), "-1 blocks"));
    EXPECT_TRUE(has(refusal([&] { launch(scale_kernel, 1, 0, 0, a, a, 1); }), "at least 1"));
    EXPECT_TRUE(has(refusal([&] { launch(small_kernel, 1, 256, 0, n); }),
                    "256 threads a block; this kernel's limit is 128"));
    EXPECT_TRUE(has(refusal([&] { launch(shared_kernel, 1, 32, 1 << 20, a, 0); }),
                    "1048576 bytes of shared memory a block; the device's limit is"));
    a += 1.0f;  // everything works on
    EXPECT_TRUE(equal(a, {1.0f, 1.0f, 1.0f, 1.0f}));
}

TEST(Launch, OccupancyAndSizes) {
    auto const now = tw::occupancy(scale_kernel, 256);
    EXPECT_GT(now.blocks, 0);
    EXPECT_GT(now.fraction, 0.2);
    EXPECT_LE(now.fraction, 1.0);
    EXPECT_LE(tw::suggest_launch(small_kernel).threads, 128);
    EXPECT_EQ(tw::blocks_for(257, 256), 2);
    EXPECT_EQ(tw::blocks_for(0, 256), 0);
}

TEST(Runtime, EventsTellTime) {
    tw::event start, end;
    start.record();
    tw::launch(spin_kernel, 1, 1, 0, 10000000);
    end.record();
    EXPECT_FALSE(end.done());
    double const seconds = tw::elapsed(start, end);
    EXPECT_GT(seconds, 1e-3);
    EXPECT_LT(seconds, 1.0);
    EXPECT_TRUE(end.done());
}

TEST(Runtime, DevicesAndTheirMemory) {
    auto const device = tw::device_info();
    EXPECT_GT(std::strlen(device.name), 0u);
    EXPECT_GE(device.major, 7);
    EXPECT_GT(device.processors, 0);
    EXPECT_GE(device.shared_per_block, 48 * 1024);
    EXPECT_THROW((void)tw::device_info(tw::device_count()), tw::device_error);
    tw::synchronize();
    auto const memory = tw::memory_info();
    EXPECT_GE(memory.total, memory.free);
    tw::set_memory_limit(memory.used + (1u << 20));
    EXPECT_THROW(array<float>(tw::extents(1 << 20)), tw::out_of_memory);
    for (int i = 0; i < 100; ++i)  // one after the other there is room
        array<float>(tw::extents(1 << 17));
    tw::set_memory_limit(0);
    tw::synchronize();
    array<float> const a = tw::zeros<float>(1 << 20);
    EXPECT_GE(tw::memory_info().used, memory.used + (4u << 20));
}

}  // namespace
