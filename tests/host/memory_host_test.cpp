// SPDX-License-Identifier: MIT
// Memory of host arrays that is kept for the next one, and moves of bytes to awkward places.
#include "support/testing.hpp"

#include <thread>

namespace tw = twill;
using twill::index_t;
using twill::detail::host_memory_cache;

namespace {

// What is kept under AddressSanitizer: nothing.
#if defined(TWILL_FINDS_ADDRESSES)
constexpr bool keeps = false;
#else
constexpr bool keeps = true;
#endif

TEST(HostMemory, ABlockServesTheNextOfItsSize) {
    host_memory_cache cache;
    void* const first = cache.take(100000);
    cache.give(first, 100000);
    void* const second = cache.take(100001);
    void* const third = cache.take(100001);
    EXPECT_TRUE(second == first || !keeps);
    EXPECT_NE(third, second);
    cache.give(second, 100001);
    cache.give(third, 100001);
    EXPECT_EQ(cache.trim(0), keeps);
    EXPECT_FALSE(cache.trim(0));
}

TEST(HostMemory, BlocksHoldWhatWasAskedFor) {
    host_memory_cache cache;
    // Around each size of the classes: what is written does not meet another block.
    for (std::size_t power = 13; power < 21; ++power)
        for (std::size_t eighth = 8; eighth < 16; ++eighth)
            for (std::size_t beside : {-1, 0, 1}) {
                std::size_t const bytes = (eighth << power >> 3) + beside;
                auto* const a = static_cast<unsigned char*>(cache.take(bytes));
                ASSERT_EQ(reinterpret_cast<std::uintptr_t>(a) % 128, 0u);
                std::memset(a, 1, bytes);
                auto* const b = static_cast<unsigned char*>(cache.take(bytes));
                std::memset(b, 2, bytes);
                ASSERT_EQ(a[0] + a[bytes - 1] + b[0] + b[bytes - 1], 6);
                cache.give(a, bytes);
                cache.give(b, bytes);
            }
    cache.trim(0);
}

TEST(HostMemory, TrimsDownToWhatIsAskedFor) {
    if (!keeps)
        GTEST_SKIP() << "nothing is kept under AddressSanitizer";
    host_memory_cache cache;
    void* blocks[8];
    for (void*& block : blocks)
        block = cache.take(1 << 20);
    for (void* const block : blocks)
        cache.give(block, 1 << 20);
    EXPECT_TRUE(cache.trim(3 << 20));
    EXPECT_FALSE(cache.trim(3 << 20));
    EXPECT_TRUE(cache.trim((3 << 20) - 1));
    EXPECT_TRUE(cache.trim(0));
    EXPECT_EQ(cache.take(~std::size_t{0} - 5), nullptr);
}

TEST(HostMemory, ThreadsShareIt) {
    std::vector<std::thread> threads;
    std::vector<index_t> wrong(4, 0);
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int round = 0; round < 300; ++round) {
                tw::host_array<int> a(5000 + 700 * (round % 3));
                a = t * 1000 + round;
                tw::host_array<int> const b = a + 1;
                for (index_t i = 0; i < b.size(); ++i)
                    wrong[static_cast<std::size_t>(t)] += b(i) != t * 1000 + round + 1;
            }
        });
    for (auto& thread : threads)
        thread.join();
    EXPECT_EQ(wrong, std::vector<index_t>(4, 0));
    tw::trim_host_memory();
}

TEST(HostMemory, MovesToAnyPlaceBesideThePage) {
    constexpr std::size_t room = 3 * 4096 + 3000;
    std::vector<char> source(room), target(room + 8192), want;
    for (std::size_t i = 0; i < room; ++i)
        source[i] = static_cast<char>(i % 127);
    auto const at = reinterpret_cast<std::uintptr_t>(source.data());
    for (std::size_t ahead : {0, 1, 4, 31, 32, 63, 64, 65, 100, 4095})
        for (std::size_t bytes : {0, 1, 511, 512, 513, 1024, 5000, 12000}) {
            auto const base = reinterpret_cast<std::uintptr_t>(target.data());
            std::size_t const offset = (at + ahead - base) % 4096;
            want = target;
            std::memcpy(want.data() + offset, source.data(), bytes);
            tw::detail::move_bytes(target.data() + offset, source.data(), bytes);
            ASSERT_EQ(target, want) << ahead << ' ' << bytes;
            std::memset(target.data(), 0, target.size());
        }
    // Places that overlap.
    for (std::size_t ahead : {1, 20, 600, 5000}) {
        std::vector<char> moved = source;
        want = source;
        std::memmove(want.data() + ahead, source.data(), 9000);
        tw::detail::move_bytes(moved.data() + ahead, moved.data(), 9000);
        ASSERT_EQ(moved, want) << ahead;
    }
}

}  // namespace
