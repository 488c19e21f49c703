// SPDX-License-Identifier: MIT
// packbits and unpackbits, by values of NumPy's.
#include "support/testing.hpp"

#include <twill/numeric.hpp>

namespace tw = twill;
using tw::axis;
using namespace twill_test;

namespace {

using bytes = std::vector<std::uint8_t>;

TEST(bits, packed) {
    auto const flags = to_space({true, false, true, true, false, false, false, false, true});
    EXPECT_TRUE(equal(tw::packbits(flags), bytes{176, 128}));
    EXPECT_TRUE(equal(tw::packbits(flags, tw::bit_order::little), bytes{13, 1}));
    EXPECT_TRUE(equal(tw::packbits(to_space({0, -3, 256, 0, 1})), bytes{104}));
    auto const m = tw::evaluate<space>(tw::reshape(tw::arange(24), 4, 6));
    EXPECT_TRUE(equal(tw::packbits(m % 3 == 0), bytes{146, 73, 36}));
    EXPECT_TRUE(equal(tw::packbits(tw::evaluate(transpose(m) % 2)), bytes{15, 15, 15}));
    EXPECT_TRUE(equal(tw::packbits(transpose(tw::evaluate(m % 2))), bytes{15, 15, 15}));
    EXPECT_EQ(tw::evaluate(tw::packbits(array<bool>(tw::extents(0)))).size(), 0);
    // Whole bytes, with gaps between their flags or without, and any value that is not 0.
    auto const values_of = tw::evaluate<space>(tw::arange(1003) * 37 % 11 % 3);
    auto const narrow = tw::evaluate(tw::cast<std::uint8_t>(values_of) * std::uint8_t{127});
    auto const bools = tw::evaluate(values_of != 0);
    auto const wide = values(tw::packbits(values_of));
    EXPECT_EQ(values(tw::packbits(narrow)), wide);
    EXPECT_EQ(values(tw::packbits(bools)), wide);
    EXPECT_EQ(values(tw::packbits(tw::cast<std::int8_t>(narrow))), wide);
    auto const little = values(tw::packbits(values_of, tw::bit_order::little));
    EXPECT_EQ(values(tw::packbits(bools, tw::bit_order::little)), little);
    auto const every_second = tw::slice(tw::none, tw::none, 2);
    EXPECT_EQ(values(tw::packbits(bools(every_second))),
              values(tw::packbits(values_of(every_second))));
}
TEST(bits, unpacked) {
    auto const x = to_space<std::uint8_t>({2, 7, 23});
    EXPECT_TRUE(equal(tw::unpackbits(x), bytes{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
                                               0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1}));
    EXPECT_TRUE(
        equal(tw::unpackbits(x, 10, tw::bit_order::little), bytes{0, 1, 0, 0, 0, 0, 0, 0, 1, 1}));
    auto const many = tw::evaluate<space>(tw::cast<std::uint8_t>(tw::arange(5000) * 31 % 256));
    EXPECT_TRUE(equal(tw::packbits(tw::unpackbits(many)), values(many)));
    EXPECT_THROW((void)tw::unpackbits(x, 25), tw::value_error);
    EXPECT_THROW((void)tw::unpackbits(x, -1), tw::value_error);
}

TEST(bits, along_an_axis) {
    auto const m = tw::evaluate<space>(tw::reshape(tw::arange(30), 3, 10));
    auto const odd = tw::evaluate(m % 3 == 0);
    auto const rows = tw::packbits(odd, axis<1>);
    EXPECT_EQ(shape(rows), shape_vector({3, 2}));
    EXPECT_TRUE(equal(rows, bytes{146, 64, 36, 128, 73, 0}));
    EXPECT_TRUE(
        equal(tw::packbits(m % 3, -1, tw::bit_order::little), bytes{182, 1, 219, 2, 109, 3}));
    EXPECT_TRUE(
        equal(tw::packbits(odd, axis<0>), bytes{128, 32, 64, 128, 32, 64, 128, 32, 64, 128}));
    EXPECT_TRUE(equal(tw::packbits(transpose(odd), tw::axes(0)), bytes{146, 36, 73, 64, 128, 0}));
    EXPECT_TRUE(equal(tw::packbits(flip(odd, axis<1>), axis<1>), bytes{146, 64, 73, 0, 36, 128}));
    EXPECT_THROW((void)tw::packbits(odd, 2), tw::axis_error);
    auto const flags = tw::unpackbits(rows, 10, axis<1>);
    EXPECT_EQ(shape(flags), shape_vector({3, 10}));
    EXPECT_TRUE(equal(flags != 0, values(odd)));
    EXPECT_EQ(shape(tw::unpackbits(rows, axis<1>)), shape_vector({3, 16}));
    EXPECT_TRUE(equal(tw::unpackbits(tw::packbits(odd, axis<0>), 3, axis<0>) != 0, values(odd)));
    EXPECT_TRUE(
        equal(tw::unpackbits(to_space<std::uint8_t>({6, 1}), axis<0>, tw::bit_order::little),
              bytes{0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_THROW((void)tw::unpackbits(rows, 17, axis<1>), tw::value_error);
    EXPECT_THROW((void)tw::unpackbits(rows, tw::axes(2)), tw::axis_error);
    EXPECT_EQ(shape(tw::packbits(array<bool, 2>(3, 0), axis<1>)), shape_vector({3, 0}));
}

}  // namespace
