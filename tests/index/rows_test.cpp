// SPDX-License-Identifier: MIT
// Rows taken by indices, as operands.
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/reduce.cuh>
#else
#include <twill/index.hpp>
#endif

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::extents;

namespace {

/// The same shape and elements.
template <class X, class Y>
bool agree(X const& x, Y const& y) {
    auto const a = tw::evaluate(x);
    auto const b = tw::evaluate(y);
    return a.shape() == b.shape() && values(a) == values(b);
}

/// Rows of a matrix, whole and from its second column on, of any length; in formulas as well.
template <class T, bool Formulas>
void check_rows() {
    std::vector<int> const chosen{7, 0, -1, 7, 3, 28, -29, 15};
    auto const i = to_space(chosen);
    for (tw::index_t const columns : {1, 2, 5, 16, 33, 64, 130})
        for (tw::index_t const from : {0, 1}) {
            array<T, 2> const m(tw::cast<T>(counted(extents(29, columns + from)) % 100));
            std::vector<T> expected;
            for (int const r : chosen)
                for (tw::index_t c = from; c < columns + from; ++c)
                    expected.push_back(
                        static_cast<T>(((r < 0 ? r + 29 : r) * (columns + from) + c) % 100));
            auto const some = m(tw::full_extent, tw::slice(from, tw::none));
            EXPECT_TRUE(equal(some(i), expected)) << columns << " from " << from;
            if constexpr (Formulas) {
                EXPECT_TRUE(
                    agree(tw::sum(some(i), axis<1>), tw::sum(array<T, 2>(some(i)), axis<1>)));
                array<T, 2> const chosen = some(i);
                EXPECT_TRUE(agree(tw::sum(some(i), axis<0>), tw::sum(chosen, axis<0>)));
                EXPECT_TRUE(agree(tw::max(some(i), axis<1>), tw::max(chosen, axis<1>)));
                EXPECT_TRUE(agree(tw::sum(some(i) * chosen + chosen, axis<1>),
                                  tw::sum(chosen * chosen + chosen, axis<1>)));
                EXPECT_TRUE(agree(some(i) * chosen + chosen, chosen * chosen + chosen));
            }
            EXPECT_TRUE(agree(transpose(some(i)), transpose(array<T, 2>(some(i)))));
            EXPECT_TRUE(agree(m(tw::full_extent, tw::slice(tw::none, tw::none, -1))(i),
                              flip(array<T, 2>(m(i)), axis<1>)));
        }
}
TEST(Indexing, WholeRows) {
    check_rows<std::uint8_t, true>();
    check_rows<std::int16_t, false>();
    check_rows<float, true>();
    check_rows<double, false>();
}

// So many that a thread of a device has several.
TEST(Indexing, ManyRows) {
    for (tw::index_t const columns : {64, 101}) {
        tw::index_t const rows = 300, chosen = 7001;
        array<float, 2> const m =
            tw::reshape(tw::arange<float>(static_cast<float>(rows * columns)), rows, columns);
        array<int> const i = tw::cast<int>(tw::arange(chosen) * 37 % rows);
        array<tw::index_t> const k = tw::arange(chosen) * 53 % rows;
        std::vector<float> at_i, sums;
        for (tw::index_t r = 0; r < chosen; ++r)
            for (tw::index_t c = 0; c < columns; ++c) {
                at_i.push_back(static_cast<float>(r * 37 % rows * columns + c));
                sums.push_back(at_i.back() * 2 + static_cast<float>(r * 53 % rows * columns + c));
            }
        EXPECT_TRUE(equal(m(i), at_i)) << columns;
        EXPECT_TRUE(equal(m(i) * 2.0f + m(k), sums)) << columns;
        // Beside what counts columns, and rows.
        std::vector<float> counted(at_i);
        for (std::size_t p = 0; p < counted.size(); ++p)
            counted[p] += static_cast<float>(p % static_cast<std::size_t>(columns)) +
                          2 * static_cast<float>(p / static_cast<std::size_t>(columns));
        auto const along = tw::arange<float>(static_cast<float>(columns));
        auto const down = tw::arange<float>(static_cast<float>(chosen));
        EXPECT_TRUE(equal(m(i) + along + 2 * expand_dims(down, 1), counted)) << columns;
        // Backwards, and as another type.
        std::vector<double> turned(at_i.size());
        for (std::size_t p = 0; p < at_i.size(); ++p) {
            auto const c = p % static_cast<std::size_t>(columns);
            turned[p - c + static_cast<std::size_t>(columns) - 1 - c] = at_i[p];
        }
        EXPECT_TRUE(equal(tw::cast<double>(flip(m(i), axis<1>)), turned)) << columns;
        array<int> beyond = i;
        beyond(tw::slice(5000, 5001)) = static_cast<int>(rows);
        EXPECT_THROW((void)values(m(beyond) * 2.0f + 1.0f), tw::index_error) << columns;
    }
}

// Beside each other, by wide indices, rows longer than what a host's thread computes at a time.
TEST(Indexing, LongRowsOfBytes) {
    using wide = std::int64_t;
    array<std::uint8_t, 2> const m =
        tw::cast<std::uint8_t>(tw::reshape(tw::arange(50000), 50, 1000) % 251);
    array<std::uint8_t, 2> const p =
        tw::cast<std::uint8_t>(tw::reshape(tw::arange(50000), 50, 1000) % 241);
    array<wide> const i = tw::arange(20) * 7 % 50;
    array<wide> const j = tw::arange(20) * 11 % 50;
    array<std::uint8_t, 2> const both = m(i) + p(j);
    array<std::uint64_t> const sums = sum(m(i), axis<1>);
    for (tw::index_t r = 0; r < 20; ++r) {
        array<std::uint8_t> const expected = m(r * 7 % 50) + p(r * 11 % 50);
        EXPECT_TRUE(tw::item(tw::array_equal(both(r), expected))) << r;
        EXPECT_EQ(tw::item(sums(r)), tw::item(sum(m(r * 7 % 50)))) << r;
    }
    EXPECT_EQ(tw::item(sum(m(i))), tw::item(sum(sums)));
}

}  // namespace
