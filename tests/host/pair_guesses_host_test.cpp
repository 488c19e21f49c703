// SPDX-License-Identifier: MIT
// Which operands of a reduction over pairs are taken for the same, by their types and places alone:
// where one that is not is taken for it, the reduction runs without tiles, many times slower.
#include "support/testing.hpp"

#include <twill/ops/pairs/terms.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

/// The number of different operands; -1 where some are taken for each other wrongly.
template <class... Result>
int operands_told_apart(Result const&... results) {
    auto const tree = tw::detail::make_node(tw::detail::stored<tw::detail::join_function>{},
                                            tw::detail::lower<2>(results)...);
    using Tree = std::remove_const_t<decltype(tree)>;
    return tw::detail::guessed_right(tree) ? tw::detail::pair_table_of<Tree>.slots : -1;
}

struct pair_guesses : ::testing::Test {
    tw::host_array<float> a = to_host({1, 2, 3}), b = to_host({4, 5, 6, 7}), c = to_host({2, 3, 4}),
                          d = to_host({3, 4, 5}), e = to_host({1, 0, 1});
    static tw::host_array<float> to_host(std::vector<float> const& x) {
        return tw::host_array<float>(x);
    }
    static auto column(tw::host_array<float> const& x) { return x(tw::full_extent, tw::newaxis); }
};

TEST_F(pair_guesses, factors_and_what_stands_in_a_function) {
    auto const angle = column(b) * a;
    auto const cosine = tw::fast::cos(angle);
    auto const sine = tw::fast::sin(angle);
    EXPECT_EQ(operands_told_apart(c * cosine), 3);
    EXPECT_EQ(operands_told_apart(c * cosine, c * sine), 3);
    EXPECT_EQ(operands_told_apart(c * cosine, c * sine, cosine * cosine, cosine * sine), 3);
    EXPECT_EQ(operands_told_apart(cosine * cosine, cosine * sine), 2);
    EXPECT_EQ(operands_told_apart(c * exp(-a * column(b))), 3);
    EXPECT_EQ(operands_told_apart(column(b) * exp(-square(column(b) - a))), 3);
    EXPECT_EQ(operands_told_apart(c * exp(-square(column(b) - a) * d)), 4);
}

TEST_F(pair_guesses, forces) {
    auto const dx = a - column(c);
    auto const dy = d - column(e);
    auto const r2 = dx * dx + dy * dy + 0.01f;
    auto const cube = r2 * sqrt(r2);
    EXPECT_EQ(operands_told_apart(dx / cube), 4);
    EXPECT_EQ(operands_told_apart(dx / cube, dy / cube), 4);
    EXPECT_EQ(operands_told_apart(a * dx / cube, a * dy / cube), 5);
}

TEST_F(pair_guesses, forces_of_masses_in_three_dimensions) {
    auto const dx = a - column(c);
    auto const dy = d - column(e);
    auto const dz = e - column(a);
    auto const r2 = dx * dx + dy * dy + dz * dz + 0.01f;
    auto const pull = c / (r2 * sqrt(r2));
    EXPECT_EQ(operands_told_apart(dx * pull, dy * pull, dz * pull), 7);
    EXPECT_EQ(operands_told_apart(dx * pull), 7);
    auto const inverse = tw::rsqrt(r2);
    auto const other = c * (inverse * inverse * inverse);
    EXPECT_EQ(operands_told_apart(dx * other, dy * other, dz * other), 7);
    EXPECT_EQ(operands_told_apart(c * inverse), 7);
}

}  // namespace
