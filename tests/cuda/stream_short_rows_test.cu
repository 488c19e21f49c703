// SPDX-License-Identifier: MIT
// Short rows beside a vector, on the device as on the host: points and a direction, distances from
// one point.
#include <twill/half.hpp>
#include <twill/twill.hpp>

#include <twill/twill.cuh>

#include <cstring>

#include "support/both_spaces.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// Calls body(rows, length, elements before the first row).
template <class Body>
void each_shape(Body const& body) {
    for (tw::index_t const length : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 17, 24, 33, 50, 63, 64, 65})
        for (auto const& [rows, before] : {std::pair{1, 0}, std::pair{67, 1}, std::pair{5003, 3}}) {
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(length));
            body(tw::index_t{rows}, length, tw::index_t{before});
        }
    // Blocks of as many rows as fit.
    for (tw::index_t const length : {3, 33})
        body(tw::index_t{3'000'017} / length, length, 0);
}

/// formula(rows, vector) on both spaces.
template <class T, class F>
void same_on_both(F const& formula) {
    each_shape([&](tw::index_t rows, tw::index_t length, tw::index_t before) {
        auto const all = small_numbers<T>(rows * length + before, rows);
        auto const q = small_numbers<T>(length, 5);
        auto const there = tw::to_device(all);
        auto const rest = tw::slice(before, tw::none);
        auto const want = tw::evaluate(formula(tw::reshape(all(rest), rows, length), q));
        auto const got = tw::to_host(
            tw::evaluate(formula(tw::reshape(there(rest), rows, length), tw::to_device(q))));
        ASSERT_EQ(got.shape(), want.shape());
        for (std::size_t i = 0; i < want.elements().size(); ++i)
            ASSERT_TRUE(same(got.elements()[i], want.elements()[i])) << "row " << i;
    });
}

TEST(stream_short_rows, sums_of_products) {
    auto const formula = [](auto const& m, auto const& q) { return sum(m * q, tw::axis<1>); };
    same_on_both<float>(formula);
    same_on_both<double>(formula);
    same_on_both<std::uint8_t>(formula);
    same_on_both<tw::float16>(formula);
}
TEST(stream_short_rows, kernels) {
    tw::device_array<float, 2> m = tw::ones(1000, 9);
    tw::device_array<float> q = tw::ones(9), y(1000);
    std::FILE* const file = std::tmpfile();
    tw::trace(true, file);
    y = sum(m * q, tw::axis<1>);
    tw::trace(false);
    std::rewind(file);
    char line[1024];
    ASSERT_TRUE(std::fgets(line, sizeof(line), file));
    EXPECT_TRUE(std::strstr(line, "reduce_stream_short_kernel")) << line;
    std::fclose(file);
}
TEST(stream_short_rows, distances) {
    same_on_both<float>(
        [](auto const& m, auto const& q) { return sum(square(m - q), tw::axis<1>); });
    same_on_both<std::int16_t>(
        [](auto const& m, auto const& q) { return max(abs(m - q), tw::axis<1>); });
}
TEST(stream_short_rows, positions) {
    same_on_both<float>([](auto const& m, auto const& q) { return argmin(m * q, tw::axis<1>); });
}
TEST(stream_short_rows, several_sums) {
    same_on_both<float>([](auto const& m, auto const& q) {
        return sum(m * q, tw::axis<1>) + sum(m * m, tw::axis<1>) * 2.0f;
    });
}
TEST(stream_short_rows, deviations) {
    // Of whole numbers up to 6, in rows of powers of two they are exact, otherwise to rounding.
    each_shape([&](tw::index_t rows, tw::index_t length, tw::index_t before) {
        auto const all = small_numbers<float>(rows * length + before, rows);
        auto const q = small_numbers<float>(length, 5);
        auto const there = tw::to_device(all);
        auto const of = [&](auto const& x, auto const& y) {
            return var(tw::reshape(x(tw::slice(before, tw::none)), rows, length) - y, tw::axis<1>);
        };
        auto const want = tw::evaluate(of(all, q));
        auto const got = tw::to_host(tw::evaluate(of(there, tw::to_device(q))));
        for (std::size_t i = 0; i < want.elements().size(); ++i)
            ASSERT_NEAR(got.elements()[i], want.elements()[i], 1e-4) << "row " << i;
    });
}
TEST(stream_short_rows, values_of_rows_and_steps) {
    // Rows of two arrays, a value for each row, the vector in steps, results behind each other or
    // apart, and positions.
    each_shape([&](tw::index_t rows, tw::index_t length, tw::index_t) {
        auto const a = small_numbers<float>(rows * length, rows);
        auto const b = small_numbers<float>(rows * length, rows + 1);
        auto const q = small_numbers<float>(2 * length, 5);
        auto const r = small_numbers<float>(rows, 9);
        tw::host_array<float, 2> want(tw::extents(rows, 3));
        tw::device_array<float, 2> got(tw::extents(rows, 3));
        auto const fill = [&](auto& target, auto const& x, auto const& y, auto const& v,
                              auto const& s) {
            auto const m = tw::reshape(x, rows, length), n = tw::reshape(y, rows, length);
            auto const w = v(tw::slice(0, tw::none, 2));
            target(tw::full_extent, 0) = sum(m * w + n, tw::axis<1>);
            target(tw::full_extent, 1) = sum((m - expand_dims(s, 1)) * w, tw::axis<1>);
            target(tw::full_extent, 2) =
                max(m + w * tw::cast<float>(tw::arange<int>(length)), tw::axis<1>);
        };
        fill(want, a, b, q, r);
        fill(got, tw::to_device(a), tw::to_device(b), tw::to_device(q), tw::to_device(r));
        auto const back = tw::to_host(got);
        for (std::size_t i = 0; i < want.elements().size(); ++i)
            ASSERT_TRUE(same(back.elements()[i], want.elements()[i])) << "element " << i;
    });
}

}  // namespace
