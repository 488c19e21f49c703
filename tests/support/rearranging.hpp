// SPDX-License-Identifier: MIT
// Operands whose elements are moved, and what NumPy makes of them.
#pragma once

#include "goldens/rearranging.hpp"
#include "support/testing.hpp"
#if defined(__CUDACC__)
#include <twill/join.cuh>
#else
#include <twill/join.hpp>
#endif

namespace twill_test {

/// The shape and the elements are a golden's.
template <class X>
::testing::AssertionResult is(X const& x, twill::goldens::rearranged_case const& expected) {
    shape_vector const own = shape(x);
    shape_vector const wanted(expected.shape.begin(), expected.shape.end());
    if (own != wanted)
        return ::testing::AssertionFailure() << "the shape is " << ::testing::PrintToString(own)
                                             << ", not " << ::testing::PrintToString(wanted);
    std::vector<element_t<X>> const elements(expected.values.begin(), expected.values.end());
    return equal(x, elements);
}

}  // namespace twill_test
