// SPDX-License-Identifier: MIT
// scatter_add, scatter_min and scatter_max.
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/vec.hpp>

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/reduce.cuh>
#else
#include <twill/index.hpp>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::extents;

namespace {

/// Many values into few elements: every one counts.
template <class T>
void scatter_of(T expected_sum) {
    int const n = 1000;
    std::vector<int> at;
    std::vector<T> given;
    for (int i = 0; i < n; ++i) {
        at.push_back(i % 3 * 2);
        given.push_back(static_cast<T>(static_cast<float>(i % 5)));
    }
    auto const i = to_space(at);
    auto const v = to_space(given);
    auto const start = to_space<T>({T(1), T(1), T(1), T(1), T(1), T(1)});
    auto sums = start;
    tw::scatter_add(sums, i, v);
    tw::scatter_add(sums, to_space({5, 5}), to_space<T>({T(2), T(3)}));
    auto const got = values(sums);
    EXPECT_EQ(got[0], expected_sum);
    EXPECT_EQ(got[1], T(1));
    EXPECT_EQ(got[5], T(6));
}

TEST(Indexing, Scatter) {
    // 334 values at 0: those of i = 0, 3, ...: the digits 0, 3, 1, 4, 2 in turn.
    scatter_of<float>(1 + 668);
    scatter_of<double>(1 + 668);
    scatter_of<std::int32_t>(1 + 668);
    scatter_of<std::int64_t>(1 + 668);
    scatter_of<std::int16_t>(1 + 668);
    scatter_of<std::uint8_t>(static_cast<std::uint8_t>(669 & 255));
    scatter_of<tw::float16>(tw::float16(669.0f));
    auto z = to_space<tw::complex<float>>({{1, 1}, {2, 2}});
    tw::scatter_add(z, to_space({1, 1}), tw::complex<float>(1, -1));
    EXPECT_TRUE(equal(z, {{1, 1}, {4, 0}}));
    auto a = to_space({5.0f, 5.0f, 5.0f});
    tw::scatter_min(a, to_space({0, 0, 1}), to_space({3.0f, 4.0f, 9.0f}));
    EXPECT_TRUE(equal(a, {3, 5, 5}));
    tw::scatter_max(a, to_space({0, 0, 2}), to_space({7.0f, 4.0f, 1.0f}));
    EXPECT_TRUE(equal(a, {7, 5, 5}));
    auto m = counted(extents(2, 2));
    tw::scatter_add(ravel(m), to_space({1, 1, 3}), 10);
    EXPECT_TRUE(equal(m, {0, 21, 2, 13}));
}

template <class T>
void extrema_of() {
    auto a = to_space<T>({T(5.0f), T(5.0f), T(5.0f)});
    tw::scatter_min(a, to_space({0, 0, 1}), to_space<T>({T(3.0f), T(4.0f), T(9.0f)}));
    EXPECT_TRUE(equal(a, {T(3.0f), T(5.0f), T(5.0f)}));
    tw::scatter_max(a, to_space({0, 0, 2}), to_space<T>({T(7.0f), T(4.0f), T(1.0f)}));
    EXPECT_TRUE(equal(a, {T(7.0f), T(5.0f), T(5.0f)}));
}
TEST(Indexing, ScatterExtremaOfNarrowFloats) {
    extrema_of<tw::float16>();
    extrema_of<tw::bfloat16>();
}

TEST(Indexing, ScatterVectors) {
    using three = tw::vec<float, 3>;
    auto a = to_space<three>({{0, 0, 0}, {1, 1, 1}});
    std::vector<int> at(300);
    std::vector<three> given(300);
    for (std::size_t i = 0; i < given.size(); ++i) {
        at[i] = i % 3 == 0 ? 0 : 1;
        given[i] = {1.0f, static_cast<float>(i), -2.0f};
    }
    tw::scatter_add(a, to_space(at), to_space(given));
    EXPECT_TRUE(equal(tw::components(a), {100, 14850, -200, 201, 30001, -399}));
    using colour = tw::vec<std::uint8_t, 3>;
    auto c = to_space<colour>({{0, 0, 0}, {1, 2, 255}});
    tw::scatter_add(c, to_space({1, 1}), to_space<colour>({{1, 2, 3}, {4, 5, 6}}));
    EXPECT_TRUE(equal(tw::components(c), {0, 0, 0, 6, 9, 8}));
}

// Of several axes as NumPy's add.at: along the first one, or at any indices.
TEST(Indexing, ScatterAtSubscripts) {
    auto m = counted(extents(2, 3));
    tw::scatter_add(transpose(m), to_space({1, 1, -1}), to_space({10, 100}));
    EXPECT_TRUE(equal(m, {0, 21, 12, 3, 204, 105}));
    tw::scatter_add(m(to_space({0, 0, 1}), to_space({0, 0, 2})), to_space({1, 2, 3}));
    EXPECT_TRUE(equal(m, {3, 21, 12, 3, 204, 108}));
    tw::scatter_max(m(tw::full_extent, to_space({0, 1})), 50);
    EXPECT_TRUE(equal(m, {50, 50, 12, 50, 204, 108}));
    tw::scatter_min(m(tw::ellipsis, to_space({2, 2})), to_space({-1, 7}));
    EXPECT_TRUE(equal(m, {50, 50, -1, 50, 204, -1}));
    tw::scatter_add(m, to_space({0, 0, 1}), to_space({1, 1, 2}), 4);
    EXPECT_TRUE(equal(m, {50, 58, -1, 50, 204, 3}));
    EXPECT_THROW(
        {
            tw::scatter_add(m, to_space({0, 2}), to_space({1, 1}), to_space({1, 1}));
            (void)values(m);
        },
        tw::index_error);
}

}  // namespace
