// SPDX-License-Identifier: MIT
// Assignments to existing memory.
#pragma once

#include "twill/eval/run.hpp"

namespace twill::inline v0::detail {

/// Evaluates `x` into an owner's memory if its operands lie as that does, see lie_alike; false,
/// and nothing done, otherwise.
template <class Space, class T, int Rank, class E, class Table>
bool assign_alike(storage_ref const& storage, T* data, extents<Rank> const& shape, E const& x,
                  Table const& table) {
    if constexpr (may_lie_alike<E, Rank>) {
        using Run = execution_space_t<Space>;
        require_backend<Run>();
        require_callable<Run, E>();
        target<T, Rank> const to{storage.get(), data, contiguous(shape), false};
        if (!table.numbers_fit || !lie_alike(table.rows, table.count, to.written()))
            return false;
        if (shape.size() == 0)
            return true;
        execution now;
        now.begin<Run>(table.rows, table.count, to.storage);
        auto p = make_flat_plan<Run>(lower<Rank>(x), data, to.lie);
        if (now.told())
            now.note_loop(name_of(p.how), "", true, to.bytes(), shape.values, Rank, weight_of<E>);
        backend<Run>::run(std::move(p));
        return true;
    }
    return false;
}

/// Evaluates `x` into existing memory, broadcasting it to the target's shape; as if it were read
/// first. `Lie`: how the memory does, dense being all of an owner's (see run).
template <class Space, class Lie, class T, int Rank, class E>
void assign(storage_ref const& storage, T* data, layout<Rank> const& lie, E const& x,
            char const* operation) {
    using Run = execution_space_t<Space>;
    require_backend<Run>();
    require_callable<Run, E>();
    require_conversion<typename E::value_type, T>();
    static_assert(E::rank <= Rank,
                  "twill: the value has more axes than the target of the assignment");
    extents<E::rank> const shape = x.shape();
    require_broadcastable(operation, shape.values, E::rank, lie.shape.values, Rank);
    if (lie.shape.size() == 0)
        return;
    execution now;
    [[maybe_unused]] fault_scope<Run, may_fault<E>> const faults;
    run<Run, Lie>(now, x, target<T, Rank>{storage.get(), data, lie, false});
    if constexpr (may_fault<E>)
        now.throw_fault<Run>();
}

/// Whether an owner may write into its block: nobody but the expression's own leaves holds it
/// besides the owner.
inline bool may_reuse(storage_ref const& storage, operand_row const* rows, int count) {
    return storage && storage.use_count() == 1 + holders_of(rows, count, storage.get());
}

}  // namespace twill::inline v0::detail
