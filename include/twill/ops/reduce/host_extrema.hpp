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

/// Of at least values_at_once: the last step reads some of them again.
template <bool Greatest, class T>
TWILL_AVX2 TWILL_NOINLINE best_value<T> best_in_vectors(T const* x, index_t count) {
    using V = typename wide<T>::type;
    using flags = decltype(V{} != V{});
    constexpr index_t lanes = 32 / sizeof(T);
    V best[4];
    for (int k = 0; k < 4; ++k)
        __builtin_memcpy(&best[k], x + k * lanes, sizeof(V));
    flags strange[4] = {};
    for (index_t i = 0; i < count; i += 4 * lanes) {
        T const* const from = x + (i + 4 * lanes <= count ? i : count - 4 * lanes);
        for (int k = 0; k < 4; ++k) {
            V v;
            __builtin_memcpy(&v, from + k * lanes, sizeof(V));
            if constexpr (Greatest)
                best[k] = v > best[k] ? v : best[k];
            else
                best[k] = v < best[k] ? v : best[k];
            if constexpr (is_floating<T>)
                strange[k] |= v != v;
        }
    }
    for (int k = 1; k < 4; ++k) {
        strange[0] |= strange[k];
        if constexpr (Greatest)
            best[0] = best[k] > best[0] ? best[k] : best[0];
        else
            best[0] = best[k] < best[0] ? best[k] : best[0];
    }
    wide_words words;
    __builtin_memcpy(&words, &strange[0], sizeof(words));
    T result[lanes];
    __builtin_memcpy(result, &best[0], sizeof(V));
    for (index_t l = 1; l < lanes; ++l)
        result[0] = better_of<Greatest>(result[l], result[0]);
    return {result[0], (words[0] | words[1] | words[2] | words[3]) != 0};
}
/// The first step of values_at_once in which a value stands, or how many steps there are.
template <class T>
TWILL_AVX2 TWILL_NOINLINE index_t step_with(T const* x, index_t steps, T value) {
    using V = typename wide<T>::type;
    constexpr index_t lanes = 32 / sizeof(T);
    V const wanted = V{} + static_cast<typename vector_element<T>::type>(value);
    for (index_t i = 0; i < steps; ++i, x += 4 * lanes) {
        V v;
        __builtin_memcpy(&v, x, sizeof(V));
        auto found = v == wanted;
        for (int k = 1; k < 4; ++k) {
            __builtin_memcpy(&v, x + k * lanes, sizeof(V));
            found |= v == wanted;
        }
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

/// Where the first NaN stands, otherwise the first of the best values.
template <class Reducer, class X>
typename Reducer::accumulator reduce_located(X const* x, index_t count, index_t position,
                                             index_t step) {
    best_value<X> best;
    index_t j = 0;
    if (step >= 0 && !takes_vectors<X>(count)) {
        best = {x[0], x[0] != x[0]};
        for (index_t i = 1; i < count; ++i) {
            bool const wins = Reducer::greatest ? x[i] > best.value : x[i] < best.value;
            j = wins ? i : j;
            best.value = wins ? x[i] : best.value;
            best.strange |= x[i] != x[i];
        }
        if (!best.strange)
            return {best.value, position + j * step};
        j = 0;
    } else {
        best = best_of<Reducer::greatest>(x, count);
    }
    if (step < 0) {
        // Positions fall where an axis that lies backwards is read forwards.
        j = count - 1;
        while (best.strange ? x[j] == x[j] : !(x[j] == best.value))
            --j;
        return {x[j], position + j * step};
    }
    if constexpr (std::is_arithmetic_v<X>)
        if (!best.strange)
            j = values_at_once<X> * step_with(x, count / values_at_once<X>, best.value);
    while (best.strange ? x[j] == x[j] : !(x[j] == best.value))
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

}  // namespace twill::inline v0::detail
