// SPDX-License-Identifier: MIT
// What a loop need not compute at every point (common subexpression elimination and loop-invariant
// code motion): which nodes of a tree are worth keeping the values of, which of them have those of
// an earlier one, and along which axes of the loop they differ. Kernels (terms.hpp, hoist.hpp) and
// host loops (host/costly.hpp) ask here; how they keep values is theirs.
#pragma once

#include <initializer_list>

#include "twill/lower/same.hpp"

namespace twill::inline v0::detail {

/// Whether a function of the library is worth computing less often.
template <class F>
inline constexpr bool is_costly = false;
template <class F>
    requires(F::costly)
inline constexpr bool is_costly<F> = true;
/// A user's function counts as costly: nothing is known of it.
template <class F>
inline constexpr bool is_unknown = !requires { F::name; };

/// Whether nobody can tell that a node's value was not computed: elements at indices may be out of
/// range, functions that are not known here may do anything.
template <class Node>
inline constexpr bool may_go_unread = false;
template <class T, int Rank, class Lie>
inline constexpr bool may_go_unread<memory_node<T, Rank, Lie>> = true;
template <class T>
inline constexpr bool may_go_unread<scalar_node<T>> = true;
template <class T>
inline constexpr bool may_go_unread<broadcast_node<T>> = true;
template <class F, class... N>
inline constexpr bool may_go_unread<apply_node<F, N...>> =
    std::is_empty_v<F> && !is_unknown<F> && (... && may_go_unread<N>);

/// Whether a value of type T of a function that is not costly takes longer than reading one from
/// memory: function objects say `slow<T>`. Nothing is known of a user's.
template <class F, class T>
inline constexpr bool is_slow = is_unknown<F>;
template <class F, class T>
    requires(F::template slow<T>)
inline constexpr bool is_slow<F, T> = true;

/// The functions whose values host loops keep for a chunk, as slots: those that are costly, or
/// faster over whole chunks, and slow ones where they are stretched along an axis of the loop.
enum class keeping { never, where_stretched, always };
template <class F, class T>
inline constexpr keeping keeping_of =
    is_costly<F>                                           ? keeping::always
    : is_unknown<F> || requires { F::template slow<int>; } ? keeping::where_stretched
                                                           : keeping::never;
template <class F, class T>
    requires(F::over_chunks || F::template values_over_chunks<T>)
inline constexpr keeping keeping_of<F, T> = keeping::always;

template <class Node>
inline constexpr bool is_scalar_node = false;
template <class T>
inline constexpr bool is_scalar_node<scalar_node<T>> = true;
/// The same of a node: some functions are faster over whole chunks where their last operand is one
/// number.
template <class F, class... N>
constexpr keeping keeping_of_node() {
    using value = typename apply_node<F, N...>::value_type;
    constexpr bool is_number[] = {is_scalar_node<N>...};
    if constexpr (requires { requires F::template by_one_over_chunks<value>; })
        return is_number[sizeof...(N) - 1] ? keeping::always : keeping::where_stretched;
    else
        return keeping_of<F, value>;
}

/// The axes of the loop that a node stands in, as far as its operands tell.
template <class Node>
inline constexpr int loop_rank = 0;
template <class T, int Rank, class Lie>
inline constexpr int loop_rank<memory_node<T, Rank, Lie>> = Rank;
template <int Rank, class Lie>
inline constexpr int loop_rank<index_node<Rank, Lie>> = Rank;
template <class F, class... N>
inline constexpr int loop_rank<apply_node<F, N...>> = larger(0, loop_rank<N>...);
/// Whether a node's values along the loop's inner axis are neighbours in memory, as far as types
/// tell: a function that reads there (`reads_runs`), whose last operand alone changes along it, and
/// counts it.
template <class Node>
inline constexpr bool counts_an_axis = false;
template <int Rank, class Lie>
inline constexpr bool counts_an_axis<index_node<Rank, Lie>> = true;
template <class... N>
constexpr bool counts_the_inner_axis() {
    constexpr int rank = larger(0, loop_rank<N>...);
    if constexpr (rank < 2) {
        return false;
    } else {
        constexpr axis_set inner = axis_set{1} << (rank - 1);
        std::size_t k = 0;
        return (
            true && ... &&
            (++k == sizeof...(N) ? counts_an_axis<N> && N::axes == inner : (N::axes & inner) == 0));
    }
}
template <class Node>
inline constexpr bool reads_runs = false;
template <class F, class... N>
    requires(F::reads_runs)
inline constexpr bool reads_runs<apply_node<F, N...>> = counts_the_inner_axis<N...>();

template <class F, class... N>
constexpr bool is_kept() {
    using Node = apply_node<F, N...>;
    using value = typename Node::value_type;
    constexpr keeping kept = keeping_of_node<F, N...>();
    if constexpr (kept == keeping::where_stretched) {
        return is_slow<F, value> && sizeof(value) <= 64 && std::is_trivially_copyable_v<value> &&
               (reads_runs<Node> || Node::axes == 0 ||
                (~Node::axes & every_axis(loop_rank<Node>)) != 0);
    } else {
        return kept == keeping::always;
    }
}

/// Whether host loops keep the values of a node for a chunk.
template <class Node>
inline constexpr bool has_slot = false;
template <class F, class... N>
inline constexpr bool has_slot<apply_node<F, N...>> = is_kept<F, N...>();

/// Whether they keep those of some node of a tree wherever it stands.
template <class Node>
inline constexpr bool always_keeps = false;
template <class F, class... N>
inline constexpr bool always_keeps<apply_node<F, N...>> =
    keeping_of_node<F, N...>() == keeping::always || (false || ... || always_keeps<N>);

/// The slots of a tree, numbered in post-order.
template <class Node>
inline constexpr int slots_of = 0;
template <class F, class... N>
inline constexpr int slots_of<apply_node<F, N...>> =
    (has_slot<apply_node<F, N...>> ? 1 : 0) + (0 + ... + slots_of<N>);

constexpr int sum_before(std::size_t end, std::initializer_list<int> counts) {
    int sum = 0;
    for (std::size_t i = 0; i < end; ++i)
        sum += counts.begin()[i];
    return sum;
}
/// The number of slots in the operands before operand I.
template <std::size_t I, class... N>
constexpr int slots_before() {
    return sum_before(I, {slots_of<N>..., 0});
}

/// The types of a tree's slots, in the order of their numbers.
template <class Node>
struct slot_types {
    using type = types<>;
};
template <class F, class... N>
struct slot_types<apply_node<F, N...>> {
    using own =
        std::conditional_t<has_slot<apply_node<F, N...>>, types<apply_node<F, N...>>, types<>>;
    using type = decltype((types<>{} + ... + typename slot_types<N>::type{}) + own{});
};

/// Whether, as far as types tell, some slots may be equal or lack an axis of the loop.
template <int Rank, class... Node>
constexpr bool may_save([[maybe_unused]] types<Node...> all) {
    int k = 0;
    return (false || ... ||
            (position_in<Node>(all) != k++ || (Node::axes & every_axis(Rank)) != every_axis(Rank)));
}
template <class Tree, int Rank>
inline constexpr bool uses_slots = slots_of<Tree> != 0 && Rank > 0 &&
                                   may_save<Rank>(typename slot_types<Tree>::type{});

/// Which of up to `Most` nodes have the same values as an earlier one.
template <int Most>
class equal_values {
public:
    int owner[Most] = {};  ///< of each, the first node with its values

    /// Node number k; those before it that are noted at all are.
    template <class Node>
    void note(int k, Node const& node) {
        place(k, node);
        same_[k] = &same_erased<Node>;
        find_owner(k);
    }
    /// One that is compared with none.
    template <class Node>
    void place(int k, Node const& node) {
        nodes_[k] = &node;
        owner[k] = k;
    }
    template <class Node>
    Node const& at(int k) const {
        return *static_cast<Node const*>(nodes_[k]);
    }

private:
    void find_owner(int k) {
        for (int m = 0; m < k && owner[k] == k; ++m)
            if (same_[m] == same_[k] && owner[m] == m && same_[k](nodes_[m], nodes_[k]))
                owner[k] = m;
    }

    bool (*same_[Most])(void const*, void const*) = {};
    void const* nodes_[Most];
};

/// The axes of a loop along which values of operands differ.
inline axis_set axes_of_operands(operand_record const* operands, int count, index_t const* extent,
                                 int rank) {
    axis_set result = 0;
    for (int k = 0; k < count; ++k)
        for (int d = 0; d < rank; ++d)
            if (extent[d] > 1 && operands[k].stride[d] != 0)
                result |= axis_set{1} << d;
    return result;
}

}  // namespace twill::inline v0::detail
