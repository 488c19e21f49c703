// SPDX-License-Identifier: MIT
// What stands around a Fourier transform: the frequencies of its numbers, their order, good
// lengths.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/ops/fft/options.hpp"
#include "twill/ops/join/repeat.hpp"

namespace twill::inline v0 {
namespace detail {

/// Position i of n as a frequency: those from n / 2 upwards are the negative ones.
template <class T>
struct frequency_function {
    static constexpr char const* name = "fft::fftfreq";
    index_t points;
    index_t positive;
    double step;
    TWILL_HD constexpr T operator()(index_t i) const {
        return static_cast<T>(static_cast<double>(i < positive ? i : i - points) * step);
    }
};

template <class T>
auto make_frequencies(index_t n, double spacing, bool half, caller const& by) {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "twill: frequencies are float or double");
    if (n < 1)
        raise<value_error>(by.place, "twill: %s: %lld points; there must be one at least",
                           by.operation, static_cast<long long>(n));
    if (spacing == 0)
        raise<value_error>(by.place, "twill: %s: samples that lie 0 apart", by.operation);
    index_t const count = half ? n / 2 + 1 : n;
    frequency_function<T> const f{n, half ? count : (n - 1) / 2 + 1,
                                  1 / (static_cast<double>(n) * spacing)};
    return make_elementwise(f, index_leaf<1>{0, {extents<1>(count), {{1}}}});
}

/// Axes rolled by half of their lengths, one direction or the other.
template <bool Back, class X, class Axes>
auto half_rolled(X const& x, Axes which, caller const& by) {
    auto const node = as_node(x);
    constexpr int rank = node_of<X>::rank;
    auto rule = remap_of<0>(by.operation, node, by.place);
    std::uint64_t const bits = axes_traits<Axes, rank>::mask(which, by);
    for (int d = 0; d < rank; ++d) {
        index_t const size = rule.shape[d];
        if ((bits >> d & 1) != 0)
            rule.axes[d] = axis_rule::wrap(
                size, size > 0 ? floor_modulo(Back ? -(size / 2) : size / 2, size) : 0);
    }
    return make_rearrangement(rule, node);
}

}  // namespace detail

namespace fft {

/// The frequency of each number of fft() of n samples that lie `spacing` apart, in cycles for each
/// unit of that: 0, 1, ..., -2, -1 times 1 / (n spacing), as float64 or fftfreq<float>. Lazy,
/// without memory. Throws value_error for no points and a spacing of 0.
template <class T = double>
auto fftfreq(detail::integer n, double spacing = 1,
             source_location place = source_location::current()) {
    return detail::make_frequencies<T>(n, spacing, false, {"fft::fftfreq", place});
}
/// The same of rfft(): n / 2 + 1 frequencies, none negative.
template <class T = double>
auto rfftfreq(detail::integer n, double spacing = 1,
              source_location place = source_location::current()) {
    return detail::make_frequencies<T>(n, spacing, true, {"fft::rfftfreq", place});
}

/// The elements with frequency 0 in the middle, along all axes, or `axis<0>`, `axes(i, j)` or an
/// integer: rolled by half of each length. Lazy; throws axis_error.
template <detail::operand X>
[[nodiscard]] auto fftshift(X const& x, source_location place = source_location::current()) {
    return detail::half_rolled<false>(x, detail::all_axes{}, {"fft::fftshift", place});
}
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto fftshift(X const& x, Axes which,
                            source_location place = source_location::current()) {
    return detail::half_rolled<false>(x, detail::as_axes(which), {"fft::fftshift", place});
}
/// Undoes fftshift, of odd lengths too.
template <detail::operand X>
[[nodiscard]] auto ifftshift(X const& x, source_location place = source_location::current()) {
    return detail::half_rolled<true>(x, detail::all_axes{}, {"fft::ifftshift", place});
}
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto ifftshift(X const& x, Axes which,
                             source_location place = source_location::current()) {
    return detail::half_rolled<true>(x, detail::as_axes(which), {"fft::ifftshift", place});
}

/// The smallest number of points, not below n, that has no prime factor above 7: the libraries of
/// both spaces are fast for these. Throws value_error for n below 1 and above 2^62.
inline index_t next_fast_len(detail::integer n,
                             source_location place = source_location::current()) {
    index_t const least = n;
    if (least < 1 || least > index_t{1} << 62)
        detail::raise<value_error>(place, "twill: fft::next_fast_len(%lld)",
                                   static_cast<long long>(least));
    index_t best = index_t{1} << 62;
    for (index_t sevens = 1; sevens < best; sevens *= 7) {
        for (index_t fives = sevens; fives < best; fives *= 5) {
            for (index_t threes = fives; threes < best; threes *= 3) {
                index_t x = threes;
                while (x < least)
                    x *= 2;
                best = x < best ? x : best;
                if (threes > best / 3)
                    break;
            }
            if (fives > best / 5)
                break;
        }
        if (sevens > best / 7)
            break;
    }
    return best;
}

}  // namespace fft
}  // namespace twill::inline v0
