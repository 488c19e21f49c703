// SPDX-License-Identifier: MIT
// Reductions of outer products without costly functions: lengths around packets, groups and stages,
// element types of every size, functions with state.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
std::vector<T> small_numbers(std::size_t n, int modulus) {
    std::vector<T> x;
    for (std::size_t i = 0; i < n; ++i)
        x.push_back(static_cast<T>(static_cast<int>(i % static_cast<std::size_t>(modulus))));
    return x;
}

/// Whole numbers, whose sums are exact.
template <class T>
void squared_distances(std::size_t outputs, std::size_t length) {
    SCOPED_TRACE(std::to_string(outputs) + " x " + std::to_string(length));
    auto const x = small_numbers<T>(outputs, 7), y = small_numbers<T>(length, 5);
    auto const dx = to_space(x), dy = to_space(y);
    auto const both = dx(tw::full_extent, tw::newaxis) - dy;
    auto const got = values(sum(both * both, tw::axis<1>));
    auto const flipped = values(sum(square(dx - dy(tw::full_extent, tw::newaxis)), tw::axis<0>));
    double want[7] = {};
    for (int k = 0; k < 7; ++k)
        for (T const v : y)
            want[k] += (k - static_cast<double>(v)) * (k - static_cast<double>(v));
    for (std::size_t i = 0; i < outputs; i += i < 600 || i + 600 > outputs ? 1 : 101) {
        ASSERT_EQ(static_cast<double>(got[i]), want[i % 7]) << i;
        ASSERT_EQ(static_cast<double>(flipped[i]), want[i % 7]) << i;
    }
}

TEST(reductions_outer_types, lengths) {
    constexpr std::size_t times = on_device ? 5 : 1;
    for (std::size_t const length : {1, 3, 4, 5, 16, 17, 63, 130, 1024, 1037, 4100})
        squared_distances<float>(1000 * times, length);
    for (std::size_t const length : {1, 15, 70, 1025})
        squared_distances<double>(819 * times + 2, length);
    squared_distances<std::int32_t>(820 * times - 4, 1030);
}

TEST(reductions_outer_types, few_and_many_outputs) {
    for (std::size_t const outputs : {2, 33, 30001, on_device ? 2200003 : 220003})
        squared_distances<float>(outputs, 9);
}

TEST(reductions_outer_types, narrow_elements) {
    auto const x = small_numbers<std::uint8_t>(5000, 250), y = small_numbers<std::uint8_t>(777, 11);
    auto const z = small_numbers<float>(777, 3);
    auto const dx = to_space(x), dy = to_space(y);
    auto const dz = to_space(z);
    auto const same = dx(tw::full_extent, tw::newaxis) == dy;
    auto const count = values(count_nonzero(same, tw::axis<1>));
    auto const weight = values(sum(where(same, dz, 0.5f), tw::axis<1>));
    for (std::size_t i = 0; i < 5000; ++i) {
        std::int64_t n = 0;
        double total = 0;
        for (std::size_t j = 0; j < 777; ++j) {
            n += x[i] == y[j] ? 1 : 0;
            total += x[i] == y[j] ? static_cast<double>(z[j]) : 0.5;
        }
        ASSERT_EQ(count[i], n) << i;
        ASSERT_EQ(static_cast<double>(weight[i]), total) << i;
    }
}

struct point {
    double x, y, z;
    bool operator==(point const&) const = default;
};
struct pair {
    float a, b;
    bool operator==(pair const&) const = default;
};
struct dot {
    TWILL_TEST_HD double operator()(point const& p, point const& q) const {
        return p.x * q.x + p.y * q.y + p.z * q.z;
    }
    TWILL_TEST_HD float operator()(pair const& p, pair const& q) const {
        return p.a * q.a + p.b * q.b;
    }
};

TEST(reductions_outer_types, elements_wider_than_a_packet) {
    std::vector<point> x, y;
    for (int i = 0; i < 5000; ++i)
        x.push_back({i % 3 + 0.0, i % 5 + 0.0, 1});
    for (int j = 0; j < 700; ++j)
        y.push_back({1, j % 2 + 0.0, j % 4 + 0.0});
    auto const dx = to_space(x), dy = to_space(y);
    auto const got = values(sum(tw::map(dot{}, dx(tw::full_extent, tw::newaxis), dy), tw::axis<1>));
    for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(got[i], x[i].x * 700 + x[i].y * 350 + 1.5 * 700) << i;
}

TEST(reductions_outer_types, elements_aligned_to_less_than_their_size) {
    std::vector<float> const memory = small_numbers<float>(2 * 1300 + 1, 6);
    auto const floats = to_space(memory);
    auto const y =
        tw::wrap<space>(reinterpret_cast<pair const*>(floats.data() + 1), tw::extents<1>(1300));
    auto const x = to_space(std::vector<pair>(4500, pair{1, 2}));
    auto const got = values(sum(tw::map(dot{}, x(tw::full_extent, tw::newaxis), y), tw::axis<1>));
    double want = 0;
    for (std::size_t j = 0; j < 1300; ++j)
        want += memory[2 * j + 1] + 2 * memory[2 * j + 2];
    for (std::size_t i = 0; i < 4500; ++i)
        ASSERT_EQ(got[i], want) << i;
}

struct scaled {
    float factor;
    explicit scaled(float f) : factor(f) {}
    TWILL_TEST_HD float operator()(float x, float y) const { return factor * (x - y); }
};

TEST(reductions_outer_types, a_repeated_function_with_state) {
    auto const x = to_space(small_numbers<float>(4500, 7)),
               y = to_space(small_numbers<float>(65, 5));
    auto const e = tw::map(scaled(3.0f), x(tw::full_extent, tw::newaxis), y);
    auto const got = values(sum(e * e, tw::axis<1>));
    for (std::size_t i = 0; i < 4500; ++i) {
        double want = 0;
        for (int j = 0; j < 65; ++j)
            want += 9.0 * (static_cast<int>(i % 7) - j % 5) * (static_cast<int>(i % 7) - j % 5);
        ASSERT_EQ(got[i], want) << i;
    }
}

TEST(reductions_outer_types, many_reductions_of_doubles) {
    auto const m = to_space(std::vector<double>{4, 1, 2, 1, 3, 0.5}, tw::extents(2, 3));
    auto const [total, product, middle, spread, low, high, lowest, highest] =
        tw::evaluate(sum(m), prod(m), mean(m), stddev(m), min(m), max(m), argmin(m), argmax(m));
    EXPECT_EQ(tw::item(total), 11.5);
    EXPECT_EQ(tw::item(product), 12);
    EXPECT_NEAR(tw::item(middle), 11.5 / 6, 1e-15);
    EXPECT_NEAR(tw::item(spread), 1.2388390622765422, 1e-14);
    EXPECT_EQ(tw::item(low), 0.5);
    EXPECT_EQ(tw::item(high), 4);
    EXPECT_EQ(tw::item(lowest), 5);
    EXPECT_EQ(tw::item(highest), 0);
}

}  // namespace
