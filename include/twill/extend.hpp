// SPDX-License-Identifier: MIT
// For programs that add to twill: element-wise functions, generators, reducers and operations of
// their own (docs/extending.md). <twill/elementwise.cuh> adds extend::launch for kernels.
#pragma once

#include "twill/array/ref.hpp"
#include "twill/eval/run.hpp"
#include "twill/expr/build.hpp"
#include "twill/expr/map.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace extend {

// Nodes: what expr/protocol.hpp lists.

/// Several types: the operands and the functions of a node.
using detail::types;
/// How a node reads an operand.
using detail::reads;
/// The base that gives a node its slices: `x(slice(0, 3))`.
using detail::subscripts;
/// The node of an operand: of an array or a view the leaf that holds its block.
using detail::as_node;
/// The node's type, the type of its elements, its space and its rank.
using detail::node_of;
using detail::rank_of;
using detail::space_of;
using detail::value_of;

/// f(a, b, ...) element by element; arrays, views and expressions broadcast. `f` is a function
/// object with a `name` and a call operator for both spaces that does not throw.
template <class F, array_expression... A>
    requires(sizeof...(A) > 0)
auto elementwise(F const& f, A&&... a) {
    return detail::make_extended(f, detail::as_node(std::forward<A>(a))...);
}
/// The element at every index of a shape: f(i, j, ...), f as above. No memory, no space.
template <int Rank, class F>
auto generator(extents<Rank> const& shape, F const& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return detail::make_extended(f, detail::axis_index_of<static_cast<int>(I)>(shape)...);
    }(std::make_index_sequence<Rank>{});
}

// Reducers: see docs/extending.md for what one has.

/// A reduction by a reducer of one's own; options as those of sum().
template <class Reducer, array_expression X, class... Options>
auto reduce_with(X&& x, Reducer const& reducer, Options... options) {
    return detail::reduce_with(std::forward<X>(x), reducer, options...);
}
/// The same of each element with its position among the reduced ones, in C order: `located`.
template <class Reducer, array_expression X>
auto reduce_located(X&& x, Reducer const& reducer,
                    source_location place = source_location::current()) {
    return detail::reduce_located(place, std::forward<X>(x), reducer);
}
template <class Reducer, array_expression X, class Option>
    requires detail::reduction_options<Option>
auto reduce_located(X&& x, Reducer const& reducer, Option option,
                    source_location place = source_location::current()) {
    return detail::reduce_located(place, std::forward<X>(x), reducer, option);
}
template <class Reducer, array_expression X, class A, class B>
    requires detail::reduction_options<A, B>
auto reduce_located(X&& x, Reducer const& reducer, A a, B b,
                    source_location place = source_location::current()) {
    return detail::reduce_located(place, std::forward<X>(x), reducer, a, b);
}
using detail::located;

// Operations.

/// What an operation's run() is handed.
using detail::execution;
using detail::target;

/// References to the elements of an operand in memory and of a target, as array::ref().
template <class T, int Rank, class Space, class Lie>
array_ref<T const, Rank> ref_of(leaf<T, Rank, Space, Lie> const& x) {
    return {x.data, x.layout};
}
template <class T, int Rank>
array_ref<T, Rank> ref_of(target<T, Rank> const& to) {
    return {to.data, to.lie};
}

/// body(i) for every i below `count`, in no order and on all threads: give each some ten
/// microseconds of work. What body throws reaches the caller. Defined by <twill/twill.hpp>.
template <class Body>
void parallel(index_t count, Body&& body);

}  // namespace extend
}  // namespace twill::inline v0
