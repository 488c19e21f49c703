// SPDX-License-Identifier: MIT
// Products on streams of several threads, on streams that others made, and in captured graphs.
#include <thread>

#include "support/products.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr index_t side = 96;

TEST(products_streams, of_several_threads) {
    auto const a = whole_numbers<float>(tw::extents(side, side), 1);
    auto const b = whole_numbers<float>(tw::extents(side, side), 2);
    auto const expected = values(tw::matmul(a, b));
    std::vector<int> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < wrong.size(); ++k)
        threads.emplace_back([&, k] {
            tw::stream_guard const guard(tw::stream::create());
            for (int i = 0; i < 20; ++i) {
                tw::device_array<float, 2> c = tw::matmul(a, b);
                c += tw::matmul(a, b);
                wrong[k] += values(c * 0.5f) == expected ? 0 : 1;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (int const count : wrong)
        EXPECT_EQ(count, 0);
}

TEST(products_streams, operands_of_another_stream) {
    tw::stream const writes = tw::stream::create();
    tw::stream const multiplies = tw::stream::create();
    auto const b = whole_numbers<float>(tw::extents(side, side), 2);
    auto const first = whole_numbers<float>(tw::extents(side, side), 1);
    auto const expected = values(2.0f * tw::matmul(first, b));
    tw::device_array<float, 2> a(tw::extents(side, side));
    tw::device_array<float, 2> c(tw::extents(side, side));
    for (int i = 0; i < 20; ++i) {
        {
            tw::stream_guard const guard(writes);
            a = first + first;
        }
        {
            tw::stream_guard const guard(multiplies);
            c = tw::matmul(a, b);
        }
        tw::stream_guard const guard(writes);
        a() = 0.0f;
    }
    EXPECT_EQ(values(c), expected);
}

TEST(products_streams, of_others) {
    cudaStream_t handle = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), cudaSuccess);
    auto const a = whole_numbers<float>(tw::extents(side, side), 1);
    auto const expected = values(tw::matmul(a, a));
    {
        // No array that is used on it may outlive it.
        tw::stream_guard const guard(tw::stream::wrap(handle));
        auto const own = whole_numbers<float>(tw::extents(side, side), 1);
        tw::device_array<float, 2> const c = tw::matmul(own, own);
        EXPECT_EQ(values(c), expected);
    }
    EXPECT_EQ(cudaStreamDestroy(handle), cudaSuccess);
    EXPECT_EQ(values(tw::matmul(a, a)), expected);
}

TEST(products_streams, captured) {
    auto const a = whole_numbers<float>(tw::extents(side, side), 1);
    auto const expected = values(tw::matmul(a, a));
    tw::stream const stream = tw::stream::create();
    tw::stream_guard const guard(stream);
    // Once before: the stream waits for what others have written.
    tw::device_array<float, 2> c = tw::matmul(a, a);
    stream.synchronize();
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t runs = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream.handle(), cudaStreamCaptureModeThreadLocal),
              cudaSuccess);
    c = tw::matmul(a, a);
    ASSERT_EQ(cudaStreamEndCapture(stream.handle(), &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&runs, graph, 0), cudaSuccess);
    for (int i = 0; i < 3; ++i) {
        c() = 0.0f;
        ASSERT_EQ(cudaGraphLaunch(runs, stream.handle()), cudaSuccess);
        EXPECT_EQ(values(c), expected);
    }
    EXPECT_EQ(cudaGraphExecDestroy(runs), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

}  // namespace
