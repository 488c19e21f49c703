// Reductions inside an expression are evaluated first, into memory of their own; the rest then
// reads them as leaves.
#pragma once

#include "twill/expr/reductions.hpp"
#include "twill/lower/reduce_plan.hpp"

namespace twill::inline v0::detail {

template <class E>
inline constexpr bool contains_reduction = false;
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool contains_reduction<reduction<Reducer, E, Axes, Keep>> = true;
template <class E, int Out>
inline constexpr bool contains_reduction<rearranged<E, Out>> = true;
template <class F, class... A>
inline constexpr bool contains_reduction<elementwise<F, A...>> = (false || ... ||
                                                                  contains_reduction<A>);

/// A fresh contiguous block for a shape.
template <class T, class Space>
storage_ref allocate_for(index_t const* extent, int rank) {
    require_memory<Space>();
    return memory<Space>::allocate(byte_count(checked_size(extent, rank), sizeof(T)));
}

/// Tells the runtime which blocks the coming work reads; throws device_error for another device's.
template <class Space, class E>
void announce_reads(E const&) {}
template <class Space, class T, int Rank, class S>
void announce_reads(leaf<T, Rank, S> const& x) {
    memory<Space>::reads(x.storage.get());
}
template <class Space, class F, class... A>
void announce_reads(elementwise<F, A...> const& x) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (announce_reads<Space>(get<I>(x)), ...); }
    (std::index_sequence_for<A...>{});
}

template <class Space, class E>
decltype(auto) materialise(E const& x);

/// The loop of a reduction whose operand is free of reductions, into `data`, whose strides are
/// those of its result.
template <class Out, class Reducer, class E, class Axes, bool Keep, class Operand>
auto plan_reduction(Out* data, layout<reduction<Reducer, E, Axes, Keep>::rank> const& target,
                    reduction<Reducer, E, Axes, Keep> const& r, Operand const& operand) {
    // A loop has at least one axis; over a rank-0 operand it has size 1.
    constexpr int loop = E::rank > 0 ? E::rank : 1;
    std::uint64_t const mask = r.mask();
    extents<loop> extent;
    fixed<index_t, loop> stride{};
    extents<E::rank> const source = operand.shape();
    extent[0] = 1;
    for (int d = 0; d < E::rank; ++d)
        extent[d] = source[d];
    int out = 0;
    for (int d = 0; d < E::rank; ++d) {
        bool const gone = mask >> d & 1;
        if (!gone)
            stride[d] = target.stride[out];
        if (Keep || !gone)
            ++out;
    }
    return make_reduce_plan(lower<loop>(operand), r.reducer, data, extent, stride,
                            E::rank > 0 ? mask : 1);
}

/// Runs a reduction into `data`.
template <class Space, class Out, class Reducer, class E, class Axes, bool Keep>
void reduce_into(Out* data, layout<reduction<Reducer, E, Axes, Keep>::rank> const& target,
                 reduction<Reducer, E, Axes, Keep> const& r) {
    require_reduction_backend<Space>();
    decltype(auto) operand = materialise<Space>(r.operand);
    announce_reads<Space>(operand);
    reduction_backend<Space>::run(plan_reduction(data, target, r, operand));
}

template <class Space, class Reducer, class E, class Axes, bool Keep>
auto reduced_leaf(reduction<Reducer, E, Axes, Keep> const& r) {
    using T = typename Reducer::result;
    constexpr int rank = reduction<Reducer, E, Axes, Keep>::rank;
    extents<rank> const shape = r.shape();
    storage_ref storage = allocate_for<T, Space>(shape.values, rank);
    T* const data = static_cast<T*>(storage.get()->data);
    layout<rank> const target = contiguous(shape);
    reduce_into<Space>(data, target, r);
    return leaf<T, rank, Space>{std::move(storage), data, target};
}

template <class Space, class Reducer, class E, class Axes, bool Keep>
auto materialise_node(reduction<Reducer, E, Axes, Keep> const& r) {
    return reduced_leaf<Space>(r);
}
template <class Space, class E, int Out>
auto materialise_node(rearranged<E, Out> const& x) {
    return rearrange(materialise<Space>(x.operand), x.map);
}
template <class Space, class F, class... A>
auto materialise_node(elementwise<F, A...> const& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_elementwise(static_cast<F const&>(x.function.get()),
                                materialise<Space>(get<I>(x))...);
    }
    (std::index_sequence_for<A...>{});
}

/// The expression without reductions; itself where it has none.
template <class Space, class E>
decltype(auto) materialise(E const& x) {
    if constexpr (contains_reduction<E>)
        return materialise_node<Space>(x);
    else
        return (x);
}

template <class E>
inline constexpr bool is_reduction = false;
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool is_reduction<reduction<Reducer, E, Axes, Keep>> = true;

}  // namespace twill::inline v0::detail
