// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

// Each error says the operation, the operands' shapes, and the file and line of the statement.

namespace {

namespace tw = twill;
using tw::axes;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::slice;
using twill_test::array;
using twill_test::equal;
using twill_test::space;
using twill_test::to_space;
using floats = std::vector<float>;

/// The line before the statement that is expected to fail.
tw::source_location marked = tw::source_location::current();
void mark(tw::source_location here = tw::source_location::current()) { marked = here; }

/// The statement throws exactly this error, whose text has the words.
template <class Error, class Statement>
::testing::AssertionResult fails(Statement&& statement, std::vector<std::string> const& words) {
    try {
        statement();
    } catch (Error const& problem) {
        std::string const text = problem.what();
        for (auto const& word : words)
            if (text.find(word) == std::string::npos)
                return ::testing::AssertionFailure() << "no \"" << word << "\" in: " << text;
        if (text.find("\n  at ") != text.rfind("\n  at "))
            return ::testing::AssertionFailure() << "more than one place in: " << text;
        return ::testing::AssertionSuccess();
    } catch (tw::error const& problem) {
        return ::testing::AssertionFailure() << "another class of error: " << problem.what();
    }
    return ::testing::AssertionFailure() << "nothing was thrown";
}
/// The same, at the line after the one marked. A function: all lines of a macro's argument are one
/// to the compiler.
template <class Error, class Statement>
void expect_at(Statement&& statement, std::vector<std::string> const& words) {
    std::string text;
    auto const result = fails<Error>(
        [&] {
            try {
                statement();
            } catch (std::exception const& problem) {
                text = problem.what();
                throw;
            }
        },
        words);
    EXPECT_TRUE(result);
    std::string const place =
        std::string(marked.file_name()) + ":" + std::to_string(marked.line() + 1);
    EXPECT_TRUE(text.ends_with(place)) << place << " is not the place in: " << text;
}

array<float> three() { return to_space({1.0f, 2.0f, 3.0f}); }
array<float> two() { return to_space({1.0f, 2.0f}); }
array<float, 2> matrix() { return to_space(floats{0, 1, 2, 3, 4, 5}, extents(2, 3)); }

TEST(ErrorClasses, DeriveFromErrorAndStdException) {
    static_assert(std::is_base_of_v<std::exception, tw::error>);
    static_assert(std::is_base_of_v<tw::error, tw::shape_error>);
    static_assert(std::is_base_of_v<tw::error, tw::index_error>);
    static_assert(std::is_base_of_v<tw::error, tw::axis_error>);
    static_assert(std::is_base_of_v<tw::error, tw::value_error>);
    static_assert(std::is_base_of_v<tw::error, tw::device_error>);
    static_assert(std::is_base_of_v<tw::error, tw::cuda_error>);
    static_assert(std::is_base_of_v<tw::error, tw::out_of_memory>);
    static_assert(std::is_nothrow_copy_constructible_v<tw::shape_error>);
    EXPECT_EQ(tw::cuda_error("text", 700).code(), 700);
    EXPECT_EQ(tw::out_of_memory("text", 12).requested(), 12u);
}

TEST(ErrorClasses, CopiesKeepTheirText) {
    tw::shape_error first("a message");
    tw::shape_error const second = first;
    first = tw::shape_error("another");
    EXPECT_STREQ(second.what(), "a message");
    EXPECT_STREQ(first.what(), "another");
}

TEST(ErrorClasses, ALongMessageIsCutNotOverrun) {
    tw::error problem(std::string(5000, 'x').c_str());
    problem.append("%s", "more");
    EXPECT_GT(std::string(problem.what()).size(), 500u);
    EXPECT_LT(std::string(problem.what()).size(), 5000u);
}

TEST(ErrorPlace, IsInThisFile) {
    mark();
    EXPECT_STREQ(marked.file_name(), __FILE__);
    EXPECT_EQ(static_cast<int>(marked.line()), __LINE__ - 2);
}

TEST(ErrorPlace, OfAssignments) {
    auto a = three();
    auto b = two();
    auto m = matrix();
    array<float> c;
    expect_at<tw::shape_error>(
        [&] {
            mark();
            c = a + b;
        },
        {"add", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            a += b;
        },
        {"add", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            a /= b;
        },
        {"divide"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            m(0) = b;
        },
        {"assignment", "(2,)", "(3,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            m(0) = b * 2.0f;
        },
        {"assignment", "(2,)", "(3,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            m(0) += b;
        },
        {"add", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            m(0) = m(slice(), 1);
        },
        {"assignment", "(2,)", "(3,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            m(full_extent) = a(slice(1));
        },
        {"assignment", "(2,)", "(2, 3)"});
    EXPECT_TRUE(equal(a, {1, 2, 3}));
    EXPECT_TRUE(equal(m, {0, 1, 2, 3, 4, 5}));
    EXPECT_TRUE(c.empty());
}

TEST(ErrorPlace, OfConstructors) {
    auto a = three();
    auto b = two();
    expect_at<tw::shape_error>(
        [&] {
            mark();
            array<float> c = a - b;
        },
        {"subtract", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            array<float> c(a - b);
        },
        {"subtract"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            array<float> c(extents(-1));
        },
        {"(-1,)", "negative"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            tw::host_array<int, 2> c{{1, 2}, {3}};
        },
        {"different lengths"});
}

TEST(ErrorPlace, OfNamedFunctions) {
    auto a = three();
    auto b = two();
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::evaluate(a + b);
        },
        {"add", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::to_host(a * b);
        },
        {"multiply", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::item(sum(a + b));
        },
        {"add", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::item(max(a(slice(3))));
        },
        {"max", "(0,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            tw::copy(a, b);
        },
        {"copy", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            tw::copy(a, a + b);
        },
        {"add"});
}

TEST(ErrorPlace, OfSeveralResults) {
    auto a = three();
    auto b = two();
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::evaluate(min(a), max(a(slice(3))));
        },
        {"max", "(0,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::evaluate(a + 1, a * b);
        },
        {"multiply", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::evaluate(min(a), max(a), a + b);
        },
        {"add", "(3,)", "(2,)"});
    expect_at<tw::shape_error>(
        [&] {
            mark();
            (void)tw::evaluate(a, a, a, a, a, a, a, a + b);
        },
        {"add", "(3,)", "(2,)"});
    static_assert(std::tuple_size_v<decltype(tw::evaluate(a, a, a, a, a, a, a, a))> == 8);
    static_assert(std::tuple_size_v<decltype(tw::evaluate(a, a, a, a, a, a, a, a, a))> == 9);
}

TEST(ErrorPlace, OfARunTimeAxis) {
    auto m = matrix();
    array<float> c;
    expect_at<tw::axis_error>(
        [&] {
            mark();
            c = sum(m, axes(2));
        },
        {"sum", "axis 2", "rank 2"});
    expect_at<tw::axis_error>(
        [&] {
            mark();
            (void)tw::evaluate(mean(m, axes(-3)));
        },
        {"mean", "axis -3", "rank 2"});
}

TEST(ErrorPlace, OfAScalarThatDoesNotFit) {
    array<std::uint8_t> bytes = to_space(std::vector<std::uint8_t>{1, 2});
    expect_at<tw::value_error>(
        [&] {
            mark();
            bytes = 300;
        },
        {"assignment", "300", "uint8"});
    expect_at<tw::value_error>(
        [&] {
            mark();
            bytes += -1;
        },
        {"add", "-1", "uint8"});
    expect_at<tw::value_error>(
        [&] {
            mark();
            bytes = bytes + 300;
        },
        {"add", "300", "uint8"});
    EXPECT_TRUE(equal(bytes, {1, 2}));
}

TEST(ErrorPlace, IsThatOfTheStatementInAFunctionOfTheUsers) {
    auto a = three();
    auto b = two();
    auto assign = [&] {
        mark();
        a += b;
    };
    expect_at<tw::shape_error>([&] { assign(); }, {"add"});
}

TEST(ErrorMessages, OfThreeOperandsNameAllShapes) {
    auto condition = to_space({true, false, true, true});
    EXPECT_TRUE(
        fails<tw::shape_error>([&] { (void)tw::evaluate(where(condition, three(), two())); },
                               {"where", "(4,)", "(3,)", "(2,)"}));
}

TEST(ErrorMessages, OfViews) {
    auto m = matrix();
    EXPECT_TRUE(fails<tw::index_error>([&] { (void)m(2); }, {"index 2", "axis 0", "size 2"}));
    EXPECT_TRUE(fails<tw::index_error>([&] { (void)m(0, -4); }, {"index -4", "axis 1", "size 3"}));
    EXPECT_TRUE(fails<tw::value_error>([&] { (void)m(slice(0, 1, 0)); }, {"step"}));
    EXPECT_TRUE(
        fails<tw::shape_error>([&] { (void)reshape(m, 4); }, {"reshape", "(2, 3)", "(4,)"}));
    EXPECT_TRUE(fails<tw::shape_error>([&] { (void)reshape(transpose(m), 6); },
                                       {"reshape", "(3, 2)", "(6,)", "evaluate"}));
    EXPECT_TRUE(fails<tw::shape_error>([&] { (void)squeeze(m, axis<0>); }, {"squeeze", "(2, 3)"}));
    EXPECT_TRUE(fails<tw::shape_error>([&] { (void)broadcast_to(m, extents(3, 3)); },
                                       {"broadcast_to", "(2, 3)", "(3, 3)"}));
    EXPECT_TRUE(
        fails<tw::axis_error>([&] { (void)permute(m, axes(0, 2)); }, {"permute", "axis 2"}));
    EXPECT_TRUE(fails<tw::index_error>([&] { (void)(m + m)(5); }, {"index 5"}));
}

TEST(ErrorMessages, AFailureLeavesTheLibraryUsable) {
    auto a = three();
    for (int i = 0; i < 3; ++i)
        EXPECT_THROW(a += two(), tw::shape_error);
    a += 1.0f;
    EXPECT_TRUE(equal(a, {2, 3, 4}));
}

}  // namespace
