// SPDX-License-Identifier: MIT
// searchsorted among elements in an order given.
#include "support/indexing.hpp"

#include <limits>

namespace {

namespace tw = twill;
using namespace twill_test;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(searching, in_an_order_given) {
    auto const x = to_space({3.0f, nan, 1.0f, 2.0f, 2.0f});
    auto const order = tw::argsort(x);
    auto const v = to_space({0.0f, 2.0f, 9.0f, nan});
    EXPECT_TRUE(equal(tw::searchsorted(x, v, tw::sorter(order)), {0, 1, 4, 4}));
    EXPECT_TRUE(equal(tw::searchsorted(x, v, tw::sorter(order), tw::side::right), {0, 3, 4, 5}));
    EXPECT_TRUE(equal(tw::searchsorted(x, v, tw::side::right, tw::sorter(order)), {0, 3, 4, 5}));
    EXPECT_EQ(value(tw::searchsorted(x, 2.5, tw::sorter(order))), 3);
    EXPECT_THROW((void)tw::searchsorted(x, v, tw::sorter(to_space({0, 1}))), tw::shape_error);
    EXPECT_THROW((void)values(tw::searchsorted(x, v, tw::sorter(to_space({0, 1, 2, 3, 5})))),
                 tw::index_error);
}

}  // namespace
