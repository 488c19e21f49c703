// SPDX-License-Identifier: MIT
// convolve, correlate and polyval: lazy expressions that are evaluated by one kernel each. Inside a
// larger expression their results go to memory first.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/core/processor.hpp"
#include "twill/expr/generators.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/ops/numeric/differences.hpp"
#include "twill/ops/numeric/lookup.hpp"

namespace twill::inline v0 {
namespace detail {

/// sum over k of a(first + i - k) * v(k), as far as a goes. `Flip`: a(first + i + k) * conj(v(k)).
template <class R, bool Flip>
struct convolve_function {
    static constexpr char const* name = Flip ? "correlate" : "convolve";
    static constexpr bool costly = true;
    index_t first;

    template <class A, class V>
    TWILL_HD R operator()(array_ref<A, 1> const& a, array_ref<V, 1> const& v, index_t i) const {
        term_range const terms = reached(a, v, first + i, 1);
        return static_cast<R>(sum(a, v, first + i, terms.begin, terms.end, compute_t<R>{}));
    }
    /// Elements from i on, on the host: in blocks side by side the terms that all of a block have.
    /// Each has its terms in the same order.
    template <class A, class V>
    void neighbours(array_ref<A, 1> const& a, array_ref<V, 1> const& v, index_t i, compute_t<R>* to,
                    index_t count) const {
        bool const together =
            std::is_same_v<std::remove_const_t<A>, compute_t<R>> && a.stride(0) == 1;
        for (index_t j = 0; j < count;) {
            index_t const at = first + i + j;
            term_range const all = reached(a, v, at, block);
            if (!together || count - j < block || all.begin >= all.end) {
                to[j] = widen((*this)(a, v, i + j));
                ++j;
                continue;
            }
            compute_t<R> total[block];
            for (index_t l = 0; l < block; ++l)
                total[l] = sum(a, v, at + l, reached(a, v, at + l, 1).begin, all.begin, {});
            if (may_run_avx2())
                products_avx2(a.data() + at, v, all, total);
            else
                products(a.data() + at, v, all, total);
            for (index_t l = 0; l < block; ++l) {
                total[l] = sum(a, v, at + l, all.end, reached(a, v, at + l, 1).end, total[l]);
                to[j + l] = widen(static_cast<R>(total[l]));
            }
            j += block;
        }
    }

private:
    static constexpr index_t block = 32;

    struct term_range {
        index_t begin;
        index_t end;
    };
    /// The terms that all `count` elements from `at` on have: 0 <= at - k < n, and of the other
    /// kind 0 <= at + k < n.
    template <class A, class V>
    TWILL_HD static term_range reached(array_ref<A, 1> const& a, array_ref<V, 1> const& v,
                                       index_t at, index_t count) {
        index_t const n = a.extent(0);
        index_t const m = v.extent(0);
        index_t const low = Flip ? -at : at + count - n;
        index_t const end = Flip ? n - at - count + 1 : at + 1;
        return {low > 0 ? low : 0, end < m ? end : m};
    }
    /// `total` and terms [low, end) of an element.
    template <class A, class V>
    TWILL_HD static compute_t<R> sum(array_ref<A, 1> const& a, array_ref<V, 1> const& v, index_t at,
                                     index_t low, index_t end, compute_t<R> total) {
        using C = compute_t<R>;
        A const* from = a.data() + (Flip ? at + low : at - low) * a.stride(0);
        index_t const step = Flip ? a.stride(0) : -a.stride(0);
        V const* by = v.data() + low * v.stride(0);
        for (index_t k = low; k < end; ++k, from += step, by += v.stride(0))
            total = add{}(total, multiply{}(static_cast<C>(*from), turned(static_cast<C>(*by))));
        return total;
    }
    template <class A, class V>
    TWILL_INLINED static void products(A const* from, array_ref<V, 1> const& v, term_range terms,
                                       compute_t<R>* to) {
        using C = compute_t<R>;
        C total[block];
        for (index_t j = 0; j < block; ++j)
            total[j] = to[j];
        for (index_t k = terms.begin; k < terms.end; ++k) {
            C const by = turned(static_cast<C>(v(k)));
            A const* const here = Flip ? from + k : from - k;
            for (index_t j = 0; j < block; ++j)
                total[j] = add{}(total[j], multiply{}(static_cast<C>(here[j]), by));
        }
        for (index_t j = 0; j < block; ++j)
            to[j] = total[j];
    }
    template <class A, class V>
    TWILL_AVX2 static void products_avx2(A const* from, array_ref<V, 1> const& v, term_range terms,
                                         compute_t<R>* to) {
        products(from, v, terms, to);
    }
    template <class C>
    TWILL_HD static C turned(C const& x) {
        if constexpr (Flip && is_complex<C>)
            return {x.real(), -x.imag()};
        else
            return x;
    }
};

}  // namespace detail

/// How much of a convolution or correlation is wanted: of full its n + m - 1 elements, of same the
/// middle ones, as many as the longer operand has, of valid those where both overlap wholly.
enum class convolution { full, same, valid };

namespace detail {

template <bool Flip, class A, class V>
auto convolution_of(A const& a, V const& v, convolution part, source_location const& place) {
    static_assert(rank_of<A> == 1 && rank_of<V> == 1,
                  "twill: convolve and correlate take operands of one axis");
    using R = promote_t<value_of<A>, value_of<V>>;
    static_assert(!is_boolean<R>, "twill: a convolution of bools; cast one operand first");
    index_t const n = shape_of(a, place)[0];
    index_t const m = shape_of(v, place)[0];
    if (n == 0 || m == 0)
        raise<shape_error>(place, "twill: %s: an operand has no elements",
                           convolve_function<R, Flip>::name);
    index_t const longer = n > m ? n : m;
    index_t const shorter = n > m ? m : n;
    index_t first = Flip ? 1 - m : 0;
    index_t count = longer;
    if (part == convolution::same) {
        // NumPy's middle: of correlations with a shorter first operand it is counted from the end.
        first += Flip && n < m ? shorter - 1 - (shorter - 1) / 2 : (shorter - 1) / 2;
    } else if (part == convolution::valid) {
        first += shorter - 1;
        count = longer - shorter + 1;
    } else {
        count = checked_sum(longer, shorter - 1, 0, {convolve_function<R, Flip>::name, place});
    }
    return lookup_at_indices(convolve_function<R, Flip>{first}, extents<1>(count), as_node(a),
                             as_node(v));
}

}  // namespace detail

/// The discrete convolution of two operands of one axis, computed as it is defined, in n * m steps:
/// element k is the sum of a(i) * v(k - i). Throws shape_error for an operand without elements.
template <detail::operand A, detail::operand V>
auto convolve(A const& a, V const& v, convolution part = convolution::full,
              source_location place = source_location::current()) {
    return detail::convolution_of<false>(a, v, part, place);
}
/// The correlation of two operands of one axis: the sums of a(i + k) * conj(v(i)). Throws
/// shape_error for an operand without elements.
template <detail::operand A, detail::operand V>
auto correlate(A const& a, V const& v, convolution part = convolution::valid,
               source_location place = source_location::current()) {
    return detail::convolution_of<true>(a, v, part, place);
}

// The second operand in braces, beside an operand of the host: `convolve(x, {1, 2, 1})`. Of a type
// as in NumPy's lists: integers beside integers are int64, fractions float64.
template <detail::operand A, detail::braced_beside<A> V>
auto convolve(A const& a, std::initializer_list<V> v, convolution part = convolution::full,
              source_location place = source_location::current()) {
    return convolve(a, detail::numbers_beside<A>(v), part, place);
}
template <detail::operand A>
auto convolve(A const& a, std::initializer_list<detail::braced_mixed_of<A>> v,
              convolution part = convolution::full,
              source_location place = source_location::current()) {
    return convolve(a, detail::numbers_beside<A>(v), part, place);
}
template <detail::operand A, detail::braced_beside<A> V>
auto correlate(A const& a, std::initializer_list<V> v, convolution part = convolution::valid,
               source_location place = source_location::current()) {
    return correlate(a, detail::numbers_beside<A>(v), part, place);
}
template <detail::operand A>
auto correlate(A const& a, std::initializer_list<detail::braced_mixed_of<A>> v,
               convolution part = convolution::valid,
               source_location place = source_location::current()) {
    return correlate(a, detail::numbers_beside<A>(v), part, place);
}

namespace detail {

/// A polynomial by Horner's rule, the coefficient of the highest power first.
template <class R>
struct polynomial_function {
    static constexpr char const* name = "polyval";
    template <class P, class X>
    TWILL_HD R operator()(array_ref<P, 1> const& p, X const& x) const {
        using C = compute_t<R>;
        C const at = static_cast<C>(x);
        C value{};
        for (index_t i = 0; i < p.extent(0); ++i)
            value = add{}(multiply{}(value, at), static_cast<C>(p(i)));
        return static_cast<R>(value);
    }
};

template <class P, class X>
auto polynomial_at(P const& p, X const& x) {
    static_assert(P::rank == 1, "twill: polyval: the coefficients have one axis");
    using R = twill::promote_t<typename P::value_type, typename X::value_type>;
    static_assert(!is_boolean<R>, "twill: a polynomial of bools; cast one operand first");
    return make_lookup(polynomial_function<R>{}, types<X>{}, types<P>{}, x, p);
}

}  // namespace detail

/// The polynomial with coefficients p, that of the highest power first, at the elements of x or at
/// one number, as numpy.polyval: 0 without coefficients. In the promoted type of both.
template <detail::operand P, detail::operand X>
auto polyval(P const& p, X const& x, source_location place = source_location::current()) {
    (void)detail::shape_of(x, place);
    return detail::polynomial_at(detail::as_node(p), detail::as_node(x));
}
template <detail::operand P, detail::scalar X>
auto polyval(P const& p, X const& x, source_location place = source_location::current()) {
    auto const at = detail::weak_leaf<detail::weak_scalar_t<X, detail::value_of<P>>>("polyval", x);
    (void)at.shape(place);
    return detail::polynomial_at(detail::as_node(p), at);
}
/// In braces, beside an operand of the host, as for convolve.
template <detail::operand X, detail::braced_beside<X> P>
auto polyval(std::initializer_list<P> p, X const& x,
             source_location place = source_location::current()) {
    return polyval(detail::numbers_beside<X>(p), x, place);
}
template <detail::operand X>
auto polyval(std::initializer_list<detail::braced_mixed_of<X>> p, X const& x,
             source_location place = source_location::current()) {
    return polyval(detail::numbers_beside<X>(p), x, place);
}

}  // namespace twill::inline v0
