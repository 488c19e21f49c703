// SPDX-License-Identifier: MIT
// Every reduction of integers and bools, in every layout, as NumPy.
#include "support/reductions.hpp"

using namespace twill_test;

namespace {

TEST(reductions_integer, basic) {
    for_types<std::int8_t, std::uint8_t, std::int32_t, bool>([](auto element) {
        for_reductions_of<typename decltype(element)::type>(
            [](auto type) { check_basic_reductions<typename decltype(type)::type>(); });
    });
}
TEST(reductions_integer, others) {
    for_reductions_of<std::int32_t>(
        [](auto type) { check_other_reductions<typename decltype(type)::type>(); });
}

}  // namespace
