// SPDX-License-Identifier: MIT
// The radix sort of the host: digits of the bits that differ, short and long arrays, one thread and
// several.
#include <twill/sort.hpp>

#include <algorithm>
#include <random>
#include <vector>

#include "support/testing.hpp"

namespace tw = twill;

namespace {

template <class T>
void expect_sorted(std::vector<T> elements) {
    tw::host_array<T> const x(elements);
    auto const sorted = tw::sort(x);
    auto const order = tw::argsort(x);
    std::vector<tw::index_t> stable(elements.size());
    for (std::size_t i = 0; i < stable.size(); ++i)
        stable[i] = tw::index_t(i);
    std::stable_sort(stable.begin(), stable.end(), [&](tw::index_t a, tw::index_t b) {
        return elements[std::size_t(a)] < elements[std::size_t(b)];
    });
    std::sort(elements.begin(), elements.end());
    EXPECT_TRUE(std::equal(elements.begin(), elements.end(), sorted.data()));
    EXPECT_TRUE(std::equal(stable.begin(), stable.end(), order.data()));
}

TEST(radix, of_bits_that_differ) {
    int const before = tw::thread_count();
    std::mt19937_64 random(1);
    for (int threads : {1, 2}) {
        tw::set_thread_count(threads);
        for (std::size_t n : {600, 70000, 300000}) {
            for (std::uint64_t mask :
                 {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x3ff} << 7,
                  std::uint64_t{0xfff}, std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 1,
                  ~std::uint64_t{0}}) {
                std::vector<std::uint64_t> x(n);
                for (auto& one : x)
                    one = (random() & mask) | (0x0123456789abcdef & ~mask);
                expect_sorted(std::move(x));
            }
            std::vector<float> floats(n);
            std::vector<std::int16_t> narrow(n);
            for (std::size_t i = 0; i < n; ++i) {
                floats[i] = static_cast<float>(static_cast<std::int64_t>(random())) * 1e-18f;
                narrow[i] = static_cast<std::int16_t>(random());
            }
            std::vector<float> ordered(floats);
            std::sort(ordered.begin(), ordered.end());
            expect_sorted(ordered);
            std::swap(ordered[n - 1], ordered[n - 2]);
            expect_sorted(std::move(ordered));
            expect_sorted(std::move(floats));
            expect_sorted(std::move(narrow));
        }
    }
    tw::set_thread_count(before);
}

}  // namespace
