// SPDX-License-Identifier: MIT
// What evaluating reductions needs: fresh memory, announced reads, the loop over an operand.
#pragma once

#include "twill/ops/reduce/plan.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0::detail {

template <class E>
inline constexpr bool contains_reduction = false;
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool contains_reduction<reduction<Reducer, E, Axes, Keep>> = true;
template <class E, int Out>
inline constexpr bool contains_reduction<rearranged<E, Out>> = true;
template <class F, class... A>
inline constexpr bool contains_reduction<elementwise<F, A...>> =
    (false || ... || contains_reduction<A>);

/// A fresh contiguous block for a shape.
template <class T, class Space>
storage_ref allocate_for(index_t const* extent, int rank) {
    require_memory<Space>();
    return memory<Space>::allocate(byte_count(checked_size(extent, rank), sizeof(T)));
}

/// Tells the runtime which blocks the coming work reads; throws device_error for another device's.
template <class Space, class E>
void announce_reads(E const&) {}
template <class Space, class T, int Rank, class S, class Lie>
void announce_reads(leaf<T, Rank, S, Lie> const& x) {
    memory<Space>::reads(x.storage.get());
}
template <class Space, class F, class... A>
void announce_reads(elementwise<F, A...> const& x) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (announce_reads<Space>(get<I>(x)), ...);
    }(std::index_sequence_for<A...>{});
}

template <class Space, class Reducer, class E, class Axes, bool Keep>
void announce_reads(reduction<Reducer, E, Axes, Keep> const& x) {
    announce_reads<Space>(x.operand);
}

/// The loop over a reduction's operand: at least one axis, of size 1 over a rank-0 operand.
template <int Loop>
struct reduction_loop {
    extents<Loop> extent;
    fixed<index_t, Loop> stride{};  ///< of the result
    std::uint64_t mask = 1;
};
template <class Reducer, class E, class Axes, bool Keep>
auto loop_of(reduction<Reducer, E, Axes, Keep> const& r,
             layout<reduction<Reducer, E, Axes, Keep>::rank> const& target) {
    reduction_loop<(E::rank > 0 ? E::rank : 1)> loop;
    std::uint64_t const mask = r.mask();
    extents<E::rank> const source = r.operand.shape();
    loop.extent[0] = 1;
    for (int d = 0; d < E::rank; ++d)
        loop.extent[d] = source[d];
    int out = 0;
    for (int d = 0; d < E::rank; ++d) {
        bool const gone = mask >> d & 1;
        if (!gone)
            loop.stride[d] = target.stride[out];
        if (Keep || !gone)
            ++out;
    }
    if (E::rank > 0)
        loop.mask = mask;
    return loop;
}

/// A reduction whose operand, free of reductions, is `operand`, into `data`, whose strides are
/// those of its result.
template <class Out, class Reducer, class E, class Axes, bool Keep, class Operand>
auto plan_reduction(Out* data, layout<reduction<Reducer, E, Axes, Keep>::rank> const& target,
                    reduction<Reducer, E, Axes, Keep> const& r, Operand const& operand) {
    auto const loop = loop_of(r, target);
    return make_reduce_plan<reduction<Reducer, E, Axes, Keep>::whole>(
        lower<(E::rank > 0 ? E::rank : 1)>(operand), r.reducer, one_result<Out>{data}, loop.extent,
        loop.stride, loop.mask);
}

template <class E>
inline constexpr bool is_reduction = false;
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool is_reduction<reduction<Reducer, E, Axes, Keep>> = true;

/// Whether an expression calls a user's function, which may throw in the middle of a host loop.
template <class E>
inline constexpr bool calls_user_code = false;
template <class F, class... A>
inline constexpr bool calls_user_code<elementwise<F, A...>> =
    !requires { F::name; } || (false || ... || calls_user_code<A>);
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool calls_user_code<reduction<Reducer, E, Axes, Keep>> =
    calls_user_code<E> || is_user_reducer<Reducer>;

}  // namespace twill::inline v0::detail
