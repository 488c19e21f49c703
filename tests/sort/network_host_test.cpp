// SPDX-License-Identifier: MIT
// The sorting network of every length, compiled for every processor that this one can stand for.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include <twill/twill.hpp>

#include <twill/sort.hpp>

namespace {

using twill::index_t;
namespace detail = twill::detail;

/// Lanes of `length` rows, sorted by `sort`, against std::sort of each.
template <bool Placed, class Lane, class Sort>
void check_rows(index_t length, Sort const& sort) {
    constexpr index_t lanes = detail::network_lanes<Lane>;
    constexpr index_t size = detail::network_row<Lane, Placed>;
    std::mt19937 random(static_cast<unsigned>(length));
    std::vector<Lane> rows(static_cast<std::size_t>(length * size));
    auto at = [&](index_t row, index_t lane) -> Lane& {
        return rows[static_cast<std::size_t>(row * size + lane)];
    };
    std::vector<std::vector<std::pair<Lane, index_t>>> expected(lanes);
    for (index_t l = 0; l < lanes; ++l) {
        auto& line = expected[static_cast<std::size_t>(l)];
        for (index_t i = 0; i < length; ++i) {
            at(i, l) = static_cast<Lane>(static_cast<Lane>(random() % 40) - 20);
            if constexpr (Placed)
                at(i, lanes + l) = static_cast<Lane>(i);
            line.emplace_back(at(i, l), Placed ? i : 0);
        }
        std::sort(line.begin(), line.end());
    }
    sort(rows.data(), length);
    for (index_t l = 0; l < lanes; ++l)
        for (index_t i = 0; i < length; ++i) {
            auto const& [key, place] =
                expected[static_cast<std::size_t>(l)][static_cast<std::size_t>(i)];
            ASSERT_EQ(at(i, l), key) << "row " << i << " of " << length << ", lane " << l;
            if constexpr (Placed) {
                ASSERT_EQ(at(i, lanes + l), static_cast<Lane>(place)) << "row " << i;
            }
        }
}
template <bool Placed, class Lane>
void check_lengths() {
    auto check = [](auto const& sort) {
        for (index_t length = 1; length < 70; ++length)
            check_rows<Placed, Lane>(length, sort);
        for (index_t const length : {100, 128, 129, 512})
            check_rows<Placed, Lane>(length, sort);
    };
    check(detail::sort_rows_anywhere<Placed, Lane>);
    check(detail::sort_rows<Placed, Lane>);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        check(detail::sort_rows_avx2<Placed, Lane>);
#endif
}

TEST(network, rows) {
    check_lengths<false, std::int8_t>();
    check_lengths<false, std::int16_t>();
    check_lengths<false, std::int32_t>();
    check_lengths<false, std::int64_t>();
}
TEST(network, rows_with_places) { check_lengths<true, std::int64_t>(); }

}  // namespace
