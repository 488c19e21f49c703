// SPDX-License-Identifier: MIT
// explain(expression): what evaluating it would do, without doing it.
#pragma once

#include "twill/eval/estimate.hpp"
#include "twill/eval/run.hpp"

namespace twill::inline v0 {

/// Says how an expression would be evaluated into a fresh array: strategy, kernels, bytes,
/// temporaries, and about how long that takes on this machine and what limits it. Runs nothing of
/// it; of the host's memory the speed is measured when a thread first asks, by copies of 32 to 96
/// MB, which take some tenths of a second.
template <class Space = void, detail::operand X>
[[nodiscard]] explanation explain(X const& x, source_location place = source_location::current()) {
    using Run = detail::execution_space_t<
        std::conditional_t<std::is_void_v<Space>, detail::space_of<X>, Space>>;
    static_assert(!std::is_same_v<Run, detail::no_space>,
                  "twill: this expression has only generators and scalars: say where with "
                  "explain<twill::device_space>(x)");
    detail::require_backend<Run>();
    return detail::at_place(place, [&] {
        explanation report;
        detail::execution now;
        now.record = &report;
        now.estimate = detail::tell_time_in<Run>;
        (void)detail::evaluate_fresh<detail::value_of<X>, Run>(now, detail::as_node(x));
        return report;
    });
}

}  // namespace twill::inline v0
