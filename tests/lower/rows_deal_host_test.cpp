// SPDX-License-Identifier: MIT
// How rows that no thread keeps are dealt out on a device: several blocks on a row where many would
// be left without one.
#include <gtest/gtest.h>

#include "twill/ops/rows/deal.hpp"

namespace tw = twill;
using tw::detail::row_dealing;
using tw::detail::row_tuning;

namespace {

constexpr tw::index_t resident = 264;

row_dealing dealt(tw::index_t rows, tw::index_t packets, int block_threads = 512) {
    row_dealing how{rows, packets, 0, block_threads, 132};
    how.resident = resident;
    tw::detail::deal_any_rows(how);
    return how;
}

TEST(DealtRows, AreAllWorkedOnAndBlocksCanWaitForEachOther) {
    for (tw::index_t const packets : {1, 60, 2048, 5000, 131072, 1 << 22})
        for (tw::index_t const rows : {1, 3, 100, 131, 132, 200, 264, 265, 300, 2000, 100000}) {
            auto const how = dealt(rows, packets);
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(packets));
            if (how.blocks == 1) {
                EXPECT_GE(how.grid * how.threads, rows << how.log2_group);
                continue;
            }
            EXPECT_EQ(how.grid, how.together * how.blocks);
            EXPECT_LE(how.grid, resident);
            EXPECT_GE(how.together, 1);
            EXPECT_LE(how.together, rows);
            EXPECT_EQ(how.threads, 512u);
            EXPECT_GE(packets, how.blocks * 512);
        }
}
TEST(DealtRows, FewBlocksAreLeftWithoutOne) {
    // Blocks that are busy, of those that waves of long rows have.
    for (tw::index_t rows = 1; rows < 3000; rows += 7) {
        auto const how = dealt(rows, 1 << 22);
        tw::index_t const at_once = how.blocks == 1 ? resident : how.together;
        tw::index_t const waves = (rows + at_once - 1) / at_once;
        double const busy =
            static_cast<double>(rows * how.blocks) / static_cast<double>(waves * resident);
        EXPECT_GT(busy, 0.8) << rows;
    }
    EXPECT_EQ(dealt(264, 131072).blocks, 1);
    EXPECT_GT(dealt(300, 131072).blocks, 1);
    EXPECT_EQ(dealt(300, 3000).blocks, 1);  // not worth the wait
}
TEST(DealtRows, SmallBlocksHaveWholeRows) {
    auto const how = dealt(1500, 100000, row_tuning::once_threads);
    EXPECT_EQ(how.blocks, 1);
    EXPECT_EQ(how.threads, 64u);
    EXPECT_EQ(how.grid, 1500);
    row_dealing rows{132 * row_tuning::once_rows, row_tuning::longest_kept_result + 1, 0, 512, 132};
    EXPECT_TRUE(suits_small_blocks(rows));
    --rows.rows;
    EXPECT_FALSE(suits_small_blocks(rows));
    ++rows.rows;
    --rows.packets;
    EXPECT_FALSE(suits_small_blocks(rows));
}
TEST(DealtRows, WarpsHaveRowsThatAreNotTheLongest) {
    auto const threads = [](tw::index_t count, tw::index_t packets) {
        return small_block_threads(row_dealing{count, packets, 0, 512, 132});
    };
    tw::index_t const many = 132 * row_tuning::warp_rows;
    tw::index_t const longest = row_tuning::longest_of_warp;
    EXPECT_EQ(threads(many, longest), 32);
    EXPECT_EQ(threads(many - 1, longest), row_tuning::once_threads);
    EXPECT_EQ(threads(many, longest + 1), row_tuning::once_threads);
    EXPECT_EQ(threads(132 * row_tuning::once_rows, longest), row_tuning::once_threads_of_few);
    auto const how = dealt(many, longest, 32);
    EXPECT_EQ(how.log2_group, 5);
    EXPECT_EQ(how.blocks, 1);
    EXPECT_EQ(how.grid * how.threads, many * 32);
}

}  // namespace
