// SPDX-License-Identifier: MIT
// What a loop's index is at the cursors of device kernels.
#include <gtest/gtest.h>

#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::detail::lined_cursor;
using tw::detail::pair_cursor;
using tw::detail::row_cursor;

template <int V, class Node, class Cursor>
std::vector<tw::index_t> indices(Node const& node, Cursor const& cursor) {
    auto const lanes = node.template at<V>(cursor);
    return {lanes.values, lanes.values + V};
}

TEST(Cursors, IndicesOfTwoRows) {
    tw::detail::index_node<2> const down{100, {{10, 0}}};
    tw::detail::index_node<2> const along{7, {{0, 2}}};
    pair_cursor<2> at;
    at.at = {{3}};
    at.inner = 5;
    at.apart = 4;
    std::vector<tw::index_t> const rows = {130, 130, 170, 170}, columns = {17, 19, 17, 19};
    EXPECT_EQ(indices<4>(down, at), rows);
    EXPECT_EQ(indices<4>(along, at), columns);
    // The same where functions read lines.
    EXPECT_EQ(indices<4>(down, lined_cursor<pair_cursor<2>>{at}), rows);
    EXPECT_EQ(indices<4>(along, lined_cursor<pair_cursor<2>>{at}), columns);
    row_cursor<2> const one = at;
    EXPECT_EQ(indices<2>(along, lined_cursor<row_cursor<2>>{one}),
              (std::vector<tw::index_t>{17, 19}));
}

}  // namespace
