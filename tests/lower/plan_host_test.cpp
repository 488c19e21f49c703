// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <twill/twill.hpp>
#include <vector>

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::index_t;
using tw::none;
using tw::slice;
using tw::detail::access;
using tw::detail::operand_record;
using tw::detail::strategy;

/// Every loop that there is.
constexpr tw::detail::loops_at_hand all_loops{.tiled = true,
                                              .hoisted = true,
                                              .tile = 64,
                                              .tile_bytes = 48 * 1024,
                                              .most_tiled = index_t{1} << 31};

/// A loop as the lowering sees it: extents, and the strides of the output and of each operand.
struct loop {
    std::vector<index_t> extent;
    std::vector<std::vector<index_t>> strides;

    alignas(64) static constexpr char memory[4096] = {};
    std::vector<void const*> data;
    std::vector<access> lies;
    std::vector<operand_record> records;

    loop(std::vector<index_t> shape, std::vector<std::vector<index_t>> all)
        : extent(std::move(shape)), strides(std::move(all)) {
        data.assign(strides.size(), memory + sizeof(memory) / 2);
        lies.assign(strides.size(), access::any);
        for (std::size_t k = 0; k < strides.size(); ++k) {
            operand_record record{};
            record.stride = strides[k].data();
            record.data = &data[k];
            record.element_size = 4;
            record.how = &lies[k];
            records.push_back(record);
        }
    }
    int rank() const { return static_cast<int>(extent.size()); }
    int count() const { return static_cast<int>(records.size()); }
    int canonicalise() {
        return tw::detail::canonicalise(extent.data(), rank(), records.data(), count());
    }
    /// How many elements operand k's origin moved.
    index_t moved(std::size_t k) const {
        return (static_cast<char const*>(data[k]) - (memory + sizeof(memory) / 2)) / 4;
    }
    strategy choose(int used, int& tile_axis) const {
        return tw::detail::choose_kernel(all_loops, extent.data(), rank(), used, records.data(),
                                         count(), tile_axis);
    }
    strategy choose() {
        int ignored = 0;
        return choose(canonicalise(), ignored);
    }
};
using numbers = std::vector<index_t>;

TEST(Canonicalise, ContiguousOperandsBecomeOneAxis) {
    loop l({2, 3, 4}, {{12, 4, 1}, {12, 4, 1}});
    EXPECT_EQ(l.canonicalise(), 1);
    EXPECT_EQ(l.extent, (numbers{1, 1, 24}));
    EXPECT_EQ(l.strides[0], (numbers{0, 0, 1}));
    EXPECT_EQ(l.strides[1], (numbers{0, 0, 1}));
}

TEST(Canonicalise, AxesOfSizeOneVanish) {
    loop l({1, 5, 1}, {{77, 1, 33}, {0, 2, 0}});
    EXPECT_EQ(l.canonicalise(), 1);
    EXPECT_EQ(l.extent, (numbers{1, 1, 5}));
    EXPECT_EQ(l.strides[0], (numbers{0, 0, 1}));
    EXPECT_EQ(l.strides[1], (numbers{0, 0, 2}));
    loop scalar({1, 1}, {{9, 9}, {0, 0}});
    EXPECT_EQ(scalar.canonicalise(), 0);
    EXPECT_EQ(scalar.extent, (numbers{1, 1}));
}

// A loop over one axis takes the same form without putting anything in order.
TEST(Canonicalise, LinesRunUpwards) {
    using tw::detail::as_node;
    tw::host_array<float> x = tw::arange(10.0f);
    tw::host_array<float> y = tw::zeros<float>(10);
    auto const plan = [](auto const& operand, float* to, index_t count, index_t step) {
        tw::detail::layout<1> lie;
        lie.shape[0] = count;
        lie.stride[0] = step;
        return tw::detail::make_plan<tw::host_space>(tw::detail::lower<1>(as_node(operand)), to,
                                                     lie);
    };
    auto const back = plan(x(slice(none, none, -1)), y.data() + 9, 10, -1);
    EXPECT_EQ(back.how, strategy::flat);
    EXPECT_EQ(back.stride[0], 1);
    EXPECT_EQ(back.tree.stride[0], 1);
    EXPECT_EQ(back.out(), y.data());
    EXPECT_EQ(static_cast<void const*>(back.tree.data), x.data());
    auto const turned = plan(x, y.data() + 9, 10, -1);
    EXPECT_EQ(turned.how, strategy::strided);
    EXPECT_EQ(turned.tree.stride[0], -1);
    auto const one = plan(x(slice(3, 4)), y.data(), 1, 7);
    EXPECT_EQ(one.how, strategy::flat);
    EXPECT_EQ(one.used, 0);
    EXPECT_EQ(one.stride[0], 0);
    EXPECT_EQ(plan(x(slice(0, 0)), y.data(), 0, 1).how, strategy::empty);
}

TEST(Canonicalise, OnlyWhatEveryOperandAllowsIsMerged) {
    // A row broadcast along axis 0: the axes stay apart.
    loop row({3, 4}, {{4, 1}, {0, 1}});
    EXPECT_EQ(row.canonicalise(), 2);
    EXPECT_EQ(row.extent, (numbers{3, 4}));
    // Broadcast along axes 0 and 1 of three: these two merge.
    loop two({2, 3, 4}, {{12, 4, 1}, {0, 0, 1}});
    EXPECT_EQ(two.canonicalise(), 2);
    EXPECT_EQ(two.extent, (numbers{1, 6, 4}));
    EXPECT_EQ(two.strides[0], (numbers{0, 4, 1}));
    EXPECT_EQ(two.strides[1], (numbers{0, 0, 1}));
    // Every second row: the columns of two inner axes merge.
    loop gaps({3, 2, 2}, {{4, 2, 1}, {8, 2, 1}});
    EXPECT_EQ(gaps.canonicalise(), 2);
    EXPECT_EQ(gaps.extent, (numbers{1, 3, 4}));
    EXPECT_EQ(gaps.strides[1], (numbers{0, 8, 1}));
}

TEST(Canonicalise, TheOutputDecidesTheOrder) {
    // A transposed output, written from an operand of the same layout: one contiguous loop.
    loop both({3, 4}, {{1, 3}, {1, 3}});
    EXPECT_EQ(both.canonicalise(), 1);
    EXPECT_EQ(both.extent, (numbers{1, 12}));
    // The operand in C order: its strides fall the other way.
    loop one({3, 4}, {{1, 3}, {4, 1}});
    EXPECT_EQ(one.canonicalise(), 2);
    EXPECT_EQ(one.extent, (numbers{4, 3}));
    EXPECT_EQ(one.strides[0], (numbers{3, 1}));
    EXPECT_EQ(one.strides[1], (numbers{1, 4}));
}

TEST(Canonicalise, NegativeOutputStridesRunForwards) {
    loop l({5}, {{-1}, {2}});
    EXPECT_EQ(l.canonicalise(), 1);
    EXPECT_EQ(l.strides[0], (numbers{1}));
    EXPECT_EQ(l.strides[1], (numbers{-2}));
    EXPECT_EQ(l.moved(0), -4);
    EXPECT_EQ(l.moved(1), 8);
}

TEST(Canonicalise, ReversedBothWaysIsFlat) {
    loop l({4, 5}, {{-5, -1}, {-5, -1}});
    EXPECT_EQ(l.canonicalise(), 1);
    EXPECT_EQ(l.strides[1], (numbers{0, 1}));
    EXPECT_EQ(l.moved(0), -19);
    EXPECT_EQ(l.moved(1), -19);
}

TEST(Canonicalise, AnIndexMovesItsStart) {
    loop l({5}, {{-1}, {3}});
    index_t start = 100;
    l.records[1].data = nullptr;
    l.records[1].start = &start;
    l.records[1].element_size = 0;
    l.records[1].flattens = true;
    l.canonicalise();
    EXPECT_EQ(start, 112);
    EXPECT_EQ(l.strides[1], (numbers{-3}));
}

TEST(Choose, FlatNeedsStrideOneEverywhere) {
    EXPECT_EQ(loop({8, 8}, {{8, 1}, {8, 1}}).choose(), strategy::flat);
    EXPECT_EQ(loop({8}, {{1}, {2}}).choose(), strategy::strided);
    EXPECT_EQ(loop({8}, {{2}, {1}}).choose(), strategy::strided);
    EXPECT_EQ(loop({8}, {{1}, {0}}).choose(), strategy::strided);
    EXPECT_EQ(loop({1, 1}, {{5, 5}, {0, 0}}).choose(), strategy::flat);
    EXPECT_EQ(loop({8, 8}, {{8, 1}, {0, 1}}).choose(), strategy::strided);
}

TEST(Choose, TilesForAnOperandTransposedAgainstTheOutput) {
    loop l({100, 200}, {{200, 1}, {200, 1}, {1, 100}});
    int axis = -1;
    EXPECT_EQ(l.choose(l.canonicalise(), axis), strategy::tiled);
    EXPECT_EQ(axis, 0);
    // Few rows or columns are not worth a tile.
    EXPECT_EQ(loop({8, 200}, {{200, 1}, {1, 8}}).choose(), strategy::strided);
    EXPECT_EQ(loop({200, 8}, {{8, 1}, {1, 200}}).choose(), strategy::strided);
    // A strided output has no coalesced side.
    EXPECT_EQ(loop({100, 200}, {{400, 2}, {1, 100}}).choose(), strategy::strided);
}

TEST(Choose, TilesOfThreeAxesNameTheTransposedOne) {
    loop l({50, 60, 70}, {{4200, 70, 1}, {1, 50, 3000}});
    int axis = -1;
    EXPECT_EQ(l.choose(l.canonicalise(), axis), strategy::tiled);
    EXPECT_EQ(axis, 0);
    tw::detail::bring_beside_inner(l.extent.data(), 3, l.records.data(), 2, axis);
    EXPECT_EQ(l.extent, (numbers{60, 50, 70}));
    EXPECT_EQ(l.strides[0], (numbers{70, 4200, 1}));
    EXPECT_EQ(l.strides[1], (numbers{50, 1, 3000}));
}

TEST(Choose, WhatAKernelCannotTakeIsStrided) {
    auto chosen = [](tw::detail::loops_at_hand const& has, int element_size, index_t side) {
        loop l({side, side}, {{side, 1}, {1, side}});
        l.records[1].element_size = element_size;
        int axis = -1;
        return choose_kernel(has, l.extent.data(), 2, l.canonicalise(), l.records.data(), 2, axis);
    };
    EXPECT_EQ(chosen(all_loops, 4, 100), strategy::tiled);
    // A tile of 64 x 65 elements of 12 bytes does not fit.
    EXPECT_EQ(chosen(all_loops, 8, 100), strategy::tiled);
    EXPECT_EQ(chosen(all_loops, 12, 100), strategy::strided);
    EXPECT_EQ(chosen(all_loops, 4, index_t{1} << 16), strategy::strided);
    auto with = all_loops;
    with.tiled = false;
    EXPECT_EQ(chosen(with, 4, 100), strategy::strided);
    with = all_loops;
    with.most_tiled = 100 * 100;
    EXPECT_EQ(chosen(with, 4, 99), strategy::tiled);
    EXPECT_EQ(chosen(with, 4, 100), strategy::strided);
    with = all_loops;
    with.flat = false;
    loop l({8, 8}, {{8, 1}, {8, 1}});
    int axis = -1;
    int const used = l.canonicalise();
    EXPECT_EQ(choose_kernel(with, l.extent.data(), 2, used, l.records.data(), 2, axis),
              strategy::strided);
}

// Axes in another order, short ones among them: where there are elements enough.
TEST(Choose, ShortAxesInAnotherOrder) {
    auto with = all_loops;
    with.permuted = 1;
    with.fewest_permuted = 100000;
    auto chosen = [&](index_t planes) {
        loop l({8, 100, planes}, {{100 * planes, planes, 1}, {1, 8, 800}});
        int axis = -1;
        auto const how = choose_kernel(with, l.extent.data(), 3, l.canonicalise(), l.records.data(),
                                       l.count(), axis);
        EXPECT_EQ(axis, -1);
        return how;
    };
    EXPECT_EQ(chosen(125), strategy::permuted);
    EXPECT_EQ(chosen(124), strategy::strided);
    with.most_tiled = 100000;
    EXPECT_EQ(chosen(125), strategy::strided);
    EXPECT_STREQ(name_of(strategy::permuted), "permuted");
}

// Short rows, of which a tile would be part empty.
TEST(Choose, ShortRowsAreNotTiled) {
    auto with = all_loops;
    with.short_rows = 30;
    with.short_beside = 50;
    auto chosen = [&](index_t columns, bool beside) {
        loop l({1000, columns}, {{columns, 1}, {1, 1000}});
        if (beside)
            l = loop({1000, columns}, {{columns, 1}, {1, 1000}, {columns, 1}});
        int axis = -1;
        auto const how = choose_kernel(with, l.extent.data(), 2, l.canonicalise(), l.records.data(),
                                       l.count(), axis);
        EXPECT_EQ(axis >= 0, how == strategy::tiled);
        return how;
    };
    EXPECT_EQ(chosen(29, false), strategy::strided);
    EXPECT_EQ(chosen(30, false), strategy::tiled);
    EXPECT_EQ(chosen(49, true), strategy::strided);
    EXPECT_EQ(chosen(50, true), strategy::tiled);
    with.filling = 16;
    with.filling_beside = 4;
    EXPECT_EQ(chosen(16, false), strategy::tiled);
    EXPECT_EQ(chosen(20, false), strategy::strided);
    EXPECT_EQ(chosen(20, true), strategy::tiled);
    EXPECT_EQ(chosen(21, true), strategy::strided);
}

TEST(Fits32Bits, LooksAtTheLoopAndAtEverySpan) {
    auto fits = [](loop const& l) {
        return tw::detail::fits_32_bits(l.extent.data(), l.rank(), l.records.data(), l.count());
    };
    index_t const big = index_t{1} << 31;
    EXPECT_TRUE(fits(loop({1000, 1000}, {{1000, 1}, {1, 1000}})));
    EXPECT_TRUE(fits(loop({big - 5000}, {{1}, {1}})));
    EXPECT_FALSE(fits(loop({big}, {{1}, {1}})));
    EXPECT_FALSE(fits(loop({big / 2}, {{1}, {2}})));
    EXPECT_FALSE(fits(loop({big / 2}, {{1}, {-2}})));
    EXPECT_FALSE(fits(loop({2, 2}, {{2, 1}, {big, 1}})));
    // An axis of one element takes no step: halving a loop comes to an end there.
    EXPECT_TRUE(fits(loop({1, 2}, {{2, 1}, {big, 1}})));
    EXPECT_FALSE(fits(loop({1 << 16, 1 << 16}, {{1 << 16, 1}, {0, 0}})));
    EXPECT_FALSE(fits(loop({index_t{1} << 62}, {{1}, {index_t{1} << 62}})));
}

TEST(Classify, SaysHowEachOperandLiesAlongTheInnerAxis) {
    loop l({8, 16}, {{16, 1}, {16, 1}, {17, 1}, {16, 2}, {1, 0}});
    bool const all = tw::detail::classify(l.extent.data(), 2, l.records.data(), l.count(), 4, 0);
    EXPECT_FALSE(all);
    EXPECT_EQ(l.lies[1], access::packets);
    EXPECT_EQ(l.lies[2], access::unit);  // rows start at any alignment
    EXPECT_EQ(l.lies[3], access::any);
    EXPECT_EQ(l.lies[4], access::broadcast);
}

TEST(Classify, PacketsNeedAlignedRows) {
    loop l({8, 16}, {{16, 1}, {16, 1}});
    auto classify = [&](index_t before) {
        return tw::detail::classify(l.extent.data(), 2, l.records.data(), l.count(), 4, before);
    };
    EXPECT_TRUE(classify(0));
    EXPECT_FALSE(classify(1));
    l.data[1] = static_cast<char const*>(l.data[1]) + 4;
    EXPECT_FALSE(classify(0));
    EXPECT_EQ(l.lies[1], access::unit);
    EXPECT_TRUE(classify(1));
    EXPECT_EQ(l.lies[1], access::packets);
    EXPECT_FALSE(classify(-1));
}

/// The strategy of `target = x`.
template <class Target, class X>
strategy strategy_of(Target const& target, X const& x) {
    auto const to = target.expression();
    using T = typename decltype(to)::value_type;
    constexpr int rank = decltype(to)::rank;
    auto const tree = tw::detail::lower<rank>(tw::detail::as_node(x));
    tw::detail::plan<std::remove_cv_t<decltype(tree)>, T, rank, tw::detail::strided> plan{
        tree, const_cast<T*>(to.data), to.layout.shape, to.layout.stride};
    plan.prepare(all_loops);
    return plan.how;
}

TEST(Plan, StrategiesOfExpressions) {
    tw::host_array<float, 2> m(extents(64, 96)), n(extents(64, 96)), t(extents(96, 64));
    tw::host_array<float> row(extents(96));
    tw::host_array<float, 0> s;
    s = 1.0f;
    EXPECT_EQ(strategy_of(m, m + n), strategy::flat);
    EXPECT_EQ(strategy_of(m, m * 2.0f + s), strategy::flat);
    EXPECT_EQ(strategy_of(m, m + row), strategy::strided);
    EXPECT_EQ(strategy_of(m, m(full_extent, slice(none, none, -1))), strategy::strided);
    EXPECT_EQ(strategy_of(m, transpose(t)), strategy::tiled);
    EXPECT_EQ(strategy_of(m, m + transpose(t)), strategy::tiled);
    EXPECT_EQ(strategy_of(transpose(m), t), strategy::tiled);
    EXPECT_EQ(strategy_of(transpose(m), transpose(n)), strategy::flat);
    EXPECT_EQ(strategy_of(flip(m), flip(n)), strategy::flat);
    EXPECT_EQ(strategy_of(m(slice(3, 9)), n(slice(3, 9))), strategy::flat);
    EXPECT_EQ(strategy_of(m(slice(0, none, 2)), n(slice(0, none, 2))), strategy::strided);
    EXPECT_EQ(strategy_of(m(slice(0, 0)), n(slice(0, 0))), strategy::empty);
    EXPECT_EQ(strategy_of(row, tw::arange(96)), strategy::flat);
    EXPECT_EQ(strategy_of(row, row + tw::arange<float>(0, 192, 2)), strategy::flat);
}

TEST(Plan, NamesItsStrategies) {
    EXPECT_STREQ(name_of(strategy::flat), "flat");
    EXPECT_STREQ(name_of(strategy::strided), "strided");
    EXPECT_STREQ(name_of(strategy::hoisted), "hoisted");
    EXPECT_STREQ(name_of(strategy::tiled), "tiled");
    EXPECT_STREQ(name_of(strategy::empty), "empty");
}

TEST(Plan, ATreeIsTriviallyCopyable) {
    tw::host_array<float, 2> m(extents(2, 3));
    auto const tree = tw::detail::lower<2>(m * 2.0f + tw::eye<float>(2, 3));
    static_assert(std::is_trivially_copyable_v<decltype(tree)>);
    static_assert(decltype(tree)::bytes_read == 4);
}

}  // namespace
