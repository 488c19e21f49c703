// SPDX-License-Identifier: MIT
// a(mask): the elements where a mask is true, in C order.
#pragma once

#include "twill/expr/math_binary.hpp"
#include "twill/ops/index/marks.hpp"
#include "twill/ops/index/positions.hpp"
#include "twill/ops/index/selection.hpp"

namespace twill::inline v0 {

namespace detail {

template <class X, class Mask>
void require_mask_shape(X const& x, Mask const& mask) {
    auto const given = mask.shape();
    if (!(given == x.shape()))
        raise<shape_error>("twill: a(mask): a mask of shape %s for shape %s", text_of(given).text,
                           text_of(x.shape()).text);
}
/// The elements of an expression under a mask of its shape. Waits for their number.
template <class Space, class E, class Mask>
auto elements_where(E const& x, Mask const& mask) {
    require_mask_shape(x, mask);
    execution now;
    auto const found = mark<Space>(now, mask);
    return marked_values(now, found, x, found.count());
}

}  // namespace detail

/// The elements of an array or a view where a mask of its shape is true, in C order. Reading them
/// makes an array of rank 1 and waits for their number; a number or an operand of the mask's shape
/// is written without a wait.
template <class T, int Rank, class Space, class Mask>
class TWILL_NODISCARD masked : public detail::compound_operators<masked<T, Rank, Space, Mask>> {
public:
    using twill_array = void;
    using element_type = T;
    using value_type = std::remove_const_t<T>;
    using space = Space;

    masked(view<T, Rank, Space> const& x, Mask const& mask) : x_(x), mask_(mask) {}
    masked(masked const&) = default;

    static constexpr int rank() { return 1; }
    /// How many there are. Waits.
    extents<1> shape() const { return expression().layout.shape; }
    index_t size() const { return shape()[0]; }

    /// Of the elements as they are now: waits for their number.
    auto operator()(detail::first_index first) const { return copied()(first); }
    template <detail::axis_index... I>
    auto operator()(detail::first_slice first, I const&... rest) const {
        return copied()(first, rest...);
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_newaxis first, I const&... rest) const {
        return copied()(first, rest...);
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_ellipsis first, I const&... rest) const {
        return copied()(first, rest...);
    }
    template <detail::operand I>
    auto operator()(I const& i, source_location place = source_location::current()) const {
        return copied()(i, place);
    }

    /// Writes a number, an operand of rank 0 or one of the mask's shape where the mask is true; of
    /// an operand of rank 1 one element each, in C order (shape_error where it has another number
    /// of them; this form waits for their number).
    masked& operator=(detail::source<masked, detail::plain_assignment> value) {
        value.apply_to(*this);
        return *this;
    }
    masked& operator=(masked const&)
        requires(detail::always_false<T>)
    = delete;

    // For the library.
    view<T, Rank, Space> const& of() const { return x_; }
    Mask const& mask() const { return mask_; }
    leaf<value_type, 1, Space, detail::dense> expression() const {
        return detail::elements_where<Space>(x_.expression(), mask_);
    }
    template <int Out, class Axes>
    auto through(detail::mapping<1, Out, Axes> const& map) const {
        return whole().through(map);
    }
    template <int Out>
    auto reshaped(extents<Out> const& shape) const {
        return whole().reshaped(shape);
    }
    /// Values in braces, one for each element that is chosen, beside elements of the host:
    /// `x(x > 0) = {1, 2}`.
    static constexpr bool takes_braces = !std::is_same_v<Space, device_space>;
    template <class Values>
    void assign_braces(Values const& values) {
        chosen().assign_value(values);
    }
    template <class E>
    void assign_value(E const& value) {
        detail::require_mask_shape(x_, mask_);
        auto const& x = detail::value_node<value_type>(value);
        constexpr int rank = std::remove_cvref_t<decltype(x)>::rank;
        static_assert(!std::is_const_v<T>, "twill: these elements may only be read");
        static_assert(rank == 0 || rank == 1 || rank == Rank,
                      "twill: a(mask) takes a number, one axis of values or the mask's shape");
        if constexpr (rank == 1 && Rank == 1)
            if (x.shape() == x_.shape())
                return write_where(x);
        if constexpr (rank == 1)
            chosen().assign_value(x);
        else
            write_where(x);
    }
    /// `elements = elements op value`, of what operator= takes; of one axis of values it waits.
    template <class F, class E>
    void assign_combined(E const& value) {
        detail::require_mask_shape(x_, mask_);
        constexpr int rank = [] {
            if constexpr (detail::operand<E>)
                return detail::rank_of<E>;
            else
                return 0;
        }();
        if constexpr (rank == 1) {
            if constexpr (Rank == 1)
                if (detail::as_node(value).shape() == x_.shape())
                    return write_where(detail::binary<F>(x_, value));
            chosen().assign_value(
                detail::evaluate_fresh<value_type, Space>(detail::binary<F>(*this, value)));
        } else {
            write_where(detail::binary<F>(x_, value));
        }
    }

private:
    template <class E>
    void write_where(E const& x) {
        x_.assign_in_place(where(mask_, x, x_.expression()), "a(mask) = value");
    }
    /// The chosen elements, by their positions, to be written.
    auto chosen() const {
        auto const positions = detail::positions_of<Space>(mask_);
        auto const all = x_.expression();
        constexpr detail::axis_set whole = detail::every_axis(Rank);
        return [&]<int... D>(std::integer_sequence<int, D...>) {
            if constexpr (Rank == 1)
                return detail::make_gather<true, out_of_range::error, whole>("a(mask)", all,
                                                                             positions);
            else
                return detail::make_gather<true, out_of_range::error, whole>(
                    "a(mask)", all,
                    detail::make_elementwise(detail::unravelling(x_.shape(), D), positions)...);
        }(std::make_integer_sequence<int, Rank>{});
    }
    view<value_type const, 1, Space, detail::dense> copied() const {
        auto const all = expression();
        return {all.storage, all.data, all.layout};
    }
    view<value_type, 1, Space, detail::dense> whole() const {
        auto const all = expression();
        return {all.storage, const_cast<value_type*>(all.data), all.layout};
    }

    view<T, Rank, Space> x_;
    Mask mask_;
};

namespace detail {

template <class T, int Rank, class Space, class Lie, class Mask>
auto elements_under(view<T, Rank, Space, Lie> const& x, Mask const& mask) {
    require_mask_shape(x, mask);
    return masked<T, Rank, Space, Mask>(x, mask);
}
/// Of an expression: its elements there now; what is not chosen is not computed.
template <class E, class Mask>
auto elements_under(E const& x, Mask const& mask) {
    using Space = merged_space_t<typename E::space, typename Mask::space>;
    return array<typename E::value_type, 1, Space>(adopt_t{}, elements_where<Space>(x, mask));
}

/// How many axes of an array each index stands for: a mask for as many as it has, an ellipsis for
/// those that are left.
template <int Rank, class... I>
struct axes_of_indices {
    static constexpr int width_of(bool is_none, bool is_mask, int rank) {
        return is_none ? 0 : is_mask ? rank : 1;
    }
    static constexpr int count = sizeof...(I);
    static constexpr bool several[count] = {is_ellipsis<I>...};
    static constexpr int given[count] = {
        width_of(is_newaxis<I> || is_ellipsis<I>, is_mask<I>, chosen_rank<I>)...};
    static constexpr int before(int k) {
        int sum = 0;
        int all = 0;
        for (int i = 0; i < count; ++i) {
            sum += i < k ? given[i] : 0;
            all += given[i];
        }
        for (int i = 0; i < k; ++i)
            sum += several[i] ? Rank - all : 0;
        return sum;
    }
};

template <class I>
struct space_of_index {
    using type = no_space;
};
template <operand I>
struct space_of_index<I> {
    using type = space_of<I>;
};
template <class I>
using space_beside = typename space_of_index<I>::type;

/// A mask among other indices stands for the indices of where it is true, an array of them for each
/// of its axes.
template <class Space, int Axis, int Rank, class I>
auto indices_of(I const& i, [[maybe_unused]] extents<Rank> const& shape) {
    if constexpr (is_mask<I>) {
        constexpr int count = rank_of<I>;
        static_assert(count > 0 && Axis + count <= Rank,
                      "twill: a mask among other indices stands for as many axes of the array as "
                      "it has");
        auto const& mask = as_node(i);
        auto const given = mask.shape();
        for (int d = 0; d < count; ++d)
            if (given[d] != shape[Axis + d])
                raise<shape_error>("twill: a mask of shape %s for axes %d to %d of shape %s",
                                   text_of(given).text, Axis, Axis + count - 1,
                                   text_of(shape).text);
        return indices_marked<Space>(mask);
    } else {
        return std::tuple<I const&>(i);
    }
}
template <class X, class... I>
auto elements_at_mask(X const& x, I const&... i) {
    constexpr int rank = rank_of<X>;
    constexpr bool alone = sizeof...(I) == 1 && ((chosen_rank<I> == rank) && ...);
    if constexpr (alone) {
        return elements_under(x, as_node(i)...);
    } else {
        using axes = axes_of_indices<rank, I...>;
        using Space = merged_space_t<space_of<X>, space_beside<I>...>;
        extents<rank> const shape = x.shape();
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
            return std::apply(
                [&](auto const&... index) { return elements_at_indices(x, index...); },
                std::tuple_cat(indices_of<Space, axes::before(K)>(i, shape)...));
        }(std::index_sequence_for<I...>{});
    }
}

}  // namespace detail
}  // namespace twill::inline v0
