// SPDX-License-Identifier: MIT
// Evaluates an expression into memory: shapes, overlap and stream order are settled here, then the
// backend runs.
#pragma once

#include "twill/eval/materialise.hpp"
#include "twill/eval/overlap.hpp"
#include "twill/ops/rows/fusion.hpp"
#include "twill/ops/scan/evaluate.hpp"

namespace twill::inline v0::detail {

template <class From, class To>
constexpr auto require_conversion() {
    static_assert(converts_silently<From, To>(),
                  "twill: this assignment could lose values (float to integer, complex to real, a "
                  "narrower integer or "
                  "another sign): say twill::cast<T>(expression)");
}

/// Writes an expression without reductions that does not overlap its target inexactly.
template <class Space, class T, int Rank, class E>
void write(T* data, layout<Rank> const& target, E const& x) {
    static_assert(E::rank <= Rank);
    backend<Space>::run(make_plan(lower<Rank>(x), data, target));
}

/// Runs an expression with reductions of trailing axes as one loop over rows; false, and nothing
/// done, where that is not possible.
template <class Space, class T, int Rank, class E>
bool write_rows(storage_ref const& storage, T* data, layout<Rank> const& target, E const& x) {
    if constexpr (may_run_rows<E, Rank>) {
        require_reduction_backend<Space>();
        using run = reduction_backend<Space>;
        if constexpr (run::fuses_rows)
            return with_row_plan(data, target, x, [&](auto const& plan) {
                if (!run::takes_rows(plan))
                    return false;
                announce_reads<Space>(x);
                if (storage)
                    memory<Space>::writes(storage.get());
                run::run_rows(plan);
                return true;
            });
    }
    return false;
}

/// Evaluates `x` into fresh contiguous memory of its own shape.
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(E const& x) {
    using Run = execution_space_t<Space>;
    require_backend<Run>();
    require_callable<Run, E>();
    require_conversion<typename E::value_type, T>();
    extents<E::rank> const shape = x.shape();
    storage_ref storage = allocate_for<T, Space>(shape.values, E::rank);
    T* const data = static_cast<T*>(storage.get()->data);
    layout<E::rank> const target = contiguous(shape);
    if (shape.size() != 0) {
        if constexpr (is_reduction<E>) {
            reduce_into<Run>(data, target, x);
        } else if constexpr (is_scan<E>) {
            scan_into<Run>(data, target, x);
        } else if (!write_rows<Run>({}, data, target, x)) {
            decltype(auto) ready = materialise<Run>(x);
            announce_reads<Run>(ready);
            write<Run>(data, target, ready);
        }
    }
    return {std::move(storage), data, target};
}

/// The plan of an expression whose operands are contiguous, as the target is.
template <class T, int Rank, class E>
auto make_flat_plan(E const& x, T* data, layout<Rank> const& target) {
    plan<decltype(lower<Rank>(x)), T, Rank> result{lower<Rank>(x), data, target.shape,
                                                   target.stride};
    result.prepare_flat();
    return result;
}

/// Evaluates `x` into an owner's memory if its operands lie as that does, see lie_alike; false,
/// and nothing done, otherwise.
template <class Space, class T, int Rank, class E, class Table>
bool assign_alike(storage_ref const& storage, T* data, extents<Rank> const& shape, E const& x,
                  Table const& table) {
    if constexpr (may_lie_alike<E, Rank>) {
        using Run = execution_space_t<Space>;
        require_backend<Run>();
        require_callable<Run, E>();
        layout<Rank> const target = contiguous(shape);
        if (!table.numbers_fit ||
            !lie_alike(table.rows, table.count, written_elements(storage, data, target)))
            return false;
        if (shape.size() == 0)
            return true;
        typename memory<Run>::order const order;
        for (int i = 0; i < table.count; ++i)
            order.reads(table.rows[i].storage);
        order.writes(storage.get());
        backend<Run>::run(make_flat_plan(x, data, target));
        return true;
    }
    return false;
}

/// Evaluates `x` into existing memory, broadcasting it to the target's shape; as if it were read
/// first. An owner's memory is contiguous, so that a temporary comes back as bytes and needs no
/// kernel of its own.
template <class Space, bool Owner, class T, int Rank, class E>
void assign(storage_ref const& storage, T* data, layout<Rank> const& target, E const& x,
            char const* operation) {
    using Run = execution_space_t<Space>;
    require_backend<Run>();
    require_callable<Run, E>();
    require_conversion<typename E::value_type, T>();
    static_assert(E::rank <= Rank,
                  "twill: the value has more axes than the target of the assignment");
    extents<E::rank> const shape = x.shape();
    require_broadcastable(operation, shape.values, E::rank, target.shape.values, Rank);
    if (target.shape.size() == 0)
        return;
    target_view const written = written_elements(storage, data, target);
    if constexpr (is_reduction<E> && E::rank == Rank) {
        if constexpr (!contains_evaluation<decltype(E::operand)>) {
            if (shape == target.shape && overlap_of(x.operand, written) == overlap::none) {
                memory<Run>::writes(storage.get());
                return reduce_into<Run>(data, target, x);
            }
        }
    }
    if constexpr (may_run_rows<E, Rank>)
        if (shape == target.shape && overlap_of(x, written, true) != overlap::inexact &&
            write_rows<Run>(storage, data, target, x))
            return;
    if constexpr (is_scan<E> && E::rank == Rank) {
        if (shape == target.shape) {
            // An element is read before it is written, so exact aliases need no copy.
            decltype(auto) operand = materialise<Run>(x.operand);
            if (overlap_of(operand, written) == overlap::inexact)
                return assign<Space, Owner>(storage, data, target, scanned_leaf<Run>(x, operand),
                                            operation);
            memory<Run>::writes(storage.get());
            return run_scan<Run>(data, target, x, operand);
        }
    }
    decltype(auto) ready = materialise<Run>(x);
    if (overlap_of(ready, written) == overlap::inexact) {
        auto const temporary = evaluate_fresh<T, Run>(ready);
        memory<Run>::writes(storage.get());
        if constexpr (Owner && E::rank == Rank) {
            require_transfer<Run, Run>();
            transfer<Run, Run>::run(storage.get(), data, temporary.storage.get(), temporary.data,
                                    byte_count(shape.size(), sizeof(T)));
        } else {
            write<Run>(data, target, temporary);
        }
        return;
    }
    announce_reads<Run>(ready);
    memory<Run>::writes(storage.get());
    write<Run>(data, target, ready);
}

/// Whether an owner may write into its block: nobody but the expression's own leaves holds it
/// besides the owner.
inline bool may_reuse(storage_ref const& storage, operand_row const* rows, int count) {
    return storage && storage.use_count() == 1 + holders_of(rows, count, storage.get());
}

}  // namespace twill::inline v0::detail
