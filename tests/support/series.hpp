// SPDX-License-Identifier: MIT
// What reductions give of a series of numbers, one after the other.
#pragma once

#include <algorithm>
#include <vector>

namespace twill_test {

using series = std::vector<double>;

inline double sum_of(series const& x) {
    double sum = 0;
    for (double const e : x)
        sum += e;
    return sum;
}
inline double largest_of(series const& x) { return *std::max_element(x.begin(), x.end()); }
/// The place of the first of the largest.
inline double position_of(series const& x) {
    return static_cast<double>(std::max_element(x.begin(), x.end()) - x.begin());
}
inline double variance_of(series const& x) {
    double const mean = sum_of(x) / static_cast<double>(x.size());
    double sum = 0;
    for (double const e : x)
        sum += (e - mean) * (e - mean);
    return sum / static_cast<double>(x.size());
}

}  // namespace twill_test
