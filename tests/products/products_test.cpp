// SPDX-License-Identifier: MIT
// tensordot, dot, inner, vecdot, vdot, outer, kron, cross, matrix_power and multi_dot against
// NumPy.
#include <twill/vec.hpp>

#include "goldens/products.hpp"
#include "support/products.hpp"

namespace tw = twill;
namespace answers = twill::goldens::products;
using namespace twill_test;

namespace {

using Z = tw::complex<double>;

template <class X>
void check(X const& x, answers::answer const& expected) {
    using T = element_t<X>;
    EXPECT_EQ(shape(x), shape_vector(expected.shape.begin(), expected.shape.end()));
    std::vector<T> elements;
    if constexpr (is_complex_number<T>)
        for (std::size_t i = 0; i < expected.elements.size(); i += 2)
            elements.push_back(T(expected.elements[i], expected.elements[i + 1]));
    else
        for (double const e : expected.elements)
            elements.push_back(static_cast<T>(e));
    EXPECT_TRUE(equal(x + T(0), elements));
}
template <class T, class... Sizes>
auto whole(index_t seed, Sizes... sizes) {
    return whole_numbers<T>(tw::extents(sizes...), seed);
}

TEST(products, tensordot) {
    auto const a = whole<double>(1, 2, 3, 4);
    check(tw::tensordot<2>(a, whole<double>(2, 3, 4, 5)), answers::tensordot_2);
    check(tw::tensordot(a, whole<double>(2, 3, 4, 5)), answers::tensordot_2);
    check(tw::tensordot<1>(a, whole<double>(2, 4, 3)), answers::tensordot_1);
    check(tw::tensordot<0>(whole<double>(1, 2, 2), whole<double>(2, 3)), answers::tensordot_0);
    check(tw::tensordot(a, tw::axis<0, 2>, whole<double>(2, 4, 5, 2), tw::axis<2, 0>),
          answers::tensordot_axes);
    check(tw::tensordot(a, tw::axis<1, -1>, whole<double>(2, 4, 3, 2), tw::axis<1, 0>),
          answers::tensordot_crossed);
}

TEST(products, dot_and_inner) {
    auto const a = whole<double>(1, 2, 3, 4);
    check(tw::dot(a, whole<double>(2, 2, 4, 3)), answers::dot_of_many);
    check(tw::dot(a, whole<double>(2, 4)), answers::dot_vector);
    check(tw::inner(a, whole<double>(2, 5, 4)), answers::inner_of_many);
    EXPECT_TRUE(equal(tw::dot(whole<float>(1, 3), rank0(2.0f)), values(whole<float>(1, 3) * 2.0f)));
    EXPECT_TRUE(
        equal(tw::inner(rank0(2.0f), whole<float>(1, 3)), values(whole<float>(1, 3) * 2.0f)));
}

TEST(products, of_vectors) {
    auto const a = whole<double>(1, 2, 3, 4);
    check(tw::vecdot(a, whole<double>(2, 3, 4)), answers::vecdot);
    check(tw::vecdot(whole<Z>(1, 3, 4), whole<Z>(2, 4)), answers::vecdot_complex);
    check(tw::vecdot(a, whole<double>(2, 2, 3, 4), tw::axis<-2>), answers::vecdot_axis);
    check(tw::vdot(whole<Z>(1, 3, 4), whole<Z>(2, 3, 4)), answers::vdot_complex);
    check(tw::outer(whole<float>(1, 3), whole<float>(2, 4)), answers::outer);
    check(tw::kron(whole<float>(1, 2, 3), whole<float>(2, 3, 2)), answers::kron);
    check(tw::kron(whole<int>(1, 2, 3), whole<int>(2, 4)), answers::kron_vector);
    check(tw::cross(whole<float>(1, 5, 3), whole<float>(2, 3)), answers::cross);
    check(tw::cross(whole<int>(1, 3, 4), whole<int>(2, 3, 4), tw::axis<0>), answers::cross_axis);
    check(tw::cross(whole<int>(1, 3, 4), whole<int>(2, 3, 4), 0), answers::cross_axis);
}

TEST(products, cross_of_computed_16_bit_floats_is_not_rounded_on_the_way) {
    auto const a = tw::cast<tw::float16>(to_space(std::vector<float>{256.0f, 512.0f, 1024.0f}));
    auto const b = tw::cast<tw::float16>(to_space(std::vector<float>{512.0f, -256.0f, 1024.0f}));
    // Products that float16 does not hold.
    EXPECT_TRUE(equal(tw::cast<float>(tw::cross(a + a, b)), {1572864.0f, 524288.0f, -655360.0f}));
}

TEST(products, of_vec_elements_are_other_functions) {
    using V = tw::vec<float, 3>;
    auto const a = to_space(std::vector<V>{V(1.0f, 2.0f, 3.0f)});
    auto const b = to_space(std::vector<V>{V(0.0f, 1.0f, 0.0f)});
    EXPECT_TRUE(equal(tw::dot(a, b), {2.0f}));
    EXPECT_EQ(values(tw::cross(a, b)).front()[0], -3.0f);
}

TEST(products, chains) {
    check(tw::matrix_power(whole<double>(1, 3, 3), 5), answers::matrix_power_5);
    check(tw::matrix_power(whole<std::int64_t>(1, 2, 3, 3), 3), answers::matrix_power_batch);
    EXPECT_TRUE(equal(tw::matrix_power(whole<float>(1, 2, 2), 0), {1.0f, 0.0f, 0.0f, 1.0f}));
    EXPECT_TRUE(equal(tw::matrix_power(whole<float>(1, 2, 2), 1), values(whole<float>(1, 2, 2))));
    check(tw::multi_dot(whole<double>(1, 2, 5), whole<double>(2, 5, 3), whole<double>(3, 3, 4),
                        whole<double>(4, 4, 2)),
          answers::multi_dot);
    check(tw::multi_dot(whole<double>(1, 5), whole<double>(2, 5, 3), whole<double>(3, 3)),
          answers::multi_dot_vectors);
}

TEST(products, matmul) {
    check(tw::matmul(whole<float>(1, 2, 1, 3, 4), whole<float>(2, 5, 4, 2)),
          answers::matmul_batches);
    check(tw::matmul(whole<Z>(1, 2, 3), whole<Z>(2, 3, 2)), answers::matmul_complex);
}

TEST(products, errors) {
    auto const a = whole<float>(1, 2, 3);
    auto const v = whole<float>(1, 4);
    EXPECT_THROW(static_cast<void>(tw::tensordot<1>(a, v)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::dot(a, v)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::inner(a, v)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::vecdot(a, v)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::vdot(v, v(tw::slice(0, 3)))), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::cross(a, v)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::cross(a, a, 2)), tw::axis_error);
    EXPECT_THROW(static_cast<void>(tw::matrix_power(a, 2)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::matrix_power(a(tw::full_extent, tw::slice(0, 2)), -1)),
                 tw::value_error);
    EXPECT_THROW(static_cast<void>(tw::multi_dot(a, a, v)), tw::shape_error);
    // Axes of size 1 do not stretch where they are summed.
    EXPECT_THROW(static_cast<void>(tw::vecdot(a, v(tw::slice(0, 1)))), tw::shape_error);
}

}  // namespace
