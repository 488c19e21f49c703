// SPDX-License-Identifier: MIT
// Window functions: bartlett, blackman, hamming, hanning, kaiser. Lazy expressions without memory,
// of no space: they fuse with what they weigh, `rfft(x * hanning<float>(x.size()))`.
#pragma once

#include "twill/expr/generators.hpp"
#include "twill/ops/numeric/bessel.hpp"

namespace twill::inline v0 {
namespace detail {

/// A window over [-1, 1], at element i of `last + 1`; one element is 1.
template <class T, class Window>
struct window_function {
    static constexpr char const* name = Window::name;
    static constexpr bool costly = true;
    double last;
    Window window;
    TWILL_HD constexpr T operator()(index_t i) const {
        if (!(last > 0))
            return static_cast<T>(1.0f);
        double const x = (2.0 * static_cast<double>(i) - last) / last;
        return static_cast<T>(static_cast<compute_t<T>>(window(x)));
    }
};
template <class T, class Window>
auto window_of(index_t count, Window const& window, source_location const& place) {
    static_assert(is_floating<T>, "twill: a window's elements are floats: hanning<float>(n)");
    checked_count(count, {Window::name, place});
    return make_elementwise(window_function<T, Window>{static_cast<double>(count) - 1.0, window},
                            counter(count));
}

/// 1 - |x|.
struct bartlett_window {
    static constexpr char const* name = "bartlett";
    TWILL_HD constexpr double operator()(double x) const { return x > 0 ? 1.0 - x : 1.0 + x; }
};
/// a + b cos(pi x) + c cos(2 pi x).
struct cosine_window {
    double a;
    double b;
    double c;
    TWILL_HD constexpr double operator()(double x) const {
        constexpr double pi = 3.14159265358979323846;
        double const once = a + b * cos_function{}(pi * x);
        return c == 0 ? once : once + c * cos_function{}(2.0 * pi * x);
    }
};
struct blackman_window : cosine_window {
    static constexpr char const* name = "blackman";
};
struct hamming_window : cosine_window {
    static constexpr char const* name = "hamming";
};
struct hanning_window : cosine_window {
    static constexpr char const* name = "hanning";
};
/// i0(beta sqrt(1 - x^2)) / i0(beta).
struct kaiser_window {
    static constexpr char const* name = "kaiser";
    double beta;
    TWILL_HD constexpr double operator()(double x) const {
        return i0_function{}(beta * sqrt_function{}(1.0 - x * x)) / i0_function{}(beta);
    }
};

}  // namespace detail

/// n elements that rise from 0 to 1 in the middle and fall again, in straight lines; as every
/// window here symmetric, 1 for n = 1, computed in float64, with elements of type T. Throws
/// value_error for a negative n. Lazy.
template <class T = double>
[[nodiscard]] auto bartlett(detail::integer n, source_location place = source_location::current()) {
    return detail::window_of<T>(n, detail::bartlett_window{}, place);
}
/// 0.42 + 0.5 cos(pi x) + 0.08 cos(2 pi x) at n evenly spaced x from -1 to 1.
template <class T = double>
[[nodiscard]] auto blackman(detail::integer n, source_location place = source_location::current()) {
    return detail::window_of<T>(n, detail::blackman_window{{0.42, 0.5, 0.08}}, place);
}
/// 0.54 + 0.46 cos(pi x) at n evenly spaced x from -1 to 1.
template <class T = double>
[[nodiscard]] auto hamming(detail::integer n, source_location place = source_location::current()) {
    return detail::window_of<T>(n, detail::hamming_window{{0.54, 0.46, 0.0}}, place);
}
/// 0.5 + 0.5 cos(pi x) at n evenly spaced x from -1 to 1, Hann's window.
template <class T = double>
[[nodiscard]] auto hanning(detail::integer n, source_location place = source_location::current()) {
    return detail::window_of<T>(n, detail::hanning_window{{0.5, 0.5, 0.0}}, place);
}
/// i0(beta sqrt(1 - x^2)) / i0(beta) at n evenly spaced x from -1 to 1: the larger beta, the
/// narrower the window.
template <class T = double>
[[nodiscard]] auto kaiser(detail::integer n, double beta,
                          source_location place = source_location::current()) {
    return detail::window_of<T>(n, detail::kaiser_window{beta}, place);
}

}  // namespace twill::inline v0
