// SPDX-License-Identifier: MIT
// Elements of 3 and 6 bytes, of which packets are none of the sizes that memory is accessed in.
#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

/// Elements that differ, in a shape, from a generator of counted ones.
template <class T, int Rank, class F>
array<T, Rank> made(tw::extents<Rank> const& shape, F f) {
    std::vector<T> x;
    for (index_t i = 0; i < shape.size(); ++i)
        x.push_back(f(static_cast<int>(i)));
    return reshape(to_space(x), shape);
}
template <class A, class F>
void expect_elements(A const& a, F want) {
    auto const got = values(a);
    auto const columns = static_cast<std::size_t>(a.shape()[1]);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
        wrong += got[i] == want(i / columns, i % columns) ? 0 : 1;
    EXPECT_EQ(wrong, 0u);
}

template <class Half>
void check_halves() {
    using vec3 = tw::vec<Half, 3>;
    auto const colour = [](int i) {
        return vec3{Half(static_cast<float>(i % 17)), Half(static_cast<float>(i % 5)),
                    Half(static_cast<float>(i % 3))};
    };
    auto const weight = [](int i) { return Half(static_cast<float>(i % 7 + 1)); };
    for (index_t const columns : {200, 201})
        for (index_t const from : {0, 1}) {
            SCOPED_TRACE(std::to_string(columns) + " from " + std::to_string(from));
            index_t const rows = 300;
            auto f = made<vec3>(tw::extents(rows, columns), colour);
            auto const first = values(f);
            auto const w = made<Half>(tw::extents(rows, 1), weight);
            auto const r = made<Half>(tw::extents(columns), weight);
            auto const at = [&](std::size_t i, std::size_t j) {
                return first[i * static_cast<std::size_t>(columns) + j];
            };
            auto const wi = values(w);
            auto const rj = values(r);
            array<vec3, 2> const g = f * r;
            expect_elements(g, [&](std::size_t i, std::size_t j) { return at(i, j) * rj[j]; });
            // Into whole packets, from rows that start in any place.
            auto const wide = made<Half>(tw::extents(rows, 2 * columns), weight);
            auto const every_second = wide(tw::full_extent, tw::slice(tw::none, 400, 2));
            array<vec3, 2> const some =
                f(tw::full_extent, tw::slice(columns % 2, tw::none)) * every_second;
            auto const wv = values(wide);
            expect_elements(some, [&](std::size_t i, std::size_t j) {
                return at(i, j + static_cast<std::size_t>(columns % 2)) *
                       wv[2 * (i * static_cast<std::size_t>(columns) + j)];
            });
            auto part = f(tw::full_extent, tw::slice(from, tw::none));
            part = part * w;
            expect_elements(f, [&](std::size_t i, std::size_t j) {
                return static_cast<index_t>(j) < from ? at(i, j) : at(i, j) * wi[i];
            });
        }
}
TEST(VecOddSizes, Halves) {
    check_halves<tw::float16>();
    check_halves<tw::bfloat16>();
}

// Nothing is written twice, nor behind a row.
TEST(VecOddSizes, Bytes) {
    using pixel = tw::vec<std::uint8_t, 3>;
    auto const of = [](int i) {
        return pixel{static_cast<std::uint8_t>(i % 251), static_cast<std::uint8_t>(i % 13),
                     static_cast<std::uint8_t>(i % 7)};
    };
    for (index_t const columns : {4, 200, 203}) {
        SCOPED_TRACE(columns);
        index_t const rows = 150;
        auto const m = made<pixel>(tw::extents(rows, columns), of);
        array<pixel, 2> const n = flip(m, tw::axis<0>);
        auto const r = made<pixel>(tw::extents(columns), of);
        array<pixel> const s = flip(r, tw::axis<0>);
        auto const mv = values(m), nv = values(n), rv = values(r), sv = values(s);
        auto const at = [&](std::vector<pixel> const& x, std::size_t i, std::size_t j) {
            return x[i * static_cast<std::size_t>(columns) + j];
        };
        array<pixel, 2> const once = (m + r) * (n + s);
        expect_elements(once, [&](std::size_t i, std::size_t j) {
            return (at(mv, i, j) + rv[j]) * (at(nv, i, j) + sv[j]);
        });
        array<pixel, 2> const same = (m + r) * (m + r);
        expect_elements(same, [&](std::size_t i, std::size_t j) {
            return (at(mv, i, j) + rv[j]) * (at(mv, i, j) + rv[j]);
        });
        // What stands around rows that start in any place of a packet; of operands with steps.
        auto const wide = made<pixel>(tw::extents(rows, 2 * columns), of);
        auto const twice = wide(tw::full_extent, tw::slice(tw::none, tw::none, 2));
        auto const again = wide(tw::full_extent, tw::slice(1, tw::none, 2));
        auto const wv = values(wide);
        std::vector<array<pixel, 2>> framed;
        for (int k = 0; k < 6; ++k)
            for (index_t const from : {0, 1, 2, 3, 4}) {
                framed.push_back(tw::full(tw::extents(rows, columns + 5), pixel{1, 1, 1}));
                framed.back()(tw::full_extent, tw::slice(from, from + columns)) =
                    (twice + r) * (again + s);
                expect_elements(framed.back(), [&](std::size_t i, std::size_t j) {
                    std::size_t const c = j - static_cast<std::size_t>(from);
                    std::size_t const at_wide = 2 * (i * static_cast<std::size_t>(columns) + c);
                    return c >= static_cast<std::size_t>(columns)
                               ? pixel{1, 1, 1}
                               : (wv[at_wide] + rv[c]) * (wv[at_wide + 1] + sv[c]);
                });
            }
        array<pixel, 2> in_place(m);
        in_place += r;
        in_place = (in_place + r) * (n + s);
        expect_elements(in_place, [&](std::size_t i, std::size_t j) {
            return (at(mv, i, j) + rv[j] + rv[j]) * (at(nv, i, j) + sv[j]);
        });
    }
}

struct sum_of_parts {
    TWILL_TEST_HD float operator()(tw::vec<std::uint8_t, 3> const& v) const {
        return static_cast<float>(v[0]) + static_cast<float>(v[1]) + static_cast<float>(v[2]);
    }
};
// Packets of five lanes, whose quotients have one divisor.
TEST(VecOddSizes, QuotientsByANumber) {
    auto const of = [](int i) {
        return tw::vec<std::uint8_t, 3>{static_cast<std::uint8_t>(i),
                                        static_cast<std::uint8_t>(7 * i), 3};
    };
    for (index_t const columns : {1, 5, 64, 1003}) {
        auto const m = made<tw::vec<std::uint8_t, 3>>(tw::extents(index_t{40}, columns), of);
        array<float, 2> const means = tw::map(sum_of_parts{}, m) / 3.0f;
        array<std::uint8_t, 2> const grey =
            tw::cast<std::uint8_t>(tw::map(sum_of_parts{}, m) / 3.0f);
        auto const sum = [&](std::size_t i, std::size_t j) {
            return sum_of_parts{}(of(static_cast<int>(i * static_cast<std::size_t>(columns) + j)));
        };
        expect_elements(means, [&](std::size_t i, std::size_t j) { return sum(i, j) / 3.0f; });
        expect_elements(grey, [&](std::size_t i, std::size_t j) {
            return static_cast<std::uint8_t>(sum(i, j) / 3.0f);
        });
    }
}

}  // namespace
