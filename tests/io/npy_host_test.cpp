// SPDX-License-Identifier: MIT
// Files of NumPy: read here, and read by NumPy itself where there is one.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/index.hpp>
#include <twill/io.hpp>

namespace tw = twill;
using namespace twill_test;
namespace fs = std::filesystem;

namespace {

fs::path const goldens = fs::path(__FILE__).parent_path().parent_path() / "goldens" / "npy";

class Files : public ::testing::Test {
protected:
    void SetUp() override {
        folder = fs::temp_directory_path() /
                 ("twill_io_" +
                  std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }
    fs::path write(std::string const& name, std::string const& bytes) const {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return folder / name;
    }
    static std::string bytes_of(fs::path const& path) {
        return tw::detail::read_text("test", path);
    }
    fs::path folder;
};
using npy = Files;

template <class F>
std::string refusal(F f) {
    try {
        f();
    } catch (tw::file_error const& problem) {
        return problem.what();
    }
    return "";
}
::testing::AssertionResult has(std::string const& text, char const* words) {
    return text.find(words) != std::string::npos ? ::testing::AssertionSuccess()
                                                 : ::testing::AssertionFailure() << text;
}

TEST_F(npy, FilesOfNumPyAreRead) {
    EXPECT_TRUE(equal(tw::load_npy<float, 2>(goldens / "float32.npy"),
                      {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f}));
    auto const fortran = tw::load_npy<double, 3>(goldens / "float64_fortran.npy");
    EXPECT_EQ(shape(fortran), (shape_vector{2, 3, 4}));
    EXPECT_TRUE(equal(fortran - 0.5 - reshape(evaluate<tw::host_space>(tw::arange(24)), 2, 3, 4),
                      std::vector<double>(24, 0.0)));
    EXPECT_TRUE(equal(tw::load_npy<int>(goldens / "int32_big.npy"), {0, 1, 2, 3, 4}));
    auto const z = tw::load_npy<tw::complex<float>>(goldens / "complex64_big.npy");
    EXPECT_TRUE(equal(real(z), {0.5f, 1.5f, 2.5f}));
    EXPECT_TRUE(equal(imag(z), {1.0f, 3.0f, 5.0f}));
    EXPECT_TRUE(equal(tw::cast<float>(tw::load_npy<tw::float16>(goldens / "float16.npy")),
                      {0.5f, 1.5f, 2.5f, 3.5f}));
    EXPECT_TRUE(equal(tw::load_npy<bool>(goldens / "bool.npy"), {true, false, true}));
    EXPECT_TRUE(equal(tw::load_npy<std::uint8_t>(goldens / "uint8.npy"), {0, 1, 2, 3, 4, 5, 6}));
    EXPECT_TRUE(equal(tw::load_npy<long long, 0>(goldens / "scalar.npy"), {-7}));
    EXPECT_EQ(shape(tw::load_npy<double, 2>(goldens / "empty.npy")), (shape_vector{0, 3}));
    EXPECT_TRUE(equal(tw::load_npy<double>(goldens / "version2.npy"), {0.5, 1.5, 2.5}));
}

TEST_F(npy, InfoTellsWhatAFileHolds) {
    auto const info = tw::npy_info(goldens / "float64_fortran.npy");
    EXPECT_EQ(info.type, "float64");
    EXPECT_EQ(info.shape, (shape_vector{2, 3, 4}));
    EXPECT_TRUE(info.fortran_order);
    EXPECT_FALSE(info.big_endian);
    EXPECT_EQ(info.bytes, 192u);
    EXPECT_TRUE(tw::npy_info(goldens / "int32_big.npy").big_endian);
    EXPECT_EQ(tw::npy_info(goldens / "text.npy").type, "<U3");
    EXPECT_EQ(tw::npy_info(goldens / "text.npy").bytes, 0u);
}

TEST_F(npy, WhatIsWrittenIsReadAgain) {
    auto const path = folder / "x.npy";
    auto check = [&](auto const& x) {
        constexpr int rank = tw::detail::rank_of<decltype(x)>;
        tw::save_npy(path, x);
        auto const back = tw::load_npy<element_t<decltype(x)>, rank>(path);
        EXPECT_EQ(shape(back), shape(x));
        EXPECT_TRUE(equal(back, values(x)));
    };
    auto const m = counted(tw::extents(3, 5));
    check(m);
    check(transpose(m));
    check(m(tw::slice(tw::none, tw::none, -1), 2));
    check(m * 0.5);
    check(sum(m));
    check(tw::host_array<float, 3>(tw::extents(2, 0, 3)));
    check(evaluate(m == 3));
    check(evaluate(tw::cast<tw::complex<double>>(m)));
    tw::save_npy(path, tw::arange(3));  // without a space
    EXPECT_EQ(tw::npy_info(path).shape, (shape_vector{3}));
}

TEST_F(npy, NumPyReadsThem) {
    if (std::system("python3 -c 'import numpy' > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "no NumPy";
    auto const m = counted(tw::extents(3, 5));
    tw::save_npy(folder / "m.npy", m);
    tw::save_npy(folder / "half.npy", tw::cast<tw::float16>(m * 0.5));
    tw::save_npy(folder / "scalar.npy", sum(m));
    tw::save_npz(folder / "names.npz", tw::named_array("gr\xc3\xb6\xc3\x9f\x65", m));
    tw::save_npz(folder / "all.npz", tw::named_array("m", m),
                 tw::named_array("z", evaluate(tw::cast<tw::complex<float>>(transpose(m)))));
    std::ofstream(folder / "check.py")
        << "import sys, numpy as np\n"
           "d = sys.argv[1] + '/'\n"
           "m = np.arange(15, dtype=np.int32).reshape(3, 5)\n"
           "def same(a, b): assert a.dtype == b.dtype and a.shape == b.shape and (a == b).all()\n"
           "same(np.load(d + 'm.npy'), m)\n"
           "same(np.load(d + 'half.npy'), (m * 0.5).astype(np.float16))\n"
           "same(np.load(d + 'scalar.npy'), np.array(105))\n"
           "assert np.load(d + 'names.npz').files == ['gr\\u00f6\\u00dfe']\n"
           "z = np.load(d + 'all.npz')\n"
           "assert z.files == ['m', 'z'] and z.zip.testzip() is None\n"
           "same(z['m'], m); same(z['z'], m.T.astype(np.complex64))\n";
    EXPECT_EQ(
        std::system(
            ("python3 '" + (folder / "check.py").string() + "' '" + folder.string() + "'").c_str()),
        0);
}

TEST_F(npy, SomethingElseIsRefusedInASentence) {
    EXPECT_TRUE(has(refusal([] { (void)tw::load_npy<double, 2>(goldens / "float32.npy"); }),
                    "float32.npy: holds elements of type float32, not float64\n  at "));
    EXPECT_TRUE(has(refusal([] { (void)tw::load_npy<float, 3>(goldens / "float32.npy"); }),
                    "holds an array of 2 axes, not 3"));
    EXPECT_TRUE(has(refusal([] { (void)tw::load_npy<float>(goldens / "structured.npy"); }),
                    "a structured type"));
    EXPECT_TRUE(has(refusal([] { (void)tw::load_npy<float>(goldens / "object.npy"); }), "type |O"));
    EXPECT_TRUE(has(refusal([] { (void)tw::load_npy<float>(goldens / "text.npy"); }), "type <U3"));
    EXPECT_TRUE(
        has(refusal([] { (void)tw::load_npy<float>(goldens / "no such.npy"); }), "No such file"));
    EXPECT_TRUE(
        has(refusal([] { (void)tw::load_npy<float>(goldens / "stored.npz"); }), "is no .npy file"));
    EXPECT_TRUE(has(refusal([&] { tw::save_npy(folder / "no" / "x.npy", tw::arange(3)); }),
                    "No such file"));
}

TEST_F(npy, DamagedFilesAreRefused) {
    std::string const good = bytes_of(goldens / "float32.npy");
    // Cut off anywhere, it ends too early or is none.
    for (std::size_t length = 0; length < good.size(); ++length) {
        auto const path = write("cut.npy", good.substr(0, length));
        EXPECT_NE(refusal([&] { (void)tw::load_npy<float, 2>(path); }), "") << length;
    }
    auto with_header = [&](std::string const& header) {
        std::string text = "\x93NUMPY";
        text += '\x01';
        text += '\0';
        text += static_cast<char>(header.size() & 255u);
        text += static_cast<char>(header.size() >> 8);
        auto const path = write("hostile.npy", text + header + std::string(64, '\0'));
        return refusal([&] { (void)tw::load_npy<float, 2>(path); });
    };
    std::string const start = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
    EXPECT_EQ(with_header(start + "(2, 3), }"), "");
    EXPECT_EQ(with_header(start + "(2L, 3L)}\n"), "");
    // What would be allocated is known to be there first.
    EXPECT_TRUE(has(with_header(start + "(1000000000, 1000), }"), "tells of 4000000000000 bytes"));
    EXPECT_TRUE(has(with_header(start + "(4294967296, 4294967296), }"), "more than 2^6"));
    EXPECT_TRUE(has(with_header(start + "(99999999999999999999, 1), }"), "beyond 2^63"));
    for (char const* shape : {"(2, -3), }", "(2 3), }", "(2, 3", "[2, 3], }", "(2, 3), } + 1",
                              "(2.5, 3), }", "", "(2, 3), 'shape': (2, 3)}", "(2, 3), 'x': 1}"})
        EXPECT_TRUE(has(with_header(start + shape), "damaged")) << shape;
    EXPECT_TRUE(has(with_header("__import__('os')"), "damaged"));
    EXPECT_TRUE(has(with_header(std::string(500, '{')), "damaged"));
    EXPECT_TRUE(has(with_header("{'descr': '<f4', 'shape': (2, 3)}"), "damaged"));
    std::string version = good;
    version[6] = 9;
    auto const path = write("version.npy", version);
    EXPECT_TRUE(has(refusal([&] { (void)tw::npy_info(path); }), "version 9.0"));
    // A byte that is no 0 or 1 is true, and 1 in memory.
    std::string flags = bytes_of(goldens / "bool.npy");
    flags.back() = 7;
    EXPECT_EQ(tw::item(sum(tw::load_npy<bool>(write("flags.npy", flags)))), 2);
}

using npz = Files;

TEST_F(npz, FilesOfNumPyAreRead) {
    tw::npz_file file(goldens / "stored.npz");
    EXPECT_EQ(file.names(), (std::vector<std::string>{"weights", "count"}));
    EXPECT_TRUE(equal(file.load<float, 2>("weights"), {0.5f, 1.5f, 2.5f, 3.5f}));
    EXPECT_TRUE(equal(file.load<std::int64_t, 0>("count"), {3}));
    EXPECT_EQ(file.info("weights").shape, (shape_vector{2, 2}));
    EXPECT_TRUE(has(refusal([&] { (void)file.load<float>("bias"); }),
                    "has no array bias; it has weights, count"));
    tw::npz_file compressed(goldens / "compressed.npz");
    EXPECT_TRUE(has(refusal([&] { (void)compressed.load<double>("zeros"); }), "compressed"));
}

TEST_F(npz, WhatIsWrittenIsReadAgain) {
    auto const path = folder / "x.npz";
    auto const m = counted(tw::extents(30, 50));
    tw::save_npz(path, tw::named_array("m", m), tw::named_array("t", transpose(m)),
                 tw::named_array("s", sum(m)));
    tw::npz_file file(path);
    EXPECT_EQ(file.names(), (std::vector<std::string>{"m", "t", "s"}));
    EXPECT_TRUE(equal(file.load<int, 2>("m"), values(m)));
    EXPECT_TRUE(equal(file.load<int, 2>("t"), values(transpose(m))));
    EXPECT_THROW(tw::save_npz(path, tw::named_array("m", m), tw::named_array("m", m)),
                 tw::value_error);
    tw::save_npz(path);
    EXPECT_TRUE(tw::npz_file(path).names().empty());
}

// A file that there is stays as it is where names or operands are wrong; the caller is named.
TEST_F(npz, WhatIsWrongIsFoundBeforeTheFileIsOpened) {
    auto const path = folder / "kept.npz";
    auto const m = counted(tw::extents(4));
    tw::save_npz(path, tw::named_array("m", m));
    std::string const before = bytes_of(path);
    auto const told = [](auto save) -> std::string {
        try {
            save();
        } catch (tw::error const& problem) {
            return problem.what();
        }
        return "";
    };
    std::string const twice =
        told([&] { tw::save_npz(path, tw::named_array("a", m), tw::named_array("a", m)); });
    EXPECT_TRUE(has(twice, "stands twice"));
    EXPECT_TRUE(has(twice, "npy_host_test.cpp"));
    EXPECT_EQ(bytes_of(path), before);
    auto const beyond = to_space({0, 9});
    std::string const outside = told(
        [&] { tw::save_npz(path, tw::named_array("a", m), tw::named_array("b", m(beyond) * 1)); });
    EXPECT_TRUE(has(outside, "npy_host_test.cpp"));
    EXPECT_EQ(bytes_of(path), before);
}

TEST_F(npz, DamagedFilesAreRefused) {
    std::string const good = bytes_of(goldens / "stored.npz");
    auto attempt = [&](std::string const& bytes) {
        auto const path = write("damaged.npz", bytes);
        return refusal([&] {
            tw::npz_file file(path);
            (void)file.load<float, 2>("weights");
            (void)file.load<std::int64_t, 0>("count");
        });
    };
    EXPECT_EQ(attempt(good), "");
    for (std::size_t length = 0; length < good.size(); ++length)
        EXPECT_NE(attempt(good.substr(0, length)), "") << length;
    // Any byte changed: either it does not matter, or it is noticed; nothing else happens.
    for (std::size_t i = 0; i < good.size(); ++i)
        for (int const change : {1, 0x80}) {
            std::string bytes = good;
            bytes[i] = static_cast<char>(bytes[i] ^ change);
            (void)attempt(bytes);
        }
    std::string wrong = good;
    wrong[good.find("NUMPY") + 128] ^= 4;  // an element
    EXPECT_TRUE(has(attempt(wrong), "check sum"));
}

}  // namespace
