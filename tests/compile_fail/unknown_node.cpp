// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: this node does not say what it reads

namespace tw = twill;

/// A node of a program's own, which holds memory.
struct reader {
    using twill_node = void;
    using value_type = float;
    using space = tw::host_space;
    static constexpr int rank = 1;
#ifndef TWILL_MUST_FAIL
    using operands = tw::detail::types<tw::leaf<float, 1, tw::host_space>>;
    using functions = tw::detail::types<>;
    static constexpr bool needs_evaluation = false;
    static constexpr tw::detail::reads how(int) { return tw::detail::reads::same_index; }
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(held);
    }
#endif

    tw::leaf<float, 1, tw::host_space> held;
    tw::extents<1> shape() const { return held.shape(); }
};

auto memory_of(reader const& x) { return tw::detail::operands_of(x).count; }
