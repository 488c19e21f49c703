// SPDX-License-Identifier: MIT
// Copies of elements that do not fit a thread's stack.
#include <gtest/gtest.h>

#include <cstring>
#include <twill/twill.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::none;
using tw::slice;

template <std::size_t Bytes>
struct record {
    char bytes[Bytes];
};

/// First and last byte of an element say which it is.
template <class T>
void mark(T& element, int number) {
    std::memset(static_cast<void*>(&element), number, sizeof(T));
}
template <class T>
int number_of(T const& element) {
    EXPECT_EQ(element.bytes[0], element.bytes[sizeof(T) - 1]);
    return element.bytes[0];
}
template <class T, int Rank>
std::vector<int> numbers(tw::host_array<T, Rank> const& x) {
    std::vector<int> result;
    for (tw::index_t i = 0; i < x.size(); ++i)
        result.push_back(number_of(x.data()[i]));
    return result;
}

template <class T>
class large_elements : public testing::Test {};
using element_types = testing::Types<record<6 << 20>, record<100000>, record<20000>, record<5000>>;
TYPED_TEST_SUITE(large_elements, element_types);

TYPED_TEST(large_elements, are_copied_from_and_to_any_layout) {
    tw::host_array<TypeParam, 2> m(extents(2, 3));
    for (int i = 0; i < 6; ++i)
        mark(m.data()[i], i);
    auto const turned = tw::evaluate(transpose(m));
    EXPECT_EQ(numbers(turned), (std::vector<int>{0, 3, 1, 4, 2, 5}));
    auto const odd = tw::evaluate(m(1, slice(none, none, -2)));
    EXPECT_EQ(numbers(odd), (std::vector<int>{5, 3}));
    m(0, slice(none, none, 2)) = odd;
    EXPECT_EQ(numbers(m), (std::vector<int>{5, 1, 3, 3, 4, 5}));
    m(tw::full_extent, slice(0, 2)) = m(tw::full_extent, slice(1, 3));  // through a temporary
    EXPECT_EQ(numbers(m), (std::vector<int>{1, 3, 3, 4, 5, 5}));
    m = transpose(turned);
    EXPECT_EQ(numbers(m), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TYPED_TEST(large_elements, of_rank_zero_are_repeated) {
    tw::host_array<TypeParam, 0> one;
    mark(*one.data(), 7);
    tw::host_array<TypeParam, 2> m(extents(2, 2));
    m(tw::full_extent) = one;
    EXPECT_EQ(numbers(m), (std::vector<int>{7, 7, 7, 7}));
    mark(*one.data(), 8);
    m(tw::full_extent, 1) = one;
    EXPECT_EQ(numbers(m), (std::vector<int>{7, 8, 7, 8}));
}

}  // namespace
