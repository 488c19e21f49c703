// SPDX-License-Identifier: MIT
// Indices out of range belong to one statement; passes over some of several reductions read nothing
// of the others; columns of wide elements.
#include <stdexcept>

#include "support/testing.hpp"
#include "twill/index.hpp"
#include "twill/vec.hpp"

namespace {

using twill::host_array;
using twill::index_t;

TEST(faults_host, reductions_of_gathers_of_other_sizes_run_apart) {
    for (index_t more = 0; more < 8; ++more) {
        host_array<double> a(1000), b(1000);
        a = 1.0;
        b = 2.0;
        host_array<index_t> i(30 + more), j(50 + more);
        i = 5;
        j = 7;
        {
            host_array<double> before(32);  // what memory that is taken next had
            before = 1e9;
        }
        auto const [x, y] = twill::evaluate(sum(a(i)), sum(b(j)));
        EXPECT_EQ(x(), 30.0 + static_cast<double>(more));
        EXPECT_EQ(y(), 100.0 + 2.0 * static_cast<double>(more));
        host_array<double> const empty(0);
        host_array<index_t> const none(0);
        EXPECT_EQ(twill::item(sum(a(i)) + sum(empty(none))), 30.0 + static_cast<double>(more));
    }
}

TEST(faults_host, a_pass_leaves_wide_elements_alone) {
    host_array<twill::vec<double, 64>> p(10), q(20);
    twill::vec<double, 64> one{};
    one[0] = 1;
    p = one;
    q = one;
    auto const [x, y] = twill::evaluate(sum(length(p)), sum(length(q)));
    EXPECT_EQ(x(), 10.0);
    EXPECT_EQ(y(), 20.0);
}

TEST(faults_host, one_that_an_exception_ended_leaves_nothing) {
    host_array<double> a{1, 2, 3}, c(3);
    host_array<index_t> const bad{99, 1, 2}, good{0, 1, 2};
    auto const throws = [](double x) -> double {
        if (x == 2)
            throw std::runtime_error("two");
        return x;
    };
    EXPECT_THROW(c = twill::map(throws, a(bad)), std::runtime_error);
    host_array<double> d(3);
    EXPECT_NO_THROW(d = a(good));
    EXPECT_EQ(d(2), 3.0);
}

TEST(faults_host, nested_statements_have_their_own) {
    host_array<double> const a{1, 2, 3};
    host_array<index_t> const bad{1, 99}, good{0, 1, 2};
    int inner_faults = 0;
    auto const inner = [&](double x) {
        try {
            host_array<double> const q = a(good);
            return x + q(0);
        } catch (twill::index_error const&) {
            ++inner_faults;
            return x;
        }
    };
    host_array<double> r(2);
    EXPECT_THROW(r = twill::map(inner, a(bad)), twill::index_error);
    EXPECT_EQ(inner_faults, 0);
}

template <int N>
void scan_wide_columns() {
    index_t const rows = 70, columns = 600;
    host_array<twill::vec<double, N>, 2> m(rows, columns);
    for (index_t i = 0; i < rows; ++i)
        for (index_t j = 0; j < columns; ++j)
            for (int k = 0; k < N; ++k)
                m(i, j)[k] = static_cast<double>(i + 1000 * j + k);
    host_array<twill::vec<double, N>, 2> const s = cumsum(m, twill::axis<0>);
    host_array<double, 2> const first = cumsum(length(m), twill::axis<0>);
    index_t wrong = 0;
    for (index_t j = 0; j < columns; ++j) {
        double total[N] = {}, lengths = 0;
        for (index_t i = 0; i < rows; ++i) {
            double square = 0;
            for (int k = 0; k < N; ++k) {
                total[k] += m(i, j)[k];
                square += m(i, j)[k] * m(i, j)[k];
                wrong += s(i, j)[k] != total[k];
            }
            lengths += std::sqrt(square);
            wrong += !(std::abs(first(i, j) - lengths) <= 1e-9 * lengths);
        }
    }
    EXPECT_EQ(wrong, 0);
}
TEST(faults_host, scans_over_columns_of_wide_elements) {
    scan_wide_columns<4>();
    scan_wide_columns<9>();
    scan_wide_columns<16>();
}

}  // namespace
