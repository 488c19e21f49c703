// SPDX-License-Identifier: MIT
// Rows and columns beside a matrix of many widths: scaled, normalised, and outer products of
// functions.
#include "cases.cuh"

using namespace families;

namespace {

struct shape {
    int64_t rows, columns;
};
/// 2^26 elements or so: rows that fill warps, that leave threads over, and that start anywhere.
std::vector<shape> const shapes{{65536, 1024}, {838860, 80}, {265252, 253}, {2033601, 33}};

/// A matrix, two rows and two columns, as the double of each element.
struct place {
    double m, row, other, column, divisor;
};
template <class T>
place at(int64_t i, int64_t columns) {
    auto const in = [](int64_t k, unsigned seed) { return static_cast<double>(input<T>(k, seed)); };
    return {in(i, 1), in(i % columns, 2), in(i % columns, 3), in(i / columns, 4),
            in(i / columns, 5)};
}

template <class T, class F>
void add(char const* what, bool reads, F of, double (*want)(place const&)) {
    for (auto const [r, c] : shapes)
        add_case(name_of<T>(what, {r, c}), [=, r = r, c = c](benchmark::State& state) {
            auto const m = make<T>(tw::extents(r, c), 1);
            auto const row = make<T>(tw::extents(c), 2);
            auto const other = make<T>(tw::extents(c), 3);
            auto const column = make<T>(tw::extents(r, 1), 4);
            auto const divisor = make<T>(tw::extents(r, 1), 5);
            tw::device_array<T, 2> result{tw::extents(r, c)};
            auto run = [&] { result = of(m, row, other, column, divisor); };
            run();
            if (check_elements(state, result, sizeof(T) == 2 ? 4e-3 : 1e-5,
                               [=](int64_t i) { return want(at<T>(i, c)); }))
                time(state, m.size() * static_cast<int64_t>(sizeof(T)) * (reads ? 2 : 1), run);
        });
}
template <class T>
void add_all() {
    add<T>(
        "scale_by_rows", true,
        [](auto const& m, auto const& row, auto const& other, auto const&, auto const&) {
            return m * row + other;
        },
        [](place const& x) { return x.m * x.row + x.other; });
    add<T>(
        "divide_by_row", true,
        [](auto const& m, auto const& row, auto const&, auto const&, auto const&) {
            return m / row;
        },
        [](place const& x) { return x.m / x.row; });
    add<T>(
        "normalise_by_columns", true,
        [](auto const& m, auto const&, auto const&, auto const& column, auto const& divisor) {
            return (m - column) / divisor;
        },
        [](place const& x) { return (x.m - x.column) / x.divisor; });
    add<T>(
        "exponentials_by_columns", true,
        [](auto const& m, auto const&, auto const&, auto const& column, auto const& divisor) {
            return tw::exp(m - column) / divisor;
        },
        [](place const& x) { return std::exp(x.m - x.column) / x.divisor; });
    add<T>(
        "layer_norm_applied", true,
        [](auto const& m, auto const& row, auto const& other, auto const& column,
           auto const& variance) {
            return (m - column) / tw::sqrt(variance + T(1e-3f)) * row + other;
        },
        [](place const& x) {
            return (x.m - x.column) / std::sqrt(x.divisor + 1e-3) * x.row + x.other;
        });
    add<T>(
        "outer_functions", false,
        [](auto const&, auto const& row, auto const&, auto const& column, auto const&) {
            return tw::sin(row) * tw::cos(reshape(column, column.size())(everything, tw::newaxis));
        },
        [](place const& x) { return std::sin(x.row) * std::cos(x.column); });
}

}  // namespace

int main(int argc, char** argv) {
    add_all<float>();
    add_all<tw::float16>();
    return device::run(argc, argv);
}
