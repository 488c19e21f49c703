// SPDX-License-Identifier: MIT
// Boxes of several axes: what they hold, and where their elements are in shared memory.
#include "support/testing.hpp"

#include <twill/lower/permuted.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

using twill::index_t;
using twill::detail::box_deal;
using twill::detail::deal_box;
using twill::detail::goes_through_boxes;
using twill::detail::operand_record;
using sizes = std::vector<index_t>;

namespace {

/// An operand whose axes lie in some order: the first one last.
struct operand {
    sizes stride;
    void const* data = nullptr;
    operand_record record{};

    operand(sizes const& extent, std::vector<int> const& order, int element_size)
        : stride(extent.size()) {
        index_t step = 1;
        for (int const d : order) {
            stride[static_cast<std::size_t>(d)] = step;
            step *= extent[static_cast<std::size_t>(d)];
        }
        record.stride = stride.data();
        record.data = &data;
        record.element_size = element_size;
    }
};

box_deal deal(sizes const& extent, std::vector<int> const& order, int most, int bytes) {
    operand const x(extent, order, bytes);
    return deal_box(extent.data(), static_cast<int>(extent.size()), x.record, most, bytes);
}
sizes sizes_of(box_deal const& box) { return sizes(box.size, box.size + box.used); }

TEST(permuted, both_sides_have_long_runs) {
    // The operand's first axis, and its second, and the output's first one.
    EXPECT_EQ(sizes_of(deal({8, 1024, 8192}, {0, 1, 2}, 4096, 4)), (sizes{64, 8, 8}));
    // An axis of three, whole, and enough of the next one.
    EXPECT_EQ(sizes_of(deal({5461, 4096, 3}, {0, 1, 2}, 4096, 4)), (sizes{3, 21, 64}));
    // The axis that both have first counts for both.
    EXPECT_EQ(sizes_of(deal({64, 262144, 4}, {2, 0, 1}, 4096, 4)), (sizes{4, 32, 32}));
    // Small planes, several of them.
    EXPECT_EQ(sizes_of(deal({1 << 20, 3, 3}, {1, 2, 0}, 4096, 4)), (sizes{3, 3, 455}));
    // Boxes that are all whole.
    EXPECT_EQ(sizes_of(deal({838860, 80}, {0, 1}, 4096, 4))[0], 40);
}

TEST(permuted, every_element_has_a_slot) {
    std::mt19937 engine(11);
    auto const between = [&](int least, int most) {
        return least + static_cast<int>(engine() % static_cast<unsigned>(most - least + 1));
    };
    for (int round = 0; round < 2000; ++round) {
        int const rank = between(2, 7);
        sizes extent;
        index_t elements = 1;
        for (int d = 0; d < rank; ++d) {
            int const longest = elements > 1000000 ? 3 : between(0, 2) == 0 ? 4000 : 40;
            extent.push_back(between(1, longest));
            elements *= extent.back();
        }
        std::vector<int> order(extent.size());
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), engine);
        int const bytes = 4 << between(0, 2);
        int const most = 16384 / bytes;
        box_deal const box = deal(extent, order, most, bytes);
        ASSERT_LE(box.used, twill::detail::box_axes);
        ASSERT_LE(box.count, most);
        ASSERT_LE(box.slots, most + most / 2);  // of shared memory
        std::set<int> used;
        index_t at[4] = {};
        index_t count = 0;
        for (;; ++count) {
            int slot = 0;
            for (int m = 0; m < box.used; ++m)
                slot += static_cast<int>(at[m]) * box.pitch[m];
            ASSERT_LT(slot, box.slots);
            ASSERT_TRUE(used.insert(slot).second);
            int m = 0;
            while (m < box.used && ++at[m] == box.size[m])
                at[m++] = 0;
            if (m == box.used)
                break;
        }
        ASSERT_EQ(count + 1, box.count);
        std::set<int> orders;
        for (int m = 0; m < box.used; ++m) {
            ASSERT_LE(box.size[m], extent[static_cast<std::size_t>(box.axis[m])]);
            ASSERT_GT(box.size[m], 1);
            orders.insert(box.order[m]);
        }
        ASSERT_EQ(static_cast<int>(orders.size()), box.used);
    }
}

TEST(permuted, of_operands_that_lie_otherwise) {
    auto const chosen = [](sizes const& extent, std::vector<int> const& order, int bytes = 4,
                           bool alone = true) {
        operand const x(extent, order, bytes);
        return goes_through_boxes(extent.data(), static_cast<int>(extent.size()), x.record, alone);
    };
    EXPECT_TRUE(chosen({8, 1024, 8192}, {0, 1, 2}));
    EXPECT_TRUE(chosen({5461, 4096, 3}, {0, 1, 2}));
    EXPECT_TRUE(chosen({64, 262144, 4}, {2, 0, 1}));
    EXPECT_TRUE(chosen({8192, 8, 1024}, {1, 2, 0}));
    EXPECT_TRUE(chosen({64, 262144, 4}, {2, 0, 1}, 1));
    // Long runs: tiles, or rows.
    EXPECT_FALSE(chosen({511, 511, 255}, {0, 1, 2}));
    EXPECT_FALSE(chosen({64, 262144, 40}, {2, 0, 1}));
    EXPECT_FALSE(chosen({100, 100}, {0, 1}));
    // Three channels of an image, which lie side by side.
    EXPECT_FALSE(chosen({3, 1 << 20}, {0, 1}));
    // As the output lies.
    EXPECT_FALSE(chosen({64, 262144, 4}, {2, 1, 0}));
    // Downwards.
    operand x({8, 1024, 8192}, {0, 1, 2}, 4);
    x.stride[1] = -x.stride[1];
    sizes const extent{8, 1024, 8192};
    EXPECT_FALSE(goes_through_boxes(extent.data(), 3, x.record, true));
    // Every second element.
    operand y({8, 1024, 8192}, {0, 1, 2}, 4);
    for (index_t& step : y.stride)
        step *= 2;
    EXPECT_FALSE(goes_through_boxes(extent.data(), 3, y.record, true));
    // Beside another operand.
    EXPECT_TRUE(chosen({8, 1024, 8192}, {0, 1, 2}, 4, false));
    EXPECT_FALSE(chosen({65536, 3, 341}, {1, 2, 0}, 4, false));
}

}  // namespace
