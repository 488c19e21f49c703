// SPDX-License-Identifier: MIT
// Reductions of columns and of axes in the middle, alone and inside expressions.
#include "cases.cuh"

using namespace families;

namespace {

struct shape {
    int64_t rows, columns;
};
template <class F>
void add(char const* what, std::vector<shape> const& shapes, double tolerance, F of,
         numbers (*want)(numbers const&)) {
    for (auto const [r, c] : shapes)
        add_lines<float>(what, {r, c}, tw::extents(r, c), {1, r, c}, tolerance, of, want);
}
template <class F>
void add_middle(char const* what, double tolerance, F of, numbers (*want)(numbers const&)) {
    for (auto const& [a, b, c] :
         {std::array<int64_t, 3>{256, 1024, 1024}, std::array<int64_t, 3>{255, 1023, 1023}})
        add_lines<float>(what, {a, b, c}, tw::extents(a, b, c), {a, b, c}, tolerance, of, want);
}

/// Over axes 0 and 2 of a rank-3 array: plane b of the middle axis is a line.
template <class F>
void add_planes(char const* what, int64_t a, int64_t b, int64_t c, double tolerance, F of,
                numbers (*want)(numbers const&)) {
    add_case(name_of<float>(what, {a, b, c}), [=](benchmark::State& state) {
        auto const t = make<float>(tw::extents(a, b, c), 1);
        auto result = tw::evaluate(of(t));
        bool const whole = result.size() == t.size();
        auto const expected = [&](int64_t plane) {
            numbers line;
            for (int64_t i = 0; i < a; ++i)
                for (int64_t k = 0; k < c; ++k)
                    line.push_back(input<float>((i * b + plane) * c + k, 1));
            return want(line);
        };
        for (int64_t const plane : {int64_t{0}, b / 3, b - 1}) {
            numbers const line = expected(plane);
            for (int64_t const k : sample_of(whole ? a * c : 1, 50)) {
                float got;
                must(cudaMemcpy(&got,
                                result.data() + (whole ? (k / c * b + plane) * c + k % c : plane),
                                sizeof(got), cudaMemcpyDeviceToHost));
                if (!agree(state, plane, got, line[static_cast<std::size_t>(k)], tolerance))
                    return;
            }
        }
        time(state, t.size() * (whole ? 12 : 4), [&] { result = of(t); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    // The last two are kept by threads.
    std::vector<shape> const shapes{{16384, 16384}, {16383, 16383}, {262144, 1000},
                                    {1000, 262144}, {16, 4194304},  {5, 16777216}};
    add(
        "softmax_columns", shapes, 1e-5,
        [](auto const& m) {
            auto const e = exp(m - max(m, tw::axis<0>));
            return e / sum(e, tw::axis<0>);
        },
        softmax);
    add(
        "standardise_columns", shapes, 1e-4,
        [](auto const& m) { return (m - mean(m, tw::axis<0>)) / stddev(m, tw::axis<0>); },
        standardised);
    add_middle("sum_middle", 1e-5, [](auto const& t) { return sum(t, tw::axis<1>); }, sum_of);
    add_middle("max_middle", 0, [](auto const& t) { return max(t, tw::axis<1>); }, largest_of);
    add_planes(
        "sum_axes_0_2", 256, 1024, 1024, 1e-5, [](auto const& t) { return sum(t, tw::axis<0, 2>); },
        sum_of);
    add_planes(
        "batch_norm", 256, 1024, 1024, 1e-4,
        [](auto const& t) {
            return (t - mean(t, tw::axis<0, 2>, tw::keepdims)) /
                   stddev(t, tw::axis<0, 2>, tw::keepdims);
        },
        standardised);
    return device::run(argc, argv);
}
