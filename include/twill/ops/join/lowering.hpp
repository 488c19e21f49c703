// SPDX-License-Identifier: MIT
// An expression as the tree of one box.
#pragma once

#include "twill/lower/lowering.hpp"
#include "twill/lower/near.hpp"
#include "twill/ops/join/node.hpp"

namespace twill::inline v0::detail {

/// One of several trees, the same one all over a box.
template <class... N>
struct choice_node : children<N...> {
    using value_type = typename first_type<N...>::type::value_type;
    static constexpr int records = (0 + ... + N::records);
    static constexpr int widest = widest_of<N...>;
    static constexpr int bytes_read = (0 + ... + N::bytes_read);
    static constexpr axis_set axes = (axis_set{0} | ... | N::axes);
    static constexpr bool may_flatten = (true && ... && N::may_flatten);
    static constexpr bool in_order = (true && ... && N::in_order);
    static constexpr bool has_steps = (false || ... || N::has_steps);

    int which;

    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<value_type, V> at(Cursor const& c) const {
        return at_from<0, V>(c);
    }
    bool in_lines() const { return in_lines_from<0>(); }
    value_type value(index_t j) const { return value_from<0>(j); }
    void collect(operand_record*& next) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (detail::get<I>(*this).collect(next), ...);
        }(std::index_sequence_for<N...>{});
    }

private:
    template <std::size_t I, int V, class Cursor>
    TWILL_INLINE_HD lanes<value_type, V> at_from(Cursor const& c) const {
        if constexpr (I + 1 < sizeof...(N))
            if (which != static_cast<int>(I))
                return at_from<I + 1, V>(c);
        return detail::get<I>(*this).template at<V>(c);
    }
    template <std::size_t I>
    bool in_lines_from() const {
        if constexpr (I + 1 < sizeof...(N))
            if (which != static_cast<int>(I))
                return in_lines_from<I + 1>();
        return lies_in_lines(detail::get<I>(*this));
    }
    template <std::size_t I>
    value_type value_from(index_t j) const {
        if constexpr (I + 1 < sizeof...(N))
            if (which != static_cast<int>(I))
                return value_from<I + 1>(j);
        return detail::get<I>(*this).value(j);
    }
};

template <class... N, int V>
inline constexpr bool is_near<choice_node<N...>, V> = (true && ... && is_near<N, V>);
template <class... N>
inline constexpr int line_readers<choice_node<N...>> = (0 + ... + line_readers<N>);
template <class... N>
inline constexpr bool may_go_unread<choice_node<N...>> = (true && ... && may_go_unread<N>);
template <class... N>
inline constexpr bool is_across<choice_node<N...>> = (true && ... && is_across<N>);

/// Something to point at where nothing is read.
template <class T>
struct unread_element {
    alignas(T) inline static char bytes[sizeof(T)] = {};
};

/// Throws value_error where a box reads what has no elements: an expression that was moved from
/// still has the rule of what it read.
inline void require_elements(index_t const* shape, int rank, box_loop const& loop) {
    for (int d = 0; d < rank; ++d)
        if (shape[d] == 0 && !loop.is_empty())
            raise_moved_from(nowhere);
}

/// Device memory of one type of leaf.
template <class... E>
inline constexpr bool are_leaves = false;
template <class T, int Rank, class Lie, class... Rest>
inline constexpr bool are_leaves<leaf<T, Rank, device_space, Lie>, Rest...> =
    (std::is_same_v<leaf<T, Rank, device_space, Lie>, Rest> && ...);

/// Lowers an expression into a box. `lines`: the index of a node along each of its axes; null for
/// what the box does not read.
template <int Loop>
struct box_lowering {
    box_loop loop;

    template <class T, int Rank, class Space, class Lie>
    auto operator()(leaf<T, Rank, Space, Lie> const& x, index_line const* lines) {
        if constexpr (Rank == 0) {
            if (!x.data)
                raise_moved_from(nowhere);
            return broadcast_node<T>{x.data, {}};
        } else {
            memory_node<T, Loop> result{x.data, {}};
            if (lines && !loop.is_asked()) {
                require_elements(x.layout.shape.values, Rank, loop);
                result.data = x.data + place(x.layout, lines, result.stride);
            } else {
                result.data = unread_element<T>::bytes;
            }
            return result;
        }
    }
    template <int Rank, class Lie>
    index_node<Loop> operator()(index_leaf<Rank, Lie> const& x, index_line const* lines) {
        index_node<Loop> result{x.start, {}};
        if (lines && Rank > 0)
            result.start += place(x.layout, lines, result.stride);
        return result;
    }
    template <class T>
    scalar_node<T> operator()(scalar_leaf<T> const& x, index_line const*) {
        return {static_cast<compute_t<T>>(x.value)};
    }
    template <class F, class... A>
    auto operator()(elementwise<F, A...> const& x, index_line const* lines) {
        constexpr int rank = elementwise<F, A...>::rank;
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make_node(x.function,
                             (*this)(get<I>(x), lines ? lines + (rank - A::rank) : nullptr)...);
        }(std::index_sequence_for<A...>{});
    }
    template <class E, int In, int Out, class Axes>
    auto operator()(rearranged<E, In, Out, Axes> const& x, index_line const* lines) {
        if (!lines)
            return (*this)(x.operand, lines);
        index_line inner[In > 0 ? In : 1];
        for (int d = 0; d < In; ++d) {
            inner[d].start = x.map.start[d];
            int const from = x.map.axis[d];
            // An axis of one element may be stretched.
            if (from < 0 || x.map.shape[from] == 1)
                continue;
            inner[d].start += x.map.step[d] * lines[from].start;
            for (int l = 0; l < Loop; ++l)
                inner[d].step[l] = x.map.step[d] * lines[from].step[l];
        }
        return (*this)(x.operand, inner + (In - E::rank));
    }
    template <class Rule, class... E>
    auto operator()(rearrangement<Rule, E...> const& x, index_line const* lines) {
        constexpr int rank = Rule::rank;
        if constexpr (Rule::interleaves && are_leaves<E...>) {
            memory_node<typename first_type<E...>::type::value_type, Loop> all{nullptr, {}};
            if (lines && !loop.is_asked() && interleave(x, lines, all))
                return all;
        }
        index_line own[rank > 0 ? rank : 1];
        index_line inner[rank > 0 ? rank : 1];
        int which = -1;
        if (lines) {
            for (int d = 0; d < rank; ++d)
                if (x.rule.shape[d] != 1)
                    own[d] = lines[d];
            which = x.rule.follow(own, loop, inner);
        }
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return choose(which,
                          (*this)(get<I>(x), which == static_cast<int>(I) ? inner + (rank - E::rank)
                                                                          : nullptr)...);
        }(std::index_sequence_for<E...>{});
    }

private:
    /// Single elements in turn, of operands that lie alike and equally far from each other, as two
    /// always do: on the device that far is the stride of the axis, so that results are written in
    /// packets. stack(axis<1>, a, b) of 2^26 float32 takes 0.29 ms in the place of 0.73 on an H200.
    template <class T, class Rule, class... E>
    static bool interleave(rearrangement<Rule, E...> const& x, index_line const* lines,
                           memory_node<T, Loop>& to) {
        constexpr int rank = Rule::rank;
        int const axis = x.rule.axis;
        index_t behind = 1;
        for (int d = axis + 1; d < rank; ++d)
            behind *= x.rule.shape[d];
        auto lie = get<0>(x).layout;
        if (lie.shape[axis] != 1 || x.rule.shape[axis] != static_cast<index_t>(sizeof...(E)) ||
            behind > Rule::most_interleaved)
            return false;
        constexpr auto size = static_cast<index_t>(sizeof(T));
        index_t apart = 0;
        bool alike = true;
        T const* before = nullptr;
        int k = 0;
        x.apply([&](auto const&... e) {
            auto look = [&](auto const& one) {
                auto const far = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(one.data) -
                                                      reinterpret_cast<std::uintptr_t>(before));
                apart = k == 1 ? far : apart;
                alike = alike && one.layout.shape[axis] == 1 &&
                        same_bytes(one.layout.stride, lie.stride) &&
                        (k == 0 || (far == apart && far % size == 0));
                before = one.data;
                ++k;
            };
            (look(e), ...);
        });
        if (!alike)
            return false;
        lie.shape[axis] = x.rule.shape[axis];
        lie.stride[axis] = apart / size;
        to.data = get<0>(x).data + place(lie, lines, to.stride);
        return true;
    }
    /// Strides along the loop of what has a layout; returns where it starts.
    template <int Rank>
    static index_t place(layout<Rank> const& lie, index_line const* lines,
                         fixed<index_t, Loop>& stride) {
        index_t start = 0;
        for (int d = 0; d < Rank; ++d) {
            if (lie.shape[d] == 1)
                continue;
            start += lines[d].start * lie.stride[d];
            for (int l = 0; l < Loop; ++l)
                stride[l] += lines[d].step[l] * lie.stride[d];
        }
        return start;
    }
    template <class N, class... Rest>
    static auto choose(int which, N const& first, Rest const&... rest) {
        if constexpr (sizeof...(Rest) == 0) {
            return first;
        } else if constexpr ((std::is_same_v<N, Rest> && ...)) {
            N const* const all[] = {&first, &rest...};
            return *all[which < 0 ? 0 : which];
        } else {
            return choice_node<N, Rest...>{{{first}, {rest}...}, which < 0 ? 0 : which};
        }
    }
};

/// Calls use(tree, extents, target) for every box of a result.
template <int Loop, class E, class T, int Rank, class Use>
void each_box(E const& x, T* data, layout<Rank> const& whole, Use&& use) {
    auto visit = [&](loop_box<Rank, Loop> const& box) {
        box_lowering<Loop> in{{box.extent.values, Loop, box.spare}};
        auto const tree = in(x, box.lines);
        if (in.loop.request.what == box_request::kind::none) {
            index_t offset = 0;
            auto const lie = box.in(whole, offset);
            use(tree, data + offset, lie);
        }
        return in.loop.request;
    };
    cut_boxes(loop_box<Rank, Loop>(whole.shape), visit);
}

}  // namespace twill::inline v0::detail
