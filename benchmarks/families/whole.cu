// SPDX-License-Identifier: MIT
// Reductions of whole arrays, alone and inside expressions.
#include "cases.cuh"

using namespace families;

namespace {

constexpr int64_t large = int64_t{1} << 27;

template <class T, class F>
void add(char const* what, std::vector<int64_t> const& sizes, double tolerance, F of,
         numbers (*want)(numbers const&)) {
    for (int64_t const n : sizes)
        add_lines<T>(what, {n}, tw::extents(n), {1, n, 1}, tolerance, of, want);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int64_t> const sizes{1000, 100000, 1000000, large - 5, large};
    auto const sum_all = [](auto const& a) { return sum(a); };
    add<float>("sum", sizes, 1e-5, sum_all, sum_of);
    add<float>(
        "dot_self", sizes, 1e-5, [](auto const& a) { return sum(a * a); },
        [](numbers const& x) {
            double const norm = root_of_squares(x);
            return numbers{norm * norm};
        });
    add<float>(
        "norm", sizes, 1e-5, [](auto const& a) { return norm(a); },
        [](numbers const& x) { return numbers{root_of_squares(x)}; });
    add<float>(
        "any_above", sizes, 0, [](auto const& a) { return any(a > 2.0f); },
        [](numbers const&) { return numbers{0}; });
    add<float>("argmax", sizes, 0, [](auto const& a) { return argmax(a); }, largest_at);
    add<std::int8_t>("sum", {2 * large}, 0, sum_all, sum_of);
    // Beyond the largest float16.
    add<tw::float16>(
        "sum", {2 * large}, 1e-3, [](auto const& a) { return tw::sum<float>(a); }, sum_of);
    std::vector<int64_t> const fused{1000, 100000, 1000000, 10000000, large};
    add<float>(
        "standardise_all", fused, 1e-4, [](auto const& a) { return (a - mean(a)) / stddev(a); },
        standardised);
    add<float>(
        "softmax_all", fused, 1e-5,
        [](auto const& a) {
            auto const e = exp(a - max(a));
            return e / sum(e);
        },
        softmax);
    return device::run(argc, argv);
}
