// SPDX-License-Identifier: MIT
// Distributions that draw until a number is accepted: gamma, beta, Poisson, binomial, and what is
// made of them. Parameters are numbers, or operands that broadcast against the shape; where one
// makes no sense (a negative shape, NaN) the element is NaN, or -1 for integers.
#pragma once

#include "twill/ops/random/shaped.hpp"

namespace twill::inline v0 {
namespace detail {

/// The words of one attempt for numbers of type T: `first` and `second` for a normal number, and a
/// third for what it is accepted by.
template <class T>
struct attempt_words {
    word_for<T> first, second, third;
    TWILL_INLINE_HD attempt_words(attempts const& of, std::uint32_t attempt) {
        if constexpr (sizeof(word_for<T>) == 4) {
            random_words const x = of(attempt);
            first = x.values[0], second = x.values[1], third = x.values[2];
        } else {
            random_words const x = of(2 * attempt), y = of(2 * attempt + 1);
            first = word_pair(x, 0), second = word_pair(x, 1), third = word_pair(y, 0);
        }
    }
};

/// x^2 / 2 + d (1 - v + log v) for v = (1 + w)^3 and w = x / sqrt(9 d): of small w by its series,
/// of which the terms before w^4 cancel.
template <class T>
TWILL_HD T gamma_log_ratio(T d, T x, T w) {
    if (abs_function{}(w) < T(0.01))
        return d * (w * w * (w * w)) * (T(-0.75) + w * (T(0.6) + w * (T(-0.5) + w * T(3.0 / 7))));
    T const root = T(1) + w;
    return x * x / T(2) + d * (T(1) - root * root * root + T(3) * log_function{}(root));
}
/// A gamma number: d (1 + w)^3 exp(-less). Of a shape of at least 1 there is nothing less.
template <class T>
struct gamma_number {
    T d;
    T w;
    T less;

    TWILL_HD T logarithm() const {
        T const root = T(1) + w;
        return log_function{}(d * (root * root * root)) - less;
    }
    TWILL_HD T value() const {
        if (less > T(0))
            return exp_function{}(logarithm());
        // Near -1 the sum is exact, near 0 what is added to 1.
        T const root = T(1) + w;
        return w < T(-0.5) ? d * (root * root * root) : d + d * (w * (T(3) + w * (T(3) + w)));
    }
};
/// Of a finite shape a > 0. Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables"
/// (2000); below 1 by a number of shape a + 1 times u^(1/a), of which the logarithm does not
/// underflow.
template <class T>
TWILL_HD gamma_number<T> draw_gamma(attempts const& of, T a) {
    T const d = (a < T(1) ? a + T(1) : a) - T(1) / T(3);
    T const c = T(1) / (T(3) * sqrt_function{}(d));
    for (std::uint32_t attempt = 1;; ++attempt) {
        attempt_words<T> const words(of, attempt);
        T const x = normal_pair(words.first, words.second).values[0];
        T const w = c * x;
        if (!(w > T(-1)))
            continue;
        // Most are accepted without a logarithm.
        if (positive_number(words.third) < T(1) - T(0.0331) * (x * x) * (x * x) ||
            -exponential_number(words.third) < gamma_log_ratio(d, x, w))
            return {d, w, a < T(1) ? exponential_number(attempt_words<T>(of, 0).first) / a : T(0)};
    }
}
template <class T>
TWILL_HD bool is_gamma_shape(T a) {
    return a > T(0) && a <= limits<T>::max;
}
template <class T>
struct gamma_sampler {
    static constexpr char const* name = "random::gamma";
    template <class A, class S>
    TWILL_HD T operator()(attempts const& of, A a, S scale) const {
        T const shape = static_cast<T>(a);
        T const stretch = static_cast<T>(scale);
        if (!(stretch >= T(0)) || !(is_gamma_shape(shape) || shape == T(0)))
            return no_number<T>();
        return stretch * (shape > T(0) ? draw_gamma(of, shape).value() : T(0));
    }
};
/// `Call`: what asks for them, whose name it has.
template <class T, class Call>
struct log_gamma_sampler {
    static constexpr char const* name = Call::name;
    template <class A>
    TWILL_HD T operator()(attempts const& of, A a) const {
        T const shape = static_cast<T>(a);
        if (!is_gamma_shape(shape))
            return shape == T(0) ? -limits<T>::infinity : no_number<T>();
        return draw_gamma(of, shape).logarithm();
    }
};

/// A probability that counts no more beside others.
inline constexpr double least_share = 1e-20;
/// The error of Stirling's formula for log k!.
TWILL_HD inline double stirling_error(double k) {
    double const x = k + 1.0;
    if (k < 10.0)
        return lgamma_function{}(x) - ((k + 0.5) * log_function{}(x)-x + 0.9189385332046727);
    double const y = 1.0 / (x * x);
    return (1.0 / 12.0 - (1.0 / 360.0 - y / 1260.0) * y) / x;
}

/// Below 10 by inversion, adding up probabilities; above by transformed rejection. Hörmann, "The
/// Transformed Rejection Method for Generating Poisson Random Variables" (1993), algorithm PTRS.
TWILL_HD inline std::int64_t poisson_number(attempts const& of, double mean,
                                            std::uint32_t attempt = 0) {
    if (!(mean >= 0.0) || mean > 9.2e18)
        return -1;
    if (mean < 10.0) {
        double const u = positive_number(word_pair(of(attempt), 0));
        double share = exp_function{}(-mean);
        double sum = share;
        double count = 0.0;
        // Rounded sums may stay below 1.
        while (u > sum && share > least_share) {
            count += 1.0;
            share *= mean / count;
            sum += share;
        }
        return static_cast<std::int64_t>(count);
    }
    double const b = 0.931 + 2.53 * sqrt_function{}(mean);
    double const a = -0.059 + 0.02483 * b;
    double const inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    double const v_r = 0.9277 - 3.6224 / (b - 2.0);
    for (;; ++attempt) {
        random_words const words = of(attempt);
        double const u = unit_number<double>(word_pair(words, 0)) - 0.5;
        double const v = positive_number(word_pair(words, 1));
        double const us = 0.5 - abs_function{}(u);
        double const k = floor_function{}((2.0 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= v_r)
            return static_cast<std::int64_t>(k);
        if (k < 0.0 || (us < 0.013 && v > us))
            continue;
        double const k1 = k + 1.0;
        double const log_density = k * log1p_function{}((mean - k1) / k1) + (k1 - mean) -
                                   0.5 * log_function{}(k1)-0.9189385332046727 - stirling_error(k);
        if (log_function{}(v * inverse_alpha / (a / (us * us) + b)) <= log_density)
            return static_cast<std::int64_t>(k);
    }
}
struct poisson_sampler {
    static constexpr char const* name = "random::poisson";
    template <class M>
    TWILL_HD std::int64_t operator()(attempts const& of, M mean) const {
        return poisson_number(of, static_cast<double>(mean));
    }
};

/// By inversion where n p is small; otherwise by transformed rejection. Hörmann, "The
/// Generation of Binomial Random Variates" (1993), algorithm BTRD without its table.
TWILL_HD inline std::int64_t binomial_number(attempts const& of, std::int64_t trials, double p) {
    if (!(p >= 0.0 && p <= 1.0))
        return -1;
    double const n = static_cast<double>(trials);
    bool const flipped = p > 0.5;
    double const q = flipped ? 1.0 - p : p;
    std::int64_t result = 0;
    if (q == 0.0) {
        result = 0;
    } else if (n * q < 10.0) {
        double const u = positive_number(word_pair(of(0), 0));
        double const odds = q / (1.0 - q);
        double share = exp_function{}(n * log1p_function{}(-q));
        double sum = share;
        double count = 0.0;
        while (u > sum && share > least_share && count < n) {
            share *= (n - count) / (count + 1.0) * odds;
            count += 1.0;
            sum += share;
        }
        result = static_cast<std::int64_t>(count);
    } else {
        double const deviation = sqrt_function{}(n * q * (1.0 - q));
        double const b = 1.15 + 2.53 * deviation;
        double const a = -0.0873 + 0.0248 * b + 0.01 * q;
        double const c = n * q + 0.5;
        double const v_r = 0.92 - 4.2 / b;
        double const alpha = (2.83 + 5.1 / b) * deviation;
        double const m = floor_function{}((n + 1.0) * q);
        // Logarithms of quotients that are next to 1 for large n, by their exact differences from
        // 1: what is odds (n - k + 1) / (k + 1) there.
        double const above_mode = ::fma(n, q, -m) + (q + q - 1.0);
        auto const log_step = [&](double k) {
            return log1p_function{}((above_mode + (m - k)) / ((1.0 - q) * (k + 1.0)));
        };
        double const of_mode = stirling_error(m) + stirling_error(n - m) - (m + 0.5) * log_step(m);
        for (std::uint32_t attempt = 0;; ++attempt) {
            random_words const words = of(attempt);
            double const u = unit_number<double>(word_pair(words, 0)) - 0.5;
            double v = positive_number(word_pair(words, 1));
            double const us = 0.5 - abs_function{}(u);
            double const k = floor_function{}((2.0 * a / us + b) * u + c);
            if (k < 0.0 || k > n)
                continue;
            bool accepted = us >= 0.07 && v <= v_r;
            if (!accepted) {
                v = log_function{}(v * alpha / (a / (us * us) + b));
                accepted = v <= of_mode + (n + 1.0) * log1p_function{}((k - m) / (n - k + 1.0)) +
                                    (k + 0.5) * log_step(k) - stirling_error(k) -
                                    stirling_error(n - k);
            }
            if (accepted) {
                result = k < n ? static_cast<std::int64_t>(k) : trials;
                break;
            }
        }
    }
    return flipped ? trials - result : result;
}
struct binomial_sampler {
    static constexpr char const* name = "random::binomial";
    template <class N, class P>
    TWILL_HD std::int64_t operator()(attempts const& of, N n, P p) const {
        double const probability = static_cast<double>(p);
        if constexpr (is_integer<N>) {
            bool const fits = static_cast<std::uint64_t>(n) >> 63 == 0;
            return fits ? binomial_number(of, static_cast<std::int64_t>(n), probability) : -1;
        } else {
            double const whole = floor_function{}(static_cast<double>(n));
            bool const fits = whole >= 0.0 && whole < 0x1p63;
            return fits ? binomial_number(of, static_cast<std::int64_t>(whole), probability) : -1;
        }
    }
};
struct from_log_gammas_function {
    static constexpr char const* name = "random::beta";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD T operator()(T x, T y) const {
        return T(1) / (T(1) + exp_function{}(y - x));
    }
};

template <class T, class Call, int Rank, class A>
auto log_gammas(random::key k, extents<Rank> const& shape, source_location const& place, A&& a) {
    static_assert(is_floating<T> && sizeof(T) >= 4,
                  "twill: random numbers of this distribution are float or double");
    return sampled_elements<T>(k, shape, log_gamma_sampler<T, Call>{}, place, std::forward<A>(a));
}

}  // namespace detail

namespace random {

/// Gamma numbers of a shape parameter a and a scale: density x^(a - 1) exp(-x / scale).
template <class T = float, int Rank, detail::random_parameter A,
          detail::random_parameter S = double>
auto gamma(key k, extents<Rank> const& shape, A&& a, S&& scale = 1.0,
           source_location place = source_location::current()) {
    static_assert(detail::is_floating<T> && sizeof(T) >= 4,
                  "twill: random::gamma: float or double elements");
    return detail::sampled_elements<T>(k, shape, detail::gamma_sampler<T>{}, place,
                                       std::forward<A>(a), std::forward<S>(scale));
}
/// Beta numbers in [0, 1]: density x^(a - 1) (1 - x)^(b - 1).
template <class T = float, int Rank, detail::random_parameter A, detail::random_parameter B>
auto beta(key k, extents<Rank> const& shape, A&& a, B&& b,
          source_location place = source_location::current()) {
    auto const [x, y] = split(k);
    using call = detail::from_log_gammas_function;
    return detail::make_elementwise(
        call{}, detail::log_gammas<T, call>(x, shape, place, std::forward<A>(a)),
        detail::log_gammas<T, call>(y, shape, place, std::forward<B>(b)));
}
/// The sum of `freedom` squared normal numbers.
template <class T = float, int Rank, detail::random_parameter F>
auto chisquare(key k, extents<Rank> const& shape, F&& freedom,
               source_location place = source_location::current()) {
    return gamma<T>(k, shape, std::forward<F>(freedom) / T(2), 2.0, place);
}
/// Student's t with `freedom` degrees of freedom.
template <class T = float, int Rank, detail::random_parameter F>
auto standard_t(key k, extents<Rank> const& shape, F const& freedom,
                source_location place = source_location::current()) {
    auto const [x, y] = split(k);
    return standard_normal<T>(x, shape, place) /
           sqrt(chisquare<T>(y, shape, freedom, place) / freedom);
}
/// The quotient of two chi-square numbers, each over its degrees of freedom.
template <class T = float, int Rank, detail::random_parameter A, detail::random_parameter B>
auto f(key k, extents<Rank> const& shape, A const& above, B const& below,
       source_location place = source_location::current()) {
    auto const [x, y] = split(k);
    return (chisquare<T>(x, shape, above, place) / above) /
           (chisquare<T>(y, shape, below, place) / below);
}
/// Counts of a mean, as int64.
template <int Rank, detail::random_parameter M>
auto poisson(key k, extents<Rank> const& shape, M&& mean,
             source_location place = source_location::current()) {
    return detail::sampled_elements<double>(k, shape, detail::poisson_sampler{}, place,
                                            std::forward<M>(mean));
}
/// Successes of n trials of probability p, as int64.
template <int Rank, detail::random_parameter N, detail::random_parameter P>
auto binomial(key k, extents<Rank> const& shape, N&& n, P&& p,
              source_location place = source_location::current()) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<N>>)
        return binomial(
            k, shape,
            detail::weak_leaf<detail::canonical_t<std::remove_cvref_t<N>>>("random::binomial", n),
            std::forward<P>(p), place);
    else
        return detail::sampled_elements<double>(k, shape, detail::binomial_sampler{}, place,
                                                std::forward<N>(n), std::forward<P>(p));
}
/// Failures before the n-th success of probability p, as int64; n need not be an integer.
template <int Rank, detail::random_parameter N, detail::random_parameter P>
auto negative_binomial(key k, extents<Rank> const& shape, N&& n, P const& p,
                       source_location place = source_location::current()) {
    auto const [x, y] = split(k);
    return poisson(y, shape, gamma<double>(x, shape, std::forward<N>(n), (1.0 - p) / p, place),
                   place);
}

}  // namespace random
}  // namespace twill::inline v0
