// SPDX-License-Identifier: MIT
// What a reduction does with its elements: an accumulator, how an element enters it, how two of
// them merge, and the result. Merging is what makes results independent of how many threads there
// were. A reducer may name another accumulator for a short run of elements, `running`, which it
// starts from three of them and settles into the one that merges.
#pragma once

#include "twill/expr/exponential.hpp"
#include "twill/expr/node.hpp"
#include "twill/expr/rounding.hpp"

namespace twill::inline v0::detail {

/// Sums and products of bool and of integers narrower than 64 bits accumulate in 64 bits.
template <class V>
struct accumulation {
    using type = V;
};
template <class V>
    requires(is_boolean<V> || is_integer<V>)
struct accumulation<V> {
    using type =
        std::conditional_t<is_integer<V> && std::is_unsigned_v<V>, std::uint64_t, std::int64_t>;
};
template <class V>
using accumulation_t = typename accumulation<V>::type;

/// Reducers over elements of type V. `Exact` keeps V as the accumulator's type (sum<T>).
template <class V, bool Exact = false>
struct sum_reducer {
    static constexpr char const* name = "sum";
    static constexpr bool needs_elements = false;
    using result = std::conditional_t<Exact, V, accumulation_t<V>>;
    using accumulator = compute_t<result>;
    static constexpr bool merges_exactly = is_integer<accumulator>;
    TWILL_HD static accumulator identity() { return accumulator{}; }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        a = detail::add{}(a, static_cast<accumulator>(x));
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        return detail::add{}(a, b);
    }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return a; }
};

template <class V, bool Exact = false>
struct product_reducer {
    static constexpr char const* name = "prod";
    static constexpr bool needs_elements = false;
    using result = std::conditional_t<Exact, V, accumulation_t<V>>;
    using accumulator = compute_t<result>;
    static constexpr bool merges_exactly = is_integer<accumulator>;
    TWILL_HD static accumulator identity() { return accumulator(1); }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        a = multiply{}(a, static_cast<accumulator>(x));
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        return multiply{}(a, b);
    }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return a; }
};

/// Accumulators of bools are integers: threads may not write neighbours in a std::vector<bool>.
template <class V>
using extremum_t = std::conditional_t<is_boolean<V>, std::uint32_t, compute_t<V>>;

template <class V>
struct max_reducer {
    static constexpr char const* name = "max";
    static constexpr bool needs_elements = true;
    static constexpr bool merges_exactly = true;
    static constexpr bool greatest = true;
    using result = V;
    using accumulator = extremum_t<V>;
    TWILL_HD static accumulator identity() {
        if constexpr (is_floating<accumulator>)
            return -limits<accumulator>::infinity;
        else
            return limits<accumulator>::lowest;
    }
    TWILL_HD static void add(accumulator& a, accumulator const& x) { a = maximum_function{}(a, x); }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        return maximum_function{}(a, b);
    }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return a; }
};

template <class V>
struct min_reducer {
    static constexpr char const* name = "min";
    static constexpr bool needs_elements = true;
    static constexpr bool merges_exactly = true;
    static constexpr bool greatest = false;
    using result = V;
    using accumulator = extremum_t<V>;
    TWILL_HD static accumulator identity() { return limits<accumulator>::infinity; }
    TWILL_HD static void add(accumulator& a, accumulator const& x) { a = minimum_function{}(a, x); }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        return minimum_function{}(a, b);
    }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return a; }
};

template <class V>
struct mean_reducer {
    static constexpr char const* name = "mean";
    static constexpr bool needs_elements = false;
    using result = float_result_t<V>;
    using accumulator = compute_t<result>;
    TWILL_HD static accumulator identity() { return accumulator{}; }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        a = a + static_cast<accumulator>(x);
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) { return a + b; }
    TWILL_HD accumulator finish(accumulator const& a, index_t count) const {
        return a / static_cast<typename element<accumulator>::real>(count);
    }
};

/// Count, mean and sum of squared deviations (merged as Chan, Golub and LeVeque 1979). The mean is
/// held relative to a pivot near it: far from zero, a rounded mean would show in the deviations.
/// Once an infinite element or NaN was noted the count is NaN, and so is all that comes of it.
template <class A>
struct moments {
    A count;
    A pivot;
    A mean;
    A deviations;
};
/// The same of a short run: sums of the elements and their squares, both relative to the pivot.
template <class A>
struct shifted_sums {
    A count;
    A pivot;
    A sum;
    A squares;
};
template <class V, bool Root>
struct variance_reducer {
    static constexpr char const* name = Root ? "stddev" : "var";
    static constexpr bool needs_elements = false;
    using result = float_result_t<V>;
    using value = compute_t<result>;
    using accumulator = moments<value>;
    using running = shifted_sums<value>;
    /// var and stddev differ only at the end.
    using core = variance_reducer<V, false>;
    double degrees_of_freedom_lost = 0;

    TWILL_HD static accumulator identity() { return {0, 0, 0, 0}; }
    /// The pivot is the middle one of three elements of the run, so that one that lies far from the
    /// others is not taken: the squares would lose what the others differ by.
    template <class X>
    TWILL_HD static running start(X const& x, X const& y, X const& z) {
        return {0, pivot_of(static_cast<value>(x), static_cast<value>(y), static_cast<value>(z)), 0,
                0};
    }
    TWILL_HD static value pivot_of(value a, value b, value c) {
        value const low = a < b ? a : b;
        value const high = a < b ? b : a;
        value const middle = c < low ? low : (c > high ? high : c);
        return finite(middle) ? middle : (finite(b) ? b : value(0));
    }
    template <class X>
    TWILL_HD static void add(running& a, X const& x) {
        value const v = static_cast<value>(x) - a.pivot;
        a.count += value(1);
        a.sum += v;
        a.squares += v * v;
    }
    /// Makes the count NaN where an element is infinite or NaN: infinite deviations do not tell it
    /// from elements whose squares overflow. For every element, or for those of a run that
    /// overflows.
    template <class X>
    TWILL_HD static void note(running& a, X const& x) {
        if constexpr (is_floating<X>)
            a.count += static_cast<value>(x) * value(0);
    }
    TWILL_HD static bool overflows(accumulator const& a) { return !finite(a.deviations); }
    TWILL_HD static bool finite(value x) { return x - x == value(0); }
    TWILL_HD static accumulator settle(running const& a) {
        if (a.count == value(0))
            return identity();
        value const mean = a.sum / a.count;
        value const deviations = a.squares - a.sum * mean;
        // Rounding may leave less than nothing.
        return {a.count, a.pivot, mean, deviations < value(0) ? value(0) : deviations};
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        if (a.count == value(0))
            return b;
        if (b.count == value(0))
            return a;
        value const count = a.count + b.count;
        value const distance = (b.pivot - a.pivot) + (b.mean - a.mean);
        value const share = b.count / count;
        return {count, a.pivot, a.mean + distance * share,
                a.deviations + b.deviations + distance * distance * a.count * share};
    }
    TWILL_HD value finish(accumulator const& a, index_t count) const {
        double const divisor = static_cast<double>(count) - degrees_of_freedom_lost;
        if (!(divisor > 0))
            return limits<value>::quiet_nan;
        // Of finite elements only those whose squares overflow come to anything else.
        bool const infinite = a.count == a.count && !finite(a.deviations);
        value const variance =
            infinite ? limits<value>::infinity : a.deviations / static_cast<value>(divisor);
        if constexpr (Root)
            return sqrt_function{}(variance);
        else
            return variance;
    }
};

template <class V>
struct any_reducer {
    static constexpr char const* name = "any";
    static constexpr bool needs_elements = false;
    static constexpr bool merges_exactly = true;
    using result = bool;
    using accumulator = std::uint32_t;
    TWILL_HD static accumulator identity() { return 0; }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        a |= truth(x) ? 1u : 0u;
    }
    TWILL_HD static accumulator merge(accumulator a, accumulator b) { return a | b; }
    TWILL_HD bool finish(accumulator a, index_t) const { return a != 0; }
};
template <class V>
struct all_reducer {
    static constexpr char const* name = "all";
    static constexpr bool needs_elements = false;
    static constexpr bool merges_exactly = true;
    using result = bool;
    using accumulator = std::uint32_t;
    TWILL_HD static accumulator identity() { return 1; }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        a &= truth(x) ? 1u : 0u;
    }
    TWILL_HD static accumulator merge(accumulator a, accumulator b) { return a & b; }
    TWILL_HD bool finish(accumulator a, index_t) const { return a != 0; }
};
template <class V>
struct count_nonzero_reducer {
    static constexpr char const* name = "count_nonzero";
    static constexpr bool needs_elements = false;
    static constexpr bool merges_exactly = true;
    using result = index_t;
    using accumulator = index_t;
    TWILL_HD static index_t identity() { return 0; }
    template <class X>
    TWILL_HD static void add(index_t& a, X const& x) {
        a += truth(x) ? 1 : 0;
    }
    TWILL_HD static index_t merge(index_t a, index_t b) { return a + b; }
    TWILL_HD index_t finish(index_t a, index_t) const { return a; }
};

/// sqrt(sum |x|^2).
template <class V>
struct norm_reducer {
    static constexpr char const* name = "norm";
    static constexpr bool needs_elements = false;
    using result = float_result_t<typename element<V>::real>;
    using accumulator = compute_t<result>;
    TWILL_HD static accumulator identity() { return 0; }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        if constexpr (is_complex<X>) {
            a += x.real() * x.real() + x.imag() * x.imag();
        } else {
            accumulator const v = static_cast<accumulator>(x);
            a += v * v;
        }
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) { return a + b; }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return sqrt_function{}(a); }
};

/// An element and its position in C order among the reduced ones.
template <class T>
struct located {
    T value;
    index_t position;
};
template <class X>
inline constexpr bool is_located = false;
template <class T>
inline constexpr bool is_located<located<T>> = true;
/// Pairs an operand with its position: the operand of argmin and argmax.
struct locate_function {
    static constexpr char const* name = "locate";
    template <class T>
    TWILL_HD constexpr located<T> operator()(T value, index_t position) const {
        return {value, position};
    }
};
/// The first NaN, otherwise the first of the best elements.
template <class V, bool Greatest>
struct arg_reducer {
    static constexpr char const* name = Greatest ? "argmax" : "argmin";
    static constexpr bool needs_elements = true;
    static constexpr bool merges_exactly = true;
    static constexpr bool greatest = Greatest;
    using value = compute_t<V>;
    using result = index_t;
    using accumulator = located<value>;
    TWILL_HD static accumulator identity() { return {value{}, -1}; }
    TWILL_HD static void add(accumulator& a, located<value> const& x) { a = merge(a, x); }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        if (a.position < 0)
            return b;
        if (b.position < 0)
            return a;
        bool const a_nan = is_nan(a.value);
        bool const b_nan = is_nan(b.value);
        bool b_wins;
        if (a_nan || b_nan)
            b_wins = b_nan && (!a_nan || b.position < a.position);
        else if (a.value == b.value)
            b_wins = b.position < a.position;
        else
            b_wins = Greatest ? b.value > a.value : b.value < a.value;
        return b_wins ? b : a;
    }
    TWILL_HD index_t finish(accumulator const& a, index_t) const { return a.position; }
};

/// A user's own function of two elements, associative and commutative, with its identity.
template <class F, class T>
struct user_reducer {
    static constexpr char const* name = "reduce";
    static constexpr bool needs_elements = false;
    using result = T;
    /// As extremum_t says, no bool.
    using value = compute_t<T>;
    using accumulator = extremum_t<T>;
    stored<F> function;
    value neutral;

    TWILL_HD accumulator identity() const { return static_cast<accumulator>(neutral); }
    TWILL_EXEC_CHECK_DISABLE
    template <class X>
    TWILL_HD void add(accumulator& a, X const& x) const {
        a = static_cast<accumulator>(function.get()(static_cast<value>(a), static_cast<value>(x)));
    }
    TWILL_EXEC_CHECK_DISABLE
    TWILL_HD accumulator merge(accumulator const& a, accumulator const& b) const {
        return static_cast<accumulator>(
            function.get()(static_cast<value>(a), static_cast<value>(b)));
    }
    TWILL_HD value finish(accumulator const& a, index_t) const { return static_cast<value>(a); }
};

}  // namespace twill::inline v0::detail
