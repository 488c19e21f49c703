// SPDX-License-Identifier: MIT
// The kernel that has rows in shared memory, where these are shorter than a packet, and of bytes.
#include <twill/half.hpp>

#include "support/broadcasts.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::extents;
using tw::index_t;
using tw::slice;

namespace {

// Rows shorter than a packet: several are taken for one. The last one may end within a packet, and
// the output may start between two.
template <class T>
void check_short(index_t lanes) {
    for (index_t width = 2; width < lanes; ++width)
        for (index_t const first : {0, 1})
            for (index_t const more : {1, 2, 4}) {
                SCOPED_TRACE(std::to_string(width) + " from " + std::to_string(first));
                index_t const rows = enough(static_cast<int>(lanes)) / width + more;
                auto const all = elements<T>(extents(rows * width + first));
                auto const long_row = elements<T>(extents(2 * width + 1), 3);
                auto const run = [&](auto const& x, auto const& row) {
                    auto out = tw::evaluate(x + T(1.0f));
                    auto matrix = reshape(out(slice(first)), rows, width);
                    auto const m = reshape(x(slice(first)), rows, width);
                    matrix = (m - row(slice(1, width + 1))) / row(slice(0, 2 * width, 2));
                    return out;
                };
                auto const there = tw::to_device(all);
                auto const row = tw::to_device(long_row);
                auto const got = tw::to_host(run(there, row));
                EXPECT_TRUE(equal(got, values(run(all, long_row))));
                if (first == 0)
                    same_on_both([](auto const& x, auto const& r) { return tw::cast<T>(x + r); },
                                 elements<T>(extents(rows, width)), elements<T>(extents(width), 3));
            }
}
TEST(broadcast, short_rows_of_floats) { check_short<float>(4); }
TEST(broadcast, short_rows_of_halves) { check_short<tw::float16>(8); }
TEST(broadcast, short_rows_of_shorts) { check_short<std::int16_t>(8); }
TEST(broadcast, bytes) {
    for (index_t const width : {2, 3, 5, 15, 33, 253, 1001})
        for (index_t const more : {1, 6}) {
            SCOPED_TRACE(width);
            index_t const rows = enough(16) / width + more;
            auto const x = elements<std::uint8_t>(extents(rows, width));
            auto const row = elements<std::uint8_t>(extents(width), 3);
            same_on_both([](auto const& a, auto const& r) { return a * r; }, x, row);
            same_on_both([](auto const& a, auto const& r) { return a > r; }, x, row);
        }
}
// Colours: bytes beside floats, images beside each other.
TEST(broadcast, colours) {
    for (index_t const wide : {1001, 1002}) {
        index_t const high = enough(4) / wide / 3 / 2 + 1;
        same_on_both([](auto const& x, auto const& mean,
                        auto const& scale) { return (tw::cast<float>(x) / 255.0f - mean) / scale; },
                     elements<std::uint8_t>(extents(2, high, wide, 3)),
                     elements<float>(extents(3), 3), elements<float>(extents(3), 4));
    }
}

}  // namespace
