// SPDX-License-Identifier: MIT
// Scans of every size and layout, exact in integers; how exact float sums are; the same bits on
// every run.
#include "support/scans.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
void check_shape(tw::extents<3> const& shape, bool every_layout = true) {
    auto const elements = digits<T>(shape.size());
    SCOPED_TRACE(testing::PrintToString(std::vector<tw::index_t>(shape.values, shape.values + 3)));
    auto operands = layouts_of(elements, shape);
    while (!every_layout && operands.size() > 1)
        operands.pop_back();
    for (int const axis : {0, 1, 2}) {
        SCOPED_TRACE(axis);
        using Sum = tw::detail::accumulation_t<T>;
        auto const sums = scanned<Sum>(elements, shape, axis, plus{});
        for (auto const& [layout, x] : operands) {
            SCOPED_TRACE(layout);
            EXPECT_TRUE(equal(cumsum(x, tw::axes(axis)), sums));
        }
    }
}

TEST(scans_layout, small_shapes) {
    for (auto const& shape :
         {tw::extents(1, 1, 1), tw::extents(2, 3, 4), tw::extents(7, 1, 5), tw::extents(1, 6, 1),
          tw::extents(5, 33, 17), tw::extents(64, 64, 4), tw::extents(3, 65, 130)}) {
        check_shape<int>(shape);
        check_shape<float>(shape);
    }
}
TEST(scans_layout, long_axes) {
    for (auto const& shape : {tw::extents(2, 3, 10000), tw::extents(2, 10000, 3),
                              tw::extents(10000, 2, 3), tw::extents(3000, 129, 1)})
        check_shape<int>(shape);
}
TEST(scans_layout, many_lines) {
    check_shape<std::int8_t>(tw::extents(60, 7, 700));
    check_shape<std::int8_t>(tw::extents(2, 600, 700), false);
    check_shape<int>(tw::extents(5000, 3, 70), false);
}
// Several of which a warp has, and those just longer.
TEST(scans_layout, rows_of_a_few_packets_a_thread) {
    auto const check = [](auto element, tw::index_t rows, tw::index_t n) {
        using T = decltype(element);
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(n));
        using Sum = tw::detail::accumulation_t<T>;
        auto const x = digits<T>(rows * n);
        std::vector<T> cut;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (i % static_cast<std::size_t>(n) != 0)
                cut.push_back(x[i]);
        auto const m = to_space(x, tw::extents(rows, n));
        EXPECT_TRUE(
            equal(cumsum(m, tw::axis<1>), scanned<Sum>(x, tw::extents(1, rows, n), 2, plus{})));
        EXPECT_TRUE(equal(cummax(m(tw::full_extent, tw::slice(1, tw::none)), tw::axis<1>),
                          scanned<T>(cut, tw::extents(1, rows, n - 1), 2, greatest{})));
    };
    for (tw::index_t const rows : {1, 7, 1003})
        for (tw::index_t const n : {68, 132, 136, 192, 252, 256, 260, 384, 508, 512, 516}) {
            check(float{}, rows, n);
            check(double{}, rows, n);
            check(std::int16_t{}, rows, n);
        }
}

TEST(scans_layout, every_length_of_a_row) {
    for (tw::index_t n = 1; n < 140; ++n) {
        auto const elements = digits<int>(3 * n);
        auto const x = to_space(elements, tw::extents(3, n));
        EXPECT_TRUE(equal(cumsum(x, tw::axis<1>),
                          scanned<std::int64_t>(elements, tw::extents(1, 3, n), 2, plus{})))
            << n;
        EXPECT_TRUE(equal(cumsum(x, tw::axis<0>),
                          scanned<std::int64_t>(elements, tw::extents(1, 3, n), 1, plus{})))
            << n;
    }
}
TEST(scans_layout, misaligned_operands_and_targets) {
    auto const elements = digits<float>(70000);
    auto const x = to_space(elements);
    array<float> target(tw::extents(70001));
    for (int const start : {1, 2, 3})
        for (int const to : {0, 1}) {
            tw::index_t const n = 70000 - start - 5;
            target(tw::slice(to, n + to)) = cumsum(x(tw::slice(start, start + n)));
            std::vector<float> const part(elements.begin() + start, elements.begin() + start + n);
            EXPECT_TRUE(equal(target(tw::slice(to, n + to)),
                              scanned<float>(part, tw::extents(1, 1, n), 2, plus{})));
        }
}
TEST(scans_layout, broadcast_operands) {
    auto const row = to_space({1, 2, 3});
    EXPECT_TRUE(equal(cumsum(tw::broadcast_to(row, tw::extents(4, 3)), tw::axis<0>),
                      {1, 2, 3, 2, 4, 6, 3, 6, 9, 4, 8, 12}));
    EXPECT_TRUE(equal(cumsum(tw::broadcast_to(rank0(2.0f), tw::extents(2, 3)), tw::axis<1>) + 1.0f,
                      {3, 5, 7, 3, 5, 7}));
    EXPECT_TRUE(
        equal(cumsum(tw::ones<int>(3, 2) + to_space({0, 5}), tw::axis<0>), {1, 6, 2, 12, 3, 18}));
}

/// Element i of a long line.
struct small_number {
    TWILL_TEST_HD int operator()(tw::index_t i) const {
        return static_cast<int>(i * 7 % 11 + i % 3) - 5;
    }
};
struct small_number_2 {
    TWILL_TEST_HD int operator()(tw::index_t i, tw::index_t j) const {
        return static_cast<int>((i * 7 + j) % 11 + i % 3) - 5;
    }
};

/// Long enough for every level of the search for what stands before a tile; the host's threads have
/// one level alone.
constexpr tw::index_t times = on_device ? 10 : 1;

TEST(scans_layout, long_lines) {
    tw::index_t const n = 900000 * times + 7;
    std::vector<int> x(static_cast<std::size_t>(n));
    for (tw::index_t i = 0; i < n; ++i)
        x[static_cast<std::size_t>(i)] = small_number{}(i);
    array<std::int64_t> const sums = cumsum(tw::from_function<int>(tw::extents(n), small_number{}));
    EXPECT_TRUE(equal(sums, scanned<std::int64_t>(x, tw::extents(1, 1, n), 2, plus{})));
    array<int> const stored = to_space(x);
    EXPECT_TRUE(equal(cummax(stored), scanned<int>(x, tw::extents(1, 1, n), 2, greatest{})));
}
TEST(scans_layout, several_long_lines) {
    for (auto const& shape : {tw::extents(3, 200000 * times + 3), tw::extents(4000 * times, 130),
                              tw::extents(100000 * times + 3, 5), tw::extents(20000 * times, 33),
                              tw::extents(600 * times, 2052)}) {
        std::vector<int> x;
        x.reserve(static_cast<std::size_t>(shape.size()));
        for (tw::index_t i = 0; i < shape[0]; ++i)
            for (tw::index_t j = 0; j < shape[1]; ++j)
                x.push_back(small_number_2{}(i, j));
        auto const m = to_space(x, shape);
        for (int const axis : {0, 1}) {
            array<std::int64_t, 2> const sums = cumsum(m, tw::axes(axis));
            EXPECT_TRUE(equal(sums, scanned<std::int64_t>(x, tw::extents(1, shape[0], shape[1]),
                                                          axis + 1, plus{})));
        }
    }
}

/// Every sum lies within bound * log2(n) * eps * sum |x| of the float64 one.
void check_accuracy(tw::extents<2> const& shape, int axis) {
    SCOPED_TRACE(axis);
    constexpr double bound = 1;
    std::vector<float> x(static_cast<std::size_t>(shape.size()));
    std::uint64_t state = 99;
    for (float& v : x) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        v = static_cast<float>(static_cast<double>(state >> 32) * 0x1p-32) + 0.1f;
    }
    auto const sums = values(cumsum(to_space(x, shape), tw::axes(axis)));
    auto const exact = scanned<double>(x, tw::extents(1, shape[0], shape[1]), axis + 1, plus{});
    double const scale = bound * std::log2(static_cast<double>(shape[axis])) *
                         static_cast<double>(std::numeric_limits<float>::epsilon());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        worst = std::max(worst, std::abs(static_cast<double>(sums[i]) - exact[i]) / exact[i]);
    EXPECT_LE(worst, scale);
}
TEST(scans_layout, accuracy) {
    check_accuracy(tw::extents(1, 840000 * times), 1);
    check_accuracy(tw::extents(420000 * times, 2), 0);
    check_accuracy(tw::extents(10000 * times, 40), 0);
    check_accuracy(tw::extents(500 * times, 800), 1);
    check_accuracy(tw::extents(500 * times, 800), 0);
}

TEST(scans_layout, the_same_bits_on_every_run) {
    array<float> const x = sin(tw::arange(300000 * times) * 0.37f);
    array<float, 2> const m(reshape(x, 300 * times, 1000));
    array<float> const first = cumsum(x);
    array<float, 2> const down = cumsum(m, tw::axis<0>), along = cumsum(m, tw::axis<1>);
    for (int run = 0; run < 10; ++run) {
        EXPECT_TRUE(tw::item(array_equal(first, cumsum(x))));
        EXPECT_TRUE(tw::item(array_equal(down, cumsum(m, tw::axis<0>))));
        EXPECT_TRUE(tw::item(array_equal(along, cumsum(m, tw::axis<1>))));
    }
}

}  // namespace
