// SPDX-License-Identifier: MIT
#pragma once

// Reductions of NumPy's cases, in every layout an operand can have. All cases become rank 3 and
// their axes run-time ones, so that each reducer of a type is instantiated once.

#include "goldens/reductions.hpp"
#include "support/rows.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace twill_test {

template <class T>
struct named_view {
    char const* layout;
    twill::view<T, 3, space> x;
};

/// The same elements of a shape in memory of different layouts.
template <class T>
std::vector<named_view<T>> layouts_of(std::vector<T> const& elements,
                                      twill::extents<3> const& shape) {
    namespace tw = twill;
    auto const a = shape[0], b = shape[1], c = shape[2];
    auto const all = tw::full_extent;
    auto const backwards = tw::slice(tw::none, tw::none, -1);
    // Storage whose element at(i, j, k) is element (i, j, k); the rest is 99, or true.
    auto store = [&](tw::extents<3> const& stored, auto at) {
        std::vector<T> memory(static_cast<std::size_t>(stored.size()), static_cast<T>(99));
        std::size_t next = 0;
        for (tw::index_t i = 0; i < a; ++i)
            for (tw::index_t j = 0; j < b; ++j)
                for (tw::index_t k = 0; k < c; ++k)
                    memory[static_cast<std::size_t>(at(i, j, k))] = elements[next++];
        return to_space(memory, stored);
    };
    auto plain = store(shape, [&](auto i, auto j, auto k) { return (i * b + j) * c + k; });
    auto reversed = store(shape, [&](auto i, auto j, auto k) {
        return ((a - 1 - i) * b + b - 1 - j) * c + c - 1 - k;
    });
    auto stepped = store(tw::extents(2 * a, b, 3 * c), [&](auto i, auto j, auto k) {
        return ((2 * i + 1) * b + j) * 3 * c + 3 * k + 1;
    });
    auto transposed =
        store(tw::extents(c, b, a), [&](auto i, auto j, auto k) { return (k * b + j) * a + i; });
    auto permuted =
        store(tw::extents(b, c, a), [&](auto i, auto j, auto k) { return (j * c + k) * a + i; });
    return {{"contiguous", plain(all)},
            {"reversed", reversed(backwards, backwards, backwards)},
            {"stepped", stepped(tw::slice(1, tw::none, 2), all, tw::slice(1, tw::none, 3))},
            {"transposed", tw::transpose(transposed)},
            {"permuted", tw::permute(permuted, tw::axis<2, 0, 1>)}};
}

/// Equal, or within an absolute tolerance where both are finite.
template <class X>
::testing::AssertionResult within(X const& x, std::vector<element_t<X>> const& expected,
                                  double tolerance) {
    return compare(values(x), expected, [tolerance](auto a, auto b) {
        if (!std::isfinite(a) || !std::isfinite(b))
            return same(a, b);
        return std::abs(static_cast<double>(a) - static_cast<double>(b)) <= tolerance;
    });
}

/// One case over one choice of axes.
template <class Goldens>
struct reduction_case;
template <class Case, int... Axes>
struct reduction_case<twill::goldens::reduction_goldens<Case, Axes...>> {
    using type = typename Case::value_type;

    static std::vector<named_view<type>> operands() {
        twill::extents<3> shape(1, 1, 1);
        for (int d = 0; d < Case::rank; ++d)
            shape[3 - Case::rank + d] = Case::shape[d];
        return layouts_of(to_vector(Case::x), shape);
    }
    template <class Reduce, class X>
    static auto over(Reduce reduce, X const& x) {
        if constexpr (sizeof...(Axes) == 0)
            return reduce(x);
        else
            return reduce(x, twill::axes(Axes + 3 - Case::rank...));
    }
    /// The sum of all finite magnitudes, and how many elements there are.
    static double magnitude() {
        double total = 0;
        for (auto const x : Case::x)
            if (std::isfinite(static_cast<double>(x)))
                total += std::abs(static_cast<double>(x));
        return total;
    }
    static constexpr std::size_t count = std::extent_v<decltype(Case::x)>;
};

/// Sums, products and extrema of one case; exact for integers. A sum of at most 24 floats rounds at
/// most 5 times on the way of each element, and the expected value once.
template <class Goldens>
void check_basic_reductions() {
    using C = reduction_case<Goldens>;
    using T = typename C::type;
    for (auto const& [layout, x] : C::operands()) {
        SCOPED_TRACE(layout);
        auto const total = C::over([](auto const&... a) { return sum(a...); }, x);
        auto const product = C::over([](auto const&... a) { return prod(a...); }, x);
        if constexpr (std::is_floating_point_v<T>) {
            double const eps = std::numeric_limits<T>::epsilon();
            EXPECT_TRUE(within(total, to_vector(Goldens::sum), 3 * eps * C::magnitude()));
            EXPECT_TRUE(within_ulps(product, to_vector(Goldens::prod), C::count));
        } else {
            EXPECT_TRUE(equal(total, to_vector(Goldens::sum)));
            EXPECT_TRUE(equal(product, to_vector(Goldens::prod)));
        }
        EXPECT_TRUE(
            equal(C::over([](auto const&... a) { return min(a...); }, x), to_vector(Goldens::min)));
        EXPECT_TRUE(
            equal(C::over([](auto const&... a) { return max(a...); }, x), to_vector(Goldens::max)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return argmax(a...); }, x),
                          to_vector(Goldens::argmax)));
    }
}
/// The other reductions. Variances and norms have no cancellation: their error is relative to
/// themselves.
template <class Goldens>
void check_other_reductions() {
    using C = reduction_case<Goldens>;
    using M = std::remove_cvref_t<decltype(Goldens::mean[0])>;
    double const eps = std::numeric_limits<M>::epsilon();
    for (auto const& [layout, x] : C::operands()) {
        SCOPED_TRACE(layout);
        EXPECT_TRUE(within(C::over([](auto const&... a) { return mean(a...); }, x),
                           to_vector(Goldens::mean), 3 * eps * C::magnitude()));
        EXPECT_TRUE(within_ulps(C::over([](auto const&... a) { return var(a...); }, x),
                                to_vector(Goldens::var), 16));
        EXPECT_TRUE(within_ulps(
            C::over([](auto const& v, auto... a) { return var(v, twill::ddof(1), a...); }, x),
            to_vector(Goldens::var_ddof1), 16));
        EXPECT_TRUE(within_ulps(C::over([](auto const&... a) { return stddev(a...); }, x),
                                to_vector(Goldens::stddev), 8));
        EXPECT_TRUE(within_ulps(C::over([](auto const&... a) { return norm(a...); }, x),
                                to_vector(Goldens::norm), 8));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return twill::any(a...); }, x),
                          to_vector(Goldens::any)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return twill::all(a...); }, x),
                          to_vector(Goldens::all)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return count_nonzero(a...); }, x),
                          to_vector(Goldens::count_nonzero)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return argmin(a...); }, x),
                          to_vector(Goldens::argmin)));
    }
}

/// The cases of the goldens whose elements are of type T.
template <class T, class Goldens>
struct holds_type;
template <class T, class Case, int... Axes>
struct holds_type<T, twill::goldens::reduction_goldens<Case, Axes...>>
    : std::is_same<T, typename Case::value_type> {};

/// Calls `body` for each golden of element type T.
template <class T, class Body>
void for_reductions_of(Body body) {
    int index = 0;
    for_list(twill::goldens::reduction_cases{}, [&](auto type) {
        using Goldens = typename decltype(type)::type;
        if constexpr (holds_type<T, Goldens>::value) {
            SCOPED_TRACE("case " + std::to_string(index));
            body(type);
        }
        ++index;
    });
}

}  // namespace twill_test
