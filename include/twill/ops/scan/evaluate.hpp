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

template <class Space>
struct runner<scan_operation, Space> {
    template <class Operator, class E, class Axes, class T, int Rank>
    static void run(execution& now, scan<Operator, E, Axes> const& s, target<T, Rank> const& to) {
        require_scan_backend<Space>();
        auto const p = make_scan_plan<Operator>(lower<Rank>(s.operand), to.data, to.lie, s.axis());
        if (now.told() && now.note({p.empty() ? "empty" : "scan",
                                    Operator::name,
                                    p.empty() ? 0 : 1,
                                    !p.empty(),
                                    to.bytes(),
                                    text_of(to.lie.shape),
                                    scan_backend<Space>::temporaries(p),
                                    {to.lie.shape.size(), weight_of<scan<Operator, E, Axes>>}}))
            return;
        scan_backend<Space>::run(p);
    }
};

}  // namespace twill::inline v0::detail
