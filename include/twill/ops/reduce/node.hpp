// SPDX-License-Identifier: MIT
// The node of a reduction.
#pragma once

#include "twill/expr/device_call.hpp"
#include "twill/expr/rearrange.hpp"
#include "twill/ops/reduce/reducers.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

struct reduce_operation {};
struct rows_operation {};
struct nested_pairs_operation {};
struct function_of_one_operation {};
struct function_of_several_operation {};
struct exponentials_operation {};
/// What takes over statements that hold reductions, in the order in which they are asked.
using reduction_claimants =
    types<function_of_several_operation, rows_operation, nested_pairs_operation,
          function_of_one_operation, exponentials_operation>;

/// The axes of a loop along which an expression may vary, as its type says.
template <class E, int Rank>
inline constexpr axis_set varying_axes = every_axis(E::rank) << (Rank - E::rank);
template <class T, int R, class Space, class Lie, int Rank>
inline constexpr axis_set varying_axes<leaf<T, R, Space, Lie>, Rank> =
    axes_of_lie<Lie, R> << (Rank - R);
template <class F, class... A, int Rank>
inline constexpr axis_set varying_axes<elementwise<F, A...>, Rank> =
    (axis_set{0} | ... | varying_axes<A, Rank>);

template <int Rank, class Axes, axis_set Varying>
struct reduction_group {};

template <class F, class T>
inline constexpr bool is_users_function<user_reducer<F, T>> = true;

/// How a result that keeps its axes lies: it has one element along those that were reduced.
template <int Rank, class Axes, bool Keep>
struct reduced_lie {
    using type = dense;
};
template <int Rank>
struct reduced_lie<Rank, all_axes, true> {
    using type = along<0, true>;
};
template <int Rank, int... Axis>
struct reduced_lie<Rank, axis_t<Axis...>, true> {
    using type =
        typename known_lie<every_axis(Rank) &
                               ~static_cast<axis_set>(axes_traits<axis_t<Axis...>, Rank>::bits),
                           true, Rank>::type;
};

/// The extents without the reduced axes, or with 1 in their place. `needs_elements`: the name of a
/// reducer that has no value without elements.
TWILL_COLD inline void reduce_extents(shape_values const& from, std::uint64_t reduced, bool keep,
                                      char const* needs_elements, source_location const& place,
                                      index_t* to) {
    // An operand that is not in memory has never been asked for its size.
    checked_size(from.extent, from.rank, place);
    bool none_reduced = false;
    bool none_kept = false;
    for (int d = 0; d < from.rank; ++d) {
        bool const gone = reduced >> d & 1;
        if (from.extent[d] == 0)
            (gone ? none_reduced : none_kept) = true;
        if (keep || !gone)
            *to++ = gone ? 1 : from.extent[d];
    }
    if (needs_elements && none_reduced && !none_kept)
        raise<shape_error>(place, "twill: %s of no elements has no value (operand of shape %s)",
                           needs_elements, shape_text(from.extent, from.rank).text);
}

}  // namespace detail

/// An operand reduced over some of its axes.
template <class Reducer, class E, class Axes, bool Keep>
struct TWILL_NODISCARD reduction : detail::subscripts<reduction<Reducer, E, Axes, Keep>> {
    using twill_node = void;
    using reducer_type = Reducer;
    using value_type = typename Reducer::result;
    using space = typename E::space;
    static_assert(detail::complete<detail::canonical_t<typename E::value_type>>,
                  "twill: std::complex is computed as twill's complex, which is only declared "
                  "here: include <twill/complex.hpp>");
    using traits = detail::axes_traits<Axes, E::rank>;
    static constexpr int rank = Keep ? E::rank : E::rank - traits::count;
    /// Whether there is one result, known when it is compiled.
    static constexpr bool whole = traits::count == E::rank;
    using operands = detail::types<E>;
    using functions = detail::types<Reducer>;
    static constexpr bool needs_evaluation = true;
    using operation = detail::reduce_operation;
    /// Reductions along the same axes of operands that vary along the same ones run together:
    /// others have other shapes. A pass evaluates the operands of all that were compiled together,
    /// also of those that it leaves alone: so none of a user's functions takes part, and no index
    /// that might be out of range.
    using group = std::conditional_t<
        detail::calls_user_code<E> || detail::is_users_function<Reducer> || detail::may_fault<E>,
        void, detail::reduction_group<E::rank, Axes, detail::varying_axes<E, E::rank>>>;
    using result_lie = typename detail::reduced_lie<E::rank, Axes, Keep>::type;
    static constexpr std::size_t group_bytes = sizeof(typename Reducer::accumulator);
    using claimants = detail::reduction_claimants;
    static constexpr detail::reads how(int) { return detail::reads::any_index; }

    E operand;
    Axes which;
    Reducer reducer;

    reduction(E const& x, Axes const& axes, Reducer const& function)
        : operand(x), which(axes), reducer(function) {}
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(operand);
    }
    template <class X>
    reduction<Reducer, X, Axes, Keep> with(X const& x) const {
        return {x, which, reducer};
    }

    bool same_step(reduction const& other) const {
        if constexpr (!std::is_empty_v<Reducer>)
            if (!detail::same_bytes(reducer, other.reducer))
                return false;
        return mask() == other.mask();
    }

    /// The reduced axes as bits; throws axis_error.
    std::uint64_t mask(source_location const& place = detail::nowhere) const {
        return traits::mask(which, {Reducer::name, place});
    }
    /// The operand's shape without the reduced axes; throws for a min or max over no elements, and
    /// for an operand of more than 2^63.
    extents<rank> shape(source_location place = source_location::current()) const {
        std::uint64_t const bits = mask(place);
        extents<E::rank> const source = operand.shape(place);
        extents<rank> result;
        detail::reduce_extents(detail::shape_values{source.values, E::rank}, bits, Keep,
                               Reducer::needs_elements ? Reducer::name : nullptr, place,
                               result.values);
        return result;
    }

    /// A rank-0 expression is not a number by itself: reading it is a copy.
    template <detail::scalar U>
        requires(rank == 0)
    operator U() const {
        static_assert(detail::always_false<U>,
                      "twill: reading the value needs a named copy: twill::item(sum(a)); into an "
                      "element of an array, on both spaces: x(slice(i, i + 1)) = sum(a)");
        return U{};
    }
};

namespace detail {

template <class Reducer, bool Keep, class E, class Axes>
reduction<Reducer, E, Axes, Keep> make_reduction(E const& operand, Axes const& which,
                                                 Reducer const& reducer) {
    return {operand, which, reducer};
}

template <class F, class T>
inline constexpr bool function_runs_on_device<user_reducer<F, T>> =
    accepts_function<device_space, F>();

}  // namespace detail
}  // namespace twill::inline v0
