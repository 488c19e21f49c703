// SPDX-License-Identifier: MIT
// Stencils by slices, which pass through tiles in shared memory: every element beside the host's.
#include "support/both_spaces.hpp"

#include <twill/half.hpp>

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;
using namespace twill_test;

namespace {

/// A formula of several arrays, too.
template <class F, class... X>
void agrees_of(F const& formula, X const&... x) {
    auto const on_host = tw::evaluate(formula(x...));
    using T = typename std::remove_cvref_t<decltype(on_host)>::value_type;
    auto const expected = on_host.elements();
    EXPECT_TRUE(
        equal(formula(tw::to_device(x)...), std::vector<T>(expected.begin(), expected.end())));
}

/// A slice of the inner part, shifted; the border is so wide.
template <class M>
auto shifted(M const& m, tw::index_t y, tw::index_t x, tw::index_t border = 1) {
    auto const n = m.shape()[0], w = m.shape()[1];
    return m(slice(border + y, n - border + y), slice(border + x, w - border + x));
}
/// Thirteen points, as of the biharmonic operator; `apart` elements apart.
template <class M>
auto thirteen(M const& m, tw::index_t apart = 1) {
    auto const at = [&](tw::index_t y, tw::index_t x) {
        return shifted(m, y * apart, x * apart, 2 * apart);
    };
    return at(-2, 0) + at(2, 0) + at(0, -2) + at(0, 2) +
           (at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1)) +
           (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) + at(0, 0);
}
auto const points = [](auto const& m) { return thirteen(m); };
/// Sobel's operator along an axis.
template <bool Across, class M>
auto sobel(M const& m) {
    auto const at = [&](tw::index_t y, tw::index_t x) {
        return Across ? shifted(m, y, x) : shifted(m, x, y);
    };
    return at(-1, 1) - at(-1, -1) + 2.0f * (at(0, 1) - at(0, -1)) + at(1, 1) - at(1, -1);
}
/// The greatest of nine points and the least.
auto const spread = [](auto const& m) {
    auto const of_three = [&](auto f, tw::index_t y) {
        return f(f(shifted(m, y, -1), shifted(m, y, 0)), shifted(m, y, 1));
    };
    auto const of_nine = [&](auto f) {
        return f(f(of_three(f, -1), of_three(f, 0)), of_three(f, 1));
    };
    return of_nine([](auto const& a, auto const& b) { return tw::maximum(a, b); }) -
           of_nine([](auto const& a, auto const& b) { return tw::minimum(a, b); });
};

template <class T>
class windows : public testing::Test {};
using element_types = testing::Types<double, tw::float16, std::uint8_t>;
TYPED_TEST_SUITE(windows, element_types);

TYPED_TEST(windows, points_of_odd_sizes) {
    agrees_of(points, elements_below<TypeParam>(23, extents(641, 768)));
    agrees_of(points, elements_below<TypeParam>(23, extents(701, 767)));
    agrees_of(points, elements_below<TypeParam>(23, extents(300, 1985)));
}

TEST(windows_of, spread_of_odd_sizes) {
    for (auto const& shape :
         {extents(641, 767), extents(4099, 130), extents(300, 1984), extents(66, 66 * 64 + 3)}) {
        SCOPED_TRACE(shape[1]);
        agrees_of(spread, elements_below<float>(23, shape));
    }
    // Into the middle of an array, too.
    agrees(spread, elements_below<float>(23, extents(641, 767)));
}

TEST(windows_of, squares_of_gradients) {
    auto const gradient = [](auto const& m) {
        auto const across = sobel<true>(m);
        auto const down = sobel<false>(m);
        return across * across + down * down;
    };
    agrees_of(gradient, elements_below<float>(23, extents(1001, 515)));
}

TEST(windows_of, products_of_different_differences) {
    // Their types are one another's, so that they might be squares.
    auto const product = [](auto const& m, auto const& n) {
        auto const x = sobel<true>(m);
        return x * sobel<true>(n) + x * x;
    };
    agrees_of(product, elements_below<float>(23, extents(1001, 515)),
              elements_below<float>(31, extents(1001, 515)));
}

TEST(windows_of, several_arrays_and_operands_that_are_not_shifted) {
    auto const wave = [](auto const& u, auto const& before, auto const& speed, auto const& row,
                         auto const& column) {
        return 2.0f * shifted(u, 0, 0, 2) - shifted(before, 0, 0, 2) + speed * thirteen(u) +
               row * column;
    };
    for (auto const& shape : {extents(1001, 515), extents(517, 8193)})
        agrees_of(wave, elements_below<float>(23, shape), elements_below<float>(19, shape),
                  elements_below<float>(17, extents(shape[0] - 4, shape[1] - 4)),
                  elements_below<float>(5, extents(shape[1] - 4)),
                  elements_below<float>(3, extents(shape[0] - 4, 1)));
}

TEST(windows_of, rows_upwards_and_every_second_column) {
    auto const upwards = [](auto const& m) { return thirteen(m(slice(none, none, -1))); };
    auto const every_second = [](auto const& m) {
        return thirteen(m(full_extent, slice(0, none, 2)));
    };
    auto const m = elements_below<float>(23, extents(1001, 1030));
    agrees_of(upwards, m);
    agrees_of(every_second, m);
}

TEST(windows_of, points_far_apart) {
    // Windows are eight elements wider than tiles at most; of farther points there are several.
    for (tw::index_t const apart : {2, 3, 4}) {
        SCOPED_TRACE(apart);
        agrees_of([=](auto const& m) { return thirteen(m, apart); },
                  elements_below<float>(23, extents(1001, 531)));
    }
}

TEST(windows_of, in_place) {
    auto const host = elements_below<float>(23, extents(1001, 515));
    auto const step = [](auto m) {
        m(slice(2, -2), slice(2, -2)) = 0.25f * thirteen(m);
        return m;
    };
    auto const on_host = step(tw::evaluate(host * 4.0f));
    auto const expected = on_host.elements();
    EXPECT_TRUE(equal(step(tw::evaluate(tw::to_device(host) * 4.0f)),
                      std::vector<float>(expected.begin(), expected.end())));
}

}  // namespace
