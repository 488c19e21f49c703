// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

namespace tw = twill;
using tw::extents;

template <class E>
std::string error_of(E const& x) {
    try {
        (void)x.shape();
    } catch (tw::shape_error const& e) {
        return e.what();
    }
    return "";
}

/// Of several functions: the shape of all operands, and the first function that cannot have them.
TEST(RowShapes, OfSeveralFunctions) {
    tw::host_array<float> const row(extents(3)), other(extents(4)), none(extents(0));
    tw::host_array<float, 2> const column(extents(2, 1)), matrix(extents(2, 3));
    EXPECT_EQ((row * 2.0f - column).shape(), extents(2, 3));
    EXPECT_EQ((sqrt(row * 2.0f) / 3.0f).shape(), extents(3));
    EXPECT_EQ((-(column + exp(column)) * none).shape(), extents(2, 0));
    EXPECT_EQ((where(row > 1.0f, 2.0f, matrix * row) + column).shape(), extents(2, 3));
    EXPECT_NE(error_of(sqrt(row * column) - other * 2.0f)
                  .find("subtract: operands of shapes (2, 3) and (4,) do not broadcast together"),
              std::string::npos);
    EXPECT_NE(error_of(matrix + (exp(row) * other + matrix))
                  .find("multiply: operands of shapes (3,) and (4,) do not broadcast together"),
              std::string::npos);
    EXPECT_NE(error_of(abs(where(sqrt(row) > 1.0f, 2.0f, other)) + row)
                  .find("where: operands of shapes (3,), () and (4,) do not broadcast together"),
              std::string::npos);
    // A function of numbers alone is a number beside the others.
    EXPECT_NE(error_of(where(row > 1.0f, matrix, sqrt(tw::scalar_leaf<float>{2})) + other)
                  .find("add: operands of shapes (2, 3) and (4,) do not broadcast together"),
              std::string::npos);
}

}  // namespace
