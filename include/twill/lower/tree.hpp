// SPDX-License-Identifier: MIT
// The kernel's view of an expression: trivially copyable, without ownership, every operand's
// strides along the loop's axes. One tree type serves all strategies; the cursor says how positions
// are counted.
#pragma once

#include "twill/lower/alone.hpp"

namespace twill::inline v0::detail {

template <class... N>
inline constexpr int widest_of = 1;
template <class N, class... Rest>
inline constexpr int widest_of<N, Rest...> =
    N::widest > widest_of<Rest...> ? N::widest : widest_of<Rest...>;

/// What tells how many elements a packet has: the widest operand. A function that reads memory
/// itself says it.
template <class F, class... N>
inline constexpr int widest_operand = widest_of<N...>;
template <class F, class... N>
    requires(F::reads_rows)
inline constexpr int widest_operand<F, N...> = F::template widest<N...>;

/// Whether every function below a node that can read lines along the inner axis does.
template <class Node>
bool lies_in_lines(Node const& x) {
    if constexpr (requires { x.in_lines(); })
        return x.in_lines();
    else
        return true;
}
/// How far apart the values of neighbouring lanes are as a loop is dealt out: 0 where they are one,
/// 1 where they count up, otherwise -1.
template <class Node>
TWILL_INLINE_HD int lane_step(Node const&) {
    return Node::axes == 0 ? 0 : -1;
}
template <class T, int Rank, class Lie>
TWILL_INLINE_HD int lane_step(memory_node<T, Rank, Lie> const& x) {
    return x.how == access::broadcast ? 0 : -1;
}
template <int Rank, class Lie>
    requires(Rank > 0)
TWILL_INLINE_HD int lane_step(index_node<Rank, Lie> const& x) {
    index_t const step = x.stride[Rank - 1];
    return step == 0 || step == 1 ? static_cast<int>(step) : -1;
}
/// Whether a function reads lanes along a line of memory at once.
template <class F>
inline constexpr bool takes_lines = false;
template <class F>
    requires(F::takes_lines)
inline constexpr bool takes_lines<F> = true;
/// And lanes at a cursor are those.
template <class F, class Cursor>
inline constexpr bool takes_line = false;
template <class F, int Rank>
    requires(takes_lines<F> && Rank > 1)
inline constexpr bool takes_line<F, row_cursor<Rank>> = true;
template <class F, int Rank>
    requires(takes_lines<F> && Rank > 1)
inline constexpr bool takes_line<F, near_cursor<Rank>> = true;
template <class F, int Rank>
    requires(takes_lines<F> && Rank > 1)
inline constexpr bool takes_line<F, grid_cursor<Rank>> = true;
template <class F, int Rank>
    requires(takes_lines<F> && Rank > 1)
inline constexpr bool takes_line<F, pair_cursor<Rank>> = true;
/// Whether no lane asks: the host has looked (in_lines).
template <class Cursor>
inline constexpr bool is_lined = false;
template <class Cursor>
inline constexpr bool is_lined<lined_cursor<Cursor>> = true;

template <class F, class... N>
struct apply_node : children<N...> {
    /// A function that returns a 16-bit float (a cast) has rounded; what reads it computes in
    /// float32 again.
    using value_type = compute_t<std::remove_cvref_t<decltype(std::declval<F const&>()(
        std::declval<typename N::value_type>()...))>>;
    static constexpr int records = (0 + ... + N::records);
    static constexpr int widest = widest_operand<F, N...>;
    static constexpr int bytes_read = (0 + ... + N::bytes_read);
    /// Axes along which values may differ, as far as types tell.
    static constexpr axis_set axes = (axis_set{0} | ... | N::axes);
    /// Whether a loop over several axes may turn out to be flat.
    static constexpr bool may_flatten = (true && ... && N::may_flatten);
    /// Whether no operand is transposed against a loop in C order.
    static constexpr bool in_order = (true && ... && N::in_order);
    /// Whether elements may lie some way apart along the inner axis.
    static constexpr bool has_steps = (false || ... || N::has_steps);
    /// Whether lanes are words of narrow integers.
    static constexpr bool in_words = combines_fours<F, N...>;

    stored<F> function;

    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<value_type, V> at(Cursor const& c) const {
        if constexpr (V > 1 && is_lined<Cursor> && takes_lines<F>)
            return line<V>(c, std::index_sequence_for<N...>{});
        else if constexpr (V > 1 && takes_line<F, Cursor>)
            if (is_line<V>(c, std::index_sequence_for<N...>{}))
                return line<V>(c, std::index_sequence_for<N...>{});
#if defined(__CUDA_ARCH__)
        constexpr int few = values_alone<apply_node>;
        if constexpr (few > 0 && few < V && takes_steps<F> && !in_packets<F>)
            if (is_alone(*this))
                return repeat_for_lanes<V>(at_children<few>(c, std::index_sequence_for<N...>{}), c);
#endif
        return at_root<V>(c);
    }
    /// The same of a whole expression, whose values are not alike.
    template <int V, class Cursor>
    TWILL_INLINE_HD lanes<value_type, V> at_root(Cursor const& c) const {
#if defined(__CUDA_ARCH__)
        if constexpr (divides_floats<F, N...> && !requires { c.cut; }) {
            constexpr int few = values_alone<std::remove_cvref_t<decltype(detail::get<1>(*this))>>;
            if constexpr (few > 0 && few < V)
                return by_few<V, few>(detail::get<0>(*this).template at<V>(c), c);
        }
        // What has one value is not repeated for each lane before it is combined.
        if constexpr (sizeof...(N) == 2 && V >= 8 && has_narrow_alone<apply_node> &&
                      !requires { c.cut; }) {
            auto const& a = detail::get<0>(*this);
            auto const& b = detail::get<1>(*this);
            constexpr int of_a = values_alone<std::remove_cvref_t<decltype(a)>>;
            constexpr int of_b = values_alone<std::remove_cvref_t<decltype(b)>>;
            if constexpr (of_b > 0 && of_b < V)
                if (is_alone(b))
                    return combine<V>(a.template at<V>(c),
                                      repeat_for_lanes<V>(b.template at<of_b>(c), c));
            if constexpr (of_a > 0 && of_a < V)
                if (is_alone(a))
                    return combine<V>(repeat_for_lanes<V>(a.template at<of_a>(c), c),
                                      b.template at<V>(c));
        }
#endif
        return at_children<V>(c, std::index_sequence_for<N...>{});
    }
    /// From the values of the operands; for kernels. A user's function is called where nvcc checks
    /// the call.
    TWILL_EXEC_CHECK_DISABLE
    template <int V, class... X>
    TWILL_INLINE_HD lanes<value_type, V> combine(lanes<X, V> const&... x) const {
        if constexpr (in_packets<F>)
            return function.get().template packet<V>(x...);
        else if constexpr (combines_fours<F, N...> && V % 4 == 0)
            return combine_fours<F, V>(function.get(), x...);
        else if constexpr ((false || ... || has_words<N, V>))
            return each_lane<V>(from_words<V, N, typename brought_to<F, X...>::type>(x)...);
        else
            return each_lane<V>(x...);
    }
    /// Whether every function of the tree that can read lines along the inner axis does.
    bool in_lines() const { return lines_below(std::index_sequence_for<N...>{}); }
    TWILL_EXEC_CHECK_DISABLE
    value_type value(index_t j) const {
        if constexpr (!are_members<N...>)
            return value_children(j, std::index_sequence_for<N...>{});
        else if constexpr (sizeof...(N) == 1)
            return widen(function.get()(this->first.value(j)));
        else
            return widen(function.get()(this->first.value(j), this->second.value(j)));
    }

private:
    TWILL_EXEC_CHECK_DISABLE
    template <int V, class... X>
    TWILL_INLINE_HD lanes<value_type, V> each_lane(lanes<X, V> const&... x) const {
#if defined(__CUDA_ARCH__)
        // As many as packets of 16-bit floats have. Sines are others than those of one number, in
        // their last bit: these are for 16-bit operands alone.
        if constexpr (V >= 8 && has_lane_form<F, X...>)
            if constexpr (widest == 2 || is_same_in_lanes<F>)
                return in_lane_form<F, V>(x...);
#endif
        lanes<value_type, V> result{};
        for (int l = 0; l < V; ++l) {
            if constexpr (has_device_call<F, X...>)
                result.values[l] = widen(function.get().on_device(x.values[l]...));
            else
                result.values[l] = widen(function.get()(x.values[l]...));
        }
        return result;
    }
    template <int V, class Cursor, std::size_t... I>
    TWILL_INLINE_HD lanes<value_type, V> at_children(Cursor const& c,
                                                     std::index_sequence<I...>) const {
        return combine<V>(detail::get<I>(*this).template at<V>(c)...);
    }
#if defined(__CUDACC__)
    /// Quotients, if they turn out to have one divisor for a row.
    template <int V, int Few, class Cursor>
    __device__ __forceinline__ lanes<value_type, V> by_few(lanes<float, V> const& x,
                                                           Cursor const& c) const {
        auto const& divisor = detail::get<1>(*this);
        if (is_alone(divisor))
            return quotients_by_few<V>(x, divisor.template at<Few>(c), c);
        return combine<V>(x, divisor.template at<V>(c));
    }
#endif
    /// Whether V lanes are along a line: the last operand counts up, all others are one.
    template <int V, class Cursor, std::size_t... I>
    TWILL_INLINE_HD bool is_line(Cursor const& c, std::index_sequence<I...> all) const {
        if constexpr (requires { c.count; })
            return c.count == V && has_line(all);
        else
            return has_line(all);
    }
    template <std::size_t... I>
    TWILL_INLINE_HD bool has_line(std::index_sequence<I...>) const {
        return function.get().has_lines() &&
               ((lane_step(detail::get<I>(*this)) == (I + 1 == sizeof...(N) ? 1 : 0)) && ...);
    }
    template <std::size_t... I>
    bool lines_below(std::index_sequence<I...> all) const {
        if constexpr (takes_lines<F>)
            if (!has_line(all))
                return false;
        return (true && ... && lies_in_lines(detail::get<I>(*this)));
    }
    template <int V, int Rank, class Sequence>
    TWILL_INLINE_HD lanes<value_type, V> line(grid_cursor<Rank> const& c, Sequence all) const {
        return function.get().template line_at<V>(indices(c, all));
    }
    template <int V, int Rank, class Sequence>
    TWILL_INLINE_HD lanes<value_type, V> line(row_cursor<Rank> const& c, Sequence all) const {
        return function.get().template line_at<V>(indices(c, all));
    }
    template <int W, int Rank, class Sequence>
    TWILL_INLINE_HD lanes<value_type, W> line(pair_cursor<Rank> const& c, Sequence all) const {
        row_cursor<Rank> const here = c;
        row_cursor<Rank> next = c;
        next.at[Rank - 2] += c.apart;
        // The indices of both are under way together, and then what they choose.
        auto const first = indices(here, all), second = indices(next, all);
        return join_lanes(function.get().template line_at<W / 2>(first),
                          function.get().template line_at<W / 2>(second));
    }
    template <class Cursor, std::size_t... I>
    TWILL_INLINE_HD auto indices(Cursor const& c, std::index_sequence<I...>) const {
        return function.get().indices(detail::get<I>(*this).template at<1>(c).values[0]...);
    }
    template <std::size_t... I>
    value_type value_children(index_t j, std::index_sequence<I...>) const {
        return widen(function.get()(detail::get<I>(*this).value(j)...));
    }
};

/// Whether a function, or a tree, reads lines of memory that indices choose.
template <class F>
inline constexpr bool reads_lines_at = false;
template <class F>
    requires(F::reads_lines)
inline constexpr bool reads_lines_at<F> = true;
/// How many functions of a tree do.
template <class Tree>
inline constexpr int line_readers = 0;
template <class F, class... N>
inline constexpr int line_readers<apply_node<F, N...>> =
    (reads_lines_at<F> ? 1 : 0) + (0 + ... + line_readers<N>);
template <class Tree>
inline constexpr bool reads_lines = line_readers<Tree> > 0;

}  // namespace twill::inline v0::detail
