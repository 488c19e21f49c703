// SPDX-License-Identifier: MIT
// A plan of cuFFT where twill's pool keeps all memory of the device.
#include "fft/reference.hpp"
#include "support/full_card.hpp"

namespace fft = twill::fft;
namespace tw = twill;
using namespace twill_test;

namespace {

TEST(FftFullCard, APlanIsMadeAllTheSame) {
    using z = tw::complex<float>;
    // A prime number: Bluestein's algorithm, whose tables are long.
    auto const x = noisy<z>(tw::extents(4000037));
    auto const cache = fft::plan_cache();
    cache.clear();
    // Loads the kernels.
    numbers const expected = numbers_of(fft::fft(x));
    std::size_t const tables = cache.bytes();
    cache.clear();
    std::uint64_t const left = fill_card();
    auto const before = tw::memory_info().reserved;
    tw::device_array<z> const y = fft::fft(x);
    tw::synchronize();
    if (tables > left)
        EXPECT_LT(tw::memory_info().reserved, before) << "the pool gave nothing back";
    tw::trim_memory_pool();
    numbers const got = numbers_of(y);
    double distance = 0;
    double length = 0;
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.elements.size(); ++i) {
        distance += std::norm(got.elements[i] - expected.elements[i]);
        length += std::norm(expected.elements[i]);
    }
    EXPECT_LT(std::sqrt(distance / length), 1e-5);
}

}  // namespace
