// SPDX-License-Identifier: MIT
// Printing of integer arrays (SEMANTICS line 38): text is str() of the NumPy array of that type and shape with the default
// print options; twill adds a tail with shape and type. value(i) is element i in C order.
// Written by make_goldens.py: change that script, not this file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include "golden.hpp"

namespace twill::goldens {

struct int32_1d_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<std::int32_t, 3> values = {1, 2, 3};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([1 2 3])";
};

struct int32_negative_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 1> shape = {4};
    static constexpr std::array<std::int32_t, 4> values = {-1, 20, -300, 4};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([  -1   20 -300    4])";
};

struct int64_2d_print {
    using value_type = std::int64_t;
    static constexpr std::array<std::int64_t, 2> shape = {2, 3};
    static constexpr std::array<std::int64_t, 6> values = {1, -2, 3, 100, 5, -60000};
    static constexpr std::int64_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[     1     -2      3]
 [   100      5 -60000]])";
};

struct int32_3d_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 3> shape = {2, 3, 4};
    static constexpr std::array<std::int32_t, 24> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[[ 0  1  2  3]
  [ 4  5  6  7]
  [ 8  9 10 11]]

 [[12 13 14 15]
  [16 17 18 19]
  [20 21 22 23]]])";
};

struct int8_2d_print {
    using value_type = std::int8_t;
    static constexpr std::array<std::int64_t, 2> shape = {2, 2};
    static constexpr std::array<std::int8_t, 4> values = {-128, 127, 0, 5};
    static constexpr std::int8_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[-128  127]
 [   0    5]])";
};

struct uint8_1d_print {
    using value_type = std::uint8_t;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<std::uint8_t, 3> values = {0, 9, 255};
    static constexpr std::uint8_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([  0   9 255])";
};

struct uint64_1d_print {
    using value_type = std::uint64_t;
    static constexpr std::array<std::int64_t, 1> shape = {2};
    static constexpr std::array<std::uint64_t, 2> values = {0ull, 18446744073709551615ull};
    static constexpr std::uint64_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([                   0 18446744073709551615])";
};

struct int32_1x1_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 2> shape = {1, 1};
    static constexpr std::array<std::int32_t, 1> values = {7};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[7]])";
};

struct int32_column_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 2> shape = {3, 1};
    static constexpr std::array<std::int32_t, 3> values = {1, 20, 300};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[  1]
 [ 20]
 [300]])";
};

struct int32_wrapped_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 1> shape = {30};
    static constexpr std::array<std::int32_t, 30> values = {0, 1001, 2002, 3003, 4004, 5005, 6006, 7007, 8008, 9009, 10010, 11011, 12012, 13013,
        14014, 15015, 16016, 17017, 18018, 19019, 20020, 21021, 22022, 23023, 24024, 25025, 26026, 27027, 28028, 29029};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([    0  1001  2002  3003  4004  5005  6006  7007  8008  9009 10010 11011
 12012 13013 14014 15015 16016 17017 18018 19019 20020 21021 22022 23023
 24024 25025 26026 27027 28028 29029])";
};

struct int32_4d_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 4> shape = {2, 1, 2, 2};
    static constexpr std::array<std::int32_t, 8> values = {0, 1, 2, 3, 4, 5, 6, 7};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[[[0 1]
   [2 3]]]


 [[[4 5]
   [6 7]]]])";
};

struct bool_1d_print {
    using value_type = bool;
    static constexpr std::array<std::int64_t, 1> shape = {3};
    static constexpr std::array<bool, 3> values = {true, false, true};
    static constexpr bool value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([ True False  True])";
};

struct bool_2d_print {
    using value_type = bool;
    static constexpr std::array<std::int64_t, 2> shape = {2, 2};
    static constexpr std::array<bool, 4> values = {true, false, false, false};
    static constexpr bool value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"([[ True False]
 [False False]])";
};

struct int32_empty_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 1> shape = {0};
    static constexpr std::array<std::int32_t, 0> values = {};
    static constexpr std::int32_t value(std::int64_t) { return {}; }
    static constexpr const char* text = R"([])";
};

struct int32_rank_0_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<std::int32_t, 1> values = {42};
    static constexpr std::int32_t value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(42)";
};

struct bool_rank_0_print {
    using value_type = bool;
    static constexpr std::array<std::int64_t, 0> shape = {};
    static constexpr std::array<bool, 1> values = {true};
    static constexpr bool value(std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    static constexpr const char* text = R"(True)";
};

struct int32_1000_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 1> shape = {1000};
    static constexpr std::int32_t value(std::int64_t i) { return 0 + static_cast<std::int32_t>(i) * 0; }
    static constexpr const char* text = R"([0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 0])";
};

struct int32_1001_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 1> shape = {1001};
    static constexpr std::int32_t value(std::int64_t i) { return 0 + static_cast<std::int32_t>(i) * 1; }
    static constexpr const char* text = R"([   0    1    2 ...  998  999 1000])";
};

struct int64_2d_summary_print {
    using value_type = std::int64_t;
    static constexpr std::array<std::int64_t, 2> shape = {40, 40};
    static constexpr std::int64_t value(std::int64_t i) { return -3 + static_cast<std::int64_t>(i) * 7; }
    static constexpr const char* text = R"([[   -3     4    11 ...   256   263   270]
 [  277   284   291 ...   536   543   550]
 [  557   564   571 ...   816   823   830]
 ...
 [10357 10364 10371 ... 10616 10623 10630]
 [10637 10644 10651 ... 10896 10903 10910]
 [10917 10924 10931 ... 11176 11183 11190]])";
};

struct int32_3d_summary_print {
    using value_type = std::int32_t;
    static constexpr std::array<std::int64_t, 3> shape = {8, 5, 30};
    static constexpr std::int32_t value(std::int64_t i) { return 0 + static_cast<std::int32_t>(i) * 1; }
    static constexpr const char* text = R"([[[   0    1    2 ...   27   28   29]
  [  30   31   32 ...   57   58   59]
  [  60   61   62 ...   87   88   89]
  [  90   91   92 ...  117  118  119]
  [ 120  121  122 ...  147  148  149]]

 [[ 150  151  152 ...  177  178  179]
  [ 180  181  182 ...  207  208  209]
  [ 210  211  212 ...  237  238  239]
  [ 240  241  242 ...  267  268  269]
  [ 270  271  272 ...  297  298  299]]

 [[ 300  301  302 ...  327  328  329]
  [ 330  331  332 ...  357  358  359]
  [ 360  361  362 ...  387  388  389]
  [ 390  391  392 ...  417  418  419]
  [ 420  421  422 ...  447  448  449]]

 ...

 [[ 750  751  752 ...  777  778  779]
  [ 780  781  782 ...  807  808  809]
  [ 810  811  812 ...  837  838  839]
  [ 840  841  842 ...  867  868  869]
  [ 870  871  872 ...  897  898  899]]

 [[ 900  901  902 ...  927  928  929]
  [ 930  931  932 ...  957  958  959]
  [ 960  961  962 ...  987  988  989]
  [ 990  991  992 ... 1017 1018 1019]
  [1020 1021 1022 ... 1047 1048 1049]]

 [[1050 1051 1052 ... 1077 1078 1079]
  [1080 1081 1082 ... 1107 1108 1109]
  [1110 1111 1112 ... 1137 1138 1139]
  [1140 1141 1142 ... 1167 1168 1169]
  [1170 1171 1172 ... 1197 1198 1199]]])";
};

}  // namespace twill::goldens
