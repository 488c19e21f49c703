// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <twill/vec.hpp>

// expect first: component<K>(x): the elements have fewer components

namespace tw = twill;

auto last(tw::host_array<tw::vec<float, 3>>& p) { return tw::component<2>(p); }
auto first(tw::host_array<tw::vec<float, 3>> const& p) { return tw::component<-3>(p * 2.0f); }

#ifdef TWILL_MUST_FAIL
auto none(tw::host_array<tw::vec<float, 3>>& p) { return tw::component<5>(p); }
#endif
