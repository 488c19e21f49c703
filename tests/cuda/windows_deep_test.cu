// SPDX-License-Identifier: MIT
// Stencils of many points and of three axes, which pass through tiles in shared memory.
#include "support/both_spaces.hpp"

#include <twill/half.hpp>

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::slice;
using namespace twill_test;

namespace {

template <class F, class X>
void agrees_of(F const& formula, X const& x) {
    auto const on_host = tw::evaluate(formula(x));
    using T = typename std::remove_cvref_t<decltype(on_host)>::value_type;
    auto const expected = on_host.elements();
    EXPECT_TRUE(equal(formula(tw::to_device(x)), std::vector<T>(expected.begin(), expected.end())));
}

/// A slice of the inner part, shifted; the border is so wide.
template <class M>
auto shifted(M const& m, tw::index_t y, tw::index_t x, tw::index_t border = 1) {
    auto const n = m.shape()[0], w = m.shape()[1];
    return m(slice(border + y, n - border + y), slice(border + x, w - border + x));
}
template <class M>
auto shifted_3d(M const& m, tw::index_t z, tw::index_t y, tw::index_t x) {
    auto const s = m.shape();
    return m(slice(1 + z, s[0] - 1 + z), slice(1 + y, s[1] - 1 + y), slice(1 + x, s[2] - 1 + x));
}
TEST(deep_windows, twenty_five_points) {
    auto const sum = [](auto const& m) {
        auto const row = [&](tw::index_t y) {
            return shifted(m, y, -2, 2) + shifted(m, y, -1, 2) + shifted(m, y, 0, 2) +
                   shifted(m, y, 1, 2) + shifted(m, y, 2, 2);
        };
        return row(-2) + row(-1) + row(0) + row(1) + row(2);
    };
    agrees_of(sum, elements_below<float>(23, extents(1001, 515)));
}

TEST(deep_windows, seven_and_twenty_seven_points) {
    auto const seven = [](auto const& m) {
        return shifted_3d(m, -1, 0, 0) + shifted_3d(m, 1, 0, 0) + shifted_3d(m, 0, -1, 0) +
               shifted_3d(m, 0, 1, 0) + shifted_3d(m, 0, 0, -1) + shifted_3d(m, 0, 0, 1);
    };
    auto const all = [](auto const& m) {
        auto const row = [&](tw::index_t z, tw::index_t y) {
            return shifted_3d(m, z, y, -1) + shifted_3d(m, z, y, 0) + shifted_3d(m, z, y, 1);
        };
        auto const plane = [&](tw::index_t z) { return row(z, -1) + row(z, 0) + row(z, 1); };
        return plane(-1) + plane(0) + plane(1);
    };
    for (auto const& shape : {extents(67, 93, 130), extents(19, 131, 515), extents(130, 9, 400)}) {
        SCOPED_TRACE(shape[1]);
        agrees_of(all, elements_below<float>(23, shape));
    }
    agrees_of(seven, elements_below<tw::float16>(23, extents(67, 93, 208)));
    agrees_of(seven, elements_below<std::uint8_t>(23, extents(67, 93, 272)));
}

TEST(deep_windows, planes_of_images) {
    auto const blur = [](auto const& m) {
        auto const s = m.shape();
        auto const at = [&](tw::index_t y, tw::index_t x) {
            return m(full_extent, slice(1 + y, s[1] - 1 + y), slice(1 + x, s[2] - 1 + x));
        };
        auto const row = [&](tw::index_t y) {
            return at(y, -1) + 2.0f * at(y, 0) + at(y, 1) + (at(y, -1) - at(y, 1));
        };
        return row(-1) + 2.0f * row(0) + row(1);
    };
    agrees_of(blur, elements_below<float>(23, extents(3, 401, 515)));
}

}  // namespace
