// SPDX-License-Identifier: MIT
// Errors of the CUDA runtime end with the file and line of the caller's own statement; those of
// every space are in tests/eval/places_host_test.cpp.
#include "support/testing.hpp"

namespace {

namespace tw = twill;
using tw::device_array;
using tw::extents;

struct row {
    unsigned line;
    void (*statement)(device_array<float>&);
    char const* words;
};

// Each statement stands on the line that its row names.
// clang-format off
constexpr row rows[] = {
    {__LINE__, [](device_array<float>& a) { (void)a(5); }, "index 5 is out of range for axis 0 of size 3 in shape (3,)"},
    {__LINE__, [](device_array<float>& a) { (void)a(tw::slice(0, 5, 0)); }, "step may not be 0"},
    {__LINE__, [](device_array<float>& a) { (void)tw::item(a, 3); }, "index 3"},
    {__LINE__, [](device_array<float>& a) { (void)tw::item(a(3)); }, "index 3"},
    {__LINE__, [](device_array<float>& a) { (void)reshape(a, 2, 2); }, "reshape"},
    {__LINE__, [](device_array<float>&) { device_array<float> d(extents(-1)); }, "(-1,) has a negative extent"},
    {__LINE__, [](device_array<float>&) { device_array<float> d(extents(tw::index_t{1} << 50)); }, "no device memory for 4503599627370496 bytes"},
    {__LINE__, [](device_array<float>&) { tw::pinned_array<char> d(extents(tw::index_t{1} << 50)); }, "twill: "},
    {__LINE__, [](device_array<float>& a) { tw::copy(a, tw::host_array<float>{1, 2}); }, "copy: shape (2,) is copied to shape (3,)"},
    {__LINE__, [](device_array<float>&) { (void)tw::stream::wrap(cudaStreamPerThread); }, "another stream on every thread"},
    {__LINE__, [](device_array<float>&) { tw::select_device(-1); }, "select_device(-1)"},
    {__LINE__, [](device_array<float>&) { tw::select_device(tw::device_count()); }, "CUDA devices"},
    {__LINE__, [](device_array<float>&) { tw::device_guard const guard(tw::device_count()); }, "CUDA devices"},
    {__LINE__, [](device_array<float>&) { tw::detail::check(cudaErrorInvalidValue, "a call", tw::source_location::current()); }, "a call failed"},
};
// clang-format on

TEST(ErrorPlaces, OfTheDevice) {
    auto a = twill_test::to_space({1.0f, 2.0f, 3.0f});
    for (row const& r : rows) {
        std::string text = "nothing was thrown";
        try {
            r.statement(a);
        } catch (tw::error const& problem) {
            text = problem.what();
        }
        std::string const place = std::string("\n  at ") + __FILE__ + ":" + std::to_string(r.line);
        EXPECT_TRUE(text.ends_with(place)) << "not at line " << r.line << ": " << text;
        EXPECT_NE(text.find(r.words), std::string::npos) << r.words << ": " << text;
    }
    EXPECT_TRUE(twill_test::equal(a, {1, 2, 3}));
}

}  // namespace
