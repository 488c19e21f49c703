// SPDX-License-Identifier: MIT
// Where a condition is true, in C order, and the values of an expression there, one after the
// other: what a(mask), nonzero and their kin are made of (stream compaction). Counting and writing
// are steps of their own, so that no more memory is taken than the result needs; who has taken a
// size beforehand need not wait between them.
#pragma once

#include <tuple>

#include "twill/array/copy.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/index/node.hpp"

namespace twill::inline v0::detail {

/// The marks of one condition; completed by `twill/index.hpp` and `twill/index.cuh`.
///   mark(execution&, E const& ready, shape)  notes where the condition is true
///   count()                                  how many there are; waits
///   count_to(index_t*)                       the same, written in the space's memory; does not
///   wait write(plan, T* to, step, most)           the values of a loop over the condition's shape
///   there,
///                                            `step` elements apart; the first `most` of them
template <class Space>
struct marks;

template <class Space>
constexpr auto require_marks() {
    require_some_space<Space>();
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<marks<Space>, Space>,
                      "twill: this looks for what is not zero on the device: do it in a .cu file "
                      "that includes <twill/index.cuh>");
    else
        static_assert(provided<marks<Space>, Space>,
                      "twill: this looks for what is not zero on the host: include "
                      "<twill/index.hpp>");
}

/// A loop that takes its elements in C order of a shape and has a tree alone: what is read at each.
template <class Tree, int Rank>
plan<Tree, char, Rank, dense> make_ordered_plan(Tree const& tree, layout<Rank> const& lie) {
    plan<Tree, char, Rank, dense> p{tree, nullptr, lie.shape, lie.stride};
    auto const all = p.records();
    p.used = canonicalise(p.extent.values, Rank, all.values, all.count);
    return p;
}
/// The same of an expression that is ready; of rank 0 it is a loop over one element.
template <class E, int Rank>
auto make_ordered_loop(E const& ready, extents<Rank> const& shape) {
    constexpr int loop = Rank > 0 ? Rank : 1;
    extents<loop> walked;
    walked[0] = 1;
    for (int d = 0; d < Rank; ++d)
        walked[d] = shape[d];
    return make_ordered_plan(lower<loop>(ready), contiguous(walked));
}

/// The condition as a bool.
template <class E>
auto truth_of(E const& x) {
    if constexpr (std::is_same_v<typename E::value_type, bool>)
        return x;
    else
        return make_elementwise(cast_function<bool>{}, x);
}

/// Marks where a condition is true.
template <class Space, class E>
marks<Space> mark(execution& now, E const& x) {
    require_marks<Space>();
    require_same_space<Space, typename E::space>();
    require_callable<Space, E>();
    [[maybe_unused]] fault_scope<Space, may_fault<E>> const faults;
    auto const condition = truth_of(x);
    decltype(auto) ready = make_ready<Space>(now, condition);
    auto const shape = condition.shape();
    auto const table = operands_of(ready);
    now.begin<Space>(table.rows, table.count, nullptr);
    if (now.told())
        now.note({"select", "count", shape.size() == 0 ? 0 : 1, true, 0, text_of(shape)});
    marks<Space> result;
    result.mark(now, ready, shape);
    if constexpr (may_fault<E>)
        now.throw_fault<Space>();
    return result;
}

/// Writes the values of `x`, of the condition's shape, where it is true.
template <class Space, class E, class T>
void write_marked(execution& now, marks<Space> const& where, E const& x, T* to, index_t step,
                  index_t most) {
    require_callable<Space, E>();
    [[maybe_unused]] fault_scope<Space, may_fault<E>> const faults;
    decltype(auto) ready = make_ready<Space>(now, x);
    auto const shape = x.shape();
    auto const table = operands_of(ready);
    now.begin<Space>(table.rows, table.count, nullptr);
    if (now.told())
        now.note({"select", "", 1, true, most * static_cast<index_t>(sizeof(T)), text_of(shape)});
    if (most > 0 && shape.size() > 0)
        where.write(make_ordered_loop(ready, shape), to, step, most);
    if constexpr (may_fault<E>)
        now.throw_fault<Space>();
}
/// The same as fresh memory for `count` elements.
template <class Space, class E>
auto marked_values(execution& now, marks<Space> const& where, E const& x, index_t count) {
    using T = typename E::value_type;
    auto result = now.fresh<T, Space>(extents<1>(count));
    write_marked(now, where, x, const_cast<T*>(result.data), 1, count);
    return result;
}

/// The position of every element of a shape in C order.
template <int Rank>
index_leaf<Rank> position_in(extents<Rank> const& shape) {
    return {0, contiguous(shape)};
}

/// The positions, in C order, of the elements that are not zero. Waits for their number.
template <class Space, class E>
leaf<index_t, 1, Space, dense> positions_of(E const& x) {
    execution now;
    auto const found = mark<Space>(now, x);
    return marked_values(now, found, position_in(x.shape()), found.count());
}

/// The same as an index for each axis, a tuple.
template <class Space, class E>
auto indices_marked(E const& x) {
    execution now;
    auto const found = mark<Space>(now, x);
    index_t const count = found.count();
    auto const shape = x.shape();
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return std::tuple{marked_values<Space>(now, found, axis_index_of<D>(shape), count)...};
    }(std::make_integer_sequence<int, E::rank>{});
}

}  // namespace twill::inline v0::detail
