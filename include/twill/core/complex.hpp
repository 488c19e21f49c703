// SPDX-License-Identifier: MIT
// Complex numbers: the type, its conversions and its arithmetic.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0 {
namespace detail {

/// cuComplex, float2 and their kin: two floats named x and y.
template <class Z, class T>
concept component_pair = std::is_class_v<Z> && sizeof(Z) == 2 * sizeof(T) && requires(Z const& z) {
    requires std::is_same_v<std::remove_cvref_t<decltype(z.x)>, T>;
    requires std::is_same_v<std::remove_cvref_t<decltype(z.y)>, T>;
};

/// |x|, of -0.0 too.
template <class T>
TWILL_HD constexpr T magnitude_of(T x) {
    return x <= T(0) ? T(0) - x : x;
}

}  // namespace detail

/// A complex number, on host and device: std::complex's interface and memory (real part first), and
/// the alignment of cuComplex. Converts to and from std::complex, cuda::std::complex and their kin
/// of the same precision; to and from cuComplex explicitly. `complex<T> z;` is not initialised,
/// `complex<T>{}` is 0.
template <class T>
class alignas(2 * sizeof(T)) complex {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "twill: complex numbers are complex<float> or complex<double>");

public:
    using value_type = T;

    constexpr complex() = default;
    TWILL_HD constexpr complex(T real, T imag = T(0)) : real_(real), imag_(imag) {}
    /// From any other number; implicit from the built-in ones.
    template <class U>
        requires(!std::is_same_v<U, T> && detail::is_number<U> && !detail::is_complex<U>)
    TWILL_HD constexpr explicit(!std::is_arithmetic_v<U>) complex(U real)
        : real_(static_cast<T>(real)), imag_(T(0)) {}
    /// Explicit where precision can be lost.
    template <class U>
        requires(!std::is_same_v<U, T>)
    TWILL_HD constexpr explicit(sizeof(U) > sizeof(T)) complex(complex<U> const& z)
        : real_(static_cast<T>(z.real())), imag_(static_cast<T>(z.imag())) {}
    /// From std::complex and its kin; explicit where precision can be lost. Their own functions may
    /// be host-only, so the bits are read.
    template <detail::foreign_complex Z>
    TWILL_HD constexpr explicit(sizeof(Z) > 2 * sizeof(T)) complex(Z const& z)
        : complex(__builtin_bit_cast(pair<typename Z::value_type>, z)) {}
    /// From cuComplex and cuDoubleComplex.
    template <detail::component_pair<T> Z>
    TWILL_HD constexpr explicit complex(Z const& z) : real_(z.x), imag_(z.y) {}

    /// As std::complex or its kin.
    template <detail::foreign_complex Z>
        requires std::is_same_v<typename Z::value_type, T>
    TWILL_HD constexpr operator Z() const {
        if constexpr (std::is_trivially_copyable_v<Z>)
            return __builtin_bit_cast(Z, pair<T>{real_, imag_});
        else
            return Z(real_, imag_);
    }
    /// As cuComplex or cuDoubleComplex.
    template <detail::component_pair<T> Z>
    TWILL_HD constexpr explicit operator Z() const {
        return Z{real_, imag_};
    }

    TWILL_HD constexpr T real() const { return real_; }
    TWILL_HD constexpr T imag() const { return imag_; }
    TWILL_HD constexpr void real(T value) { real_ = value; }
    TWILL_HD constexpr void imag(T value) { imag_ = value; }

    template <class Z>
    TWILL_HD constexpr complex& operator+=(Z const& z) {
        return *this = complex(*this + z);
    }
    template <class Z>
    TWILL_HD constexpr complex& operator-=(Z const& z) {
        return *this = complex(*this - z);
    }
    template <class Z>
    TWILL_HD constexpr complex& operator*=(Z const& z) {
        return *this = complex(*this * z);
    }
    template <class Z>
    TWILL_HD constexpr complex& operator/=(Z const& z) {
        return *this = complex(*this / z);
    }

    TWILL_HD friend constexpr complex operator+(complex z) { return z; }
    TWILL_HD friend constexpr complex operator-(complex z) { return {-z.real_, -z.imag_}; }
    TWILL_HD friend constexpr complex operator+(complex a, complex b) {
        return {a.real_ + b.real_, a.imag_ + b.imag_};
    }
    TWILL_HD friend constexpr complex operator+(complex a, T b) { return {a.real_ + b, a.imag_}; }
    TWILL_HD friend constexpr complex operator+(T a, complex b) { return {a + b.real_, b.imag_}; }
    TWILL_HD friend constexpr complex operator-(complex a, complex b) {
        return {a.real_ - b.real_, a.imag_ - b.imag_};
    }
    TWILL_HD friend constexpr complex operator-(complex a, T b) { return {a.real_ - b, a.imag_}; }
    TWILL_HD friend constexpr complex operator-(T a, complex b) { return {a - b.real_, -b.imag_}; }
    /// The plain formula, as NumPy's: an infinity may come with a NaN in the other part.
    TWILL_HD friend constexpr complex operator*(complex a, complex b) {
        return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
    }
    TWILL_HD friend constexpr complex operator*(complex a, T b) {
        return {a.real_ * b, a.imag_ * b};
    }
    TWILL_HD friend constexpr complex operator*(T a, complex b) {
        return {a * b.real_, a * b.imag_};
    }
    /// Smith's method (1962), which overflows no earlier than the quotient; x / 0 divides both
    /// parts by 0, as NumPy.
    TWILL_HD friend constexpr complex operator/(complex a, complex b) {
        T const width = detail::magnitude_of(b.real_);
        T const height = detail::magnitude_of(b.imag_);
        if (width >= height) {
            if (width == T(0))
                return {a.real_ / width, a.imag_ / width};
            T const ratio = b.imag_ / b.real_;
            T const divisor = b.real_ + b.imag_ * ratio;
            return {(a.real_ + a.imag_ * ratio) / divisor, (a.imag_ - a.real_ * ratio) / divisor};
        }
        T const ratio = b.real_ / b.imag_;
        T const divisor = b.imag_ + b.real_ * ratio;
        return {(a.real_ * ratio + a.imag_) / divisor, (a.imag_ * ratio - a.real_) / divisor};
    }
    TWILL_HD friend constexpr complex operator/(complex a, T b) {
        return {a.real_ / b, a.imag_ / b};
    }
    TWILL_HD friend constexpr complex operator/(T a, complex b) { return complex(a) / b; }

    TWILL_HD friend constexpr bool operator==(complex a, complex b) {
        return a.real_ == b.real_ && a.imag_ == b.imag_;
    }
    TWILL_HD friend constexpr bool operator==(complex a, T b) {
        return a.real_ == b && a.imag_ == T(0);
    }

private:
    template <class U>
    struct pair {
        U first;
        U second;
    };
    template <class U>
    TWILL_HD constexpr explicit complex(pair<U> const& z)
        : real_(static_cast<T>(z.first)), imag_(static_cast<T>(z.second)) {}

    T real_;
    T imag_;
};

}  // namespace twill::inline v0
