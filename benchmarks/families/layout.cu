// SPDX-License-Identifier: MIT
// Operands that lie otherwise than the result: transposed, permuted, broadcast, of odd sizes.
#include "cases.cuh"

#include <array>

using namespace families;

namespace {

struct shape {
    int64_t rows, columns;
};
template <class T>
double in(int64_t i, unsigned seed = 1) {
    return static_cast<double>(input<T>(i, seed));
}

template <class T>
void add_transposes(std::vector<shape> const& shapes) {
    for (auto const [r, c] : shapes)
        add_case(name_of<T>("transpose", {r, c}), [=, r = r, c = c](benchmark::State& state) {
            auto const m = make<T>(tw::extents(r, c), 1);
            tw::device_array<T, 2> t{tw::extents(c, r)};
            auto run = [&] { t = transpose(m); };
            run();
            if (check_elements(state, t, 0, [=](int64_t i) { return in<T>(i % r * c + i / r); }))
                time(state, m.size() * 2 * static_cast<int64_t>(sizeof(T)), run);
        });
}
void add_sums_with_transpose(int64_t side) {
    add_case(name_of<float>("add_transpose", {side, side}), [=](benchmark::State& state) {
        auto const m = make<float>(tw::extents(side, side), 1);
        tw::device_array<float, 2> t{tw::extents(side, side)};
        auto run = [&] { t = m + transpose(m); };
        run();
        if (check_elements(state, t, 1e-6, [=](int64_t i) {
                return in<float>(i) + in<float>(i % side * side + i / side);
            }))
            time(state, m.size() * 8, run);
    });
}
/// permute(x, axis<P...>) of an array of three axes.
template <int... P>
void add_permutation(char const* what, std::array<int64_t, 3> const& e) {
    add_case(name_of<float>(what, {e[0], e[1], e[2]}), [=](benchmark::State& state) {
        auto const x = make<float>(tw::extents(e[0], e[1], e[2]), 1);
        int64_t const step[] = {e[1] * e[2], e[2], 1};
        std::array<int, 3> const p{P...};
        tw::device_array<float, 3> t{tw::extents(e[p[0]], e[p[1]], e[p[2]])};
        auto run = [&] { t = permute(x, tw::axis<P...>); };
        run();
        if (check_elements(state, t, 0, [=](int64_t i) {
                int64_t const last = i % e[p[2]];
                int64_t const row = i / e[p[2]];
                return in<float>(row / e[p[1]] * step[p[0]] + row % e[p[1]] * step[p[1]] +
                                 last * step[p[2]]);
            }))
            time(state, x.size() * 8, run);
    });
}
template <class F>
void add_broadcasts(char const* what, std::vector<shape> const& shapes, bool reads, F of,
                    double (*want)(int64_t, int64_t)) {
    for (auto const [r, c] : shapes)
        add_case(name_of<float>(what, {r, c}), [=, r = r, c = c](benchmark::State& state) {
            auto const m = make<float>(tw::extents(r, c), 1);
            auto const row = make<float>(tw::extents(c), 2);
            auto const column = make<float>(tw::extents(r), 3);
            tw::device_array<float, 2> result{tw::extents(r, c)};
            auto run = [&] { result = of(m, row, column); };
            run();
            if (check_elements(state, result, 1e-6, [=](int64_t i) { return want(i, c); }))
                time(state, m.size() * (reads ? 8 : 4), run);
        });
}

}  // namespace

int main(int argc, char** argv) {
    add_transposes<float>({{16384, 16384}, {16383, 16383}, {1000000, 100}});
    add_transposes<std::uint8_t>({{16384, 16384}, {16383, 16383}});
    add_transposes<double>({{8192, 8192}, {8191, 8191}});
    add_sums_with_transpose(16384);
    add_sums_with_transpose(16383);
    add_permutation<2, 0, 1>("permute_201", {256, 1024, 1024});
    add_permutation<2, 0, 1>("permute_201", {255, 1023, 1023});
    // Axes of a few elements.
    for (std::array<int64_t, 3> const& e :
         {std::array<int64_t, 3>{8192, 1024, 8}, {65536, 341, 3}}) {
        add_permutation<2, 1, 0>("permute_210", e);
        add_permutation<0, 2, 1>("permute_021", e);
        add_permutation<1, 0, 2>("permute_102", e);
    }
    std::vector<shape> const shapes{{16384, 16384}, {16383, 16383}, {4194304, 7}};
    add_broadcasts(
        "bias_rows", shapes, true,
        [](auto const& m, auto const& row, auto const&) { return m + row; },
        [](int64_t i, int64_t c) { return in<float>(i) + in<float>(i % c, 2); });
    add_broadcasts(
        "outer_sum", shapes, false,
        [](auto const&, auto const& row, auto const& column) {
            return column(everything, tw::newaxis) + row;
        },
        [](int64_t i, int64_t c) { return in<float>(i / c, 3) + in<float>(i % c, 2); });
    return device::run(argc, argv);
}
