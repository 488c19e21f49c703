// SPDX-License-Identifier: MIT
// The numbers of a key: Philox's published vectors, bits against an independent implementation, the
// same wherever and however they are computed.
#include "goldens/random.hpp"
#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/random.hpp>

namespace tw = twill;
namespace rnd = tw::random;
namespace g = tw::goldens::random;
using namespace twill_test;

namespace {

TEST(random_numbers, philox_gives_the_published_vectors) {
    // Random123, kat_vectors: philox4x32, 10 rounds.
    auto expect = [](tw::detail::random_words counter, std::uint64_t key,
                     std::array<std::uint32_t, 4> const& words) {
        tw::detail::random_words const made = tw::detail::philox(counter, key);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(made.values[i], words[i]);
    };
    expect({{0, 0, 0, 0}}, 0, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
    expect({{~0u, ~0u, ~0u, ~0u}}, ~std::uint64_t{0},
           {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu});
    expect({{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}}, 0x299f31d0a4093822u,
           {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});
}

template <class T, std::size_t N>
std::vector<T> golden(T const (&values)[N]) {
    return {values, values + N};
}

TEST(random_numbers, bits_are_the_same_on_both_spaces) {
    rnd::key const k(g::key);
    EXPECT_TRUE(equal(rnd::bits(k, tw::extents(13)), golden(g::bits)));
    EXPECT_TRUE(equal(rnd::bits<std::uint64_t>(k, tw::extents(7)), golden(g::bits64)));
    EXPECT_TRUE(equal(rnd::uniform(k, tw::extents(13)), golden(g::uniform)));
    // The shape in braces.
    EXPECT_TRUE(equal(rnd::uniform(k, {13}), golden(g::uniform)));
    EXPECT_TRUE(equal(rnd::uniform(k, {2, 3}, -1.0, 1.0),
                      values(rnd::uniform(k, tw::extents(2, 3), -1.0, 1.0))));
    EXPECT_TRUE(
        equal(rnd::normal<float>(k, {2, 3}), values(rnd::normal<float>(k, tw::extents(2, 3)))));
    EXPECT_TRUE(
        equal(rnd::integers(k, {4, 2}, 0, 9), values(rnd::integers(k, tw::extents(4, 2), 0, 9))));
    EXPECT_TRUE(equal(rnd::uniform<double>(k, tw::extents(7)), golden(g::uniform64)));
    EXPECT_TRUE(
        equal(rnd::uniform<float>(k, tw::extents(13), -1.0, 2.0), golden(g::uniform_between)));
    EXPECT_TRUE(equal(rnd::integers(k, tw::extents(13), -3, 7), golden(g::integers)));
    EXPECT_TRUE(equal(
        tw::cast<std::int64_t>(rnd::integers<std::uint32_t>(k, tw::extents(13), 0, 0xAAAAAAABll)),
        golden(g::many_integers)));
}

// low + width * u is rounded twice, whatever a processor does in one operation.
TEST(random_numbers, uniform_numbers_between_are_products_and_sums) {
    rnd::key const k(g::key);
    auto expect = [&]<class T>(T low, T high) {
        auto const units = values(rnd::uniform<T>(k, tw::extents(1000)));
        auto const numbers = values(rnd::uniform<T>(k, tw::extents(1000), low, high));
        for (std::size_t i = 0; i < units.size(); ++i) {
            T const volatile product = (high - low) * units[i];
            ASSERT_EQ(numbers[i], product + low) << i;
        }
    };
    expect(0.1f, 0.8f);
    expect(0.1, 0.8);
}

TEST(random_numbers, of_logarithms_agree_to_rounding) {
    rnd::key const k(g::key);
    auto expect_near = [](auto const& x, std::vector<double> const& want) {
        auto const got = values(array<float>(x));
        ASSERT_EQ(got.size(), want.size());
        for (std::size_t i = 0; i < want.size(); ++i)
            EXPECT_NEAR(double(got[i]), want[i], 2e-6) << i;
    };
    expect_near(rnd::normal(k, tw::extents(12)), golden(g::normal));
    expect_near(rnd::exponential(k, tw::extents(13)), golden(g::exponential));
    // The first and the last lie within blocks.
    auto const all = golden(g::normal);
    expect_near(rnd::normal(k, tw::extents(12))(tw::slice(1, 11)),
                {all.begin() + 1, all.begin() + 11});
}

/// Whatever the strategy: an element is that of its number in C order.
TEST(random_numbers, do_not_depend_on_how_they_are_computed) {
    rnd::key const k(5);
    auto const all = values(rnd::uniform(k, tw::extents(35)));
    EXPECT_TRUE(equal(rnd::uniform(k, tw::extents(5, 7)), all));
    EXPECT_TRUE(equal(rnd::uniform(k, tw::extents(5, 1, 7)), all));
    EXPECT_TRUE(equal(rnd::uniform(k, tw::extents(35))(tw::slice(3, 20)),
                      std::vector<float>(all.begin() + 3, all.begin() + 20)));
    EXPECT_TRUE(equal(rnd::uniform(k, tw::extents(35))(tw::slice(tw::none, tw::none, -1)),
                      std::vector<float>(all.rbegin(), all.rend())));
    array<float, 2> const turned = transpose(rnd::uniform(k, tw::extents(5, 7)));
    EXPECT_TRUE(equal(transpose(turned), all));
    array<float, 2> wide(5, 9);
    wide = 0.0f;
    wide(tw::full_extent, tw::slice(1, 8)) = rnd::uniform(k, tw::extents(5, 7));
    EXPECT_TRUE(equal(wide(tw::full_extent, tw::slice(1, 8)), all));
    // Those of a logarithm too.
    auto const normal = values(rnd::normal(k, tw::extents(1000)));
    EXPECT_TRUE(equal(rnd::normal(k, tw::extents(1000))(tw::slice(tw::none, tw::none, -1)),
                      std::vector<float>(normal.rbegin(), normal.rend())));
    // The same numbers wherever they stand in a statement.
    array<float> const none = rnd::uniform(k, tw::extents(35)) - rnd::uniform(k, tw::extents(35));
    EXPECT_TRUE(equal(none, std::vector<float>(35, 0.0f)));
    EXPECT_TRUE(equal(rnd::uniform(k, tw::extents(0)), std::vector<float>{}));
    array<float, 0> const one = rnd::uniform(k, tw::extents<0>());
    EXPECT_TRUE(equal(one, {all[0]}));
}

TEST(random_numbers, keys) {
    rnd::key const k(1);
    auto const [a, b] = split(k);
    auto const many = rnd::split<5>(k);
    EXPECT_TRUE(a == many[0] && b == many[1]);
    std::vector<std::uint64_t> seen{k.value};
    for (rnd::key each : many)
        seen.push_back(each.value);
    for (std::uint64_t i = 0; i < 5; ++i)
        seen.push_back(fold_in(k, i).value);
    for (std::size_t i = 0; i < seen.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(seen[i], seen[j]);
    // A generator's numbers are those of its keys.
    rnd::generator one(7), other(7);
    auto const first = values(one.uniform(tw::extents(9)));
    EXPECT_TRUE(equal(rnd::uniform(other, tw::extents(9)), first));
    EXPECT_NE(values(one.uniform(tw::extents(9))), first);
}

TEST(random_numbers, shapes_in_braces) {
    rnd::key const k(4);
    EXPECT_TRUE(equal(array<int, 2>(rnd::integers(k, {3, 5}, 10)),
                      values(array<int, 2>(rnd::integers(k, tw::extents(3, 5), 10)))));
    rnd::generator one(7), other(7);
    EXPECT_TRUE(equal(array<float, 2>(one.uniform({2, 3}, 1.0, 2.0)),
                      values(array<float, 2>(other.uniform(tw::extents(2, 3), 1.0, 2.0)))));
    EXPECT_TRUE(equal(array<float, 1>(one.normal({5}, 3.0)),
                      values(array<float, 1>(other.normal(tw::extents(5), 3.0)))));
    EXPECT_TRUE(equal(array<float, 2>(one.standard_normal({1, 4})),
                      values(array<float, 2>(other.standard_normal(tw::extents(1, 4))))));
    EXPECT_TRUE(equal(array<int, 2>(one.integers({3, 4}, 0, 10)),
                      values(array<int, 2>(other.integers(tw::extents(3, 4), 0, 10)))));
}

/// What would round to the upper bound is the number below it.
TEST(random_numbers, uniform_numbers_are_below_the_upper_bound) {
    auto expect_within = []<class T>(T, double low, double high, double most) {
        double least = high, greatest = low;
        for (auto x :
             values(array<T>(rnd::uniform<T>(rnd::key(3), tw::extents(100000), low, high)))) {
            auto const v = static_cast<double>(static_cast<tw::detail::compute_t<T>>(x));
            least = std::min(least, v), greatest = std::max(greatest, v);
        }
        EXPECT_EQ(least, low);
        EXPECT_EQ(greatest, most) << low << ' ' << high;
    };
    expect_within(tw::float16{}, 1.0, 2.0, 2.0 - 0x1p-10);
    expect_within(tw::float16{}, -2.0, -1.0, -1.0 - 0x1p-10);
    expect_within(tw::bfloat16{}, 1.0, 2.0, 2.0 - 0x1p-7);
    expect_within(0.0f, 0x1p24 - 2, 0x1p24, 0x1p24 - 1);
    expect_within(0.0f, -0x1p25, 2.0 - 0x1p25, -0x1p25);
    expect_within(0.0, 0x1p53 - 2, 0x1p53, 0x1p53 - 1);
    expect_within(0.0f, 5.0, 5.0, 5.0);
    // Half of the least number there is: none lies between.
    expect_within(0.0, -0x1p-1074, 0.0, -0x1p-1074);
}

TEST(random_numbers, bounds_and_errors) {
    rnd::key const k(3);
    auto const shape = tw::extents(4);
    EXPECT_THROW((void)rnd::uniform(k, shape, 2.0, 1.0), tw::value_error);
    EXPECT_THROW((void)rnd::uniform(k, shape, 0.0, double(INFINITY)), tw::value_error);
    EXPECT_THROW((void)rnd::uniform(k, shape, double(NAN), 1.0), tw::value_error);
    // Nothing overflows in the elements' type.
    EXPECT_THROW((void)rnd::uniform(k, shape, -3e38, 3e38), tw::value_error);
    EXPECT_THROW((void)rnd::uniform(k, shape, 0.0, 1e39), tw::value_error);
    EXPECT_THROW((void)rnd::uniform<double>(k, shape, -1e308, 1e308), tw::value_error);
    EXPECT_THROW((void)rnd::uniform<tw::float16>(k, shape, 0.0, 1e5), tw::value_error);
    EXPECT_NO_THROW((void)rnd::uniform<double>(k, shape, -3e38, 3e38));
    EXPECT_NO_THROW((void)rnd::uniform<tw::float16>(k, shape, -6e4, 6e4));
    EXPECT_THROW((void)rnd::integers(k, shape, 3, 3), tw::value_error);
    EXPECT_THROW((void)rnd::integers<std::int8_t>(k, shape, 0, 200), tw::value_error);
    EXPECT_THROW((void)rnd::normal(k, shape, 0.0, -1.0), tw::value_error);
    EXPECT_THROW((void)rnd::bernoulli(k, shape, 1.5), tw::value_error);
    EXPECT_THROW((void)rnd::uniform(k, tw::extents(1ll << 40, 1ll << 40)), tw::error);
    EXPECT_TRUE(equal(rnd::bernoulli(k, shape, 1.0), {true, true, true, true}));
    EXPECT_TRUE(equal(rnd::bernoulli(k, shape, 0.0), {false, false, false, false}));
    EXPECT_TRUE(equal(rnd::integers(k, shape, 5, 6), {5, 5, 5, 5}));
    // 16-bit floats never reach the upper end.
    array<float> const f = tw::cast<float>(rnd::uniform<tw::bfloat16>(k, tw::extents(5000)));
    for (float x : values(f))
        EXPECT_TRUE(x >= 0.0f && x < 1.0f);
    try {
        (void)rnd::integers<std::int8_t>(k, shape, 0, 200);
        FAIL();
    } catch (tw::value_error const& e) {
        EXPECT_NE(std::string(e.what()).find("numbers_test.cpp"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("200"), std::string::npos) << e.what();
    }
}

}  // namespace
