// SPDX-License-Identifier: MIT
// Comma-separated values.
#include <filesystem>
#include <fstream>

#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/io.hpp>

namespace tw = twill;
using namespace twill_test;
namespace fs = std::filesystem;

namespace {

class csv : public ::testing::Test {
protected:
    void TearDown() override { fs::remove(path); }
    fs::path write(std::string const& text) {
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    fs::path const path =
        fs::temp_directory_path() /
        ("twill_csv_" +
         std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};
std::string refusal(auto f) {
    try {
        f();
    } catch (tw::error const& problem) {
        return problem.what();
    }
    return "";
}
::testing::AssertionResult has(std::string const& text, char const* words) {
    return text.find(words) != std::string::npos ? ::testing::AssertionSuccess()
                                                 : ::testing::AssertionFailure() << text;
}

TEST_F(csv, Numbers) {
    auto const m = tw::read_csv<double>(write("a,b,c\n1,2.5,-3e2\r\n4, 5 ,nan\n\n+7,,1e999\n"));
    EXPECT_EQ(shape(m), (shape_vector{3, 3}));
    EXPECT_TRUE(equal(m, {1, 2.5, -300, 4, 5, NAN, 7, NAN, INFINITY}));
    EXPECT_TRUE(equal(tw::read_csv<int>(write("1,2\n3,4")), {1, 2, 3, 4}));
    EXPECT_TRUE(equal(tw::read_csv<bool>(write("1,0,true,False")), {true, false, true, false}));
    EXPECT_TRUE(equal(tw::cast<float>(tw::read_csv<tw::float16>(write("0.5\n2"))), {0.5f, 2.0f}));
    EXPECT_EQ(shape(tw::read_csv<float>(write(""))), (shape_vector{0, 0}));
    EXPECT_EQ(shape(tw::read_csv<float>(write("a,b\n"))), (shape_vector{0, 2}));
}

// Of any power of ten: a first line of them is no header.
TEST_F(csv, NumbersThatNoFloatHolds) {
    auto const m = tw::read_csv<double>(
        write("1e5000,1e-5000\n-1e5000,-1e-99999999999999999999\n1" + std::string(5000, '0') +
              ",0." + std::string(5000, '0') + "1\n"));
    EXPECT_TRUE(equal(m, {INFINITY, 0.0, -INFINITY, -0.0, INFINITY, 0.0}));
    EXPECT_TRUE(equal(tw::read_csv<float>(write("1e39,-1e-60\n")), {INFINITY, -0.0f}));
}

TEST_F(csv, AFolderIsNoFile) {
    EXPECT_THROW((void)tw::read_csv<double>(fs::temp_directory_path()), tw::file_error);
}

TEST_F(csv, NamesThatLookLikeComments) {
    tw::csv_options options;
    options.comment = '#';
    auto const m = to_space(std::vector<double>{1, 2, 3, 4}, tw::extents(2, 2));
    tw::write_csv(path, m, {"#x", "y"}, options);
    std::ifstream written(path);
    std::string line;
    std::getline(written, line);
    EXPECT_EQ(line, "\"#x\",y");
    EXPECT_TRUE(equal(tw::read_csv<double>(path, options), {1, 2, 3, 4}));
}

TEST_F(csv, LinesThatEndWithACarriageReturnAlone) {
    EXPECT_TRUE(equal(tw::read_csv<int>(write("1,2\r\r3,4\r")), {1, 2, 3, 4}));
    EXPECT_TRUE(equal(tw::read_csv<int>(write("1,2\r\n\r\n3,4\r\n")), {1, 2, 3, 4}));
    tw::csv_options options;
    options.skip = 1;
    options.comment = '#';
    EXPECT_TRUE(equal(tw::read_csv<int>(write("title\r1,2\r# units\r3,4"), options), {1, 2, 3, 4}));
    auto const where = refusal([&] { (void)tw::read_csv<int>(write("1\r\n\r\n2\r\rx\r")); });
    EXPECT_TRUE(has(where, "line 5, column 1"));
}

TEST_F(csv, Options) {
    tw::csv_options options;
    options.delimiter = ';';
    options.comment = '#';
    options.skip = 1;
    EXPECT_TRUE(equal(tw::read_csv<int>(write("title; of it\n# units\n1;2\n#\n3;4\n"), options),
                      {1, 2, 3, 4}));
    options = {};
    options.header = tw::csv_options::names::yes;
    tw::csv_file const years(write("2024,2025\n1,2\n"), options);
    EXPECT_EQ(years.names(), (std::vector<std::string>{"2024", "2025"}));
    options.missing = false;
    EXPECT_THROW((void)tw::read_csv<float>(write("a\n1\n \n"), options), tw::file_error);
}

TEST_F(csv, ColumnsTextAndCategories) {
    tw::csv_file const file(
        write("\xef\xbb\xbf"
              "city,\"sales, net\",note\nOslo,1.5,\"a \"\"b\"\"\"\n"
              "Bern,2,\"two\nlines\"\nOslo,3,\n"));
    EXPECT_EQ(file.names(), (std::vector<std::string>{"city", "sales, net", "note"}));
    EXPECT_TRUE(equal(file.column<float>("sales, net"), {1.5f, 2.0f, 3.0f}));
    EXPECT_EQ(file.text("note"), (std::vector<std::string>{"a \"b\"", "two\nlines", ""}));
    auto const cities = file.categories("city");
    EXPECT_EQ(cities.names, (std::vector<std::string>{"Bern", "Oslo"}));
    EXPECT_TRUE(equal(cities.keys, {1, 0, 1}));
    EXPECT_TRUE(has(refusal([&] { (void)file.column<float>("price"); }), "no column price"));
    EXPECT_TRUE(has(refusal([&] { (void)file.column<float>(3); }), "has 3 columns, not 3"));
    // Line numbers count the lines inside of fields.
    EXPECT_TRUE(has(refusal([&] { (void)file.column<int>(2); }), "line 2, column 3"));
    EXPECT_TRUE(has(refusal([&] { (void)file.column<int>(0); }), "\"Oslo\" is no int32"));
}

TEST_F(csv, WhatIsNoTableIsRefused) {
    EXPECT_TRUE(has(refusal([&] { tw::csv_file f(write("1,2\n3\n")); }),
                    "line 2 has 1 fields, the first one has 2"));
    EXPECT_TRUE(has(refusal([&] { tw::csv_file f(write("a,\"b\n1,2\n")); }), "does not end"));
    EXPECT_TRUE(has(refusal([&] { tw::csv_file f(write("1,\"b\"c\n")); }), "follows a quoted"));
    EXPECT_TRUE(has(refusal([&] { (void)tw::read_csv<std::int8_t>(write("1\n300\n")); }),
                    "line 2, column 1: \"300\" is no int8"));
    EXPECT_TRUE(has(refusal([&] { (void)tw::read_csv<int>(write("1\n2.5\n")); }), "\"2.5\""));
    EXPECT_TRUE(has(refusal([&] { (void)tw::read_csv<double>(write("1\n1.2.3\n")); }), "1.2.3"));
    EXPECT_TRUE(has(refusal([&] { (void)tw::read_csv<int>("/no/such/file"); }), "No such file"));
}

TEST_F(csv, WhatIsWrittenIsReadAgain) {
    array<double, 2> m = to_space(
        std::vector<double>{0.1, -1e-300, 1.0 / 3, INFINITY, NAN, 5e-324, 123456789.125, -0.0},
        tw::extents(4, 2));
    tw::write_csv(path, m, {"first", "the \"second\", so"});
    tw::csv_file const back(path);
    EXPECT_EQ(back.names(), (std::vector<std::string>{"first", "the \"second\", so"}));
    EXPECT_TRUE(equal(back.matrix<double>(), values(m)));
    tw::write_csv(path, transpose(m)(0));
    EXPECT_TRUE(equal(tw::read_csv<double>(path), values(m(tw::full_extent, 0))));
    tw::write_csv(path, counted(tw::extents(2, 3)));
    EXPECT_EQ(tw::detail::read_text("test", path), "0,1,2\n3,4,5\n");
    EXPECT_THROW(tw::write_csv(path, m, {"one"}), tw::value_error);
}

}  // namespace
