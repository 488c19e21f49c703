// SPDX-License-Identifier: MIT
// Complex numbers among operands: the parts of an expression's elements.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/complex_trigonometry.hpp"

namespace twill::inline v0 {
namespace detail {

// A real number is its own real part; integers and bools keep their type, except for the angle.

struct real_function {
    static constexpr char const* name = "real";
    template <class T>
    TWILL_HD constexpr typename element<T>::real operator()(T x) const {
        if constexpr (is_complex<T>)
            return x.real();
        else
            return x;
    }
};
struct imag_function {
    static constexpr char const* name = "imag";
    template <class T>
    TWILL_HD constexpr typename element<T>::real operator()(T x) const {
        if constexpr (is_complex<T>)
            return x.imag();
        else
            return T{};
    }
};
struct conj_function {
    static constexpr char const* name = "conj";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>)
            return {x.real(), -x.imag()};
        else
            return x;
    }
};
struct arg_function {
    static constexpr char const* name = "arg";
    static constexpr bool over_chunks = true;
    using of_parts = atan2_function;
    static constexpr bool imaginary_first = true;
    template <class T>
    TWILL_HD constexpr float_result_t<typename element<T>::real> operator()(T x) const {
        if constexpr (is_complex<T>) {
            return atan2_function{}(x.imag(), x.real());
        } else {
            using R = float_result_t<T>;
            return atan2_function{}(R{}, static_cast<R>(x));
        }
    }
};
struct polar_function {
    static constexpr char const* name = "polar";
    static constexpr bool costly = true;
    template <class A, class B>
    TWILL_HD auto operator()(A modulus, B angle) const {
        using T = compute_t<float_result_t<promote_t<A, B>>>;
        static_assert(!is_complex<T>, "twill: polar takes a modulus and an angle, real numbers");
        return twill::polar(static_cast<T>(modulus), static_cast<T>(angle));
    }
};
struct iscomplex_function {
    static constexpr char const* name = "iscomplex";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        if constexpr (is_complex<T>)
            return x.imag() != 0;
        else
            return false;
    }
};
struct isreal_function {
    static constexpr char const* name = "isreal";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        return !iscomplex_function{}(x);
    }
};

}  // namespace detail

/// Whether an element has an imaginary part that is not 0; no real number has.
template <detail::operand A>
[[nodiscard]] constexpr auto iscomplex(A&& a) {
    return detail::unary<detail::iscomplex_function>(std::forward<A>(a));
}
/// Whether an element has no imaginary part but 0.
template <detail::operand A>
[[nodiscard]] constexpr auto isreal(A&& a) {
    return detail::unary<detail::isreal_function>(std::forward<A>(a));
}
/// Whether an operand's elements are complex numbers: of the type, known to the compiler.
template <detail::operand A>
constexpr bool iscomplexobj(A const&) {
    return detail::is_complex<detail::value_of<A>>;
}
template <detail::operand A>
constexpr bool isrealobj(A const&) {
    return !detail::is_complex<detail::value_of<A>>;
}
/// Real parts; a real operand's elements as they are.
template <detail::operand A>
[[nodiscard]] constexpr auto real(A&& a) {
    return detail::unary<detail::real_function>(std::forward<A>(a));
}
/// Imaginary parts; 0 for a real operand.
template <detail::operand A>
[[nodiscard]] constexpr auto imag(A&& a) {
    return detail::unary<detail::imag_function>(std::forward<A>(a));
}
/// Complex conjugates; a real operand's elements as they are.
template <detail::operand A>
[[nodiscard]] constexpr auto conj(A&& a) {
    return detail::unary<detail::conj_function>(std::forward<A>(a));
}
/// Angles in [-pi, pi]; 0 or pi for real numbers. float64 for integers.
template <detail::operand A>
[[nodiscard]] constexpr auto arg(A&& a) {
    return detail::unary<detail::arg_function>(std::forward<A>(a));
}
/// Complex numbers of a modulus and an angle, which broadcast; either may be one number. Complex128
/// for integers.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto polar(A&& modulus, B&& angle) {
    return detail::binary<detail::polar_function>(std::forward<A>(modulus), std::forward<B>(angle));
}

}  // namespace twill::inline v0
