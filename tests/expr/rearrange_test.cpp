// SPDX-License-Identifier: MIT
// Views and generators of <twill/rearrange.hpp>, against NumPy.
#include "support/rearranging.hpp"
#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace {

namespace tw = twill;
namespace goldens = twill::goldens;
using tw::axes;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::slice;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::is;
using twill_test::shape;
using twill_test::shape_vector;
using twill_test::space;
using twill_test::to_space;

struct operands {
    array<int> v = counted(extents(7));
    array<int, 2> m = counted(extents(3, 4));
    array<int, 3> t = counted(extents(2, 3, 4));
};

TEST(Rearrange, MovesAxes) {
    operands const x;
    EXPECT_TRUE(is(moveaxis(x.t, 0, -1), goldens::moveaxis_0_2));
    EXPECT_TRUE(is(moveaxis(x.t, 2, 0), goldens::moveaxis_2_0));
    EXPECT_TRUE(is(moveaxis(x.t, axis<0, 1>, axis<-1, 0>), goldens::moveaxis_two));
    EXPECT_TRUE(is(moveaxis(x.t, axes(0, 1), axes(-1, 0)), goldens::moveaxis_two));
    EXPECT_TRUE(is(rollaxis(x.t, 2), goldens::rollaxis_2));
    EXPECT_TRUE(is(rollaxis(x.t, 0, 2), goldens::rollaxis_0_2));
    EXPECT_TRUE(is(rollaxis(x.t, 0, 3), goldens::rollaxis_0_3));
    EXPECT_TRUE(is(matrix_transpose(x.t), goldens::matrix_transpose));
    EXPECT_THROW((void)moveaxis(x.t, 3, 0), tw::axis_error);
    EXPECT_THROW((void)moveaxis(x.t, axes(0, 0), axes(0, 1)), tw::axis_error);
    EXPECT_THROW((void)rollaxis(x.t, 0, 4), tw::axis_error);
}

TEST(Rearrange, TurnsAndAddsAxes) {
    operands const x;
    EXPECT_TRUE(is(rot90(x.m), goldens::rot90_1));
    EXPECT_TRUE(is(rot90(x.m, 2), goldens::rot90_2));
    EXPECT_TRUE(is(rot90(x.m, -1), goldens::rot90_3));
    EXPECT_TRUE(is(rot90(x.m, 4), goldens::rot90_4));
    EXPECT_TRUE(is(rot90(x.t, 1, axis<2, 0>), goldens::rot90_axes));
    EXPECT_TRUE(is(fliplr(x.m), goldens::fliplr));
    EXPECT_TRUE(is(flipud(x.t), goldens::flipud));
    EXPECT_TRUE(is(atleast_2d(x.v), goldens::atleast_2d_v));
    EXPECT_TRUE(is(atleast_3d(x.v), goldens::atleast_3d_v));
    EXPECT_TRUE(is(atleast_3d(x.m), goldens::atleast_3d_m));
    EXPECT_TRUE(is(atleast_3d(x.t), goldens::atleast_3d_t));
    EXPECT_EQ(shape(atleast_1d(twill_test::rank0(3))), (shape_vector{1}));
}

TEST(Rearrange, DiagonalsAndTriangles) {
    operands const x;
    EXPECT_TRUE(is(diagonal(x.t), goldens::diagonal_t));
    EXPECT_TRUE(is(diagonal(x.t, 1, axis<1, 2>), goldens::diagonal_t_12));
    EXPECT_TRUE(is(diagonal(x.t, -1, axes(2, 0)), goldens::diagonal_t_20));
    EXPECT_EQ(shape(diagonal(x.t, 9, axis<1, 2>)), (shape_vector{2, 0}));
    EXPECT_TRUE(is(tril(x.m), goldens::tril));
    EXPECT_TRUE(is(tril(x.m, 1), goldens::tril_1));
    EXPECT_TRUE(equal(tril(to_space({1, 2, 3})), {1, 0, 0, 1, 2, 0, 1, 2, 3}));
    EXPECT_TRUE(equal(triu(to_space({1, 2, 3}) * 2, 1), {0, 4, 6, 0, 0, 6, 0, 0, 0}));
    EXPECT_TRUE(is(triu(x.t), goldens::triu));
    EXPECT_TRUE(is(triu(x.t, -1), goldens::triu_m1));
    EXPECT_TRUE(is(tw::tri<int>(3, 5, -1), goldens::tri));
    EXPECT_TRUE(is(cast<int>(trace(x.m)), goldens::trace));
    EXPECT_TRUE(is(cast<int>(tw::trace<float>(x.m)), goldens::trace));
    EXPECT_TRUE(is(cast<int>(trace(x.t, 1, axis<1, 2>)), goldens::trace_t));
    auto m = counted(extents(2, 3));
    fill_diagonal(m, 9);
    EXPECT_TRUE(equal(m, {9, 1, 2, 3, 9, 5}));
    auto cube = counted(extents(2, 2, 2));
    fill_diagonal(transpose(cube), to_space({8, 9}));
    EXPECT_TRUE(equal(cube, {8, 1, 2, 3, 4, 5, 6, 9}));
    tw::fill_diagonal(cube(slice(tw::none, tw::none, -1), full_extent, full_extent), -1);
    EXPECT_TRUE(equal(cube, {8, 1, 2, -1, -1, 5, 6, 9}));
    auto brick = counted(extents(2, 2, 3));
    EXPECT_THROW(fill_diagonal(brick, 0), tw::shape_error);
    EXPECT_TRUE(equal(tw::identity<int>(2), {1, 0, 0, 1}));
}

TEST(Rearrange, Windows) {
    operands const x;
    EXPECT_TRUE(is(tw::sliding_window_view<3>(x.v), goldens::windows_3));
    EXPECT_TRUE(is(tw::sliding_window_view(x.v, 3), goldens::windows_3));
    // Of an expression, which is evaluated.
    EXPECT_TRUE(is(tw::sliding_window_view(x.v + 0, 3), goldens::windows_3));
    EXPECT_TRUE(is(tw::sliding_window_view<3>(x.v * 1), goldens::windows_3));
    EXPECT_TRUE(is(tw::sliding_window_view(-x.v, tw::extents(3)) * -1, goldens::windows_3));
    EXPECT_EQ(tw::sliding_window_view(x.m, 2, 3).shape(),
              (tw::sliding_window_view<2, 3>(x.m).shape()));
    EXPECT_TRUE(is(tw::sliding_window_view<2, 2>(x.m), goldens::windows_22));
    // Along one axis.
    auto const down = transpose(tw::sliding_window_view(transpose(x.m), 2), tw::axis<1, 0, 2>);
    EXPECT_EQ(tw::sliding_window_view(x.m, 2, tw::axis<0>).shape(), down.shape());
    EXPECT_TRUE(equal(tw::sliding_window_view(x.m, 2, tw::axis<0>), twill_test::values(down)));
    EXPECT_TRUE(equal(tw::sliding_window_view(x.m + 0, 2, tw::axes(0)), twill_test::values(down)));
    EXPECT_TRUE(equal(tw::sliding_window_view(x.m, 3, tw::axis<-1>),
                      twill_test::values(tw::sliding_window_view(x.m, 3))));
    EXPECT_THROW((void)tw::sliding_window_view(x.m, 99, tw::axis<0>), tw::shape_error);
    EXPECT_THROW((void)tw::sliding_window_view(x.m, 0, tw::axes(0)), tw::shape_error);
    EXPECT_THROW((void)tw::sliding_window_view(x.m, 1, tw::axes(2)), tw::axis_error);
    EXPECT_TRUE(is(sliding_window_view(x.t, extents(2)), goldens::windows_t));
    EXPECT_THROW((void)sliding_window_view(x.v, extents(8)), tw::shape_error);
    EXPECT_THROW((void)sliding_window_view(x.v, extents(0)), tw::shape_error);
}

TEST(Rearrange, Splits) {
    operands x;
    EXPECT_TRUE(is(tw::split<2>(x.m, axis<1>)[1], goldens::split_1));
    EXPECT_TRUE(is(split(x.m, 2, 1)[1], goldens::split_1));
    EXPECT_TRUE(is(array_split(x.v, 3)[0], goldens::array_split_0));
    EXPECT_TRUE(is(array_split(x.v, 3)[2], goldens::array_split_2));
    tw::index_t const places[] = {2, 5};
    auto const parts = split(x.v, places);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_TRUE(is(parts[0], goldens::split_at_0));
    EXPECT_TRUE(is(parts[1], goldens::split_at_1));
    EXPECT_TRUE(is(parts[2], goldens::split_at_2));
    EXPECT_TRUE(is(unstack(x.t, axis<1>)[2], goldens::unstack_1));
    EXPECT_TRUE(is(tw::unstack<3>(x.t, axis<1>)[2], goldens::unstack_1));
    auto t = x.t;
    auto [first, second] = tw::unstack<2>(t);
    second = 0;
    EXPECT_TRUE(equal(t(1, 0), {0, 0, 0, 0}));
    EXPECT_TRUE(equal(first(0), {0, 1, 2, 3}));
    EXPECT_TRUE(equal(tw::unstack<3>(x.m + 1)[0], {1, 2, 3, 4}));
    EXPECT_THROW((void)tw::unstack<2>(x.m), tw::shape_error);
    EXPECT_THROW((void)tw::unstack<3>(x.m, 2), tw::axis_error);
    EXPECT_TRUE(is(dsplit(x.t, 2)[1], goldens::dsplit));
    EXPECT_TRUE(equal(hsplit(x.v, 7)[3], {3}));
    EXPECT_TRUE(equal(vsplit(x.m, 3)[1], {4, 5, 6, 7}));
    EXPECT_THROW((void)split(x.v, 2), tw::shape_error);
    EXPECT_THROW((void)array_split(x.v, 0), tw::value_error);
    auto [left, right] = tw::split<2>(x.m, axis<1>);
    left = 0;
    EXPECT_TRUE(equal(x.m(0), {0, 0, 2, 3}));
}

TEST(Rearrange, BitsAndShapes) {
    auto const x = to_space<float>({1.0f, -2.0f});
    EXPECT_TRUE(equal(tw::bit_view<std::uint32_t>(x), {0x3f800000u, 0xc0000000u}));
    EXPECT_TRUE(equal(tw::bit_view<std::uint16_t>(x), {0, 0x3f80, 0, 0xc000}));
    EXPECT_TRUE(equal(tw::bit_view<std::uint64_t>(x), {0xc00000003f800000ull}));
    EXPECT_THROW((void)tw::bit_view<std::uint64_t>(to_space<float>({1, 2, 3})), tw::shape_error);
    EXPECT_THROW((void)tw::bit_view<std::uint16_t>(flip(x)), tw::shape_error);
    operands const o;
    EXPECT_TRUE(equal(reshape(o.m + 1, 2, -1), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(shape(ravel(transpose(o.m) + 0)), (shape_vector{12}));
    EXPECT_THROW((void)reshape(o.m + 1, 5, 2), tw::shape_error);
    auto const [a, b] = broadcast_arrays(o.m(0), o.t);
    EXPECT_EQ(shape(a), (shape_vector{2, 3, 4}));
    EXPECT_TRUE(equal(b(0), twill_test::values(o.m)));
    EXPECT_TRUE(tw::broadcast_shapes(extents(3, 1), extents(4)) == extents(3, 4));
    EXPECT_THROW((void)tw::broadcast_shapes(extents(3), extents(4)), tw::shape_error);
}

TEST(Rearrange, Generators) {
    operands const x;
    EXPECT_TRUE(equal(tw::evaluate<space>(zeros_like(x.v)), std::vector<int>(7, 0)));
    EXPECT_TRUE(equal(ones_like(x.v) + full_like(x.v, 2), std::vector<int>(7, 3)));
    auto const narrow = to_space<std::uint8_t>({1, 2});
    EXPECT_TRUE(equal(full_like(narrow, 255), {255, 255}));
    EXPECT_THROW((void)full_like(narrow, 300), tw::value_error);
    EXPECT_THROW((void)full_like(narrow, -1), tw::value_error);
    EXPECT_THROW((void)tw::full_like<std::int8_t>(x.v, 128), tw::value_error);
    EXPECT_TRUE(equal(tw::full_like<int>(narrow, 300), {300, 300}));
    EXPECT_EQ(shape(empty_like(x.t)), (shape_vector{2, 3, 4}));
    // NumPy's, which are not the true values everywhere.
    EXPECT_TRUE(twill_test::within_ulps(tw::geomspace(1, 256, 9),
                                        {1, 2, 4, 7.999999999999999, 16, 32.00000000000001,
                                         63.999999999999986, 127.99999999999999, 256},
                                        2));
    EXPECT_TRUE(
        twill_test::within_ulps(tw::geomspace(-1000.0, -1.0, 4), {-1000, -100, -10, -1}, 2));
    EXPECT_TRUE(twill_test::within_ulps(
        tw::geomspace(1e-3, 1e3, 13),
        {0.001, 0.0031622776601683794, 0.01, 0.03162277660168379, 0.1, 0.31622776601683794, 1.0,
         3.1622776601683795, 10.0, 31.622776601683793, 100.0, 316.22776601683796, 1000.0},
        2));
    EXPECT_TRUE(twill_test::within_ulps(tw::geomspace(1e-200, 1e200, 5),
                                        {1e-200, 1e-100, 1.0, 1e100, 1e200}, 2));
    EXPECT_TRUE(twill_test::within_ulps(
        tw::geomspace(1e-30f, 1e30f, 7),
        {1e-30f, 9.999999682655225e-21f, 1e-10f, 1.0f, 1e10f, 1.0000000200408773e+20f, 1e30f}, 3));
    EXPECT_TRUE(twill_test::within_ulps(tw::geomspace(1.0, 16.0, 4, false), {1, 2, 4, 8}, 4));
    EXPECT_TRUE(equal(tw::geomspace(1.0f, INFINITY, 3), {1.0f, INFINITY, INFINITY}));
    EXPECT_TRUE(
        twill_test::within_ulps(tw::geomspace<float>(1.0, 1e50, 3), {1.0f, 1e25f, INFINITY}, 3));
    EXPECT_THROW((void)tw::geomspace(0.0, 1.0, 3), tw::value_error);
    EXPECT_THROW((void)tw::geomspace(-1.0, 1.0, 3), tw::value_error);
}

TEST(Rearrange, Grids) {
    auto const [i, j] = tw::ogrid(2, 3);
    EXPECT_EQ(shape(i), (shape_vector{2, 1}));
    EXPECT_EQ(shape(j), (shape_vector{1, 3}));
    EXPECT_TRUE(equal(10 * i + j, {0, 1, 2, 10, 11, 12}));
    auto const [r, c] = tw::mgrid(2, 3);
    EXPECT_EQ(shape(c), (shape_vector{2, 3}));
    EXPECT_TRUE(equal(r, {0, 0, 0, 1, 1, 1}));
    EXPECT_TRUE(equal(c, {0, 1, 2, 0, 1, 2}));
    // Coordinates: of arrays, of expressions, of a generator beside a count.
    auto const [z, y, x] = tw::ogrid(to_space({1.0, 2.0}) * 2.0, 2, tw::linspace(-1.0, 1.0, 3));
    EXPECT_EQ(shape(z), (shape_vector{2, 1, 1}));
    EXPECT_EQ(shape(y), (shape_vector{1, 2, 1}));
    EXPECT_TRUE(equal(z + y + x, {1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 5, 6}));
    auto const [only] = tw::mgrid(to_space({5, 7}));
    EXPECT_TRUE(equal(only, {5, 7}));
    auto const [none, some] = tw::mgrid(0, 3);
    EXPECT_EQ(shape(some), (shape_vector{0, 3}));
    EXPECT_EQ(shape(none), (shape_vector{0, 3}));
    EXPECT_THROW((void)tw::ogrid(2, -1), tw::value_error);
}

}  // namespace
