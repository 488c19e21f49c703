// SPDX-License-Identifier: MIT
// The driver: evaluates an expression into memory, or says what that would do. Shapes, overlap and
// stream order are settled here for every operation; which one it is decide the expression's nodes.
#pragma once

#include "twill/eval/ready.hpp"
#include "twill/expr/device_call.hpp"
#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

template <class From, class To>
constexpr auto require_conversion() {
    static_assert(converts_silently<From, To>(),
                  "twill: this assignment could lose values (float to integer, complex to real, a "
                  "narrower integer or "
                  "another sign): say twill::cast<T>(expression), or make it of that type, as in "
                  "zeros<T>(n) and arange<T>(n)");
}

/// Whether an operation says that it takes every statement of an expression that goes into memory
/// which it does not read: nothing else is then compiled for it.
template <class Space, class E, int Rank, class Claimant>
constexpr bool surely_claims() {
    if constexpr (requires { runner<Claimant, Space>::template takes<E, Rank>; })
        return runner<Claimant, Space>::template takes<E, Rank>;
    else
        return false;
}
template <class Space, class E, int Rank, class... Claimant>
constexpr bool surely_claimed(types<Claimant...>) {
    return (false || ... || surely_claims<Space, E, Rank, Claimant>());
}
/// Offers a statement whose target has the expression's shape to those that may take it over.
template <class Space, class E, class T, int Rank>
bool run_claimed(execution&, E const&, target<T, Rank> const&, types<>) {
    return false;
}
template <class Space, class E, class T, int Rank, class Claimant, class... Rest>
bool run_claimed(execution& now, E const& x, target<T, Rank> const& to, types<Claimant, Rest...>) {
    if (runner<Claimant, Space>::statement(now, x, to))
        return true;
    if constexpr (surely_claims<Space, E, Rank, Claimant>())
        return false;
    else
        return run_claimed<Space>(now, x, to, types<Rest...>{});
}

/// A loop over the target of an expression that broadcasts to it. `Lie`: how the target lies.
template <class Space, class Lie, class E, class T, int Rank>
void run_loop(execution& now, E const& x, target<T, Rank> const& to) {
    static_assert(E::rank <= Rank);
    auto p = make_plan<Space, Lie>(lower<Rank>(x), to.data, to.lie);
    if (now.told() && now.note_loop(name_of(p.how), "", p.how != strategy::empty, to.bytes(),
                                    to.lie.shape.values, Rank, weight_of<E>, to.lie.stride.values))
        return;
    backend<Space>::run(std::move(p));
}

/// A node or expression that is ready.
template <class Space, class Lie, class E, class T, int Rank>
void run_ready(execution& now, E const& x, target<T, Rank> const& to) {
    if constexpr (E::needs_evaluation)
        runner<typename E::operation, Space>::run(now, x, to);
    else
        run_loop<Space, Lie>(now, x, to);
}

/// Everything that must be evaluated before the expression's own last step.
template <class Space, class E>
decltype(auto) ready_for_last_step(execution& now, E const& x) {
    if constexpr (E::needs_evaluation)
        return ready_operands<Space>(now, x);
    else
        return make_ready<Space>(now, x);
}

template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(execution& now, E const& x) {
    using Run = execution_space_t<Space>;
    require_backend<Run>();
    require_callable<Run, E>();
    require_conversion<typename E::value_type, T>();
    auto result = now.fresh<T, Space>(x.shape());
    auto const to = target_of(result);
    [[maybe_unused]] fault_scope<Run, may_fault<E>> const faults;
    if (to.lie.shape.size() == 0) {
        if (now.record)
            now.note_empty(name_of(strategy::empty), to.lie.shape.values, E::rank);
    } else if constexpr (surely_claimed<Run, E, E::rank>(claimants_of<E>{})) {
        run_claimed<Run>(now, x, to, claimants_of<E>{});
    } else if (!run_claimed<Run>(now, x, to, claimants_of<E>{})) {
        decltype(auto) ready = ready_for_last_step<Run>(now, x);
        auto const table = operands_of_step(ready);
        now.begin<Run>(table.rows, table.count, nullptr);
        run_ready<Run, dense>(now, ready, to);
    }
    if constexpr (may_fault<E>)
        now.throw_fault<Run>();
    return result;
}
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(execution& now, shared_node<E> const& x) {
    bool const outside = std::exchange(now.in_shared, true);
    auto fresh = evaluate_fresh<T, Space>(now, x.operand);
    now.in_shared = outside;
    return fresh;
}
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(E const& x) {
    execution now;
    return evaluate_fresh<T, Space>(now, x);
}

/// Whether a table's operands may be read while the target is written: those that lie elsewhere,
/// and those that are the target, if each element is read before it is written.
inline bool may_be_read_while_written(operand_row const* rows, int count,
                                      target_view const& target) {
    for (operand_row const* r = rows; r != rows + count; ++r) {
        if (r->before)
            continue;
        overlap const o = overlap_of(r, 1, target);
        if (o == overlap::inexact || (o == overlap::exact && r->how != reads::same_index))
            return false;
    }
    return true;
}

/// Evaluates `x` into existing memory, broadcasting it to the target's shape, as if it were read
/// first. `Lie`: how the target does. If dense it is all of an owner's memory, so that a temporary
/// comes back as bytes and needs no kernel of its own; an expression of its rank has its shape.
template <class Space, class Lie, class E, class T, int Rank>
void run(execution& now, E const& x, target<T, Rank> const& to) {
    constexpr bool whole = std::is_same_v<Lie, dense>;
    // False where the operands may not be read while the target is written.
    auto attempt = [&](auto const& ready) {
        auto const table = operands_of_step(ready);
        if (!may_be_read_while_written(table.rows, table.count, to.written()))
            return false;
        now.begin<Space>(table.rows, table.count, to.storage);
        run_ready<Space, Lie>(now, ready, to);
        return true;
    };
    auto copy = [&](auto const& fresh) {
        operand_row const row = fresh.row(reads::same_index, false);
        now.begin<Space>(&row, 1, to.storage);
        run_loop<Space, Lie>(now, fresh, to);
    };
    auto by_temporary = [&](auto const& ready) {
        auto const temporary = evaluate_fresh<T, Space>(now, ready);
        if constexpr (whole && E::rank == Rank) {
            memory<Space>::writes(to.storage);
            require_transfer<Space, Space>();
            transfer<Space, Space>::run(to.storage, to.data, temporary.storage.get(),
                                        temporary.data, byte_count(to.lie.shape.size(), sizeof(T)));
        } else {
            copy(temporary);
        }
    };
    if constexpr (surely_claimed<Space, E, E::rank>(claimants_of<E>{})) {
        if constexpr (E::rank == Rank)
            if ((whole || x.shape() == to.lie.shape) &&
                run_claimed<Space>(now, x, to, claimants_of<E>{}))
                return;
        by_temporary(x);
    } else {
        if constexpr (E::rank == Rank) {
            if (whole || x.shape() == to.lie.shape) {
                if (run_claimed<Space>(now, x, to, claimants_of<E>{}))
                    return;
                if constexpr (E::needs_evaluation) {
                    decltype(auto) ready = ready_operands<Space>(now, x);
                    if (!attempt(ready))
                        by_temporary(ready);
                    return;
                }
            }
        }
        if constexpr (!E::needs_evaluation) {
            decltype(auto) ready = make_ready<Space>(now, x);
            if (!attempt(ready))
                by_temporary(ready);
        } else if constexpr (!(whole && E::rank == Rank)) {
            copy(make_ready<Space>(now, x));
        }
    }
}
template <class Space, class Lie, class E, class T, int Rank>
void run(execution& now, shared_node<E> const& x, target<T, Rank> const& to) {
    run<Space, Lie>(now, x.operand, to);
}

}  // namespace twill::inline v0::detail
