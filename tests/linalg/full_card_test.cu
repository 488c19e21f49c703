// SPDX-License-Identifier: MIT
// Handles of cuSOLVER and cuBLAS where twill's pool keeps all memory of the device.
#include "support/full_card.hpp"
#include "support/linalg.hpp"

namespace tw = twill;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

TEST(linalg_full_card, handles_are_made_all_the_same) {
    auto const a = array_of<float>(definite(random_batch<float>(1, 300, 300, 1)));
    auto const b = array_of<float>(random_batch<float>(1, 300, 2, 2));
    auto const many = array_of<float>(definite(random_batch<float>(3, 70, 70, 3)));
    auto const sides = array_of<float>(random_batch<float>(3, 70, 2, 4));
    auto const solved = [&] { return batch_of(la::solve(a, b)); };
    auto const solved_at_once = [&] { return batch_of(la::solve(many, sides)); };
    auto const multiplied = [&] { return batch_of(tw::evaluate(tw::matmul(a, b))); };
    // The kernels are loaded before.
    batch const expected[] = {solved(), solved_at_once(), multiplied()};
    // With these in use, calls make handles of their own.
    tw::detail::solver_call const call;
    tw::detail::cublas_scope const scope;
    auto const check = [&](batch const& right, auto const& run) {
        fill_card();
        EXPECT_TRUE(close(run(), right, 1e-4 * largest(right)));
    };
    check(expected[0], solved);
    check(expected[1], solved_at_once);
    check(expected[2], multiplied);
    tw::trim_memory_pool();
}

}  // namespace
