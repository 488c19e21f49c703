// SPDX-License-Identifier: MIT
// Scans inside an expression are evaluated first, as reductions are; a scan alone runs into its
// target.
#pragma once

#include "twill/eval/materialise.hpp"
#include "twill/ops/scan/plan.hpp"
#include "twill/ops/scan/scans.hpp"

namespace twill::inline v0::detail {

template <class E>
inline constexpr bool is_scan = false;
template <class Operator, class E, class Axes>
inline constexpr bool is_scan<scan<Operator, E, Axes>> = true;

/// The loop of a scan whose operand needs no evaluation.
template <class Out, class Operator, class E, class Axes, class Operand>
auto plan_scan(Out* data, layout<E::rank> const& target, scan<Operator, E, Axes> const& s,
               Operand const& operand) {
    return make_scan_plan<Operator>(lower<E::rank>(operand), data, target, s.axis());
}

/// Runs a scan of a materialised operand into `data`.
template <class Space, class Out, class Operator, class E, class Axes, class Operand>
void run_scan(Out* data, layout<E::rank> const& target, scan<Operator, E, Axes> const& s,
              Operand const& operand) {
    require_scan_backend<Space>();
    announce_reads<Space>(operand);
    scan_backend<Space>::run(plan_scan(data, target, s, operand));
}
template <class Space, class Out, class Operator, class E, class Axes>
void scan_into(Out* data, layout<E::rank> const& target, scan<Operator, E, Axes> const& s) {
    decltype(auto) operand = materialise<Space>(s.operand);
    run_scan<Space>(data, target, s, operand);
}

/// The scan of a materialised operand in memory of its own.
template <class Space, class Operator, class E, class Axes, class Operand>
auto scanned_leaf(scan<Operator, E, Axes> const& s, Operand const& operand) {
    using T = typename Operator::result;
    extents<E::rank> const shape = s.shape();
    storage_ref storage = allocate_for<T, Space>(shape.values, E::rank);
    T* const data = static_cast<T*>(storage.get()->data);
    layout<E::rank> const target = contiguous(shape);
    run_scan<Space>(data, target, s, operand);
    return leaf<T, E::rank, Space, dense>{std::move(storage), data, target};
}
template <class Space, class Operator, class E, class Axes>
auto materialise_node(scan<Operator, E, Axes> const& s) {
    decltype(auto) operand = materialise<Space>(s.operand);
    return scanned_leaf<Space>(s, operand);
}

}  // namespace twill::inline v0::detail
