// SPDX-License-Identifier: MIT
// What chooses, joins and moves elements.
#include "cases.cuh"

#include <twill/index.cuh>
#include <twill/join.cuh>

using namespace families;

namespace {

constexpr int64_t elements = int64_t{1} << 26;
constexpr int64_t rows = 65536;
constexpr int64_t columns = 1024;

double in(int64_t i, unsigned seed = 1) { return static_cast<double>(input<float>(i, seed)); }
/// Places all over an array of `count`, the same on both sides.
WORKLOADS_HD int64_t place(int64_t i, int64_t count) {
    return static_cast<int64_t>(static_cast<std::uint64_t>(i) * 2654435761u %
                                static_cast<std::uint64_t>(count));
}
auto places(int64_t count, int64_t below) {
    tw::device_array<index_t> i{tw::extents(count)};
    i = (tw::arange(count) * index_t{2654435761}) % index_t{below};
    return i;
}

/// Of a vector or matrix; want(i) is element i of the result.
template <int Rank, class F, class Want>
void add(char const* what, std::initializer_list<int64_t> shape, tw::extents<Rank> const& extents,
         F of, Want want) {
    add_case(name_of<float>(what, shape), [=](benchmark::State& state) {
        auto const a = make<float>(extents, 1);
        auto const b = make<float>(extents, 2);
        auto result = tw::evaluate(of(a, b));
        if (check_elements(state, result, 0, want))
            time(state, (a.size() + result.size()) * 4, [&] { result = of(a, b); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    auto const vector = tw::extents(elements);
    auto const matrix = tw::extents(rows, columns);
    add_case(name_of<float>("take", {elements}), [=](benchmark::State& state) {
        auto const a = make<float>(vector, 1);
        auto const i = places(elements, elements);
        tw::device_array<float> result = a(i);
        if (check_elements(state, result, 0, [](int64_t k) { return in(place(k, elements)); }))
            time(state, elements * 16, [&] { result = a(i); });
    });
    add_case(name_of<float>("take_rows", {rows, columns}), [=](benchmark::State& state) {
        auto const m = make<float>(matrix, 1);
        auto const i = places(rows, rows);
        tw::device_array<float, 2> result = m(i);
        if (check_elements(state, result, 0, [](int64_t k) {
                return in(place(k / columns, rows) * columns + k % columns);
            }))
            time(state, elements * 8, [&] { result = m(i); });
    });
    add_case(name_of<float>("mask_read", {elements}), [=](benchmark::State& state) {
        auto const a = make<float>(vector, 1);
        tw::device_array<float> result = a(a > 0.75f);
        int64_t next = 0;
        std::vector<int64_t> chosen;
        for (int64_t k = 0; k < 1000; ++next)
            if (input<float>(next, 1) > 0.75f)
                chosen.push_back(next), ++k;
        for (int64_t k = 0; k < 1000; ++k) {
            float got;
            must(cudaMemcpy(&got, result.data() + k, sizeof(got), cudaMemcpyDeviceToHost));
            if (!agree(state, k, got, in(chosen[static_cast<std::size_t>(k)]), 0))
                return;
        }
        time(state, elements * 6, [&] { result = a(a > 0.75f); });
    });
    add_case(name_of<float>("mask_write", {elements}), [=](benchmark::State& state) {
        auto a = make<float>(vector, 1);
        auto run = [&] { a(a > 0.75f) = 0.5f; };
        run();
        if (!check_elements(state, a, 0, [](int64_t i) { return in(i) > 0.75 ? 0.5 : in(i); }))
            return;
        time(state, elements * 4, run);
    });
    add(
        "concatenate", {elements}, vector,
        [](auto const& a, auto const& b) { return tw::concatenate(tw::axis<0>, a, b); },
        [](int64_t i) { return i < elements ? in(i) : in(i - elements, 2); });
    add(
        "concatenate_columns", {rows, columns}, matrix,
        [](auto const& a, auto const& b) { return tw::concatenate(tw::axis<1>, a, b); },
        [](int64_t i) {
            int64_t const r = i / (2 * columns);
            int64_t const c = i % (2 * columns);
            return c < columns ? in(r * columns + c) : in(r * columns + c - columns, 2);
        });
    add(
        "pad", {rows, columns}, matrix, [](auto const& a, auto const&) { return tw::pad(a, 1); },
        [](int64_t i) {
            int64_t const r = i / (columns + 2) - 1;
            int64_t const c = i % (columns + 2) - 1;
            bool const inside = r >= 0 && r < rows && c >= 0 && c < columns;
            return inside ? in(r * columns + c) : 0.0;
        });
    add(
        "roll", {rows, columns}, matrix,
        [](auto const& a, auto const&) { return tw::roll(a, 17, tw::axis<1>); },
        [](int64_t i) {
            return in(i / columns * columns + (i % columns + columns - 17) % columns);
        });
    return device::run(argc, argv);
}
