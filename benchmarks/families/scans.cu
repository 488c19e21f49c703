// SPDX-License-Identifier: MIT
// Scans along rows and down columns, of few and of many.
#include "cases.cuh"

#include <twill/scan.cuh>

using namespace families;

namespace {

numbers sums_so_far(numbers const& x) {
    numbers result(x);
    double sum = 0;
    for (double& value : result)
        value = sum += value;
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    auto const along = [](auto const& m) { return cumsum(m, tw::axis<1>); };
    auto const down = [](auto const& m) { return cumsum(m, tw::axis<0>); };
    for (auto const& [r, c] : std::vector<std::pair<int64_t, int64_t>>{
             {8388608, 10}, {8388608, 16}, {262144, 333}, {16384, 16384}, {8192, 16383}})
        add_lines<float>("cumsum_rows", {r, c}, tw::extents(r, c), {r, c, 1}, 1e-5, along,
                         sums_so_far);
    for (auto const& [r, c] : std::vector<std::pair<int64_t, int64_t>>{
             {16777216, 2}, {16777216, 3}, {8388608, 10}, {1048576, 64}, {16384, 16384}})
        add_lines<float>("cumsum_columns", {r, c}, tw::extents(r, c), {1, r, c}, 1e-5, down,
                         sums_so_far);
    return device::run(argc, argv);
}
