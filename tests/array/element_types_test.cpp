// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

namespace {

namespace tw = twill;
using tw::extents;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::equal;
using twill_test::for_types;
using twill_test::to_space;

struct particle {
    float x, y, z;
    int id;
    bool operator==(particle const&) const = default;
};
/// Three bytes: no vector access has its size.
struct colour {
    unsigned char red, green, blue;
    bool operator==(colour const&) const = default;
};

template <class... T>
void check_storage(std::vector<T> const&... samples) {
    auto check = [](auto const& three) {
        using U = typename std::remove_cvref_t<decltype(three)>::value_type;
        array<U> a = to_space(three);
        array<U> b = a;
        EXPECT_TRUE(equal(b, three));
        EXPECT_TRUE(equal(a(slice(none, none, -1)), {three[2], three[1], three[0]}));
        array<U> c(a(slice(0, none, 2)));
        EXPECT_TRUE(equal(c, {three[0], three[2]}));
        a(slice(1)) = b(slice(0, 2));
        EXPECT_TRUE(equal(a, {three[0], three[0], three[1]}));
        b = three[1];
        EXPECT_TRUE(equal(b, {three[1], three[1], three[1]}));
        EXPECT_EQ(tw::item(a, 2), three[1]);
    };
    (check(samples), ...);
}

TEST(ElementTypes, SignedIntegers) {
    check_storage(std::vector<std::int8_t>{-128, 1, 127}, std::vector<std::int16_t>{-32768, 1, 2},
                  std::vector<std::int32_t>{-5, 1 << 30, 3},
                  std::vector<std::int64_t>{std::int64_t{-1} << 62, 1, 2});
}

TEST(ElementTypes, UnsignedIntegers) {
    check_storage(std::vector<std::uint8_t>{255, 1, 2}, std::vector<std::uint16_t>{65535, 1, 2},
                  std::vector<std::uint32_t>{4294967295u, 1, 2},
                  std::vector<std::uint64_t>{~std::uint64_t{0}, 1, 2});
}

TEST(ElementTypes, FloatsAndBools) {
    check_storage(std::vector<float>{-0.5f, 1e30f, 2}, std::vector<double>{-0.5, 1e300, 2});
    check_storage(std::vector<bool>{true, false, true});
}

TEST(ElementTypes, AStructIsStoredCopiedAndViewed) {
    particle const p{1, 2, 3, 4}, q{5, 6, 7, 8}, r{9, 10, 11, 12};
    check_storage(std::vector<particle>{p, q, r});
}

TEST(ElementTypes, AStructOfAnOddSizeToo) {
    check_storage(std::vector<colour>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    array<colour, 2> m =
        to_space(std::vector<colour>{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}, extents(2, 2));
    EXPECT_TRUE(equal(transpose(m), {{1, 0, 0}, {3, 0, 0}, {2, 0, 0}, {4, 0, 0}}));
}

struct weight_of {
    TWILL_TEST_HD float operator()(particle p) const { return p.x + p.y + p.z; }
};
struct moved_by {
    TWILL_TEST_HD particle operator()(particle p, float step) const {
        return {p.x + step, p.y, p.z, p.id};
    }
};

TEST(ElementTypes, AStructGoesThroughMap) {
    array<particle> a = to_space(std::vector<particle>{{1, 2, 3, 4}, {5, 6, 7, 8}});
    EXPECT_TRUE(equal(tw::map(weight_of{}, a), {6.0f, 18.0f}));
    a = tw::map(moved_by{}, a, to_space({0.5f, 1.0f}));
    EXPECT_TRUE(equal(a, {{1.5f, 2, 3, 4}, {6, 6, 7, 8}}));
}

TEST(ElementTypes, AStructIsChosen) {
    particle const none{0, 0, 0, -1};
    array<particle> const a = to_space(std::vector<particle>{{1, 2, 3, 4}, {5, 6, 7, 8}});
    auto const mask = to_space({true, false});
    EXPECT_TRUE(equal(where(mask, a, none), {{1, 2, 3, 4}, none}));
    EXPECT_TRUE(equal(where(mask, none, a), {none, {5, 6, 7, 8}}));
    array<colour> const c = to_space(std::vector<colour>{{1, 2, 3}, {4, 5, 6}});
    EXPECT_TRUE(equal(where(mask, c, colour{}), {{1, 2, 3}, {0, 0, 0}}));
}

enum class cell : std::uint8_t { air, wall };

TEST(ElementTypes, OneValueBesideThem) {
    array<cell> grid = to_space(std::vector<cell>(4));
    grid(slice(1, 3)).fill(cell::wall);
    EXPECT_TRUE(equal(grid == cell::wall, {false, true, true, false}));
    EXPECT_TRUE(equal(cell::wall != grid(slice(2)), {false, true}));
    EXPECT_TRUE(equal(where(grid == cell::air, cell::wall, cell::air),
                      {cell::wall, cell::air, cell::air, cell::wall}));
    grid.fill(cell::air);
    EXPECT_TRUE(equal(cell::air == grid, {true, true, true, true}));
    EXPECT_EQ(tw::item(grid(1)), cell::air);
    array<colour> c = to_space(std::vector<colour>{{1, 2, 3}, {4, 5, 6}});
    EXPECT_TRUE(equal(c == colour{4, 5, 6}, {false, true}));
    EXPECT_TRUE(equal(c != colour{4, 5, 6}, {true, false}));
    c.fill(colour{7, 8, 9});
    EXPECT_EQ(tw::item(c(1)), (colour{7, 8, 9}));
}

}  // namespace
