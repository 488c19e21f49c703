// SPDX-License-Identifier: MIT
// a(mask): the elements where a mask is true, in C order.
#pragma once

#include "twill/expr/math_binary.hpp"
#include "twill/ops/index/nonzero.hpp"
#include "twill/ops/index/selection.hpp"

namespace twill::inline v0 {

/// The elements of an array or a view where a mask of its shape is true, in C order. Reading them
/// makes an array of rank 1 and waits for their number; a number or an operand of the mask's shape
/// is written without a wait.
template <class T, int Rank, class Space, class Mask>
class TWILL_NODISCARD masked {
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
    masked& operator+=(detail::source<masked, detail::compound_assignment<detail::add>> value) {
        value.apply_to(*this);
        return *this;
    }
    masked& operator-=(
        detail::source<masked, detail::compound_assignment<detail::subtract>> value) {
        value.apply_to(*this);
        return *this;
    }
    masked& operator*=(
        detail::source<masked, detail::compound_assignment<detail::multiply>> value) {
        value.apply_to(*this);
        return *this;
    }
    masked& operator/=(detail::source<masked, detail::compound_assignment<detail::divide>> value) {
        value.apply_to(*this);
        return *this;
    }

    // For the library.
    leaf<value_type, 1, Space, detail::dense> expression() const {
        require_shape();
        return detail::evaluate_fresh<value_type, Space>(chosen<false>());
    }
    template <int Out, class Axes>
    auto through(detail::mapping<1, Out, Axes> const& map) const {
        return whole().through(map);
    }
    template <int Out>
    auto reshaped(extents<Out> const& shape) const {
        return whole().reshaped(shape);
    }
    template <class E>
    void assign_value(E const& value) {
        require_shape();
        auto const& x = detail::value_node<value_type>(value);
        constexpr int rank = std::remove_cvref_t<decltype(x)>::rank;
        static_assert(!std::is_const_v<T>, "twill: these elements may only be read");
        static_assert(rank == 0 || rank == 1 || rank == Rank,
                      "twill: a(mask) takes a number, one axis of values or the mask's shape");
        if constexpr (rank == 1 && Rank == 1)
            if (x.shape() == x_.shape())
                return write_where(x);
        if constexpr (rank == 1)
            chosen<true>().assign_value(x);
        else
            write_where(x);
    }
    /// `value` reads these elements.
    template <class E>
    void assign_in_place(E const& value, char const*) {
        chosen<true>().assign_value(detail::evaluate_fresh<value_type, Space>(value));
    }

private:
    void require_shape() const {
        auto const mask = mask_.shape();
        if (!(mask == x_.shape()))
            detail::raise<shape_error>("twill: a(mask): a mask of shape %s for shape %s",
                                       detail::text_of(mask).text,
                                       detail::text_of(x_.shape()).text);
    }
    template <class E>
    void write_where(E const& x) {
        x_.assign_in_place(where(mask_, x, x_.expression()), "a(mask) = value");
    }
    /// The chosen elements, by their positions.
    template <bool Writes>
    auto chosen() const {
        auto const positions = detail::positions_of(mask_);
        auto const all = x_.expression();
        constexpr detail::axis_set whole = detail::every_axis(Rank);
        return [&]<int... D>(std::integer_sequence<int, D...>) {
            if constexpr (Rank == 1)
                return detail::make_gather<Writes, out_of_range::error, whole>("a(mask)", all,
                                                                               positions);
            else
                return detail::make_gather<Writes, out_of_range::error, whole>(
                    "a(mask)", all,
                    detail::make_elementwise(detail::unravelling(x_.shape(), D), positions)...);
        }(std::make_integer_sequence<int, Rank>{});
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
    return masked<T, Rank, Space, Mask>(x, mask);
}
/// Of an expression: its elements now.
template <class E, class Mask>
auto elements_under(E const& x, Mask const& mask) {
    using Space = typename E::space;
    auto const all = evaluate_fresh<typename E::value_type, Space>(x);
    return evaluate(masked<typename E::value_type const, E::rank, Space, Mask>(
        view<typename E::value_type const, E::rank, Space>(all.storage, all.data, all.layout),
        mask));
}

/// A mask of one axis among other indices stands for the positions where it is true.
template <class I>
auto index_of_mask(I const& i, index_t size) {
    if constexpr (is_mask<I>) {
        static_assert(rank_of<I> == 1,
                      "twill: a mask among other indices has one axis; of a mask of several axes "
                      "take nonzero(mask)");
        auto const& mask = as_node(i);
        auto const shape = mask.shape();
        if (shape[0] != size)
            raise<shape_error>("twill: a mask of %lld elements for an axis of %lld",
                               static_cast<long long>(shape[0]), static_cast<long long>(size));
        return positions_of(mask);
    } else {
        return i;
    }
}
template <class X, class... I>
auto elements_at_mask(X const& x, I const&... i) {
    constexpr bool alone = sizeof...(I) == 1 && ((chosen_rank<I> == rank_of<X>) && ...);
    if constexpr (alone) {
        return elements_under(x, as_node(i)...);
    } else {
        extents<rank_of<X>> const shape = x.shape();
        int axis = 0;
        auto size_at = [&](bool takes_axis) { return takes_axis ? shape[axis++] : index_t{0}; };
        children<decltype(index_of_mask(i, index_t{}))...> const all{
            {index_of_mask(i, size_at(!is_newaxis<I>))}...};
        return all.apply([&](auto const&... index) { return elements_at_indices(x, index...); });
    }
}

}  // namespace detail
}  // namespace twill::inline v0
