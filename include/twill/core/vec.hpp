// SPDX-License-Identifier: MIT
// Short vectors of a fixed size: positions, colours, directions. The type and its arithmetic.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0 {
namespace detail {

/// The components under their names, in the order of an array's.
template <class T, int N>
struct vec_components {
    T values[N];
    TWILL_HD constexpr T& operator[](int k) { return values[k]; }
    TWILL_HD constexpr T const& operator[](int k) const { return values[k]; }
};
template <class T>
struct vec_components<T, 2> {
    T x, y;
    TWILL_HD constexpr T& operator[](int k) { return k == 0 ? x : y; }
    TWILL_HD constexpr T const& operator[](int k) const { return k == 0 ? x : y; }
};
template <class T>
struct vec_components<T, 3> {
    T x, y, z;
    TWILL_HD constexpr T& operator[](int k) { return k == 0 ? x : (k == 1 ? y : z); }
    TWILL_HD constexpr T const& operator[](int k) const { return k == 0 ? x : (k == 1 ? y : z); }
};
template <class T>
struct vec_components<T, 4> {
    T x, y, z, w;
    TWILL_HD constexpr T& operator[](int k) { return k < 2 ? (k == 0 ? x : y) : (k == 2 ? z : w); }
    TWILL_HD constexpr T const& operator[](int k) const {
        return k < 2 ? (k == 0 ? x : y) : (k == 2 ? z : w);
    }
};

/// The widest access that divides the size: arrays start at multiples of it.
template <class T, int N>
inline constexpr std::size_t vec_alignment = sizeof(T) * N % 16 == 0  ? 16
                                             : sizeof(T) * N % 8 == 0 ? 8
                                             : sizeof(T) * N % 4 == 0 ? 4
                                             : sizeof(T) * N % 2 == 0 ? 2
                                                                      : 1;

/// CUDA's float3 and its kin, glm::vec3: as many components, the first of which is named x.
template <class V, class T, int N>
concept foreign_vec =
    std::is_class_v<V> && !is_vector<V> && sizeof(V) == sizeof(T) * N && requires(V const& v) {
        requires std::is_same_v<std::remove_cvref_t<decltype(v.x)>, T>;
        requires std::is_same_v<std::remove_cvref_t<decltype(v.y)>, T>;
    };

}  // namespace detail

/// N numbers as one element: `vec<float, 3>{1, 2, 3}`. The memory of T[N], aligned to the widest
/// access that divides its size. Components are v[k], and v.x, v.y, v.z, v.w where there are two to
/// four. Operators work component by component, as GLSL's and HLSL's do, also with a number;
/// `a == b` is one bool, whether all components agree, and `a < b` a vec of bool, for all_of and
/// any_of. `vec<T, N> v;` is not initialised, `vec<T, N>{}` is 0.
template <class T, int N>
class alignas(detail::vec_alignment<T, N>) vec : public detail::vec_components<T, N> {
    static_assert(N >= 2 && N <= 64, "twill: a vec has 2 to 64 components");
    static_assert(detail::is_number<T>, "twill: the components of a vec are numbers");
    using all = std::make_integer_sequence<int, N>;

public:
    using component_type = T;
    static constexpr int component_count = N;

    constexpr vec() = default;
    TWILL_HD constexpr vec(T a, T b)
        requires(N == 2)
        : vec(taken{}, a, b) {}
    TWILL_HD constexpr vec(T a, T b, T c)
        requires(N == 3)
        : vec(taken{}, a, b, c) {}
    TWILL_HD constexpr vec(T a, T b, T c, T d)
        requires(N == 4)
        : vec(taken{}, a, b, c, d) {}
    template <class... U>
        requires(N > 4 && sizeof...(U) == N && (std::is_convertible_v<U, T> && ...))
    TWILL_HD constexpr vec(U... components) : vec(taken{}, static_cast<T>(components)...) {}
    /// The same number in every component.
    template <class U>
        requires detail::is_number<U>
    TWILL_HD constexpr explicit vec(U value) : vec(all{}, splat<T>{static_cast<T>(value)}) {}
    /// Explicit where values or precision can be lost.
    template <class U>
        requires(!std::is_same_v<U, T>)
    TWILL_HD constexpr explicit(!detail::converts_silently<U, T>() ||
                                (detail::is_floating<U> && sizeof(U) > sizeof(T)))
        vec(vec<U, N> const& v)
        : vec(all{}, v) {}
    /// From and to float3 and its kin.
    template <detail::foreign_vec<T, N> V>
    TWILL_HD constexpr explicit vec(V const& v) : vec(__builtin_bit_cast(vec, bytes_of(v))) {}
    template <detail::foreign_vec<T, N> V>
    TWILL_HD constexpr explicit operator V() const {
        return __builtin_bit_cast(V, bytes_of(*this));
    }

    // Operators of single values: component by component, as T's own.
    TWILL_HD friend constexpr vec operator+(vec const& a) { return a; }
    TWILL_HD friend constexpr vec operator-(vec const& a) { return vec(all{}, a, minus{}); }
    TWILL_HD friend constexpr vec operator+(vec const& a, vec const& b) {
        return vec(all{}, a, b, plus{});
    }
    TWILL_HD friend constexpr vec operator-(vec const& a, vec const& b) {
        return vec(all{}, a, b, minus{});
    }
    TWILL_HD friend constexpr vec operator*(vec const& a, vec const& b) {
        return vec(all{}, a, b, times{});
    }
    TWILL_HD friend constexpr vec operator/(vec const& a, vec const& b) {
        return vec(all{}, a, b, over{});
    }
    TWILL_HD friend constexpr vec operator+(vec const& a, T b) { return a + vec(b); }
    TWILL_HD friend constexpr vec operator+(T a, vec const& b) { return vec(a) + b; }
    TWILL_HD friend constexpr vec operator-(vec const& a, T b) { return a - vec(b); }
    TWILL_HD friend constexpr vec operator-(T a, vec const& b) { return vec(a) - b; }
    TWILL_HD friend constexpr vec operator*(vec const& a, T b) { return a * vec(b); }
    TWILL_HD friend constexpr vec operator*(T a, vec const& b) { return vec(a) * b; }
    TWILL_HD friend constexpr vec operator/(vec const& a, T b) { return a / vec(b); }
    TWILL_HD friend constexpr vec operator/(T a, vec const& b) { return vec(a) / b; }
    TWILL_HD constexpr vec& operator+=(vec const& v) { return *this = *this + v; }
    TWILL_HD constexpr vec& operator+=(T value) { return *this = *this + value; }
    TWILL_HD constexpr vec& operator-=(vec const& v) { return *this = *this - v; }
    TWILL_HD constexpr vec& operator-=(T value) { return *this = *this - value; }
    TWILL_HD constexpr vec& operator*=(vec const& v) { return *this = *this * v; }
    TWILL_HD constexpr vec& operator*=(T value) { return *this = *this * value; }
    TWILL_HD constexpr vec& operator/=(vec const& v) { return *this = *this / v; }
    TWILL_HD constexpr vec& operator/=(T value) { return *this = *this / value; }

    TWILL_HD friend constexpr bool operator==(vec const& a, vec const& b) {
        return agree(a, b, all{});
    }
    TWILL_HD friend constexpr vec<bool, N> operator<(vec const& a, vec const& b) {
        return compare(a, b, below{}, all{});
    }
    TWILL_HD friend constexpr vec<bool, N> operator>(vec const& a, vec const& b) { return b < a; }
    TWILL_HD friend constexpr vec<bool, N> operator<=(vec const& a, vec const& b) {
        return compare(a, b, at_most{}, all{});
    }
    TWILL_HD friend constexpr vec<bool, N> operator>=(vec const& a, vec const& b) { return b <= a; }

private:
    struct taken {};
    template <class U>
    struct splat {
        U value;
        TWILL_HD constexpr U operator[](int) const { return value; }
    };
    struct plus {
        TWILL_HD constexpr T operator()(T a, T b) const { return static_cast<T>(a + b); }
    };
    struct minus {
        TWILL_HD constexpr T operator()(T a) const { return static_cast<T>(-a); }
        TWILL_HD constexpr T operator()(T a, T b) const { return static_cast<T>(a - b); }
    };
    struct times {
        TWILL_HD constexpr T operator()(T a, T b) const { return static_cast<T>(a * b); }
    };
    struct over {
        TWILL_HD constexpr T operator()(T a, T b) const { return static_cast<T>(a / b); }
    };
    struct below {
        TWILL_HD constexpr bool operator()(T a, T b) const { return a < b; }
    };
    struct at_most {
        TWILL_HD constexpr bool operator()(T a, T b) const { return a <= b; }
    };

    template <class... U>
    TWILL_HD constexpr vec(taken, U... components) : detail::vec_components<T, N>{components...} {}
    template <int... K, class V>
    TWILL_HD constexpr vec(std::integer_sequence<int, K...>, V const& v)
        : vec(taken{}, static_cast<T>(v[K])...) {}
    template <int... K, class V, class F>
    TWILL_HD constexpr vec(std::integer_sequence<int, K...>, V const& a, F f)
        : vec(taken{}, f(a[K])...) {}
    template <int... K, class V, class F>
    TWILL_HD constexpr vec(std::integer_sequence<int, K...>, V const& a, V const& b, F f)
        : vec(taken{}, f(a[K], b[K])...) {}
    template <int... K>
    TWILL_HD static constexpr bool agree(vec const& a, vec const& b,
                                         std::integer_sequence<int, K...>) {
        return ((a[K] == b[K]) && ...);
    }
    template <class F, int... K>
    TWILL_HD static constexpr vec<bool, N> compare(vec const& a, vec const& b, F f,
                                                   std::integer_sequence<int, K...>) {
        return vec<bool, N>(f(a[K], b[K])...);
    }
    template <class V>
    TWILL_HD static constexpr auto bytes_of(V const& v) {
        struct plain {
            unsigned char bytes[sizeof(T) * N];
        };
        return __builtin_bit_cast(plain, v);
    }
};

template <class T, class... U>
vec(T, U...) -> vec<T, 1 + static_cast<int>(sizeof...(U))>;

/// Whether every component is true.
template <int N>
TWILL_HD constexpr bool all_of(vec<bool, N> const& v) {
    bool result = true;
    for (int k = 0; k < N; ++k)
        result = result && v[k];
    return result;
}
/// Whether any component is true.
template <int N>
TWILL_HD constexpr bool any_of(vec<bool, N> const& v) {
    bool result = false;
    for (int k = 0; k < N; ++k)
        result = result || v[k];
    return result;
}

namespace detail {

template <class T, int N>
struct element<vec<T, N>> {
    static constexpr kind category = kind::other;
    using compute = vec<compute_t<T>, N>;
    using real = T;
};
template <class T, int N>
struct canonical<vec<T, N>, false> {
    using type = vec<canonical_t<T>, N>;
};

/// "vec<float32, 3>"
template <class T, int N>
struct type_name<vec<T, N>> {
    struct text {
        char characters[40] = {};
        constexpr text() {
            int at = 0;
            auto append = [&](char const* from) {
                while (*from && at < 32)
                    characters[at++] = *from++;
            };
            append("vec<");
            append(type_name<T>::value);
            append(", ");
            if (N >= 10)
                characters[at++] = static_cast<char>('0' + N / 10);
            characters[at++] = static_cast<char>('0' + N % 10);
            append(">");
        }
    };
    static constexpr text whole{};
    static constexpr char const* value = whole.characters;
};

}  // namespace detail
}  // namespace twill::inline v0
