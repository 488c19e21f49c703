// SPDX-License-Identifier: MIT
// Printing as NumPy's str(), followed by shape and type.
#include "goldens/printing.hpp"
#include "support/rows.hpp"

#include <sstream>
#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/print.hpp>
#include <twill/vec.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

template <class X>
std::string streamed(X const& x) {
    std::ostringstream stream;
    stream << x;
    return stream.str();
}

template <class Case>
auto array_of() {
    constexpr int rank = static_cast<int>(Case::shape.size());
    tw::extents<rank> shape;
    for (int axis = 0; axis < rank; ++axis)
        shape[axis] = Case::shape[static_cast<std::size_t>(axis)];
    tw::host_array<typename Case::value_type, rank> result(shape);
    for (tw::index_t i = 0; i < result.size(); ++i)
        result.data()[i] = Case::value(i);
    return result;
}

TEST(print, as_numpy) {
    for_list(twill::goldens::print_cases{}, [](auto type) {
        using Case = typename decltype(type)::type;
        std::string const text = streamed(array_of<Case>());
        // The last line is twill's own.
        EXPECT_EQ(text.substr(0, text.rfind('\n')), Case::text);
    });
}

TEST(print, ends_with_shape_and_type) {
    tw::host_array<float, 2> const m{{1, 2, 3}, {4, 5, 6.5f}};
    EXPECT_EQ(streamed(m), "[[1.  2.  3. ]\n [4.  5.  6.5]]\n(2, 3) float32");
    EXPECT_EQ(streamed(tw::host_array<std::int8_t>{1, -2}), "[ 1 -2]\n(2,) int8");
    EXPECT_EQ(streamed(tw::host_array<long long>(tw::extents(0))), "[]\n(0,) int64");
    EXPECT_EQ(streamed(sum(m)), "21.5");
}

TEST(print, views_and_expressions) {
    tw::host_array<int, 2> m{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ(streamed(tw::transpose(m)), "[[1 4]\n [2 5]\n [3 6]]\n(3, 2) int32");
    EXPECT_EQ(streamed(m(tw::full_extent, tw::slice(tw::none, tw::none, -1))),
              "[[3 2 1]\n [6 5 4]]\n(2, 3) int32");
    EXPECT_EQ(streamed(m > 2), "[[False False  True]\n [ True  True  True]]\n(2, 3) bool");
    EXPECT_EQ(streamed(tw::arange(4)), "[0 1 2 3]\n(4,) int32");
    EXPECT_EQ(streamed(tw::broadcast_to(tw::host_array<int>{7}, tw::extents(2, 2))),
              "[[7 7]\n [7 7]]\n(2, 2) int32");
}

TEST(print, complex) {
    using c64 = tw::complex<double>;
    EXPECT_EQ(streamed(tw::host_array<c64>{{1, 2}, {-3, 0.5}, {0, -1}}),
              "[ 1.+2.j  -3.+0.5j  0.-1.j ]\n(3,) complex128");
    EXPECT_EQ(streamed(tw::host_array<c64>{{1e-9, NAN}, {1, -INFINITY}}),
              "[1.e-09+nanj 1.e+00-infj]\n(2,) complex128");
    tw::host_array<tw::complex<float>> const z{{1, 2}};
    EXPECT_EQ(streamed(sum(z)), "(1+2j)");
    EXPECT_EQ(streamed(z[0]), "(1+2j)");
    EXPECT_EQ(streamed(sum(z * c64(0, 1)) + 2), "1j");
}

TEST(print, half_floats) {
    using tw::bfloat16;
    using tw::float16;
    tw::host_array<float16> const h{float16(0.1f), float16(2.0f), float16(-0.5f)};
    EXPECT_EQ(streamed(h), "[ 0.1  2.  -0.5]\n(3,) float16");
    EXPECT_EQ(streamed(tw::host_array<bfloat16>{bfloat16(0.1f), bfloat16(3.14f)}),
              "[0.1  3.14]\n(2,) bfloat16");
    EXPECT_EQ(streamed(tw::host_array<float16>{float16(65504.0f)}), "[6.55e+04]\n(1,) float16");
}

TEST(print, vectors) {
    tw::host_array<tw::vec<double, 2>> const p{{1, 2}, {3, 4.5}};
    EXPECT_EQ(streamed(p), "[[1.  2. ]\n [3.  4.5]]\n(2,) vec<float64, 2>");
    EXPECT_EQ(streamed(p(1)), "[3.  4.5]");
    std::FILE* const file = std::tmpfile();
    tw::print(p[1], file);
    std::rewind(file);
    char line[32] = "";
    EXPECT_NE(std::fgets(line, sizeof(line), file), nullptr);
    EXPECT_STREQ(line, "[3.  4.5]\n");
    std::fclose(file);
}

TEST(print, a_shape) {
    EXPECT_EQ(streamed(tw::extents(3, 4)), "(3, 4)");
    EXPECT_EQ(streamed(tw::host_array<int>(5).shape()), "(5,)");
    EXPECT_EQ(streamed(tw::extents<0>()), "()");
}

TEST(print, to_a_file) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    print(tw::host_array<int>{1, 2, 3}, file);
    tw::print(0.5f, file);
    tw::print(-3, file);
    tw::print(true, file);
    tw::print(tw::extents(2, 3), file);
    std::rewind(file);
    char text[64] = {};
    std::size_t const length = std::fread(text, 1, sizeof(text) - 1, file);
    std::fclose(file);
    EXPECT_EQ(std::string(text, length), "[1 2 3]\n(3,) int32\n0.5\n-3\nTrue\n(2, 3)\n");
}

TEST(print, one_element_of_16_bits) {
    tw::host_array<tw::float16> const h{0.5f, -2.0f};
    EXPECT_EQ(streamed(h(0)), "0.5");
    EXPECT_EQ(streamed(tw::bfloat16(3.0f)), "3.0");
}

TEST(print, on_a_temporary_stream) {
    auto const stream = std::ostringstream() << tw::host_array<int>{1} << ';';
    EXPECT_EQ(stream.str(), "[1]\n(1,) int32;");
}

}  // namespace
