// SPDX-License-Identifier: MIT
// Vectors among operands: functions of numbers component by component, and those of whole vectors.
#pragma once

#include "twill/core/vec.hpp"
#include "twill/expr/build.hpp"
#include "twill/expr/exponential.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T>
inline constexpr int vector_size = 0;
template <class T, int N>
inline constexpr int vector_size<vec<T, N>> = N;

/// Component k, or the number that stands for all of them.
template <int K, class T>
TWILL_HD constexpr T const& part(T const& x) {
    return x;
}
template <int K, class T, int N>
TWILL_HD constexpr T const& part(vec<T, N> const& v) {
    return v[K];
}

/// The size that vectors and numbers have together; -1 where they differ. A variable, as device
/// code may read those alone without further flags.
template <class... T>
inline constexpr int common_size = [] {
    int size = 0;
    bool agree = true;
    for (int const n : {vector_size<T>...}) {
        agree = agree && (n == 0 || size == 0 || n == size);
        size = n > size ? n : size;
    }
    return agree ? size : -1;
}();

/// A function of numbers, called with vectors and numbers: component by component.
template <class F>
struct by_component : stored<F> {
    static constexpr char const* name = name_of<F>();
    static constexpr bool costly = requires { F::costly; };

    template <class... T>
    TWILL_HD constexpr auto operator()(T const&... x) const {
        constexpr int size = common_size<T...>;
        static_assert(size >= 0, "twill: vectors of different sizes in one operation");
        return call(std::make_integer_sequence<int, size>{}, x...);
    }

private:
    template <int... K, class... T>
    TWILL_HD constexpr auto call(std::integer_sequence<int, K...>, T const&... x) const {
        F const f = this->get();
        using R = std::remove_cvref_t<decltype(f(part<0>(x)...))>;
        return vec<R, sizeof...(K)>(one<K>(f, x...)...);
    }
    template <int K, class... T>
    TWILL_HD static constexpr auto one(F const& f, T const&... x) {
        return f(part<K>(x)...);
    }
};

/// a == b of vectors: one bool.
template <>
struct by_component<equal> : stored<equal> {
    static constexpr char const* name = equal::name;
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A const& a, B const& b) const {
        constexpr int size = common_size<A, B>;
        static_assert(size >= 0, "twill: vectors of different sizes in one operation");
        return all_parts(std::make_integer_sequence<int, size>{}, a, b);
    }

private:
    template <int... K, class A, class B>
    TWILL_HD static constexpr bool all_parts(std::integer_sequence<int, K...>, A const& a,
                                             B const& b) {
        return (equal{}(part<K>(a), part<K>(b)) && ...);
    }
};
template <>
struct by_component<not_equal> : stored<not_equal> {
    static constexpr char const* name = not_equal::name;
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A const& a, B const& b) const {
        return !by_component<equal>{}(a, b);
    }
};

template <class A, class... Rest>
struct promoted_all {
    using type = A;
};
template <class A, class B, class... Rest>
struct promoted_all<A, B, Rest...> : promoted_all<promote_t<A, B>, Rest...> {};

struct make_vec_function {
    static constexpr char const* name = "make_vec";
    template <class A, class... T>
    TWILL_HD constexpr auto operator()(A const& a, T const&... x) const {
        using R = typename promoted_all<A, T...>::type;
        return vec<R, 1 + sizeof...(T)>(static_cast<R>(a), static_cast<R>(x)...);
    }
};

struct component_function {
    static constexpr char const* name = "component";
    int which;
    template <class T, int N>
    TWILL_HD constexpr T operator()(vec<T, N> const& v) const {
        return v[which];
    }
};

struct all_of_function {
    static constexpr char const* name = "all_of";
    template <int N>
    TWILL_HD constexpr bool operator()(vec<bool, N> const& v) const {
        return all_of(v);
    }
};
struct any_of_function {
    static constexpr char const* name = "any_of";
    template <int N>
    TWILL_HD constexpr bool operator()(vec<bool, N> const& v) const {
        return any_of(v);
    }
};

struct dot_function {
    static constexpr char const* name = "dot";
    template <class A, class B, int N>
    TWILL_HD constexpr auto operator()(vec<A, N> const& a, vec<B, N> const& b) const {
        return sum(multiply_all{}(a, b), std::make_integer_sequence<int, N - 1>{});
    }

private:
    using multiply_all = by_component<multiply>;
    template <int... K, class V>
    TWILL_HD static constexpr auto sum(V const& v, std::integer_sequence<int, K...>) {
        auto result = v[0];
        ((result = add{}(result, v[K + 1])), ...);
        return result;
    }
};
struct cross_function {
    static constexpr char const* name = "cross";
    template <class A, class B>
    TWILL_HD constexpr auto operator()(vec<A, 3> const& a, vec<B, 3> const& b) const {
        constexpr multiply times;
        constexpr subtract minus;
        return vec<arithmetic_t<A, B>, 3>(minus(times(a.y, b.z), times(a.z, b.y)),
                                          minus(times(a.z, b.x), times(a.x, b.z)),
                                          minus(times(a.x, b.y), times(a.y, b.x)));
    }
};
struct length_function {
    static constexpr char const* name = "length";
    template <class T, int N>
    TWILL_HD constexpr float_result_t<T> operator()(vec<T, N> const& v) const {
        vec<float_result_t<T>, N> const x(v);
        return sqrt_function{}(dot_function{}(x, x));
    }
};
/// The null vector has no direction: NaN.
struct normalize_function {
    static constexpr char const* name = "normalize";
    template <class T, int N>
    TWILL_HD constexpr vec<float_result_t<T>, N> operator()(vec<T, N> const& v) const {
        using R = float_result_t<T>;
        return by_component<divide>{}(vec<R, N>(v), length_function{}(v));
    }
};

/// The element type of the first operand among arguments.
template <class A, class... Rest>
struct first_operand : first_operand<Rest...> {};
template <operand A, class... Rest>
struct first_operand<A, Rest...> {
    using type = value_of<A>;
};

template <class T>
concept vector_operand = operand<T> && is_vector<value_of<T>>;
template <class A, class B>
concept vector_operands = binary_operands<A, B> && is_vector<typename element_type<A>::type> &&
                          is_vector<typename element_type<B>::type>;

/// As binary, for functions that know vectors.
template <class F, class A, class B>
constexpr auto vector_binary(A&& a, B&& b) {
    using TA = typename element_type<A>::type;
    using TB = typename element_type<B>::type;
    return make_elementwise(F{}, node_beside<TB>(F::name, std::forward<A>(a)),
                            node_beside<TA>(F::name, std::forward<B>(b)));
}

}  // namespace detail

/// The scalar product of vectors, element by element of two arrays (one may be a single vec).
template <class A, class B>
    requires detail::vector_operands<A, B>
[[nodiscard]] constexpr auto dot(A&& a, B&& b) {
    return detail::vector_binary<detail::dot_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The cross product of vectors of three components.
template <class A, class B>
    requires detail::vector_operands<A, B>
[[nodiscard]] constexpr auto cross(A&& a, B&& b) {
    return detail::vector_binary<detail::cross_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The Euclidean length of each vector, in float64 for integers.
template <detail::vector_operand A>
[[nodiscard]] constexpr auto length(A&& a) {
    return detail::make_elementwise(detail::length_function{}, detail::as_node(std::forward<A>(a)));
}
/// Each vector divided by its length; the null vector becomes NaN.
template <detail::vector_operand A>
[[nodiscard]] constexpr auto normalize(A&& a) {
    return detail::make_elementwise(detail::normalize_function{},
                                    detail::as_node(std::forward<A>(a)));
}
/// Whether every component is true, of elements of type vec<bool, N>: `all_of(low < p && p <
/// high)`.
template <detail::vector_operand A>
[[nodiscard]] constexpr auto all_of(A&& a) {
    return detail::make_elementwise(detail::all_of_function{}, detail::as_node(std::forward<A>(a)));
}
/// Whether any component is.
template <detail::vector_operand A>
[[nodiscard]] constexpr auto any_of(A&& a) {
    return detail::make_elementwise(detail::any_of_function{}, detail::as_node(std::forward<A>(a)));
}
/// Vectors from their components, arrays or numbers that broadcast: `make_vec(x, y, 0.0f)`.
template <class... A>
    requires(sizeof...(A) >= 2 && (detail::operand<A> || ...) &&
             (detail::operand_or_scalar<A> && ...))
[[nodiscard]] constexpr auto make_vec(A&&... a) {
    using First = typename detail::first_operand<A...>::type;
    return detail::make_elementwise(detail::make_vec_function{},
                                    detail::node_beside<First>("make_vec", std::forward<A>(a))...);
}

// The same of single vectors, for functions that take either and for users' kernels.

template <class A, class B, int N>
[[nodiscard]] TWILL_HD constexpr auto dot(vec<A, N> const& a, vec<B, N> const& b) {
    return detail::dot_function{}(a, b);
}
template <class A, class B>
[[nodiscard]] TWILL_HD constexpr auto cross(vec<A, 3> const& a, vec<B, 3> const& b) {
    return detail::cross_function{}(a, b);
}
template <class T, int N>
[[nodiscard]] TWILL_HD constexpr auto length(vec<T, N> const& v) {
    return detail::length_function{}(v);
}
template <class T, int N>
[[nodiscard]] TWILL_HD constexpr auto normalize(vec<T, N> const& v) {
    return detail::normalize_function{}(v);
}

}  // namespace twill::inline v0
