// SPDX-License-Identifier: MIT
#pragma once

#include "statements.hpp"

namespace model {

inline void layouts(sampler& s) {
    for (int i = 0; i < s.each(); ++i) {
        auto const shape = s.matrix();
        auto const m = numbers<float>(shape);
        auto const row = numbers<float>(tw::extents<1>(shape[1]));
        auto const column = numbers<float>(tw::extents<1>(shape[0]));
        array<float, 2> to(shape);
        s.measure("layouts", "m + row", m + row, to);
        s.measure("layouts", "m * column", m * column(tw::full_extent, tw::newaxis), to);
        s.measure("layouts", "outer sin(column)*cos(row)",
                  sin(column)(tw::full_extent, tw::newaxis) * cos(row), to);
    }
    for (int i = 0; i < s.each(); ++i) {
        auto const shape = s.matrix();
        index_t const step = s.between(2, 9);
        auto const m = numbers<float>(tw::extents<2>(shape[0], shape[1] + 5));
        auto const rows = m(tw::slice(0, tw::none, step), tw::slice(3, -2));
        auto const columns = m(tw::full_extent, tw::slice(0, tw::none, step));
        array<float, 2> to(rows.shape());
        s.measure("layouts", "some rows * 2", rows * 2.0f, to);
        array<float, 2> narrow(columns.shape());
        s.measure("layouts", "some columns * 2", columns * 2.0f, narrow);
        auto target = to(tw::full_extent, tw::slice(0, -1));
        s.measure("layouts", "into a slice",
                  rows(tw::full_extent, tw::slice(1)) - rows(tw::full_extent, tw::slice(0, -1)),
                  target);
    }
    for (int i = 0; i < s.each(); ++i) {
        auto const shape = s.matrix();
        auto const m = numbers<float>(shape);
        auto const other = numbers<float>(tw::extents<2>(shape[1], shape[0]));
        array<float, 2> to(shape);
        s.measure("layouts", "m + transpose(n)", m + transpose(other), to);
        auto const narrow = numbers<std::uint8_t>(tw::extents<2>(shape[1], shape[0]));
        array<std::uint8_t, 2> bytes(shape);
        s.measure("layouts", "transpose of uint8", transpose(narrow) + std::uint8_t(1), bytes);
    }
}

}  // namespace model
