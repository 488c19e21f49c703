// SPDX-License-Identifier: MIT
// The least or the greatest of neighbours in memory, and where it stands: one function for each
// element type, in vectors of 32 bytes.
#pragma once

#include "twill/core/processor.hpp"
#include "twill/ops/reduce/reducers.hpp"

namespace twill::inline v0::detail {

template <class Reducer>
inline constexpr bool is_extremum = requires { Reducer::greatest; };
template <bool Greatest, class T>
T better_of(T a, T b) {
    if constexpr (Greatest)
        return a > b ? a : b;
    else
        return a < b ? a : b;
}

/// What values are compared as in vectors.
template <class T>
struct vector_element {
    using type = T;
};
template <>
struct vector_element<bool> {
    using type = unsigned char;
};
template <class T>
struct wide {
    typedef typename vector_element<T>::type type __attribute__((vector_size(32)));
};
/// A vector's comparison as words: nonzero where it holds for a lane.
typedef long long wide_words __attribute__((vector_size(32)));

/// The best of some values, and whether there is NaN among them; then the best may be any.
template <class T>
struct best_value {
    T value;
    bool strange;
};
template <class T>
inline constexpr index_t values_at_once = index_t{4} * (32 / index_t{sizeof(T)});

/// Whether one of at least values_at_once is NaN.
template <class T>
TWILL_AVX2 TWILL_NOINLINE bool any_nan(T const* x, index_t count) {
    using V = typename wide<T>::type;
    constexpr index_t lanes = 32 / sizeof(T);
    decltype(V{} != V{}) strange = {};
    for (index_t i = 0; i < count; i += lanes) {
        V v;
        __builtin_memcpy(&v, x + (i + lanes <= count ? i : count - lanes), sizeof(V));
        strange |= v != v;
    }
    wide_words words;
    __builtin_memcpy(&words, &strange, sizeof(words));
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}
/// Whether one of at least values_at_once is the zero without a sign, or with `Negative` the other.
template <bool Negative, class T>
TWILL_AVX2 TWILL_NOINLINE bool any_zero(T const* x, index_t count) {
    using V = typename wide<T>::type;
    using bits = decltype(V{} == V{});
    constexpr index_t lanes = 32 / sizeof(T);
    V const zero = {};  // named: nvcc does not take -V{}
    V const signed_zero = Negative ? -zero : zero;
    bits wanted;
    __builtin_memcpy(&wanted, &signed_zero, sizeof(V));
    bits found = {};
    for (index_t i = 0; i < count; i += lanes) {
        bits v;
        __builtin_memcpy(&v, x + (i + lanes <= count ? i : count - lanes), sizeof(V));
        found |= v == wanted;
    }
    wide_words words;
    __builtin_memcpy(&words, &found, sizeof(words));
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}
/// Of at least values_at_once: the last step reads some of them again. Each step takes four
/// vectors, written out: compilers keep an array of them in memory. Sums tell of NaN, at one
/// addition a vector; infinities of both signs and sums that overflow make them NaN as well, and
/// then it is looked for.
template <bool Greatest, class T>
TWILL_AVX2 TWILL_NOINLINE best_value<T> best_in_vectors(T const* x, index_t count) {
    using V = typename wide<T>::type;
    constexpr index_t lanes = 32 / sizeof(T);
    V a, b, c, d;
    __builtin_memcpy(&a, x, sizeof(V));
    __builtin_memcpy(&b, x + lanes, sizeof(V));
    __builtin_memcpy(&c, x + 2 * lanes, sizeof(V));
    __builtin_memcpy(&d, x + 3 * lanes, sizeof(V));
    V sum_a = {}, sum_b = {}, sum_c = {}, sum_d = {};
    for (index_t i = 0; i < count; i += 4 * lanes) {
        T const* const from = x + (i + 4 * lanes <= count ? i : count - 4 * lanes);
        V p, q, r, s;
        __builtin_memcpy(&p, from, sizeof(V));
        __builtin_memcpy(&q, from + lanes, sizeof(V));
        __builtin_memcpy(&r, from + 2 * lanes, sizeof(V));
        __builtin_memcpy(&s, from + 3 * lanes, sizeof(V));
        if constexpr (Greatest) {
            a = p > a ? p : a;
            b = q > b ? q : b;
            c = r > c ? r : c;
            d = s > d ? s : d;
        } else {
            a = p < a ? p : a;
            b = q < b ? q : b;
            c = r < c ? r : c;
            d = s < d ? s : d;
        }
        if constexpr (is_floating<T>) {
            sum_a += p;
            sum_b += q;
            sum_c += r;
            sum_d += s;
        }
    }
    if constexpr (Greatest) {
        a = b > a ? b : a;
        c = d > c ? d : c;
        a = c > a ? c : a;
    } else {
        a = b < a ? b : a;
        c = d < c ? d : c;
        a = c < a ? c : a;
    }
    T result[lanes];
    __builtin_memcpy(result, &a, sizeof(V));
    for (index_t l = 1; l < lanes; ++l)
        result[0] = better_of<Greatest>(result[l], result[0]);
    bool strange = false;
    if constexpr (is_floating<T>) {
        sum_a += sum_b;
        sum_a += sum_c;
        sum_a += sum_d;
        for (index_t l = 0; l < lanes; ++l)
            strange |= sum_a[l] != sum_a[l];
        strange = strange && any_nan(x, count);
    }
    return {result[0], strange};
}
/// The first step of values_at_once in which a value stands, or how many steps there are.
template <class T>
TWILL_AVX2 TWILL_NOINLINE index_t step_with(T const* x, index_t steps, T value) {
    using V = typename wide<T>::type;
    constexpr index_t lanes = 32 / sizeof(T);
    V const wanted = V{} + static_cast<typename vector_element<T>::type>(value);
    for (index_t i = 0; i < steps; ++i, x += 4 * lanes) {
        V p, q, r, s;
        __builtin_memcpy(&p, x, sizeof(V));
        __builtin_memcpy(&q, x + lanes, sizeof(V));
        __builtin_memcpy(&r, x + 2 * lanes, sizeof(V));
        __builtin_memcpy(&s, x + 3 * lanes, sizeof(V));
        auto const found = (p == wanted) | (q == wanted) | (r == wanted) | (s == wanted);
        wide_words words;
        __builtin_memcpy(&words, &found, sizeof(words));
        if ((words[0] | words[1] | words[2] | words[3]) != 0)
            return i;
    }
    return steps;
}

/// Whether there are functions for vectors of values, and so many that they pay.
template <class T>
bool takes_vectors(index_t count) {
    return std::is_arithmetic_v<T> && count >= values_at_once<T> && may_run_avx2();
}
template <bool Greatest, class T>
best_value<T> best_of(T const* x, index_t count) {
    if constexpr (std::is_arithmetic_v<T>)
        if (takes_vectors<T>(count))
            return best_in_vectors<Greatest>(x, count);
    best_value<T> best{x[0], x[0] != x[0]};
    for (index_t j = 1; j < count; ++j) {
        best.value = better_of<Greatest>(x[j], best.value);
        best.strange |= x[j] != x[j];
    }
    return best;
}

/// Where in a line of at least values_at_once the first NaN stands, otherwise the first of the best
/// values: looked for in one block alone, which is still in the nearest cache or small.
template <bool Greatest, class T>
index_t place_of_best(T const* x, index_t count) {
    constexpr index_t block = values_at_once<T> * 64;
    best_value<T> best{};
    index_t first = 0;
    index_t length = 0;
    for (index_t i = 0; i < count && !best.strange;) {
        index_t const n = count - i < 2 * block ? count - i : block;
        best_value<T> const found = best_in_vectors<Greatest>(x + i, n);
        bool const wins = Greatest ? found.value > best.value : found.value < best.value;
        if (i == 0 || wins || found.strange) {
            best = found;
            first = i;
            length = n;
        }
        i += n;
    }
    index_t j = first;
    if (!best.strange)
        j += values_at_once<T> * step_with(x + j, length / values_at_once<T>, best.value);
    while (best.strange ? x[j] == x[j] : !(x[j] == best.value))
        ++j;
    return j;
}

/// Where the first NaN stands, otherwise the first of the best values.
template <class Reducer, class X>
typename Reducer::accumulator reduce_located(X const* x, index_t count, index_t position,
                                             index_t step) {
    index_t j = 0;
    if (step < 0) {
        // Positions fall where an axis that lies backwards is read forwards.
        best_value<X> const best = best_of<Reducer::greatest>(x, count);
        j = count - 1;
        while (best.strange ? x[j] == x[j] : !(x[j] == best.value))
            --j;
        return {x[j], position + j * step};
    }
    if constexpr (std::is_arithmetic_v<X>)
        if (takes_vectors<X>(count)) {
            j = place_of_best<Reducer::greatest>(x, count);
            return {x[j], position + j * step};
        }
    best_value<X> best{x[0], x[0] != x[0]};
    for (index_t i = 1; i < count; ++i) {
        bool const wins = Reducer::greatest ? x[i] > best.value : x[i] < best.value;
        j = wins ? i : j;
        best.value = wins ? x[i] : best.value;
        best.strange |= x[i] != x[i];
    }
    if (best.strange)
        for (j = 0; x[j] == x[j];)
            ++j;
    return {x[j], position + j * step};
}

/// The better of `best` and `x` lane by lane, as maximum() and minimum() have it: NaN stays, of
/// two zeros the sign that is better.
template <bool Greatest, class T>
TWILL_AVX2 TWILL_NOINLINE void better_columns(T* best, T const* x, index_t count) {
    using V = typename wide<T>::type;
    constexpr index_t lanes = 32 / sizeof(T);
    for (index_t j = 0; j + lanes <= count; j += lanes) {
        V a, b;
        __builtin_memcpy(&a, best + j, sizeof(V));
        __builtin_memcpy(&b, x + j, sizeof(V));
        auto const wins = Greatest ? b > a : b < a;
        if constexpr (is_floating<T>) {
            using bits = decltype(a == b);
            bits one, other;
            __builtin_memcpy(&one, &a, sizeof(V));
            __builtin_memcpy(&other, &b, sizeof(V));
            bits const both = Greatest ? one & other : one | other;
            bits const kept = (a == b) ? both : one;
            bits const result = (wins | (b != b)) ? other : kept;
            __builtin_memcpy(best + j, &result, sizeof(V));
        } else {
            a = wins ? b : a;
            __builtin_memcpy(best + j, &a, sizeof(V));
        }
    }
}

/// A signed integer as wide as T.
template <class T>
using integer_beside = std::conditional_t<
    sizeof(T) == 1, signed char,
    std::conditional_t<sizeof(T) == 2, short, std::conditional_t<sizeof(T) == 4, int, long long>>>;
/// Most columns that locate_columns takes at once, and rows.
inline constexpr index_t located_columns = 1024;
inline constexpr index_t located_rows = 127;

/// In each column of some rows of `count` elements the first NaN, otherwise the first of the best
/// values, and its row; `backwards`: from the last row on.
template <bool Greatest, class T>
TWILL_AVX2 TWILL_NOINLINE void locate_columns(T const* x, index_t rows, index_t count,
                                              bool backwards, T* best, integer_beside<T>* where) {
    using V = typename wide<T>::type;
    using W = typename wide<integer_beside<T>>::type;
    constexpr index_t lanes = 32 / sizeof(T);
    for (index_t k = 0; k < rows; ++k) {
        index_t const row = backwards ? rows - 1 - k : k;
        T const* const from = x + row * count;
        W const own = W{} + static_cast<integer_beside<T>>(row);
        // The last step takes some columns again: nothing changes there.
        for (index_t j = 0; j < count; j += lanes) {
            index_t const at = j + lanes <= count ? j : count - lanes;
            V v, b;
            W w;
            __builtin_memcpy(&v, from + at, sizeof(V));
            if (k == 0) {
                __builtin_memcpy(best + at, &v, sizeof(V));
                __builtin_memcpy(where + at, &own, sizeof(W));
                continue;
            }
            __builtin_memcpy(&b, best + at, sizeof(V));
            __builtin_memcpy(&w, where + at, sizeof(W));
            auto wins = Greatest ? v > b : v < b;
            if constexpr (is_floating<T>)
                wins |= (v != v) & (b == b);
            b = wins ? v : b;
            w = wins ? own : w;
            __builtin_memcpy(best + at, &b, sizeof(V));
            __builtin_memcpy(where + at, &w, sizeof(W));
        }
    }
}

}  // namespace twill::inline v0::detail
