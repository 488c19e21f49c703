// SPDX-License-Identifier: MIT
// Operands of index arrays and masks, and what NumPy makes of them.
#pragma once

#include "goldens/indexing.hpp"
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/scan.cuh>
#include <twill/statistics.cuh>
#else
#include <twill/index.hpp>
#include <twill/statistics.hpp>
#endif
#include <twill/rearrange.hpp>

namespace twill_test {

/// As tests/goldens/make_indexing.py has them.
struct indexed_operands {
    array<int> v = counted(twill::extents(7));
    array<int, 2> m = counted(twill::extents(3, 4));
    array<int, 3> t = counted(twill::extents(2, 3, 4));
    array<int> i = to_space({1, 0});
    array<int> j = to_space({2, 0, 1});
    array<int> far = to_space({9, -9, 2});
    array<bool> rows = to_space<bool>({true, false, true});
    array<double, 2> x = twill::cast<double>(m * 7 % 11 - 5);
    array<bool, 2> chosen = x > -2.0;
};

/// The shape and the elements are a golden's, to the rounding of a few operations.
template <class X>
::testing::AssertionResult is(X const& x, twill::goldens::indexing::indexed_case const& expected) {
    shape_vector const own = shape(x);
    shape_vector const wanted(expected.shape.begin(), expected.shape.end());
    if (own != wanted)
        return ::testing::AssertionFailure() << "the shape is " << ::testing::PrintToString(own)
                                             << ", not " << ::testing::PrintToString(wanted);
    auto const got = values(x);
    for (std::size_t k = 0; k < got.size(); ++k) {
        double const value = static_cast<double>(got[k]);
        if (!(std::abs(value - expected.values[k]) <= 4e-15 * std::abs(expected.values[k])))
            return ::testing::AssertionFailure()
                   << "element " << k << " is " << value << ", not " << expected.values[k];
    }
    return ::testing::AssertionSuccess();
}
/// Several index arrays as the rows of one.
template <class... I>
::testing::AssertionResult are(twill::goldens::indexing::indexed_case const& expected,
                               I const&... index) {
    std::vector<double> together;
    for (std::vector<double> const& row : {[&] {
             auto const own = values(index);
             return std::vector<double>(own.begin(), own.end());
         }()...})
        together.insert(together.end(), row.begin(), row.end());
    if (together != expected.values)
        return ::testing::AssertionFailure() << ::testing::PrintToString(together) << ", not "
                                             << ::testing::PrintToString(expected.values);
    return ::testing::AssertionSuccess();
}

}  // namespace twill_test
