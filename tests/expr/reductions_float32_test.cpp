// SPDX-License-Identifier: MIT
// Every reduction of float32 elements, in every layout, as NumPy.
#include "support/reductions.hpp"

using namespace twill_test;

namespace {

TEST(reductions_float32, basic) {
    for_reductions_of<float>(
        [](auto type) { check_basic_reductions<typename decltype(type)::type>(); });
}
TEST(reductions_float32, others) {
    for_reductions_of<float>(
        [](auto type) { check_other_reductions<typename decltype(type)::type>(); });
}

}  // namespace
