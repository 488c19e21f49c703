// SPDX-License-Identifier: MIT
// einsum against NumPy; what is an error.
#include "goldens/products.hpp"
#include "support/products.hpp"

namespace tw = twill;
namespace answers = twill::goldens::products;
using namespace twill_test;

namespace {

template <class T, class X>
void check(X const& x, answers::answer const& expected) {
    EXPECT_EQ(shape(x), shape_vector(expected.shape.begin(), expected.shape.end()));
    std::vector<T> elements;
    for (double const e : expected.elements)
        elements.push_back(static_cast<T>(e));
    EXPECT_TRUE(equal(x + T(0), elements));
}

TEST(einsum, of_one_operand) {
    using T = double;
    check<T>(tw::einsum<"ii->i">(whole_numbers<T>(tw::extents(3, 3), 1)), answers::einsum_diagonal);
    check<T>(tw::einsum<"ii">(whole_numbers<T>(tw::extents(3, 3), 1)), answers::einsum_trace);
    check<T>(tw::einsum<"ij->j">(whole_numbers<T>(tw::extents(3, 4), 1)),
             answers::einsum_sum_of_columns);
    check<T>(tw::einsum<"ijk->kij">(whole_numbers<T>(tw::extents(3, 4, 5), 1)),
             answers::einsum_turned);
    check<T>(tw::einsum<"ijk->ik">(whole_numbers<T>(tw::extents(3, 4, 5), 1)),
             answers::einsum_sum_inside);
}

TEST(einsum, of_two_operands) {
    using T = float;
    check<T>(tw::einsum<"ij,jk->ik">(whole_numbers<T>(tw::extents(3, 4), 1),
                                     whole_numbers<T>(tw::extents(4, 5), 2)),
             answers::einsum_product);
    check<T>(tw::einsum<"ij,jk->ki">(whole_numbers<T>(tw::extents(3, 4), 1),
                                     whole_numbers<T>(tw::extents(4, 5), 2)),
             answers::einsum_transposed);
    check<T>(tw::einsum<"ji,kj->ik">(whole_numbers<T>(tw::extents(4, 3), 1),
                                     whole_numbers<T>(tw::extents(5, 4), 2)),
             answers::einsum_both_transposed);
    check<T>(tw::einsum<"bij,bjk->bik">(whole_numbers<T>(tw::extents(3, 3, 4), 1),
                                        whole_numbers<T>(tw::extents(3, 4, 5), 2)),
             answers::einsum_batch);
    check<T>(tw::einsum<"ijb,jkb->bki">(whole_numbers<T>(tw::extents(3, 4, 3), 1),
                                        whole_numbers<T>(tw::extents(4, 5, 3), 2)),
             answers::einsum_batch_inside);
    check<T>(tw::einsum<"bij,jk->bik">(whole_numbers<T>(tw::extents(3, 3, 4), 1),
                                       whole_numbers<T>(tw::extents(4, 5), 2)),
             answers::einsum_shared_matrix);
    check<T>(tw::einsum<"ij,j->i">(whole_numbers<T>(tw::extents(3, 4), 1),
                                   whole_numbers<T>(tw::extents(4), 2)),
             answers::einsum_vector);
    check<T>(tw::einsum<"i,ij->j">(whole_numbers<T>(tw::extents(3), 1),
                                   whole_numbers<T>(tw::extents(3, 4), 2)),
             answers::einsum_left_vector);
    check<T>(tw::einsum<"i,i->">(whole_numbers<T>(tw::extents(3), 1),
                                 whole_numbers<T>(tw::extents(3), 2)),
             answers::einsum_inner);
    check<T>(tw::einsum<"i,j->ij">(whole_numbers<T>(tw::extents(3), 1),
                                   whole_numbers<T>(tw::extents(4), 2)),
             answers::einsum_outer);
    check<T>(tw::einsum<"kj,ji">(whole_numbers<T>(tw::extents(5, 4), 1),
                                 whole_numbers<T>(tw::extents(4, 3), 2)),
             answers::einsum_implied);
    check<T>(tw::einsum<"Ai,ij">(whole_numbers<T>(tw::extents(2, 3), 1),
                                 whole_numbers<T>(tw::extents(3, 4), 2)),
             answers::einsum_implied_capital);
    check<T>(tw::einsum<"ij,ij->ij">(whole_numbers<T>(tw::extents(3, 4), 1),
                                     whole_numbers<T>(tw::extents(3, 4), 2)),
             answers::einsum_elements);
    check<T>(tw::einsum<"ij,ji->ij">(whole_numbers<T>(tw::extents(3, 4), 1),
                                     whole_numbers<T>(tw::extents(4, 3), 2)),
             answers::einsum_elements_turned);
    check<T>(tw::einsum<"ij,ij->i">(whole_numbers<T>(tw::extents(3, 4), 1),
                                    whole_numbers<T>(tw::extents(3, 4), 2)),
             answers::einsum_rows);
    check<T>(tw::einsum<"ij,ij->">(whole_numbers<T>(tw::extents(3, 4), 1),
                                   whole_numbers<T>(tw::extents(3, 4), 2)),
             answers::einsum_everything);
    check<T>(tw::einsum<"ijk,jkl->il">(whole_numbers<T>(tw::extents(3, 4, 5), 1),
                                       whole_numbers<T>(tw::extents(4, 5, 2), 2)),
             answers::einsum_two_summed);
    check<T>(tw::einsum<"ikj,jlk->li">(whole_numbers<T>(tw::extents(3, 5, 4), 1),
                                       whole_numbers<T>(tw::extents(4, 2, 5), 2)),
             answers::einsum_two_summed_turned);
    check<T>(tw::einsum<"ij,kl->ik">(whole_numbers<T>(tw::extents(3, 4), 1),
                                     whole_numbers<T>(tw::extents(5, 2), 2)),
             answers::einsum_own_letter_summed);
    check<T>(tw::einsum<"iij,jk->ik">(whole_numbers<T>(tw::extents(3, 3, 4), 1),
                                      whole_numbers<T>(tw::extents(4, 5), 2)),
             answers::einsum_diagonal_of_one);
    check<T>(tw::einsum<"ijk,kl->jil">(whole_numbers<T>(tw::extents(3, 4, 5), 1),
                                       whole_numbers<T>(tw::extents(5, 2), 2)),
             answers::einsum_rows_apart);
    check<T>(tw::einsum<"ij,kjl->lik">(whole_numbers<T>(tw::extents(3, 4), 1),
                                       whole_numbers<T>(tw::extents(5, 4, 2), 2)),
             answers::einsum_columns_apart);
    check<T>(tw::einsum<"bijA,bjk->kAb">(whole_numbers<T>(tw::extents(3, 3, 4, 2), 1),
                                         whole_numbers<T>(tw::extents(3, 4, 5), 2)),
             answers::einsum_batch_and_own);
}

TEST(einsum, of_several_operands) {
    using T = float;
    check<T>(tw::einsum<"ij,jk,kl->il">(whole_numbers<T>(tw::extents(3, 4), 1),
                                        whole_numbers<T>(tw::extents(4, 5), 2),
                                        whole_numbers<T>(tw::extents(5, 2), 3)),
             answers::einsum_three);
    check<T>(tw::einsum<"ij,ik,il->jkl">(whole_numbers<T>(tw::extents(3, 4), 1),
                                         whole_numbers<T>(tw::extents(3, 5), 2),
                                         whole_numbers<T>(tw::extents(3, 2), 3)),
             answers::einsum_three_in_one);
    check<T>(tw::einsum<"i,ij,jk,k->">(
                 whole_numbers<T>(tw::extents(3), 1), whole_numbers<T>(tw::extents(3, 4), 2),
                 whole_numbers<T>(tw::extents(4, 5), 3), whole_numbers<T>(tw::extents(5), 4)),
             answers::einsum_three_and_vector);
    check<T>(tw::einsum<"bi,ij,jk,bk->b">(
                 whole_numbers<T>(tw::extents(3, 3), 1), whole_numbers<T>(tw::extents(3, 4), 2),
                 whole_numbers<T>(tw::extents(4, 5), 3), whole_numbers<T>(tw::extents(3, 5), 4)),
             answers::einsum_four);
}

TEST(einsum, of_up_to_eight_operands) {
    using T = double;
    check<T>(tw::einsum<"ij,jk,kl,lA,A->i">(
                 whole_numbers<T>(tw::extents(3, 4), 1), whole_numbers<T>(tw::extents(4, 5), 2),
                 whole_numbers<T>(tw::extents(5, 2), 3), whole_numbers<T>(tw::extents(2, 2), 4),
                 whole_numbers<T>(tw::extents(2), 5)),
             answers::einsum_five);
    check<T>(tw::einsum<"i,ij,j,jk,k,kl,l,A->A">(
                 whole_numbers<T>(tw::extents(3), 1), whole_numbers<T>(tw::extents(3, 4), 2),
                 whole_numbers<T>(tw::extents(4), 3), whole_numbers<T>(tw::extents(4, 5), 4),
                 whole_numbers<T>(tw::extents(5), 5), whole_numbers<T>(tw::extents(5, 2), 6),
                 whole_numbers<T>(tw::extents(2), 7), whole_numbers<T>(tw::extents(2), 8)),
             answers::einsum_eight);
}

TEST(einsum, of_axes_without_letters) {
    using T = float;
    check<T>(tw::einsum<"...ij,...jk->...ik">(whole_numbers<T>(tw::extents(3, 2, 3, 4), 1),
                                              whole_numbers<T>(tw::extents(3, 2, 4, 5), 2)),
             answers::einsum_ellipsis_batch);
    check<T>(tw::einsum<"...ij,jk->...ik">(whole_numbers<T>(tw::extents(3, 3, 4), 1),
                                           whole_numbers<T>(tw::extents(4, 5), 2)),
             answers::einsum_ellipsis_one);
    check<T>(tw::einsum<"...ij,...jk->...ik">(whole_numbers<T>(tw::extents(2, 3, 3, 4), 1),
                                              whole_numbers<T>(tw::extents(3, 4, 5), 2)),
             answers::einsum_ellipsis_stretched);
    check<T>(tw::einsum<"i...,j...->ij...">(whole_numbers<T>(tw::extents(3, 3, 2), 1),
                                            whole_numbers<T>(tw::extents(4, 3, 2), 2)),
             answers::einsum_ellipsis_behind);
    check<T>(tw::einsum<"...i,...i">(whole_numbers<T>(tw::extents(3, 2, 3), 1),
                                     whole_numbers<T>(tw::extents(2, 3), 2)),
             answers::einsum_ellipsis_implied);
    check<T>(tw::einsum<"...ij->j...i">(whole_numbers<T>(tw::extents(3, 2, 3, 4), 1)),
             answers::einsum_ellipsis_turned);
    check<T>(tw::einsum<"i...,i->i...">(whole_numbers<T>(tw::extents(3), 1),
                                        whole_numbers<T>(tw::extents(3), 2)),
             answers::einsum_ellipsis_empty);
    check<T>(tw::einsum<"ii...->...i">(whole_numbers<T>(tw::extents(3, 3, 3, 2), 1)),
             answers::einsum_ellipsis_diagonal);
    check<T>(tw::einsum<"...i,...j->...ij">(whole_numbers<T>(tw::extents(1, 2, 3), 1),
                                            whole_numbers<T>(tw::extents(3, 1, 4), 2)),
             answers::einsum_ellipsis_of_size_1);
    check<T>(tw::einsum<"...i->...">(whole_numbers<T>(tw::extents(3, 2, 3), 1)),
             answers::einsum_ellipsis_sum);
    check<T>(tw::einsum<"...i,ij,...j->...">(whole_numbers<T>(tw::extents(3, 2, 3), 1),
                                             whole_numbers<T>(tw::extents(3, 4), 2),
                                             whole_numbers<T>(tw::extents(2, 4), 3)),
             answers::einsum_ellipsis_three);
    auto const call = tw::explain(tw::einsum<"...ij,...jk->...ik">(
        whole_numbers<T>(tw::extents(3, 3, 4), 1), whole_numbers<T>(tw::extents(3, 4, 5), 2)));
    EXPECT_STREQ(call.strategy, "product");
    EXPECT_EQ(call.kernels, 1) << call;
}

TEST(einsum, of_integers) {
    using T = std::int32_t;
    check<T>(tw::einsum<"bij,bjk->bik">(whole_numbers<T>(tw::extents(3, 3, 4), 1),
                                        whole_numbers<T>(tw::extents(3, 4, 5), 2)),
             answers::einsum_batch);
    check<T>(tw::einsum<"ij->j">(whole_numbers<T>(tw::extents(3, 4), 1)),
             answers::einsum_sum_of_columns);
    // The common type wraps, in sums too.
    auto const bytes = to_space(std::vector<std::uint8_t>{200, 100});
    EXPECT_EQ(value(tw::einsum<"i->">(bytes)), std::uint8_t{44});
    EXPECT_EQ(value(tw::einsum<"i,i->">(bytes, bytes)), static_cast<std::uint8_t>(50000 % 256));
    // Of several operands it is the type of all products.
    auto const large = to_space(std::vector<T>{100000}, tw::extents(1, 1));
    auto const one = to_space(std::vector<double>{1}, tw::extents(1, 1));
    EXPECT_EQ(values(tw::einsum<"ij,jk,kl->il">(large, large, one)), std::vector<double>{1e10});
}

TEST(einsum, products_are_one_call) {
    auto const a = whole_numbers<float>(tw::extents(3, 4, 5), 1);
    auto const b = whole_numbers<float>(tw::extents(5, 4, 2), 2);
    auto const direct = tw::explain(tw::einsum<"ijk,kl->ijl">(a, b(tw::full_extent, 0)));
    EXPECT_STREQ(direct.strategy, "product");
    EXPECT_EQ(direct.kernels, 1) << direct;
    // Summed axes that are in another order in one operand: that one is copied.
    auto const turned = tw::explain(tw::einsum<"ijk,kjl->il">(a, b));
    EXPECT_STREQ(turned.strategy, "product");
    EXPECT_EQ(turned.temporaries, 1) << turned;
    array<float, 2> c = tw::einsum<"ijk,kjl->il">(a, b);
    auto const once = values(c);
    c += tw::einsum<"ijk,kjl->il">(a, b);
    EXPECT_TRUE(equal(c * 0.5f, once));
}

TEST(einsum, summed_axes_that_lie_in_another_order) {
    // Of these an operand that is conjugated as it lies is copied on the device.
    using T = tw::complex<float>;
    auto const a = whole_numbers<T>(tw::extents(2, 3, 4), 1);
    auto const b = whole_numbers<T>(tw::extents(3, 4, 5), 2);
    array<T, 2> const ab = tw::matmul(tw::reshape(a, tw::extents(2, 12)),
                                      tw::conj(tw::reshape(b, tw::extents(12, 5))));
    auto const turned = tw::swapaxes(b, 0, 1);
    EXPECT_TRUE(equal(tw::einsum<"ipq,qpj->ij">(a, tw::conj(turned)), values(ab)));
    EXPECT_TRUE(equal(tw::einsum<"qpj,ipq->ji">(tw::conj(turned), a),
                      values(array<T, 2>(tw::transpose(ab)))));
}

TEST(einsum, errors) {
    auto const a = whole_numbers<float>(tw::extents(2, 3), 1);
    auto const b = whole_numbers<float>(tw::extents(4, 5), 2);
    EXPECT_THROW(static_cast<void>(tw::einsum<"ij,jk->ik">(a, b)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::einsum<"ij,ij->ij">(a, b)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::einsum<"ii->i">(a)), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::einsum<"i,i->">(a(0), b(0))), tw::shape_error);
    EXPECT_THROW(static_cast<void>(tw::einsum<"...,...->...">(a, b)), tw::shape_error);
    try {
        static_cast<void>(tw::einsum<"ij,jk->ik">(a, b));
    } catch (tw::shape_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("einsum_test.cpp"), std::string::npos);
    }
}

}  // namespace
