// SPDX-License-Identifier: MIT
// What every node of an expression says of itself. Everything else, overlap, stream order, reuse of
// memory, evaluation and explain, follows from it through one traversal (expr/traverse.hpp):
//
//   twill_node, value_type, space, rank, shape(place)
//   operands                the types of its operands, as types<...>
//   apply(f)                f(operands...)
//   with(operands...)       the same node over other operands
//   how(k)                  how operand k is read
//   needs_evaluation        whether it must be in memory before a loop or kernel can read it
//   functions               function objects of the user's that it may call, as types<...>
//
// and may say same_step(other): whether another node of its type does the same with its operands.
// Equal nodes are then evaluated once.
// One that needs evaluation also names its `operation`, see eval/run.hpp. A leaf in memory has
// row() besides.
#pragma once

#include <utility>

#include "twill/core/storage.hpp"
#include "twill/expr/concepts.hpp"
#include "twill/shape/slice.hpp"

namespace twill::inline v0::detail {

/// Several types.
template <class... T>
struct types {
    static constexpr int count = sizeof...(T);
};
template <class... A, class... B>
constexpr types<A..., B...> operator+(types<A...>, types<B...>) {
    return {};
}
/// Where a type stands first in a list; the list's length if it does not.
template <class T, class... All>
constexpr int position_in(types<All...>) {
    bool const same[] = {std::is_same_v<T, All>..., true};
    int k = 0;
    while (!same[k])
        ++k;
    return k;
}

// Children and function objects. std::tuple's get is not callable from device code without further
// flags, and even an empty member grows nested nodes: hence a stored<> that is empty. One object or
// two are members; others are indexed bases, which are dear in a tree: nvcc looks at a kernel's
// parameters through their bases and the bases' bases, twice as often with each level of nodes.
template <std::size_t I, class T>
struct child {
    T value;
};
template <class Sequence, class... T>
struct children_base;
template <std::size_t... I, class... T>
struct children_base<std::index_sequence<I...>, T...> : child<I, T>... {
    /// f(children...); on the host.
    template <class F>
    constexpr decltype(auto) apply(F&& f) const {
        return f(static_cast<child<I, T> const&>(*this).value...);
    }
    /// Of the nodes of a loop's tree: the records of their operands, in order.
    template <class Record>
    void collect(Record*& next) {
        (static_cast<child<I, T>&>(*this).value.collect(next), ...);
    }
};
template <class A>
    requires std::is_class_v<A>
struct children_base<std::index_sequence<0>, A> {
    A first;

    template <class F>
    constexpr decltype(auto) apply(F&& f) const {
        return f(first);
    }
    template <class Record>
    void collect(Record*& next) {
        first.collect(next);
    }
};
template <class A, class B>
    requires(std::is_class_v<A> && std::is_class_v<B>)
struct children_base<std::index_sequence<0, 1>, A, B> {
    A first;
    B second;

    template <class F>
    constexpr decltype(auto) apply(F&& f) const {
        return f(first, second);
    }
    template <class Record>
    void collect(Record*& next) {
        first.collect(next);
        second.collect(next);
    }
};
template <class... T>
using children = children_base<std::index_sequence_for<T...>, T...>;
/// Whether children are `first`, or `first` and `second`. Most nodes are such, and walks that name
/// the members have one function a node for g++ to compile in the place of four.
template <class... T>
inline constexpr bool are_members = false;
template <class A>
inline constexpr bool are_members<A> = std::is_class_v<A>;
template <class A, class B>
inline constexpr bool are_members<A, B> = std::is_class_v<A> && std::is_class_v<B>;

template <std::size_t I, class T>
TWILL_HD constexpr T& get(child<I, T>& c) {
    return c.value;
}
template <std::size_t I, class T>
TWILL_HD constexpr T const& get(child<I, T> const& c) {
    return c.value;
}
template <std::size_t I, class A>
    requires std::is_class_v<A>
TWILL_HD constexpr A& get(children_base<std::index_sequence<0>, A>& c) {
    return c.first;
}
template <std::size_t I, class A>
    requires std::is_class_v<A>
TWILL_HD constexpr A const& get(children_base<std::index_sequence<0>, A> const& c) {
    return c.first;
}
template <std::size_t I, class A, class B>
    requires(std::is_class_v<A> && std::is_class_v<B>)
TWILL_HD constexpr std::conditional_t<I == 0, A, B>& get(
    children_base<std::index_sequence<0, 1>, A, B>& c) {
    if constexpr (I == 0)
        return c.first;
    else
        return c.second;
}
template <std::size_t I, class A, class B>
    requires(std::is_class_v<A> && std::is_class_v<B>)
TWILL_HD constexpr std::conditional_t<I == 0, A, B> const& get(
    children_base<std::index_sequence<0, 1>, A, B> const& c) {
    if constexpr (I == 0)
        return c.first;
    else
        return c.second;
}

/// How a node reads an operand for one element of its own.
enum class reads {
    same_index,  ///< the operand's element at that index, or before it is written
    any_index,   ///< elements anywhere
    memory,      ///< the operand must be a leaf in memory when the operation runs
};
constexpr reads wider(reads a, reads b) { return a < b ? b : a; }

/// What code that is not a template knows of an operand in memory. Points into the leaf.
struct operand_row {
    block* storage;
    void const* data;
    index_t const* extent;
    index_t const* stride;
    int rank;
    int element_size;
    reads how;
    bool before;  ///< read by a step that is done before the result is written
};

/// Whether two objects have the same state; where padding differs they are taken for different.
template <class T>
bool same_bytes(T const& a, T const& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Masks and index arrays between the parentheses; <twill/index.hpp> has the better match. Gives
/// the array back, so that little but the sentence is reported.
template <class X, class... I>
constexpr auto elements_at(long, X const& x, I const&...) {
    static_assert(always_false<I...>,
                  "twill: a(mask) and a(indices) are in <twill/index.hpp>, for the device in "
                  "<twill/index.cuh>: include it");
    return x;
}

template <class... I>
concept any_operand = (operand<I> || ...);

/// Index arrays that one call gave, as `m(nonzero(m))` and `m(unravel_index(p, shape))`.
template <class T, std::size_t... K>
constexpr bool holds_operands(std::index_sequence<K...>) {
    return sizeof...(K) > 0 && (operand<std::tuple_element_t<K, T>> && ...);
}
template <class T>
concept index_tuple = requires { std::tuple_size<T>::value; } &&
                      holds_operands<T>(std::make_index_sequence<std::tuple_size<T>::value>{});
template <class T>
concept subscript_operand = operand<T> || index_tuple<T>;

/// Slices of a node, without evaluating anything: integers, slices, full_extent, newaxis and
/// ellipsis.
template <class Node>
struct subscripts {
    template <axis_index... I>
    auto operator()(first_index first, I const&... rest) const {
        return subscript(self(), first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_slice first, I const&... rest) const {
        return subscript(self(), first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_newaxis first, I const&... rest) const {
        return subscript(self(), first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_ellipsis first, I const&... rest) const {
        return subscript(self(), first, rest...);
    }
    template <subscript_operand I>
    auto operator()(I const& i, source_location place = source_location::current()) const {
        return at_place(place, [&] { return elements_at(0, self(), i); });
    }
    template <class... I>
        requires(sizeof...(I) > 1 && any_operand<I...>)
    auto operator()(I const&... i) const {
        return elements_at(0, self(), i...);
    }
    auto operator()(source_location place = source_location::current()) const {
        return rearrange(self(), index_mapping(self().shape(place)));
    }
    template <class I>
    Node operator[](I const&) const {
        static_assert(always_false<I>,
                      "twill: [] is for elements in memory, and this is a generator or another "
                      "expression: make an array of it first, as in host_array<float> a = u");
        return self();
    }
    template <class E = Node>
    typename E::value_type const* begin() const {
        static_assert(always_false<E>,
                      "twill: a loop over elements is for those in memory, and this is a generator "
                      "or another expression: make an array of it first, as in host_array<float> a "
                      "= u, and for rows a loop over indices i with a(i)");
        return nullptr;
    }
    template <class E = Node>
    typename E::value_type const* end() const {
        return nullptr;
    }

    /// How many elements there are; throws where there is no shape.
    index_t size(source_location place = source_location::current()) const {
        return self().shape(place).size();
    }
    /// How many along an axis, counted from the end where it is negative; throws axis_error.
    index_t extent(int axis, source_location place = source_location::current()) const {
        return self().shape(place)[normalise_axis(axis, Node::rank, {"extent", place})];
    }

private:
    constexpr Node const& self() const { return static_cast<Node const&>(*this); }
};

}  // namespace twill::inline v0::detail
