// SPDX-License-Identifier: MIT
// Errors of the headers that are included one by one end with the file and line of the caller's own
// statement; those of twill.hpp are in places_host_test.cpp.
#include <twill/index.hpp>
#include <twill/numeric.hpp>
#include <twill/rearrange.hpp>

#include "support/testing.hpp"

namespace {

namespace tw = twill;
using tw::axes;
using tw::axis;
using tw::extents;
using tw::host_array;
using tw::where;

struct operands {
    host_array<float> a{1, 2, 3};
    host_array<float> b{4, 5};
    host_array<float, 2> m{{0, 1, 2}, {3, 4, 5}};
    host_array<bool> mask{true, false};
};

struct row {
    unsigned line;
    void (*statement)(operands&);
    char const* words;
};

// Each statement stands on the line that its row names.
// clang-format off
constexpr row rows[] = {
    {__LINE__, [](operands& o) { (void)sum(o.a, where(o.mask)); }, "where(mask): a value of shape (2,) does not fit into shape (3,)"},
    {__LINE__, [](operands& o) { (void)tw::item(prod(o.a, where(o.b > 4))); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)mean(o.a, where(o.a > o.b)); }, "greater"},
    {__LINE__, [](operands& o) { (void)sum(o.a + o.b, where(o.mask)); }, "add"},
    {__LINE__, [](operands& o) { (void)var(o.m, where(o.mask), axis<1>); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)stddev(o.m, axis<1>, where(o.mask), tw::ddof(1)); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)max(o.a, where(o.mask), tw::initial(0)); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)tw::min<double>(o.a, tw::initial(0), where(o.mask)); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)any(o.m, where(o.mask)); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)count_nonzero(o.m, where(o.mask)); }, "where(mask)"},
    {__LINE__, [](operands& o) { (void)tw::evaluate(sum(o.m, where(o.m > 1), axes(2))); }, "sum: axis 2"},
    {__LINE__, [](operands& o) { (void)sum(o.a(o.mask)); }, "a(mask)"},
    {__LINE__, [](operands&) { (void)tw::mask_indices<tw::host_space>(-1, [](auto const& x, tw::index_t k) { return tril(x, k); }); }, "(-1, -1)"},
    {__LINE__, [](operands& o) { (void)average(o.m, o.b, axis<1>); }, "average: 2 weights for axis 1 of shape (2, 3)"},
    {__LINE__, [](operands& o) { (void)average(o.m, o.b, axes(1), tw::keepdims); }, "average: 2 weights"},
    {__LINE__, [](operands& o) { (void)average(o.m, o.b, 2); }, "average: axis 2 is out of range for rank 2"},
    {__LINE__, [](operands& o) { (void)average(o.m, o.a + o.b, axis<1>); }, "add"},
    {__LINE__, [](operands& o) { (void)tw::evaluate(average(o.a, o.b)); }, "(3,) and (2,)"},
    {__LINE__, [](operands& o) { (void)tw::evaluate(average(o.m, axes(2))); }, "average: axis 2"},
    {__LINE__, [](operands&) { (void)tw::ogrid(-1, 3); }, "ogrid: a count of -1"},
    {__LINE__, [](operands&) { (void)tw::mgrid(3, -1); }, "mgrid: a count of -1"},
    {__LINE__, [](operands&) { (void)tw::mgrid(tw::source_location::current(), 1, 1, 1, 1, 1, 1, 1, 1, -1); }, "mgrid: a count of -1"},
    {__LINE__, [](operands& o) { (void)tw::ogrid(o.a + o.b, 2); }, "add"},
    {__LINE__, [](operands& o) { (void)tw::mgrid(o.a + o.b); }, "add"},
    {__LINE__, [](operands&) { (void)tw::broadcast_shapes(extents(3, 2), extents(3)); }, "broadcast_shapes: operands of shapes (3, 2) and (3,) do not"},
    {__LINE__, [](operands&) { (void)tw::broadcast_shapes(tw::source_location::current(), extents(3), extents(2)); }, "broadcast_shapes"},
    {__LINE__, [](operands& o) { (void)tw::broadcast_arrays(o.a, o.b); }, "broadcast_arrays"},
};
// clang-format on

TEST(ErrorPlaces, OfModules) {
    for (row const& r : rows) {
        operands o;
        std::string text = "nothing was thrown";
        try {
            r.statement(o);
        } catch (tw::error const& problem) {
            text = problem.what();
        }
        std::string const place = std::string("\n  at ") + __FILE__ + ":" + std::to_string(r.line);
        EXPECT_TRUE(text.ends_with(place)) << "not at line " << r.line << ": " << text;
        EXPECT_EQ(text.find("\n  at "), text.rfind("\n  at ")) << text;
        EXPECT_NE(text.find(r.words), std::string::npos) << r.words << ": " << text;
    }
}

}  // namespace
