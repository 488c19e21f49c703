// SPDX-License-Identifier: MIT
// Reductions along one axis of a matrix, alone.
#include "cases.cuh"

using namespace families;

namespace {

template <class T, class Rows, class Columns>
void add(std::string const& what, int64_t r, int64_t c, double tolerance, Rows rows,
         Columns columns, numbers (*want)(numbers const&)) {
    add_lines<T>(what + "_axis_1", {r, c}, tw::extents(r, c), {r, c, 1}, tolerance, rows, want);
    add_lines<T>(what + "_axis_0", {r, c}, tw::extents(r, c), {1, r, c}, tolerance, columns, want);
}

}  // namespace

int main(int argc, char** argv) {
    auto const rows = [](auto const& m) { return sum(m, tw::axis<1>); };
    auto const columns = [](auto const& m) { return sum(m, tw::axis<0>); };
    for (auto const& [r, c] : std::vector<std::pair<int64_t, int64_t>>{
             {16384, 16384}, {16383, 16383}, {16777216, 16}, {4194304, 7}, {262144, 1001}}) {
        add<float>("sum", r, c, 1e-5, rows, columns, sum_of);
        add<float>(
            "argmax", r, c, 0, [](auto const& m) { return argmax(m, tw::axis<1>); },
            [](auto const& m) { return argmax(m, tw::axis<0>); }, largest_at);
    }
    for (int64_t const side : {16384, 16383}) {
        add<tw::float16>("sum", side, side, 1e-3, rows, columns, sum_of);
        add<std::uint8_t>("sum", side, side, 0, rows, columns, sum_of);
    }
    return device::run(argc, argv);
}
