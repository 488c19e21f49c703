// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <new>
#include <random>
#include <set>

#include <twill/vec.hpp>

#include "support/testing.hpp"

#include <twill/vec.hpp>

// An assignment behaves as if its right side were read first: exact aliases and disjoint operands
// need nothing for that, inexact overlap takes a temporary.

namespace {
/// Blocks of host memory that the library has asked for.
int host_blocks = 0;
}  // namespace

#if !defined(__CUDACC__)
void* operator new(std::size_t bytes, std::align_val_t alignment, std::nothrow_t const&) noexcept {
    ++host_blocks;
    auto const unit = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
}
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
#endif

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::index_t;
using tw::none;
using tw::slice;
using tw::detail::overlap;
using twill_test::array;
using twill_test::equal;
using twill_test::space;
using twill_test::to_space;
using floats = std::vector<float>;

/// How an expression lies to an array or view that it is assigned to.
template <class Target, class X>
overlap verdict(Target const& target, X const& x) {
    auto const to = target.expression();
    using T = typename decltype(to)::value_type;
    return tw::detail::overlap_of(
        tw::detail::as_node(x),
        {to.storage.get(), reinterpret_cast<char const*>(to.data), to.layout.shape.values,
         to.layout.stride.values, decltype(to)::rank, static_cast<int>(sizeof(T))});
}

floats counted(int count) {
    floats result;
    for (int i = 0; i < count; ++i)
        result.push_back(static_cast<float>(i));
    return result;
}

TEST(Overlap, ExactAliasesAllocateNothing) {
    array<float> a = to_space(counted(1000));
    array<float> c = to_space(counted(1000));
    auto const data = c.data();
    int const before = host_blocks;
    c = c + a;
    c = a + c + c;
    c += c;
    c = c * 2.0f;
    c(full_extent) = c + a;
    EXPECT_EQ(host_blocks, before);
    EXPECT_EQ(c.data(), data);
    EXPECT_EQ(verdict(c, c + a), overlap::exact);
    EXPECT_EQ(verdict(c, a + a), overlap::none);
    EXPECT_EQ(tw::item(c, 3), 63.0f);
}

TEST(Overlap, DisjointOperandsAllocateNothing) {
    array<float> a = to_space(counted(1000));
    array<float, 2> m = to_space(counted(600), extents(20, 30));
    int const before = host_blocks;
    a(slice(0, 500)) += a(slice(500));
    a(slice(0, none, 2)) += a(slice(1, none, 2));
    m(0) += m(1);
    m(full_extent, slice(0, 15)) += m(full_extent, slice(15));
    EXPECT_EQ(host_blocks, before);
}

TEST(Overlap, AnElementOfTheTarget) {
    array<float> a = to_space({5.0f, 6.0f, 7.0f, 8.0f});
    a -= a(0);
    EXPECT_TRUE(equal(a, {0, 1, 2, 3}));
    a = to_space({5.0f, 6.0f, 7.0f, 8.0f});
    a -= a(slice(0, 1));
    EXPECT_TRUE(equal(a, {0, 1, 2, 3}));
    a = to_space({5.0f, 6.0f, 7.0f, 8.0f});
    a = a - squeeze(a(slice(-1)), tw::axis<0>);
    EXPECT_TRUE(equal(a, {-3, -2, -1, 0}));
}

TEST(Overlap, ARowOrAColumnOfTheTarget) {
    array<float, 2> m = to_space(floats{1, 2, 3, 4, 5, 6}, extents(2, 3));
    m += m(0, full_extent);
    EXPECT_TRUE(equal(m, {2, 4, 6, 5, 7, 9}));
    m += m(full_extent, slice(2));
    EXPECT_TRUE(equal(m, {8, 10, 12, 14, 16, 18}));
    m(1) = m(0) + m(1);
    EXPECT_TRUE(equal(m, {8, 10, 12, 22, 26, 30}));
}

TEST(Overlap, ShiftsBothWays) {
    int const n = 5000;
    array<float> a = to_space(counted(n));
    a(slice(1)) += a(slice(none, -1));
    floats expected(n);
    for (int i = 0; i < n; ++i)
        expected[static_cast<std::size_t>(i)] = static_cast<float>(i == 0 ? 0 : 2 * i - 1);
    EXPECT_TRUE(equal(a, expected));

    a = to_space(counted(n));
    a(slice(none, -1)) += a(slice(1));
    for (int i = 0; i < n; ++i)
        expected[static_cast<std::size_t>(i)] = static_cast<float>(i == n - 1 ? i : 2 * i + 1);
    EXPECT_TRUE(equal(a, expected));
}

TEST(Overlap, AShiftByAssignmentMovesElements) {
    array<float> a = to_space({0.0f, 1.0f, 2.0f, 3.0f, 4.0f});
    a(slice(1)) = a(slice(none, -1));
    EXPECT_TRUE(equal(a, {0, 0, 1, 2, 3}));
    a(slice(none, -2)) = a(slice(2));
    EXPECT_TRUE(equal(a, {1, 2, 3, 2, 3}));
}

TEST(Overlap, Transposes) {
    array<float, 2> m = to_space(counted(70 * 70), extents(70, 70));
    m = transpose(m);
    floats expected;
    for (int i = 0; i < 70; ++i)
        for (int j = 0; j < 70; ++j)
            expected.push_back(static_cast<float>(j * 70 + i));
    EXPECT_TRUE(equal(m, expected));
    m(full_extent) = transpose(m);
    EXPECT_TRUE(equal(m, counted(70 * 70)));
    m = m + transpose(m);
    EXPECT_EQ(tw::item(m, 3, 5), 3.0f * 70 + 5 + 5 * 70 + 3);
    EXPECT_EQ(tw::item(m, 5, 3), tw::item(m, 3, 5));

    array<float, 2> wide = to_space(counted(6), extents(2, 3));
    wide = transpose(wide);
    EXPECT_TRUE(equal(wide, {0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(wide.extent(0), 3);
}

TEST(Overlap, OperandsOfTheTargetsShapeThatLieOtherwise) {
    floats const x = counted(16);
    floats flipped(16), turned(16), sum(16);
    for (std::size_t i = 0; i < 16; ++i) {
        turned[i] = x[i % 4 * 4 + i / 4];
        flipped[i] = x[(3 - i / 4) * 4 + i % 4];
        sum[i] = x[i] + turned[i];
    }
    array<float, 2> m = to_space(x, extents(4, 4));
    array<float, 2> c(extents<2>(4, 4));
    c = transpose(m);
    EXPECT_TRUE(equal(c, turned));
    c += m;
    EXPECT_TRUE(equal(c, sum));
    c -= transpose(m);
    EXPECT_TRUE(equal(c, x));
    c = m(slice(none, none, -1), full_extent);
    EXPECT_TRUE(equal(c, flipped));
    m += transpose(m);
    EXPECT_TRUE(equal(m, sum));
    m = transpose(m);
    EXPECT_TRUE(equal(m, sum));
    c = m(slice(none, none, -1), full_extent) * 2.0f - m(slice(none, none, -1), full_extent);
    EXPECT_EQ(tw::item(c(0, 0)), sum[12]);
}

TEST(Overlap, Reversed) {
    array<float> a = to_space(counted(7));
    a = flip(a);
    EXPECT_TRUE(equal(a, {6, 5, 4, 3, 2, 1, 0}));
    a(full_extent) = a(slice(none, none, -1));
    EXPECT_TRUE(equal(a, counted(7)));
    a += flip(a);
    EXPECT_TRUE(equal(a, floats(7, 6.0f)));
    a = to_space(counted(7));
    flip(a) = a;
    EXPECT_TRUE(equal(a, {6, 5, 4, 3, 2, 1, 0}));
    flip(a) += flip(a);
    EXPECT_TRUE(equal(a, {12, 10, 8, 6, 4, 2, 0}));
}

TEST(Overlap, InterleavedAndColumnBlocks) {
    array<float> a = to_space(counted(8));
    a(slice(0, none, 2)) += a(slice(1, none, 2));
    EXPECT_TRUE(equal(a, {1, 1, 5, 3, 9, 5, 13, 7}));
    array<float, 2> m = to_space(counted(12), extents(3, 4));
    m(full_extent, slice(0, 2)) = m(full_extent, slice(2));
    EXPECT_TRUE(equal(m, {2, 3, 2, 3, 6, 7, 6, 7, 10, 11, 10, 11}));
    m = to_space(counted(12), extents(3, 4));
    m(full_extent, slice(0, 3)) = m(full_extent, slice(1));
    EXPECT_TRUE(equal(m, {1, 2, 3, 3, 5, 6, 7, 7, 9, 10, 11, 11}));
}

TEST(Overlap, ADiagonalOfTheTarget) {
    array<float, 2> m = to_space(counted(9), extents(3, 3));
    m(0) = diagonal(m);
    EXPECT_TRUE(equal(m, {0, 4, 8, 3, 4, 5, 6, 7, 8}));
}

// Verdicts.

struct sample {
    double value;
    int number;
    float weight;
};

TEST(OverlapVerdict, PartsOfElements) {
    array<tw::vec<float, 3>> p(100);
    EXPECT_EQ(verdict(component(p, 0), component(p, 1)), overlap::none);
    EXPECT_EQ(verdict(component(p, 1), p), overlap::exact);
    EXPECT_EQ(verdict(p, component(p, 2)), overlap::exact);
    EXPECT_EQ(verdict(component(p, 1), flip(p)), overlap::inexact);
    EXPECT_EQ(verdict(component(p, 1)(slice(1, none)), p(slice(none, -1))), overlap::inexact);
    EXPECT_EQ(verdict(p(slice(0, none, 2)), component(p, 2)(slice(1, none, 2))), overlap::none);
    array<sample> q(100);
    auto const value = member(q, &sample::value);
    auto const number = member(q, &sample::number);
    EXPECT_EQ(verdict(value, number), overlap::none);
    EXPECT_EQ(verdict(number, flip(value)), overlap::none);
    EXPECT_EQ(verdict(number, q), overlap::exact);
    EXPECT_EQ(verdict(q, flip(number)), overlap::inexact);
}

TEST(Overlap, AComponentIsWrittenFromItsVector) {
    array<tw::vec<float, 2>> p(3);
    component(p, 0) = to_space(floats{3, 6, 9});
    component(p, 1) = to_space(floats{4, 8, 12});
    int const before = host_blocks;
    component(p, 0) = length(p);
    EXPECT_EQ(host_blocks, before);
    EXPECT_TRUE(equal(tw::evaluate(component(p, 0)), {5, 10, 15}));
    EXPECT_TRUE(equal(tw::evaluate(component(p, 1)), {4, 8, 12}));
}

TEST(OverlapVerdict, NamesWhatIsDisjoint) {
    array<float> a(extents(100));
    auto part = [&](auto... bounds) { return a(slice(bounds...)); };
    EXPECT_EQ(verdict(part(0, 50), part(50, 100)), overlap::none);
    EXPECT_EQ(verdict(part(50, 100), part(0, 50)), overlap::none);
    EXPECT_EQ(verdict(part(0, none, 2), part(1, none, 2)), overlap::none);
    EXPECT_EQ(verdict(part(1, none, 2), part(0, none, 2)), overlap::none);
    EXPECT_EQ(verdict(part(0, none, 3), part(2, none, 3)), overlap::none);
    EXPECT_EQ(verdict(part(0, none, 4), part(2, none, 4)), overlap::none);
    EXPECT_EQ(verdict(part(0, none, 2), part(none, none, -2)), overlap::none);
    EXPECT_EQ(verdict(part(0, 50), flip(part(50, 100))), overlap::none);
    EXPECT_EQ(verdict(part(0, 0), part(0, 50)), overlap::none);
    array<float> b(extents(100));
    EXPECT_EQ(verdict(a, b), overlap::none);

    array<float, 2> m(extents(10, 12));
    auto box = [&](slice rows, slice columns) { return m(rows, columns); };
    slice const all(0, none);
    EXPECT_EQ(verdict(box(all, slice(0, 6)), box(all, slice(6, 12))), overlap::none);
    EXPECT_EQ(verdict(box(all, slice(6, 12)), box(all, slice(0, 6))), overlap::none);
    EXPECT_EQ(verdict(box(all, slice(0, none, 2)), box(all, slice(1, none, 2))), overlap::none);
    EXPECT_EQ(verdict(box(slice(0, 5), slice(0, 6)), box(slice(5, 10), slice(6, 12))),
              overlap::none);
    EXPECT_EQ(verdict(box(slice(0, 5), slice(6, 12)), box(slice(5, 10), slice(0, 6))),
              overlap::none);
    EXPECT_EQ(verdict(box(slice(0, none, 2), all), box(slice(1, none, 2), all)), overlap::none);
    EXPECT_EQ(verdict(box(all, slice(0, 1)), box(all, slice(1, 2))), overlap::none);
    EXPECT_EQ(verdict(box(all, slice(0, 6)), flip(box(all, slice(6, 12)))), overlap::none);
    EXPECT_EQ(verdict(flip(box(all, slice(0, 6)), tw::axis<0>), box(all, slice(6, 12))),
              overlap::none);
    EXPECT_EQ(verdict(m(3), m(4)), overlap::none);
    EXPECT_EQ(verdict(m(full_extent, 3), m(full_extent, 4)), overlap::none);

    array<float, 3> t(extents(4, 5, 3));
    EXPECT_EQ(verdict(t(full_extent, full_extent, 0), t(full_extent, full_extent, 2)),
              overlap::none);
    EXPECT_EQ(verdict(t(full_extent, 1), t(full_extent, 3)), overlap::none);
}

TEST(OverlapVerdict, NamesExactAliases) {
    array<float> a(extents(100));
    array<float, 2> m(extents(10, 12));
    EXPECT_EQ(verdict(a, a), overlap::exact);
    EXPECT_EQ(verdict(a(slice(3, none, 2)), a(slice(3, none, 2)) * 2.0f), overlap::exact);
    EXPECT_EQ(verdict(flip(a), flip(a)), overlap::exact);
    EXPECT_EQ(verdict(transpose(m), transpose(m)), overlap::exact);
    EXPECT_EQ(verdict(m(slice(2, 3)), m(2)), overlap::exact);
    EXPECT_EQ(verdict(a(slice(4, 5)), squeeze(a(slice(4, 5)), tw::axis<0>)), overlap::exact);
}

TEST(OverlapVerdict, ComparesElementsOfTwoSizes) {
    using vec3 = tw::vec<float, 3>;
    array<vec3> p(extents(100));
    array<vec3, 2> m(extents(10, 10));
    auto const x = component(p, 0);
    // Each component meets its own vector alone, wherever the view starts and whichever way it
    // goes.
    EXPECT_EQ(verdict(x, p), overlap::exact);
    EXPECT_EQ(verdict(component(p, 2), p), overlap::exact);
    EXPECT_EQ(verdict(p, component(p, 2)), overlap::exact);
    EXPECT_EQ(verdict(component(flip(p), 1), flip(p)), overlap::exact);
    EXPECT_EQ(verdict(component(transpose(m), 1), transpose(m)), overlap::exact);
    EXPECT_EQ(verdict(component(m(3), 1), m(slice(3, 4))), overlap::inexact);
    EXPECT_EQ(verdict(component(m(slice(3, 4)), 1), m(3)), overlap::exact);
    EXPECT_EQ(verdict(component(p(slice(1)), 2), p(slice(none, -1))), overlap::inexact);
    EXPECT_EQ(verdict(x, flip(p)), overlap::inexact);
    EXPECT_EQ(verdict(component(m, 0), transpose(m)), overlap::inexact);
    EXPECT_EQ(verdict(component(m, 0), m(0)), overlap::inexact);
    // Each component of p(0), p(1), ... lies in another vector.
    EXPECT_EQ(verdict(tw::components(p)(0), p(slice(0, 3))), overlap::inexact);
    component(m, 2) = tw::length(m);
    EXPECT_EQ(tw::explain(tw::length(m)).temporaries, 0);
}

TEST(OverlapVerdict, OfAWholeStatement) {
    array<float, 2> m(extents(10, 12)), n(extents(10, 12));
    auto alike = [](auto const& to, auto const& x) {
        auto const node = tw::detail::as_node(x);  // the table points into it
        auto const table = tw::detail::operands_of(node);
        auto const whole = to.expression();
        return tw::detail::lie_alike(
            table.rows, table.count,
            tw::detail::written_elements(whole.storage, whole.data, whole.layout));
    };
    EXPECT_TRUE(alike(m, n * 2.0f + m));
    EXPECT_TRUE(alike(transpose(m), transpose(n)));
    EXPECT_FALSE(alike(m, n + n(0)));
    EXPECT_FALSE(alike(m, flip(n)));
    array<float, 2> q(extents(12, 12));
    EXPECT_FALSE(alike(q(slice(0, 10)), q(slice(1, 11))));
    EXPECT_TRUE(alike(q(slice(0, 10)), m(slice(0, 10))));
    EXPECT_TRUE(alike(q(slice(0, 10)), q(slice(0, 10))));
}

TEST(OverlapVerdict, NamesWhatNeedsATemporary) {
    array<float> a(extents(100));
    array<float, 2> m(extents(10, 10));
    EXPECT_EQ(verdict(a, flip(a)), overlap::inexact);
    EXPECT_EQ(verdict(a(slice(1)), a(slice(none, -1))), overlap::inexact);
    EXPECT_EQ(verdict(a, squeeze(a(slice(5, 6)), tw::axis<0>)), overlap::inexact);
    EXPECT_EQ(verdict(m, transpose(m)), overlap::inexact);
    EXPECT_EQ(verdict(m, m + transpose(m)), overlap::inexact);
    EXPECT_EQ(verdict(m, m(0)), overlap::inexact);
    EXPECT_EQ(verdict(m(full_extent, slice(0, 6)), m(full_extent, slice(4))), overlap::inexact);
    EXPECT_EQ(verdict(m(0), diagonal(m)), overlap::inexact);
}

/// Some elements of a buffer, as an assignment sees them.
struct window {
    int rank;
    index_t start;
    index_t extent[3];
    index_t stride[3];

    /// The position of each element in C order, of this window broadcast to `shape` of rank
    /// `to_rank`.
    std::vector<index_t> positions(index_t const* shape, int to_rank) const {
        std::vector<index_t> result{start};
        for (int d = 0; d < to_rank; ++d) {
            int const own = d - (to_rank - rank);
            std::vector<index_t> next;
            for (index_t base : result)
                for (index_t i = 0; i < shape[d]; ++i)
                    next.push_back(base + (own < 0 || extent[own] == 1 ? 0 : i * stride[own]));
            result = next;
        }
        return result;
    }
    std::vector<index_t> positions() const { return positions(extent, rank); }
};

struct checked_pair {
    int none = 0, exact = 0, inexact = 0, needless = 0;

    void check(window const& target, window const& operand) {
        static char const buffer[4096 * 4] = {};
        static tw::detail::block storage;
        overlap const found = compare(
            {&storage, buffer + 4 * target.start, target.extent, target.stride, target.rank, 4},
            &storage, buffer + 4 * operand.start, operand.extent, operand.stride, operand.rank, 4);
        auto const written = target.positions();
        auto const read = operand.positions();
        std::set<index_t> const set(written.begin(), written.end());
        bool common = false;
        for (index_t at : read)
            common |= set.count(at) != 0;
        auto const describe = [&] {
            auto text = [](window const& w) {
                std::string s = "start " + std::to_string(w.start);
                for (int d = 0; d < w.rank; ++d)
                    s += ", " + std::to_string(w.extent[d]) + " by " + std::to_string(w.stride[d]);
                return s;
            };
            return "target " + text(target) + "; operand " + text(operand);
        };
        if (found == overlap::none) {
            ++none;
            ASSERT_FALSE(common) << describe();
        } else if (found == overlap::exact) {
            ++exact;
            ASSERT_EQ(operand.positions(target.extent, target.rank), written) << describe();
        } else {
            ++inexact;
            needless += common ? 0 : 1;
        }
    }
};

TEST(OverlapVerdict, AgreesWithTheElementsOfRandomWindows) {
    std::mt19937 random(7);
    auto up_to = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n + 1)); };
    auto any_window = [&] {
        window w{up_to(3), 2048 + up_to(30), {1, 1, 1}, {}};
        for (int d = 0; d < w.rank; ++d) {
            w.extent[d] = 1 + up_to(4);
            w.stride[d] = up_to(24) - 12;
        }
        return w;
    };
    checked_pair pairs;
    for (int round = 0; round < 40000; ++round)
        pairs.check(any_window(), any_window());
    EXPECT_GT(pairs.none, 1000);
    EXPECT_GT(pairs.inexact, 1000);
}

TEST(OverlapVerdict, AgreesWithTheElementsOfSlicesOfOneArray) {
    std::mt19937 random(11);
    auto up_to = [&](index_t n) {
        return static_cast<index_t>(random() % static_cast<unsigned long>(n + 1));
    };
    checked_pair pairs;
    for (int round = 0; round < 40000; ++round) {
        int const rank = 1 + static_cast<int>(up_to(2));
        window whole{rank, 0, {1, 1, 1}, {}};
        index_t step = 1;
        for (int d = rank - 1; d >= 0; --d) {
            whole.extent[d] = 1 + up_to(7);
            whole.stride[d] = step;
            step *= whole.extent[d];
        }
        auto sliced = [&] {
            window w = whole;
            for (int d = 0; d < rank; ++d) {
                auto const r = tw::detail::resolve(slice(up_to(whole.extent[d] - 1), none,
                                                         up_to(1) ? 1 + up_to(2) : -1 - up_to(2)),
                                                   whole.extent[d]);
                w.start += r.start * whole.stride[d];
                w.extent[d] = 1 + up_to(r.count - 1);
                w.stride[d] = r.step * whole.stride[d];
            }
            if (rank > 1 && up_to(3) == 0) {
                std::swap(w.extent[0], w.extent[rank - 1]);
                std::swap(w.stride[0], w.stride[rank - 1]);
            }
            return w;
        };
        window const target = sliced();
        window operand = up_to(7) == 0 ? target : sliced();
        pairs.check(target, operand);
    }
    EXPECT_GT(pairs.none, 1000);
    EXPECT_GT(pairs.exact, 1000);
    EXPECT_GT(pairs.inexact, 1000);
    // A temporary that nobody needed costs time, not correctness; it should stay the exception.
    EXPECT_LT(pairs.needless, pairs.inexact / 4) << pairs.needless << " of " << pairs.inexact;
}

}  // namespace
