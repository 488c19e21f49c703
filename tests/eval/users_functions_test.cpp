// SPDX-License-Identifier: MIT
// A user's functions are called for elements alone, also where a loop's last packet is cut short.
#include "support/reductions.hpp"
#include "support/scans.hpp"

namespace tw = twill;
using tw::index_t;
using namespace twill_test;

namespace {

/// Notes in `strange` a value that no array of these tests holds.
struct noting {
    std::int32_t* strange;
    TWILL_TEST_HD float operator()(float x) const {
        if (x < 1000.0f || x > 9000.0f)
            *strange = 1;
        return x * 0.001f;
    }
};
/// The same of an index of a loop that is not there.
struct noting_index {
    std::int32_t* strange;
    index_t rows, columns;
    TWILL_TEST_HD float operator()(index_t i, index_t j) const {
        if (i < 0 || i >= rows || j < 0 || j >= columns)
            *strange = 1;
        return static_cast<float>(i + j);
    }
};

array<float, 2> numbers(index_t rows, index_t columns) {
    tw::host_array<float, 2> x(tw::extents(rows, columns));
    for (index_t i = 0; i < x.size(); ++i)
        x.data()[i] = 1000.0f + static_cast<float>(i % 7919);
    return to_space(x);
}

class users_functions : public testing::Test {
protected:
    array<std::int32_t> strange = to_space(std::vector<std::int32_t>{0});
    noting note() { return {strange.data()}; }
    void TearDown() override { EXPECT_EQ(values(strange)[0], 0); }
};

TEST_F(users_functions, in_reductions) {
    for (auto [rows, columns] :
         {std::pair<index_t, index_t>{1, 1001}, {37, 13}, {300, 5}, {3, 7001}}) {
        auto const m = numbers(rows, columns);
        auto const f = tw::map(note(), m);
        auto const whole = values(sum(f)), down = values(sum(f, tw::axis<0>)),
                   across = values(max(f, tw::axis<1>)),
                   turned = values(sum(transpose(f), tw::axis<0>));
        auto const spread = values(var(f, tw::axis<1>));
        EXPECT_EQ(down.size(), static_cast<std::size_t>(columns));
        EXPECT_EQ(across.size(), static_cast<std::size_t>(rows));
        EXPECT_NEAR(turned[0], values(sum(f(0)))[0], 1e-4 * std::abs(turned[0]));
        EXPECT_GT(whole[0], 0.0f);
        EXPECT_EQ(spread.size(), across.size());
        auto const [lo, hi] = tw::evaluate(min(f, tw::axis<0>), max(f, tw::axis<0>));
        EXPECT_LE(values(lo)[0], values(hi)[0]);
    }
}

TEST_F(users_functions, in_outer_products) {
    for (index_t const length : {1, 6, 13, 130}) {
        auto const a = numbers(1, 5001)(0), b = numbers(1, length)(0);
        auto const f = tw::map(note(), a)(tw::full_extent, tw::newaxis) * tw::map(note(), b);
        auto const sums = values(sum(f, tw::axis<1>));
        double total = 0;
        for (float const x : values(tw::map(note(), b)))
            total += static_cast<double>(x);
        EXPECT_NEAR(sums[0], total * static_cast<double>(values(tw::map(note(), a))[0]),
                    1e-4 * total);
    }
}

TEST_F(users_functions, in_rows_and_scans) {
    for (auto [rows, columns] : {std::pair<index_t, index_t>{300, 13}, {200, 1001}, {150, 5003}}) {
        auto const m = numbers(rows, columns);
        auto const f = tw::map(note(), m);
        auto const e = exp(f - max(f, tw::axis<1>, tw::keepdims));
        auto const p = values(e / sum(e, tw::axis<1>, tw::keepdims));
        double total = 0;
        for (index_t j = 0; j < columns; ++j)
            total += static_cast<double>(p[static_cast<std::size_t>(j)]);
        EXPECT_NEAR(total, 1, 1e-4);
        auto const sums = values(cumsum(f, tw::axis<1>)),
                   downwards = values(cumsum(f, tw::axis<0>));
        EXPECT_NEAR(sums[static_cast<std::size_t>(columns) - 1], values(sum(f(0)))[0],
                    1e-3 * static_cast<double>(sums[static_cast<std::size_t>(columns) - 1]));
        EXPECT_EQ(downwards.size(), p.size());
    }
}

TEST_F(users_functions, of_indices) {
    for (auto [rows, columns] : {std::pair<index_t, index_t>{37, 13}, {5001, 7}, {3, 1001}}) {
        auto const f = tw::from_function(tw::extents(rows, columns),
                                         noting_index{strange.data(), rows, columns});
        double const n = static_cast<double>(rows), k = static_cast<double>(columns);
        EXPECT_NEAR(values(sum(f))[0], n * k * (n + k - 2) / 2, 1e-3 * n * k);
        EXPECT_NEAR(values(sum(f, tw::axis<1>))[0], k * (k - 1) / 2, 1e-3 * k);
        EXPECT_NEAR(values(sum(f, tw::axis<0>))[0], n * (n - 1) / 2, 1e-3 * n);
        EXPECT_NEAR(values(array<float, 2>(f - mean(f, tw::axis<1>, tw::keepdims)))[0],
                    -(k - 1) / 2, 1e-3 * k);
    }
}

}  // namespace
