// SPDX-License-Identifier: MIT
// searchsorted, isin, unique and its kin, operations on sets, top_k.
#include <map>
#include <set>

#include <twill/complex.hpp>

#include "support/sorts.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(searching, left_and_right) {
    auto const sorted = to_space({1.0f, 2.0f, 2.0f, 3.0f, nan, nan});
    auto const values = to_space({0.0f, 2.0f, 2.5f, 9.0f, nan, inf});
    EXPECT_TRUE(equal(tw::searchsorted(sorted, values), {0, 1, 3, 4, 4, 4}));
    EXPECT_TRUE(equal(tw::searchsorted(sorted, values, tw::side::right), {0, 3, 3, 4, 6, 4}));
    EXPECT_EQ(value(tw::searchsorted(sorted, 2.0)), 1);
    EXPECT_TRUE(equal(tw::searchsorted(to_space({-1.0, 0.0}), to_space({-0.0, 0.0})), {1, 1}));
    // Fuses with its values, inside expressions, over any layout.
    auto const m = to_space(std::vector<float>{3, 1, 2, 0}, tw::extents(2, 2));
    EXPECT_TRUE(equal(tw::searchsorted(sorted, transpose(m) + 0.5f) * 10, {40, 30, 10, 0}));
    auto const steps = to_space({1, 9, 2, 9, 3, 9});
    EXPECT_TRUE(equal(
        tw::searchsorted(steps(tw::slice(tw::none, tw::none, 2)), to_space({2.5, 0.0})), {2, 0}));
    EXPECT_TRUE(equal(tw::searchsorted(array<int>(tw::extents(0)), to_space({1})), {0}));
#if !defined(__CUDACC__)
    EXPECT_TRUE(equal(tw::searchsorted(to_space({1, 2, 3, 4}), {0.5, 3.5}), {0, 3}));
    EXPECT_TRUE(equal(tw::searchsorted(to_space({1, 2, 3, 4}), {2, 9}, tw::side::right), {2, 4}));
    EXPECT_TRUE(equal(tw::searchsorted(to_space({0.5f, 2.0f}), {1, 2}), {1, 1}));
#endif
}

template <class T>
void check_many_searches(std::size_t count) {
    auto x = mixed_values<T>(count, 12, 100000);
    std::vector<T> sorted = reference_taken(x, reference_order(x, count), count);
    auto const wanted = mixed_values<T>(300007, 13, 120000);
    std::vector<tw::index_t> left, right;
    auto const before = [](T const& a, T const& b) { return reference_before<T>(a, b, false); };
    for (T const& v : wanted) {
        left.push_back(std::lower_bound(sorted.begin(), sorted.end(), v, before) - sorted.begin());
        right.push_back(std::upper_bound(sorted.begin(), sorted.end(), v, before) - sorted.begin());
    }
    auto const s = to_space(sorted);
    auto const v = to_space(wanted);
    EXPECT_TRUE(equal(tw::searchsorted(s, v), left)) << count;
    EXPECT_TRUE(equal(tw::searchsorted(s, v, tw::side::right), right)) << count;
}
TEST(searching, in_long_arrays) {
    check_many_searches<float>(9001);
    check_many_searches<float>(700);
    check_many_searches<std::int64_t>(1500);
    check_many_searches<float>(100001);
    check_many_searches<std::int64_t>(65536);
}

TEST(searching, membership) {
    auto const a = to_space({5, 6, 4, 5});
    auto const pairs = to_space(std::vector<int>{5, 6, 4, 5}, tw::extents(2, 2));
    EXPECT_EQ(tw::in1d(pairs, to_space({5})).shape(), tw::extents(4));
    EXPECT_TRUE(equal(tw::in1d(transpose(pairs), to_space({5, 4})), {true, true, false, true}));
    EXPECT_TRUE(equal(tw::isin(a, to_space({5, 7, 5})), {true, false, false, true}));
    EXPECT_TRUE(equal(tw::not_in(a, to_space({5, 7, 5})), {false, true, true, false}));
    EXPECT_TRUE(
        equal(tw::isin(to_space({nan, -0.0f, 1.0f}), to_space({0.0f, nan})), {true, true, false}));
    EXPECT_TRUE(equal(tw::isin(a, array<int>(tw::extents(0))), {false, false, false, false}));
    using z = tw::complex<float>;
    auto const left = to_space<z>({{1, nan}, {1, 2}});
    auto const right = to_space<z>({{nan, 1}, {3, 4}});
    EXPECT_TRUE(equal(tw::isin(left, right), {true, false}));
    EXPECT_TRUE(equal(tw::isin(right, left), {true, false}));
    EXPECT_EQ(tw::intersect1d(left, right).size(), 1);
    EXPECT_EQ(tw::setdiff1d(right, left).size(), 1);
#if !defined(__CUDACC__)
    tw::host_array<std::uint8_t> const bytes{10, 250};
    EXPECT_TRUE(equal(tw::isin(bytes, {266, 250}), {false, true}));
    std::uint8_t const one = 10;
    EXPECT_TRUE(equal(tw::isin(bytes, {0, one}), {true, false}));
    EXPECT_TRUE(equal(tw::isin(bytes, {}), {false, false}));
    std::uint64_t const far = (std::uint64_t{1} << 63) + 1;
    EXPECT_TRUE(
        equal(tw::isin(tw::host_array<std::uint64_t>{far, 2}, {far, far + 1}), {true, false}));
    std::int64_t const odd = (std::int64_t{1} << 53) + 1;
    EXPECT_TRUE(
        equal(tw::isin(tw::host_array<std::int64_t>{odd - 1, odd}, {0, odd}), {false, true}));
    EXPECT_TRUE(equal(tw::not_in(tw::host_array<float>{0.1f, 1}, {0.1, 2}), {false, true}));
#endif
}

TEST(sets, unique_elements) {
    auto const a = to_space({3.0f, nan, -0.0f, 3.0f, 0.0f, -nan, 1.0f});
    EXPECT_TRUE(equal(tw::unique(a), {-0.0f, 1.0f, 3.0f, nan}));
    auto const counted = tw::unique_counts(a);
    EXPECT_TRUE(equal(counted.counts, {2, 1, 2, 2}));
    auto const all = tw::unique_all(a);
    EXPECT_TRUE(equal(all.values, {-0.0f, 1.0f, 3.0f, nan}));
    EXPECT_TRUE(equal(all.indices, {2, 6, 0, 1}));
    EXPECT_TRUE(equal(all.inverse_indices, {2, 3, 0, 2, 0, 3, 1}));
    EXPECT_TRUE(equal(all.counts, {2, 1, 2, 2}));
    auto const m = to_space(std::vector<int>{4, 2, 4, 2}, tw::extents(2, 2));
    auto const inverse = tw::unique_inverse(transpose(m));
    EXPECT_EQ(shape(inverse.inverse_indices), (shape_vector{2, 2}));
    EXPECT_TRUE(equal(inverse.inverse_indices, {1, 1, 0, 0}));
    EXPECT_EQ(tw::unique(array<int>(tw::extents(0))).size(), 0);
    EXPECT_EQ(tw::unique_all(array<int>(tw::extents(0))).counts.size(), 0);
}

TEST(sets, many_elements) {
    std::vector<std::int32_t> const x = mixed_values<std::int32_t>(100003, 7, 20000);
    std::vector<std::int32_t> const y = mixed_values<std::int32_t>(5001, 8, 20000);
    std::set<std::int32_t> const s(x.begin(), x.end());
    std::set<std::int32_t> const t(y.begin(), y.end());
    auto const a = to_space(x);
    auto const b = to_space(y);
    EXPECT_TRUE(equal(tw::unique(a), std::vector<std::int32_t>(s.begin(), s.end())));
    // Far apart, and of another type.
    std::vector<std::int64_t> wide;
    for (std::int32_t const v : s)
        wide.push_back(std::int64_t{v} * 1000000007);
    EXPECT_TRUE(equal(tw::unique(tw::cast<std::int64_t>(a) * 1000000007), wide));
    auto const all = tw::unique_all(a);
    auto const distinct = values(all.values);
    auto const inverse = values(all.inverse_indices);
    for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(distinct[static_cast<std::size_t>(inverse[i])], x[i]);
    std::vector<std::int32_t> both, either, first, one;
    std::set_intersection(s.begin(), s.end(), t.begin(), t.end(), std::back_inserter(both));
    std::set_union(s.begin(), s.end(), t.begin(), t.end(), std::back_inserter(either));
    std::set_difference(s.begin(), s.end(), t.begin(), t.end(), std::back_inserter(first));
    std::set_symmetric_difference(s.begin(), s.end(), t.begin(), t.end(), std::back_inserter(one));
    EXPECT_TRUE(equal(tw::intersect1d(a, b), both));
    EXPECT_TRUE(equal(tw::union1d(a, b), either));
    EXPECT_TRUE(equal(tw::setdiff1d(a, b), first));
    EXPECT_TRUE(equal(tw::setxor1d(a, b), one));
}

template <class T>
void check_top(std::size_t lines, std::size_t length, tw::index_t k, int range) {
    auto const x = mixed_values<T>(lines * length, static_cast<unsigned>(length), range);
    auto const a = to_space(
        x, tw::extents<2>(static_cast<tw::index_t>(lines), static_cast<tw::index_t>(length)));
    for (bool const down : {false, true}) {
        SCOPED_TRACE(::testing::Message() << lines << " lines of " << length << ", " << k);
        auto const order = reference_order(x, length, down);
        std::vector<tw::index_t> first;
        for (std::size_t l = 0; l < lines; ++l)
            for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i)
                first.push_back(order[l * length + i]);
        auto const indices = [&] {
            if (down)
                return values(tw::top_k(a, k).indices);
            return values(tw::top_k(a, k, tw::axis<1>, tw::ascending).indices);
        }();
        EXPECT_EQ(indices, first);
    }
}

TEST(top, of_lines) {
    check_top<float>(3, 10, 4, 8);
    check_top<float>(5, 1000, 100, 50);
    check_top<float>(2, 70000, 1000, 1000000);
    check_top<float>(1, 300000, 5000, 1000000);
    check_top<double>(2, 30000, 33, 1000000);
    check_top<std::int64_t>(4, 5000, 5000, 100);
    check_top<std::int8_t>(3, 40000, 300, 100);
}

TEST(top, values_and_axes) {
    auto const m = to_space(std::vector<int>{3, 1, 2, 9, 7, 8}, tw::extents(2, 3));
    auto const [v, i] = tw::top_k(m, 2);
    EXPECT_TRUE(equal(v, {3, 2, 9, 8}));
    EXPECT_TRUE(equal(i, {0, 2, 0, 2}));
    auto const columns = tw::top_k<std::int32_t>(m, 1, tw::axis<0>, tw::ascending);
    EXPECT_TRUE(equal(columns.values, {3, 1, 2}));
    EXPECT_TRUE(equal(columns.indices, {0, 0, 0}));
    EXPECT_EQ(shape(tw::top_k(m, 0).values), (shape_vector{2, 0}));
    EXPECT_THROW((void)tw::top_k(m, 4), tw::value_error);
}

TEST(sets, as_many_as_there_is_room_for) {
    auto const x = to_space({3.5, 1.0, 3.5, 2.0, 1.0});
    auto const [all, three] = tw::unique(x, tw::capacity(4));
    EXPECT_TRUE(equal(all, {1.0, 2.0, 3.5, 0.0}));
    EXPECT_EQ(value(three), 3);
    auto const [both, found] = tw::unique_counts(x, tw::capacity(2));
    EXPECT_TRUE(equal(both.values, {1.0, 2.0}));
    EXPECT_TRUE(equal(both.counts, {2, 1}));
    EXPECT_EQ(value(found), 3);
    EXPECT_EQ(tw::unique(x, tw::capacity(0)).elements.size(), 0);
    auto const many = tw::evaluate(counted(tw::extents(9000)) % 5000);
    auto const [first, five_thousand] = tw::unique(many, tw::capacity(6000));
    EXPECT_EQ(value(five_thousand), 5000);
    EXPECT_TRUE(equal(first(tw::slice(4998, 5002)), {4998, 4999, 0, 0}));
}

// Generators are computed where the other operand is.
TEST(sets, beside_generators) {
    auto const k = to_space({3, 5, 3, 0});
    EXPECT_TRUE(equal(tw::setdiff1d(tw::arange(6), k), {1, 2, 4}));
    EXPECT_TRUE(equal(tw::intersect1d(k, tw::arange(5)), {0, 3}));
    EXPECT_TRUE(equal(tw::union1d(k, tw::arange(3)), {0, 1, 2, 3, 5}));
    EXPECT_TRUE(equal(tw::setxor1d(tw::arange(4), k), {1, 2, 5}));
    EXPECT_TRUE(equal(tw::isin(k, tw::arange(0, 10, 5)), {false, true, false, true}));
    EXPECT_TRUE(equal(tw::isin(tw::arange(4), k), {true, false, false, true}));
}
TEST(searching, one_number) {
    auto const set = to_space({5, 1, 3});
    EXPECT_TRUE(value(tw::isin(3, set)));
    EXPECT_FALSE(value(tw::isin(3.5, set)));
    // Of integers as numbers, not as elements of the set's type.
    auto const bytes = to_space<std::uint8_t>({0, 44, 255});
    EXPECT_FALSE(value(tw::isin(300, bytes)));
    EXPECT_TRUE(value(tw::not_in(-1, bytes)));
    auto const wide = to_space<std::uint64_t>({5, UINT64_MAX});
    EXPECT_TRUE(value(tw::isin(5, wide)));
    EXPECT_FALSE(value(tw::isin(-1, wide)));
    EXPECT_EQ(value(tw::searchsorted(bytes, 300)), 3);
    EXPECT_EQ(value(tw::searchsorted(bytes, 255)), 2);
    EXPECT_EQ(value(tw::searchsorted(bytes, -1, tw::side::right)), 0);
    EXPECT_EQ(value(tw::searchsorted(wide, -1)), 0);
    EXPECT_TRUE(value(tw::not_in(2, set)));
    EXPECT_TRUE(value(tw::isin(nan, to_space({1.0f, nan}))));
    EXPECT_TRUE(equal(to_space({1, 2}) * tw::isin(3, set), {1, 2}));
}

template <class T>
array<T, 2> repeated_rows(tw::index_t rows, tw::index_t columns) {
    std::vector<T> x;
    for (tw::index_t i = 0; i < rows; ++i)
        for (tw::index_t j = 0; j < columns; ++j)
            x.push_back(static_cast<T>((i * i + 3 * j * (i % 2)) % 5));
    return to_space(x, tw::extents(rows, columns));
}
TEST(unique, rows) {
    auto const m = to_space(std::vector<int>{1, 2, 0, 9, 1, 2, 0, -9, 1, 2}, tw::extents(5, 2));
    auto const [distinct, indices, inverse, counts] = tw::unique_all(m, tw::axis<0>);
    EXPECT_TRUE(equal(distinct, {0, -9, 0, 9, 1, 2}));
    EXPECT_TRUE(equal(indices, {3, 1, 0}));
    EXPECT_TRUE(equal(inverse, {2, 1, 2, 0, 2}));
    EXPECT_TRUE(equal(counts, {1, 1, 3}));
    EXPECT_TRUE(equal(tw::unique(transpose(m) * 2, 1), {0, 0, 2, -18, 18, 4}));
    // NaNs and zeros of both signs are one value.
    auto const holes = to_space(std::vector<float>{nan, 0, nan, -0.0f, 1, nan}, tw::extents(3, 2));
    EXPECT_TRUE(equal(tw::unique_counts(holes, tw::axis<0>).counts, {1, 2}));
    using complex = tw::complex<float>;
    auto const kinds = to_space(std::vector<complex>{complex(nan, 1), complex(3), complex(nan, 1),
                                                     complex(5), complex(nan, 2), complex(3)},
                                tw::extents(3, 2));
    EXPECT_TRUE(equal(tw::unique_counts(kinds, tw::axis<0>).counts, {2, 1}));
    // A middle axis of three; none at all; slices of no elements.
    auto const t = repeated_rows<int>(4, 6);
    auto const middle = reshape(t, 2, 4, 3);
    auto const found = tw::unique_inverse(middle, tw::axis<1>);
    EXPECT_TRUE(equal(swapaxes(found.values, 0, 1),
                      values(tw::unique(swapaxes(middle, 0, 1), tw::axis<0>))));
    EXPECT_EQ(found.inverse_indices.size(), 4);
    EXPECT_EQ(tw::unique(array<int, 2>(tw::extents(0, 3)), tw::axis<0>).shape(), tw::extents(0, 3));
    EXPECT_EQ(tw::unique(array<int, 2>(tw::extents(3, 0)), tw::axis<0>).shape(), tw::extents(1, 0));
    EXPECT_TRUE(equal(tw::unique(to_space({3, 1, 3}), tw::axis<0>), {1, 3}));
    EXPECT_THROW((void)tw::unique(m, 2), tw::axis_error);
}
template <class T>
void check_unique_rows(tw::index_t rows, tw::index_t columns) {
    auto const m = repeated_rows<T>(rows, columns);
    auto const flat = values(m);
    std::map<std::vector<T>, std::vector<tw::index_t>> places;
    for (tw::index_t i = 0; i < rows; ++i)
        places[std::vector<T>(flat.begin() + i * columns, flat.begin() + (i + 1) * columns)]
            .push_back(i);
    std::vector<T> rows_in_order;
    std::vector<tw::index_t> firsts, counts, inverse(static_cast<std::size_t>(rows));
    for (auto const& [row, at] : places) {
        for (auto const i : at)
            inverse[static_cast<std::size_t>(i)] = static_cast<tw::index_t>(firsts.size());
        rows_in_order.insert(rows_in_order.end(), row.begin(), row.end());
        firsts.push_back(at.front());
        counts.push_back(static_cast<tw::index_t>(at.size()));
    }
    auto const found = tw::unique_all(m, 0);
    EXPECT_TRUE(equal(found.values, rows_in_order)) << rows << " x " << columns;
    EXPECT_TRUE(equal(found.indices, firsts));
    EXPECT_TRUE(equal(found.inverse_indices, inverse));
    EXPECT_TRUE(equal(found.counts, counts));
    EXPECT_TRUE(equal(tw::unique(transpose(m), tw::axis<1>), values(transpose(found.values))));
}
TEST(unique, many_rows) {
    check_unique_rows<double>(3001, 3);
    check_unique_rows<std::uint8_t>(257, 33);
}

}  // namespace
