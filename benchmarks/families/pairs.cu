// SPDX-License-Identifier: MIT
// Map-reduce over pairs: forces, distances, nearest centres, matrix times vector.
#include "cases.cuh"

using namespace families;

namespace {

float at(int64_t i, unsigned seed) { return workloads::value(i, seed); }

void add_forces(int64_t bodies) {
    add_case(name_of<float>("forces", {bodies}), [=](benchmark::State& state) {
        auto const x = make<float>(tw::extents(bodies), 1);
        auto const y = make<float>(tw::extents(bodies), 2);
        tw::device_array<float> fx{tw::extents(bodies)};
        tw::device_array<float> fy{tw::extents(bodies)};
        auto run = [&] {
            auto const dx = x(tw::newaxis, everything) - x(everything, tw::newaxis);
            auto const dy = y(tw::newaxis, everything) - y(everything, tw::newaxis);
            auto const r2 = dx * dx + dy * dy + 0.01f;
            tw::assign(tw::tie(fx, fy), sum(dx / (r2 * sqrt(r2)), tw::axis<1>),
                       sum(dy / (r2 * sqrt(r2)), tw::axis<1>));
        };
        run();
        auto const expected = [=](int64_t i) {
            double force = 0;
            for (int64_t j = 0; j < bodies; ++j) {
                double const dx = at(j, 1) - at(i, 1);
                double const dy = at(j, 2) - at(i, 2);
                double const r2 = dx * dx + dy * dy + 0.01;
                force += dy / (r2 * std::sqrt(r2));
            }
            return force;
        };
        // Parts cancel each other: the bound is that of their sizes.
        if (check_elements(state, fy, 1e-2, expected, 20))
            time(state, bodies * 16, run);
    });
}

double distance_of(int64_t i, int64_t j, int64_t dimensions) {
    double sum = 0;
    for (int64_t k = 0; k < dimensions; ++k) {
        double const d = static_cast<double>(at(i * dimensions + k, 1)) -
                         static_cast<double>(at(j * dimensions + k, 2));
        sum += d * d;
    }
    return sum;
}
void add_distances(int64_t n, int64_t m, int64_t dimensions) {
    add_case(name_of<float>("distances", {n, m, dimensions}), [=](benchmark::State& state) {
        auto const a = make<float>(tw::extents(n, dimensions), 1);
        auto const b = make<float>(tw::extents(m, dimensions), 2);
        tw::device_array<float, 2> d{tw::extents(n, m)};
        auto run = [&] {
            d = sum(square(a(everything, tw::newaxis, everything) -
                           b(tw::newaxis, everything, everything)),
                    tw::axis<2>);
        };
        run();
        if (check_elements(state, d, 1e-4,
                           [=](int64_t i) { return distance_of(i / m, i % m, dimensions); }))
            time(state, n * m * 4, run);
    });
}
void add_nearest(int64_t points, int64_t centres, int64_t dimensions) {
    add_case(name_of<float>("nearest", {points, centres, dimensions}),
             [=](benchmark::State& state) {
                 auto const p = make<float>(tw::extents(points, dimensions), 1);
                 auto const c = make<float>(tw::extents(centres, dimensions), 2);
                 tw::device_array<index_t> which{tw::extents(points)};
                 auto run = [&] {
                     which = argmin(sum(square(p(everything, tw::newaxis, everything) -
                                               c(tw::newaxis, everything, everything)),
                                        tw::axis<2>),
                                    tw::axis<1>);
                 };
                 run();
                 for (int64_t const i : sample_of(points, 200)) {
                     index_t got = -1;
                     must(cudaMemcpy(&got, which.data() + i, sizeof(got), cudaMemcpyDeviceToHost));
                     double least = 1e30;
                     for (int64_t j = 0; j < centres; ++j)
                         least = std::min(least, distance_of(i, j, dimensions));
                     if (got < 0 || got >= centres ||
                         !agree(state, i, distance_of(i, got, dimensions), least, 1e-5))
                         return;
                 }
                 time(state, points * dimensions * 4, run);
             });
}
template <class F>
void add_products(char const* what, bool down, F of) {
    for (auto const& [r, c] : std::vector<std::pair<int64_t, int64_t>>{
             {16384, 16384}, {16383, 16383}, {4096, 4096}, {1048576, 100}})
        add_case(name_of<float>(what, {r, c}), [=, rows = r, columns = c](benchmark::State& state) {
            auto const m = make<float>(tw::extents(rows, columns), 1);
            auto const v = make<float>(tw::extents(down ? rows : columns), 2);
            auto result = tw::evaluate(of(m, v));
            lines const all = down ? lines{1, rows, columns} : lines{rows, columns, 1};
            if (check_lines(state, result, all, 1e-4, [&](int64_t o, int64_t i) {
                    double sum = 0;
                    numbers const& line = line_of<float>(all, o, i, 1);
                    for (std::size_t k = 0; k < line.size(); ++k)
                        sum += line[k] * static_cast<double>(at(static_cast<int64_t>(k), 2));
                    return numbers{sum};
                }))
                time(state, m.size() * 4, [&] { result = of(m, v); });
        });
}

}  // namespace

int main(int argc, char** argv) {
    for (int64_t const bodies : {1000, 4096, 16384})
        add_forces(bodies);
    add_distances(4096, 4096, 64);
    add_distances(1000, 1000, 300);
    add_distances(10000, 10000, 3);
    add_nearest(1048576, 16, 8);
    add_nearest(262144, 256, 16);
    add_products("matrix_vector", false,
                 [](auto const& m, auto const& v) { return sum(m * v, tw::axis<1>); });
    add_products("vector_matrix", true, [](auto const& m, auto const& v) {
        return sum(m * v(everything, tw::newaxis), tw::axis<0>);
    });
    return device::run(argc, argv);
}
