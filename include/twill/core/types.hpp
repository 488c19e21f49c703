// SPDX-License-Identifier: MIT
// Element types: their kind, how two of them combine, and which conversions an assignment may do.
#pragma once

#include <limits>

#include "twill/core/config.hpp"

namespace twill::inline v0 {

/// Defined by `twill/complex.hpp`; declared here so that every header knows its kind.
template <class T>
class complex;
/// Defined by `twill/half.hpp`.
template <class Format>
class basic_half;
namespace detail {
struct binary16;
struct brain16;
}  // namespace detail
using float16 = basic_half<detail::binary16>;
using bfloat16 = basic_half<detail::brain16>;
/// Defined by `twill/vec.hpp`.
template <class T, int N>
class vec;

namespace detail {

enum class kind { boolean, integer, floating, complex, other };
/// Functions of a float that are computed for all lanes of a packet together on the device.
enum class packet_function { root, inverse_root, sine, cosine };

template <std::size_t Bytes, bool Signed>
struct integer_of;
template <>
struct integer_of<1, true> {
    using type = std::int8_t;
};
template <>
struct integer_of<2, true> {
    using type = std::int16_t;
};
template <>
struct integer_of<4, true> {
    using type = std::int32_t;
};
template <>
struct integer_of<8, true> {
    using type = std::int64_t;
};
template <>
struct integer_of<1, false> {
    using type = std::uint8_t;
};
template <>
struct integer_of<2, false> {
    using type = std::uint16_t;
};
template <>
struct integer_of<4, false> {
    using type = std::uint32_t;
};
template <>
struct integer_of<8, false> {
    using type = std::uint64_t;
};

/// What twill knows of an element type. Specialised by the opt-in header for 16-bit floats.
template <class T>
struct element {
    static constexpr kind category = std::is_same_v<T, bool>       ? kind::boolean
                                     : std::is_integral_v<T>       ? kind::integer
                                     : std::is_floating_point_v<T> ? kind::floating
                                                                   : kind::other;
    /// The type expressions compute in after a load.
    using compute = T;
    /// The real type underneath.
    using real = T;
};

template <class T>
struct element<complex<T>> {
    static constexpr kind category = kind::complex;
    using compute = complex<T>;
    using real = T;
};

template <class T>
inline constexpr bool is_own_complex = false;
template <class T>
inline constexpr bool is_own_complex<complex<T>> = true;
/// std::complex and its kin (two floats behind real() and imag()), recognised without their
/// headers. Beside an operand they are numbers.
template <class Z>
concept foreign_complex =
    std::is_class_v<Z> && !is_own_complex<Z> && requires(Z const& z, typename Z::value_type part) {
        z.real() == part;
        z.imag() == part;
        requires std::is_same_v<typename Z::value_type, float> ||
                     std::is_same_v<typename Z::value_type, double>;
        requires sizeof(Z) == 2 * sizeof(part);
    };
/// Computed as twill's complex.
template <foreign_complex Z>
struct element<Z> {
    static constexpr kind category = kind::complex;
    using compute = complex<typename Z::value_type>;
    using real = typename Z::value_type;
};

template <class T>
inline constexpr kind kind_of = element<T>::category;
template <class T>
inline constexpr bool is_boolean = kind_of<T> == kind::boolean;
template <class T>
inline constexpr bool is_integer = kind_of<T> == kind::integer;
template <class T>
inline constexpr bool is_floating = kind_of<T> == kind::floating;
template <class T>
inline constexpr bool is_complex = kind_of<T> == kind::complex;
template <class T>
inline constexpr bool is_number = kind_of<T> != kind::other;
template <class T>
using compute_t = typename element<T>::compute;

template <class T>
inline constexpr bool is_vector = false;
template <class T, int N>
inline constexpr bool is_vector<vec<T, N>> = true;
/// A vec's component type, and a vec of another; other types as they are.
template <class T>
struct component_of {
    using type = T;
    template <class U>
    using of = U;
};
template <class T, int N>
struct component_of<vec<T, N>> {
    using type = T;
    template <class U>
    using of = vec<U, N>;
};
template <class T>
using component_t = typename component_of<T>::type;

template <class T, bool = std::is_integral_v<T> && !std::is_same_v<T, bool>>
struct canonical {
    using type = T;
};
template <class T>
struct canonical<T, true> {
    using type = typename integer_of<sizeof(T), std::is_signed_v<T>>::type;
};
template <foreign_complex Z>
struct canonical<Z, false> {
    using type = complex<typename Z::value_type>;
};
/// `long long`, `char` and friends as the fixed-width type of the same size and sign, std::complex
/// as twill's.
template <class T>
using canonical_t = typename canonical<T>::type;

/// Complex type of a real type.
template <class Real>
struct complex_of {
    using type = complex<Real>;
};

template <class A, class B>
struct promote_integers {
    static constexpr bool same_sign = std::is_signed_v<A> == std::is_signed_v<B>;
    using signed_type = std::conditional_t<std::is_signed_v<A>, A, B>;
    using unsigned_type = std::conditional_t<std::is_signed_v<A>, B, A>;
    static constexpr std::size_t mixed_bytes = sizeof(signed_type) > sizeof(unsigned_type)
                                                   ? sizeof(signed_type)
                                                   : 2 * sizeof(unsigned_type);
    static_assert(same_sign || mixed_bytes <= 8,
                  "twill: no integer type holds both int64 and uint64; cast one operand first, for "
                  "example twill::cast<std::int64_t>(x)");
    static constexpr std::size_t bytes = same_sign ? (sizeof(A) > sizeof(B) ? sizeof(A) : sizeof(B))
                                                   : (mixed_bytes <= 8 ? mixed_bytes : 8);
    using type = typename integer_of<bytes, std::is_signed_v<A> || std::is_signed_v<B>>::type;
};

template <class A, class B>
constexpr auto promoted() {
    using std::type_identity;
    if constexpr (std::is_same_v<A, B>) {
        return type_identity<A>{};
    } else if constexpr (is_vector<A> || is_vector<B>) {
        using C = typename decltype(promoted<component_t<A>, component_t<B>>())::type;
        using Of = typename component_of<A>::template of<C>;
        if constexpr (!is_vector<A>)
            return type_identity<typename component_of<B>::template of<C>>{};
        else if constexpr (!is_vector<B>)
            return type_identity<Of>{};
        else {
            static_assert(std::is_same_v<Of, typename component_of<B>::template of<C>>,
                          "twill: vectors of different sizes in one operation");
            return type_identity<Of>{};
        }
    } else if constexpr (kind_of<A> == kind::other || kind_of<B> == kind::other) {
        static_assert(
            always_false<A, B>,
            "twill: an operand's element type is not a number and differs from the other's; use "
            "twill::map with a function object for your own types");
    } else if constexpr (is_integer<A> && is_integer<B>) {
        return type_identity<typename promote_integers<A, B>::type>{};
    } else if constexpr (is_complex<A> || is_complex<B>) {
        using RA = typename element<A>::real;
        using RB = typename element<B>::real;
        if constexpr (!is_floating<RA>)
            return type_identity<B>{};
        else if constexpr (!is_floating<RB>)
            return type_identity<A>{};
        else
            return type_identity<
                typename complex_of<typename decltype(promoted<RA, RB>())::type>::type>{};
    } else if constexpr (is_floating<A> && is_floating<B>) {
        // float16 with bfloat16: neither holds the other.
        if constexpr (sizeof(A) == sizeof(B))
            return type_identity<float>{};
        else
            return type_identity<std::conditional_t<(sizeof(A) > sizeof(B)), A, B>>{};
    } else {
        return type_identity<std::conditional_t<(kind_of<A> > kind_of<B>), A, B>>{};
    }
}

/// The element type of an operation on two arrays.
template <class A, class B>
using promote_t = typename decltype(promoted<canonical_t<A>, canonical_t<B>>())::type;

/// The type of two numbers without an array beside them, such as the ends of a range: where no
/// integer type holds both they are int64, so that 0 and v.size() go together.
template <class A, class B>
constexpr auto promoted_numbers() {
    using CA = canonical_t<A>;
    using CB = canonical_t<B>;
    if constexpr (is_integer<CA> && is_integer<CB> && (sizeof(CA) == 8 || sizeof(CB) == 8) &&
                  std::is_signed_v<CA> != std::is_signed_v<CB>)
        return std::type_identity<std::int64_t>{};
    else
        return promoted<CA, CB>();
}
template <class A, class B>
using promote_numbers_t = typename decltype(promoted_numbers<A, B>())::type;

/// The type a scalar of type S takes beside elements of type T (scalars are weak inside their
/// kind).
template <class S, class T>
constexpr auto weak_scalar() {
    using std::type_identity;
    if constexpr (is_vector<S> || is_vector<T>)
        return type_identity<typename component_of<S>::template of<
            typename decltype(weak_scalar<component_t<S>, component_t<T>>())::type>>{};
    else if constexpr (kind_of<T> == kind::other || kind_of<S> == kind::other)
        return type_identity<S>{};
    else if constexpr (is_complex<S> && is_floating<T>)
        return type_identity<typename complex_of<compute_t<T>>::type>{};
    else if constexpr (kind_of<S> <= kind_of<T>)
        return type_identity<T>{};
    else
        return type_identity<S>{};
}
template <class S, class T>
using weak_scalar_t = typename decltype(weak_scalar<canonical_t<S>, canonical_t<T>>())::type;

/// Float functions of integers return float64.
template <class T>
using float_result_t = std::conditional_t<is_boolean<T> || is_integer<T>, double, T>;

/// Division that gives float64 for integers, also for int64 and uint64, which no integer type
/// holds.
template <class A, class B>
constexpr auto quotient_type() {
    if constexpr (is_integer<A> && is_integer<B>)
        return std::type_identity<double>{};
    else
        return std::type_identity<float_result_t<promote_t<A, B>>>{};
}
template <class A, class B>
using quotient_t = typename decltype(quotient_type<A, B>())::type;

template <class From, class To>
constexpr bool holds_every_value() {
    if constexpr (std::is_same_v<From, To> || is_boolean<From>)
        return true;
    else if constexpr (std::is_signed_v<From> == std::is_signed_v<To>)
        return sizeof(To) >= sizeof(From);
    else
        return std::is_signed_v<To> && sizeof(To) > sizeof(From);
}

/// Whether an assignment converts From to To without `cast`.
template <class From, class To>
constexpr bool converts_silently() {
    using F = canonical_t<From>;
    using T = canonical_t<To>;
    if constexpr (std::is_same_v<F, T>)
        return true;
    else if constexpr (is_vector<F> &&
                       std::is_same_v<T, typename component_of<F>::template of<component_t<T>>>)
        return converts_silently<component_t<F>, component_t<T>>();
    else if constexpr (kind_of<F> == kind::other || kind_of<T> == kind::other)
        return std::is_convertible_v<F, T>;
    else if constexpr (is_integer<F> && is_integer<T>)
        return holds_every_value<F, T>();
    else
        return kind_of<F> <= kind_of<T>;
}

// Limits in static members: device code may read them without further flags.
template <class T>
struct limits {
    static constexpr T lowest = std::numeric_limits<T>::lowest();
    static constexpr T max = std::numeric_limits<T>::max();
    static constexpr T infinity = std::numeric_limits<T>::has_infinity
                                      ? std::numeric_limits<T>::infinity()
                                      : std::numeric_limits<T>::max();
    static constexpr T quiet_nan = std::numeric_limits<T>::quiet_NaN();
};

template <class T>
struct type_name {
    static constexpr char const* value = "user type";
};
template <>
struct type_name<bool> {
    static constexpr char const* value = "bool";
};
template <>
struct type_name<std::int8_t> {
    static constexpr char const* value = "int8";
};
template <>
struct type_name<std::int16_t> {
    static constexpr char const* value = "int16";
};
template <>
struct type_name<std::int32_t> {
    static constexpr char const* value = "int32";
};
template <>
struct type_name<std::int64_t> {
    static constexpr char const* value = "int64";
};
template <>
struct type_name<std::uint8_t> {
    static constexpr char const* value = "uint8";
};
template <>
struct type_name<std::uint16_t> {
    static constexpr char const* value = "uint16";
};
template <>
struct type_name<std::uint32_t> {
    static constexpr char const* value = "uint32";
};
template <>
struct type_name<std::uint64_t> {
    static constexpr char const* value = "uint64";
};
template <>
struct type_name<float> {
    static constexpr char const* value = "float32";
};
template <>
struct type_name<double> {
    static constexpr char const* value = "float64";
};
template <>
struct type_name<complex<float>> {
    static constexpr char const* value = "complex64";
};
template <>
struct type_name<complex<double>> {
    static constexpr char const* value = "complex128";
};

}  // namespace detail

/// The element type that an operation on elements of types A and B has.
template <class A, class B>
using promote_t = detail::promote_t<A, B>;

}  // namespace twill::inline v0
