// SPDX-License-Identifier: MIT
// Terms that occur more than once are computed once; trees with more terms than are tracked.
#include "support/terms.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// The function of an operand, and what it should be.
template <class X>
auto f(X const& x) {
    return tw::map(curve{}, x);
}
template <class X>
auto now(X const& x) {
    return tw::evaluate(x);
}

TEST(reuse, equal_terms_are_computed_once_and_others_are_not_mixed_up) {
    for_types<int, double>([](auto type) {
        using T = typename decltype(type)::type;
        for (index_t const n : {1, 2, 7, 64, 1001}) {
            auto const a = line<T>(n, 1), b = line<T>(n, 2), c = line<T>(n, 3);
            auto const fa = now(f(a)), fb = now(f(b)), fc = now(f(c));
            EXPECT_TRUE(identical(f(a) * f(a), fa * fa));
            EXPECT_TRUE(identical(f(a) * f(b), fa * fb));
            EXPECT_TRUE(identical(f(a) * f(b) * f(a), fa * fb * fa));
            EXPECT_TRUE(identical(f(a) * (f(b) * f(b)), fa * (fb * fb)));
            EXPECT_TRUE(identical(f(a) * f(b) * (f(c) * f(b)), fa * fb * (fc * fb)));
            EXPECT_TRUE(identical(f(a) * f(b) * (f(a) * f(b)), fa * fb * (fa * fb)));
            EXPECT_TRUE(identical(f(a * T(2)) * f(a * T(3)) * f(a * T(2)),
                                  now(f(a * T(2))) * now(f(a * T(3))) * now(f(a * T(2)))));
            // A part of another one, before and after it.
            auto const ffa = now(f(fa));
            EXPECT_TRUE(identical(f(a) * f(f(a)) * f(a), fa * ffa * fa));
            EXPECT_TRUE(identical(f(f(a)) * f(a), ffa * fa));
            array<T> const source = line<T>(n + 1, 4);
            auto const shifted = source(slice(1));
            auto const fs = now(f(shifted));
            EXPECT_TRUE(identical(f(shifted) * f(a) * f(shifted), fs * fa * fs));
            auto const back = a(slice(none, none, -1));
            EXPECT_TRUE(identical(f(back) * f(a) * f(back), now(f(back)) * fa * now(f(back))));
        }
        auto const m = numbers<T>(extents<2>(70, 90), 5);
        auto const n = numbers<T>(extents<2>(90, 70), 6);
        auto const row = line<T>(90, 7);
        auto const fm = now(f(m));
        auto const fn = now(f(n));
        auto const fr = now(f(row));
        EXPECT_TRUE(identical(f(m) * f(row) * f(m) * f(row), fm * fr * fm * fr));
        EXPECT_TRUE(identical(f(m * row) * f(m * row), now(f(m * row)) * now(f(m * row))));
        auto const flipped = m(full_extent, slice(none, none, -1));
        EXPECT_TRUE(identical(f(flipped) * f(m), now(f(flipped)) * fm));
        EXPECT_TRUE(identical(f(transpose(n)) * f(m) * f(transpose(n)),
                              transpose(fn) * fm * transpose(fn)));
    });
    // Rank-0 operands and generators.
    auto const s = rank0(3), t = rank0(4);
    auto const m = numbers<int>(extents<2>(20, 30), 1);
    auto const row = line<int>(30, 2);
    int const p = value(f(s)), q = value(f(t));
    EXPECT_TRUE(identical(m * f(s) * f(t) * f(s) * row, m * (p * q * p) * row));
    EXPECT_TRUE(identical(m * (f(s) * f(t)), m * (p * q)));
    auto const h = sin(m * 0.1) * cos(row * 0.1);
    auto const g = now(h);
    EXPECT_TRUE(close(atan2(h, 1.5 + h), atan2(g, 1.5 + g)));
}

TEST(reuse, a_sine_and_a_cosine_of_one_operand) {
    for_types<float, double>([](auto type) {
        using T = typename decltype(type)::type;
        std::vector<T> all = {T(0),
                              T(-0.0),
                              std::numeric_limits<T>::infinity(),
                              std::numeric_limits<T>::quiet_NaN(),
                              T(1e30),
                              T(-3e20)};
        // More than the small loops have, whose threads take an element each.
        for (int i = 0; i < 70000; ++i)
            all.push_back(static_cast<T>((i - 35000) * 0.37 * (i % 7 == 0 ? 1e5 : 1.0)));
        auto const x = to_space(all);
        auto const s = now(sin(x));
        auto const c = now(cos(x));
        EXPECT_TRUE(identical(sin(x) * cos(x), s * c));
        EXPECT_TRUE(identical(cos(x) * sin(x) * cos(x), c * s * c));
        auto const y = now(x * T(2));
        EXPECT_TRUE(identical(sin(x) * cos(y), s * now(cos(y))));
    });
}

struct next_one {
    TWILL_TEST_HD int operator()(int x) const { return x + 1; }
};
struct plus_number {
    int number;
    TWILL_TEST_HD int operator()(int x) const { return x + number; }
};

/// x + 1 + 1 ... with `Count` functions around it.
template <int Count, class X>
auto many_functions(X const& x) {
    if constexpr (Count == 0)
        return tw::detail::as_node(x);
    else
        return tw::map(next_one{}, many_functions<Count - 1>(x));
}
/// x + 1, x + 2, ... x + Count, added up.
template <int Count, class X>
auto many_terms(X const& x) {
    if constexpr (Count == 1)
        return tw::map(plus_number{1}, x);
    else
        return many_terms<Count - 1>(x) + tw::map(plus_number{Count}, x);
}

TEST(reuse, more_terms_than_are_tracked) {
    auto const row = line<int>(300, 1);
    auto const m = numbers<int>(extents<2>(80, 300), 2);
    EXPECT_TRUE(identical(many_functions<36>(row) * m, (row + 36) * m));
    // Each of the terms but the last ones varies along one axis.
    EXPECT_TRUE(identical(many_terms<6>(row) * many_terms<6>(m), (row * 6 + 21) * (m * 6 + 21)));
}

struct plus_real {
    double number;
    TWILL_TEST_HD double operator()(double x) const { return x + number; }
};
/// m (x + 1) + m (x + 2) + ... m (x + Count).
template <int Count, class M, class X>
auto many_products(M const& m, X const& x) {
    auto const last = m * tw::map(plus_real{Count}, x);
    if constexpr (Count == 1)
        return last;
    else
        return many_products<Count - 1>(m, x) + last;
}

TEST(reuse, more_terms_than_have_room) {
    index_t const rows = on_device ? 300000 : 30000;
    auto const column = line<int>(rows, 1)(full_extent, newaxis);
    auto const m = numbers<int>(extents<2>(rows, 16), 2);
    EXPECT_TRUE(
        identical(tw::cast<int>(many_products<18>(m, column * 1.0)), m * (column * 18 + 171)));
}

}  // namespace
