// SPDX-License-Identifier: MIT
// packbits and unpackbits, by values of NumPy's.
#include "support/testing.hpp"

#include <twill/numeric.hpp>

namespace tw = twill;
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

}  // namespace
