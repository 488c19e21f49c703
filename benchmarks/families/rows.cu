// SPDX-License-Identifier: MIT
// Reductions of rows inside expressions.
#include "cases.cuh"

using namespace families;

namespace {

struct shape {
    int64_t rows, columns;
};
template <class T, class F>
void add(char const* what, std::vector<shape> const& shapes, double tolerance, F of,
         numbers (*want)(numbers const&)) {
    for (auto const [r, c] : shapes)
        add_lines<T>(what, {r, c}, tw::extents(r, c), {r, c, 1}, tolerance, of, want);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<shape> const shapes{
        {16384, 16384}, {16383, 16383}, {262144, 1000}, {2097152, 100}, {8388608, 32}};
    auto const softmax_of = [](auto const& m) {
        auto const e = exp(m - max(m, tw::axis<1>, tw::keepdims));
        return e / sum(e, tw::axis<1>, tw::keepdims);
    };
    add<float>("softmax_rows", shapes, 1e-5, softmax_of, softmax);
    add<tw::float16>("softmax_rows", {shapes[0], shapes[1], shapes[3]}, 1e-3, softmax_of, softmax);
    add<float>(
        "standardise_rows", shapes, 1e-4,
        [](auto const& m) {
            return (m - mean(m, tw::axis<1>, tw::keepdims)) / stddev(m, tw::axis<1>, tw::keepdims);
        },
        standardised);
    add<float>(
        "l2_rows", shapes, 1e-5,
        [](auto const& m) { return m / sqrt(sum(m * m, tw::axis<1>, tw::keepdims)); },
        of_unit_length);
    add<float>(
        "log_sum_exp_rows", shapes, 1e-5,
        [](auto const& m) {
            auto const most = max(m, tw::axis<1>);
            return log(sum(exp(m - max(m, tw::axis<1>, tw::keepdims)), tw::axis<1>)) + most;
        },
        log_sum_exp);
    return device::run(argc, argv);
}
