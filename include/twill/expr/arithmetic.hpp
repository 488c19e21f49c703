// SPDX-License-Identifier: MIT
// Operators as function objects: arithmetic, bitwise, logical, comparisons. Integers wrap at every
// operation and nothing traps, on either space.
#pragma once

#include <math.h>

#include "twill/expr/quotients.hpp"

namespace twill::inline v0::detail {

template <class T>
TWILL_HD constexpr bool is_negative(T x) {
    if constexpr (std::is_signed_v<T>)
        return x < 0;
    else
        return false;
}

template <class A, class B>
struct arithmetic_result {
    static_assert(!(is_boolean<A> && is_boolean<B>),
                  "twill: arithmetic between two bool operands; use & | ^ && ||, or "
                  "twill::cast<int>(x) first");
    using type = promote_t<A, B>;
};
template <class A, class B>
using arithmetic_t = typename arithmetic_result<A, B>::type;

/// A product as it is, which the host's compiler takes for what may be another number, so that it
/// makes no one operation of it and a sum. __builtin_assoc_barrier does not do for this: g++ 12
/// loses it in loops that become vectors.
template <class T>
TWILL_INLINE_HD T kept_product(T x) {
#if (defined(__FMA__) || defined(__aarch64__)) && !defined(__clang__)
    return x > limits<T>::max ? limits<T>::infinity : x;
#else
    return x;
#endif
}
/// a * b, rounded on both spaces: no sum with it becomes one operation.
TWILL_INLINE_HD float rounded_product(float a, float b) {
#if defined(__CUDA_ARCH__)
    return __fmul_rn(a, b);
#else
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
    return kept_product(a * b);
#endif
}
TWILL_INLINE_HD double rounded_product(double a, double b) {
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
    return kept_product(a * b);
#endif
}
template <class T>
TWILL_INLINE_HD T rounded_product_plus(T a, T b, T c) {
    return rounded_product(a, b) + c;
}

struct add {
    static constexpr char const* name = "add";
    template <class A, class B>
    using brings_to = arithmetic_t<A, B>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        if constexpr (is_integer<T>)
            return wrapping_sum(static_cast<T>(a), static_cast<T>(b));
        else
            return static_cast<T>(a) + static_cast<T>(b);
    }
};

struct subtract {
    static constexpr char const* name = "subtract";
    template <class A, class B>
    using brings_to = arithmetic_t<A, B>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        if constexpr (is_integer<T>)
            return static_cast<T>(static_cast<wrapping_t<T>>(a) - static_cast<wrapping_t<T>>(b));
        else
            return static_cast<T>(a) - static_cast<T>(b);
    }
};

struct multiply {
    static constexpr char const* name = "multiply";
    template <class A, class B>
    using brings_to = arithmetic_t<A, B>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        if constexpr (is_integer<T>)
            return static_cast<T>(static_cast<wrapping_t<T>>(a) * static_cast<wrapping_t<T>>(b));
        else
            return static_cast<T>(a) * static_cast<T>(b);
    }
};

struct negate {
    static constexpr char const* name = "negative";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        static_assert(!is_boolean<T>,
                      "twill: the negative of a bool operand; use ! or cast it first");
        if constexpr (is_integer<T>)
            return wrapping_negative(x);
        else
            return -x;
    }
};

struct positive {
    static constexpr char const* name = "positive";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        return x;
    }
};

/// C++'s division; an integer divided by 0 is 0 and MIN / -1 is MIN.
struct divide {
    static constexpr char const* name = "divide";
    static constexpr bool gives_quotients = true;
    template <class T>
    static constexpr bool values_over_chunks = is_integer<T>;
    /// Of these integers only by one number: no processor divides whole registers of them.
    template <class T>
    static constexpr bool by_one_over_chunks = is_integer<T> && sizeof(T) == 8;
    template <class A, class B>
    using brings_to = arithmetic_t<A, B>;
    template <class T>
    static constexpr bool slow = is_integer<T>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        if constexpr (is_integer<T>)
            return integer_quotient(x, y);
        else
            return x / y;
    }
};

/// C++'s remainder (the dividend's sign); x % 0 is 0. Floats take fmod.
struct modulus {
    static constexpr char const* name = "modulus";
    template <class>
    static constexpr bool slow = true;
    template <class T>
    static constexpr bool values_over_chunks =
        std::is_same_v<T, float> || std::is_same_v<T, double> || is_integer<T>;
    template <class T>
    static constexpr bool by_one_over_chunks = divide::by_one_over_chunks<T>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        if constexpr (is_integer<T>)
            return integer_rest(x, y);
        else if constexpr (std::is_same_v<T, float>)
            return ::fmodf(x, y);
        else
            return ::fmod(x, y);
    }
};

template <class A, class B>
struct bitwise_result {
    static_assert((is_integer<A> || is_boolean<A>) && (is_integer<B> || is_boolean<B>),
                  "twill: bitwise operators take integers and bools");
    using type = promote_t<A, B>;
};
template <class A, class B>
using bitwise_t = typename bitwise_result<A, B>::type;

struct bitwise_and {
    static constexpr char const* name = "bitwise_and";
    template <class A, class B>
    TWILL_HD constexpr bitwise_t<A, B> operator()(A a, B b) const {
        using T = bitwise_t<A, B>;
        return static_cast<T>(static_cast<T>(a) & static_cast<T>(b));
    }
};
struct bitwise_or {
    static constexpr char const* name = "bitwise_or";
    template <class A, class B>
    TWILL_HD constexpr bitwise_t<A, B> operator()(A a, B b) const {
        using T = bitwise_t<A, B>;
        return static_cast<T>(static_cast<T>(a) | static_cast<T>(b));
    }
};
struct bitwise_xor {
    static constexpr char const* name = "bitwise_xor";
    template <class A, class B>
    TWILL_HD constexpr bitwise_t<A, B> operator()(A a, B b) const {
        using T = bitwise_t<A, B>;
        return static_cast<T>(static_cast<T>(a) ^ static_cast<T>(b));
    }
};
/// ~x; the complement of a bool is its negation, as NumPy's invert.
struct invert {
    static constexpr char const* name = "invert";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        static_assert(is_integer<T> || is_boolean<T>, "twill: ~ takes integers and bools");
        if constexpr (is_boolean<T>)
            return __builtin_bit_cast(unsigned char, x) == 0;  // see truth
        else
            return static_cast<T>(~x);
    }
};

/// The type of a shift: the left operand's where no type holds both, as a count needs none.
template <class A, class B>
constexpr auto shift_type() {
    constexpr bool of_truths = is_boolean<A> && is_boolean<B>;
    static_assert(!of_truths,
                  "twill: << and >> shift integers: cast a bool first, as in cast<int>(a) << b");
    if constexpr (is_integer<A> && is_integer<B> && std::is_signed_v<A> != std::is_signed_v<B> &&
                  sizeof(std::conditional_t<std::is_signed_v<A>, B, A>) == 8)
        return std::type_identity<A>{};
    else
        return std::type_identity<std::conditional_t<of_truths, int, bitwise_t<A, B>>>{};
}
template <class A, class B>
using shift_t = typename decltype(shift_type<A, B>())::type;
/// What holds counts B beside results T.
template <class T, class B>
using shift_count_t = std::conditional_t<(sizeof(B) > sizeof(T)), B, T>;

/// A count past the width, or a negative one, shifts everything out.
struct left_shift {
    static constexpr char const* name = "left_shift";
    static constexpr bool counts_bits = true;
    template <class A, class B>
    TWILL_HD constexpr shift_t<A, B> operator()(A a, B b) const {
        using T = shift_t<A, B>;
        auto const count = static_cast<shift_count_t<T, B>>(b);
        if (is_negative(count) || count >= static_cast<shift_count_t<T, B>>(8 * sizeof(T)))
            return 0;
        return static_cast<T>(static_cast<wrapping_t<T>>(a) << static_cast<int>(count));
    }
};
struct right_shift {
    static constexpr char const* name = "right_shift";
    static constexpr bool counts_bits = true;
    template <class A, class B>
    TWILL_HD constexpr shift_t<A, B> operator()(A a, B b) const {
        using T = shift_t<A, B>;
        T const x = static_cast<T>(a);
        auto const count = static_cast<shift_count_t<T, B>>(b);
        if (is_negative(count) || count >= static_cast<shift_count_t<T, B>>(8 * sizeof(T)))
            return is_negative(x) ? static_cast<T>(-1) : T{0};
        return static_cast<T>(x >> static_cast<int>(count));
    }
};

/// Whether a value counts as true: anything but zero, NaN included.
template <class T>
TWILL_HD constexpr bool truth(T x) {
    // As bytes, which g++ compares in vectors.
    if constexpr (std::is_same_v<T, bool>)
        return __builtin_bit_cast(unsigned char, x) != 0;
    else
        return x != T{};
}

// Both operands are there already: looking at them costs less than a branch that is hard to
// foresee.
struct logical_and {
    static constexpr char const* name = "logical_and";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        return (static_cast<unsigned>(truth(a)) & static_cast<unsigned>(truth(b))) != 0;
    }
};
struct logical_or {
    static constexpr char const* name = "logical_or";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        return (static_cast<unsigned>(truth(a)) | static_cast<unsigned>(truth(b))) != 0;
    }
};
struct logical_xor {
    static constexpr char const* name = "logical_xor";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        return truth(a) != truth(b);
    }
};
struct logical_not {
    static constexpr char const* name = "logical_not";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        return !truth(x);
    }
};

// Comparisons are exact between integers of any sign and width.
template <class A, class B>
inline constexpr bool compares_as_integers =
    (is_integer<A> || is_boolean<A>) && (is_integer<B> || is_boolean<B>);

struct less {
    static constexpr char const* name = "less";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        if constexpr (compares_as_integers<A, B>) {
            constexpr bool a_signed = std::is_signed_v<A>;
            constexpr bool b_signed = std::is_signed_v<B>;
            constexpr bool narrow = sizeof(A) < 8 && sizeof(B) < 8;
            if constexpr (narrow || (a_signed && b_signed)) {
                return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
            } else {
                // Without a branch: loops over such values are vectors.
                bool const below = static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
                if constexpr (a_signed)
                    return (a < 0) | below;
                else if constexpr (b_signed)
                    return (b >= 0) & below;
                else
                    return below;
            }
        } else {
            static_assert(!is_complex<A> && !is_complex<B>, "twill: complex numbers have no order");
            using T = promote_t<A, B>;
            return static_cast<T>(a) < static_cast<T>(b);
        }
    }
};
struct equal {
    static constexpr char const* name = "equal";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        if constexpr (compares_as_integers<A, B>) {
            bool const alike = static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(b);
            if constexpr (sizeof(A) < 8 && sizeof(B) < 8)
                return static_cast<std::int64_t>(a) == static_cast<std::int64_t>(b);
            else if constexpr (std::is_signed_v<A> == std::is_signed_v<B>)
                return alike;
            else if constexpr (std::is_signed_v<A>)
                return alike & (a >= 0);
            else
                return alike & (b >= 0);
        } else {
            using T = promote_t<A, B>;
            return static_cast<T>(a) == static_cast<T>(b);
        }
    }
};
struct greater {
    static constexpr char const* name = "greater";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        return less{}(b, a);
    }
};
struct not_equal {
    static constexpr char const* name = "not_equal";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        return !equal{}(a, b);
    }
};
// With a NaN both orders are false: only of integers it is the negation of "greater". One
// comparison: two of them, joined by ||, are a branch on the host.
struct less_equal {
    static constexpr char const* name = "less_equal";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        if constexpr (compares_as_integers<A, B>) {
            return !less{}(b, a);
        } else {
            static_assert(!is_complex<A> && !is_complex<B>, "twill: complex numbers have no order");
            using T = promote_t<A, B>;
            return static_cast<T>(a) <= static_cast<T>(b);
        }
    }
};
struct greater_equal {
    static constexpr char const* name = "greater_equal";
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        return less_equal{}(b, a);
    }
};

}  // namespace twill::inline v0::detail
