// SPDX-License-Identifier: MIT
// Joins and whatever else puts elements at other places, against NumPy.
#include "support/rearranging.hpp"

namespace {

namespace tw = twill;
namespace goldens = twill::goldens;
namespace padding = twill::padding;
using tw::axes;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::is;
using twill_test::space;
using twill_test::to_space;

struct operands {
    array<int> v = counted(extents(7));
    array<int, 2> m = counted(extents(3, 4));
    array<int, 3> t = counted(extents(2, 3, 4));
};

TEST(Join, Concatenates) {
    operands const x;
    array<int, 2> const none_of_it(0, 4);
    EXPECT_TRUE(is(concatenate(axis<0>, x.v, x.v(slice(0, 3)), flip(x.v)), goldens::concatenate_v));
    EXPECT_TRUE(
        is(concatenate(axis<0>, x.m, none_of_it, x.m(slice(0, 1))), goldens::concatenate_0));
    EXPECT_TRUE(is(concatenate(x.m, none_of_it, x.m(slice(0, 1))), goldens::concatenate_0));
    EXPECT_TRUE(
        is(concatenate(axes(1), x.m, x.m(full_extent, slice(0, 2))), goldens::concatenate_1));
    EXPECT_TRUE(is(concatenate(-1, x.t, flip(x.t, axis<1>)), goldens::concatenate_t));
    std::vector<array<int, 2>> const parts{x.m, none_of_it, array<int, 2>(x.m(slice(0, 1)))};
    EXPECT_TRUE(is(concatenate(axis<0>, parts), goldens::concatenate_0));
    EXPECT_TRUE(is(concatenate(parts), goldens::concatenate_0));
    std::vector<array<int, 2>> const alike(3, x.m);
    EXPECT_TRUE(equal(stack(alike), twill_test::values(stack(x.m, x.m, x.m))));
    EXPECT_TRUE(equal(stack(axis<-1>, alike), twill_test::values(stack(axis<2>, x.m, x.m, x.m))));
    EXPECT_TRUE(equal(stack(1, alike), twill_test::values(stack(axis<1>, x.m, x.m, x.m))));
    EXPECT_THROW((void)stack(parts), tw::shape_error);
    std::vector<array<int>> const rows(2, x.v);
    EXPECT_TRUE(equal(vstack(rows), twill_test::values(vstack(x.v, x.v))));
    EXPECT_TRUE(equal(hstack(rows), twill_test::values(hstack(x.v, x.v))));
    EXPECT_TRUE(equal(column_stack(rows), twill_test::values(column_stack(x.v, x.v))));
    EXPECT_TRUE(equal(dstack(rows), twill_test::values(dstack(x.v, x.v))));
    EXPECT_EQ(dstack(rows).shape(), dstack(x.v, x.v).shape());
    EXPECT_TRUE(equal(vstack(alike), twill_test::values(vstack(x.m, x.m, x.m))));
    EXPECT_TRUE(equal(hstack(alike), twill_test::values(hstack(x.m, x.m, x.m))));
    EXPECT_TRUE(equal(column_stack(alike), twill_test::values(hstack(x.m, x.m, x.m))));
    EXPECT_TRUE(equal(dstack(alike), twill_test::values(dstack(x.m, x.m, x.m))));
}

// Any number of operands; what does not fit is told with the caller's line.
TEST(Join, OfAnyNumber) {
    auto const v = to_space({1, 2});
    EXPECT_TRUE(equal(concatenate(v), {1, 2}));
    EXPECT_TRUE(equal(concatenate(0, v, v + 1, v, v + 2, v, v + 3, v, v + 4, v, v + 5),
                      {1, 2, 2, 3, 1, 2, 3, 4, 1, 2, 4, 5, 1, 2, 5, 6, 1, 2, 6, 7}));
    EXPECT_TRUE(equal(stack(axis<-1>, v, v, v, v, v, v, v, v, v + 1),
                      {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3}));
    try {
        (void)concatenate(axes(0), counted(extents(2, 3)), counted(extents(2, 4)));
        FAIL() << "three columns and four";
    } catch (tw::shape_error const& e) {
        std::string const text = e.what();
        EXPECT_NE(text.find("join_test.cpp:"), std::string::npos) << text;
        EXPECT_NE(text.find("operand 1 of shape (2, 4)"), std::string::npos) << text;
    }
    EXPECT_THROW((void)concatenate(2, counted(extents(2, 3))), tw::axis_error);
}

TEST(Join, Stacks) {
    operands const x;
    EXPECT_TRUE(is(stack(axis<0>, x.v, x.v + 1), goldens::stack_0));
    EXPECT_TRUE(is(stack(x.v, x.v + 1), goldens::stack_0));
    EXPECT_TRUE(is(stack(axis<1>, x.m, -x.m, x.m), goldens::stack_1));
    EXPECT_TRUE(is(stack(-1, x.m, -x.m), goldens::stack_2));
    EXPECT_TRUE(is(hstack(x.v, x.v), goldens::hstack_v));
    EXPECT_TRUE(is(hstack(x.m, x.m), goldens::hstack_m));
    EXPECT_TRUE(is(vstack(x.v, -x.v), goldens::vstack_v));
    EXPECT_TRUE(is(vstack(x.m, x.m), goldens::vstack_m));
    EXPECT_TRUE(is(dstack(x.v, -x.v), goldens::dstack_v));
    EXPECT_TRUE(is(dstack(x.m, -x.m), goldens::dstack_m));
    EXPECT_TRUE(is(column_stack(x.v(slice(0, 3)), x.m), goldens::column_stack));
    // The shapes that are told are the operands'.
    std::vector<array<int>> const parts{x.v, array<int>(x.v(slice(0, 2)))};
    for (bool const counted : {false, true}) {
        try {
            counted ? (void)stack(parts) : (void)stack(axis<1>, x.v, x.v(slice(0, 2)));
            FAIL() << "seven elements and two";
        } catch (tw::shape_error const& e) {
            std::string const text = e.what();
            EXPECT_EQ(text.find("twill: stack: operand 0 has shape (7,), operand 1 shape (2,)"), 0u)
                << text;
            EXPECT_NE(text.find("join_test.cpp:"), std::string::npos) << text;
        }
    }
}

TEST(Join, Blocks) {
    auto const m = to_space(std::vector<int>{1, 2, 3, 4}, extents(2, 2));
    auto const column = to_space(std::vector<int>{5, 6}, extents(2, 1));
    EXPECT_TRUE(equal(tw::block({{m, column}, {column, m}}), {1, 2, 5, 3, 4, 6, 5, 1, 2, 6, 3, 4}));
    // Columns of one row need not be those of another.
    EXPECT_TRUE(equal(tw::block({{m, m}, {array<int, 2>(7 * tw::ones<int>(1, 4))}}),
                      {1, 2, 1, 2, 3, 4, 3, 4, 7, 7, 7, 7}));
    // Arrays of one axis are rows, and along one row they keep it.
    auto const v = to_space({1, 2, 3});
    auto const rows = tw::block({{v, v}, {v, v}});
    EXPECT_EQ(rows.shape(), extents(2, 6));
    EXPECT_TRUE(equal(rows, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}));
    EXPECT_TRUE(equal(tw::block({v, v}), {1, 2, 3, 1, 2, 3}));
    // Views, of more axes.
    auto const t = counted(extents(2, 2, 3));
    auto const part = [&](int k) { return t(full_extent, slice(k, k + 1), full_extent); };
    auto const turned = tw::block({{part(1), part(0)}, {part(0), part(1)}});
    EXPECT_EQ(turned.shape(), extents(2, 2, 6));
    EXPECT_TRUE(equal(
        turned, {3, 4, 5, 0, 1, 2, 0, 1, 2, 3, 4, 5, 9, 10, 11, 6, 7, 8, 6, 7, 8, 9, 10, 11}));
    std::vector<std::vector<array<int>>> counted_rows(40, {v, v});
    auto const many = tw::block(counted_rows);
    EXPECT_EQ(many.shape(), extents(40, 6));
    EXPECT_TRUE(equal(many(39), {1, 2, 3, 1, 2, 3}));
    EXPECT_THROW((void)tw::block({{m, column}, {m, m}}), tw::shape_error);
    EXPECT_THROW((void)tw::block({{v, v}, {v}}), tw::shape_error);
    counted_rows[1].clear();
    EXPECT_THROW((void)tw::block(counted_rows), tw::value_error);
    counted_rows.clear();
    EXPECT_THROW((void)tw::block(counted_rows), tw::value_error);
    try {
        (void)tw::block({{m, array<int, 2>(m(slice(0, 1)))}});
        FAIL() << "two rows and one";
    } catch (tw::shape_error const& e) {
        std::string const text = e.what();
        EXPECT_NE(text.find("a row of block along axis 1"), std::string::npos) << text;
        EXPECT_NE(text.find("join_test.cpp:"), std::string::npos) << text;
    }
}

TEST(Join, InsertsAndRemoves) {
    operands const x;
    EXPECT_TRUE(is(append(x.v, to_space({7, 8})), goldens::append_v));
    EXPECT_TRUE(is(append(x.m, x.m(slice(1, 2)), axis<0>), goldens::append_m));
    EXPECT_TRUE(is(insert(x.v, 2, 99), goldens::insert_v));
    EXPECT_TRUE(is(insert(x.v, 7, 99), goldens::insert_end));
    EXPECT_TRUE(is(insert(x.m, 1, x.v(slice(0, 4)), axis<0>), goldens::insert_m));
    EXPECT_TRUE(is(insert(x.m, -1, 9, axis<1>), goldens::insert_column));
    // Values of fewer axes are those of a slice, wherever the axis is.
    EXPECT_TRUE(equal(insert(x.m, 4, to_space({-1, -2, -3}), axis<1>),
                      {0, 1, 2, 3, -1, 4, 5, 6, 7, -2, 8, 9, 10, 11, -3}));
    EXPECT_TRUE(equal(insert(counted(extents(2, 1, 2)), 0, counted(extents(2, 1)) - 9, 2),
                      {-9, 0, 1, -8, 2, 3}));
    EXPECT_THROW((void)insert(x.m, 0, to_space({1, 2, 3, 4}), axis<1>), tw::shape_error);
    EXPECT_TRUE(is(remove(x.v, 2), goldens::remove_v));
    EXPECT_TRUE(is(remove(x.v, -1), goldens::remove_last));
    EXPECT_TRUE(is(remove(x.v, slice(1, 4)), goldens::remove_slice));
    EXPECT_TRUE(is(remove(x.v, slice(0, 7, 3)), goldens::remove_step));
    EXPECT_TRUE(is(remove(x.v, slice(6, 0, -2)), goldens::remove_back));
    EXPECT_TRUE(is(remove(x.m, slice(0, 2), axis<0>), goldens::remove_m));
    EXPECT_TRUE(is(remove(x.m, slice(2, 2), axis<1>), goldens::remove_none));
}

TEST(Join, RollsTilesAndRepeats) {
    operands const x;
    EXPECT_TRUE(is(roll(x.v, 2), goldens::roll_2));
    EXPECT_TRUE(is(roll(x.v, -9), goldens::roll_m9));
    EXPECT_TRUE(is(roll(x.m, 1, axis<0>), goldens::roll_m_0));
    EXPECT_TRUE(is(roll(x.m, -1, 1), goldens::roll_m_1));
    EXPECT_TRUE(is(roll(x.t, {1, 2}, axis<0, 2>), goldens::roll_two));
    EXPECT_TRUE(is(tile(x.v, 3), goldens::tile_3));
    EXPECT_TRUE(is(tile(x.m, 2, 3), goldens::tile_m));
    EXPECT_TRUE(is(tile(x.m, 2, 1, 2), goldens::tile_more));
    EXPECT_TRUE(is(tile(x.m, 2), goldens::tile_fewer));
    EXPECT_TRUE(is(tile(x.v, 0), goldens::tile_0));
    EXPECT_TRUE(is(repeat(x.v, 3), goldens::repeat_v));
    EXPECT_TRUE(is(repeat(x.m, 2, axis<0>), goldens::repeat_m_0));
    EXPECT_TRUE(is(repeat(x.m, 3, axis<1>), goldens::repeat_m_1));
    EXPECT_TRUE(is(resize(x.m, 5, 4), goldens::resize_more));
    EXPECT_TRUE(is(resize(x.m, extents(5)), goldens::resize_less));
}

TEST(Join, OneInsideAnother) {
    operands const x;
    EXPECT_TRUE(is(roll(tile(x.v, 4), 3), goldens::roll_of_tile));
    EXPECT_TRUE(is(tile(roll(x.v, 3), 4), goldens::tile_of_roll));
    EXPECT_TRUE(is(tile(repeat(x.v, 2), 3), goldens::tile_of_repeat));
    EXPECT_TRUE(is(tile(x.v, 6) + repeat(x.m(0, slice(0, 3)), 14), goldens::tile_and_repeat));
    EXPECT_TRUE(is(tile(x.v, 5)(slice(2, 33, 3)), goldens::slice_of_tile));
    EXPECT_TRUE(is(flip(tile(x.v, 4))(slice(3, 26)), goldens::back_of_tile));
    EXPECT_TRUE(
        is(pad(x.m, 2, padding::reflect)(slice(none, none, -2), slice(1)), goldens::slice_of_pad));
    EXPECT_TRUE(is(transpose(pad(x.m, {{1, 0}, {0, 2}})), goldens::transpose_of_pad));
}

TEST(Join, Pads) {
    operands const x;
    EXPECT_TRUE(is(pad(x.v, {{3, 2}}), goldens::pad_constant));
    EXPECT_TRUE(is(pad(x.v, {{3, 2}}, padding::edge), goldens::pad_edge));
    EXPECT_TRUE(is(pad(x.v, {{3, 2}}, padding::reflect), goldens::pad_reflect));
    EXPECT_TRUE(is(pad(x.v, {{3, 2}}, padding::symmetric), goldens::pad_symmetric));
    EXPECT_TRUE(is(pad(x.v, {{3, 2}}, padding::wrap), goldens::pad_wrap));
    auto const few = x.v(slice(0, 3));
    EXPECT_TRUE(is(pad(few, {{8, 7}}, padding::edge), goldens::pad_edge_wide));
    EXPECT_TRUE(is(pad(few, {{8, 7}}, padding::reflect), goldens::pad_reflect_wide));
    EXPECT_TRUE(is(pad(few, {{8, 7}}, padding::symmetric), goldens::pad_symmetric_wide));
    EXPECT_TRUE(is(pad(few, {{8, 7}}, padding::wrap), goldens::pad_wrap_wide));
    auto const one = x.v(slice(1, 2));
    EXPECT_TRUE(is(pad(one, {{2, 3}}, padding::edge), goldens::pad_edge_one));
    EXPECT_TRUE(is(pad(one, {{2, 3}}, padding::reflect), goldens::pad_reflect_one));
    EXPECT_TRUE(is(pad(one, {{2, 3}}, padding::symmetric), goldens::pad_symmetric_one));
    EXPECT_TRUE(is(pad(one, {{2, 3}}, padding::wrap), goldens::pad_wrap_one));
    EXPECT_TRUE(is(pad(x.m, {{1, 2}, {3, 0}}), goldens::pad_constant_m));
    EXPECT_TRUE(is(pad(x.m, {{1, 2}, {3, 0}}, padding::edge), goldens::pad_edge_m));
    EXPECT_TRUE(is(pad(x.m, {{1, 2}, {3, 0}}, padding::reflect), goldens::pad_reflect_m));
    EXPECT_TRUE(is(pad(x.m, {{1, 2}, {3, 0}}, padding::symmetric), goldens::pad_symmetric_m));
    EXPECT_TRUE(is(pad(x.m, {{1, 2}, {3, 0}}, padding::wrap), goldens::pad_wrap_m));
    EXPECT_TRUE(is(pad(x.t, 1, padding::constant(-5)), goldens::pad_value));
    EXPECT_TRUE(is(pad(array<int, 2>(0, 4), {{1, 1}, {0, 0}}), goldens::pad_empty));
}

TEST(Join, PadsWithWhatElementsHold) {
    EXPECT_THROW((void)pad(to_space<std::int8_t>({1}), 1, padding::constant(300)), tw::value_error);
}

TEST(Join, Diagonals) {
    operands const x;
    auto const few = x.v(slice(0, 3));
    EXPECT_TRUE(is(diag(few), goldens::diag_v));
    EXPECT_TRUE(is(diag(few, 1), goldens::diag_v_1));
    EXPECT_TRUE(is(diag(few, -2), goldens::diag_v_m2));
    EXPECT_TRUE(is(diag(x.m, 1), goldens::diag_m_1));
    EXPECT_TRUE(is(diagflat(x.m(slice(0, 2), slice(0, 2)), 1), goldens::diagflat));
}

TEST(Join, StacksManyBesideEachOther) {
    array<int> const v = counted(extents(3));
    array<int, 2> const m = counted(extents(2, 3));
    EXPECT_EQ(hstack(v, v, v, v, v, v).shape(), extents(18));
    EXPECT_EQ(hstack(m, m, m, m, m, m, m, m, m).shape(), extents(2, 27));
    EXPECT_EQ(vstack(v, v, v, v, m).shape(), extents(6, 3));
    EXPECT_EQ(vstack(v, v, v, v, v, v, v, v, v, v).shape(), extents(10, 3));
    EXPECT_EQ(dstack(v, v, v, v, v, v).shape(), extents(1, 3, 6));
    EXPECT_EQ(column_stack(v, v, v, v, v, v, v, v, v).shape(), extents(3, 9));
    EXPECT_EQ(vstack(v).shape(), extents(1, 3));
    EXPECT_TRUE(
        equal(column_stack(v, v, v, v, v)(1), std::vector<int>(5, twill_test::values(v)[1])));
    EXPECT_THROW((void)hstack(m, m, m, m, m, array<int, 2>(3, 3)), tw::shape_error);
}

}  // namespace
