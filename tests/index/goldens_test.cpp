// SPDX-License-Identifier: MIT
// Index arrays and masks against NumPy.
#include "support/indexing.hpp"

namespace {

namespace tw = twill;
namespace goldens = twill::goldens::indexing;
using namespace twill_test;
using tw::axis;
using tw::ellipsis;
using tw::extents;
using tw::full_extent;
using tw::newaxis;
using tw::none;
using tw::out_of_range;
using tw::slice;

TEST(IndexGoldens, Subscripts) {
    indexed_operands const a;
    auto const& [v, m, t, i, j, far, rows, x, chosen] = a;
    EXPECT_TRUE(is(t(full_extent, full_extent, j), goldens::at_last));
    EXPECT_TRUE(is(t(full_extent, 0, j), goldens::at_number));
    EXPECT_TRUE(is(t(i), goldens::at_first));
    EXPECT_TRUE(is(t(i, full_extent, 1), goldens::at_apart));
    EXPECT_TRUE(is(t(full_extent, j, j), goldens::at_neighbours));
    EXPECT_TRUE(is(t(ellipsis, j), goldens::at_ellipsis));
    EXPECT_TRUE(is(t(i, ellipsis, 1), goldens::at_before_ellipsis));
    EXPECT_TRUE(is(t(1, ellipsis, j), goldens::at_around_ellipsis));
    EXPECT_TRUE(is(t(0, slice(0, 2), j), goldens::at_slice));
    auto const down = expand_dims(i, axis<1>);
    EXPECT_TRUE(is(t(down, j), goldens::at_broadcast));
    EXPECT_TRUE(is(t(down, j, newaxis, 3), goldens::at_newaxis));
    EXPECT_TRUE(is(t(slice(none, none, -1), full_extent, slice(none, none, 2))(full_extent, j, 1),
                   goldens::at_back));
    EXPECT_TRUE(is(t(full_extent, i, full_extent)(ellipsis, j), goldens::at_two));
}

TEST(IndexGoldens, SubscriptsWritten) {
    indexed_operands const a;
    array<int, 2> m = a.m;
    m(full_extent, to_space({0, -1})) = to_space({-1, -2});
    EXPECT_TRUE(is(m, goldens::set_columns));
    m = a.m;
    m(full_extent, to_space({0, -1})) += 5;
    EXPECT_TRUE(is(m, goldens::add_columns));
    m = a.m;
    m(to_space({0, 2})) %= 4;
    EXPECT_TRUE(is(m, goldens::modulus_rows));
    m = a.m;
    m(slice(1, none), to_space({1, 3})) <<= 2;
    EXPECT_TRUE(is(m, goldens::shift_part));
    array<int, 3> t = a.t;
    t(ellipsis, a.j) ^= 3;
    EXPECT_TRUE(is(t, goldens::xor_ellipsis));
    t = a.t;
    t(full_extent, a.j, a.j) = -1 - counted(extents(2, 3));
    EXPECT_TRUE(is(t, goldens::set_pairs));
}

TEST(IndexGoldens, Masks) {
    indexed_operands const a;
    auto const& [v, m, t, i, j, far, rows, x, chosen] = a;
    EXPECT_TRUE(is(m(m % 3 == 0), goldens::mask_all));
    auto const back = m(slice(none, none, -1), slice(none, none, 2));
    EXPECT_TRUE(is(back(back % 3 == 0), goldens::mask_back));
    EXPECT_TRUE(is(m(rows), goldens::mask_rows));
    EXPECT_TRUE(is(m(full_extent, m(0) % 3 == 0), goldens::mask_columns));
    EXPECT_TRUE(is(t(t(full_extent, full_extent, 0) > 7), goldens::mask_two));
    EXPECT_TRUE(is(t(full_extent, m % 5 == 0), goldens::mask_inner));
    EXPECT_TRUE(is(t(ellipsis, m(0) % 3 == 0), goldens::mask_ellipsis));
    EXPECT_TRUE(is(t(to_space<bool>({false, true}), ellipsis, 0), goldens::mask_first));
    EXPECT_TRUE(is(m(m < 0), goldens::mask_none));
    EXPECT_TRUE(is(m(rows, i), goldens::mask_and_index));
    // Of an expression, and by a mask of numbers alone.
    EXPECT_TRUE(is((m * 2)(m % 3 == 0) / 2, goldens::mask_all));
    EXPECT_TRUE(is(v(tw::arange<int>(7) < 0), {{0}, {}}));
}

TEST(IndexGoldens, MasksWritten) {
    indexed_operands const a;
    array<int, 2> m = a.m;
    m(m % 3 == 0) = -1;
    EXPECT_TRUE(is(m, goldens::mask_set));
    m = a.m;
    m(m % 3 == 0) = to_space({-1, -2, -3, -4});
    EXPECT_TRUE(is(m, goldens::mask_set_each));
    m = a.m;
    m(m % 3 == 0) += 10;
    EXPECT_TRUE(is(m, goldens::mask_add));
    m = a.m;
    m(m > 4) &= 6;
    EXPECT_TRUE(is(m, goldens::mask_and));
    m = a.m;
    m(a.rows) = a.m(1);
    EXPECT_TRUE(is(m, goldens::mask_set_rows));
    array<int, 3> t = a.t;
    t(full_extent, a.m % 5 == 0) = 0;
    EXPECT_TRUE(is(t, goldens::mask_set_inner));
}

TEST(IndexGoldens, TakenAndPut) {
    indexed_operands const a;
    auto const& [v, m, t, i, j, far, rows, x, chosen] = a;
    auto const wild = to_space({13, -14});
    EXPECT_TRUE(is(tw::take(m, to_space({5, -1})), goldens::take_flat));
    EXPECT_TRUE(is(tw::take(m, j, axis<1>), goldens::take_1));
    EXPECT_TRUE(is(tw::take<out_of_range::wrap>(m, far, axis<1>), goldens::take_wrap));
    EXPECT_TRUE(is(tw::take<out_of_range::clip>(m, far, axis<1>), goldens::take_clip));
    auto const along = to_space(std::vector<int>{2, 0, 1, 1, -1, 3}, extents(3, 2));
    EXPECT_TRUE(is(tw::take_along_axis(m, along, axis<1>), goldens::along_1));
    EXPECT_TRUE(
        is(tw::take_along_axis(m, to_space(std::vector<int>{2, 0, 1, 1}, extents(1, 4)), axis<0>),
           goldens::along_0));
    array<int, 2> p = m;
    tw::put(p, to_space({0, -1, 5}), to_space({70, 80, 90}));
    EXPECT_TRUE(is(p, goldens::put));
    p = m;
    tw::put<out_of_range::wrap>(p, wild, to_space({70, 80}));
    EXPECT_TRUE(is(p, goldens::put_wrap));
    p = m;
    tw::put<out_of_range::clip>(p, to_space({99, -14}), to_space({70, 80}));
    EXPECT_TRUE(is(p, goldens::put_clip));
    p = m;
    tw::put_along_axis(p, to_space(std::vector<int>{2, 0, 1, 2, -1, 3}, extents(3, 2)),
                       to_space(std::vector<int>{-1, -2, -3}, extents(3, 1)), axis<1>);
    EXPECT_TRUE(is(p, goldens::put_along));
    p = m;
    tw::putmask(p, m % 3 == 0, to_space({-1, -2, -3, -4, -5}));
    EXPECT_TRUE(is(p, goldens::putmask));
    p = m;
    tw::putmask(transpose(p), transpose(m) > 7, 0);
    EXPECT_TRUE(is(p, goldens::putmask_number));
    p = m;
    tw::place(p, m % 2 == 0, to_space({-1, -2, -3, -4}));
    EXPECT_TRUE(is(p, goldens::place));
    array<int> s = v;
    tw::scatter_add(s, to_space({1, 1, -1, 1}), to_space({10, 20, 30, 40}));
    EXPECT_TRUE(is(s, goldens::add_at));
    array<double> d = tw::cast<double>(v);
    tw::scatter_add(d, to_space({1, 1, -1, 1}), to_space({10.0, 20.0, 30.0, 40.0}),
                    tw::deterministic);
    EXPECT_TRUE(is(d, goldens::add_at));
    s = v;
    tw::scatter_min(s, to_space({5, 5, 6}), to_space({4, 3, 9}));
    EXPECT_TRUE(is(s, goldens::minimum_at));
    s = v;
    tw::scatter_max(s, to_space({5, 5, 0}), to_space({4, 13, 9}));
    EXPECT_TRUE(is(s, goldens::maximum_at));
}

TEST(IndexGoldens, Found) {
    indexed_operands const a;
    auto const& [v, m, t, i, j, far, rows, x, chosen] = a;
    EXPECT_TRUE(is(tw::compress(rows, m, axis<0>), goldens::compress_0));
    EXPECT_TRUE(
        is(tw::compress(to_space<bool>({false, true}), m, axis<1>), goldens::compress_short));
    EXPECT_TRUE(is(tw::extract(m % 5 == 1, m * 2), goldens::extract));
    EXPECT_TRUE(is(tw::flatnonzero(m % 3), goldens::flatnonzero));
    auto const at = tw::nonzero(t % 5 == 0);
    EXPECT_TRUE(are(goldens::nonzero, at[0], at[1], at[2]));
    EXPECT_TRUE(is(tw::argwhere(t % 5 == 0), goldens::argwhere));
    EXPECT_TRUE(is(tw::argwhere(t < 0), goldens::argwhere_none));
    auto const [p, q, r] = tw::unravel_index(to_space({17, 0, 23}), extents(2, 3, 4));
    EXPECT_TRUE(are(goldens::unravel, p, q, r));
    EXPECT_TRUE(is(tw::ravel_multi_index(extents(2, 3), i, j(slice(0, 2))), goldens::ravel));
    auto const masked =
        tw::mask_indices<space>(3, [](auto const& of, tw::index_t k) { return triu(of, k); }, 1);
    EXPECT_TRUE(are(goldens::mask_indices, masked[0], masked[1]));
}

TEST(IndexGoldens, FoundUpToACapacity) {
    indexed_operands const a;
    auto const& m = a.m;
    auto const [few, count] = tw::flatnonzero(m % 3, tw::capacity(5));
    EXPECT_TRUE(equal(few, {1, 2, 4, 5, 7}));
    EXPECT_EQ(value(count), 8);
    auto const [index, number] = tw::nonzero(m == 6, tw::capacity(2));
    EXPECT_TRUE(equal(index[0], {1, 0}));
    EXPECT_TRUE(equal(index[1], {2, 0}));
    EXPECT_EQ(value(number), 1);
    EXPECT_TRUE(equal(tw::argwhere(m > 9, tw::capacity(3)).elements, {2, 2, 2, 3, 0, 0}));
    auto const columns = tw::compress(m(0) > 1, m, axis<1>, tw::capacity(3));
    EXPECT_TRUE(equal(columns.elements, {2, 3, 0, 6, 7, 0, 10, 11, 0}));
    EXPECT_EQ(value(columns.count), 2);
    EXPECT_TRUE(equal(tw::extract(m > 9, m, tw::capacity(0)).elements, {}));
    EXPECT_EQ(value(tw::extract(m > 9, m, tw::capacity(0)).count), 2);
    EXPECT_EQ(value(tw::flatnonzero(m(slice(0, 0)), tw::capacity(1)).count), 0);
    EXPECT_THROW(tw::capacity(-1), tw::value_error);
}

TEST(IndexGoldens, Chosen) {
    indexed_operands const a;
    auto const& [v, m, t, i, j, far, rows, x, chosen] = a;
    auto const few = v(slice(0, 3));
    EXPECT_TRUE(
        is(tw::choose(expand_dims(j, axis<1>), m(0), -1, v(slice(0, 4)) * 10), goldens::choose));
    EXPECT_TRUE(
        is(tw::choose<out_of_range::wrap>(far, few, -1, v(slice(4, 7))), goldens::choose_wrap));
    EXPECT_TRUE(
        is(tw::choose<out_of_range::clip>(far, few, -1, v(slice(4, 7))), goldens::choose_clip));
    EXPECT_TRUE(is(tw::select(m > 8, m * 10, m % 2 == 0, -m, 5), goldens::select));
    EXPECT_THROW((void)tw::to_host(tw::evaluate(tw::choose(far, few, few))), tw::index_error);
}

TEST(IndexGoldens, TrianglesAndDiagonals) {
    indexed_operands const a;
    auto const both = [](goldens::indexed_case const& expected, auto const& index) {
        return are(expected, std::get<0>(index), std::get<1>(index));
    };
    EXPECT_TRUE(both(goldens::tril_indices, tw::tril_indices(4)));
    EXPECT_TRUE(both(goldens::tril_wide, tw::tril_indices(3, 1, 5)));
    EXPECT_TRUE(both(goldens::tril_tall, tw::tril_indices(5, -2, 2)));
    EXPECT_TRUE(both(goldens::triu_indices, tw::triu_indices(4)));
    EXPECT_TRUE(both(goldens::triu_wide, tw::triu_indices(3, 1, 5)));
    EXPECT_TRUE(both(goldens::triu_tall, tw::triu_indices(5, -2, 2)));
    EXPECT_TRUE(both(goldens::tril_from, tw::tril_indices_from(a.m, -1)));
    EXPECT_TRUE(both(goldens::triu_from, tw::triu_indices_from(a.m, 2)));
    auto const [p, q, r] = tw::diag_indices<3>(3);
    EXPECT_TRUE(are(goldens::diag_indices, p, q, r));
    auto const [r0, c0] = tw::ix_(a.i, to_space({3, 0}));
    EXPECT_EQ(r0.shape(), extents(2, 1));
    EXPECT_EQ(c0.shape(), extents(1, 2));
    EXPECT_TRUE(is(a.t(0)(r0, c0), goldens::mesh));
    auto const [r1, c1] = tw::ix_(a.rows, a.m(0) % 3 == 0);
    EXPECT_TRUE(is(a.m(r1, c1), goldens::mesh_mask));
    EXPECT_THROW((void)tw::diag_indices_from(a.m), tw::shape_error);
    EXPECT_THROW((void)tw::tril_indices(-1), tw::value_error);
    array<int, 2> m = a.m;
    auto const [down, across] = tw::triu_indices_from(m);
    m(down, across) = 0;
    EXPECT_TRUE(equal(m, {0, 0, 0, 0, 4, 0, 0, 0, 8, 9, 0, 0}));
}

TEST(IndexGoldens, SeveralPlaces) {
    indexed_operands const a;
    auto const& [v, m, t, i, j, far, rows, x, chosen] = a;
    EXPECT_TRUE(is(tw::repeat(v, to_space({0, 1, 2, 0, 3, 0, 1})), goldens::repeat_counts));
    EXPECT_TRUE(is(tw::repeat(m, to_space({2, 0, 1}), axis<0>), goldens::repeat_0));
    EXPECT_TRUE(is(tw::repeat(v, v * 0), goldens::repeat_none));
    EXPECT_TRUE(is(tw::insert(v, to_space({1, 7, 1, -1}), to_space({10, 20, 30, 40})),
                   goldens::insert_several));
    EXPECT_TRUE(is(tw::insert(m, to_space({3, 0}), 9, axis<0>), goldens::insert_rows));
    EXPECT_TRUE(is(tw::insert(m, to_space({1, 1}), m(full_extent, slice(0, 2)), axis<1>),
                   goldens::insert_columns));
    EXPECT_TRUE(is(tw::remove(v, to_space({0, -1, 0})), goldens::delete_several));
    EXPECT_TRUE(is(tw::remove(m, to_space({1, 3}), axis<1>), goldens::delete_columns));
    EXPECT_TRUE(is(tw::remove(m, !rows, axis<0>), goldens::delete_mask));
    EXPECT_THROW((void)tw::repeat(v, to_space({0, 1, -2, 0, 3, 0, 1})), tw::value_error);
    EXPECT_THROW((void)tw::repeat(v, to_space({1, 2})), tw::shape_error);
    EXPECT_THROW((void)tw::insert(v, to_space({8}), 1), tw::index_error);
}

}  // namespace
