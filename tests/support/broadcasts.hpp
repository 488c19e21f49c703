// SPDX-License-Identifier: MIT
#pragma once

// What tests of the kernel that has rows and columns in shared memory share.

#include <twill/twill.hpp>

#include <twill/twill.cuh>

#include "support/testing.hpp"

namespace twill_test {

/// Enough elements for the kernel, of a type of which a packet has `lanes`.
inline constexpr twill::index_t enough(int lanes) {
    return (twill::detail::elementwise_tuning::broadcast_packets + 3) *
           twill::detail::elementwise_tuning::block_threads * lanes;
}

/// Numbers from 1 on with few digits, so that every type holds them and none is 0.
template <class T, int Rank>
twill::host_array<T, Rank> elements(twill::extents<Rank> const& shape, twill::index_t seed = 0) {
    twill::host_array<T, Rank> x(shape);
    twill::index_t i = seed;
    for (T& e : x.elements()) {
        if constexpr (std::is_integral_v<T>)
            e = static_cast<T>(1 + i * 7919 % 101 % 13);
        else
            e = T(static_cast<float>(1 + i * 7919 % 101 % 13) / 4.0f);
        ++i;
    }
    return x;
}

/// What body() gives, whose kernels must be the one that is tested here.
template <class Body>
auto in_the_kernel(Body const& body) {
    std::FILE* const file = std::tmpfile();
    twill::trace(true, file);
    auto result = body();
    twill::trace(false);
    std::rewind(file);
    char line[1024];
    int statements = 0;
    while (std::fgets(line, sizeof(line), file)) {
        EXPECT_TRUE(std::strstr(line, "broadcast_kernel")) << line;
        ++statements;
    }
    std::fclose(file);
    EXPECT_GT(statements, 0);
    return result;
}

/// Whether an expression gives the same on the device and on the host, bit for bit.
template <class F, class... X>
void same_on_both(F const& expression, X const&... x) {
    auto const got = twill::to_host([&](auto const&... there) {
        return in_the_kernel([&] { return twill::evaluate(expression(there...)); });
    }(twill::to_device(x)...));
    auto const want = twill::evaluate(expression(x...));
    ASSERT_EQ(got.shape(), want.shape());
    auto const a = got.elements();
    auto const b = want.elements();
    std::size_t wrong = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::memcmp(&a[i], &b[i], sizeof(a[i])) != 0) {
            ++wrong;
            last = i;
        }
    EXPECT_EQ(wrong, 0u) << "of " << a.size() << ", the last one " << last;
}

}  // namespace twill_test
