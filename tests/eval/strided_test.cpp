// SPDX-License-Identifier: MIT
#include <map>
#include <random>

#include "support/testing.hpp"

// Random slices, steps, flips, transposes and broadcasts of operands and of the target, against a
// plain index loop.

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;
using tw::none;
using tw::slice;
using tw::detail::strategy;
using twill_test::array;

class chance {
public:
    explicit chance(unsigned seed) : engine_(seed) {}
    /// A number of [low, high].
    index_t between(index_t low, index_t high) {
        return low + static_cast<index_t>(engine_() % static_cast<unsigned>(high - low + 1));
    }
    bool one_in(int n) { return between(1, n) == 1; }

private:
    std::mt19937 engine_;
};

/// The element at a position of a base array.
template <class T>
T element(index_t position, int salt) {
    return static_cast<T>((position * 7 + salt * 31 + position / 251) % 113);
}

/// Where a window of a base array lies: result axis i runs along base axis order[i].
template <int Rank>
struct window {
    extents<Rank> base;
    int order[Rank];
    slice along[Rank];
    index_t start[Rank];  // by result axis
    index_t step[Rank];   // 0 where the window is stretched

    /// A window of shape `shape`; `stretch` allows axes of size 1 in its stead.
    window(chance& random, extents<Rank> const& shape, bool stretch) {
        bool const plain = random.one_in(3);
        for (int i = 0; i < Rank; ++i)
            order[i] = i;
        if (!random.one_in(3))
            for (int i = Rank - 1; i > 0; --i)
                std::swap(order[i], order[random.between(0, i)]);
        for (int i = 0; i < Rank; ++i) {
            int const axis = order[i];
            bool const stretched = stretch && random.one_in(5);
            index_t const count = stretched ? 1 : shape[i];
            index_t const size = plain || random.one_in(2) ? 1 : random.between(2, 3);
            bool const backwards = !plain && random.one_in(4);
            index_t const before = plain ? 0 : random.between(0, 2);
            index_t const reach = (count - 1) * size + 1;
            base[axis] = before + reach + (plain ? 0 : random.between(0, 4));
            step[i] = backwards ? -size : size;
            start[i] = backwards ? before + reach - 1 : before;
            // The end is one past the last element, which is below the axis where a window runs
            // down to its first.
            index_t const end = start[i] + (count - 1) * step[i] + (backwards ? -1 : 1);
            along[axis] = end < 0 ? slice(start[i], none, step[i]) : slice(start[i], end, step[i]);
            if (count == 1)
                step[i] = 0;
        }
    }

    /// The window of an array of the base's shape.
    template <class A>
    auto of(A& whole) const {
        return [&]<int... I>(std::integer_sequence<int, I...>) {
            return permute(whole(along[I]...), tw::axes(order[I]...));
        }(std::make_integer_sequence<int, Rank>{});
    }
    /// The position in the base of the element at an index of the result.
    index_t position(index_t const* at) const {
        index_t place[Rank];
        for (int i = 0; i < Rank; ++i)
            place[order[i]] = start[i] + at[i] * step[i];
        index_t result = 0;
        for (int d = 0; d < Rank; ++d)
            result = result * base[d] + place[d];
        return result;
    }
};

template <class T, int Rank>
array<T, Rank> filled(extents<Rank> const& shape, int salt) {
    tw::host_array<T, Rank> host(shape);
    for (index_t i = 0; i < host.size(); ++i)
        host.data()[i] = element<T>(i, salt);
    return twill_test::to_space(host);
}

template <int Rank, class Body>
void each_index(extents<Rank> const& shape, Body&& body) {
    index_t at[Rank] = {};
    for (index_t i = 0; i < shape.size(); ++i) {
        body(at);
        for (int d = Rank - 1; d >= 0 && ++at[d] == shape[d]; --d)
            at[d] = 0;
    }
}

using strategies = std::map<strategy, int>;

template <class Target, class X>
void note(strategies& seen, Target const& target, X const& x) {
    auto const to = target.expression();
    using T = typename decltype(to)::value_type;
    constexpr int rank = decltype(to)::rank;
    ++seen[tw::detail::make_plan<twill_test::space>(tw::detail::lower<rank>(tw::detail::as_node(x)),
                                                    const_cast<T*>(to.data), to.layout)
               .how];
}

/// Host loops have none.
void expect_tiles(strategies& seen) { EXPECT_EQ(seen[strategy::tiled] > 0, twill_test::on_device); }

/// `rounds` times: target window = window, and target window = window + window.
template <class T, int Rank>
strategies check(int rounds, index_t longest, unsigned seed) {
    strategies seen;
    chance random(seed);
    for (int round = 0; round < rounds; ++round) {
        extents<Rank> shape;
        for (int d = 0; d < Rank; ++d)
            shape[d] = random.one_in(8) ? random.between(1, 2) : random.between(1, longest);
        if (Rank > 2 && !random.one_in(Rank)) {
            for (int d = 0; d < Rank - 2; ++d)
                shape[d] = random.between(1, Rank == 3 ? longest : 3);
            shape[Rank - 2] = random.between(16, longest);
            shape[Rank - 1] = random.between(64, 100);  // shorter rows are not tiled
        }
        window<Rank> const from(random, shape, true), beside(random, shape, true),
            to(random, shape, false);
        auto a = filled<T>(from.base, 1);
        auto b = filled<T>(beside.base, 2);
        auto c = filled<T>(to.base, 3);
        bool const sum = random.one_in(2);
        auto target = to.of(c);
        auto x = from.of(a);
        auto y = beside.of(b);
        if (sum) {
            note(seen, target, x + y);
            target = x + y;
        } else {
            note(seen, target, x);
            target = x;
        }
        std::vector<T> expected;
        for (index_t i = 0; i < to.base.size(); ++i)
            expected.push_back(element<T>(i, 3));
        each_index(shape, [&](index_t const* at) {
            T value = element<T>(from.position(at), 1);
            if (sum)
                value = static_cast<T>(value + element<T>(beside.position(at), 2));
            expected[static_cast<std::size_t>(to.position(at))] = value;
        });
        EXPECT_TRUE(twill_test::equal(c, expected))
            << "round " << round << " of rank " << Rank << ", shape "
            << tw::detail::text_of(shape).text;
        if (::testing::Test::HasFailure())
            break;
    }
    return seen;
}

TEST(Strided, RankOne) {
    auto seen = check<float, 1>(80, 5000, 1);
    // A kernel takes an axis with any step; a host loop packs its elements.
    EXPECT_GT(seen[strategy::flat], 0);
    EXPECT_EQ(seen[strategy::strided] > 0, !twill_test::on_device);
}

TEST(Strided, RankTwo) {
    auto seen = check<float, 2>(150, 171, 2);
    EXPECT_GT(seen[strategy::flat], 0);
    EXPECT_GT(seen[strategy::strided], 0);
    expect_tiles(seen);
}

TEST(Strided, RankThree) {
    auto seen = check<float, 3>(80, 45, 3);
    EXPECT_GT(seen[strategy::flat], 0);
    EXPECT_GT(seen[strategy::strided], 0);
    expect_tiles(seen);
}

TEST(Strided, RankFour) {
    auto seen = check<float, 4>(150, 31, 4);
    EXPECT_GT(seen[strategy::strided], 0);
    expect_tiles(seen);
}

TEST(Strided, Bytes) {
    auto seen = check<std::uint8_t, 2>(100, 210, 5);
    expect_tiles(seen);
    EXPECT_GT(seen[strategy::strided], 0);
}

TEST(Strided, Doubles) {
    auto seen = check<double, 2>(100, 140, 6);
    expect_tiles(seen);
    EXPECT_GT(seen[strategy::strided], 0);
}

/// transpose, and m + transpose(m), of sizes around a tile's.
template <class T>
void check_transposes() {
    for (auto [rows, columns] : {std::pair<index_t, index_t>{64, 64},
                                 {65, 129},
                                 {127, 63},
                                 {16, 301},
                                 {301, 16},
                                 {15, 100},
                                 {200, 333},
                                 {256, 384},
                                 {385, 259},
                                 {1001, 17},
                                 {1, 70}}) {
        auto m = filled<T>(extents(rows, columns), 1);
        auto t = filled<T>(extents(columns, rows), 2);
        std::vector<T> turned, added;
        for (index_t i = 0; i < columns; ++i)
            for (index_t j = 0; j < rows; ++j) {
                turned.push_back(element<T>(j * columns + i, 1));
                added.push_back(static_cast<T>(turned.back() + element<T>(i * rows + j, 2)));
            }
        array<T, 2> result(transpose(m));
        EXPECT_TRUE(twill_test::equal(result, turned)) << rows << " x " << columns;
        result = t + transpose(m);
        EXPECT_TRUE(twill_test::equal(result, added)) << rows << " x " << columns;
        transpose(result) = m;
        EXPECT_TRUE(twill_test::equal(result, turned)) << rows << " x " << columns;
    }
}

TEST(Transpose, OfFloats) { check_transposes<float>(); }
TEST(Transpose, OfBytes) { check_transposes<std::uint8_t>(); }
TEST(Transpose, OfShorts) { check_transposes<std::int16_t>(); }
TEST(Transpose, OfDoubles) { check_transposes<double>(); }
TEST(Transpose, OfNarrowerElements) {
    for (auto [rows, columns] : {std::pair<index_t, index_t>{64, 64}, {65, 128}, {128, 36}}) {
        auto m = filled<float>(extents(rows, columns), 1);
        auto t = filled<double>(extents(columns, rows), 2);
        std::vector<double> added;
        for (index_t i = 0; i < columns; ++i)
            for (index_t j = 0; j < rows; ++j)
                added.push_back(static_cast<double>(element<float>(j * columns + i, 1)) +
                                element<double>(i * rows + j, 2));
        array<double, 2> const result(t + transpose(m));
        EXPECT_TRUE(twill_test::equal(result, added)) << rows << " x " << columns;
    }
}

/// Operands beside their own transpose, which a device reads once: whole, windows of larger
/// matrices, in place, in batches, and two pairs of them.
template <class T>
void check_own_transposes() {
    for (index_t n : {1, 31, 64, 65, 128, 150, 200, 257}) {
        SCOPED_TRACE(n);
        auto const at = [](index_t i, index_t j, int salt) {
            return element<T>((i + 1) * 300 + j + 2, salt);
        };
        auto const base = filled<T>(extents(300, 300), 1);
        auto const other = filled<T>(extents(300, 300), 2);
        auto const m = base(slice(1, n + 1), slice(2, n + 2));
        auto const k = other(slice(1, n + 1), slice(2, n + 2));
        std::vector<T> sums, both;
        for (index_t i = 0; i < n; ++i)
            for (index_t j = 0; j < n; ++j) {
                sums.push_back(static_cast<T>(at(i, j, 1) + at(j, i, 1)));
                both.push_back(static_cast<T>(sums.back() + at(i, j, 2) + at(j, i, 2)));
            }
        array<T, 2> result(m + transpose(m));
        EXPECT_TRUE(twill_test::equal(result, sums));
        result = transpose(m) + m + (k + transpose(k));
        EXPECT_TRUE(twill_test::equal(result, both));
        result = m;
        result = result + transpose(result);
        EXPECT_TRUE(twill_test::equal(result, sums));
    }
    auto const b = filled<T>(extents(3, 70, 70), 3);
    array<T, 3> const turned(b + permute(b, tw::axes(0, 2, 1)));
    std::vector<T> expected;
    for (index_t i = 0; i < 3; ++i)
        for (index_t j = 0; j < 70; ++j)
            for (index_t k = 0; k < 70; ++k)
                expected.push_back(static_cast<T>(element<T>((i * 70 + j) * 70 + k, 3) +
                                                  element<T>((i * 70 + k) * 70 + j, 3)));
    EXPECT_TRUE(twill_test::equal(turned, expected));
}

TEST(Transpose, BesideFloats) { check_own_transposes<float>(); }
TEST(Transpose, BesideBytes) { check_own_transposes<std::uint8_t>(); }
TEST(Transpose, BesideDoubles) { check_own_transposes<double>(); }

TEST(Flat, AnyOffsetAndLength) {
    auto a = filled<float>(extents(300), 1);
    auto b = filled<float>(extents(300), 2);
    for (index_t from : {0, 1, 2, 3, 5})
        for (index_t beside : {0, 1, 3})
            for (index_t to : {0, 1, 2})
                for (index_t count : {1, 2, 7, 33, 250}) {
                    auto c = filled<float>(extents(300), 3);
                    c(slice(to, to + count)) =
                        a(slice(from, from + count)) + b(slice(beside, beside + count));
                    std::vector<float> expected;
                    for (index_t i = 0; i < 300; ++i)
                        expected.push_back(i < to || i >= to + count
                                               ? element<float>(i, 3)
                                               : element<float>(from + i - to, 1) +
                                                     element<float>(beside + i - to, 2));
                    ASSERT_TRUE(twill_test::equal(c, expected))
                        << from << " " << beside << " " << to << " " << count;
                }
}

}  // namespace
