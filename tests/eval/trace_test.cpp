// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace {

namespace tw = twill;
using twill_test::array;
using twill_test::on_device;

/// What the statements of `body` print.
template <class Body>
std::vector<std::string> traced(Body body) {
    std::FILE* const file = std::tmpfile();
    tw::trace(true, file);
    body();
    tw::trace(false);
    std::rewind(file);
    std::vector<std::string> lines;
    char line[1024];
    while (std::fgets(line, sizeof(line), file))
        lines.emplace_back(line);
    std::fclose(file);
    return lines;
}

::testing::AssertionResult has(std::string const& line, std::initializer_list<char const*> words) {
    for (char const* word : words)
        if (line.find(word) == std::string::npos)
            return ::testing::AssertionFailure() << "no '" << word << "' in: " << line;
    return ::testing::AssertionSuccess();
}
std::string place(unsigned line) { return "trace_test.cpp:" + std::to_string(line) + ": "; }

TEST(Trace, SaysWhatExplainSaysWithPlaceAndTime) {
    array<float> a(1000), b(1000), c(1000);
    a = 1.0f;
    b = 2.0f;
    unsigned from = 0;
    auto const lines = traced([&] {
        from = __LINE__;
        c = a + b;
        array<float> d = a * 2.0f;
        d(tw::slice(tw::none, tw::none, 2)) += sqrt(b(tw::slice(0, 500)));
    });
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_TRUE(has(lines[0], {"twill: ", place(from + 1).c_str(),
                               "flat -> (1000,): 1 kernel, reads 8000, writes 4000 bytes: ",
                               " us, ", " GB/s"}));
    EXPECT_TRUE(has(lines[1], {place(from + 2).c_str(), "flat", "reads 4000, writes 4000 bytes"}));
    // Along one axis the device's kernel for flat operands takes any step.
    EXPECT_TRUE(has(lines[2],
                    {place(from + 3).c_str(), on_device ? "flat -> (500,)" : "strided -> (500,)"}));
    if (on_device) {
        EXPECT_TRUE(has(lines[2], {"_kernel<<<"}));
    }
    EXPECT_TRUE(traced([&] { (void)tw::explain(a + b); }).empty());
}

TEST(Trace, TheEnvironmentNamesAFile) {
    array<float> a(1000);
    std::string const path = ::testing::TempDir() + "twill_trace_test.txt";
    auto look = [&](char const* word) {
        setenv("TWILL_TRACE", word, 1);
        tw::detail::tracer = {-1, nullptr};
        a = 1.0f;
        bool const on = tw::detail::tracing();
        tw::trace(false);
        unsetenv("TWILL_TRACE");
        return on;
    };
    EXPECT_FALSE(look("0"));
    EXPECT_FALSE(look(""));
    EXPECT_FALSE(look("/no/such/folder/trace"));
    EXPECT_TRUE(look(path.c_str()));
    std::FILE* const file = std::fopen(path.c_str(), "r");
    ASSERT_NE(file, nullptr);
    char line[1024] = "";
    EXPECT_NE(std::fgets(line, sizeof(line), file), nullptr);
    EXPECT_TRUE(has(line, {"twill: ", "trace_test.cpp:", "flat -> (1000,)"}));
    EXPECT_EQ(std::fgets(line, sizeof(line), file), nullptr);
    std::fclose(file);
    std::remove(path.c_str());
}

TEST(Trace, EveryStepIsALine) {
    array<float, 2> m(20, 30);
    m = 1.0f;
    auto const lines = traced([&] {
        array<float, 2> z = (m - mean(m, tw::axis<0>)) / stddev(m, tw::axis<0>);
        auto [low, high] = tw::evaluate(min(m), max(m));
        array<float, 2> t = m + transpose(reshape(m, 30, 20));
    });
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_TRUE(has(lines[0], {"reduce (mean, stddev) -> (30,)"}));
    EXPECT_TRUE(has(lines[1], {"strided -> (20, 30)"}));
    EXPECT_TRUE(has(lines[2], {"reduce (min, max)"}));
    EXPECT_TRUE(has(lines[3], {" -> (20, 30)", "reads 4800, writes 2400"}));
    for (auto const& line : lines)
        EXPECT_TRUE(has(line, {" us, "}));
}

TEST(Trace, SeveralResultsOfOnePassAreOneLine) {
    array<float> u(1000), v(1000);
    u = 1.0f;
    v = 2.0f;
    auto const lines = traced([&] { tw::assign(tw::tie(u, v), u + v, u - v); });
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(has(lines[0], {"flat (joint) -> (1000,)", "reads 8000, writes 8000 bytes"}));
    auto const apart =
        traced([&] { tw::assign(tw::tie(u, v(tw::slice(0, 500))), v, u(tw::slice(0, 500))); });
    EXPECT_EQ(apart.size(), 3u);
}

TEST(Trace, ReductionsThatAreAssignedTogetherAreOnePass) {
    constexpr tw::index_t n = 70;
    array<double> x(n), force(n), energy(n);
    array<float> rounded(n);
    x = tw::sqrt(tw::arange<double>(n));
    auto const apart = x(tw::full_extent, tw::newaxis) - x + 0.5;
    auto const pull = sum(apart, tw::axis<1>);
    auto const most = max(apart, tw::axis<1>);
    auto const lines = traced([&] { tw::assign(tw::tie(force, energy), pull, most); });
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(has(lines[0], {"reduce (sum, max)", "1 kernel"}));
    array<double> const want = pull, wants = most;
    EXPECT_TRUE(tw::item(array_equal(force, want)));
    EXPECT_TRUE(tw::item(array_equal(energy, wants)));
    // Targets of another type, with steps, and one that the operands read, get theirs afterwards.
    array<double> twice(2 * n);
    twice = -1.0;
    auto const others =
        traced([&] { tw::assign(tw::tie(rounded, twice(tw::slice(0, tw::none, 2))), pull, most); });
    ASSERT_EQ(others.size(), 3u);
    EXPECT_TRUE(has(others[0], {"reduce (sum, max)"}));
    EXPECT_TRUE(tw::item(array_equal(rounded, tw::cast<float>(want))));
    EXPECT_TRUE(tw::item(array_equal(twice(tw::slice(0, tw::none, 2)), wants)));
    EXPECT_EQ(tw::item(twice, 1), -1.0);
    tw::assign(tw::tie(x, energy), pull, most);
    EXPECT_TRUE(tw::item(array_equal(x, want)));
    EXPECT_TRUE(tw::item(array_equal(energy, wants)));
    tw::assign(tw::tie(x, x), pull, most);
    EXPECT_TRUE(tw::item(array_equal(
        x, array<double>(max(want(tw::full_extent, tw::newaxis) - want + 0.5, tw::axis<1>)))));
}

}  // namespace
