// SPDX-License-Identifier: MIT
// Every error of the library ends with the file and line of the caller's own statement: one row a
// throw site, or a way to it. What a GPU is needed for is in tests/cuda/places_test.cu.

#include <cstdlib>
#include <sstream>

#include "support/testing.hpp"

namespace {
bool refuse_memory = false;
}  // namespace

// Host blocks come from these: they fail on demand.
void* operator new(std::size_t size, std::align_val_t alignment, std::nothrow_t const&) noexcept {
    auto const unit = static_cast<std::size_t>(alignment);
    return refuse_memory ? nullptr : std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
}
void operator delete(void* data, std::align_val_t) noexcept { std::free(data); }

namespace {

namespace tw = twill;
using tw::axes;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::host_array;
using tw::newaxis;
using tw::none;
using tw::slice;

constexpr tw::index_t big = tw::index_t{1} << 40;

/// A span of contiguous elements with the constructor of std::mdspan.
struct flat_span {
    struct extents_type {
        using index_type = int;
        explicit extents_type(int, int) {}
    };
    struct mapping_type {};
    static constexpr std::size_t rank() { return 2; }
    flat_span(float*, extents_type const&) {}
};

struct operands {
    host_array<float> a{1, 2, 3};
    host_array<float> b{4, 5};
    host_array<float> c;
    host_array<float, 2> m{{0, 1, 2}, {3, 4, 5}};
    host_array<std::int8_t> bytes{1, 2, 3};
    host_array<std::uint8_t> unsigned_bytes{1, 2, 3};
    host_array<std::uint8_t> other_bytes;
    host_array<float, 0> gone;
    tw::view<float, 2, tw::host_space> v = transpose(m);

    operands() { host_array<float, 0> const taken = std::move(gone); }
};

struct row {
    unsigned line;
    void (*statement)(operands&);
    char const* words;
};

/// The row's statement throws one twill error, with the words and at the row's line.
::testing::AssertionResult fails_there(row const& r) {
    operands o;
    try {
        r.statement(o);
    } catch (tw::error const& problem) {
        std::string const text = problem.what();
        std::string const place = std::string("\n  at ") + __FILE__ + ":" + std::to_string(r.line);
        if (!text.ends_with(place) || text.find("\n  at ") != text.rfind("\n  at "))
            return ::testing::AssertionFailure() << "not at line " << r.line << ": " << text;
        if (text.find(r.words) == std::string::npos)
            return ::testing::AssertionFailure() << "no \"" << r.words << "\" in: " << text;
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "nothing was thrown at line " << r.line;
}
template <std::size_t N>
void check(row const (&rows)[N]) {
    for (row const& r : rows)
        EXPECT_TRUE(fails_there(r));
}

// Each statement stands on the line that its row names.
// clang-format off

TEST(ErrorPlaces, OfSubscripts) {
    row const rows[] = {
        {__LINE__, [](operands& o) { (void)o.a(5); }, "index 5 is out of range for axis 0 of size 3 in shape (3,)"},
        {__LINE__, [](operands& o) { (void)std::as_const(o.a)(-4); }, "index -4"},
        {__LINE__, [](operands& o) { (void)o.a(~std::size_t{0}); }, "index 9223372036854775807"},
        {__LINE__, [](operands& o) { (void)o.a[7]; }, "index 7 is out of range for axis 0 of size 3 in shape (3,)"},
        {__LINE__, [](operands& o) { (void)std::as_const(o.a)[3]; }, "index 3"},
        {__LINE__, [](operands& o) { (void)o.a(slice(0, 5, 0)); }, "step may not be 0"},
        {__LINE__, [](operands& o) { (void)o.a(newaxis, 3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)o.m(2); }, "index 2 is out of range for axis 0 of size 2 in shape (2, 3)"},
        {__LINE__, [](operands& o) { (void)o.m(0, -4); }, "index -4 is out of range for axis 1 of size 3 in shape (2, 3)"},
        {__LINE__, [](operands& o) { (void)o.m(1, ~std::size_t{0}); }, "axis 1 of size 3"},
        {__LINE__, [](operands& o) { (void)std::as_const(o.m)(2, 0); }, "index 2"},
        {__LINE__, [](operands& o) { (void)o.m(full_extent, 3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)o.m(0, slice(none, none, 0)); }, "step may not be 0"},
        {__LINE__, [](operands& o) { (void)o.v(3); }, "in shape (3, 2)"},
        {__LINE__, [](operands& o) { (void)o.v(0, 2); }, "index 2"},
        {__LINE__, [](operands& o) { (void)o.v(slice(0, 5, 0)); }, "step may not be 0"},
        {__LINE__, [](operands& o) { (void)o.v(newaxis, 0, 2); }, "index 2"},
        {__LINE__, [](operands& o) { (void)(o.a + o.a)(5); }, "index 5"},
        {__LINE__, [](operands& o) { (void)(o.a + o.b)(0); }, "add"},
        {__LINE__, [](operands& o) { (void)(o.a + o.b)(full_extent); }, "add"},
        {__LINE__, [](operands& o) { (void)(o.a + o.b)(newaxis); }, "add"},
        {__LINE__, [](operands& o) { (void)(o.a + o.b)(); }, "add"},
        {__LINE__, [](operands& o) { (void)broadcast_to(o.a, extents(2, 3))(2); }, "index 2"},
        {__LINE__, [](operands&) { (void)std::get<0>(tw::indices(extents(2, 3)))(0, 3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)sum(o.m, axis<0>)(3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)sum(o.m, axes(2))(0); }, "axis 2"},
        {__LINE__, [](operands& o) { (void)transpose(sum(o.m, axis<0>, tw::keepdims))(3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)cumsum(o.a)(3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)cumsum(o.m, axes(2))(slice(1)); }, "axis 2"},
        {__LINE__, [](operands& o) { (void)tw::item(o.a, 3); }, "index 3"},
        {__LINE__, [](operands& o) { (void)tw::item(o.m, 0, 3); }, "index 3 is out of range for axis 1 of size 3 in shape (2, 3)"},
        {__LINE__, [](operands& o) { (void)tw::item(o.a + o.b, 0); }, "add"},
        {__LINE__, [](operands& o) { o.a(4) = 1.0f; }, "index 4"},
        {__LINE__, [](operands& o) { o.c = o.a(slice(1)) + o.m(5); }, "index 5"},
    };
    check(rows);
}

TEST(ErrorPlaces, OfViewsAndShapes) {
    row const rows[] = {
        {__LINE__, [](operands& o) { (void)o.a.extent(1); }, "extent: axis 1 is out of range for rank 1"},
        {__LINE__, [](operands& o) { (void)o.v.extent(2); }, "extent"},
        {__LINE__, [](operands& o) { (void)o.v.stride(-3); }, "stride"},
        {__LINE__, [](operands& o) { (void)(o.a + o.b).shape(); }, "add"},
        {__LINE__, [](operands& o) { (void)sum(o.m, axes(2)).shape(); }, "sum"},
        {__LINE__, [](operands& o) { (void)cumsum(o.m, axes(2)).shape(); }, "cumsum"},
        {__LINE__, [](operands& o) { (void)transpose(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)permute(o.m, axes(0, 2)); }, "permute: axis 2"},
        {__LINE__, [](operands& o) { (void)permute(o.m, axes(1, 1)); }, "given twice"},
        {__LINE__, [](operands& o) { (void)permute(o.a + o.b, axis<0>); }, "add"},
        {__LINE__, [](operands& o) { (void)swapaxes(o.m, 0, 2); }, "swapaxes: axis 2"},
        {__LINE__, [](operands& o) { (void)swapaxes(o.m, -3, 1); }, "swapaxes: axis -3"},
        {__LINE__, [](operands& o) { (void)swapaxes(o.a + o.b, 0, 0); }, "add"},
        {__LINE__, [](operands& o) { (void)flip(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)flip(o.m, axes(2)); }, "flip: axis 2"},
        {__LINE__, [](operands& o) { (void)diagonal(o.m + o.v); }, "add"},
        {__LINE__, [](operands& o) { (void)broadcast_to(o.a, extents(3, 2)); }, "broadcast_to"},
        {__LINE__, [](operands& o) { (void)broadcast_to(o.a, extents(-1, 3)); }, "negative"},
        {__LINE__, [](operands& o) { (void)broadcast_to(o.a + o.b, extents(3)); }, "add"},
        {__LINE__, [](operands& o) { (void)squeeze(o.m, axis<0>); }, "squeeze: axis 0 of shape (2, 3)"},
        {__LINE__, [](operands& o) { (void)squeeze(o.a + o.b, axis<0>); }, "add"},
        {__LINE__, [](operands& o) { (void)expand_dims(o.a + o.b, axis<0>); }, "add"},
        {__LINE__, [](operands& o) { (void)reshape(o.m, 5); }, "reshape"},
        {__LINE__, [](operands& o) { (void)reshape(o.m, extents(3, 3)); }, "(3, 3)"},
        {__LINE__, [](operands& o) { (void)reshape(o.m, -1, -1); }, "two unknown"},
        {__LINE__, [](operands& o) { (void)reshape(o.m, 4, -1); }, "no whole number"},
        {__LINE__, [](operands& o) { (void)reshape(o.m, -2, -3); }, "negative"},
        {__LINE__, [](operands& o) { (void)reshape(o.m); }, "reshape"},
        {__LINE__, [](operands& o) { (void)reshape(o.a(slice(3)), 0, -1); }, "ambiguous"},
        {__LINE__, [](operands& o) { (void)reshape(o.v, 6); }, "copy it first"},
        {__LINE__, [](operands& o) { (void)ravel(o.v); }, "copy it first"},
        {__LINE__, [](operands& o) { (void)array_equal(o.a + o.b, o.a); }, "add"},
        {__LINE__, [](operands& o) { (void)o.v.ref().to<flat_span>(); }, "strided"},
        {__LINE__, [](operands& o) { (void)tw::wrap<tw::host_space>(o.a.data(), extents<1>(-1)); }, "negative"},
    };
    check(rows);
}

TEST(ErrorPlaces, OfGenerators) {
    row const rows[] = {
        {__LINE__, [](operands&) { (void)tw::arange(0, 5, 0); }, "arange"},
        {__LINE__, [](operands&) { (void)tw::arange(0.0, 5.0, 0.0); }, "arange"},
        {__LINE__, [](operands&) { (void)tw::arange(0.0, HUGE_VAL, 1.0); }, "arange"},
        {__LINE__, [](operands&) { (void)tw::arange(HUGE_VAL); }, "arange"},
        {__LINE__, [](operands&) { (void)tw::linspace(0.0, 1.0, -1); }, "linspace: a count of -1"},
        {__LINE__, [](operands&) { (void)tw::logspace(0.0, 1.0, -1); }, "a count of -1"},
        {__LINE__, [](operands&) { (void)tw::zeros(-1); }, "(-1,) has a negative extent"},
        {__LINE__, [](operands&) { (void)tw::zeros<int>(extents(2, -1)); }, "(2, -1)"},
        {__LINE__, [](operands&) { (void)tw::ones(big, big); }, "more than 2^63 elements"},
        {__LINE__, [](operands&) { (void)tw::ones(extents(-1, 2)); }, "(-1, 2)"},
        {__LINE__, [](operands&) { (void)tw::full(extents(-1, 2), 1); }, "(-1, 2)"},
        {__LINE__, [](operands&) { (void)tw::eye(-1); }, "(-1, -1)"},
        {__LINE__, [](operands&) { (void)tw::eye(2, -1); }, "(2, -1)"},
        {__LINE__, [](operands&) { (void)tw::indices(extents(2, -1)); }, "(2, -1)"},
        {__LINE__, [](operands& o) { (void)tw::meshgrid(o.a, o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::meshgrid(tw::source_location::current(), o.a, o.a + o.b); }, "add"},
    };
    check(rows);
}

TEST(ErrorPlaces, OfScalars) {
    row const rows[] = {
        {__LINE__, [](operands& o) { o.unsigned_bytes = 300; }, "assignment: the scalar 300 does not fit into uint8"},
        {__LINE__, [](operands& o) { o.unsigned_bytes += -1; }, "add: the scalar -1"},
        {__LINE__, [](operands& o) { o.unsigned_bytes(slice(1)) = 256; }, "256"},
        {__LINE__, [](operands& o) { o.other_bytes = o.unsigned_bytes + 300; }, "add: the scalar 300 does not fit into uint8"},
        {__LINE__, [](operands& o) { o.unsigned_bytes = o.unsigned_bytes + 300; }, "300"},
        {__LINE__, [](operands& o) { host_array<std::uint8_t> d = 300 + o.unsigned_bytes; }, "300"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(o.unsigned_bytes + ~std::size_t{0}); }, "18446744073709551615"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(o.unsigned_bytes + 300, o.unsigned_bytes + 1); }, "300"},
        {__LINE__, [](operands& o) { (void)tw::item(sum(o.unsigned_bytes + 300)); }, "300"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(sum(o.unsigned_bytes), sum(o.unsigned_bytes + 300)); }, "300"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(cumsum(o.unsigned_bytes + 300)); }, "300"},
        {__LINE__, [](operands& o) { (void)tw::explain(o.unsigned_bytes + 300); }, "300"},
        {__LINE__, [](operands& o) { (void)(o.unsigned_bytes + 300)(0); }, "300"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(clip(o.bytes, 256, 300)); }, "clip: the scalar 256"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(where(o.a > 1, o.bytes, 128)); }, "where: the scalar 128"},
        {__LINE__, [](operands& o) { (void)pow(o.bytes, -1); }, "pow: integers to the negative power -1"},
    };
    check(rows);
}

TEST(ErrorPlaces, OfAssignmentsAndConstructors) {
    row const rows[] = {
        {__LINE__, [](operands& o) { o.c = o.a + o.b; }, "add: operands of shapes (3,) and (2,)"},
        {__LINE__, [](operands& o) { o.a += o.b; }, "add"},
        {__LINE__, [](operands& o) { o.m(0) = o.b; }, "assignment"},
        {__LINE__, [](operands& o) { o.m(0) += o.b; }, "add"},
        {__LINE__, [](operands& o) { o.m = {{1, 2}, {3}}; }, "different lengths: 2 and 1"},
        {__LINE__, [](operands& o) { host_array<float> d = o.a + o.b; }, "add"},
        {__LINE__, [](operands&) { host_array<float> d(extents(-1)); }, "(-1,) has a negative extent"},
        {__LINE__, [](operands&) { host_array<float, 2> d(extents(big, big)); }, "more than 2^63 elements"},
        {__LINE__, [](operands&) { host_array<int, 2> d{{1, 2}, {3}}; }, "different lengths"},
        {__LINE__, [](operands&) { host_array<double> d(extents(tw::index_t{1} << 61)); }, "beyond the address space"},
        {__LINE__, [](operands& o) { o.a(full_extent) = o.gone; }, "moved from"},
        {__LINE__, [](operands& o) { o.c = o.a + o.gone; }, "moved from"},
        {__LINE__, [](operands& o) { o.gone += 1.0f; }, "moved from"},
        {__LINE__, [](operands& o) { (void)tw::item(o.gone); }, "moved from"},
        {__LINE__, [](operands& o) { (void)tw::to_host(o.gone); }, "moved from"},
    };
    check(rows);
}

TEST(ErrorPlaces, OfMemory) {
    row const rows[] = {
        {__LINE__, [](operands&) { host_array<float> d; }, "no host memory for 0 bytes"},
        {__LINE__, [](operands&) { host_array<float> d(extents(5)); }, "20 bytes"},
        {__LINE__, [](operands&) { host_array<float> d{1, 2, 3}; }, "12 bytes"},
        {__LINE__, [](operands& o) { host_array<float> d = o.a; }, "12 bytes"},
        {__LINE__, [](operands& o) { o.c = {1, 2}; }, "8 bytes"},
        {__LINE__, [](operands& o) { o.c = o.a + o.a; }, "12 bytes"},
        {__LINE__, [](operands& o) { o.a(slice(1)) += o.a(slice(none, -1)); }, "bytes"},
        {__LINE__, [](operands& o) { (void)tw::to_host(o.a); }, "12 bytes"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(o.a); }, "12 bytes"},
    };
    for (row const& r : rows) {
        row const refused{r.line, r.statement, r.words};
        operands o;
        std::string text;
        refuse_memory = true;
        try {
            refused.statement(o);
        } catch (tw::out_of_memory const& problem) {
            text = problem.what();
        }
        refuse_memory = false;
        EXPECT_TRUE(text.find(r.words) != std::string::npos) << r.line << ": " << text;
        EXPECT_TRUE(text.ends_with(std::string("\n  at ") + __FILE__ + ":" + std::to_string(r.line))) << text;
    }
}

TEST(ErrorPlaces, OfReductionsAndScans) {
    row const rows[] = {
        {__LINE__, [](operands& o) { o.c = sum(o.m, axes(2)); }, "sum: axis 2 is out of range for rank 2"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(sum(o.m, axes(0, -2))); }, "given twice"},
        {__LINE__, [](operands& o) { (void)tw::item(max(o.a(slice(3)))); }, "max of no elements has no value"},
        {__LINE__, [](operands& o) { (void)tw::item(sum(o.a + o.b)); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::item(argmax(o.a(slice(3)))); }, "argmax of no elements"},
        {__LINE__, [](operands& o) { (void)argmax(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)argmax(o.m, axes(2)); }, "argmax: axis 2"},
        {__LINE__, [](operands& o) { (void)argmin(o.m, axes(2), tw::keepdims); }, "argmin: axis 2"},
        {__LINE__, [](operands& o) { (void)argmin(o.m, tw::keepdims, axes(0, 0)); }, "given twice"},
        {__LINE__, [](operands& o) { o.m = cumsum(o.m, axes(2)); }, "cumsum: axis 2"},
    };
    check(rows);
}

TEST(ErrorPlaces, OfNamedFunctions) {
    row const rows[] = {
        {__LINE__, [](operands& o) { (void)tw::evaluate(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::evaluate<tw::host_space>(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(o.a, o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(o.a, o.a, o.a, o.a, o.a, o.a, o.a, o.a, o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::evaluate(tw::source_location::current(), o.a, o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::explain(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { (void)tw::to_host(o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { tw::copy(o.a, o.b); }, "copy: shape (2,) is copied to shape (3,)"},
        {__LINE__, [](operands& o) { tw::copy(o.a, o.a + o.b); }, "add"},
        {__LINE__, [](operands& o) { tw::print(o.a + o.b); }, "add"},
    };
    check(rows);
}
// clang-format on

// What the language gives no place to says which spelling has one.
TEST(ErrorPlaces, OfOperatorsThatHaveNone) {
    operands o;
    std::string text;
    refuse_memory = true;
    try {
        o.c = o.a;
    } catch (tw::error const& problem) {
        text = problem.what();
    }
    refuse_memory = false;
    EXPECT_TRUE(
        text.ends_with("12 bytes\n  in array = array; array = evaluate(array) names its line"))
        << text;
    try {
        std::ostringstream() << o.a + o.b;
        FAIL();
    } catch (tw::error const& problem) {
        text = problem.what();
    }
    EXPECT_TRUE(text.ends_with("\n  in stream << array; print(array) names its line")) << text;
    EXPECT_EQ(text.find("\n  at "), std::string::npos) << text;
}

}  // namespace
