// SPDX-License-Identifier: MIT
// Functions of a scan, computed where results are written: the same bits as in two statements.
#include <twill/half.hpp>
#include <twill/scan.cuh>
#include <twill/twill.cuh>

#include <cmath>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

namespace {

template <class T>
tw::device_array<T, 1> numbers(index_t size) {
    std::vector<T> x(static_cast<std::size_t>(size));
    for (index_t i = 0; i < size; ++i)
        x[static_cast<std::size_t>(i)] =
            static_cast<T>(static_cast<float>(i * 7919 % 31 % 9 + 1) / 8.0f);
    return to_space(x);
}
template <class A, class B>
void expect_same(A const& got, B const& want) {
    auto const x = values(tw::evaluate(reshape(got, -1)));
    auto const y = values(tw::evaluate(reshape(want, -1)));
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(static_cast<double>(x[i]), static_cast<double>(y[i])) << i;
}
/// of(x, a scan of x) fused, and of the scan in memory, for lines of all ways to scan them.
template <class T, class Axis, class Of>
void check(Axis along, Of&& of) {
    for (index_t const rows : {1, 2, 5, 33, 700})
        for (index_t const columns : {1, 3, 4, 10, 31, 64, 100, 257, 4099, 70000})
            if (rows * columns <= 400000) {
                SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
                auto const x = tw::evaluate(reshape(numbers<T>(rows * columns), rows, columns));
                auto const scanned = tw::evaluate(cumsum(x, along));
                EXPECT_EQ(tw::explain(of(x, cumsum(x, along))).kernels, 1);
                expect_same(tw::evaluate(of(x, cumsum(x, along))),
                            tw::evaluate(of(x, tw::shared(scanned))));
            }
}

TEST(scan_functions, roots_along_rows) {
    check<float>(tw::axis<1>, [](auto const&, auto const& s) { return sqrt(s) + 1.0f; });
}
TEST(scan_functions, roots_along_columns) {
    check<float>(tw::axis<0>, [](auto const&, auto const& s) { return sqrt(s) + 1.0f; });
}
TEST(scan_functions, beside_arrays) {
    check<float>(tw::axis<1>, [](auto const& x, auto const& s) { return 1.0f - x / s; });
    check<double>(tw::axis<0>, [](auto const& x, auto const& s) { return (s - x) * x; });
}
TEST(scan_functions, narrow_types) {
    check<tw::float16>(tw::axis<1>,
                       [](auto const&, auto const& s) { return tw::cast<tw::float16>(s * 0.5f); });
    check<tw::float16>(tw::axis<0>,
                       [](auto const& x, auto const& s) { return tw::cast<tw::float16>(s / x); });
    check<std::int32_t>(tw::axis<1>,
                        [](auto const& x, auto const& s) { return tw::cast<float>(s + x); });
}

// Results with steps and backwards, and arrays that lie as they do; others go by way of memory.
TEST(scan_functions, layouts) {
    index_t const rows = 37;
    index_t const columns = 130;
    auto const x = tw::evaluate(reshape(numbers<float>(rows * columns), rows, columns));
    auto const want = tw::evaluate(x - tw::evaluate(cumsum(x, tw::axis<1>)));
    auto const steps = [&](auto const& name, auto&& target_of) {
        SCOPED_TRACE(name);
        tw::device_array<float, 2> room = tw::zeros<float>(2 * rows, 2 * columns);
        tw::device_array<float, 2> other = tw::zeros<float>(2 * rows, 2 * columns);
        auto target = target_of(room);
        auto beside = target_of(other);
        beside = x;
        target = beside - cumsum(x, tw::axis<1>);
        expect_same(tw::evaluate(target + 0.0f), want);
        target = x - cumsum(beside, tw::axis<1>);
        expect_same(tw::evaluate(target + 0.0f), want);
        target = beside - cumsum(beside, tw::axis<1>);
        expect_same(tw::evaluate(target + 0.0f), want);
    };
    using tw::none;
    using tw::slice;
    steps("part", [&](auto& m) { return m(slice(1, rows + 1), slice(3, columns + 3)); });
    steps("steps", [&](auto& m) { return m(slice(none, none, 2), slice(none, none, 2)); });
    steps("backwards", [&](auto& m) {
        return m(slice(2 * rows - 1, none, -2), slice(2 * columns - 1, none, -2));
    });
    steps("transposed", [&](auto& m) {
        return transpose(reshape(reshape(m, -1)(slice(0, rows * columns)), columns, rows));
    });
    // In place, and beside what is stretched.
    auto y = tw::copy(x);
    y = y - cumsum(y, tw::axis<1>);
    expect_same(y, want);
    auto const row = tw::evaluate(x(0));
    tw::device_array<float, 2> z = row - cumsum(x, tw::axis<1>);
    expect_same(z, tw::evaluate(row - tw::evaluate(cumsum(x, tw::axis<1>))));
    tw::device_array<float, 2> stretched =
        x - cumsum(tw::expand_dims(row, tw::axis<0>), tw::axis<1>);
    expect_same(stretched, tw::evaluate(x - tw::evaluate(cumsum(row))));
    // A scan of fewer axes.
    auto const line = tw::evaluate(cumsum(row));
    tw::device_array<float, 2> of_row = x - cumsum(row);
    expect_same(of_row, tw::evaluate(x - line));
    of_row = cumsum(row) * x;
    expect_same(of_row, tw::evaluate(line * x));
    // Two scans, and scans of scans.
    tw::device_array<float, 2> two = cumsum(x, tw::axis<1>) / cumsum(x, tw::axis<0>);
    expect_same(two, tw::evaluate(tw::evaluate(cumsum(x, tw::axis<1>)) /
                                  tw::evaluate(cumsum(x, tw::axis<0>))));
    tw::device_array<float, 2> of_scan = cumsum(cumsum(x, tw::axis<0>) + 1.0f, tw::axis<1>) + 2.0f;
    expect_same(
        of_scan,
        tw::evaluate(tw::evaluate(cumsum(tw::evaluate(tw::evaluate(cumsum(x, tw::axis<0>)) + 1.0f),
                                         tw::axis<1>)) +
                     2.0f));
}

}  // namespace
