// SPDX-License-Identifier: MIT
// Stencils written as shifted slices.
#include "cases.cuh"

using namespace families;

namespace {

double u(int64_t i) { return static_cast<double>(workloads::value(i, 1)); }

template <class F>
void add(char const* what, int64_t rows, int64_t columns, F of, double (*want)(int64_t, int64_t)) {
    add_case(name_of<float>(what, {rows, columns}), [=](benchmark::State& state) {
        auto const m = make<float>(tw::extents(rows, columns), 1);
        tw::device_array<float, 2> result = m;
        auto const inside = tw::slice(1, -1);
        auto run = [&] { result(inside, inside) = of(m); };
        run();
        if (check_elements(state, result, 1e-5, [=](int64_t i) {
                int64_t const r = i / columns;
                int64_t const c = i % columns;
                bool const border = r == 0 || c == 0 || r + 1 == rows || c + 1 == columns;
                return border ? u(i) : want(i, columns);
            }))
            time(state, m.size() * 8, run);
    });
}
void add_3d(int64_t side) {
    add_case(name_of<float>("seven_points", {side, side, side}), [=](benchmark::State& state) {
        auto const t = make<float>(tw::extents(side, side, side), 1);
        tw::device_array<float, 3> result = t;
        auto const in = tw::slice(1, -1);
        auto const up = tw::slice(2, tw::none);
        auto const down = tw::slice(0, -2);
        auto run = [&] {
            result(in, in, in) =
                t(in, in, in) +
                0.1f * (t(up, in, in) + t(down, in, in) + t(in, up, in) + t(in, down, in) +
                        t(in, in, up) + t(in, in, down) - 6.0f * t(in, in, in));
        };
        run();
        if (check_elements(state, result, 1e-5, [=](int64_t i) {
                int64_t const at[3] = {i / side / side, i / side % side, i % side};
                for (int64_t const k : at)
                    if (k == 0 || k + 1 == side)
                        return u(i);
                int64_t const plane = side * side;
                return u(i) + 0.1 * (u(i + plane) + u(i - plane) + u(i + side) + u(i - side) +
                                     u(i + 1) + u(i - 1) - 6 * u(i));
            }))
            time(state, t.size() * 8, run);
    });
}

}  // namespace

int main(int argc, char** argv) {
    auto const in = tw::slice(1, -1);
    auto const up = tw::slice(2, tw::none);
    auto const down = tw::slice(0, -2);
    for (int64_t const side : {16384, 16383, 2000}) {
        add(
            "five_points", side, side,
            [=](auto const& m) {
                return 0.25f * (m(down, in) + m(up, in) + m(in, down) + m(in, up));
            },
            [](int64_t i, int64_t c) {
                return 0.25 * (u(i - c) + u(i + c) + u(i - 1) + u(i + 1));
            });
        add(
            "nine_points", side, side,
            [=](auto const& m) {
                return (m(down, down) + m(down, in) + m(down, up) + m(in, down) + m(in, in) +
                        m(in, up) + m(up, down) + m(up, in) + m(up, up)) *
                       (1.0f / 9.0f);
            },
            [](int64_t i, int64_t c) {
                double sum = 0;
                for (int64_t const k : {i - c, i, i + c})
                    sum += u(k - 1) + u(k) + u(k + 1);
                return sum / 9;
            });
    }
    add_3d(512);
    add_3d(250);
    return device::run(argc, argv);
}
