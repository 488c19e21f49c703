// SPDX-License-Identifier: MIT
// How the engine evaluates scans.
#pragma once

#include "twill/eval/execution.hpp"
#include "twill/ops/scan/node.hpp"
#include "twill/ops/scan/plan.hpp"

namespace twill::inline v0::detail {

/// Runs plans of scans; completed by `twill/twill.hpp` and `twill/scan.cuh`.
template <class Space>
struct scan_backend;

template <class Space>
constexpr auto require_scan_backend() {
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<scan_backend<Space>, Space>,
                      "twill: this evaluates a scan on the device: do it in a .cu file that "
                      "includes <twill/scan.cuh>");
    else
        static_assert(provided<scan_backend<Space>, Space>,
                      "twill: this evaluates a scan on the host: include <twill/twill.hpp> or "
                      "<twill/scan.hpp>");
}

/// Runs the plan of a scan, or notes it.
template <class Space, class S, class Plan, class T, int Rank>
void run_scan(execution& now, Plan const& p, target<T, Rank> const& to) {
    if (now.told() && now.note({p.empty() ? "empty" : "scan",
                                S::operator_type::name,
                                p.empty() ? 0 : 1,
                                !p.empty(),
                                to.bytes(),
                                text_of(to.lie.shape),
                                scan_backend<Space>::temporaries(p),
                                {to.lie.shape.size(), weight_of<S>}}))
        return;
    scan_backend<Space>::run(p);
}

template <class Space>
struct runner<scan_operation, Space> {
    template <class Operator, class E, class Axes, class T, int Rank>
    static void run(execution& now, scan<Operator, E, Axes> const& s, target<T, Rank> const& to) {
        require_scan_backend<Space>();
        run_scan<Space, scan<Operator, E, Axes>>(
            now,
            make_scan_plan<Operator>(lower<Rank>(s.operand), scan_result<T>{to.data}, to.lie,
                                     s.axis()),
            to);
    }
};

}  // namespace twill::inline v0::detail
