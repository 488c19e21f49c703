// SPDX-License-Identifier: MIT
// Copies between layouts on CPU threads: bands of transposed lines, short rows, both sides strided.
#include <twill/complex.hpp>

#include "support/testing.hpp"

namespace tw = twill;
using twill::extents, twill::index_t;

namespace {

struct wide {
    float x[3];
    bool operator==(wide const&) const = default;
};
template <class T>
T number(index_t i) {
    if constexpr (std::is_same_v<T, wide>)
        return {{static_cast<float>(i), 1, static_cast<float>(-i)}};
    else
        return T(static_cast<float>(i % 251));
}

/// Every element of x, read one by one.
template <class T, class X>
void expect_same(tw::host_array<T, 3> const& y, X const& x) {
    ASSERT_EQ(y.shape(), x.shape());
    for (index_t i = 0; i < y.extent(0); ++i)
        for (index_t j = 0; j < y.extent(1); ++j)
            for (index_t k = 0; k < y.extent(2); ++k)
                ASSERT_TRUE(y(i, j, k) == x(i, j, k)) << i << ' ' << j << ' ' << k;
}

template <class T>
void expect_copies(index_t a, index_t b, index_t c) {
    using tw::axis, tw::slice, tw::none, tw::full_extent;
    tw::host_array<T, 3> m{extents<3>(a, b, c)};
    for (index_t i = 0; i < m.size(); ++i)
        m.data()[i] = number<T>(i);
    auto check = [&](auto const& x) {
        tw::host_array<T, 3> const y = x;
        expect_same(y, x);
        // Into a target that is strided along all axes.
        tw::host_array<T, 3> room{extents<3>(2 * x.extent(0), 3 * x.extent(1), 2 * x.extent(2))};
        auto target = room(slice(none, none, -2), slice(1, none, 3), slice(0, none, 2));
        target = x;
        tw::host_array<T, 3> const z = target;
        expect_same(z, x);
    };
    check(m(full_extent, full_extent, full_extent));
    check(permute(m, axis<2, 0, 1>));
    check(permute(m, axis<1, 2, 0>));
    check(permute(m, axis<0, 2, 1>));
    check(permute(m, axis<1, 0, 2>));
    check(transpose(m));
    check(m(slice(none, none, -1), full_extent, slice(none, none, -1)));
    check(m(full_extent, slice(none, none, 2), slice(1, none, 2)));
    tw::host_array<T, 3> stretched{extents<3>(3, b, c)};
    stretched(full_extent) = m(slice(0, 1));
    for (index_t i = 0; i < 3; ++i)
        EXPECT_TRUE(std::equal(m.data(), m.data() + b * c, stretched.data() + i * b * c));
}
template <class T>
void expect_shapes() {
    expect_copies<T>(5, 37, 70);
    expect_copies<T>(67, 3, 2);
    expect_copies<T>(2, 1, 131);
    expect_copies<T>(1, 66, 65);
}

TEST(Copies, OfEveryLayoutAndElementSize) {
    expect_shapes<std::uint8_t>();
    expect_shapes<std::int16_t>();
    expect_shapes<float>();
    expect_shapes<wide>();
    expect_shapes<double>();
    expect_shapes<tw::complex<double>>();
}

/// Large enough for several threads, along the inner axis and across it.
TEST(Copies, OnThreads) {
    for (auto const& shape :
         {extents<2>(3, 400000), extents<2>(1003, 1001), extents<2>(400000, 3)}) {
        tw::host_array<float, 2> m(shape);
        for (index_t i = 0; i < m.size(); ++i)
            m.data()[i] = static_cast<float>(i);
        tw::host_array<float, 2> const turned = transpose(m);
        tw::host_array<float, 2> const back = transpose(turned);
        EXPECT_TRUE(tw::item(all(back == m)));
        EXPECT_EQ(turned(1, 2), m(2, 1));
        EXPECT_EQ(turned(shape[1] - 1, shape[0] - 1), m(shape[0] - 1, shape[1] - 1));
    }
}

/// Of any size and at any place, and nothing behind them.
TEST(Copies, OfOneElementManyTimes) {
    for (int size : {1, 2, 3, 4, 8, 12, 16})
        for (index_t count : {0, 1, 2, 3, 5, 15, 16, 17, 40}) {
            char const one[] = "0123456789abcdef";
            char to[1000] = {};
            tw::detail::pack(to + 16, one, 0, count, size);
            for (index_t i = 0; i < 1000 - 16; ++i)
                ASSERT_EQ(to[16 + i], i < count * size ? one[i % size] : 0)
                    << size << ' ' << count << ' ' << i;
        }
}

}  // namespace
