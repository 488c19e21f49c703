// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#if __has_include(<unistd.h>)
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <atomic>
#include <chrono>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <twill/twill.hpp>
#include <vector>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;

/// Restores the number of threads.
class ThreadPool : public ::testing::Test {
protected:
    ~ThreadPool() override { tw::set_thread_count(before_); }

private:
    int before_ = tw::thread_count();
};

TEST_F(ThreadPool, TakesACountAndItsDefault) {
    tw::set_thread_count(3);
    EXPECT_EQ(tw::thread_count(), 3);
    tw::set_thread_count(0);
    EXPECT_GE(tw::thread_count(), 1);
    tw::set_thread_count(1);
    EXPECT_EQ(tw::thread_count(), 1);
}

#if defined(CPU_COUNT)
TEST_F(ThreadPool, TakesTheProcessorsThatItMayRunOn) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
    int first = 0;
    while (!CPU_ISSET(first, &before))
        ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    tw::set_thread_count(0);
    EXPECT_EQ(tw::thread_count(), 1);
    ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
    tw::set_thread_count(0);
    EXPECT_EQ(tw::thread_count(), CPU_COUNT(&before));
}
#endif

TEST_F(ThreadPool, RunsEveryPieceOnce) {
    for (int threads : {1, 2, 7}) {
        tw::set_thread_count(threads);
        for (index_t pieces : {0, 1, 2, 100, 5000}) {
            std::vector<std::atomic<int>> seen(static_cast<std::size_t>(pieces));
            tw::detail::parallel_pieces(
                pieces, [&](index_t piece) { ++seen[static_cast<std::size_t>(piece)]; });
            for (auto const& count : seen)
                ASSERT_EQ(count.load(), 1);
        }
    }
}

TEST_F(ThreadPool, ManyShortLoopsInARow) {
    tw::set_thread_count(4);
    std::atomic<index_t> total = 0;
    for (int round = 0; round < 3000; ++round)
        tw::detail::parallel_pieces(8, [&](index_t piece) { total += piece; });
    EXPECT_EQ(total.load(), 3000 * 28);
}

TEST_F(ThreadPool, APieceMayThrow) {
    for (int threads : {1, 4}) {
        tw::set_thread_count(threads);
        for (int round = 0; round < 50; ++round) {
            EXPECT_THROW(tw::detail::parallel_pieces(100,
                                                     [](index_t piece) {
                                                         if (piece % 10 == 3)
                                                             throw std::runtime_error("piece");
                                                     }),
                         std::runtime_error);
            std::atomic<int> ran = 0;
            tw::detail::parallel_pieces(100, [&](index_t) { ++ran; });
            EXPECT_EQ(ran.load(), 100);
        }
    }
}

TEST_F(ThreadPool, ALoopInsideALoopRuns) {
    tw::set_thread_count(4);
    std::atomic<int> ran = 0;
    tw::detail::parallel_pieces(
        16, [&](index_t) { tw::detail::parallel_pieces(16, [&](index_t) { ++ran; }); });
    EXPECT_EQ(ran.load(), 256);
}

TEST_F(ThreadPool, LoopsFromSeveralThreads) {
    tw::set_thread_count(3);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&] {
            tw::host_array<double> a(extents(200000));
            a = 1.5;
            for (int round = 0; round < 20; ++round) {
                tw::host_array<double> b = a * 2.0 + 1.0;
                if (tw::item(sum(b)) != 800000.0)
                    ++wrong;
            }
        });
    for (auto& caller : callers)
        caller.join();
    EXPECT_EQ(wrong.load(), 0);
}

TEST_F(ThreadPool, ExceptionsOfAMapReachTheCaller) {
    auto fail_at_big = [](int x) {
        if (x == 150000)
            throw std::domain_error("too big");
        return x;
    };
    for (int threads : {1, 4}) {
        tw::set_thread_count(threads);
        for (index_t size : {150001, 300000}) {
            tw::host_array<int> a = tw::arange<int>(static_cast<int>(size));
            tw::host_array<int> result(extents(3));
            result = 7;
            EXPECT_THROW(result = tw::map(fail_at_big, a), std::domain_error);
            EXPECT_EQ(result.size(), 3);
            EXPECT_EQ(result[2], 7);
        }
        tw::host_array<int> small = tw::arange<int>(10);
        EXPECT_EQ(tw::item(sum(tw::map(fail_at_big, small))), 45);
    }
}

TEST_F(ThreadPool, AMapMayEvaluateExpressionsItself) {
    tw::set_thread_count(4);
    tw::host_array<float> const inner = tw::ones<float>(100000);
    auto total = [&](float x) { return x + tw::item(sum(inner)); };
    tw::host_array<float> outer = tw::zeros<float>(300);
    tw::host_array<float> result = tw::map(total, outer);
    EXPECT_EQ(tw::item(min(result)), 100000.0f);
    EXPECT_EQ(tw::item(max(result)), 100000.0f);
}

TEST_F(ThreadPool, TheNumberOfThreadsMayBeSetInsideALoop) {
    tw::set_thread_count(4);
    tw::host_array<int> const many = tw::arange<int>(300000);
    auto const doubled = [](int x) {
        if (x % 50000 == 7)
            tw::set_thread_count(2);
        return 2 * x;
    };
    tw::host_array<int> const result = tw::map(doubled, many);
    EXPECT_EQ(tw::item(sum(result)), std::int64_t{299999} * 300000);
    EXPECT_EQ(tw::thread_count(), 2);
    // The next loop has them.
    std::atomic<int> ran = 0;
    tw::detail::parallel_pieces(100, [&](index_t) { ++ran; });
    EXPECT_EQ(ran.load(), 100);
}

TEST_F(ThreadPool, TheNumberOfThreadsMayBeSetWhileAnotherThreadsLoopRuns) {
    tw::set_thread_count(3);
    std::atomic<bool> running = false;
    std::atomic<bool> may_end = false;
    std::atomic<int> ran = 0;
    std::thread other([&] {
        tw::detail::parallel_pieces(64, [&](index_t) {
            running = true;
            while (!may_end)
                std::this_thread::yield();
            ++ran;
        });
    });
    while (!running)
        std::this_thread::yield();
    tw::set_thread_count(2);  // does not wait for the loop, which could not end
    EXPECT_EQ(tw::thread_count(), 2);
    may_end = true;
    other.join();
    EXPECT_EQ(ran.load(), 64);
}

#if __has_include(<unistd.h>)
/// Runs `body` and then exit() in a child process: its exit status, or -1 when it crashed or took
/// more than 20 seconds.
template <class Body>
int status_of_child(Body body) {
    std::fflush(nullptr);
    pid_t const child = fork();
    if (child == 0)
        std::exit(body() ? 0 : 1);
    auto const start = std::chrono::steady_clock::now();
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(20)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#if defined(__SANITIZE_THREAD__)
#define TWILL_TEST_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TWILL_TEST_TSAN
#endif
#endif

class Fork : public ThreadPool {
protected:
    void SetUp() override {
#if defined(TWILL_TEST_TSAN)
        GTEST_SKIP() << "ThreadSanitizer lets the child of a process with threads start none";
#endif
        tw::set_thread_count(4);
        EXPECT_TRUE(evaluates());
    }
    static bool evaluates() {
        tw::host_array<double> const a = tw::ones<double>(300000) * 2.0;
        return tw::item(sum(a)) == 600000.0;
    }
};

TEST_F(Fork, TheChildMayExit) {
    EXPECT_EQ(status_of_child([] { return true; }), 0);
    EXPECT_TRUE(evaluates());
}

TEST_F(Fork, TheChildEvaluatesOnThreadsOfItsOwn) {
    int const status = status_of_child([] {
        std::atomic<int> arrived = 0;
        std::atomic<bool> alone = false;
        tw::detail::parallel_pieces(4, [&](index_t) {
            ++arrived;
            for (int wait = 0; arrived < 2 && wait < 5000; ++wait)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (arrived < 2)
                alone = true;
        });
        return evaluates() && tw::thread_count() == 4 && !alone;
    });
    EXPECT_EQ(status, 0);
}

TEST_F(Fork, TheChildMaySetTheNumberOfThreads) {
    int const status = status_of_child([] {
        tw::set_thread_count(2);
        return evaluates() && tw::thread_count() == 2;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(tw::thread_count(), 4);
}

TEST_F(Fork, TheChildMayForkAgain) {
    int const status = status_of_child([] {
        return evaluates() && status_of_child([] { return evaluates(); }) == 0 && evaluates();
    });
    EXPECT_EQ(status, 0);
}

TEST_F(Fork, WhileAnotherThreadsLoopRuns) {
    std::atomic<bool> running = false;
    std::atomic<bool> may_end = false;
    std::thread other([&] {
        tw::detail::parallel_pieces(64, [&](index_t) {
            running = true;
            while (!may_end)
                std::this_thread::yield();
        });
    });
    while (!running)
        std::this_thread::yield();
    EXPECT_EQ(status_of_child([] { return evaluates(); }), 0);
    may_end = true;
    other.join();
}
#endif

/// The bits of each result.
template <class... T>
std::vector<std::uint64_t> bits(T const&... values) {
    std::vector<std::uint64_t> result;
    auto add = [&](auto const& a) {
        for (auto x : a.elements()) {
            std::uint64_t word = 0;
            std::memcpy(&word, &x, sizeof(x));
            result.push_back(word);
        }
    };
    (add(values), ...);
    return result;
}

TEST_F(ThreadPool, ReductionsHaveTheSameBitsForAnyNumberOfThreads) {
    tw::host_array<float, 2> m(extents(1000, 777));
    std::uint32_t state = 1;
    for (float& x : m.elements()) {
        state = state * 1664525u + 1013904223u;
        x = static_cast<float>(state >> 8) / 65536.0f - 100.0f;
    }
    auto all = [&] {
        tw::host_array<float, 0> const whole[] = {sum(m), mean(m), var(m), norm(m)};
        tw::host_array<float> const rows = sum(m, tw::axis<1>);
        tw::host_array<float> const columns = mean(m, tw::axis<0>);
        tw::host_array<float> const spread = stddev(transpose(m), tw::axis<0>);
        tw::host_array<float, 0> const strided = sum(m(tw::full_extent, tw::slice(0, tw::none, 3)));
        tw::host_array<float, 0> const fused = sum(square(m) - m * 0.5f);
        return bits(whole[0], whole[1], whole[2], whole[3], rows, columns, spread, strided, fused);
    };
    tw::set_thread_count(1);
    auto const expected = all();
    for (int threads : {2, 3, 8}) {
        tw::set_thread_count(threads);
        for (int round = 0; round < 3; ++round)
            EXPECT_EQ(all(), expected) << threads << " threads";
    }
}

TEST_F(ThreadPool, ElementwiseResultsDoNotDependOnTheNumberOfThreads) {
    tw::host_array<float, 2> m(extents(515, 1031));
    m = reshape(tw::evaluate<tw::host_space>(tw::linspace(0.0f, 10.0f, 515 * 1031)), 515, 1031);
    auto all = [&] {
        tw::host_array<float, 2> const flat = sin(m) * 2.0f + m;
        tw::host_array<float, 2> const turned = transpose(m) + 1.0f;
        tw::host_array<float, 2> const centred = m - mean(m, tw::axis<1>, tw::keepdims);
        return bits(flat, turned, centred);
    };
    tw::set_thread_count(1);
    auto const expected = all();
    tw::set_thread_count(5);
    EXPECT_EQ(all(), expected);
}

TEST(Exceptions, AThrowingFunctionLeavesTheTargetOfAnAssignmentAlone) {
    twill::host_array<int> a{1, 2, 3, 4};
    twill::host_array<int> const b{1, 2, 3, 4};
    auto const throws_on_3 = [](int x) {
        if (x == 3)
            throw std::runtime_error("three");
        return 10 * x;
    };
    EXPECT_THROW(a = map(throws_on_3, a), std::runtime_error);
    EXPECT_THROW(a = map(throws_on_3, b) + 1, std::runtime_error);
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(a[i], i + 1);
}

}  // namespace
