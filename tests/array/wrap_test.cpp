// SPDX-License-Identifier: MIT
// Views of the user's own memory, and exchange with mdspan-like types.

#include <array>

#include "support/testing.hpp"

namespace tw = twill;
using twill_test::array;
using twill_test::equal;
using twill_test::space;
using twill_test::to_space;

namespace {

/// What twill needs of a std::mdspan with layout_stride, for compilers whose library has none.
template <class T, std::size_t Rank>
struct strided_mdspan {
    struct extents_type {
        using index_type = std::ptrdiff_t;
        std::array<std::ptrdiff_t, Rank> sizes{};
        extents_type() = default;
        template <class... S>
            requires(sizeof...(S) == Rank)
        explicit extents_type(S... s) : sizes{static_cast<std::ptrdiff_t>(s)...} {}
    };
    struct mapping_type {
        extents_type extents;
        std::array<std::ptrdiff_t, Rank> strides{};
        mapping_type(extents_type const& e, std::array<std::ptrdiff_t, Rank> const& s)
            : extents(e), strides(s) {}
    };
    T* data;
    mapping_type mapping;
    strided_mdspan(T* p, mapping_type const& m) : data(p), mapping(m) {}

    static constexpr std::size_t rank() { return Rank; }
    T* data_handle() const { return data; }
    std::ptrdiff_t extent(std::size_t d) const { return mapping.extents.sizes[d]; }
    std::ptrdiff_t stride(std::size_t d) const { return mapping.strides[d]; }
};

TEST(Wrap, AViewOfRawMemoryReadsAndWrites) {
    array<float> owner = to_space({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f});
    auto raw = tw::wrap<space>(owner.data(), tw::extents(2, 3));
    EXPECT_TRUE(equal(raw * 10.0f, {10, 20, 30, 40, 50, 60}));
    raw(tw::full_extent, 1) = 0.0f;
    raw += 1.0f;
    EXPECT_TRUE(equal(owner, {2, 1, 4, 5, 1, 7}));
}

TEST(Wrap, OverlapIsSeenByAddress) {
    array<float> owner = to_space({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f});
    auto first = tw::wrap<space>(owner.data(), tw::extents<1>(5));
    auto second = tw::wrap<space>(owner.data() + 1, tw::extents<1>(5));
    second = first;
    EXPECT_TRUE(equal(owner, {1, 1, 2, 3, 4, 5}));
    owner(tw::slice(0, 5)) = second * 1.0f;
    EXPECT_TRUE(equal(owner, {1, 2, 3, 4, 5, 5}));
}

TEST(Wrap, AConstPointerMayOnlyBeRead) {
    array<int> const owner = to_space({3, 1, 2});
    auto const raw = tw::wrap<space>(owner.data(), tw::extents<1>(3));
    static_assert(std::is_same_v<decltype(raw)::element_type, int const>);
    EXPECT_TRUE(equal(raw + 1, {4, 2, 3}));
}

TEST(Wrap, ANegativeExtentThrows) {
    float x = 0;
    EXPECT_THROW((void)tw::wrap<tw::host_space>(&x, tw::extents<1>(-1)), tw::shape_error);
}

TEST(Wrap, MdspansComeAndGo) {
    array<float> owner = to_space({0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f});
    using span = strided_mdspan<float, 2>;
    // Columns of a 2 x 3 matrix as rows.
    span const transposed(owner.data(), {span::extents_type(3, 2), {1, 3}});
    auto const view = tw::wrap<space>(transposed);
    EXPECT_EQ(view.extent(0), 3);
    EXPECT_TRUE(equal(view + 0.0f, {0, 3, 1, 4, 2, 5}));

    auto const m = reshape(owner, 2, 3);
    auto const back = m(tw::full_extent, tw::slice(0, tw::none, 2)).ref().to<span>();
    EXPECT_EQ(back.data_handle(), owner.data());
    EXPECT_EQ(back.extent(0), 2);
    EXPECT_EQ(back.extent(1), 2);
    EXPECT_EQ(back.stride(0), 3);
    EXPECT_EQ(back.stride(1), 2);
}

}  // namespace
